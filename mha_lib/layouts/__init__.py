"""How other systems store the same weights, each as a way to HeadWeights and back.

A system is a table (see `mha_lib.storage`), and any two convert through HeadWeights, so that N
systems cost N tables.

    state_dict = pack(hw, "gpt2")                      HeadWeights to a system
    hw = unpack(state_dict, "gpt2", n_heads=12)        and back
    convert(state_dict, "gpt2", "torch", n_heads=12)   one to another, models too
    detect(state_dict)                                 which systems it could be of
    find(model.state_dict())                           the attentions of a model
    compare(theirs, ours, n_heads=12)                  where two differ, and why
    recording(attention)                               what it is given, and gives
    search(state_dict, inputs, outputs)                which reading gives that
    configured(config)                                 what of it stands in no weight
    python -m mha_lib.layouts show file.safetensors    the same for files

What is packed or unpacked computes the same outputs, and a round trip gives the same bits.
"""

import math
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from functools import partial

from torch import Tensor

from mha_lib import checks
from mha_lib.layouts import _models, _search
from mha_lib.layouts._compare import Comparison, compare
from mha_lib.layouts._configuration import configured
from mha_lib.layouts._layout import Layout
from mha_lib.layouts._models import Found
from mha_lib.layouts._record import Recording, recording
from mha_lib.layouts._search import Reading
from mha_lib.layouts._tables import SYSTEMS
from mha_lib.weights import HeadWeights

__all__ = [
    "LAYOUTS",
    "Comparison",
    "Found",
    "Layout",
    "Reading",
    "Recording",
    "compare",
    "configured",
    "convert",
    "detect",
    "find",
    "layout_of",
    "pack",
    "recording",
    "search",
    "unpack",
]

#: The systems by their names, which `pack`, `unpack` and `convert` take.
LAYOUTS = {layout.name: layout for layout in sorted(SYSTEMS, key=lambda system: system.name)}


def pack(hw: HeadWeights, layout: str, *, rounding: bool = False) -> dict[str, Tensor]:
    """Writes the weights as the state_dict of a named system.

    Args:
        hw: Weights of one attention.
        layout: A name in `LAYOUTS`, "torch" for `torch.nn.MultiheadAttention`.
        rounding: Whether W_Q may be rounded where the system does not divide its scores by
            sqrt(d_head) and d_head is not a power of 4 (t5 and gpt_neo do not).

    Returns:
        Tensors under the system's names; views of the given ones wherever that is possible (make
        them `.contiguous()` for writers that ask for it, as safetensors does).

    Raises:
        TypeError: `hw` is not a HeadWeights.
        ValueError: There is no such layout, or it cannot hold these weights.

    >>> from torch import nn
    >>> hw = HeadWeights.random(d_model=6, n_heads=2)
    >>> nn.MultiheadAttention(6, 2).load_state_dict(pack(hw, "torch"))
    <All keys matched successfully>
    """
    system = layout_of(layout)
    if not system.divides_scores:
        system.write(hw)  # what it cannot hold is the first thing to say
        hw = _scale_queries(hw, 1 / math.sqrt(hw.d_head), layout, rounding)
    return system.write(hw)


def unpack(
    state_dict: Mapping[str, Tensor],
    layout: str,
    n_heads: int | None = None,
    *,
    rounding: bool = False,
) -> HeadWeights:
    """Reads a named system's state_dict, head by head.

    Args:
        state_dict: Parameters of one attention, under the system's own names.
        layout: A name in `LAYOUTS`.
        n_heads: Number of heads; may be left out where names or shapes tell it, as lists of
            small matrices and kernels with an axis for heads do. A stacked matrix does not.
        rounding: As for `pack`.

    Raises:
        TypeError: `state_dict` is not a mapping to dense floating-point tensors of one dtype and
            device, or `n_heads` not an integer.
        ValueError: There is no such layout, the state_dict is not one of it, or `n_heads` is
            missing or wrong.

    >>> from torch import nn
    >>> state_dict = nn.MultiheadAttention(6, 2).state_dict()
    >>> unpack(state_dict, "torch", n_heads=2).W_Q.shape
    torch.Size([2, 6, 3])
    """
    system = layout_of(layout)
    hw = system.read(checks.require_state_dict("state_dict", state_dict), n_heads)
    if not system.divides_scores:
        hw = _scale_queries(hw, math.sqrt(hw.d_head), layout, rounding)
    return hw


