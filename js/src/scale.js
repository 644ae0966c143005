// How far scores spread as a head grows wider, and what the softmax makes of them.

import { largest, mean, softmax, tellShort, total } from "./numbers.js";

export const PAIRS = 1000;
export const KEYS = 8;
const REACH = 32; // the histogram's axis, -32 to 32 at every setting, so that spreads compare
export const SPAN = 2 * REACH + 1;

/** @typedef {"none" | "sqrt(d_head)" | "d_head"} Divisor */

/**
 * Normal random numbers that a seed repeats: mulberry32 gives uniform ones, and Box and Muller's
 * transform makes a normal one of two of them.
 * @param {number} seed
 */
export function makeNormal(seed) {
  let state = seed;
  const uniform = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  return () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform());
}

/**
 * Real dot products of vectors of width 2^level: of many pairs, and of one query with a few keys.
 *
 * Each level doubles the vectors of the one before, when first asked for. So the reader lengthens
 * the same vectors, and narrow ones cost next to nothing.
 * @param {number} seed
 */
export function makeDots(seed) {
  const none = { pairs: Array(PAIRS).fill(0), row: Array(KEYS).fill(0) };
  /** @type {{ pairs: number[], row: number[] }[]} */
  const levels = [];
  /** @param {number} level */
  const lengthen = (level) => {
    const normal = makeNormal(16 * seed + level);
    const { pairs, row } = levels[level - 1] ?? none;
    const query = Array.from({ length: level ? 2 ** (level - 1) : 1 }, normal);
    return {
      row: row.map((dot) => query.reduce((sum, q) => sum + q * normal(), dot)),
      pairs: pairs.map((dot) => query.reduce((sum) => sum + normal() * normal(), dot)),
    };
  };
  /** @param {number} level */
  return (level) => {
    while (levels.length <= level) levels.push(lengthen(levels.length));
    return levels[level];
  };
}

/**
 * What the dot products are divided by.
 * @param {Divisor} divisor
 * @param {number} d_head
 */
function factor(divisor, d_head) {
  if (divisor === "none") return 1;
  return divisor === "d_head" ? d_head : Math.sqrt(d_head);
}

/**
 * The scores, their histogram and spread, and one softmax row.
 * @param {ReturnType<typeof makeDots>} dots
 * @param {number} d_head
 * @param {Divisor} divisor
 */
export function compute(dots, d_head, divisor) {
  const by = factor(divisor, d_head);
  const { pairs, row } = dots(Math.log2(d_head));
  const scores = pairs.map((dot) => dot / by);
  const row_scores = row.map((dot) => dot / by);
  const bins = Array(SPAN).fill(0); // of width 1, around the whole numbers
  for (const score of scores) {
    const bin = Math.round(score) + REACH;
    if (bin in bins) bins[bin] += 1 / PAIRS;
  }
  const weights = softmax(row_scores, /** @type {number[]} */ ([]));
  const middle = mean(scores);
  return {
    ...{ d_head, divisor, scores, bins, row_scores, weights },
    deviation: Math.sqrt(total(scores.map((s) => (s - middle) ** 2)) / (PAIRS - 1)),
  };
}

/** @typedef {ReturnType<typeof compute>} Scores */

/** @type {Record<Divisor, string>} */
export const DIVISORS = { none: "nothing", "sqrt(d_head)": "√d_head", d_head: "d_head" };

/** What the largest weight of a row means for the row. @param {number} top */
function tellTop(top) {
  if (top > 0.9) return "one key takes nearly everything";
  if (top > 0.5) return "one key takes more than all others together";
  return top < 0.15 ? "all keys get nearly the same" : "no key takes more than half";
}

/**
 * What to see: this row, and what holds at other widths.
 * @param {Pick<Scores, "d_head" | "divisor" | "weights">} scores
 */
export function story({ d_head, divisor, weights }) {
  const top = largest(weights);
  const size = top < 0.995 ? tellShort(top) : "above 0.99";
  const start = `Divided by ${DIVISORS[divisor]}, the largest of the eight weights is ${size}`;
  const wider = {
    none: "The wider the head, the further the scores spread, and the more often one key takes over.",
    "sqrt(d_head)": "The scores spread by about 1 at every width, so the width no longer decides.",
    d_head:
      "The wider the head, the closer every weight comes to 1/8, whatever the query asks for.",
  };
  const rest = d_head > 1 ? wider[divisor] : "At width 1 all three choices divide by 1.";
  return [`${start}: ${tellTop(top)}.`, rest];
}
