"""The built book's search finds sections, in the dialog and on the search page."""

import json
import re

import pytest

from tests.browser.pages import settle
from tests.browser.spoken import listen
from tests.helpers.searches import PAGES, PLACES

MAX_COMPRESSED_BYTES = 200_000
MIN_FOUND = 0.85  # of the queries, with a right section among the first three
SCRIPTS = ["engine.js", "index.js"]
# The results for each query, as page#anchor.
FINDS = """async ([queries, limit]) => {
    const search = await bookSearch.makeSearch(bookIndex);
    return queries.map((query) => search(query, limit).map(({ url }) =>
        url.replace("book/", "").replace(".html", "")));
}"""
widths = pytest.mark.parametrize("width", [1280, 390])


@pytest.fixture
def find(open_page):
    """The first results for each query."""
    page = open_page("search.html?q=softmax")
    page.locator("#search-results li").first.wait_for()
    return lambda queries, limit: dict(
        zip(queries, page.evaluate(FINDS, [list(queries), limit]), strict=True)
    )


@pytest.fixture
def anchors(open_page):
    """The anchors of all entries, as the engine makes them from titles."""
    page = open_page("search.html?q=softmax")
    page.locator("#search-results li").first.wait_for()
    return page.evaluate("bookIndex.entries.map(bookSearch.anchorOf)")


@pytest.fixture
def open_search(open_page):
    """Opens the dialog on a page by its key, and types a query."""

    def open_search(name, query, **options):
        page = open_page(name, **options)
        page.keyboard.press("Control+k")
        page.keyboard.type(query)
        page.get_by_role("option").first.wait_for()
        settle(page)
        return page

    return open_search


def test_most_queries_find_their_place_among_the_first_three(find):
    found = find(PLACES, 3)
    missed = {query: found[query] for query in PLACES if not {*PLACES[query]} & {*found[query]}}
    share = 1 - len(missed) / len(PLACES)
    print(f"{share:.0%} found; missed: {json.dumps(missed, indent=1)}")
    assert share >= MIN_FOUND, missed


def test_queries_find_their_pages_among_the_first_five(find):
    found = find(PAGES, 5)
    pages = {query: {result.partition("#")[0] for result in found[query]} for query in PAGES}
    assert {query: pages[query] for query in PAGES if not {*PAGES[query]} <= pages[query]} == {}


def test_every_result_leads_to_an_anchor(book, anchors):
    index = read_index(book)
    texts = {page: (book / page).read_text(encoding="utf-8") for page, _ in index["pages"]}
    ids = {page: {*re.findall(r'\bid="([^"]+)"', text)} for page, text in texts.items()}
    lost = [
        (index["pages"][page][0], anchor)
        for page, anchor in zip(index["entries"][0], anchors, strict=True)
        if anchor not in ids[index["pages"][page][0]]
    ]
    assert lost == []
    assert {*index["entries"][2]} == {
        "exercise", "figure", "message", "page", "question", "reference", "section", "symptom",
        "word",
    }  # fmt: skip


def test_the_places_that_queries_should_find_exist(book, anchors):
    index = read_index(book)
    places = {
        f"{index['pages'][page][0].removeprefix('book/').removesuffix('.html')}#{anchor}"
        for page, anchor in zip(index["entries"][0], anchors, strict=True)
    }
    assert {place for some in PLACES.values() for place in some} - places == set()


def read_index(book):
    script = (book / "_static" / "search" / "index.js").read_text(encoding="utf-8")
    return json.loads(script.partition("\n")[0].removeprefix("globalThis.bookIndex=").rstrip(";"))


def test_formulas_are_in_the_index_as_plain_text(book):
    _, _, _, titles, passages, *_ = read_index(book)["entries"]
    texts = [*titles, *(text for some in passages for text in some)]
    assert any("√d_head" in text for text in texts)
    source = [text for text in texts if re.search(r"\\(sqrt|text|d?frac)|\$", text)]
    assert source == []


@widths
@pytest.mark.parametrize("served", [False, True])
def test_the_search_is_loaded_when_the_dialog_opens(open_page, book, width, served):
    page = open_page("book/one_head.html", width=width, served=served)
    asked = []
    page.on("request", lambda request: asked.append(request.url.rpartition("/")[2]))
    settle(page)
    assert page.evaluate("globalThis.bookSearch ?? globalThis.bookIndex ?? null") is None
    page.get_by_role("button", name="Search", exact=True).locator("visible=true").first.click()
    page.keyboard.type("causal mask")
    page.get_by_role("option").first.wait_for()
    assert sorted(asked) == [*SCRIPTS, "search.css"]


def test_the_dialog_shows_the_sentence_and_marks_the_words(open_search):
    page = open_search("book/stacking.html", "fp8 chache")
    option = page.get_by_role("option").first
    assert "float8_e4m3" in option.locator(".search-sentence mark").all_inner_texts()
    title = "My FP8 cache has all its scales at 1.0. Is that wrong?"
    assert option.locator(".search-title").inner_text() == title
    assert option.locator(".search-where").inner_text() == "Questions"
    assert "/book/questions.html#my-fp8-cache" in option.get_attribute("href")


