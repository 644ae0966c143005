"""Exercises of "The equality stops where a rule sees the whole array"."""

from functools import partial

import torch

from mha_lib.book.exercises import Exercise, _given, draw

_draw = partial(draw, torch.Generator().manual_seed(7))


# Exercise 2: the chapter's rules, tried on the heads' blocks of a weight stored (out, in).
_rules = {
    "sign": lambda A: A.sign(),
    "decay": lambda A: A - 0.01 * A,
    "unit rows": lambda A: A / A.norm(dim=1, keepdim=True),
    "unit columns": lambda A: A / A.norm(dim=0, keepdim=True),
    "prune half": lambda A: A * (A.abs() > A.abs().median()),
}
_blocks = _draw(6, 8, 48) * 2.0 ** -torch.arange(6).view(-1, 1, 1)
_can = {
    name: not torch.allclose(rule(_blocks.flatten(0, 1)), torch.cat([rule(b) for b in _blocks]))
    for name, rule in _rules.items()
}
_NAMES = f"give a set of names, of these: {', '.join(map(repr, _rules))}"
_WHY = {
    "sign": "'sign' cannot tell: it looks at one number",
    "decay": "'decay' cannot tell: it looks at one number",
    "unit rows": "'unit rows' cannot tell: a row of this weight is one output, of one head",
    "unit columns": "'unit columns' can tell: a column of this weight runs through all heads",
    "prune half": "'prune half' can tell: a stack has one median for all heads, a block its own",
}


def _wrong_name(answer) -> str | None:
    """The first rule on which the answer is wrong."""
    if isinstance(answer, str):
        answer = answer.split(",")
    if not isinstance(answer, set | list | tuple):
        return _NAMES
    answer = [_given.word(name) for name in answer]
    if not all(isinstance(name, str) and name in _rules for name in answer):
        return _NAMES
    return next((_WHY[name] for name in _rules if _can[name] is not (name in answer)), None)


def _int8(W_O, n_heads, over: int | tuple[int, ...] = 1, levels=127, rounding=torch.round):
    heads = W_O.unflatten(0, (n_heads, -1))  # (heads, d_head, d_model)
    scale = heads.abs().amax(dim=over, keepdim=True) / levels
    return (rounding(heads / scale) * scale).flatten(0, 1)


def _unequal(n_heads: int, d_head: int, d_model: int):
    sizes = 2.0 ** -torch.arange(n_heads).view(-1, 1, 1)
    return (_draw(n_heads, d_head, d_model) * sizes).flatten(0, 1), n_heads


EXERCISES = {
    1: Exercise(
        solution=lambda d, w, h: ((d + w) / (d + 3 * h * w)) ** 0.5,
        cases=((512, 64, 8), (48, 8, 6), (30, 7, 3)),
        mistakes={
            "that is the ratio of the variances; a gain multiplies the numbers, so take its root": (
                lambda d, w, h: (d + w) / (d + 3 * h * w)
            ),
            "that makes the start larger still; exchange the two": (
                lambda d, w, h: ((d + 3 * h * w) / (d + w)) ** 0.5
            ),
            "that is the start of three stacked matrices; the packed one has three times as many "
            "columns": lambda d, w, h: ((d + w) / (d + h * w)) ** 0.5,
            "Xavier's rule adds rows and columns; d_model is in both sums": (
                lambda d, w, h: (3 * h) ** -0.5
            ),
        },
    ),
    2: Exercise(
        solution={"unit columns", "prune half"},
        judge=_wrong_name,
        mistakes={
            _NAMES: "columns",
            _WHY["sign"]: {"sign", "unit columns", "prune half"},
            _WHY["decay"]: ["decay", "unit columns", "prune half"],
            _WHY["unit rows"]: {"unit rows", "prune half"},
            _WHY["unit columns"]: {"prune half"},
            _WHY["prune half"]: {"unit columns"},
        },
    ),
    3: Exercise(
        solution=_int8,
        cases=(_unequal(3, 4, 5), _unequal(2, 6, 6)),
        mistakes={
            "that is one scale per column for all heads; the largest head sets it": (
                lambda W, h: _int8(W, 1)
            ),
            "that is one scale per head; give each column of a head its own": (
                lambda W, h: _int8(W, h, (1, 2))
            ),
            "that is one scale per row: heads stay apart, but it cannot move out of the sum": (
                lambda W, h: _int8(W, h, 2)
            ),
            "head i owns rows i * d_head to (i + 1) * d_head, not every n_heads-th row": (
                lambda W, h: torch.stack([_int8(W[i::h], 1) for i in range(h)], 1).flatten(0, 1)
            ),
            "that cuts the fraction off; round to the nearest whole number": (
                lambda W, h: _int8(W, h, rounding=torch.trunc)
            ),
            "these are the whole numbers; multiply them by their scale again": (
                lambda W, h: torch.cat([(127 * b / b.abs().amax(0)).round() for b in W.chunk(h)])
            ),
            "the largest whole number is 127, so that -127 has its place too": (
                lambda W, h: _int8(W, h, levels=128)
            ),
        },
    ),
}
