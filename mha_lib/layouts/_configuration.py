"""Settings of a model that change its attention without changing any parameter."""

import math
import re
from collections.abc import Iterator, Mapping
from typing import Any

from mha_lib import checks

# Model types that rotate features 2i and 2i + 1 together, x[..., ::2] with x[..., 1::2]. Read in
# transformers 5.23.0, models/NAME/modeling_NAME.py, where NAME is without "_text".
ROTATE_NEIGHBORS = (
    "codegen", "cohere", "cohere2", "cohere2_moe", "ernie4_5", "ernie4_5_moe",
    "ernie4_5_vl_moe_text", "glm", "glm4", "glm4v_text", "glm_ocr_text", "gptj", "helium",
    "llama4_text", "moonshine", "moonshine_streaming", "openai_privacy_filter", "roformer",
)  # fmt: skip
# Model types whose classes give the scores a factor of 1. Read there, too.
DO_NOT_DIVIDE = (
    "dia_decoder", "dia_encoder", "embedding_gemma2_text", "gemma3n_text", "gemma4_text",
    "gemma4_unified_text",
)  # fmt: skip
# Model types that rotate only in layers with a window.
ROTATE_IN_WINDOWS = ("cohere2", "cohere2_moe", "flint")
# Model types with latent attention whose divisor does not depend on `mscale_all_dim`.
WITHOUT_MSCALE = ("dots3_note", "glm5_next", "kimi_linear")
# Parts of a configuration that are about the same model. A part with a model_type is another model.
PARTS_OF_ONE_MODEL = ("attn_config", "rope_parameters", "rope_scaling")
WIDTH_NAMES = ("hidden_size", "n_embd", "d_model")
HEAD_COUNT_NAMES = ("num_attention_heads", "n_head", "n_heads")
# Names that are about positions, windows or caps, and not about the MLP or the model's answers.
# Those not in KNOWN are listed as unknown.
ABOUT_ATTENTION = re.compile(
    "(?!.*(final|gate|logits_|mlp|output|router)).*(alibi|clip|qk_norm|rope|rotary|soft_?cap|window)"
)
KNOWN = frozenset({
    *PARTS_OF_ONE_MODEL, "alibi", "alibi_bias_max", "attn_logit_softcapping", "clip_qkv",
    "max_window_layers", "no_rope_layer_interval", "no_rope_layers", "partial_rotary_factor",
    "qk_rope_head_dim", "rope_local_base_freq", "rope_theta", "rope_type", "rotary_dim",
    "rotary_emb_base", "rotary_pct", "sliding_window", "use_qk_norm", "use_sliding_window",
    "window_size",
})  # fmt: skip
ALIBI_MEANING = "each head adds its slope times the position of the key to its scores"


def settings_outside_parameters(config: Mapping[str, Any] | Any) -> list[str]:
    """Lists the settings of a model that change its attention without changing any parameter.

    The usual attention divides its scores by sqrt(d_head) and has no window. It has no rotary
    positions, or rotates all features of a head, i together with i + d_head/2, with base 10000. The
    list has the settings that differ from this. It does not have what a layout implies, such as
    that T5 does not divide its scores. `search` tries pairs of neighbors, and takes a base and a
    mask; it cannot find the other settings.

    A setting that is not known here is listed as such if its name is about positions, windows or
    caps, as in a file whose model brings its own code. Others are ignored, so an empty list proves
    nothing. Each known setting was checked in the code of transformers 5.23.0; of latent attention
    (DeepSeek's), which no layout can store, only `mscale_all_dim` was. If a file leaves a setting
    out, its class has a default; transformers' `AutoConfig.from_pretrained` fills it in.

    Args:
        config: A parsed config.json, or a configuration of transformers. Models inside it, such as
            `text_config`, are also read.

    Returns:
        One sentence for each setting that differs, in their order. It begins with the setting.

    Raises:
        TypeError: `config` is neither a mapping nor has `to_dict()`, or a setting that is compared
            is not a number.
        ValueError: A size is below 1, or a number is not finite.

    >>> config = {"head_dim": 128, "query_pre_attn_scalar": 144}
    >>> config["attn_logit_softcapping"] = 50.0
    >>> for sentence in settings_outside_parameters(config):
    ...     print(sentence)
    query_pre_attn_scalar=144: scores are divided by sqrt(144), not by sqrt(d_head)
    attn_logit_softcapping=50.0: a score s becomes 50.0 * tanh(s / 50.0)
    """
    if isinstance(config, Mapping):
        return list(_sentences(config, config))
    if isinstance(config, type) or not hasattr(config, "to_dict"):
        hint = " (a model? pass model.config)" if hasattr(config, "config") else ""
        raise TypeError(
            f"config must be a mapping or have to_dict(); got {checks.describe(config)}{hint}"
        )
    return settings_outside_parameters(config.to_dict())


