// MaskPainter: a boolean mask to paint, and what three readers make of the same array.

import { makeButton, makeSay, makeScroll, onArrows } from "../controls.js";
import { make } from "../dom.js";
import { makeBar, makeMap } from "../maps.js";
import { describe, presets, READERS, read } from "../masks.js";
import { tell } from "../numbers.js";
import { makeWidget, put } from "../widget.js";

/** @typedef {number[]} Cell Row and column. */
/** @typedef {import("../masks.js").Mask} Mask */
/**
 * @typedef {object} State
 * @property {number[][]} scores (queries, keys)
 * @property {string[]} tokens A label a query.
 * @property {string[]} key_tokens A label a key.
 * @property {Mask} mask (queries, keys)
 */
/**
 * @typedef {object} Hand What a painter asks and does.
 * @property {(cell: Cell) => boolean} get
 * @property {(cell: Cell, on: boolean) => void} set
 * @property {(cell: Cell) => void} point Called with what the pointer or the focus is on.
 */

const WIDTH = 34; // of a cell in a reading, at most

/**
 * The mask as a grid of buttons, pressed where it is True.
 * @param {string[]} tokens
 * @param {string[]} keys
 */
function makeGrid(tokens, keys) {
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
  const label = "mask; pressed is True; queries down, keys across";
  const what = { class: "mha-painter", role: "grid", "aria-label": label };
  return { node: make("div", what, top, ...rows), buttons };
}

/**
 * The keyboard: one button is in the tab order, and arrow keys move on from it.
 * @param {HTMLElement} node
 * @param {HTMLButtonElement[][]} buttons
 * @param {Map<EventTarget | null, Cell>} at
 */
function walk(node, buttons, at) {
  let inOrder = buttons[0][0];
  inOrder.tabIndex = 0;
  node.addEventListener("focusin", ({ target }) => {
    const [i, j] = at.get(target) ?? [0, 0];
    inOrder.tabIndex = -1;
    inOrder = buttons[i][j];
    inOrder.tabIndex = 0;
  });
  onArrows(node, (down, right, { target }) => {
    const [i, j] = at.get(target) ?? [0, 0];
    buttons[i + down]?.[j + right]?.focus();
  });
  node.addEventListener("keydown", (event) => {
    if (event.key !== "Home" && event.key !== "End") return;
    event.preventDefault();
    const [i] = at.get(event.target) ?? [0];
    buttons[i].at(event.key === "Home" ? 0 : -1)?.focus();
  });
}

/**
 * The pointer: it paints what its first cell becomes. Keys arrive as a click without a pointer.
 * @param {HTMLElement} node
 * @param {Map<EventTarget | null, Cell>} at
 * @param {Hand} hand
 */
function paintWith(node, at, { get, set, point }) {
  /** @type {boolean | null} */
  let brush = null;
  node.addEventListener("pointerdown", ({ target, isPrimary, button }) => {
    const cell = at.get(target);
    if (!cell || !isPrimary || button !== 0) return;
    brush = !get(cell);
    set(cell, brush);
  });
  node.addEventListener("pointermove", (event) => {
    if (event.buttons !== 1) brush = null;
    const page = /** @type {Document | ShadowRoot} */ (node.getRootNode());
    // A fast pointer passes cells between two events.
    for (const { clientX, clientY } of [...event.getCoalescedEvents(), event]) {
      const cell = at.get(page.elementFromPoint(clientX, clientY));
      if (cell) point(cell);
      if (cell && brush !== null && get(cell) !== brush) set(cell, brush);
    }
  });
  node.addEventListener("focusin", ({ target }) => {
    const cell = at.get(target);
    if (cell) point(cell);
  });
  node.addEventListener("click", ({ detail, target }) => {
    const cell = at.get(target);
    if (cell && detail === 0) set(cell, !get(cell));
  });
}

/**
 * @param {string[]} tokens
 * @param {string[]} keys
 * @param {Hand} hand
 */
function makePainter(tokens, keys, hand) {
  const { node, buttons } = makeGrid(tokens, keys);
  /** @type {Map<EventTarget | null, Cell>} */
  const at = new Map(buttons.flatMap((row, i) => row.map((button, j) => [button, [i, j]])));
  walk(node, buttons, at);
  paintWith(node, at, hand);
  /** @param {Mask} mask */
  const draw = (mask) => {
    mask.forEach((row, i) => {
      row.forEach((on, j) => {
        buttons[i][j].setAttribute("aria-pressed", String(on));
        buttons[i][j].textContent = on ? "✓" : "";
      });
    });
  };
  return { node, draw };
}

/**
 * Buttons that set the mask.
 * @param {{ name: string, mask: Mask }[]} offers
 * @param {(mask: Mask) => void} set
 */
