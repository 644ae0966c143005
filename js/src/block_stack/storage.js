// Finds where the entries of W_Q, W_K and W_V are in four storages.

import { formatList } from "../shared/format.js";
import { upTo } from "../shared/math.js";

export const STORAGES = /** @type {const} */ (["per head", "stacked", "packed", "interleaved"]);
export const PROJECTIONS = /** @type {const} */ (["Q", "K", "V"]);
const GAP_CELLS = 1 / 3; // between two matrices

/** @typedef {typeof STORAGES[number]} Storage */
/** @typedef {typeof PROJECTIONS[number]} Projection */
/** @typedef {[p: Projection, head: number, row: number, column: number]} Cell */
/** @typedef {{ nHeads: number, dModel: number, dHead: number }} Sizes */
/**
 * The columns that one head has in one projection.
 * @typedef {object} Block
 * @property {Projection} p
 * @property {number} head
 * @property {string} matrix
 * @property {number} column The block's first column in its matrix.
 * @property {number} left The left edge of the drawn block, in cells.
 */

/** @type {Record<Storage, (p: Projection, head: number) => string>} */
const MATRIX_NAMES = {
  "per head": (p, head) => `W_${p}[${head}]`,
  stacked: (p) => `W_${p}`,
  packed: () => "W_QKV",
  interleaved: () => "W_QKV",
};

/**
 * Returns a storage's blocks from left to right.
 * @param {Storage} storage
 * @param {Sizes} sizes
 */
export function arrangeBlocks(storage, { nHeads, dHead }) {
  const pairs = PROJECTIONS.flatMap((p) => upTo(nHeads).map((head) => ({ p, head })));
  if (storage === "interleaved") pairs.sort((a, b) => a.head - b.head);
  /** @type {Map<string, number>} */
  const filled = new Map();
  let left = 0;
  return pairs.map(({ p, head }) => {
    const matrix = MATRIX_NAMES[storage](p, head);
    const column = filled.get(matrix) ?? 0;
    if (column === 0 && left > 0) left += GAP_CELLS;
    const block = { p, head, matrix, column, left };
    filled.set(matrix, column + dHead);
    left += dHead;
    return block;
  });
}

/**
 * Returns the width of the drawn blocks with their gaps, in cells.
 * @param {Block[]} blocks
 * @param {Sizes} sizes
 */
export function stripWidth(blocks, { dHead }) {
  return Math.max(...blocks.map(({ left }) => left)) + dHead;
}

/**
 * @param {Block[]} blocks
 * @param {Projection} p
 * @param {number} head
 */
export function findBlock(blocks, p, head) {
  return /** @type {Block} */ (blocks.find((block) => block.p === p && block.head === head));
}

/**
 * Returns the matrix, row and column of a cell in a storage.
 * @param {Block[]} blocks
 * @param {Cell} cell
 * @returns {[string, number, number]}
 */
export function locate(blocks, [p, head, row, column]) {
  const block = findBlock(blocks, p, head);
  return [block.matrix, row, block.column + column];
}

/**
 * Formats the same as an index, and as the index in an nn.Linear, whose weight is the transpose:
 * "W_K[2, 5]", "weight[5, 2]".
 * @param {Block[]} blocks
 * @param {Cell} cell
 */
export function formatIndices(blocks, cell) {
  const [matrix, row, column] = locate(blocks, cell);
  return [`${matrix}[${row}, ${column}]`, `weight[${column}, ${row}]`];
}

/**
 * Returns the next cell in a direction, where left and right follow the order of the blocks; null
 * beyond the edge.
 * @param {Block[]} blocks
 * @param {Sizes} sizes
 * @param {Cell} cell
 * @param {number} down
 * @param {number} right
 * @returns {Cell | null}
 */
export function nextCell(blocks, { dModel, dHead }, [p, head, row, column], down, right) {
  const to = blocks.indexOf(findBlock(blocks, p, head)) * dHead + column + right;
  const block = blocks[Math.floor(to / dHead)];
  const exists = block && row + down >= 0 && row + down < dModel;
  return exists ? [block.p, block.head, row + down, to % dHead] : null;
}

/**
 * Returns the number of a cell, which is the same in every storage: cells are counted through W_Q,
 * W_K and W_V, head by head.
 * @param {Sizes} sizes
 * @param {Cell} cell
 */
export function cellNumber({ nHeads, dModel, dHead }, [p, head, row, column]) {
  return ((PROJECTIONS.indexOf(p) * nHeads + head) * dModel + row) * dHead + column;
}

/**
 * Formats a range: "2" or "2 to 3".
 * @param {number} from
 * @param {number} to
 */
const range = (from, to) => (from === to ? `${from}` : `${from} to ${to}`);

/**
 * Names the columns of a head's queries, keys and values: "columns 4 to 5 of W_Q, W_K and W_V".
 * @param {Block[]} blocks
 * @param {number} head
 * @param {number} dHead
 */
export function formatColumns(blocks, head, dHead) {
  /** @type {{ matrix: string, column: number, end: number }[]} */
  const runs = [];
  for (const { matrix, column } of PROJECTIONS.map((p) => findBlock(blocks, p, head))) {
    const last = runs.at(-1);
    if (last?.matrix === matrix && last.end === column) last.end += dHead;
    else runs.push({ matrix, column, end: column + dHead });
  }
  const ranges = new Set(runs.map(({ column, end }) => range(column, end - 1)));
  const matrices = new Set(runs.map(({ matrix }) => matrix));
  return `columns ${formatList([...ranges])} of ${formatList([...matrices])}`;
}

const MAX_NAMED_MATRICES = 3; // of more matrices, a title names only the first and the last

/**
 * Lists the names and shapes of a storage's matrices.
 * @param {Block[]} blocks
 * @param {Sizes} sizes
 */
export function formatMatrices(blocks, { nHeads, dModel, dHead }) {
  const names = [...new Set(blocks.map(({ matrix }) => matrix))];
  const listed =
    names.length > MAX_NAMED_MATRICES ? `${names[0]} … ${names.at(-1)}` : names.join(", ");
  const width = (PROJECTIONS.length * nHeads * dHead) / names.length;
  return names.length === 1
    ? `${listed} (${dModel}, ${width}), and below it x @ ${listed}`
    : `${listed}: ${names.length} matrices (${dModel}, ${width}), and below each x @ it`;
}

/**
 * Names the rows of W_O that belong to a head: "rows 4 to 5".
 * @param {number} head
 * @param {number} dHead
 */
export const formatRows = (head, dHead) => `rows ${range(head * dHead, (head + 1) * dHead - 1)}`;

/**
 * Returns the sentences under the picture.
 * @param {Sizes} sizes
 * @param {Block[]} blocks
 * @param {{ head: number, storage: Storage, cell: Cell | [] }} chosen
 * @returns {import("../shared/controls.js").Sentence[]}
 */
export function describeHeadAndCell(sizes, blocks, { head, storage, cell }) {
  const columns = formatColumns(blocks, head, sizes.dHead);
  const about = `Head ${head} has ${columns}, and ${formatRows(head, sizes.dHead)} of W_O.`;
  if (!cell.length) return ["", { heard: "" }, about, "Choose a number, by pointer or arrow keys."];
  const [p, h, row, column] = cell;
  const number = cellNumber(sizes, cell);
  return [
    `Number ${number}: W_${p}, head ${h}, row ${row}, column ${column}.`,
    { heard: `It is ${formatIndices(blocks, cell)[0]}, ${storage}.` },
    about,
    "",
  ];
}
