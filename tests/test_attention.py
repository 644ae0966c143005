"""attention.py against torch's kernel and the plain formula, on every path it can take."""

import math
from itertools import product
from typing import NamedTuple

import pytest
import torch
import torch.nn.functional as F
from hypothesis import given
from hypothesis import strategies as st

from mha_lib import (
    attention_scores,
    attention_weights,
    causal_mask,
    padding_mask,
    scaled_dot_product_attention,
)
from mha_lib.attention import attend_unchecked
from tests.helpers.oracles import assert_same, attention, gradients, random

BATCH, HEADS, QUERIES, KEYS, D_HEAD, D_VALUE = 2, 3, 5, 7, 11, 13


class Case(NamedTuple):
    """Inputs by their sizes, and a mask made when the test runs."""

    lead: tuple[int, ...] = (BATCH, HEADS)
    n_queries: int = QUERIES
    n_keys: int = KEYS
    mask: object = None
    scale: float | None = None


def random_mask(*shape):
    """True for about two keys in three. The first key is open, so that no row is all False."""
    mask = torch.rand(shape) < 2 / 3
    mask[..., 0] = True
    return mask


def with_idle_row(*shape):
    mask = random_mask(*shape)
    mask[..., 1, :] = False
    return mask


def with_idle_row_in_one_head():
    mask = random_mask(BATCH, HEADS, QUERIES, KEYS)
    mask[1, 2, 3] = False
    return mask


def nearly_causal(n):
    mask = causal_mask(n)
    mask[n - 1, 7] = False
    return mask


CASES = {
    "no mask": Case(),
    "no mask, 300 tokens": Case((BATCH,), 300, 300),
    "own scale": Case(scale=0.3),
    "negative scale": Case(scale=-0.2),
    "no heads axis": Case(lead=()),
    "one leading axis": Case(lead=(HEADS,)),
    "three leading axes": Case(lead=(2, 3, 5)),
    "one query": Case(n_queries=1),
    "one key": Case(n_keys=1),
    "causal": Case(n_keys=QUERIES, mask=lambda: causal_mask(QUERIES)),
    "causal, 4-D": Case(n_keys=QUERIES, mask=lambda: causal_mask(QUERIES)[None, None]),
    "causal, written out for every head": Case(
        n_keys=QUERIES, mask=lambda: causal_mask(QUERIES).repeat(BATCH, HEADS, 1, 1)
    ),
    "causal, the last queries": Case(mask=lambda: causal_mask(QUERIES, KEYS)),
    "causal, no heads axis": Case(lead=(), n_keys=QUERIES, mask=lambda: causal_mask(QUERIES)),
    "causal, 300 tokens": Case(n_queries=300, n_keys=300, mask=lambda: causal_mask(300)),
    "causal, 300 tokens, own scale": Case(
        (BATCH,), 300, 300, mask=lambda: causal_mask(300), scale=0.3
    ),
    "causal, 256 tokens, no heads axis": Case((), 256, 256, mask=lambda: causal_mask(256)),
    "causal but for one bit, 300 tokens": Case((BATCH,), 300, 300, mask=lambda: nearly_causal(300)),
    "padding": Case(mask=lambda: padding_mask([KEYS, 4])),
    "padding and causal": Case(
        n_keys=QUERIES, mask=lambda: causal_mask(QUERIES) & padding_mask([QUERIES, 2])
    ),
    "padding to nothing": Case(mask=lambda: padding_mask([0, 4], KEYS)),
    "one mask for all": Case(mask=lambda: random_mask(QUERIES, KEYS)),
    "one mask per head and sample": Case(mask=lambda: random_mask(BATCH, HEADS, QUERIES, KEYS)),
    "one mask per head": Case(mask=lambda: random_mask(1, HEADS, QUERIES, KEYS)),
    "one mask per sample": Case(mask=lambda: random_mask(BATCH, 1, QUERIES, KEYS)),
    "one row for all queries": Case(mask=lambda: random_mask(BATCH, HEADS, 1, KEYS)),
    "one column for all keys": Case(
        mask=lambda: torch.tensor([True, False, True, True, False])[:, None]
    ),
    "one True for all": Case(mask=lambda: torch.ones(1, 1, dtype=torch.bool)),
    "one True for all, 300 tokens": Case(
        (BATCH,), 300, 300, mask=lambda: torch.ones(1, 1, dtype=torch.bool)
    ),
    "one key, one True for all": Case(
        n_keys=1, mask=lambda: torch.ones(1, 1, 1, 1, dtype=torch.bool)
    ),
    "one False for all": Case(mask=lambda: torch.zeros(1, 1, dtype=torch.bool)),
    "idle row": Case(mask=lambda: with_idle_row(QUERIES, KEYS)),
    "idle row in every head": Case(mask=lambda: with_idle_row(BATCH, HEADS, QUERIES, KEYS)),
    "idle row in one head alone": Case(mask=with_idle_row_in_one_head),
    "idle row, three leading axes": Case(
        lead=(2, 3, 5), mask=lambda: with_idle_row(2, 1, 5, QUERIES, KEYS)
    ),
    "no samples": Case(lead=(0, HEADS), mask=lambda: random_mask(QUERIES, KEYS)),
    "no samples, causal": Case(lead=(0, HEADS), n_keys=QUERIES, mask=lambda: causal_mask(QUERIES)),
    "no samples, causal, 300 tokens": Case((0,), 300, 300, mask=lambda: causal_mask(300)),
}
each_case = pytest.mark.parametrize("case", CASES.values(), ids=CASES.keys())


