"""layers.py against torch.nn.MultiheadAttention, the paper's formula, and each other."""

import copy
import io
import pickle
import shutil
from itertools import product

import pytest
import torch
import torch.nn.functional as F
from torch import nn
from torch.profiler import ProfilerActivity, profile

from mha_lib import (
    HeadParameters,
    PackedAttention,
    PerHeadAttention,
    SingleHeadAttention,
    StackedAttention,
    causal_mask,
    layouts,
    masks,
    padding_mask,
)
from tests.helpers.head_parameters import NAMES, assert_same_head_parameters
from tests.helpers.oracles import (
    assert_same,
    gradients,
    multi_head,
    one_key_head_per_query_head,
    random,
    torch_layer,
)

BATCH, HEADS, QUERIES, KEYS, D_HEAD, D_VALUE = 2, 3, 5, 7, 11, 13
D_MODEL = HEADS * D_HEAD  # as torch.nn.MultiheadAttention wants it
D_FREE = 17  # no multiple of the heads

MULTI = [PerHeadAttention, StackedAttention, PackedAttention]
LAYERS = [SingleHeadAttention, *MULTI]

each_layer = pytest.mark.parametrize("Layer", LAYERS, ids=lambda Layer: Layer.__name__)
each_multi = pytest.mark.parametrize("Layer", MULTI, ids=lambda Layer: Layer.__name__)
each_bias = pytest.mark.parametrize("bias", [True, False], ids=["bias", "no bias"])
PATHS = [(True, True), (True, False), (False, True), (False, False)]
each_path = pytest.mark.parametrize(
    ("grad", "need_weights"),
    PATHS,
    ids=["grad, weights", "grad, fused", "no grad, weights", "no grad, fused"],
)


def free_parameters(Layer, bias=True, d_model=D_FREE):
    """Parameters that this layer can hold, with a free d_head and d_value."""
    n_heads = 1 if Layer is SingleHeadAttention else HEADS
    return HeadParameters.random(d_model, n_heads, D_HEAD, D_VALUE, bias=bias, dtype=torch.float64)


def free_layer(Layer, **options):
    return Layer.from_head_parameters(free_parameters(Layer), **options)


def idle_mask(n_queries=QUERIES, n_keys=QUERIES):
    """Query 1 may attend to nothing."""
    mask = torch.rand(n_queries, n_keys) < 2 / 3
    mask[:, 0] = True
    mask[1] = False
    return mask


def make_mask(name, n_heads, n_queries, n_keys):
    full = torch.rand(BATCH, n_heads, n_queries, n_keys) < 2 / 3
    full[..., 0] = True
    return {
        "no mask": None,
        "causal": causal_mask(n_queries, n_keys),
        "padding": padding_mask([n_keys, 4], n_keys).expand(BATCH, n_heads, n_queries, n_keys),
        "one for all": full[0, 0],
        "one mask per head": full,
    }[name]


# Against torch.nn.MultiheadAttention.


# Storage and biases matter only in the projections, so masks after them need no test per storage.
ALL_STORAGES = product(
    [(Layer, 1) for Layer in LAYERS] + [(Layer, HEADS) for Layer in MULTI],
    [True, False],
    ["self", "keys are values", "all different"],
    ["one mask per head"],
)
ALL_MASKS = product(
    [(StackedAttention, HEADS)],
    [True],
    ["self", "all different"],
    ["no mask", "causal", "padding", "one for all"],
)


