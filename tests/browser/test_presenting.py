"""A page is presented section by section: nothing is lost on the way, and it is left as it came."""

import importlib
import itertools
import json
import re
from pathlib import Path

import pytest

from tests.browser.pages import cut_off, settle, state, too_wide
from tests.browser.test_code_editor import form_of, run
from tests.helpers import scripts

ROOT = Path(__file__).parents[2]
class_sheets = importlib.import_module("sphinx_extensions.class_sheets")
SOURCES = sorted(ROOT.glob("book/*.ipynb"))
CHAPTERS = [path.stem for path in SOURCES]
VOTES = [path.stem for path in SOURCES if "> **Decide before you read on.**" in path.read_text()]
SCREEN = {"width": 1024, "height": 768}  # a projector's
# Goes through a page by its key, and records at each stop: which step is shown, which part of the
# page's height is on the screen, what of the text is shown and how high it is, and how much wider
# than the screen the page is. Widgets draw themselves anew, so each is one thing. Presenting hides
# folds of imports and the code of widgets; `left` counts those that it left.
WALK = scripts.read("presenting_walk")
# All of a page that presenting could change, and the reader's own.
STATE = """() => [
    scrollY,
    ...[...document.querySelectorAll("html, body, main :is(section, h1, h2, h3)")]
        .map((node) => node.cloneNode(false).outerHTML),
    [...document.querySelectorAll("details")].map((fold) => fold.open),
    [...document.querySelectorAll(".mha")].map((widget) => JSON.stringify(widget.stateForTests())),
]"""


def place(page):
    """The step that is shown, as the page says; None if it is not presenting."""
    displayed = page.locator(".steps [role=status]")
    return displayed.inner_text().split(":")[0] if displayed.is_visible() else None


def press(page, key):
    page.keyboard.press(key)
    settle(page)


@pytest.fixture
def presented(open_page):
    def presented(name="book/one_head.html", **options):
        page = open_page(name, **{**SCREEN, **options})
        press(page, "p")
        return page

    return presented


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_each_part_of_a_chapter_is_shown_in_one_step_and_none_is_skipped(open_page, chapter):
    page = open_page(f"book/{chapter}.html", **SCREEN)
    read, stops = page.evaluate(WALK)
    steps = {}
    for stop in stops:
        steps.setdefault(stop["displayed"], []).append(stop)
        assert stop["beside"] <= 0
        assert stop["left"] == 0
    count = len(steps)
    assert list(steps) == [f"{i + 1} of {count}" for i in range(count)]
    # A heading right above another opens no step of its own.
    assert count == page.locator("article :is(h1, h2, h3):not(:has(+ section))").count()
    # At the end of a step, because a vote's answer appears only then.
    assert sorted(i for screens in steps.values() for i, _, _ in screens[-1]["parts"]) == read
    for screens in steps.values():
        parts = screens[-1]["parts"]
        assert screens[0]["start"] <= min(top for _, top, _ in parts)
        assert screens[-1]["end"] > max(bottom for _, _, bottom in parts) - 2
        for before, after in itertools.pairwise(screens):
            came = len(after["parts"]) - len(before["parts"])
            assert before["start"] < after["start"] < before["end"] + 1 or came > 0


@pytest.mark.parametrize("chapter", CHAPTERS[::4])
def test_leaving_restores_the_page(open_page, chapter):
    page = open_page(f"book/{chapter}.html", **SCREEN)
    page.locator("article details").evaluate_all("(all) => all.forEach((n, i) => (n.open = i % 2))")
    for part in (0, 0.3, 0.61, 1):
        page.evaluate("(part) => scrollTo(0, part * document.body.scrollHeight)", part)
        settle(page)
        before = page.evaluate(STATE)
        press(page, "p")
        assert not page.locator("article details[open]:not(.mha details)").count()
        assert (
            page.locator("article h1, article h2, article h3").locator("visible=true").count() < 3
        )
        press(page, "Escape")
        page.evaluate("() => document.activeElement.blur()")
        settle(page)
        assert page.evaluate(STATE) == before


def test_the_answer_to_a_vote_is_hidden_until_the_presenter_goes_on(presented):
    page = presented("book/one_head.html#one-row-with-a-pencil")
    answer = page.get_by_text("What you decided.")
    step = place(page)
    while not answer.is_visible():
        assert page.locator("#one-row-with-a-pencil table:visible").count() == 1
        press(page, "PageDown")
        assert place(page) == step
    assert answer.bounding_box()["y"] < SCREEN["height"] / 2
    press(page, "PageUp")
    assert place(page) == step
    press(page, "Escape")
    assert answer.is_visible()


