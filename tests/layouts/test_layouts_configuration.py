"""layouts.settings_outside_parameters: what it says is what transformers' model computes."""

import importlib
import math
from dataclasses import replace

import pytest
import torch
from torch import nn

from mha_lib import StackedAttention, layouts
from mha_lib.layouts import settings_outside_parameters
from mha_lib.layouts._configuration import DO_NOT_DIVIDE, ROTATE_NEIGHBORS
from tests.helpers.refusals import each_row, refusal

transformers = pytest.importorskip(
    "transformers", reason="transformers is not installed (pip install -e '.[dev]')"
)

HEADS, D_HEAD, TOKENS = 4, 8, 7
D_MODEL = HEADS * D_HEAD
SIZES = {
    "hidden_size": D_MODEL, "num_attention_heads": HEADS, "num_key_value_heads": HEADS,
    "head_dim": D_HEAD, "num_hidden_layers": 2, "intermediate_size": 17, "vocab_size": 13,
    "pad_token_id": 0, "bos_token_id": 0, "eos_token_id": 0,
}  # fmt: skip
OF_GPT2 = {
    "n_embd": D_MODEL, "n_head": HEADS, "n_layer": 2, "vocab_size": 13, "bos_token_id": 0,
    "eos_token_id": 0,
}  # fmt: skip
OF_MPT = {
    "d_model": D_MODEL, "n_heads": HEADS, "n_layers": 2, "vocab_size": 13, "max_seq_len": 11,
}  # fmt: skip
OF_LLAMA_4 = SIZES | {
    "num_local_experts": 2, "num_experts_per_tok": 1, "intermediate_size_mlp": 17,
    "moe_layers": [], "floor_scale": 2, "rope_parameters": {"rope_theta": 10000.0},
}  # fmt: skip


def seen(name, options):
    """A model's configuration, and the queries, keys and weights of its second layer."""
    config = getattr(transformers, f"{name}Config")(**options, attn_implementation="eager")
    model = getattr(transformers, f"{name}Model")(config).eval()
    for parameter in model.parameters():
        nn.init.normal_(parameter, std=0.3)
    made = {}

    def note(called):
        return lambda *call: made.update({called: call[2]})

    for called, module in model.named_modules():
        if called.endswith((".q_proj", ".k_proj", ".c_attn", ".Wqkv")):
            module.register_forward_hook(note(called.rpartition(".")[2]))  # the last layer's stay
    tokens = torch.randint(13, (2, TOKENS))
    with torch.no_grad():
        weights = model(tokens, output_attentions=True).attentions[1]
    if len(made) == 1:
        (together,) = made.values()
        queries, keys, _ = together.chunk(3, -1)
    else:
        queries, keys = made["q_proj"], made["k_proj"]
    heads = [x.unflatten(-1, (HEADS, D_HEAD)).transpose(1, 2) for x in (queries, keys)]
    return config, *heads, weights


# How to read them, in plain torch.


def halves(x, base=10000):
    first, second = rotated(*x.chunk(2, -1), base)
    return torch.cat([first, second], -1)


def neighbors(x, base=10000):
    first, second = rotated(x[..., ::2], x[..., 1::2], base)
    return torch.stack([first, second], -1).flatten(-2)


def rotated(first, second, base):
    pairs = first.shape[-1]
    speeds = base ** -(torch.arange(pairs) / pairs)
    angles = torch.arange(TOKENS)[:, None] * speeds
    pair = torch.complex(first, second) * torch.polar(torch.ones_like(angles), angles)
    return pair.real, pair.imag


def first(n, rotate):
    return lambda x: torch.cat([rotate(x[..., :n]), x[..., n:]], -1)


def unrotated(x):
    return x


def normed(x):
    return x * (x.square().mean(-1, keepdim=True) + 1e-5).rsqrt()


def backwards(x):
    first, second = rotated(*x.chunk(2, -1)[::-1], 10000)
    return torch.cat([second, first], -1)


def growing_by_logarithm(beta, length):
    positions = torch.arange(TOKENS)
    return (1 + beta * (1 + (positions / length).floor()).log())[:, None]


