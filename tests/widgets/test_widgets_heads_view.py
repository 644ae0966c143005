"""HeadsView in Python: what it holds, and what it refuses at first and later."""

import pytest
import torch

from mha_lib.widgets import HeadsView, heads_view
from mha_lib.widgets.base import pack_weights
from tests.helpers import labels
from tests.helpers.refusals import each_row, refusal

TOKENS = ["the", "cat", "sat"]


def view(**options):
    return HeadsView(torch.rand(2, 4, 3, 3), TOKENS, **options)


def make(**options):
    matrices = torch.rand(2, 4, 3, 3)
    return HeadsView(**{"matrices": matrices, "tokens": ["the", labels.MARKUP, "sat"]} | options)


def several_texts():
    """Twelve heads in two layers, with a title each in one of them."""
    titles = [[f"head {h} · first kind" for h in range(12)], [f"head {h}" for h in range(12)]]
    matrices = [torch.rand(2, 12, n, n) for n in (4, 2, 6)]
    texts = [["the", "cat", "sat", "on"], ["go", "on"], ["it", "was", "not", "the", "other", "cat"]]
    return HeadsView(matrices, texts, titles=titles, head=1)


def words_of_another_text():
    """The most that are small multiples, one key for several words, and a query after the first."""
    keys = ["le", "chat", labels.MARKUP, "était", "assis"]
    return HeadsView(torch.rand(2, 8, 3, 5), TOKENS, key_tokens=keys, layer=1, query=2)


