"""layouts/ against Hugging Face's attention classes, with the same numbers in them.

Eager attention, so that each head's weights come back. What a class does besides attention is
switched off by its inputs, never by changing it: rotary embeddings at angle 0 (cos = 1, sin = 0),
ALiBi of 0, no relative position bias (T5's layers after the first have none of their own).

GPT-NeoX, BLOOM and Llama cast their scores to float32 before the softmax, whatever the dtype. The
tests in float64 keep them from that, and one test lets them.
"""

import math

import pytest
import torch
from torch import nn

from mha_lib import layouts
from mha_lib.layouts import LAYOUTS, _models
from mha_lib.layouts.__main__ import main
from mha_lib.layouts._layout import unpack_unscaled
from tests.helpers.head_parameters import random_parameters
from tests.helpers.oracles import assert_paper_output, assert_paper_output_and_gradients, random
from tests.layouts.test_layouts_jax_keras import REBUILT

pytest.importorskip(
    "transformers", reason="transformers is not installed (pip install -e '.[dev]')"
)
from transformers import (
    AlbertConfig,
    AlbertModel,
    BartConfig,
    BartModel,
    BertConfig,
    BertModel,
    BloomConfig,
    BloomModel,
    CLIPTextConfig,
    CLIPTextModel,
    ClvpDecoderConfig,
    DebertaConfig,
    DebertaModel,
    DebertaV2Config,
    DebertaV2Model,
    DistilBertConfig,
    DistilBertModel,
    FalconConfig,
    FalconModel,
    GPT2Config,
    GPT2Model,
    GPTBigCodeConfig,
    GPTBigCodeModel,
    GPTJConfig,
    GPTJModel,
    GPTNeoConfig,
    GPTNeoModel,
    GPTNeoXConfig,
    GPTNeoXModel,
    LlamaConfig,
    LlamaModel,
    MobileBertConfig,
    MobileBertModel,
    MptConfig,
    MptModel,
    OPTConfig,
    OPTModel,
    Phi3Config,
    Phi3Model,
    PhiConfig,
    PhiModel,
    Qwen2Config,
    Qwen2Model,
    Qwen3Config,
    Qwen3Model,
    T5Config,
    T5EncoderModel,
    WhisperConfig,
    WhisperModel,
)
from transformers.models.clvp.modeling_clvp import ClvpDecoder

BATCH, TOKENS, HEADS, D_HEAD, KV_HEADS = 2, 7, 6, 4, 2
D_MODEL = HEADS * D_HEAD
D_FREE = 23  # no multiple of the heads
D_LLAMA = 5 * HEADS  # its configuration wants a multiple, though its class does not

EAGER = {"attn_implementation": "eager"}
NO_DROPOUT = {"attention_dropout": 0.0, "hidden_dropout": 0.0}
LAYERS = 2


def additive(mask, like):
    return None if mask is None else torch.zeros_like(like).masked_fill(~mask, -torch.inf)


def no_turn(x, width):
    """Position embeddings at angle 0: cos = 1, sin = 0."""
    cos = torch.ones(1, x.shape[1], width, dtype=x.dtype)
    return cos, torch.zeros_like(cos)


def scores_like(x):
    return torch.zeros(1, 1, x.shape[1], x.shape[1], dtype=x.dtype)


def run_plain(attention, x, _k, _v, mask=None):
    return attention(x, attention_mask=additive(mask, scores_like(x)))


def run_bert(attention, x, _k, _v, mask=None):
    heads, weights = attention.self(x, attention_mask=additive(mask, scores_like(x)))
    return attention.output.dense(heads), weights


def run_rotary(attention, x, _k, _v, mask=None):
    width = getattr(attention, "rotary_ndims", None) or attention.head_dim
    return attention(
        x,
        position_embeddings=no_turn(x, width),
        attention_mask=additive(mask, scores_like(x)),
    )


def run_albert(attention, x, _k, _v, mask=None):
    heads = []  # before the residual and the norm
    with attention.dense.register_forward_hook(lambda *call: heads.append(call[2])):
        _, weights = attention(x, attention_mask=additive(mask, scores_like(x)))
    return heads[0], weights


