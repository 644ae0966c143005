// Makes a grid of on-off cells that the reader paints.

import { onArrows, onEnds } from "./controls.js";
import { make } from "./dom.js";

/** @typedef {number[]} Cell Row and column. */
/**
 * @typedef {object} PainterCallbacks How a painter reads and changes the mask.
 * @property {() => boolean[][]} get
 * @property {(mask: boolean[][]) => void} set
 * @property {(cell: Cell) => void} point Called with the cell under the pointer or with the focus.
 */

/**
 * Makes a grid of buttons, one per cell; those that are on are pressed.
 * @param {string} what The name of the grid, and what a pressed button means.
 * @param {string[]} tokens
 * @param {string[]} keys
 */
function makeGrid(what, tokens, keys) {
  /**
   * @param {string} role
   * @param {...(Node | string)} inside
   */
  const span = (role, ...inside) => make("span", { role }, ...inside);
  const buttons = tokens.map((query, i) =>
    keys.map((key, j) => {
      const label = `${query} (${i}) to ${key} (${j})`;
      return make("button", { type: "button", tabindex: -1, "aria-label": label });
    }),
  );
  const rows = buttons.map((row, i) => {
    const cells = row.map((button) => span("gridcell", button));
    return make("div", { role: "row" }, span("rowheader", tokens[i]), ...cells);
  });
  const heads = keys.map((key) => span("columnheader", make("span", {}, key)));
  const top = make("div", { role: "row" }, span("columnheader", "query"), ...heads);
  const label = `${what}; queries down, keys across`;
  const grid = { class: "mha-painter", role: "grid", "aria-label": label };
  return { node: make("div", grid, top, ...rows), buttons };
}

/**
 * Adds the keyboard: one button is in the tab order, and arrow keys move the focus from there.
 * @param {HTMLElement} node
 * @param {HTMLButtonElement[][]} buttons
 * @param {Map<EventTarget | null, Cell>} cellOf
 */
function addKeyboard(node, buttons, cellOf) {
  let inOrder = buttons[0][0];
  inOrder.tabIndex = 0;
  node.addEventListener("focusin", ({ target }) => {
    const [i, j] = cellOf.get(target) ?? [0, 0];
    inOrder.tabIndex = -1;
    inOrder = buttons[i][j];
    inOrder.tabIndex = 0;
  });
  onArrows(node, (down, right, { target }) => {
    const [i, j] = cellOf.get(target) ?? [0, 0];
    buttons[i + down]?.[j + right]?.focus();
  });
  onEnds(node, (last, { target }) => {
    const [i] = cellOf.get(target) ?? [0];
    buttons[i].at(last ? -1 : 0)?.focus();
  });
}

/**
 * Adds the pointer: a drag sets every cell to the first one's new value. A key press arrives as a
 * click with detail 0.
 * @param {HTMLElement} node
 * @param {Map<EventTarget | null, Cell>} cellOf
 * @param {PainterCallbacks} callbacks
 */
function addPointer(node, cellOf, { get, set, point }) {
  /** @param {Cell} cell */
  const isOn = ([i, j]) => get()[i][j];
  /** @type {(cell: Cell, on: boolean) => void} */
  const paint = ([i, j], on) => set(get().map((row, r) => (r === i ? row.with(j, on) : row)));
  /** @type {boolean | null} */
  let brush = null;
  node.addEventListener("pointerdown", ({ target, isPrimary, button }) => {
    const cell = cellOf.get(target);
    if (!cell || !isPrimary || button !== 0) return;
    brush = !isOn(cell);
    paint(cell, brush);
  });
  node.addEventListener("pointermove", (event) => {
    if (event.buttons !== 1) brush = null;
    const page = /** @type {Document | ShadowRoot} */ (node.getRootNode());
    // A fast pointer skips cells between two events. Coalesced events list them, but not over plain
    // http.
    for (const { clientX, clientY } of [...(event.getCoalescedEvents?.() ?? []), event]) {
      const cell = cellOf.get(page.elementFromPoint(clientX, clientY));
      if (cell) point(cell);
      if (cell && brush !== null && isOn(cell) !== brush) paint(cell, brush);
    }
  });
  node.addEventListener("focusin", ({ target }) => {
    const cell = cellOf.get(target);
    if (cell) point(cell);
  });
  node.addEventListener("click", ({ detail, target }) => {
    const cell = cellOf.get(target);
    if (cell && detail === 0) paint(cell, !isOn(cell));
  });
}

/**
 * Makes a grid that the reader paints with pointer or keyboard.
 * @param {string} what The name of the grid, and what a pressed button means.
 * @param {string[]} tokens
 * @param {string[]} keys
 * @param {PainterCallbacks} callbacks
 */
export function makePainter(what, tokens, keys, callbacks) {
  const { node, buttons } = makeGrid(what, tokens, keys);
  /** @type {Map<EventTarget | null, Cell>} */
  const cellOf = new Map(buttons.flatMap((row, i) => row.map((button, j) => [button, [i, j]])));
  addKeyboard(node, buttons, cellOf);
  addPointer(node, cellOf, callbacks);
  /** @param {boolean[][]} mask */
  const draw = (mask) => {
    mask.forEach((row, i) => {
      row.forEach((on, j) => {
        const button = buttons[i][j];
        if (button.ariaPressed === String(on)) return;
        button.ariaPressed = String(on);
        button.textContent = on ? "✓" : "";
      });
    });
  };
  return { node, draw };
}
