// PatternFit: patterns of weights, and what a head of a chosen width makes of them.

import { chooseQuery, makeChoice, makeSay, makeScroll, makeSlider } from "../controls.js";
import { make, makeDrawing } from "../dom.js";
import { evenly, fit, story } from "../fit.js";
import { makeBar, makeMap } from "../maps.js";
import { largest, tellShort, tellTop, upTo } from "../numbers.js";
import { makePainter } from "../painter.js";
import { makeWidget, put } from "../widget.js";

/**
 * @typedef {object} State
 * @property {string[]} names
 * @property {number[][][]} patterns Weights (queries, keys), one matrix a name.
 * @property {string[]} tokens
 * @property {string} pattern A name, or OWN.
 * @property {boolean[][]} own The cells that the reader's own pattern looks at.
 * @property {number} d_head
 * @property {number} query
 */
/** @typedef {import("../fit.js").Fit} Fit */

const OWN = "your own";
const ROOM = 1.35; // of the plane, in lengths of the longest key
// In the same lengths: a key's mark, its word's height, how near keys lie together, an arrow's tip.
const [DOT, WORD, NEAR, TIP] = [0.1, 0.14, 0.25, 0.07];

/**
 * Keys as points and the query as an arrow: where the head is narrow enough for a page.
 * @param {string[]} tokens
 */
function makePlane(tokens) {
  const caption = make("figcaption");
  const beam = makeDrawing("path", { class: "mha-beam" });
  const level = makeDrawing("path", { class: "mha-level-line" });
  const words = tokens.map((text) => makeDrawing("text", {}, text.slice(0, 2)));
  const points = words.map((word) => makeDrawing("g", {}, makeDrawing("circle", { r: DOT }), word));
  const viewBox = `${-ROOM} ${-ROOM} ${2 * ROOM} ${2 * ROOM}`;
  const svg = makeDrawing("svg", { viewBox, "aria-hidden": "true" }, level, beam, ...points);
  const node = make("figure", { class: "mha-plane" }, caption, svg);
  /**
   * @param {Fit} found
   * @param {number} query
   */
  const draw = ({ queries, keys, weights }, query) => {
    const wide = keys[0].length > 2;
    svg.toggleAttribute("hidden", wide);
    caption.textContent = wide
      ? `Keys of width ${keys[0].length} do not fit on a page. Choose width 1 or 2 to see them.`
      : `The keys as points, and the direction of query “${tokens[query]}” as an arrow`;
    if (wide) return;
    const size = largest(keys.map((key) => Math.hypot(...key))) || 1;
    keys.forEach(([x, y = 0], j) => {
      // Words of keys that lie together stand one above the other.
      const under = keys.slice(0, j).filter(([a, b = 0]) => Math.hypot(a - x, b - y) < NEAR * size);
      points[j].setAttribute("transform", `translate(${x / size} ${-y / size})`);
      words[j].setAttribute("y", String(-WORD * (under.length + 1)));
      points[j].style.setProperty("--mha-share", `${Math.round(100 * weights[query][j])}%`);
    });
    const [x, y = 0] = queries[query];
    const [u, v] = [x, -y].map((part) => part / (Math.hypot(x, y) || 1));
    const reach = largest(keys.map(([a, b = 0]) => (a * u - b * v) / size));
    beam.setAttribute("d", arrow(u, v));
    level.setAttribute("d", `M${reach * u - 3 * v} ${reach * v + 3 * u}l${6 * v} ${-6 * u}`);
  };
  return { node, draw };
}

/**
 * An arrow from the middle in a direction of length 1.
 * @param {number} u
 * @param {number} v
 */
function arrow(u, v) {
  const [x, y] = [1.22 * u, 1.22 * v];
  const [a, b] = [-u - v, u - v].map((part) => part * TIP);
  const [c, d] = [-u + v, -u - v].map((part) => part * TIP);
  return `M0 0L${x} ${y}m${a} ${b}L${x} ${y}l${c} ${d}`;
}

/**
 * What each width leaves on wrong keys: a line a width, as a number and as a bar.
 * @param {number} most
 */
function makeLosses(most) {
  const lines = upTo(most).map((i) => {
    const [told, bar] = [make("td"), make("div")];
    const head = make("th", { scope: "row" }, String(i + 1));
    const row = make("tr", {}, head, told, make("td", { "aria-hidden": "true" }, bar));
    return { row, told, bar };
  });
  const heads = ["width", "on wrong keys"].map((text) => make("th", { scope: "col" }, text));
  const caption = make("caption", {}, "Weight on wrong keys, mean over the queries");
  const top = make("tr", {}, ...heads, make("td"));
  const rows = lines.map(({ row }) => row);
  const node = make("table", { class: "mha-shares" }, caption, top, ...rows);
  /**
   * @param {number[]} misplaced
   * @param {number} width
   */
  const draw = (misplaced, width) => {
    lines.forEach(({ row, told, bar }, i) => {
      row.classList.toggle("mha-chosen", i + 1 === width);
      told.textContent = tellShort(misplaced[i]);
      bar.style.width = `${100 * misplaced[i]}%`;
    });
  };
  return { node, draw };
}

