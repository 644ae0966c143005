// Draws the tokens of code or a sentence line by line, with arcs from the chosen token to those that a head
// attends to, and in a sentence thinner ones for the other heads of its layer.

import { layOutArcs, placeLabel } from "./arcs.js";
import { makeChoice, onArrows, onEnds } from "./controls.js";
import { make, makeDrawing, setStyle } from "./dom.js";
import { colorByHead } from "./heatmap.js";
import { descending } from "./math.js";
import { showWord, spellWord } from "./token_words.js";

const [MAX_ARCS, MIN_ARC_WEIGHT] = [6, 0.1]; // smaller weights have no arc
const [MIN_STROKE_PX, MAX_STROKE_PX] = [1.5, 6.5];
const OTHER_HEADS_STROKE = 0.4; // of the chosen head's
const [ROOM_PX, ROOM_FOR_LAYER_PX] = [38, 84]; // above each row of a sentence
const MIN_LABELED_WEIGHT = 0.3; // smaller weights have no label, unless a reader points at the head
const [LABEL_PX, DIGIT_PX] = [5, 7]; // the width of a label: its margins and each digit
const MAX_INDENT_SPACES = 16; // because a phone is narrow

/** Whose arcs are drawn. @typedef {"head" | "layer"} Arcs */
/**
 * @typedef {object} HeadRow
 * @property {number} head
 * @property {ArrayLike<number>} row Its weights at the chosen position.
 * @property {boolean} [chosen]
 * @property {boolean} [off] Whether the head is off.
 */
/** @type {Map<Arcs, string>} */
export const ARCS = new Map([
  ["head", "this head"],
  ["layer", "all heads of its layer"],
]);

/** Makes the choice of whose arcs are drawn. @param {(arcs: Arcs) => void} change */
export const makeArcsChoice = (change) =>
  makeChoice({
    label: "arcs",
    options: [...ARCS].map(([value, text]) => ({ value, text })),
    change,
  });

/**
 * Returns the indent of the next line: the number of spaces after the line break in this token.
 * @param {string} word
 */
const indent = (word) => Math.min(MAX_INDENT_SPACES, word.length - 1 - word.lastIndexOf("\n"));

/**
 * Returns the positions that have an arc: those with the largest weights.
 * @param {ArrayLike<number>} weights
 */
const positionsWithArcs = (weights) =>
  descending(weights)
    .slice(0, MAX_ARCS)
    .filter((position) => weights[position] >= MIN_ARC_WEIGHT);

/**
 * Returns the path of an arc between two chips of code.
 * @param {DOMRect} from
 * @param {DOMRect} to
 * @param {DOMRect} origin
 */
function arc(from, to, origin) {
  const [x, y] = [from.x + from.width / 2 - origin.x, from.y - origin.y];
  const [toX, top] = [to.x + to.width / 2 - origin.x, to.y - origin.y];
  if (from === to) return `M${x - 5} ${y}C${x - 11} ${y - 18} ${x + 11} ${y - 18} ${x + 5} ${y}`;
  if (to.y > from.y + from.height / 2) {
    const half = (y + from.height + top) / 2;
    return `M${x} ${y + from.height}C${x} ${half} ${toX} ${half} ${toX} ${top}`;
  }
  if (to.y >= from.y - 1) {
    const high = y - Math.min(26, 9 + 0.09 * Math.abs(x - toX));
    return `M${x} ${y}C${x} ${high} ${toX} ${high} ${toX} ${top}`;
  }
  const foot = top + to.height;
  const half = (y + foot) / 2;
  return `M${x} ${y}C${x} ${half} ${toX} ${half} ${toX} ${foot}`;
}

/**
 * Returns the width of an arc's line, in pixels.
 * @param {number} weight
 * @param {boolean} [thick]
 */
const strokeWidth = (weight, thick = true) =>
  (MIN_STROKE_PX + (MAX_STROKE_PX - MIN_STROKE_PX) * weight) * (thick ? 1 : OTHER_HEADS_STROKE);

