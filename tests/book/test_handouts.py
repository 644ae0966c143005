"""Hand-outs for a class repeat the chapters' words, and those for students contain no answers."""

import ast
import dis
import importlib
import math
import re
import textwrap
from itertools import chain
from pathlib import Path
from xml.etree import ElementTree

import nbformat
import pytest
import torch
import torch.nn.functional as F
from bs4 import BeautifulSoup

from mha_lib.book import drawings, exercises, tiny

notebooks = importlib.import_module("notebooks")
handouts = importlib.import_module("sphinx_extensions.handouts")
class_sheets = importlib.import_module("sphinx_extensions.class_sheets")
CHAPTERS = notebooks.notebooks_of_part(0)
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
    scores = torch.tensor([float(score) for score in table["query · key"][:-1]]) / 3**0.5
    weights = scores.softmax(0)
    values = torch.tensor([ast.literal_eval(value) for value in table["value"][:-1]]).float()
    average = ", ".join(f"{number:.2f}" for number in weights @ values)
    assert table["score"][-2] == f"{scores[-1]:.2f}"
    assert table["weight"] == [f"{weight:.2f}" for weight in weights] + ["1"]
    assert table["weight × value"][-1] == f"({average})"


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
    lost = names_lost(gone, given.cells)
    assert not lost, (
        f"only a solution sets {lost}, which other cells read; a student's notebook has no "
        "solutions, so set these names in a cell outside the solution too"
    )


def global_names(cells):
    """The global names that cells set, and those that they read, in functions too."""
    code = "\n".join(c.source for c in cells if c.cell_type == "code" and c.id != "set-up")
    written, read = set(), set()
    blocks = [compile(code, "cells", "exec")]
    for block in blocks:
        blocks += [part for part in block.co_consts if hasattr(part, "co_consts")]
        for step in dis.get_instructions(block):
            if step.opname == "STORE_GLOBAL" or (step.opname, block) == ("STORE_NAME", blocks[0]):
                written.add(step.argval)
            if step.opname in ("LOAD_GLOBAL", "LOAD_NAME"):
                read.add(step.argval)
    return written, read


def names_lost(solutions, others):
    """The names that other cells read, and that only solutions set."""
    written, read = global_names(others)
    return (global_names(solutions)[0] - written) & read


@pytest.mark.parametrize(
    ("solution", "other", "lost"),
    [
        ("def f(x):\n    keys = x\n    return keys", "def g(keys):\n    return keys", set()),
        ("[keys for keys in (1, 2)]", "g = lambda keys: keys", set()),
        ("keys = 1", "keys = 2\nprint(keys)", set()),
        ("keys = 1", "print(keys)", {"keys"}),
        ("for keys in (1, 2): pass", "def g():\n    return [keys for _ in (1, 2)]", {"keys"}),
        ("def keys(): pass", "keys()", {"keys"}),
    ],
)
def test_a_name_that_only_a_solution_sets_is_found_and_a_function_s_own_is_not(
    solution, other, lost
):
    cells = [[nbformat.v4.new_code_cell(source)] for source in (solution, other)]
    assert names_lost(*cells) == lost


def test_every_picture_of_part_i_has_an_svg_file_that_is_up_to_date():
    wanted = {}
    for path in CHAPTERS:
        for cell, picture in notebooks.pictures(nbformat.read(path, as_version=4)).items():
            wanted[notebooks.drawing(path, cell).name] = notebooks.digest(picture)
    there = {}
    for file in notebooks.SVG_FOLDER.glob("*"):
        there[file.name] = re.search("<!-- (.*) -->\n$", file.read_text())[1]
    files = sorted(file for file in {*there, *wanted} if there.get(file) != wanted.get(file))
    assert not files, (
        f"{files} must be drawn again: run .venv/bin/python tools/notebooks.py NAME, with the "
        "names of their chapters"
    )


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
IN_CLASS = PLAN.partition("## One class of 90 minutes")[2].partition("### Homework")[0]
ADDRESS = "https://someone.github.io/heads/"


