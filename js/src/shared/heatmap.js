// Makes heat maps and color bars.

import { paint } from "./colors.js";
import { make, watchWidth } from "./dom.js";
import { largest, upTo } from "./math.js";

/** @import { Matrix, Row } from "./math.js" */
/** @typedef {ReturnType<typeof makeHeatmap>} Heatmap */

// A map shows labels only if it has room for them.
const [LINE_PX, LETTER_PX, MAX_LABEL_PX] = [11, 6, 60];
export const N_HEAD_COLORS = 8; // the first eight heads have colors
const MAX_LABELS = 32; // more labels on an axis do not fit into the largest map

/**
 * Returns the smallest width, in pixels, at which a map has room for its labels.
 * @param {string[]} rows
 * @param {string[]} columns
 */
export function widthForLabels(rows, columns) {
  const longest = largest(rows.map((text) => text.length));
  return (
    Math.min(MAX_LABEL_PX, LETTER_PX * (longest + 1)) +
    LINE_PX * Math.max(rows.length, columns.length)
  );
}

/**
 * Makes a heat map: queries down, keys across, tokens on both axes. `label` replaces the tokens.
 * @param {string | Node} title
 * @param {string[]} rows
 * @param {string[]} columns
 */
export function makeHeatmap(title, rows, columns) {
  const canvas = make("canvas", { "aria-hidden": "true" });
  const mark = make("div", { class: "mha-mark", hidden: true });
  const framed = make("div", { class: "mha-framed" });
  const picture = make("div", { class: "mha-picture" }, canvas, mark, framed);
  const [side, foot] = ["mha-rows", "mha-cols"].map((name) =>
    make("div", { class: name, "aria-hidden": "true" }),
  );
  const body = make("div", {}, side, picture, foot);
  const caption = make("figcaption", {}, title);
  const node = make("figure", { class: "mha-map" }, caption, body);
  let axes = { rows, columns };
  // The caption's width decides whether labels fit, because showing them does not change it.
  let width = 0;
  const toggleLabels = () => {
    node.classList.toggle("mha-crowded", width < widthForLabels(axes.rows, axes.columns));
  };
  /**
   * Replaces the tokens on both axes. The caller must then draw and mark again.
   * @param {string[]} rows
   * @param {string[]} columns
   */
  const label = (rows, columns) => {
    axes = { rows, columns };
    picture.style.aspectRatio = `${columns.length} / ${rows.length}`;
    const few = Math.max(rows.length, columns.length) <= MAX_LABELS;
    /** @param {string[]} texts */
    const spans = (texts) => (few ? texts.map((text) => make("span", {}, text)) : []);
    side.replaceChildren(...spans(rows));
    foot.replaceChildren(...spans(columns));
    // Words read upwards need less room; single letters are easier to read upright.
    foot.classList.toggle("mha-upright", largest(columns.map((text) => text.length)) === 1);
    toggleLabels();
  };
  label(rows, columns);
  watchWidth(caption, (now) => {
    width = now;
    toggleLabels();
  });
  return {
    node,
    body,
    picture,
    label,
    /**
     * @param {Matrix<Row>} numbers
     * @param {import("./colors.js").Colors} colors
     * @param {number} low
     * @param {number} high
     */
    draw: (numbers, colors, low, high) => paint(canvas, numbers, colors, low, high),
    /** @param {number} row */
    mark(row) {
      mark.hidden = false;
      mark.style.top = `${(100 * row) / axes.rows.length}%`;
      mark.style.height = `${100 / axes.rows.length}%`;
    },
    /**
     * Frames blocks of cells and removes earlier frames.
     * @param {{ top: number, left: number, height: number, width: number, kind: string }[]} boxes
     */
    frame(boxes) {
      const { rows, columns } = axes;
      framed.replaceChildren(
        ...boxes.map(({ top, left, height, width, kind }) => {
          const box = make("div", { class: kind });
          box.style.inset = [top, columns.length - left - width, rows.length - top - height, left]
            .map((far, i) => `${(100 * far) / (i % 2 ? columns : rows).length}%`)
            .join(" ");
          return box;
        }),
      );
    },
    /**
     * Calls `point` with the row and column of the cell under a pointer.
     * @param {(cell: number[]) => void} point
     * @param {boolean} [moves] Whether moving the pointer is enough; otherwise it must be pressed.
     */
    onPoint(point, moves = true) {
      /** @param {PointerEvent} event */
      const pointAtCell = ({ clientX, clientY }) => {
        const { rows, columns } = axes;
        const { left, top, width, height } = picture.getBoundingClientRect();
        const i = Math.floor(((clientY - top) / height) * rows.length);
        const j = Math.floor(((clientX - left) / width) * columns.length);
        if (i in rows && j in columns) point([i, j]);
      };
      if (moves) picture.addEventListener("pointermove", pointAtCell);
      picture.addEventListener("pointerdown", pointAtCell);
    },
  };
}

/**
 * Gives a node its head's color. Heads past the eighth have none: the style sheet draws their lines
 * transparent, so that all nodes are equally high.
 * @param {Element & ElementCSSInlineStyle} node
 * @param {number} head
 */
export function colorByHead(node, head) {
  node.style.setProperty("--mha-hue", head < N_HEAD_COLORS ? `var(--mha-head-${head})` : "initial");
}

/**
 * Makes a color bar, labeled at both ends and with what it shows.
 * @param {import("./colors.js").Colors} colors
 * @param {string} low
 * @param {string} high
 * @param {string} text
 */
export function makeColorBar(colors, low, high, text) {
  const canvas = make("canvas", { "aria-hidden": "true" });
  paint(canvas, [upTo(64).map((i) => i / 63)], colors, 0, 1);
  const [from, to, what] = [low, high, text].map((words) => make("span", {}, words));
  return make("div", { class: "mha-bar" }, from, canvas, to, what);
}
