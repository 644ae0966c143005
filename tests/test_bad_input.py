"""Bad input is refused before torch sees it, with a message: the name, the rule, what came.

One table per module, and one that passes a sparse tensor as every argument. Most rows are calls
that torch.nn.MultiheadAttention or torch's kernel accepts silently, or refuses with an obscure
message; tests/test_layers_pitfalls.py has those that this library answers correctly. The checks
themselves are tested in tests/test_checks.py; parameter_table, tiny, figures and widgets have
their own rows in their tests.
"""

import inspect
from dataclasses import replace
from math import inf, nan

import numpy as np
import pytest
import torch
from torch import nn, ones

from mha_lib import (
    analysis,
    attention,
    head_parameters,
    heads,
    layouts,
    masks,
    rotary,
    widgets,
)
from mha_lib.attention import attention_scores, attention_weights, scaled_dot_product_attention
from mha_lib.book import drawings, figures, pretrained
from mha_lib.cache import KVCache
from mha_lib.head_parameters import HeadParameters, concatenate_heads
from mha_lib.heads import merge_heads, split_heads
from mha_lib.layers import PackedAttention, PerHeadAttention, SingleHeadAttention, StackedAttention
from mha_lib.masks import causal_mask, padding_mask
from mha_lib.rotary import rotate
from tests.helpers.every_widget import TESTS
from tests.helpers.refusals import each_row, refusal

pytestmark = pytest.mark.usefixtures("no_type_hook")

# `fmt: skip` after a table, because the formatter would split long rows at every part.

BATCH, QUERIES, KEYS, D_MODEL, HEADS, D_HEAD, D_VALUE = 2, 5, 7, 12, 3, 11, 13
LAYERS = [SingleHeadAttention, PerHeadAttention, StackedAttention, PackedAttention]

# The four layers. X holds queries, Y keys; both have two samples.

X, Y = ones(BATCH, QUERIES, D_MODEL), ones(BATCH, KEYS, D_MODEL)
NOWHERE = ones(QUERIES, QUERIES, dtype=torch.bool, device="meta")  # a mask on another device
SHARED = HeadParameters(ones(4, 12, 3), ones(2, 12, 3), ones(2, 12, 3), ones(4, 3, 12))
OTHER_WIDTHS = HeadParameters(ones(1, 6, 3), ones(1, 5, 3), ones(1, 7, 3), ones(1, 3, 6))


def names(layers):
    return pytest.mark.parametrize("Layer", layers, ids=lambda Layer: Layer.__name__)


def make(Layer, **options):
    """A layer of any of the four classes, with HEADS heads where it has a choice."""
    sizes = {"d_model": D_MODEL} | ({} if Layer is SingleHeadAttention else {"n_heads": HEADS})
    return Layer(**(sizes | options))


def constructing(**options):
    return lambda Layer: make(Layer, **options)


def from_params(params, **options):
    return lambda Layer: Layer.from_head_parameters(params, **options)


def calling(*tokens, **options):
    return lambda layer: layer(*tokens, **options)


def with_one(value, tokens=X):
    tokens = tokens.clone()
    tokens[1, 2, 3] = value
    return tokens


def all_true(*shape):
    return ones(shape, dtype=torch.bool)


CONSTRUCTION = [
    ("negative dropout", constructing(dropout=-0.5),
     ValueError, "dropout must satisfy 0 <= dropout < 1; got -0.5"),
    ("d_model is a float", constructing(d_model=12.0),
     TypeError, "d_model must be an integer; got 12.0 (float)"),
    ("d_model of 0", constructing(d_model=0), ValueError, "d_model must be at least 1; got 0"),
    ("d_head of 0", constructing(d_head=0), ValueError, "d_head must be at least 1; got 0"),
    ("d_value is negative", constructing(d_value=-4),
     ValueError, "d_value must be at least 1; got -4"),
    ("bias is a number", constructing(bias=1),
     TypeError, "bias must be True or False; got 1 (int)"),
    ("dtype holds integers", constructing(dtype=torch.int64),
     TypeError, "dtype must be a floating-point torch.dtype of 16 bits or more; got torch.int64"),
    ("parameters in a dict", from_params({"a": 1}),
     TypeError, "params must be a HeadParameters; got {'a': 1} (dict)"),
    ("parameters for keys of another width", from_params(OTHER_WIDTHS),
     ValueError, "params must have keys and values from d_model features; "
        "got n_heads=1, n_kv_heads=1, d_head=3, d_value=3, d_model=6, d_keys_in=5, d_values_in=7"),
    ("weights, and bad dropout", from_params(HeadParameters.random(4, 1), dropout=2.0),
     ValueError, "dropout must satisfy 0 <= dropout < 1; got 2.0"),
]  # fmt: skip

CONSTRUCTION_OF_ONE_HEAD = [
    ("parameters of several heads", from_params(HeadParameters.random(D_MODEL, HEADS)),
     ValueError,
        "params must have one head; got n_heads=3, n_kv_heads=3, d_head=4, d_value=4, d_model=12 "
        "(params.as_one_head() treats the same matrices as one)"),
    ("parameters with shared KV heads", from_params(SHARED),
     ValueError,
        "params must have one head; got n_heads=4, n_kv_heads=2, d_head=3, d_value=3, d_model=12 "
        "(params.as_one_head() treats the same matrices as one)"),
]  # fmt: skip

CONSTRUCTION_OF_SEVERAL_HEADS = [
    ("more KV heads than heads", constructing(n_kv_heads=6),
     ValueError, "n_kv_heads must divide n_heads, 3; got 6"),
    ("no KV heads", constructing(n_kv_heads=0),
     ValueError, "n_kv_heads must be at least 1; got 0"),
    ("True KV heads", constructing(n_kv_heads=True),
     TypeError, "n_kv_heads must be an integer; got True (bool)"),
]  # fmt: skip


def heads_of(n_heads):
    return lambda Layer: Layer(D_MODEL, n_heads)


NUMBERS_OF_HEADS = [
    ("True", heads_of(True), TypeError, "n_heads must be an integer; got True (bool)"),
    ("0", heads_of(0), ValueError, "n_heads must be at least 1; got 0"),
    ("no divisor of d_model", heads_of(5),
     ValueError, "n_heads must divide d_model when d_head is not given; got n_heads=5, d_model=12 "
        "(divisors of d_model: 1, 2, 3, 4, 6, 12)"),
]  # fmt: skip


# Four layers share one constructor and one set of checks; only the layer of one head adds checks.


@names([SingleHeadAttention, StackedAttention])
@each_row(layers=CONSTRUCTION)
def test_every_layer_refuses_to_be_built_from(Layer, call, error, message):
    assert refusal(call, Layer) == (error, message)


@each_row(layers=CONSTRUCTION_OF_ONE_HEAD)
def test_a_layer_of_one_head_refuses_to_be_built_from(call, error, message):
    assert refusal(call, SingleHeadAttention) == (error, message)


@each_row(layers=CONSTRUCTION_OF_SEVERAL_HEADS)
def test_a_layer_of_several_heads_refuses_to_be_built_from(call, error, message):
    assert refusal(call, StackedAttention) == (error, message)


@names([StackedAttention, HeadParameters.random])
@each_row(layers=NUMBERS_OF_HEADS)
def test_n_heads_is_refused_if_it_is(Layer, call, error, message):
    assert refusal(call, Layer) == (error, message)


