"""head_parameters.py: HeadParameters accepts tensors whose shapes fit each other, and no others."""

from dataclasses import fields, replace

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from mha_lib import HeadParameters, PackedAttention, SingleHeadAttention, StackedAttention
from mha_lib.head_parameters import concatenate_heads, head_sizes
from tests.helpers.oracles import assert_same, multi_head, random

D_MODEL, HEADS, D_HEAD, D_VALUE = 7, 3, 5, 2
NAMES = [field.name for field in fields(HeadParameters)]


def draw(**options):
    return HeadParameters.random(D_MODEL, HEADS, D_HEAD, D_VALUE, dtype=torch.float64, **options)


def test_repr_is_one_line_with_sizes():
    dtype = "dtype=torch.float64)"
    text = "HeadParameters(d_model=7, n_heads=3, d_head=5, d_value=2, biases='QKVO', " + dtype
    assert repr(draw()) == text
    params = HeadParameters(
        W_Q=random(6, D_MODEL, D_HEAD),
        W_K=random(3, 11, D_HEAD),
        W_V=random(3, 13, D_VALUE),
        W_O=random(6, D_VALUE, D_MODEL),
        b_Q=random(6, D_HEAD),
    )
    sizes = "d_model=7, n_heads=6, n_kv_heads=3, d_head=5, d_value=2, d_keys_in=11, d_values_in=13"
    assert repr(params) == f"HeadParameters({sizes}, biases='Q', {dtype}"


@given(
    d_model=st.integers(1, 12),
    n_heads=st.integers(1, 12),
    d_head=st.integers(1, 12) | st.none(),
    d_value=st.integers(1, 12) | st.none(),
    bias=st.booleans(),
)
def test_left_out_sizes_are_d_model_over_n_heads_then_d_head(
    d_model, n_heads, d_head, d_value, bias
):
    if d_head is None:
        d_model = d_model * n_heads
    width = d_model // n_heads if d_head is None else d_head
    value = width if d_value is None else d_value
    assert head_sizes(d_model, n_heads, d_head, d_value) == (d_model, n_heads, width, value)
    params = HeadParameters.random(d_model, n_heads, d_head, d_value, bias=bias)
    shapes = {
        "W_Q": (n_heads, d_model, width),
        "W_K": (n_heads, d_model, width),
        "W_V": (n_heads, d_model, value),
        "W_O": (n_heads, value, d_model),
        "b_Q": (n_heads, width),
        "b_K": (n_heads, width),
        "b_V": (n_heads, value),
        "b_O": (d_model,),
    }
    for name, shape in shapes.items():
        tensor = getattr(params, name)
        assert tensor is None if name[0] == "b" and not bias else tensor.shape == shape


@pytest.mark.parametrize("name", NAMES)
def test_random_fills_the_interval_of_its_fan_in(name):
    d_model, n_heads, d_head, d_value = 97, 5, 31, 61
    tensor = getattr(HeadParameters.random(d_model, n_heads, d_head, d_value), name)
    fan_in = n_heads * d_value if name in ("W_O", "b_O") else d_model
    bound = fan_in**-0.5
    # The largest of n uniform draws falls short of the bound by a fraction of about 1/n. At least
    # 97 draws each, so ten per cent is a wide margin.
    assert 0.9 * bound < tensor.max() <= bound
    assert -bound <= tensor.min() < -0.9 * bound
    assert tensor.mean().abs() < 0.2 * bound


def test_random_repeats_with_its_generator_and_does_not_use_the_global_one():
    state = torch.get_rng_state()
    one, two, other = (draw(generator=torch.Generator().manual_seed(s)) for s in (1, 1, 2))
    assert torch.equal(torch.get_rng_state(), state)
    for name in NAMES:
        assert torch.equal(getattr(one, name), getattr(two, name))
        assert not torch.equal(getattr(one, name), getattr(other, name))


