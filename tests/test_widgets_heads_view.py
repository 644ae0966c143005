"""HeadsView in Python: what it holds, and what it refuses at first and later."""

import pytest
import torch
import traitlets

from mha_lib.widgets import HeadsView

TOKENS = ["the", "cat", "sat"]


def view(**options):
    return HeadsView(torch.rand(2, 4, 3, 3), TOKENS, **options)


CHOICES = [
    ("query", 3, ValueError, "query must be below 3; got 3"),
    ("query", -1, ValueError, "query must be at least 0; got -1"),
    ("query", True, TypeError, r"query must be an integer; got True \(bool\)"),
    ("head", 4, ValueError, "head must be below 4; got 4"),
    ("head", 99, ValueError, "head must be below 4; got 99"),
    ("head", -2, ValueError, "head must be at least -1; got -2"),
    ("head", False, TypeError, r"head must be an integer; got False \(bool\)"),
    ("layer", 2, ValueError, "layer must be below 2; got 2"),
    ("layer", -1, ValueError, "layer must be at least 0; got -1"),
    ("layer", True, TypeError, r"layer must be an integer; got True \(bool\)"),
]


@pytest.mark.parametrize(("name", "value", "error", "message"), CHOICES)
@pytest.mark.usefixtures("no_type_hook")
def test_a_choice_out_of_range_is_refused_at_first_and_later(name, value, error, message):
    with pytest.raises(error, match=f"^{message}$"):
        view(**{name: value})
    widget = view()
    before = widget.state()
    with pytest.raises(error, match=f"^{message}$"):
        setattr(widget, name, value)
    assert widget.state() == before


@pytest.mark.parametrize(
    ("name", "values"), [("query", [0, 2]), ("head", [3, 0, -1]), ("layer", [1, 0])]
)
def test_a_choice_in_range_can_be_set(name, values):
    widget = view()
    for value in values:
        setattr(widget, name, value)
        assert widget.state()[name] == value


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("matrices", []),
        ("matrices", torch.rand(2, 4, 3, 3).tolist()),
        ("tokens", []),
        ("tokens", ["a", "b", "c"]),
        ("key_tokens", [1, 2, 3]),
        ("titles", ["first", "second"]),
        ("kind", "scores"),
    ],
)
def test_what_the_page_lays_out_once_stays(name, value):
    widget = view()
    before = widget.state()
    message = f"^{name} must stay as made; got .* \\(make another HeadsView\\)$"
    with pytest.raises(ValueError, match=message):
        setattr(widget, name, value)
    assert widget.state() == before
    setattr(widget, name, before[name])


def test_a_kind_that_there_is_not_is_refused():
    with pytest.raises(ValueError, match=r"kind must be .*; got 'x'"):
        view(kind="x")
    with pytest.raises(traitlets.TraitError, match=r"'kind' trait .*, not the str 'x'"):
        view().kind = "x"


@pytest.mark.parametrize(
    ("shape", "rule"),
    [
        ((17, 2, 2), "have at most 16 heads and 64 tokens"),
        ((1, 65, 2), "have at most 16 heads and 64 tokens"),
        ((1, 2, 65), "have at most 16 heads and 64 tokens"),
        ((17, 16, 64, 64), "hold at most 1048576 numbers, for a page to carry"),
    ],
)
def test_what_would_not_fit_a_page_is_refused(shape, rule):
    labels = [["t"] * n for n in shape[-2:]]
    got = rf"got float32 of shape \({', '.join(map(str, shape))}\)"
    with pytest.raises(ValueError, match=f"^matrices must {rule}; {got}$"):
        HeadsView(torch.zeros(shape), labels[0], key_tokens=labels[1])


@pytest.mark.parametrize("name", ["tokens", "key_tokens", "titles"])
@pytest.mark.parametrize(
    ("labels", "error", "got"),
    [
        (5, TypeError, r"5 \(int\)"),
        (torch.tensor(1.0), TypeError, r"float32 of shape \(\)"),
        (["a"], ValueError, r"1: \['a'\] \(list\)"),
        ([0, 1, 2], ValueError, r"3: \[0, 1, 2\] \(list\)"),
    ],
)
@pytest.mark.usefixtures("no_type_hook")
def test_labels_are_one_text_an_entry(name, labels, error, got):
    with pytest.raises(error, match=f"^{name} must be 3 texts, one per entry; got {got}$"):
        HeadsView(torch.rand(3, 3, 3), **{"tokens": TOKENS, name: labels})


@pytest.mark.usefixtures("no_type_hook")
def test_tokens_cannot_be_left_out():
    with pytest.raises(TypeError, match=r"^tokens must be 3 texts, .*; got None \(NoneType\)$"):
        HeadsView(torch.rand(2, 3, 3), None)
