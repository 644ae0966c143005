"""What "What masks mean" says of masks in other libraries, by running them.

The page's table is read from what its cell printed, so that page and test cannot drift apart.
transformers is run in the main environment, Keras only with `make test-jax-keras`. As on
the page, all scores are equal and the values are the rows of an identity matrix: what comes out
are the weights.
"""

import functools
import json
import math
import os
import re
import warnings
from pathlib import Path

import numpy as np
import pytest
import torch
import torch.nn.functional as F
from torch import nn
from torch.nn.attention.bias import causal_lower_right

PAGE = Path(__file__).parents[2] / "book" / "what_masks_mean.ipynb"


def cell_of(cell_id):
    (cell,) = [c for c in json.loads(PAGE.read_text())["cells"] if c["id"] == cell_id]
    return cell


def text(cell_id):
    return "".join(cell_of(cell_id)["source"])


def table():
    """The page's table: from a function's argument to what it says of the three kinds of mask."""
    rows = re.findall(r"^\| (.+) \|$", text("each-function"), re.M)[2:]
    return {name: said for name, *said in (row.split(" | ") for row in rows)}


def say(weights):
    return " ".join(f"{weight:.2f}" for weight in weights.detach().flatten().tolist())


ADDED_1 = "0.42 0.42 0.16"  # e, e and 1, over their sum
EVEN, ZEROS = "0.33 0.33 0.33", "0.00 0.00 0.00"
FIRST, LAST, ADDED = "0.50 0.50 0.00", "0.00 0.00 1.00", "0.42 0.42 0.16"
NO_KEY = [False, False, False]
NUMBERS = ([1.0, 1.0, 0.0], [1, 1, 0], [0.0, 0.0, -math.inf])


def recorded(argument):
    """Masks, each with the weights that the page's words say for transformers or Keras."""
    boolean, numbers, _ = table()[argument]
    assert (boolean, numbers) == ("lets through", "0 blocks")
    assert "they read a mask of 0 and $-\\infty$ the wrong way round" in text("each-function")
    assert "transformers 5.23.0 (BertModel) and Keras 3.15.1 are rec" in text("each-function")
    return [([True, True, False], FIRST), *zip(NUMBERS, (FIRST, FIRST, LAST), strict=True)]


# transformers


def module_of(name):
    return pytest.importorskip(
        name, reason="transformers is not installed (pip install -e '.[dev]')"
    )


def bert_weights(implementation, mask):
    """What BertModel's one head gives to three tokens under an attention_mask."""
    transformers = module_of("transformers")
    config = transformers.BertConfig(
        vocab_size=7,
        hidden_size=4,
        num_hidden_layers=1,
        num_attention_heads=1,
        intermediate_size=5,
        attn_implementation=implementation,
    )
    model = transformers.BertModel(config, add_pooling_layer=False).eval()
    attention, seen = model.encoder.layer[0].attention.self, []
    attention.query.register_forward_hook(lambda module, given, out: torch.zeros_like(out))
    attention.value.register_forward_hook(lambda module, given, out: torch.eye(3, 4)[None])
    attention.register_forward_hook(lambda module, given, out: seen.append(out[0]))
    with torch.no_grad():
        model(torch.tensor([[1, 2, 3]]), attention_mask=mask)
    return seen[0][0, 0, :3]


@pytest.mark.parametrize("implementation", ["eager", "sdpa"])
def test_transformers_reads_a_mask_as_the_page_says(implementation):
    for mask, weights in recorded("transformers: `attention_mask`, of two axes"):
        assert say(bert_weights(implementation, torch.tensor([mask]))) == weights, mask


@pytest.mark.parametrize(("implementation", "of_true"), [("eager", ADDED_1), ("sdpa", FIRST)])
def test_transformers_reads_a_mask_of_four_axes_as_the_page_says(implementation, of_true):
    boolean, numbers, without_keys = table()["transformers: of four axes"]
    said = "with $-\\infty$ `sdpa` zeros, `eager` NaN; with finite numbers even spread"
    assert without_keys == said
    none = {"eager": "nan nan nan", "sdpa": ZEROS}[implementation]
    for number, gets in (-torch.inf, none), (torch.finfo(torch.float32).min, EVEN):
        assert say(bert_weights(implementation, torch.full((1, 1, 3, 3), number))) == gets
    assert boolean == "`sdpa` lets through, `eager` adds 1: **blocks nothing**"
    assert numbers == "are added"
    mask = torch.tensor([True, True, False]).expand(1, 1, 3, 3)
    assert say(bert_weights(implementation, mask)) == of_true
    added = torch.tensor([0.0, 0.0, -torch.inf]).expand(1, 1, 3, 3)
    assert say(bert_weights(implementation, added)) == FIRST
    assert say(bert_weights(implementation, mask.float())) == ADDED_1


