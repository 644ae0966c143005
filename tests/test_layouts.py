"""layouts.py: the numbers of another system, in its own storage, give its own results."""

from dataclasses import fields

import pytest
import torch
from oracles import gradients, multi_head, random, same, torch_layer
from torch import nn

from mha_lib import HeadWeights, layouts

BATCH, HEADS, QUERIES, KEYS, D_HEAD, KDIM, VDIM = 2, 3, 5, 7, 11, 13, 17
D_MODEL = HEADS * D_HEAD
NAMES = [field.name for field in fields(HeadWeights)]


def make(d_keys_in=D_MODEL, d_values_in=D_MODEL, bias=True):
    """Random numbers that every slot holds others of; nn.MultiheadAttention's own biases are 0."""
    return HeadWeights(
        W_Q=random(HEADS, D_MODEL, D_HEAD) / 5,
        W_K=random(HEADS, d_keys_in, D_HEAD) / 5,
        W_V=random(HEADS, d_values_in, D_HEAD) / 5,
        W_O=random(HEADS, D_HEAD, D_MODEL) / 5,
        b_Q=random(HEADS, D_HEAD) if bias else None,
        b_K=random(HEADS, D_HEAD) if bias else None,
        b_V=random(HEADS, D_HEAD) if bias else None,
        b_O=random(D_MODEL) if bias else None,
    )


STORAGES = {
    "packed": ({}, {}),
    "apart": ({"d_keys_in": KDIM, "d_values_in": VDIM}, {"kdim": KDIM, "vdim": VDIM}),
    "keys apart": ({"d_keys_in": KDIM}, {"kdim": KDIM}),
    "values apart": ({"d_values_in": VDIM}, {"vdim": VDIM}),
}
each_storage = pytest.mark.parametrize(("sizes", "options"), STORAGES.values(), ids=STORAGES.keys())
each_bias = pytest.mark.parametrize("bias", [True, False], ids=["bias", "no bias"])


@each_storage
@each_bias
def test_packed_weights_make_torchs_layer_compute_the_paper(sizes, options, bias):
    hw = make(**sizes, bias=bias)
    layer = torch_layer(layouts.pack(hw, "torch"), D_MODEL, HEADS, **options)
    tokens = [
        random(BATCH, QUERIES, D_MODEL),
        random(BATCH, KEYS, hw.W_K.shape[1]),
        random(BATCH, KEYS, hw.W_V.shape[1]),
    ]
    output, weights = layer(*tokens, average_attn_weights=False)
    expected, expected_weights = multi_head(hw, *tokens)
    same(output, expected)
    same(weights, expected_weights)


@each_storage
@each_bias
def test_unpacked_weights_make_the_paper_compute_torchs_layer(sizes, options, bias):
    layer = nn.MultiheadAttention(
        D_MODEL, HEADS, bias=bias, batch_first=True, dtype=torch.float64, **options
    )
    for parameter in layer.parameters():
        nn.init.normal_(parameter, std=0.3)  # its biases would be 0
    tokens = [
        random(BATCH, QUERIES, D_MODEL),
        random(BATCH, KEYS, options.get("kdim", D_MODEL)),
        random(BATCH, KEYS, options.get("vdim", D_MODEL)),
    ]
    hw = layouts.unpack(layer.state_dict(), "torch", HEADS)
    expected, expected_weights = layer(*tokens, average_attn_weights=False)
    output, weights = multi_head(hw, *tokens)
    same(output, expected.detach())
    same(weights, expected_weights.detach())


@each_storage
@each_bias
def test_gradients_unpack_as_weights_do(sizes, options, bias):
    hw = make(**sizes, bias=bias).map(lambda tensor: tensor.requires_grad_())
    names = [name for name in NAMES if getattr(hw, name) is not None]
    layer = torch_layer(layouts.pack(hw.map(torch.detach), "torch"), D_MODEL, HEADS, **options)
    tokens = [
        random(BATCH, QUERIES, D_MODEL),
        random(BATCH, KEYS, hw.W_K.shape[1]),
        random(BATCH, KEYS, hw.W_V.shape[1]),
    ]
    output, _ = layer(*tokens)
    pull = torch.randn_like(output)
    (output * pull).sum().backward()
    of_torch = layouts.unpack(
        {name: p.grad for name, p in layer.named_parameters()}, "torch", HEADS
    )
    expected = gradients(
        (multi_head(hw, *tokens)[0] * pull).sum(), *[getattr(hw, name) for name in names]
    )
    for name, gradient in zip(names, expected, strict=True):
        same(getattr(of_torch, name), gradient)


@each_storage
@each_bias
def test_unpack_undoes_pack_and_pack_undoes_unpack_bit_for_bit(sizes, options, bias):
    hw = make(**sizes, bias=bias)
    state = layouts.pack(hw, "torch")
    back = layouts.unpack(state, "torch", HEADS)
    for name in NAMES:
        expected, actual = getattr(hw, name), getattr(back, name)
        assert actual is None if expected is None else torch.equal(actual, expected)

    layer = nn.MultiheadAttention(D_MODEL, HEADS, bias=bias, **options)
    state = layer.state_dict()
    again = layouts.pack(layouts.unpack(state, "torch", HEADS), "torch")
    assert set(again) == set(state)
    assert all(torch.equal(again[name], state[name]) for name in state)


def test_every_layout_is_a_pair_that_loses_nothing():
    hw = make()
    assert "torch" in layouts.LAYOUTS
    for layout in layouts.LAYOUTS:
        back = layouts.unpack(layouts.pack(hw, layout), layout, HEADS)
        assert all(torch.equal(getattr(back, name), getattr(hw, name)) for name in NAMES)
