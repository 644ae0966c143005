"""Writes the data with which a page takes and judges answers to its exercises.

`js/src/page/exercises.js` reads it from the page. The data that judge code are large, so they are
in a script per chapter, which `js/src/page/code_cell.js` loads when a reader begins to write.
"""

import importlib.util
import json
from pathlib import Path

from mha_lib.book.exercises import _page

CHAPTERS = sorted(path.stem for path in Path(_page.__file__).parent.glob("[a-z]*.py"))


def setup(app):
    app.connect("html-page-context", add_exercises)
    app.connect("build-finished", write_code_cases)


def add_exercises(app, pagename, templatename, context, doctree):
    """Adds the data of a chapter's exercises to the end of its page."""
    folder, _, chapter = pagename.rpartition("/")
    if folder != "book" or not importlib.util.find_spec(f"mha_lib.book.exercises.{chapter}"):
        return
    data = json.dumps(_page.on_page(chapter), ensure_ascii=False).replace("</", "<\\/")
    context["body"] += f'<script type="application/json" id="exercise-data">{data}</script>'


def write_code_cases(app, exception):
    """Writes, for each chapter, the script with the data that judge answers in Python."""
    if exception or app.builder.format != "html":
        return
    folder = Path(app.outdir) / "_static" / "cases"
    folder.mkdir(exist_ok=True)
    for chapter in CHAPTERS:
        cases = {entry["name"]: entry for entry in _page.code_cases(chapter)}
        if cases:
            text = f"Object.assign((globalThis.codeCases ??= {{}}), {json.dumps(cases)});\n"
            (folder / f"{chapter}.js").write_text(text, encoding="utf-8")
