"""A storage is a table: from a parameter's name to what it holds, and in which order of axes.

    "in_proj_weight":         ("W_Q W_K W_V", "(h d + h d + h d) m")   torch
    "query_key_value.weight": ("W_Q W_K W_V", "(h (d + d + d)) m")     BLOOM
    "c_attn.weight":          ("W_Q W_K W_V", "m (h d + h d + h d)")   GPT-2
    "k_proj.weight":          ("W_K", "(g d) m")                       Llama
    "keys.{h}.weight":        ("W_K", "d m")                           nn.Linear a head

The order is written as einops writes it, with one sign more. Each letter is an axis:

    m    features of a token, d_model; mk and mv where keys and values come from
         other tokens
    h    heads; g: heads of keys and values, where query heads share them;
         r: query heads that share one, h = g r
    d    width of a head's queries and keys; v: width of its values

Axes in brackets are stored as one axis, the outermost first: in `(h d)`, head 0 has the first d
entries. A `+` concatenates the parameter's contents: in torch's table the queries of all heads come
first; in BLOOM's, the query, key and value of head 0 come first. `{h}` in a name stands for one
parameter per head, `{g}` for one per key head. With `m` last, the parameter is the weight of an
nn.Linear, W @ x; with `m` first, it is multiplied as x @ W.

Everything else follows from the table: how to write and read, the shapes, the number of heads where
names or shapes determine it, and what the storage cannot hold. If the heads of keys are an `h`,
query heads cannot share them. If the width of values is a `d`, it must be d_head.

Source: the notation is einops', Rogozhnikov 2022, "Einops: Clear and Reliable Tensor
Manipulations with Einstein-like Notation".
"""

import math
import re
from collections import Counter
from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass
from itertools import chain

import torch
from torch import Tensor

from mha_lib import checks
from mha_lib.weights import HeadWeights

# The order of the axes in HeadWeights, and the kind of each axis.
CANONICAL = {
    "W_Q": "h m d",
    "W_K": "g mk d",
    "W_V": "g mv v",
    "W_O": "h v m",
    "b_Q": "h d",
    "b_K": "g d",
    "b_V": "g v",
    "b_O": "m",
}
KINDS = {"h": "heads", "g": "heads", "r": "heads", "d": "width", "v": "width"} | dict.fromkeys(
    ("m", "mk", "mv"), "features"
)
SIZES = {
    "h": "n_heads",
    "g": "n_kv_heads",
    "d": "d_head",
    "v": "d_value",
    "m": "d_model",
    "mk": "d_keys_in",
    "mv": "d_values_in",
}
BIASES = ("b_Q", "b_K", "b_V", "b_O")
LISTS = {"{h}": "h", "{g}": "g"}  # in a name: a parameter for each of these heads
SQUARE = ("h d", "m")
# If a table uses a different axis letter from HeadWeights, the two sizes must be equal. For
# example, `d` in place of `v` requires d_value == d_head.
RULES = {
    "n_heads * d_head = d_model": {SQUARE},
    "d_value = d_head": {("v", "d")},
    "no shared key heads": {("g", "h")},
    "keys and values from d_model features": {("mk", "m"), ("mv", "m")},
    "one head": {("h", ""), ("g", "")},
}


