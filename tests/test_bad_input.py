"""Bad input is refused before torch sees it, in a sentence: the name, the rule, what came.

Most rows of the first table are calls that torch.nn.MultiheadAttention or torch's kernel accepts
without a word, or answers obscurely. The second part holds those that get a right answer instead.
"""

import inspect
import math
from dataclasses import replace

import matplotlib.pyplot as plt
import numpy as np
import pytest
import torch
from oracles import multi_head, random, same

from mha_lib import (
    HeadWeights,
    PackedAttention,
    PerHeadAttention,
    SingleHeadAttention,
    StackedAttention,
    analysis,
    attention,
    attention_scores,
    attention_weights,
    causal_mask,
    checks,
    figures,
    heads,
    layouts,
    masks,
    merge_heads,
    padding_mask,
    scaled_dot_product_attention,
    split_heads,
    weights,
    widgets,
)
from mha_lib.exercises import judge
from mha_lib.weights import stack_heads, unstack_heads

pytestmark = pytest.mark.usefixtures("no_type_hook")

BATCH, QUERIES, KEYS, D_MODEL, HEADS, D_HEAD, D_VALUE = 2, 5, 7, 12, 3, 11, 13

MULTI = [PerHeadAttention, StackedAttention, PackedAttention]
LAYERS = [SingleHeadAttention, *MULTI]


def names(layers):
    return pytest.mark.parametrize("Layer", layers, ids=lambda Layer: Layer.__name__)


def row(what, call, error, message):
    return pytest.param(call, error, message, id=what)


def tokens(n=QUERIES, d_model=D_MODEL, batch=BATCH, dtype=torch.float32):
    return torch.randn(batch, n, d_model).to(dtype)


def spoiled(value, n=QUERIES):
    x = tokens(n)
    x[1, 2, 3] = value
    return x


def make(Layer, **options):
    """A layer of any of the four classes, with HEADS heads where it has a choice."""
    sizes = {"d_model": D_MODEL} | ({} if Layer is SingleHeadAttention else {"n_heads": HEADS})
    return Layer(**(sizes | options))


# The four layers.

CONSTRUCTION = [
    row(
        "negative dropout",
        lambda Layer: make(Layer, dropout=-0.5),
        ValueError,
        r"^dropout must lie in 0 <= dropout < 1; got -0\.5$",
    ),
    row(
        "dropout of everything",
        lambda Layer: make(Layer, dropout=1),
        ValueError,
        r"^dropout must lie in 0 <= dropout < 1; got 1$",
    ),
    row(
        "dropout is NaN",
        lambda Layer: make(Layer, dropout=math.nan),
        ValueError,
        r"^dropout must be finite; got nan$",
    ),
    row(
        "dropout is a bool",
        lambda Layer: make(Layer, dropout=True),
        TypeError,
        r"^dropout must be a number; got True \(bool\)$",
    ),
    row(
        "dropout is text",
        lambda Layer: make(Layer, dropout="0.1"),
        TypeError,
        r"^dropout must be a number; got '0\.1' \(str\)$",
    ),
    row(
        "d_model is a float",
        lambda Layer: make(Layer, d_model=12.0),
        TypeError,
        r"^d_model must be an integer; got 12\.0 \(float\)$",
    ),
    row(
        "d_model of 0",
        lambda Layer: make(Layer, d_model=0),
        ValueError,
        r"^d_model must be at least 1; got 0$",
    ),
    row(
        "d_head of 0",
        lambda Layer: make(Layer, d_head=0),
        ValueError,
        r"^d_head must be at least 1; got 0$",
    ),
    row(
        "d_value is negative",
        lambda Layer: make(Layer, d_value=-4),
        ValueError,
        r"^d_value must be at least 1; got -4$",
    ),
    row(
        "bias is a number",
        lambda Layer: make(Layer, bias=1),
        TypeError,
        r"^bias must be True or False; got 1 \(int\)$",
    ),
    row(
        "dtype holds integers",
        lambda Layer: make(Layer, dtype=torch.int64),
        TypeError,
        r"^dtype must be a floating-point torch\.dtype of 16 bits or more; got torch\.int64$",
    ),
    row(
        "from_head_weights of something else",
        lambda Layer: Layer.from_head_weights({"W_Q": tokens()}),
        TypeError,
        r"^hw must be a HeadWeights; got .*\(dict\)$",
    ),
    row(
        "from_head_weights with shared key heads",
        lambda Layer: Layer.from_head_weights(
            HeadWeights(random(4, 6, 3), random(2, 6, 3), random(2, 6, 3), random(4, 3, 6))
        ),
        ValueError,
        r"^hw must have (no shared key heads|one head); got n_heads=4, n_kv_heads=2, ",
    ),
    row(
        "from_head_weights with keys of another width",
        lambda Layer: Layer.from_head_weights(
            HeadWeights(random(1, 6, 3), random(1, 5, 3), random(1, 7, 3), random(1, 3, 6))
        ),
        ValueError,
        r"^hw must have keys and values from d_model features; got .* d_keys_in=5, d_values_in=7$",
    ),
    row(
        "from_head_weights with bad dropout",
        lambda Layer: Layer.from_head_weights(HeadWeights.random(4, 1), dropout=2.0),
        ValueError,
        r"^dropout must lie in 0 <= dropout < 1; got 2\.0$",
    ),
]


def test_a_single_head_is_not_counted():
    message = r"^n_heads must be left out of SingleHeadAttention, which has one head; got 1$"
    with pytest.raises(TypeError, match=message):
        SingleHeadAttention(D_MODEL, n_heads=1)


@names(LAYERS)
@pytest.mark.parametrize(("call", "error", "message"), CONSTRUCTION)
def test_no_layer_is_built_from(Layer, call, error, message):
    with pytest.raises(error, match=message):
        call(Layer)


NUMBERS_OF_HEADS = [
    row("True", True, TypeError, r"^n_heads must be an integer; got True \(bool\)$"),
    row("4.0", 4.0, TypeError, r"^n_heads must be an integer; got 4\.0 \(float\)$"),
    row("text", "4", TypeError, r"^n_heads must be an integer; got '4' \(str\)$"),
    row("0", 0, ValueError, r"^n_heads must be at least 1; got 0$"),
    row(
        "no divisor of d_model",
        5,
        ValueError,
        r"^n_heads must divide d_model when d_head is not given; got n_heads=5, d_model=12 "
        r"\(d_model divides by 1, 2, 3, 4, 6, 12\)$",
    ),
]


@names([*MULTI, HeadWeights.random])
@pytest.mark.parametrize(("n_heads", "error", "message"), NUMBERS_OF_HEADS)
def test_n_heads_may_not_be(Layer, n_heads, error, message):
    with pytest.raises(error, match=message):
        Layer(D_MODEL, n_heads)


def test_a_single_head_takes_no_weights_of_several():
    message = r"^hw must have one head; got n_heads=3, .* \(hw\.as_one_head\(\) reads the same"
    with pytest.raises(ValueError, match=message):
        SingleHeadAttention.from_head_weights(HeadWeights.random(D_MODEL, HEADS))


