"""Pages stay small without losing formulas or symbols.

Formulas are drawn while building. So they are there without a script, are read aloud as maths, and
can be copied.
"""

import re

import pytest

from tests.browser.pages import SIGNS


def test_a_page_shows_its_special_characters(open_page):
    """The search, the switch of themes in its three states, and more, each as one glyph."""
    assert len(open_page("book/one_head.html").evaluate(SIGNS)) > 8


@pytest.mark.parametrize("script", [True, False])
def test_a_formula_is_drawn_with_and_without_scripts(open_context, book, problems, script):
    page = open_context(java_script_enabled=script).new_page()
    page.goto((book / "book" / "one_head.html").as_uri())
    drawn = page.locator("div.math .katex-html").first
    assert drawn.is_visible()
    assert drawn.bounding_box()["height"] > 20
    if not script:
        problems.clear()  # a browser reports each script that it was told not to load


def test_a_formula_is_read_as_maths(open_page):
    page = open_page("book/one_head.html")
    tree = page.context.new_cdp_session(page).send("Accessibility.getFullAXTree")
    roles = [node["role"]["value"] for node in tree["nodes"] if not node["ignored"]]
    shown = [formula for formula in page.locator(".katex").all() if formula.is_visible()]
    assert roles.count("MathMLMath") == len(shown) >= 15
    assert {"MathMLSquareRoot", "MathMLFraction", "MathMLSub"} <= set(roles)
    # The drawn formula is not read aloud a second time.
    assert page.locator(".katex-html:not([aria-hidden=true])").count() == 0


def test_a_formula_is_copied_as_its_source(open_page):
    page = open_page("book/one_head.html")
    page.evaluate("""() => {
        document.addEventListener("copy", (event) =>
            (window.copied = event.clipboardData.getData("text/plain")));
        getSelection().selectAllChildren(document.querySelector("li:has(.katex)"));
        document.execCommand("copy");
    }""")
    copied = page.evaluate("window.copied")
    assert r"by the square root of the query’s width, $\sqrt{d_\text{head}} = \sqrt 3$" in copied


def test_no_style_compares_an_element_with_all_its_siblings(open_page, book):
    """It took half of the time that a page of code needs to be styled. A title comes first."""
    sheets = [*(book / "_static" / "styles").glob("*.css")]
    rules = "".join(sheet.read_text(encoding="utf-8") for sheet in sheets)
    assert not re.search(r"admonition p\.admonition-title\s*~", rules)
    titles = open_page("book/one_head.html").locator("summary > .admonition-title")
    margins = [
        title.evaluate("title => getComputedStyle(title).marginLeft") for title in titles.all()
    ]
    assert margins == ["0px", "22.4px"] * (len(margins) // 2)
    assert len(margins) > 3
