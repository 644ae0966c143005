"""Layout: what a system's file says about it, and the checks that follow from that."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from torch import Tensor

from mha_lib import checks
from mha_lib.layouts._shapes import solve
from mha_lib.weights import HeadWeights

# What a system may ask of the weights it holds; the sentence is the rule's name.
SIZES = {
    "n_heads * d_head = d_model": lambda hw: hw.n_heads * hw.d_head == hw.d_model,
    "d_value = d_head": lambda hw: hw.d_value == hw.d_head,
    "no shared key heads": lambda hw: hw.n_kv_heads == hw.n_heads,
    "keys and values from d_model features": (
        lambda hw: hw.W_K.shape[1] == hw.W_V.shape[1] == hw.d_model
    ),
}
BIASES = {
    "biases on all four projections": lambda b_Q, b_O: b_Q and b_O,
    "biases on all four projections or on none": lambda b_Q, b_O: b_Q == b_O,
    "no b_O without b_Q, b_K and b_V": lambda b_Q, b_O: b_Q or not b_O,
    "no biases": lambda b_Q, b_O: not b_Q and not b_O,
}


@dataclass(frozen=True, kw_only=True)
class Layout:
    """One system's storage: from HeadWeights to its state_dict, and back.

    Neither way changes a number: they name, cut, join, transpose and reorder.

    Args:
        name: What `layouts.pack` and `layouts.unpack` call it.
        forms: The parameters, as names with shapes (see `_shapes`); more than one form where a
            system has several. `{}` in a name stands for 0, 1, ... up to the last head.
        optional: Parameters that may be missing, each group whole or not at all.
        needs: Rules in SIZES and BIASES that weights must meet to be held.
        write: HeadWeights to tensors of one of the forms.
        read: Tensors of one of the forms, and the number of heads, to HeadWeights.
        refused: Parameters of the same layer that HeadWeights has no place for, with the reason.
        beside: Tensors that stand beside an attention and are no part of it: what they are.
        divides: Whether the system divides the scores by sqrt(d_head), as HeadWeights do.
        outside: What the system does to queries, keys or scores without a weight for it.
    """

    name: str
    forms: tuple[Mapping[str, str], ...]
    write: Callable[[HeadWeights], dict[str, Tensor]]
    read: Callable[[Mapping[str, Tensor], int], HeadWeights]
    needs: tuple[str, ...] = ()
    optional: tuple[Mapping[str, str], ...] = ()
    refused: Mapping[str, str] = field(default_factory=dict)
    beside: Mapping[str, str] = field(default_factory=dict)
    divides: bool = True
    outside: str = ""

    def pack(self, hw: HeadWeights) -> dict[str, Tensor]:
        """Writes the weights under the system's names, as views wherever that is possible.

        Raises:
            ValueError: The system cannot hold them.
        """
        self._check(hw)
        return self.write(hw)

    def unpack(self, state: Mapping[str, Tensor], n_heads: int | None = None) -> HeadWeights:
        """Reads the system's state_dict, head by head.

        Raises:
            TypeError: A parameter is not a dense floating-point tensor, or dtypes or devices
                differ.
            ValueError: Names or shapes are not the system's, or nothing tells `n_heads`.
        """
        tensors, sizes = self.match(state, n_heads)
        if "n_heads" not in sizes:
            raise ValueError(
                f"n_heads must be given for layout {self.name!r}, whose stacked matrices do not "
                f"tell it; got None"
            )
        hw = self.read(tensors, sizes["n_heads"])
        self._check(hw)
        return hw

    def match(
        self, state: Mapping[str, Tensor], n_heads: int | None = None
    ) -> tuple[dict[str, Tensor], dict[str, int]]:
        """Holds names and shapes to one of the forms.

        Returns:
            The tensors under the names of the form, and the sizes that shapes and names tell.

        Raises:
            TypeError, ValueError: As `unpack`.
        """
        tensors = self.own_names(state)
        shapes, counted = self._form_of(tensors)
        if None not in (counted, n_heads) and counted != n_heads:
            raise ValueError(
                f"n_heads must be {counted}, as the names of layout {self.name!r} count them; "
                f"got {n_heads}"
            )
        first = next(iter(shapes))
        for name in shapes:
            tensor = tensors[name]
            checks.floating(name, tensor, min_dims=1)
            if (tensor.dtype, tensor.device) != (tensors[first].dtype, tensors[first].device):
                raise TypeError(
                    f"{name} must have the dtype and device of {first}, {tensors[first].dtype} on "
                    f"{tensors[first].device}; got {tensor.dtype} on {tensor.device}"
                )
        return tensors, solve(shapes, tensors, counted or n_heads)

    def own_names(self, state: Mapping[Any, Any]) -> dict[str, Any]:
        """Nested names may be joined by "." where the system's own are joined by "/"."""
        joint = "/" if "/" in next(iter(self.forms[0])) else "."
        names = {str(name).replace(".", joint): value for name, value in state.items()}
        if len(names) < len(state):
            raise ValueError(
                f"state_dict must hold each parameter of layout {self.name!r} once, its name "
                f"joined by '/' or by '.'; got {_some(map(str, state))}"
            )
        return names

    def _form_of(self, names: Iterable[str]) -> tuple[dict[str, str], int | None]:
        """The form that has exactly these names, its `{}` written out, and the heads counted."""
        names = set(names)
        for name in sorted(names & set(self.refused)):
            raise ValueError(
                f"state_dict must not hold {name} for layout {self.name!r}, {self.refused[name]}; "
                f"got {_some(names)}"
            )
        beside = sorted(names & set(self.beside))
        if beside:
            raise ValueError(
                f"state_dict must leave out {_join(beside)} for layout {self.name!r}, "
                f"{self.beside[beside[0]]}; got {_some(names)}"
            )
        misses = []
        for form in self.forms:
            counted = count_heads(form, names)
            shapes = write_out(form, counted)
            for group in self.optional:
                group = write_out(group, counted)
                shapes |= group if set(group) & names else {}
            missing, unexpected = set(shapes) - names, names - set(shapes)
            if not missing and not unexpected:
                return shapes, counted
            misses.append((missing, unexpected))
        missing, unexpected = min(misses, key=lambda miss: len(miss[0] | miss[1]))
        raise ValueError(
            f"state_dict must hold the parameters of layout {self.name!r}, {self.describe()}; "
            f"got {_some(names)} (missing {_some(missing)}, unexpected {_some(unexpected)})"
        )

    def describe(self) -> str:
        """The names, in one line: `[a, b] or [c, d], with or without [e]`."""
        forms = " or ".join(f"[{', '.join(form)}]" for form in self.forms)
        groups = "".join(f", with or without [{', '.join(group)}]" for group in self.optional)
        return (forms + groups).replace("{}", "<head>")

    def _check(self, hw: HeadWeights) -> None:
        """Refuses weights that break a rule in `needs`."""
        sizes = [rule for rule in self.needs if rule in SIZES]
        if not all(SIZES[rule](hw) for rule in sizes):
            # The width of the tokens that keys are made from is news only where it is asked for.
            inputs = f", d_keys_in={hw.W_K.shape[1]}, d_values_in={hw.W_V.shape[1]}"
            raise ValueError(
                f"layout {self.name!r} must have {_join(sizes)}; got n_heads={hw.n_heads}, "
                f"n_kv_heads={hw.n_kv_heads}, d_head={hw.d_head}, d_value={hw.d_value}, "
                f"d_model={hw.d_model}{inputs if any('features' in rule for rule in sizes) else ''}"
            )
        biases = [name for name in ("b_Q", "b_K", "b_V", "b_O") if getattr(hw, name) is not None]
        for rule in self.needs:
            if rule in BIASES and not BIASES[rule]("b_Q" in biases, "b_O" in biases):
                raise ValueError(
                    f"layout {self.name!r} must have {rule}; got {_join(biases) or 'none'}"
                )


def write_out(form: Mapping[str, str], counted: int | None) -> dict[str, str]:
    """A form with a name for each head in place of `{}`."""
    heads = range(1 if counted is None else counted)  # a name without `{}` is the same for each
    return {name.format(head): shape for name, shape in form.items() for head in heads}


def count_heads(form: Mapping[str, str], names: set[str]) -> int | None:
    """How many heads the names count, whichever of the lists goes furthest; None without lists."""
    lists = [name for name in form if "{}" in name]
    heads = 1
    while any(name.format(heads) in names for name in lists):
        heads += 1
    return heads if lists else None


def _join(words: Iterable[str]) -> str:
    *others, last = list(words) or [""]
    return f"{', '.join(others)} and {last}" if others else last


def _some(names: Iterable[str], at_most: int = 8) -> str:
    """A list of names that fits in a line."""
    names = sorted(names)
    more = f" and {len(names) - at_most} more" if len(names) > at_most else ""
    return f"{names[:at_most]}{more}"
