"""Readings in Python: what it sends to the page, and what it refuses at first and later."""

import gzip
import re

import pytest
import torch
from torch.testing import assert_close

from mha_lib.book.tiny import TinyModel, load
from mha_lib.widgets import Readings

MODELS = {"A": load("sentences_first_noun"), "two heads": load("sentences_two_heads")}
TEXT = "[start] the dog near the cats behind the bird"
SIZES = {"d_model": 8, "residual": True, "causal": True}


def view(**options):
    return Readings(MODELS, **{"text": TEXT, "nouns": 2, "model": 1} | options)


def test_it_sends_the_numbers_with_four_digits_and_of_the_readout_is_and_are():
    sent, model = view().models[1], MODELS["two heads"]
    hw = model.layers[0].head_weights()
    for name in ("W_Q", "W_K", "W_V", "W_O"):
        close = {"rtol": 6e-4, "atol": 0, "check_dtype": False}
        assert_close(torch.tensor(sent[name]), getattr(hw, name), **close)
    verbs = [view().vocabulary.index(verb) for verb in ("is", "are")]
    assert_close(torch.tensor(sent["readout"]), model.readout.weight[verbs], rtol=6e-4, atol=0)
    assert sent["name"] == "two heads"


def test_it_sends_what_the_page_knows_of_words():
    widget = view()
    of = {word: i for i, word in enumerate(widget.vocabulary)}
    assert widget.partners[of["dog"]] == of["dogs"]
    assert widget.partners[of["the"]] == -1
    assert [widget.numbers[of[word]] for word in ("dog", "dogs", "the")] == [0, 1, -1]
    assert widget.text == TEXT.split()
    assert Readings(MODELS, TEXT).nouns == 3


def test_it_is_light_enough_for_a_page():
    assert len(gzip.compress(view().html().encode())) < 60_000


WORDS = "text must be words of ("
CHOICES = [
    ("text", "[start] the cow", ValueError, WORDS),
    ("text", "[start] the old", ValueError, "text must hold a noun, and less than 16 words"),
    ("text", "cat " * 16, ValueError, "text must hold a noun, and less than 16 words"),
    ("nouns", 4, ValueError, "nouns must be at most the text's 3; got 4"),
    ("nouns", 0, ValueError, "nouns must be at least 1; got 0"),
    ("model", 2, ValueError, "model must be below 2; got 2"),
    ("model", True, TypeError, "model must be an integer; got True (bool)"),
    ("head", 2, ValueError, "head must be below 2; got 2"),
    ("head", -2, ValueError, "head must be at least -1; got -2"),
]


@pytest.mark.parametrize(("name", "value", "error", "message"), CHOICES, ids=range(len(CHOICES)))
@pytest.mark.usefixtures("no_type_hook")
def test_a_choice_out_of_range_is_refused_at_first_and_later(name, value, error, message):
    with pytest.raises(error, match=re.escape(message)):
        view(**{name: value})
    widget = view()
    before = widget.state()
    with pytest.raises(error, match=re.escape(message)):
        setattr(widget, name, value.split() if name == "text" else value)
    assert widget.state() == before


def test_choices_in_range_can_be_set():
    widget = view()
    other = ["[start]", "the", "dogs", "behind", "the", "cat", "near", "the", "birds"]
    for name, value in {"text": other, "nouns": 3, "model": 0, "head": -1}.items():
        setattr(widget, name, value)
        assert widget.state()[name] == value


def test_what_the_page_lays_out_stays():
    with pytest.raises(ValueError, match="vocabulary must stay as made"):
        view().vocabulary = ["x"]
    with pytest.raises(ValueError, match="text must hold each word as made, or its partner"):
        view().text = ["[start]", "the", "dog"]
    with pytest.raises(ValueError, match="text must hold each word as made, or its partner"):
        view().text = TEXT.replace("dog", "cat").split()


REFUSED = [
    (torch.nn.Linear(2, 3), TypeError, "models must be TinyModel; got Linear"),
    ({}, ValueError, "models must hold at least one model; got none"),
    (TinyModel(14, 16, **SIZES), ValueError, "of sentences, (15, 16); got (14, 16)"),
    (TinyModel(15, 15, **SIZES), ValueError, "of sentences, (15, 16); got (15, 15)"),
    (TinyModel(15, 16, n_layers=2, **SIZES), ValueError, "one layer, residual and causal; got"),
    (TinyModel(15, 16, **SIZES | {"residual": False}), ValueError, "residual=False, causal=True"),
    (TinyModel(15, 16, **SIZES | {"causal": False}), ValueError, "residual=True, causal=False"),
    (TinyModel(15, 16, n_heads=5, **SIZES | {"d_model": 10}), ValueError, "got 5 heads, "),
    (TinyModel(15, 16, **SIZES | {"d_model": 60}), ValueError, "got 1 heads, "),
]


@pytest.mark.parametrize(("models", "error", "message"), REFUSED, ids=range(len(REFUSED)))
@pytest.mark.usefixtures("no_type_hook")
def test_models_that_it_cannot_show_are_refused(models, error, message):
    with pytest.raises(error, match=re.escape(message)):
        Readings(models)


@pytest.mark.usefixtures("no_type_hook")
def test_other_arguments_that_do_not_fit_are_refused():
    with pytest.raises(ValueError, match="task must be one of sentences; got 'repeats'"):
        Readings(MODELS, task="repeats")
    with pytest.raises(TypeError, match="text must be words with spaces between; got 3"):
        Readings(MODELS, 3)
