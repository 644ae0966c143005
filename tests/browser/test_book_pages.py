"""Every page of the built book: whole without a network, at any width, in both themes, for all."""

import re

import pytest

widths = pytest.mark.parametrize("width", [360, 1280])
# Every pair of origin, theme and width, in four of the eight ways to combine them. What a page asks
# of its reader's eyes and hands does not depend on its origin: axe looks at the two from files.
in_every_way = pytest.mark.parametrize(
    ("served", "theme", "width"),
    [(False, "light", 360), (False, "dark", 1280), (True, "light", 1280), (True, "dark", 360)],
)

# What reaches beyond the right edge and is not inside something that scrolls by itself.
TOO_WIDE = """() => {
    const { clientWidth: edge, scrollWidth: width } = document.documentElement;
    const scrolls = (node) => node && node !== document.body &&
        (getComputedStyle(node).overflowX !== "visible" || scrolls(node.parentElement));
    const wide = [...document.body.querySelectorAll("*")].filter((node) =>
        node.getBoundingClientRect().right > edge + 1 && !scrolls(node.parentElement));
    const said = [`the page is ${width} wide on ${edge}`];
    return width > edge ? [...said, ...wide.map((node) => node.outerHTML.slice(0, 120))] : [];
}"""

# Code and outputs that must be scrolled to be read, each by its longest line.
SCROLLS = """() => [...document.querySelectorAll("pre")]
    .filter((block) => block.scrollWidth > block.clientWidth)
    .map((block) => block.textContent.split("\\n").sort((a, b) => b.length - a.length)[0])"""


def bare_formulas(page):
    """Formulas that were not drawn, or drawn as an error."""
    return page.locator(".math").evaluate_all(
        """(all) => all.filter((math) => !math.querySelector("mjx-container svg")
            || math.querySelector("[data-mml-node=merror], [data-mjx-error]"))
            .map((math) => math.textContent)"""
    )


def has_formulas(page, book):
    """Whether the source of the page that is shown holds formulas."""
    name = page.url.rpartition("/")[2].removesuffix(".html")
    source = [file for file in (book / "_sources" / "book").iterdir() if file.stem == name]
    text = source[0].read_text(encoding="utf-8") if source else ""
    text = re.sub(r"`[^`\n]*`", "", text)
    return bool(re.search(r"\$[^$\n\"]+\$|\\begin{(align|equation)}", text))


@in_every_way
def test_a_page_is_whole_and_accessible(open_page, built_page, book, axe, served, theme, width):
    page = open_page(built_page, served=served, theme=theme, width=width)
    assert page.locator("html").get_attribute("data-theme") == theme
    assert bare_formulas(page) == []
    assert (page.locator(".math mjx-container").count() > 0) == has_formulas(page, book)
    assert page.evaluate(TOO_WIDE) == []
    assert width < 1280 or page.evaluate(SCROLLS) == []
    violations = [] if served else axe(page)
    assert not violations, "\n".join(violations)


@widths
def test_the_switch_changes_the_theme(open_page, width):
    page = open_page("book/intro.html", width=width)
    switch = page.locator(".theme-switch-button:visible").first
    seen = set()
    for _ in range(3):
        switch.click()
        seen.add(page.locator("html").get_attribute("data-mode"))
    assert seen == {"light", "dark", "auto"}


def test_search_finds_pages_without_a_network(open_page):
    page = open_page("search.html?q=softmax", served=True)
    results = page.locator("#search-results ul.search > li")
    results.first.wait_for()
    found = results.evaluate_all("(all) => all.map((li) => li.querySelector('a').pathname)")
    assert "/book/one_head.html" in found


@widths
def test_the_keyboard_reaches_the_search_field(open_page, width):
    page = open_page("book/intro.html", served=True, width=width)
    page.keyboard.press("Control+k")
    page.keyboard.type("softmax")
    page.keyboard.press("Enter")
    page.wait_for_url("**/search.html?q=softmax*")
    page.locator("#search-results ul.search > li").first.wait_for()
