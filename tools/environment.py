"""Makes .venv and installs the book's requirements in it; says what to do where that fails.

Written for whatever python3 there is, so that an old one gets a sentence instead of a traceback.
"""
# ruff: noqa: UP031  (an f-string would be that traceback)

import os
import subprocess
import sys

HINTS = (
    (
        ("name resolution", "newconnectionerror", "connection refused", "network is unreachable",
         "timed out", "could not fetch url", "proxyerror"),
        "The package index could not be reached: check the network (or pip's proxy) and run again.",
    ),
    (
        ("gcc", "g++", "cl.exe", "visual c++", "error: command", "compiler"),
        "A package had to be compiled and could not be: install a C compiler and Python's headers "
        "(Debian: apt install build-essential python3-dev; macOS: xcode-select --install).",
    ),
    (
        ("no space left",),
        "The disk is full: the environment takes about 2 GB with a CPU build of torch.",
    ),
    (
        ("no matching distribution", "could not find a version"),
        "A pinned package is not offered for this Python and platform: try Python 3.11, 3.12 or "
        "3.13, for example with  make PYTHON=python3.12",
    ),
)  # fmt: skip


def stop(sentence):
    sys.exit("\n" + sentence + "\n")


def run(command, or_else):
    """Runs a command, passing its output on; explains a failure by what it printed."""
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, universal_newlines=True
    )
    said = []
    for line in process.stdout:
        said.append(line)
        sys.stdout.write(line)
        sys.stdout.flush()
    if process.wait() != 0:
        text = "".join(said).lower()
        for signs, hint in HINTS:
            if any(sign in text for sign in signs):
                stop(hint)
        stop(or_else)


def main(folder):
    if not (3, 11) <= sys.version_info < (3, 14):
        stop(
            "The book needs Python 3.11, 3.12 or 3.13; this is %d.%d (%s).\n"
            "Name another one, for example:  make PYTHON=python3.12 book"
            % (sys.version_info[0], sys.version_info[1], sys.executable)
        )
    bin_folder = "Scripts" if os.name == "nt" else "bin"
    python = os.path.join(folder, bin_folder, "python")
    if not os.path.exists(python):
        print("Making the environment in %s ..." % folder, flush=True)
        run(
            [sys.executable, "-m", "venv", folder],
            "Python could not make a virtual environment. On Debian or Ubuntu: "
            "apt install python3-venv; then run again.",
        )
    print("Installing the requirements (some minutes the first time) ...", flush=True)
    run(
        [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check",
         "-r", "requirements.txt", "-e", ".[dev]"],
        "pip failed; its message stands above. After mending that, run again.",
    )  # fmt: skip


if __name__ == "__main__":
    main(sys.argv[1])