@pytest.mark.parametrize(("layer", "bias", "tokens", "mask"), [*ALL_STORAGES, *ALL_MASKS])
def test_a_layer_equals_torchs_layer(layer, bias, tokens, mask):
    Layer, n_heads = layer
    params = HeadParameters.random(D_MODEL, n_heads, bias=bias, dtype=torch.float64)
    ours = Layer.from_head_parameters(params)
    torchs = torch_layer(layouts.pack(params, "torch"), D_MODEL, n_heads)

    queries = random(BATCH, QUERIES, D_MODEL, requires_grad=True)
    keys = random(BATCH, KEYS, D_MODEL, requires_grad=True)
    values = random(BATCH, KEYS, D_MODEL, requires_grad=True)
    given = {"self": [queries], "keys are values": [queries, keys]}.get(
        tokens, [queries, keys, values]
    )
    written_out = {"self": [queries] * 3, "keys are values": [queries, keys, keys]}.get(
        tokens, given
    )
    mask = make_mask(mask, n_heads, QUERIES, written_out[1].shape[1])

    output, weights = ours(*given, mask=mask)
    expected, expected_weights = torchs(
        *written_out,
        attn_mask=None if mask is None else masks.to_torch_mha_mask(mask),
        average_attn_weights=False,
    )
    assert_same(output, expected)
    assert_same(weights, expected_weights)

    output_gradient, weights_gradient = torch.randn_like(output), torch.randn_like(weights)
    (output * output_gradient).sum().add((weights * weights_gradient).sum()).backward()
    in_tokens = [x.grad for x in given]
    for x in given:
        x.grad = None
    (expected * output_gradient).sum().add((expected_weights * weights_gradient).sum()).backward()
    assert_same(in_tokens, [x.grad for x in given])
    of_torch = {name: p.grad for name, p in torchs.named_parameters()}
    in_torchs = layouts.unpack(of_torch, "torch", n_heads)
    assert_same_head_parameters(ours.head_parameters(grad=True), in_torchs, 1e-12)
    assert_same_head_parameters(
        ours.head_parameters(), params
    )  # and not the gradients, though there are some

    fused, nothing = ours(*given, mask=mask, need_weights=False)
    assert nothing is None
    assert_same(fused, expected)


# Against the paper's formula, for what torch's layer lacks: any width, any leading sizes, and
# shared KV heads. The formula gets a copy of a shared KV head for each query head.

SHARING = [(HEADS * 2, n) for n in (1, 2, 3, 6)]
LEADS = [(), (BATCH,), (2, 3), (0,)]
KINDS = ["no mask", "causal", "one for all", "one mask per head"]


def shared_parameters(n_heads, n_kv_heads, d_value=D_VALUE, bias=True):
    return HeadParameters.random(
        D_FREE, n_heads, D_HEAD, d_value, n_kv_heads=n_kv_heads, bias=bias, dtype=torch.float64
    )


def assert_layer_matches_paper(Layer, params, lead, kind, grad=True, need_weights=True):
    """Asserts that output, weights and, with `grad`, all gradients equal the formula's."""
    layer = Layer.from_head_parameters(params)
    assert layer.n_kv_heads == params.n_kv_heads
    assert_same_head_parameters(layer.head_parameters(), params)
    tokens = [random(*lead, n, D_FREE, requires_grad=True) for n in (QUERIES, KEYS, KEYS)]
    mask = torch.rand(*lead, params.n_heads, QUERIES, KEYS) < 0.5
    mask = {"no mask": None, "causal": causal_mask(QUERIES, KEYS), "one mask per head": mask}.get(
        kind, mask.flatten(0, -3)[0] if mask.numel() else None
    )
    with torch.set_grad_enabled(grad):
        expected, expected_weights = multi_head(
            one_key_head_per_query_head(layer.head_parameters()), *tokens, mask
        )
        output, weights = layer(*tokens, mask=mask, need_weights=need_weights)
    assert_same(output, expected)
    if need_weights:
        assert_same(weights, expected_weights)
    else:
        assert weights is None
    if grad:
        output_gradient = torch.randn_like(output)
        inputs = (*tokens, *layer.parameters())
        assert_same(
            gradients((output * output_gradient).sum(), *inputs),
            gradients((expected * output_gradient).sum(), *inputs),
        )


@each_layer
@pytest.mark.parametrize("lead", LEADS, ids=str)
def test_a_layer_equals_the_paper_for_any_leading_sizes(Layer, lead):
    for params in (free_parameters(Layer), free_parameters(Layer, bias=False)):
        assert_layer_matches_paper(Layer, params, lead, "one mask per head")


@each_multi
@pytest.mark.parametrize(("n_heads", "n_kv_heads"), SHARING)
def test_shared_key_heads_equal_repeated_key_heads(Layer, n_heads, n_kv_heads):
    for bias in (True, False):
        assert_layer_matches_paper(
            Layer, shared_parameters(n_heads, n_kv_heads, bias=bias), (BATCH,), "one mask per head"
        )


@each_path
@pytest.mark.parametrize("kind", KINDS)
def test_every_path_with_every_mask_equals_the_paper(grad, need_weights, kind):
    """One class is enough, because these paths do not depend on the storage. Masks take turns with
    leading sizes; the empty batch runs with all masks."""
    lead = LEADS[(PATHS.index((grad, need_weights)) + KINDS.index(kind)) % 3]
    for n_kv_heads, d_value in ((6, D_VALUE), (2, D_HEAD), (2, D_VALUE)):
        params = shared_parameters(6, n_kv_heads, d_value)
        assert_layer_matches_paper(StackedAttention, params, lead, kind, grad, need_weights)
    assert_layer_matches_paper(StackedAttention, params, (0,), kind, grad, need_weights)


