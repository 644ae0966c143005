// Lets readers answer exercises in Python, in the page. The editor, a small Python and the cases
// are loaded when a reader first focuses the text field.

import { bringIntoView, make } from "./elements.js";
import { MAX_STORED_CHARACTERS, makeStore } from "./store.js";

/**
 * What the loaded scripts define: the editor and the worker of the page's Python, the texts of the
 * files that the worker runs, and the cases of this chapter's exercises.
 * @typedef {{ get: () => string, set: (text: string) => void }} Editor
 * @typedef {object} LoadedScripts
 * @property {{ edit: (field: HTMLTextAreaElement, options: { about: string, run: () => void,
 *   changed: (text: string) => void }) => Editor, runCell: (texts: object, code: string,
 *   cases: object, print: (line: string) => void) => Promise<{ text: string }> }} bookPython
 * @property {object} bookTexts
 * @property {Record<string, object>} codeCases
 */

const STATIC = new URL("../", /** @type {HTMLScriptElement} */ (document.currentScript).src).href;
const loaded = /** @type {LoadedScripts} */ (/** @type {unknown} */ (globalThis));
/** @type {Record<string, Promise<unknown>>} */
const loads = {};

/**
 * Loads a file as a classic script, because a page that was opened from a file can load nothing
 * else.
 * @param {string} file
 */
function load(file) {
  loads[file] ??= new Promise((resolve, reject) => {
    const script = make("script", { src: STATIC + file, onload: resolve, onerror: reject });
    document.head.append(script);
  });
  return loads[file];
}

const ABOUT_PYTHON =
  "It runs only in this browser, on a small part of torch. Ctrl+Enter or Cmd+Enter runs it. Tab " +
  "indents; Escape, then Tab, leaves the editor. Tried in Chromium, Firefox and WebKit.";

// A reader who types below the stub's last line gets what it returns.
const UNANSWERED = "not answered yet.";
const KEPT = /^[ \t]+return \.\.\.[ \t]*(#.*)?$/m;
const STILL_THERE = "not yet: “return ...” is still there; put your lines in its place.";

/**
 * Puts an editor for an exercise's code before its cell, which is folded.
 * @param {import("./judge.js").PageExercise} exercise
 * @param {Element} cell
 */
export function addCode({ name }, cell) {
  const [chapter, number] = name.split(".");
  const store = makeStore(`code ${name}`);
  const stub = cell.querySelector(".cell_input pre")?.textContent?.trimEnd() ?? "";
  const before = store.get();
  const about = make("p", { className: "about-python", hidden: true, textContent: ABOUT_PYTHON });
  const field = make("textarea", {
    ariaLabel: `Your code for exercise ${number}`,
    autocapitalize: "off",
    autocomplete: "off",
    spellcheck: false,
    value: before && before.length <= MAX_STORED_CHARACTERS ? before : stub,
  });
  field.rows = field.value.split("\n").length;
  const printed = make("pre", { role: "log", ariaLabel: "Printed", hidden: true, tabIndex: 0 });
  const verdict = make("p", { role: "status", className: "verdict" });
  const run = make("button", { type: "submit", textContent: "Run" });
  const reset = make("button", { type: "button", textContent: "Start anew" });
  const buttons = make("p", { className: "vote-noted" }, run, reset);
  const form = make("form", { className: "answer code" }, field, buttons, printed, verdict, about);
  form.ariaLabel = `Your answer in Python to exercise ${number}`;

  /** @type {Editor} */
  let editor = {
    get: () => field.value,
    set: (text) => {
      field.value = text;
    },
  };
  /** @param {string} text */
  const say = (text) => {
    verdict.textContent = text;
    verdict.classList.toggle("right", text.startsWith("correct"));
    verdict.classList.toggle("wrong", text.startsWith("not yet"));
  };
  /** @param {string} line */
  const print = (line) => {
    printed.hidden = false;
    printed.append(`${line}\n`);
  };
  const wipe = () => {
    printed.replaceChildren();
    printed.hidden = true;
    say("");
  };
  /** @param {string} text */
  const changed = (text) => {
    store.set(text === stub ? null : text);
    say("");
  };
  const loadEditor = () => {
    for (const file of ["python/wasm.js", "python/worker.js", `cases/${chapter}.js`])
      load(file).catch(() => {}); // if this fails, running the cell reports it
    const edit = () => {
      about.hidden = false;
      const run = () => form.requestSubmit();
      editor = loaded.bookPython.edit(field, { about: ABOUT_PYTHON, run, changed });
    };
    load("python/editor.js").then(edit, () => {}); // if there is no editor, the text field stays
  };
  field.addEventListener("focus", loadEditor, { once: true });
  field.addEventListener("input", () => changed(field.value));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (run.ariaDisabled) return;
    wipe();
    run.ariaDisabled = "true";
    say("running …");
    try {
      const files = ["wasm", "worker", "editor"].map((file) => load(`python/${file}.js`));
      await Promise.all([...files, load(`cases/${chapter}.js`)]);
      const { bookPython, bookTexts, codeCases } = loaded;
      const code = editor.get();
      const { text } = await bookPython.runCell(bookTexts, code, codeCases[name], print);
      say(text === UNANSWERED && code !== stub && KEPT.test(code) ? STILL_THERE : text);
    } catch {
      say("the page's Python could not be loaded: open the notebook.");
    }
    run.ariaDisabled = null;
    bringIntoView(verdict);
  });
  reset.addEventListener("click", () => {
    editor.set(stub);
    store.set(null);
    wipe();
  });
  const fold = make("details", {}, make("summary", { textContent: "In a notebook" }));
  cell.before(form, fold);
  fold.append(cell);
}