# HEADS in a message is the layer's own number.
CALLS = [
    ("a NaN", calling(with_one(nan)),
     ValueError, "queries must be finite; got nan at index (1, 2, 3)"),
    ("an infinity among keys", calling(X, with_one(-inf, Y)),
     ValueError, "keys must be finite; got -inf at index (1, 2, 3)"),
    ("a NaN among values", calling(X, Y, with_one(nan, Y)),
     ValueError, "values must be finite; got nan at index (1, 2, 3)"),
    ("no tokens", calling(ones(2, 0, 12)),
     ValueError,
        "queries must contain at least one token and one feature; got float32 of shape (2, 0, 12)"),
    ("no keys", calling(X, ones(2, 0, 12)),
     ValueError,
        "keys must contain at least one token and one feature; got float32 of shape (2, 0, 12)"),
    ("an additive mask", calling(X, mask=masks.to_additive(causal_mask(5))),
     TypeError, "mask must be boolean, True where a query may attend; got float32 of shape (5, 5) "
        "(an additive mask? see masks.from_additive)"),
    ("a mask by another name", calling(X, mask="past"),
     TypeError, "mask must be a boolean torch.Tensor or 'causal'; got 'past' (str)"),
    ("causal, and fewer keys", calling(Y, X, mask="causal"),
     ValueError,
        "mask must not be 'causal' with fewer keys than queries, because the last query is at the "
        "last key; got 7 queries and 5 keys"),
    ("8 bits", lambda layer: layer.to(torch.float8_e4m3fn)(X.to(torch.float8_e4m3fn)),
     TypeError, "queries must have 16 bits or more; got float8_e4m3fn of shape (2, 5, 12)"),
    ("a mask elsewhere", calling(X, mask=NOWHERE),
     TypeError, "mask must be on the device of the scores, cpu; got meta"),
    ("a square causal mask for unequal lengths", calling(X, Y, mask=causal_mask(5)),
     ValueError,
        "mask must broadcast to the scores' shape (2, HEADS, 5, 7); got bool of shape (5, 5)"),
    ("keys and values of different lengths", calling(X, Y, ones(2, 6, 12)),
     ValueError, "values must have one row per key, 7; got float32 of shape (2, 6, 12)"),
    ("keys of another batch size", calling(X, ones(3, 7, 12)),
     ValueError,
        "keys must have the leading sizes of queries, (2,); got float32 of shape (3, 7, 12)"),
    ("one token without its axis", calling(ones(12)),
     ValueError, "queries must have at least 2 dimensions; got float32 of shape (12,)"),
    ("numpy input", calling(np.zeros((2, 5, 12), dtype=np.float32)),
     TypeError, "queries must be a torch.Tensor; got numpy.ndarray of shape (2, 5, 12)"),
    ("int64", calling(X.long()),
     TypeError, "queries must be floating point; got int64 of shape (2, 5, 12)"),
    ("float64 input to a float32 layer", calling(X.double()),
     TypeError, "queries must have the layer's dtype torch.float32; got torch.float64 "
        "(try layer.to(torch.float64))"),
    ("keys of another dtype", calling(X, Y.bfloat16()),
     TypeError, "keys must have the dtype and device of queries, torch.float32 on cpu; "
        "got torch.bfloat16 on cpu"),
    ("elsewhere", calling(X.to("meta")),
     TypeError, "queries must be on the layer's device cpu; got meta"),
    ("queries of the wrong width", calling(ones(2, 5, 13)),
     ValueError, "queries must have d_model=12 features; got float32 of shape (2, 5, 13)"),
    ("keys of the wrong width", calling(X, ones(2, 7, 13)),
     ValueError, "keys must have d_model=12 features; got float32 of shape (2, 7, 13)"),
    ("values of the wrong width", calling(X, Y, ones(2, 7, 11)),
     ValueError, "values must have d_model=12 features; got float32 of shape (2, 7, 11)"),
    ("0 for False", calling(X, need_weights=0),
     TypeError, "need_weights must be True or False; got 0 (int)"),
]  # fmt: skip


def without_computing(Layer, monkeypatch):
    """A layer that fails where it would compute."""

    def compute(*tokens):
        raise AssertionError

    monkeypatch.setattr(Layer, "_project", compute)
    return make(Layer)


@each_row(layers=CALLS)
def test_a_layer_refuses_before_it_computes(call, error, message, monkeypatch):
    layer = without_computing(StackedAttention, monkeypatch)
    assert refusal(call, layer) == (error, message.replace("HEADS", str(layer.n_heads)))


@names(LAYERS)
def test_every_layer_checks_tokens_and_mask(Layer, monkeypatch):
    layer = without_computing(Layer, monkeypatch)
    assert refusal(calling(with_one(nan)), layer) == (
        ValueError,
        "queries must be finite; got nan at index (1, 2, 3)",
    )
    assert refusal(calling(X, mask=causal_mask(4)), layer) == (
        ValueError,
        f"mask must broadcast to the scores' shape (2, {layer.n_heads}, 5, 5); "
        f"got bool of shape (4, 4)",
    )


@names(LAYERS)
def test_head_parameters_refuses_gradients_before_backward(Layer):
    layer = make(Layer)
    order = ("W_Q", "W_K", "W_V", "W_QKV", "W_O", "b_Q", "b_K", "b_V", "b_QKV", "b_O")
    names = [name for name, _ in layer.named_parameters()]
    parameters = ", ".join(sorted(names, key=lambda name: order.index(name.split(".")[0])))
    assert refusal(layer.head_parameters, True) == (
        ValueError,
        f"every parameter must have a gradient; got none for {parameters} (call backward first)",
    )


# The functions. The queries, keys and values here have three heads.

q, k, v = ones(HEADS, QUERIES, D_HEAD), ones(HEADS, KEYS, D_HEAD), ones(HEADS, KEYS, D_VALUE)
MEMORY = memoryview(b"1234")  # has a shape, but no dtype


def attend(queries=q, keys=k, values=v, mask=None, **options):
    return lambda: scaled_dot_product_attention(queries, keys, values, mask, **options)


ATTENTION = [
    ("text for a scale", attend(scale="a"), TypeError, "scale must be a number; got 'a' (str)"),
    ("scores, a tensor for a scale", lambda: attention_scores(q, k, torch.tensor(0.5)),
     TypeError, "scale must be a number; got float32 of shape ()"),
    ("a text", attend(need_weights="no"),
     TypeError, "need_weights must be True or False; got 'no' (str)"),
    ("a mask elsewhere", attend(mask=ones(5, 7, dtype=torch.bool, device="meta")),
     TypeError, "mask must be on the device of the scores, cpu; got meta"),
    ("weights, a mask elsewhere", lambda: attention_weights(q, NOWHERE),
     TypeError, "mask must be on the device of the scores, cpu; got meta"),
    ("keys and values of different lengths", attend(values=ones(3, 6, 13)),
     ValueError, "values must have one row per key, 7; got float32 of shape (3, 6, 13)"),
    ("keys wider than queries", attend(keys=ones(3, 7, 12)),
     ValueError, "keys must be as wide as queries, 11; got float32 of shape (3, 7, 12)"),
    ("a mask that does not broadcast", attend(mask=causal_mask(5)),
     ValueError, "mask must broadcast to the scores' shape (3, 5, 7); got bool of shape (5, 5)"),
    ("negative dropout", attend(dropout=-0.5),
     ValueError, "dropout must satisfy 0 <= dropout < 1; got -0.5"),
    ("scores, keys of another width", lambda: attention_scores(ones(6, 2, 3), ones(6, 2, 4)),
     ValueError, "keys must be as wide as queries, 3; got float32 of shape (6, 2, 4)"),
    ("weights, numpy scores", lambda: attention_weights(np.ones((2, 3))),
     TypeError, "scores must be a torch.Tensor; got numpy.ndarray of shape (2, 3)"),
]  # fmt: skip

