"""Attention on given queries, keys and values: scores, weights, and the weighted average.

    scores  = queries keys^T / sqrt(d_head)
    weights = softmax(scores), over the keys
    output  = weights values

Source: Vaswani et al. 2017, "Attention Is All You Need", equation (1).

The first two functions are the definition, and `scaled_dot_product_attention` combines them. Two
other methods compute the same result faster. Torch's fused kernel never stores all weights; it is
used if the caller does not need them (`_sdpa`). Under a causal mask and without gradients, half of
the scores are not computed (`_attend_in_row_blocks`).
"""

import math
from typing import Literal, overload

import torch
import torch.nn.functional as F
from jaxtyping import Bool, Float
from torch import Tensor
from torch.autograd import forward_ad

from mha_lib import checks, masks


def attention_scores(
    queries: Float[Tensor, "*batch queries d_head"],
    keys: Float[Tensor, "*batch keys d_head"],
    scale: float | None = None,
) -> Float[Tensor, "*batch queries keys"]:
    """Measures how well each query matches each key: their dot product, times `scale`.

    Args:
        queries: One row per query.
        keys: One row per key, with as many features as a query.
        scale: Factor on the dot products. Defaults to 1 / sqrt(d_head).

    Returns:
        Scores, of any sign.

    Raises:
        TypeError: An input is not a dense floating-point tensor, or `scale` is not a number.
        ValueError: Sizes do not fit, or `scale` is not finite.

    >>> query = torch.tensor([[3.0, 4.0]])
    >>> attention_scores(query, torch.eye(2), scale=1.0).tolist()
    [[3.0, 4.0]]
    """
    checks.require_attention_inputs(queries, keys, keys)
    # Scale the queries instead of the scores: there are fewer of them.
    return (queries * _require_scale(queries, keys, scale)) @ keys.mT


def attention_weights(
    scores: Float[Tensor, "*batch queries keys"],
    mask: Bool[Tensor, "*#mask"] | Literal["causal"] | None = None,
) -> Float[Tensor, "*batch queries keys"]:
    """Turns each row of scores into weights: a softmax over the keys the query may attend to.

    Args:
        scores: As `attention_scores` returns them.
        mask: True = may attend; (queries, keys), or as many dimensions as `scores`, where a size of
            1 is broadcast. "causal" means `causal_mask(queries, keys)`.

    Returns:
        Weights between 0 and 1; each row sums to 1. A key that the mask blocks gets exactly 0. If a
        query may attend to nothing, its whole row is 0, and its gradients are 0 instead of NaN.
        A score of -inf also gets weight 0, but a row whose allowed scores are all -inf is NaN, as
        in torch: block keys by the mask. So is a row with an allowed score of +inf or NaN.

    Raises:
        TypeError: `scores` is not a dense floating-point tensor, or `mask` is not a dense boolean
            tensor on the same device.
        ValueError: `mask` does not broadcast to `scores`, or is "causal" with fewer keys than
            queries.

    >>> mask = torch.tensor([[True, False], [False, False]])
    >>> attention_weights(torch.zeros(2, 2), mask).tolist()
    [[1.0, 0.0], [0.0, 0.0]]
    """
    checks.require_floating("scores", scores, min_bits=16)
    checks.require_attention_mask(mask, tuple(scores.shape), scores.device, or_causal=True)
    return _softmax(scores, mask)


