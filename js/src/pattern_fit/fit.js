// Fits one head's queries and keys to a pattern of weights, to show what a narrow head cannot do.

import { describeTop, formatFixed, formatList } from "../shared/format.js";
import { argmax, mean, total, upTo } from "../shared/math.js";
import { makeNormal } from "../shared/scale.js";

/** @import { Matrix } from "../shared/math.js" */

/**
 * @typedef {object} Fit
 * @property {Matrix} queries (tokens, d_head)
 * @property {Matrix} keys (tokens, d_head)
 * @property {Matrix} weights
 * @property {number} misplaced The weight on wrong keys, averaged over the queries.
 */

const [N_SEEDS, N_STEPS, LEARNING_RATE] = [4, 1000, 0.1];
const [BETA_1, BETA_2, EPSILON] = [0.9, 0.999, 1e-8]; // Adam's defaults in torch
const ROUNDS_TO_ZERO = 0.005; // less misplaced weight would be shown as 0.00
export const MOST_WRONG = 0.05; // a row with more weight on wrong keys fails
const TILT_DEGREES = 20; // tilt of the axis about which keys of width 3 turn

/**
 * Computes the weights, from scores that are divided by the square root of the width.
 *
 * A fit calls this function thousands of times, so it allocates nothing.
 * @param {Float64Array} numbers Queries, then keys, row by row.
 * @param {number} n The number of queries, and of keys.
 * @param {Float64Array} weights Row by row; overwritten.
 */
function attend(numbers, n, weights) {
  const width = numbers.length / (2 * n);
  const scale = 1 / Math.sqrt(width);
  for (let row = 0; row < n * n; row += n) {
    const query = (row / n) * width;
    let top = Number.NEGATIVE_INFINITY;
    for (let j = 0, key = n * width; j < n; j++, key += width) {
      let match = 0;
      for (let c = 0; c < width; c++) match += numbers[query + c] * numbers[key + c];
      weights[row + j] = scale * match;
      if (weights[row + j] > top) top = weights[row + j];
    }
    let sum = 0;
    for (let j = row; j < row + n; j++) sum += Math.exp(weights[j] - top);
    const log = Math.log(sum);
    for (let j = row; j < row + n; j++) weights[j] = Math.exp(weights[j] - top - log);
  }
}

/**
 * Splits a flat list into rows.
 * @param {Float64Array} list
 * @param {number} width
 */
const rowsOf = (list, width) =>
  upTo(list.length / width).map((i) => [...list.subarray(i * width, (i + 1) * width)]);

/**
 * Minimizes the cross-entropy of pattern and weights with Adam, at a learning rate that falls to 0
 * along a cosine. Yields after every hundred steps.
 * @param {Matrix} pattern
 * @param {Float64Array} numbers Queries, then keys, row by row; changed in place.
 * @param {number} width
 * @param {number} [steps]
 * @returns {Generator<void, void>}
 */
export function* descend(pattern, numbers, width, steps = N_STEPS) {
  const n = pattern.length;
  const target = Float64Array.from(pattern.flat());
  const weights = new Float64Array(n * n);
  const [slope, average, square] = upTo(3).map(() => new Float64Array(numbers.length));
  const divisor = n * Math.sqrt(width);
  /** @param {number} step */
  const adamStep = (step) => {
    attend(numbers, n, weights);
    slope.fill(0);
    for (let i = 0, cell = 0, query = 0; i < n; i++, query += width) {
      for (let j = 0, key = n * width; j < n; j++, cell++, key += width) {
        const pull = (weights[cell] - target[cell]) / divisor;
        for (let c = 0; c < width; c++) {
          slope[query + c] += pull * numbers[key + c];
          slope[key + c] += pull * numbers[query + c];
        }
      }
    }
    const rate = (LEARNING_RATE * (1 + Math.cos((Math.PI * (step - 1)) / steps))) / 2;
    const [ofMean, ofSquare] = [1 - BETA_1 ** step, 1 - BETA_2 ** step];
    for (let k = 0; k < numbers.length; k++) {
      average[k] = BETA_1 * average[k] + (1 - BETA_1) * slope[k];
      square[k] = BETA_2 * square[k] + (1 - BETA_2) * slope[k] ** 2;
      const size = Math.sqrt(square[k] / ofSquare) + EPSILON;
      numbers[k] -= (rate * average[k]) / ofMean / size;
    }
  };
  for (let step = 1; step <= steps; step++) {
    adamStep(step);
    if (step % 100 === 0) yield;
  }
}

