// Numbers: counting, sums, the softmax, and how a reader wants them told.

/**
 * 0, 1, ... n - 1.
 * @param {number} n
 */
export function upTo(n) {
  return Array.from({ length: n }, (_, i) => i);
}

/** @param {Iterable<number>} list */
export function total(list) {
  let sum = 0;
  for (const x of list) sum += x;
  return sum;
}

/**
 * The largest number; NaN where one is. Math.max(...list) has no room for long lists.
 * @param {Iterable<number>} list
 */
export function largest(list) {
  let top = Number.NEGATIVE_INFINITY;
  for (const x of list) top = Math.max(top, x);
  return top;
}

const TIE = 1e-9; // what rounding may make of equal numbers, as a share of them

/**
 * Where the largest number stands, or the largest ones where it ties; nowhere where one is NaN.
 * @param {number[] | Float64Array} list
 */
export function tops(list) {
  const top = largest(list);
  return upTo(list.length).filter((i) => top - list[i] <= TIE * Math.abs(top));
}

/**
 * The softmax of scores; a score of -Infinity is a blocked key and gets 0. Where all are, it is NaN.
 *
 * The largest score is taken off first, so that no exponential overflows.
 * @template {number[] | Float64Array} List
 * @param {number[] | Float64Array} scores
 * @param {List} weights Filled and returned.
 * @param {number[] | Float64Array} [logs] Filled with the weights' logarithms, which hold what
 *   underflows in the weights; may be the scores' own memory.
 */
export function softmax(scores, weights, logs = []) {
  const top = largest(scores);
  let sum = 0;
  for (let j = 0; j < scores.length; j++) sum += Math.exp(scores[j] - top);
  const log = Math.log(sum);
  for (let j = 0; j < scores.length; j++) {
    logs[j] = scores[j] - top - log;
    weights[j] = Math.exp(logs[j]);
  }
  return weights;
}

// All numbers that a reader sees become text here.

/**
 * So many digits after the point, a true minus, and none before a zero.
 * @param {number} x
 * @param {number} [digits]
 */
export function tellShort(x, digits = 2) {
  const text = x.toFixed(digits);
  return Number(text) === 0 ? text.replace("-", "") : text.replace("-", "−");
}

/**
 * Three digits; what is too small or too large for them with its power of ten.
 * @param {number} x
 */
export function tell(x) {
  if (Number.isNaN(x)) return "NaN";
  const size = Math.abs(x);
  if (size === Number.POSITIVE_INFINITY) return x > 0 ? "∞" : "−∞";
  const plain = size === 0 || (size >= 0.001 && size < 10000);
  return plain ? tellShort(x, 3) : x.toExponential(1).replaceAll("-", "−");
}

/**
 * A weight without the 0 before its point: ".67", "1".
 * @param {number} weight
 */
export function tellWeight(weight) {
  return weight >= 0.995 ? "1" : tellShort(weight).slice(1);
}

/**
 * The first digits of a number, never with a power of ten: "99", "1.0", "100".
 * @param {number} x
 * @param {number} digits
 */
export function tellFirst(x, digits) {
  const text = x.toPrecision(digits);
  return text.includes("e") ? String(Number(text)) : text;
}

/**
 * A whole number, with commas between its thousands.
 * @param {number} n
 */
export const tellCount = (n) => n.toLocaleString("en-US");

/**
 * "equal weight, 0.200, on all 5 keys", or "on 4 of 5 keys".
 * @param {string} what
 * @param {number} x
 * @param {number} n
 * @param {number} of
 */
export function tellEqual(what, x, n, of) {
  const many = n < of ? `${n} of ${of}` : n === 2 ? "both" : `all ${n}`;
  return `equal ${what}, ${tell(x)}, on ${many} keys`;
}

const TIED = 3; // keys that are named where they tie

/**
 * The key with most in a row, or the keys where they tie.
 * @param {number[] | Float64Array} row
 * @param {(key: number) => string} token
 * @param {string} what
 * @param {string} [before] Words before a key.
 */
export function tellTop(row, token, what, before = "") {
  const best = tops(row);
  if (best.length === 0) return `${before}nothing`;
  const [top, tie] = [row[best[0]], best.length > 1];
  if (best.length > TIED || (tie && best.length === row.length)) {
    return tellEqual(what, top, best.length, row.length);
  }
  return `${before}${series(best.map(token))} with ${tell(top)}${tie ? " each" : ""}`;
}

/**
 * A share as whole per cents; what is small is not called nothing, nor what is large everything.
 * @param {number} share
 */
export function percent(share) {
  if (share > 0 && share < 0.01) return "below 1 %";
  return share > 0.99 && share < 1 ? "above 99 %" : `${Math.round(100 * share)} %`;
}

/**
 * "1 term", "2 terms".
 * @param {number} n
 * @param {string} thing
 */
export function counted(n, thing) {
  return `${n} ${thing}${n === 1 ? "" : "s"}`;
}

/**
 * "a, b and c".
 * @param {string[]} words
 */
export function series(words) {
  return [words.slice(0, -1).join(", "), words.at(-1)].filter(Boolean).join(" and ");
}
