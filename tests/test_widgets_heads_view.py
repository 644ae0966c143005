"""HeadsView in Python: what it holds, and what it refuses at first and later."""

import json

import pytest
import torch
import traitlets
from refusals import T, V, each_row, refusal

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
    ("text", 1, ValueError, "text must be below 1; got 1"),
    ("text", -1, ValueError, "text must be at least 0; got -1"),
    ("text", False, TypeError, r"text must be an integer; got False \(bool\)"),
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


WORDS = [["the", "cat", "sat"], ["go"], ["it", "was", "not", "the", "cat"]]


def texts(**options):
    """Three texts of 3, 1 and 5 tokens, in 2 layers of 4 heads."""
    matrices = [torch.rand(2, 4, len(words), len(words)) for words in WORDS]
    return HeadsView(matrices, WORDS, **options)


def test_of_several_texts_each_has_its_own_labels():
    keys = [["a", "b"], ["c", "d", "e"]]
    matrices = [torch.rand(2, 3, 2), torch.rand(2, 1, 3)]
    state = HeadsView(matrices, WORDS[:2], key_tokens=keys).state()
    assert (state["tokens"], state["key_tokens"]) == (WORDS[:2], keys)
    state = texts().state()
    assert state["tokens"] == state["key_tokens"] == WORDS
    sizes = [(len(t), len(t[0]), len(t[0][0]), len(t[0][0][0])) for t in state["matrices"]]
    assert sizes == [(2, 4, 3, 3), (2, 4, 1, 1), (2, 4, 5, 5)]


def test_a_shorter_text_takes_its_last_query_for_one_that_it_lacks():
    view = texts(text=2, query=4, head=3, layer=1)
    for text, query in ((0, 2), (2, 2), (1, 0), (0, 0)):
        view.text = text
        assert (view.text, view.query, view.head, view.layer) == (text, query, 3, 1)
    with pytest.raises(ValueError, match=r"^query must be below 3; got 4$"):
        view.query = 4
    with pytest.raises(ValueError, match=r"^text must be below 3; got 3$"):
        view.text = 3
    with view.hold_trait_notifications():  # as what a page does arrives, in any order
        view.query, view.text = 4, 2
    assert (view.text, view.query) == (2, 4)


def test_titles_may_be_others_in_each_layer():
    heads = [f"head {i}" for i in range(4)]
    kinds = [[f"{head}, {kind}" for head in heads] for kind in ("one back", "itself")]
    assert texts().titles == [heads, heads]
    assert texts(titles=kinds[0]).titles == [kinds[0], kinds[0]]
    assert texts(titles=kinds).titles == view(titles=tuple(kinds)).titles == kinds


def test_of_the_weights_of_several_texts_the_page_holds_four_decimals():
    weights = torch.rand(3, 20, 20, dtype=torch.float64)
    labels = [str(i) for i in range(20)]

    def held(kind):
        listed = HeadsView([weights], [labels], kind=kind).matrices
        return torch.tensor(listed[0][0], dtype=torch.float64), len(json.dumps(listed))

    (short, size), (full, full_size) = held("weights"), held("scores")
    torch.testing.assert_close(short, weights, rtol=0, atol=5.001e-5)
    torch.testing.assert_close(full, weights, rtol=1e-8, atol=0)
    assert size < 0.7 * full_size


TWO = [torch.zeros(2, 4, 3, 3), torch.zeros(2, 4, 1, 1)]
LABELS = WORDS[:2]
BIG = torch.zeros(8, 16, 64, 64)
IN_LISTS = [
    ("no text", lambda: HeadsView([], []), V, "matrices must be 1 to 64 texts; got 0"),
    (
        "65 texts",
        lambda: HeadsView([torch.zeros(1, 1, 1)] * 65, [["a"]] * 65),
        V,
        "matrices must be 1 to 64 texts; got 65",
    ),
    (
        "numbers in lists",
        lambda: HeadsView([[[0.5]]], [["a"]]),
        T,
        "matrices[0] must be a torch.Tensor; got [[0.5]] (list)",
    ),
    (
        "another number of heads",
        lambda: HeadsView([TWO[0], torch.zeros(2, 3, 1, 1)], LABELS),
        V,
        "matrices[1] must have the sizes of matrices[0] before queries and keys, (2, 4); "
        "got float32 of shape (2, 3, 1, 1)",
    ),
    (
        "no layers in one",
        lambda: HeadsView([TWO[0], torch.zeros(4, 1, 1)], LABELS),
        V,
        "matrices[1] must have the sizes of matrices[0] before queries and keys, (2, 4); "
        "got float32 of shape (4, 1, 1)",
    ),
    (
        "too long a text",
        lambda: HeadsView([TWO[0], torch.zeros(2, 4, 65, 65)], LABELS),
        V,
        "matrices[1] must have at most 16 heads and 64 tokens; got float32 of shape (2, 4, 65, 65)",
    ),
    (
        "too many numbers in all",
        lambda: HeadsView([BIG, BIG, BIG], [["t"] * 64] * 3),
        V,
        "matrices must hold at most 1048576 numbers, for a page to carry; got 1572864 in 3 texts",
    ),
    (
        "no weights",
        lambda: HeadsView([TWO[0], TWO[1] - 1], LABELS),
        V,
        "weights must lie in 0 to 1; got -1 to -1",
    ),
    (
        "one text's tokens",
        lambda: HeadsView(TWO, ["the", "go"]),
        V,
        "tokens must be 2 lists, one per text; got 2: ['the', 'go'] (list)",
    ),
    (
        "tokens of one text more",
        lambda: HeadsView(TWO, [*LABELS, []]),
        V,
        "tokens must be 2 lists, one per text; got 3: [['the', 'cat', 'sat'], ['go'], []] (list)",
    ),
    (
        "no lists of tokens",
        lambda: HeadsView(TWO, 5),
        T,
        "tokens must be 2 lists, one per text; got 5 (int)",
    ),
    (
        "too few tokens of a text",
        lambda: HeadsView(TWO, [["the", "cat"], ["go"]]),
        V,
        "tokens[0] must be 3 texts, one per entry; got 2: ['the', 'cat'] (list)",
    ),
    (
        "too many keys of a text",
        lambda: HeadsView(TWO, LABELS, key_tokens=[LABELS[0], LABELS[0]]),
        V,
        "key_tokens[1] must be 1 texts, one per entry; got 3: ['the', 'cat', 'sat'] (list)",
    ),
    (
        "titles of one layer of two",
        lambda: view(titles=[["a", "b", "c", "d"]]),
        V,
        "titles must be 2 lists, one per layer; got 1: [['a', 'b', 'c', 'd']] (list)",
    ),
    (
        "a layer's titles as a text",
        lambda: view(titles=[["a", "b", "c", "d"], "abcd"]),
        V,
        "titles must be 2 lists, one per layer; got 2: [['a', 'b', 'c', 'd'], 'abcd'] (list)",
    ),
    (
        "a title too few",
        lambda: view(titles=[["a", "b", "c", "d"], ["a", "b", "c"]]),
        V,
        "titles[1] must be 4 texts, one per entry; got 3: ['a', 'b', 'c'] (list)",
    ),
    ("a text too many", lambda: texts(text=3), V, "text must be below 3; got 3"),
    (
        "a query of another text",
        lambda: texts(text=1, query=1),
        V,
        "query must be below 1; got 1",
    ),
]


@each_row(several=IN_LISTS)
@pytest.mark.usefixtures("no_type_hook")
def test_several_texts_are_refused(call, error, message):
    assert refusal(call) == (error, message)
