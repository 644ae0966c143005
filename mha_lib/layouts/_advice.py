"""What `layouts.search` reports if no candidate is close, or if there is none."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence

from torch import Tensor

from mha_lib import checks
from mha_lib.layouts._models import (
    OTHER_LAYOUT,
    FoundAttention,
    incomplete_attentions,
)
from mha_lib.layouts._tables import ALL_LAYOUTS

CHECKS = (
    "the recording: it must be in float32, with its mask, and from the attention alone, without a "
    "residual connection or a norm (a layer that is causal by itself records no mask: pass "
    "mask=mha_lib.causal_mask(tokens); in cross-attention, pass source=)",
    "the tensors: they must be from the layer that was recorded, with all its biases",
    "rotary positions: set base= to the model's rope_theta, and rotary_dim= if only a part of each "
    "head is rotated",
    "settings outside the parameters: layouts.settings_outside_parameters(model.config)",
)
EXPECTED = "2 matrices (QKV, output), 3 (Q, KV, output) or 4 (Q, K, V, output)"


def what_to_check(attentions: Sequence[FoundAttention]) -> str:
    """What to check if no candidate is close, in order.

    Args:
        attentions: What `layouts.find_attentions` finds in the tensors.
    """
    # A bias that a layout has and this file does not is no reason: shapes are read without names.
    reasons = [
        attention.refusal
        for attention in attentions
        if not attention.refusal.endswith(OTHER_LAYOUT)
    ]
    refused = [f"the tensors: {reason}" for reason in reasons if reason][:1]
    return "\n- ".join(["check, in this order:", *refused, *CHECKS])


def why_no_candidate(
    state: Mapping[str, Tensor],
    d_model: int,
    n_heads: int | None,
    n_mask_heads: int,
    attentions: Sequence[FoundAttention],
) -> str:
    """Why neither the tensors' names nor their shapes fit an attention, and what to do about it.

    Args:
        state: The tensors.
        d_model: The width of the recorded tokens.
        n_heads: The number of heads that was given, if any.
        n_mask_heads: The number of heads of the recorded mask; 1 if all have the same.
        attentions: What `layouts.find_attentions` finds in them.
    """
    matrices = {name: tensor for name, tensor in state.items() if tensor.dim() == 2}
    shapes = ", ".join(f"{name} {tuple(tensor.shape)}" for name, tensor in matrices.items())
    readable = [attention for attention in attentions if attention.layouts and attention.prefix]
    if readable:
        first = readable[0].prefix
        return (
            f"state_dict holds more than an attention: "
            f"{checks.count_noun(len(readable), 'attention')}, first {first} "
            f"(search layouts.find_attentions(state_dict)[0].state)"
        )
    if refused := next((attention.refusal for attention in attentions if attention.refusal), ""):
        return refused
    if matrices and all(d_model not in tensor.shape for tensor in matrices.values()):
        return f"no matrix takes tokens of width {d_model}: {shapes}"
    if n_heads is not None and all(size % n_heads for t in matrices.values() for size in t.shape):
        return (
            f"no matrix can be split into {checks.count_noun(n_heads, 'head')} (n_heads): {shapes}"
        )
    if n_mask_heads > 1 and all(
        size % n_mask_heads for tensor in matrices.values() for size in tensor.shape
    ):
        return f"the mask is for {n_mask_heads} heads, which fit no matrix: {shapes}"
    for prefix, missing in incomplete_attentions(state, ALL_LAYOUTS).items():
        return (
            f"{prefix or 'state_dict'} lacks {checks.join_words(missing)} (one of several files? "
            f"join them)"
        )
    if other := [name for name, tensor in state.items() if tensor.dim() not in (1, 2)]:
        return f"{other[0]} is neither a matrix nor a vector, and no layout has these names"
    if len(matrices) not in (2, 3, 4):
        return f"expected {EXPECTED}; got {len(matrices)}{f': {shapes}' if shapes else ''}"
    if len(matrices) == 4 and _are_two_parts(matrices):
        return (
            f"here are two parts of each matrix, as for two machines: {shapes} (join those of one "
            f"name: Q, K and V along the rows, the output's along the columns)"
        )
    vectors = [name for name, tensor in state.items() if tensor.dim() == 1]
    if vectors and _could_be_an_attention(matrices, d_model):
        return (
            f"not every vector is the bias of a matrix: {checks.join_words(vectors)} (remove what "
            f"is not part of the attention, such as a norm)"
        )
    return (
        f"the shapes fit no attention for tokens of width {d_model}, which has {EXPECTED}; got "
        f"{shapes}"
    )


def _are_two_parts(matrices: Mapping[str, Tensor]) -> bool:
    """Whether four matrices are two of each name, numbers apart, and two of each shape."""
    alike = Counter((re.sub(r"\d+", "0", name), m.shape) for name, m in matrices.items())
    return [*alike.values()] == [2, 2]


def _could_be_an_attention(matrices: Mapping[str, Tensor], d_model: int) -> bool:
    """Whether every one of two to four matrices has an axis for the tokens' features."""
    return all(d_model in tensor.shape for tensor in matrices.values())
