"""A browser that shows widgets and the built book without any other host.

A test fails if its page logs an error, fails to load something, or contacts another host.
"""

import contextlib
import functools
import http.server
import importlib
import os
import re
import sys
import threading
from importlib.resources import files
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from playwright.sync_api import TimeoutError as TooLate
from playwright.sync_api import sync_playwright

from mha_lib import widgets
from tests.browser.pages import settle
from tests.helpers import javascript, scripts

ROOT = Path(__file__).parents[2]
BOOK = ROOT / "_build" / "html"
tool = importlib.import_module("browser")
engines = importlib.import_module("engines")

OTHER_HOST = re.compile(r"^(https?|wss?)://(?!(127\.0\.0\.1|localhost)[:/])")
CLASSROOM = "http://class.test"
AXE_TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
REDIRECT = 'http-equiv="Refresh"'
# What sets one page apart from another: a script, a kind of widget, an exercise in Python, results
# of a search.
KINDS = re.compile(
    r'<script[^>]*\bsrc="[./]*([^"?]+)|data-mha-name="(\w+)-|"(code)": true|id="(search-results)"'
)
# Not finished: a page that redirects, and one whose widgets are still importing their modules.
FINISHED = """() => document.readyState === "complete"
    && !document.querySelector("meta[http-equiv=Refresh]")
    && [...document.querySelectorAll("[data-mha]")].every((place) => place.querySelector(".mha"))
"""
# Contrast is nine tenths of axe's work, and texts of the same look have the same contrast. So axe
# measures only three texts of each look: color, size, weight, class, backgrounds. Meanwhile the
# other words of code, thousands of them, become plain text. Style sheets are not preloaded,
# because that would fetch them again, which file: URLs forbid.
RUN_AXE = scripts.read("conftest_run_axe")
# Resolves when all widgets are there and drawn. Polling takes twice as long.
ALL_MOUNTED = scripts.read("conftest_all_mounted")
PAGE = """\
<!doctype html>
<html lang="en" data-theme="{theme}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Widgets</title>
<style>
body {{ background: #fff; color: #222; font-family: sans-serif; }}
[data-theme="dark"] body {{ background: #14181e; color: #ced6dd; }}
</style>
</head>
<body><main><h1>Widgets</h1>{body}</main></body>
</html>
"""


def pytest_configure(config):
    config.addinivalue_line("markers", 'lab: starts JupyterLab; leave out with -m "not lab"')


def pytest_collection_modifyitems(items):
    """Tests that need the built book are slow, because `make test` does not build it."""
    for item in items:
        if "book" in getattr(item, "fixturenames", ()):
            item.add_marker("slow")


@pytest.fixture(scope="session")
def bundled(tmp_path_factory):
    """Fails if a widget's bundle is older than its source, which every widget's test would miss."""
    if not (javascript.JS / "node_modules").exists():
        return  # nothing here can make a bundle
    fresh = tmp_path_factory.mktemp("bundles")
    javascript.build(*(fresh / name for name in ("widgets", "page", "python", "search")))
    views = [getattr(widgets, name) for name in widgets.__all__]
    used = {view._module: view._esm for view in views}
    stale = [name for name in used if (fresh / "widgets" / name).read_text() != used[name]]
    if stale:
        names = ", ".join(stale)
        pytest.fail(f"must be bundled again, with make widgets: {names}", pytrace=False)


@pytest.fixture(scope="session")
def browser(bundled):
    with sync_playwright() as playwright:
        browser = tool.launch(playwright)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def started(browser, tmp_path_factory):
    """Every engine by name; None for one that this machine lacks."""
    with contextlib.ExitStack() as stack:
        page = browser.new_page(viewport={"width": engines.WIDTH, "height": engines.HEIGHT})
        there = {"Chromium": engines.Engine(browser.version, page.goto, page.evaluate)}
        for name in engines.ENGINES:
            folder = tmp_path_factory.mktemp(name)
            start = engines.start(name, folder) if engines.found(name) else None
            there[name] = start and stack.enter_context(start)
        yield there
        page.close()