RESHAPES = [
    ("split, no divisor", lambda: split_heads(ones(5, 12), 5),
     ValueError, "n_heads must divide the width of x; got n_heads=5 for float32 of shape (5, 12)"),
    ("split, 4.0 heads", lambda: split_heads(ones(5, 12), 4.0),
     TypeError, "n_heads must be an integer; got 4.0 (float)"),
    ("split, memory with a shape and no dtype", lambda: split_heads(MEMORY, 2),
     TypeError, f"x must be a torch.Tensor; got {MEMORY!r} (memoryview)"),
    ("split, no tokens axis", lambda: split_heads(ones(12), 4),
     ValueError, "x must have at least 2 dimensions; got float32 of shape (12,)"),
    ("merge, no heads axis", lambda: merge_heads(ones(5, 12)),
     ValueError, "x must have at least 3 dimensions; got float32 of shape (5, 12)"),
    ("merge, integers", lambda: merge_heads(ones(3, 5, 4).int()),
     TypeError, "x must be floating point; got int32 of shape (3, 5, 4)"),
]  # fmt: skip

MASKS = [
    ("4.0 queries", lambda: causal_mask(4.0),
     TypeError, "n_queries must be an integer; got 4.0 (float)"),
    ("no queries", lambda: causal_mask(0), ValueError, "n_queries must be at least 1; got 0"),
    ("True keys", lambda: causal_mask(1, True),
     TypeError, "n_keys must be an integer; got True (bool)"),
    ("fewer keys than queries", lambda: causal_mask(5, 3),
     ValueError, "n_keys must be at least n_queries, because the last query is at the last key; "
        "got n_queries=5, n_keys=3"),
    ("fractions", lambda: padding_mask([1.0, 2.0]),
     TypeError, "lengths must contain integers; got float32 of shape (2,)"),
    ("a mask in place of lengths", lambda: padding_mask(torch.tensor([True, False])),
     TypeError, "lengths must contain integers; got bool of shape (2,)"),
    ("lengths in two axes", lambda: padding_mask(torch.tensor([[1], [2]])),
     ValueError, "lengths must be a flat list, one entry per sample; got int64 of shape (2, 1)"),
    ("no samples", lambda: padding_mask(torch.tensor([], dtype=torch.int64)),
     ValueError, "lengths must be a flat list, one entry per sample; got int64 of shape (0,)"),
    ("a negative length", lambda: padding_mask([3, -1]),
     ValueError, "lengths must be between 0 and n_keys=3; got -1"),
    ("a length beyond the width", lambda: padding_mask([3, 6], n_keys=5),
     ValueError, "lengths must be between 0 and n_keys=5; got 6"),
    ("the same, next to an empty sample", lambda: padding_mask([0, 6], n_keys=5),
     ValueError, "lengths must be between 0 and n_keys=5; got 6"),
    ("nothing but padding of unknown width", lambda: padding_mask([0, 0]),
     ValueError, "n_keys must be given when all lengths are 0; got None"),
    ("an empty list", lambda: padding_mask([]),
     ValueError, "lengths must be a flat list, one entry per sample; got [] (list)"),
    ("nothing", lambda: padding_mask(None),
     TypeError, "lengths must contain integers; got None (NoneType)"),
    ("ragged lengths", lambda: padding_mask([[1], [2, 3]]),
     TypeError, "lengths must contain integers; got [[1], [2, 3]] (list)"),
    ("lengths without numbers", lambda: padding_mask(torch.tensor([1], device="meta")),
     TypeError, "lengths must contain integers that can be read; got a tensor on the meta device"),
    ("is_causal, scores", lambda: masks.is_causal(ones(3, 3)),
     TypeError, "mask must be a boolean tensor; got float32 of shape (3, 3)"),
    ("is_causal, a single row", lambda: masks.is_causal(all_true(3)),
     ValueError, "mask must have at least 2 dimensions; got bool of shape (3,)"),
    ("from torch, four axes already", lambda: masks.from_torch_mha_mask(all_true(2, 3, 5, 5)),
     ValueError, "blocked must be (queries, keys) or (batch * heads, queries, keys); "
        "got bool of shape (2, 3, 5, 5)"),
    ("from torch, a text for n_heads", lambda: masks.from_torch_mha_mask(all_true(5, 5), "3"),
     TypeError, "n_heads must be an integer; got '3' (str)"),
    ("from torch, floats", lambda: masks.from_torch_mha_mask(torch.zeros(2, 2)),
     TypeError, "blocked must be a boolean tensor; got float32 of shape (2, 2)"),
    ("from torch, a fold without n_heads", lambda: masks.from_torch_mha_mask(all_true(6, 2, 2)),
     ValueError,
        "n_heads must be given, and divide the first size, to split (batch * heads, queries, "
        "keys); got n_heads=None for bool of shape (6, 2, 2)"),
    ("from torch, a fold of other heads", lambda: masks.from_torch_mha_mask(all_true(6, 2, 2), 4),
     ValueError,
        "n_heads must be given, and divide the first size, to split (batch * heads, queries, "
        "keys); got n_heads=4 for bool of shape (6, 2, 2)"),
    ("to torch, floats", lambda: masks.to_torch_mha_mask(torch.zeros(2, 2)),
     TypeError, "mask must be a boolean tensor; got float32 of shape (2, 2)"),
    ("to torch, three dimensions", lambda: masks.to_torch_mha_mask(all_true(2, 3, 3)),
     ValueError, "mask must be (queries, keys) or (batch, heads, queries, keys); "
        "got bool of shape (2, 3, 3)"),
    ("from_additive, a 0/1 mask", lambda: masks.from_additive(torch.tensor([[0.0, 1.0]])),
     ValueError,
        "mask must contain only 0 (may attend) and -inf or torch.finfo(mask.dtype).min (may not); "
        "got 1.0 (a mask where 1 means keep? use mask.bool())"),
    ("from_additive, a bias", lambda: masks.from_additive(torch.tensor([[0.0, -0.5, -inf]])),
     ValueError,
        "mask must contain only 0 (may attend) and -inf or torch.finfo(mask.dtype).min (may not); "
        "got -0.5"),
    ("from_additive, NaN", lambda: masks.from_additive(torch.tensor([nan])),
     ValueError,
        "mask must contain only 0 (may attend) and -inf or torch.finfo(mask.dtype).min (may not); "
        "got nan"),
    ("from_additive, booleans", lambda: masks.from_additive(causal_mask(2)),
     TypeError, "mask must be floating point; got bool of shape (2, 2)"),
    ("to_additive, floats", lambda: masks.to_additive(torch.zeros(2, 2)),
     TypeError, "mask must be a boolean tensor; got float32 of shape (2, 2)"),
    ("to_additive, into integers", lambda: masks.to_additive(causal_mask(2), torch.int64),
     TypeError, "dtype must be a floating-point torch.dtype of 16 bits or more; got torch.int64"),
]  # fmt: skip


def shared_head_parameters(**changed):
    """Six query heads in groups of two, every width another prime, except where changed."""
    shapes = {"W_Q": (6, 7, 5), "W_K": (3, 11, 5), "W_V": (3, 13, 2), "W_O": (6, 2, 7)}
    return lambda: HeadParameters(
        **({name: ones(shape) for name, shape in shapes.items()} | changed)
    )


def pruned(heads):
    return lambda: HeadParameters.random(D_MODEL, HEADS).prune_heads(heads)


