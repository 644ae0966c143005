// The worker of a page: starts Python, says so, runs one cell, and gives what came of it.

import exercises from "../../mha_lib/book/exercises/__init__.py";
import given from "../../mha_lib/book/exercises/_given.py";
import checks from "../../mha_lib/checks.py";
import page from "./page.py";
import { startPython } from "./python.js";
import torch from "./torch.py";

const FILES = {
  "mha_lib/book/exercises/__init__.py": exercises,
  "mha_lib/book/exercises/_given.py": given,
  "mha_lib/checks.py": checks,
  "page.py": page,
  "torch.py": torch,
};

/**
 * Where MicroPython is fetched from. WebKit lets a worker of a page that was opened from a file fetch
 * no blob; elsewhere a blob is faster than an address that holds all of it.
 *
 * @param {string} wasm in base64
 */
async function placeOf(wasm) {
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
    const run = await startPython(await placeOf(wasm), FILES, (line) => self.postMessage({ line }));
    self.postMessage({ started: true });
    self.postMessage({ done: run(code, exercise) });
  } catch (error) {
    self.postMessage({ failed: `${error}`.split("\n")[0] });
  }
};
