// Which machine holds which part of an attention, and what crosses between them; both in words.

import {
  counted,
  divisorUpTo,
  percent,
  series,
  tellBytes,
  tellCount,
  total,
  upTo,
} from "./numbers.js";

export const CUTS = /** @type {const} */ (["between heads", "packed matrix in equal parts"]);
export const MATRICES = /** @type {const} */ (["Q", "K", "V", "O"]);

/** @typedef {typeof CUTS[number]} Cut */
/** @typedef {typeof MATRICES[number]} Matrix */
/**
 * @typedef {object} Sizes
 * @property {number} machines
 * @property {number} heads
 * @property {number} keyHeads Shared by equal groups of heads.
 * @property {number} dModel
 * @property {number} dHead
 * @property {number} tokens
 * @property {number} bytes Of one number.
 */
/**
 * Places of one head's columns (of W_O: rows) that a machine holds.
 * @typedef {object} Piece
 * @property {Matrix} matrix
 * @property {number} head Of W_K and W_V: the key head.
 * @property {number} machine
 * @property {number} from
 * @property {number} to
 */

/**
 * The number of key heads after the number of heads has changed. If heads do not share keys, they
 * do not afterwards; else as many key heads as before, or the next fewer that divide the heads.
 * @param {number} nHeads The new number.
 * @param {{ heads: number, keyHeads: number }} before
 */
export const keyHeadsFor = (nHeads, { heads, keyHeads }) =>
  keyHeads < heads ? divisorUpTo(nHeads, keyHeads) : nHeads;

/**
 * How many heads each machine gets: as equal as it goes.
 * @param {number} heads
 * @param {number} machines
 */
export function shares(heads, machines) {
  const [each, over] = [Math.floor(heads / machines), heads % machines];
  return upTo(machines).map((machine) => each + Number(machine < over));
}

/**
 * A head's columns of W_Q, its rows of W_O, and the columns of its key head go to one machine.
 * @param {Sizes} sizes
 * @returns {Piece[]}
 */
function betweenHeads({ machines, heads, keyHeads, dHead }) {
  const group = heads / keyHeads;
  const counts = shares(heads, machines);
  return counts.flatMap((count, machine) => {
    const first = total(counts.slice(0, machine));
    const queries = upTo(count).map((i) => first + i);
    const keys = [...new Set(queries.map((head) => Math.floor(head / group)))];
    return MATRICES.flatMap((matrix) =>
      (matrix === "K" || matrix === "V" ? keys : queries).map((head) => {
        return { matrix, head, machine, from: 0, to: dHead };
      }),
    );
  });
}

/**
 * Blocks that stand one after the other, cut at equal distances whatever stands there.
 * @param {{ matrix: Matrix, head: number }[]} blocks
 * @param {number} machines
 * @param {number} dHead
 * @returns {Piece[]}
 */
function inEqualParts(blocks, machines, dHead) {
  const wide = blocks.length * dHead;
  const ends = upTo(machines + 1).map((machine) => Math.round((machine * wide) / machines));
  return upTo(machines).flatMap((machine) =>
    blocks.flatMap((block, i) => {
      const from = Math.max(0, ends[machine] - i * dHead);
      const to = Math.min(dHead, ends[machine + 1] - i * dHead);
      return from < to ? [{ ...block, machine, from, to }] : [];
    }),
  );
}

/**
 * What the machines hold.
 * @param {Sizes} sizes
 * @param {Cut} cut
 */
export function piecesOf(sizes, cut) {
  if (cut === "between heads") return betweenHeads(sizes);
  const { machines, heads, keyHeads, dHead } = sizes;
  /** @type {(matrix: Matrix, n: number) => { matrix: Matrix, head: number }[]} */
  const blocks = (matrix, n) => upTo(n).map((head) => ({ matrix, head }));
  const packed = [...blocks("Q", heads), ...blocks("K", keyHeads), ...blocks("V", keyHeads)];
  return [packed, blocks("O", heads)].flatMap((each) => inEqualParts(each, machines, dHead));
}

/**
 * How many numbers each machine holds.
 * @param {Piece[]} pieces
 * @param {Sizes} sizes
 */
export function heldBy(pieces, { machines, dModel }) {
  return upTo(machines).map((machine) =>
    total(
      pieces.map((piece) => (piece.machine === machine ? dModel * (piece.to - piece.from) : 0)),
    ),
  );
}

/**
 * Heads whose queries, keys and values lie as a whole on one machine.
 * @param {Piece[]} pieces
 * @param {Sizes} sizes
 */
export function togetherOf(pieces, { machines, heads, keyHeads, dHead }) {
  /** @type {(matrix: Matrix, head: number, machine: number) => boolean} */
  const has = (matrix, head, machine) =>
    pieces.some(
      (piece) =>
        piece.matrix === matrix &&
        piece.head === head &&
        piece.machine === machine &&
        piece.to - piece.from === dHead,
    );
  return upTo(heads).filter((head) => {
    const key = Math.floor((head * keyHeads) / heads);
    return upTo(machines).some((m) => has("Q", head, m) && has("K", key, m) && has("V", key, m));
  });
}

/**
 * What is added up over the machines, forward and again backward: bytes, and how many of them each
 * machine sends. In a ring each passes on n - 1 of n parts of the sum, and then n - 1 of n parts of
 * the result.
 * @param {Sizes} sizes
 */
