// The controls that take the answer to an exercise.

import { make } from "./elements.js";

/** @import { Part, TableExercise } from "./judge.js" */

/**
 * @typedef {object} Control
 * @property {HTMLElement} row
 * @property {() => any} get
 * @property {(given: any) => void} set
 */

/**
 * Makes one part of an answer: a slider if there are many options, otherwise a radio button for
 * each.
 * @param {Part} part
 * @param {string} group The name that the radio buttons share.
 * @param {() => void} changed
 * @returns {Control}
 */
export function makePart({ label, options }, group, changed) {
  if (options.length > 8) {
    const input = make("input", { type: "range", min: 0, max: options.length - 1 });
    const value = make("span", { ariaHidden: true });
    const show = () => {
      value.textContent = input.ariaValueText = `${options[Number(input.value)]}`;
    };
    input.addEventListener("input", () => {
      show();
      changed();
    });
    /** @param {number} i */
    const set = (i) => {
      input.value = String(Math.max(i, 0));
      show();
    };
    set(0);
    return { row: make("label", {}, label, input, value), get: () => Number(input.value), set };
  }
  const inputs = options.map(() => make("input", { type: "radio", name: group }));
  const labels = options.map((option, i) => make("label", {}, inputs[i], `${option}`));
  for (const input of inputs) input.addEventListener("change", changed);
  return {
    row: make("fieldset", {}, make("legend", { textContent: label }), make("div", {}, ...labels)),
    get: () => inputs.findIndex((input) => input.checked),
    set: (i) => {
      for (const [j, input] of inputs.entries()) input.checked = i === j;
    },
  };
}

/**
 * Makes a field for a typed answer. It accepts any text, because a phone's number keyboard has no
 * minus, fraction or root.
 * @param {string} label
 * @param {() => void} changed
 * @returns {Control}
 */
export function makeTextField(label, changed) {
  const input = make("input", { type: "text", autocomplete: "off", spellcheck: false });
  input.addEventListener("input", changed);
  return {
    row: make("label", {}, label, input),
    get: () => input.value,
    set: (text) => (input.value = text ?? ""),
  };
}

/**
 * Lets the arrow keys move between the cells of a table. In a text field, left and right do so only
 * from its ends.
 * @param {(HTMLInputElement | HTMLButtonElement)[][]} cells
 */
function addArrowKeys(cells) {
  /** @type {Record<string, [down: number, right: number]>} */
  const steps = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
  /** @type {(event: KeyboardEvent, row: number, column: number) => void} */
  const move = (event, row, column) => {
    const cell = cells[row][column];
    const [down, right] = steps[event.key] ?? [0, 0];
    /** @type {HTMLInputElement | HTMLButtonElement | undefined} */
    let next = cells[row + down]?.[column + right];
    if (event.key === "Home") next = cells[row][0];
    if (event.key === "End") next = cells[row].at(-1);
    if (cell instanceof HTMLInputElement) {
      if (event.key === "Enter") next = cells.flat()[row * cells[0].length + column + 1];
      const end = right > 0 ? cell.value.length : 0;
      const inside = cell.selectionStart !== cell.selectionEnd || cell.selectionEnd !== end;
      if (/Home|End/.test(event.key) || (right && inside)) return;
    }
    if (!next || next === cell) return;
    event.preventDefault();
    next.focus();
    if (next instanceof HTMLInputElement) next.select();
  };
  for (const [i, row] of cells.entries()) {
    for (const [j, cell] of row.entries()) cell.onkeydown = (event) => move(event, i, j);
  }
}

/**
 * Lets a pointer paint buttons: all buttons that it passes get the new state of the first. A key
 * press is a click without a pointer. The Tab key stops at only one of the buttons.
 * @param {HTMLElement} node
 * @param {HTMLButtonElement[]} buttons
 * @param {() => void} changed
 */
