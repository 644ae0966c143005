"""checks.py: what each rule accepts, what it refuses, and in which words."""

from fractions import Fraction
from math import inf, nan

import numpy as np
import pytest
import torch
from torch import nn, ones

from mha_lib import checks, masks
from mha_lib.attention import attention_weights
from mha_lib.book.exercises import judge
from mha_lib.heads import split_heads
from mha_lib.masks import padding_mask
from tests.helpers.refusals import each_row, refusal

pytestmark = pytest.mark.usefixtures("no_type_hook")

# `fmt: skip` after a table, because the formatter would split long rows at every part.

ONE, SPARSE, ELSEWHERE = ones(()), torch.eye(2).to_sparse(), ones(2, 3, device="meta")
# Two samples of three heads: five queries, seven keys.
q, k, v = ones(2, 3, 5, 11), ones(2, 3, 7, 11), ones(2, 3, 7, 13)
SCORES = (2, 3, 5, 7)


def yes(*shape):
    return ones(shape, dtype=torch.bool)


def holds(rule, *arguments, **options):
    return lambda: getattr(checks, f"require_{rule}")(*arguments, **options)


def masked(mask, device=None):
    return holds("attention_mask", mask, SCORES, device)


DESCRIBED = [
    (ones(2, 3), "float32 of shape (2, 3)"),
    (torch.tensor(True), "bool of shape ()"),
    (SPARSE, "float32 of shape (2, 2), layout torch.sparse_coo"),
    (np.ones((4, 1)), "numpy.ndarray of shape (4, 1)"),
    (np.float32(2), "numpy.float32 of shape ()"),
    ("two\nlines", r"'two\nlines' (str)"),
    ([1.5, None], "[1.5, None] (list)"),
    (range(99), "range(0, 99) (range)"),
    (list(range(99)), "[0, 1, 2, 3, 4, 5, ...] (list)"),
    ({"a": 1}, "{'a': 1} (dict)"),
    (None, "None (NoneType)"),
    (nn.Sequential(nn.ReLU()), "Sequential( (0): ReLU() ) (Sequential)"),
]

ACCEPTED = [
    ("an integer", holds("int", "n", 1), 1),
    ("an integer from numpy", holds("int", "n", np.int64(3)), 3),
    ("0 where that is enough", holds("int", "n", 0, minimum=0), 0),
    ("a float", holds("number", "x", -0.5), -0.5),
    ("an integer for a number", holds("number", "x", 2), 2.0),
    ("a fraction", holds("number", "x", Fraction(1, 4)), 0.25),
    ("a number from numpy", holds("number", "x", np.float32(0.5)), 0.5),
    ("probability 0", holds("probability", "p", 0), 0.0),
    ("almost 1", holds("probability", "p", 0.999), 0.999),
    ("True", holds("bool", "flag", True), True),
    ("False", holds("bool", "flag", False), False),
    ("two texts", holds("strings", "tokens", ("a", "b"), 2), ["a", "b"]),
    ("no texts", holds("strings", "tokens", iter(()), 0), []),
    ("floats", holds("floating", "x", q), q),
    ("a scalar where that is enough", holds("floating", "x", ONE, min_dims=0), ONE),
    ("a dense tensor", holds("dense", "x", q), None),
    ("16 bits", holds("floating_dtype", "dtype", torch.bfloat16), None),
    ("finite numbers", holds("finite", "x", q), None),
    ("finite numbers with an infinite sum", holds("finite", "x", torch.full((9,), 3e38)), None),
    ("numbers that are nowhere", holds("finite", "x", ELSEWHERE), None),
    ("fitting tokens", holds("attention_inputs", q, k, v), None),
    ("no samples", holds("attention_inputs", q[:0], k[:0], v[:0]), None),
    ("no mask", masked(None), None),
    ("a mask for all", masked(yes(5, 7)), None),
    ("one row for all", masked(yes(1, 7), torch.device("cpu")), None),
    ("one mask per sample", masked(yes(2, 1, 5, 7)), None),
    ("one mask per head", masked(yes(1, 3, 1, 1)), None),
]  # fmt: skip

