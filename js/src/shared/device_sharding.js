// Divides attention among devices, computes what they communicate, and describes both.

import { formatBytes, formatCount, formatCountOf, formatList, formatPercent } from "./format.js";
import { divisorUpTo, total, upTo } from "./math.js";

export const CUTS = /** @type {const} */ (["between heads", "packed matrix in equal parts"]);
export const MATRICES = /** @type {const} */ (["Q", "K", "V", "O"]);

/** @typedef {typeof CUTS[number]} Cut */
/** @typedef {typeof MATRICES[number]} MatrixName */
/**
 * @typedef {object} Sizes
 * @property {number} devices
 * @property {number} heads
 * @property {number} kvHeads Equal groups of heads share one KV head each.
 * @property {number} dModel
 * @property {number} dHead
 * @property {number} tokens
 * @property {number} bytes Bytes per value.
 */
/**
 * A range of one head's columns (or its rows of W_O) that a device holds.
 * @typedef {object} Piece
 * @property {MatrixName} matrix
 * @property {number} head For W_K and W_V, the KV head.
 * @property {number} device
 * @property {number} from
 * @property {number} to
 */

/**
 * Returns the number of KV heads after the number of heads has changed. If every head had its own
 * KV head, every head still has one; otherwise the number stays, or becomes the next smaller
 * divisor of the number of heads.
 * @param {number} nHeads The new number of heads.
 * @param {{ heads: number, kvHeads: number }} before
 */
export const kvHeadsFor = (nHeads, { heads, kvHeads }) =>
  kvHeads < heads ? divisorUpTo(nHeads, kvHeads) : nHeads;

/**
 * Returns how many heads each device gets: the heads are divided as equally as possible.
 * @param {number} heads
 * @param {number} devices
 */
export function headsPerDevice(heads, devices) {
  const [perDevice, remainder] = [Math.floor(heads / devices), heads % devices];
  return upTo(devices).map((device) => perDevice + Number(device < remainder));
}

/**
 * Gives each device whole heads: their columns of W_Q, their rows of W_O, and the columns of their
 * KV heads.
 * @param {Sizes} sizes
 * @returns {Piece[]}
 */
function cutBetweenHeads({ devices, heads, kvHeads, dHead }) {
  const group = heads / kvHeads;
  const counts = headsPerDevice(heads, devices);
  return counts.flatMap((count, device) => {
    const first = total(counts.slice(0, device));
    const queries = upTo(count).map((i) => first + i);
    const keys = [...new Set(queries.map((head) => Math.floor(head / group)))];
    return MATRICES.flatMap((matrix) =>
      (matrix === "K" || matrix === "V" ? keys : queries).map((head) => {
        return { matrix, head, device, from: 0, to: dHead };
      }),
    );
  });
}

/**
 * Cuts concatenated blocks into equal parts, even in the middle of a head.
 * @param {{ matrix: MatrixName, head: number }[]} blocks
 * @param {number} devices
 * @param {number} dHead
 * @returns {Piece[]}
 */
function cutInEqualParts(blocks, devices, dHead) {
  const wide = blocks.length * dHead;
  const ends = upTo(devices + 1).map((device) => Math.round((device * wide) / devices));
  return upTo(devices).flatMap((device) =>
    blocks.flatMap((block, i) => {
      const from = Math.max(0, ends[device] - i * dHead);
      const to = Math.min(dHead, ends[device + 1] - i * dHead);
      return from < to ? [{ ...block, device, from, to }] : [];
    }),
  );
}

/**
 * Returns the pieces of all matrices, each with its device.
 * @param {Sizes} sizes
 * @param {Cut} cut
 */
export function cutMatrices(sizes, cut) {
  if (cut === "between heads") return cutBetweenHeads(sizes);
  const { devices, heads, kvHeads, dHead } = sizes;
  /** @type {(matrix: MatrixName, n: number) => { matrix: MatrixName, head: number }[]} */
  const blocks = (matrix, n) => upTo(n).map((head) => ({ matrix, head }));
  const packed = [...blocks("Q", heads), ...blocks("K", kvHeads), ...blocks("V", kvHeads)];
  return [packed, blocks("O", heads)].flatMap((part) => cutInEqualParts(part, devices, dHead));
}

