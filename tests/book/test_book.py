"""The book's own rules: every cell was run, every picture is described, every link works."""

import base64
import copy
import csv
import functools
import importlib
import re
import subprocess
from pathlib import Path

import nbformat
import pytest
import torch
import yaml

from mha_lib.book import drawings
from mha_lib.book.exercises import _page

ROOT = Path(__file__).parents[2]
NOTEBOOKS = sorted((ROOT / "book").glob("**/*.ipynb"))
PAGES = sorted((ROOT / "book").glob("**/*.md"))
TOC = yaml.safe_load((ROOT / "_toc.yml").read_text())
CONFIG = yaml.safe_load((ROOT / "_config.yml").read_text())
PARTS = [[ROOT / f"{one['file']}.ipynb" for one in part["chapters"]] for part in TOC["parts"]]
CHAPTERS = [path for path in NOTEBOOKS if path not in PARTS[-1]]  # the last part has no exercises
every_notebook = pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
every_chapter = pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem)
every_document = pytest.mark.parametrize(
    "path", NOTEBOOKS + PAGES + sorted(ROOT.glob("*.md")), ids=lambda path: path.name
)

FENCED = re.compile(r"^```.*?^```", re.DOTALL | re.MULTILINE)
CODE = re.compile(r"`[^`\n]*`")
# Markup that only Sphinx understands: GitHub, Jupyter and Colab show it as it is written.
SPHINX = re.compile(r"^ *:::|^ *```\{|^\([\w-]+\)= *$|\{[\w:+-]+\}`", re.MULTILINE)
BY_NUMBER = re.compile(r"chapters?[ _](?:\d|one|two|three|four|five|six|seven|eight|nine)\b", re.I)
PAPERS = re.compile(
    r"https?://(?:(?:www\.)?arxiv\.org/\w+/|(?:dx\.)?doi\.org/"
    r"|(?=openreview|proceedings|papers\.n|aclanthology|jmlr))([^)\s>]+?)(?:v\d|\.pdf)?(?=[)\s>])"
)
VERSION = re.compile(r"\b([A-Za-z][\w-]*) v?(\d+\.\d+(?:\.\d+)*)")

write_public_url = importlib.import_module("write_public_url")
tool = importlib.import_module("notebooks")
FIRST_PART = tool.notebooks_of_part(0)
LATER_PARTS = tool.notebooks_of_part(2) + tool.notebooks_of_part(3)
nbval_pictures = importlib.import_module("nbval_pictures")


@functools.cache
def read(path):
    return nbformat.read(path, as_version=4)


def store_again(path):
    """What to do about cells as an editor leaves them; the tests of these cells end with it."""
    return f"run .venv/bin/python tools/notebooks.py {path.stem}, which executes and stores it"


def code_cells(path):
    return [cell for cell in read(path).cells if cell.cell_type == "code"]


def printed(cell):
    return "".join(output.get("text", "") for output in cell.outputs)


@functools.cache
def prose(path):
    """The words of a document that a reader sees: text, captions and alt texts."""
    if path.suffix != ".ipynb":
        return path.read_text()
    parts = []
    for cell in read(path).cells:
        about = cell.metadata.get("mystnb", {})
        parts += [cell.source] if cell.cell_type == "markdown" else []
        parts += [about.get("figure", {}).get("caption", ""), about.get("image", {}).get("alt", "")]
    return "\n\n".join(part for part in parts if part)


def anchors(path):
    """What a link may have after the #: headings in lower case, with hyphens between words."""
    depth = CONFIG["sphinx"]["config"]["myst_heading_anchors"]
    titles = re.findall(rf"^#{{1,{depth}}} +(.+?) *$", FENCED.sub("", prose(path)), re.MULTILINE)
    found = []
    for title in titles:
        anchor = re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-")
        again = found.count(anchor)
        found.append(f"{anchor}-{again}" if again else anchor)
    return found


def lost_links(text, path):
    """The links in a document to a file, or to a heading of a file, that does not exist."""
    lost = []
    for link in re.findall(r"\]\(([^)\s]+)", CODE.sub("", FENCED.sub("", text))):
        name, _, anchor = link.partition("#")
        target = path.parent / name if name else path
        if re.match(r"https?://", link):
            continue
        if not target.exists() or (anchor and anchor not in anchors(target)):
            lost.append(link)
    return lost


