"""Readings in Python: what it sends to the page, and what it refuses at first and later."""

import gzip

import pytest
import torch
from torch.testing import assert_close

from mha_lib.book.tiny import TinyModel, load
from mha_lib.widgets import Readings
from tests.helpers import labels

MODELS = {"A": load("sentences_first_noun"), "two heads": load("sentences_two_heads")}
TEXT = "[start] the dog near the cats behind the bird"
SIZES = {"d_model": 8, "residual": True, "causal": True}


def make(**options):
    return Readings(**{"models": MODELS, "text": TEXT, "nouns": 2, "model": 1} | options)


def longest_sentence():
    sizes = {"n_heads": 4, "d_model": 32, "residual": True, "causal": True}
    models = {name: TinyModel(15, 16, **sizes) for name in labels.long(2)}
    return Readings(models, "[start] the old birds behind" + " behind small birds" * 3 + " birds")


EXAMPLES = []
LARGEST = [longest_sentence]
SENTENCES = "models must have the words and length of sentences, (15, 16); got "
ONE_LAYER = (
    "models must have one layer, be residual and causal, with positions in values; got n_layers="
)
TOO_LARGE = "models must have at most 4 heads and 10000 parameters; got "
REFUSED = [
    ({"text": "[start] the cow", "nouns": 1}, ValueError, "text must contain only words of ("),
    ({"text": "[start] the old", "nouns": 1},
     ValueError, "text must have a noun, and fewer than 16 words"),
    ({"text": "cat " * 16, "nouns": 1},
     ValueError, "text must have a noun, and fewer than 16 words"),
    ({"nouns": 4}, ValueError, "nouns must be at most the text's 3; got 4"),
    ({"nouns": 0}, ValueError, "nouns must be at least 1; got 0"),
    ({"model": 2}, ValueError, "model must be below 2; got 2"),
    ({"head": 2}, ValueError, "head must be below 2; got 2"),
    ({"head": -2}, ValueError, "head must be at least -1; got -2"),
    ({"task": "repeats"}, ValueError, "task must be one with sentences; got 'repeats'"),
    ({"models": {}}, ValueError, "models must have at least one model; got none"),
    *(({"models": model, "model": 0}, error, message) for model, error, message in [
        (torch.nn.Linear(2, 3), TypeError, "models must be TinyModels; got Linear"),
        (TinyModel(14, 16, **SIZES), ValueError, f"{SENTENCES}(14, 16)"),
        (TinyModel(15, 15, **SIZES), ValueError, f"{SENTENCES}(15, 15)"),
        (TinyModel(15, 16, n_layers=2, **SIZES), ValueError, f"{ONE_LAYER}2, residual=True"),
        (TinyModel(15, 16, **SIZES | {"residual": False}),
         ValueError, f"{ONE_LAYER}1, residual=False"),
        (TinyModel(15, 16, **SIZES | {"causal": False}), ValueError,
         f"{ONE_LAYER}1, residual=True, causal=False"),
        (TinyModel(15, 16, **SIZES, positions_in_values=False), ValueError,
         f"{ONE_LAYER}1, residual=True, causal=True, positions_in_values=False"),
        (TinyModel(15, 16, n_heads=5, **SIZES | {"d_model": 10}),
         ValueError, f"{TOO_LARGE}5 heads, "),
        (TinyModel(15, 16, **SIZES | {"d_model": 60}), ValueError, f"{TOO_LARGE}1 heads, "),
    ]),
]  # fmt: skip


def test_parameters_are_sent_with_four_digits_and_two_rows_of_the_readout():
    sent, model = make().models[1], MODELS["two heads"]
    params = model.layers[0].head_parameters()
    for name in ("W_Q", "W_K", "W_V", "W_O"):
        close = {"rtol": 6e-4, "atol": 0, "check_dtype": False}
        assert_close(torch.tensor(sent[name]), getattr(params, name), **close)
    verbs = [make().vocabulary.index(verb) for verb in ("is", "are")]
    assert_close(torch.tensor(sent["readout"]), model.readout.weight[verbs], rtol=6e-4, atol=0)
    assert sent["name"] == "two heads"


def test_the_state_has_the_words_their_numbers_and_partners():
    widget = make()
    of = {word: i for i, word in enumerate(widget.vocabulary)}
    assert widget.partners[of["dog"]] == of["dogs"]
    assert widget.partners[of["the"]] == -1
    assert [widget.numbers[of[word]] for word in ("dog", "dogs", "the")] == [0, 1, -1]
    assert widget.text == TEXT.split()
    assert Readings(MODELS, TEXT).nouns == 3


def test_html_is_small_enough_for_a_page():
    assert len(gzip.compress(make().html().encode())) < 60_000


def test_choices_in_range_can_be_set():
    widget = make()
    other = ["[start]", "the", "dogs", "behind", "the", "cat", "near", "the", "birds"]
    for name, value in {"text": other, "nouns": 3, "model": 0, "head": -1}.items():
        setattr(widget, name, value)
        assert widget.state()[name] == value


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("[start] the dog", "have each original word or its partner"),
        (TEXT.replace("dog", "cat"), "have each original word or its partner"),
    ],
)
def test_wrong_words_are_refused(text, rule):
    widget = make()
    with pytest.raises(ValueError, match=f"^text must {rule}"):
        widget.text = text.split()
    assert widget.text == TEXT.split()
