"""Runs answers in the Python of the page, as a page's worker does, where there is no page."""

import functools
import json
import re
from pathlib import Path

from tests.helpers import javascript, scripts

ROOT = Path(__file__).parents[2]
WORKER = javascript.find("worker.js")
# The worker imports each Python source as a string, under the path given next to it.
IMPORTED = re.findall(r'^import \w+ from "(.+\.py)";$', WORKER.read_text(), re.M)
PATHS = [(WORKER.parent / name).resolve() for name in IMPORTED]
NOTHING = {"name": "none.1", "cases": [], "solution": [], "mistakes": [], "forbidden_calls": []}
RUN = scripts.read("page_python_run")


def rewritten(source):
    """What the page runs: `text`, or the `line` that it cannot run and `why`."""
    # Only the MicroPython that started last works, so the next `run` starts one.
    body = "delete globalThis.python; return m.translate(source);"
    return javascript.run("library.js", body, source=source)


@functools.cache
def files():
    """The library's files as the page runs them."""
    return {
        path.name if javascript.JS in path.parents else path.relative_to(ROOT).as_posix(): (
            rewritten(path.read_text())["text"]
        )
        for path in PATHS
    }


def run(codes, exercise=NOTHING):
    """What the page says to each cell: `correct`, `text`, and the lines `printed`."""
    return javascript.run(
        "python.js", RUN, files=files(), codes=codes, exercise=json.dumps(exercise)
    )
