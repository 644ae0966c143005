"""SentenceView in Python: what it sends to the page, and what it refuses at first and later."""

import gzip

import pytest
import torch
from torch.testing import assert_close

from mha_lib.book import pretrained
from mha_lib.widgets import SentenceView

TIRED = "The animal didn't cross the street because it was too tired."
WIDE = "The animal didn't cross the street because it was too wide."
IT = 10  # its position in both


def make(**options):
    return SentenceView(**{"sentences": (TIRED, WIDE), "query": IT, "head": 37} | options)


def one_head_off():
    return make(off=(37,), sort="effect")


def past_the_end():
    return make(query=63, head=71, sort="last")


def to_a_word():
    return make(query=1, to="street", sort="to word")  # “the”, of which there are two


def every_sentence():
    return SentenceView(
        list(pretrained.precomputed().pronoun_sentences), query=15, off=(3,), sort="same word"
    )


EXAMPLES = [one_head_off, past_the_end, to_a_word]
LARGEST = [every_sentence]
CHARACTERS = "text must have 1 to 300 characters; got "
REFUSED = [
    ({"text": ""}, ValueError, f"{CHARACTERS}0 characters"),
    ({"text": "x" * 301}, ValueError, f"{CHARACTERS}301 characters"),
    ({"query": 64}, ValueError, "query must be below 64; got 64"),
    ({"query": -1}, ValueError, "query must be at least 0; got -1"),
    ({"head": 72}, ValueError, "head must be below 72; got 72"),
    ({"head": -1}, ValueError, "head must be at least 0; got -1"),
    ({"off": [72]}, ValueError, "off must be below 72; got 72"),
    ({"off": [1.5]}, TypeError, "off must be an integer; got 1.5 (float)"),
    ({"off": "all"}, TypeError, "off must be a list; got 'all' (str)"),
    (
        {"sort": "size"},
        ValueError,
        "sort must be one of layer and head, previous, next, first, last, ",
    ),
    ({"arcs": "all"}, ValueError, "arcs must be one of head and layer; got 'all'"),
    ({"to": "x" * 101}, ValueError, "to must have at most 100 characters; got 101 characters"),
    ({"sentences": TIRED}, TypeError, "sentences must be a list; got "),
    ({"sentences": []}, ValueError, "sentences must be 1 to 16; got 0"),
    ({"sentences": [TIRED] * 17}, ValueError, "sentences must be 1 to 16; got 17"),
    (
        {"sentences": ["Hello."]},
        ValueError,
        "sentences must be precomputed ones; got 'Hello.' (str) (",
    ),
]


def test_the_sizes_are_those_of_the_precomputed_model():
    known = pretrained.precomputed()
    for weights in [weights for _, weights in known.pronoun_sentences.values()] + list(
        known.without.values()
    ):
        assert weights.shape[:2] == (6, 12)
    assert known.without.keys() == known.pronoun_sentences.keys()


def test_the_state_has_each_sentence_and_the_effect_of_each_head():
    known = pretrained.precomputed()
    for sentence in make().state()["sentences"]:
        tokens, weights = known.pronoun_sentences[sentence["text"]]
        assert sentence["tokens"] == tokens
        assert sentence["weights"]["shape"] == list(weights.shape)
        wanted = known.without[sentence["text"]].flatten()
        assert_close(torch.tensor(sentence["without"]), wanted, rtol=0, atol=1e-5)


def test_a_page_with_the_default_sentences_stays_small():
    assert len(gzip.compress(SentenceView().html().encode())) < 150_000


def test_heads_can_be_sorted_by_a_change():
    assert make(to="street", sort="change").state()["sort"] == "change"


def test_a_word_must_be_a_string():
    with pytest.raises(TypeError, match=r"to must be a string; got 3 \(int\)"):
        make(to=3)


def test_a_text_that_is_not_precomputed_can_be_set():
    widget = make()
    widget.text = "Hello."
    assert widget.state()["text"] == "Hello."


@pytest.mark.parametrize("text", [TIRED, WIDE])
def test_the_chosen_token_is_it(text):
    assert pretrained.precomputed().pronoun_sentences[text][0][IT] == "it"
