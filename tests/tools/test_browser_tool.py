"""tools/browser.py: it says which browser starts; where none does, it says what to install."""

import importlib
import re
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

tool = importlib.import_module("browser")


@pytest.fixture
def stubs_alone(tmp_path, monkeypatch):
    """Every name on the PATH is a script like Ubuntu's, and playwright has no browser."""
    for name in tool.NAMES:
        stub = tmp_path / name
        stub.write_text("#!/bin/sh\necho 'Command requires the snap to be installed.'\nexit 1\n")
        stub.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("PLAYWRIGHT_BROWSERS_PATH", str(tmp_path / "none"))


def elsewhere(function):
    """Calls a function in a thread of its own, where no other test's playwright is running."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(function).result()


@pytest.mark.usefixtures("stubs_alone")
def test_a_stub_on_the_path_does_not_count_as_a_browser():
    assert elsewhere(tool.version) is None


@pytest.mark.usefixtures("stubs_alone")
def test_without_a_browser_it_prints_what_it_tried_and_exits_with_what_to_do(monkeypatch, capsys):
    monkeypatch.setattr(tool, "run", lambda command: None)  # installs nothing
    with pytest.raises(SystemExit) as stop:
        elsewhere(tool.main)
    assert stop.value.code == tool.NO_BROWSER
    assert tool.NO_BROWSER.startswith("No browser starts: install Chromium or Chrome (")
    own = f"{sys.executable} -m playwright install --only-shell chromium"
    assert capsys.readouterr().out == f"Installing playwright's headless Chromium: {own}\n"


def test_it_prints_the_version_and_the_path_of_the_browser(capsys):
    elsewhere(tool.main)
    said = capsys.readouterr().out
    version, path = re.fullmatch(r"The browser is Chromium ([\d.]+), (.+)\.\n", said).groups()
    assert version.count(".") == 3
    assert Path(path).is_file()
