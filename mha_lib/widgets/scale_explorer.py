"""ScaleExplorer: what the width of a head does to scores, and what the division undoes."""

from mha_lib import checks
from mha_lib.widgets.base import Editable, Fixed, Widget, require_int_between, require_one_of

WIDTHS = [2**power for power in range(11)]
DIVISORS = ["none", "sqrt(d_head)", "d_head"]
MAX_SEED = 9999


class ScaleExplorer(Widget):
    """Shows how width and divisor change scores and their softmax, for random queries and keys.

    Each query has eight keys. The page draws the vectors, from the seed. Their entries are
    independent, with mean 0 and variance 1. Scores are the vectors' actual dot products, because
    the scores of a narrow head are not normally distributed.

    Args:
        d_head: Width of queries and keys at first: 1, 2, 4, ... 1024.
        divisor: What scores are divided by at first: "none", "sqrt(d_head)" or "d_head".
        seed: Which vectors are drawn, 0 to 9999.

    Raises:
        TypeError: `d_head` or `seed` is not an integer.
        ValueError: A choice is out of range.
    """

    _module = "scale_explorer.js"

    widths = Fixed()
    max_seed = Fixed()
    d_head = Editable(lambda _, value: _require_width(value))
    divisor = Editable(lambda _, value: require_one_of("divisor", value, DIVISORS))
    seed = Editable(lambda _, value: require_int_between("seed", value, 0, MAX_SEED))

    def __init__(self, *, d_head: int = 64, divisor: str = "none", seed: int = 1):
        super().__init__(
            widths=WIDTHS, max_seed=MAX_SEED, d_head=d_head, divisor=divisor, seed=seed
        )


def _require_width(value: object) -> int:
    """Accepts a width that the slider reaches."""
    width = checks.require_int("d_head", value)
    if width not in WIDTHS:
        raise ValueError(f"d_head must be a power of 2 up to {WIDTHS[-1]}; got {width}")
    return width
