"""Scores, weights, and the weighted average: attention on queries, keys and values as they are.

    scores  = queries keys^T / sqrt(d_head)
    weights = softmax(scores), over the keys
    output  = weights values

Source: Vaswani et al. 2017, "Attention Is All You Need", equation (1).

The first two functions are the definition. `scaled_dot_product_attention` computes the same by
the shortest way that the call allows: a fused kernel when nobody asks for the weights, and work
in place when nobody asks for gradients.
"""

import math

import torch
import torch.nn.functional as F
from jaxtyping import Bool, Float
from torch import Tensor

from mha_lib import checks, masks


def attention_scores(
    queries: Float[Tensor, "*batch queries d_head"],
    keys: Float[Tensor, "*batch keys d_head"],
    scale: float | None = None,
) -> Float[Tensor, "*batch queries keys"]:
    """Says how well each query matches each key: their dot product, times `scale`.

    Args:
        queries: One row per query.
        keys: One row per key, as wide as a query.
        scale: Factor on the dot products; 1 / sqrt(d_head) when left out.

    Returns:
        Real numbers of either sign, without unit.

    Raises:
        TypeError: An input is not a dense floating-point tensor, or `scale` not a number.
        ValueError: Sizes do not fit, or `scale` is not finite.

    >>> attention_scores(torch.tensor([[3.0, 4.0]]), torch.eye(2), scale=1.0).tolist()
    [[3.0, 4.0]]
    """
    checks.attention_inputs(queries, keys, keys)
    # The factor goes on the queries: there are fewer of those than of scores.
    return (queries * _scale(queries, keys, scale)) @ keys.mT


def attention_weights(
    scores: Float[Tensor, "*batch queries keys"],
    mask: Bool[Tensor, "*#mask"] | None = None,
) -> Float[Tensor, "*batch queries keys"]:
    """Turns each row of scores into weights: a softmax over the keys the query may attend to.

    Args:
        scores: As `attention_scores` gives them.
        mask: True = may attend, (queries, keys) or broadcastable to `scores`, all dimensions.

    Returns:
        Each row lies in 0 to 1 and sums to 1. A key that the mask blocks gets exactly 0, and so
        does the whole row of a query that may attend to nothing; its gradients are 0, not NaN.

    Raises:
        TypeError: `scores` is not a dense floating-point tensor, or `mask` not a boolean one beside
            it.
        ValueError: `mask` does not broadcast to `scores`.

    >>> attention_weights(torch.zeros(2, 2), torch.tensor([[True, False], [False, False]])).tolist()
    [[1.0, 0.0], [0.0, 0.0]]
    """
    checks.floating("scores", scores)
    checks.attention_mask(mask, tuple(scores.shape), scores.device)
    if mask is None:
        return scores.softmax(-1)
    return _blocked(scores, mask).softmax(-1).masked_fill(~mask, 0)


def scaled_dot_product_attention(
    queries: Float[Tensor, "*batch queries d_head"],
    keys: Float[Tensor, "*batch keys d_head"],
    values: Float[Tensor, "*batch keys d_value"],
    mask: Bool[Tensor, "*#mask"] | None = None,
    *,
    scale: float | None = None,
    dropout: float = 0.0,
    need_weights: bool = True,
) -> tuple[Float[Tensor, "*batch queries d_value"], Float[Tensor, "*batch queries keys"] | None]:
    """Averages the values with the weights that queries and keys agree on.

    Args:
        queries: One row per query. Any leading sizes; heads, where there are any, come last.
        keys: One row per key, as wide as a query.
        values: One row per key; the width is free.
        mask: True = may attend, (queries, keys) or broadcastable to the scores, all dimensions.
        scale: Factor on the dot products; 1 / sqrt(d_head) when left out.
        dropout: Share of the weights set to 0 in the average, the others scaled up;
            0 <= dropout < 1.
        need_weights: Whether to return the weights; without them a fused kernel does the work.

    Returns:
        The output, and the weights before dropout, or None in their place.

    Raises:
        TypeError: An input is not a dense floating-point tensor, `mask` not a boolean one on the
            same device, `scale` or `dropout` not a number, or `need_weights` not a bool.
        ValueError: Sizes do not fit, `dropout` is out of range, or `scale` is not finite.
    """
    checks.attention_inputs(queries, keys, values)
    scale = _scale(queries, keys, scale)
    checks.attention_mask(mask, (*queries.shape[:-1], keys.shape[-2]), queries.device)
    dropout = checks.probability("dropout", dropout)

    if not checks.yes_or_no("need_weights", need_weights):
        return _fused(queries, keys, values, mask, scale, dropout), None
    if dropout == 0 and not torch.is_grad_enabled() and checks.readable(queries):
        return _in_place(queries, keys, values, mask, scale)
    weights = _masked_scores(queries, keys, mask, scale).softmax(-1)
    if mask is not None:
        weights = _clear_idle(weights, mask)
    return F.dropout(weights, dropout) @ values, weights


