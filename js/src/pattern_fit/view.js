// PatternFit shows how well a head of a chosen width fits a pattern of weights.

import {
  chooseQuery,
  makeChoice,
  makeLiveRegion,
  makeScroll,
  makeSlider,
} from "../shared/controls.js";
import { make, makeBarTable, makeDrawing } from "../shared/dom.js";
import { formatFixed, formatToken } from "../shared/format.js";
import { makeColorBar, makeHeatmap } from "../shared/heatmap.js";
import { argmax, largest, mean, smallest, upTo } from "../shared/math.js";
import { makePainter } from "../shared/painter.js";
import { finish } from "../shared/slices.js";
import { makeWidget, setTraits, traits } from "../shared/widget.js";
import {
  describeFailing,
  describeFit,
  describeRow,
  evenly,
  failingRows,
  MOST_WRONG,
  makeFits,
  pairs,
  project,
} from "./fit.js";

/** @import { Matrix } from "../shared/math.js" */

/**
 * @typedef {object} State
 * @property {string[]} names
 * @property {Matrix[]} patterns The weights of each named pattern, (queries, keys).
 * @property {string[]} tokens
 * @property {string} pattern A name, or YOUR_OWN.
 * @property {boolean[][]} your_pattern The cells that the reader's own pattern attends to.
 * @property {number} d_head
 * @property {number} query
 * @property {number} n_turn_steps The steps in a whole turn.
 * @property {number} turn How far keys of width 3 are turned, in steps.
 */
/** @typedef {import("./fit.js").Fit} Fit */
const YOUR_OWN = "your own";
const PLANE_HALF_WIDTH = 1.35; // in units of the longest key's length
// Lengths in the same units. Keys that are nearer than MIN_DISTANCE share one label.
const [DOT_RADIUS, WORD_HEIGHT, MIN_DISTANCE] = [0.1, 0.19, 0.25];
const [LETTER_WIDTH, ENOUGH_ROOM] = [0.08, 0.2]; // of a label, and between it and other keys
const FAILING_DASHES = "0.02 0.07"; // of a line that joins the keys of a row that fails
const [ARROW_LENGTH, ARROW_TIP] = [1.22, 0.07];
const TIE_LINE_REACH = 3; // to each side of the query's arrow, beyond the edges of the picture
const MAX_DRAWN_WIDTH = 3; // wider keys do not fit on a page
const DEPTH_GROWTH = 0.4; // a dot grows by this fraction for each length that it is nearer

/**
 * Makes a picture of the keys as points and of the query as an arrow, if the head is narrow enough.
 * @param {string[]} tokens
 * @param {number} nTurnSteps
 * @param {(turn: number) => void} change
 */
