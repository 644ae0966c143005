"""Exercises of "The experiment that lied"."""

import torch

from mha_lib.analysis import relative_difference
from mha_lib.exercises import Exercise

_random = torch.Generator().manual_seed(5)


def _draw(*shape: int) -> torch.Tensor:
    return torch.randn(shape, generator=_random, dtype=torch.float64)


_weights = tuple((scale * _draw(2, 7, 5)).softmax(-1) for scale in (1.0, 20.0, 500.0))

EXERCISES = {
    1: Exercise(
        solution=lambda scores, values: values[scores.argmax(1)],
        cases=((_draw(4, 3), _draw(3, 5)), (_draw(2, 6), _draw(6, 2))),
        mistakes={
            "that is the ordinary output; at saturation only the best key is left": (
                lambda scores, values: scores.softmax(1) @ values
            ),
            "each query picks the key with the largest score, not the smallest": (
                lambda scores, values: values[scores.argmin(1)]
            ),
            "that is the mean of the values, which uniform weights give": (
                lambda scores, values: values.mean(0).expand(len(scores), -1)
            ),
        },
    ),
    2: Exercise(
        solution=lambda weights: (weights.amax(-1) > 0.99).double().mean(),
        cases=tuple((weights,) for weights in _weights),
        mistakes={
            "that counts weights; the question is about rows": (
                lambda weights: (weights > 0.99).double().mean()
            ),
            "that counts columns with such a weight; look along the keys": (
                lambda weights: (weights.amax(-2) > 0.99).double().mean()
            ),
            "that is the number of rows; divide by how many there are": (
                lambda weights: (weights.amax(-1) > 0.99).sum()
            ),
            "that is the mean of the largest weights; count the rows above 0.99": (
                lambda weights: weights.amax(-1).mean()
            ),
        },
    ),
    3: Exercise(
        solution=relative_difference,
        cases=((_draw(3, 4), _draw(3, 4)), (_draw(2, 5, 3), _draw(2, 5, 3))),
        mistakes={
            "that is a length, not a share: divide by the length of the reference": (
                lambda output, reference: (output - reference).norm()
            ),
            "that is a share of the first; the reference is the second": (
                lambda output, reference: (output - reference).norm() / output.norm()
            ),
            "that subtracts the lengths; take the length of the difference": (
                lambda output, reference: (output.norm() - reference.norm()) / reference.norm()
            ),
            "that divides squares; take the root": (
                lambda output, reference: (
                    (output - reference).square().sum() / reference.square().sum()
                )
            ),
        },
    ),
    4: Exercise(
        solution=9,
        mistakes={
            "queries and keys both grow, and a score is their product": 3,
            "that adds the two factors; a score multiplies query and key": 6,
            "each of the two grows by 3, so the product by 3 * 3": 81,
            "the divisor does not change, so the whole factor stays": 3**0.5,
        },
    ),
}
