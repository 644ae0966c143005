"""ScaleExplorer in a page: its numbers are torch's, its words and shapes are those numbers."""

import math
import re

import pytest
import torch
from torch.testing import assert_close

from mha_lib.widgets import ScaleExplorer
from tests.browser.pages import move, settle, tensors


def test_scale_numbers_equal_torch_and_are_in_the_table(open_widget):
    page = open_widget(ScaleExplorer(divisor="sqrt(d_head)"))
    for power in (0, 4, 10):
        move(page.get_by_label("width d_head", exact=True), power)
        numbers = tensors(page)
        assert (numbers["d_head"], numbers["divisor"]) == (2**power, "sqrt(d_head)")
        p = numbers["row_scores"].softmax(0)
        assert_close(numbers["weights"], p, rtol=1e-9, atol=1e-12)
        displayed = [
            float(text.replace("−", "-"))
            for text in page.locator("td:not(:empty, .mha-ends)").all_inner_texts()
            if text
        ]
        rows = torch.tensor(displayed).view(8, 2)
        assert_close(rows, torch.stack([numbers["row_scores"], p], 1).float(), rtol=0, atol=6e-4)
        bars = page.locator(".mha-bar-table div").evaluate_all(
            "(all) => all.map((b) => b.style.width)"
        )
        assert [float(width.removesuffix("%")) for width in bars] == pytest.approx(
            (100 * p).tolist(), abs=1e-3
        )


@pytest.mark.parametrize(
    ("d_head", "divisor"),
    [(1024, "none"), (64, "sqrt(d_head)")],
)
def test_histogram_bars_have_the_right_heights_and_positions(open_widget, d_head, divisor):
    page = open_widget(ScaleExplorer(d_head=d_head, divisor=divisor))
    reach, bar = 64, 2
    numbers = tensors(page)
    inner, outer = (path.get_attribute("d") for path in page.locator(".mha-bars").all())
    first, last = re.findall(r"M[^M]+", outer)
    path = first + inner + last
    found = [tuple(map(float, bar)) for bar in re.findall(r"M(\S+) 1v(\S+)h\.8V1z", path)]
    bins = numbers["bins"]
    middles = [left + 0.4 for left, _ in found]
    assert middles == pytest.approx(list(range(-32, 33)))
    assert [-height for _, height in found] == pytest.approx((bins / bins.max()).tolist())
    deviation = numbers["deviation"]
    lines = re.findall(r"M(\S+) 0v1", page.locator(".mha-spread").get_attribute("d"))
    assert [float(x) for x in lines] == pytest.approx([-deviation / bar, deviation / bar])
    ticks = page.locator(".mha-axis span").all()
    assert len({tick.inner_text() for tick in ticks}) == 7
    for tick in ticks:
        left = float(tick.evaluate("(t) => t.style.left").removesuffix("%"))
        assert left / 100 * 65 - 32.5 == pytest.approx(
            float(tick.inner_text().replace("−", "-")) / bar, abs=1e-3
        )
    histogram = page.locator(".mha-histogram svg").bounding_box()["width"]
    bracket = page.locator(".mha-tenfold span").bounding_box()["width"]
    assert bracket / histogram * 65 * bar == pytest.approx(math.log(10), abs=0.02 * reach)
    caption = page.locator(".mha-histogram figcaption").inner_text()
    assert caption == (
        "1000 scores of random queries with random keys: "
        f"their standard deviation is {deviation:.3f}."
    )


def test_the_sentence_gives_the_typical_largest_weight(open_widget):
    page = open_widget(ScaleExplorer(d_head=64))
    assert page.locator(".mha-sentences").get_attribute("aria-live") == "polite"
    assert page.locator(".mha-sentences").inner_text() == (
        f"With scores divided by nothing, the largest of eight weights is typically "
        f"{tensors(page)['typical']:.2f}, and over 0.9 for "
        f"{100 * tensors(page)['saturated']:.0f}% of the queries. "
        "The wider the head, the further the scores spread, and the more often one key takes over."
    )


def test_divisor_and_seed_can_be_chosen(open_widget):
    page = open_widget(ScaleExplorer(seed=9999))
    page.get_by_role("radio", name="√d_head").focus()
    page.keyboard.press("ArrowRight")
    settle(page)
    assert tensors(page)["divisor"] in ("sqrt(d_head)", "d_head")
    for name, divisor in {"√d_head": "sqrt(d_head)", "nothing": "none", "d_head": "d_head"}.items():
        page.get_by_role("radio", name=name, exact=True).check()
        assert tensors(page)["divisor"] == divisor
    before = tensors(page)["scores"]
    page.get_by_role("button").click()
    settle(page)
    assert tensors(page)["seed"] == 0  # the first follows the last
    assert not torch.equal(tensors(page)["scores"], before)
    assert "seed 0" in page.get_by_role("button").inner_text()


@pytest.mark.slow
def test_widths_ticks_and_the_note_are_shown(open_widget):
    page = open_widget(ScaleExplorer())
    slider = page.get_by_label("width d_head", exact=True)
    assert slider.get_attribute("max") == "10"
    for power, width in ((0, "1"), (10, "1024"), (3, "8")):
        move(slider, power)
        assert slider.get_attribute("aria-valuetext") == width
    ticks = page.locator(".mha-axis span").all_inner_texts()
    assert ticks == ["−48", "−32", "−16", "0", "16", "32", "48"]
    assert page.locator(".mha-ends span").all_inner_texts() == ["0", "1"]
    # 65 bars, the first around -32 bars
    assert page.locator(".mha-histogram svg").get_attribute("viewBox") == "-32.5 0 65 1"
    (note,) = page.locator(".mha p:not(.mha-sentences)").all_inner_texts()
    assert note.startswith("The axis ends at ±64 for every width and divisor; the wider the head,")
    assert page.locator(".mha > :last-child").evaluate("(last) => last.localName") == "table"
    assert "NaN" not in page.locator(".mha").inner_text()
