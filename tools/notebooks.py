"""Runs the book's notebooks and stores what they produce.

    python tools/notebooks.py             executes every notebook in a fresh kernel and stores it
    python tools/notebooks.py stacking    executes this chapter alone, or several by their names

What differs between two runs of the same code (timings, kernel builds, widget state) is removed,
so that a second run changes no byte. What follows from a cell's code is added: how a cell that
begins with `# @title` is folded, and the ids of an exercise's cells. The chapters of the first
part are run a second time to draw their pictures as SVG, which the hand-outs use.
"""

import base64
import hashlib
import io
import os
import re
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import nbformat
import torch
import yaml
from nbclient import NotebookClient

from mha_lib.book import drawings, figures, pretrained, sentences, tiny
from mha_lib.widgets import ModelView

ROOT = Path(__file__).parent.parent
NOTEBOOKS = sorted((ROOT / "book").glob("**/*.ipynb"))
COVER = ROOT / "book" / "figures" / "cover.png"
FRONT = ROOT / "book" / "figures" / "front.html"
PHONE = "My phone fell into the lake, and now it is broken."
SVG_FOLDER = ROOT / "book" / "figures" / "svg"
FOLD_TITLE = re.compile("# @title (.*)")
EXERCISE_HEADING = re.compile(r"### Exercise (\d+)")
RANDOM_ID = re.compile("[0-9a-f]{8}(-[0-9a-f-]+)?")  # as JupyterLab gives it
EXERCISE = re.compile(r'^check\("\w+\.(\d+)"', re.MULTILINE)
NOTEBOOK_METADATA = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}
# Colab's own server lists the open files; one from GitHub is
# fileId=https%3A//github.com/owner/name/blob/... Without such a list, or with several repositories
# in it, the cell uses the next source.
SET_UP = r"""
# On Colab this installs the book's library. Anywhere else it does nothing.
import importlib.util
import re
import sys
from urllib.parse import unquote

if "google.colab" in sys.modules and importlib.util.find_spec("mha_lib") is None:
    sessions = !curl -s -m 2 http://$COLAB_JUPYTER_IP:$KMP_TARGET_PORT/api/sessions
    github = r"fileId=(https://github\.com/[\w-]+/[\w.-]+)/blob/(\w[\w./-]*)/book/"
    opened = set(re.findall(github, unquote("".join(sessions))))  # address, branch
    address = "@".join(*opened) if len(opened) == 1 else ""
    repository = address or {otherwise}
    %pip install --quiet "mha_lib[book] @ git+{{repository}}"
    importlib.invalidate_caches()""".lstrip()
ASK = """input("Address of the book's repository on GitHub: ")"""


def public_url():
    """The repository's URL from `_config.yml`; empty until it is set."""
    config = yaml.safe_load((ROOT / "_config.yml").read_text())
    return config.get("repository", {}).get("url", "").removesuffix("/")


def notebooks_of_part(number):
    """The notebooks of a part of the book, numbered from 0; none if `_toc.yml` has no parts."""
    contents = yaml.safe_load((ROOT / "_toc.yml").read_text())
    pages = contents["parts"][number]["chapters"] if "parts" in contents else []
    files = [ROOT / page["file"] for page in pages]
    return [file.with_suffix(".ipynb") for file in files if not file.with_suffix(".md").exists()]


def set_up_cell(url):
    """The first cell of every chapter."""
    source = SET_UP.format(otherwise=f'"{url}"' if url else ASK)
    return nbformat.v4.new_code_cell(source, id="set-up", metadata={"tags": ["remove-cell"]})


def execute(path, pictures="png"):
    """Runs a notebook in a fresh kernel and returns it tidied; the file does not change."""
    notebook = nbformat.read(path, as_version=4)
    if notebook.cells[0].get("id") == "set-up":
        del notebook.cells[0]
    notebook.cells.insert(0, set_up_cell(public_url()))
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.outputs, cell.execution_count = [], None
    NotebookClient(
        notebook,
        timeout=300,
        kernel_name="python3",
        resources={"metadata": {"path": path.parent}},
        extra_arguments=[
            "--IPKernelApp.log_level=ERROR",
            f"--InlineBackend.figure_formats={{'{pictures}'}}",
        ],
    ).execute()
    return tidy(notebook)


def tidy(notebook):
    """Removes what differs between two runs of the same code, and adds what follows from it."""
    notebook.metadata = nbformat.from_dict(NOTEBOOK_METADATA)
    for cell in notebook.cells:
        for left in ("execution", "editable", "slideshow"):
            cell.metadata.pop(left, None)
        if not cell.metadata.get("tags", True):
            del cell.metadata["tags"]
        title = FOLD_TITLE.match(cell.source)
        if title:
            fold(cell, title[1])
        if cell.cell_type == "code" and (match := EXERCISE.search(cell.source)):
            cell.id = f"{'solution' if title else 'exercise'}-{match[1]}"
        about = EXERCISE_HEADING.match(cell.source)
        if about and RANDOM_ID.fullmatch(cell.id):
            cell.id = f"about-exercise-{about[1]}"
        if "outputs" in cell:
            cell.outputs = merge_streams(cell.outputs)
        for output in cell.get("outputs", []):
            if "metadata" in output:
                output.metadata = nbformat.from_dict({})
            # The widget's state is in the kernel that ran; its text/html needs no kernel.
            output.get("data", {}).pop("application/vnd.jupyter.widget-view+json", None)
    return notebook


