"""layouts/ against attentions of tutorials, rebuilt here, and of Keras and Flax, where installed.

The rebuilt classes follow what the pages describe, with parameters of the same names; masks and
dropout are left to us. Keras and Flax are rebuilt too: the real ones are large, and tested where
`pip install -e '.[jax-keras]'` brought them in.
"""

import math
import os

import pytest
import torch
from torch import nn

from mha_lib import layouts
from tests.helpers.head_parameters import random_parameters
from tests.helpers.oracles import (
    assert_paper_gradients,
    assert_paper_output,
    assert_paper_output_and_gradients,
    assert_same,
    multi_head,
    random,
)

BATCH, HEADS, QUERIES, KEYS, D_HEAD, D_VALUE, KDIM, VDIM = 2, 3, 5, 7, 11, 13, 17, 19
D_MODEL = HEADS * D_HEAD
D_FREE = 23  # no multiple of the heads


class Annotated(nn.Module):
    """Four equal Linear in one list; query, key and value pass the first three, in turn."""

    def __init__(self):
        super().__init__()
        self.linears = nn.ModuleList(nn.Linear(D_MODEL, D_MODEL) for _ in range(4))

    def forward(self, query, key, value, mask):
        batch = query.shape[0]
        query, key, value = (
            linear(x).view(batch, -1, HEADS, D_HEAD).transpose(1, 2)
            for linear, x in zip(self.linears, (query, key, value), strict=False)
        )
        scores = query @ key.transpose(-2, -1) / math.sqrt(D_HEAD)
        weights = scores.masked_fill(~mask, -1e9).softmax(-1)
        x = (weights @ value).transpose(1, 2).contiguous().view(batch, -1, D_MODEL)
        return self.linears[-1](x), weights


class DiveIntoDeepLearning(nn.Module):
    """Heads are folded into the batch: one batched product serves (batch * heads) pairs."""

    def __init__(self, bias):
        super().__init__()
        self.W_q = nn.Linear(D_MODEL, D_MODEL, bias=bias)
        self.W_k = nn.Linear(KDIM, D_MODEL, bias=bias)
        self.W_v = nn.Linear(VDIM, D_MODEL, bias=bias)
        self.W_o = nn.Linear(D_MODEL, D_MODEL, bias=bias)

    @staticmethod
    def fold(x):
        x = x.reshape(*x.shape[:2], HEADS, -1).permute(0, 2, 1, 3)
        return x.reshape(-1, *x.shape[2:])

    def forward(self, queries, keys, values, mask):
        queries, keys, values = (
            self.fold(linear(x))
            for linear, x in ((self.W_q, queries), (self.W_k, keys), (self.W_v, values))
        )
        scores = torch.bmm(queries, keys.transpose(1, 2)) / math.sqrt(queries.shape[-1])
        weights = scores.masked_fill(~mask, -1e6).softmax(-1)
        output = torch.bmm(weights, values).unflatten(0, (-1, HEADS)).permute(0, 2, 1, 3)
        return self.W_o(output.flatten(2)), weights.unflatten(0, (-1, HEADS))


class ModuleLists(nn.Module):
    """The paper read literally: three lists of small Linear, a loop, a concatenation."""

    def __init__(self, bias):
        super().__init__()
        self.queries = nn.ModuleList(nn.Linear(D_FREE, D_HEAD, bias) for _ in range(HEADS))
        self.keys = nn.ModuleList(nn.Linear(KDIM, D_HEAD, bias) for _ in range(HEADS))
        self.values = nn.ModuleList(nn.Linear(VDIM, D_VALUE, bias) for _ in range(HEADS))
        self.output = nn.Linear(HEADS * D_VALUE, D_FREE, bias)

    def forward(self, queries, keys, values, mask):
        heads, weights = [], []
        for of_queries, of_keys, of_values in zip(
            self.queries, self.keys, self.values, strict=True
        ):
            scores = of_queries(queries) @ of_keys(keys).mT / D_HEAD**0.5
            weights.append(scores.masked_fill(~mask, -torch.inf).softmax(-1))
            heads.append(weights[-1] @ of_values(values))
        return self.output(torch.cat(heads, -1)), torch.stack(weights, 1)


