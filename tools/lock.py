"""Locks the version of every package of every environment, for Python 3.11 to 3.13.

    python tools/lock.py    writes requirements.lock, tools/jax-keras.lock and tools/colab.lock

CUDA packages are left out: torch's CUDA builds pin their own, and with a lock that lists them, a
CPU build would fetch gigabytes that it does not need.
"""

import subprocess
import sys
from pathlib import Path

from colab import ALLOWED_DIFFERENCES, PYTHON, VERSIONS
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


def book_versions():
    """The book's versions as pairs: a name, and its line in the lock."""
    lines = [line.split("  #")[0] for line in (ROOT / MAIN).read_text().splitlines()]
    return [(canonicalize_name(line.split("==")[0]), line) for line in lines if line[:1] != "#"]


def colab_versions():
    """Lists Colab's versions, and the book's for packages that Colab does not list."""
    on, not_on = f"python_full_version >= '{PYTHON}'", f"python_full_version < '{PYTHON}'"
    lines = [
        f"{name}=={version}" + (f" ; {on}" if name in ALLOWED_DIFFERENCES else "")
        for name, version in VERSIONS.items()
        if not name.startswith(CUDA)
    ]
    lines += [line for name, line in book_versions() if name not in VERSIONS]
    return lines + [
        f"{line} ; {not_on}" for name, line in book_versions() if name in ALLOWED_DIFFERENCES
    ]


def compile_lock(lock, extra, path, versions):
    """Resolves one lock with uv, which keeps the versions that are already in it."""
    command = [sys.executable, "-m", "uv", "pip", "compile", "--quiet", "--universal"]
    command += ["--python-version", "3.11", "--annotation-style", "line", "--no-header"]
    command += ["pyproject.toml", *([path] if path else []), "--output-file", lock]
    command += ["--extra", extra, "--constraints", "-"]
    output = {"stdout": subprocess.DEVNULL, "text": True}
    subprocess.run(command, input="\n".join(versions), cwd=ROOT, check=True, **output)


def without_cuda(text):
    return "".join(line for line in text.splitlines(True) if not line.startswith(CUDA))


def main():
    # The book's own lock comes first, because the others use its versions.
    for folder, (lock, extra, path) in ENVIRONMENTS.items():
        if folder == ".venv-colab":
            versions = colab_versions()
        else:
            versions = [] if lock == MAIN else [line for _, line in book_versions()]
        compile_lock(lock, extra, path, versions)
        file = ROOT / lock
        file.write_text(HEADER.format(folder=folder) + without_cuda(file.read_text()))
        print(f"{lock}: written")


if __name__ == "__main__":
    main()
