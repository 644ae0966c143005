"""Exercises of chapter 2, "Many heads: each sees every feature"."""

import torch

from mha_lib.exercises import Exercise

_random = torch.Generator().manual_seed(2)


def _draw(*shape: int) -> torch.Tensor:
    return torch.randn(shape, generator=_random, dtype=torch.float64)


def _without(W_O, n_heads, i):
    kept = W_O.unflatten(0, (n_heads, -1)).clone()
    kept[i] = 0
    return kept.flatten(0, 1)


def _without_columns(W_O, n_heads, i):
    kept = W_O.unflatten(1, (n_heads, -1)).clone()
    kept[:, i] = 0
    return kept.flatten(1)


def _without_strided(W_O, n_heads, i):
    kept = W_O.clone()
    kept[i::n_heads] = 0
    return kept


def _without_row(W_O, n_heads, i):
    kept = W_O.clone()
    kept[i] = 0
    return kept


def _without_width(W_O, n_heads, i):
    kept, d_head = W_O.clone(), W_O.shape[1] // n_heads
    kept[i * d_head : (i + 1) * d_head] = 0
    return kept


EXERCISES = {
    1: Exercise(
        solution=lambda x, W_Q: x @ W_Q,
        cases=((_draw(5, 6), _draw(2, 6, 3)), (_draw(3, 4), _draw(3, 4, 7))),
        mistakes={
            "heads come first, (n_heads, tokens, d_head); yours come second": (
                lambda x, W_Q: (x @ W_Q).transpose(0, 1)
            ),
            "the heads are side by side; give them an axis of their own, in front": (
                lambda x, W_Q: torch.cat([x @ W for W in W_Q], 1)
            ),
            "every head has the matrix of head 0": lambda x, W_Q: (x @ W_Q[0]).expand(
                len(W_Q), -1, -1
            ),
            "these are the queries of one head": lambda x, W_Q: x @ W_Q[0],
        },
    ),
    2: Exercise(
        solution=lambda heads, W_O: (heads @ W_O).sum(0),
        cases=((_draw(2, 5, 3), _draw(2, 3, 6)), (_draw(3, 4, 2), _draw(3, 2, 6))),
        mistakes={
            "the heads' contributions are averaged; they add up": (
                lambda heads, W_O: (heads @ W_O).mean(0)
            ),
            "these are the contributions one by one; the output is their sum": (
                lambda heads, W_O: heads @ W_O
            ),
            "the heads are side by side, but W_O is still to come": (
                lambda heads, W_O: heads.transpose(0, 1).flatten(1)
            ),
            "that sums the heads before W_O; each has its own row block": (
                lambda heads, W_O: heads.sum(0) @ W_O.sum(0)
            ),
        },
    ),
    3: Exercise(
        solution=lambda d, h, k: 4 * d * h * k + 3 * h * k + d,
        cases=((512, 8, 64), (8, 8, 8), (10, 3, 4)),
        mistakes={
            "the biases are missing": lambda d, h, k: 4 * d * h * k,
            "the bias of W_O is missing": lambda d, h, k: 4 * d * h * k + 3 * h * k,
            "W_O is missing": lambda d, h, k: 3 * (d * h * k + h * k),
            "the bias of W_O has d_model numbers, one for each output feature": (
                lambda d, h, k: 4 * (d * h * k + h * k)
            ),
            "that takes n_heads * d_head for d_model; here d_head is free": (
                lambda d, h, k: 4 * d * d + 4 * d
            ),
            "that counts one head": lambda d, h, k: 4 * d * k + 3 * k + d,
        },
    ),
    4: Exercise(
        solution=_without,
        cases=((_draw(6, 12), 3, 1), (_draw(8, 4), 2, 0)),
        mistakes={
            "these are columns, the output features; a head owns rows of W_O": _without_columns,
            "a head's rows stand together, i * d_value to (i + 1) * d_value": _without_strided,
            "a head owns d_value rows, not one": _without_row,
            "a head owns (number of rows) / n_heads rows; d_model has no say in it": _without_width,
        },
    ),
}
