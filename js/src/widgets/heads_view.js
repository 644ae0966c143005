// HeadsView: per-head matrices as small multiples; a query marks its row in every head. Of several
// texts one is shown.

import { chooseQuery, makeButton, makePicker, makeSay, makeSlider } from "../controls.js";
import { make, setStyle, write } from "../dom.js";
import { makeTopKeys, tellTops } from "../keys.js";
import { colourByHead, makeBar, makeMap, widthOf } from "../maps.js";
import { counted, largest, tell, tellToken, upTo } from "../numbers.js";
import { makeWidget, setTraits, traits } from "../widget.js";

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

/**
 * One scale for all texts, layers and heads: weights from 0 to 1, scores up to the largest size.
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
  const attributes = {
    class: "mha-grid mha-titled",
    role: "group",
    tabindex: 0,
    "aria-label": called,
  };
  maps.forEach((map, h) => {
    colourByHead(map.node, h);
  });
  const node = make("div", attributes, ...maps.map((map) => map.node));
  /** @param {number} chosen */
  const enlarge = (chosen) => {
    maps.forEach(({ node }, h) => {
      buttons[h].setAttribute("aria-pressed", String(h === chosen));
      node.classList.toggle("mha-large", h === chosen);
    });
  };
  /** @type {(tokens: string[], keys: string[]) => void} */
  const label = (tokens, keys) => {
    for (const map of maps) map.label(tokens, keys);
  };
  /** @type {(matrices: number[][][], titles: string[]) => void} */
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
 * @param {HTMLElement} root
 * @param {import("../widget.js").Model<State>} model
 * @returns {import("../widget.js").Wired<State>}
 */
function wire(root, model) {
  const { matrices, kind, titles } = traits(model, "matrices", "kind", "titles");
  const [tokens, keys] = [model.get("tokens"), model.get("key_tokens")];
  const scale = scaleOf(matrices, kind);
  const shown = () => tokens[model.get("text")];
  /** @param {number} text */
  const last = (text) => tokens[text].length - 1;
  /** @type {import("../keys.js").Line["what"]} */
  const what = kind === "scores" ? "score" : "weight";

  const text = makePicker({
    label: "text",
    options: tokens.map((words) => words.join(" ")),
    change: (t) => setTraits(model, { text: t, query: Math.min(model.get("query"), last(t)) }),
  });
  const queries = makeSlider({
    label: "query",
    max: last(0),
    show: (i) => tellToken(shown(), i),
    change: (i) => setTraits(model, { query: i }),
  });
  const layer = makeSlider({
    label: "layer",
    max: titles.length - 1,
    change: (i) => setTraits(model, { layer: i }),
  });
  const heads = makeHeads(titles[0].length, scale, (h) =>
    setTraits(model, { head: model.get("head") === h ? -1 : h }),
  );
  // One width for all texts: the widest that labels need, leaving out those that need too much.
  const needed = tokens.map((words, t) => widthOf(words, keys[t])).filter((width) => width <= WIDE);
  setStyle(heads.node, { needed: `${largest([0, ...needed])}px` });
  let topKeys = makeTopKeys([]);
  const controls = make("div", { class: "mha-controls" });
  if (tokens.length > 1) controls.append(text.node);
  controls.append(queries.node);
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
      const { text: t, layer: l, head: chosen } = traits(model, "text", "layer", "head");
      const q = Math.min(model.get("query"), last(t)); // a kernel may set the text before the query
      const shownHeads = matrices[t][l];
      if (drawnText !== t) {
        heads.label(tokens[t], keys[t]);
        const table = makeTopKeys(keys[t]);
        topKeys.node.replaceWith(table.node);
        topKeys = table;
        text.set(t);
      }
      if (drawnText !== t || drawnLayer !== l) heads.draw(shownHeads, titles[l]);
      [drawnText, drawnLayer] = [t, l];
      queries.set(q, last(t));
      layer.set(l);
      for (const map of heads.maps) map.mark(q);
      heads.enlarge(chosen);
      const lines = shownHeads.map((rows, h) => ({
        ...{ title: titles[l][h], row: rows[q], what, chosen: h === chosen },
      }));
      topKeys.draw(lines);
      const place = `Text ${t + 1} of ${tokens.length}, ${counted(tokens[t].length, "token")}.`;
      const query = `Query ${tellToken(tokens[t], q)}, the marked row. Top keys:`;
      say(tokens.length > 1 ? place : "", query, { heard: tellTops(lines, keys[t]) });
    },
  };
}

export default makeWidget("Attention, head by head", wire);
