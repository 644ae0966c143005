"""Exercises of "Heads that learn a circuit"."""

import torch
from torch import Tensor

from mha_lib.book.exercises import Exercise, _given, _page

_ALPHABET, _LENGTH, _PERIODS = "abcdefghijklmnop", 32, range(4, 17)
_BACK = 7  # how many positions back the shortcut attends


def _judge_text(text) -> str | None:
    """What is wrong with letters that should distinguish the circuit from the shortcut."""
    text = (_given.letters(text) or "").lower()
    if len(text) != _LENGTH or set(text) - set(_ALPHABET):
        return f"give {_LENGTH} letters, a to p"
    periods = [p for p in _PERIODS if text[p:] == text[:-p]]
    if not periods:
        return "the letters must repeat a block of 4 to 16 letters to the end"
    asked = range(periods[0], _LENGTH - 1)
    lucky = [i for i in asked if i >= _BACK and text[i - _BACK] == text[i + 1]]
    if len(lucky) == len(asked):
        return "here the letter seven positions back is always the next one"
    if lucky:
        return f"at position {lucky[0]} the letter seven positions back happens to be the next one"
    return None


def _found(letters: Tensor) -> Tensor:
    """`_after`, at the query's position or earlier."""
    return _after(letters).tril()


def _after(letters: Tensor) -> Tensor:
    """True at (query, key) where the letter before the key is the query's letter."""
    before = torch.cat([letters.new_tensor([-1]), letters[:-1]])
    return letters[:, None] == before


def _spread(found: Tensor, rest: Tensor) -> Tensor:
    """`found`, with `rest` in the rows that found nothing."""
    return torch.where(found.any(dim=1, keepdim=True), found, rest)


def _first(letters: Tensor) -> Tensor:
    return (torch.arange(len(letters)) == 0).expand(len(letters), -1)


def _circuit(letters: Tensor) -> Tensor:
    """Where an ideal induction head attends."""
    return _spread(_found(letters), _first(letters))


def _latest(letters):
    matches = _found(letters)
    return _spread(matches & (matches.flip(1).cumsum(1).flip(1) == 1), _first(letters))


def _earliest(letters):
    matches = _found(letters)
    return _spread(matches & (matches.cumsum(1) == 1), _first(letters))


def _same_letter(letters):
    return _spread((letters[:, None] == letters).tril(-1), _first(letters))


def _from_the_future(letters):
    return _spread(_after(letters), _first(letters))


# It repeats a letter at once, and a letter that occurred twice before.
_WORD = torch.tensor([ord(letter) for letter in "aardvark"])


EXERCISES = {
    1: Exercise(
        solution=_circuit(_WORD),
        mistakes={
            "these rows attend to the same letter; the answer is one position later": (
                _same_letter(_WORD)
            ),
            "these rows attend to later positions": _from_the_future(_WORD),
            "a row that finds nothing must attend to the first position": _found(_WORD),
            "a row that finds nothing attends to itself here; the first position is right": (
                _spread(_found(_WORD), torch.eye(len(_WORD)).bool())
            ),
            "a row that finds nothing attends to all positions here; the first alone is right": (
                _spread(_found(_WORD), torch.ones(len(_WORD), len(_WORD)).tril().bool())
            ),
            "these rows attend to the latest match alone; they should attend to all": _latest(
                _WORD
            ),
            "these rows attend to the earliest match alone; they should attend to all": (
                _earliest(_WORD)
            ),
            "a position may attend to itself: in “aa” the second one comes right after an “a”": (
                _spread(_found(_WORD).tril(-1), _first(_WORD))
            ),
        },
        page=_page.Table(
            "Paint where each position (down) attends",
            tuple(f"{letter} {i}" for i, letter in enumerate("aardvark")),
            tuple(f"{letter} {i}" for i, letter in enumerate("aardvark")),
        ),
    ),
    2: Exercise(
        solution=("badge" * 7)[:_LENGTH],
        judge=_judge_text,
        page=_page.Typed(("32 letters",), lambda texts: "".join(texts[0].split())),
        mistakes={
            "here the letter seven positions back is always the next one": "badgepin" * 4,
            "the letters must repeat a block of 4 to 16 letters to the end": "abcdefghijklmnop"
            + "ponmlkjihgfedcba",
            "give 32 letters, a to p": "badge",
            "at position 19 the letter seven positions back happens to be the next one": (
                "abacdefghi" * 4
            )[:_LENGTH],
        },
    ),
}
