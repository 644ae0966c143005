// MaskPainter lets the reader paint a boolean mask, and shows how three functions read the same
// array.

import { makeButton, makeLiveRegion, makeScroll } from "../shared/controls.js";
import { make } from "../shared/dom.js";
import { makeColorBar, makeHeatmap } from "../shared/heatmap.js";
import { makePainter } from "../shared/painter.js";
import { makeWidget, setTraits, traits } from "../shared/widget.js";
import { describeCell, describeMask, presets, READERS, readMask } from "./masks.js";

/** @import { Matrix } from "../shared/math.js" */
/** @typedef {import("../shared/painter.js").Cell} Cell */
/** @typedef {import("./masks.js").Mask} Mask */
/**
 * @typedef {object} State
 * @property {Matrix} scores (queries, keys)
 * @property {string[]} tokens The label of each query.
 * @property {string[]} key_tokens The label of each key.
 * @property {Mask} mask (queries, keys)
 */
const MAX_CELL_PX = 34;

/**
 * Makes buttons that set the mask.
 * @param {{ name: string, mask: Mask }[]} offers
 * @param {(mask: Mask) => void} set
 */
function makePresets(offers, set) {
  const label = "set the mask to";
  const buttons = offers.map(({ name, mask }) => makeButton(name, () => set(mask)));
  const attributes = { class: "mha-choice mha-presets", role: "group", "aria-label": label };
  /** @param {Mask} mask */
  const draw = (mask) => {
    offers.forEach((offer, i) => {
      buttons[i].setAttribute("aria-pressed", String(String(offer.mask) === String(mask)));
    });
  };
  return { node: make("div", attributes, label, ...buttons), draw };
}

/**
 * Makes a map of the weights that one reader computes. A row of NaN is hatched and labeled "NaN".
 * @param {import("./masks.js").MaskReader} reader
 * @param {string[]} tokens
 * @param {string[]} keys
 */
function makeReading({ name, blocks }, tokens, keys) {
  const title = `${name}\nTrue = ${blocks ? "blocked" : "may attend"}`;
  const map = makeHeatmap(title, tokens, keys);
  map.body.style.gridTemplateColumns = `auto minmax(0, ${MAX_CELL_PX * keys.length}px)`;
  const words = tokens.map(() => make("span", {}, "NaN"));
  map.picture.append(make("div", { class: "mha-nans", "aria-hidden": "true" }, ...words));
  /** @param {Matrix} weights */
  const draw = (weights) => {
    map.draw(weights, "weights", 0, 1);
    words.forEach((word, i) => {
      word.classList.toggle("mha-nan", weights[i].some(Number.isNaN));
    });
  };
  return { node: map.node, onPoint: map.onPoint, draw };
}

/**
 * @param {HTMLElement} root
 * @param {import("../shared/widget.js").WidgetModel<State>} model
 * @returns {import("../shared/widget.js").WidgetParts<State>}
 */
function setup(root, model) {
  const { tokens, key_tokens, scores } = traits(model, "tokens", "key_tokens", "scores");
  const readAll = () => READERS.map((reader) => readMask(reader, scores, model.get("mask")));
  /** @type {Cell | null} */
  let pointed = null;
  /** @param {Cell} cell */
  const point = (cell) => {
    pointed = cell;
    sayPointed();
  };
  const sayPointed = () => {
    if (!pointed) return sayCell("Choose a cell, by pointer or arrow keys.");
    const state = traits(model, "scores", "tokens", "key_tokens", "mask");
    sayCell(describeCell(state, pointed, readAll()));
  };

  const offers = makePresets(presets(tokens.length, key_tokens.length), (mask) =>
    setTraits(model, { mask }),
  );
  const painter = makePainter("mask; pressed is True", tokens, key_tokens, {
    get: () => model.get("mask"),
    set: (mask) => setTraits(model, { mask }),
    point,
  });
  const readings = READERS.map((reader) => makeReading(reader, tokens, key_tokens));
  for (const reading of readings) reading.onPoint(point);
  const sentences = make("div", { class: "mha-painter-text" });
  const hint = make("p", { class: "mha-note" }, "✓ = True. Press, drag, or use space.");
  const paintRow = make(
    "div",
    { class: "mha-painter-row" },
    makeScroll(painter.node, hint),
    sentences,
  );
  const grid = make("div", { class: "mha-grid mha-readings" }, ...readings.map((r) => r.node));
  const bar = makeColorBar("weights", "0", "1", "weights, one scale for all; hatched is NaN");
  root.append(offers.node, paintRow, grid, bar);
  const [sayMask, sayCell] = [makeLiveRegion(sentences), makeLiveRegion(sentences)];

  return {
    observes: ["mask"],
    stateForTests() {
      /** Replaces NaN, which JSON lacks, by null. @param {Matrix} rows */
      const plain = (rows) => rows.map((row) => row.map((w) => (Number.isNaN(w) ? null : w)));
      const weights = readAll().map((rows, r) => [READERS[r].id, plain(rows)]);
      return { ...Object.fromEntries(weights), mask: model.get("mask") };
    },
    draw() {
      const mask = model.get("mask");
      const weights = readAll();
      painter.draw(mask);
      offers.draw(mask);
      readings.forEach((reading, r) => {
        reading.draw(weights[r]);
      });
      sayPointed(); // before the mask, because it is about the painted cell
      sayMask(...describeMask(mask));
    },
  };
}

export default makeWidget("A mask, read three ways", setup);
