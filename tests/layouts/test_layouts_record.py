"""layouts.record_calls: inputs, outputs and masks of other people's attentions; refusals."""

import re
from types import SimpleNamespace

import pytest
import torch
from torch import nn

from mha_lib import (
    KVCache,
    StackedAttention,
    causal_mask,
    layouts,
)

HEADS, D_MODEL, TOKENS = 4, 16, 7
SIZES = {
    "hidden_size": D_MODEL, "num_attention_heads": HEADS, "num_hidden_layers": 2,
    "intermediate_size": 17, "vocab_size": 13,
}  # fmt: skip


def found(attention, call):
    """The candidates for a recorded attention that fit."""
    candidates = layouts.search(attention.state_dict(), **vars(call))
    return {(c.description, c.n_heads, c.rotary) for c in candidates if c.gap < 1e-4}


@pytest.mark.parametrize("batch_first", [True, False])
@pytest.mark.parametrize(
    "masked", ["causal", "padding", "both", "added", "one mask per head", "no"]
)
def test_calls_of_torchs_module_are_recorded_with_their_mask(batch_first, masked):
    module = nn.MultiheadAttention(D_MODEL, HEADS, batch_first=batch_first).eval()
    x, causal = torch.randn(2, TOKENS, D_MODEL), causal_mask(TOKENS)
    real = torch.arange(TOKENS) < torch.tensor([[TOKENS], [4]])
    options, expected = {}, None
    if masked in ("causal", "both"):
        options["attn_mask"], expected = ~causal, causal.expand(2, HEADS, -1, -1)
    if masked in ("padding", "both"):
        options["key_padding_mask"] = ~real
        keys = real[:, None, None].expand(2, HEADS, TOKENS, TOKENS)
        expected = keys if expected is None else keys & expected
    if masked == "added":
        options["attn_mask"] = torch.zeros(TOKENS, TOKENS).masked_fill(~causal, -torch.inf)
        expected = causal.expand(2, HEADS, -1, -1)
    if masked == "one mask per head":
        expected = (torch.rand(2, HEADS, TOKENS, TOKENS) < 0.5) | torch.eye(TOKENS).bool()
        options["attn_mask"] = ~expected.flatten(0, 1)
    with layouts.record_calls(module) as calls:
        given = x if batch_first else x.transpose(0, 1)
        module(given, given, given, **options)
    module(given, given, given)  # the hook is gone
    (call,) = calls
    assert torch.equal(call.inputs, x)
    may = None if call.mask is None else call.mask.expand(2, HEADS, TOKENS, TOKENS)
    assert (may is None) if expected is None else torch.equal(may, expected)
    assert found(module, call) == {("torch", HEADS, "")}


def test_torchs_module_without_a_batch_and_with_additive_padding_is_recorded():
    module = nn.MultiheadAttention(D_MODEL, HEADS)  # in training, and drops nothing
    x, real = torch.randn(TOKENS, D_MODEL), torch.arange(TOKENS) < 4
    padding = torch.zeros(TOKENS).masked_fill(~real, -torch.inf)
    with layouts.record_calls(module) as calls:
        module(x, x.clone(), x.clone(), key_padding_mask=padding)
    (call,) = calls
    assert torch.equal(call.inputs, x)
    assert call.outputs.shape == x.shape
    assert torch.equal(call.mask.squeeze(), real)
    assert found(module, call) == {("torch", HEADS, "")}


@pytest.mark.parametrize("way", ["eager", "sdpa"])
def test_without_a_mask_gpt2_is_recorded_as_causal_except_with_eager_attention(way):
    transformers = pytest.importorskip("transformers", reason="transformers is in .venv alone")
    config = transformers.GPT2Config(n_embd=D_MODEL, n_head=HEADS, attn_implementation=way)
    attention = transformers.models.gpt2.modeling_gpt2.GPT2Attention(config, layer_idx=0).eval()
    with layouts.record_calls(attention) as calls, torch.no_grad():
        attention(torch.randn(1, TOKENS, D_MODEL))
    (call,) = calls
    assert (call.mask is None) if way == "eager" else torch.equal(call.mask, causal_mask(TOKENS))
    assert found(attention, call) == {("gpt2", HEADS, "")}


