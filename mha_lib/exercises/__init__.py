"""Exercises with an instant verdict: `check("stacking.2", answer)` says what is wrong.

Each chapter's exercises stand in the file of its name: the solution, the cases it is tried on, and
the mistakes that people make, each as code that makes it. An answer that agrees with a mistake on
every case is told so by name. Where many answers are right, the exercise brings its own `judge`.
"""

import copy
import importlib
import importlib.util
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import torch
from torch import Tensor, nn

from mha_lib.checks import describe, is_dense

__all__ = ["check"]


@dataclass(frozen=True)
class Exercise:
    """What an answer is held to.

    Args:
        solution: The right function, or the right value where the answer is not a function.
        cases: Argument tuples to call both with; none for a value.
        mistakes: From a sentence that names a mistake to the function, or value, that makes it.
        judge: For an exercise with many right answers, such as a design: from the list of the
            answer's results on the cases, or from the value, to a sentence that says what is
            wrong, or None where it is right. It decides alone, and says its mistakes' sentences.
    """

    solution: Any
    cases: tuple[tuple[Any, ...], ...] = ()
    mistakes: Mapping[str, Any] = field(default_factory=dict)
    judge: Callable[[Any], str | None] | None = None


@dataclass(frozen=True)
class Verdict:
    """Whether an answer is right, and the sentence that says so."""

    correct: bool
    text: str


def check(exercise: str, answer: object) -> None:
    """Prints the verdict on an answer.

    Args:
        exercise: The chapter's file and the exercise's number, such as "stacking.2".
        answer: A function, or a value, as the exercise asks. None means "not answered yet".

    Raises:
        ValueError: There is no such exercise.
    """
    print(f"Exercise {exercise}: {judge(exercise, answer).text}")


def judge(exercise: str, answer: object) -> Verdict:
    """Gives the verdict on an answer; `check` prints it.

    Raises:
        ValueError: There is no such exercise.
    """
    spec = find(exercise)
    if answer is None or answer is Ellipsis:
        return Verdict(False, "not answered yet.")
    if not callable(spec.solution):
        return _judge_value(answer, spec)
    if not callable(answer):
        return Verdict(False, f"the answer must be a function; got {describe(answer)}.")
    return _judge_function(answer, spec)


def find(exercise: str) -> Exercise:
    """Looks an exercise up by its chapter's file and its number.

    Raises:
        ValueError: There is no such exercise.
    """
    chapter, _, number = str(exercise).partition(".")
    name = f"{__name__}.{chapter}"
    if chapter.isidentifier() and not chapter.startswith("_") and importlib.util.find_spec(name):
        for there, spec in importlib.import_module(name).EXERCISES.items():
            if str(there) == number:
                return spec
    raise ValueError(
        f'exercise must be a chapter\'s file and a number, such as "stacking.2"; got {exercise!r}'
    )


def _judge_by(own: Callable[[Any], str | None], answer, right: str) -> Verdict:
    """The verdict of an exercise's own judge, which may be handed anything."""
    try:
        sentence = own(answer)
    except Exception as error:
        return Verdict(False, f"judging it raised {type(error).__name__}: {error}")
    return Verdict(False, f"not yet: {sentence}.") if sentence else Verdict(True, right)


def _judge_value(answer, spec: Exercise) -> Verdict:
    if spec.judge and callable(answer):
        return Verdict(False, f"the answer must be a value; got {describe(answer)}.")
    if spec.judge:
        return _judge_by(spec.judge, answer, "correct.")
    if callable(answer) or isinstance(answer, str) is not isinstance(spec.solution, str):
        wanted = "text" if isinstance(spec.solution, str) else "a number"
        return Verdict(False, f"the answer must be {wanted}; got {describe(answer)}.")
    if _same(answer, spec.solution):
        return Verdict(True, "correct.")
    for sentence, wrong in spec.mistakes.items():
        if _same(answer, wrong):
            return Verdict(False, f"not yet: {sentence}.")
    return Verdict(False, f"not yet: {answer} is not it.")