def run_gptj(attention, x, _k, _v, mask=None):
    first = torch.zeros(x.shape[:2], dtype=torch.long)  # no angle
    added = additive(mask, scores_like(x))
    return attention(x, attention_mask=added, position_ids=first, output_attentions=True)


def run_mpt(attention, x, _k, _v, mask=None):
    return attention(x, position_bias=None, attention_mask=None if mask is None else ~mask)


def run_bloom(attention, x, _k, _v, mask=None):
    alibi = torch.zeros(x.shape[0] * HEADS, 1, x.shape[1], dtype=x.dtype)
    return attention(
        x,
        residual=torch.zeros_like(x),
        alibi=alibi,
        attention_mask=additive(mask, scores_like(x)),
    )


def run_falcon(attention, x, _k, _v, mask=None):
    zeros = scores_like(x)
    return attention(
        x,
        alibi=None,
        position_embeddings=no_turn(x, attention.head_dim),
        attention_mask=zeros if mask is None else additive(mask, zeros),
    )


def run_clvp(attention, x, _k, _v, mask=None):
    zeros = scores_like(x).expand(x.shape[0], -1, -1, -1)
    return attention(x, attention_mask=zeros if mask is None else additive(mask, zeros))


def run_deberta(attention, x, _k, _v, mask=None):
    may = torch.ones(1, 1, x.shape[1], x.shape[1]).bool()
    heads, weights = attention.self(x, may if mask is None else may & mask, output_attentions=True)
    return attention.output.dense(heads), weights


def run_t5(attention, x, _k, _v, mask=None):
    output, _, weights = attention(x, mask=additive(mask, scores_like(x)))
    return output, weights


def gpt2():
    config = GPT2Config(
        n_embd=D_MODEL, n_head=HEADS, n_layer=LAYERS, vocab_size=13, n_positions=11,
        attn_pdrop=0, resid_pdrop=0, **EAGER,
    )  # fmt: skip
    return GPT2Model(config), [block.attn for block in GPT2Model(config).h]


def bert():
    config = BertConfig(
        hidden_size=D_MODEL, num_attention_heads=HEADS, num_hidden_layers=LAYERS, vocab_size=13,
        intermediate_size=17, attention_probs_dropout_prob=0, hidden_dropout_prob=0, **EAGER,
    )  # fmt: skip
    return BertModel(config), [layer.attention for layer in BertModel(config).encoder.layer]


def gpt_neox(bias=True):
    config = GPTNeoXConfig(
        hidden_size=D_MODEL, num_attention_heads=HEADS, num_hidden_layers=LAYERS, vocab_size=13,
        intermediate_size=17, attention_bias=bias, **NO_DROPOUT, **EAGER,
    )  # fmt: skip
    return GPTNeoXModel(config), [layer.attention for layer in GPTNeoXModel(config).layers]


def bloom():
    config = BloomConfig(
        hidden_size=D_MODEL, n_head=HEADS, n_layer=LAYERS, vocab_size=13, **NO_DROPOUT, **EAGER
    )
    return BloomModel(config), [layer.self_attention for layer in BloomModel(config).h]


def llama(kv_heads=KV_HEADS, config=LlamaConfig, model=LlamaModel, **options):
    config = config(
        hidden_size=D_LLAMA, num_attention_heads=HEADS, num_key_value_heads=kv_heads,
        head_dim=D_HEAD, num_hidden_layers=LAYERS, vocab_size=13, intermediate_size=17,
        attention_dropout=0.0, **options, **EAGER,
    )  # fmt: skip
    return model(config), [layer.self_attn for layer in model(config).layers]


def t5(d_head=D_HEAD):
    config = T5Config(
        d_model=D_FREE, num_heads=HEADS, d_kv=d_head, num_layers=LAYERS, vocab_size=13, d_ff=17,
        dropout_rate=0, **EAGER,
    )  # fmt: skip
    blocks = T5EncoderModel(config).encoder.block
    return T5EncoderModel(config), [block.layer[0].SelfAttention for block in blocks]


