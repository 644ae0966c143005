"""Exercises of "Not the same matrix"."""

import torch

from mha_lib import attention_scores, attention_weights, split_heads
from mha_lib.analysis import single_head_weights
from mha_lib.exercises import Exercise

_random = torch.Generator().manual_seed(4)


def _draw(*shape: int) -> torch.Tensor:
    return torch.randn(shape, generator=_random, dtype=torch.float64)


# Exercise 3: inputs on which the heads' weights and the single head's are the same.
_sizes = ((5, 3, 4), (4, 2, 6), (7, 5, 2))  # n_tokens, n_heads, d_head
_TWO = "give two tensors, queries and keys"
_NAN = "some weights are NaN; keep the scores finite"
_DIFFER = "your heads look at different keys, so the single head's product is none of them"
_SHARPER = (
    "your heads are alike but uneven, and the single head raises their rows to the power "
    "sqrt(n_heads); only rows that are even where they are not 0 stay as they are"
)
_ONE_KEY = "a query has all its weight on one key; spread each row over two keys or more"
_ALL_KEYS = "a query attends to every key; leave it at least one key without weight"
_SHAPE = "queries and keys must each be (n_tokens, n_heads * d_head), heads side by side"


def _disagreement(results) -> str | None:
    """What is wrong with the inputs that were made for each of the sizes."""
    for (n_tokens, n_heads, d_head), result in zip(_sizes, results, strict=True):
        if not isinstance(result, tuple | list) or len(result) != 2:
            return _TWO
        if any(part.shape != (n_tokens, n_heads * d_head) for part in result):
            return _SHAPE
        Q, K = (split_heads(part.double(), n_heads) for part in result)
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
    """Queries of ones, and keys of which the first so many win every softmax."""
    keys = torch.full((n_tokens, width), -1000.0)
    keys[:number] = 0
    return torch.ones(n_tokens, width), keys


# Exercise 4: queries, keys, n_heads.
_projected = tuple((_draw(n, d), _draw(n, d), h) for n, d, h in ((10, 64, 8), (6, 15, 3)))


def _head_weights(queries, keys, n_heads):
    Q, K = (t.unflatten(1, (n_heads, -1)).transpose(0, 1) for t in (queries, keys))
    return (Q @ K.mT / Q.shape[-1] ** 0.5).softmax(-1)


def _single(queries, keys, n_heads):
    return (queries @ keys.T / queries.shape[1] ** 0.5).softmax(-1)


def _dealt_by_view(queries, keys, n_heads):
    Q, K = (t.reshape(n_heads, len(t), -1) for t in (queries, keys))
    return (Q @ K.mT / Q.shape[-1] ** 0.5).softmax(-1)


def _scores(queries, keys, n_heads):
    Q, K = (t.unflatten(1, (n_heads, -1)).transpose(0, 1) for t in (queries, keys))
    return Q @ K.mT


EXERCISES = {
    1: Exercise(
        solution=0.25,
        mistakes={
            "that is the mean of the two heads; the single head multiplies them": 0.3,
            "that is the product of two weights; the row does not sum to 1 yet": 8 / 225,
            "that is the product with its power; the row does not sum to 1 yet": (
                (8 / 225) ** 0.5**0.5
            ),
            "that is head 0's own weight; multiply it with head 1's": 8 / 15,
        },
    ),
    2: Exercise(
        solution=2.0,
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
    4: Exercise(
        solution=_head_weights,
        cases=_projected,
        mistakes={
            "that is the single head's one matrix; cut the columns into heads first": _single,
            "those are copies of the single head's matrix; each head compares its own columns": (
                lambda q, k, h: _single(q, k, h).repeat(h, 1, 1)
            ),
            "a head is d_head columns wide, so divide by sqrt(d_head)": (
                lambda q, k, h: (_scores(q, k, h) / q.shape[1] ** 0.5).softmax(-1)
            ),
            "the scores are not divided by sqrt(d_head)": (
                lambda q, k, h: _scores(q, k, h).softmax(-1)
            ),
            "a view deals out rows; cut each row into heads, then move the heads axis forward": (
                _dealt_by_view
            ),
            "the softmax must run over the keys, the last axis": (
                lambda q, k, h: (_scores(q, k, h) / (q.shape[1] // h) ** 0.5).softmax(-2)
            ),
            "those are scores; their softmax is missing": (
                lambda q, k, h: _scores(q, k, h) / (q.shape[1] // h) ** 0.5
            ),
        },
    ),
}