@pytest.mark.parametrize("chapter", VOTES)
def test_a_vote_is_never_cut_off_when_it_comes_onto_the_screen(presented, chapter):
    page = presented(f"book/{chapter}.html")
    vote = page.locator("blockquote").filter(has_text="Decide before you read on.")
    assert vote.locator("[type=radio]").count() > 1
    stops = 0
    while not vote.is_visible() or vote.bounding_box()["y"] > SCREEN["height"]:
        press(page, "PageDown")
        stops += 1
        assert stops < 20
    top = page.locator(".bd-header-article").bounding_box()
    box = vote.bounding_box()
    assert top["y"] + top["height"] <= box["y"]
    assert box["y"] + box["height"] <= SCREEN["height"]
    press(page, "Escape")
    assert vote.is_visible()


def test_widgets_keep_their_state_and_their_keys_work(presented):
    page = presented()
    while not page.locator(".mha").is_visible():
        press(page, "PageDown")
    displayed, slider = place(page), page.locator(".mha [type=range]").first
    widget = page.evaluate_handle("() => document.querySelector('.mha')")
    slider.focus()
    press(page, "ArrowRight")
    chosen, drawn = slider.input_value(), state(page)
    while place(page) == displayed:
        press(page, "PageDown")
    assert slider.input_value() == chosen
    press(page, "p")
    assert page.evaluate("(widget) => widget === document.querySelector('.mha')", widget)
    assert (slider.input_value(), state(page)) == (chosen, drawn)


def test_leaving_stays_at_the_presented_step(presented):
    page = presented()
    for displayed in ("2 of", "3 of"):
        while not place(page).startswith(displayed):
            press(page, "PageDown")
    heading = page.locator("article h2").nth(1)
    assert page.url.endswith(heading.locator("xpath=..").get_attribute("id"))
    assert heading.evaluate("(heading) => heading === document.activeElement")
    press(page, "p")
    assert 0 <= heading.bounding_box()["y"] < 200
    assert page.locator("#pst-secondary-sidebar, #pst-primary-sidebar").count() == 2


def test_other_keys_neither_start_nor_end_presenting(open_page):
    page = open_page("book/why_more_than_one.html")
    page.locator(".mha [type=text]").press("p")
    assert place(page) is None
    page.locator("#text h1").click()
    press(page, "Shift+P")
    assert place(page) is None
    press(page, "p")
    displayed = place(page)
    press(page, "Control+k")
    for key in ("p", "PageDown", "Escape"):  # a letter of a search, and the end of its dialog
        press(page, key)
        assert place(page) == displayed
    press(page, "Escape")
    assert place(page) is None


@pytest.mark.parametrize("width", [1024, 390])
def test_buttons_work_by_touch_and_with_a_screen_reader(open_page, width):
    page = open_page("book/one_head.html", width=width, has_touch=True)
    button = page.get_by_role("button", name="Present", exact=True)
    assert button.get_attribute("aria-pressed") == "false"
    button.tap()
    displayed = place(page)
    for name in ("Next", "Back"):
        one = page.get_by_role("button", name=name, exact=True)
        box = one.bounding_box()
        assert min(box["width"], box["height"]) >= 44
        while place(page) == displayed:
            one.press("Enter")
            assert one.evaluate("(one) => one === document.activeElement")
        assert place(page) != displayed
        displayed = place(page)
    assert displayed.startswith("1 of ")
    assert button.get_attribute("aria-pressed") == "true"
    button.tap()
    assert place(page) is None
    press(page, "p")
    page.get_by_role("button", name="Next", exact=True).focus()
    press(page, "Escape")  # the focused button disappears
    assert button.evaluate("(button) => button === document.activeElement")


def test_links_back_and_the_next_page_continue_presenting(presented):
    page = presented(served=True)
    first = place(page)
    page.get_by_role("button", name="Contents of this page").click()
    page.get_by_role("dialog").get_by_role("link", name="What this head cannot do").click()
    page.locator("h2:text('What this head cannot do')").wait_for()
    second = place(page)
    assert page.locator("dialog[open]").count() == 0
    page.go_back()
    page.locator("#text h1").wait_for()
    assert place(page) == first
    page.go_forward()
    page.reload()
    page.locator("h2:text('What this head cannot do')").wait_for()
    assert place(page) == second
    while not page.locator(".right-next").is_visible():
        press(page, "PageDown")
    page.locator(".right-next").click()
    page.locator("#text h1:text('Why more')").wait_for()
    page.locator(".steps").wait_for()
    assert place(page).startswith("1 of ")
    press(page, "Escape")
    page.reload()
    assert place(page) is None


