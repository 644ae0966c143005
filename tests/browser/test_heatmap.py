"""What all maps share: the marked row, labels that have room, and a color for each head."""

import itertools

import pytest
import torch

from mha_lib.widgets import HeadsView, SplitExplorer
from tests.browser.pages import move, painted, settle
from tests.helpers import scripts

pytestmark = pytest.mark.slow

# Boxes of a map's picture, its mark and its labels that are seen, as left, top, right, bottom.
BOXES = scripts.read("heatmap_boxes")


# The ground, ink, and eight heads, as red, green and blue.
PALETTE = """(root) => {
    const read = (name) => getComputedStyle(root).getPropertyValue(`--mha-${name}`);
    const names = ["ground", "ink", ...Array.from({ length: 8 }, (_, i) => `head-${i}`)];
    return names.map(read).map((hex) =>
        [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)));
}"""


def view(n_tokens, n_heads=4, **options):
    weights = torch.rand(n_heads, n_tokens, n_tokens).softmax(dim=-1)
    return HeadsView(weights, [f"t{i}" for i in range(n_tokens)], **options)


def boxes(page, number=0):
    return page.locator(".mha-map").nth(number).evaluate(BOXES)


def test_the_mark_frames_the_row_of_the_query(open_widget):
    page = open_widget(view(5))
    for query in (0, 3, 4):
        move(page.get_by_label("query", exact=True), query)
        for number in range(4):
            shown = boxes(page, number)
            left, top, right, bottom = shown["picture"]
            row = (bottom - top) / 5
            (mark,) = shown["marks"]
            wanted = [left, top + query * row, right, top + (query + 1) * row]
            assert mark == pytest.approx(wanted, abs=1)


def test_single_letters_below_a_map_are_upright_and_words_are_turned(open_widget):
    def directions(words):
        weights = torch.rand(1, 3, 3).softmax(dim=-1)
        labels = open_widget(HeadsView(weights, words)).locator(".mha-cols span")
        return labels.evaluate_all("(all) => all.map((s) => getComputedStyle(s).writingMode)")

    assert directions([*"bad"]) == ["horizontal-tb"] * 3
    assert directions(["a", "bad", "dab"]) == ["vertical-rl"] * 3


@pytest.mark.parametrize("n_tokens", [4, 12, 24])
def test_labels_are_next_to_their_rows_and_columns_or_hidden(open_widget, n_tokens):
    page = open_widget(view(n_tokens, head=1), width=360)
    # A small map, and the enlarged one.
    for width, number in itertools.product((360, 800), (0, 1)):
        page.set_viewport_size({"width": width, "height": 900})
        settle(page)
        found = boxes(page, number)
        assert len(found["rows"]) == len(found["columns"])
        assert len(found["rows"]) in (0, n_tokens)
        left, top, right, bottom = found["picture"]
        for i, box in enumerate(found["rows"]):
            middle = top + (i + 0.5) * (bottom - top) / n_tokens
            assert (box[1] + box[3]) / 2 == pytest.approx(middle, abs=1)
        for j, box in enumerate(found["columns"]):
            middle = left + (j + 0.5) * (right - left) / n_tokens
            assert (box[0] + box[2]) / 2 == pytest.approx(middle, abs=1)
        for one, next_one in zip(found["rows"], found["rows"][1:], strict=False):
            assert one[3] <= next_one[1] + 0.5  # no label covers another
        for one, next_one in zip(found["columns"], found["columns"][1:], strict=False):
            assert one[2] <= next_one[0] + 0.5


def test_labels_are_shown_if_there_is_room(open_widget):
    def labeled(n_tokens, number):
        page = open_widget(view(n_tokens, head=1), width=800)
        return len(boxes(page, number)["rows"]) > 0

    assert labeled(9, 0)
    assert not labeled(24, 0)
    assert labeled(32, 1)
    assert not labeled(33, 1)  # 32 are the most


def test_the_first_eight_heads_have_colors(open_widget):
    page = open_widget(view(4, n_heads=10))
    own = "(map) => [getComputedStyle(map).borderTopColor, getComputedStyle(map).borderTopWidth]"
    worn = page.locator(".mha-map").evaluate_all(f"(maps) => maps.map({own})")
    assert {width for _, width in worn} == {"3px"}  # all of a height, so that maps stay in a row
    colors = [color for color, _ in worn]
    assert len(set(colors[:8])) == 8
    assert set(colors[8:]) == {"rgba(0, 0, 0, 0)"}
    x, matrices = torch.randn(4, 8), torch.randn(3, 8, 8)
    page = open_widget(SplitExplorer(x, *matrices, list("abcd"), n_heads=2))
    worn = page.locator(".mha-map:visible").evaluate_all(f"(maps) => maps.map({own})")
    assert [width for _, width in worn] == ["0px"] * 2 + ["3px"] * 2
    assert [color for color, _ in worn[2:]] == colors[:2]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_weights_go_from_the_ground_to_the_color_of_their_head(open_widget, theme):
    page = open_widget(HeadsView(torch.eye(2).expand(9, 2, 2), list("ab")), theme=theme)
    ground, ink, *heads = page.locator(".mha").evaluate(PALETTE)
    for canvas, own in zip(page.locator(".mha-picture canvas").all(), [*heads, ink], strict=True):
        assert painted(canvas)[0].tolist() == [own, ground]
    other = "dark" if theme == "light" else "light"
    page.evaluate("(theme) => { document.documentElement.dataset.theme = theme; }", other)
    settle(page)
    again = page.locator(".mha").evaluate(PALETTE)
    assert again[0] != ground
    for canvas, own in zip(
        page.locator(".mha-picture canvas").all(), [*again[2:], again[1]], strict=True
    ):
        assert painted(canvas)[0].tolist() == [own, again[0]]
    assert painted(page.locator(".mha-bar canvas"))[0, -1].tolist() == again[1]


@pytest.mark.parametrize(("light", "theme"), [("false", "dark"), ("true", "light")])
def test_the_theme_follows_jupyter_where_the_page_has_none(open_widget, light, theme):
    page = open_widget(view(3), color_scheme="dark" if theme == "light" else "light")
    page.evaluate("() => delete document.documentElement.dataset.theme")
    page.evaluate("(light) => { document.body.dataset.jpThemeLight = light; }", light)
    settle(page)
    assert page.locator(".mha").get_attribute("data-theme") == theme
