"""What torch's users do with a module, tried on the layers; torch.nn.MultiheadAttention is next to
them where the question is whether a tool can work at all."""

import copy
import gc
import pickle
from collections import Counter
from datetime import timedelta

import pytest
import torch
import torch.autograd.forward_ad as forward_ad
import torch.nn.functional as F
from torch import nn
from torch._subclasses.fake_tensor import FakeTensorMode
from torch.fx.experimental.proxy_tensor import make_fx
from torch.nn.attention import SDPBackend, sdpa_kernel
from torch.nn.utils import parametrizations, parametrize, prune
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_leaves, tree_map, tree_map_with_path
from torch.utils.checkpoint import checkpoint

from mha_lib import (
    HeadParameters,
    KVCache,
    PackedAttention,
    PerHeadAttention,
    SingleHeadAttention,
    StackedAttention,
    causal_mask,
    checks,
    layouts,
    padding_mask,
    rotate,
    scaled_dot_product_attention,
)
from tests.helpers.head_parameters import NAMES, assert_same_head_parameters
from tests.helpers.oracles import assert_same, multi_head, random, torch_layer

BATCH, HEADS, TOKENS, D_MODEL, D_HEAD = 2, 3, 5, 12, 4
LAYERS = [SingleHeadAttention, PerHeadAttention, StackedAttention, PackedAttention]
SEVERAL_HEADS = LAYERS[1:]
WITH_W_Q = LAYERS[:1] + LAYERS[2:3]  # those with a single parameter of that name
each_layer = pytest.mark.parametrize("Layer", LAYERS, ids=lambda Layer: Layer.__name__)
each_single = pytest.mark.parametrize("Layer", WITH_W_Q, ids=lambda Layer: Layer.__name__)
# The type hook's wrappers cannot be traced, so it is off where torch traces Python.
traces = pytest.mark.usefixtures("no_type_hook")
# torch's tracer and its forward-mode rules are written in torch.jit, which warns about itself.
of_torch = pytest.mark.filterwarnings(
    "ignore:.*torch.jit.*:DeprecationWarning", "ignore::torch.jit.TracerWarning"
)


def make(Layer, **options):
    sizes = (D_MODEL,) if Layer is SingleHeadAttention else (D_MODEL, HEADS)
    return Layer(*sizes, **({"dtype": torch.float64} | options))


def x_of(n_tokens=TOKENS, batch=BATCH):
    return random(batch, n_tokens, D_MODEL)


def is_what_the_paper_computes(layer, x, params, mask=None):
    """The layer's output is the formula's, computed with the weights that it reports."""
    output, weights = layer(x, mask=mask)
    assert_same((output, weights), multi_head(params, x, x, x, mask))


# A causal mask by name.


@pytest.mark.parametrize("need_weights", [True, False])
@pytest.mark.parametrize("grad", [True, False])
@pytest.mark.parametrize(("n_queries", "n_keys"), [(5, 5), (131, 131), (3, 7), (1, 7), (1, 1)])
def test_mask_causal_equals_the_causal_mask(need_weights, grad, n_queries, n_keys):
    layer, x, y = make(StackedAttention), x_of(n_queries), x_of(n_keys)
    with torch.set_grad_enabled(grad):
        output, weights = layer(x, y, mask="causal", need_weights=need_weights)
        expected, expected_weights = multi_head(
            layer.head_parameters(), x, y, y, causal_mask(n_queries, n_keys)
        )
    assert_same(output, expected)
    if need_weights:
        assert_same(weights, expected_weights)


def test_mask_causal_works_for_given_queries():
    queries, keys, values = random(2, 3, 5, 4), random(2, 3, 5, 4), random(2, 3, 5, 4)
    expected = F.scaled_dot_product_attention(queries, keys, values, is_causal=True)
    for need_weights in (True, False):
        output, _ = scaled_dot_product_attention(
            queries, keys, values, "causal", need_weights=need_weights
        )
        assert_same(output, expected)


@pytest.mark.parametrize(
    "call",
    [
        lambda x, y: make(StackedAttention)(x, y, mask="causal"),
        lambda x, y: scaled_dot_product_attention(x, y, y, "causal"),
    ],
    ids=["layer", "function"],
)
def test_mask_causal_needs_a_key_for_each_query(call, no_type_hook):
    x, y = x_of(5), x_of(3)
    message = (
        "mask must not be 'causal' with fewer keys than queries, because the last query is at the "
        "last key; got 5 queries and 3 keys"
    )
    with pytest.raises(ValueError, match=message):
        call(x, y)
    with pytest.raises(TypeError, match=r"boolean torch.Tensor or 'causal'; got 'past' \(str\)"):
        make(StackedAttention)(x, mask="past")


def test_mask_is_a_keyword_only_argument():
    # nn.MultiheadAttention takes key_padding_mask there, which means another thing.
    x = x_of(BATCH)
    with pytest.raises(TypeError, match="positional argument"):
        make(StackedAttention)(x, x, x, torch.ones(BATCH, BATCH, dtype=torch.bool))