def most_heads():
    n, heads = 64, heads_view.MAX_HEADS
    scores = torch.randn(32, heads // 32, n, n)
    return HeadsView(scores, labels.long(n), kind="scores", layer=31)


def longest_text():
    return HeadsView(torch.eye(2048)[None], labels.long(2048), query=2047)


def a_model_s_weights():
    weights = [torch.rand(1, 12, 128, 128).softmax(-1) for _ in range(12)]
    return HeadsView(weights, labels.long(128), head=11, layer=11, sort="broad")


def most_labels():
    return HeadsView(torch.rand(16, 16, 16).softmax(-1), labels.long(16), head=15)


def most_texts():
    sizes = [32 - i // 2 for i in range(heads_view.MAX_TEXTS)]
    matrices = [torch.rand(16, n, n) for n in sizes]
    return HeadsView(matrices, [labels.long(n) for n in sizes], head=15)


def longest_titles():
    titles = [
        [f"head {h} of layer {i}, {'a longer kind' * (h % 3)}" for h in range(8)] for i in range(2)
    ]
    texts = [labels.long(64)] * 2
    scores = [torch.randn(2, 8, 64, 64)] * 2
    return HeadsView(scores, texts, kind="scores", titles=titles, text=1, query=63)


EXAMPLES = [several_texts, words_of_another_text]
LARGEST = [most_heads, longest_text, a_model_s_weights, most_labels, most_texts, longest_titles]
REFUSED = [
    ({"query": 3}, ValueError, "query must be below 3; got 3"),
    ({"query": -1}, ValueError, "query must be at least 0; got -1"),
    ({"head": 4}, ValueError, "head must be below 4; got 4"),
    ({"head": -2}, ValueError, "head must be at least -1; got -2"),
    ({"layer": 2}, ValueError, "layer must be below 2; got 2"),
    ({"layer": -1}, ValueError, "layer must be at least 0; got -1"),
    ({"text": 1}, ValueError, "text must be below 1; got 1"),
    ({"text": -1}, ValueError, "text must be at least 0; got -1"),
    ({"kind": "x"}, ValueError, "kind must be one of weights and scores; got 'x'"),
    ({"sort": "last"}, ValueError,
     "sort must be one of layer and head, previous, next, first, same word and broad;"),
    ({"arcs": "all"}, ValueError, "arcs must be one of head and layer; got 'all'"),
    ({"matrices": torch.zeros(32, 33, 3, 3)}, ValueError,
     "matrices must have at most 1024 heads in all layers; got float32 of shape (32, 33, 3, 3)"),
    ({"matrices": torch.zeros(1, 1, 2048, 2049)}, ValueError,
     "matrices must have at most 4194304 numbers; got float32 of shape (1, "),
    ({"matrices": torch.zeros(3, 3)},
     ValueError, "matrices must have at least 3 dimensions; got float32"),
    ({"matrices": []}, ValueError, "matrices must have at least one layer; got none"),
    ({"matrices": (None, None)}, TypeError,
     "matrices[0] must be a torch.Tensor; got None (transformers gives weights to a model loaded "),
    ({"matrices": [torch.zeros(2, 4, 3, 3)]}, ValueError,
     "matrices[0] must be a layer of one text, (heads, queries, keys) or with a batch of 1; got "
     "float32 of shape (2, 4, 3, 3) (for a batch, tokens is a list of lists, one per sample)"),
    ({"matrices": [torch.zeros(4, 3, 3), torch.zeros(1, 3, 3, 3)]}, ValueError,
     "matrices[1] must have the shape of matrices[0], (4, 3, 3); got float32 of shape (3, 3, 3)"),
    ({"matrices": torch.zeros(1, 3, 3) - 1},
     ValueError, "matrices must be between 0 and 1 if kind is 'weights'; got -1 to -1"),
    ({"matrices": torch.full((1, 3, 3), 1e39, dtype=torch.float64), "kind": "scores"}, ValueError,
     "matrices in single precision must be finite"),
    ({"words": [0, 0]}, ValueError, "words must have 3 entries, one per piece; got 2"),
    ({"words": "abc"}, TypeError, "words must be a list of integers and None; got 'abc' (str)"),
    ({"words": [0, 0, 1], "key_tokens": TOKENS}, ValueError,
     "words must be None if key_tokens is given; got both (analysis.join_pieces joins "),
    *(({"matrices": torch.rand(3, 3, 3), name: wrong}, error,
       f"{name} must be 3 strings, one per entry; got {got}")
      for name in ("tokens", "key_tokens", "titles")
      for wrong, error, got in [
          (5, TypeError, "5 (int)"),
          (torch.tensor(1.0), TypeError, "float32 of shape ()"),
          (["a"], ValueError, "1: ['a'] (list)"),
          ([0, 1, 2], TypeError, "3: [0, 1, 2] (list)"),
      ]),
    ({"tokens": None}, TypeError, "tokens must be 3 strings, one per entry; got None (NoneType)"),
]  # fmt: skip


WORDS = [["the", "cat", "sat"], ["go"], ["it", "was", "not", "the", "cat"]]


def texts(**options):
    """Three texts of 3, 1 and 5 tokens, in 2 layers of 4 heads."""
    matrices = [torch.rand(2, 4, len(words), len(words)) for words in WORDS]
    return HeadsView(matrices, WORDS, **options)


def test_several_texts_have_their_own_labels():
    keys = [["a", "b"], ["c", "d", "e"]]
    matrices = [torch.rand(2, 3, 2), torch.rand(2, 1, 3)]
    state = HeadsView(matrices, WORDS[:2], key_tokens=keys).state()
    assert (state["tokens"], state["key_tokens"]) == (WORDS[:2], keys)
    state = texts().state()
    assert state["tokens"] == state["key_tokens"] == WORDS
    sizes = [text["shape"] for text in state["matrices"]]
    assert sizes == [[2, 4, 3, 3], [2, 4, 1, 1], [2, 4, 5, 5]]


def test_changing_to_a_shorter_text_marks_its_last_query():
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


def test_titles_may_differ_between_layers():
    heads = [f"head {i}" for i in range(4)]
    kinds = [[f"{head}, {kind}" for head in heads] for kind in ("one back", "itself")]
    assert texts().titles == [heads, heads]
    assert texts(titles=kinds[0]).titles == [kinds[0], kinds[0]]
    assert texts(titles=kinds).titles == view(titles=tuple(kinds)).titles == kinds


def test_layers_may_be_a_list_or_tuple_as_in_transformers():
    layers = [torch.rand(1, 4, 3, 3) for _ in range(2)]
    state = HeadsView(tuple(layers), TOKENS).state()
    assert state == HeadsView(torch.cat(layers), TOKENS).state()
    assert state == HeadsView([layer[0] for layer in layers], TOKENS).state()
    assert len(state["matrices"]) == 1  # one text


def test_a_weight_takes_2_7_bytes_and_a_score_5_4():
    weights = torch.rand(3, 20, 20)
    (held,) = HeadsView(weights, [str(i) for i in range(20)]).matrices
    assert len(held["data"]) / weights.numel() == pytest.approx(2.7, abs=0.05)
    (held,) = HeadsView(weights, [str(i) for i in range(20)], kind="scores").matrices
    assert len(held["data"]) / weights.numel() == pytest.approx(5.4, abs=0.1)


def test_pieces_are_joined_to_words():
    weights = torch.tensor([[[0.5, 0.25, 0.25], [0.0, 0.5, 0.5], [1.0, 0.0, 0.0]]])
    joined = torch.tensor([[[0.5, 0.5], [0.5, 0.5]]])
    for pieces in (
        ["[CLS]", "play", "##ing"],
        ["[CLS]", "Ġplay", "ing"],
        ["[CLS]", "▁play", "ing"],
    ):
        state = HeadsView(weights, pieces, words=[None, 0, 0]).state()
        assert state["tokens"] == state["key_tokens"] == [["[CLS]", "playing"]]
        assert state["matrices"] == HeadsView(joined, ["a", "b"]).matrices
    texts = [["a", "b", "##c"], ["d"]]
    both = HeadsView([weights, torch.ones(1, 1, 1)], texts, words=[[0, 1, 1], [0]])
    assert both.tokens == [["a", "bc"], ["d"]]
    assert [text["shape"] for text in both.matrices] == [[1, 1, 2, 2], [1, 1, 1, 1]]


def test_scores_cannot_be_sorted_by_measures():
    scores = {"matrices": torch.randn(2, 16, 3, 3), "kind": "scores"}
    assert make(**scores).sort == "layer and head"
    assert refusal(lambda: make(**scores, sort="first")) == (
        ValueError,
        "sort must be one of layer and head; got 'first'",
    )


TWO = [torch.zeros(2, 4, 3, 3), torch.zeros(2, 4, 1, 1)]
LABELS = WORDS[:2]
BIG = torch.zeros(8, 16, 128, 128)
IN_LISTS = [
    ("no text", lambda: HeadsView([], [[]]), ValueError, "matrices must be 1 to 64 texts; got 0"),
    (
        "65 texts",
        lambda: HeadsView([torch.zeros(1, 1, 1)] * 65, [["a"]] * 65),
        ValueError,
        "matrices must be 1 to 64 texts; got 65",
    ),
    (
        "numbers in lists",
        lambda: HeadsView([[[0.5]]], [["a"]]),
        TypeError,
        "matrices[0] must be a torch.Tensor; got [[0.5]] (list)",
    ),
    (
        "another number of heads",
        lambda: HeadsView([TWO[0], torch.zeros(2, 3, 1, 1)], LABELS),
        ValueError,
        "matrices[1] must have the same layers and heads as matrices[0], (2, 4); "
        "got float32 of shape (2, 3, 1, 1)",
    ),
    (
        "no layers in one",
        lambda: HeadsView([TWO[0], torch.zeros(4, 1, 1)], LABELS),
        ValueError,
        "matrices[1] must have the same layers and heads as matrices[0], (2, 4); "
        "got float32 of shape (4, 1, 1)",
    ),
    (
        "too many numbers in all",
        lambda: HeadsView([BIG, BIG, BIG], [["t"] * 128] * 3),
        ValueError,
        "matrices must have at most 4194304 numbers; got 6291456 in 3 texts "
        "(a page cannot hold more)",
    ),
    (
        "no weights",
        lambda: HeadsView([TWO[0], TWO[1] - 1], LABELS),
        ValueError,
        "matrices[1] must be between 0 and 1 if kind is 'weights'; got -1 to -1",
    ),
    (
        "one text's tokens",
        lambda: HeadsView(TWO, ["the", "go"]),
        ValueError,
        "matrices[0] must be a layer of one text, (heads, queries, keys) or with a batch of 1; got "
        "float32 of shape (2, 4, 3, 3) (for a batch, tokens is a list of lists, one per sample)",
    ),
    (
        "tokens of one text more",
        lambda: HeadsView(TWO, [*LABELS, []]),
        ValueError,
        "tokens must be 2 lists, one per text; got 3: [['the', 'cat', 'sat'], ['go'], []] (list)",
    ),
    (
        "words of one text",
        lambda: HeadsView(TWO, LABELS, words=[0, 0, 1]),
        ValueError,
        "words must be 2 lists, one per text; got 3: [0, 0, 1] (list)",
    ),
    (
        "too few tokens of a text",
        lambda: HeadsView(TWO, [["the", "cat"], ["go"]]),
        ValueError,
        "tokens[0] must be 3 strings, one per entry; got 2: ['the', 'cat'] (list)",
    ),
    (
        "too many keys of a text",
        lambda: HeadsView(TWO, LABELS, key_tokens=[LABELS[0], LABELS[0]]),
        ValueError,
        "key_tokens[1] must be 1 string, one per entry; got 3: ['the', 'cat', 'sat'] (list)",
    ),
    (
        "titles of one layer of two",
        lambda: view(titles=[["a", "b", "c", "d"]]),
        ValueError,
        "titles must be 2 lists, one per layer; got 1: [['a', 'b', 'c', 'd']] (list)",
    ),
    (
        "a layer's titles as a text",
        lambda: view(titles=[["a", "b", "c", "d"], "abcd"]),
        ValueError,
        "titles must be 2 lists, one per layer; got 2: [['a', 'b', 'c', 'd'], 'abcd'] (list)",
    ),
    (
        "a title too few",
        lambda: view(titles=[["a", "b", "c", "d"], ["a", "b", "c"]]),
        ValueError,
        "titles[1] must be 4 strings, one per entry; got 3: ['a', 'b', 'c'] (list)",
    ),
    ("a text too many", lambda: texts(text=3), ValueError, "text must be below 3; got 3"),
    (
        "a query of another text",
        lambda: texts(text=1, query=1),
        ValueError,
        "query must be below 1; got 1",
    ),
]


@each_row(several=IN_LISTS)
@pytest.mark.usefixtures("no_type_hook")
def test_wrong_lists_are_refused(call, error, message):
    assert refusal(call) == (error, message)


def test_a_tuple_of_layers_with_tokens_per_sample_is_a_batch():
    layers = tuple(torch.rand(2, 4, 3, 3) for _ in range(2))  # as many samples as layers
    words = [["a", "b", "c"], ["d", "e", "f"]]
    state = HeadsView(layers, words).state()
    texts = [torch.stack([layer[i] for layer in layers]) for i in range(2)]
    assert state == HeadsView(texts, words).state()
    with pytest.raises(
        ValueError, match=r"^matrices\[0\] must be a layer of 3 samples, one per li"
    ):
        HeadsView(layers, [*words, words[0]])


def test_a_small_weight_is_not_rounded_to_0():
    row = torch.tensor([1 - 7e-6, *[1e-6] * 7]).expand(1, 8, 8)
    (held,) = HeadsView(row, list("abcdefgh")).matrices
    assert held == pack_weights(torch.tensor([60_000, *[1] * 7]).div(60_000).expand(1, 1, 8, 8))
