// A text as a row of letters; above and below it what each head looks at from the chosen place.

import { onArrows } from "./controls.js";
import { make, makeDrawing, setStyle, write } from "./dom.js";
import { wear } from "./maps.js";
import { upTo } from "./numbers.js";

/** @typedef {ReturnType<typeof makeLetters>} Letters */

const [UNIT, HEIGHT] = [40, 56]; // a letter's width and an arc's room, in units of the drawing
const [THIN, THICK] = [1.2, 11];
const SEEN = 0.02; // weights below it have no arc
const TOLD = 0.005; // and below this no number

/**
 * An arc from one letter to another, over a line at y = 0.
 * @param {number} from
 * @param {number} to
 */
function arc(from, to) {
  const [a, b] = [from, to].map((place) => (place + 0.5) * UNIT);
  if (from === to) return `M${a - 7} 0C${a - 15} -22 ${a + 15} -22 ${a + 7} 0`;
  const top = -Math.min(HEIGHT / 0.78, 18 + 15 * Math.abs(from - to));
  return `M${a} 0C${a} ${top} ${b} ${top} ${b} 0`;
}

/** @param {number} weight */
export function tellWeight(weight) {
  return weight >= 0.995 ? "1" : weight.toFixed(2).slice(1);
}

/**
 * The places that have a number, the heaviest first: "“h” (7) with 0.82, “b” (6) with 0.10".
 * @param {number[]} weights
 * @param {string} text
 */
function tellLook(weights, text) {
  const order = upTo(weights.length).sort((a, b) => weights[b] - weights[a]);
  const seen = order.filter((j) => weights[j] >= TOLD);
  return seen.map((j) => `“${text[j]}” (${j}) with ${weights[j].toFixed(2)}`).join(", ");
}

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
   * @param {number} place
   * @param {number[]} weights
   * @param {boolean} off
   * @param {Set<number>} lit Places that speak for the traced answer; empty for no trace.
   * @param {string} text
   */
  const draw = (place, weights, off, lit, text) => {
    words.textContent = `head ${head} ${off ? "is off" : "looks at"}`;
    write(heard, `${words.textContent} ${off ? "" : tellLook(weights, text)}`);
    node.classList.toggle("mha-off", off);
    cells.forEach((cell, j) => {
      const weight = off ? 0 : (weights[j] ?? 0);
      cell.textContent = weight < TOLD ? "" : tellWeight(weight);
      cell.classList.toggle("mha-lit", lit.has(j));
      setStyle(cell, { share: `${Math.round(100 * weight)}%` });
    });
    const drawn = off ? [] : weights.map((weight, j) => ({ weight, j }));
    arcs.replaceChildren(
      ...drawn
        .filter(({ weight }) => weight >= SEEN)
        .map(({ weight, j }) =>
          makeDrawing("path", {
            d: arc(j, place),
            "stroke-width": (THIN + (THICK - THIN) * weight).toFixed(2),
            class: lit.size > 0 && !lit.has(j) ? "mha-faded" : null,
          }),
        ),
    );
  };
  return { node, arcs, draw };
}

/**
 * @param {number} length The longest text.
 * @param {number} nHeads The most heads; even ones stand above the letters, odd ones below.
 * @param {(place: number) => void} go Leaves the place as it is where there is no such one.
 * @param {() => number} chosen The chosen place.
 */
export function makeLetters(length, nHeads, go, chosen) {
  const buttons = upTo(length).map((place) => {
    const button = make("button", { type: "button", tabindex: -1 });
    button.addEventListener("click", () => go(place));
    return button;
  });
  const looks = upTo(nHeads).map((head) => makeLook(head, length));
  const sides = [0, 1].map((side) => looks.filter((_, head) => head % 2 === side));
  const drawings = sides.map((side, below) => {
    const turn = below ? `scale(1 -1)` : `translate(0 ${HEIGHT})`;
    const all = makeDrawing("g", { transform: turn }, ...side.map(({ arcs }) => arcs));
    const viewBox = `0 0 ${UNIT * length} ${HEIGHT}`;
    return makeDrawing("svg", { viewBox, "aria-hidden": "true" }, all);
  });
  const row = make("div", { class: "mha-line mha-text" }, ...buttons);
  const label = "letters; arrow left and right choose a place";
  const node = make(
    "div",
    { class: "mha-letters", role: "group", tabindex: 0, "aria-label": label },
    ...sides[0].map((look) => look.node),
    drawings[0],
    row,
    drawings[1],
    ...sides[1].map((look) => look.node),
  );
  setStyle(node, { places: length });
  onArrows(node, (down, right) => go(chosen() + (right || down)));
  /**
   * @param {string} text
   * @param {number} place
   * @param {number[][]} weights The place's row in each head.
   * @param {number[]} off
   * @param {Set<number>[]} lit
   */
  const draw = (text, place, weights, off, lit) => {
    buttons.forEach((button, i) => {
      button.hidden = i >= text.length;
      button.textContent = text[i] ?? "";
      button.setAttribute("aria-pressed", String(i === place));
      button.setAttribute("aria-label", `${text[i]}, place ${i}`);
    });
    looks.forEach((look, head) => {
      const there = head < weights.length;
      look.node.hidden = !there;
      const own = there ? weights[head] : [];
      look.draw(place, own, off.includes(head), lit[head] ?? new Set(), text);
    });
    drawings[1].toggleAttribute("hidden", weights.length < 2);
  };
  return { node, draw };
}