/**
 * Draws the arcs of some heads: a group for each, the chosen head's above the others, and then the
 * labels.
 * @param {HeadRow[]} heads
 * @param {number} pointed The head at which the reader points; -1 for none.
 * @param {(heads: import("./arcs.js").Arc[]) => import("./arcs.js").LaidOut[]} layOut
 */
function drawHeads(heads, pointed, layOut) {
  const isThick = (/** @type {HeadRow} */ { head, chosen }) => chosen || head === pointed;
  const arcs = heads.flatMap((line) =>
    positionsWithArcs(line.row).map((position) => {
      const weight = line.row[position];
      return { head: line.head, position, weight, width: strokeWidth(weight, isThick(line)) };
    }),
  );
  const laidOut = layOut(arcs).map((shape, i) => ({ ...arcs[i], ...shape }));
  const isPointed = arcs.some(({ head }) => head === pointed); // a head without arcs dims no other
  /** @param {HeadRow} line */
  const rank = ({ head, chosen }) => (head === pointed ? 2 : chosen ? 1 : 0);
  const order = [...heads].sort((a, b) => rank(a) - rank(b));
  /** @type {(head: number, ...parts: Node[]) => SVGElement} */
  const groupOf = (head, ...parts) => {
    const dim = isPointed && head !== pointed;
    const node = makeDrawing("g", { class: dim ? "mha-dim" : "", "data-head": head }, ...parts);
    colorByHead(node, head);
    return node;
  };
  const groups = order.map((line) => {
    const own = laidOut.filter(({ head }) => head === line.head);
    const paths = own.map(({ d, width, position }) =>
      makeDrawing("path", {
        class: line.chosen ? "" : "mha-other",
        d,
        "stroke-width": width,
        "data-position": position,
      }),
    );
    const node = groupOf(line.head, ...paths);
    node.classList.toggle("mha-dropped", line.off ?? false);
    return node;
  });
  if (heads.length === 1) return groups;
  /** @type {{ x: number, y: number, width: number }[]} */
  const placed = [];
  const labels = order.toReversed().flatMap((line) => {
    const own = laidOut.filter(({ head }) => head === line.head);
    const wanted = own.filter(
      ({ weight }) => weight >= MIN_LABELED_WEIGHT || line.head === pointed,
    );
    const width = LABEL_PX + DIGIT_PX * String(line.head).length;
    return wanted.flatMap(({ tops }) =>
      tops.flatMap((top) => {
        const place = placeLabel(top, width, placed);
        if (!place) return [];
        placed.push({ ...place, width });
        return groupOf(line.head, makeDrawing("text", place, String(line.head)));
      }),
    );
  });
  return [...groups, ...labels];
}

/** @param {HeadRow[]} heads */
const roomFor = (heads) => (heads.length > 1 ? ROOM_FOR_LAYER_PX : ROOM_PX);

/**
 * @param {(position: number) => void} go Does nothing if there is no such position.
 * @param {() => number} chosen Returns the chosen position.
 * @param {boolean} [code] Whether the tokens are of code: then spaces are shown, and tokens after the
 *   chosen one are grayed, because no head may attend to them.
 */
