"""Row orders: orders of a matrix's rows that neither its name nor its shape shows.

A candidate is first read as if its rows were stored in the order `(h d)`: head 0 comes first, and
the features of a head are in the order in which rotary positions pair them. Each `RowOrder` here
differs from that order in one way. For W_Q, W_K and W_V it says which stored row belongs at each
position of `(h d)`. For W_O, `output` says the same about columns.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import torch
from torch import Tensor

from mha_lib.head_parameters import HeadParameters

FEATURES_FIRST = "order (d h)"
FEATURES_FIRST_BEFORE_OUTPUT = "order (d h) before the output"
FEATURES_FIRST_IN_OUTPUT = "order (d h) in the output"
KV_HEADS_IN_TURN = "query heads take KV heads in turn"
QUERIES_BY_NEIGHBORS = "rotary by neighbors in queries and by halves in keys"
KEYS_BY_NEIGHBORS = "rotary by halves in queries and by neighbors in keys"


@dataclass(frozen=True)
class RowOrder:
    """Where the rows of an attention's matrices are stored.

    Args:
        description: What the order is; "" for `(h d)`.
        queries: For each row of `(h d)`, the index of the stored row of W_Q; None if all rows are
            where they should be.
        keys: The same for W_K.
        values: The same for W_V.
        output: The same for the columns of the output's matrix.
        rotary_pairs: The only kind of rotary pairs to try with this order; None for all kinds.
    """

    description: str = ""
    queries: Tensor | None = None
    keys: Tensor | None = None
    values: Tensor | None = None
    output: Tensor | None = None
    rotary_pairs: str | None = None

    def correct(self, params: HeadParameters) -> HeadParameters:
        """Reorders parameters that were read as `(h d)` although they are stored in this order."""
        return replace(
            params,
            W_Q=take_rows(params.W_Q.mT, self.queries).mT,
            W_K=take_rows(params.W_K.mT, self.keys).mT,
            W_V=take_rows(params.W_V.mT, self.values).mT,
            W_O=take_rows(params.W_O, self.output),
            b_Q=None if params.b_Q is None else take_rows(params.b_Q, self.queries),
            b_K=None if params.b_K is None else take_rows(params.b_K, self.keys),
            b_V=None if params.b_V is None else take_rows(params.b_V, self.values),
        )


HEAD_AFTER_HEAD = RowOrder()


def take_rows(heads: Tensor, rows: Tensor | None) -> Tensor:
    """Takes rows of (heads, features, ...) as if heads and features were one axis."""
    return heads if rows is None else heads.flatten(0, 1)[rows].view_as(heads)


def unusual_row_orders(
    n_heads: int, n_kv_heads: int, d_head: int, rotary_dim: int
) -> Iterator[RowOrder]:
    """Yields every row order other than `(h d)` that makes a difference for these sizes.

    Args:
        n_heads: Number of query heads.
        n_kv_heads: Number of KV heads.
        d_head: Width of a head.
        rotary_dim: How many features of a head rotary positions rotate.
    """
    of_queries, of_keys = (torch.arange(n * d_head).view(n, d_head) for n in (n_heads, n_kv_heads))
    if n_heads > 1 and d_head > 1:
        q, k = (rows.view(d_head, -1).T.flatten() for rows in (of_queries, of_keys))
        yield RowOrder(FEATURES_FIRST, q, k, k, q)
        yield RowOrder(FEATURES_FIRST_BEFORE_OUTPUT, q, k, k)
        yield RowOrder(FEATURES_FIRST_IN_OUTPUT, output=q)
    if 1 < n_kv_heads < n_heads:
        q = of_queries.view(-1, n_kv_heads, d_head).transpose(0, 1).flatten()
        yield RowOrder(KV_HEADS_IN_TURN, queries=q, output=q)
    if rotary_dim % 2 == 0 and 2 < rotary_dim <= d_head:
        q, k = (as_halves(rows, rotary_dim).flatten() for rows in (of_queries, of_keys))
        yield RowOrder(QUERIES_BY_NEIGHBORS, queries=q, rotary_pairs="halves")
        yield RowOrder(KEYS_BY_NEIGHBORS, keys=k, rotary_pairs="halves")


def as_halves(heads: Tensor, rotary_dim: int) -> Tensor:
    """Reorders the first features of each head: 0, 2, 4, ..., then 1, 3, 5, ..."""
    pairs, rest = heads.tensor_split([rotary_dim], -1)
    return torch.cat([pairs.unflatten(-1, (-1, 2)).transpose(-1, -2).flatten(-2), rest], -1)
