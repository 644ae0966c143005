"""Exercises with an instant verdict: `check("stacking.2", answer)` says what is wrong.

The exercises of a chapter are in the file with its name: for each, the solution, the cases that
answers are tried on, and the mistakes that people make, each as code that makes it. The verdict on
an answer that agrees with a mistake in every case names the mistake. If many answers are right, the
exercise has its own `judge`.
"""

import copy
import importlib
import importlib.util
import math
import reprlib
import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from typing import Any

import torch
from torch import Tensor, nn

from mha_lib.book.exercises import _given
from mha_lib.checks import describe, join_words

__all__ = ["check"]


# The relative error that a computed whole number may have, such as 6√2/√18.
WHOLE_NUMBER_RTOL = 1e-14


@dataclass(frozen=True)
class Exercise:
    """An exercise: what is right, and what the verdicts say.

    Args:
        solution: The right function, or the right value if the answer is not a function.
        cases: Tuples of arguments that the solution and the answer are called with; none for a
            value.
        mistakes: Maps a sentence that names a mistake to the function, or value, that makes it.
        judge: For an exercise with many right answers, such as a design: takes the answer's results
            on the cases, or its value, and returns a sentence that says what is wrong, or None if
            it is right. It alone decides, and returns the sentences of `mistakes`.
        forbidden_calls: Parts of the names of functions, from torch or this library, that an answer
            must not call.
        tolerance: The relative error that a measured number may have.
        page: How a page without a kernel takes the answer; None if it does not.
        code: Whether the page takes the answer as Python code.
    """

    solution: Any
    cases: tuple[tuple[Any, ...], ...] = ()
    mistakes: Mapping[str, Any] = field(default_factory=dict)
    judge: Callable[[Any], str | None] | None = None
    forbidden_calls: tuple[str, ...] = ()
    tolerance: float = 0.0
    page: Any = None
    code: bool = False


@dataclass(frozen=True)
class Verdict:
    """Whether an answer is right, and the sentence that the reader sees."""

    correct: bool
    text: str


def draw(random: torch.Generator, *shape: int) -> Tensor:
    """Draws normal numbers in float64, for an exercise's cases."""
    return torch.randn(shape, generator=random, dtype=torch.float64)


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
    spec = get_exercise(exercise)
    if answer is None or answer is Ellipsis:
        return Verdict(False, "not answered yet.")
    if not callable(spec.solution):
        return _judge_value(answer, spec)
    if not callable(answer):
        return Verdict(False, f"the answer must be a function; got {describe(answer)}.")
    return _judge_function(answer, spec)


def get_exercise(exercise: str) -> Exercise:
    """Looks an exercise up by its chapter's file and its number.

    Raises:
        ValueError: There is no such exercise.
    """
    chapter, _, number = str(exercise).partition(".")
    name = f"{__name__}.{chapter}"
    rule, hint = 'a chapter\'s file and a number, such as "stacking.2"', ""
    if chapter.isidentifier() and not chapter.startswith("_") and importlib.util.find_spec(name):
        known = importlib.import_module(name).EXERCISES
        for there, spec in known.items():
            if str(there) == number:
                return spec
        rule = f"one of {join_words(f'{chapter}.{there}' for there in known)}"
        hint = f" (a new one belongs in EXERCISES of mha_lib/book/exercises/{chapter}.py)"
    raise ValueError(f"exercise must be {rule}; got {exercise!r}{hint}")


def _judge_value(answer, spec: Exercise) -> Verdict:
    if callable(answer) and spec.judge:
        return Verdict(False, f"the answer must be a value; got {describe(answer)}.")
    answer, refusal = _read(answer)
    if refusal:
        return _not_yet(refusal)
    if spec.judge:
        return _judge_by(spec.judge, answer, "correct.")
    if isinstance(spec.solution, str):
        return _judge_letters(answer, spec)
    if isinstance(spec.solution, Tensor):
        return _judge_table(_given.table(answer, spec.solution.dtype), spec)
    if _given.is_quoted(answer):
        return _not_yet(f"{answer!r} is a string; give the number without quotes")
    if isinstance(answer, float) and not math.isfinite(answer):
        return Verdict(False, f"the answer must be a finite number; got {answer}.")
    if _same(answer, spec.solution):
        return Verdict(True, "correct.")
    for sentence, wrong in spec.mistakes.items():
        if _same(answer, wrong, spec.tolerance):
            return _not_yet(sentence)
    if _same(answer, spec.solution, spec.tolerance):
        return Verdict(True, f"correct; the exact value is {spec.solution}.")
    if not _given.is_number(answer):
        return Verdict(False, f"the answer must be a number; got {describe(answer)}.")
    return _not_yet(f"{_brief(answer)} is not right")


