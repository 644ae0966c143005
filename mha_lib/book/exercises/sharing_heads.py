"""Exercises of "Sharing heads"."""

import torch
from torch import Tensor

from mha_lib.book.exercises import Exercise, _page

# Exercise 1: query heads by the KV head that they were trained with, which is i modulo 2.
_ORDER = (0, 2, 4, 1, 3, 5)


def _row(*numbers: int) -> Tensor:
    return torch.tensor(numbers, dtype=torch.float64)


def _most(room, conversations, tokens, n_layers, n_heads, d_head, n_bytes, kept=2):
    bytes_per_head = kept * n_layers * d_head * n_bytes * tokens * conversations
    fit = [n for n in range(1, n_heads + 1) if n_heads % n == 0 and n * bytes_per_head <= room]
    return max(fit, default=0)


def _with_room_to_spare(room, *sizes):
    return _most(room - 1, *sizes)


def _not_divided(room, conversations, tokens, n_layers, n_heads, d_head, n_bytes):
    return room // (2 * n_layers * d_head * n_bytes * tokens * conversations)


# What a page offers for the first case of exercise 2, and the function that gives it.
_ANSWERS = {
    2: _most,
    3: _not_divided,
    4: lambda *sizes: _most(*sizes, kept=1),
    32: lambda room, conversations, *sizes: _most(room, 1, *sizes),
}


EXERCISES = {
    1: Exercise(
        solution=_row(*_ORDER),
        mistakes={
            "nothing has moved: query head 1 would get KV head 0, and was trained with KV head 1": (
                _row(*range(6))
            ),
            "that says where each query head goes; say which head each position gets": (
                _row(*map(_ORDER.index, range(6)))
            ),
            "the KV heads are exchanged: the first three positions get KV head 0": (
                _row(1, 3, 5, 0, 2, 4)
            ),
            "those are the KV heads of the positions; give the query heads": _row(0, 0, 0, 1, 1, 1),
            "those are the KV heads that they were trained with; give the query heads": (
                _row(0, 1, 0, 1, 0, 1)
            ),
        },
        page=_page.Table(
            "The old number of the query head at each position, 0 to 5",
            ("head",),
            tuple("012345"),
        ),
    ),
    2: Exercise(
        solution=_most,
        cases=(
            (64_000_000_000, 40, 32_768, 32, 32, 128, 2),
            (64_000_000_000, 40, 32_768, 32, 32, 128, 1),
            (10_000, 1, 10, 4, 12, 8, 2),
            (1000, 1, 10, 4, 12, 8, 2),
            (9 * 1024, 2, 4, 2, 12, 8, 4),
            (6 * 1024, 2, 4, 2, 12, 8, 4),  # six fit exactly
        ),
        mistakes={
            "values are kept as well as keys": (lambda *sizes: _most(*sizes, kept=1)),
            "a cache that fills the room to its last byte also fits": _with_room_to_spare,
            "the number must divide the number of query heads, and all of them must fit": (
                _not_divided
            ),
            "that many fit for a single conversation, and there are more": (
                lambda room, conversations, *sizes: _most(room, 1, *sizes)
            ),
        },
        page=_page.Choose({"KV heads": tuple(_ANSWERS)}, _ANSWERS.get),
    ),
}
