"""layouts.find_attentions and layouts.convert: the attentions of a whole model, by their names."""

import re
import time
from dataclasses import replace
from functools import partial

import pytest
import torch
from torch import nn
from torch.nn.utils import parametrizations, prune

from mha_lib import HeadParameters, StackedAttention, layouts
from mha_lib.layouts import LAYOUTS
from mha_lib.layouts._models import names_by_prefix
from mha_lib.layouts._other_tensors import effect_of, parts_of_attention
from tests.helpers.oracles import assert_paper_output, random

HEADS, D_HEAD, TOKENS, BATCH, LAYERS = 3, 4, 5, 2, 2
D_MODEL = HEADS * D_HEAD
LOOK_ALIKES = ("bloom", "falcon", "gpt_neox", "megatron_v0")
SHOW_N_HEADS = {"per_head", "module_list", "keras", "flax"}  # by lists or by an axis of heads

each_layout = pytest.mark.parametrize("layout", LAYOUTS)


def draw(layout):
    """Parameters that this layout holds, of the most ordinary kind, a different number in each."""
    biases = max(LAYOUTS[layout].table.biases, key=len)
    shapes = {"W_Q": (HEADS, D_MODEL, D_HEAD), "W_O": (HEADS, D_HEAD, D_MODEL)}
    shapes |= {"W_K": shapes["W_Q"], "W_V": shapes["W_Q"]}
    shapes |= dict.fromkeys(biases, (HEADS, D_HEAD))
    shapes |= {"b_O": (D_MODEL,)} if "b_O" in biases else {}
    return HeadParameters(**{name: random(*shape) for name, shape in shapes.items()})


def attention(layout, prefix=""):
    state = layouts.pack(draw(layout), layout)
    return {f"{prefix}{name}": tensor for name, tensor in state.items()}


def others():
    """Other tensors of a model; some of their names end like an attention's names."""
    names = ["embedding.weight", "h.0.ln_1.weight", "h.0.mlp.c_proj.weight", "h.0.mlp.c_proj.bias"]
    names += ["decoder/out/kernel", "h.1.mlp.dense.weight", "W_O_norm", "lm_head.weight"]
    return {name: random(3, 3) for name in names}


def same_tensors(state, expected):
    assert set(state) == set(expected)
    assert all(state[name] is expected[name] for name in expected)


@each_layout
def test_an_attention_is_found_among_other_tensors(layout):
    own = attention(layout)
    model = {f"encoder.layers.1.attn.{name}": tensor for name, tensor in own.items()}
    (found,) = layouts.find_attentions(others() | model)
    assert found.prefix == "encoder.layers.1.attn."
    alone = ("bart", layout) if layout in ("gptj", "gpt_neo") else (layout,)
    assert found.layouts == (LOOK_ALIKES if layout in LOOK_ALIKES else alone)
    assert found.n_heads == (HEADS if layout in SHOW_N_HEADS else None)
    assert found.refusal == ""
    same_tensors(found.state, own)


@pytest.mark.parametrize("prefix", ["params/encoder/attention/", "params.encoder.attention.", ""])
@pytest.mark.parametrize("joint", ["/", "."])
@pytest.mark.parametrize("layout", ["flax", "keras"])
def test_nested_names_may_be_joined_by_slashes_or_dots(layout, joint, prefix):
    own = attention(layout)
    model = {prefix + name.replace("/", joint): tensor for name, tensor in own.items()}
    (found,) = layouts.find_attentions(model)
    assert (found.prefix, found.layouts, found.n_heads) == (prefix, (layout,), HEADS)
    same_tensors(found.state, own)  # under the layout's own names, whatever the model's are


def test_dotted_names_are_found_after_a_slash():
    own = attention("gpt2")
    (found,) = layouts.find_attentions({f"h0/attn/{name}": tensor for name, tensor in own.items()})
    assert (found.prefix, found.layouts) == ("h0/attn/", ("gpt2",))


def test_a_name_that_only_ends_like_an_attentions_is_not_one():
    model = {f"h.0.my_{name}": tensor for name, tensor in attention("gpt2").items()}
    assert layouts.find_attentions(model) == []


