"""Exercises of "A cache of 8 bits"."""

from functools import partial
from typing import Any

import torch
from torch import Tensor

from mha_lib.book.exercises import Exercise, _given, _page, draw

_random = torch.Generator().manual_seed(31)
_draw = partial(draw, _random)

# Exercise 1: keys (tokens, features) of three heads, and which scale is better for each in int8.
KEYS = {
    "A": [[0.9, -30.0, 0.3], [-0.5, -31.0, 0.7], [0.2, -29.0, -0.6]],
    "B": [[40.0, -26.0, 31.0], [-0.5, 0.9, 0.3], [0.2, 0.3, -0.6]],
    "C": [[0.9, -0.7, 0.4], [-0.5, 0.8, 1.1], [1.0, 0.3, -0.8]],
}
_SCALES = ("per token", "per feature", "no matter")
_BETTER = {"A": "per feature", "B": "per token", "C": "no matter"}
_WHY = {
    "A": "A needs a scale per feature: feature 1 is large in every token, so a scale per token is "
    "too coarse for the other two",
    "B": "B needs a scale per token: token 0 is large in every feature, so a scale per feature is "
    "too coarse for the other two",
    "C": "in C no token and no feature is much larger than the others, so both kinds of scale "
    "give nearly the same steps",
}


def _judge_scales(answer: Any) -> str | None:
    """What is wrong with a choice of scales for the three heads: the first wrong one."""
    said = _given.words(answer, "ABC", "per token, per feature and no matter")
    return next((_WHY[name] for name, word in _BETTER.items() if said[name] != word), None)


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
        solution=_BETTER,
        judge=_judge_scales,
        page=_page.Choose(
            {f"head {name}": _SCALES for name in _BETTER},
            lambda *words: dict(zip(_BETTER, words, strict=True)),
        ),
        mistakes={
            _WHY["A"]: _BETTER | {"A": "per token"},
            _WHY["B"]: _BETTER | {"B": "per feature"},
            _WHY["C"]: _BETTER | {"C": "per token"},
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
