"""LoadsView: one model loaded correctly and wrongly, and what a demo shows of the difference."""

from collections.abc import Sequence

from jaxtyping import Float
from torch import Tensor

from mha_lib import checks
from mha_lib.widgets.base import Editable, Fixed, Widget, index_below, nested_list

MAX_LOADS, MAX_TEXTS, MAX_STATES = 12, 12, 25
STEPS = 20  # of the threshold, from 0 to 1


class LoadsView(Widget):
    """Wrong loads compared: similarities of sentences, what a demo finds, and the error inside.

    The first load is the correct one. The reader chooses another, and sees both matrices of
    similarities, how often the largest number of a row is the pair's, how many pairs and others are
    above a threshold that the reader moves, and the error after each layer.

    Args:
        names: A name per load, the correct one first.
        similarities: Those of each row's sentence with each column's, for each load, -1 to 1; the
            pairs on the diagonal. Rounded to four digits.
        errors: The relative errors of the states before the first layer and after each.
        first: The sentences of the rows.
        second: The sentences of the columns.
        load: The load chosen at first.
        threshold: The similarity from which two sentences count as the same, in twentieths.
        pair: Row and column chosen at first.

    Raises:
        TypeError: Numbers are not a floating-point tensor, or an index is not an integer.
        ValueError: Sizes do not fit, there are more than 12 loads, 12 sentences per side or 25
            states, or something is out of range.
    """

    _module = "loads_view.js"

    names = Fixed()
    similarities = Fixed()
    errors = Fixed()
    first = Fixed()
    second = Fixed()
    load = Editable(lambda self, value: index_below("load", value, len(self.names)))
    threshold = Editable(lambda _, value: index_below("threshold", value, STEPS + 1))
    pair = Editable(lambda self, value: _pair(value, len(self.first)))

    def __init__(
        self,
        names: Sequence[str],
        similarities: Float[Tensor, "loads n n"],
        errors: Float[Tensor, "loads states"],
        first: Sequence[str],
        second: Sequence[str],
        *,
        load: int = 0,
        threshold: int = 6,
        pair: tuple[int, int] = (0, 0),
    ):
        listed = nested_list("similarities", similarities, dims=(3,))
        off = nested_list("errors", errors, dims=(2,))
        loads, n = similarities.shape[:2]
        if loads > MAX_LOADS or n > MAX_TEXTS or similarities.shape[2] != n:
            raise ValueError(
                f"similarities must be (loads, n, n), at most {MAX_LOADS} loads and n = "
                f"{MAX_TEXTS}; got {checks.describe(similarities)}"
            )
        if similarities.abs().max() > 1 + 1e-3:
            raise ValueError(
                f"similarities must lie in -1 to 1; got {similarities.abs().max().item():.3g}"
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
            similarities=[[[round(s, 4) for s in row] for row in one] for one in listed],
            errors=[[float(f"{e:.3g}") for e in row] for row in off],
            first=checks.require_strings("first", first, n),
            second=checks.require_strings("second", second, n),
            load=load,
            threshold=threshold,
            pair=pair,
        )


def _pair(pair: object, n: int) -> list[int]:
    if not isinstance(pair, list | tuple) or len(pair) != 2:
        raise ValueError(f"pair must be a row and a column; got {checks.describe(pair)}")
    return [index_below("pair", index, n) for index in pair]
