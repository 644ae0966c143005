"""A page behaves the same in Firefox and WebKit as in Chromium, from its file and served."""

import json
import math
import os
import re
import shutil
import tempfile
from pathlib import Path

import pytest

from tests.book.test_page_code import DATA, cells, in_notebook

SCRIPT = (Path(__file__).parent / "engines.js").read_text(encoding="utf-8")
# Scroll bars take room in some engines alone.
HEAD = f"<style>html {{ scrollbar-width: none }}</style><script>{SCRIPT}</script>"
TOLERANCE = 1e-5
COLOR_TOLERANCE = 0.02  # a map's mean color, whose pixels are rounded
MAX_SHOWN_DIFFERENCES = 5
WIDGET = re.compile(r'data-mha-name="(\w+)-')
WRONG = 'check("{}", lambda *given: torch.zeros(2, 3))'


@pytest.fixture(scope="session")
def noting_book(book):
    """The built book, with the script in the head of every page."""
    with tempfile.TemporaryDirectory(dir=book.parent) as folder:
        copy = Path(shutil.copytree(book, Path(folder) / "book", copy_function=os.link))
        for page in copy.rglob("*.html"):
            text = page.read_text(encoding="utf-8")
            page.unlink()  # it is hard-linked to the book's own file
            page.write_text(text.replace("<head>", f"<head>{HEAD}", 1))
        yield copy


@pytest.fixture(scope="session")
def address(noting_book, serve):
    with serve(noting_book) as served:
        yield {"file": noting_book.as_uri(), "served": served}


@pytest.fixture(scope="session")
def first_pages(book):
    """For each kind of widget, the first page of the book that shows it."""
    pages = {}
    for page in sorted(book.glob("book/*.html")):
        for kind in WIDGET.findall(page.read_text(encoding="utf-8")):
            pages.setdefault(kind, page.relative_to(book).as_posix())
    return pages


def exercises(page):
    """The name of each exercise in Python of a page, and its solution."""
    names = [name for name in DATA if name.split(".")[0] == Path(page).stem]
    return {name: cells(name, "solution") for name in names}


def differences(one, other, near=TOLERANCE, where=()):
    """Where two values differ: each path with both values."""
    if isinstance(one, dict | list) and type(one) is type(other):
        keys = one.keys() if isinstance(one, dict) else range(len(one))
        if len(one) == len(other) and (isinstance(one, list) or keys == other.keys()):
            for key in keys:
                close = COLOR_TOLERANCE if key == "colors" else near
                yield from differences(one[key], other[key], close, (*where, key))
            return
        if isinstance(one, list):  # shows only what differs
            mine, its = ([json.dumps(part) for part in parts] for parts in (one, other))
            yield f"{where}: {set(mine) - set(its)} and not {set(its) - set(mine)}"[:600]
            return
    numbers = all(type(value) in (int, float) for value in (one, other))
    if not (math.isclose(one, other, rel_tol=near, abs_tol=near) if numbers else one == other):
        yield f"{where}: {json.dumps(one)[:300]} and not {json.dumps(other)[:300]}"


def tried(engine, address, answers, options):
    """What an engine sees of a page, and what the links of its widgets lead to."""
    engine.open(address)
    codes = {name.split(".")[1]: given for name, given in answers.items()}
    seen = json.loads(engine.evaluate(f"tried.page({json.dumps(codes)}, {json.dumps(options)})"))
    for index, widget in enumerate(seen["widgets"]):
        if link := widget.pop("link", None):
            engine.open("about:blank")  # otherwise the browser would not load the page again
            engine.open(link)
            widget["linked"] = json.loads(engine.evaluate(f"tried.linked({index})"))
    return seen


def faults(seen, answers):
    """A page's faults in one engine."""
    yield from seen["errors"]
    for widget in seen["widgets"]:
        for look in widget["looks"]:
            if not (look["elements"] and all(color[3] == 1 for color in look["colors"])):
                yield f"{widget['name']} is not drawn: {look}"
        said = widget.get("copied", "")
        if said and "Only this computer can open this link." not in said:
            yield f"{widget['name']} says of its link: {said}"
        if linked := widget.get("linked"):
            yield from [*linked["errors"], *filter(None, [linked["refused"]])]
            _, shown = widget["steps"][-1]
            yield from differences(linked["state"], shown, where=("its link leads to",))
    for name, codes in answers.items():
        said = seen["verdicts"][name.split(".")[1]]
        yield from differences(said, [in_notebook(name, code) for code in codes], where=(name,))
    if seen["presented"]:
        presenting = [look[0] for look in seen["presented"]]
        wanted = [True, False, True, True, False][: max(2, len(presenting))]
        yield from differences(presenting, wanted, where=("presented",))


@pytest.fixture
def do_the_same(started, address, record_property):
    """Tries a page in every engine, opened one way; none may differ from Chromium."""

    def do_the_same(way, page, answers, **options):
        wrong, wanted = [], None
        for name, engine in started.items():
            if engine is None:
                assert os.environ.get("CI") != "true", f"{name} is not installed"
                record_property("engines", [f"{name}: not installed", {}])
                continue
            seen = tried(engine, f"{address[way]}/{page}", answers, options)
            wanted = wanted or seen
            found = [*faults(seen, answers), *differences(seen, wanted)]
            wrong += [f"{name}: {fault}" for fault in found[:MAX_SHOWN_DIFFERENCES]]
            counts = {
                f"pages {way}": 1,
                "widgets": len(seen["widgets"]),
                "moves of a control": sum(len(widget["steps"]) - 1 for widget in seen["widgets"]),
                "answers in Python": sum(map(len, seen["verdicts"].values())),
                "links": sum("linked" in widget for widget in seen["widgets"]),
            }
            record_property("engines", [f"{name} {engine.version}", counts])
        if wrong:
            pytest.fail("\n".join(wrong), pytrace=False)

    return do_the_same


# Engines differ in how they run a widget's code, not in what they do with its numbers. So every
# control is moved on the first page that shows a widget of this kind, and one on the others.
def test_a_page_does_the_same_in_every_engine(do_the_same, built_page, first_pages):
    answers = {name: [code] for name, code in exercises(built_page).items()}
    options = {} if built_page in first_pages.values() else {"controls": 1}
    do_the_same("file", built_page, answers, **options)


# How a page loads affects its scripts, workers and links, but neither what a control does nor its
# layout. So every script and kind of widget, and one exercise, is tried once when served, by one
# control of each widget. Only there are sections presented.
def test_a_served_page_does_the_same_in_every_engine(do_the_same, kind_page):
    first = dict(list(exercises(kind_page).items())[:1])
    answers = {name: [code, WRONG.format(name)] for name, code in first.items()}
    do_the_same("served", kind_page, answers, controls=1, sections=True)
