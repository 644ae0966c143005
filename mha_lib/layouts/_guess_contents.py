"""Finds what matrices may contain from their shapes alone, whatever their names.

Of two matrices, one may contain queries, keys and values, and the other is the output matrix. Of
three matrices, one may contain keys and values. Of four matrices, each may be any of these. A
joined matrix consists of shards, and each shard contains what belongs to its own heads:

    1 shard                        Q|K|V
    2 shards                       2 shards of Q|K|V
    as many as KV heads            head by head Q|K|V
    as many as a query's features  megatron_v1

For three matrices, replace Q|K|V by K|V in these descriptions.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import permutations, takewhile

import torch.nn.functional as F
from torch import Tensor

from mha_lib.head_parameters import HeadParameters
from mha_lib.parameter_table import ParameterTable, with_bias_rows

# The table that every candidate is converted to, and read from.
FOUR_LINEAR_LAYERS = ParameterTable(
    with_bias_rows(
        {
            "W_Q": ("W_Q", "(h d) m"),
            "W_K": ("W_K", "(g d) mk"),
            "W_V": ("W_V", "(g d) mv"),
            "W_O": ("W_O", "m (h d)"),
        }
    )
)

Tensors = Mapping[str, Tensor | None]
Split = Callable[[Tensors], list[Tensor | None]]


@dataclass(frozen=True)
class Matrices:
    """Matrices and biases whose contents are unknown.

    Args:
        by_name: The matrices by their names, (features out, features in).
        biases: The bias of each matrix by the same name; None if it has no bias.
        transposed: Name of the one matrix that is stored transposed; "" if none.
    """

    by_name: Mapping[str, Tensor]
    biases: Tensors
    transposed: str

    @classmethod
    def in_each_orientation(cls, state: Mapping[str, Tensor]) -> "Iterator[Matrices]":
        """Yields two to four matrices as stored, then with each one transposed."""
        matrices = {name: tensor for name, tensor in state.items() if tensor.dim() == 2}
        vectors = {name: tensor for name, tensor in state.items() if tensor.dim() == 1}
        if len(matrices) not in (2, 3, 4) or len(matrices) + len(vectors) < len(state):
            return
        for transposed in ("", *matrices):
            by_name = {name: t.T if name == transposed else t for name, t in matrices.items()}
            biases = match_biases(by_name, vectors)
            if biases is not None:
                yield cls(by_name, biases, transposed)

    def project(self, tokens: Tensor) -> Tensors:
        """Multiplies tokens with each matrix: (features, tokens); None if it takes other widths."""
        return {
            name: F.linear(tokens, *self.rows_of(name)).mT
            if matrix.shape[1] == tokens.shape[-1]
            else None
            for name, matrix in self.by_name.items()
        }

    def rows_of(
        self, name: str, rows: Tensor | slice = slice(None)
    ) -> tuple[Tensor, Tensor | None]:
        """Some rows of a matrix and of its bias, in float32: only ranking uses them."""
        matrix, bias = self.by_name[name], self.biases[name]
        return matrix[rows].float(), None if bias is None else bias[rows].float()

    def candidates(
        self, d_model: int, d_source: int, head_counts: Iterable[int]
    ) -> "Iterator[ShapeCandidate]":
        """Yields everything that the matrices may contain for tokens of these widths.

        Args:
            d_model: Width of the tokens that queries are made from.
            d_source: Width of the tokens that keys and values are made from.
            head_counts: Numbers of heads to try.
        """
        for *inner, out in permutations(self.by_name):
            if len(inner) == 1 and d_source != d_model:
                continue  # one matrix cannot take both
            widths = [d_model, *[d_source] * (len(inner) - 1)]
            taken = zip(inner, widths, strict=True)
            fits = [self.by_name[name].shape[1] == width for name, width in taken]
            # Only the output matrix may be transposed while the others are not.
            if self.transposed not in ("", out):
                continue
            if not all(fits) or len(self.by_name[out]) != d_model:
                continue
            rows = [len(self.by_name[name]) for name in inner]
            for n_heads, n_kv_heads, d_head in possible_sizes(
                rows, self.by_name[out].shape[1], head_counts
            ):
                contents = possible_contents(inner, out, n_heads, n_kv_heads, d_head)
                for description, shards, split in contents:
                    yield ShapeCandidate(
                        description=description + ", out transposed" * bool(self.transposed),
                        n_heads=n_heads,
                        n_kv_heads=n_kv_heads,
                        d_head=d_head,
                        matrices=self,
                        out=out,
                        roles=(*inner, out),
                        shards=shards,
                        split=split,
                    )


@dataclass(frozen=True)
class ShapeCandidate:
    """One possibility of what the matrices contain.

    Args:
        description: "K|Q|V", "K|V q=wq", or "q=wq k=wk v=wv out=wo".
        n_heads: Number of query heads.
        n_kv_heads: Number of KV heads.
        d_head: Width of a head.
        matrices: The matrices.
        out: The name of the output's matrix.
        roles: The names of the matrices, the output's last.
        shards: In how many parts the joined matrix is cut; 1 if no matrix is joined.
        split: Takes one tensor for each matrix (the matrices, biases, or projected tokens; features
            first), and returns the queries, keys and values in them.
    """

    description: str
    n_heads: int
    n_kv_heads: int
    d_head: int
    matrices: Matrices
    out: str
    roles: tuple[str, ...]
    shards: int
    split: Split

    def head_parameters(self) -> HeadParameters:
        """The matrices and biases, head by head."""
        by_name, biases = self.matrices.by_name, self.matrices.biases
        inner = self.split(by_name)
        tensors = [*inner, by_name[self.out], *self.split(biases), biases[self.out]]
        named = zip(FOUR_LINEAR_LAYERS.rows, tensors, strict=True)
        sizes = {"n_heads": self.n_heads, "n_kv_heads": self.n_kv_heads, "d_head": self.d_head}
        sizes["d_model"] = len(by_name[self.out])
        d_source = next(matrix.shape[1] for matrix in inner[1:] if matrix is not None)
        sizes |= {"d_keys_in": d_source, "d_values_in": d_source}
        state = {name: tensor for name, tensor in named if tensor is not None}
        return FOUR_LINEAR_LAYERS.read(state, sizes)


def match_biases(matrices: Mapping[str, Tensor], vectors: Mapping[str, Tensor]) -> Tensors | None:
    """Finds the bias of each matrix: a vector of its size with the most similar name.

    Returns:
        Biases by the names of the matrices; None if a vector is not the bias of any matrix.
    """
    biases: dict[str, Tensor | None] = dict.fromkeys(matrices)
    for name, vector in vectors.items():
        free = [m for m in matrices if biases[m] is None and len(matrices[m]) == len(vector)]
        if not free:
            return None
        biases[max(free, key=partial(name_similarity, name))] = vector
    return biases


def name_similarity(one: str, other: str) -> int:
    """How many letters two names have in common at their beginnings and at their ends.

    >>> name_similarity("attn.q.bias", "attn.q.weight")
    7
    >>> name_similarity("bq", "wq"), name_similarity("bq", "wk")
    (1, 0)
    """
    ends = (zip(one, other, strict=False), zip(one[::-1], other[::-1], strict=False))
    return sum(len([*takewhile(lambda letters: letters[0] == letters[1], end)]) for end in ends)


def possible_sizes(
    rows: Sequence[int], width: int, head_counts: Iterable[int]
) -> Iterator[tuple[int, int, int]]:
    """All n_heads, n_kv_heads and d_head that fit the sizes of the matrices.

    Args:
        rows: The number of output features of each matrix before the output's: of [QKV],
            [Q, KV] or [Q, K, V].
        width: Input features of the output's matrix.
        head_counts: Numbers of heads to try.
    """
    kv_width = (sum(rows) - width) // 2
    fitting = [width + 2 * kv_width], [width, 2 * kv_width], [width, kv_width, kv_width]
    if kv_width < 1 or rows not in fitting:
        return
    for n_heads in head_counts:
        d_head = width // n_heads
        if width % n_heads == 0 and kv_width % d_head == 0 and n_heads % (kv_width // d_head) == 0:
            yield n_heads, kv_width // d_head, d_head


def possible_contents(
    inner: Sequence[str], out: str, n_heads: int, n_kv_heads: int, d_head: int
) -> Iterator[tuple[str, int, Split]]:
    """What the matrices before the output's may contain: a description, shards, how to split."""
    if len(inner) == 3:
        roles = zip(("q", "k", "v", "out"), (*inner, out), strict=True)
        yield " ".join(map("=".join, roles)), 1, lambda tensors: [tensors[name] for name in inner]
        return
    *alone, joined = inner  # the matrix of queries, if keys and values are joined without them
    widths = {"Q": n_heads * d_head, "K": n_kv_heads * d_head, "V": n_kv_heads * d_head}
    letters = "KV" if alone else "QKV"
    rest = "".join(f" q={name}" for name in alone)
    for shards in (n for n in range(1, n_kv_heads + 1) if n_kv_heads % n == 0):
        before = "" if shards == 1 else f"{shards} shards of "
        before = "head by head " if shards == n_kv_heads > 1 else before
        for parts in permutations(letters):
            split = partial(split_shards, alone, joined, shards, parts, widths)
            yield before + "|".join(parts) + rest, shards, split
    if n_kv_heads == n_heads and d_head > 1 and not alone:
        shards = n_heads * d_head
        yield "megatron_v1", shards, partial(split_shards, alone, joined, shards, "QKV", widths)


def split_shards(
    alone: Sequence[str],
    joined: str,
    shards: int,
    parts: Sequence[str],
    widths: Mapping[str, int],
    tensors: Tensors,
) -> list[Tensor | None]:
    """Queries, keys and values: of one tensor alone, or of shards that contain `parts` in order."""
    contents = {"Q": tensors[alone[0]]} if alone else {}
    if (tensor := tensors[joined]) is not None:
        pieces = tensor.unflatten(0, (shards, -1)).split([widths[p] // shards for p in parts], 1)
        contents |= {part: piece.flatten(0, 1) for part, piece in zip(parts, pieces, strict=True)}
    return [contents.get(part) for part in "QKV"]