REFUSED = [
    ("integer: True", holds("int", "n", True), TypeError, "n must be an integer; got True (bool)"),
    ("integer: 4.0", holds("int", "n", 4.0), TypeError, "n must be an integer; got 4.0 (float)"),
    ("integer: text", holds("int", "n", "4"), TypeError, "n must be an integer; got '4' (str)"),
    ("integer: 0", holds("int", "n", 0), ValueError, "n must be at least 1; got 0"),
    ("integer: 2", holds("int", "n", 2, 3), ValueError, "n must be at least 3; got 2"),
    ("True for a number", holds("number", "x", True),
     TypeError, "x must be a number; got True (bool)"),
    ("text for a number", holds("number", "x", "1"),
     TypeError, "x must be a number; got '1' (str)"),
    ("a complex number", holds("number", "x", 1j),
     TypeError, "x must be a number; got 1j (complex)"),
    ("a tensor for a number", holds("number", "x", ones(())),
     TypeError, "x must be a number; got float32 of shape ()"),
    ("NaN", holds("number", "x", nan), ValueError, "x must be finite; got nan"),
    ("minus infinity", holds("number", "x", -inf), ValueError, "x must be finite; got -inf"),
    ("probability 1", holds("probability", "p", 1), ValueError, "p must satisfy 0 <= p < 1; got 1"),
    ("below 0", holds("probability", "p", -0.1), ValueError, "p must satisfy 0 <= p < 1; got -0.1"),
    ("NaN of the time", holds("probability", "p", nan), ValueError, "p must be finite; got nan"),
    ("1 for True", holds("bool", "flag", 1), TypeError, "flag must be True or False; got 1 (int)"),
    ("None for False", holds("bool", "flag", None),
     TypeError, "flag must be True or False; got None (NoneType)"),
    ("a number for texts", holds("strings", "tokens", 5, 2),
     TypeError, "tokens must be 2 strings, one per entry; got 5 (int)"),
    ("a tensor for texts", holds("strings", "tokens", ones(2), 2),
     TypeError, "tokens must be 2 strings, one per entry; got float32 of shape (2,)"),
    ("a text too many", holds("strings", "tokens", "abc", 2),
     ValueError, "tokens must be 2 strings, one per entry; got 3: ['a', 'b', 'c'] (list)"),
    ("a number among texts", holds("strings", "tokens", ["a", 1], 2),
     TypeError, "tokens must be 2 strings, one per entry; got 2: ['a', 1] (list)"),
    ("a sparse tensor", holds("dense", "x", SPARSE),
     TypeError, "x must be dense; got float32 of shape (2, 2), layout torch.sparse_coo "
        "(call .to_dense())"),
    ("a list", holds("floating", "x", [1.0]),
     TypeError, "x must be a torch.Tensor; got [1.0] (list)"),
    ("integers", holds("floating", "x", ones(2, 3).int()),
     TypeError, "x must be floating point; got int32 of shape (2, 3)"),
    ("sparse floats", holds("floating", "x", SPARSE),
     TypeError, "x must be dense; got float32 of shape (2, 2), layout torch.sparse_coo "
        "(call .to_dense())"),
    ("one dimension", holds("floating", "x", ones(3)),
     ValueError, "x must have at least 2 dimensions; got float32 of shape (3,)"),
    ("two dimensions for three", holds("floating", "x", ones(2, 3), min_dims=3),
     ValueError, "x must have at least 3 dimensions; got float32 of shape (2, 3)"),
    ("8 bits", holds("floating_dtype", "dtype", torch.float8_e5m2),
     TypeError,
        "dtype must be a floating-point torch.dtype of 16 bits or more; got torch.float8_e5m2"),
    ("whole numbers", holds("floating_dtype", "dtype", torch.int64),
     TypeError, "dtype must be a floating-point torch.dtype of 16 bits or more; got torch.int64"),
    ("a type of Python", holds("floating_dtype", "dtype", float),
     TypeError,
        "dtype must be a floating-point torch.dtype of 16 bits or more; got <class 'float'>"),
    ("one NaN", holds("finite", "x", torch.tensor([[0.0, 1.0], [nan, inf]])),
     ValueError, "x must be finite; got nan at index (1, 0)"),
    ("infinities whose sum is none", holds("finite", "x", torch.tensor([1.0, inf, -inf])),
     ValueError, "x must be finite; got inf at index (1,)"),
    ("integers for queries", holds("attention_inputs", q.int(), k, v),
     TypeError, "queries must be floating point; got int32 of shape (2, 3, 5, 11)"),
    ("no queries", holds("attention_inputs", q[..., :0, :], k, v),
     ValueError,
        "queries must contain at least one token and one feature; got float32 of shape "
        "(2, 3, 0, 11)"),
    ("values of width 0", holds("attention_inputs", q, k, v[..., :0]),
     ValueError,
        "values must contain at least one token and one feature; got float32 of shape "
        "(2, 3, 7, 0)"),
    ("a KV head for all", holds("attention_inputs", q, k[:, :1], v),
     ValueError,
        "keys must have the leading sizes of queries, (2, 3); got float32 of shape (2, 1, 7, 11)"),
    ("values without heads", holds("attention_inputs", q, k, v[:, 0]),
     ValueError,
        "values must have the leading sizes of queries, (2, 3); got float32 of shape (2, 7, 13)"),
    ("keys of another dtype", holds("attention_inputs", q, k.double(), v),
     TypeError, "keys must have the dtype and device of queries, torch.float32 on cpu; "
        "got torch.float64 on cpu"),
    ("values elsewhere", holds("attention_inputs", q, k, v.to("meta")),
     TypeError, "values must have the dtype and device of queries, torch.float32 on cpu; "
        "got torch.float32 on meta"),
    ("a value too few", holds("attention_inputs", q, k, v[..., 1:, :]),
     ValueError, "values must have one row per key, 7; got float32 of shape (2, 3, 6, 13)"),
    ("a listed mask", masked([True]),
     TypeError, "mask must be a boolean torch.Tensor; got [True] (list)"),
    ("a float mask", masked(ones(5, 7)),
     TypeError, "mask must be boolean, True where a query may attend; got float32 of shape (5, 7) "
        "(an additive mask? see masks.from_additive)"),
    ("an integer mask", masked(ones(5, 7).int()),
     TypeError, "mask must be boolean, True where a query may attend; got int32 of shape (5, 7)"),
    ("a sparse mask", masked(yes(5, 7).to_sparse()),
     TypeError, "mask must be dense; got bool of shape (5, 7), layout torch.sparse_coo "
        "(call .to_dense())"),
    ("a mask elsewhere", masked(yes(5, 7), torch.device("meta")),
     TypeError, "mask must be on the device of the scores, meta; got cpu"),
    ("one mask per sample, without heads", masked(yes(2, 5, 7)),
     ValueError, "mask must have 2 dimensions (queries, keys) or all 4 of the scores (2, 3, 5, 7); "
        "got bool of shape (2, 5, 7) (one mask per sample? give it a heads axis: mask[:, None])"),
    ("a mask of the keys alone", masked(yes(7)),
     ValueError, "mask must have 2 dimensions (queries, keys) or all 4 of the scores (2, 3, 5, 7); "
        "got bool of shape (7,)"),
    ("a mask of other queries", masked(yes(4, 7)),
     ValueError, "mask must broadcast to the scores' shape (2, 3, 5, 7); got bool of shape (4, 7)"),
    ("a mask for more heads", masked(yes(2, 4, 5, 7)),
     ValueError,
        "mask must broadcast to the scores' shape (2, 3, 5, 7); got bool of shape (2, 4, 5, 7)"),
]  # fmt: skip


