"""Solves for sizes: which n_heads, d_head and d_model give these tensors their shapes?

Each axis gives one linear equation: the sum of its terms is its size. The equations are solved one
after another, the one with the fewest unknowns first.

A shape is written as sums and products of sizes, with axes separated by spaces:
`n_heads*d_head d_model`. A size that no axis shows alone remains a product. For example, the width
of a stacked matrix gives `n_heads*d_head`, and either of the two only once the other is known.
"""

import re
from collections.abc import Mapping, Sequence

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
    unsolved: list[tuple[str, list[str], int]] = []
    for name, shape in shapes.items():
        axes = shape.split()
        if len(axes) != tensors[name].dim() or 0 in tensors[name].shape:
            raise _misfit(name, shape, tensors[name], sizes)
        for axis, size in zip(axes, tensors[name].shape, strict=True):
            unsolved.append((name, axis.split("+"), size))
    while unsolved:
        # The equation with the fewest unknowns comes first: its result may solve others.
        unsolved.sort(key=lambda axis: sum(len(_factors(term, sizes)[1]) for term in axis[1]))
        name, terms, size = unsolved.pop(0)
        try:
            sizes |= _solve_axis(terms, size, sizes)
        except ValueError:
            raise _misfit(name, shapes[name], tensors[name], sizes) from None
    return sizes


def _solve_axis(terms: Sequence[str], size: int, sizes: Mapping[str, int]) -> dict[str, int]:
    """Solves one axis's equation, coefficient * unknown + constant = size.

    Args:
        terms: The terms of the axis, such as `n_heads*d_head`.
        size: The size of the axis.
        sizes: The sizes that are known.

    Returns:
        The value of the unknown, by its name; empty if there is none. (The tables leave at most
        one unknown in an axis when its turn comes.)

    Raises:
        ValueError: No whole number above 0 solves the equation.
    """
    factors = [_factors(term, sizes) for term in terms]
    rest = size - sum(constant for constant, unknown in factors if not unknown)
    name = next((unknown for _, unknown in factors if unknown), [])
    if not name:
        if rest:
            raise ValueError("the terms must add up to the size of the axis")
        return {}
    coefficient = sum(number for number, unknown in factors if unknown == name)
    if rest <= 0 or rest % coefficient:
        raise ValueError("the unknown must be a whole number above 0")
    return {"*".join(name): rest // coefficient}


def _factors(term: str, sizes: Mapping[str, int]) -> tuple[int, list[str]]:
    """The product of a term's known sizes, and the names of its unknown ones."""
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
    solved = ", ".join(f"{size}={sizes[size]}" for size in sizes if set(size.split("*")) <= names)
    return ValueError(
        f"{name} must have shape ({', '.join(axes)}{',' if len(axes) == 1 else ''})"
        f"{' with ' if solved else ''}{solved}; got {checks.describe(tensor)}"
    )
