"""Installs and drives Firefox and WebKit, in which the book is tested in addition to Chromium.

    python tools/engines.py    installs missing engines with apt; fails if one is still missing

Firefox runs without a window, driven over WebDriver BiDi. WebKit, Safari's engine, runs in
WebKitGTK's own small browser, driven over WebDriver, on a virtual screen.
"""

import contextlib
import json
import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

WIDTH, HEIGHT = 1280, 900  # pixels of a page
TIMEOUT_S = 120  # for a browser to start, or a page to answer
# The commands that an engine needs on the PATH, and the Debian packages that install them.
ENGINES = {
    "Firefox": ([("firefox-esr", "firefox")], ["firefox-esr"]),
    "WebKit": ([("WebKitWebDriver",), ("Xvfb",)], ["webkit2gtk-driver", "xvfb"]),
}


class Engine(NamedTuple):
    """A browser that is running.

    Args:
        version: The browser's version.
        open: Opens an address, and returns when the page is loaded.
        evaluate: Evaluates an expression in the page, and waits for it if it is a promise.
    """

    version: str
    open: Callable[[str], object]
    evaluate: Callable[[str], str]


def found(name):
    """Finds the commands that an engine needs; empty if one is not on the PATH."""
    paths = [next(filter(None, map(shutil.which, names)), None) for names in ENGINES[name][0]]
    return paths if all(paths) else []


@contextlib.contextmanager
def start(name, folder):
    """Starts an installed engine, and ends it with the context.

    Args:
        name: One of ENGINES.
        folder: An empty folder for the browser's profile.

    Raises:
        RuntimeError: It does not start.
    """
    with {"Firefox": firefox, "WebKit": webkit}[name](folder, *found(name)) as engine:
        yield engine


@contextlib.contextmanager
def firefox(folder, binary):
    import websocket

    command = [binary, "--headless", "--no-remote", "--profile", os.fspath(folder)]
    with running(*command, "--remote-debugging-port=0", "about:blank") as wait:
        server = Path(folder, "WebDriverBiDiServer.json")
        wait(server.exists)
        address = f"ws://127.0.0.1:{json.loads(server.read_text())['ws_port']}/session"
        connection = websocket.create_connection(address, TIMEOUT_S, suppress_origin=True)
        with contextlib.closing(connection):

            def send(method, **params):
                connection.send(json.dumps({"id": 1, "method": method, "params": params}))
                while "id" not in (reply := json.loads(connection.recv())):
                    pass  # an event
                if "error" in reply:
                    raise RuntimeError(f"{method}: {reply['message']}")
                return reply["result"]

            version = send("session.new", capabilities={})["capabilities"]["browserVersion"]
            page = send("browsingContext.getTree")["contexts"][0]["context"]
            size = {"width": WIDTH, "height": HEIGHT}
            send("browsingContext.setViewport", context=page, viewport=size)

            def open(address):
                send("browsingContext.navigate", context=page, url=address, wait="complete")

            def evaluate(expression):
                target = {"context": page}
                reply = send(
                    "script.evaluate", expression=expression, target=target, awaitPromise=True
                )
                if reply["type"] == "exception":
                    raise RuntimeError(reply["exceptionDetails"]["text"])
                return reply["result"].get("value")

            yield Engine(version, open, evaluate)


@contextlib.contextmanager
def webkit(folder, driver, screen):
    with contextlib.ExitStack() as stack:
        display = Path(folder, "display")
        with display.open("w") as file:
            command = [screen, "-displayfd", str(file.fileno()), "-nolisten", "tcp"]
            command += ["-screen", "0", f"{WIDTH + 200}x{HEIGHT + 200}x24"]
            wait = stack.enter_context(running(*command, pass_fds=[file.fileno()]))
        wait(display.read_text)
        with socket.socket() as one:
            one.bind(("127.0.0.1", 0))
            port = one.getsockname()[1]
        environment = {**os.environ, "DISPLAY": f":{display.read_text().strip()}"}
        # Without a graphics card, compositing only costs time.
        environment["WEBKIT_DISABLE_COMPOSITING_MODE"] = "1"
        wait = stack.enter_context(running(driver, f"--port={port}", env=environment))

        def send(path, method="POST", **params):
            data = json.dumps(params).encode() if method == "POST" else None
            address = f"http://127.0.0.1:{port}{path}"
            request = urllib.request.Request(address, data, method=method)
            with urllib.request.urlopen(request, timeout=TIMEOUT_S) as reply:
                return json.load(reply)["value"]

        def ready():
            with contextlib.suppress(OSError):
                return send("/status", "GET")["ready"]

        wait(ready)
        begun = send("/session", capabilities={})
        session = f"/session/{begun['sessionId']}"
        stack.callback(send, session, "DELETE")
        send(f"{session}/timeouts", script=1000 * TIMEOUT_S)
        bar = 0  # height of the browser's toolbar, in pixels
        for _ in range(2):
            send(f"{session}/window/rect", x=0, y=0, width=WIDTH, height=HEIGHT + bar)
            bar += HEIGHT - send(f"{session}/execute/sync", script="return innerHeight", args=[])

        def open(address):
            send(f"{session}/url", url=address)

        def evaluate(expression):
            script = f"""const done = arguments[0]; Promise.resolve({expression}).then(
                (value) => done([value, null]), (error) => done([null, `${{error}}`]))"""
            value, error = send(f"{session}/execute/async", script=script, args=[])
            if error:
                raise RuntimeError(error)
            return value

        yield Engine(begun["capabilities"]["browserVersion"], open, evaluate)


@contextlib.contextmanager
def running(*command, **options):
    """Runs a process until the context ends; yields a function that waits for a condition."""
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    process = subprocess.Popen(command, **quiet, **options)

    def wait(holds):
        end = time.monotonic() + TIMEOUT_S
        while not holds():
            if process.poll() is not None or time.monotonic() > end:
                raise RuntimeError(f"{command[0]} does not start: exit status {process.poll()}")
            time.sleep(0.05)

    try:
        yield wait
    finally:
        process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def main():
    missing = [name for name in ENGINES if not found(name)]
    if missing and shutil.which("apt-get"):
        packages = [package for name in missing for package in ENGINES[name][1]]
        as_root = [] if os.geteuid() == 0 else ["sudo", "-n"]
        for what in (["update"], ["install", "-y", "--no-install-recommends", *packages]):
            command = [*as_root, "apt-get", "-q", *what]
            print("Installing:", *command, flush=True)
            environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
            subprocess.run(command, env=environment, stdin=subprocess.DEVNULL)
    for name in ENGINES:
        print(f"{name}: {' '.join(found(name)) or 'not installed'}")
    sys.exit(not all(map(found, ENGINES)))


if __name__ == "__main__":
    main()
