"""layouts/: rules that hold for every system, torch's and our own tables, and similar layouts.

The real classes of other systems are in test_layouts_jax_keras.py and test_layouts_transformers.py.
"""

import copy
import math
import re
from dataclasses import replace
from pathlib import Path

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from torch import nn

from mha_lib import (
    PackedAttention,
    PerHeadAttention,
    SingleHeadAttention,
    StackedAttention,
    layouts,
)
from mha_lib.layouts import LAYOUTS, _tables
from mha_lib.layouts._layout import pack_unscaled, unpack_unscaled
from mha_lib.parameter_table import Constraint
from tests.helpers.head_parameters import assert_same_head_parameters, random_parameters
from tests.helpers.oracles import (
    assert_paper_output,
    assert_paper_output_and_gradients,
    assert_same,
    multi_head,
    random,
)

BATCH, HEADS, QUERIES, KEYS, D_HEAD, D_VALUE, KDIM, VDIM = 2, 3, 5, 7, 11, 13, 17, 19
D_MODEL = HEADS * D_HEAD
D_FREE = 23  # no multiple of the heads

each_layout = pytest.mark.parametrize("layout", LAYOUTS)
each_bias = pytest.mark.parametrize("bias", [True, False], ids=["bias", "no bias"])


def draw(n_heads=HEADS, d_model=D_MODEL, d_head=D_HEAD, *others, **sizes):
    return random_parameters(n_heads, d_model, d_head, *others, **sizes)


def plain(layout, n_heads=HEADS, d_head=4):
    """Parameters that this layout holds, of the most ordinary kind."""
    d_model = n_heads * d_head
    biases = max(LAYOUTS[layout].table.biases, key=len)
    return draw(n_heads, d_model, d_head, biases="".join(sorted(biases)).replace("b_", ""))


def assert_same_state(state, others):
    assert set(state) == set(others)
    assert all(torch.equal(state[name], others[name]) for name in state)


# Rules that every layout obeys.


def test_every_system_names_its_source():
    assert len(LAYOUTS) >= 20
    assert list(LAYOUTS) == sorted(LAYOUTS)
    assert all(layout.name == name and layout.source for name, layout in LAYOUTS.items())


# Where README's name is not the layout's without its signs.
IN_README = {
    "annotated": "theannotatedtransformer",
    "deberta_v2": "deberta",
    "megatron_v0": "megatronlm",
    "torch": "pytorch",
}


def test_the_readme_lists_every_system():
    readme = (Path(__file__).parents[2] / "README.md").read_text()
    (listed,) = re.findall(r"attention parameters of (.+?)\. `", readme)
    systems = re.split(", | and ", re.sub(r" \([^)]*\)", "", listed))
    names = {re.sub("[^a-z0-9]", "", system.lower()) for system in systems}
    invented = {"per_head", "stacked", "packed", "module_list"}
    missing = [
        layout
        for layout in LAYOUTS
        if layout not in invented and IN_README.get(layout, layout.replace("_", "")) not in names
    ]
    assert not missing, f"README must list {missing} under 'Layouts' (or IN_README another name)"


@st.composite
def held(draw_from, layout, dtypes=(torch.float32, torch.float64, torch.bfloat16)):
    """Parameters of any sizes that a layout says it can hold."""
    table = LAYOUTS[layout].fallback_table or LAYOUTS[layout].table  # the roomier one
    small = st.integers(1, 5)
    n_kv_heads, d_head = draw_from(small), draw_from(small)
    if not LAYOUTS[layout].divides_scores:
        d_head = draw_from(st.sampled_from([1, 4, 16]))
    n_heads = n_kv_heads * (
        1 if Constraint.NO_SHARED_KV_HEADS in table.constraints else draw_from(small)
    )
    square, self_attention = Constraint.SQUARE_PROJECTIONS, Constraint.EQUAL_INPUT_WIDTHS
    d_model = n_heads * d_head if square in table.constraints else draw_from(st.integers(1, 13))
    inputs = (
        (None, None)
        if self_attention in table.constraints
        else (draw_from(small), draw_from(small))
    )
    d_value = d_head if Constraint.EQUAL_HEAD_WIDTHS in table.constraints else draw_from(small)
    sets = ["".join(sorted(biases)).replace("b_", "") for biases in table.biases]
    letters = draw_from(st.sampled_from(sets))
    params = draw(n_heads, d_model, d_head, d_value, *inputs, n_kv_heads, letters)
    dtype = draw_from(st.sampled_from(dtypes))
    return params.map(lambda tensor: tensor.to(dtype))