function makePlane(tokens, nTurnSteps, change) {
  /** @param {number} turn */
  const degrees = (turn) => (360 * turn) / nTurnSteps;
  const caption = make("figcaption");
  const turning = makeSlider({
    label: "turn the keys",
    max: nTurnSteps - 1,
    show: (step) => `${degrees(step)}°`,
    change,
  });
  const [pairLines, failingLines] = ["", FAILING_DASHES].map((dashes) =>
    makeDrawing("path", {
      fill: "none",
      stroke: "currentColor",
      "stroke-dasharray": dashes,
      "stroke-linecap": "round",
      "stroke-opacity": dashes ? 0.9 : 0.45,
      "stroke-width": dashes ? 0.03 : 0.02,
    }),
  );
  const queryArrow = makeDrawing("path", { class: "mha-query-arrow" });
  const tieLine = makeDrawing("path", { class: "mha-tie-line" });
  const discs = tokens.map(() => makeDrawing("circle", { r: DOT_RADIUS }));
  const points = discs.map((disc) => makeDrawing("g", {}, disc));
  const viewBox = `${-PLANE_HALF_WIDTH} ${-PLANE_HALF_WIDTH} ${2 * PLANE_HALF_WIDTH} ${2 * PLANE_HALF_WIDTH}`;
  const svg = makeDrawing(
    "svg",
    { viewBox },
    pairLines,
    failingLines,
    tieLine,
    queryArrow,
    ...points,
  );
  // The words are HTML, because WebKit takes hundreds of milliseconds to lay out words in an SVG
  // with such small units.
  const words = tokens.map((text) => make("span", {}, text.slice(0, 2)));
  const picture = make("div", { "aria-hidden": "true" }, svg, ...words);
  const node = make("figure", { class: "mha-plane" }, caption, picture, turning.node);
  /**
   * @type {(
   *   fit: Pick<Fit, "queries" | "keys" | "weights">,
   *   query: number,
   *   joined: number[][],
   *   failing: number[],
   *   turn: number,
   * ) => void}
   */
  const draw = ({ queries, keys, weights }, query, joined, failing, turn) => {
    const width = keys[0].length;
    const isSpace = width === 3;
    picture.hidden = width > MAX_DRAWN_WIDTH;
    turning.node.hidden = !isSpace;
    turning.set(turn);
    caption.textContent = describePlane(
      tokens[query],
      width,
      joined.some((both) => both.length > 0),
      failing.some((i) => joined[i].length > 0),
    );
    if (width > MAX_DRAWN_WIDTH) return;
    const size = largest(keys.map((key) => Math.hypot(...key))) || 1;
    /** @param {number[]} key */
    const onPlane = (key) => (isSpace ? project(key, degrees(turn)) : [key[0], key[1] ?? 0, 0]);
    const flat = keys.map((key) => onPlane(key).map((part) => part / size));
    flat.forEach(([x, y, depth], j) => {
      points[j].setAttribute("transform", `translate(${x} ${-y})`);
      discs[j].setAttribute("r", String(DOT_RADIUS * (1 + DEPTH_GROWTH * depth)));
      points[j].style.setProperty("--mha-fill", `${Math.round(100 * weights[query][j])}%`);
      words[j].textContent = "";
    });
    for (const near of groupNear(flat)) {
      const word = words[near[0]];
      word.textContent = near.map((j) => tokens[j].slice(0, 2)).join(" ");
      word.style.whiteSpace = "nowrap";
      word.style.transform = "translate(-50%, -50%)";
      const [x, y] = placeLabel(near, flat, word.textContent.length);
      word.style.left = toPercent(x);
      word.style.top = toPercent(-y);
    }
    /** @param {number[][]} both */
    const join = (both) =>
      both
        .map((pair) => pair.map((j) => `${flat[j][0]} ${-flat[j][1]}`))
        .map(([from, to]) => `M${from}L${to}`)
        .join("");
    const rows = upTo(joined.length).filter((i) => joined[i].length > 0);
    const [drawn, missed] = [false, true].map((fails) =>
      rows.filter((i) => failing.includes(i) === fails).map((i) => joined[i]),
    );
    pairLines.setAttribute("d", join(drawn));
    failingLines.setAttribute("d", join(missed));
    const length = Math.hypot(...queries[query]) || 1;
    const [x, y] = onPlane(queries[query]);
    const [u, v] = [x, -y].map((part) => part / length);
    queryArrow.setAttribute("d", arrow(u, v));
    // For width 3 this would be a plane rather than a line, so it is not drawn.
    const reach = largest(flat.map(([a, b]) => a * u - b * v));
    const start = `${reach * u - TIE_LINE_REACH * v} ${reach * v + TIE_LINE_REACH * u}`;
    const across = `M${start}l${2 * TIE_LINE_REACH * v} ${-2 * TIE_LINE_REACH * u}`;
    tieLine.setAttribute("d", isSpace ? "" : across);
  };
  return { node, draw };
}

/**
 * Groups keys so that each is nearer than MIN_DISTANCE to another of its group.
 * @param {number[][]} flat
 */
function groupNear(flat) {
  /** @type {number[][]} */
  let groups = [];
  flat.forEach(([x, y], j) => {
    /** @param {number[]} group */
    const isNear = (group) =>
      group.some((k) => Math.hypot(flat[k][0] - x, flat[k][1] - y) < MIN_DISTANCE);
    groups = [...groups.filter((group) => !isNear(group)), [...groups.filter(isNear).flat(), j]];
  });
  return groups;
}

/**
 * Finds the middle of a group's label: above the group, or where other keys leave more room.
 * @param {number[]} near
 * @param {number[][]} flat
 * @param {number} nLetters
 */
