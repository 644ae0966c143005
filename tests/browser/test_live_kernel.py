"""In JupyterLab, a widget and the kernel synchronize."""

import contextlib
import json
import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request

import nbformat
import pytest
from playwright.sync_api import expect

from tests.browser.pages import move

pytestmark = [pytest.mark.lab, pytest.mark.slow]

TOKEN = "for-this-test-alone"
NEWS = "@jupyterlab/apputils-extension:announcements"
TIMEOUT_S = 120  # importing torch in a kernel on a busy machine is slow
CELLS = (
    "import torch\n"
    "from mha_lib.widgets import HeadsView\n"
    "view = HeadsView(torch.rand(2, 5, 5).softmax(-1), list('abcde'))\n"
    "view",
    "view.query = 3\nprint('set to', view.query)",
    "print('heard', view.query)",
    "from mha_lib.widgets import CodeView\nCodeView()",
)


@pytest.fixture
def lab(tmp_path):
    """JupyterLab's address, with one notebook in a folder of its own."""
    folder = tmp_path / "notebooks"
    folder.mkdir()
    cells = [nbformat.v4.new_code_cell(source, id=f"c{i}") for i, source in enumerate(CELLS)]
    kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
    nbformat.write(nbformat.v4.new_notebook(cells=cells, metadata=kernel), folder / "live.ipynb")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    # Lab would ask whether it may fetch news; it would do so from another host.
    settings = tmp_path / "CONFIG" / "labconfig" / "page_config.json"
    settings.parent.mkdir(parents=True)
    settings.write_text(json.dumps({"disabledExtensions": {NEWS: True}}))
    own = {f"JUPYTER_{name}_DIR": str(tmp_path / name) for name in ("CONFIG", "DATA", "RUNTIME")}
    command = [sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root"]
    command += ["--ip=127.0.0.1", f"--port={port}", "--ServerApp.port_retries=0"]
    command += [f"--IdentityProvider.token={TOKEN}", f"--ServerApp.root_dir={folder}"]
    log = tmp_path / "lab.log"
    with log.open("w") as written:
        server = subprocess.Popen(
            command, cwd=folder, env={**os.environ, **own}, stdout=written, stderr=written
        )
    try:
        address = f"http://127.0.0.1:{port}"
        wait_for(f"{address}/api/status?token={TOKEN}", server, log)
        yield f"{address}/lab/tree/live.ipynb?reset&token={TOKEN}"
        shut_down(address)
        server.wait(20)
    finally:
        if server.poll() is None:
            server.kill()
            server.wait()


def wait_for(address, server, log):
    until = time.monotonic() + TIMEOUT_S
    while time.monotonic() < until and server.poll() is None:
        try:
            urllib.request.urlopen(address, timeout=10).close()
            return
        except (urllib.error.URLError, ConnectionError, TimeoutError):
            time.sleep(0.3)
    pytest.fail(f"JupyterLab did not start:\n{log.read_text()}", pytrace=False)


def shut_down(address):
    """Asks the server to end, and its kernel with it."""
    request = urllib.request.Request(
        f"{address}/api/shutdown", method="POST", headers={"Authorization": f"token {TOKEN}"}
    )
    urllib.request.urlopen(request, timeout=20).close()


@pytest.mark.first
def test_widget_and_kernel_synchronize(lab, open_context):
    page = open_context().new_page()
    page.set_default_timeout(1000 * TIMEOUT_S)
    expect.set_options(timeout=1000 * TIMEOUT_S)
    page.goto(lab)
    cells = page.locator(".jp-Notebook .jp-CodeCell")
    expect(cells).to_have_count(len(CELLS))

    def run(number):
        # Lab that is still arranging itself takes the focus away: a cell left at "[ ]:" never
        # heard the keys, one that runs or waits for its kernel says "[*]:".
        prompt = cells.nth(number).locator(".jp-InputPrompt")
        until = time.monotonic() + TIMEOUT_S
        while prompt.inner_text() == "[ ]:" and time.monotonic() < until:
            cells.nth(number).locator(".jp-InputArea-editor").click()
            page.keyboard.press("Control+Enter")
            with contextlib.suppress(AssertionError):
                expect(prompt).not_to_have_text("[ ]:", timeout=1000)

    run(0)
    widget = page.locator(".mha")
    query = widget.get_by_label("query", exact=True)
    expect(query).to_have_value("0")

    run(1)
    expect(cells.nth(1)).to_contain_text("set to 3")
    expect(query).to_have_value("3")
    expect(widget.locator(".mha-sentences")).to_contain_text("“d” (3)")

    move(query, 1)
    run(2)
    expect(cells.nth(2)).to_contain_text("heard 1")

    run(3)
    code = cells.nth(3)
    code.get_by_role("button", name="Load the model").click()  # it comes from the kernel
    expect(code.locator(".mha-chips button").first).to_have_text("class")
