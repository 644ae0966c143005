// Which machine holds which part of an attention, what crosses between them, and how that is told.

import {
  counted,
  percent,
  series,
  tellCount,
  tellFirst,
  tellShort,
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
    const own = upTo(count).map((i) => first + i);
    const keys = [...new Set(own.map((head) => Math.floor(head / group)))];
    return MATRICES.flatMap((matrix) =>
      (matrix === "K" || matrix === "V" ? keys : own).map((head) => {
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

/** @param {number} bytes */
export function tellBytes(bytes) {
  const [size, unit] = /** @type {[number, string][]} */ ([
    [1e9, "GB"],
    [1e6, "MB"],
    [1e3, "kB"],
  ]).find(([size]) => bytes >= size) ?? [1, "bytes"];
  const n = bytes / size;
  return `${size === 1 ? tellShort(n, 0) : tellFirst(n, n >= 100 ? 3 : 2)} ${unit}`;
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
  const held = upTo(keyHeads).map((key) => keys.filter(({ head }) => head === key).length);
  const copies = keys.length - keyHeads;
  if (copies === 0) return "";
  const most = Math.max(...held);
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
  const found =
    heads.length === 0
      ? "No head has its queries, keys and values on one machine."
      : `${counted(heads.length, "head")} of ${sizes.heads} ${heads.length === 1 ? "has" : "have"} queries, keys and values on one machine.`;
  return `${found} A machine that takes its part for [queries, keys, values] of heads of its own computes something else.`;
}

/**
 * What is seen, each sentence in its turn.
 * @param {Piece[]} pieces
 * @param {Sizes} sizes
 * @param {Cut} cut
 */
export function story(pieces, sizes, cut) {
  const { machines, heads, tokens, dModel } = sizes;
  const held = heldBy(pieces, sizes);
  const all = heldBy(betweenHeads({ ...sizes, machines: 1 }), { ...sizes, machines: 1 })[0];
  const on = `${counted(heads, "head")} on ${counted(machines, "machine")}`;
  if (machines === 1) return [`${on}: nothing crosses.`, "", "", ""];
  const alike = Math.max(...held) === Math.min(...held);
  const who = alike ? "Each machine" : "The fullest machine";
  const most = `${who} holds ${percent(Math.max(...held) / all)} of the ${tellCount(all)} numbers.`;
  if (cut !== "between heads") return [`${on}.`, tellParts(pieces, sizes), most, ""];
  const counts = shares(heads, machines);
  const idle = upTo(machines).filter((machine) => counts[machine] === 0);
  const without =
    idle.length > 0
      ? ` Machine${idle.length > 1 ? "s" : ""} ${series(idle.map(String))} ${idle.length > 1 ? "have" : "has"} none.`
      : "";
  const { added, sent } = crossing(sizes);
  const copies = tellCopies(pieces, sizes);
  const back = `Backward as many again${copies ? ", and the gradients of the copies" : ""}.`;
  return [
    `${on}: ${counts.join(" + ")}.${without}`,
    copies,
    most,
    `Forward, ${tellCount(tokens)} × ${tellCount(dModel)} numbers are added up: ${tellBytes(added)}, for which each machine sends ${tellBytes(sent)}. ${back}`,
  ];
}
