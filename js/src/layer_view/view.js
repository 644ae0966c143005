// LayerView draws a layer, and explains how each number that the reader asks about is computed.

import { makeButton, makeLiveRegion, makeScroll, onArrows } from "../shared/controls.js";
import { make, makeDrawing, watchWidth } from "../shared/dom.js";
import { formatBrief, formatCell } from "../shared/format.js";
import { colorByHead } from "../shared/heatmap.js";
import { withLink } from "../shared/link.js";
import { upTo } from "../shared/math.js";
import { namesOf, parseIndex } from "../shared/url_state.js";
import { makeWidget, setTraits } from "../shared/widget.js";
import {
  explainCell,
  firstAskedCell,
  isParameter,
  makeLayer,
  matrixNumbers,
  matrixSizes,
  nextCell,
} from "./layer.js";

/** @import { Matrix } from "../shared/math.js" */
/** @typedef {import("./layer.js").AskedCell} AskedCell */
/** @typedef {import("./layer.js").Frame} Frame */
/** @typedef {import("./layer.js").Stage} Stage */
/** @typedef {import("./layer.js").Table} Table */
/**
 * @typedef {object} State
 * @property {string} wide The drawing for wide screens, as SVG.
 * @property {string} tall The drawing for phones, as SVG.
 * @property {string[]} tokens
 * @property {Matrix} x
 * @property {import("./layer.js").LayerMatrices} parameters
 * @property {number} row The token whose row is printed at first.
 * @property {[] | [Stage, number, number, number]} asked Stage, head, row and column of the number
 *   that the reader asks about; empty for the largest weight of the row in head 0.
 */

/**
 * A matrix of the drawing. x is drawn once for each head, and the averages are drawn again where
 * they are concatenated.
 * @typedef {object} DrawnMatrix
 * @property {SVGGElement} node
 * @property {Stage} stage
 * @property {number} index
 * @property {number} copy The head in whose part of the drawing the matrix is.
 * @property {string} label
 * @property {boolean} printed Whether the matrix shows the numbers of the followed row.
 * @property {{ left: number, top: number, cell: number, rowHeight: number, rows: number,
 *   columns: number }} box
 */

const MIN_WIDE_PX = 600; // on narrower screens the drawing for phones is easier to read
const TOUCH_MARGIN_PX = 12; // a tap this near to a matrix still counts
const DIGIT_WIDTH_PX = 6.8;

/** @satisfies {import("../shared/url_state.js").Choices} */
const CHOICES = {
  asked: (text, get) => {
    if (text === "") return [];
    const [stage, ...indices] = text.split(",");
    const sizes = new Map(Object.entries(matrixSizes(get("x"), get("parameters")))).get(stage);
    const parsed = indices.map((index, i) => parseIndex(index, sizes?.[i] ?? 0));
    return parsed.length !== 3 || parsed.includes(undefined) ? undefined : [stage, ...parsed];
  },
};

/**
 * Parses a drawing and finds its matrices.
 * @param {string} text SVG in which Python has escaped the tokens.
 */
function parseDrawing(text) {
  const read = new DOMParser().parseFromString(text, "text/html").querySelector("svg");
  const node = document.importNode(/** @type {SVGSVGElement} */ (read), true);
  node.removeAttribute("display");
  /** @type {NodeListOf<SVGGElement>} */
  const groups = node.querySelectorAll("[data-stage]");
  let inputs = 0;
  const matrices = [...groups].map((group) => {
    const { stage: stageName, head = "0", box = "" } = group.dataset;
    const [left, top, cell, rowHeight, rows, columns] = box.split(" ").map(Number);
    const joined = stageName === "average" && group.closest("[data-part=concatenation]");
    const stage = /** @type {Stage} */ (joined ? "concatenated" : stageName);
    const texts = group.querySelectorAll("text");
    // The printed row is removed here and drawn again later, because it follows the reader's
    // choice.
    if (texts.length > 0) texts[0].previousElementSibling?.remove();
    for (const text of texts) text.remove();
    const size = { x: left, y: top, width: cell * columns, height: rowHeight * rows };
    group.prepend(makeDrawing("rect", { ...size, fill: "transparent" })); // so that the pointer hits it
    return {
      node: group,
      stage,
      index: Number(head),
      copy: stage === "x" ? inputs++ : Number(head),
      label: (group.getAttribute("aria-label") ?? "").split(";")[0],
      printed: texts.length > 0,
      box: { left, top, cell, rowHeight, rows, columns },
    };
  });
  const marks = makeDrawing("g", { "aria-hidden": "true", class: "mha-marks" });
  node.append(marks);
  return { node, matrices, marks };
}

/**
 * Makes a frame around cells of a matrix, and their numbers.
 * @param {DrawnMatrix} matrix
 * @param {Matrix} numbers
 * @param {{ row: number, rows: number, column?: number }} cells
 * @param {string} kind
 */
