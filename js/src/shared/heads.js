// Unpacks the matrices of HeadsView, measures and sorts heads, and shrinks matrices to thumbnails.

import { descending, mean, total, upTo } from "./math.js";
import { decodeBase64 } from "./safetensors.js";

/** @import { Matrix } from "./math.js" */

/**
 * One text's matrices, as Python sends them.
 * @typedef {object} Packed
 * @property {number[]} shape (layers, heads, queries, keys)
 * @property {"uint16" | "float32"} type "uint16" holds weights in units of 1/60,000, "float32"
 *   scores.
 * @property {string} data The numbers' bytes in base64, little-endian.
 */

const WEIGHT_STEPS = 60_000; // in a weight of 1; halves, thirds ... sixths are also exact

/**
 * Unpacks the matrices, (layers, heads), as views of one buffer.
 * @param {Packed} packed
 * @returns {Matrix<Float32Array>[][]}
 */
export function unpack({ shape: [nLayers, nHeads, nQueries, nKeys], type, data }) {
  const bytes = decodeBase64(data);
  const numbers =
    type === "float32"
      ? new Float32Array(bytes.buffer)
      : Float32Array.from(new Uint16Array(bytes.buffer), (whole) => whole / WEIGHT_STEPS);
  const rows = upTo(nLayers * nHeads * nQueries).map((i) =>
    numbers.subarray(i * nKeys, (i + 1) * nKeys),
  );
  /** @type {(layer: number, head: number) => Matrix<Float32Array>} */
  const matrix = (layer, head) =>
    upTo(nQueries).map((i) => rows[(layer * nHeads + head) * nQueries + i]);
  return upTo(nLayers).map((layer) => upTo(nHeads).map((head) => matrix(layer, head)));
}

/**
 * Makes a function that returns a text's matrices, and unpacks them when it is first called.
 * @param {Packed[]} texts
 */
export function makeUnpacker(texts) {
  /** @type {Matrix<Float32Array>[][][]} */
  const unpacked = [];
  return (/** @type {number} */ text) => {
    unpacked[text] ??= unpack(texts[text]);
    return unpacked[text];
  };
}

/** @typedef {ReturnType<typeof makeUnpacker>} Unpacker */

/** The order of thumbnails without a measure. */
export const BY_LAYER = "layer and head";

/** The measures by which heads can be sorted: how much weight a head puts where. */
export const MEASURES = /** @type {const} */ (["previous", "next", "first", "same word", "broad"]);

/** @typedef {(typeof MEASURES)[number]} Measure */

/**
 * Says why heads are not sorted by a measure that no head has.
 * @param {string} name
 * @param {boolean} [keysAreTokens]
 */
export function describeLacking(name, keysAreTokens = true) {
  const why =
    name === "same word" && keysAreTokens
      ? "No word occurs twice here"
      : `No token here has the measure “${name}”`;
  return `${why}, so the heads are in the order of ${BY_LAYER}.`;
}

/**
 * Measures how evenly a row spreads its weight over the keys that it uses: 0 for one key, 1 for
 * equal weights. NaN if a mask leaves only one key.
 * @param {Float32Array} row
 */
function evenness(row) {
  const used = row.filter((weight) => weight > 0);
  if (used.length < 2) return Number.NaN;
  const sum = total(used);
  let entropy = 0;
  for (const weight of used) entropy -= (weight / sum) * Math.log(weight / sum);
  return entropy / Math.log(used.length);
}

/**
 * Measures a head. Each measure is from 0 to 1, a mean over the queries for which it is defined;
 * NaN if there are none. The first four are the weight on the token before, on the next token, on
 * the first token (from all later tokens), and on other occurrences of the same token; the last
 * measure is how even the rows are.
 * @param {Matrix<Float32Array>} rows
 * @param {string[]} tokens
 * @param {string[]} keys If these are not the tokens, no key counts as the token before or the
 *   next.
 * @returns {Record<Measure, number>}
 */
export function measureHead(rows, tokens, keys) {
  const keysAreTokens =
    tokens.length === keys.length && tokens.every((token, i) => token === keys[i]);
  const last = tokens.length - 1;
  const same = tokens.map((token, i) =>
    upTo(keys.length).filter((j) => keys[j] === token && !(keysAreTokens && i === j)),
  );
  const [before, after] = keysAreTokens ? [rows.slice(1), rows.slice(0, last)] : [[], []];
  const repeated = upTo(rows.length).filter((i) => same[i].length > 0);
  return {
    previous: mean(before.map((row, i) => row[i])),
    next: mean(after.map((row, i) => row[i + 1])),
    first: mean((keysAreTokens ? before : rows).map((row) => row[0])),
    "same word": mean(repeated.map((i) => total(same[i].map((j) => rows[i][j])))),
    broad: mean(rows.map(evenness).filter((even) => !Number.isNaN(even))),
  };
}

/**
 * Returns the indices from the largest number to the smallest; NaN comes last.
 * @param {number[]} list
 */
export function rankDescending(list) {
  return descending(list.map((x) => (Number.isNaN(x) ? Number.NEGATIVE_INFINITY : x)));
}

/**
 * Shrinks a matrix to the size of a thumbnail. Each pixel gets the largest of its cells, so that a
 * line one token wide stays visible.
 * @param {Matrix<Float32Array>} rows
 * @param {number} most
 * @returns {Matrix<Float32Array>}
 */
export function shrink(rows, most) {
  const step = Math.ceil(Math.max(rows.length, rows[0].length) / most);
  if (step === 1) return rows;
  const width = Math.ceil(rows[0].length / step);
  return upTo(Math.ceil(rows.length / step)).map((i) => {
    const small = new Float32Array(width).fill(Number.NEGATIVE_INFINITY);
    for (const row of rows.slice(i * step, (i + 1) * step)) {
      for (let j = 0; j < row.length; j++) {
        const column = Math.floor(j / step);
        if (row[j] > small[column]) small[column] = row[j];
      }
    }
    return small;
  });
}
