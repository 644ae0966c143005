"""Exercises of "Per-head projections: what a head reads and writes"."""

from functools import partial

import torch
import torch.nn.functional as F

from mha_lib.book.exercises import Exercise, _given, _page, draw

_draw = partial(draw, torch.Generator().manual_seed(2))


def _pairs():
    """Two heads each: (W_Q, W_K, other_Q, other_K)."""
    W_Q, W_K, A = _draw(7, 3), _draw(7, 3), _draw(3, 3)
    turned = W_Q @ A, W_K @ A.inverse().T
    same = (turned, (-W_Q, -W_K), (2 * W_Q, W_K / 2), (W_Q, W_K))
    features, _ = torch.linalg.qr(_draw(7, 7))
    rest = _draw(7, 3)
    rest = rest - rest.mean(0)  # its columns sum to 0
    other = (
        *((W_K, W_Q), (W_Q, -W_K), (W_Q @ A, W_K @ A)),
        (features @ W_Q, features @ W_K),
        (W_Q, W_K + rest),  # a table with the same sums of rows
        (W_Q + rest, W_K),  # and of columns
    )
    small = (W_Q / 100, W_K / 100, -W_Q / 100, W_K / 100)
    pairs = [pair for two in zip(same, other, strict=False) for pair in two]
    return (*((W_Q, W_K, *pair) for pair in (*pairs, *other[len(same) :])), small)


def _by_table(close):
    """A comparison of the two tables."""
    return lambda W_Q, W_K, other_Q, other_K: close(W_Q @ W_K.T, other_Q @ other_K.T)


# Words that the judge tries, as positions in the alphabet: every letter occurs twice.
_WORDS = {(4, 8): (0, 1, 2, 3, 2, 0, 3, 1), (3, 6): (0, 0, 1, 2, 1, 2)}
_SQUARE = (
    "give one table of shape (n_letters + n_positions, n_letters + n_positions), as a tensor of "
    "floating-point numbers, all finite"
)
_NOT_ITSELF = (
    "every token attends to itself at least as much as to the other position; give a position a "
    "negative entry against itself"
)
_NOT_THERE = "a token does not attend to the other position with its letter"
_SHARPER = "the right key gets the largest weight, but not 0.9 of it; make the entries larger"


def _judge_table(tables) -> str | None:
    """What is wrong with tables for "the same letter elsewhere", each tried on one word."""
    for table, ((n_letters, n_positions), word) in zip(tables, _WORDS.items(), strict=True):
        width = n_letters + n_positions
        table = _given.tensor(table, _SQUARE)
        if table.shape != (width, width) or not table.isfinite().all():
            return _SQUARE
        letters = F.one_hot(torch.tensor(word), n_letters)
        x = torch.cat([letters, torch.eye(n_positions)], dim=1).to(table)
        weights = (x @ table @ x.T).softmax(dim=1)
        elsewhere = (letters @ letters.T - torch.eye(n_positions).int()).argmax(dim=1)
        there = weights.gather(1, elsewhere[:, None])[:, 0]
        if (weights.diagonal() > there - 1e-6).all():
            return _NOT_ITSELF
        if not weights.argmax(dim=1).equal(elsewhere):
            return _NOT_THERE
        if weights.amax(dim=1).min() < 0.9:
            return _SHARPER
    return None


def _table(letter: float, position: float):
    def make(n_letters, n_positions):
        return torch.diag(torch.tensor([letter] * n_letters + [position] * n_positions).double())

    return make


_DIAGONAL = (-40, -20, -1, 0, 1, 20, 40)


def _by_matrices(W_Q, W_K, other_Q, other_K):
    return torch.allclose(W_Q, other_Q) and torch.allclose(W_K, other_K)


def _features_gone(W_Q, W_K, other_Q, other_K):
    return torch.allclose(W_Q.T @ W_K, other_Q.T @ other_K)


_same_tables = _by_table(torch.allclose)
_same_bits = _by_table(torch.equal)
_same_to_1 = _by_table(partial(torch.allclose, atol=1))
_same_sums = _by_table(lambda *tables: torch.allclose(*(M.sum(1) for M in tables)))
_same_sizes = _by_table(lambda *tables: torch.allclose(*map(torch.linalg.svdvals, tables)))