function makePaintable(node, buttons, changed) {
  /** @param {HTMLButtonElement} button */
  const isOn = (button) => button.ariaPressed === "true";
  /** @type {(button: HTMLButtonElement, on: unknown) => void} */
  const set = (button, on) => {
    button.ariaPressed = String(Boolean(on));
    button.textContent = on ? "✓" : "";
  };
  /** @type {(button: HTMLButtonElement, on: boolean) => void} */
  const paint = (button, on) => {
    if (isOn(button) === on) return;
    set(button, on);
    changed();
  };
  /** @type {boolean | null} */
  let brush = null;
  for (const button of buttons) {
    button.tabIndex = button === buttons[0] ? 0 : -1;
    set(button, false);
    button.addEventListener("focus", () => {
      for (const other of buttons) other.tabIndex = other === button ? 0 : -1;
    });
    button.addEventListener("click", ({ detail }) => {
      if (!detail) paint(button, !isOn(button));
    });
    button.addEventListener("pointerdown", (event) => {
      if (!event.isPrimary || event.button) return;
      brush = !isOn(button);
      paint(button, brush);
    });
  }
  node.addEventListener("pointermove", (event) => {
    if (event.buttons !== 1) brush = null;
    if (brush === null) return;
    // A fast pointer skips cells between two events. Coalesced events list them, but not over plain
    // http.
    for (const { clientX, clientY } of [...(event.getCoalescedEvents?.() ?? []), event]) {
      const under = document.elementFromPoint(clientX, clientY);
      const button = buttons.find((candidate) => candidate === under);
      if (button) paint(button, brush);
    }
  });
  return { isOn, set };
}

/**
 * Makes a table to fill in: the reader types a number in each cell, or paints cells.
 * @param {TableExercise} exercise
 * @param {() => void} changed
 * @returns {Control}
 */
export function makeTable({ table, rows, columns, painted }, changed) {
  const labels = rows.map((row) => columns.map((column) => `row ${row}, column ${column}`));
  const fields = painted
    ? []
    : labels.map((line) => line.map((ariaLabel) => makeCell(ariaLabel, changed)));
  const buttons = painted
    ? labels.map((line) => line.map((ariaLabel) => make("button", { type: "button", ariaLabel })))
    : [];
  const cells = painted ? buttons : fields;
  /** @type {(scope: string, text: string) => HTMLElement} */
  const head = (scope, text) => make("th", { scope, textContent: text });
  const top = make("tr", {}, make("td", {}), ...columns.map((column) => head("col", column)));
  const lines = cells.map((line, i) =>
    make("tr", {}, head("row", rows[i]), ...line.map((cell) => make("td", {}, cell))),
  );
  const node = make("table", {}, make("thead", {}, top), make("tbody", {}, ...lines));
  if (painted) node.role = "grid";
  node.ariaLabel = table;
  node.style.setProperty("--columns", String(columns.length));
  node.style.setProperty("--head", `${Math.max(...rows.map((row) => row.length)) + 1}ch`);
  addArrowKeys(cells);
  const row = make("div", {}, make("p", { textContent: table }), node);
  if (painted) {
    const all = buttons.flat();
    const { isOn, set } = makePaintable(node, all, changed);
    return {
      row,
      get: () => all.map(isOn),
      set: (entries) => {
        for (const [i, button] of all.entries()) set(button, entries[i]);
      },
    };
  }
  const all = fields.flat();
  return {
    row,
    get: () => all.map((field) => field.value),
    set: (texts) => {
      for (const [i, field] of all.entries()) field.value = texts[i] ?? "";
    },
  };
}

/**
 * Makes a cell of a table that takes a number.
 * @param {string} ariaLabel
 * @param {() => void} changed
 */
function makeCell(ariaLabel, changed) {
  const cell = make("input", { type: "text", autocomplete: "off", spellcheck: false, ariaLabel });
  cell.addEventListener("input", changed);
  return cell;
}
