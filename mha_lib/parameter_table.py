"""Describes how a system stores its parameters, by a table of their names, contents and axes.

For example, GPT-2 stores the queries, keys and values of all heads in one matrix. Its row says so:

    "c_attn.weight": ("W_Q W_K W_V", "m (h d + h d + h d)")

The parameter "c_attn.weight" contains W_Q, W_K and W_V. It has two axes: the first has the features
of a token, `m`. The second concatenates three parts, first all queries, then all keys, then all
values. In each part head 0 comes first: `h d` is all heads, with d entries per head.

The same matrices in other systems:

    "in_proj_weight":         ("W_Q W_K W_V", "(h d + h d + h d) m")   torch
    "query_key_value.weight": ("W_Q W_K W_V", "(h (d + d + d)) m")     BLOOM
    "k_proj.weight":          ("W_K", "(g d) m")                       Llama
    "keys.{h}.weight":        ("W_K", "d m")                           one per head

Each letter is an axis:

    m    features of a token, d_model; mk and mv for keys and values that are
         projected from other tokens
    h    heads; g: heads of keys and values, if query heads share them;
         r: query heads per KV head, h = g r
    d    width of a head's queries and keys; v: width of its values

The notation is einops' notation, with `+` added:

    ( )  The axes inside are stored as one axis, the outermost first: in `(h d)`,
         head 0 has the first d entries.
    +    The contents of the parameter are concatenated. torch stores the queries
         of all heads first; BLOOM stores the query, key and value of head 0 first.
    {h}  in a name: there is one parameter for each head; {g}: one for each KV head.

If `m` is last, the parameter is the weight of an nn.Linear, W @ x. If `m` is first, it is used as
x @ W.

Everything else follows from the table: how to write and read parameters, their shapes, the number
of heads if names or shapes determine it, and what cannot be stored. For instance, if the heads of
the keys are an `h`, query heads cannot share them, and if the width of the values is a `d`, it must
be d_head.

Source: the notation is from einops, Rogozhnikov 2022, "Einops: Clear and Reliable Tensor
Manipulations with Einstein-like Notation".
"""

import math
import re
from collections import Counter
from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from itertools import chain

import torch
from torch import Tensor

from mha_lib import checks
from mha_lib.head_parameters import HeadParameters

# The axes of each tensor in HeadParameters, in their order.
CANONICAL_AXES = {
    "W_Q": "h m d",
    "W_K": "g mk d",
    "W_V": "g mv v",
    "W_O": "h v m",
    "b_Q": "h d",
    "b_K": "g d",
    "b_V": "g v",
    "b_O": "m",
}
# The axes that can make up an axis of HeadParameters, the outermost first: query head i has the
# KV head g = i // (query heads per KV head) and is number r among those that share it.
AXES_BY_KIND = {"heads": ("h", "g", "r"), "width": ("d", "v"), "features": ("m", "mk", "mv")}
AXIS_KINDS = {axis: kind for kind, axes in AXES_BY_KIND.items() for axis in axes}
SIZE_NAMES = {
    "h": "n_heads",
    "g": "n_kv_heads",
    "d": "d_head",
    "v": "d_value",
    "m": "d_model",
    "mk": "d_keys_in",
    "mv": "d_values_in",
}
BIASES = ("b_Q", "b_K", "b_V", "b_O")
HEAD_MARKS = {"{h}": "h", "{g}": "g"}  # in a name: one parameter for each of these heads