def inputs(case, requires_grad=True):
    queries = random(*case.lead, case.n_queries, D_HEAD)
    keys = random(*case.lead, case.n_keys, D_HEAD)
    values = random(*case.lead, case.n_keys, D_VALUE)
    mask = case.mask() if case.mask else None
    return [x.requires_grad_(requires_grad) for x in (queries, keys, values)], mask


# Equality with the definition: outputs, weights, gradients.


@each_case
def test_attention_with_weights_equals_the_definition(case):
    qkv, mask = inputs(case)
    output, weights = scaled_dot_product_attention(*qkv, mask, scale=case.scale)
    expected, expected_weights = attention(*qkv, mask, case.scale)
    assert_same(output, expected)
    assert_same(weights, expected_weights)

    output_gradient, pull_weights = torch.randn_like(output), torch.randn_like(weights)
    assert_same(
        gradients((output * output_gradient).sum() + (weights * pull_weights).sum(), *qkv),
        gradients(
            (expected * output_gradient).sum() + (expected_weights * pull_weights).sum(), *qkv
        ),
    )


@each_case
def test_attention_without_weights_equals_the_definition(case):
    qkv, mask = inputs(case)
    output, weights = scaled_dot_product_attention(*qkv, mask, scale=case.scale, need_weights=False)
    expected, _ = attention(*qkv, mask, case.scale)
    assert weights is None
    assert_same(output, expected)

    output_gradient = torch.randn_like(output)
    assert_same(
        gradients((output * output_gradient).sum(), *qkv),
        gradients((expected * output_gradient).sum(), *qkv),
    )


@each_case
@pytest.mark.parametrize("mode", [torch.no_grad, torch.inference_mode])
def test_attention_without_gradients_equals_the_definition(case, mode):
    qkv, mask = inputs(case)
    with mode():
        output, weights = scaled_dot_product_attention(*qkv, mask, scale=case.scale)
        fused, nothing = scaled_dot_product_attention(
            *qkv, mask, scale=case.scale, need_weights=False
        )
    expected, expected_weights = attention(*qkv, mask, case.scale)
    assert_same(output, expected.detach())
    assert_same(weights, expected_weights.detach())
    assert_same(fused, expected.detach())
    assert nothing is None
    assert not output.requires_grad