def test_an_incomplete_attention_is_not_found():
    model = attention("gpt2", "attn.")
    del model["attn.c_proj.weight"]
    assert layouts.find_attentions(model) == []


def test_two_attentions_with_the_same_prefix_are_both_found():
    gpt2, torchs = attention("gpt2"), attention("torch")
    found = {each.layouts: each for each in layouts.find_attentions(gpt2 | torchs)}
    assert set(found) == {("gpt2",), ("torch",)}
    same_tensors(found["gpt2",].state, gpt2)
    same_tensors(found["torch",].state, torchs)


def test_layouts_that_do_not_fit_the_shapes_are_not_listed():
    # Of the four look-alikes only two may lack biases.
    own = {name: t for name, t in attention("gpt_neox").items() if "bias" not in name}
    (found,) = layouts.find_attentions(own)
    assert found.layouts == ("falcon", "gpt_neox")
    assert str(found) == "(top level)  falcon or gpt_neox, unknown number of heads"


def test_the_number_of_heads_is_found_for_each_layer():
    model = {
        f"{n}.{name}": tensor
        for n in (2, 12)
        for name, tensor in layouts.pack(HeadParameters.random(D_MODEL, n), "per_head").items()
    }
    assert {each.prefix: each.n_heads for each in layouts.find_attentions(model)} == {
        "2.": 2,
        "12.": 12,
    }


# Refused ones.


def test_unreadable_attentions_come_last_with_a_reason():
    first, second = attention("t5", "block.0."), attention("t5", "block.1.")
    bias = {"block.0.relative_attention_bias.weight": random(7, HEADS)}
    fits, refused = layouts.find_attentions(first | bias | second)
    assert (fits.prefix, fits.layouts) == ("block.1.", ("t5",))
    assert (refused.prefix, refused.layouts, refused.n_heads) == ("block.0.", (), None)
    assert refused.refusal.startswith(
        "not t5: state_dict must not hold relative_attention_bias.weight for layout 't5': "
        "it is added to the scores, position by position; got "
    )
    assert str(refused) == f"block.0.  {refused.refusal}"
    same_tensors(
        refused.state,
        {n.removeprefix("block.0."): t for n, t in (first | bias).items()},
    )


def test_tensors_that_cannot_be_read_are_refused_by_name():
    model = attention("gpt2", "attn.")
    model["attn.c_proj.weight"] = model["attn.c_proj.weight"][1:]
    (found,) = layouts.find_attentions(model)
    said = (
        "c_proj.weight must have shape (d_model, d_model) with d_model=12; got float64 of "
        "shape (11, 12)"
    )
    assert (found.layouts, found.refusal) == ((), f"not gpt2: {said}")


def test_a_bias_that_the_system_cannot_store_is_reported_and_not_ignored():
    model = attention("phi3", "self_attn.")
    model["self_attn.qkv_proj.bias"] = random(3 * D_MODEL)
    (found,) = layouts.find_attentions(model)
    assert found.layouts == ()
    assert found.refusal.startswith("not phi3: state_dict must contain the parameters of layout ")
    assert found.refusal.endswith("(missing [], unexpected ['qkv_proj.bias'])")


def test_one_refusal_is_reported_if_several_layouts_refuse():
    model = attention("bloom")
    model["dense.weight"] = model["dense.weight"].long()
    (found,) = layouts.find_attentions(model)
    assert found.layouts == ()


def test_a_refusal_is_not_reported_if_another_layout_fits():
    # One KV head for all query heads: of the four similar layouts, only Falcon has that.
    params = draw("falcon")
    shared = {name: getattr(params, name)[:1] for name in ("W_K", "W_V", "b_K", "b_V")}
    (found,) = layouts.find_attentions(layouts.pack(replace(params, **shared), "falcon"))
    assert (found.layouts, found.refusal) == (("falcon",), "")


def test_tensors_next_to_an_attention_are_left_out():
    own = attention("bert")
    norm = {"output.LayerNorm.weight": random(D_MODEL), "output.LayerNorm.bias": random(D_MODEL)}
    (found,) = layouts.find_attentions(own | norm)
    same_tensors(found.state, own)


