"""Exercises of "How narrow may a head be?"."""

import math

import torch
from torch import Tensor

from mha_lib.book.exercises import Exercise, _given, _page

_random = torch.Generator().manual_seed(4)

_WIDTHS = {"A": 1, "B": 2, "C": 1, "D": 5}


def _judge_widths(answer) -> str | None:
    """What is wrong with the least widths of four patterns."""
    answer = _given.named(answer, "ABCD")
    wholes = _given.wholes(list(answer.values()), "a width is a whole number", 4)
    answer = dict(zip(answer, wholes, strict=True))
    if answer["A"] != 1:
        return "in A all queries point the same way: put the first key at the end of a line"
    if answer["B"] == 1:
        return "in B six different keys win, and on a line only the two ends can"
    if answer["C"] != 1:
        return "in C only two keys win, and a line has two ends"
    if answer["D"] == 6:
        return "in D the softmax ignores one number in each row of scores"
    if answer["D"] != 5:
        return "in D every weight has its own value: only the full rank gives them all"
    return None if answer == _WIDTHS else "in B a circle is enough"


_TOKEN_PAIRS = ((9, 2, 6), (12, 0, 11), (30, 7, 8), (30, 3, 21))  # n, and two tokens of them


def _judge_pairs(results) -> str | None:
    """What is wrong with queries and keys of width 4 that should attend evenly to two tokens."""
    known = {}
    for result, (n, one, two) in zip(results, _TOKEN_PAIRS, strict=True):
        query, keys = _given.tensors(result, 2, "give two tensors, the query and the keys")
        if query.shape != (4,) or keys.shape != (n, 4):
            return f"the shapes are (4,) and {(n, 4)}"
        if not torch.allclose(known.setdefault(n, keys), keys):
            return "the keys may depend on n alone, and only the query on the two tokens"
        weights = (keys @ query / 2).softmax(dim=0)
        least = weights[[one, two]].min().item()
        if not least > 0.45:
            got, _ = _given.format_apart(least, 0.45, ".2f")
            return f"of {n} tokens, token {one} or {two} gets {got}, not more than 0.45"
    return None


def _pair(n, one, two, *, steep=1e5, degree=2):
    angles = 2 * math.pi * torch.arange(n, dtype=torch.float64) / n
    features = [f(k * angles) for k in (1, 2) for f in (torch.cos, torch.sin)]
    keys = torch.stack(features, dim=1)
    scores = -(1 - (angles - angles[one]).cos()) * (1 - (angles - angles[two]).cos())
    columns = torch.cat([keys[:, : 2 * degree], torch.ones(n, 1)], dim=1)
    query = torch.linalg.lstsq(columns, scores[:, None]).solution[:-1, 0]
    return steep * torch.nn.functional.pad(query, (0, 4 - 2 * degree)), keys


def _own_keys(n, one, two):
    keys = torch.zeros(n, 4)
    keys[[one, two]] = 1.0
    return torch.full((4,), 100.0), keys


def _of_rank(n: int, rank: int) -> Tensor:
    scores = torch.randn(n, rank, generator=_random) @ torch.randn(rank, n, generator=_random)
    scores = scores + torch.randn(n, 1, generator=_random)
    return scores.double().softmax(dim=1)


_PATTERNS = tuple((_of_rank(n, rank),) for n, rank in ((7, 2), (9, 4), (6, 5)))
_RANKS = (2, 4, 5)


def _judge_factors(results) -> str | None:
    """What is wrong with queries and keys that should give the patterns in the least width."""
    for result, (P,), rank in zip(results, _PATTERNS, _RANKS, strict=True):
        n = len(P)
        queries, keys = _given.tensors(result, 2, "give two tensors, queries and keys")
        if queries.dim() != 2 or keys.shape != queries.shape or len(keys) != n:
            return f"queries and keys are both ({n}, d_head)"
        fitted = (queries.to(P) @ keys.to(P).T).softmax(dim=1)
        if not torch.allclose(fitted, P, rtol=0, atol=1e-6):
            return f"for a pattern of {n} tokens the weights are not those of the pattern"
        if queries.shape[1] > rank:
            return (
                f"width {queries.shape[1]} draws a pattern of {n} tokens that width {rank} can draw"
            )
    return None


def _factors(P, centered=True, width=None):
    scores = P.log()
    scores = scores - scores.mean(dim=1, keepdim=True) if centered else scores
    U, sizes, Vt = torch.linalg.svd(scores)
    d = int((sizes > 1e-6 * sizes[0]).sum()) if width is None else width
    return U[:, :d] * sizes[:d], Vt[:d].T


EXERCISES = {
    1: Exercise(
        solution=_WIDTHS,
        judge=_judge_widths,
        page=_page.Choose(
            {f"pattern {name}": tuple(range(1, 8)) for name in _WIDTHS},
            lambda *widths: dict(zip(_WIDTHS, widths, strict=True)),
        ),
        mistakes={
            "in A all queries point the same way: put the first key at the end of a line": {
                **_WIDTHS,
                "A": 2,
            },
            "in B six different keys win, and on a line only the two ends can": {**_WIDTHS, "B": 1},
            "in C only two keys win, and a line has two ends": {**_WIDTHS, "C": 2},
            "in D the softmax ignores one number in each row of scores": {**_WIDTHS, "D": 6},
            "in D every weight has its own value: only the full rank gives them all": {
                **_WIDTHS,
                "D": 2,
            },
            "in B a circle is enough": {**_WIDTHS, "B": 5},
            "give a dictionary with the keys A, B, C and D": 2,
        },
    ),
    2: Exercise(
        solution=_factors,
        cases=_PATTERNS,
        judge=_judge_factors,
        mistakes={
            "width 3 draws a pattern of 7 tokens that width 2 can draw": lambda P: _factors(
                P, centered=False
            ),
            "width 6 draws a pattern of 7 tokens that width 2 can draw": lambda P: _factors(
                P, width=len(P) - 1
            ),
            "for a pattern of 7 tokens the weights are not those of the pattern": lambda P: (
                _factors(P.exp())
            ),
        },
    ),
    3: Exercise(
        solution=_pair,
        cases=_TOKEN_PAIRS,
        judge=_judge_pairs,
        mistakes={
            "the keys may depend on n alone, and only the query on the two tokens": _own_keys,
            "of 9 tokens, token 2 or 6 gets 0.11, not more than 0.45": lambda n, one, two: _pair(
                n, one, two, steep=0.0
            ),
        },
    ),
}