def strange_papers(text):
    """The papers linked in a text that are not in the bibliography."""
    known = (ROOT / "book" / "references.bib").read_text()
    return [paper for paper in PAPERS.findall(text) if paper not in known]


def strange_versions(text):
    """The versions named in a text that differ from the locked ones and from that on the GPU."""
    locks = [ROOT / "requirements.lock", ROOT / "tools" / "jax-keras.lock"]
    pins = re.findall(r"^([\w-]+)==(\S+)", "\n".join(lock.read_text() for lock in locks), re.M)
    pins += re.findall(r"(torch) ([\d.]+)", (ROOT / "benchmarks" / "gpu.md").read_text())
    strange = []
    for name, version in VERSION.findall(text):
        package = {"pytorch": "torch"}.get(name.lower(), name.lower())
        locked = [pin for known, pin in pins if known == package]
        if locked and not any(f"{pin}.".startswith(f"{version}.") for pin in locked):
            strange.append(f"{name} {version}")
    return strange


def tags(cell):
    return cell.metadata.get("tags", [])


def test_the_table_of_contents_lists_every_page():
    chapters = [page for part in TOC["parts"] for page in part["chapters"]]
    pages = chapters + [page for chapter in chapters for page in chapter.get("sections", [])]
    listed = [TOC["root"]] + [page["file"] for page in pages]
    there = [str(path.relative_to(ROOT).with_suffix("")) for path in NOTEBOOKS + PAGES]
    assert sorted(listed) == sorted(there)
    assert "numbered" not in str(TOC)  # chapters have names, not numbers


@every_notebook
def test_every_cell_was_run_in_order(path):
    counts = [cell.execution_count for cell in code_cells(path)]
    in_order = counts == list(range(1, len(counts) + 1))
    assert in_order, f"cells of {path.name} were not run in order: {store_again(path)}"


@every_notebook
def test_a_cell_that_prints_or_draws_has_its_output(path):
    for cell in code_cells(path):
        pictures = [o for o in cell.outputs if "image/png" in o.get("data", {})]
        wanted = cell.source.count("plt.show()")
        assert len(pictures) == wanted, f"cell {cell.id} lacks pictures: {store_again(path)}"
        if re.search(r"^(print|check)\(", cell.source, re.MULTILINE):
            assert printed(cell), f"cell {cell.id} has no output: {store_again(path)}"


@every_notebook
def test_every_picture_has_alt_text_and_a_caption(path):
    for cell in code_cells(path):
        if "plt.show()" in cell.source:
            about = cell.metadata.mystnb
            assert len(about.image.alt) > 60, cell.id
            assert len(about.figure.caption) > 40, cell.id


@every_notebook
def test_code_that_a_reader_sees_is_short(path):
    for cell in code_cells(path)[1:]:
        if {"hide-cell", "hide-input"} & {*tags(cell)}:
            continue
        lines = re.sub("^# @title .*\n", "", cell.source).splitlines()
        assert len(lines) <= 12, cell.id


@every_notebook
def test_the_first_cell_sets_up_colab_and_is_hidden(path):
    first = read(path).cells[0]
    wanted = {**tool.set_up_cell(tool.public_url()), "execution_count": 1}
    assert first == wanted, f"the first cell must set up Colab: {store_again(path)}"
    assert tags(first) == ["remove-cell"]


@every_chapter
def test_a_chapter_has_its_opening_vote_and_final_sections(path):
    cells = read(path).cells
    assert cells[1].cell_type == "markdown"
    opening = cells[1].source.splitlines()
    assert opening[0].startswith("# ")
    if path in FIRST_PART or "lit" in cells[1].metadata:  # a puzzle, and a map of its parts
        assert re.match(r"About \d+ minutes\. You need ", opening[2])
        assert set(cells[1].metadata.lit) <= set(drawings.PARTS)
    else:
        starts = ["- **You will** ", "- **You will learn** ", "- **You need** "]
        bullets = [line for line in opening if line.startswith("- ")][:3]
        assert all(line.startswith(start) for line, start in zip(bullets, starts, strict=True))
    text = "\n".join(cell.source for cell in cells if cell.cell_type == "markdown")
    assert text.count("\n> **Decide before you read on.** ") == 1
    _, notice, end = text.partition("\n## What to notice\n")
    assert notice  # after it come the exercises that are not in an earlier section
    some = ["Exercises"] if "### Exercise " in end else []
    assert re.findall("^## (.+)$", end, re.MULTILINE) == some


