"""MaskPainter in Python: it holds scores and a mask that fit each other."""

import pytest
import torch

import mha_lib
from mha_lib.widgets import MaskPainter
from tests.helpers import labels

TOKENS = ["a", labels.MARKUP, "c"]
KEYS = ["x", "</script>", "y", "z"]


def make(**options):
    scores = torch.linspace(-2, 2, 12).view(3, 4)
    return MaskPainter(**{"scores": scores, "tokens": TOKENS, "key_tokens": KEYS} | options)


def largest_mask():
    scores = 1e6 * torch.randn(12, 12)
    return MaskPainter(scores, labels.long(12), mask=mha_lib.causal_mask(12))


def blind(wrong):
    scores = torch.zeros(3, 4)
    scores[1, 2] = wrong
    return scores


EXAMPLES = []
LARGEST = [largest_mask]
REFUSED = [
    ({"scores": blind(torch.nan)}, ValueError, "scores must be finite; got nan at index (1, 2)"),
    ({"scores": blind(-torch.inf)}, ValueError, "scores must be finite; got -inf at index (1, 2)"),
    *(({"scores": torch.zeros(shape)}, ValueError, "scores must have ")
      for shape in [(0, 0), (3, 0), (3,), (1, 3, 3)]),
    ({"scores": torch.zeros(3, 13)}, ValueError,
     "scores must have at most 12 queries and 12 keys; got float32 of shape (3, 13)"),
    ({"key_tokens": TOKENS}, ValueError, "key_tokens must be 4 strings, one per entry; got 3"),
    ({"tokens": 5}, TypeError, "tokens must be 3 strings, one per entry; got 5"),
    ({"tokens": None}, TypeError, "tokens must be 3 strings, one per entry; got None"),
    ({"tokens": torch.tensor(1.0)},
     TypeError, "tokens must be 3 strings, one per entry; got float32"),
    ({"mask": torch.ones(3, 4), "tokens": TOKENS}, TypeError, "mask must be boolean, True where"),
    ({"mask": torch.ones(2, 4).bool(), "tokens": TOKENS}, ValueError,
     "mask must broadcast to the scores' shape (3, 4); got bool of shape (2, 4)"),
]  # fmt: skip


def test_the_default_mask_is_all_true():
    assert make().mask == [[True] * 4] * 3


def test_state_of_mask_painter():
    scores, mask = torch.randn(3, 3, dtype=torch.float64), torch.rand(3, 3) > 0.5
    painter = MaskPainter(scores, TOKENS, mask=mask)
    assert painter.mask == mask.tolist()
    torch.testing.assert_close(torch.tensor(painter.scores, dtype=torch.float64), scores)


def test_mask_can_be_set_from_python():
    painter = make()
    painter.mask = causal = torch.ones(3, 4).tril().bool().tolist()
    assert painter.state()["mask"] == causal


@pytest.mark.parametrize(
    ("mask", "error"),
    [
        ([], ValueError),
        ([[True] * 4] * 2, ValueError),
        ([[True] * 2] * 3, ValueError),
        ([True] * 3, ValueError),
        ([[1.0] * 4] * 3, TypeError),
        ([[None] * 4] * 3, TypeError),
    ],
)
def test_a_wrong_mask_from_python_is_refused(mask, error):
    painter = make()
    with pytest.raises(error, match=r"^mask must .*; got"):
        painter.mask = mask
    assert painter.mask == [[True] * 4] * 3
