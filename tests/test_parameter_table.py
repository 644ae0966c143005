"""parameter_table.py: a table's notation against einops'; constraints, biases, views.

einops is the oracle: its notation, in the code that torch brings along. What a `+` joins is written
part by part and joined with torch.cat.
"""

import re
from dataclasses import replace
from itertools import chain, combinations

import pytest
import torch
from einops import rearrange

from mha_lib import (
    PackedAttention,
    PerHeadAttention,
    SingleHeadAttention,
    StackedAttention,
    layouts,
)
from mha_lib.layouts import LAYOUTS
from mha_lib.parameter_table import Axis, Constraint, ParameterTable, with_bias_rows
from tests.helpers.head_parameters import NAMES, assert_same_head_parameters, random_parameters

KV_HEADS, GROUP, D_HEAD, D_VALUE, D_MODEL, D_KEYS_IN, D_VALUES_IN = 2, 3, 5, 7, 11, 13, 17
SQUARE, ONE_WIDTH = Constraint.SQUARE_PROJECTIONS, Constraint.EQUAL_HEAD_WIDTHS
NOT_SHARED, ONE_INPUT = Constraint.NO_SHARED_KV_HEADS, Constraint.EQUAL_INPUT_WIDTHS
ONE_HEAD = Constraint.ONE_HEAD
TABLES = {name: layout.table for name, layout in LAYOUTS.items()}
TABLES |= {
    f"{name}, apart": each.fallback_table for name, each in LAYOUTS.items() if each.fallback_table
}
TABLES["single head"] = SingleHeadAttention.table

each_table = pytest.mark.parametrize("table", TABLES.values(), ids=TABLES)


def draw(n_heads=6, kv_heads=None, d_head=D_HEAD, d_value=None, d_model=None, inputs=(), biases=""):
    """Square and with no shared heads unless it is asked for."""
    d_model, inputs = d_model or n_heads * d_head, inputs or (d_model, d_model)
    return random_parameters(n_heads, d_model, d_head, d_value, *inputs, kv_heads, biases)


def roomiest(table, biases=None):
    """Parameters with as many different sizes as a table has room for."""
    needs = table.constraints
    biases = max(table.biases, key=len) if biases is None else biases
    n_heads = 1 if ONE_HEAD in needs else KV_HEADS * GROUP
    return draw(
        n_heads,
        n_heads if NOT_SHARED in needs else min(n_heads, KV_HEADS),
        D_HEAD,
        D_HEAD if ONE_WIDTH in needs else D_VALUE,
        n_heads * D_HEAD if SQUARE in needs else D_MODEL,
        () if ONE_INPUT in needs else (D_KEYS_IN, D_VALUES_IN),
        "".join(biases).replace("b_", ""),
    )


def sizes_of(params):
    return {
        "n_heads": params.n_heads,
        "n_kv_heads": params.n_kv_heads,
        "d_head": params.d_head,
        "d_value": params.d_value,
        "d_model": params.d_model,
        "d_keys_in": params.W_K.shape[1],
        "d_values_in": params.W_V.shape[1],
    }


# The notation, against einops.

# The axes of HeadParameters: heads, what comes in, what goes out.
OURS = dict.fromkeys(("W_Q", "W_K", "W_V"), "{heads} {features} {width}")
OURS |= dict.fromkeys(("b_Q", "b_K", "b_V"), "{heads} {width}")
OURS |= {"W_O": "{heads} {width} {features}", "b_O": "{features}"}


def by_einops(content, tensor, order, group):
    """One matrix or bias, from HeadParameters to an order without a sum."""
    letters = re.findall(r"\w+", order)
    heads = [letter for letter in ("h", "g", "r") if letter in letters]
    features = [letter for letter in ("m", "mk", "mv") if letter in letters]
    width = [letter for letter in ("d", "v") if letter in letters]
    ours = OURS[content].format(
        heads=f"({' '.join(heads)})", features=" ".join(features), width=" ".join(width)
    )
    return rearrange(tensor, f"{ours} -> {order}", **({"r": group} if "r" in heads else {}))