def test_a_module_without_is_causal_is_not_taken_for_causal():
    module = Plain()
    module.config = SimpleNamespace(_attn_implementation="sdpa")
    with layouts.record_calls(module) as calls:
        module(torch.randn(TOKENS, D_MODEL))
    assert calls[0].mask is None
    assert calls[0].inputs.shape == (TOKENS, D_MODEL)


def models():
    transformers = pytest.importorskip("transformers", reason="transformers is in .venv alone")
    gpt2 = transformers.GPT2Config(
        n_embd=D_MODEL, n_head=HEADS, n_layer=2, vocab_size=13, bos_token_id=0, eos_token_id=0
    )
    llama = transformers.LlamaConfig(**SIZES, num_key_value_heads=2)
    opt = transformers.OPTConfig(**SIZES, ffn_dim=17, word_embed_proj_dim=D_MODEL, pad_token_id=0)
    bert = transformers.BertConfig(**SIZES)
    return {
        "gpt2": (transformers.GPT2Model, gpt2, lambda m: m.h[1].attn, ""),
        "llama": (transformers.LlamaModel, llama, lambda m: m.layers[1].self_attn, "halves"),
        "bart": (transformers.OPTModel, opt, lambda m: m.decoder.layers[1].self_attn, ""),
        "clip": (
            transformers.CLIPTextModel,
            transformers.CLIPTextConfig(**SIZES, max_position_embeddings=11, eos_token_id=1),
            lambda m: [part for part in m.modules() if type(part).__name__ == "CLIPAttention"][1],
            "",
        ),
        "bert": (transformers.BertModel, bert, lambda m: m.encoder.layer[1].attention, ""),
    }


# Each model once in each way, and with and without padding.
@pytest.mark.parametrize(
    ("name", "padded", "way"),
    [
        (name, bool((i + j) % 2), way)
        for i, name in enumerate(["gpt2", "llama", "bart", "clip", "bert"])
        for j, way in enumerate(["eager", "sdpa"])
    ],
)
def test_the_layout_of_a_recorded_transformers_model_is_found(name, padded, way):
    Model, config, part, rotary = models()[name]
    layout = "bart" if name == "clip" else name  # whose names it shares
    config._attn_implementation = way
    model = Model(config).eval()
    for parameter in model.parameters():  # OPT's biases and GPT-2's output start near 0
        nn.init.normal_(parameter, std=0.3)
    attention, tokens = part(model), torch.randint(13, (2, TOKENS))
    options = {}
    if padded:
        options["attention_mask"] = (torch.arange(TOKENS) < torch.tensor([[TOKENS], [4]])).long()
    inside = attention.self if layout == "bert" else attention
    after = {"outputs_of": attention.output.dense} if layout == "bert" else {}
    with layouts.record_calls(inside, **after) as calls, torch.no_grad():
        model(tokens, **options)
    (call,) = calls
    must_be_removed = layouts.LAYOUTS[layout].must_be_removed
    own = {name: t for name, t in attention.state_dict().items() if name not in must_be_removed}
    real = options.get("attention_mask", torch.ones(2, TOKENS)).bool()
    candidates = layouts.search(own, call.inputs, call.outputs, mask=call.mask)
    fits = {(c.description, c.n_heads, c.rotary) for c in candidates if c.gap < 1e-4}
    assert fits == {(layout, HEADS, rotary)}
    if padded:  # a real token attends to no padding
        may = call.mask.expand(2, HEADS, TOKENS, TOKENS)
        assert not may[1, :, real[1]][..., ~real[1]].any()


def test_rows_without_a_key_are_not_compared():
    Model, config, part, _ = models()["llama"]
    config._attn_implementation = "eager"  # which averages all keys there
    model, tokens = Model(config).eval(), torch.randint(13, (2, TOKENS))
    padded = (torch.arange(TOKENS) >= torch.tensor([[0], [3]])).long()  # on the left
    with layouts.record_calls(part(model)) as calls, torch.no_grad():
        model(tokens, attention_mask=padded)
    assert not calls[0].mask.any(-1).all()
    assert found(part(model), calls[0]) == {("llama", HEADS, "halves")}


