"""What a page needs to take the answers to its exercises: `_static/answers.js` reads it."""

import importlib.util
import json

from mha_lib.book.exercises import _page


def setup(app):
    app.connect("html-page-context", add_exercises)


def add_exercises(app, pagename, templatename, context, doctree):
    """Puts a chapter's exercises behind its text."""
    folder, _, chapter = pagename.rpartition("/")
    if folder != "book" or not importlib.util.find_spec(f"mha_lib.book.exercises.{chapter}"):
        return
    data = json.dumps(_page.on_page(chapter), ensure_ascii=False).replace("</", "<\\/")
    context["body"] += f'<script type="application/json" id="exercise-data">{data}</script>'
