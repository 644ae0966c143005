"""What a page tells readers who listen to it, and gives to those who use the keyboard alone."""

import pytest

# What is wrong for listeners: folds that are not called by their title alone, or not by their
# exercise's number; places where the keyboard stops, and parts of the page, without a name;
# headings before the title; landmarks that hold nothing; rows without a label; code that is not
# told from what it printed. And where the first heading and the skip link lead.
TOLD = """() => {
    const all = (what) => [...document.querySelectorAll(what)];
    const seen = (node) => node.checkVisibility({ visibilityProperty: true });
    const text = (node) => node?.innerText.trim();
    const named = (node) => node.ariaLabel || node.ariaLabelledByElements?.length;
    const start = (nodes) => nodes.map((node) => node.outerHTML.slice(0, 90));
    const kind = (pre) => (pre.closest(".cell_output") ? "output" : "code");
    const titles = all("summary").map(text);
    const headings = all("h1, h2, h3, [role=heading]").filter(seen);
    return {
        folds: start(all("summary").filter((fold) => !text(fold) === !fold.ariaLabel)),
        unnumbered: titles.filter((t) => /^(Hint|One solution)(?! to exercise \\d)/.test(t)),
        stops: start(all("[tabindex='0']:not(button, mjx-container)")
            .filter((stop) => !stop.role || !named(stop))),
        parts: start([...all("nav, dialog").filter((part) => !named(part)),
            ...all("nav [role=heading]")]),
        landmarks: start(all("header, footer, [role=banner]")
            .filter((part) => !part.closest("main") && seen(part) && !text(part))),
        rows: start(all("table.table tbody tr").filter((row) => !row.querySelector("[scope=row]"))),
        code: start(all(".highlight pre").filter((pre) => pre.ariaLabel !== kind(pre))),
        current: all("[aria-current=page]").length,
        heading: text(headings[0]),
        title: text(headings.find((heading) => heading.localName === "h1")),
        skipped_to: text(all("#text :is(h1, button)")[0]),
    };
}"""

# Where the keyboard stops and a reader cannot see it. A field of a search shows it by its form, and
# a fold of the sidebar by its sign.
RINGLESS = """() => {
    const forced = matchMedia("(forced-colors: active)").matches;
    const drawn = ({ boxShadow, outlineStyle, outlineWidth }) =>
        (boxShadow !== "none" && !forced) || (outlineStyle !== "none" && outlineWidth !== "0px");
    const still = document.createElement("style");
    still.textContent = "* { transition: none !important; }";
    document.head.append(still);
    const bare = new Set();
    const stops = "a[href], button, summary, input, [tabindex='0']";
    for (const stop of document.querySelectorAll(stops)) {
        stop.focus({ focusVisible: true, preventScroll: true });
        const shown = [stop, stop.form, stop.querySelector(".toctree-toggle")].filter(Boolean);
        if (document.activeElement === stop && !shown.some((node) => drawn(getComputedStyle(node))))
            bare.add(`${stop.localName}.${stop.className}`);
    }
    return [...bare];
}"""


def test_a_page_says_what_its_parts_are(open_page, built_page):
    # So narrow, code and tables scroll, and are places where the keyboard stops.
    page = open_page(built_page, width=320)
    told = page.evaluate(TOLD)
    for fault in ("folds", "unnumbered", "stops", "parts", "landmarks", "rows", "code"):
        assert told[fault] == [], fault
    assert told["heading"] == told["title"] == told["skipped_to"]
    assert told["current"] == built_page.startswith("book/")
    for width in (320, 1280):
        page.set_viewport_size({"width": width, "height": 900})
        for colors in ("none", "active"):
            page.emulate_media(forced_colors=colors)
            assert page.evaluate(RINGLESS) == [], (width, colors)


def test_code_that_was_copied_keeps_the_focus_and_says_so(open_page):
    page = open_page("book/stacking.html")
    button = page.locator(".cell_input:visible .copybtn").first
    button.focus()
    page.keyboard.press("Enter")
    assert button.evaluate("(button) => document.activeElement === button")
    page.get_by_role("status").get_by_text("Copied!", exact=True).wait_for(state="attached")
    assert button.get_attribute("aria-label") == "Copy to clipboard"
    assert page.locator(".cell_output .copybtn").count() == 0


def test_the_chapters_fold_and_unfold_by_one_key(open_page):
    page = open_page("book/stacking.html")
    button = page.get_by_role("button", name="Chapters")
    button.focus()
    for state in ("false", "true"):
        assert button.get_attribute("aria-expanded") != state
        page.keyboard.press("Enter")
        page.locator(f".primary-toggle[aria-expanded={state}]:focus").wait_for()


@pytest.mark.parametrize("name", ["Chapters", "Contents of this page", "Search"])
def test_a_dialog_has_a_name_and_gives_the_focus_back(open_page, name):
    page = open_page("book/stacking.html", width=360)
    button = page.get_by_role("button", name=name, exact=True)
    button.focus()
    page.keyboard.press("Enter")
    page.get_by_role("dialog", name=name).wait_for()
    page.keyboard.press("Escape")
    page.get_by_role("dialog", name=name).wait_for(state="hidden")
    assert button.evaluate("(button) => document.activeElement === button")


def test_a_search_says_what_it_found(open_page):
    page = open_page("search.html?q=softmax", served=True)
    page.get_by_role("status").filter(has_text="found").wait_for()
    assert page.title().startswith("softmax - Search")
    page.get_by_role("heading", name="Search Results", level=2).wait_for()