def _judge_table(answer, spec: Exercise) -> Verdict:
    """The verdict on a tensor, or on rows given as lists."""
    if _same(answer, spec.solution):
        return Verdict(True, "correct.")
    for sentence, wrong in spec.mistakes.items():
        if _same(answer, wrong):
            return _not_yet(sentence)
    if isinstance(answer, Tensor) and answer.is_floating_point() and _given.holds_numbers(answer):
        strange = answer[~answer.isfinite()].tolist()
        if strange and spec.solution.dtype != torch.bool:
            return Verdict(False, f"the answer must contain finite numbers; got {strange[0]}.")
    return _not_yet(_difference(answer, spec.solution, "you", spec.page))


def _judge_letters(answer, spec: Exercise) -> Verdict:
    """The verdict on letters; their case and other characters between them do not matter."""
    given_letters = _given.letters(answer)
    if given_letters is None:
        return Verdict(False, f"the answer must be text; got {describe(answer)}.")
    if given_letters == _given.letters(spec.solution):
        return Verdict(True, "correct.")
    for sentence, wrong in spec.mistakes.items():
        if given_letters == _given.letters(wrong):
            return _not_yet(sentence)
    return _not_yet(f"{_brief(answer)} is not right")


def _judge_function(answer: Callable[..., Any], spec: Exercise) -> Verdict:
    results = []
    for number, case in enumerate(spec.cases, start=1):
        given = _copy(case)
        try:
            with _given.watched(spec.forbidden_calls) as called:
                result = answer(*given)
        except Exception as error:
            hint = _hint_at_transpose(str(error)) + _hint_at_spelling(error)
            return Verdict(False, f"case {number} raised {type(error).__name__}: {error}{hint}")
        if called:
            return _not_yet(f"your function calls {called[0]}, which the task forbids")
        if result is None:
            return _not_yet("your function returns nothing; begin its last line with return")
        if result is Ellipsis:
            return Verdict(False, "not answered yet.")
        if not all(_is_unchanged(now, before) for now, before in zip(given, case, strict=True)):
            return _not_yet(f"case {number} changed its input in place")
        result, refusal = _read(result)
        if refusal:
            return _not_yet(f"case {number}: {refusal}")
        results.append(result)
    in_cases = {1: "", 2: " in both cases it was tried on"}
    in_all = f" in all {len(results)} cases it was tried on"
    right = f"correct{in_cases.get(len(results), in_all)}."
    if spec.judge:
        return _judge_by(spec.judge, results, right)
    pairs = list(zip(results, spec.cases, strict=True))
    wrong = (i for i, (r, c) in enumerate(pairs) if not _same(r, spec.solution(*_copy(c))))
    first = next(wrong, None)
    if first is None:
        return Verdict(True, right)
    for sentence, mistake in spec.mistakes.items():
        if all(_same(r, _given.plain(mistake(*_copy(c)))) for r, c in pairs):
            return _not_yet(sentence)
    wanted = spec.solution(*_copy(spec.cases[first]))
    return _not_yet(_difference(results[first], wanted, f"case {first + 1}"))


def _hint_at_transpose(message: str) -> str:
    """Says what is missing if torch refused to multiply two matrices of the same shape."""
    start = "mat1 and mat2 shapes cannot be multiplied ("
    if not message.startswith(start):
        return ""
    one, _, two = message[len(start) :].partition(")")[0].partition(" and ")
    return "; a .T is missing: one of the two must be transposed" if one == two else ""


# How a function that people write without its module is written. The softmax's dimension is a
# question of an exercise.
_SPELLINGS = {
    "softmax": "torch.softmax, which needs a dim=",
    "sqrt": "x ** 0.5",
    "exp": "x.exp()",
    "mean": "x.mean(dim=0)",
    "transpose": "x.T",
} | {
    name: f"torch.{name}"
    for name in ("arange", "cat", "einsum", "eye", "matmul", "ones", "stack", "tensor", "zeros")
}


def _hint_at_spelling(error: Exception) -> str:
    """Says how to write a function of torch whose bare name is not defined."""
    name = str(error).partition("'")[2].partition("'")[0]
    known = isinstance(error, NameError) and name in _SPELLINGS
    return f"; write {_SPELLINGS[name]}" if known else ""


def _read(answer) -> tuple[Any, str | None]:
    """Returns the answer in plain types and None, or None and why it cannot be read."""
    try:
        return _given.plain(answer), None
    except _given.RefusedError as refusal:
        return None, str(refusal)
    except Exception as error:  # such as for a list that contains itself
        return None, f"your answer cannot be read ({type(error).__name__})"