def _judge_function(answer: Callable[..., Any], spec: Exercise) -> Verdict:
    results = []
    for number, case in enumerate(spec.cases, start=1):
        given = _copy(case)
        try:
            result = answer(*given)
        except Exception as error:
            return Verdict(False, f"case {number} raised {type(error).__name__}: {error}")
        if result is None or result is Ellipsis:
            return Verdict(False, "not answered yet.")
        if not all(_kept(now, before) for now, before in zip(given, case, strict=True)):
            return Verdict(False, f"not yet: case {number} changed its input in place.")
        results.append(result)
    if spec.judge:
        return _judge_by(spec.judge, results, f"correct on {len(results)} cases.")
    wanted = [spec.solution(*_copy(case)) for case in spec.cases]
    wrong = [i for i, pair in enumerate(zip(results, wanted, strict=True)) if not _same(*pair)]
    for result, right in zip(results, wanted, strict=True):
        if not wrong and isinstance(right, int) and isinstance(result, float):
            return Verdict(False, f"not yet: {result} is a float; // gives the int, / does not.")
    if not wrong:
        return Verdict(True, f"correct on {len(results)} cases.")
    for sentence, mistake in spec.mistakes.items():
        if all(_same(r, mistake(*_copy(c))) for r, c in zip(results, spec.cases, strict=True)):
            return Verdict(False, f"not yet: {sentence}.")
    first = wrong[0]
    return Verdict(
        False, f"not yet: case {first + 1} {_difference(results[first], wanted[first])}."
    )


def _difference(result, wanted) -> str:
    """In what the first wrong result differs: type, shape, or the first wrong number."""
    if not isinstance(wanted, Tensor):
        return f"gave {describe(result)}; {wanted} is right"
    if isinstance(result, list | tuple) and any(isinstance(r, Tensor) for r in result):
        return f"gave a {type(result).__name__} of tensors; make one of them with torch.stack"
    if not isinstance(result, Tensor):
        return f"gave {describe(result)}; a tensor of shape {tuple(wanted.shape)} is right"
    if not _plain(result):
        kind = describe(result) if result.layout == torch.strided else f"{result.layout}"
        kind = "a tensor without numbers" if result.is_meta else kind
        return f"gave {kind}; a plain tensor of shape {tuple(wanted.shape)} is right"
    if wanted.dtype == torch.bool and result.dtype != torch.bool:
        return (
            f"gave {describe(result)}, and booleans are right: "
            f"numbers in a mask are added to the scores, or refused"
        )
    if result.shape != wanted.shape:
        return f"gave the shape {tuple(result.shape)}; {tuple(wanted.shape)} is right"
    if result.is_complex():
        return "gave complex numbers; real ones are right"
    if result.dtype.itemsize < wanted.dtype.itemsize and _close(result, wanted, 1e-2):
        return f"is rounded to {describe(result).split()[0]}; keep the inputs' {wanted.dtype}"
    lost = (result.isnan() & ~wanted.isnan()).double().mean().item()
    if lost:
        return f"holds NaN in {lost:.0%} of the entries"
    if wanted.dim() == 0:
        return f"gave {result.item():.4g}; {wanted.item():.4g} is right"
    off = ~torch.isclose(result.to(wanted), wanted, rtol=1e-6, atol=1e-9)
    where = tuple(int(i) for i in off.nonzero()[0])
    share = off.double().mean().item()
    return (
        f"is wrong in {share:.0%} of the entries, first at {where}: "
        f"gave {result[where].item():.4g}; {wanted[where].item():.4g} is right"
    )


def _same(result, wanted) -> bool:
    if isinstance(wanted, Tensor):
        if wanted.dim() == 0 and isinstance(result, int | float):
            result = torch.tensor(result).to(wanted)
        return (
            isinstance(result, Tensor)
            and _plain(result)
            and result.shape == wanted.shape
            and (result.dtype == torch.bool or wanted.dtype != torch.bool)
            and not result.is_complex()
            and _close(result, wanted, 1e-6)
        )
    if isinstance(wanted, list):
        pairs = zip(result, wanted, strict=False)
        return len(result) == len(wanted) and all(_same(*pair) for pair in pairs)
    if isinstance(wanted, bool | str) or not isinstance(wanted, int | float):
        return type(result) is type(wanted) and result == wanted
    if isinstance(result, str | bytes):
        return False
    try:
        return math.isclose(float(result), wanted, rel_tol=1e-6)
    except (OverflowError, RuntimeError, TypeError, ValueError):
        return False


def _close(result: Tensor, wanted: Tensor, tolerance: float) -> bool:
    return torch.allclose(result.to(wanted), wanted, tolerance, tolerance / 1000, equal_nan=True)


def _plain(result: Tensor) -> bool:
    """Whether a tensor holds numbers, one for each place, and as they are."""
    return is_dense(result) and not result.is_meta and not result.is_quantized


def _kept(now, before) -> bool:
    """Whether an answer left an input as it was. A module it may change: it has its own copy."""
    return isinstance(before, nn.Module) or _same(now, before)


def _copy(case: tuple[Any, ...]) -> tuple[Any, ...]:
    return tuple(_fresh(value) for value in case)


def _fresh(value):
    """The value, or its copy where a call could change it for the calls that follow."""
    if isinstance(value, nn.Module):
        return copy.deepcopy(value)
    if isinstance(value, list):
        return [_fresh(part) for part in value]
    return value.clone() if isinstance(value, Tensor) else value