class Constraint(Enum):
    """A condition on the sizes that a table can store.

    If a table uses a different axis from HeadParameters, the two sizes must be equal. For example,
    `d` in place of `v` requires d_value = d_head.

    Args:
        text: What a HeadParameters must have, as in an error message.
        pairs: The axes whose sizes must be equal: (axis of HeadParameters, axis of the table). An
            axis may be a product, `h d`. An empty axis has size 1.
    """

    SQUARE_PROJECTIONS = "n_heads * d_head = d_model", {("h d", "m")}
    EQUAL_HEAD_WIDTHS = "d_value = d_head", {("v", "d")}
    NO_SHARED_KV_HEADS = "no shared KV heads", {("g", "h")}
    EQUAL_INPUT_WIDTHS = "keys and values from d_model features", {("mk", "m"), ("mv", "m")}
    ONE_HEAD = "one head", {("h", ""), ("g", "")}

    def __init__(self, text: str, pairs: set[tuple[str, str]]):
        self.text = text
        self.pairs = pairs

    def is_met(self, sizes: Mapping[str, int]) -> bool:
        """Whether axes of these sizes satisfy the constraint."""
        return all(
            _product(ours.split(), sizes) == _product(theirs.split(), sizes)
            for ours, theirs in self.pairs
        )


@dataclass(frozen=True)
class Axis:
    """One stored axis: outer axes, and then a sum of terms. Each term is a product of axes.

    In `(g (r d + d + d))`, the outer axis is g, and the terms are `r d`, `d` and `d`.
    """

    outer: tuple[str, ...]
    terms: tuple[tuple[str, ...], ...]

    @classmethod
    def parse(cls, text: str) -> "Axis":
        """Parses `m`, `(h d)`, `(h d + g d + g d)` or `(g (r d + d + d))`.

        >>> Axis.parse("(g (r d + d + d))")
        Axis(outer=('g',), terms=(('r', 'd'), ('d',), ('d',)))
        """
        outer, _, terms = text.strip("()").rpartition("(")
        return cls(tuple(outer.split()), tuple(tuple(t.split()) for t in terms.split("+")))

    @property
    def concatenates(self) -> bool:
        """Whether the contents of the parameter are concatenated along this axis."""
        return len(self.terms) > 1

    def term(self, index: int) -> tuple[str, ...]:
        """The term of content `index`, without the outer axes."""
        return self.terms[index if self.concatenates else 0]

    def size_expression(self, square: bool) -> str:
        """The size as an expression: `n_heads*d_head+n_kv_heads*d_head`, `3*d_model` if square."""
        products: list[str] = []
        for term in self.terms:
            letters = [*self.outer, *term]
            if "r" in letters:  # h = g r, in whichever order the two are stored
                letters = ["h" if letter == "g" else letter for letter in letters if letter != "r"]
            product = "*".join(SIZE_NAMES[letter] for letter in letters)
            products.append("d_model" if square and letters == ["h", "d"] else product)
        counts = Counter(products).items()
        return "+".join(f"{n}*{product}" if n > 1 else product for product, n in counts)