def row_by_einops(contents, order, parts, group):
    """Writes a row with einops: each content by itself, then concatenated, then axes merged."""
    apart = re.sub(r"\((\w+) (\([^()]*\))\)", r"\1 \2", order)
    axes = re.findall(r"\([^()]*\)|\w+", apart)
    along = [i for i, axis in enumerate(axes) if "+" in axis]
    if not along:
        return by_einops(contents, parts[contents], order, group)
    (along,) = along
    stored = []
    for content, term in zip(contents.split(), axes[along].strip("()").split("+"), strict=True):
        alone = " ".join([*axes[:along], f"({term.strip()})", *axes[along + 1 :]])
        stored.append(by_einops(content, parts[content], alone, group))
    joined = torch.cat(stored, along)
    if apart == order:
        return joined
    before = " ".join(f"x{i}" for i in range(along - 1))
    return rearrange(joined, f"{before} g s ... -> {before} (g s) ...")


def table_by_einops(table, params):
    group = params.n_heads // params.n_kv_heads
    state = {}
    for name, (contents, order) in table.source_rows.items():
        parts = {content: getattr(params, content) for content in contents.split()}
        if any(part is None for part in parts.values()):
            continue
        if "{" not in name:
            state[name] = row_by_einops(contents, order, parts, group)
            continue
        for i in range(params.n_heads if "{h}" in name else params.n_kv_heads):
            own = {content: part[i : i + 1] for content, part in parts.items()}
            state[name.format(h=i, g=i)] = row_by_einops(contents, order, own, group)
    return state


@each_table
def test_writing_a_table_equals_einops(table):
    params = roomiest(table)
    state, expected = table.write(params), table_by_einops(table, params)
    assert set(state) - {table.groups_name} == set(expected)  # which has a test of its own
    for name in expected:
        assert torch.equal(state[name], expected[name]), name


@each_table
def test_reading_what_einops_wrote_returns_the_weights(table):
    params = roomiest(table)
    assert_same_head_parameters(
        params, table.read(table_by_einops(table, params), sizes_of(params))
    )


# Orders that no system has, and that the notation can write.
NOBODYS = {
    "groups dealt out": {"q": ("W_Q", "m (r g d)")},
    "groups dealt out, in the middle": {"q": ("W_Q", "(r m g) d")},
    "width outermost": {"q": ("W_Q", "(d g r) m")},
    "sum in the middle": {"kv": ("W_K W_V", "d (g m + g m)")},
    "sum along the features": {"kv": ("W_K W_V", "g (mk + mv) d")},
    "two axes around the sum": {"kv": ("W_K W_V", "(d + v) (g m)")},
    "axis before an axis around the sum": {"kv": ("W_K W_V", "m (g (d + v))")},
    "output and queries together": {"qo": ("W_Q W_O", "(m (h d + d h))")},
}


@pytest.mark.parametrize("rows", NOBODYS.values(), ids=NOBODYS)
def test_orders_that_no_system_has_equal_einops(rows):
    table = ParameterTable(rows)
    params = roomiest(table)
    ((name, stored),) = table.write(params).items()
    contents, order = rows[name]
    parts = {content: getattr(params, content) for content in contents.split()}
    assert torch.equal(stored, row_by_einops(contents, order, parts, GROUP))
    letters = {
        "h": 6,
        "g": KV_HEADS,
        "r": GROUP,
        "d": D_HEAD,
        "v": params.d_value,
        "m": params.d_model,
    }
    letters |= {"mk": params.W_K.shape[1], "mv": params.W_V.shape[1]}
    back = table.rows[name].read(stored, letters)
    assert all(torch.equal(back[content], parts[content]) for content in parts)


# The notation in words.


QKV, B_QKV = "W_Q W_K W_V", "b_Q b_K b_V"
IN_WORDS = [
    ("m", "d_model", "d_model"),
    ("mk", "d_keys_in", "d_keys_in"),
    ("(h d)", "n_heads*d_head", "d_model"),
    ("(g d)", "n_kv_heads*d_head", "n_kv_heads*d_head"),
    ("(h v)", "n_heads*d_value", "n_heads*d_value"),
    ("(h d + h d + h d)", "3*n_heads*d_head", "3*d_model"),
    ("(h d + h d + h v)", "2*n_heads*d_head+n_heads*d_value", "2*d_model+n_heads*d_value"),
    ("(h (d + d + d))", "3*n_heads*d_head", "3*d_model"),
    (
        "(h d + g d + g d)",
        "n_heads*d_head+2*n_kv_heads*d_head",
        "d_model+2*n_kv_heads*d_head",
    ),
    (
        "(g (r d + d + d))",
        "n_heads*d_head+2*n_kv_heads*d_head",
        "d_model+2*n_kv_heads*d_head",
    ),
    ("(r g d)", "n_heads*d_head", "d_model"),
]


