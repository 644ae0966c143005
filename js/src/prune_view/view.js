// PruneView removes heads one after another, and shows a model's accuracy after each removal.

import { makeChoice, makeLiveRegion, makeSlider } from "../shared/controls.js";
import { DOT, make, makeDrawing, setStyle, write } from "../shared/dom.js";
import { formatFixed } from "../shared/format.js";
import { colorByHead } from "../shared/heatmap.js";
import { smallest, upTo } from "../shared/math.js";
import { makeWidget, setTraits, traits } from "../shared/widget.js";
import {
  completeOrder,
  computeLines,
  describeRemoval,
  nearestLine,
  nearestSubset,
  subsetsBySize,
  toggleHead,
  YOUR_OWN,
  yourLine,
} from "./prune.js";

/**
 * @typedef {object} State
 * @property {number} n_layers
 * @property {number} n_heads The number of heads in each layer.
 * @property {string} measure
 * @property {number[]} subsets The accuracy without each subset of heads; empty if unknown.
 * @property {import("./prune.js").GivenLine[]} lines
 * @property {string} line The name of the chosen line, or YOUR_OWN.
 * @property {number} n_removed
 * @property {number[]} your_order The reader's order of all heads.
 */

/** @typedef {import("../shared/widget.js").WidgetModel<State>} WidgetModel */
/** @typedef {import("./prune.js").Line} Line */

const DASHES = ["", "7 4", "2 4", "12 3 2 3", "1 6", "14 6", "4 2 1 2 1 2", "9 2"];
const MAX_TICKS = 13; // on the axis below the picture

/**
 * Makes a cell for each head, one row per layer; the cells are buttons if the reader may choose.
 * @param {WidgetModel} model
 * @param {(head: number) => void} press
 */
function makeHeads(model, press) {
  const [layers, heads] = [model.get("n_layers"), model.get("n_heads")];
  const canChooseHeads = model.get("subsets").length > 0;
  const cells = upTo(layers * heads).map((k) => {
    const cell = canChooseHeads ? make("button", { type: "button" }) : make("span");
    cell.classList.add("mha-head-cell");
    cell.append(canChooseHeads ? `head ${k % heads}` : `${k % heads}`);
    colorByHead(cell, k % heads);
    cell.addEventListener("click", () => canChooseHeads && press(k));
    return cell;
  });
  const rows = upTo(layers).map((layer) => {
    const row = cells.slice(layer * heads, (layer + 1) * heads);
    return make("div", {}, make("span", { class: "mha-layer" }, `layer ${layer}`), ...row);
  });
  // Without buttons, the grid only shows what the sentences say.
  const node = make(
    "div",
    { class: "mha-head-grid", "aria-hidden": !canChooseHeads && "true" },
    ...rows,
  );
  setStyle(node, { heads });
  node.classList.toggle("mha-small", !canChooseHeads);
  /** @param {number[] | null} removed */
  const draw = (removed) => {
    cells.forEach((cell, k) => {
      const gone = removed?.includes(k) ?? false;
      cell.classList.toggle("mha-removed", gone);
      cell.classList.toggle("mha-unknown", removed === null);
      if (!canChooseHeads) return;
      const name = `layer ${Math.floor(k / heads)}, head ${k % heads}`;
      cell.setAttribute("aria-pressed", String(!gone));
      cell.setAttribute("aria-label", `${name}: ${gone ? "removed" : "on"}`);
    });
  };
  return { node, draw };
}

// The best choice of each size is a dot with a ring: a large dot, and over it a smaller one in the
// color of the page. Their line is drawn only if it is chosen, because it often covers another one.
const BEST = "best";
const RING = "stroke: var(--mha-ink); stroke-width: 12px";
const HOLE = "stroke: var(--mha-ground); stroke-width: 9px";

/** @param {number} i */
const dashOf = (i) => ({ class: "mha-line-sample", "stroke-dasharray": DASHES[i % DASHES.length] });

/**
 * Makes the plot of accuracy against heads removed. Dots are short lines with round ends, because
 * the picture is stretched, which would distort circles.
 * @param {string[]} names The names of the lines.
 * @param {number} n The largest number of removed heads.
 * @param {number} low
 * @param {string} measure
 */