# Heads that share keys: against torch's kernel with enable_gqa.


@each_multi
@pytest.mark.parametrize(("n_heads", "n_kv_heads"), SHARING)
@pytest.mark.parametrize("causal", [False, True])
def test_shared_key_heads_equal_torchs_enable_gqa(Layer, n_heads, n_kv_heads, causal):
    params = shared_parameters(n_heads, n_kv_heads, D_HEAD)
    x = random(BATCH, QUERIES, D_FREE)
    q, k, v = (
        torch.einsum("btm,hmd->bhtd", x, W) + b[:, None]
        for W, b in ((params.W_Q, params.b_Q), (params.W_K, params.b_K), (params.W_V, params.b_V))
    )
    heads = F.scaled_dot_product_attention(q, k, v, is_causal=causal, enable_gqa=True)
    expected = torch.einsum("bhtd,hdm->btm", heads, params.W_O) + params.b_O
    mask = causal_mask(QUERIES) if causal else None
    layer = Layer.from_head_parameters(params)
    for need_weights in (True, False):
        assert_same(layer(x, mask=mask, need_weights=need_weights)[0].detach(), expected)


def test_query_head_i_uses_key_head_i_divided_by_the_group_size():
    # KV head 0 looks at feature 0, KV head 1 at feature 1. Query heads 0 and 1 use the first.
    params = HeadParameters(
        torch.ones(4, 2, 1), torch.eye(2)[:, :, None], torch.ones(2, 2, 1), torch.ones(4, 1, 2)
    )
    x = torch.tensor([[[50.0, 0.0], [0.0, 50.0]]])
    for Layer in MULTI:
        _, weights = Layer.from_head_parameters(params)(x)
        assert weights[0, :, 0].argmax(-1).tolist() == [0, 0, 1, 1]


@pytest.mark.parametrize("need_weights", [True, False])
@pytest.mark.parametrize("d_value", [16, 24])
@pytest.mark.parametrize(
    ("dropout", "lead"), [(0.0, ()), (0.1, (1,)), (0.0, (2, 3)), (0.1, (2, 3))], ids=str
)
def test_shared_keys_are_never_copied(need_weights, d_value, dropout, lead):
    # One query, 4,096 keys, 8 query heads, 2 KV heads. torch allocates less than a second copy of
    # the 2 KV heads. A copy for each of the 8 query heads would take four times as much.
    params = HeadParameters.random(32, 8, 16, d_value, n_kv_heads=2, bias=False)
    layer = StackedAttention.from_head_parameters(params, dropout=dropout)
    x, y = torch.randn(*lead, 1, 32), torch.randn(*lead, 4096, 32)
    keys = torch.randn(*lead, 2, 4096, 16)
    values = torch.randn(*lead, 2, 4096, d_value)
    queries = torch.randn(*lead, 8, 1, 16)
    layer._project = lambda *tokens: (queries, keys, values)  # only attention is measured
    with (
        torch.no_grad(),
        profile(activities=[ProfilerActivity.CPU], profile_memory=True) as recorded,
    ):
        layer(x, y, need_weights=need_weights)
    held = peak = 0
    moves = [e for e in recorded.profiler.kineto_results.events() if e.name() == "[memory]"]
    for move in sorted(moves, key=lambda event: event.start_ns()):
        held += move.nbytes()
        peak = max(peak, held)
    weights = 4 * keys.shape[:-3].numel() * 8 * 4096  # bytes of all weights
    assert peak < 3.5 * weights
    assert 3.5 * weights < 4 * keys.nbytes


# What the formula computes with.


@each_layer
def test_keys_default_to_queries_and_values_to_keys(Layer):
    layer = free_layer(Layer)
    x, y = random(BATCH, QUERIES, D_FREE), random(BATCH, KEYS, D_FREE)
    assert_same(layer(x), layer(x, x, x))
    assert_same(layer(x), layer(x, x.clone(), x.clone()))
    assert_same(layer(x, y), layer(x, y, y))
    others = y[:, :QUERIES]
    assert_same(layer(x, values=others), layer(x, x, others))
    assert_same(layer(x, values=others), multi_head(layer.head_parameters(), x, x, others))