@pytest.mark.parametrize(("text", "free", "square"), IN_WORDS, ids=[case[0] for case in IN_WORDS])
def test_size_expression_gives_the_size_of_an_axis(text, free, square):
    axis = Axis.parse(text)
    assert axis.size_expression(square=False) == free
    assert axis.size_expression(square=True) == square


BIASED = [
    ("in_proj_weight", QKV, "(h d + h d + h d) m", "in_proj_bias", B_QKV, "(h d + h d + h d)"),
    ("c_attn.weight", QKV, "m (h d + h d + h d)", "c_attn.bias", B_QKV, "(h d + h d + h d)"),
    ("falcon.weight", QKV, "(g (r d + d + d)) m", "falcon.bias", B_QKV, "(g (r d + d + d))"),
    ("W_QKV", QKV, "m (h d + h d + h v)", "b_QKV", B_QKV, "(h d + h d + h v)"),
    ("key/kernel", "W_K", "mk h d", "key/bias", "b_K", "h d"),
    ("values.{h}.weight", "W_V", "v mv", "values.{h}.bias", "b_V", "v"),
    ("W_K.{g}", "W_K", "m d", "b_K.{g}", "b_K", "d"),
    ("out_proj.weight", "W_O", "m (h d)", "out_proj.bias", "b_O", "m"),
    ("W_O", "W_O", "(h v) m", "b_O", "b_O", "m"),
]


@pytest.mark.parametrize(("name", "contents", "order", "bias", "held", "of_bias"), BIASED)
def test_a_bias_has_the_output_axes_of_its_matrix(name, contents, order, bias, held, of_bias):
    rows = with_bias_rows({name: (contents, order)})
    assert list(rows.items()) == [(name, (contents, order)), (bias, (held, of_bias))]


# What follows from the letters.

NEEDS = [
    ({"q": ("W_Q", "(h d) m")}, []),
    ({"q": ("W_Q", "(g r d) m")}, []),
    ({"q.{h}": ("W_Q", "d m")}, []),
    ({"q": ("W_Q", "m d")}, [ONE_HEAD]),
    ({"k": ("W_K", "(g d) mk")}, []),
    ({"k": ("W_K", "(h d) mk")}, [NOT_SHARED]),
    ({"k.{h}": ("W_K", "d mk")}, [NOT_SHARED]),
    ({"k.{g}": ("W_K", "d mk")}, []),
    ({"k": ("W_K", "(g d) m")}, [ONE_INPUT]),
    ({"k": ("W_K", "mk d")}, [ONE_HEAD]),
    ({"v": ("W_V", "(g v) mv")}, []),
    ({"v": ("W_V", "(g d) mv")}, [ONE_WIDTH]),
    ({"v": ("W_V", "(g v) m")}, [ONE_INPUT]),
    ({"v": ("W_V", "m h d")}, [ONE_WIDTH, NOT_SHARED, ONE_INPUT]),
    ({"o": ("W_O", "m (h v)")}, []),
    ({"o": ("W_O", "m (h d)")}, [ONE_WIDTH]),
    ({"o": ("W_O", "v m")}, [ONE_HEAD]),
    ({"kv": ("W_K W_V", "(g d + g v) mk")}, []),
    ({"kv": ("W_K W_V", "(g (d + d)) m")}, [ONE_WIDTH, ONE_INPUT]),
    ({"b": ("b_Q b_K b_V", "(h d + h d + h v)")}, [NOT_SHARED]),
    ({"b": ("b_O", "m")}, []),
]


@pytest.mark.parametrize(("rows", "needs"), NEEDS, ids=[str(rows) for rows, _ in NEEDS])
def test_a_letter_that_differs_from_head_parameters_gives_a_constraint(rows, needs):
    assert ParameterTable(rows).constraints == needs
    assert ParameterTable(rows, square=True).constraints == [SQUARE, *needs]