def _sentences(
    settings: Mapping[str, Any], model: Mapping[str, Any], path: str = ""
) -> Iterator[str]:
    """The sentences for one part of a configuration, in its order."""
    for name, value in settings.items():
        if isinstance(value, Mapping):
            if value.get("model_type"):
                yield from _sentences(value, value, f"{path}{name}.")
            elif (
                name in PARTS_OF_ONE_MODEL or "rope_" in path
            ):  # rotary settings may differ by layer type
                yield from _sentences(value, model, f"{path}{name}.")
        elif value is not None and (meaning := _meaning(name, value, settings, model)):
            yield f"{path}{name}={_shown(value)}: {meaning}"


def _shown(value: Any) -> str:
    """A value as text; a long list, such as one with an item for each layer, only as a list."""
    return "[...]" if isinstance(value, list) and len(repr(value)) > 40 else repr(value)


def _meaning(name: str, value: Any, settings: Mapping[str, Any], model: Mapping[str, Any]) -> str:
    """What a setting means; "" if it is the usual one or is not known."""
    match name:
        case "query_pre_attn_scalar" if value != _d_head(model):
            return f"scores are divided by sqrt({value}), not by sqrt(d_head)"
        case "attention_multiplier" | "softmax_scale" if not _is_usual(name, value, model):
            return f"scores are multiplied by {value}, not by 1 / sqrt(d_head)"
        case "scale_attn_weights" if value is False:
            return "scores are not divided by sqrt(d_head)"
        case "scale_attn_by_inverse_layer_idx" if value is True:
            return "scores of layer n, counted from 1, are divided by n as well"
        case "key_multiplier" if value != 1:
            return f"keys are multiplied by {value}"
        case "mscale_all_dim" if value and _multiplies_scores(settings, model):
            factor = settings["factor"]
            root = 0.1 * checks.require_number(name, value) * math.log(factor) + 1
            how = f"(0.1 * {value} * ln({factor}) + 1) ** 2"
            return f"scores are also multiplied by {how}, {root**2:.4g}"
        case "llama_4_scaling_beta" if value:
            length = settings.get("original_max_position_embeddings")
            return (
                f"after the rotation, queries are multiplied by "
                f"1 + {value} * ln(1 + floor(position / {length}))"
            )
        case "model_type" if value in DO_NOT_DIVIDE:
            return "scores are not divided by sqrt(d_head)"
        case "model_type" if value == "nanochat":
            return (
                "each head is rotated by the negative angles; after the rotation, queries and keys "
                "are divided by their root mean square"
            )
        case "attn_logit_softcapping":
            return f"a score s becomes {value} * tanh(s / {value})"
        case "use_qk_norm" if value is True and model.get("model_type") == "llama4_text":
            rotated = "in layers with rotary positions, after the rotation"
            return f"queries and keys are divided by their root mean square, {rotated}"
        case "attn_temperature_tuning" if value is True:
            return "in layers without rotary positions, queries grow with their position"
        case "no_rope_layers" if isinstance(value, list) and not all(value):
            unrotated = [layer for layer, rotates in enumerate(value) if not rotates]
            return f"no rotary positions in layers {checks.join_words(map(str, unrotated))}"
        case "layer_types" if unrotated := _layers_without_rotary(value, model):
            return f"no rotary positions in layers {checks.join_words(map(str, unrotated))}"
        case "clip_qkv" if value:
            return f"queries, keys and values are clipped to the range from -{value} to {value}"
        case "alibi" if value is True:
            # Falcon's "eager" attention adds them twice; MptModel adds them even if alibi is False.
            before = ", before it divides them" if model.get("model_type") == "falcon" else ""
            return ALIBI_MEANING + before
        case "model_type" if value == "bloom":
            return ALIBI_MEANING
        case "model_type" if value in ROTATE_NEIGHBORS:
            return "each head rotates features 2i and 2i + 1 together, not i and i + d_head/2"
        case "rope_interleave" if value is True:
            return "rotated features 2i and 2i + 1 turn together, not i and i + half of them"
        case "rotary_dim" if checks.require_number(name, value) < (_d_head(model) or math.inf):
            return f"only the first {value} features are rotated, like a head of width {value}"
        case "partial_rotary_factor" | "rotary_pct" if _is_partial(name, value, model):
            if settings.get("rope_type") == "proportional":
                return f"only the first {value} of the pairs i and i + d_head/2 are rotated"
            return f"only the first {value} of the features are rotated, like a head of that width"
        case "rope_theta" | "rotary_emb_base" if value != 10000:
            return "the base of the rotary angles, `base` of `search`"
        case "rope_local_base_freq":
            return "the base in layers with a window; rope_theta is that of the others"
        case "rope_type" if value != "default":
            return (
                "the angles are not position * base ** (-2i / d_head), but what this type defines"
            )
        case "type" if settings is not model and "rope_type" not in settings:
            return _meaning("rope_type", value, settings, model)
        case "sliding_window" if _has_window(value, model):
            return f"{_window(name, value)}, in all layers or those that layer_types names"
        case "local_radius" if value and model.get("encoder_attention_type"):
            block = model.get("global_block_size")
            is_local = model["encoder_attention_type"] == "local"
            more = "" if is_local else f", and one more key for each block of {block} tokens"
            return f"in the encoder, a query sees the keys up to {value} tokens away{more}"
        case "window_size" if "local" in str(model.get("attention_types")):
            return f"{_window(name, value)}, in layers of type 'local'"
        case _ if value is not False and name not in KNOWN and ABOUT_ATTENTION.match(name):
            return "not known here; look up in the model's code what it does"
        case _:
            return ""


