"""Rotary positions: queries and keys are rotated by an angle that depends on their position."""

import torch
from jaxtyping import Float
from torch import Tensor

from mha_lib import checks


def rotate(
    x: Float[Tensor, "*batch tokens d_head"],
    positions: Tensor | None = None,
    base: float = 10000.0,
) -> Float[Tensor, "*batch tokens d_head"]:
    """Rotates each pair of features by an angle that grows with the token's position.

    Features i and i + d_head/2 form a pair. At position p it is rotated by p / base^(2 i / d_head).
    The dot product of a rotated query and a rotated key then depends only on how far apart the two
    tokens are. Rotate queries and keys after the split into heads. Do not rotate values.

    Args:
        x: Queries or keys, (..., heads, tokens, d_head); d_head is even.
        positions: Positions of the tokens: (tokens,), or all dimensions of (*batch, tokens), each
            of them full or 1, such as (batch, 1, tokens) for a batch of sequences. Defaults to
            0, 1, 2, ... With a cache, continue where it ends.
        base: Must be above 0. The larger it is, the slower the slowest rotation.

    Returns:
        A tensor of the shape and dtype of `x`. The angles are computed in float32, or in float64
        for a float64 `x`.

    Raises:
        TypeError: `x` is not a dense floating-point tensor, `positions` not a tensor of numbers,
            or `base` not a number.
        ValueError: d_head is odd, `base` is not above 0, or `positions` does not broadcast or has
            one row per sample and no heads axis, such as (batch, tokens).

    Source: Su et al. 2021, "RoFormer", section 3.2; pairs as in Llama, half a head apart.

    >>> rotate(torch.tensor([[1.0, 0.0]]), torch.tensor([1]))  # cos 1, sin 1
    tensor([[0.5403, 0.8415]])
    """
    checks.require_floating("x", x, min_bits=16)
    base = checks.require_number("base", base)
    *_, n_tokens, d_head = x.shape
    if d_head % 2:
        raise ValueError(f"x must have an even d_head, to form pairs; got {checks.describe(x)}")
    if base <= 0:
        raise ValueError(f"base must be above 0; got {base}")
    angle_dtype = torch.float64 if x.dtype == torch.float64 else torch.float32
    if positions is None:
        positions = torch.arange(n_tokens, device=x.device)
    _require_positions(positions, x)
    pairs = torch.arange(0, d_head, 2, device=x.device).to(angle_dtype)
    angles = positions.to(angle_dtype)[..., None] * (1 / base ** (pairs / d_head))
    angles = torch.cat([angles, angles], -1)
    cos, sin = angles.cos().to(x.dtype), angles.sin().to(x.dtype)
    first, second = x.chunk(2, -1)
    return x * cos + torch.cat([-second, first], -1) * sin


def _require_positions(positions: object, x: Tensor) -> None:
    """Accepts real numbers that broadcast to the tokens of x."""
    if not isinstance(positions, Tensor) or positions.dtype == torch.bool or positions.is_complex():
        raise TypeError(f"positions must be a tensor of numbers; got {checks.describe(positions)}")
    checks.require_dense("positions", positions)
    wanted = x.shape[:-1]
    try:
        fits = torch.broadcast_shapes(positions.shape, wanted) == wanted
    except RuntimeError:
        fits = False
    if not fits or positions.dim() == 0:
        raise ValueError(
            f"positions must broadcast to the tokens of x, {tuple(wanted)}; "
            f"got {checks.describe(positions)}"
        )
    # Broadcasting would align rows for the samples with the heads.
    if positions.dim() < len(wanted) and positions.shape[:-1].numel() > 1:
        raise ValueError(
            f"positions must have 1 dimension (tokens) or all {len(wanted)} of the tokens of x, "
            f"{tuple(wanted)}; got {checks.describe(positions)} (one row per sample? give it a "
            f"heads axis: positions[:, None])"
        )
