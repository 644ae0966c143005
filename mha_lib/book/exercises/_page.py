"""How a page without Python takes an answer, and what it says to each.

What a reader can choose is finite, so its verdicts are worked out while the book is built. What is
typed or painted is judged in the page, by `answers.js`: a number or a table as `_judge_value` does,
a text as the judge of its exercise. A test holds the two together.
"""

import importlib
import itertools
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor

from mha_lib.book import exercises


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
        found.append(entry)
    return found


def _choices(name: str, page: Choose) -> dict[str, Any]:
    """The parts, and a verdict for each choice: the last part's option changes first."""
    said = [
        exercises.judge(name, page.answer(*chosen)).text
        for chosen in itertools.product(*page.parts.values())
    ]
    sentences = list(dict.fromkeys(said))
    return {
        "parts": [{"label": label, "options": options} for label, options in page.parts.items()],
        "sentences": sentences,
        "verdicts": [sentences.index(text) for text in said],
    }


def _number(spec) -> dict[str, Any]:
    """What the page compares a number with: each as the value, how far off it may be, the verdict.

    The order is that of `_judge_value`.
    """

    def limit(value, tolerance):
        return tolerance or (0 if isinstance(value, int) else 1e-6)

    rows = [(spec.solution, limit(spec.solution, 0), "correct.")]
    rows += [
        (wrong, limit(wrong, spec.tolerance), f"not yet: {sentence}.")
        for sentence, wrong in spec.mistakes.items()
    ]
    if spec.tolerance:
        rows.append((spec.solution, spec.tolerance, f"correct; {spec.solution} is exact."))
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