def hand_out(address=""):
    notebooks = {path.stem: nbformat.read(path, as_version=4) for path in CHAPTERS}
    return BeautifulSoup(class_sheets.handout(notebooks, address), "html.parser")


def run_sheet():
    return BeautifulSoup(class_sheets.run_sheet(PLAN), "html.parser")


def words(text):
    return " ".join(re.findall(r"[a-z0-9.]+", text.lower()))


def shown(markdown):
    """Returns the text of Markdown as a reader sees it."""
    return BeautifulSoup(handouts.html(markdown), "html.parser").get_text()


def code_of(plan):
    """The answer in Python, as the plan has it."""
    listing = re.search(r"```python\n(.*?)```", plan, re.DOTALL)[1]
    return textwrap.dedent(listing).splitlines()


def test_the_hand_out_has_a_block_and_a_vote_for_each_of_the_plan_s():
    sheet = hand_out()
    assert len(sheet("section")) == 2
    numbers = [heading.get_text()[:2] for heading in sheet("h2")]
    assert numbers == [f"{i + 1}." for i in range(len(class_sheets.blocks(PLAN)))]
    assert len(sheet.select(".options")) == IN_CLASS.count("the vote aloud") == 2
    # One more question per block, for those who are done early, but not when all write a sentence.
    fast = IN_CLASS.count("**For the fast** (on the hand-out)")
    assert len(sheet.select(".extra")) == fast == len(numbers) - 1


def test_each_question_of_the_plan_is_on_a_line_and_its_answer_on_the_next():
    lines = [line.strip() for line in IN_CLASS.splitlines()]
    answers = [i for i, line in enumerate(lines) if line.startswith("→")]
    for i in answers:
        assert re.fullmatch(r"→ \*.+\*", lines[i])
        assert lines[i - 1].endswith("\\")  # a break in the same paragraph
        assert "? " not in f"{lines[i]} "
    asked = [i + 1 for i, line in enumerate(lines) if line.endswith("?\\")]
    assert {*asked} <= {*answers}
    assert len(asked) > 20
    # A question without an answer: what a teacher asks those who are done early.
    assert sum(line.count("? ") for line in lines if not line.startswith("|")) < 5


def test_the_hand_out_answers_no_question_of_the_plan():
    said = words(hand_out().get_text())
    answers = re.findall(r"^ *→ \*(.+)\*$", IN_CLASS, re.MULTILINE)
    assert len(answers) > 20
    # One word can be a part of a question too.
    for answer in map(words, map(shown, answers)):
        assert len(answer.split()) < 2 or answer not in said
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


def test_the_hand_out_has_the_blank_tables_of_its_chapters_the_first_half_filled_in():
    blank = [table for table in hand_out()("table") if table.select(".blank")]
    chapters = [path for path in CHAPTERS if path.stem in ("one_head", "why_more_than_one")]
    (one, key), (why, _) = map(sheets, chapters)
    (asked,), (other,) = ([t for t in sheet("table") if t.select(".blank")] for sheet in (one, why))
    assert rows(blank[1]) == rows(other)
    full, begun = rows(key.table), rows(blank[0])
    assert [row[:-2] for row in begun] == [row[:-2] for row in full]
    assert [row[-2:] for row in begun] == [row[-2:] for row in rows(asked)]
    assert [len(table.select(".blank")) for table in (blank[0], asked)] == [7, 13]
    assert len(blank) == 2


def test_the_address_of_the_exercise_is_on_the_hand_out_as_text_and_as_a_code():
    top = hand_out(ADDRESS).header
    there = f"{ADDRESS}{class_sheets.EXERCISE}"
    assert there in top.get_text()
    assert there in top.svg.title.get_text()
    assert not hand_out().header.svg
    assert hand_out().header.select_one(".blank-line").get_text().endswith(class_sheets.EXERCISE)


