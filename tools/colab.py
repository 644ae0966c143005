"""Runs the notebooks with Colab's versions, which colab-pip-freeze.txt lists.

    .venv-colab/bin/python tools/colab.py

Prints which versions still differ from Colab's, and why. Installs the library as the set-up cell
does in Colab, copies the notebooks to an empty folder with a fake `google.colab`, and runs each as
a test, on two threads: every output except a widget's must equal the committed one.
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
PIP_FREEZE = ROOT / "tools" / "colab-pip-freeze.txt"

OWN_PYTHON = ".".join(map(str, sys.version_info[:2]))
# What may differ if this Python is not Colab's, and why. Everything else must agree.
ALLOWED_DIFFERENCES = {
    "Python": "the notebooks run with the Python that made this environment",
    "torch": "another Python uses the book's torch, so that nobody downloads a second one",
    "setuptools": "the book's torch needs a newer one",
}


def published(text):
    """Reads Colab's list: each package's version by its name, and Colab's Python, as "3.13"."""
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
    # A wheel for only one Python names it twice: cp313-cp313.
    (python,) = pythons
    return versions, re.sub(r"cp(\d)(\d+)", r"\1.\2", python)


VERSIONS, PYTHON = published(PIP_FREEZE.read_text())

START_UP = """\
import sys

sys.path.insert(0, {folder!r})
import google.colab
"""

# A notebook with this cell runs too, and fails if the environment is not like Colab.
PROBE = """\
import sys
import mha_lib

sys.path.insert(0, {tools!r})
from colab import unexplained

assert "google.colab" in sys.modules
assert mha_lib.__file__.startswith({environment!r}), mha_lib.__file__
assert not unexplained(), unexplained()"""


def compared():
    """Maps Python and each installed package that Colab lists to our version and Colab's."""
    here = {canonicalize_name(package.name) for package in distributions()} & VERSIONS.keys()
    # The version of torch's CPU build ends in +cpu.
    pairs = {name: (version(name).partition("+")[0], VERSIONS[name]) for name in sorted(here)}
    return {"Python": (OWN_PYTHON, PYTHON), **pairs}


def differences():
    """Maps each package whose version differs from Colab's to both versions and the reason.

    The reason is None where no difference is allowed.
    """
    reasons = ALLOWED_DIFFERENCES if OWN_PYTHON != PYTHON else {}
    return {
        name: (own, colabs, reasons.get(name))
        for name, (own, colabs) in compared().items()
        if own != colabs
    }


def unexplained():
    """Lists the differences that have no reason."""
    return [name for name, (*_, reason) in differences().items() if reason is None]


def report():
    """Prints which versions differ from Colab's, and why."""
    differing = differences()
    n_packages = len(compared()) - 1
    print(f"Of Python and {n_packages} packages that Colab has, {len(differing)} differ here.")
    for name, (own, colabs, reason) in differing.items():
        print(f"  {name} {own}, in Colab {colabs}: {reason or 'for no known reason'}", flush=True)


def install_library():
    """Installs the library with its dependencies.

    If one of Colab's versions is too old for it, pip replaces that version, as it does in Colab.
    """
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*command, "--no-build-isolation", f"{ROOT}[book]"], check=True)


def fill(folder):
    """Writes the notebooks, the probe and the fake package; returns the kernels' environment."""
    for path in sorted((ROOT / "book").glob("**/*.ipynb")):
        notebook = nbformat.read(path, as_version=4)
        for cell in notebook.cells:
            # Colab's ipywidgets 7 stores a widget without the HTML that pages show instead.
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
    # Two notebooks run at a time, so a waiting thread must not keep its core busy.
    threads = {"OMP_NUM_THREADS": "2", "OMP_WAIT_POLICY": "passive"}
    # Colab's old debugger prints a warning about frozen modules in every kernel.
    threads["PYDEVD_DISABLE_FILE_VALIDATION"] = "1"
    folders = {"IPYTHONDIR": str(colab / "ipython"), "JUPYTER_DATA_DIR": str(colab)}
    folders["PYTHONPATH"] = str(ROOT / "tools")  # for the plugin that starts the kernels
    return {**os.environ, **threads, **folders}


def main():
    install_library()
    report()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        environment = fill(folder)
        command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider"]
        command += ["--nbval", "--nbval-current-env", "-p", "forked_kernels"]
        command += ["-n", "2", "--dist", "loadscope", "-q", "--rootdir", folder, folder]
        return subprocess.run(command, cwd=folder, env=environment).returncode


if __name__ == "__main__":
    sys.exit(main())