@pytest.fixture
def problems():
    """Problems in the pages of this test; the list must be empty when the test ends."""
    found = []
    yield found
    if found:
        pytest.fail("\n".join(found), pytrace=False)


def watch(context, report, *, cut_off=False):
    """Reports what goes wrong in a context, which cannot reach another host.

    A request to another host is an error; in a context that is `cut_off` it only fails.
    """

    def refuse(route):
        report(f"asked another host: {route.request.url}")
        route.abort()

    def console(message):
        if message.type == "error" and not OTHER_HOST.match(message.location["url"]):
            report(f"console: {message.text}")

    def failed(request):
        # ERR_ABORTED: the reader left the page while the file was loading.
        if not OTHER_HOST.match(request.url) and request.failure != "net::ERR_ABORTED":
            report(f"failed: {request.url} {request.failure}")

    def dialog(shown):
        report(f"dialog: {shown.message}")
        shown.dismiss()

    def response(answer):
        if answer.status >= 400:
            report(f"{answer.status}: {answer.url}")

    context.set_default_timeout(30_000)
    context.route(OTHER_HOST, (lambda route: route.abort()) if cut_off else refuse)
    context.on("console", console)
    context.on("weberror", lambda thrown: report(f"error: {thrown.error}"))
    context.on("requestfailed", failed)
    context.on("response", response)
    context.on("dialog", dialog)
    return context


@pytest.fixture
def open_context(browser, problems):
    """Makes browser contexts that report what goes wrong and cannot reach another host."""
    contexts = []

    def open_context(*, width=1280, height=900, cut_off=False, **options):
        context = browser.new_context(viewport={"width": width, "height": height}, **options)
        contexts.append(watch(context, problems.append, cut_off=cut_off))
        return context

    yield open_context
    for context in contexts:
        context.close()


class Pages:
    """Pages of the usual kind, by width, which tests use one after another.

    A new page needs longer than most tests of a widget.
    """

    def __init__(self, browser):
        self.browser, self.free, self.problems = browser, {}, []

    def take(self, width):
        """Returns a page that no test is using, and how to give it back."""
        page = self.free.pop(width, None)
        if page is None:
            size = {"width": width, "height": 900}
            context = self.browser.new_context(viewport=size)
            page = watch(context, lambda found: self.problems.append(found)).new_page()
        return page, functools.partial(self.give_back, page, width)

    def give_back(self, page, width):
        """Removes what a test may have changed."""
        page.unroute_all()
        page.mouse.move(0, 0)
        page.emulate_media(media="null", color_scheme="light", forced_colors="none")
        page.set_viewport_size({"width": width, "height": 900})
        page.evaluate("localStorage.clear(); sessionStorage.clear();")
        page.goto("about:blank")
        if len(page.context.pages) == 1 and width not in self.free:
            self.free[width] = page
        else:
            page.context.close()


@pytest.fixture(scope="session")
def pages(browser):
    return Pages(browser)


@pytest.fixture
def open_widget(open_context, pages, problems, tmp_path):
    """Opens a page that holds the given widgets whole, without a kernel.

    The page is opened from its file, or by `plain` http, as in `open_page`. If it is `alone`, no
    other test has used it or will use it.
    """
    number, taken = 0, []
    pages.problems = problems

    def new_page(*, alone=False, width=1280, **options):
        if alone or options:
            return open_context(width=width, **options).new_page()
        page, give_back = pages.take(width)
        taken.append(give_back)
        return page

    def open_widget(*widgets, theme="light", plain=False, **options):
        nonlocal number
        number += 1
        body = "\n".join(widget.html(include_deferred=True) for widget in widgets)
        file = tmp_path / f"widgets_{number}.html"
        file.write_text(PAGE.format(theme=theme, body=body), encoding="utf-8")
        page = new_page(**options)
        page.route(f"{CLASSROOM}/**", lambda route: route.fulfill(path=file))
        page.goto(f"{CLASSROOM}/" if plain else file.as_uri(), wait_until="commit")
        page.evaluate(ALL_MOUNTED, len(widgets))
        settle(page)
        return page

    yield open_widget
    for give_back in taken:
        give_back()


