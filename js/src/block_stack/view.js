// BlockStack draws x times [W_0 W_1 ...] cell by cell, and shows where each number is in four
// storages.

import { makeChoice, makeLiveRegion, makeScroll, onArrows } from "../shared/controls.js";
import { make, setStyle } from "../shared/dom.js";
import { colorByHead } from "../shared/heatmap.js";
import { upTo } from "../shared/math.js";
import { makeWidget, setTraits, traits } from "../shared/widget.js";
import {
  arrangeBlocks,
  cellNumber,
  describeHeadAndCell,
  findBlock,
  formatIndices,
  formatMatrices,
  formatRows,
  locate,
  nextCell,
  STORAGES,
  stripWidth,
} from "./storage.js";

/** @typedef {import("./storage.js").Block} Block */
/** @typedef {import("./storage.js").Cell} Cell */
/** @typedef {import("./storage.js").Sizes & { nTokens: number }} Sizes */
/** @typedef {import("./storage.js").Storage} Storage */
/**
 * @typedef {object} State
 * @property {number} n_heads
 * @property {number} d_model
 * @property {number} d_head
 * @property {number} n_tokens
 * @property {number} head The chosen head.
 * @property {Storage} storage
 * @property {Cell | []} cell The chosen cell.
 */
/**
 * A cell or a label in a grid: its position, and what it belongs to.
 * @typedef {object} Part
 * @property {string} [text]
 * @property {number} [wide] A label's width, in cells; undefined for a cell.
 * @property {number} [x]
 * @property {number} [y]
 * @property {import("./storage.js").Projection} [p]
 * @property {number} [head]
 * @property {number} [row] For x, the row of the weights that it is multiplied by.
 * @property {number} [column] The column within the head.
 * @property {Cell} [cell] For an entry of a weight matrix, its cell.
 */
/** @typedef {Part & { node: HTMLElement }} DrawnPart */
/** @typedef {Block & { node: HTMLElement, parts: DrawnPart[] }} MovingBlock A block that moves
 *   when the storage changes. */

const PRODUCT_GAP_CELLS = 1.4; // the gap between the weights and their product with x

/**
 * Makes an empty grid under a caption. Its sizes are in cells.
 * @param {number} columns
 * @param {number} rows
 */
function makeField(columns, rows) {
  const caption = make("figcaption");
  const field = make("div", { class: "mha-cell-grid" });
  setStyle(field, { columns, rows });
  const node = make("figure", { class: "mha-map" }, caption, makeScroll(field));
  /** @param {string} text */
  const title = (text) => {
    caption.textContent = text;
  };
  return { node, field, title };
}

/**
 * @param {HTMLElement} field
 * @param {Part} part
 * @returns {DrawnPart}
 */
function addPart(field, part) {
  const { text = "", wide = 0, x = 0, y = 0, head } = part;
  const node = make(
    "span",
    { class: wide ? "mha-cell-label" : "mha-cell", "aria-hidden": "true" },
    text,
  );
  setStyle(node, { x, y, "label-width": wide });
  if (head !== undefined) colorByHead(node, head);
  field.append(node);
  return { node, ...part };
}

/**
 * Returns the cells of one head's projection and, below its columns, those of its product with x.
 * @param {Block} block
 * @param {Sizes} sizes
 * @returns {Part[]}
 */
function blockParts({ p, head }, sizes) {
  const { dModel, dHead, nTokens } = sizes;
  const under = dModel + PRODUCT_GAP_CELLS;
  return [
    { p, head, text: p.toLowerCase() + head, wide: dHead },
    { p, head, text: p + head, wide: dHead, y: under },
    ...upTo(dHead).flatMap((column) => [
      ...upTo(dModel).map((row) => {
        /** @type {Cell} */
        const cell = [p, head, row, column];
        const text = String(cellNumber(sizes, cell));
        return { p, head, column, cell, text, x: column, y: row + 1 };
      }),
      ...upTo(nTokens).map((token) => ({ p, head, column, x: column, y: under + 1 + token })),
    ]),
  ];
}

/**
 * Makes the blocks of the strip. A slow phone moves 12 blocks much faster than all their cells.
 * @param {HTMLElement} field
 * @param {Block[]} blocks
 * @param {Sizes} sizes
 * @returns {MovingBlock[]}
 */
function makeBlocks(field, blocks, sizes) {
  return blocks.map((block) => {
    const node = make("div", { class: "mha-moving" });
    field.append(node);
    return { ...block, node, parts: blockParts(block, sizes).map((part) => addPart(node, part)) };
  });
}

