"""Recognizes by name what other tensors do to the attention that they are stored with.

A layout has a table of names. A model may have more tensors under the same prefix, and most of them
change what the attention computes: a norm on its queries, a gate, a sink. A state_dict shows only
their names. A tensor whose name fits no pattern counts as part of the attention, unless its prefix
is that of a whole layer or model.
"""

import re
from collections.abc import Collection, Iterable

from torch import Tensor

CANNOT_HOLD = "which HeadParameters cannot hold"
QUANTIZED = "it scales the numbers of a quantized matrix (dequantize the file first)"
UNKNOWN_NORM = (
    "its name does not show where this norm acts (remove it if that is before or after the "
    "attention)"
)

# What tensors do, by patterns of their names in lower case. The first one that fits is used.
EFFECTS = {
    r"\blora_|_lora\b": "it belongs to a low-rank term that is added to a matrix (merge it first)",
    r"scale_inv\b|(weight|input|output|kernel)_(scale|zero_point)|absmax|quant|qzeros|g_idx": (
        QUANTIZED
    ),
    r"_?(proj|query|key|value|dense)\.scales?$": QUANTIZED,
    r"\b(attn_|attention_)?sinks?\b": (
        f"it is added to the sum that the softmax divides by, {CANNOT_HOLD}"
    ),
    r"\blambda": f"it subtracts one attention from another, {CANNOT_HOLD}",
    r"gate|\bg_proj\b": f"it multiplies the heads' outputs, {CANNOT_HOLD}",
    r"\b(q|k|qk|qkv|query|key|queries|keys)_?(layer_?|rms_?)?(norm|ln)|norm_?(q|k|query|key)\b": (
        f"a norm between projection and scores, {CANNOT_HOLD}"
    ),
    r"sub_?(layer_?)?(norm|ln)\b|inner_attn_ln": f"a norm on the heads' outputs, {CANNOT_HOLD}",
    r"relative|\brel_|_rel\b|_rel_|position_bias|attention_bias|distance|\bbias_[uv]\b": (
        "it is added to the scores, position by position"
    ),
    r"temperature|logit_scale|\btau\b|\bscal|_scale\b": f"it scales scores or heads, {CANNOT_HOLD}",
    r"conv|depthwise|sequence_reduction": f"it mixes neighboring tokens, {CANNOT_HOLD}",
    r"talking_?head|head_(logits|weights)": f"it mixes the heads' scores or weights, {CANNOT_HOLD}",
}

# First words of the names of other parts of a layer or model. Embeddings are not among them: an
# attention may have some of its own.
OTHER_PART_NAME = re.compile(
    r"mlp|ffn?\d?|feed_?forward|fc_?\d?|fc_in|fc_out|lin\d|linear_?\d|intermediate|experts?|moe|"
    r"(gate_)?(up|down)_proj|dense_h_to_4h|dense_4h_to_h|wte|wpe|lm_head|classifier|"
    r"pooler|layers?|blocks?|h|encoder|decoder|model|transformer|(self_|cross_?)?att(entio)?n"
)
NORM_NAME = re.compile(r"norm|\bln_|\bln\d?\b|_ln\b")

# Matrices that compute angles from keypoints, in LightGlue of transformers and in the original.
LEARNED_ANGLES_NAME = re.compile(
    r"(^|[./])(positional_encoder[./]projector|posenc[./]Wr)[./]weight$"
)

# Names of attention layers that no layout reads, and why.
UNREADABLE = {
    "kv_b_proj.weight": "latent attention (keys and values are one narrow matrix, a norm, then "
    f"another matrix), {CANNOT_HOLD}",
    "q_proj.base_layer.weight": "an adapter of PEFT is around its matrices (merge it first)",
    "q_proj.qweight": "its matrices are quantized (dequantize the file first)",
}

PRUNED = "its matrices are pruned by masks (call torch.nn.utils.prune.remove first)"
SPECTRAL_NORM = (
    "spectral norm divides its matrices (call torch.nn.utils.remove_spectral_norm first)"
)
WEIGHT_NORM = "weight norm makes its matrices (call torch.nn.utils.remove_weight_norm first)"
PARAMETRIZED = (
    "parametrizations make its matrices (call torch.nn.utils.parametrize.remove_parametrizations "
    "first)"
)
# How torch.nn.utils stores a parameter X that is computed from others: for each end of a name, the
# end of a second name that must be there too, and what it is.
COMPUTED = (
    ("_orig", "_mask", PRUNED),
    ("_orig", "_u", SPECTRAL_NORM),
    ("_v", "_g", WEIGHT_NORM),
)
PARAMETRIZATION = re.compile(r"(.*?)parametrizations[./](\w+)[./]original0?")