@dataclass(frozen=True)
class Axis:
    """One stored axis: axes around a sum of terms, each a product of axes, outermost first."""

    around: tuple[str, ...]
    terms: tuple[tuple[str, ...], ...]

    @classmethod
    def parse(cls, text: str) -> "Axis":
        """Reads `m`, `(h d)`, `(h d + g d + g d)` or `(g (r d + d + d))`.

        >>> Axis.parse("(g (r d + d + d))")
        Axis(around=('g',), terms=(('r', 'd'), ('d',), ('d',)))
        """
        around, _, terms = text.strip("()").rpartition("(")
        return cls(tuple(around.split()), tuple(tuple(t.split()) for t in terms.split("+")))

    @property
    def joins(self) -> bool:
        """Whether the parameter's contents are concatenated along this axis."""
        return len(self.terms) > 1

    def term(self, part: int) -> tuple[str, ...]:
        """The axes that one of the things the parameter holds has to itself."""
        return self.terms[part if self.joins else 0]

    def size_expression(self, square: bool) -> str:
        """Its size in words: `n_heads*d_head+2*n_kv_heads*d_head`, or `3*d_model` if square."""
        products: list[str] = []
        for term in self.terms:
            letters = [*self.around, *term]
            if "r" in letters:  # h = g r, in whichever order the two are stored
                letters = ["h" if letter == "g" else letter for letter in letters if letter != "r"]
            words = "*".join(SIZES[letter] for letter in letters)
            products.append("d_model" if square and letters == ["h", "d"] else words)
        counts = Counter(products).items()
        return "+".join(f"{n}*{words}" if n > 1 else words for words, n in counts)


@dataclass(frozen=True)
class Row:
    """One parameter of a table: what it holds, and the order of its axes."""

    contents: tuple[str, ...]
    axes: tuple[Axis, ...]

    @classmethod
    def parse(cls, contents: str, order: str) -> "Row":
        """Reads the two entries of a table, `"W_Q W_K W_V"` and `"(h d + h d + h d) m"`.

        Raises:
            ValueError: As `check`.
        """
        axes = re.findall(r"\w+|\((?:[^()]|\([^()]*\))*\)", order)
        row = cls(tuple(contents.split()), tuple(Axis.parse(axis) for axis in axes))
        row.check(f"({contents!r}, {order!r})")
        return row

    def check(self, written: str) -> None:
        """Refuses what the notation cannot say.

        Raises:
            ValueError: Says which rule it breaks.
        """
        if not self.contents or not set(self.contents) <= set(CANONICAL):
            raise ValueError(f"a row must hold some of {', '.join(CANONICAL)}; got {written}")
        letters = {x for axis in self.axes for term in axis.terms for x in axis.around + term}
        strange = sorted(letters - set(KINDS))
        if strange:
            raise ValueError(
                f"a row must have axes of {', '.join(KINDS)}; got {strange[0]!r} in {written}"
            )
        joined = [len(axis.terms) for axis in self.axes if axis.joins]
        if joined != ([len(self.contents)] if len(self.contents) > 1 else []):
            raise ValueError(
                f"a row must have one term for each thing it holds, along one axis; got {written}"
            )
        for part, name in enumerate(self.contents):
            kinds = [KINDS[x] for x in self.letters(part) if KINDS[x] != "heads"]
            if sorted(kinds) != sorted({KINDS[x] for x in CANONICAL[name].split()} - {"heads"}):
                raise ValueError(
                    f"a row must give {name} its axes, as {CANONICAL[name]!r}; got {written}"
                )

    def letters(self, part: int) -> list[str]:
        """The axes of one thing it holds, as they are stored."""
        return [letter for axis in self.axes for letter in axis.around + axis.term(part)]

    def canonical_axes(self, part: int) -> list[list[str]]:
        """The same letters as HeadWeights has them, axis by axis, g before r."""
        letters = sorted(self.letters(part))
        kinds = [KINDS[letter] for letter in CANONICAL[self.contents[part]].split()]
        return [[letter for letter in letters if KINDS[letter] == kind] for kind in kinds]

    @property
    def concat_axis(self) -> int:
        """The axis that joins what it holds; any, where it holds one thing."""
        return max(range(len(self.axes)), key=lambda i: len(self.axes[i].terms))

    def write(self, parts: Mapping[str, Tensor], sizes: Mapping[str, int]) -> Tensor:
        """The things it holds as one tensor, a view where that is possible."""
        pieces = []
        for part, name in enumerate(self.contents):
            canonical, letters = list(chain(*self.canonical_axes(part))), self.letters(part)
            axes = parts[name].reshape([sizes[letter] for letter in canonical])
            axes = axes.permute([canonical.index(letter) for letter in letters])
            # Each stored axis as two, for things are joined inside of what is around them.
            split = [merged for axis in self.axes for merged in (axis.around, axis.term(part))]
            pieces.append(axes.reshape([_product(merged, sizes) for merged in split]))
        joined = _join(pieces, 2 * self.concat_axis + 1)
        around, inside = joined.shape[::2], joined.shape[1::2]
        return joined.reshape([a * b for a, b in zip(around, inside, strict=True)])

    def read(self, tensor: Tensor, sizes: Mapping[str, int]) -> dict[str, Tensor]:
        """The things it holds, each in the axes of HeadWeights; views where that is possible."""
        split: list[int] = []
        for axis in self.axes:
            inside = sum(_product(term, sizes) for term in axis.terms)
            split += [_product(axis.around, sizes), inside]
        widths = [_product(term, sizes) for term in self.axes[self.concat_axis].terms]
        pieces = tensor.reshape(split).split(widths, 2 * self.concat_axis + 1)
        parts = {}
        for part, (name, piece) in enumerate(zip(self.contents, pieces, strict=True)):
            canonical, letters = self.canonical_axes(part), self.letters(part)
            axes = piece.reshape([sizes[letter] for letter in letters])
            axes = axes.permute([letters.index(letter) for letter in chain(*canonical)])
            parts[name] = axes.reshape([_product(axis, sizes) for axis in canonical])
        return parts