@each_layout
@settings(max_examples=4)
@given(data=st.data())
def test_round_trips_give_the_same_bits(layout, data):
    params = data.draw(held(layout))
    state = layouts.pack(params, layout)
    back = layouts.unpack(state, layout, params.n_heads)
    assert_same_head_parameters(params, back)
    # Each tensor is a contiguous copy, as in a state_dict.
    stored = {
        name: tensor.clone(memory_format=torch.contiguous_format) for name, tensor in state.items()
    }
    assert_same_state(layouts.pack(layouts.unpack(stored, layout, params.n_heads), layout), stored)
    assert layout in layouts.detect(stored)
    if layout in ("per_head", "module_list", "keras", "flax"):
        assert_same_head_parameters(params, layouts.unpack(state, layout))


@each_layout
@settings(max_examples=3)
@given(data=st.data())
def test_any_two_layouts_convert_through_head_parameters(layout, data):
    other = data.draw(st.sampled_from(sorted(LAYOUTS)))
    params = data.draw(held(layout))
    state = layouts.pack(params, layout)
    refusal = None
    try:
        converted = layouts.convert(state, layout, other, params.n_heads)
    except ValueError as error:
        refusal = str(error)
    if refusal is None:
        assert_same_state(layouts.convert(converted, other, layout, params.n_heads), state)
    else:  # what `pack` says of the same parameters, and nothing from further down
        rule = f"params must have .* for layout '{other}'; got |d_head must be a power of 4"
        assert re.match(rule, refusal)


def test_behavior_outside_parameters_is_described_for_the_systems_that_have_it():
    outside = {
        name: layout.behavior_outside_parameters
        for name, layout in LAYOUTS.items()
        if layout.behavior_outside_parameters
    }
    rotary = {"falcon", "gpt_neox", "gptj", "llama", "phi", "phi3"}
    assert set(outside) == rotary | {"bloom", "deberta", "deberta_v2", "mpt", "t5"}
    assert "rotary" in outside["llama"]
    assert "rotary" in outside["gpt_neox"]
    assert "position" in outside["t5"]
    assert "ALiBi" in outside["bloom"]


@each_layout
def test_a_missing_name_is_refused_unless_it_is_optional(layout):
    state = layouts.pack(plain(layout), layout)
    sets, rows = LAYOUTS[layout].table.biases, LAYOUTS[layout].table.rows
    without_b_O = [each - {"b_O"} for each in sets if "b_O" in each]
    alone = {name for name in rows if rows[name].contents == ("b_O",)}
    alone = alone if without_b_O[-1:] and without_b_O[-1] in sets else set()
    alone |= {"b_QKV"} if layout == "packed" else set()
    for name in state:
        less = {other: tensor for other, tensor in state.items() if other != name}
        if name in alone:
            layouts.unpack(less, layout, HEADS)
            continue
        with pytest.raises(
            ValueError, match=r"^state_dict must contain|^n_heads must be"
        ) as caught:
            layouts.unpack(less, layout, HEADS)
        assert name in str(caught.value) or str(caught.value).startswith("n_heads")
        assert layout not in layouts.detect(less)


@each_layout
def test_an_unexpected_name_is_refused(layout):
    state = layouts.pack(plain(layout), layout)
    more = state | {"mystery.weight": random(3, 3)}
    message = r"^state_dict must contain .*unexpected \['mystery[./]weight'\]\)$"
    with pytest.raises(ValueError, match=message):
        layouts.unpack(more, layout, HEADS)
    assert layouts.detect(more) == ()


