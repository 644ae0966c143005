"""Makes an environment from its lock; says what to do where that fails.

    python tools/environment.py .venv             the book's
    python tools/environment.py .venv-zoo         for the layouts of Keras and Flax
    python tools/environment.py .venv-colab       with the versions of a hosted notebook
    python tools/environment.py .venv-newest      the newest versions instead of the locked ones

Written for whatever python3 there is, so that an old one gets a sentence instead of a traceback.
"""
# ruff: noqa: UP031  (an f-string would be that traceback)

import os
import subprocess
import sys
import tempfile

NEWEST = "-newest"
# A folder, its lock, and what the lock is made of: an extra of pyproject.toml, a file.
ENVIRONMENTS = {
    ".venv": ("requirements.lock", "dev", "requirements.txt"),
    ".venv-zoo": ("tools/zoo.lock", "zoo", None),
    ".venv-colab": ("tools/colab.lock", None, "tools/colab.txt"),
}

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
    printed = []
    with process.stdout:
        for line in process.stdout:
            printed.append(line)
            sys.stdout.write(line)
            sys.stdout.flush()
    if process.wait() != 0:
        text = "".join(printed).lower()
        for signs, hint in HINTS:
            if any(sign in text for sign in signs):
                stop(hint)
        stop(or_else)


def install(python, *arguments):
    # What is imported gets compiled then; to compile everything would take a minute.
    command = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    command += ["--no-compile"]
    command += arguments
    run(command, "pip failed; its message stands above. After mending that, run again.")


def fetch_side_by_side(python, lock):
    """Installs most of a lock with uv, in seconds where pip takes minutes.

    Torch is left to pip, which knows PIP_EXTRA_INDEX_URL, and so is everything where uv fails:
    a reader's package index may be known to pip alone.
    """
    with open(ENVIRONMENTS[".venv"][0]) as file:
        (uv,) = [line.split()[0] for line in file if line.startswith("uv==")]
    install(python, uv)
    with open(lock) as file:
        lines = [line for line in file if not line.startswith("torch==")]
    command = [python, "-m", "uv", "pip", "install", "--python", python, "--no-deps", "-r", "-"]
    done = subprocess.run(command, input="".join(lines), capture_output=True, text=True)
    if done.returncode != 0:
        print("uv could not fetch them; pip can, more slowly ...", flush=True)


def lifted(extra, path):
    """What a lock is made of, each == turned into >=."""
    import tomllib  # from Python 3.11 on

    with open("pyproject.toml", "rb") as file:
        project = tomllib.load(file)["project"]
    lines = project["dependencies"] + project["optional-dependencies"].get(extra, [])
    if path:
        with open(path) as file:
            lines += [line.split("#")[0].strip() for line in file]
    return [line.replace("==", ">=") for line in lines if line]


def install_newest(python, extra, path):
    with tempfile.TemporaryDirectory() as folder:
        requirements = os.path.join(folder, "newest.txt")
        with open(requirements, "w") as file:
            file.write("\n".join(lifted(extra, path)))
        install(python, "--upgrade", "--upgrade-strategy", "eager", "-r", requirements)


def main(folder):
    if not (3, 11) <= sys.version_info < (3, 14):
        stop(
            "The book needs Python 3.11, 3.12 or 3.13; this is %d.%d (%s).\n"
            "Name another one, for example:  make PYTHON=python3.12 book"
            % (sys.version_info[0], sys.version_info[1], sys.executable)
        )
    newest = folder.endswith(NEWEST)
    lock, extra, path = ENVIRONMENTS[folder[: -len(NEWEST)] if newest else folder]
    bin_folder = "Scripts" if os.name == "nt" else "bin"
    python = os.path.join(folder, bin_folder, "python")
    if not os.path.exists(python):
        print("Making the environment in %s ..." % folder, flush=True)
        run(
            [sys.executable, "-m", "venv", folder],
            "Python could not make a virtual environment. On Debian or Ubuntu: "
            "apt install python3-venv; then run again.",
        )
    print("Installing the requirements (a minute the first time, more with CUDA) ...", flush=True)
    if newest:
        install_newest(python, extra, path)
    else:
        fetch_side_by_side(python, lock)
        install(python, "-r", lock)
    # The build backend is among the requirements: a fresh one would come from elsewhere, unlocked.
    install(python, "--no-deps", "--no-build-isolation", "-e", ".")


if __name__ == "__main__":
    main(sys.argv[1])
