// Draws every number from letters to answers in maps; the reader can ask how any was computed.

import { makeLiveRegion, onArrows } from "../shared/controls.js";
import { make, makeRows } from "../shared/dom.js";
import { formatExplanation, nameNumber } from "../shared/explanation.js";
import { formatNumber } from "../shared/format.js";
import { colorByHead, makeHeatmap } from "../shared/heatmap.js";
import { largest, upTo } from "../shared/math.js";
import {
  explain,
  featureNames,
  headName,
  headsOfLayer,
  layerOfHead,
  stageNumbers,
} from "../shared/model.js";

/** @import { Matrix } from "../shared/math.js" */
/** @typedef {import("../shared/model.js").AskedNumber} AskedNumber */
/** @typedef {import("../shared/model.js").Run} Run */
/** @typedef {import("../shared/model.js").Stage} Stage */

/** @typedef {{ stage: Stage, title: string, bounded?: boolean }} Panel */

/**
 * Returns the panels of one head, row by row.
 * @param {string} x The name of the layer's input.
 * @returns {Panel[][]}
 */
const panelsOfHead = (x) => [
  [
    { stage: "Q", title: `Q = ${x} W_Q` },
    { stage: "K", title: `K = ${x} W_K` },
    { stage: "V", title: `V = ${x} W_V` },
  ],
  [
    { stage: "scores", title: "scores = Q Kᵀ / √d" },
    { stage: "weights", title: "weights: softmax", bounded: true },
  ],
  [
    { stage: "average", title: "average" },
    { stage: "written", title: "written = average W_O" },
  ],
];
/** @type {Panel[]} */
const INPUT_PANELS = [{ stage: "x", title: "x: letter and position" }];
/** @type {Panel[]} */
const OUTPUT_PANELS = [
  { stage: "logits", title: "logits: readout" },
  { stage: "answers", title: "answers: softmax", bounded: true },
];

/** Returns the name of a layer's input: x, x₁, x₂ ... @param {number} layer */
const inputName = (layer) => (layer === 0 ? "x" : `x${"₀₁₂₃₄"[layer]}`);

/**
 * @param {import("../shared/model.js").AttentionModel} model
 * @param {number} layer
 * @returns {Panel}
 */
function sumPanel({ layers, residual }, layer) {
  const sum = residual ? `${inputName(layer)} + the heads` : "sum of the heads";
  const named = layers.length > 1 ? `${inputName(layer + 1)} = ${sum}` : sum;
  return { stage: "sum", title: named };
}

/**
 * Makes the map of one stage, in which the reader can ask about any number.
 * @param {Panel} panel
 * @param {number} index The layer or head, as in AskedNumber.
 * @param {string} owner The head, in words; "" if there is none.
 * @param {string[]} rows
 * @param {string[]} columns
 * @param {(asked: AskedNumber) => void} ask
 */
function makeStage({ stage, title, bounded = false }, index, owner, rows, columns, ask) {
  const map = makeHeatmap(title, rows, columns);
  const label = `${title}${owner}; arrow keys choose a number`;
  // Without this role, a screen reader keeps the arrow keys for itself.
  map.picture.setAttribute("role", "application");
  map.picture.setAttribute("tabindex", "0");
  map.picture.setAttribute("aria-label", label);
  map.node.style.flexGrow = String(columns.length);
  let [row, column] = [0, 0];
  /** @param {number[]} cell */
  const choose = ([i, j]) => {
    if (!(i in rows && j in columns)) return;
    [row, column] = [i, j]; // now, because the next key may be pressed before the next drawing
    ask({ stage, index, row, column });
  };
  map.onPoint(choose, false);
  onArrows(map.picture, (down, right) => choose([row + down, column + right]));
  /** @type {(run: Run, limit: number, position: number) => void} */
  const draw = (run, limit, position) => {
    const colors = bounded ? "weights" : "signed";
    map.draw(drawable(stageNumbers(run, stage, index)), colors, bounded ? 0 : -limit, limit);
    map.mark(position);
    row = position;
  };
  /**
   * Frames the number asked about, and the rows and columns that it was computed from.
   * @param {AskedNumber} asked
   * @param {import("../shared/model.js").Source[]} sources
   */
  const frame = (asked, sources) => {
    const here = asked.stage === stage && asked.index === index;
    if (here) [row, column] = [asked.row, asked.column];
    const boxes = here ? [{ top: row, left: column, height: 1, width: 1, kind: "mha-asked" }] : [];
    for (const source of sources) {
      if (source.stage !== stage || source.index !== index) continue;
      const { row: top, rows: height, column: left = 0 } = source;
      const width = source.column === undefined ? columns.length : 1;
      boxes.push({ top, left, height, width, kind: "mha-source" });
    }
    map.frame(boxes);
  };
  return { stage, index, node: map.node, draw, frame };
}

/**
 * Replaces -Infinity, a blocked score, by NaN, which is drawn gray.
 * @param {Matrix} numbers
 */
const drawable = (numbers) =>
  numbers.map((row) => row.map((x) => (x === Number.NEGATIVE_INFINITY ? Number.NaN : x)));

