"""The rules every input is held to, and the one way to say that a rule was broken.

Each function returns nothing, or the value it accepted, and raises before torch is called.
Every message reads `<name> must <rule>; got <what came>`, with a hint where there is one.
"""

import math
import numbers
import operator
import reprlib
from collections.abc import Iterable, Mapping
from typing import Any

import torch
from torch import Tensor


def describe(value: object) -> str:
    """Says what came, in one line: `float32 of shape (2, 3)` for a tensor, value and type else."""
    if isinstance(value, Tensor):
        dtype = str(value.dtype).rpartition(".")[2]
        if value.is_nested:  # its parts have a shape each
            return f"{dtype} that is nested"
        layout = "" if value.layout == torch.strided else f", layout {value.layout}"
        return f"{dtype} of shape {tuple(value.shape)}{layout}"
    shape = getattr(value, "shape", None)
    if shape is not None and hasattr(value, "dtype"):
        return f"{type(value).__module__}.{type(value).__name__} of shape {tuple(shape)}"
    return f"{' '.join(reprlib.repr(value).split())} ({type(value).__name__})"


def words(names: Iterable[str]) -> str:
    """Joins words as a sentence does: `a, b and c`; nothing for none."""
    *others, last = list(names) or [""]
    return f"{', '.join(others)} and {last}" if others else last


def whole_number(name: str, value: Any, minimum: int = 1) -> int:
    """Accepts an integer of at least `minimum`; a bool is not one, and neither is 4.0."""
    try:
        if isinstance(value, bool):
            raise TypeError
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"{name} must be an integer; got {describe(value)}") from None
    if number < minimum:
        raise ValueError(f"{name} must be at least {minimum}; got {number}")
    return number


def number(name: str, value: object) -> float:
    """Accepts a finite number; a bool is not one, and neither is a tensor."""
    if isinstance(value, bool) or not isinstance(value, numbers.Real):
        raise TypeError(f"{name} must be a number; got {describe(value)}")
    if not math.isfinite(value):
        raise ValueError(f"{name} must be finite; got {value}")
    return float(value)


def probability(name: str, value: object) -> float:
    """Accepts a number p with 0 <= p < 1."""
    p = number(name, value)
    if not 0 <= p < 1:
        raise ValueError(f"{name} must lie in 0 <= {name} < 1; got {value}")
    return p


def yes_or_no(name: str, value: object) -> bool:
    """Accepts True and False, and nothing that merely counts as one of them."""
    if not isinstance(value, bool):
        raise TypeError(f"{name} must be True or False; got {describe(value)}")
    return value


def texts(name: str, value: Any, size: int) -> list[str]:
    """Accepts one text for each of `size` entries."""
    rule = f"{name} must be {size} texts, one per entry"
    try:
        if isinstance(value, Tensor):  # torch cannot list the entries of every kind
            raise TypeError
        listed = list(value)
    except TypeError:
        raise TypeError(f"{rule}; got {describe(value)}") from None
    if len(listed) != size or not all(isinstance(text, str) for text in listed):
        raise ValueError(f"{rule}; got {len(listed)}: {describe(listed)}")
    return listed


def is_dense(tensor: Tensor) -> bool:
    """Whether a tensor is one block of numbers, one for each place; not sparse and not nested."""
    # One of the two kinds of nested tensors names the layout of a dense one.
    return tensor.layout == torch.strided and not tensor.is_nested


def dense(name: str, tensor: Tensor) -> None:
    """Accepts a dense tensor; refuses sparse, nested and mkldnn's, which torch cannot reshape."""
    if not is_dense(tensor):
        hint = ".to_dense() makes it so"
        if tensor.is_nested:
            hint = ".to_padded_tensor(0) makes it so; masks.padding_mask hides the rest"
        raise TypeError(f"{name} must be dense; got {describe(tensor)} ({hint})")


def floating(name: str, value: object, min_dims: int = 2) -> Tensor:
    """Accepts a dense floating-point tensor of at least `min_dims` dimensions."""
    if not isinstance(value, Tensor):
        raise TypeError(f"{name} must be a torch.Tensor; got {describe(value)}")
    if not value.is_floating_point():
        raise TypeError(f"{name} must be floating point; got {describe(value)}")
    dense(name, value)
    if value.dim() < min_dims:
        raise ValueError(f"{name} must have at least {min_dims} dimensions; got {describe(value)}")
    return value


def alike(name: str, tensor: Tensor, other_name: str, other: Tensor) -> None:
    """Accepts a tensor of the dtype and on the device of another."""
    if (tensor.dtype, tensor.device) != (other.dtype, other.device):
        raise TypeError(
            f"{name} must have the dtype and device of {other_name}, {other.dtype} on "
            f"{other.device}; got {tensor.dtype} on {tensor.device}"
        )