@overload
def scaled_dot_product_attention(
    queries: Tensor,
    keys: Tensor,
    values: Tensor,
    mask: masks.Mask | None = None,
    *,
    scale: float | None = None,
    dropout: float = 0.0,
    need_weights: Literal[True] = True,
) -> tuple[Tensor, Tensor]: ...
@overload
def scaled_dot_product_attention(
    queries: Tensor,
    keys: Tensor,
    values: Tensor,
    mask: masks.Mask | None = None,
    *,
    scale: float | None = None,
    dropout: float = 0.0,
    need_weights: Literal[False],
) -> tuple[Tensor, None]: ...
@overload
def scaled_dot_product_attention(
    queries: Tensor,
    keys: Tensor,
    values: Tensor,
    mask: masks.Mask | None = None,
    *,
    scale: float | None = None,
    dropout: float = 0.0,
    need_weights: bool,
) -> tuple[Tensor, Tensor | None]: ...
def scaled_dot_product_attention(
    queries: Float[Tensor, "*batch queries d_head"],
    keys: Float[Tensor, "*batch keys d_head"],
    values: Float[Tensor, "*batch keys d_value"],
    mask: Bool[Tensor, "*#mask"] | Literal["causal"] | None = None,
    *,
    scale: float | None = None,
    dropout: float = 0.0,
    need_weights: bool = True,
) -> tuple[Float[Tensor, "*batch queries d_value"], Float[Tensor, "*batch queries keys"] | None]:
    """Averages the values, weighted by how well each key matches the query.

    Args:
        queries: One row per query. Shape (..., heads, queries, d_head); heads are optional.
        keys: One row per key, with as many features as a query.
        values: One row per key, of any width.
        mask: True = may attend; (queries, keys), or as many dimensions as the scores, where a size
            of 1 is broadcast. "causal" means `causal_mask(queries, keys)`. It is faster than a mask
            tensor, which must first be compared with the causal mask. In compiled code, only
            "causal" uses the fused kernel's `is_causal`.
        scale: Factor on the dot products. Defaults to 1 / sqrt(d_head).
        dropout: Probability of setting a weight to 0, while the others are scaled up;
            0 <= dropout < 1.
        need_weights: Whether to return the weights. If not, a faster fused kernel is used.

    Returns:
        The output, and the weights before dropout, or None if they are not needed.

    Raises:
        TypeError: An input is not a dense floating-point tensor, `mask` is not a dense boolean
            tensor on the same device, `scale` or `dropout` is not a number, or `need_weights` is
            not a bool.
        ValueError: Sizes do not fit, `mask` is "causal" with fewer keys than queries, `dropout` is
            out of range, or `scale` is not finite.
    """
    checks.require_attention_inputs(queries, keys, values)
    scale = _require_scale(queries, keys, scale)
    checks.require_attention_mask(
        mask, (*queries.shape[:-1], keys.shape[-2]), queries.device, or_causal=True
    )
    dropout = checks.require_probability("dropout", dropout)

    checks.require_bool("need_weights", need_weights)
    return attend_unchecked(queries, keys, values, mask, scale, dropout, need_weights)


def attend_unchecked(
    queries: Tensor,
    keys: Tensor,
    values: Tensor,
    mask: masks.Mask | None,
    scale: float,
    dropout: float,
    need_weights: bool,
) -> tuple[Tensor, Tensor | None]:
    """Does what `scaled_dot_product_attention` does, for callers that have checked the input.

    Only this library calls it: a layer checks its tokens before it projects them.

    Keys and values may also have fewer heads than queries. Each KV head then serves a group of
    neighboring query heads, and is not copied for them.

    It uses the first of these methods that can compute the result:

    1. Torch's fused kernel (`_sdpa`), if the weights are not needed. With shared KV heads it needs
       d_value = d_head and no dropout.
    2. Blocks of rows (`_attend_in_row_blocks`), if the weights are needed and the mask is causal,
       for more than `_BLOCK_ROWS` queries on a CPU, without dropout and without gradients.
    3. The definition: all scores, their softmax, and its product with the values.
    """
    if not need_weights and _can_use_sdpa(queries, keys, values, dropout):
        return _sdpa(queries, keys, values, mask, scale, dropout), None
    if (
        need_weights
        and not dropout
        and mask is not None
        and _can_use_causal_blocks(queries, keys, values, mask)
    ):
        return _attend_in_row_blocks(queries * scale, keys, values)
    scores = _grouped_matmul(queries * scale, keys.mT)
    weights = _softmax(scores, mask, overwrite=True)
    output = _grouped_matmul(F.dropout(weights, dropout) if dropout else weights, values)
    return output, weights if need_weights else None


