// Lays out the arcs from one token of a text to others. Tokens may be in several rows: an arc to
// another row leaves its row at the edge, and goes on at the other edge of the next row, as words do.

import { upTo } from "./math.js";

/** @typedef {{ x: number, y: number, width: number, height: number }} Box */
/**
 * @typedef {object} Arc
 * @property {number} head
 * @property {number} position The token to which it leads.
 * @property {number} weight
 * @property {number} width Of its line, in pixels.
 */
/** @typedef {{ low: number, high: number, y: number }} Top The level part of an arc in one row. */
/**
 * @typedef {object} LaidOut
 * @property {string} d The path.
 * @property {Top[]} tops In the row of its token first, then in the row of the chosen token.
 */
/** @typedef {{ x: number, y: number }} Point */

const FIRST_PX = 9; // from a token to the lowest arc: half a label
const LAST_PX = 8; // from the highest arc to the row above
const GAP_PX = 5; // between two arcs, if there is room
const [LEG_PX, EDGE_PX] = [4, 3]; // between two legs; from a token's side to a leg
const RADIUS_PX = 12;
const [LOOP_PX, WIDER_LOOP_PX] = [5, 2.5]; // half of an arc from a token to itself; and of the next
const [LABEL_HEIGHT_PX, LABEL_STEP_PX] = [12, 9];

/** Returns the row of each token. @param {Box[]} boxes */
function rowsOf(boxes) {
  let row = 0;
  return boxes.map(({ y }, i) => {
    if (i > 0 && y > boxes[i - 1].y + 1) row += 1;
    return row;
  });
}

/**
 * Spreads the legs of arcs over a token, from left to right.
 * @param {Box} box
 * @param {number} n
 */
function spread({ x, width }, n) {
  const step = n > 1 ? Math.min(LEG_PX, Math.max(0, width - 2 * EDGE_PX) / (n - 1)) : 0;
  return upTo(n).map((i) => x + width / 2 + (i - (n - 1) / 2) * step);
}

/**
 * Returns how high each arc of a stack is, from the lowest to the highest.
 * @param {Arc[]} stack
 * @param {number} room The height above a row of tokens.
 */
function heightsOf(stack, room) {
  let end = 0;
  const middles = stack.map(({ width }, i) => {
    const middle = end + (i > 0 ? GAP_PX : 0) + width / 2;
    end = middle + width / 2;
    return middle;
  });
  const scale = Math.min(1, (room - FIRST_PX - LAST_PX) / end);
  return middles.map((middle) => FIRST_PX + scale * middle);
}

/**
 * Returns the path of an arc in one row, and its level part.
 * @param {{ x: number, open: boolean }} near Open at an edge, otherwise a leg.
 * @param {{ x: number, open: boolean }} far
 * @param {number} bottom
 * @param {number} y
 * @returns {{ d: string, top: Top }}
 */
function inRow(near, far, bottom, y) {
  const right = far.x < near.x ? -1 : 1;
  const radius = Math.min(RADIUS_PX, bottom - y, Math.abs(far.x - near.x) / 2);
  const [start, end] = [near, far].map(({ x, open }, i) =>
    open ? x : x + (i === 0 ? right : -right) * radius,
  );
  const up = near.open ? "" : `${near.x} ${bottom}V${y + radius}Q${near.x} ${y} `;
  const down = far.open ? "" : `Q${far.x} ${y} ${far.x} ${y + radius}V${bottom}`;
  const top = { low: Math.min(start, end), high: Math.max(start, end), y };
  return { d: `M${up}${start} ${y}H${end}${down}`, top };
}

/**
 * Lays out arcs so that none crosses another: farther tokens have higher arcs, and so has the larger
 * weight of two to one token.
 * @param {Arc[]} arcs
 * @param {Box[]} boxes The tokens.
 * @param {number} from The chosen token.
 * @param {number} width
 * @param {number} room The height above each row of tokens.
 * @returns {LaidOut[]} One for each arc.
 */
