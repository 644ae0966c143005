"""Exercises of "How exact is exact?", and the layers that the chapter measures."""

from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor

from mha_lib import HeadParameters, causal_mask
from mha_lib.book.exercises import Exercise, _exact_tests, _given, _page
from mha_lib.book.exercises._exact_layers import (
    CASES,
    FAILS,
    MISSES,
    VERDICT,
    bugs,
    faults,
    layer,
    rough,
    shortcoming,
)

#: A causal layer: tokens (batch, tokens, d_model) and the four matrices, stacked, to its output.
Layer = Callable[[Tensor, Tensor], Tensor]


def draw(
    d_model: int, tokens: int, dtype: torch.dtype = torch.float64, seed: int = 0
) -> tuple[Tensor, Tensor]:
    """Draws two samples of tokens, and W_Q, W_K, W_V, W_O for them.

    Args:
        d_model: Width of the tokens; the heads together are as wide.
        tokens: Number of tokens.
        dtype: The dtype that all numbers are rounded to.
        seed: Seed of the random numbers.

    Returns:
        Tokens (2, tokens, d_model) of variance 1, and matrices (4, d_model, d_model) with which
        queries, keys and values have variance 1 too.
    """
    generator = torch.Generator().manual_seed(seed)
    x = torch.randn(2, tokens, d_model, generator=generator, dtype=torch.float64)
    W = torch.randn(4, d_model, d_model, generator=generator, dtype=torch.float64) / d_model**0.5
    return x.to(dtype), W.to(dtype)


def by_heads(W: Tensor, n_heads: int) -> HeadParameters:
    """Cuts W_Q, W_K, W_V, W_O into heads.

    Args:
        W: The four matrices, as `draw` gives them.
        n_heads: Number of heads.
    """
    W_Q, W_K, W_V = W[:3].unflatten(-1, (n_heads, -1)).transpose(1, 2)  # (heads, d_model, d_head)
    return HeadParameters(W_Q, W_K, W_V, W[3].unflatten(0, (n_heads, -1)))


_HEADS, _WIDTH = 4, 24


def summed(x: Tensor, W: Tensor) -> Tensor:
    """A right layer of four heads that adds the heads' outputs, each from the product W_V W_O.

    Args:
        x: Tokens.
        W: The four matrices.
    """
    output = torch.zeros_like(x)
    columns = [M.chunk(_HEADS, 1) for M in W[:3]]
    for W_Q, W_K, W_V, W_O in zip(*columns, W[3].chunk(_HEADS), strict=True):
        scores = (x @ W_Q) @ (x @ W_K).mT * W_Q.shape[1] ** -0.5
        scores = scores.masked_fill(~causal_mask(x.shape[-2]), -torch.inf)
        output = output + scores.softmax(-1) @ (x @ (W_V @ W_O))
    return output


_bugs, _faults = bugs(_HEADS, _WIDTH), faults(_HEADS, _WIDTH)
#: The reference of the exercises: four heads of width 24.
REFERENCE = layer(_HEADS)
#: Three layers for exercise 1, to be compared with the reference.
SUSPECTS = {"A": rough(_HEADS), "B": _faults["mask fills -10"], "C": _bugs["by √d_model"]}


def _wide(layer: Layer, reference: Layer, x: Tensor, W: Tensor) -> bool:
    wide = x.double(), W.double()
    return torch.allclose(layer(*wide), reference(*wide), rtol=0, atol=1e-9)


def _relative_error(output: Tensor, wanted: Tensor) -> float:
    """The norm of the difference over the norm of what is wanted."""
    output, wanted = output.double(), wanted.double()
    return ((output - wanted).norm() / wanted.norm()).item()


def _within(limit: float):
    return lambda layer, reference, x, W: _relative_error(layer(x, W), reference(x, W)) < limit


def _near(output: Tensor, expected: Tensor, eps: float) -> bool:
    return _relative_error(output, expected) < (4 if eps > 2**-15 else 16) * eps


_FOUND = {"A": "rounding", "B": "fault", "C": "fault"}
_WHY = {
    "C": "C has a fault: its error stays as large in float32",
    "A": "A rounds: its error shrinks in each wider type",
    "B": "B has a fault: its error stays at 0.004 in float16 and in float32",
    "AB": "in bfloat16 A has a larger error than B, and yet A is right; compare in float32",
}


def _judge_found(answer: Any) -> str | None:
    """What is wrong with a diagnosis of the three suspects."""
    said = _given.words(answer, "ABC", "rounding and fault")
    wrong = [name for name, word in _FOUND.items() if said[name] != word]
    return _WHY.get("".join(wrong)) or (_WHY[wrong[-1]] if wrong else None)


EXERCISES = {
    1: Exercise(
        solution=_FOUND,
        judge=_judge_found,
        page=_page.Choose(
            {f"layer {name}": ("rounding", "fault") for name in _FOUND},
            lambda *words: dict(zip(_FOUND, words, strict=True)),
        ),
        mistakes={
            _WHY["AB"]: {"A": "fault", "B": "rounding", "C": "fault"},
            _WHY["B"]: {"A": "rounding", "B": "rounding", "C": "fault"},
            _WHY["A"]: {"A": "fault", "B": "fault", "C": "fault"},
            _WHY["C"]: {"A": "rounding", "B": "fault", "C": "rounding"},
        },
    ),
    2: Exercise(
        solution=_wide,
        cases=CASES,
        judge=shortcoming,
        code=True,
        mistakes={
            FAILS: lambda layer, reference, x, W: layer(x, W).equal(reference(x, W)),
            MISSES + "scale of two digits, mask fills -10, sum + 1e-6": _within(0.05),
            VERDICT: lambda layer, reference, x, W: layer(x, W) - reference(x, W),
        },
    ),
    3: Exercise(
        solution=_near,
        cases=_exact_tests.CASES,
        judge=_exact_tests.unfair,
        code=True,
        mistakes={
            "it fails a right layer in bfloat16, if all numbers are 64 times as large": (
                lambda output, expected, eps: torch.allclose(output, expected, rtol=0, atol=0.1)
            ),
            "it fails a right layer in bfloat16": (
                lambda output, expected, eps: torch.allclose(output, expected, rtol=4 * eps, atol=0)
            ),
            "it passes a mask that fills in −10 in float32": (
                lambda output, expected, eps: _relative_error(output, expected) < 4 * 2**-7
            ),
            "it passes a mask that fills in −15 in float32": (
                lambda output, expected, eps: _relative_error(output, expected) < eps**0.5
            ),
            "it passes a layer that divides by √d_model in bfloat16": (
                lambda output, expected, eps: _relative_error(output, expected) < 64 * eps
            ),
            _exact_tests.ANSWER: lambda output, expected, eps: output - expected,
        },
    ),
}
