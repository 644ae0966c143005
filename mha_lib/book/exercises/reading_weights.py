"""Exercises of "Reading weights"."""

import torch

from mha_lib.book.exercises import Exercise, _given, _page

_READINGS = {"P": "drop", "Q": "weight", "R": "mask", "S": "size"}


def _judge_readings(answer) -> str | None:
    """What is wrong with names for the four rows."""
    answer = _given.words(answer, "PQRS", "weight, size, drop and mask")
    if len(set(answer.values())) < len(answer):
        return "each word fits one row; you used one of them twice"
    if answer["Q"] != "weight":
        return "weights are at least 0 and sum to 1: only one row does"
    if answer["R"] == "size":
        return "a size is never negative"
    if answer["P"] != "drop":
        return "the terms add up to what the head adds to the logit, so the drops add up to it too"
    return None  # four different words, so R is "mask" and S is "size"


_WEIGHTS = torch.tensor([0.6, 0.3, 0.1], dtype=torch.float64)


_VECTORS = "give three vectors of two numbers, such as (1.5, 0)"


def _judge_written(answer) -> str | None:
    """What is wrong with the vectors that three keys write."""
    rows = _given.sequence(answer, _VECTORS, 3)
    written = torch.tensor([_given.numbers(row, 2, _VECTORS) for row in rows], dtype=torch.float64)
    if not written.isfinite().all():
        return _VECTORS
    sizes = (_WEIGHTS[:, None] * written).norm(dim=1)
    if sizes.min() < 1e-6:
        return "each key writes something"
    if not sizes[0] < sizes[1] < sizes[2]:
        shown = ", ".join(f"{size:.4g}" for size in sizes.tolist())
        return f"the sizes must grow from the first key to the last; they are {shown}"
    if (_WEIGHTS @ written).norm() > 1e-3 * sizes[2]:  # vectors may be rounded to some digits
        x, y = (round(total, 6) + 0.0 for total in (_WEIGHTS @ written).tolist())
        return f"the terms must add up to (0, 0); they add up to ({x:.3g}, {y:.3g})"
    return None


def _read(texts: list[str]) -> list[list[float]]:
    """Vectors as typed, with or without brackets, with spaces or commas between the numbers."""
    rows = [text.translate(dict.fromkeys(map(ord, ",()[]"), " ")).split() for text in texts]
    try:
        return [[float(number) for number in row] for row in rows]
    except ValueError:
        return []


def _cancelling(*columns: float) -> list[list[float]]:
    """Vectors whose weighted terms have these first entries."""
    return [[x / weight, 0.0] for x, weight in zip(columns, _WEIGHTS.tolist(), strict=True)]


EXERCISES = {
    1: Exercise(
        solution=_READINGS,
        judge=_judge_readings,
        page=_page.Choose(
            {f"row {name}": ("weight", "size", "drop", "mask") for name in _READINGS},
            lambda *words: dict(zip(_READINGS, words, strict=True)),
        ),
        mistakes={
            "weights are at least 0 and sum to 1: only one row does": _READINGS
            | {"P": "weight", "Q": "drop"},
            "a size is never negative": _READINGS | {"R": "size", "S": "mask"},
            "the terms add up to what the head adds to the logit, so the drops add up to it too": (
                _READINGS | {"P": "size", "S": "drop"}
            ),
            "each word fits one row; you used one of them twice": dict.fromkeys(
                _READINGS, "weight"
            ),
            "give a dictionary with the keys P, Q, R and S": "weight",
            "the words are weight, size, drop and mask; got 'norm'": _READINGS | {"S": "norm"},
        },
    ),
    2: Exercise(
        solution=_cancelling(1.0, 2.0, -3.0),
        judge=_judge_written,
        page=_page.Typed(
            tuple(f"key of weight {weight:.1f}: two numbers" for weight in _WEIGHTS), _read
        ),
        mistakes={
            "each key writes something": [[0.0, 0.0], [1.0, 0.0], [-3.0, 0.0]],
            "the sizes must grow from the first key to the last; they are 3, 2, 1": (
                _cancelling(3.0, -2.0, -1.0)
            ),
            "the terms must add up to (0, 0); they add up to (6, 0)": _cancelling(1.0, 2.0, 3.0),
            _VECTORS: [1.0, 2.0, 3.0],
        },
    ),
    3: Exercise(
        solution="C",
        page=_page.Choose({"the claim is broken by": tuple("ABCD")}, str),
        mistakes={
            'there the head gives "broken" 0.85, and no other word more than 0.04': "A",
            'there it gives "broken" 0.52, more than any other word': "B",
            'there it gives "wide" 0.38, more than any other word': "D",
        },
    ),
}