@each_case
def test_scores_and_weights_compose_to_attention(case):
    qkv, mask = inputs(case)
    queries, keys, values = qkv
    weights = attention_weights(attention_scores(queries, keys, case.scale), mask)
    expected, expected_weights = attention(*qkv, mask, case.scale)
    assert_same(weights, expected_weights)
    assert_same(weights @ values, expected)

    output_gradient = torch.randn_like(weights)
    assert_same(
        gradients((weights * output_gradient).sum(), queries, keys),
        gradients((expected_weights * output_gradient).sum(), queries, keys),
    )


@pytest.mark.parametrize("need_weights", [True, False])
@pytest.mark.parametrize(
    "name",
    ["no mask", "own scale", "one mask per head and sample", "padding", "three leading axes"],
)
def test_attention_equals_torchs_kernel(name, need_weights):
    case = CASES[name]
    qkv, mask = inputs(case)
    output, _ = scaled_dot_product_attention(
        *qkv, mask, scale=case.scale, need_weights=need_weights
    )
    expected = F.scaled_dot_product_attention(*qkv, attn_mask=mask, scale=case.scale)
    assert_same(output, expected)
    output_gradient = torch.randn_like(output)
    assert_same(
        gradients((output * output_gradient).sum(), *qkv),
        gradients((expected * output_gradient).sum(), *qkv),
    )


@given(
    lead=st.lists(st.sampled_from([1, 2, 3]), max_size=3),
    n_queries=st.integers(1, 9),
    n_keys=st.integers(1, 9),
    d_head=st.sampled_from([1, 2, 5]),
    d_value=st.sampled_from([1, 3, 7]),
    full_axes=st.lists(st.booleans(), min_size=5, max_size=5),
    openness=st.sampled_from([0.0, 0.3, 0.9, 1.0]),
    flat=st.booleans(),
    seed=st.integers(0, 2**32 - 1),
)
def test_all_paths_agree_for_any_sizes_and_masks(
    lead, n_queries, n_keys, d_head, d_value, full_axes, openness, flat, seed
):
    torch.manual_seed(seed)
    qkv = (
        random(*lead, n_queries, d_head),
        random(*lead, n_keys, d_head),
        random(*lead, n_keys, d_value),
    )
    shape = (n_queries, n_keys) if flat else (*lead, n_queries, n_keys)
    shape = [n if full else 1 for n, full in zip(shape, full_axes, strict=False)]
    mask = torch.rand(shape) < openness

    expected, expected_weights = attention(*qkv, mask)
    output, weights = scaled_dot_product_attention(*qkv, mask)
    fused, _ = scaled_dot_product_attention(*qkv, mask, need_weights=False)
    with torch.no_grad():
        in_place, in_place_weights = scaled_dot_product_attention(*qkv, mask)
    for actual in (output, fused, in_place):
        assert_same(actual, expected)
    for actual in (weights, in_place_weights, attention_weights(attention_scores(*qkv[:2]), mask)):
        assert_same(actual, expected_weights)


# By hand.


def test_a_mask_removes_a_key_from_the_sum():
    # Scores log 1, log 2, log 5 have the shares 1, 2, 5. Without the second key the weights
    # are 1/6, 0 and 5/6; without any key they are 0.
    scores = torch.tensor([1, 2, 5], dtype=torch.float64).log().expand(2, 3)
    mask = torch.tensor([[True, False, True], [False, False, False]])
    expected = torch.tensor([[1 / 6, 0, 5 / 6], [0, 0, 0]], dtype=torch.float64)
    assert_same(attention_weights(scores, mask), expected)


# Derivatives by finite differences.

GRADCHECK = {
    "no mask": None,
    "causal": causal_mask(3),
    "idle row": torch.tensor([[True, False, True], [False, False, False], [True, True, True]]),
}


