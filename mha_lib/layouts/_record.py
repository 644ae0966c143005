"""What an attention of somebody else's was given, and what it gave."""

import inspect
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor, nn

from mha_lib import checks
from mha_lib.masks import causal_mask

# What transformers calls its options, and what in them would make a recording of something else.
INPUTS = ("hidden_states", "x", "input", "inputs", "query")
MASKS = ("attention_mask", "mask", "attn_mask")
OTHER_TOKENS = (
    "key_value_states", "encoder_hidden_states", "key", "keys", "value", "values", "context",
    "memory",
)  # fmt: skip
CACHES = ("past_key_values", "past_key_value", "layer_past", "cache", "kv_cache")
BIASES = ("position_bias", "alibi", "relative_position_bias")
PLACES = ("position_embeddings", "object_queries")  # a pair of tensors turns, one is added
OWN_BIASES = ("relative", "rel_pos", "distance_embedding")


@dataclass(frozen=True)
class Recording:
    """One call of an attention.

    Args:
        inputs: What it was given, (batch, tokens, d_model).
        outputs: What it gave, (batch, tokens, d_model).
        mask: True where a query may attend, (tokens, tokens) or what broadcasts to (batch, heads,
            tokens, tokens); None where every query may attend to every key.
    """

    inputs: Tensor
    outputs: Tensor
    mask: Tensor | None


@contextmanager
def recording(
    attention: nn.Module, *, outputs_of: nn.Module | None = None
) -> Generator[list[Recording], None, None]:
    """Notes every call of an attention while a model runs.

    Known are torch's `nn.MultiheadAttention`, the attentions of transformers, and a module of your
    own whose first argument, or `x`, holds the tokens, and which takes no mask or a boolean one of
    that name, True where a query may attend. (What is causal by itself shows no mask: look at the
    recorded one, and add yours where it is missing.) A mask of numbers must hold 0 and what blocks.
    Tensors are batch first in the recording, whatever the module wants, and detached.

    What would make it a recording of something else is refused: cross-attention, a cache that
    holds earlier tokens, a bias added to the scores, positions added to the tokens, dropout in
    training. A residual or a norm
    inside the module cannot be seen; name the module whose output stands before it, as BERT's
    `attention.output.dense` beside `attention.self`.

    Args:
        attention: A part of the model that runs.
        outputs_of: Where the output is taken, if not from `attention`: a module that runs in it or
            after it.

    Yields:
        A list that gets a `Recording` each call.

    Raises:
        TypeError: `attention` or `outputs_of` is no module.
        ValueError: While the model runs: a call cannot be recorded, and why.

    >>> import torch
    >>> from torch import nn
    >>> module = nn.MultiheadAttention(6, 2, batch_first=True)
    >>> x = torch.randn(1, 5, 6)
    >>> with recording(module) as calls:
    ...     _ = module(x, x, x, attn_mask=torch.ones(5, 5).triu(1).bool())
    >>> calls[0].mask[0].tolist()
    [True, False, False, False, False]
    """
    for name, module in (("attention", attention), ("outputs_of", outputs_of)):
        if not isinstance(module, nn.Module) and (name == "attention" or module is not None):
            raise TypeError(f"{name} must be an nn.Module; got {checks.describe(module)}")
    calls: list[Recording] = []
    given: list[tuple[Tensor, Tensor | None]] = []

    def note_inputs(module: nn.Module, arguments: Any, options: Any) -> None:
        given.clear()
        if isinstance(module, nn.MultiheadAttention):
            inputs, mask = _of_torch(module, arguments, options)
        else:
            inputs, mask = _by_names(module, arguments, options)
        given.append((inputs.detach().clone(), mask))  # a module may change its tokens in place

    def note_outputs(module: nn.Module, _: Any, result: Any) -> None:
        if given:  # without the attention before it, the call is another's
            calls.append(_recording(*given.pop(), result, module))

    hooks = [
        attention.register_forward_pre_hook(note_inputs, with_kwargs=True),
        (outputs_of or attention).register_forward_hook(note_outputs),
    ]
    try:
        yield calls
    finally:
        for hook in hooks:
            hook.remove()


def _recording(inputs: Tensor, mask: Tensor | None, result: Any, module: nn.Module) -> Recording:
    outputs = result[0] if isinstance(result, tuple | list) else result
    checks.require_floating("outputs", outputs, min_dims=2)
    if isinstance(module, nn.MultiheadAttention) and not module.batch_first:
        outputs = outputs.transpose(0, 1) if outputs.dim() == 3 else outputs
    if outputs.shape != inputs.shape:
        raise ValueError(
            f"outputs must have the shape of inputs, {tuple(inputs.shape)}; "
            f"got {checks.describe(outputs)}"
        )
    return Recording(inputs, outputs.detach().clone(), mask)


