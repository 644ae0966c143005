"""A copied link shows a widget as it was; one that does not fit shows the start, and says so."""

import io

import numpy as np
import pytest
import torch
from PIL import Image

from mha_lib.widgets import HeadsView
from tests.browser.pages import ADD_LATER, controls, picture, settle, state
from tests.helpers.every_widget import TESTS
from tests.js.shared.test_js_url_state import LINKED, choices, class_accepts, in_order

linked = pytest.mark.parametrize("name", LINKED)

NO_CLIPBOARD = "Object.defineProperty(navigator, 'clipboard', { value: undefined });"
READY = """() => document.readyState === "complete" &&
    [...document.querySelectorAll("[data-mha]")].every((place) =>
        place.querySelector(".mha:not([aria-busy=true])"))"""
# Focus, scrolling, and what only a screen reader hears are not part of the state in a link.
AT_REST = """() => {
    document.activeElement.blur();
    scrollTo(0, 0);
    document.body.append(document.createElement("style"));
    document.body.lastChild.textContent =
        ".mha-screen-reader { display: none; } .mha-sum-panel { position: static; }";
}"""
IN_SIGHT = """(node) => {
    const { top } = node.getBoundingClientRect();
    return top > -1 && top < innerHeight / 2; // a page scrolls by whole pixels
}"""


def comes_in_sight(node):
    """A page scrolls again when everything above has been drawn."""
    node.page.wait_for_function(IN_SIGHT, arg=node.element_handle())


def ready(page):
    page.wait_for_function(READY)
    settle(page)
    return page


def opened(page, address):
    """A page at an address, in a tab of its own."""
    page = page.context.new_page()
    page.goto(address)
    return ready(page)


@pytest.fixture
def open_linked(open_widget):
    """A page with widgets, in a browser that does not give its clipboard."""

    def open_linked(*widgets, **options):
        page = open_widget(*widgets, alone=True, **options)
        page.context.add_init_script(NO_CLIPBOARD)
        return opened(page, page.url)

    return open_linked


class Shown:
    """What a reader sees: words, and a picture. A browser's edges differ by 2 of 255.

    Without SentenceView's comparison, because a link has no other sentence's token.
    """

    def __init__(self, section):
        section.page.evaluate(AT_REST)
        section.page.add_style_tag(content=".mha-comparison { display: none; }")
        section.page.mouse.move(0, 0)
        settle(section.page)
        self.words = section.inner_text()
        pixels = Image.open(io.BytesIO(section.screenshot())).convert("RGB")
        self.pixels = np.asarray(pixels, dtype=int)

    def __eq__(self, other):
        assert self.words == other.words
        assert self.pixels.shape == other.pixels.shape
        return abs(self.pixels - other.pixels).max() <= 2


def copy(section):
    """The link that a reader gets; without a clipboard, from a field."""
    section.get_by_role("button", name="Copy link to this").click()
    return section.get_by_label("link to this", exact=True).input_value()


def moment(section):
    return copy(section).split("#")[1]


def given(fragment):
    """The choices in a link, as texts."""
    return dict(part.split("=") for part in fragment.split("?")[1].split("&"))


def change_in_python(widget, name):
    """Sets every choice to another value, if there is one."""
    others = [*range(39, -2, -1), "cabbagefaded", "every number", "previous", [0], ["Q", 0, 1]]
    others.append(["Q", 0, 1, 0])
    for trait in in_order(name):
        start = getattr(widget, trait)
        fitting = (o for o in others if o != start and class_accepts(widget, trait, o))
        setattr(widget, trait, next(fitting, start))


