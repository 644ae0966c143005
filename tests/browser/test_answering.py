"""A page takes answers: to a chapter's opening question, and to exercises without code."""

import importlib
import itertools
import json
import re
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
import torch

from mha_lib.book.exercises import _page, judge

CHAPTERS = [
    path.stem
    for path in sorted(Path(__file__).parents[2].glob("book/*.ipynb"))
    if "What you decided." in path.read_text()
]
NO_STORAGE = """Object.defineProperty(window, "localStorage", {
    get() { throw new DOMException("denied", "SecurityError"); },
});"""


def answers(page):
    """The sentences that are seen where the text gives the answer."""
    return page.locator("blockquote:has-text('What you decided.') li:visible").all_inner_texts()


# Served: a private window, as every context is, may forget what a file has stored.
def test_a_vote_is_kept_after_a_reload_until_taken_back(open_page):
    page = open_page("book/one_head.html", served=True)
    page.locator(".vote input").first.focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    assert "Noted" in page.locator(".vote-noted [role=status]").inner_text()
    page.reload()
    assert page.locator(".vote input").nth(2).is_checked()
    assert 1 <= len(answers(page)) <= 2
    other = page.context.new_page()
    other.goto(page.url.replace("one_head", "stacking"))
    assert not other.locator(".vote input:checked").count()
    page.get_by_role("button", name="Take it back").press("Enter")
    assert page.evaluate("document.activeElement.name") == "vote"
    page.reload()
    assert not page.locator(".vote input:checked").count()
    assert len(answers(page)) == 3


def test_without_storage_a_vote_lasts_as_long_as_the_page(open_page, problems):
    page = open_page("book/one_head.html")
    page.add_init_script(NO_STORAGE)
    page.reload()
    problems.clear()  # the theme needs a storage, and says so
    page.locator(".vote input").nth(1).check()
    assert 1 <= len(answers(page)) <= 2
    page.get_by_role("button", name="Take it back").click()
    assert len(answers(page)) == 3
    assert not [problem for problem in problems if "page/book.js" in problem]
    problems.clear()


FILES = Path(_page.__file__).parent.glob("[a-z]*.py")
EXERCISES = {
    f"{path.stem}.{number}": spec
    for path in sorted(FILES)
    for number, spec in importlib.import_module(
        f"{_page.__package__}.{path.stem}"
    ).EXERCISES.items()
}
IN_PAGE = [name for name, spec in EXERCISES.items() if spec.page]


def is_painted(spec):
    return isinstance(spec.page, _page.Table) and spec.solution.dtype == torch.bool


PAINT = """(cells, on) => {
    for (const [i, cell] of cells.entries())
        if ((cell.ariaPressed === "true") !== on[i]) cell.click();
}"""


def given(spec):
    """An answer for each thing that the page can say: what to enter, and what a notebook gets."""
    if isinstance(spec.page, _page.Number):
        return [(f"{number!r}", number) for number in (spec.solution, *spec.mistakes.values())]
    if isinstance(spec.page, _page.Table):
        known = (spec.solution, *spec.mistakes.values())
        return [(table, table) for table in known if table.shape == spec.solution.shape]
    if isinstance(spec.page, _page.Typed):
        return [(as_typed(answer), answer) for answer in (spec.solution, *spec.mistakes.values())]
    options = spec.page.parts.values()
    return [
        (
            [list(o).index(c) for o, c in zip(options, chosen, strict=True)],
            spec.page.answer(*chosen),
        )
        for chosen in itertools.product(*options)
    ]


def in_page(name, answer):
    """The verdict of the notebook, as a page says it."""
    verdict = judge(name, answer)
    chosen = isinstance(EXERCISES[name].page, _page.Choose)
    return _page._without_cases(verdict) if chosen else verdict.text


def as_typed(answer):
    if isinstance(answer, str):
        return [answer]
    return [", ".join(map(repr, row)) if isinstance(row, list) else f"{row}" for row in answer]


def enter(form, answer):
    if isinstance(answer, torch.Tensor):
        cells, entries = form.locator("td > *"), answer.flatten().tolist()
        if answer.dtype == torch.bool:
            cells.evaluate_all(PAINT, entries)
        else:
            for cell, entry in zip(cells.all(), entries, strict=True):
                cell.fill(f"{entry}")
        form.get_by_role("button", name="Check").press("Enter")
        return
    if isinstance(answer, list) and isinstance(answer[0], str):
        for box, text in zip(form.locator("input").all(), answer, strict=True):
            box.fill(text)
        box.press("Enter")
        return
    if isinstance(answer, str):
        form.locator("input").fill(answer)
        form.locator("input").press("Enter")
        return
    sliders = form.locator("[type=range]")
    for part, i in enumerate(answer):
        if sliders.count():
            sliders.nth(part).fill(f"{i}")
        else:
            form.locator("fieldset").nth(part).locator("input").nth(i).check()
    form.get_by_role("button", name="Check").press("Enter")


