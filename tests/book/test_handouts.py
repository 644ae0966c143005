"""Hand-outs for a class repeat the chapters' words, and those for students contain no answers."""

import ast
import importlib
import re
import textwrap
from itertools import chain
from pathlib import Path
from xml.etree import ElementTree

import nbformat
import pytest
import torch
from bs4 import BeautifulSoup

from mha_lib.book import exercises, tiny

notebooks = importlib.import_module("notebooks")
handouts = importlib.import_module("sphinx_extensions.handouts")
class_sheets = importlib.import_module("sphinx_extensions.class_sheets")
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
    # The key has the same tables, filled in, before the right answers of exercises.
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
    assert there == wanted  # otherwise run tools/notebooks.py for the chapter


def test_a_drawing_has_a_title_and_a_description():
    svg = handouts.figures.described('<svg width="1"><g/></svg>', ["Title: a < b", "Source: c"])
    drawn = ElementTree.fromstring(svg)
    assert [(part.tag, part.text) for part in drawn] == [
        ("title", "Title: a < b"),
        ("desc", "Source: c"),
        ("g", None),
    ]


# --- the sheets for a class of 90 minutes

PLAN = class_sheets.PLAN.read_text(encoding="utf-8")
ADDRESS = "https://someone.github.io/heads/"


def hand_out(address=""):
    notebooks = {path.stem: nbformat.read(path, as_version=4) for path in CHAPTERS}
    return BeautifulSoup(class_sheets.handout(notebooks, address), "html.parser")


def run_sheet():
    return BeautifulSoup(class_sheets.run_sheet(PLAN), "html.parser")


def words(text):
    return " ".join(re.findall(r"[a-z0-9.]+", text.lower()))


def test_the_hand_out_has_a_block_and_a_vote_for_each_of_the_plan_s():
    sheet = hand_out()
    assert len(sheet("section")) == 2
    assert len(sheet("h2")) == len(class_sheets.blocks(PLAN))
    asked = len(re.findall(r"\bvote aloud|Are they the same function", PLAN))
    assert len(sheet.select(".options")) == asked == 3


def test_the_hand_out_answers_no_question_of_the_plan():
    said = words(hand_out().get_text())
    steps = "\n".join(re.findall(r"^- .*", PLAN.partition("## Six weeks")[0], re.MULTILINE))
    answers = re.findall(r"\? \(([^()]+(?:\([^()]*\)[^()]*)*)\)", steps)
    assert len(answers) > 20
    # One word can be a part of a question too.
    long = [words(answer) for answer in answers if len(words(answer).split()) > 1]
    assert [answer for answer in long if answer in said] == []
    for path in CHAPTERS:
        assert words(handouts.title_of(handouts.read(path))) not in said
        for answer in BeautifulSoup(handouts.key(handouts.read(path), path.stem), "html.parser")(
            "li"
        ):
            assert words(answer.get_text()) not in said
    for note in ("its own", "each head adds", "attends to", "each token one back", "sum to 1"):
        assert note not in said


def test_a_title_that_answers_a_vote_would_be_found():
    """The check above sees titles and answers where they are: on a worksheet's key."""
    path = next(path for path in CHAPTERS if path.stem == "why_more_than_one")
    _, key = sheets(path)
    assert words(handouts.title_of(handouts.read(path))) in words(key.get_text())


def test_the_hand_out_has_the_blank_tables_of_its_chapters():
    blank = [rows(table) for table in hand_out()("table") if table.select(".blank")]
    on_worksheets = [
        rows(table)
        for path in CHAPTERS
        if path.stem in ("one_head", "why_more_than_one")
        for table in sheets(path)[0]("table")
        if table.select(".blank")
    ]
    assert blank == on_worksheets != []


def test_the_address_of_the_exercise_is_on_the_hand_out_as_text_and_as_a_code():
    top = hand_out(ADDRESS).header
    there = f"{ADDRESS}{class_sheets.EXERCISE}"
    assert there in top.get_text()
    assert there in top.svg.title.get_text()
    assert not hand_out().header.svg
    assert hand_out().header.select_one(".blank-line").get_text().endswith(class_sheets.EXERCISE)


