"""Exercises in Python are answered in the page, from a file, and nothing is loaded before."""

import json
from pathlib import Path

import pytest

from tests.browser.test_answering import EXERCISES, NO_STORAGE

ROOT = Path(__file__).parents[2]
WRITTEN = 'check("one_head.1", lambda x, W_Q, W_K, W_V: {})'


IN_CODE = [name for name, spec in EXERCISES.items() if spec.code]


def form_of(page, number=1):
    # If an answer can also be chosen, the code is in a fold.
    page.locator("details:has(form.code)").evaluate_all(
        "(all) => { for (const f of all) f.open = true; }"
    )
    return page.get_by_role("form", name=f"Your answer in Python to exercise {number}")


def write(form, code):
    """Touches the field of an exercise, and writes in the editor that comes."""
    form.get_by_role("textbox").focus()
    form.locator(".cm-content").wait_for()
    form.locator(".cm-content").fill(code)


def verdict(form):
    """What the page says, when it has run the cell."""
    status = form.get_by_role("status")
    status.filter(has_text="running").wait_for(state="detached")
    return status.inner_text()


def run(form, code):
    write(form, code)
    form.get_by_role("button", name="Run").click()
    return verdict(form)


# test_engines.py gives every solution to its page, in each engine; here one on a phone.
def test_the_solution_is_judged_correct_on_a_phone(open_page):
    name = IN_CODE[0]
    chapter, number = name.split(".")
    cells = json.loads((ROOT / "book" / f"{chapter}.ipynb").read_text())["cells"]
    source = {cell["id"]: "".join(cell["source"]) for cell in cells}
    page = open_page(f"book/{chapter}.html", width=390, theme="dark")
    form = form_of(page, number)
    assert form.get_by_role("textbox").input_value() == source[f"exercise-{number}"]
    assert run(form, source[f"solution-{number}"]).startswith("correct in ")
    assert page.evaluate("document.documentElement.scrollWidth") == 390


def test_nothing_is_loaded_before_the_first_touch(open_page):
    page = open_page("book/one_head.html")
    asked = []
    page.on("request", lambda request: asked.append(request.url.split("_static/")[-1]))
    late = "/_static.(python|cases)/.test(one.src)"
    inside = f"[...document.scripts].filter((one) => {late}).length"
    assert page.evaluate(inside) == 0
    write(form_of(page), "")
    page.wait_for_function(f"{inside} === 4")
    assert sorted(asked) == [
        "cases/one_head.js",
        "python/editor.js",
        "python/wasm.js",
        "python/worker.js",
    ]


def test_an_exercise_can_be_done_by_keyboard_alone(open_page):
    page = open_page("book/one_head.html")
    form = form_of(page)
    form.get_by_role("textbox").focus()
    form.locator(".cm-content").wait_for()
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type("def head(x, *W):\n")
    page.keyboard.press("Tab")  # the line was indented as it began
    page.keyboard.press("Backspace")
    page.keyboard.type("print(x)\nreturn x @ x\n")
    page.keyboard.press("Backspace")
    page.keyboard.type('check("one_head.1", head)')
    assert form.locator(".cm-content").inner_text().splitlines()[1] == "    print(x)"
    page.keyboard.press("ControlOrMeta+Enter")
    wanted = (
        "case 1 raised RuntimeError: mat1 and mat2 shapes cannot be multiplied (5x7 and 5x7); "
        "a .T is missing: one of the two must be transposed"
    )
    assert verdict(form) == wanted
    assert form.get_by_role("log").inner_text().startswith("tensor([[")
    page.keyboard.press("Escape")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Run"


