"""Records the inputs, outputs and masks of an attention while a model runs."""

import inspect
import re
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor, nn

from mha_lib import checks
from mha_lib.layouts._other_tensors import effect_of
from mha_lib.masks import causal_mask

# Names of arguments in transformers and in other libraries.
INPUT_NAMES = ("hidden_states", "x", "input", "inputs", "query")
MASK_NAMES = ("attention_mask", "mask", "attn_mask")
SOURCE_MASK_NAME = "encoder_attention_mask"  # with it, `attention_mask` is that of self-attention
# Arguments for the tokens that keys and values are made from; in self-attention, the inputs again.
SOURCE_NAMES = (
    "key_value_states", "encoder_hidden_states", "key", "keys", "value", "values", "context",
    "memory",
)  # fmt: skip
OF_CROSS_ATTENTION = "cross_attention_cache"  # an attribute of transformers' caches
CACHE_NAMES = ("past_key_values", "past_key_value", "layer_past", "cache", "kv_cache")
SCORE_BIAS_NAMES = ("position_bias", "alibi", "relative_position_bias")
# A single tensor under these names is added to the tokens; a pair of tensors rotates heads.
POSITION_NAMES = ("position_embeddings", "object_queries")
# Largest difference between two rotations that counts as equal. Cosines may be rounded to bfloat16.
SAME_STEP = 0.05
# In a mask that is added to the scores, numbers below this one block a key; other numbers except 0
# are a bias.
BLOCKING_SCORE = -1000
# Parts of the names of parameters that are added to the scores.
SCORE_BIAS_PARAMETERS = ("relative", "rel_pos", "distance_embedding")


@dataclass(frozen=True)
class RecordedCall:
    """One call of an attention, as `record_calls` records it.

    Args:
        inputs: The tokens, (batch, tokens, d_model).
        outputs: The outputs, (batch, tokens, d_model).
        mask: True where a query may attend, (tokens, keys) or broadcastable to (batch, heads,
            tokens, keys); None if every query may attend to every key.
        source: In cross-attention, the tokens that keys and values are made from, (batch, keys,
            d_source); None in self-attention.
    """

    inputs: Tensor
    outputs: Tensor
    mask: Tensor | None
    source: Tensor | None = None


@contextmanager
def record_calls(
    attention: nn.Module, *, outputs_of: nn.Module | None = None
) -> Generator[list[RecordedCall], None, None]:
    """Records every call of an attention while a model runs.

    The attention may be torch's `nn.MultiheadAttention`, one of transformers, or a module of your
    own: its first argument, or `x`, must be the tokens, and its `mask`, if it takes one, must be
    boolean and True where a query may attend, or "causal". A mask of numbers may contain 0 and,
    where it blocks, large negative numbers. If a module is causal by itself, no mask is recorded,
    so look at the recorded one and add yours if it is missing. Recorded tensors are always batch
    first, and detached.

    In cross-attention, the tokens of keys and values are recorded as `source`. They must be the
    same for both.

    Refused are calls with a cache that already holds tokens, a bias added to the scores, positions
    added to the tokens, rotations by learned angles, or dropout in training. A whole layer is
    refused as well: a module with a norm inside, unless it is for queries and keys, or one with
    another attention inside and an MLP. For BERT, pass `attention.self` with outputs of
    `attention.output.dense`. A residual alone cannot be noticed.

    Args:
        attention: An attention in the model.
        outputs_of: The module whose outputs are recorded, if it is not `attention`: one that runs
            inside or after it.

    Yields:
        A list to which each call appends a `RecordedCall`.

    Raises:
        TypeError: `attention` or `outputs_of` is not a module; or, while the model runs, a tensor
            is not a dense floating-point one, or a mask is neither boolean nor floating point.
        ValueError: `attention` is a whole layer; or, while the model runs, a call cannot be
            recorded. The message says why.

    >>> import torch
    >>> from torch import nn
    >>> module = nn.MultiheadAttention(6, 2, batch_first=True)
    >>> x = torch.randn(1, 5, 6)
    >>> with record_calls(module) as calls:
    ...     _ = module(x, x, x, attn_mask=torch.ones(5, 5).triu(1).bool())
    >>> calls[0].mask[0].tolist()
    [True, False, False, False, False]
    """
    for name, module in (("attention", attention), ("outputs_of", outputs_of)):
        if not isinstance(module, nn.Module) and (name == "attention" or module is not None):
            raise TypeError(f"{name} must be an nn.Module; got {checks.describe(module)}")
    _require_attention_alone(attention)
    calls: list[RecordedCall] = []
    # Inputs, mask and source of a call that is running.
    pending: list[tuple[Tensor, Tensor | None, Tensor | None]] = []

    def record_inputs(module: nn.Module, arguments: Any, options: Any) -> None:
        pending.clear()
        if isinstance(module, nn.MultiheadAttention):
            inputs, source, mask = _from_torch_arguments(module, arguments, options)
        else:
            inputs, source, mask = _from_named_arguments(module, arguments, options)
        _require_not_nested("inputs", inputs)
        # Copies, because a module may change its tokens in place.
        source = None if source is None else source.detach().clone()
        pending.append((inputs.detach().clone(), mask, source))

    def record_outputs(module: nn.Module, _: Any, result: Any) -> None:
        if pending:  # otherwise `outputs_of` was called without the attention
            calls.append(_recorded_call(*pending.pop(), result, module))

    hooks = [
        attention.register_forward_pre_hook(record_inputs, with_kwargs=True),
        (outputs_of or attention).register_forward_hook(record_outputs),
    ]
    try:
        yield calls
    finally:
        for hook in hooks:
            hook.remove()