WEIGHTS = [
    ("a list", shared_head_parameters(W_V=[1.0]),
     TypeError, "W_V must be a torch.Tensor; got [1.0] (list)"),
    ("integers", shared_head_parameters(W_O=ones(6, 2, 7).int()),
     TypeError, "W_O must be floating point; got int32 of shape (6, 2, 7)"),
    ("a wide matrix", shared_head_parameters(W_Q=ones(7, 30)),
     ValueError, "W_Q must have at least 3 dimensions; got float32 of shape (7, 30)"),
    ("one axis too many", shared_head_parameters(W_Q=ones(1, 6, 7, 5)),
     ValueError, "W_Q must have shape (n_heads, d_model, d_head), each at least 1; "
        "got float32 of shape (1, 6, 7, 5)"),
    ("no heads", shared_head_parameters(W_Q=ones(0, 7, 5)),
     ValueError, "W_Q must have shape (n_heads, d_model, d_head), each at least 1; "
        "got float32 of shape (0, 7, 5)"),
    ("KV heads that cannot be shared evenly", shared_head_parameters(W_K=ones(4, 11, 5)),
     ValueError, "W_K must have a number of heads that divides the 6 of W_Q; "
        "got float32 of shape (4, 11, 5)"),
    ("no KV heads", shared_head_parameters(W_K=ones(0, 11, 5)),
     ValueError, "W_K must have a number of heads that divides the 6 of W_Q; "
        "got float32 of shape (0, 11, 5)"),
    ("keys of another width than queries", shared_head_parameters(W_K=ones(3, 11, 4)),
     ValueError, "W_K must have shape (3, 11, 5); got float32 of shape (3, 11, 4)"),
    ("fewer value heads than KV heads", shared_head_parameters(W_V=ones(2, 13, 2)),
     ValueError, "W_V must have shape (3, 13, 2); got float32 of shape (2, 13, 2)"),
    ("W_O on its side", shared_head_parameters(W_O=ones(6, 7, 2)),
     ValueError, "W_O must have shape (6, 2, 7); got float32 of shape (6, 7, 2)"),
    ("a bias of one head for all", shared_head_parameters(b_Q=ones(5)),
     ValueError, "b_Q must have shape (6, 5); got float32 of shape (5,)"),
    ("an output bias a head", shared_head_parameters(b_O=ones(6, 7)),
     ValueError, "b_O must have shape (7,); got float32 of shape (6, 7)"),
    ("two dtypes", shared_head_parameters(W_K=ones(3, 11, 5).double()),
     TypeError, "W_K must have the dtype and device of W_Q, torch.float32 on cpu; "
        "got torch.float64 on cpu"),
    ("as_one_head, heads that share keys", lambda: shared_head_parameters()().as_one_head(),
     ValueError,
        "n_kv_heads must equal n_heads to read the heads as one; got n_kv_heads=3, n_heads=6 "
        "(params.repeat_heads() gives each query head its own)"),
    ("prune_heads, heads that share keys", lambda: shared_head_parameters()().prune_heads([0]),
     ValueError, "n_kv_heads must equal n_heads to prune heads one by one; "
        "got n_kv_heads=3, n_heads=6 (params.repeat_heads() gives each query head its own)"),
    ("share_heads, more than there are", lambda: shared_head_parameters()().share_heads(6),
     ValueError, "n_kv_heads must divide the KV heads, 3; got 6"),
    ("share_heads, text", lambda: shared_head_parameters()().share_heads("1"),
     TypeError, "n_kv_heads must be an integer; got '1' (str)"),
    ("share_heads, another way", lambda: shared_head_parameters()().share_heads(1, "median"),
     ValueError, "how must be 'mean' or 'first'; got 'median'"),
    ("prune_heads, one that is not there", pruned([0, 3]),
     ValueError, "heads must be below 3; got 3"),
    ("prune_heads, one from the end", pruned([-1]), ValueError, "heads must be at least 0; got -1"),
    ("prune_heads, one twice", pruned([1, 1]),
     ValueError, "heads must be different from each other; got [1, 1]"),
    ("prune_heads, all", pruned(range(3)),
     ValueError, "heads must leave at least one of 3; got all"),
    ("prune_heads: an int", pruned(1), TypeError, "heads must be a list of integers; got 1 (int)"),
    ("prune_heads, booleans", pruned([True, False, True]),
     TypeError, "heads must be a list of integers; got [True, False, True] (list)"),
    ("prune_heads, fractions", pruned([1.0]),
     TypeError, "heads must be a list of integers; got [1.0] (list)"),
]  # fmt: skip

HW = HeadParameters.random(D_MODEL, HEADS)
TINY = HeadParameters(*[torch.full((1, 4, 4), 6e-8).half()] * 4)
OF_T5 = {f"{letter}.weight": ones(15, 15) for letter in "qkvo"}
EXTRA = nn.MultiheadAttention(D_MODEL, HEADS, add_bias_kv=True).state_dict()
APART = {f"{x}_proj_weight": ones(12, 12) for x in "qkv"} | {"out_proj.weight": ones(12, 12)}
LAYOUTS = ", ".join(map(repr, layouts.LAYOUTS))
NO_TEXT = {("h", 0): ones(3)}
NO_NAME = "state_dict must map names to tensors; got ('h', 0) (tuple) for a name"


def pack(layout, params=None, **sizes):
    return lambda: layouts.pack(params or HeadParameters.random(D_MODEL, HEADS, **sizes), layout)


def unpack(layout, changed=None, n_heads=HEADS):
    """Reads what HW is in a layout, some tensors changed, added or, for None, missing."""

    def call():
        state = layouts.pack(HW, layout) | (changed or {})
        state = {name: tensor for name, tensor in state.items() if tensor is not None}
        return layouts.unpack(state, layout, n_heads)

    return call


