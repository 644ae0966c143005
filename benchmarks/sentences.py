"""Measures what rounding to 8 bits changes in all-MiniLM-L6-v2, and how fast it runs in a page.

The sentences are from the reference that comes with Python, at equal distances.

    python benchmarks/sentences.py    needs the book, built after tools/minilm.py fetch; 2 minutes
"""

import contextlib
import importlib
import json
import re
import statistics
import sys
import tempfile
from pathlib import Path
from pydoc_data.topics import topics

import torch
from playwright.sync_api import sync_playwright

from mha_lib.book import pretrained
from mha_lib.book.pretrained import Encoder, sentence_vectors

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent / "tools"))
tool = importlib.import_module("browser")
engines = importlib.import_module("engines")
minilm = importlib.import_module("minilm")
sentence_model = importlib.import_module("sphinx_extensions.sentence_model")
PAGE = HERE.parent / "_build" / "html" / "book" / "reading_weights.html"
INTRODUCTION = """\
# A sentence in a page: what `python benchmarks/sentences.py` last measured

all-MiniLM-L6-v2 in 8 bits, with a scale for each row, compared with its own file on 200 sentences \
of Python's reference (`pydoc_data.topics`), taken at equal distances.
"""
WAIT = """new Promise((done) => {
  const look = () => (document.querySelector("[data-mha-name^=SentenceView] .mha-chips button")
    ? done() : setTimeout(look, 50));
  look();
})"""
N_SENTENCES = 200
LENGTHS = (16, 32)  # tokens, with [CLS] and [SEP]
# Loads the model, types sentences, and gives the milliseconds from each input event to the picture;
# and the longest task, if the engine reports tasks of more than 50 ms (Chromium does).
TIMES = """(async (lengths) => {
  const root = document.querySelector("[data-mha-name^=SentenceView] .mha");
  const field = root.querySelector("textarea");
  const pause = () => new Promise((done) => setTimeout(done));
  const until = async (holds) => { while (!holds()) await pause(); };
  const idle = () => new Promise((done) => {
    const observer = new MutationObserver(() => {
      if (root.ariaBusy === "true") return;
      observer.disconnect();
      done();
    });
    observer.observe(root, { attributeFilter: ["aria-busy"] });
  });
  const words = "river bridge summer window letter garden".split(" ");
  const begun = performance.now();
  root.querySelector(".mha-load button").click();
  await until(() => !root.querySelector(".mha-load"));
  const times = { load: [performance.now() - begun] };
  let [longest, watched] = [0, false];
  const reports = PerformanceObserver.supportedEntryTypes.includes("longtask");
  const observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries())
      if (watched) longest = Math.max(longest, duration);
  });
  if (reports) observer.observe({ type: "longtask" });
  for (const n of lengths) {
    times[n] = [];
    for (let round = 0; round < 9; round++) {
      field.value = Array.from({ length: n - 2 }, (_, i) => words[(i + round) % 6]).join(" ");
      watched = round > 2; // the first rounds compile the functions
      const start = performance.now();
      field.dispatchEvent(new Event("input", { bubbles: true }));
      await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
      await idle(); // without polling, which would take turns with the slices
      if (watched) times[n].push(performance.now() - start);
    }
  }
  return JSON.stringify({ times, longest: reports ? longest : null });
})"""


def sentences() -> list[str]:
    """Returns 200 sentences of 6 to 40 words from Python's reference."""
    text = "\n\n".join(topics[name] for name in sorted(topics))
    found = []
    for paragraph in re.split(r"\n\s*\n", text):
        words = " ".join(paragraph.split())
        found += re.findall(r"(?:^|(?<=\. ))[A-Z][^.;:|=<>{}\[\]*]*\.(?= |$)", words)
    found = [one for one in dict.fromkeys(found) if 6 <= len(one.split()) <= 40]
    return found[:: len(found) // N_SENTENCES][:N_SENTENCES]


@torch.no_grad()
def rounding() -> dict[str, str]:
    """Compares the model with its 8-bit version, sentence by sentence."""
    state, vocabulary = pretrained.read_files(minilm.wheel())
    whole = Encoder(state, pretrained.N_HEADS, vocabulary)
    rounded = Encoder(sentence_model.rounded(state), pretrained.N_HEADS, vocabulary)
    largest, differences, same, rows, cosines, n_tokens = 0.0, 0.0, 0, 0, [], []
    counted = 0
    for text in sentences():
        ids, lengths = whole.ids([text])
        ours, theirs = (model(ids, lengths) for model in (rounded, whole))
        far = torch.stack(ours[1]) - torch.stack(theirs[1])
        largest = max(largest, far.abs().max().item())
        differences += far.abs().sum().item()
        counted += far.numel()
        tops = [torch.stack(weights).argmax(dim=-1) for _, weights in (ours, theirs)]
        same += (tops[0] == tops[1]).sum().item()
        rows += tops[0].numel()
        one, other = (sentence_vectors(states[-1], lengths) for states, _ in (ours, theirs))
        cosines.append((one * other).sum().item())
        n_tokens.append(ids.shape[1])
    parts = sentence_model.split(sentence_model.as_file(state, vocabulary))
    scripts = sum(len(sentence_model.as_script("0" * 16, i, p)) for i, p in enumerate(parts))
    return {
        "sentences": f"{len(cosines)}, {min(n_tokens)} to {max(n_tokens)} tokens",
        "largest difference of a weight": f"{largest:.3f}",
        "mean difference of a weight": f"{differences / counted:.5f}",
        "rows with the same top key": f"{same / rows:.1%}",
        "cosine of the sentences' vectors, smallest": f"{min(cosines):.4f}",
        "bytes of the file": f"{sum(map(len, parts)):,}",
        "bytes that the page loads, as scripts": f"{scripts:,}",
    }


def seconds(engine: engines.Engine) -> list[str]:
    """Measures one engine on the built page, opened from its file."""
    engine.open(PAGE.as_uri())
    engine.evaluate(WAIT)
    found = json.loads(engine.evaluate(f"{TIMES}({json.dumps(LENGTHS)})"))
    load, *others = (f"{statistics.median(own):.0f}" for own in found["times"].values())
    longest = found["longest"]
    task = "not reported" if longest is None else f"{longest:.0f}" if longest else "below 50"
    return [*others, task, load]


def main() -> None:
    """Writes the tables."""
    lines = [INTRODUCTION, "| what | number |\n| --- | --- |"]
    lines += [f"| {name} | {number} |" for name, number in rounding().items()]
    head = [f"{n} tokens, ms" for n in LENGTHS]
    lines += [f"\n| engine | {' | '.join(head)} | longest task, ms | loading, ms |"]
    lines += ["| --- | --- | --- | --- | --- |"]
    with contextlib.ExitStack() as stack, sync_playwright() as playwright:
        browser = tool.launch(playwright)
        page = browser.new_page()
        there = {"Chromium": engines.Engine(browser.version, page.goto, page.evaluate)}
        for name in engines.ENGINES:
            if engines.found(name):
                folder = stack.enter_context(tempfile.TemporaryDirectory())
                there[name] = stack.enter_context(engines.start(name, Path(folder)))
        for name, engine in there.items():
            lines.append(f"| {name} {engine.version} | {' | '.join(seconds(engine))} |")
        browser.close()
    text = "\n".join(lines) + "\n"
    print(text)
    (HERE / "sentences.md").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
