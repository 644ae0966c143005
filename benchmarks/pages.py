"""What the built pages weigh, how soon their widgets live, and what one redraw takes.

python benchmarks/pages.py    needs the built book (make book) and a browser (tools/browser.py)
"""

import functools
import gzip
import http.server
import importlib
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


class Quiet(http.server.SimpleHTTPRequestHandler):
    """Serves files without a line for each."""

    def log_message(self, *arguments):
        pass


def kilobytes(data):
    """Size as sent, compressed."""
    return len(gzip.compress(data)) / 1024


def page_rows(browser, address):
    """One row a page that has a widget."""
    for path in sorted(BOOK.glob("book/*.html")):
        text = path.read_bytes()
        if b"data-mha" not in text:
            continue
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
            "first widget alive, ms": f"{alive:.0f}",
            "of that after the load event, ms": f"{after_load:.0f}",
        }
        page.close()


def redraw(browser, widget):
    """Milliseconds that one drawing takes, the median of forty."""
    page = browser.new_page()
    page.set_content(f'<!doctype html><html lang="en"><body>{widget.html()}</body></html>')
    page.wait_for_selector(".mha canvas", state="attached")
    times = page.evaluate(REDRAW)
    page.close()
    return statistics.median(times)


def saved(browser, widget):
    """Bytes of a widget's own page, and milliseconds until it lives; the median of five."""
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
        rows = list(page_rows(browser, f"http://127.0.0.1:{server.server_port}"))
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
    lines = ["| " + " | ".join(rows[0]) + " |", "|" + " --- |" * len(rows[0])]
    lines += ["| " + " | ".join(map(str, row.values())) + " |" for row in rows]
    lines += ["", "| one redraw | ms |", "| --- | --- |"]
    lines += [f"| {name} | {time:.1f} |" for name, time in times.items()]
    lines += [
        "",
        "| saved as a page | MB, not compressed | first picture, ms |",
        "| --- | --- | --- |",
    ]
    lines += [f"| HeadsView, 144 heads x 128 tokens | {size / 1e6:.1f} | {alive:.0f} |"]
    print(*lines, sep="\n")
    (HERE / "pages.md").write_text(
        "# What `make bench` last measured of the pages\n\nSizes are compressed. A widget's module "
        "and data are part of its page.\n\n" + "\n".join(lines) + "\n"
    )


if __name__ == "__main__":
    main()