def test_positional_arguments_are_matched_to_their_names():
    layer, x = StackedAttention(D_MODEL, HEADS).eval(), torch.randn(2, TOKENS, D_MODEL)
    with layouts.record_calls(layer) as calls:
        layer(x, x, x, mask=causal_mask(TOKENS))
        x += 0  # what the reader does to their tokens later
        with pytest.raises(
            ValueError, match=r"^values must be the same tokens as keys; got others$"
        ):
            layer(x, x, x.flip(1))
        layer(x, source := torch.randn(2, 9, D_MODEL), mask="causal")
    call, crossed = calls
    assert call.source is None
    assert torch.equal(crossed.source, source)
    assert torch.equal(crossed.mask, causal_mask(TOKENS, 9))
    assert found(layer, crossed) == {("stacked", HEADS, "")}
    assert not call.outputs.requires_grad
    assert torch.equal(call.mask, causal_mask(TOKENS))
    assert found(layer, call) == {("stacked", HEADS, "")}


class Half(nn.Module):
    """An attention that holds the module whose output is wanted."""

    def __init__(self):
        super().__init__()
        self.inner = StackedAttention(D_MODEL, HEADS)

    def forward(self, x, is_causal=False):
        return x + self.inner(x, mask=causal_mask(x.shape[-2]) if is_causal else None)[0]


def test_outputs_of_an_inner_module_and_is_causal_are_recorded():
    module, texts = Half().eval(), torch.randn(3, 2, TOKENS, D_MODEL)
    with layouts.record_calls(module, outputs_of=module.inner) as calls:
        for x in texts:
            module(x, is_causal=True)
    assert len(calls) == 3
    for call, x in zip(calls, texts, strict=True):
        assert torch.equal(call.inputs, x)
        assert found(module.inner, call) == {("stacked", HEADS, "")}


def test_a_causal_mask_by_name_is_recorded_as_a_mask():
    layer, x = StackedAttention(D_MODEL, HEADS).eval(), torch.randn(2, TOKENS, D_MODEL)
    with layouts.record_calls(layer) as calls, torch.no_grad():
        layer(x, mask="causal")
        layer(x, mask=causal_mask(TOKENS))
    by_name, by_mask = calls
    assert torch.equal(by_name.mask, causal_mask(TOKENS))
    assert torch.equal(by_name.outputs, by_mask.outputs)
    assert found(layer, by_name) == {("stacked", HEADS, "")}


class Dropping(nn.Module):
    def __init__(self):
        super().__init__()
        self.drop = nn.Dropout(0.1)

    def forward(self, x, **_):
        return self.drop(x)


class WithARate(nn.Module):
    def __init__(self):
        super().__init__()
        self.dropout_p = 0.1

    def forward(self, x):
        return x


class DroppingNothing(nn.Module):
    def __init__(self):
        super().__init__()
        self.drop, self.dropout_p, self.scaling = nn.Dropout(0.0), 0.0, 0.5

    def forward(self, x):
        return self.drop(x)


def test_a_module_in_training_mode_without_dropout_is_recorded():
    module = DroppingNothing()
    assert module.training
    with layouts.record_calls(module) as calls:
        module(torch.ones(1, 2, 3))
    assert torch.equal(calls[0].outputs, torch.ones(1, 2, 3))


class Plain(nn.Module):
    def forward(self, x=None, **_):
        return x if x is not None else torch.ones(1, 2, 3)


def plain(**options):
    return lambda: (Plain(), (torch.randn(1, TOKENS, D_MODEL),), options)


def torchs(*tokens, **options):
    extra = {name: options.pop(name) for name in ("add_bias_kv", "dropout") if name in options}
    given = tokens or [torch.ones(2, TOKENS, D_MODEL)] * 3
    return lambda: (
        nn.MultiheadAttention(D_MODEL, HEADS, batch_first=True, **extra),
        given,
        options,
    )