OTHERS = [
    ("annotated", [],
     "[linears.0.weight, linears.1.weight, linears.2.weight, linears.3.weight, linears.0.bias, "
     "linears.1.bias, linears.2.bias, linears.3.bias]; got [] (missing ['linears.0.bias', "
     "'linears.0.weight', 'linears.1.bias', 'linears.1.weight', 'linears.2.bias', "
     "'linears.2.weight', 'linears.3.bias', 'linears.3.weight'], unexpected [])"),
    ("torch", ["a"],
     "[in_proj_weight, out_proj.weight] or [q_proj_weight, k_proj_weight, v_proj_weight, "
     "out_proj.weight], with or without [in_proj_bias, out_proj.bias]; got ['a'] "
     "(missing ['in_proj_weight', 'out_proj.weight'], unexpected ['a'])"),
    ("phi3", ["a"], "[qkv_proj.weight, o_proj.weight]; got ['a'] "
     "(missing ['o_proj.weight', 'qkv_proj.weight'], unexpected ['a'])"),
    ("whisper", ["a"],
     "[q_proj.weight, k_proj.weight, v_proj.weight, out_proj.weight, q_proj.bias, v_proj.bias, "
     "out_proj.bias]; got ['a'] (missing ['k_proj.weight', 'out_proj.bias', "
     "'out_proj.weight', 'q_proj.bias', 'q_proj.weight', 'v_proj.bias', 'v_proj.weight'], "
     "unexpected ['a'])"),
    ("stacked", ["W_Q", "W_K", "W_V", "W_O", "b_Q", "b_V"],
     "[W_Q, W_K, W_V, W_O], with or without [b_Q, b_K, b_V, b_O]; "
     "got ['W_K', 'W_O', 'W_Q', 'W_V', 'b_Q', 'b_V'] (missing ['b_K'], unexpected [])"),
    ("module_list",
     [*(f"{n}.{i}.weight" for n in ("keys", "queries", "values") for i in (0, 1, 2)), "extra"],
     "[queries.<head>.weight, keys.<head>.weight, values.<head>.weight, output.weight], with or "
     "without [queries.<head>.bias, keys.<head>.bias, values.<head>.bias, output.bias]; got "
     "['extra', 'keys.0.weight', 'keys.1.weight', 'keys.2.weight', 'queries.0.weight', "
     "'queries.1.weight', 'queries.2.weight', 'values.0.weight'] and 2 more "
     "(missing ['output.weight'], unexpected ['extra'])"),
]  # fmt: skip


@pytest.mark.parametrize(("layout", "names", "said"), OTHERS, ids=[case[0] for case in OTHERS])
def test_other_names_are_listed_with_the_expected_ones(layout, names, said):
    message = f"state_dict must contain the parameters of layout {layout!r}, {said}"
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        layouts.unpack({name: random(3, 3) for name in names}, layout, HEADS)


@each_layout
def test_other_tensors_are_refused_by_name_with_a_reason(layout):
    state = layouts.pack(plain(layout), layout)
    for name, reason in LAYOUTS[layout].refused.items():
        with pytest.raises(
            ValueError, match=re.escape(f"must not hold {name} for layout {layout!r}: {reason}")
        ):
            layouts.unpack(state | {name: random(3)}, layout, HEADS)
    for name, reason in LAYOUTS[layout].must_be_removed.items():
        with pytest.raises(
            ValueError, match=re.escape(f"must leave out {name} for layout {layout!r}: {reason}")
        ):
            layouts.unpack(state | {name: random(3)}, layout, HEADS)


