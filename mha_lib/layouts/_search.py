"""Which reading of an attention's parameters gives the output that was recorded."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial

import torch
from torch import Tensor

from mha_lib import checks
from mha_lib.layers import StackedAttention
from mha_lib.layouts._models import count
from mha_lib.rotary import rotate
from mha_lib.weights import HeadWeights

ROTARY = ("", "halves", "neighbours")


@dataclass(frozen=True)
class Reading:
    """One way to read an attention's parameters.

    Args:
        layout: A name in `LAYOUTS`.
        n_heads: Number of query heads.
        n_kv_heads: Number of key heads.
        transposed: Whether every matrix is the transpose of the layout's.
        rotary: Which features of a head turn together: "halves", i and i + d_head/2, as in
            Hugging Face's Llama; "neighbours", 2i and 2i + 1, as in Meta's and GPT-J; "" for none.
        gap: How far its output is from the recorded one, as a share of the recorded one's length.
    """

    layout: str
    n_heads: int
    n_kv_heads: int
    transposed: bool
    rotary: str
    gap: float

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


def turn(pairs: str, base: float, heads: Tensor, places: Tensor) -> Tensor:
    """Rotary positions in either order of pairs; scores do not see the order that remains."""
    heads = neighbours_as_halves(heads) if pairs == "neighbours" else heads
    return rotate(heads, places, base)


@torch.no_grad()
def output_of(
    hw: HeadWeights, inputs: Tensor, mask: Tensor | None, pairs: str, base: float
) -> Tensor:
    """What attention with these weights gives for the inputs."""
    rotary = partial(turn, pairs, base) if pairs else None
    return StackedAttention.from_head_weights(hw)(
        inputs, mask=mask, need_weights=False, rotary=rotary
    )[0]


def heads_that_may_be(state: Mapping[str, Tensor], n_heads: int | None) -> list[int]:
    """The numbers of heads that could divide a size of some parameter."""
    if n_heads is not None:
        return [checks.whole_number("n_heads", n_heads)]
    sizes = {size for tensor in state.values() for size in tensor.shape}
    return [h for h in range(1, max(sizes) + 1) if any(size % h == 0 for size in sizes)]


def compared(inputs: Tensor, mask: Tensor | None) -> Tensor:
    """The rows of queries that have a key in every head: for others, layers do as they like."""
    if not isinstance(mask, Tensor) or mask.dim() < 2:
        return torch.ones(inputs.shape[:-1], dtype=torch.bool)
    checks.dense("mask", mask)
    rows = mask.bool().any(-1)
    rows = rows.all(-2) if rows.dim() > 1 else rows
    try:
        return rows.broadcast_to(inputs.shape[:-1])
    except RuntimeError:  # the layer says what is wrong with such a mask
        return torch.ones(inputs.shape[:-1], dtype=torch.bool)


def orientations(state: Mapping[str, Tensor]) -> Iterator[tuple[bool, dict[str, Tensor]]]:
    """The parameters as they are, and with every matrix transposed."""
    yield False, dict(state)
    yield True, {name: t.T if t.dim() == 2 else t for name, t in state.items()}


def search(
    state_dict: Mapping[str, Tensor],
    inputs: Tensor,
    outputs: Tensor,
    n_heads: int | None,
    mask: Tensor | None,
    base: float,
    readers: Mapping[str, partial[HeadWeights]],
) -> list[Reading]:
    """Tries every reading; see `mha_lib.layouts.search`."""
    for name, tensor in checks.state_dict("state_dict", state_dict).items():
        checks.floating(name, tensor, min_dims=1)
    checks.floating("inputs", inputs, min_dims=2)
    checks.floating("outputs", outputs, min_dims=2)
    if inputs.shape != outputs.shape:
        raise ValueError(
            f"outputs must have the shape of inputs, {tuple(inputs.shape)}; "
            f"got {checks.describe(outputs)}"
        )
    checks.finite("inputs", inputs)
    checks.finite("outputs", outputs)
    inputs, outputs = (t.detach().double() for t in (inputs, outputs))
    rows = compared(inputs, mask)
    length = outputs[rows].norm().item()
    if length == 0:
        raise ValueError("outputs must not be all zeros, which many readings give; got zeros")
    readings = []
    for transposed, state in orientations(state_dict):
        for layout, read in readers.items():
            for heads in heads_that_may_be(state, n_heads):
                try:
                    hw = read(state, n_heads=heads).map(Tensor.detach).map(Tensor.double)
                except (TypeError, ValueError):
                    continue  # not this layout's names or shapes
                widths = {W.shape[1] for W in (hw.W_Q, hw.W_K, hw.W_V)}
                of_mask = mask.shape[-3] if mask is not None and mask.dim() > 2 else 1
                if hw.n_heads != heads or widths != {inputs.shape[-1]}:
                    continue  # or not of these tokens
                if of_mask not in (1, heads):
                    continue  # a mask a head tells their number
                for pairs in ROTARY[: 1 if hw.d_head % 2 else 3]:
                    output = output_of(hw, inputs, mask, pairs, base)
                    gap = (output - outputs)[rows].norm().item() / length
                    found = (layout, heads, hw.n_kv_heads, transposed, pairs, gap)
                    readings.append(Reading(*found))
    return sorted(readings, key=lambda reading: reading.gap)