# torch.compile, torch.export and torch.jit.trace.


class Graphs:
    """A backend of torch.compile that keeps the graphs."""

    def __init__(self):
        torch.compiler.reset()
        self.graphs = []

    def __call__(self, graph, inputs):
        self.graphs.append(graph)
        return graph


def causal_by_mask(layer, x):
    return layer(x, mask=causal_mask(x.shape[1]))[0]


def causal_by_name(layer, x):
    return layer(x, mask="causal")[0]


def causal_without_weights(layer, x):
    return layer(x, mask="causal", need_weights=False)[0]


def padded(layer, x):
    lengths = torch.full((len(x),), x.shape[1] - 1)
    return layer(x, mask=padding_mask(lengths, x.shape[1]))[0]


CALLS = [causal_by_mask, causal_by_name, causal_without_weights, padded]
each_call = pytest.mark.parametrize("call", CALLS, ids=lambda call: call.__name__)


@pytest.mark.slow
@traces
@each_call
def test_several_lengths_compile_into_one_graph(call):
    layer, graphs = make(StackedAttention), Graphs()
    compiled = torch.compile(lambda x: call(layer, x), dynamic=True, fullgraph=True, backend=graphs)
    for n_tokens in (3, 4, 9, 14):
        x = x_of(n_tokens)
        assert_same(compiled(x), call(layer, x))
    assert len(graphs.graphs) == 1


@pytest.mark.slow
@traces
def test_shared_heads_and_rotary_positions_compile_into_one_graph():
    layer, graphs = PackedAttention(D_MODEL, 6, 2, n_kv_heads=3, dtype=torch.float64), Graphs()
    compiled = torch.compile(
        lambda x: layer(x, mask="causal", rotary=rotate)[0],
        dynamic=True, fullgraph=True, backend=graphs,
    )  # fmt: skip
    for n_tokens in (3, 4, 9, 14):
        x = x_of(n_tokens)
        assert_same(compiled(x), layer(x, mask="causal", rotary=rotate)[0])
    assert len(graphs.graphs) == 1


@pytest.mark.slow
@traces
def test_compiled_code_keeps_the_kernel_for_causal_masks():
    layer, graphs = make(StackedAttention), Graphs()
    torch.compile(lambda x: causal_without_weights(layer, x), backend=graphs)(x_of())
    (graph,) = graphs.graphs
    (call,) = [n for n in graph.graph.nodes if n.target is F.scaled_dot_product_attention]
    assert call.kwargs["is_causal"] is True
    assert call.kwargs["attn_mask"] is None


@pytest.mark.slow
@traces
def test_compiled_gradients_are_those_of_the_layer():
    torch.compiler.reset()
    layer, x = make(StackedAttention), x_of()
    parameters = list(layer.parameters())
    expected = torch.autograd.grad(causal_by_mask(layer, x).square().sum(), parameters)
    compiled = torch.compile(
        lambda x: causal_by_mask(layer, x), fullgraph=True, backend="aot_eager"
    )
    assert_same(torch.autograd.grad(compiled(x).square().sum(), parameters), expected)


class Called(nn.Module):
    """A module whose forward is one of CALLS."""

    def __init__(self, layer, call):
        super().__init__()
        self.layer, self.call = layer, call

    def forward(self, *inputs):
        return self.call(self.layer, *inputs)


@pytest.mark.slow
@traces
@pytest.mark.parametrize(
    ("call", "strict"), [*((call, False) for call in CALLS), (causal_by_mask, True)]
)
def test_a_layer_exports_with_any_number_of_tokens(call, strict):
    module = Called(make(StackedAttention), call)
    tokens = torch.export.Dim("tokens", min=2, max=64)
    exported = torch.export.export(
        module, (x_of(),), dynamic_shapes=(({1: tokens},),), strict=strict
    ).module()
    for n_tokens in (4, 9):
        x = x_of(n_tokens)
        assert_same(exported(x), module(x))


@pytest.mark.slow
@traces
@pytest.mark.parametrize("strict", [False, True])
def test_shared_key_heads_export_with_any_number_of_tokens(strict):
    module = StackedAttention(D_MODEL, 4, n_kv_heads=2).double()
    tokens = torch.export.Dim("tokens", min=2, max=256)
    exported = torch.export.export(
        module, (x_of(),), dynamic_shapes={"queries": {1: tokens}}, strict=strict
    ).module()
    for n_tokens in (2, 9, 200):
        x = x_of(n_tokens)
        for ours, theirs in zip(exported(x), module(x), strict=True):
            assert_same(ours, theirs)


def masked(layer, x, mask):
    return layer(x, mask=mask)[0]


def masked_without_weights(layer, x, mask):
    return layer(x, mask=mask, need_weights=False)[0]


