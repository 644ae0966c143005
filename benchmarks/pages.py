"""Measures the size of the built pages, and how soon their widgets appear and respond.

python benchmarks/pages.py    needs the built book (make book) and a browser (tools/browser.py)
"""

import contextlib
import functools
import gzip
import http.server
import importlib
import json
import statistics
import sys
import tempfile
import threading
from pathlib import Path

import torch
from playwright.sync_api import sync_playwright

from mha_lib.book import tiny
from mha_lib.widgets import HeadsView, ModelView, SplitExplorer

HERE = Path(__file__).parent
BOOK = HERE.parent / "_build" / "html"
sys.path.insert(0, str(HERE.parent / "tools"))
tool = importlib.import_module("browser")
engines = importlib.import_module("engines")
SLOWER = 6  # a slow phone's processor

# Notes when the first widget has drawn its controls, in milliseconds since the navigation.
WATCH = """new MutationObserver((_, watch) => {
  if (!document.querySelector(".mha")) return;
  window.alive = performance.now();
  watch.disconnect();
}).observe(document, { childList: true, subtree: true });"""
TIMES = """() => {
  const [{ loadEventStart }] = performance.getEntriesByType("navigation");
  return [window.alive, window.alive - loadEventStart];
}"""
REDRAW = """() => {
  const slider = document.querySelector('.mha input[type="range"]');
  const letters = document.querySelectorAll(".mha-text button");
  const times = [];
  window.requestAnimationFrame = (draw) => {
    const start = performance.now();
    draw(start);
    times.push(performance.now() - start);
    return 0;
  };
  for (let round = 0; round < 40; round++) {
    if (!slider) {
      letters[round % letters.length].click();
      continue;
    }
    slider.value = round % 2 ? slider.min : slider.max;
    slider.dispatchEvent(new Event("input"));
  }
  return times;
}"""


# Moves controls of each widget, the first few of a kind, and gives the milliseconds from each move
# to the new picture. A move waits until what the last one asked for is there.
ANSWER = """(async () => {
  const all = (what, within = document) => [...within.querySelectorAll(what)];
  const isIdle = (place) => place.querySelector(".mha:not([aria-busy=true])");
  const isBusy = () => !all("[data-mha]").every(isIdle);
  const drawn = () => new Promise((done) => {
    const look = () => (isBusy() ? setTimeout(look) : done());
    requestAnimationFrame(() => setTimeout(look));
  });
  const fire = (node, ...events) => {
    for (const event of events) node.dispatchEvent(new Event(event, { bubbles: true }));
  };
  const move = (control) => {
    const { localName, type } = control;
    if (type === "range") {
      control.value = control.value === control.max ? control.min : control.max;
      fire(control, "input", "change");
    } else if (localName === "select") {
      control.selectedIndex = (control.selectedIndex + 1) % control.options.length;
      fire(control, "change");
    } else if (type === "text" || localName === "textarea") {
      control.value = [...control.value].reverse().join("");
      fire(control, "input");
    } else control.click();
  };
  await drawn();
  for (const fold of all("details:has(.mha)")) fold.open = true;
  const times = [];
  for (const widget of all(".mha")) {
    const counts = {};
    const few = all("input, select, textarea, button", widget).filter((control) => {
      const kind = [control.localName, control.type, control.name, control.className,
        control.closest("[role=grid], [role=radiogroup], .mha-line")?.className].join();
      counts[kind] = (counts[kind] ?? 0) + 1;
      return counts[kind] < 3 && !control.closest(".mha-link, .mha-load");
    });
    for (const control of few) {
      await drawn();
      if (!control.isConnected || control.disabled || !control.checkVisibility()) continue;
      const start = performance.now();
      move(control);
      await drawn();
      times.push(performance.now() - start);
    }
  }
  return JSON.stringify(times);
})()"""


class Quiet(http.server.SimpleHTTPRequestHandler):
    """Serves files without printing a line for each."""

    def log_message(self, *arguments):
        pass


def kilobytes(data):
    """Returns the compressed size, as sent."""
    return len(gzip.compress(data)) / 1024


def with_widgets():
    """Lists the pages that have a widget."""
    for path in sorted(BOOK.glob("book/*.html")):
        if b"data-mha" in (text := path.read_bytes()):
            yield path, text


def page_rows(browser, address):
    """Makes a row per page that has a widget."""
    for path, text in with_widgets():
        page, loaded = browser.new_page(), []
        page.add_init_script(WATCH)
        page.on("response", lambda response, loaded=loaded: loaded.append(response))
        page.goto(f"{address}/book/{path.name}")
        page.wait_for_selector(".mha")
        page.wait_for_load_state("networkidle")
        alive, after_load = page.evaluate(TIMES)
        whole = sum(kilobytes(response.body()) for response in loaded if response.ok)
        own = text.count(b'data-mha-module="')
        yield {
            "page": path.stem,
            "widgets": own,
            "page itself, kB": f"{kilobytes(text):.0f}",
            "everything it loads, kB": f"{whole:.0f}",
            "first widget drawn, ms": f"{alive:.0f}",
            "of that, after the load event, ms": f"{after_load:.0f}",
        }
        page.close()


