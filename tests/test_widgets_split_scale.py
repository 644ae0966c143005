"""SplitExplorer and ScaleExplorer in Python: what they hold, what they refuse, what they write."""

import math

import numpy as np
import pytest
import torch
import traitlets
from torch.testing import assert_close

from mha_lib.widgets import ScaleExplorer, SplitExplorer

TOKENS = ["the", "cat", "sat"]


def inputs(n_tokens=3, d_model=12):
    return torch.randn(n_tokens, d_model), *torch.randn(3, d_model, d_model)


def split(**options):
    return SplitExplorer(*inputs(), TOKENS, **options)


def changed(position, change):
    arguments = list(inputs())
    arguments[position] = change(arguments[position].clone())
    return *arguments, TOKENS


def test_the_projections_are_kept_in_double_precision():
    x, *matrices = inputs()
    widget = SplitExplorer(x, *matrices, TOKENS)
    wanted = torch.stack([x.double() @ W.double() for W in matrices])
    assert_close(torch.tensor(widget.projections, dtype=torch.float64), wanted, rtol=1e-8, atol=0)


@pytest.mark.parametrize(("d_model", "n_heads"), [(12, 6), (16, 8), (7, 7), (11, 1), (1, 1)])
def test_without_a_number_of_heads_it_starts_with_the_largest_up_to_8(d_model, n_heads):
    assert SplitExplorer(*inputs(d_model=d_model), TOKENS).n_heads == n_heads


def test_split_state_is_what_the_page_needs():
    state = split(n_heads=4, scale=0, query=2).state()
    assert set(state) == {"projections", "tokens", "n_heads", "scale", "query"}
    assert (state["n_heads"], state["scale"], state["query"]) == (4, 0.0, 2)


def test_gradients_of_the_input_do_not_matter():
    x, *matrices = inputs()
    SplitExplorer(x.requires_grad_(), *matrices, TOKENS)


@pytest.mark.parametrize("position", range(4))
@pytest.mark.parametrize(
    ("change", "error", "message"),
    [
        (lambda t: t.tolist(), TypeError, "must be a torch.Tensor; got"),
        (lambda t: t.long(), TypeError, "must be floating point; got int64"),
        (lambda t: t[None], ValueError, "must have 2 dimensions, none of size 0; got"),
        (lambda t: t[:0], ValueError, "must have 2 dimensions, none of size 0; got"),
        (lambda t: t.fill_(math.nan), ValueError, "must be finite; got nan"),
        (lambda t: t.fill_(math.inf), ValueError, "must be finite; got inf"),
    ],
)
def test_bad_tensors_are_refused(no_type_hook, position, change, error, message):
    name = ["x", "W_Q", "W_K", "W_V"][position]
    with pytest.raises(error, match=f"^{name} {message}"):
        SplitExplorer(*changed(position, change))


@pytest.mark.parametrize("position", [1, 2, 3])
def test_matrices_must_be_square_and_as_wide_as_x(no_type_hook, position):
    name = ["x", "W_Q", "W_K", "W_V"][position]
    with pytest.raises(ValueError, match=rf"^{name} must be square and as wide as x, \(12, 12\)"):
        SplitExplorer(*changed(position, lambda W: W[:, :4]))


def test_a_product_that_overflows_is_refused():
    x, *matrices = inputs()
    with pytest.raises(ValueError, match="x @ W_Q must be finite; got"):
        SplitExplorer(x.double() * 1e300, matrices[0] * 1e30, *matrices[1:], TOKENS)


def test_what_would_not_fit_a_page_is_refused():
    with pytest.raises(ValueError, match="x must have at most 32 tokens and 512 features; got"):
        SplitExplorer(*inputs(n_tokens=33), ["a"] * 33)
    with pytest.raises(ValueError, match="x must have at most 32 tokens and 512 features; got"):
        SplitExplorer(torch.randn(3, 513), *torch.randn(3, 513, 513), TOKENS)


def test_tokens_must_be_a_text_each():
    with pytest.raises(ValueError, match="tokens must be 3 texts, one per entry; got"):
        SplitExplorer(*inputs(), TOKENS[:2])


@pytest.mark.parametrize("tokens", [5, None])
def test_tokens_must_be_texts(no_type_hook, tokens):
    with pytest.raises(TypeError, match=f"^tokens must be 3 texts, one per entry; got {tokens} "):
        SplitExplorer(*inputs(), tokens)


