"""Runs the notebooks with the versions that Colab has, which stand in colab.txt.

    .venv-colab/bin/python tools/colab.py

Installs the library as a reader's set-up cell would, copies the notebooks to an empty folder beside
a package that answers to `google.colab`, and runs each as a test, on two threads: every output but
a widget's must be the one that is committed. Colab's Python, its torch and its front end stay its
own: this one takes the Python it is run with, and the torch that the book pins.
"""

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import nbformat

ROOT = Path(__file__).parent.parent
PINS = dict(re.findall(r"^(\w+)==(\S+)", (ROOT / "tools" / "colab.txt").read_text(), re.MULTILINE))

START_UP = """\
import sys

sys.path.insert(0, {folder!r})
import google.colab
"""

# Fails where the look-alike does not look alike.
PROBE = """\
import sys
from importlib.metadata import version
import mha_lib

assert "google.colab" in sys.modules
assert mha_lib.__file__.startswith({environment!r}), mha_lib.__file__
pins = {pins!r}
assert {{name: version(name).partition("+")[0] for name in pins}} == pins"""


def install_library():
    """As it is today, and with what it needs: a pin that it cannot do with would move here."""
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
    probe = PROBE.format(environment=sys.prefix, pins=PINS)
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
    folders = {"IPYTHONDIR": str(colab / "ipython"), "JUPYTER_DATA_DIR": str(colab)}
    return {**os.environ, **threads, **folders}


def main():
    install_library()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        environment = fill(folder)
        command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider"]
        command += ["--nbval", "--nbval-current-env", "-n", "2", "--dist", "loadscope"]
        command += ["-q", "--rootdir", folder, folder]
        return subprocess.run(command, cwd=folder, env=environment).returncode


if __name__ == "__main__":
    sys.exit(main())
