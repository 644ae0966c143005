"""KVCache: step by step as the whole sequence at once, by the paper's formula and torch's layer."""

import copy
from itertools import product

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from torch import nn

from mha_lib import (
    HeadParameters,
    KVCache,
    PackedAttention,
    PerHeadAttention,
    SingleHeadAttention,
    StackedAttention,
    causal_mask,
    layouts,
)
from tests.helpers.oracles import (
    assert_same,
    multi_head,
    one_key_head_per_query_head,
    random,
    torch_layer,
)

BATCH, HEADS, KV_HEADS, TOKENS, D_MODEL, D_HEAD, D_VALUE = 2, 6, 3, 11, 17, 5, 7
LAYERS = [SingleHeadAttention, PerHeadAttention, StackedAttention, PackedAttention]
each_layer = pytest.mark.parametrize("Layer", LAYERS, ids=lambda Layer: Layer.__name__)


def make(Layer, n_kv_heads=KV_HEADS, d_value=D_VALUE):
    n_heads, n_kv_heads = (1, 1) if Layer is SingleHeadAttention else (HEADS, n_kv_heads)
    params = HeadParameters.random(
        D_MODEL, n_heads, D_HEAD, d_value, n_kv_heads=n_kv_heads, dtype=torch.float64
    )
    return Layer.from_head_parameters(params), one_key_head_per_query_head(params)


@torch.no_grad()
def in_steps(layer, x, steps, cache=None, mask=None, need_weights=True):
    """Output and weights, row below row; the weights of keys that were not yet there are 0."""
    cache, outputs, rows = cache or KVCache(4), [], []  # 4: it has to grow
    for chunk in x.split(steps, -2):
        past = cache.n_tokens
        end = past + chunk.shape[-2]
        own = None if mask is None else mask[..., past:end, :end]
        output, weights = layer(chunk, mask=own, need_weights=need_weights, cache=cache)
        outputs.append(output)
        if need_weights:
            rows.append(nn.functional.pad(weights, (0, x.shape[-2] - end)))
    return torch.cat(outputs, -2), torch.cat(rows, -2) if rows else None


LEADS = [(), (BATCH,), (2, 3)]


def steps_give_the_whole_text(layer, params, steps, lead, need_weights=True):
    x = random(*lead, TOKENS, D_MODEL)
    expected, expected_weights = multi_head(params, x, x, x, causal_mask(TOKENS))
    output, weights = in_steps(layer, x, steps, need_weights=need_weights)
    assert_same(output, expected)
    if need_weights:
        assert_same(weights, expected_weights)


@each_layer
@pytest.mark.parametrize("steps", [[1] * 11, [4, 1, 1, 1, 1, 1, 1, 1], [3, 5, 1, 2], [11]], ids=str)
def test_steps_equal_the_whole_sequence(Layer, steps):
    steps_give_the_whole_text(*make(Layer), steps, (BATCH,))


@pytest.mark.parametrize("lead", LEADS, ids=str)
@pytest.mark.parametrize("need_weights", [True, False])
def test_steps_equal_the_whole_sequence_with_any_options(lead, need_weights):
    for n_kv_heads, d_value in product((HEADS, KV_HEADS, 1), (D_HEAD, D_VALUE)):
        made = make(StackedAttention, n_kv_heads, d_value)
        steps_give_the_whole_text(*made, [3, 5, 1, 2], lead, need_weights)


def test_steps_equal_one_call_of_torchs_layer():
    params = HeadParameters.random(HEADS * D_HEAD, HEADS, dtype=torch.float64)
    x = random(BATCH, TOKENS, HEADS * D_HEAD)
    torchs = torch_layer(layouts.pack(params, "torch"), HEADS * D_HEAD, HEADS)
    expected, _ = torchs(x, x, x, attn_mask=~causal_mask(TOKENS))
    output, _ = in_steps(StackedAttention.from_head_parameters(params), x, [2, 1, 5, 3])
    assert_same(output, expected.detach())


@given(st.lists(st.integers(1, 9), min_size=1, max_size=6), st.integers(1, 40))
def test_steps_of_any_size_and_any_capacity_equal_the_whole_sequence(steps, capacity):
    layer, params = make(StackedAttention)
    x = random(BATCH, sum(steps), D_MODEL)
    expected, _ = multi_head(params, x, x, x, causal_mask(sum(steps)))
    assert_same(in_steps(layer, x, steps, KVCache(capacity))[0], expected)