@pytest.mark.parametrize("mask", GRADCHECK.values(), ids=GRADCHECK.keys())
def test_gradients_match_finite_differences(mask):
    qkv = [random(2, 3, d, requires_grad=True) for d in (2, 2, 1)]
    assert torch.autograd.gradcheck(lambda *x: scaled_dot_product_attention(*x, mask), qkv)
    assert torch.autograd.gradgradcheck(lambda *x: scaled_dot_product_attention(*x, mask), qkv)
    assert torch.autograd.gradcheck(
        lambda *x: scaled_dot_product_attention(*x, mask, need_weights=False)[0], qkv
    )


# A query that may attend to nothing.


@pytest.mark.parametrize("dtype", [torch.float64, torch.float32, torch.bfloat16, torch.float16])
@pytest.mark.parametrize("need_weights", [True, False])
@pytest.mark.parametrize("size", [1, 5])
def test_an_idle_query_gives_zeros_and_finite_gradients(dtype, need_weights, size):
    qkv = [
        (size * random(HEADS, n, d)).to(dtype).requires_grad_()
        for n, d in ((QUERIES, D_HEAD), (KEYS, D_HEAD), (KEYS, D_VALUE))
    ]
    mask = with_idle_row(QUERIES, KEYS)
    output, weights = scaled_dot_product_attention(*qkv, mask, need_weights=need_weights)
    with torch.no_grad():
        calm = scaled_dot_product_attention(*qkv, mask, need_weights=need_weights)
    for result in (output, weights, *calm):
        if result is not None:
            assert (result[:, 1] == 0).all()
            assert result.isfinite().all()
            assert result.any()

    loss = output.sum() if weights is None else output.sum() + weights[..., 0].sum()
    in_queries, in_keys, in_values = gradients(loss, *qkv)
    assert (in_queries[:, 1] == 0).all()
    for gradient in (in_queries, in_keys, in_values):
        assert gradient.isfinite().all()
        assert gradient.any()


def test_an_idle_query_gives_zeros_even_if_the_kernel_gives_nan(monkeypatch):
    def textbook(queries, keys, values, attn_mask, scale, **_):
        scores = (queries @ keys.mT * scale).masked_fill(~attn_mask, -math.inf)
        return scores.softmax(-1) @ values

    qkv, mask = inputs(CASES["idle row in every head"])
    expected, _ = attention(*qkv, mask)
    assert textbook(*qkv, mask, 1.0)[..., 1, :].isnan().all()
    monkeypatch.setattr(F, "scaled_dot_product_attention", textbook)
    output, _ = scaled_dot_product_attention(*qkv, mask, need_weights=False)
    assert_same(output, expected)
    output_gradient = torch.randn_like(output)
    assert_same(
        gradients((output * output_gradient).sum(), *qkv),
        gradients((expected * output_gradient).sum(), *qkv),
    )


@pytest.mark.parametrize("need_weights", [True, False])
@pytest.mark.parametrize("dtype", [torch.bfloat16, torch.float16])
def test_an_idle_query_gives_zeros_under_autocast_too(dtype, need_weights):
    qkv, mask = inputs(CASES["idle row"])
    qkv = [x.detach().float().requires_grad_() for x in qkv]
    with torch.autocast("cpu", dtype):
        output, _ = scaled_dot_product_attention(*qkv, mask, need_weights=need_weights)
    assert (output[..., 1, :] == 0).all()
    assert all(g.isfinite().all() for g in gradients(output.float().sum(), *qkv))
    assert_same(output.double(), attention(*[x.double() for x in qkv], mask)[0], tolerance=0.05)


@pytest.mark.parametrize("name", ["causal", "causal, 300 tokens", "padding"])
def test_autocast_without_gradients_runs_and_agrees(name):
    case = CASES[name]
    qkv, mask = inputs(case, requires_grad=False)
    expected, expected_weights = attention(*qkv, mask)
    with torch.no_grad(), torch.autocast("cpu", torch.bfloat16):
        output, weights = scaled_dot_product_attention(*[x.float() for x in qkv], mask)
    assert_same(output.double(), expected, tolerance=0.05)
    assert_same(weights.double(), expected_weights, tolerance=0.05)


# Types, devices, transforms.


