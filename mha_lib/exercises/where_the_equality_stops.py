"""Exercises of "The equality stops where a rule sees the whole array"."""

import torch
import torch.nn.functional as F

from mha_lib.exercises import Exercise
from mha_lib.weights import stack_heads, unstack_heads

_random = torch.Generator().manual_seed(7)


def _draw(*shape: int) -> torch.Tensor:
    return torch.randn(shape, generator=_random, dtype=torch.float64)


def _polar(G):
    U, _, Vh = torch.linalg.svd(G, full_matrices=False)
    return U @ Vh


def _by_head(function):
    return lambda G, n_heads: stack_heads(function(unstack_heads(G, n_heads)))


def _int8(W, over: int | tuple[int, ...] = 0, levels=127, rounding=torch.round):
    scale = W.abs().amax(dim=over, keepdim=True) / levels
    return rounding(W / scale) * scale


def _gradients(table, text):
    """Through the embedding, and through the projection."""
    embedding, projection = (table.detach().clone().requires_grad_() for _ in range(2))
    loss = F.cross_entropy(embedding[text[:-1]] @ projection.T, text[1:])
    return torch.autograd.grad(loss, (embedding, projection))


_columns = torch.tensor([8.0, 1.0, 0.1, 3.0, 0.5], dtype=torch.float64)
_texts = ((_draw(5, 3), torch.tensor([0, 2, 1, 2, 4, 3])), (_draw(4, 4), torch.tensor([3, 3, 0])))

EXERCISES = {
    1: Exercise(
        solution=lambda d_model, d_head, n_blocks: 2 * d_model / (d_model + n_blocks * d_head),
        cases=((512, 64, 1), (512, 64, 8), (30, 7, 3)),
        mistakes={
            "that is the variance of one number in the matrix; a query adds d_model of them up": (
                lambda d, w, n: 2 / (d + n * w)
            ),
            "that is the spread of one number of a query; a score multiplies two such numbers": (
                lambda d, w, n: (2 * d / (d + n * w)) ** 0.5
            ),
            "a uniform number between -b and b has variance b^2 / 3, not b^2": (
                lambda d, w, n: 6 * d / (d + n * w)
            ),
            "the rule counts all columns of the array, n_blocks * d_head of them": (
                lambda d, w, n: 2 * d / (d + w)
            ),
            "scores are divided by sqrt(d_head)": lambda d, w, n: 2 * d * w**0.5 / (d + n * w),
        },
    ),
    2: Exercise(
        solution=_by_head(_polar),
        cases=((_draw(6, 6), 3), (_draw(8, 8), 2)),
        mistakes={
            "that orthogonalises the stack as one matrix, so heads meet": lambda G, n: _polar(G),
            "that cuts rows; here a head owns columns": (
                lambda G, n: torch.cat([_polar(block) for block in G.chunk(n)])
            ),
            "head i owns columns i * d_head to (i + 1) * d_head, not every n_heads-th column": (
                lambda G, n: torch.stack([_polar(G[:, i::n]) for i in range(n)], -1).flatten(1)
            ),
            "that divides each block by its length; its singular values still differ": (
                _by_head(lambda G: G / G.norm(dim=(1, 2), keepdim=True))
            ),
            "that divides each block by its largest singular value; the others are not 1 yet": (
                _by_head(lambda G: G / torch.linalg.matrix_norm(G, 2, keepdim=True))
            ),
            "these are the right blocks; put them side by side again": (
                lambda G, n: _polar(unstack_heads(G, n))
            ),
        },
    ),
    3: Exercise(
        solution=_int8,
        cases=((_draw(5, 5) * _columns,), (_draw(7, 3) * _columns[:3],)),
        mistakes={
            "that is one scale for the whole matrix; each output, a column here, has its own": (
                lambda W: _int8(W, (0, 1))
            ),
            "that is one scale per row; in x @ W the outputs are the columns": lambda W: _int8(
                W, 1
            ),
            "that cuts the fraction off; round to the nearest whole number": (
                lambda W: _int8(W, rounding=torch.trunc)
            ),
            "these are the whole numbers; multiply them by their scale again": (
                lambda W: (127 * W / W.abs().amax(0)).round()
            ),
            "the largest whole number is 127, so that -127 has its place too": (
                lambda W: _int8(W, levels=128)
            ),
        },
    ),
    4: Exercise(
        solution=lambda table, text: sum(_gradients(table, text)),
        cases=_texts,
        mistakes={
            "that is the gradient through the embedding alone": lambda t, x: _gradients(t, x)[0],
            "that is the gradient through the projection alone": lambda t, x: _gradients(t, x)[1],
            "one Parameter gets the sum over its uses, not the mean": (
                lambda t, x: sum(_gradients(t, x)) / 2
            ),
        },
    ),
}
