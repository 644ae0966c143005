"""Exercises of "The experiment that lied"."""

import torch
from torch import Tensor

from mha_lib import merge_heads, scaled_dot_product_attention, split_heads
from mha_lib.book.exercises import Exercise, _given, _page

# Exercise 2: inputs with both signs on which one head and eight give the same outputs.
_FOUR = "return x, W_Q, W_K and W_V, with x (5 or more tokens, 64) and matrices (64, 64)"
_SIGNS = "each of the four must contain positive and negative numbers"
_ALIKE = "two tokens are equal"
_EVEN = "a row of weights is even, which makes heads agree without a choice"
_MIXED = "the outputs differ: the rows still mix. Larger scores would make them pick"
_PICKS = "the outputs differ: every row picks, but the heads pick different keys"


def _draw(seed: int, *shape: int) -> Tensor:
    return torch.randn(shape, generator=torch.Generator().manual_seed(seed))


def _shortcoming(results) -> str | None:
    """Why the outputs differ, or why they agree too easily."""
    (answer,) = results
    x, *matrices = _given.tensors(answer, 4, _FOUR)
    if any(t.dim() != 2 or not t.isfinite().all() for t in (x, *matrices)):
        return _FOUR
    if len(x) < 5 or x.shape[1] != 64 or any(W.shape != (64, 64) for W in matrices):
        return _FOUR
    if not all(t.min() < 0 < t.max() for t in (x, *matrices)):
        return _SIGNS
    if len(torch.unique(x, dim=0)) < len(x):
        return _ALIKE
    runs = []
    for n_heads in (8, 1):
        heads = [split_heads(x @ W, n_heads) for W in matrices]
        runs.append(scaled_dot_product_attention(*heads))
    weights = torch.cat([run[1] for run in runs])  # (9, queries, keys)
    if (weights.amax(-1) - weights.amin(-1)).min() < 1e-3:
        return _EVEN
    eight, one = (merge_heads(heads) for heads, _ in runs)
    if torch.allclose(eight, one, rtol=0, atol=1e-12 * one.abs().max().item()):
        return None
    return _MIXED if weights.amax(-1).min() < 0.99 else _PICKS


def _lies(scale: float = 10.0, *, other_keys: bool = False):
    """All tokens lie on one line: with W_K = W_Q, every head picks the same end of it."""
    x = torch.tensor([-2.0, -1.0, 0.5, 1.0, 3.0])[:, None] * _draw(1, 1, 64)
    W_Q, W_K = scale * _draw(2, 64, 64), scale * _draw(4 if other_keys else 2, 64, 64)
    return lambda: (x, W_Q, W_K, _draw(3, 64, 64))


EXERCISES = {
    1: Exercise(
        solution="C",
        page=_page.Choose({"the mistake is made by": tuple("ABCD")}, str),
        mistakes={
            "all three copy the same value, slice by slice or whole": "A",
            "all three take the same average, so the slices fit together": "B",
            "every row is even, as at scale 0, so all three take the same mean": "D",
        },
    ),
    2: Exercise(
        solution=_lies(),
        cases=((),),
        judge=_shortcoming,
        mistakes={
            _FOUR: lambda: _draw(1, 6, 64),
            _SIGNS: lambda: (_draw(1, 6, 64), *(_draw(i, 64, 64).abs() for i in (2, 2, 3))),
            _ALIKE: lambda: (_draw(1, 1, 64).expand(6, -1), *_lies()()[1:]),
            _EVEN: _lies(1e-6),
            _MIXED: _lies(0.05),
            _PICKS: _lies(other_keys=True),
        },
    ),
    3: Exercise(
        solution=512,
        page=_page.Number("standard deviation"),
        tolerance=0.05,  # a few thousand scores, measured
        mistakes={
            "that is with the scale; without it a query's feature has variance 512, not 1": 1,
            "that is the deviation of a query's feature; a key's is a factor too": 512**0.5,
            "that leaves out the division by the root of d_head": 4096,
            "that is the variance; take its root": 512**2,
            "that is a sum of 64 products of features of variance 1; here the variance is 512": 8,
            "that is the number of products in a score; each has a variance of its own": 64,
        },
    ),
}
