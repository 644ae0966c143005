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
    before = torch.cat([letters.new_tensor([-1]), letters[:-1]])
    return (letters[:, None] == before).tril().double()


def _spread(found: Tensor, rest: Tensor) -> Tensor:
    """Even weights over what was found; the weights of `rest` in rows that found nothing."""
    nothing = found.sum(dim=1, keepdim=True) == 0
    return torch.where(nothing, rest, found / found.sum(dim=1, keepdim=True).clamp(min=1))


def _circuit(letters: Tensor) -> Tensor:
    """What an ideal induction head looks at."""
    return _spread(_found(letters), _first(letters))


def _first(letters: Tensor) -> Tensor:
    return torch.eye(len(letters)).double()[:1].expand(len(letters), -1)


def _rest_on_itself(letters):
    return _spread(_found(letters), torch.eye(len(letters)).double())


def _rest_everywhere(letters):
    n = len(letters)
    return _spread(
        _found(letters), (torch.ones(n, n).tril() / torch.arange(1, n + 1)[:, None]).double()
    )


def _latest(letters):
    found = _found(letters)
    return _spread(found * (found.flip(1).cumsum(1).flip(1) == 1), _first(letters))


def _earliest(letters):
    found = _found(letters)
    return _spread(found * (found.cumsum(1) == 1), _first(letters))


def _without_itself(letters):
    return _spread(_found(letters).tril(-1), _first(letters))


def _same_letter(letters):
    found = (letters[:, None] == letters).tril(-1).double()
    found[:, 0] += (found.sum(dim=1) == 0).double()
    return found / found.sum(dim=1, keepdim=True)


def _from_the_future(letters):
    before = torch.cat([letters.new_tensor([-1]), letters[:-1]])
    found = (letters[:, None] == before).double()
    found[:, 0] = (found.sum(dim=1) == 0).double()
    return found / found.sum(dim=1, keepdim=True)


def _unshared(letters):
    return _circuit(letters).ceil()


def _no_rest(letters):
    return _spread(_found(letters), torch.zeros(()).double())


def _letters(text: str) -> Tensor:
    return torch.tensor([_ALPHABET.index(letter) for letter in text])


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
        solution=_circuit,
        cases=tuple((_letters(text),) for text in ("badgebadgeb", "gobackhomegobackho", "aabab")),
        mistakes={
            "these rows look at the same letter; the answer stands one place further": _same_letter,
            "these rows look at places that come later": _from_the_future,
            "several places of a row share its weight, so that it sums to 1": _unshared,
            "a row that finds nothing must put its weight on the first place": _no_rest,
            "a row that finds nothing looks at itself here; it should look at the first place": (
                _rest_on_itself
            ),
            "a row that finds nothing looks everywhere here; it should look at the first place": (
                _rest_everywhere
            ),
            "these rows look at the latest match alone; spread the weight over all": _latest,
            "these rows look at the earliest match alone; spread the weight over all": _earliest,
            "a place may look at itself: in “aa” the second place stands right after an “a”": (
                _without_itself
            ),
        },
    ),
}