function makePresets(offers, set) {
  const label = "set the mask to";
  const buttons = offers.map(({ name, mask }) => makeButton(name, () => set(mask)));
  const what = { class: "mha-choice mha-presets", role: "group", "aria-label": label };
  /** @param {Mask} mask */
  const draw = (mask) => {
    offers.forEach((offer, i) => {
      buttons[i].setAttribute("aria-pressed", String(String(offer.mask) === String(mask)));
    });
  };
  return { node: make("div", what, label, ...buttons), draw };
}

/**
 * One reader's weights. A row of NaN says so in a word.
 * @param {import("../masks.js").Reader} reader
 * @param {string[]} tokens
 * @param {string[]} keys
 */
function makeReading({ name, blocks }, tokens, keys) {
  const title = `${name}\nTrue = ${blocks ? "blocked" : "may attend"}`;
  const map = makeMap(title, tokens, keys);
  map.body.style.gridTemplateColumns = `auto minmax(0, ${WIDTH * keys.length}px)`;
  const words = tokens.map(() => make("span", {}, "NaN"));
  map.picture.append(make("div", { class: "mha-nans", "aria-hidden": "true" }, ...words));
  /** @param {number[][]} weights */
  const draw = (weights) => {
    map.draw(weights, "weights", 0, 1);
    words.forEach((word, i) => {
      word.classList.toggle("mha-nan", weights[i].some(Number.isNaN));
    });
  };
  return { node: map.node, onPoint: map.onPoint, draw };
}

/**
 * The cell that is pointed at, in words.
 * @param {State} state
 * @param {Cell} cell
 * @param {number[][][]} weights Each reader's.
 */
function tellCell({ scores, tokens, key_tokens, mask }, [i, j], weights) {
  const told = READERS.map(({ name }, r) => `${name} ${tell(weights[r][i][j])}`);
  return (
    `Query “${tokens[i]}” (${i}), key “${key_tokens[j]}” (${j}): score ${tell(scores[i][j])}, ` +
    `mask ${mask[i][j] ? "True" : "False"}. Weight in ${told.join(", ")}.`
  );
}

/**
 * @param {HTMLElement} root
 * @param {import("../widget.js").Model<State>} model
 * @returns {import("../widget.js").Wired<State>}
 */
function wire(root, model) {
  const [tokens, key_tokens] = [model.get("tokens"), model.get("key_tokens")];
  const scores = model.get("scores");
  const readAll = () => READERS.map((reader) => read(reader, scores, model.get("mask")));
  /** @type {Cell | null} */
  let pointed = null;
  /** @param {Cell} cell */
  const point = (cell) => {
    pointed = cell;
    sayPointed();
  };
  const sayPointed = () => {
    if (!pointed) return sayCell("Choose a cell, by pointer or arrow keys.");
    const mask = model.get("mask");
    sayCell(tellCell({ scores, tokens, key_tokens, mask }, pointed, readAll()));
  };

  const offers = makePresets(presets(tokens.length, key_tokens.length), (mask) =>
    put(model, { mask }),
  );
  const painter = makePainter(tokens, key_tokens, {
    get: ([i, j]) => model.get("mask")[i][j],
    set: ([i, j], on) =>
      put(model, { mask: model.get("mask").map((row, r) => (r === i ? row.with(j, on) : row)) }),
    point,
  });
  const readings = READERS.map((reader) => makeReading(reader, tokens, key_tokens));
  for (const reading of readings) reading.onPoint(point);
  const words = make("div", { class: "mha-words" });
  const hint = make("p", { class: "mha-note" }, "✓ = True. Press, drag, or use space.");
  const desk = make("div", { class: "mha-desk" }, makeScroll(painter.node, hint), words);
  const grid = make("div", { class: "mha-grid mha-readings" }, ...readings.map((r) => r.node));
  const bar = makeBar("weights", "0", "1", "weights, one scale for all; grey is NaN");
  root.append(offers.node, desk, grid, bar);
  const [sayMask, sayCell] = [makeSay(words), makeSay(words)];

  return {
    hears: ["mask"],
    numbers() {
      /** @param {number[][]} rows JSON has no NaN. */
      const plain = (rows) => rows.map((row) => row.map((w) => (Number.isNaN(w) ? null : w)));
      const weights = readAll().map((rows, r) => [READERS[r].id, plain(rows)]);
      return { ...Object.fromEntries(weights), mask: model.get("mask") };
    },
    draw() {
      const mask = model.get("mask");
      const weights = readAll();
      painter.draw(mask);
      offers.draw(mask);
      readings.forEach((reading, r) => {
        reading.draw(weights[r]);
      });
      sayPointed(); // first: it is what was painted
      sayMask(...describe(mask));
    },
  };
}

export default makeWidget("A mask, read three ways", wire);
