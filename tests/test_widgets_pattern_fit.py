"""PatternFit holds the patterns that it is given, and refuses what is none."""

import math

import pytest
import torch
import traitlets
from torch.testing import assert_close

from mha_lib.widgets import PatternFit

TOKENS = list("abcd")


def weights(n=4):
    return torch.randn(n, n).softmax(dim=1)


def fit(**options):
    return PatternFit({"one": weights(), "two": weights()}, TOKENS, **options)


def test_the_state_is_what_the_page_needs():
    patterns = {"one": weights(), "two": weights()}
    state = PatternFit(patterns, TOKENS, pattern="two", d_head=3, query=2).state()
    assert set(state) == {"names", "patterns", "tokens", "pattern", "own", "d_head", "query"}
    assert (state["names"], state["tokens"]) == (["one", "two"], TOKENS)
    assert_close(torch.tensor(state["patterns"]), torch.stack([*patterns.values()]))
    assert (state["pattern"], state["d_head"], state["query"]) == ("two", 3, 2)


def test_it_starts_with_the_first_pattern_and_the_readers_own_is_one_back():
    widget = fit()
    assert (widget.pattern, widget.d_head, widget.query) == ("one", 1, 0)
    assert torch.equal(torch.tensor(widget.own), torch.eye(4).roll(1, dims=0).bool())


W = weights()


@pytest.mark.parametrize(
    ("patterns", "error", "message"),
    [
        ({}, ValueError, "patterns must map 1 to 6 names to weights; got {}"),
        ([W], ValueError, "patterns must map 1 to 6 names to weights; got"),
        (dict.fromkeys("abcdefg", W), ValueError, "patterns must map 1 to 6 names to weights; got"),
        ({1: W}, ValueError, "patterns must be 1 texts, one per entry; got"),
        ({"your own": W}, ValueError, 'patterns must leave the name "your own" to the reader'),
        ({"a": W.tolist()}, TypeError, "pattern 'a' must be a torch.Tensor; got"),
        ({"a": W.long()}, TypeError, "pattern 'a' must be floating point; got int64"),
        ({"a": W[None]}, ValueError, "pattern 'a' must have the shape"),
        ({"a": W, "b": weights(3)}, ValueError, r"pattern 'b' must have the shape \(4, 4\); got"),
        ({"a": weights(2)}, ValueError, "patterns must have 3 to 10 tokens; got 2"),
        ({"a": weights(11)}, ValueError, "patterns must have 3 to 10 tokens; got 11"),
        ({"a": W * math.nan}, ValueError, "pattern 'a' must be finite; got nan"),
        ({"a": 2 * W}, ValueError, "pattern 'a' must have rows of at least 0 that sum to 1"),
        ({"a": 2 * torch.eye(4) - W}, ValueError, "pattern 'a' must have rows of at least 0"),
    ],
)
@pytest.mark.usefixtures("no_type_hook")
def test_what_is_no_pattern_is_refused(patterns, error, message):
    with pytest.raises(error, match=f"^{message}"):
        PatternFit(patterns, TOKENS)


@pytest.mark.parametrize(
    ("name", "value", "error", "message"),
    [
        ("d_head", 0, ValueError, "d_head must be at least 1; got 0"),
        ("d_head", 4, ValueError, "d_head must be below 4; got 4"),
        ("d_head", "2", TypeError, "d_head must be an integer; got"),
        ("query", -1, ValueError, "query must be at least 0; got -1"),
        ("query", 4, ValueError, "query must be below 4; got 4"),
        ("pattern", "three", ValueError, "pattern must be one of one, two and your own; got"),
    ],
)
@pytest.mark.usefixtures("no_type_hook")
def test_a_choice_out_of_range_is_refused_at_first_and_later(name, value, error, message):
    with pytest.raises(error, match=f"^{message}"):
        fit(**{name: value})
    with pytest.raises((error, traitlets.TraitError)):
        setattr(fit(), name, value)


@pytest.mark.parametrize(
    ("own", "error"),
    [
        ([[True] * 4] * 3, ValueError),
        ([[True] * 3] * 4, ValueError),
        ([[True] * 4] * 3 + [True], ValueError),
        ([[1] * 4] * 4, TypeError),
    ],
)
def test_the_readers_own_is_a_square_of_true_and_false(own, error):
    with pytest.raises(error, match=r"^own must"):
        fit().own = own


def test_what_the_page_laid_out_stays():
    with pytest.raises(ValueError, match="tokens must stay as made"):
        fit().tokens = list("wxyz")


def test_tokens_are_one_text_each():
    with pytest.raises(ValueError, match="tokens must be 4 texts"):
        PatternFit({"one": W}, list("abc"))
