// Formats all numbers that a reader sees: `format...` returns a value as text, `describe...` a
// sentence.

import { indicesOfLargest } from "./math.js";

/** @import { Row } from "./math.js" */

/**
 * Formats a number with a fixed number of digits after the point and a real minus sign, which zero
 * never has.
 * @param {number} x
 * @param {number} [digits]
 */
export function formatFixed(x, digits = 2) {
  const text = x.toFixed(digits);
  return Number(text) === 0 ? text.replace("-", "") : text.replace("-", "−");
}

/**
 * Formats a number with three digits after the point, or in scientific notation if it is too small
 * or too large for them.
 * @param {number} x
 */
export function formatNumber(x) {
  if (Number.isNaN(x)) return "NaN";
  const size = Math.abs(x);
  if (size === Number.POSITIVE_INFINITY) return x > 0 ? "∞" : "−∞";
  const plain = size === 0 || (size >= 0.001 && size < 10000);
  return plain ? formatFixed(x, 3) : x.toExponential(1).replaceAll("-", "−");
}

/**
 * Formats a number with two digits after the point, without trailing zeros: "0.68", "3.7", "−1".
 * Below 0.005: one significant digit.
 * @param {number} x
 */
export function formatBrief(x) {
  const size = Math.abs(x);
  if (size === 0 || (size >= 0.005 && size < 10000)) return formatCell(x, "0");
  return size >= 0.0001 && size < 1 ? x.toPrecision(1).replace("-", "−") : formatNumber(x);
}

/**
 * Formats a number for a small cell, with two digits after the point, without trailing zeros and
 * without the 0 before the point: ".68", "3.7", "−1". What rounds to 0 becomes "0".
 * @param {number} x
 * @param {string} [zero] What replaces the 0 before the point.
 */
export const formatCell = (x, zero = "") =>
  String(Number(x.toFixed(2)))
    .replace("-", "−")
    .replace(/^(−?)0\./, `$1${zero}.`);

/** Formats a weight without the 0 before its point: ".67", "1". @param {number} weight */
export function formatWeight(weight) {
  return weight >= 0.995 ? "1" : formatFixed(weight).slice(1);
}

/**
 * Formats a number with this many significant digits, never in scientific notation: "99", "1.0",
 * "100".
 * @param {number} x
 * @param {number} digits
 */
export function formatSignificant(x, digits) {
  const text = x.toPrecision(digits);
  return text.includes("e") ? String(Number(text)) : text;
}

/**
 * Formats a number below 1 for a small cell, with two significant digits and without the 0 before
 * the point: ".67", ".0021", "1", "0".
 * @param {number} x
 */
export function formatSmall(x) {
  if (x === 0 || x >= 0.995) return formatCell(x);
  return formatSignificant(x, 2)
    .replaceAll("-", "−")
    .replace(/^(−?)0\./, "$1.");
}

/** Formats an integer with commas between thousands. @param {number} n */
export const formatCount = (n) => n.toLocaleString("en-US");

/**
 * Units of bytes, by the ratio of each unit to the previous one.
 * @type {Record<number, string[]>}
 */
const BYTE_UNITS = {
  1000: ["bytes", "kB", "MB", "GB", "TB"],
  1024: ["bytes", "KiB", "MiB", "GiB"],
};

/**
 * Formats bytes in a fitting unit, with three digits: "524 kB", "2.15 GB", "82.5 TB".
 * @param {number} n
 * @param {1000 | 1024} [step] 1024 for KiB, MiB and GiB.
 */
export function formatBytes(n, step = 1000) {
  // 999.5 kB and more would round to 1,000 kB: they are 1.00 MB.
  const power = BYTE_UNITS[step].findLastIndex((_, p) => n >= 0.9995 * step ** p);
  const size = n / step ** Math.max(0, power);
  const digits =
    power < 1 || size >= 99.95 ? formatCount(Math.round(size)) : formatSignificant(size, 3);
  return `${digits} ${BYTE_UNITS[step][Math.max(0, power)]}`;
}

/** Formats a device's memory in whole gigabytes: "80 GB". @param {number} n */
export const formatMemory = (n) => `${n / 1e9} GB`;

/** Formats bytes per second: "3.35 TB/s". @param {number} n */
export const formatRate = (n) => `${formatBytes(n)}/s`;

/**
 * Formats a token with its position: “cat” (2).
 * @param {ArrayLike<string>} tokens
 * @param {number} position
 */
export const formatToken = (tokens, position) => `“${tokens[position]}” (${position})`;

/**
 * Names a head: "head 1", or "layer 0, head 1" if there are several layers.
 * @param {number} head The head's number, counted through all layers.
 * @param {number} perLayer The number of heads in each layer.
 * @param {number} nLayers
 */
export function formatHead(head, perLayer, nLayers) {
  const name = `head ${head % perLayer}`;
  return nLayers > 1 ? `layer ${Math.floor(head / perLayer)}, ${name}` : name;
}

/**
 * Describes a tie: "equal weight, 0.200, on all 5 keys", or "on 4 of 5 keys".
 * @param {string} what
 * @param {number} x
 * @param {number} n
 * @param {number} keys
 */
export function describeTie(what, x, n, keys) {
  const many = n < keys ? `${n} of ${keys}` : n === 2 ? "both" : `all ${n}`;
  return `equal ${what}, ${formatNumber(x)}, on ${many} keys`;
}

const MAX_TIED_KEYS = 3; // if more keys tie, they are only counted

/**
 * Says which key has the most in a row, or which keys tie.
 * @param {Row} row
 * @param {(key: number) => string} token
 * @param {string} what
 * @param {string} [before] Words before the key.
 */
export function describeTop(row, token, what, before = "") {
  const best = indicesOfLargest(row);
  if (best.length === 0) return `${before}nothing`;
  const top = row[best[0]];
  const tie = best.length > 1;
  if (best.length > MAX_TIED_KEYS || (tie && best.length === row.length)) {
    return describeTie(what, top, best.length, row.length);
  }
  return `${before}${formatList(best.map(token))} with ${formatNumber(top)}${tie ? " each" : ""}`;
}

/**
 * Formats a fraction as a whole percentage; only 0 becomes 0%, and only 1 becomes 100%.
 * @param {number} fraction
 */
export function formatPercent(fraction) {
  if (fraction > 0 && fraction < 0.01) return "below 1%";
  return fraction > 0.99 && fraction < 1 ? "above 99%" : `${Math.round(100 * fraction)}%`;
}

/**
 * Counts things: "1 term", "2 terms".
 * @param {number} n
 * @param {string} thing
 */
export function formatCountOf(n, thing) {
  return `${n} ${thing}${n === 1 ? "" : "s"}`;
}

/** Joins words: "a, b and c". @param {string[]} words */
export function formatList(words) {
  return [words.slice(0, -1).join(", "), words.at(-1)].filter(Boolean).join(" and ");
}

/**
 * Says what is wrong with a text's length; "" if nothing is.
 * @param {string} text
 * @param {number} most The largest number of characters.
 */
export function describeWrongLength(text, most) {
  if (!text) return "Type at least one character.";
  const { length } = [...text];
  if (length <= most) return "";
  return `That is ${formatCount(length)} characters; the limit is ${formatCount(most)}.`;
}
