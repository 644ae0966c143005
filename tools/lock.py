"""Fixes every package of every environment, for Python 3.11 to 3.13.

    python tools/lock.py    writes requirements.lock, tools/zoo.lock and tools/colab.lock

Torch's CUDA builds pin the CUDA packages they bring, and its CPU builds need none of those, so
that they are left out: a lock must not make a CPU build fetch gigabytes.
"""

import subprocess
import sys
from pathlib import Path

from colab import ELSEWHERE, PYTHON, VERSIONS
from environment import ENVIRONMENTS
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parent.parent
MAIN, *_ = ENVIRONMENTS[".venv"]
CUDA = ("cuda-", "nvidia-", "triton")
HEADER = """\
# Every package of {folder}, fixed for Python 3.11 to 3.13. `make lock` writes this file and
# changes no more than it must; to renew everything, delete the file first. What only torch's CUDA
# builds bring is left out: torch pins it itself, and its CPU build needs none of it.
"""


def books():
    """The book's versions: (name, line of its lock)."""
    lines = [line.split("  #")[0] for line in (ROOT / MAIN).read_text().splitlines()]
    return [(canonicalize_name(line.split("==")[0]), line) for line in lines if line[:1] != "#"]


def colabs():
    """Colab's versions, and the book's of all that Colab does not list."""
    on, not_on = f"python_full_version >= '{PYTHON}'", f"python_full_version < '{PYTHON}'"
    lines = [
        f"{name}=={version}" + (f" ; {on}" if name in ELSEWHERE else "")
        for name, version in VERSIONS.items()
        if not name.startswith(CUDA)
    ]
    lines += [line for name, line in books() if name not in VERSIONS]
    return lines + [f"{line} ; {not_on}" for name, line in books() if name in ELSEWHERE]


def compile_lock(lock, extra, path, versions):
    """Resolves one lock with uv, which keeps to the versions that stand in it already."""
    command = [sys.executable, "-m", "uv", "pip", "compile", "--quiet", "--universal"]
    command += ["--python-version", "3.11", "--annotation-style", "line", "--no-header"]
    command += ["pyproject.toml", *([path] if path else []), "--output-file", lock]
    command += ["--extra", extra, "--constraints", "-"]
    output = {"stdout": subprocess.DEVNULL, "text": True}
    subprocess.run(command, input="\n".join(versions), cwd=ROOT, check=True, **output)


def without_cuda(text):
    return "".join(line for line in text.splitlines(True) if not line.startswith(CUDA))


def main():
    # The book's own lock comes first: it is what the others hold to.
    for folder, (lock, extra, path) in ENVIRONMENTS.items():
        if folder == ".venv-colab":
            versions = colabs()
        else:
            versions = [] if lock == MAIN else [line for _, line in books()]
        compile_lock(lock, extra, path, versions)
        file = ROOT / lock
        file.write_text(HEADER.format(folder=folder) + without_cuda(file.read_text()))
        print(f"{lock}: written")


if __name__ == "__main__":
    main()
