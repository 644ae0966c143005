// Starts MicroPython with the small torch and the judge of exercises: in a page's worker, and in
// node for the tests.

import { loadMicroPython } from "@micropython/micropython-webassembly-pyscript/micropython.mjs";
import { makeKernels } from "./kernels.js";
import { prepare } from "./prepare.js";

// MicroPython knows no unions of types, which isinstance takes in Python.
const UNION = /isinstance\(([^,()]+), ([\w.]+(?: \| [\w.]+)+)\)/g;

/** @type {(text: string) => string} */
const withoutUnions = (text) =>
  text.replace(
    UNION,
    (_, value, types) => `isinstance(${value}, (${types.replaceAll(" |", ",")}))`,
  );

/**
 * What runs a cell and judges it: a function from the code and an exercise, as its exported text.
 *
 * @param {string | undefined} url the place of MicroPython's wasm, if not beside its module
 * @param {Record<string, string>} files the Python sources, by their path
 * @param {(line: string) => void} print
 * @returns {Promise<(code: string, exercise: string) => { correct: boolean, text: string }>}
 */
export async function startPython(url, files, print) {
  const python = await loadMicroPython({
    url,
    stdout: print,
    linebuffer: true,
    heapsize: 16 << 20,
    pystack: 1 << 16, // enough for as deep calls as the stack of wasm takes
  });
  python.registerJsModule("kernels", makeKernels(python._module));
  for (const [path, text] of Object.entries(files)) {
    python.FS.mkdirTree(`/lib/${path}`.replace(/\/[^/]*$/, ""));
    python.FS.writeFile(`/lib/${path}`, withoutUnions(text));
  }
  const run = python.pyimport("page").run_json;
  return (code, exercise) => {
    const { text, valid } = prepare(code);
    return JSON.parse(run(text, exercise, valid));
  };
}
