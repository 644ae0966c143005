"""analysis.py: identities, bounds, and torch's own measures of the same thing."""

import math

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from mha_lib import attention_scores, attention_weights, causal_mask
from mha_lib.analysis import (
    entropy,
    join_pieces,
    product_of_experts,
    relative_difference,
    single_head_weights,
    total_variation,
    word_runs,
)
from tests.helpers.oracles import assert_same, random

BATCH, HEADS, QUERIES, KEYS, D_HEAD = 2, 3, 5, 7, 11


def rows(*shape, sharpness=1.0):
    return (sharpness * random(*shape)).softmax(-1)


def tensor(values):
    return torch.tensor(values, dtype=torch.float64)


# One head, and the product of several.


def test_single_head_weights_equal_attention_on_concatenated_heads():
    queries, keys = random(BATCH, HEADS, QUERIES, D_HEAD), random(BATCH, HEADS, KEYS, D_HEAD)
    scores = torch.einsum("bhqd,bhkd->bqk", queries, keys) / math.sqrt(HEADS * D_HEAD)
    assert_same(single_head_weights(queries, keys), scores.softmax(-1))


@given(
    n_heads=st.integers(1, 5),
    n_queries=st.integers(1, 5),
    n_keys=st.integers(1, 7),
    d_head=st.integers(1, 5),
    masked=st.booleans(),
    seed=st.integers(0, 2**32 - 1),
)
def test_single_head_weights_equal_the_product_of_experts(
    n_heads, n_queries, n_keys, d_head, masked, seed
):
    torch.manual_seed(seed)
    queries, keys = random(n_heads, n_queries, d_head), random(n_heads, n_keys, d_head)
    mask = torch.rand(n_queries, n_keys) < 0.6 if masked else None
    weights = attention_weights(attention_scores(queries, keys), mask)
    assert_same(product_of_experts(weights), single_head_weights(queries, keys, mask))
    assert_same(
        product_of_experts(weights, n_heads**-0.5), single_head_weights(queries, keys, mask)
    )


def test_single_head_identity_holds_under_a_causal_mask_and_fails_with_another_exponent():
    queries, keys = random(HEADS, QUERIES, D_HEAD), random(HEADS, QUERIES, D_HEAD)
    mask = causal_mask(QUERIES)
    weights = attention_weights(attention_scores(queries, keys), mask)
    assert_same(product_of_experts(weights), single_head_weights(queries, keys, mask))
    assert (product_of_experts(weights, 1.0) - product_of_experts(weights)).abs().max() > 0.01


def test_product_of_experts_equals_a_hand_computation():
    # With exponent 1: (1/2 * 1/4, 1/2 * 3/4) = (1/8, 3/8), over their sum 1/2: (1/4, 3/4).
    # A key with weight 0 in one head keeps 0; with no key in common the row is 0.
    heads = tensor([[[0.5, 0.5], [1, 0], [1, 0]], [[0.25, 0.75], [0.5, 0.5], [0, 1]]])
    expected = tensor([[0.25, 0.75], [1, 0], [0, 0]])
    assert_same(product_of_experts(heads, 1.0), expected)


# Total variation.


@given(
    n_keys=st.integers(1, 9), sharpness=st.sampled_from([0.1, 1, 50]), seed=st.integers(0, 2**32)
)
def test_total_variation_is_a_distance_from_0_to_1(n_keys, sharpness, seed):
    torch.manual_seed(seed)
    p, q, r = (rows(BATCH, QUERIES, n_keys, sharpness=sharpness) for _ in range(3))
    distance = total_variation(p, q)
    assert distance.shape == (BATCH, QUERIES)
    assert (distance >= 0).all()
    assert (distance <= 1 + 1e-12).all()
    assert (total_variation(p, p) == 0).all()
    assert torch.equal(distance, total_variation(q, p))
    assert (distance <= total_variation(p, r) + total_variation(r, q) + 1e-12).all()


def test_total_variation_is_the_largest_difference_over_all_sets_of_keys():
    # The definition: the largest |p(A) - q(A)| over all sets A of keys, here all 2^5 of them.
    p, q = rows(1, 5), rows(1, 5)
    sets = torch.cartesian_prod(*[tensor([0, 1])] * 5)
    assert_same(total_variation(p, q), (sets @ (p - q)[0]).abs().max()[None])


def test_total_variation_broadcasts_a_size_of_1_on_either_side():
    few, many = rows(1, HEADS, QUERIES, KEYS), rows(BATCH, 1, QUERIES, KEYS)
    expected = torch.stack([total_variation(few[0], sample[0]) for sample in many])
    assert_same(total_variation(few, many), expected)
    assert_same(total_variation(many, few), expected)


# Entropy.


@given(
    n_keys=st.integers(1, 9), sharpness=st.sampled_from([0.1, 1, 50]), seed=st.integers(0, 2**32)
)
def test_entropy_equals_torch_and_is_between_0_and_log_keys(n_keys, sharpness, seed):
    torch.manual_seed(seed)
    weights = rows(BATCH, HEADS, QUERIES, n_keys, sharpness=sharpness)
    result = entropy(weights)
    assert_same(result, torch.distributions.Categorical(probs=weights).entropy())
    assert (result >= -1e-12).all()
    assert (result <= math.log(n_keys) + 1e-12).all()