class Einops(nn.Module):
    """The heads axis comes first; rearrange is written out as unflatten and movedim."""

    def __init__(self):
        super().__init__()
        self.w_qs = nn.Linear(D_FREE, HEADS * D_HEAD)
        self.w_ks = nn.Linear(D_FREE, HEADS * D_HEAD)
        self.w_vs = nn.Linear(D_FREE, HEADS * D_VALUE)
        self.fc = nn.Linear(HEADS * D_VALUE, D_FREE)
        self.layer_norm = nn.LayerNorm(D_FREE)

    def attend(self, q, k, v, mask):
        q, k, v = (  # b l (head k) -> head b l k
            linear(x).unflatten(-1, (HEADS, -1)).movedim(2, 0)
            for linear, x in ((self.w_qs, q), (self.w_ks, k), (self.w_vs, v))
        )
        scores = torch.einsum("hblk,hbtk->hblt", q, k) / math.sqrt(q.shape[-1])
        weights = scores.masked_fill(~mask[None], -torch.inf).softmax(3)
        output = torch.einsum("hblt,hbtv->hblv", weights, v).movedim(0, 2).flatten(2)
        return self.fc(output), weights.movedim(0, 1)

    def forward(self, q, k, v, mask):
        output, weights = self.attend(q, k, v, mask)
        return self.layer_norm(output + q), weights


class EinsumKernels(nn.Module):
    """As Keras and Flax write it: kernels with an axis for the heads, which are never stacked."""

    def __init__(self, output, d_value, bias):
        super().__init__()
        self.named, self.biased = output, bias
        for name, width, d_out in (
            ("query", D_FREE, D_HEAD),
            ("key", KDIM, D_HEAD),
            ("value", VDIM, d_value),
        ):
            self.register_parameter(f"{name}/kernel", nn.Parameter(random(width, HEADS, d_out)))
            if bias:
                self.register_parameter(f"{name}/bias", nn.Parameter(random(HEADS, d_out)))
        self.register_parameter(f"{output}/kernel", nn.Parameter(random(HEADS, d_value, D_FREE)))
        if bias:
            self.register_parameter(f"{output}/bias", nn.Parameter(random(D_FREE)))

    def dense(self, equation, name, x):
        y = torch.einsum(equation, x, getattr(self, f"{name}/kernel"))
        return y + getattr(self, f"{name}/bias") if self.biased else y

    def forward(self, queries, keys, values, mask):
        queries = self.dense("bqm,mhd->bqhd", "query", queries) / D_HEAD**0.5
        keys = self.dense("bkm,mhd->bkhd", "key", keys)
        values = self.dense("bkm,mhd->bkhd", "value", values)
        scores = torch.einsum("bqhd,bkhd->bhqk", queries, keys)
        weights = scores.masked_fill(~mask, -torch.inf).softmax(-1)
        heads = torch.einsum("bhqk,bkhd->bqhd", weights, values)
        return self.dense("bqhd,hdm->bqm", self.named, heads), weights


# layout, class, d_model, d_value, widths of keys' and values' tokens, bias
REBUILT = {
    "annotated": ("annotated", Annotated, D_MODEL, D_HEAD, D_MODEL, D_MODEL, True),
    "d2l": ("d2l", lambda: DiveIntoDeepLearning(False), D_MODEL, D_HEAD, KDIM, VDIM, False),
    "d2l, bias": ("d2l", lambda: DiveIntoDeepLearning(True), D_MODEL, D_HEAD, KDIM, VDIM, True),
    "module_list": ("module_list", lambda: ModuleLists(True), D_FREE, D_VALUE, KDIM, VDIM, True),
    "module_list, no bias": (
        "module_list", lambda: ModuleLists(False), D_FREE, D_VALUE, KDIM, VDIM, False,
    ),
    "einops": ("einops", Einops, D_FREE, D_VALUE, D_FREE, D_FREE, True),
    "keras": (
        "keras", lambda: EinsumKernels("attention_output", D_VALUE, True),
        D_FREE, D_VALUE, KDIM, VDIM, True,
    ),
    "keras, no bias": (
        "keras", lambda: EinsumKernels("attention_output", D_VALUE, False),
        D_FREE, D_VALUE, KDIM, VDIM, False,
    ),
    "flax": (
        "flax", lambda: EinsumKernels("out", D_HEAD, True), D_FREE, D_HEAD, KDIM, VDIM, True,
    ),
}  # fmt: skip


def draw(d_model, d_value, d_keys_in, d_values_in, bias, d_head=D_HEAD):
    biases = "QKVO" if bias else ""
    return random_parameters(HEADS, d_model, d_head, d_value, d_keys_in, d_values_in, biases=biases)


def some_keys():
    """A mask under which every query may attend to something."""
    mask = torch.rand(QUERIES, KEYS) < 2 / 3
    mask[:, 0] = True
    return mask