CONVERSIONS = [
    ("pack, in a list", pack(["torch"]),
     ValueError, f"layout must be one of {LAYOUTS}; got ['torch']"),
    ("pack, unknown", pack("tensorflow"),
     ValueError, f"layout must be one of {LAYOUTS}; got 'tensorflow'"),
    ("unknown", lambda: layouts.unpack({}, "tensorflow", 3),
     ValueError, f"layout must be one of {LAYOUTS}; got 'tensorflow'"),
    ("convert, unknown", lambda: layouts.convert({}, "torch", "tensorflow", 3),
     ValueError, f"layout must be one of {LAYOUTS}; got 'tensorflow'"),
    ("pack, a dict", pack("torch", {"a": 1}),
     TypeError, "params must be a HeadParameters; got {'a': 1} (dict)"),
    ("pack, a free d_head", pack("torch", d_head=5),
     ValueError, "params must have n_heads * d_head = d_model for layout 'torch'; "
        "got n_heads=3, n_kv_heads=3, d_head=5, d_value=5, d_model=12"),
    ("pack, a free d_value", pack("torch", d_value=5),
     ValueError, "params must have d_value = d_head for layout 'torch'; "
        "got n_heads=3, n_kv_heads=3, d_head=4, d_value=5, d_model=12"),
    ("pack, shared KV heads", pack("torch", SHARED),
     ValueError, "params must have no shared KV heads for layout 'torch'; "
        "got n_heads=4, n_kv_heads=2, d_head=3, d_value=3, d_model=12"),
    ("pack, keys from another width", pack("llama", OTHER_WIDTHS),
     ValueError, "params must have keys and values from d_model features for layout 'llama'; "
        "got n_heads=1, n_kv_heads=1, d_head=3, d_value=3, d_model=6, d_keys_in=5, d_values_in=7"),
    ("pack, a scale that runs out of float16", pack("t5", TINY),
     ValueError,
        "d_head must be a power of 4, and W_Q in range, to scale W_Q by sqrt(d_head) without "
        "rounding, because layout 't5' does not divide scores by it; got d_head=4, torch.float16 "
        "(allow_rounding=True accepts the rounding)"),
    ("a scale that rounds", lambda: layouts.unpack(OF_T5, "t5", 3),
     ValueError,
        "d_head must be a power of 4, and W_Q in range, to scale W_Q by sqrt(d_head) without "
        "rounding, because layout 't5' does not divide scores by it; got d_head=5, torch.float32 "
        "(allow_rounding=True accepts the rounding)"),
    ("a module in place of its state_dict", lambda: layouts.unpack(nn.ReLU(), "torch", 3),
     TypeError, "state_dict must map names to tensors; got ReLU() (ReLU) "
        "(a module? pass module.state_dict())"),
    ("convert, a list", lambda: layouts.convert([1.0], "torch", "d2l", 3),
     TypeError, "state_dict must map names to tensors; got [1.0] (list)"),
    ("detect, a list", lambda: layouts.detect([1.0]),
     TypeError, "state_dict must map names to tensors; got [1.0] (list)"),
    ("unpack, a name that is no text", lambda: layouts.unpack(NO_TEXT, "torch", 3),
     TypeError, NO_NAME),
    ("detect, the same", lambda: layouts.detect(NO_TEXT), TypeError, NO_NAME),
    ("find_attentions, the same", lambda: layouts.find_attentions(NO_TEXT), TypeError, NO_NAME),
    ("the causal mask of an old GPT-NeoX file", unpack("gpt_neox", {"bias": ones(4)}),
     ValueError,
        "state_dict must leave out bias for layout 'gpt_neox': the causal mask that old releases "
        "stored; got ['bias', 'dense.bias', 'dense.weight', 'query_key_value.bias', "
        "'query_key_value.weight']"),
    ("the gate of a Keras layer", unpack("keras", {"gate/kernel": ones(4, 4)}),
     ValueError,
        "state_dict must not hold gate/kernel for layout 'keras': it multiplies the heads' "
        "outputs, which HeadParameters cannot hold; got ['attention_output/bias', "
        "'attention_output/kernel', 'gate/kernel', 'key/bias', 'key/kernel', 'query/bias', "
        "'query/kernel', 'value/bias'] and 1 more"),
    ("extra keys and values", lambda: layouts.unpack(EXTRA, "torch", 3),
     ValueError, "state_dict must not hold bias_k for layout 'torch': one more key and value than "
        "there are tokens, which HeadParameters cannot hold; got ['bias_k', 'bias_v', "
        "'in_proj_bias', 'in_proj_weight', 'out_proj.bias', 'out_proj.weight']"),
    ("a head too few among the values", unpack("per_head", {"W_V.2": None}),
     ValueError,
        "state_dict must contain the parameters of layout 'per_head', [W_Q.<head>, W_K.<head>, "
        "W_V.<head>, W_O], with or without [b_Q.<head>, b_K.<head>, b_V.<head>, b_O]; got "
        "['W_K.0', 'W_K.1', 'W_K.2', 'W_O', 'W_Q.0', 'W_Q.1', 'W_Q.2', 'W_V.0'] and 11 more "
        "(missing ['W_V.2'], unexpected [])"),
    ("equal projections apart", lambda: layouts.unpack(APART, "torch", 3),
     ValueError,
        "state_dict must contain in_proj_weight and out_proj.weight, as layout 'torch' stores "
        "these sizes; got ['k_proj_weight', 'out_proj.weight', 'q_proj_weight', 'v_proj_weight']"),
    ("groups that share no heads", unpack("packed", {"groups": torch.eye(3)}),
     ValueError,
        "state_dict must contain W_QKV and W_O, as layout 'packed' stores these sizes; "
        "got ['W_O', 'W_QKV', 'b_O', 'b_QKV', 'groups']"),
    ("groups of other heads", unpack("packed", {"groups": ones(4, 2)}),
     ValueError, "groups must have shape (n_heads, n_kv_heads) with n_heads=3; "
        "got float32 of shape (4, 2)"),
    ("groups of other widths", unpack("packed", {"groups": ones(3, 2)}),
     ValueError,
        "W_QKV must have shape (d_model, n_heads*d_head+n_kv_heads*d_head+n_kv_heads*d_value) with "
        "n_heads=3, d_model=12, d_value=4, n_kv_heads=2; got float32 of shape (12, 36)"),
    ("groups that are not whole", unpack("packed", {"groups": ones(3, 2), "W_QKV": ones(12, 28),
                                                    "b_QKV": ones(28)}),
     ValueError, "W_K must have a number of heads that divides the 3 of W_Q; "
        "got float32 of shape (2, 12, 4)"),
    ("no divisor", unpack("torch", n_heads=5),
     ValueError, "n_heads must divide d_model for layout 'torch'; got n_heads=5, d_model=12"),
    ("a divisor of 3 * d_model alone", unpack("gpt_neox", n_heads=9),
     ValueError, "n_heads must divide d_model for layout 'gpt_neox'; got n_heads=9, d_model=12"),
    ("convert, text for heads", lambda: layouts.convert({}, "torch", "d2l", "3"),
     TypeError, "n_heads must be an integer; got '3' (str)"),
    ("no number of heads", unpack("torch", n_heads=None),
     ValueError, "n_heads must be given for layout 'torch', whose stacked matrices do not show it; "
        "got None"),
    ("another number of heads than lists have", unpack("per_head", n_heads=4),
     ValueError, "n_heads must be 3, as the names of layout 'per_head' count them; got 4"),
    ("another number of heads than kernels have", unpack("keras", n_heads=4),
     ValueError, "query/kernel must have shape (d_model, n_heads, d_head) with n_heads=4; "
        "got float32 of shape (12, 3, 4)"),
    ("more heads than columns", unpack("llama", n_heads=40),
     ValueError, "q_proj.weight must have shape (n_heads*d_head, d_model) with n_heads=40; "
        "got float32 of shape (12, 12)"),
    ("a matrix the wrong way round", unpack("gpt2", {"c_attn.weight": ones(36, 12)}),
     ValueError, "c_attn.weight must have shape (d_model, 3*d_model) with d_model=36; "
        "got float32 of shape (36, 12)"),
    ("two dtypes", unpack("gpt2", {"c_attn.bias": ones(36).half()}),
     TypeError,
        "c_attn.bias must have the dtype and device of c_attn.weight, torch.float32 on cpu; "
        "got torch.float16 on cpu"),
    ("numpy", unpack("gpt2", {"c_attn.bias": np.ones(36)}),
     TypeError, "c_attn.bias must be a torch.Tensor; got numpy.ndarray of shape (36,)"),
]  # fmt: skip

