"""BlockStack: the heads' matrices concatenated, and four ways to store the same numbers."""

from collections.abc import Sequence
from typing import Any

from mha_lib import checks
from mha_lib.widgets.base import (
    Editable,
    Fixed,
    Widget,
    require_index,
    require_int_between,
    require_list,
    require_one_of,
)

MAX_HEADS, MAX_WIDTH, MAX_TOKENS = 8, 16, 8
STORAGES = ("per head", "stacked", "packed", "interleaved")
_PROJECTIONS = ("Q", "K", "V")


class BlockStack(Widget):
    """Shows which block of the stacked matrices computes which columns of the product.

    Every cell of W_Q, W_K and W_V has a number, which it keeps in every storage:

        per head      3 * n_heads matrices (d_model, d_head)
        stacked       3 matrices, the heads concatenated in each
        packed        1 matrix, [W_Q W_K W_V] of the stacked matrices
        interleaved   1 matrix, head by head: [q_0 k_0 v_0 q_1 k_1 v_1 ...]

    Args:
        n_heads: Number of heads, at most 8.
        d_model: Width of the tokens, at most 16.
        d_head: Width of one head; n_heads * d_head is at most 16.
        n_tokens: Rows of x, at most 8.
        head: The head that is marked at first.
        storage: One of the four names above.
        cell: The number chosen at first, (projection, head, row, column) such as
            ("Q", 2, 0, 1), or () for none.

    Raises:
        TypeError: A size or `head` is not an integer.
        ValueError: A size is below 1 or too large to be read, `head` or `cell` is out of range, or
            `storage` is not one of the four.
    """

    _module = "block_stack.js"

    n_heads = Fixed()
    d_model = Fixed()
    d_head = Fixed()
    n_tokens = Fixed()
    head = Editable(lambda self, value: require_index("head", value, self.n_heads))
    storage = Editable(lambda _, value: require_one_of("storage", value, list(STORAGES)))
    cell = Editable(
        lambda self, value: _require_cell(value, self.n_heads, self.d_model, self.d_head)
    )

    def __init__(
        self,
        n_heads: int = 4,
        d_model: int = 8,
        d_head: int = 2,
        n_tokens: int = 4,
        *,
        head: int = 0,
        storage: str = "stacked",
        cell: Sequence[str | int] = (),
    ):
        require_int_between("n_heads", n_heads, 1, MAX_HEADS)
        require_int_between("d_model", d_model, 1, MAX_WIDTH)
        require_int_between("n_tokens", n_tokens, 1, MAX_TOKENS)
        checks.require_int("d_head", d_head)
        if n_heads * d_head > MAX_WIDTH:
            raise ValueError(
                f"n_heads * d_head must be at most {MAX_WIDTH}; got {n_heads} * {d_head} = "
                f"{n_heads * d_head}"
            )
        super().__init__(
            n_heads=n_heads,
            d_model=d_model,
            d_head=d_head,
            n_tokens=n_tokens,
            head=head,
            storage=storage,
            cell=cell,
        )


def _require_cell(value: Any, n_heads: int, d_model: int, d_head: int) -> list[Any]:
    """Accepts [] for no cell, or [projection, head, row, column]."""
    value = require_list("cell", value)
    if len(value) not in (0, 4) or (value and value[0] not in _PROJECTIONS):
        raise ValueError(
            f'cell must be [] or ["Q", "K" or "V", head, row, column]; got {checks.describe(value)}'
        )
    indices = zip(("head", "row", "column"), value[1:], (n_heads, d_model, d_head), strict=False)
    return [
        *value[:1],
        *(require_index(f"cell's {name}", index, size) for name, index, size in indices),
    ]
