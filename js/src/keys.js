// The keys that count most in the marked row of each matrix, in a table.

import { make } from "./dom.js";
import { tell, tellEqual, tops } from "./numbers.js";

/**
 * @typedef {object} Line
 * @property {string} title
 * @property {number[] | Float64Array} row
 * @property {"weight" | "score" | "difference"} what
 * @property {boolean} [chosen]
 */

const NAMED = 3; // keys that a line names
const NOTHING = 0.0005; // a weight below it would be told as 0.000

/** @param {string} text */
const across = (text) => [make("td", { colspan: NAMED }, text)];

/**
 * A table with a line a matrix; differences are ordered by their size, whatever their sign.
 * @param {string[]} keys A label a key; an ear is told the places of those that are alike.
 */
export function makeTopKeys(keys) {
  const alike = keys.map((key) => keys.indexOf(key) !== keys.lastIndexOf(key));
  /** @param {number} j */
  const place = (j) => (alike[j] ? [make("span", { class: "mha-heard" }, ` (${j})`)] : []);
  const node = make("table", { class: "mha-keys", "aria-label": "top keys" });
  /**
   * What a tie of more keys than have a cell is called, or of all of them.
   * @param {Line} line
   * @param {number[]} tied
   */
  const tellTie = ({ row, what }, tied) => {
    const told = tellEqual(what, row[tied[0]], tied.length, row.length);
    return tied.length === row.length ? told : `${told}: ${tied.map((j) => keys[j]).join(", ")}`;
  };
  /** @param {Line} line */
  const best = (line) => {
    const { row, what } = line;
    const sizes = what === "difference" ? row.map(Math.abs) : row;
    const tied = tops(sizes);
    if (tied.length === 0) return across("NaN");
    const all = tied.length > 1 && tied.length === row.length;
    if (what !== "difference" && (all || tied.length > NAMED)) return across(tellTie(line, tied));
    const order = keys.map((_, j) => j).sort((a, b) => sizes[b] - sizes[a]);
    const told = order.slice(0, NAMED).filter((j) => what === "score" || sizes[j] >= NOTHING);
    if (told.length === 0) return across("less than 0.001 on every key");
    return told.map((j) => make("td", {}, keys[j], ...place(j), ` ${tell(row[j])}`));
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