function placeLabel(near, flat, nLetters) {
  const halfWidth = (nLetters * LETTER_WIDTH) / 2;
  const [xs, ys] = [0, 1].map((axis) => near.map((j) => flat[j][axis]));
  const places = [
    [mean(xs), largest(ys) + WORD_HEIGHT],
    [mean(xs), smallest(ys) - WORD_HEIGHT],
    [smallest(xs) - WORD_HEIGHT - halfWidth, mean(ys)],
    [largest(xs) + WORD_HEIGHT + halfWidth, mean(ys)],
  ];
  const room = places.map(([x, y]) => {
    const gaps = flat
      .filter((_, j) => !near.includes(j))
      .map(([a, b]) => Math.hypot(Math.max(0, Math.abs(a - x) - halfWidth), b - y));
    const isOutside = Math.abs(x) + halfWidth > PLANE_HALF_WIDTH;
    return isOutside ? 0 : smallest([ENOUGH_ROOM, ...gaps]);
  });
  return places[argmax(room)];
}

/**
 * Converts a coordinate of the plane to a distance from its left or upper edge.
 * @param {number} x
 */
const toPercent = (x) => `${(100 * (x + PLANE_HALF_WIDTH)) / (2 * PLANE_HALF_WIDTH)}%`;

/** @type {(token: string, width: number, joined: boolean, fails: boolean) => string} */
function describePlane(token, width, joined, fails) {
  if (width > MAX_DRAWN_WIDTH) {
    return `Keys of width ${width} do not fit on a page. Choose width 1, 2 or 3 to see them.`;
  }
  const dotted = fails ? "; the line is dotted if its row fails." : ".";
  const lines = joined ? ` Lines join two keys that one query attends to${dotted}` : "";
  const near = width === 3 ? " Nearer keys are larger." : "";
  return `The keys as points, and the direction of query “${token}” as an arrow.${lines}${near}`;
}

/**
 * Returns the path of an arrow from the origin; it is shorter if it points toward the reader.
 * @param {number} u
 * @param {number} v
 */
function arrow(u, v) {
  const [x, y] = [ARROW_LENGTH * u, ARROW_LENGTH * v];
  const [a, b] = [-u - v, u - v].map((part) => part * ARROW_TIP);
  const [c, d] = [-u + v, -u - v].map((part) => part * ARROW_TIP);
  return `M0 0L${x} ${y}m${a} ${b}L${x} ${y}l${c} ${d}`;
}

/**
 * Makes the pattern, as a map or as a grid to paint, and next to it a map of the head's weights.
 * @param {string[]} tokens
 * @param {import("../shared/widget.js").WidgetModel<State>} model
 */
function makeMatrices(tokens, model) {
  const maps = ["the pattern", "the head"].map((title) => makeHeatmap(title, tokens, tokens));
  const painter = makePainter("your pattern; pressed cells are attended to", tokens, tokens, {
    get: () => model.get("your_pattern"),
    set: (your_pattern) => setTraits(model, { your_pattern }),
    point: ([query]) => {
      if (query !== model.get("query")) setTraits(model, { query });
    },
  });
  const hint = make(
    "p",
    { class: "mha-note" },
    "Press cells, or use space. ✓ = attend here, evenly.",
  );
  const paintRow = makeScroll(painter.node, hint);
  const node = make("div", { class: "mha-grid mha-fits" }, maps[0].node, paintRow, maps[1].node);
  // Room for a cross before a row's label, in both maps, so that their rows align.
  for (const { body } of maps) {
    const side = /** @type {HTMLElement} */ (body.firstElementChild);
    side.style.minWidth = "2em";
  }
  /** @type {(map: import("../shared/heatmap.js").Heatmap, matrix: Matrix, query: number) => void} */
  const drawMap = (map, matrix, query) => {
    map.draw(matrix, "weights", 0, 1);
    map.mark(query);
  };
  /** @type {(pattern: Matrix, query: number) => void} */
  const drawPattern = (pattern, query) => {
    const paints = model.get("pattern") === YOUR_OWN;
    maps[0].node.hidden = paints;
    paintRow.hidden = !paints;
    painter.draw(model.get("your_pattern"));
    drawMap(maps[0], pattern, query);
  };
  /** @type {(weights: Matrix, query: number, failing: number[]) => void} */
  const drawHead = (weights, query, failing) => {
    maps[1].label(
      tokens.map((token, i) => (failing.includes(i) ? `✗ ${token}` : token)),
      tokens,
    );
    drawMap(maps[1], weights, query);
  };
  return { node, maps, drawPattern, drawHead };
}

/**
 * Makes the controls that choose the pattern, the width and the query.
 * @param {string[]} tokens
 * @param {import("../shared/widget.js").WidgetModel<State>} model
 */