def growing():
    positions = torch.arange(1.0, TOKENS + 1)
    return (torch.log1p((positions / 2).floor()) * 0.1 + 1)[:, None]


def usual(score):
    return score / math.sqrt(D_HEAD)


def undivided(score):
    return score


def capped(score):
    return 2.0 * torch.tanh(usual(score) / 2.0)


def with_slopes(score):
    slopes = torch.tensor([2.0 ** (-8 * (head + 1) / HEADS) for head in range(HEADS)])
    return score + slopes[:, None, None] * torch.arange(TOKENS)


def read(queries, keys, rotate, score, window=TOKENS):
    ahead = torch.arange(TOKENS)[:, None] - torch.arange(TOKENS)
    blocked = (ahead < 0) | (ahead >= window)
    scores = score(rotate(queries) @ rotate(keys).mT)
    return scores.masked_fill(blocked, -math.inf).softmax(-1)


LLAMAS, BERTS = {"rotate": halves, "score": usual}, {"rotate": unrotated, "score": usual}
MPTS = {"rotate": unrotated, "score": lambda s: with_slopes(usual(s))}
FULL = {"layer_types": ["full_attention"] * 2}
AT_10000 = {"rope_parameters": {"rope_theta": 10000.0}}
PAIRS = "each head rotates features 2i and 2i + 1 together, not i and i + d_head/2"
QK_NORM = (
    "use_qk_norm=True: queries and keys are divided by their root mean square, in layers with "
    "rotary positions, after the rotation"
)
TEMPERATURE = (
    "attn_temperature_tuning=True: in layers without rotary positions, queries grow with their "
    "position"
)
MIXED = ["sliding_attention", "full_attention", "sliding_attention"]
COHERES = {"rotate": neighbors, "score": usual}
OF_COHERE_2 = SIZES | AT_10000 | {"sliding_window": 3}
COHERE_WINDOW = (
    "sliding_window=3: a causal query sees itself and the 2 tokens before it, in all layers or "
    "those that layer_types names"
)
YARN = {
    "rope_type": "yarn", "rope_theta": 10000.0, "factor": 1.0, "beta_fast": 32.0, "beta_slow": 1.0,
    "original_max_position_embeddings": 2, "llama_4_scaling_beta": 0.7,
}  # fmt: skip
LLAMA_4S = {"rotate": neighbors, "score": usual}
SLOPES = "each head adds its slope times the position of the key to its scores"
# What is said, the model and its settings, how that is to be read, how it would be without.
READ = {
    "query_pre_attn_scalar=3: scores are divided by sqrt(3), not by sqrt(d_head)": (
        "Gemma2", SIZES | FULL | {"query_pre_attn_scalar": 3, "attn_logit_softcapping": None},
        {"rotate": halves, "score": lambda s: s / math.sqrt(3)}, LLAMAS,
    ),
    "attn_logit_softcapping=2.0: a score s becomes 2.0 * tanh(s / 2.0)": (
        "Gemma2", SIZES | FULL | {"query_pre_attn_scalar": D_HEAD, "attn_logit_softcapping": 2.0},
        {"rotate": halves, "score": capped}, LLAMAS,
    ),
    "attention_multiplier=0.6: scores are multiplied by 0.6, not by 1 / sqrt(d_head)": (
        "Granite", SIZES | {"attention_multiplier": 0.6},
        {"rotate": halves, "score": lambda s: 0.6 * s}, LLAMAS,
    ),
    "scale_attn_weights=False: scores are not divided by sqrt(d_head)": (
        "GPT2", OF_GPT2 | {"scale_attn_weights": False},
        {"rotate": unrotated, "score": undivided}, BERTS,
    ),
    "scale_attn_by_inverse_layer_idx=True: "
    "scores of layer n, counted from 1, are divided by n as well": (
        "GPT2", OF_GPT2 | {"scale_attn_by_inverse_layer_idx": True},
        {"rotate": unrotated, "score": lambda s: usual(s) / 2}, BERTS,
    ),
    f"model_type='cohere': {PAIRS}": (
        "Cohere", SIZES | AT_10000, {"rotate": neighbors, "score": usual}, LLAMAS,
    ),
    "rotary_dim=4: only the first 4 features are rotated, like a head of width 4\n"
    f"model_type='gptj': {PAIRS}": (
        "GPTJ", OF_GPT2 | {"rotary_dim": 4},
        {"rotate": first(4, neighbors), "score": usual}, LLAMAS,
    ),
    "rope_parameters.partial_rotary_factor=0.5: "
    "only the first 0.5 of the features are rotated, like a head of that width": (
        "Phi", SIZES | {"partial_rotary_factor": 0.5},
        {"rotate": first(4, halves), "score": usual}, LLAMAS,
    ),
    "rope_parameters.rope_theta=50.0: the base of the rotary angles, `base` of `search`": (
        "Llama", SIZES | {"rope_parameters": {"rope_theta": 50.0}},
        {"rotate": lambda x: halves(x, 50), "score": usual}, LLAMAS,
    ),
    "sliding_window=3: a causal query sees itself and the 2 tokens before it, "
    "in all layers or those that layer_types names": (
        "Mistral", SIZES | {"sliding_window": 3},
        LLAMAS | {"window": 3}, LLAMAS,
    ),
    "window_size=3: a causal query sees itself and the 2 tokens before it, "
    "in layers of type 'local'": (
        "GPTNeo",
        {
            "hidden_size": D_MODEL, "num_heads": HEADS, "num_layers": 2, "vocab_size": 13,
            "bos_token_id": 0, "eos_token_id": 0, "window_size": 3,
            "attention_types": [[["global", "local"], 1]],
        },
        {"rotate": unrotated, "score": undivided, "window": 3},
        {"rotate": unrotated, "score": undivided},
    ),
    f"{QK_NORM}\n{TEMPERATURE}\nmodel_type='llama4_text': {PAIRS}": (
        "Llama4Text", OF_LLAMA_4 | {"no_rope_layers": [1, 1]},
        {"rotate": lambda x: normed(neighbors(x)), "score": usual}, LLAMA_4S,
    ),
    f"{QK_NORM}\nno_rope_layers=[1, 0]: no rotary positions in layers 1\n{TEMPERATURE}\n"
    f"model_type='llama4_text': {PAIRS}": (
        "Llama4Text", OF_LLAMA_4 | {"no_rope_layers": [1, 0]},
        {"rotate": unrotated, "score": lambda s: usual(s) * growing()}, LLAMA_4S,
    ),
    f"{COHERE_WINDOW}\nlayer_types={MIXED[:2]}: no rotary positions in layers 1\n"
    f"model_type='cohere2': {PAIRS}": (
        "Cohere2", OF_COHERE_2 | {"layer_types": MIXED[:2]},
        {"rotate": unrotated, "score": usual}, COHERES,
    ),
    "key_multiplier=0.25: keys are multiplied by 0.25": (
        "FalconH1",
        SIZES | AT_10000 | {
            "key_multiplier": 0.25, "mamba_d_ssm": 32, "mamba_n_heads": 4, "mamba_d_head": 8,
        },
        {"rotate": halves, "score": lambda s: usual(s) / 4}, LLAMAS,
    ),
    "model_type='nanochat': each head is rotated by the negative angles; after the rotation, "
    "queries and keys are divided by their root mean square": (
        "NanoChat", SIZES | AT_10000,
        {"rotate": lambda x: normed(backwards(x)), "score": usual},
        {"rotate": lambda x: normed(halves(x)), "score": usual},
    ),
    "rope_parameters.rope_type='yarn': the angles are not position * base ** (-2i / d_head), but "
    "what this type defines\nrope_parameters.llama_4_scaling_beta=0.7: after the rotation, queries "
    "are multiplied by 1 + 0.7 * ln(1 + floor(position / 2))": (
        "Ministral3", SIZES | {"rope_parameters": YARN},  # a factor of 1 leaves the angles alone
        {"rotate": halves, "score": lambda s: usual(s) * growing_by_logarithm(0.7, 2)}, LLAMAS,
    ),
    f"attn_config.alibi=True: {SLOPES}": (
        "Mpt", OF_MPT, MPTS, BERTS,
    ),
    "attn_config.softmax_scale=0.6: scores are multiplied by 0.6, not by 1 / sqrt(d_head)\n"
    f"attn_config.alibi=True: {SLOPES}": (
        "Mpt", OF_MPT | {"attn_config": {"softmax_scale": 0.6}},
        {"rotate": unrotated, "score": lambda s: with_slopes(0.6 * s)}, MPTS,
    ),
    "attn_config.clip_qkv=0.5: queries, keys and values are clipped to the range from -0.5 to 0.5\n"
    f"attn_config.alibi=True: {SLOPES}": (
        "Mpt", OF_MPT | {"attn_config": {"clip_qkv": 0.5}},
        MPTS | {"rotate": lambda x: x.clamp(-0.5, 0.5)}, MPTS,
    ),
}  # fmt: skip