IN_TRAINING = r"^attention must be in eval\(\) mode; got dropout in training$"
NOT_OF_THAT_SHAPE = (
    r"^outputs must have the shape of inputs, \(1, 2, 3\); got float32 of shape \(1, 2, 4\)$"
)


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (
            torchs(*torch.randn(3, 2, TOKENS, D_MODEL)),
            "^value must be the same tokens as key; got others$",
        ),
        (
            torchs(add_bias_kv=True),
            "^attention must have no extra key; got bias_k or add_zero_attn$",
        ),
        (torchs(dropout=0.1), IN_TRAINING),
        (
            torchs(attn_mask=torch.randn(TOKENS, TOKENS)),
            "attn_mask must contain only 0 and numbers below",
        ),
        (
            plain(encoder_hidden_states=torch.ones(1, 3, D_MODEL), is_causal=True),
            "^is_causal must be left out in cross-attention; got True$",
        ),
        (
            plain(position_bias=torch.ones(1, 1, 7, 7)),
            "position_bias must be left out; got numbers",
        ),
        (lambda: (Dropping(), (torch.ones(1, 2, 3),), {}), IN_TRAINING),
        (lambda: (WithARate(), (torch.ones(1, 2, 3),), {}), IN_TRAINING),
        (
            lambda: (Plain(), (), {"tokens": torch.ones(1, 2, 3)}),
            "must be called with its tokens first, or as .* and query; got tokens$",
        ),
        (lambda: (Plain(), (), {}), "; got nothing$"),
        (
            plain(mask=torch.full((7, 7), -1000.0)),
            "^mask must contain only 0 and numbers below -1000; got a b",
        ),
        (
            torchs(key_padding_mask=torch.randn(2, TOKENS)),
            "^key_padding_mask must contain only 0 and numbers below -1000; got a bias$",
        ),
        (lambda: (nn.Linear(3, 4), (torch.ones(1, 2, 3),), {}), NOT_OF_THAT_SHAPE),
    ],
)
def test_calls_that_a_search_cannot_repeat_are_refused(call, said):
    module, arguments, options = call()
    with layouts.record_calls(module), pytest.raises(ValueError, match=said):
        module(*arguments, **options)


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (
            plain(attention_mask=torch.ones(1, 7).long()),
            r"^attention_mask must be boolean or floating point; got int64 of shape \(1, 7\)$",
        ),
        (plain(mask="past"), r"^mask must be a tensor or 'causal'; got 'past' \(str\)$"),
    ],
)
def test_a_mask_of_a_wrong_type_is_refused(call, said):
    module, arguments, options = call()
    with layouts.record_calls(module), pytest.raises(TypeError, match=said):
        module(*arguments, **options)


def rotation(angles):
    """Cosines and sines of (batch, tokens, pairs), as modules of transformers take them."""
    angles = torch.cat([angles, angles], -1)
    return angles.cos(), angles.sin()


FREQUENCIES = 100.0 ** -torch.arange(0, 1, 0.25)


@pytest.mark.parametrize("start", [0, 40])
@pytest.mark.parametrize("padding", ["left", "right", "no"])
@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16])
def test_rotary_positions_are_recorded(start, padding, dtype):
    positions = torch.arange(start, start + TOKENS).float().expand(2, -1).clone()
    if padding != "no":  # as transformers counts a padded sequence
        here = slice(None, 2) if padding == "left" else slice(-2, None)
        positions[0, here] = 1
    pair = tuple(t.to(dtype) for t in rotation(positions[..., None] * FREQUENCIES))
    module, x = Plain(), torch.randn(2, TOKENS, D_MODEL)
    with layouts.record_calls(module) as calls:
        module(x, position_embeddings=pair)
        module(x, position_embeddings=tuple(1.3 * t for t in pair))  # YaRN's factor
        module(x[:, :2], position_embeddings=tuple(t[:, :2] for t in pair))
    assert len(calls) == 3


