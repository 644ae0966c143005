"""Exercises of "From a layer to a model"."""

from mha_lib.book.exercises import Exercise, _given, _page

_GIVEN_FIRST = "the first letter of all is given, so of the first word only the other three count"
_ONE_LESS = "12 letters make 11 guesses, because nobody guesses the first"
_BOTH = "the first letter is given: that is one guess less, also in the first word"
_KNOWN = "those are the guesses that can be known, in the second and the third word"

_LINES = {"A": "targets", "B": "step", "C": "positions"}
_REPEATS = "model A repeats the letter at hand: what did its training ask for?"
_NEVER_MOVED = "model B never changes: what changes a model's parameters?"
_ONCE = "each line fits one run"


def _judge_lines(answer) -> str | None:
    answer = _given.words(answer, "ABC", "targets, step and positions")
    if answer["A"] != "targets":
        return _REPEATS
    if answer["B"] != "step":
        return _NEVER_MOVED
    return None if answer == _LINES else _ONCE


def _judge_counts(answer) -> str | None:
    rule = "give two whole numbers, (guesses that nobody can know, guesses in all)"
    first, second = _given.wholes(answer, rule, 2)
    counts = first, second
    said = {(4, 12): _BOTH, (4, 11): _GIVEN_FIRST, (3, 12): _ONE_LESS, (8, 11): _KNOWN}
    return None if counts == (3, 11) else said.get(counts, "write one such sequence down and count")


EXERCISES = {
    1: Exercise(
        solution=(3, 11),
        judge=_judge_counts,
        page=_page.Choose(
            {
                "guesses that nobody can know": tuple(range(13)),
                "guesses in all": tuple(range(13)),
            },
            lambda *counts: counts,
        ),
        mistakes={
            _BOTH: (4, 12),
            _GIVEN_FIRST: (4, 11),
            _ONE_LESS: (3, 12),
            _KNOWN: (8, 11),
        },
    ),
    2: Exercise(
        solution=_LINES,
        judge=_judge_lines,
        page=_page.Choose(
            {f"run {name}": tuple(_LINES.values()) for name in _LINES},
            lambda *lines: dict(zip(_LINES, lines, strict=True)),
        ),
        mistakes={
            _REPEATS: {"A": "step", "B": "targets", "C": "positions"},
            _NEVER_MOVED: {"A": "targets", "B": "positions", "C": "step"},
            _ONCE: {"A": "targets", "B": "step", "C": "step"},
        },
    ),
}