def test_two_heads_on_one_feature_each_equal_a_hand_computation():
    # d_head = 1, so scores are plain products. Head 1 reads feature 1 and head 2 feature 2, of
    # queries (1, 0) and (0, 1) and keys (log 3, log 1) and (log 1, log 5), where log 1 = 0.
    # Query (1, 0): head 1 scores (log 3, 0), weights (3/4, 1/4); head 2 scores 0, weights 1/2.
    # Query (0, 1): head 1 scores 0, weights 1/2; head 2 scores (0, log 5), weights (1/6, 5/6).
    # Values are (4, 12) and (8, 24): head 1 averages 4 and 8, head 2 averages 12 and 24.
    one = torch.eye(2, dtype=torch.float64)
    params = HeadParameters(one[:, :, None], one[:, :, None], one[:, :, None], one[:, None, :])
    queries = one[None]
    keys = torch.tensor([[[3, 1], [1, 5]]], dtype=torch.float64).log()
    values = torch.tensor([[[4, 12], [8, 24]]], dtype=torch.float64)
    expected_weights = [[[3 / 4, 1 / 4], [1 / 2, 1 / 2]], [[1 / 2, 1 / 2], [1 / 6, 5 / 6]]]
    expected = [[4 * 3 / 4 + 8 / 4, 18], [6, 12 / 6 + 24 * 5 / 6]]
    for Layer in MULTI:
        output, weights = Layer.from_head_parameters(params)(queries, keys, values)
        assert_same(weights, torch.tensor([expected_weights], dtype=torch.float64))
        assert_same(output, torch.tensor([expected], dtype=torch.float64))


# Against each other.


@pytest.mark.parametrize(("n_heads", "free"), [(1, True), (HEADS, False)])
@pytest.mark.parametrize(
    ("optimizer", "tolerance"),
    [
        (lambda p: torch.optim.SGD(p, lr=0.5, momentum=0.9), 1e-12),
        # b_K does not change the weights, so its gradient is rounding error. Adam divides that
        # by the error's size plus eps = 1e-8, which leaves steps of about lr * 1e-17 / 1e-8.
        (lambda p: torch.optim.Adam(p, lr=1e-2), 1e-9),
    ],
    ids=["SGD", "Adam"],
)
def test_all_layers_stay_the_same_through_20_steps_of_training(n_heads, free, optimizer, tolerance):
    params = HeadParameters.random(
        D_MODEL,
        n_heads,
        7 if free else None,
        D_VALUE if free else None,
        dtype=torch.float64,
    )
    x, target = random(BATCH, QUERIES, D_MODEL), random(BATCH, QUERIES, D_MODEL)

    def train(layer):
        steps = optimizer(layer.parameters())
        for _ in range(20):
            steps.zero_grad()
            (layer(x, mask=causal_mask(QUERIES))[0] - target).square().mean().backward()
            steps.step()
        return layer.head_parameters().map(torch.detach)

    trained = train(StackedAttention.from_head_parameters(params))
    assert (trained.W_Q - params.W_Q).abs().max() > 1e-3
    for Layer in LAYERS if n_heads == 1 else MULTI:
        assert_same_head_parameters(train(Layer.from_head_parameters(params)), trained, tolerance)


@each_bias
def test_all_layers_start_from_the_same_numbers_under_the_same_seed(bias):
    def fresh(Layer, *sizes):
        torch.manual_seed(3)
        return Layer(D_FREE, *sizes, D_HEAD, D_VALUE, bias=bias).head_parameters()

    for n_heads in (1, HEADS):
        expected = fresh(StackedAttention, n_heads)
        for Layer in MULTI:
            assert_same_head_parameters(fresh(Layer, n_heads), expected)
    assert_same_head_parameters(fresh(SingleHeadAttention), fresh(StackedAttention, 1))


@pytest.mark.parametrize(
    ("Layer", "names"),
    [
        (SingleHeadAttention, {"W_Q", "W_K", "W_V", "W_O", "b_Q", "b_K", "b_V", "b_O"}),
        (
            PerHeadAttention,
            {"W_O", "b_O"}
            | {
                f"{p}.{i}" for p in ("W_Q", "W_K", "W_V", "b_Q", "b_K", "b_V") for i in range(HEADS)
            },
        ),
        (StackedAttention, {"W_Q", "W_K", "W_V", "W_O", "b_Q", "b_K", "b_V", "b_O"}),
        (PackedAttention, {"W_QKV", "W_O", "b_QKV", "b_O"}),
    ],
)
def test_each_layer_stores_the_same_numbers_in_its_own_parameters(Layer, names):
    layer = free_layer(Layer)
    assert set(layer.state_dict()) == names
    numbers = sum(getattr(free_parameters(Layer), name).numel() for name in NAMES)
    assert sum(p.numel() for p in layer.parameters()) == numbers


