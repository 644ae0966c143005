// Compares what the chosen head attends to from the chosen word in several sentences: the precomputed
// ones, the reader's own ones that are kept, each from its own word, and the one that is shown.

import { makeButton } from "../shared/controls.js";
import { make, write } from "../shared/dom.js";
import { formatToken } from "../shared/format.js";
import { makeKeyCells } from "../shared/top_keys.js";
import { MAX_CLAIM_CHARACTERS, MAX_KEPT } from "./kept.js";
import { findWord, formatPlace, formatWeightOn, placesOf, quoteSentence } from "./sentence.js";

/** @import { Current } from "./current_sentence.js" */
/** @import { ReadSentence } from "./sentence.js" */
/** @typedef {ReturnType<typeof import("./kept.js").makeKept>} Kept */

/**
 * @typedef {object} ComparedSentence
 * @property {string} text
 * @property {ReadSentence | null} sentence With all heads on; null if the model has not read it.
 * @property {number} place The position whose row is compared; -1 if there is none.
 * @property {boolean} has Whether the sentence has the chosen word.
 * @property {boolean} own Whether the row has its own word.
 * @property {boolean} kept
 * @property {boolean} shown Whether it is the sentence that the widget shows.
 */

const FULL = `${MAX_KEPT} sentences are kept, and there is no room for more. Remove one to keep this one.`;
const STORED = "Your claim and your sentences stay in this browser.";
const NOT_STORED = "Your claim and your sentences stay until this page is closed.";
const UNREAD = "Load the model to see this sentence.";
const CHOOSE = "choose a word";
const FOLLOW = "the chosen word";

/**
 * Lists the sentences, each with the position of its own word or, without one, of the chosen word. A
 * sentence without the chosen word has the position that the reader chose for it, or the one that is
 * shown.
 * @param {ReadSentence[]} precomputed
 * @param {Pick<Kept, "sentences" | "places">} kept
 * @param {Pick<Current, "whole" | "query" | "chosen" | "wanted">} now
 * @param {(text: string) => number | undefined} chosenIn
 * @returns {ComparedSentence[]}
 */
export function listSentences(precomputed, kept, { whole, query, chosen, wanted }, chosenIn) {
  /** @type {Map<string, ReadSentence | null>} */
  const all = new Map(precomputed.map((sentence) => [sentence.text, sentence]));
  for (const [text, sentence] of kept.sentences) all.set(text, sentence);
  all.set(whole.text, whole);
  return [...all].map(([text, sentence]) => {
    const place = sentence ? findWord(sentence.tokens, chosen) : -1;
    const instead = text === whole.text ? query : (chosenIn(text) ?? -1);
    const pinned = kept.places.get(text) ?? -1;
    const own = sentence !== null && pinned in sentence.tokens;
    const followed = place < 0 && sentence ? instead : place;
    return {
      text,
      sentence,
      place: own ? pinned : followed,
      has: place >= 0,
      own,
      kept: kept.sentences.has(text),
      shown: wanted && text === whole.text,
    };
  });
}

/**
 * Makes the menu of a sentence's words.
 * @param {string} label
 * @param {string[]} tokens
 * @param {number} place -1 if none is chosen.
 * @param {string} none What stands for no word of the sentence; "" leaves it out.
 * @param {(place: number) => void} choose
 */
function makeWordMenu(label, tokens, place, none, choose) {
  const words = tokens.map((_, i) => make("option", { value: i }, formatToken(tokens, i)));
  const options = none ? [make("option", { value: -1 }, none), ...words] : words;
  const select = make("select", { class: "mha-words", "aria-label": label }, ...options);
  select.value = String(place);
  select.addEventListener("change", () => choose(Number(select.value)));
  return select;
}

/**
 * Makes the field for the claim.
 * @param {Kept} kept
 * @param {() => void} redraw
 */
function makeClaim(kept, redraw) {
  const options = { type: "text", size: 40, maxlength: MAX_CLAIM_CHARACTERS, autocomplete: "off" };
  const input = make("input", options);
  input.value = kept.claim();
  input.addEventListener("input", () => {
    kept.setClaim(input.value);
    redraw();
  });
  return make("label", { class: "mha-claim" }, make("span", {}, "My claim"), input);
}

/**
 * Makes the table of sentences, the claim above it, and the button that keeps the sentence that is
 * shown.
 * @param {ReadSentence[]} precomputed
 * @param {Kept} kept
 * @param {object} act
 * @param {(text: string) => void} act.show
 * @param {(text: string, place: number) => void} act.chooseIn Chooses a position for one sentence; -1
 *   for none.
 * @param {(text: string) => number | undefined} act.chosenIn
 * @param {() => void} act.redraw
 */