/**
 * Returns how many parameters each device holds.
 * @param {Piece[]} pieces
 * @param {Sizes} sizes
 */
export function parametersPerDevice(pieces, { devices, dModel }) {
  return upTo(devices).map((device) =>
    total(pieces.map((piece) => (piece.device === device ? dModel * (piece.to - piece.from) : 0))),
  );
}

/**
 * Returns the heads whose queries, keys and values are complete on one device.
 * @param {Piece[]} pieces
 * @param {Sizes} sizes
 */
export function completeHeads(pieces, { devices, heads, kvHeads, dHead }) {
  /** @type {(matrix: MatrixName, head: number, device: number) => boolean} */
  const has = (matrix, head, device) =>
    pieces.some(
      (piece) =>
        piece.matrix === matrix &&
        piece.head === head &&
        piece.device === device &&
        piece.to - piece.from === dHead,
    );
  return upTo(heads).filter((head) => {
    const key = Math.floor((head * kvHeads) / heads);
    return upTo(devices).some((m) => has("Q", head, m) && has("K", key, m) && has("V", key, m));
  });
}

/**
 * Returns how many bytes are summed over the devices, once forward and once backward, and how many
 * each device sends. In a ring all-reduce, each device sends n - 1 of n parts of the sum, and then
 * n - 1 of n parts of the result.
 * @param {Sizes} sizes
 */
export function communication({ devices, tokens, dModel, bytes }) {
  const summed = devices > 1 ? tokens * dModel * bytes : 0;
  return { summed, sent: (2 * (devices - 1) * summed) / devices };
}

/**
 * Lists the heads of one matrix on one device: "0–3, part of 4".
 * @param {Piece[]} pieces
 * @param {number} dHead
 */
export function formatHeads(pieces, dHead) {
  const whole = pieces.filter(({ from, to }) => to - from === dHead).map(({ head }) => head);
  const parts = pieces.filter(({ from, to }) => to - from < dHead).map(({ head }) => head);
  const [first, last] = [whole[0], whole.at(-1)];
  const range = first === last ? `${first}` : `${first}–${last}`;
  /** @param {boolean} before */
  const named = (before) =>
    parts.filter((head) => head < first === before).map((head) => `part of ${head}`);
  const ranges = whole.length > 0 ? [range] : [];
  return [...named(true), ...ranges, ...named(false)].join(", ") || "none";
}

/**
 * Says on how many devices a KV head is, and how many more parameters the copies take.
 * @param {Piece[]} pieces
 * @param {Sizes} sizes
 */
function describeCopies(pieces, { devices, kvHeads, dModel, dHead }) {
  const keys = pieces.filter(({ matrix }) => matrix === "K");
  const devicesPerKey = upTo(kvHeads).map((key) => keys.filter((k) => k.head === key).length);
  const copies = keys.length - kvHeads;
  if (copies === 0) return "";
  const most = Math.max(...devicesPerKey);
  const numbers = formatCount(2 * copies * dModel * dHead);
  const where = most === devices ? "all" : `up to ${most}`;
  const extra = copies === 1 ? "1 copy" : `${copies} copies`;
  return `A KV head is on ${where} devices: ${extra}, ${numbers} more parameters.`;
}

/**
 * Says which heads the cut into equal parts leaves complete on one device.
 * @param {Piece[]} pieces
 * @param {Sizes} sizes
 */
function describeEqualParts(pieces, sizes) {
  const heads = completeHeads(pieces, sizes);
  const verb = heads.length === 1 ? "has" : "have";
  const together =
    heads.length === 0
      ? "No head has its"
      : `${formatCountOf(heads.length, "head")} of ${sizes.heads} ${verb}`;
  return (
    `${together} queries, keys and values on one device. A device that reads its part as ` +
    "the [queries, keys, values] of its own heads computes something else."
  );
}