def test_a_list_of_attentions_is_printed_without_numbers():
    model = attention("gpt2", "h.0.attn.") | {"h.0.attn.bias": torch.ones(1, 1, 9, 9).tril()}
    assert str(layouts.find_attentions(model)) == (
        "[FoundAttention(prefix='h.0.attn.', layouts=('gpt2',), n_heads=None, refusal='')]"
    )


def test_an_empty_state_dict_has_no_attention():
    assert layouts.find_attentions({}) == []
    assert layouts.find_attentions(nn.Linear(3, 5).state_dict()) == []


@pytest.mark.usefixtures("no_type_hook")
def test_a_module_instead_of_a_state_dict_is_refused():
    message = r"^state_dict must map names to tensors; got .* \(a module\? pass module\.state_dict"
    with pytest.raises(TypeError, match=message):
        layouts.find_attentions(nn.Linear(3, 5))


# Other tensors with an attention's prefix.

ACTING = {
    "attn_sub_norm.weight": "a norm on the heads' outputs, which HeadParameters cannot hold",
    "sinks": "it is added to the sum that the softmax divides by, which HeadParameters cannot hold",
    "lambda_q1": "it subtracts one attention from another, which HeadParameters cannot hold",
    "gate_proj.weight": "it multiplies the heads' outputs, which HeadParameters cannot hold",
    "q_norm.weight": "a norm between projection and scores, which HeadParameters cannot hold",
    "k_layernorm.bias": "a norm between projection and scores, which HeadParameters cannot hold",
    "q_proj.lora_A.default.weight": "it belongs to a low-rank term that is added to a matrix "
    "(merge it first)",
    "q_proj.weight_scale": "it scales the numbers of a quantized matrix (dequantize the file "
    "first)",
    "k_proj.weight_scale_inv": "it scales the numbers of a quantized matrix (dequantize the file "
    "first)",
    "relative_k_proj.weight": "it is added to the scores, position by position",
    "per_dim_scale": "it scales scores or heads, which HeadParameters cannot hold",
    "conv1d.weight": "it mixes neighboring tokens, which HeadParameters cannot hold",
    "layer_norm.weight": "its name does not show where this norm acts (remove it if that is before "
    "or after the attention)",
}  # fmt: skip


@pytest.mark.parametrize(("name", "why"), ACTING.items(), ids=ACTING)
def test_find_convert_and_unpack_refuse_other_tensors_in_the_same_words(name, why):
    own = attention("llama")
    model = others() | {f"layers.0.self_attn.{n}": t for n, t in own.items()}
    model[f"layers.0.self_attn.{name}"] = random(D_HEAD)
    words = f"state_dict must not hold {name} for layout 'llama': {why}; got "
    (found,) = layouts.find_attentions(model)
    assert found.layouts == ()
    assert found.refusal.startswith(f"not llama: {words}")
    assert set(found.state) == {*own, name}
    with pytest.raises(ValueError, match=f"^{re.escape('layers.0.self_attn.: ' + words)}"):
        layouts.convert(model, "llama", "phi3", HEADS)
    with pytest.raises(ValueError, match=f"^{re.escape(words)}"):
        layouts.unpack(own | {name: random(D_HEAD)}, "llama", HEADS)
    assert layouts.detect(own | {name: random(D_HEAD)}) == ()


def test_an_unknown_tensor_under_an_attentions_prefix_is_refused_as_by_unpack():
    own = attention("llama") | {"mystery": random(D_HEAD)}
    (found,) = layouts.find_attentions(
        {f"self_attn.{name}": tensor for name, tensor in own.items()}
    )
    with pytest.raises(ValueError, match=r"unexpected \['mystery'\]") as refused:
        layouts.unpack(own, "llama", HEADS)
    assert found.refusal == f"not llama: {refused.value}"


