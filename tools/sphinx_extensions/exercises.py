"""What a page needs to take the answers to its exercises: `_static/answers.js` reads it.

What is needed to judge code is large, and stands in a script of its chapter, which
`_static/code.js` loads when a reader begins to write.
"""

import importlib.util
import json
from pathlib import Path

from mha_lib.book.exercises import _page

CHAPTERS = sorted(path.stem for path in Path(_page.__file__).parent.glob("[a-z]*.py"))


def setup(app):
    app.connect("html-page-context", add_exercises)
    app.connect("build-finished", write_recorded)


def add_exercises(app, pagename, templatename, context, doctree):
    """Puts a chapter's exercises behind its text."""
    folder, _, chapter = pagename.rpartition("/")
    if folder != "book" or not importlib.util.find_spec(f"mha_lib.book.exercises.{chapter}"):
        return
    data = json.dumps(_page.on_page(chapter), ensure_ascii=False).replace("</", "<\\/")
    context["body"] += f'<script type="application/json" id="exercise-data">{data}</script>'


def write_recorded(app, exception):
    """Writes what the answers in Python of each chapter are judged by."""
    if exception or app.builder.format != "html":
        return
    folder = Path(app.outdir) / "_static" / "recorded"
    folder.mkdir(exist_ok=True)
    for chapter in CHAPTERS:
        found = {entry["name"]: entry for entry in _page.recorded(chapter)}
        if found:
            text = f"Object.assign((globalThis.recorded ??= {{}}), {json.dumps(found)});\n"
            (folder / f"{chapter}.js").write_text(text, encoding="utf-8")