def run_rebuilt(module, queries, keys, values, mask=None):
    mask = torch.ones(QUERIES, KEYS, dtype=torch.bool) if mask is None else mask
    return getattr(module, "attend", module)(queries, keys, values, mask)


def without_norm(state):
    """The attention's own parameters; the layout demands that the norm be left out."""
    return {name: tensor for name, tensor in state.items() if "layer_norm" not in name}


@pytest.mark.parametrize("masked", [True, False], ids=["mask", "no mask"])
@pytest.mark.parametrize(
    ("layout", "make", "d_model", "d_value", "kdim", "vdim", "bias"), REBUILT.values(), ids=REBUILT
)
def test_rebuilt_classes_equal_the_paper(layout, make, d_model, d_value, kdim, vdim, bias, masked):
    module = make().double()
    params = draw(d_model, d_value, kdim, vdim, bias)
    tokens = [random(BATCH, QUERIES, d_model), random(BATCH, KEYS, kdim), random(BATCH, KEYS, vdim)]
    mask = some_keys() if masked else None

    norm = {name: t for name, t in module.state_dict().items() if "layer_norm" in name}
    module.load_state_dict(layouts.pack(params, layout) | norm)
    assert_paper_output(module, run_rebuilt, params, tokens, mask)

    assert_paper_output_and_gradients(
        module,
        run_rebuilt,
        lambda state: layouts.unpack(without_norm(state), layout, HEADS),
        tokens,
        mask,
    )
    state = without_norm(module.state_dict())
    again = layouts.pack(layouts.unpack(state, layout, HEADS), layout)
    assert set(again) == set(state)
    assert all(torch.equal(again[name], state[name]) for name in state)


def test_the_norm_after_einops_attention_must_be_left_out():
    with pytest.raises(ValueError, match=r"must leave out layer_norm\.bias and layer_norm\.weight"):
        layouts.unpack(Einops().state_dict(), "einops", HEADS)


def test_queries_of_another_width_than_d2ls_output_are_refused():
    state = DiveIntoDeepLearning(False).state_dict()
    with pytest.raises(ValueError, match=r"^W_q\.weight must have shape \(d_model, d_model\)"):
        layouts.unpack(state | {"W_q.weight": random(D_MODEL, D_FREE).float()}, "d2l", HEADS)


# Keras and Flax: nested names, kernels with an axis for heads, arrays of their own.


def to_numpy(state):
    return {name: tensor.numpy() for name, tensor in state.items()}


@pytest.fixture(scope="module")
def keras():
    os.environ.setdefault("KERAS_BACKEND", "torch")
    return pytest.importorskip(
        "keras", reason="Keras is not installed (pip install -e '.[jax-keras]')"
    )


@pytest.fixture(scope="module")
def flax():
    reason = "Flax is not installed (pip install -e '.[jax-keras]')"
    jax = pytest.importorskip("jax", reason=reason)
    jax.config.update("jax_enable_x64", True)
    return pytest.importorskip("flax", reason=reason)


def keras_path(variable):
    """`query/kernel` from `multi_head_attention_1/query/kernel`."""
    return "/".join(variable.path.split("/")[-2:])


@pytest.mark.parametrize("bias", [True, False], ids=["bias", "no bias"])
@pytest.mark.parametrize("masked", [True, False], ids=["mask", "no mask"])
def test_keras_equals_the_paper(keras, bias, masked):
    layer = keras.layers.MultiHeadAttention(
        HEADS, D_HEAD, value_dim=D_VALUE, use_bias=bias, dtype="float64"
    )
    layer.build((BATCH, QUERIES, D_FREE), (BATCH, KEYS, VDIM), (BATCH, KEYS, KDIM))
    params = draw(D_FREE, D_VALUE, KDIM, VDIM, bias)
    tokens = [random(BATCH, QUERIES, D_FREE), random(BATCH, KEYS, KDIM), random(BATCH, KEYS, VDIM)]
    mask = some_keys() if masked else None

    def run(layer, queries, keys, values, mask=None):
        mask = None if mask is None else mask.expand(BATCH, -1, -1)
        return layer(queries, values, keys, attention_mask=mask, return_attention_scores=True)

    state = layouts.pack(params, "keras")
    assert {keras_path(variable) for variable in layer.weights} == set(state)
    for variable in layer.weights:
        variable.assign(state[keras_path(variable)])
    assert_paper_output(layer, run, params, tokens, mask)

    for variable in layer.weights:
        variable.assign(random(*variable.shape) / 3)
    state = {keras_path(variable): variable.value.detach() for variable in layer.weights}
    params = layouts.unpack(state, "keras")
    assert_paper_output(layer, run, params, tokens, mask)
    again = layouts.pack(params, "keras")
    assert all(torch.equal(again[name], state[name]) for name in state)

    if keras.backend.backend() == "torch":
        output, _ = run(layer, *tokens, mask)
        output_gradient = torch.randn_like(output)
        (output * output_gradient).sum().backward()
        grads = {keras_path(variable): variable.value.grad for variable in layer.weights}
        stored = params.map(lambda tensor: tensor.clone().requires_grad_())
        assert_paper_gradients(
            layouts.unpack(grads, "keras"), stored, stored, tokens, mask, output_gradient
        )