/** Makes the sentence and the table that explain a number. */
function makeExplanation() {
  const body = make("tbody");
  const node = make("div", { class: "mha-reason" });
  const say = makeLiveRegion(node);
  const table = make("table", { "aria-label": "its terms" }, body);
  node.append(table);
  /** @type {(name: string, reason: import("../shared/model.js").Explanation) => void} */
  const draw = (name, explanation) => {
    const blocked = explanation.value === Number.NEGATIVE_INFINITY;
    table.hidden = blocked;
    const start = blocked
      ? `${name} is not counted:`
      : `${name} is ${formatNumber(explanation.value)}:`;
    say(start, `${explanation.rule}.`);
    body.replaceChildren(...makeRows(formatExplanation(explanation)));
  };
  return { node, draw };
}

/**
 * Makes the maps of all stages of a model, for a text of one length.
 * @param {import("../shared/model.js").AttentionModel} model
 * @param {string} text
 * @param {string[]} letters The letter of each column of the logits.
 * @param {string[]} answers The answer of each column, in words.
 * @param {(asked: AskedNumber) => void} ask
 */
export function makePipeline(model, text, letters, answers, ask) {
  const rows = [...text];
  const numbered = (/** @type {number} */ n) => upTo(n).map(String);
  const depth = model.layers.length;
  const dHead = model.layers[0].W_Q[0][0].length;
  /** @param {number} layer */
  const features = (layer) =>
    featureNames(model, layer).map((name) => name.replace(/^\w+ |[“”]/g, ""));
  /** @type {(stage: Stage, index: number) => string[]} */
  const columns = (stage, index) => {
    if (stage === "x") return features(0);
    if (stage === "sum") return features(index + 1);
    if (stage === "written") return features(layerOfHead(model, index) + 1);
    if (stage === "scores" || stage === "weights") return rows;
    return stage === "logits" || stage === "answers" ? letters : numbered(dHead);
  };
  /** @type {(panels: Panel[], index: number, owner?: string) => ReturnType<typeof makeStage>[]} */
  const makeStages = (panels, index, owner = "") =>
    panels.map((p) => makeStage(p, index, owner, rows, columns(p.stage, index), ask));
  /** @param {ReturnType<typeof makeStages>} stages */
  const makeLine = (stages) => make("div", { class: "mha-flow" }, ...stages.map((s) => s.node));
  /** @param {number} h */
  const makeHead = (h) => {
    const owner = headName(model, h);
    const panels = panelsOfHead(inputName(layerOfHead(model, h)));
    const lines = panels.map((line) => makeStages(line, h, ` of ${owner}`));
    const title = make("p", { class: "mha-row-title" }, owner);
    const node = make("div", { class: "mha-head-panel" }, title, ...lines.map(makeLine));
    colorByHead(node, h);
    return { stages: lines.flat(), node };
  };
  const before = makeStages(INPUT_PANELS, 0);
  const explanation = makeExplanation();
  const node = make("div", { class: depth > 1 && "mha-deep" });
  const first = make("div", { class: "mha-first" }, makeLine(before), explanation.node);
  // Each part is added to the page when it is first drawn, so that the browser never lays out all
  // of them at once.
  const parts = [{ into: node, node: first, stages: before }];
  for (const layer of upTo(depth)) {
    const heads = make("div", { class: "mha-heads" });
    parts.push({ into: node, node: heads, stages: [] });
    for (const h of headsOfLayer(model, layer)) parts.push({ into: heads, ...makeHead(h) });
    // The last layer's sum is in the same row as the logits and answers.
    const output = layer === depth - 1 ? makeStages(OUTPUT_PANELS, 0) : [];
    const line = [...makeStages([sumPanel(model, layer)], layer), ...output];
    parts.push({ into: node, node: makeLine(line), stages: line });
  }
  const stages = parts.flatMap((part) => part.stages);
  /** Yields after each stage. @type {(run: Run, position: number) => Generator<void, void>} */
  const draw = function* (run, position) {
    // All heads and layers of a stage share one scale.
    /** @type {Map<Stage, number>} */
    const limits = new Map();
    for (const { stage, index } of stages) {
      const sizes = stageNumbers(run, stage, index).flat().map(Math.abs);
      const limit = largest(sizes.filter(Number.isFinite));
      limits.set(stage, Math.max(limits.get(stage) ?? 0, limit) || 1);
    }
    for (const part of parts) {
      if (!part.node.parentNode) part.into.append(part.node);
      for (const stageView of part.stages) {
        const bounded = stageView.stage === "weights" || stageView.stage === "answers";
        stageView.draw(run, bounded ? 1 : (limits.get(stageView.stage) ?? 1), position);
        yield;
      }
    }
  };
  /** @type {(run: Run, ids: number[], asked: AskedNumber, words: import("../shared/model.js").Naming) => void} */
  const answer = (run, ids, asked, words) => {
    const why = explain(model, run, ids, asked, words);
    for (const stageView of stages) stageView.frame(asked, why.sources);
    explanation.draw(nameNumber(model, asked, words, answers), why);
  };
  return { node, draw, answer };
}
