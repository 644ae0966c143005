"""Scores, weights, and the weighted average: attention on queries, keys and values as they are.

    scores  = queries keys^T / sqrt(d_head)
    weights = softmax(scores), over the keys
    output  = weights values

Source: Vaswani et al. 2017, "Attention Is All You Need", equation (1).

The first two functions are the definition, and `scaled_dot_product_attention` is made of them. Two
other ways compute the same numbers, each for one reason: torch's fused kernel never holds all of
the weights, so it serves where nobody asks for them (`_sdpa`); and half of a causal mask's
scores need not be computed, where nobody asks for gradients either (`_in_blocks`).
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

    >>> query = torch.tensor([[3.0, 4.0]])
    >>> attention_scores(query, torch.eye(2), scale=1.0).tolist()
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

    >>> mask = torch.tensor([[True, False], [False, False]])
    >>> attention_weights(torch.zeros(2, 2), mask).tolist()
    [[1.0, 0.0], [0.0, 0.0]]
    """
    checks.floating("scores", scores)
    checks.attention_mask(mask, tuple(scores.shape), scores.device)
    return _softmax(scores, mask)


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

    checks.yes_or_no("need_weights", need_weights)
    return attend(queries, keys, values, mask, scale, dropout, need_weights)


def attend(
    queries: Tensor,
    keys: Tensor,
    values: Tensor,
    mask: Tensor | None,
    scale: float,
    dropout: float,
    need_weights: bool,
) -> tuple[Tensor, Tensor | None]:
    """`scaled_dot_product_attention` without its checks, for a caller who made them.

    Here keys and values may have fewer heads than queries, each of them for a group of neighbours.
    They are never copied for it.
    """
    if not need_weights and _can_use_sdpa(queries, keys, values, dropout):
        return _sdpa(queries, keys, values, mask, scale, dropout), None
    if (
        need_weights
        and not dropout
        and mask is not None
        and _can_use_causal_blocks(queries, keys, mask)
    ):
        return _in_blocks(queries * scale, keys, values)
    scores = _product(queries * scale, keys.mT)
    weights = _softmax(scores, mask, overwrite=checks.concrete(queries))
    output = _product(F.dropout(weights, dropout) if dropout else weights, values)
    return output, weights if need_weights else None


