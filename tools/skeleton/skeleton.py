"""Skeleton: what dividing some scores does to their softmax."""

from collections.abc import Sequence

from jaxtyping import Float
from torch import Tensor

from mha_lib import checks
from mha_lib.widgets.base import Editable, Fixed, Widget, require_int_between, to_nested_list

MAX_DIVISOR = 10
MAX_LABELS = 12


class Skeleton(Widget):
    """The softmax of scores, divided by a number that the reader chooses.

    Args:
        scores: One number per label, at most 12.
        labels: What each score belongs to.
        divisor: What scores are divided by at first, 1 to 10.

    Raises:
        TypeError: `scores` is not a floating-point tensor, a label not a string, or `divisor` not
            an integer.
        ValueError: A score is not finite, there are too many or not one per label, or `divisor` is
            out of range.
    """

    _module = "skeleton.js"

    scores = Fixed()
    labels = Fixed()
    divisor = Editable(lambda _, value: require_int_between("divisor", value, 1, MAX_DIVISOR))

    def __init__(
        self, scores: Float[Tensor, " labels"], labels: Sequence[str], *, divisor: int = 1
    ):
        numbers = to_nested_list("scores", scores, dims=(1,))
        if len(numbers) > MAX_LABELS:
            raise ValueError(f"scores must be at most {MAX_LABELS} numbers; got {len(numbers)}")
        names = checks.require_strings("labels", labels, len(numbers))
        super().__init__(scores=numbers, labels=names, divisor=divisor)