def fold(cell, title):
    """Folds a cell under a title in the book, in Jupyter and in Colab.

    With the tag "hide-input" its output remains visible.
    """
    given, tags = cell.metadata, {*cell.metadata.get("tags", [])}
    tags |= set() if "hide-input" in tags else {"hide-cell"}
    tags |= {"checked"} if title.startswith("checked: ") else set()  # the book sets it small
    given["tags"] = sorted(tags)
    given["jupyter"] = {**given.get("jupyter", {}), "source_hidden": True}
    given["cellView"] = "form"  # Colab reads the title from the source
    prompts = {"code_prompt_show": title, "code_prompt_hide": title}
    given["mystnb"] = {**given.get("mystnb", {}), **prompts}


def merge_streams(outputs):
    """Joins what was printed: how a kernel cuts it into messages depends on timing."""
    merged = []
    for output in outputs:
        last = merged[-1] if merged else {}
        if "text" in output and last.get("name") == output.name:
            last.text += output.text
        else:
            merged.append(output)
    return merged


def cover():
    """The picture that a link to the book shows: the weights of one head and of two heads."""
    word = torch.tensor([["abcdefgh".index(letter) for letter in "cabbage"]])
    with torch.no_grad():
        models = [tiny.load(name)(word)[1][0][0] for name in ("two_letters_1", "two_letters_2")]
    titles = {"titles": ["one head", "head 0 of two", "head 1 of two"], "head_colors": [None, 0, 1]}
    picture = io.BytesIO()
    drawn = figures.draw_heads(torch.cat(models), list("cabbage"), columns=3, **titles)
    drawn.savefig(picture, metadata={"Software": None})
    return picture.getvalue()


def pictures(notebook, kind="image/png"):
    """A notebook's pictures of a kind, by the ids of their cells."""
    return {
        cell.id: output.data[kind]
        for cell in notebook.cells
        for output in cell.get("outputs", [])
        if kind in output.get("data", {})
    }


def drawing(path, cell):
    """The SVG file of a cell's picture."""
    return SVG_FOLDER / f"{path.stem}-{cell}.svg".replace("_", "-")


def save_drawings(path):
    """Draws a stored chapter's pictures as SVG, in a run of their own.

    Drawing PNG and SVG in the same run moves lines in both.
    """
    images = pictures(nbformat.read(path, as_version=4))
    for old in SVG_FOLDER.glob(drawing(path, "*").name):
        old.unlink()
    SVG_FOLDER.mkdir(exist_ok=True)
    for cell, svg in pictures(execute(path, "svg"), "image/svg+xml").items():
        if cell in images:  # a picture without a PNG is an SVG already
            drawing(path, cell).write_text(tidy_drawing(svg, images[cell]))


def tidy_drawing(svg, picture):
    """Removes the date, numbers the random names, and adds the hash of the PNG it replaces."""
    svg = re.sub(r" *<metadata>.*?</metadata>\n", "", svg, flags=re.DOTALL)
    names = {}
    svg = re.sub(
        r"\b(p|m|h|image)[0-9a-f]{10}\b",
        lambda name: names.setdefault(name[0], f"{name[1]}{len(names)}"),
        svg,
    )
    return f"{svg}<!-- {digest(picture)} -->\n"


def digest(picture):
    return hashlib.sha256(base64.b64decode(picture)).hexdigest()


def front():
    """The widget on the front page, which is not a notebook."""
    return ModelView({"two heads": tiny.load("two_letters_2")}).html()


def page_drawings():
    """The drawings on pages that are not notebooks, by the names of their files."""
    tokens, weights = pretrained.precomputed().pronoun_sentences[PHONE]
    shown = tokens, weights[3], tokens.index("it"), [1, 8, 5]
    # These heads are not the two in the layer below, so they have other colors.
    return {
        "it.svg": sentences.arcs(*shown, colors=[7, 6, 4]),
        "it_all.svg": sentences.rows(*shown, colors=[7, 6, 4]),
        "layer.svg": drawings.hot_tea_layer(),
        **{
            f"step_{name.replace(' ', '_')}.svg": drawn
            for name, drawn in drawings.hot_tea_steps().items()
        },
    }


def chosen(names):
    """The notebooks with the given names; all notebooks if no names are given."""
    known = {path.stem: path for path in NOTEBOOKS}
    unknown = [name for name in names if name not in known]
    if unknown:
        raise SystemExit(f"name must be one of {', '.join(known)}; got {', '.join(unknown)}")
    return [known[name] for name in names] or NOTEBOOKS


def main():
    paths = chosen(sys.argv[1:])
    os.environ.setdefault("PYDEVD_DISABLE_FILE_VALIDATION", "1")  # no debugger warnings in kernels
    with ThreadPoolExecutor(max_workers=2) as pool:
        for path, fresh in zip(paths, pool.map(execute, paths), strict=True):
            nbformat.write(fresh, path)
            print(f"{path.relative_to(ROOT)}: executed")
        drawn = [path for path in paths if path in notebooks_of_part(0)]
        list(pool.map(save_drawings, drawn))
    FRONT.write_text(front())
    COVER.write_bytes(cover())
    for name, drawn in page_drawings().items():
        FRONT.with_name(name).write_text(drawn.svg(), encoding="utf-8")


if __name__ == "__main__":
    main()
