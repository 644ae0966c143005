"""Layout: one system, its tables and what it does beside them; which names are its own."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from torch import Tensor

from mha_lib import checks
from mha_lib.layouts._shapes import solve
from mha_lib.storage import LISTS, Storage
from mha_lib.weights import HeadWeights


@dataclass(frozen=True, kw_only=True)
class Layout:
    """One system. It moves numbers, and changes none.

    Args:
        name: What `layouts.pack` and `layouts.unpack` call it.
        storage: Its table.
        apart: The table of weights that `storage` cannot hold, where there is one.
        source: Where the tables were read.
        refused: Parameters of the same layer that HeadWeights has no place for, with the reason.
        left_out: Tensors that stand beside an attention and are no part of it: what they are.
        divides_scores: Whether the system divides the scores by sqrt(d_head), as HeadWeights do.
            Where it does not, `layouts.pack` and `layouts.unpack` move the factor into W_Q and out
            of it; `write` and `read` leave it where it is.
        unstored: What the system does to queries, keys or scores without a weight for it.
    """

    name: str
    storage: Storage
    apart: Storage | None = None
    source: str
    refused: Mapping[str, str] = field(default_factory=dict)
    left_out: Mapping[str, str] = field(default_factory=dict)
    divides_scores: bool = True
    unstored: str = ""

    @property
    def tables(self) -> list[Storage]:
        """The system's one table, or both."""
        return [self.storage] if self.apart is None else [self.storage, self.apart]

    def write(self, hw: HeadWeights) -> dict[str, Tensor]:
        """The weights under the system's names, as views wherever that is possible.

        Raises:
            ValueError: The system cannot hold them.
        """
        table = next((table for table in self.tables if table.has_room(hw)), self.tables[-1])
        return table.write(hw, f"layout {self.name!r}")

    def read(self, state: Mapping[str, Tensor], n_heads: int | None = None) -> HeadWeights:
        """The system's state_dict, head by head, as views wherever that is possible.

        Raises:
            TypeError: A parameter is not a dense floating-point tensor, or dtypes or devices
                differ.
            ValueError: Names or shapes are not the system's, or nothing tells `n_heads`.
        """
        table, tensors, sizes = self.match(state, n_heads)
        if "n_heads" not in sizes:
            raise ValueError(
                f"n_heads must be given for layout {self.name!r}, whose stacked matrices do not "
                f"tell it; got None"
            )
        hw = table.read(tensors, sizes)
        if table is self.apart and self.storage.has_room(hw):
            wanted = checks.join_words(self.storage.rows_with(frozenset()))
            raise ValueError(
                f"state_dict must hold {wanted} for layout {self.name!r}, which stores weights of "
                f"these sizes that way; got {_some(tensors)}"
            )
        return hw

    def match(
        self, state: Mapping[str, Tensor], n_heads: int | None = None
    ) -> tuple[Storage, dict[str, Tensor], dict[str, int]]:
        """Holds names and shapes to a table.

        Returns:
            The table, the tensors under its names, and the sizes that shapes and names tell.

        Raises:
            TypeError: `n_heads` is no integer, or as `read`.
            ValueError: `n_heads` is below 1, or as `read`.
        """
        if n_heads is not None:
            n_heads = checks.require_int("n_heads", n_heads)
        tensors = self.rejoined(state)
        table, biases = self._table_of(set(tensors))
        counted = table.count_heads(tensors)
        if n_heads is not None and counted.get("h", n_heads) != n_heads:
            raise ValueError(
                f"n_heads must be {counted['h']}, as the names of layout {self.name!r} count them; "
                f"got {n_heads}"
            )
        shapes = table.shapes(biases, counted)
        first = next(iter(shapes))
        for name in shapes:
            checks.require_floating(name, tensors[name], min_dims=1)
            checks.require_same_dtype_and_device(name, tensors[name], first, tensors[first])
        sizes = solve(shapes, tensors, counted.get("h", n_heads))
        if "g" in counted:
            sizes["n_kv_heads"] = counted["g"]
        return table, tensors, self._with_heads(table, sizes)

    def _with_heads(self, table: Storage, sizes: dict[str, int]) -> dict[str, int]:
        """Adds what follows from the number of heads where n_heads * d_head = d_model."""
        if "n_heads" not in sizes or not table.square:
            return sizes
        n_heads, d_model = sizes["n_heads"], sizes["d_model"]
        d_head, rest = divmod(d_model, n_heads)
        if rest:
            raise ValueError(
                f"n_heads must divide d_model for layout {self.name!r}; got n_heads={n_heads}, "
                f"d_model={d_model}"
            )
        of_key_heads = sizes.pop("n_kv_heads*d_head", d_model)
        n_kv_heads, rest = divmod(of_key_heads, d_head)
        if rest or n_heads % n_kv_heads:
            raise ValueError(
                f"n_heads must leave whole groups to each key head of layout {self.name!r}; got "
                f"n_heads={n_heads} for d_model={d_model} and keys of width {of_key_heads}"
            )
        return sizes | {"d_head": d_head, "n_kv_heads": n_kv_heads}

    def rejoined(self, state: Mapping[Any, Any]) -> dict[str, Any]:
        """Nested names may be joined by "." where the system's own are joined by "/"."""
        joint = "/" if "/" in next(iter(self.storage.rows)) else "."
        names = {str(name).replace(".", joint): value for name, value in state.items()}
        if len(names) < len(state):
            raise ValueError(
                f"state_dict must hold each parameter of layout {self.name!r} once, its name "
                f"joined by '/' or by '.'; got {_some(map(str, state))}"
            )
        return names

    def _table_of(self, names: set[str]) -> tuple[Storage, frozenset[str]]:
        """The table, and the biases, that have exactly these names."""
        for name in sorted(names & set(self.refused)):
            raise ValueError(
                f"state_dict must not hold {name} for layout {self.name!r}, {self.refused[name]}; "
                f"got {_some(names)}"
            )
        beside = sorted(names & set(self.left_out))
        if beside:
            raise ValueError(
                f"state_dict must leave out {checks.join_words(beside)} for layout {self.name!r}, "
                f"{self.left_out[beside[0]]}; got {_some(names)}"
            )
        misses: list[tuple[set[str], set[str]]] = []
        for table in self.tables:
            counted = table.count_heads(names)
            for biases in table.biases:
                wanted = set(table.shapes(biases, counted))
                if wanted == names:
                    return table, biases
                misses.append((wanted - names, names - wanted))
        missing, unexpected = min(misses, key=lambda miss: (len(miss[0] | miss[1]), len(miss[1])))
        raise ValueError(
            f"state_dict must hold the parameters of layout {self.name!r}, {self.describe()}; "
            f"got {_some(names)} (missing {_some(missing)}, unexpected {_some(unexpected)})"
        )

    def describe(self) -> str:
        """The names in one line: `[a, b] or [c, d], with or without [e]`."""
        always = [
            [*table.rows_with(table.required_biases), *([table.groups] if table.groups else [])]
            for table in self.tables
        ]
        most = self.storage.rows_with(frozenset[str]().union(*self.storage.biases))
        may_be = [name for name in most if name not in always[0]]
        names = " or ".join(f"[{', '.join(each)}]" for each in always)
        more = f", with or without [{', '.join(may_be)}]" if may_be else ""
        return re.sub("|".join(map(re.escape, LISTS)), "<head>", names + more)


def _some(names: Iterable[str], at_most: int = 8) -> str:
    """A list of names that fits in a line."""
    names = sorted(names)
    more = f" and {len(names) - at_most} more" if len(names) > at_most else ""
    return f"{names[:at_most]}{more}"
