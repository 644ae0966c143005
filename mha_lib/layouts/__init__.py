"""Converts attention parameters between this library and other systems: GPT-2, Llama and others.

    state_dict = pack(params, "gpt2")          HeadParameters to a system
    params = unpack(state_dict, "gpt2", 12)    a system with 12 heads to HeadParameters
    convert(state_dict, "gpt2", "torch", 12)   one system to another
    detect(state_dict)                         which systems its names and shapes fit
    find_attentions(model.state_dict())        the attentions of a model
    compare(theirs, ours, n_heads=12)          where two state_dicts differ, and why
    record_calls(attention)                    the inputs and outputs of its calls
    search(state_dict, inputs, outputs)        which order gives these outputs
    settings_outside_parameters(config)        what changes outputs, but is no parameter
    python -m mha_lib.layouts show FILE        what find_attentions finds in a file

Each system has a table (see `mha_lib.parameter_table`). Conversion goes through HeadParameters, so
N systems need only N tables. Converted parameters give the same outputs, and a round trip returns
the same bits.
"""

import math
import warnings
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from functools import partial

import torch
from torch import Tensor

from mha_lib import checks
from mha_lib.head_parameters import HeadParameters
from mha_lib.layouts import _advice, _layout, _models, _search, _tables
from mha_lib.layouts._compare import Comparison, compare
from mha_lib.layouts._configuration import settings_outside_parameters
from mha_lib.layouts._layout import Layout
from mha_lib.layouts._models import FoundAttention
from mha_lib.layouts._record import RecordedCall, record_calls
from mha_lib.layouts._search import Candidate, SearchResult
from mha_lib.layouts._tables import ALL_LAYOUTS
from mha_lib.parameter_table import ParameterTable

__all__ = [
    "LAYOUTS",
    "Candidate",
    "Comparison",
    "FoundAttention",
    "Layout",
    "RecordedCall",
    "SearchResult",
    "compare",
    "convert",
    "detect",
    "find_attentions",
    "pack",
    "record_calls",
    "search",
    "settings_outside_parameters",
    "unpack",
]

#: All systems, by the names that `pack`, `unpack` and `convert` take.
LAYOUTS = {layout.name: layout for layout in sorted(ALL_LAYOUTS, key=lambda layout: layout.name)}


def pack(
    params: HeadParameters | Candidate, layout: str, *, allow_rounding: bool = False
) -> dict[str, Tensor]:
    """Converts a HeadParameters to the state_dict of a system.

    Args:
        params: The parameters of one attention, or a candidate of `search`. If the candidate
            rotates other pairs of features than the system, its queries and keys are reordered.
        layout: A name in `LAYOUTS`, such as "torch" for `torch.nn.MultiheadAttention`.
        allow_rounding: Whether W_Q may be rounded. It matters only for t5 and gpt_neo, which do not
            divide scores by sqrt(d_head), and only if d_head is not a power of 4.

    Returns:
        Tensors by the system's names, as views of `params` if possible. Some writers, such as
        safetensors, need them `.contiguous()`.

    Raises:
        TypeError: `params` is not a HeadParameters or a Candidate.
        ValueError: There is no such layout, or it cannot store these parameters; or the candidate
            has rotary positions and the system has none.

    >>> from torch import nn
    >>> params = HeadParameters.random(d_model=6, n_heads=2)
    >>> nn.MultiheadAttention(6, 2).load_state_dict(pack(params, "torch"))
    <All keys matched successfully>
    """
    system = _tables.get_layout(layout)
    if isinstance(params, Candidate):
        if params.rotary and not system.rotary:
            raise ValueError(
                f"layout must be one with rotary positions, because the candidate rotates "
                f"{params.rotary}; got {layout!r} (your own code rotates? pack "
                f"candidate.for_rotary('halves') or ('neighbors'))"
            )
        params = params.for_rotary(system.rotary or "halves")
    if not system.divides_scores:
        _layout.pack_unscaled(params, system)  # first of all, report what the system cannot store
        params = _scale_queries(params, 1 / math.sqrt(params.d_head), layout, allow_rounding)
    return _layout.pack_unscaled(params, system)