def falcon(kv_heads=KV_HEADS, **options):
    config = FalconConfig(
        hidden_size=D_MODEL, num_attention_heads=HEADS, num_kv_heads=kv_heads, vocab_size=13,
        num_hidden_layers=LAYERS, new_decoder_architecture=kv_heads not in (1, HEADS),
        multi_query=kv_heads == 1, attention_dropout=0.0, hidden_dropout=0.0, **options, **EAGER,
    )  # fmt: skip
    return FalconModel(config), [block.self_attention for block in FalconModel(config).h]


def phi3(kv_heads=KV_HEADS):
    config = Phi3Config(
        hidden_size=D_MODEL, num_attention_heads=HEADS, num_key_value_heads=kv_heads,
        num_hidden_layers=LAYERS, vocab_size=13, intermediate_size=17, pad_token_id=0,
        attention_dropout=0.0, **EAGER,
    )  # fmt: skip
    return Phi3Model(config), [layer.self_attn for layer in Phi3Model(config).layers]


def whisper():
    config = WhisperConfig(
        d_model=D_MODEL, encoder_attention_heads=HEADS, decoder_attention_heads=HEADS,
        encoder_layers=LAYERS, decoder_layers=1, vocab_size=13, encoder_ffn_dim=17,
        decoder_ffn_dim=17, num_mel_bins=5, max_source_positions=11, max_target_positions=11,
        pad_token_id=0, **EAGER,
    )  # fmt: skip
    model = WhisperModel(config).encoder
    return model, [layer.self_attn for layer in WhisperModel(config).encoder.layers]


SMALL = {
    "hidden_size": D_MODEL, "num_attention_heads": HEADS, "num_hidden_layers": LAYERS,
    "vocab_size": 13, "intermediate_size": 17, **EAGER,
}  # fmt: skip


def albert():
    dropout = {"attention_probs_dropout_prob": 0, "hidden_dropout_prob": 0}
    model = AlbertModel(
        AlbertConfig(**SMALL, **dropout, embedding_size=5, num_hidden_groups=LAYERS)
    )
    groups = model.encoder.albert_layer_groups
    return model, [group.albert_layers[0].attention for group in groups]


def bart():
    config = BartConfig(
        d_model=D_MODEL, encoder_attention_heads=HEADS, decoder_attention_heads=HEADS,
        encoder_layers=LAYERS, decoder_layers=1, vocab_size=13, encoder_ffn_dim=17,
        decoder_ffn_dim=17, max_position_embeddings=11, pad_token_id=0, **EAGER,
    )  # fmt: skip
    model = BartModel(config).encoder
    return model, [layer.self_attn for layer in model.layers]


def opt():
    sizes = SMALL | {"ffn_dim": 17, "word_embed_proj_dim": D_MODEL, "pad_token_id": 0}
    model = OPTModel(OPTConfig(**sizes, max_position_embeddings=11))
    return model, [layer.self_attn for layer in model.decoder.layers]


def clip():
    model = CLIPTextModel(CLIPTextConfig(**SMALL, max_position_embeddings=11, eos_token_id=1))
    return model, [m for m in model.modules() if type(m).__name__ == "CLIPAttention"]


def distilbert():
    config = DistilBertConfig(
        dim=D_MODEL, n_heads=HEADS, n_layers=LAYERS, hidden_dim=17, vocab_size=13,
        attention_dropout=0.0, max_position_embeddings=11, **EAGER,
    )  # fmt: skip
    model = DistilBertModel(config)
    return model, [layer.attention for layer in model.transformer.layer]


def phi(kv_heads=HEADS):
    config = PhiConfig(**SMALL, num_key_value_heads=kv_heads, attention_dropout=0.0)
    model = PhiModel(config)
    return model, [layer.self_attn for layer in model.layers]


def gptj():
    config = GPTJConfig(
        n_embd=D_MODEL, n_head=HEADS, n_layer=LAYERS, rotary_dim=2, vocab_size=13,
        attn_pdrop=0, resid_pdrop=0, bos_token_id=0, eos_token_id=0, **EAGER,
    )  # fmt: skip
    model = GPTJModel(config)
    return model, [block.attn for block in model.h]


