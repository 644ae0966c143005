// ScaleExplorer shows the scores of random queries and keys for any width of a head and any
// divisor.

import { makeButton, makeChoice, makeLiveRegion, makeSlider } from "../shared/controls.js";
import { make, makeBarTable, makeDrawing, setStyle } from "../shared/dom.js";
import { formatFixed, formatNumber } from "../shared/format.js";
import { largest, upTo } from "../shared/math.js";
import {
  computeScores,
  DIVISORS,
  describeAxis,
  describeScores,
  makeDotProducts,
  N_BARS,
  N_KEYS,
  N_QUERIES,
  TENFOLD_GAP,
} from "../shared/scale.js";
import { finish } from "../shared/slices.js";
import { makeWidget, setTraits, traits } from "../shared/widget.js";

/**
 * @typedef {object} State
 * @property {number[]} widths The widths to choose from.
 * @property {number} max_seed
 * @property {number} d_head One of the widths.
 * @property {import("../shared/scale.js").Divisor} divisor
 * @property {number} seed 0 to max_seed
 */

const AXIS_TICKS = [-0.75, -0.5, -0.25, 0, 0.25, 0.5, 0.75]; // fractions of the axis
const DIVISOR_NAMES = /** @type {State["divisor"][]} */ (Object.keys(DIVISORS));

/** Makes the histogram. Its shapes are stretched with the page; its words are outside the SVG. */
function makeHistogram() {
  const bars = makeDrawing("path", { class: "mha-bars" });
  const outerBars = makeDrawing("path", { class: "mha-bars mha-outer" });
  const spread = makeDrawing("path", { class: "mha-spread" });
  const viewBox = `${-N_BARS / 2} 0 ${N_BARS} 1`;
  const frame = { viewBox, preserveAspectRatio: "none", "aria-hidden": "true" };
  const ticks = AXIS_TICKS.map((tick) => {
    const left = `left: ${50 + (50 * tick * (N_BARS - 1)) / N_BARS}%`;
    return make("span", { style: left });
  });
  const caption = make("figcaption");
  const note = make("p", { class: "mha-note" });
  const ruler = make("div", { class: "mha-tenfold", "aria-hidden": "true" }, make("span"));
  ruler.append("10 times the weight");
  const node = make(
    "figure",
    { class: "mha-histogram" },
    caption,
    ruler,
    makeDrawing("svg", frame, bars, outerBars, spread),
    make("div", { class: "mha-axis", "aria-hidden": "true" }, ...ticks),
    note,
  );
  /** @param {import("../shared/scale.js").Scores} histogram */
  const draw = (histogram) => {
    const { scores, reach, bar, bins, deviation } = histogram;
    const top = largest(bins);
    const spreads = deviation / bar;
    const paths = bins.map((fraction, i) => `M${i - N_BARS / 2 + 0.1} 1v${-fraction / top}h.8V1z`);
    bars.setAttribute("d", paths.slice(1, -1).join(""));
    outerBars.setAttribute("d", `${paths[0]}${paths.at(-1)}`);
    spread.setAttribute("d", `M${-spreads} 0v1M${spreads} 0v1`);
    ticks.forEach((tick, i) => {
      tick.textContent = formatFixed(AXIS_TICKS[i] * reach, 0);
    });
    setStyle(ruler, { length: `${(100 * TENFOLD_GAP) / bar / N_BARS}%` });
    caption.textContent = `${scores.length} scores of random queries with random keys: their standard deviation is ${formatNumber(deviation)}.`;
    note.textContent = describeAxis(histogram);
  };
  return { node, draw };
}

/**
 * @param {HTMLElement} root
 * @param {import("../shared/widget.js").WidgetModel<State>} model
 * @returns {import("../shared/widget.js").WidgetParts<State>}
 */
function setup(root, model) {
  const { widths, max_seed } = traits(model, "widths", "max_seed");
  const width = makeSlider({
    label: "width d_head",
    max: widths.length - 1,
    show: (step) => String(widths[step]),
    change: (step) => setTraits(model, { d_head: widths[step] }),
  });
  const divisor = makeChoice({
    label: "scores divided by",
    options: DIVISOR_NAMES.map((value) => ({ value, text: DIVISORS[value] })),
    change: (value) => setTraits(model, { divisor: value }),
  });
  const again = makeButton("", () =>
    setTraits(model, { seed: (model.get("seed") + 1) % (max_seed + 1) }),
  );
  const controls = make("div", { class: "mha-controls mha-centered" });
  controls.append(width.node, divisor.node, again);
  root.append(controls);
  const say = makeLiveRegion(root);
  const caption = `A typical query: softmax of its ${N_KEYS} scores. (Its largest weight is the median of ${N_QUERIES}.)`;
  const keys = upTo(N_KEYS).map((j) => `key ${j}`);
  const columns = ["key", "score", "weight"];
  const histogram = makeHistogram();
  const row = makeBarTable(caption, columns, keys, ["0", "1"]);
  root.append(histogram.node, row.node);

  let dots = { seed: -1, atLevel: makeDotProducts(0) };
  const now = function* () {
    const d_head = model.get("d_head");
    const by = model.get("divisor");
    const seed = model.get("seed");
    if (dots.seed !== seed) dots = { seed, atLevel: makeDotProducts(seed) };
    return { ...computeScores(yield* dots.atLevel(Math.log2(d_head)), d_head, by), seed };
  };
  return {
    observes: ["d_head", "divisor", "seed"],
    stateForTests: () => finish(now()),
    *draw() {
      width.set(widths.indexOf(model.get("d_head")));
      divisor.set(model.get("divisor"));
      again.textContent = `other vectors (seed ${model.get("seed")})`;
      const scores = yield* now();
      histogram.draw(scores);
      const { row_scores, weights } = scores;
      row.draw(
        row_scores.map((score, j) => [formatNumber(score), formatNumber(weights[j])]),
        weights,
      );
      say(...describeScores(scores));
    },
  };
}

export default makeWidget("Width of a head and spread of its scores", setup);
