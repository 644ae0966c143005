// Arithmetic on lists: counts, sums, maxima and their order, dot products, the softmax.

/** @typedef {number[] | Float32Array | Float64Array} Row */
/**
 * A matrix of numbers, row by row.
 * @template {Row} [R=number[]]
 * @typedef {R[]} Matrix
 */

/** Returns 0, 1, ... n - 1. @param {number} n */
export function upTo(n) {
  return Array.from({ length: n }, (_, i) => i);
}

/** Returns the sum. @param {Iterable<number>} list */
export function total(list) {
  let sum = 0;
  for (const x of list) sum += x;
  return sum;
}

/**
 * Removes a number from a list, or adds it at the end.
 * @type {(list: number[], number: number) => number[]}
 */
export const toggled = (list, number) =>
  list.includes(number) ? list.filter((other) => other !== number) : [...list, number];

/** @param {ArrayLike<number> & Iterable<number>} list */
export const mean = (list) => total(list) / list.length;

/**
 * Computes a dot product, over all indices or over a range.
 * @param {ArrayLike<number>} a
 * @param {ArrayLike<number>} b
 * @param {number} [from]
 * @param {number} [to]
 */
export function dot(a, b, from = 0, to = a.length) {
  let sum = 0;
  for (let k = from; k < to; k++) sum += a[k] * b[k];
  return sum;
}

/** Returns the divisors of n, in ascending order. @param {number} n */
export const divisors = (n) => upTo(n + 1).filter((i) => n % i === 0);

/**
 * Returns the largest divisor of n that does not exceed a limit.
 * @param {number} n
 * @param {number} limit
 */
export const divisorUpTo = (n, limit) => divisors(n).findLast((i) => i <= limit) ?? 1;

/**
 * Returns the largest number; NaN if any is NaN. Math.max(...list) fails for long lists.
 * @param {Iterable<number>} list
 */
export function largest(list) {
  let top = Number.NEGATIVE_INFINITY;
  for (const x of list) top = Math.max(top, x);
  return top;
}

/**
 * Returns the smallest number; NaN if any is NaN.
 * @param {Iterable<number>} list
 */
export function smallest(list) {
  let least = Number.POSITIVE_INFINITY;
  for (const x of list) least = Math.min(least, x);
  return least;
}

/**
 * Returns the index of the largest number; of the first one if several tie.
 * @param {number[]} list
 */
export const argmax = (list) => list.indexOf(largest(list));

/**
 * Returns the indices from the largest number to the smallest; equal ones keep their order.
 * @param {ArrayLike<number>} list
 */
export const descending = (list) => upTo(list.length).sort((a, b) => list[b] - list[a]);

const TIE_TOLERANCE = 1e-9; // relative: rounding may separate equal numbers by this much

/**
 * Returns the indices of all numbers that tie for the largest; none if one is NaN.
 * @param {Row} list
 */
export function indicesOfLargest(list) {
  const top = largest(list);
  return upTo(list.length).filter((i) => top - list[i] <= TIE_TOLERANCE * Math.abs(top));
}

/**
 * Computes the softmax of scores. A score of -Infinity marks a blocked key, which gets 0; if all
 * keys are blocked, the weights are NaN.
 *
 * The largest score is subtracted first, so that no exponential overflows.
 * @template {number[] | Float64Array} List
 * @param {number[] | Float64Array} scores
 * @param {List} weights Overwritten and returned.
 * @param {number[] | Float64Array} [logWeights] Overwritten with the weights' logarithms, which are
 *   exact where the weights underflow; may be the scores themselves.
 */
export function softmax(scores, weights, logWeights = []) {
  const top = largest(scores);
  let sum = 0;
  for (let j = 0; j < scores.length; j++) sum += Math.exp(scores[j] - top);
  const log = Math.log(sum);
  for (let j = 0; j < scores.length; j++) {
    logWeights[j] = scores[j] - top - log;
    weights[j] = Math.exp(logWeights[j]);
  }
  return weights;
}
