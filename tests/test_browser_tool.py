"""tools/browser.py: in which order it looks for a browser and installs one, all with stand-ins."""

import importlib
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Error

sys.path.insert(0, str(Path(__file__).parent.parent / "tools"))
tool = importlib.import_module("browser")

OWN = f"{sys.executable} -m playwright install --only-shell chromium"
UPDATE = "apt-get update"
APT = "apt-get install -y --no-install-recommends"


class Machine:
    """A machine with programs on its PATH, some of which start as browsers."""

    def __init__(self, monkeypatch, on_path=(), starts=(), installs=None, user=0):
        self.on_path, self.starts = set(on_path), set(starts)
        self.installs = installs or {}
        self.tried, self.commands, self.options = [], [], []
        self.chromium = self
        monkeypatch.setattr(tool.shutil, "which", self.which)
        monkeypatch.setattr(tool.os, "geteuid", lambda: user, raising=False)
        monkeypatch.setattr(tool, "run", self.run)
        monkeypatch.setattr(tool, "sync_playwright", lambda: self)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass

    def which(self, name):
        return f"/bin/{name}" if name in self.on_path else None

    def launch(self, executable_path, **options):
        name = Path(executable_path).name if executable_path else "playwright's own"
        self.tried.append(name)
        self.options.append(options)
        if name not in self.starts:
            raise Error(f"{name} does not start")
        return self.Browser(name)

    class Browser:
        def __init__(self, name):
            self.version = name

        def close(self):
            pass

    def run(self, command):
        """A command does what `installs` says of it: on the PATH, and whether that starts."""
        line = " ".join(command)
        self.commands.append(line)
        if line in self.installs:
            name, starts = self.installs[line]
            self.on_path |= {name}
            self.starts |= {name} if starts else set()


def test_the_first_on_the_path_that_starts_is_taken(monkeypatch):
    stub, real = "chromium-browser", "google-chrome"
    machine = Machine(monkeypatch, on_path=[real, stub, "google-chrome-stable"], starts=[real])
    assert tool.launch(machine).version == real
    assert machine.tried == [stub, real]
    for options in machine.options:
        assert options == {"args": list(tool.ARGUMENTS), "timeout": tool.MILLISECONDS}
    assert tool.get() == real
    assert machine.commands == []


def test_the_names_are_tried_in_order(monkeypatch):
    machine = Machine(monkeypatch, on_path=tool.NAMES)
    with pytest.raises(RuntimeError, match="There is no browser that starts"):
        tool.launch(machine)
    assert machine.tried == [
        "chromium-headless-shell",
        "chromium",
        "chromium-browser",
        "google-chrome",
        "google-chrome-stable",
        "playwright's own",
    ]


def test_without_one_on_the_path_playwrights_own_is_taken(monkeypatch, capsys):
    machine = Machine(monkeypatch, starts=["playwright's own"])
    tool.main()
    assert machine.commands == []
    assert capsys.readouterr().out == "The browser is Chromium playwright's own.\n"


def test_playwrights_own_is_installed_first(monkeypatch, capsys):
    installs = {OWN: ("playwright's own", True)}
    machine = Machine(monkeypatch, on_path=["apt-get"], installs=installs)
    tool.main()
    assert machine.commands == [OWN]
    assert capsys.readouterr().out == (
        f"Installing playwright's headless Chromium: {OWN}\n"
        "The browser is Chromium playwright's own.\n"
    )


@pytest.mark.parametrize("own", [{}, {OWN: ("playwright's own", False)}])
def test_then_the_systems_headless_shell_whether_the_download_or_its_start_failed(
    monkeypatch, capsys, own
):
    shell = "chromium-headless-shell"
    installs = {**own, f"{APT} {shell}": (shell, True)}
    machine = Machine(monkeypatch, on_path=["apt-get"], installs=installs)
    tool.main()
    assert machine.commands == [OWN, UPDATE, f"{APT} {shell}"]
    said = capsys.readouterr().out.splitlines()
    assert said[1] == f"Installing the system's package {shell}: {UPDATE}; {APT} {shell}"
    assert said[2] == f"The browser is Chromium {shell}."


def test_then_the_systems_chromium(monkeypatch, capsys):
    machine = Machine(
        monkeypatch, on_path=["apt-get"], installs={f"{APT} chromium": ("chromium", True)}
    )
    tool.main()
    shell = f"{APT} chromium-headless-shell"
    assert machine.commands == [OWN, UPDATE, shell, f"{APT} chromium"]
    said = capsys.readouterr().out.splitlines()
    assert said[2] == f"Installing the system's package chromium: {APT} chromium"


@pytest.mark.parametrize(
    ("on_path", "user"), [(["apt-get"], 1000), ([], 0)], ids=["not root", "no apt-get"]
)
def test_where_apt_may_not_be_used_it_is_not_tried(monkeypatch, on_path, user):
    machine = Machine(monkeypatch, on_path=on_path, user=user)
    assert tool.get() is None
    assert machine.commands == [OWN]


def test_where_none_can_be_had_it_stops_with_one_sentence(monkeypatch):
    # A package that installs and does not start is none: Ubuntu's asks for a snap.
    installs = {f"{APT} chromium": ("chromium", False)}
    machine = Machine(monkeypatch, on_path=["apt-get"], installs=installs)
    with pytest.raises(SystemExit) as stop:
        tool.main()
    assert stop.value.code == tool.NONE
    assert tool.NONE.startswith("There is no browser that starts: install Chromium or Chrome (")
    assert machine.tried[-2:] == ["chromium", "playwright's own"]


def test_a_command_that_fails_stops_nothing(tmp_path):
    """`apt-get update` fails where one of many sources does; a package may be had all the same."""
    note = tmp_path / "note"
    for code in (f"open({str(note)!r}, 'w').write('came here')", "raise SystemExit(1)"):
        tool.run([sys.executable, "-c", code])
    assert note.read_text() == "came here"


def test_a_stub_on_the_path_does_not_count_as_a_browser(tmp_path, monkeypatch):
    """A real launch, of a script like Ubuntu's."""
    for name in tool.NAMES:
        stub = tmp_path / name
        stub.write_text("#!/bin/sh\necho 'Command requires the snap to be installed.'\nexit 1\n")
        stub.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("PLAYWRIGHT_BROWSERS_PATH", str(tmp_path / "none"))
    assert tool.version() is None
