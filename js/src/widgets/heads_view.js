// HeadsView: per-head matrices as small multiples; a query marks its row in every head.

import { chooseQuery, makeButton, makeSay, makeSlider } from "../controls.js";
import { make } from "../dom.js";
import { makeTopKeys } from "../keys.js";
import { makeBar, makeMap, wear } from "../maps.js";
import { largest, tell, tellTop } from "../numbers.js";
import { makeWidget, put } from "../widget.js";

/**
 * @typedef {object} State
 * @property {number[][][][]} matrices (layers, heads, queries, keys)
 * @property {string[]} tokens A label a query.
 * @property {string[]} key_tokens A label a key.
 * @property {string[]} titles A title a head.
 * @property {"weights" | "scores"} kind
 * @property {number} query
 * @property {number} head The one that is enlarged; -1 for none.
 * @property {number} layer
 */

/** @typedef {[colors: import("../colors.js").Colors, low: number, high: number]} Scale */

const TOLD = 5; // heads whose top key is read out

/**
 * One scale for all heads and layers: weights from 0 to 1, scores as far as they reach.
 * @param {number[][][][]} layers
 * @param {State["kind"]} kind
 * @returns {Scale}
 */
function scaleOf(layers, kind) {
  if (kind === "weights") return ["weights", 0, 1];
  const limit = largest(layers.flat(3).map(Math.abs)) || 1;
  return ["signed", -limit, limit];
}

/**
 * The heads' pictures, each under a button that enlarges it.
 * @param {string[]} tokens
 * @param {string[]} keys
 * @param {string[]} titles
 * @param {Scale} scale
 * @param {(head: number) => void} zoom
 */
function makeHeads(tokens, keys, titles, scale, zoom) {
  const buttons = titles.map((title, h) => {
    const button = makeButton(title, () => zoom(h));
    button.setAttribute("aria-label", `enlarge ${title}`);
    return button;
  });
  const maps = buttons.map((button) => makeMap(button, tokens, keys));
  const label = "heads; arrow up and down choose the query";
  const what = { class: "mha-grid", role: "group", tabindex: 0, "aria-label": label };
  maps.forEach((map, h) => {
    wear(map.node, h);
    map.node.setAttribute("aria-label", titles[h]);
  });
  const node = make("div", what, ...maps.map((map) => map.node));
  /** @param {number} chosen */
  const enlarge = (chosen) => {
    maps.forEach(({ node }, h) => {
      buttons[h].setAttribute("aria-pressed", String(h === chosen));
      node.classList.toggle("mha-large", h === chosen);
    });
  };
  /** @param {number[][][]} matrices */
  const draw = (matrices) => {
    matrices.forEach((rows, h) => {
      maps[h].draw(rows, ...scale);
    });
  };
  return { node, maps, enlarge, draw };
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
  const [layers, kind] = [model.get("matrices"), model.get("kind")];
  const [tokens, keys] = [model.get("tokens"), model.get("key_tokens")];
  const titles = model.get("titles");
  const scale = scaleOf(layers, kind);
  /** @param {number} i */
  const token = (i) => `“${tokens[i]}” (${i})`;
  /** @param {number} j */
  const key = (j) => `“${keys[j]}” (${j})`;
  /** @type {import("../keys.js").Line["what"]} */
  const what = kind === "scores" ? "score" : "weight";

  const query = makeSlider({
    label: "query",
    max: tokens.length - 1,
    show: token,
    change: (i) => put(model, { query: i }),
  });
  const layer = makeSlider({
    label: "layer",
    max: layers.length - 1,
    change: (i) => put(model, { layer: i }),
  });
  const heads = makeHeads(tokens, keys, titles, scale, (h) =>
    put(model, { head: model.get("head") === h ? -1 : h }),
  );
  const topKeys = makeTopKeys(keys);
  const controls = make("div", { class: "mha-controls" }, query.node);
  if (layers.length > 1) controls.append(layer.node);
  const [colors, ...ends] = scale;
  const [low, high] = kind === "weights" ? ["0", "1"] : ends.map(tell);
  const bar = makeBar(colors, low, high, `${kind}, one scale for all`);
  root.append(controls, heads.node, bar);
  const say = makeSay(root);
  root.append(topKeys.node);
  chooseQuery(heads.node, heads.maps, model, tokens.length);

  let drawn = -1; // the layer in the pictures; another query needs no new ones
  return {
    hears: ["query", "head", "layer"],
    numbers: () => ({ matrices: layers[model.get("layer")] }),
    draw() {
      const [q, chosen, l] = [model.get("query"), model.get("head"), model.get("layer")];
      if (drawn !== l) heads.draw(layers[l]);
      drawn = l;
      query.set(q);
      layer.set(l);
      for (const map of heads.maps) map.mark(q);
      heads.enlarge(chosen);
      const lines = layers[l].map((rows, h) => ({
        ...{ title: titles[h], row: rows[q], what, chosen: h === chosen },
      }));
      topKeys.draw(lines);
      say(`Query ${token(q)}, the marked row. Top keys:`, { heard: tellTops(lines, key) });
    },
  };
}

export default makeWidget("Attention, head by head", wire);
