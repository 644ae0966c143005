"""The progress bar of commands that train: drawn where possible, and never in the way."""

import io
import sys

import pytest

from mha_lib.book._progress import progress_bar


class Terminal(io.StringIO):
    def isatty(self):
        return True


def test_a_terminal_gets_a_progress_bar_that_disappears(monkeypatch):
    pytest.importorskip("tqdm")
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    with progress_bar(10, "step") as progress:
        assert progress is not None
        for done in (1, 4, 10):  # one that goes on where it was begins later
            progress(done)
    drawn = terminal.getvalue()
    assert "0/10" in drawn
    assert drawn.rpartition("\r")[0].rpartition("\r")[2].strip() == ""


def test_without_tqdm_there_is_no_progress_bar(monkeypatch):
    monkeypatch.setitem(sys.modules, "tqdm", None)  # an import of it fails
    with progress_bar(10, "step") as progress:
        assert progress is None