def convert(
    state_dict: Mapping[str, Tensor],
    source: str,
    target: str,
    n_heads: int | None = None,
    *,
    rounding: bool = False,
) -> dict[str, Tensor]:
    """Writes one system's state_dict as another's: an attention's, or a whole model's.

    In a whole model something stands in front of an attention's names, "h.0.attn." in GPT-2's.
    Every attention of `source` becomes one of `target` in the same place, in memory of its own. All
    other tensors stay as they are, those that stand beside an attention too.

    Args:
        state_dict: Parameters of one attention, under the names of `source`, or of a whole model.
        source: The name in `LAYOUTS` of what they are.
        target: The name in `LAYOUTS` of what they shall be.
        n_heads: As for `unpack`.
        rounding: As for `pack`.

    Raises:
        TypeError, ValueError: As `unpack` and `pack`.
        ValueError: An attention of a model cannot be converted, and which; or a new name is taken.

    >>> gpt2 = pack(HeadWeights.random(d_model=6, n_heads=2), "gpt2")
    >>> list(convert(gpt2, "gpt2", "torch", n_heads=2))
    ['in_proj_weight', 'out_proj.weight', 'in_proj_bias', 'out_proj.bias']
    >>> model = {f"h.0.attn.{name}": tensor for name, tensor in gpt2.items()}
    >>> list(convert(model, "gpt2", "torch", n_heads=2))[:2]
    ['h.0.attn.in_proj_weight', 'h.0.attn.out_proj.weight']
    """
    before, after = layout_of(source), layout_of(target)
    attentions = _models.find(checks.require_state_dict("state_dict", state_dict), before)
    if any(attentions):  # something stands in front
        one = partial(convert, source=source, target=target, n_heads=n_heads, rounding=rounding)
        return _models.convert_each(state_dict, attentions.items(), one)
    if before.divides_scores == after.divides_scores:  # both scale alike: only the order changes
        return after.write(before.read(state_dict, n_heads))
    hw = unpack(state_dict, source, n_heads, rounding=rounding)
    return pack(hw, target, rounding=rounding)


def detect(state_dict: Mapping[str, Tensor]) -> tuple[str, ...]:
    """Names every layout whose names and shapes the state_dict has; it never guesses among them.

    Names and shapes are all that a state_dict shows. Layouts that share them differ in the order
    of the numbers, in the scale, or in what no weight holds, and reading one as another raises
    nothing and computes something else: where more than one name comes back, the choice is yours.
    No name comes back for tensors that `unpack` refuses: integers, sparse ones, or several dtypes
    or devices.

    Raises:
        TypeError: `state_dict` is not a mapping from names.

    >>> from torch import nn
    >>> detect(nn.MultiheadAttention(6, 2).state_dict())
    ('torch',)
    >>> detect(pack(HeadWeights.random(d_model=6, n_heads=2), "gpt_neox"))
    ('bloom', 'falcon', 'gpt_neox', 'megatron_v0')
    """
    checks.require_state_dict("state_dict", state_dict)

    fitting: list[str] = []
    for name, layout in LAYOUTS.items():
        with suppress(TypeError, ValueError):
            layout.match(state_dict)
            fitting.append(name)
    return tuple(sorted(fitting))


def find(state_dict: Mapping[str, Tensor]) -> list[Found]:
    """Finds the attentions of a whole model by their names, whatever stands in front of them.

    Args:
        state_dict: All parameters of a model, under their full names.

    Returns:
        One `Found` for each attention: its prefix, the layouts that fit, its number of heads where
        names or shapes tell it, and its tensors. Those that no layout can read come last.

    Raises:
        TypeError: `state_dict` is not a mapping from names.
        ValueError: A parameter is there twice, its name joined by "/" and by ".".

    >>> gpt2 = pack(HeadWeights.random(d_model=6, n_heads=2), "gpt2")
    >>> model = {f"h.{i}.attn.{name}": t for i in (0, 1) for name, t in gpt2.items()}
    >>> for found in find(model):
    ...     print(found)
    h.0.attn.  gpt2, unknown number of heads
    h.1.attn.  gpt2, unknown number of heads
    """
    return _models.find_all(checks.require_state_dict("state_dict", state_dict), LAYOUTS.values())