export function layOutArcs(arcs, boxes, from, width, room) {
  const rows = rowsOf(boxes);
  const far = (/** @type {Arc} */ { position }) => Math.abs(position - from);
  const order = [...arcs].sort((a, b) => far(a) - far(b) || a.weight - b.weight);
  const side = (/** @type {Arc} */ { position }) => Math.sign(position - from);
  const [before, own, after] = [-1, 0, 1].map((s) => order.filter((arc) => side(arc) === s));

  /** @type {Map<Arc, { near: number, far: number }>} */
  const legs = new Map();
  // The highest arc has the innermost leg at the chosen token, and the outermost one at the others.
  const starts = [...before, ...after.toReversed()];
  const places = spread(boxes[from], starts.length);
  const placeOf = new Map(starts.map((arc, i) => [arc, places[i]]));
  for (const position of new Set(starts.map((arc) => arc.position))) {
    const here = order.filter((arc) => arc.position === position);
    const ends = spread(boxes[position], here.length);
    if (position < from) ends.reverse();
    here.forEach((arc, i) => {
      legs.set(arc, { near: placeOf.get(arc) ?? 0, far: ends[i] });
    });
  }
  own.forEach((arc, i) => {
    const middle = boxes[from].x + boxes[from].width / 2;
    const half = Math.min(LOOP_PX + WIDER_LOOP_PX * i, boxes[from].width / 2 - EDGE_PX);
    legs.set(arc, { near: middle - half, far: middle + half });
  });

  /** @type {Map<Arc, { row: number, d: string, top: Top }[]>} */
  const parts = new Map(arcs.map((arc) => [arc, []]));
  for (const stack of [before, own, after]) {
    for (const row of new Set(rows)) {
      const here = stack.filter(({ position }) => {
        const [first, last] = [rows[from], rows[position]].sort((a, b) => a - b);
        return first <= row && row <= last;
      });
      const heights = heightsOf(here, room);
      const bottom = boxes[rows.indexOf(row)].y;
      here.forEach((arc, i) => {
        const { near, far } = /** @type {{ near: number, far: number }} */ (legs.get(arc));
        const [starts, ends] = [row === rows[from], row === rows[arc.position]];
        const [left, right] = [0, width];
        const back = side(arc) < 0;
        const part = inRow(
          { x: starts ? near : back ? right : left, open: !starts },
          { x: ends ? far : back ? left : right, open: !ends },
          bottom,
          bottom - heights[i],
        );
        parts.get(arc)?.push({ row, ...part });
      });
    }
  }
  return arcs.map((arc) => {
    const own = parts.get(arc) ?? [];
    const d = own.map((part) => part.d).join("");
    const labeled = [...new Set([rows[arc.position], rows[from]])];
    const tops = labeled.flatMap((row) =>
      own.filter((part) => part.row === row).map(({ top }) => top),
    );
    return { d, tops };
  });
}

/**
 * Places a label on the level part of an arc, as near to its middle as other labels allow.
 * @param {Top} top
 * @param {number} width Of the label.
 * @param {(Point & { width: number })[]} placed The labels that are there.
 * @returns {Point | null} The label's middle; null if there is no room.
 */
export function placeLabel({ low, high, y }, width, placed) {
  const middle = (low + high) / 2;
  const most = Math.max(0, (high - low - width) / 2);
  for (let k = 0; LABEL_STEP_PX * Math.ceil(k / 2) <= most; k++) {
    const x = middle + LABEL_STEP_PX * Math.ceil(k / 2) * (k % 2 ? -1 : 1);
    const isFree = placed.every(
      (other) =>
        Math.abs(other.x - x) >= (other.width + width) / 2 ||
        Math.abs(other.y - y) >= LABEL_HEIGHT_PX,
    );
    if (isFree) return { x, y };
  }
  return null;
}
