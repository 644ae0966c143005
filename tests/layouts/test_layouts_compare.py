"""layouts.compare reports how a state_dict was changed.

The expected changes are made with einops. Five heads and width 6 are used because smaller sizes
make some reorderings coincide.
"""

import re

import pytest
import torch
from einops import rearrange
from torch import nn

from mha_lib import layouts
from mha_lib.layouts import Comparison, compare
from tests.helpers.oracles import random

HEADS, D_HEAD, D_MODEL = 5, 6, 7
N_ROWS = HEADS * D_HEAD
MOVED = [3, 0, 4, 1, 2]  # no order that undoes itself


def state(**shapes):
    """A state_dict with the given parameters between two other parameters."""
    middle = {name: random(*shape) for name, shape in shapes.items()}
    return {"first.weight": random(3, 3), **middle, "last.bias": random(3)}


def compared(shape, twist, n_heads=None, **options):
    """The report when the given parameter is changed, and the last one too."""
    theirs = state(wrong=shape)
    ours = theirs | {"wrong": twist(theirs["wrong"]), "last.bias": 3 * theirs["last.bias"]}
    return compare(theirs, ours, n_heads, **options)


def order(pattern, **sizes):
    return lambda tensor: rearrange(tensor, pattern, **sizes)


def reordered(axis):
    """Head i of ours is head MOVED[i] of theirs."""

    def twist(tensor):
        heads = tensor.movedim(axis, 0).reshape(HEADS, -1, *tensor.movedim(axis, 0).shape[1:])
        return torch.cat([heads[i] for i in MOVED]).movedim(0, axis)

    return twist


def reordered_thrice(tensor):
    """The same order of heads in the queries, the keys and the values of [Q|K|V]."""
    return torch.cat([reordered(0)(third) for third in tensor.chunk(3)])


def times(factor, twist):
    return lambda tensor: factor * twist(tensor)


