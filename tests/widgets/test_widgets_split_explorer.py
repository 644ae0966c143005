"""SplitExplorer in Python: its projections are exact, and its choices fit them."""

import math

import numpy as np
import pytest
import torch
from torch.testing import assert_close

from mha_lib.widgets import SplitExplorer, split_explorer
from tests.helpers import labels

TOKENS = ["the", labels.MARKUP, "</script>"]
NAMES = ("x", "W_Q", "W_K", "W_V")


def inputs(n_tokens=3, d_model=12):
    return torch.randn(n_tokens, d_model), *torch.randn(3, d_model, d_model)


def make(**options):
    given = dict(zip(NAMES, inputs(), strict=True))
    return SplitExplorer(**given | {"tokens": TOKENS, "n_heads": 3} | options)


def widest_split():
    n, width = split_explorer.MAX_TOKENS, split_explorer.MAX_WIDTH
    x, matrices = torch.randn(n, width), torch.randn(3, width, width) / width**0.5
    heads = split_explorer.MAX_HEADS
    return SplitExplorer(x, *matrices, labels.long(n), n_heads=heads, scale=30)


def most_labels():
    return SplitExplorer(*inputs(16, 16), labels.long(16), n_heads=4)


EXAMPLES = []
LARGEST = [widest_split, most_labels]
TOO_LARGE = "x must have at most 32 tokens and 512 features; got "
REFUSED = [
    ({"n_heads": 5}, ValueError, "n_heads must divide d_model, 12, and be at most 16; got 5"),
    ({"n_heads": 24}, ValueError, "n_heads must divide d_model, 12, and be at most 16; got 24"),
    ({"n_heads": 0}, ValueError, "n_heads must be at least 1; got 0"),
    ({"scale": -1.0}, ValueError, "scale must be 0 or between 0.001 and 30; got -1.0"),
    ({"scale": 31.0}, ValueError, "scale must be 0 or between 0.001 and 30; got 31.0"),
    ({"scale": math.nan}, ValueError, "scale must be finite; got nan"),
    ({"query": 3}, ValueError, "query must be below 3; got 3"),
    ({"query": -1}, ValueError, "query must be at least 0; got -1"),
    ({"tokens": TOKENS[:2]}, ValueError, "tokens must be 3 strings, one per entry; got 2"),
    ({"tokens": 5}, TypeError, "tokens must be 3 strings, one per entry; got 5"),
    ({"tokens": None}, TypeError, "tokens must be 3 strings, one per entry; got None"),
    ({"x": torch.zeros(33, 12)}, ValueError, TOO_LARGE),
    ({"x": torch.zeros(3, 513)}, ValueError, TOO_LARGE),
    *(({W: torch.zeros(12, 4)}, ValueError, f"{W} must be square and as wide as x, (12, 12); got ")
      for W in NAMES[1:]),
    *(({name: wrong}, error, f"{name} must {rule}") for name in NAMES for wrong, error, rule in [
        ([[1.0]], TypeError, "be a torch.Tensor; got"),
        (torch.ones(12, 12).long(), TypeError, "be floating point; got int64"),
        (torch.ones(1, 12, 12), ValueError, "have 2 dimensions, none of size 0; got"),
        (torch.ones(0, 12), ValueError, "have 2 dimensions, none of size 0; got"),
        (torch.full((12, 12), math.nan), ValueError, "be finite; got nan"),
        (torch.full((12, 12), math.inf), ValueError, "be finite; got inf"),
    ]),
]  # fmt: skip


def test_projections_are_computed_in_double_precision():
    x, *matrices = inputs()
    widget = SplitExplorer(x, *matrices, TOKENS)
    wanted = torch.stack([x.double() @ W.double() for W in matrices])
    assert_close(torch.tensor(widget.projections, dtype=torch.float64), wanted, rtol=1e-8, atol=0)


@pytest.mark.parametrize(("d_model", "n_heads"), [(12, 6), (16, 8), (7, 7), (11, 1), (1, 1)])
def test_n_heads_defaults_to_the_largest_divisor_up_to_8(d_model, n_heads):
    assert SplitExplorer(*inputs(d_model=d_model), TOKENS).n_heads == n_heads


def test_one_token_is_enough():
    assert SplitExplorer(*inputs(1), TOKENS[:1]).query == 0


def test_state_of_split_explorer():
    state = make(n_heads=4, scale=0, query=2).state()
    assert set(state) == {"projections", "tokens", "max_heads", "n_heads", "scale", "query"}
    assert (state["n_heads"], state["scale"], state["query"]) == (4, 0.0, 2)


def test_inputs_may_require_gradients():
    x, *matrices = inputs()
    SplitExplorer(x.requires_grad_(), *matrices, TOKENS)


def test_a_product_that_overflows_is_refused():
    x, *matrices = inputs()
    with pytest.raises(ValueError, match="x @ W_Q must be finite; got"):
        SplitExplorer(x.double() * 1e300, matrices[0] * 1e30, *matrices[1:], TOKENS)


@pytest.mark.usefixtures("no_type_hook")
def test_numpy_integers_are_accepted():
    assert make(n_heads=np.int64(3)).state()["n_heads"] == 3
