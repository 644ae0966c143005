// SplitExplorer compares h heads with one head on the same projections.

import { chooseQuery, makeLiveRegion, makeSlider } from "../shared/controls.js";
import { DOT, make, makeDrawing, write } from "../shared/dom.js";
import { formatNumber, formatToken } from "../shared/format.js";
import { colorByHead, makeColorBar, makeHeatmap } from "../shared/heatmap.js";
import { withLink } from "../shared/link.js";
import { divisors, upTo } from "../shared/math.js";
import { finish } from "../shared/slices.js";
import { makeTopKeys } from "../shared/top_keys.js";
import { namesOf, oneOf, parseIndex, parseNumber } from "../shared/url_state.js";
import { makeWidget, setTraits } from "../shared/widget.js";
import {
  describeRow,
  describeSplit,
  describeSweep,
  formatScale,
  LAST_STEP,
  makeChangeReport,
  makeSplit,
  scaleAt,
  stepOf,
  sweepScale,
} from "./split.js";

/** @import { Matrix } from "../shared/math.js" */

/**
 * @typedef {object} State
 * @property {Matrix[]} projections Queries, keys and values, each (tokens, d_model).
 * @property {string[]} tokens
 * @property {number} max_heads
 * @property {number} n_heads
 * @property {number} scale The factor that multiplies W_Q and W_K.
 * @property {number} query
 */

const MAX_LABELED_HEADS = 4; // if there are more heads, their maps are small and have no labels
const MAX_FRAMED_TOKENS = 16; // if there are more tokens, the mark is a thin line

/** Returns the possible numbers of heads. @param {import("../shared/url_state.js").Get} get */
const possibleCounts = (get) =>
  divisors(get("projections")[0][0].length).filter((n_heads) => n_heads <= get("max_heads"));

/** @satisfies {import("../shared/url_state.js").Choices} */
const CHOICES = {
  n_heads: (text, get) => oneOf(text, possibleCounts(get)),
  scale: (text) => {
    const scale = parseNumber(text) ?? -1;
    return scale === 0 || (scale >= 0.001 && scale <= 30) ? scale : undefined;
  },
  query: (text, get) => parseIndex(text, get("tokens").length),
};

const JOINED = /** @type {const} */ ([
  { name: "single", title: "single head" },
  { name: "product", title: "product of heads" },
]);
const MEASURES = /** @type {const} */ ({
  outputs_difference: "outputs of one head and many, relative difference",
  product_difference: "weights, largest difference of product and single head",
});

/** @typedef {import("./split.js").Split} Split */

/**
 * Makes the three sliders.
 * @param {import("../shared/widget.js").WidgetModel<State>} model
 * @param {number[]} counts The possible numbers of heads.
 */
function makeSliders(model, counts) {
  // A scale set from Python may be between two steps: the slider then shows the scale itself.
  /** @param {number} step */
  const factor = (step) => {
    const scale = model.get("scale");
    return formatScale(stepOf(scale) === step ? scale : scaleAt(step));
  };
  const heads = makeSlider({
    label: "heads",
    max: counts.length - 1,
    show: (i) => String(counts[i]),
    change: (i) => setTraits(model, { n_heads: counts[i] }),
  });
  const scale = makeSlider({
    label: "scale of W_Q and W_K",
    max: LAST_STEP,
    show: factor,
    change: (step) => setTraits(model, { scale: scaleAt(step) }),
  });
  const query = makeSlider({
    label: "query",
    max: model.get("tokens").length - 1,
    show: (i) => formatToken(model.get("tokens"), i),
    change: (i) => setTraits(model, { query: i }),
  });
  const node = make("div", { class: "mha-controls" }, heads.node, scale.node, query.node);
  const set = () => {
    heads.set(counts.indexOf(model.get("n_heads")));
    scale.set(stepOf(model.get("scale")));
    query.set(model.get("query"));
  };
  return { node, set };
}