CALLS = [
    row(
        "NaN in one token",
        lambda layer: layer(spoiled(math.nan)),
        ValueError,
        r"^queries must be finite; got nan at index \(1, 2, 3\)$",
    ),
    row(
        "infinity in one token",
        lambda layer: layer(spoiled(math.inf)),
        ValueError,
        r"^queries must be finite; got inf at index \(1, 2, 3\)$",
    ),
    row(
        "infinity in one key",
        lambda layer: layer(tokens(), spoiled(-math.inf, KEYS)),
        ValueError,
        r"^keys must be finite; got -inf at index \(1, 2, 3\)$",
    ),
    row(
        "NaN in one value",
        lambda layer: layer(tokens(), tokens(KEYS), spoiled(math.nan, KEYS)),
        ValueError,
        r"^values must be finite; got nan at index \(1, 2, 3\)$",
    ),
    row(
        "NaN and no gradients",
        lambda layer: torch.no_grad()(layer)(spoiled(math.nan), need_weights=False),
        ValueError,
        r"^queries must be finite; got nan at index \(1, 2, 3\)$",
    ),
    row(
        "no tokens",
        lambda layer: layer(tokens(0)),
        ValueError,
        r"^queries must hold at least one token and one feature; "
        r"got float32 of shape \(2, 0, 12\)$",
    ),
    row(
        "no keys",
        lambda layer: layer(tokens(), tokens(0)),
        ValueError,
        r"^keys must hold at least one token and one feature; got float32 of shape \(2, 0, 12\)$",
    ),
    row(
        "a 0/1 float mask",
        lambda layer: layer(tokens(), mask=torch.ones(QUERIES, QUERIES)),
        TypeError,
        r"^mask must be boolean, True where a query may attend; got float32 of shape \(5, 5\) "
        r"\(an additive mask\? see masks\.from_additive\)$",
    ),
    row(
        "an additive mask",
        lambda layer: layer(tokens(), mask=masks.to_additive(causal_mask(QUERIES))),
        TypeError,
        r"^mask must be boolean, .* \(an additive mask\? see masks\.from_additive\)$",
    ),
    row(
        "an integer mask",
        lambda layer: layer(tokens(), mask=causal_mask(QUERIES).int()),
        TypeError,
        r"^mask must be boolean, True where a query may attend; got int32 of shape \(5, 5\)$",
    ),
    row(
        "a mask of nested lists",
        lambda layer: layer(tokens(2), mask=[[True, False], [True, True]]),
        TypeError,
        r"^mask must be a boolean torch\.Tensor; got \[\[.*\(list\)$",
    ),
    row(
        "a numpy mask",
        lambda layer: layer(tokens(), mask=np.ones((5, 5), dtype=bool)),
        TypeError,
        r"^mask must be a boolean torch\.Tensor; got numpy\.ndarray of shape \(5, 5\)$",
    ),
    row(
        "a mask elsewhere",
        lambda layer: layer(tokens(), mask=causal_mask(QUERIES, device="meta")),
        TypeError,
        r"^mask must be on the device of the scores, cpu; got meta$",
    ),
    row(
        "a mask a sample without a heads axis",
        lambda layer: layer(tokens(), mask=torch.ones(BATCH, QUERIES, QUERIES, dtype=torch.bool)),
        ValueError,
        r"^mask must have 2 dimensions \(queries, keys\) or all 4 of the scores \(2, [13], 5, 5\); "
        r"got bool of shape \(2, 5, 5\) \(one mask per sample\? give it a heads axis: "
        r"mask\[:, None\]\)$",
    ),
    row(
        "a key padding mask without its other axes",
        lambda layer: layer(tokens(), mask=torch.ones(BATCH, QUERIES, dtype=torch.bool)),
        ValueError,
        r"^mask must broadcast to the scores' shape \(2, [13], 5, 5\); got bool of shape \(2, 5\)$",
    ),
    row(
        "a mask of the wrong size",
        lambda layer: layer(tokens(), mask=causal_mask(4)),
        ValueError,
        r"^mask must broadcast to the scores' shape \(2, [13], 5, 5\); got bool of shape \(4, 4\)$",
    ),
    row(
        "a square causal mask for unequal lengths",
        lambda layer: layer(tokens(), tokens(KEYS), mask=causal_mask(QUERIES)),
        ValueError,
        r"^mask must broadcast to the scores' shape \(2, [13], 5, 7\); got bool of shape \(5, 5\)$",
    ),
    row(
        "a mask for more heads",
        lambda layer: layer(tokens(), mask=torch.ones(1, 4, 5, 5, dtype=torch.bool)),
        ValueError,
        r"^mask must broadcast to the scores' shape \(2, [13], 5, 5\); got bool of shape "
        r"\(1, 4, 5, 5\)$",
    ),
    row(
        "a mask of one dimension",
        lambda layer: layer(tokens(), mask=torch.ones(5, dtype=torch.bool)),
        ValueError,
        r"^mask must have 2 dimensions .*; got bool of shape \(5,\)",
    ),
    row(
        "keys and values of different lengths",
        lambda layer: layer(tokens(), tokens(KEYS), tokens(6)),
        ValueError,
        r"^values must have one row per key, 7; got float32 of shape \(2, 6, 12\)$",
    ),
    row(
        "keys of another batch size",
        lambda layer: layer(tokens(), tokens(KEYS, batch=3)),
        ValueError,
        r"^keys must have the leading sizes of queries, \(2,\); got float32 of shape \(3, 7, 12\)$",
    ),
    row(
        "one sample of keys for all",
        lambda layer: layer(tokens(), tokens(KEYS, batch=1)),
        ValueError,
        r"^keys must have the leading sizes of queries, \(2,\); got float32 of shape \(1, 7, 12\)$",
    ),
    row(
        "values of another batch size",
        lambda layer: layer(tokens(), tokens(KEYS), tokens(KEYS, batch=3)),
        ValueError,
        r"^values must have the leading sizes of queries, \(2,\); "
        r"got float32 of shape \(3, 7, 12\)$",
    ),
    row(
        "queries with no batch, keys with one",
        lambda layer: layer(tokens()[0], tokens(KEYS)),
        ValueError,
        r"^keys must have the leading sizes of queries, \(\); got float32 of shape \(2, 7, 12\)$",
    ),
    row(
        "one token without its axis",
        lambda layer: layer(torch.randn(D_MODEL)),
        ValueError,
        r"^queries must have at least 2 dimensions; got float32 of shape \(12,\)$",
    ),
    row(
        "numpy input",
        lambda layer: layer(np.zeros((BATCH, QUERIES, D_MODEL), dtype=np.float32)),
        TypeError,
        r"^queries must be a torch\.Tensor; got numpy\.ndarray of shape \(2, 5, 12\)$",
    ),
    row(
        "a list",
        lambda layer: layer([[1.0] * D_MODEL]),
        TypeError,
        r"^queries must be a torch\.Tensor; got \[\[1\.0, .*\(list\)$",
    ),
    row(
        "integer input",
        lambda layer: layer(torch.zeros(BATCH, QUERIES, D_MODEL, dtype=torch.int64)),
        TypeError,
        r"^queries must be floating point; got int64 of shape \(2, 5, 12\)$",
    ),
    row(
        "float64 input to a float32 layer",
        lambda layer: layer(tokens(dtype=torch.float64)),
        TypeError,
        r"^queries must have the layer's dtype torch\.float32; got torch\.float64 "
        r"\(try layer\.to\(torch\.float64\)\)$",
    ),
    row(
        "keys of another dtype",
        lambda layer: layer(tokens(), tokens(KEYS, dtype=torch.bfloat16)),
        TypeError,
        r"^keys must have the dtype and device of queries, torch\.float32 on cpu; "
        r"got torch\.bfloat16 on cpu$",
    ),
    row(
        "input on another device",
        lambda layer: layer(tokens().to("meta")),
        TypeError,
        r"^queries must be on the layer's device cpu; got meta$",
    ),
    row(
        "queries of the wrong width",
        lambda layer: layer(tokens(d_model=13)),
        ValueError,
        r"^queries must have d_model=12 features; got float32 of shape \(2, 5, 13\)$",
    ),
    row(
        "keys of the wrong width",
        lambda layer: layer(tokens(), tokens(KEYS, 13)),
        ValueError,
        r"^keys must have d_model=12 features; got float32 of shape \(2, 7, 13\)$",
    ),
    row(
        "values of the wrong width",
        lambda layer: layer(tokens(), tokens(KEYS), tokens(KEYS, 11)),
        ValueError,
        r"^values must have d_model=12 features; got float32 of shape \(2, 7, 11\)$",
    ),
    row(
        "need_weights is a number",
        lambda layer: layer(tokens(), need_weights=0),
        TypeError,
        r"^need_weights must be True or False; got 0 \(int\)$",
    ),
    row(
        "gradients before backward",
        lambda layer: layer.head_weights(grad=True),
        ValueError,
        r"^every parameter must have a gradient; got none for .*b_O.* \(call backward first\)$",
    ),
]


@names(LAYERS)
@pytest.mark.parametrize(("call", "error", "message"), CALLS)
def test_no_layer_takes(Layer, call, error, message):
    with pytest.raises(error, match=message):
        call(make(Layer))


@names(LAYERS)
def test_what_a_layer_does_not_take_it_refuses_before_it_computes(Layer, monkeypatch):
    def compute(*tokens):
        raise AssertionError

    monkeypatch.setattr(Layer, "_project", compute)
    for case in CALLS:
        call, error, message = case.values
        with pytest.raises(error, match=message):
            call(make(Layer))


# All other public functions.


def qkv(
    queries=(HEADS, QUERIES, D_HEAD), keys=(HEADS, KEYS, D_HEAD), values=(HEADS, KEYS, D_VALUE)
):
    return [torch.randn(shape) for shape in (queries, keys, values)]


def attend(*inputs, **options):
    return lambda: scaled_dot_product_attention(*inputs, **options)


def head_weights(**changed):
    """Six query heads in groups of two, every width another prime, but for what is changed."""
    shapes = {"W_Q": (6, 7, 5), "W_K": (3, 11, 5), "W_V": (3, 13, 2), "W_O": (6, 2, 7)}
    return lambda: HeadWeights(
        **({name: torch.randn(shape) for name, shape in shapes.items()} | changed)
    )


