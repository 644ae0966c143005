"""BlockStack in a page: every number where the layers store it, by mouse, finger and keyboard."""

import io

import matplotlib.pyplot as plt
import pytest
import torch
from playwright.sync_api import expect

from mha_lib.widgets import BlockStack
from tests.browser.pages import press_keys, settle
from tests.helpers.storages import matrices, unique_parameters

STORAGES = ["per head", "stacked", "packed", "interleaved"]


@pytest.mark.parametrize("storage", STORAGES)
def test_numbers_are_drawn_in_the_order_of_the_matrix(open_widget, storage):
    page = open_widget(BlockStack(3, 5, 2, storage=storage), reduced_motion="reduce")
    drawn = page.evaluate(
        """() => [...document.querySelectorAll(".mha-cell:not(:empty)")].map((cell) => {
            const box = cell.getBoundingClientRect();
            return [box.top, box.left, Number(cell.textContent)];
        })"""
    )
    shown = [number for *_, number in sorted(drawn)]
    wide = torch.cat(list(matrices(unique_parameters(3, 5, 2), storage).values()), dim=1)
    assert shown == wide.flatten().tolist()


def test_arrow_keys_choose_cells_and_their_heads(open_widget):
    page = open_widget(BlockStack(storage="interleaved"))
    page.locator(".mha-cell-grid[tabindex]").focus()
    press_keys(page, "ArrowRight")
    say = page.locator(".mha-sentences")
    assert "Number 0: W_Q, head 0, row 0, column 0." in say.inner_text()
    press_keys(page, *["ArrowRight"] * 6, "ArrowDown", "ArrowDown", "ArrowDown")
    assert "W_Q, head 1, row 3, column 0." in say.inner_text()
    assert page.get_by_role("radio", name="1", exact=True).is_checked()
    assert page.locator("td").all_inner_texts() == [
        *("W_Q[1][3, 0]", "weight[0, 3]"),
        *("W_Q[3, 2]", "weight[2, 3]"),
        *("W_QKV[3, 2]", "weight[2, 3]"),
        *("W_QKV[3, 6]", "weight[6, 3]"),
    ]
    press_keys(page, *["ArrowUp"] * 5, *["ArrowLeft"] * 9)
    assert "Number 0:" in say.inner_text()


def test_a_click_on_rows_of_the_output_matrix_chooses_their_head(open_widget):
    page = open_widget(BlockStack())
    page.locator(".mha-inputs-outputs .mha-cell-grid").nth(1).click(
        position={"x": 24 * 3 + 12, "y": 24 * 6 + 12}
    )
    settle(page)
    assert page.get_by_role("radio", name="3", exact=True).is_checked()
    assert "rows 6 to 7 of W_O" in page.locator(".mha-sentences").inner_text()


def test_the_sentences_follow_the_head_and_the_storage(open_widget):
    page = open_widget(BlockStack(4, 8, 2, head=2, storage="packed"))
    said, titles = page.locator(".mha-sentences"), page.locator("figcaption")
    assert said.inner_text() == (
        "Head 2 has columns 4 to 5, 12 to 13 and 20 to 21 of W_QKV, and rows 4 to 5 of W_O. "
        "Choose a number, by pointer or arrow keys."
    )
    assert titles.all_inner_texts() == [
        "W_QKV (8, 24), and below it x @ W_QKV",
        "x (4, 8): every head reads all of it",
        "W_O (8, 8): head 2 has rows 4 to 5",
    ]
    page.get_by_role("radio", name="stacked").check()
    page.get_by_role("radio", name="0", exact=True).check()
    settle(page)
    assert said.inner_text().startswith("Head 0 has columns 0 to 1 of W_Q, W_K and W_V, and rows")
    assert titles.first.inner_text() == "W_Q, W_K, W_V: 3 matrices (8, 8), and below each x @ it"
    page.get_by_role("radio", name="per head").check()
    settle(page)
    assert titles.first.inner_text() == "W_Q[0] … W_V[3]: 12 matrices (8, 2), and below each x @ it"
    assert page.locator(".mha-current th").inner_text().startswith("per head")


