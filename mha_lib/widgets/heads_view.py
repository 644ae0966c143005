"""HeadsView: attention weights, head by head, to explore."""

import re
from collections.abc import Sequence
from typing import Any

import torch
import traitlets
from jaxtyping import Float
from torch import Tensor

from mha_lib import checks
from mha_lib.analysis import join_pieces, word_runs
from mha_lib.widgets.base import (
    Editable,
    Fixed,
    Widget,
    pack_scores,
    pack_weights,
    require_index,
    require_numbers,
    require_one_of,
)

MAX_NUMBERS, MAX_HEADS, MAX_TEXTS = 2**22, 1024, 64
SORTS = ("layer and head", "previous", "next", "first", "same word", "broad")
ARCS = ("head", "layer")
EAGER = '(transformers gives weights to a model loaded with attn_implementation="eager")'
MARKS = re.compile("^(##|Ġ|▁)")  # tokenizers mark a piece that continues, or begins, a word


class HeadsView(Widget):
    """Shows the attention weights or scores of every head, all on one scale.

    The reader chooses a query and a head. Up to 16 heads are all shown at a readable size, one
    layer at a time. More heads are shown as thumbnails, with a row per layer, and the chosen head
    is enlarged. If the text has at most 64 tokens, the page also draws arcs from the chosen query:
    those of the chosen head, or those of all heads of its layer.

    Thumbnails can be sorted by what a head attends to. Each measure is a mean over the queries:
    the weight on the previous token ("previous"), on the next token ("next"), on the first token,
    without that token's own query ("first"), and on other occurrences of the same token ("same
    word"). "broad" measures how evenly a row is spread over the keys that it uses: its entropy,
    divided by the largest possible one.

    `matrices` may have one of these forms:

    - a tensor (heads, queries, keys) or (layers, heads, queries, keys)
    - a list or tuple of one text's layers, each (heads, queries, keys) or (1, heads, queries,
      keys), such as transformers' `attentions`
    - several texts, for the reader to choose from: a list of tensors, one per text, each of the
      first form. Texts may differ in length, not in their layers and heads
    - a batch: a tuple of layers, each (samples, heads, queries, keys), such as transformers'
      `attentions` of several texts

    In the last two forms `tokens` is a list of lists, one per text or sample. A list then means
    texts, and a tuple means layers.

    Args:
        matrices: Attention weights, from 0 to 1, or scores of any size, in a form above.
        tokens: A label per query; for several texts, a list of labels per text.
        key_tokens: A label per key, in the same form, if the keys come from another text, as in
            cross-attention; `tokens` when left out.
        words: For each token the index of its word, or None, as returned by `word_ids()` of
            transformers' tokenizers; for several texts, a list of these per text. The pieces of a
            word are then joined by `analysis.join_pieces`, and "##", "Ġ" and "▁" are removed from
            their labels.
        titles: A title per head, or a list of titles per layer; "head 0", "head 1", ... when left
            out.
        kind: "weights" or "scores".
        query: The row that is marked at first.
        head: The head that is enlarged at first; -1 for none.
        layer: The layer that is shown at first.
        text: The text that is shown at first. If the reader changes to a text without the marked
            query, because it is shorter, its last query is marked.
        sort: How the thumbnails are sorted at first: "layer and head", "previous", "next", "first",
            "same word" or "broad".
        arcs: Whose arcs are drawn at first, if there are thumbnails: the chosen head's ("head"), or
            those of all heads of its layer ("layer").

    Raises:
        TypeError: `matrices` is neither a dense floating-point tensor nor a list or tuple of these,
            or an index is not an integer.
        ValueError: Shapes and labels do not fit, a number is not finite, a weight is outside 0
            to 1, an index is out of range, or there are more than 1,024 heads in all layers, 64
            texts, or 2^22 numbers in all. (2^22 is 16 heads of 512 tokens, or 144 heads of 170.)

    A page stores a weight in units of 1/60,000, in 2.7 bytes, and a score in single precision, in
    5.4 bytes. `save("heads.html")` writes a separate page. In a page without a kernel, "Copy link
    to this" gives an address that shows the same text, layer, head, query and order again.

    PyTorch's weights have a batch axis, and are averaged over the heads by default:

    >>> import torch
    >>> layer = torch.nn.MultiheadAttention(8, 2, batch_first=True)
    >>> x = torch.randn(1, 3, 8)
    >>> weights = layer(x, x, x, average_attn_weights=False)[1]
    >>> weights.shape  # (batch, heads, queries, keys)
    torch.Size([1, 2, 3, 3])
    >>> view = HeadsView(weights[0], ["the", "cat", "sat"])

    Two texts of different lengths, to choose from in a menu:

    >>> texts = [["the", "cat", "sat"], ["a", "dog"]]
    >>> view = HeadsView([weights[0], weights[0, :, :2, :2]], texts)
    """

    _module = "heads_view.js"

    matrices = Fixed()
    tokens = Fixed()
    key_tokens = Fixed()
    titles = Fixed()
    kind = Fixed()
    text = Editable(lambda self, value: require_index("text", value, len(self.tokens)))
    query = Editable(lambda self, value: require_index("query", value, len(self.tokens[self.text])))
    head = Editable(
        lambda self, value: require_index("head", value, len(self.titles[0]), minimum=-1)
    )
    layer = Editable(lambda self, value: require_index("layer", value, len(self.titles)))
    sort = Editable(lambda self, value: require_one_of("sort", value, _sorts(self.kind)))
    arcs = Editable(lambda self, value: require_one_of("arcs", value, ARCS))

    def __init__(
        self,
        matrices: (
            Float[Tensor, "*layers heads queries keys"]
            | Sequence[Float[Tensor, "*layers heads _ _"]]
        ),
        tokens: Sequence[str] | Sequence[Sequence[str]],
        *,
        key_tokens: Sequence[str] | Sequence[Sequence[str]] | None = None,
        words: Sequence[int | None] | Sequence[Sequence[int | None]] | None = None,
        titles: Sequence[str] | Sequence[Sequence[str]] | None = None,
        kind: str = "weights",
        query: int = 0,
        head: int = -1,
        layer: int = 0,
        text: int = 0,
        sort: str = "layer and head",
        arcs: str = "head",
    ):
        require_one_of("kind", kind, ("weights", "scores"))
        has_several_texts = isinstance(matrices, (list, tuple)) and _has_lists(tokens)
        if has_several_texts and isinstance(matrices, tuple):
            matrices = _split_batch(matrices, len(tokens))
        texts = _list_texts(matrices, kind) if has_several_texts else [_read_text(matrices, kind)]
        n_layers, n_heads = texts[0].shape[:2]
        labels, key_labels = (
            _list_labels(name, given, [text.shape[axis] for text in texts], has_several_texts)
            for name, given, axis in (
                ("tokens", tokens, -2),
                ("key_tokens", tokens if key_tokens is None else key_tokens, -1),
            )
        )
        if words is not None:
            if key_tokens is not None:
                raise ValueError(
                    "words must be None if key_tokens is given; got both "
                    "(analysis.join_pieces joins the pieces of either)"
                )
            texts, labels = _join(texts, labels, words, has_several_texts)
            key_labels = labels
        pack = pack_weights if kind == "weights" else pack_scores
        super().__init__(
            matrices=[pack(text) for text in texts],
            tokens=labels,
            key_tokens=key_labels,
            titles=_list_titles(titles, n_layers, n_heads),
            kind=kind,
            text=text,
            query=query,
            head=head,
            layer=layer,
            sort=sort,
            arcs=arcs,
        )

    @traitlets.observe("text")
    def _keep_query(self, _):
        if self.text in range(len(self.tokens)):  # traitlets announces a refused value too
            self.query = min(self.query, len(self.tokens[self.text]) - 1)


