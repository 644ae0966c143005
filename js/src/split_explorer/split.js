// Computes the same queries, keys and values in h heads and in one head, and compares the results.

import {
  describeTop,
  formatCountOf,
  formatList,
  formatNumber,
  formatSignificant,
  formatToken,
} from "../shared/format.js";
import { dot, indicesOfLargest, largest, mean, softmax, upTo } from "../shared/math.js";

/** @import { Matrix } from "../shared/math.js" */
/** @typedef {{ flat: Float64Array, rows: Matrix<Float64Array> }} FlatMatrix `rows` are views of `flat`. */
/** @typedef {{ dotProducts: FlatMatrix, logWeights: FlatMatrix, weights: FlatMatrix }} HeadMatrices */

/**
 * Makes a square matrix of doubles, flat and as rows that share its memory.
 * @param {number} n
 * @returns {FlatMatrix}
 */
function makeMatrix(n) {
  const flat = new Float64Array(n * n);
  return { flat, rows: Array.from({ length: n }, (_, i) => flat.subarray(i * n, i * n + n)) };
}

/**
 * @param {number} n
 * @returns {HeadMatrices}
 */
function makeHeadMatrices(n) {
  return { dotProducts: makeMatrix(n), logWeights: makeMatrix(n), weights: makeMatrix(n) };
}

/**
 * Computes the dot products of queries and keys over one head's columns.
 * @param {HeadMatrices} head
 * @param {Matrix<Float64Array>} queries
 * @param {Matrix<Float64Array>} keys
 * @param {number} from
 * @param {number} to
 */
function setDotProducts({ dotProducts }, queries, keys, from, to) {
  queries.forEach((query, i) => {
    keys.forEach((key, j) => {
      dotProducts.rows[i][j] = dot(query, key, from, to);
    });
  });
}

/**
 * Computes a head's weights and their logarithms. The logarithms replace the scores, which
 * `setScores` stored in `logWeights`.
 * @param {HeadMatrices} head
 */
function setWeights({ logWeights, weights }) {
  logWeights.rows.forEach((scores, i) => {
    softmax(scores, weights.rows[i], scores);
  });
}

/**
 * Stores a head's scores, the dot products times a factor, in `logWeights`.
 * @param {HeadMatrices} head
 * @param {number} factor
 */
function setScores({ dotProducts, logWeights }, factor) {
  for (let k = 0; k < dotProducts.flat.length; k++)
    logWeights.flat[k] = factor * dotProducts.flat[k];
}

/**
 * Computes the product of p^(1/√h) over the heads, normalized, as a sum of logarithms: a weight of
 * e^-800 is 0 in double precision and would remove its key, but its logarithm, -800, is exact.
 * @param {HeadMatrices} product
 * @param {HeadMatrices[]} heads
 */
function multiplyHeads(product, heads) {
  for (let k = 0; k < product.logWeights.flat.length; k++) {
    let sum = 0;
    for (const { logWeights } of heads) sum += logWeights.flat[k];
    product.logWeights.flat[k] = sum / Math.sqrt(heads.length);
  }
  setWeights(product);
}

/**
 * Computes |single - multi| / |multi| of the outputs before W_O. Each head has its own columns of
 * the values.
 * @param {HeadMatrices[]} heads
 * @param {Matrix<Float64Array>} single The single head's weights.
 * @param {Matrix<Float64Array>} columns The columns of the values.
 */
function outputsDifference(heads, single, columns) {
  let [difference, length] = [0, 0];
  columns.forEach((column, c) => {
    const { weights } = heads[Math.floor((c * heads.length) / columns.length)];
    single.forEach((row, i) => {
      const multi = dot(weights.rows[i], column);
      difference += (dot(row, column) - multi) ** 2;
      length += multi ** 2;
    });
  });
  return difference === 0 ? 0 : Math.sqrt(difference / length);
}

/**
 * Makes the function that computes all matrices and measures for a number of heads and a scale. It
 * allocates its memory once.
 * @param {number} most The largest number of heads.
 * @param {Matrix<Float64Array>[]} projections Queries, keys and values.
 */
export function makeSplit(most, [queries, keys, values]) {
  const n = queries.length;
  const dModel = queries[0].length;
  const columns = Array.from(values[0], (_, c) => Float64Array.from(values, (row) => row[c]));
  const pool = Array.from({ length: most }, () => makeHeadMatrices(n));
  const [singleHead, product] = [makeHeadMatrices(n), makeHeadMatrices(n)];
  const single = singleHead.weights;
  setDotProducts(singleHead, queries, keys, 0, dModel);
  /** @type {HeadMatrices[]} */
  let heads = [];
  /**
   * @param {number} h
   * @param {number} scale Multiplies W_Q and W_K, so that scores are multiplied by its square.
   */
  return (h, scale) => {
    const dHead = dModel / h;
    if (heads.length !== h) {
      heads = pool.slice(0, h);
      heads.forEach((head, i) => {
        setDotProducts(head, queries, keys, i * dHead, (i + 1) * dHead);
      });
    }
    for (const head of heads) setScores(head, scale ** 2 / Math.sqrt(dHead));
    setScores(singleHead, scale ** 2 / Math.sqrt(dModel));
    for (const head of [singleHead, ...heads]) setWeights(head);
    multiplyHeads(product, heads);
    let difference = 0;
    single.flat.forEach((weight, k) => {
      difference = Math.max(difference, Math.abs(weight - product.weights.flat[k]));
    });
    const topWeights = heads.flatMap(({ weights }) => weights.rows.map(largest));
    return {
      n_heads: h,
      scale,
      mean_top_weight: mean(topWeights),
      single: single.rows,
      product: product.weights.rows,
      heads: heads.map(({ weights }) => weights.rows),
      outputs_difference: outputsDifference(heads, single.rows, columns),
      product_difference: difference,
    };
  };
}