/**
 * Says how many heads each device has, and which devices have none: "3 + 3 + 2.".
 * @param {number[]} counts
 */
function describeHeadCounts(counts) {
  const idle = upTo(counts.length).filter((device) => counts[device] === 0);
  const [subject, verb] = idle.length > 1 ? ["Devices", "have"] : ["Device", "has"];
  const none = idle.length > 0 ? ` ${subject} ${formatList(idle.map(String))} ${verb} none.` : "";
  return `${counts.join(" + ")}.${none}`;
}

/**
 * Says what fraction of the parameters the fullest device holds.
 * @param {Piece[]} pieces
 * @param {Sizes} sizes
 */
function describeFullest(pieces, sizes) {
  const parameters = parametersPerDevice(pieces, sizes);
  const oneDevice = { ...sizes, devices: 1 };
  const [all] = parametersPerDevice(cutBetweenHeads(oneDevice), oneDevice);
  const most = Math.max(...parameters);
  const who = most === Math.min(...parameters) ? "Each device" : "The fullest device";
  return `${who} holds ${formatPercent(most / all)} of the ${formatCount(all)} parameters.`;
}

/**
 * Says what the devices communicate, forward and backward.
 * @param {Sizes} sizes
 * @param {boolean} copied Whether any KV head is on several devices.
 */
function describeCommunication(sizes, copied) {
  const { summed, sent } = communication(sizes);
  const idle = sizes.heads < sizes.devices ? ", even one without heads," : "";
  const size = `${formatCount(sizes.tokens)} × ${formatCount(sizes.dModel)}`;
  return (
    `Forward, ${size} values are summed (${formatBytes(summed)}); for this, each device${idle} sends ` +
    `${formatBytes(sent)}. Backward, as many values are summed${copied ? ", and the gradients of the copies" : ""}.`
  );
}

/**
 * Returns the sentences under the picture.
 * @param {Piece[]} pieces
 * @param {Sizes} sizes
 * @param {Cut} cut
 */
export function describeSharding(pieces, sizes, cut) {
  const { devices, heads } = sizes;
  const on = `${formatCountOf(heads, "head")} on ${formatCountOf(devices, "device")}`;
  if (devices === 1) return [`${on}: nothing is communicated.`, "", "", ""];
  const fullest = describeFullest(pieces, sizes);
  if (cut !== "between heads") return [`${on}.`, describeEqualParts(pieces, sizes), fullest, ""];
  const copies = describeCopies(pieces, sizes);
  const counts = describeHeadCounts(headsPerDevice(heads, devices));
  return [`${on}: ${counts}`, copies, fullest, describeCommunication(sizes, copies !== "")];
}

/**
 * Formats a matrix's name and shape.
 * @param {MatrixName} matrix
 * @param {number} blocks The number of heads or KV heads.
 * @param {Sizes} sizes
 */
export function formatMatrix(matrix, blocks, { dModel, dHead }) {
  const shape = matrix === "O" ? [blocks * dHead, dModel] : [dModel, blocks * dHead];
  return `W_${matrix} (${shape.map(formatCount).join(" × ")})`;
}

/**
 * Returns a row for each device: its heads of each matrix, its parameters and their bytes.
 * @param {Piece[]} pieces
 * @param {Sizes} sizes
 */
export function formatDeviceRows(pieces, sizes) {
  return parametersPerDevice(pieces, sizes).map((numbers, device) => {
    const here = pieces.filter((piece) => piece.device === device);
    const heads = MATRICES.map((matrix) =>
      formatHeads(
        here.filter((piece) => piece.matrix === matrix),
        sizes.dHead,
      ),
    );
    const size = `${formatCount(numbers)} (${formatBytes(sizes.bytes * numbers)})`;
    return [String(device), ...heads, size];
  });
}
