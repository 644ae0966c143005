"""Which reading of an attention's parameters gives the output that was recorded."""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import partial
from heapq import nsmallest
from itertools import product
from operator import itemgetter

import torch
import torch.nn.functional as F
from torch import Tensor

from mha_lib import checks
from mha_lib.attention import attend
from mha_lib.layers import StackedAttention
from mha_lib.layouts._by_shape import ByShape, Matrices
from mha_lib.layouts._models import count
from mha_lib.rotary import rotate
from mha_lib.weights import HeadWeights

Rotary = Callable[[Tensor, Tensor], Tensor]
Turns = Callable[[int], Mapping[str, Rotary | None]]

RIGHT = 1e-5  # a gap at which a layout's reading is the right one
# Readings by shape are many. A few queries, and a few features of the output, tell the closest.
QUERIES, FEATURES, KEPT = 4, 64, 10


@dataclass(frozen=True)
class Reading:
    """One way to read an attention's parameters.

    Args:
        layout: A name in `LAYOUTS`; or, of matrices that were read by their shapes, what they hold:
            "K|Q|V", "head by head K|Q|V", "2 shards of K|Q|V", "megatron_v1", with ", out
            transposed" where the output's matrix is the other way round than the joined one; or
            "q=wq k=wk v=wv out=wo" with the names of four.
        n_heads: Number of query heads.
        n_kv_heads: Number of key heads.
        transposed: Whether every matrix is the transpose of the layout's; of an nn.Linear's weight,
            where it was read by its shape.
        rotary: Which features of a head turn together: "halves", i and i + d_head/2, as in
            Hugging Face's Llama; "neighbours", 2i and 2i + 1, as in Meta's and GPT-J; "" for none.
            Where `rotary_dim` features turn, it stands for d_head here.
        gap: How far its output is from the recorded one, as a share of the recorded one's length.
        head_weights: Called without arguments, gives the weights of this reading, for `pack`.
    """

    layout: str
    n_heads: int
    n_kv_heads: int
    transposed: bool
    rotary: str
    gap: float
    head_weights: Callable[[], HeadWeights] = field(repr=False, compare=False)

    def __str__(self) -> str:
        parts = [self.layout, count(self.n_heads, "head")]
        if self.n_kv_heads != self.n_heads:
            parts.append(count(self.n_kv_heads, "key head"))
        parts += ["transposed"] * self.transposed
        parts += [f"rotary by {self.rotary}"] * bool(self.rotary)
        return f"{', '.join(parts)}: off by {self.gap:.1g}"


def neighbours_as_halves(heads: Tensor) -> Tensor:
    """Features 0, 2, 4, ... of each head, then 1, 3, 5, ..."""
    return heads.unflatten(-1, (-1, 2)).transpose(-1, -2).flatten(-2)


def turn(pairs: str, base: float, width: int, heads: Tensor, places: Tensor) -> Tensor:
    """Rotary positions of the first `width` features, in either order of pairs.

    Scores do not see the order that remains.
    """
    turning, still = heads.tensor_split([width], -1)
    turning = neighbours_as_halves(turning) if pairs == "neighbours" else turning
    return torch.cat([rotate(turning, places, base), still], -1)


def turns(base: float, rotary_dim: int | None, d_head: int) -> Mapping[str, Rotary | None]:
    """No rotary positions, and each order of pairs where a head has the features for them."""
    width = d_head if rotary_dim is None else rotary_dim
    pairs = ("halves", "neighbours") if width % 2 == 0 and width <= d_head else ()
    return {"": None} | {each: partial(turn, each, base, width) for each in pairs}


@torch.no_grad()
def output_of(
    hw: HeadWeights, inputs: Tensor, mask: Tensor | None, rotary: Rotary | None
) -> Tensor:
    """What attention with these weights gives for the inputs."""
    return StackedAttention.from_head_weights(hw)(
        inputs, mask=mask, need_weights=False, rotary=rotary
    )[0]


def heads_that_may_be(state: Mapping[str, Tensor], n_heads: int | None) -> list[int]:
    """The numbers of heads that could divide a size of some parameter."""
    if n_heads is not None:
        return [checks.require_int("n_heads", n_heads)]
    sizes = {size for tensor in state.values() for size in tensor.shape}
    return [h for h in range(1, max(sizes, default=0) + 1) if any(size % h == 0 for size in sizes)]


