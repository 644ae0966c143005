"""Readings of matrices by their shapes, whatever their names.

Of two matrices one may hold queries, keys and values, and the other be the output's; of four, each
may be any of these. A joined matrix is in shards, each the queries, keys and values of its own
heads:

    1 shard                        Q|K|V
    2 shards                       2 shards of Q|K|V
    as many as key heads           head by head Q|K|V
    as many as a query's features  megatron_v1
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import permutations, takewhile

import torch.nn.functional as F
from torch import Tensor

from mha_lib.storage import Storage, with_bias_rows
from mha_lib.weights import HeadWeights

# What every such reading is brought into.
APART = Storage(
    with_bias_rows(
        {
            "W_Q": ("W_Q", "(h d) m"),
            "W_K": ("W_K", "(g d) m"),
            "W_V": ("W_V", "(g d) m"),
            "W_O": ("W_O", "m (h d)"),
        }
    )
)

Tensors = Mapping[str, Tensor | None]
Cut = Callable[[Tensors], list[Tensor | None]]


@dataclass(frozen=True)
class Matrices:
    """Matrices and biases of which nobody has said what they hold.

    Args:
        weights: By their names, (features out, features in).
        biases: By the same names; None for a matrix that has none.
        turned: The matrix that is the other way round in the file than the others; "" for none.
    """

    weights: Mapping[str, Tensor]
    biases: Tensors
    turned: str

    @classmethod
    def of(cls, state: Mapping[str, Tensor]) -> "Iterator[Matrices]":
        """Two or four matrices and their biases, each with one of them turned too."""
        matrices = {name: tensor for name, tensor in state.items() if tensor.dim() == 2}
        vectors = {name: tensor for name, tensor in state.items() if tensor.dim() == 1}
        if len(matrices) not in (2, 4) or len(matrices) + len(vectors) < len(state):
            return
        for turned in ("", *matrices):
            weights = {name: t.T if name == turned else t for name, t in matrices.items()}
            biases = biases_of(weights, vectors)
            if biases is not None:
                yield cls(weights, biases, turned)

    def project(self, tokens: Tensor) -> Tensors:
        """What each matrix for tokens of this width gives, (features, tokens)."""
        return {
            name: F.linear(tokens, *self.some(name)).mT
            for name, weight in self.weights.items()
            if weight.shape[1] == tokens.shape[-1]
        }

    def some(self, name: str, rows: Tensor | slice = slice(None)) -> tuple[Tensor, Tensor | None]:
        """Some features out of a matrix, and of its bias, in float32."""
        weight, bias = self.weights[name], self.biases[name]
        return weight[rows].float(), None if bias is None else bias[rows].float()

    def readings(self, d_model: int, heads: Iterable[int]) -> "Iterator[ByShape]":
        """All that they may be for tokens of this width; what is turned is the output's."""
        for *inner, out in permutations(self.weights):
            fits = [self.weights[name].shape[1] == d_model for name in inner]
            if self.turned not in ("", out) or not all(fits) or len(self.weights[out]) != d_model:
                continue
            rows = [len(self.weights[name]) for name in inner]
            for sizes in sharings(rows, self.weights[out].shape[1], heads):
                for words, cut in orders(inner, out, *sizes):
                    words += ", out transposed" * bool(self.turned)
                    yield ByShape(words, *sizes, self, out, cut)


@dataclass(frozen=True)
class ByShape:
    """What matrices may be.

    Args:
        words: "K|Q|V", or "q=wq k=wk v=wv out=wo".
        n_heads: Number of query heads.
        n_kv_heads: Number of key heads.
        d_head: Width of a head.
        matrices: What is read.
        out: The name of the output's.
        cut: Queries, keys and values of what stands under the matrices' names, features first: of
            the weights, the biases, or of tokens that were projected.
    """

    words: str
    n_heads: int
    n_kv_heads: int
    d_head: int
    matrices: Matrices
    out: str
    cut: Cut

    def head_weights(self) -> HeadWeights:
        """The matrices and biases, head by head."""
        weights, biases = self.matrices.weights, self.matrices.biases
        tensors = [*self.cut(weights), weights[self.out], *self.cut(biases), biases[self.out]]
        named = zip(APART.rows, tensors, strict=True)
        sizes = {"n_heads": self.n_heads, "n_kv_heads": self.n_kv_heads, "d_head": self.d_head}
        sizes["d_model"] = len(weights[self.out])
        return APART.read({name: tensor for name, tensor in named if tensor is not None}, sizes)


