// Draws the tokens of code or a sentence line by line, with arcs from the chosen token to those that a head
// attends to, and thinner ones for the other heads of its layer.

import { makeChoice, onArrows, onEnds } from "./controls.js";
import { make, makeDrawing, setStyle } from "./dom.js";
import { descending } from "./math.js";
import { showWord, spellWord } from "./token_words.js";

const [MAX_ARCS, MIN_ARC_WEIGHT] = [6, 0.1]; // smaller weights have no arc
const [MIN_STROKE_PX, MAX_STROKE_PX] = [1.5, 6.5];
const OTHER_HEADS_STROKE = 0.4; // of the chosen head's
const OTHER_HEADS_LIFT_PX = 2; // so that arcs of several heads to one token do not hide each other
const MAX_INDENT_SPACES = 16; // because a phone is narrow

/** Whose arcs are drawn. @typedef {"head" | "layer"} Arcs */
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
 * Returns the path of an arc from one chip to another.
 * @param {DOMRect} from
 * @param {DOMRect} to
 * @param {DOMRect} origin
 * @param {number} lift How far it is from where it would be alone, in pixels.
 */
function arc(from, to, origin, lift) {
  const [x, y] = [from.x + from.width / 2 - origin.x, from.y - origin.y];
  const [toX, top] = [to.x + to.width / 2 - origin.x, to.y - origin.y];
  if (from === to) {
    const high = y - 18 - lift;
    return `M${x - 5} ${y}C${x - 11} ${high} ${x + 11} ${high} ${x + 5} ${y}`;
  }
  if (to.y > from.y + from.height / 2) {
    const half = (y + from.height + top) / 2 + lift;
    return `M${x} ${y + from.height}C${x} ${half} ${toX} ${half} ${toX} ${top}`;
  }
  if (to.y >= from.y - 1) {
    const high = y - Math.min(26, 9 + 0.09 * Math.abs(x - toX)) - lift;
    return `M${x} ${y}C${x} ${high} ${toX} ${high} ${toX} ${top}`;
  }
  const foot = top + to.height;
  const half = (y + foot) / 2 - lift;
  return `M${x} ${y}C${x} ${half} ${toX} ${half} ${toX} ${foot}`;
}

/**
 * @param {(position: number) => void} go Does nothing if there is no such position.
 * @param {() => number} chosen Returns the chosen position.
 * @param {boolean} [code] Whether the tokens are of code: then spaces are shown, and tokens after the
 *   chosen one are grayed, because no head may attend to them.
 */
export function makeChips(go, chosen, code = true) {
  const arcs = makeDrawing("svg", { "aria-hidden": "true" });
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
  /** @type {ArrayLike<number>[]} */
  let others = [];
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

  const drawArcs = () => {
    if (chips.length === 0 || !node.checkVisibility()) return;
    const origin = arcs.getBoundingClientRect();
    const from = chips[chosen()].getBoundingClientRect();
    /** @type {Map<number, number>} For each token, the number of its arcs so far. */
    const counts = new Map();
    /** @param {ArrayLike<number>} row @param {boolean} other */
    const pathsOf = (row, other) =>
      positionsWithArcs(row).map((position) => {
        const to = position === chosen() ? from : chips[position].getBoundingClientRect();
        const count = counts.get(position) ?? 0;
        counts.set(position, count + 1);
        const width = MIN_STROKE_PX + (MAX_STROKE_PX - MIN_STROKE_PX) * row[position];
        return makeDrawing("path", {
          class: other ? "mha-other" : "",
          d: arc(from, to, origin, OTHER_HEADS_LIFT_PX * count),
          "stroke-width": width * (other ? OTHER_HEADS_STROKE : 1),
        });
      });
    const paths = pathsOf(weights, false); // the first to be placed, and the last to be drawn
    arcs.replaceChildren(...others.flatMap((row) => pathsOf(row, true)), ...paths);
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
  /**
   * @param {string[]} words
   * @param {ArrayLike<number>} now The head's weights at the chosen position.
   * @param {boolean} off Whether the head is off.
   * @param {ArrayLike<number>[]} [rows] The weights of other heads, if their arcs are drawn too.
   */
  const draw = (words, now, off, rows = []) => {
    layOut(words);
    weights = now;
    others = rows;
    node.classList.toggle("mha-dropped", off);
    chips.forEach((chip, i) => {
      chip.setAttribute("aria-pressed", String(i === chosen()));
      chip.classList.toggle("mha-later", code && i > chosen());
      setStyle(chip, { fill: weights[i] });
    });
    drawArcs();
  };
  return { node, draw };
}