function makePlot(names, n, low, measure) {
  const cloud = makeDrawing("path", { class: "mha-subset-dots" });
  const lines = names.map((_, i) => makeDrawing("polyline", dashOf(i)));
  const best = names.indexOf(BEST);
  const rings = [RING, HOLE].map((style) =>
    makeDrawing("path", { class: "mha-subset-dots", style }),
  );
  const mark = makeDrawing("path", { class: "mha-current-dot" });
  const picture = makeDrawing(
    "svg",
    { viewBox: `-0.5 ${-1.04} ${n + 1} ${1.08 - low}`, preserveAspectRatio: "none" },
    ...rings,
    cloud,
    ...lines,
    mark,
  );
  const step = Math.ceil(n / (MAX_TICKS - 1));
  /** @param {number} k */
  const across = (k) => (100 * (k + 0.5)) / (n + 1);
  const below = upTo(Math.floor(n / step) + 1).map((i) => {
    const tick = make("span", {}, String(i * step));
    tick.style.left = `${across(i * step)}%`;
    return tick;
  });
  const heights = [0, 0.25, 0.5, 0.75, 1].map((height) => {
    const tick = make("span", {}, formatFixed(height));
    tick.style.top = `${(100 * (1.04 - height)) / (1.08 - low)}%`;
    return tick;
  });
  const area = make("div", { class: "mha-area" }, picture);
  const title = make("figcaption", {}, `${measure} against heads removed`);
  const left = make("div", { class: "mha-y-axis" }, ...heights);
  const under = make("div", { class: "mha-axis" }, ...below);
  const node = make(
    "figure",
    { class: "mha-plot", "aria-hidden": "true" },
    title,
    left,
    area,
    under,
  );
  /** @type {(drawn: Line[], chosen: number, nRemoved: number, reached: number) => void} */
  const draw = (drawn, chosen, nRemoved, reached) => {
    drawn.forEach(({ name, accuracies }, i) => {
      // Of the reader's own order, only the removed heads are chosen; the rest completes the list.
      const ownEnd = i === chosen ? nRemoved + 1 : 0;
      const drawnAccuracies = accuracies.slice(0, name === YOUR_OWN ? ownEnd : reached + 1);
      lines[i].setAttribute(
        "points",
        drawnAccuracies.map((accuracy, k) => `${k},${-accuracy}`).join(" "),
      );
      lines[i].classList.toggle("mha-followed", i === chosen);
    });
    lines[best]?.setAttribute("visibility", best === chosen ? "visible" : "hidden");
    const top = drawn[best]?.accuracies.slice(0, reached + 1) ?? [];
    for (const ring of rings) {
      ring.setAttribute("d", top.map((accuracy, k) => `M${k} ${-accuracy}${DOT}`).join(""));
    }
    mark.before(lines[chosen]); // so that it is in front of the other lines
    mark.setAttribute("d", `M${nRemoved} ${-drawn[chosen].accuracies[nRemoved]}${DOT}`);
  };
  /** @param {[number, number][]} dots */
  const drawDots = (dots) => {
    cloud.setAttribute("d", dots.map(([k, accuracy]) => `M${k} ${-accuracy}${DOT}`).join(""));
  };
  /** @param {(nRemoved: number, height: number) => void} point */
  const onPoint = (point) => {
    area.addEventListener("pointerdown", ({ clientX, clientY }) => {
      const box = area.getBoundingClientRect();
      const x = ((clientX - box.left) / box.width) * (n + 1) - 0.5;
      const y = 1.04 - ((clientY - box.top) / box.height) * (1.08 - low);
      point(Math.max(0, Math.min(n, Math.round(x))), y);
    });
  };
  return { node, draw, drawDots, onPoint };
}

/**
 * Makes the radio buttons that choose a line. They are also the legend: each shows its line's
 * dashes and accuracy.
 * @param {string[]} names
 * @param {(line: string) => void} change
 */
function makeLines(names, change) {
  const options = names.map((name) => ({ value: name, text: name }));
  const circle = { cx: 14, cy: 4 };
  const choice = makeChoice({ label: "line", options, change });
  choice.node.classList.add("mha-line-choice");
  const values = [...choice.node.querySelectorAll("label")].map((label, i) => {
    const parts =
      names[i] === BEST
        ? [
            makeDrawing("circle", { ...circle, r: 3.3, fill: "none", stroke: "currentColor" }),
            makeDrawing("circle", { ...circle, r: 1.5, fill: "currentColor" }),
          ]
        : [makeDrawing("line", { x1: 0, x2: 28, y1: 4, y2: 4, ...dashOf(i) })];
    const sample = makeDrawing("svg", { viewBox: "0 0 28 8", "aria-hidden": "true" }, ...parts);
    const value = make("b", { "aria-hidden": "true" });
    label.prepend(sample);
    label.append(" ", value);
    return value;
  });
  /** @type {(lines: Line[], chosen: number, nRemoved: number) => void} */
  const draw = (lines, chosen, nRemoved) => {
    choice.set(names[chosen]);
    lines.forEach(({ accuracies: all }, i) => {
      write(values[i], names[i] === YOUR_OWN && i !== chosen ? "" : formatFixed(all[nRemoved]));
    });
  };
  return { node: choice.node, draw };
}

