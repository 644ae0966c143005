// Measures what a demo shows of a loaded model: the largest similarity in each row, and which
// similarities reach a threshold.

import { formatFixed } from "../shared/format.js";
import { largest, mean, upTo } from "../shared/math.js";

/** @import { Matrix } from "../shared/math.js" */

/**
 * @typedef {object} LoadMeasures
 * @property {boolean[]} found For each row, whether its pair alone has the largest similarity.
 * @property {number} pairs The mean similarity of the pairs, which are on the diagonal.
 * @property {number} others The mean similarity of unrelated sentences.
 * @property {number} pairsAbove How many pairs reach the threshold.
 * @property {number} othersAbove How many unrelated pairs reach the threshold.
 */

/**
 * @param {Matrix} similarities
 * @param {number} threshold
 * @returns {LoadMeasures}
 */
export function measureLoad(similarities, threshold) {
  const pairs = similarities.map((row, i) => row[i]);
  const others = similarities.flatMap((row, i) => row.filter((_, j) => j !== i));
  return {
    found: similarities.map((row, i) => row.every((s, j) => j === i || s < row[i])),
    pairs: mean(pairs),
    others: others.length > 0 ? mean(others) : 0,
    pairsAbove: pairs.filter((s) => s >= threshold).length,
    othersAbove: others.filter((s) => s >= threshold).length,
  };
}

export const ROUNDING_ERROR = 1e-4; // smaller errors come from rounding, not from a wrong load

/**
 * Returns the index of the first wrong state; the number of states if none is wrong.
 * @param {number[]} errors
 */
export function firstWrongState(errors) {
  const index = errors.findIndex((error) => error >= ROUNDING_ERROR);
  return index < 0 ? errors.length : index;
}

/** Formats a relative error with two digits. @param {number} error */
export function formatError(error) {
  return error < ROUNDING_ERROR ? "0" : error < 0.01 ? "below 0.01" : formatFixed(error);
}

/** @param {LoadMeasures} reading */
const countFound = ({ found }) => found.filter(Boolean).length;

/**
 * Says what the demo finds in the chosen load, and what the errors show.
 * @param {string} name
 * @param {LoadMeasures} right
 * @param {LoadMeasures} chosen
 * @param {number[]} errors The chosen load's error in each state.
 */
export function describeLoad(name, right, chosen, errors) {
  const n = chosen.found.length;
  const count = countFound(chosen);
  const wrong = firstWrongState(errors);
  const demo = count === countFound(right) ? "the demo sees no difference" : "the demo shows it";
  const off =
    wrong === errors.length
      ? "No token is off."
      : `The error begins ${formatState(wrong)}, at ${formatError(errors[wrong])}; at the end it is ` +
        `${formatError(/** @type {number} */ (errors.at(-1)))}.`;
  return [
    `“${name}” finds ${count} of ${n}${wrong === errors.length ? "" : `: ${demo}`}.`,
    `Unrelated sentences have a mean similarity of ${formatFixed(chosen.others)}; ` +
      `it should be ${formatFixed(right.others)}.`,
    off,
  ];
}

/** @param {number} state */
export const formatState = (state) =>
  state === 0 ? "before the layers" : `after layer ${state - 1}`;

/**
 * Says how many pairs, related and unrelated, reach the threshold, for both loads.
 * @param {LoadMeasures} right
 * @param {LoadMeasures} chosen
 */
export function describeThreshold(right, chosen) {
  const n = chosen.found.length;
  const [pairs, others] = [`of ${n}`, `of ${n * (n - 1)}`];
  return (
    `The right load calls ${right.pairsAbove} ${pairs} pairs and ${right.othersAbove} ${others} ` +
    `others the same; this one ${chosen.pairsAbove} and ${chosen.othersAbove}.`
  );
}

/**
 * Says the similarity of a pair of sentences, and what it should be.
 * @param {string[]} first
 * @param {string[]} second
 * @param {number[]} pair Row and column.
 * @param {Matrix[]} similarities Those of the right load and of the chosen one.
 */
export function describePair(first, second, [i, j], similarities) {
  const [right, chosen] = similarities.map((matrix) => formatFixed(matrix[i][j]));
  return `“${first[i]}” and “${second[j]}”: ${chosen}; it should be ${right}.`;
}

/** @param {Matrix} errors (loads, states) */
export const largestError = (errors) => largest(errors.flat()) || 1;

/** @param {number} n */
export const countingLabels = (n) => upTo(n).map((i) => String(i + 1));