def boxes(path, start):
    """A chapter's quotes that start with these words, each with its list."""
    quotes = re.findall(r"^> .*(?:\n>.*)*", prose(path), re.MULTILINE)
    return [
        (quote, re.findall(r"^> - (.+)$", quote, re.MULTILINE))
        for quote in quotes
        if quote.startswith(f"> **{start}** ") or quote.startswith(f"> **{start}**\n")
    ]


@every_chapter
def test_every_option_of_the_opening_question_gets_an_answer(path):
    ((question, options),) = boxes(path, "Decide before you read on.")
    ((answer, answers),) = boxes(path, "What you decided.")
    assert prose(path).index(question) < prose(path).index(answer)
    assert 2 <= len(options) == len(answers) <= 5
    assert len(set(options)) == len(options)
    assert all(re.match(r"\*[^*]+:\* ", text) for text in answers)
    assert sum(":* right" in text for text in answers) == 1


def apart_from_exercises(cells):
    """The cells outside exercises; an exercise goes from its heading to its solution."""
    inside = False
    for cell in cells:
        inside = inside or bool(re.search("^### Exercise", cell.source, re.MULTILINE))
        if not inside:
            yield cell
        inside = inside and not cell.id.startswith("solution-")


@every_chapter
def test_a_chapter_is_not_too_long(path):
    """An alarm, not a measure of quality: read a chapter again when it goes off."""
    cells = list(apart_from_exercises(read(path).cells[1:]))
    folds = ["hide-cell" in tags(cell) for cell in cells]
    text = "".join(cell.source for cell in cells)
    inside = text.count("<details>") - text.count("<summary>The missing numbers<")
    assert folds.count(False) <= 28
    assert folds.count(True) + inside <= 6


@every_chapter
def test_exercises_come_early_in_the_first_two_parts_and_last_in_the_others(path):
    chapter = importlib.import_module(f"mha_lib.book.exercises.{path.stem}")
    for_the_page = [spec for spec in chapter.EXERCISES.values() if spec.page]
    sections = re.split("^## ", prose(path), flags=re.MULTILINE)
    (end,) = [i for i, text in enumerate(sections) if text.startswith("What to notice")]
    early = "".join(sections[: end - 1]).count("### Exercise")
    # Exercises must not interrupt a recipe, nor long ones the argument of the first part.
    wanted = 0 if "\n## The recipe\n" in prose(path) else 1 if path in FIRST_PART else 2
    if path in LATER_PARTS:
        assert early == 0
    else:
        assert len(for_the_page) < 2 or early >= wanted


@every_notebook
def test_chapters_use_no_sphinx_markup_and_no_formulas_in_headings(path):
    """GitHub, Jupyter and Colab show Sphinx's markup as it is written; a formula has no anchor."""
    for cell in read(path).cells:
        if cell.cell_type == "markdown":
            assert not SPHINX.findall(cell.source), cell.id
            assert not re.search(r"^#+ .*\$", FENCED.sub("", cell.source), re.M), cell.id


@every_notebook
def test_folded_cells_are_folded_in_the_book_jupyter_and_colab(path):
    """In the book by its tag, in Jupyter by `source_hidden`, in Colab as a form with a title."""
    for cell in code_cells(path):
        about = cell.metadata
        folded = [
            bool({"hide-cell", "hide-input"} & set(tags(cell))),
            about.get("jupyter", {}).get("source_hidden", False),
            about.get("cellView") == "form",
            bool(re.match(r"# @title \w", cell.source)),
        ]
        same = len(set(folded)) == 1
        assert same, f"cell {cell.id} is folded in some front ends only: {store_again(path)}"
        if folded[0]:  # the book shows the title too
            title = cell.source.splitlines()[0].removeprefix("# @title ")
            assert about.mystnb.code_prompt_show == about.mystnb.code_prompt_hide == title
        hidden = [
            "hide-output" in tags(cell),
            about.get("jupyter", {}).get("outputs_hidden", False),
            about.get("collapsed", False),
        ]
        assert len(set(hidden)) == 1, cell.id


