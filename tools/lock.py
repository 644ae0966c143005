"""Fixes every package of every environment, for Python 3.11 to 3.13.

    python tools/lock.py    writes requirements.lock, tools/zoo.lock and tools/colab.lock

Torch's CUDA builds pin the CUDA packages they bring, and its CPU builds need none of those, so
that they are left out: a lock must not make a CPU build fetch gigabytes.
"""

import subprocess
import sys
from pathlib import Path

from environment import ENVIRONMENTS

ROOT = Path(__file__).parent.parent
MAIN, *_ = ENVIRONMENTS[".venv"]
CUDA = ("cuda-", "nvidia-", "triton")
HEADER = """\
# Every package of {folder}, fixed for Python 3.11 to 3.13. `make lock` writes this file and
# changes no more than it must; to renew everything, delete the file first. What only torch's CUDA
# builds bring is left out: torch pins it itself, and its CPU build needs none of it.
"""


def compile_lock(lock, extra, path):
    """Resolves one lock with uv, which keeps to the versions that stand in it already."""
    command = [sys.executable, "-m", "uv", "pip", "compile", "--quiet", "--universal"]
    command += ["--python-version", "3.11", "--annotation-style", "line", "--no-header"]
    command += ["pyproject.toml", *([path] if path else []), "--output-file", lock]
    if extra:
        command += ["--extra", extra]
    if not path:
        # What names no version of its own takes the book's.
        command += ["--constraints", MAIN]
    subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)


def without_cuda(text):
    return "".join(line for line in text.splitlines(True) if not line.startswith(CUDA))


def main():
    for folder, (lock, extra, path) in ENVIRONMENTS.items():
        compile_lock(lock, extra, path)
        file = ROOT / lock
        file.write_text(HEADER.format(folder=folder) + without_cuda(file.read_text()))
        print(f"{lock}: written")


if __name__ == "__main__":
    main()
