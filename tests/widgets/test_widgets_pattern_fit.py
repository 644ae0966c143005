"""PatternFit holds the patterns that it is given, and refuses anything else."""

import math

import torch

from mha_lib.widgets import PatternFit, pattern_fit
from tests.helpers import labels

TOKENS = [*"abc", labels.MARKUP]


def weights(n=4):
    return torch.randn(n, n).softmax(dim=1)


def make(**options):
    patterns = {"one": weights(), "two": weights()}
    return PatternFit(**{"patterns": patterns, "tokens": TOKENS} | options)


def reader_s_own():
    return make(pattern="your own", d_head=2)


def most_patterns():
    n = pattern_fit.MAX_TOKENS
    names = labels.long(pattern_fit.MAX_PATTERNS)
    patterns = {name: torch.randn(n, n).softmax(dim=1) for name in names}
    return PatternFit(patterns, labels.long(n), d_head=3, query=n - 1, turn=23)


EXAMPLES = [reader_s_own]
LARGEST = [most_patterns]
W = weights()
ROWS = "pattern 'a' must have rows that are non-negative and sum to 1; got "
NAMES = "patterns must map 1 to 6 names to weights; got"
REFUSED = [
    ({"patterns": {}}, ValueError, f"{NAMES} {{}}"),
    ({"patterns": [W]}, TypeError, NAMES),
    ({"patterns": dict.fromkeys("abcdefg", W)}, ValueError, NAMES),
    ({"patterns": {1: W}}, TypeError, "patterns must be 1 string, one per entry; got"),
    (
        {"patterns": {"your own": W}},
        ValueError,
        "patterns must not use the reserved name 'your own'; got the names your own",
    ),
    ({"patterns": {"a": W.tolist()}}, TypeError, "pattern 'a' must be a torch.Tensor; got"),
    ({"patterns": {"a": W.long()}}, TypeError, "pattern 'a' must be floating point; got int64"),
    ({"patterns": {"a": W[None]}}, ValueError, "pattern 'a' must have the shape"),
    (
        {"patterns": {"a": W, "b": weights(3)}},
        ValueError,
        "pattern 'b' must have the shape (4, 4); got",
    ),
    ({"patterns": {"a": weights(2)}}, ValueError, "patterns must have 3 to 10 tokens; got 2"),
    ({"patterns": {"a": weights(11)}}, ValueError, "patterns must have 3 to 10 tokens; got 11"),
    ({"patterns": {"a": W * math.nan}}, ValueError, "pattern 'a' must be finite; got nan"),
    ({"patterns": {"a": 2 * W}}, ValueError, f"{ROWS}a sum of 2 in row 0"),
    ({"patterns": {"a": 2 * torch.eye(4) - W}}, ValueError, f"{ROWS}-0."),
    ({"tokens": list("abc")}, ValueError, "tokens must be 4 strings"),
    ({"d_head": 0}, ValueError, "d_head must be at least 1; got 0"),
    ({"d_head": 4}, ValueError, "d_head must be at most 3; got 4"),
    ({"query": -1}, ValueError, "query must be at least 0; got -1"),
    ({"query": 4}, ValueError, "query must be below 4; got 4"),
    ({"turn": -1}, ValueError, "turn must be at least 0; got -1"),
    ({"turn": 24}, ValueError, "turn must be at most 23; got 24"),
    ({"pattern": "three"}, ValueError, "pattern must be one of one, two and your own; got"),
    (
        {"your_pattern": [[True] * 4] * 3},
        ValueError,
        "your_pattern must be 4 lists of 4 booleans; got",
    ),
    (
        {"your_pattern": [[True] * 3] * 4},
        ValueError,
        "your_pattern must be 4 lists of 4 booleans; got",
    ),
    (
        {"your_pattern": [*[[True] * 4] * 3, True]},
        ValueError,
        "your_pattern must be 4 lists of 4 booleans; got",
    ),
    (
        {"your_pattern": [[1] * 4] * 4},
        TypeError,
        "your_pattern must contain only True and False; got",
    ),
]


def test_defaults_are_the_first_pattern_and_one_back_as_the_reader_s_own():
    widget = make()
    assert (widget.pattern, widget.d_head, widget.query, widget.turn) == ("one", 1, 0, 0)
    assert torch.equal(torch.tensor(widget.your_pattern), torch.eye(4).roll(1, dims=0).bool())
