// DeviceSharding divides the four matrices of attention among devices, and shows what these
// communicate.

import { makeChoice, makeLiveRegion, makeSlider } from "../shared/controls.js";
import {
  CUTS,
  communication,
  cutMatrices,
  describeSharding,
  formatDeviceRows,
  formatMatrix,
  kvHeadsFor,
  MATRICES,
  parametersPerDevice,
} from "../shared/device_sharding.js";
import { make, makeRows, setStyle } from "../shared/dom.js";
import { formatCount } from "../shared/format.js";
import { colorByHead } from "../shared/heatmap.js";
import { divisors, total, upTo } from "../shared/math.js";
import { makeWidget, setTraits } from "../shared/widget.js";

/** @typedef {import("../shared/device_sharding.js").Cut} Cut */
/** @typedef {import("../shared/device_sharding.js").MatrixName} MatrixName */
/** @typedef {import("../shared/device_sharding.js").Piece} Piece */
/** @typedef {import("../shared/device_sharding.js").Sizes} Sizes */
/**
 * @typedef {object} State
 * @property {number} max_devices
 * @property {number} max_heads
 * @property {number} max_tokens A power of 2.
 * @property {number} n_devices
 * @property {number} n_heads
 * @property {number} n_kv_heads
 * @property {number} tokens
 * @property {Cut} cut
 * @property {number} d_model
 * @property {number} d_head
 * @property {number} bytes_per_number
 */
/** @typedef {import("../shared/widget.js").WidgetModel<State>} WidgetModel */

const COLUMNS = ["device", "queries", "keys", "values", "rows of W_O", "parameters"];

/**
 * @param {WidgetModel} model
 * @returns {Sizes}
 */
function readSizes(model) {
  return {
    devices: model.get("n_devices"),
    heads: model.get("n_heads"),
    kvHeads: model.get("n_kv_heads"),
    dModel: model.get("d_model"),
    dHead: model.get("d_head"),
    tokens: model.get("tokens"),
    bytes: model.get("bytes_per_number"),
  };
}

/** @param {WidgetModel} model */
function makeControls(model) {
  const devices = makeSlider({
    label: "devices",
    max: model.get("max_devices") - 1,
    show: (step) => String(step + 1),
    change: (step) => setTraits(model, { n_devices: step + 1 }),
  });
  const heads = makeSlider({
    label: "heads",
    max: model.get("max_heads") - 1,
    show: (step) => String(step + 1),
    change: (step) =>
      setTraits(model, { n_heads: step + 1, n_kv_heads: kvHeadsFor(step + 1, readSizes(model)) }),
  });
  const kvHeads = makeSlider({
    label: "KV heads",
    max: 0,
    show: (step) => String(divisors(model.get("n_heads"))[step]),
    change: (step) => setTraits(model, { n_kv_heads: divisors(model.get("n_heads"))[step] }),
  });
  const tokens = makeSlider({
    label: "tokens",
    max: Math.log2(model.get("max_tokens")),
    show: (step) => formatCount(2 ** step),
    change: (step) => setTraits(model, { tokens: 2 ** step }),
  });
  const cut = makeChoice({
    label: "cut",
    options: CUTS.map((value) => ({ value, text: value })),
    change: (value) => setTraits(model, { cut: value }),
  });
  const sliders = [devices, heads, kvHeads, tokens].map(({ node }) => node);
  const node = make("div", {}, make("div", { class: "mha-controls" }, ...sliders), cut.node);
  /** @param {Sizes} sizes */
  const set = (sizes) => {
    devices.set(sizes.devices - 1);
    heads.set(sizes.heads - 1);
    const all = divisors(sizes.heads);
    kvHeads.set(all.indexOf(sizes.kvHeads), all.length - 1);
    tokens.set(Math.log2(sizes.tokens));
    cut.set(model.get("cut"));
  };
  return { node, set };
}

/**
 * Returns how many blocks a head takes: one, or as many as there are copies of it.
 * @param {Piece[]} pieces The head's pieces of one matrix.
 * @param {number} dHead
 */
const countBlocks = (pieces, dHead) =>
  pieces.every(({ from, to }) => to - from === dHead) ? pieces.length : 1;

/**
 * Makes one head's number and its block of a matrix: the block's parts next to each other, or
 * copies as large as the original.
 * @param {number} head
 * @param {Piece[]} pieces
 * @param {number} dHead
 */
function makeBlock(head, pieces, dHead) {
  const copies = countBlocks(pieces, dHead);
  const parts = pieces.map(({ device, from, to }) => {
    const whole = to - from === dHead;
    const part = make("span", {}, whole ? String(device) : "");
    colorByHead(part, device);
    part.style.flexGrow = String(to - from);
    return part;
  });
  const copied = copies > 1 ? " mha-copies" : "";
  const label = copies > 1 ? `${head} × ${copies}` : String(head);
  const number = make("span", { class: `mha-head-number${copied}` }, label);
  const block = make("div", { class: `mha-block${copied}` }, ...parts);
  for (const node of [number, block]) setStyle(node, { copies });
  return [number, block];
}

