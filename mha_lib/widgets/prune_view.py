"""PruneView: heads removed one after another, and a model's accuracy after each."""

from collections.abc import Mapping, Sequence
from typing import Any

from jaxtyping import Float
from torch import Tensor

from mha_lib import checks
from mha_lib.widgets.base import (
    Editable,
    Fixed,
    Widget,
    require_int_between,
    require_one_of,
    to_nested_list,
)

MAX_LAYERS, MAX_HEADS, MAX_LINES = 16, 16, 6
MAX_TABLE_HEADS = 10  # a page cannot hold the subsets of more heads
# The lines that the page computes from a table.
COMPUTED = ("one at a time", "greedy", "best", "random")
YOUR_OWN = "your own"
_DIGITS = 4  # of an accuracy in the page

RemovalOrder = Sequence[int]  # numbers of heads
RemovalLine = tuple[RemovalOrder | None, Sequence[float]]  # and the accuracies along the line


class PruneView(Widget):
    """Compares orders in which heads can be removed, by the accuracy after each removal.

    Heads are numbered through the layers: head h of layer l is number l * n_heads + h.

    With a table of all subsets, for at most 10 heads, the reader removes heads freely. The page
    shows all subsets as dots, and computes four lines from the table: "one at a time" sorts the
    heads by the accuracy without each alone, "greedy" measures the remaining heads again after each
    cut, "best" is the best subset of each size, and "random" is the mean over all subsets of each
    size. The lines are drawn as far as the reader has removed heads. Without a table, it shows only
    the given lines, and a slider steps along them.

    Args:
        n_layers: Layers, at most 16.
        n_heads: Heads in each layer, at most 16.
        subsets: The table, 2^(n_layers * n_heads) accuracies, or None. If bit k of an index is set,
            head k is removed: entry 0 is the whole model, entry 5 (binary 101) is without heads 0
            and 2.
        lines: Maps the name of a line to its heads, in the order of removal. With a table, a line
            has each head once. Without a table, it is a pair (heads, accuracies with 0, 1, ... of
            them removed); heads is None if the accuracies are means over several choices of heads.
            All lines then have the same number of accuracies.
        measure: What the numbers are, in a word or two.
        line: The line chosen at first: a name in `lines`, a line that the page computes, or "your
            own"; the first line when left out.
        n_removed: Heads removed at first.

    Raises:
        TypeError: `lines` is not a mapping from strings, a number is not an integer, or the table
            is not a dense floating-point tensor.
        ValueError: Sizes do not fit, a head is missing or named twice, an accuracy is outside
            -1 to 1, or there is nothing to draw.
    """

    _module = "prune_view.js"

    n_layers = Fixed()
    n_heads = Fixed()
    subsets = Fixed()
    lines = Fixed()
    measure = Fixed()
    line = Editable(lambda self, value: require_one_of("line", value, self._names))
    n_removed = Editable(lambda self, value: require_int_between("n_removed", value, 0, self._most))
    your_order = Editable(lambda self, value: _require_heads("your_order", value, self._n, self._n))

    def __init__(
        self,
        n_layers: int,
        n_heads: int,
        *,
        subsets: Float[Tensor, " subsets"] | None = None,
        lines: Mapping[str, RemovalOrder | RemovalLine] | None = None,
        measure: str = "accuracy",
        line: str | None = None,
        n_removed: int = 0,
    ):
        require_int_between("n_layers", n_layers, 1, MAX_LAYERS)
        require_int_between("n_heads", n_heads, 1, MAX_HEADS)
        n = self._n = n_layers * n_heads
        table = [] if subsets is None else _require_table(subsets, n)
        listed = _require_lines({} if lines is None else lines, n, has_table=bool(table))
        if not table and not listed:
            raise ValueError("lines must have at least one line if subsets is None; got none")
        self._names = [line["name"] for line in listed]
        self._names += [*COMPUTED, YOUR_OWN] if table else []
        self._most = n if table else len(listed[0]["accuracies"]) - 1
        if not isinstance(measure, str):
            raise TypeError(f"measure must be a string; got {checks.describe(measure)}")
        super().__init__(
            n_layers=n_layers,
            n_heads=n_heads,
            subsets=table,
            lines=listed,
            measure=measure,
            line=self._names[0] if line is None else line,
            n_removed=n_removed,
            your_order=list(range(n)),
        )


