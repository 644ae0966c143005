// Every number on the way from letters to answers, as maps; any of them tells what it was made of.

import { makeSay, onArrows } from "./controls.js";
import { make, makeRows } from "./dom.js";
import { makeMap, wear } from "./maps.js";
import { explain, numbersOf } from "./model.js";
import { counted, largest, tell, total, upTo } from "./numbers.js";

/** @typedef {import("./model.js").Asked} Asked */
/** @typedef {import("./model.js").Run} Run */
/** @typedef {import("./model.js").Stage} Stage */

/** @typedef {{ stage: Stage, title: string, bounded?: boolean }} Panel */

/** @type {Panel[][]} */
const OF_A_HEAD = [
  [
    { stage: "Q", title: "Q = x W_Q" },
    { stage: "K", title: "K = x W_K" },
    { stage: "V", title: "V = x W_V" },
  ],
  [
    { stage: "scores", title: "scores = Q Kᵀ / √d" },
    { stage: "weights", title: "weights: softmax", bounded: true },
  ],
  [
    { stage: "mix", title: "mix = weights V" },
    { stage: "written", title: "written = mix W_O" },
  ],
];
/** @type {Panel[]} */
const BEFORE = [{ stage: "x", title: "x: letter and place" }];
/** @type {Panel[]} */
const AFTER = [
  { stage: "sum", title: "sum of the heads" },
  { stage: "logits", title: "logits: readout" },
  { stage: "answers", title: "answers: softmax", bounded: true },
];
const TOP = 5; // terms that are told one by one

/**
 * A map of one stage, whose cells can be asked.
 * @param {Panel} panel
 * @param {number} head
 * @param {string[]} rows
 * @param {string[]} columns
 * @param {(asked: Asked) => void} ask
 */
function makeStage({ stage, title, bounded = false }, head, rows, columns, ask) {
  const map = makeMap(title, rows, columns);
  const whose = ["x", "sum", "logits", "answers"].includes(stage) ? "" : ` of head ${head}`;
  const label = `${title}${whose}; arrow keys choose a number`;
  for (const [name, value] of Object.entries({
    role: "application", // else a screen reader keeps the arrow keys for itself
    tabindex: "0",
    "aria-label": label,
  })) {
    map.picture.setAttribute(name, value);
  }
  map.node.style.flexGrow = String(columns.length);
  let [row, column] = [0, 0];
  /** @param {number[]} cell */
  const choose = ([i, j]) => {
    if (!(i in rows && j in columns)) return;
    [row, column] = [i, j]; // at once, for the next key may come before the next drawing
    ask({ stage, head, row, column });
  };
  map.onPoint(choose, false);
  onArrows(map.picture, (down, right) => choose([row + down, column + right]));
  /**
   * @param {Run} run
   * @param {number} limit
   * @param {number} place
   */
  const draw = (run, limit, place) => {
    const numbers = numbersOf(run, stage, head);
    const colors = bounded ? "weights" : "signed";
    map.draw(numbers, colors, bounded ? 0 : -limit, limit);
    map.mark(place);
    row = place;
  };
  /**
   * Frames the asked number, and the rows that it came from.
   * @param {Asked} asked
   * @param {[stage: Stage, row: number | null][]} sources
   */
  const frame = (asked, sources) => {
    const shared = !whose || head === asked.head || asked.stage === "sum";
    const here = asked.stage === stage && (!whose || head === asked.head);
    if (here) [row, column] = [asked.row, asked.column];
    const boxes = here ? [{ top: row, left: column, height: 1, width: 1, kind: "mha-asked" }] : [];
    for (const [source, i] of sources) {
      if (source !== stage || !shared) continue;
      const height = i === null ? rows.length : 1;
      boxes.push({ top: i ?? 0, left: 0, height, width: columns.length, kind: "mha-source" });
    }
    map.frame(boxes);
  };
  return { stage, head, node: map.node, draw, frame };
}

/** What a number was made of, in words and in a table. */
function makeReason() {
  const body = make("tbody");
  const node = make("div", { class: "mha-reason" });
  const say = makeSay(node);
  node.append(make("table", { "aria-label": "what it is made of" }, body));
  /**
   * @param {string} name
   * @param {import("./model.js").Reason} reason
   */
  const draw = (name, { value, rule, terms, divisor, bias }) => {
    say(`${name} is ${tell(value)}:`, `${rule}.`);
    const order = [...terms].sort((a, b) => Math.abs(b.value) - Math.abs(a.value));
    const [top, rest] = [order.slice(0, TOP), order.slice(TOP)];
    const lines = top.map(({ name, factors, value }) => [
      name,
      factors.map(tell).join(" × "),
      tell(value),
    ]);
    if (rest.length > 0) {
      lines.push([
        counted(rest.length, "smaller one"),
        "",
        tell(total(rest.map((term) => term.value))),
      ]);
    }
    if (bias !== undefined) lines.push(["bias", "", tell(bias)]);
    if (divisor !== undefined) lines.push(["divided by", "", tell(divisor)]);
    lines.push(["gives", "", tell(value)]);
    body.replaceChildren(...makeRows(lines));
  };
  return { node, draw };
}