/** Draws a matrix block by block: rows for W_O, columns for the others. */
function makeMatrix() {
  const caption = make("figcaption");
  const blocks = make("div", { class: "mha-blocks" });
  const node = make("figure", { class: "mha-sharded-matrix" }, caption, blocks);
  /** @type {(matrix: MatrixName, pieces: Piece[], sizes: Sizes) => void} */
  const draw = (matrix, pieces, sizes) => {
    const n = matrix === "K" || matrix === "V" ? sizes.kvHeads : sizes.heads;
    caption.textContent = formatMatrix(matrix, n, sizes);
    node.classList.toggle("mha-rowwise", matrix === "O");
    const heads = upTo(n).map((head) =>
      pieces.filter((piece) => piece.matrix === matrix && piece.head === head),
    );
    setStyle(node, { blocks: total(heads.map((own) => countBlocks(own, sizes.dHead))) });
    blocks.replaceChildren(...heads.flatMap((own, head) => makeBlock(head, own, sizes.dHead)));
  };
  return { node, draw };
}

/** Makes the line that shows what is summed: each device's part of the output. */
function makeSum() {
  const node = make("p", { class: "mha-device-sum", "aria-hidden": "true" });
  /**
   * @param {Sizes} sizes
   * @param {boolean} visible Whether the parts sum to the output.
   */
  const draw = ({ devices, heads, tokens, dModel }, visible) => {
    const parts = upTo(Math.min(devices, heads)).flatMap((device) => {
      const part = make("b", {}, `device ${device}`);
      colorByHead(part, device);
      return device > 0 ? [" + ", part] : [part];
    });
    const size = `${formatCount(tokens)} × ${formatCount(dModel)}`;
    node.replaceChildren("summed over the devices: ", ...parts, ` = output (${size})`);
    node.hidden = !visible;
  };
  return { node, draw };
}

/**
 * Explains the blocks: whose they are, which are copies, which are cut.
 * @param {Piece[]} pieces
 * @param {Cut} cut
 * @param {number} dHead
 */
function describeBlocks(pieces, cut, dHead) {
  const numbers = "The number in a block is its device; the number at its edge is its head.";
  if (cut !== "between heads") {
    const divided = pieces.some(({ from, to }) => to - from < dHead);
    return divided ? `${numbers} A block of several colors is cut between devices.` : numbers;
  }
  const heads = pieces.filter(({ matrix }) => matrix === "K").map(({ head }) => head);
  const copies = heads.filter((head) => head === 0).length;
  if (heads.length === new Set(heads).size) return numbers;
  if (copies < 2) return `${numbers} Under a bracket are copies: each device holds the whole head.`;
  return `${numbers} “0 × ${copies}”: ${copies} devices hold copies of the whole KV head 0.`;
}

/** Makes the table of what each device holds. */
function makeDeviceTable() {
  const body = make("tbody");
  const head = make("tr", {}, ...COLUMNS.map((text) => make("th", { scope: "col" }, text)));
  const name = { class: "mha-device-table", "aria-label": "What each device holds" };
  const node = make("table", name, make("thead", {}, head), body);
  /** @param {string[][]} lines */
  const draw = (lines) => body.replaceChildren(...makeRows(lines));
  return { node, draw };
}

/**
 * @param {HTMLElement} root
 * @param {WidgetModel} model
 * @returns {import("../shared/widget.js").WidgetParts<State>}
 */
function setup(root, model) {
  const controls = makeControls(model);
  const matrices = MATRICES.map((matrix) => ({ matrix, ...makeMatrix() }));
  const nodes = matrices.map(({ node }) => node);
  const note = make("p", { class: "mha-note" });
  const [sum, deviceTable] = [makeSum(), makeDeviceTable()];
  root.append(controls.node);
  // The picture is hidden from screen readers, because the table says the same, device by device.
  root.append(make("div", { class: "mha-sharded-matrices", "aria-hidden": "true" }, ...nodes));
  root.append(note, sum.node);
  const say = makeLiveRegion(root);
  root.append(deviceTable.node);
  const now = () => {
    const sizes = readSizes(model);
    const pieces = cutMatrices(sizes, model.get("cut"));
    return {
      sizes,
      pieces,
      parameters: parametersPerDevice(pieces, sizes),
      communication: communication(sizes),
    };
  };
  return {
    observes: ["n_devices", "n_heads", "n_kv_heads", "tokens", "cut"],
    stateForTests: now,
    draw() {
      const { sizes, pieces } = now();
      controls.set(sizes);
      for (const { matrix, draw } of matrices) draw(matrix, pieces, sizes);
      note.textContent = describeBlocks(pieces, model.get("cut"), sizes.dHead);
      deviceTable.draw(formatDeviceRows(pieces, sizes));
      sum.draw(sizes, sizes.devices > 1 && model.get("cut") === "between heads");
      say(...describeSharding(pieces, sizes, model.get("cut")));
    },
  };
}

export default makeWidget("Attention divided among devices", setup);