def gpt_neo():
    config = GPTNeoConfig(
        hidden_size=D_MODEL, num_heads=HEADS, num_layers=LAYERS, vocab_size=13,
        attention_types=[[["global"], LAYERS]], attention_dropout=0.0, resid_dropout=0.0,
        bos_token_id=0, eos_token_id=0, **EAGER,
    )  # fmt: skip
    model = GPTNeoModel(config)
    for block in model.h:
        block.attn.attention.bias.fill_(True)  # the causal mask, which no input switches off
    return model, [block.attn.attention for block in model.h]


def mpt():
    config = MptConfig(d_model=D_MODEL, n_heads=HEADS, n_layers=LAYERS, vocab_size=13)
    model = MptModel(config)
    return model, [block.attn for block in model.blocks]


def clvp():
    config = ClvpDecoderConfig(
        hidden_size=D_MODEL, num_attention_heads=HEADS, num_hidden_layers=LAYERS, vocab_size=13,
        n_inner=17, max_position_embeddings=11, bos_token_id=0, eos_token_id=0,
        use_attention_bias=False, attention_dropout=0.0, **EAGER,
    )  # fmt: skip
    model = ClvpDecoder(config)
    return model, [layer.attn for layer in model.layers]


def gpt_bigcode(multi_query=True):
    config = GPTBigCodeConfig(
        n_embd=D_MODEL, n_head=HEADS, n_layer=LAYERS, vocab_size=13, n_positions=11, attn_pdrop=0,
        resid_pdrop=0, multi_query=multi_query, bos_token_id=0, eos_token_id=0, **EAGER,
    )  # fmt: skip
    model = GPTBigCodeModel(config)
    return model, [block.attn for block in model.h]


def deberta(config=DebertaConfig, model=DebertaModel, **options):
    dropout = {"attention_probs_dropout_prob": 0, "hidden_dropout_prob": 0}
    model = model(config(**SMALL, **dropout, **options))
    return model, [layer.attention for layer in model.encoder.layer]


def deberta_v2(**options):
    return deberta(DebertaV2Config, DebertaV2Model, **options)


def qwen2():
    return llama(config=Qwen2Config, model=Qwen2Model)