def _judge_by(own: Callable[[Any], str | None], answer, right: str) -> Verdict:
    """The verdict of an exercise's own judge; any error in it gives a verdict too."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            sentence = own(answer)
    except _given.RefusedError as refusal:
        sentence = str(refusal)
    except Exception as error:
        return Verdict(False, f"judging it raised {type(error).__name__}: {error}")
    return _not_yet(sentence) if sentence else Verdict(True, right)


def _not_yet(sentence: str) -> Verdict:
    return Verdict(False, f"not yet: {sentence}{'' if sentence.endswith('?') else '.'}")


def _difference(result, wanted, who: str, page: Any = None) -> str:
    """Says how a wrong result differs: in type, shape, by one step, or in its first wrong number.

    For a table that readers fill in, which has its labels on the page, no right entry is shown.
    """
    if isinstance(wanted, bool) and _given.truth(result) is None:
        return f"{who} gave {describe(result)}; give True or False"
    if _given.is_quoted(result):
        return f"{who} gave {result!r}, a string; give the number without quotes"
    if _given.is_number(wanted) and _given.is_number(result):
        return "{} gave {}; {} is right".format(who, *_given.format_apart(result, wanted))
    if isinstance(wanted, list | tuple) and not isinstance(result, list | tuple | Tensor):
        return f"{who} gave {_brief(result)}; give a list of {len(wanted)}"
    if not isinstance(wanted, Tensor):
        return f"{who} gave {_brief(result)}; {wanted} is right"
    if isinstance(result, list | tuple) and any(isinstance(r, Tensor) for r in result):
        return f"{who} gave {_describe_several(result, wanted)}"
    if not isinstance(result, Tensor):
        return f"{who} gave {describe(result)}; a tensor of shape {tuple(wanted.shape)} is right"
    if not _given.holds_numbers(result):
        kind = describe(result) if result.layout == torch.strided else f"{result.layout}"
        kind = "a tensor without numbers" if result.is_meta else kind
        return f"{who} gave {kind}; a plain tensor of shape {tuple(wanted.shape)} is right"
    if wanted.dtype == torch.bool and result.dtype != torch.bool:
        return (
            f"{who} gave {describe(result)}, but booleans are right: "
            f"a mask of numbers is added to the scores, or refused"
        )
    if result.shape != wanted.shape:
        relation = None if page else _relation(result, wanted)
        shape = f"{relation}, in the shape" if relation else "the shape"
        return f"{who} gave {shape} {tuple(result.shape)}; {tuple(wanted.shape)} is right"
    if result.is_complex():
        return f"{who} gave complex numbers; real ones are right"
    if result.dtype.itemsize < wanted.dtype.itemsize and _close(result, wanted, 1e-2):
        kept = describe(result).split()[0]
        return f"{who} gave numbers rounded to {kept}; keep the inputs' {wanted.dtype}"
    lost = len((result.isnan() & ~wanted.isnan()).nonzero())
    if lost:
        return f"{who} gave NaN for {_count_in_words(lost, wanted)}"
    if wanted.dim() == 0:
        return "{} gave {}; {} is right".format(
            who, *_given.format_apart(result.item(), wanted.item())
        )
    wrong = (~torch.isclose(result.to(wanted), wanted, rtol=1e-6, atol=1e-9)).nonzero()
    where = [int(i) for i in wrong[0]]
    gave, right = _given.format_apart(result[tuple(where)].item(), wanted[tuple(where)].item())
    count = _count_in_words(len(wrong), wanted)
    summary = f"{count} is wrong," if len(wrong) == 1 else f"{count} are wrong, the first"
    if page:
        return f"{summary} {_name_cell(where, page)}: {who} gave {gave}"
    relation = _relation(result, wanted)
    if relation == _REORDERED:
        return f"{who} gave {relation}: {count} are elsewhere, the first at {where}"
    if relation:
        return f"{who} gave {relation}"
    if not _shared(result, wanted):
        none = "none of the right numbers is among yours"
        return f"{who}: {none}; at {where} you gave {gave}, and {right} is right"
    return f"{who}: {summary} at {where}: gave {gave}; {right} is right"


_REORDERED = "the right numbers in another order"


def _relation(result: Tensor, wanted: Tensor) -> str | None:
    """Says what a wrong tensor is if one step makes it right: an exchange, a factor, an order."""
    if result.is_complex() or wanted.numel() < 2:
        return None
    for i, j in [(a, b) for b in range(result.dim()) for a in range(b)]:
        if _same(result.transpose(i, j), wanted):
            exchanged = f"what is right with axes {i} and {j} exchanged"
            return "the transpose of what is right" if result.dim() == 2 else exchanged
    if wanted.dtype == torch.bool:
        return "True for False and False for True" if _same(~result, wanted) else None
    if result.shape == wanted.shape:
        factor = ((result * wanted).sum() / (wanted * wanted).sum()).item()
        differs = abs(factor - 1) > 1e-3 and 1e-4 < abs(factor) < 1e4
        if differs and _close(result, factor * wanted, 1e-6):
            times = f"{factor:.4g} times what is right"
            return "the negative of what is right" if times.startswith("-1 ") else times
    elif _same(result.flatten(), wanted.flatten()):
        return "the right numbers in the right order"
    one, other = (
        torch.tensor(sorted(t.flatten().tolist()), dtype=wanted.dtype) for t in (result, wanted)
    )
    return _REORDERED if _same(one, other) else None


def _shared(result: Tensor, wanted: Tensor) -> set[str]:
    """The numbers that two tensors share, to four digits."""
    pair = result.to(wanted), wanted  # a boolean has no digits
    one, other = ({f"{n:.4g}" for n in t.flatten().tolist()} for t in pair)
    return one & other


def _count_in_words(some: int, wanted: Tensor) -> str:
    """Says how many of a tensor's numbers: "all 6 numbers", "2 of the 6 numbers"."""
    things = "cells" if wanted.dtype == torch.bool else "numbers"
    every = wanted.numel()
    return f"all {every} {things}" if some == every else f"{some} of the {every} {things}"


