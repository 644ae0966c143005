"""task_questions.js: which letter each question asks for, and the words for it."""

import pytest

from tests.helpers import javascript

TWO_BACK, NEXT = [1, 2], [-1]
TEXT = "abcabca"


def wanted(text, back, k=0):
    body = "return [...text].map((_, position) => m.rightAnswer(text, position, back, k));"
    return javascript.run("task_questions.js", body, text=text, back=back, k=k)


def test_earlier_letters_are_asked_for_once_all_answers_exist():
    assert wanted("gbadc", TWO_BACK, 0) == [None, None, *"bad"]
    assert wanted("gbadc", TWO_BACK, 1) == [None, None, *"gba"]
    assert wanted("gb", TWO_BACK) == [None, None]


@pytest.mark.parametrize(
    ("text", "letters"),
    [
        (TEXT, [None, None, None, *"bca", None]),  # the last has no next one
        ("aab", [None, "b", None]),
        ("aaa", [None, "a", None]),
        ("abcd", [None] * 4),
        ("a", [None]),
        ("abxbya", [None] * 6),  # a block of five, which has come again by one letter
        ("abxbyc", [None, None, None, "y", None, None]),  # repeats nothing: "b" has stood before
        ("abacabac", [None] * 4 + [*"bac", None]),  # in its first block "a" is not asked about
    ],
)
def test_the_next_letter_is_asked_for_once_the_text_gives_a_clue(text, letters):
    assert wanted(text, NEXT) == letters


def test_the_last_position_continues_the_text():
    body = "return [...text].map((_, position) => m.continuesText(text, position, back));"
    for back, there in ((-1, True), (1, False)):
        goes_on = javascript.run("task_questions.js", body, text=TEXT, back=back)
        assert goes_on == [False] * 6 + [there]


def test_questions_and_reasons_for_not_asking_are_described():
    said = javascript.run(
        "task_questions.js",
        """return [m.formatQuestion("two back", 2), m.formatQuestion("next", -1)];""",
    )
    assert said == ["the letter two back", "the next letter"]
    body = "return positions.map((position) => m.explainUnasked(text, position, back));"
    displayed = javascript.run("task_questions.js", body, text=TEXT, positions=[1, 3, 6], back=NEXT)
    assert displayed == [
        "Nothing has repeated yet, so there is nothing to go by.",
        "",
        "The text ends here: this is how it would go on.",
    ]
    displayed = javascript.run("task_questions.js", body, text="abxbyc", positions=[2], back=NEXT)
    assert displayed == ["There is no earlier “x”, so there is nothing to go by."]
    displayed = javascript.run(
        "task_questions.js", body, text=TEXT, positions=[1, 2], back=TWO_BACK
    )
    assert displayed == [
        "Too few letters come before this position, so nothing was asked here.",
        "",
    ]
