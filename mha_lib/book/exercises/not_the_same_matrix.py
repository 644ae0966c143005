"""Exercises of "Not the same matrix"."""

import torch

from mha_lib import attention_scores, attention_weights, split_heads
from mha_lib.analysis import single_head_weights
from mha_lib.book.exercises import Exercise, _given, _page

# Exercise 3: inputs on which the heads' weights and the single head's are the same.
_sizes = ((5, 3, 4), (4, 2, 6), (7, 5, 2))  # n_tokens, n_heads, d_head
_TWO = "give two tensors, queries and keys"
_NAN = "some weights are NaN; keep the scores finite"
_DIFFER = "your heads attend to different keys, so the single head's product is none of them"
_SHARPER = (
    "your heads are alike but uneven, and the single head raises their rows to the power "
    "sqrt(n_heads); only rows whose nonzero weights are equal do not change"
)
_ONE_KEY = "a query has all its weight on one key; spread each row over two keys or more"
_ALL_KEYS = "a query attends to every key; leave it at least one key without weight"
_SHAPE = "queries and keys must each be (n_tokens, n_heads * d_head), heads next to each other"


def _disagreement(results) -> str | None:
    """What is wrong with the inputs that were made for each of the sizes."""
    for (n_tokens, n_heads, d_head), result in zip(_sizes, results, strict=True):
        parts = _given.tensors(result, 2, _TWO)
        if any(part.shape != (n_tokens, n_heads * d_head) for part in parts):
            return _SHAPE
        Q, K = (split_heads(part, n_heads) for part in parts)
        heads, single = attention_weights(attention_scores(Q, K)), single_head_weights(Q, K)
        if not torch.isfinite(heads).all():
            return _NAN
        if not torch.allclose(heads, heads[:1], atol=1e-6):
            return _DIFFER
        if not torch.allclose(heads, single, atol=1e-6):
            return _SHARPER
        n_keys = (single > 1e-6).sum(-1)
        if (n_keys == 1).any():
            return _ONE_KEY
        if (n_keys == n_tokens).any():
            return _ALL_KEYS
    return None


def _keys_ahead(number: int, n_tokens: int, width: int):
    """Queries of ones, and keys of which the first `number` win every softmax."""
    keys = torch.full((n_tokens, width), -1000.0)
    keys[:number] = 0
    return torch.ones(n_tokens, width), keys


EXERCISES = {
    1: Exercise(
        solution=0.25,
        page=_page.Number("weight of the first key"),
        mistakes={
            "that is the mean of the two heads; the single head multiplies them": 0.3,
            "that is the product of two weights; the row does not sum to 1 yet": 8 / 225,
            "that is the product with its power; the row does not sum to 1 yet": (
                (8 / 225) ** 0.5**0.5
            ),
            "that is the root of the product; the row does not sum to 1 yet": (8 / 225) ** 0.5,
            "that is head 0's own weight; multiply it with head 1's": 8 / 15,
            "that is head 1's own weight; multiply it with head 0's": 1 / 15,
        },
    ),
    2: Exercise(
        solution=2.0,
        page=_page.Number("divisor"),
        mistakes={
            "sqrt(d_model) is the right divisor, and gives the power 1/3": 6.0,
            "a divisor of 4 gives half the sum of the heads' scores, so the power 1/2": 4.0,
            "dividing by d_model gives the power 1/18": 36.0,
            "without a divisor the power is 2": 1.0,
            "a divisor of sqrt(n_heads) gives the power 2/3": 3.0,
            "a divisor of n_heads gives the power 2/9": 9.0,
        },
    ),
    3: Exercise(
        solution=lambda n_tokens, n_heads, d_head: _keys_ahead(2, n_tokens, n_heads * d_head),
        cases=_sizes,
        mistakes={
            _DIFFER: lambda n, h, d: (
                torch.arange(1.0, 1 + n * h * d).view(n, h * d).sin(),
                torch.arange(1.0, 1 + n * h * d).view(n, h * d).cos(),
            ),
            _SHARPER: lambda n, h, d: (
                torch.arange(1.0, 1 + n * d).view(n, d).sin().repeat(1, h),
                torch.arange(1.0, 1 + n * d).view(n, d).cos().repeat(1, h),
            ),
            _ONE_KEY: lambda n, h, d: _keys_ahead(1, n, h * d),
            _ALL_KEYS: lambda n, h, d: (torch.ones(n, h * d), torch.ones(n, h * d)),
            _SHAPE: lambda n, h, d: (torch.ones(h, n, d), torch.ones(h, n, d)),
            _TWO: lambda n, h, d: torch.ones(n, h * d),
            _NAN: lambda n, h, d: (torch.ones(n, h * d), torch.full((n, h * d), torch.inf)),
        },
        judge=_disagreement,
    ),
}
