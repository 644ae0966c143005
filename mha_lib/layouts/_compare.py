"""Two state_dicts that should hold the same numbers: where they first differ, and why perhaps."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import torch
from torch import Tensor

from mha_lib import checks
from mha_lib.layouts._models import count

HEADS = "heads in another order"


@dataclass(frozen=True)
class Comparison:
    """What `layouts.compare` found.

    Args:
        name: The first parameter that differs; None where all are the same.
        by: How far it is off, as a share of its length (Frobenius norm); None where it stands on
            one side alone, or the shapes differ.
        explanation: What, done to theirs, gives ours; "" where nothing that was tried does.
        text: All of it in a few lines.
    """

    name: str | None
    by: float | None
    explanation: str
    text: str

    def __str__(self) -> str:
        return self.text


def compare(
    theirs: Mapping[str, Tensor],
    ours: Mapping[str, Tensor],
    n_heads: int | None = None,
    *,
    tolerance: float = 1e-5,
) -> Comparison:
    """Finds the first parameter in which two state_dicts differ, and tries what would explain it.

    Tried, each alone and with the transpose and a factor: heads in another order, [Q|K|V]
    interleaved head by head, places dealt out to the heads in turn, and each head's width as pairs
    where the other has halves, as two kinds of rotary embedding want it. These take `n_heads`.

    Args:
        theirs: One state_dict, of an attention or a whole model.
        ours: The other, under the same names.
        n_heads: Number of heads, for what depends on it.
        tolerance: The largest difference that counts as none, as a share of the parameter's length.

    Raises:
        TypeError: A state_dict is not a mapping to dense floating-point tensors with numbers in
            them, `n_heads` not an integer, or `tolerance` not a number.
        ValueError: `n_heads` is below 1, or `tolerance` below 0 or not finite.

    >>> right = {"out_proj.weight": torch.tensor([[1.0, 2.0], [3.0, 4.0]])}
    >>> wrong = {"out_proj.weight": right["out_proj.weight"].T}
    >>> print(compare(right, wrong))
    out_proj.weight differs, by 0.26 of its length
    explained by: transposed
    """
    n_heads = None if n_heads is None else checks.whole_number("n_heads", n_heads)
    tolerance = checks.number("tolerance", tolerance)
    if tolerance < 0:
        raise ValueError(f"tolerance must be at least 0; got {tolerance:g}")
    for argument, state in (("theirs", theirs), ("ours", ours)):
        if not isinstance(state, Mapping):
            raise TypeError(f"{argument} must map names to tensors; got {checks.describe(state)}")
    for name in [*theirs, *(name for name in ours if name not in theirs)]:
        if name not in theirs or name not in ours:
            side = "theirs" if name in theirs else "ours"
            return Comparison(name, None, "", f"{name} is in {side} alone")
        difference = _difference(name, theirs[name], ours[name], n_heads, tolerance)
        if difference is not None:
            return difference
    same = f"{count(len(theirs), 'parameter')}, all the same to {tolerance:g} of their length"
    return Comparison(None, None, "", same)


def _difference(
    name: str, theirs: Tensor, ours: Tensor, n_heads: int | None, tolerance: float
) -> Comparison | None:
    checks.floating(f"{name} in theirs", theirs, min_dims=0)
    checks.floating(f"{name} in ours", ours, min_dims=0)
    if theirs.is_meta or ours.is_meta:
        raise TypeError(f"{name} must hold numbers to compare; got a tensor on the meta device")
    theirs, ours = theirs.detach().double(), ours.detach().double()
    by = None
    said = f"{name} differs, {tuple(theirs.shape)} in theirs and {tuple(ours.shape)} in ours"
    if theirs.shape == ours.shape:
        by = _apart(theirs, ours)
        if by <= tolerance:
            return None
        said = f"{name} differs, by {by:.2g} of its length"
    for what, candidate in _readings(theirs, ours, n_heads):
        if candidate.shape != ours.shape:
            continue
        factor = ((candidate * ours).sum() / candidate.square().sum()).item()
        for words, times in ((what, 1.0), (f"{what} times {factor:.4g}", factor)):
            if _apart(times * candidate, ours) <= tolerance:
                words = words.removeprefix("as it is ")
                return Comparison(name, by, words, f"{said}\nexplained by: {words}")
    tried = ["the transpose", "a factor"]
    if n_heads is not None:
        tried += [HEADS, *(words for words, _ in _orders(6 * n_heads, n_heads))]
    hint = "" if n_heads is not None else " (with n_heads, orders of heads are tried too)"
    said += f"\nnothing explains it that was tried: {', '.join(dict.fromkeys(tried))}{hint}"
    return Comparison(name, by, "", said)


def _readings(theirs: Tensor, ours: Tensor, n_heads: int | None) -> Iterator[tuple[str, Tensor]]:
    """Theirs as it is, and in every way that may have been meant."""
    ways = {"as it is": theirs} | ({"transposed": theirs.T} if theirs.dim() == 2 else {})
    yield from ways.items()
    if n_heads is None:
        return
    for way, tensor in ways.items():
        before = "" if way == "as it is" else f"{way}, then "
        for axis, size in enumerate(tensor.shape):
            along = f" along axis {axis}" if tensor.dim() > 1 else ""
            for what, order in _orders(size, n_heads):
                yield f"{before}{what}{along}", tensor.index_select(axis, order.to(tensor.device))
            for parts in (1, 3) if tensor.shape == ours.shape else ():
                if size % (parts * n_heads) == 0:
                    order, moved = _heads_moved(tensor, ours, axis, parts, n_heads)
                    if order != sorted(order):
                        yield f"{before}{HEADS}, {order}{along}", moved


def _heads_moved(
    theirs: Tensor, ours: Tensor, axis: int, parts: int, n_heads: int
) -> tuple[list[int], Tensor]:
    """Theirs with each head where ours has the most like it, if that is an order of the heads.

    Args:
        parts: 1, or 3 where queries, keys and values stand one after the other.
    """
    heads, others = (
        tensor.movedim(axis, 0).unflatten(0, (parts, n_heads, -1)).transpose(0, 1)
        for tensor in (theirs, ours)
    )
    # Of either sign: a factor may be below 0.
    apart = [[min(_apart(x, y), _apart(-x, y)) for x in heads] for y in others]
    order = [row.index(min(row)) for row in apart]
    if sorted(order) != list(range(n_heads)):
        return [], theirs
    return order, heads[order].transpose(0, 1).flatten(0, 2).movedim(0, axis)


def _orders(size: int, n_heads: int) -> Iterator[tuple[str, Tensor]]:
    """Orders of one axis that have the right shape and are taken for the right one."""
    for parts in (1, 3):  # one projection, or queries, keys and values
        if size % (parts * n_heads):
            continue
        places = torch.arange(size).view(parts, n_heads, -1)
        words = "places dealt out to the heads", "places gathered from the heads"
        orders: list[tuple[str, str, Tensor]] = [(*words, places.transpose(1, 2))]
        if parts == 3:
            words = "[Q|K|V] interleaved head by head", "interleaved heads as [Q|K|V]"
            orders.append((*words, places.transpose(0, 1)))
        if places.shape[2] % 2 == 0:
            words = "the halves of each head as pairs", "the pairs of each head as halves"
            orders.append((*words, places.unflatten(2, (2, -1)).transpose(2, 3)))
        for there, back, order in orders:
            yield there, order.flatten()
            yield back, order.flatten().argsort()


def _apart(theirs: Tensor, ours: Tensor) -> float:
    """The difference as a share of the length; not a number counts as far."""
    length = max(theirs.norm().item(), ours.norm().item()) or 1.0
    difference = (theirs - ours).norm().item() / length
    return difference if difference == difference else float("inf")