ANALYSIS = [
    ("one head, no heads axis", lambda: analysis.single_head_weights(ones(5, 4), ones(5, 4)),
     ValueError, "queries must have at least 3 dimensions; got float32 of shape (5, 4)"),
    ("one head, 2 and 3", lambda: analysis.single_head_weights(ones(2, 5, 6), ones(3, 5, 4)),
     ValueError, "keys must have the 2 heads of queries; got float32 of shape (3, 5, 4)"),
    ("experts, no heads", lambda: analysis.product_of_experts(ones(0, 5, 4)),
     ValueError, "weights must have at least one head; got float32 of shape (0, 5, 4)"),
    ("experts, a text", lambda: analysis.product_of_experts(ones(2, 5, 4), "half"),
     TypeError, "exponent must be a number; got 'half' (str)"),
    ("experts, 8 bits", lambda: analysis.product_of_experts(ones(2, 1, 1).to(torch.float8_e5m2)),
     TypeError, "weights must have 16 bits or more; got float8_e5m2 of shape (2, 1, 1)"),
    ("experts, no heads axis", lambda: analysis.product_of_experts(ones(5, 4)),
     ValueError, "weights must have at least 3 dimensions; got float32 of shape (5, 4)"),
    ("variation, other keys", lambda: analysis.total_variation(ones(2, 5, 7), ones(2, 5, 6)),
     ValueError,
        "others must have the queries and keys of weights, (2, 5, 7), and leading sizes that "
        "broadcast; got float32 of shape (2, 5, 6)"),
    ("variation, other samples", lambda: analysis.total_variation(ones(2, 5, 7), ones(3, 5, 7)),
     ValueError,
        "others must have the queries and keys of weights, (2, 5, 7), and leading sizes that "
        "broadcast; got float32 of shape (3, 5, 7)"),
    ("variation, numpy", lambda: analysis.total_variation(ones(5, 7), np.ones((5, 7))),
     TypeError, "others must be a torch.Tensor; got numpy.ndarray of shape (5, 7)"),
    ("entropy, booleans", lambda: analysis.entropy(causal_mask(3)),
     TypeError, "weights must be floating point; got bool of shape (3, 3)"),
    ("entropy, a negative weight", lambda: analysis.entropy(torch.tensor([[-1.0, 2.0]])),
     ValueError,
        "weights must have rows of attention weights, which are not negative and sum to 1 or 0; "
        "got [-1.0, 2.0] (list)"),
    ("entropy, NaN", lambda: analysis.entropy(torch.tensor([[0.5, nan]])),
     ValueError,
        "weights must have rows of attention weights, which are not negative and sum to 1 or 0; "
        "got [0.5, nan] (list)"),
    ("variation, other sums", lambda: analysis.total_variation(torch.eye(2), 5 * torch.eye(2)),
     ValueError,
        "others must have rows of attention weights, which are not negative and sum to 1 or 0; "
        "got [5.0, 0.0] (list)"),
    ("entropy, 8 bits", lambda: analysis.entropy(ones(1, 1).to(torch.float8_e5m2)),
     TypeError, "weights must have 16 bits or more; got float8_e5m2 of shape (1, 1)"),
    ("pieces, booleans", lambda: analysis.join_pieces(causal_mask(3), [0, 0, 1]),
     TypeError, "weights must be floating point; got bool of shape (3, 3)"),
    ("pieces, too few", lambda: analysis.join_pieces(ones(3, 4), [0, 0], [0, 0, 1, 1]),
     ValueError, "words must have 3 entries, one per piece; got 2"),
    ("pieces, the queries' for the keys", lambda: analysis.join_pieces(ones(3, 4), [0, 0, 1]),
     ValueError, "key_words must have 4 entries, one per piece; got 3"),
    ("pieces, a text", lambda: analysis.join_pieces(ones(3, 3), "abc"),
     TypeError, "words must be a list of integers and None; got 'abc' (str)"),
    ("pieces, True", lambda: analysis.word_runs([True, 1]),
     TypeError, "words must be a list of integers and None; got [True, 1] (list)"),
    ("difference, would broadcast", lambda: analysis.relative_difference(ones(2, 3), ones(3)),
     ValueError, "reference must have the shape of output, (2, 3); got float32 of shape (3,)"),
    ("difference, a number", lambda: analysis.relative_difference(1.0, ones(())),
     TypeError, "output must be a torch.Tensor; got 1.0 (float)"),
    ("difference, to a number", lambda: analysis.relative_difference(ones(()), 1.0),
     TypeError, "reference must be a torch.Tensor; got 1.0 (float)"),
]  # fmt: skip


@each_row(
    attention=ATTENTION,
    heads=RESHAPES,
    masks=MASKS,
    weights=WEIGHTS,
    layouts=CONVERSIONS,
    analysis=ANALYSIS,
)
def test_every_function_refuses(call, error, message):
    assert refusal(call) == (error, message)


def test_a_message_fits_in_a_line_whatever_came():
    _, message = refusal(layouts.pack, nn.MultiheadAttention(D_MODEL, HEADS).state_dict(), "torch")
    assert message.startswith("params must be a HeadParameters; got ")
    assert "\n" not in message
    assert len(message) < 400


# Tensors that are not dense. Every public function that takes a tensor is here, as
# `function: argument`; `odd` converts a dense tensor to one of the kinds.

NAMES = ["a", "b", "c", "d", "e"]
SQUARE, MAPS, LOOK = torch.rand(5, 5).softmax(-1), torch.rand(2, 5, 5), causal_mask(5)
TORCH, OF_TORCH = layouts.LAYOUTS["torch"], layouts.pack(HW, "torch")
SEEN = all_true(QUERIES, KEYS)
EVERYTHING = {"queries": X, "keys": Y, "values": Y, "mask": SEEN}
EXPLORED = {"x": torch.rand(5, 4)} | {f"W_{letter}": torch.rand(4, 4) for letter in "QKV"}


def layered(name):
    """Passes an odd tensor as one argument of a layer's call."""

    def call(odd):
        return make(StackedAttention)(**(EVERYTHING | {name: odd(EVERYTHING[name])}))

    return call


def attending(name):
    """The same for the attention function."""
    given = EVERYTHING | {"queries": q, "keys": k, "values": v}
    return lambda odd: scaled_dot_product_attention(**(given | {name: odd(given[name])}))


def weighing(name):
    return lambda odd: replace(HW, **{name: odd(getattr(HW, name))})


def exploring(name):
    changed = EXPLORED | {"tokens": NAMES}
    return lambda odd: widgets.SplitExplorer(**(changed | {name: odd(EXPLORED[name])}))


def reader_of(read, name, *arguments):
    return lambda odd: read(OF_TORCH | {name: odd(OF_TORCH[name])}, *arguments)


def searching(name):
    given = {"state_dict": OF_TORCH, "inputs": X, "outputs": X, "source": X, "mask": LOOK}
    return lambda odd: layouts.search(**given | {name: odd(given[name])})