@every_document
def test_every_link_leads_somewhere(path):
    assert not lost_links(prose(path), path)


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_links_with_the_same_text_lead_to_the_same_page(path):
    """Screen readers list links without the text around them."""
    leads = {}
    for name, target in re.findall(r"\[([^]]+)\]\(([^)\s]+)\)", FENCED.sub("", prose(path))):
        assert leads.setdefault(name, target) == target, name
        assert name.lower() not in {"here", "there", "this", "run it", "proof", "see"}


PYTHON_FILES = [
    path for folder in ("mha_lib", "tests") for path in sorted((ROOT / folder).glob("**/*.py"))
]


def test_chapters_are_referred_to_by_name_not_by_number():
    """So that a chapter can be moved or inserted without any other change."""
    texts = {
        path: prose(path) for path in NOTEBOOKS + PAGES + sorted(ROOT.glob("*.md")) + PYTHON_FILES
    }
    for path in NOTEBOOKS:
        texts[path] += "\n".join(cell.source for cell in code_cells(path))
    assert {path: found for path in texts if (found := BY_NUMBER.findall(texts[path]))} == {}


@every_document
def test_every_linked_paper_is_in_the_bibliography(path):
    assert not strange_papers(prose(path))


@pytest.mark.parametrize(
    "path", [*NOTEBOOKS, *PAGES, ROOT / "README.md"], ids=lambda path: path.name
)
def test_every_named_version_is_the_locked_one(path):
    assert not strange_versions(prose(path))


@every_notebook
def test_a_widget_in_a_chapter_needs_no_kernel(path):
    for cell in code_cells(path):
        pages = [o.get("data", {}).get("text/html") or "" for o in cell.outputs]
        shown = re.search(r"^widgets\.\w+\(", cell.source, re.MULTILINE) is not None
        assert any("data-mha-module" in page for page in pages) == shown, cell.id
    assert "widget-view" not in path.read_text()


EFFORT = r"^### Exercise (\d): .*\n\n\*(?:Easy|Medium|Hard), about \d+ minutes\.\*\n$"


@every_chapter
def test_each_exercise_has_a_stub_and_a_hidden_solution(path):
    cells = code_cells(path)
    stubs = [cell for cell in cells if cell.id.startswith("exercise-")]
    solutions = [cell for cell in cells if cell.id.startswith("solution-")]
    headings = re.findall(r"^### Exercise (\d):", prose(path), re.MULTILINE)
    numbers = [str(n) for n in range(1, len(stubs) + 1)]
    assert headings == numbers, (
        f"the headings have exercises {headings}, and the stubs' ids {numbers}; with a stub and a "
        f"solution for each: {store_again(path)}"
    )
    assert 2 <= len(stubs) == len(solutions) <= 5, store_again(path)
    assert re.findall(EFFORT, prose(path), re.MULTILINE) == headings
    for number, stub, solution in zip(headings, stubs, solutions, strict=True):
        assert stub.id == f"exercise-{number}"
        assert solution.id == f"solution-{number}"
        assert printed(stub) == f"Exercise {path.stem}.{number}: not answered yet.\n"
        assert printed(solution).startswith(f"Exercise {path.stem}.{number}: correct")
        assert tags(solution) == ["hide-cell"]


def as_jupyterlab_leaves_it(path):
    """A notebook whose exercises and folds have random ids and none of the metadata."""
    bare = copy.deepcopy(read(path))
    for cell in bare.cells:
        if cell.cell_type == "code" and cell.id.startswith(("exercise-", "solution-")):
            cell.id = nbformat.v4.new_code_cell().id
            cell.metadata.update(editable=True, slideshow={"slide_type": ""})
            cell.metadata.setdefault("tags", [])
        if cell.id.startswith("about-exercise-"):
            cell.id = nbformat.v4.new_markdown_cell().id
        if cell.source.startswith("# @title"):
            for name in ("jupyter", "cellView"):
                cell.metadata.pop(name, None)
            for prompt in ("code_prompt_show", "code_prompt_hide"):
                cell.metadata.get("mystnb", {}).pop(prompt, None)
            left = [tag for tag in tags(cell) if tag not in ("hide-cell", "checked")]
            cell.metadata.tags = left
    return bare


