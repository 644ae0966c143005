"""Finds the browser for tests and benchmarks, or installs one.

    python tools/browser.py    prints its version and path; installs one first if there is none

A browser counts only if it starts: a name on the PATH may belong to a stub that asks for another
package, and a downloaded browser may lack system libraries.
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
    "--disable-smooth-scrolling",  # otherwise a click can miss what a key press still scrolls
)
PACKAGES = ("chromium-headless-shell", "chromium")
NO_BROWSER = (
    "No browser starts: install Chromium or Chrome (Debian: apt install chromium; other systems: "
    ".venv/bin/playwright install --with-deps --only-shell chromium) and run this again."
)
LAUNCH_TIMEOUT_MS = 30_000


def launch(playwright):
    """Starts a browser, from the PATH or playwright's own; raises RuntimeError if none starts."""
    on_path = [path for path in map(shutil.which, NAMES) if path]
    for path in [*on_path, None]:
        try:
            return playwright.chromium.launch(
                executable_path=path, args=list(ARGUMENTS), timeout=LAUNCH_TIMEOUT_MS
            )
        except Error:
            continue
    raise RuntimeError(NO_BROWSER)


def version():
    """Returns the version and the path of the browser that starts; None if none does."""
    with sync_playwright() as playwright:
        try:
            browser = launch(playwright)
        except RuntimeError:
            return None
        process = browser.new_browser_cdp_session().send("SystemInfo.getInfo")
        path = process["commandLine"].partition(" --")[0]
        number = browser.version
        browser.close()
        return f"{number}, {path}"


def installers():
    """Yields what can be installed on this machine, in order, with the commands for it."""
    own = [sys.executable, "-m", "playwright", "install", "--only-shell", "chromium"]
    yield "playwright's headless Chromium", [own]
    if hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("apt-get"):
        first = [["apt-get", "update"]]
        for package in PACKAGES:
            install = ["apt-get", "install", "-y", "--no-install-recommends", package]
            yield f"the system's package {package}", [*first, install]
            first = []


def run(command):
    """Runs a command and hides its output; the next launch shows whether it helped."""
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    subprocess.run(command, env=environment, stdin=subprocess.DEVNULL, capture_output=True)


def get():
    """Installs a browser if none starts; returns its version and path, or None if that fails."""
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
        sys.exit(NO_BROWSER)
    print(f"The browser is Chromium {installed}.")


if __name__ == "__main__":
    main()