@traces
@of_torch
@pytest.mark.parametrize("call", [masked, masked_without_weights])
@pytest.mark.parametrize("traced_with", ["causal", "an idle row"])
def test_a_trace_holds_for_other_masks(call, traced_with):
    module, x = Called(make(StackedAttention), call), x_of()
    mask = causal_mask(TOKENS)
    if traced_with == "an idle row":
        mask[0] = False
    traced = torch.jit.trace(module, (x, mask), check_trace=False)
    other = torch.rand(TOKENS, TOKENS) < 0.6
    other[1] = False  # fully masked
    assert_same(traced(x, other), module(x, other))
    assert_same(traced(x, causal_mask(TOKENS)), module(x, causal_mask(TOKENS)))


@traces
@of_torch
@pytest.mark.parametrize("call", CALLS[:3], ids=lambda call: call.__name__)
def test_a_trace_holds_for_other_lengths(call):
    module = Called(make(StackedAttention), call)
    traced = torch.jit.trace(module, (x_of(),), check_trace=False)
    for n_tokens in (3, 9):
        x = x_of(n_tokens)
        assert_same(traced(x), module(x))


# Tensors without numbers.


@traces
@each_layer
@pytest.mark.parametrize("need_weights", [True, False])
def test_a_layer_runs_on_fake_tensors(Layer, need_weights):
    with FakeTensorMode():
        layer, x = make(Layer), x_of()
        mask = torch.ones(TOKENS, TOKENS, dtype=torch.bool)
        for grad in (True, False):
            with torch.set_grad_enabled(grad):
                output, _ = layer(x, mask=mask, need_weights=need_weights)
        assert output.shape == x.shape


@pytest.mark.slow
@traces
@pytest.mark.parametrize(
    ("call", "tracing_mode", "pre_dispatch"),
    [
        (masked, "real", False),
        (masked, "symbolic", True),
        (masked_without_weights, "fake", True),
        (masked_without_weights, "symbolic", False),
    ],
)
def test_make_fx_records_a_layer_for_other_masks(tracing_mode, pre_dispatch, call):
    layer, x = make(StackedAttention), x_of()
    with torch.no_grad():
        recorded = make_fx(
            lambda x, mask: call(layer, x, mask),
            tracing_mode=tracing_mode, pre_dispatch=pre_dispatch, _allow_non_fake_inputs=True,
        )(x, causal_mask(TOKENS))  # fmt: skip
        other = torch.rand(TOKENS, TOKENS) < 0.6
        other[1] = False
        assert_same(recorded(x, other), call(layer, x, other))


@each_layer
def test_the_meta_device_runs_steps_with_a_cache(Layer):
    layer, cache = make(Layer, device="meta"), KVCache(2)
    x = torch.empty(BATCH, 3, D_MODEL, dtype=torch.float64, device="meta")
    own = torch.ones(3, 6, dtype=torch.bool, device="meta")
    with torch.no_grad():
        layer(x, cache=cache)
        for mask in (own, None):
            output, weights = layer(x, mask=mask, cache=cache)
            own = torch.ones(3, 9, dtype=torch.bool, device="meta")
    assert output.device.type == weights.device.type == "meta"
    assert weights.shape[-2:] == (3, 9)


@each_layer
@pytest.mark.parametrize("bias", [True, False])
def test_a_layer_from_the_meta_device_draws_its_parameters(Layer, bias):
    options = {} if Layer is SingleHeadAttention else {"n_kv_heads": 1}
    torch.manual_seed(5)
    expected = make(Layer, bias=bias, **options)
    layer = make(Layer, bias=bias, device="meta", **options).to_empty(device="cpu")
    torch.manual_seed(5)
    assert layer.reset_parameters() is None
    assert list(layer.state_dict()) == list(expected.state_dict())
    assert_same(layer.state_dict(), expected.state_dict(), tolerance=0)
    assert all(p.requires_grad and p.grad_fn is None for p in layer.parameters())


def test_reset_parameters_draws_only_existing_biases():
    params = HeadParameters.random(D_MODEL, HEADS, bias=False)
    for biases in ({"b_O": torch.zeros(D_MODEL)}, {"b_Q": torch.zeros(HEADS, D_HEAD)}):
        layer = StackedAttention.from_head_parameters(
            HeadParameters(params.W_Q, params.W_K, params.W_V, params.W_O, **biases)
        )
        names = list(layer.state_dict())
        layer.reset_parameters()
        assert list(layer.state_dict()) == names
        assert all(p.abs().max() > 0 for p in layer.parameters())


# How often a forward pass reads a number.


class Reads(TorchDispatchMode):
    """Counts the operations that make Python wait for a number."""

    NAMES = ("_local_scalar_dense", "equal", "nonzero", "is_nonzero")

    def __init__(self):
        super().__init__()
        self.counted = Counter()

    def __torch_dispatch__(self, function, types, args=(), kwargs=None):
        name = function._schema.name.removeprefix("aten::")
        self.counted[name] += name in self.NAMES
        return function(*args, **(kwargs or {}))


def reads(layer, *tokens, **options):
    with Reads() as mode:
        layer(*tokens, **options)
    return sum(mode.counted.values())