/** @typedef {ReturnType<ReturnType<typeof makeSplit>>} Split */

/**
 * Returns how much the outputs of h heads and of one head differ at each step of the scale's
 * slider. Yields after each step.
 * @param {ReturnType<typeof makeSplit>} compute The function whose memory may be overwritten.
 * @param {number} h
 * @returns {Generator<undefined, number[]>}
 */
export function* sweepScale(compute, h) {
  const differences = [];
  for (const step of upTo(LAST_STEP + 1)) {
    differences.push(compute(h, scaleAt(step)).outputs_difference);
    yield;
  }
  return differences;
}

/**
 * Says how high the curve is. Where it is highest is for the reader to find.
 * @param {number[]} differences
 */
export function describeSweep(differences) {
  const most = largest(differences);
  if (most < 1e-12) return "Difference of the outputs: 0 at every scale";
  return `Difference of the outputs, by scale: at most ${formatNumber(most)}`;
}

/**
 * Says in one sentence what the matrices show.
 * @param {Pick<Split, "n_heads" | "scale" | "outputs_difference" | "mean_top_weight">} split
 */
export function describeSplit({ n_heads, scale, outputs_difference, mean_top_weight }) {
  if (n_heads === 1) return "With one head, all matrices are the same.";
  if (scale === 0) return "All scores are 0, so every row is uniform: one head and many agree.";
  const saturated = mean_top_weight > 0.99 ? "Nearly every row puts its weight on one key" : "";
  if (outputs_difference < 0.01) {
    // A difference below 1e-12 comes from rounding.
    const agree = outputs_difference < 1e-12 ? "agree" : "nearly agree";
    const same = saturated
      ? `${saturated}, the same in all heads`
      : "Rows are nearly the same in all heads";
    return `${same}: one head and many ${agree} on these tokens.`;
  }
  if (saturated) {
    return `${saturated}, but not the same in all heads: saturated heads still differ from one head.`;
  }
  return "The product of the heads is the single head’s matrix.";
}

/**
 * Says the single head's top key in the marked row, and how many heads have the same one.
 * @param {Pick<Split, "single" | "heads">} split
 * @param {string[]} tokens
 * @param {number} query
 */
export function describeRow({ single, heads }, tokens, query) {
  const topKey = describeTop(
    single[query],
    (j) => formatToken(tokens, j),
    "weight",
    "most weight on ",
  );
  const row = `Query ${formatToken(tokens, query)}, the marked row, has ${topKey} in the single head`;
  const [best, tie] = indicesOfLargest(single[query]);
  if (best === undefined || tie !== undefined) return `${row}.`;
  const agreeing = heads.filter((rows) => indicesOfLargest(rows[query]).includes(best)).length;
  return `${row}; ${agreeing} of ${formatCountOf(heads.length, "head")} agree${agreeing === 1 ? "s" : ""}.`;
}

const MIN_VISIBLE_DIFFERENCE = 0.0005; // a smaller one does not show in three digits

/**
 * Makes the function that says, after a change, how much the outputs differ, which maps have
 * changed and which have not.
 * @template {"single" | "product"} Name
 * @param {readonly { name: Name, title: string }[]} maps
 */
export function makeChangeReport(maps) {
  /** @type {number[][]} */
  let before = [];
  /** @param {Pick<Split, Name | "n_heads" | "scale" | "outputs_difference">} split */
  return (split) => {
    const now = maps.map(({ name }) => split[name].flatMap((row) => [...row]));
    const old = before;
    before = now; // a copy, because the memory of `split` is reused
    if (old.length === 0) return "";
    /** @param {boolean} changed */
    const listMaps = (changed) => {
      const moves = now.map((list, m) =>
        list.some((x, k) => Math.abs(x - old[m][k]) >= MIN_VISIBLE_DIFFERENCE),
      );
      const titles = maps.filter((_, m) => moves[m] === changed).map(({ title }) => title);
      return titles.length === maps.length ? "all maps above" : formatList(titles) || "none";
    };
    return (
      `${formatCountOf(split.n_heads, "head")}, ${formatScale(split.scale)}: outputs differ by ` +
      `${formatNumber(split.outputs_difference)}. Changed: ${listMaps(true)}; unchanged: ${listMaps(false)}.`
    );
  };
}

/** @param {number} scale */
export function formatScale(scale) {
  return `× ${Number(formatSignificant(scale, 2))}`;
}

// The steps of the scale's slider: 0, then 0.001 to 30 in equal ratios, including 1.
const [STEP_OF_1, STEPS_PER_DECADE] = [61, 20];
export const LAST_STEP = 91;

/** @param {number} step */
export function scaleAt(step) {
  return step > 0 ? Math.min(30, 10 ** ((step - STEP_OF_1) / STEPS_PER_DECADE)) : 0;
}

/** @param {number} scale */
export function stepOf(scale) {
  if (scale === 0) return 0;
  return Math.max(1, Math.round(STEP_OF_1 + STEPS_PER_DECADE * Math.log10(scale)));
}
