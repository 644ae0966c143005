"""A storage is a table: from a parameter's name to what it holds, and in which order of axes.

    "in_proj_weight":         ("W_Q W_K W_V", "(h d + h d + h d) m")    torch
    "query_key_value.weight": ("W_Q W_K W_V", "(h (d + d + d)) m")      BLOOM
    "c_attn.weight":          ("W_Q W_K W_V", "m (h d + h d + h d)")    GPT-2
    "k_proj.weight":          ("W_K", "(g d) m")                        Llama
    "keys.{h}.weight":        ("W_K", "d m")                            a list of small nn.Linear

The order is written as einops writes it, with one sign more. Each letter is an axis:

    m    features of a token, d_model; mk and mv where keys and values come from other tokens
    h    heads; g: heads of keys and values, where query heads share them; r: query heads that
         share one, h = g r
    d    width of a head's queries and keys; v: width of its values

Axes in brackets are stored as one, the outermost first: in `(h d)` head 0 has the first d places.
A `+` joins what the parameter holds, term by term: in torch's table the queries of all heads come
first, in BLOOM's each head's query, key and value stand together. `{h}` in a name makes a
parameter of each head. With `m` last it is the weight of an nn.Linear, W @ x; with `m` first, of
x @ W.

How to write and read, the shapes, the number of heads where names or shapes tell it, and what the
storage cannot hold: all of it follows from the table. Where the heads of keys are an `h` there
are no shared ones; where the width of values is a `d`, it is d_head.

Source: the notation is einops', Rogozhnikov 2022, "Einops: Clear and Reliable Tensor
Manipulations with Einstein-like Notation".
"""

import math
import re
from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass

import torch
from torch import Tensor

from mha_lib import checks
from mha_lib.weights import HeadWeights

