"""Exercises of "Is the server right?"."""

from functools import partial
from typing import Any

import torch
from torch import Tensor

from mha_lib.book.exercises import Exercise, _given, _page, draw

_random = torch.Generator().manual_seed(31)
_draw = partial(draw, _random)

# Exercise 1: what the error of a decode step shows, by server.
_WORDS = ("rounding", "bug", "not decided")
_FOUND = {"A": "rounding", "B": "bug", "C": "not decided", "D": "not decided", "E": "bug"}
_WHY = {
    "A": "A is right up to rounding: its error is that of right code, and its keys are those of "
    "its tokens",
    "B": "B has a bug: the reference read the server's own float8 numbers, so float8 is no excuse",
    "C": "C is not decided: its reference kept its own keys, so float8's rounding is in the error; "
    "read the server's cache first",
    "D": "D is not decided: plain code with large scores may exceed 4 eps in a single step; "
    "take many steps together",
    "E": "E has a bug: its step is right, but a key in its cache is not that of its token",
}


def _judge_servers(answer: Any) -> str | None:
    """What is wrong with a diagnosis of the five servers: the first wrong one."""
    said = _given.words(answer, "ABCDE", "rounding, bug and not decided")
    return next((_WHY[name] for name, word in _FOUND.items() if said[name] != word), None)


# Exercise 2: keys as an int8 cache returns them, with a fixed scale per head.
def _as_stored(k: Tensor, scale: Tensor) -> Tensor:
    scale = scale[:, None, None]
    return (k / scale).round().clamp(-127, 127) * scale


def _last_axis(k: Tensor, scale: Tensor) -> Tensor:
    return (k / scale).round().clamp(-127, 127) * scale


def _in_steps(k: Tensor, scale: Tensor) -> Tensor:
    return (k / scale[:, None, None]).round().clamp(-127, 127)


def _no_clamp(k: Tensor, scale: Tensor) -> Tensor:
    scale = scale[:, None, None]
    return (k / scale).round() * scale


def _one_more(k: Tensor, scale: Tensor) -> Tensor:
    scale = scale[:, None, None]
    return (k / scale).round().clamp(-128, 127) * scale


def _wraps(k: Tensor, scale: Tensor) -> Tensor:
    """As casting to int8 does: 130 becomes -126."""
    scale = scale[:, None, None]
    return ((k / scale).round() + 128).remainder(256).sub(128) * scale


def _cut_off(k: Tensor, scale: Tensor) -> Tensor:
    scale = scale[:, None, None]
    return (k / scale).trunc().clamp(-127, 127) * scale


def _own_scale(k: Tensor, scale: Tensor) -> Tensor:
    own = k.abs().amax((0, 2, 3)) / 127
    return _as_stored(k, own)


def _token_scale(k: Tensor, scale: Tensor) -> Tensor:
    own = k.abs().amax(-1, keepdim=True) / 127
    return (k / own).round().clamp(-127, 127) * own


def _one_scale(k: Tensor, scale: Tensor) -> Tensor:
    return _as_stored(k, scale.amax().expand(len(scale)))


def _case(batch: int, heads: int, tokens: int, d_head: int) -> tuple[Tensor, Tensor]:
    """Keys, and scales that were found on smaller keys, so that a few keys are out of range."""
    k = 3 * _draw(batch, heads, tokens, d_head)
    return k, k.abs().amax((0, 2, 3)) / 150 * torch.linspace(0.8, 1.0, heads, dtype=k.dtype)


EXERCISES = {
    1: Exercise(
        solution=_FOUND,
        judge=_judge_servers,
        page=_page.Choose(
            {f"server {name}": _WORDS for name in _FOUND},
            lambda *words: dict(zip(_FOUND, words, strict=True)),
        ),
        mistakes={
            _WHY["A"]: _FOUND | {"A": "not decided"},
            _WHY["B"]: _FOUND | {"B": "rounding"},
            _WHY["C"]: _FOUND | {"C": "bug"},
            _WHY["D"]: _FOUND | {"D": "bug"},
            _WHY["E"]: _FOUND | {"E": "rounding"},
        },
    ),
    2: Exercise(
        solution=_as_stored,
        code=True,
        # As many heads as features or tokens in two cases, where a scale on the wrong axis fits.
        cases=(_case(1, 4, 5, 4), _case(2, 3, 3, 3), _case(1, 2, 5, 2)),
        mistakes={
            "the scales are on the wrong axis: scale[:, None, None] gives each head its own": (
                _last_axis
            ),
            "those are the stored whole numbers; the kernel multiplies them by the scale": (
                _in_steps
            ),
            "numbers beyond 127 are kept; an int8 cannot hold them, so clamp": _no_clamp,
            "an int8 reaches -128, but this server clamps to -127": _one_more,
            "a cast makes -126 of 130; clamp to -127 and 127 first": _wraps,
            "a cast cuts the digits off; round first": _cut_off,
            "the scales are computed again from these keys; the server's are fixed": _own_scale,
            "each token has a scale of its own; the server has one for each head": _token_scale,
            "all heads have the same scale; the server has one for each head": _one_scale,
        },
    ),
}