def _sorts(kind: str) -> tuple[str, ...]:
    """How thumbnails can be sorted: by no measure if they are scores, which do not sum to 1."""
    return SORTS if kind == "weights" else SORTS[:1]


def _has_lists(labels: Any) -> bool:
    """Whether labels are lists, one per text."""
    return isinstance(labels, (list, tuple)) and any(isinstance(x, (list, tuple)) for x in labels)


def _split_batch(layers: tuple[Any, ...], n_samples: int) -> list[Tensor]:
    """Accepts the layers of a batch, each (samples, heads, queries, keys); returns its texts."""
    for i, layer in enumerate(layers):
        checks.require_floating(f"matrices[{i}]", layer, min_dims=3)
        if layer.dim() != 4 or len(layer) != n_samples or layer.shape != layers[0].shape:
            raise ValueError(
                f"matrices[{i}] must be a layer of {n_samples} samples, one per list of tokens, "
                f"with the shape of matrices[0]; got {checks.describe(layer)} (a tuple means "
                "layers, a list means texts)"
            )
    return list(torch.stack(layers, dim=1)) if layers else []


def _list_texts(matrices: Any, kind: str) -> list[Tensor]:
    """Accepts texts with the same layers and heads, and no more numbers than a page can hold."""
    if not 1 <= len(matrices) <= MAX_TEXTS:
        raise ValueError(f"matrices must be 1 to {MAX_TEXTS} texts; got {len(matrices)}")
    texts = []
    for i, matrix in enumerate(matrices):
        texts.append(_require_layers(f"matrices[{i}]", matrix, kind))
        if matrix.shape[:-2] != matrices[0].shape[:-2]:
            raise ValueError(
                f"matrices[{i}] must have the same layers and heads as matrices[0], "
                f"{tuple(matrices[0].shape[:-2])}; got {checks.describe(matrix)}"
            )
    n_numbers = sum(text.numel() for text in texts)
    if n_numbers > MAX_NUMBERS:
        raise ValueError(
            f"matrices must have at most {MAX_NUMBERS} numbers; got {n_numbers} in "
            f"{len(matrices)} texts (a page cannot hold more)"
        )
    return texts