/**
 * Makes the maps: single head and product of heads, and below them each head.
 * @param {string[]} tokens
 * @param {number} most
 */
function makeMatrices(tokens, most) {
  const joined = JOINED.map(({ title }) => makeHeatmap(title, tokens, tokens));
  const heads = upTo(most).map((i) => makeHeatmap(`head ${i}`, tokens, tokens));
  heads.forEach((map, i) => {
    colorByHead(map.node, i);
  });
  const [top, below] = [joined, heads].map((maps) =>
    make("div", { class: "mha-grid" }, ...maps.map(({ node }) => node)),
  );
  /** @param {Split} split */
  const draw = (split) => {
    JOINED.forEach(({ name }, i) => {
      joined[i].draw(split[name], "weights", 0, 1);
    });
    heads.forEach((map, i) => {
      map.node.hidden = i >= split.n_heads;
      if (i < split.n_heads) map.draw(split.heads[i], "weights", 0, 1);
    });
    below.classList.toggle("mha-unlabeled", split.n_heads > MAX_LABELED_HEADS);
  };
  return { top, below, maps: [...joined, ...heads], draw };
}

const SCALE_TICKS = { 0: 0, 0.01: 21, 0.1: 41, 1: 61, 10: 81 }; // the slider's step for each scale

/**
 * Makes the curve of the outputs' difference against the scale; a press on it sets the scale.
 * @param {(step: number) => void} choose
 */
function makeCurve(choose) {
  const [line, spot] = ["mha-curve", "mha-current-dot"].map((name) =>
    makeDrawing("path", { class: name }),
  );
  const frame = { viewBox: `0 -1.08 ${LAST_STEP} 1.16`, preserveAspectRatio: "none" };
  const area = makeDrawing("svg", frame, line, spot);
  const ticks = Object.entries(SCALE_TICKS).map(([text, step]) => {
    const tick = make("span", {}, `× ${text}`);
    tick.style.left = `${(100 * step) / LAST_STEP}%`;
    return tick;
  });
  const caption = make("figcaption");
  const under = make("div", { class: "mha-axis" }, ...ticks);
  const [highest, lowest] = [make("span"), make("span", {}, "0")];
  const heights = make("div", { class: "mha-heights" }, highest, area, lowest);
  const node = make("figure", { class: "mha-histogram mha-sweep" }, caption, heights, under);
  heights.setAttribute("aria-hidden", "true");
  under.setAttribute("aria-hidden", "true");
  area.addEventListener("pointerdown", ({ clientX }) => {
    const { left, width } = area.getBoundingClientRect();
    choose(Math.round((LAST_STEP * (clientX - left)) / width));
  });
  /** @type {(differences: number[], step: number) => void} */
  const draw = (differences, step) => {
    const most = Math.max(1e-12, ...differences); // smaller ones come from rounding, and the line is flat
    const drawn = differences.map((difference) => -difference / most);
    line.setAttribute("d", `M${drawn.map((height, i) => `${i} ${height}`).join("L")}`);
    spot.setAttribute("d", `M${step} ${drawn[step]}${DOT}`);
    highest.textContent = formatNumber(Math.max(...differences));
    write(caption, describeSweep(differences));
  };
  return { node, draw };
}

/** Makes the table of the two measures. */
function makeMeasures() {
  const lines = Object.values(MEASURES).map((text) => {
    const cell = make("td");
    return { cell, row: make("tr", {}, make("th", { scope: "row" }, text), cell) };
  });
  const attributes = { class: "mha-measures", "aria-label": "measures" };
  const node = make("table", attributes, ...lines.map(({ row }) => row));
  /** @param {Split} split */
  const draw = (split) => {
    const names = /** @type {(keyof typeof MEASURES)[]} */ (Object.keys(MEASURES));
    names.forEach((name, i) => {
      lines[i].cell.textContent = formatNumber(split[name]);
    });
  };
  return { node, draw };
}

/**
 * Makes the table of the marked row in every matrix. It is folded, because the maps show the same.
 * @param {string[]} tokens
 */