# For every constraint, a table with no other constraint, parameters that break it, the message.
BROKEN = {
    SQUARE: (
        ParameterTable({"q": ("W_Q", "(h d) m")}, square=True),
        {"d_model": 11},
        "got n_heads=6, n_kv_heads=6, d_head=5, d_value=5, d_model=11",
    ),
    ONE_WIDTH: (
        ParameterTable({"o": ("W_O", "m (h d)")}),
        {"d_value": 7},
        "got n_heads=6, n_kv_heads=6, d_head=5, d_value=7, d_model=30",
    ),
    NOT_SHARED: (
        ParameterTable({"k": ("W_K", "(h d) mk")}),
        {"kv_heads": 2},
        "got n_heads=6, n_kv_heads=2, d_head=5, d_value=5, d_model=30",
    ),
    ONE_INPUT: (
        ParameterTable({"v": ("W_V", "(g v) m")}),
        {"inputs": (30, 17)},
        "got n_heads=6, n_kv_heads=6, d_head=5, d_value=5, d_model=30, d_keys_in=30, "
        "d_values_in=17",
    ),
    ONE_HEAD: (
        ParameterTable({"q": ("W_Q", "m d")}),
        {},
        "got n_heads=6, n_kv_heads=6, d_head=5, d_value=5, d_model=30 "
        "(params.as_one_head() treats the same matrices as one)",
    ),
}


def test_every_constraint_is_tested():
    assert list(BROKEN) == list(Constraint)


@pytest.mark.parametrize("rule", BROKEN, ids=lambda rule: rule.name)
def test_only_parameters_that_break_a_constraint_are_refused(rule):
    table, wrong, said = BROKEN[rule]
    params = draw(**wrong)
    assert not table.can_store(params)
    message = f"params must have {rule.text} for layout 'mine'; {said}"
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        table.write(params, "mine")
    right = draw(n_heads=1) if rule == ONE_HEAD else draw()
    assert table.can_store(right)
    table.write(right)


def test_broken_constraints_are_named_together():
    table = ParameterTable({"qkv": (QKV, "(h d + h d + h d) m")}, square=True)
    message = (
        "params must have n_heads * d_head = d_model, d_value = d_head and no shared KV heads; "
        "got n_heads=6, n_kv_heads=2, "
    )
    with pytest.raises(ValueError, match=f"^{re.escape(message)}"):
        table.require_storable(draw(kv_heads=2, d_value=7, d_model=11))


def test_only_numbered_names_count_the_heads():
    table = ParameterTable(
        {"q.{h}": ("W_Q", "d m"), "k.{h}": ("W_K", "d m"), "o": ("W_O", "(h d) m")}
    )
    assert table.count_heads(["q.0", "q.1", "k.0", "k.1", "k.2", "o"]) == {"h": 3}
    assert list(table.shapes("", {"h": 2})) == ["q.0", "q.1", "k.0", "k.1", "o"]
    assert ParameterTable({"o": ("W_O", "(h d) m")}).count_heads(["o", "o.0", "o.1"]) == {}


def test_shared_key_heads_are_counted_by_their_own_names():
    table = ParameterTable(
        {"q.{h}": ("W_Q", "d m"), "k.{g}": ("W_K", "d m"), "o": ("W_O", "(h d) m")}
    )
    assert table.count_heads(["q.0", "q.1", "q.2", "q.3", "k.0", "k.1", "o"]) == {"h": 4, "g": 2}
    names = ["q.0", "q.1", "q.2", "q.3", "k.0", "k.1", "o"]
    assert list(table.shapes("", {"h": 4, "g": 2})) == names


def test_groups_are_written_if_heads_are_shared():
    rows = {"qkv": ("W_Q W_K W_V", "m (h d + g d + g v)"), "o": ("W_O", "(h v) m")}
    table = ParameterTable(rows, groups_name="who")
    assert "who" not in table.write(draw(n_heads=3))
    who = [[1, 0], [1, 0], [1, 0], [0, 1], [0, 1], [0, 1]]
    assert table.write(draw(n_heads=6, kv_heads=2))["who"].tolist() == who
    assert table.shapes("", {})["who"] == "n_heads n_kv_heads"
    assert "who" not in ParameterTable(rows).write(draw(n_heads=6, kv_heads=2))