ALONE = (
    "distance_embedding.weight", "relative_position_embedding.weight", "rel_pos_embed",
    "position_embed_bias", "q_embed_norm.weight", "key_embeddings", "pos_embed", "embed_scale",
    "attention.gate.weight", "self_attn.sinks", "attn.q_norm.weight", "layers.0.q_norm.weight",
    "h.sinks", "mlp.gate",
)  # fmt: skip


@pytest.mark.parametrize("name", ALONE)
@pytest.mark.parametrize(
    "layout", ["albert", "llama", "bart", "torch", "gpt2", "t5", "distilbert", "bert", "whisper"]
)
def test_a_tensor_next_to_an_attention_alone_is_refused_whatever_its_name(layout, name):
    own = attention(layout) | {name: random(D_HEAD, 2)}
    with pytest.raises(ValueError, match=re.escape(name)):
        layouts.unpack(own, layout, HEADS, allow_rounding=True)
    assert layouts.detect(own) == ()
    model = others() | {f"m.0.attn.{n}": tensor for n, tensor in own.items()}
    found = [each for each in layouts.find_attentions(model) if each.prefix == "m.0.attn."]
    assert found
    assert all(each.layouts == () and name in each.refusal for each in found)
    with pytest.raises(ValueError, match=re.escape(name)):
        layouts.convert(model, layout, "stacked", HEADS, allow_rounding=True)


def test_in_a_whole_layer_an_embedding_counts_if_its_name_shows_an_effect():
    layer = attention("llama", "h.0.") | {"h.0.mlp.up.weight": random(5, 5)}
    for name in ("patch_embed.conv.weight", "embeddings.scale", "mlp.gate", "pos_embed"):
        (found,) = layouts.find_attentions(layer | {f"h.0.{name}": random(5)})
        assert found.left_out[f"h.0.{name}"] == "another part of the layer, by its name"
    for name in ("distance_embedding.weight", "relative_position_embedding.weight"):
        (found,) = layouts.find_attentions(layer | {f"h.0.{name}": random(5)})
        assert found.refusal.startswith(f"not llama: state_dict must not hold {name} for ")


def test_other_parts_of_a_layer_are_left_out_unless_they_change_the_attention():
    layer = attention("stacked", "h.0.")
    rest = {"h.0.mlp.fc1.weight": random(5, 5), "h.0.norm.weight": random(5)}
    (found,) = layouts.find_attentions(layer | rest)
    assert found.layouts == ("stacked",)
    assert found.left_out == {
        "h.0.mlp.fc1.weight": "another part of the layer, by its name",
        "h.0.norm.weight": "its name does not show whether it is part of the attention",
    }
    assert set(layouts.convert(layer | rest, "stacked", "llama", HEADS)) >= set(rest)
    (found,) = layouts.find_attentions(layer | rest | {"h.0.q_norm.weight": random(5)})
    assert found.refusal.startswith("not stacked: state_dict must not hold q_norm.weight for ")


def test_masks_and_tables_of_positions_are_left_out():
    model = attention("llama", "self_attn.")
    buffers = {
        "self_attn.bias": torch.ones(1, 1, 5, 5).tril(),
        "self_attn.steps": torch.ones(3, dtype=torch.int64),
        "self_attn.rotary_emb.inv_freq": random(2),
    }
    (found,) = layouts.find_attentions(model | buffers)
    assert found.layouts == ("llama",)
    assert set(found.left_out) == set(buffers)
    assert (
        found.left_out["self_attn.rotary_emb.inv_freq"] == "the frequencies of the rotary embedding"
    )
    # An index says that there is a table of biases.
    (found,) = layouts.find_attentions(
        model | {"self_attn.relative_position_index": torch.ones(3).long()}
    )
    assert found.layouts == ()


