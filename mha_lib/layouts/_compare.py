"""Compares two state_dicts: where they first differ, and what explains the difference."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import chain, permutations

import torch
from torch import Tensor

from mha_lib import checks

HEADS_REORDERED = "heads in another order"
THIRDS_REORDERED = "thirds, as of [Q|K|V], in another order"
CUT_IN_THREE = "cut in three"
INTERLEAVED = (1, 0, 2, 3)
# One stored axis is split into the axes (parts, heads, halves, rest), which are then permuted. Each
# entry describes a permutation and its inverse.
PERMUTATIONS = {
    (0, 2, 3, 1): ("entries dealt out to the heads", "entries collected from the heads"),
    (0, 1, 3, 2): ("the halves of each head as pairs", "the pairs of each head as halves"),
    INTERLEAVED: ("[Q|K|V] interleaved head by head", "interleaved heads as [Q|K|V]"),
}


@dataclass(frozen=True)
class Comparison:
    """What `layouts.compare` found.

    Args:
        name: The first parameter that differs; None if all are the same.
        relative_difference: |theirs - ours| / the larger of |theirs| and |ours|, with Frobenius
            norms; None if only one side has the parameter, or the shapes differ.
        explanation: What turns theirs into ours; "" if nothing that was tried does.
        text: The result in a few lines. It lists differences until the first unexplained one.
    """

    name: str | None
    relative_difference: float | None
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
    """Finds the first parameter in which two state_dicts differ, and tries to explain it.

    If this difference is explained, the parameters after it are compared too, up to one whose
    difference has no explanation. Parameters with the same explanation are counted.

    The explanations tried are a transpose, a factor, an exchange of two parameters, and thirds in
    another order. With `n_heads`, they are also heads in another order, [Q|K|V] interleaved head by
    head or shard by shard (the parts of several devices, joined as they are), entries dealt out to
    the heads in turn, and the features of a head as pairs of neighbors where the other side has
    halves, as in the two kinds of rotary embedding. If `n_heads` explains nothing, its divisors are
    tried, because there may be fewer KV heads. Orders are also tried together with a transpose, and
    with a factor or with rounding to bfloat16 or float16. If one side is all zeros, that is
    reported and no explanation is tried. If only some rows or columns differ, as after a head was
    set to zero, they are named. Integers are compared exactly, without an explanation.

    Args:
        theirs: One state_dict, of an attention or a whole model. Its tensors may be on any device.
        ours: The other state_dict, with the same names.
        n_heads: Number of heads; without it, orders of heads are not tried.
        tolerance: The largest relative difference that counts as equal.

    Raises:
        TypeError: A state_dict is not a mapping to dense tensors of real numbers with values,
            `n_heads` is not an integer, or `tolerance` is not a number.
        ValueError: `n_heads` is below 1, or `tolerance` is below 0 or not finite.

    >>> right = {"out_proj.weight": torch.tensor([[1.0, 2.0], [3.0, 4.0]])}
    >>> wrong = {"out_proj.weight": right["out_proj.weight"].T}
    >>> print(compare(right, wrong))
    out_proj.weight differs: relative difference 0.26
    explained by: transposed
    """
    n_heads = None if n_heads is None else checks.require_int("n_heads", n_heads)
    tolerance = checks.require_number("tolerance", tolerance)
    if tolerance < 0:
        raise ValueError(f"tolerance must be at least 0; got {tolerance:g}")
    for argument, state in (("theirs", theirs), ("ours", ours)):
        checks.require_state_dict(argument, state)
    first: Comparison | None = None
    found_by_explanation: dict[str, list[Comparison]] = {}
    for name in {**theirs, **ours}:
        if name not in theirs or name not in ours:
            side = "theirs" if name in theirs else "ours"
            comparison = Comparison(name, None, "", f"{name} is only in {side}")
        else:
            try:
                comparison = _difference(name, theirs, ours, n_heads, tolerance)
            except TypeError as error:
                if first is None:
                    raise
                comparison = Comparison(name, None, "", str(error))
        if comparison is None:
            continue
        if first is not None and first.explanation == f"exchanged with {name}":
            continue  # the other half of a difference that is already reported
        found_by_explanation.setdefault(comparison.explanation, []).append(comparison)
        first = comparison if first is None else first
        if not comparison.explanation:
            break
    if first is not None:
        return replace(first, text="\n".join(_summaries(found_by_explanation.values())))
    compared = checks.count_noun(len(theirs), "parameter")
    same = f"{compared}, all equal to a relative difference of {tolerance:g}"
    return Comparison(None, None, "", same)


def _summaries(groups: Iterable[list[Comparison]]) -> Iterator[str]:
    """The text of the first difference of each kind, and how many more it explains."""
    for first, *others in groups:
        yield first.text
        if others:
            rest = checks.count_noun(len(others), "more parameter")
            yield f"the same explains {rest}, up to {others[-1].name}"


def _difference(
    name: str,
    all_theirs: Mapping[str, Tensor],
    all_ours: Mapping[str, Tensor],
    n_heads: int | None,
    tolerance: float,
) -> Comparison | None:
    """Compares one parameter; None if the two are equal to the tolerance."""
    theirs, ours = all_theirs[name], all_ours[name]
    for side, tensor in (("theirs", theirs), ("ours", ours)):
        if not isinstance(tensor, Tensor) or tensor.is_complex():
            checks.require_floating(f"{name} in {side}", tensor, min_dims=0)
        checks.require_dense(f"{name} in {side}", tensor)
    if theirs.is_meta or ours.is_meta:
        raise TypeError(f"{name} must contain numbers to compare; got a tensor on the meta device")
    theirs, ours = theirs.detach().cpu(), ours.detach().cpu()
    if not (theirs.is_floating_point() or ours.is_floating_point()) and torch.equal(theirs, ours):
        return None  # float64 cannot represent every 64-bit integer
    integers = not (theirs.is_floating_point() and ours.is_floating_point())
    theirs, ours = theirs.double(), ours.double()
    relative = None
    headline = f"{name} differs: {tuple(theirs.shape)} in theirs, {tuple(ours.shape)} in ours"
    if theirs.shape == ours.shape:
        relative = _difference_over_larger(theirs, ours)
        if relative <= tolerance and not integers:
            return None
        headline = f"{name} differs: relative difference {relative:.2g}"
    for side, tensor in (("theirs", theirs), ("ours", ours)):
        if tensor.numel() > 0 and not tensor.any():
            return Comparison(name, relative, "", f"{headline}\nall zeros in {side}")
    if integers:
        return Comparison(name, relative, "", headline)
    explanation = _explain(theirs, ours, n_heads, tolerance) or _explain_with_others(
        name, all_theirs, all_ours, n_heads, tolerance
    )
    where, zeros_in = "", ""
    if not explanation:
        where, zeros_in = _where_alone(theirs, ours, n_heads, tolerance)
    if zeros_in:
        explanation = f"zeros in {zeros_in}, in {where}"
    if explanation:
        return Comparison(name, relative, explanation, f"{headline}\nexplained by: {explanation}")
    if where:
        headline += f"\nthe difference is only in {where}"
    tried = f"no explanation was found; tried: {_tried(n_heads)}"
    return Comparison(name, relative, "", f"{headline}\n{tried}")


def _explain(theirs: Tensor, ours: Tensor, n_heads: int | None, tolerance: float) -> str:
    """What turns one parameter of theirs into ours; "" if nothing that is tried does."""
    rounding = _dtype_of_one_side(theirs, ours)
    divisors = [n for n in range(n_heads or 0, 0, -1) if (n_heads or 0) % n == 0] or [None]
    for heads in divisors:
        for change, candidate in _changes(theirs, ours, heads):
            results = [(change, candidate, ours)]
            if rounding is not None:
                words, dtype = rounding
                rounded, wanted = (tensor.to(dtype).double() for tensor in (candidate, ours))
                results.append((", then ".join(filter(None, (change, words))), rounded, wanted))
            factor = ((candidate * ours).sum() / candidate.square().sum()).item()
            results.append((f"{change} times {factor:.4g}".strip(), factor * candidate, ours))
            for explanation, result, wanted in results:
                if _difference_over_larger(result, wanted) <= tolerance:
                    fewer = (
                        f", with {checks.count_noun(heads, 'head')}"
                        if heads and heads != n_heads
                        else ""
                    )
                    return explanation + fewer
    return ""


def _explain_with_others(
    name: str,
    theirs: Mapping[str, Tensor],
    ours: Mapping[str, Tensor],
    n_heads: int | None,
    tolerance: float,
) -> str:
    """What turns several parameters of theirs into ours; "" if nothing that is tried does."""
    changes = _changes_with_others(name, theirs, ours, n_heads, tolerance)
    for explanation, candidate, wanted in changes:
        if _difference_over_larger(candidate, wanted) <= tolerance:
            return explanation
    return ""


def _tried(n_heads: int | None) -> str:
    """What was tried, in words."""
    without_heads = ["the transpose", "a factor", "an exchange", THIRDS_REORDERED]
    if n_heads is None:
        return f"{', '.join(without_heads)} (with n_heads, orders of heads are tried too)"
    every = [*without_heads, HEADS_REORDERED, *chain(*PERMUTATIONS.values())]
    return f"{', '.join(every)}, joined shards of [Q|K|V], these three also {CUT_IN_THREE}"


def _dtype_of_one_side(theirs: Tensor, ours: Tensor) -> tuple[str, torch.dtype] | None:
    """The 16-bit dtype that holds exactly one side without rounding; None if there is none."""
    for dtype in (torch.bfloat16, torch.float16):
        exact = [torch.equal(tensor.to(dtype).double(), tensor) for tensor in (theirs, ours)]
        if exact != [exact[0], exact[0]]:
            type_name = str(dtype).removeprefix("torch.")
            of_theirs = f"theirs was rounded to {type_name}"
            return of_theirs if exact[0] else f"rounded to {type_name}", dtype
    return None


def _where_alone(
    theirs: Tensor, ours: Tensor, n_heads: int | None, tolerance: float
) -> tuple[str, str]:
    """The only rows, columns or entries that differ, and the side on which they are zeros.

    Returns:
        "rows 8 to 15 of 48 (head 1 of 6)" and "theirs", "ours" or ""; two empty strings if shapes
        differ, or if every row and every column differs.
    """
    if theirs.shape != ours.shape:
        return "", ""
    differs = (theirs - ours).abs() > tolerance * max(theirs.abs().max(), ours.abs().max())
    along: list[tuple[int, int, list[int]]] = []
    for axis in range(theirs.dim()):
        indices = differs.movedim(axis, 0).flatten(1) if theirs.dim() > 1 else differs[:, None]
        differing = indices.any(1).nonzero()[:, 0].tolist()
        if 0 < len(differing) < theirs.shape[axis]:
            along.append((len(differing), axis, differing))
    if not along:
        return "", ""
    n_differing, axis, differing = min(along)
    size = theirs.shape[axis]
    singular, plural = {
        (1, 0): ("entry", "entries"),
        (2, 0): ("row", "rows"),
        (2, 1): ("column", "columns"),
    }.get((theirs.dim(), axis), (f"index along axis {axis}", f"indices along axis {axis}"))
    first, last = differing[0], differing[-1]
    where = f"{n_differing} {plural} of {size}, from {first} on"
    if last - first + 1 == n_differing:
        where = f"{singular} {first}" if n_differing == 1 else f"{plural} {first} to {last}"
        where += f" of {size}"
        where += _heads_in_words(theirs, axis, first, n_differing, n_heads)
    rows = torch.tensor(differing, device="cpu")
    sides = {"ours": ours, "theirs": theirs}
    zeros = [side for side, t in sides.items() if not t.index_select(axis, rows).any()]
    return where, zeros[0] if zeros else ""


def _heads_in_words(
    tensor: Tensor, axis: int, first: int, n_found: int, n_heads: int | None
) -> str:
    """ " (head 1 of 6)" if some rows make up whole heads; otherwise ""."""
    size = tensor.shape[axis]
    others = [other for i, other in enumerate(tensor.shape) if i != axis]
    parts = 3 if others and size == 3 * others[0] else 1  # Q, K and V in one
    if n_heads is None or size % (parts * n_heads):
        return ""
    d_head = size // (parts * n_heads)
    if first % d_head or n_found % d_head or d_head == 1:
        return ""
    part, head = divmod(first // d_head, n_heads)
    last = head + n_found // d_head - 1
    if last >= n_heads:
        return ""
    third = f", in third {part}" if parts == 3 else ""
    return f" (head{f's {head} to {last}' if last > head else f' {head}'} of {n_heads}{third})"


def _changes(theirs: Tensor, ours: Tensor, n_heads: int | None) -> Iterator[tuple[str, Tensor]]:
    """Yields changes to theirs that give the shape of ours: a description, and the result."""
    oriented = {"": theirs} | ({"transposed": theirs.T} if theirs.dim() == 2 else {})
    oriented = {way: tensor for way, tensor in oriented.items() if tensor.shape == ours.shape}
    yield from oriented.items()
    for way, tensor in oriented.items():
        before = f"{way}, then " if way else ""
        for axis in range(tensor.dim()):
            along = f" along axis {axis}" if tensor.dim() > 1 else ""
            permuted = _thirds(tensor, axis, n_heads)
            if n_heads is not None:
                permuted = chain(permuted, _head_permutations(tensor, ours, axis, n_heads))
            for change, order in permuted:
                yield f"{before}{change}{along}", tensor.index_select(axis, order)


def _thirds(theirs: Tensor, axis: int, n_heads: int | None) -> Iterator[tuple[str, Tensor]]:
    """Yields orders of three equal parts, of a bias or a matrix three times as long as wide."""
    size, *others = (theirs.shape[axis], *theirs.shape[:axis], *theirs.shape[axis + 1 :])
    joined = size == 3 * others[0] if others else size % 3 == 0 and n_heads != 3
    if joined:
        indices = torch.arange(size, device="cpu").view(3, -1)
        for parts in [*permutations(range(3))][1:]:
            yield f"{THIRDS_REORDERED}, {list(parts)}", indices[list(parts)].flatten()


def _head_permutations(
    theirs: Tensor, ours: Tensor, axis: int, n_heads: int
) -> Iterator[tuple[str, Tensor]]:
    """Yields permutations of the heads along one axis, and of the features in each head."""
    size = theirs.shape[axis]
    for parts in (3, 1):  # queries, keys and values, or one projection
        if size % (parts * n_heads):
            continue
        square = theirs.dim() == 2 and theirs.shape[0] == theirs.shape[1]
        if parts == 3 and not square:  # a square matrix is one projection
            yield from _shards_joined(size, n_heads)
        halves = 2 if size % (2 * parts * n_heads) == 0 else 1
        indices = torch.arange(size, device="cpu").view(parts, n_heads, halves, -1)
        for order, (change, inverse) in PERMUTATIONS.items():
            moved = indices.permute(order).flatten()
            yield change, moved
            yield inverse, moved.argsort()
        heads = _most_similar_heads(theirs, ours, axis, parts, n_heads)
        if sorted(heads) == list(range(n_heads)):
            yield f"{HEADS_REORDERED}, {heads}", indices[:, heads].flatten()


def _shards_joined(size: int, n_heads: int) -> Iterator[tuple[str, Tensor]]:
    """Yields what joins the [Q|K|V] of several devices end to end, and what takes that apart."""
    for shards in range(2, n_heads):
        if n_heads % shards == 0:
            order = torch.arange(size, device="cpu").view(3, shards, -1).transpose(0, 1).flatten()
            yield f"[Q|K|V] of {shards} shards one after the other", order
            yield f"{shards} shards of [Q|K|V] as one", order.argsort()


def _changes_with_others(
    name: str,
    theirs: Mapping[str, Tensor],
    ours: Mapping[str, Tensor],
    n_heads: int | None,
    tolerance: float,
) -> Iterator[tuple[str, Tensor, Tensor]]:
    """Yields changes of several parameters with one shape: a description, theirs and ours."""
    both = {
        other: (theirs[other].detach().cpu().double(), ours[other].detach().cpu().double())
        for other in theirs
        if other in ours
        and all(_is_comparable(side[other], theirs[name]) for side in (theirs, ours))
    }
    if name not in both:
        return  # ours has another shape
    others = {
        other: pair for other, pair in both.items() if _difference_over_larger(*pair) > tolerance
    }
    x, y = others.pop(name)
    for other, (a, b) in others.items():
        yield f"exchanged with {other}", torch.stack([a, x]), torch.stack([y, b])
    three = [name, *others][:3]
    if n_heads is None or len(three) < 3:
        return
    for axis in range(x.dim()):
        along = f" along axis {axis}" if x.dim() > 1 else ""
        if x.shape[axis] % n_heads == 0:
            indices = torch.arange(3 * x.shape[axis], device="cpu").view(3, n_heads, 1, -1)
            moved = indices.permute(INTERLEAVED).flatten()
            orders = [*zip(PERMUTATIONS[INTERLEAVED], (moved, moved.argsort()), strict=True)]
            orders += _shards_joined(len(moved), n_heads)
            for parts in permutations(three):
                a, b = (torch.cat([both[part][side] for part in parts], axis) for side in (0, 1))
                for change, order in orders:
                    description = f"{change}{along}, {CUT_IN_THREE}: {', '.join(parts)}"
                    yield description, a.index_select(axis, order), b


def _is_comparable(tensor: Tensor, other: Tensor) -> bool:
    """Whether a tensor has values and the shape of another one."""
    usable = isinstance(tensor, Tensor) and tensor.is_floating_point() and checks.is_dense(tensor)
    return usable and not tensor.is_meta and tensor.shape == other.shape


def _most_similar_heads(
    theirs: Tensor, ours: Tensor, axis: int, parts: int, n_heads: int
) -> list[int]:
    """For each head of ours, the index of the most similar head of theirs.

    Args:
        parts: 3 if the axis concatenates queries, keys and values, otherwise 1.
    """
    heads, others = (
        tensor.movedim(axis, 0).unflatten(0, (parts, n_heads, -1)).transpose(0, 1)
        for tensor in (theirs, ours)
    )
    # Of either sign, because a factor may be below 0.
    differences = [
        [min(_difference_over_larger(x, y), _difference_over_larger(-x, y)) for x in heads]
        for y in others
    ]
    return [row.index(min(row)) for row in differences]


def _difference_over_larger(theirs: Tensor, ours: Tensor) -> float:
    """|theirs - ours| / the larger of |theirs| and |ours|; infinite if it is NaN."""
    length = max(theirs.norm().item(), ours.norm().item()) or 1.0
    difference = (theirs - ours).norm().item() / length
    return difference if difference == difference else float("inf")
