"""Exercises of "How exact is exact?", and the layers that the chapter measures."""

from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor

from mha_lib import HeadParameters, causal_mask
from mha_lib.book.exercises import Exercise, _given, _page
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


# Exercise 3: pairs of outputs in four dtypes and two sizes, right ones first.
_DTYPES = (torch.bfloat16, torch.float16, torch.float32, torch.float64)
_SIZES = (1.0, 1 / 64)  # a power of two keeps the digits


def _pairs() -> list[tuple[str, Tensor, Tensor]]:
    """Triples: the name of the wrong layer, its output, and the reference's output."""
    pairs = []
    layers = {"": summed, **{name: _bugs[name] for name in ("by √d_model", "both by view")}}
    layers["mask fills -10"] = _faults["mask fills -10"]
    for name, made in layers.items():
        # In 16 bits, rounding is as large as what leaks through the mask.
        for dtype in _DTYPES[2:] if name == "mask fills -10" else _DTYPES:
            x, W = draw(_HEADS * _WIDTH, 32, dtype, seed=8)
            for size in _SIZES:
                pairs.append((name, size * made(x, W), size * REFERENCE(x, W)))
    return pairs


_PAIRS = _pairs()


def _unfair(results: list[Any]) -> str | None:
    """What is wrong with a test, from its results on the pairs."""
    passed = [_given.truth(result) for result in results]
    if None in passed:
        return "return True where two outputs agree, False where they do not"
    said = [(name, output.dtype, r) for (name, output, _), r in zip(_PAIRS, passed, strict=True)]
    failed = {f"{dtype}"[6:]: None for name, dtype, passed in said if not name and not passed}
    if failed:
        return "it fails right layers in " + ", ".join(failed)
    missed = {f"{dtype}"[6:]: None for name, dtype, passed in said if name and passed}
    return "it passes wrong layers in " + ", ".join(missed) if missed else None


# What a page offers: the tolerance, for the norm of the difference, and what it is relative to.
_TOLERANCES: dict[str, Callable[[torch.dtype], float]] = {
    "0.1": lambda dtype: 0.1,
    "0.031 (4 eps of bfloat16)": lambda dtype: 4 * 2**-7,
    "4 eps of its type in 16 bits, 16 eps in wider types": (
        lambda dtype: (4 if dtype.itemsize == 2 else 16) * torch.finfo(dtype).eps
    ),
    "64 eps of its type": lambda dtype: 64 * torch.finfo(dtype).eps,
}
_RELATIVE = {
    "nothing": lambda wanted: 1.0,
    "the square root of the number of outputs": lambda wanted: wanted.numel() ** 0.5,
    "the norm of the expected output": lambda wanted: wanted.norm().item(),
}


def _tolerate(tolerance: str, relative_to: str):
    def passes(output, wanted):
        limit = _TOLERANCES[tolerance](output.dtype) * _RELATIVE[relative_to](wanted.double())
        return bool((output.double() - wanted.double()).norm() < limit)

    return passes


def _same(output: Tensor, wanted: Tensor) -> bool:
    return _relative_error(output, wanted) < 8 * torch.finfo(output.dtype).eps


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
        solution=_same,
        cases=tuple((output, wanted) for _, output, wanted in _PAIRS),
        judge=_unfair,
        page=_page.Choose(
            {
                "The norm of the difference may be": tuple(_TOLERANCES),
                "relative to": tuple(_RELATIVE),
            },
            _tolerate,
        ),
        mistakes={
            "it passes wrong layers in bfloat16, float16, float32, float64": (
                lambda output, wanted: torch.allclose(output, wanted, rtol=0, atol=0.1)
            ),
            "it fails right layers in bfloat16, float16, float32": (
                lambda output, wanted: torch.allclose(output, wanted, rtol=1e-5, atol=1e-8)
            ),
            "it passes wrong layers in float32, float64": (
                lambda output, wanted: (
                    _relative_error(output, wanted) < 8 * torch.finfo(torch.bfloat16).eps
                )
            ),
            "it passes wrong layers in bfloat16": (
                lambda output, wanted: (
                    _relative_error(output, wanted) < 64 * torch.finfo(output.dtype).eps
                )
            ),
        },
    ),
}