DRAWN = drawings.hot_tea()
TOKENS_OF_TEA, X_OF_TEA, HEADS_OF_TEA = drawings.hot_tea()
DENSE = {
    "attention_scores: queries": lambda odd: attention_scores(odd(q), k),
    "attention_scores: keys": lambda odd: attention_scores(q, odd(k)),
    "attention_weights: scores": lambda odd: attention_weights(odd(SQUARE)),
    "attention_weights: mask": lambda odd: attention_weights(SQUARE, odd(LOOK)),
    **{f"scaled_dot_product_attention: {name}": attending(name) for name in EVERYTHING},
    **{f"Attention.forward: {name}": layered(name) for name in EVERYTHING},
    "Attention.forward: rotary": lambda odd: make(StackedAttention)(
        X, rotary=lambda heads, positions: odd(heads)
    ),
    "split_heads: x": lambda odd: split_heads(odd(ones(5, 12)), 3),
    "merge_heads: x": lambda odd: merge_heads(odd(ones(3, 5, 4))),
    "padding_mask: lengths": lambda odd: padding_mask(odd(torch.tensor([3, 5]))),
    "rotate: x": lambda odd: rotate(odd(torch.rand(3, 5, 4))),
    "rotate: positions": lambda odd: rotate(torch.rand(3, 5, 4), odd(torch.arange(5))),
    "is_causal: mask": lambda odd: masks.is_causal(odd(LOOK)),
    "from_additive: mask": lambda odd: masks.from_additive(odd(torch.zeros(5, 5))),
    "to_additive: mask": lambda odd: masks.to_additive(odd(LOOK)),
    "from_torch_mha_mask: blocked": lambda odd: masks.from_torch_mha_mask(odd(LOOK)),
    "to_torch_mha_mask: mask": lambda odd: masks.to_torch_mha_mask(odd(LOOK)),
    **{f"HeadParameters.__init__: {name}": weighing(name) for name in vars(HW)},
    "HeadParameters.map: function, W_Q": HW.map,
    "concatenate_heads: blocks": lambda odd: concatenate_heads(odd(ones(3, 12, 4))),
    "unpack: state_dict, in_proj_weight": reader_of(layouts.unpack, "in_proj_weight", "torch", 3),
    "unpack: state_dict, out_proj.bias": reader_of(layouts.unpack, "out_proj.bias", "torch", 3),
    "convert: state_dict, in_proj_bias": reader_of(
        layouts.convert, "in_proj_bias", "torch", "d2l", 3
    ),
    **{f"search: {name}": searching(name) for name in ("inputs", "outputs", "source", "mask")},
    "search: state_dict, in_proj_weight": reader_of(layouts.search, "in_proj_weight", X, X),
    "Layout.match: state, in_proj_bias": reader_of(TORCH.match, "in_proj_bias"),
    "single_head_weights: queries": lambda odd: analysis.single_head_weights(odd(q), k),
    "single_head_weights: keys": lambda odd: analysis.single_head_weights(q, odd(k)),
    "single_head_weights: mask": lambda odd: analysis.single_head_weights(q, k, odd(SEEN)),
    "product_of_experts: weights": lambda odd: analysis.product_of_experts(odd(MAPS)),
    "total_variation: weights": lambda odd: analysis.total_variation(odd(SQUARE), SQUARE),
    "total_variation: others": lambda odd: analysis.total_variation(SQUARE, odd(SQUARE)),
    "entropy: weights": lambda odd: analysis.entropy(odd(SQUARE)),
    "join_pieces: weights": lambda odd: analysis.join_pieces(odd(SQUARE), [0] * len(SQUARE)),
    "relative_difference: output": lambda odd: analysis.relative_difference(odd(SQUARE), SQUARE),
    "relative_difference: reference": lambda odd: analysis.relative_difference(SQUARE, odd(SQUARE)),
    "sentence_vectors: lengths": lambda odd: pretrained.sentence_vectors(
        MAPS, odd(torch.ones(len(MAPS)).long())
    ),
    "sentence_vectors: tokens": lambda odd: pretrained.sentence_vectors(odd(MAPS), [1] * len(MAPS)),
    "draw_heads: weights": lambda odd: figures.draw_heads(odd(MAPS), NAMES),
    "draw_heads: outline": lambda odd: figures.draw_heads(MAPS, NAMES, outline=odd(MAPS > 0)),
    "average: weights": lambda odd: drawings.average(odd(SQUARE), SQUARE, NAMES, NAMES),
    "average: values": lambda odd: drawings.average(SQUARE, odd(SQUARE), NAMES, NAMES),
    "averages: weights": lambda odd: drawings.averages(
        [list("ab"), list("ba")],
        {"a": [1], "b": [2]},
        {"one": odd(ones(1, 2) / 2)},
        query=0,
        features=["x"],
    ),
    "layer: x": lambda odd: drawings.layer(odd(X_OF_TEA), HEADS_OF_TEA, TOKENS_OF_TEA),
    "maps: weights": lambda odd: drawings.maps([odd(SQUARE)], NAMES),
    "strip: query": lambda odd: drawings.strip(
        odd(ones(2)), ones(2, 2), ones(2, 2), ["a", "b"], query_token="a"
    ),
    "strip: keys": lambda odd: drawings.strip(
        ones(2), odd(ones(2, 2)), ones(2, 2), ["a", "b"], query_token="a"
    ),
    "strip: values": lambda odd: drawings.strip(
        ones(2), ones(2, 2), odd(ones(2, 2)), ["a", "b"], query_token="a"
    ),
    "draw_products: weights": lambda odd: figures.draw_products(
        odd(ones(2, 5) / 5), ones(5) / 5, NAMES
    ),
    "draw_products: single": lambda odd: figures.draw_products(
        ones(2, 5) / 5, odd(ones(5) / 5), NAMES
    ),
    "draw_signed: matrices": lambda odd: figures.draw_signed(
        odd(MAPS), NAMES, NAMES, ["one", "two"]
    ),
    "draw_sizes: matrices": lambda odd: figures.draw_sizes(odd(MAPS), NAMES, NAMES, ["one", "two"]),
    "draw_sizes: outline": lambda odd: figures.draw_sizes(
        MAPS, NAMES, NAMES, ["one", "two"], outline=odd(MAPS[0])
    ),
    "draw_points: line": lambda odd: figures.draw_points(
        odd(ones(2)), ones(2, 2), ["a", "b"], axes=("x", "y")
    ),
    "draw_points: plane": lambda odd: figures.draw_points(
        ones(2), odd(ones(2, 2)), ["a", "b"], axes=("x", "y")
    ),
    "PatternFit.__init__: patterns, pattern 'one'": lambda odd: widgets.PatternFit(
        {"one": odd(torch.eye(5))}, list("abcde")
    ),
    "PruneView.__init__: subsets": lambda odd: widgets.PruneView(1, 2, subsets=odd(ones(4))),
    "HeadsView.__init__: matrices": lambda odd: widgets.HeadsView(odd(MAPS), NAMES),
    "HeadsView.__init__: matrices, matrices[1]": lambda odd: widgets.HeadsView(
        [MAPS, odd(MAPS)], [NAMES, NAMES]
    ),
    "LoadsView.__init__: similarities": lambda odd: widgets.LoadsView(
        ["right"], odd(torch.zeros(1, 2, 2)), torch.zeros(1, 3), ["a", "b"], ["c", "d"]
    ),
    "LoadsView.__init__: errors": lambda odd: widgets.LoadsView(
        ["right"], torch.zeros(1, 2, 2), odd(torch.zeros(1, 3)), ["a", "b"], ["c", "d"]
    ),
    "MaskPainter.__init__: scores": lambda odd: widgets.MaskPainter(odd(SQUARE), NAMES),
    "MaskPainter.__init__: mask": lambda odd: widgets.MaskPainter(SQUARE, NAMES, mask=odd(LOOK)),
    **{f"SplitExplorer.__init__: {name}": exploring(name) for name in EXPLORED},
    "LayerView.__init__: x": lambda odd: widgets.LayerView(odd(DRAWN[1]), DRAWN[2], DRAWN[0]),
    **{
        f"{name}.__init__: {argument}": call
        for name, module in TESTS.items()
        for argument, call in getattr(module, "DENSE", {}).items()
    },
}


# A cache. HELD has seen two samples of three tokens, through the layer that HOLDER is.

HOLDER = StackedAttention(D_MODEL, HEADS)


@torch.no_grad()
def held(**options):
    cache = KVCache()
    HOLDER(X[:, :3], cache=cache)
    return {"cache": cache} | options


def going_on(x=X[:, :2], layer=HOLDER, **options):
    """The next tokens, with a cache that is filled."""
    return torch.no_grad()(lambda: layer(x, **held(**options)))


def cropped(lengths):
    return lambda: held()["cache"].crop(lengths)


