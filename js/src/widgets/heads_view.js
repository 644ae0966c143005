// HeadsView: per-head matrices as small multiples; a query marks its row in every head.

import { chooseQuery, makeButton, makeSay, makeSlider } from "../controls.js";
import { make } from "../dom.js";
import { makeBar, makeMap, wear } from "../maps.js";
import { largest, tell, tellEqual, tops } from "../numbers.js";
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

const NAMED = 3; // top keys that the table names
const NOTHING = 0.0005; // a weight below it would be told as 0.000

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
  const buttons = titles.map((title, h) => makeButton(title, () => zoom(h)));
  const maps = buttons.map((button) => makeMap(button, tokens, keys));
  const label = "heads; arrow up and down choose the query";
  const what = { class: "mha-grid", role: "group", tabindex: 0, "aria-label": label };
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
  /** @param {number[][][]} matrices */
  const draw = (matrices) => {
    matrices.forEach((rows, h) => {
      maps[h].draw(rows, ...scale);
    });
  };
  return { node, maps, enlarge, draw };
}

/**
 * The keys that each head weighs most, in a table that marks the chosen head.
 * @param {string[]} keys
 * @param {string[]} titles
 * @param {State["kind"]} kind
 */
function makeTopKeys(keys, titles, kind) {
  const node = make("table", { class: "mha-keys" });
  const what = kind === "scores" ? "score" : "weight";
  /**
   * What a tie of more keys than have a cell is called, or of all of them.
   * @param {number[]} row
   * @param {number[]} tied
   */
  const tellTie = (row, tied) => {
    if (tied.length === row.length) return tellEqual(what, row[0], row.length);
    const names = tied.map((j) => keys[j]).join(", ");
    return `equal ${what}, ${tell(row[tied[0]])}, on ${tied.length} of ${row.length} keys: ${names}`;
  };
  /** @param {number[]} row */
  const best = (row) => {
    const tied = tops(row);
    if (tied.length > NAMED || (tied.length > 1 && tied.length === row.length)) {
      return [make("td", { colspan: NAMED }, tellTie(row, tied))];
    }
    const order = keys.map((_, j) => j).sort((a, b) => row[b] - row[a]);
    const told = order.slice(0, NAMED).filter((j) => kind === "scores" || row[j] >= NOTHING);
    return told.map((j) => make("td", {}, `${keys[j]} ${tell(row[j])}`));
  };
  /**
   * @param {number[][]} rows The query's row in each head.
   * @param {number} chosen
   */
  const draw = (rows, chosen) => {
    const lines = rows.map((row, h) => {
      const head = make("th", { scope: "row" }, titles[h]);
      return make("tr", { class: h === chosen && "mha-chosen" }, head, ...best(row));
    });
    node.replaceChildren(make("caption", { hidden: true }, "top keys"), ...lines);
  };
  return { node, draw };
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
  const topKeys = makeTopKeys(keys, titles, kind);
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
      topKeys.draw(
        layers[l].map((rows) => rows[q]),
        chosen,
      );
      const where = titles.length > 1 ? `in each of ${titles.length} pictures` : "";
      say(`Query ${token(q)}: its row is marked ${where}. Top keys:`.replace(" .", "."));
    },
  };
}

export default makeWidget("Attention, head by head", wire);