# layout, model and its attentions, how to run one, d_model, KV heads, biases
CLASSES = {
    "GPT2Attention": ("gpt2", gpt2, run_plain, D_MODEL, HEADS, "QKVO"),
    "BertAttention": ("bert", bert, run_bert, D_MODEL, HEADS, "QKVO"),
    "GPTNeoXAttention": ("gpt_neox", gpt_neox, run_rotary, D_MODEL, HEADS, "QKVO"),
    "GPTNeoXAttention, no bias": (
        "gpt_neox", lambda: gpt_neox(bias=False), run_rotary, D_MODEL, HEADS, "",
    ),
    "BloomAttention": ("bloom", bloom, run_bloom, D_MODEL, HEADS, "QKVO"),
    "LlamaAttention": ("llama", lambda: llama(HEADS), run_rotary, D_LLAMA, HEADS, ""),
    "LlamaAttention, grouped": ("llama", llama, run_rotary, D_LLAMA, KV_HEADS, ""),
    "LlamaAttention, one KV head": ("llama", lambda: llama(1), run_rotary, D_LLAMA, 1, ""),
    "LlamaAttention, bias": (
        "llama", lambda: llama(attention_bias=True), run_rotary, D_LLAMA, KV_HEADS, "QKVO",
    ),
    "Qwen2Attention": ("llama", qwen2, run_rotary, D_LLAMA, KV_HEADS, "QKV"),
    "FalconAttention, grouped": ("falcon", falcon, run_falcon, D_MODEL, KV_HEADS, ""),
    "FalconAttention, one KV head": ("falcon", lambda: falcon(1), run_falcon, D_MODEL, 1, ""),
    "FalconAttention, bias": (
        "falcon", lambda: falcon(bias=True), run_falcon, D_MODEL, KV_HEADS, "QKVO",
    ),
    "FalconAttention, none shared": (
        "falcon", lambda: falcon(HEADS), run_falcon, D_MODEL, HEADS, "",
    ),
    "Phi3Attention, grouped": ("phi3", phi3, run_rotary, D_MODEL, KV_HEADS, ""),
    "Phi3Attention": ("phi3", lambda: phi3(HEADS), run_rotary, D_MODEL, HEADS, ""),
    "WhisperAttention": ("whisper", whisper, run_plain, D_MODEL, HEADS, "QVO"),
    "T5Attention": ("t5", t5, run_t5, D_FREE, HEADS, ""),
    "AlbertAttention": ("albert", albert, run_albert, D_MODEL, HEADS, "QKVO"),
    "BartAttention": ("bart", bart, run_plain, D_MODEL, HEADS, "QKVO"),
    "OPTAttention": ("bart", opt, run_plain, D_MODEL, HEADS, "QKVO"),
    "CLIPAttention": ("bart", clip, run_plain, D_MODEL, HEADS, "QKVO"),
    "ClvpSelfAttention": ("bart", clvp, run_clvp, D_MODEL, HEADS, "O"),
    "GPTBigCodeAttention": ("gpt_bigcode", gpt_bigcode, run_plain, D_MODEL, 1, "QKVO"),
    "GPTBigCodeAttention, none shared": (
        "gpt_bigcode", lambda: gpt_bigcode(multi_query=False), run_plain, D_MODEL, HEADS, "QKVO",
    ),
    "DebertaAttention": ("deberta", deberta, run_deberta, D_MODEL, HEADS, "QVO"),
    "DebertaV2Attention": ("deberta_v2", deberta_v2, run_deberta, D_MODEL, HEADS, "QKVO"),
    "DistilBertSelfAttention": (
        "distilbert", distilbert, run_plain, D_MODEL, HEADS, "QKVO",
    ),
    "PhiAttention": ("phi", phi, run_rotary, D_MODEL, HEADS, "QKVO"),
    "PhiAttention, grouped": (
        "phi", lambda: phi(KV_HEADS), run_rotary, D_MODEL, KV_HEADS, "QKVO",
    ),
}  # fmt: skip
# These compute their scores in float32, whatever they are given.
IN_FLOAT32 = {
    "GPTJAttention": ("gptj", gptj, run_gptj, D_MODEL, HEADS, ""),
    "GPTNeoSelfAttention": ("gpt_neo", gpt_neo, run_plain, D_MODEL, HEADS, "O"),
    "MptAttention": ("mpt", mpt, run_mpt, D_MODEL, HEADS, ""),
}
# Compared in test_layouts.py: our layers and torch's, and with torch's order, Megatron-LM's.
IN_TEST_LAYOUTS = {"per_head", "stacked", "packed", "torch", "megatron_v0"}
ARGUMENTS = ("layout", "make", "run", "d_model", "kv_heads", "biases")
every_class = pytest.mark.parametrize(
    ARGUMENTS, [*CLASSES.values(), *IN_FLOAT32.values()], ids=[*CLASSES, *IN_FLOAT32]
)
each_class = pytest.mark.parametrize(ARGUMENTS, CLASSES.values(), ids=CLASSES)
# Layouts with the same names.
ALIKE = [
    {"bloom", "falcon", "gpt_neox", "megatron_v0"},
    {"bart", "gptj", "gpt_neo", "whisper"},
    {"gpt2", "gpt_bigcode"},
]


def draw(d_model, kv_heads, biases, d_head=D_HEAD):
    return random_parameters(HEADS, d_model, d_head, n_kv_heads=kv_heads, biases=biases)


def of_attention(state, layout):
    """The attention's own parameters; the layouts demand that the others be left out."""
    return {name: t for name, t in state.items() if name not in LAYOUTS[layout].must_be_removed}


def some_keys():
    mask = torch.rand(TOKENS, TOKENS) < 2 / 3
    mask[:, 0] = True
    return mask


@pytest.fixture
def softmax_in_float64(monkeypatch):
    """Three of the classes ask for float32 in the middle of a float64 layer."""
    monkeypatch.setattr(nn.functional, "softmax", lambda x, dim, dtype=None: torch.softmax(x, dim))


