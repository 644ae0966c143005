// Runs as a page's worker: starts Python, reports that it has started, runs one cell, and posts the
// verdict.

import exercises from "../../../../mha_lib/book/exercises/__init__.py";
import layers from "../../../../mha_lib/book/exercises/_bug_layers.py";
import exact from "../../../../mha_lib/book/exercises/_exact_layers.py";
import tests from "../../../../mha_lib/book/exercises/_exact_tests.py";
import given from "../../../../mha_lib/book/exercises/_given.py";
import checks from "../../../../mha_lib/checks.py";
import page from "../micropython/page.py";
import syntax from "../micropython/syntax.py";
import torch from "../micropython/torch.py";
import { startPython } from "./python.js";

const FILES = {
  "mha_lib/book/exercises/__init__.py": exercises,
  "mha_lib/book/exercises/_bug_layers.py": layers,
  "mha_lib/book/exercises/_exact_layers.py": exact,
  "mha_lib/book/exercises/_exact_tests.py": tests,
  "mha_lib/book/exercises/_given.py": given,
  "mha_lib/checks.py": checks,
  "page.py": page,
  "syntax.py": syntax,
  "torch.py": torch,
};

/**
 * Makes a URL of MicroPython's wasm. A blob is faster than a data URL, but in WebKit the worker of
 * a page that was opened from a file cannot fetch one.
 *
 * @param {string} wasm In base64.
 */
async function makeUrl(wasm) {
  const bytes = Uint8Array.from(atob(wasm), (letter) => letter.charCodeAt(0));
  const url = URL.createObjectURL(new Blob([bytes], { type: "application/wasm" }));
  return fetch(url).then(
    () => url,
    () => `data:application/wasm;base64,${wasm}`,
  );
}

/** @param {MessageEvent<{ wasm: string, code: string, exercise: string }>} event */
self.onmessage = async ({ data: { wasm, code, exercise } }) => {
  try {
    const run = await startPython(await makeUrl(wasm), FILES, (line) => self.postMessage({ line }));
    self.postMessage({ started: true });
    self.postMessage({ done: run(code, exercise) });
  } catch (error) {
    self.postMessage({ failed: `${error}`.split("\n")[0] });
  }
};