def unpack(
    state_dict: Mapping[str, Tensor],
    layout: str,
    n_heads: int | None = None,
    *,
    allow_rounding: bool = False,
) -> HeadParameters:
    """Converts the state_dict of a system to a HeadParameters.

    Args:
        state_dict: Parameters of one attention, by the system's own names.
        layout: A name in `LAYOUTS`.
        n_heads: Number of heads. It may be left out if names or shapes show it, as in lists of
            small matrices and in kernels with a heads axis. Stacked matrices do not show it.
        allow_rounding: As in `pack`.

    Raises:
        TypeError: `state_dict` is not a mapping to dense floating-point tensors of one dtype and
            device, or `n_heads` is not an integer.
        ValueError: There is no such layout, names or shapes are not those of the layout, or
            `n_heads` is missing or wrong.

    >>> from torch import nn
    >>> state_dict = nn.MultiheadAttention(6, 2).state_dict()
    >>> unpack(state_dict, "torch", n_heads=2).W_Q.shape
    torch.Size([2, 6, 3])
    """
    system = _tables.get_layout(layout)
    checks.require_state_dict("state_dict", state_dict)
    params = _layout.unpack_unscaled(state_dict, system, n_heads)
    if not system.divides_scores:
        params = _scale_queries(params, math.sqrt(params.d_head), layout, allow_rounding)
    return params


def convert(
    state_dict: Mapping[str, Tensor],
    source: str,
    target: str,
    n_heads: int | None = None,
    *,
    allow_rounding: bool = False,
) -> dict[str, Tensor]:
    """Converts one system's state_dict to another's, for one attention or a whole model.

    In a whole model the names of an attention have a prefix, such as "h.0.attn." in GPT-2. Every
    attention of layout `source` becomes one of layout `target` under the same prefix, in new
    memory. All other tensors stay as they are. A tensor that would change what an attention
    computes is refused, as `find_attentions` refuses it.

    Args:
        state_dict: Parameters of one attention by the names of `source`, or of a whole model.
        source: The name in `LAYOUTS` of the layout to convert from.
        target: The name in `LAYOUTS` of the layout to convert to.
        n_heads: As in `unpack`.
        allow_rounding: As in `pack`.

    Raises:
        TypeError, ValueError: As `unpack` and `pack`.
        ValueError: An attention of a model cannot be converted; the message says which. Or a new
            name is already in use.

    >>> gpt2 = pack(HeadParameters.random(d_model=6, n_heads=2), "gpt2")
    >>> list(convert(gpt2, "gpt2", "torch", n_heads=2))
    ['in_proj_weight', 'out_proj.weight', 'in_proj_bias', 'out_proj.bias']
    >>> model = {f"h.0.attn.{name}": tensor for name, tensor in gpt2.items()}
    >>> list(convert(model, "gpt2", "torch", n_heads=2))[:2]
    ['h.0.attn.in_proj_weight', 'h.0.attn.out_proj.weight']
    """
    before, after = _tables.get_layout(source), _tables.get_layout(target)
    attentions = _models.names_by_prefix(
        checks.require_state_dict("state_dict", state_dict), before
    )
    if any(attentions):  # some prefix is not empty
        convert_one = partial(
            convert, source=source, target=target, n_heads=n_heads, allow_rounding=allow_rounding
        )
        return _models.convert_each(state_dict, attentions.items(), convert_one)
    if before.divides_scores == after.divides_scores:  # the same scale: only the order changes
        return _layout.pack_unscaled(_layout.unpack_unscaled(state_dict, before, n_heads), after)
    params = unpack(state_dict, source, n_heads, allow_rounding=allow_rounding)
    return pack(params, target, allow_rounding=allow_rounding)


