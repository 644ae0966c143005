"""Exercises of "A model that has read Python"."""

from functools import partial

import torch

from mha_lib.book.exercises import Exercise, _given, _page, draw

_draw = partial(draw, torch.Generator().manual_seed(12))

_RISES = (0.24, 0.38, 0.53, 1.00)  # what the page offers

_OTHER_COPIES = "the other head of layer 2 that attends to what follows a copy can still do it"
_VAGUE = "half of its weight is not one back, and the loss rises by only 0.26"
_ONE_LEFT = "with both off nothing copies; with the stronger one off, the other still does"
_ADDED = "without one of them the other still copies, so both together cost more than the sum"
_TOO_MUCH = (
    "with both off nothing is copied, and the same holds without the head that they depend on"
)


def _judge_reading(answer) -> str | None:
    """What is wrong with the head that both others need, or with the rise without both."""
    rule = "give a layer, a head and a rise, such as (0, 1, 0.24)"
    layer, head, rise = _given.numbers(answer, 3, rule)
    if (layer, head) in ((2, 0), (2, 3)):
        return _OTHER_COPIES
    if (layer, head) == (0, 1):
        return _VAGUE
    if (layer, head) != (1, 0):
        return rule
    rises = {0.24: _ONE_LEFT, 0.38: _ADDED, 0.53: None, 1.0: _TOO_MUCH}
    rise = round(rise, 2)  # single precision may have written it
    return rises.get(rise, f"choose among {', '.join(f'{one:.2f}' for one in _RISES)}")


_PARTS = {"P": "head 1.2", "Q": "mlp 0", "R": "head 2.0", "S": "mlp 2"}
_TWICE = "each name fits one row; you used one of them twice"
_COPIES = 'head 2.0 copies "ir", so it writes most against the mark'
_FEEDS = "without head 1.2, head 2.0 has nothing to copy: the lead is about what it is without 2.0"
_LAST = (
    "nothing but a norm and the readout reads MLP 2, so the lead without it is near 1.3 - writes"
)


def _judge_parts(answer) -> str | None:
    """What is wrong with names for the four rows."""
    answer = _given.words(answer, "PQRS", "head 1.2, head 2.0, mlp 0 and mlp 2")
    if len(set(answer.values())) < len(answer):
        return _TWICE
    for row, reason in (("R", _COPIES), ("P", _FEEDS), ("S", _LAST)):
        if answer[row] != _PARTS[row]:
            return reason
    return None


def _known(tokens):
    """Which next tokens have occurred before."""
    return (tokens[:, None] == tokens).tril(-1).any(1)[1:]


def _two_means(rise, known):
    return torch.stack([rise[known].mean(), rise[~known].mean()])


def _split(tokens, on, off):
    return _two_means(off - on, _known(tokens))


def _current(tokens, on, off):
    known = (tokens[:, None] == tokens).tril(-1).any(1)
    return _two_means(off - on, known[:-1])


def _anywhere(tokens, on, off):
    return _two_means(off - on, ((tokens[:, None] == tokens).sum(1) > 1)[1:])


def _pair(tokens, on, off):
    pairs = tokens[:-1] * (tokens.max() + 1) + tokens[1:]
    return _two_means(off - on, (pairs[:, None] == pairs).tril(-1).any(1))


def _case(tokens):
    on, off = (_draw(len(tokens) - 1).abs() for _ in range(2))
    return torch.tensor(tokens), on, off


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
                "without heads 0 and 3 of layer 2, which rise is possible?": _RISES,
            },
            lambda head, rise: (int(head[6]), int(head[-1]), rise),
        ),
        mistakes={
            _OTHER_COPIES: (2, 0, 0.53),
            _VAGUE: (0, 1, 0.53),
            _ONE_LEFT: (1, 0, 0.24),
            _ADDED: (1, 0, 0.38),
            _TOO_MUCH: (1, 0, 1.00),
        },
    ),
    2: Exercise(
        solution=_split,
        code=True,
        cases=(_case([5, 3, 5, 3, 9, 5, 2]), _case([1, 1, 2, 1, 1, 7, 2, 4, 8])),
        mistakes={
            "you ask whether the current token is known; the nats are the next one's": _current,
            "a token that only comes later is not known yet": _anywhere,
            "you ask whether this pair of tokens has occurred; the next token alone counts": _pair,
            "the loss rises where a head is off: compute off minus on": (
                lambda tokens, on, off: -_split(tokens, on, off)
            ),
            "right numbers in the wrong order: known tokens first": (
                lambda tokens, on, off: _split(tokens, on, off).flip(0)
            ),
            "a mean, not a sum": (
                lambda tokens, on, off: torch.stack(
                    [
                        (off - on)[_known(tokens)].sum(),
                        (off - on)[~_known(tokens)].sum(),
                    ]
                )
            ),
            "divide by how many tokens there are of each kind, not by all": (
                lambda tokens, on, off: torch.stack(
                    [
                        ((off - on) * _known(tokens)).mean(),
                        ((off - on) * ~_known(tokens)).mean(),
                    ]
                )
            ),
        },
    ),
    3: Exercise(
        solution=_PARTS,
        judge=_judge_parts,
        page=_page.Choose(
            {f"row {name}": ("head 1.2", "head 2.0", "MLP 0", "MLP 2") for name in _PARTS},
            lambda *parts: dict(zip(_PARTS, parts, strict=True)),
        ),
        mistakes={
            _TWICE: dict.fromkeys(_PARTS, "head 1.2"),
            _COPIES: _PARTS | {"R": "head 1.2", "P": "head 2.0"},
            _FEEDS: _PARTS | {"P": "mlp 0", "Q": "head 1.2"},
            _LAST: _PARTS | {"S": "mlp 0", "Q": "mlp 2"},
        },
    ),
}
