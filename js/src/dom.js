// Elements of a page.

/**
 * What makes a dot of a place in a path with round ends. Where lines keep their width however a
 * picture is stretched, WebKit draws a line of length 0 as large as the picture.
 */
export const DOT = "h1e-4";

/** @typedef {Record<string, string | number | boolean | null | undefined>} Attributes */

/**
 * @param {Element} node
 * @param {Attributes} attributes `true` for one without a value; false and null leave it out.
 * @param {(Node | string)[]} children Text goes in as text, never as markup: a token may be
 *   "<img onerror=...>".
 */
function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value == null) continue;
    node.setAttribute(name, value === true ? "" : String(value));
  }
  node.append(...children);
}

/**
 * An element with its attributes and children.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Attributes} [attributes]
 * @param {...(Node | string)} children
 */
export function make(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  fill(node, attributes, children);
  return node;
}

/**
 * The same for drawings.
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Attributes} attributes
 * @param {...(Node | string)} children
 */
export function makeDrawing(tag, attributes, ...children) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
  fill(node, attributes, children);
  return node;
}

/**
 * Writes a text if it has changed: a screen reader may read out again what is written again.
 * @param {Element} node
 * @param {string} text
 */
export function write(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/**
 * Calls `look` with a node's width in pixels when it is first laid out, and when it changes. To ask
 * the node for it may cost a layout.
 * @param {Element} node
 * @param {(width: number) => void} look
 */
export function watchWidth(node, look) {
  new ResizeObserver(([{ contentRect }]) => look(Math.round(contentRect.width))).observe(node);
}

/** Rows of a table, each headed by its first text. @param {string[][]} lines */
export function makeRows(lines) {
  return lines.map(([first, ...others]) => {
    const cells = others.map((text) => make("td", {}, text));
    return make("tr", {}, make("th", { scope: "row" }, first), ...cells);
  });
}

/**
 * A table of numbers, each line with a bar.
 * @param {string} caption
 * @param {string[]} columns Their heads; none for no such line.
 * @param {string[]} names A line's.
 * @param {string[]} [ends] What no bar and the longest bar mean, above the bars; none for no scale.
 */
export function makeBarTable(caption, columns, names, ends = []) {
  const numbers = Math.max(1, columns.length - 1);
  const lines = names.map((name) => {
    const cells = Array.from({ length: numbers }, () => make("td"));
    const [head, bar] = [make("th", { scope: "row" }, name), make("div")];
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
   * @param {string[][]} texts A line's numbers.
   * @param {number[]} lengths A bar's length, 0 to 1.
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
 * Sets variables of the style sheet, `--mha-...`.
 * @param {HTMLElement} node
 * @param {Record<string, string | number>} values
 */
export function setStyle(node, values) {
  for (const [name, value] of Object.entries(values)) {
    node.style.setProperty(`--mha-${name}`, String(value));
  }
}