export function makeComparison(precomputed, kept, { show, chooseIn, chosenIn, redraw }) {
  /** @type {ReadSentence} */
  let current;
  let query = 0;
  const caption = make("caption");
  const body = make("tbody");
  const keep = makeButton("keep this sentence", () => {
    kept.keep(current, query);
    chooseIn(current.text, query);
  });
  const full = make("p", { class: "mha-note" }, FULL);
  const stays = make("p", { class: "mha-note" }, kept.isStored ? STORED : NOT_STORED);
  const claim = makeClaim(kept, () => drawNote());
  const rows = make("div", {}, make("table", {}, caption, body));
  const node = make("div", { class: "mha-comparison" }, claim, rows, stays);
  const controls = () => [
    .../** @type {NodeListOf<HTMLElement>} */ (node.querySelectorAll("button, select")),
  ];
  const drawNote = () => {
    stays.hidden = kept.isEmpty();
  };

  /**
   * Makes the row that says where a sentence is asked from, and the weight on another word.
   * @param {ComparedSentence & { sentence: ReadSentence }} compared
   * @param {number} head Counted through all layers.
   * @param {string} word The chosen one.
   * @param {string} to The word that is attended to; "" for none.
   */
  const makeNumbers = (compared, head, word, to) => {
    const { text, sentence, place, has, own } = compared;
    const { tokens, weights } = sentence;
    /** @type {HTMLElement[]} */
    const lines = [];
    /** @param {number} chosen */
    const choose = (chosen) => {
      if (compared.kept) kept.pin(text, chosen);
      chooseIn(text, chosen);
    };
    /** @param {string} name @param {string} label @param {string} none */
    const addMenu = (name, label, none) => {
      const menu = makeWordMenu(label, tokens, place, none, choose);
      lines.push(make("tr", {}, make("td", { colspan: 4 }, `${name} `, menu)));
    };
    if (own) addMenu("its own word:", `own word of ${quoteSentence(text)}`, FOLLOW);
    else if (!has) {
      const label = `no “${word}” in ${quoteSentence(text)}: from`;
      addMenu(`no “${word}” here; from`, label, place < 0 ? CHOOSE : "");
    }
    if (place < 0) return lines;
    const row = weights.flat()[head][place];
    const cells = makeKeyCells({ title: text, row, what: "weight" }, tokens, "mha-position");
    const from = make("th", { scope: "row" }, `from ${formatPlace(tokens, place)}`);
    lines.push(make("tr", {}, from, ...cells));
    if (placesOf(tokens, to).length === 0) return lines;
    const weight = make("td", { colspan: 3 }, formatWeightOn(tokens, row, to));
    return [...lines, make("tr", {}, make("th", { scope: "row" }, `to “${to}”`), weight)];
  };

  /**
   * Makes a sentence's rows.
   * @param {ComparedSentence} compared
   * @param {number} head Counted through all layers.
   * @param {string} word
   * @param {string} to
   */
  const makeRows = (compared, head, word, to) => {
    const { text, sentence, shown } = compared;
    const choose = makeButton(text, () => {
      if (!shown) show(text);
    });
    if (shown) choose.setAttribute("aria-current", "true");
    const name = make("th", { scope: "rowgroup", colspan: 4 }, choose);
    if (compared.kept) {
      const remove = makeButton("remove", () => {
        kept.remove(text);
        redraw();
      });
      remove.setAttribute("aria-label", `remove ${quoteSentence(text)}`);
      name.append(" ", remove);
    }
    const numbers = sentence
      ? makeNumbers({ ...compared, sentence }, head, word, to)
      : [make("tr", {}, make("td", { colspan: 4 }, UNREAD))];
    return [make("tr", {}, name), ...numbers];
  };

  /**
   * @param {Current} now
   * @param {number} head Counted through all layers.
   * @param {string} to The word that is attended to; "" for none.
   */
  const draw = (now, head, to) => {
    current = now.whole;
    query = now.query;
    if (now.wanted) kept.fill(current);
    const focused = controls().indexOf(/** @type {HTMLElement} */ (document.activeElement));
    const nHeads = current.weights[0].length;
    const name = `Head ${Math.floor(head / nHeads)}.${head % nHeads}`;
    write(caption, `${name} in each sentence${now.off.length > 0 ? ", with all heads on" : ""}`);
    const listed = listSentences(precomputed, kept, now, chosenIn);
    body.replaceChildren(...listed.flatMap((each) => makeRows(each, head, now.chosen.word, to)));
    keep.remove();
    full.remove();
    const known = kept.sentences.has(current.text) || precomputed.includes(current);
    if (now.wanted && !known) rows.append(kept.isFull() ? full : keep);
    drawNote();
    // The focused control is new or gone: the focus stays at the same place.
    if (focused >= 0) (controls()[focused] ?? controls().at(-1))?.focus({ preventScroll: true });
  };
  return { node, draw };
}