/**
 * The pattern, as a map or as a grid to paint, and beside it what came out.
 * @param {string[]} tokens
 * @param {import("../widget.js").Model<State>} model
 */
function makeMatrices(tokens, model) {
  const [wanted, found] = ["the pattern", "the head"].map((t) => makeMap(t, tokens, tokens));
  const painter = makePainter("your pattern; pressed is looked at", tokens, tokens, {
    get: ([i, j]) => model.get("own")[i][j],
    set: ([i, j], on) =>
      put(model, { own: model.get("own").map((row, r) => (r === i ? row.with(j, on) : row)) }),
    point: ([query]) => {
      if (query !== model.get("query")) put(model, { query });
    },
  });
  const hint = make(
    "p",
    { class: "mha-note" },
    "Press cells, or use space. ✓ = look here, evenly.",
  );
  const desk = makeScroll(painter.node, hint);
  const node = make("div", { class: "mha-grid mha-fits" }, wanted.node, desk, found.node);
  /**
   * @param {number[][]} pattern
   * @param {Fit} best
   * @param {number} query
   */
  const draw = (pattern, best, query) => {
    const own = model.get("pattern") === OWN;
    wanted.node.hidden = own;
    desk.hidden = !own;
    wanted.draw(pattern, "weights", 0, 1);
    painter.draw(model.get("own"));
    found.draw(best.weights, "weights", 0, 1);
    for (const map of [wanted, found]) map.mark(query);
  };
  return { node, maps: [wanted, found], draw };
}

/**
 * Every width's fit to a pattern, kept until another pattern comes.
 * @param {number} most
 */
function makeFits(most) {
  let known = "";
  /** @type {Fit[]} */
  let fits = [];
  /** @param {number[][]} pattern */
  return (pattern) => {
    const asked = JSON.stringify(pattern);
    if (asked !== known) fits = upTo(most).map((i) => fit(pattern, i + 1));
    known = asked;
    return fits;
  };
}

/**
 * The pattern's name, the width and the query.
 * @param {string[]} tokens
 * @param {import("../widget.js").Model<State>} model
 */
function makeControls(tokens, model) {
  const choice = makeChoice({
    label: "pattern",
    options: [...model.get("names"), OWN].map((name) => ({ value: name, text: name })),
    change: (pattern) => put(model, { pattern }),
  });
  const width = makeSlider({
    label: "width d_head",
    max: tokens.length - 2,
    show: (place) => String(place + 1),
    change: (place) => put(model, { d_head: place + 1 }),
  });
  const query = makeSlider({
    label: "query",
    max: tokens.length - 1,
    show: (place) => `“${tokens[place]}” (${place})`,
    change: (place) => put(model, { query: place }),
  });
  const node = make("div", { class: "mha-controls" }, width.node, query.node);
  const set = () => {
    choice.set(model.get("pattern"));
    width.set(model.get("d_head") - 1);
    query.set(model.get("query"));
  };
  return { parts: [make("div", { class: "mha-desk-top" }, choice.node), node], set };
}

/**
 * @param {HTMLElement} root
 * @param {import("../widget.js").Model<State>} model
 * @returns {import("../widget.js").Wired<State>}
 */
function wire(root, model) {
  const tokens = model.get("tokens");
  const controls = makeControls(tokens, model);
  root.append(...controls.parts);
  const matrices = makeMatrices(tokens, model);
  const [plane, losses] = [makePlane(tokens), makeLosses(tokens.length - 1)];
  const below = make("div", { class: "mha-beside" }, plane.node, losses.node);
  const bar = makeBar("weights", "0", "1", "weight");
  root.append(matrices.node, bar);
  const say = makeSay(root);
  root.append(below);
  chooseQuery(matrices.node, matrices.maps, model, () => tokens.length);
  const fits = makeFits(tokens.length - 1);
  const target = () => {
    const at = model.get("names").indexOf(model.get("pattern"));
    return at < 0 ? evenly(model.get("own")) : model.get("patterns")[at];
  };
  const asked = () => ({
    ...{ pattern: model.get("pattern"), d_head: model.get("d_head"), query: model.get("query") },
    target: target(),
  });
  return {
    hears: ["pattern", "own", "d_head", "query"],
    numbers: () => {
      const found = fits(target());
      const misplaced = found.map((one) => one.misplaced);
      return { ...asked(), ...found[model.get("d_head") - 1], misplaced };
    },
    draw() {
      const { d_head, query, target: wanted } = asked();
      const found = fits(wanted);
      const best = found[d_head - 1];
      const misplaced = found.map((one) => one.misplaced);
      controls.set();
      matrices.draw(wanted, best, query);
      plane.draw(best, query);
      losses.draw(misplaced, d_head);
      const [asks, gets] = [wanted, best.weights].map((matrix) => {
        const told = matrix[query].map((w) => Number(tellShort(w, 3))); // what is told alike ties
        return tellTop(told, (j) => `“${tokens[j]}”`, "weight", "most weight on ");
      });
      const row = `In row “${tokens[query]}” the pattern has ${asks}; the head has ${gets}.`;
      say(...story(d_head, misplaced), row);
    },
  };
}

export default makeWidget("A pattern of weights, and heads of every width", wire);
