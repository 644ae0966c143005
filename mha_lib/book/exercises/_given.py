"""Reads answers: turns equivalent ones into the same form, and refuses what it cannot read.

`plain` converts every answer before it is judged. The judges of single exercises then ask for what
they need (a number of tensors, whole numbers, a dictionary) with the functions below. What cannot
be read as asked raises `RefusedError`, whose message is the sentence for the reader.
"""

import math
import reprlib
import sys
from collections import deque
from collections.abc import Iterator, KeysView, Mapping, ValuesView
from contextlib import contextmanager
from typing import Any

import torch
from torch import Tensor

from mha_lib.checks import describe, is_dense


class RefusedError(Exception):
    """The answer is not of the kind that the exercise asks for."""


def plain(value: Any) -> Any:
    """Converts a value, at any depth, to Python's and torch's own types.

    numpy's values become numbers and tensors, a tensor without axes becomes its number, and a range
    becomes a list.

    Raises:
        RefusedError: It contains an iterator, which can be read only once.
    """
    if getattr(type(value), "__module__", "") == "numpy" and hasattr(value, "tolist"):
        value = _from_numpy(value)
    if isinstance(value, Tensor):
        return value.item() if holds_numbers(value) and value.dim() == 0 else value
    if isinstance(value, Iterator):
        raise RefusedError(
            f"an iterator ({type(value).__name__}) can be read only once; give a list"
        )
    if isinstance(value, Mapping):
        return {plain(key): plain(entry) for key, entry in value.items()}
    if isinstance(value, set | frozenset):
        return {plain(entry) for entry in value}
    if isinstance(value, tuple):
        return tuple(plain(entry) for entry in value)
    if isinstance(value, list | range | deque | KeysView | ValuesView):
        return [plain(entry) for entry in value]
    return value


def _from_numpy(value: Any) -> Any:
    if value.ndim:
        try:
            return torch.from_numpy(value.copy())
        except TypeError:  # strings, or objects
            pass
    return value.tolist()


def holds_numbers(tensor: Tensor) -> bool:
    """Whether a tensor is dense, not on the meta device and not quantized."""
    return is_dense(tensor) and not tensor.is_meta and not tensor.is_quantized


def is_number(value: object) -> bool:
    """Whether a value is a real number; True and False are not."""
    return isinstance(value, int | float) and not isinstance(value, bool)


def is_quoted(value: object) -> bool:
    """Whether a value is a number in quotes."""
    try:
        float(value if isinstance(value, str) else "")
    except ValueError:
        return False
    return True


def truth(value: object) -> bool | None:
    """True or False, also as a tensor of one boolean; None for anything else."""
    if isinstance(value, Tensor) and holds_numbers(value) and value.numel() == 1:
        value = value.item()
    return value if isinstance(value, bool) else None


def sequence(value: object, rule: str, size: int | None = None) -> list[Any]:
    """Lists the entries of a list, of a tuple or along a tensor's first axis.

    Raises:
        RefusedError: It is something else, or has another size; the message is the rule.
    """
    if isinstance(value, set):
        raise RefusedError(f"{rule}; a set has no order")
    if isinstance(value, Tensor) and holds_numbers(value):
        value = value.tolist() if value.dim() == 1 else list(value)
    if not isinstance(value, list | tuple) or size not in (None, len(value)):
        raise RefusedError(rule)
    return list(value)


def table(value: Any, dtype: torch.dtype) -> Any:
    """A tensor from rows given as lists, 0 and 1 as booleans if asked; other values unchanged."""
    if not isinstance(value, list | tuple):
        return value
    try:
        typed = torch.tensor(value, dtype=torch.float64)
    except (OverflowError, RuntimeError, TypeError, ValueError):
        return value
    marks = dtype == torch.bool and bool(((typed == 0) | (typed == 1)).all())
    return typed.bool() if marks else typed


def tensors(value: object, size: int, rule: str) -> list[Tensor]:
    """`size` tensors of real numbers, in double precision.

    Raises:
        RefusedError: They are something else.
    """
    entries = sequence(value, rule, size)
    return [tensor(entry, rule) for entry in entries]


def tensor(value: object, rule: str) -> Tensor:
    """A tensor of real numbers, in double precision.

    Raises:
        RefusedError: It is something else.
    """
    if not isinstance(value, Tensor) or not holds_numbers(value):
        raise RefusedError(rule)
    if value.is_complex() or value.dtype == torch.bool:
        raise RefusedError(f"{rule}; got {describe(value)}")
    return value.detach().double()


