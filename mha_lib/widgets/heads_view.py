"""HeadsView: attention weights, head by head, to be looked into."""

from collections.abc import Sequence
from typing import Any

import traitlets
from jaxtyping import Float
from torch import Tensor

from mha_lib import checks
from mha_lib.widgets.base import (
    MAX_NUMBERS,
    Choice,
    Shown,
    Widget,
    index_below,
    nested_list,
    one_of,
)

MAX_HEADS, MAX_TOKENS, MAX_TEXTS = 16, 64, 64


class HeadsView(Widget):
    """Per-head matrices as small multiples on one scale, with a query and a head to choose.

    Args:
        matrices: Attention weights, rows from 0 to 1, or scores, any sign:
            (heads, queries, keys), or (layers, heads, queries, keys). Or a list of these, one a
            text, for the reader to choose from: of any lengths, all with the same layers and heads.
        tokens: A label a query; of several texts, a list of labels a text.
        key_tokens: A label a key, in the same way; `tokens` when left out.
        titles: A title a head, or a list of these a layer; "head 0", "head 1", ... when left out.
        kind: "weights" or "scores".
        query: Row that is marked at first.
        head: Head that is enlarged at first; -1 for none.
        layer: Layer that is shown at first.
        text: Text that is shown at first. A shorter one takes its last query for one that it lacks.

    Raises:
        TypeError: `matrices` is not a dense floating-point tensor, nor a list of these, or an index
            not an integer.
        ValueError: Shapes and labels do not fit, a number is not finite, weights lie outside 0
            to 1, there are more than 16 heads, 64 tokens, 64 texts or 2^20 numbers in all (16
            layers of that size), or an index is out of range.

    The page holds nine digits of a number, and four decimals of the weights of several texts: they
    are many, and its table tells three.

    PyTorch's weights have a batch axis, and are averaged over the heads unless you say otherwise:

    >>> import torch
    >>> layer = torch.nn.MultiheadAttention(8, 2, batch_first=True)
    >>> x = torch.randn(1, 3, 8)
    >>> weights = layer(x, x, x, average_attn_weights=False)[1]
    >>> weights.shape  # (batch, heads, queries, keys)
    torch.Size([1, 2, 3, 3])
    >>> view = HeadsView(weights[0], ["the", "cat", "sat"])

    Two texts of different lengths, which stand in a menu:

    >>> texts = [["the", "cat", "sat"], ["a", "dog"]]
    >>> view = HeadsView([weights[0], weights[0, :, :2, :2]], texts)
    """

    _module = "heads_view.js"

    matrices = Shown()
    tokens = Shown()
    key_tokens = Shown()
    titles = Shown()
    kind = Shown()
    text = Choice(lambda self, value: index_below("text", value, len(self.tokens)))
    query = Choice(lambda self, value: index_below("query", value, len(self.tokens[self.text])))
    head = Choice(lambda self, value: index_below("head", value, len(self.titles[0]), least=-1))
    layer = Choice(lambda self, value: index_below("layer", value, len(self.titles)))

    def __init__(
        self,
        matrices: (
            Float[Tensor, "*layers heads queries keys"]
            | Sequence[Float[Tensor, "*layers heads _ _"]]
        ),
        tokens: Sequence[str] | Sequence[Sequence[str]],
        *,
        key_tokens: Sequence[str] | Sequence[Sequence[str]] | None = None,
        titles: Sequence[str] | Sequence[Sequence[str]] | None = None,
        kind: str = "weights",
        query: int = 0,
        head: int = -1,
        layer: int = 0,
        text: int = 0,
    ):
        one_of("kind", kind, ("weights", "scores"))
        several = isinstance(matrices, (list, tuple))
        if several:
            listed = _list_texts(matrices, kind)
        else:
            listed = [_list_layers("matrices", matrices, kind, ".9g")]
        n_layers, n_heads = len(listed[0]), len(listed[0][0])
        n_queries = [len(layers[0][0]) for layers in listed]
        n_keys = [len(layers[0][0][0]) for layers in listed]
        query_tokens = _list_labels("tokens", tokens, n_queries, several)
        key_tokens = tokens if key_tokens is None else key_tokens
        super().__init__(
            matrices=listed,
            tokens=query_tokens,
            key_tokens=_list_labels("key_tokens", key_tokens, n_keys, several),
            titles=_list_titles(titles, n_layers, n_heads),
            kind=kind,
            text=text,
            query=query,
            head=head,
            layer=layer,
        )

    @traitlets.observe("text")
    def _keep_query(self, _):
        if self.text in range(len(self.tokens)):  # traitlets announces a refused value too
            self.query = min(self.query, len(self.tokens[self.text]) - 1)