def _name_cell(where: list[int], page) -> str:
    """Names a cell of a table by its row and column; a single row is not named."""
    column = f"column “{page.columns[where[-1]]}”"
    if len(page.rows) == 1:
        return f"in {column}"
    return f"in row “{page.rows[where[0]]}”, {column}"


def _describe_several(result, wanted: Tensor) -> str:
    """Describes several tensors given instead of one, and what to do: drop some, or stack them."""
    shapes = [tuple(r.shape) if isinstance(r, Tensor) else None for r in result]
    kind, shape = f"a {type(result).__name__} of {len(result)}", tuple(wanted.shape)
    if len(set(shapes)) == 1 and (shape[:1], shape[1:]) == ((len(result),), shapes[0]):
        return f"a {type(result).__name__} of tensors; make one of them with torch.stack"
    if shapes[0] == shape:
        return f"{kind}; return only the output, the first of them"
    return f"{kind}; return one tensor, of shape {shape}"


def _brief(value) -> str:
    """Formats a value for a sentence: a number or a string as it is, others with their type."""
    known = isinstance(value, int | float | str)
    return reprlib.repr(value) if known else describe(value)


def _same(result, wanted, tolerance: float = 0.0) -> bool:
    if isinstance(wanted, Tensor):
        if wanted.dim() == 0 and isinstance(result, int | float):
            result = torch.tensor(result).to(wanted)
        return (
            isinstance(result, Tensor)
            and _given.holds_numbers(result)
            and result.shape == wanted.shape
            and (result.dtype == torch.bool or wanted.dtype != torch.bool)
            and not result.is_complex()
            and _close(result, wanted, tolerance or 1e-6)
        )
    if isinstance(wanted, list | tuple):
        try:
            entries = _given.sequence(result, "", len(wanted))
        except _given.RefusedError:
            return False
        return all(_same(*pair) for pair in zip(entries, wanted, strict=True))
    if isinstance(wanted, bool):
        return _given.truth(result) is wanted
    if is_dataclass(wanted) and isinstance(result, type(wanted)):
        names = [part.name for part in fields(wanted)]
        return all(_same(getattr(result, name), getattr(wanted, name)) for name in names)
    if not isinstance(wanted, int | float):
        return type(result) is type(wanted) and result == wanted
    if isinstance(result, str | bytes | bool):
        return False
    try:
        number = float(result)
        whole = 0 if isinstance(result, int) else WHOLE_NUMBER_RTOL
        limit = tolerance or (whole if isinstance(wanted, int) else 1e-6)
        return math.isclose(number, wanted, rel_tol=limit)
    except (OverflowError, RuntimeError, TypeError, ValueError):
        return False


def _close(result: Tensor, wanted: Tensor, tolerance: float) -> bool:
    return torch.allclose(result.to(wanted), wanted, tolerance, tolerance / 1000, equal_nan=True)


def _is_unchanged(now, before) -> bool:
    """Whether an answer left an input unchanged. It may change a module, which is a copy."""
    return isinstance(before, nn.Module) or _same(now, before)


def _copy(case: tuple[Any, ...]) -> tuple[Any, ...]:
    """Copies the arguments, because a call could change them for the next calls."""
    return copy.deepcopy(case)