def test_transformers_gives_a_query_without_keys_what_the_page_says():
    assert (
        table()["transformers: `attention_mask`, of two axes"][2]
        == "`sdpa` zeros, `eager` even spread"
    )
    none = torch.tensor([NO_KEY])
    assert say(bert_weights("sdpa", none)) == ZEROS
    assert say(bert_weights("eager", none)) == EVEN


def test_transformers_counts_from_the_end_with_a_cache():
    transformers = module_of("transformers")
    config = transformers.GPT2Config(
        vocab_size=7,
        n_embd=4,
        n_layer=1,
        n_head=1,
        n_positions=8,
        bos_token_id=0,
        eos_token_id=0,
        attn_implementation="eager",
    )
    model = transformers.GPT2Model(config).eval()

    def without_queries(module, given, out):
        return torch.cat([torch.zeros_like(out[..., :4]), out[..., 4:]], dim=-1)

    model.h[0].attn.c_attn.register_forward_hook(without_queries)
    with torch.no_grad():
        past = model(torch.tensor([[1, 2]]), use_cache=True).past_key_values
        new = model(torch.tensor([[3, 4]]), past_key_values=past, output_attentions=True)
    assert "counts from the end, as transformers' GPT2Model does" in text("text-16")
    assert say(new.attentions[0]) == f"{EVEN} 0.00 0.25 0.25 0.25 0.25"


def test_bert_ignores_a_head_mask_and_cannot_prune_heads():
    """What the page of questions says of it."""
    said = (PAGE.parent / "questions.md").read_text()
    assert "(BERT in transformers 5.23.0 takes one and ignores it.)" in said
    assert "`prune_heads`, which older versions have and 5.23.0 has not" in said
    transformers = module_of("transformers")
    config = transformers.BertConfig(
        vocab_size=7,
        hidden_size=4,
        num_hidden_layers=1,
        num_attention_heads=2,
        intermediate_size=5,
    )
    model, letters = transformers.BertModel(config).eval(), torch.tensor([[1, 2, 3]])
    with torch.no_grad(), warnings.catch_warnings():
        warnings.simplefilter("error")
        whole, masked = (
            model(letters, head_mask=mask)[0] for mask in (torch.ones(1, 2), torch.zeros(1, 2))
        )
    assert torch.equal(whole, masked)
    assert not hasattr(model, "prune_heads")


# Keras


@pytest.fixture
def keras_layer():
    os.environ.setdefault("KERAS_BACKEND", "torch")
    keras = pytest.importorskip(
        "keras", reason="Keras is not installed (pip install -e '.[jax-keras]')"
    )
    layer = keras.layers.MultiHeadAttention(num_heads=1, key_dim=3, value_dim=3)
    layer.build((1, 1, 3), (1, 3, 3))
    for variable in layer.weights:
        if variable.path.endswith("kernel"):
            variable.assign(np.eye(3).reshape(variable.shape))

    def weights_of(way, **mask):
        query, value = np.zeros((1, 1, 3), "float32"), np.eye(3, dtype="float32")[None]
        if way == "plain":
            return say(layer(query, value, **mask))
        output, scores = layer(query, value, return_attention_scores=True, **mask)
        assert say(output) == say(scores)
        return say(output)

    return weights_of


@pytest.mark.parametrize("way", ["plain", "scores"])
def test_keras_reads_a_mask_as_the_page_says(keras_layer, way):
    for mask, weights in recorded("Keras: `attention_mask`"):
        assert keras_layer(way, attention_mask=np.array([[mask]])) == weights, mask
        assert keras_layer(way, value_mask=np.array([mask])) == weights, mask


def test_keras_gives_a_query_without_keys_what_the_page_says(keras_layer):
    assert table()["Keras: `attention_mask`"][2] == "even spread; zeros if scores are returned"
    none = np.array([[NO_KEY]])
    assert keras_layer("plain", attention_mask=none) == EVEN
    assert keras_layer("scores", attention_mask=none) == ZEROS