@each_class
@pytest.mark.parametrize("masked", [True, False], ids=["mask", "no mask"])
@pytest.mark.usefixtures("softmax_in_float64")
def test_each_class_equals_the_paper(layout, make, run, d_model, kv_heads, biases, masked):
    _, (_, attention) = make()  # the second layer: T5's first has a position bias
    attention = attention.double()
    params = draw(d_model, kv_heads, biases)
    tokens = [random(BATCH, TOKENS, d_model)] * 3
    mask = some_keys() if masked else None

    others = {
        n: t for n, t in attention.state_dict().items() if n in LAYOUTS[layout].must_be_removed
    }
    attention.load_state_dict(layouts.pack(params, layout) | others)
    assert_paper_output(attention, run, params, tokens, mask)

    factor = 1.0 if LAYOUTS[layout].divides_scores else math.sqrt(D_HEAD)
    assert_paper_output_and_gradients(
        attention,
        run,
        lambda state: unpack_unscaled(of_attention(state, layout), LAYOUTS[layout], HEADS),
        tokens,
        mask,
        factor,
    )
    state = of_attention(attention.state_dict(), layout)
    again = layouts.pack(layouts.unpack(state, layout, HEADS), layout)
    assert set(again) == set(state)
    assert all(torch.equal(again[name], state[name]) for name in state)


@every_class
def test_each_unchanged_class_equals_the_paper_in_float32(
    layout, make, run, d_model, kv_heads, biases
):
    _, (_, attention) = make()
    params = draw(d_model, kv_heads, biases).map(torch.Tensor.float)
    attention.load_state_dict(layouts.pack(params, layout), strict=False)
    tokens = [random(BATCH, TOKENS, d_model).float()] * 3
    assert_paper_output(attention, run, params, tokens, some_keys(), tolerance=1e-5)


@pytest.mark.usefixtures("softmax_in_float64")
def test_t5_of_any_width_equals_the_paper_with_rounding():
    _, (_, attention) = t5(d_head=5)
    params = draw(D_FREE, HEADS, "", d_head=5)
    attention = attention.double()
    attention.load_state_dict(layouts.pack(params, "t5", allow_rounding=True))
    tokens = [random(BATCH, TOKENS, D_FREE)] * 3
    assert_paper_output(attention, run_t5, params, tokens)
    assert_paper_output(
        attention,
        run_t5,
        layouts.unpack(attention.state_dict(), "t5", HEADS, allow_rounding=True),
        tokens,
    )


def test_t5s_first_layer_is_refused_because_of_its_position_bias():
    _, (first, _) = t5()
    with pytest.raises(ValueError, match=r"must not hold relative_attention_bias\.weight"):
        layouts.unpack(first.state_dict(), "t5", HEADS)


def test_berts_layer_norm_must_be_left_out():
    _, (attention, _) = bert()
    with pytest.raises(ValueError, match=r"must leave out output\.LayerNorm\.bias and output\.Lay"):
        layouts.unpack(attention.state_dict(), "bert", HEADS)


DISENTANGLED = {"relative_attention": True, "pos_att_type": "c2p|p2c", "max_relative_positions": 5}
REFUSED = {
    "DeBERTa": (lambda: deberta(**DISENTANGLED), "deberta", "self.pos_proj.weight"),
    "DeBERTa, heads mixed": (
        lambda: deberta(talking_head=True), "deberta", "self.head_logits_proj.weight",
    ),
    "DeBERTa version 2": (
        lambda: deberta_v2(**DISENTANGLED, share_att_key=False), "deberta_v2",
        "self.pos_key_proj.bias",
    ),
    "Qwen3": (lambda: llama(config=Qwen3Config, model=Qwen3Model), "llama", "k_norm.weight"),
}  # fmt: skip