@dataclass(frozen=True)
class Row:
    """One row of a table: what a parameter contains, and its axes."""

    contents: tuple[str, ...]
    axes: tuple[Axis, ...]

    @classmethod
    def parse(cls, contents: str, axes: str) -> "Row":
        """Parses the two entries of a row, `"W_Q W_K W_V"` and `"(h d + h d + h d) m"`.

        Raises:
            ValueError: The row breaks a rule of the notation; the message says which.
        """
        split_axes = re.findall(r"\w+|\((?:[^()]|\([^()]*\))*\)", axes)
        row = cls(tuple(contents.split()), tuple(Axis.parse(axis) for axis in split_axes))
        row._require_valid(f"({contents!r}, {axes!r})")
        return row

    def _require_valid(self, written: str) -> None:
        """Refuses a row that breaks a rule of the notation."""
        if not self.contents or not set(self.contents) <= set(CANONICAL_AXES):
            raise ValueError(
                f"a row must contain some of {', '.join(CANONICAL_AXES)}; got {written}"
            )
        letters = {x for axis in self.axes for term in axis.terms for x in axis.outer + term}
        unknown = sorted(letters - set(AXIS_KINDS))
        if unknown:
            raise ValueError(
                f"a row must have axes of {', '.join(AXIS_KINDS)}; got {unknown[0]!r} in {written}"
            )
        n_terms = [len(axis.terms) for axis in self.axes if axis.concatenates]
        if n_terms != ([len(self.contents)] if len(self.contents) > 1 else []):
            raise ValueError(
                f"a row must have one term for each of its contents, along one axis; got {written}"
            )
        for index, name in enumerate(self.contents):
            kinds = [AXIS_KINDS[x] for x in self.letters(index) if AXIS_KINDS[x] != "heads"]
            wanted = {AXIS_KINDS[x] for x in CANONICAL_AXES[name].split()} - {"heads"}
            if sorted(kinds) != sorted(wanted):
                raise ValueError(
                    f"a row must give {name} its axes, as {CANONICAL_AXES[name]!r}; got {written}"
                )

    def letters(self, index: int) -> list[str]:
        """The axes of the content number `index`, in the order in which they are stored."""
        return [letter for axis in self.axes for letter in axis.outer + axis.term(index)]

    def canonical_axes(self, index: int) -> list[list[str]]:
        """The same axes, grouped into the axes of HeadParameters.

        Only the heads of W_Q, b_Q and W_O can be two axes, g and r. In HeadParameters, neighboring
        query heads share a KV head: query head i = (g's index) * r + (r's index). So g comes
        first.
        """
        stored = self.letters(index)
        kinds = [AXIS_KINDS[letter] for letter in CANONICAL_AXES[self.contents[index]].split()]
        return [[letter for letter in AXES_BY_KIND[kind] if letter in stored] for kind in kinds]

    @property
    def concat_axis(self) -> int:
        """The axis along which contents are concatenated; the first axis if there is only one
        content.
        """
        return next((i for i, axis in enumerate(self.axes) if axis.concatenates), 0)

    def write(self, parts: Mapping[str, Tensor], sizes: Mapping[str, int]) -> Tensor:
        """Combines the contents into the stored tensor, a view if possible.

        For example, BLOOM's matrix with h = 2, d = 3 and m = 6, "(h (d + d + d)) m":

            W_Q, as in HeadParameters h m d              (2, 6, 3)
            1. reorder the axes       h d m              (2, 3, 6)
            2. a pair of axes for
               each stored axis       h (d)  () (m)      (2, 3, 1, 6)
            3. concatenate W_Q,
               W_K and W_V            h (d+d+d)  () (m)  (2, 9, 1, 6)
            4. merge the pairs        (h (d+d+d)) m      (18, 6)

        The first axis of a pair has the outer axes. Along the second, the terms are concatenated.
        """
        pieces = []
        for index, name in enumerate(self.contents):
            canonical, letters = list(chain(*self.canonical_axes(index))), self.letters(index)
            piece = parts[name].reshape([sizes[letter] for letter in canonical])
            piece = piece.permute([canonical.index(letter) for letter in letters])
            pairs = [axes for axis in self.axes for axes in (axis.outer, axis.term(index))]
            pieces.append(piece.reshape([_product(axes, sizes) for axes in pairs]))
        joined = _concatenate(pieces, self._concat_axis_in_pairs)
        outer, inner = joined.shape[::2], joined.shape[1::2]
        return joined.reshape([a * b for a, b in zip(outer, inner, strict=True)])

    def read(self, tensor: Tensor, sizes: Mapping[str, int]) -> dict[str, Tensor]:
        """Separates the contents, each with the axes of HeadParameters; views if possible.

        The steps of `write` in reverse.
        """
        pairs: list[int] = []
        for axis in self.axes:
            inner = sum(_product(term, sizes) for term in axis.terms)
            pairs += [_product(axis.outer, sizes), inner]
        widths = [_product(term, sizes) for term in self.axes[self.concat_axis].terms]
        pieces = tensor.reshape(pairs).split(widths, self._concat_axis_in_pairs)
        parts = {}
        for index, (name, piece) in enumerate(zip(self.contents, pieces, strict=True)):
            canonical, letters = self.canonical_axes(index), self.letters(index)
            reordered = piece.reshape([sizes[letter] for letter in letters])
            reordered = reordered.permute([letters.index(letter) for letter in chain(*canonical)])
            parts[name] = reordered.reshape([_product(axes, sizes) for axes in canonical])
        return parts

    @property
    def _concat_axis_in_pairs(self) -> int:
        """Index of the concatenated axis after every axis is split into (outer, term)."""
        return 2 * self.concat_axis + 1


