"""Runs the notebooks with the versions that Colab has, which colab-pip-freeze.txt lists.

    .venv-colab/bin/python tools/colab.py

Prints what differs from Colab all the same, and why. Installs the library as a reader's set-up cell
would, copies the notebooks to an empty folder beside a package that answers to `google.colab`, and
runs each as a test, on two threads: every output but a widget's must be the one that is committed.
"""

import os
import re
import subprocess
import sys
import tempfile
from importlib.metadata import distributions, version
from pathlib import Path
from urllib.parse import unquote

import nbformat
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name, parse_wheel_filename

ROOT = Path(__file__).parent.parent
LIST = ROOT / "tools" / "colab-pip-freeze.txt"

HERE = ".".join(map(str, sys.version_info[:2]))
# What is Colab's on Colab's Python alone, and why. All else is Colab's on every Python.
ELSEWHERE = {
    "Python": "the notebooks run with the one that made this environment",
    "torch": "another Python has the book's, so that nobody fetches a second one",
    "setuptools": "the book's torch needs a newer one",
}


def published(text):
    """Each package's version in a list of Colab's, by its name; and the Python, as "3.13"."""
    versions, pythons = {}, set()
    for line in text.splitlines():
        if not line or line.startswith("#"):
            continue
        requirement = Requirement(line)
        name, url = canonicalize_name(requirement.name), requirement.url or ""
        if requirement.specifier:
            versions[name] = str(requirement.specifier).removeprefix("==")
        elif url.partition("#")[0].endswith(".whl"):
            file = unquote(url.partition("#")[0].rpartition("/")[2])
            _, held, _, tags = parse_wheel_filename(file)
            versions[name] = held.public
            pythons |= {tag.interpreter for tag in tags if tag.abi == tag.interpreter}
    # A wheel for one Python alone has it in its name twice: cp313-cp313.
    (python,) = pythons
    return versions, re.sub(r"cp(\d)(\d+)", r"\1.\2", python)


VERSIONS, PYTHON = published(LIST.read_text())

START_UP = """\
import sys

sys.path.insert(0, {folder!r})
import google.colab
"""

# Fails where the look-alike does not look alike.
PROBE = """\
import sys
import mha_lib

sys.path.insert(0, {tools!r})
from colab import unexcused

assert "google.colab" in sys.modules
assert mha_lib.__file__.startswith({environment!r}), mha_lib.__file__
assert not unexcused(), unexcused()"""


def compared():
    """Python, and each package here that Colab lists: name -> its version here, and Colab's."""
    here = {canonicalize_name(found.name) for found in distributions()} & VERSIONS.keys()
    # A CPU build of torch has +cpu behind its version.
    pairs = {name: (version(name).partition("+")[0], VERSIONS[name]) for name in sorted(here)}
    return {"Python": (HERE, PYTHON), **pairs}


def differences():
    """What is here in another version than Colab's, each with the reason; none without one."""
    reasons = ELSEWHERE if HERE != PYTHON else {}
    return {
        name: (own, colabs, reasons.get(name))
        for name, (own, colabs) in compared().items()
        if own != colabs
    }


def unexcused():
    """The differences without a reason."""
    return [name for name, (*_, reason) in differences().items() if reason is None]


def report():
    """Says what is not Colab's here, and why."""
    unlike = differences()
    print(
        f"Of Python and {len(compared()) - 1} packages that Colab has, {len(unlike)} differ here."
    )
    for name, (own, colabs, reason) in unlike.items():
        print(f"  {name} {own}, in Colab {colabs}: {reason or 'for no known reason'}", flush=True)


def install_library():
    """As it is today, and with what it needs: a version that it cannot do with would move here."""
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*command, "--no-build-isolation", f"{ROOT}[book]"], check=True)


def fill(folder):
    """Lays out the notebooks, the probe and the fake package; returns the kernels' environment."""
    for path in sorted((ROOT / "book").glob("**/*.ipynb")):
        notebook = nbformat.read(path, as_version=4)
        for cell in notebook.cells:
            # There ipywidgets 7 shows a widget without the HTML that pages show in its place.
            if "data-mha" in str(cell.get("outputs")):
                cell.metadata.setdefault("tags", []).append("nbval-ignore-output")
        nbformat.write(notebook, folder / path.name)
    probe = PROBE.format(environment=sys.prefix, tools=str(ROOT / "tools"))
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(probe, id="probe")])
    nbformat.write(notebook, folder / "a_probe.ipynb")

    colab = folder / ".colab"
    package = colab / "google" / "colab"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text("from google.colab import output\n")
    (package / "output.py").write_text("def enable_custom_widget_manager():\n    pass\n")
    start_up = colab / "ipython" / "profile_default" / "startup"
    start_up.mkdir(parents=True)
    (start_up / "00-colab.py").write_text(START_UP.format(folder=str(colab)))
    # Two notebooks at a time: a thread that waits must leave its core to the others.
    threads = {"OMP_NUM_THREADS": "2", "OMP_WAIT_POLICY": "passive"}
    # Its debugger is old, and says in every kernel which of Python's modules it cannot see into.
    threads["PYDEVD_DISABLE_FILE_VALIDATION"] = "1"
    folders = {"IPYTHONDIR": str(colab / "ipython"), "JUPYTER_DATA_DIR": str(colab)}
    return {**os.environ, **threads, **folders}


def main():
    install_library()
    report()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        environment = fill(folder)
        command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider"]
        command += ["--nbval", "--nbval-current-env", "-n", "2", "--dist", "loadscope"]
        command += ["-q", "--rootdir", folder, folder]
        return subprocess.run(command, cwd=folder, env=environment).returncode


if __name__ == "__main__":
    sys.exit(main())
