"""LayerView in a page: frames, numbers and sums agree with torch, by mouse and by key."""

import pytest
import torch

from mha_lib.book.drawings import hot_tea
from mha_lib.widgets import LayerView
from tests.browser.pages import press_keys, settle, state
from tests.helpers import scripts
from tests.js.layer_view.test_js_layer import in_torch
from tests.widgets.test_widgets_layer_view import hot_and_tea, random_layer

# For each frame, the matrix that it is in, as (stage, head, index among the matrices of this
# stage and head), and its rows and columns there, measured on the screen.
FRAMES = scripts.read("layer_view_frames")


def framed(page, kind):
    settle(page)
    return page.evaluate(FRAMES, kind)


def at(page, stage, head, row, column):
    """The middle of a number on the screen."""
    concatenated = stage == "concatenated"
    head = "" if stage in ("x", "sum") else f"[data-head='{head}']"
    part = "[data-part=concatenation] " if concatenated else ""
    node = page.locator(f"{part}[data-stage={'average' if concatenated else stage}]{head}").first
    return node.evaluate(
        """(node, [row, column]) => {
            const { top: above, bottom: below } = node.getBoundingClientRect();
            const panel = document.querySelector(".mha-sum-panel").getBoundingClientRect();
            if (above < 0 || below > panel.top) node.scrollIntoView({ behavior: "instant" });
            const [x, y, cell, high] = node.dataset.box.split(" ").map(Number);
            const at = new DOMPoint(x + (column + 0.5) * cell, y + (row + 0.5) * high);
            const { x: left, y: top } = at.matrixTransform(node.getScreenCTM());
            return [left, top];
        }""",
        [row, column],
    )


# Of number (2, 1) of head 1: 4 tokens, a width of 5, keys of 2 numbers and values of 3.
SOURCES = {
    "x": [],
    "W_Q": [],
    "Q": [["W_Q", 1, 0, 5, 1, 2], ["x", 0, 2, 3, 0, 5]],
    "K": [["W_K", 1, 0, 5, 1, 2], ["x", 0, 2, 3, 0, 5]],
    "V": [["W_V", 1, 0, 5, 1, 2], ["x", 0, 2, 3, 0, 5]],
    "weights": [["K", 1, 1, 2, 0, 2], ["Q", 1, 2, 3, 0, 2]],
    "average": [["V", 1, 0, 4, 1, 2], ["weights", 1, 2, 3, 0, 4]],
    "concatenated": [["average", 1, 2, 3, 1, 2]],
    "W_O": [],
    "sum": [
        *[["W_O", h, 0, 3, 1, 2] for h in (0, 1)],
        *[["concatenation", h, 2, 3, 0, 3] for h in (0, 1)],
    ],
}


@pytest.mark.parametrize("width", [1280, 390])
def test_a_number_equals_torch_and_frames_its_sources(open_widget, width):
    widget = LayerView(*random_layer(4, 2, 5, 2, 3), ["the", "cat", "the", "mat"])
    page, matrices = open_widget(widget, width=width), in_torch(widget)
    for stage, sources in SOURCES.items():
        head = 0 if stage in ("x", "sum") else 1
        page.mouse.click(*at(page, stage, head, 2, 1))
        shown = state(page)
        assert shown["asked"] == {"stage": stage, "index": head, "row": 2, "column": 1}
        expected = matrices[stage][head][2, 1].item()
        assert shown["value"] == pytest.approx(expected, abs=1e-6)
        name = "concatenation" if stage == "concatenated" else stage
        copies = 2 if stage == "x" else 1  # one per head
        assert framed(page, "mha-asked-frame") == [[name, head, 2, 3, 1, 2]] * copies
        assert framed(page, "mha-source-frame") == sorted(sources)
        followed = {tuple(row[2:4]) for row in framed(page, "mha-followed")}
        assert followed == {(0, 1) if stage.startswith("W_") else (2, 3)}
        tables = page.locator(".mha-sum-tables table").evaluate_all(
            "(all) => all.map((table) => [...table.rows].map((row) =>"
            "    [...row.cells].map((cell) => cell.textContent)))"
        )
        wanted = [[table["columns"], *table["lines"]] for table in shown["tables"]]
        assert tables == wanted
        assert page.locator(".mha-sentences").inner_text().strip() == " ".join(shown["sentences"])