def effect_of(name: str) -> str:
    """What a tensor does in an attention, from its name; "" if the name does not show it.

    >>> effect_of("attn_sub_norm.weight")
    "a norm on the heads' outputs, which HeadParameters cannot hold"
    """
    name = name.replace("/", ".").lower()
    return next((reason for pattern, reason in EFFECTS.items() if re.search(pattern, name)), "")


def refusal_of(name: str) -> str:
    """Like `effect_of`, but a norm without a known effect gives a reason to refuse it."""
    return effect_of(name) or (UNKNOWN_NORM if NORM_NAME.search(name.lower()) else "")


def is_buffer(name: str, tensor: object) -> bool:
    """Whether a tensor is a mask or a table of positions, by its name, type and shape."""
    if name in ("masked_bias", "inv_freq", "rotary_emb.inv_freq", "embed_positions"):
        return True
    if not isinstance(tensor, Tensor):
        return False
    if name == "bias":
        return tensor.dim() == 4  # the causal mask, (1, 1, tokens, tokens); floating in old files
    return not tensor.is_floating_point() and not effect_of(name)


def learned_angles(names: Iterable[str]) -> list[str]:
    """Lists the names of matrices that compute the angles of rotary positions.

    >>> learned_angles(["posenc.Wr.weight", "self_attn.Wqkv.weight"])
    ['posenc.Wr.weight']
    """
    return [name for name in names if LEARNED_ANGLES_NAME.search(name)]


def _first_word(name: str) -> str:
    return re.split("[./]", name.lower())[0]


def is_other_part(name: str) -> bool:
    """Whether the name may belong to another part of a layer or model.

    >>> is_other_part("mlp.fc1.weight"), is_other_part("q_norm.weight")
    (True, False)
    """
    word = _first_word(name)
    return OTHER_PART_NAME.fullmatch(word) is not None or "embed" in word


def _shows_whole_layer(name: str) -> bool:
    """Whether a name certainly belongs to another part: it shows no effect on an attention."""
    return OTHER_PART_NAME.fullmatch(_first_word(name)) is not None and not effect_of(name)


def _acts_in_layer(name: str) -> bool:
    """Whether a tensor of a whole layer shows an effect on the attention.

    What is in another part acts there: `mlp.gate` multiplies no heads. But the word for an
    embedding may itself be about scores: `distance_embedding`.
    """
    word = _first_word(name)
    if OTHER_PART_NAME.fullmatch(word):
        return False
    return bool(effect_of(word if "embed" in word else name))


def parts_of_attention(names: Iterable[str], own: Iterable[str]) -> list[str]:
    """Lists which names under an attention's prefix may be part of the attention.

    If another part of a layer is among the names, the prefix is a layer's or a model's. Then a
    name counts only if it shows an effect on the attention or belongs to one of its matrices.
    Otherwise all names count.

    >>> parts_of_attention(["norm.weight"], ["q_proj.weight"])
    ['norm.weight']
    >>> parts_of_attention(["norm.weight", "mlp.fc1.weight", "q_norm.weight"], ["q_proj.weight"])
    ['q_norm.weight']
    """
    matrices = {re.sub(r"[./]?(weight|kernel|bias)$", "", name) for name in own} - {""}
    matrices = tuple(f"{matrix}{end}" for matrix in matrices for end in "./_")
    names = list(names)
    whole_layer = any(_shows_whole_layer(name) for name in names if not name.startswith(matrices))
    return [
        name
        for name in names
        if name.startswith(matrices) or not whole_layer or _acts_in_layer(name)
    ]


def computed_parameters(names: Collection[str]) -> dict[str, tuple[str, str]]:
    """Finds parameters that a model computes from others, as pruning and weight norm do.

    Args:
        names: The names of all tensors.

    Returns:
        For each stored name, the name of the parameter that is computed from it, and what to do.

    >>> [(stored, name) for stored, (name, _) in computed_parameters(["W_v", "W_g", "b"]).items()]
    [('W_v', 'W')]
    """
    found: dict[str, tuple[str, str]] = {}
    for name in names:
        if match := PARAMETRIZATION.fullmatch(name):
            found[name] = (match[1] + match[2], PARAMETRIZED)
        for end, other, reason in COMPUTED:
            base = name.removesuffix(end)
            if name.endswith(end) and base + other in names:
                found.setdefault(name, (base, reason))
    return {stored: what for stored, what in found.items() if what[0] not in names}
