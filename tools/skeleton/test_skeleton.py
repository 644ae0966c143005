"""Skeleton: its weights are torch's, and its bars, numbers and sentence show them."""

import pytest
import torch
from torch.testing import assert_close

from mha_lib.widgets import Skeleton
from tests.browser.pages import move, tensors
from tests.helpers import javascript

SCORES = torch.tensor([2.0, 1.0, -6.0])


# What the tests of all widgets need; tests/helpers/every_widget.py explains the names.


def make(**options):
    return Skeleton(**{"scores": SCORES} | options)


def most_keys():
    return make(scores=torch.linspace(-5, 5, 12), divisor=10)


EXAMPLES = []
LARGEST = [most_keys]
REFUSED = [
    ({"scores": [1.0]}, TypeError, "scores must be a torch.Tensor; got"),
    ({"scores": torch.tensor([torch.inf] * 3)}, ValueError, "scores must be finite; got"),
    ({"scores": torch.ones(13)}, ValueError, "scores must be at most 12 numbers; got 13"),
    ({"divisor": 0}, ValueError, "divisor must be at least 1; got 0"),
    ({"divisor": 11}, ValueError, "divisor must be at most 10; got 11"),
    ({"divisor": 0.5}, TypeError, "divisor must be an integer; got 0.5"),
]
DENSE = {"scores": lambda odd: make(scores=odd(SCORES))}


def displayed(number):
    return javascript.run("format.js", "return m.formatNumber(number);", number=float(number))


def test_bars_numbers_and_sentence_show_the_weights_of_torch(open_widget):
    page = open_widget(make())
    for divisor in (1, 4, 10):
        move(page.get_by_label("divisor", exact=True), divisor - 1)
        weights = torch.softmax(SCORES.double() / divisor, dim=0)
        assert_close(tensors(page)["weights"], weights)
        bars = page.locator(".mha-bar-table div").evaluate_all(
            "(bars) => bars.map((bar) => parseFloat(bar.style.width))"
        )
        assert bars == pytest.approx((100 * weights).tolist(), abs=1e-3)
        numbers = page.locator("tr td:nth-child(2):not(.mha-ends)").all_inner_texts()
        wanted = [displayed(weight) for weight in weights]
        assert numbers == wanted
        assert page.locator(".mha-sentences").inner_text() == (
            f"With scores divided by {divisor}, the largest weight: key 0 with {wanted[0]}."
        )