def with_bias_rows(rows: Mapping[str, tuple[str, str]]) -> dict[str, tuple[str, str]]:
    """Adds the row of each matrix's bias: the axes of what comes out of the product.

    >>> with_bias_rows({"k_proj.weight": ("W_K", "(g d) m")})["k_proj.bias"]
    ('b_K', '(g d)')
    """
    biases = {}
    for name, (contents, order) in rows.items():
        bias = re.sub("weight|kernel", "bias", name)
        bias = bias if bias != name else name.replace("W_", "b_")
        out = "m" if contents == "W_O" else re.sub(r"\s*\bm[kv]?\b\s*", " ", order).strip()
        biases[bias] = (contents.replace("W_", "b_"), out)
    return {**rows, **biases}


class Storage:
    """A table of parameters, and what follows from it.

    Args:
        rows: From a parameter's name to what it holds, names of HeadWeights set apart by spaces,
            and to the order of its axes.
        biases: The sets of biases that it may have, ("", "QKVO") for none or all four; left out,
            all that are in the table.
        square: Whether n_heads * d_head must be d_model.
        groups: Where no shape of the rows tells how heads are shared, the name of a tensor of shape
            (n_heads, n_kv_heads) that does: 1 where a query head uses a key head, else 0. It is
            written with shared key heads alone.

    >>> hw = HeadWeights.random(d_model=6, n_heads=2, bias=False)
    >>> qkv = ("W_Q W_K W_V", "m (h d + h d + h d)")
    >>> state = Storage({"qkv": qkv, "out": ("W_O", "(h d) m")}).write(hw)
    >>> {name: tuple(tensor.shape) for name, tensor in state.items()}
    {'qkv': (6, 18), 'out': (6, 6)}
    """

    def __init__(
        self,
        rows: Mapping[str, tuple[str, str]],
        *,
        biases: tuple[str, ...] | None = None,
        square: bool = False,
        groups: str = "",
    ):
        self.groups = groups
        self.table = dict(rows)
        self.rows: dict[str, Row] = {}
        for name, (contents, order) in rows.items():  # heads in a list are the first axis
            self.rows[name] = Row.parse(contents, f"{_list(name)} {order}".strip())
        self.square = square
        held = {thing for row in self.rows.values() for thing in row.contents if thing in BIASES}
        sets = [{f"b_{letter}" for letter in each} for each in biases or ()]
        self.biases = [frozenset(each) for each in ([held] if biases is None else sets)]
        self.constraints = self._constraints()

    def _constraints(self) -> list[str]:
        """What weights must have to be held, beside their biases: keys of RULES."""
        pairs: set[tuple[str, str]] = {SQUARE} if self.square else set()
        for row in self.rows.values():
            for part, thing in enumerate(row.contents):
                stored = [" ".join(axis) for axis in row.canonical_axes(part)]
                pairs.update(zip(CANONICAL[thing].split(), stored, strict=True))
        return [rule for rule, differing in RULES.items() if differing & pairs]

    def has_room(self, hw: HeadWeights) -> bool:
        """Whether the table has a place for all that is in the weights."""
        return not self._refusal(hw)

    def check(self, hw: HeadWeights, who: str) -> None:
        """Refuses weights that the table has no place for.

        Raises:
            TypeError: `hw` is not a HeadWeights.
            ValueError: Names `who`, the rules, and what came.
        """
        refusal = self._refusal(hw)
        if refusal:
            raise ValueError(f"{who} must have {refusal}")

    def _refusal(self, hw: HeadWeights) -> str:
        """The rules that the weights break, and what came; "" for weights that it can hold."""
        if not isinstance(hw, HeadWeights):
            raise TypeError(f"hw must be a HeadWeights; got {checks.describe(hw)}")
        sizes = _sizes_of(hw)

        def differ(stored: str, canonical: str) -> bool:
            return _product(stored.split(), sizes) != _product(canonical.split(), sizes)

        broken = [rule for rule in self.constraints if any(differ(*pair) for pair in RULES[rule])]
        if broken:
            # d_keys_in and d_values_in are named only where a broken rule is about them.
            letters = SIZES if any("features" in rule for rule in broken) else "hgdvm"
            came = ", ".join(f"{SIZES[letter]}={sizes[letter]}" for letter in letters)
            one = " (hw.as_one_head() reads the same matrices as one)"
            return f"{checks.join_words(broken)}; got {came}{one if 'one head' in broken else ''}"
        if self._biases_of(hw) is None:
            sets = [checks.join_words(sorted(each, key=BIASES.index)) for each in self.biases]
            given = checks.join_words(name for name in BIASES if getattr(hw, name) is not None)
            return f"{', or '.join(each or 'no biases' for each in sets)}; got {given or 'none'}"
        return ""

    def _biases_of(self, hw: HeadWeights) -> frozenset[str] | None:
        """The biases to write; None where no set of the table's fits.

        If any of Q, K, V has a bias, missing ones are written as zeros. An all-zero key bias may be
        left out.
        """
        given = frozenset(name for name in BIASES if getattr(hw, name) is not None)
        inner = frozenset(BIASES[:3])
        filled = given | inner if given & inner else given
        zero = hw.b_K is None or (checks.has_values(hw.b_K) and not hw.b_K.any())
        absent = {"b_K"} if zero else set[str]()
        choices = (given, given - absent, filled, filled - absent)
        return next((biases for biases in choices if biases in self.biases), None)

    def write(self, hw: HeadWeights, who: str = "hw") -> dict[str, Tensor]:
        """The parameters, as views of the weights wherever that is possible.

        Args:
            hw: Weights.
            who: The name that an error message begins with.

        Raises:
            TypeError, ValueError: As `check`.
        """
        self.check(hw, who)
        sizes, biases = _sizes_of(hw), self._biases_of(hw) or frozenset()
        parts = {thing: getattr(hw, thing) for thing in CANONICAL}
        for bias in biases:
            if parts[bias] is None:
                letters = CANONICAL[bias].split()
                parts[bias] = hw.W_Q.new_zeros([sizes[letter] for letter in letters])
        state: dict[str, Tensor] = {}
        for name, row in self.rows_with(biases).items():
            tensor = row.write(parts, sizes)
            tensors = tensor.unbind() if _list(name) else [tensor]
            state.update(zip(_names(name, sizes), tensors, strict=True))
        if self.groups and sizes["r"] > 1:
            groups = hw.W_Q.new_zeros(sizes["g"], sizes["r"], sizes["g"])
            groups.diagonal(dim1=0, dim2=2).fill_(1)
            state[self.groups] = groups.flatten(0, 1)
        return state

    def read(self, state: Mapping[str, Tensor], sizes: Mapping[str, int]) -> HeadWeights:
        """The weights, head by head, as views of the parameters wherever that is possible.

        Args:
            state: Parameters with the names and shapes of the table.
            sizes: `n_heads` and whatever else the table has an axis of, by the names in SIZES.
        """
        known = {letter: sizes[name] for letter, name in SIZES.items() if name in sizes}
        known["r"] = known["h"] // known.get("g", known["h"])
        parts: dict[str, Tensor] = {}
        for name, row in self.rows.items():
            if first(name) in state:
                tensors = [state[each] for each in _names(name, known)]
                tensor = torch.stack(tensors) if _list(name) else tensors[0]
                parts.update(row.read(tensor, known))
        return HeadWeights(**parts)

    @property
    def required_biases(self) -> frozenset[str]:
        """The biases that are never missing."""
        return frozenset.intersection(*self.biases)

    def shapes(self, biases: Iterable[str], heads: Mapping[str, int]) -> dict[str, str]:
        """The parameters' names and their shapes in words, a name for each head where it has one.

        Args:
            biases: Which biases there are.
            heads: How many heads the lists have, as `count_heads` gives them; of a list that is not
                in it the first name alone.
        """
        shapes: dict[str, str] = {}
        for name, row in self.rows_with(frozenset(biases)).items():
            axes = row.axes[1:] if _list(name) else row.axes
            words = " ".join(axis.size_expression(self.square) for axis in axes)
            shapes.update(dict.fromkeys(_names(name, heads), words))
        return shapes | ({self.groups: "n_heads n_kv_heads"} if self.groups else {})

    def count_heads(self, names: Container[str]) -> dict[str, int]:
        """How many heads the names count, the longest of lists: by h and g, if lists have them."""
        counted: dict[str, int] = {}
        for mark, letter in LISTS.items():
            lists = [name for name in self.rows if mark in name]
            heads = 1
            while any(name.replace(mark, str(heads)) in names for name in lists):
                heads += 1
            counted |= {letter: heads} if lists else {}
        return counted

    def rows_with(self, biases: frozenset[str]) -> dict[str, Row]:
        """The rows that hold no other biases than these."""
        other = frozenset(BIASES) - biases
        return {name: row for name, row in self.rows.items() if other.isdisjoint(row.contents)}