def torch_state(**changed):
    state = layouts.pack(HeadWeights.random(D_MODEL, HEADS), "torch") | changed
    return {name: tensor for name, tensor in state.items() if tensor is not None}


def stored(layout, without=""):
    state = layouts.pack(HeadWeights.random(D_MODEL, HEADS, bias=layout != "t5"), layout)
    return {name: tensor for name, tensor in state.items() if name != without}


FUNCTIONS = [
    # attention
    row(
        "attention: one key head broadcast to all",
        attend(*qkv(keys=(1, KEYS, D_HEAD), values=(1, KEYS, D_VALUE))),
        ValueError,
        r"^keys must have the leading sizes of queries, \(3,\); got float32 of shape \(1, 7, 11\)$",
    ),
    row(
        "attention: text for a scale",
        attend(*qkv(), scale="a"),
        TypeError,
        r"^scale must be a number; got 'a' \(str\)$",
    ),
    row(
        "attention: a yes for a scale",
        attend(*qkv(), scale=True),
        TypeError,
        r"^scale must be a number; got True \(bool\)$",
    ),
    row(
        "attention: a scale of NaN, fused",
        attend(*qkv(), scale=math.nan, need_weights=False),
        ValueError,
        r"^scale must be finite; got nan$",
    ),
    row(
        "attention_scores: a tensor for a scale",
        lambda: attention_scores(*qkv()[:2], scale=torch.tensor(0.5)),
        TypeError,
        r"^scale must be a number; got float32 of shape \(\)$",
    ),
    row(
        "attention: text for a yes or no",
        attend(*qkv(), need_weights="no"),
        TypeError,
        r"^need_weights must be True or False; got 'no' \(str\)$",
    ),
    row(
        "attention: a mask elsewhere",
        attend(*qkv(), causal_mask(QUERIES, KEYS, device="meta")),
        TypeError,
        r"^mask must be on the device of the scores, cpu; got meta$",
    ),
    row(
        "attention_weights: a mask elsewhere",
        lambda: attention_weights(torch.ones(5, 5), causal_mask(5, device="meta")),
        TypeError,
        r"^mask must be on the device of the scores, cpu; got meta$",
    ),
    row(
        "attention: keys and values of different lengths",
        attend(*qkv(values=(HEADS, 6, D_VALUE))),
        ValueError,
        r"^values must have one row per key, 7; got float32 of shape \(3, 6, 13\)$",
    ),
    row(
        "attention: the same, fused",
        attend(*qkv(values=(HEADS, 6, D_VALUE)), need_weights=False),
        ValueError,
        r"^values must have one row per key, 7; got float32 of shape \(3, 6, 13\)$",
    ),
    row(
        "attention: keys wider than queries",
        attend(*qkv(keys=(HEADS, KEYS, 12))),
        ValueError,
        r"^keys must be as wide as queries, 11; got float32 of shape \(3, 7, 12\)$",
    ),
    row(
        "attention: features of width 0",
        attend(*qkv((HEADS, QUERIES, 0), (HEADS, KEYS, 0))),
        ValueError,
        r"^queries must hold at least one token and one feature; got float32 of shape \(3, 5, 0\)$",
    ),
    row(
        "attention: values on another device",
        attend(*qkv()[:2], torch.randn(HEADS, KEYS, D_VALUE, device="meta")),
        TypeError,
        r"^values must have the dtype and device of queries, .* on cpu; got .* on meta$",
    ),
    row(
        "attention: integer values",
        attend(*qkv()[:2], torch.ones(HEADS, KEYS, D_VALUE).int()),
        TypeError,
        r"^values must be floating point; got int32 of shape \(3, 7, 13\)$",
    ),
    row(
        "attention: a float mask",
        attend(*qkv(), torch.zeros(QUERIES, KEYS)),
        TypeError,
        r"^mask must be boolean, .* see masks\.from_additive\)$",
    ),
    row(
        "attention: a mask that does not broadcast",
        attend(*qkv(), causal_mask(QUERIES)),
        ValueError,
        r"^mask must broadcast to the scores' shape \(3, 5, 7\); got bool of shape \(5, 5\)$",
    ),
    row(
        "attention: a mask of more dimensions than the scores",
        attend(*qkv(), padding_mask([3], KEYS)),
        ValueError,
        r"^mask must have 2 dimensions .* or all 3 .*; got bool of shape \(1, 1, 1, 7\)",
    ),
    row(
        "attention: negative dropout",
        attend(*qkv(), dropout=-0.5),
        ValueError,
        r"^dropout must lie in 0 <= dropout < 1; got -0\.5$",
    ),
    row(
        "attention_scores: integer queries",
        lambda: attention_scores(torch.ones(2, 3).int(), torch.ones(2, 3)),
        TypeError,
        r"^queries must be floating point; got int32 of shape \(2, 3\)$",
    ),
    row(
        "attention_scores: keys of another width",
        lambda: attention_scores(torch.ones(6, 2, 3), torch.ones(6, 2, 4)),
        ValueError,
        r"^keys must be as wide as queries, 3; got float32 of shape \(6, 2, 4\)$",
    ),
    row(
        "attention_weights: numpy scores",
        lambda: attention_weights(np.ones((2, 3))),
        TypeError,
        r"^scores must be a torch\.Tensor; got numpy\.ndarray of shape \(2, 3\)$",
    ),
    row(
        "attention_weights: a mask of the wrong size",
        lambda: attention_weights(torch.ones(2, 3), causal_mask(2)),
        ValueError,
        r"^mask must broadcast to the scores' shape \(2, 3\); got bool of shape \(2, 2\)$",
    ),
    # heads
    row(
        "split_heads: no divisor",
        lambda: split_heads(torch.ones(5, 12), 5),
        ValueError,
        r"^n_heads must divide the width of x; got n_heads=5 for float32 of shape \(5, 12\)$",
    ),
    row(
        "split_heads: 4.0 heads",
        lambda: split_heads(torch.ones(5, 12), 4.0),
        TypeError,
        r"^n_heads must be an integer; got 4\.0 \(float\)$",
    ),
    row(
        "split_heads: memory with a shape and no dtype",
        lambda: split_heads(memoryview(b"1234"), 2),
        TypeError,
        r"^x must be a torch\.Tensor; got <memory at .*> \(memoryview\)$",
    ),
    row(
        "split_heads: no tokens axis",
        lambda: split_heads(torch.ones(12), 4),
        ValueError,
        r"^x must have at least 2 dimensions; got float32 of shape \(12,\)$",
    ),
    row(
        "merge_heads: no heads axis",
        lambda: merge_heads(torch.ones(5, 12)),
        ValueError,
        r"^x must have at least 3 dimensions; got float32 of shape \(5, 12\)$",
    ),
    row(
        "merge_heads: integers",
        lambda: merge_heads(torch.ones(3, 5, 4).int()),
        TypeError,
        r"^x must be floating point; got int32 of shape \(3, 5, 4\)$",
    ),
    # masks
    row(
        "causal_mask: 4.0 queries",
        lambda: causal_mask(4.0),
        TypeError,
        r"^n_queries must be an integer; got 4\.0 \(float\)$",
    ),
    row(
        "causal_mask: no queries",
        lambda: causal_mask(0),
        ValueError,
        r"^n_queries must be at least 1; got 0$",
    ),
    row(
        "causal_mask: True keys",
        lambda: causal_mask(1, True),
        TypeError,
        r"^n_keys must be an integer; got True \(bool\)$",
    ),
    row(
        "causal_mask: fewer keys than queries",
        lambda: causal_mask(5, 3),
        ValueError,
        r"^n_keys must be at least n_queries, .*; got n_queries=5, n_keys=3$",
    ),
    row(
        "padding_mask: fractions",
        lambda: padding_mask([1.0, 2.0]),
        TypeError,
        r"^lengths must hold integers; got float32 of shape \(2,\)$",
    ),
    row(
        "padding_mask: a mask in place of lengths",
        lambda: padding_mask(torch.tensor([True, False])),
        TypeError,
        r"^lengths must hold integers; got bool of shape \(2,\)$",
    ),
    row(
        "padding_mask: lengths in two axes",
        lambda: padding_mask(torch.tensor([[1], [2]])),
        ValueError,
        r"^lengths must be one list, an entry per sample; got int64 of shape \(2, 1\)$",
    ),
    row(
        "padding_mask: no samples",
        lambda: padding_mask(torch.tensor([], dtype=torch.int64)),
        ValueError,
        r"^lengths must be one list, an entry per sample; got int64 of shape \(0,\)$",
    ),
    row(
        "padding_mask: a negative length",
        lambda: padding_mask([3, -1]),
        ValueError,
        r"^lengths must lie in 0 to n_keys=3; got -1$",
    ),
    row(
        "padding_mask: a length beyond the width",
        lambda: padding_mask([3, 6], n_keys=5),
        ValueError,
        r"^lengths must lie in 0 to n_keys=5; got 6$",
    ),
    row(
        "padding_mask: a length beyond the width, beside an empty sample",
        lambda: padding_mask([0, 6], n_keys=5),
        ValueError,
        r"^lengths must lie in 0 to n_keys=5; got 6$",
    ),
    row(
        "padding_mask: nothing but padding of unknown width",
        lambda: padding_mask([0, 0]),
        ValueError,
        r"^n_keys must be given where every length is 0; got None$",
    ),
    row(
        "padding_mask: an empty list",
        lambda: padding_mask([]),
        ValueError,
        r"^lengths must be one list, an entry per sample; got \[\] \(list\)$",
    ),
    row(
        "padding_mask: nothing",
        lambda: padding_mask(None),
        TypeError,
        r"^lengths must hold integers; got None \(NoneType\)$",
    ),
    row(
        "padding_mask: ragged lengths",
        lambda: padding_mask([[1], [2, 3]]),
        TypeError,
        r"^lengths must hold integers; got \[\[1\], \[2, 3\]\] \(list\)$",
    ),
    row(
        "padding_mask: lengths without numbers",
        lambda: padding_mask(torch.ones(2, dtype=torch.int64, device="meta")),
        TypeError,
        r"^lengths must hold integers that can be read; got the meta device$",
    ),
    row(
        "is_causal: scores in place of a mask",
        lambda: masks.is_causal(torch.ones(3, 3)),
        TypeError,
        r"^mask must be a boolean tensor; got float32 of shape \(3, 3\)$",
    ),
    row(
        "is_causal: a single row",
        lambda: masks.is_causal(torch.ones(3, dtype=torch.bool)),
        ValueError,
        r"^mask must have at least 2 dimensions; got bool of shape \(3,\)$",
    ),
    row(
        "from_blocked: heads unfolded already",
        lambda: masks.from_blocked(torch.ones(2, 3, 5, 5, dtype=torch.bool)),
        ValueError,
        r"^blocked must be \(queries, keys\) or \(batch \* heads, queries, keys\); got bool of "
        r"shape \(2, 3, 5, 5\)$",
    ),
    row(
        "from_blocked: a number of heads that is none, and not needed",
        lambda: masks.from_blocked(torch.ones(5, 5, dtype=torch.bool), n_heads="3"),
        TypeError,
        r"^n_heads must be an integer; got '3' \(str\)$",
    ),
    row(
        "to_additive: into 8 bits",
        lambda: masks.to_additive(causal_mask(3), torch.float8_e4m3fn),
        TypeError,
        r"^dtype must be a floating-point torch\.dtype of 16 bits or more; got "
        r"torch\.float8_e4m3fn$",
    ),
    row(
        "from_additive: a 0/1 mask meant as keep",
        lambda: masks.from_additive(torch.tensor([[0.0, 1.0]])),
        ValueError,
        r"^mask must hold only 0 \(may attend\) and -inf \(may not\); got 1\.0 "
        r"\(a 0/1 mask meant as keep\? use mask\.bool\(\)\)$",
    ),
    row(
        "from_additive: a bias on the scores",
        lambda: masks.from_additive(torch.tensor([[0.0, -0.5, -math.inf]])),
        ValueError,
        r"^mask must hold only 0 .*; got -0\.5 ",
    ),
    row(
        "from_additive: NaN",
        lambda: masks.from_additive(torch.tensor([math.nan])),
        ValueError,
        r"^mask must hold only 0 .*; got nan ",
    ),
    row(
        "from_additive: booleans",
        lambda: masks.from_additive(causal_mask(2)),
        TypeError,
        r"^mask must be floating point; got bool of shape \(2, 2\)$",
    ),
    row(
        "to_additive: floats",
        lambda: masks.to_additive(torch.zeros(2, 2)),
        TypeError,
        r"^mask must be a boolean tensor; got float32 of shape \(2, 2\)$",
    ),
    row(
        "to_additive: into integers",
        lambda: masks.to_additive(causal_mask(2), torch.int64),
        TypeError,
        r"^dtype must be a floating-point torch\.dtype of 16 bits or more; got torch\.int64$",
    ),
    row(
        "from_blocked: floats",
        lambda: masks.from_blocked(torch.zeros(2, 2)),
        TypeError,
        r"^blocked must be a boolean tensor; got float32 of shape \(2, 2\)$",
    ),
    row(
        "from_blocked: a fold without n_heads",
        lambda: masks.from_blocked(torch.zeros(6, 2, 2).bool()),
        ValueError,
        r"^n_heads must be given, .*; got n_heads=None for bool of shape \(6, 2, 2\)$",
    ),
    row(
        "from_blocked: 3.0 heads",
        lambda: masks.from_blocked(torch.zeros(6, 2, 2).bool(), 3.0),
        TypeError,
        r"^n_heads must be an integer; got 3\.0 \(float\)$",
    ),
    row(
        "from_blocked: a fold of other heads",
        lambda: masks.from_blocked(torch.zeros(6, 2, 2).bool(), 4),
        ValueError,
        r"^n_heads must be given, and divide .*; got n_heads=4 for bool of shape \(6, 2, 2\)$",
    ),
    row(
        "to_blocked: floats",
        lambda: masks.to_blocked(torch.zeros(2, 2)),
        TypeError,
        r"^mask must be a boolean tensor; got float32 of shape \(2, 2\)$",
    ),
    row(
        "to_blocked: three dimensions",
        lambda: masks.to_blocked(torch.zeros(2, 3, 3).bool()),
        ValueError,
        r"^mask must be \(queries, keys\) or \(batch, heads, queries, keys\); "
        r"got bool of shape \(2, 3, 3\)$",
    ),
    # HeadWeights
    row(
        "HeadWeights: a list",
        head_weights(W_V=[1.0]),
        TypeError,
        r"^W_V must be a torch\.Tensor; got \[1\.0\] \(list\)$",
    ),
    row(
        "HeadWeights: integers",
        head_weights(W_O=torch.ones(6, 2, 7).int()),
        TypeError,
        r"^W_O must be floating point; got int32 of shape \(6, 2, 7\)$",
    ),
    row(
        "HeadWeights: a wide matrix",
        head_weights(W_Q=torch.randn(7, 30)),
        ValueError,
        r"^W_Q must have at least 3 dimensions; got float32 of shape \(7, 30\)$",
    ),
    row(
        "HeadWeights: one axis too many",
        head_weights(W_Q=torch.randn(1, 6, 7, 5)),
        ValueError,
        r"^W_Q must have shape \(n_heads, d_model, d_head\), each at least 1; "
        r"got float32 of shape \(1, 6, 7, 5\)$",
    ),
    row(
        "HeadWeights: no heads",
        head_weights(W_Q=torch.randn(0, 7, 5)),
        ValueError,
        r"^W_Q must have shape .*, each at least 1; got float32 of shape \(0, 7, 5\)$",
    ),
    row(
        "HeadWeights: key heads that cannot be shared evenly",
        head_weights(W_K=torch.randn(4, 11, 5)),
        ValueError,
        r"^W_K must have a number of heads that divides the 6 of W_Q; "
        r"got float32 of shape \(4, 11, 5\)$",
    ),
    row(
        "HeadWeights: no key heads",
        head_weights(W_K=torch.randn(0, 11, 5)),
        ValueError,
        r"^W_K must have a number of heads .*; got float32 of shape \(0, 11, 5\)$",
    ),
    row(
        "HeadWeights: keys of another width than queries",
        head_weights(W_K=torch.randn(3, 11, 4)),
        ValueError,
        r"^W_K must have shape \(3, 11, 5\); got float32 of shape \(3, 11, 4\)$",
    ),
    row(
        "HeadWeights: fewer value heads than key heads",
        head_weights(W_V=torch.randn(2, 13, 2)),
        ValueError,
        r"^W_V must have shape \(3, 13, 2\); got float32 of shape \(2, 13, 2\)$",
    ),
    row(
        "HeadWeights: W_O on its side",
        head_weights(W_O=torch.randn(6, 7, 2)),
        ValueError,
        r"^W_O must have shape \(6, 2, 7\); got float32 of shape \(6, 7, 2\)$",
    ),
    row(
        "HeadWeights: a bias of one head for all",
        head_weights(b_Q=torch.randn(5)),
        ValueError,
        r"^b_Q must have shape \(6, 5\); got float32 of shape \(5,\)$",
    ),
    row(
        "HeadWeights: an output bias a head",
        head_weights(b_O=torch.randn(6, 7)),
        ValueError,
        r"^b_O must have shape \(7,\); got float32 of shape \(6, 7\)$",
    ),
    row(
        "HeadWeights: two dtypes",
        head_weights(W_K=random(3, 11, 5)),
        TypeError,
        r"^W_K must have the dtype and device of W_Q, torch\.float32 on cpu; "
        r"got torch\.float64 on cpu$",
    ),
    row(
        "HeadWeights: two devices",
        head_weights(W_O=torch.randn(6, 2, 7, device="meta")),
        TypeError,
        r"^W_O must have the dtype and device of W_Q, .* on cpu; got torch\.float32 on meta$",
    ),
    row(
        "as_one_head: heads that share keys",
        lambda: head_weights()().as_one_head(),
        ValueError,
        r"^n_kv_heads must equal n_heads to read the heads as one; got n_kv_heads=3, n_heads=6$",
    ),
    row(
        "unstack_heads: no divisor",
        lambda: unstack_heads(torch.ones(5, 12), 5),
        ValueError,
        r"^n_heads must divide the stacked width; got n_heads=5 for float32 of shape \(5, 12\)$",
    ),
    # layouts
    row(
        "pack: a list for a layout",
        lambda: layouts.pack(HeadWeights.random(D_MODEL, HEADS), ["torch"]),
        ValueError,
        r"^layout must be one of 'annotated', 'bert', 'bloom', .*; got \['torch'\]$",
    ),
    row(
        "unpack: the norms of a Flax layer",
        lambda: layouts.unpack(stored("flax") | {"query_ln/scale": torch.ones(4)}, "flax"),
        ValueError,
        r"^state_dict must not hold query_ln/scale for layout 'flax', a norm between .*; got ",
    ),
    row(
        "unpack: the causal mask of an old GPT-NeoX file",
        lambda: layouts.unpack(stored("gpt_neox") | {"bias": torch.ones(4)}, "gpt_neox", HEADS),
        ValueError,
        r"^state_dict must leave out bias for layout 'gpt_neox', the causal mask that .*; got ",
    ),
    row(
        "unpack: the gate of a Keras layer",
        lambda: layouts.unpack(stored("keras") | {"gate/kernel": torch.ones(4, 4)}, "keras"),
        ValueError,
        r"^state_dict must not hold gate/kernel for layout 'keras', it multiplies .*; got ",
    ),
    row(
        "pack: an unknown layout",
        lambda: layouts.pack(HeadWeights.random(D_MODEL, HEADS), "tensorflow"),
        ValueError,
        r"^layout must be one of .*'torch'.*; got 'tensorflow'$",
    ),
    row(
        "unpack: an unknown layout",
        lambda: layouts.unpack({}, "tensorflow", 3),
        ValueError,
        r"^layout must be one of .*'torch'.*; got 'tensorflow'$",
    ),
    row(
        "pack: something else",
        lambda: layouts.pack(torch_state(), "torch"),
        TypeError,
        r"^hw must be a HeadWeights; got .*\(dict\)$",
    ),
    row(
        "pack: a free d_head",
        lambda: layouts.pack(HeadWeights.random(D_MODEL, HEADS, d_head=5), "torch"),
        ValueError,
        r"^layout 'torch' must have n_heads \* d_head = d_model; "
        r"got n_heads=3, n_kv_heads=3, d_head=5, d_value=5, d_model=12$",
    ),
    row(
        "pack: a free d_value",
        lambda: layouts.pack(HeadWeights.random(D_MODEL, HEADS, d_value=5), "torch"),
        ValueError,
        r"^layout 'torch' must have .*; got .* d_head=4, d_value=5, d_model=12$",
    ),
    row(
        "pack: shared key heads",
        lambda: layouts.pack(
            HeadWeights(random(2, 6, 3), random(1, 6, 3), random(1, 6, 3), random(2, 3, 6)), "torch"
        ),
        ValueError,
        r"^layout 'torch' must have no shared key heads; got n_heads=2, n_kv_heads=1, ",
    ),
    row(
        "pack: half the biases",
        lambda: layouts.pack(
            HeadWeights(*[random(1, 6, 6) for _ in range(4)], b_O=random(6)), "torch"
        ),
        ValueError,
        r"^layout 'torch' must have no biases, or b_Q, b_K, b_V and b_O; "
        r"got b_O$",
    ),
    row(
        "unpack: a module in place of its state_dict",
        lambda: layouts.unpack(torch.nn.MultiheadAttention(D_MODEL, HEADS), "torch", HEADS),
        TypeError,
        r"^state_dict must map names to tensors; got .* \(MultiheadAttention\) "
        r"\(a module\? pass module\.state_dict\(\)\)$",
    ),
    row(
        "unpack: a missing matrix",
        lambda: layouts.unpack(torch_state(**{"out_proj.weight": None}), "torch", HEADS),
        ValueError,
        r"^state_dict must hold the parameters of layout 'torch', \[in_proj_weight, .*\]; "
        r"got \['in_proj_bias', 'in_proj_weight', 'out_proj\.bias'\] "
        r"\(missing \['out_proj\.weight'\], unexpected \[\]\)$",
    ),
    row(
        "unpack: a missing bias",
        lambda: layouts.unpack(torch_state(in_proj_bias=None), "torch", HEADS),
        ValueError,
        r"^state_dict must hold the parameters .*; got \[.*\] "
        r"\(missing \['in_proj_bias'\], unexpected \[\]\)$",
    ),
    row(
        "unpack: extra keys and values",
        lambda: layouts.unpack(
            torch.nn.MultiheadAttention(D_MODEL, HEADS, add_bias_kv=True).state_dict(), "torch", 3
        ),
        ValueError,
        r"^state_dict must not hold bias_k for layout 'torch', one more key and value .*; "
        r"got \['bias_k', 'bias_v', ",
    ),
    row(
        "unpack: no divisor",
        lambda: layouts.unpack(torch_state(), "torch", 5),
        ValueError,
        r"^n_heads must divide d_model for layout 'torch'; got n_heads=5, d_model=12$",
    ),
    row(
        "unpack: a divisor of 3 * d_model alone",
        lambda: layouts.unpack(stored("gpt_neox"), "gpt_neox", 9),
        ValueError,
        r"^n_heads must divide d_model for layout 'gpt_neox'; got n_heads=9, d_model=12$",
    ),
    row(
        "unpack: True heads",
        lambda: layouts.unpack(torch_state(), "torch", True),
        TypeError,
        r"^n_heads must be an integer; got True \(bool\)$",
    ),
    row(
        "unpack: no number of heads",
        lambda: layouts.unpack(torch_state(), "torch"),
        ValueError,
        r"^n_heads must be given for layout 'torch', .*; got None$",
    ),
    row(
        "unpack: another number of heads than lists have",
        lambda: layouts.unpack(stored("per_head"), "per_head", 4),
        ValueError,
        r"^n_heads must be 3, as the names of layout 'per_head' count them; got 4$",
    ),
    row(
        "unpack: another number of heads than kernels have",
        lambda: layouts.unpack(stored("keras"), "keras", 4),
        ValueError,
        r"^query/kernel must have shape \(d_model, n_heads, d_head\) with n_heads=4; "
        r"got float32 of shape \(12, 3, 4\)$",
    ),
    row(
        "unpack: more heads than columns",
        lambda: layouts.unpack(stored("llama"), "llama", 40),
        ValueError,
        r"^q_proj\.weight must have shape \(n_heads\*d_head, d_model\) with n_heads=40; "
        r"got float32 of shape \(12, 12\)$",
    ),
    row(
        "unpack: a head too few among the values",
        lambda: layouts.unpack(stored("per_head", without="W_V.2"), "per_head"),
        ValueError,
        r"^state_dict must hold .* W_V\.<head>, .* \(missing \['W_V\.2'\], unexpected \[\]\)$",
    ),
    row(
        "unpack: a layer norm",
        lambda: layouts.unpack(
            stored("bert") | {"output.LayerNorm.weight": torch.ones(12)}, "bert", 3
        ),
        ValueError,
        r"^state_dict must leave out output\.LayerNorm\.weight for layout 'bert', the layer norm "
        r"behind the attention is no part of it; got \[.*\]( and 1 more)?$",
    ),
    row(
        "unpack: a wrong shape",
        lambda: layouts.unpack(stored("gpt2") | {"c_attn.bias": torch.ones(35)}, "gpt2", 3),
        ValueError,
        r"^c_attn\.bias must have shape \(3\*d_model,\)( with .*)?; got float32 of shape \(35,\)$",
    ),
    row(
        "unpack: a matrix the wrong way round",
        lambda: layouts.unpack(stored("gpt2") | {"c_attn.weight": torch.ones(36, 12)}, "gpt2", 3),
        ValueError,
        r"^c_attn\.weight must have shape \(d_model, 3\*d_model\) with d_model=36; "
        r"got float32 of shape \(36, 12\)$",
    ),
    row(
        "unpack: two dtypes",
        lambda: layouts.unpack(stored("gpt2") | {"c_attn.bias": torch.ones(36).half()}, "gpt2", 3),
        TypeError,
        r"^c_attn\.bias must have the dtype and device of c_attn\.weight, torch\.float32 on cpu; "
        r"got torch\.float16 on cpu$",
    ),
    row(
        "unpack: integers",
        lambda: layouts.unpack(stored("gpt2") | {"c_attn.bias": torch.ones(36).int()}, "gpt2", 3),
        TypeError,
        r"^c_attn\.bias must be floating point; got int32 of shape \(36,\)$",
    ),
    row(
        "unpack: numpy",
        lambda: layouts.unpack(stored("gpt2") | {"c_attn.bias": np.ones(36)}, "gpt2", 3),
        TypeError,
        r"^c_attn\.bias must be a torch\.Tensor; got numpy\.ndarray of shape \(36,\)$",
    ),
    row(
        "unpack: three equal projections apart, which torch packs",
        lambda: layouts.unpack(
            {f"{x}_proj_weight": torch.ones(12, 12) for x in "qkv"}
            | {"out_proj.weight": torch.ones(12, 12)},
            "torch",
            3,
        ),
        ValueError,
        r"^state_dict must hold in_proj_weight and .* which keeps matrices of these widths ",
    ),
    row(
        "unpack: a scale that rounds",
        lambda: layouts.unpack(
            {f"{x}.weight": torch.ones(15, 15) for x in "qkvo"}, "t5", n_heads=3
        ),
        ValueError,
        r"^d_head must be a power of 4, .* layout 't5' does not divide scores by it; "
        r"got d_head=5, torch\.float32 \(rounding=True accepts the rounding\)$",
    ),
    row(
        "pack: a scale that runs out of float16",
        lambda: layouts.pack(
            HeadWeights(*[torch.full((1, 4, 4), 6e-8).half() for _ in range(4)]), "t5"
        ),
        ValueError,
        r"^d_head must be a power of 4, and W_Q in range, .*; got d_head=4, torch\.float16 ",
    ),
    row(
        "pack: no biases for GPT-2",
        lambda: layouts.pack(HeadWeights.random(D_MODEL, HEADS, bias=False), "gpt2"),
        ValueError,
        r"^layout 'gpt2' must have b_Q, b_K, b_V and b_O; got none$",
    ),
    row(
        "pack: biases for T5",
        lambda: layouts.pack(HeadWeights.random(D_MODEL, HEADS, d_head=5), "t5"),
        ValueError,
        r"^layout 't5' must have no biases; got b_Q, b_K, b_V and b_O$",
    ),
    row(
        "pack: keys from another width",
        lambda: layouts.pack(
            HeadWeights(random(2, 6, 3), random(2, 5, 3), random(2, 7, 3), random(2, 3, 6)), "llama"
        ),
        ValueError,
        r"^layout 'llama' must have keys and values from d_model features; "
        r"got .*, d_model=6, d_keys_in=5, d_values_in=7$",
    ),
    row(
        "convert: an unknown layout",
        lambda: layouts.convert(torch_state(), "torch", "tensorflow", HEADS),
        ValueError,
        r"^layout must be one of .*; got 'tensorflow'$",
    ),
    row(
        "convert: text for a number of heads",
        lambda: layouts.convert(torch_state(), "torch", "d2l", "3"),
        TypeError,
        r"^n_heads must be an integer; got '3' \(str\)$",
    ),
    row(
        "convert: a list",
        lambda: layouts.convert([torch.ones(3)], "torch", "d2l", 3),
        TypeError,
        r"^state_dict must map names to tensors; got .* \(list\)",
    ),
    row(
        "detect: a list",
        lambda: layouts.detect([torch.ones(3)]),
        TypeError,
        r"^state_dict must map names to tensors; got .* \(list\)",
    ),
    # analysis
    row(
        "single_head_weights: no heads axis",
        lambda: analysis.single_head_weights(torch.ones(5, 4), torch.ones(5, 4)),
        ValueError,
        r"^queries must have at least 3 dimensions; got float32 of shape \(5, 4\)$",
    ),
    row(
        "single_head_weights: fewer key heads",
        lambda: analysis.single_head_weights(torch.ones(2, 5, 6), torch.ones(3, 5, 4)),
        ValueError,
        r"^keys must have the 2 heads of queries; got float32 of shape \(3, 5, 4\)$",
    ),
    row(
        "product_of_experts: no heads",
        lambda: analysis.product_of_experts(torch.ones(0, 5, 4)),
        ValueError,
        r"^weights must have at least one head; got float32 of shape \(0, 5, 4\)$",
    ),
    row(
        "product_of_experts: text for an exponent",
        lambda: analysis.product_of_experts(torch.ones(2, 5, 4), "half"),
        TypeError,
        r"^exponent must be a number; got 'half' \(str\)$",
    ),
    row(
        "product_of_experts: an exponent of NaN",
        lambda: analysis.product_of_experts(torch.ones(2, 5, 4), math.nan),
        ValueError,
        r"^exponent must be finite; got nan$",
    ),
    row(
        "product_of_experts: no heads axis",
        lambda: analysis.product_of_experts(torch.ones(5, 4)),
        ValueError,
        r"^weights must have at least 3 dimensions; got float32 of shape \(5, 4\)$",
    ),
    row(
        "product_of_experts: integers",
        lambda: analysis.product_of_experts(torch.ones(2, 5, 4).int()),
        TypeError,
        r"^weights must be floating point; got int32 of shape \(2, 5, 4\)$",
    ),
    row(
        "total_variation: other keys",
        lambda: analysis.total_variation(torch.ones(2, 5, 7), torch.ones(2, 5, 6)),
        ValueError,
        r"^others must have the queries and keys of weights, \(2, 5, 7\), .*; "
        r"got float32 of shape \(2, 5, 6\)$",
    ),
    row(
        "total_variation: other samples",
        lambda: analysis.total_variation(torch.ones(2, 5, 7), torch.ones(3, 5, 7)),
        ValueError,
        r"^others must have .* leading sizes that broadcast; got float32 of shape \(3, 5, 7\)$",
    ),
    row(
        "total_variation: numpy",
        lambda: analysis.total_variation(torch.ones(5, 7), np.ones((5, 7))),
        TypeError,
        r"^others must be a torch\.Tensor; got numpy\.ndarray of shape \(5, 7\)$",
    ),
    row(
        "total_variation: a number",
        lambda: analysis.total_variation(1.0, torch.ones(5, 7)),
        TypeError,
        r"^weights must be a torch\.Tensor; got 1\.0 \(float\)$",
    ),
    row(
        "entropy: booleans",
        lambda: analysis.entropy(causal_mask(3)),
        TypeError,
        r"^weights must be floating point; got bool of shape \(3, 3\)$",
    ),
    row(
        "relative_difference: shapes that would broadcast",
        lambda: analysis.relative_difference(torch.ones(2, 3), torch.ones(3)),
        ValueError,
        r"^reference must have the shape of output, \(2, 3\); got float32 of shape \(3,\)$",
    ),
    row(
        "relative_difference: a number",
        lambda: analysis.relative_difference(1.0, torch.ones(())),
        TypeError,
        r"^output must be a torch\.Tensor; got 1\.0 \(float\)$",
    ),
    row(
        "relative_difference: to a number",
        lambda: analysis.relative_difference(torch.ones(()), 1.0),
        TypeError,
        r"^reference must be a torch\.Tensor; got 1\.0 \(float\)$",
    ),
]