@widths
def test_the_keyboard_chooses_a_result_and_opens_it(open_search, width):
    page = open_search("book/stacking.html", "nan after eval", width=width)
    field, options = page.get_by_role("combobox"), page.get_by_role("option")
    assert field.get_attribute("aria-expanded") == "true"
    assert (
        page.locator(f"#{field.get_attribute('aria-controls')}").get_attribute("role") == "listbox"
    )
    last = options.count() - 1
    for key, chosen in [
        ("Down", 0),
        ("Down", 1),
        ("Up", 0),
        ("Up", None),
        ("Up", last),
        ("Down", None),
    ]:
        page.keyboard.press(f"Arrow{key}")
        active = field.get_attribute("aria-activedescendant")
        selected = page.locator("[role=option][aria-selected=true]")
        if chosen is None:
            assert (active, selected.count()) == (None, 0)
        else:
            assert options.nth(chosen).get_attribute("id") == active == selected.get_attribute("id")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_url("**/book/by_symptom.html#nan-after-eval")
    assert page.locator("#nan-after-eval").is_visible()


def test_a_slash_opens_the_dialog_and_is_text_in_a_field(open_page):
    page = open_page("book/by_symptom.html")
    page.keyboard.type("/padding")  # without the dialog, the p would present the page
    page.get_by_role("option").first.wait_for()
    field = page.get_by_role("dialog").get_by_role("combobox")
    assert field.input_value() == "padding"
    page.keyboard.type("/p")
    assert field.input_value() == "padding/p"
    assert page.locator("html[data-presenting]").count() == 0
    page.keyboard.press("Escape")
    page.keyboard.press("Control+/")
    assert not page.get_by_role("dialog").is_visible()


def test_a_result_on_the_same_page_closes_the_dialog(open_search):
    page = open_search("book/by_symptom.html", "nan after eval")
    page.get_by_role("option").first.click()
    page.wait_for_url("**#nan-after-eval")
    assert not page.get_by_role("dialog").is_visible()
    top = page.locator("#nan-after-eval").evaluate("(part) => part.getBoundingClientRect().top")
    assert 0 <= top < 200


@widths
def test_escape_closes_the_dialog_and_a_new_query_replaces_the_results(open_search, width):
    page = open_search("book/stacking.html", "rope", width=width)
    page.keyboard.press("Control+a")
    page.keyboard.type("zeppelin")
    page.get_by_role("status").filter(has_text="Nothing found for “zeppelin”.").wait_for()
    assert page.get_by_role("option").count() == 0
    assert page.get_by_role("combobox").get_attribute("aria-expanded") == "false"
    page.keyboard.press("Escape")
    page.get_by_role("dialog").wait_for(state="hidden")


def test_the_number_of_results_is_announced_once_the_typing_stops(open_page):
    page = open_page("book/stacking.html")
    page.keyboard.press("Control+k")
    heard = listen(page)
    page.keyboard.type("muon", delay=20)
    page.get_by_role("status").filter(has_text="result").wait_for()
    (said,) = heard()
    assert re.fullmatch(r"(The first )?\d+ results?", said)


@widths
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_results_are_accessible_and_fit(open_search, axe, width, theme):
    page = open_search(
        "book/stacking.html", "scaled_dot_product_attention", width=width, theme=theme
    )
    page.keyboard.press("ArrowDown")
    page.get_by_role("status").filter(has_text="results").wait_for()
    assert axe(page, "#pst-search-dialog") == []
    dialog = page.get_by_role("dialog").bounding_box()
    assert dialog["x"] >= 0
    assert dialog["x"] + dialog["width"] <= width
    assert dialog["y"] + dialog["height"] <= 900
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    heights = page.get_by_role("option").evaluate_all("(all) => all.map((one) => one.offsetHeight)")
    assert min(heights) >= 44


def test_the_search_page_finds_the_same(open_page):
    page = open_page("search.html?q=softmax")
    links = page.locator("#search-results li > a")
    links.first.wait_for()
    found = page.evaluate(FINDS, [["softmax"], 30])[0]
    shown = links.evaluate_all("(all) => all.map((a) => a.href)")
    assert [re.sub(r".*/book/|\.html", "", address) for address in shown] == found
    page.locator(".bd-search-container input").fill("zeppelin")
    page.get_by_role("status").filter(has_text="Nothing found for “zeppelin”.").wait_for()
    assert links.count() == 0


def test_a_search_that_cannot_be_loaded_says_so(open_page, problems):
    page = open_page("book/stacking.html", served=True)
    page.route("**/search/index.js", lambda route: route.abort())
    with page.expect_event("requestfailed"):
        page.keyboard.press("Control+k")
        page.keyboard.type("mask")
    page.get_by_role("status").filter(has_text="could not be loaded: index.js").wait_for()
    problems.clear()
    page.unroute("**/search/index.js")
    page.keyboard.type("s")
    page.get_by_role("option").first.wait_for()