@pytest.mark.parametrize(
    "pair", [(None, None), (torch.rand(4), None), (torch.rand(4), torch.rand(4)), [1, 2], (1,)]
)
def test_what_is_no_pair_of_rotations_is_not_looked_at(pair):
    module, x = Plain(), torch.randn(2, TOKENS, D_MODEL)
    with layouts.record_calls(module) as calls:
        module(x, position_embeddings=pair)
    assert len(calls) == 1


def test_learned_angles_are_refused():
    keypoints, projector = torch.rand(2, TOKENS, 2), torch.randn(4, 2)
    module, x = Plain(), torch.randn(2, TOKENS, D_MODEL)
    said = (
        "^position_embeddings must be rotary angles of evenly spaced positions; got uneven ones, "
        "which `search` does not try$"
    )
    with layouts.record_calls(module), pytest.raises(ValueError, match=said):
        module(x, position_embeddings=rotation(keypoints @ projector.T))


def test_a_module_that_does_not_say_which_layer_it_is_is_the_caches_first():
    module, x = Plain(), torch.randn(1, 2, 3)
    cache = SimpleNamespace(get_seq_length=lambda layer: [0, 3][layer])
    with layouts.record_calls(module) as calls:
        module(x, past_key_values=cache)
        module.layer_idx = 1
        with pytest.raises(ValueError, match=r"contain no earlier tokens; got 3$"):
            module(x, past_key_values=cache)
    assert torch.equal(calls[0].inputs, x)


@pytest.mark.parametrize("options", [{"is_causal": True}, {"mask": "causal"}])
def test_a_default_device_moves_no_mask_away_from_the_tokens(options):
    module, x = Plain(), torch.randn(TOKENS, D_MODEL)
    with layouts.record_calls(module) as calls, torch.device("meta"):  # no numbers there
        module(x, **options)
    assert torch.equal(calls[0].mask, causal_mask(TOKENS))


def test_an_unknown_cache_and_cached_tokens_are_refused():
    layer, x = StackedAttention(D_MODEL, HEADS).eval(), torch.randn(1, TOKENS, D_MODEL)
    refused = pytest.raises(ValueError, match="cache must be left out; got KVCache")
    with torch.no_grad(), layouts.record_calls(layer), refused:
        layer(x, cache=KVCache())
    Model, config, part, _ = models()["llama"]
    model, tokens = Model(config).eval(), torch.randint(13, (1, TOKENS))
    with torch.no_grad(), layouts.record_calls(part(model)) as calls:
        for n in (1, TOKENS):
            cache = model(tokens[:, :n], use_cache=True).past_key_values
            said = f"past_key_values must contain no earlier tokens; got {n}$"
            with pytest.raises(ValueError, match=said):
                model(tokens[:, :1], past_key_values=cache)
    assert len(calls) == 2


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"x": torch.ones(1, 2, 3).int()}, "inputs must be floating point; got int32"),
        ({"x": torch.ones(3)}, "inputs must have at least 2 dimensions; got float32"),
    ],
)
def test_inputs_that_are_not_tokens_are_refused(wrong, said):
    module = Plain()
    with layouts.record_calls(module), pytest.raises((TypeError, ValueError), match=said):
        module(**wrong)


def test_outputs_of_another_shape_are_refused():
    module = nn.Identity()
    module.forward = lambda x: "x"
    with (
        layouts.record_calls(module),
        pytest.raises(TypeError, match=r"^outputs must be a torch\.T"),
    ):
        module(torch.ones(1, 2, 3))


@pytest.mark.parametrize("wrong", [{"attention": 3}, {"attention": nn.Identity(), "outputs_of": 3}])
@pytest.mark.usefixtures("no_type_hook")
def test_arguments_that_are_not_modules_are_refused(wrong):
    with (
        pytest.raises(TypeError, match=r"must be an nn\.Module; got 3"),
        layouts.record_calls(**wrong),
    ):
        pass