# What sets kinds of widgets apart, their choices, is in the next test and in test_js_url_state.py.
@pytest.mark.parametrize("name", ["CodeView"])
def test_a_link_restores_the_state_or_is_refused(open_linked, name):
    widget = TESTS[name].make()
    page = open_linked(widget)
    section, refused = page.locator(".mha"), page.locator(".mha-refused")
    start, start_state = Shown(section), state(page)
    change_in_python(widget, name)
    other = open_linked(widget).locator(".mha")
    wanted, link = Shown(other), moment(other)
    assert wanted.words != start.words

    # Followed in the page that is there already, and in another one.
    page.evaluate("(link) => { window.stays = true; location.hash = link; }", link)
    assert Shown(section) == wanted
    again = opened(page, page.url)
    assert Shown(again.locator(".mha")) == wanted
    assert state(again) == state(other.page)

    last, text = list(given(link).items())[-1]
    for broken, wrong in (
        (link.replace(f"{last}={text}", f"{last}=%3Cb%3E"), f"{last} cannot be “<b>”"),
        (f"{link}&open=7", "open cannot be “7”"),
        (f"{name}-000000?{link.split('?')[1]}", f"it shows another {name}"),
    ):
        page.evaluate(
            "([good, bad]) => { location.hash = good; location.hash = bad; }", [link, broken]
        )
        page.get_by_text(f"The link does not fit this page: {wrong}.", exact=True).wait_for()
        assert state(page) == start_state
    again = opened(page, page.url)
    assert again.locator(".mha-refused").inner_text() == refused.inner_text()
    refused.evaluate("(node) => (node.textContent = '')")
    assert Shown(section) == start
    assert page.evaluate("() => window.stays")


def change_by_hand(page, section):
    """Changes each control; controls that others would reset come last."""
    for kind in ("text", "textarea", "select-one", "radio", "range", "", "button"):
        for control, actions in controls(page, section.element_handle()):
            own = control.evaluate("(c) => c.closest('.mha-link') ? null : c.type ?? ''")
            if own == kind and control.is_visible() and control.is_enabled():
                before = picture(section)
                for action in actions:
                    action()
                    settle(page)
                    if picture(section) != before:
                        break
    for fold in section.locator("summary").all():
        if fold.is_visible():
            fold.click()


@pytest.mark.slow
@linked
def test_a_link_holds_everything_that_a_reader_can_change(open_linked, name):
    changed = set()
    for build in [TESTS[name].make, *TESTS[name].EXAMPLES]:
        if changed - {"open"} == choices(name):
            break
        page = open_linked(build())
        section = page.locator(".mha")
        back = moment(section)
        start = given(back)
        page.reload()  # without the link, which is shown
        ready(page)
        at_start = Shown(section)
        change_by_hand(page, section)
        then, state_then, link = Shown(section), state(page), copy(section)
        changed |= {choice for choice, text in given(link).items() if text != start.get(choice)}
        again = opened(page, link)
        assert Shown(again.locator(".mha")) == then
        assert state(again) == state_then
        # Followed in the page that is there already.
        again.evaluate("(link) => (location.hash = link)", back)
        assert Shown(again.locator(".mha")) == at_start
        assert copy(again.locator(".mha")).endswith(f"#{back}")
    assert changed - {"open"} == choices(name)


def view(**options):
    torch.manual_seed(options.pop("seed", 0))
    return HeadsView(torch.rand(2, 9, 9), list("abcdefghi"), **options)


def test_a_link_finds_one_of_several_widgets_anywhere_in_the_page(open_linked):
    first, second, third = view(), view(seed=1), view()
    page = open_linked(first, second, third)
    for i in range(3):
        section = page.locator(".mha").nth(i)
        section.get_by_label("query", exact=True).fill(str(3 + i))
        link = copy(section)
        again = opened(page, link)
        displayed = again.locator(".mha").get_by_label("query", exact=True).all()
        assert [slider.input_value() for slider in displayed] == ["0"] * i + [str(3 + i)] + [
            "0"
        ] * (2 - i)
        comes_in_sight(again.locator(".mha").nth(i))
    # It is found again in a page where other widgets come first.
    link = moment(page.locator(".mha").nth(1))
    page = open_linked(view(seed=2), first, second)
    page.goto(f"{page.url}#{link}")
    assert page.locator(".mha").nth(2).get_by_label("query", exact=True).input_value() == "4"


def test_copying_is_confirmed_and_without_a_clipboard_shows_the_link(open_widget):
    page = open_widget(view(), permissions=["clipboard-read", "clipboard-write"])
    row = page.locator(".mha-link")
    row.get_by_role("button").click()
    row.get_by_text("Copied.").wait_for()
    link = page.evaluate("() => navigator.clipboard.readText()")
    assert link.startswith(f"{page.url}#HeadsView-")
    page.get_by_label("query", exact=True).fill("2")  # the copied state is no longer shown
    assert row.inner_text().strip() == "Copy link to this"
    page.evaluate(NO_CLIPBOARD)
    row.get_by_role("button").click()
    field = row.get_by_role("textbox", name="link to this")
    assert field.input_value() == link.replace("query=0", "query=2")
    assert page.evaluate("() => document.activeElement.selectionEnd") == len(field.input_value())
    page.get_by_label("query", exact=True).fill("3")
    assert field.count() == 0