@pytest.mark.parametrize("name", ["projections", "tokens"])
@pytest.mark.parametrize("value", [[], ["d", "e", "f"]])
def test_what_the_page_lays_out_once_stays(name, value):
    widget = split()
    before = widget.state()
    with pytest.raises(ValueError, match=f"^{name} must stay as made; got .* another SplitExpl"):
        setattr(widget, name, value)
    assert widget.state() == before


BAD_CHOICES = [
    ("n_heads", 5, ValueError, "n_heads must divide d_model, 12, and be at most 16; got 5"),
    ("n_heads", 24, ValueError, "n_heads must divide d_model, 12, and be at most 16; got 24"),
    ("n_heads", 0, ValueError, "n_heads must be at least 1; got 0"),
    ("scale", -1.0, ValueError, "scale must be 0 or lie in 0.001 to 30; got -1.0"),
    ("scale", 31.0, ValueError, "scale must be 0 or lie in 0.001 to 30; got 31.0"),
    ("scale", math.nan, ValueError, "scale must be finite; got nan"),
    ("scale", math.inf, ValueError, "scale must be finite; got inf"),
    ("query", 3, ValueError, "query must be below 3; got 3"),
    ("query", -1, ValueError, "query must be at least 0; got -1"),
]


@pytest.mark.parametrize(("name", "value", "error", "message"), BAD_CHOICES)
def test_choices_out_of_range_are_refused_at_first_and_later(name, value, error, message):
    with pytest.raises(error, match=message):
        split(**{name: value})
    widget = split()
    before = getattr(widget, name)
    with pytest.raises(error, match=message):
        setattr(widget, name, value)
    assert getattr(widget, name) == before


@pytest.mark.parametrize("name", ["n_heads", "scale", "query"])
@pytest.mark.parametrize("value", [True, "1"])
def test_choices_that_are_not_numbers_are_refused(no_type_hook, name, value):
    with pytest.raises(TypeError, match=f"{name} must be an? "):
        split(**{name: value})


def test_scale_explorer_state():
    assert ScaleExplorer(d_head=16, divisor="d_head", seed=3).state() == {
        "d_head": 16,
        "divisor": "d_head",
        "seed": 3,
    }


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"d_head": 3}, ValueError, "d_head must be a power of 2 up to 1024; got 3"),
        ({"d_head": 2048}, ValueError, "d_head must be a power of 2 up to 1024; got 2048"),
        ({"d_head": 4.0}, TypeError, "d_head must be an integer; got 4.0"),
        ({"divisor": "d"}, ValueError, r'divisor must be "none" or .*; got \'d\''),
        ({"seed": -1}, ValueError, "seed must be at least 0; got -1"),
        ({"seed": 10_000}, ValueError, "seed must be at most 9999; got 10000"),
        ({"seed": math.nan}, TypeError, "seed must be an integer; got nan"),
    ],
)
def test_scale_explorer_refuses(no_type_hook, options, error, message):
    with pytest.raises(error, match=message):
        ScaleExplorer(**options)


@pytest.mark.parametrize(
    ("name", "value", "error", "message"),
    [
        ("d_head", 3, ValueError, "d_head must be a power of 2 up to 1024; got 3"),
        ("d_head", 0, ValueError, "d_head must be at least 1; got 0"),
        ("d_head", True, TypeError, r"d_head must be an integer; got True \(bool\)"),
        ("divisor", "d", traitlets.TraitError, "'divisor' trait .* expected any of .*, not .* 'd'"),
        ("seed", -1, ValueError, "seed must be at least 0; got -1"),
        ("seed", 10_000, ValueError, "seed must be at most 9999; got 10000"),
        ("seed", True, TypeError, r"seed must be an integer; got True \(bool\)"),
    ],
)
def test_scale_explorer_refuses_later_too(name, value, error, message):
    explorer = ScaleExplorer()
    before = explorer.state()
    with pytest.raises(error, match=message):
        setattr(explorer, name, value)
    assert explorer.state() == before


def test_whole_numbers_may_come_from_numpy(no_type_hook):
    explorer = ScaleExplorer(d_head=np.int64(16), seed=np.int32(2))
    assert explorer.html() == ScaleExplorer(d_head=16, seed=2).html()
    assert split(n_heads=np.int64(3)).n_heads == 3


@pytest.mark.parametrize("make", [split, ScaleExplorer])
def test_the_same_state_gives_the_same_page(make):
    torch.manual_seed(1)
    first = make().html()
    torch.manual_seed(1)
    assert make().html() == first


def test_a_token_cannot_close_the_script_element():
    widget = SplitExplorer(*inputs(), ["</script>", "<b>", "&"])
    assert "</script>" not in widget.html().split("data-mha-state=")[1].split("</script>")[0]
    assert "\\u003c/script>" in widget.html()
