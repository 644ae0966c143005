"""The book keeps its own rules: what is committed was run, is described, and leads somewhere."""

import csv
import importlib
import re
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest
import torch
import yaml

ROOT = Path(__file__).parent.parent
NOTEBOOKS = sorted((ROOT / "book").glob("**/*.ipynb"))
PAGES = sorted((ROOT / "book").glob("**/*.md"))
every_notebook = pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)

sys.path.insert(0, str(ROOT / "tools"))
stamp = importlib.import_module("stamp")
tool = importlib.import_module("notebooks")


def read(path):
    return nbformat.read(path, as_version=4)


def code_cells(path):
    return [cell for cell in read(path).cells if cell.cell_type == "code"]


def printed(cell):
    return "".join(output.get("text", "") for output in cell.outputs)


def tags(cell):
    return cell.metadata.get("tags", [])


def test_the_table_of_contents_holds_every_page():
    toc = yaml.safe_load((ROOT / "_toc.yml").read_text())
    listed = [toc["root"]] + [page["file"] for part in toc["parts"] for page in part["chapters"]]
    there = [str(path.relative_to(ROOT).with_suffix("")) for path in NOTEBOOKS + PAGES]
    assert sorted(listed) == sorted(there)


@every_notebook
def test_every_cell_was_run_in_order(path):
    counts = [cell.execution_count for cell in code_cells(path)]
    assert counts == list(range(1, len(counts) + 1))


@every_notebook
def test_a_cell_that_prints_or_draws_has_its_output(path):
    for cell in code_cells(path):
        pictures = [o for o in cell.outputs if "image/png" in o.get("data", {})]
        assert len(pictures) == cell.source.count("plt.show()"), cell.id
        if re.search(r"^(print|check)\(", cell.source, re.MULTILINE):
            assert printed(cell), cell.id


@every_notebook
def test_every_picture_has_alt_text_and_a_caption(path):
    for cell in code_cells(path):
        if "plt.show()" in cell.source:
            about = cell.metadata.mystnb
            assert len(about.image.alt) > 60, cell.id
            assert len(about.figure.caption) > 40, cell.id


@every_notebook
def test_code_cells_are_short(path):
    for cell in code_cells(path)[1:]:
        assert len(cell.source.splitlines()) <= 12, cell.id


@every_notebook
def test_the_first_cell_sets_up_colab_and_is_hidden(path):
    first = read(path).cells[0]
    assert first == {**tool.set_up_cell(tool.public_address()), "execution_count": 1}
    assert tags(first) == ["remove-cell"]


@every_notebook
def test_a_chapter_has_its_shape(path):
    text = "\n".join(cell.source for cell in read(path).cells if cell.cell_type == "markdown")
    assert text.startswith("# ")
    for part in ("**You will** ", "**You will learn** ", "**You need** ", "Decide before you"):
        assert part in text
    for heading in ("## What to notice", "## You have", "## Exercises"):
        assert text.count(f"\n{heading}") == 1, heading


@every_notebook
def test_a_chapter_has_a_widget_that_needs_no_kernel(path):
    pages = [o.get("data", {}).get("text/html") for c in code_cells(path) for o in c.outputs]
    assert any(page and "data-mha-module" in page for page in pages)
    assert "widget-view" not in path.read_text()


@every_notebook
def test_exercises_come_as_stub_verdict_and_hidden_solution(path):
    cells = code_cells(path)
    stubs = [cell for cell in cells if cell.id.startswith("exercise-")]
    solutions = [cell for cell in cells if cell.id.startswith("solution-")]
    assert 3 <= len(stubs) == len(solutions) <= 5
    for stub, solution in zip(stubs, solutions, strict=True):
        number = stub.id.removeprefix("exercise-").replace("-", ".")
        assert printed(stub) == f"Exercise {number}: not answered yet.\n"
        assert printed(solution).startswith(f"Exercise {number}: correct")
        assert tags(solution) == ["hide-cell"]
        assert solution.metadata.jupyter.source_hidden


@pytest.mark.parametrize("path", NOTEBOOKS + PAGES, ids=lambda path: path.stem)
def test_prose_does_not_belittle_the_reader(path):
    if path.suffix == ".ipynb":
        text = "\n".join(c.source for c in read(path).cells if c.cell_type == "markdown")
    else:
        text = path.read_text()
    assert not re.search(r"\b(simply|obviously|trivially|of course|just)\b", text, re.IGNORECASE)


def test_recorded_measurements_are_those_that_make_bench_wrote():
    cell = next(c for c in code_cells(ROOT / "book" / "stacking.ipynb") if c.id == "recorded")
    variables = {}
    exec(cell.source, variables)
    with (ROOT / "benchmarks" / "projections.csv").open() as file:
        rows = list(csv.DictReader(file))
    measured = {}
    for row in rows:
        heads = measured.setdefault(int(row["tokens"]), {})
        heads[int(row["heads"])] = float(row["loop / stacked"])
    assert variables["recorded"] == measured


def test_the_cover_is_a_picture_from_a_chapter(tmp_path, monkeypatch):
    monkeypatch.setattr(tool, "COVER", tmp_path / "cover.png")
    for path in NOTEBOOKS:
        tool.save_cover(read(path))
    cover = ROOT / "book" / "figures" / "cover.png"
    assert (tmp_path / "cover.png").read_bytes() == cover.read_bytes()


def test_the_public_address_is_stamped_everywhere():
    text, url = stamp.README.read_text(), tool.public_address()
    assert text == stamp.stamped_readme(text, url)


def test_a_stamp_reaches_cells_and_links():
    url = "https://github.com/somebody/attention"
    readme = stamp.stamped_readme(stamp.README.read_text(), url)
    for path in NOTEBOOKS:
        assert f"/github/somebody/attention/blob/main/book/{path.name})" in readme
        assert f'"{url}"' in stamp.stamped_notebook(read(path), url).cells[0].source


def test_no_page_loads_anything_from_elsewhere():
    config = yaml.safe_load((ROOT / "_config.yml").read_text())
    if "url" not in config.get("repository", {}):
        assert "launch_buttons" not in config  # they would lead to somebody else's repository
    assert config["sphinx"]["config"]["nb_ipywidgets_js"] == {}


def test_the_lines_in_the_readme_run():
    (example,) = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(), re.DOTALL)
    variables = {}
    exec(example, variables)
    x, mask = variables["x"], variables["causal_mask"](10)
    theirs, _ = variables["theirs"](x, x, x, attn_mask=~mask)
    torch.testing.assert_close(theirs, variables["output"])


def test_every_make_verb_in_the_documents_is_there():
    makefile = (ROOT / "Makefile").read_text()
    verbs = set(re.search(r"\.PHONY: (.*)", makefile)[1].split())
    for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "STYLE.md"):
        used = re.findall(r"(?:`|^)make ([a-z-]+)", (ROOT / name).read_text(), re.M)
        assert set(used) <= verbs, name


def test_the_plan_of_the_house_is_complete():
    plan = (ROOT / "CONTRIBUTING.md").read_text()
    tracked = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True)
    files = [Path(line) for line in tracked.stdout.splitlines()]
    rooms = {f.parts[0] for f in files} | {f.parts[1] for f in files if f.parts[0] == "mha_lib"}
    small = {".gitignore", "__init__.py", "py.typed", ".github", ".ci"}
    assert not {room for room in rooms - small if room not in plan}