@pytest.mark.filterwarnings("ignore:__array__ implementation")  # Keras's own, about numpy
def test_a_second_keras_model_leads_to_the_weights_of_a_layer_that_returns_none():
    os.environ.setdefault("KERAS_BACKEND", "torch")
    keras = pytest.importorskip(
        "keras", reason="Keras is not installed (pip install -e '.[jax-keras]')"
    )

    class Own(keras.layers.Layer):
        def __init__(self):
            super().__init__()
            self.query, self.key = keras.layers.Dense(8), keras.layers.Dense(8)

        def call(self, x):
            scores = self.query(x) @ keras.ops.swapaxes(self.key(x), 1, 2) / 8**0.5
            return keras.ops.softmax(scores) @ x

    inputs = keras.Input((5, 12))
    own, ready = Own(), keras.layers.MultiHeadAttention(3, 4)
    middle = keras.layers.Dense(12)(own(keras.layers.Dense(12)(inputs)))
    model = keras.Model(inputs, ready(middle, middle))
    batch = np.random.default_rng(0).normal(size=(2, 5, 12)).astype("float32")

    x = keras.Model(model.input, own.input)(batch)
    W_Q, b_Q, W_K, b_K = own.get_weights()
    numbers = keras.ops.convert_to_numpy(x)
    scores = (numbers @ W_Q + b_Q) @ (numbers @ W_K + b_K).swapaxes(1, 2) / 8**0.5
    weights = np.exp(scores) / np.exp(scores).sum(axis=-1, keepdims=True)
    expected = keras.ops.convert_to_numpy(own(x))
    np.testing.assert_allclose(weights @ numbers, expected, atol=1e-5)

    x = keras.Model(model.input, ready.input[0])(batch)
    output, weights = ready(x, x, return_attention_scores=True)
    assert tuple(weights.shape) == (2, 3, 5, 5)
    whole = keras.ops.convert_to_numpy(model(batch))
    np.testing.assert_allclose(keras.ops.convert_to_numpy(output), whole, atol=1e-5)


@pytest.mark.parametrize("way", ["plain", "scores"])
def test_keras_counts_from_the_top_left(keras_layer, way):
    assert "counts from the top left, as Keras' `use_causal_mask` does" in text("text-16")
    assert keras_layer(way, use_causal_mask=True) == "1.00 0.00 0.00"