@pytest.mark.parametrize(("value", "said"), DESCRIBED, ids=[said for _, said in DESCRIBED])
def test_describe_gives_one_line(value, said):
    assert checks.describe(value) == said


@pytest.mark.parametrize(("what", "call", "value"), ACCEPTED, ids=[row[0] for row in ACCEPTED])
def test_a_check_returns_what_it_accepts(what, call, value):
    accepted = call()
    assert accepted is value or (accepted == value and type(accepted) is type(value))


@each_row(checks=REFUSED)
def test_a_check_refuses(call, error, message):
    assert refusal(call) == (error, message)


def test_words_are_joined_as_in_a_sentence():
    joined = [checks.join_words(iter("abc"[:n])) for n in range(4)]
    assert joined == ["", "a", "a and b", "a, b and c"]


def nested(layout):
    return lambda x: torch.nested.nested_tensor([x[:2], x[:1]], layout=layout)


KINDS = {
    "sparse_csr": torch.Tensor.to_sparse_csr,
    "sparse_csc": torch.Tensor.to_sparse_csc,
    "sparse_bsr": lambda x: x.to_sparse_bsr((2, 2)),
    "sparse_bsc": lambda x: x.to_sparse_bsc((2, 2)),
    "_mkldnn": torch.Tensor.to_mkldnn,
    "strided": nested(torch.strided),
    "jagged": nested(torch.jagged),
}
NOT_YET = "not yet: case 1 gave {}; a plain tensor of shape (3, 6, 2) is right."