def _of_torch(
    module: nn.MultiheadAttention, arguments: Any, options: Any
) -> tuple[Tensor, Tensor | None]:
    """The inputs and the mask of torch's module, where True blocks."""
    call = inspect.signature(module.forward).bind(*arguments, **options).arguments
    tokens = call["query"]
    for name in ("key", "value"):
        if call[name] is not tokens and not torch.equal(call[name], tokens):
            raise ValueError(f"{name} must be the query's tokens; got others, a cross-attention")
    if module.bias_k is not None or module.add_zero_attn:
        raise ValueError("attention must have no extra key; got bias_k or add_zero_attn")
    if module.training and module.dropout:
        raise ValueError("attention must be in eval() mode; got dropout in training")
    turned = tokens.dim() == 3 and not module.batch_first
    inputs = tokens.transpose(0, 1) if turned else tokens
    masks = []
    if call.get("attn_mask") is not None:
        may = ~call["attn_mask"] if call["attn_mask"].dtype == torch.bool else call["attn_mask"]
        may = _may("attn_mask", may)
        masks.append(may.unflatten(0, (-1, module.num_heads)) if may.dim() == 3 else may)
    if call.get("key_padding_mask") is not None:
        padding = call["key_padding_mask"]
        may = ~padding if padding.dtype == torch.bool else padding
        masks.append(_may("key_padding_mask", may)[..., None, None, :])
    return inputs, _both(masks)


def _by_names(
    module: nn.Module, arguments: Any, options: Mapping[str, Any]
) -> tuple[Tensor, Tensor | None]:
    """The inputs and the mask of a module that takes them by names, or in their order."""
    call = _bound(module, arguments, options)
    named = [call[name] for name in INPUTS if isinstance(call.get(name), Tensor)]
    if not (arguments and isinstance(arguments[0], Tensor)) and not named:
        raise ValueError(
            f"attention must be called with its tokens first, or as {checks.join_words(INPUTS)}; "
            f"got {checks.join_words(call) or 'nothing'}"
        )
    inputs = arguments[0] if arguments else named[0]
    checks.require_floating("inputs", inputs, min_dims=2)
    for name in OTHER_TOKENS:
        tokens = call.get(name)
        if tokens is not None and not (isinstance(tokens, Tensor) and torch.equal(tokens, inputs)):
            raise ValueError(f"{name} must be left out; got tokens of another text")
    for name in BIASES:
        if isinstance(call.get(name), Tensor) and call[name].any():
            raise ValueError(f"{name} must be left out; got numbers that are added to the scores")
    for name in PLACES:
        if isinstance(call.get(name), Tensor):
            raise ValueError(f"{name} must be left out; got numbers that are added to the tokens")
    for name, _ in module.named_parameters():
        if any(sign in name for sign in OWN_BIASES):
            raise ValueError(f"attention must add no bias to its scores; got the parameter {name}")
    for name in CACHES:
        if call.get(name) is not None:
            _holds_nothing(name, call[name], module)
    if module.training and _drops(module):
        raise ValueError("attention must be in eval() mode; got dropout in training")
    for name in MASKS:
        if call.get(name) is not None:
            return inputs, _may(name, call[name])
    # Without a mask, transformers leaves the causal one to kernels that know it: to all but eager.
    way = getattr(getattr(module, "config", None), "_attn_implementation", None)
    causal = call.get("is_causal")
    if causal is None:
        causal = way is not None and getattr(module, "is_causal", False) is True
    n_tokens = inputs.shape[-2]
    seen = causal_mask(n_tokens, device=inputs.device) if causal and way != "eager" else None
    return inputs, seen


def _bound(module: nn.Module, arguments: Any, options: Mapping[str, Any]) -> dict[str, Any]:
    """A call's arguments by the names that forward gives them."""
    parameters = inspect.signature(module.forward).parameters.values()
    places = [p.name for p in parameters if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
    return dict(zip(places, arguments, strict=False)) | dict(options)


def _drops(module: nn.Module) -> bool:
    """Whether a module, or a number in it that is called so, drops anything."""
    return any(
        (isinstance(part, nn.Dropout) and part.p > 0)
        or any("drop" in name and isinstance(x, float) and x > 0 for name, x in vars(part).items())
        for part in module.modules()
    )


def _holds_nothing(name: str, cache: Any, module: nn.Module) -> None:
    """Accepts a cache of transformers' that holds no tokens before the call."""
    if not hasattr(cache, "get_seq_length"):
        raise ValueError(f"{name} must be left out; got {type(cache).__name__}")
    earlier = int(cache.get_seq_length(getattr(module, "layer_idx", None) or 0))
    if earlier > 0:
        raise ValueError(f"{name} must hold no earlier tokens; got {earlier}")


def _may(name: str, mask: Tensor) -> Tensor:
    """True where a query may attend, of a mask that says so or that is added."""
    if not isinstance(mask, Tensor):
        raise ValueError(f"{name} must be a tensor; got {checks.describe(mask)}")
    if mask.dtype == torch.bool:
        return mask.detach()
    if not mask.is_floating_point():
        raise ValueError(f"{name} must be boolean or be added; got {checks.describe(mask)}")
    blocked = mask < -1000
    if mask[~blocked].any():
        raise ValueError(f"{name} must hold 0 and what blocks; got other numbers, a bias")
    return ~blocked


def _both(masks: list[Tensor]) -> Tensor | None:
    """Where all of them allow it."""
    if not masks:
        return None
    return masks[0] if len(masks) == 1 else masks[0] & masks[1]
