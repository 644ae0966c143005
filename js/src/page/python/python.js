// Starts MicroPython with the small torch and the code that judges exercises. It runs in a page's
// worker, and in node for the tests.

import { loadMicroPython } from "@micropython/micropython-webassembly-pyscript/micropython.mjs";
import { makeKernels } from "../micropython/kernels.js";
import { prepare } from "./prepare.js";

/**
 * Returns the function that runs and judges a cell, given its code and the exported exercise as
 * JSON.
 *
 * @param {string | undefined} url The address of MicroPython's wasm, if it is not next to its
 *   module.
 * @param {Record<string, string>} files The Python sources, as `prepare` rewrites them, by path.
 * @param {(line: string) => void} print
 * @returns {Promise<(code: string, exercise: string) => { correct: boolean, text: string }>}
 */
export async function startPython(url, files, print) {
  const python = await loadMicroPython({
    url,
    stdout: print,
    linebuffer: true,
    heapsize: 16 << 20,
    pystack: 1 << 16, // as many nested calls as wasm's own stack allows
  });
  python.registerJsModule("kernels", makeKernels(python._module));
  for (const [path, text] of Object.entries(files)) {
    python.FS.mkdirTree(`/lib/${path}`.replace(/\/[^/]*$/, ""));
    python.FS.writeFile(`/lib/${path}`, text);
  }
  const run = python.pyimport("page").run_json;
  return (code, exercise) => {
    const { text, valid, line } = prepare(code);
    const lacking = `line ${line}: this is not here: write it otherwise, or open the notebook.`;
    if (valid && line) return { correct: false, text: lacking };
    return JSON.parse(run(text, exercise, valid));
  };
}
