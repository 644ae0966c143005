// Makes and changes elements of a page.

/**
 * Draws a dot in a path with round ends. Not 0: in a stretched picture whose lines keep their width,
 * WebKit draws a zero-length line as large as the picture.
 */
export const DOT = "h1e-4";

/** @typedef {Record<string, string | number | boolean | null | undefined>} Attributes */

/**
 * Sets an element's attributes and appends its children.
 * @param {Element} node
 * @param {Attributes} attributes `true` adds an attribute without a value; false and null add none.
 * @param {(Node | string)[]} children Strings are inserted as text, never as markup, because a
 *   token may be "<img onerror=...>".
 */
function setContents(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value == null) continue;
    node.setAttribute(name, value === true ? "" : String(value));
  }
  node.append(...children);
}

/**
 * Makes an element with its attributes and children.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Attributes} [attributes]
 * @param {...(Node | string)} children
 */
export function make(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  setContents(node, attributes, children);
  return node;
}

/**
 * Makes an SVG element with its attributes and children.
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Attributes} attributes
 * @param {...(Node | string)} children
 */
export function makeDrawing(tag, attributes, ...children) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
  setContents(node, attributes, children);
  return node;
}

/**
 * Sets an element's text if it has changed. Setting the same text again may make a screen reader
 * read it again.
 * @param {Element} node
 * @param {string} text
 */
export function write(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/**
 * Calls `onWidth` with a node's width in pixels, when it is first laid out and whenever it changes.
 * Reading the width from the node could force a layout.
 * @param {Element} node
 * @param {(width: number) => void} onWidth
 */
export function watchWidth(node, onWidth) {
  new ResizeObserver(([{ contentRect }]) => onWidth(Math.round(contentRect.width))).observe(node);
}

/** Makes table rows; the first cell of each is its header. @param {string[][]} lines */
export function makeRows(lines) {
  return lines.map(([first, ...others]) => {
    const cells = others.map((text) => make("td", {}, text));
    return make("tr", {}, make("th", { scope: "row" }, first), ...cells);
  });
}

/**
 * Makes a table of numbers with a bar in each row.
 * @param {string} caption
 * @param {string[]} columns The header cells; [] if there is no header.
 * @param {string[]} names The names of the rows.
 * @param {string[]} [ends] What an empty and a full bar mean, written above the bars; [] for
 *   nothing.
 */
export function makeBarTable(caption, columns, names, ends = []) {
  const numbers = Math.max(1, columns.length - 1);
  const lines = names.map((name) => {
    const cells = Array.from({ length: numbers }, () => make("td"));
    const head = make("th", { scope: "row" }, name);
    const bar = make("div");
    const row = make("tr", {}, head, ...cells, make("td", { "aria-hidden": "true" }, bar));
    return { row, cells, bar };
  });
  const heads = columns.map((text) => make("th", { scope: "col" }, text));
  const scale = make("td", ends.length > 0 ? { class: "mha-ends", "aria-hidden": "true" } : {});
  scale.append(...ends.map((end) => make("span", {}, end)));
  const top = columns.length > 0 ? [make("tr", {}, ...heads, scale)] : [];
  const rows = lines.map(({ row }) => row);
  const node = make(
    "table",
    { class: "mha-bar-table" },
    make("caption", {}, caption),
    ...top,
    ...rows,
  );
  /**
   * @param {string[][]} texts The numbers of each row.
   * @param {number[]} lengths The length of each bar, 0 to 1.
   */
  const draw = (texts, lengths) => {
    lines.forEach(({ cells, bar }, i) => {
      for (const [k, cell] of cells.entries()) write(cell, texts[i][k]);
      bar.style.width = `${100 * lengths[i]}%`;
    });
  };
  return { node, rows, draw };
}

/**
 * Sets CSS variables, `--mha-...`.
 * @param {HTMLElement} node
 * @param {Record<string, string | number>} values
 */
export function setStyle(node, values) {
  for (const [name, value] of Object.entries(values)) {
    node.style.setProperty(`--mha-${name}`, String(value));
  }
}