function makeRowTable(tokens) {
  const table = makeTopKeys(tokens);
  const summary = make("summary", {}, "The marked row in numbers: each map’s top keys");
  const node = make("details", { class: "mha-more" }, summary, table.node);
  /** @type {(split: Split, query: number) => void} */
  const draw = (split, query) => {
    /** @type {import("../shared/top_keys.js").Line[]} */
    const lines = JOINED.map(({ name, title }) => ({
      title,
      row: split[name][query],
      what: "weight",
    }));
    split.heads.forEach((rows, i) => {
      lines.push({ title: `head ${i}`, row: rows[query], what: "weight" });
    });
    table.draw(lines);
  };
  return { node, draw };
}

/**
 * @param {HTMLElement} root
 * @param {import("../shared/widget.js").WidgetModel<State>} model
 * @returns {import("../shared/widget.js").WidgetParts<State>}
 */
function setup(root, model) {
  const tokens = model.get("tokens");
  const projections = model
    .get("projections")
    .map((rows) => rows.map((row) => Float64Array.from(row)));
  const counts = possibleCounts((trait) => model.get(trait));
  const most = Math.max(...counts);
  const [compute, ahead] = [makeSplit(most, projections), makeSplit(most, projections)];

  const sliders = makeSliders(model, counts);
  const matrices = makeMatrices(tokens, most);
  const measures = makeMeasures();
  const curve = makeCurve((step) => setTraits(model, { scale: scaleAt(step) }));
  const label = "matrices; arrow up and down choose the query";
  const group = make("div", { role: "group", tabindex: 0, "aria-label": label });
  group.classList.toggle("mha-thin-mark", tokens.length > MAX_FRAMED_TOKENS);
  group.append(matrices.top, makeColorBar("weights", "0", "1", "weights, one scale for all"));
  const say = makeLiveRegion(group);
  const note = "Head by head: queries down, keys across, tokens as above.";
  group.append(measures.node, make("p", { class: "mha-note" }, note), matrices.below);
  const rows = makeRowTable(tokens);
  root.append(sliders.node, curve.node, group, rows.node);
  chooseQuery(group, matrices.maps, model, () => tokens.length);

  /** @type {Split | null} */
  let drawn = null;
  const reportChange = makeChangeReport(JOINED);
  let changeReport = "";
  const current = () => {
    const h = model.get("n_heads");
    const scale = model.get("scale");
    if (drawn?.n_heads !== h || drawn.scale !== scale) {
      drawn = compute(h, scale);
      matrices.draw(drawn);
      measures.draw(drawn);
      changeReport = reportChange(drawn);
    }
    return drawn;
  };
  /** The curve for each number of heads. @type {Map<number, number[]>} */
  const known = new Map();
  const differences = function* () {
    const h = model.get("n_heads");
    const all = known.get(h) ?? (yield* sweepScale(ahead, h));
    known.set(h, all);
    return all;
  };
  return {
    observes: namesOf(CHOICES),
    stateForTests: () => ({ ...plain(current()), differences: finish(differences()) }),
    *draw() {
      const split = current();
      const q = model.get("query");
      sliders.set();
      for (const map of matrices.maps) map.mark(q);
      rows.draw(split, q);
      say({ heard: changeReport }, describeSplit(split), describeRow(split, tokens, q));
      curve.draw(yield* differences(), stepOf(model.get("scale")));
    },
  };
}

/** Converts the matrices to plain lists, which JSON can store. @param {Split} split */
function plain(split) {
  /** @param {Matrix<Float64Array>} rows */
  const lists = (rows) => rows.map((row) => [...row]);
  const matrices = JOINED.map(({ name }) => [name, lists(split[name])]);
  return { ...split, ...Object.fromEntries(matrices), heads: split.heads.map(lists) };
}

const widget = makeWidget("One head and many, on the same projections", setup);
export default withLink(widget, CHOICES);
