// Made by `make widgets` from js/src; edit there.

// src/shared/dom.js
function setContents(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value == null) continue;
    node.setAttribute(name, value === true ? "" : String(value));
  }
  node.append(...children);
}
function make(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  setContents(node, attributes, children);
  return node;
}
function makeDrawing(tag, attributes, ...children) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
  setContents(node, attributes, children);
  return node;
}
function write(node, text) {
  if (node.textContent !== text) node.textContent = text;
}
function makeBarTable(caption, columns, names, ends = []) {
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
    ...rows
  );
  const draw = (texts, lengths) => {
    lines.forEach(({ cells, bar }, i) => {
      for (const [k, cell] of cells.entries()) write(cell, texts[i][k]);
      bar.style.width = `${100 * lengths[i]}%`;
    });
  };
  return { node, rows, draw };
}
function setStyle(node, values) {
  for (const [name, value] of Object.entries(values)) {
    node.style.setProperty(`--mha-${name}`, String(value));
  }
}

// src/shared/colors.js
var SIGNED_COLORS = "2a2287 4548ae 656dd7 8e9aed bfc7f7 f7f6f6 f4bab8 e48182 c74a51 9e2030 6e0017";
var N_SHADES = 256;
var NAN_COLOR = packColor([153, 153, 153]);
var SIGNED_SHADES = makeShades(SIGNED_COLORS.split(" ").map(readHex));
var REPAINTERS = /* @__PURE__ */ new WeakMap();
function packColor([red, green, blue]) {
  return 255 << 24 | blue << 16 | green << 8 | red;
}
function readHex(hex) {
  return [0, 2, 4].map((start) => Number.parseInt(hex.slice(start, start + 2), 16));
}
function makeShades(colors) {
  return Array.from({ length: N_SHADES }, (_, i) => {
    const position = i / (N_SHADES - 1) * (colors.length - 1);
    const low = Math.min(Math.floor(position), colors.length - 2);
    const [from, to] = [colors[low], colors[low + 1]];
    return packColor(from.map((c, k) => Math.round(c + (to[k] - c) * (position - low))));
  });
}
function repaint(node) {
  for (const canvas of node.querySelectorAll("canvas")) REPAINTERS.get(canvas)?.();
}

// src/shared/slices.js
var SLICE_MS = 20;
function finish(work) {
  for (; ; ) {
    const { done, value } = work.next();
    if (done) return value;
  }
}
function makeSlices(root) {
  let work;
  let timer = 0;
  const run = () => {
    const end = performance.now() + SLICE_MS;
    while (work && !work.next().done) {
      if (performance.now() < end) continue;
      timer = setTimeout(run);
      root.ariaBusy = "true";
      return;
    }
    stop();
  };
  const stop = () => {
    clearTimeout(timer);
    if (timer) root.ariaBusy = "false";
    timer = 0;
    work = void 0;
  };
  return {
    /**
     * Starts a piece of work and ends the previous one.
     * @param {() => void | Generator} begin
     */
    start(begin) {
      stop();
      work = begin() ?? void 0;
      run();
    },
    stop
  };
}

// src/shared/widget.js
function makeWidget(label, setup2) {
  return {
    render({ model, el, openedByLink = false }) {
      const { root, stop } = makeRoot(label);
      el.append(root);
      const slices = makeSlices(root);
      let parts;
      const redraw = () => parts && slices.start(parts.draw);
      parts = setup2(root, model, openedByLink, redraw);
      Object.assign(root, { stateForTests: parts.stateForTests });
      repaint(root);
      redraw();
      const stopListening = listen(model, parts.observes, redraw);
      return () => {
        stopListening();
        slices.stop();
        stop();
      };
    }
  };
}
function makeRoot(label) {
  const root = make("section", { class: "mha", "aria-label": label });
  const system = matchMedia("(prefers-color-scheme: dark)");
  const updateTheme = () => {
    const book = document.documentElement.dataset.theme;
    const jupyter = document.body.dataset.jpThemeLight;
    const dark = book ? book === "dark" : jupyter ? jupyter === "false" : system.matches;
    root.dataset.theme = dark ? "dark" : "light";
    repaint(root);
  };
  updateTheme();
  system.addEventListener("change", updateTheme);
  const watch = new MutationObserver(updateTheme);
  watch.observe(document.documentElement, { attributeFilter: ["data-theme"] });
  watch.observe(document.body, { attributeFilter: ["data-jp-theme-light"] });
  const stop = () => {
    system.removeEventListener("change", updateTheme);
    watch.disconnect();
    root.remove();
  };
  return { root, stop };
}
function listen(model, names, redraw) {
  let frame = 0;
  const redrawSoon = () => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(redraw);
  };
  for (const name of names) model.on(`change:${name}`, redrawSoon);
  return () => {
    cancelAnimationFrame(frame);
    for (const name of names) model.off(`change:${name}`, redrawSoon);
  };
}
var traits = (model, ...names) => (
  /** @type {Pick<State, Name>} */
  Object.fromEntries(names.map((name) => [name, model.get(name)]))
);
function setTraits(model, changes) {
  for (
    const name of
    /** @type {(keyof State)[]} */
    Object.keys(changes)
  ) {
    model.set(
      name,
      /** @type {State[keyof State]} */
      changes[name]
    );
  }
  model.save_changes();
}