def test_the_hand_out_leads_to_the_exercise_that_it_begins():
    notebook = nbformat.read(class_sheets.ROOT / "book" / "one_head.ipynb", as_version=4)
    assert Path(class_sheets.EXERCISE).name == "one_head.html?exercise=1"
    stub = next(cell.source for cell in notebook.cells if cell.id == "exercise-1")
    lines = [line.get_text() for line in hand_out().select(".code")]
    given, own = lines[:-3], lines[-3:]
    assert stub.startswith("\n".join([*given, "    return"]))
    answer = code_of(PLAN)
    for start, line in zip(own, answer, strict=True):
        assert line.startswith(start.strip())

    def judged(lines):
        scope = {}
        exec("\n".join([*given, *(f"    {line}" for line in lines)]), scope)
        return exercises.judge("one_head.1", scope["my_head"])

    assert judged(answer).correct


def test_no_vote_is_above_its_answer_on_the_hand_out():
    front, back = hand_out()("section")
    assert len(front.select(".options")) == 2
    assert "0.51" not in front.get_text()
    assert "0.51" in back.get_text()
    assert "Divide by the sum" not in front.get_text()
    # What answers the first vote is below its line to fold; the second head, below that of side 2.
    (line,), (next_line,) = (side.select(".fold") for side in (front, back))
    assert "between 0 and 1" in line.find_previous("li").find_previous("li").get_text()
    above = line.find_previous_sibling(class_="half").get_text()
    assert not re.search("softmax|0.08|weight|average|[Mm]ultiply (each|all)|add up", above)
    assert next_line.find_previous("figure")["id"] == "one-head"
    assert next_line.find_next("figure")["id"] == "layer"
    assert "several heads" in next_line.find_next("h2").get_text()  # answers the second vote


# --- what the plan says, computed


def in_block(title, level="###"):
    """A block of the plan, without its code, links and minutes."""
    text = class_sheets.section(PLAN, f"{level} {title}")
    text = re.sub(r"```python.*?```", "", text, flags=re.DOTALL)
    text = re.sub(r"\]\([^)]*\)|\(\d+ minutes?\)", "", text)
    return re.sub(r"\b\d:\d\d\b", "", text)


def figures_in(title, level="###"):
    """The numbers in a block that a reader cannot see to be right."""
    number = r"\d+ (?:of (?:the )?|× )\d+|−?\d+\.\d+|\d+%|\d,\d{3}"
    return {found.replace("the ", "") for found in re.findall(number, in_block(title, level))}


def rounded(*numbers, digits=2):
    return {f"{float(number):.{digits}f}".replace("-", "−") for number in numbers}


def test_the_numbers_of_the_first_block_are_torch_s():
    tokens, x, heads = drawings.hot_tea()
    parts = x @ heads.W_Q[0], x @ heads.W_K[0], x @ heads.W_V[0]
    average = F.scaled_dot_product_attention(*parts)
    scores = parts[0] @ parts[1].T / 3**0.5
    tea, hot, the = map(tokens.index, ("tea", "hot", "the"))
    weights = scores.softmax(dim=1)
    torch.testing.assert_close(average, weights @ parts[2])
    assert figures_in("One row by hand") == (
        rounded(scores[tea, hot], scores[tea].exp().sum())
        | rounded(scores[tea, hot], digits=3)
        | rounded(weights[tea, hot], weights[tea, tea], weights[the, the])
        | rounded(parts[0].max(), digits=1)
        | rounded(average[tea].sum(), 1 - average[tea].sum())
    )
    assert "(0.08, 0.68, 0.08)" in IN_CLASS
    assert [f"{number:.2f}" for number in average[hot].tolist()] == ["0.08", "0.68", "0.08"]
    assert rounded(*weights[the], *average[the]) == {"0.20"}
    assert heads.W_Q[0, 1].tolist() == parts[0][tea].tolist() == [0, 0, 3.7]
    # Students raise e to the number that the hand-out prints, and get what it says.
    power, raised = re.search(r"\$e\^\{(.*?)\}\$ is (\d\.\d+)", hand_out().get_text()).groups()
    assert {power} == rounded(scores[tea, hot], digits=3)
    assert {raised} == rounded(scores[tea, hot].exp()) == rounded(math.exp(float(power)))