@pytest.fixture(scope="session")
def axe():
    """Runs axe-core on a page without changing it; returns a text per violation of WCAG 2.2 AA.

    `rules` are the names of axe's rules to check; all when left out.
    """
    script = (files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8")

    def axe(page, within="html", rules=None):
        # A tooltip that is fading in has too little contrast.
        page.add_style_tag(content=".tooltip { transition: none !important; }")
        page.evaluate(script)
        only = {"type": "rule", "values": rules} if rules else {"type": "tag", "values": AXE_TAGS}
        found = page.evaluate(RUN_AXE, [within, only])
        return [
            f"{rule['id']}: {' '.join(map(str, node['target']))}\n    {node['failureSummary']}"
            for rule in found
            for node in rule["nodes"]
        ]

    return axe


@pytest.fixture(scope="session")
def book():
    """The built book."""
    if not (BOOK / "index.html").exists():
        pytest.fail("There is no built book: run `make book` first.", pytrace=False)
    return BOOK


@pytest.fixture(scope="session")
def serve():
    """Serves a folder on this machine, as a context whose value is its address."""

    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *_):
            pass

    class Server(http.server.ThreadingHTTPServer):
        def handle_error(self, request, client_address):
            # A page closes its connections when it is left early.
            if not isinstance(sys.exception(), ConnectionError):
                super().handle_error(request, client_address)

    @contextlib.contextmanager
    def serve(folder):
        handler = functools.partial(Quiet, directory=os.fspath(folder))
        with Server(("127.0.0.1", 0), handler) as server:
            thread = threading.Thread(target=server.serve_forever, daemon=True)
            thread.start()
            yield f"http://127.0.0.1:{server.server_port}"
            server.shutdown()
            thread.join()

    return serve


@pytest.fixture(scope="session")
def book_server(book, serve):
    """The built book's address on this machine."""
    with serve(book) as address:
        yield address


@functools.cache
def built_pages():
    """The text of every page of the built book, without those that only redirect."""
    files = sorted(BOOK.glob("*.html")) + sorted(BOOK.glob("book/**/*.html"))
    texts = {file.relative_to(BOOK).as_posix(): file.read_text(encoding="utf-8") for file in files}
    return {name: text for name, text in texts.items() if REDIRECT not in text}


def every_kind(pages):
    """Pages that together have everything that sets pages apart."""
    kinds = {name: {*map("".join, KINDS.findall(text))} for name, text in pages.items()}
    missing, chosen = set().union(*kinds.values()), []
    while missing:
        chosen.append(max(kinds, key=lambda name: len(kinds[name] & missing)))
        missing -= kinds[chosen[-1]]
    return sorted(chosen)


def pytest_generate_tests(metafunc):
    # Without a built book one page remains, so that the tests fail instead of vanishing.
    if "built_page" in metafunc.fixturenames:
        metafunc.parametrize("built_page", list(built_pages()) or ["index.html"])
    if "kind_page" in metafunc.fixturenames:
        metafunc.parametrize("kind_page", every_kind(built_pages()) or ["index.html"])


@pytest.fixture
def open_page(open_context, book, problems, request):
    """Opens a page of the built book and waits until it is complete.

    It is opened from its file; from this machine, if `served`; or as in a classroom, by `plain`
    http from another host, for which browsers disable many features.
    """

    def from_book(route):
        route.fulfill(path=book / unquote(urlsplit(route.request.url).path)[1:])

    def open_page(name, *, served=False, plain=False, theme="light", **options):
        context = open_context(**options)
        context.route(f"{CLASSROOM}/**", from_book)
        context.add_init_script(
            "if (location.protocol !== 'about:') for (const key of ['mode', 'theme']) "
            f"localStorage.setItem(key, '{theme}');"
        )
        page = context.new_page()
        base = request.getfixturevalue("book_server") if served else book.as_uri()
        base = CLASSROOM if plain else base
        page.goto(f"{base}/{name}")
        try:
            page.wait_for_function(FINISHED)
        except TooLate:
            problems.append("widgets were still missing after 10 seconds")
        settle(page)
        return page

    return open_page
