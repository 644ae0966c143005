"""Mutation testing of the widgets' JavaScript; `tools/mutants.py` calls it for modules named *.js.

A mutant is a file of js/src with one operator, comparison, number or truth value changed. It is
bundled in a copy of js/, and runs the module's own tests and the tests of each widget that uses the
module, until one fails. Every mutant is tried in its own process, which is forked after all slow
imports and stopped if it takes too long.
"""

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from difflib import unified_diff
from functools import cache, partial
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import matplotlib  # noqa: F401  (imported before the forks, like the next one)
import playwright.sync_api  # noqa: F401
import pytest
import tree_sitter_javascript
from tree_sitter import Language, Parser

from mha_lib import widgets
from mha_lib.widgets import base

ROOT = Path(__file__).parent.parent
SOURCES = ROOT / "js" / "src"
MOUNT = SOURCES / "page" / "mount.js"
N_WORKERS = 2
TIMEOUT_FACTOR = 3  # of the time that the tests take without a mutant
NODE = Path(sys.executable).parent / "node"

SWAPS = {
    **{"+": "-", "-": "+", "*": "/", "/": "*", "%": "*", "**": "*"},
    **{"+=": "-=", "-=": "+=", "++": "--", "--": "++", "^=": "+="},
    **{"<": "<=", "<=": "<", ">": ">=", ">=": ">", "===": "!==", "!==": "===", "==": "!="},
    **{"&&": "||", "||": "&&", "??": "&&"},
    **{"&": "|", "|": "&", "^": "|", "<<": ">>", ">>": "<<", ">>>": "<<"},
    **{"true": "false", "false": "true", "!": ""},
}


class Mutant(NamedTuple):
    path: Path
    source: str

    def diff(self):
        lines = [text.splitlines() for text in (self.path.read_text(), self.source)]
        name = str(self.path.relative_to(ROOT))
        return "\n".join(unified_diff(*lines, name, name, lineterm="", n=1))


def mutants(path):
    """Yields every change of one operator, comparison, number or truth value in a file."""
    source = path.read_bytes()

    def leaves(node):
        if not node.children:
            yield node
        for child in node.children:
            yield from leaves(child)

    tree = Parser(Language(tree_sitter_javascript.language())).parse(source)
    for leaf in leaves(tree.root_node):
        text = leaf.text.decode()
        if leaf.type == "number":
            other = f"({text} + 1)"
        elif leaf.type == text and text in SWAPS:
            other = SWAPS[text]
        else:
            continue
        changed = source[: leaf.start_byte] + other.encode() + source[leaf.end_byte :]
        yield Mutant(path, changed.decode())


def modules():
    """Maps paths below js/src to files, because two files may have the same name."""
    return {path.relative_to(SOURCES).as_posix(): path for path in sorted(SOURCES.rglob("*.js"))}


@cache
def imported_by(path):
    """The files that a module contains when it is bundled: itself and what it imports."""
    names = re.findall(r'^(?:import .*|}) from "(\.[^"]+)"', path.read_text(), re.MULTILINE)
    return {path}.union(*(imported_by((path.parent / name).resolve()) for name in names))


def tests_of(path):
    """The tests that a module must pass: its own, and the tests of widgets that contain it."""
    tests = ROOT / "tests"
    views = sorted(SOURCES.glob("*/view.js"))
    parts_of = [view.parent.name for view in views if path in imported_by(view)]
    parts_of += ["heads_view"] if path == MOUNT else []
    folder = path.parent.relative_to(SOURCES).as_posix()
    own = [f"js/**/test_js_{path.stem}.py", f"browser/test_{path.stem}*.py"]
    own += [] if folder == "shared" else [f"js/{folder}/test_*.py"]
    own += [
        f"{tested}test_{prefix}{widget}*.py"
        for widget in parts_of
        for tested, prefix in (("widgets/", "widgets_"), ("browser/", ""))
    ]
    own += ["browser/test_frame.py", "browser/test_every_widget.py"]  # tests of all widgets
    return list(dict.fromkeys(file for name in own for file in sorted(tests.glob(name))))


def bundle(mutant, folder):
    """Bundles a copy of js/ with the mutant; returns whether that succeeded."""
    js = folder / "js"
    shutil.copytree(ROOT / "js", js, ignore=shutil.ignore_patterns("node_modules"))
    (js / "node_modules").symlink_to(ROOT / "js" / "node_modules")
    (js / "src" / mutant.path.relative_to(SOURCES)).write_text(mutant.source)
    (folder / "mha_lib").symlink_to(
        ROOT / "mha_lib"
    )  # page/python/worker.js imports some of its files
    outputs = [folder / name for name in ("static", "page", "python", "search")]
    command = [NODE, js / "build.js", *outputs]
    return subprocess.run(command, capture_output=True).returncode == 0


def run_tests(folder, tests):
    """In a fork: runs the tests with the folder's JavaScript, and exits with their result."""
    os.setpgid(0, 0)
    log = os.open(folder / "log.txt", os.O_CREAT | os.O_WRONLY)
    for stream in (1, 2):
        os.dup2(log, stream)
    base._MOUNT = (folder / "static" / "mount.js").read_text()
    for name in widgets.__all__:
        widget = getattr(widgets, name)
        widget._esm = (folder / "static" / widget._module).read_text()
    sys.path.insert(0, str(ROOT))
    from tests.helpers import javascript

    javascript.JS = folder / "js"
    options = ["-xq", "-m", "not slow", "-p", "no:cacheprovider", "-p", "no:nbval"]
    # Modules that are already imported keep plain asserts.
    options += ["-W", "ignore::pytest.PytestAssertRewriteWarning"]
    os._exit(pytest.main([*options, *map(str, tests)]))


def outcome_of(mutant, seconds=600):
    """Tests a mutant for at most `seconds`; returns "killed", "survived" or "timeout"."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        if not bundle(mutant, folder):
            return "killed"
        child = os.fork()
        if child == 0:
            try:
                run_tests(folder, tests_of(mutant.path))
            finally:
                os._exit(99)
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            ended, status = os.waitpid(child, os.WNOHANG)
            if ended:
                return "survived" if status == 0 else "killed"
            time.sleep(0.05)
        os.killpg(child, signal.SIGKILL)
        os.waitpid(child, 0)
        return "timeout"


def try_module(path):
    """Tries all mutants of a file, prints the survivors, and returns the number of each outcome."""
    start = time.monotonic()
    if outcome_of(Mutant(path, path.read_text())) != "survived":
        sys.exit(f"the tests of {path.name} fail without a mutant: run them first")
    seconds = 15 + TIMEOUT_FACTOR * (time.monotonic() - start)
    to_try = list(mutants(path))
    # Processes and not threads, because a fork cannot release another thread's locks.
    with ProcessPoolExecutor(N_WORKERS, mp_context=get_context("fork")) as pool:
        ends = list(pool.map(partial(outcome_of, seconds=seconds), to_try))
    for mutant, end in zip(to_try, ends, strict=True):
        if end == "survived":
            print(mutant.diff(), flush=True)
    return Counter(ends)