# Biases.

SUBSETS = ["".join(s) for s in chain.from_iterable(combinations("QKVO", n) for n in range(5))]


@pytest.mark.parametrize("biases", SUBSETS)
def test_a_table_with_all_biases_stores_any_single_one_with_zeros(biases):
    params = draw(biases=biases)
    state = PackedAttention.table.write(params)
    inner = set(biases) & set("QKV")
    assert set(state) == {"W_QKV", "W_O"} | ({"b_QKV"} if inner else set()) | (
        {"b_O"} if "O" in biases else set()
    )
    if inner:
        wide = 6 * D_HEAD
        parts = [
            torch.zeros(wide, dtype=torch.float64) if b is None else b.flatten()
            for b in (params.b_Q, params.b_K, params.b_V)
        ]
        assert torch.equal(state["b_QKV"], torch.cat(parts))


@pytest.mark.parametrize("biases", ["Q", "K", "V", "QK", "KV"])
def test_a_missing_bias_is_written_as_zeros(biases):
    state = StackedAttention.table.write(draw(biases=biases))
    zero = {name for name in ("b_Q", "b_K", "b_V") if not state[name].any()}
    assert zero == {f"b_{letter}" for letter in "QKV" if letter not in biases}
    assert "b_O" not in state


def test_a_key_bias_of_zero_is_left_out_if_the_table_has_none():
    params = draw(biases="QKVO")
    zero = replace(params, b_K=torch.zeros_like(params.b_K))
    state = layouts.pack(zero, "whisper")
    assert "k_proj.bias" not in state
    assert_same_head_parameters(layouts.unpack(state, "whisper", 6), replace(params, b_K=None))


def test_a_key_bias_of_zero_is_written_if_the_table_has_one():
    state = layouts.pack(draw(biases="QKVO").map(torch.zeros_like), "torch")
    assert state["in_proj_bias"].shape == (90,)


@pytest.mark.parametrize("number", [1e-300, torch.nan])
def test_a_key_bias_of_any_other_number_is_not_left_out(number):
    params = draw(biases="QKVO")
    params.b_K.zero_()[1, 2] = number
    with pytest.raises(
        ValueError, match=r"^params must have b_Q, b_V and b_O for layout 'whisper'; got "
    ):
        layouts.pack(params, "whisper")


ALL, THREE = "b_Q, b_K, b_V and b_O", "b_Q, b_K and b_V"
REFUSED = [
    ("phi3", "O", "no biases; got b_O"),
    ("phi3", "K", "no biases; got b_K"),
    ("gpt2", "", f"{ALL}; got none"),
    ("gpt2", "QKV", f"{ALL}; got {THREE}"),
    ("torch", "O", f"no biases, or {ALL}; got b_O"),
    ("torch", "Q", f"no biases, or {ALL}; got b_Q"),
    ("llama", "O", f"no biases, or {THREE}, or {ALL}; got b_O"),
    ("whisper", "QV", "b_Q, b_V and b_O; got b_Q and b_V"),
    ("whisper", "QKVO", f"b_Q, b_V and b_O; got {ALL}"),
]


@pytest.mark.parametrize(("layout", "biases", "said"), REFUSED)
def test_other_biases_are_refused(layout, biases, said):
    rule, got = said.split("; ")
    message = f"params must have {rule} for layout '{layout}'; {got}"
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        layouts.pack(draw(biases=biases), layout)


@each_table
def test_meta_tensors_are_written_and_read(table):
    params = roomiest(table)
    empty = params.map(lambda tensor: tensor.to("meta"))
    state = table.write(empty)
    assert all(tensor.is_meta for tensor in state.values())
    shapes = {name: tensor.shape for name, tensor in state.items()}
    assert shapes == {name: tensor.shape for name, tensor in table.write(params).items()}
    back = table.read(state, sizes_of(params))
    assert all(
        getattr(back, name) is None or getattr(back, name).shape == getattr(params, name).shape
        for name in NAMES
    )


def test_a_key_bias_without_readable_values_is_not_taken_for_zero():
    params = draw(biases="QKVO").map(lambda tensor: torch.zeros_like(tensor, device="meta"))
    with pytest.raises(
        ValueError, match=r"^params must have b_Q, b_V and b_O for layout 'whisper'; got "
    ):
        layouts.pack(params, "whisper")