# torch warns that both are young.
@pytest.mark.filterwarnings("ignore:Sparse .* in beta", "ignore:.*nested tensors")
@pytest.mark.parametrize("kind", KINDS)
def test_sparse_nested_and_mkldnn_tensors_are_not_dense(kind):
    got, hint = f"of shape (4, 6), layout torch.{kind}", "call .to_dense()"
    if kind in ("strided", "jagged"):
        got = "that is nested"
        hint = "call .to_padded_tensor(0) and hide the rest with masks.padding_mask"

    x = KINDS[kind](ones(4, 6))
    assert not checks.is_dense(x)
    assert refusal(split_heads, x, 2) == (TypeError, f"x must be dense; got float32 {got} ({hint})")
    said = f"labels must be 4 strings, one per entry; got float32 {got}"
    assert refusal(checks.require_strings, "labels", x, 4) == (TypeError, said)
    gave = f"float32 {got}" if kind == "strided" else f"torch.{kind}"
    assert judge("different_order.1", lambda *case: x).text == NOT_YET.format(gave)
    if kind != "_mkldnn":  # which knows no booleans
        mask = KINDS[kind](yes(4, 6))
        said = f"mask must be dense; got bool {got} ({hint})"
        assert refusal(masks.to_additive, mask) == (TypeError, said)
        assert refusal(attention_weights, ones(4, 6), mask) == (TypeError, said)


@pytest.mark.filterwarnings("ignore:torch.quantize_per_tensor")
def test_quantized_is_not_floating_point():
    x = torch.quantize_per_tensor(ones(3, 5), 0.1, 0, torch.qint8)
    got = "got qint8 of shape (3, 5)"
    assert refusal(split_heads, x, 2) == (TypeError, f"x must be floating point; {got}")
    said = f"mask must be boolean, True where a query may attend; {got}"
    assert refusal(attention_weights, ones(3, 5), x) == (TypeError, said)
    said = "lengths must contain integers; got qint8 of shape (5,)"
    assert refusal(padding_mask, x[0]) == (TypeError, said)
    said = NOT_YET.format("qint8 of shape (3, 5)")
    assert judge("different_order.1", lambda *case: x).text == said


def test_is_concrete_is_false_without_values_and_inside_vmap():
    seen = []

    def look(x):
        seen.append(checks.is_concrete(x))
        checks.require_finite("x", x)  # would be an error of torch's own if it looked
        return x

    look(ones(3))
    look(ELSEWHERE)
    torch.func.vmap(look)(torch.full((2, 3), nan))
    assert seen == [True, False, False]
