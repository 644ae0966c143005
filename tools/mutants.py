"""Mutation testing: makes small changes to the library, and prints those that no test notices.

    python tools/mutants.py [module ...]

Modules are those of mha_lib without book/ and widgets/, and the files of js/src, named *.js, which
`tools/js_mutants.py` handles. A Python module is changed in a copy of the tree and tested with its
own tests, `tests/test_<module>*.py` or the folder `tests/<module>`, and with
`tests/test_bad_input.py`.

Each mutant is tried up to twice. First mutmut switches it on at run time, and runs only the tests
that reach the changed function. It does so after the module's import, so a change in code that runs
at import has no effect yet. Every mutant that survives is therefore written into the source, and
all these tests run again.

`benchmarks/mutants.md` lists the changes known to make no difference.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from threading import Lock

import js_mutants
import pytest

ROOT = Path(__file__).parent.parent
# book/ and widgets/ are left out, because they show results and do not compute them.
MODULES = (
    "checks", "masks", "heads", "attention", "rotary", "head_parameters",
    "parameter_table", "cache", "layers", "layouts", "analysis",
)  # fmt: skip
MUTMUT = [sys.executable, "-m", "mutmut"]
WORKERS = 2
ONE_AT_A_TIME = Lock()

# Tests in other files that also belong to a module: layers with a cache or rotary positions, and
# what torch's own tools make of both.
MORE_TESTS = {
    "cache": ("test_torch_tools.py",),
    "layers": ("test_rotary.py", "test_cache.py", "test_torch_tools.py"),
}

# Parts of the names of tests to skip: torch.compile cannot trace mutmut's switch between mutants,
# subprocesses do not see it, and the test that lists public functions would count every mutant.
LEFT_OUT = ("compiles", "from_a_shell", "everything_public")

# A fork does not survive the threads that torch starts, so workers are forked from a process that
# only imports.
CONFIGURATION = """
[tool.mutmut]
source_paths = ["mha_lib"]
only_mutate = {files}
pytest_add_cli_args_test_selection = {tests}
process_isolation = "forkserver"
timeout_constant = 4.0
timeout_multiplier = 4.0
pytest_add_cli_args = ["-p", "no:nbval", "-k", "{chosen}"]
use_git_change_detection = false
"""

# One failing example is enough: shrinking it would take longer than everything else.
FIRST_EXAMPLE = """
from hypothesis import Phase

settings.register_profile(
    "first", settings.get_profile("repeatable"), phases=[Phase.explicit, Phase.generate]
)
settings.load_profile("first")
"""


def copy_tree(folder, module):
    """Copies the library and its tests, and configures mutmut for one module."""
    for part in ("mha_lib", "tests"):
        shutil.copytree(ROOT / part, folder / part, ignore=shutil.ignore_patterns("__pycache__"))
    package = folder / "mha_lib"
    files = [*package.glob(f"{module}.py"), *sorted(package.glob(f"{module}/**/*.py"))]
    tests = sorted(folder.glob(f"tests/test_{module}*.py"))
    tests += sorted(folder.glob(f"tests/{module}/test_*.py"))
    others = (*MORE_TESTS.get(module, ()), "test_bad_input.py")
    tests += [folder / "tests" / name for name in others]
    configuration = CONFIGURATION.format(
        files=[path.relative_to(folder).as_posix() for path in files],
        tests=[path.relative_to(folder).as_posix() for path in tests],
        chosen=" and ".join(f"not {name}" for name in LEFT_OUT),
    )
    project = (ROOT / "pyproject.toml").read_text()
    (folder / "pyproject.toml").write_text(project + configuration)
    with (folder / "tests/conftest.py").open("a") as conftest:
        conftest.write(FIRST_EXAMPLE)


def results(folder):
    """Reads each mutant's name and status: killed, survived, timeout, ..."""
    command = [*MUTMUT, "results", "--all", "true"]
    output = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True).stdout
    return [line.strip().rsplit(": ", 1) for line in output.splitlines() if line.strip()]


def survives_in_source(folder, mutant):
    """Whether the tests pass, file by file, with the mutant written into the source."""
    settings = tomllib.loads((folder / "pyproject.toml").read_text())["tool"]["mutmut"]
    with tempfile.TemporaryDirectory() as name:
        alone = Path(name)
        with ONE_AT_A_TIME:
            command = [*MUTMUT, "apply", mutant]
            subprocess.run(command, cwd=folder, capture_output=True, check=True)
            for part in ("mha_lib", "tests"):
                shutil.copytree(folder / part, alone / part)
            shutil.copytree(ROOT / "mha_lib", folder / "mha_lib", dirs_exist_ok=True)
        shutil.copy(ROOT / "pyproject.toml", alone)
        for test in settings["pytest_add_cli_args_test_selection"]:
            command = [
                sys.executable,
                "-m",
                "pytest",
                "-xq",
                *settings["pytest_add_cli_args"],
                test,
            ]
            try:
                done = subprocess.run(command, cwd=alone, capture_output=True, timeout=600)
            except subprocess.TimeoutExpired:
                return False
            if done.returncode not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
                return False
    return True


def try_module(module):
    """Runs all mutants of a module, prints those that survived, and counts them by status."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        copy_tree(folder, module)
        log = folder / "log.txt"
        with log.open("w") as out:
            command = [*MUTMUT, "run", "--max-children", str(WORKERS)]
            run = subprocess.run(command, cwd=folder, stdout=out, stderr=subprocess.STDOUT)
        if run.returncode:
            # The log without the spinner, whose lines begin with U+2800 to U+28FF.
            lines = log.read_text().splitlines()
            sys.exit("\n".join(line for line in lines if not "\u2800" <= line[:1] < "\u2900"))
        statuses = dict(results(folder))
        not_killed = [
            name for name, status in statuses.items() if status not in ("killed", "timeout")
        ]
        with ThreadPoolExecutor(WORKERS) as pool:
            survived = pool.map(partial(survives_in_source, folder), not_killed)
        for mutant, survives in zip(not_killed, survived, strict=True):
            if survives:
                subprocess.run([*MUTMUT, "show", mutant], cwd=folder)
            statuses[mutant] = "survived" if survives else "killed"
    return Counter(statuses.values())


def main(modules):
    scripts = js_mutants.modules()
    known = (*MODULES, *scripts)
    unknown = set(modules) - set(known)
    if unknown:
        sys.exit(f"a module must be one of {', '.join(known)}; got {', '.join(sorted(unknown))}")
    os.environ["OMP_NUM_THREADS"] = "1"
    for module in modules or known:
        script = scripts.get(module)
        counts = js_mutants.try_module(script) if script else try_module(module)
        listed = ", ".join(f"{number} {status}" for status, number in counts.items())
        print(f"{module}: {counts.total()} mutants, {listed}\n", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