export function crossing({ machines, tokens, dModel, bytes }) {
  const added = machines > 1 ? tokens * dModel * bytes : 0;
  return { added, sent: (2 * (machines - 1) * added) / machines };
}

/**
 * "0–3, part of 4", of one matrix on one machine.
 * @param {Piece[]} pieces
 * @param {number} dHead
 */
export function tellHeads(pieces, dHead) {
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
 * @param {Piece[]} pieces
 * @param {Sizes} sizes
 */
function tellCopies(pieces, { machines, keyHeads, dModel, dHead }) {
  const keys = pieces.filter(({ matrix }) => matrix === "K");
  const machinesPerKey = upTo(keyHeads).map((key) => keys.filter((k) => k.head === key).length);
  const copies = keys.length - keyHeads;
  if (copies === 0) return "";
  const most = Math.max(...machinesPerKey);
  const numbers = tellCount(2 * copies * dModel * dHead);
  const where = most === machines ? "all" : `up to ${most}`;
  const extra = copies === 1 ? "1 copy" : `${copies} copies`;
  return `A key head lies on ${where} machines: ${extra}, ${numbers} numbers more.`;
}

/**
 * @param {Piece[]} pieces
 * @param {Sizes} sizes
 */
function tellParts(pieces, sizes) {
  const heads = togetherOf(pieces, sizes);
  const verb = heads.length === 1 ? "has" : "have";
  const together =
    heads.length === 0
      ? "No head has its"
      : `${counted(heads.length, "head")} of ${sizes.heads} ${verb}`;
  return (
    `${together} queries, keys and values on one machine. A machine that takes its part for ` +
    "[queries, keys, values] of heads of its own computes something else."
  );
}

/**
 * How many heads each machine has, and which machines have none: "3 + 3 + 2.".
 * @param {number[]} counts
 */
function tellShares(counts) {
  const idle = upTo(counts.length).filter((machine) => counts[machine] === 0);
  const [subject, verb] = idle.length > 1 ? ["Machines", "have"] : ["Machine", "has"];
  const none = idle.length > 0 ? ` ${subject} ${series(idle.map(String))} ${verb} none.` : "";
  return `${counts.join(" + ")}.${none}`;
}

/**
 * How much of the numbers the fullest machine holds.
 * @param {Piece[]} pieces
 * @param {Sizes} sizes
 */
function tellFullest(pieces, sizes) {
  const held = heldBy(pieces, sizes);
  const one = { ...sizes, machines: 1 };
  const [all] = heldBy(betweenHeads(one), one);
  const most = Math.max(...held);
  const who = most === Math.min(...held) ? "Each machine" : "The fullest machine";
  return `${who} holds ${percent(most / all)} of the ${tellCount(all)} numbers.`;
}

/**
 * What crosses, forward and backward.
 * @param {Sizes} sizes
 * @param {boolean} copied Whether key heads have copies.
 */
function tellCrossing(sizes, copied) {
  const { added, sent } = crossing(sizes);
  const size = `${tellCount(sizes.tokens)} × ${tellCount(sizes.dModel)}`;
  return (
    `Forward, ${size} numbers are added up: ${tellBytes(added)}, for which each machine sends ` +
    `${tellBytes(sent)}. Backward as many again${copied ? ", and the gradients of the copies" : ""}.`
  );
}

/**
 * The sentences under the picture.
 * @param {Piece[]} pieces
 * @param {Sizes} sizes
 * @param {Cut} cut
 */
export function story(pieces, sizes, cut) {
  const { machines, heads } = sizes;
  const on = `${counted(heads, "head")} on ${counted(machines, "machine")}`;
  if (machines === 1) return [`${on}: nothing crosses.`, "", "", ""];
  const fullest = tellFullest(pieces, sizes);
  if (cut !== "between heads") return [`${on}.`, tellParts(pieces, sizes), fullest, ""];
  const copies = tellCopies(pieces, sizes);
  const counts = tellShares(shares(heads, machines));
  return [`${on}: ${counts}`, copies, fullest, tellCrossing(sizes, copies !== "")];
}

/**
 * A matrix with its shape.
 * @param {Matrix} matrix
 * @param {number} blocks Heads, or key heads.
 * @param {Sizes} sizes
 */
export function tellMatrix(matrix, blocks, { dModel, dHead }) {
  const shape = matrix === "O" ? [blocks * dHead, dModel] : [dModel, blocks * dHead];
  return `W_${matrix} (${shape.map(tellCount).join(" × ")})`;
}

/**
 * What each machine holds: its heads of each matrix, its numbers and their bytes.
 * @param {Piece[]} pieces
 * @param {Sizes} sizes
 */
export function tellHeld(pieces, sizes) {
  return heldBy(pieces, sizes).map((numbers, machine) => {
    const here = pieces.filter((piece) => piece.machine === machine);
    const heads = MATRICES.map((matrix) =>
      tellHeads(
        here.filter((piece) => piece.matrix === matrix),
        sizes.dHead,
      ),
    );
    const size = `${tellCount(numbers)} (${tellBytes(sizes.bytes * numbers)})`;
    return [String(machine), ...heads, size];
  });
}
