// Bundles the widgets, one module each, for pages and for notebooks where there is no node.
//
//   node build.js [folder]

import { build } from "esbuild";

const [, , outdir = "../mha_lib/widgets/static"] = process.argv;
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