def test_random_without_a_generator_follows_the_global_seed():
    torch.manual_seed(5)
    one = draw()
    torch.manual_seed(5)
    two = draw()
    assert all(torch.equal(getattr(one, n), getattr(two, n)) for n in NAMES)
    assert not torch.equal(one.W_Q, draw().W_Q)


@pytest.mark.parametrize("dtype", [torch.float64, torch.float32, torch.bfloat16])
def test_random_has_the_dtype_and_device_asked_for(dtype):
    params = HeadParameters.random(D_MODEL, HEADS, D_HEAD, dtype=dtype, device="meta")
    assert {getattr(params, name).dtype for name in NAMES} == {dtype}
    assert {getattr(params, name).device.type for name in NAMES} == {"meta"}


def test_head_parameters_are_immutable_and_compare_by_identity():
    params = draw()
    with pytest.raises(AttributeError):
        params.W_Q = params.W_K
    assert params != params.map(torch.clone)


def test_map_applies_the_function_to_every_existing_tensor():
    params, plain = draw(), draw(bias=False)
    doubled = params.map(lambda tensor: 2 * tensor)
    for name in NAMES:
        assert torch.equal(getattr(doubled, name), 2 * getattr(params, name))
    assert plain.map(torch.clone).b_Q is None
    assert torch.equal(plain.map(torch.neg).W_O, -plain.W_O)


@given(rows=st.lists(st.integers(1, 4), max_size=3), n_heads=st.integers(1, 5), d=st.integers(1, 5))
def test_stack_heads_gives_head_i_the_ith_columns(rows, n_heads, d):
    blocks = random(n_heads, *rows, d)
    wide = concatenate_heads(blocks)
    for i in range(n_heads):
        assert torch.equal(wide[..., i * d : (i + 1) * d], blocks[i])


@pytest.mark.parametrize("bias", [True, False])
def test_as_one_head_is_attention_with_the_same_wide_matrices(bias):
    params, x = draw(bias=bias), random(2, 11, D_MODEL)
    one = params.as_one_head()
    assert (one.n_heads, one.d_head, one.d_value) == (1, HEADS * D_HEAD, HEADS * D_VALUE)

    def project(W, b):  # x [W_1 W_2 W_3] + [b_1 b_2 b_3], with no heads anywhere
        wide = x @ torch.cat(list(W), -1)
        return wide if b is None else wide + torch.cat(list(b))

    queries, keys, values = (
        project(W, b)
        for W, b in ((params.W_Q, params.b_Q), (params.W_K, params.b_K), (params.W_V, params.b_V))
    )
    weights = (queries @ keys.mT / (HEADS * D_HEAD) ** 0.5).softmax(-1)
    expected = weights @ values @ torch.cat(list(params.W_O), 0)
    expected = expected if params.b_O is None else expected + params.b_O

    output, one_weights = SingleHeadAttention.from_head_parameters(one)(x)
    assert_same(output, expected)
    assert_same(one_weights, weights[:, None])
    assert_same(multi_head(one, x, x, x)[0], expected)
    assert (expected - multi_head(params, x, x, x)[0]).abs().max() > 1e-4  # it is another function


def test_as_one_head_of_one_head_changes_nothing():
    params = HeadParameters.random(D_MODEL, 1, D_HEAD)
    one = params.as_one_head()
    assert all(torch.equal(getattr(params, name), getattr(one, name)) for name in NAMES)


@pytest.mark.parametrize("layer", [StackedAttention, PackedAttention])
@pytest.mark.parametrize("order", [[1, 2, 0], [2, 1, 0]], ids=str)
def test_the_order_of_the_heads_does_not_show_in_the_output(layer, order):
    params, x = draw(), random(2, 11, D_MODEL)
    shuffled = HeadParameters(
        **{n: getattr(params, n) if n == "b_O" else getattr(params, n)[order] for n in NAMES}
    )
    output, weights = layer.from_head_parameters(params)(x)
    shuffled_output, shuffled_weights = layer.from_head_parameters(shuffled)(x)
    assert_same(shuffled_output, output)
    assert_same(shuffled_weights, weights[:, order])
    assert not torch.equal(weights, weights[:, order])


