"""slices.js: long work gives way to the page, and to what is asked for later."""

import javascript

# A place, and a work that takes three slices and notes its steps.
WORK = """
    const place = {};
    const slices = m.makeSlices(place);
    const steps = [];
    const work = (name) => function* () {
        for (let i = 0; i < 3; i++) {
            for (const end = performance.now() + 25; performance.now() < end; );
            steps.push(name + i);
            yield;
        }
    };
    const idle = async () => {
        while (place.ariaBusy === "true") await new Promise((r) => setTimeout(r));
    };
"""


def run(body):
    return javascript.run("slices.js", f"return (async () => {{ {WORK} {body} }})();")


def test_a_place_is_busy_until_the_last_slice():
    body = """
        slices.start(work("a"));
        const begun = [place.ariaBusy, ...steps];
        await idle();
        return [begun, place.ariaBusy, steps];
    """
    assert run(body) == [["true", "a0"], "false", ["a0", "a1", "a2"]]


def test_a_newer_work_ends_the_one_before():
    body = """
        slices.start(work("a"));
        slices.start(work("b"));
        await idle();
        return steps;
    """
    assert run(body) == ["a0", "b0", "b1", "b2"]


def test_what_is_short_is_done_at_once_and_nothing_is_ever_busy():
    body = """
        slices.start(function* () { steps.push("a"); yield; steps.push("b"); });
        slices.start(() => { steps.push("c"); });
        return [steps, place.ariaBusy ?? "never"];
    """
    steps, busy = run(body)
    assert steps == ["a", "b", "c"]
    assert busy != "true"


def test_what_has_stopped_draws_no_more():
    body = """
        slices.start(work("a"));
        slices.stop();
        await new Promise((r) => setTimeout(r, 50));
        return [steps, place.ariaBusy];
    """
    assert run(body) == [["a0"], "false"]