@every_notebook
def test_ids_of_exercises_and_folds_follow_from_the_code(path):
    """So a cell from JupyterLab, with a random id and no metadata, is stored like other cells."""
    same = tool.tidy(as_jupyterlab_leaves_it(path)) == read(path)
    assert same, f"ids or folds of {path.name} are not the stored ones: {store_again(path)}"


def test_cells_that_were_not_stored_again_are_reported_with_the_command(monkeypatch):
    path = next(path for path in NOTEBOOKS if path.stem == "stacking")
    left = as_jupyterlab_leaves_it(path)
    left.cells[-1].update(execution_count=1, outputs=[])
    monkeypatch.setitem(globals(), "read", lambda path: left)
    for test in (
        test_every_cell_was_run_in_order,
        test_a_cell_that_prints_or_draws_has_its_output,
        test_folded_cells_are_folded_in_the_book_jupyter_and_colab,
        test_each_exercise_has_a_stub_and_a_hidden_solution,
        test_ids_of_exercises_and_folds_follow_from_the_code,
    ):
        with pytest.raises(
            AssertionError, match=r"run \.venv/bin/python tools/notebooks\.py stack"
        ):
            test(path)


def test_a_class_that_two_chapters_show_is_the_same_class():
    shown = [
        re.findall(
            r"^class MultiHead\(.*?(?=^\S|\Z)",
            cell.source[cell.source.find("class") :],
            re.S | re.M,
        )
        for name in ("stacking", "from_a_layer_to_a_model")
        for cell in code_cells(ROOT / "book" / f"{name}.ipynb")
        if "class MultiHead(" in cell.source
    ]
    assert len(shown) == 2
    assert shown[0] == shown[1] != []


def test_the_minutes_in_the_class_plan_add_up():
    """Blocks fill the 90 minutes, steps fill their block, and exercises take their stated time."""
    plan = prose(ROOT / "book" / "teaching.md")
    blocks = re.findall(r"^\| (\d):(\d\d) \| (\d+) \| \[(.+)\]", plan, re.MULTILINE)
    starts = [60 * int(hours) + int(minutes) for hours, minutes, _, _ in blocks]
    lengths = [int(length) for _, _, length, _ in blocks]
    assert starts == [sum(lengths[:i]) for i in range(len(blocks))]
    spare = 90 - sum(lengths)
    assert spare == 10
    assert "Ten minutes are to spare" in plan
    late = re.findall(r"^\| \d.* \| (\d):(\d\d) \| (.*) \|$", plan, re.MULTILINE)
    assert [60 * int(h) + int(m) for h, m, _ in late] == [start + spare for start in starts]
    of_blocks = []
    for length, (_, _, _, title) in zip(lengths, blocks, strict=True):
        (block,) = re.findall(rf"^### {title}\n(.*?)^##", plan, re.MULTILINE | re.DOTALL)
        assert re.match(rf"\n\*{length} minutes", block), title
        steps = [int(step) for step in re.findall(r"\*\*Do\*\* \((\d+) minutes?\)", block)]
        assert sum(steps) in (0, length), title
        of_blocks.append({*steps, length})
    assert all(re.search(r"\(.*\d\)$", left_out) for _, _, left_out in late)
    optional = re.findall(r"^- \*\*If there is time\*\* \((\d) minutes\)", plan, re.MULTILINE)
    assert 0 < sum(map(int, optional)) <= spare
    for i, (_, _, left_out) in enumerate(late):  # a step of this block or the next, or all of it
        may_go = set().union(*of_blocks[i : i + 2])
        assert {*map(int, re.findall(r"\((?:up to )?(\d+)\)", left_out))} <= may_go, left_out
    asked = re.findall(r"\]\((\w+)\.ipynb#exercise-(\d)[^)]*\) \((\d+) minutes\)", plan)
    for chapter, number, minutes in asked:
        text = prose(ROOT / "book" / f"{chapter}.ipynb")
        assert re.search(rf"### Exercise {number}: .*\n\n\*\w+, about {minutes} minutes", text)
    assert len(asked) > 2


