// Readings: a sentence, word by word, and five ways to read what the verb's head does with it.

import { makeButton, makeChoice, makeSay } from "../controls.js";
import { make, setStyle, write } from "../dom.js";
import { percent, series, tellShort, upTo } from "../numbers.js";
import { flips, read } from "../readings.js";
import { makeWidget, put } from "../widget.js";

/**
 * @typedef {object} State
 * @property {import("../readings.js").Weights[]} models
 * @property {string[]} vocabulary
 * @property {number[]} partners
 * @property {number[]} numbers A word's: 0 for a noun of one, 1 of more, -1 for no noun.
 * @property {string[]} text
 * @property {number} nouns How many of the text's nouns are there.
 * @property {number} model
 * @property {number} head -1 for the mean of all.
 */

/** @typedef {import("../widget.js").Model<State>} Model */
/** @typedef {"weight" | "size" | "drop" | "mask" | "change"} Name */

const VERBS = ["is", "are"];
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
 * The words up to the last noun that is shown, as places in the vocabulary.
 * @param {Model} model
 */
function shown(model) {
  const [numbers, vocabulary] = [model.get("numbers"), model.get("vocabulary")];
  const ids = model.get("text").map((word) => vocabulary.indexOf(word));
  const nouns = upTo(ids.length).filter((i) => numbers[ids[i]] >= 0);
  return ids.slice(0, nouns[model.get("nouns") - 1] + 1);
}

/**
 * The head that is read: another model may have fewer.
 * @param {Model} model
 */
function headOf(model) {
  const heads = model.get("models")[model.get("model")].W_Q.length;
  return heads === 1 ? 0 : Math.min(model.get("head"), heads - 1);
}

/**
 * Which model, which head, how long a sentence.
 * @param {Model} model
 */
function makeControls(model) {
  const [models, numbers, vocabulary] = [
    model.get("models"),
    model.get("numbers"),
    model.get("vocabulary"),
  ];
  const which = makeChoice({
    label: "model",
    options: models.map(({ name }, value) => ({ value, text: name })),
    change: (value) => put(model, { model: value }),
  });
  const heads = models.map(({ W_Q }) => {
    if (W_Q.length < 2) return null;
    const own = upTo(W_Q.length).map((h) => ({ value: h, text: `head ${h}` }));
    const options = [...own, { value: -1, text: "mean of the heads" }];
    return makeChoice({ label: "read", options, change: (head) => put(model, { head }) });
  });
  const most = model.get("text").filter((w) => numbers[vocabulary.indexOf(w)] >= 0).length;
  const nouns = makeChoice({
    label: "nouns",
    options: upTo(most).map((i) => ({ value: i + 1, text: String(i + 1) })),
    change: (value) => put(model, { nouns: value }),
  });
  const node = make("div", { class: "mha-reads-top" });
  if (models.length > 1) node.append(which.node);
  node.append(...heads.flatMap((choice) => choice?.node ?? []));
  if (most > 1) node.append(nouns.node);
  const set = () => {
    which.set(model.get("model"));
    nouns.set(model.get("nouns"));
    heads.forEach((choice, i) => {
      if (!choice) return;
      choice.node.hidden = i !== model.get("model");
      choice.set(headOf(model));
    });
  };
  return { node, set };
}

/** How much goes to "is" and to "are". */
function makeAnswer() {
  const lines = VERBS.map((verb) => {
    const [bar, share] = [make("div"), make("span")];
    const rail = make("span", { class: "mha-rail", "aria-hidden": "true" }, bar);
    return { bar, share, node: make("div", {}, make("b", {}, verb), rail, share) };
  });
  const node = make("div", { class: "mha-verbs" }, ...lines.map((line) => line.node));
  /** @param {number[]} shares */
  const draw = (shares) => {
    lines.forEach(({ bar, share }, i) => {
      setStyle(bar, { share: `${100 * shares[i]}%` });
      write(share, percent(shares[i]));
    });
  };
  return { node, draw };
}

