// A text as a row of letters; above and below it what each head looks at from the chosen place.

import { onArrows } from "./controls.js";
import { make, makeDrawing, setStyle, write } from "./dom.js";
import { wear } from "./maps.js";
import { tellShort, tellWeight, upTo } from "./numbers.js";

/** @typedef {ReturnType<typeof makeLetters>} Letters */

/**
 * @typedef {object} Look What one head looks at from the chosen place.
 * @property {string} name The head's.
 * @property {number[]} weights
 * @property {boolean} off
 * @property {boolean} below Whether it stands below the letters, or above them.
 * @property {Set<number>} lit Places that speak for the traced answer; empty for no trace.
 * @property {{ from: number, place: number, weight: number }[]} before Looks from another place,
 *   that the chosen one builds on.
 */

const UNIT = 40; // a letter's width, in units of the drawing
const [FEW, HEIGHT] = [12, 56]; // so many letters' arcs have so much room above, more have more
const [APART, LOWER] = [12, 0.8]; // between the arcs of two heads on one side, which else coincide
const [THIN, THICK] = [1.2, 11];
const SEEN = 0.02; // weights below it have no arc
const TOLD = 0.005; // and below this no number
const ROOM = 20; // pixels that a number takes

/** @typedef {{ height: number, turn: number, turns: number }} Room The drawing's, and whose turn. */

/**
 * An arc from one letter to another, over a line at y = 0.
 * @param {number} from
 * @param {number} to
 * @param {Room} room
 */
function arc(from, to, { height, turn, turns }) {
  const aside = (turn - (turns - 1) / 2) * Math.min(APART, UNIT / 2 / turns);
  const [a, b] = [from, to].map((place) => (place + 0.5) * UNIT + aside);
  if (from === to) return `M${a - 7} 0C${a - 15} -22 ${a + 15} -22 ${a + 7} 0`;
  const top = -Math.min(height / 0.78, 18 + 15 * Math.abs(from - to)) * LOWER ** turn;
  return `M${a} 0C${a} ${top} ${b} ${top} ${b} 0`;
}

/**
 * The places that have a number, the heaviest first: "“h” (7) with 0.82, “b” (6) with 0.10".
 * @param {number[]} weights
 * @param {string} text
 */
function tellLook(weights, text) {
  const order = upTo(weights.length).sort((a, b) => weights[b] - weights[a]);
  const seen = order.filter((j) => weights[j] >= TOLD);
  return seen.map((j) => `“${text[j]}” (${j}) with ${tellShort(weights[j])}`).join(", ");
}

/** @param {number} weight */
const thick = (weight) => THIN + (THICK - THIN) * weight;

/**
 * What one head looks at: a line of numbers in line with the letters, and its arcs.
 * @param {number} head
 * @param {number} length
 */
function makeLook(head, length) {
  const cells = upTo(length).map(() => make("span", { "aria-hidden": "true" }));
  // Read before the letters, these words would seem to say them; what is heard names the places.
  const words = make("span", { class: "mha-of", "aria-hidden": "true" });
  const heard = make("span", { class: "mha-heard" });
  const line = make("div", { class: "mha-line" }, ...cells);
  const node = make("div", { class: "mha-look" }, words, heard, line);
  const arcs = makeDrawing("g", {});
  for (const part of [node, arcs]) wear(part, head);
  /**
   * @param {Look} look
   * @param {number} place
   * @param {string} text
   * @param {Room} room
   */
  const drawArcs = ({ weights, off, lit, before }, place, text, room) => {
    const seen = upTo(off ? 0 : text.length).filter((j) => weights[j] >= SEEN);
    const own = seen.map((j) =>
      makeDrawing("path", {
        d: arc(j, place, room),
        "stroke-width": thick(weights[j]),
        class: lit.size > 0 && !lit.has(j) ? "mha-faded" : null,
      }),
    );
    const earlier = before.map(({ from, place, weight }) =>
      makeDrawing("path", {
        d: arc(place, from, room),
        "stroke-width": thick(weight / 2),
        class: "mha-earlier",
      }),
    );
    arcs.replaceChildren(...own, ...earlier);
  };
  /**
   * @param {Look} look
   * @param {number} place
   * @param {string} text
   * @param {Room} room
   */
  const draw = (look, place, text, room) => {
    const { name, weights, off, lit } = look;
    words.textContent = `${name} ${off ? "is off" : "looks at"}`;
    write(heard, `${words.textContent} ${off ? "" : tellLook(weights, text)}`);
    node.classList.toggle("mha-off", off);
    cells.forEach((cell, j) => {
      const weight = off ? 0 : (weights[j] ?? 0);
      cell.textContent = weight < TOLD ? "" : tellWeight(weight);
      cell.classList.toggle("mha-lit", lit.has(j));
      setStyle(cell, { share: `${Math.round(100 * weight)}%` });
    });
    drawArcs(look, place, text, room);
  };
  return { node, arcs, draw };
}