@pytest.mark.parametrize(("call", "error", "message"), FUNCTIONS)
def test_no_function_takes(call, error, message):
    with pytest.raises(error, match=message):
        call()


# Tensors that do not hold a number for each place. Everything public that takes a tensor stands
# here, as `function: argument`; `odd` makes a dense tensor one of that kind.

NAMES = ["a", "b", "c", "d", "e"]
SQUARE = (5, 5)


def head_weights_with(name):
    def call(odd):
        hw = HeadWeights.random(D_MODEL, HEADS)
        return replace(hw, **{name: odd(getattr(hw, name))})

    return call


def state_with(name, odd):
    state = torch_state()
    return state | {name: odd(state[name])}


def explore(**changed):
    given = {"x": torch.randn(5, 4)} | {f"W_{r}": torch.randn(4, 4) for r in "QKV"} | changed
    return widgets.SplitExplorer(**given, tokens=NAMES)


def layered(name):
    """Puts an odd tensor in the place of one argument of a layer's call."""

    def call(odd, Layer=StackedAttention, **options):
        given = {"queries": tokens(), "keys": tokens(KEYS), "values": tokens(KEYS)}
        given["mask"] = torch.ones(QUERIES, KEYS, dtype=torch.bool)
        return make(Layer)(**(given | {name: odd(given[name])}), **options)

    return call