@pytest.mark.parametrize("chapter", dict.fromkeys(name.split(".")[0] for name in IN_PAGE))
def test_each_exercise_gives_its_verdicts_in_the_page(open_page, chapter):
    page = open_page(f"book/{chapter}.html")
    names = [name for name in IN_PAGE if name.startswith(f"{chapter}.")]
    for width, name in itertools.product([1280, 390], names):
        page.set_viewport_size({"width": width, "height": 900})
        form = page.get_by_role("form", name=f"Your answer to exercise {name.split('.')[1]}")
        status = form.locator(".verdict")
        by_verdict = {}
        for entered, answer in given(EXERCISES[name]):
            by_verdict.setdefault(in_page(name, answer), entered)
        assert any(text.startswith("correct") for text in by_verdict)
        right_first = sorted(by_verdict, key=lambda text: not text.startswith("correct"))
        # On a phone the form looks different, but gives its verdicts in the same way.
        for text in right_first[: 12 if width == 1280 else 2]:
            enter(form, by_verdict[text])
            # A page also says which of its fields it cannot read.
            two = "^key of .*: give two finite numbers"
            said = re.sub(two, "not yet: give three vectors of two numbers", status.inner_text())
            assert said == text, f"{name}, {width} wide"
        form.get_by_role("button", name="Clear").click()
        assert status.inner_text() == ""
        assert not page.locator(f"text=Exercise {name}: not answered yet").is_visible()


# Buttons, sliders, a number, texts, a table typed, and one painted.
@pytest.mark.parametrize(
    "name",
    [
        *("one_head.2", "why_more_than_one.2", "not_the_same_matrix.1", "reading_weights.2"),
        *("per_head.3", "what_masks_mean.2"),
    ],
)
def test_an_answer_is_kept_after_a_reload_until_cleared(open_page, name):
    chapter, number = name.split(".")
    page = open_page(f"book/{chapter}.html", served=True)
    form = page.get_by_role("form", name=f"Your answer to exercise {number}")
    entered, answer = given(EXERCISES[name])[1]
    enter(form, entered)
    page.reload()
    assert form.locator(".verdict").inner_text() == in_page(name, answer)
    form.get_by_role("button", name="Clear").click()
    page.reload()
    assert form.locator(".verdict").inner_text() == ""


STORE = """(text) => {
    for (const n of [2, 3, 4]) localStorage.setItem(`answer one_head.${n}`, text);
}"""


def test_a_corrupt_stored_answer_is_deleted(open_page):
    page = open_page("book/one_head.html", served=True)
    forms = page.locator("form.answer").count()
    for text in ("{", "[[[7]]]"):
        page.evaluate(STORE, text)
        page.reload()
        assert page.locator("form.answer").count() == forms
        assert not page.evaluate("Object.keys(localStorage).filter((key) => /^answer/.test(key))")


def test_stored_code_that_is_too_long_is_not_shown(open_page):
    page = open_page("book/one_head.html", served=True)
    fields = "(all) => all.map((field) => field.value)"
    stubs = page.locator("form.code textarea").evaluate_all(fields)
    page.evaluate("localStorage.setItem('code one_head.1', 'x'.repeat(1_000_000))")
    page.reload()
    assert page.locator("form.code textarea").evaluate_all(fields) == stubs


def painted(form):
    """The cells that are painted, by row and column."""
    pressed = form.locator("td > *").evaluate_all("all => all.map((one) => one.ariaPressed)")
    columns = form.locator("thead th").count()
    return {divmod(i, columns) for i, state in enumerate(pressed) if state == "true"}


@pytest.mark.parametrize("name", [name for name in IN_PAGE if is_painted(EXERCISES[name])])
def test_a_table_is_painted_by_keyboard_mouse_and_finger(open_page, name):
    chapter, number = name.split(".")
    page = open_page(f"book/{chapter}.html", width=390, has_touch=True)
    form = page.get_by_role("form", name=f"Your answer to exercise {number}")
    assert form.locator("td > [tabindex='0']").count() == 1
    form.locator("td > [tabindex='0']").focus()
    for key in ("Space", "ArrowDown", "ArrowRight", "ArrowRight", "Enter", "Home", "ArrowUp"):
        page.keyboard.press(key)
    assert painted(form) == {(0, 0), (1, 2)}
    page.keyboard.press("Space")
    assert painted(form) == {(1, 2)}
    assert page.evaluate("document.activeElement.ariaPressed") == "false"
    rows, columns = EXERCISES[name].page.rows, EXERCISES[name].page.columns
    said = page.evaluate("document.activeElement.ariaLabel")
    assert said == f"row {rows[0]}, column {columns[0]}"
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Check"
    form.get_by_role("button", name="Clear").click()
    assert painted(form) == set()

    def middle(row, column):
        box = form.locator("tbody tr").nth(row).locator("td > *").nth(column).bounding_box()
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    form.locator("table").scroll_into_view_if_needed()
    page.mouse.move(*middle(1, 0))
    page.mouse.down()
    page.mouse.move(*middle(1, 4), steps=9)
    page.mouse.up()
    page.mouse.move(*middle(3, 4))
    assert painted(form) == {(1, column) for column in range(5)}
    page.touchscreen.tap(*middle(1, 2))
    page.touchscreen.tap(*middle(2, 1))
    assert painted(form) == {(1, 0), (1, 1), (1, 3), (1, 4), (2, 1)}
    finger = page.context.new_cdp_session(page)
    for kind, places in (
        ("Start", [middle(3, 0)]),
        ("Move", [middle(3, 1)]),
        ("Move", [middle(3, 2)]),
        ("End", []),
    ):
        points = [{"x": x, "y": y} for x, y in places]
        finger.send("Input.dispatchTouchEvent", {"type": f"touch{kind}", "touchPoints": points})
    assert {(3, 0), (3, 1), (3, 2)} < painted(form)