def test_an_endless_loop_is_stopped_with_a_message(open_page):
    page = open_page("book/one_head.html")
    page.clock.install()
    form = form_of(page)
    write(form, "while True:\n    pass")
    form.get_by_role("button", name="Run").click()
    assert form.get_by_role("status").inner_text() == "running …"
    for _ in range(50):  # the time starts when Python has started
        page.clock.fast_forward(10_500)
        page.wait_for_timeout(100)
        if form.get_by_role("status").inner_text() != "running …":
            break
    wanted = "stopped after 10 seconds: does a loop in it ever end? If so, open the notebook."
    assert verdict(form) == wanted
    assert run(form, WRITTEN.format("...")) == "not answered yet."


def test_wrong_code_gets_a_message(open_page):
    form = form_of(open_page("book/one_head.html"))
    for code, said in {
        "x = 1\ndef f(:": "line 2: SyntaxError: invalid syntax.",
        "x = 1\ny = z": "line 2: NameError: name 'z' is not defined.",
        "import numpy": "numpy is not here: check the name, or open the notebook.",
        WRITTEN.format("torch.linalg.svd(x)"): (
            "torch.linalg is not here: check the name, or open the notebook."
        ),
        WRITTEN.format("x.sofmax(1)"): (
            "Tensor.sofmax is not here: check the name, or open the notebook."
        ),
        "return *[1], 2": "line 1: this is not here: write it otherwise, or open the notebook.",
        "print(1)": 'nothing was checked: end with check("one_head.1", ...).',
        "print('<b>bold</b>')\n" + WRITTEN.format("..."): "not answered yet.",
    }.items():
        assert run(form, code) == said
    assert form.get_by_role("log").inner_text() == "<b>bold</b>\n"


@pytest.mark.parametrize("below", [False, True])
def test_lines_around_the_return_of_the_stub_get_told_to_replace_it(open_page, below):
    form = form_of(open_page("book/one_head.html"))
    stub = form.get_by_role("textbox").input_value()
    assert run(form, stub) == "not answered yet."
    kept, own = "    return ...", "    return values"
    both = "\n".join([kept, own] if below else ["    scores = queries", kept])
    assert run(form, stub.replace(kept, both)) == (
        "not yet: “return ...” is still there; put your lines in its place."
    )
    assert run(form, stub.replace(kept, "    scores = queries")) == (
        "not yet: your function returns nothing; begin its last line with return."
    )


def test_code_is_kept_after_a_reload_until_reset(open_page):
    page = open_page("book/one_head.html", served=True)
    form = form_of(page)
    field = form.get_by_role("textbox")
    stub = field.input_value()
    write(form, WRITTEN.format("..."))
    page.reload()
    assert field.input_value() == WRITTEN.format("...")
    form.get_by_role("button", name="Start anew").click()
    assert field.input_value() == stub
    page.reload()
    assert field.input_value() == stub


def test_code_is_judged_without_storage(open_page, problems):
    page = open_page("book/one_head.html")
    page.add_init_script(NO_STORAGE)
    page.reload()
    problems.clear()  # the theme needs a storage, and says so
    assert run(form_of(page), WRITTEN.format("...")) == "not answered yet."
    assert not [problem for problem in problems if "code_model.js" in problem]
    problems.clear()


def test_a_failed_load_is_reported(open_page, problems):
    page = open_page("book/one_head.html", served=True)
    page.route("**/python/*.js", lambda route: route.abort())
    form = form_of(page)
    form.get_by_role("textbox").fill(WRITTEN.format("..."))
    form.get_by_role("button", name="Run").click()
    assert verdict(form) == "the page's Python could not be loaded: open the notebook."
    problems.clear()


def test_a_failing_python_is_reported(open_page, problems):
    page = open_page("book/one_head.html")
    form = form_of(page)
    assert run(form, WRITTEN.format("...")) == "not answered yet."
    page.evaluate("bookTexts.wasm = ''")
    form.get_by_role("button", name="Run").click()
    assert "the page's Python stopped (" in verdict(form)
    assert verdict(form).endswith("): open the notebook.")
    problems.clear()


