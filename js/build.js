// Bundles the JavaScript, so that pages and hosted notebooks need no node: each widget into one
// module; the scripts of the book's pages; the Python in which readers answer exercises there; and the
// engine of the book's search.
//
//   node build.js [folder of the widgets] [of the pages] [of the Python] [of the search]

import { glob, readFile, writeFile } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { build } from "esbuild";
import { rewriting } from "./src/page/python/library.js";

const [
  ,
  ,
  outdir = "../mha_lib/widgets/static",
  pages = "../book/_static/page",
  python = "../book/_static/python",
  search = "../book/_static/search",
] = process.argv;
const options = {
  absWorkingDir: import.meta.dirname,
  banner: { js: "// Made by `make widgets` from js/src; edit there." },
  bundle: true,
  charset: "utf8",
  lineLimit: 120, // so that a change shows in a few lines
  minify: true, // a page loads a third less of it
  outdir,
  target: "es2022",
};
// A widget is a folder with a view.
const views = {};
for await (const view of glob("src/*/view.js", { cwd: import.meta.dirname }))
  views[basename(dirname(view))] = view;
await build({ ...options, entryPoints: views, format: "esm" });
// This is a classic script, because a page runs it earlier than a module.
await build({ ...options, entryPoints: ["src/page/mount.js"], format: "iife" });

await build({
  ...options,
  entryPoints: ["src/page/book.js", "src/page/search_box.js"],
  format: "iife",
  outdir: pages,
});

const SEARCH_BANNER = `\
// Made by \`make widgets\` from js/src/page/search.js; edit there.
// Contains MiniSearch, Copyright 2022 Luca Ongaro, MIT licence; see ../python/NOTICE.txt.`;
await build({
  ...options,
  banner: { js: SEARCH_BANNER },
  entryNames: "engine",
  entryPoints: ["src/page/search.js"],
  format: "iife",
  globalName: "bookSearch",
  legalComments: "none",
  minify: true,
  outdir: search,
});

// A page that was opened from a file can load only classic scripts. So the worker's code is a string in
// one such script, and MicroPython, which is large and seldom changes, in another.
const small = {
  ...options,
  banner: { js: "// Made by `make widgets` from js/src/page; edit there. Licenses: NOTICE.txt" },
  format: "iife",
  legalComments: "none",
  // Without a URL, MicroPython would find its file by import.meta, which is empty here.
  logOverride: { "empty-import-meta": "silent" },
  minify: true,
  outdir: python,
};
await build({ ...small, entryPoints: ["src/page/python/editor.js"] });
const worker = await build({
  ...small,
  entryPoints: ["src/page/python/worker.js"],
  // For node, MicroPython imports modules that a page's worker lacks.
  define: { process: "undefined" },
  external: ["module"],
  plugins: [rewriting(readFile)],
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
