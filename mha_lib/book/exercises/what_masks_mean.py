"""Exercises of "What masks mean"."""

import torch

from mha_lib import causal_mask
from mha_lib.book.exercises import Exercise, _page

_random = torch.Generator().manual_seed(8)


def _draw(*shape: int) -> torch.Tensor:
    return torch.rand(shape, generator=_random) < 0.5


# The weights of nn.MultiheadAttention for exercise 2: a row of NaN, and a weight of almost 0.
LOGGED = torch.tensor(
    [
        [0.62, 0.38, 0.0, 0.0, 0.0],
        [torch.nan] * 5,
        [0.0, 0.9999, 0.0, 0.0, 0.0001],
        [0.25, 0.25, 0.25, 0.0, 0.25],
    ]
)


def _newest(attention_mask, n_queries):
    causal = causal_mask(n_queries, attention_mask.shape[1])
    return causal & attention_mask.bool()[:, None, None, :]


def _from_the_left(attention_mask, n_queries):
    causal = torch.ones(n_queries, attention_mask.shape[1]).tril().bool()
    return causal & attention_mask.bool()[:, None, None, :]


_SIDES = {"as it is": lambda mask: mask, "~": torch.logical_not}
_AXES = {
    "[:, None, None, :]": lambda padding: padding[:, None, None, :],
    "[:, None, :]": lambda padding: padding[:, None, :],
}
_JOINED = {"&": torch.logical_and, "|": torch.logical_or}


def _joined(of_blocked, of_padding, axes, sign):
    """One mask from two, by the chosen expressions."""
    return lambda blocked, padding: _JOINED[sign](
        _SIDES[of_blocked](blocked), _SIDES[of_padding](_AXES[axes](padding))
    )


EXERCISES = {
    1: Exercise(
        solution=lambda blocked, padding: ~blocked & ~padding[:, None, None, :],
        cases=(
            (_draw(4, 4), _draw(2, 4)),
            (~causal_mask(3), torch.tensor([[False, False, True]] * 3)),
        ),
        mistakes={
            "True and False are swapped: their True blocks, ours lets through": (
                lambda blocked, padding: blocked | padding[:, None, None, :]
            ),
            "a key must pass both masks; yours passes with one of them": (
                lambda blocked, padding: ~(blocked & padding[:, None, None, :])
            ),
            "the attn_mask blocks where it is True, so it has to be inverted too": (
                lambda blocked, padding: blocked & ~padding[:, None, None, :]
            ),
            "the key_padding_mask is True on padding, so it has to be inverted too": (
                lambda blocked, padding: ~blocked & padding[:, None, None, :]
            ),
            "right numbers, but an axis is missing: the heads', between batch and queries": (
                lambda blocked, padding: ~blocked & ~padding[:, None, :]
            ),
            "padding is about keys, the last axis; you block queries": (
                lambda blocked, padding: ~blocked & ~padding[:, None, :, None]
            ),
            "both are True where they block; invert both before you join them": (
                lambda blocked, padding: blocked & padding[:, None, None, :]
            ),
            "invert the attn_mask too; and a key must pass both masks": (
                lambda blocked, padding: blocked | ~padding[:, None, None, :]
            ),
            "invert the key_padding_mask too; and a key must pass both masks": (
                lambda blocked, padding: ~blocked | padding[:, None, None, :]
            ),
            "that is the attn_mask alone; padding is still attended to": (
                lambda blocked, padding: (~blocked).expand(len(padding), 1, -1, -1)
            ),
            "that is the key_padding_mask alone": (
                lambda blocked, padding: ~padding[:, None, None, :].expand(-1, 1, len(blocked), -1)
            ),
        },
        page=_page.Choose(
            {
                "attn_mask": tuple(_SIDES),
                "key_padding_mask": tuple(_SIDES),
                "key_padding_mask gets the axes": tuple(_AXES),
                "the two are joined by": tuple(_JOINED),
            },
            _joined,
        ),
    ),
    2: Exercise(
        solution=~(LOGGED > 0),
        mistakes={
            "a row of NaN is one in which every key was blocked": LOGGED == 0,
            "a key with a small weight is not blocked; a blocked key has exactly 0": ~(
                LOGGED > 1e-3
            ),
            "that is where the weights went; to this module, True blocks": LOGGED > 0,
            "that is where the weights went, but NaN is no weight; to this module, True blocks": (
                ~(LOGGED == 0)
            ),
            "those are the rows of NaN; the zeros of the other rows were blocked too": (
                LOGGED.isnan()
            ),
        },
        page=_page.Table(
            "attn_mask: paint where it is True",
            tuple(f"query {i}" for i in range(4)),
            tuple(f"key {i}" for i in range(5)),
        ),
    ),
    3: Exercise(
        solution=_newest,
        code=True,
        forbidden_calls=("causal_", "padding_mask"),
        cases=(
            (torch.tensor([[1, 1, 1, 1, 1], [0, 0, 1, 1, 1]]), 2),
            (torch.tensor([[0, 1, 1, 1], [1, 1, 1, 1], [0, 0, 1, 1]]), 1),
        ),
        mistakes={
            "that is aligned top left, as is_causal is: the new queries are the last tokens": (
                _from_the_left
            ),
            "padding is blocked, but a query may look at tokens after it": (
                lambda real, n: real.bool()[:, None, None, :].expand(-1, 1, n, -1)
            ),
            "that is the causal part alone; padding is still attended to": (
                lambda real, n: causal_mask(n, real.shape[1]).expand(len(real), 1, -1, -1)
            ),
            "True and False are swapped: to SDPA, True lets through": (
                lambda real, n: ~_newest(real, n)
            ),
            "a 1 stands for a real token; you let through the padding": (
                lambda real, n: _newest(1 - real, n)
            ),
            "right numbers, but an axis is missing: the heads', between batch and queries": (
                lambda real, n: _newest(real, n)[:, 0]
            ),
            "those are the rows of all queries; the cache is for the newest only": (
                lambda real, n: _newest(real, real.shape[1])
            ),
        },
    ),
}