MASKS = {
    "no mask": lambda: None,
    "causal": lambda: causal_mask(TOKENS),
    "causal by name": lambda: "causal",
    "padding": lambda: padding_mask([TOKENS, 3]),
}


@each_layer
@pytest.mark.parametrize("need_weights", [True, False])
@pytest.mark.parametrize("mask", MASKS)
def test_a_forward_pass_on_an_accelerator_reads_no_values(Layer, need_weights, mask, monkeypatch):
    # This needs no accelerator: `is_concrete_on_cpu`, which allows reads, says no here, as for a
    # tensor on an accelerator.
    layer, x, mask = make(Layer), x_of(), MASKS[mask]()
    expected = layer(x, mask=mask, need_weights=need_weights)
    monkeypatch.setattr(checks, "is_concrete_on_cpu", lambda tensor: False)
    for grad in (True, False):
        with torch.set_grad_enabled(grad):
            assert reads(layer, x, mask=mask, need_weights=need_weights) == 0
            assert_same(layer(x, mask=mask, need_weights=need_weights), expected)
    cache = KVCache()
    with torch.no_grad():
        for _ in range(2):
            assert reads(layer, x, cache=cache, need_weights=need_weights, rotary=rotate) == 0


def test_only_tensors_of_the_cpu_may_be_read():
    class Elsewhere(torch.Tensor):
        is_cpu = False

    x = torch.ones(2)
    assert checks.is_concrete_on_cpu(x)
    assert not checks.is_concrete_on_cpu(x.as_subclass(Elsewhere))
    assert not checks.is_concrete_on_cpu(x.to("meta"))
    with FakeTensorMode() as mode:
        assert not checks.is_concrete_on_cpu(x)
    assert not checks.is_concrete_on_cpu(mode.from_tensor(x))


@pytest.mark.skipif(not torch.cuda.is_available(), reason="torch sees no CUDA device")
@pytest.mark.parametrize("need_weights", [True, False])
def test_a_forward_pass_on_cuda_never_synchronizes(need_weights):
    layer, x = make(StackedAttention, device="cuda"), x_of().cuda()
    masks = [mask.cuda() if isinstance(mask := m(), torch.Tensor) else mask for m in MASKS.values()]
    torch.cuda.set_sync_debug_mode("error")
    try:
        for mask in masks:
            layer(x, mask=mask, need_weights=need_weights)
    finally:
        torch.cuda.set_sync_debug_mode("default")


@pytest.mark.parametrize(
    ("mask", "need_weights", "count"),
    [("no mask", True, 1), ("causal by name", True, 1), ("causal by name", False, 1),
     ("padding", True, 2), ("padding", False, 2), ("causal", True, 2), ("causal", False, 3)],
)  # fmt: skip
def test_number_of_times_a_forward_pass_on_the_cpu_reads_values(mask, need_weights, count):
    """Once for infinity and NaN, once for rows without a key; twice to recognize a causal mask."""
    layer, x = make(StackedAttention), x_of()
    assert reads(layer, x, mask=MASKS[mask](), need_weights=need_weights) == count
    theirs = nn.MultiheadAttention(D_MODEL, HEADS, batch_first=True, dtype=torch.float64)
    assert reads(theirs, x, x, x, need_weights=need_weights) == 0


# torch.func and forward-mode derivatives.


@each_layer
def test_vmap_runs_an_ensemble_of_layers(Layer):
    layers, x = [make(Layer) for _ in range(4)], x_of()
    parameters, buffers = torch.func.stack_module_state(layers)
    base = copy.deepcopy(layers[0]).to("meta")

    def call(parameters, buffers):
        return torch.func.functional_call(base, (parameters, buffers), (x,), {"mask": "causal"})[0]

    expected = torch.stack([layer(x, mask="causal")[0] for layer in layers])
    assert_same(torch.func.vmap(call)(parameters, buffers), expected)


@each_layer
def test_func_gives_a_gradient_for_each_sample(Layer):
    layer, x = make(Layer), x_of()

    def loss(parameters, sample):
        output, _ = torch.func.functional_call(layer, parameters, (sample,), {"mask": "causal"})
        return output.square().sum()

    parameters = {name: p.detach() for name, p in layer.named_parameters()}
    by_sample = torch.func.vmap(torch.func.grad(loss), (None, 0))(parameters, x)
    for i, sample in enumerate(x):
        expected = torch.autograd.grad(loss(dict(layer.named_parameters()), sample),
                                       list(layer.parameters()))  # fmt: skip
        assert_same([gradient[i] for gradient in by_sample.values()], list(expected))


