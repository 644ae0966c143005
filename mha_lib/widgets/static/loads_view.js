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
function write(node, text) {
  if (node.textContent !== text) node.textContent = text;
}
function watchWidth(node, onWidth) {
  new ResizeObserver(([{ contentRect }]) => onWidth(Math.round(contentRect.width))).observe(node);
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

// src/shared/colors.js
var SIGNED_COLORS = "2a2287 4548ae 656dd7 8e9aed bfc7f7 f7f6f6 f4bab8 e48182 c74a51 9e2030 6e0017";
var N_SHADES = 256;
var NAN_COLOR = packColor([153, 153, 153]);
var SIGNED_SHADES = makeShades(SIGNED_COLORS.split(" ").map(readHex));
var RAMPS = /* @__PURE__ */ new Map();
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
function headRamp(node) {
  const { backgroundColor, color } = getComputedStyle(node);
  const ends = `${backgroundColor} ${color}`;
  const known = RAMPS.get(ends);
  if (known) return known;
  const [from, to] = [backgroundColor, color].map((text) => (text.match(/\d+/g) ?? []).map(Number));
  const ramp = makeShades([from, to].map((rgb) => rgb.slice(0, 3)));
  RAMPS.set(ends, ramp);
  return ramp;
}
function repaint(node) {
  for (const canvas of node.querySelectorAll("canvas")) REPAINTERS.get(canvas)?.();
}
function paint(canvas, rows, colors, low, high) {
  const [height, width] = [rows.length, rows[0].length];
  const shown = rows.map((row) => Float32Array.from(row));
  const draw = () => {
    if (!canvas.isConnected) return;
    const shades = colors === "signed" ? SIGNED_SHADES : headRamp(canvas);
    if (canvas.width !== width || canvas.height !== height) {
      canvas.width = width;
      canvas.height = height;
    }
    const context = (
      /** @type {CanvasRenderingContext2D} */
      canvas.getContext("2d")
    );
    const image = context.createImageData(width, height);
    const pixels = new Uint32Array(image.data.buffer);
    for (let i = 0, k = 0; i < height; i++) {
      for (let j = 0; j < width; j++, k++) {
        const shade = Math.floor(N_SHADES * ((shown[i][j] - low) / (high - low)));
        const color = shades[Math.min(N_SHADES - 1, Math.max(0, shade))];
        pixels[k] = Number.isNaN(shade) ? NAN_COLOR : color;
      }
    }
    context.putImageData(image, 0, 0);
  };
  REPAINTERS.set(canvas, draw);
  draw();
}

// src/shared/slices.js
var SLICE_MS = 20;
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
var ARROWS = /* @__PURE__ */ new Map([
  ["ArrowUp", [-1, 0]],
  ["ArrowDown", [1, 0]],
  ["ArrowLeft", [0, -1]],
  ["ArrowRight", [0, 1]]
]);
function onArrows(node, go, sideways = true) {
  node.addEventListener("keydown", (event) => {
    const [down, right] = ARROWS.get(event.key) ?? [0, 0];
    if (!down && !(right && sideways)) return;
    event.preventDefault();
    go(down, right, event);
  });
}
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

// src/shared/format.js
function formatFixed(x, digits = 2) {
  const text = x.toFixed(digits);
  return Number(text) === 0 ? text.replace("-", "") : text.replace("-", "−");
}

// src/shared/heatmap.js
var [LINE_PX, LETTER_PX, MAX_LABEL_PX] = [11, 6, 60];
var MAX_LABELS = 32;
function widthForLabels(rows, columns) {
  const longest = largest(rows.map((text) => text.length));
  return Math.min(MAX_LABEL_PX, LETTER_PX * (longest + 1)) + LINE_PX * Math.max(rows.length, columns.length);
}
function makeHeatmap(title, rows, columns) {
  const canvas = make("canvas", { "aria-hidden": "true" });
  const mark = make("div", { class: "mha-mark", hidden: true });
  const framed = make("div", { class: "mha-framed" });
  const picture = make("div", { class: "mha-picture" }, canvas, mark, framed);
  const [side, foot] = ["mha-rows", "mha-cols"].map(
    (name) => make("div", { class: name, "aria-hidden": "true" })
  );
  const body = make("div", {}, side, picture, foot);
  const caption = make("figcaption", {}, title);
  const node = make("figure", { class: "mha-map" }, caption, body);
  let axes = { rows, columns };
  let width = 0;
  const toggleLabels = () => {
    node.classList.toggle("mha-crowded", width < widthForLabels(axes.rows, axes.columns));
  };
  const label = (rows2, columns2) => {
    axes = { rows: rows2, columns: columns2 };
    picture.style.aspectRatio = `${columns2.length} / ${rows2.length}`;
    const few = Math.max(rows2.length, columns2.length) <= MAX_LABELS;
    const spans = (texts) => few ? texts.map((text) => make("span", {}, text)) : [];
    side.replaceChildren(...spans(rows2));
    foot.replaceChildren(...spans(columns2));
    toggleLabels();
  };
  label(rows, columns);
  watchWidth(caption, (now) => {
    width = now;
    toggleLabels();
  });
  return {
    node,
    body,
    picture,
    label,
    /**
     * @param {Matrix<Row>} numbers
     * @param {import("./colors.js").Colors} colors
     * @param {number} low
     * @param {number} high
     */
    draw: (numbers, colors, low, high) => paint(canvas, numbers, colors, low, high),
    /** @param {number} row */
    mark(row) {
      mark.hidden = false;
      mark.style.top = `${100 * row / axes.rows.length}%`;
      mark.style.height = `${100 / axes.rows.length}%`;
    },
    /**
     * Frames blocks of cells and removes earlier frames.
     * @param {{ top: number, left: number, height: number, width: number, kind: string }[]} boxes
     */
    frame(boxes) {
      const { rows: rows2, columns: columns2 } = axes;
      framed.replaceChildren(
        ...boxes.map(({ top, left, height, width: width2, kind }) => {
          const box = make("div", { class: kind });
          box.style.inset = [top, columns2.length - left - width2, rows2.length - top - height, left].map((far, i) => `${100 * far / (i % 2 ? columns2 : rows2).length}%`).join(" ");
          return box;
        })
      );
    },
    /**
     * Calls `point` with the row and column of the cell under a pointer.
     * @param {(cell: number[]) => void} point
     * @param {boolean} [moves] Whether moving the pointer is enough; otherwise it must be pressed.
     */
    onPoint(point, moves = true) {
      const pointAtCell = ({ clientX, clientY }) => {
        const { rows: rows2, columns: columns2 } = axes;
        const { left, top, width: width2, height } = picture.getBoundingClientRect();
        const i = Math.floor((clientY - top) / height * rows2.length);
        const j = Math.floor((clientX - left) / width2 * columns2.length);
        if (i in rows2 && j in columns2) point([i, j]);
      };
      if (moves) picture.addEventListener("pointermove", pointAtCell);
      picture.addEventListener("pointerdown", pointAtCell);
    }
  };
}
function makeColorBar(colors, low, high, text) {
  const canvas = make("canvas", { "aria-hidden": "true" });
  paint(canvas, [upTo(64).map((i) => i / 63)], colors, 0, 1);
  const [from, to, what] = [low, high, text].map((words) => make("span", {}, words));
  return make("div", { class: "mha-bar" }, from, canvas, to, what);
}

// src/loads_view/load_comparison.js
function measureLoad(similarities, threshold) {
  const pairs = similarities.map((row, i) => row[i]);
  const others = similarities.flatMap((row, i) => row.filter((_, j) => j !== i));
  return {
    found: similarities.map((row, i) => row.every((s, j) => j === i || s < row[i])),
    pairs: mean(pairs),
    others: others.length > 0 ? mean(others) : 0,
    pairsAbove: pairs.filter((s) => s >= threshold).length,
    othersAbove: others.filter((s) => s >= threshold).length
  };
}
var ROUNDING_ERROR = 1e-4;
function firstWrongState(errors) {
  const index = errors.findIndex((error) => error >= ROUNDING_ERROR);
  return index < 0 ? errors.length : index;
}
function formatError(error) {
  return error < ROUNDING_ERROR ? "0" : error < 0.01 ? "below 0.01" : formatFixed(error);
}
var countFound = ({ found }) => found.filter(Boolean).length;
function describeLoad(name, right, chosen, errors) {
  const n = chosen.found.length;
  const count = countFound(chosen);
  const wrong = firstWrongState(errors);
  const demo = count === countFound(right) ? "the demo sees no difference" : "the demo shows it";
  const off = wrong === errors.length ? "No token is off." : `The error begins ${formatState(wrong)}, at ${formatError(errors[wrong])}; at the end it is ${formatError(
    /** @type {number} */
    errors.at(-1)
  )}.`;
  return [
    `“${name}” finds ${count} of ${n}${wrong === errors.length ? "" : `: ${demo}`}.`,
    `Unrelated sentences have a mean similarity of ${formatFixed(chosen.others)}; it should be ${formatFixed(right.others)}.`,
    off
  ];
}
var formatState = (state) => state === 0 ? "before the layers" : `after layer ${state - 1}`;
function describeThreshold(right, chosen) {
  const n = chosen.found.length;
  const [pairs, others] = [`of ${n}`, `of ${n * (n - 1)}`];
  return `The right load calls ${right.pairsAbove} ${pairs} pairs and ${right.othersAbove} ${others} others the same; this one ${chosen.pairsAbove} and ${chosen.othersAbove}.`;
}
function describePair(first, second, [i, j], similarities) {
  const [right, chosen] = similarities.map((matrix) => formatFixed(matrix[i][j]));
  return `“${first[i]}” and “${second[j]}”: ${chosen}; it should be ${right}.`;
}
var largestError = (errors) => largest(errors.flat()) || 1;
var countingLabels = (n) => upTo(n).map((i) => String(i + 1));

// src/loads_view/view.js
function makeControls(model) {
  const most = model.get("max_threshold_steps");
  const choice = makeChoice({
    label: "load",
    options: model.get("names").map((text, value) => ({ value, text })),
    change: (load) => setTraits(model, { load })
  });
  const threshold = makeSlider({
    label: "“the same” from a similarity of",
    max: most,
    show: (step) => formatFixed(step / most),
    change: (step) => setTraits(model, { threshold_steps: step })
  });
  const set = () => {
    choice.set(model.get("load"));
    threshold.set(model.get("threshold_steps"));
  };
  return { choice: choice.node, threshold: threshold.node, set };
}
function makeMatrices(model) {
  const n = model.get("first").length;
  const labels = countingLabels(n);
  const title = make("span");
  const maps = [
    makeHeatmap(model.get("names")[0], labels, labels),
    makeHeatmap(title, labels, labels)
  ];
  const node = make("div", {
    class: "mha-grid mha-loads",
    role: "group",
    tabindex: 0,
    "aria-label": "similarities; arrow keys choose a pair of sentences"
  });
  node.append(...maps.map((map) => map.node));
  const go = (pair) => {
    const exists = pair.every((index) => index >= 0 && index < n);
    if (exists && String(pair) !== String(model.get("pair"))) setTraits(model, { pair });
  };
  for (const map of maps) map.onPoint(go);
  onArrows(node, (down, right) => {
    const [i, j] = model.get("pair");
    go([i + down, j + right]);
  });
  const draw = () => {
    const [load, [i, j]] = [model.get("load"), model.get("pair")];
    write(title, load === 0 ? "the same again" : model.get("names")[load]);
    const box = { top: i, left: j, height: 1, width: 1, kind: "mha-asked" };
    [0, load].forEach((one, k) => {
      maps[k].draw(model.get("similarities")[one], "weights", 0, 1);
      maps[k].frame([box]);
    });
  };
  return { node, draw };
}
function setup(root, model) {
  const [controls, matrices] = [makeControls(model), makeMatrices(model)];
  const states = model.get("errors")[0].map((_, state) => formatState(state));
  const errors = makeBarTable("Error of the tokens, relative to their length", [], states);
  const limit = largestError(model.get("errors"));
  root.append(make("div", { class: "mha-top-row" }, controls.choice));
  root.append(
    matrices.node,
    makeColorBar("weights", "0 or less", "1", "similarity; pairs are on the diagonal")
  );
  const say = makeLiveRegion(root);
  root.append(
    errors.node,
    make("div", { class: "mha-controls mha-after-table" }, controls.threshold)
  );
  const sayBelow = makeLiveRegion(root);
  const now = () => {
    const threshold = model.get("threshold_steps") / model.get("max_threshold_steps");
    const load = model.get("load");
    const readings = [0, load].map((k) => measureLoad(model.get("similarities")[k], threshold));
    return { load, threshold, pair: model.get("pair"), readings };
  };
  return {
    observes: ["load", "threshold_steps", "pair"],
    stateForTests: () => ({ ...now(), errors: model.get("errors")[model.get("load")] }),
    draw() {
      const { load, pair, readings } = now();
      const [right, chosen] = readings;
      const off = model.get("errors")[load];
      controls.set();
      matrices.draw();
      errors.draw(
        off.map((error) => [formatError(error)]),
        off.map((error) => error / limit)
      );
      const { first, second, similarities } = traits(model, "first", "second", "similarities");
      const both = [similarities[0], similarities[load]];
      say(
        ...describeLoad(model.get("names")[load], right, chosen, off),
        describePair(first, second, pair, both)
      );
      sayBelow(describeThreshold(right, chosen));
    }
  };
}
var view_default = makeWidget("Wrong loads of one model", setup);
export {
  view_default as default
};
