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
            "True and False are swapped: the module's True blocks, SDPA's lets through": (
                lambda blocked, padding: blocked | padding[:, None, None, :]
            ),
            "a key gets weight only if both masks let it through; in yours one is enough": (
                lambda blocked, padding: ~(blocked & padding[:, None, None, :])
            ),
            "the attn_mask blocks where it is True, so invert it as well": (
                lambda blocked, padding: blocked & ~padding[:, None, None, :]
            ),
            "the key_padding_mask is True on padding, so invert it as well": (
                lambda blocked, padding: ~blocked & padding[:, None, None, :]
            ),
            "right values, but the axis for heads is missing, between batch and queries": (
                lambda blocked, padding: ~blocked & ~padding[:, None, :]
            ),
            "padding is a property of keys, the last axis; your mask blocks queries": (
                lambda blocked, padding: ~blocked & ~padding[:, None, :, None]
            ),
            "both masks are True where they block; invert both before you combine them": (
                lambda blocked, padding: blocked & padding[:, None, None, :]
            ),
            "invert the attn_mask as well, and let a key through only if both masks do": (
                lambda blocked, padding: blocked | ~padding[:, None, None, :]
            ),
            "invert the key_padding_mask as well, and let a key through only if both masks do": (
                lambda blocked, padding: ~blocked | padding[:, None, None, :]
            ),
            "your mask uses the attn_mask alone, so queries still attend to padding": (
                lambda blocked, padding: (~blocked).expand(len(padding), 1, -1, -1)
            ),
            "your mask uses the key_padding_mask alone": (
                lambda blocked, padding: ~padding[:, None, None, :].expand(-1, 1, len(blocked), -1)
            ),
        },
        page=_page.Choose(
            {
                "attn_mask": tuple(_SIDES),
                "key_padding_mask": tuple(_SIDES),
                "axes of key_padding_mask": tuple(_AXES),
                "combine them with": tuple(_JOINED),
            },
            _joined,
        ),
    ),
    2: Exercise(
        solution=~(LOGGED > 0),
        mistakes={
            "where a row is NaN, every key was blocked": LOGGED == 0,
            "a key with a small weight is not blocked; a blocked key has the weight 0 exactly": ~(
                LOGGED > 1e-3
            ),
            "you marked the keys that got weight; here True blocks": LOGGED > 0,
            "you marked the keys that got weight, and NaN is no weight; here True blocks": (
                ~(LOGGED == 0)
            ),
            "you marked the row of NaN alone; a key with the weight 0 was blocked as well": (
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
            "your triangle starts at the top left, as is_causal's; the new queries are the last": (
                _from_the_left
            ),
            "padding is blocked, but a query may attend to tokens after it": (
                lambda real, n: real.bool()[:, None, None, :].expand(-1, 1, n, -1)
            ),
            "your mask is the causal part alone, so queries still attend to padding": (
                lambda real, n: causal_mask(n, real.shape[1]).expand(len(real), 1, -1, -1)
            ),
            "True and False are swapped: to SDPA, True lets through": (
                lambda real, n: ~_newest(real, n)
            ),
            "1 means a real token; your mask lets the padding through": (
                lambda real, n: _newest(1 - real, n)
            ),
            "right values, but the axis for heads is missing, between batch and queries": (
                lambda real, n: _newest(real, n)[:, 0]
            ),
            "your mask has a row for every token; the queries are the newest tokens only": (
                lambda real, n: _newest(real, real.shape[1])
            ),
        },
    ),
}
