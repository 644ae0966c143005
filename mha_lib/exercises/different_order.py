"""Exercises of "Same numbers, different order"."""

import torch

from mha_lib.exercises import Exercise

_random = torch.Generator().manual_seed(6)


def _draw(*shape: int) -> torch.Tensor:
    return torch.randn(shape, generator=_random, dtype=torch.float64)


def _queries(c_attn, n_heads, role=0):
    return c_attn.chunk(3, 1)[role].unflatten(1, (n_heads, -1)).movedim(1, 0)


def _key_matrix(fused, n_heads, i, role=1):
    return fused.chunk(n_heads)[i].chunk(3)[role].T


def _reorder(fused, n_heads):
    return fused.unflatten(0, (n_heads, 3, -1)).transpose(0, 1).flatten(0, 2)


EXERCISES = {
    1: Exercise(
        solution=_queries,
        cases=((_draw(6, 18), 3), (_draw(4, 12), 2)),
        mistakes={
            "these are the keys: queries come first": lambda W, n: _queries(W, n, 1),
            "these are the values: queries come first": lambda W, n: _queries(W, n, 2),
            "that reads each head's queries, keys and values together; here the roles come first": (
                lambda W, n: W.unflatten(1, (n, 3, -1))[:, :, 0].movedim(1, 0)
            ),
            "a reshape cuts rows: cut the columns first, then move the heads axis": (
                lambda W, n: W.chunk(3, 1)[0].reshape(n, W.shape[0], -1)
            ),
            "each head has d_head columns that stand together, not every n_heads-th": (
                lambda W, n: W.chunk(3, 1)[0].unflatten(1, (-1, n)).movedim(2, 0)
            ),
            "the heads axis is second; move it to the front": (
                lambda W, n: W.chunk(3, 1)[0].unflatten(1, (n, -1))
            ),
            "Conv1D computes x @ W, so there is nothing to transpose": (
                lambda W, n: _queries(W, n).transpose(1, 2)
            ),
        },
    ),
    2: Exercise(
        solution=_key_matrix,
        cases=((_draw(18, 6), 3, 1), (_draw(12, 4), 2, 0)),
        mistakes={
            "these are the head's queries": lambda W, n, i: _key_matrix(W, n, i, 0),
            "these are the head's values": lambda W, n, i: _key_matrix(W, n, i, 2),
            "that is the order [Q|K|V]; here all of head 0 comes first": (
                lambda W, n, i: W.chunk(3)[1].chunk(n)[i].T
            ),
            "W @ x keeps the transpose: turn the block": lambda W, n, i: _key_matrix(W, n, i).T,
            "a reshape turns nothing; take the block's transpose, .T": (
                lambda W, n, i: _key_matrix(W, n, i).T.reshape(W.shape[1], -1)
            ),
            "a reshape cuts the file's rows as if they were columns; turn it first, with .T": (
                lambda W, n, i: W.reshape(W.shape[1], n, 3, -1)[:, i, 1]
            ),
            "these are the keys of the head before; heads count from 0": (
                lambda W, n, i: _key_matrix(W, n, i - 1)
            ),
            "these are the keys of the head after; heads count from 0": (
                lambda W, n, i: _key_matrix(W, n, i + 1)
            ),
            "these are the keys of head 0, whichever i is": lambda W, n, i: _key_matrix(W, n, 0),
        },
    ),
    3: Exercise(
        solution=_reorder,
        cases=((_draw(18, 6), 3), (_draw(24, 8), 2)),
        mistakes={
            "that is the way back, from [Q|K|V] to head by head": (
                lambda W, n: W.unflatten(0, (3, n, -1)).transpose(0, 1).flatten(0, 2)
            ),
            "nothing was moved": lambda W, n: W.clone(),
            "cut into (n_heads, 3, d_head): the heads come before the roles": (
                lambda W, n: W.unflatten(0, (n, -1, 3)).movedim(2, 0).flatten(0, 2)
            ),
            "the blocks are in order, now join their rows to (3 * d_model, d_model)": (
                lambda W, n: W.unflatten(0, (n, 3, -1)).transpose(0, 1)
            ),
        },
    ),
    4: Exercise(
        solution=lambda q, k, n: k.shape[0] // (q.shape[0] // n),
        cases=((_draw(12, 8), _draw(6, 8), 4), (_draw(40, 8), _draw(15, 8), 8)),
        mistakes={
            "that is how many query heads share one key head": (
                lambda q, k, n: q.shape[0] // k.shape[0]
            ),
            "d_head need not be d_model / n_heads; q_proj's rows tell it": (
                lambda q, k, n: k.shape[0] // (q.shape[1] // n)
            ),
            "that is d_head; k_proj has n_kv_heads times as many rows": (
                lambda q, k, n: q.shape[0] // n
            ),
        },
    ),
}
