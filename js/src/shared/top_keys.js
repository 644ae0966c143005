// Makes a table of the top keys in the marked row of each matrix.

import { onArrows } from "./controls.js";
import { make } from "./dom.js";
import { describeTie, describeTop, formatCountOf, formatNumber, formatToken } from "./format.js";
import { colorByHead } from "./heatmap.js";
import { descending, indicesOfLargest } from "./math.js";

/**
 * @typedef {object} Line
 * @property {string} title
 * @property {import("./math.js").Row} row
 * @property {"weight" | "score" | "difference"} what
 * @property {boolean} [chosen]
 */

const MAX_NAMED_KEYS = 3; // in each row of the table
const MIN_SHOWN_WEIGHT = 0.0005; // a smaller weight would be shown as 0.000
const MAX_SPOKEN_HEADS = 5; // a screen reader reads the top keys of at most five heads

/**
 * Says the top keys of a few heads, for screen readers, the chosen head's first. The table has all
 * of them.
 * @param {Line[]} lines
 * @param {string[]} keys
 */
export function describeTopKeys(lines, keys) {
  const tops = lines.map(({ title, row, what, chosen }) => ({
    title,
    chosen,
    top: describeTop(row, (j) => formatToken(keys, j), what),
  }));
  if (lines.length === 1) return `${tops[0].top}.`;
  if (tops.every(({ top }) => top === tops[0].top)) return `in every picture, ${tops[0].top}.`;
  const order = [...tops.filter(({ chosen }) => chosen), ...tops.filter(({ chosen }) => !chosen)];
  const parts = order.slice(0, MAX_SPOKEN_HEADS).map(({ title, top }) => `${title}, ${top}`);
  if (tops.length > MAX_SPOKEN_HEADS)
    parts.push(`and ${tops.length - MAX_SPOKEN_HEADS} more in the table`);
  return `${parts.join("; ")}.`;
}

/**
 * Says how many heads have each key as their top key, the most frequent key first. A head with a tie
 * counts for the first of its keys.
 * @param {import("./math.js").Row[]} rows The weights of each head at one query.
 * @param {string[]} keys
 */
export function describeTopOfHeads(rows, keys) {
  const tops = rows.map((row) => indicesOfLargest(row)[0]).filter((j) => j !== undefined);
  const counts = keys.map((_, j) => tops.filter((top) => top === j).length);
  const named = descending(counts).filter((j) => counts[j] > 0);
  const parts = named.map((j) => `${counts[j]} to ${formatToken(keys, j)}`);
  return `Of ${formatCountOf(rows.length, "head")}, most weight: ${parts.join(", ")}.`;
}

/**
 * Returns the top keys of a row, or words if too many keys tie or all weights are too small.
 * Differences are ordered by absolute value.
 * @param {Line} line
 * @param {string[]} keys
 * @returns {{ positions: number[], words: string }}
 */
export function topKeys({ row, what }, keys) {
  const sizes = what === "difference" ? row.map(Math.abs) : row;
  const tied = indicesOfLargest(sizes);
  if (tied.length === 0) return { positions: [], words: "NaN" };
  const all = tied.length > 1 && tied.length === row.length;
  if (what !== "difference" && (all || tied.length > MAX_NAMED_KEYS)) {
    const equal = describeTie(what, row[tied[0]], tied.length, row.length);
    const words = all ? equal : `${equal}: ${tied.map((j) => keys[j]).join(", ")}`;
    return { positions: [], words };
  }
  const most = descending(sizes).slice(0, MAX_NAMED_KEYS);
  const positions = most.filter((j) => what === "score" || sizes[j] >= MIN_SHOWN_WEIGHT);
  return { positions, words: "less than 0.001 on every key" };
}

/**
 * Makes the cells of a line: its top keys with their numbers, or words.
 * @param {Line} line
 * @param {string[]} keys
 * @param {string} positionClass The class of a key's position, which follows a repeated label.
 */