@each_case
@pytest.mark.parametrize(
    ("dtype", "tolerance"), [(torch.float32, 1e-5), (torch.bfloat16, 0.06), (torch.float16, 0.01)]
)
def test_small_types_agree_with_float64(case, dtype, tolerance):
    qkv, mask = inputs(case)
    expected, expected_weights = attention(*qkv, mask, case.scale)
    qkv = [x.detach().to(dtype) for x in qkv]
    for need_weights in (True, False):
        for grad in (True, False):
            with torch.set_grad_enabled(grad):
                output, weights = scaled_dot_product_attention(
                    *qkv, mask, scale=case.scale, need_weights=need_weights
                )
            assert output.dtype == dtype
            assert_same(output.double(), expected.detach(), tolerance)
            if need_weights:
                assert weights.dtype == dtype
                assert_same(weights.double(), expected_weights.detach(), tolerance)


@pytest.mark.skipif(not torch.cuda.is_available(), reason="torch sees no CUDA device")
@pytest.mark.parametrize(("dtype", "tolerance"), [(torch.float64, 1e-10), (torch.bfloat16, 0.06)])
def test_attention_on_a_cuda_device_equals_the_definition(dtype, tolerance):
    for case in CASES.values():
        qkv, mask = inputs(case, requires_grad=False)
        expected, expected_weights = attention(*qkv, mask, case.scale)
        qkv = [x.to("cuda", dtype) for x in qkv]
        mask = None if mask is None else mask.cuda()
        for grad, need_weights in product((True, False), repeat=2):
            with torch.set_grad_enabled(grad):
                output, weights = scaled_dot_product_attention(
                    *qkv, mask, scale=case.scale, need_weights=need_weights
                )
            assert_same(output.cpu().double(), expected, tolerance)
            if need_weights:
                assert_same(weights.cpu().double(), expected_weights, tolerance)


@pytest.mark.parametrize("name", ["no mask", "causal", "causal, 300 tokens", "padding", "idle row"])
@pytest.mark.parametrize("need_weights", [True, False])
@pytest.mark.parametrize("grad", [True, False])
def test_inputs_do_not_change(name, need_weights, grad):
    qkv, mask = inputs(CASES[name], requires_grad=False)
    before = [x.clone() for x in (*qkv, mask) if x is not None]
    with torch.set_grad_enabled(grad):
        output, _ = scaled_dot_product_attention(*qkv, mask, need_weights=need_weights)
    after = [x for x in (*qkv, mask) if x is not None]
    assert all(torch.equal(x, y) for x, y in zip(before, after, strict=True))
    output.zero_()  # and the output is no view of them
    assert all(torch.equal(x, y) for x, y in zip(before, after, strict=True))


@pytest.mark.parametrize("name", ["no mask", "causal", "causal, 300 tokens", "padding", "idle row"])
def test_results_stay_on_the_inputs_device_under_another_default_device(name):
    qkv, mask = inputs(CASES[name], requires_grad=False)
    expected, _ = attention(*qkv, mask)
    for grad, need_weights in product((True, False), repeat=2):
        with torch.device("meta"), torch.set_grad_enabled(grad):  # no numbers there
            output, _ = scaled_dot_product_attention(*qkv, mask, need_weights=need_weights)
        assert_same(output, expected)


# Dropout.


@pytest.mark.parametrize("grad", [True, False])
def test_dropout_does_not_change_the_returned_weights(grad):
    qkv, mask = inputs(CASES["one mask per head and sample"], requires_grad=False)
    expected, expected_weights = attention(*qkv, mask)
    with torch.set_grad_enabled(grad):
        output, weights = scaled_dot_product_attention(*qkv, mask, dropout=0.5)
    assert_same(weights, expected_weights)
    assert (output - expected).abs().max() > 0.1