def _require_table(subsets: object, n: int) -> list[float]:
    """Accepts a table of the accuracies of all subsets of n heads; returns them rounded."""
    if n > MAX_TABLE_HEADS:
        raise ValueError(
            f"subsets must be None for more than {MAX_TABLE_HEADS} heads; got a tensor for {n} "
            "heads (a page cannot hold more subsets)"
        )
    accuracies = to_nested_list("subsets", subsets, (1,))
    if len(accuracies) != 2**n:
        raise ValueError(f"subsets must have 2^{n} = {2**n} accuracies; got {len(accuracies)}")
    return _require_accuracies("subsets", accuracies)


def _require_accuracies(name: str, values: Sequence[Any]) -> list[float]:
    """Accepts numbers from -1 to 1; returns them rounded."""
    accuracies = [checks.require_number(name, value) for value in values]
    for accuracy in accuracies:
        if not -1 <= accuracy <= 1:
            raise ValueError(f"{name} must be between -1 and 1; got {accuracy}")
    return [round(accuracy, _DIGITS) for accuracy in accuracies]


def _require_lines(lines: object, n: int, has_table: bool) -> list[dict[str, Any]]:
    """Accepts lines, and returns each as the page reads it.

    Args:
        has_table: Whether there is a table of all subsets, so that lines need no accuracies.
    """
    rule = f"lines must map at most {MAX_LINES} names to heads"
    if not isinstance(lines, Mapping):
        raise TypeError(f"{rule}; got {checks.describe(lines)}")
    if len(lines) > MAX_LINES:
        raise ValueError(f"{rule}; got {checks.describe(lines)}")
    names = checks.require_strings("lines", lines, len(lines))
    taken = [name for name in names if name == YOUR_OWN or (has_table and name in COMPUTED)]
    if taken:
        raise ValueError(
            f"lines must not use the reserved name {taken[0]!r}; "
            f"got the names {checks.join_words(names)}"
        )
    if has_table:
        rows = [(_require_heads(f"line {name!r}", lines[name], n, n), None) for name in names]
    else:
        rows = [_require_line(f"line {name!r}", lines[name], n) for name in names]
        lengths = sorted({len(accuracies) for _, accuracies in rows})
        if len(lengths) > 1:
            got = checks.join_words(map(str, lengths))
            raise ValueError(f"lines must have the same number of accuracies; got {got}")
    return [
        {"name": name, "heads": heads, "accuracies": accuracies}
        for name, (heads, accuracies) in zip(names, rows, strict=True)
    ]


def _require_line(name: str, pair: Any, n: int) -> tuple[list[int] | None, list[float]]:
    if not isinstance(pair, tuple) or len(pair) != 2 or not isinstance(pair[1], Sequence):
        raise TypeError(f"{name} must be a pair (heads, accuracies); got {checks.describe(pair)}")
    accuracies = _require_accuracies(name, pair[1])
    if not 2 <= len(accuracies) <= n + 1:
        raise ValueError(f"{name} must have 2 to {n + 1} accuracies; got {len(accuracies)}")
    return (
        None if pair[0] is None else _require_heads(name, pair[0], n, len(accuracies) - 1)
    ), accuracies


def _require_heads(name: str, heads: Any, n: int, size: int) -> list[int]:
    """Accepts `size` different heads out of n."""
    if not isinstance(heads, Sequence):
        raise TypeError(f"{name} must be a list of heads; got {checks.describe(heads)}")
    listed = [checks.require_int(name, head, 0) for head in heads]
    if len(listed) != size or len(set(listed)) < size or max(listed) >= n:
        different = checks.count_noun(size, "different head")
        raise ValueError(f"{name} must name {different} below {n}; got {listed}")
    return listed