@pytest.mark.parametrize("bias", [True, False])
@pytest.mark.parametrize("gone", [[], [1], (2, 0), {0}, range(1, 3)], ids=str)
def test_pruning_heads_equals_switching_them_off(gone, bias):
    params, x = draw(bias=bias), random(2, 11, D_MODEL)
    small = params.prune_heads(gone)
    on = [i for i in range(HEADS) if i not in [int(head) for head in gone]]
    assert (small.n_heads, small.n_kv_heads, small.d_head) == (len(on), len(on), D_HEAD)
    gates = torch.tensor([float(i in on) for i in range(HEADS)], dtype=torch.float64)
    off = replace(params, W_O=gates[:, None, None] * params.W_O)
    expected, weights = multi_head(off, x, x, x)
    output, small_weights = StackedAttention.from_head_parameters(small)(x)
    assert_same(output, expected)
    assert_same(small_weights, weights[:, on])
    assert not gone or (multi_head(params, x, x, x)[0] - expected).abs().max() > 1e-4


def test_gradients_flow_through_pruning_to_the_remaining_heads():
    params = draw().map(torch.Tensor.requires_grad_)
    params.prune_heads([1]).W_O.sum().backward()
    assert params.W_O.grad.flatten(1).sum(dim=1).tolist() == [
        D_VALUE * D_MODEL,
        0,
        D_VALUE * D_MODEL,
    ]


# Shared heads.

N_KV = [1, 2, 3, 6]


def six(n_kv_heads=6, bias=True):
    return HeadParameters.random(
        D_MODEL, 6, D_HEAD, D_VALUE, n_kv_heads=n_kv_heads, bias=bias, dtype=torch.float64
    )


KEYS_AND_VALUES = ["W_K", "W_V", "b_K", "b_V"]


@pytest.mark.parametrize("n_kv_heads", N_KV)
@pytest.mark.parametrize("how", ["mean", "first"])
def test_shared_heads_are_the_mean_or_the_first_of_their_neighbors(n_kv_heads, how):
    params = six()
    shared, group = params.share_heads(n_kv_heads, how), 6 // n_kv_heads
    for name in KEYS_AND_VALUES:
        heads = getattr(params, name)
        for j in range(n_kv_heads):
            neighbors = [heads[j * group + i] for i in range(group)]
            expected = sum(neighbors) / group if how == "mean" else neighbors[0]
            assert_same(getattr(shared, name)[j], expected)
    for name in ("W_Q", "W_O", "b_Q", "b_O"):
        assert torch.equal(getattr(shared, name), getattr(params, name))


def test_shared_heads_can_be_shared_again():
    params = six()
    assert_same(params.share_heads(2).share_heads(1).W_K, params.share_heads(1).W_K)
    assert_same(params.share_heads(3, "first").share_heads(1, "first").W_V, params.W_V[:1])


@pytest.mark.parametrize("n_kv_heads", N_KV)
def test_repeated_heads_give_the_same_outputs_and_share_heads_undoes_them(n_kv_heads):
    params = six(n_kv_heads)
    repeated = params.repeat_heads()
    assert repeated.n_kv_heads == 6
    group = 6 // n_kv_heads
    for name in KEYS_AND_VALUES:
        for i, head in enumerate(getattr(repeated, name)):
            assert torch.equal(head, getattr(params, name)[i // group])
    for how in ("mean", "first"):
        back = repeated.share_heads(n_kv_heads, how)
        for name in KEYS_AND_VALUES:
            assert_same(getattr(back, name), getattr(params, name))


def test_missing_biases_stay_missing():
    shared = six(bias=False).share_heads(2).repeat_heads()
    assert [getattr(shared, name) for name in ("b_Q", "b_K", "b_V", "b_O")] == [None] * 4