@pytest.mark.parametrize("need_weights", [True, False])
@pytest.mark.parametrize(
    "mask", [None, torch.ones(KEYS, KEYS, dtype=torch.bool)], ids=["no mask", "open mask"]
)
def test_dropout_zeros_the_given_fraction_and_scales_up_the_rest(need_weights, mask):
    # One-hot values let the weights show in the output. All scores are 0, so what is not
    # dropped is (1/KEYS) / (1 - p).
    p, n = 0.3, 2000
    zeros = torch.zeros(n, KEYS, D_HEAD, dtype=torch.float64)
    eye = torch.eye(KEYS, dtype=torch.float64).expand(n, KEYS, KEYS)
    output, _ = scaled_dot_product_attention(
        zeros, zeros, eye, mask, dropout=p, need_weights=need_weights
    )
    dropped = output == 0
    kept = output[~dropped]
    assert_same(kept, torch.full_like(kept, 1 / KEYS / (1 - p)))
    # 98 000 draws: the share's standard deviation is 0.0015.
    assert abs(dropped.double().mean() - p) < 0.01
    assert abs(output.sum(-1).mean() - 1) < 0.01


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16, torch.float32, torch.float64])
@pytest.mark.parametrize("score", ["largest", "infinite", "NaN"])
def test_a_blocked_key_gets_weight_0_whatever_its_score(dtype, score):
    largest = 60000.0 if dtype == torch.float16 else torch.finfo(dtype).max / 2
    blocked = {"largest": largest, "infinite": math.inf, "NaN": math.nan}[score]
    queries, keys, values = (
        torch.tensor(rows, dtype=dtype)
        for rows in ([[1.0]], [[-largest], [blocked]], [[2.0], [3.0]])
    )
    mask = torch.tensor([[True, False]])
    alone = torch.tensor([[1.0, 0.0]], dtype=dtype)
    assert torch.equal(attention_weights(attention_scores(queries, keys), mask), alone)
    for grad in (True, False):
        with torch.set_grad_enabled(grad):
            output, weights = scaled_dot_product_attention(
                queries, keys.clone().requires_grad_(grad), values, mask
            )
        assert torch.equal(weights, alone)
        assert output.item() == 2.0
    if score == "largest":  # the kernel adds its mask, and NaN plus -inf is NaN
        output, _ = scaled_dot_product_attention(queries, keys, values, mask, need_weights=False)
        assert output.item() == 2.0


def test_attention_runs_on_meta_tensors():
    queries, keys, values = (torch.empty(2, 3, n, 4, device="meta") for n in (5, 7, 7))
    mask = torch.empty(5, 7, dtype=torch.bool, device="meta")
    for some in (None, mask):
        for need_weights in (True, False):
            output, weights = scaled_dot_product_attention(
                queries, keys, values, some, need_weights=need_weights
            )
            assert output.shape == (2, 3, 5, 4)
            assert weights is None if not need_weights else weights.shape == (2, 3, 5, 7)


def test_scores_of_minus_infinity_block_keys_but_not_whole_rows():
    infinite = -math.inf
    scores = torch.tensor([[infinite, 0.0, 1.0], [infinite, infinite, 0.0]])
    mask = torch.tensor([[True, True, False], [True, True, False]])
    weights = attention_weights(scores, mask)
    assert weights[0].tolist() == [0, 1, 0]
    assert weights[1].isnan().all()
    assert attention_weights(scores, mask & scores.isfinite())[1].tolist() == [0, 0, 0]


@pytest.mark.filterwarnings("ignore:Anomaly Detection")
def test_an_idle_query_has_no_nan_in_the_backward_pass():
    scores = random(3, 5).requires_grad_()
    mask = torch.ones(3, 5, dtype=torch.bool)
    mask[1] = False
    with torch.autograd.detect_anomaly():
        attention_weights(scores, mask).square().sum().backward()
    assert not scores.grad[1].any()
    queries, keys, values = (random(n, 4).requires_grad_() for n in (3, 5, 5))
    with torch.autograd.detect_anomaly():
        output, _ = scaled_dot_product_attention(queries, keys, values, mask)
        output.square().sum().backward()
    assert not queries.grad[1].any()


