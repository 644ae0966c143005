"""slices.js: long work runs in slices, and new work replaces it."""

from tests.helpers import javascript, scripts

# A root element, and work that takes three slices and records its steps.
WORK = scripts.read("slices_work")


def run(body):
    return javascript.run("slices.js", f"return (async () => {{ {WORK} {body} }})();")


def test_the_root_is_busy_until_the_last_slice():
    body = """
        slices.start(work("a"));
        const begun = [root.ariaBusy, ...steps];
        await idle();
        return [begun, root.ariaBusy, steps];
    """
    assert run(body) == [["true", "a0"], "false", ["a0", "a1", "a2"]]


def test_new_work_ends_the_previous_work():
    body = """
        slices.start(work("a"));
        slices.start(work("b"));
        await idle();
        return steps;
    """
    assert run(body) == ["a0", "b0", "b1", "b2"]


def test_short_work_finishes_at_once_and_is_never_busy():
    body = """
        slices.start(function* () { steps.push("a"); yield; steps.push("b"); });
        slices.start(() => { steps.push("c"); });
        return [steps, root.ariaBusy ?? "never"];
    """
    steps, busy = run(body)
    assert steps == ["a", "b", "c"]
    assert busy != "true"


def test_stopped_work_does_not_continue():
    body = """
        slices.start(work("a"));
        slices.stop();
        await new Promise((r) => setTimeout(r, 50));
        return [steps, root.ariaBusy];
    """
    assert run(body) == [["a0"], "false"]