def test_keras_takes_kernels_as_the_page_of_questions_makes_them():
    os.environ.setdefault("KERAS_BACKEND", "torch")
    keras = pytest.importorskip(
        "keras", reason="Keras is not installed (pip install -e '.[jax-keras]')"
    )
    said = (PAGE.parent / "questions.md").read_text()
    (code,) = re.findall(r"^```python\n(kernels = .*?)^```", said, re.DOTALL | re.MULTILINE)
    module = torch.nn.MultiheadAttention(12, 3, batch_first=True)
    torch.nn.init.normal_(module.in_proj_bias)
    names = {"module": module}
    exec(code, names)
    layer = keras.layers.MultiHeadAttention(num_heads=3, key_dim=12 // 3)
    x = torch.randn(2, 5, 12)
    layer(x.numpy(), x.numpy())
    values = [v for pair in zip(names["kernels"], names["biases"], strict=True) for v in pair]
    values += [names["output_kernel"], module.out_proj.bias]
    assert [v.path.split("/")[-2:] for v in layer.weights] == [
        [part, kind]
        for part in ("query", "key", "value", "attention_output")
        for kind in ("kernel", "bias")
    ]
    layer.set_weights([v.detach().numpy() for v in values])
    found, weights = layer(x.numpy(), x.numpy(), return_attention_scores=True)
    right, mean = module(x, x, x)
    assert tuple(weights.shape) == (2, 3, 5, 5)
    for ours, theirs in ((found, right), (weights, module(x, x, x, average_attn_weights=False)[1])):
        torch.testing.assert_close(ours.detach(), theirs.detach(), atol=1e-5, rtol=1e-4)
    assert mean.shape == (2, 5, 5)
    wide = keras.layers.MultiHeadAttention(num_heads=3, key_dim=12)
    wide(x.numpy(), x.numpy())
    sizes = [
        sum(math.prod(v.shape) for v in one.weights if v.path.endswith("kernel"))
        for one in (wide, layer)
    ]
    assert sizes[0] == 3 * sizes[1]  # as many times as there are heads


@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::UserWarning")
def test_keras_loads_a_layer_of_your_own_as_the_page_of_messages_says(tmp_path, monkeypatch):
    os.environ.setdefault("KERAS_BACKEND", "torch")
    keras = pytest.importorskip(
        "keras", reason="Keras is not installed (pip install -e '.[jax-keras]')"
    )
    monkeypatch.chdir(tmp_path)
    page = (PAGE.parent / "messages.md").read_text()
    heading, said = re.search(r"^### (Could not locate class.*?)\n(.*)", page, re.M | re.S).groups()
    raising, repaired = re.findall(r"^```python\n(.*?)^```", said, re.DOTALL | re.MULTILINE)
    names: dict = {}
    with pytest.raises(TypeError) as raised:
        exec(raising, names)
    assert heading.replace("\\", "").rstrip(".") in str(raised.value)
    exec(repaired, names)
    x, model, mine = np.ones((2, 5, 8), "float32"), names["model"], names["Mine"]
    custom = {"custom_objects": {"Mine": mine}}

    def same(other):
        return np.allclose(*(keras.ops.convert_to_numpy(f(x)) for f in (model, other)), atol=1e-5)

    assert same(keras.models.load_model("model.keras", **custom))
    model.save("model.h5")
    with pytest.raises(ValueError, match=r"^Unknown layer: 'Mine'"):
        keras.models.load_model("model.h5")
    assert same(keras.models.load_model("model.h5", **custom))

    inputs = keras.Input((None, 8))
    built = keras.Model(inputs, mine(3)(inputs))
    assert not same(built)
    model.save_weights("model.weights.h5")
    built.load_weights("model.weights.h5")
    assert same(built)

    attend = keras.layers.MultiHeadAttention(2, 4)
    model = keras.Model(inputs, attend(inputs, inputs))
    model.save("theirs.keras")
    assert same(keras.models.load_model("theirs.keras"))

    registered = keras.saving.register_keras_serializable()(type("Registered", (mine,), {}))
    model = keras.Model(inputs, registered(3)(inputs))
    model.save("registered.keras")
    assert same(keras.models.load_model("registered.keras"))


def test_keras_attends_over_all_axes_but_the_first_and_the_last():
    os.environ.setdefault("KERAS_BACKEND", "torch")
    keras = pytest.importorskip(
        "keras", reason="Keras is not installed (pip install -e '.[jax-keras]')"
    )
    layers = [
        keras.layers.MultiHeadAttention(num_heads=2, key_dim=6, **options)
        for options in ({}, {}, {"attention_axes": (2,)})
    ]
    usual, everywhere, in_frames = layers
    frames = np.random.default_rng(0).normal(size=(2, 3, 5, 12)).astype("float32")
    together, apart = frames.reshape(2, 15, 12), frames.reshape(6, 5, 12)
    usual(together, together)
    values = [v.value.detach().numpy() for v in usual.weights]
    for layer, folded in ((everywhere, together), (in_frames, apart)):
        layer(frames, frames)
        layer.set_weights(values)
        found, right = layer(frames, frames), usual(folded, folded)
        torch.testing.assert_close(found, right.reshape(frames.shape), atol=1e-5, rtol=1e-4)
    mask = np.ones((2, 3, 5), dtype=bool)
    assert in_frames(frames, frames, value_mask=mask).shape == frames.shape
    with pytest.raises(ValueError, match="The `mask` must be broadcastable to `inputs`"):
        everywhere(frames, frames, value_mask=mask)


@pytest.mark.parametrize("dropout", [0.0, 0.1])
@pytest.mark.parametrize("scores", [False, True])
def test_a_causal_keras_layer_hides_the_last_token(dropout, scores):
    os.environ.setdefault("KERAS_BACKEND", "torch")
    keras = pytest.importorskip(
        "keras", reason="Keras is not installed (pip install -e '.[jax-keras]')"
    )
    layer = keras.layers.MultiHeadAttention(3, 4, dropout=dropout)
    x = torch.randn(2, 5, 12)
    other = torch.cat([x[:, :-1], x[:, -1:] + 1], dim=1)

    def first(x):
        found = layer(x.numpy(), x.numpy(), use_causal_mask=True, return_attention_scores=scores)
        return (found[0] if scores else found)[:, :-1].detach()

    torch.testing.assert_close(first(x), first(other), rtol=0, atol=0)
    symbol = keras.Input((5, 12))
    _, weights = layer(symbol, symbol, return_attention_scores=True)
    assert tuple(weights.shape) == (None, 3, 5, 5)


def test_a_second_keras_model_returns_the_weights_as_the_page_of_questions_says():
    os.environ.setdefault("KERAS_BACKEND", "torch")
    keras = pytest.importorskip(
        "keras", reason="Keras is not installed (pip install -e '.[jax-keras]')"
    )
    said = (PAGE.parent / "questions.md").read_text()
    calls = re.search(r"`(output, weights = Multi.*?)`, and then `(keras\.Model\(.*?\))`", said)
    inputs = x = keras.Input((5, 12))
    names = {"MultiHeadAttention": keras.layers.MultiHeadAttention, "keras": keras}
    names |= {"x": x, "inputs": inputs}
    exec(calls[1], names)
    maps = eval(calls[2], names)(torch.randn(4, 5, 12).numpy()).detach()
    assert tuple(maps.shape) == (4, 2, 5, 5)
    torch.testing.assert_close(maps.sum(-1), torch.ones(4, 2, 5))


def test_a_keras_layer_of_ones_own_has_parameters_after_its_first_call():
    os.environ.setdefault("KERAS_BACKEND", "torch")
    keras = pytest.importorskip(
        "keras", reason="Keras is not installed (pip install -e '.[jax-keras]')"
    )

    class Attention(keras.layers.Layer):
        def __init__(self):
            super().__init__()
            self.parts = [keras.layers.Dense(12, use_bias=False) for _ in range(4)]

        def call(self, x):
            q, k, v = (part(x) for part in self.parts[:3])
            weights = keras.ops.softmax(q @ keras.ops.swapaxes(k, 1, 2) / 12**0.5)
            return self.parts[3](weights @ v)

    layer = Attention()
    with pytest.raises(ValueError, match="the layer isn't built"):
        layer.count_params()
    model = keras.Sequential([layer])
    lines = []
    model.summary(print_fn=lambda line, **_: lines.append(line))
    assert "0 (unbuilt)" in "".join(lines)
    layer(np.zeros((1, 5, 12), "float32"))
    assert layer.count_params() == 4 * 12**2 == 576


@pytest.mark.filterwarnings("ignore:__array__ implementation")  # Keras's own, about numpy
def test_keras_attention_layers_are_what_the_page_of_questions_says():
    os.environ.setdefault("KERAS_BACKEND", "torch")
    keras = pytest.importorskip(
        "keras", reason="Keras is not installed (pip install -e '.[jax-keras]')"
    )
    layers = keras.layers
    x = torch.randn(4, 5, 8).numpy()

    def result(layer, call):
        return torch.as_tensor(keras.ops.convert_to_numpy(layer(call)))

    dot, additive = layers.Attention(), layers.AdditiveAttention()
    plain = torch.as_tensor(x)
    expected = (plain @ plain.mT).softmax(-1) @ plain
    torch.testing.assert_close(result(dot, [x, x]), expected, atol=1e-4, rtol=1e-4)
    assert dot.count_params() == 0
    additive([x, x])
    assert additive.count_params() == 8  # one vector
    with pytest.raises(ValueError, match="must be called on a list"):
        dot(x)
    with pytest.raises(TypeError, match="missing a required argument: 'value'"):
        layers.MultiHeadAttention(2, 4)(x)

    steps = layers.LSTM(6, return_sequences=True)
    assert tuple(steps(x).shape) == (4, 5, 6)
    alone = layers.LSTM(6)(x)  # (batch, features)
    assert tuple(alone.shape) == (4, 6)
    mixed = result(layers.Attention(), [alone, alone])
    fewer = result(layers.Attention(), [alone[:2], alone[:2]])
    assert not torch.allclose(mixed[:2], fewer, atol=1e-4)  # samples are mixed


def test_keras_joins_padding_and_look_ahead_as_the_page_of_questions_does():
    os.environ.setdefault("KERAS_BACKEND", "torch")
    keras = pytest.importorskip(
        "keras", reason="Keras is not installed (pip install -e '.[jax-keras]')"
    )
    said = (PAGE.parent / "questions.md").read_text()
    (code,) = re.findall(
        r"^```python\n(tokens = .*?)^```",
        said[said.index("### Keras: how do I join") :],
        re.M | re.S,
    )
    names = {"torch": torch}
    exec(code, names)
    layer, x = (
        keras.layers.MultiHeadAttention(num_heads=3, key_dim=4),
        torch.randn(2, 5, 12).numpy(),
    )
    give = functools.partial(layer, x, x, return_attention_scores=True)
    output, weights = (t.detach() for t in give(attention_mask=names["attention_mask"].numpy()))
    padding = names["real"][:, None, :].numpy()
    same, _ = give(attention_mask=padding, use_causal_mask=True)
    torch.testing.assert_close(same.detach(), output)
    assert not weights.triu(1).any()
    blocks = names["blocks_future"][None].expand(2, -1, -1).numpy()
    future = give(attention_mask=blocks)[1].detach()
    assert not future.tril().any()
    assert future.triu(1)[:, :, :-1].sum(-1).min() > 0.99


# Flax


def test_flax_computes_what_the_page_of_questions_computes():
    reason = "Flax is not installed (pip install -e '.[jax-keras]')"
    linen = pytest.importorskip("flax.linen", reason=reason)
    import jax

    said = (PAGE.parent / "questions.md").read_text()
    module, x = nn.MultiheadAttention(12, 3, batch_first=True), torch.randn(2, 5, 12)
    nn.init.normal_(module.in_proj_bias)
    nn.init.normal_(module.out_proj.bias)
    names = {"module": module, "torch": torch, "x": x}
    for code in re.findall(
        r"^```python\n((?:kernels = |q, k, v = \(\n    torch.einsum).*?)^```", said, re.M | re.S
    ):
        exec(code, names)
    parts = zip(("query", "key", "value"), names["kernels"], names["biases"], strict=True)
    params = {part: {"kernel": kernel, "bias": bias} for part, kernel, bias in parts}
    params["out"] = {"kernel": names["output_kernel"], "bias": module.out_proj.bias}
    params = jax.tree.map(lambda tensor: tensor.detach().numpy(), params)
    layer = linen.MultiHeadDotProductAttention(num_heads=3, qkv_features=12)
    found = layer.apply({"params": params}, x.numpy())
    np.testing.assert_allclose(found, names["output"].detach().numpy(), atol=1e-5)
    np.testing.assert_allclose(found, module(x, x, x)[0].detach().numpy(), atol=1e-5)
    may = torch.ones(5, 5).tril().bool()
    causal = layer.apply({"params": params}, x.numpy(), mask=may.numpy())
    right = module(x, x, x, attn_mask=~may)[0]
    np.testing.assert_allclose(causal, right.detach().numpy(), atol=1e-5)


# torch: what the page says in passing


def test_a_finite_number_added_twice_overflows_and_float16_refuses_it():
    lowest, half = torch.finfo(torch.float32).min, torch.zeros(3, dtype=torch.float16)
    assert (torch.tensor([1.0]) + lowest + lowest).item() == -torch.inf
    with pytest.raises(RuntimeError, match="without overflow"):
        half.masked_fill(torch.ones(3, dtype=torch.bool), -1e9)
    scores = torch.tensor([0.0, 1.0, 2.0], dtype=torch.float64)
    torch.testing.assert_close((scores - 1e9).softmax(-1), scores.softmax(-1), atol=1e-6, rtol=0)


def test_add_zero_attn_shrinks_each_head_by_the_weight_of_one_more_key():
    plain, zero = (
        nn.MultiheadAttention(
            6, 2, batch_first=True, add_zero_attn=more, bias=False, dtype=torch.float64
        )
        for more in (False, True)
    )
    zero.load_state_dict(plain.state_dict())
    x = torch.randn(1, 5, 6, dtype=torch.float64)
    (_, weights), (_, more) = (m(x, x, x, average_attn_weights=False) for m in (plain, zero))
    torch.testing.assert_close(more[..., :-1], (1 - more[..., -1:]) * weights)
    blocked = torch.ones(5, 5, dtype=torch.bool)
    assert plain(x, x, x, attn_mask=blocked)[0].isnan().all()
    torch.testing.assert_close(zero(x, x, x, attn_mask=blocked)[0], torch.zeros_like(x))


def test_torch_has_a_mask_that_counts_from_the_end():
    queries, keys, values = (torch.randn(1, 1, n, 4) for n in (2, 6, 6))
    from_end = torch.ones(2, 6, dtype=torch.bool).tril(4)
    theirs, expected = (
        F.scaled_dot_product_attention(queries, keys, values, attn_mask=mask)
        for mask in (causal_lower_right(2, 6), from_end)
    )
    torch.testing.assert_close(theirs, expected)


def test_a_key_padding_mask_is_where_an_attention_mask_is_0():
    assert "`key_padding_mask = attention_mask == 0`" in text("each-function")
    module = nn.MultiheadAttention(4, 1, batch_first=True)
    x, attention_mask = torch.randn(2, 3, 4), torch.tensor([[1, 1, 0], [0, 1, 1]])
    _, weights = module(x, x, x, key_padding_mask=attention_mask == 0)
    assert torch.equal(weights > 0, attention_mask.bool()[:, None].expand(2, 3, 3))


# What two folds of "Where the equality stops" say: on biases, and on Adafactor.


def test_adafactor_divides_by_mean_squares_of_rows_and_columns():
    W, G = torch.randn(2, 48, 8, dtype=torch.float64)

    def rms(matrix):
        return matrix.pow(2).mean().sqrt()

    rows = G.pow(2).mean(dim=1, keepdim=True)
    columns = G.pow(2).mean(dim=0, keepdim=True)
    step = G / (rows @ columns / G.pow(2).mean()).sqrt()
    parameter = nn.Parameter(W.clone())
    parameter.grad = G
    torch.optim.Adafactor([parameter], lr=0.02).step()
    expected = W - 0.02 * rms(W) * step / max(1, rms(step))
    torch.testing.assert_close(parameter.data, expected, rtol=0, atol=1e-12)


@pytest.mark.parametrize("zero", [False, True])
def test_a_value_bias_folds_into_the_output_s_but_for_add_zero_attn(zero):
    options = {"batch_first": True, "add_zero_attn": zero, "dtype": torch.float64}
    module = nn.MultiheadAttention(48, 6, **options)
    value = nn.init.normal_(module.in_proj_bias).data[96:]
    tokens = torch.randn(7, 5, 48, dtype=torch.float64)
    before = module(tokens, tokens, tokens)[0]
    module.out_proj.bias.data += module.out_proj.weight @ value
    value.zero_()
    assert torch.allclose(module(tokens, tokens, tokens)[0], before) is not zero


def test_the_smallest_number_added_twice_is_nan_where_a_row_is_left_without_keys():
    lowest = torch.finfo(torch.float32).min
    scores = torch.tensor([0.0, 1.0, 2.0]) + lowest
    assert scores.softmax(-1).isfinite().all()
    assert (scores + lowest).softmax(-1).isnan().all()


@pytest.mark.parametrize("implementation", ["eager", "sdpa"])
def test_what_transformers_returns_of_trained_heads(implementation):
    """What the table "Trained heads in other tools" says of GPT-2 in transformers."""
    transformers = module_of("transformers")

    sizes = {"n_layer": 2, "n_head": 3, "n_embd": 12, "vocab_size": 17, "n_positions": 8}
    tokens = {"bos_token_id": None, "eos_token_id": None}
    model = transformers.GPT2LMHeadModel(
        transformers.GPT2Config(**sizes, **tokens, attn_implementation=implementation)
    ).eval()
    ids = torch.arange(5)[None]
    out = model(ids, output_attentions=True, output_hidden_states=True)
    shapes = [tuple(weights.shape) for weights in out.attentions]
    assert shapes == ([(1, 3, 5, 5)] * 2 if implementation == "eager" else [])
    embedded = model.transformer.wte(ids) + model.transformer.wpe(ids)
    torch.testing.assert_close(out.hidden_states[0], embedded)
    assert model.lm_head.weight.shape == (17, 12)
    assert model.transformer.h[0].attn.c_attn.weight.shape == (12, 36)
    page = (PAGE.parent / "notation.md").read_text()
    assert 'made with `attn_implementation="eager"`; otherwise `attentions` is empty' in page


def test_the_weights_and_the_switch_that_a_chapter_gives_for_gpt2():
    """All heads' weights at once, and a head off, as "A model that has read Python" has them."""
    transformers = pytest.importorskip("transformers")
    page = json.loads(PAGE.with_name("python_model.ipynb").read_text())
    (cell,) = [one for one in page["cells"] if one["id"] == "growth-says"]
    (block,) = re.findall(r"```python\n(.*?)```", "".join(cell["source"]), re.DOTALL)
    sizes = {"n_embd": 192, "n_head": 3, "n_layer": 2, "vocab_size": 50, "n_positions": 16}
    options = {"attn_implementation": "eager", "resid_pdrop": 0.0, "attn_pdrop": 0.0}
    theirs = transformers.GPT2LMHeadModel(transformers.GPT2Config(**sizes, **options)).eval()
    held = torch.randint(50, (4, 16))
    given = {"torch": torch, "theirs": theirs, "held": held}
    with torch.no_grad():
        exec(block, given)
        assert given["weights"].shape == (4, 6, 16, 16)
        torch.testing.assert_close(given["weights"].sum(dim=-1), torch.ones(4, 6, 16))
        off = theirs(held).logits
        given["hook"].remove()
        on = theirs(held).logits
        # The same by its weights: rows 64 to 127 of what joins the heads.
        theirs.transformer.h[0].attn.c_proj.weight[64:128] = 0
        torch.testing.assert_close(theirs(held).logits, off, rtol=0, atol=1e-5)
    assert (on - off).abs().max() > 1e-3


@pytest.mark.parametrize("of_mask", [torch.float16, torch.bfloat16, torch.float32, torch.float64])
@pytest.mark.parametrize("of_query", [torch.float16, torch.bfloat16, torch.float32, torch.float64])
def test_a_mask_of_floats_is_in_float32_or_has_the_type_of_the_queries(of_query, of_mask):
    q, mask = torch.zeros(1, 2, 3, 4, dtype=of_query), torch.zeros(3, 3, dtype=of_mask)
    if of_mask in (torch.float32, of_query):
        F.scaled_dot_product_attention(q, q, q, attn_mask=mask)
    else:
        with pytest.raises(RuntimeError, match="Expected attn_mask dtype to be bool or float"):
            F.scaled_dot_product_attention(q, q, q, attn_mask=mask)


@pytest.mark.parametrize("low", [-1e4, -1e9, torch.finfo(torch.float32).min, -math.inf])
def test_where_some_key_is_allowed_every_large_number_blocks_the_others(low):
    blocked, scores = torch.tensor([False, True, True]), torch.tensor([0.0, 1.0, 2.0])
    added = torch.zeros(3).masked_fill(blocked, low)
    for way in (scores.masked_fill(blocked, low), scores + added):
        assert way.softmax(-1).tolist() == [1.0, 0.0, 0.0]


@pytest.mark.filterwarnings("ignore:__array__ implementation")  # Keras's own, about numpy
def test_keras_passes_a_mask_on_until_positions_without_one_are_added():
    os.environ.setdefault("KERAS_BACKEND", "torch")
    keras = pytest.importorskip(
        "keras", reason="Keras is not installed (pip install -e '.[jax-keras]')"
    )
    ops, layers = keras.ops, keras.layers
    embedding = layers.Embedding(20, 12, mask_zero=True)
    attention, ids = layers.MultiHeadAttention(3, 4), keras.Input((None,))

    def ignores_padding(change, own_mask=None):
        x = change(embedding(ids))
        model = keras.Model(ids, attention(x, x, attention_mask=own_mask))
        padded, alone = (
            torch.as_tensor(ops.convert_to_numpy(model(np.array([tokens]))))[:, :3]
            for tokens in ([1, 2, 3, 0, 0], [1, 2, 3])
        )
        return torch.allclose(padded, alone, atol=1e-5)

    assert ignores_padding(layers.Dense(12))
    assert ignores_padding(layers.LayerNormalization())
    for add in (lambda x, p: x + p, lambda x, p: layers.Add()([x, p])):
        assert not ignores_padding(lambda x, add=add: add(x, ops.ones_like(x)))
    own_mask = ops.not_equal(ids, 0)[:, None]
    assert ignores_padding(lambda x: x + ops.ones_like(x), own_mask)


@pytest.mark.filterwarnings("ignore:__array__ implementation")  # Keras's own, about numpy
def test_keras_cuts_heads_of_an_unknown_number_of_tokens_as_the_page_of_questions_does():
    os.environ.setdefault("KERAS_BACKEND", "torch")
    keras = pytest.importorskip(
        "keras", reason="Keras is not installed (pip install -e '.[jax-keras]')"
    )
    ops = keras.ops

    class Cut(keras.layers.Layer):
        def call(self, x):
            return ops.reshape(x, (-1, ops.shape(x)[1], 3, 4))

    x = keras.Input((None, 12))
    assert x.shape[1] is None
    wrong = keras.Model(x, ops.reshape(x, (-1, x.shape[1], 3, 4)))
    with pytest.raises(TypeError):
        wrong(np.zeros((2, 5, 12), "float32"))
    for cut in Cut(), keras.layers.Reshape((-1, 3, 4)):
        model = keras.Model(x, cut(x))
        for n in (5, 7):
            assert tuple(model(np.zeros((2, n, 12), "float32")).shape) == (2, n, 3, 4)
    attention = keras.Model(x, keras.layers.MultiHeadAttention(3, 4)(x, x))
    assert tuple(attention(np.zeros((2, 5, 12), "float32")).shape) == (2, 5, 12)
