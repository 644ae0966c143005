"""What pages do for readers who use a screen reader, or the keyboard alone."""

import pytest


def test_copying_code_keeps_the_focus_and_is_announced(open_page):
    page = open_page("book/stacking.html")
    button = page.locator(".cell_input:visible .copybtn").first
    button.focus()
    page.keyboard.press("Enter")
    assert button.evaluate("(button) => document.activeElement === button")
    said = page.get_by_role("status").get_by_text("Copied!", exact=True)
    said.wait_for(state="attached")
    assert said.bounding_box()["width"] <= 1  # only heard
    assert button.get_attribute("aria-label") == "Copy to clipboard"
    assert page.locator(".cell_output .copybtn").count() == 0


def test_one_key_folds_and_unfolds_the_chapters(open_page):
    page = open_page("book/stacking.html")
    button = page.get_by_role("button", name="Chapters")
    button.focus()
    for state in ("false", "true"):
        assert button.get_attribute("aria-expanded") != state
        page.keyboard.press("Enter")
        page.locator(f".primary-toggle[aria-expanded={state}]:focus").wait_for()


@pytest.mark.parametrize("name", ["Chapters", "Contents of this page", "Search"])
def test_a_dialog_has_a_name_and_returns_the_focus(open_page, name):
    page = open_page("book/stacking.html", width=360)
    button = page.get_by_role("button", name=name, exact=True)
    button.focus()
    page.keyboard.press("Enter")
    page.get_by_role("dialog", name=name).wait_for()
    page.keyboard.press("Escape")
    page.get_by_role("dialog", name=name).wait_for(state="hidden")
    assert button.evaluate("(button) => document.activeElement === button")


def test_a_search_announces_its_results(open_page):
    page = open_page("search.html?q=softmax", served=True)
    page.get_by_role("status").filter(has_text="results").wait_for()
    assert page.title().startswith("softmax - Search")
    page.get_by_role("heading", name="Search Results", level=2).wait_for()
