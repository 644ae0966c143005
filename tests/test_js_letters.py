"""letters.js: how a weight is told in line with the letters."""

import javascript
import pytest


@pytest.mark.parametrize(
    ("weight", "told"),
    [(1, "1"), (0.995, "1"), (0.9949, ".99"), (0.5, ".50"), (0.04, ".04"), (0.006, ".01")],
)
def test_a_weight_is_told_by_two_digits_and_no_zero_in_front(weight, told):
    assert javascript.run("letters.js", "return m.tellWeight(weight);", weight=weight) == told