def detect(state_dict: Mapping[str, Tensor]) -> tuple[str, ...]:
    """Lists every layout whose names and shapes the state_dict has.

    Names and shapes are all that a state_dict shows. Layouts with the same names and shapes differ
    in the order of parameters, in the scale, or in settings outside the parameters. Reading one
    layout as another raises no error but changes the outputs. So if the result has several names,
    you have to choose. The result is empty for tensors that `unpack` refuses: integers, sparse
    tensors, or different dtypes or devices.

    Raises:
        TypeError: `state_dict` is not a mapping from names.

    >>> from torch import nn
    >>> detect(nn.MultiheadAttention(6, 2).state_dict())
    ('torch',)
    >>> detect(pack(HeadParameters.random(d_model=6, n_heads=2), "gpt_neox"))
    ('bloom', 'falcon', 'gpt_neox', 'megatron_v0')
    """
    checks.require_state_dict("state_dict", state_dict)

    fitting: list[str] = []
    for name, layout in LAYOUTS.items():
        with suppress(TypeError, ValueError):
            layout.match(state_dict)
            fitting.append(name)
    return tuple(sorted(fitting))


def find_attentions(state_dict: Mapping[str, Tensor]) -> list[FoundAttention]:
    """Finds the attention layers of a whole model by their names, under any prefix.

    An attention's prefix may have other tensors. If a tensor's name shows that it changes the
    attention, such as a norm on its queries, no layout fits, and the refusal names the tensor and
    what it does. If the prefix contains only the attention, an unknown tensor is refused as well,
    as `unpack` does. Masks, tables of positions and other parts of the layer are left out, and
    listed.

    Args:
        state_dict: All parameters of a model, by their full names.

    Returns:
        One `FoundAttention` per attention: its prefix, the layouts that fit, its number of heads if
        names or shapes show it, its tensors, and what is left out. Attentions that no layout can
        read come last, each with the reason.

    Raises:
        TypeError: `state_dict` is not a mapping from names.
        ValueError: A parameter occurs twice, its name joined by "/" and by ".".

    >>> gpt2 = pack(HeadParameters.random(d_model=6, n_heads=2), "gpt2")
    >>> model = {f"h.{i}.attn.{name}": t for i in (0, 1) for name, t in gpt2.items()}
    >>> for found in find_attentions(model):
    ...     print(found)
    h.0.attn.  gpt2, unknown number of heads
    h.1.attn.  gpt2, unknown number of heads
    """
    return _models.find_attentions_of(
        checks.require_state_dict("state_dict", state_dict), LAYOUTS.values()
    )