def attending(name):
    """The same for the attention function."""

    def call(odd, **options):
        given = dict(zip(("queries", "keys", "values"), qkv(), strict=True))
        given["mask"] = torch.ones(QUERIES, KEYS, dtype=torch.bool)
        return scaled_dot_product_attention(**(given | {name: odd(given[name])}), **options)

    return call


def pictured(draw):
    return lambda odd: draw(odd(torch.rand(2, 5, 5)), NAMES, NAMES, ["one", "two"])


DENSE = {
    "attention_scores: queries": lambda odd: attention_scores(odd(qkv()[0]), qkv()[1]),
    "attention_scores: keys": lambda odd: attention_scores(qkv()[0], odd(qkv()[1])),
    "attention_weights: scores": lambda odd: attention_weights(odd(torch.randn(SQUARE))),
    "attention_weights: mask": lambda odd: attention_weights(
        torch.randn(SQUARE), odd(causal_mask(5))
    ),
    "scaled_dot_product_attention: queries": attending("queries"),
    "scaled_dot_product_attention: keys": attending("keys"),
    "scaled_dot_product_attention: values": attending("values"),
    "scaled_dot_product_attention: mask": attending("mask"),
    "_Attention.forward: queries": layered("queries"),
    "_Attention.forward: keys": layered("keys"),
    "_Attention.forward: values": layered("values"),
    "_Attention.forward: mask": layered("mask"),
    "split_heads: x": lambda odd: split_heads(odd(torch.randn(5, 12)), 3),
    "merge_heads: x": lambda odd: merge_heads(odd(torch.randn(3, 5, 4))),
    "padding_mask: lengths": lambda odd: padding_mask(odd(torch.tensor([3, 5]))),
    "is_causal: mask": lambda odd: masks.is_causal(odd(causal_mask(5))),
    "from_additive: mask": lambda odd: masks.from_additive(odd(torch.zeros(SQUARE))),
    "to_additive: mask": lambda odd: masks.to_additive(odd(causal_mask(5))),
    "from_blocked: blocked": lambda odd: masks.from_blocked(odd(causal_mask(5))),
    "to_blocked: mask": lambda odd: masks.to_blocked(odd(causal_mask(5))),
    "HeadWeights.__init__: W_Q": head_weights_with("W_Q"),
    "HeadWeights.__init__: W_K": head_weights_with("W_K"),
    "HeadWeights.__init__: W_V": head_weights_with("W_V"),
    "HeadWeights.__init__: W_O": head_weights_with("W_O"),
    "HeadWeights.__init__: b_Q": head_weights_with("b_Q"),
    "HeadWeights.__init__: b_K": head_weights_with("b_K"),
    "HeadWeights.__init__: b_V": head_weights_with("b_V"),
    "HeadWeights.__init__: b_O": head_weights_with("b_O"),
    "HeadWeights.map: function, W_Q": lambda odd: HeadWeights.random(D_MODEL, HEADS).map(odd),
    "stack_heads: blocks": lambda odd: stack_heads(odd(torch.randn(3, 12, 4))),
    "unstack_heads: wide": lambda odd: unstack_heads(odd(torch.randn(12, 12)), 3),
    "unpack: state_dict, in_proj_weight": lambda odd: layouts.unpack(
        state_with("in_proj_weight", odd), "torch", HEADS
    ),
    "unpack: state_dict, out_proj.bias": lambda odd: layouts.unpack(
        state_with("out_proj.bias", odd), "torch", HEADS
    ),
    "convert: state_dict, in_proj_bias": lambda odd: layouts.convert(
        state_with("in_proj_bias", odd), "torch", "gpt2", HEADS
    ),
    "Layout.read: state, in_proj_bias": lambda odd: layouts.LAYOUTS["torch"].read(
        state_with("in_proj_bias", odd), HEADS
    ),
    "Layout.match: state, in_proj_bias": lambda odd: layouts.LAYOUTS["torch"].match(
        state_with("in_proj_bias", odd)
    ),
    "single_head_weights: queries": lambda odd: analysis.single_head_weights(
        odd(qkv()[0]), qkv()[1]
    ),
    "single_head_weights: keys": lambda odd: analysis.single_head_weights(qkv()[0], odd(qkv()[1])),
    "single_head_weights: mask": lambda odd: analysis.single_head_weights(
        *qkv()[:2], odd(torch.ones(QUERIES, KEYS, dtype=torch.bool))
    ),
    "product_of_experts: weights": lambda odd: analysis.product_of_experts(
        odd(torch.rand(2, 5, 5))
    ),
    "total_variation: weights": lambda odd: analysis.total_variation(
        odd(torch.rand(SQUARE)), torch.rand(SQUARE)
    ),
    "total_variation: others": lambda odd: analysis.total_variation(
        torch.rand(SQUARE), odd(torch.rand(SQUARE))
    ),
    "entropy: weights": lambda odd: analysis.entropy(odd(torch.rand(SQUARE))),
    "relative_difference: output": lambda odd: analysis.relative_difference(
        odd(torch.rand(SQUARE)), torch.rand(SQUARE)
    ),
    "relative_difference: reference": lambda odd: analysis.relative_difference(
        torch.rand(SQUARE), odd(torch.rand(SQUARE))
    ),
    "heads: weights": lambda odd: figures.heads(odd(torch.rand(2, 5, 5)), NAMES),
    "average: weights": lambda odd: figures.average(
        odd(torch.eye(5)), torch.rand(5, 2), NAMES, ["a", "b"]
    ),
    "average: values": lambda odd: figures.average(
        torch.eye(5), odd(torch.rand(5, 2)), NAMES, ["a", "b"]
    ),
    "signed: matrices": pictured(figures.signed),
    "sizes: matrices": pictured(figures.sizes),
    "HeadsView.__init__: matrices": lambda odd: widgets.HeadsView(odd(torch.rand(2, 5, 5)), NAMES),
    "MaskPainter.__init__: scores": lambda odd: widgets.MaskPainter(odd(torch.rand(5, 5)), NAMES),
    "MaskPainter.__init__: mask": lambda odd: widgets.MaskPainter(
        torch.rand(5, 5), NAMES, mask=odd(causal_mask(5))
    ),
    "SplitExplorer.__init__: x": lambda odd: explore(x=odd(torch.rand(5, 4))),
    "SplitExplorer.__init__: W_Q": lambda odd: explore(W_Q=odd(torch.rand(4, 4))),
    "SplitExplorer.__init__: W_K": lambda odd: explore(W_K=odd(torch.rand(4, 4))),
    "SplitExplorer.__init__: W_V": lambda odd: explore(W_V=odd(torch.rand(4, 4))),
}
# What an odd tensor is called in the refusal: the argument, or what stands behind its comma.
CALLED = {what: what.split(": ")[1].split(", ")[-1] for what in DENSE}