def _list_texts(matrices: Sequence[Any], kind: str) -> list[Any]:
    """Accepts tensors that have the layers and heads of the first, no more than a page carries."""
    if not 1 <= len(matrices) <= MAX_TEXTS:
        raise ValueError(f"matrices must be 1 to {MAX_TEXTS} texts; got {len(matrices)}")
    form = ".4f" if kind == "weights" else ".9g"
    n_numbers, listed, first = 0, [], None
    for i, matrix in enumerate(matrices):
        listed.append(_list_layers(f"matrices[{i}]", matrix, kind, form))
        first = matrix.shape[:-2] if first is None else first
        if matrix.shape[:-2] != first:
            raise ValueError(
                f"matrices[{i}] must have the sizes of matrices[0] before queries and keys, "
                f"{tuple(first)}; got {checks.describe(matrix)}"
            )
        n_numbers += matrix.numel()
    if n_numbers > MAX_NUMBERS:
        raise ValueError(
            f"matrices must hold at most {MAX_NUMBERS} numbers, for a page to carry; "
            f"got {n_numbers} in {len(matrices)} texts"
        )
    return listed


def _list_layers(name: str, matrix: Any, kind: str, form: str) -> list[Any]:
    """Accepts what one text shows; lists (layers, heads, queries, keys)."""
    listed = nested_list(name, matrix, (3, 4), form)
    if matrix.shape[-3] > MAX_HEADS or max(matrix.shape[-2:]) > MAX_TOKENS:
        raise ValueError(
            f"{name} must have at most {MAX_HEADS} heads and {MAX_TOKENS} tokens; "
            f"got {checks.describe(matrix)}"
        )
    low, high = matrix.min().item(), matrix.max().item()
    if kind == "weights" and (low < 0 or high > 1 + 1e-6):
        raise ValueError(f"weights must lie in 0 to 1; got {low:.3g} to {high:.3g}")
    return [listed] if matrix.dim() == 3 else listed


def _list_labels(name: str, labels: Any, sizes: list[int], several: bool) -> list[list[str]]:
    """Accepts a label an entry; of several texts, a list of these a text."""
    if not several:
        return [checks.texts(name, labels, sizes[0])]
    _check_lists(name, labels, len(sizes), "text")
    return [checks.texts(f"{name}[{i}]", labels[i], size) for i, size in enumerate(sizes)]


def _list_titles(titles: Any, n_layers: int, n_heads: int) -> list[list[str]]:
    """Accepts a title a head, or a list of these a layer; one list a layer."""
    if titles is None:
        titles = [f"head {i}" for i in range(n_heads)]
    if isinstance(titles, (list, tuple)) and any(isinstance(t, (list, tuple)) for t in titles):
        _check_lists("titles", titles, n_layers, "layer")
        return [checks.texts(f"titles[{i}]", row, n_heads) for i, row in enumerate(titles)]
    return [checks.texts("titles", titles, n_heads)] * n_layers


def _check_lists(name: str, value: Any, size: int, what: str) -> None:
    """Accepts so many lists; a text would do for a list of its letters, and is none."""
    rule = f"{name} must be {size} lists, one per {what}"
    if not isinstance(value, (list, tuple)):
        raise TypeError(f"{rule}; got {checks.describe(value)}")
    if len(value) != size or any(isinstance(entry, str) for entry in value):
        raise ValueError(f"{rule}; got {len(value)}: {checks.describe(value)}")