/** Returns what is drawn, and functions that handle clicks. @param {WidgetModel} model */
function makeRemoval(model) {
  const table = model.get("subsets");
  const n = model.get("n_layers") * model.get("n_heads");
  const fixed = computeLines(model.get("lines"), table, n);
  const steps = fixed[0].accuracies.length - 1; // all lines are equally long
  const sizes = table.length > 0 ? subsetsBySize(n) : [];
  const lines = () =>
    table.length > 0 ? [...fixed, yourLine(model.get("your_order"), table)] : fixed;
  const currentState = () => {
    const all = lines();
    const chosen = Math.max(
      0,
      all.findIndex(({ name }) => name === model.get("line")),
    );
    const nRemoved = model.get("n_removed");
    return { lines: all, chosen, nRemoved, removed: all[chosen].sets?.[nRemoved] ?? null };
  };
  /** Chooses a line. A reader's first own order begins with what is shown. @param {string} line */
  const chooseLine = (line) => {
    const order = model.get("your_order");
    const begin = line === YOUR_OWN && order.every((head, k) => head === k);
    setTraits(model, {
      line,
      your_order: begin ? completeOrder(currentState().removed ?? [], n) : order,
    });
  };
  /** @param {number} head */
  const press = (head) =>
    setTraits(model, { line: YOUR_OWN, ...toggleHead(currentState().removed ?? [], head, n) });
  /** @type {(nRemoved: number, height: number) => void} */
  const point = (nRemoved, height) => {
    if (table.length > 0) {
      const order = completeOrder(nearestSubset(table, sizes[nRemoved], height), n);
      setTraits(model, { line: YOUR_OWN, your_order: order, n_removed: nRemoved });
      return;
    }
    setTraits(model, { line: nearestLine(fixed, nRemoved, height).name, n_removed: nRemoved });
  };
  const dots = sizes.flatMap((subsets, k) => subsets.map((subset) => [k, table[subset]]));
  return {
    steps,
    lines,
    currentState,
    chooseLine,
    press,
    point,
    dots: /** @type {[number, number][]} */ (dots),
  };
}

/**
 * @param {HTMLElement} root
 * @param {WidgetModel} model
 * @returns {import("../shared/widget.js").WidgetParts<State>}
 */
function setup(root, model) {
  const removal = makeRemoval(model);
  const canChooseHeads = model.get("subsets").length > 0;
  const names = removal.lines().map(({ name }) => name);
  const low = smallest([0, ...removal.lines().flatMap(({ accuracies }) => accuracies)]);
  const { n_layers: layers, n_heads, measure } = traits(model, "n_layers", "n_heads", "measure");
  const sizes = { layers, heads: n_heads, measure };
  const choice = makeLines(names, removal.chooseLine);
  const slider = makeSlider({
    label: "heads removed",
    max: removal.steps,
    change: (k) => setTraits(model, { n_removed: k }),
  });
  const heads = makeHeads(model, removal.press);
  const plot = makePlot(names, removal.steps, low, sizes.measure);
  plot.drawDots(removal.dots);
  plot.onPoint(removal.point);
  root.append(choice.node, slider.node, heads.node);
  const say = makeLiveRegion(root);
  root.append(plot.node);
  // Lines that the page computes are drawn only as far as the reader has gone, because the rest
  // would give away what the reader is about to try.
  let reached = canChooseHeads ? 0 : removal.steps;
  return {
    observes: ["line", "n_removed", "your_order"],
    stateForTests: () => removal.currentState(),
    draw() {
      const state = removal.currentState();
      const chosen = state.lines[state.chosen];
      choice.draw(state.lines, state.chosen, state.nRemoved);
      slider.set(state.nRemoved);
      // Presses choose the reader's own cuts; a slider would go on to heads that nobody chose. It
      // keeps its room, so that the heads stay under the reader's finger.
      slider.node.style.visibility = chosen.name === YOUR_OWN ? "hidden" : "visible";
      heads.draw(state.removed);
      reached = Math.max(reached, state.nRemoved);
      plot.draw(state.lines, state.chosen, state.nRemoved, reached);
      const ideal = canChooseHeads ? state.lines.find(({ name }) => name === "best") : undefined;
      say(...describeRemoval(chosen, state.nRemoved, sizes, ideal));
    },
  };
}

export default makeWidget("Accuracy against heads removed", setup);