def state_dict(name: str, value: Any) -> Mapping[str, Any]:
    """Accepts a mapping from names, and leaves open to what."""
    rule = f"{name} must map names to tensors"
    if not isinstance(value, Mapping):
        hint = " (a module? pass module.state_dict())" if hasattr(value, "state_dict") else ""
        raise TypeError(f"{rule}; got {describe(value)}{hint}")
    state: Mapping[Any, Any] = value
    for key in state:
        if not isinstance(key, str):
            raise TypeError(f"{rule}; got {describe(key)} for a name")
    return state


def floating_dtype(name: str, value: object) -> None:
    """Accepts a torch.dtype that holds fractions, and that torch can compute with."""
    if not isinstance(value, torch.dtype) or not value.is_floating_point or value.itemsize < 2:
        raise TypeError(
            f"{name} must be a floating-point torch.dtype of 16 bits or more; got {value!r}"
        )


def concrete(tensor: Tensor) -> bool:
    """Whether Python may look at the numbers in a tensor, not only at its shape.

    It may not while torch.compile traces, nor inside a torch.func transform such as vmap: there
    a tensor stands for many, and a branch on its values is an error. On the meta device there are
    no numbers.
    """
    tracing = (
        torch.compiler.is_compiling()
        # torch has no public way to ask this.
        or torch._C._are_functorch_transforms_active()  # pyright: ignore[reportPrivateUsage]
    )
    return not (tracing or tensor.is_meta)


def finite(name: str, value: Tensor) -> None:
    """Refuses NaN and infinities, which the softmax would spread to every query.

    A sum is not finite when any entry is not, so one cheap reduction clears the usual case; only
    a sum that is not finite (it may have overflowed) pays for the exact look.
    """
    if concrete(value) and not value.detach().sum().isfinite() and not value.isfinite().all():
        where = tuple(int(i) for i in (~value.isfinite()).nonzero()[0])
        raise ValueError(f"{name} must be finite; got {value[where].item()} at index {where}")


def attention_inputs(queries: Tensor, keys: Tensor, values: Tensor) -> None:
    """Holds queries, keys and values to each other: sizes before the last two, and lengths."""
    for name, tensor in (("queries", queries), ("keys", keys), ("values", values)):
        floating(name, tensor)
        if 0 in tensor.shape[-2:]:
            raise ValueError(
                f"{name} must hold at least one token and one feature; got {describe(tensor)}"
            )
    for name, tensor in (("keys", keys), ("values", values)):
        if tensor.shape[:-2] != queries.shape[:-2]:
            raise ValueError(
                f"{name} must have the leading sizes of queries, {tuple(queries.shape[:-2])}; "
                f"got {describe(tensor)}"
            )
        alike(name, tensor, "queries", queries)
    if values.shape[-2] != keys.shape[-2]:
        raise ValueError(
            f"values must have one row per key, {keys.shape[-2]}; got {describe(values)}"
        )


def attention_mask(
    mask: object, scores_shape: tuple[int, ...], device: torch.device | None = None
) -> None:
    """Accepts None, or a dense boolean mask on `device` that broadcasts to the shape of the scores.

    It has the two dimensions (queries, keys), or all dimensions of the scores. One in between,
    such as (batch, queries, keys), is refused: broadcasting would read its batch as heads.
    """
    if mask is None:
        return
    if not isinstance(mask, Tensor):
        raise TypeError(f"mask must be a boolean torch.Tensor; got {describe(mask)}")
    if mask.dtype != torch.bool:
        hint = " (an additive mask? see masks.from_additive)" if mask.is_floating_point() else ""
        raise TypeError(
            f"mask must be boolean, True where a query may attend; got {describe(mask)}{hint}"
        )
    dense("mask", mask)
    if device is not None and mask.device != device:
        raise TypeError(f"mask must be on the device of the scores, {device}; got {mask.device}")
    if mask.dim() not in (2, len(scores_shape)):
        one_short = mask.dim() == len(scores_shape) - 1
        hint = " (one mask per sample? give it a heads axis: mask[:, None])" if one_short else ""
        raise ValueError(
            f"mask must have 2 dimensions (queries, keys) or all {len(scores_shape)} of the scores "
            f"{scores_shape}; got {describe(mask)}{hint}"
        )
    for size, wanted in zip(reversed(mask.shape), reversed(scores_shape), strict=False):
        if size not in (1, wanted):
            raise ValueError(
                f"mask must broadcast to the scores' shape {scores_shape}; got {describe(mask)}"
            )