@pytest.mark.slow
def test_a_head_s_query_frames_x_in_its_own_lane(open_widget):
    page = open_widget(hot_and_tea())
    lanes = []
    for head in (0, 1):
        page.mouse.click(*at(page, "Q", head, 1, 0))
        settle(page)
        boxes = [mark.bounding_box() for mark in page.locator(".mha-marks .mha-source-frame").all()]
        lanes.append({round(box["y"]) // 200 for box in boxes})
    assert lanes[0].isdisjoint(lanes[1])


@pytest.mark.slow
def test_framed_numbers_are_printed(open_widget):
    page = open_widget(LayerView(*hot_and_head(), asked=("sum", 0, 1, 1)))
    printed = page.locator(".mha-marks text").all_text_contents()
    for number in (".08", ".68", ".91", ".03", ".11"):
        assert number in printed
    column = page.evaluate(
        """() => [...document.querySelectorAll(".mha-marks text")].filter((text) => {
            const { x, y } = text.getBBox();
            return [...document.querySelectorAll("[data-stage=W_O]")].some((matrix) => {
                const [left, top, cell, high, rows, columns] = matrix.dataset.box.split(" ");
                return x > left && x < +left + cell * columns && y > top - 9 &&
                    y < +top + high * rows;
            });
        }).map((text) => text.textContent)"""
    )
    _, _, heads = hot_tea()
    assert sorted(map(float, column)) == sorted(torch.cat([*heads.W_O])[:, 1].tolist())


def hot_and_head():
    tokens, x, heads = hot_tea()
    return x, heads, tokens


def test_a_pointer_shows_a_number_and_a_click_keeps_it(open_widget):
    page = open_widget(hot_and_tea())
    first = state(page)["asked"]
    page.mouse.move(*at(page, "V", 1, 3, 2))
    assert state(page)["asked"] == {"stage": "V", "index": 1, "row": 3, "column": 2}
    assert page.locator(".mha-sentences").get_attribute("aria-live") == "off"
    page.mouse.move(2, 2)
    assert state(page)["asked"] == first
    assert page.locator(".mha-sentences").get_attribute("aria-live") == "polite"
    page.mouse.click(*at(page, "V", 1, 3, 2))
    page.mouse.move(2, 2)
    assert state(page)["asked"] == {"stage": "V", "index": 1, "row": 3, "column": 2}


def test_a_near_tap_takes_the_nearest_number_and_buttons_step_on(open_widget):
    page = open_widget(hot_and_tea(), width=390, has_touch=True)
    x, y = at(page, "average", 0, 1, 2)
    page.mouse.click(x + 18, y)  # Chromium, but no other engine, corrects where a finger lands
    asked = {"stage": "average", "index": 0, "row": 1, "column": 2}
    assert state(page)["asked"] == asked
    page.touchscreen.tap(x + 60, y)  # too far from any number
    assert state(page)["asked"] == asked
    for name, changed in (
        ("the number below", {"row": 2}),
        ("the number before", {"column": 1}),
        ("the number above", {"row": 1}),
        ("the number after", {"column": 2}),
    ):
        page.get_by_role("button", name=name).tap()
        asked |= changed
        assert state(page)["asked"] == asked
    panel = page.locator(".mha-sum-panel").bounding_box()
    assert panel["y"] + panel["height"] <= 901  # in sight, though the drawing is longer


def test_arrow_keys_move_in_a_matrix_and_into_the_next_head_s_block(open_widget):
    page = open_widget(hot_and_tea())
    page.get_by_role("application", name="attention weights of head 0").focus()
    press_keys(page, "ArrowRight")  # from the first number of the row that is followed
    assert state(page)["asked"] == {"stage": "weights", "index": 0, "row": 1, "column": 1}
    press_keys(page, "ArrowDown", "ArrowLeft", "ArrowLeft", "ArrowLeft")
    assert state(page)["asked"] == {"stage": "weights", "index": 0, "row": 2, "column": 0}
    page.locator("[data-part=concatenation] [data-head='0']").focus()
    press_keys(page, *["ArrowRight"] * 3)
    assert state(page)["asked"] == {"stage": "concatenated", "index": 1, "row": 2, "column": 0}
    press_keys(page, "ArrowRight")
    assert state(page)["asked"]["column"] == 1
    stops = page.locator(".mha-layer-drawing [tabindex='0']").evaluate_all(
        "(all) => all.map((node) => node.getAttribute('aria-label'))"
    )
    assert len(stops) == len(set(stops)) + 1 + 2  # x once more, and the averages, concatenated
    assert "Q of head 0, 5 by 3; the row of “here” is 0, 0, 0; arrow keys choose a number" in stops


@pytest.mark.slow
def test_a_focused_matrix_is_not_covered_by_the_sum(open_widget):
    page = open_widget(hot_and_tea(), width=390)
    for _ in range(20):
        page.keyboard.press("Tab")
        covered = page.evaluate(
            """() => document.activeElement.closest(".mha-layer-drawing")
                && document.activeElement.getBoundingClientRect().bottom
                - document.querySelector(".mha-sum-panel").getBoundingClientRect().top"""
        )
        assert covered is None or covered <= 0


@pytest.mark.slow
def test_the_drawing_follows_the_width_and_the_theme(open_widget):
    page = open_widget(hot_and_tea())
    drawing = page.locator(".mha-layer-drawing svg")
    assert drawing.get_attribute("class") == "mha-wide"
    light = page.locator(".mha-asked-frame").evaluate("(mark) => getComputedStyle(mark).stroke")
    page.set_viewport_size({"width": 390, "height": 900})
    settle(page)
    assert drawing.get_attribute("class") == "mha-tall"
    page.evaluate("() => (document.documentElement.dataset.theme = 'dark')")
    settle(page)
    dark = page.locator(".mha-asked-frame").evaluate("(mark) => getComputedStyle(mark).stroke")
    assert (light, dark) == ("rgb(31, 41, 51)", "rgb(230, 233, 236)")
