"""LoadsView: one model loaded correctly and wrongly, and what a demo shows of the difference."""

from collections.abc import Sequence

from jaxtyping import Float
from torch import Tensor

from mha_lib import checks
from mha_lib.widgets.base import (
    Editable,
    Fixed,
    Widget,
    require_index,
    require_int_between,
    to_nested_list,
)

MAX_LOADS, MAX_TEXTS, MAX_STATES = 12, 12, 25
MAX_THRESHOLD_STEPS = 20  # of 0.05 each, from 0 to 1


class LoadsView(Widget):
    """Compares a model that was loaded correctly with the same model loaded wrongly.

    The first load is the correct one. The reader chooses another, and sees both matrices of
    similarities, in how many rows the pair has the largest similarity, how many pairs and how many
    other sentences reach a threshold that the reader moves, and the error after each layer.

    Args:
        names: A name per load, the correct one first.
        similarities: For each load, how similar each sentence of `first` is to each sentence of
            `second`, -1 to 1. Pairs are on the diagonal. The page has four decimals.
        errors: For each load, the relative error of the states before the first layer and after
            each layer.
        first: The sentences of the rows.
        second: The sentences of the columns.
        load: The load chosen at first.
        threshold_steps: The initial threshold, from which on two sentences count as the same, in
            steps of 0.05: 6 means 0.30.
        pair: Row and column chosen at first.

    Raises:
        TypeError: `similarities` or `errors` is not a floating-point tensor, or an index is not an
            integer.
        ValueError: Sizes do not fit, there are more than 12 loads, 12 sentences per side or 25
            states, or an index or number is out of range.
    """

    _module = "loads_view.js"

    names = Fixed()
    similarities = Fixed()
    errors = Fixed()
    first = Fixed()
    second = Fixed()
    max_threshold_steps = Fixed()
    load = Editable(lambda self, value: require_index("load", value, len(self.names)))
    threshold_steps = Editable(
        lambda _, value: require_int_between("threshold_steps", value, 0, MAX_THRESHOLD_STEPS)
    )
    pair = Editable(lambda self, value: _require_pair(value, len(self.first)))

    def __init__(
        self,
        names: Sequence[str],
        similarities: Float[Tensor, "loads n n"],
        errors: Float[Tensor, "loads states"],
        first: Sequence[str],
        second: Sequence[str],
        *,
        load: int = 0,
        threshold_steps: int = 6,
        pair: tuple[int, int] = (0, 0),
    ):
        listed = to_nested_list("similarities", similarities, dims=(3,))
        off = to_nested_list("errors", errors, dims=(2,))
        loads, n = similarities.shape[:2]
        if loads > MAX_LOADS or n > MAX_TEXTS or similarities.shape[2] != n:
            raise ValueError(
                f"similarities must be (loads, n, n), at most {MAX_LOADS} loads and n = "
                f"{MAX_TEXTS}; got {checks.describe(similarities)}"
            )
        if similarities.abs().max() > 1 + 1e-3:
            raise ValueError(
                f"similarities must be between -1 and 1; got {similarities.abs().max().item():.3g}"
            )
        if len(errors) != loads or errors.shape[1] > MAX_STATES:
            raise ValueError(
                f"errors must be ({loads}, at most {MAX_STATES}), a row per load; "
                f"got {checks.describe(errors)}"
            )
        if errors.min() < 0:
            raise ValueError(f"errors must be at least 0; got {errors.min().item():.3g}")
        super().__init__(
            names=checks.require_strings("names", names, loads),
            similarities=[[[round(s, 4) for s in row] for row in matrix] for matrix in listed],
            errors=[[float(f"{e:.3g}") for e in row] for row in off],
            first=checks.require_strings("first", first, n),
            second=checks.require_strings("second", second, n),
            max_threshold_steps=MAX_THRESHOLD_STEPS,
            load=load,
            threshold_steps=threshold_steps,
            pair=pair,
        )


def _require_pair(pair: object, n: int) -> list[int]:
    if not isinstance(pair, list | tuple) or len(pair) != 2:
        raise ValueError(f"pair must be a row and a column; got {checks.describe(pair)}")
    return [require_index("pair", index, n) for index in pair]