def _read_text(matrices: Any, kind: str) -> Tensor:
    """Accepts (heads, queries, keys), with layers before them or in a list of layers."""
    if not isinstance(matrices, (list, tuple)):
        return _require_layers("matrices", matrices, kind)
    layers = []
    for i, matrix in enumerate(matrices):
        if matrix is None:
            raise TypeError(f"matrices[{i}] must be a torch.Tensor; got None {EAGER}")
        checks.require_floating(f"matrices[{i}]", matrix, min_dims=3)
        layer = matrix[0] if matrix.dim() == 4 and len(matrix) == 1 else matrix
        if layer.dim() != 3:
            raise ValueError(
                f"matrices[{i}] must be a layer of one text, (heads, queries, keys) or with a "
                f"batch of 1; got {checks.describe(matrix)} (for a batch, tokens is a list of "
                "lists, one per sample)"
            )
        if layers and layer.shape != layers[0].shape:
            raise ValueError(
                f"matrices[{i}] must have the shape of matrices[0], {tuple(layers[0].shape)}; "
                f"got {checks.describe(layer)}"
            )
        layers.append(layer)
    if not layers:
        raise ValueError(f"matrices must have at least one layer; got none {EAGER}")
    return _require_layers("matrices", torch.stack(layers), kind)


def _require_layers(name: str, matrix: Any, kind: str) -> Tensor:
    """Accepts the matrices of one text, as (layers, heads, queries, keys)."""
    tensor = require_numbers(name, matrix, (3, 4), MAX_NUMBERS)
    tensor = tensor[None] if tensor.dim() == 3 else tensor
    if len(tensor) * tensor.shape[1] > MAX_HEADS:
        raise ValueError(
            f"{name} must have at most {MAX_HEADS} heads in all layers; "
            f"got {checks.describe(matrix)}"
        )
    low, high = tensor.min().item(), tensor.max().item()
    if kind == "weights" and (low < 0 or high > 1 + 1e-6):
        raise ValueError(
            f"{name} must be between 0 and 1 if kind is 'weights'; got {low:.3g} to {high:.3g}"
        )
    checks.require_finite(f"{name} in single precision", tensor.float())
    return tensor


def _join(
    texts: list[Tensor], labels: list[list[str]], words: Any, has_several_texts: bool
) -> tuple[list[Tensor], list[list[str]]]:
    """Joins the pieces of words, in texts and labels."""
    if has_several_texts:
        _require_lists("words", words, len(texts), "text")
    words_by_text = words if has_several_texts else [words]
    joined = [join_pieces(text, of) for text, of in zip(texts, words_by_text, strict=True)]
    whole = [
        ["".join(MARKS.sub("", pieces[i]) for i in run) for run in word_runs(of)]
        for pieces, of in zip(labels, words_by_text, strict=True)
    ]
    return joined, whole


def _list_labels(
    name: str, labels: Any, sizes: list[int], has_several_texts: bool
) -> list[list[str]]:
    """Accepts a label per entry; for several texts, a list of these per text."""
    if not has_several_texts:
        return [checks.require_strings(name, labels, sizes[0])]
    _require_lists(name, labels, len(sizes), "text")
    return [checks.require_strings(f"{name}[{i}]", labels[i], size) for i, size in enumerate(sizes)]


def _list_titles(titles: Any, n_layers: int, n_heads: int) -> list[list[str]]:
    """Accepts a title per head, or a list of these per layer; returns a list per layer."""
    if titles is None:
        titles = [f"head {i}" for i in range(n_heads)]
    if isinstance(titles, (list, tuple)) and any(isinstance(t, (list, tuple)) for t in titles):
        _require_lists("titles", titles, n_layers, "layer")
        return [
            checks.require_strings(f"titles[{i}]", row, n_heads) for i, row in enumerate(titles)
        ]
    return [checks.require_strings("titles", titles, n_heads)] * n_layers


def _require_lists(name: str, value: Any, size: int, what: str) -> None:
    """Accepts `size` lists; not a string, which Python would take for a list of letters."""
    rule = f"{name} must be {size} lists, one per {what}"
    if not isinstance(value, (list, tuple)):
        raise TypeError(f"{rule}; got {checks.describe(value)}")
    if len(value) != size or any(isinstance(entry, str) for entry in value):
        raise ValueError(f"{rule}; got {len(value)}: {checks.describe(value)}")