@each_layout
def test_a_wrong_shape_is_refused(layout):
    state = layouts.pack(plain(layout), layout)
    table, _, _ = LAYOUTS[layout].match(state, HEADS)
    shapes = table.shapes(table.biases[-1], table.count_heads(state))
    for name, shape in shapes.items():
        for axis, word in enumerate(shape.split()):
            if word in ("d_keys_in", "d_values_in"):
                continue  # free
            cut = state | {name: state[name].narrow(axis, 0, state[name].shape[axis] - 1)}
            with pytest.raises(ValueError, match=r" must have shape | must divide "):
                layouts.unpack(cut, layout, HEADS)
        with pytest.raises(ValueError, match=f"^{re.escape(name)} must have shape"):
            layouts.unpack(state | {name: state[name].unsqueeze(0)}, layout, HEADS)


# Parameters of 3 heads of width 4 on tokens of width 12, and one tensor of another shape.
MISFITS = [
    ("gpt2", HEADS, "c_attn.weight", (12, 35), "(d_model, 3*d_model) with d_model=12"),
    ("gpt2", HEADS, "c_attn.bias", (1, 36), "(3*d_model,)"),
    ("per_head", HEADS, "b_Q.1", (5,), "(d_head,) with d_head=4"),
    ("stacked", HEADS, "W_O", (12, 0), "(n_heads*d_value, d_model) with n_heads=3"),
    (
        "stacked",
        None,
        "W_K",
        (11, 12),
        "(d_model, n_kv_heads*d_head) with d_model=12",
    ),
    ("stacked", None, "b_Q", (11,), "(n_heads*d_head,) with n_heads*d_head=12"),
    (  # nothing is left for queries and keys
        "packed",
        HEADS,
        "W_QKV",
        (12, 12),
        "(d_model, 2*n_heads*d_head+n_heads*d_value) with n_heads=3, d_model=12, d_value=4",
    ),
    (
        "packed",
        HEADS,
        "b_QKV",
        (35,),
        "(2*n_heads*d_head+n_heads*d_value,) with n_heads=3, d_value=4, d_head=4",
    ),
]


@pytest.mark.parametrize(("layout", "n_heads", "name", "shape", "said"), MISFITS)
def test_a_wrong_shape_is_reported_with_the_sizes_that_other_tensors_give(
    layout, n_heads, name, shape, said
):
    state = layouts.pack(plain(layout), layout) | {name: random(*shape)}
    message = f"{name} must have shape {said}; got float64 of shape {shape}"
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        layouts.unpack(state, layout, n_heads)


@pytest.mark.parametrize("width", [2, 6, 8])
def test_key_heads_that_do_not_divide_the_query_heads_are_refused(width):
    """Half a KV head, one and a half, and two for three heads of width 4."""
    state = layouts.pack(plain("phi"), "phi")
    state |= {name: tensor[:width] for name, tensor in state.items() if name[0] in "kv"}
    message = (
        "n_heads must be a multiple of the number of KV heads; "
        f"got n_heads=3 for d_model=12 and keys of width {width}, in layout 'phi'"
    )
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        layouts.unpack(state, "phi", HEADS)


@each_layout
def test_detect_lists_exactly_the_layouts_with_these_names_and_shapes(layout):
    look_alikes = {"bloom", "falcon", "gpt_neox", "megatron_v0"}
    expected = tuple(sorted(look_alikes)) if layout in look_alikes else (layout,)
    expected = ("bart", layout) if layout in ("gptj", "gpt_neo") else expected  # biases: none, one
    assert layouts.detect(layouts.pack(plain(layout), layout)) == expected


def test_detect_uses_names_and_shapes():
    assert layouts.detect({}) == ()
    assert layouts.detect(nn.Linear(3, 5).state_dict()) == ()
    state = layouts.pack(plain("gpt2"), "gpt2")
    # GPT-BigCode has these names, for weights of nn.Linear.
    assert layouts.detect(state | {"c_attn.weight": state["c_attn.weight"].T}) == ("gpt_bigcode",)
    assert layouts.detect(state | {"c_attn.weight": state["c_attn.weight"][1:]}) == ()
    # Without biases only two of the four look-alikes are left.
    bare = layouts.pack(draw(HEADS, 12, 4, biases=""), "gpt_neox")
    assert layouts.detect(bare) == ("falcon", "gpt_neox")