def numbers(value: object, size: int, rule: str) -> list[float]:
    """`size` real numbers.

    Raises:
        RefusedError: They are something else.
    """
    entries = sequence(value, rule, size)
    no_quotes(entries)
    if not all(is_number(entry) for entry in entries):
        raise RefusedError(rule)
    finite(entries)
    return [float(entry) for entry in entries]


def wholes(value: object, rule: str, size: int | None = None) -> list[int]:
    """Whole numbers; 2.0 counts as one.

    Raises:
        RefusedError: They are something else.
    """
    entries = sequence(value, rule, size)
    no_quotes(entries)
    finite(entries)
    if not all(is_number(entry) and entry == entry // 1 for entry in entries):
        raise RefusedError(rule)
    return [int(entry) for entry in entries]


def finite(entries: Any) -> None:
    """Refuses infinite numbers and NaN.

    Raises:
        RefusedError: There is one.
    """
    for entry in entries:
        if isinstance(entry, float) and not math.isfinite(entry):
            raise RefusedError(f"give finite numbers; got {entry}")


def no_quotes(entries: Any) -> None:
    """Refuses numbers in quotes.

    Raises:
        RefusedError: There is one.
    """
    for entry in entries:
        if is_quoted(entry):
            raise RefusedError(f"{entry!r} is a string; give the number without quotes")


def named(value: object, keys: str) -> dict[str, Any]:
    """A dictionary with these capital letters as keys, in their order; lower case counts too.

    Raises:
        RefusedError: It is not a dictionary, or has other keys.
    """
    rule = f"give a dictionary with the keys {', '.join(keys[:-1])} and {keys[-1]}"
    if not isinstance(value, Mapping):
        raise RefusedError(rule)
    entries = {str(key).strip().upper(): entry for key, entry in value.items()}
    if set(entries) != set(keys):
        raise RefusedError(rule)
    return {key: entries[key] for key in keys}


def words(value: object, keys: str, known: str) -> dict[str, str]:
    """A dictionary as `named` gives it, whose values are known words, in lower case.

    Raises:
        RefusedError: It is not such a dictionary, or a word is not known.
    """
    entries = {key: word(entry) for key, entry in named(value, keys).items()}
    for entry in entries.values():
        if entry not in known.replace(" and ", ", ").split(", "):
            raise RefusedError(f"the words are {known}; got {entry!r}")
    return entries


def word(value: object) -> Any:
    """A string in lower case, with single spaces; anything else unchanged."""
    return " ".join(value.split()).lower() if isinstance(value, str) else value


def letters(value: Any) -> str | None:
    """The letters and digits of a string or a list of strings, as capitals; otherwise None."""
    entries = value if isinstance(value, list | tuple) else [value]
    if not all(isinstance(entry, str) for entry in entries):
        return None
    return "".join(char for entry in entries for char in entry.upper() if char.isalnum())


def format_apart(one: int | float, other: int | float, spec: str = ".4g") -> tuple[str, str]:
    """Formats two numbers with enough digits to show that they differ, if they do."""
    if isinstance(one, int) or math.isinf(one) or math.isnan(one):
        return reprlib.repr(one), reprlib.repr(other)
    for digits in range(int(spec[1:-1]), 18):
        first, second = (f"{number:.{digits}{spec[-1]}}" for number in (one, other))
        if first != second or one == other:
            return first, second
    return repr(one), repr(other)


@contextmanager
def watched(names: tuple[str, ...]):
    """Lists the calls of torch's and this library's functions whose names contain one of `names`.

    Calls inside an exercise's own functions, which an answer may be given, do not count.
    """
    called: list[str] = []
    before = sys.getprofile()

    def look(frame, event, arg):
        if event == "call":
            name, module = frame.f_code.co_name, frame.f_globals.get("__name__", "")
        elif event == "c_call":
            name, module = arg.__name__, "torch"
        else:
            return
        ours = module.partition(".")[0] in ("torch", "mha_lib")
        if ours and any(part in name for part in names) and not _within_a_case(frame):
            called.append(name)

    try:
        if names:
            sys.setprofile(look)
        yield called
    finally:
        if names:
            sys.setprofile(before)


def _within_a_case(frame) -> bool:
    """Whether the call comes from a function of an exercise's file, such as a given layer."""
    while frame is not None:
        module = frame.f_globals.get("__name__", "")
        if module.startswith(f"{__package__}."):
            return True
        if module == __package__:  # the judge is calling the answer
            return False
        frame = frame.f_back
    return False