def _fused(queries, keys, values, mask, scale, dropout):
    """torch's fused kernel: the weights never exist as a whole, so they cannot be returned."""
    if mask is None or _is_causal(mask, queries, keys):
        return F.scaled_dot_product_attention(
            queries, keys, values, dropout_p=dropout, is_causal=mask is not None, scale=scale
        )
    # What the kernel does with a query that may attend to nothing differs between devices and
    # releases. So it may attend to everything there, and its output is cleared afterwards.
    idle = ~mask.any(-1, keepdim=True)
    output = F.scaled_dot_product_attention(
        queries, keys, values, attn_mask=mask | idle, dropout_p=dropout, scale=scale
    )
    return output.masked_fill(idle, 0)


def _scale(queries, keys, scale):
    """The factor on the dot products of queries and keys, which must be equally wide."""
    if queries.shape[-1] != keys.shape[-1]:
        raise ValueError(
            f"keys must be as wide as queries, {queries.shape[-1]}; got {checks.describe(keys)}"
        )
    return 1 / math.sqrt(queries.shape[-1]) if scale is None else checks.number("scale", scale)


def _blocked(scores, mask):
    """Scores with the mask in them: -inf for a blocked key, whatever its score was.

    A row without any open key holds 0 instead: -inf throughout has no softmax, and 0/0 has no
    gradient. Its weights are for the caller to clear.
    """
    idle = ~mask.any(-1, keepdim=True)
    floor = scores.new_zeros(idle.shape).masked_fill(~idle, -math.inf)
    return torch.where(mask, scores, floor)


def _masked_scores(queries, keys, mask, scale):
    """Scores with the mask in them, in one piece of memory where that is possible."""
    scores = (queries * scale) @ keys.mT
    if mask is None:
        return scores
    if not checks.readable(scores):
        return _blocked(scores, mask)
    idle = ~mask.any(-1, keepdim=True)
    with torch.no_grad():  # unseen by autograd: a softmax sends no gradient to where it gives 0
        scores.masked_fill_(~mask, -math.inf)
        if idle.any():
            scores.masked_fill_(idle, 0)
    return scores


def _clear_idle(weights, mask):
    """Zeros in the rows of queries that may attend to nothing, if there are any."""
    idle = ~mask.any(-1, keepdim=True)
    if checks.readable(weights) and not idle.any():
        return weights
    return weights.masked_fill(idle, 0)


_ROWS = 128  # rows of weights at a time: few enough to stay in a core's cache


def _in_place(queries, keys, values, mask, scale):
    """Output and weights where no gradient is asked for: the scores become the weights in place.

    Fresh memory is what returned weights cost most. One tensor of their size is all this takes.
    """
    if mask is not None and queries.shape[-2] > _ROWS and _is_causal(mask, queries, keys):
        return _in_place_causal(queries, keys, values, scale)
    weights = _masked_scores(queries, keys, mask, scale)
    torch.softmax(weights, -1, out=weights)
    if mask is not None:
        weights = _clear_idle(weights, mask)
    return weights @ values, weights


def _in_place_causal(queries, keys, values, scale):
    """As `_in_place`, a block of rows at a time, and no product with a key of a later block."""
    *lead, n_tokens, _ = queries.shape
    queries, keys, values = _fold(queries * scale), _fold(keys), _fold(values)
    weights = queries.new_zeros(len(queries), n_tokens, n_tokens)
    output = values.new_empty(values.shape)
    for start in range(0, n_tokens, _ROWS):
        end = min(start + _ROWS, n_tokens)
        block = queries[:, start:end] @ keys[:, :end].mT
        future = ~masks.causal_mask(end - start, device=block.device)
        block[..., start:].masked_fill_(future, -math.inf)
        torch.softmax(block, -1, out=block)
        weights[:, start:end, :end] = block
        output[:, start:end] = block @ values[:, :end]
    return output.view(*lead, *output.shape[1:]), weights.view(*lead, *weights.shape[1:])


def _is_causal(mask, queries, keys):
    """Whether this is the square causal mask of these tokens, and not one True for all of them."""
    return mask.shape[-2:] == (queries.shape[-2], keys.shape[-2]) and masks.is_causal(mask)


def _fold(x: Tensor) -> Tensor:
    """All leading axes as one, which is what the batched matrix products want."""
    return x.reshape(-1, *x.shape[-2:])