def test_a_packed_layer_stores_which_key_head_each_query_head_uses():
    params = HeadParameters.random(D_FREE, 6, D_HEAD, D_VALUE, n_kv_heads=2, dtype=torch.float64)
    state = PackedAttention.from_head_parameters(params).state_dict()
    assert state["groups"].tolist() == 3 * [[1, 0]] + 3 * [[0, 1]]
    assert "groups" not in free_layer(PackedAttention).state_dict()


# From HeadParameters and back.


@each_layer
@each_bias
def test_head_parameters_survive_a_round_trip_bit_for_bit(Layer, bias):
    params = free_parameters(Layer, bias)
    layer = Layer.from_head_parameters(params, dropout=0.3)
    assert_same_head_parameters(layer.head_parameters(), params)
    assert_same_head_parameters(
        Layer.from_head_parameters(layer.head_parameters()).head_parameters(), params
    )
    sizes = (layer.d_model, layer.n_heads, layer.d_head, layer.d_value, layer.dropout)
    assert sizes == (D_FREE, params.n_heads, D_HEAD, D_VALUE, 0.3)


@each_layer
def test_from_head_parameters_copies_and_uses_no_random_numbers(Layer):
    params = free_parameters(Layer)
    before, state = params.map(torch.clone), torch.get_rng_state()
    layer = Layer.from_head_parameters(params)
    assert torch.equal(torch.get_rng_state(), state)
    assert all(p.is_leaf and p.requires_grad and p.is_contiguous() for p in layer.parameters())
    with torch.no_grad():
        for parameter in layer.parameters():
            parameter.zero_()
    assert_same_head_parameters(params, before)


@each_layer
def test_parameters_are_contiguous_for_weights_of_any_strides(Layer):
    params = free_parameters(Layer).map(lambda t: t.mT.contiguous().mT if t.dim() > 1 else t)
    assert not params.W_Q.is_contiguous()
    layer = Layer.from_head_parameters(params)
    assert all(p.is_contiguous() for p in layer.parameters())
    assert_same_head_parameters(layer.head_parameters(), params)


def test_biases_on_the_projections_and_on_the_output_are_independent():
    params = free_parameters(StackedAttention)
    x = random(BATCH, QUERIES, D_FREE)
    for absent in (["b_O"], ["b_Q", "b_K", "b_V"]):
        part = HeadParameters(**{n: None if n in absent else getattr(params, n) for n in NAMES})
        for Layer in MULTI:
            layer = Layer.from_head_parameters(part)
            assert_same(layer(x)[0], multi_head(part, x, x, x)[0])
            assert_same_head_parameters(layer.head_parameters(), part)


# A query that may attend to nothing.


@pytest.mark.parametrize(
    ("Layer", "grad", "need_weights", "dtype"),
    [
        *((Layer, True, True, torch.float64) for Layer in LAYERS),
        *product([StackedAttention], [True, False], [True, False], [torch.float32, torch.bfloat16]),
    ],
)
@pytest.mark.parametrize("which", ["one query", "all padding"])
def test_an_idle_query_outputs_the_bias_and_has_finite_gradients(
    Layer, grad, need_weights, dtype, which
):
    layer = free_layer(Layer).to(dtype)
    x = random(BATCH, QUERIES, D_FREE).to(dtype)
    mask = idle_mask() if which == "one query" else padding_mask([QUERIES, 0])
    idle = (slice(None), 1) if which == "one query" else 1
    with torch.set_grad_enabled(grad):
        output, weights = layer(x, mask=mask, need_weights=need_weights)
    assert output.isfinite().all()
    assert (output[idle] == layer.b_O).all()
    assert not (output == layer.b_O).all()
    if need_weights:
        heads_first = weights.transpose(1, 2)  # (batch, queries, heads, keys)
        assert (heads_first[idle] == 0).all()
        sums = weights.float().sum(-1)
        assert_same(sums, mask.any(-1).expand_as(sums).float(), tolerance=0.02)
    if grad:
        output.square().sum().backward()
        gradient = layer.head_parameters(grad=True)
        assert all(getattr(gradient, name).isfinite().all() for name in NAMES)
        assert gradient.W_Q.any()


# Dropout.