# Memory.


def share(one, other):
    return one.untyped_storage().data_ptr() == other.untyped_storage().data_ptr()


# A group's queries are not next to the next group's queries: no stride walks over all heads.
COPIED = {(name, content) for name in ("falcon", "gpt_bigcode") for content in ("W_Q", "b_Q")}


@pytest.mark.parametrize("layout", LAYOUTS)
def test_read_returns_views_unless_each_head_has_its_own_tensor(layout):
    table = LAYOUTS[layout].table
    params = roomiest(table)
    state = {name: tensor.clone() for name, tensor in table.write(params).items()}
    back = table.read(state, sizes_of(params))
    for name in state.keys() & table.rows:
        for content in table.rows[name].contents:
            view = (layout, content) not in COPIED
            assert share(getattr(back, content), state[name]) == view, content


@pytest.mark.parametrize("layout", LAYOUTS)
def test_reading_and_writing_returns_views_unless_parts_are_joined(layout):
    table = LAYOUTS[layout].table
    params = roomiest(table)
    state = {name: tensor.clone() for name, tensor in table.write(params).items()}
    again = table.write(table.read(state, sizes_of(params)))
    for name in state.keys() & table.rows:
        assert share(again[name], state[name]) == (len(table.rows[name].contents) == 1), name


def test_a_head_of_a_list_is_a_view_of_its_matrix():
    table = LAYOUTS["module_list"].table
    params = roomiest(table)
    state = table.write(params)
    assert all(share(state[f"queries.{i}.weight"], params.W_Q) for i in range(6))


@pytest.mark.parametrize("n_heads", [1, 2, 5])
def test_names_count_the_heads_and_shapes_name_each(n_heads):
    table = PerHeadAttention.table
    names = {f"{x}.{i}" for x in ("W_Q", "W_K", "W_V") for i in range(n_heads)}
    heads = {"h": n_heads, "g": n_heads}
    assert table.count_heads(names | {"W_O"}) == heads
    assert set(table.shapes((), heads)) == names | {"W_O"}
    assert set(table.shapes((), {})) == {"W_Q.0", "W_K.0", "W_V.0", "W_O"}
    words = {name.partition(".")[0]: shape for name, shape in table.shapes((), heads).items()}
    assert words["W_Q"] == words["W_K"] == "d_model d_head"  # of one head, without an axis for it
    assert words["W_O"] == "n_heads*d_value d_model"


MALFORMED = [
    (
        ("Q", "(h d) m"),
        "a row must contain some of W_Q, W_K, W_V, W_O, b_Q, b_K, b_V, b_O; got ('Q', ",
    ),
    (("", "m"), "a row must contain some of W_Q, "),
    (("W_Q W_K W_V", "(3 h d) m"), "a row must have axes of h, g, r, d, v, m, mk, mv; got '3' in "),
    (("W_Q", "(h d) n"), "a row must have axes of h, g, r, d, v, m, mk, mv; got 'n' in "),
    (("W_Q W_K W_V", "(h d + h d) m"), "a row must have one term for each of its contents, along"),
    (("W_Q W_K", "(h d) m"), "a row must have one term for each of its contents, along one axis"),
    (("W_Q", "(h d + h d) m"), "a row must have one term for each of its contents, along one axis"),
    (("W_Q W_K", "(h + h) (d + d) m"), "a row must have one term for each of its contents, along"),
    (("W_Q", "(h d)"), "a row must give W_Q its axes, as 'h m d'; got ('W_Q', '(h d)')"),
    (("b_O", "m d"), "a row must give b_O its axes, as 'm'; got "),
]


@pytest.mark.parametrize(("row", "message"), MALFORMED, ids=[str(row) for row, _ in MALFORMED])
def test_invalid_rows_are_refused(row, message):
    with pytest.raises(ValueError, match=f"^{re.escape(message)}"):
        ParameterTable({"name": row})


def test_a_name_without_a_part_for_its_bias_is_refused():
    message = "rows must have names with weight, kernel or W_, which a bias has replaced; got 'qkv'"
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        with_bias_rows({"qkv": ("W_Q W_K W_V", "(h d + h d + h d) m")})