def _require_attention_alone(attention: nn.Module) -> None:
    """Refuses a whole layer, by the norm or the MLP in it, and names the attention inside."""
    inside = {name: type(part).__name__ for name, part in attention.named_modules() if name}
    norms = [
        name
        for name, kind in inside.items()
        if kind.lower().endswith("norm") and not effect_of(f"{name}.weight")
    ]
    attentions = [
        name
        for name, kind in inside.items()
        if re.search("attention|attn", kind.lower()) and name.count(".") == 0
    ]
    mlps = [name for name in inside if attentions and re.fullmatch("mlp|ffn?|feed_?forward", name)]
    if norms or mlps:
        hint = f" (name the attention inside: {attentions[0]})" if attentions else ""
        raise ValueError(
            f"attention must be the attention alone, because a norm or an MLP changes what is "
            f"recorded; got {type(attention).__name__} with {(norms or mlps)[0]}{hint}"
        )


def _require_not_nested(name: str, tensor: object) -> None:
    """Refuses nested tensors, which torch's encoder makes of padded batches in eval mode."""
    if isinstance(tensor, Tensor) and tensor.is_nested:
        raise TypeError(
            f"{name} must be dense; got {checks.describe(tensor)} (torch's encoder packs padded "
            f"batches in eval mode; torch.backends.mha.set_fastpath_enabled(False) keeps them as "
            f"they are)"
        )


def _recorded_call(
    inputs: Tensor, mask: Tensor | None, source: Tensor | None, result: Any, module: nn.Module
) -> RecordedCall:
    outputs = result[0] if isinstance(result, tuple | list) else result
    _require_not_nested("outputs", outputs)
    checks.require_floating("outputs", outputs, min_dims=2)
    if isinstance(module, nn.MultiheadAttention) and not module.batch_first:
        outputs = outputs.transpose(0, 1) if outputs.dim() == 3 else outputs
    if outputs.shape != inputs.shape:
        raise ValueError(
            f"outputs must have the shape of inputs, {tuple(inputs.shape)}; "
            f"got {checks.describe(outputs)}"
        )
    return RecordedCall(inputs, outputs.detach().clone(), mask, source)


