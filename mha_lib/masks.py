"""Masks say who may attend to whom. In this library a mask is boolean; True means "may attend".

Combine masks with `&`: `causal_mask(5) & padding_mask([5, 3])`. The last four functions convert to
and from the two other conventions in use: additive float masks, and the inverted booleans of
`torch.nn.MultiheadAttention`.
"""

import math
from collections.abc import Sequence
from typing import Literal

import torch
from jaxtyping import Bool, Float, Integer
from torch import Tensor

from mha_lib import checks

#: A mask as attention takes it: a boolean tensor, or "causal" for `causal_mask(queries, keys)`.
Mask = Tensor | Literal["causal"]


def causal_mask(
    n_queries: int, n_keys: int | None = None, *, device: torch.device | str | None = None
) -> Bool[Tensor, "queries keys"]:
    """Lets each query attend to itself and to everything before it.

    The queries are the LAST `n_queries` of `n_keys` positions, as decoding with a cache requires:
    a single query with five keys may attend to all five.

    Args:
        n_queries: Number of queries, at least 1.
        n_keys: Number of keys, at least `n_queries`. Defaults to `n_queries`.
        device: Device of the mask.

    Returns:
        True where key j is not later than query i: j <= i + n_keys - n_queries.

    Raises:
        TypeError: A size is not an integer.
        ValueError: A size is below 1, or there are fewer keys than queries.

    >>> causal_mask(2, 4).int().tolist()
    [[1, 1, 1, 0], [1, 1, 1, 1]]
    """
    n_queries = checks.require_int("n_queries", n_queries)
    n_keys = n_queries if n_keys is None else checks.require_int("n_keys", n_keys)
    if n_keys < n_queries:
        raise ValueError(
            f"n_keys must be at least n_queries, because the last query is at the last key; "
            f"got n_queries={n_queries}, n_keys={n_keys}"
        )
    return torch.ones(n_queries, n_keys, dtype=torch.bool, device=device).tril(n_keys - n_queries)


def padding_mask(
    lengths: Integer[Tensor, " batch"] | Sequence[int],
    n_keys: int | None = None,
    *,
    device: torch.device | str | None = None,
) -> Bool[Tensor, "batch 1 1 keys"]:
    """Lets every query of sample b attend to the first `lengths[b]` keys, and not to padding.

    Args:
        lengths: Number of real tokens in each sample, 0 to `n_keys`.
        n_keys: Length that the samples were padded to. Defaults to the longest of `lengths`. If it
            is given, lengths are not read on devices other than the CPU, or in compiled code.
        device: Device of the mask. Defaults to the device of `lengths` if it is a tensor.

    Returns:
        A mask that broadcasts over heads and queries: both axes have size 1.

    Raises:
        TypeError: `lengths` does not hold integers, is on the meta device, or is not dense.
        ValueError: `lengths` is not a flat list, a length is not between 0 and `n_keys`, or all
            lengths are 0 and `n_keys` is left out. Where lengths are not checked, a length too
            large allows all keys and a negative one none.

    >>> padding_mask([3, 1]).squeeze().int().tolist()
    [[1, 1, 1], [1, 0, 0]]
    """
    try:
        given = torch.as_tensor(lengths, device=getattr(lengths, "device", "cpu"))
    except (TypeError, ValueError, RuntimeError):
        raise TypeError(f"lengths must contain integers; got {checks.describe(lengths)}") from None
    checks.require_dense("lengths", given)
    if given.dim() != 1 or given.numel() == 0:
        raise ValueError(
            f"lengths must be a flat list, one entry per sample; got {checks.describe(lengths)}"
        )
    not_whole = given.is_floating_point() or given.is_complex() or given.is_quantized
    if not_whole or given.dtype == torch.bool:
        raise TypeError(f"lengths must contain integers; got {checks.describe(given)}")
    if given.is_meta:
        raise TypeError(
            "lengths must contain integers that can be read; got a tensor on the meta device"
        )
    if device is None and isinstance(lengths, Tensor):
        device = lengths.device
    lengths = given.long()
    if n_keys is not None:
        n_keys = checks.require_int("n_keys", n_keys)
    if n_keys is None or checks.is_concrete_on_cpu(given):
        shortest, longest = int(lengths.min()), int(lengths.max())
        if n_keys is None and longest == 0:
            raise ValueError("n_keys must be given when all lengths are 0; got None")
        n_keys = longest if n_keys is None else n_keys
        if shortest < 0 or longest > n_keys:
            wrong = shortest if shortest < 0 else longest
            raise ValueError(f"lengths must be between 0 and n_keys={n_keys}; got {wrong}")
    positions = torch.arange(n_keys, device=device)
    return (positions < lengths.to(positions.device)[:, None])[:, None, None, :]


def is_causal(mask: Bool[Tensor, "*lead queries keys"]) -> bool:
    """Whether a mask is the square `causal_mask(n)`, the same for every sample and head.

    Attention has a faster method for exactly this mask, which saves far more time than the
    comparison costs: row 0 is compared first, and most other masks already differ there.
    """
    _require_boolean(mask, min_dims=2)
    n_queries, n_keys = mask.shape[-2:]
    if n_queries != n_keys or mask.numel() != n_queries * n_keys or not checks.is_concrete(mask):
        return False
    mask = mask.reshape(n_queries, n_keys)
    future = mask[0, 1:]
    return not future.any() and torch.equal(mask, causal_mask(n_queries, device=mask.device))


