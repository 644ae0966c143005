"""Skeleton: what dividing some scores does to their softmax."""

from jaxtyping import Float
from torch import Tensor

from mha_lib.widgets.base import Editable, Fixed, Widget, require_int_between, to_nested_list

MAX_DIVISOR = 10
MAX_KEYS = 12


class Skeleton(Widget):
    """The softmax of scores, divided by a number that the reader chooses.

    Args:
        scores: One number per key, at most 12.
        divisor: What scores are divided by at first, 1 to 10.

    Raises:
        TypeError: `scores` is not a floating-point tensor, or `divisor` not an integer.
        ValueError: `scores` has more than one dimension, too many numbers, or one that is not
            finite; or `divisor` is out of range.
    """

    _module = "skeleton.js"

    scores = Fixed()
    max_divisor = Fixed()
    divisor = Editable(lambda _, value: require_int_between("divisor", value, 1, MAX_DIVISOR))

    def __init__(self, scores: Float[Tensor, " keys"], *, divisor: int = 1):
        numbers = to_nested_list("scores", scores, dims=(1,))
        if len(numbers) > MAX_KEYS:
            raise ValueError(f"scores must be at most {MAX_KEYS} numbers; got {len(numbers)}")
        super().__init__(scores=numbers, max_divisor=MAX_DIVISOR, divisor=divisor)