def with_bias_rows(rows: Mapping[str, tuple[str, str]]) -> dict[str, tuple[str, str]]:
    """Adds a row for the bias of each matrix, with the axes of the product's output.

    >>> with_bias_rows({"k_proj.weight": ("W_K", "(g d) m")})["k_proj.bias"]
    ('b_K', '(g d)')

    Raises:
        ValueError: A name has no part to replace, so its bias would have the same name.
    """
    biases = {}
    for name, (contents, axes) in rows.items():
        bias = re.sub("weight|kernel", "bias", name)
        bias = bias if bias != name else name.replace("W_", "b_")
        if bias == name:
            raise ValueError(
                "rows must have names with weight, kernel or W_, which a bias has replaced; "
                f"got {name!r}"
            )
        out = "m" if contents == "W_O" else re.sub(r"\s*\bm[kv]?\b\s*", " ", axes).strip()
        biases[bias] = (contents.replace("W_", "b_"), out)
    return {**rows, **biases}


class ParameterTable:
    """A table of parameters: it converts HeadParameters to them and back.

    Args:
        rows: Maps each parameter to (contents, axes). Contents are space-separated, such as
            "W_Q W_K".
        biases: The sets of biases that can be stored: ("", "QKVO") is none or all four. Defaults
            to all biases in the table.
        square: Whether n_heads * d_head must be d_model.
        groups_name: The name of a tensor that shows how heads are shared, for a table whose other
            shapes do not show it; "" if there is no such tensor. Its shape is
            (n_heads, n_kv_heads). It is 1 where a query head uses a key head and otherwise 0, and
            is written only if heads are shared.

    >>> params = HeadParameters.random(d_model=6, n_heads=2, bias=False)
    >>> qkv = ("W_Q W_K W_V", "m (h d + h d + h d)")
    >>> state = ParameterTable({"qkv": qkv, "out": ("W_O", "(h d) m")}).write(params)
    >>> {name: tuple(tensor.shape) for name, tensor in state.items()}
    {'qkv': (6, 18), 'out': (6, 6)}
    """

    def __init__(
        self,
        rows: Mapping[str, tuple[str, str]],
        *,
        biases: tuple[str, ...] | None = None,
        square: bool = False,
        groups_name: str = "",
    ):
        self.groups_name = groups_name
        self.source_rows = dict(rows)
        self.rows: dict[str, Row] = {}
        for name, (contents, axes) in rows.items():  # heads counted in a name are the first axis
            self.rows[name] = Row.parse(contents, f"{head_letter(name)} {axes}".strip())
        self.square = square
        stored = {name for row in self.rows.values() for name in row.contents if name in BIASES}
        sets = [{f"b_{letter}" for letter in letters} for letters in biases or ()]
        self.biases = [frozenset(names) for names in ([stored] if biases is None else sets)]
        self.constraints = self._constraints()

    def _constraints(self) -> list[Constraint]:
        """The conditions on the sizes that can be stored; `biases` has the conditions on biases."""
        pairs: set[tuple[str, str]] = set()
        if self.square:
            pairs |= Constraint.SQUARE_PROJECTIONS.pairs
        for row in self.rows.values():
            for index, name in enumerate(row.contents):
                stored = [" ".join(axis) for axis in row.canonical_axes(index)]
                pairs.update(zip(CANONICAL_AXES[name].split(), stored, strict=True))
        return [constraint for constraint in Constraint if constraint.pairs & pairs]

    def can_store(self, params: HeadParameters) -> bool:
        """Whether the table can store all of these parameters."""
        return self._broken_rule(params) is None

    def require_storable(self, params: HeadParameters, layout: str = "") -> None:
        """Refuses parameters that the table cannot store.

        Args:
            params: The parameters, head by head.
            layout: The name of the table's layout, for the error message; "" if it has none.

        Raises:
            TypeError: `params` is not a HeadParameters.
            ValueError: A size or a set of biases is not possible; the message says which.
        """
        broken = self._broken_rule(params)
        if broken:
            rule, got = broken
            where = f" for layout {layout!r}" if layout else ""
            raise ValueError(f"params must have {rule}{where}; got {got}")

    def _broken_rule(self, params: HeadParameters) -> tuple[str, str] | None:
        """The rule that the parameters break, and what they have; None if they can be stored."""
        if not isinstance(params, HeadParameters):
            raise TypeError(f"params must be a HeadParameters; got {checks.describe(params)}")
        sizes = _sizes_of(params)
        broken = [constraint for constraint in self.constraints if not constraint.is_met(sizes)]
        if broken:
            # Show d_keys_in and d_values_in only if they break a constraint.
            letters = SIZE_NAMES if Constraint.EQUAL_INPUT_WIDTHS in broken else "hgdvm"
            got = ", ".join(f"{SIZE_NAMES[letter]}={sizes[letter]}" for letter in letters)
            rules = checks.join_words(constraint.text for constraint in broken)
            hint = " (params.as_one_head() treats the same matrices as one)"
            return rules, got + (hint if Constraint.ONE_HEAD in broken else "")
        if self._biases_of(params) is None:
            sets = [checks.join_words(sorted(names, key=BIASES.index)) for names in self.biases]
            given = checks.join_words(name for name in BIASES if getattr(params, name) is not None)
            return ", or ".join(names or "no biases" for names in sets), given or "none"
        return None

    def _biases_of(self, params: HeadParameters) -> frozenset[str] | None:
        """The biases to write; None if the table has no set of biases that fits.

        If any of Q, K and V has a bias, missing ones are written as zeros. A key bias of zeros may
        be left out.
        """
        given = frozenset(name for name in BIASES if getattr(params, name) is not None)
        inner = frozenset(BIASES[:3])
        filled = given | inner if given & inner else given
        zero = params.b_K is None or (checks.is_concrete(params.b_K) and not params.b_K.any())
        absent = {"b_K"} if zero else set[str]()
        choices = (given, given - absent, filled, filled - absent)
        return next((biases for biases in choices if biases in self.biases), None)

    def write(self, params: HeadParameters, layout: str = "") -> dict[str, Tensor]:
        """Converts a HeadParameters to the parameters of the table, as views if possible.

        Args:
            params: The parameters, head by head.
            layout: As in `require_storable`.

        Raises:
            TypeError, ValueError: As `require_storable`.
        """
        self.require_storable(params, layout)
        sizes, biases = _sizes_of(params), self._biases_of(params) or frozenset()
        parts = {name: getattr(params, name) for name in CANONICAL_AXES}
        for bias in biases:
            if parts[bias] is None:
                letters = CANONICAL_AXES[bias].split()
                parts[bias] = params.W_Q.new_zeros([sizes[letter] for letter in letters])
        state: dict[str, Tensor] = {}
        for row_name, row in self.rows_with(biases).items():
            tensor = row.write(parts, sizes)
            tensors = tensor.unbind() if head_letter(row_name) else [tensor]
            state.update(zip(_names_per_head(row_name, sizes), tensors, strict=True))
        if self.groups_name and sizes["r"] > 1:
            groups = params.W_Q.new_zeros(sizes["g"], sizes["r"], sizes["g"])
            groups.diagonal(dim1=0, dim2=2).fill_(1)
            state[self.groups_name] = groups.flatten(0, 1)
        return state

    def read(self, state: Mapping[str, Tensor], sizes: Mapping[str, int]) -> HeadParameters:
        """Converts parameters of the table to a HeadParameters, as views if possible.

        Args:
            state: Parameters with the names and shapes of the table.
            sizes: The size of each axis in the table by its name, such as `n_heads` and `d_head`.
        """
        known = {letter: sizes[name] for letter, name in SIZE_NAMES.items() if name in sizes}
        known["r"] = known["h"] // known.get("g", known["h"])
        parts: dict[str, Tensor] = {}
        for name, row in self.rows.items():
            if first_name(name) in state:
                tensors = [state[own] for own in _names_per_head(name, known)]
                tensor = torch.stack(tensors) if head_letter(name) else tensors[0]
                parts.update(row.read(tensor, known))
        return HeadParameters(**parts)

    @property
    def required_biases(self) -> frozenset[str]:
        """The biases that are always stored."""
        return frozenset.intersection(*self.biases)

    def shapes(self, biases: Iterable[str], heads: Mapping[str, int]) -> dict[str, str]:
        """Maps the names of the parameters to their shapes, such as `n_heads*d_head d_model`.

        Args:
            biases: The biases that are stored.
            heads: The numbers of heads that `count_heads` found. Where a number is missing, only
                the name of the first head is in the result.
        """
        shapes: dict[str, str] = {}
        for name, row in self.rows_with(frozenset(biases)).items():
            axes = row.axes[1:] if head_letter(name) else row.axes
            shape = " ".join(axis.size_expression(self.square) for axis in axes)
            shapes.update(dict.fromkeys(_names_per_head(name, heads), shape))
        return shapes | ({self.groups_name: "n_heads n_kv_heads"} if self.groups_name else {})

    def count_heads(self, names: Container[str]) -> dict[str, int]:
        """Counts the heads in numbered names, by `h` and `g`; the most heads if names differ."""
        counted: dict[str, int] = {}
        for mark, letter in HEAD_MARKS.items():
            marked = [name for name in self.rows if mark in name]
            heads = 1
            while any(name.replace(mark, str(heads)) in names for name in marked):
                heads += 1
            counted |= {letter: heads} if marked else {}
        return counted

    def rows_with(self, biases: frozenset[str]) -> dict[str, Row]:
        """The rows of all matrices and of the given biases only."""
        other = frozenset(BIASES) - biases
        return {name: row for name, row in self.rows.items() if other.isdisjoint(row.contents)}