def compared(inputs: Tensor, mask: Tensor | None) -> Tensor:
    """The rows of queries that have a key in every head: for others, layers do as they like."""
    if mask is None:
        return torch.ones(inputs.shape[:-1], dtype=torch.bool, device=inputs.device)
    rows = mask.any(-1)
    rows = rows.all(-2) if rows.dim() > 1 else rows
    return rows.broadcast_to(inputs.shape[:-1])


def heads_of(mask: object) -> int:
    """How many heads a mask is for; 1 where it is one for all."""
    return mask.shape[-3] if isinstance(mask, Tensor) and mask.dim() > 2 else 1


def orientations(state: Mapping[str, Tensor]) -> Iterator[tuple[bool, dict[str, Tensor]]]:
    """The parameters as they are, and with every matrix transposed."""
    yield False, dict(state)
    yield True, {name: t.T if t.dim() == 2 else t for name, t in state.items()}


@dataclass(frozen=True)
class Recorded:
    """What was recorded, in float64.

    Args:
        inputs: (*batch, tokens, d_model).
        outputs: Of the same shape.
        mask: What `StackedAttention` takes.
        rows: The queries that are compared, (*batch, tokens).
    """

    inputs: Tensor
    outputs: Tensor
    mask: Tensor | None
    rows: Tensor

    @classmethod
    def of(cls, inputs: Tensor, outputs: Tensor, mask: Tensor | None) -> "Recorded":
        """Holds them to each other; raises as `mha_lib.layouts.search`."""
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
        checks.require_attention_mask(
            mask, (*batch, heads_of(mask), n_tokens, n_tokens), inputs.device
        )
        rows = compared(inputs, mask)
        if not outputs[rows].any():
            raise ValueError("outputs must not be all zeros, which many readings give; got zeros")
        return cls(inputs.detach().double(), outputs.detach().double(), mask, rows)

    def gap(self, hw: HeadWeights, rotary: Rotary | None) -> float:
        """How far off the output of these weights is, as a share of the recorded one's length."""
        output = output_of(hw, self.inputs, self.mask, rotary)
        return ((output - self.outputs)[self.rows].norm() / self.outputs[self.rows].norm()).item()

    def few(self) -> "Few":
        """Some queries of the text that has most of them to compare."""
        x, y, rows = (
            t.reshape(-1, *t.shape[self.inputs.dim() - 2 :])
            for t in (self.inputs, self.outputs, self.rows)
        )
        text = int(rows.sum(-1).argmax())
        queries = rows[text].nonzero()[:, 0]
        queries = queries[spread(len(queries), QUERIES, queries.device)]
        features = spread(y.shape[-1], FEATURES, y.device)
        outputs = y[text][queries][:, features].float()
        if (mask := self.mask) is not None:
            sizes = (heads_of(mask), x.shape[1], x.shape[1])
            mask = mask.broadcast_to(*self.inputs.shape[:-2], *sizes)
            mask = mask.reshape(-1, *sizes)[text][:, queries]
        return Few(x[text].float(), queries, features, outputs, mask)


@dataclass(frozen=True)
class Few:
    """A small part of a recording, in float32: enough to tell readings apart.

    Args:
        inputs: One text, (tokens, d_model).
        queries: Places in it.
        features: Some of the output's.
        outputs: What was recorded for these, (queries, features).
        mask: Of these queries, (1 or heads, queries, tokens).
    """

    inputs: Tensor
    queries: Tensor
    features: Tensor
    outputs: Tensor
    mask: Tensor | None

    @torch.no_grad()
    def distances(
        self, matrices: Matrices, heads: Sequence[int], turns_of: Turns
    ) -> Iterator[tuple[float, ByShape, str]]:
        """For each reading and rotary pairs, how far its output is from the recorded one."""
        places = torch.arange(len(self.inputs), device=self.inputs.device)
        projected = matrices.project(self.inputs)
        for seen in matrices.readings(self.inputs.shape[-1], heads):
            rows = (part for part in seen.cut(projected) if part is not None)
            q, k, v = (part.unflatten(0, (-1, seen.d_head)).mT for part in rows)
            q, out = q[:, self.queries], matrices.some(seen.out, self.features)
            for pairs, rotary in turns_of(seen.d_head).items():
                turned = (q, k)
                if rotary is not None:
                    turned = rotary(q, places[self.queries]), rotary(k, places)
                merged, _ = attend(*turned, v, self.mask, seen.d_head**-0.5, 0.0, True)
                output = F.linear(merged.transpose(0, 1).flatten(1), *out)
                yield (output - self.outputs).norm().item(), seen, pairs


