// CacheCalculator shows how much memory a model's weights and KV cache take on a number of devices,
// and how long it takes to read both.

import { makeChoice, makeLiveRegion, makePicker, makeSlider } from "../shared/controls.js";
import { DOT, make, makeDrawing, setStyle, write } from "../shared/dom.js";
import { formatBytes, formatCount, formatMemory } from "../shared/format.js";
import { colorByHead } from "../shared/heatmap.js";
import { divisors, divisorUpTo, largest, upTo } from "../shared/math.js";
import { makeWidget, setTraits, traits } from "../shared/widget.js";
import {
  costs,
  describeCosts,
  describeSources,
  formatDevice,
  groupQueryHeads,
  headlines,
  kvHeadsPerDevice,
} from "./cache.js";

/** @typedef {import("./cache.js").PublishedModel} PublishedModel */
/** @typedef {import("./cache.js").Device} Device */

/**
 * @typedef {"n_devices" | "n_layers" | "n_heads" | "d_head" | "parameters" | "tokens" | "batch"
 *   | "n_bytes" | "weight_bits"} Offered
 *
 * @typedef {object} State
 * @property {PublishedModel[]} models
 * @property {Device[]} known_devices
 * @property {Record<Offered, number[]>} offered The numbers to choose from.
 * @property {string} model The name of one of the models, or YOUR_OWN.
 * @property {string} device The name of one of the known devices.
 * @property {number} n_devices
 * @property {number} n_layers
 * @property {number} n_heads
 * @property {number} n_kv_heads A divisor of n_heads.
 * @property {number} d_head
 * @property {number} parameters The parameter count of the reader's own model.
 * @property {number} tokens
 * @property {number} batch
 * @property {number} n_bytes
 * @property {number} weight_bits
 */

/** @typedef {import("../shared/widget.js").WidgetModel<State>} WidgetModel */

const YOUR_OWN = "your own";
/** @type {(keyof State & string)[]} */
const OBSERVED = [
  "model",
  "device",
  "n_devices",
  "n_layers",
  "n_heads",
  "n_kv_heads",
  "d_head",
  "parameters",
  "tokens",
  "batch",
  "n_bytes",
  "weight_bits",
];
const MAX_COLORED_HEADS = 8; // if there are more KV heads, none has a color
const MAX_NUMBERED_HEADS = 16; // there is no room to number more query heads
const MAX_NUMBERED_COPIES = 8; // nor more copies of a KV head
const N_COMMON_SLIDERS = 4; // the other sliders are shown only for the reader's own model
/** @typedef {"n_kv_heads" | "tokens" | "batch" | "n_devices"} SlidAlways */
/** @typedef {SlidAlways | "n_layers" | "n_heads" | "d_head" | "parameters"} Slid */
/** What a number of bits is called. @type {Record<number, string>} */
const BITS_IN_BYTES = { 16: "2 bytes", 8: "1 byte", 4: "½ byte" };

/**
 * Makes a slider over a list of values; the list may change.
 * @param {string} label
 * @param {() => number[]} values
 * @param {(value: number) => void} change
 */
function makeListSlider(label, values, change) {
  const slider = makeSlider({
    label,
    max: values().length - 1,
    show: (step) => formatCount(values()[step]),
    change: (step) => change(values()[step]),
  });
  /** Shows a value, or the next smaller one in the list. @param {number} value */
  const set = (value) => {
    const all = values();
    slider.set(
      all.findLastIndex((x) => x <= value),
      all.length - 1,
    );
  };
  return { node: slider.node, set };
}