def test_the_hand_out_leads_to_the_exercise_that_it_begins():
    notebook = nbformat.read(class_sheets.ROOT / "book" / "one_head.ipynb", as_version=4)
    page, _, place = Path(class_sheets.EXERCISE).name.partition("#")
    assert page == "one_head.html"
    (heading,) = (
        re.search("### (Exercise 1: .*)", c.source)
        for c in notebook.cells
        if c.id == "exercise-1-text"
    )
    assert place == "-".join(re.findall(r"\w+", heading[1].lower()))
    stub = next(cell.source for cell in notebook.cells if cell.id == "exercise-1")
    lines = [line.get_text() for line in hand_out().select(".code")]
    given, own = lines[:-3], lines[-3:]
    assert stub.startswith("\n".join([*given, "    return"]))
    # With the lines of the plan, it is the exercise's answer.
    right = re.search(r"```python\n(.*?)```", PLAN, re.DOTALL)[1]
    answer = textwrap.dedent(right).splitlines()
    for start, line in zip(own, answer, strict=True):
        assert line.startswith(start.strip())
    scope = {}
    exec("\n".join([*given, *(f"    {line}" for line in answer)]), scope)
    assert exercises.judge("one_head.1", scope["my_head"]).correct


def test_no_vote_is_above_its_answer_on_the_hand_out():
    front, back = hand_out()("section")
    assert len(front.select(".options")) == 2
    assert "0.51" not in front.get_text()
    assert "0.51" in back.get_text()
    assert "Divide by the sum" not in front.get_text()


def test_in_the_words_of_the_plan_a_head_s_answers_go_wrong_everywhere():
    words = re.search(r"type \*(\w+)\* or \*(\w+)\*", PLAN).groups()
    model = tiny.load("two_letters_2")
    task = tiny.TASKS["two_letters"]
    for word in words:
        letters = torch.tensor([[task.letters.index(letter) for letter in word]])
        right = task.targets(letters)[0, 2:]
        for off, kept in ((1, 0), (0, 1)):  # head 0 finds the letter one back
            answers = tiny.without(model, (0, off))(letters)[0][0, 2:].argmax(dim=-1)
            hits = (answers == right).double().mean(dim=0).tolist()
            assert hits == [float(kept == 0), float(kept == 1)], word


def test_the_run_sheet_has_every_step_at_its_minute():
    plan = re.findall(r"\*\*Do\*\* \((\d+) minutes\)\. (.*)", PLAN)
    times = [clock for clock, _ in rows(run_sheet().table) if clock]
    starts = [sum(int(length) for length, _ in plan[:i]) for i in range(len(plan) + 1)]
    starts.append(starts[-1] + 5)  # after the last block, which has no steps
    assert times == [f"{at // 60}:{at % 60:02d}" for at in starts]
    said = words(run_sheet().get_text())
    ideas = re.findall(r'^- (\*\*".*)', PLAN, re.MULTILINE)
    assert len(ideas) > 8
    for step in [*(step for _, step in plan), *ideas]:
        assert words(BeautifulSoup(handouts.html(step), "html.parser").get_text()) in said
    code = re.search(r"```python\n(.*?)```", PLAN, re.DOTALL)[1]
    assert words(code) in said
    # The table on the teaching page says the same of the blocks.
    table = re.findall(r"^\| (\d:\d\d) \| \d+ \| \[", PLAN, re.MULTILINE)
    assert set(table) <= set(times)
    assert len(table) == len(run_sheet().table.select("tr > th + th"))


def test_the_run_sheet_has_a_box_for_each_thing_to_do_the_day_before():
    boxes = run_sheet().select(".options > li")
    assert len(boxes) == class_sheets.section(PLAN, "## The day before").count("\n- ") > 3
    assert not run_sheet()("a")  # paper has no links