def _from_torch_arguments(
    module: nn.MultiheadAttention, arguments: Any, options: Any
) -> tuple[Tensor, Tensor | None, Tensor | None]:
    """Inputs, source and mask of a call of torch's module, in whose masks True blocks."""
    call = inspect.signature(module.forward).bind(*arguments, **options).arguments
    tokens = call["query"]
    source = _source_of({name: call[name] for name in ("key", "value")}, tokens)
    if module.bias_k is not None or module.add_zero_attn:
        raise ValueError("attention must have no extra key; got bias_k or add_zero_attn")
    if module.training and module.dropout:
        raise ValueError("attention must be in eval() mode; got dropout in training")
    tokens_first = tokens.dim() == 3 and not module.batch_first
    inputs = tokens.transpose(0, 1) if tokens_first else tokens
    source = source.transpose(0, 1) if tokens_first and source is not None else source
    masks = []
    if call.get("attn_mask") is not None:
        mask = ~call["attn_mask"] if call["attn_mask"].dtype == torch.bool else call["attn_mask"]
        mask = _as_boolean("attn_mask", mask)
        masks.append(mask.unflatten(0, (-1, module.num_heads)) if mask.dim() == 3 else mask)
    if call.get("key_padding_mask") is not None:
        padding = call["key_padding_mask"]
        mask = ~padding if padding.dtype == torch.bool else padding
        masks.append(_as_boolean("key_padding_mask", mask)[..., None, None, :])
    return inputs, source, _combined(masks)


def _from_named_arguments(
    module: nn.Module, arguments: Any, options: Mapping[str, Any]
) -> tuple[Tensor, Tensor | None, Tensor | None]:
    """Inputs, source and mask of a call of any other module, from the names of its arguments."""
    call = _bound_arguments(module, arguments, options)
    named = [call[name] for name in INPUT_NAMES if isinstance(call.get(name), Tensor)]
    if not (arguments and isinstance(arguments[0], Tensor)) and not named:
        names = checks.join_words(INPUT_NAMES)
        raise ValueError(
            f"attention must be called with its tokens first, or as {names}; "
            f"got {checks.join_words(call) or 'nothing'}"
        )
    inputs = arguments[0] if arguments else named[0]
    checks.require_floating("inputs", inputs, min_dims=2)
    given = {name: call[name] for name in SOURCE_NAMES if call.get(name) is not None}
    source = _source_of(given, inputs)
    for name in SCORE_BIAS_NAMES:
        if isinstance(call.get(name), Tensor) and call[name].any():
            raise ValueError(f"{name} must be left out; got numbers that are added to the scores")
    for name in POSITION_NAMES:
        if isinstance(call.get(name), Tensor):
            raise ValueError(f"{name} must be left out; got numbers that are added to the tokens")
        if _positions_are_uneven(call.get(name)):
            raise ValueError(
                f"{name} must be rotary angles of evenly spaced positions; got uneven ones, which "
                f"`search` does not try"
            )
    for name, _ in module.named_parameters():
        if any(part in name for part in SCORE_BIAS_PARAMETERS):
            raise ValueError(f"attention must add no bias to its scores; got the parameter {name}")
    for name in CACHE_NAMES:
        cache = call.get(name)
        # The cross-attention part of a cache is made from the same source in every call.
        if cache is not None and not (source is not None and hasattr(cache, OF_CROSS_ATTENTION)):
            _require_empty_cache(name, cache, module)
    if module.training and _drops(module):
        raise ValueError("attention must be in eval() mode; got dropout in training")
    n_tokens = inputs.shape[-2]
    of_source = source is not None and SOURCE_MASK_NAME in call
    for name in (SOURCE_MASK_NAME,) if of_source else MASK_NAMES:
        if isinstance(call.get(name), str) and call[name] == "causal":  # as this library's layers
            n_keys = (inputs if source is None else source).shape[-2]
            return inputs, source, causal_mask(n_tokens, n_keys, device=inputs.device)
        if call.get(name) is not None:
            return inputs, source, _as_boolean(name, call[name])
    # Without a mask, transformers lets every implementation but "eager" mask causally by itself.
    implementation = getattr(getattr(module, "config", None), "_attn_implementation", None)
    causal = call.get("is_causal")
    if source is not None:
        if causal:
            raise ValueError("is_causal must be left out in cross-attention; got True")
        return inputs, source, None
    if causal is None:
        causal = implementation is not None and getattr(module, "is_causal", False) is True
    if not causal or implementation == "eager":
        return inputs, None, None
    return inputs, None, causal_mask(n_tokens, device=inputs.device)