# Where every part of a field is drawn, in cells, and how it is marked.
PARTS = """(field) => [...field.querySelectorAll(".mha-cell, .mha-cell-label")].map((part) => {
    const box = part.getBoundingClientRect(), own = field.getBoundingClientRect();
    const marks = ["mha-highlighted", "mha-chosen-cell", "mha-multiplied"].filter(
        (mark) => part.classList.contains(mark));
    return [(box.left - own.left) / 24, (box.top - own.top) / 24, part.textContent, marks];
})"""

WIDTHS = """(field) => [...field.querySelectorAll(".mha-cell, .mha-cell-label")]
    .map((part) => part.offsetWidth / 24)"""


def marked(page, field, mark):
    """Columns, rows and texts of the parts of a field that carry a mark."""
    parts = page.locator(".mha-cell-grid").nth(field).evaluate(PARTS)
    return [
        (round(x, 2), round(y, 2), text) for x, y, text, marks in parts if f"mha-{mark}" in marks
    ]


@pytest.mark.slow
@pytest.mark.parametrize("storage", ["per head", "packed"])
def test_a_field_is_as_large_as_its_parts(open_widget, storage):
    page = open_widget(BlockStack(3, 5, 2, 4, storage=storage), reduced_motion="reduce")
    sizes = page.locator(".mha-cell-grid").evaluate_all(
        "(fields) => fields.map((f) => [f.offsetWidth / 24, f.offsetHeight / 24])"
    )
    for field, size in enumerate(sizes):
        parts = page.locator(".mha-cell-grid").nth(field).evaluate(PARTS)
        wide = page.locator(".mha-cell-grid").nth(field).evaluate(WIDTHS)
        ends = [x + w for (x, *_), w in zip(parts, wide, strict=True)]
        assert [max(ends), max(y for _, y, *_ in parts) + 1] == pytest.approx(size, abs=0.05)
    texts = [text for *_, text, _ in page.locator(".mha-cell-grid").first.evaluate(PARTS) if text]
    assert [t for t in texts if not t.isdigit()] == [
        name + str(head) for p in "QKV" for head in range(3) for name in (p.lower(), p)
    ]
    # W_O: a label next to the first of a head's two rows of five.
    rows = [
        (round(x), round(y), text)
        for x, y, text, _ in page.locator(".mha-cell-grid").nth(2).evaluate(PARTS)
    ]
    labels = [(0, 2 * head, str(head)) for head in range(3)]
    assert sorted(rows) == sorted([*labels, *((x, y, "") for x in range(1, 6) for y in range(6))])
    label = page.locator(".mha-cell-grid").nth(2).locator(".mha-cell-label").first
    assert label.evaluate("(label) => label.offsetWidth") == 24


def test_each_head_has_its_color_wherever_it_is(open_widget):
    page = open_widget(BlockStack(8, 2, 1, 1))
    color = "(node) => node.style.getPropertyValue('--mha-hue')"
    own = [label.evaluate(color) for label in page.locator(".mha-head-label").all()]
    assert own == [f"var(--mha-head-{head})" for head in range(8)]
    for head in range(8):
        for text in (f"q{head}", f"Q{head}", f"v{head}"):
            assert page.get_by_text(text, exact=True).evaluate(color) == own[head]
    for part in page.locator(".mha-inputs-outputs .mha-cell-grid").first.locator("span").all():
        assert part.evaluate(color) == ""
    of_rows = [
        part.evaluate(color) for part in page.locator(".mha-inputs-outputs .mha-cell-label").all()
    ]
    assert of_rows == own


@pytest.mark.slow
def test_tab_reaches_the_controls_in_order_and_the_cell_scrolls_into_view(open_widget):
    page = open_widget(BlockStack(4, 8, 2, storage="packed"), width=360, reduced_motion="reduce")
    field = page.locator(".mha-cell-grid").first
    assert field.get_attribute("tabindex") == "0"
    field.focus()
    press_keys(page, *["ArrowRight"] * 20)
    cell, place = page.locator(".mha-chosen-cell").bounding_box(), page.locator(".mha-scroll").first
    assert place.evaluate("(place) => place.scrollLeft") > 0
    box = place.bounding_box()
    assert box["x"] <= cell["x"] <= box["x"] + box["width"] - cell["width"]


