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


def _pair(d_model: int, d_head: int) -> tuple[Tensor, Tensor]:
    return tuple(
        torch.randn(d_model, d_head, generator=_random, dtype=torch.float64) for _ in range(2)
    )


_PAIRS = (_pair(7, 3), _pair(11, 5))


def _judge_basis(results) -> str | None:
    """Whether the scores are as before, and the keys have a basis of their own."""
    for result, (W_Q, W_K) in zip(results, _PAIRS, strict=True):
        if not isinstance(result, list | tuple) or len(result) != 2:
            return "give two tensors, the new W_Q and the new W_K"
        if not all(isinstance(new, Tensor) for new in result):
            return "give two tensors, the new W_Q and the new W_K"
        new_Q, new_K = result
        if new_Q.shape != W_Q.shape or new_K.shape != W_K.shape:
            return f"the shapes stay {tuple(W_Q.shape)}"
        if not torch.allclose(new_Q @ new_K.mT, W_Q @ W_K.mT):
            return "the scores have changed: W_Q W_K^T must stay as it is"
        eye = torch.eye(W_K.shape[1], dtype=W_K.dtype)
        if not torch.allclose(new_K.mT @ new_K, eye, atol=1e-6):
            return "the columns of W_K are not yet orthonormal"
    return None


def _orthonormal(W_Q, W_K):
    new_K, R = torch.linalg.qr(W_K)
    return W_Q @ R.mT, new_K


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
        solution=_orthonormal,
        cases=_PAIRS,
        judge=_judge_basis,
        mistakes={
            "the scores have changed: W_Q W_K^T must stay as it is": lambda W_Q, W_K: (
                W_Q,
                torch.linalg.qr(W_K).Q,
            ),
            "the columns of W_K are not yet orthonormal": lambda W_Q, W_K: (W_Q, W_K),
        },
    ),
}