// src/shared/controls.js
function makeLiveRegion(parent) {
  const seen = make("p", { class: "mha-sentences", "aria-live": "polite" });
  parent.append(seen);
  const spans = [];
  const say = (...sentences) => {
    sentences.forEach((sentence, i) => {
      const text = typeof sentence === "string" ? sentence : sentence.heard;
      if (!spans[i]) {
        spans[i] = make("span", {
          "aria-atomic": "true",
          class: sentence !== text && "mha-screen-reader"
        });
        seen.append(spans[i], " ");
      }
      write(spans[i], text);
    });
  };
  return Object.assign(say, { node: seen });
}
function makeSlider({ label, max, show = String, change }) {
  const output = make("output", { "aria-live": "off" });
  const input = make("input", { type: "range", min: 0, max, step: 1, "aria-label": label });
  const set = (step, last = max) => {
    const text = show(step);
    input.max = String(last);
    input.value = String(step);
    write(output, text);
    if (input.getAttribute("aria-valuetext") !== text) input.setAttribute("aria-valuetext", text);
  };
  input.addEventListener("input", () => {
    set(Number(input.value), Number(input.max));
    change(Number(input.value));
  });
  const node = make("div", { class: "mha-control" }, make("span", {}, label, output), input);
  return { node, set };
}
var groups = 0;
function makeChoice({ label, options, change }) {
  groups += 1;
  const group = `mha-choice-${groups}-${Math.random().toString(36).slice(2)}`;
  const node = make("fieldset", { class: "mha-choice" }, make("legend", {}, label));
  const inputs = options.map(({ value, text }) => {
    const input = make("input", { type: "radio", name: group, value });
    input.addEventListener("change", () => change(value));
    node.append(make("label", {}, input, text));
    return input;
  });
  const set = (value) => {
    options.forEach((option, i) => {
      inputs[i].checked = option.value === value;
    });
  };
  return { node, set };
}
function makeButton(text, press) {
  const button = make("button", { type: "button" }, text);
  button.addEventListener("click", press);
  return button;
}

// src/shared/math.js
function upTo(n) {
  return Array.from({ length: n }, (_, i) => i);
}
function total(list) {
  let sum = 0;
  for (const x of list) sum += x;
  return sum;
}
var mean = (list) => total(list) / list.length;
function largest(list) {
  let top = Number.NEGATIVE_INFINITY;
  for (const x of list) top = Math.max(top, x);
  return top;
}
var descending = (list) => upTo(list.length).sort((a, b) => list[b] - list[a]);
function softmax(scores, weights, logWeights = []) {
  const top = largest(scores);
  let sum = 0;
  for (let j = 0; j < scores.length; j++) sum += Math.exp(scores[j] - top);
  const log = Math.log(sum);
  for (let j = 0; j < scores.length; j++) {
    logWeights[j] = scores[j] - top - log;
    weights[j] = Math.exp(logWeights[j]);
  }
  return weights;
}

// src/shared/format.js
function formatFixed(x, digits = 2) {
  const text = x.toFixed(digits);
  return Number(text) === 0 ? text.replace("-", "") : text.replace("-", "−");
}
function formatNumber(x) {
  if (Number.isNaN(x)) return "NaN";
  const size = Math.abs(x);
  if (size === Number.POSITIVE_INFINITY) return x > 0 ? "∞" : "−∞";
  const plain = size === 0 || size >= 1e-3 && size < 1e4;
  return plain ? formatFixed(x, 3) : x.toExponential(1).replaceAll("-", "−");
}
function formatPercent(fraction) {
  if (fraction > 0 && fraction < 0.01) return "below 1%";
  return fraction > 0.99 && fraction < 1 ? "above 99%" : `${Math.round(100 * fraction)}%`;
}

