"""Exercises of "How narrow may a head be?"."""

import math

import torch

from mha_lib.book.exercises import Exercise, _given, _page

_WIDTHS = {"A": 1, "B": 2, "C": 1, "D": 5}


def _judge_widths(answer) -> str | None:
    """What is wrong with the least widths of four patterns."""
    answer = _given.named(answer, "ABCD")
    wholes = _given.wholes(list(answer.values()), "a width is a whole number", 4)
    answer = dict(zip(answer, wholes, strict=True))
    if answer["A"] != 1:
        return "in A all queries point the same way: put the first key at the end of a line"
    if answer["B"] == 1:
        return "in B six different keys win, and on a line only the two ends can"
    if answer["C"] != 1:
        return "in C only two keys win, and a line has two ends"
    if answer["D"] == 6:
        return "in D the softmax ignores one number in each row of scores"
    if answer["D"] != 5:
        return "in D every weight has its own value: only the full rank gives them all"
    return None if answer == _WIDTHS else "in B a circle is enough"


KEYS = torch.tensor([1.0, 3.0, -2.0, 2.0, -4.0])  # of positions 0 to 4, on a line


def _ends(causal=True, lowest=True, highest=True):
    """Which keys (columns) are an end of the line among those that a query (row) sees."""
    seen = torch.ones(5, 5).tril(0 if causal else 5).bool()
    top = KEYS.where(seen, -math.inf).amax(dim=1, keepdim=True) == KEYS
    low = KEYS.where(seen, math.inf).amin(dim=1, keepdim=True) == KEYS
    return seen & (top & torch.tensor(highest) | low & torch.tensor(lowest))


EXERCISES = {
    1: Exercise(
        solution=_WIDTHS,
        judge=_judge_widths,
        page=_page.Choose(
            {f"pattern {name}": tuple(range(1, 8)) for name in _WIDTHS},
            lambda *widths: dict(zip(_WIDTHS, widths, strict=True)),
        ),
        mistakes={
            "in A all queries point the same way: put the first key at the end of a line": {
                **_WIDTHS,
                "A": 2,
            },
            "in B six different keys win, and on a line only the two ends can": {**_WIDTHS, "B": 1},
            "in C only two keys win, and a line has two ends": {**_WIDTHS, "C": 2},
            "in D the softmax ignores one number in each row of scores": {**_WIDTHS, "D": 6},
            "in D every weight has its own value: only the full rank gives them all": {
                **_WIDTHS,
                "D": 2,
            },
            "in B a circle is enough": {**_WIDTHS, "B": 5},
            "give a dictionary with the keys A, B, C and D": 2,
        },
    ),
    2: Exercise(
        solution=_ends(),
        page=_page.Table(
            "Paint the keys that a query can attend to, nearly alone",
            tuple(f"query {i}" for i in range(5)),
            tuple(f"key {i}" for i in range(5)),
        ),
        mistakes={
            "these are the ends of all five keys; a query does not see the keys after it": _ends(
                causal=False
            ),
            "a query sees these keys, but a key between two others on the line never wins": (
                torch.ones(5, 5).tril().bool()
            ),
            "these are the highest keys; a query that points down finds the lowest": _ends(
                lowest=False
            ),
            "these are the lowest keys; a query that points up finds the highest": _ends(
                highest=False
            ),
            "a query's own key is an end only if no earlier key is further in its direction": (
                torch.eye(5).bool()
            ),
        },
    ),
}