def test_gradients_flow_through_pack_and_unpack():
    for layout in LAYOUTS:
        params = plain(layout).map(lambda tensor: tensor.requires_grad_())
        back = layouts.unpack(layouts.pack(params, layout), layout, HEADS)
        assert_same(torch.autograd.grad(back.W_K.sum(), params.W_K)[0], torch.ones_like(params.W_K))


# Our own layers.

OURS = {
    "per_head": PerHeadAttention,
    "stacked": StackedAttention,
    "packed": PackedAttention,
}
each_of_ours = pytest.mark.parametrize(("layout", "Layer"), OURS.items(), ids=OURS)


def run_ours(layer, queries, keys, values, mask=None):
    return layer(queries, keys, values, mask=mask)


@each_of_ours
@each_bias
def test_our_layers_load_packed_weights_and_unpack_to_the_same(layout, Layer, bias):
    layer = Layer(D_FREE, HEADS, D_HEAD, D_VALUE, bias=bias, dtype=torch.float64)
    params = draw(HEADS, D_FREE, D_HEAD, D_VALUE, biases="QKVO" if bias else "")
    tokens = [random(BATCH, n, D_FREE) for n in (QUERIES, KEYS, KEYS)]
    layer.load_state_dict(layouts.pack(params, layout))
    assert_paper_output(layer, run_ours, params, tokens, some_keys())
    assert_same_head_parameters(
        layer.head_parameters(), layouts.unpack(layer.state_dict(), layout, HEADS)
    )

    assert_paper_output_and_gradients(
        layer, run_ours, lambda state: layouts.unpack(state, layout, HEADS), tokens, some_keys()
    )


def test_a_single_head_is_stored_as_one_stacked_head():
    layer = SingleHeadAttention(D_FREE, D_HEAD, D_VALUE)
    assert_same_head_parameters(
        layouts.unpack(layer.state_dict(), "stacked", n_heads=1), layer.head_parameters()
    )


SHARED_PACKS = {
    "equal widths": {"d_head": 6},  # read without sharing: 4 heads of d_head 3, d_value 6
    "d_value": {"d_head": 5, "d_value": 7},
    "one KV head": {"d_head": 6, "n_kv_heads": 1},
    "no bias": {"d_head": 3, "bias": False},
}


def shared_pack(**options):
    return PackedAttention(24, 4, **{"n_kv_heads": 2, **options})


@pytest.mark.parametrize("options", SHARED_PACKS.values(), ids=SHARED_PACKS)
@pytest.mark.parametrize("n_heads", [4, None])
def test_packed_weights_with_shared_key_heads_show_which_columns_are_keys(options, n_heads):
    layer = shared_pack(**options)
    state, params = layer.state_dict(), layer.head_parameters()
    assert_same_head_parameters(params, layouts.unpack(state, "packed", n_heads))
    assert_same_state(layouts.pack(params, "packed"), state)
    shared_pack(**options).load_state_dict(layouts.pack(params, "packed"))
    assert layouts.detect(state) == ("packed",)
    (found,) = layouts.find_attentions({f"h.0.{name}": tensor for name, tensor in state.items()})
    assert str(found) == "h.0.  packed, 4 heads"
    assert_same_head_parameters(params, layouts.unpack(found.state, "packed"))
    assert_same_state(layouts.convert(state, "packed", "stacked"), layouts.pack(params, "stacked"))
    model = {f"h.{i}.{name}": tensor for i in (0, 1) for name, tensor in state.items()}
    assert not any("groups" in name for name in layouts.convert(model, "packed", "stacked"))
    assert layouts.compare(state, layouts.pack(params, "packed")).name is None


def test_packed_weights_on_the_meta_device_show_which_columns_are_keys():
    state = shared_pack(d_head=6, device="meta").state_dict()
    assert layouts.unpack(state, "packed").W_K.shape == (2, 24, 6)