def _product(rows: Tensor, columns: Tensor) -> Tensor:
    """rows @ columns, where a head of columns may serve several neighbouring heads of rows.

    Their rows are then those of one larger product, so that no column is copied.
    """
    if rows.shape[:-2] == columns.shape[:-2]:
        return rows @ columns
    *lead, n_heads, n_rows, width = rows.shape
    n_kv_heads = columns.shape[-3]
    group = rows.reshape(*lead, n_kv_heads, n_heads // n_kv_heads * n_rows, width)
    return (group @ columns).view(*lead, n_heads, n_rows, columns.shape[-1])


def _scale(queries: Tensor, keys: Tensor, scale: float | None) -> float:
    """The factor on the dot products of queries and keys, which must be equally wide."""
    if queries.shape[-1] != keys.shape[-1]:
        raise ValueError(
            f"keys must be as wide as queries, {queries.shape[-1]}; got {checks.describe(keys)}"
        )
    return 1 / math.sqrt(queries.shape[-1]) if scale is None else checks.number("scale", scale)


def _softmax(scores: Tensor, mask: Tensor | None, overwrite: bool = False) -> Tensor:
    """Weights over the keys that each query may attend to; a row of zeros where there are none.

    A row of -inf has no softmax: it is 0/0, and its gradients are NaN. So the scores of a query
    without a key become 0, whatever they were, and its weights are cleared afterwards.

    Args:
        overwrite: Whether the scores' memory may be used. Fresh memory is what returned weights
            cost most; without gradients this takes none.
    """
    idle = None if mask is None else _fully_masked_queries(mask)
    if mask is not None:
        fill = torch.Tensor.masked_fill_ if overwrite else torch.Tensor.masked_fill
        # Fill in place without recording it: masked weights are 0 and pass no gradient.
        with torch.set_grad_enabled(torch.is_grad_enabled() and not overwrite):
            scores = fill(scores, ~mask, -math.inf)
            scores = scores if idle is None else fill(scores, idle, 0)
    in_place = overwrite and not torch.is_grad_enabled()
    weights = torch.softmax(scores, -1, out=scores) if in_place else scores.softmax(-1)
    return weights if idle is None else weights.masked_fill(idle, 0)


def _fully_masked_queries(mask: Tensor) -> Tensor | None:
    """The queries without a key, (..., queries, 1); None where one can see that there are none."""
    idle = ~mask.any(-1, keepdim=True)
    return idle if not checks.concrete(mask) or idle.any() else None


def _can_use_sdpa(queries: Tensor, keys: Tensor, values: Tensor, dropout: float) -> bool:
    """Whether torch's fused kernel takes these keys and values as they are.

    Where heads share them, and values are of another width or weights are dropped, torch would
    first copy them for each query head.
    """
    shared = queries.shape[:-2] != keys.shape[:-2]
    return not shared or (values.shape[-1] == keys.shape[-1] and not dropout)


def _sdpa(
    queries: Tensor,
    keys: Tensor,
    values: Tensor,
    mask: Tensor | None,
    scale: float,
    dropout: float,
) -> Tensor:
    """The output by torch's fused kernel: the weights never exist as a whole.

    What the kernel does with a query that has no key differs between devices and releases. So such
    a query may attend to everything there, and its output is cleared afterwards.
    """
    lead = queries.shape[:-3]
    causal = mask is not None and _is_causal(mask, queries, keys)
    idle = None if mask is None or causal else _fully_masked_queries(mask)
    if mask is not None:
        mask = None if causal else _four_axes(mask if idle is None else mask | idle, lead)
    output = F.scaled_dot_product_attention(
        *(_four_axes(x, lead) for x in (queries, keys, values)),
        attn_mask=mask,
        dropout_p=dropout,
        is_causal=causal,
        scale=scale,
        enable_gqa=queries.shape[:-2] != keys.shape[:-2],
    ).reshape(*queries.shape[:-1], values.shape[-1])
    return output if idle is None else output.masked_fill(idle, 0)


def _four_axes(x: Tensor, lead: tuple[int, ...]) -> Tensor:
    """(batch, heads, tokens, width), whatever leads it: of other shapes torch fuses nothing."""
    if x.dim() < 4:
        return x[(None,) * (4 - x.dim())]
    return x if x.dim() == 4 else x.expand(*lead, *x.shape[-3:]).flatten(0, -4)


BLOCK_ROWS = 128  # rows of weights at a time: few enough to stay in a core's cache


def _can_use_causal_blocks(queries: Tensor, keys: Tensor, mask: Tensor) -> bool:
    """Whether there is more than one block, the mask is causal, and nobody asks for gradients."""
    numbers_alone = checks.concrete(queries) and not torch.is_grad_enabled()
    return numbers_alone and queries.shape[-2] > BLOCK_ROWS and _is_causal(mask, queries, keys)


def _in_blocks(queries: Tensor, keys: Tensor, values: Tensor) -> tuple[Tensor, Tensor]:
    """Output and weights under a causal mask, some rows at a time, without the keys after them.

    That leaves out half of the work.
    """
    # A slice of contiguous tokens is multiplied as it lies; of others each product makes a copy.
    queries, keys, values = queries.contiguous(), keys.contiguous(), values.contiguous()
    n_tokens = queries.shape[-2]
    weights = queries.new_zeros(*queries.shape[:-1], n_tokens)
    output = values.new_empty(*queries.shape[:-1], values.shape[-1])
    for start in range(0, n_tokens, BLOCK_ROWS):
        end = min(start + BLOCK_ROWS, n_tokens)
        block = _product(queries[..., start:end, :], keys[..., :end, :].mT)
        future = ~masks.causal_mask(end - start, device=block.device)
        block[..., start:].masked_fill_(future, -math.inf)
        torch.softmax(block, -1, out=block)
        weights[..., start:end, :end] = block
        output[..., start:end, :] = _product(block, values[..., :end, :])
    return output, weights


def _is_causal(mask: Tensor, queries: Tensor, keys: Tensor) -> bool:
    """Whether this is the square causal mask of these tokens, and not one True for all of them."""
    return mask.shape[-2:] == (queries.shape[-2], keys.shape[-2]) and masks.is_causal(mask)