def first(name: str) -> str:
    """The name of a parameter, of a list's first."""
    return _names(name, {})[0]


def _list(name: str) -> str:
    """Which heads have a parameter each: h, g, or "" where one parameter holds them all."""
    return next((letter for mark, letter in LISTS.items() if mark in name), "")


def _names(name: str, heads: Mapping[str, int]) -> list[str]:
    """The parameters of a row: one for each head where it is a list."""
    letter = _list(name)
    count = heads.get(letter, 1) if letter else 1
    return [name.replace(f"{{{letter}}}", str(i)) for i in range(count)]


def _join(pieces: list[Tensor], axis: int) -> Tensor:
    """One tensor of several side by side; of one, itself."""
    if len(pieces) == 1:
        return pieces[0]
    if not pieces[0].is_meta:
        return torch.cat(pieces, axis)
    shape = list(pieces[0].shape)  # torch.cat would import torch's compiler, which takes seconds
    shape[axis] = sum(piece.shape[axis] for piece in pieces)
    return pieces[0].new_empty(shape)


def _sizes_of(hw: HeadWeights) -> dict[str, int]:
    """The size of each axis, by its letter."""
    sizes: dict[str, int] = {}
    for name in ("W_Q", "W_K", "W_V"):
        sizes.update(zip(CANONICAL[name].split(), getattr(hw, name).shape, strict=True))
    return sizes | {"r": sizes["h"] // sizes["g"]}


def _product(letters: Iterable[str], sizes: Mapping[str, int]) -> int:
    return math.prod(sizes[letter] for letter in letters)