def search(
    state_dict: Mapping[str, Tensor],
    inputs: Tensor,
    outputs: Tensor,
    n_heads: int | None = None,
    *,
    source: Tensor | None = None,
    mask: Tensor | None = None,
    base: float = 10000.0,
    rotary_dim: int | None = None,
) -> SearchResult:
    """Tries many ways to read an attention's parameters, and compares outputs with recorded ones.

    It tries all layouts with these names, with matrices as they are and transposed, every number of
    heads that the shapes allow, and three kinds of rotary positions: none, pairs half a head apart,
    and pairs of neighbors. Some candidates compute the same outputs and have equal gaps, such as
    bloom and gpt_neox, which have the same order; and with a single token rotary positions make no
    difference.

    If no layout is right, two to four matrices are read by their shapes, whatever their names:

        Q|K|V                one matrix has all queries, then all keys, then all values
        head by head Q|K|V   the same within each head
        2 shards of Q|K|V    the same within each shard
        megatron_v1          the same within each feature
        K|V q=a              three matrices: keys and values in one, in all these orders
        q=a k=b v=c out=d    four matrices, in any roles that their shapes allow

    All six orders of Q, K and V are tried, also with fewer KV heads if sizes allow it, and with
    the output matrix transposed. Vectors are taken for biases and matched to matrices by size and
    name. The best ten are returned, except those that equal a layout's candidate.

    If no candidate by shape is right either, it tries orders that neither names nor shapes show,
    one at a time:

        order (d h)                          feature 0 of every head first, then feature 1
        order (d h) before the output        the same for W_Q, W_K and W_V alone
        order (d h) in the output            the same for the output's matrix alone
        query heads take KV heads in turn    keys stored for `.repeat()`; most systems
                                             use `.repeat_interleave()`
        rotary by neighbors in queries and by halves in keys, or the other way round

    Only unsharded matrices are tried in these orders, one order at a time. The rotary orders are
    also tried with Q|K|V head by head.

    Settings outside the parameters, such as another scale, a soft cap or ALiBi, are not tried;
    `settings_outside_parameters` reads them from a configuration. If one of them is used, no
    candidate has a small gap. Queries without a key are not compared. A few dozen tokens are
    enough; more take longer, and so does an unknown number of heads.

    In cross-attention, `source` has the tokens that keys and values are made from. They may have
    another width than the inputs; then no matrix is read as queries, keys and values in one.

    Args:
        state_dict: Parameters of one attention and of nothing else. They, the outputs, the source
            and the mask may be on another device than the inputs, and are moved to it.
        inputs: The recorded inputs, (*batch, tokens, d_model), with different tokens.
            `record_calls` records inputs, outputs and mask.
        outputs: The recorded outputs, (*batch, tokens, d_model), before any residual is added.
        n_heads: Number of heads, if known.
        source: In cross-attention, the tokens that keys and values are made from, (*batch, keys,
            d_source), such as an encoder's outputs. Left out, they are the inputs.
        mask: The mask of the recorded call, True = may attend, (tokens, keys) or broadcastable to
            (*batch, heads, tokens, keys). For a language model it is `causal_mask(tokens)`.
        base: The base of rotary angles (`rope_theta`).
        rotary_dim: How many features of each head are rotated, from the first on, if not all of
            them (`rotary_dim`, or `partial_rotary_factor` times d_head); even, at most d_head.

    Returns:
        A list with one `Candidate` for each way, sorted by gap. For the right one the gap is only
        rounding: 1e-6 for a call in float32, 1e-3 in float16, 1e-2 in bfloat16. A candidate's
        `head_parameters()` are its parameters; `pack(candidate, layout)` writes them for a system,
        with queries and keys reordered if it rotates other pairs. Print the list: it begins with
        the candidates that are close, or says that none is close, or why the list is empty. Its
        `reason` says what to check next.

    Raises:
        TypeError: A tensor is not a dense floating-point one, `n_heads` or `rotary_dim` is not an
            integer, or the mask is not boolean.
        ValueError: Inputs and outputs have different shapes, inputs and source have different batch
            axes, a number is not finite, all outputs are zero, the mask does not fit, `base` is not
            above 0, `rotary_dim` is odd or above every d_head, or the names are those of an
            attention that no layout reads, such as latent attention.

    Warns:
        UserWarning: Inputs have more than 3 dimensions, as an image has, and no candidate fits.

    Source: for megatron_v1, transformers 4, which converts Megatron's GPT-2 (version 1).

    >>> import torch
    >>> from torch import nn
    >>> module = nn.MultiheadAttention(6, 2, batch_first=True)
    >>> x = torch.randn(1, 5, 6)
    >>> best = search(module.state_dict(), x, module(x, x, x)[0])[0]
    >>> best.layout, best.n_heads, best.rotary
    ('torch', 2, '')

    In cross-attention:

    >>> memory = torch.randn(1, 8, 6)
    >>> y = module(x, memory, memory)[0]
    >>> search(module.state_dict(), x, y, source=memory)[0].gap < 1e-5
    True
    """
    for name, tensor in checks.require_state_dict("state_dict", state_dict).items():
        if isinstance(tensor, Tensor) and not tensor.is_floating_point():
            got = f"{checks.describe(tensor)} (a buffer? leave it out)"
            raise TypeError(f"{name} must be floating point; got {got}")
        checks.require_floating(name, tensor, min_dims=1)
    if isinstance(inputs, Tensor) and not inputs.is_meta:
        state_dict = {name: _moved(tensor, inputs.device) for name, tensor in state_dict.items()}
        outputs = _moved(outputs, inputs.device)
        source = None if source is None else _moved(source, inputs.device)
        mask = None if mask is None else _moved(mask, inputs.device)
    reference = _search.Reference.from_call(inputs, outputs, source, mask)
    if rotary_dim is not None and checks.require_int("rotary_dim", rotary_dim) % 2:
        raise ValueError(f"rotary_dim must be even, to form pairs; got {rotary_dim}")
    fitting = {name for _, state in _search.orientations(state_dict) for name in detect(state)}
    readers = {name: partial(unpack, layout=name, allow_rounding=True) for name in sorted(fitting)}
    known_roles = [_roles_of_four(LAYOUTS[name].table) for name in readers]
    candidates = _search.find_candidates(
        state_dict, reference, n_heads, base, rotary_dim, readers, [r for r in known_roles if r]
    )
    refusal = "" if candidates else _models.why_unreadable(state_dict)
    if refusal:
        raise ValueError(
            f"state_dict must contain an attention that some layout reads; got {refusal}"
        )
    limit = _search.largest_right_gap([*state_dict.values(), outputs])
    reason = ""
    if not candidates:
        of_mask = _search.n_mask_heads(mask)
        sizes = (inputs.shape[-1], n_heads, of_mask)
        reason = _advice.why_no_candidate(state_dict, *sizes, find_attentions(state_dict))
    elif candidates[0].gap > limit:
        reason = _advice.what_to_check(find_attentions(state_dict))
    fits = any(candidate.gap < 0.1 for candidate in candidates)
    if inputs.dim() > 3 and not fits:
        warnings.warn(
            f"inputs has {inputs.dim()} dimensions, so each of its rows was taken for a sequence, "
            f"and no candidate fits; if it is an image, flatten height and width of inputs and "
            f"outputs: inputs.flatten(-3, -2)",
            stacklevel=2,
        )
    return SearchResult(candidates, limit, reason)


