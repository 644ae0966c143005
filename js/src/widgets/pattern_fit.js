// PatternFit: patterns of weights, and what a head of a chosen width makes of them.

import { chooseQuery, makeChoice, makeSay, makeScroll, makeSlider } from "../controls.js";
import { make, makeDrawing, makeShares } from "../dom.js";
import { evenly, fit, story, tellRow } from "../fit.js";
import { makeBar, makeMap } from "../maps.js";
import { largest, tellShort, tellToken, upTo } from "../numbers.js";
import { makePainter } from "../painter.js";
import { makeWidget, setTraits, traits } from "../widget.js";

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
  /** @type {(fit: Pick<Fit, "queries" | "keys" | "weights">, query: number) => void} */
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
 * The pattern, as a map or as a grid to paint, and beside it what came out.
 * @param {string[]} tokens
 * @param {import("../widget.js").Model<State>} model
 */
function makeMatrices(tokens, model) {
  const maps = ["the pattern", "the head"].map((title) => makeMap(title, tokens, tokens));
  const painter = makePainter("your pattern; pressed is looked at", tokens, tokens, {
    get: () => model.get("own"),
    set: (own) => setTraits(model, { own }),
    point: ([query]) => {
      if (query !== model.get("query")) setTraits(model, { query });
    },
  });
  const hint = make(
    "p",
    { class: "mha-note" },
    "Press cells, or use space. ✓ = look here, evenly.",
  );
  const desk = makeScroll(painter.node, hint);
  const node = make("div", { class: "mha-grid mha-fits" }, maps[0].node, desk, maps[1].node);
  /** @type {(pattern: number[][], weights: number[][], query: number) => void} */
  const draw = (pattern, weights, query) => {
    const paints = model.get("pattern") === OWN;
    maps[0].node.hidden = paints;
    desk.hidden = !paints;
    painter.draw(model.get("own"));
    [pattern, weights].forEach((matrix, i) => {
      maps[i].draw(matrix, "weights", 0, 1);
      maps[i].mark(query);
    });
  };
  return { node, maps, draw };
}

/** Every width's fit to a pattern, kept until another pattern comes. @param {number} most */
function makeFits(most) {
  let fitted = "";
  /** @type {Fit[]} */
  let fits = [];
  /** @param {number[][]} pattern */
  return (pattern) => {
    const key = JSON.stringify(pattern);
    if (key !== fitted) fits = upTo(most).map((i) => fit(pattern, i + 1));
    fitted = key;
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
    change: (pattern) => setTraits(model, { pattern }),
  });
  const width = makeSlider({
    label: "width d_head",
    max: tokens.length - 2,
    show: (place) => String(place + 1),
    change: (place) => setTraits(model, { d_head: place + 1 }),
  });
  const query = makeSlider({
    label: "query",
    max: tokens.length - 1,
    show: (place) => tellToken(tokens, place),
    change: (place) => setTraits(model, { query: place }),
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
  const plane = makePlane(tokens);
  const widths = upTo(tokens.length - 1).map((i) => String(i + 1));
  const title = "Weight on wrong keys, mean over the queries";
  const losses = makeShares(title, ["width", "on wrong keys"], widths);
  const below = make("div", { class: "mha-beside" }, plane.node, losses.node);
  const bar = makeBar("weights", "0", "1", "weight");
  root.append(matrices.node, bar);
  const say = makeSay(root);
  root.append(below);
  chooseQuery(matrices.node, matrices.maps, model, () => tokens.length);
  const fitsTo = makeFits(tokens.length - 1);
  const now = () => {
    const chosen = traits(model, "pattern", "d_head", "query");
    const known = model.get("patterns")[model.get("names").indexOf(chosen.pattern)];
    const target = known ?? evenly(model.get("own"));
    const fits = fitsTo(target);
    const misplaced = fits.map((one) => one.misplaced);
    return { ...fits[chosen.d_head - 1], ...chosen, target, misplaced };
  };
  return {
    hears: ["pattern", "own", "d_head", "query"],
    numbers: now,
    draw() {
      const { d_head, query, target, misplaced, ...best } = now();
      controls.set();
      matrices.draw(target, best.weights, query);
      plane.draw(best, query);
      losses.draw(
        misplaced.map((loss) => [tellShort(loss)]),
        misplaced,
      );
      losses.rows.forEach((row, i) => {
        row.classList.toggle("mha-chosen", i + 1 === d_head);
      });
      say(...story(d_head, misplaced), tellRow(tokens, query, target, best.weights));
    },
  };
}

export default makeWidget("A pattern of weights, and heads of every width", wire);