# The order of the axes in HeadWeights, and the kind of each axis.
OWN = {
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
# A letter in the place of another in OWN, and what weights must then have.
RULES = {
    ("g", "h"): "no shared key heads",
    ("v", "d"): "d_value = d_head",
    ("mk", "m"): "keys and values from d_model features",
    ("mv", "m"): "keys and values from d_model features",
    ("h", None): "one head",
    ("g", None): "one head",
}
HEAD = "{h}"
SQUARE = "n_heads * d_head = d_model"
HELD = {
    SQUARE: lambda hw: hw.n_heads * hw.d_head == hw.d_model,
    "d_value = d_head": lambda hw: hw.d_value == hw.d_head,
    "no shared key heads": lambda hw: hw.n_kv_heads == hw.n_heads,
    "keys and values from d_model features": (
        lambda hw: hw.W_K.shape[1] == hw.W_V.shape[1] == hw.d_model
    ),
    "one head": lambda hw: hw.n_heads == 1,
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

    def of(self, part: int) -> tuple[str, ...]:
        """The axes of one of the things that the parameter holds."""
        return self.around + self.terms[part if self.joins else 0]

    @property
    def joins(self) -> bool:
        """Whether what the parameter holds stands side by side along this axis."""
        return len(self.terms) > 1

    def words(self, square: bool) -> str:
        """Its size in words: `n_heads*d_head+2*n_kv_heads*d_head`, or `3*d_model` if square."""
        counts: dict[str, int] = {}
        for part in range(len(self.terms)):
            letters = list(self.of(part))
            if "r" in letters:  # h = g r, in whichever order the two are stored
                letters = ["h" if letter == "g" else letter for letter in letters if letter != "r"]
            words = "*".join(SIZES[letter] for letter in letters)
            words = "d_model" if square and words == "n_heads*d_head" else words
            counts[words] = counts.get(words, 0) + 1
        return "+".join(f"{n}*{words}" if n > 1 else words for words, n in counts.items())


@dataclass(frozen=True)
class Row:
    """One parameter of a table: what it holds, and the order of its axes."""

    holds: tuple[str, ...]
    axes: tuple[Axis, ...]

    @classmethod
    def parse(cls, holds: str, order: str) -> "Row":
        """Reads the two entries of a table, `"W_Q W_K W_V"` and `"(h d + h d + h d) m"`.

        Raises:
            ValueError: As `check`.
        """
        axes = re.findall(r"\w+|\((?:[^()]|\([^()]*\))*\)", order)
        row = cls(tuple(holds.split()), tuple(Axis.parse(axis) for axis in axes))
        row.check(f"({holds!r}, {order!r})")
        return row

    def check(self, written: str) -> None:
        """Refuses what the notation cannot say.

        Raises:
            ValueError: Says which rule it breaks.
        """
        if not self.holds or not set(self.holds) <= set(OWN):
            raise ValueError(f"a row must hold some of {', '.join(OWN)}; got {written}")
        for letter in (x for axis in self.axes for term in axis.terms for x in axis.around + term):
            if letter not in KINDS:
                raise ValueError(
                    f"a row must have axes of {', '.join(KINDS)}; got {letter!r} in {written}"
                )
        joined = [len(axis.terms) for axis in self.axes if axis.joins]
        if joined != [len(self.holds)] * (len(self.holds) > 1):
            raise ValueError(
                f"a row must have one term for each thing it holds, along one axis; got {written}"
            )
        for part, name in enumerate(self.holds):
            wanted = {KINDS[x] for x in OWN[name].split()} - {"heads"}
            found = [KINDS[x] for x in self.letters(part) if KINDS[x] != "heads"]
            if sorted(found) != sorted(wanted):
                raise ValueError(
                    f"a row must give {name} its axes, as {OWN[name]!r}; got {written}"
                )

    def letters(self, part: int) -> list[str]:
        """The axes of one thing it holds, as they are stored."""
        return [letter for axis in self.axes for letter in axis.of(part)]

    def own_letters(self, part: int) -> list[str]:
        """The same axes in the order of HeadWeights, g before r."""
        order = [KINDS[letter] for letter in OWN[self.holds[part]].split()]
        return sorted(self.letters(part), key=lambda letter: (order.index(KINDS[letter]), letter))

    def apart(self, part: int) -> list[tuple[str, ...]]:
        """The axes of one thing, merged as they are stored, but for where the row joins."""
        merged: list[tuple[str, ...]] = []
        for axis in self.axes:
            if axis.joins:
                merged += [(letter,) for letter in axis.around]
                merged.append(axis.terms[part])
            else:
                merged.append(axis.of(part))
        return merged

    @property
    def seam(self) -> tuple[int, int] | None:
        """In `apart`: the first dimension of the axis that joins, and the one to join along."""
        for dim, axis in enumerate(self.axes):
            if axis.joins:
                return dim, dim + len(axis.around)
        return None

    def write(self, parts: Mapping[str, Tensor], sizes: Mapping[str, int]) -> Tensor:
        """The things it holds as one tensor, a view where that is possible."""
        stored = []
        for part, name in enumerate(self.holds):
            own = self.own_letters(part)
            axes = parts[name].reshape([sizes[letter] for letter in own])
            axes = axes.permute([own.index(letter) for letter in self.letters(part)])
            stored.append(axes.reshape([_product(merged, sizes) for merged in self.apart(part)]))
        if self.seam is None:
            return stored[0]
        first, along = self.seam
        return torch.cat(stored, along).flatten(first, along)

    def read(self, tensor: Tensor, sizes: Mapping[str, int]) -> dict[str, Tensor]:
        """The things it holds, each in the axes of HeadWeights; views where that is possible."""
        pieces: Iterable[Tensor] = [tensor]
        if self.seam is not None:
            first, along = self.seam
            axis = self.axes[first]
            widths = [_product(term, sizes) for term in axis.terms]
            around = [sizes[letter] for letter in axis.around]
            pieces = tensor.unflatten(first, (*around, sum(widths))).split(widths, along)
        parts = {}
        for part, (name, piece) in enumerate(zip(self.holds, pieces, strict=True)):
            letters, own = self.letters(part), self.own_letters(part)
            axes = piece.reshape([sizes[letter] for letter in letters])
            axes = axes.permute([letters.index(letter) for letter in own])
            kinds = [KINDS[letter] for letter in OWN[name].split()]
            merged = [[letter for letter in own if KINDS[letter] == kind] for kind in kinds]
            parts[name] = axes.reshape([_product(letters, sizes) for letters in merged])
        return parts

    def words(self, square: bool) -> str:
        """Its shape in words, axes set apart by spaces."""
        return " ".join(axis.words(square) for axis in self.axes)


def biased(rows: Mapping[str, tuple[str, str]]) -> dict[str, tuple[str, str]]:
    """Adds the row of each matrix's bias: the axes of what comes out of the product.

    >>> biased({"k_proj.weight": ("W_K", "(g d) m")})["k_proj.bias"]
    ('b_K', '(g d)')
    """
    biases = {}
    for name, (holds, order) in rows.items():
        bias = re.sub("weight|kernel", "bias", name)
        bias = bias if bias != name else name.replace("W_", "b_")
        out = "m" if holds == "W_O" else re.sub(r"\s*\bm[kv]?\b\s*", " ", order).strip()
        biases[bias] = (holds.replace("W_", "b_"), out)
    return {**rows, **biases}


class Storage:
    """A table of parameters, and what follows from it.

    Args:
        rows: From a parameter's name to what it holds, names of HeadWeights set apart by spaces,
            and to the order of its axes.
        biases: The sets of biases that it may have, ("", "QKVO") for none or all four; left out,
            all that are in the table.
        square: Whether n_heads * d_head must be d_model.

    >>> hw = HeadWeights.random(d_model=6, n_heads=2, bias=False)
    >>> rows = {"qkv": ("W_Q W_K W_V", "m (h d + h d + h d)"), "out": ("W_O", "(h d) m")}
    >>> {name: tuple(tensor.shape) for name, tensor in Storage(rows).write(hw).items()}
    {'qkv': (6, 18), 'out': (6, 6)}
    """

    def __init__(
        self,
        rows: Mapping[str, tuple[str, str]],
        *,
        biases: tuple[str, ...] | None = None,
        square: bool = False,
    ):
        self.table = dict(rows)
        self.rows = {name: Row.parse(*row) for name, row in rows.items()}
        self.square = square
        held = "".join(x for row in self.rows.values() for x in row.holds if x in BIASES)
        sets = (held.replace("b_", ""),) if biases is None else biases
        self.biases = [frozenset(f"b_{letter}" for letter in each) for each in sets]
        self.needs = self._needs()

    def _needs(self) -> list[str]:
        """What weights must have to be held, beside their biases: keys of HELD."""
        needs = {SQUARE} if self.square else set()
        for name, row in self.rows.items():
            for part, thing in enumerate(row.holds):
                letters = [*row.letters(part), *re.findall(r"{(\w)}", name)]
                used = {KINDS[letter]: letter for letter in letters}
                for own in OWN[thing].split():
                    needs.add(RULES.get((own, used.get(KINDS[own])), ""))
        return [rule for rule in HELD if rule in needs]

    def has_room(self, hw: HeadWeights) -> bool:
        """Whether the table has a place for all that is in the weights."""
        return all(HELD[rule](hw) for rule in self.needs) and self._biases_of(hw) is not None

    def check(self, hw: HeadWeights, who: str) -> None:
        """Refuses weights that the table has no place for.

        Raises:
            ValueError: Names `who`, the rules, and what came.
        """
        broken = [rule for rule in self.needs if not HELD[rule](hw)]
        if broken:
            # The width of the tokens that keys are made from is news only where it is asked for.
            inputs = f", d_keys_in={hw.W_K.shape[1]}, d_values_in={hw.W_V.shape[1]}"
            inputs = inputs if any("features" in rule for rule in broken) else ""
            one = " (hw.as_one_head() reads the same matrices as one)"
            raise ValueError(
                f"{who} must have {checks.words(broken)}; got n_heads={hw.n_heads}, "
                f"n_kv_heads={hw.n_kv_heads}, d_head={hw.d_head}, d_value={hw.d_value}, "
                f"d_model={hw.d_model}{inputs}{one if 'one head' in broken else ''}"
            )
        if self._biases_of(hw) is None:
            sets = [checks.words(sorted(each, key=BIASES.index)) for each in self.biases]
            given = checks.words(name for name in BIASES if getattr(hw, name) is not None)
            raise ValueError(
                f"{who} must have {', or '.join(each or 'no biases' for each in sets)}; "
                f"got {given or 'none'}"
            )

    def _biases_of(self, hw: HeadWeights) -> frozenset[str] | None:
        """The biases to write. Beside others an absent one is 0, and a key bias of 0 is absent."""
        given = frozenset(name for name in BIASES if getattr(hw, name) is not None)
        inner = frozenset(BIASES[:3])
        zero = hw.b_K is None or (checks.concrete(hw.b_K) and not hw.b_K.any())
        for full in (given, given | inner if given & inner else given):
            for biases in (full, full - {"b_K"} if zero else full):
                if biases in self.biases:
                    return biases
        return None

    def write(self, hw: HeadWeights, who: str = "hw") -> dict[str, Tensor]:
        """The parameters, as views of the weights wherever that is possible.

        Args:
            hw: Weights.
            who: The name that an error message begins with.

        Raises:
            ValueError: As `check`.
        """
        self.check(hw, who)
        sizes = {"h": hw.n_heads, "g": hw.n_kv_heads, "r": hw.n_heads // hw.n_kv_heads}
        sizes |= {"d": hw.d_head, "v": hw.d_value, "m": hw.d_model}
        sizes |= {"mk": hw.W_K.shape[1], "mv": hw.W_V.shape[1]}
        biases = self._biases_of(hw) or frozenset()
        state: dict[str, Tensor] = {}
        for name, row in self.rows_with(biases).items():
            parts = {}
            for thing in row.holds:
                tensor = getattr(hw, thing)
                zeros = [sizes[letter] for letter in OWN[thing].split()]
                parts[thing] = hw.W_Q.new_zeros(zeros) if tensor is None else tensor
            if HEAD not in name:
                state[name] = row.write(parts, sizes)
                continue
            for i in range(hw.n_heads):
                own = {thing: tensor[i] for thing, tensor in parts.items()}
                state[name.format(h=i)] = row.write(own, sizes)
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
            if name.format(h=0) not in state:
                continue
            names = [name.format(h=i) for i in range(known["h"])] if HEAD in name else [name]
            each = [row.read(state[name], known) for name in names]
            for thing in row.holds:
                same = [one[thing] for one in each]
                parts[thing] = torch.cat(same) if HEAD in name else same[0]
        return HeadWeights(**parts)

    @property
    def always(self) -> frozenset[str]:
        """The biases that are never missing."""
        return frozenset.intersection(*self.biases)

    def shapes(self, biases: Iterable[str], n_heads: int | None) -> dict[str, str]:
        """The parameters' names and their shapes in words, a name for each head where it has one.

        Args:
            biases: Which biases there are.
            n_heads: Number of heads; of a name with `{h}` the first alone when it is None.
        """
        return {
            name.format(h=i): row.words(self.square)
            for name, row in self.rows_with(frozenset(biases)).items()
            for i in range((n_heads or 1) if HEAD in name else 1)
        }

    def count_heads(self, names: Container[str]) -> int | None:
        """How many heads the names count, the longest of lists; None where no name does."""
        lists = [name for name in self.rows if HEAD in name]
        heads = 1
        while any(name.format(h=heads) in names for name in lists):
            heads += 1
        return heads if lists else None

    def rows_with(self, biases: frozenset[str]) -> dict[str, Row]:
        """The rows that hold no other biases than these."""
        other = frozenset(BIASES) - biases
        return {name: row for name, row in self.rows.items() if other.isdisjoint(row.holds)}


def _product(letters: Iterable[str], sizes: Mapping[str, int]) -> int:
    return math.prod(sizes[letter] for letter in letters)
