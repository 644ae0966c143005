"""Exercises of "Taking a circuit apart"."""

from functools import partial

import torch

from mha_lib.book.exercises import Exercise, _given, _page, draw

_draw = partial(draw, torch.Generator().manual_seed(11))

_READINGS = ("through others", "replaced", "constant", "not needed")
_SHOWN = {"A": "through others", "B": "replaced", "C": "constant"}


def _judge_readings(answer) -> str | None:
    """What is wrong with a reading for each of the heads A, B and C."""
    answer = _given.words(answer, "ABC", "through others, replaced, constant and not needed")
    if answer["A"] == "constant":
        return "with A's mean most answers are still lost, so its constant part is not enough"
    if answer["A"] == "replaced":
        return "without A most answers are lost, so no other head does its work"
    if answer["A"] == "not needed":
        return "A adds nothing itself, but without it most answers are lost"
    if answer["B"] == "not needed":
        return "alone B costs little, but without B and D nearly all answers are lost"
    if answer["B"] == "through others":
        return "B adds 4.0 to the right letter's logit itself"
    if answer["B"] == "constant":
        return "B's mean is no better than zeros; what else adds to the right letter's logit?"
    if answer["C"] == "not needed":
        return "with zeros in place of what C writes, many answers are lost"
    if answer["C"] != "constant":
        return "C's mean says nothing about the sequence, and with it no answer is lost"
    return None


def _single(averages, W_O, head):
    """What each head writes, with the one ablated."""
    averages = averages.clone()
    averages[:, head] = averages[:, head].mean(dim=0)
    return averages @ W_O


def _ablate(averages, W_O, head):
    """A layer's output if a head writes its mean over the sequences."""
    return _single(averages, W_O, head).sum(dim=1)


def _with(replace):
    """A layer's output if averages are replaced in another way."""

    def ablate(averages, W_O, head):
        averages = averages.clone()
        replace(averages, head)
        return (averages @ W_O).sum(dim=1)

    return ablate


def _zeros(averages, head):
    averages[:, head] = 0


def _mean_of_tokens_too(averages, head):
    averages[:, head] = averages[:, head].mean(dim=(0, 1))


def _mean_of_tokens_only(averages, head):
    averages[:, head] = averages[:, head].mean(dim=1, keepdim=True)


def _mean_of_heads(averages, head):
    averages[:, head] = averages.mean(dim=1)


def _all_heads(averages, head):
    averages[:] = averages.mean(dim=0)


def _sequence_for_head(averages, head):
    averages[head] = averages.mean(dim=0)


def _unchanged(averages, head):
    pass


EXERCISES = {
    1: Exercise(
        solution=_SHOWN,
        judge=_judge_readings,
        page=_page.Choose(
            {f"head {name}": _READINGS for name in _SHOWN},
            lambda *words: dict(zip(_SHOWN, words, strict=True)),
        ),
        mistakes={
            "with A's mean most answers are still lost, so its constant part is not enough": (
                _SHOWN | {"A": "constant"}
            ),
            "without A most answers are lost, so no other head does its work": (
                _SHOWN | {"A": "replaced"}
            ),
            "A adds nothing itself, but without it most answers are lost": (
                _SHOWN | {"A": "not needed"}
            ),
            "alone B costs little, but without B and D nearly all answers are lost": (
                _SHOWN | {"B": "not needed"}
            ),
            "B adds 4.0 to the right letter's logit itself": _SHOWN | {"B": "through others"},
            "B's mean is no better than zeros; what else adds to the right letter's logit?": (
                _SHOWN | {"B": "constant"}
            ),
            "with zeros in place of what C writes, many answers are lost": (
                _SHOWN | {"C": "not needed"}
            ),
            "C's mean says nothing about the sequence, and with it no answer is lost": (
                _SHOWN | {"C": "through others"}
            ),
        },
    ),
    2: Exercise(
        solution=_ablate,
        code=True,
        cases=((_draw(3, 2, 5, 4), _draw(2, 4, 6), 1), (_draw(4, 3, 2, 5), _draw(3, 5, 7), 0)),
        mistakes={
            "the head writes zeros here; give it its mean": _with(_zeros),
            "each position has a mean of its own; here all tokens are averaged together": _with(
                _mean_of_tokens_too
            ),
            "this averages over the tokens of a sequence; average over the sequences": _with(
                _mean_of_tokens_only
            ),
            "this is the mean of all heads; take the mean of this head over the sequences": _with(
                _mean_of_heads
            ),
            "here every head is ablated; keep the others as they are": _with(_all_heads),
            "the first axis is the sequences: this replaces a sequence, not a head": _with(
                _sequence_for_head
            ),
            "no head is ablated here": _with(_unchanged),
            "these are still the heads' single outputs; add them up": _single,
        },
    ),
}