def _grouped_matmul(rows: Tensor, columns: Tensor) -> Tensor:
    """Multiplies rows @ columns; a head of `columns` may serve several neighbors in `rows`.

    The rows of these heads are then multiplied in one larger product, and no column is copied.
    """
    if rows.shape[:-2] == columns.shape[:-2]:
        return rows @ columns
    *lead, n_heads, n_rows, width = rows.shape
    n_kv_heads = columns.shape[-3]
    # If n_rows and width are the same symbol, torch.export guards a change of shape by what it
    # cannot prove for all sizes, unless both are first joined. That costs time, so only then.
    exporting = torch.compiler.is_exporting()
    group = (rows.flatten(-2) if exporting else rows).reshape(
        *lead, n_kv_heads, n_heads // n_kv_heads * n_rows, width
    )
    product = group @ columns
    if exporting:
        product = product.flatten(-2)
    return product.view(*lead, n_heads, n_rows, columns.shape[-1])


def _require_scale(queries: Tensor, keys: Tensor, scale: float | None) -> float:
    """The factor on the dot products; raises if queries and keys differ in width."""
    if queries.shape[-1] != keys.shape[-1]:
        raise ValueError(
            f"keys must be as wide as queries, {queries.shape[-1]}; got {checks.describe(keys)}"
        )
    return (
        1 / math.sqrt(queries.shape[-1]) if scale is None else checks.require_number("scale", scale)
    )


def _softmax(scores: Tensor, mask: masks.Mask | None, overwrite: bool = False) -> Tensor:
    """Weights over the keys that each query may attend to; a row of zeros if there are none.

    The softmax of a row of -inf is 0/0, and its gradients are NaN. So the scores of a query without
    a key are first set to 0, and its weights are set to 0 afterwards.

    Args:
        overwrite: Whether the weights may overwrite the scores. Allocating new memory for them
            is most of the cost of returning weights.
    """
    # torch may not support overwriting a tensor while it traces or transforms functions.
    overwrite = overwrite and checks.is_concrete(scores)
    if mask is None:
        return _softmax_of_rows(scores, overwrite)
    without_keys = _fully_masked_queries(mask)
    if isinstance(mask, str):
        mask = masks.causal_mask(*scores.shape[-2:], device=scores.device)
    weights = _softmax_of_rows(
        _fill_masked_scores(scores, mask, without_keys, overwrite), overwrite
    )
    return weights if without_keys is None else weights.masked_fill(without_keys, 0)


def _fill_masked_scores(
    scores: Tensor, mask: Tensor, without_keys: Tensor | None, overwrite: bool
) -> Tensor:
    """Sets blocked scores to -inf, or to 0 in the rows of queries without keys."""
    if not overwrite:
        scores = scores.masked_fill(~mask, -math.inf)
        return scores if without_keys is None else scores.masked_fill(without_keys, 0)
    # Autograd need not see this: blocked scores get weight 0, so no gradient reaches them.
    with torch.no_grad():
        scores.masked_fill_(~mask, -math.inf)
        if without_keys is not None:
            scores.masked_fill_(without_keys, 0)
    return scores


def _softmax_of_rows(scores: Tensor, overwrite: bool) -> Tensor:
    """The softmax of each row, written over the scores if `overwrite` allows it.

    It is never written over scores whose derivatives are computed: they need the scores' memory.
    """
    if overwrite and not torch.is_grad_enabled() and not _has_tangent(scores):
        return torch.softmax(scores, -1, out=scores)
    return scores.softmax(-1)


def _has_tangent(*tensors: Tensor) -> bool:
    """Whether forward-mode derivatives pass through a tensor; softmax(out=) does not support it."""
    return any(forward_ad.unpack_dual(tensor).tangent is not None for tensor in tensors)


def _fully_masked_queries(mask: masks.Mask) -> Tensor | None:
    """True for queries without a key, (..., queries, 1); None if there are certainly none."""
    if isinstance(mask, str):
        return None
    with_key = mask.any(-1, keepdim=True)
    return None if checks.is_concrete_on_cpu(mask) and with_key.all() else ~with_key


def _can_use_sdpa(queries: Tensor, keys: Tensor, values: Tensor, dropout: float) -> bool:
    """Whether torch's fused kernel can use these keys and values without copying them.

    If heads share keys and values, and values have a different width or there is dropout, torch
    would first copy them for each query head.
    """
    shared = queries.shape[:-2] != keys.shape[:-2]
    return not shared or (values.shape[-1] == keys.shape[-1] and not dropout)