def rotary_of_transformers(tensor):
    """`permute` in transformers' convert_llama_weights_to_hf.py, with its names written out."""
    rows, columns = tensor.shape
    halves = tensor.view(HEADS, rows // HEADS // 2, 2, columns).transpose(1, 2)
    return halves.reshape(rows, columns)


def dealt_as_cards(tensor):
    """Row i goes to head i mod HEADS, which lays it on its pile."""
    piles = [tensor[i::HEADS] for i in range(HEADS)]
    return torch.cat(piles)


W, SQUARE, WIDE = (N_ROWS, D_MODEL), (N_ROWS, N_ROWS), (3 * N_ROWS, D_MODEL)
TO_PAIRS, TO_HALVES = "the halves of each head as pairs", "the pairs of each head as halves"
DEALT, COLLECTED = "entries dealt out to the heads", "entries collected from the heads"
INTERLEAVED, BACK = "[Q|K|V] interleaved head by head", "interleaved heads as [Q|K|V]"
HEADS_MOVED = f"heads in another order, {MOVED}"
h, kh = {"h": HEADS}, {"k": 3, "h": HEADS}

# A shape, a change, and the report; if there are two reports, one per axis.
EXPLAINED = [
    (W, torch.t, "transposed"),
    (SQUARE, torch.t, "transposed"),
    (W, lambda tensor: 2.5 * tensor, "times 2.5"),
    (W, torch.neg, "times -1"),
    (W, lambda tensor: tensor / 64**0.5, "times 0.125"),
    ((N_ROWS,), lambda tensor: 2 * tensor, "times 2"),
    (W, times(3, torch.t), "transposed times 3"),
    (SQUARE, times(-0.5, torch.t), "transposed times -0.5"),
    (WIDE, order("(k h d) m -> (h k d) m", **kh), f"{INTERLEAVED} along axis 0"),
    (WIDE, order("(h k d) m -> (k h d) m", **kh), f"{BACK} along axis 0"),
    (WIDE[::-1], order("m (k h d) -> m (h k d)", **kh), f"{INTERLEAVED} along axis 1"),
    (WIDE[::-1], order("m (h k d) -> m (k h d)", **kh), f"{BACK} along axis 1"),
    ((3 * N_ROWS,), order("(k h d) -> (h k d)", **kh), INTERLEAVED),
    ((3 * N_ROWS,), order("(h k d) -> (k h d)", **kh), BACK),
    (WIDE, order("(k h d) m -> m (h k d)", **kh), f"transposed, then {INTERLEAVED} along axis 1"),
    (W, reordered(0), f"{HEADS_MOVED} along axis 0"),
    (WIDE, reordered_thrice, f"{HEADS_MOVED} along axis 0"),
    (W[::-1], reordered(1), f"{HEADS_MOVED} along axis 1"),
    ((N_ROWS,), reordered(0), HEADS_MOVED),
    ((HEADS, D_MODEL, D_HEAD), reordered(0), f"{HEADS_MOVED} along axis 0"),
    (W, times(2, reordered(0)), f"{HEADS_MOVED} along axis 0 times 2"),
    (W, times(-2, reordered(0)), f"{HEADS_MOVED} along axis 0 times -2"),
    (
        SQUARE,
        lambda tensor: reordered(0)(tensor.T) / 2,
        f"transposed, then {HEADS_MOVED} along axis 0 times 0.5",
    ),
    (W, order("(h d) m -> (d h) m", **h), f"{DEALT} along axis 0"),
    (W, order("(d h) m -> (h d) m", **h), f"{COLLECTED} along axis 0"),
    (W, dealt_as_cards, f"{COLLECTED} along axis 0"),
    ((N_ROWS,), order("(h d) -> (d h)", **h), DEALT),
    (W[::-1], order("m (h d) -> m (d h)", **h), f"{DEALT} along axis 1"),
    (WIDE, order("(k h d) m -> (k d h) m", **kh), f"{DEALT} along axis 0"),
    (W, order("(h two d) m -> (h d two) m", two=2, **h), f"{TO_PAIRS} along axis 0"),
    (W, order("(h d two) m -> (h two d) m", two=2, **h), f"{TO_HALVES} along axis 0"),
    (W, rotary_of_transformers, f"{TO_HALVES} along axis 0"),
    ((N_ROWS,), order("(h two d) -> (h d two)", two=2, **h), TO_PAIRS),
    (WIDE, order("(k h two d) m -> (k h d two) m", two=2, **kh), f"{TO_PAIRS} along axis 0"),
    (W, times(4, order("(h d) m -> (d h) m", **h)), f"{DEALT} along axis 0 times 4"),
]


@pytest.mark.parametrize(
    ("shape", "twist", "reported"),
    EXPLAINED,
    ids=[f"{s}, {reported}" for s, _, reported in EXPLAINED],
)
def test_each_change_is_reported_for_the_right_tensor(shape, twist, reported):
    found = compared(shape, twist, HEADS)
    assert (found.name, found.explanation) == ("wrong", reported)
    assert str(found) == found.text
    assert found.text.split("\n")[1] == f"explained by: {reported}"


def test_without_the_number_of_heads_only_transpose_and_factor_are_tried():
    for twist, reported in [
        (torch.t, "transposed"),
        (lambda t: 2 * t, "times 2"),
        (reordered(0), ""),
    ]:
        assert compared(W, twist).explanation == reported


def test_the_difference_is_relative_to_the_norm():
    theirs, ours = torch.tensor([3.0, 4.0]), torch.tensor([3.0, 0.0])
    found = compare({"b": theirs}, {"b": ours})
    assert found.relative_difference == pytest.approx(4 / 5)  # of the longer one
    assert found.text.startswith("b differs: relative difference 0.8\n")


@pytest.mark.parametrize(
    ("n_heads", "tried"),
    [
        (
            None,
            "the transpose, a factor, an exchange, thirds, as of [Q|K|V], in another order (with "
            "n_heads, orders of heads are tried too)",
        ),
        (
            HEADS,
            "the transpose, a factor, an exchange, thirds, as of [Q|K|V], in another order, heads "
            "in another order, entries dealt out to the heads, entries collected from the heads, "
            "the halves of each head as pairs, the pairs of each head as halves, [Q|K|V] "
            "interleaved head by head, interleaved heads as [Q|K|V], joined shards of [Q|K|V], "
            "these three also cut in three",
        ),
    ],
)
def test_an_unexplained_difference_lists_what_was_tried(n_heads, tried):
    found = compared(W, torch.randn_like, n_heads)
    assert (found.name, found.explanation) == ("wrong", "")
    assert 0 < found.relative_difference < 2
    first, second = found.text.split("\n")
    assert first == f"wrong differs: relative difference {found.relative_difference:.2g}"
    assert second == f"no explanation was found; tried: {tried}"


def test_one_different_number_among_many_is_found():
    def twist(tensor):
        other = tensor.clone()
        other[3, 2] += 1
        return other

    found = compared(W, twist, HEADS)
    assert (found.name, found.explanation) == ("wrong", "")


def test_the_first_difference_in_the_order_of_theirs_is_named():
    theirs = {"a": random(2, 2), "b": random(2, 2), "c": random(2, 2)}
    ours = {"c": 2 * theirs["c"], "b": 3 * theirs["b"], "a": theirs["a"]}
    assert compare(theirs, ours).name == "b"
    assert compare(ours, theirs).name == "c"


def test_integers_are_compared_exactly_and_not_explained():
    large = 2**53  # above this a float64 has no odd numbers
    theirs = {"steps": torch.tensor([large, 5]), "seen": torch.tensor(3), "W": random(2, 2)}
    theirs |= {"mask": torch.ones(2, 2, dtype=torch.bool)}
    assert compare(theirs, {name: t.clone() for name, t in theirs.items()}).name is None
    for name, other in {
        "steps": torch.tensor([large + 1, 5]),
        "seen": torch.tensor(6),
        "mask": torch.ones(2, 2).tril().bool(),
    }.items():
        found = compare(theirs, theirs | {name: other}, HEADS)
        assert (found.name, found.explanation) == (name, "")
        assert found.text.startswith(f"{name} differs: relative difference ")


def test_comparison_continues_up_to_an_unexplained_difference():
    names = ("a", "b", "c", "d", "e", "f")
    theirs = {name: random(3, 4) for name in names}
    ours = {name: 2 * tensor for name, tensor in theirs.items()}
    ours |= {"c": 3 * theirs["c"], "e": random(3, 4), "f": random(3, 4)}
    found = compare(theirs, ours)
    assert (found.name, found.explanation) == ("a", "times 2")
    lines = found.text.split("\n")
    assert lines[:5] == [
        "a differs: relative difference 0.5",
        "explained by: times 2",
        "the same explains 2 more parameters, up to d",
        "c differs: relative difference 0.67",
        "explained by: times 3",
    ]
    assert lines[5].startswith("e differs: relative difference ")
    assert lines[6].startswith("no explanation was found; tried: ")
    assert len(lines) == 7
    assert compare(theirs, theirs | {"a": ours["a"]}).text == "\n".join(lines[:2])


def test_shared_keys_reordered_with_the_wrong_number_of_heads_are_reported():
    queries, keys = random(4 * 12, D_MODEL), random(2 * 12, D_MODEL)
    to_halves = "(h d two) m -> (h two d) m"

    def ours(key_heads):
        return {
            "q": rearrange(queries, to_halves, h=4, two=2),
            "k": rearrange(keys, to_halves, h=key_heads, two=2),
        }

    theirs = {"q": queries, "k": keys}
    right, wrong = (compare(theirs, ours(n), 4).text.split("\n")[2:] for n in (2, 4))
    assert right[1] == f"explained by: {TO_HALVES} along axis 0, with 2 heads"
    assert wrong == ["the same explains 1 more parameter, up to k"]


def test_equal_state_dicts_are_reported_as_the_same():
    theirs = state(wrong=W)
    found = compare(theirs, {name: tensor.clone() for name, tensor in theirs.items()})
    text = "3 parameters, all equal to a relative difference of 1e-05"
    assert found == Comparison(None, None, "", text)
    alone = compare({"a": random(2)}, {"a": random(2)}, tolerance=2.0)
    assert alone.text == "1 parameter, all equal to a relative difference of 2"
    assert compare({}, {}).name is None


def test_zeros_equal_zeros_and_no_change_turns_them_into_numbers():
    zeros, ones = {"b": torch.zeros(4)}, {"b": torch.ones(4)}
    assert compare(zeros, {"b": torch.zeros(4)}).name is None
    assert compare(zeros, ones).explanation == ""
    assert compare(zeros, ones).relative_difference == 1


@pytest.mark.parametrize("n_heads", [None, 2])
@pytest.mark.parametrize("side", ["theirs", "ours"])
def test_zeros_on_one_side_are_reported_as_zeros(side, n_heads):
    states = {"theirs": {"W": random(4, 6)}, "ours": {"W": random(4, 6)}}
    states[side] = {"W": torch.zeros(4, 6)}
    text = f"W differs: relative difference 1\nall zeros in {side}"
    assert compare(**states, n_heads=n_heads) == Comparison("W", 1.0, "", text)


def test_zeros_of_another_shape_are_also_reported():
    found = compare({"W": torch.zeros(4)}, {"W": random(6)})
    assert found.text == "W differs: (4,) in theirs, (6,) in ours\nall zeros in theirs"


def test_one_zero_is_reported_as_zeros():
    assert compare({"b": torch.zeros(1)}, {"b": torch.ones(1)}).text.endswith("all zeros in theirs")


def test_exact_explanations_hold_at_tolerance_0_and_keep_the_relative_difference():
    W = torch.tensor([[0.0, 1.0], [0.0, 0.0]])
    found = compare({"W": W.T}, {"W": W}, tolerance=0.0)
    assert found.explanation == "transposed"
    assert found.relative_difference == pytest.approx(2**0.5)  # two entries of a matrix of length 1
    exchanged = compare({"q": W, "k": W.T}, {"q": W.T, "k": W}, tolerance=0.0)
    assert exchanged.explanation == "transposed"
    other = torch.eye(2)
    exchanged = compare({"q": W, "k": other}, {"q": other, "k": W}, tolerance=0.0)
    assert "k" in exchanged.explanation
    assert exchanged.relative_difference == pytest.approx((3 / 2) ** 0.5)


def test_an_empty_tensor_is_not_all_zeros():
    found = compare({"W": torch.zeros(0, 4)}, {"W": random(6, 4)})
    assert found.text.startswith("W differs: (0, 4) in theirs, (6, 4) in ours\nno explanation")


def test_the_tolerance_is_relative_to_the_norm():
    theirs = {"W": 100 * torch.eye(2, dtype=torch.float64)}
    ours = {"W": theirs["W"] + torch.tensor([[1e-2, 0], [0, 0]])}  # 7e-5 of 141.4
    assert compare(theirs, ours).name == "W"
    assert compare(theirs, ours, tolerance=7.1e-5).name is None
    assert compare(theirs, ours, tolerance=7.0e-5).name == "W"
    assert compare(theirs, theirs, tolerance=0.0).name is None


# Several parameters of one shape.


@pytest.mark.parametrize("n_heads", [None, HEADS])
@pytest.mark.parametrize(("first", "second"), [("q", "k"), ("k", "v"), ("q", "o")])
def test_two_exchanged_parameters_are_reported(n_heads, first, second):
    theirs = {name: random(*SQUARE) for name in ("other", "q", "k", "v", "o")}
    ours = theirs | {first: theirs[second], second: theirs[first]}
    found = compare(theirs, ours, n_heads)
    assert (found.name, found.explanation) == (first, f"exchanged with {second}")
    assert found.text.endswith(f"\nexplained by: exchanged with {second}")
    # A copy is no exchange.
    for other in (theirs[second], random(*SQUARE)):
        assert compare(theirs, ours | {second: other}, n_heads).explanation == ""


def test_an_exchange_is_found_among_parameters_that_cannot_be_compared():
    def odd():
        complex_numbers = torch.randn(4, 4, dtype=torch.complex64)
        odd = {"a": random(4, 4).to_sparse(), "b": complex_numbers, "c": random(4, 4).to("meta")}
        return odd | {"d": [1.0], "e": random(4)}

    q, k = random(4, 4), random(4, 4)
    theirs, ours = {"q": q} | odd() | {"k": k}, {"q": k} | odd() | {"k": q}
    assert compare(theirs, ours).explanation == "exchanged with k"


@pytest.mark.parametrize("names", ["qkvo", "kvqo", "koqv"])
@pytest.mark.parametrize(
    ("shape", "pattern", "reported"),
    [
        (WIDE, "(k h d) m -> (h k d) m", f"{INTERLEAVED} along axis 0"),
        (WIDE, "(h k d) m -> (k h d) m", f"{BACK} along axis 0"),
        (WIDE[::-1], "m (k h d) -> m (h k d)", f"{INTERLEAVED} along axis 1"),
        ((3 * N_ROWS,), "(k h d) -> (h k d)", INTERLEAVED),
        ((3 * HEADS * 7,), "(k h d) -> (h k d)", INTERLEAVED),  # a width without halves
    ],
)
def test_an_interleaved_matrix_that_was_cut_in_three_is_reported(names, shape, pattern, reported):
    joined, axis = random(*shape), shape.index(max(shape))
    wrong = rearrange(joined, pattern, **kh)
    theirs, ours = (
        dict(zip("qkv", matrix.chunk(3, axis), strict=True)) for matrix in (joined, wrong)
    )
    theirs["o"] = ours["o"] = random(*theirs["q"].shape)
    theirs = {name: theirs[name] for name in names}
    for side in (theirs, ours):
        side["last"] = random(*theirs["q"].shape)  # the fourth that differs
    for options in ({}, {"tolerance": 0.0}):
        found = compare(theirs, ours, HEADS, **options)
        assert (found.name, found.explanation) == (names[0], f"{reported}, cut in three: q, k, v")
    assert compare(theirs, ours).explanation == ""


# Names and shapes.


@pytest.mark.parametrize("side", ["theirs", "ours"])
def test_a_name_on_only_one_side_is_reported(side):
    both = {"a": random(2, 2)}
    more = both | {"extra": random(2, 2)}
    found = compare(more, both) if side == "theirs" else compare(both, more)
    assert found == Comparison("extra", None, "", f"extra is only in {side}")


def test_a_difference_before_a_missing_name_is_reported_first():
    theirs = {"a": random(2, 2), "b": random(2, 2)}
    assert compare(theirs, {"a": 2 * theirs["a"]}).explanation == "times 2"


def test_other_shapes_are_reported():
    found = compare({"W": random(4, 6)}, {"W": random(6, 5)})
    assert (found.name, found.relative_difference, found.explanation) == ("W", None, "")
    assert found.text.startswith("W differs: (4, 6) in theirs, (6, 5) in ours\nno explanation")


def test_a_transpose_is_also_reported_for_other_shapes():
    theirs = random(4, 6)
    found = compare({"W": theirs}, {"W": theirs.T})
    text = "W differs: (4, 6) in theirs, (6, 4) in ours\nexplained by: transposed"
    assert found == Comparison("W", None, "transposed", text)


@pytest.mark.parametrize("shape", [(), (0,), (0, 4), (1,), (1, 1), (2, 3, 4, 5)])
def test_tensors_of_any_shape_are_compared(shape):
    one = torch.rand(shape)
    assert compare({"a": one}, {"a": one.clone()}, 2).name is None
    assert compare({"a": one}, {"a": random(3, 5, 7)}, 2).name == "a"


# Dtypes, NaN and infinity.


def test_bfloat16_needs_a_larger_tolerance_than_float32():
    theirs = {"W": random(*W).float()}
    rounded = {"W": theirs["W"].bfloat16()}
    assert compare(theirs, rounded).name == "W"
    assert compare(theirs, rounded).relative_difference < 2**-8  # eight bits
    assert compare(theirs, rounded, tolerance=2**-8).name is None
    transposed = {"W": theirs["W"].T.bfloat16()}
    assert compare(theirs, transposed, tolerance=2**-8).explanation == "transposed"


def test_the_same_bfloat16_numbers_are_the_same_in_float32():
    theirs = {"W": random(*W).bfloat16()}
    assert compare(theirs, {"W": theirs["W"].float()}, tolerance=0.0).name is None


def test_squares_that_overflow_float16_do_not_hide_a_factor():
    theirs = {"W": 300 * random(*W).half()}
    assert theirs["W"].square().sum().isinf()
    assert compare(theirs, {"W": 2 * theirs["W"]}).explanation == "times 2"


@pytest.mark.parametrize("number", [torch.nan, torch.inf, -torch.inf])
@pytest.mark.parametrize("where", ["theirs", "ours", "both"])
def test_nan_and_infinity_differ_and_are_never_explained(where, number):
    theirs, ours = {"W": random(*SQUARE)}, {}
    ours["W"] = theirs["W"].clone()
    for side, numbers in (("theirs", theirs["W"]), ("ours", ours["W"])):
        if where in (side, "both"):
            numbers[1, 2] = number
    found = compare(theirs, ours, HEADS)
    assert (found.name, found.relative_difference, found.explanation) == ("W", torch.inf, "")


def test_parameters_that_require_gradients_are_compared():
    layer = nn.MultiheadAttention(N_ROWS, HEADS)
    named = dict(layer.named_parameters())
    assert compare(layer.state_dict(), named, HEADS).name is None


# Bad input.

BAD = [
    (
        "theirs",
        lambda good: compare([good], good),
        TypeError,
        "theirs must map names to tensors; got [{'W': tensor([1., 1.])}] (list)",
    ),
    (
        "ours",
        lambda good: compare(good, None),
        TypeError,
        "ours must map names to tensors; got None (NoneType)",
    ),
    (
        "a module",
        lambda good: compare(good, nn.Dropout()),
        TypeError,
        "ours must map names to tensors; got Dropout(p=0.5, inplace=False) (Dropout) "
        "(a module? pass module.state_dict())",
    ),
    (
        "a name that is no text",
        lambda good: compare({0: good["W"]}, good),
        TypeError,
        "theirs must map names to tensors; got 0 (int) for a name",
    ),
    (
        "not a tensor",
        lambda good: compare(good, {"W": [1.0, 1.0]}),
        TypeError,
        "W in ours must be a torch.Tensor; got [1.0, 1.0] (list)",
    ),
    (
        "complex numbers",
        lambda good: compare({"W": torch.ones(2, dtype=torch.complex64)}, good),
        TypeError,
        "W in theirs must be floating point; got complex64 of shape (2,)",
    ),
    (
        "sparse",
        lambda good: compare(good, {"W": good["W"].to_sparse()}),
        TypeError,
        "W in ours must be dense; got float32 of shape (2,), layout torch.sparse_coo "
        "(call .to_dense())",
    ),
    (
        "shapes without numbers",
        lambda good: compare(good, {"W": good["W"].to("meta")}),
        TypeError,
        "W must contain numbers to compare; got a tensor on the meta device",
    ),
    (
        "True heads",
        lambda good: compare(good, good, True),
        TypeError,
        "n_heads must be an integer; got True (bool)",
    ),
    (
        "no heads",
        lambda good: compare(good, good, 0),
        ValueError,
        "n_heads must be at least 1; got 0",
    ),
    (
        "tolerance as text",
        lambda good: compare(good, good, tolerance="1e-5"),
        TypeError,
        "tolerance must be a number; got '1e-5' (str)",
    ),
    (
        "tolerance below 0",
        lambda good: compare(good, good, tolerance=-0.5),
        ValueError,
        "tolerance must be at least 0; got -0.5",
    ),
]


@pytest.mark.parametrize(("call", "error", "said"), [b[1:] for b in BAD], ids=[b[0] for b in BAD])
@pytest.mark.usefixtures("no_type_hook")
def test_bad_input_is_refused(call, error, said):
    with pytest.raises(error, match=f"^{re.escape(said)}$"):
        call({"W": torch.ones(2)})


# A layer with its own numbers in another system's storage.


def test_a_converted_layer_is_the_same_and_one_read_as_another_layout_is_reported():
    layer = nn.MultiheadAttention(N_ROWS, HEADS)
    nn.init.normal_(layer.in_proj_bias)
    right = layouts.pack(layouts.unpack(layer.state_dict(), "torch", HEADS), "gpt_neox")
    back = layouts.convert(right, "gpt_neox", "torch", HEADS)
    assert compare(layer.state_dict(), back, HEADS).name is None
    misread = layouts.convert(right, "megatron_v0", "torch", HEADS)
    found = compare(layer.state_dict(), misread, HEADS)
    assert found.name == "in_proj_weight"
    assert found.explanation == "[Q|K|V] interleaved head by head along axis 0"


def shards_one_after_the_other(tensor, shards=2):
    """What `torch.cat` makes of the files of tensor-parallel devices, each with its Q, K and V."""
    of_each = zip(*(part.chunk(shards) for part in tensor.chunk(3)), strict=True)
    return torch.cat([part for parts in of_each for part in parts])


def test_joined_shards_are_not_called_heads():
    right = nn.MultiheadAttention(36, 6)
    nn.init.normal_(right.in_proj_bias)
    right = {name: t for name, t in right.state_dict().items() if name.startswith("in")}
    joined = {name: shards_one_after_the_other(t) for name, t in right.items()}
    found = compare(right, joined, 6)
    assert found.explanation == "[Q|K|V] of 2 shards one after the other along axis 0"
    assert found.text.endswith("explained by: [Q|K|V] of 2 shards one after the other")  # the bias
    back = compare(joined, right, 6)
    assert back.explanation == "2 shards of [Q|K|V] as one along axis 0"
    thirds = [dict(zip("qkv", t["in_proj_weight"].chunk(3), strict=True)) for t in (right, joined)]
    words = "[Q|K|V] of 2 shards one after the other along axis 0, cut in three: q, k, v"
    assert compare(*thirds, 6).explanation == words


def test_reordered_heads_of_one_projection_are_not_called_shards():
    order = [0, 2, 4, 1, 3, 5]
    found = compared((36, 36), lambda t: t.unflatten(0, (6, -1))[order].flatten(0, 1), 6)
    assert found.explanation == f"heads in another order, {order} along axis 0"


@pytest.mark.parametrize("n_heads", [None, 3, 4, 12])
@pytest.mark.parametrize("axis", [0, 1])
def test_exchanged_parts_of_a_joined_matrix_are_reported_as_thirds_not_heads(n_heads, axis):
    joined = random(3, 12, 12)
    theirs, ours = (t.flatten(0, 1) for t in (joined, joined[[0, 2, 1]]))
    theirs, ours = (t if axis == 0 else t.mT for t in (theirs, ours))
    said = compare({"qkv": theirs}, {"qkv": ours}, n_heads=n_heads)
    assert said.explanation == (
        f"thirds, as of [Q|K|V], in another order, [0, 2, 1] along axis {axis}"
    )


@pytest.mark.parametrize(
    ("n_heads", "reported"),
    [
        (None, "thirds, as of [Q|K|V], in another order, [0, 2, 1]"),
        (4, "thirds, as of [Q|K|V], in another order, [0, 2, 1]"),
        (3, "heads in another order, [0, 2, 1]"),
    ],
)
def test_exchanged_parts_of_a_bias_are_reported_as_thirds_unless_there_are_three_heads(
    n_heads, reported
):
    thirds = random(3, 5)
    theirs, ours = ({"bias": t.flatten()} for t in (thirds, thirds[[0, 2, 1]]))
    assert compare(theirs, ours, n_heads).explanation == reported


def test_a_head_that_is_there_twice_is_no_other_order():
    heads = random(3, 4, D_MODEL)
    theirs, ours = ({"q": t.flatten(0, 1)} for t in (heads, heads[[0, 0, 2]]))
    assert compare(theirs, ours, n_heads=3).explanation == ""


def test_orders_are_made_on_the_tensors_device_under_another_default_device():
    joined = random(3, HEADS, 2)
    dealt = joined.transpose(0, 1).reshape(3, -1)
    theirs, ours = (dict(zip("qkv", t.flatten(1), strict=True)) for t in (joined, dealt))
    changed = (joined[[0, 2, 1]], dealt)
    with torch.device("meta"):  # no numbers there
        said = [compare({"b": joined.flatten()}, {"b": t.flatten()}, HEADS) for t in changed]
        said.append(compare(theirs, ours, HEADS))
    assert [found.explanation for found in said] == [
        "thirds, as of [Q|K|V], in another order, [0, 2, 1]",
        INTERLEAVED,
        f"{INTERLEAVED}, cut in three: q, k, v",
    ]


def without_head(tensor, axis, head=1, n_heads=3):
    other, d_head = tensor.clone(), tensor.shape[axis] // n_heads
    other.narrow(axis, head * d_head, d_head).zero_()
    return other


@pytest.mark.parametrize(("axis", "what"), [(0, "rows"), (1, "columns")])
def test_a_head_that_was_set_to_zero_is_named(axis, what):
    W = random(12, 18)
    size, d_head = W.shape[axis], W.shape[axis] // 3
    where = f"{what} {d_head} to {2 * d_head - 1} of {size} (head 1 of 3)"
    found = compare({"a": W, "b": 2 * W}, {"a": without_head(W, axis), "b": W}, 3)
    assert found.explanation == f"zeros in ours, in {where}"
    assert found.text.endswith("explained by: times 0.5")  # it goes on
    back = compare({"a": without_head(W, axis)}, {"a": W}, 3)
    assert back.explanation == f"zeros in theirs, in {where}"


def test_a_head_in_a_third_of_a_joined_matrix_is_named():
    joined = random(36, 12)
    ours = joined.clone()
    ours[12 + 4 : 12 + 8] = 0  # head 1 of the keys
    found = compare({"qkv": joined}, {"qkv": ours}, 3)
    assert found.explanation.endswith("(head 1 of 3, in third 1)")


def test_where_only_some_rows_differ_they_are_named():
    W = random(5, 7)
    ours = W.clone()
    ours[3] += random(W.shape[1])
    found = compare({"W": W}, {"W": ours})
    assert found.explanation == ""
    assert found.text.split("\n")[1] == f"the difference is only in row 3 of {len(W)}"
    ours[1] += random(W.shape[1])
    _, second, third = compare({"W": W}, {"W": ours}).text.split("\n")
    assert second == f"the difference is only in 2 rows of {len(W)}, from 1 on"
    assert third.startswith("no explanation was found; tried: ")
    bias = random(6)
    other = bias.clone()
    other[2:4] += 1
    text = compare({"b": bias}, {"b": other}).text
    assert "the difference is only in entries 2 to 3 of 6\n" in text


@pytest.mark.parametrize("dtype", [torch.bfloat16, torch.float16])
def test_rounding_to_a_dtype_of_fewer_bits_is_named(dtype):
    W = random(5, 7)
    name, rounded = str(dtype).removeprefix("torch."), W.to(dtype)
    assert compare({"W": W}, {"W": rounded}).explanation == f"rounded to {name}"
    assert compare({"W": W}, {"W": rounded.float()}).explanation == f"rounded to {name}"
    assert compare({"W": rounded}, {"W": W}).explanation == f"theirs was rounded to {name}"
    transposed = compare({"W": W}, {"W": rounded.T})
    assert transposed.explanation == f"transposed, then rounded to {name}"
    assert compare({"W": W}, {"W": 2 * W}).explanation == "times 2"