CACHES = [
    ("something else", going_on(cache={}), TypeError, "cache must be a KVCache; got {} (dict)"),
    ("gradients", lambda: HOLDER(X[:, :2], **held()),
     ValueError, "cache must be used without gradients, under torch.no_grad(); got gradients on"),
    ("gradients at the start", lambda: HOLDER(X, cache=KVCache()),
     ValueError, "cache must be used without gradients, under torch.no_grad(); got gradients on"),
    ("another layer", going_on(layer=StackedAttention(D_MODEL, HEADS)),
     ValueError,
        "cache must belong to this layer; got one that another layer filled (use one cache per "
        "layer)"),
    ("another batch", going_on(X[:1, :2]),
     ValueError,
        "queries must have the leading sizes of the cache, (2,); got float32 of shape (1, 2, 12)"),
    ("a list of tokens", going_on([1.0]),
     TypeError, "queries must be a torch.Tensor; got [1.0] (list)"),
    ("keys", going_on(keys=Y),
     ValueError, "keys must be left out if cache is given, because they then come from queries; "
        "got float32 of shape (2, 7, 12)"),
    ("values", going_on(values=Y),
     ValueError, "values must be left out if cache is given, because they then come from queries; "
        "got float32 of shape (2, 7, 12)"),
    ("a causal mask from the wrong corner", going_on(mask=all_true(2, 5).tril()),
     ValueError,
        "mask must be omitted, because a cache is causal by itself, or aligned to the last key "
        "(masks.causal_mask(n_queries, n_keys)); got a causal mask aligned to the first key"),
    ("the same for one new token", going_on(X[:, :1], mask=all_true(2, 3, 1, 4).tril()),
     ValueError,
        "mask must be omitted, because a cache is causal by itself, or aligned to the last key "
        "(masks.causal_mask(n_queries, n_keys)); got a causal mask aligned to the first key"),
    ("a mask of the new tokens alone", going_on(mask=causal_mask(2)),
     ValueError, "mask must broadcast to the scores' shape (2, 3, 2, 5); got bool of shape (2, 2)"),
    ("room for no token", lambda: KVCache(0), ValueError, "capacity must be at least 1; got 0"),
    ("cropped to more", cropped(4),
     ValueError, "lengths must be between 0 and the cached lengths, [3, 3]; got 4"),
    ("cropped below 0", cropped([-1, 2]),
     ValueError, "lengths must be between 0 and the cached lengths, [3, 3]; got [-1, 2]"),
    ("cropped to a length for a third sample", cropped([1, 2, 3]),
     ValueError,
        "lengths must be one number or have the batch's shape (2,); got int64 of shape (3,)"),
    ("cropped to a half", cropped(1.5),
     TypeError, "lengths must be integers, one for all samples or one per sample; got 1.5 (float)"),
    ("cropped to True", cropped(True),
     TypeError, "lengths must be integers, one for all samples or one per sample; got True (bool)"),
    ("cropped while empty", lambda: KVCache().crop(0),
     ValueError, "lengths must be between 0 and the cached lengths, 0; got 0"),
]  # fmt: skip


@each_row(caches=CACHES)
def test_a_cache_refuses(call, error, message):
    assert refusal(call) == (error, message)


def test_a_cache_of_another_dtype_is_refused():
    layer, cache = StackedAttention(D_MODEL, HEADS), KVCache()
    with torch.no_grad():
        layer(X, cache=cache)
        layer.double()
        assert refusal(lambda: layer(X.double(), cache=cache)) == (
            TypeError,
            "keys must have the dtype and device of the cache, torch.float32 on cpu; "
            "got torch.float64 on cpu",
        )


def test_a_refused_call_does_not_change_the_cache():
    cache = held()["cache"]
    for call in (
        lambda: HOLDER(with_one(nan), cache=cache),
        lambda: HOLDER(X, mask=all_true(5, 8).tril(), cache=cache),
        lambda: HOLDER(X, mask=all_true(4, 8), cache=cache),
        lambda: cache.crop([1, 7]),
    ):
        error, _ = refusal(torch.no_grad()(call))
        assert error is ValueError
        assert cache.lengths.tolist() == [3, 3]


def rotated(*positions, **options):
    return lambda: rotate(k, *positions, **options)


ROTATIONS = [
    ("an odd width", rotated(), ValueError, "x must have an even d_head, to form pairs; "
                                  "got float32 of shape (3, 7, 11)"),
    ("integers", lambda: rotate(ones(3, 4).int()),
     TypeError, "x must be floating point; got int32 of shape (3, 4)"),
    ("one position", lambda: rotate(ones(3, 4), torch.tensor(1)),
     ValueError, "positions must broadcast to the tokens of x, (3,); got int64 of shape ()"),
    ("too few positions", lambda: rotate(ones(3, 4), torch.arange(2)),
     ValueError, "positions must broadcast to the tokens of x, (3,); got int64 of shape (2,)"),
    ("positions of samples", lambda: rotate(ones(2, 2, 3, 4), torch.ones(2, 3)),
     ValueError,
        "positions must have 1 dimension (tokens) or all 3 of the tokens of x, (2, 2, 3); got "
        "float32 of shape (2, 3) (one row per sample? give it a heads axis: positions[:, None])"),
    ("8 bits", lambda: rotate(ones(3, 4).to(torch.float8_e5m2)),
     TypeError, "x must have 16 bits or more; got float8_e5m2 of shape (3, 4)"),
    ("positions in a list", lambda: rotate(ones(3, 4), [0, 1, 2]),
     TypeError, "positions must be a tensor of numbers; got [0, 1, 2] (list)"),
    ("a mask for positions", lambda: rotate(ones(3, 4), all_true(3)),
     TypeError, "positions must be a tensor of numbers; got bool of shape (3,)"),
    ("a base of 0", lambda: rotate(ones(3, 4), base=0),
     ValueError, "base must be above 0; got 0.0"),
    ("a base in a text", lambda: rotate(ones(3, 4), base="1"),
     TypeError, "base must be a number; got '1' (str)"),
]  # fmt: skip


@each_row(rotations=ROTATIONS)
def test_rotate_refuses(call, error, message):
    assert refusal(call) == (error, message)


def public_calls():
    """Every public function of the library's modules, and the methods that take tensors."""
    for module in (
        analysis, attention, figures, heads, layouts, masks, pretrained, rotary, head_parameters,
    ):  # fmt: skip
        for name, member in vars(module).items():
            if inspect.isfunction(member) and member.__module__ == module.__name__:
                yield name, member
    drawn = ((name, getattr(drawings, name)) for name in drawings.__all__)
    yield from ((name, thing) for name, thing in drawn if inspect.isfunction(thing))
    yield "Attention.forward", StackedAttention.forward
    for Class, method in (
        *((Layer, "__init__") for Layer in LAYERS),
        (HeadParameters, "__init__"),
        (HeadParameters, "map"),
        (layouts.Layout, "match"),
        *((getattr(widgets, name), "__init__") for name in widgets.__all__),
    ):
        yield f"{Class.__name__}.{method}", getattr(Class, method)


def test_everything_public_that_takes_a_tensor_is_tried_with_one_that_is_not_dense():
    taking = {
        f"{name}: {parameter.name}"
        for name, function in public_calls()
        if (not name.startswith("_") or "." in name)
        and name != "attend_unchecked"  # its callers check
        for parameter in inspect.signature(function).parameters.values()
        if "Tensor" in str(parameter.annotation)
    }
    accepting = {"detect: state_dict", "find_attentions: state_dict"}  # they find no layout for it
    assert taking - accepting == {what.split(",")[0] for what in DENSE}


class Sparse:
    """Makes tensors sparse, and knows the error message for the first of them."""

    def __call__(self, dense):
        self.came = getattr(self, "came", dense)
        return dense.to_sparse()

    def refused_as(self, name):
        dtype, shape = str(self.came.dtype).removeprefix("torch."), tuple(self.came.shape)
        got = f"{dtype} of shape {shape}, layout torch.sparse_coo"
        return TypeError, f"{name} must be dense; got {got} (call .to_dense())"


@pytest.mark.parametrize("what", DENSE)
def test_sparse_is_refused_by(what):
    sparse = Sparse()
    called = what.split(": ")[1].split(", ")[-1]  # as the argument, or after its comma
    assert refusal(DENSE[what], sparse) == sparse.refused_as(called)


def test_detect_finds_no_layout_for_sparse_tensors():
    assert layouts.detect(OF_TORCH) == ("torch",)
    assert reader_of(layouts.detect, "in_proj_bias")(torch.Tensor.to_sparse) == ()