ALONE = "Only this computer can open this link."
SERVE = "To let a class open it, serve the book with “make serve ROOM=1” and copy the link there."
PUBLISHED = "https://someone.github.io/heads/book/one_head.html"


@pytest.mark.parametrize("clipboard", [True, False])
def test_a_link_that_others_cannot_open_says_how_they_could(open_widget, clipboard):
    page = open_widget(view(), permissions=["clipboard-read", "clipboard-write"])
    if not clipboard:
        page.evaluate(NO_CLIPBOARD)
    row = page.locator(".mha-link")
    row.get_by_role("button").press("Enter")
    said = row.get_by_role("status").filter(has_text=ALONE)
    assert said.inner_text().endswith(f" {ALONE} {SERVE}")
    # A book that was built with its public address has it on every page.
    page.evaluate(
        "(href) => document.head.append(Object.assign("
        "document.createElement('link'), { rel: 'canonical', href }))",
        PUBLISHED,
    )
    row.get_by_role("button").press("Enter")
    online = said.get_by_role("link", name="the same page online")
    wanted = f"{PUBLISHED}#HeadsView-"
    assert online.get_attribute("href").startswith(wanted)
    assert said.inner_text().endswith(f" {ALONE} Others can open the same page online.")
    assert row.get_by_role("button").evaluate("(one) => one === document.activeElement") == (
        clipboard  # otherwise the field has the focus
    )
    online.focus()
    page.get_by_label("query", exact=True).fill("2")  # the copied state is no longer shown
    assert row.inner_text().strip() == "Copy link to this"


def test_a_link_that_others_can_open_says_nothing_of_it(open_widget):
    page = open_widget(view(), plain=True)
    row = page.locator(".mha-link")
    row.get_by_role("button").press("Enter")
    row.get_by_label("link to this", exact=True).wait_for()
    assert "copy the link from this field." in row.inner_text()
    assert ALONE not in row.inner_text()


def test_widgets_added_after_loading_have_no_links(open_widget):
    page = open_widget(view())
    page.evaluate(
        ADD_LATER,
        view(seed=1).html(),
    )
    page.locator(".mha").wait_for()
    assert page.locator(".mha-link").count() == 0


# Every kind of widget's link is followed in the book's pages by test_engines.py, in each engine.
# Here, that the page scrolls there: to a widget that is in sight, and to one that loads a model.
@pytest.mark.parametrize("name", ["SplitExplorer", "CodeView"])
def test_links_in_the_book_lead_to_widgets_and_headings(open_page, book, name):
    pages = sorted(book.glob("book/*.html"))
    file = next(f for f in pages if f'data-mha-name="{name}-' in f.read_text(encoding="utf-8"))
    page = open_page(file.relative_to(book).as_posix())
    page.context.add_init_script(NO_CLIPBOARD)
    page.reload()
    ready(page)
    section = page.locator(f"[data-mha-name^='{name}-'] .mha").last
    section.evaluate(
        "(s) => { for (let n = s; (n = n.parentElement?.closest('details')); ) n.open = true; }"
    )
    asks = section.get_by_role("button", name="Load the model")
    if asks.count():
        asks.click()
        ready(page)
    slider = section.locator(
        "input[type=range], :is(.mha-text, .mha-chips, .mha-steps) button"
    ).last
    slider.press("Home") if slider.get_attribute("type") else slider.click()
    page.mouse.move(0, 0)
    settle(page)
    wanted, link = section.inner_text(), copy(section)
    again = opened(page, link)
    found = again.locator(f"[data-mha-name^='{name}-'] .mha").last
    comes_in_sight(found)
    assert found.inner_text() == wanted  # pixels fall otherwise elsewhere on a page
    heading = again.locator("main section section[id]").first  # the last may be too short
    again.evaluate("(id) => (location.hash = id)", heading.get_attribute("id"))
    comes_in_sight(heading)
