// Provides an editor that replaces an exercise's text field, and the function that runs its cell. A
// page loads this script when the reader first focuses the field; before that it has only
// `code_cell.js`.

import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { pythonLanguage } from "@codemirror/lang-python";
import {
  bracketMatching,
  indentOnInput,
  indentUnit,
  syntaxHighlighting,
} from "@codemirror/language";
import { EditorState } from "@codemirror/state";
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  keymap,
  lineNumbers,
} from "@codemirror/view";
import { classHighlighter } from "@lezer/highlight";
import { runCell } from "./run.js";

/**
 * Replaces a text field with an editor that has the same text and cursor.
 *
 * @param {HTMLTextAreaElement} field
 * @param {{ about: string, run: () => void, changed: (text: string) => void }} options
 */
function edit(field, { about, run, changed }) {
  const focused = document.activeElement === field;
  const view = new EditorView({
    state: EditorState.create({
      doc: field.value,
      selection: { anchor: field.selectionStart, head: field.selectionEnd },
      extensions: [
        lineNumbers(),
        history(),
        drawSelection(),
        bracketMatching(),
        indentOnInput(),
        indentUnit.of("    "),
        highlightActiveLine(),
        pythonLanguage,
        syntaxHighlighting(classHighlighter),
        EditorView.contentAttributes.of({
          "aria-description": about,
          "aria-label": field.ariaLabel ?? "",
        }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) changed(update.state.doc.toString());
        }),
        keymap.of([
          // Both keys work on every system; `Mod` would be only Cmd on a Mac.
          ...["Ctrl-Enter", "Meta-Enter"].map((key) => ({ key, run: () => [run()].length > 0 })),
          indentWithTab,
          ...defaultKeymap,
          ...historyKeymap,
        ]),
      ],
    }),
  });
  field.replaceWith(view.dom);
  if (focused) view.focus();
  return {
    get: () => view.state.doc.toString(),
    /** @param {string} text */
    set: (text) => {
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } });
    },
  };
}

Object.assign(globalThis, { bookPython: { edit, runCell } });