def test_the_shapes_of_the_second_block_are_torch_s():
    scope = {}
    lines = [*class_sheets.given_lines(handouts.read(CHAPTERS[0])), *code_of(PLAN)]
    code = "\n".join(["def head(x, W_Q, W_K, W_V):", *(f"    {x.strip()}" for x in lines[1:])])
    exec(code.replace("return ", "return scores, weights, "), scope)
    found = scope["head"](torch.rand(5, 4), *torch.rand(3, 4, 3))
    shapes = ["{} × {}".format(*one.shape) for one in found]
    assert shapes == ["5 × 5", "5 × 5", "5 × 3"]
    # "dim=0 runs as well."
    tokens, x, heads = drawings.hot_tea()
    scores = (x @ heads.W_Q[0]) @ (x @ heads.W_K[0]).T / 3**0.5
    wrong = scores.softmax(dim=0)
    torch.testing.assert_close(wrong.sum(dim=0), torch.ones(5).to(wrong))
    tea, hot = tokens.index("tea"), tokens.index("hot")
    sums = wrong.sum(dim=1)
    assert [f"{s:.2f}" for s in sums[[tea, hot]]] == 2 * ["1.36"]
    assert sum(f"{s:.2f}" == "0.76" for s in sums) == 3
    same = (wrong @ x @ heads.W_V[0])[tea, 2]
    torch.testing.assert_close(same, (scores.softmax(dim=1) @ x @ heads.W_V[0])[tea, 2])
    assert figures_in("The head in three lines") == {*shapes} | rounded(*sums, same)


def two_letters(heads, word):
    """A model's best two answers to each question of a word, and the right letters."""
    model, task = tiny.load(f"two_letters_{heads}"), tiny.TASKS["two_letters"]
    letters = torch.tensor([[task.letters.index(letter) for letter in word]])
    with torch.no_grad():
        answers, (weights,) = model(letters)
    return answers[0, 2:].topk(2).indices, task.targets(letters)[0, 2:], weights[0]


def scores_of(heads, word):
    """A model's scores for each question and letter, from the third letter of a word on."""
    letters = torch.tensor([[tiny.TASKS["two_letters"].letters.index(letter) for letter in word]])
    with torch.no_grad():
        return tiny.load(f"two_letters_{heads}")(letters)[0][0, 2:]


def test_the_answers_of_one_head_are_as_the_plan_says():
    assert re.search(r"type \*cabbage\*, and click its g", PLAN)
    best, right, (weights,) = two_letters(1, "cabbage")
    hits = best[..., 0] == right
    wrong = ~hits[:, 1]
    assert hits[:, 0].all()
    assert torch.equal(best[wrong, 1, 0], right[wrong, 0])  # it names the letter one back
    assert torch.equal(best[wrong, 1, 1], right[wrong, 1])  # its second choice
    assert hits[:, 1].tolist() == (right[:, 0] == right[:, 1]).tolist()  # both letters are b
    assert "cabbage"[2 + hits[:, 1].tolist().index(True)] == "a"
    # Exchanged, a and b get the weights that the other one had.
    exchanged = re.search(r"gives \"(\w+)\" these weights", IN_CLASS)[1]
    assert exchanged == "cabbage".translate(str.maketrans("ab", "ba"))
    _, _, (other,) = two_letters(1, exchanged)
    assert rounded(*weights[5, 3:5]) == rounded(*other[5, 3:5])
    # The factor that the scores of a and b would need, if all letters had the same.
    for word in ("cabbage", exchanged):
        a, b = scores_of(1, word)[3, 0, :2]
        assert 140 < (a - b).abs() / (weights[5, 4] - weights[5, 3]) < 200
    assert "well over 100" in IN_CLASS


