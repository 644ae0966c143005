"""The two reshapes between one wide matrix and its heads.

Head i owns the columns i * d_head to (i + 1) * d_head of the wide matrix. The split moves the heads
axis in front of the tokens, so that every matrix product after it runs once per head.
"""

from jaxtyping import Float
from torch import Tensor

from mha_lib import checks


def split_heads(
    x: Float[Tensor, "*batch tokens width"], n_heads: int
) -> Float[Tensor, "*batch heads tokens d_head"]:
    """Cuts the last axis into heads: columns i * d_head to (i + 1) * d_head go to head i.

    Args:
        x: The output of a projection; `width` is n_heads * d_head.
        n_heads: Number of heads; must divide `width`.

    Returns:
        A view of `x`; nothing is copied.

    Raises:
        TypeError: `x` is not a dense floating-point tensor, or `n_heads` not an integer.
        ValueError: `n_heads` does not divide `width`.

    >>> import torch
    >>> split_heads(torch.arange(6.0)[None], n_heads=3).tolist()
    [[[0.0, 1.0]], [[2.0, 3.0]], [[4.0, 5.0]]]
    """
    checks.require_floating("x", x)
    n_heads = checks.require_int("n_heads", n_heads)
    if x.shape[-1] % n_heads:
        raise ValueError(
            f"n_heads must divide the width of x; got n_heads={n_heads} for {checks.describe(x)}"
        )
    # Split the last axis, then transpose. A view straight to (heads, tokens, d_head) has the right
    # shape and the wrong values, because it cuts up tokens instead of features.
    return x.view(*x.shape[:-1], n_heads, x.shape[-1] // n_heads).transpose(-3, -2)


def merge_heads(
    x: Float[Tensor, "*batch heads tokens d_head"],
) -> Float[Tensor, "*batch tokens width"]:
    """Concatenates the heads; undoes `split_heads`.

    Args:
        x: The outputs of the heads.

    Returns:
        A tensor of `width` heads * d_head; head i has columns i * d_head to (i + 1) * d_head.

    Raises:
        TypeError: `x` is not a dense floating-point tensor.
        ValueError: `x` has fewer than 3 dimensions.
    """
    checks.require_floating("x", x, min_dims=3)
    return x.transpose(-3, -2).flatten(-2)
