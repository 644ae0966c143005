"""A table that is wider than the page scrolls, shows that it does, and is reached by keys."""

import io

import pytest
from PIL import Image

from tests.browser.pages import settle

PAGE = "book/calling_pytorch.html"
HIDDEN = "(place) => [place.scrollLeft, place.scrollWidth - place.clientWidth - place.scrollLeft]"


@pytest.fixture
def table(open_page):
    """A page of this width, and the container of its first table."""

    def table(width, **options):
        page = open_page(PAGE, width=width, **options)
        place = page.locator(".pst-scrollable-table-container").first
        place.scroll_into_view_if_needed()
        settle(page)
        return page, place

    return table


def faded(page, place):
    """Whether the left and right edges of a container are the page's ground from top to bottom."""
    settle(page)
    box = place.bounding_box()
    top = max(box["y"], 80)  # under the page's bar
    clip = {"x": box["x"], "y": top, "width": box["width"], "height": 300}
    image = Image.open(io.BytesIO(page.screenshot(clip=clip))).convert("L")
    columns = (image.crop((x, 0, x + 1, image.height)) for x in (1, image.width - 2))
    return [high - low < 8 for low, high in (column.getextrema() for column in columns)]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_wide_table_fades_at_an_edge_that_hides_more(table, theme):
    page, place = table(390, theme=theme, has_touch=True)
    before, after = place.evaluate(HIDDEN)
    assert (before, after > 100) == (0, True)
    assert faded(page, place) == [False, True]
    place.evaluate("(place) => place.scrollBy({ left: 100, behavior: 'instant' })")
    assert faded(page, place) == [True, True]
    place.evaluate("(place) => place.scrollBy({ left: 9999, behavior: 'instant' })")
    assert faded(page, place) == [True, False]


def test_arrow_keys_scroll_a_wide_table_and_its_focus_ring_does_not_fade(table):
    page, place = table(390)
    assert place.get_attribute("role") == "group"
    assert place.get_attribute("aria-label") == "table"
    page.locator("#text h1").click()
    for _ in range(200):
        page.keyboard.press("Tab")
        if place.evaluate("(place) => place === document.activeElement"):
            break
    page.keyboard.press("ArrowRight")
    page.wait_for_function("(place) => place.scrollLeft > 20", arg=place.element_handle())
    assert place.evaluate("(place) => getComputedStyle(place).maskImage") == "none"


def test_a_table_that_fits_neither_fades_nor_takes_the_focus(table):
    page, place = table(1280)
    assert faded(page, place) == [False, False]
    assert place.get_attribute("tabindex") != "0"


def test_a_figure_s_numbers_fade_only_at_the_right(open_page):
    page = open_page("book/per_head.html", width=390)
    fold = page.locator("details.numbers").first
    fold.evaluate("(fold) => (fold.open = true)")
    settle(page)
    place = fold.get_by_role("region")
    place.evaluate("(place) => place.scrollBy({ left: 100, behavior: 'instant' })")
    settle(page)
    mask = place.evaluate("(place) => getComputedStyle(place).maskImage")
    assert mask.startswith("linear-gradient(to right, rgb(0, 0, 0) calc(100% - ")
    place.evaluate("(place) => place.scrollBy({ left: 9999, behavior: 'instant' })")
    assert place.evaluate(HIDDEN)[1] <= 1