def test_the_numbers_of_the_third_block_are_the_models():
    best, right, (single,) = two_letters(1, "cabbage")
    hits = int((best[:, 1, 0] == right[:, 1]).sum())
    counts = {sum(map(torch.numel, parameters(heads))) for heads in (1, 2)}
    at, near, far = (5, 4, 3)  # in "cabbage": g, and the letters one and two back
    own, right_two, pair = two_letters(2, "cabbage")
    assert torch.equal(own[..., 0], right_two)  # both questions, at every letter
    assert best[at - 2, :, 0].tolist() == [0, 0]  # "a" to both questions
    table = torch.tensor([round(single[at, key].item(), 2) for key in (near, far)] + [0])
    assert figures_in("What one average loses") == (
        {f"{len(right) - hits} of {len(right)}"}
        | {f"{count:,}" for count in counts}
        | rounded(*table[:2], pair[1, at, far])
        | rounded(*(10 * table[:2]), *(-10 * table[:2]), digits=1)
        | rounded(pair[1, at, near])
        | rounded(*(10 * pair[1, at, [near, far]].round(decimals=2)), digits=1)
        | rounded(*(12 * table[:2]))  # b alone, before and after the exchange
    )
    assert 12 * table[1] > 10 * table[0] > 10 * table[1]
    assert 12 * table[0] > 10 * table[1]
    terms = [f"{share:.2f} · value of {name}" for share, name in zip(table, "ab", strict=False)]
    assert " + ".join(terms) in hand_out().get_text()
    # No multiple of the weight is largest for b, and the score for the fast is.
    assert 1 not in [(factor * table).argmax() for factor in (-10, -1, 1, 10)]
    assert (-(table - 0.46).abs()).argmax() == 1


def parameters(heads):
    return tiny.load(f"two_letters_{heads}").parameters()


def test_the_numbers_of_the_layer_are_torch_s():
    tokens, x, heads = drawings.hot_tea_for_class()
    assert torch.cat([x.flatten(), *(W.flatten() for W in (heads.W_Q, heads.W_K))]).min() == 0
    features = ["the", "drink", "hot", "1st", "2nd", "3rd", "free"]
    tea, the = map(tokens.index, ("tea", "the"))
    queries, keys, values = (x @ W for W in (heads.W_Q, heads.W_K, heads.W_V))
    averages = F.scaled_dot_product_attention(queries, keys, values)
    output = (averages @ heads.W_O).sum(dim=0)[tea]
    weights = (queries @ keys.mT / 3**0.5).softmax(dim=-1)
    # Head 0 writes into the columns of the meaning, head 1 into a column that is free in x.
    hot, free = map(features.index, ("hot", "free"))
    assert x[:, free].tolist() == [0] * 5
    assert torch.equal(heads.W_O[0], torch.eye(3, 7).to(x))
    assert heads.W_O[1].nonzero().tolist() == [[0, free]]
    torch.testing.assert_close(output[:3], averages[0, tea])
    torch.testing.assert_close(output[free], averages[1, tea, 0])
    assert x[tea].tolist() == [0, 1, 0, 0, 1, 0, 0]
    numbers = rounded(output[hot], output[free])
    assert averages[1, tea, 1:].tolist() == [0, 0]
    for name in ("W_Q", "W_K", "W_V", "W_O"):  # each head's own
        assert not torch.equal(*getattr(heads, name))
    assert heads.W_V[1].nonzero().tolist() == [[0, 0]]  # it reads "the" alone
    # If head 1 writes into the column of "the", as those who are done early are asked.
    one_column = averages[0, tea] + torch.stack([averages[1, tea, 0], *torch.zeros(2).to(x)])
    assert "0.99, 0.08, 0.68, and four zeros" in PLAN
    assert [f"{number:.2f}" for number in one_column.tolist()] == ["0.99", "0.08", "0.68"]
    numbers |= rounded(*one_column)
    numbers |= rounded(queries[0, tea].max(), digits=1)
    numbers |= rounded(weights[1, tea, the])
    # In head 1, the query of "the" fits no key.
    assert (queries[1, the] @ keys[1].T == 0).all()
    numbers |= rounded(*weights[1, the])
    assert figures_in("The whole layer") == numbers
    # Head 0 is the one that the class has worked out. The book's head 1 gives "the" as much.
    _, every_x, of_book = drawings.hot_tea()
    in_book = mha(every_x, of_book)
    torch.testing.assert_close(weights[0], in_book[0])
    assert rounded(weights[1, tea, the]) == rounded(in_book[1, tea, the])
    assert not torch.allclose(weights[1], in_book[1], atol=0.005)
    # Only two rows of W_Q take part in the query of "tea".
    assert (x[tea].nonzero().flatten() + 1).tolist() == [2, 5]
    assert queries[:, tea].tolist() == [[0, 0, 3.7], [0, 6.5, 0]]
    assert heads.W_Q[:, [1, 4]].tolist() == [[[0, 0, 3.7], [0, 0, 0]], [[0, 0, 0], [0, 6.5, 0]]]


