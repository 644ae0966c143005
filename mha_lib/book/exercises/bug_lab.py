"""Exercises of "Bug lab: seven wrong layers, five tests"."""

import itertools
from functools import partial
from typing import Any

import torch
import torch.nn.functional as F

from mha_lib import causal_mask, merge_heads, split_heads
from mha_lib.book.exercises import Exercise, _given, _page, draw
from mha_lib.head_parameters import concatenate_heads

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


def _in_proj(W_Q, W_K, W_V, *, stack=False, transpose=False):
    wide = [W.reshape(W.shape[1], -1) if stack else concatenate_heads(W) for W in (W_Q, W_K, W_V)]
    return torch.cat(wide if transpose else [W.T for W in wide])


# Exercise 1: layers of two heads, from tokens and four matrices, as the chapter makes them.
def _split(t):
    return split_heads(t, 2)


def _layer(
    *, split=_split, divisor=lambda d_model: (d_model / 2) ** 0.5, axis=-1, merge=merge_heads
):
    def layer(x, W):
        Q, K, V = (split(x @ W_i) for W_i in W[:3])
        weights = (Q @ K.mT / divisor(x.shape[-1])).softmax(axis)
        return merge(weights @ V) @ W[3]

    return layer


def _fused(x, W):
    Q, K, V = (_split(x @ W_i) for W_i in W[:3])
    return merge_heads(F.scaled_dot_product_attention(Q, K, V)) @ W[3]


def _summed(x, W):
    """Adds the heads one by one, so that its last bits differ."""
    output = torch.zeros_like(x)
    for W_Q, W_K, W_V, W_O in zip(*(M.chunk(2, 1) for M in W[:3]), W[3].chunk(2), strict=True):
        weights = ((x @ W_Q) @ (x @ W_K).mT * W_Q.shape[1] ** -0.5).softmax(-1)
        output = output + weights @ (x @ (W_V @ W_O))
    return output


def _split_by_view(t):
    return t.reshape(len(t), 2, -1, t.shape[-1] // 2)


def _merge_by_view(heads):
    return heads.reshape(len(heads), -1, 2 * heads.shape[-1])


_right_layers = (_layer(), _fused, _summed)
_wrong_layers = {
    "by √d_model": _layer(divisor=lambda d_model: d_model**0.5),
    "split by view": _layer(split=_split_by_view),
    "merge by view": _layer(merge=_merge_by_view),
    "both by view": _layer(split=_split_by_view, merge=_merge_by_view),
    "over queries": _layer(axis=-2),
    "over heads": _layer(axis=1),
    "over batch": _layer(
        split=lambda t: _split(t).permute(2, 1, 0, 3),
        merge=lambda heads: merge_heads(heads.permute(2, 1, 0, 3)),
    ),
}
_VERDICT = "return True for a layer that passes, False for one that does not"
_FAILS = "it fails a right layer"
_BITS = "it fails a right layer that rounds differently; compare with a tolerance"
_MISSES = "it does not catch: "


def _shortcoming(results) -> str | None:
    """What is wrong with a test, from its results on the right and on the wrong layers."""
    passed = [_given.truth(result) for result in results]
    if None in passed:
        return _VERDICT
    right, wrong = passed[: len(_right_layers)], passed[len(_right_layers) :]
    if not all(right):
        return _BITS if any(right) else _FAILS
    missed = [name for name, passes in zip(_wrong_layers, wrong, strict=True) if passes]
    return _MISSES + ", ".join(missed) if missed else None


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
        solution=_by_hand,
        cases=tuple((layer,) for layer in (*_right_layers, *_wrong_layers.values())),
        forbidden_calls=("attention",),
        judge=_shortcoming,
        mistakes={
            _MISSES + ", ".join(_wrong_layers): lambda layer: (
                layer(*_numbers()).shape == (3, 5, 14)
            ),
            _MISSES + "by √d_model, over queries, over heads, over batch": _order,
            _MISSES + "by √d_model, over queries, over batch": _on_ones,
            _FAILS: lambda layer: torch.allclose(layer(*_numbers()), _numbers()[0]),
            _BITS: lambda layer: torch.equal(layer(*_numbers()), _layer()(*_numbers())),
            _VERDICT: lambda layer: layer(*_numbers()),
        },
    ),
    2: Exercise(
        solution=_weights,
        page=_page.Choose(
            {
                "scores are divided by the root of": ("d_model", "d_head"),
                "the mask": ("is a factor after the softmax", "writes −∞ before it"),
                "the weights sum to 1 over": tuple(_AXES),
            },
            _repaired,
        ),
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
    3: Exercise(
        solution=_in_proj,
        code=True,
        cases=tuple(tuple(_draw(n, n * d, d) for _ in range(3)) for n, d in ((2, 3), (4, 2))),
        mistakes=_still_in(
            _in_proj,
            stack="the stacking (a reshape keeps the order in memory; move the heads axis first)",
            transpose="the transpose (in_proj_weight stores outputs in rows, inputs in columns)",
        )
        | {
            "the order is queries, keys, values": lambda Q, K, V: _in_proj(K, Q, V),
            "right numbers, but next to each other; in_proj_weight has them below each other": (
                lambda Q, K, V: torch.cat([concatenate_heads(W).T for W in (Q, K, V)], 1)
            ),
        },
    ),
}
