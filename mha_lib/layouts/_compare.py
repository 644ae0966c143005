"""Two state_dicts that should hold the same numbers: where they first differ, and why perhaps."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import chain, permutations

import torch
from torch import Tensor

from mha_lib import checks
from mha_lib.layouts._models import count

HEADS = "heads in another order"
THIRDS = "thirds, as of [Q|K|V], in another order"
CUT = "cut in three"
INTERLEAVED = (1, 0, 2, 3)
# Orders of (parts, heads, halves, places), what each does, and what the way back does.
ORDERS = {
    (0, 2, 3, 1): ("places dealt out to the heads", "places gathered from the heads"),
    (0, 1, 3, 2): ("the halves of each head as pairs", "the pairs of each head as halves"),
    INTERLEAVED: ("[Q|K|V] interleaved head by head", "interleaved heads as [Q|K|V]"),
}


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
    Where one side is all zeros, that is told, and nothing is tried.

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
    n_heads = None if n_heads is None else checks.require_int("n_heads", n_heads)
    tolerance = checks.require_number("tolerance", tolerance)
    if tolerance < 0:
        raise ValueError(f"tolerance must be at least 0; got {tolerance:g}")
    for argument, state in (("theirs", theirs), ("ours", ours)):
        checks.require_state_dict(argument, state)
    for name in {**theirs, **ours}:
        if name not in theirs or name not in ours:
            side = "theirs" if name in theirs else "ours"
            return Comparison(name, None, "", f"{name} is in {side} alone")
        difference = _difference(name, theirs, ours, n_heads, tolerance)
        if difference is not None:
            return difference
    same = f"{count(len(theirs), 'parameter')}, all the same to {tolerance:g} of their length"
    return Comparison(None, None, "", same)


def _difference(
    name: str,
    all_theirs: Mapping[str, Tensor],
    all_ours: Mapping[str, Tensor],
    n_heads: int | None,
    tolerance: float,
) -> Comparison | None:
    theirs, ours = all_theirs[name], all_ours[name]
    checks.require_floating(f"{name} in theirs", theirs, min_dims=0)
    checks.require_floating(f"{name} in ours", ours, min_dims=0)
    if theirs.is_meta or ours.is_meta:
        raise TypeError(f"{name} must hold numbers to compare; got a tensor on the meta device")
    theirs, ours = theirs.detach().double(), ours.detach().double()
    by = None
    headline = f"{name} differs, {tuple(theirs.shape)} in theirs and {tuple(ours.shape)} in ours"
    if theirs.shape == ours.shape:
        by = _apart(theirs, ours)
        if by <= tolerance:
            return None
        headline = f"{name} differs, by {by:.2g} of its length"
    for side, tensor in (("theirs", theirs), ("ours", ours)):
        if tensor.numel() > 0 and not tensor.any():
            return Comparison(name, by, "", f"{headline}\nall zeros in {side}")
    for what, candidate in _readings(theirs, ours, n_heads):
        factor = ((candidate * ours).sum() / candidate.square().sum()).item()
        for words, times in ((what, 1.0), (f"{what} times {factor:.4g}".strip(), factor)):
            if _apart(times * candidate, ours) <= tolerance:
                return Comparison(name, by, words, f"{headline}\nexplained by: {words}")
    for words, candidate, wanted in _with_others(name, all_theirs, all_ours, n_heads, tolerance):
        if _apart(candidate, wanted) <= tolerance:
            return Comparison(name, by, words, f"{headline}\nexplained by: {words}")
    tried = ["the transpose", "a factor", "an exchange", THIRDS]
    told = f"{', '.join(tried)} (with n_heads, orders of heads are tried too)"
    if n_heads is not None:
        told = f"{', '.join([*tried, HEADS, *chain(*ORDERS.values())])}, these two also {CUT}"
    return Comparison(name, by, "", f"{headline}\nnothing explains it that was tried: {told}")


def _readings(theirs: Tensor, ours: Tensor, n_heads: int | None) -> Iterator[tuple[str, Tensor]]:
    """Theirs as it is and in every way that may have been meant, where it has the shape of ours."""
    ways = {"": theirs} | ({"transposed": theirs.T} if theirs.dim() == 2 else {})
    ways = {way: tensor for way, tensor in ways.items() if tensor.shape == ours.shape}
    yield from ways.items()
    for way, tensor in ways.items():
        before = f"{way}, then " if way else ""
        for axis in range(tensor.dim()):
            along = f" along axis {axis}" if tensor.dim() > 1 else ""
            orders = _thirds(tensor, axis, n_heads)
            if n_heads is not None:
                orders = chain(orders, _orders(tensor, ours, axis, n_heads))
            for what, order in orders:
                yield f"{before}{what}{along}", tensor.index_select(axis, order)


def _thirds(theirs: Tensor, axis: int, n_heads: int | None) -> Iterator[tuple[str, Tensor]]:
    """Orders of three equal parts of a matrix that is three times as long as wide, or of a bias."""
    size, *others = (theirs.shape[axis], *theirs.shape[:axis], *theirs.shape[axis + 1 :])
    joined = size == 3 * others[0] if others else size % 3 == 0 and n_heads != 3
    if joined:
        places = torch.arange(size, device=theirs.device).view(3, -1)
        for parts in [*permutations(range(3))][1:]:
            yield f"{THIRDS}, {list(parts)}", places[list(parts)].flatten()


def _orders(theirs: Tensor, ours: Tensor, axis: int, n_heads: int) -> Iterator[tuple[str, Tensor]]:
    """Orders of one axis that have the right shape and are taken for the right one."""
    size = theirs.shape[axis]
    for parts in (1, 3):  # one projection, or queries, keys and values
        if size % (parts * n_heads):
            continue
        halves = 2 if size % (2 * parts * n_heads) == 0 else 1
        places = torch.arange(size, device=theirs.device).view(parts, n_heads, halves, -1)
        for order, (there, back) in ORDERS.items():
            moved = places.permute(order).flatten()
            yield there, moved
            yield back, moved.argsort()
        heads = _most_alike(theirs, ours, axis, parts, n_heads)
        if sorted(heads) == list(range(n_heads)):
            yield f"{HEADS}, {heads}", places[:, heads].flatten()


def _with_others(
    name: str,
    theirs: Mapping[str, Tensor],
    ours: Mapping[str, Tensor],
    n_heads: int | None,
    tolerance: float,
) -> Iterator[tuple[str, Tensor, Tensor]]:
    """Theirs and ours of several parameters of one shape, in ways that may have been meant."""
    both = {
        other: (theirs[other].detach().double(), ours[other].detach().double())
        for other in theirs
        if other in ours and all(_is_like(side[other], theirs[name]) for side in (theirs, ours))
    }
    if name not in both:
        return  # of another shape in ours
    others = {other: pair for other, pair in both.items() if _apart(*pair) > tolerance}
    x, y = others.pop(name)
    for other, (a, b) in others.items():
        yield f"exchanged with {other}", torch.stack([a, x]), torch.stack([y, b])
    three = [name, *others][:3]
    if n_heads is None or len(three) < 3:
        return
    for axis in range(x.dim()):
        along = f" along axis {axis}" if x.dim() > 1 else ""
        if x.shape[axis] % n_heads == 0:
            places = torch.arange(3 * x.shape[axis], device=x.device).view(3, n_heads, 1, -1)
            moved = places.permute(INTERLEAVED).flatten()
            for parts in permutations(three):
                a, b = (torch.cat([both[part][side] for part in parts], axis) for side in (0, 1))
                for what, order in zip(ORDERS[INTERLEAVED], (moved, moved.argsort()), strict=True):
                    words = f"{what}{along}, {CUT}: {', '.join(parts)}"
                    yield words, a.index_select(axis, order), b


def _is_like(tensor: Tensor, other: Tensor) -> bool:
    """Whether numbers can be compared with those of another tensor of its shape."""
    usable = isinstance(tensor, Tensor) and tensor.is_floating_point() and checks.is_dense(tensor)
    return usable and not tensor.is_meta and tensor.shape == other.shape


def _most_alike(theirs: Tensor, ours: Tensor, axis: int, parts: int, n_heads: int) -> list[int]:
    """For each head of ours the one of theirs that is most like it.

    Args:
        parts: 1, or 3 where queries, keys and values stand one after the other.
    """
    heads, others = (
        tensor.movedim(axis, 0).unflatten(0, (parts, n_heads, -1)).transpose(0, 1)
        for tensor in (theirs, ours)
    )
    # Of either sign: a factor may be below 0.
    apart = [[min(_apart(x, y), _apart(-x, y)) for x in heads] for y in others]
    return [row.index(min(row)) for row in apart]


def _apart(theirs: Tensor, ours: Tensor) -> float:
    """The difference as a share of the length; not a number counts as far."""
    length = max(theirs.norm().item(), ours.norm().item()) or 1.0
    difference = (theirs - ours).norm().item() / length
    return difference if difference == difference else float("inf")
