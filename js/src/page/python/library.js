// Rewrites the library's own Python for the page, while build.js bundles it.

import { loadMicroPython } from "@micropython/micropython-webassembly-pyscript/micropython.mjs";
import { prepare } from "./prepare.js";

const COMPILE = `
try:
    compile(text, "library", "exec")
except Exception as error:
    said = io.StringIO()
    sys.print_exception(error, said)
    said = said.getvalue()
`;

/**
 * Returns the text that the page runs, or the line that it cannot run and why.
 *
 * @param {string} source
 * @returns {Promise<{ text: string } | { line: number, why: string }>}
 */
export async function translate(source) {
  const { text, line } = prepare(source);
  if (line) return { line, why: "prepare.js cannot read this; write it differently" };
  const python = await loadMicroPython();
  python.globals.set("text", text);
  python.runPython(`import io, sys\nsaid = ""${COMPILE}`);
  const said = python.globals.get("said");
  // It names no line for "\N{...}".
  const where = /"library", line (\d+)/.exec(said)?.[1] ?? lineOf(source, "\\N{");
  if (!said) return { text };
  const error = said.trim().split("\n").at(-1);
  const why = `MicroPython cannot run what prepare.js makes of this (${error}); write it differently`;
  return { line: Number(where), why };
}

/** @type {(text: string, part: string) => number} */
const lineOf = (text, part) => text.split(part)[0].split("\n").length;

/**
 * Bundles Python as text. The build fails if a file uses what cannot be rewritten.
 *
 * @param {(path: string, encoding: "utf8") => Promise<string>} readFile
 * @returns {import("esbuild").Plugin}
 */
export const rewriting = (readFile) => ({
  name: "rewriting",
  setup({ onLoad }) {
    onLoad({ filter: /\.py$/ }, async ({ path }) => {
      const source = await readFile(path, "utf8");
      const made = await translate(source);
      if ("text" in made) return { contents: made.text, loader: "text" };
      const { line, why } = made;
      const lineText = source.split("\n")[line - 1];
      return { errors: [{ text: why, location: { file: path, line, lineText } }] };
    });
  },
});
