"""The layers that exercise 3 of "Bug lab" tries a test on, and its judge.

A page runs this file too, so it needs nothing but the part of torch that is there.
"""

import torch
import torch.nn.functional as F

from mha_lib.book.exercises import _given


# Layers of two heads, from tokens and four matrices, as the chapter makes them.
def _split(t):
    return t.unflatten(-1, (2, -1)).transpose(1, 2)


def _merge(heads):
    return heads.transpose(1, 2).flatten(2)


def make_layer(
    *, split=_split, divisor=lambda d_model: (d_model / 2) ** 0.5, axis=-1, merge=_merge
):
    def layer(x, W):
        Q, K, V = (split(x @ W_i) for W_i in W[:3])
        weights = (Q @ K.mT / divisor(x.shape[-1])).softmax(axis)
        return merge(weights @ V) @ W[3]

    return layer


def _fused(x, W):
    Q, K, V = (_split(x @ W_i) for W_i in W[:3])
    return _merge(F.scaled_dot_product_attention(Q, K, V)) @ W[3]


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


_RIGHT = (make_layer(), _fused, _summed)
# Pairs, because the page's Python keeps no order in a dict.
_WRONG = (
    ("by √d_model", make_layer(divisor=lambda d_model: d_model**0.5)),
    ("split by view", make_layer(split=_split_by_view)),
    ("merge by view", make_layer(merge=_merge_by_view)),
    ("both by view", make_layer(split=_split_by_view, merge=_merge_by_view)),
    ("over queries", make_layer(axis=-2)),
    ("over heads", make_layer(axis=1)),
    (
        "over batch",
        make_layer(
            split=lambda t: _split(t).permute(2, 1, 0, 3),
            merge=lambda heads: _merge(heads.permute(2, 1, 0, 3)),
        ),
    ),
)
NAMES = tuple(name for name, _ in _WRONG)
CASES = tuple((layer,) for layer in (*_RIGHT, *(layer for _, layer in _WRONG)))
VERDICT = "return True for a layer that passes, False for one that does not"
FAILS = "it fails every right layer: work its numbers out again, and compare with a tolerance"
BITS = "it fails a right layer that rounds differently; compare with a tolerance"
MISSES = "it does not catch: "


def shortcoming(results) -> str | None:
    """What is wrong with a test, from its results on the right and on the wrong layers."""
    passed = [_given.truth(result) for result in results]
    if None in passed:
        return VERDICT
    right, wrong = passed[: len(_RIGHT)], passed[len(_RIGHT) :]
    if not all(right):
        return BITS if any(right) else FAILS
    missed = [name for name, passes in zip(NAMES, wrong, strict=True) if passes]
    return MISSES + ", ".join(missed) if missed else None
