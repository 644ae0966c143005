"""comparison.js: which sentences are compared, and from which position."""

import pytest

from tests.helpers import javascript

START = """
    const read = (text) => ({ text, tokens: text.split(" "), weights: [] });
    const compared = m.makeComparedSentences(texts.map(read));
    const now = (text, query, wanted = true) => ({ whole: read(text), query, wanted });
    const list = (...asked) =>
        compared.list(now(...asked)).map(({ sentence, query, kept, shown }) =>
            [sentence.text, query, kept, shown]);
    """


def run(body, **values):
    texts = ["a cat and a dog", "so a cat", "it"]
    return javascript.run("comparison.js", START + body, **{"texts": texts} | values)


@pytest.mark.parametrize(
    ("query", "wanted"),
    [
        (0, [0, 1, 0]),  # "a" is second in the second sentence
        (1, [1, 2, 0]),  # "cat"
        (2, [2, 2, 0]),  # no "and": the same position, or the last one
        (3, [3, 1, 0]),  # the second "a"
        (4, [4, 2, 0]),  # no "dog"
    ],
)
def test_a_sentence_that_was_not_shown_is_asked_from_the_same_word(query, wanted):
    rows = run("return list(texts[0], query);", query=query)
    assert [at for _, at, _, _ in rows] == wanted
    assert [shown for *_, shown in rows] == [True, False, False]


def test_the_same_position_is_preferred_to_the_first_occurrence():
    rows = run("return list('x x x a', 3);")
    assert [at for _, at, _, _ in rows] == [3, 1, 0, 3]


def test_a_sentence_remembers_the_position_that_it_was_shown_with():
    rows = run("list(texts[0], 4); list(texts[1], 0); return list(texts[2], 0);")
    assert [at for _, at, _, _ in rows] == [4, 0, 0]


def test_what_was_not_wanted_is_neither_shown_nor_remembered():
    first, *_ = run("return list(texts[0], 3, false);")
    assert first == ["a cat and a dog", 3, False, False]
    first, *_ = run("list(texts[0], 3, false); return list(texts[2], 0);")
    assert first[1] == 0


def test_an_own_sentence_stays_if_it_is_kept_until_it_is_removed():
    body = """
    const rows = [list("now it", 1)];
    rows.push(list(texts[0], 0));
    list("now it", 1);
    compared.keep(read("now it"));
    rows.push(list(texts[0], 0));
    compared.remove("now it");
    return [...rows, list(texts[0], 0)].map((all) => all.slice(3));"""
    shown, left, kept, removed = run(body)
    assert shown == [["now it", 1, False, True]]
    assert (left, removed) == ([], [])
    assert kept == [["now it", 1, True, False]]


def test_a_removed_sentence_is_forgotten_with_its_position():
    body = """
    list("now it was it", 3);
    compared.keep(read("now it was it"));
    compared.remove("now it was it");
    compared.keep(read("now it was it"));
    return list(texts[2], 0);"""
    assert run(body)[3] == ["now it was it", 1, True, False]


def test_at_most_eight_sentences_are_kept():
    body = """
    const full = [];
    for (let i = 0; i < 10; i++) {
        compared.keep(read(`own ${i}`));
        full.push(compared.isFull());
    }
    return [full, list(texts[0], 0), compared.has("own 7"), compared.has("own 8")];"""
    full, rows, *has = run(body)
    assert full == [False] * 7 + [True] * 3
    assert [text for text, *_ in rows[3:]] == [f"own {i}" for i in range(8)]
    assert has == [True, False]