@pytest.mark.parametrize("said", READ, ids=lambda said: said.split(":")[0])
def test_each_sentence_describes_what_the_model_computes(said):
    name, options, settings, without = READ[said]
    config, queries, keys, weights = seen(name, options)
    assert settings_outside_parameters(config) == said.split("\n")
    assert settings_outside_parameters(config.to_dict()) == said.split("\n")
    torch.testing.assert_close(read(queries, keys, **settings), weights, rtol=0, atol=1e-5)
    assert (read(queries, keys, **without) - weights).abs().max() > 0.01


def test_gptj_needs_both_of_its_settings():
    _, queries, keys, weights = seen("GPTJ", OF_GPT2 | {"rotary_dim": 4})
    for rotate in (neighbors, first(4, halves)):
        assert (read(queries, keys, rotate, usual) - weights).abs().max() > 0.01


def of_llama4(module, x):
    quarter = torch.full((1, 1, x.shape[-1] // 2), 1j)
    return module.apply_rotary_emb(x[None, None, None], x[None, None, None], quarter)[0].flatten()


def of_roformer(module, x):
    sin_cos = torch.cat([torch.ones(len(x) // 2), torch.zeros(len(x) // 2)])
    rotate = module.RoFormerSelfAttention.apply_rotary_position_embeddings
    return rotate(sin_cos, x, x)[0]


def of_privacy_filter(module, x):
    return module._apply_rotary_emb(x, torch.zeros(len(x) // 2), torch.ones(len(x) // 2))


QUARTERS = {
    "codegen": lambda module, x: module.rotate_every_two(x[None, None, None]).flatten(),
    "ernie4_5_vl_moe": lambda module, x: module.rotate_half_text(x),
    "glm4v": lambda module, x: module.rotate_half_llm(x),
    "glm_ocr": lambda module, x: module.rotate_half_llm(x),
    "llama4": of_llama4,
    "openai_privacy_filter": of_privacy_filter,
    "roformer": of_roformer,
}
QUARTERS["gptj"] = QUARTERS["codegen"]


@pytest.mark.parametrize("model_type", sorted(ROTATE_NEIGHBORS))
def test_listed_model_types_rotate_neighboring_features(model_type):
    name = model_type.removesuffix("_text")
    module = importlib.import_module(f"transformers.models.{name}.modeling_{name}")
    quarter = QUARTERS.get(name, lambda module, x: module.rotate_half(x))
    x = torch.tensor([2.0, 3, 5, 7, 11, 13])
    assert quarter(module, x).tolist() == [-3, 2, -7, 5, -13, 11]
    assert transformers.AutoConfig.for_model(model_type).model_type == model_type
    assert settings_outside_parameters({"model_type": model_type}) == [
        f"model_type='{model_type}': {PAIRS}"
    ]


@pytest.mark.parametrize("name", ["Llama", "GPT2", "Bert", "OPT", "Qwen2", "Olmo", "T5"])
def test_usual_settings_are_not_listed(name):
    assert settings_outside_parameters(getattr(transformers, f"{name}Config")()) == []


THREE = {"head_dim": 4, "query_pre_attn_scalar": 4, "rotary_dim": 4, "attention_multiplier": 0.5}
ROPE = "rope_parameters"
MSCALE = {"rope_type": "yarn", "factor": 2, "mscale_all_dim": 1}


@pytest.mark.parametrize(
    ("config", "settings"),
    [
        # sizes under other names, or no sizes
        (THREE, []),
        ({"n_embd": 8, "n_head": 2} | {n: v for n, v in THREE.items() if n != "head_dim"}, []),
        ({"softmax_scale": 0.5, "d_model": 8, "n_heads": 2}, []),
        ({"rotary_dim": 4}, ["rotary_dim=4"]),
        ({"attention_multiplier": 0.5}, ["attention_multiplier=0.5"]),
        ({"rotary_dim": 4, "hidden_size": 8}, ["rotary_dim=4"]),
        ({"rotary_dim": 4, "hidden_size": 9, "n_head": 2}, []),  # heads of 4
        # layers without rotary positions
        (
            {"model_type": "gemma3_text", "sliding_window": 9, "layer_types": MIXED},
            ["sliding_window=9"],
        ),
        (
            {"model_type": "flint", "sliding_window": 9, "layer_types": MIXED},
            ["sliding_window=9", "layer_types=[...]"],
        ),
        (
            {"model_type": "flint", "sliding_window": None, "layer_types": MIXED},
            ["layer_types=[...]"],
        ),
        (
            {"model_type": "flint", "sliding_window": 9, "layer_types": MIXED[:1]},
            ["sliding_window=9"],
        ),
        ({"model_type": "flint", "layer_types": "full_attention"}, []),
        # yarn's multiplier
        (
            {"kv_lora_rank": 4, ROPE: MSCALE},
            [f"{ROPE}.rope_type='yarn'", f"{ROPE}.mscale_all_dim=1"],
        ),
        (
            {"kv_lora_rank": 4, "rope_scaling": {"type": "yarn", "factor": 2, "mscale_all_dim": 1}},
            ["rope_scaling.type='yarn'", "rope_scaling.mscale_all_dim=1"],
        ),
        ({"kv_lora_rank": 4, ROPE: MSCALE | {"factor": 1}}, [f"{ROPE}.rope_type='yarn'"]),
        ({"kv_lora_rank": 4, ROPE: MSCALE | {"rope_type": "default"}}, []),
        ({"rope_interleave": True}, ["rope_interleave=True"]),
        ({"rope_interleave": False}, []),
        ({"kv_lora_rank": 4, ROPE: MSCALE | {"mscale_all_dim": 0}}, [f"{ROPE}.rope_type='yarn'"]),
        ({ROPE: MSCALE}, [f"{ROPE}.rope_type='yarn'"]),
        (
            {"model_type": "kimi_linear", "kv_lora_rank": 4, ROPE: MSCALE},
            [f"{ROPE}.rope_type='yarn'"],
        ),
        # what is there and off
        ({"key_multiplier": 1.0, ROPE: {"llama_4_scaling_beta": None}}, []),
        ({ROPE: {"llama_4_scaling_beta": 0.0}, "local_radius": 3}, []),
        ({"attn_logit_softcapping": None, "clip_qkv": None, "rope_scaling": None}, []),
        ({"alibi": False, "scale_attn_weights": True, "partial_rotary_factor": 1}, []),
        ({"clip_qkv": 8}, ["clip_qkv=8"]),
        # windows
        ({"sliding_window": 9}, ["sliding_window=9"]),
        ({"sliding_window": 1}, ["sliding_window=1"]),
        ({"sliding_window": 9, "use_sliding_window": True}, ["sliding_window=9"]),
        ({"sliding_window": 9, "use_sliding_window": False}, []),
        ({"sliding_window": 0}, []),
        ({"sliding_window": -1}, []),
        ({"sliding_window": 9, "layer_types": ["full_attention"]}, []),
        (
            {"sliding_window": 9, "layer_types": ["full_attention", "sliding_attention"]},
            ["sliding_window=9"],
        ),
        ({"window_size": 9}, []),
        ({"window_size": 9, "attention_types": [[["global"], 2]]}, []),
        ({"window_size": 9, "attention_types": [[["global", "local"], 1]]}, ["window_size=9"]),
        # rotary settings, old and new
        ({"rope_theta": 10000, ROPE: {"rope_type": "default"}}, []),
        ({"rope_theta": 5e5}, ["rope_theta=500000.0"]),
        ({"rotary_pct": 0.25, "rotary_emb_base": 50}, ["rotary_pct=0.25", "rotary_emb_base=50"]),
        ({"rope_scaling": {"type": "linear"}}, ["rope_scaling.type='linear'"]),
        ({"rope_scaling": {"type": "default"}}, []),
        (
            {"rope_scaling": {"type": "llama3", "rope_type": "llama3"}},
            ["rope_scaling.rope_type='llama3'"],
        ),
        ({"type": "model"}, []),
        (
            {"rope_theta": 1e6, "rope_local_base_freq": 1e4},
            ["rope_theta=1000000.0", "rope_local_base_freq=10000.0"],
        ),
        (
            {ROPE: {"sliding_attention": {"rope_theta": 1e4}, "full_attention": {"rope_theta": 9}}},
            [f"{ROPE}.full_attention.rope_theta=9"],
        ),
        # unknown ones, as in a file whose model brings its own code
        (
            {"model_type": "x", "original_rope": True, "rope_ratio": 1, "my_rotary": False},
            ["original_rope=True", "rope_ratio=1"],
        ),
        ({"final_logit_softcapping": 30.0, "moe_router_logit_softcapping": 30.0}, []),
        # latent attention, and settings that do not belong to the model
        ({"partial_rotary_factor": 0.5, "q_lora_rank": None}, []),
        ({"quantization_config": {"window_size": 3, "clip_qkv": 2}}, []),
        (
            {"text_config": {"model_type": "x", "attn_config": {"alibi": True}}},
            ["text_config.attn_config.alibi=True"],
        ),
        (
            {
                "query_pre_attn_scalar": 4,
                "head_dim": 4,
                "text_config": {"model_type": "x", "query_pre_attn_scalar": 4, "head_dim": 2},
            },
            ["text_config.query_pre_attn_scalar=4"],
        ),
    ],
)
def test_a_setting_is_listed_if_it_differs(config, settings):
    assert [sentence.split(": ")[0] for sentence in settings_outside_parameters(config)] == settings


def scales(model):
    return {
        module.scaling
        for module in model.modules()
        if "Attention" in type(module).__name__ and hasattr(module, "scaling")
    }


DIA = {"hidden_size": 32, "num_hidden_layers": 1, "intermediate_size": 17, "vocab_size": 13}
UNDIVIDED = "scores are not divided by sqrt(d_head)"


def test_dia_does_not_divide_its_scores():
    one = DIA | {"num_attention_heads": HEADS, "num_key_value_heads": HEADS, "head_dim": D_HEAD}
    cross = {
        "cross_num_attention_heads": HEADS, "cross_num_key_value_heads": HEADS,
        "cross_head_dim": D_HEAD, "cross_hidden_size": D_MODEL,
    }  # fmt: skip
    config = transformers.DiaConfig(encoder_config=one, decoder_config=one | cross)
    model = transformers.DiaModel(config)
    assert scales(model) == {1}
    assert [s for s in settings_outside_parameters(config) if "model_type" in s] == [
        f"encoder_config.model_type='dia_encoder': {UNDIVIDED}",
        f"decoder_config.model_type='dia_decoder': {UNDIVIDED}",
    ]
    attention = model.encoder.layers[0].self_attention
    x, cos = torch.randn(1, TOKENS, D_MODEL), torch.ones(1, TOKENS, D_HEAD)
    ours = layouts.unpack(attention.state_dict(), "llama", HEADS)
    theirs = attention(x, position_embeddings=(cos, 0 * cos), attention_mask=None)[0]
    undivided = replace(ours, W_Q=ours.W_Q * math.sqrt(D_HEAD))
    for params, right in ((ours, False), (undivided, True)):
        output, _ = StackedAttention.from_head_parameters(params)(x)
        assert torch.allclose(output, theirs, atol=1e-6, rtol=0) == right


@pytest.mark.parametrize(
    "model_type", [name for name in DO_NOT_DIVIDE if not name.startswith("dia")]
)
def test_listed_model_types_do_not_divide_their_scores(model_type):
    config = transformers.AutoConfig.for_model(model_type)
    with torch.device("meta"):
        assert scales(transformers.AutoModel.from_config(config)) == {1.0}
    assert f"model_type='{model_type}': {UNDIVIDED}" in settings_outside_parameters(config)


def test_cohere2_moe_rotates_layers_with_a_window_and_those_with_a_dense_mlp():
    kinds, mlps = ["full_attention", *MIXED], ["dense", "dense", "sparse", "sparse"]
    options = SIZES | AT_10000 | {
        "num_hidden_layers": 4, "layer_types": kinds, "mlp_layer_types": mlps, "num_experts": 2,
        "num_local_experts": 2, "num_experts_per_tok": 1,
    }  # fmt: skip
    for pattern, unrotated_layers in ((1, [2]), (2, [0, 2])):
        config = transformers.Cohere2MoeConfig(
            **options, prefix_dense_sliding_window_pattern=pattern
        )
        with torch.device("meta"):
            attentions = [layer.self_attn for layer in transformers.Cohere2MoeModel(config).layers]
        assert unrotated_layers == [
            i
            for i, attention in enumerate(attentions)
            if attention.sliding_window is None and not attention.force_rope
        ]
        numbers = " and ".join(map(str, unrotated_layers))
        assert f"layer_types=[...]: no rotary positions in layers {numbers}" in (
            settings_outside_parameters(config)
        )


def test_deepseek_multiplies_its_scores_by_the_square_of_yarns_factor():
    rope = {"rope_type": "yarn", "rope_theta": 10000.0, "factor": 40.0, "mscale_all_dim": 0.7}
    rope |= {"beta_fast": 32, "beta_slow": 1, "original_max_position_embeddings": 9, "mscale": 0.7}
    config = transformers.DeepseekV3Config(rope_parameters=rope, num_hidden_layers=1)
    with torch.device("meta"):
        (scale,) = scales(transformers.DeepseekV3Model(config))
    d_head = config.qk_nope_head_dim + config.qk_rope_head_dim
    (said,) = [s for s in settings_outside_parameters(config) if "mscale" in s]
    assert said == (
        "rope_parameters.mscale_all_dim=0.7: scores are also multiplied by "
        f"(0.1 * 0.7 * ln(40.0) + 1) ** 2, {scale * math.sqrt(d_head):.4g}"
    )


@pytest.mark.parametrize(
    ("kind", "more"),
    [("local", ""), ("transient-global", ", and one more key for each block of 3 tokens")],
)
def test_longt5_sees_only_near_keys_in_its_encoder(kind, more):
    config = transformers.LongT5Config(
        d_model=12, d_kv=4, num_heads=3, num_layers=1, d_ff=7, vocab_size=13, local_radius=2,
        encoder_attention_type=kind, global_block_size=3,
    )  # fmt: skip
    said = f"local_radius=2: in the encoder, a query sees the keys up to 2 tokens away{more}"
    assert settings_outside_parameters(config) == [said]
    if kind != "local":
        return
    x = torch.randn(1, 9, 12, requires_grad=True)
    model = transformers.LongT5EncoderModel(config).eval()
    model(inputs_embeds=x).last_hidden_state[0, 4].square().sum().backward()
    assert x.grad[0].abs().sum(-1).ne(0).nonzero().flatten().tolist() == [2, 3, 4, 5, 6]


@pytest.mark.parametrize(("way", "times"), [("sdpa", 1), ("eager", 2)])
def test_falcon_divides_its_slopes_along_with_the_scores(way, times):
    config = transformers.FalconConfig(
        hidden_size=D_MODEL, num_attention_heads=HEADS, num_hidden_layers=1, vocab_size=13,
        multi_query=False, alibi=True, attn_implementation=way,
    )  # fmt: skip
    model, made = transformers.FalconModel(config).eval(), []
    for parameter in model.parameters():
        nn.init.normal_(parameter, std=0.3)
    attention = model.h[0].self_attention
    attention.query_key_value.register_forward_hook(lambda *call: made.append(call[2]))
    attention.dense.register_forward_pre_hook(lambda *call: made.append(call[1][0]))
    with torch.no_grad():
        model(torch.randint(13, (2, TOKENS)))
    queries, keys, values = made[0].unflatten(-1, (HEADS, 3, D_HEAD)).permute(3, 0, 2, 1, 4)
    slopes = times * with_slopes(0)
    weights = read(queries, keys, unrotated, lambda score: usual(score + slopes))
    heads = made[1].unflatten(-1, (HEADS, D_HEAD)).transpose(1, 2)
    torch.testing.assert_close(weights @ values, heads, rtol=0, atol=1e-5)
    said = f"alibi=True: {SLOPES}, before it divides them"
    assert settings_outside_parameters(config) == [said]


def test_an_unknown_setting_is_said_to_be_unknown():
    assert settings_outside_parameters({"rope_ratio": 2}) == [
        "rope_ratio=2: not known here; look up in the model's code what it does"
    ]


def test_sentences_for_settings_that_no_tested_model_has():
    rope = {"rope_type": "proportional", "partial_rotary_factor": 0.25}
    config = {"model_type": "bloom", "rope_local_base_freq": 9, ROPE: {"full_attention": rope}}
    path = f"{ROPE}.full_attention"
    assert settings_outside_parameters(config) == [
        f"model_type='bloom': {SLOPES}",
        "rope_local_base_freq=9: "
        "the base in layers with a window; rope_theta is that of the others",
        f"{path}.rope_type='proportional': "
        "the angles are not position * base ** (-2i / d_head), but what this type defines",
        f"{path}.partial_rotary_factor=0.25: "
        "only the first 0.25 of the pairs i and i + d_head/2 are rotated",
    ]


def listed(**settings):
    return settings_outside_parameters(settings)


NO_NUMBER = {"partial_rotary_factor": "half"}
REFUSED = [
    ("a path", lambda: settings_outside_parameters("config.json"),
     TypeError, "config must be a mapping or have to_dict(); got 'config.json' (str)"),
    ("pairs", lambda: settings_outside_parameters([("head_dim", 4)]),
     TypeError, "config must be a mapping or have to_dict(); got [('head_dim', 4)] (list)"),
    ("a class", lambda: settings_outside_parameters(transformers.GPTJConfig),
     TypeError,
        "config must be a mapping or have to_dict(); got <class 'trans...j.GPTJConfig'> (type)"),
    ("a setting in a text", lambda: settings_outside_parameters({ROPE: NO_NUMBER}),
     TypeError, "partial_rotary_factor must be a number; got 'half' (str)"),
    ("no head", lambda: settings_outside_parameters({"rotary_dim": 4, "n_embd": 8, "n_head": 0}),
     ValueError, "n_head must be at least 1; got 0"),
    ("a size in a text", lambda: settings_outside_parameters({"rotary_dim": 4, "head_dim": "8"}),
     TypeError, "head_dim must be an integer; got '8' (str)"),
    ("a multiplier in a text", lambda: listed(attention_multiplier="half", head_dim=4),
     TypeError, "attention_multiplier must be a number; got 'half' (str)"),
    ("features in a text", lambda: listed(rotary_dim="all"),
     TypeError, "rotary_dim must be a number; got 'all' (str)"),
    ("a window in a text", lambda: listed(sliding_window="wide"),
     TypeError, "sliding_window must be a number; got 'wide' (str)"),
    ("half a token", lambda: listed(sliding_window=2.5),
     TypeError, "sliding_window must be an integer; got 2.5 (float)"),
    ("half a token here", lambda: listed(window_size=2.5, attention_types=[[["local"], 2]]),
     TypeError, "window_size must be an integer; got 2.5 (float)"),
]  # fmt: skip


@each_row(refused=REFUSED)
def test_settings_outside_parameters_refuses(call, error, message):
    assert refusal(call) == (error, message)


def test_a_model_instead_of_a_configuration_is_refused_with_a_hint():
    model = transformers.GPT2Model(transformers.GPT2Config(**OF_GPT2))
    _, message = refusal(settings_outside_parameters, model)
    assert message.endswith(" (a model? pass model.config)")