@pytest.mark.parametrize(
    ("names", "why"),
    [
        (
            ("q_a_proj.weight", "kv_a_proj_with_mqa.weight", "kv_b_proj.weight", "o_proj.weight"),
            "latent attention (keys and values are one narrow matrix, a norm, then another matrix)"
            ", which HeadParameters cannot hold; got kv_b_proj.weight",
        ),
        (
            ("q_proj.base_layer.weight", "q_proj.lora_A.default.weight", "k_proj.weight"),
            "an adapter of PEFT is around its matrices (merge it first); got q_proj.base_layer.w",
        ),
        (
            ("q_proj.qweight", "q_proj.scales", "q_proj.qzeros"),
            "its matrices are quantized (dequantize the file first); got q_proj.qweight",
        ),
    ],
)
def test_an_attention_that_no_layout_reads_is_named_with_the_reason(names, why):
    model = others() | {f"layers.0.self_attn.{name}": random(3, 3) for name in names}
    (found,) = layouts.find_attentions(model)
    assert (found.prefix, found.layouts) == ("layers.0.self_attn.", ())
    assert found.refusal.startswith(f"no layout reads this attention: {why}")


def each_linear(change):
    """Four linear layers with Llama's names, of which one is changed; and that one's name."""
    names = ("q_proj", "k_proj", "v_proj", "o_proj")
    layer = nn.ModuleDict({name: nn.Linear(12, 12, bias=False) for name in names})
    change(layer["v_proj"], "weight")
    return layer.state_dict()


def one_tensor(change):
    layer = StackedAttention(12, 3)
    change(layer, "W_O")
    return layer.state_dict()


PRUNE = (
    "its matrices are pruned by masks (call torch.nn.utils.prune.remove first); got {}",
    partial(prune.l1_unstructured, amount=0.5),
)
PARAMETRIZE = (
    "parametrizations make its matrices (call "
    "torch.nn.utils.parametrize.remove_parametrizations first); got {}"
)


@pytest.mark.parametrize(
    ("make", "change", "why", "stored"),
    [
        (one_tensor, PRUNE[1], PRUNE[0], "W_O_orig"),
        (each_linear, PRUNE[1], PRUNE[0], "v_proj.weight_orig"),
        (one_tensor, parametrizations.weight_norm, PARAMETRIZE, "parametrizations.W_O.original0"),
        (
            each_linear, parametrizations.weight_norm, PARAMETRIZE,
            "v_proj.parametrizations.weight.original0",
        ),
        (
            each_linear, parametrizations.orthogonal, PARAMETRIZE,
            "v_proj.parametrizations.weight.original",
        ),
        (
            each_linear, nn.utils.weight_norm,
            "weight norm makes its matrices (call torch.nn.utils.remove_weight_norm first); got {}",
            "v_proj.weight_v",
        ),
        (
            each_linear, nn.utils.spectral_norm,
            "spectral norm divides its matrices (call torch.nn.utils.remove_spectral_norm first); "
            "got {}",
            "v_proj.weight_orig",
        ),
    ],
)  # fmt: skip
@pytest.mark.filterwarnings("ignore:.*weight_norm. is deprecated:FutureWarning")
def test_matrices_that_are_computed_from_stored_ones_are_named(make, change, why, stored):
    model = {f"layers.0.attn.{name}": tensor for name, tensor in make(change).items()}
    whole = {f"layers.1.attn.{name}": tensor for name, tensor in make(lambda *_: None).items()}
    first, found = layouts.find_attentions(others() | model | whole)
    assert first.prefix == "layers.1.attn."
    assert (found.prefix, found.layouts) == ("layers.0.attn.", ())
    assert found.refusal == f"no layout reads this attention: {why.format(stored)}"
    assert {f"{found.prefix}{name}" for name in found.state} == set(model)


def test_a_parameter_that_is_stored_itself_is_not_said_to_be_computed():
    own = attention("stacked", "attn.")
    more = {"attn.W_O_v": random(3), "attn.W_O_g": random(3)}
    (found,) = layouts.find_attentions(own | more)
    assert found.refusal.startswith("not stacked: state_dict must contain the parameters of ")


@pytest.mark.parametrize(
    "name", ["masked_bias", "inv_freq", "rotary_emb.inv_freq", "embed_positions"]
)
def test_a_buffer_is_left_out_by_its_name(name):
    own = attention("bart", "self_attn.")
    (found,) = layouts.find_attentions(own | {f"self_attn.{name}": random(2)})
    assert "bart" in found.layouts
    assert list(found.left_out) == [f"self_attn.{name}"]