def test_homework_is_answered_in_the_page_without_python():
    homework = (
        prose(ROOT / "book" / "teaching.md").partition("### Homework\n")[2].partition("\n#")[0]
    )
    asked = re.findall(
        r"^- \[.*\]\((\w+)\.ipynb#exercise-(\d)[^)]*\) \(\d+ minutes\)", homework, re.MULTILINE
    )
    assert len(asked) == homework.count("\n- ") > 3
    for chapter, number in asked:
        (entry,) = [e for e in _page.on_page(chapter) if e["name"] == f"{chapter}.{number}"]
        assert entry.keys() & {"parts", "label", "table", "texts"}, entry["name"]


@pytest.mark.parametrize("path", NOTEBOOKS + PAGES, ids=lambda path: path.stem)
def test_prose_does_not_belittle_the_reader(path):
    words = r"\b(simply|obviously|trivially|of course|just)\b"
    assert not re.search(words, prose(path), re.IGNORECASE)


BRITISH = re.compile(
    r"\b\w*(?:colour|behaviour|neighbour|favour|initialis|visualis|normalis|generalis|quantis|"
    r"optimis[ei]|optimisation)\w*|\b(?:centred?|modell(?:ed|ing)|labell(?:ed|ing)|licence|learnt|"
    r"analys(?:ed?|ing))\b",
    re.IGNORECASE,
)


def test_spelling_is_american():
    """Apart from labels, which keep old links alive."""
    texts = {path: prose(path) for path in NOTEBOOKS + PAGES + sorted(ROOT.glob("*.md"))}
    for path in NOTEBOOKS:
        texts[path] += "\n".join(cell.source for cell in code_cells(path))
    texts |= {
        path: path.read_text() for path in PYTHON_FILES if path.is_relative_to(ROOT / "mha_lib")
    }
    british = {
        path.name: found
        for path, text in texts.items()
        if (found := BRITISH.findall(re.sub(r"^\(.*\)=$", "", text, flags=re.MULTILINE)))
    }
    assert not british, f"STYLE.md asks for American spelling, such as color; got {british}"


def test_the_stated_time_of_a_loop_over_heads_matches_the_benchmark():
    with (ROOT / "benchmarks" / "projections.csv").open() as file:
        rows = {
            (row["tokens"], row["heads"]): row["loop / stacked"] for row in csv.DictReader(file)
        }
    few, many = (f"{float(rows[tokens, '8']):.1f}" for tokens in ("16", "512"))
    said = f"takes {few} times as long as the one product on 16 tokens, and {many} times on 512"
    assert said in (ROOT / "book" / "questions.md").read_text()


def test_the_stated_cost_of_returning_weights_matches_the_benchmark():
    results = (ROOT / "benchmarks" / "results.md").read_text()

    def milliseconds(weights):
        case = rf"\| 1 \| 1 2048 512 8 \| forward \| {weights} \| no \| ([\d.]+) "
        return float(re.search(case, results)[1])

    times = f"{milliseconds('yes') / milliseconds('no'):.1f} times as long"
    assert times in prose(ROOT / "book" / "calling_pytorch.ipynb")


def test_the_stated_times_of_zeroed_and_pruned_heads_match_the_benchmark():
    results = (ROOT / "benchmarks" / "results.md").read_text()
    section = results.partition("\n## Heads removed\n")[2].partition("\n## ")[0]
    zeroed, pruned = zip(*re.findall(r"\| ([\d.]+) \| ([\d.]+) \|$", section, re.M), strict=True)
    text = prose(ROOT / "book" / "which_heads.ipynb")
    assert f"{min(pruned)} to {max(pruned)} of the whole layer's time" in text
    assert f"zeros {min(zeroed)} to {max(zeroed)} " in text
    assert f", {['', 'one', 'two', 'three', 'four'][len(pruned)]} sizes)" in text