export function makeChips(go, chosen, code = true) {
  const arcs = makeDrawing("svg", { "aria-hidden": "true", class: code ? "" : "mha-lanes" });
  const lines = make("div");
  const node = make(
    "div",
    {
      class: "mha-chips",
      role: "group",
      tabindex: 0,
      "aria-label": "tokens; arrow keys, Home and End choose one",
    },
    lines,
    arcs,
  );
  /** @type {HTMLButtonElement[]} */
  let chips = [];
  /** @type {ArrayLike<number>} */
  let weights = [];
  /** @type {HeadRow[]} */
  let heads = [];
  let pointed = -1;
  let drawnWords = "";

  /**
   * Returns the position above or below the chosen one; the chosen one if there is none.
   * @param {number} down
   */
  const inNextLine = (down) => {
    const from = chosen();
    const boxes = chips.map((chip) => chip.getBoundingClientRect());
    const { x, y, width } = boxes[from];
    const others = boxes.map((box, i) => ({ i, box })).filter(({ box }) => (box.y - y) * down > 1);
    if (others.length === 0) return from;
    const line = others.at(down > 0 ? 0 : -1)?.box.y;
    const far = (/** @type {DOMRect} */ box) => Math.abs(box.x + box.width / 2 - x - width / 2);
    const near = others.filter(({ box }) => box.y === line);
    return near.sort((a, b) => far(a.box) - far(b.box))[0].i;
  };
  onArrows(node, (down, right) => go(right ? chosen() + right : inNextLine(down)));
  onEnds(node, (last) => go(last ? chips.length - 1 : 0));

  /** @param {DOMRect} origin */
  const drawOfCode = (origin) => {
    const from = chips[chosen()].getBoundingClientRect();
    return positionsWithArcs(weights).map((position) => {
      const to = position === chosen() ? from : chips[position].getBoundingClientRect();
      const d = arc(from, to, origin);
      return makeDrawing("path", { d, "stroke-width": strokeWidth(weights[position]) });
    });
  };
  /** @param {DOMRect} origin */
  const drawOfText = (origin) => {
    const boxes = chips.map((chip) => {
      const { x, y, width, height } = chip.getBoundingClientRect();
      return { x: x - origin.x, y: y - origin.y, width, height };
    });
    return drawHeads(heads, pointed, (all) =>
      layOutArcs(all, boxes, chosen(), origin.width, roomFor(heads)),
    );
  };
  const drawArcs = () => {
    if (chips.length === 0 || !node.checkVisibility()) return;
    const origin = arcs.getBoundingClientRect();
    arcs.replaceChildren(...(code ? drawOfCode(origin) : drawOfText(origin)));
  };
  new ResizeObserver(drawArcs).observe(node);

  /** @param {string[]} words */
  const layOut = (words) => {
    const key = JSON.stringify(words);
    if (key === drawnWords) return;
    drawnWords = key;
    chips = words.map((word, position) => {
      const label = `${code ? spellWord(word) : word}, position ${position}`;
      const button = make("button", { type: "button", tabindex: -1, "aria-label": label });
      button.textContent = code || !word.trim() ? showWord(word) : word;
      // Narrow, because arcs to words in another row are hard to follow.
      if (!code) button.style.paddingInline = "3px";
      button.addEventListener("click", () => go(position));
      return button;
    });
    const rows = [make("div")];
    chips.forEach((chip, i) => {
      rows[rows.length - 1].append(chip);
      if (!words[i].includes("\n") || i + 1 === chips.length) return;
      const row = make("div");
      setStyle(row, { indent: indent(words[i]) });
      rows.push(row);
    });
    lines.replaceChildren(...rows);
  };
  return {
    node,
    /**
     * @param {string[]} words
     * @param {ArrayLike<number>} now The head's weights at the chosen position.
     * @param {boolean} off Whether the head is off.
     * @param {HeadRow[]} [rows] The heads whose arcs are drawn, in a text: one, or all of a layer.
     */
    draw(words, now, off, rows = []) {
      layOut(words);
      weights = now;
      heads = rows;
      arcs.classList.toggle("mha-dropped", code && off);
      if (!code) {
        // The height does not depend on the arcs: what is below must not move under the pointer.
        setStyle(node, { arcs: `${roomFor(heads)}px` });
        colorByHead(node, heads.find((line) => line.chosen)?.head ?? 0);
      }
      chips.forEach((chip, i) => {
        chip.setAttribute("aria-pressed", String(i === chosen()));
        chip.classList.toggle("mha-later", code && i > chosen());
        setStyle(chip, { fill: weights[i] });
      });
      drawArcs();
    },
    /** Highlights a head's arcs. @param {number} head -1 for none. */
    point(head) {
      if (pointed === head) return;
      pointed = head;
      if (heads.length > 1) drawArcs();
    },
  };
}