@of_torch
@pytest.mark.parametrize("need_weights", [True, False])
@pytest.mark.parametrize("n_tokens", [TOKENS, 131])
@pytest.mark.parametrize("mask", [None, "causal", "an idle row"])
def test_forward_mode_derivatives_without_gradients(need_weights, n_tokens, mask):
    layer, x, tangent = make(StackedAttention), x_of(n_tokens), x_of(n_tokens)
    if mask == "an idle row":
        mask = causal_mask(n_tokens)
        mask[0] = False

    def output(x):
        return layer(x, mask=mask)[0]

    _, expected = torch.func.jvp(output, (x,), (tangent,))
    # The fused kernel has no forward-mode derivative: torch's own layer has it with weights only.
    with torch.no_grad(), forward_ad.dual_level():
        dual = forward_ad.make_dual(x, tangent)
        if need_weights:
            assert_same(forward_ad.unpack_dual(layer(dual, mask=mask)[0]).tangent, expected)
    with torch.no_grad():
        assert_same(layer(x, mask=mask, need_weights=need_weights)[0], output(x))


# Matrices that are computed from other parameters.


@each_layer
def test_a_pruned_layer_reports_what_it_computes_with(Layer):
    layer, x = make(Layer), x_of()
    if Layer is PerHeadAttention:
        prune.random_unstructured(layer.W_Q, "1", 0.5)
    else:
        prune.random_unstructured(layer, "W_QKV" if Layer is PackedAttention else "W_Q", 0.5)
    assert (layer.head_parameters().W_Q == 0).any()
    is_what_the_paper_computes(layer, x, layer.head_parameters())
    assert repr(layer)
    layer(x)[0].sum().backward()
    with pytest.raises(
        ValueError, match=r"W_Q\S* must be a parameter itself; got one that is computed"
    ):
        layer.head_parameters(grad=True)
    with pytest.raises(ValueError, match="must be a parameter itself"):
        layer.reset_parameters()


class LowRank(nn.Module):
    """LoRA: W + A B, with A and B to train."""

    def __init__(self, d_in, d_out, rank=2):
        super().__init__()
        self.A, self.B = nn.Parameter(random(d_in, rank)), nn.Parameter(random(rank, d_out))

    def forward(self, W):
        return W + self.A @ self.B


COMPUTED = {
    "orthogonal": lambda layer: parametrizations.orthogonal(layer, "W_Q"),
    "weight_norm": lambda layer: parametrizations.weight_norm(layer, "W_Q"),
    "spectral_norm": lambda layer: parametrizations.spectral_norm(layer.eval(), "W_Q"),
    "LoRA": lambda layer: parametrize.register_parametrization(
        layer, "W_Q", LowRank(*layer.W_Q.shape)
    ),
}


@each_single
@pytest.mark.parametrize("how", COMPUTED)
def test_a_parametrized_layer_reports_what_it_computes_with(Layer, how):
    layer, x = make(Layer), x_of()
    before = layer.head_parameters().W_Q
    COMPUTED[how](layer)
    if how == "weight_norm":  # which keeps the matrix at first
        with torch.no_grad():
            layer.parametrizations.W_Q.original0.mul_(2)
    params = layer.head_parameters()
    assert not torch.allclose(params.W_Q, before)
    is_what_the_paper_computes(layer, x, params)
    # Gradients flow through the report to the parameters that were trained.
    trained = [p for name, p in layer.named_parameters() if name.startswith("parametrizations")]
    expected = torch.autograd.grad(layer(x)[0].sum(), trained)
    assert_same(torch.autograd.grad(multi_head(params, x, x, x)[0].sum(), trained), expected)
    with pytest.raises(ValueError, match="W_Q must be a parameter itself"):
        layer.head_parameters(grad=True)
    with pytest.raises(ValueError, match="W_Q must be a parameter itself"):
        layer.reset_parameters()


@each_single
def test_the_gradient_of_tied_parameters_is_the_sum_over_their_uses(Layer):
    layer, x = make(Layer), x_of()
    layer.W_K = layer.W_Q
    is_what_the_paper_computes(layer, x, layer.head_parameters())
    layer(x)[0].square().sum().backward()
    gradient = layer.head_parameters(grad=True)
    assert_same(gradient.W_K, gradient.W_Q, tolerance=0)
    apart = Layer.from_head_parameters(layer.head_parameters())
    apart(x)[0].square().sum().backward()
    expected = apart.head_parameters(grad=True)
    assert_same(gradient.W_Q, expected.W_Q + expected.W_K)
    twin = copy.deepcopy(layer)
    assert twin.W_K is twin.W_Q


# Copies.


def copied(x):
    return copy.deepcopy(x)


def pickled(x):
    return pickle.loads(pickle.dumps(x))


def half_copied(x):
    return copy.copy(x)


each_copy = pytest.mark.parametrize("copying", [copied, pickled, half_copied])


@each_layer
@each_copy
def test_a_copy_of_a_filled_cache_continues_by_itself(Layer, copying):
    layer, x, other = make(Layer), x_of(7), x_of(7)
    other[:, :4] = x[:, :4]
    cache = KVCache(16)
    with torch.no_grad():
        layer(x[:, :4], cache=cache)
        twin = copying(cache)
        assert twin.keys.data_ptr() != cache.keys.data_ptr()
        for tokens, own in ((x, cache), (other, twin)):
            expected = layer(tokens, mask="causal")[0][:, 4:]
            steps = [layer(t, cache=own)[0] for t in tokens[:, 4:].split(1, 1)]
            assert_same(torch.cat(steps, 1), expected)
        assert twin.nbytes == cache.nbytes


