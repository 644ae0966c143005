"""Exercises of "Bug lab: a right shape proves nothing"."""

import itertools
from typing import Any

import torch
from torch import nn

from mha_lib import HeadWeights, causal_mask, layouts, merge_heads
from mha_lib.exercises import Exercise
from mha_lib.weights import stack_heads

_random = torch.Generator().manual_seed(9)


def _draw(*shape: int) -> torch.Tensor:
    return torch.randn(shape, generator=_random, dtype=torch.float64)


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


def _call(module, x, lengths, *, polarity=False, layout=False, layout_out=False):
    blocked = torch.arange(x.shape[1]) >= lengths[:, None]
    t = x if layout else x.transpose(0, 1)
    output, _ = module(t, t, t, key_padding_mask=~blocked if polarity else blocked)
    return output if layout or layout_out else output.transpose(0, 1)


def _call_without_mask(module, x, lengths):
    t = x.transpose(0, 1)
    return module(t, t, t)[0].transpose(0, 1)


def _call_with_numbers(module, x, lengths):
    real = torch.arange(x.shape[1]) < lengths[:, None]
    t = x.transpose(0, 1)
    return module(t, t, t, key_padding_mask=real.to(x.dtype))[0].transpose(0, 1)


def _in_proj(W_Q, W_K, W_V, *, stack=False, transpose=False):
    wide = [W.reshape(W.shape[1], -1) if stack else stack_heads(W) for W in (W_Q, W_K, W_V)]
    return torch.cat(wide if transpose else [W.T for W in wide])


def _module(d_model: int, n_heads: int) -> nn.MultiheadAttention:
    hw = HeadWeights.random(d_model, n_heads, dtype=torch.float64, generator=_random)
    module = nn.MultiheadAttention(d_model, n_heads, dtype=torch.float64)
    module.load_state_dict(layouts.pack(hw, "torch"))
    return module


EXERCISES = {
    1: Exercise(
        solution=merge_heads,
        cases=((_draw(2, 3, 5, 4),), (_draw(3, 4, 4, 2),)),
        mistakes={
            "still in: a reshape keeps the order in memory, so each output row is made of "
            "several tokens; the tokens axis has to come in front of the heads first": (
                lambda heads: heads.reshape(len(heads), heads.shape[2], -1)
            ),
            "you swap tokens and features; swap heads and tokens": (
                lambda heads: heads.mT.reshape(len(heads), heads.shape[2], -1)
            ),
            "the heads' columns alternate; each head's should stand together": (
                lambda heads: heads.permute(0, 2, 3, 1).flatten(2)
            ),
            "the axes are in order; flatten the last two, heads and d_head": (
                lambda heads: heads.transpose(1, 2)
            ),
        },
    ),
    2: Exercise(
        solution=_weights,
        cases=(
            (_draw(2, 3, 5, 4), _draw(2, 3, 5, 4), causal_mask(5)),
            (20 * _draw(3, 2, 4, 7), 20 * _draw(3, 2, 4, 7), causal_mask(4)),
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
            "the mask is the other way round; True means that a query may attend": (
                lambda q, k, mask: _weights(q, k, ~mask)
            ),
            "still in: the axis (a key that all heads block alike gets equal weight from each)": (
                lambda q, k, mask: _weights(q, k, mask, axis=True, block=-1e9)
            ),
        },
    ),
    3: Exercise(
        solution=_call,
        cases=(
            (_module(6, 2), _draw(4, 4, 6), torch.tensor([4, 2, 3, 1])),
            (_module(6, 3), _draw(5, 5, 6), torch.tensor([1, 4, 2, 3, 4])),
        ),
        mistakes=_still_in(
            _call,
            polarity="the polarity (in key_padding_mask True blocks)",
            layout="the layout (this module reads tokens first, then batch)",
        )
        | {
            "the output is still (tokens, batch, features); transpose it back": (
                lambda module, x, lengths: _call(module, x, lengths, layout_out=True)
            ),
            "no mask is given; padding is attended to": _call_without_mask,
            "a float mask is added to the scores: a 1 blocks nothing; give a boolean": (
                _call_with_numbers
            ),
        },
    ),
    4: Exercise(
        solution=_in_proj,
        cases=tuple(tuple(_draw(n, n * d, d) for _ in range(3)) for n, d in ((2, 3), (4, 2))),
        mistakes=_still_in(
            _in_proj,
            stack="the stacking (a reshape keeps the order in memory; move the heads axis first)",
            transpose="the transpose (in_proj_weight stores outputs in rows, inputs in columns)",
        )
        | {
            "the order is queries, keys, values": lambda Q, K, V: _in_proj(K, Q, V),
            "right numbers, but side by side; in_proj_weight has them below each other": (
                lambda Q, K, V: torch.cat([stack_heads(W).T for W in (Q, K, V)], 1)
            ),
        },
    ),
}
