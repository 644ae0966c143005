"""rotate, compared with products of complex numbers and with transformers' Llama."""

import re
from functools import partial

import pytest
import torch

from mha_lib import (
    KVCache,
    StackedAttention,
    causal_mask,
    layouts,
    masks,
    rotate,
)
from tests.helpers.oracles import assert_same, random

pytest.importorskip("transformers", reason="transformers is in .venv alone")
from transformers import LlamaConfig
from transformers.models.llama.modeling_llama import (
    LlamaAttention,
    LlamaRotaryEmbedding,
    apply_rotary_pos_emb,
)

BATCH, HEADS, TOKENS, D_HEAD = 2, 3, 5, 14


def rotated(x, positions, base=10000.0):
    """Each pair as a complex number, times e^(i p / base^(2 j / d_head))."""
    pairs = torch.complex(x[..., : D_HEAD // 2], x[..., D_HEAD // 2 :])
    slower = base ** (-torch.arange(D_HEAD // 2, dtype=torch.float64) * 2 / D_HEAD)
    pairs = pairs * torch.polar(torch.ones(()).double(), positions[..., None] * slower)
    return torch.cat([pairs.real, pairs.imag], -1)


def test_each_pair_is_rotated_by_its_own_angle():
    x = random(BATCH, HEADS, TOKENS, D_HEAD)
    assert_same(rotate(x), rotated(x, torch.arange(TOKENS)))
    positions = torch.tensor([7, 0, 2, 2, 100])
    assert_same(rotate(x, positions), rotated(x, positions))
    for base in (0.5, 1.0, 500.0):
        assert_same(rotate(x, base=base), rotated(x, torch.arange(TOKENS), base))


def test_scores_depend_only_on_the_distance():
    query, key = random(1, D_HEAD), random(1, D_HEAD)

    def score(p, q):
        return rotate(query, torch.tensor([p])) @ rotate(key, torch.tensor([q])).mT

    assert_same(score(3, 1), score(40, 38))
    assert not torch.allclose(score(3, 1), score(3, 2))


def llama(dtype, base):
    config = LlamaConfig(
        hidden_size=HEADS * D_HEAD, num_attention_heads=HEADS, head_dim=D_HEAD,
        rope_parameters={"rope_type": "default", "rope_theta": base},
    )  # fmt: skip
    return LlamaRotaryEmbedding(config).to(dtype)


def test_rotate_equals_llamas_bit_for_bit_in_every_precision():
    positions = torch.tensor([[0, 1, 2, 3, 4], [9, 10, 11, 500, 8191]])
    for dtype in (torch.float32, torch.bfloat16, torch.float16):
        for base in (10000.0, 500000.0):
            q, k = (random(BATCH, HEADS, TOKENS, D_HEAD).to(dtype) for _ in range(2))
            cos, sin = llama(torch.float32, base)(q, positions)
            theirs = apply_rotary_pos_emb(q, k, cos, sin)
            for x, expected in zip((q, k), theirs, strict=True):
                assert torch.equal(rotate(x, positions[:, None], base), expected)


def test_gradients_are_rotated_back():
    x = random(HEADS, TOKENS, D_HEAD, requires_grad=True)
    output_gradient = random(HEADS, TOKENS, D_HEAD)
    (rotate(x) * output_gradient).sum().backward()
    assert_same(x.grad, rotated(output_gradient, -torch.arange(TOKENS).double()))


# In a layer.


def llama_attention(heads=6, key_heads=2, base=10000.0):
    """Llama's attention with random numbers, its rotary embedding, and the same on our layer."""
    config = LlamaConfig(
        hidden_size=heads * D_HEAD, num_attention_heads=heads, num_key_value_heads=key_heads,
        head_dim=D_HEAD, attn_implementation="eager",
        rope_parameters={"rope_type": "default", "rope_theta": base},
    )  # fmt: skip
    theirs = LlamaAttention(config, layer_idx=0).double()
    ours = StackedAttention.from_head_parameters(
        layouts.unpack(theirs.state_dict(), "llama", heads)
    )

    def run(x):
        mask = masks.to_additive(causal_mask(x.shape[-2]), torch.float64)[None, None]
        around = LlamaRotaryEmbedding(config)(x, torch.arange(x.shape[-2])[None])
        return theirs(x, around, mask)

    return run, ours


@pytest.mark.parametrize("base", [10000.0, 500.0])
@pytest.mark.parametrize("need_weights", [True, False])
@torch.no_grad()
def test_a_layer_with_rotary_positions_equals_llamas_attention(base, need_weights):
    theirs, ours = llama_attention(base=base)
    assert (ours.n_heads, ours.n_kv_heads) == (6, 2)
    x = random(BATCH, TOKENS, 6 * D_HEAD)
    expected, expected_weights = theirs(x)
    output, weights = ours(
        x, mask=causal_mask(TOKENS), need_weights=need_weights, rotary=partial(rotate, base=base)
    )
    assert_same(output, expected, 1e-6)  # Llama's angles are of single precision
    if need_weights:
        assert_same(weights, expected_weights, 1e-6)
    assert not torch.allclose(ours(x, mask=causal_mask(TOKENS))[0], expected, atol=1e-3)


@pytest.mark.parametrize("lead", [(), (2, 3)])
@torch.no_grad()
def test_sequences_without_a_batch_or_with_two_are_rotated_as_with_one(lead):
    theirs, ours = llama_attention()
    x = random(*lead, TOKENS, 6 * D_HEAD)
    expected, _ = theirs(x.reshape(-1, TOKENS, 6 * D_HEAD))
    output, _ = ours(x, mask=causal_mask(TOKENS), rotary=rotate)
    assert_same(output, expected.view_as(output), 1e-6)


@pytest.mark.parametrize("steps", [(3, 1, 1, 4), (1,) * 9, (9,)])
@torch.no_grad()
def test_with_a_cache_rotary_positions_continue_where_it_ends(steps):
    theirs, ours = llama_attention()
    x, cache = random(BATCH, sum(steps), 6 * D_HEAD), KVCache()
    outputs = [ours(part, cache=cache, rotary=rotate)[0] for part in x.split(steps, 1)]
    assert_same(torch.cat(outputs, 1), theirs(x)[0], 1e-6)


@torch.no_grad()
def test_after_a_crop_positions_continue_where_each_sample_ends():
    theirs, ours = llama_attention()
    prompts, new, cache = random(BATCH, 4, 6 * D_HEAD), random(BATCH, 2, 6 * D_HEAD), KVCache()
    ours(prompts, cache=cache, rotary=rotate)
    cache.crop([4, 2])
    output, _ = ours(new, cache=cache, rotary=rotate)
    for sample, length in enumerate([4, 2]):
        text = torch.cat([prompts[sample, :length], new[sample]])[None]
        assert_same(output[sample], theirs(text)[0][0, length:], 1e-6)


def test_gradients_flow_through_the_rotation_and_it_compiles(no_type_hook):
    layer, x = StackedAttention(6, 3, dtype=torch.float64), random(BATCH, TOKENS, 6)
    torch.compiler.reset()
    compiled = torch.compile(partial(layer, rotary=rotate), fullgraph=True, backend="eager")
    expected = layer(x, rotary=rotate)[0]
    assert_same(compiled(x)[0], expected)
    expected.sum().backward()
    assert layer.W_Q.grad.any()


@pytest.mark.parametrize(
    ("rotary", "error", "message"),
    [
        (
            10000.0,
            TypeError,
            "rotary must be a function of heads and positions; got 10000.0 (float)",
        ),
        (
            lambda heads, positions: heads[..., :1],
            ValueError,
            "rotary must return heads of the shape and dtype that it was given, "
            "float32 of shape (1, 3, 4, 2); got float32 of shape (1, 3, 4, 1)",
        ),
    ],
)
def test_rotary_must_be_a_function_that_keeps_the_shape(rotary, error, message, no_type_hook):
    with pytest.raises(error, match=re.escape(message)):
        StackedAttention(6, 3)(torch.randn(1, 4, 6), rotary=rotary)


@pytest.mark.parametrize("name", ["keys", "values"])
def test_with_rotary_positions_keys_and_values_are_left_out(name):
    x = torch.randn(1, 4, 6)
    message = f"{name} must be left out if rotary is given, because they then come from queries"
    with pytest.raises(ValueError, match=message):
        StackedAttention(6, 3)(x, **{name: torch.randn(1, 4, 6)}, rotary=rotate)