def _source_of(given: Mapping[str, Any], inputs: Tensor) -> Tensor | None:
    """The tokens that keys and values are made from; None if they are the inputs.

    Args:
        given: The arguments for these tokens, by their names.
        inputs: The tokens that queries are made from.
    """
    source: Tensor | None = None
    first = ""
    for name, tokens in given.items():
        _require_not_nested(name, tokens)
        checks.require_floating(name, tokens, min_dims=2)
        if source is None:
            source, first = tokens, name
        elif tokens is not source and not torch.equal(tokens, source):
            raise ValueError(f"{name} must be the same tokens as {first}; got others")
    return (
        None if source is inputs or (source is not None and torch.equal(source, inputs)) else source
    )


def _bound_arguments(
    module: nn.Module, arguments: Any, options: Mapping[str, Any]
) -> dict[str, Any]:
    """The arguments of a call by the names of `forward`'s parameters."""
    parameters = inspect.signature(module.forward).parameters.values()
    kinds = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    positional = [parameter.name for parameter in parameters if parameter.kind in kinds]
    return dict(zip(positional, arguments, strict=False)) | dict(options)


def _positions_are_uneven(pair: Any) -> bool:
    """Whether rotary positions are unevenly spaced: no two consecutive steps are equal.

    A step is the rotation from a token to the next. For positions 0, 1, 2, ... all steps are
    equal. Padding may repeat positions or start again at 0, so one pair of equal steps is
    enough to call the positions evenly spaced.

    Args:
        pair: Cosines and sines, each (*batch, tokens, features).
    """
    if not (isinstance(pair, tuple | list) and len(pair) == 2):
        return False
    cosines, sines = pair
    if not (isinstance(cosines, Tensor) and isinstance(sines, Tensor)) or cosines.dim() < 2:
        return False
    turns = torch.complex(cosines.float(), sines.float())
    steps = turns[..., 1:, :] * turns[..., :-1, :].conj()
    changes = (steps[..., 1:, :] - steps[..., :-1, :]).abs().amax(-1)
    return changes.numel() > 0 and not bool((changes < SAME_STEP).any())


def _drops(module: nn.Module) -> bool:
    """Whether a module has dropout: a Dropout, or a float with "drop" in its name, above 0."""
    return any(
        (isinstance(part, nn.Dropout) and part.p > 0)
        or any("drop" in name and isinstance(x, float) and x > 0 for name, x in vars(part).items())
        for part in module.modules()
    )


def _require_empty_cache(name: str, cache: Any, module: nn.Module) -> None:
    """Accepts a cache of transformers that is empty before the call."""
    if not hasattr(cache, "get_seq_length"):
        raise ValueError(f"{name} must be left out; got {type(cache).__name__}")
    earlier = int(cache.get_seq_length(getattr(module, "layer_idx", None) or 0))
    if earlier > 0:
        raise ValueError(f"{name} must contain no earlier tokens; got {earlier}")


def _as_boolean(name: str, mask: object) -> Tensor:
    """Converts a mask that is boolean or added to the scores to True = may attend."""
    if not isinstance(mask, Tensor):
        raise TypeError(f"{name} must be a tensor or 'causal'; got {checks.describe(mask)}")
    if mask.dtype == torch.bool:
        return mask.detach()
    if not mask.is_floating_point():
        raise TypeError(f"{name} must be boolean or floating point; got {checks.describe(mask)}")
    blocked = mask < BLOCKING_SCORE
    if mask[~blocked].any():
        raise ValueError(
            f"{name} must contain only 0 and numbers below {BLOCKING_SCORE}; got a bias"
        )
    return ~blocked


def _combined(masks: list[Tensor]) -> Tensor | None:
    """True where all masks are True; None if there are none."""
    if not masks:
        return None
    return masks[0] if len(masks) == 1 else masks[0] & masks[1]