export function makeKeyCells(line, keys, positionClass = "mha-screen-reader") {
  const { positions, words } = topKeys(line, keys);
  if (positions.length === 0) return [make("td", { colspan: MAX_NAMED_KEYS }, words)];
  return positions.map((j) => {
    const repeated = keys.indexOf(keys[j]) !== keys.lastIndexOf(keys[j]);
    const position = repeated ? [make("span", { class: positionClass }, ` (${j})`)] : [];
    return make("td", {}, keys[j], ...position, ` ${formatNumber(line.row[j])}`);
  });
}

/**
 * @typedef {object} HeadActions What a reader can do with the rows of a table of heads.
 * @property {(head: number) => void} choose
 * @property {(head: number) => void} point Called when a reader points at a row, or focuses it; with
 *   -1 when no more.
 */

/**
 * Makes a table with one row per matrix.
 * @param {string[]} keys The label of each key. If a label repeats, screen readers also get the
 *   position.
 * @param {HeadActions} [actions] Only if the rows are those of all heads of a layer.
 */
export function makeTopKeys(keys, actions) {
  const node = make("table", { class: "mha-keys", "aria-label": "top keys" });
  /** @type {HTMLButtonElement[]} */
  let buttons = [];
  /** @param {Line} line @param {number} h @param {HeadActions} actions */
  const makeHead = ({ title, row, what, chosen }, h, actions) => {
    const swatch = make("span", { class: "mha-swatch", "aria-hidden": "true" });
    const top = describeTop(row, (j) => formatToken(keys, j), what);
    const button = make(
      "button",
      { type: "button", "aria-pressed": String(chosen), "aria-description": top },
      swatch,
      title,
    );
    button.tabIndex = chosen ? 0 : -1;
    button.addEventListener("click", () => actions.choose(h));
    return button;
  };
  /** @param {Line[]} lines */
  const draw = (lines) => {
    const focused = buttons.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
    const acts = lines.length > 1 ? actions : undefined;
    buttons = acts ? lines.map((line, h) => makeHead(line, h, acts)) : [];
    const rows = lines.map((line, h) => {
      const head = make("th", { scope: "row" }, buttons[h] ?? line.title);
      const row = make("tr", { class: line.chosen && "mha-chosen" });
      if (buttons[h]) colorByHead(row, h);
      row.append(head, ...makeKeyCells(line, keys));
      return row;
    });
    node.replaceChildren(...rows);
    buttons[focused]?.focus({ preventScroll: true });
  };
  if (actions) letPoint(node, () => buttons, actions);
  return { node, draw };
}

/**
 * Lets a reader point at the rows of a table, move between their buttons, and choose one by a tap
 * anywhere in it.
 * @param {HTMLTableElement} node
 * @param {() => HTMLButtonElement[]} buttons
 * @param {HeadActions} actions
 */
function letPoint(node, buttons, { choose, point }) {
  let [hovered, focused] = [-1, -1];
  const update = () => point(hovered >= 0 ? hovered : focused);
  /** @param {EventTarget | null} target */
  const rowOf = (target) => {
    const row = target instanceof Element ? target.closest("tr") : null;
    return row && buttons().length > 0 ? [...node.rows].indexOf(row) : -1;
  };
  node.addEventListener("pointerover", ({ target }) => {
    hovered = rowOf(target);
    update();
  });
  node.addEventListener("pointerleave", () => {
    hovered = -1;
    update();
  });
  node.addEventListener("focusin", ({ target }) => {
    // After a click, the pointer says which row is meant.
    const isFromKeys = target instanceof Element && target.matches(":focus-visible");
    focused = isFromKeys ? rowOf(target) : -1;
    update();
  });
  node.addEventListener("focusout", () => {
    focused = -1;
    update();
  });
  node.addEventListener("click", ({ target }) => {
    const isButton = target instanceof Element && target.closest("button");
    const row = rowOf(target);
    if (row >= 0 && !isButton) choose(row);
  });
  onArrows(
    node,
    (down) => buttons()[rowOf(document.activeElement) + down]?.focus({ preventScroll: false }),
    false,
  );
}
