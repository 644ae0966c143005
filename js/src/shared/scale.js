// Computes how the spread of scores grows with a head's width, and which weights the softmax gives.

import { formatFixed, formatPercent } from "./format.js";
import { descending, largest, mean, softmax, total } from "./math.js";

/** @import { Matrix } from "./math.js" */

export const N_QUERIES = 125;
export const N_KEYS = 8;
export const TENFOLD_GAP = Math.log(10); // a score that is higher by this much gets ten times the weight
const BARS_PER_SIDE = 32; // on each side of 0
export const N_BARS = 2 * BARS_PER_SIDE + 1;
// The end of the histogram's axis: one for all widths and divisors, so that their effect can be seen.
// Undivided scores reach it from width 256 on.
const AXIS_END = 64;

/** @typedef {"none" | "sqrt(d_head)" | "d_head"} Divisor */

/**
 * Makes a seeded generator of normal random numbers: mulberry32 gives uniform numbers, and the
 * Box-Muller transform turns two of them into a normal one.
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
 * Makes a function that returns dot products of random vectors of width 2^level: one row per query.
 * Each query has its own keys.
 *
 * Each level is computed when it is first needed, by doubling the length of the previous level's
 * vectors. So the reader lengthens the same vectors, and narrow ones take almost no time.
 * @param {number} seed
 */
export function makeDotProducts(seed) {
  /** @type {Matrix[]} */
  const levels = []; // the finished levels
  /** @type {Matrix} */
  let rows = []; // the first rows of the next level
  let normal = makeNormal(16 * seed);
  const addRow = () => {
    const level = levels.length;
    const query = Array.from({ length: level ? 2 ** (level - 1) : 1 }, normal);
    const shorter = levels[level - 1]?.[rows.length] ?? Array(N_KEYS).fill(0);
    rows.push([...shorter].map((dot) => addProduct(dot, query, normal)));
    if (rows.length < N_QUERIES) return;
    levels.push(rows);
    rows = [];
    normal = makeNormal(16 * seed + levels.length);
  };
  /**
   * Yields after each row, and returns the level's dot products. A new call continues where an
   * unfinished one stopped.
   * @param {number} level
   */
  return function* (level) {
    while (levels.length <= level) {
      addRow();
      yield;
    }
    return levels[level];
  };
}

/**
 * Adds a query's dot product with a random key to a sum, term by term.
 * @param {number} sum
 * @param {number[]} query
 * @param {() => number} normal
 */
function addProduct(sum, query, normal) {
  for (let k = 0; k < query.length; k++) sum += query[k] * normal();
  return sum;
}

/**
 * Returns what the dot products are divided by.
 * @param {Divisor} divisor
 * @param {number} d_head
 */
function divisorValue(divisor, d_head) {
  if (divisor === "none") return 1;
  return divisor === "d_head" ? d_head : Math.sqrt(d_head);
}

/**
 * Computes the scores, their histogram and standard deviation, and the softmax of each row. The row
 * shown has the median of all rows' largest weights.
 * @param {Matrix} dots
 * @param {number} d_head
 * @param {Divisor} divisor
 */
export function computeScores(dots, d_head, divisor) {
  const by = divisorValue(divisor, d_head);
  const rows = dots.map((row) => row.map((dot) => dot / by));
  const scores = rows.flat();
  const bar = AXIS_END / BARS_PER_SIDE;
  const bins = Array(N_BARS).fill(0); // bins are centered on multiples of a bar's width
  for (const score of scores) {
    const bin = Math.round(score / bar) + BARS_PER_SIDE;
    bins[Math.min(Math.max(bin, 0), N_BARS - 1)] += 1 / scores.length;
  }
  const weights = rows.map((row) => softmax(row, /** @type {number[]} */ ([])));
  const tops = weights.map(largest);
  const middleRow = descending(tops)[(N_QUERIES - 1) / 2];
  const middle = mean(scores);
  return {
    d_head,
    divisor,
    scores,
    reach: AXIS_END,
    bar,
    bins,
    row_scores: rows[middleRow],
    weights: weights[middleRow],
    typical: tops[middleRow],
    saturated: tops.filter((top) => top > 0.9).length / N_QUERIES,
    deviation: Math.sqrt(total(scores.map((s) => (s - middle) ** 2)) / (scores.length - 1)),
  };
}

/** @typedef {ReturnType<typeof computeScores>} Scores */

/** @type {Record<Divisor, string>} */
export const DIVISORS = { none: "nothing", "sqrt(d_head)": "√d_head", d_head: "d_head" };

/**
 * Says how large the largest weight typically is, and what changes with the width.
 * @param {Pick<Scores, "d_head" | "divisor" | "typical" | "saturated">} scores
 */
export function describeScores({ d_head, divisor, typical, saturated }) {
  const size = typical < 0.995 ? formatFixed(typical) : "above 0.99";
  const start = `With scores divided by ${DIVISORS[divisor]}, the largest of eight weights is typically ${size}`;
  const often = saturated ? `, and over 0.9 for ${formatPercent(saturated)} of the queries` : "";
  const wider = {
    none: "The wider the head, the further the scores spread, and the more often one key takes over.",
    "sqrt(d_head)": "The scores spread by about 1 at every width, so the width no longer decides.",
    d_head:
      "The wider the head, the closer every weight comes to 1/8, whatever the query asks for.",
  };
  const rest = d_head > 1 ? wider[divisor] : "At width 1 all three choices divide by 1.";
  return [`${start}${often}.`, rest];
}

/**
 * Says what the histogram's axis, bracket and bars show.
 * @param {Pick<Scores, "divisor" | "reach" | "bar">} scores
 */
export function describeAxis({ divisor, reach, bar }) {
  const ends = `ends at ±${reach} for every width and divisor`;
  const axis = {
    none: `The axis ${ends}; the wider the head, the further the scores spread.`,
    "sqrt(d_head)": `The axis ${ends}, and the scores have the same spread at every width.`,
    d_head: `The axis ${ends}; the wider the head, the closer the scores are to 0.`,
  };
  const ruler = `The bracket is always ${formatFixed(TENFOLD_GAP, 1)} long: a key whose score is higher by this much gets ten times the weight.`;
  const bars = `Each bar counts the scores in a range of ${bar}. The paler bars at both ends also count all scores beyond the axis. The dashed lines are one standard deviation from 0.`;
  return `${axis[divisor]} ${ruler} ${bars}`;
}
