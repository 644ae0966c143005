"""LoadsView: one model loaded right and wrong, and what a demo sees of it."""

from collections.abc import Sequence

from jaxtyping import Float
from torch import Tensor

from mha_lib import checks
from mha_lib.widgets.base import Editable, Fixed, Widget, index_below, nested_list

MAX_LOADS, MAX_TEXTS, MAX_STATES = 12, 12, 25
STEPS = 20  # of the threshold, from 0 to 1


class LoadsView(Widget):
    """Wrong loads side by side: similar sentences, what a demo finds, and the error inside.

    The first load is the right one. The reader chooses another, and sees both matrices of
    similarities, how often the largest number of a row is the pair's, how many pairs and others lie
    above a threshold that the reader moves, and the error after each layer.

    Args:
        names: A name a load, the right one first.
        similarities: Of each sentence with each of the others, for each load, -1 to 1; the pairs on
            the diagonal. Sent with four digits.
        errors: How far the states are off before the first layer and after each, as a share.
        first: The sentences of the rows.
        second: Those of the columns.
        load: The load that is chosen at first.
        threshold: From which similarity two sentences count as the same, in twentieths.
        pair: Row and column that are chosen at first.

    Raises:
        TypeError: Numbers are no floating-point tensor, or an index is not an integer.
        ValueError: Sizes do not fit, there are more than 12 loads, 12 sentences a side or 25
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
        alike = nested_list("similarities", similarities, dims=(3,))
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
                f"errors must be ({loads}, at most {MAX_STATES}), a row a load; "
                f"got {checks.describe(errors)}"
            )
        if errors.min() < 0:
            raise ValueError(f"errors must be at least 0; got {errors.min().item():.3g}")
        super().__init__(
            names=checks.require_strings("names", names, loads),
            similarities=[[[round(s, 4) for s in row] for row in one] for one in alike],
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
    return [index_below("pair", place, n) for place in pair]