def gpu_rows(title):
    """The rows of a table of benchmarks/gpu.md, as dicts."""
    text = (ROOT / "benchmarks" / "gpu.md").read_text()
    section = text.partition(f"\n## {title}\n")[2].partition("\n## ")[0]
    head, _, *rows = ([cell.strip() for cell in line.split("|")[1:-1]]
                      for line in section.split("\n") if line.startswith("|"))  # fmt: skip
    return [dict(zip(head, row, strict=True)) for row in rows]


def test_the_stated_errors_on_a_gpu_match_the_measurement():
    text = prose(ROOT / "book" / "how_exact.ipynb")
    rows = gpu_rows("Errors of right programs, in eps")
    half = [row for row in rows if row["type"] in ("bfloat16", "float16")]
    assert f"{min(float(row['lowest']) for row in half):.1f} to " in text
    assert f"to {max(row['highest'] for row in half)} eps in 16 bits" in text
    off, on = (row for row in rows if row["type"] == "float32")
    assert off["setting"] == "allow_tf32=False"
    assert f"up to {float(off['highest']):.0f} eps in float32" in text
    eps = torch.finfo(torch.float32).eps
    low, high = (f"{float(on[name]) * eps:.4f}" for name in ("lowest", "highest"))
    assert f"by {low} to {high}" in text


def test_the_stated_times_on_a_gpu_match_the_measurement():
    text = prose(ROOT / "book" / "sharing_heads.ipynb")
    steps = {
        (row["KV heads"], row["conversations"]): row
        for row in gpu_rows("A decode step of Llama 2 7B's shapes, 4,096 tokens each")
    }
    many, few = (f"{float(steps[n, '16']['measured, ms']):.1f}" for n in ("32", "8"))
    assert f"measured on an H100 | {many} ms | {few} ms |" in text
    measured = {}
    for n_kv_heads, conversations in ("32", "16"), ("8", "16"), ("32", "26"), ("8", "104"):
        row = steps[n_kv_heads, conversations]
        ratio = measured[n_kv_heads, conversations] = float(row["measured / calculated"])
        time = row["measured, ms"]
        assert f"| {n_kv_heads} | {conversations} | {time} | {ratio:.2f} |" in text
    assert min(measured.values()) >= 1.2
    assert max(measured.values()) < 1.43
    alone = {
        (row["batch"], row["new tokens"]): row
        for row in gpu_rows("Attention alone, 32 query heads of width 128")
    }
    decode, prefill = alone["16", "1"], alone["1", "4096"]
    shared = [f"{float(row['8: enable_gqa']):.2f}" for row in (decode, prefill)]
    assert f"{shared[0]} of the time in decode, and {shared[1]} in prefill" in text
    copied = [f"{float(row['8: copied']):.1f}" for row in (decode, prefill)]
    assert f"{copied[0]} times as slow as no sharing, and prefill {copied[1]} times" in text

    later = gpu_rows("Several new tokens, 16 samples of 4,096")[1:5]
    free, causal = ([row[f"{way}: 8 / 32"] for row in later] for way in ("no mask", "causal"))
    assert {"0.59"} <= set(free) <= {"0.59", "0.60"}
    assert set(causal) == {"0.98"}
    assert "took 0.59 of the time of 32 without a mask, and 0.98 with a causal one" in text

    *small, large = (row["pruned / whole"] for row in gpu_rows("Heads removed"))
    pruned = f"took {large} for 16 sequences of 2,048 tokens (d_model 2,048), but {min(small)} to "
    text = prose(ROOT / "book" / "which_heads.ipynb").replace("`", "")
    assert f"{pruned}{max(small)} in the same four sizes" in text
    part = gpu_rows("An attention of Llama 2 70B's shapes, 4,096 tokens")[1]["measured, ms"]
    assert f"took {part} ms" in prose(ROOT / "book" / "several_machines.ipynb")