@each_layer
@each_path
def test_dropout_is_off_in_eval_and_on_in_training(Layer, grad, need_weights):
    layer = free_layer(Layer, dropout=0.4)
    whole = Layer.from_head_parameters(layer.head_parameters())
    x = random(BATCH, QUERIES, D_FREE)
    with torch.set_grad_enabled(grad):
        expected, _ = whole(x)
        first, second = (layer(x, need_weights=need_weights)[0] for _ in range(2))
        assert not torch.allclose(first, expected)
        assert not torch.allclose(first, second)
        layer.eval()
        first, second = (layer(x, need_weights=need_weights)[0] for _ in range(2))
        assert_same(first, expected)
        assert torch.equal(first, second)


@pytest.mark.parametrize("need_weights", [True, False])
def test_dropout_does_not_change_the_mean_output(need_weights):
    n = 4000
    layer = free_layer(StackedAttention, dropout=0.3)
    x = random(1, QUERIES, D_FREE)
    draws, _ = layer(x.expand(n, -1, -1), need_weights=need_weights)
    expected, _ = layer.eval()(x)
    # Five standard deviations of a mean of n draws.
    assert ((draws.mean(0) - expected[0]).abs() < 5 * draws.std(0) / n**0.5).all()


# Types, devices, modes.


@pytest.mark.parametrize(
    ("Layer", "grad", "need_weights"),
    [
        *((Layer, True, True) for Layer in LAYERS),
        *((StackedAttention, *path) for path in PATHS[1:]),
    ],
)
@pytest.mark.parametrize(("dtype", "tolerance"), [(torch.float32, 1e-5), (torch.bfloat16, 0.05)])
def test_every_type_agrees_with_float64(Layer, grad, need_weights, dtype, tolerance):
    layer = free_layer(Layer)
    x = random(BATCH, QUERIES, D_FREE)
    mask = causal_mask(QUERIES)
    expected, expected_weights = multi_head(layer.head_parameters(), x, x, x, mask)
    layer.to(dtype)
    with torch.set_grad_enabled(grad):
        output, weights = layer(x.to(dtype), mask=mask, need_weights=need_weights)
    assert output.dtype == dtype
    assert_same(output.detach().double(), expected.detach(), tolerance)
    if need_weights:
        assert weights.dtype == dtype
        assert_same(weights.detach().double(), expected_weights.detach(), tolerance)


@pytest.mark.skipif(not torch.cuda.is_available(), reason="torch sees no CUDA device")
@pytest.mark.parametrize(
    ("dtype", "tolerance"), [(torch.float64, 1e-10), (torch.float32, 1e-3), (torch.bfloat16, 0.05)]
)
def test_a_layer_on_a_cuda_device_equals_the_paper(dtype, tolerance):
    x = random(BATCH, QUERIES, D_FREE)
    for Layer, mask in product(LAYERS, (None, causal_mask(QUERIES), idle_mask())):
        layer = free_layer(Layer)
        expected, expected_weights = multi_head(layer.head_parameters(), x, x, x, mask)
        layer.to("cuda", dtype)
        mask = None if mask is None else mask.cuda()
        for grad, need_weights in product((True, False), repeat=2):
            with torch.set_grad_enabled(grad):
                output, weights = layer(x.to("cuda", dtype), mask=mask, need_weights=need_weights)
            assert_same(output.detach().cpu().double(), expected.detach(), tolerance)
            if need_weights:
                assert_same(weights.detach().cpu().double(), expected_weights.detach(), tolerance)


@each_layer
def test_a_fresh_layer_has_the_dtype_and_device_asked_for(Layer):
    sizes = (D_FREE,) if Layer is SingleHeadAttention else (D_FREE, HEADS)
    layer = Layer(*sizes, D_HEAD, dtype=torch.bfloat16, device="meta")
    assert {p.dtype for p in layer.parameters()} == {torch.bfloat16}
    assert {p.device.type for p in layer.parameters()} == {"meta"}


@each_layer
@each_path
def test_a_layer_runs_under_autocast(Layer, grad, need_weights):
    layer = free_layer(Layer).float()
    x = random(BATCH, QUERIES, D_FREE).float()
    mask = idle_mask()
    expected, _ = multi_head(layer.head_parameters(), x, x, x, mask)
    with torch.set_grad_enabled(grad), torch.autocast("cpu", torch.bfloat16):
        output, weights = layer(x, mask=mask, need_weights=need_weights)
    assert output.dtype == torch.bfloat16
    assert_same(output.float(), expected, tolerance=0.05)
    if need_weights:
        assert (weights[..., 1, :] == 0).all()
    if grad:
        output.float().sum().backward()
        assert all(p.grad.isfinite().all() for p in layer.parameters())