/** Makes the controls; a change of one may change others. @param {WidgetModel} model */
function makeControls(model) {
  const [models, devices] = [model.get("models"), model.get("known_devices")];
  const offered = model.get("offered");
  const names = [...models.map(({ name }) => name), YOUR_OWN];
  /** @param {number} index */
  const choose = (index) => {
    const { n_layers, n_heads, n_kv_heads, d_head } = models[index] ?? chosenSizes(model);
    const changes = { model: names[index], n_layers, n_heads, n_kv_heads, d_head };
    const before = publishedModel(model);
    const parameters = offered.parameters.findLast((n) => n <= (before?.parameters ?? 0));
    setTraits(model, models[index] || !parameters ? changes : { ...changes, parameters });
  };
  const picker = makePicker({ label: "model", options: names, change: choose });
  const device = makePicker({
    label: "device",
    options: devices.map(formatDevice),
    change: (index) => setTraits(model, { device: devices[index].name }),
  });
  /** @type {[keyof State & Slid, string, () => number[], ((value: number) => Partial<State>)?][]} */
  const steps = [
    ["n_kv_heads", "KV heads", () => divisors(model.get("n_heads"))],
    ["tokens", "tokens", () => offered.tokens],
    ["batch", "conversations", () => offered.batch],
    ["n_devices", "devices", () => offered.n_devices],
    ["n_layers", "layers", () => offered.n_layers],
    [
      "n_heads",
      "query heads",
      () => offered.n_heads,
      (n_heads) => ({ n_kv_heads: divisorUpTo(n_heads, model.get("n_kv_heads")) }),
    ],
    ["d_head", "width of a head", () => offered.d_head],
    ["parameters", "weights", () => offered.parameters],
  ];
  const sliders = steps.map(([name, label, values, also]) => {
    const change = (/** @type {number} */ value) =>
      setTraits(model, { [name]: value, ...also?.(value) });
    const { node, set } = makeListSlider(label, values, change);
    return { node, draw: () => set(model.get(name)) };
  });
  const numbers = makeChoice({
    label: "a cached value takes",
    options: offered.n_bytes.map((value) => ({ value, text: BITS_IN_BYTES[8 * value] })),
    change: (n_bytes) => setTraits(model, { n_bytes }),
  });
  const weights = makeChoice({
    label: "a weight takes",
    options: offered.weight_bits.map((value) => ({ value, text: BITS_IN_BYTES[value] })),
    change: (weight_bits) => setTraits(model, { weight_bits }),
  });
  const nodes = sliders.map(({ node }) => node);
  const controls = make(
    "div",
    { class: "mha-controls" },
    picker.node,
    device.node,
    ...nodes.slice(0, N_COMMON_SLIDERS),
  );
  const sizes = make("div", { class: "mha-controls" }, ...nodes.slice(N_COMMON_SLIDERS));
  const bytes = make("div", { class: "mha-controls" }, numbers.node, weights.node);
  const draw = () => {
    picker.set(names.indexOf(model.get("model")));
    device.set(deviceIndex(model));
    sizes.hidden = model.get("model") !== YOUR_OWN;
    for (const slider of sliders) slider.draw();
    numbers.set(model.get("n_bytes"));
    weights.set(model.get("weight_bits"));
  };
  return { nodes: [controls, sizes, bytes], draw };
}

/** Returns the index of the device. @param {WidgetModel} model */
const deviceIndex = (model) =>
  model.get("known_devices").findIndex(({ name }) => name === model.get("device"));

/**
 * Returns the chosen model as published; undefined for the reader's own.
 * @param {WidgetModel} model
 */
const publishedModel = (model) =>
  model.get("models").find(({ name }) => name === model.get("model"));

/** @param {WidgetModel} model */
const chosenSizes = (model) => traits(model, "n_layers", "n_heads", "n_kv_heads", "d_head");

/**
 * Draws a KV head below its query heads, with a line to each of them: one block, or a block for each
 * device that holds the KV head.
 * @param {number[]} queries
 * @param {number} key
 * @param {boolean} numbered
 * @param {number[]} devices The devices that hold the KV head; empty if no KV head is copied.
 */
function makeGroup(queries, key, numbered, devices) {
  const middle = queries.length / 2;
  const paths = queries.map((_, i) => `M${i + 0.5} 0L${middle} 1`).join("");
  const dots = queries.map((_, i) => `M${i + 0.5} 0${DOT}`).join("");
  const lines = makeDrawing(
    "svg",
    { viewBox: `0 0 ${queries.length} 1`, preserveAspectRatio: "none" },
    makeDrawing("path", { class: "mha-sharing-lines", d: paths }),
    makeDrawing("path", { class: "mha-query-dots", d: numbered ? "" : dots }),
  );
  const ends = queries.length > 1 ? `${queries[0]}–${queries.at(-1)}` : `${queries[0]}`;
  const names = numbered ? queries.map((i) => make("span", {}, `${i}`)) : [make("span", {}, ends)];
  const number = devices.length > MAX_NUMBERED_COPIES ? "" : `${key}`;
  const blocks = upTo(Math.max(1, devices.length)).map(() => make("b", {}, number));
  const holders = number ? formatDevices(devices) : `KV head ${key}: ${formatDevices(devices)}`;
  return make(
    "div",
    { class: "mha-group" },
    make("div", { class: "mha-queries" }, ...names),
    lines,
    make("div", { class: "mha-kv-blocks" }, ...blocks),
    make("div", { class: "mha-holders" }, holders),
  );
}

/** Formats neighboring devices: "device 3", "devices 0–1". @param {number[]} devices */
function formatDevices(devices) {
  if (devices.length < 2) return devices.map((device) => `device ${device}`).join();
  return `devices ${devices[0]}–${devices.at(-1)}`;
}