@pytest.mark.parametrize(("make", "layout", "parameter"), REFUSED.values(), ids=REFUSED)
def test_tensors_that_head_parameters_cannot_hold_are_refused_by_name_in_whole_models(
    make, layout, parameter
):
    model, _ = make()
    found = layouts.find_attentions(model.state_dict())
    assert [each.layouts for each in found] == [()] * LAYERS
    for each in found:
        assert each.refusal.startswith(f"not {layout}: state_dict must not hold {parameter} for ")


def test_debertas_share_att_key_shows_only_in_the_layouts_description():
    model, _ = deberta_v2(**DISENTANGLED, share_att_key=True)  # as in version 3
    found = layouts.find_attentions(model.state_dict())
    assert [each.layouts for each in found] == [("deberta_v2",)] * LAYERS
    assert "by distance" in LAYOUTS["deberta_v2"].behavior_outside_parameters


def test_mobileberts_values_of_other_tokens_are_refused_with_their_shape():
    small = {"intra_bottleneck_size": 16, "embedding_size": 16, "true_hidden_size": 16}
    model = MobileBertModel(MobileBertConfig(**SMALL | {"num_attention_heads": 4} | small))
    assert [each.refusal for each in layouts.find_attentions(model.state_dict())] == LAYERS * [
        "not bert: self.value.weight must have shape (d_model, d_model) with d_model=16; "
        f"got float32 of shape (16, {D_MODEL})"
    ]


def test_gpt2s_cross_attention_is_refused():
    config = GPT2Config(n_embd=D_MODEL, n_head=HEADS, n_layer=1, vocab_size=13, **EAGER)
    config.add_cross_attention = True
    cross = GPT2Model(config).h[0].crossattention
    with pytest.raises(ValueError, match=r"must not hold q_attn\.bias .* only \[K\|V\]"):
        layouts.unpack(cross.state_dict(), "gpt2", HEADS)


def test_every_layout_is_compared_with_a_class():
    rows = [*CLASSES.values(), *IN_FLOAT32.values(), *REBUILT.values()]
    missing = set(LAYOUTS) - {layout for layout, *_ in rows} - IN_TEST_LAYOUTS
    assert not missing, (
        f"{missing} must be compared with the model's own code, because a wrong order of rows "
        "passes every round trip: add a line to CLASSES here if transformers has the model, "
        "otherwise a small layer to REBUILT in test_layouts_jax_keras.py"
    )


@every_class
def test_one_attention_is_found_per_layer_of_whole_models(
    layout, make, run, d_model, kv_heads, biases
):
    model, _ = make()
    state = model.state_dict()
    found = _models.names_by_prefix(state, LAYOUTS[layout])
    assert len(found) == LAYERS
    alike = next((names for names in ALIKE if layout in names), set())
    for other in set(LAYOUTS) - alike - {layout}:
        assert not _models.names_by_prefix(state, LAYOUTS[other])


def test_a_file_of_a_whole_gpt2_converts_layer_by_layer(tmp_path, capsys):
    load_file = pytest.importorskip("safetensors.torch", reason="no safetensors").load_file
    model, _ = gpt2()
    for parameter in model.parameters():
        nn.init.normal_(parameter)
    model.save_pretrained(tmp_path / "model")
    source, target = tmp_path / "model" / "model.safetensors", tmp_path / "torch.safetensors"
    main(["convert", str(source), str(target), "--from", "gpt2", "--to", "torch", "--heads", "6"])
    assert "2 attentions from gpt2 to torch" in capsys.readouterr().err

    before, after = load_file(source), load_file(target)
    for layer, block in enumerate(model.h):
        module = nn.MultiheadAttention(D_MODEL, HEADS, batch_first=True)
        prefix = next(n for n in after if f"h.{layer}.attn.in_proj_weight" in n)
        prefix = prefix.removesuffix("in_proj_weight")
        module.load_state_dict({n: after[prefix + n] for n in module.state_dict()})
        x = torch.randn(BATCH, TOKENS, D_MODEL)
        expected, _ = block.attn(x)
        torch.testing.assert_close(module(x, x, x)[0], expected, rtol=1e-4, atol=1e-4)
    kept = [name for name in before if ".attn." not in name]
    assert kept
    assert all(torch.equal(after[name], before[name]) for name in kept)