def test_over_plain_http_a_table_is_painted_by_dragging(open_page):
    name = next(name for name in IN_PAGE if is_painted(EXERCISES[name]))
    chapter, number = name.split(".")
    page = open_page(f"book/{chapter}.html", plain=True)
    assert not page.evaluate("isSecureContext")
    form = page.get_by_role("form", name=f"Your answer to exercise {number}")
    cells = form.locator("tbody tr").nth(1).locator("td > *")
    form.locator("table").scroll_into_view_if_needed()
    boxes = [cell.bounding_box() for cell in cells.all()]
    y = boxes[0]["y"] + boxes[0]["height"] / 2
    page.mouse.move(boxes[0]["x"] + 5, y)
    page.mouse.down()
    page.mouse.move(boxes[-1]["x"] + 5, y, steps=3 * len(boxes))
    page.mouse.up()
    assert painted(form) == {(1, column) for column in range(len(boxes))}


def test_over_plain_http_code_is_run(open_page):
    page = open_page("book/what_masks_mean.html", plain=True)
    page.locator("details:has(form.code)").evaluate_all(
        "all => all.map((one) => (one.open = true))"
    )
    form = page.locator("form.code").first
    form.get_by_role("textbox").focus()
    form.locator(".cm-content").wait_for()
    form.get_by_role("button", name="Run").click()
    form.get_by_text("not answered yet.", exact=True).wait_for()


def test_arrow_keys_move_through_a_table_of_numbers(open_page):
    page = open_page("book/per_head.html")
    form = page.get_by_role("form", name="Your answer to exercise 3")
    form.locator("td > input").first.focus()
    for text, key in (("-2", "ArrowRight"), ("0", "ArrowDown"), ("6", "Enter"), ("1", "ArrowUp")):
        page.keyboard.type(text)
        page.keyboard.press(key)
    page.keyboard.type("-3")
    page.keyboard.press("ArrowLeft")  # inside the text
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.keyboard.type("16/2")
    page.keyboard.press("Enter")
    assert form.locator(".verdict").inner_text() == "correct."


def vote_for_each_option(page):
    """Votes in turn; only the answers to this option and the right one are seen."""
    options = page.locator(".vote input")
    everything = answers(page)
    assert options.count() == len(everything) >= 2
    (right,) = [sentence for sentence in everything if ": right" in sentence]
    for i, sentence in enumerate(everything):
        options.nth(i).check()
        assert set(answers(page)) == {sentence, right}
    page.get_by_role("button", name="The other answers").click()
    assert answers(page) == everything
    assert page.locator("li.chosen").inner_text() == everything[-1]
    page.get_by_role("button", name="Show less").click()
    assert set(answers(page)) == {everything[-1], right}


def places_for_answers(page, chapter):
    """Every exercise takes its answer, or links to the notebook."""
    mine = [spec for name, spec in EXERCISES.items() if name.partition(".")[0] == chapter]
    assert page.locator("form.answer").count() == sum((s.page is not None) + s.code for s in mine)
    in_python = page.locator("p.in-python:has(a)").all()
    assert len(in_python) == sum(spec.page is None and not spec.code for spec in mine)
    for place in in_python:
        links = place.locator("a").evaluate_all("links => links.map((link) => link.href)")
        notebook, how = (Path(unquote(urlsplit(link).path)).read_text("utf-8") for link in links)
        assert any(cell["id"] == "exercise-1" for cell in json.loads(notebook)["cells"])
        assert f'id="{urlsplit(links[1]).fragment}"' in how


@pytest.mark.parametrize("chapter", sorted({*CHAPTERS, *(n.partition(".")[0] for n in EXERCISES)}))
def test_a_chapter_takes_votes_and_answers(open_page, chapter):
    page = open_page(f"book/{chapter}.html")
    places_for_answers(page, chapter)
    if chapter in CHAPTERS:
        vote_for_each_option(page)