// src/shared/scale.js
var N_QUERIES = 125;
var N_KEYS = 8;
var TENFOLD_GAP = Math.log(10);
var BARS_PER_SIDE = 16;
var N_BARS = 2 * BARS_PER_SIDE + 1;
function makeNormal(seed) {
  let state = seed;
  const uniform = () => {
    state = state + 1831565813 | 0;
    let t = Math.imul(state ^ state >>> 15, state | 1);
    t ^= t + Math.imul(t ^ t >>> 7, t | 61);
    return ((t ^ t >>> 14) >>> 0) / 2 ** 32;
  };
  return () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform());
}
function makeDotProducts(seed) {
  const levels = [];
  let rows = [];
  let normal = makeNormal(16 * seed);
  const addRow = () => {
    const level = levels.length;
    const query = Array.from({ length: level ? 2 ** (level - 1) : 1 }, normal);
    const shorter = levels[level - 1]?.[rows.length] ?? Array(N_KEYS).fill(0);
    rows.push([...shorter].map((dot) => addProduct(dot, query, normal)));
    if (rows.length < N_QUERIES) return;
    levels.push(rows);
    rows = [];
    normal = makeNormal(16 * seed + levels.length);
  };
  return function* (level) {
    while (levels.length <= level) {
      addRow();
      yield;
    }
    return levels[level];
  };
}
function addProduct(sum, query, normal) {
  for (let k = 0; k < query.length; k++) sum += query[k] * normal();
  return sum;
}
function divisorValue(divisor, d_head) {
  if (divisor === "none") return 1;
  return divisor === "d_head" ? d_head : Math.sqrt(d_head);
}
function axisEnd(divisor) {
  return divisor === "none" ? 64 : 4;
}
function computeScores(dots, d_head, divisor) {
  const by = divisorValue(divisor, d_head);
  const rows = dots.map((row) => row.map((dot) => dot / by));
  const scores = rows.flat();
  const reach = axisEnd(divisor);
  const bar = reach / BARS_PER_SIDE;
  const bins = Array(N_BARS).fill(0);
  for (const score of scores) {
    const bin = Math.round(score / bar) + BARS_PER_SIDE;
    bins[Math.min(Math.max(bin, 0), N_BARS - 1)] += 1 / scores.length;
  }
  const weights = rows.map((row) => softmax(
    row,
    /** @type {number[]} */
    []
  ));
  const tops = weights.map(largest);
  const middleRow = descending(tops)[(N_QUERIES - 1) / 2];
  const middle = mean(scores);
  return {
    d_head,
    divisor,
    scores,
    reach,
    bar,
    bins,
    row_scores: rows[middleRow],
    weights: weights[middleRow],
    typical: tops[middleRow],
    saturated: tops.filter((top) => top > 0.9).length / N_QUERIES,
    deviation: Math.sqrt(total(scores.map((s) => (s - middle) ** 2)) / (scores.length - 1))
  };
}
var DIVISORS = { none: "nothing", "sqrt(d_head)": "√d_head", d_head: "d_head" };
function describeScores({ d_head, divisor, typical, saturated }) {
  const size = typical < 0.995 ? formatFixed(typical) : "above 0.99";
  const start = `With scores divided by ${DIVISORS[divisor]}, the largest of eight weights is typically ${size}`;
  const often = saturated ? `, and over 0.9 for ${formatPercent(saturated)} of the queries` : "";
  const wider = {
    none: "The wider the head, the further the scores spread, and the more often one key takes over.",
    "sqrt(d_head)": "The scores spread by about 1 at every width, so the width no longer decides.",
    d_head: "The wider the head, the closer every weight comes to 1/8, whatever the query asks for."
  };
  const rest = d_head > 1 ? wider[divisor] : "At width 1 all three choices divide by 1.";
  return [`${start}${often}.`, rest];
}
function describeAxis({ divisor, reach, bar }) {
  const ends = `ends at ±${reach}`;
  const axis = {
    none: `The axis ${ends} at every width; the wider the head, the further the scores spread.`,
    "sqrt(d_head)": `The axis ${ends} at every width, and the scores have the same spread at every width.`,
    d_head: `The axis ${ends} at every width; the wider the head, the closer the scores are to 0.`
  };
  const ruler = `The bracket is always ${formatFixed(TENFOLD_GAP, 1)} long: a key whose score is higher by this much gets ten times the weight.`;
  const bars = `Each bar counts the scores in a range of ${bar}, the outer two also all beyond them. The dashed lines are one standard deviation from 0.`;
  return `${axis[divisor]} ${ruler} ${bars}`;
}

