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

/** @param {MessageEvent<{ wasm: Blob, code: string, exercise: string }>} event */
self.onmessage = async ({ data: { wasm, code, exercise } }) => {
  try {
    const url = URL.createObjectURL(wasm);
    const run = await startPython(url, FILES, (line) => self.postMessage({ line }));
    self.postMessage({ started: true });
    self.postMessage({ done: run(code, exercise) });
  } catch (error) {
    self.postMessage({ failed: `${error}`.split("\n")[0] });
  }
};
