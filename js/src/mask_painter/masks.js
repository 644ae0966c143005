// Reads a boolean mask as three functions do, and describes how they differ.

import { formatList, formatNumber, formatToken } from "../shared/format.js";
import { softmax, upTo } from "../shared/math.js";

/** @import { Matrix } from "../shared/math.js" */
/** @typedef {boolean[][]} Mask (queries, keys) */
/**
 * @typedef {object} MaskReader
 * @property {string} id
 * @property {string} name
 * @property {boolean} blocks Whether True blocks a key; otherwise False does.
 * @property {number} empty The weights of a row in which every key is blocked.
 */

/**
 * How torch 2.13 reads masks on a CPU; nn.MultiheadAttention is called with need_weights=True.
 * @type {MaskReader[]}
 */
export const READERS = [
  { id: "ours", name: "this book", blocks: false, empty: 0 },
  { id: "mha", name: "nn.MultiheadAttention", blocks: true, empty: Number.NaN },
  { id: "sdpa", name: "SDPA", blocks: false, empty: 0 },
];

/**
 * Returns the weights that a reader computes under this mask.
 * @param {MaskReader} reader
 * @param {Matrix} scores
 * @param {Mask} mask
 */
export function readMask({ blocks, empty }, scores, mask) {
  return scores.map((row, i) => {
    const open = row.map((score, j) => (mask[i][j] === blocks ? Number.NEGATIVE_INFINITY : score));
    if (mask[i].every((on) => on === blocks)) return row.map(() => empty);
    return softmax(open, /** @type {number[]} */ ([]));
  });
}

/**
 * Returns masks to start from. The queries are at the last positions of the keys, as in
 * causal_mask.
 * @param {number} nQueries
 * @param {number} nKeys
 */
export function presets(nQueries, nKeys) {
  /** @param {(query: number, key: number) => boolean} rule */
  const makeMask = (rule) =>
    Array.from({ length: nQueries }, (_, i) => Array.from({ length: nKeys }, (_, j) => rule(i, j)));
  /** @type {[string, Mask | false][]} */
  const all = [
    ["all", makeMask(() => true)],
    ["causal", nKeys >= nQueries && makeMask((i, j) => j <= i + nKeys - nQueries)],
    ["padding: last two keys", nKeys > 2 && makeMask((_, j) => j < nKeys - 2)],
    ["one row all False", makeMask((i) => i !== Math.floor(nQueries / 2))],
  ];
  return all.flatMap(([name, mask]) => (mask ? [{ name, mask }] : []));
}

/**
 * Returns a subject with its verb: "Row 2 is", "Rows 0, 1 and 3 are", "All 5 rows are".
 * @param {number[]} rows
 * @param {number} nRows
 */
function formatRows(rows, nRows) {
  if (rows.length === 1) return `Row ${rows[0]} is`;
  return `${rows.length === nRows ? `All ${nRows} rows` : `Rows ${formatList(rows.map(String))}`} are`;
}

/**
 * Says a cell's tokens, its score, its mask, and the weight that each reader computes.
 * @param {{ scores: Matrix, tokens: string[], key_tokens: string[], mask: Mask }} state
 * @param {number[]} cell Row and column.
 * @param {Matrix[]} weights The weights of each reader.
 */
export function describeCell({ scores, tokens, key_tokens, mask }, [i, j], weights) {
  const readings = READERS.map(({ name }, r) => `${name} ${formatNumber(weights[r][i][j])}`);
  return (
    `Query ${formatToken(tokens, i)}, key ${formatToken(key_tokens, j)}: score ${formatNumber(scores[i][j])}, ` +
    `mask ${mask[i][j] ? "True" : "False"}. Weight in ${readings.join(", ")}.`
  );
}

/**
 * Says what the three readers let through, and how they treat rows that are all True or all False,
 * if there are such rows.
 * @param {Mask} mask
 */
export function describeMask(mask) {
  const cells = mask.flat();
  const on = cells.filter(Boolean).length;
  /** @param {boolean} all */
  const rows = (all) => upTo(mask.length).filter((i) => mask[i].every((entry) => entry === all));
  const [full, nothing] = [rows(true), rows(false)];
  return [
    `True in ${on} of ${cells.length} cells. This book and SDPA (F.scaled_dot_product_attention) ` +
      `let these ${on} through, nn.MultiheadAttention the other ${cells.length - on}.`,
    full.length > 0
      ? `${formatRows(full, mask.length)} all True: nn.MultiheadAttention blocks every key and ` +
        "gives NaN (in training, with need_weights=False, zeros)."
      : "",
    nothing.length > 0
      ? `${formatRows(nothing, mask.length)} all False: zeros in this book and in SDPA; ` +
        "nn.MultiheadAttention blocks no key."
      : "",
  ];
}
