"""A pytest plugin that compares what nbval ignores: pictures, and the order of a cell's outputs.

    PYTHONPATH=tools python -m pytest --nbval -p nbval_pictures NOTEBOOK ...

nbval compares text outputs, one kind at a time. It ignores pictures and the order of different
kinds, and passes a cell that was never run. This plugin fails such a cell. It also fails a run in
which it saw no picture, because then something is wrong with the run. Pictures may differ a
little, because processors round differently: the root mean square over their pixels is compared.
"""

import base64
import copy
import io

import numpy as np
import pytest
from nbval import plugin as nbval
from notebooks import merge_streams
from PIL import Image

PICTURE = "image/png"
# A widget's state is in the kernel that ran, so `make notebooks` does not store this output.
NOT_STORED = "application/vnd.jupyter.widget-view+json"
MAX_PIXEL_RMS = 4  # of 255
COUNT = "pictures"


def kinds(output):
    """The MIME types of an output, or the name of the stream it was printed on."""
    return set(output["data"]) - {NOT_STORED} if "data" in output else {output.get("name")}


def difference(committed, fresh):
    """Describes the first difference between outputs that nbval ignores; None without one."""
    if len(committed) != len(fresh):
        return f"{len(committed)} outputs are committed, the code gives {len(fresh)}"
    for number, (was, now) in enumerate(zip(committed, fresh, strict=True), start=1):
        if kinds(was) != kinds(now):
            return f"output {number} is of another kind"
        if PICTURE in kinds(was):
            distance = pixel_difference(was["data"][PICTURE], now["data"][PICTURE])
            if distance > MAX_PIXEL_RMS:
                return f"output {number} is another picture, {distance:.1f} apart"
    return None


def on_white(picture):
    """A picture's pixels on a white page, because it may be transparent."""
    drawn = Image.open(io.BytesIO(base64.b64decode(picture))).convert("RGBA")
    page = Image.new("RGBA", drawn.size, "white")
    return np.asarray(Image.alpha_composite(page, drawn).convert("RGB"), dtype=float)


def pixel_difference(*pictures):
    """Root mean square over all pixels, 0 to 255; infinite where the sizes differ."""
    was, now = (on_white(picture) for picture in pictures)
    return np.sqrt(np.mean((was - now) ** 2)) if was.shape == now.shape else np.inf


class Pictures:
    """Compares a cell's pictures after nbval has run it, and counts them over all processes."""

    def __init__(self):
        self.seen = 0

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item):
        if not isinstance(item, nbval.IPyNbCell):
            return (yield)
        committed = copy.deepcopy(item.cell.outputs)
        result = yield
        fresh = item.test_outputs
        if changes := difference(merge_streams(committed), fresh):
            item.raise_cell_error(f"{changes}; run make notebooks and look at what changed")
        # The report carries the count to pytest-xdist's main process.
        n_pictures = sum(PICTURE in kinds(output) for output in fresh)
        item.user_properties.append((COUNT, n_pictures))
        return result

    def pytest_runtest_logreport(self, report):
        if report.when == "call":
            self.seen += dict(report.user_properties).get(COUNT, 0)

    def pytest_sessionfinish(self, session):
        judges = not hasattr(session.config, "workerinput")
        if judges and not self.seen and session.exitstatus == pytest.ExitCode.OK:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter):
        terminalreporter.write_line(f"pictures compared: {self.seen}")


def pytest_configure(config):
    # nbval would join everything that a cell prints, even around a picture, and lose the order.
    nbval.coalesce_streams = merge_streams
    config.pluginmanager.register(Pictures())