def public_calls():
    """Every public function of the library's modules, and the methods that take tensors."""
    for module in (analysis, attention, figures, heads, layouts, masks, weights):
        for name, member in vars(module).items():
            if inspect.isfunction(member) and member.__module__ == module.__name__:
                yield name, member
    yield "_Attention.forward", StackedAttention.forward
    for Class, method in (
        *((Layer, "__init__") for Layer in LAYERS),
        (HeadWeights, "__init__"),
        (HeadWeights, "map"),
        (layouts.Layout, "read"),
        (layouts.Layout, "match"),
        *((getattr(widgets, name), "__init__") for name in widgets.__all__),
    ):
        yield f"{Class.__name__}.{method}", getattr(Class, method)


def test_everything_public_that_takes_a_tensor_is_tried_with_one_that_is_not_dense():
    taking = {
        f"{name}: {parameter.name}"
        for name, function in public_calls()
        if (not name.startswith("_") or "." in name) and name != "attend"  # its callers check
        for parameter in inspect.signature(function).parameters.values()
        if "Tensor" in str(parameter.annotation)
    }
    told_apart = {"detect: state_dict", "find: state_dict"}  # they say so, and raise nothing
    assert taking - told_apart == {what.split(",")[0] for what in DENSE}


@pytest.mark.parametrize("what", DENSE)
def test_sparse_is_refused_by(what):
    message = rf"^{CALLED[what]} must be dense; got .*, layout torch\.sparse_coo \(.*\)$"
    with pytest.raises(TypeError, match=message):
        DENSE[what](torch.Tensor.to_sparse)
    DENSE[what](torch.clone)
    plt.close("all")