/** A number and its bar; a sign where it makes the answer flip. */
function makeCell() {
  const [bar, number] = [make("div"), make("span")];
  const node = make("td", {}, make("div", { class: "mha-rail", "aria-hidden": "true" }, bar));
  node.append(number);
  /**
   * @param {number | null} value
   * @param {boolean} flipped
   */
  const draw = (value, flipped) => {
    setStyle(bar, { share: `${100 * Math.max(0, value ?? 0)}%` });
    write(number, value === null ? "–" : `${tellShort(value)}${flipped ? " ⇄" : ""}`);
    node.classList.toggle("mha-flips", flipped);
  };
  return { node, draw };
}

/**
 * The sentence downwards, a line a word; a word that may be another one is a button.
 * @param {Model} model
 */
function makeTable(model) {
  const [vocabulary, partners] = [model.get("vocabulary"), model.get("partners")];
  const lines = model.get("text").map((first, i) => {
    const button = makeButton("", () => {
      const text = model.get("text").slice();
      text[i] = vocabulary[partners[vocabulary.indexOf(text[i])]];
      put(model, { text });
    });
    // A word keeps its place, or its partner takes it: what has none at first will never have one.
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
  const node = make("table", { class: "mha-reads", "aria-label": "readings, a line a word" });
  node.append(above, make("tr", {}, make("th", { scope: "col" }, "word"), ...heads), ...rows);
  /** @param {import("../readings.js").Readings} now */
  const draw = (now) => {
    const flipped = Object.fromEntries(EFFECTS.map((name) => [name, flips(now, name)]));
    lines.forEach(({ button, fixed, cells, node }, i) => {
      node.hidden = i >= now.weight.length;
      if (node.hidden) return;
      if (!fixed) {
        const word = model.get("text")[i];
        const other = vocabulary[partners[vocabulary.indexOf(word)]];
        write(button, word);
        button.setAttribute("aria-label", `${word}, place ${i}; exchange it for ${other}`);
      }
      NAMES.forEach((name, k) => {
        cells[k].draw(now[name][i], flipped[name]?.includes(i) ?? false);
      });
    });
  };
  return { node, draw };
}

/**
 * What is drawn, in words: the answer, where most weight lies, and what makes the answer flip.
 * @param {Model} model
 * @param {number[]} ids
 * @param {import("../readings.js").Readings} now
 */
function story(model, ids, now) {
  const [vocabulary, numbers] = [model.get("vocabulary"), model.get("numbers")];
  /** @param {number} i */
  const told = (i) => `“${vocabulary[ids[i]]}” (${i})`;
  /** @param {number[]} places */
  const list = (places) => (places.length > 0 ? series(places.map(told)) : "no word");
  const [says, first] = [
    now.shares[1] > now.shares[0] ? 1 : 0,
    ids.findIndex((w) => numbers[w] >= 0),
  ];
  const right = numbers[ids[first]] === says ? "right" : "wrong";
  const top = now.weight.indexOf(Math.max(...now.weight));
  const head = headOf(model);
  const who = head < 0 ? "The mean of the heads" : `Head ${head}`;
  return [
    `The model says “${VERBS[says]}” with ${percent(now.shares[says])}, ${right}.`,
    `${who} gives most weight, ${tellShort(now.weight[top])}, to ${told(top)}.`,
    `To drop a term flips the answer at ${list(flips(now, "drop"))};`,
    `to mask a key, at ${list(flips(now, "mask"))};`,
    `to change the word, at ${list(flips(now, "change"))}.`,
  ];
}

/**
 * @param {HTMLElement} root
 * @param {Model} model
 * @returns {import("../widget.js").Wired<State>}
 */
function wire(root, model) {
  const [controls, table, answer] = [makeControls(model), makeTable(model), makeAnswer()];
  root.append(controls.node, table.node, answer.node);
  const say = makeSay(root);
  const note =
    "Click a framed word to exchange it. All bars go from 0 to 1. ⇄: the answer flips. " +
    "–: no other word may stand there.";
  root.append(make("p", { class: "mha-note" }, note));
  const now = () => {
    const ids = shown(model);
    const own = model.get("models")[model.get("model")];
    return { ids, ...read(own, ids, headOf(model), model.get("partners")) };
  };
  return {
    hears: ["model", "head", "text", "nouns"],
    numbers: now,
    draw() {
      const { ids, ...readings } = now();
      controls.set();
      table.draw(readings);
      answer.draw(readings.shares);
      say(...story(model, ids, readings));
    },
  };
}

export default makeWidget("Readings of one row of attention", wire);