@each_layer
@pytest.mark.parametrize("kind", ["one for all", "one mask per sample and head"])
def test_a_mask_is_combined_with_the_causal_one(Layer, kind):
    layer, params = make(Layer)
    n_heads = params.n_heads
    mask = torch.rand(BATCH, n_heads, TOKENS, TOKENS) < 0.6
    mask = mask[0, 0] if kind == "one for all" else mask  # some rows have no key left
    x = random(BATCH, TOKENS, D_MODEL)
    expected = multi_head(params, x, x, x, mask & causal_mask(TOKENS))
    assert_same(in_steps(layer, x, [4, 1, 3, 3], mask=mask), expected)


@each_layer
@pytest.mark.parametrize("need_weights", [True, False])
def test_prompts_of_unequal_lengths_do_not_affect_each_other(Layer, need_weights):
    # Each sample alone, without a cache or padding, is the reference.
    layer, params = make(Layer)
    lengths, n_new = [5, 2, 4], [1, 3, 1]
    texts = [random(length + sum(n_new), D_MODEL) for length in lengths]
    alone = [multi_head(params, x, x, x, causal_mask(len(x)))[0] for x in texts]
    prompts = random(3, max(lengths), D_MODEL)  # the values of padding do not count
    for prompt, x, length in zip(prompts, texts, lengths, strict=True):
        prompt[:length] = x[:length]
    cache, past = KVCache(4), list(lengths)
    with torch.no_grad():
        output, _ = layer(prompts, cache=cache, need_weights=need_weights)
        for row, expected, length in zip(output, alone, lengths, strict=True):
            assert_same(row[:length], expected[:length])
        cache.crop(lengths)
        for n in n_new:
            tokens = [x[p : p + n] for x, p in zip(texts, past, strict=True)]
            output, weights = layer(torch.stack(tokens), cache=cache, need_weights=need_weights)
            for i, p in enumerate(past):
                assert_same(output[i], alone[i][p : p + n])
                if need_weights:
                    assert_same(weights[i].sum(-1), torch.ones_like(weights[i, ..., 0]))
                    assert not weights[i, ..., p + n :].any()
            past = [p + n for p in past]
            assert cache.lengths.tolist() == past
            assert cache.n_tokens == max(past)


def test_a_cropped_sequence_continues_as_if_the_rest_had_never_existed():
    layer, params = make(StackedAttention)
    x, wrong = random(BATCH, TOKENS, D_MODEL), random(BATCH, 4, D_MODEL)
    expected, _ = multi_head(params, x, x, x, causal_mask(TOKENS))
    cache = KVCache(8)
    start, _ = in_steps(layer, x[:, :5], [5], cache)
    in_steps(layer, wrong, [1, 3], cache)
    cache.crop(5)
    end, _ = in_steps(layer, x[:, 5:], [1, 5], cache)
    assert_same(torch.cat([start, end], 1), expected)
    cache.crop(0)
    assert_same(in_steps(layer, x, [TOKENS], cache)[0], expected)


def test_the_cache_holds_keys_and_values_of_shared_heads_once():
    layer, _ = make(StackedAttention)
    params = layer.head_parameters().map(torch.detach)
    x, cache = random(BATCH, TOKENS, D_MODEL), KVCache()
    in_steps(layer, x, [4, 7], cache)
    assert_same(cache.keys, torch.einsum("btm,gmd->bgtd", x, params.W_K) + params.b_K[:, None])
    assert_same(cache.values, torch.einsum("btm,gmv->bgtv", x, params.W_V) + params.b_V[:, None])


@pytest.mark.parametrize("dtype", [torch.float64, torch.float32, torch.bfloat16])
def test_nbytes_equals_the_formula(dtype):
    # 2 samples of 11 tokens, 3 KV heads, 5 numbers of a key and 7 of a value.
    layer, cache = make(StackedAttention)[0].to(dtype), KVCache(64)
    assert cache.nbytes == 0
    in_steps(layer, random(BATCH, TOKENS, D_MODEL).to(dtype), [4, 7], cache)
    assert cache.nbytes == 2 * 11 * 3 * (5 + 7) * dtype.itemsize
    cache.crop([4, 9])
    assert cache.nbytes == (4 + 9) * 3 * (5 + 7) * dtype.itemsize


def test_new_tokens_are_written_where_there_is_room():
    layer, _ = make(StackedAttention)
    x, cache = random(BATCH, TOKENS, D_MODEL), KVCache(TOKENS)
    in_steps(layer, x[:, :4], [4], cache)
    where = cache.keys.data_ptr(), cache.values.data_ptr()
    in_steps(layer, x[:, 4:], [1, 6], cache)
    assert (cache.keys.data_ptr(), cache.values.data_ptr()) == where
    in_steps(layer, x[:, :1], [1], cache)
    assert cache.keys.data_ptr() != where[0]
    assert cache.n_tokens == TOKENS + 1