def test_a_name_without_its_tensor_is_not_taken_for_a_buffer():
    names = [f"self_attn.{name}" for name in (*attention("llama"), "mystery")]
    found = names_by_prefix(names, LAYOUTS["llama"])
    assert "mystery" in found["self_attn."]


def test_separators_of_either_kind_show_what_a_tensor_does():
    assert effect_of("q_proj/scales") == effect_of("q_proj.scales") != ""
    assert effect_of("mystery") == ""


@pytest.mark.parametrize("name", ["q_proj.extra", "q_proj/extra", "q_proj_extra"])
def test_what_belongs_to_a_matrix_counts_in_a_whole_layer_too(name):
    others = [name, "mlp.fc1.weight", "extra"]
    assert parts_of_attention(others, ["q_proj.weight", "bias"]) == [name]


@pytest.mark.parametrize("encoder", ["positional_encoder.projector.weight", "posenc.Wr.weight"])
def test_learned_angles_outside_an_attention_are_named(encoder):
    """LightGlue rotates queries and keys by angles that a matrix computes from keypoints."""
    own = attention("llama", "transformer_layers.0.self_attention.")
    (found,) = layouts.find_attentions(own | {encoder: random(D_HEAD // 2, 2)})
    assert found.layouts == ("llama",)
    assert found.left_out == {
        encoder: "it computes the angles that rotate queries and keys, which no layout stores"
    }
    assert str(found) == (
        "transformer_layers.0.self_attention.  llama, unknown number of heads, without the angles "
        f"that {encoder} computes"
    )
    (found,) = layouts.find_attentions(own)
    assert str(found) == "transformer_layers.0.self_attention.  llama, unknown number of heads"


@pytest.mark.slow
def test_finding_takes_a_time_that_is_linear_in_the_layers():
    def seconds(layers):
        own = attention("llama")
        model = {f"layers.{i}.self_attn.{n}": t for i in range(layers) for n, t in own.items()}
        start = time.process_time()
        assert len(layouts.find_attentions(model)) == layers
        return time.process_time() - start

    seconds(50)
    few, many = (min(seconds(layers) for _ in range(2)) for layers in (100, 800))
    assert many < 16 * few  # quadratic: 64 times


# Whole models of other libraries: the attentions found compute what the model computes.


def test_the_layers_of_torchs_own_decoder_are_found():
    layer = nn.TransformerDecoderLayer(D_MODEL, HEADS, 7, dropout=0)
    model = nn.TransformerDecoder(layer, LAYERS).double()
    found = layouts.find_attentions(model.state_dict())
    kinds = ("self_attn", "multihead_attn")
    assert [each.prefix for each in found] == [f"layers.{i}.{k}." for i in (0, 1) for k in kinds]
    for each in found:
        module = model.get_submodule(each.prefix.removesuffix("."))
        module.batch_first = True
        params = layouts.unpack(each.state, *each.layouts, HEADS)
        tokens = [random(BATCH, TOKENS, D_MODEL)] * 3
        assert_paper_output(
            module, lambda m, q, k, v, _: m(q, k, v, average_attn_weights=False), params, tokens
        )


def gpt2(transformers):
    config = transformers.GPT2Config(
        n_embd=D_MODEL, n_head=HEADS, n_layer=LAYERS, vocab_size=13, n_positions=11,
        attn_pdrop=0, resid_pdrop=0, attn_implementation="eager",
    )  # fmt: skip
    return transformers.GPT2LMHeadModel(config)


def bert(transformers):
    config = transformers.BertConfig(
        hidden_size=D_MODEL, num_attention_heads=HEADS, num_hidden_layers=LAYERS, vocab_size=13,
        intermediate_size=17, attention_probs_dropout_prob=0, hidden_dropout_prob=0,
        attn_implementation="eager",
    )  # fmt: skip
    return transformers.BertForMaskedLM(config)


def run_bert(module, x, _k, _v, _mask):
    heads, weights = module.self(x)
    return module.output.dense(heads), weights


MODELS = {
    "gpt2": (gpt2, "transformer.h.{}.attn.", lambda module, x, _k, _v, _mask: module(x)),
    "bert": (bert, "bert.encoder.layer.{}.attention.", run_bert),
}


@pytest.mark.parametrize(("layout", "make", "prefix", "run"), [(n, *m) for n, m in MODELS.items()])
def test_attentions_found_in_whole_models_equal_the_paper(layout, make, prefix, run):
    transformers = pytest.importorskip(
        "transformers", reason="transformers is not installed (pip install -e '.[dev]')"
    )
    model = make(transformers).double()
    for parameter in model.parameters():
        nn.init.normal_(parameter, std=0.3)  # biases would be 0
    found = layouts.find_attentions(model.state_dict())
    assert [each.prefix for each in found] == [prefix.format(i) for i in range(LAYERS)]
    for each in found:
        assert (each.layouts, each.n_heads) == ((layout,), None)
        params = layouts.unpack(each.state, layout, HEADS)
        module = model.get_submodule(each.prefix.removesuffix("."))
        assert_paper_output(module, run, params, [random(BATCH, TOKENS, D_MODEL)] * 3)


# Whole models, converted.


def test_every_attention_of_a_model_is_converted_under_its_prefix():
    layers = {f"h.{i}.attn.": attention("gpt2") for i in (0, 1, 10)}
    model = others() | {prefix + n: t for prefix, own in layers.items() for n, t in own.items()}
    before = dict(model)
    converted = layouts.convert(model, "gpt2", "torch", HEADS)
    expected = others()
    for prefix, own in layers.items():
        new = layouts.convert(own, "gpt2", "torch", HEADS)
        expected |= {prefix + name: tensor for name, tensor in new.items()}
    assert set(converted) == set(expected)
    for name in set(others()):
        assert converted[name] is model[name]
    for name in set(expected) - set(others()):
        assert torch.equal(converted[name], expected[name])
        assert converted[name].is_contiguous()
    same_tensors(model, before)  # the model's own mapping is left alone
    back = layouts.convert(converted, "torch", "gpt2", HEADS)
    assert set(back) == set(model)
    assert all(torch.equal(back[name], model[name]) for name in model)


def test_a_model_with_an_attention_at_the_top_level_is_converted():
    model = attention("module_list") | attention("module_list", "cross.")
    names = set(LAYOUTS["annotated"].table.rows)
    converted = layouts.convert(model, "module_list", "annotated")
    assert set(converted) == names | {f"cross.{name}" for name in names}


def test_a_single_attention_must_have_exactly_its_layouts_names():
    # Unknown tensors may change what the attention computes: see `unpack`.
    model = attention("gpt2") | {"bias": torch.ones(3)}
    with pytest.raises(ValueError, match=r"^state_dict must leave out bias for layout 'gpt2': the"):
        layouts.convert(model, "gpt2", "torch", HEADS)


@pytest.mark.parametrize(
    ("change", "n_heads", "said"),
    [
        ({}, None, "h.0.attn.: n_heads must be given for layout 'gpt2', whose stacked matrices"),
        ({}, 5, "h.0.attn.: n_heads must divide d_model for layout 'gpt2'; got n_heads=5, d_m"),
        (
            {"h.0.attn.c_attn.bias": torch.ones(36, dtype=torch.int64)},
            HEADS,
            "h.0.attn.: c_attn.bias must be floating point; got int64 of shape (36,)",
        ),
        (
            attention("torch", "h.0.attn."),
            HEADS,
            "h.0.attn.in_proj_weight must not be in the model yet; got a tensor of that name",
        ),
    ],
)
def test_a_model_that_cannot_be_converted_is_refused_with_the_prefix(change, n_heads, said):
    model = attention("gpt2", "h.0.attn.") | change
    with pytest.raises(ValueError, match=f"^{re.escape(said)}"):
        layouts.convert(model, "gpt2", "torch", n_heads)


def test_a_model_without_such_an_attention_is_refused():
    model = attention("bert", "encoder.")
    with pytest.raises(
        ValueError, match=r"^state_dict must contain the parameters of layout 'gpt2'"
    ):
        layouts.convert(model, "gpt2", "torch", HEADS)