def test_presenting_works_without_storage(open_page, problems):
    page = open_page("book/one_head.html")
    page.add_init_script("""Object.defineProperty(window, "sessionStorage", {
        get() { throw new DOMException("denied", "SecurityError"); },
    });""")
    page.reload()
    problems.clear()  # the theme needs a storage, and says so
    press(page, "p")
    assert place(page).startswith("1 of ")
    press(page, "p")
    assert place(page) is None
    assert problems == []


# A moment after the width has changed, the theme lets the keyboard reach code that scrolls.
FOCUSABLE = """() => [...document.querySelectorAll("pre")].every((code) =>
    !code.checkVisibility() || code.scrollWidth <= code.clientWidth || code.tabIndex === 0)"""


# A page with votes, widgets and answers, and one with wide tables and code.
@pytest.mark.parametrize("name", ["one_head", "calling_pytorch"])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_presented_page_fits_and_is_accessible(presented, axe, name, theme):
    page = presented(f"book/{name}.html", theme=theme)
    displayed = None
    for step in itertools.count():
        if place(page) == displayed:
            break
        displayed = place(page)
        for width in (1024, 390):
            page.set_viewport_size({**SCREEN, "width": width})
            settle(page)
            assert too_wide(page) + cut_off(page) == []
        page.wait_for_function(FOCUSABLE)
        # Steps differ from the page by their bar alone, which has both buttons from the second on.
        if step < 2:
            assert axe(page) == []
        page.keyboard.press("PageDown")
        settle(page)


def test_printing_prints_the_whole_page(presented):
    page = presented()
    page.emulate_media(media="print")
    headings = page.locator("article :is(h1, h2, h3)")
    # The theme prints the title once more, and hides this one.
    assert headings.locator("visible=true").count() >= headings.count() - 1
    size = "() => getComputedStyle(document.documentElement).fontSize"
    assert page.evaluate(size) == "16px"


# --- one exercise alone


def alone(page):
    """Whether one exercise is shown, without what a class should not see next to it."""
    rest = "nav, #pst-primary-sidebar, #pst-secondary-sidebar, .bd-header-article, h1, h2, .steps"
    shown = page.locator(f":is({rest}), summary:has-text('One solution')").locator("visible=true")
    headings = page.locator("article :is(h1, h2, h3)").locator("visible=true")
    return headings.count() == 1 and shown.count() == 0


@pytest.mark.parametrize("served", [False, True])
def test_the_address_on_a_class_s_hand_out_opens_the_exercise_alone(open_page, axe, served):
    page = open_page(class_sheets.EXERCISE, served=served, **SCREEN)
    assert page.get_by_role("heading", name="Exercise 1: the whole head").is_visible()
    assert alone(page)
    form = form_of(page)
    cells = json.loads((ROOT / "book" / "one_head.ipynb").read_text())["cells"]
    (right,) = ("".join(cell["source"]) for cell in cells if cell["id"] == "solution-1")
    link = page.get_by_role("link", name="This exercise in its chapter")
    assert not link.is_visible()  # it leads to the solution
    assert run(form, right.replace("dim=1", "dim=0")).startswith("not yet")
    assert not link.is_visible()
    assert run(form, right.replace(".T", "")).endswith("must be transposed")
    assert run(form, right).startswith("correct")
    judged = form.get_by_role("status").bounding_box()
    assert judged["y"] + judged["height"] <= SCREEN["height"]
    assert too_wide(page) + axe(page) == []
    page.locator("#text h3 >> visible=true").click()
    for key in ("PageDown", "p", "Escape"):
        press(page, key)
        assert alone(page)
    link.click()
    page.locator("#text h1").wait_for()
    assert not alone(page)
    assert place(page) is None


def test_the_address_of_another_exercise_differs_in_its_number(open_page):
    address = re.sub(r"\d$", "3", class_sheets.EXERCISE)
    page = open_page(address)
    assert page.get_by_role("heading", name="Exercise 3: repair a softmax").is_visible()
    assert alone(page)
    assert not alone(open_page(re.sub(r"\d$", "9", address)))  # there is none: the whole page
