// Readings shows a sentence word by word, with five readings of the last word's attention.

import { makeButton, makeChoice, makeLiveRegion } from "../shared/controls.js";
import { make, setStyle, write } from "../shared/dom.js";
import { formatFixed, formatPercent } from "../shared/format.js";
import { upTo } from "../shared/math.js";
import { makeWidget, setTraits } from "../shared/widget.js";
import {
  computeReadings,
  cutText,
  describeReadings,
  flippingWords,
  shownHead,
  VERBS,
} from "./readings.js";

/**
 * @typedef {object} State
 * @property {import("./readings.js").VerbModel[]} models
 * @property {string[]} vocabulary
 * @property {number[]} partners
 * @property {number[]} numbers For each word, 0 if it is a singular noun, 1 if it is a plural,
 *   otherwise -1.
 * @property {string[]} text
 * @property {number} nouns How many of the text's nouns are shown.
 * @property {number} model
 * @property {number} head The head that is read; -1 for the mean of all.
 */

/** @typedef {import("../shared/widget.js").WidgetModel<State>} WidgetModel */
/** @typedef {"weight" | "size" | "drop" | "mask" | "change"} Name */

/** @type {Record<Name, string>} */
const TITLES = {
  weight: "weight",
  size: "weight × size",
  drop: "term dropped",
  mask: "key masked",
  change: "word changed",
};
const NAMES = /** @type {Name[]} */ (Object.keys(TITLES));
const EFFECTS = /** @type {("drop" | "mask" | "change")[]} */ (["drop", "mask", "change"]);

/**
 * Returns the shown words, with the number and the vocabulary index of each.
 * @param {WidgetModel} model
 */
function shownWords(model) {
  const [numbers, vocabulary] = [model.get("numbers"), model.get("vocabulary")];
  /** @param {string[]} words */
  const numbersOf = (words) => words.map((word) => numbers[vocabulary.indexOf(word)]);
  const words = cutText(model.get("text"), numbersOf(model.get("text")), model.get("nouns"));
  return { words, numbers: numbersOf(words), ids: words.map((word) => vocabulary.indexOf(word)) };
}

/** Makes the controls that choose model, head and number of nouns. @param {WidgetModel} model */
function makeControls(model) {
  const [models, numbers, vocabulary] = [
    model.get("models"),
    model.get("numbers"),
    model.get("vocabulary"),
  ];
  const which = makeChoice({
    label: "model",
    options: models.map(({ name }, value) => ({ value, text: name })),
    change: (value) => setTraits(model, { model: value }),
  });
  const heads = models.map(({ W_Q }) => {
    if (W_Q.length < 2) return null;
    const heads = upTo(W_Q.length).map((h) => ({ value: h, text: `head ${h}` }));
    const options = [...heads, { value: -1, text: "mean of the heads" }];
    return makeChoice({ label: "read", options, change: (head) => setTraits(model, { head }) });
  });
  const most = model.get("text").filter((w) => numbers[vocabulary.indexOf(w)] >= 0).length;
  const nouns = makeChoice({
    label: "nouns",
    options: upTo(most).map((i) => ({ value: i + 1, text: String(i + 1) })),
    change: (value) => setTraits(model, { nouns: value }),
  });
  const node = make("div", { class: "mha-reading-controls" });
  if (models.length > 1) node.append(which.node);
  node.append(...heads.flatMap((choice) => choice?.node ?? []));
  if (most > 1) node.append(nouns.node);
  const set = () => {
    which.set(model.get("model"));
    nouns.set(model.get("nouns"));
    heads.forEach((choice, i) => {
      if (!choice) return;
      choice.node.hidden = i !== model.get("model");
      choice.set(shownHead(models[i], model.get("head")));
    });
  };
  return { node, set };
}

/** Makes the bars for the probabilities of "is" and "are". */
function makeAnswer() {
  const lines = VERBS.map((verb) => {
    const bar = make("div");
    const percentage = make("span");
    const rail = make("span", { class: "mha-rail", "aria-hidden": "true" }, bar);
    return { bar, percentage, node: make("div", {}, make("b", {}, verb), rail, percentage) };
  });
  const node = make("div", { class: "mha-verbs" }, ...lines.map((line) => line.node));
  /** @param {number[]} probabilities */
  const draw = (probabilities) => {
    lines.forEach(({ bar, percentage }, i) => {
      setStyle(bar, { fill: `${100 * probabilities[i]}%` });
      write(percentage, formatPercent(probabilities[i]));
    });
  };
  return { node, draw };
}

