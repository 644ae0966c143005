"""Exercises of "Why more than one head"."""

import math

from mha_lib.book.exercises import Exercise, _given, _page

_MIN_DISTANCE = 0.3


def _judge_weights(answer) -> str | None:
    """What is wrong with weights for the letter one back and the letter two back."""
    one_back, two_back = _given.numbers(answer, 2, "give two weights, (one back, two back)")
    if not min(one_back, two_back) >= 0:
        return f"weights are at least 0; got {min(one_back, two_back):g}"
    if not math.isclose(one_back + two_back, 1, abs_tol=1e-6):
        return f"weights sum to 1; yours sum to {_given.format_apart(one_back + two_back, 1)[0]}"
    swapped = abs(one_back - two_back) * math.sqrt(2)
    changed = min(one_back, two_back) * math.sqrt(2)
    if swapped < _MIN_DISTANCE:
        distance = _given.format_apart(swapped, _MIN_DISTANCE, ".2f")[0]
        return (
            f"a pair's average and that of the pair swapped are {distance} apart, "
            f"not {_MIN_DISTANCE}"
        )
    if changed < _MIN_DISTANCE:
        which = "one back" if one_back < two_back else "two back"
        distance = _given.format_apart(changed, _MIN_DISTANCE, ".2f")[0]
        return (
            f"change the letter {which}, and the average moves by {distance}, not {_MIN_DISTANCE}"
        )
    return None


_ROWS = {"A": "apart", "B": "twins", "C": "idle"}


def _judge_diagnosis(answer) -> str | None:
    answer = _given.words(answer, "ABC", "apart, twins and idle")
    if answer["A"] != "apart":
        return "model A gets both answers, and each head that goes takes one of them along"
    if answer["C"] != "idle":
        return "without head 1 model C loses nothing, and without head 0 it knows nothing"
    return None if answer == _ROWS else "each word fits one model"


EXERCISES = {
    1: Exercise(
        solution=_ROWS,
        judge=_judge_diagnosis,
        page=_page.Choose(
            {f"model {name}": ("apart", "twins", "idle") for name in _ROWS},
            lambda *words: dict(zip(_ROWS, words, strict=True)),
        ),
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
        page=_page.Choose(
            {side: tuple(i / 20 for i in range(21)) for side in ("one back", "two back")},
            lambda *weights: weights,
        ),
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
}