function frame({ box }, numbers, { row, rows, column }, kind) {
  const { left, top, cell, rowHeight } = box;
  const columns = column === undefined ? upTo(box.columns) : [column];
  const size = {
    x: left + columns[0] * cell,
    y: top + row * rowHeight,
    width: columns.length * cell,
    height: rows * rowHeight,
  };
  const texts = upTo(rows).flatMap((i) =>
    columns.map((j) => {
      const text = formatCell(numbers[row + i][j]);
      const wide = text.length * DIGIT_WIDTH_PX > cell && { textLength: cell - 1 };
      const corner = { x: left + (j + 0.5) * cell, y: top + (row + i) * rowHeight + 13 };
      return makeDrawing("text", { ...corner, ...wide, lengthAdjust: "spacingAndGlyphs" }, text);
    }),
  );
  const kinds = kind === "mha-followed" ? [kind] : ["mha-halo", kind];
  return { lines: kinds.map((name) => makeDrawing("rect", { ...size, class: name })), texts };
}

/**
 * Makes a table that shows a sum term by term.
 * @param {Table} table
 */
function makeTable({ caption, columns, lines, marked, heads = [] }) {
  const top = columns.map((name, j) => {
    const head = make("th", { scope: "col" }, name);
    if (j - 1 in heads) colorByHead(head, heads[j - 1]);
    return head;
  });
  const rows = lines.map(([name, ...cells], i) => {
    const result = i === lines.length - 1 ? cells.length - 1 : -1;
    const now = marked ?? result;
    const boxes = cells.map((text, j) => make("td", { class: j === now && "mha-current" }, text));
    return make("tr", {}, make("th", { scope: "row" }, name), ...boxes);
  });
  return make("table", {}, make("caption", {}, caption), make("tr", {}, ...top), ...rows);
}

/**
 * @param {HTMLElement} root
 * @param {import("../shared/widget.js").WidgetModel<State>} model
 * @returns {import("../shared/widget.js").WidgetParts<State>}
 */
