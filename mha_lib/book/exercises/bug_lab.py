"""Exercises of "Bug lab: seven wrong layers, five tests"."""

import itertools
from functools import partial
from typing import Any

import torch

from mha_lib import causal_mask
from mha_lib.book.exercises import Exercise, _given, _page, draw
from mha_lib.book.exercises._bug_layers import (
    BITS,
    CASES,
    FAILS,
    MISSES,
    NAMES,
    VERDICT,
    make_layer,
    shortcoming,
)

_random = torch.Generator().manual_seed(9)
_draw = partial(draw, _random)


def _still_in(function, **bugs: str) -> dict[str, Any]:
    """Every way to leave one or more bugs in; `function` takes each as a flag of its name."""
    mistakes = {}
    for size in range(1, len(bugs) + 1):
        for left in itertools.combinations(bugs, size):
            sentence = "still in: " + ", and ".join(bugs[name] for name in left)
            mistakes[sentence] = lambda *case, left=left: function(
                *case, **dict.fromkeys(left, True)
            )
    return mistakes


def _weights(queries, keys, mask, *, divisor=False, axis=False, late=False, block=-torch.inf):
    scores = queries @ keys.mT
    scores = scores / (queries.shape[-1] * (queries.shape[1] if divisor else 1)) ** 0.5
    dim = 1 if axis else -1
    if late:
        return scores.softmax(dim) * mask
    return scores.masked_fill(~mask, block).softmax(dim)


_AXES = {"the heads": 1, "the queries": -2, "the keys": -1}


def _repaired(divisor, mask, axis):
    """A function that computes weights by the chosen steps."""

    def weights(queries, keys, may):
        scores = queries @ keys.mT / queries.shape[-1] ** 0.5
        scores = scores / (queries.shape[1] if "model" in divisor else 1) ** 0.5
        if "before" in mask:
            return scores.masked_fill(~may, -torch.inf).softmax(_AXES[axis])
        return scores.softmax(_AXES[axis]) * may

    return weights


# What the checks of exercise 2 print for a layer with each cause. "batch" decides for A.
CHECKS = ("batch", "future", "right", "left", "shift")
PRINTED = {
    "A": (False, True, True, True, True),
    "B": (True, False, True, True, True),
    "C": (True, True, True, False, False),
    "D": (True, True, True, True, False),
}
_CAUSES = "CDB"  # of layers 1, 2 and 3
_LETTERS = 'give three letters from A to D, one for each layer, such as "AAB"'


def _contradiction(answer) -> str | None:
    """The first check that contradicts a choice of causes."""
    chosen = _given.letters(answer)
    if chosen is None or len(chosen) != len(_CAUSES) or not set(chosen) <= set(PRINTED):
        return _LETTERS
    for number, (letter, right) in enumerate(zip(chosen, _CAUSES, strict=True), start=1):
        for check, would, did in zip(CHECKS, PRINTED[letter], PRINTED[right], strict=True):
            if would != did:
                return f"layer {number} does not have {letter}, which would make {check} {would}"
    return None


def _contradictions() -> dict[str, str]:
    """Each sentence, with an answer that gets it."""
    every = map("".join, itertools.product(PRINTED, repeat=len(_CAUSES)))
    return {said: answer for answer in every if (said := _contradiction(answer))} | {_LETTERS: "C"}


for (_layer,) in CASES:
    _layer.__qualname__ = "layer"  # as the exercise calls it; errors name it


def _by_hand(layer):
    x = torch.zeros(1, 2, 14)
    x[0, 0, [0, 7]] = (7**0.5 * torch.tensor(3.0).log()).sqrt()
    wanted = torch.stack([3 / 4 * x[0, 0], 1 / 2 * x[0, 0]])
    return torch.allclose(layer(x, torch.eye(14).expand(4, 14, 14))[0], wanted)


def _numbers():
    random = torch.Generator().manual_seed(5)
    x = torch.randn(3, 5, 14, generator=random, dtype=torch.float64)
    return x, torch.randn(4, 14, 14, generator=random, dtype=torch.float64) / 14**0.5


def _on_ones(layer):
    _, W = _numbers()
    ones = torch.ones(3, 5, 14, dtype=W.dtype)
    return torch.allclose(layer(ones, W), ones @ W[2] @ W[3])


def _order(layer):
    x, W = _numbers()
    return torch.allclose(layer(x.flip(1), W), layer(x, W).flip(1))


EXERCISES = {
    1: Exercise(
        solution=_weights,
        page=_page.Choose(
            {
                "scores are divided by the root of": ("d_model", "d_head"),
                "the mask": ("is a factor after the softmax", "writes −∞ before it"),
                "the weights sum to 1 over": tuple(_AXES),
            },
            _repaired,
        ),
        code=True,
        cases=(
            (_draw(2, 3, 5, 4), _draw(2, 3, 5, 4), causal_mask(5)),
            (20 * _draw(3, 2, 4, 7), 20 * _draw(3, 2, 4, 7), causal_mask(4)),
            (_draw(2, 3, 4, 5), _draw(2, 3, 4, 5), causal_mask(4).flip(0)),
        ),
        mistakes=_still_in(
            _weights,
            divisor="the divisor (a dot product has d_head terms, not d_model)",
            axis="the axis (weights sum to 1 over the keys, not over the heads)",
            late="the mask (after the softmax it leaves rows that do not sum to 1)",
        )
        | {
            "your weights sum to 1 over the queries; they should over the keys": (
                lambda q, k, mask: (
                    (q @ k.mT / q.shape[-1] ** 0.5).masked_fill(~mask, -torch.inf).softmax(-2)
                )
            ),
            "weights should sum to 1 over the keys; look at the mask too": (
                _repaired("d_head", "after", "the queries")
            ),
            "weights should sum to 1 over the keys; look at the divisor too": (
                _repaired("d_model", "before", "the queries")
            ),
            "weights should sum to 1 over the keys; look at the divisor and the mask too": (
                _repaired("d_model", "after", "the queries")
            ),
            "your code ignores the given mask, which need not be causal": (
                lambda q, k, mask: _weights(q, k, causal_mask(q.shape[2]))
            ),
            "the mask is the other way round; True means that a query may attend": (
                lambda q, k, mask: _weights(q, k, ~mask)
            ),
            "still in: the axis (a key that all heads block alike gets equal weight from each)": (
                lambda q, k, mask: _weights(q, k, mask, axis=True, block=-1e9)
            ),
        },
    ),
    2: Exercise(
        solution=_CAUSES,
        judge=_contradiction,
        mistakes=_contradictions(),
        page=_page.Choose(
            {f"layer {i}": tuple(PRINTED) for i in (1, 2, 3)}, lambda *letters: "".join(letters)
        ),
    ),
    3: Exercise(
        solution=_by_hand,
        code=True,
        cases=CASES,
        forbidden_calls=("attention",),
        judge=shortcoming,
        mistakes={
            MISSES + ", ".join(NAMES): lambda layer: layer(*_numbers()).shape == (3, 5, 14),
            MISSES + "by √d_model, over queries, over heads, over batch": _order,
            MISSES + "by √d_model, over queries, over batch": _on_ones,
            FAILS: lambda layer: torch.allclose(layer(*_numbers()), _numbers()[0]),
            BITS: lambda layer: torch.equal(layer(*_numbers()), make_layer()(*_numbers())),
            VERDICT: lambda layer: layer(*_numbers()),
        },
    ),
}