@each_layer
@each_path
def test_inputs_and_parameters_do_not_change(Layer, grad, need_weights):
    layer = free_layer(Layer)
    held = [random(BATCH, n, D_FREE) for n in (QUERIES, KEYS, KEYS)]
    mask = idle_mask(QUERIES, KEYS)
    before = [x.detach().clone() for x in (*held, mask, *layer.parameters())]
    with torch.set_grad_enabled(grad):
        layer(*held, mask=mask, need_weights=need_weights)
        layer(held[0], mask=causal_mask(QUERIES), need_weights=need_weights)
    after = (*held, mask, *layer.parameters())
    assert all(torch.equal(x, y) for x, y in zip(before, after, strict=True))


# Copies and stores.


def copied(layer):
    return copy.deepcopy(layer)


def pickled(layer):
    return pickle.loads(pickle.dumps(layer))


def stored(layer):
    file = io.BytesIO()
    torch.save(layer.state_dict(), file)
    file.seek(0)
    options = {"bias": layer.b_O is not None, "dropout": layer.dropout, "dtype": torch.float64}
    heads = () if isinstance(layer, SingleHeadAttention) else (layer.n_heads,)
    fresh = type(layer)(layer.d_model, *heads, layer.d_head, layer.d_value, **options)
    fresh.load_state_dict(torch.load(file, weights_only=True))
    return fresh


@each_layer
@each_bias
@pytest.mark.parametrize("way", [copied, pickled, stored])
def test_a_copy_is_bitwise_equal_and_independent(Layer, bias, way):
    layer = Layer.from_head_parameters(free_parameters(Layer, bias), dropout=0.2)
    other = way(layer)
    assert repr(other) == repr(layer)
    assert list(other.state_dict()) == list(layer.state_dict())
    for name, tensor in layer.state_dict().items():
        assert torch.equal(other.state_dict()[name], tensor)
    x = random(BATCH, QUERIES, D_FREE)
    assert torch.equal(other.eval()(x)[0], layer.eval()(x)[0])
    with torch.no_grad():
        other.W_O.add_(1)
    assert not torch.equal(other.W_O, layer.W_O)


def test_repr_is_one_line_with_sizes():
    sizes = "d_model=17, n_heads=3, d_head=11, d_value=13"
    text = repr(StackedAttention(D_FREE, HEADS, D_HEAD, D_VALUE, dropout=0.2))
    assert text == f"StackedAttention({sizes}, bias=True, dropout=0.2)"
    text = repr(PerHeadAttention(D_FREE, 6, D_HEAD, n_kv_heads=2))
    shared = "d_model=17, n_heads=6, n_kv_heads=2, d_head=11, d_value=11"
    assert text == f"PerHeadAttention({shared}, bias=True, dropout=0.0)"
    text = repr(PackedAttention(D_FREE, HEADS, D_HEAD, D_VALUE, bias=False))
    assert text == f"PackedAttention({sizes}, bias=False, dropout=0.0)"


def test_a_layer_trains_inside_a_larger_module():
    model = nn.ModuleList([free_layer(Layer) for Layer in LAYERS])
    x = y = random(BATCH, QUERIES, D_FREE)
    for layer in model:
        y = y + layer(y, mask=causal_mask(QUERIES), need_weights=False)[0]
    (y - x).square().sum().backward()
    assert all(p.grad.any() for name, p in model.named_parameters() if "b_K" not in name)


# torch.func.


@each_layer
def test_functional_call_computes_with_the_parameters_given(Layer):
    layer, other = free_layer(Layer), free_layer(Layer)
    x = random(BATCH, QUERIES, D_FREE)
    assert_same(torch.func.functional_call(layer, dict(other.named_parameters()), x), other(x))


@each_layer
@pytest.mark.parametrize("need_weights", [True, False])
@pytest.mark.parametrize(
    "mask",
    [None, causal_mask(QUERIES), idle_mask(), padding_mask([3], QUERIES)[0]],
    ids=["no mask", "causal", "idle row", "padding"],
)
def test_vmap_over_the_batch_is_the_batched_call(Layer, need_weights, mask):
    layer = free_layer(Layer)
    x = random(BATCH, QUERIES, D_FREE)
    one_by_one = torch.func.vmap(lambda sample: layer(sample, mask=mask, need_weights=need_weights))
    flat_mask = mask if mask is None or mask.dim() == 2 else mask[None]
    expected, weights = multi_head(layer.head_parameters(), x, x, x, flat_mask)
    if need_weights:
        output, vmapped_weights = one_by_one(x)
        assert_same(vmapped_weights, weights)
    else:
        output = torch.func.vmap(lambda sample: layer(sample, mask=mask, need_weights=False)[0])(x)
    assert_same(output, expected)


