// What Skeleton computes, and the sentence about it. Nothing here depends on a page.

import { describeTop } from "../shared/format.js";
import { softmax } from "../shared/math.js";

/**
 * Divides scores by a number and returns their softmax.
 * @param {number[]} scores
 * @param {number} divisor
 */
export function weigh(scores, divisor) {
  const divided = scores.map((score) => score / divisor);
  return softmax(divided, /** @type {number[]} */ ([]));
}

/**
 * @param {number[]} weights
 * @param {number} divisor
 */
export function describeWeights(weights, divisor) {
  const top = describeTop(weights, (key) => `key ${key}`, "weight");
  return `With scores divided by ${divisor}, the largest weight: ${top}.`;
}