/**
 * Returns the cells of W_O, head by head.
 * @param {Sizes} sizes
 * @returns {Part[]}
 */
function outputParts({ dModel, dHead, nHeads }) {
  return upTo(nHeads).flatMap((head) => [
    { head, text: String(head), wide: 1, y: head * dHead },
    ...upTo(dHead).flatMap((row) =>
      upTo(dModel).map((column) => ({ head, x: column + 1, y: head * dHead + row })),
    ),
  ]);
}

/**
 * Returns the cells of x. Each column of x is multiplied by a row of every weight matrix.
 * @param {Sizes} sizes
 * @returns {Part[]}
 */
function inputParts({ dModel, nTokens }) {
  return upTo(nTokens).flatMap((y) => upTo(dModel).map((row) => ({ row, x: row, y })));
}

/**
 * Makes a table that says where the chosen number is in each storage; the storage shown is marked.
 */
function makeLocations() {
  const lines = STORAGES.map((storage) => {
    const cells = [make("td"), make("td")];
    const row = make("tr", {}, make("th", { scope: "row" }, storage), ...cells);
    return { storage, cells, row };
  });
  const caption = make("caption", {}, "the same number in each storage");
  const names = ["storage", "W of x @ W", "its nn.Linear"].map((name) =>
    make("th", { scope: "col" }, name),
  );
  const rows = [make("tr", {}, ...names), ...lines.map(({ row }) => row)];
  const node = make("table", { class: "mha-locations" }, caption, ...rows);
  /** @type {(find: (storage: Storage) => string[], chosen: Storage) => void} */
  const draw = (find, chosen) => {
    for (const { storage, cells, row } of lines) {
      find(storage).forEach((location, i) => {
        cells[i].textContent = location;
      });
      row.classList.toggle("mha-current", storage === chosen);
    }
  };
  return { node, draw };
}

/**
 * Makes the controls that choose a head and a storage; each head's label has its color.
 * @param {import("../shared/widget.js").WidgetModel<State>} model
 */
function makeChoices(model) {
  const heads = upTo(model.get("n_heads")).map((value) => ({ value, text: String(value) }));
  const head = makeChoice({
    label: "head",
    options: heads,
    change: (value) => {
      const [p, , row, column] = model.get("cell"); // the same number in the other head
      const cell = p && { cell: /** @type {Cell} */ ([p, value, row, column]) };
      setTraits(model, { head: value, ...cell });
    },
  });
  head.node.querySelectorAll("label").forEach((label, i) => {
    label.classList.add("mha-head-label");
    colorByHead(label, i);
  });
  const storage = makeChoice({
    label: "storage",
    options: STORAGES.map((value) => ({ value, text: value })),
    change: (value) => setTraits(model, { storage: value }),
  });
  const node = make("div", { class: "mha-controls" }, head.node, storage.node);
  const set = () => {
    head.set(model.get("head"));
    storage.set(model.get("storage"));
  };
  return { node, set };
}

/**
 * Marks the chosen head and the chosen number, the column of x that is multiplied by that number,
 * and the column of the product to which the number contributes.
 * @param {DrawnPart[]} parts
 * @param {number} head
 * @param {Cell | []} cell
 */
function highlightParts(parts, head, cell) {
  const [p, h, row, column] = cell;
  for (const part of parts) {
    const { classList } = part.node;
    const inColumn = part.p === p && part.head === h && part.column === column;
    const isChosen = inColumn && part.cell?.[2] === row;
    const isMultiplied = !part.cell && (inColumn || part.row === row);
    classList.toggle("mha-highlighted", part.head === head);
    classList.toggle("mha-chosen-cell", cell.length > 0 && isChosen);
    classList.toggle("mha-multiplied", cell.length > 0 && isMultiplied);
  }
}

/**
 * Moves the blocks of the strip to their positions in a storage. The block with the chosen number
 * is in front, so that no other block covers its frame.
 * @param {MovingBlock[]} moving
 * @param {Block[]} blocks
 * @param {Cell | []} cell
 */
function placeBlocks(moving, blocks, cell) {
  for (const { node, p, head } of moving) {
    node.style.transform = `translateX(calc(var(--mha-unit) * ${findBlock(blocks, p, head).left}))`;
    node.style.zIndex = p === cell[0] && head === cell[1] ? "1" : "";
  }
}

