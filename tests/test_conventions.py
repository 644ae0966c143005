"""What "The same mask means opposite things" says of masks in other libraries, by running them.

The page's tables are read from its cells, so that text and test cannot drift apart. transformers
is run in the main environment, Keras where it is installed (`make test-zoo`). As on the page, all
scores are equal and the values are the rows of an identity matrix: what comes out are the weights.
"""

import ast
import json
import os
import re
from pathlib import Path

import numpy as np
import pytest
import torch
import torch.nn.functional as F
from torch import nn
from torch.nn.attention.bias import causal_lower_right

PAGE = Path(__file__).parent.parent / "book" / "what_masks_mean.ipynb"


def text(cell_id):
    cells = json.loads(PAGE.read_text())["cells"]
    (source,) = [cell["source"] for cell in cells if cell["id"] == cell_id]
    return "".join(source)


def claims(column):
    """From a mask, or is_causal, to what the page says a library gives, way by way."""
    found = {}
    for line in text("reading").splitlines():
        cells = line.split("|")[1:-1]
        if len(cells) == 3 and re.search(r"\d\.\d\d", line) and "`" in cells[0]:
            ways = {}
            for part in cells[column].split(", "):
                weights, _, way = part.removesuffix(")").partition(" (")
                ways[way] = weights
            found |= dict.fromkeys(re.findall("`(.*?)`", cells[0]), ways)
    return found


def mask_of(name):
    return ast.literal_eval(name.replace("-inf", "-1e999"))


def say(weights):
    return " ".join(f"{weight:.2f}" for weight in weights.detach().flatten().tolist())


def named(column, *, way=""):
    """The page's masks, each with what it says of one way to compute."""
    rows = {name: ways.get(way, ways.get("")) for name, ways in claims(column).items()}
    causal = rows.pop("is_causal=True")
    assert len(rows) == 5
    return rows, causal


def test_the_page_names_the_ways_that_are_run_here():
    said = [{way for ways in claims(column).values() for way in ways} for column in (1, 2)]
    assert said == [{"", "eager", "sdpa"}, {"", "plain", "scores"}]


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
    rows, _ = named(1, way=implementation)
    for name, weights in rows.items():
        mask = torch.tensor([mask_of(name)])
        assert say(bert_weights(implementation, mask)) == weights, name


def test_transformers_hands_on_a_mask_with_four_axes():
    assert "`sdpa` lets True through, `eager` adds it as 1" in text("reading")
    mask = torch.tensor([True, True, False]).expand(1, 1, 3, 3)
    assert say(bert_weights("sdpa", mask)) == "0.50 0.50 0.00"
    added = torch.tensor([1.0, 1.0, 0.0]).softmax(-1)
    assert say(bert_weights("eager", mask)) == say(added) == "0.42 0.42 0.16"


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
        new = model(torch.tensor([[3]]), past_key_values=past, output_attentions=True)
    assert say(new.attentions[0]) == named(1)[1] == "0.33 0.33 0.33"


# Keras


@pytest.fixture
def keras_layer():
    os.environ.setdefault("KERAS_BACKEND", "torch")
    keras = pytest.importorskip("keras", reason="Keras is not installed (pip install -e '.[zoo]')")
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
    rows, causal = named(2, way=way)
    for name, weights in rows.items():
        assert keras_layer(way, attention_mask=np.array([[mask_of(name)]])) == weights, name
        assert keras_layer(way, value_mask=np.array([mask_of(name)])) == weights, name
    assert keras_layer(way, use_causal_mask=True) == causal


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


def test_a_float_mask_lets_through_what_it_adds_0_to():
    """The page's table, for SDPA: the same array means the opposite to transformers and Keras."""
    mask = torch.tensor([[0.0, 0.0, -torch.inf]])
    seen = F.scaled_dot_product_attention(
        torch.zeros(1, 3), torch.zeros(3, 3), torch.eye(3), attn_mask=mask
    )
    assert say(seen) == "0.50 0.50 0.00"
    assert {*claims(1)["[0.0, 0.0, -inf]"].values()} == {"0.00 0.00 1.00"}


# What the fold on biases and the one on Adafactor say in "Where the equality stops".


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
