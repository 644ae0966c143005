"""PruneView: heads removed one after another, and a model's accuracy after each."""

from collections.abc import Mapping, Sequence
from typing import Any

from jaxtyping import Float
from torch import Tensor

from mha_lib import checks
from mha_lib.widgets.base import Editable, Fixed, Widget, index_below, nested_list, one_of

MAX_LAYERS, MAX_HEADS, MAX_ORDERS = 16, 16, 6
MAX_FREE = 10  # heads: a page can carry the subsets of no more
COMPUTED = (
    "one at a time",
    "greedy",
    "best",
    "random",
)  # lines that the page computes from a table
OWN = "your own"
_DIGITS = 4  # of an accuracy in the page


class PruneView(Widget):
    """Accuracy against heads removed: compares orders of removal.

    Heads are numbered through the layers: head h of layer l is number l * n_heads + h.

    With a table of all subsets, for at most 10 heads, the reader removes heads freely. The page
    shows all subsets as dots, and computes four lines from the table: "one at a time" sorts the
    heads by the accuracy without each alone, "greedy" measures the remaining heads again after each
    cut, "best" is the best subset of each size, and "random" the mean over all of them. Without a
    table, it shows only the recorded lines, and a slider steps along them.

    Args:
        n_layers: Layers, at most 16.
        n_heads: Heads in each layer, at most 16.
        subsets: 2^(n_layers * n_heads) accuracies. Bit k of an index says that head k is removed:
            entry 0 is the whole model, entry 5 (binary 101) is without heads 0 and 2. None for no
            table.
        orders: For each line's name its heads, in the order of removal. With a table: each head
            once. Without: a pair of these heads and the accuracies with 0, 1, ... of them removed;
            None instead of the heads if the accuracies are a mean over choices. All lines have the
            same length.
        measure: What the numbers measure, in a word or two.
        line: The name of the line chosen at first: of an order, one that the page computes, or
            "your own"; the first when left out.
        cuts: Heads removed at first.

    Raises:
        TypeError: A number is not an integer, or the table is not a dense floating-point tensor.
        ValueError: Sizes do not fit, a head is missing or named twice, an accuracy is outside
            -1 to 1, or there is nothing to draw.
    """

    _module = "prune_view.js"

    layers = Fixed()
    heads = Fixed()
    subsets = Fixed()
    orders = Fixed()
    measure = Fixed()
    line = Editable(lambda self, value: one_of("line", value, self._names))
    cuts = Editable(lambda self, value: index_below("cuts", value, self._most + 1))
    own = Editable(lambda self, value: _heads("own", value, *[self.layers * self.heads] * 2))

    def __init__(
        self,
        n_layers: int,
        n_heads: int,
        *,
        subsets: Float[Tensor, " subsets"] | None = None,
        orders: Mapping[str, Any] | None = None,
        measure: str = "accuracy",
        line: str | None = None,
        cuts: int = 0,
    ):
        for name, size, most in (
            ("n_layers", n_layers, MAX_LAYERS),
            ("n_heads", n_heads, MAX_HEADS),
        ):
            if checks.require_int(name, size, 1) > most:
                raise ValueError(f"{name} must be at most {most}; got {size}")
        n = n_layers * n_heads
        table = [] if subsets is None else _table(subsets, n)
        listed = _orders({} if orders is None else orders, n, free=bool(table))
        if not table and not listed:
            raise ValueError("orders must hold at least one line where subsets is None; got none")
        self._names = [order["name"] for order in listed]
        self._names += [*COMPUTED, OWN] if table else []
        self._most = n if table else len(listed[0]["accuracies"]) - 1
        if not isinstance(measure, str):
            raise TypeError(f"measure must be text; got {checks.describe(measure)}")
        super().__init__(
            layers=n_layers,
            heads=n_heads,
            subsets=table,
            orders=listed,
            measure=measure,
            line=self._names[0] if line is None else line,
            cuts=cuts,
            own=list(range(n)),
        )


def _table(subsets: object, n: int) -> list[float]:
    """The accuracies of all subsets of n heads, rounded."""
    if n > MAX_FREE:
        raise ValueError(
            f"subsets must be None for more than {MAX_FREE} heads, for a page to carry all; got {n}"
        )
    accuracies = nested_list("subsets", subsets, (1,))
    if len(accuracies) != 2**n:
        raise ValueError(f"subsets must hold 2^{n} = {2**n} accuracies; got {len(accuracies)}")
    return _accuracies("subsets", accuracies)


def _accuracies(name: str, values: Sequence[Any]) -> list[float]:
    accuracies = [checks.require_number(name, value) for value in values]
    for accuracy in accuracies:
        if not -1 <= accuracy <= 1:
            raise ValueError(f"{name} must lie in -1 to 1; got {accuracy}")
    return [round(accuracy, _DIGITS) for accuracy in accuracies]


def _orders(orders: object, n: int, free: bool) -> list[dict[str, Any]]:
    """Accepts orders; returns each line as the page reads it."""
    if not isinstance(orders, Mapping) or len(orders) > MAX_ORDERS:
        raise ValueError(
            f"orders must map at most {MAX_ORDERS} names to heads; got {checks.describe(orders)}"
        )
    names = checks.require_strings("orders", orders, len(orders))
    taken = [name for name in names if name == OWN or (free and name in COMPUTED)]
    if taken:
        raise ValueError(f"orders must leave the name {taken[0]!r} to the page; got it")
    if free:
        heads = [_heads(f"order {name!r}", orders[name], n, n) for name in names]
        rows = [(row, None) for row in heads]
    else:
        rows = [_recorded(f"order {name!r}", orders[name], n) for name in names]
        lengths = sorted({len(accuracies) for _, accuracies in rows})
        if len(lengths) > 1:
            got = checks.join_words(map(str, lengths))
            raise ValueError(f"orders must be equally long; got {got} accuracies")
    return [
        {"name": name, "heads": order, "accuracies": accuracies}
        for name, (order, accuracies) in zip(names, rows, strict=True)
    ]


def _recorded(name: str, pair: Any, n: int) -> tuple[list[int] | None, list[float]]:
    if not isinstance(pair, tuple) or len(pair) != 2 or not isinstance(pair[1], Sequence):
        raise TypeError(f"{name} must be a pair (heads, accuracies); got {checks.describe(pair)}")
    accuracies = _accuracies(name, pair[1])
    if not 2 <= len(accuracies) <= n + 1:
        raise ValueError(f"{name} must have 2 to {n + 1} accuracies; got {len(accuracies)}")
    return (None if pair[0] is None else _heads(name, pair[0], n, len(accuracies) - 1)), accuracies


def _heads(name: str, heads: Any, n: int, size: int) -> list[int]:
    """Accepts `size` different heads out of n."""
    if not isinstance(heads, Sequence):
        raise TypeError(f"{name} must be a list of heads; got {checks.describe(heads)}")
    listed = [checks.require_int(name, head, 0) for head in heads]
    if len(listed) != size or len(set(listed)) < size or max(listed) >= n:
        raise ValueError(f"{name} must name {size} different heads below {n}; got {listed}")
    return listed
