"""A chapter's opening question takes an answer, and says later what comes of it."""

from pathlib import Path

import pytest

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
    for i, sentence in enumerate(everything):
        options.nth(i).check()
        assert answers(page) == [sentence]
    page.get_by_role("button", name="What others choose").click()
    assert answers(page) == everything
    assert page.locator("li.chosen").inner_text() == everything[-1]
    page.get_by_role("button", name="Show less").click()
    assert answers(page) == everything[-1:]


def test_a_choice_outlives_the_page_until_it_is_taken_back(open_page):
    page = open_page("book/one_head.html")
    page.locator(".vote input").first.focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    assert "Noted" in page.locator(".vote-noted [role=status]").inner_text()
    page.reload()
    assert page.locator(".vote input").nth(2).is_checked()
    assert len(answers(page)) == 1
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
    assert len(answers(page)) == 1
    page.get_by_role("button", name="Take it back").click()
    assert len(answers(page)) == 3
    assert not [problem for problem in problems if "votes.js" in problem]
    problems.clear()
