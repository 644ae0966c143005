"""Exercises of "One narrow vector per token"."""

from functools import partial

import torch
from torch import Tensor

from mha_lib.book.exercises import Exercise, _page, draw

_draw = partial(draw, torch.Generator().manual_seed(7))

# Exercise 1: layers, heads, width of a head, of c and of the rotated key, bytes of a number.
_LAYERS, _HEADS, _D_HEAD, _C, _ROTATED, _BYTES = 48, 32, 128, 448, 64, 2
_TOKEN = _LAYERS * (_C + _ROTATED) * _BYTES
_KV_HEADS = (_C + _ROTATED) // (2 * _D_HEAD)


def _sizes(token: int, kv_heads: int) -> Tensor:
    return torch.tensor([token, kv_heads], dtype=torch.float64)


def _mistaken(sentence: str, token: int) -> dict[str, Tensor]:
    """The mistake of a token's bytes, with the right number of KV heads."""
    return {sentence: _sizes(token, _KV_HEADS)}


# Exercise 2: the query of each head that meets a row of the cache.
def _moved(q: Tensor, W_UK: Tensor) -> Tensor:
    return (q[:, None] @ W_UK.mT)[:, 0]


def _query(q: Tensor, rotated_q: Tensor, W_UK: Tensor) -> Tensor:
    return torch.cat([_moved(q, W_UK), rotated_q], -1)


def _rotated_first(q: Tensor, rotated_q: Tensor, W_UK: Tensor) -> Tensor:
    return torch.cat([rotated_q, _moved(q, W_UK)], -1)


def _first_head(q: Tensor, rotated_q: Tensor, W_UK: Tensor) -> Tensor:
    return torch.cat([q @ W_UK[0].T, rotated_q], -1)


def _not_moved(q: Tensor, rotated_q: Tensor, W_UK: Tensor) -> Tensor:
    return torch.cat([q, rotated_q], -1)


def _only_moved(q: Tensor, rotated_q: Tensor, W_UK: Tensor) -> Tensor:
    return _moved(q, W_UK)


def _divided(q: Tensor, rotated_q: Tensor, W_UK: Tensor) -> Tensor:
    return _query(q, rotated_q, W_UK) / (q.shape[-1] + rotated_q.shape[-1]) ** 0.5


def _divided_by_head(q: Tensor, rotated_q: Tensor, W_UK: Tensor) -> Tensor:
    return _query(q, rotated_q, W_UK) / q.shape[-1] ** 0.5


def _case(heads: int, d_head: int, width: int, rotated: int) -> tuple[Tensor, Tensor, Tensor]:
    return _draw(heads, d_head), _draw(heads, rotated), _draw(heads, width, d_head)


EXERCISES = {
    1: Exercise(
        solution=_sizes(_TOKEN, _KV_HEADS),
        mistakes={
            "nothing is kept twice: c is the key and the value": (_sizes(2 * _TOKEN, _KV_HEADS)),
            **_mistaken(
                "c is the key and the value, so the cache keeps it once",
                _LAYERS * (2 * _C + _ROTATED) * _BYTES,
            ),
            **_mistaken("the cache also keeps the rotated key", _LAYERS * _C * _BYTES),
            **_mistaken(
                "the rotated key is one for all heads",
                _LAYERS * (_C + _HEADS * _ROTATED) * _BYTES,
            ),
            **_mistaken("all heads read the same numbers; they are kept once", _TOKEN * _HEADS),
            **_mistaken("these are the bytes of one layer", _TOKEN // _LAYERS),
            **_mistaken("these are numbers; each of them has 2 bytes", _TOKEN // _BYTES),
            "a KV head keeps a key and a value, so fewer KV heads keep as much": (
                _sizes(_TOKEN, 2 * _KV_HEADS)
            ),
        },
        page=_page.Table(
            "What MLA takes, and what GQA may have",
            ("number",),
            ("bytes per token", "KV heads"),
        ),
    ),
    2: Exercise(
        solution=_query,
        code=True,
        cases=(_case(3, 4, 10, 2), _case(2, 6, 5, 4)),
        mistakes={
            "a row of the cache begins with c, and the rotated key comes after it": _rotated_first,
            "all heads use the W_UK of head 0; each has its own": _first_head,
            "the query is still as wide as a head; move it to c with W_UK": _not_moved,
            "the rotated query is missing": _only_moved,
            "the division by the square root comes later": _divided,
            "the division by the square root of d_head comes later": _divided_by_head,
        },
    ),
}