def test_packed_weights_do_not_load_into_a_layer_with_other_columns():
    def pack(n_kv_heads, d_head):
        return PackedAttention(24, 4, d_head, 6, n_kv_heads=n_kv_heads, bias=False)

    for source, target, said in [
        (pack(2, 4), pack(1, 6), "size mismatch for groups"),
        (pack(4, 6), pack(2, 10), r'Missing key\(s\) in state_dict: "groups"'),
        (pack(2, 10), pack(4, 6), r'Unexpected key\(s\) in state_dict: "groups"'),
    ]:
        assert source.W_QKV.shape == target.W_QKV.shape
        assert source.W_O.shape == target.W_O.shape
        with pytest.raises(RuntimeError, match=said):
            target.load_state_dict(source.state_dict())


def some_keys():
    """A mask under which every query may attend to something."""
    mask = torch.rand(QUERIES, KEYS) < 2 / 3
    mask[:, 0] = True
    return mask


# torch.nn.MultiheadAttention.

STORAGES = {
    "packed": ({}, {}),
    "apart": ({"d_keys_in": KDIM, "d_values_in": VDIM}, {"kdim": KDIM, "vdim": VDIM}),
    "keys apart": ({"d_keys_in": KDIM}, {"kdim": KDIM}),
    "values apart": ({"d_values_in": VDIM}, {"vdim": VDIM}),
}
each_storage = pytest.mark.parametrize(("sizes", "options"), STORAGES.values(), ids=STORAGES)


def run_torch(layer, queries, keys, values, mask=None):
    blocked = None if mask is None else ~mask  # True = blocked
    return layer(queries, keys, values, attn_mask=blocked, average_attn_weights=False)


@each_storage
@each_bias
@pytest.mark.parametrize("masked", [True, False], ids=["mask", "no mask"])
def test_torchs_layer_equals_the_paper(sizes, options, bias, masked):
    layer = nn.MultiheadAttention(
        D_MODEL, HEADS, bias=bias, batch_first=True, dtype=torch.float64, **options
    )
    params = draw(**sizes, biases="QKVO" if bias else "")
    mask = some_keys() if masked else None
    tokens = [
        random(BATCH, QUERIES, D_MODEL),
        random(BATCH, KEYS, params.W_K.shape[1]),
        random(BATCH, KEYS, params.W_V.shape[1]),
    ]
    layer.load_state_dict(layouts.pack(params, "torch"))
    assert_paper_output(layer, run_torch, params, tokens, mask)
    assert_same_head_parameters(layouts.unpack(layer.state_dict(), "torch", HEADS), params)

    assert_paper_output_and_gradients(
        layer, run_torch, lambda state: layouts.unpack(state, "torch", HEADS), tokens, mask
    )
    again = layouts.pack(layouts.unpack(layer.state_dict(), "torch", HEADS), "torch")
    assert_same_state(again, layer.state_dict())


def test_add_zero_attn_does_not_show_in_torchs_state_dict():
    # The docstring says so: what cannot be seen cannot be refused.
    layer = nn.MultiheadAttention(
        D_MODEL, HEADS, add_zero_attn=True, batch_first=True, dtype=torch.float64
    )
    assert layouts.detect(layer.state_dict()) == ("torch",)
    params = layouts.unpack(layer.state_dict(), "torch", HEADS)
    x = random(BATCH, QUERIES, D_MODEL)
    _, weights = run_torch(layer, x, x, x)
    assert weights.shape[-1] == QUERIES + 1
    assert relative(multi_head(params, x, x, x)[0], layer(x, x, x)[0]) > 0.1


def test_megatron_v0_stores_rows_in_torchs_order():
    # There is no class to load; its rows are [Q|K|V], as torch's are, under other names.
    params = draw()
    megatron, torchs = layouts.pack(params, "megatron_v0"), layouts.pack(params, "torch")
    names = {
        "query_key_value.weight": "in_proj_weight",
        "query_key_value.bias": "in_proj_bias",
        "dense.weight": "out_proj.weight",
        "dense.bias": "out_proj.bias",
    }
    assert set(megatron) == set(names)
    assert all(torch.equal(megatron[ours], torchs[theirs]) for ours, theirs in names.items())
    assert_same_head_parameters(layouts.unpack(megatron, "megatron_v0", HEADS), params)