def mha(x, heads):
    """The attention weights of heads, by torch."""
    q, k = x @ heads.W_Q, x @ heads.W_K
    return F.scaled_dot_product_attention(q, k, torch.eye(len(x)).to(x).expand(len(q), -1, -1))


def test_the_numbers_of_the_run_are_torch_s():
    def attend(x, W_Q, W_K, W_V, n_heads):
        split = [(x @ W).unflatten(1, (n_heads, -1)).movedim(1, 0) for W in (W_Q, W_K, W_V)]
        weights = (split[0] @ split[1].mT / split[0].shape[2] ** 0.5).softmax(dim=-1)
        return (weights @ split[2]).movedim(0, 1).flatten(1), weights

    torch.manual_seed(5)
    x, (W_Q, W_K, W_V) = torch.rand(10, 512), torch.rand(3, 512, 512)
    (eight, weights), (one, single) = (attend(x, W_Q, W_K, W_V, n) for n in (8, 1))
    assert torch.equal(eight, one)
    assert (torch.cat([weights, single])[..., 5] == 1).all()  # each row is on key 5
    value = x @ W_V
    torch.testing.assert_close(eight, value[5].expand(10, 512))
    same, sure = 0, []
    for seed in range(50):  # the third row of the table: both signs
        torch.manual_seed(seed)
        tokens, matrices = torch.rand(10, 512), 10 * (torch.rand(3, 512, 512) - 0.5)
        runs = [attend(tokens.double(), *matrices.double(), n) for n in (8, 1)]
        same += torch.equal(runs[0][0], runs[1][0])
        sure.append((torch.cat([weights for _, weights in runs]).amax(dim=-1) > 0.99).double())
    assert torch.stack(sure).mean() > 0.98
    even = [attend(x, 0 * W_Q, 0 * W_K, W_V, n) for n in (8, 1)]
    torch.testing.assert_close(*(output for output, _ in even))
    weight = even[0][1].unique().item()
    for W in (W_Q, W_K, W_V):  # queries, keys and values point nearly the same way
        rows = (x @ W).unflatten(1, (8, -1)).movedim(1, 0)
        for features in (x @ W, rows):
            cosines = F.cosine_similarity(features.unsqueeze(-2), features.unsqueeze(-3), dim=-1)
            assert cosines.min() > 0.999
    different = []  # of the seeds whose outputs differ: do all nine maps pick the same keys?
    for seed in range(50):
        torch.manual_seed(seed)
        tokens, matrices = torch.rand(10, 512), torch.rand(3, 512, 512)
        runs = [attend(tokens, *matrices, n) for n in (8, 1)]
        if not torch.equal(runs[0][0], runs[1][0]):
            all_weights = torch.cat([weights for _, weights in runs])
            picked = all_weights.argmax(dim=-1)
            different.append((picked == picked[0]).all().item())
            second = all_weights.sort(dim=-1).values[..., -2].max()
            assert not different[-1] or 1e-8 < second < 1e-6
    assert (len(different), sum(different)) == (10, 1)
    longest = (x @ W_K).unflatten(1, (8, -1)).norm(dim=-1).argmax(dim=0)
    assert longest.unique() == 5
    numbers = rounded(weight) | {f"{same} of 50", "10 of 50"}
    assert figures_in("Another lesson: a run that printed True", "##") == numbers