/**
 * Letters that a row has room for: those of the text, and of a short one as many as of a usual one.
 * @param {string} text
 * @param {number} length
 */
const roomFor = (text, length) => Math.min(length, Math.max(FEW, text.length));

/**
 * Lays a row out for a text: what does not fit in it is hidden, numbers too where they are too wide.
 * @param {HTMLElement} node
 * @param {number} length The longest text.
 */
export function makeRoom(node, length) {
  let places = length;
  const look = () => node.classList.toggle("mha-narrow", node.clientWidth < ROOM * places);
  new ResizeObserver(look).observe(node);
  /** @param {string} text */
  return (text) => {
    places = roomFor(text, length);
    setStyle(node, { places });
    look();
    for (const line of node.querySelectorAll(".mha-line")) {
      [...line.children].forEach((cell, i) => {
        cell.toggleAttribute("hidden", i >= places);
      });
    }
    return places;
  };
}

/**
 * @param {number} length The longest text.
 * @param {number} nHeads The most heads.
 * @param {(place: number) => void} go Leaves the place as it is where there is no such one.
 * @param {() => number} chosen The chosen place.
 */
export function makeLetters(length, nHeads, go, chosen) {
  const buttons = upTo(length).map((place) => {
    const button = make("button", { type: "button", tabindex: -1 });
    button.addEventListener("click", () => go(place));
    return button;
  });
  const parts = upTo(nHeads).map((head) => makeLook(head, length));
  const groups = [0, 1].map(() => makeDrawing("g", {}));
  const drawings = groups.map((group) => makeDrawing("svg", { "aria-hidden": "true" }, group));
  const row = make("div", { class: "mha-line mha-text" }, ...buttons);
  const label = "letters; arrow left and right choose a place";
  const attributes = { class: "mha-letters", role: "group", tabindex: 0, "aria-label": label };
  const node = make("div", attributes, drawings[0], row, drawings[1]);
  const setRoom = makeRoom(node, length);
  onArrows(node, (down, right) => go(chosen() + (right || down)));
  let arranged = "";
  /**
   * Heads above and below the letters, those next to them last and first.
   * @param {Look[]} looks
   */
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
  /**
   * @param {string} text
   * @param {number} place
   * @param {Look[]} looks
   */
  const draw = (text, place, looks) => {
    arrange(looks);
    const places = setRoom(text);
    const heights = [(HEIGHT * places) / FEW, HEIGHT];
    drawings.forEach((drawing, i) => {
      drawing.setAttribute("viewBox", `0 0 ${UNIT * places} ${heights[i]}`);
    });
    groups[0].setAttribute("transform", `translate(0 ${heights[0]})`);
    groups[1].setAttribute("transform", "scale(1 -1)");
    buttons.forEach((button, i) => {
      button.hidden = i >= text.length;
      button.textContent = text[i] ?? "";
      button.setAttribute("aria-pressed", String(i === place));
      button.setAttribute("aria-label", `${text[i]}, place ${i}`);
    });
    looks.forEach((look, head) => {
      const side = looks.flatMap(({ below }, h) => (below === look.below ? [h] : []));
      const [turn, turns] = [side.indexOf(head), side.length];
      parts[head].draw(look, place, text, { height: heights[Number(look.below)], turn, turns });
    });
  };
  return { node, draw };
}
