"""LayerView in Python: what it sends to the page, and what it refuses at first and later."""

import pytest
import torch

from mha_lib.book.drawings import hot_tea, layer
from mha_lib.head_parameters import HeadParameters
from mha_lib.widgets import LayerView
from tests.helpers import labels

TOKENS, X, HEADS = hot_tea()


def random_layer(n_tokens, n_heads, d_model, d_head, d_value=None):
    """Vectors of tokens, and a layer for them, with two digits before the point at times."""
    torch.manual_seed(n_tokens)
    d_value = d_value or d_head
    shapes = [(d_model, d_head), (d_model, d_head), (d_model, d_value), (d_value, d_model)]
    matrices = [torch.randn(n_heads, *shape, dtype=torch.float64) for shape in shapes]
    return 3 * torch.randn(n_tokens, d_model, dtype=torch.float64), HeadParameters(*matrices)


def make(**options):
    given = {"x": X, "head_parameters": HEADS, "tokens": [*TOKENS[:4], labels.MARKUP], "row": 1}
    return LayerView(**given | options)


def hot_and_tea():
    return LayerView(X, HEADS, TOKENS, row=1, asked=("sum", 0, 1, 1), notes=["a", "b"])


def sizes_that_differ():
    x, heads = random_layer(4, 2, 5, 2, 3)
    return LayerView(x, heads, ["the", "cat", "the", "mat"], asked=("Q", 1, 3, 0))


def most_heads():
    x, heads = random_layer(6, 3, 6, 2)
    return LayerView(x, heads, labels.long(6), row=5)


def widest_head():
    x, heads = random_layer(6, 1, 6, 6)
    return LayerView(x, heads, labels.long(6), asked=("weights", 0, 1, 5))


EXAMPLES = [hot_and_tea, sizes_that_differ]
LARGEST = [most_heads, widest_head]
ASKED = "asked must be "
REFUSED = [
    ({"head_parameters": None}, TypeError, "head_parameters must be HeadParameters; got None"),
    ({"x": X.long()}, TypeError, "x must "),
    ({"x": X[:, :5]}, ValueError, "x must have shape (tokens, 6) with 1 to 6 tokens; got "),
    ({"x": X * torch.inf}, ValueError, "x must "),
    ({"tokens": TOKENS[:4]}, ValueError, "tokens must "),
    ({"tokens": "hot tea"}, ValueError, "tokens must "),
    ({"row": 5}, ValueError, "row must be below 5, the number of tokens; got 5"),
    ({"row": -1}, ValueError, "row must be at least 0; got -1"),
    ({"notes": ["a"]}, ValueError, "notes must "),
    ({"asked": "weights"}, TypeError, f"{ASKED}a list; got 'weights' (str)"),
    ({"asked": ["weights", 0, 2]},
     ValueError, f"{ASKED}empty or have a stage, a head, a row and a column;"),
    ({"asked": ["scores", 0, 2, 1]},
     ValueError, f"{ASKED}one of x, W_Q, W_K, W_V, Q, K, V, weights, average, "),
    ({"asked": ["x", 1, 2, 1]}, ValueError, f"{ASKED}below 1; got 1"),
    ({"asked": ["weights", 2, 2, 1]}, ValueError, f"{ASKED}below 2; got 2"),
    ({"asked": ["weights", 0, 5, 1]}, ValueError, f"{ASKED}below 5; got 5"),
    ({"asked": ["weights", 0, 2, -1]}, ValueError, f"{ASKED}at least 0; got -1"),
    ({"asked": ["W_Q", 0, 6, 0]}, ValueError, f"{ASKED}below 6; got 6"),
    ({"asked": ["W_O", 0, 3, 0]}, ValueError, f"{ASKED}below 3; got 3"),
    ({"asked": ["sum", 0, 0, True]}, TypeError, f"{ASKED}an integer; got True (bool)"),
]  # fmt: skip


def test_the_state_has_the_drawing_and_its_numbers():
    made = LayerView(X, HEADS, TOKENS, row=1, notes=["a", "b"], aside=["c"])
    drawing = layer(X, HEADS, TOKENS, row=1, notes=["a", "b"], aside=["c"])
    assert made.wide == drawing.wide.svg("wide", drawing.name)
    assert made.tall == drawing.tall.svg("tall", drawing.name)
    assert made.x == X.tolist()
    for name, numbers in made.parameters.items():
        assert torch.tensor(numbers).double().allclose(getattr(HEADS, name), atol=1e-6)


def test_one_token_is_enough():
    assert LayerView(X[:1], HEADS, TOKENS[:1]).row == 0


@pytest.mark.parametrize("asked", [(), ["x", 0, 4, 5], ("W_V", 1, 5, 2), ("concatenated", 1, 4, 2)])
def test_asked_accepts_a_number_of_every_part(asked):
    assert make(asked=asked).asked == list(asked)