def test_the_stated_times_of_flex_attention_match_the_measurement():
    text = prose(ROOT / "book" / "questions.md")
    rows = gpu_rows("FlexAttention, 16 heads of width 64")
    first, second, third, last = (row["flex / mask"] for row in rows)
    assert f"took {first} of its time for 32 sequences of 128 tokens, {second} for 8 of" in text
    assert f", {third} for 2 of 2,048, and {last} for one of 8,192" in text
    for name, said in {
        "uncompiled": "28 to 44 times",
        "block mask": "19 to 34 times up to",
    }.items():
        found = sorted(float(row[f"{name} / mask"]) for row in rows[:3])
        assert said.startswith(f"{found[0]:.0f} to ")
        assert found[-1] == pytest.approx(float(said.split()[2]), abs=1)
        assert said in text
    fused = sorted(row["is_causal / mask"] for row in rows)
    assert f"SDPA needed {fused[0]} to {fused[-1]}" in text


def test_the_drawings_of_pages_are_up_to_date_and_shown():
    pages = "".join((ROOT / "book" / f"{name}.md").read_text() for name in ("intro", "in_pictures"))
    for name, drawn in tool.page_drawings().items():
        assert (ROOT / "book" / "figures" / name).read_text(encoding="utf-8") == drawn.svg(), name
        assert f"(figures/{name})" in pages


def test_the_cover_is_up_to_date():
    cover = ROOT / "book" / "figures" / "cover.png"
    pictures = (base64.b64encode(data) for data in (cover.read_bytes(), tool.cover()))
    assert nbval_pictures.pixel_difference(*pictures) < nbval_pictures.MAX_PIXEL_RMS


def test_the_front_page_s_widget_is_up_to_date():
    assert tool.FRONT.read_text() == tool.front()
    assert "{raw} html\n:file: figures/front.html" in (ROOT / "book" / "intro.md").read_text()


def test_the_readme_has_the_public_url():
    text, url = write_public_url.README.read_text(), tool.public_url()
    assert text == write_public_url.readme_with_url(text, url)


def test_the_public_url_is_written_into_links_and_set_up_cells():
    url = "https://github.com/somebody/attention"
    readme = write_public_url.readme_with_url(write_public_url.README.read_text(), url)
    assert f'pip install "mha_lib[book] @ git+{url}"' in readme
    for path in NOTEBOOKS:
        assert f"/github/somebody/attention/blob/main/book/{path.name})" in readme
        assert f'"{url}"' in write_public_url.notebook_with_url(read(path), url).cells[0].source


def test_no_page_loads_anything_from_another_site():
    if "url" not in CONFIG.get("repository", {}):
        assert "launch_buttons" not in CONFIG  # they would lead to Jupyter Book's repository
    assert CONFIG["sphinx"]["config"]["nb_ipywidgets_js"] == {}


@pytest.mark.parametrize("names", [["stacking"], ["stacking", "one_head"]])
def test_a_chapter_can_be_executed_by_its_name(names):
    assert [path.stem for path in tool.chosen(names)] == names


def test_without_a_name_every_chapter_is_executed():
    assert tool.chosen([]) == NOTEBOOKS


def test_an_unknown_chapter_name_is_an_error():
    with pytest.raises(SystemExit, match=r"^name must be one of bug_lab, .*; got stacking\.ipynb$"):
        tool.chosen(["one_head", "stacking.ipynb"])


def test_the_readme_s_example_runs():
    (example,) = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(), re.DOTALL)
    variables = {}
    exec(example, variables)
    x, mask = variables["x"], variables["causal_mask"](10)
    theirs, _ = variables["theirs"](x, x, x, attn_mask=~mask)
    torch.testing.assert_close(theirs, variables["output"])


def test_every_make_target_in_the_documents_exists():
    makefile = (ROOT / "Makefile").read_text()
    verbs = set(re.search(r"\.PHONY: ((?:.*\\\n)*.*)", makefile)[1].split())
    for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "STYLE.md"):
        used = re.findall(r"(?:`|^)make ([a-z-]+)", (ROOT / name).read_text(), re.M)
        assert set(used) <= verbs, name


def test_contributing_lists_every_file_and_folder():
    plan = (ROOT / "CONTRIBUTING.md").read_text()
    tracked = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True)
    files = [Path(line) for line in tracked.stdout.splitlines()]
    names = {file.parts[0] for file in files} - {".gitignore", ".github", ".ci"}
    assert not {name for name in names if name not in plan}
