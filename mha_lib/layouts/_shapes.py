"""Shapes as sums and products of sizes, `n_heads*d_head d_model`, held against real tensors.

Axes are set apart by spaces. A size that no axis tells alone stays a product: the width of a
stacked matrix gives `n_heads*d_head`, and either of the two only once the other is known.
"""

from collections.abc import Mapping

from torch import Tensor

from mha_lib import checks


def solve(
    shapes: Mapping[str, str], tensors: Mapping[str, Tensor], n_heads: int | None
) -> dict[str, int]:
    """Finds the sizes at which every tensor has its shape.

    Args:
        shapes: From a parameter's name to its shape, in words.
        tensors: The parameters.
        n_heads: Number of heads, where it is known.

    Returns:
        From the name of a size, or of a product of sizes, to its number.

    Raises:
        ValueError: There are no such sizes; names the first tensor that does not fit.

    >>> import torch
    >>> solve({"W": "n_heads*d_head d_model"}, {"W": torch.ones(6, 5)}, n_heads=2)
    {'n_heads': 2, 'd_head': 3, 'd_model': 5}
    """
    sizes = {} if n_heads is None else {"n_heads": n_heads}
    open_axes = []
    for name, shape in shapes.items():
        axes = shape.split()
        if len(axes) != tensors[name].dim() or 0 in tensors[name].shape:
            raise _misfit(name, shape, tensors[name], sizes)
        open_axes += [(name, *axis) for axis in zip(axes, tensors[name].shape, strict=True)]
    while open_axes:
        # The axis with the fewest unknowns first: others lean on what it tells.
        open_axes.sort(key=lambda entry: len(_unknown(entry[1], sizes)))
        name, axis, size = open_axes.pop(0)
        for term in axis.split("+"):
            if not _unknown(term, sizes):
                size -= _known(term, sizes)
        rest = [term for term in axis.split("+") if _unknown(term, sizes)]
        known = _known(rest[0], sizes) if rest else 1
        if size % known or (size != 0 if not rest else size <= 0):
            raise _misfit(name, shapes[name], tensors[name], sizes)
        if rest:
            sizes["*".join(_unknown(rest[0], sizes))] = size // known
    return sizes


def _unknown(axis: str, sizes: Mapping[str, int]) -> list[str]:
    """The sizes in an axis that are not known yet, nor part of a product that is."""
    unknown = []
    for term in axis.split("+"):
        factors = [f for f in term.split("*") if not f.isdigit() and f not in sizes]
        unknown += [] if "*".join(factors) in sizes else factors
    return unknown


def _known(term: str, sizes: Mapping[str, int]) -> int:
    """The product of what is known in a term."""
    number, rest = 1, []
    for factor in term.split("*"):
        if factor.isdigit() or factor in sizes:
            number *= int(factor) if factor.isdigit() else sizes[factor]
        else:
            rest.append(factor)
    return number * sizes.get("*".join(rest), 1)


def _misfit(name: str, shape: str, tensor: Tensor, sizes: Mapping[str, int]) -> ValueError:
    axes = shape.split()
    factors = {f for axis in axes for term in axis.split("+") for f in term.split("*")}
    found = ", ".join(f"{size}={sizes[size]}" for size in sizes if set(size.split("*")) <= factors)
    return ValueError(
        f"{name} must have shape ({', '.join(axes)}{',' if len(axes) == 1 else ''})"
        f"{' with ' if found else ''}{found}; got {checks.describe(tensor)}"
    )
