"""What torch gets wrong or answers with NaN, or leaves to be guessed: here it has a right answer.

Inputs that are refused instead are in tests/test_bad_input.py.
"""

from math import nan

import numpy as np
import pytest
import torch

from mha_lib import (
    PackedAttention,
    PerHeadAttention,
    SingleHeadAttention,
    StackedAttention,
    causal_mask,
)
from tests.helpers.oracles import assert_same, random

pytestmark = pytest.mark.usefixtures("no_type_hook")

BATCH, QUERIES, D_MODEL, HEADS = 2, 5, 12, 3
MULTI = [PerHeadAttention, StackedAttention, PackedAttention]


def each(*layers):
    return pytest.mark.parametrize("Layer", layers, ids=lambda Layer: Layer.__name__)


each_layer = each(SingleHeadAttention, *MULTI)
each_way = pytest.mark.parametrize("need_weights", [True, False], ids=["weights", "fused"])


def make(Layer, dtype=torch.float64, **options):
    heads = {} if Layer is SingleHeadAttention else {"n_heads": HEADS}
    return Layer(D_MODEL, **heads, dtype=dtype, **options)


def tokens():
    return random(BATCH, QUERIES, D_MODEL)


@each_layer
def test_true_means_may_attend(Layer):
    # Each query may attend to the next token alone, the last one to the first.
    mask = torch.eye(QUERIES, dtype=torch.bool).roll(1, dims=1)
    _, weights = make(Layer)(tokens(), mask=mask)
    assert torch.equal(weights, mask.double().expand_as(weights))


@each_layer
@each_way
def test_batch_comes_first_and_one_sample_cannot_reach_another(Layer, need_weights):
    layer, x = make(Layer), tokens()
    changed = torch.stack([x[0], random(QUERIES, D_MODEL)])
    before, _ = layer(x, need_weights=need_weights)
    after, _ = layer(changed, need_weights=need_weights)
    assert torch.equal(after[0], before[0])
    assert (after[1] - before[1]).abs().max() > 1e-3


@each_layer
def test_one_query_with_a_cache_sees_all_keys(Layer):
    # torch aligns is_causal at the top left, where one query sees the first key alone.
    layer, x = make(Layer), tokens()
    whole, _ = layer(x, mask=causal_mask(QUERIES))
    last, weights = layer(x[:, -1:], x, mask=causal_mask(1, QUERIES))
    assert_same(last, whole[:, -1:])
    assert (weights > 0).all()


@each_layer
def test_there_is_no_is_causal_to_conflict_with_a_mask(Layer):
    with pytest.raises(TypeError, match="is_causal"):
        make(Layer)(tokens(), is_causal=True)


@each_layer
def test_a_finite_input_whose_sum_overflows_is_finite(Layer):
    layer = make(Layer, torch.float32, bias=False)
    with torch.no_grad():
        for parameter in layer.parameters():
            parameter.mul_(1e-30)
    x = torch.full((BATCH, QUERIES, D_MODEL), 3e38)
    assert x.sum().isinf()
    assert layer(x)[0].isfinite().all()


@each_layer
def test_values_are_not_read_where_python_must_not_read_them(Layer):
    # Inside vmap a branch on a tensor's numbers would be an error of torch's own.
    layer, x = make(Layer), tokens()
    x[1, 2, 3] = nan
    output = torch.func.vmap(lambda sample: layer(sample)[0])(x)
    assert output[0].isfinite().all()
    assert output[1].isnan().any()


@each(*MULTI)
def test_sizes_may_be_numpy_integers(Layer):
    layer = Layer(np.int64(D_MODEL), np.int32(HEADS), dropout=0)
    assert (layer.d_model, layer.n_heads, layer.dropout) == (D_MODEL, HEADS, 0.0)
    assert type(layer.n_heads) is int
