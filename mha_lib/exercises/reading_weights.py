"""Exercises of "Reading weights"."""

import torch
from torch import Tensor

from mha_lib.exercises import Exercise

_random = torch.Generator().manual_seed(14)


def _draw(*shape: int) -> Tensor:
    return torch.randn(shape, generator=_random, dtype=torch.float64)


_READINGS = {"P": "drop", "Q": "weight", "R": "mask", "S": "size"}


def _judge_readings(answer) -> str | None:
    """What is wrong with names for the four rows."""
    if not isinstance(answer, dict) or set(answer) != set(_READINGS):
        return "give a dictionary with the keys P, Q, R and S"
    strange = [word for word in answer.values() if word not in _READINGS.values()]
    if strange:
        return f"the words are weight, size, drop and mask; got {strange[0]!r}"
    if answer["Q"] != "weight":
        return "weights are at least 0 and sum to 1: only one row does"
    if answer["R"] == "size":
        return "a size is never negative"
    if answer["P"] != "drop":
        return "the terms add up to what the head gives the answer, so what they take adds up to it"
    return None if answer == _READINGS else "each word fits one row"


_WEIGHTS = torch.tensor([0.6, 0.3, 0.1], dtype=torch.float64)


def _judge_written(answer) -> str | None:
    """What is wrong with what three keys write."""
    written = torch.as_tensor(answer, dtype=torch.float64)
    if written.shape != (3, 2):
        return f"give three vectors of two numbers; got the shape {tuple(written.shape)}"
    sizes = (_WEIGHTS[:, None] * written).norm(dim=1)
    if sizes.min() < 1e-6:
        return "each key writes something"
    if not sizes[0] < sizes[1] < sizes[2]:
        told = ", ".join(f"{size:.2f}" for size in sizes.tolist())
        return f"the sizes must grow from the first key to the last; they are {told}"
    if (_WEIGHTS @ written).norm() > 1e-6:
        x, y = (_WEIGHTS @ written).tolist()
        return f"the terms must add up to (0, 0); they add up to ({x:.2f}, {y:.2f})"
    return None


def _masked(scores, values, key):
    scores = scores.clone()
    scores[:, key] = -torch.inf
    return scores.softmax(dim=-1) @ values


def _zeroed(scores, values, key):
    scores = scores.clone()
    scores[:, key] = 0
    return scores.softmax(dim=-1) @ values


def _dropped(scores, values, key):
    weights = scores.softmax(dim=-1)
    weights[:, key] = 0
    return weights @ values


def _cancelling(*columns: float) -> list[list[float]]:
    """Vectors whose terms, in that order, have these first numbers."""
    return [[x / weight, 0.0] for x, weight in zip(columns, _WEIGHTS.tolist(), strict=True)]


EXERCISES = {
    1: Exercise(
        solution=_READINGS,
        judge=_judge_readings,
        mistakes={
            "weights are at least 0 and sum to 1: only one row does": _READINGS
            | {"P": "weight", "Q": "drop"},
            "a size is never negative": _READINGS | {"R": "size", "S": "mask"},
            "the terms add up to what the head gives the answer, so what they take adds up to it": (
                _READINGS | {"P": "size", "S": "drop"}
            ),
            "give a dictionary with the keys P, Q, R and S": "weight",
            "the words are weight, size, drop and mask; got 'norm'": _READINGS | {"S": "norm"},
        },
    ),
    2: Exercise(
        solution=_cancelling(1.0, 2.0, -3.0),
        judge=_judge_written,
        mistakes={
            "each key writes something": [[0.0, 0.0], [1.0, 0.0], [-3.0, 0.0]],
            "the sizes must grow from the first key to the last; they are 3.00, 2.00, 1.00": (
                _cancelling(3.0, -2.0, -1.0)
            ),
            "the terms must add up to (0, 0); they add up to (6.00, 0.00)": _cancelling(
                1.0, 2.0, 3.0
            ),
            "give three vectors of two numbers; got the shape (3,)": [1.0, 2.0, 3.0],
        },
    ),
    3: Exercise(
        solution=_masked,
        cases=tuple((_draw(2, n), _draw(n, 3), key) for n, key in ((5, 1), (4, 3))),
        mistakes={
            "a score of 0 is not the lowest: the key still gets a weight": _zeroed,
            "the rows no longer sum to 1: this drops the key's term": _dropped,
        },
    ),
}
