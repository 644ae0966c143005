// The keys that count most in the marked row of each matrix, in a table.

import { make } from "./dom.js";
import { descending, tell, tellEqual, tellToken, tellTop, tops } from "./numbers.js";

/**
 * @typedef {object} Line
 * @property {string} title
 * @property {import("./numbers.js").Row} row
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

/**
 * The keys that count most in a row; words in their place where too many tie or none counts.
 * Differences are ordered by their size, whatever their sign.
 * @param {Line} line
 * @param {string[]} keys
 * @returns {{ places: number[], words: string }}
 */
export function topKeys({ row, what }, keys) {
  const sizes = what === "difference" ? row.map(Math.abs) : row;
  const tied = tops(sizes);
  if (tied.length === 0) return { places: [], words: "NaN" };
  const all = tied.length > 1 && tied.length === row.length;
  if (what !== "difference" && (all || tied.length > NAMED)) {
    const equal = tellEqual(what, row[tied[0]], tied.length, row.length);
    const words = all ? equal : `${equal}: ${tied.map((j) => keys[j]).join(", ")}`;
    return { places: [], words };
  }
  const most = descending(sizes).slice(0, NAMED);
  const places = most.filter((j) => what === "score" || sizes[j] >= NOTHING);
  return { places, words: "less than 0.001 on every key" };
}

/**
 * A table with a line a matrix.
 * @param {string[]} keys A label a key; where labels are alike, a screen reader adds the place.
 */
export function makeTopKeys(keys) {
  const alike = keys.map((key) => keys.indexOf(key) !== keys.lastIndexOf(key));
  const node = make("table", { class: "mha-keys", "aria-label": "top keys" });
  /** @param {Line} line */
  const cells = (line) => {
    const { places, words } = topKeys(line, keys);
    if (places.length === 0) return [make("td", { colspan: NAMED }, words)];
    return places.map((j) => {
      const place = alike[j] ? [make("span", { class: "mha-heard" }, ` (${j})`)] : [];
      return make("td", {}, keys[j], ...place, ` ${tell(line.row[j])}`);
    });
  };
  /** @param {Line[]} lines */
  const draw = (lines) => {
    const rows = lines.map((line) => {
      const head = make("th", { scope: "row" }, line.title);
      return make("tr", { class: line.chosen && "mha-chosen" }, head, ...cells(line));
    });
    node.replaceChildren(...rows);
  };
  return { node, draw };
}
