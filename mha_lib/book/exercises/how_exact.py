"""Exercises of "How exact is exact?", and the layers that the chapter measures."""

from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor

from mha_lib import HeadParameters, causal_mask, merge_heads, split_heads
from mha_lib.book.exercises import Exercise, _given, _page

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


def layer(n_heads: int, **wrong: Any) -> Layer:
    """Makes a causal layer, in which `wrong` may replace single steps.

    Args:
        n_heads: Number of heads.
        wrong: `split`, `softmax` and `merge` are functions that replace the right ones, `scale` is
            the factor of the scores, `low` the value of a blocked score.
    """
    split = wrong.get("split", lambda t: split_heads(t, n_heads))
    softmax = wrong.get("softmax", lambda scores: scores.softmax(-1))
    merge = wrong.get("merge", merge_heads)

    def attend(x: Tensor, W: Tensor) -> Tensor:
        Q, K, V = (split(x @ W_i) for W_i in W[:3])
        scores = Q @ K.mT * wrong.get("scale", (W.shape[-1] / n_heads) ** -0.5)
        future = torch.ones_like(scores).triu(1).bool()
        scores = scores.masked_fill(future, wrong.get("low", torch.finfo(x.dtype).min))
        return merge(softmax(scores) @ V) @ W[3]

    return attend


def bugs(n_heads: int, d_head: int) -> dict[str, Layer]:
    """The seven wrong layers of the bug lab, under a causal mask.

    Args:
        n_heads: Number of heads.
        d_head: Width of a head.
    """
    d_model = n_heads * d_head
    by_view = {"split": lambda t: t.view(len(t), n_heads, -1, d_head)}
    back = {"merge": lambda heads: heads.reshape(len(heads), -1, d_model)}
    samples = {
        "split": lambda t: split_heads(t, n_heads).permute(2, 1, 0, 3),
        "merge": lambda heads: merge_heads(heads.permute(2, 1, 0, 3)),
    }
    return {
        "split by view": layer(n_heads, **by_view),
        "merge by view": layer(n_heads, **back),
        "both by view": layer(n_heads, **by_view, **back),
        "by √d_model": layer(n_heads, scale=d_model**-0.5),
        "over queries": layer(n_heads, softmax=lambda scores: scores.softmax(-2)),
        "over heads": layer(n_heads, softmax=lambda scores: scores.softmax(1)),
        "over batch": layer(n_heads, **samples),
    }


def faults(n_heads: int, d_head: int) -> dict[str, Layer]:
    """Three smaller faults: a rounded scale, a mask that leaks, rows that sum to less than 1.

    Args:
        n_heads: Number of heads.
        d_head: Width of a head.
    """
    return {
        "scale of two digits": layer(n_heads, scale=round(d_head**-0.5, 2)),
        "mask fills -10": layer(n_heads, low=-10.0),
        "sum + 1e-6": layer(n_heads, softmax=_sum_and_more),
    }


def _sum_and_more(scores: Tensor) -> Tensor:
    """A softmax by hand, with the small number that some code adds to avoid a division by 0."""
    powers = (scores - scores.amax(-1, keepdim=True)).exp()
    return powers / (powers.sum(-1, keepdim=True) + 1e-6)


def rough(n_heads: int) -> Layer:
    """A right layer that rounds often: it adds the keys one by one, in the tokens' dtype.

    Args:
        n_heads: Number of heads.
    """

    def attend(x: Tensor, W: Tensor) -> Tensor:
        Q, K, V = (split_heads(x @ W_i, n_heads) for W_i in W[:3])
        scores = Q @ K.mT * Q.shape[-1] ** -0.5
        scores = scores.masked_fill(~causal_mask(x.shape[-2]), -torch.inf)
        powers = (scores - scores.amax(-1, keepdim=True)).exp()
        top, bottom = torch.zeros_like(Q), torch.zeros_like(Q[..., :1])
        for key in range(x.shape[-2]):  # earlier queries do not see this key
            power = powers[..., key:, key : key + 1]
            top[..., key:, :] += power * V[..., key : key + 1, :]
            bottom[..., key:, :] += power
        return merge_heads(top / bottom) @ W[3]

    return attend


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


# Exercise 2: checks, each tried on right layers and on wrong ones, in bfloat16.
_RIGHT = (REFERENCE, rough(_HEADS))
_WRONG = _bugs | _faults
_x, _W = draw(_HEADS * _WIDTH, 32, torch.bfloat16, seed=7)
_VERDICT = "return True for a layer that passes, False for one that does not"
_FAILS = "it fails a right layer, which rounds differently"
_MISSES = "it does not catch: "


def _shortcoming(results: list[Any]) -> str | None:
    """What is wrong with a check, from its results on the right and on the wrong layers."""
    passed = [_given.truth(result) for result in results]
    if None in passed:
        return _VERDICT
    if not all(passed[: len(_RIGHT)]):
        return _FAILS
    missed = [name for name, ok in zip(_WRONG, passed[len(_RIGHT) :], strict=True) if ok]
    return _MISSES + ", ".join(missed) if missed else None


def _wide(layer: Layer, reference: Layer, x: Tensor, W: Tensor) -> bool:
    wide = x.double(), W.double()
    return torch.allclose(layer(*wide), reference(*wide), rtol=0, atol=1e-9)


def _relative_error(output: Tensor, wanted: Tensor) -> float:
    """The norm of the difference over the norm of what is wanted."""
    output, wanted = output.double(), wanted.double()
    return ((output - wanted).norm() / wanted.norm()).item()


def _within(limit: float):
    return lambda layer, reference, x, W: _relative_error(layer(x, W), reference(x, W)) < limit


# What a page offers: the type to call both in, and the largest error that passes.
_TYPES = {"bfloat16": torch.bfloat16, "float32": torch.float32, "float64": torch.float64}
_LIMITS = {
    "0: all numbers are equal": 0.0,
    "1e-9 of the output's norm": 1e-9,
    "4 eps of bfloat16, 0.031": 4 * 2**-7,
}


def _compare_in(kind: str, limit: str):
    dtype, most = _TYPES[kind], _LIMITS[limit]

    def checks(layer, reference, x, W):
        ends = x.to(dtype), W.to(dtype)
        return _relative_error(layer(*ends), reference(*ends)) <= most

    return checks


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
        cases=tuple((made, REFERENCE, _x, _W) for made in (*_RIGHT, *_WRONG.values())),
        judge=_shortcoming,
        page=_page.Choose(
            {"Call both in": tuple(_TYPES), "and let pass an error of at most": tuple(_LIMITS)},
            _compare_in,
        ),
        mistakes={
            _FAILS: lambda layer, reference, x, W: layer(x, W).equal(reference(x, W)),
            _MISSES + "scale of two digits, mask fills -10, sum + 1e-6": _within(0.05),
            _VERDICT: lambda layer, reference, x, W: layer(x, W) - reference(x, W),
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
