"""A page takes answers: to a chapter's opening question, and to exercises without code."""

import importlib
import itertools
from pathlib import Path

import pytest

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


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_every_option_is_answered(open_page, chapter):
    page = open_page(f"book/{chapter}.html")
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


# Served: a private window, as every context is, may forget what a file has stored.
def test_a_choice_outlives_the_page_until_it_is_taken_back(open_page):
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


def test_where_nothing_may_be_stored_a_choice_lasts_as_long_as_the_page(open_page, problems):
    page = open_page("book/one_head.html")
    page.add_init_script(NO_STORAGE)
    page.reload()
    problems.clear()  # the theme needs a storage, and says so
    page.locator(".vote input").nth(1).check()
    assert 1 <= len(answers(page)) <= 2
    page.get_by_role("button", name="Take it back").click()
    assert len(answers(page)) == 3
    assert not [problem for problem in problems if "answers.js" in problem]
    problems.clear()


FILES = Path(_page.__file__).parent.glob("[a-z]*.py")
EXERCISES = {
    f"{path.stem}.{number}": spec
    for path in sorted(FILES)
    for number, spec in importlib.import_module(
        f"{_page.__package__}.{path.stem}"
    ).EXERCISES.items()
}
IN_CODE = [name for name, spec in EXERCISES.items() if isinstance(spec.page, _page.Code)]
IN_PAGE = [name for name, spec in EXERCISES.items() if spec.page and name not in IN_CODE]


def given(spec):
    """An answer for each thing that the page can say: what to enter, and what a notebook gets."""
    if isinstance(spec.page, _page.Number):
        return [(f"{number!r}", number) for number in (spec.solution, *spec.mistakes.values())]
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


def as_typed(answer):
    if isinstance(answer, str):
        return [answer]
    return [", ".join(map(repr, row)) if isinstance(row, list) else f"{row}" for row in answer]


def enter(form, answer):
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


@pytest.mark.parametrize("name", IN_PAGE)
@pytest.mark.parametrize("width", [1280, 390])
def test_an_exercise_gives_its_verdict_in_the_page(open_page, name, width):
    chapter, number = name.split(".")
    page = open_page(f"book/{chapter}.html", width=width)
    form = page.get_by_role("form", name=f"Your answer to exercise {number}")
    status = form.locator(".verdict")
    by_verdict = {}
    for entered, answer in given(EXERCISES[name]):
        by_verdict.setdefault(judge(name, answer).text, entered)
    assert any(text.startswith("correct") for text in by_verdict)
    for text, entered in list(by_verdict.items())[:12]:
        enter(form, entered)
        assert status.inner_text() == text
    form.get_by_role("button", name="Clear").click()
    assert status.inner_text() == ""
    assert not page.locator(f"text=Exercise {name}: not answered yet").is_visible()


# Buttons, sliders, a number, texts.
@pytest.mark.parametrize(
    "name", ["one_head.2", "why_more_than_one.2", "not_the_same_matrix.1", "reading_weights.2"]
)
def test_an_answer_outlives_the_page_until_it_is_cleared(open_page, name):
    chapter, number = name.split(".")
    page = open_page(f"book/{chapter}.html", served=True)
    form = page.get_by_role("form", name=f"Your answer to exercise {number}")
    entered, answer = given(EXERCISES[name])[1]
    enter(form, entered)
    page.reload()
    assert form.locator(".verdict").inner_text() == judge(name, answer).text
    form.get_by_role("button", name="Clear").click()
    page.reload()
    assert form.locator(".verdict").inner_text() == ""


@pytest.mark.parametrize("chapter", sorted({name.partition(".")[0] for name in EXERCISES}))
def test_every_exercise_takes_its_answer_or_says_where(open_page, chapter):
    page = open_page(f"book/{chapter}.html")
    mine = [name for name in EXERCISES if name.partition(".")[0] == chapter]
    taken = sum(EXERCISES[name].page is not None for name in mine)
    assert page.locator("form.answer").count() == taken
    assert page.locator("p.in-python").count() == len(mine) - taken