def test_in_the_words_of_the_plan_a_head_s_answers_go_wrong_everywhere():
    words = re.search(r"Type \*(\w+)\* or \*(\w+)\*", PLAN).groups()
    model = tiny.load("two_letters_2")
    task = tiny.TASKS["two_letters"]
    for word in words:
        letters = torch.tensor([[task.letters.index(letter) for letter in word]])
        right = task.targets(letters)[0, 2:]
        for off, kept in ((1, 0), (0, 1)):  # head 0 finds the letter one back
            answers = tiny.without_heads(model, (0, off))(letters)[0][0, 2:].argmax(dim=-1)
            hits = (answers == right).double().mean(dim=0).tolist()
            assert hits == [float(kept == 0), float(kept == 1)], word


def test_the_weights_of_the_trained_heads_are_those_of_the_first_page():
    first_page = (class_sheets.ROOT / "book" / "intro.md").read_text(encoding="utf-8")
    for head, word in ((1, "phone"), (8, "broken")):
        weight = re.search(rf"[Hh]ead {head} (?:attends )?to {word} with (0\.\d+)", first_page)[1]
        assert re.search(rf"[Hh]ead {head} gives {weight} to \"{word}\"", PLAN)
        assert f"{word} {weight}" in class_sheets.last_picture("broken")
    kept, lake = re.search(
        r"Yes, with (0\.\d+)\. But \"it\" is the lake now, which gets (0\.\d+)", IN_CLASS
    ).groups()
    assert f"head 1: phone {kept}, lake {lake}" in class_sheets.last_picture("deep")


def test_the_run_sheet_has_every_step_at_its_minute():
    plan = re.findall(r"\*\*Do\*\* \((\d+) minutes?\)\. ", IN_CLASS)
    clock = [step.strong.get_text() for step in run_sheet().select(".step")]
    starts = [sum(map(int, plan[:i])) for i in range(len(plan))]
    assert clock == [class_sheets.clock(at) for at in starts]
    first, second = run_sheet()("section")
    titles = [title for title, *_ in class_sheets.blocks(PLAN)]
    assert [h.get_text() for h in first("h2")] == titles[:3]
    assert [h.get_text() for h in second("h2")] == titles[3:]
    turn = re.search(r"turn it over at (\d:\d\d)", PLAN)[1]
    assert second.select_one(".step strong").get_text() == turn
    # The table on the teaching page says the same of the blocks.
    assert {*re.findall(r"^\| (\d:\d\d) \| \d+ \| \[", PLAN, re.MULTILINE)} <= {*clock}


def test_the_run_sheet_has_all_that_the_plan_has():
    said = words(run_sheet().get_text())
    for line in IN_CLASS.partition("\n### ")[2].splitlines():
        line = re.sub(r"^-? *(\*\*Do\*\* \(.*?\)\. )?|\\\\$|^#+ ", "", line)
        if not re.match(r"\*\*Afterwards|\*\d+ minutes|```", line):
            assert words(shown(line)) in said, line
    for title, _, latest, left_out in class_sheets.blocks(PLAN):
        told = f"later than {words(latest)} leave out {words(left_out)}"
        assert (told in said) == (left_out != "–"), title
    assert "without a network" in words(run_sheet().section.get_text())
    assert not run_sheet()("a")  # paper has no links


def test_each_block_says_what_to_do_if_the_screen_fails():
    for title, *_ in class_sheets.blocks(PLAN)[1:-1]:  # one picture in the first, none in the last
        assert "**If your screen fails:**" in class_sheets.section(PLAN, f"### {title}")
