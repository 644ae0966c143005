"""Exercises of "Heads that learn a circuit"."""

import torch
from torch import Tensor

from mha_lib.exercises import Exercise

_random = torch.Generator().manual_seed(5)
_ALPHABET, _LENGTH, _PERIODS = "abcdefghijklmnop", 32, range(4, 17)
_BACK = 7  # how far back the shortcut looks


def _judge_text(text) -> str | None:
    """What is wrong with a text that should tell the circuit from the shortcut."""
    if not isinstance(text, str) or len(text) != _LENGTH or set(text) - set(_ALPHABET):
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


def _circuit(letters: Tensor) -> Tensor:
    """What an ideal induction head looks at."""
    before = torch.cat([letters.new_tensor([-1]), letters[:-1]])
    found = (letters[:, None] == before).tril().double()
    found[:, 0] = (found.sum(dim=1) == 0).double()
    return found / found.sum(dim=1, keepdim=True)


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
    before = torch.cat([letters.new_tensor([-1]), letters[:-1]])
    found = (letters[:, None] == before).tril().double()
    return found / found.sum(dim=1, keepdim=True).clamp(min=1)


def _letters(text: str) -> Tensor:
    return torch.tensor([_ALPHABET.index(letter) for letter in text])


def _draw(*shape: int) -> Tensor:
    return torch.randn(shape, generator=_random, dtype=torch.float64)


Head = tuple[Tensor, Tensor, Tensor, Tensor]  # W_Q, W_K, W_V, W_O


def _pairs() -> tuple[tuple[Head, Head], ...]:
    """Heads with others that are the same in another basis, or differ in scores or in writing."""
    d_model, d_head = 7, 3
    W_Q, W_K, W_V = (_draw(d_model, d_head) for _ in range(3))
    W_O = _draw(d_head, d_model)
    A, B = _draw(2, d_head, d_head) + 2 * torch.eye(d_head)
    turned_Q, turned_K = W_Q @ A, W_K @ torch.linalg.inv(A).T
    turned_V, turned_O = W_V @ B, torch.linalg.inv(B) @ W_O
    one = (W_Q, W_K, W_V, W_O)
    return (
        (one, one),
        (one, (turned_Q, turned_K, turned_V, turned_O)),
        (one, (turned_Q, turned_K, W_V, 2 * W_O)),
        (one, (turned_Q, W_K, turned_V, turned_O)),
        (one, (-W_Q, -W_K, -W_V, -W_O)),
        (one, (W_K, W_Q, W_V, W_O)),
    )


def _same_head(one: Head, other: Head) -> bool:
    (W_Q, W_K, W_V, W_O), (U_Q, U_K, U_V, U_O) = one, other
    return torch.allclose(W_Q @ W_K.T, U_Q @ U_K.T) and torch.allclose(W_V @ W_O, U_V @ U_O)


def _number_by_number(one: Head, other: Head) -> bool:
    return all(torch.allclose(*pair) for pair in zip(one, other, strict=True))


def _scores_alone(one: Head, other: Head) -> bool:
    return torch.allclose(one[0] @ one[1].T, other[0] @ other[1].T)


def _writing_alone(one: Head, other: Head) -> bool:
    return torch.allclose(one[2] @ one[3], other[2] @ other[3])


EXERCISES = {
    1: Exercise(
        solution=("badge" * 7)[:_LENGTH],
        judge=_judge_text,
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
        },
    ),
    3: Exercise(
        solution=_same_head,
        cases=_pairs(),
        mistakes={
            "this compares number by number, and another basis changes all numbers": (
                _number_by_number
            ),
            "heads with equal scores may write different things": _scores_alone,
            "heads that write the same may look elsewhere": _writing_alone,
        },
    ),
}