def spread(size: int, at_most: int, device: torch.device) -> Tensor:
    """Some places out of so many, from the first to the last."""
    return torch.linspace(0, size - 1, min(size, at_most), device=device).long()


def search(
    state_dict: Mapping[str, Tensor],
    recorded: Recorded,
    n_heads: int | None,
    base: float,
    rotary_dim: int | None,
    readers: Mapping[str, partial[HeadWeights]],
) -> list[Reading]:
    """Tries every reading; see `mha_lib.layouts.search`."""
    heads = [n for n in heads_that_may_be(state_dict, n_heads) if heads_of(recorded.mask) in (1, n)]
    states = dict(orientations(state_dict))
    turns_of = partial(turns, base, rotary_dim)
    d_heads: set[int] = set()

    def read(layout: str, n_heads: int, transposed: bool) -> HeadWeights:
        hw = readers[layout](states[transposed], n_heads=n_heads)
        return hw.map(Tensor.detach).map(Tensor.double)

    named: list[Reading] = []
    for transposed, layout, n in product(states, readers, heads):
        try:
            hw = read(layout, n, transposed)
        except (TypeError, ValueError):
            continue  # no such number of heads, or the other way round
        widths = {W.shape[1] for W in (hw.W_Q, hw.W_K, hw.W_V)}
        if hw.n_heads != n or widths != {recorded.inputs.shape[-1]}:
            continue  # or not of these tokens
        d_heads.add(hw.d_head)
        for pairs, rotary in turns_of(hw.d_head).items():
            gap = recorded.gap(hw, rotary)
            given = partial(readers[layout], states[transposed], n_heads=n)
            named.append(Reading(layout, n, hw.n_kv_heads, transposed, pairs, gap, given))

    tried: list[tuple[float, bool, ByShape, str]] = []
    if all(reading.gap > RIGHT for reading in named):
        few = recorded.few()
        for transposed, state in states.items():
            for matrices in Matrices.of({name: t.detach().double() for name, t in state.items()}):
                for distance, seen, pairs in few.distances(matrices, heads, turns_of):
                    tried.append((distance, transposed, seen, pairs))
    d_heads |= {seen.d_head for _, _, seen, _ in tried}
    if rotary_dim is not None and rotary_dim > max(d_heads, default=rotary_dim):
        raise ValueError(f"rotary_dim must be at most d_head, {max(d_heads)}; got {rotary_dim}")

    by_shape: list[Reading] = []
    dtype = next((tensor.dtype for tensor in state_dict.values()), None)
    for _, transposed, seen, pairs in nsmallest(KEPT, tried, key=itemgetter(0)):
        hw = seen.head_weights()
        gap = recorded.gap(hw, turns_of(seen.d_head)[pairs])
        given = partial(hw.map, partial(Tensor.to, dtype=dtype))
        sizes = (seen.words, seen.n_heads, seen.n_kv_heads)
        reading = Reading(*sizes, transposed, pairs, gap, given)
        others = [other for other in named if may_be_one(reading, other)]
        if not any(same(hw, read(r.layout, r.n_heads, r.transposed)) for r in others):
            by_shape.append(reading)
    return sorted(named + by_shape, key=lambda reading: reading.gap)


def may_be_one(reading: Reading, other: Reading) -> bool:
    """Whether two readings may be of the same numbers."""
    sizes, of_other = ((r.n_heads, r.n_kv_heads, r.rotary) for r in (reading, other))
    return sizes == of_other and math.isclose(reading.gap, other.gap, abs_tol=1e-9)


def same(one: HeadWeights, other: HeadWeights) -> bool:
    """Whether two have the same biases, and all numbers are equal."""
    pairs = [(getattr(one, part.name), getattr(other, part.name)) for part in fields(one)]
    there = [(x, y) for x, y in pairs if x is not None and y is not None]
    return all((x is None) == (y is None) for x, y in pairs) and all(
        torch.equal(x, y) for x, y in there
    )
