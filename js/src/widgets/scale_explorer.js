// ScaleExplorer: the scores of random queries and keys, by width of a head and divisor.

import { makeButton, makeChoice, makeSay, makeSlider } from "../controls.js";
import { make, makeDrawing } from "../dom.js";
import { largest, percent, tell, total, upTo } from "../numbers.js";
import { compute, KEYS, makeDots, PAIRS, SPAN, story } from "../scale.js";
import { makeWidget, put } from "../widget.js";

/**
 * @typedef {object} State
 * @property {number} d_head 1, 2, 4, ... 1024
 * @property {import("../scale.js").Divisor} divisor
 * @property {number} seed 0 to 9999
 */

const LAST_POWER = 10;
const SEEDS = 10000;
const TICKS = [-30, -20, -10, 0, 10, 20, 30];
/** @type {{ value: State["divisor"], text: string }[]} */
const DIVISORS = [
  { value: "none", text: "nothing" },
  { value: "sqrt(d_head)", text: "√d_head" },
  { value: "d_head", text: "d_head" },
];
const AXIS =
  "Each bar counts scores of random queries with random keys, over a range of width 1. " +
  "The dashed lines stand one standard deviation from 0.";

/** The histogram. Its shapes stretch with the page; its words stand outside and do not. */
function makeHistogram() {
  const bars = makeDrawing("path", { class: "mha-bars" });
  const spread = makeDrawing("path", { class: "mha-spread" });
  const viewBox = `${-SPAN / 2} 0 ${SPAN} 1`;
  const frame = { viewBox, preserveAspectRatio: "none", "aria-hidden": "true" };
  const ticks = TICKS.map((tick) => {
    const left = `left: ${(100 * (tick + SPAN / 2)) / SPAN}%`;
    return make("span", { style: left }, String(tick).replace("-", "−"));
  });
  const caption = make("figcaption");
  const node = make(
    "figure",
    { class: "mha-histogram" },
    caption,
    makeDrawing("svg", frame, bars, spread),
    make("div", { class: "mha-axis", "aria-hidden": "true" }, ...ticks),
    make("p", { class: "mha-note" }, AXIS),
  );
  /** @param {Pick<import("../scale.js").Scores, "bins" | "deviation">} scores */
  const draw = ({ bins, deviation }) => {
    const top = largest(bins);
    const beyond = 1 - total(bins);
    const paths = bins.map((share, i) => `M${i - SPAN / 2 + 0.1} 1v${-share / top}h.8V1z`);
    bars.setAttribute("d", paths.join(""));
    spread.setAttribute("d", `M${-deviation} 0v1M${deviation} 0v1`);
    const outside = beyond > 1e-9 ? ` ${percent(beyond)} of them lie beyond the axis.` : "";
    caption.textContent =
      `The scores of ${PAIRS} pairs have a standard deviation of ${tell(deviation)}. ` +
      `The tallest bar holds ${percent(top)} of them.${outside}`;
  };
  return { node, draw };
}

/** One softmax row: a line a key, with its score, its weight, and the weight as a bar. */
function makeRow() {
  const lines = upTo(KEYS).map(() => ({
    score: make("td"),
    weight: make("td"),
    bar: make("div"),
  }));
  const rows = lines.map(({ score, weight, bar }, j) => {
    const key = make("th", { scope: "row" }, `key ${j}`);
    return make("tr", {}, key, score, weight, make("td", { "aria-hidden": "true" }, bar));
  });
  const heads = ["key", "score", "weight"].map((text) => make("th", { scope: "col" }, text));
  const node = make(
    "table",
    { class: "mha-shares" },
    make("caption", {}, `One query, ${KEYS} keys: softmax of the scores`),
    make("tr", {}, ...heads, make("td")),
    ...rows,
  );
  /** @param {Pick<import("../scale.js").Scores, "row_scores" | "weights">} scores */
  const draw = ({ row_scores, weights }) => {
    lines.forEach(({ score, weight, bar }, j) => {
      score.textContent = tell(row_scores[j]);
      weight.textContent = tell(weights[j]);
      bar.style.width = `${100 * weights[j]}%`;
    });
  };
  return { node, draw };
}

/**
 * @param {HTMLElement} root
 * @param {import("../widget.js").Model<State>} model
 * @returns {import("../widget.js").Wired<State>}
 */
function wire(root, model) {
  const width = makeSlider({
    label: "width d_head",
    max: LAST_POWER,
    show: (power) => String(2 ** power),
    change: (power) => put(model, { d_head: 2 ** power }),
  });
  const divisor = makeChoice({
    label: "scores divided by",
    options: DIVISORS,
    change: (value) => put(model, { divisor: value }),
  });
  const again = makeButton("", () => put(model, { seed: (model.get("seed") + 1) % SEEDS }));
  const controls = make("div", { class: "mha-controls mha-level" });
  controls.append(width.node, divisor.node, again);
  root.append(controls);
  const say = makeSay(root);
  const [histogram, row] = [makeHistogram(), makeRow()];
  root.append(histogram.node, row.node);

  let dots = { seed: -1, at: makeDots(0) };
  /** @type {object} */
  let drawn = {};
  return {
    hears: ["d_head", "divisor", "seed"],
    numbers: () => drawn,
    draw() {
      const [d_head, by, seed] = [model.get("d_head"), model.get("divisor"), model.get("seed")];
      if (dots.seed !== seed) dots = { seed, at: makeDots(seed) };
      const scores = compute(dots.at, d_head, by);
      drawn = { ...scores, seed };
      width.set(Math.log2(d_head));
      divisor.set(by);
      again.textContent = `other vectors (seed ${seed})`;
      histogram.draw(scores);
      row.draw(scores);
      say(...story(scores));
    },
  };
}

export default makeWidget("Width of a head and spread of its scores", wire);
