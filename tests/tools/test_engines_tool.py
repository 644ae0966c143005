"""tools/engines.py: an installed engine has to start, and a missing one is named."""

import importlib

import pytest

engines = importlib.import_module("engines")


@pytest.mark.parametrize("name", engines.ENGINES)
def test_an_engine_that_exits_at_once_is_an_error(name, tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    assert not engines.found(name)
    for first, *_ in engines.ENGINES[name][0]:
        (tmp_path / first).write_text("#!/bin/sh\nexit 1\n")
        (tmp_path / first).chmod(0o755)
    with pytest.raises(RuntimeError, match=r"does not start: exit status 1"):
        engines.start(name, tmp_path).__enter__()


def test_engines_that_cannot_be_installed_are_named_and_fail(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("PATH", str(tmp_path))  # no apt-get either
    with pytest.raises(SystemExit) as stop:
        engines.main()
    assert stop.value.code
    assert capsys.readouterr().out == "Firefox: not installed\nWebKit: not installed\n"