def _sdpa(
    queries: Tensor,
    keys: Tensor,
    values: Tensor,
    mask: masks.Mask | None,
    scale: float,
    dropout: float,
) -> Tensor:
    """The output of torch's fused kernel, which never stores all of the weights.

    For a query without a key, the kernel's output differs between devices and releases. So such a
    query is allowed to attend to everything, and its output is set to 0 afterwards.
    """
    lead = queries.shape[:-3]
    causal = False
    if mask is not None and _is_causal(mask, queries, keys):
        causal, mask = True, None  # not `causal = ...`: it may be a symbolic bool, while tracing
    without_keys = None if mask is None else _fully_masked_queries(mask)
    if isinstance(mask, str):
        # torch's own is_causal would align the first query with the first key.
        mask = masks.causal_mask(queries.shape[-2], keys.shape[-2], device=queries.device)
    if mask is not None:
        mask = _four_axes(mask if without_keys is None else mask | without_keys, lead)
    output = F.scaled_dot_product_attention(
        *(_four_axes(x, lead) for x in (queries, keys, values)),
        attn_mask=mask,
        dropout_p=dropout,
        is_causal=causal,
        scale=scale,
        enable_gqa=queries.shape[:-2] != keys.shape[:-2],
    ).reshape(*queries.shape[:-1], values.shape[-1])
    return output if without_keys is None else output.masked_fill(without_keys, 0)


def _four_axes(x: Tensor, lead: tuple[int, ...]) -> Tensor:
    """Reshapes to (batch, heads, tokens, width), the only shape that torch's fused kernels take."""
    if x.dim() < 4:
        return x[(None,) * (4 - x.dim())]
    return x if x.dim() == 4 else x.expand(*lead, *x.shape[-3:]).flatten(0, -4)


_BLOCK_ROWS = 128  # rows of weights computed at a time; few enough for a core's cache


def _can_use_causal_blocks(queries: Tensor, keys: Tensor, values: Tensor, mask: masks.Mask) -> bool:
    """Whether `_attend_in_row_blocks` may be used: causal, several blocks, a CPU, no gradients."""
    if (
        torch.is_grad_enabled()
        or queries.shape[-2] <= _BLOCK_ROWS
        or not checks.is_concrete_on_cpu(queries)
    ):
        return False
    return not _has_tangent(queries, keys, values) and _is_causal(mask, queries, keys)


def _attend_in_row_blocks(queries: Tensor, keys: Tensor, values: Tensor) -> tuple[Tensor, Tensor]:
    """Output and weights under a causal mask, computed a block of rows at a time.

    A block skips the keys after its last row, which saves half of the work.
    """
    # Slices of contiguous tokens are multiplied in place; other slices are copied each time.
    queries, keys, values = queries.contiguous(), keys.contiguous(), values.contiguous()
    n_tokens = queries.shape[-2]
    weights = queries.new_zeros(*queries.shape[:-1], n_tokens)
    output = values.new_empty(*queries.shape[:-1], values.shape[-1])
    for start in range(0, n_tokens, _BLOCK_ROWS):
        end = min(start + _BLOCK_ROWS, n_tokens)
        block = _grouped_matmul(queries[..., start:end, :], keys[..., :end, :].mT)
        future = ~masks.causal_mask(end - start, device=block.device)
        block[..., start:].masked_fill_(future, -math.inf)
        torch.softmax(block, -1, out=block)
        weights[..., start:end, :end] = block
        output[..., start:end, :] = _grouped_matmul(block, values[..., :end, :])
    return output, weights


def _is_causal(mask: masks.Mask, queries: Tensor, keys: Tensor) -> bool:
    """Whether a mask is certainly the square causal mask of the tokens."""
    n_queries, n_keys = queries.shape[-2], keys.shape[-2]
    if isinstance(mask, str):
        return n_queries == n_keys
    # A mask of shape (1, 1) is a single True for all.
    same_size = mask.shape[-2:] == (n_queries, n_keys)
    return same_size and checks.is_concrete_on_cpu(mask) and masks.is_causal(mask)
