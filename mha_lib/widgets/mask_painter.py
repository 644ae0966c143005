"""MaskPainter: a boolean mask to paint, and what three readers make of the same array."""

from collections.abc import Sequence

import traitlets
from jaxtyping import Bool, Float
from torch import Tensor

from mha_lib import checks
from mha_lib.widgets.base import Widget, nested_list


class MaskPainter(Widget):
    """One array of True and False, read by this library, nn.MultiheadAttention and SDPA.

        mha_lib                          True = may attend; a row of nothing gives zeros
        nn.MultiheadAttention            True = blocked; a row of nothing gives NaN
        F.scaled_dot_product_attention   True = may attend; a row of nothing gives zeros

    The last two are what torch 2.13 gives on a CPU, the module with need_weights=True. With
    need_weights=False its output for such a row is that of zero weights while gradients are
    recorded; without gradients its fast path, for an even number of heads, gives NaN again.

    Args:
        scores: (queries, keys), before the softmax; at most 12 x 12.
        tokens: A label a query.
        key_tokens: A label a key; `tokens` when left out.
        mask: (queries, keys), True = may attend; everything may when left out.

    Raises:
        TypeError: `scores` is not a dense floating-point tensor, or `mask` not a boolean one.
        ValueError: Shapes and labels do not fit, a score is not finite, or there are more than 12
            queries or keys.
    """

    _module = "mask_painter.js"

    scores = traitlets.List().tag(sync=True)
    tokens = traitlets.List().tag(sync=True)
    key_tokens = traitlets.List().tag(sync=True)
    mask = traitlets.List().tag(sync=True)

    def __init__(
        self,
        scores: Float[Tensor, "queries keys"],
        tokens: Sequence[str],
        *,
        key_tokens: Sequence[str] | None = None,
        mask: Bool[Tensor, "queries keys"] | None = None,
    ):
        listed = nested_list("scores", scores, (2,))
        n_queries, n_keys = scores.shape
        if max(n_queries, n_keys) > 12:
            raise ValueError(
                f"scores must have at most 12 queries and 12 keys; got {checks.describe(scores)}"
            )
        checks.attention_mask(mask, (n_queries, n_keys))
        if mask is None:
            painted = [[True] * n_keys for _ in range(n_queries)]
        else:
            painted = mask.expand(n_queries, n_keys).tolist()
        tokens = checks.texts("tokens", tokens, n_queries)
        key_tokens = tokens if key_tokens is None else key_tokens
        super().__init__(
            scores=listed,
            tokens=tokens,
            key_tokens=checks.texts("key_tokens", key_tokens, n_keys),
            mask=painted,
        )

    @traitlets.validate("scores", "tokens", "key_tokens")
    def _check_shown(self, proposal):
        return self._as_made(proposal)

    @traitlets.validate("mask")
    def _check_mask(self, proposal):
        mask, size = proposal["value"], (len(self.tokens), len(self.key_tokens))
        rows = [row if isinstance(row, list | tuple) else () for row in mask]
        if len(rows) != size[0] or any(len(row) != size[1] for row in rows):
            raise ValueError(
                f"mask must be {size[0]} lists of {size[1]}; got {checks.describe(mask)}"
            )
        if not all(isinstance(entry, bool) for row in rows for entry in row):
            raise TypeError(f"mask must hold True and False; got {checks.describe(mask)}")
        return [list(row) for row in rows]