// src/scale_explorer/view.js
var AXIS_TICKS = [-0.75, -0.5, -0.25, 0, 0.25, 0.5, 0.75];
var DIVISOR_NAMES = (
  /** @type {State["divisor"][]} */
  Object.keys(DIVISORS)
);
function makeHistogram() {
  const bars = makeDrawing("path", { class: "mha-bars" });
  const spread = makeDrawing("path", { class: "mha-spread" });
  const viewBox = `${-N_BARS / 2} 0 ${N_BARS} 1`;
  const frame = { viewBox, preserveAspectRatio: "none", "aria-hidden": "true" };
  const ticks = AXIS_TICKS.map((tick) => {
    const left = `left: ${50 + 50 * tick * (N_BARS - 1) / N_BARS}%`;
    return make("span", { style: left });
  });
  const caption = make("figcaption");
  const note = make("p", { class: "mha-note" });
  const ruler = make("div", { class: "mha-tenfold", "aria-hidden": "true" }, make("span"));
  ruler.append("10 times the weight");
  const node = make(
    "figure",
    { class: "mha-histogram" },
    caption,
    ruler,
    makeDrawing("svg", frame, bars, spread),
    make("div", { class: "mha-axis", "aria-hidden": "true" }, ...ticks),
    note
  );
  const draw = (shown) => {
    const { scores, reach, bar, bins, deviation } = shown;
    const top = largest(bins);
    const spreads = deviation / bar;
    const paths = bins.map((fraction, i) => `M${i - N_BARS / 2 + 0.1} 1v${-fraction / top}h.8V1z`);
    bars.setAttribute("d", paths.join(""));
    spread.setAttribute("d", `M${-spreads} 0v1M${spreads} 0v1`);
    ticks.forEach((tick, i) => {
      tick.textContent = formatFixed(AXIS_TICKS[i] * reach, 0);
    });
    setStyle(ruler, { length: `${100 * TENFOLD_GAP / bar / N_BARS}%` });
    caption.textContent = `${scores.length} scores of random queries with random keys: their standard deviation is ${formatNumber(deviation)}.`;
    note.textContent = describeAxis(shown);
  };
  return { node, draw };
}
function setup(root, model) {
  const { widths, max_seed } = traits(model, "widths", "max_seed");
  const width = makeSlider({
    label: "width d_head",
    max: widths.length - 1,
    show: (step) => String(widths[step]),
    change: (step) => setTraits(model, { d_head: widths[step] })
  });
  const divisor = makeChoice({
    label: "scores divided by",
    options: DIVISOR_NAMES.map((value) => ({ value, text: DIVISORS[value] })),
    change: (value) => setTraits(model, { divisor: value })
  });
  const again = makeButton(
    "",
    () => setTraits(model, { seed: (model.get("seed") + 1) % (max_seed + 1) })
  );
  const controls = make("div", { class: "mha-controls mha-centered" });
  controls.append(width.node, divisor.node, again);
  root.append(controls);
  const say = makeLiveRegion(root);
  const caption = `The query whose largest weight is the median of ${N_QUERIES}: softmax of its ${N_KEYS} scores`;
  const keys = upTo(N_KEYS).map((j) => `key ${j}`);
  const columns = ["key", "score", "weight"];
  const histogram = makeHistogram();
  const row = makeBarTable(caption, columns, keys, ["0", "1"]);
  root.append(histogram.node, row.node);
  let dots = { seed: -1, atLevel: makeDotProducts(0) };
  const now = function* () {
    const d_head = model.get("d_head");
    const by = model.get("divisor");
    const seed = model.get("seed");
    if (dots.seed !== seed) dots = { seed, atLevel: makeDotProducts(seed) };
    return { ...computeScores(yield* dots.atLevel(Math.log2(d_head)), d_head, by), seed };
  };
  return {
    observes: ["d_head", "divisor", "seed"],
    stateForTests: () => finish(now()),
    *draw() {
      width.set(widths.indexOf(model.get("d_head")));
      divisor.set(model.get("divisor"));
      again.textContent = `other vectors (seed ${model.get("seed")})`;
      const scores = yield* now();
      histogram.draw(scores);
      const { row_scores, weights } = scores;
      row.draw(
        row_scores.map((score, j) => [formatNumber(score), formatNumber(weights[j])]),
        weights
      );
      say(...describeScores(scores));
    }
  };
}
var view_default = makeWidget("Width of a head and spread of its scores", setup);
export {
  view_default as default
};
