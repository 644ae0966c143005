"""PatternFit: patterns of weights, and how well a head of a chosen width fits them."""

from collections.abc import Mapping, Sequence

from jaxtyping import Float
from torch import Tensor

from mha_lib import checks
from mha_lib.widgets.base import (
    Editable,
    Fixed,
    Widget,
    require_booleans,
    require_index,
    require_int_between,
    require_one_of,
    to_nested_list,
)

MAX_PATTERNS, MIN_TOKENS, MAX_TOKENS = 6, 3, 10
N_TURN_STEPS = 24  # in a whole turn
YOUR_OWN = "your own"


class PatternFit(Widget):
    """Fits the queries and keys of one head to a pattern of weights, at every width.

    The page does the fitting: 1,000 steps of Adam on the cross-entropy of pattern and weights, from
    each of four seeds. The best fit is shown. Scores are divided by the root of the width. The
    table shows the widths that the reader has tried. Besides these patterns, the reader can draw
    one: each query attends equally to the cells chosen in its row. Keys of width 1 to 3 are drawn
    as points; points of width 3 turn.

    Args:
        patterns: Weights by name, whose rows sum to 1; at most 6.
        tokens: A label per token, for queries and keys; 3 to 10.
        pattern: The name of the pattern shown at first, or "your own"; the first when left out.
        d_head: Width of queries and keys at first, 1 to one less than there are tokens.
        query: The row marked at first.
        turn: How far keys of width 3 are turned at first, 0 to 23, in steps of 15 degrees.

    Raises:
        TypeError: `patterns` is not a mapping from strings, a pattern is not a dense floating-point
            tensor, or a number not an integer.
        ValueError: Shapes and labels do not fit, a weight is negative, a row does not sum to 1, or
            a choice is out of range.
    """

    _module = "pattern_fit.js"

    names = Fixed()
    patterns = Fixed()
    tokens = Fixed()
    n_turn_steps = Fixed()
    pattern = Editable(
        lambda self, value: require_one_of("pattern", value, [*self.names, YOUR_OWN])
    )
    your_pattern = Editable(
        lambda self, value: require_booleans(
            "your_pattern", value, len(self.tokens), len(self.tokens)
        )
    )
    d_head = Editable(
        lambda self, value: require_int_between("d_head", value, 1, len(self.tokens) - 1)
    )
    query = Editable(lambda self, value: require_index("query", value, len(self.tokens)))
    turn = Editable(lambda _, value: require_int_between("turn", value, 0, N_TURN_STEPS - 1))

    def __init__(
        self,
        patterns: Mapping[str, Float[Tensor, "tokens tokens"]],
        tokens: Sequence[str],
        *,
        pattern: str | None = None,
        d_head: int = 1,
        query: int = 0,
        turn: int = 0,
    ):
        rule = f"patterns must map 1 to {MAX_PATTERNS} names to weights"
        if not isinstance(patterns, Mapping):
            raise TypeError(f"{rule}; got {checks.describe(patterns)}")
        if not 1 <= len(patterns) <= MAX_PATTERNS:
            raise ValueError(f"{rule}; got {checks.describe(patterns)}")
        names = checks.require_strings("patterns", patterns, len(patterns))
        if YOUR_OWN in names:
            raise ValueError(
                f"patterns must not use the reserved name {YOUR_OWN!r}; "
                f"got the names {checks.join_words(names)}"
            )
        n = checks.require_floating(f"pattern {names[0]!r}", patterns[names[0]]).shape[-1]
        if not MIN_TOKENS <= n <= MAX_TOKENS:
            raise ValueError(f"patterns must have {MIN_TOKENS} to {MAX_TOKENS} tokens; got {n}")
        listed = [_require_weights(name, weights, n) for name, weights in patterns.items()]
        super().__init__(
            names=names,
            patterns=listed,
            tokens=checks.require_strings("tokens", tokens, n),
            n_turn_steps=N_TURN_STEPS,
            pattern=names[0] if pattern is None else pattern,
            # At first each query attends to the token before it, the first one to the last.
            your_pattern=[[j == (i - 1) % n for j in range(n)] for i in range(n)],
            d_head=d_head,
            query=query,
            turn=turn,
        )


def _require_weights(name: str, value: object, n: int) -> list[list[float]]:
    """Accepts n rows of n weights."""
    name = f"pattern {name!r}"
    weights = checks.require_floating(name, value)
    if tuple(weights.shape) != (n, n):
        raise ValueError(f"{name} must have the shape {(n, n)}; got {checks.describe(weights)}")
    listed = to_nested_list(name, weights, (2,))
    rule = f"{name} must have rows that are non-negative and sum to 1"
    for i, row in enumerate(weights):
        if row.min() < 0:
            raise ValueError(f"{rule}; got {row.min():.3g} in row {i}")
        if (row.sum() - 1).abs() > 1e-4:
            raise ValueError(f"{rule}; got a sum of {row.sum():.6g} in row {i}")
    return listed