function makeControls(tokens, model) {
  const choice = makeChoice({
    label: "pattern",
    options: [...model.get("names"), YOUR_OWN].map((name) => ({ value: name, text: name })),
    change: (pattern) => {
      // Wider keys cannot be drawn, and a reader paints a pattern to see the drawing.
      const d_head =
        pattern === YOUR_OWN ? Math.min(model.get("d_head"), MAX_DRAWN_WIDTH) : model.get("d_head");
      setTraits(model, { pattern, d_head });
    },
  });
  const width = makeSlider({
    label: "width d_head",
    max: tokens.length - 2,
    show: (step) => String(step + 1),
    change: (step) => setTraits(model, { d_head: step + 1 }),
  });
  const query = makeSlider({
    label: "query",
    max: tokens.length - 1,
    show: (step) => formatToken(tokens, step),
    change: (step) => setTraits(model, { query: step }),
  });
  const node = make("div", { class: "mha-controls" }, width.node, query.node);
  const set = () => {
    choice.set(model.get("pattern"));
    width.set(model.get("d_head") - 1);
    query.set(model.get("query"));
  };
  return { parts: [make("div", { class: "mha-top-row" }, choice.node), node], set };
}

/**
 * @param {HTMLElement} root
 * @param {import("../shared/widget.js").WidgetModel<State>} model
 * @returns {import("../shared/widget.js").WidgetParts<State>}
 */
function setup(root, model) {
  const tokens = model.get("tokens");
  const controls = makeControls(tokens, model);
  root.append(...controls.parts);
  const matrices = makeMatrices(tokens, model);
  const plane = makePlane(tokens, model.get("n_turn_steps"), (turn) => setTraits(model, { turn }));
  const widths = upTo(tokens.length - 1).map((i) => String(i + 1));
  const title = `Rows with at most ${MOST_WRONG} on wrong keys, and the average weight there`;
  const losses = makeBarTable(title, ["width", "right", "wrong"], widths);
  const below = make("div", { class: "mha-two-columns" }, plane.node, losses.node);
  const bar = makeColorBar("weights", "0", "1", "weight");
  root.append(matrices.node, bar);
  const say = makeLiveRegion(root);
  root.append(below);
  chooseQuery(matrices.node, matrices.maps, model, () => tokens.length);
  const fitsTo = makeFits(tokens.length - 1);
  /** @type {Map<string, Set<number>>} The widths that the reader has tried for each pattern. */
  const triedFor = new Map();
  const asked = () => {
    const known = model.get("patterns")[model.get("names").indexOf(model.get("pattern"))];
    return known ?? evenly(model.get("your_pattern"));
  };
  const currentState = function* () {
    const target = asked();
    const fits = yield* fitsTo(target);
    const chosen = traits(model, "pattern", "d_head", "query", "turn");
    const misplaced = fits.map((fit) => fit.misplaced);
    const right = fits.map(({ weights }) => weights.length - failingRows(target, weights).length);
    const best = fits[chosen.d_head - 1];
    return {
      ...best,
      ...chosen,
      target,
      misplaced,
      right,
      failing: failingRows(target, best.weights),
    };
  };
  return {
    observes: ["pattern", "your_pattern", "d_head", "query", "turn"],
    stateForTests: () => finish(currentState()),
    *draw() {
      controls.set();
      matrices.drawPattern(asked(), model.get("query"));
      const { d_head, query, turn, target, misplaced, right, failing, ...best } =
        yield* currentState();
      matrices.drawHead(best.weights, query, failing);
      plane.draw(best, query, pairs(target), failing, turn);
      const key = JSON.stringify(target);
      const tried = (triedFor.get(key) ?? new Set()).add(d_head);
      triedFor.set(key, tried);
      const texts = misplaced.map((loss, i) =>
        tried.has(i + 1) ? [`${right[i]} of ${tokens.length}`, formatFixed(loss)] : ["?", "?"],
      );
      losses.draw(
        texts,
        misplaced.map((loss, i) => (tried.has(i + 1) ? loss : 0)),
      );
      losses.rows.forEach((row, i) => {
        row.classList.toggle("mha-chosen", i + 1 === d_head);
      });
      say(
        ...describeFit(d_head, misplaced, right, tokens.length, tried),
        describeFailing(tokens, target, best),
        describeRow(tokens, query, target, best.weights),
      );
    },
  };
}

export default makeWidget("A pattern of weights, and heads of every width", setup);
