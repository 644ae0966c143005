"""Exercises of chapter 3, "Stacking: one big matrix is h small ones"."""

import torch

from mha_lib import split_heads
from mha_lib.exercises import Exercise
from mha_lib.weights import stack_heads

_random = torch.Generator().manual_seed(3)


def _draw(*shape: int) -> torch.Tensor:
    return torch.randn(shape, generator=_random, dtype=torch.float64)


def _key_matrix(W_QKV, n_heads, i, role=1):
    return W_QKV.chunk(3, 1)[role].chunk(n_heads, 1)[i]


EXERCISES = {
    1: Exercise(
        solution=stack_heads,
        cases=((_draw(2, 5, 3),), (_draw(4, 6, 2),)),
        mistakes={
            "a reshape keeps the order in memory: first move the heads axis next to d_head": (
                lambda W: W.reshape(W.shape[1], -1)
            ),
            "the heads' columns alternate; each head's should stand together": (
                lambda W: W.permute(1, 2, 0).flatten(1)
            ),
            "the heads stand below each other, as in W_O; here they stand side by side": (
                lambda W: W.flatten(0, 1)
            ),
        },
    ),
    2: Exercise(
        solution=split_heads,
        cases=((_draw(5, 6), 2), (_draw(3, 12), 4)),
        mistakes={
            "right shape, wrong numbers: a view straight to (heads, tokens, d_head) cuts tokens": (
                lambda q, n: q.reshape(n, len(q), -1)
            ),
            "the heads axis is second; move it in front of the tokens": (
                lambda q, n: q.unflatten(1, (n, -1))
            ),
            "head i owns columns i * d_head to (i + 1) * d_head, not every n_heads-th column": (
                lambda q, n: q.unflatten(1, (-1, n)).permute(2, 0, 1)
            ),
        },
    ),
    3: Exercise(
        solution=_key_matrix,
        cases=((_draw(6, 18), 3, 1), (_draw(4, 12), 2, 0)),
        mistakes={
            "that is the head's query matrix": lambda W, n, i: _key_matrix(W, n, i, 0),
            "that is the head's value matrix": lambda W, n, i: _key_matrix(W, n, i, 2),
            "that reads the heads first and the roles inside each; here the roles come first": (
                lambda W, n, i: W.chunk(n, 1)[i].chunk(3, 1)[1]
            ),
            "head i owns columns i * d_head to (i + 1) * d_head, not every n_heads-th column": (
                lambda W, n, i: W.chunk(3, 1)[1][:, i::n]
            ),
            "these are the keys of all heads; head i owns d_head of the columns": (
                lambda W, n, i: W.chunk(3, 1)[1]
            ),
        },
    ),
    4: Exercise(
        solution=lambda weights: torch.stack([weight.T for weight in weights]),
        cases=tuple((list(_draw(*shape)),) for shape in ((2, 3, 5), (3, 4, 4))),
        mistakes={
            "nn.Linear stores (out, in) and multiplies by the transpose; transpose each weight": (
                lambda weights: torch.stack(list(weights))
            ),
            "these are side by side; give the heads an axis of their own, in front": (
                lambda weights: torch.cat([weight.T for weight in weights], 1)
            ),
        },
    ),
}
