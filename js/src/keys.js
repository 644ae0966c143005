// The keys that count most in the marked row of each matrix, in a table.

import { make } from "./dom.js";
import { descending, tell, tellEqual, tellToken, tellTop, tops } from "./numbers.js";

/**
 * @typedef {object} Line
 * @property {string} title
 * @property {number[] | Float64Array} row
 * @property {"weight" | "score" | "difference"} what
 * @property {boolean} [chosen]
 */

const NAMED = 3; // keys that a line names
const NOTHING = 0.0005; // a smaller weight would be shown as 0.000
const HEARD = 5; // heads whose top key is read out

/**
 * Each head's top key, for screen readers: the chosen head first, and only a few heads. The table
 * shows all of them.
 * @param {Line[]} lines
 * @param {string[]} keys
 */
export function tellTops(lines, keys) {
  const tops = lines.map(({ title, row, what, chosen }) => ({
    ...{ title, chosen },
    top: tellTop(row, (j) => tellToken(keys, j), what),
  }));
  if (lines.length === 1) return `${tops[0].top}.`;
  if (tops.every(({ top }) => top === tops[0].top)) return `in every picture, ${tops[0].top}.`;
  const order = [...tops.filter(({ chosen }) => chosen), ...tops.filter(({ chosen }) => !chosen)];
  const parts = order.slice(0, HEARD).map(({ title, top }) => `${title}, ${top}`);
  if (tops.length > HEARD) parts.push(`and ${tops.length - HEARD} more in the table`);
  return `${parts.join("; ")}.`;
}

/** @param {string} text */
const across = (text) => [make("td", { colspan: NAMED }, text)];

/**
 * A table with a line a matrix; differences are ordered by their size, whatever their sign.
 * @param {string[]} keys A label a key; where labels are alike, a screen reader adds the place.
 */
export function makeTopKeys(keys) {
  const alike = keys.map((key) => keys.indexOf(key) !== keys.lastIndexOf(key));
  /** @param {number} j */
  const place = (j) => (alike[j] ? [make("span", { class: "mha-heard" }, ` (${j})`)] : []);
  const node = make("table", { class: "mha-keys", "aria-label": "top keys" });
  /**
   * A tie of all keys, or of more than have a cell.
   * @param {Line} line
   * @param {number[]} tied
   */
  const tellTie = ({ row, what }, tied) => {
    const equal = tellEqual(what, row[tied[0]], tied.length, row.length);
    return tied.length === row.length ? equal : `${equal}: ${tied.map((j) => keys[j]).join(", ")}`;
  };
  /** @param {Line} line */
  const best = (line) => {
    const { row, what } = line;
    const sizes = what === "difference" ? row.map(Math.abs) : row;
    const tied = tops(sizes);
    if (tied.length === 0) return across("NaN");
    const all = tied.length > 1 && tied.length === row.length;
    if (what !== "difference" && (all || tied.length > NAMED)) return across(tellTie(line, tied));
    const top = descending(sizes).slice(0, NAMED);
    const shown = top.filter((j) => what === "score" || sizes[j] >= NOTHING);
    if (shown.length === 0) return across("less than 0.001 on every key");
    return shown.map((j) => make("td", {}, keys[j], ...place(j), ` ${tell(row[j])}`));
  };
  /** @param {Line[]} lines */
  const draw = (lines) => {
    const rows = lines.map((line) => {
      const head = make("th", { scope: "row" }, line.title);
      return make("tr", { class: line.chosen && "mha-chosen" }, head, ...best(line));
    });
    node.replaceChildren(...rows);
  };
  return { node, draw };
}