def answer_rows(browser, address):
    """Makes a row per page: how soon its controls respond in each engine, taking turns."""
    with contextlib.ExitStack() as stack:
        page = browser.new_page(viewport={"width": engines.WIDTH, "height": engines.HEIGHT})
        stack.callback(page.close)
        started = {"Chromium": (page.goto, page.evaluate)}
        for name in filter(engines.found, engines.ENGINES):
            folder = stack.enter_context(tempfile.TemporaryDirectory())
            engine = stack.enter_context(engines.start(name, folder))
            started[name] = engine.open, engine.evaluate
        for path, _ in with_widgets():
            took = {}
            for name, (open_page, evaluate) in started.items():
                open_page(f"{address}/book/{path.name}")
                times = json.loads(evaluate(ANSWER))
                took[name] = statistics.median(times)
            row = {"page": path.stem, "moves": len(times)}
            for name in ("Chromium", *engines.ENGINES):
                row[f"{name}, ms"] = f"{took[name]:.0f}" if name in took else "not installed"
            for name in engines.ENGINES:
                ratio = f"{took[name] / took['Chromium']:.1f}" if name in took else ""
                row[f"{name} / Chromium"] = ratio
            yield row


def longest_task(browser):
    """Returns the processor time of the page's longest recorded task, in milliseconds."""
    events = json.loads(browser.stop_tracing())["traceEvents"]
    drawing = {
        (event["pid"], event["tid"])
        for event in events
        if event["name"] == "thread_name" and event["args"]["name"] == "CrRendererMain"
    }
    tasks = [
        event["tdur"]
        for event in events
        if (event["pid"], event["tid"]) in drawing and event["name"].endswith("RunTask")
        if "tdur" in event
    ]
    return max(tasks) / 1000


def task_rows(browser, address):
    """Makes a row per page: its longest tasks on a slow processor, in processor time."""
    for path, _ in with_widgets():
        page = browser.new_page(viewport={"width": engines.WIDTH, "height": engines.HEIGHT})
        page.set_default_timeout(0)
        session = page.context.new_cdp_session(page)
        session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        longest = []
        for step in (
            lambda page=page, name=path.name: page.goto(f"{address}/book/{name}"),
            lambda page=page: page.evaluate(ANSWER),
        ):
            browser.start_tracing(page=page, categories=["toplevel"])
            step()
            page.wait_for_timeout(500)
            longest.append(longest_task(browser))
        yield {
            "page": path.stem,
            "while it loads, ms": f"{longest[0]:.0f}",
            "while its controls are moved, ms": f"{longest[1]:.0f}",
        }
        page.close()


def table(rows):
    """Formats rows as lines of Markdown, and prints them as they come."""
    lines = []
    for row in rows:
        if not lines:
            lines += ["| " + " | ".join(row) + " |", "|" + " --- |" * len(row)]
        lines.append("| " + " | ".join(map(str, row.values())) + " |")
        print(lines[-1], flush=True)
    return lines


def redraw(browser, widget):
    """Measures how many milliseconds a drawing takes, the median of forty."""
    page = browser.new_page()
    page.set_content(f'<!doctype html><html lang="en"><body>{widget.html()}</body></html>')
    page.wait_for_selector(".mha canvas", state="attached")
    times = page.evaluate(REDRAW)
    page.close()
    return statistics.median(times)


def saved(browser, widget):
    """Measures a saved widget's bytes, and milliseconds until it is drawn, the median of five."""
    times = []
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "heads.html"
        widget.save(path)
        for _ in range(5):
            page = browser.new_page()
            page.add_init_script(WATCH)
            page.goto(path.as_uri())
            page.wait_for_selector(".mha")
            times.append(page.evaluate("window.alive"))
            page.close()
        return path.stat().st_size, statistics.median(times)


def model(**options):
    return ModelView(tiny.load("two_letters_2"), **options)


def main():
    torch.manual_seed(0)
    handler = functools.partial(Quiet, directory=BOOK)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with sync_playwright() as playwright:
        browser = tool.launch(playwright)
        address = f"http://127.0.0.1:{server.server_port}"
        lines = table(page_rows(browser, address))
        answers = table(answer_rows(browser, address))
        tasks = table(task_rows(browser, address))
        heads = HeadsView(torch.rand(16, 64, 64), [f"t{i}" for i in range(64)])
        x, matrices = torch.randn(32, 64), torch.randn(3, 64, 64) / 8
        split = SplitExplorer(x, *matrices, [f"t{i}" for i in range(32)], n_heads=16)
        times = {
            "HeadsView, 16 heads x 64 tokens": redraw(browser, heads),
            "SplitExplorer, 16 heads x 32 tokens": redraw(browser, split),
            "ModelView, 2 heads x 12 letters": redraw(browser, model()),
            "ModelView, every number of it": redraw(browser, model(view="every number")),
        }
        layers = [torch.randn(1, 12, 128, 128).softmax(-1) for _ in range(12)]
        size, alive = saved(browser, HeadsView(layers, [f"t{i}" for i in range(128)]))
        browser.close()
    lines += ["", "| one redraw | ms |", "| --- | --- |"]
    lines += [f"| {name} | {time:.1f} |" for name, time in times.items()]
    lines += [
        "",
        "| saved as a page | MB, not compressed | first picture, ms |",
        "| --- | --- | --- |",
    ]
    lines += [f"| HeadsView, 144 heads x 128 tokens | {size / 1e6:.1f} | {alive:.0f} |"]
    lines += [
        "",
        "## How soon controls respond",
        "",
        "From a change of a control to the new picture, the median over a page's changes; at most "
        "two controls of each kind are changed. All engines in one run, page by page: read the "
        "ratios.",
        "",
        *answers,
        "",
        f"## The longest task on a processor {SLOWER} times slower",
        "",
        "In Chromium, in processor time of the page's thread, so that other work on the machine "
        "matters little.",
        "",
        *tasks,
    ]
    (HERE / "pages.md").write_text(
        "# What `make bench` last measured of the pages\n\nSizes are compressed. A widget's module "
        "and data are part of its page.\n\n" + "\n".join(lines) + "\n"
    )


if __name__ == "__main__":
    main()
