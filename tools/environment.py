"""Makes an environment from its lock; if that fails, says what to do.

    python tools/environment.py .venv             for the book
    python tools/environment.py .venv-jax-keras   for the tests with Keras, Flax, TransformerLens
    python tools/environment.py .venv-colab       with Colab's versions
    python tools/environment.py .venv-newest      with the newest versions, not the locked ones
    python tools/environment.py .venv-oldest      with the oldest versions that the library allows

It must run under any python3, so that an old version prints a helpful message, not a traceback.
"""
# ruff: noqa: UP031  (an f-string would cause that traceback)

import os
import re
import subprocess
import sys
import tempfile

# Folder -> its lock, and what is locked: an extra of pyproject.toml, and a requirements file.
ENVIRONMENTS = {
    ".venv": ("requirements.lock", "dev", "requirements.txt"),
    ".venv-jax-keras": ("tools/jax-keras.lock", "jax-keras", None),
    ".venv-colab": ("tools/colab.lock", "colab", None),
}

HINTS = (
    (
        ("name resolution", "newconnectionerror", "connection refused", "network is unreachable",
         "timed out", "could not fetch url", "proxyerror"),
        "The package index could not be reached: check the network (or pip's proxy) and run this "
        "again.",
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
    """Runs a command and prints its output; if it fails, exits with a hint that fits the output."""
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
        for phrases, hint in HINTS:
            if any(phrase in text for phrase in phrases):
                stop(hint)
        stop(or_else)


def install(python, *arguments):
    # Python compiles a module when it is first imported; compiling everything takes a minute.
    command = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    command += ["--no-compile"]
    command += arguments
    run(command, "pip failed; its message is above. Fix that, then run this again.")


def install_uv(python):
    with open(ENVIRONMENTS[".venv"][0]) as file:
        (uv,) = [line.split()[0] for line in file if line.startswith("uv==")]
    install(python, uv)


def install_with_uv(python, lock):
    """Installs most of a lock with uv, in seconds; pip would take minutes.

    Pip installs torch, because only pip reads PIP_EXTRA_INDEX_URL. If uv fails, pip installs
    everything: a reader's package index may be configured for pip alone.
    """
    install_uv(python)
    with open(lock) as file:
        lines = [line for line in file if not line.startswith("torch==")]
    command = [python, "-m", "uv", "pip", "install", "--python", python, "--no-deps", "-r", "-"]
    done = subprocess.run(command, input="".join(lines), capture_output=True, text=True)
    if done.returncode != 0:
        print("uv could not install the packages; pip takes longer ...", flush=True)


def requirements(*extras, path=None):
    """Lists the requirements of the library, of some extras, and in a file."""
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


def newest(extra, path):
    """The requirements that a lock fixes, with >= instead of ==."""
    return [line.replace("==", ">=") for line in requirements(extra, path=path)]


def oldest(extra, path):
    """Lists the library's requirements at their lower bounds, and all others as they are pinned.

    It leaves out transformers, which requires newer versions; tests that need it are skipped.
    """

    def name(line):
        return re.split(r"[^\w.-]", line)[0].lower()

    library = requirements("book", "cli", "hub")
    own = {name(line) for line in library} | {"transformers"}
    return library + [line for line in requirements(extra, path=path) if name(line) not in own]


def install_newest(python, requirements):
    install(python, "--upgrade", "--upgrade-strategy", "eager", "-r", requirements)


def install_oldest(python, requirements):
    """Installs torch with pip, which reads PIP_EXTRA_INDEX_URL, and the rest with uv."""
    (torch,) = [line for line in requirements() if line.startswith("torch")]
    install(python, torch.replace(">=", "=="))
    install_uv(python)
    command = [python, "-m", "uv", "pip", "install", "--quiet", "--python", python]
    command += ["--resolution", "lowest-direct", "-r", requirements]
    run(command, "uv failed; its message is above. Fix that, then run this again.")


# Suffix of the folder -> which versions replace the locked ones, and what installs them.
VARIANTS = {"-newest": (newest, install_newest), "-oldest": (oldest, install_oldest)}


def main(folder):
    if not (3, 11) <= sys.version_info < (3, 14):
        stop(
            "The book needs Python 3.11, 3.12 or 3.13; this is %d.%d (%s).\n"
            "Use another one, for example:  make PYTHON=python3.12 book"
            % (sys.version_info[0], sys.version_info[1], sys.executable)
        )
    if os.path.islink(folder):
        stop(
            "%s must be a folder, because installing changes its files; got a link to %s."
            % (folder, os.readlink(folder))
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
            "apt install python3-venv; then run this again.",
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
        install_with_uv(python, lock)
        install(python, "-r", lock)
    # The lock includes the build backend; with build isolation, pip would fetch an unlocked one.
    install(python, "--no-deps", "--no-build-isolation", "-e", ".")


if __name__ == "__main__":
    main(sys.argv[1])