def test_a_copy_of_a_cache_is_independent():
    layer, params = make(StackedAttention)
    x, other = random(BATCH, 6, D_MODEL), random(BATCH, 6, D_MODEL)
    other[:, :4] = x[:, :4]
    cache = KVCache()
    in_steps(layer, x[:, :4], [4], cache)
    branch = copy.deepcopy(cache)
    for tokens, own in ((x, cache), (other, branch)):
        output, _ = in_steps(layer, tokens[:, 4:], [1, 1], own)
        assert_same(output, multi_head(params, tokens, tokens, tokens, causal_mask(6))[0][:, 4:])


def test_the_allocated_memory_doubles():
    layer, cache = make(StackedAttention)[0], KVCache(8)
    x = random(BATCH, 20, D_MODEL)
    for n_tokens, room in ((8, 8), (1, 16), (7, 16), (1, 32)):
        in_steps(layer, x[:, :n_tokens], [n_tokens], cache)
        held = cache.keys.untyped_storage().nbytes() // cache.keys.element_size()
        assert held == BATCH * KV_HEADS * room * D_HEAD
    one_text, small = random(3, D_MODEL), KVCache(1)
    in_steps(layer, one_text, [1, 1, 1], small)
    assert small.keys.shape == (KV_HEADS, 3, D_HEAD)


def test_unequal_lengths_on_two_leading_axes_and_in_no_sample():
    layer, params = make(StackedAttention)
    x, new = random(2, 3, 5, D_MODEL), random(2, 3, 2, D_MODEL)
    lengths = torch.tensor([[5, 2, 4], [1, 3, 5]])
    cache = KVCache(5)
    in_steps(layer, x, [5], cache)
    cache.crop(lengths)
    output, _ = in_steps(layer, new, [2], cache)
    for i, row in enumerate(lengths.tolist()):
        for j, length in enumerate(row):
            text = torch.cat([x[i, j, :length], new[i, j]])
            whole, _ = multi_head(params, text, text, text, causal_mask(len(text)))
            assert_same(output[i, j], whole[-2:])
    nobody = KVCache()
    in_steps(layer, x[:0], [5], nobody)
    nobody.crop(0)
    assert nobody.n_tokens == 0


def test_changing_the_returned_lengths_does_not_change_the_cache():
    layer, _ = make(StackedAttention)
    cache = KVCache()
    in_steps(layer, random(BATCH, 3, D_MODEL), [3], cache)
    cache.lengths.zero_()
    assert cache.lengths.tolist() == [3, 3]


def test_a_cache_on_the_meta_device_cannot_be_cropped():
    cache = KVCache()
    with torch.device("meta"), torch.no_grad():
        StackedAttention(8, 2)(torch.empty(3, 5, 8), cache=cache)
    with pytest.raises(ValueError, match=r"^the cache must have numbers to be cropped; got one "):
        cache.crop(2)


def test_nan_in_cropped_tokens_does_not_spread():
    # Numbers of no meaning are multiplied with weights of 0: they must be finite.
    layer, _ = make(StackedAttention)
    cache = KVCache(50)
    with torch.no_grad():
        layer(random(BATCH, 3, D_MODEL), cache=cache)
        cache.crop([1, 3])
        output, _ = layer(random(BATCH, 4, D_MODEL), cache=cache)
    assert output.isfinite().all()
    assert cache.keys.isfinite().all()


def test_the_cache_works_in_inference_mode_and_under_autocast():
    layer, params = make(StackedAttention)
    x = random(BATCH, TOKENS, D_MODEL)
    with torch.inference_mode():
        output = torch.cat(
            [layer(c, cache=cache)[0] for cache in [KVCache()] for c in x.split(3, 1)], 1
        )
    assert_same(output.clone(), multi_head(params, x, x, x, causal_mask(TOKENS))[0])
    layer, x, cache = layer.float(), x.float(), KVCache()
    with torch.no_grad(), torch.autocast("cpu", torch.bfloat16):
        layer(x, cache=cache)
        layer(x[:, :1], cache=cache)
    assert cache.keys.dtype == torch.bfloat16


def test_each_layer_needs_its_own_cache():
    # A model of two layers, written token by token, against all tokens at once.
    (one, params_one), (two, params_two) = make(StackedAttention), make(PackedAttention, 1)
    x = random(BATCH, TOKENS, D_MODEL)
    middle = x + multi_head(params_one, x, x, x, causal_mask(TOKENS))[0]
    expected = middle + multi_head(params_two, middle, middle, middle, causal_mask(TOKENS))[0]
    caches, written = (KVCache(), KVCache()), []
    with torch.no_grad():
        for token in x.split(1, 1):
            for layer, cache in zip((one, two), caches, strict=True):
                token = token + layer(token, cache=cache)[0]
            written.append(token)
    assert_same(torch.cat(written, 1), expected)
