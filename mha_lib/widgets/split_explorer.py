"""SplitExplorer: many heads against one head on the same projections."""

from collections.abc import Sequence

from jaxtyping import Float
from torch import Tensor

from mha_lib import checks
from mha_lib.widgets.base import (
    Editable,
    Fixed,
    Widget,
    require_index,
    require_numbers,
    to_nested_list,
)

MAX_HEADS, MAX_TOKENS, MAX_WIDTH = 16, 32, 512


class SplitExplorer(Widget):
    """Shows what changes when the same queries, keys and values are split into heads.

    The page shows the heads' weights, the weights of a single head on the same projections, and the
    product of the heads' weights, raised to 1 / sqrt(n_heads), which equals the single head's
    weights. One slider changes the number of heads, another one scales `W_Q` and `W_K`.

    The page stores the projections `x @ W`, not the matrices. Attention needs only the projections,
    and they are so much smaller that an experiment of width 512 fits into a page. In a page without
    a kernel, "Copy link to this" gives an address that shows the same again.

    Args:
        x: The tokens' features.
        W_Q: Query matrix; head i owns the columns from i * d_head on.
        W_K: Key matrix; head i owns the same columns.
        W_V: Value matrix; head i owns the same columns.
        tokens: A label per token.
        n_heads: Heads at first, a divisor of d_model up to 16; when left out, the largest up to 8.
        scale: Factor on `W_Q` and on `W_K` at first: 0, or 0.001 to 30.
        query: The row marked at first.

    Raises:
        TypeError: A matrix is not a dense floating-point tensor, `n_heads` or `query` is not an
            integer, or `scale` is not a number.
        ValueError: Shapes and labels do not fit, a number is not finite, there are more than 32
            tokens or 512 features, or a choice is out of range.
    """

    _module = "split_explorer.js"

    projections = Fixed()  # queries, keys, values; ipywidgets has a `keys` already
    tokens = Fixed()
    max_heads = Fixed()
    n_heads = Editable(lambda self, value: _require_heads(value, len(self.projections[0][0])))
    scale = Editable(lambda _, value: _require_scale(value))
    query = Editable(lambda self, value: require_index("query", value, len(self.tokens)))

    def __init__(
        self,
        x: Float[Tensor, "tokens d_model"],
        W_Q: Float[Tensor, "d_model d_model"],
        W_K: Float[Tensor, "d_model d_model"],
        W_V: Float[Tensor, "d_model d_model"],
        tokens: Sequence[str],
        *,
        n_heads: int | None = None,
        scale: float | int = 1.0,
        query: int = 0,
    ):
        x = require_numbers("x", x, (2,))
        n_tokens, d_model = x.shape
        if n_tokens > MAX_TOKENS or d_model > MAX_WIDTH:
            raise ValueError(
                f"x must have at most {MAX_TOKENS} tokens and {MAX_WIDTH} features; "
                f"got {checks.describe(x)}"
            )
        projections = []
        for name, W in (("W_Q", W_Q), ("W_K", W_K), ("W_V", W_V)):
            W = require_numbers(name, W, (2,))
            if W.shape != (d_model, d_model):
                raise ValueError(
                    f"{name} must be square and as wide as x, {(d_model, d_model)}; "
                    f"got {checks.describe(W)}"
                )
            projections.append(to_nested_list(f"x @ {name}", x @ W, (2,)))
        if n_heads is None:
            n_heads = max(h for h in range(1, 9) if d_model % h == 0)
        super().__init__(
            projections=projections,
            tokens=checks.require_strings("tokens", tokens, n_tokens),
            max_heads=MAX_HEADS,
            n_heads=n_heads,
            scale=scale,
            query=query,
        )


def _require_heads(value: object, d_model: int) -> int:
    """Accepts a number of heads that splits `d_model` evenly."""
    n_heads = checks.require_int("n_heads", value)
    if n_heads > MAX_HEADS or d_model % n_heads:
        raise ValueError(
            f"n_heads must divide d_model, {d_model}, and be at most {MAX_HEADS}; got {n_heads}"
        )
    return n_heads


def _require_scale(value: object) -> float:
    """Accepts 0, or a factor that the slider reaches."""
    scale = checks.require_number("scale", value)
    if scale != 0 and not 0.001 <= scale <= 30:
        raise ValueError(f"scale must be 0 or between 0.001 and 30; got {value}")
    return scale
