"""comparison.js: which sentences are compared, and from which position; kept.js: which are kept."""

import json

import pytest

from tests.helpers import javascript

START = """
    const read = (text) => ({ text, tokens: text.split(" "), weights: [] });
    const precomputed = texts.map(read);
    const list = (text, query, word, { kept = new Map(), places = new Map(), wanted = true,
        own = {}, nth = 0 } = {}) =>
        m.listSentences(precomputed, { sentences: kept, places },
            { whole: read(text), query, wanted, chosen: { word, nth } }, (other) => own[other]);
    """


def run(body, **values):
    texts = ["a cat and a dog", "so a cat", "it"]
    return javascript.run("comparison.js", START + body, **{"texts": texts} | values)


def places(*asked):
    """From which position each sentence is asked, and whether it has the word."""
    rows = run("return list(texts[0], ...asked);", asked=list(asked))
    return [row["place"] for row in rows], [row["has"] for row in rows]


def test_every_sentence_is_asked_from_the_same_word():
    assert places(1, "cat") == ([1, 2, -1], [True, True, False])
    assert places(3, "a", {"nth": 1}) == ([3, 1, -1], [True, True, False])
    assert places(4, "dog") == ([4, -1, -1], [True, False, False])


def test_a_sentence_without_the_word_is_asked_from_what_the_reader_chose_for_it():
    own = {"so a cat": 1, "it": 0}
    assert places(1, "cat", {"own": own}) == ([1, 2, 0], [True, True, False])
    assert places(4, "dog", {"own": own}) == ([4, 1, 0], [True, False, False])


def test_the_shown_sentence_without_the_word_is_asked_from_where_it_is_shown():
    assert places(3, "it") == ([3, -1, 0], [False, False, True])


def test_a_sentence_that_was_not_asked_for_is_not_the_shown_one():
    rows = run("return [true, false].map((wanted) => list(texts[1], 0, 'so', { wanted }));")
    assert [[row["shown"] for row in each] for each in rows] == [[False, True, False], [False] * 3]


def test_kept_sentences_follow_and_may_not_be_read_yet():
    body = """
    const kept = new Map([["own it", read("own it")], ["later", null], ["so a cat", null]]);
    return list("now it", 1, "it", { kept }).map(({ text, sentence, place, has, kept, shown }) =>
        [text, sentence !== null, place, has, kept, shown]);"""
    assert run(body)[2:] == [
        ["it", True, 0, True, False, False],
        ["own it", True, 1, True, True, False],
        ["later", False, -1, False, True, False],
        ["now it", True, 1, True, False, True],
    ]


def test_a_kept_sentence_is_asked_from_its_own_word():
    body = """
    const kept = new Map([["own it", read("own it")], ["it it", read("it it")], ["later", null]]);
    const places = new Map([["own it", 0], ["it it", 5], ["later", 0]]);
    return ["it", "cat"].map((word) => list("own it", 1, word, { kept, places })
        .slice(3).map(({ place, has, own }) => [place, has, own]));"""
    # Past the end of the words, and in a sentence that was not read, there is no own word.
    assert run(body) == [
        [[0, True, True], [0, True, False], [-1, False, False]],
        [[0, False, True], [-1, False, False], [-1, False, False]],
    ]


STORE = """
    const stored = new Map(Object.entries(before));
    const value = {
        getItem: (name) => stored.get(name) ?? null,
        setItem: (name, text) => stored.set(name, text),
        removeItem: (name) => stored.delete(name),
    };
    // Defined, because an assignment does nothing where node has a getter of that name.
    Object.defineProperty(globalThis, "localStorage", { configurable: true, value });
    const read = (text) => ({ text, tokens: text.split(" "), weights: [] });
    const open = (name = "x") => m.makeKept(300, name);
    """
NAME = "sentences x"


def keep(body, **before):
    return javascript.run("kept.js", STORE + body, before=before)


def test_sentences_and_the_claim_are_kept_in_the_browser_until_they_are_removed():
    body = """
    const kept = open();
    const seen = [[kept.isEmpty(), stored.size]];
    kept.setClaim("<b>it</b> follows");
    kept.keep(read("now it"), 1);
    kept.keep(read("so it"), 1);
    const again = open();
    seen.push([again.claim(), [...again.sentences], again.unread(), again.isEmpty()]);
    again.fill(read("so it"));
    again.fill(read("not kept"));
    seen.push([again.unread(), again.sentences.get("so it").tokens, again.sentences.size]);
    again.remove("now it");
    seen.push([...open().sentences.keys()]);
    again.remove("so it");
    again.setClaim("");
    seen.push([again.isEmpty(), stored.size]);
    return seen;"""
    nothing, found, filled, left, removed = keep(body)
    assert nothing == removed == [True, 0]
    texts = [["now it", None], ["so it", None]]
    assert found == ["<b>it</b> follows", texts, ["now it", "so it"], False]
    assert filled == [["now it"], ["so", "it"], 2]
    assert left == ["so it"]


def test_own_words_are_stored_with_their_sentences():
    body = """
    const kept = open();
    ["now it", "so it", "was it"].forEach((text, i) => kept.keep(read(text), i % 2));
    kept.pin("so it", 0);
    kept.pin("was it", -1);
    const seen = [[...open().places]];
    kept.remove("now it");
    seen.push([...open().places], stored.get("sentences x"));
    return seen;"""
    before, after, text = keep(body)
    assert before == [["now it", 0], ["so it", 0]]
    assert after == [["so it", 0]]
    assert json.loads(text)["places"] == [0, -1]


def test_without_a_name_nothing_is_stored():
    body = """
    const kept = open("");
    kept.setClaim("it");
    kept.keep(read("now it"), 1);
    return [kept.isStored, stored.size, kept.claim(), [...kept.sentences.keys()]];"""
    assert keep(body) == [False, 0, "it", ["now it"]]


def test_at_most_eight_sentences_are_kept():
    body = """
    const kept = open();
    const full = Array.from({ length: 10 }, (_, i) => {
        kept.keep(read(`own ${i}`), 1);
        return kept.isFull();
    });
    return [full, [...open().sentences.keys()]];"""
    full, texts = keep(body)
    assert full == [False] * 7 + [True] * 3
    assert texts == [f"own {i}" for i in range(8)]


@pytest.mark.parametrize(
    "wrong",
    [
        "[",
        "null",
        "[]",
        {"claim": "it"},
        {"claim": 1, "sentences": []},
        {"claim": "x" * 201, "sentences": []},
        {"claim": "", "sentences": "it"},
        {"claim": "", "sentences": [1]},
        {"claim": "", "sentences": [""]},
        {"claim": "", "sentences": ["x" * 301]},
        {"claim": "", "sentences": ["it", "it"]},
        {"claim": "", "sentences": [f"own {i}" for i in range(9)]},
        {"claim": "", "sentences": ["it"], "places": [0, 1]},
        {"claim": "", "sentences": ["it"], "places": [0.5]},
        {"claim": "", "sentences": ["it"], "places": [-2]},
        {"claim": "", "sentences": ["it"], "places": "0"},
    ],
)
def test_what_does_not_fit_is_forgotten(wrong):
    text = wrong if isinstance(wrong, str) else json.dumps(wrong)
    body = "const kept = open(); return [kept.isEmpty(), stored.size];"
    assert keep(body, **{NAME: text}) == [True, 0]
    right = json.dumps({"claim": "x" * 200, "sentences": ["x" * 300]})
    assert keep(body, **{NAME: right}) == [False, 1]
