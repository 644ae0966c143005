// HeadsView: per-head matrices as small multiples; a query marks its row in every head. Of several
// texts one is shown.

import { chooseQuery, makeButton, makePicker, makeSay, makeSlider } from "../controls.js";
import { make, setStyle, write } from "../dom.js";
import { makeTopKeys } from "../keys.js";
import { makeBar, makeMap, wear, widthOf } from "../maps.js";
import { counted, largest, tell, tellTop, upTo } from "../numbers.js";
import { makeWidget, put } from "../widget.js";

/**
 * @typedef {object} State
 * @property {number[][][][][]} matrices (texts, layers, heads, queries, keys)
 * @property {string[][]} tokens For each text a label a query.
 * @property {string[][]} key_tokens For each text a label a key.
 * @property {string[][]} titles For each layer a title a head.
 * @property {"weights" | "scores"} kind
 * @property {number} query
 * @property {number} head The one that is enlarged; -1 for none.
 * @property {number} layer
 * @property {number} text
 */

/** @typedef {[colors: import("../colors.js").Colors, low: number, high: number]} Scale */

const WIDE = 210; // a small map in pixels: three have room in a page
const TOLD = 5; // heads whose top key is read out

/**
 * One scale for all texts, layers and heads: weights from 0 to 1, scores as far as they reach.
 * @param {State["matrices"]} matrices
 * @param {State["kind"]} kind
 * @returns {Scale}
 */
function scaleOf(matrices, kind) {
  if (kind === "weights") return ["weights", 0, 1];
  const limit = largest(matrices.flat(4).map(Math.abs)) || 1;
  return ["signed", -limit, limit];
}

/**
 * The heads' pictures, each under a button that enlarges it.
 * @param {number} nHeads
 * @param {Scale} scale
 * @param {(head: number) => void} zoom
 */
function makeHeads(nHeads, scale, zoom) {
  const buttons = upTo(nHeads).map((h) => makeButton("", () => zoom(h)));
  const maps = buttons.map((button) => makeMap(button, [], [])); // a text brings its labels
  const called = "heads; arrow up and down choose the query";
  const what = { class: "mha-grid mha-titled", role: "group", tabindex: 0, "aria-label": called };
  maps.forEach((map, h) => {
    wear(map.node, h);
  });
  const node = make("div", what, ...maps.map((map) => map.node));
  /** @param {number} chosen */
  const enlarge = (chosen) => {
    maps.forEach(({ node }, h) => {
      buttons[h].setAttribute("aria-pressed", String(h === chosen));
      node.classList.toggle("mha-large", h === chosen);
    });
  };
  /**
   * @param {string[]} tokens
   * @param {string[]} keys
   */
  const label = (tokens, keys) => {
    for (const map of maps) map.label(tokens, keys);
  };
  /**
   * @param {number[][][]} matrices
   * @param {string[]} titles
   */
  const draw = (matrices, titles) => {
    titles.forEach((title, h) => {
      write(buttons[h], title);
      buttons[h].setAttribute("aria-label", `enlarge ${title}`);
      maps[h].node.setAttribute("aria-label", title);
      maps[h].draw(matrices[h], ...scale);
    });
  };
  return { node, maps, enlarge, label, draw };
}

/**
 * Each head's top key, for the ear: an eye has the table. Few heads are told, the chosen one first.
 * @param {import("../keys.js").Line[]} lines
 * @param {(key: number) => string} token
 */
function tellTops(lines, token) {
  const told = lines.map(({ title, row, what }) => ({ title, top: tellTop(row, token, what) }));
  if (lines.length === 1) return `${told[0].top}.`;
  if (told.every(({ top }) => top === told[0].top)) return `in every picture, ${told[0].top}.`;
  const chosen = lines.findIndex((line) => line.chosen);
  if (chosen >= 0) told.unshift(...told.splice(chosen, 1));
  const parts = told.slice(0, TOLD).map(({ title, top }) => `${title}, ${top}`);
  if (told.length > TOLD) parts.push(`and ${told.length - TOLD} more in the table`);
  return `${parts.join("; ")}.`;
}

