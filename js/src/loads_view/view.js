// LoadsView compares a model that is loaded correctly with wrong loads of it, and shows what a demo
// reveals of the difference.

import { makeChoice, makeLiveRegion, makeSlider, onArrows } from "../shared/controls.js";
import { make, makeBarTable, write } from "../shared/dom.js";
import { formatFixed } from "../shared/format.js";
import { makeColorBar, makeHeatmap } from "../shared/heatmap.js";
import { makeWidget, setTraits, traits } from "../shared/widget.js";
import {
  countingLabels,
  describeLoad,
  describePair,
  describeThreshold,
  formatError,
  formatState,
  largestError,
  measureLoad,
} from "./load_comparison.js";

/** @import { Matrix } from "../shared/math.js" */

/**
 * @typedef {object} State
 * @property {string[]} names The loads' names; the first is the correct load.
 * @property {Matrix[]} similarities (loads, rows, columns); pairs on the diagonal.
 * @property {Matrix} errors (loads, states)
 * @property {string[]} first
 * @property {string[]} second
 * @property {number} load
 * @property {number} max_threshold_steps These many steps are a threshold of 1.
 * @property {number} threshold_steps
 * @property {number[]} pair Row and column.
 */
/** @typedef {import("../shared/widget.js").WidgetModel<State>} WidgetModel */
/** @typedef {import("./load_comparison.js").LoadMeasures} LoadMeasures */

/** @param {WidgetModel} model */
function makeControls(model) {
  const most = model.get("max_threshold_steps");
  const choice = makeChoice({
    label: "load",
    options: model.get("names").map((text, value) => ({ value, text })),
    change: (load) => setTraits(model, { load }),
  });
  const threshold = makeSlider({
    label: "“the same” from a similarity of",
    max: most,
    show: (step) => formatFixed(step / most),
    change: (step) => setTraits(model, { threshold_steps: step }),
  });
  const set = () => {
    choice.set(model.get("load"));
    threshold.set(model.get("threshold_steps"));
  };
  return { choice: choice.node, threshold: threshold.node, set };
}

/** Makes both matrices; a pointer and the arrow keys choose a cell. @param {WidgetModel} model */
function makeMatrices(model) {
  const n = model.get("first").length;
  const labels = countingLabels(n);
  const title = make("span");
  const maps = [
    makeHeatmap(model.get("names")[0], labels, labels),
    makeHeatmap(title, labels, labels),
  ];
  const node = make("div", {
    class: "mha-grid mha-loads",
    role: "group",
    tabindex: 0,
    "aria-label": "similarities; arrow keys choose a pair of sentences",
  });
  node.append(...maps.map((map) => map.node));
  /** @param {number[]} pair */
  const go = (pair) => {
    const exists = pair.every((index) => index >= 0 && index < n);
    if (exists && String(pair) !== String(model.get("pair"))) setTraits(model, { pair });
  };
  for (const map of maps) map.onPoint(go);
  onArrows(node, (down, right) => {
    const [i, j] = model.get("pair");
    go([i + down, j + right]);
  });
  const draw = () => {
    const [load, [i, j]] = [model.get("load"), model.get("pair")];
    write(title, load === 0 ? "the same again" : model.get("names")[load]);
    const box = { top: i, left: j, height: 1, width: 1, kind: "mha-asked" };
    [0, load].forEach((index, k) => {
      maps[k].draw(model.get("similarities")[index], "weights", 0, 1);
      maps[k].frame([box]);
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
  const [controls, matrices] = [makeControls(model), makeMatrices(model)];
  const states = model.get("errors")[0].map((_, state) => formatState(state));
  const errors = makeBarTable("Error of the tokens, relative to their length", [], states);
  const limit = largestError(model.get("errors"));
  root.append(make("div", { class: "mha-top-row" }, controls.choice));
  root.append(
    matrices.node,
    makeColorBar("weights", "0 or less", "1", "similarity; pairs are on the diagonal"),
  );
  const say = makeLiveRegion(root);
  root.append(
    errors.node,
    make("div", { class: "mha-controls mha-after-table" }, controls.threshold),
  );
  const sayBelow = makeLiveRegion(root);
  const now = () => {
    const threshold = model.get("threshold_steps") / model.get("max_threshold_steps");
    const load = model.get("load");
    const readings = [0, load].map((k) => measureLoad(model.get("similarities")[k], threshold));
    return { load, threshold, pair: model.get("pair"), readings };
  };
  return {
    observes: ["load", "threshold_steps", "pair"],
    stateForTests: () => ({ ...now(), errors: model.get("errors")[model.get("load")] }),
    draw() {
      const { load, pair, readings } = now();
      const [right, chosen] = readings;
      const off = model.get("errors")[load];
      controls.set();
      matrices.draw();
      errors.draw(
        off.map((error) => [formatError(error)]),
        off.map((error) => error / limit),
      );
      const { first, second, similarities } = traits(model, "first", "second", "similarities");
      const both = [similarities[0], similarities[load]];
      say(
        ...describeLoad(model.get("names")[load], right, chosen, off),
        describePair(first, second, pair, both),
      );
      sayBelow(describeThreshold(right, chosen));
    },
  };
}

export default makeWidget("Wrong loads of one model", setup);
