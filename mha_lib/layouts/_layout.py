"""Layout: how one system stores an attention, and how its names are recognized."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from torch import Tensor

from mha_lib import checks
from mha_lib.head_parameters import HeadParameters
from mha_lib.layouts._other_tensors import refusal_of
from mha_lib.layouts._solve_sizes import solve
from mha_lib.parameter_table import BIASES, HEAD_MARKS, ParameterTable


@dataclass(frozen=True, kw_only=True)
class Layout:
    """Describes how one system stores the parameters of an attention.

    Args:
        name: The name that `layouts.pack` and `layouts.unpack` take.
        table: The table of its parameters; see `mha_lib.parameter_table`.
        fallback_table: A second table, for parameters that `table` cannot store; None if there is
            no second table.
        source: Where the tables were read.
        refused: Parameters of the same layer that HeadParameters cannot hold, with the reason.
        must_be_removed: Tensors that files store with an attention but that are not part of it,
            each with what it is. `layouts.unpack` asks you to remove them.
        divides_scores: Whether the system divides the scores by sqrt(d_head). If it does not,
            `layouts.pack` multiplies W_Q by 1 / sqrt(d_head), and `layouts.unpack` undoes it.
        rotary: Which features of a head the system's own class rotates together, as
            `Candidate.rotary` names them; "" if it rotates none. Other classes with the same names
            may rotate other pairs.
        behavior_outside_parameters: What the system does to queries, keys or scores that no
            parameter shows.
    """

    name: str
    table: ParameterTable
    fallback_table: ParameterTable | None = None
    source: str
    refused: Mapping[str, str] = field(default_factory=dict)
    must_be_removed: Mapping[str, str] = field(default_factory=dict)
    divides_scores: bool = True
    rotary: str = ""
    behavior_outside_parameters: str = ""

    @property
    def tables(self) -> list[ParameterTable]:
        """The table, and the fallback table if there is one."""
        return [self.table] if self.fallback_table is None else [self.table, self.fallback_table]

    def match(
        self, state: Mapping[str, Tensor], n_heads: int | None = None
    ) -> tuple[ParameterTable, dict[str, Tensor], dict[str, int]]:
        """Finds the table that names and shapes fit.

        Returns:
            The table, the tensors by its names, and the sizes that follow from shapes and names.

        Raises:
            TypeError: `n_heads` is not an integer, a parameter is not a dense floating-point
                tensor, or dtypes or devices differ.
            ValueError: `n_heads` is below 1, or names or shapes are not the system's.
        """
        if n_heads is not None:
            n_heads = checks.require_int("n_heads", n_heads)
        tensors = self.with_own_separator(state)
        table, biases = self._choose_table(set(tensors))
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
        return table, tensors, self._add_head_sizes(table, sizes)

    def _add_head_sizes(self, table: ParameterTable, sizes: dict[str, int]) -> dict[str, int]:
        """Adds the sizes that follow from the number of heads if n_heads * d_head = d_model."""
        if "n_heads" not in sizes or not table.square:
            return sizes
        n_heads, d_model = sizes["n_heads"], sizes["d_model"]
        d_head, rest = divmod(d_model, n_heads)
        if rest:
            raise ValueError(
                f"n_heads must divide d_model for layout {self.name!r}; got n_heads={n_heads}, "
                f"d_model={d_model}"
            )
        kv_width = sizes.pop("n_kv_heads*d_head", d_model)
        n_kv_heads, rest = divmod(kv_width, d_head)
        if rest or n_heads % n_kv_heads:
            raise ValueError(
                f"n_heads must be a multiple of the number of KV heads; got n_heads={n_heads} for "
                f"d_model={d_model} and keys of width {kv_width}, in layout {self.name!r}"
            )
        return sizes | {"d_head": d_head, "n_kv_heads": n_kv_heads}

    def with_own_separator(self, state: Mapping[Any, Any]) -> dict[str, Any]:
        """Replaces "." by "/" in names if the system's own are joined by "/"."""
        separator = "/" if "/" in next(iter(self.table.rows)) else "."
        names = {str(name).replace(".", separator): value for name, value in state.items()}
        if len(names) < len(state):
            raise ValueError(
                f"state_dict must contain each parameter of layout {self.name!r} once, its name "
                f"joined by '/' or by '.'; got {_shortened(map(str, state))}"
            )
        return names

    def _choose_table(self, names: set[str]) -> tuple[ParameterTable, frozenset[str]]:
        """The table and the biases that have exactly these names."""
        for name in sorted(names & set(self.refused)):
            raise ValueError(
                f"state_dict must not hold {name} for layout {self.name!r}: {self.refused[name]}; "
                f"got {_shortened(names)}"
            )
        known = {name for table in self.tables for name in self._all_names(table, names)}
        for name in sorted(names - known - set(self.must_be_removed)):
            if reason := refusal_of(name):
                raise ValueError(
                    f"state_dict must not hold {name} for layout {self.name!r}: {reason}; "
                    f"got {_shortened(names)}"
                )
        extra = sorted(names & set(self.must_be_removed))
        if extra:
            raise ValueError(
                f"state_dict must leave out {checks.join_words(extra)} for layout {self.name!r}: "
                f"{self.must_be_removed[extra[0]]}; got {_shortened(names)}"
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
        hint = f"missing {_shortened(missing)}, unexpected {_shortened(unexpected)}"
        raise ValueError(
            f"state_dict must contain the parameters of layout {self.name!r}, {self.describe()}; "
            f"got {_shortened(names)} ({hint})"
        )

    def _all_names(self, table: ParameterTable, names: set[str]) -> Iterable[str]:
        """All names that a table may have, with as many heads as the names count."""
        return table.shapes(BIASES, table.count_heads(names))

    def describe(self) -> str:
        """Lists the names in one line: `[a, b] or [c, d], with or without [e]`."""
        always = [
            [
                *table.rows_with(table.required_biases),
                *([table.groups_name] if table.groups_name else []),
            ]
            for table in self.tables
        ]
        most = self.table.rows_with(frozenset[str]().union(*self.table.biases))
        optional = [name for name in most if name not in always[0]]
        lists = " or ".join(f"[{', '.join(names)}]" for names in always)
        options = f", with or without [{', '.join(optional)}]" if optional else ""
        return re.sub("|".join(map(re.escape, HEAD_MARKS)), "<head>", lists + options)


def pack_unscaled(params: HeadParameters, layout: Layout) -> dict[str, Tensor]:
    """Does what `layouts.pack` does, but leaves W_Q alone if the system does not divide scores.

    Raises:
        ValueError: The system cannot store the parameters.
    """
    tables = layout.tables
    table = next((table for table in tables if table.can_store(params)), tables[-1])
    return table.write(params, layout=layout.name)


def unpack_unscaled(
    state: Mapping[str, Tensor], layout: Layout, n_heads: int | None = None
) -> HeadParameters:
    """Does what `layouts.unpack` does, but leaves W_Q alone if the system does not divide scores.

    Raises:
        TypeError: A parameter is not a dense floating-point tensor, or dtypes or devices differ.
        ValueError: Names or shapes are not the system's, or `n_heads` is not known.
    """
    table, tensors, sizes = layout.match(state, n_heads)
    if "n_heads" not in sizes:
        raise ValueError(
            f"n_heads must be given for layout {layout.name!r}, whose stacked matrices do not "
            f"show it; got None"
        )
    params = table.read(tensors, sizes)
    if table is layout.fallback_table and layout.table.can_store(params):
        wanted = checks.join_words(layout.table.rows_with(frozenset()))
        raise ValueError(
            f"state_dict must contain {wanted}, as layout {layout.name!r} stores these sizes; "
            f"got {_shortened(tensors)}"
        )
    return params


def _shortened(names: Iterable[str], at_most: int = 8) -> str:
    """A list of names, shortened to fit in one line."""
    names = sorted(names)
    rest = f" and {len(names) - at_most} more" if len(names) > at_most else ""
    return f"{names[:at_most]}{rest}"
