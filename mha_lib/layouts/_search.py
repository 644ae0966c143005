"""Finds which way of reading an attention's parameters gives the recorded output.

Gaps are measured in float64, so that only the rounding of the recorded call is left. Candidates by
shape are first ranked on a subsample in float32, which is faster and good enough to rank them.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import partial
from heapq import nsmallest
from itertools import product
from operator import itemgetter
from typing import NamedTuple

import torch
import torch.nn.functional as F
from torch import Tensor

from mha_lib import checks
from mha_lib.attention import attend_unchecked
from mha_lib.head_parameters import HeadParameters
from mha_lib.layouts._guess_contents import Matrices, ShapeCandidate
from mha_lib.layouts._row_orders import (
    HEAD_AFTER_HEAD,
    RowOrder,
    as_halves,
    unusual_row_orders,
)
from mha_lib.rotary import rotate

Rotary = Callable[[Tensor, Tensor], Tensor]
# Maps the width of a head to its kinds of rotary positions.
RotaryByWidth = Callable[[int], Mapping[str, Rotary | None]]
RowOrdersFor = Callable[[ShapeCandidate], Iterable[RowOrder]]

ROUNDING_GAP = 1e-5  # a candidate with at most this gap is right
# The same for parameters or calls of fewer bits.
LARGEST_GAP_BY_DTYPE = {torch.float16: 3e-3, torch.bfloat16: 3e-2}
# Candidates by shape are many. A subsample of the recorded call ranks them, and the best are kept.
SUBSAMPLE_QUERIES, SUBSAMPLE_FEATURES = 4, 64
KEPT_SHAPE_CANDIDATES = 10


@dataclass(frozen=True)
class Candidate:
    """One way to read an attention's parameters, and how close its output is to the recorded one.

    Args:
        description: What the matrices contain, in words: the name of the layout if there is one.
            Otherwise the matrices were read by their shapes. Then it is "K|Q|V", "head by head
            K|Q|V", "2 shards of K|Q|V" or "megatron_v1", followed by ", out transposed" if only
            the output's matrix is transposed; or "q=wq k=wk v=wv out=wo", the roles of four
            matrices with these names.
        layout: A name in `LAYOUTS`; None if no layout reads the matrices like this.
        n_heads: Number of query heads.
        n_kv_heads: Number of KV heads.
        transposed: Whether every matrix is the transpose of the layout's matrix. For matrices read
            by their shapes: of an nn.Linear's weight.
        rotary: Which features of a head are rotated together: "halves", i and i + d_head/2, as in
            Hugging Face's Llama; "neighbors", 2i and 2i + 1, as in Meta's Llama and GPT-J; "" if
            none. With `rotary_dim`, replace d_head by it in these formulas.
        gap: Relative difference between its output and the recorded one: |a - b| / |b|.
        head_parameters: Called without arguments, returns the parameters, for `pack`.
        order: The stored order of the rows, such as "order (d h)"; "" if they are stored head by
            head. See `search`. `head_parameters` returns them head by head.
        rotary_dim: How many features of a head are rotated, as given to `search`; None for all.
    """

    description: str
    layout: str | None
    n_heads: int
    n_kv_heads: int
    transposed: bool
    rotary: str
    gap: float
    head_parameters: Callable[[], HeadParameters] = field(repr=False, compare=False)
    order: str = ""
    rotary_dim: int | None = None

    def for_rotary(self, pairs: str) -> HeadParameters:
        """Returns the parameters for code that rotates these pairs of features.

        If the candidate rotates others, the features of queries and keys are reordered, with their
        biases. The scores stay the same.

        Args:
            pairs: "halves" or "neighbors", as in `rotary`.

        Raises:
            ValueError: `pairs` is neither of the two.
        """
        if pairs not in ("halves", "neighbors"):
            raise ValueError(f"pairs must be 'halves' or 'neighbors'; got {pairs!r}")
        params = self.head_parameters()
        if self.rotary in ("", pairs):
            return params
        features = as_halves(torch.arange(params.d_head), self.rotary_dim or params.d_head)
        features = features if pairs == "halves" else features.argsort()
        return replace(
            params,
            W_Q=params.W_Q[..., features],
            W_K=params.W_K[..., features],
            b_Q=None if params.b_Q is None else params.b_Q[..., features],
            b_K=None if params.b_K is None else params.b_K[..., features],
        )

    def __str__(self) -> str:
        parts = [self.description, checks.count_noun(self.n_heads, "head")]
        if self.n_kv_heads != self.n_heads:
            parts.append(checks.count_noun(self.n_kv_heads, "KV head"))
        parts += ["transposed"] * self.transposed
        if not self.order.startswith("rotary"):
            parts += [f"rotary by {self.rotary}"] * bool(self.rotary)
        parts += [self.order] * bool(self.order)
        return f"{', '.join(parts)}: off by {self.gap:.1g}"


def rotate_part(pairs: str, base: float, width: int, heads: Tensor, positions: Tensor) -> Tensor:
    """Rotates the first `width` features, in pairs of halves or of neighbors.

    Pairs of neighbors are left in the order of halves. This does not change the scores, because
    queries and keys are reordered in the same way.
    """
    rotated, rest = heads.tensor_split([width], -1)
    rotated = as_halves(rotated, width) if pairs == "neighbors" else rotated
    return torch.cat([rotate(rotated, positions, base), rest], -1)


def rotary_kinds(base: float, rotary_dim: int | None, d_head: int) -> Mapping[str, Rotary | None]:
    """Maps kinds of rotary positions to functions. Pairs need an even width, at most d_head."""
    width = d_head if rotary_dim is None else rotary_dim
    kinds = ("halves", "neighbors") if width % 2 == 0 and width <= d_head else ()
    return {"": None} | {kind: partial(rotate_part, kind, base, width) for kind in kinds}


@torch.no_grad()
def output_of(
    params: HeadParameters,
    inputs: Tensor,
    source: Tensor,
    mask: Tensor | None,
    rotary: Rotary | None,
) -> Tensor:
    """Computes the output of attention with these parameters: `inputs` attend to `source`."""
    q, k, v = (
        tokens[..., None, :, :] @ W + (0 if b is None else b[:, None])
        for tokens, W, b in (
            (inputs, params.W_Q, params.b_Q),
            (source, params.W_K, params.b_K),
            (source, params.W_V, params.b_V),
        )
    )  # each (*batch, heads, tokens, d_head)
    if rotary is not None:
        q, k = (rotary(t, torch.arange(t.shape[-2], device=t.device)) for t in (q, k))
    heads, _ = attend_unchecked(q, k, v, mask, params.d_head**-0.5, 0.0, False)
    output = torch.einsum("...hqv,hvm->...qm", heads, params.W_O)
    return output if params.b_O is None else output + params.b_O


def possible_head_counts(state: Mapping[str, Tensor], n_heads: int | None) -> list[int]:
    """`n_heads`, or if it is None all divisors of the sizes of the parameters."""
    if n_heads is not None:
        return [checks.require_int("n_heads", n_heads)]
    sizes = {size for tensor in state.values() for size in tensor.shape}
    return [h for h in range(1, max(sizes, default=0) + 1) if any(size % h == 0 for size in sizes)]


def comparable_queries(inputs: Tensor, mask: Tensor | None) -> Tensor:
    """True for queries that have a key in every head; the output of other queries is undefined."""
    if mask is None:
        return torch.ones(inputs.shape[:-1], dtype=torch.bool, device=inputs.device)
    rows = mask.any(-1)
    rows = rows.all(-2) if rows.dim() > 1 else rows
    return rows.broadcast_to(inputs.shape[:-1])


def n_mask_heads(mask: object) -> int:
    """The number of heads of a mask; 1 if all heads have the same mask."""
    return mask.shape[-3] if isinstance(mask, Tensor) and mask.dim() > 2 else 1


def orientations(state: Mapping[str, Tensor]) -> Iterator[tuple[bool, dict[str, Tensor]]]:
    """The parameters as they are (False), and with every matrix transposed (True)."""
    yield False, dict(state)
    yield True, {name: t.T if t.dim() == 2 else t for name, t in state.items()}


class SearchResult(list[Candidate]):
    """The candidates of a search, the closest first. Its text begins with a verdict.

    Args:
        candidates: All candidates.
        limit: The largest gap that rounding explains.
        reason: Why no candidate is close, or why there is none; "" if one is close.

    >>> print(SearchResult([], 1e-5, "no matrix takes tokens of width 5"))
    no candidate: no matrix takes tokens of width 5
    """

    def __init__(self, candidates: Iterable[Candidate], limit: float, reason: str):
        super().__init__(candidates)
        self.limit = limit
        self.reason = reason

    @property
    def close(self) -> list[Candidate]:
        """The candidates whose gap is only rounding."""
        return [candidate for candidate in self if candidate.gap <= self.limit]

    def __str__(self) -> str:
        if not self:
            return f"no candidate: {self.reason}"
        close = self.close
        if not close:
            return f"no candidate is close; {self.reason}\nthe closest of {len(self)}: {self[0]}"
        return "\n".join([*map(str, close), *(f"the next is {c}" for c in self[len(close) :][:1])])


@dataclass(frozen=True)
class Reference:
    """The recorded call that candidates are compared with, in float64.

    Args:
        inputs: (*batch, tokens, d_model).
        outputs: The same shape.
        source: The tokens that keys and values are made from, (*batch, keys, d_source); in
            self-attention, the inputs.
        mask: A mask for `StackedAttention`.
        rows: True for the queries that are compared, (*batch, tokens).
    """

    inputs: Tensor
    outputs: Tensor
    source: Tensor
    mask: Tensor | None
    rows: Tensor

    @classmethod
    def from_call(
        cls, inputs: Tensor, outputs: Tensor, source: Tensor | None, mask: Tensor | None
    ) -> "Reference":
        """Checks the arguments of `mha_lib.layouts.search`, and raises as documented there."""
        checks.require_floating("inputs", inputs, min_dims=2)
        checks.require_floating("outputs", outputs, min_dims=2)
        if inputs.shape != outputs.shape:
            raise ValueError(
                f"outputs must have the shape of inputs, {tuple(inputs.shape)}; "
                f"got {checks.describe(outputs)}"
            )
        checks.require_finite("inputs", inputs)
        checks.require_finite("outputs", outputs)
        *batch, n_tokens, _ = inputs.shape
        n_keys = n_tokens
        if source is not None:
            checks.require_floating("source", source, min_dims=2)
            if list(source.shape[:-2]) != batch:
                raise ValueError(
                    f"source must have the batch axes of inputs, {tuple(batch)}; "
                    f"got {checks.describe(source)}"
                )
            checks.require_finite("source", source)
            n_keys = source.shape[-2]
        checks.require_attention_mask(
            mask, (*batch, n_mask_heads(mask), n_tokens, n_keys), inputs.device
        )
        rows = comparable_queries(inputs, mask)
        if not outputs[rows].any():
            raise ValueError(
                "outputs must not be all zeros, because many candidates would fit; got zeros"
            )
        inputs, outputs = inputs.detach().double(), outputs.detach().double()
        source = inputs if source is None else source.detach().double()
        return cls(inputs, outputs, source, mask, rows)

    def gap(self, params: HeadParameters, rotary: Rotary | None) -> float:
        """The relative difference between the output with these parameters and the recorded one."""
        output = output_of(params, self.inputs, self.source, self.mask, rotary)
        return ((output - self.outputs)[self.rows].norm() / self.outputs[self.rows].norm()).item()

    def subsample(self) -> "Subsample":
        """A few queries of one sequence: the one with the most queries to compare."""
        x, y, source, rows = (
            t.reshape(-1, *t.shape[self.inputs.dim() - 2 :])
            for t in (self.inputs, self.outputs, self.source, self.rows)
        )
        sequence = int(rows.sum(-1).argmax())
        queries = rows[sequence].nonzero()[:, 0]
        queries = queries[spaced_indices(len(queries), SUBSAMPLE_QUERIES, queries.device)]
        features = spaced_indices(y.shape[-1], SUBSAMPLE_FEATURES, y.device)
        outputs = y[sequence][queries][:, features].float()
        if (mask := self.mask) is not None:
            mask_shape = (n_mask_heads(mask), x.shape[1], source.shape[1])
            mask = mask.broadcast_to(*self.inputs.shape[:-2], *mask_shape)
            mask = mask.reshape(-1, *mask_shape)[sequence][:, queries]
        tokens = (x[sequence].float(), source[sequence].float())
        return Subsample(*tokens, queries, features, outputs, mask)


@dataclass(frozen=True)
class Subsample:
    """A small part of a recorded call, in float32: enough to rank candidates.

    Args:
        inputs: One sequence, (tokens, d_model).
        source: The tokens that keys and values are made from, (keys, d_source).
        queries: Positions of some of its tokens.
        features: Indices of some features of the output.
        outputs: The recorded outputs of the queries, (queries, features).
        mask: The mask of the queries, (1 or heads, queries, keys).
    """

    inputs: Tensor
    source: Tensor
    queries: Tensor
    features: Tensor
    outputs: Tensor
    mask: Tensor | None

    @torch.no_grad()
    def distances(
        self,
        matrices: Matrices,
        head_counts: Sequence[int],
        rotary_kinds_for: RotaryByWidth,
        row_orders_for: RowOrdersFor,
    ) -> Iterator[tuple[float, ShapeCandidate, str, RowOrder]]:
        """The distance from the recorded output, for each candidate, kind of rotary and row order.

        Args:
            matrices: The matrices and biases.
            head_counts: Numbers of heads to try.
            rotary_kinds_for: Returns the kinds of rotary positions to try for a width of heads.
            row_orders_for: Returns the row orders to try for a candidate.
        """
        positions = torch.arange(len(self.source), device=self.inputs.device)
        of_inputs, of_source = map(matrices.project, (self.inputs, self.source))
        widths = (self.inputs.shape[-1], self.source.shape[-1])
        for candidate in matrices.candidates(*widths, head_counts):
            d_head = candidate.d_head
            both = [candidate.split(of_inputs)[0], *candidate.split(of_source)[1:]]
            parts = [part for part in both if part is not None]
            weight, bias = matrices.rows_of(candidate.out, self.features)
            for order in row_orders_for(candidate):
                rows = zip(parts, (order.queries, order.keys, order.values), strict=True)
                stored = (part if row is None else part[row] for part, row in rows)
                q, k, v = (part.unflatten(0, (-1, d_head)).mT for part in stored)
                q = q[:, self.queries]
                out = weight if order.output is None else weight[:, order.output]
                for rotary_pairs, rotary in rotary_kinds_for(d_head).items():
                    if order.rotary_pairs not in (None, rotary_pairs):
                        continue
                    rotated = (q, k)
                    if rotary is not None:
                        rotated = rotary(q, self.queries), rotary(k, positions)
                    merged, _ = attend_unchecked(*rotated, v, self.mask, d_head**-0.5, 0.0, True)
                    output = F.linear(merged.transpose(0, 1).flatten(1), out, bias)
                    distance = (output - self.outputs).norm().item()
                    yield distance, candidate, rotary_pairs, order


def spaced_indices(size: int, at_most: int, device: torch.device) -> Tensor:
    """At most `at_most` indices below `size`, evenly spaced from the first to the last."""
    return torch.linspace(0, size - 1, min(size, at_most), device=device).long()


class RankedCandidate(NamedTuple):
    """A candidate by shape, and how far its output is from the recorded one on the subsample."""

    distance: float
    transposed: bool
    shape: ShapeCandidate
    rotary_pairs: str
    order: RowOrder


@dataclass(frozen=True)
class Search:
    """The candidates for one recorded call.

    Args:
        states: The parameters as they are (False), and transposed (True).
        head_counts: Numbers of heads to try.
        reference: The recorded call.
        base: The base of rotary angles.
        rotary_dim: How many features of a head are rotated; None for all.
        readers: For each layout with these names, a function that reads a state_dict.
        dtype: The dtype of the parameters, in which `Candidate.head_parameters` returns them.
    """

    states: Mapping[bool, Mapping[str, Tensor]]
    head_counts: Sequence[int]
    reference: Reference
    base: float
    rotary_dim: int | None
    readers: Mapping[str, partial[HeadParameters]]
    dtype: torch.dtype | None

    def rotary_kinds(self, d_head: int) -> Mapping[str, Rotary | None]:
        """The kinds of rotary positions to try for heads of this width."""
        return rotary_kinds(self.base, self.rotary_dim, d_head)

    def by_layout(self) -> list[Candidate]:
        """Reads the parameters in every layout that has their names, and measures each gap."""
        candidates: list[Candidate] = []
        for transposed, layout, n_heads in product(self.states, self.readers, self.head_counts):
            read = partial(self.readers[layout], self.states[transposed], n_heads=n_heads)
            try:
                params = in_float64(read())
            except (TypeError, ValueError):
                continue  # this number of heads, or this orientation, does not fit
            widths = [W.shape[1] for W in (params.W_Q, params.W_K, params.W_V)]
            given = (self.reference.inputs, self.reference.source, self.reference.source)
            if params.n_heads != n_heads or widths != [tokens.shape[-1] for tokens in given]:
                continue  # the matrices do not fit these tokens
            for rotary_pairs, rotary in self.rotary_kinds(params.d_head).items():
                candidate = Candidate(
                    description=layout,
                    layout=layout,
                    n_heads=n_heads,
                    n_kv_heads=params.n_kv_heads,
                    transposed=transposed,
                    rotary=rotary_pairs,
                    gap=self.reference.gap(params, rotary),
                    head_parameters=read,
                )
                candidates.append(candidate)
        return candidates

    def rank(self, row_orders_for: RowOrdersFor) -> list[RankedCandidate]:
        """Reads the matrices in every way that their shapes allow, and compares on a subsample."""
        subsample = self.reference.subsample()
        ranked: list[RankedCandidate] = []
        for transposed, state in self.states.items():
            in_doubles = {name: tensor.detach().double() for name, tensor in state.items()}
            for matrices in Matrices.in_each_orientation(in_doubles):
                distances = subsample.distances(
                    matrices, self.head_counts, self.rotary_kinds, row_orders_for
                )
                for distance, shape, rotary_pairs, order in distances:
                    ranked.append(RankedCandidate(distance, transposed, shape, rotary_pairs, order))
        return ranked

    def measure_nearest(
        self, ranked: Iterable[RankedCandidate], by_layout: Sequence[Candidate]
    ) -> list[Candidate]:
        """Measures the ranked candidates that are nearest.

        Args:
            ranked: The candidates by shape.
            by_layout: The candidates that have a layout. A candidate by shape that equals one of
                them is left out. One that differs from it in the order of rows alone is named after
                its layout.
        """
        measured: list[Candidate] = []
        for nearest in nsmallest(KEPT_SHAPE_CANDIDATES, ranked, key=itemgetter(0)):
            layout = layout_of(nearest, by_layout)
            if layout is None:
                measured.append(self.measure(nearest))
            elif nearest.order is not HEAD_AFTER_HEAD:
                measured.append(replace(self.measure(nearest), description=layout, layout=layout))
        return measured

    def measure(self, ranked: RankedCandidate) -> Candidate:
        """Measures the gap of a candidate by shape on the whole recording."""
        shape = ranked.shape
        params = ranked.order.correct(shape.head_parameters())
        rotary = self.rotary_kinds(shape.d_head)[ranked.rotary_pairs]
        return Candidate(
            description=shape.description,
            layout=None,
            n_heads=shape.n_heads,
            n_kv_heads=shape.n_kv_heads,
            transposed=ranked.transposed,
            rotary=ranked.rotary_pairs,
            gap=self.reference.gap(params, rotary),
            head_parameters=partial(params.map, partial(Tensor.to, dtype=self.dtype)),
            order=ranked.order.description,
        )


def layout_of(ranked: RankedCandidate, by_layout: Iterable[Candidate]) -> str | None:
    """The layout that reads the same parameters, before any reordering of rows; None if none does.

    Args:
        ranked: A candidate by shape.
        by_layout: The candidates that have a layout.
    """
    shape = ranked.shape
    as_read = shape.head_parameters()
    key = (shape.n_heads, shape.n_kv_heads, ranked.transposed, ranked.rotary_pairs)
    return next(
        (
            candidate.layout
            for candidate in by_layout
            if (candidate.n_heads, candidate.n_kv_heads, candidate.transposed, candidate.rotary)
            == key
            and are_equal(as_read, in_float64(candidate.head_parameters()))
        ),
        None,
    )


def find_candidates(
    state_dict: Mapping[str, Tensor],
    reference: Reference,
    n_heads: int | None,
    base: float,
    rotary_dim: int | None,
    readers: Mapping[str, partial[HeadParameters]],
    known_roles: Sequence[Sequence[str]],
) -> list[Candidate]:
    """Tries every candidate; see `mha_lib.layouts.search`.

    1. Layouts that have these names are compared with the whole recording.
    2. If none is right, the matrices are read by their shapes. There are many ways to do this, so
       they are ranked on a subsample of the recording.
    3. The nearest candidates are compared with the whole recording.

    If none is right, steps 2 and 3 are repeated with unusual row orders.
    """
    heads_of_mask = n_mask_heads(reference.mask)
    all_counts = possible_head_counts(state_dict, n_heads)
    search_run = Search(
        states=dict(orientations(state_dict)),
        head_counts=[n for n in all_counts if heads_of_mask in (1, n)],
        reference=reference,
        base=base,
        rotary_dim=rotary_dim,
        readers=readers,
        dtype=next((tensor.dtype for tensor in state_dict.values()), None),
    )
    by_layout = search_run.by_layout()
    d_heads = {candidate.head_parameters().d_head for candidate in by_layout}
    by_shape: list[Candidate] = []
    if not any_fits(by_layout):
        ranked = search_run.rank(lambda shape: [HEAD_AFTER_HEAD])
        d_heads |= {candidate.shape.d_head for candidate in ranked}
        by_shape += search_run.measure_nearest(ranked, by_layout)
    if not any_fits(by_layout + by_shape):
        unusual = partial(unusual_orders_for, rotary_dim=rotary_dim, known_roles=known_roles)
        by_shape += search_run.measure_nearest(search_run.rank(unusual), by_layout)
    if rotary_dim is not None and rotary_dim > max(d_heads, default=rotary_dim):
        raise ValueError(f"rotary_dim must be at most d_head, {max(d_heads)}; got {rotary_dim}")
    candidates = [replace(candidate, rotary_dim=rotary_dim) for candidate in by_layout + by_shape]
    return sorted(candidates, key=lambda candidate: candidate.gap)


def any_fits(candidates: Iterable[Candidate]) -> bool:
    """Whether the gap of a candidate is no larger than rounding makes it."""
    return any(candidate.gap <= ROUNDING_GAP for candidate in candidates)


def unusual_orders_for(
    shape: ShapeCandidate, rotary_dim: int | None, known_roles: Sequence[Sequence[str]]
) -> Iterator[RowOrder]:
    """The unusual row orders to try for a candidate; none if they make no sense for it.

    Args:
        shape: A candidate.
        rotary_dim: How many features of a head are rotated; None for all.
        known_roles: For each layout with these names, which of four matrices are Q, K, V and the
            output's. If there are any, no other roles are tried.
    """
    if len(shape.roles) == 4 and known_roles and shape.roles not in known_roles:
        return
    rotated = shape.d_head if rotary_dim is None else rotary_dim
    orders = unusual_row_orders(shape.n_heads, shape.n_kv_heads, shape.d_head, rotated)
    for order in orders:
        head_by_head = shape.shards == shape.n_kv_heads
        if shape.shards == 1 or (order.rotary_pairs and head_by_head):
            yield order


def in_float64(params: HeadParameters) -> HeadParameters:
    """The same parameters in float64, without gradients."""
    return params.map(Tensor.detach).map(Tensor.double)


def largest_right_gap(tensors: Iterable[Tensor]) -> float:
    """The largest gap that rounding explains, for parameters and outputs of the given dtypes."""
    return max(LARGEST_GAP_BY_DTYPE.get(t.dtype, ROUNDING_GAP) for t in tensors)


def are_equal(ours: HeadParameters, theirs: HeadParameters) -> bool:
    """Whether both have the same biases, and all their tensors are equal."""
    pairs = [(getattr(ours, part.name), getattr(theirs, part.name)) for part in fields(ours)]
    return all(x is y if x is None or y is None else torch.equal(x, y) for x, y in pairs)
