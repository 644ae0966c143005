"""Exercises of "Stacking: side by side in one big matrix"."""

from functools import partial

import torch
import torch.nn.functional as F

from mha_lib import merge_heads, split_heads
from mha_lib.book.exercises import Exercise, _page, draw

_draw = partial(draw, torch.Generator().manual_seed(3))


def _cut_by_shape(queries, n_heads):
    return queries.reshape(n_heads, len(queries), -1)


def _attend(queries, keys, values, n_heads, cut=split_heads, merge=merge_heads):
    q, k, v = (cut(tokens, n_heads) for tokens in (queries, keys, values))
    return merge(F.scaled_dot_product_attention(q, k, v))


def _merge_by_shape(heads):
    return heads.reshape(heads.shape[1], -1)


_CUTS = {
    "unflatten(1, (n_heads, -1))": lambda queries, n: queries.unflatten(1, (n, -1)),
    "unflatten(1, (-1, n_heads))": lambda queries, n: queries.unflatten(1, (-1, n)),
    "reshape(n_heads, len(queries), -1)": _cut_by_shape,
}
_ORDERS = (0, 1, 2), (1, 0, 2), (2, 0, 1), (2, 1, 0), (0, 2, 1), (1, 2, 0)


_TRANSPOSED = {"as it is": lambda weight: weight, "transposed": lambda weight: weight.T}
_JOINED = {
    "below each other": torch.cat,
    "next to each other": partial(torch.cat, dim=1),
    "along an axis of their own": torch.stack,
    "row by row in turn": lambda weights: torch.stack(weights, 1).flatten(0, 1),
}


def _join(turned, joined):
    return lambda weights: _JOINED[joined]([_TRANSPOSED[turned](weight) for weight in weights])


# From tokens to heads, and back. Only some of these cuts put the heads axis first.
_WAYS = {
    "a reshape to (heads, tokens, d_head)": _cut_by_shape,
    "the columns are cut, and the heads axis moved before the tokens": split_heads,
    "nothing is cut": lambda queries, n: queries[None],
}
_BACK = {
    "a reshape to (tokens, d_model)": lambda heads: heads.reshape(heads.shape[-2], -1),
    "the tokens axis is moved before the heads, and the heads joined": merge_heads,
}


def _go(way, back):
    return partial(_attend, cut=_WAYS[way], merge=_BACK[back])


def _cut_and_permute(cut, order):
    return lambda queries, n: _CUTS[cut](queries, n).permute(*map(int, order[8:-1].split(", ")))


EXERCISES = {
    1: Exercise(
        solution=lambda weights: torch.cat(weights, 0),
        code=True,
        cases=tuple((list(_draw(*shape)),) for shape in ((2, 3, 5), (3, 4, 12))),
        mistakes={
            "columns next to each other are right for the W of x @ W; nn.Linear holds W's "
            "transpose, whose rows are W's columns": lambda weights: torch.cat(weights, 1),
            "that is the W of x @ W; the weight of nn.Linear is its transpose": (
                lambda weights: torch.cat([weight.T for weight in weights], 1)
            ),
            "one nn.Linear has a single matrix; here the heads still have an axis of their own": (
                lambda weights: torch.stack(weights)
            ),
            "the heads' rows alternate; each head's rows should be next to each other": (
                lambda weights: torch.stack(weights, 1).flatten(0, 1)
            ),
        },
        page=_page.Choose(
            {
                "Each of their weights is taken": tuple(_TRANSPOSED),
                "and they are put": tuple(_JOINED),
            },
            _join,
        ),
    ),
    2: Exercise(
        solution=lambda queries, n: queries.unflatten(1, (-1, n)).permute(2, 0, 1),
        cases=((100.0 * torch.arange(5)[:, None] + torch.arange(12), 3), (_draw(3, 10), 2)),
        page=_page.Choose(
            {
                "The first call on the queries": tuple(_CUTS),
                "The second call": tuple(f"permute({a}, {b}, {c})" for a, b, c in _ORDERS),
            },
            _cut_and_permute,
        ),
        mistakes={
            "that is the right cut, whose head 1 would start with 4, 5, 6, 7": split_heads,
            "that is the shortcut by view, which puts several blocks of one token into a head; "
            "here every token gives one row to head 1": _cut_by_shape,
            "the numbers are right, but the heads axis does not come first": (
                lambda queries, n: queries.unflatten(1, (-1, n)).transpose(1, 2)
            ),
            "the last two axes are swapped: give (heads, tokens, d_head)": (
                lambda queries, n: queries.unflatten(1, (-1, n)).permute(2, 1, 0)
            ),
        },
    ),
    3: Exercise(
        solution=_attend,
        code=True,
        cases=(
            (_draw(5, 12), _draw(5, 12), _draw(5, 12), 3),
            (_draw(4, 6), _draw(4, 6), _draw(4, 6), 2),
        ),
        mistakes={
            "that is the broken function; look at what each reshape does to the order in memory": (
                lambda q, k, v, n: _attend(q, k, v, n, _cut_by_shape, _merge_by_shape)
            ),
            "the cut is right; the way back goes straight to the shape, and mixes the tokens": (
                lambda q, k, v, n: _attend(q, k, v, n, merge=_merge_by_shape)
            ),
            "the way back is right; the cut goes straight to the shape, and mixes the tokens": (
                lambda q, k, v, n: _attend(q, k, v, n, _cut_by_shape)
            ),
            "nothing is cut, so this is one head of the full width": (
                lambda q, k, v, n: F.scaled_dot_product_attention(q, k, v)
            ),
            "the heads axis must come before the tokens axis when they attend; here the heads "
            "of one token attend to each other": lambda q, k, v, n: (
                F.scaled_dot_product_attention(*(t.unflatten(1, (n, -1)) for t in (q, k, v)))
            ).flatten(1),
        },
        page=_page.Choose({"The cut": tuple(_WAYS), "The way back": tuple(_BACK)}, _go),
    ),
}