def from_additive(mask: Float[Tensor, "*shape"]) -> Bool[Tensor, "*shape"]:
    """Converts a float mask that is added to the scores: 0 allows, -inf blocks.

    transformers blocks with the lowest finite number of the dtype instead. The two differ for a
    query that may attend to nothing: with that number it averages all values; here it outputs 0.

    Args:
        mask: Holds only 0, -inf and `torch.finfo(mask.dtype).min`.

    Returns:
        True where `mask` is 0.

    Raises:
        TypeError: `mask` is not a dense floating-point tensor of 16 bits or more.
        ValueError: An entry is none of these. Examples are a mask of 0 and 1, where 1 means "keep"
            (use `mask.bool()`), and a bias on the scores, which a boolean cannot express. (Inside
            torch.compile and torch.func's transforms this cannot be checked.)

    >>> from_additive(torch.tensor([0.0, -torch.inf])).tolist()
    [True, False]
    """
    checks.require_floating("mask", mask, min_dims=0, min_bits=16)
    keep = mask == 0
    known = keep | (mask == -math.inf) | (mask == torch.finfo(mask.dtype).min)
    if checks.is_concrete(mask) and not known.all():
        odd = mask[~known]
        hint = " (a mask where 1 means keep? use mask.bool())" if (odd == 1).all() else ""
        raise ValueError(
            f"mask must contain only 0 (may attend) and -inf or torch.finfo(mask.dtype).min (may "
            f"not); got {odd[0].item()}{hint}"
        )
    return keep


def to_additive(
    mask: Bool[Tensor, "*shape"], dtype: torch.dtype = torch.float32
) -> Float[Tensor, "*shape"]:
    """Converts a mask to floats to add to the scores: 0 where True, -inf where False.

    Raises:
        TypeError: `mask` is not a dense boolean tensor, or `dtype` not a floating-point type.

    >>> to_additive(torch.tensor([True, False])).tolist()
    [0.0, -inf]
    """
    _require_boolean(mask)
    checks.require_floating_dtype("dtype", dtype)
    return torch.zeros(mask.shape, dtype=dtype, device=mask.device).masked_fill(~mask, -math.inf)


def from_torch_mha_mask(
    blocked: Bool[Tensor, "*shape"], n_heads: int | None = None
) -> Bool[Tensor, "*result"]:
    """Converts a mask of `torch.nn.MultiheadAttention`, where True BLOCKS.

    Args:
        blocked: Its `attn_mask`, (queries, keys) or (batch * heads, queries, keys).
        n_heads: Number of heads; needed to split the first axis of the second form.

    Returns:
        (queries, keys), or (batch, heads, queries, keys).

    Raises:
        TypeError: `blocked` is not a dense boolean tensor.
        ValueError: `blocked` has neither 2 nor 3 dimensions, or it has 3 and `n_heads` is missing
            or does not divide its first size.

    >>> from_torch_mha_mask(torch.tensor([[False, True]])).tolist()
    [[True, False]]
    """
    _require_boolean(blocked, "blocked")
    n_heads = n_heads if n_heads is None else checks.require_int("n_heads", n_heads)
    if blocked.dim() not in (2, 3):
        raise ValueError(
            f"blocked must be (queries, keys) or (batch * heads, queries, keys); "
            f"got {checks.describe(blocked)}"
        )
    if blocked.dim() == 3:
        if n_heads is None or blocked.shape[0] % n_heads:
            raise ValueError(
                f"n_heads must be given, and divide the first size, to split "
                f"(batch * heads, queries, keys); got n_heads={n_heads} for "
                f"{checks.describe(blocked)}"
            )
        blocked = blocked.unflatten(0, (-1, n_heads))
    return ~blocked


def to_torch_mha_mask(mask: Bool[Tensor, "*shape"]) -> Bool[Tensor, "*result"]:
    """Converts a mask to an `attn_mask` of `torch.nn.MultiheadAttention`: True BLOCKS.

    Args:
        mask: (queries, keys), or (batch, heads, queries, keys) with every axis at full size.

    Returns:
        (queries, keys), or (batch * heads, queries, keys).

    Raises:
        TypeError: `mask` is not a dense boolean tensor.
        ValueError: `mask` has neither 2 nor 4 dimensions.
    """
    _require_boolean(mask)
    if mask.dim() not in (2, 4):
        raise ValueError(
            f"mask must be (queries, keys) or (batch, heads, queries, keys); "
            f"got {checks.describe(mask)}"
        )
    return ~(mask if mask.dim() == 2 else mask.flatten(0, 1))


def _require_boolean(mask: object, name: str = "mask", min_dims: int = 0) -> None:
    if not isinstance(mask, Tensor) or mask.dtype != torch.bool:
        raise TypeError(f"{name} must be a boolean tensor; got {checks.describe(mask)}")
    checks.require_dense(name, mask)
    if mask.dim() < min_dims:
        raise ValueError(
            f"{name} must have at least {min_dims} dimensions; got {checks.describe(mask)}"
        )
