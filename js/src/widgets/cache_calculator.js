// CacheCalculator: the bytes of a cache of keys and values beside a model's weights.

import { bytes, groups, ROOM, ROOM_TEXT, story, tellOrigin } from "../cache.js";
import { makeChoice, makePicker, makeSay, makeSlider } from "../controls.js";
import { make, makeDrawing, setStyle, write } from "../dom.js";
import { colourByHead } from "../maps.js";
import { divisors, divisorUpTo, largest, tellBytes, tellCount, upTo } from "../numbers.js";
import { makeWidget, setTraits, traits } from "../widget.js";

/** @typedef {import("../cache.js").Published} Published */

/**
 * @typedef {object} State
 * @property {Published[]} models
 * @property {string} model A name among them, or OWN.
 * @property {number} n_layers
 * @property {number} n_heads
 * @property {number} n_kv_heads A divisor of n_heads.
 * @property {number} d_head
 * @property {number} tokens
 * @property {number} batch
 * @property {number} n_bytes
 */

/** @typedef {import("../widget.js").Model<State>} Model */

const OWN = "your own";
const TOKENS = upTo(14).map((i) => 2 ** (7 + i));
const BATCHES = upTo(9).map((i) => 2 ** i);
const WIDTHS = [16, 32, 64, 96, 128, 192, 256];
const MOST = 128; // layers, and query heads
const COLORED = 8; // key heads that have colours beside their numbers
const NUMBERED = 16; // query heads that have room for their numbers
const BYTES = [
  { value: 4, text: "4 bytes" },
  { value: 2, text: "2 bytes" },
  { value: 1, text: "1 byte" },
];

/**
 * A slider over a list of numbers, which may change.
 * @param {string} label
 * @param {() => number[]} places
 * @param {(value: number) => void} change
 */
function makeSteps(label, places, change) {
  const slider = makeSlider({
    label,
    max: places().length - 1,
    show: (place) => tellCount(places()[place]),
    change: (place) => change(places()[place]),
  });
  /** @param {number} value The place of what is not in the list is the one before it. */
  const set = (value) => {
    const all = places();
    slider.set(
      all.findLastIndex((x) => x <= value),
      all.length - 1,
    );
  };
  return { node: slider.node, set };
}

/** The controls, and what a change of one asks of the others. @param {Model} model */
function makeControls(model) {
  const models = model.get("models");
  const names = [...models.map(({ name }) => name), OWN];
  /** @param {number} place */
  const choose = (place) => {
    const { n_layers, n_heads, n_kv_heads, d_head } = models[place] ?? sizesOf(model);
    setTraits(model, { model: names[place], n_layers, n_heads, n_kv_heads, d_head });
  };
  const picker = makePicker({ label: "model", options: names, change: choose });
  const keyHeads = makeSteps(
    "key heads",
    () => divisors(model.get("n_heads")),
    (n_kv_heads) => setTraits(model, { n_kv_heads }),
  );
  const upToMost = upTo(MOST).map((i) => i + 1);
  const sliders = {
    n_layers: makeSteps(
      "layers",
      () => upToMost,
      (n_layers) => setTraits(model, { model: OWN, n_layers }),
    ),
    n_heads: makeSteps(
      "query heads",
      () => upToMost,
      (n_heads) => {
        const n_kv_heads = divisorUpTo(n_heads, model.get("n_kv_heads"));
        setTraits(model, { model: OWN, n_heads, n_kv_heads });
      },
    ),
    d_head: makeSteps(
      "width of a head",
      () => WIDTHS,
      (d_head) => setTraits(model, { model: OWN, d_head }),
    ),
  };
  const tokens = makeSteps(
    "tokens",
    () => TOKENS,
    (many) => setTraits(model, { tokens: many }),
  );
  const batch = makeSteps(
    "conversations",
    () => BATCHES,
    (many) => setTraits(model, { batch: many }),
  );
  const numbers = makeChoice({
    label: "a number in the cache takes",
    options: BYTES,
    change: (n_bytes) => setTraits(model, { n_bytes }),
  });
  const sizes = make(
    "div",
    { class: "mha-controls" },
    ...Object.values(sliders).map((s) => s.node),
  );
  const rest = [keyHeads, tokens, batch].map(({ node }) => node);
  const controls = make("div", { class: "mha-controls" }, picker.node, ...rest);
  const draw = () => {
    picker.set(names.indexOf(model.get("model")));
    sizes.hidden = model.get("model") !== OWN;
    for (const name of /** @type {(keyof typeof sliders)[]} */ (Object.keys(sliders))) {
      sliders[name].set(model.get(name));
    }
    keyHeads.set(model.get("n_kv_heads"));
    tokens.set(model.get("tokens"));
    batch.set(model.get("batch"));
    numbers.set(model.get("n_bytes"));
  };
  return { nodes: [controls, sizes, numbers.node], draw };
}

