// Bundles the widgets, one module each, for pages and for notebooks where there is no node; and the
// Python in which the book's pages take answers.
//
//   node build.js [folder of the widgets] [folder of the Python]

import { readFile, writeFile } from "node:fs/promises";
import { build } from "esbuild";

const [, , outdir = "../mha_lib/widgets/static", python = "../book/_static/python"] = process.argv;
const options = {
  absWorkingDir: import.meta.dirname,
  banner: { js: "// Made by `make widgets` from js/src; edit there." },
  bundle: true,
  charset: "utf8",
  outdir,
  target: "es2022",
};
await build({ ...options, entryPoints: ["src/widgets/*.js"], format: "esm" });
// A classic script, because a page reaches it earlier than a module.
await build({ ...options, entryPoints: ["src/mount.js"], format: "iife" });

// A page that was opened from a file loads classic scripts alone. So the worker's code and
// MicroPython, which is large and seldom changes, are texts in such scripts.
const small = {
  ...options,
  banner: { js: "// Made by `make widgets` from js/python; edit there. Licences: NOTICE.txt" },
  format: "iife",
  legalComments: "none",
  loader: { ".py": "text" },
  logOverride: { "empty-import-meta": "silent" }, // MicroPython asks it where it lies, and is told
  minify: true,
  outdir: python,
};
await build({ ...small, entryPoints: ["python/editor.js"] });
const worker = await build({
  ...small,
  entryPoints: ["python/worker.js"],
  // MicroPython is ready for node, too, with imports that no page's worker has.
  define: { process: "undefined" },
  external: ["module"],
  write: false,
});
const wasm = await readFile(
  new URL(import.meta.resolve("@micropython/micropython-webassembly-pyscript/micropython.wasm")),
);
const texts = { worker: worker.outputFiles[0].text, wasm: wasm.toString("base64") };
for (const [name, text] of Object.entries(texts)) {
  const script = `${small.banner.js}\n(globalThis.bookTexts ??= {}).${name} = ${JSON.stringify(text)};\n`;
  await writeFile(new URL(`${python}/${name}.js`, `file://${import.meta.dirname}/`), script);
}