# Similar layouts: reading one as the other raises nothing but changes the outputs.


def relative(output, reference):
    return ((output - reference).norm() / reference.norm()).item()


def transposed(*names):
    return lambda state: state | {name: state[name].T for name in names}


MISREADINGS = {
    "gpt_neox as [Q|K|V]": ("gpt_neox", "megatron_v0", dict),
    "[Q|K|V] as interleaved": ("megatron_v0", "gpt_neox", dict),
    "gpt2: c_proj without the transpose": ("gpt2", "gpt2", transposed("c_proj.weight")),
    "d2l as ours, by the letter W": (
        "d2l",
        "stacked",
        lambda state: {
            f"{'W' if 'weight' in name else 'b'}_{name[2].upper()}": t for name, t in state.items()
        },
    ),
}


@pytest.mark.parametrize(("true", "taken_for", "twist"), MISREADINGS.values(), ids=MISREADINGS)
def test_reading_one_layout_as_another_raises_no_error_and_gives_other_outputs(
    true, taken_for, twist
):
    params = draw()
    state = {name: tensor.clone() for name, tensor in layouts.pack(params, true).items()}
    misread = layouts.unpack(twist(state), taken_for, HEADS)
    x = random(BATCH, QUERIES, D_MODEL)
    reference, _ = multi_head(params, x, x, x)
    error = relative(multi_head(misread, x, x, x)[0], reference)
    print(f"relative error {error:.2f}")  # pytest -rP shows it
    assert error > 0.1
    # Read in the right order, the same numbers give the same outputs.
    right = layouts.unpack(state, true, HEADS)
    assert_same(multi_head(right, x, x, x)[0], reference)


@pytest.mark.parametrize("wrong", [1, 11, 33])
def test_a_wrong_number_of_heads_that_divides_raises_no_error_and_gives_other_outputs(wrong):
    params = draw()
    misread = layouts.unpack(layouts.pack(params, "gpt2"), "gpt2", wrong)
    x = random(BATCH, QUERIES, D_MODEL)
    assert relative(multi_head(misread, x, x, x)[0], multi_head(params, x, x, x)[0]) > 0.1


# A scale that a system leaves out.


@pytest.mark.parametrize("d_head", [1, 4, 16, 64])
def test_the_scale_moves_into_w_q_exactly_if_d_head_is_a_power_of_4(d_head):
    params = draw(HEADS, D_FREE, d_head, biases="")
    state = layouts.pack(params, "t5")
    assert_same_head_parameters(layouts.unpack(state, "t5", HEADS), params)
    assert torch.equal(
        state["q.weight"].T * math.sqrt(d_head), layouts.pack(params, "stacked")["W_Q"]
    )
    assert torch.equal(state["k.weight"].T, layouts.pack(params, "stacked")["W_K"])