@pytest.mark.parametrize("copying", [copied, pickled])
@pytest.mark.parametrize("layer_first", [True, False])
def test_a_layer_and_its_cache_are_copied_together(copying, layer_first):
    layer, x, cache = make(StackedAttention), x_of(), KVCache()
    with torch.no_grad():
        layer(x[:, :3], cache=cache)
        both = (layer, cache) if layer_first else (cache, layer)
        twin, twin_cache = sorted(copying(both), key=lambda x: isinstance(x, KVCache))
        del both
        assert_same(twin(x[:, 3:], cache=twin_cache)[0], layer(x, mask="causal")[0][:, 3:])
        # From then on it belongs to that layer.
        with pytest.raises(ValueError, match="cache must belong to this layer"):
            layer(x[:, :1], cache=twin_cache)
        other = StackedAttention(D_MODEL, 2, dtype=torch.float64)
        with pytest.raises(
            ValueError, match="keys must have the 3 heads of width 4 that the cache has; got"
        ):
            other(x[:, :1], cache=copying(cache))


@each_layer
def test_head_parameters_of_a_layer_are_copied_without_their_graph(Layer):
    params = make(Layer).head_parameters()
    for twin in (
        copied(params),
        pickled(params.map(torch.detach)),
        copied(params.map(torch.detach)),
    ):
        assert_same_head_parameters(twin.map(torch.detach), params.map(torch.detach))
    twin = copied(params)
    assert twin.W_Q.requires_grad
    assert twin.W_Q.is_leaf
    assert twin.W_Q.untyped_storage().data_ptr() != params.W_Q.untyped_storage().data_ptr()


# HeadParameters as a tree of tensors.


def test_head_parameters_are_a_pytree():
    params = HeadParameters.random(D_MODEL, HEADS, dtype=torch.float64)
    assert len(tree_leaves(params)) == 8
    assert len(tree_leaves(HeadParameters.random(D_MODEL, HEADS, bias=False))) == 4
    assert_same_head_parameters(tree_map(torch.clone, {"a": params})["a"], params)
    names = []
    tree_map_with_path(lambda path, _: names.append(str(path[0])), params)
    assert names == [f".{name}" for name in NAMES]
    assert tree_map(lambda _: 0, params).b_O == 0  # as for in_dims of vmap


def test_torch_func_takes_head_parameters():
    params, x = HeadParameters.random(D_MODEL, HEADS, dtype=torch.float64), x_of()

    def loss(params, x):
        return multi_head(params, x, x, x)[0].square().sum()

    gradient = torch.func.grad(loss)(params, x)
    assert isinstance(gradient, HeadParameters)
    layer = StackedAttention.from_head_parameters(params)
    layer(x)[0].square().sum().backward()
    assert_same_head_parameters(gradient, layer.head_parameters(grad=True), 1e-12)
    several = [HeadParameters.random(D_MODEL, HEADS, dtype=torch.float64) for _ in range(3)]
    stacked = tree_map(lambda *tensors: torch.stack(tensors), *several)
    assert_same(
        torch.func.vmap(loss, (0, None))(stacked, x), torch.stack([loss(w, x) for w in several])
    )


def test_head_parameters_to_converts_dtype_and_device():
    params = HeadParameters.random(D_MODEL, HEADS)
    assert params.to(torch.float64).b_O.dtype == torch.float64
    assert params.to("meta", torch.bfloat16).W_Q.device.type == "meta"
    assert params.to(dtype=torch.float64).to(params.W_V).W_K.dtype == torch.float32


# The cache.


def test_a_prompt_in_inference_mode_may_be_continued_outside_it():
    layer, x, cache = make(StackedAttention), x_of(7), KVCache(3)
    with torch.inference_mode():
        layer(x[:, :2], cache=cache)
    with torch.no_grad():
        layer(x[:, 2:3], cache=cache)
        cache.crop(2)
    with torch.inference_mode():
        layer(x[:, 2:4], cache=cache)  # makes more room
    with torch.no_grad():
        output = layer(x[:, 4:], cache=cache)[0]
        assert_same(output, layer(x, mask="causal")[0][:, 4:])


