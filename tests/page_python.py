"""Runs answers in the Python of the page, as a page's worker does, where there is no page."""

import json
from pathlib import Path

import javascript

ROOT = Path(__file__).parent.parent
SHARED = ["mha_lib/checks.py", *(f"mha_lib/book/exercises/{n}.py" for n in ("__init__", "_given"))]
FILES = {path.name: path.read_text() for path in (ROOT / "js" / "python").glob("*.py")}
FILES |= {path: (ROOT / path).read_text() for path in SHARED}
NOTHING = {"name": "none.1", "cases": [], "solution": [], "mistakes": [], "without": []}
RUN = """
    const said = [];
    globalThis.python ??= m.startPython(undefined, files, (line) => globalThis.print(line));
    return globalThis.python.then((run) => {
        globalThis.print = (line) => said.push(line);
        return codes.map((code) => ({ ...run(code, exercise), printed: said.splice(0) }));
    });
"""


def run(codes, exercise=NOTHING):
    """What the page says to each of these cells: `correct`, `text`, and the lines `printed`."""
    return javascript.run(
        "../python/python.js", RUN, files=FILES, codes=codes, exercise=json.dumps(exercise)
    )