@pytest.mark.parametrize("left_out", [-math.inf, -1e5])  # masked, and underflowed to 0
def test_entropy_behind_a_masked_softmax_has_the_gradients_of_the_other_keys(left_out):
    scores = random(QUERIES, KEYS).requires_grad_()
    masked = scores.masked_fill(torch.arange(KEYS) < 3, left_out)
    (grad,) = torch.autograd.grad(entropy(masked.softmax(-1)).sum(), scores)
    others = torch.distributions.Categorical(logits=scores[:, 3:]).entropy().sum()
    (expected,) = torch.autograd.grad(others, scores)
    assert_same(grad, expected)


def test_entropy_equals_a_hand_computation():
    # One key: 0. Two keys with a half: log 2. Four with a quarter: log 4. An idle row: 0.
    weights = tensor([[1, 0, 0, 0], [0.5, 0, 0.5, 0], [0.25] * 4, [0] * 4])
    assert_same(entropy(weights), tensor([0, math.log(2), math.log(4), 0]))


# Relative difference.


@pytest.mark.parametrize(
    ("output", "reference", "expected"),
    [([0, 0], [0, 0], 0), ([1, 0], [0, 0], math.inf), ([0, 0], [3, 4], 1), ([3, 4], [3, 4], 0)],
)
def test_relative_difference_with_zeros(output, reference, expected):
    assert relative_difference(tensor(output), tensor(reference)).item() == expected


@given(factor=st.floats(0.01, 100), shape=st.lists(st.integers(1, 5), max_size=3))
def test_relative_difference_does_not_depend_on_scale(factor, shape):
    output, reference = random(shape), random(shape)
    result = relative_difference(output, reference)
    assert_same(
        result, (output - reference).square().sum().sqrt() / reference.square().sum().sqrt()
    )
    assert_same(relative_difference(factor * output, factor * reference), result)
    assert_same(relative_difference((1 + factor) * reference, reference), tensor(factor))


def test_independent_outputs_are_about_root_2_apart():
    # |x - y|^2 / |y|^2 for independent normal vectors: mean 2, standard deviation about 0.06.
    result = relative_difference(random(5000), random(5000))
    assert abs(result - math.sqrt(2)) < 0.1


def test_product_of_experts_is_nan_for_nan_and_negative_weights():
    for wrong in (math.nan, -0.5):
        weights = torch.tensor([[[0.5, wrong, 0.5]], [[0.2, 0.3, 0.5]]])
        assert product_of_experts(weights).isnan().all()


def test_product_of_experts_has_gradients_with_blocked_keys():
    scores = torch.randn(3, 5, 5, dtype=torch.float64, requires_grad=True)
    mask = causal_mask(5)
    product = product_of_experts(attention_weights(scores, mask))
    by_scores = attention_weights(scores.sum(0) / 3**0.5, mask)
    assert_same(product, by_scores)
    direction = torch.randn(5, 5, dtype=torch.float64)
    grad, expected = (
        torch.autograd.grad((p * direction).sum(), scores)[0] for p in (product, by_scores)
    )
    assert_same(grad, expected)


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16])
def test_product_of_experts_keeps_half_precision(dtype):
    heads = torch.tensor([[[0.5, 0.5]], [[0.25, 0.75]]], dtype=dtype)
    expected = torch.tensor([[0.25, 0.75]], dtype=dtype)
    assert_same(product_of_experts(heads, 1.0), expected, tolerance=0.01)


@pytest.mark.parametrize(
    ("dtype", "large"),
    [(torch.float16, 256.0), (torch.bfloat16, 256.0), (torch.float32, 1e30)],
)
def test_relative_difference_does_not_overflow(dtype, large):
    reference = torch.full((100_000,), large, dtype=dtype)
    assert relative_difference(1.5 * reference, reference).item() == 0.5


def test_pieces_are_joined_by_sums_over_keys_and_means_over_queries():
    weights = torch.rand(2, 5, 4, dtype=torch.float64).softmax(-1)
    joined = join_pieces(weights, [None, 0, 0, 0, 1], (0, 0, 1, 2))
    rows = torch.stack([weights[:, 0], weights[:, 1:4].mean(1), weights[:, 4]], dim=1)
    assert_same(
        joined, torch.stack([rows[..., 0] + rows[..., 1], rows[..., 2], rows[..., 3]], dim=-1)
    )
    assert_same(joined.sum(-1), torch.ones(2, 3, dtype=torch.float64))


def test_pieces_without_a_word_are_never_joined():
    assert word_runs([None, None, 0, None, 0, 1, 1]) == [[0], [1], [2], [3], [4], [5, 6]]
    weights = torch.rand(3, 3)
    assert_same(join_pieces(weights, [None] * 3), weights)
