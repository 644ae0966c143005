"""Checks on input, whose error messages all have the same form.

Only this library and its tests use them: names and rules may change with any version.

A function `require_...` raises if its input breaks the rule, and otherwise returns the value that
it accepted, or nothing. Functions `is_...` and `has_...` answer a question and never raise.

Every message reads `<name> must <rule>; got <what came>`, sometimes followed by a hint.
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
    """Describes a value in one line: a tensor as `float32 of shape (2, 3)`, others by value.

    >>> describe([1, 2])
    '[1, 2] (list)'
    """
    if isinstance(value, Tensor):
        dtype = str(value.dtype).rpartition(".")[2]
        if value.is_nested:  # each of its parts has its own shape
            return f"{dtype} that is nested"
        layout = "" if value.layout == torch.strided else f", layout {value.layout}"
        return f"{dtype} of shape {tuple(value.shape)}{layout}"
    shape = getattr(value, "shape", None)
    if shape is not None and hasattr(value, "dtype"):
        return f"{type(value).__module__}.{type(value).__name__} of shape {tuple(shape)}"
    return f"{' '.join(reprlib.repr(value).split())} ({type(value).__name__})"


def join_words(names: Iterable[str]) -> str:
    """Joins words as in a sentence, `a, b and c`; no words give an empty string."""
    *others, last = list(names) or [""]
    return f"{', '.join(others)} and {last}" if others else last


def count_noun(number: int, noun: str) -> str:
    """A number with a regular noun.

    >>> count_noun(1, "head"), count_noun(2, "head")
    ('1 head', '2 heads')
    """
    return f"{number} {noun}{'' if number == 1 else 's'}"


def require_int(name: str, value: Any, minimum: int = 1) -> int:
    """Accepts an integer of at least `minimum`. Refuses bools, and floats such as 4.0.

    Symbolic sizes of torch.compile, torch.export and torch.jit.trace pass through unchanged.
    operator.index would replace them by the size in the example.
    """
    if isinstance(value, Tensor) and torch.jit.is_tracing():  # pyright: ignore
        return value  # pyright: ignore[reportReturnType]
    try:
        if isinstance(value, bool):
            raise TypeError
        known = isinstance(value, int | torch.SymInt)
        number: Any = value if known else operator.index(value)
    except TypeError:
        raise TypeError(f"{name} must be an integer; got {describe(value)}") from None
    if number < minimum:
        raise ValueError(f"{name} must be at least {minimum}; got {number}")
    return number


def require_number(name: str, value: object) -> float:
    """Accepts a finite number. Bools and tensors are refused."""
    if isinstance(value, bool) or not isinstance(value, numbers.Real):
        raise TypeError(f"{name} must be a number; got {describe(value)}")
    number = float(value)
    if not -math.inf < number < math.inf:  # torch.compile does not know math.isfinite
        raise ValueError(f"{name} must be finite; got {value}")
    return number


def require_probability(name: str, value: object) -> float:
    """Accepts a number p with 0 <= p < 1."""
    p = require_number(name, value)
    if not 0 <= p < 1:
        raise ValueError(f"{name} must satisfy 0 <= {name} < 1; got {value}")
    return p


def require_bool(name: str, value: object) -> bool:
    """Accepts True and False only, not values such as 1 or None that Python treats like them."""
    if not isinstance(value, bool):
        raise TypeError(f"{name} must be True or False; got {describe(value)}")
    return value


def require_strings(name: str, value: Any, size: int) -> list[str]:
    """Accepts `size` strings and returns them as a list."""
    rule = f"{name} must be {count_noun(size, 'string')}, one per entry"
    try:
        if isinstance(value, Tensor):  # list() fails on some kinds, such as sparse tensors
            raise TypeError
        listed = list(value)
    except TypeError:
        raise TypeError(f"{rule}; got {describe(value)}") from None
    got = f"{len(listed)}: {describe(listed)}"
    if not all(isinstance(entry, str) for entry in listed):
        raise TypeError(f"{rule}; got {got}")
    if len(listed) != size:
        raise ValueError(f"{rule}; got {got}")
    return listed


def is_dense(tensor: Tensor) -> bool:
    """Whether a tensor stores every entry in one block: neither sparse nor nested."""
    # One of torch's two kinds of nested tensors reports the strided layout of a dense tensor.
    return tensor.layout == torch.strided and not tensor.is_nested


def require_dense(name: str, tensor: Tensor) -> None:
    """Accepts a dense tensor. torch cannot reshape sparse, nested or mkldnn tensors."""
    if not is_dense(tensor):
        hint = "call .to_dense()"
        if tensor.is_nested:
            hint = "call .to_padded_tensor(0) and hide the rest with masks.padding_mask"
        raise TypeError(f"{name} must be dense; got {describe(tensor)} ({hint})")


def require_floating(name: str, value: object, *, min_dims: int = 2, min_bits: int = 8) -> Tensor:
    """Accepts a dense floating-point tensor of at least `min_dims` dimensions and `min_bits` bits.

    Most operations of torch need 16 bits, so functions that compute ask for 16.
    """
    if not isinstance(value, Tensor):
        raise TypeError(f"{name} must be a torch.Tensor; got {describe(value)}")
    if not value.is_floating_point():
        raise TypeError(f"{name} must be floating point; got {describe(value)}")
    require_dense(name, value)
    if value.dim() < min_dims:
        raise ValueError(
            f"{name} must have at least {count_noun(min_dims, 'dimension')}; got {describe(value)}"
        )
    if 8 * value.dtype.itemsize < min_bits:
        raise TypeError(f"{name} must have {min_bits} bits or more; got {describe(value)}")
    return value


def require_same_dtype_and_device(
    name: str, tensor: Tensor, other_name: str, other: Tensor
) -> None:
    """Accepts a tensor that has the dtype and device of another one."""
    if (tensor.dtype, tensor.device) != (other.dtype, other.device):
        raise TypeError(
            f"{name} must have the dtype and device of {other_name}, {other.dtype} on "
            f"{other.device}; got {tensor.dtype} on {tensor.device}"
        )


def require_state_dict(name: str, value: Any) -> Mapping[str, Any]:
    """Accepts a mapping whose keys are strings. Its values are not checked."""
    rule = f"{name} must map names to tensors"
    if not isinstance(value, Mapping):
        hint = " (a module? pass module.state_dict())" if hasattr(value, "state_dict") else ""
        raise TypeError(f"{rule}; got {describe(value)}{hint}")
    state: Mapping[Any, Any] = value
    for key in state:
        if not isinstance(key, str):
            raise TypeError(f"{rule}; got {describe(key)} for a name")
    return state


def require_floating_dtype(name: str, value: object) -> None:
    """Accepts a floating-point torch.dtype of 16 bits or more; torch computes little in 8 bits."""
    if not isinstance(value, torch.dtype) or not value.is_floating_point or value.itemsize < 2:
        raise TypeError(
            f"{name} must be a floating-point torch.dtype of 16 bits or more; got {value!r}"
        )


def is_concrete(tensor: Tensor) -> bool:
    """Whether Python can read the values in a tensor, and may branch on them.

    False for a FakeTensor and on the meta device, where a tensor has only a shape. False inside a
    torch.func transform such as vmap, where one tensor represents many. False while torch.compile,
    torch.export, torch.jit.trace or make_fx records operations, because they would record the
    branch that the example takes, for all inputs.
    """
    if torch.compiler.is_compiling() or torch.jit.is_tracing():  # pyright: ignore
        return False
    # torch has no public functions for these questions.
    if tensor.is_meta or torch._C._are_functorch_transforms_active():  # pyright: ignore
        return False
    fake = isinstance(tensor, torch._subclasses.FakeTensor)  # pyright: ignore
    return not (fake or _is_recorded_or_fake())


def _is_recorded_or_fake() -> bool:
    """Whether make_fx records operations, or a FakeTensorMode replaces their results."""
    # Usually there is no mode, and counting the modes is ten times faster than looking for one.
    if not (
        torch._C._len_torch_dispatch_stack()  # pyright: ignore[reportPrivateUsage]
        or torch._ops._len_torch_dispatch_stack_pre_dispatch()  # pyright: ignore
    ):
        return False
    keys = torch._C._TorchDispatchModeKey  # pyright: ignore[reportPrivateUsage]
    modes = (
        torch._C._get_dispatch_mode(keys.FAKE),  # pyright: ignore[reportPrivateUsage]
        torch._C._get_dispatch_mode(keys.PROXY),  # pyright: ignore[reportPrivateUsage]
        torch._ops._get_dispatch_mode_pre_dispatch(keys.PROXY),  # pyright: ignore
    )
    return any(mode is not None for mode in modes)


def is_concrete_on_cpu(tensor: Tensor) -> bool:
    """Whether a forward pass may branch on a tensor's values: they exist and are on the CPU.

    On another device Python would wait until the device has computed them, in every layer and
    step. So the checks of a forward pass that read values are made on the CPU only.
    """
    return tensor.is_cpu and is_concrete(tensor)


def require_finite(name: str, value: Tensor) -> None:
    """Refuses NaN and infinities, because the softmax would spread them to every query.

    If the sum of the entries is finite, so is every entry, and a sum is cheap. If the sum is not
    finite, it may have overflowed, so every entry is checked.
    """
    if not is_concrete(value):
        return
    total = (value.detach() if value.requires_grad else value).sum()
    if not math.isfinite(total.item()) and not value.isfinite().all():
        where = tuple(int(i) for i in (~value.isfinite()).nonzero()[0])
        raise ValueError(f"{name} must be finite; got {value[where].item()} at index {where}")


def distinct_inputs(queries: Tensor, keys: Tensor, values: Tensor) -> list[tuple[str, Tensor]]:
    """The inputs by name, each tensor once: in self-attention, only the queries."""
    inputs = [("queries", queries)]
    if keys is not queries:
        inputs.append(("keys", keys))
    if values is not keys:
        inputs.append(("values", values))
    return inputs


def require_attention_inputs(queries: Tensor, keys: Tensor, values: Tensor) -> None:
    """Accepts queries, keys and values whose dtypes, devices, leading sizes and lengths agree."""
    for name, tensor in distinct_inputs(queries, keys, values):
        require_floating(name, tensor, min_bits=16)
        if 0 in tensor.shape[-2:]:
            raise ValueError(
                f"{name} must contain at least one token and one feature; got {describe(tensor)}"
            )
    if queries is keys is values:
        return
    for name, tensor in (("keys", keys), ("values", values)):
        if tensor.shape[:-2] != queries.shape[:-2]:
            raise ValueError(
                f"{name} must have the leading sizes of queries, {tuple(queries.shape[:-2])}; "
                f"got {describe(tensor)}"
            )
        require_same_dtype_and_device(name, tensor, "queries", queries)
    if values.shape[-2] != keys.shape[-2]:
        raise ValueError(
            f"values must have one row per key, {keys.shape[-2]}; got {describe(values)}"
        )


def require_attention_mask(
    mask: object,
    scores_shape: tuple[int, ...],
    device: torch.device | None = None,
    or_causal: bool = False,
) -> None:
    """Accepts None, or a dense boolean mask on `device` that broadcasts to the shape of the scores.

    The mask has two dimensions (queries, keys), or all dimensions of the scores. Anything between,
    such as (batch, queries, keys), is refused, because broadcasting would align batch with heads.
    With `or_causal`, the string "causal" is accepted as well.
    """
    if mask is None:
        return
    if or_causal and isinstance(mask, str) and mask == "causal":
        n_queries, n_keys = scores_shape[-2:]
        if n_keys < n_queries:
            raise ValueError(
                f"mask must not be 'causal' with fewer keys than queries, because the last query "
                f"is at the last key; got {n_queries} queries and {n_keys} keys"
            )
        return
    if not isinstance(mask, Tensor):
        kinds = "a boolean torch.Tensor" + (" or 'causal'" if or_causal else "")
        raise TypeError(f"mask must be {kinds}; got {describe(mask)}")
    if mask.dtype != torch.bool:
        hint = " (an additive mask? see masks.from_additive)" if mask.is_floating_point() else ""
        raise TypeError(
            f"mask must be boolean, True where a query may attend; got {describe(mask)}{hint}"
        )
    require_dense("mask", mask)
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