/**
 * All stages of one model for a text of one length.
 * @param {import("./model.js").Weights} model
 * @param {string} text
 * @param {string[]} letters A letter a column of the logits.
 * @param {string[]} answers The same in words.
 * @param {(asked: Asked) => void} ask
 */
export function makePipeline(model, text, letters, answers, ask) {
  const rows = [...text];
  const numbered = (/** @type {number} */ n) => upTo(n).map(String);
  const [dModel, dHead] = [model.features.length, model.W_Q[0][0].length];
  /** @param {Stage} stage */
  const columns = (stage) => {
    if (stage === "x") return model.features.map((name) => name.replace(/^\w+ |[“”]/g, ""));
    if (stage === "sum" || stage === "written") return numbered(dModel);
    if (stage === "scores" || stage === "weights") return rows;
    return stage === "logits" || stage === "answers" ? letters : numbered(dHead);
  };
  /**
   * @param {Panel[]} panels
   * @param {number} head
   */
  const makeLine = (panels, head) => {
    const stages = panels.map((p) => makeStage(p, head, rows, columns(p.stage), ask));
    return { stages, node: make("div", { class: "mha-flow" }, ...stages.map(({ node }) => node)) };
  };
  const [before, after] = [BEFORE, AFTER].map((panels) => makeLine(panels, 0));
  const heads = model.W_Q.map((_, h) => {
    const lines = OF_A_HEAD.map((panels) => makeLine(panels, h));
    const title = make("p", { class: "mha-of" }, `head ${h}`);
    const node = make("div", { class: "mha-own" }, title, ...lines.map((line) => line.node));
    wear(node, h);
    return { stages: lines.flatMap((line) => line.stages), node };
  });
  const stages = [before, ...heads, after].flatMap((part) => part.stages);
  const reason = makeReason();
  const first = make("div", { class: "mha-first" }, before.node, reason.node);
  const inner = make("div", { class: "mha-heads" }, ...heads.map(({ node }) => node));
  const node = make("div", {}, first, inner, after.node);
  /**
   * @param {Run} run
   * @param {number} place
   */
  const draw = (run, place) => {
    // One scale for a stage, whichever head it is of.
    /** @type {Map<Stage, number>} */
    const limits = new Map();
    for (const { stage, head } of stages) {
      const own = largest(numbersOf(run, stage, head).flat().map(Math.abs));
      limits.set(stage, Math.max(limits.get(stage) ?? 0, own) || 1);
    }
    for (const one of stages) {
      const bounded = one.stage === "weights" || one.stage === "answers";
      one.draw(run, bounded ? 1 : (limits.get(one.stage) ?? 1), place);
    }
  };
  /**
   * @param {Run} run
   * @param {number[]} ids
   * @param {Asked} asked
   * @param {import("./model.js").Words} words
   */
  const answer = (run, ids, asked, words) => {
    const told = explain(model, run, ids, asked, words);
    for (const one of stages) one.frame(asked, told.sources);
    reason.draw(nameOf(asked, words, answers), told);
  };
  return { node, draw, answer };
}

/**
 * @param {Asked} asked
 * @param {import("./model.js").Words} words
 * @param {string[]} answers
 */
function nameOf({ stage, head, row, column }, { place }, answers) {
  const from = place(row);
  const names = {
    x: `Number ${column} of the token ${from}`,
    Q: `Number ${column} of the query of ${from} in head ${head}`,
    K: `Number ${column} of the key of ${from} in head ${head}`,
    V: `Number ${column} of the value of ${from} in head ${head}`,
    scores: `The score of ${from} for ${place(column)} in head ${head}`,
    weights: `The weight of ${place(column)} for ${from} in head ${head}`,
    mix: `Number ${column} of what head ${head} mixes for ${from}`,
    written: `Number ${column} of what head ${head} writes for ${from}`,
    sum: `Number ${column} of the output for ${from}`,
    logits: `The logit of ${answers[column]} at ${from}`,
    answers: `The share of ${answers[column]} at ${from}`,
  };
  return names[stage];
}