/**
 * Lets pointing choose a number, a click also its head, and arrow keys the next number.
 * @param {HTMLElement} root
 * @param {HTMLElement} field
 * @param {DrawnPart[]} parts
 * @param {import("../shared/widget.js").WidgetModel<State>} model
 * @param {(cell: Cell, down: number, right: number) => Cell | null} next
 */
function addChoosing(root, field, parts, model, next) {
  /** @type {Map<EventTarget | null, DrawnPart>} */
  const partOf = new Map(parts.map((part) => [part.node, part]));
  root.addEventListener("pointermove", ({ target }) => {
    const cell = partOf.get(target)?.cell;
    if (cell && String(cell) !== String(model.get("cell"))) setTraits(model, { cell });
  });
  root.addEventListener("click", ({ target }) => {
    const { head, cell } = partOf.get(target) ?? {};
    if (head !== undefined) setTraits(model, { head, ...(cell && { cell }) });
  });
  field.tabIndex = 0;
  // The cells are hidden from screen readers, which forward arrow keys only to an application.
  field.setAttribute("role", "application");
  field.setAttribute("aria-label", "weights; arrow keys choose a cell and its head");
  onArrows(field, (down, right) => {
    const from = model.get("cell");
    /** @type {Cell} */
    const first = ["Q", model.get("head"), 0, 0];
    const cell = from.length ? next(from, down, right) : first;
    if (!cell) return;
    setTraits(model, { cell, head: cell[1] });
    const part = parts.find((part) => String(part.cell) === String(cell));
    part?.node.scrollIntoView({ block: "nearest", inline: "nearest" });
  });
}

/**
 * @param {HTMLElement} root
 * @param {import("../shared/widget.js").WidgetModel<State>} model
 * @returns {import("../shared/widget.js").WidgetParts<State>}
 */
function setup(root, model) {
  const sizes = {
    nHeads: model.get("n_heads"),
    dModel: model.get("d_model"),
    dHead: model.get("d_head"),
    nTokens: model.get("n_tokens"),
  };
  const { nHeads, dModel, dHead, nTokens } = sizes;
  const width = nHeads * dHead;
  /** @param {Storage} storage */
  const blocksOf = (storage) => arrangeBlocks(storage, sizes);

  const choices = makeChoices(model);
  const start = blocksOf(model.get("storage"));
  const strip = makeField(stripWidth(start, sizes), dModel + nTokens + PRODUCT_GAP_CELLS + 1);
  const x = makeField(dModel, nTokens);
  const out = makeField(dModel + 1, width);
  x.title(`x (${nTokens}, ${dModel}): every head reads all of it`);
  const moving = makeBlocks(strip.field, start, sizes);
  const stripParts = moving.flatMap((block) => block.parts);
  const parts = [
    ...stripParts,
    ...outputParts(sizes).map((part) => addPart(out.field, part)),
    ...inputParts(sizes).map((part) => addPart(x.field, part)),
  ];
  const locations = makeLocations();
  root.append(choices.node, strip.node);
  const say = makeLiveRegion(root);
  root.append(locations.node, make("div", { class: "mha-inputs-outputs" }, x.node, out.node));
  addChoosing(root, strip.field, parts, model, (cell, down, right) =>
    nextCell(blocksOf(model.get("storage")), sizes, cell, down, right),
  );

  return {
    observes: ["head", "storage", "cell"],
    stateForTests() {
      const storage = model.get("storage");
      const blocks = blocksOf(storage);
      const cells = stripParts.flatMap(({ cell }) =>
        cell ? [[cell.join("/"), locate(blocks, cell)]] : [],
      );
      return { storage, positions: Object.fromEntries(cells) };
    },
    draw() {
      const { head, storage, cell } = traits(model, "head", "storage", "cell");
      const blocks = blocksOf(storage);
      choices.set();
      placeBlocks(moving, blocks, cell);
      setStyle(strip.field, { columns: stripWidth(blocks, sizes) });
      highlightParts(parts, head, cell);
      strip.title(formatMatrices(blocks, sizes));
      out.title(`W_O (${width}, ${dModel}): head ${head} has ${formatRows(head, dHead)}`);
      locations.draw((s) => {
        return cell.length ? formatIndices(blocksOf(s), cell) : ["none chosen", ""];
      }, storage);
      say(...describeHeadAndCell(sizes, blocks, { head, storage, cell }));
    },
  };
}

export default makeWidget("Concatenated heads, and how they are stored", setup);