@pytest.mark.parametrize("d_head", [2, 3, 8, 9, 36, 128])
def test_the_scale_rounds_for_other_widths_and_only_with_rounding(d_head):
    params = draw(HEADS, D_FREE, d_head, biases="")
    state = pack_unscaled(params, LAYOUTS["t5"])  # moves alone: any d_head
    assert_same_head_parameters(unpack_unscaled(state, LAYOUTS["t5"], HEADS), params)
    for refused in (
        lambda: layouts.pack(params, "t5"),
        lambda: layouts.unpack(state, "t5", HEADS),
        lambda: layouts.convert(state, "t5", "stacked", HEADS),
        lambda: layouts.convert(layouts.pack(params, "stacked"), "stacked", "t5", HEADS),
    ):
        with pytest.raises(ValueError, match=rf"^d_head must be a power of 4, .* d_head={d_head},"):
            refused()
    rounded = layouts.unpack(state, "t5", HEADS, allow_rounding=True)
    assert_same(rounded.W_Q, params.W_Q * math.sqrt(d_head), tolerance=1e-15)
    again = layouts.pack(rounded, "t5", allow_rounding=True)
    stacked = layouts.pack(rounded, "stacked")
    assert_same_state(layouts.convert(stacked, "stacked", "t5", HEADS, allow_rounding=True), again)
    model = {f"h.0.{name}": tensor for name, tensor in stacked.items()}
    converted = layouts.convert(model, "stacked", "t5", HEADS, allow_rounding=True)
    assert_same_state(converted, {f"h.0.{name}": tensor for name, tensor in again.items()})
    assert_same(again["q.weight"], state["q.weight"], tolerance=1e-15)
    assert not torch.equal(again["q.weight"], state["q.weight"])
    others = ("k.weight", "v.weight", "o.weight")
    assert all(torch.equal(again[name], state[name]) for name in others)


def test_scaling_keeps_nan_and_refuses_numbers_that_would_underflow():
    params = draw(HEADS, D_FREE, 16, biases="")
    params.W_Q[0, 0, 0] = math.nan
    state = layouts.pack(params, "t5")
    assert layouts.unpack(state, "t5", HEADS).W_Q.isnan().sum() == 1
    params.W_Q[0, 0, 0] = 5e-324  # the smallest number there is
    with pytest.raises(
        ValueError, match=r"^d_head must be a power of 4, and W_Q in range, .* got "
    ):
        layouts.pack(params, "t5")


def test_the_scale_moves_into_the_query_bias_also(monkeypatch):
    bare = replace(LAYOUTS["stacked"], name="bare", divides_scores=False)
    monkeypatch.setattr(_tables, "ALL_LAYOUTS", (*_tables.ALL_LAYOUTS, bare))
    params = draw(HEADS, D_FREE, 16)
    state = layouts.pack(params, "bare")
    x = random(BATCH, QUERIES, D_FREE)
    queries, keys = (
        (x @ state[f"W_{i}"] + state[f"b_{i}"]).unflatten(-1, (HEADS, -1)).transpose(1, 2)
        for i in "QK"
    )
    assert_same((queries @ keys.mT).softmax(-1), multi_head(params, x, x, x)[1])
    assert_same_head_parameters(layouts.unpack(state, "bare", HEADS), params)


def test_t5_to_t5_needs_no_scale():
    state = pack_unscaled(draw(HEADS, D_FREE, 5, biases=""), LAYOUTS["t5"])
    assert_same_state(layouts.convert(state, "t5", "t5", HEADS), state)


# A layer's state_dict is never changed by reading it.


def test_unpacking_and_packing_do_not_change_the_source():
    layer = nn.MultiheadAttention(D_MODEL, HEADS)
    before = copy.deepcopy(layer.state_dict())
    params = layouts.unpack(layer.state_dict(), "torch", HEADS)
    layouts.pack(params, "gpt2")
    assert_same_state(layer.state_dict(), before)


def test_a_parameter_with_both_separators_is_refused():
    state = layouts.pack(plain("flax"), "flax")
    twice = state | {name.replace("/", "."): 0 * tensor for name, tensor in state.items()}
    with pytest.raises(
        ValueError, match=r"^state_dict must contain each parameter of layout 'flax' once"
    ):
        layouts.unpack(twice, "flax")
    assert layouts.detect(twice) == ()


def test_meta_tensors_convert():
    params = draw(HEADS, D_FREE, 16, biases="").map(lambda tensor: tensor.to("meta"))
    state = layouts.pack(params, "t5")
    assert layouts.convert(state, "t5", "stacked", HEADS)["W_Q"].shape == (D_FREE, HEADS * 16)


def test_describe_lists_the_names_of_a_layout():
    either = "[W_QKV, W_O] or [W_QKV, W_O, groups], with or without [b_QKV, b_O]"
    assert LAYOUTS["packed"].describe() == either
