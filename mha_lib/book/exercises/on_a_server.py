"""Exercises of "Is the server right?"."""

from functools import partial
from typing import Any

import torch
from torch import Tensor

from mha_lib.book.exercises import Exercise, _given, _page, draw

_random = torch.Generator().manual_seed(31)
_draw = partial(draw, _random)

# Exercise 1: what the errors of a server show, by server.
_WORDS = ("rounding", "bug", "not decided")
_FOUND = {"A": "rounding", "B": "bug", "C": "not decided", "D": "bug"}
_WHY = {
    "A": "A is right up to rounding: its error is that of right code, and its keys are those of "
    "its tokens",
    "B": "B has a bug: it is below 4 eps, but far more than twice as far off as right code of its "
    "own kind",
    "C": "C is not decided: plain code rounds its scores, and the fused right code does not; "
    "compare with plain code",
    "D": "D has a bug: its steps are right, but a key in its cache is not that of its token",
}


def _judge_servers(answer: Any) -> str | None:
    """What is wrong with a diagnosis of the four servers: the first wrong one."""
    said = _given.words(answer, "ABCD", "rounding, bug and not decided")
    return next((_WHY[name] for name, word in _FOUND.items() if said[name] != word), None)


# Exercise 2: whether a server's steps pass, compared with right code.
def _worst(apart: Tensor, exact: Tensor) -> Tensor:
    return (apart.norm(dim=-1) / exact.norm(dim=-1)).max()


def _together(server: Tensor, right: Tensor, exact: Tensor) -> bool:
    return bool((server - exact).norm() <= 2 * (right - exact).norm())


def _worst_step(server: Tensor, right: Tensor, exact: Tensor) -> bool:
    return bool(_worst(server - exact, exact) <= 3 * _worst(right - exact, exact))


def _passes(server: Tensor, right: Tensor, exact: Tensor) -> bool:
    return _together(server, right, exact) and _worst_step(server, right, exact)


def _not_relative(server: Tensor, right: Tensor, exact: Tensor) -> bool:
    ours, theirs = ((t - exact).norm(dim=-1).max() for t in (server, right))
    return _together(server, right, exact) and bool(ours <= 3 * theirs)


def _each_step(server: Tensor, right: Tensor, exact: Tensor) -> bool:
    ours, theirs = ((t - exact).norm(dim=-1) for t in (server, right))
    return _together(server, right, exact) and bool((ours <= 3 * theirs).all())


def _four_eps(server: Tensor, right: Tensor, exact: Tensor) -> bool:
    return bool((server - exact).norm() <= 4 * 2**-7 * exact.norm())


def _from_right(server: Tensor, right: Tensor, exact: Tensor) -> bool:
    apart = server - right
    together = bool(apart.norm() <= 2 * (right - exact).norm())
    return together and bool(_worst(apart, exact) <= 3 * _worst(right - exact, exact))


def _case(
    ours: list[float], theirs: list[float], sizes: list[float]
) -> tuple[Tensor, Tensor, Tensor]:
    """Outputs of a server, of right code and of float64: errors in eps, and each step's length."""

    def directions() -> Tensor:
        t = _draw(len(sizes), 8)
        return t / t.norm(dim=-1, keepdim=True)

    size = torch.tensor(sizes, dtype=torch.float64)[:, None]
    exact = directions() * size
    errors = (torch.tensor(eps, dtype=torch.float64)[:, None] * 2**-7 for eps in (ours, theirs))
    server, right = (exact + directions() * size * error for error in errors)
    return server, right, exact


_LIKE = [1.0] * 6

EXERCISES = {
    1: Exercise(
        solution=_FOUND,
        judge=_judge_servers,
        page=_page.Choose(
            {f"server {name}": _WORDS for name in _FOUND},
            lambda *words: dict(zip(_FOUND, words, strict=True)),
        ),
        mistakes={
            _WHY["A"]: _FOUND | {"A": "not decided"},
            _WHY["B"]: _FOUND | {"B": "rounding"},
            _WHY["C"]: _FOUND | {"C": "bug"},
            _WHY["D"]: _FOUND | {"D": "rounding"},
        },
    ),
    2: Exercise(
        solution=_passes,
        code=True,
        cases=(
            _case([0.75] * 6, [0.4] * 6, _LIKE),
            _case([1.0] * 6, [0.4] * 6, _LIKE),  # all steps together
            _case([0.4] * 5 + [1.5], [0.4] * 6, _LIKE),  # one step
            _case([0.4] * 5 + [1.6], [0.4] * 6, [1.0] * 5 + [0.2]),  # one step, which is short
            _case([7.0] * 6, [5.0] * 6, _LIKE),  # plain code, large scores
            _case([0.4] * 6, [0.4] * 5 + [0.05], _LIKE),  # a lucky step of right code
        ),
        mistakes={
            "a single wrong step passes; look at the worst step too": _together,
            "a small error in every step passes; take all steps together too": _worst_step,
            "a wrong step with a small output passes; divide each step's error by the length of "
            "its own exact output": _not_relative,
            "a right server fails where right code was lucky in one step; compare the worst step "
            "of one with the worst step of the other": _each_step,
            "4 eps is a fixed limit; compare with the error of right code": _four_eps,
            "both errors are measured from exact; you measured the server's from right": (
                _from_right
            ),
            "True and False are exchanged; a server that is right passes": (
                lambda *outputs: not _passes(*outputs)
            ),
        },
    ),
}
