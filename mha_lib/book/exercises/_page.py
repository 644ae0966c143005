"""How a page without a kernel takes an answer, and what it says to each.

What a reader can choose is finite, so its verdicts are worked out while the book is built. What is
typed or painted is judged in the page, by `answers.js`: a number or a table as `_judge_value` does,
a text as the judge of its exercise. A test holds the two together. Code runs in the page's own
Python, on a small torch, and `_judge_function` runs there, too, on what `recorded` exports.
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
        parts: From the label of a part to its options. Many numbers become a slider.
        answer: From the chosen options, in order, to the answer that a notebook would hand in.
    """

    parts: Mapping[str, tuple[Any, ...]]
    answer: Callable[..., Any]


@dataclass(frozen=True)
class Number:
    """A number, typed.

    Args:
        label: What the number is.
    """

    label: str


@dataclass(frozen=True)
class Table:
    """A table: a number typed in each place, or, where the solution is boolean, places painted.

    Args:
        label: What the table is, and what a painted place means.
        rows: What stands before each row.
        columns: What stands above each column.
    """

    label: str
    rows: tuple[str, ...]
    columns: tuple[str, ...]


@dataclass(frozen=True)
class Typed:
    """Texts, typed. `answers.js` has a judge under the name of the exercise.

    Args:
        labels: What each text is.
        answer: From the texts to the answer that a notebook would hand in.
    """

    labels: tuple[str, ...]
    answer: Callable[[list[str]], Any]


def on_page(chapter: str) -> list[dict[str, Any]]:
    """What a chapter's page needs to know of its exercises, as JSON holds it."""
    module = importlib.import_module(f"{exercises.__name__}.{chapter}")
    found = []
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
        found.append(entry)
    return found


def _choices(name: str, page: Choose) -> dict[str, Any]:
    """The parts, and a verdict for each choice: the last part's option changes first."""
    said = [
        _said(exercises.judge(name, page.answer(*chosen)))
        for chosen in itertools.product(*page.parts.values())
    ]
    sentences = list(dict.fromkeys(said))
    return {
        "parts": [{"label": label, "options": options} for label, options in page.parts.items()],
        "sentences": sentences,
        "verdicts": [sentences.index(text) for text in said],
    }


def _said(verdict: exercises.Verdict) -> str:
    """The verdict on a choice: whoever chose has tried nothing on cases."""
    return (
        "correct." if verdict.correct else re.sub(r"\bcase \d+ gave\b", "that gives", verdict.text)
    )


def _number(spec) -> dict[str, Any]:
    """What the page compares a number with: each as the value, how far off it may be, the verdict.

    The order is that of `_judge_value`.
    """

    def limit(value, tolerance):
        return tolerance or (exercises.ROUNDED_WHOLE if isinstance(value, int) else 1e-6)

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
    """The table's labels, and each known one as its entries and the verdict, the right one first.

    A mistake of another shape cannot be made in the page.
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


def recorded(chapter: str) -> list[dict[str, Any]]:
    """What the page's Python judges a chapter's functions by, as JSON holds it.

    The right results and those of the known mistakes are in the order of the cases.
    """
    module = importlib.import_module(f"{exercises.__name__}.{chapter}")
    return [
        {
            "name": f"{chapter}.{number}",
            "without": spec.without,
            "cases": [_encoded(case) for case in spec.cases],
            "solution": _results(spec.solution, spec.cases),
            "mistakes": [
                (sentence, _results(mistake, spec.cases))
                for sentence, mistake in spec.mistakes.items()
            ],
        }
        for number, spec in module.EXERCISES.items()
        if spec.code
    ]


def _results(function, cases) -> list[Any]:
    return [_encoded(_given.plain(function(*copy.deepcopy(case)))) for case in cases]


def _encoded(value: Any) -> Any:
    """A value as JSON holds it; a tensor's numbers to the bit, as doubles."""
    if isinstance(value, torch.Tensor):
        kind = str(value.dtype).removeprefix("torch.")
        numbers = value.double().contiguous().numpy().tobytes()
        return {"tensor": (kind, tuple(value.shape), numbers.hex())}
    return [_encoded(one) for one in value] if isinstance(value, list | tuple) else value