def test_dropout_works_without_gradients_under_causal_masks_of_any_length():
    queries, keys, values = random(3, 130, 4)
    with torch.no_grad():
        whole, weights = scaled_dot_product_attention(queries, keys, values, causal_mask(130))
        dropped, same_weights = scaled_dot_product_attention(
            queries, keys, values, causal_mask(130), dropout=0.5
        )
    assert_same(same_weights, weights)  # those before dropout
    assert (dropped - whole).norm() > 0.1 * whole.norm()


# Heads of keys and values that several neighboring query heads share.

SHARED = {
    "two of six": ((BATCH,), 6, 2),
    "one of six": ((BATCH,), 6, 1),
    "no batch": ((), 6, 3),
    "two leading axes": ((2, 3), 4, 2),
}
SHARED_MASKS = {
    "no mask": lambda n, n_keys: None,
    "idle row": with_idle_row,
    "causal": lambda n, n_keys: causal_mask(n, n_keys),
}


def shared_inputs(lead, n_heads, n_kv_heads, n_tokens=QUERIES, d_value=D_VALUE):
    return [
        random(*lead, n_heads, n_tokens, D_HEAD),
        random(*lead, n_kv_heads, n_tokens, D_HEAD),
        random(*lead, n_kv_heads, n_tokens, d_value),
    ]


@pytest.mark.parametrize("shape", SHARED.values(), ids=SHARED.keys())
@pytest.mark.parametrize("mask", SHARED_MASKS.values(), ids=SHARED_MASKS.keys())
@pytest.mark.parametrize("d_value", [D_HEAD, D_VALUE])
@pytest.mark.parametrize("n_tokens", [QUERIES, 130])
def test_a_shared_key_head_equals_repeated_key_heads(shape, mask, d_value, n_tokens):
    qkv = [x.requires_grad_() for x in shared_inputs(*shape, n_tokens, d_value)]
    repeated = [x.repeat_interleave(shape[1] // x.shape[-3], -3) for x in qkv]
    mask = mask(n_tokens, n_tokens)
    expected, expected_weights = attention(*repeated, mask)
    output_gradient = torch.randn_like(expected)
    slopes = gradients((expected * output_gradient).sum(), *qkv)
    for need_weights in (True, False):
        output, weights = attend_unchecked(*qkv, mask, D_HEAD**-0.5, 0.0, need_weights)
        assert_same(output, expected)
        assert_same(gradients((output * output_gradient).sum(), *qkv), slopes)
        with torch.no_grad():
            assert_same(attend_unchecked(*qkv, mask, D_HEAD**-0.5, 0.0, need_weights)[0], expected)
    assert weights is None
    assert_same(attend_unchecked(*qkv, mask, D_HEAD**-0.5, 0.0, True)[1], expected_weights)


@pytest.mark.parametrize(
    ("n_kv_heads", "d_value", "dropout", "fused"),
    [
        (6, D_HEAD, 0.0, True),
        (6, D_VALUE, 0.5, True),
        (2, D_HEAD, 0.0, True),
        (2, D_VALUE, 0.0, False),
        (2, D_HEAD, 0.5, False),
    ],
)
def test_torchs_kernel_is_used_only_if_it_copies_no_head(
    monkeypatch, n_kv_heads, d_value, dropout, fused
):
    asked = []
    kernel = F.scaled_dot_product_attention

    def listening(*inputs, **options):
        asked.append(options["enable_gqa"])
        return kernel(*inputs, **options)

    monkeypatch.setattr(F, "scaled_dot_product_attention", listening)
    qkv = shared_inputs((BATCH,), 6, n_kv_heads, d_value=d_value)
    output, weights = attend_unchecked(*qkv, None, 1.0, dropout, False)
    assert weights is None
    assert asked == ([n_kv_heads < 6] if fused else [])
    if not fused and dropout:
        assert (
            output - attend_unchecked(*qkv, None, 1.0, 0.0, False)[0]
        ).norm() > 0.1 * output.norm()
