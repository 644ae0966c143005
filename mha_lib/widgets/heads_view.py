"""HeadsView: attention weights, head by head, to be looked into."""

from collections.abc import Sequence

import traitlets
from jaxtyping import Float
from torch import Tensor

from mha_lib import checks
from mha_lib.widgets.base import Widget, index_below, nested_list

MAX_HEADS, MAX_TOKENS = 16, 64


class HeadsView(Widget):
    """Per-head matrices as small multiples on one scale, with a query and a head to choose.

    Args:
        matrices: Attention weights, rows from 0 to 1, or scores, any sign:
            (heads, queries, keys), or (layers, heads, queries, keys).
        tokens: A label a query.
        key_tokens: A label a key; `tokens` when left out.
        titles: A title a head; "head 0", "head 1", ... when left out.
        kind: "weights" or "scores".
        query: Row that is marked at first.
        head: Head that is enlarged at first; -1 for none.
        layer: Layer that is shown at first.

    Raises:
        TypeError: `matrices` is not a dense floating-point tensor, or an index not an integer.
        ValueError: Shapes and labels do not fit, a number is not finite, weights lie outside 0
            to 1, there are more than 16 heads, 64 tokens or 2^20 numbers in all (16 layers of
            that size), or an index is out of range.

    PyTorch's weights have a batch axis, and are averaged over the heads unless you say otherwise:

    >>> import torch
    >>> layer = torch.nn.MultiheadAttention(8, 2, batch_first=True)
    >>> x = torch.randn(1, 3, 8)
    >>> weights = layer(x, x, x, average_attn_weights=False)[1]
    >>> weights.shape  # (batch, heads, queries, keys)
    torch.Size([1, 2, 3, 3])
    >>> view = HeadsView(weights[0], ["the", "cat", "sat"])
    """

    _module = "heads_view.js"

    matrices = traitlets.List().tag(sync=True)
    tokens = traitlets.List().tag(sync=True)
    key_tokens = traitlets.List().tag(sync=True)
    titles = traitlets.List().tag(sync=True)
    kind = traitlets.Enum(["weights", "scores"], "weights").tag(sync=True)
    query = traitlets.Int(0).tag(sync=True)
    head = traitlets.Int(-1).tag(sync=True)
    layer = traitlets.Int(0).tag(sync=True)

    def __init__(
        self,
        matrices: Float[Tensor, "*layers heads queries keys"],
        tokens: Sequence[str],
        *,
        key_tokens: Sequence[str] | None = None,
        titles: Sequence[str] | None = None,
        kind: str = "weights",
        query: int = 0,
        head: int = -1,
        layer: int = 0,
    ):
        listed = nested_list("matrices", matrices, (3, 4))
        if matrices.dim() == 3:
            listed = [listed]
        n_layers, n_heads = len(listed), len(listed[0])
        n_queries, n_keys = matrices.shape[-2:]
        if n_heads > MAX_HEADS or max(n_queries, n_keys) > MAX_TOKENS:
            raise ValueError(
                f"matrices must have at most {MAX_HEADS} heads and {MAX_TOKENS} tokens; "
                f"got {checks.describe(matrices)}"
            )
        if kind not in ("weights", "scores"):
            raise ValueError(f'kind must be "weights" or "scores"; got {kind!r}')
        low, high = matrices.min().item(), matrices.max().item()
        if kind == "weights" and (low < 0 or high > 1 + 1e-6):
            raise ValueError(f"weights must lie in 0 to 1; got {low:.3g} to {high:.3g}")
        index_below("query", query, n_queries)
        index_below("head", head, n_heads, least=-1)
        index_below("layer", layer, n_layers)
        tokens = checks.texts("tokens", tokens, n_queries)
        key_tokens = tokens if key_tokens is None else key_tokens
        titles = [f"head {i}" for i in range(n_heads)] if titles is None else titles
        super().__init__(
            matrices=listed,
            tokens=tokens,
            key_tokens=checks.texts("key_tokens", key_tokens, n_keys),
            titles=checks.texts("titles", titles, n_heads),
            kind=kind,
            query=query,
            head=head,
            layer=layer,
        )

    @traitlets.validate("matrices", "tokens", "key_tokens", "titles", "kind")
    def _check_shown(self, proposal):
        return self._as_made(proposal)

    @traitlets.validate("query")
    def _check_query(self, proposal):
        return index_below("query", proposal["value"], len(self.tokens))

    @traitlets.validate("head")
    def _check_head(self, proposal):
        return index_below("head", proposal["value"], len(self.matrices[0]), least=-1)

    @traitlets.validate("layer")
    def _check_layer(self, proposal):
        return index_below("layer", proposal["value"], len(self.matrices))
