// Draws a row of letters and, above and below it, what each head attends to from the chosen
// position.

import { onArrows } from "../shared/controls.js";
import { make, makeDrawing, setStyle, write } from "../shared/dom.js";
import { formatFixed, formatToken, formatWeight } from "../shared/format.js";
import { colorByHead } from "../shared/heatmap.js";
import { descending, upTo } from "../shared/math.js";

/** @typedef {ReturnType<typeof makeLetters>} Letters */

/**
 * @typedef {object} HeadAttention What one head attends to from the chosen position.
 * @property {string} name The head's name.
 * @property {number[]} weights
 * @property {boolean} off Whether the head is switched off.
 * @property {boolean} below Whether the head is drawn below the letters rather than above them.
 * @property {Set<number>} lit The positions that raise the traced answer; empty if none is traced.
 * @property {{ from: number, position: number, weight: number }[]} before What the head attends to
 *   from an earlier position whose output the chosen position uses.
 */

const LETTER_WIDTH = 40; // in units of the drawing
const [MIN_LETTERS, ARC_HEIGHT] = [12, 56]; // with more letters, arcs are higher
const [ARC_SHIFT, ARC_FLATTENING] = [12, 0.8]; // separate the arcs of two heads
const [MIN_STROKE, MAX_STROKE] = [1.2, 11];
// The control points of an arc between letters that are n apart are CONTROL_BASE + n * CONTROL_RISE
// high. The arc reaches three quarters of that, so this limit keeps it within the drawing.
const [CONTROL_BASE, CONTROL_RISE] = [18, 15];
const MAX_CONTROL_HEIGHT = 1 / 0.78; // in heights of the drawing
// The arc from a letter to itself: how far its ends and its control points are from the letter's
// middle, and how high the control points are.
const LOOP = { end: 7, control: 15, top: 22 };
const MIN_ARC_WEIGHT = 0.045; // weights shown as .05 or more have an arc
const MIN_NUMBER_WEIGHT = 0.005; // smaller weights have no number

/**
 * @typedef {object} ArcSpace
 * @property {number} height The drawing's height.
 * @property {number} lane The head's index among the heads drawn on its side of the letters.
 * @property {number} lanes How many heads are drawn on that side.
 */

/**
 * Returns the path of an arc from one letter to another, above a line at y = 0.
 * @param {number} from
 * @param {number} to
 * @param {ArcSpace} room
 */
function arc(from, to, { height, lane, lanes }) {
  const aside = (lane - (lanes - 1) / 2) * Math.min(ARC_SHIFT, LETTER_WIDTH / 2 / lanes);
  const [a, b] = [from, to].map((position) => (position + 0.5) * LETTER_WIDTH + aside);
  if (from === to) {
    const { end, control, top } = LOOP;
    return `M${a - end} 0C${a - control} ${-top} ${a + control} ${-top} ${a + end} 0`;
  }
  const rise = CONTROL_BASE + CONTROL_RISE * Math.abs(from - to);
  const top = -Math.min(height * MAX_CONTROL_HEIGHT, rise) * ARC_FLATTENING ** lane;
  return `M${a} 0C${a} ${top} ${b} ${top} ${b} 0`;
}

/**
 * Lists the positions that have a number, by weight: "“h” (7) with 0.82, “b” (6) with 0.10".
 * @param {number[]} weights
 * @param {string} text
 */
function formatAttended(weights, text) {
  const positions = descending(weights).filter((j) => weights[j] >= MIN_NUMBER_WEIGHT);
  return positions.map((j) => `${formatToken(text, j)} with ${formatFixed(weights[j])}`).join(", ");
}

/** @param {number} weight */
const strokeWidth = (weight) => MIN_STROKE + (MAX_STROKE - MIN_STROKE) * weight;

/**
 * Shows what one head attends to: a row of numbers aligned with the letters, and its arcs.
 * @param {number} head
 * @param {number} length
 */
function makeHeadRow(head, length) {
  const cells = upTo(length).map(() => make("span", { "aria-hidden": "true" }));
  // On the screen, letters follow "head 0 attends to". A screen reader gets different words, which
  // name the positions.
  const words = make("span", { class: "mha-row-title", "aria-hidden": "true" });
  const heard = make("span", { class: "mha-screen-reader" });
  const line = make("div", { class: "mha-line" }, ...cells);
  const node = make("div", { class: "mha-letter-row" }, words, heard, line);
  const arcs = makeDrawing("g", {});
  for (const part of [node, arcs]) colorByHead(part, head);
  /** @type {(look: HeadAttention, position: number, text: string, room: ArcSpace) => void} */
  const drawArcs = ({ weights, off, lit, before }, position, text, room) => {
    const attended = upTo(off ? 0 : text.length).filter((j) => weights[j] >= MIN_ARC_WEIGHT);
    const looks = attended.map((j) =>
      makeDrawing("path", {
        d: arc(j, position, room),
        "stroke-width": strokeWidth(weights[j]),
        class: lit.size > 0 && !lit.has(j) ? "mha-faded" : null,
      }),
    );
    const earlier = before.map(({ from, position, weight }) =>
      makeDrawing("path", {
        d: arc(position, from, room),
        "stroke-width": strokeWidth(weight / 2),
        class: "mha-earlier",
      }),
    );
    arcs.replaceChildren(...looks, ...earlier);
  };
  /** @type {(look: HeadAttention, position: number, text: string, room: ArcSpace) => void} */
  const draw = (look, position, text, room) => {
    const { name, weights, off, lit } = look;
    words.textContent = `${name} ${off ? "is off" : "attends to"}`;
    write(heard, `${words.textContent} ${off ? "" : formatAttended(weights, text)}`);
    node.classList.toggle("mha-off", off);
    cells.forEach((cell, j) => {
      const weight = off ? 0 : (weights[j] ?? 0);
      cell.textContent = weight < MIN_NUMBER_WEIGHT ? "" : formatWeight(weight);
      cell.classList.toggle("mha-highlighted", lit.has(j));
      setStyle(cell, { fill: `${Math.round(100 * weight)}%` });
    });
    drawArcs(look, position, text, room);
  };
  return { node, arcs, draw };
}