# What a page offers for exercise 1.
_COMPARED = {
    "W_Q and W_K": _by_matrices,
    "W_Qᵀ W_K": _features_gone,
    "W_Q W_Kᵀ": _same_tables,
    "the sums of the rows of W_Q W_Kᵀ": _same_sums,
    "the singular values of W_Q W_Kᵀ": _same_sizes,
}

# Exercise 3: two heads on three tokens, in numbers for pencil and paper.
WEIGHTS = torch.tensor(
    [
        [[1.0, 0.0, 0.0], [0.5, 0.5, 0.0], [0.0, 0.5, 0.5]],
        [[0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [1.0, 0.0, 0.0]],
    ],
    dtype=torch.float64,
)
X = torch.tensor([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]], dtype=torch.float64)
N = torch.tensor([[[2.0, 0.0], [0.0, 4.0]], [[0.0, 4.0], [-4.0, 0.0]]], dtype=torch.float64)

EXERCISES = {
    1: Exercise(
        solution=_same_tables,
        code=True,
        cases=_pairs(),
        mistakes={
            "that compares the matrices; heads with other matrices can have the same table": (
                _by_matrices
            ),
            "case 2 swaps queries and keys, which transposes the table; scores are not symmetric": (
                lambda W_Q, W_K, other_Q, other_K: (
                    torch.allclose(W_Q @ W_K.T, other_Q @ other_K.T)
                    or torch.allclose(W_Q @ W_K.T, other_K @ other_Q.T)
                )
            ),
            "a table, its transpose and its negative have the same singular values": _same_sizes,
            "that compares bit by bit; equal tables may round differently, so allow a tolerance": (
                _same_bits
            ),
            "your tolerance is too wide: it passes small tables that are each other's negative": (
                _same_to_1
            ),
            "two tables can have the same sums of rows; compare all entries": _same_sums,
            "two tables can have the same sums of columns; compare all entries": (
                _by_table(lambda *tables: torch.allclose(*(M.sum(0) for M in tables)))
            ),
            "that is False for all heads; some are the same": lambda *matrices: False,
            "that is True for all heads; some differ": lambda *matrices: True,
            "that multiplies the d_model features away; a table has an entry for each pair of "
            "features": _features_gone,
        },
        page=_page.Choose(
            {"The heads are the same if they agree, to some digits, in": tuple(_COMPARED)},
            _COMPARED.get,
        ),
    ),
    2: Exercise(
        solution=_table(40.0, -20.0),
        cases=tuple(_WORDS),
        page=_page.Choose(
            {
                "Off its diagonal the table is 0. A letter's entry on it is": _DIAGONAL,
                "A position's entry on it is": _DIAGONAL,
            },
            _table,
        ),
        mistakes={
            _SQUARE: lambda n_letters, n_positions: 40 * torch.eye(n_letters),
            _NOT_ITSELF: _table(40.0, 0.0),
            _NOT_THERE: _table(0.0, -20.0),
            _SHARPER: _table(1.0, -0.5),
        },
        judge=_judge_table,
    ),
    3: Exercise(
        solution=(WEIGHTS @ X @ N).sum(0),
        page=_page.Table(
            "The layer's output",
            ("token 0", "token 1", "token 2"),
            ("feature 0", "feature 1"),
        ),
        mistakes={
            "that is the shortcut; each head's weights belong to its own table": (
                WEIGHTS.mean(0) @ X @ N.sum(0)
            ),
            "a product of two sums is not the sum of the products": WEIGHTS.sum(0) @ X @ N.sum(0),
            "these are the heads one by one; the output is their sum": WEIGHTS @ X @ N,
            "the heads are averaged; they add up": (WEIGHTS @ X @ N).mean(0),
            "that is head 0 alone; add what head 1 writes": (WEIGHTS @ X @ N)[0],
            "that is head 1 alone; add what head 0 writes": (WEIGHTS @ X @ N)[1],
            "here each head's weights are multiplied by the other head's table": (
                WEIGHTS @ X @ N.flip(0)
            ).sum(0),
        },
    ),
}