function setup(root, model) {
  const x = model.get("x");
  const parameters = model.get("parameters");
  const layer = makeLayer(x, parameters, model.get("tokens"));
  const sizes = matrixSizes(x, parameters);
  const [wide, tall] = [parseDrawing(model.get("wide")), parseDrawing(model.get("tall"))];
  let drawing = wide;
  /** The number under the pointer, before a click. @type {AskedCell | null} */
  let hovered = null;

  /** @returns {AskedCell} */
  const chosen = () => {
    const asked = model.get("asked");
    if (asked.length === 0) return firstAskedCell(layer, model.get("row"));
    const [stage, index, row, column] = asked;
    return { stage, index, row, column };
  };
  const now = () => hovered ?? chosen();
  /** @param {AskedCell} asked */
  const choose = ({ stage, index, row, column }) => {
    hovered = null;
    setTraits(model, { asked: [stage, index, row, column] });
    redraw();
  };

  const figure = make("div", { class: "mha-layer-drawing" });
  const panel = make("div", { class: "mha-sum-panel" });
  const steps = make("div", { class: "mha-steps", role: "group", "aria-label": "another number" });
  for (const [sign, name, down, right] of /** @type {const} */ ([
    ["←", "the number before", 0, -1],
    ["↑", "the number above", -1, 0],
    ["↓", "the number below", 1, 0],
    ["→", "the number after", 0, 1],
  ])) {
    const button = makeButton(sign, () => choose(nextCell(sizes, chosen(), down, right)));
    button.setAttribute("aria-label", name);
    steps.append(button);
  }
  const words = make("div", {});
  const say = makeLiveRegion(words);
  const tables = make("div", { class: "mha-sum-tables" });
  const scroll = makeScroll(tables);
  for (const [name, value] of [
    ["role", "region"],
    ["aria-label", "the sum"],
    ["tabindex", "0"],
  ]) {
    scroll.setAttribute(name, value);
  }
  panel.append(steps, words, scroll);
  const hint = "Point at any number, or tap it. What it was computed from gets a dashed frame.";
  const ruler = make("div", {});
  root.append(make("p", { class: "mha-note" }, hint), figure, ruler, panel);

  /** Returns the row that is printed in every matrix: that of the asked number's token. */
  const followed = () => {
    const { stage, row } = now();
    return isParameter(stage) ? model.get("row") : row;
  };
  /** @type {(matrix: DrawnMatrix, asked: AskedCell, frame: Frame) => boolean} */
  const holds = ({ stage, index, copy }, asked, frame) =>
    stage === frame.stage &&
    (stage === "x" ? asked.stage === "x" || copy === asked.index : index === frame.index);

  const redraw = () => {
    const asked = now();
    const { sentences, tables: sums, frames } = explainCell(layer, asked);
    const row = followed();
    /** @type {SVGElement[]} */
    const lines = [];
    /** @type {Map<string, SVGElement>} */
    const texts = new Map();
    for (const matrix of drawing.matrices) {
      const numbers = matrixNumbers(layer, matrix.stage, matrix.index);
      /** @type {(cells: { row: number, rows: number, column?: number }, kind: string) => void} */
      const drawFrame = (cells, kind) => {
        const framed = frame(matrix, numbers, cells, kind);
        lines.push(...framed.lines);
        for (const text of framed.texts) {
          texts.set([text.getAttribute("x"), text.getAttribute("y")].join(), text);
        }
      };
      if (matrix.printed) drawFrame({ row, rows: 1 }, "mha-followed");
      for (const cells of frames)
        if (holds(matrix, asked, cells)) drawFrame(cells, "mha-source-frame");
      const askedCell = { ...asked, rows: 1 };
      if (holds(matrix, asked, askedCell)) drawFrame(askedCell, "mha-asked-frame");
      const rowValues = numbers[row]?.map(formatBrief).join(", ");
      const whose = isParameter(matrix.stage)
        ? ""
        : `; the row of ${layer.nameToken(row)} is ${rowValues}`;
      const label = `${matrix.label}${whose}; arrow keys choose a number`;
      if (matrix.node.getAttribute("aria-label") !== label) {
        matrix.node.setAttribute("aria-label", label);
      }
    }
    drawing.marks.replaceChildren(...lines, ...texts.values());
    say.node.setAttribute("aria-live", hovered ? "off" : "polite");
    say(...sentences);
    tables.replaceChildren(...sums.map(makeTable));
  };

  for (const { node, matrices } of [wide, tall]) {
    /**
     * Returns the number under a pointer, or the nearest one.
     * @param {MouseEvent} event
     * @param {number} near The largest distance.
     */
    const find = ({ clientX, clientY }, near) => {
      const { left, top, width } = node.getBoundingClientRect();
      const scale = width / node.viewBox.baseVal.width;
      const [x, y] = [(clientX - left) / scale, (clientY - top) / scale];
      const candidates = matrices.map(({ stage, index, box }) => {
        /** @type {(coordinate: number, from: number, size: number, count: number) => number[]} */
        const along = (coordinate, from, size, count) => {
          const index = Math.min(Math.max(Math.floor((coordinate - from) / size), 0), count - 1);
          return [index, Math.max(from - coordinate, coordinate - from - size * count, 0)];
        };
        const [column, beside] = along(x, box.left, box.cell, box.columns);
        const [row, above] = along(y, box.top, box.rowHeight, box.rows);
        return { far: Math.hypot(beside, above), asked: { stage, index, row, column } };
      });
      const best = candidates.reduce((a, b) => (b.far < a.far ? b : a));
      return best.far <= near ? best.asked : null;
    };
    node.addEventListener("pointermove", (event) => {
      const number = event.pointerType === "touch" ? null : find(event, 0);
      if (!number || String(Object.values(number)) === String(Object.values(now()))) return;
      hovered = number;
      redraw();
    });
    node.addEventListener("pointerleave", () => {
      if (!hovered) return;
      hovered = null;
      redraw();
    });
    node.addEventListener("click", (event) => {
      const number = find(event, TOUCH_MARGIN_PX);
      if (number) choose(number);
    });
    for (const { node: group, stage, index } of matrices) {
      group.setAttribute("role", "application"); // otherwise a screen reader uses the arrow keys itself
      group.setAttribute("tabindex", "0");
      group.addEventListener("focus", () => {
        const covered = group.getBoundingClientRect().bottom - panel.getBoundingClientRect().top;
        if (covered > 0 && group.matches(":focus-visible"))
          scrollBy({ top: covered + TOUCH_MARGIN_PX });
      });
      onArrows(/** @type {any} */ (group), (down, right) => {
        const asked = chosen();
        const here = asked.stage === stage && asked.index === index;
        const firstRow = isParameter(stage) ? 0 : followed();
        const from = here ? asked : { stage, index, row: firstRow, column: 0 };
        const next = nextCell(sizes, from, down, right);
        choose(next);
        // A step may lead to the next head's block.
        const block = matrices.find(
          (matrix) => matrix.stage === stage && matrix.index === next.index,
        );
        if (next.index !== index) block?.node.focus();
      });
    }
  }
  // The width is measured in a separate element, because the figure's own changes with its drawing.
  watchWidth(ruler, (width) => {
    const fits = width < MIN_WIDE_PX ? tall : wide;
    if (fits === drawing && drawing.node.parentNode) return;
    drawing = fits;
    figure.replaceChildren(drawing.node);
    redraw();
  });

  return {
    observes: namesOf(CHOICES),
    stateForTests: () => {
      const asked = now();
      const { stage, index, row, column } = asked;
      const value = matrixNumbers(layer, stage, index)[row][column];
      return { ...layer.run, asked, value, ...explainCell(layer, asked) };
    },
    draw: redraw,
  };
}

const widget = makeWidget("A layer of attention, number by number", setup);
export default withLink(widget, CHOICES);
