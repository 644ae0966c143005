"""Every page of the built book: whole without a network, at any width, in both themes, for all."""

import functools
import os.path
import zipfile
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

from tests.browser.pages import (
    cut_off,
    lifeless,
    lost_formulas,
    missing_signs,
    must_scroll,
    ringless,
    settle,
    too_heavy,
    too_wide,
    undrawn_formulas,
    unfold_numbers,
    unsaid,
    widgets_made,
    wrong_theme,
)

# At this width code and tables scroll, and take the keyboard focus.
NARROW_PX, WIDE_PX = 320, 1280
widths = pytest.mark.parametrize("width", [NARROW_PX, WIDE_PX])


@pytest.fixture
def look(built_page, book, problems):
    """Looks at a page at a width, and adds its faults to the problems, each with its position."""
    source = next((book / "_sources").glob(f"{built_page.removesuffix('.html')}.*"), None)
    found = []

    def look(page, theme, width, *checks, again=False):
        """`again`: the other test of a page has looked at this width, in its theme."""
        page.set_viewport_size({"width": width, "height": 900})
        settle(page)
        at_first = [
            functools.partial(lost_formulas, source=source),
            undrawn_formulas,
            too_wide,
            cut_off,
        ]
        in_theme = functools.partial(wrong_theme, theme=theme)
        for check in [in_theme, *(() if again else at_first), *checks]:
            faults = dict.fromkeys([*check(page), *problems])
            found.extend(f"{built_page}, {theme}, {width} wide: {fault}" for fault in faults)
            problems.clear()

    yield look
    problems[:0] = found


def turn(page, theme):
    """Turns a page to a theme by its own switch, which goes round."""
    page.evaluate(
        """(theme) => {
            const button = document.querySelector(".theme-switch-button");
            for (let i = 0; i < 3 && document.documentElement.dataset.mode !== theme; i++)
                button.click();
        }""",
        theme,
    )


# A page is opened twice, from its file and served. What takes long is to open it, to draw it at
# another width, and axe. So each theme has one width and the switch to the other; a theme changes
# colors, not sizes, and how a page was opened neither.
def test_a_page_works_from_a_file_light_and_narrow(open_page, built_page, look, axe, problems):
    alive = functools.partial(lifeless, made=widgets_made(built_page), problems=problems)
    page = open_page(built_page, theme="light", width=NARROW_PX)
    unfold_numbers(page)
    look(page, "light", NARROW_PX, unsaid, ringless, axe)
    # The sidebars, which only a wide page shows, are alike on all pages.
    rings = [ringless] if built_page == "book/intro.html" else []
    look(page, "light", WIDE_PX, must_scroll, *rings, alive)


def test_a_served_page_works_dark_and_wide(open_page, built_page, look, axe, book):
    page = open_page(built_page, served=True, theme="dark", width=WIDE_PX)
    signs = functools.partial(missing_signs, book=book)
    look(page, "dark", WIDE_PX, functools.partial(too_heavy, book=book), signs)
    turn(page, "light")
    look(page, "light", WIDE_PX, again=True)
    turn(page, "dark")
    unfold_numbers(page)
    contrast = functools.partial(axe, rules=["color-contrast", "target-size"])
    look(page, "dark", WIDE_PX, contrast, again=True)


def test_a_table_can_be_scrolled_after_a_change_of_the_layout_alone(open_page):
    page = open_page("book/notation.html", width=WIDE_PX)
    article = page.locator(".bd-article")
    article.evaluate("(article) => { article.style.width = '480px'; }")
    settle(page)
    assert not cut_off(page)
    assert article.locator(".wide[tabindex='0']").count()


@pytest.mark.parametrize("served", [False, True])
def test_the_start_page_leads_to_the_introduction(open_page, served):
    assert open_page("index.html", served=served).url.endswith("/book/intro.html")


class Links(HTMLParser):
    """What a page links to, and the ids that a link can lead to."""

    def __init__(self, text):
        super().__init__()
        self.ids, self.links = set(), set()
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.ids |= {value for name, value in attrs if name == "id"}
        self.links |= {value for name, value in attrs if name in {"href", "src"} and value}


@pytest.fixture(scope="session")
def lost_links():
    """The links inside of a book that lead to no file of it, or to no id there."""
    read = functools.cache(lambda file: Links(file.read_text(encoding="utf-8")))

    def lost_links(book, name):
        for link in sorted(read(book / name).links):
            address = urlsplit(link)
            if address.scheme or address.netloc:  # leads out of the book
                continue
            path = (book / name).parent / unquote(address.path) if address.path else book / name
            target = Path(os.path.normpath(path))
            fragment = unquote(address.fragment)
            if not (target.is_file() and target.is_relative_to(book)):
                yield f"{name}: no file at {link}"
            elif fragment and (target.suffix != ".html" or fragment not in read(target).ids):
                yield f"{name}: no id at {link}"

    return lost_links


def test_every_link_inside_the_book_has_a_target(book, built_page, lost_links):
    assert list(lost_links(book, built_page)) == []


def test_the_archive_works_on_its_own(open_context, book, lost_links, tmp_path):
    (archive,) = book.parent.glob("*.zip")
    with zipfile.ZipFile(archive) as packed:
        packed.extractall(tmp_path)
    (site,) = tmp_path.iterdir()
    files = [*site.glob("*.html"), *site.glob("book/**/*.html")]
    pages = [path.relative_to(site).as_posix() for path in files]
    assert [lost for page in pages for lost in lost_links(site, page)] == []
    page = open_context().new_page()
    page.goto((site / "index.html").as_uri())
    page.locator(".mha").wait_for()
    page.get_by_role("link", name="Stacking", exact=False).first.click()
    page.locator(".mha").wait_for()
    assert page.url == (site / "book" / "stacking.html").as_uri()


@widths
def test_the_switch_changes_the_theme(open_page, width):
    page = open_page("book/intro.html", width=width)
    switch = page.locator(".theme-switch-button:visible").first
    seen = set()
    for _ in range(3):
        switch.click()
        seen.add(page.locator("html").get_attribute("data-mode"))
    assert seen == {"light", "dark", "auto"}


@widths
def test_the_keyboard_reaches_the_search_field(open_page, width):
    page = open_page("book/intro.html", served=True, width=width)
    page.keyboard.press("Control+k")
    page.keyboard.type("softmax")
    page.keyboard.press("Enter")
    page.wait_for_url("**/search.html?q=softmax*")
    page.locator("#search-results li").first.wait_for()
