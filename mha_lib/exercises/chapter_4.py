"""Exercises of chapter 4, "Not the same matrix"."""

import torch

from mha_lib.analysis import product_of_experts
from mha_lib.exercises import Exercise

_random = torch.Generator().manual_seed(4)


def _draw(*shape: int) -> torch.Tensor:
    return torch.randn(shape, generator=_random, dtype=torch.float64)


_scores = ((_draw(4, 3, 5),), (_draw(2, 4, 4),))
_weights = tuple((scores.softmax(-1),) for (scores,) in _scores)

EXERCISES = {
    1: Exercise(
        solution=lambda scores: scores.sum(0) / len(scores) ** 0.5,
        cases=_scores,
        mistakes={
            "the sum is right; sqrt(d_model) is sqrt(n_heads) times sqrt(d_head), so divide": (
                lambda scores: scores.sum(0)
            ),
            "that is the mean; the divisor is sqrt(n_heads), not n_heads": (
                lambda scores: scores.mean(0)
            ),
            "the divisor is sqrt(n_heads), and you multiply by it": (
                lambda scores: scores.sum(0) * len(scores) ** 0.5
            ),
            "that multiplies the scores; scores add": lambda scores: scores.prod(0),
        },
    ),
    2: Exercise(
        solution=product_of_experts,
        cases=_weights,
        mistakes={
            "that is the mean of the heads; scores add, so weights multiply": (
                lambda weights: weights.mean(0)
            ),
            "each head's weights take the power 1 / sqrt(n_heads) first": (
                lambda weights: product_of_experts(weights, 1.0)
            ),
            "the power is 1 / sqrt(n_heads), not 1 / n_heads": (
                lambda weights: product_of_experts(weights, 1 / len(weights))
            ),
            "the power 1 / sqrt(n_heads) is missing, and rows do not sum to 1 yet": (
                lambda weights: weights.prod(0)
            ),
            "the power is 1 / sqrt(n_heads), and rows do not sum to 1 yet": (
                lambda weights: (weights ** (1 / len(weights))).prod(0)
            ),
            "the product is right, but its rows do not sum to 1 yet": (
                lambda weights: (weights ** len(weights) ** -0.5).prod(0)
            ),
        },
    ),
    3: Exercise(
        solution=lambda p: torch.diag(p) - torch.outer(p, p),
        cases=tuple((_draw(n).softmax(0),) for n in (3, 5)),
        mistakes={
            "raising one score lowers every other weight: off the diagonal stands -p_i p_j": (
                lambda p: torch.diag(p * (1 - p))
            ),
            "that is only the first half; all weights share one sum": torch.diag,
            "p is the row of weights already; you take its softmax once more": (
                lambda p: torch.diag(p.softmax(0)) - torch.outer(p.softmax(0), p.softmax(0))
            ),
            "on the diagonal stands p_i - p_i^2, not 1 - p_i^2": (
                lambda p: torch.eye(len(p), dtype=p.dtype) - torch.outer(p, p)
            ),
            "the sign is the other way round: raising a score raises its own weight": (
                lambda p: torch.outer(p, p) - torch.diag(p)
            ),
        },
    ),
    4: Exercise(
        solution=lambda n_tokens, d_model, n_heads: 2 * n_tokens**2 * d_model,
        cases=((10, 64, 8), (7, 30, 1), (512, 768, 12)),
        mistakes={
            "each head has only d_model / n_heads columns, so the heads cancel": (
                lambda t, d, h: 2 * t * t * d * h
            ),
            "that is the scores alone; mixing the values takes as many": lambda t, d, h: t * t * d,
            "all heads together have d_model columns; that counts one head": (
                lambda t, d, h: 2 * t * t * d // h
            ),
            "a multiplication and its addition are one multiply-add": (
                lambda t, d, h: 4 * t * t * d
            ),
        },
    ),
}