@pytest.mark.slow
def test_without_a_chosen_number_only_the_head_is_lit(open_widget):
    page = open_widget(BlockStack(2, 3, 1, 2, head=1), reduced_motion="reduce")
    for field in range(3):
        assert marked(page, field, "chosen-cell") == marked(page, field, "multiplied") == []
    lit = marked(page, 0, "highlighted")
    # Of each projection the second column: its name, three numbers, and below two of x times it.
    columns = [1, 3 + 1 / 3, 5 + 2 / 3]
    rows = [0, 1, 2, 3, 3 + 1.4, 5.4, 6.4]
    assert sorted({x for x, _, _ in lit}) == pytest.approx(columns, abs=0.01)
    assert sorted({y for _, y, _ in lit}) == pytest.approx(rows, abs=0.01)
    assert len(lit) == len(columns) * len(rows)
    assert [text for _, y, text in lit if y < 4 and text] == [
        *("q1", "3", "4", "5", "k1", "9", "10", "11", "v1", "15", "16", "17")
    ]
    assert marked(page, 1, "highlighted") == []
    assert marked(page, 2, "highlighted") == [(0, 1, "1"), (1, 1, ""), (2, 1, ""), (3, 1, "")]


def test_a_chosen_number_marks_its_column_of_x_and_of_the_product(open_widget):
    page = open_widget(BlockStack(2, 3, 1, 2), reduced_motion="reduce")
    page.get_by_text("10", exact=True).hover()
    settle(page)
    # Number 10 is row 1 of W_K's second head.
    assert marked(page, 0, "chosen-cell") == [(3.33, 2, "10")]
    assert marked(page, 0, "multiplied") == [(3.33, 5.4, ""), (3.33, 6.4, "")]
    assert marked(page, 1, "multiplied") == [(1, 0, ""), (1, 1, "")]
    assert (
        marked(page, 1, "chosen-cell")
        == marked(page, 2, "chosen-cell")
        == marked(page, 2, "multiplied")
        == []
    )
    assert page.get_by_role("radio", name="0", exact=True).is_checked()
    page.get_by_text("10", exact=True).click()
    settle(page)
    assert page.get_by_role("radio", name="1", exact=True).is_checked()


FADES = """([strip, fades]) => ["mha-before", "mha-after"].every((name) =>
    strip.classList.contains(name) === fades.includes(name))"""


@pytest.mark.slow
def test_an_edge_fades_if_it_hides_more(open_widget):
    page = open_widget(BlockStack(4, 8, 2, storage="packed"), width=360)
    strip = page.locator(".mha-scroll").first
    for left, fades in (
        (0, ["mha-after"]),
        (100, ["mha-before", "mha-after"]),
        (9999, ["mha-before"]),
    ):
        strip.evaluate("(strip, left) => strip.scrollTo({ left, behavior: 'instant' })", left)
        page.wait_for_function(FADES, arg=[strip.element_handle(), fades])
    page.set_viewport_size({"width": 1280, "height": 900})
    expect(strip).to_have_class("mha-scroll")


@pytest.mark.slow
@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_no_edge_fades_at_the_end_of_the_storage(open_widget, motion):
    """Twelve matrices need more room than one, for their gaps."""
    page = open_widget(BlockStack(4, 8, 2), width=662, reduced_motion=motion)
    strip = page.locator(".mha-scroll").first
    for storage, fades in (("per head", ["mha-after"]), ("packed", []), ("per head", ["mha-after"]),
                           ("interleaved", []), ("stacked", [])):  # fmt: skip
        page.get_by_role("radio", name=storage, exact=True).check()
        page.wait_for_function(FADES, arg=[strip.element_handle(), fades])


@pytest.mark.slow
def test_a_fade_is_at_most_as_wide_as_what_it_hides(open_widget):
    page = open_widget(BlockStack(4, 8, 2, storage="per head"), width=707, reduced_motion="reduce")
    strip = page.locator(".mha-scroll").first
    hidden = strip.evaluate("(strip) => strip.scrollWidth - strip.clientWidth")
    assert 1 < hidden < 10
    seen = torch.tensor(plt.imread(io.BytesIO(strip.screenshot())))[..., :3]
    # Down the middle of V3's second to last and last column, and near their edges: one color.
    box, cell = strip.bounding_box(), page.get_by_text("V3", exact=True).bounding_box()
    y = round(cell["y"] - box["y"] + 24 * 1.2)
    left = round(cell["x"] - box["x"])
    own = [left + 3, left + 20, left + 27, seen.shape[1] - hidden - 2]
    assert own[-1] > left + 29
    assert len({tuple(pixel.tolist()) for pixel in seen[y, own]}) == 1