def _window(name: str, size: Any) -> str:
    before = checks.require_int(name, size) - 1
    return f"a causal query sees itself and the {before} tokens before it"


def _has_window(window: Any, model: Mapping[str, Any]) -> bool:
    """Whether some layer has a window; some models write 0 or -1 for none."""
    layers = model.get("layer_types")
    slides = layers is None or any("sliding" in str(layer) for layer in layers)
    used = model.get("use_sliding_window") is not False
    return checks.require_number("sliding_window", window) > 0 and used and slides


def _layers_without_rotary(layer_types: Any, model: Mapping[str, Any]) -> list[int]:
    """Numbers of the layers without rotary positions, if others are rotated by their window."""
    if model.get("model_type") not in ROTATE_IN_WINDOWS or not isinstance(layer_types, list):
        return []
    has_window = model.get("sliding_window") is not None
    mlps = model.get("mlp_layer_types") or []
    always = model.get("prefix_dense_sliding_window_pattern") == 1  # those with a dense MLP
    return [
        layer
        for layer, kind in enumerate(layer_types)
        if not (has_window and kind == "sliding_attention")
        and not (always and mlps[layer : layer + 1] == ["dense"])
    ]


def _multiplies_scores(rope: Mapping[str, Any], model: Mapping[str, Any]) -> bool:
    """Whether rotary settings such as yarn's change the divisor of latent attention as well."""
    is_scaled = rope.get("rope_type", rope.get("type", "default")) != "default"
    is_read = "kv_lora_rank" in model and model.get("model_type") not in WITHOUT_MSCALE
    return is_scaled and is_read and checks.require_number("factor", rope.get("factor", 1)) > 1


def _is_partial(name: str, fraction: Any, model: Mapping[str, Any]) -> bool:
    """Whether only the first features are rotated; in latent attention they are not the first."""
    return checks.require_number(name, fraction) < 1 and "q_lora_rank" not in model


def _is_usual(name: str, factor: Any, model: Mapping[str, Any]) -> bool:
    """Whether a factor is 1 / sqrt(d_head)."""
    d_head = _d_head(model)
    return d_head is not None and math.isclose(checks.require_number(name, factor), d_head**-0.5)


def _d_head(model: Mapping[str, Any]) -> int | None:
    """The width of a head; None if the configuration does not show it."""
    width, heads, d_head = (
        _size(model, names) for names in (WIDTH_NAMES, HEAD_COUNT_NAMES, ("head_dim",))
    )
    return d_head or (width // heads if width and heads else None)


def _size(model: Mapping[str, Any], names: tuple[str, ...]) -> int | None:
    """The first of these settings that is present."""
    present = (name for name in names if model.get(name) is not None)
    return next((checks.require_int(name, model[name]) for name in present), None)
