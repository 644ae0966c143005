"""rotate against complex numbers, which turn by themselves, and against transformers' Llama."""

import torch
from oracles import random, same
from transformers import LlamaConfig
from transformers.models.llama.modeling_llama import (
    LlamaAttention,
    LlamaRotaryEmbedding,
    apply_rotary_pos_emb,
)

from mha_lib import (
    StackedAttention,
    causal_mask,
    layouts,
    merge_heads,
    rotate,
    scaled_dot_product_attention,
)

BATCH, HEADS, TOKENS, D_HEAD = 2, 3, 5, 14


def turned(x, positions, base=10000.0):
    """Each pair as a complex number, times e^(i p / base^(2 j / d_head))."""
    pairs = torch.complex(x[..., : D_HEAD // 2], x[..., D_HEAD // 2 :])
    slower = base ** (-torch.arange(D_HEAD // 2, dtype=torch.float64) * 2 / D_HEAD)
    pairs = pairs * torch.polar(torch.ones(()).double(), positions[..., None] * slower)
    return torch.cat([pairs.real, pairs.imag], -1)


def test_each_pair_is_turned_by_its_own_angle():
    x = random(BATCH, HEADS, TOKENS, D_HEAD)
    same(rotate(x), turned(x, torch.arange(TOKENS)))
    places = torch.tensor([7, 0, 2, 2, 100])
    same(rotate(x, places), turned(x, places))
    same(rotate(x, base=500.0), turned(x, torch.arange(TOKENS), 500.0))


def test_samples_may_stand_at_places_of_their_own():
    x = random(BATCH, HEADS, TOKENS, D_HEAD)
    places = torch.randint(50, (BATCH, 1, TOKENS))
    same(rotate(x, places), turned(x, places.double()))


def test_scores_depend_on_the_distance_alone():
    query, key = random(1, D_HEAD), random(1, D_HEAD)

    def score(p, q):
        return rotate(query, torch.tensor([p])) @ rotate(key, torch.tensor([q])).mT

    same(score(3, 1), score(40, 38))
    assert not torch.allclose(score(3, 1), score(3, 2))


def llama(dtype, base):
    config = LlamaConfig(
        hidden_size=HEADS * D_HEAD, num_attention_heads=HEADS, head_dim=D_HEAD,
        rope_parameters={"rope_type": "default", "rope_theta": base},
    )  # fmt: skip
    return LlamaRotaryEmbedding(config).to(dtype)


def test_it_is_llamas_bit_for_bit_in_every_precision():
    places = torch.tensor([[0, 1, 2, 3, 4], [9, 10, 11, 500, 8191]])
    for dtype in (torch.float32, torch.bfloat16, torch.float16):
        for base in (10000.0, 500000.0):
            q, k = (random(BATCH, HEADS, TOKENS, D_HEAD).to(dtype) for _ in range(2))
            cos, sin = llama(torch.float32, base)(q, places)
            theirs = apply_rotary_pos_emb(q, k, cos, sin)
            for x, expected in zip((q, k), theirs, strict=True):
                assert torch.equal(rotate(x, places[:, None], base), expected)


def test_gradients_turn_back():
    x = random(HEADS, TOKENS, D_HEAD, requires_grad=True)
    pull = random(HEADS, TOKENS, D_HEAD)
    (rotate(x) * pull).sum().backward()
    same(x.grad, turned(pull, -torch.arange(TOKENS).double()))


def test_with_shared_heads_it_is_llamas_attention():
    heads, key_heads = 6, 2
    config = LlamaConfig(
        hidden_size=heads * D_HEAD, num_attention_heads=heads, num_key_value_heads=key_heads,
        head_dim=D_HEAD, attn_implementation="eager",
    )  # fmt: skip
    theirs = LlamaAttention(config, layer_idx=0).double()
    x, places = random(BATCH, TOKENS, heads * D_HEAD), torch.arange(TOKENS)[None]
    mask = causal_mask(TOKENS)
    around = LlamaRotaryEmbedding(config)(x, places)
    additive = torch.zeros(TOKENS, TOKENS).masked_fill(~mask, -1e30).double()[None, None]
    with torch.no_grad():
        expected, expected_weights = theirs(x, around, additive)

    layer = StackedAttention.from_head_weights(layouts.unpack(theirs.state_dict(), "llama", heads))
    q, k, v = layer._project(x, x, x)
    k, v = (heads_of.repeat_interleave(3, 1) for heads_of in (rotate(k), v))
    output, weights = scaled_dot_product_attention(rotate(q), k, v, mask)
    # Llama's angles are of single precision.
    same(weights.detach(), expected_weights, 1e-6)
    same((merge_heads(output) @ layer.W_O).detach(), expected, 1e-6)