class Positioned(nn.Module):
    """What adds something that no recorded call shows."""

    def __init__(self):
        super().__init__()
        self.relative_attention_bias = nn.Embedding(3, HEADS)

    def forward(self, query, key=None, position_embeddings=None):
        return query


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({}, "^attention must add no bias to its scores; got the parameter relative_attention_b"),
        (
            {"position_embeddings": torch.ones(1, TOKENS, D_MODEL)},
            "^position_embeddings must be left out; got numbers that are added to the tokens$",
        ),
    ],
)
def test_terms_added_to_scores_or_tokens_are_refused(options, said):
    module, x = Positioned().eval(), torch.randn(1, TOKENS, D_MODEL)
    with layouts.record_calls(module), pytest.raises(ValueError, match=said):
        module(x, **options)


@pytest.mark.filterwarnings("ignore:The PyTorch API of nested tensors:UserWarning")
def test_a_padded_batch_that_torchs_encoder_packs_is_refused_with_a_hint():
    layer = nn.TransformerEncoderLayer(D_MODEL, HEADS, 17, batch_first=True)
    model = nn.TransformerEncoder(layer, 2).eval()
    x, padding = torch.randn(2, TOKENS, D_MODEL), torch.zeros(2, TOKENS).bool()
    padding[1, 4:] = True
    attention = model.layers[0].self_attn
    with (
        pytest.raises(TypeError, match=r"must be dense; got float32 that is nested \(torch's enc"),
        torch.no_grad(),
        layouts.record_calls(attention),
    ):
        model(x, src_key_padding_mask=padding)
    torch.backends.mha.set_fastpath_enabled(False)
    try:
        with torch.no_grad(), layouts.record_calls(attention) as calls:
            model(x, src_key_padding_mask=padding)
    finally:
        torch.backends.mha.set_fastpath_enabled(True)
    assert found(attention, calls[0]) == {("torch", HEADS, "")}


def whole_layers():
    transformers = pytest.importorskip("transformers", reason="transformers is in .venv alone")
    llama = transformers.LlamaModel(transformers.LlamaConfig(**SIZES)).eval()
    bert = transformers.BertModel(transformers.BertConfig(**SIZES)).eval()
    return {
        "LlamaDecoderLayer": (llama, llama.layers[1], "input_layernorm", "self_attn"),
        "BertAttention": (bert, bert.encoder.layer[1].attention, "output.LayerNorm", "self"),
        "TransformerEncoderLayer": (
            None, nn.TransformerEncoderLayer(D_MODEL, HEADS), "norm1", "self_attn",
        ),
    }  # fmt: skip


@pytest.mark.parametrize("kind", ["LlamaDecoderLayer", "BertAttention", "TransformerEncoderLayer"])
def test_a_whole_layer_is_refused_and_its_attention_named(kind):
    _, layer, norm, inside = whole_layers()[kind]
    said = (
        f"attention must be the attention alone, because a norm or an MLP changes what is "
        f"recorded; got {kind} with {norm} (name the attention inside: {inside})"
    )
    with pytest.raises(ValueError, match=f"^{re.escape(said)}$"), layouts.record_calls(layer):
        pass


@pytest.mark.parametrize("use_cache", [True, False])
def test_the_attention_in_a_decoder_layer_is_recorded_with_and_without_a_cache(use_cache):
    model, layer, _, inside = whole_layers()["LlamaDecoderLayer"]
    with layouts.record_calls(getattr(layer, inside)) as calls, torch.no_grad():
        model(torch.randint(13, (1, TOKENS)), use_cache=use_cache)
    assert len(calls) == 1


def test_a_norm_on_queries_and_keys_is_part_of_an_attention():
    attention = Plain()
    attention.q_norm, attention.k_layernorm = nn.RMSNorm(4), nn.LayerNorm(4)
    with layouts.record_calls(attention) as calls:
        attention(torch.randn(1, TOKENS, D_MODEL))
    assert len(calls) == 1


def test_an_mlp_beside_an_attention_is_refused_without_any_norm():
    layer = nn.Module()
    layer.attn, layer.mlp = nn.MultiheadAttention(4, 2), nn.Linear(4, 4)
    with (
        pytest.raises(
            ValueError, match=r"got Module with mlp \(name the attention inside: attn\)$"
        ),
        layouts.record_calls(layer),
    ):
        pass