/**
 * Returns how many letters a row has room for: as many as the text has, and at least MIN_LETTERS.
 * @param {string} text
 * @param {number} length
 */
const slotsFor = (text, length) => Math.min(length, Math.max(MIN_LETTERS, text.length));

/**
 * Makes a function that lays out rows for a text: it hides the cells after the text's end.
 * @param {HTMLElement} node
 * @param {number} length The longest text.
 */
export function makeRowLayout(node, length) {
  /** @param {string} text */
  return (text) => {
    const slots = slotsFor(text, length);
    setStyle(node, { slots });
    for (const line of node.querySelectorAll(".mha-line")) {
      [...line.children].forEach((cell, i) => {
        cell.toggleAttribute("hidden", i >= slots);
      });
    }
    return slots;
  };
}

/**
 * @param {number} length The longest text.
 * @param {number} nHeads The most heads.
 * @param {(position: number) => void} go Does nothing if there is no such position.
 * @param {() => number} chosen Returns the chosen position.
 */
export function makeLetters(length, nHeads, go, chosen) {
  const buttons = upTo(length).map((position) => {
    const button = make("button", { type: "button", tabindex: -1 });
    button.addEventListener("click", () => go(position));
    return button;
  });
  const parts = upTo(nHeads).map((head) => makeHeadRow(head, length));
  const groups = [0, 1].map(() => makeDrawing("g", {}));
  const drawings = groups.map((group) => makeDrawing("svg", { "aria-hidden": "true" }, group));
  const row = make("div", { class: "mha-line mha-text" }, ...buttons);
  const label = "letters; arrow left and right choose a position";
  const attributes = { class: "mha-letters", role: "group", tabindex: 0, "aria-label": label };
  const node = make("div", attributes, drawings[0], row, drawings[1]);
  const setLayout = makeRowLayout(node, length);
  onArrows(node, (down, right) => {
    go(chosen() + (right || down));
    buttons[chosen()].scrollIntoView({ block: "nearest", inline: "nearest" });
  });
  let arranged = "";
  /** Moves the heads above and below the letters. @param {HeadAttention[]} looks */
  const arrange = (looks) => {
    const key = looks.map(({ below }) => Number(below)).join("");
    if (key === arranged) return;
    arranged = key;
    const sides = [false, true].map((side) => parts.filter((_, h) => looks[h]?.below === side));
    groups.forEach((group, i) => {
      group.replaceChildren(...sides[i].map(({ arcs }) => arcs));
    });
    const [above, below] = sides.map((side) => side.map((part) => part.node));
    node.replaceChildren(...above, drawings[0], row, drawings[1], ...below);
    drawings.forEach((drawing, i) => {
      drawing.toggleAttribute("hidden", sides[i].length === 0);
    });
  };
  /** @type {(text: string, position: number, looks: HeadAttention[]) => void} */
  const draw = (text, position, looks) => {
    arrange(looks);
    const slots = setLayout(text);
    const heights = [(ARC_HEIGHT * slots) / MIN_LETTERS, ARC_HEIGHT];
    drawings.forEach((drawing, i) => {
      drawing.setAttribute("viewBox", `0 0 ${LETTER_WIDTH * slots} ${heights[i]}`);
    });
    groups[0].setAttribute("transform", `translate(0 ${heights[0]})`);
    groups[1].setAttribute("transform", "scale(1 -1)");
    buttons.forEach((button, i) => {
      button.hidden = i >= text.length;
      button.textContent = text[i] ?? "";
      button.setAttribute("aria-pressed", String(i === position));
      if (button.hidden) button.removeAttribute("aria-label");
      else button.setAttribute("aria-label", `${text[i]}, position ${i}`);
    });
    looks.forEach((look, head) => {
      const side = looks.flatMap(({ below }, h) => (below === look.below ? [h] : []));
      const [lane, lanes] = [side.indexOf(head), side.length];
      parts[head].draw(look, position, text, { height: heights[Number(look.below)], lane, lanes });
    });
  };
  return { node, draw };
}