/**
 * Returns how much of each row's weight is on the wrong keys.
 * @param {Matrix} pattern
 * @param {Matrix} weights
 */
const misplacedInRows = (pattern, weights) =>
  weights.map((row, i) => total(row.map((weight, j) => Math.abs(weight - pattern[i][j]))) / 2);

/**
 * Returns how much weight is on the wrong keys, averaged over the queries.
 * @param {Matrix} pattern
 * @param {Matrix} weights
 */
export const misplacedWeight = (pattern, weights) => mean(misplacedInRows(pattern, weights));

/**
 * Lists the rows that the head does not draw: too much of their weight is on wrong keys.
 * @param {Matrix} pattern
 * @param {Matrix} weights
 */
export function failingRows(pattern, weights) {
  const misplaced = misplacedInRows(pattern, weights);
  return upTo(weights.length).filter((i) => misplaced[i] > MOST_WRONG);
}

/**
 * Returns the best of a few fits from different seeds, because a narrow head may get stuck.
 * @param {Matrix} pattern
 * @param {number} width
 * @returns {Generator<void, Fit>}
 */
export function* fit(pattern, width) {
  const normal = makeNormal(width);
  const n = pattern.length;
  /** @type {Fit[]} */
  const fits = [];
  for (let seed = 0; seed < N_SEEDS; seed++) {
    const numbers = Float64Array.from({ length: 2 * n * width }, normal);
    yield* descend(pattern, numbers, width);
    const weights = new Float64Array(n * n);
    attend(numbers, n, weights);
    const rows = rowsOf(weights, n);
    const both = rowsOf(numbers, width);
    const [queries, keys] = [both.slice(0, n), both.slice(n)];
    fits.push({ queries, keys, weights: rows, misplaced: misplacedWeight(pattern, rows) });
  }
  return fits[argmax(fits.map(({ misplaced }) => -misplaced))];
}

/**
 * Makes a function that fits a head of every width. It keeps the fits until the pattern changes.
 * @param {number} most The largest width.
 */
export function makeFits(most) {
  let fitted = "";
  /** @type {Generator<void, void>} */
  let work;
  /** @type {Fit[]} */
  let fits = [];
  /** @type {(pattern: Matrix, into: Fit[]) => Generator<void, void>} */
  const fitAll = function* (pattern, into) {
    for (let width = 1; width <= most; width++) into.push(yield* fit(pattern, width));
  };
  /**
   * Fits every width; a new call continues where an unfinished one stopped.
   * @param {Matrix} pattern
   */
  return function* (pattern) {
    const key = JSON.stringify(pattern);
    if (key !== fitted) {
      fits = [];
      work = fitAll(pattern, fits);
      fitted = key;
    }
    while (!work.next().done) yield;
    return fits;
  };
}

/**
 * Returns the pattern in which each row divides its weight equally among its chosen cells, or among
 * all keys if none is chosen.
 * @param {boolean[][]} chosen
 */
export function evenly(chosen) {
  return chosen.map((row) => {
    const n = row.filter(Boolean).length;
    return row.map((on) => (n === 0 ? 1 / row.length : on ? 1 / n : 0));
  });
}

/**
 * Returns, for each row, the two keys between which it divides its weight evenly; an empty list for
 * any other row.
 * @param {Matrix} pattern
 */
export const pairs = (pattern) =>
  pattern.map((row) => {
    const both = upTo(row.length).filter((j) => Math.abs(row[j] - 0.5) < 0.01);
    return both.length === 2 ? both : [];
  });

/**
 * Whether two keys are neighbors on the outer edge: the line through them has no keys on both sides.
 * @param {Matrix} keys Of width 2.
 * @param {number[]} pair
 */
