"""Exercises of "Why more than one head"."""

import math
from functools import partial

import torch

from mha_lib.book.exercises import Exercise, _given, draw

_draw = partial(draw, torch.Generator().manual_seed(2))


_FAR = 0.3


def _judge_weights(answer) -> str | None:
    """What is wrong with weights for the letter one back and the letter two back."""
    one, two = _given.numbers(answer, 2, "give two weights, (one back, two back)")
    if not min(one, two) >= 0:
        return f"weights are at least 0; got {min(one, two):g}"
    if not math.isclose(one + two, 1, abs_tol=1e-6):
        return f"weights sum to 1; yours sum to {_given.apart(one + two, 1)[0]}"
    swapped, changed = abs(one - two) * math.sqrt(2), min(one, two) * math.sqrt(2)
    if swapped < _FAR:
        distance = _given.apart(swapped, _FAR, ".2f")[0]
        return f"a pair's average and that of the pair swapped are {distance} apart, not {_FAR}"
    if changed < _FAR:
        which = "one back" if one < two else "two back"
        distance = _given.apart(changed, _FAR, ".2f")[0]
        return f"change the letter {which}, and the average moves by {distance}, not {_FAR}"
    return None


_ROWS = {"A": "apart", "B": "twins", "C": "idle"}


def _judge_diagnosis(answer) -> str | None:
    answer = _given.words(answer, "ABC", "apart, twins and idle")
    if answer["A"] != "apart":
        return "model A gets both answers, and each head that goes takes one of them along"
    if answer["C"] != "idle":
        return "without head 1 model C loses nothing, and without head 0 it knows nothing"
    return None if answer == _ROWS else "each word fits one model"


_TWINS = tuple((_draw(1, 7, 3).repeat(2, 1, 1), _draw(1, 3, 7).repeat(2, 1, 1)) for _ in range(2))


def _judge_parting(results) -> str | None:
    """Whether twins got values and outputs that write the same and learn differently."""
    for result, (W_V, W_O) in zip(results, _TWINS, strict=True):
        new_V, new_O = _given.tensors(result, 2, "give two tensors, the new W_V and the new W_O")
        if new_V.shape != W_V.shape or new_O.shape != W_O.shape:
            return f"the shapes stay {tuple(W_V.shape)} and {tuple(W_O.shape)}"
        # Twins have equal weights, so that all they write together is x times this.
        if not torch.allclose((new_V @ new_O).sum(0), (W_V @ W_O).sum(0)):
            return "the layer's output has changed"
        # A head in another orthonormal basis, such as with columns swapped or negated, takes the
        # same steps in that basis. All dot products of the rows of W_V and the columns of W_O tell
        # two heads up to such a basis.
        one, other = torch.cat([new_V, new_O.mT], dim=1)
        if torch.allclose(one, other):
            return "the heads are twins still, and will get equal gradients"
        if torch.allclose(one @ one.T, other @ other.T):
            return _MIRRORED
    return None


_MIRRORED = (
    "the gradients differ as numbers, but the heads stay twins: one is the other with its features "
    "swapped, turned or negated, and every step keeps that"
)


def _parted(W_V, W_O):
    size = torch.tensor([2.0, 1.0], dtype=W_V.dtype)[:, None, None]
    return size * W_V, W_O / size


EXERCISES = {
    1: Exercise(
        solution=_ROWS,
        judge=_judge_diagnosis,
        mistakes={
            "model A gets both answers, and each head that goes takes one of them along": {
                "A": "twins",
                "B": "apart",
                "C": "idle",
            },
            "without head 1 model C loses nothing, and without head 0 it knows nothing": {
                "A": "apart",
                "B": "idle",
                "C": "twins",
            },
            "each word fits one model": {"A": "apart", "B": "apart", "C": "idle"},
            "give a dictionary with the keys A, B and C": "apart",
        },
    ),
    2: Exercise(
        solution=(0.7, 0.3),
        judge=_judge_weights,
        mistakes={
            "a pair's average and that of the pair swapped are 0.00 apart, not 0.3": (
                0.5,
                0.5,
            ),
            "change the letter two back, and the average moves by 0.14, not 0.3": (0.9, 0.1),
            "change the letter one back, and the average moves by 0.14, not 0.3": (0.1, 0.9),
            "weights sum to 1; yours sum to 1.4": (0.7, 0.7),
            "weights are at least 0; got -0.5": (1.5, -0.5),
        },
    ),
    3: Exercise(
        solution=_parted,
        cases=_TWINS,
        judge=_judge_parting,
        mistakes={
            "the layer's output has changed": lambda W_V, W_O: (
                W_V * torch.tensor([2.0, 1.0], dtype=W_V.dtype)[:, None, None],
                W_O,
            ),
            "the heads are twins still, and will get equal gradients": lambda W_V, W_O: (
                2 * W_V,
                W_O / 2,
            ),
            _MIRRORED: lambda W_V, W_O: (
                torch.stack([W_V[0], -W_V[1]]),
                torch.stack([W_O[0], -W_O[1]]),
            ),
        },
    ),
}