/**
 * @param {HTMLElement} root
 * @param {import("../widget.js").Model<State>} model
 * @returns {import("../widget.js").Wired<State>}
 */
function wire(root, model) {
  const [matrices, kind, titles] = [model.get("matrices"), model.get("kind"), model.get("titles")];
  const [tokens, keys] = [model.get("tokens"), model.get("key_tokens")];
  const scale = scaleOf(matrices, kind);
  const shown = () => tokens[model.get("text")];
  /** @param {number} text */
  const last = (text) => tokens[text].length - 1;
  /** @param {number} i */
  const token = (i) => `“${shown()[i]}” (${i})`;
  /** @param {number} j */
  const key = (j) => `“${keys[model.get("text")][j]}” (${j})`;
  /** @type {import("../keys.js").Line["what"]} */
  const what = kind === "scores" ? "score" : "weight";

  const text = makePicker({
    label: "text",
    options: tokens.map((own) => own.join(" ")),
    change: (t) => put(model, { text: t, query: Math.min(model.get("query"), last(t)) }),
  });
  const query = makeSlider({
    label: "query",
    max: last(0),
    show: token,
    change: (i) => put(model, { query: i }),
  });
  const layer = makeSlider({
    label: "layer",
    max: titles.length - 1,
    change: (i) => put(model, { layer: i }),
  });
  const heads = makeHeads(titles[0].length, scale, (h) =>
    put(model, { head: model.get("head") === h ? -1 : h }),
  );
  // As wide as labels need, where that is not too much; one width for all texts.
  const needed = tokens.map((own, t) => widthOf(own, keys[t])).filter((width) => width <= WIDE);
  setStyle(heads.node, { needed: `${largest([0, ...needed])}px` });
  let topKeys = makeTopKeys([]);
  const controls = make("div", { class: "mha-controls" });
  if (tokens.length > 1) controls.append(text.node);
  controls.append(query.node);
  if (titles.length > 1) controls.append(layer.node);
  const [colors, ...ends] = scale;
  const [low, high] = kind === "weights" ? ["0", "1"] : ends.map(tell);
  const bar = makeBar(colors, low, high, `${kind}, one scale for all`);
  root.append(controls, heads.node, bar);
  const say = makeSay(root);
  root.append(topKeys.node);
  chooseQuery(heads.node, heads.maps, model, () => shown().length);

  let [drawnText, drawnLayer] = [-1, -1]; // another query needs no new pictures
  return {
    hears: ["query", "head", "layer", "text"],
    numbers: () => ({ matrices: matrices[model.get("text")][model.get("layer")] }),
    draw() {
      const [t, l, chosen] = [model.get("text"), model.get("layer"), model.get("head")];
      const q = Math.min(model.get("query"), last(t)); // a kernel may tell the text first
      const own = matrices[t][l];
      if (drawnText !== t) {
        heads.label(tokens[t], keys[t]);
        const table = makeTopKeys(keys[t]);
        topKeys.node.replaceWith(table.node);
        topKeys = table;
        text.set(t);
      }
      if (drawnText !== t || drawnLayer !== l) heads.draw(own, titles[l]);
      [drawnText, drawnLayer] = [t, l];
      query.set(q, last(t));
      layer.set(l);
      for (const map of heads.maps) map.mark(q);
      heads.enlarge(chosen);
      const lines = own.map((rows, h) => ({
        ...{ title: titles[l][h], row: rows[q], what, chosen: h === chosen },
      }));
      topKeys.draw(lines);
      const place = `Text ${t + 1} of ${tokens.length}, ${counted(tokens[t].length, "token")}.`;
      say(tokens.length > 1 ? place : "", `Query ${token(q)}, the marked row. Top keys:`, {
        heard: tellTops(lines, key),
      });
    },
  };
}

export default makeWidget("Attention, head by head", wire);