function areNeighbors(keys, [i, j]) {
  const [[a, b], [c, d]] = [keys[i], keys[j]];
  const sides = keys.map(([x, y]) => Math.sign((c - a) * (y - b) - (d - b) * (x - a)));
  return !(
    sides.some((side, k) => side > 0 && k !== i && k !== j) &&
    sides.some((side, k) => side < 0 && k !== i && k !== j)
  );
}

/**
 * Says which rows fail and, in a plane, why rows that need two keys do.
 * @param {string[]} tokens
 * @param {Matrix} pattern
 * @param {Pick<Fit, "keys" | "weights">} fit
 */
export function describeFailing(tokens, pattern, { keys, weights }) {
  const failing = failingRows(pattern, weights);
  if (failing.length === 0) return "";
  if (failing.length === weights.length) return "All rows fail.";
  const names = formatList(failing.map((i) => `“${tokens[i]}”`));
  const start = failing.length > 1 ? `Rows ${names} fail (✗)` : `Row ${names} fails (✗)`;
  const both = failing.map((i) => pairs(pattern)[i]);
  const isApart =
    keys[0].length === 2 && both.every((pair) => pair.length > 0 && !areNeighbors(keys, pair));
  const why = "no side of the outer edge joins the two keys that ";
  return isApart ? `${start}: ${why}${failing.length > 1 ? "each" : "it"} needs.` : `${start}.`;
}

/**
 * Projects a key of width 3 onto the picture: returns its coordinates there and its depth. Keys
 * turn about a vertical axis that is tilted toward the reader.
 * @param {number[]} key
 * @param {number} turn In degrees.
 */
export function project([x, y, z], turn) {
  const [a, tilt] = [(turn * Math.PI) / 180, (TILT_DEGREES * Math.PI) / 180];
  const depth = z * Math.cos(a) - x * Math.sin(a);
  return [
    x * Math.cos(a) + z * Math.sin(a),
    y * Math.cos(tilt) - depth * Math.sin(tilt),
    y * Math.sin(tilt) + depth * Math.cos(tilt),
  ];
}

/**
 * Says how well this width fits the pattern, and whether a smaller one is enough, if the reader has
 * tried all smaller ones.
 * @param {number} width
 * @param {number[]} misplaced The misplaced weight for each width, from 1 on.
 * @param {number[]} right For each width, how many rows do not fail.
 * @param {number} n The number of rows.
 * @param {Set<number>} tried The widths that the reader has tried.
 */
export function describeFit(width, misplaced, right, n, tried) {
  const loss = misplaced[width - 1];
  const wrong = loss < ROUNDS_TO_ZERO ? "less than 0.01" : formatFixed(loss);
  const start =
    `With width ${width}, ${right[width - 1]} of ${n} rows are right, with at most ${MOST_WRONG} ` +
    `of their weight on wrong keys. On average, ${wrong} is`;
  if (loss >= ROUNDS_TO_ZERO) return [`${start}: this is not the pattern.`, ""];
  const smaller = upTo(width - 1).map((i) => i + 1);
  const rest = smaller.some((w) => tried.has(w) && misplaced[w - 1] < ROUNDS_TO_ZERO)
    ? "A smaller width is enough too."
    : smaller.every((w) => tried.has(w))
      ? "No smaller width was enough."
      : "Is a smaller width enough? Try it.";
  return [`${start}: this is the pattern, to two digits.`, rest];
}

/**
 * Says which keys get the most weight in a query's row of the pattern and of the head's weights.
 * @param {string[]} tokens
 * @param {number} query
 * @param {Matrix} pattern
 * @param {Matrix} weights
 */
export function describeRow(tokens, query, pattern, weights) {
  const [asks, gets] = [pattern, weights].map((matrix) => {
    // Round first, so weights displayed as equal count as tied.
    const rounded = matrix[query].map((w) => Number(formatFixed(w, 3)));
    return describeTop(rounded, (j) => `“${tokens[j]}”`, "weight", "most weight on ");
  });
  return `In row “${tokens[query]}” the pattern has ${asks}; the head has ${gets}.`;
}
