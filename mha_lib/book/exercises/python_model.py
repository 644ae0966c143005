"""Exercises of "A model that has read Python"."""

from functools import partial

import torch

from mha_lib.book.exercises import Exercise, _given, _page, draw

_draw = partial(draw, torch.Generator().manual_seed(12))

# What the page's table says of another training: what some heads cost when they are off alone.
_ALONE = {(1, 0): 0.48, (2, 0): 0.24, (2, 3): 0.14}
_TOGETHER = (0.14, 0.24, 0.38, 0.53)


def _judge_reading(answer) -> str | None:
    """What is wrong with the head without which nothing is copied, or with what two heads cost."""
    rule = "give a layer, a head and a cost, such as (0, 1, 0.26)"
    layer, head, cost = _given.numbers(answer, 3, rule)
    cost = round(cost, 2)  # single precision may have written it
    if (layer, head) in ((2, 0), (2, 3)):
        return "the other head of layer 2 that looks behind copies can still do it"
    if (layer, head) == (0, 1):
        return "half of its weight is not one back, and it costs only 0.26"
    if (layer, head) != (1, 0):
        return rule
    if cost in (0.14, 0.24):
        return "two that are off cannot cost less than one of them alone does"
    if cost == 0.38:
        return "each alone leaves the other to copy; with both off nothing copies"
    return None if cost == 0.53 else f"choose among {', '.join(map(str, _TOGETHER))}"


def _copies(tokens):
    """Earlier places with the same token: True at (query, key)."""
    return (tokens[:, None] == tokens).tril(-1)


def _mean(weights, where, rows=None):
    looked = (weights * where).sum(1)
    return looked[where.any(1) if rows is None else rows].mean()


def _induction(weights, tokens):
    # No key is an earlier copy of the last place, so what rolls round is False.
    return _mean(weights, _copies(tokens).roll(1, 1))


def _latest(weights, tokens):
    same = _copies(tokens)
    return _mean(weights, (same & (same.flip(1).cumsum(1).flip(1) == 1)).roll(1, 1))


def _case(tokens):
    n = len(tokens)
    scores = _draw(n, n)
    weights = scores.masked_fill(~torch.ones(n, n, dtype=torch.bool).tril(), float("-inf"))
    return weights.softmax(1), torch.tensor(tokens)


EXERCISES = {
    1: Exercise(
        solution=(1, 0, 0.53),
        judge=_judge_reading,
        page=_page.Choose(
            {
                "without this head almost nothing is copied": (
                    "layer 0, head 1",
                    "layer 1, head 0",
                    "layer 2, head 0",
                    "layer 2, head 3",
                ),
                "heads 0 and 3 of layer 2, both off, cost about": _TOGETHER,
            },
            lambda head, cost: (int(head[6]), int(head[-1]), cost),
        ),
        mistakes={
            "the other head of layer 2 that looks behind copies can still do it": (2, 0, 0.53),
            "half of its weight is not one back, and it costs only 0.26": (0, 1, 0.53),
            "two that are off cannot cost less than one of them alone does": (1, 0, 0.14),
            "each alone leaves the other to copy; with both off nothing copies": (1, 0, 0.38),
        },
    ),
    2: Exercise(
        solution=_induction,
        code=True,
        cases=(_case([5, 3, 5, 3, 9, 5]), _case([1, 1, 2, 1, 7, 2, 1, 2])),
        mistakes={
            "those are the weights on the earlier copies; look one place behind each": (
                lambda weights, tokens: _mean(weights, _copies(tokens))
            ),
            "the mean is over places that have an earlier copy, and over no others": (
                lambda weights, tokens: (weights * _copies(tokens).roll(1, 1)).sum(1).mean()
            ),
            "all earlier copies count, not the latest alone": _latest,
            "those are the places before the copies; the next token stands behind them": (
                lambda weights, tokens: _mean(
                    weights, _copies(tokens).roll(-1, 1), _copies(tokens).any(1)
                )
            ),
        },
    ),
}
