"""The browser that the tests and benchmarks look through: finds one, or gets one.

    python tools/browser.py    says which it is; where there is none, installs one and says how

What counts is that a browser starts. A name on the PATH may belong to a stub that asks for another
package, and one that was downloaded may lack the system's libraries.
"""

import os
import shutil
import subprocess
import sys

from playwright.sync_api import Error, sync_playwright

NAMES = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
)
ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-smooth-scrolling",  # else a click misses what the last key still moves
)
PACKAGES = ("chromium-headless-shell", "chromium")
NONE = (
    "There is no browser that starts: install Chromium or Chrome (Debian: apt install chromium; "
    "elsewhere: .venv/bin/playwright install --with-deps --only-shell chromium) and run again."
)
MILLISECONDS = 30_000


def launch(playwright):
    """A browser, from the PATH or else playwright's own; an error where none of them starts."""
    on_path = [path for path in map(shutil.which, NAMES) if path]
    for path in [*on_path, None]:
        try:
            return playwright.chromium.launch(
                executable_path=path, args=list(ARGUMENTS), timeout=MILLISECONDS
            )
        except Error:
            continue
    raise RuntimeError(NONE)


def version():
    """The version of the browser that starts; None where none does."""
    with sync_playwright() as playwright:
        try:
            browser = launch(playwright)
        except RuntimeError:
            return None
        number = browser.version
        browser.close()
        return number


def installers():
    """What can be tried on this machine, in order: what it installs, and the commands for it."""
    own = [sys.executable, "-m", "playwright", "install", "--only-shell", "chromium"]
    yield "playwright's headless Chromium", [own]
    if hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("apt-get"):
        first = [["apt-get", "update"]]
        for package in PACKAGES:
            install = ["apt-get", "install", "-y", "--no-install-recommends", package]
            yield f"the system's package {package}", [*first, install]
            first = []


def run(command):
    """Runs a command without its output. Whether it helped, the next launch shows."""
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    subprocess.run(command, env=environment, stdin=subprocess.DEVNULL, capture_output=True)


def get():
    """The version of a browser that starts, installed on the way where there is none."""
    if installed := version():
        return installed
    for what, commands in installers():
        print(f"Installing {what}: {'; '.join(map(' '.join, commands))}", flush=True)
        for command in commands:
            run(command)
        if installed := version():
            return installed
    return None


def main():
    installed = get()
    if installed is None:
        sys.exit(NONE)
    print(f"The browser is Chromium {installed}.")


if __name__ == "__main__":
    main()