@names(LAYERS)
@pytest.mark.parametrize("need_weights", [True, False])
@pytest.mark.parametrize("name", ["queries", "keys", "values", "mask"])
def test_sparse_is_refused_by_every_layer(Layer, name, need_weights):
    with pytest.raises(TypeError, match=f"^{name} must be dense; got "):
        layered(name)(torch.Tensor.to_sparse, Layer, need_weights=need_weights)


def test_no_layout_is_told_from_sparse_tensors():
    state = torch_state()
    assert layouts.detect(state) == ("torch",)
    assert layouts.detect(state_with("in_proj_bias", torch.Tensor.to_sparse)) == ()


def nested(layout):
    return lambda x: torch.nested.nested_tensor([x[:2], x[:1]], layout=layout)


KINDS = {
    "sparse_csr": torch.Tensor.to_sparse_csr,
    "sparse_csc": torch.Tensor.to_sparse_csc,
    "sparse_bsr": lambda x: x.to_sparse_bsr((2, 2)),
    "sparse_bsc": lambda x: x.to_sparse_bsc((2, 2)),
    "_mkldnn": torch.Tensor.to_mkldnn,
}
SHOWN = {
    kind: rf"of shape \(4, 6\), layout torch\.{kind} \(\.to_dense\(\) makes it so\)$"
    for kind in KINDS
}
KINDS |= {"nested": nested(torch.strided), "jagged": nested(torch.jagged)}
NESTED = r"that is nested \(\.to_padded_tensor\(0\) makes it so; masks\.padding_mask hides .*\)$"
SHOWN |= {"nested": NESTED, "jagged": NESTED}