@pytest.mark.parametrize("bias", [True, False], ids=["bias", "no bias"])
@pytest.mark.parametrize("masked", [True, False], ids=["mask", "no mask"])
def test_flax_equals_the_paper(flax, bias, masked):
    import jax
    import numpy as np

    module = flax.linen.MultiHeadDotProductAttention(
        HEADS, qkv_features=HEADS * D_HEAD, out_features=D_FREE, use_bias=bias,
        dtype="float64", param_dtype="float64",
    )  # fmt: skip
    params = draw(D_FREE, D_HEAD, KDIM, VDIM, bias)
    tokens = [random(BATCH, QUERIES, D_FREE), random(BATCH, KEYS, KDIM), random(BATCH, KEYS, VDIM)]
    mask = some_keys() if masked else None
    unflatten = flax.traverse_util.unflatten_dict

    def apply(arrays, tokens, mask):
        output, seen = module.apply(
            {"params": unflatten(arrays, sep="/")},
            *(x.numpy() for x in tokens),
            mask=None if mask is None else mask.numpy(),
            sow_weights=True,
            mutable=["intermediates"],
        )
        return output, seen["intermediates"]["attention_weights"][0]

    def run(state, queries, keys, values, mask=None):
        results = apply(to_numpy(state), (queries, keys, values), mask)
        return tuple(torch.from_numpy(np.array(result)) for result in results)

    assert_paper_output(layouts.pack(params, "flax"), run, params, tokens, mask)

    params = module.init(jax.random.PRNGKey(0), *(x.numpy() for x in tokens))["params"]
    state = {
        name: torch.from_numpy(np.array(array)) + random(*array.shape) / 3
        for name, array in flax.traverse_util.flatten_dict(params, sep="/").items()
    }
    params = layouts.unpack(state, "flax")
    assert_paper_output(state, run, params, tokens, mask)
    again = layouts.pack(params, "flax")
    assert set(again) == set(state)
    assert all(torch.equal(again[name], state[name]) for name in state)

    output_gradient = random(BATCH, QUERIES, D_FREE)
    grads = jax.grad(
        lambda arrays: (apply(arrays, tokens, mask)[0] * output_gradient.numpy()).sum()
    )(to_numpy(state))
    grads = {name: torch.from_numpy(np.array(gradient)) for name, gradient in grads.items()}
    stored = params.map(lambda tensor: tensor.clone().requires_grad_())
    assert_paper_gradients(
        layouts.unpack(grads, "flax"), stored, stored, tokens, mask, output_gradient
    )


def test_flax_nnx_has_the_same_kernels_under_dotted_names(flax):
    import numpy as np
    from flax import nnx

    from_nnx = nnx.MultiHeadAttention(
        HEADS, in_features=D_FREE, qkv_features=HEADS * D_HEAD, decode=False,
        param_dtype="float64", dtype="float64", rngs=nnx.Rngs(0),
        bias_init=nnx.initializers.normal(), out_bias_init=nnx.initializers.normal(),
    )  # fmt: skip
    state = {
        ".".join(map(str, path)): torch.from_numpy(np.array(leaf[...]))
        for path, leaf in nnx.to_flat_state(nnx.state(from_nnx, nnx.Param))
    }
    x = random(BATCH, QUERIES, D_FREE)
    params = layouts.unpack(state, "flax")
    output = torch.from_numpy(np.array(from_nnx(x.numpy())))
    # Its fused path takes a step in float32, whatever the dtype.
    assert_same(output, multi_head(params, x, x, x)[0], tolerance=1e-5)


def test_names_may_be_joined_by_dots_instead_of_slashes():
    for layout in ("keras", "flax"):
        params = draw(D_FREE, D_HEAD, D_FREE, D_FREE, True)
        state = {n.replace("/", "."): t for n, t in layouts.pack(params, layout).items()}
        assert layouts.detect(state) == (layout,)
        assert torch.equal(layouts.unpack(state, layout).W_Q, params.W_Q)
