"""Measures what rounding to 8 bits changes in all-MiniLM-L6-v2, and how fast it runs in a page.

The sentences are from the reference that comes with Python, at equal distances.

    python benchmarks/sentences.py    needs the model: tools/minilm.py fetch
"""

import importlib
import re
import sys
from pathlib import Path
from pydoc_data.topics import topics

import torch

from mha_lib.book import pretrained
from mha_lib.book.pretrained import Encoder, sentence_vectors

# W

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent / "tools"))
tool = importlib.import_module("browser")
engines = importlib.import_module("engines")
sentence_model = importlib.import_module("sphinx_extensions.sentence_model")
N_SENTENCES = 200
LENGTHS = (16, 32)  # tokens, with [CLS] and [SEP]
# Types sentences of one word, as often as needed, and gives the milliseconds from each input event
# until the widget has drawn the result and the browser is idle again; and the longest task.
TIMES = """(async (lengths) => {
  const root = document.querySelector(".mha");
  const field = root.querySelector("textarea, input[type=text]");
  const words = ["river", "bridge", "summer", "window", "letter", "garden"];
  const drawn = () => new Promise((done) => {
    const look = () => (root.ariaBusy === "true" ? setTimeout(look) : done());
    requestAnimationFrame(() => setTimeout(look));
  });
  const times = {};
  let longest = 0;
  const channel = new MessageChannel();
  let last = performance.now();
  channel.port1.onmessage = () => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
    channel.port2.postMessage(0);
  };
  for (const n of lengths) {
    times[n] = [];
    for (let round = 0; round < 7; round++) {
      field.value = Array.from({ length: n - 2 }, (_, i) => words[(i + round) % 6]).join(" ");
      if (round === 2) { last = performance.now(); channel.port2.postMessage(0); }
      const start = performance.now();
      field.dispatchEvent(new Event("input", { bubbles: true }));
      await drawn();
      times[n].push(performance.now() - start);
    }
    times[n] = times[n].slice(2);
    await new Promise((done) => { channel.port1.onmessage = null; setTimeout(done, 50); });
  }
  return JSON.stringify({ times, longest });
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
    state, vocabulary = pretrained.read_files(sentence_model.find_wheel())
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


def main() -> None:
    """Prints the tables."""
    table = rounding()
    print("| what | number |\n| --- | --- |")
    for name, number in table.items():
        print(f"| {name} | {number} |")


if __name__ == "__main__":
    main()