def first_name(name: str) -> str:
    """The name of the first parameter of a row: `keys.0.weight` for `keys.{h}.weight`."""
    return _names_per_head(name, {})[0]


def head_letter(name: str) -> str:
    """The heads that a name numbers: h, g, or "" if one parameter contains all heads."""
    return next((letter for mark, letter in HEAD_MARKS.items() if mark in name), "")


def _names_per_head(name: str, heads: Mapping[str, int]) -> list[str]:
    """The names of a row's parameters: one per head if the name numbers heads, otherwise one."""
    letter = head_letter(name)
    count = heads.get(letter, 1) if letter else 1
    return [name.replace(f"{{{letter}}}", str(i)) for i in range(count)]


def _concatenate(pieces: list[Tensor], axis: int) -> Tensor:
    """torch.cat, without a copy of a single tensor or of tensors on the meta device."""
    if len(pieces) == 1:
        return pieces[0]
    if not pieces[0].is_meta:
        return torch.cat(pieces, axis)
    shape = list(pieces[0].shape)  # torch.cat would import torch's compiler, which takes seconds
    shape[axis] = sum(piece.shape[axis] for piece in pieces)
    return pieces[0].new_empty(shape)


def _sizes_of(params: HeadParameters) -> dict[str, int]:
    """The size of each axis, by its letter."""
    sizes: dict[str, int] = {}
    for name in ("W_Q", "W_K", "W_V"):
        sizes.update(zip(CANONICAL_AXES[name].split(), getattr(params, name).shape, strict=True))
    return sizes | {"r": sizes["h"] // sizes["g"]}


def _product(letters: Iterable[str], sizes: Mapping[str, int]) -> int:
    return math.prod(sizes[letter] for letter in letters)