def search(
    state_dict: Mapping[str, Tensor],
    inputs: Tensor,
    outputs: Tensor,
    n_heads: int | None = None,
    *,
    mask: Tensor | None = None,
    base: float = 10000.0,
    rotary_dim: int | None = None,
) -> list[Reading]:
    """Tries every way to read an attention's parameters against an output that was recorded.

    Tried are all layouts of these names, as they are and with every matrix transposed, every
    number of heads that the shapes allow, and no rotary positions, pairs half a head apart, or
    pairs of neighbours. Readings that come out alike compute the same: bloom's and gpt_neox's
    order is one, and an order of rotary pairs is not to be seen in a recording of one token.

    Where none of these is right, two or four matrices are read by their shapes, whatever their
    names:

        Q|K|V                one holds three, one after the other
        head by head Q|K|V   each head's three together
        2 shards of Q|K|V    each shard's three together
        megatron_v1          each feature's three together
        q=a k=b v=c out=d    four, in the roles that shapes allow

    in all six orders, with fewer key heads where the sizes say so, and the output's matrix either
    way round. Vectors are their biases, paired by size and by name. The closest ten are given,
    without those that a layout's name says already.

    Not tried: what stands in no weight, such as a scale other than the layout's, a soft cap, or
    ALiBi (`configured` reads it from a configuration). Then no reading comes close, and that is
    the answer. Queries that have no key are not compared. A few dozen tokens are enough; more take
    longer.

    Args:
        state_dict: Parameters of one attention, and of nothing else.
        inputs: What it was given, (*batch, tokens, d_model); tokens that differ from each other.
            `recording` notes it, and the outputs and the mask.
        outputs: What it gave for them, (*batch, tokens, d_model), before any residual is added.
        n_heads: Number of heads, where it is known.
        mask: The mask it was recorded under, True = may attend; for a model that writes text
            `causal_mask(tokens)`.
        base: What sets the slowest rotary turn (`rope_theta`).
        rotary_dim: How many features of each head turn, from the first on, where not all of them
            do (`rotary_dim`, or `partial_rotary_factor` times d_head); even, at most d_head.

    Returns:
        A `Reading` each, the closest first; at equal gaps layouts first. Right ones are off by
        rounding: 1e-6 where the recording is in float32, 1e-3 in float16, 1e-2 in bfloat16. An
        empty list where neither names nor shapes are an attention's: drop what is beside it, such
        as a norm.
        `head_weights()` gives a reading's weights, and `pack` writes them as any system's.

    Raises:
        TypeError: A tensor is not a dense floating-point one, `n_heads` or `rotary_dim` is no
            integer, or the mask is not boolean.
        ValueError: Inputs and outputs are of different shapes, a number is not finite, all outputs
            are zero, the mask does not fit, `base` is not above 0, or `rotary_dim` is odd or above
            every d_head.

    Source: for megatron_v1, transformers 4, which converts Megatron's GPT-2 (version 1).

    >>> import torch
    >>> from torch import nn
    >>> module = nn.MultiheadAttention(6, 2, batch_first=True)
    >>> x = torch.randn(1, 5, 6)
    >>> best = search(module.state_dict(), x, module(x, x, x)[0])[0]
    >>> best.layout, best.n_heads, best.rotary
    ('torch', 2, '')
    """
    for name, tensor in checks.require_state_dict("state_dict", state_dict).items():
        if isinstance(tensor, Tensor) and not tensor.is_floating_point():
            got = f"{checks.describe(tensor)} (a buffer? leave it out)"
            raise TypeError(f"{name} must be floating point; got {got}")
        checks.require_floating(name, tensor, min_dims=1)
    recorded = _search.Recorded.of(inputs, outputs, mask)
    if rotary_dim is not None and checks.require_int("rotary_dim", rotary_dim) % 2:
        raise ValueError(f"rotary_dim must be even, to form pairs; got {rotary_dim}")
    fitting = {name for _, state in _search.orientations(state_dict) for name in detect(state)}
    readers = {name: partial(unpack, layout=name, rounding=True) for name in sorted(fitting)}
    return _search.search(state_dict, recorded, n_heads, base, rotary_dim, readers)


def layout_of(layout: str) -> Layout:
    """The layout of this name.

    Raises:
        ValueError: There is none; names those there are.
    """
    if layout == "megatron":
        raise ValueError(
            "layout must say which of Megatron-LM's orders: 'megatron_v0' for checkpoint version "
            "0, 'gpt_neox' for the interleaved rows of version 2 on; got 'megatron'"
        )
    if not isinstance(layout, str) or layout not in LAYOUTS:
        known = ", ".join(repr(name) for name in sorted(LAYOUTS))
        raise ValueError(f"layout must be one of {known}; got {layout!r}")
    return LAYOUTS[layout]


def _scale_queries(hw: HeadWeights, factor: float, layout: str, rounding: bool) -> HeadWeights:
    """Multiplies W_Q and b_Q, and thereby the scores; refuses to round unasked."""
    scaled = replace(hw, W_Q=hw.W_Q * factor, b_Q=None if hw.b_Q is None else hw.b_Q * factor)
    # A power of two changes the exponent alone; even then the smallest numbers may run out of it.
    exact = math.frexp(factor)[0] == 0.5
    if exact and checks.has_values(hw.W_Q):
        exact = bool(((scaled.W_Q / factor == hw.W_Q) | hw.W_Q.isnan()).all())
    if not exact and not rounding:
        raise ValueError(
            f"d_head must be a power of 4, and W_Q in range, for sqrt(d_head) to pass into W_Q "
            f"without rounding, since layout {layout!r} does not divide scores by it; got "
            f"d_head={hw.d_head}, {hw.W_Q.dtype} (rounding=True accepts the rounding)"
        )
    return scaled
