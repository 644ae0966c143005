"""tools/nbval_pictures.py fails cells that nbval passes, and a run in which it saw no picture.

The kernels come from tools/forked_kernels.py.
"""

import base64
import importlib
import io
import os
import subprocess
import sys
from pathlib import Path

import nbformat
import numpy as np
import pytest
from PIL import Image

ROOT = Path(__file__).parents[2]
plugin = importlib.import_module("nbval_pictures")

MADE_HERE = """\
import io
import PIL.Image
from IPython.display import Image, display
file = io.BytesIO()
PIL.Image.new("RGB", {size}, {color!r}).save(file, "png")
print("before")
display(Image(file.getvalue()))
print("after")"""
SIZE = (40, 30)


def png(size=SIZE, color="white", block=0):
    """A picture with a black square in its corner, as base64."""
    pixels = np.array(Image.new("RGB", size, color))
    pixels[:block, :block] = 0
    file = io.BytesIO()
    Image.fromarray(pixels).save(file, "png")
    return base64.b64encode(file.getvalue()).decode()


def printed(text, name="stdout"):
    return nbformat.v4.new_output("stream", name=name, text=text)


def shown(**data):
    mime = {"png": "image/png", "html": "text/html", "text": "text/plain"}
    return nbformat.v4.new_output("display_data", {mime[kind]: d for kind, d in data.items()})


def committed():
    return [printed("before\n"), shown(png=png(), text="<Figure>"), shown(html="<p>")]


def test_equal_outputs_pass():
    assert plugin.difference(committed(), committed()) is None


def test_transparent_pixels_are_compared_on_white():
    def clear(color):
        file = io.BytesIO()
        Image.new("RGBA", SIZE, color).save(file, "png")
        return base64.b64encode(file.getvalue()).decode()

    assert plugin.pixel_difference(clear((9, 9, 9, 0)), clear((250, 0, 7, 0))) == 0
    assert plugin.pixel_difference(clear((9, 9, 9, 255)), clear((9, 9, 9, 0))) > 200


def test_invisible_differences_between_pictures_pass():
    almost = committed()
    almost[1].data["image/png"] = png(color=(252, 252, 252))
    assert plugin.difference(committed(), almost) is None


def test_another_picture_is_found():
    other = committed()
    other[1].data["image/png"] = png(block=3)
    assert plugin.difference(committed(), other) == "output 2 is another picture, 22.1 apart"


def test_a_picture_of_another_size_is_found():
    other = committed()
    other[1].data["image/png"] = png(size=(30, 40))
    assert plugin.difference(committed(), other) == "output 2 is another picture, inf apart"


def test_a_missing_output_is_found():
    assert plugin.difference([], committed()) == "0 outputs are committed, the code gives 3"


def test_an_extra_output_is_found():
    assert plugin.difference(committed(), []) == "3 outputs are committed, the code gives 0"


def test_a_missing_picture_is_found_although_its_text_is_there():
    other = committed()
    del other[1].data["image/png"]
    assert plugin.difference(committed(), other) == "output 2 is of another kind"
    assert plugin.difference(other, committed()) == "output 2 is of another kind"


def test_another_order_is_found():
    assert plugin.difference(committed(), committed()[::-1]) == "output 1 is of another kind"


def test_another_stream_is_found():
    other = committed()
    other[0].name = "stderr"
    assert plugin.difference(committed(), other) == "output 1 is of another kind"


def test_a_widgets_model_is_not_required():
    """`make notebooks` does not store it."""
    live = committed()
    live[2].data[plugin.NOT_STORED] = {"model_id": "1"}
    assert plugin.difference(committed(), live) is None


def outputs():
    # IPython stores this text with every picture.
    picture = shown(png=png(), text="<IPython.core.display.Image object>")
    return [printed("before\n"), picture, printed("after\n")]


def cell(outputs, color="white", was_run=True):
    """A cell that gives outputs(), if white, and was committed with these."""
    made = nbformat.v4.new_code_cell(MADE_HERE.format(size=SIZE, color=color), outputs=outputs)
    made.execution_count = 1 if was_run else None
    return made


def write(path, *cells):
    spec = {"kernelspec": {"name": "python3", "display_name": "Python 3"}}
    nbformat.write(nbformat.v4.new_notebook(cells=[*cells], metadata=spec), path)


def run(folder, *options):
    """What `make test` runs for the book, for a folder."""
    plugins = ["-p", "nbval_pictures", "-p", "forked_kernels"]
    command = [sys.executable, "-m", "pytest", *plugins, *options, folder]
    command += ["--rootdir", folder, "-rA", "-p", "no:cacheprovider", "--color=no"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "tools")}
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)


@pytest.mark.first
@pytest.mark.slow
def test_a_run_of_nbval_compares_pictures_numbers_and_order(tmp_path):
    _, picture, _ = outputs()
    write(tmp_path / "good.ipynb", cell(outputs()))
    names = nbformat.v4.new_code_cell(
        "print({'torch', 'plt', 'plugin', 'fork'} & set(dir()))", outputs=[printed("set()\n")]
    )
    names.execution_count = 1
    write(tmp_path / "names.ipynb", names)  # of what the server imported, a notebook sees nothing
    write(
        tmp_path / "bad.ipynb",
        cell(outputs(), color="black"),
        cell([printed("before\nafter\n"), picture]),
        cell([], was_run=False),
    )
    done = run(tmp_path, "--nbval", "-n", "2", "--dist", "loadscope")
    assert done.returncode == pytest.ExitCode.TESTS_FAILED
    assert "PASSED good.ipynb::Cell 0" in done.stdout
    assert "PASSED names.ipynb::Cell 0" in done.stdout
    for number in range(3):
        assert f"FAILED bad.ipynb::Cell {number}" in done.stdout
    assert "output 2 is another picture, 255.0 apart; run make notebooks" in done.stdout
    assert "0 outputs are committed, the code gives 3" in done.stdout
    assert "pictures compared: 1" in done.stdout


@pytest.mark.slow
def test_a_run_that_sees_no_picture_fails(tmp_path):
    (tmp_path / "test_other.py").write_text("def test_passes():\n    pass\n")
    write(tmp_path / "bad.ipynb", cell(outputs(), color="black"))
    done = run(tmp_path)  # without --nbval
    assert "1 passed" in done.stdout
    assert "pictures compared: 0" in done.stdout
    assert done.returncode == pytest.ExitCode.TESTS_FAILED