/** Makes the picture of query heads above and KV heads below. */
function makeSharingPicture() {
  const container = make("div", { class: "mha-groups" });
  const caption = make("figcaption");
  const node = make("figure", { class: "mha-sharing", "aria-hidden": "true" }, caption, container);
  let drawn = "";
  /** @type {(sizes: import("./cache.js").Sizes, nDevices: number) => void} */
  const draw = (sizes, nDevices) => {
    const key = `${sizes.n_heads} ${sizes.n_kv_heads} ${nDevices}`;
    if (key === drawn) return;
    drawn = key;
    const numbered = sizes.n_heads <= MAX_NUMBERED_HEADS;
    const all = groupQueryHeads(sizes);
    const held = kvHeadsPerDevice(sizes, nDevices);
    const holders = all.map((_, head) =>
      upTo(nDevices).filter((device) => held[device].includes(head)),
    );
    const most = largest(holders.map(({ length }) => length));
    const copied = most > 1;
    const label = copied ? (most > MAX_NUMBERED_COPIES ? 150 : 80) : 34; // its width in pixels
    const least = Math.max(label, all[0].length * (numbered ? 20 : 7));
    const below = copied ? "a block for each device that holds their KV head" : "their KV heads";
    write(caption, `One layer: query heads above; below, ${below}`);
    setStyle(container, { "min-width": `${least}px` });
    container.classList.toggle("mha-singles", sizes.n_heads === sizes.n_kv_heads);
    const nodes = all.map((queries, i) =>
      makeGroup(queries, i, numbered, copied ? holders[i] : []),
    );
    if (all.length <= MAX_COLORED_HEADS) nodes.forEach(colorByHead);
    container.replaceChildren(...nodes);
  };
  return { node, draw };
}

/** Makes the numbers that a reader looks for first. The sentences below them have the same numbers. */
function makeHeadlines() {
  const node = make("div", { class: "mha-headlines", "aria-hidden": "true" });
  /** @type {Element[][]} */
  const items = [];
  /** @param {[string, string][]} lines */
  const draw = (lines) =>
    lines.forEach((line, i) => {
      if (!items[i]) {
        items[i] = [make("b"), make("span")];
        node.append(make("div", {}, ...items[i]));
      }
      const [number, name] = items[i];
      write(number, line[0]);
      write(name, line[1]);
    });
  return { node, draw };
}

/** Makes bars for a device's weights and cache on one scale, with a mark at the device's memory. */
function makeBars() {
  const rows = ["weights", "cache"].map((name) => {
    const bar = make("div");
    const value = make("span");
    const rail = make("div", { class: "mha-rail" }, bar);
    const row = make("div", { class: `mha-bytes-row mha-${name}-bar` }, name, rail, value);
    return { row, bar, value };
  });
  const mark = make("i");
  const caption = make("figcaption");
  const node = make(
    "figure",
    { class: "mha-bytes", "aria-hidden": "true" },
    caption,
    make("div", { class: "mha-bytes-rows" }, ...rows.map(({ row }) => row), mark),
  );
  /** @type {(fullest: { weights: number, cache: number }, memory: number, devices: number) => void} */
  const draw = ({ weights, cache }, memory, devices) => {
    const scale = largest([memory, weights + cache]);
    [weights, cache].forEach((size, i) => {
      const start = i > 0 ? weights : 0;
      setStyle(rows[i].bar, {
        fill: `${(100 * size) / scale}%`,
        start: `${(100 * start) / scale}%`,
      });
      write(rows[i].value, formatBytes(size));
    });
    const whose = devices === 1 ? "" : `One of the ${devices} devices. `;
    write(
      caption,
      `${whose}The cache is drawn after the weights; the line marks ${formatMemory(memory)}`,
    );
    setStyle(node, { memory: memory / scale });
  };
  return { node, draw };
}

/**
 * @param {HTMLElement} root
 * @param {WidgetModel} model
 * @returns {import("../shared/widget.js").WidgetParts<State>}
 */
function setup(root, model) {
  const choice = () => ({
    sizes: chosenSizes(model),
    ...traits(model, "tokens", "batch", "n_bytes", "weight_bits", "n_devices", "parameters"),
    device: model.get("known_devices")[deviceIndex(model)],
    deviceCounts: model.get("offered").n_devices,
    published: publishedModel(model),
  });
  const controls = makeControls(model);
  const sharing = makeSharingPicture();
  const bars = makeBars();
  const numbers = makeHeadlines();
  root.append(...controls.nodes, numbers.node);
  const say = makeLiveRegion(root);
  const source = make("p", { class: "mha-note" });
  root.append(bars.node, sharing.node, source);
  return {
    observes: OBSERVED,
    stateForTests: () => ({
      ...chosenSizes(model),
      ...costs(choice()),
      groups: groupQueryHeads(chosenSizes(model)),
    }),
    draw() {
      const now = choice();
      controls.draw();
      sharing.draw(now.sizes, now.n_devices);
      numbers.draw(headlines(now));
      bars.draw(costs(now).fullest, now.device.memory, now.n_devices);
      say(...describeCosts(now));
      write(source, describeSources(now));
    },
  };
}

export default makeWidget("Bytes of weights and of a cache, and the time to read them", setup);