def _moved(tensor: Tensor, device: torch.device) -> Tensor:
    """A tensor on the given device; a meta tensor, or what is no tensor at all, as it is."""
    return tensor.to(device) if isinstance(tensor, Tensor) and not tensor.is_meta else tensor


def _roles_of_four(table: ParameterTable) -> tuple[str, ...]:
    """The names of W_Q, W_K, W_V and W_O; empty if each is not a matrix of its own."""
    names = {row.contents[0]: name for name, row in table.rows.items() if len(row.contents) == 1}
    four = [names.get(weight, "") for weight in ("W_Q", "W_K", "W_V", "W_O")]
    return tuple(four) if all(four) else ()


def _scale_queries(
    params: HeadParameters, factor: float, layout: str, allow_rounding: bool
) -> HeadParameters:
    """Multiplies W_Q and b_Q, and so the scores; raises if that rounds and may not."""
    scaled = replace(
        params, W_Q=params.W_Q * factor, b_Q=None if params.b_Q is None else params.b_Q * factor
    )
    # A power of two changes only the exponent. Even then the smallest numbers may underflow.
    exact = math.frexp(factor)[0] == 0.5
    if exact and checks.is_concrete(params.W_Q):
        exact = bool(((scaled.W_Q / factor == params.W_Q) | params.W_Q.isnan()).all())
    if not exact and not allow_rounding:
        raise ValueError(
            f"d_head must be a power of 4, and W_Q in range, to scale W_Q by sqrt(d_head) without "
            f"rounding, because layout {layout!r} does not divide scores by it; got "
            f"d_head={params.d_head}, {params.W_Q.dtype} (allow_rounding=True accepts the rounding)"
        )
    return scaled
