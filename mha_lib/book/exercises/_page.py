"""How a page without a kernel takes answers, and the data that its verdicts need.

The verdicts on choices are computed while the book is built, because there are finitely many. What
is typed or painted is judged in the page by `judge.js`: numbers and tables as `_judge_value`
judges them, text as the judge of its exercise does. A test compares the two. Code runs in the
page's own Python, on a small torch; `_judge_function` runs there too, on the data from
`code_cases`.
"""

import copy
import importlib
import itertools
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor

from mha_lib.book import exercises
from mha_lib.book.exercises import _given


@dataclass(frozen=True)
class Choose:
    """One of a few options for each part of the answer.

    Args:
        parts: Maps the label of a part to its options. Many numbers become a slider.
        answer: Maps the chosen options, in order, to the answer that one would give in a notebook.
    """

    parts: Mapping[str, tuple[Any, ...]]
    answer: Callable[..., Any]


@dataclass(frozen=True)
class Number:
    """A number to type.

    Args:
        label: What the number is.
    """

    label: str


@dataclass(frozen=True)
class Table:
    """A table with a number to type in each cell or, if the solution is boolean, cells to paint.

    Args:
        label: What the table is, and what a painted cell means.
        rows: The label of each row.
        columns: The label of each column.
    """

    label: str
    rows: tuple[str, ...]
    columns: tuple[str, ...]


@dataclass(frozen=True)
class Typed:
    """Text fields. `judge.js` has a judge under the name of the exercise.

    Args:
        labels: The label of each field.
        answer: Maps the fields' text to the answer that one would give in a notebook.
    """

    labels: tuple[str, ...]
    answer: Callable[[list[str]], Any]


def on_page(chapter: str) -> list[dict[str, Any]]:
    """Returns what a chapter's page needs to know about its exercises, as JSON values."""
    module = importlib.import_module(f"{exercises.__name__}.{chapter}")
    entries = []
    for number, spec in module.EXERCISES.items():
        entry: dict[str, Any] = {"name": f"{chapter}.{number}"}
        if isinstance(spec.page, Choose):
            entry |= _choices(entry["name"], spec.page)
        elif isinstance(spec.page, Number):
            entry |= _number(spec)
        elif isinstance(spec.page, Table):
            entry |= _table(spec)
        elif isinstance(spec.page, Typed):
            entry["texts"] = spec.page.labels
        if spec.code:
            entry["code"] = True
        entries.append(entry)
    return entries


def _choices(name: str, page: Choose) -> dict[str, Any]:
    """Lists the parts, and a verdict per combination of options; the last part varies fastest."""
    verdicts = [
        _without_cases(exercises.judge(name, page.answer(*chosen)))
        for chosen in itertools.product(*page.parts.values())
    ]
    sentences = list(dict.fromkeys(verdicts))
    return {
        "parts": [{"label": label, "options": options} for label, options in page.parts.items()],
        "sentences": sentences,
        "verdicts": [sentences.index(text) for text in verdicts],
    }


def _without_cases(verdict: exercises.Verdict) -> str:
    """The sentence of a verdict on a choice, without the cases, which the reader never saw."""
    return (
        "correct." if verdict.correct else re.sub(r"\bcase \d+ gave\b", "that gives", verdict.text)
    )


def _number(spec) -> dict[str, Any]:
    """The label, and the numbers that the page knows: value, relative tolerance, verdict.

    They are in the order in which `_judge_value` compares.
    """

    def limit(value, tolerance):
        return tolerance or (exercises.WHOLE_NUMBER_RTOL if isinstance(value, int) else 1e-6)

    rows = [(spec.solution, limit(spec.solution, 0), "correct.")]
    rows += [
        (wrong, limit(wrong, spec.tolerance), f"not yet: {sentence}.")
        for sentence, wrong in spec.mistakes.items()
    ]
    if spec.tolerance:
        rows.append(
            (spec.solution, spec.tolerance, f"correct; the exact value is {spec.solution}.")
        )
    return {"label": spec.page.label, "numbers": rows}


def _table(spec) -> dict[str, Any]:
    """The table's labels, and the known tables with their verdicts, the right one first.

    Mistakes of another shape are left out, because they cannot be made in the page.
    """
    known = {"correct.": spec.solution}
    known |= {f"not yet: {sentence}.": wrong for sentence, wrong in spec.mistakes.items()}
    return {
        "table": spec.page.label,
        "rows": spec.page.rows,
        "columns": spec.page.columns,
        "painted": spec.solution.dtype == torch.bool,
        "known": [
            (table.flatten().tolist(), sentence)
            for sentence, table in known.items()
            if isinstance(table, Tensor) and table.shape == spec.solution.shape
        ],
    }


def code_cases(chapter: str) -> list[dict[str, Any]]:
    """The data by which the page's Python judges a chapter's functions, as JSON values.

    The results of the solution and of the known mistakes are in the order of the cases. If an
    exercise has its own judge, the page runs the file with the judge instead, whose CASES are the
    exercise's.
    """
    module = importlib.import_module(f"{exercises.__name__}.{chapter}")
    return [
        {"name": f"{chapter}.{number}", "forbidden_calls": spec.forbidden_calls} | _code_data(spec)
        for number, spec in module.EXERCISES.items()
        if spec.code
    ]


def _code_data(spec) -> dict[str, Any]:
    if spec.judge:
        return {"judge": (spec.judge.__module__, spec.judge.__name__)}
    return {
        "cases": [_encoded(case) for case in spec.cases],
        "solution": results(spec.solution, spec.cases),
        "mistakes": [
            (sentence, results(mistake, spec.cases)) for sentence, mistake in spec.mistakes.items()
        ],
    }


def results(function, cases) -> list[Any]:
    """What a function returns in each case, as JSON values."""
    return [_encoded(_given.plain(function(*copy.deepcopy(case)))) for case in cases]


def _encoded(value: Any) -> Any:
    """A value as JSON; a tensor's numbers exactly, as the bytes of doubles."""
    if isinstance(value, torch.Tensor):
        kind = str(value.dtype).removeprefix("torch.")
        numbers = value.double().contiguous().numpy().tobytes()
        return {"tensor": (kind, tuple(value.shape), numbers.hex())}
    return [_encoded(entry) for entry in value] if isinstance(value, list | tuple) else value
