"""PatternFit: patterns of weights, and what a head of a chosen width makes of them."""

from collections.abc import Mapping, Sequence

import traitlets
from jaxtyping import Float
from torch import Tensor

from mha_lib import checks
from mha_lib.widgets.base import Widget, index_below, nested_list

MAX_PATTERNS, MIN_TOKENS, MAX_TOKENS = 6, 3, 10
OWN = "your own"


class PatternFit(Widget):
    """Fits the queries and keys of one head to a pattern of weights, at every width.

    The page does the fitting: Adam on the cross-entropy of pattern and weights, 1,000 steps from
    each of four starts, of which the best is shown. Scores are divided by the root of the width.
    Beside the patterns given, the reader can draw one: each query looks evenly at the cells chosen
    in its row.

    Args:
        patterns: From a name to weights, whose rows sum to 1; at most 6.
        tokens: A label a token, for queries and keys; 3 to 10.
        pattern: Name of the pattern shown at first, or "your own"; the first when left out.
        d_head: Width of queries and keys at first, 1 to one less than there are tokens.
        query: Row that is marked at first.

    Raises:
        TypeError: A pattern is not a dense floating-point tensor, or a number no integer.
        ValueError: Shapes and labels do not fit, a row is not weights, or a choice is out of range.
    """

    _module = "pattern_fit.js"

    names = traitlets.List().tag(sync=True)
    patterns = traitlets.List().tag(sync=True)
    tokens = traitlets.List().tag(sync=True)
    pattern = traitlets.Unicode().tag(sync=True)
    own = traitlets.List().tag(sync=True)
    d_head = traitlets.Int(1).tag(sync=True)
    query = traitlets.Int(0).tag(sync=True)

    def __init__(
        self,
        patterns: Mapping[str, Float[Tensor, "tokens tokens"]],
        tokens: Sequence[str],
        *,
        pattern: str | None = None,
        d_head: int = 1,
        query: int = 0,
    ):
        if not isinstance(patterns, Mapping) or not 1 <= len(patterns) <= MAX_PATTERNS:
            raise ValueError(
                f"patterns must map 1 to {MAX_PATTERNS} names to weights; "
                f"got {checks.describe(patterns)}"
            )
        names = checks.texts("patterns", patterns, len(patterns))
        if OWN in names:
            raise ValueError(f'patterns must leave the name "{OWN}" to the reader; got it')
        n = checks.floating(f"pattern {names[0]!r}", patterns[names[0]]).shape[-1]
        if not MIN_TOKENS <= n <= MAX_TOKENS:
            raise ValueError(f"patterns must have {MIN_TOKENS} to {MAX_TOKENS} tokens; got {n}")
        listed = [_weights(name, weights, n) for name, weights in patterns.items()]
        super().__init__(
            names=names,
            patterns=listed,
            tokens=checks.texts("tokens", tokens, n),
            pattern=_name(names[0] if pattern is None else pattern, names),
            # To begin with, the cell before one's own; the first query has the last key.
            own=[[j == (i - 1) % n for j in range(n)] for i in range(n)],
            d_head=index_below("d_head", d_head, n, 1),
            query=index_below("query", query, n),
        )

    @traitlets.validate("names", "patterns", "tokens")
    def _check_shown(self, proposal):
        return self._as_made(proposal)

    @traitlets.validate("pattern")
    def _check_pattern(self, proposal):
        return _name(proposal["value"], self.names)

    @traitlets.validate("own")
    def _check_own(self, proposal):
        n, rows = len(self.tokens), proposal["value"]
        if len(rows) != n or any(not isinstance(r, list) or len(r) != n for r in rows):
            raise ValueError(f"own must be {n} lists of {n}; got {checks.describe(rows)}")
        if not all(isinstance(entry, bool) for row in rows for entry in row):
            raise TypeError(f"own must hold True and False; got {checks.describe(rows)}")
        return rows

    @traitlets.validate("d_head")
    def _check_width(self, proposal):
        return index_below("d_head", proposal["value"], len(self.tokens), 1)

    @traitlets.validate("query")
    def _check_query(self, proposal):
        return index_below("query", proposal["value"], len(self.tokens))


def _weights(name: str, value: object, n: int) -> list[list[float]]:
    """Accepts n rows of n weights."""
    name = f"pattern {name!r}"
    weights = checks.floating(name, value)
    if tuple(weights.shape) != (n, n):
        raise ValueError(f"{name} must have the shape {(n, n)}; got {checks.describe(weights)}")
    listed = nested_list(name, weights, (2,))
    if weights.min() < 0 or (weights.sum(dim=1) - 1).abs().max() > 1e-4:
        raise ValueError(f"{name} must have rows of at least 0 that sum to 1; got another row")
    return listed


def _name(value: object, names: list[str]) -> str:
    """Accepts the name of a pattern, or of the reader's own."""
    if value not in (*names, OWN):
        raise ValueError(f"pattern must be one of {checks.words([*names, OWN])}; got {value!r}")
    return str(value)
