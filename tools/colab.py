"""Runs the notebooks with the versions that Colab has, in an environment of their own.

    python tools/colab.py

Makes .venv-colab where it is not there yet, installs the library in it as a reader's set-up cell
would, copies the notebooks to an empty folder beside a package that answers to `google.colab`, and
runs each as a test. Colab's Python, its torch and its front end stay its own: this one takes the
Python it is run with, and the torch that the book pins.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import nbformat

ROOT = Path(__file__).parent.parent
ENVIRONMENT = ROOT / ".venv-colab"
PYTHON = ENVIRONMENT / ("Scripts" if os.name == "nt" else "bin") / "python"
PINS = {
    "anywidget": "0.9.21",
    "ipykernel": "6.17.1",
    "ipython": "7.34.0",
    "ipywidgets": "7.7.1",
    "matplotlib": "3.10.0",
    "numpy": "2.1.3",
    "torch": "2.13.0",
}
TOOLS = ["nbval==0.11.0", "pytest==9.2.0"]

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
assert not mha_lib.__file__.startswith({root!r}) or {environment!r} in mha_lib.__file__
pins = {pins!r}
assert {{name: version(name).partition("+")[0] for name in pins}} == pins"""


def make_environment():
    if not PYTHON.exists():
        print(f"Making the environment in {ENVIRONMENT.name} ...", flush=True)
        subprocess.run([sys.executable, "-m", "venv", ENVIRONMENT], check=True)
        (ENVIRONMENT / ".gitignore").write_text("*\n")
    pip = [PYTHON, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    pins = [f"{name}=={version}" for name, version in PINS.items()]
    # In one call, so that what the library needs may not move a pin.
    subprocess.run([*pip, *pins, *TOOLS, ROOT], check=True)
    # The files of today, whatever version number they carry.
    subprocess.run([*pip, "--force-reinstall", "--no-deps", ROOT], check=True)


def fill(folder):
    """Lays out the notebooks, the probe and the fake package; returns the kernels' environment."""
    for path in sorted((ROOT / "book").glob("**/*.ipynb")):
        (folder / path.name).write_bytes(path.read_bytes())
    probe = PROBE.format(root=str(ROOT), environment=ENVIRONMENT.name, pins=PINS)
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
    return {**os.environ, "IPYTHONDIR": str(colab / "ipython"), "JUPYTER_DATA_DIR": str(colab)}


def main():
    make_environment()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        environment = fill(folder)
        command = [PYTHON, "-m", "pytest", "-p", "no:cacheprovider"]
        command += ["--nbval-lax", "--nbval-current-env", "--rootdir", folder, folder]
        return subprocess.run(command, cwd=folder, env=environment).returncode


if __name__ == "__main__":
    sys.exit(main())
