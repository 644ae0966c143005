"""LayerView: the drawing of a layer, in which the reader asks how any number is computed."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from jaxtyping import Float
from torch import Tensor

from mha_lib import checks
from mha_lib.book.drawings import layer
from mha_lib.head_parameters import HeadParameters
from mha_lib.widgets.base import (
    Editable,
    Fixed,
    Widget,
    require_index,
    require_list,
    require_one_of,
    to_nested_list,
)

_MATRICES = ("W_Q", "W_K", "W_V", "W_O")


class LayerView(Widget):
    """Draws a layer of attention with all its numbers; point at a number to see how it is computed.

    This is the drawing of `mha_lib.book.drawings.layer`. The number asked about is framed, as are
    the row and the column that it is computed from. Their numbers are printed, with the sum below.
    In a page without a kernel, "Copy link to this" gives an address that shows the same again.

    Args:
        x: A vector per token.
        head_parameters: At most 3 heads, without biases, each with its own keys and values.
        tokens: A label per token, at most 6.
        row: The token whose row is printed from x to the output at first.
        asked: The number asked about at first, as (stage, head, row, column). Stages are
            x, W_Q, W_K, W_V, Q, K, V, weights, average (one row per token), concatenated, W_O and
            sum (the output). The head of x and of the sum is 0; a column of the concatenation
            counts within its head. When left out, it is the largest weight of `row` in head 0.
        notes: A few words per head, below its weights.
        aside: Lines of words next to the output.
        columns: Names for the columns of x: from the name of a group of columns, or "", to the
            columns' own names.
        output_columns: Names for the columns of the output, likewise.

    Raises:
        TypeError: `x` is not a dense floating-point tensor, `head_parameters` is not a
            HeadParameters, or an index is not an integer.
        ValueError: Sizes do not fit each other or the drawing, a head has biases, `row` or `asked`
            is out of range, or names do not fit the columns.
    """

    _module = "layer_view.js"

    wide = Fixed()
    tall = Fixed()
    tokens = Fixed()
    x = Fixed()
    parameters = Fixed()
    row = Fixed()
    asked = Editable(lambda self, value: _require_asked(value, self.x, self.parameters))

    def __init__(
        self,
        x: Float[Tensor, "tokens d_model"],
        head_parameters: HeadParameters,
        tokens: Sequence[str],
        *,
        row: int = 0,
        asked: Sequence[str | int] = (),
        notes: Sequence[str] = (),
        aside: Sequence[str] = (),
        columns: Mapping[str, Sequence[str]] | None = None,
        output_columns: Mapping[str, Sequence[str]] | None = None,
    ):
        if not isinstance(head_parameters, HeadParameters):
            raise TypeError(
                f"head_parameters must be HeadParameters; got {checks.describe(head_parameters)}"
            )
        row = checks.require_int("row", row, 0)
        drawing = layer(
            x,
            head_parameters,
            tokens,
            row=row,
            notes=notes,
            aside=aside,
            columns=columns,
            output_columns=output_columns,
        )
        parameters = {
            name: to_nested_list(name, getattr(head_parameters, name), (3,)) for name in _MATRICES
        }
        super().__init__(
            wide=drawing.wide.svg("wide", drawing.name),
            tall=drawing.tall.svg("tall", drawing.name),
            tokens=list(tokens),
            x=to_nested_list("x", x, (2,)),
            parameters=parameters,
            row=row,
            asked=asked,
        )


def _require_asked(value: Any, x: list[Any], parameters: dict[str, Any]) -> list[Any]:
    """Accepts a number of the drawing as stage, head, row and column; or an empty list."""
    asked = list(require_list("asked", value))
    if not asked:
        return asked
    if len(asked) != 4:
        raise ValueError(
            "asked must be empty or have a stage, a head, a row and a column; "
            f"got {checks.describe(value)}"
        )
    n_tokens, d_model = len(x), len(x[0])
    W_Q, W_V = parameters["W_Q"], parameters["W_V"]
    n_heads, d_head, d_value = len(W_Q), len(W_Q[0][0]), len(W_V[0][0])
    sizes = {
        "x": (1, n_tokens, d_model),
        "W_Q": (n_heads, d_model, d_head),
        "W_K": (n_heads, d_model, d_head),
        "W_V": (n_heads, d_model, d_value),
        "Q": (n_heads, n_tokens, d_head),
        "K": (n_heads, n_tokens, d_head),
        "V": (n_heads, n_tokens, d_value),
        "weights": (n_heads, n_tokens, n_tokens),
        "average": (n_heads, n_tokens, d_value),
        "concatenated": (n_heads, n_tokens, d_value),
        "W_O": (n_heads, d_value, d_model),
        "sum": (1, n_tokens, d_model),
    }
    stage = require_one_of("asked", asked[0], list(sizes))
    return [stage, *map(partial(require_index, "asked"), asked[1:], sizes[stage])]
