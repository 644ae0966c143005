"""Hand-outs for a class repeat the chapters' words, and those for students contain no answers."""

import ast
import importlib
import re
import sys
from itertools import chain
from pathlib import Path
from xml.etree import ElementTree

import nbformat
import pytest
import torch
from bs4 import BeautifulSoup

sys.path.insert(0, str(Path(__file__).parents[2] / "tools"))
notebooks = importlib.import_module("notebooks")
handouts = importlib.import_module("sphinx_extensions.handouts")
CHAPTERS = notebooks.first_part()
every_chapter = pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem)


@pytest.fixture(autouse=True)
def undrawn(monkeypatch):
    """Leaves formulas as their source, because drawing one needs node."""
    monkeypatch.setattr(handouts, "formula", lambda text, options: f"${text}$")


def sheets(path):
    notebook = nbformat.read(path, as_version=4)
    made = handouts.worksheet(notebook, path.stem), handouts.key(notebook, path.stem)
    return [BeautifulSoup(html, "html.parser") for html in made]


def rows(table):
    cells = [row(["th", "td"]) for row in table("tr")]
    return [[cell.get_text().replace("\N{NO-BREAK SPACE}", " ") for cell in row] for row in cells]


def test_part_i_has_at_least_three_tables_to_fill_in():
    assert len(CHAPTERS) > 4
    assert sum(bool(sheets(path)[0].select("td.blank")) for path in CHAPTERS) >= 3


@every_chapter
def test_the_key_fills_in_every_missing_number(path):
    worksheet, key = sheets(path)
    empty = [table for table in worksheet("table") if table.select(".blank")]
    assert not key.select(".blank")
    # The key's first tables are those; the right answers of exercises follow.
    for asked, full in zip(empty, key("table"), strict=False):
        pairs = list(zip(chain(*rows(asked)), chain(*rows(full)), strict=True))
        missing = [number for given, number in pairs if number != given]
        assert len(missing) == len(asked.select(".blank")) > 0
        assert not any(given for given, number in pairs if number != given)


def test_the_row_worked_out_by_hand_agrees_with_torch():
    (path,) = [path for path in CHAPTERS if path.stem == "one_head"]
    _, key = sheets(path)
    table = {label: cells for label, *cells in rows(key.table)}
    scores = torch.tensor([float(score) for score in table["query · key"][:-1]]) / 2**0.5
    weights = scores.softmax(0)
    values = torch.tensor([ast.literal_eval(value) for value in table["value"][:-1]]).float()
    average = ", ".join(f"{number:.2f}" for number in weights @ values)
    assert table["score"][1] == f"{scores[1]:.2f}"
    assert table["weight"] == [f"{weight:.2f}" for weight in weights] + ["1"]
    assert table["weight · value"][-1] == f"({average})"


@every_chapter
def test_a_worksheet_has_questions_and_no_answers(path):
    worksheet, key = sheets(path)
    notebook = nbformat.read(path, as_version=4)
    text = "\n".join(cell.source for cell in notebook.cells)
    (vote,) = re.findall(r"^> \*\*Decide before.*(?:\n>.*)*", text, re.MULTILINE)
    boxes = worksheet.select_one(".options")("li")
    assert len(boxes) == vote.count("\n> - ")
    assert len(re.findall(r"Exercise \d:", worksheet.get_text())) == 2
    for answer in key.select("ul")[0]("li"):
        assert answer.get_text() not in worksheet.get_text()
    for cell in notebook.cells:
        if cell.id.startswith("solution-"):
            code = handouts.before_check(cell)
            assert not code or code not in worksheet.get_text()
    assert "Hint" not in worksheet.get_text()


@every_chapter
def test_a_student_s_notebook_lacks_only_solutions(path):
    notebook = nbformat.read(path, as_version=4)
    given = handouts.without_solutions(notebook)
    nbformat.validate(given)
    gone = [cell for cell in notebook.cells if cell.id not in {cell.id for cell in given.cells}]
    assert gone == [cell for cell in notebook.cells if cell.id.startswith("solution-")] != []
    stubs = [c for c in given.cells if c.cell_type == "code" and c.id.startswith("exercise-")]
    assert len(stubs) == len(gone)
    for stub in stubs:
        assert stub.outputs == []
        assert f'check("{path.stem}.{stub.id[-1]}"' in stub.source
    assert given.cells[0] == notebook.cells[0]  # which sets up Colab

    def names(cells, context):
        code = "\n".join(c.source for c in cells if c.cell_type == "code" and c.id != "set-up")
        found = [n for n in ast.walk(ast.parse(code)) if isinstance(n, ast.Name)]
        return {name.id for name in found if isinstance(name.ctx, context)}

    lost = names(gone, ast.Store) - names(given.cells, ast.Store)
    assert not lost & names(given.cells, ast.Load)


def test_every_picture_of_part_i_has_an_svg_file_that_is_up_to_date():
    wanted = {}
    for path in CHAPTERS:
        for cell, picture in notebooks.pictures(nbformat.read(path, as_version=4)).items():
            wanted[notebooks.drawing(path, cell).name] = notebooks.digest(picture)
    there = {}
    for file in notebooks.SVG_FOLDER.glob("*"):
        there[file.name] = re.search("<!-- (.*) -->\n$", file.read_text())[1]
    assert there == wanted  # else run tools/notebooks.py for the chapter


def test_a_drawing_has_a_title_and_a_description():
    svg = handouts.figures.described('<svg width="1"><g/></svg>', ["Title: a < b", "Source: c"])
    drawn = ElementTree.fromstring(svg)
    assert [(part.tag, part.text) for part in drawn] == [
        ("title", "Title: a < b"),
        ("desc", "Source: c"),
        ("g", None),
    ]
