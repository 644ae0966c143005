"""SplitExplorer in a page: its numbers are torch's, its controls all live."""

import math
import re

import pytest
import torch
from torch.testing import assert_close

from mha_lib import analysis, attention_scores, attention_weights, split_heads
from mha_lib.widgets import SplitExplorer
from tests.browser.pages import assert_painted, move, settle, tensors

DIVISORS = [1, 2, 3, 4, 6, 12]


def inputs(n_tokens=5, d_model=12):
    x = torch.randn(n_tokens, d_model, dtype=torch.float64)
    return x, *torch.randn(3, d_model, d_model, dtype=torch.float64) / math.sqrt(d_model)


def split(n_tokens=5, d_model=12, **options):
    tokens = [f"token{i}" for i in range(n_tokens)]
    return SplitExplorer(*inputs(n_tokens, d_model), tokens, **options)


def expected(widget, n_heads, scale):
    """What the page must show, from torch and the book's library."""
    Q, K, V = (
        split_heads(torch.tensor(p, dtype=torch.float64), n_heads) for p in widget.projections
    )
    Q, K = scale * Q, scale * K
    heads = attention_weights(attention_scores(Q, K))
    single = analysis.single_head_weights(Q, K)
    multi = heads @ V
    return {
        "heads": heads,
        "single": single,
        "outputs_difference": analysis.relative_difference(single @ V, multi).item(),
    }


@pytest.mark.parametrize("scale", [1, 30])
def test_split_numbers_equal_torch_for_every_number_of_heads(open_widget, scale):
    widget = split(n_heads=1, scale=scale)
    page = open_widget(widget)
    for place, n_heads in list(enumerate(DIVISORS))[::2]:
        move(page.get_by_label("heads", exact=True), place)
        numbers = tensors(page)
        assert numbers["n_heads"] == n_heads
        for name, value in expected(widget, n_heads, scale).items():
            value, number = (
                torch.as_tensor(v, dtype=torch.float64) for v in (value, numbers[name])
            )
            assert_close(number, value, rtol=1e-9, atol=1e-9)
        # Weights underflow at 30; the product, taken in logs, is the single head all the same.
        assert_close(numbers["product"], numbers["single"], rtol=0, atol=1e-9)
        assert numbers["product_difference"] < 1e-9


def test_the_curve_shows_the_difference_and_a_press_on_it_sets_the_scale(open_widget):
    page = open_widget(split(n_heads=4))
    shown = tensors(page)
    assert shown["outputs_difference"] == pytest.approx(shown["differences"][61].item())
    curve = page.locator(".mha-curve").get_attribute("d")
    heights = torch.tensor([-float(point.split()[1]) for point in curve[1:].split("L")])
    assert_close(heights.double(), shown["differences"] / shown["differences"].max())
    box = page.locator(".mha-sweep svg").bounding_box()
    page.mouse.click(box["x"] + 41 / 91 * box["width"], box["y"] + 5)
    assert tensors(page)["scale"] == pytest.approx(0.1)
    spot = page.locator(".mha-current-dot").get_attribute("d")
    assert spot.split()[0] == "M41"
    assert -float(spot.split()[1].split("h")[0]) == pytest.approx(heights[41].item())
    move(page.get_by_label("heads", exact=True), 0)  # one head differs from itself nowhere
    assert set(page.locator(".mha-curve").get_attribute("d")[1:].split("L")) == {
        f"{place} 0" for place in range(92)
    }


def test_pointer_and_arrow_keys_choose_the_query(open_widget):
    page = open_widget(split())
    slider = page.get_by_label("query", exact=True)
    box = page.locator(".mha-picture").nth(1).bounding_box()
    page.mouse.move(box["x"] + 5, box["y"] + 0.7 * box["height"])
    settle(page)
    assert slider.input_value() == "3"
    page.get_by_role("group", name="matrices").focus()
    for key, row in (("ArrowUp", "2"), ("ArrowDown", "3"), ("ArrowDown", "4"), ("ArrowDown", "4")):
        page.keyboard.press(key)
        settle(page)
        assert slider.input_value() == row
    tops = page.locator(".mha-mark").evaluate_all("(marks) => marks.map((m) => m.style.top)")
    assert set(tops) == {"80%"}


@pytest.mark.slow
def test_overflowing_scores_do_not_stop_the_widget(open_widget):
    x, W_Q, W_K, W_V = inputs()
    page = open_widget(SplitExplorer(x * 1e100, W_Q * 1e100, W_K, W_V, list("abcde"), scale=30))
    move(page.get_by_label("heads", exact=True), 3)
    assert tensors(page)["n_heads"] == 4


# For each map, the top of the map and the top of its picture.


def test_maps_have_matplotlib_s_colors(open_widget):
    page = open_widget(split(n_heads=4))
    numbers = tensors(page)
    joined = [numbers[name] for name in ("single", "product")]
    maps = page.locator(".mha-map canvas")
    for i, rows in enumerate([*joined, *numbers["heads"]]):
        assert_painted(maps.nth(i), rows)


@pytest.mark.slow
@pytest.mark.parametrize(("n_heads", "labeled"), [(4, True), (5, False)])
def test_there_is_a_map_per_head_with_labels_while_they_are_few(open_widget, n_heads, labeled):
    page = open_widget(split(d_model=60, n_heads=n_heads))
    assert page.locator(".mha-map:visible").count() == 2 + n_heads
    assert page.locator(".mha-grid").last.locator(".mha-rows").first.is_visible() == labeled


@pytest.mark.parametrize(("d_model", "heads"), [(32, "1 2 4 8 16"), (15, "1 3 5 15")])
def test_heads_go_up_to_sixteen(open_widget, d_model, heads):
    page = open_widget(split(d_model=d_model))
    slider, displayed = page.get_by_label("heads", exact=True), []
    for place in range(int(slider.get_attribute("max")) + 1):
        move(slider, place)
        displayed.append(slider.get_attribute("aria-valuetext"))
    assert displayed == heads.split()


@pytest.mark.slow
def test_the_slider_shows_a_scale_between_two_steps(open_widget):
    page = open_widget(split(scale=0.1234))
    slider = page.get_by_label("scale of W_Q and W_K", exact=True)
    assert slider.get_attribute("aria-valuetext") == "× 0.12"
    for place, displayed in ((0, "× 0"), (1, "× 0.001"), (61, "× 1"), (91, "× 30")):
        move(slider, place)
        assert slider.get_attribute("aria-valuetext") == displayed


@pytest.mark.slow
@pytest.mark.parametrize(("n_tokens", "width"), [(16, "3px"), (17, "2px")])
def test_with_many_tokens_the_mark_is_a_thin_line(open_widget, n_tokens, width):
    page = open_widget(split(n_tokens=n_tokens))
    mark = page.locator(".mha-mark").first
    shadow = mark.evaluate("(mark) => getComputedStyle(mark).boxShadow")
    assert max(re.findall(r"\d+px", shadow)) == width
