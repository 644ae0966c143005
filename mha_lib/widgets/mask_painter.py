"""MaskPainter: a boolean mask to paint, and how three functions read the same array."""

from collections.abc import Sequence

from jaxtyping import Bool, Float
from torch import Tensor

from mha_lib import checks
from mha_lib.widgets.base import Editable, Fixed, Widget, require_booleans, to_nested_list


class MaskPainter(Widget):
    """Shows how this library, nn.MultiheadAttention and SDPA read the same array of True and False.

        mha_lib                          True = may attend; a row with no key gives zeros
        nn.MultiheadAttention            True = blocked; a row with no key gives NaN
        F.scaled_dot_product_attention   True = may attend; a row with no key gives zeros

    The last two lines say what torch 2.13 returns on a CPU, and for the module with
    need_weights=True. With need_weights=False and gradients, the module treats a row with no key
    like zero weights. Without gradients, its fast path (even head counts) returns NaN.

    Args:
        scores: (queries, keys), before the softmax; at most 12 queries and 12 keys.
        tokens: A label per query.
        key_tokens: A label per key; `tokens` when left out.
        mask: (queries, keys), True = may attend; all True when left out.

    Raises:
        TypeError: `scores` is not a dense floating-point tensor, or `mask` not a boolean one.
        ValueError: Shapes and labels do not fit, a score is not finite, or there are more than 12
            queries or keys.
    """

    _module = "mask_painter.js"

    scores = Fixed()
    tokens = Fixed()
    key_tokens = Fixed()
    mask = Editable(
        lambda self, value: require_booleans("mask", value, len(self.tokens), len(self.key_tokens))
    )

    def __init__(
        self,
        scores: Float[Tensor, "queries keys"],
        tokens: Sequence[str],
        *,
        key_tokens: Sequence[str] | None = None,
        mask: Bool[Tensor, "queries keys"] | None = None,
    ):
        listed = to_nested_list("scores", scores, (2,))
        n_queries, n_keys = scores.shape
        if max(n_queries, n_keys) > 12:
            raise ValueError(
                f"scores must have at most 12 queries and 12 keys; got {checks.describe(scores)}"
            )
        checks.require_attention_mask(mask, (n_queries, n_keys))
        if mask is None:
            painted = [[True] * n_keys for _ in range(n_queries)]
        else:
            painted = mask.expand(n_queries, n_keys).tolist()
        tokens = checks.require_strings("tokens", tokens, n_queries)
        key_tokens = tokens if key_tokens is None else key_tokens
        super().__init__(
            scores=listed,
            tokens=tokens,
            key_tokens=checks.require_strings("key_tokens", key_tokens, n_keys),
            mask=painted,
        )
