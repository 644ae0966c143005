"""Exercises of "Heads that learn a circuit"."""

import torch
from torch import Tensor

from mha_lib.book.exercises import Exercise, _given, _page

_ALPHABET, _LENGTH, _PERIODS = "abcdefghijklmnop", 32, range(4, 17)
_BACK = 7  # how far back the shortcut looks


def _judge_text(text) -> str | None:
    """What is wrong with a text that should tell the circuit from the shortcut."""
    text = (_given.letters(text) or "").lower()
    if len(text) != _LENGTH or set(text) - set(_ALPHABET):
        return f"give a text of {_LENGTH} letters, a to p"
    periods = [p for p in _PERIODS if text[p:] == text[:-p]]
    if not periods:
        return "the text must repeat a block of 4 to 16 letters to its end"
    asked = range(periods[0], _LENGTH - 1)
    lucky = [i for i in asked if i >= _BACK and text[i - _BACK] == text[i + 1]]
    if len(lucky) == len(asked):
        return "the letter seven places back is the next one here, everywhere"
    if lucky:
        return f"at place {lucky[0]} the letter seven places back happens to be the next one"
    return None


def _found(letters: Tensor) -> Tensor:
    """Where the letter before is a place's own, at the place itself or earlier."""
    return _after(letters).tril()


def _after(letters: Tensor) -> Tensor:
    """Where the letter before is a place's own."""
    before = torch.cat([letters.new_tensor([-1]), letters[:-1]])
    return letters[:, None] == before


def _spread(found: Tensor, rest: Tensor) -> Tensor:
    """What was found, and `rest` in rows that found nothing."""
    return torch.where(found.any(dim=1, keepdim=True), found, rest)


def _first(letters: Tensor) -> Tensor:
    return (torch.arange(len(letters)) == 0).expand(len(letters), -1)


def _circuit(letters: Tensor) -> Tensor:
    """Where an ideal induction head looks."""
    return _spread(_found(letters), _first(letters))


def _latest(letters):
    found = _found(letters)
    return _spread(found & (found.flip(1).cumsum(1).flip(1) == 1), _first(letters))


def _earliest(letters):
    found = _found(letters)
    return _spread(found & (found.cumsum(1) == 1), _first(letters))


def _same_letter(letters):
    return _spread((letters[:, None] == letters).tril(-1), _first(letters))


def _from_the_future(letters):
    return _spread(_after(letters), _first(letters))


# It repeats a letter at once, and one that stood at two places before.
_WORD = torch.tensor([ord(letter) for letter in "aardvark"])


EXERCISES = {
    1: Exercise(
        solution=("badge" * 7)[:_LENGTH],
        judge=_judge_text,
        page=_page.Typed(("a text of 32 letters",), lambda texts: "".join(texts[0].split())),
        mistakes={
            "the letter seven places back is the next one here, everywhere": "badgepin" * 4,
            "the text must repeat a block of 4 to 16 letters to its end": "abcdefghijklmnop"
            + "ponmlkjihgfedcba",
            "give a text of 32 letters, a to p": "badge",
            "at place 19 the letter seven places back happens to be the next one": (
                "abacdefghi" * 4
            )[:_LENGTH],
        },
    ),
    2: Exercise(
        solution=_circuit(_WORD),
        mistakes={
            "these rows look at the same letter; the answer stands one place further": (
                _same_letter(_WORD)
            ),
            "these rows look at places that come later": _from_the_future(_WORD),
            "a row that finds nothing must look at the first place": _found(_WORD),
            "a row that finds nothing looks at itself here; it should look at the first place": (
                _spread(_found(_WORD), torch.eye(len(_WORD)).bool())
            ),
            "a row that finds nothing looks everywhere here; it should look at the first place": (
                _spread(_found(_WORD), torch.ones(len(_WORD), len(_WORD)).tril().bool())
            ),
            "these rows look at the latest match alone; they should look at all": _latest(_WORD),
            "these rows look at the earliest match alone; they should look at all": (
                _earliest(_WORD)
            ),
            "a place may look at itself: in “aa” the second place stands right after an “a”": (
                _spread(_found(_WORD).tril(-1), _first(_WORD))
            ),
        },
        page=_page.Table(
            "Paint where each place (down) looks",
            tuple(f"{letter} {i}" for i, letter in enumerate("aardvark")),
            tuple(f"{letter} {i}" for i, letter in enumerate("aardvark")),
        ),
    ),
}