def biases_of(weights: Mapping[str, Tensor], vectors: Mapping[str, Tensor]) -> Tensors | None:
    """For each matrix its bias: one of its size, and of the name most like its own.

    Returns:
        By the matrices' names; None where a vector is no matrix's bias.
    """
    biases: dict[str, Tensor | None] = dict.fromkeys(weights)
    for name, vector in vectors.items():
        free = [w for w in weights if biases[w] is None and len(weights[w]) == len(vector)]
        if not free:
            return None
        biases[max(free, key=partial(alike, name))] = vector
    return biases


def alike(one: str, other: str) -> int:
    """How many letters two names share at their beginnings and at their ends.

    >>> alike("attn.q.bias", "attn.q.weight"), alike("bq", "wq"), alike("bq", "wk")
    (7, 1, 0)
    """
    ends = (zip(one, other, strict=False), zip(one[::-1], other[::-1], strict=False))
    return sum(len([*takewhile(lambda letters: letters[0] == letters[1], end)]) for end in ends)


def sharings(
    rows: Sequence[int], width: int, heads: Iterable[int]
) -> Iterator[tuple[int, int, int]]:
    """The numbers of heads, key heads and features of a head that fit the sizes.

    Args:
        rows: Features out of the matrices of queries, keys and values, or of the joined one.
        width: Features into the output's matrix.
        heads: Numbers of heads to try.
    """
    of_keys = rows[1] if len(rows) > 1 else (rows[0] - width) // 2
    if of_keys < 1 or rows not in ([width, of_keys, of_keys], [width + 2 * of_keys]):
        return
    for n_heads in heads:
        d_head = width // n_heads
        if width % n_heads == 0 and of_keys % d_head == 0 and n_heads % (of_keys // d_head) == 0:
            yield n_heads, of_keys // d_head, d_head


def orders(
    inner: Sequence[str], out: str, n_heads: int, n_kv_heads: int, d_head: int
) -> Iterator[tuple[str, Cut]]:
    """What the matrices before the output's may hold, in words, and how to cut them."""
    if len(inner) == 3:
        roles = zip(("q", "k", "v", "out"), (*inner, out), strict=True)
        yield " ".join(map("=".join, roles)), lambda tensors: [tensors[name] for name in inner]
        return
    widths = {"Q": n_heads * d_head, "K": n_kv_heads * d_head, "V": n_kv_heads * d_head}
    for shards in (n for n in range(1, n_kv_heads + 1) if n_kv_heads % n == 0):
        before = "head by head " if shards == n_kv_heads else f"{shards} shards of "
        for parts in permutations("QKV"):
            words = "|".join(parts) if shards == 1 else before + "|".join(parts)
            yield words, partial(from_shards, inner[0], shards, parts, widths)
    if n_kv_heads == n_heads and d_head > 1:
        yield "megatron_v1", partial(from_shards, inner[0], n_heads * d_head, "QKV", widths)


def from_shards(
    name: str, shards: int, parts: Sequence[str], widths: Mapping[str, int], tensors: Tensors
) -> list[Tensor | None]:
    """Queries, keys and values out of a tensor that is shards of them, in the order of `parts`."""
    joined = tensors[name]
    if joined is None:
        return [None, None, None]
    pieces = joined.unflatten(0, (shards, -1)).split([widths[part] // shards for part in parts], 1)
    return [pieces[parts.index(part)].flatten(0, 1) for part in "QKV"]
