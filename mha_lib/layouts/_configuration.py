"""What a model's configuration says of its attention, and no weight holds."""

import math
from collections.abc import Iterator, Mapping
from typing import Any

from mha_lib import checks

# Their modelling files turn x[..., ::2] against x[..., 1::2]: transformers 5.23.0,
# models/NAME/modeling_NAME.py, without "_text".
NEIGHBOURS = (
    "codegen", "cohere", "cohere2", "cohere2_moe", "ernie4_5", "ernie4_5_moe",
    "ernie4_5_vl_moe_text", "glm", "glm4", "glm4v_text", "glm_ocr_text", "gptj", "helium",
    "llama4_text", "moonshine", "moonshine_streaming", "openai_privacy_filter", "roformer",
)  # fmt: skip
# What holds settings of the same model; a part with a model_type is a model of its own.
PARTS = ("attn_config", "rope_parameters", "rope_scaling")
WIDTH = ("hidden_size", "n_embd", "d_model")
HEADS = ("num_attention_heads", "n_head", "n_heads")
ALIBI = "each head adds its slope times the place of the key to its scores"


def configured(config: Mapping[str, Any] | Any) -> list[str]:
    """Says what a model's configuration tells of its attention and its weights do not.

    The usual attention divides its scores by sqrt(d_head), has no window, and turns either no
    feature of a head by its place or all of them, i with i + d_head/2, at base 10000. What differs
    is told, and what a layout knows is not, such as that T5 does not divide. `search` tries pairs
    of neighbours and takes a base and a mask; the rest it cannot find.

    The list of settings is not complete, and others are passed over: [] is no promise. Each was
    checked in the code of transformers 5.23.0, without latent attention (DeepSeek's), which no
    layout holds. A setting that a file leaves out has its class's default; transformers'
    `AutoConfig.from_pretrained` fills it in.

    Args:
        config: A parsed config.json, or a configuration of transformers. Models in it, as in
            `text_config`, are read too.

    Returns:
        A sentence for each setting that differs, in their order; it begins with the setting.

    Raises:
        TypeError: `config` is neither a mapping nor has `to_dict()`, or a setting that is compared
            is not a number.
        ValueError: A size is below 1, or a number not finite.

    >>> config = {"head_dim": 128, "query_pre_attn_scalar": 144}
    >>> config["attn_logit_softcapping"] = 50.0
    >>> for sentence in configured(config):
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
    return configured(config.to_dict())


def _sentences(
    settings: Mapping[str, Any], model: Mapping[str, Any], place: str = ""
) -> Iterator[str]:
    """The sentences of a part of a model's configuration, in its order."""
    for name, value in settings.items():
        if isinstance(value, Mapping):
            if value.get("model_type"):
                yield from _sentences(value, value, f"{place}{name}.")
            elif name in PARTS or "rope_" in place:  # rotary settings may differ by layer type
                yield from _sentences(value, model, f"{place}{name}.")
        elif value is not None and (meaning := _meaning(name, value, settings, model)):
            yield f"{place}{name}={value!r}: {meaning}"


def _meaning(name: str, value: Any, settings: Mapping[str, Any], model: Mapping[str, Any]) -> str:
    """What a setting means; "" where it means the usual, or is not known."""
    match name:
        case "query_pre_attn_scalar" if value != _d_head(model):
            return f"scores are divided by sqrt({value}), not by sqrt(d_head)"
        case "attention_multiplier" | "softmax_scale" if not _is_usual(name, value, model):
            return f"scores are multiplied by {value}, not by 1 / sqrt(d_head)"
        case "scale_attn_weights" if value is False:
            return "scores are not divided by sqrt(d_head)"
        case "scale_attn_by_inverse_layer_idx" if value is True:
            return "scores of layer n, counted from 1, are divided by n as well"
        case "attn_logit_softcapping":
            return f"a score s becomes {value} * tanh(s / {value})"
        case "clip_qkv" if value:
            return f"queries, keys and values are cut to the range from -{value} to {value}"
        case "alibi" if value is True:
            # Falcon's attention "eager" adds them twice; transformers' MptModel even where False.
            before = ", before it divides them" if model.get("model_type") == "falcon" else ""
            return ALIBI + before
        case "model_type" if value == "bloom":
            return ALIBI
        case "model_type" if value in NEIGHBOURS:
            return "features 2i and 2i + 1 of a head turn together, not i and i + d_head/2"
        case "rotary_dim" if checks.require_number(name, value) < (_d_head(model) or math.inf):
            return f"only the first {value} features of a head turn, as a head of {value} would"
        case "partial_rotary_factor" | "rotary_pct" if _is_a_part(name, value, model):
            if settings.get("rope_type") == "proportional":
                return f"only the first {value} of a head's pairs i and i + d_head/2 turn"
            return f"only the first {value} of a head's features turn, as a head of that size would"
        case "rope_theta" | "rotary_emb_base" if value != 10000:
            return "the base of the rotary turns, `base` of `search`"
        case "rope_local_base_freq":
            return "the base in layers with a window; rope_theta is that of the others"
        case "rope_type" if value != "default":
            return (
                "the angles are not place * base ** (-2i / d_head) but what this type makes of it"
            )
        case "type" if settings is not model and "rope_type" not in settings:
            return _meaning("rope_type", value, settings, model)
        case "sliding_window" if _has_window(value, model):
            return f"{_window(name, value)}, in all layers or those that layer_types names"
        case "window_size" if "local" in str(model.get("attention_types")):
            return f"{_window(name, value)}, in layers of type 'local'"
        case _:
            return ""


def _window(name: str, size: Any) -> str:
    before = checks.require_int(name, size) - 1
    return f"a causal query sees itself and the {before} tokens before it"


def _has_window(window: Any, model: Mapping[str, Any]) -> bool:
    """Whether some layer has a window; some models write 0 or -1 where none has."""
    layers = model.get("layer_types")
    slides = layers is None or any("sliding" in str(layer) for layer in layers)
    used = model.get("use_sliding_window") is not False
    return checks.require_number("sliding_window", window) > 0 and used and slides


def _is_a_part(name: str, share: Any, model: Mapping[str, Any]) -> bool:
    """Whether fewer than all features turn; with latent attention it would not be the first."""
    return checks.require_number(name, share) < 1 and "q_lora_rank" not in model


def _is_usual(name: str, factor: Any, model: Mapping[str, Any]) -> bool:
    """Whether a factor is 1 / sqrt(d_head)."""
    d_head = _d_head(model)
    return d_head is not None and math.isclose(checks.require_number(name, factor), d_head**-0.5)


def _d_head(model: Mapping[str, Any]) -> int | None:
    """The size of a head; None where the configuration does not tell it."""
    width, heads, d_head = (_size(model, names) for names in (WIDTH, HEADS, ("head_dim",)))
    return d_head or (width // heads if width and heads else None)


def _size(model: Mapping[str, Any], names: tuple[str, ...]) -> int | None:
    """The first of some settings that is there."""
    there = (name for name in names if model.get(name) is not None)
    return next((checks.require_int(name, model[name]) for name in there), None)
