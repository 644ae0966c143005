"""Makes an environment from its lock; says what to do where that fails.

    python tools/environment.py .venv             the book's
    python tools/environment.py .venv-zoo         for the layouts of Keras and Flax
    python tools/environment.py .venv-colab       with the versions of a hosted notebook
    python tools/environment.py .venv-newest      the newest versions instead of the locked ones
    python tools/environment.py .venv-oldest      the oldest ones that the library allows

Written for whatever python3 there is, so that an old one gets a sentence instead of a traceback.
"""
# ruff: noqa: UP031  (an f-string would be that traceback)

import os
import re
import subprocess
import sys
import tempfile

# A folder, its lock, and what the lock is made of: an extra of pyproject.toml, a file.
ENVIRONMENTS = {
    ".venv": ("requirements.lock", "dev", "requirements.txt"),
    ".venv-zoo": ("tools/zoo.lock", "zoo", None),
    ".venv-colab": ("tools/colab.lock", "colab", None),
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


def install_uv(python):
    with open(ENVIRONMENTS[".venv"][0]) as file:
        (uv,) = [line.split()[0] for line in file if line.startswith("uv==")]
    install(python, uv)


def fetch_side_by_side(python, lock):
    """Installs most of a lock with uv, in seconds where pip takes minutes.

    Torch is left to pip, which knows PIP_EXTRA_INDEX_URL, and so is everything where uv fails:
    a reader's package index may be known to pip alone.
    """
    install_uv(python)
    with open(lock) as file:
        lines = [line for line in file if not line.startswith("torch==")]
    command = [python, "-m", "uv", "pip", "install", "--python", python, "--no-deps", "-r", "-"]
    done = subprocess.run(command, input="".join(lines), capture_output=True, text=True)
    if done.returncode != 0:
        print("uv could not fetch them; pip can, more slowly ...", flush=True)


def asked_for(*extras, path=None):
    """The library's requirements, with those of some extras and of a file."""
    import tomllib  # from Python 3.11 on

    with open("pyproject.toml", "rb") as file:
        project = tomllib.load(file)["project"]
    lines = list(project["dependencies"])
    for extra in extras:
        lines += project["optional-dependencies"][extra]
    if path:
        with open(path) as file:
            lines += [line.split("#")[0].strip() for line in file]
    return [line for line in lines if line]


def lifted(extra, path):
    """What a lock is made of, each == turned into >=."""
    return [line.replace("==", ">=") for line in asked_for(extra, path=path)]


def oldest(extra, path):
    """What the library needs, without what a lock pins of it; and all else that the lock pins.

    Not transformers, which asks for newer ones of them: the tests that need it are skipped.
    """

    def name(line):
        return re.split(r"[^\w.-]", line)[0].lower()

    library = asked_for("book", "cli", "hub")
    own = {name(line) for line in library} | {"transformers"}
    return library + [line for line in asked_for(extra, path=path) if name(line) not in own]


def install_newest(python, requirements):
    install(python, "--upgrade", "--upgrade-strategy", "eager", "-r", requirements)


def install_oldest(python, requirements):
    """Torch with pip, which knows PIP_EXTRA_INDEX_URL; uv leaves it as it is."""
    (torch,) = [line for line in asked_for() if line.startswith("torch")]
    install(python, torch.replace(">=", "=="))
    install_uv(python)
    command = [python, "-m", "uv", "pip", "install", "--quiet", "--python", python]
    command += ["--resolution", "lowest-direct", "-r", requirements]
    run(command, "uv failed; its message stands above. After mending that, run again.")


# Which versions instead of the locked ones, and how they get there.
VARIANTS = {"-newest": (lifted, install_newest), "-oldest": (oldest, install_oldest)}


def main(folder):
    if not (3, 11) <= sys.version_info < (3, 14):
        stop(
            "The book needs Python 3.11, 3.12 or 3.13; this is %d.%d (%s).\n"
            "Name another one, for example:  make PYTHON=python3.12 book"
            % (sys.version_info[0], sys.version_info[1], sys.executable)
        )
    suffix = next((suffix for suffix in VARIANTS if folder.endswith(suffix)), "")
    lock, extra, path = ENVIRONMENTS[folder[: len(folder) - len(suffix)]]
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
    if suffix:
        lines, install_these = VARIANTS[suffix]
        with tempfile.TemporaryDirectory() as temporary:
            requirements = os.path.join(temporary, "requirements.txt")
            with open(requirements, "w") as file:
                file.write("\n".join(lines(extra, path)))
            install_these(python, requirements)
    else:
        fetch_side_by_side(python, lock)
        install(python, "-r", lock)
    # The build backend is among the requirements: a fresh one would come from elsewhere, unlocked.
    install(python, "--no-deps", "--no-build-isolation", "-e", ".")


if __name__ == "__main__":
    main(sys.argv[1])
