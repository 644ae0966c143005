"""Orders that neither names nor shapes show: the rows of a reading, moved.

A reading takes the rows of W_Q, W_K and W_V, and the columns of the output's matrix, for `(h d)`:
head 0 first, and its features in the order in which rotary positions pair them. Each order here is
one departure from that, as a permutation of rows.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import torch
from torch import Tensor

from mha_lib.weights import HeadWeights

EVERYWHERE = "order (d h)"
BEFORE = "order (d h) before the output"
IN_OUTPUT = "order (d h) in the output"
IN_TURN = "query heads take key heads in turn"
QUERIES_BY_NEIGHBORS = "rotary by neighbors in queries and by halves in keys"
KEYS_BY_NEIGHBORS = "rotary by halves in queries and by neighbors in keys"


@dataclass(frozen=True)
class Order:
    """Where the rows of a reading are stored.

    Args:
        words: What the order is; "" for the reading as it is.
        queries: For each row of `(h d)`, the stored row of the queries; None if they are the same.
        keys: The same for the keys.
        values: The same for the values.
        output: The same for the columns of the output's matrix.
        pairs: The only kind of rotary pairs that this order makes sense with; None for any.
    """

    words: str = ""
    queries: Tensor | None = None
    keys: Tensor | None = None
    values: Tensor | None = None
    output: Tensor | None = None
    pairs: str | None = None

    def of(self, hw: HeadWeights) -> HeadWeights:
        """Corrects `hw`, which was read as `(h d)`, for this storage order."""
        return replace(
            hw,
            W_Q=moved(hw.W_Q.mT, self.queries).mT,
            W_K=moved(hw.W_K.mT, self.keys).mT,
            W_V=moved(hw.W_V.mT, self.values).mT,
            W_O=moved(hw.W_O, self.output),
            b_Q=None if hw.b_Q is None else moved(hw.b_Q, self.queries),
            b_K=None if hw.b_K is None else moved(hw.b_K, self.keys),
            b_V=None if hw.b_V is None else moved(hw.b_V, self.values),
        )


AS_READ = Order()


def moved(heads: Tensor, rows: Tensor | None) -> Tensor:
    """Takes rows of (heads, features, ...) as if heads and features were one axis."""
    return heads if rows is None else heads.flatten(0, 1)[rows].view_as(heads)


def orders(n_heads: int, n_kv_heads: int, d_head: int, rotated: int) -> Iterator[Order]:
    """All orders that differ from the reading itself.

    Args:
        n_heads: Number of query heads.
        n_kv_heads: Number of key heads.
        d_head: Width of a head.
        rotated: How many features of a head rotary positions rotate.
    """
    of_queries, of_keys = (torch.arange(n * d_head).view(n, d_head) for n in (n_heads, n_kv_heads))
    if n_heads > 1 and d_head > 1:
        q, k = (rows.view(d_head, -1).T.flatten() for rows in (of_queries, of_keys))
        yield Order(EVERYWHERE, q, k, k, q)
        yield Order(BEFORE, q, k, k)
        yield Order(IN_OUTPUT, output=q)
    if 1 < n_kv_heads < n_heads:
        q = of_queries.view(-1, n_kv_heads, d_head).transpose(0, 1).flatten()
        yield Order(IN_TURN, queries=q, output=q)
    if rotated % 2 == 0 and 2 < rotated <= d_head:
        q, k = (as_halves(rows, rotated).flatten() for rows in (of_queries, of_keys))
        yield Order(QUERIES_BY_NEIGHBORS, queries=q, pairs="halves")
        yield Order(KEYS_BY_NEIGHBORS, keys=k, pairs="halves")


def as_halves(heads: Tensor, rotated: int) -> Tensor:
    """Reorders the first features of each head: 0, 2, 4, ..., then 1, 3, 5, ..."""
    pairs, rest = heads.tensor_split([rotated], -1)
    return torch.cat([pairs.unflatten(-1, (-1, 2)).transpose(-1, -2).flatten(-2), rest], -1)