# torch warns that both are young.
@pytest.mark.filterwarnings("ignore:Sparse .* in beta", "ignore:.*nested tensors")
@pytest.mark.parametrize("kind", KINDS)
def test_no_kind_is_taken_for_a_dense_one(kind):
    x = KINDS[kind](torch.ones(4, 6))
    with pytest.raises(TypeError, match=rf"^x must be dense; got float32 {SHOWN[kind]}"):
        split_heads(x, 2)
    said = judge("different_order.1", lambda *case: x).text
    assert said.startswith("not yet: case 1 gave ")
    assert said.endswith("; a plain tensor of shape (3, 6, 2) is right.")
    if kind != "_mkldnn":  # which knows no booleans
        mask = KINDS[kind](torch.ones(4, 6, dtype=torch.bool))
        with pytest.raises(TypeError, match=rf"^mask must be dense; got bool {SHOWN[kind]}"):
            masks.to_additive(mask)
        with pytest.raises(TypeError, match=rf"^mask must be dense; got bool {SHOWN[kind]}"):
            attention_weights(torch.ones(4, 6), mask)
    with pytest.raises(TypeError, match=r"^labels must be 4 texts, one per entry; got float32 "):
        checks.texts("labels", x, 4)


@pytest.mark.filterwarnings("ignore:torch.quantize_per_tensor")
def test_quantized_is_not_floating_point():
    x = torch.quantize_per_tensor(torch.ones(3, 5), 0.1, 0, torch.qint8)
    with pytest.raises(TypeError, match=r"^x must be floating point; got qint8 of shape \(3, 5\)$"):
        split_heads(x, 2)
    with pytest.raises(TypeError, match=r"^mask must be boolean, .*; got qint8 of shape \(3, 5\)$"):
        attention_weights(torch.ones(3, 5), x)
    with pytest.raises(TypeError, match=r"^lengths must hold integers; got qint8 of shape \(5,\)$"):
        padding_mask(x[0])
    assert judge("different_order.1", lambda *case: x).text == (
        "not yet: case 1 gave qint8 of shape (3, 5); a plain tensor of shape (3, 6, 2) is right."
    )


# What torch gets wrong or answers with NaN, and what has a right answer here.

each_layer = names(LAYERS)


def float64_layer(Layer):
    return make(Layer, dtype=torch.float64)


@each_layer
@pytest.mark.parametrize("need_weights", [True, False])
def test_a_query_that_may_attend_to_nothing_outputs_the_bias_alone(Layer, need_weights):
    layer = float64_layer(Layer)
    mask = causal_mask(QUERIES)
    mask[3] = False
    output, weights = layer(random(BATCH, QUERIES, D_MODEL), mask=mask, need_weights=need_weights)
    assert torch.equal(output[:, 3], layer.b_O.expand(BATCH, D_MODEL))
    if need_weights:
        assert not weights[..., 3, :].any()


@each_layer
def test_true_means_may_attend(Layer):
    # Each query may attend to the next token alone, the last one to the first.
    mask = torch.eye(QUERIES, dtype=torch.bool).roll(1, dims=1)
    _, weights = float64_layer(Layer)(random(BATCH, QUERIES, D_MODEL), mask=mask)
    assert torch.equal(weights, mask.double().expand_as(weights))


@each_layer
@pytest.mark.parametrize("need_weights", [True, False])
def test_batch_comes_first_and_one_sample_cannot_reach_another(Layer, need_weights):
    layer = float64_layer(Layer)
    x = random(BATCH, QUERIES, D_MODEL)
    changed = x.clone()
    changed[1] = random(QUERIES, D_MODEL)
    before, _ = layer(x, need_weights=need_weights)
    after, _ = layer(changed, need_weights=need_weights)
    assert torch.equal(after[0], before[0])
    assert (after[1] - before[1]).abs().max() > 1e-3


@each_layer
def test_one_query_with_a_cache_sees_all_keys(Layer):
    # torch aligns is_causal at the top left, where one query sees the first key alone.
    layer = float64_layer(Layer)
    x = random(BATCH, QUERIES, D_MODEL)
    whole, _ = layer(x, mask=causal_mask(QUERIES))
    last, weights = layer(x[:, -1:], x, mask=causal_mask(1, QUERIES))
    same(last, whole[:, -1:])
    assert (weights > 0).all()


@each_layer
@pytest.mark.parametrize("need_weights", [True, False])
def test_causal_and_padding_both_apply(Layer, need_weights):
    layer = float64_layer(Layer)
    x = random(BATCH, QUERIES, D_MODEL)
    mask = causal_mask(QUERIES) & padding_mask([QUERIES, 2])
    output, weights = layer(x, mask=mask, need_weights=need_weights)
    expected, _ = multi_head(layer.head_weights(), x, x, x, mask)
    same(output, expected)
    if need_weights:
        assert not (weights > 0)[..., ~causal_mask(QUERIES)].any()
        assert not (weights[1] > 0)[..., 2:].any()


@each_layer
def test_there_is_no_is_causal_to_conflict_with_a_mask(Layer):
    with pytest.raises(TypeError, match="is_causal"):
        make(Layer)(tokens(), is_causal=True)


@each_layer
def test_no_samples_give_no_outputs(Layer):
    output, weights = make(Layer)(tokens(batch=0))
    assert output.shape == (0, QUERIES, D_MODEL)
    assert len(weights) == 0


@each_layer
def test_a_finite_input_whose_sum_overflows_is_finite(Layer):
    layer = make(Layer, bias=False)
    with torch.no_grad():
        for parameter in layer.parameters():
            parameter.mul_(1e-30)
    x = torch.full((BATCH, QUERIES, D_MODEL), 3e38)
    assert x.sum().isinf()
    assert layer(x)[0].isfinite().all()


@each_layer
def test_numbers_that_python_may_not_see_are_not_looked_at(Layer):
    # Inside vmap a branch on a tensor's numbers would be an error of torch's own.
    layer = make(Layer)
    output = torch.func.vmap(lambda sample: layer(sample)[0])(spoiled(math.nan))
    assert output[0].isfinite().all()
    assert output[1].isnan().any()


def test_a_message_fits_in_a_line_whatever_came():
    state = torch.nn.MultiheadAttention(D_MODEL, HEADS).state_dict()
    with pytest.raises(TypeError) as caught:
        layouts.pack(state, "torch")
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 400


@names(MULTI)
def test_whole_numbers_may_come_from_numpy(Layer):
    layer = Layer(np.int64(D_MODEL), np.int32(HEADS), dropout=0)
    assert (layer.d_model, layer.n_heads, layer.dropout) == (D_MODEL, HEADS, 0.0)
    assert type(layer.n_heads) is int
