// Compares what the chosen head attends to in several sentences: the precomputed ones, the reader's
// own ones that are kept, and the one that is shown.

import { makeButton } from "../shared/controls.js";
import { make, write } from "../shared/dom.js";
import { formatToken } from "../shared/format.js";
import { makeKeyCells } from "../shared/top_keys.js";
import { findWord, quoteSentence } from "./sentence.js";

/** @import { Current } from "./current_sentence.js" */
/** @import { ReadSentence } from "./sentence.js" */

/**
 * @typedef {object} ComparedSentence
 * @property {ReadSentence} sentence With all heads on.
 * @property {number} query
 * @property {boolean} kept
 * @property {boolean} shown Whether it is the sentence that the widget shows.
 */

const MAX_KEPT = 8;
const FULL = `${MAX_KEPT} sentences are kept, and there is no room for more. Remove one to keep this one.`;

/**
 * Keeps sentences of the reader, and the position that was chosen when a sentence was last shown.
 * @param {ReadSentence[]} precomputed
 */
export function makeComparedSentences(precomputed) {
  /** @type {Map<string, ReadSentence>} */
  const kept = new Map();
  /** @type {Map<string, number>} */
  const queries = new Map();
  const listed = () => [...precomputed, ...kept.values()];
  const isFull = () => kept.size >= MAX_KEPT;
  return {
    isFull,
    /** @param {string} text */
    has: (text) => listed().some((sentence) => sentence.text === text),
    /** @param {ReadSentence} sentence */
    keep(sentence) {
      if (!isFull()) kept.set(sentence.text, sentence);
    },
    /** @param {string} text */
    remove(text) {
      kept.delete(text);
      queries.delete(text);
    },
    /**
     * Lists the sentences. In one that was not shown yet, the position is that of the shown
     * sentence's word, or the same position if the word is missing; past the end, the last one.
     * @param {Pick<Current, "whole" | "query" | "wanted">} now
     * @returns {ComparedSentence[]}
     */
    list({ whole, query, wanted }) {
      const all = new Map([...listed(), whole].map((sentence) => [sentence.text, sentence]));
      if (wanted) queries.set(whole.text, query);
      return [...all.values()].map((sentence) => {
        const { text, tokens } = sentence;
        const at = findWord(tokens, whole.tokens[query], query);
        const first = Math.min(at < 0 ? query : at, tokens.length - 1);
        return {
          sentence,
          query: text === whole.text ? query : (queries.get(text) ?? first),
          kept: kept.has(text),
          shown: wanted && text === whole.text,
        };
      });
    },
  };
}

/**
 * Makes the table of sentences, and the button that keeps the one that is shown.
 * @param {ReadSentence[]} precomputed
 * @param {(text: string, query: number) => void} show
 * @param {() => void} redraw
 */
export function makeComparison(precomputed, show, redraw) {
  const compared = makeComparedSentences(precomputed);
  /** @type {ReadSentence} */
  let current;
  const caption = make("caption");
  const body = make("tbody");
  const table = make("table", { class: "mha-comparison" }, caption, body);
  const keep = makeButton("keep this sentence", () => {
    compared.keep(current);
    redraw();
  });
  const full = make("p", { class: "mha-note" }, FULL);
  const node = make("div", {}, table);
  const buttons = () => [...node.querySelectorAll("button")];

  /**
   * Makes a sentence's two rows.
   * @param {ComparedSentence} compared
   * @param {number} head Counted through all layers.
   */
  const makeRows = ({ sentence, query, kept, shown }, head) => {
    const { text, tokens, weights } = sentence;
    const choose = makeButton(text, () => {
      if (!shown) show(text, query);
    });
    if (shown) choose.setAttribute("aria-current", "true");
    const remove = makeButton("remove", () => {
      compared.remove(text);
      redraw();
    });
    remove.setAttribute("aria-label", `remove ${quoteSentence(text)}`);
    const name = make("th", { scope: "rowgroup", colspan: 4 }, choose);
    if (kept) name.append(" ", remove);
    const row = weights.flat()[head][query];
    const from = make("th", { scope: "row" }, `from ${formatToken(tokens, query)}`);
    const cells = makeKeyCells({ title: text, row, what: "weight" }, tokens, "mha-position");
    return [make("tr", {}, name), make("tr", {}, from, ...cells)];
  };

  /**
   * @param {Current} now
   * @param {number} head Counted through all layers.
   */
  const draw = (now, head) => {
    current = now.whole;
    const focused = buttons().indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
    const nHeads = current.weights[0].length;
    const name = `Head ${Math.floor(head / nHeads)}.${head % nHeads}`;
    write(caption, `${name} in each sentence${now.off.length > 0 ? ", with all heads on" : ""}`);
    body.replaceChildren(...compared.list(now).flatMap((each) => makeRows(each, head)));
    keep.remove();
    full.remove();
    if (now.wanted && !compared.has(current.text)) node.append(compared.isFull() ? full : keep);
    // The focused button is new or gone: the focus stays at the same place.
    if (focused >= 0) (buttons()[focused] ?? buttons().at(-1))?.focus({ preventScroll: true });
  };
  return { node, draw };
}