@pytest.mark.parametrize("at", ["first", "later", "later, unequal lengths", "more room"])
def test_a_failed_step_does_not_change_the_cache(at, monkeypatch):
    layer, x = make(StackedAttention), x_of(7)
    cache = KVCache(3 if at == "more room" else 16)

    def out_of_memory(*_):
        raise torch.OutOfMemoryError

    with torch.no_grad():
        if at != "first":
            layer(x[:, :3], cache=cache)
        if at == "later, unequal lengths":
            cache.crop([1, 3])
        before = cache.n_tokens, cache.lengths, cache.nbytes, cache.keys.clone()
        with monkeypatch.context() as broken:
            broken.setattr("mha_lib.layers.attend_unchecked", out_of_memory)
            with pytest.raises(torch.OutOfMemoryError):
                layer(x[:, 3:5], cache=cache)
        assert_same((cache.n_tokens, cache.lengths, cache.nbytes), before[:3])
        if at != "first":
            assert_same(cache.keys, before[3], tolerance=0) if cache._same_lengths else None
        if at == "first":
            layer(x[:, :3], cache=cache)
        output, _ = layer(x[:, 3:], cache=cache)
        texts = x if at != "later, unequal lengths" else None
        if texts is not None:
            assert_same(output, layer(texts, mask="causal")[0][:, 3:])
        else:
            for i, length in enumerate([1, 3]):
                text = torch.cat([x[i, :length], x[i, 3:]])
                assert_same(output[i], layer(text, mask="causal")[0][length:])


def test_a_cache_refuses_to_mix_rotated_and_other_keys(no_type_hook):
    layer, x = make(StackedAttention), x_of(4)
    with torch.no_grad():
        plain, rotated = KVCache(), KVCache()
        layer(x[:, :3], cache=plain)
        layer(x[:, :3], cache=rotated, rotary=rotate)
        with pytest.raises(
            ValueError, match="rotary must be left out, because the cached keys are not"
        ):
            layer(x[:, 3:], cache=plain, rotary=rotate)
        with pytest.raises(
            ValueError, match="rotary must be given again, because the cached keys are"
        ):
            layer(x[:, 3:], cache=rotated)
        for cache, rotary in ((plain, None), (rotated, rotate)):
            assert cache.n_tokens == 3
            output, _ = layer(x[:, 3:], cache=cache, rotary=rotary)
            assert_same(output, layer(x, mask="causal", rotary=rotary)[0][:, 3:])
            cache.crop(0)  # what comes now may be either
            layer(x, cache=cache, rotary=rotate if rotary is None else None)


@pytest.mark.parametrize("lengths", [None, [2, 4, 3]])
@pytest.mark.parametrize("as_tensor", [True, False])
def test_beam_search_reorders_the_samples(lengths, as_tensor):
    layer, x, new = make(StackedAttention), x_of(4, batch=3), x_of(2, batch=4)
    cache, indices = KVCache(4), [2, 0, 0, 1]
    with torch.no_grad():
        layer(x, cache=cache)
        if lengths:
            cache.crop(lengths)
        cache.reorder(torch.tensor(indices) if as_tensor else indices)
        output, _ = layer(new, cache=cache)
        for row, index, later in zip(output, indices, new, strict=True):
            kept = x[index, : lengths[index]] if lengths else x[index]
            text = torch.cat([kept, later])
            assert_same(row, layer(text, mask="causal")[0][len(kept) :])
        # Without the longest sample, the cache is as long as the longest of the other samples.
        cache.reorder([1])
        assert cache.n_tokens == (4 if lengths else 6)
        assert cache.keys.shape[0] == 1


REORDERINGS = [
    ("an index too large", [0, 2], ValueError, r"indices must be between 0 and 1; got \[0, 2\]"),
    ("an index below 0", [-1], ValueError, r"indices must be between 0 and 1; got \[-1\]"),
    ("floats", [0.0], TypeError, "indices must be integers, one per sample; got"),
    ("booleans", torch.ones(2).bool(), TypeError, "indices must be integers, one per sample; got"),
    ("text", "01", TypeError, "indices must be integers, one per sample; got '01'"),
    ("one number", 1, ValueError, "indices must be a flat list, one entry per sample; got 1"),
    ("a table", [[0]], ValueError, "indices must be a flat list, one entry per sample; got"),
]


@pytest.mark.usefixtures("no_type_hook")
@pytest.mark.parametrize(("indices", "error", "message"), [row[1:] for row in REORDERINGS])
def test_reorder_refuses_wrong_indices(indices, error, message):
    layer, cache = make(StackedAttention), KVCache()
    with torch.no_grad():
        layer(x_of(), cache=cache)
    keys = cache.keys
    with pytest.raises(error, match=message):
        cache.reorder(indices)
    assert cache.keys.data_ptr() == keys.data_ptr()
    with pytest.raises(
        ValueError, match="the cache must contain a batch to be reordered; got none"
    ):
        KVCache().reorder([0])


# The rest of what a training script does.


@pytest.mark.parametrize("use_reentrant", [True, False])
def test_checkpoint_gives_the_same_gradients(use_reentrant):
    layer, x = make(StackedAttention), x_of().requires_grad_()

    def call(x):
        return layer(x, mask="causal", need_weights=False)[0]

    leaves = [x, *layer.parameters()]
    expected = torch.autograd.grad(call(x).square().sum(), leaves)
    checkpoint(call, x, use_reentrant=use_reentrant).square().sum().backward()
    assert_same([leaf.grad for leaf in leaves], list(expected))