/** @param {Model} model */
const sizesOf = (model) => traits(model, "n_layers", "n_heads", "n_kv_heads", "d_head");

/**
 * A key head under the query heads that it serves, each tied to it by a line.
 * @param {number[]} queries
 * @param {number} key
 * @param {boolean} numbered
 */
function makeGroup(queries, key, numbered) {
  const middle = queries.length / 2;
  const paths = queries.map((_, i) => `M${i + 0.5} 0L${middle} 1`).join("");
  const dots = queries.map((_, i) => `M${i + 0.5} 0h0`).join("");
  const lines = makeDrawing(
    "svg",
    { viewBox: `0 0 ${queries.length} 1`, preserveAspectRatio: "none" },
    makeDrawing("path", { class: "mha-ties", d: paths }),
    makeDrawing("path", { class: "mha-query-dots", d: numbered ? "" : dots }),
  );
  const ends = queries.length > 1 ? `${queries[0]}–${queries.at(-1)}` : `${queries[0]}`;
  const names = numbered ? queries.map((i) => make("span", {}, `${i}`)) : [make("span", {}, ends)];
  const node = make(
    "div",
    { class: "mha-group" },
    make("div", { class: "mha-queries" }, ...names),
    lines,
    make("b", {}, `${key}`),
  );
  return node;
}

/** Query heads above, key heads below. */
function makeTies() {
  const place = make("div", { class: "mha-groups" });
  const caption = make("figcaption", {}, "One layer: query heads above, their key heads below");
  const node = make("figure", { class: "mha-tied", "aria-hidden": "true" }, caption, place);
  let drawn = "";
  /** @param {import("../cache.js").Sizes} sizes */
  const draw = (sizes) => {
    const key = `${sizes.n_heads} ${sizes.n_kv_heads}`;
    if (key === drawn) return;
    drawn = key;
    const numbered = sizes.n_heads <= NUMBERED;
    const all = groups(sizes);
    const least = Math.max(34, all[0].length * (numbered ? 20 : 7));
    setStyle(place, { least: `${least}px` });
    place.classList.toggle("mha-singles", sizes.n_heads === sizes.n_kv_heads);
    const nodes = all.map((queries, i) => makeGroup(queries, i, numbered));
    if (all.length <= COLORED) nodes.forEach(colourByHead);
    place.replaceChildren(...nodes);
  };
  return { node, draw };
}

/** The bytes of weights, and of the cache behind them, on one scale with a mark at the device's. */
function makeBars() {
  const rows = ["weights", "cache"].map((name) => {
    const [bar, value] = [make("div"), make("span")];
    const rail = make("div", { class: "mha-rail" }, bar);
    const row = make("div", { class: `mha-weighed mha-of-${name}` }, name, rail, value);
    return { row, bar, value };
  });
  const mark = make("i");
  const node = make(
    "figure",
    { class: "mha-bytes", "aria-hidden": "true" },
    make("figcaption", {}, `The cache stands behind the weights; the line marks ${ROOM_TEXT}`),
    make("div", { class: "mha-bytes-rows" }, ...rows.map(({ row }) => row), mark),
  );
  /** @param {import("../cache.js").Bytes} bytes */
  const draw = ({ weights, cache }) => {
    const scale = largest([ROOM, (weights ?? 0) + cache]);
    [weights, cache].forEach((size, i) => {
      const start = i > 0 ? (weights ?? 0) : 0;
      setStyle(rows[i].bar, {
        share: `${(100 * (size ?? 0)) / scale}%`,
        start: `${(100 * start) / scale}%`,
      });
      write(rows[i].value, size === null ? "unknown" : tellBytes(size));
    });
    setStyle(node, { room: ROOM / scale });
  };
  return { node, draw };
}

/**
 * @param {HTMLElement} root
 * @param {Model} model
 * @returns {import("../widget.js").Wired<State>}
 */
function wire(root, model) {
  const choice = () => ({
    sizes: sizesOf(model),
    ...traits(model, "tokens", "batch", "n_bytes"),
    published: model.get("models").find(({ name }) => name === model.get("model")),
  });
  const [controls, ties, bars] = [makeControls(model), makeTies(), makeBars()];
  root.append(...controls.nodes);
  const say = makeSay(root);
  const source = make("p", { class: "mha-note" });
  root.append(bars.node, ties.node, source);
  return {
    hears: ["model", "n_layers", "n_heads", "n_kv_heads", "d_head", "tokens", "batch", "n_bytes"],
    numbers: () => ({ ...sizesOf(model), ...bytes(choice()), groups: groups(sizesOf(model)) }),
    draw() {
      const now = choice();
      controls.draw();
      ties.draw(now.sizes);
      bars.draw(bytes(now));
      say(...story(now));
      write(source, tellOrigin(now.published));
    },
  };
}

export default makeWidget("Bytes of a cache of keys and values", wire);