/** Makes a table cell with a number, its bar, and ⇄ if the answer flips. */
function makeCell() {
  const bar = make("div");
  const number = make("span");
  const node = make("td", {}, make("div", { class: "mha-rail", "aria-hidden": "true" }, bar));
  node.append(number);
  /** @type {(value: number | null, flipped: boolean) => void} */
  const draw = (value, flipped) => {
    setStyle(bar, { fill: `${100 * Math.max(0, value ?? 0)}%` });
    write(number, value === null ? "–" : `${formatFixed(value)}${flipped ? " ⇄" : ""}`);
    node.classList.toggle("mha-flipped", flipped);
  };
  return { node, draw };
}

/**
 * Makes the table, one row per word; a word that can be exchanged is a button.
 * @param {WidgetModel} model
 */
function makeTable(model) {
  const [vocabulary, partners] = [model.get("vocabulary"), model.get("partners")];
  const lines = model.get("text").map((first, i) => {
    const button = makeButton("", () => {
      const text = model.get("text").slice();
      text[i] = vocabulary[partners[vocabulary.indexOf(text[i])]];
      setTraits(model, { text });
    });
    // A word can only be exchanged for its partner and back, so a word without a partner never gets
    // one.
    const fixed = partners[vocabulary.indexOf(first)] < 0;
    const cells = NAMES.map(makeCell);
    const word = make("th", { scope: "row" }, fixed ? first : button);
    const node = make("tr", {}, word, ...cells.map((cell) => cell.node));
    return { button, fixed, cells, node };
  });
  const above = make(
    "tr",
    {},
    make("td"),
    make("th", { scope: "colgroup", colspan: 2 }, "what is read"),
    make("th", { scope: "colgroup", colspan: 3 }, "what the answer loses"),
  );
  const heads = NAMES.map((name) => make("th", { scope: "col" }, TITLES[name]));
  const rows = lines.map(({ node }) => node);
  const node = make("table", {
    class: "mha-reading-table",
    "aria-label": "readings, a row per word",
  });
  node.append(above, make("tr", {}, make("th", { scope: "col" }, "word"), ...heads), ...rows);
  /** @param {import("./readings.js").Readings} now */
  const draw = (now) => {
    const flipped = Object.fromEntries(EFFECTS.map((name) => [name, flippingWords(now, name)]));
    lines.forEach(({ button, fixed, cells, node }, i) => {
      node.hidden = i >= now.weight.length;
      if (node.hidden) return;
      if (!fixed) {
        const word = model.get("text")[i];
        const other = vocabulary[partners[vocabulary.indexOf(word)]];
        write(button, word);
        button.setAttribute("aria-label", `${word}, position ${i}; exchange it for ${other}`);
      }
      NAMES.forEach((name, k) => {
        cells[k].draw(now[name][i], flipped[name]?.includes(i) ?? false);
      });
    });
  };
  return { node, draw };
}

/**
 * @param {HTMLElement} root
 * @param {WidgetModel} model
 * @returns {import("../shared/widget.js").WidgetParts<State>}
 */
function setup(root, model) {
  const controls = makeControls(model);
  const table = makeTable(model);
  const answer = makeAnswer();
  root.append(controls.node, table.node, answer.node);
  const say = makeLiveRegion(root);
  const note =
    "Click a framed word to exchange it. All bars go from 0 to 1. ⇄: the answer flips. " +
    "–: no other word fits there.";
  root.append(make("p", { class: "mha-note" }, note));
  const now = () => {
    const sent = model.get("models")[model.get("model")];
    const head = shownHead(sent, model.get("head"));
    const text = shownWords(model);
    return { text, head, ...computeReadings(sent, text.ids, head, model.get("partners")) };
  };
  return {
    observes: ["model", "head", "text", "nouns"],
    stateForTests: now,
    draw() {
      const { text, head, ...readings } = now();
      controls.set();
      table.draw(readings);
      answer.draw(readings.probabilities);
      say(...describeReadings(text.words, text.numbers, head, readings));
    },
  };
}

export default makeWidget("Readings of one row of attention", setup);