@each_layer
# Its first forward-mode derivative makes torch load rules written in torch.jit.
@pytest.mark.filterwarnings("ignore:`torch.jit.*` is deprecated")
def test_func_grad_jacrev_and_jvp_agree_with_autograd(Layer):
    layer = free_layer(Layer)
    x, tangent = random(3, D_FREE), random(3, D_FREE)
    mask = causal_mask(3)

    def output(x):
        return layer(x, mask=mask)[0]

    def loss(x):
        return output(x).square().sum()

    leaf = x.clone().requires_grad_()
    assert_same(torch.func.grad(loss)(x), gradients(loss(leaf), leaf)[0])
    jacobian = torch.autograd.functional.jacobian(output, x)
    assert_same(torch.func.jacrev(output)(x), jacobian)
    value, pushed = torch.func.jvp(output, (x,), (tangent,))
    assert_same(value, output(x))
    assert_same(pushed, torch.einsum("abcd,cd->ab", jacobian, tangent))


# torch.compile. The type hook's wrappers cannot be traced, so it is off here. Only on
# Python 3.13.0, torch warns that it is slower.
compiles = pytest.mark.filterwarnings("ignore:Guards may run slower")


@compiles
@pytest.mark.parametrize(
    ("Layer", "need_weights"),
    [
        (PackedAttention, True),
        *(
            pytest.param(Layer, need_weights, marks=pytest.mark.slow)
            for Layer, need_weights in [*product(LAYERS[:3], [True]), (StackedAttention, False)]
        ),
    ],
)
def test_a_layer_compiles_into_one_graph(Layer, need_weights, no_type_hook):
    torch.compiler.reset()
    layer = free_layer(Layer)
    compiled = torch.compile(layer, fullgraph=True, backend="eager")
    x = random(BATCH, QUERIES, D_FREE)
    for mask in (None, idle_mask()):
        output, weights = compiled(x, mask=mask, need_weights=need_weights)
        expected, expected_weights = multi_head(layer.head_parameters(), x, x, x, mask)
        assert_same(output, expected)
        if need_weights:
            assert_same(weights, expected_weights)
        parameters = list(layer.parameters())
        assert_same(
            gradients(output.square().sum(), *parameters),
            gradients(expected.square().sum(), *parameters),
        )


@compiles
@pytest.mark.slow
@pytest.mark.skipif(
    not (shutil.which("g++") or shutil.which("clang++")), reason="inductor needs a C++ compiler"
)
# While it loads, torch's own compiler uses torch.jit, which warns that it is deprecated.
@pytest.mark.filterwarnings("ignore:`torch.jit.*` is deprecated")
def test_a_layer_compiles_to_machine_code(no_type_hook):
    torch.compiler.reset()
    layer = free_layer(StackedAttention)
    x, mask = random(BATCH, QUERIES, D_FREE), idle_mask()
    with torch.no_grad():
        output, weights = torch.compile(layer, fullgraph=True, backend="inductor")(x, mask=mask)
        expected, expected_weights = multi_head(layer.head_parameters(), x, x, x, mask)
    assert_same(output, expected)
    assert_same(weights, expected_weights)


@pytest.mark.parametrize("Layer", LAYERS)
def test_a_subclass_keeps_attributes_that_its_constructor_adds(Layer):
    class Normed(Layer):
        def __init__(self, *sizes, **options):
            super().__init__(*sizes, **options)
            self.norm = nn.LayerNorm(self.d_model)

    params = free_layer(Layer).head_parameters()
    layer = Normed.from_head_parameters(params)
    assert layer.norm.normalized_shape == (D_FREE,)
    assert_same(layer.head_parameters().W_Q, params.W_Q, tolerance=0)


@pytest.mark.parametrize("Layer", LAYERS)
def test_a_layer_on_the_meta_device_gives_shapes(Layer):
    layer = free_layer(Layer).to("meta")
    x = torch.empty(BATCH, QUERIES, D_FREE, dtype=torch.float64, device="meta")
    output, weights = layer(x, mask=causal_mask(QUERIES, device="meta"))
    assert output.shape == x.shape
    assert weights.shape == (BATCH, layer.n_heads, QUERIES, QUERIES)
