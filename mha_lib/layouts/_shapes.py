"""Solves for sizes: which n_heads, d_head and d_model give these tensors their shapes?

A shape is written as sums and products of sizes, with axes separated by spaces:
`n_heads*d_head d_model`. A size that no axis shows alone remains a product. For example, the width
of a stacked matrix gives `n_heads*d_head`, and either of the two only once the other is known.
"""

import re
from collections.abc import Mapping

from torch import Tensor

from mha_lib import checks


def solve(
    shapes: Mapping[str, str], tensors: Mapping[str, Tensor], n_heads: int | None
) -> dict[str, int]:
    """Finds the sizes at which every tensor has its shape.

    Args:
        shapes: Maps the name of a parameter to its shape as an expression.
        tensors: The parameters.
        n_heads: Number of heads, if known.

    Returns:
        The value of each size, or of each product of sizes, by its name.

    Raises:
        ValueError: There are no such sizes; the message names a tensor that does not fit.

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
        for axis, size in zip(axes, tensors[name].shape, strict=True):
            open_axes.append((name, axis.split("+"), size))
    while open_axes:
        # Take the axis with the fewest unknowns first, because it may determine sizes of others.
        open_axes.sort(key=lambda entry: sum(len(_known(term, sizes)[1]) for term in entry[1]))
        name, terms, size = open_axes.pop(0)
        parts = [_known(term, sizes) for term in terms]
        size -= sum(number for number, unknown in parts if not unknown)
        unknown = next((unknown for _, unknown in parts if unknown), [])
        number = sum(number for number, other in parts if other == unknown) if unknown else 1
        if size % number or (size <= 0 if unknown else size != 0):
            raise _misfit(name, shapes[name], tensors[name], sizes)
        if unknown:
            sizes["*".join(unknown)] = size // number
    return sizes


def _known(term: str, sizes: Mapping[str, int]) -> tuple[int, list[str]]:
    """The product of the known sizes in a term, and the names of the unknown ones."""
    number, unknown = 1, []
    for factor in term.split("*"):
        if factor.isdigit() or factor in sizes:
            number *= int(factor) if factor.isdigit() else sizes[factor]
        else:
            unknown.append(factor)
    product = "*".join(unknown)
    return (number * sizes[product], []) if product in sizes else (number, unknown)


def _misfit(name: str, shape: str, tensor: Tensor, sizes: Mapping[str, int]) -> ValueError:
    axes, names = shape.split(), set(re.findall(r"\w+", shape))
    found = ", ".join(f"{size}={sizes[size]}" for size in sizes if set(size.split("*")) <= names)
    return ValueError(
        f"{name} must have shape ({', '.join(axes)}{',' if len(axes) == 1 else ''})"
        f"{' with ' if found else ''}{found}; got {checks.describe(tensor)}"
    )