@each_layer
def test_autocast_trains_in_bfloat16(Layer):
    layer = make(Layer, dtype=torch.float32)
    with torch.autocast("cpu", torch.bfloat16):
        output, weights = layer(x_of().float(), mask="causal")
    assert output.dtype == torch.bfloat16
    output.float().sum().backward()
    assert all(p.grad.dtype == torch.float32 for p in layer.parameters())
    sums = weights.float().sum(-1)
    assert_same(sums, torch.ones_like(sums), tolerance=0.02)


@each_layer
def test_8_bits_are_refused_by_name(Layer, no_type_hook):
    layer, x = make(Layer).to(torch.float8_e4m3fn), x_of().to(torch.float8_e4m3fn)
    message = r"queries must have 16 bits or more; got float8_e4m3fn of shape \(2, 5, 12\)"
    with pytest.raises(TypeError, match=message):
        layer(x)
    with pytest.raises(TypeError, match=message):
        scaled_dot_product_attention(x, x, x)
    with pytest.raises(TypeError, match="x must have 16 bits or more"):
        rotate(x)


def test_an_optimizer_trains_a_layer_as_it_trains_torchs():
    params = HeadParameters.random(D_MODEL, HEADS, dtype=torch.float64)
    ours = PackedAttention.from_head_parameters(params)
    theirs = torch_layer(layouts.pack(params, "torch"), D_MODEL, HEADS)
    x, target = x_of(), x_of()
    for module, call in (
        (ours, lambda: ours(x, mask="causal")[0]),
        (theirs, lambda: theirs(x, x, x, attn_mask=~causal_mask(TOKENS))[0]),
    ):
        optimizer = torch.optim.SGD(module.parameters(), lr=1e-3, momentum=0.9)
        for _ in range(3):
            optimizer.zero_grad()
            (call() - target).square().sum().backward()
            optimizer.step()
    trained = layouts.unpack(theirs.state_dict(), "torch", HEADS)
    assert_same_head_parameters(ours.head_parameters().map(torch.detach), trained, 1e-10)


def train(module, layer, batches):
    """The gradients of each step of SGD, and the parameters after the last."""
    optimizer, gradients = torch.optim.SGD(layer.parameters(), lr=1e-3), []
    for x in batches:
        optimizer.zero_grad()
        module(x, mask="causal", need_weights=False)[0].square().mean().backward()
        gradients.append([p.grad.clone() for p in layer.parameters()])
        optimizer.step()
    return gradients, [p.detach() for p in layer.parameters()]


def train_with_ddp(rank, folder):
    """One of two processes: trains each layer on its half of each batch."""
    torch.distributed.init_process_group(
        "gloo",
        init_method=f"file://{folder}/meeting",
        rank=rank,
        world_size=2,
        timeout=timedelta(minutes=2),
    )
    params, batches = torch.load(f"{folder}/start.pt", weights_only=False)
    halves = [x.chunk(2)[rank] for x in batches]
    result = {}
    for Layer in SEVERAL_HEADS:
        layer = Layer.from_head_parameters(params)
        parallel = nn.parallel.DistributedDataParallel(layer)
        result[Layer.__name__] = train(parallel, layer, halves)
    torch.save(result, f"{folder}/{rank}.pt")
    torch.distributed.destroy_process_group()


@pytest.mark.slow  # it starts two processes, which import torch
def test_two_processes_with_ddp_train_as_one_does(tmp_path):
    params = HeadParameters.random(D_MODEL, 4, n_kv_heads=2, dtype=torch.float64)
    batches = [x_of(batch=6) for _ in range(3)]
    torch.save((params, batches), tmp_path / "start.pt")
    torch.multiprocessing.spawn(train_with_ddp, (str(tmp_path),), nprocs=2)
    first, second = (torch.load(tmp_path / f"{rank}.pt") for rank in (0, 1))
    assert_same(first, second, tolerance=0)
    for Layer in SEVERAL_HEADS:
        layer = Layer.from_head_parameters(params)
        assert_same(first[Layer.__name__], train(layer, layer, batches))


def test_a_layer_is_collected_with_its_cache():
    layer, cache = make(StackedAttention), KVCache()
    with torch.no_grad():
        layer(x_of(), cache=cache)
    owner = cache._owner
    del layer
    gc.collect()
    assert owner() is None  # a cache does not keep a layer alive


@pytest.mark.parametrize("backend", [SDPBackend.MATH, SDPBackend.FLASH_ATTENTION])
def test_torch_s_slow_path_copies_kv_heads_and_its_fused_kernel_does_not(backend):
    """As *Sharing heads* says."""
    queries, (keys, values) = torch.randn(1, 8, 4, 16), torch.randn(2, 1, 2, 4, 16)
    with sdpa_kernel(backend), torch.profiler.profile() as profile:
        F.scaled_dot_product_attention(queries, keys, values, enable_gqa=True)
    copies = any("repeat_interleave" in event.name for event in profile.events())
    assert copies == (backend is SDPBackend.MATH)