# As in WebKit, where a worker of a page from a file may fetch no blob.
NO_BLOBS = """bookTexts.worker = `
    const real = fetch;
    self.fetch = (url, ...how) => /^blob:/.test(url)
        ? Promise.reject(new DOMException("denied", "NetworkError")) : real(url, ...how);
    delete self.XMLHttpRequest;
    ${bookTexts.worker}`;"""


def test_python_starts_if_a_worker_cannot_fetch_blobs(open_page):
    page = open_page("book/one_head.html")
    form = form_of(page)
    write(form, WRITTEN.format("..."))
    page.wait_for_function("globalThis.bookTexts?.worker")
    page.evaluate(NO_BLOBS)
    form.get_by_role("button", name="Run").click()
    assert verdict(form) == "not answered yet."


@pytest.mark.parametrize("platform", ["MacIntel", "Win32"])
def test_ctrl_enter_and_cmd_enter_run_the_code_on_every_system(open_page, platform):
    page = open_page("book/one_head.html")
    page.add_init_script(
        f"Object.defineProperty(navigator, 'platform', {{ get: () => '{platform}' }})"
    )
    page.reload()
    form = form_of(page)
    code = WRITTEN.format("...")
    write(form, "1 / 0")
    for keys, text, said in (
        ("Control+Enter", "1 / 0", "line 1: ZeroDivisionError: division by zero."),
        ("Meta+Enter", code, "not answered yet."),
    ):
        form.locator(".cm-content").fill(text)
        page.keyboard.press(keys)
        assert verdict(form) == said
        assert form.locator(".cm-content").inner_text() == text


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_editor_is_accessible(open_page, axe, theme):
    page = open_page("book/one_head.html", theme=theme)
    code = "# a comment\n" + WRITTEN.format('print("a", 1) or None')
    assert run(form_of(page), code).startswith("not yet: your function returns nothing")
    assert axe(page, "form.code") == []


# How much of an element is off the screen: at the top, where a header is, and at the bottom.
OUTSIDE = """(node) => {
    const { top, bottom } = node.getBoundingClientRect();
    const header = document.querySelector(".bd-header, .bd-header-article");
    const free = Math.max(0, header?.getBoundingClientRect().bottom ?? 0);
    return [Math.max(0, free - top), Math.max(0, bottom - innerHeight)];
}"""


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
@pytest.mark.parametrize("number", [1, 2])
def test_a_verdict_is_on_the_screen(open_page, motion, number):
    """One on code, and one on choices, on the screen of a laptop."""
    page = open_page(f"book/one_head.html?exercise={number}", width=1280, height=720)
    page.emulate_media(reduced_motion=motion)
    if number == 1:
        form = form_of(page)
        write(form, WRITTEN.format("x @ W_V"))
    else:
        form = page.get_by_role("form", name="Your answer to exercise 2")
        for group in form.get_by_role("group").all():
            group.get_by_role("radio").first.check()
    button = form.get_by_role("button", name=["Run", "Check"][number - 1])
    status = form.locator(".verdict")
    # The button is at the lower edge, and the page could stay where it is.
    page.add_style_tag(content=".bd-article { padding-bottom: 100vh !important; }")
    page.evaluate("scrollTo({ top: 0, behavior: 'instant' })")
    form.evaluate(
        """(form, button) => {
            const room = innerHeight - button.getBoundingClientRect().bottom;
            form.style.marginTop = `${room - 2}px`;
            scrollBy({ top: button.getBoundingClientRect().bottom - innerHeight + 2 });
        }""",
        button.element_handle(),
    )
    button.evaluate("(node) => node.click()")
    status.filter(has_text="not yet").wait_for()
    if motion == "no-preference":
        page.wait_for_function(
            f"(node) => ({OUTSIDE})(node).every((px) => px === 0)",
            arg=status.element_handle(),
            timeout=3000,
        )
    assert status.evaluate(OUTSIDE) == [0, 0]
    assert button.evaluate(OUTSIDE)[0] == 0
