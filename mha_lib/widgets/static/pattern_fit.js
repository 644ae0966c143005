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
function onEnds(node, go) {
  node.addEventListener("keydown", (event) => {
    if (event.key !== "Home" && event.key !== "End") return;
    event.preventDefault();
    go(event.key === "End", event);
  });
}
function chooseQuery(group, maps, model, nQueries) {
  const go = (query) => {
    const exists = query >= 0 && query < nQueries();
    if (exists && query !== model.get("query")) setTraits(
      model,
      /** @type {State} */
      { query }
    );
  };
  for (const map of maps) map.onPoint(([query]) => go(query));
  onArrows(group, (down) => go(model.get("query") + down), false);
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
function makeScroll(...children) {
  const node = make("div", { class: "mha-scroll" }, ...children);
  const updateFades = () => {
    const before = node.scrollLeft;
    const after = node.scrollWidth - node.clientWidth - before;
    node.classList.toggle("mha-before", before > 1);
    node.classList.toggle("mha-after", after > 1);
    setStyle(node, { before: `${before}px`, after: `${after}px` });
  };
  node.addEventListener("scroll", updateFades, { passive: true });
  const watch = new ResizeObserver(updateFades);
  for (const part of [node, ...node.children]) watch.observe(part);
  return node;
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
var argmax = (list) => list.indexOf(largest(list));
var TIE_TOLERANCE = 1e-9;
function indicesOfLargest(list) {
  const top = largest(list);
  return upTo(list.length).filter((i) => top - list[i] <= TIE_TOLERANCE * Math.abs(top));
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
var formatToken = (tokens, position) => `“${tokens[position]}” (${position})`;
function describeTie(what, x, n, keys) {
  const many = n < keys ? `${n} of ${keys}` : n === 2 ? "both" : `all ${n}`;
  return `equal ${what}, ${formatNumber(x)}, on ${many} keys`;
}
var MAX_TIED_KEYS = 3;
function describeTop(row, token, what, before = "") {
  const best = indicesOfLargest(row);
  if (best.length === 0) return `${before}nothing`;
  const top = row[best[0]];
  const tie = best.length > 1;
  if (best.length > MAX_TIED_KEYS || tie && best.length === row.length) {
    return describeTie(what, top, best.length, row.length);
  }
  return `${before}${formatList(best.map(token))} with ${formatNumber(top)}${tie ? " each" : ""}`;
}
function formatList(words) {
  return [words.slice(0, -1).join(", "), words.at(-1)].filter(Boolean).join(" and ");
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

// src/shared/painter.js
function makeGrid(what, tokens, keys) {
  const span = (role, ...inside) => make("span", { role }, ...inside);
  const buttons = tokens.map(
    (query, i) => keys.map((key, j) => {
      const label2 = `${query} (${i}) to ${key} (${j})`;
      return make("button", { type: "button", tabindex: -1, "aria-label": label2 });
    })
  );
  const rows = buttons.map((row, i) => {
    const cells = row.map((button) => span("gridcell", button));
    return make("div", { role: "row" }, span("rowheader", tokens[i]), ...cells);
  });
  const heads = keys.map((key) => span("columnheader", make("span", {}, key)));
  const top = make("div", { role: "row" }, span("columnheader", "query"), ...heads);
  const label = `${what}; queries down, keys across`;
  const grid = { class: "mha-painter", role: "grid", "aria-label": label };
  return { node: make("div", grid, top, ...rows), buttons };
}
function addKeyboard(node, buttons, cellOf) {
  let inOrder = buttons[0][0];
  inOrder.tabIndex = 0;
  node.addEventListener("focusin", ({ target }) => {
    const [i, j] = cellOf.get(target) ?? [0, 0];
    inOrder.tabIndex = -1;
    inOrder = buttons[i][j];
    inOrder.tabIndex = 0;
  });
  onArrows(node, (down, right, { target }) => {
    const [i, j] = cellOf.get(target) ?? [0, 0];
    buttons[i + down]?.[j + right]?.focus();
  });
  onEnds(node, (last, { target }) => {
    const [i] = cellOf.get(target) ?? [0];
    buttons[i].at(last ? -1 : 0)?.focus();
  });
}
function addPointer(node, cellOf, { get, set, point }) {
  const isOn = ([i, j]) => get()[i][j];
  const paint2 = ([i, j], on) => set(get().map((row, r) => r === i ? row.with(j, on) : row));
  let brush = null;
  node.addEventListener("pointerdown", ({ target, isPrimary, button }) => {
    const cell = cellOf.get(target);
    if (!cell || !isPrimary || button !== 0) return;
    brush = !isOn(cell);
    paint2(cell, brush);
  });
  node.addEventListener("pointermove", (event) => {
    if (event.buttons !== 1) brush = null;
    const page = (
      /** @type {Document | ShadowRoot} */
      node.getRootNode()
    );
    for (const { clientX, clientY } of [...event.getCoalescedEvents?.() ?? [], event]) {
      const cell = cellOf.get(page.elementFromPoint(clientX, clientY));
      if (cell) point(cell);
      if (cell && brush !== null && isOn(cell) !== brush) paint2(cell, brush);
    }
  });
  node.addEventListener("focusin", ({ target }) => {
    const cell = cellOf.get(target);
    if (cell) point(cell);
  });
  node.addEventListener("click", ({ detail, target }) => {
    const cell = cellOf.get(target);
    if (cell && detail === 0) paint2(cell, !isOn(cell));
  });
}
function makePainter(what, tokens, keys, callbacks) {
  const { node, buttons } = makeGrid(what, tokens, keys);
  const cellOf = new Map(buttons.flatMap((row, i) => row.map((button, j) => [button, [i, j]])));
  addKeyboard(node, buttons, cellOf);
  addPointer(node, cellOf, callbacks);
  const draw = (mask) => {
    mask.forEach((row, i) => {
      row.forEach((on, j) => {
        const button = buttons[i][j];
        if (button.ariaPressed === String(on)) return;
        button.ariaPressed = String(on);
        button.textContent = on ? "✓" : "";
      });
    });
  };
  return { node, draw };
}

// src/shared/scale.js
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

// src/pattern_fit/fit.js
var [N_SEEDS, N_STEPS, LEARNING_RATE] = [4, 1e3, 0.1];
var [BETA_1, BETA_2, EPSILON] = [0.9, 0.999, 1e-8];
var ROUNDS_TO_ZERO = 5e-3;
var TILT_DEGREES = 20;
function attend(numbers, n, weights) {
  const width = numbers.length / (2 * n);
  const scale = 1 / Math.sqrt(width);
  for (let row = 0; row < n * n; row += n) {
    const query = row / n * width;
    let top = Number.NEGATIVE_INFINITY;
    for (let j = 0, key = n * width; j < n; j++, key += width) {
      let match = 0;
      for (let c = 0; c < width; c++) match += numbers[query + c] * numbers[key + c];
      weights[row + j] = scale * match;
      if (weights[row + j] > top) top = weights[row + j];
    }
    let sum = 0;
    for (let j = row; j < row + n; j++) sum += Math.exp(weights[j] - top);
    const log = Math.log(sum);
    for (let j = row; j < row + n; j++) weights[j] = Math.exp(weights[j] - top - log);
  }
}
var rowsOf = (list, width) => upTo(list.length / width).map((i) => [...list.subarray(i * width, (i + 1) * width)]);
function* descend(pattern, numbers, width, steps = N_STEPS) {
  const n = pattern.length;
  const target = Float64Array.from(pattern.flat());
  const weights = new Float64Array(n * n);
  const [slope, average, square] = upTo(3).map(() => new Float64Array(numbers.length));
  const divisor = n * Math.sqrt(width);
  const adamStep = (step) => {
    attend(numbers, n, weights);
    slope.fill(0);
    for (let i = 0, cell = 0, query = 0; i < n; i++, query += width) {
      for (let j = 0, key = n * width; j < n; j++, cell++, key += width) {
        const pull = (weights[cell] - target[cell]) / divisor;
        for (let c = 0; c < width; c++) {
          slope[query + c] += pull * numbers[key + c];
          slope[key + c] += pull * numbers[query + c];
        }
      }
    }
    const rate = LEARNING_RATE * (1 + Math.cos(Math.PI * (step - 1) / steps)) / 2;
    const [ofMean, ofSquare] = [1 - BETA_1 ** step, 1 - BETA_2 ** step];
    for (let k = 0; k < numbers.length; k++) {
      average[k] = BETA_1 * average[k] + (1 - BETA_1) * slope[k];
      square[k] = BETA_2 * square[k] + (1 - BETA_2) * slope[k] ** 2;
      const size = Math.sqrt(square[k] / ofSquare) + EPSILON;
      numbers[k] -= rate * average[k] / ofMean / size;
    }
  };
  for (let step = 1; step <= steps; step++) {
    adamStep(step);
    if (step % 100 === 0) yield;
  }
}
function misplacedWeight(pattern, weights) {
  const rows = weights.map(
    (row, i) => total(row.map((weight, j) => Math.abs(weight - pattern[i][j])))
  );
  return mean(rows) / 2;
}
function* fit(pattern, width) {
  const normal = makeNormal(width);
  const n = pattern.length;
  const fits = [];
  for (let seed = 0; seed < N_SEEDS; seed++) {
    const numbers = Float64Array.from({ length: 2 * n * width }, normal);
    yield* descend(pattern, numbers, width);
    const weights = new Float64Array(n * n);
    attend(numbers, n, weights);
    const rows = rowsOf(weights, n);
    const both = rowsOf(numbers, width);
    const [queries, keys] = [both.slice(0, n), both.slice(n)];
    fits.push({ queries, keys, weights: rows, misplaced: misplacedWeight(pattern, rows) });
  }
  return fits[argmax(fits.map(({ misplaced }) => -misplaced))];
}
function makeFits(most) {
  let fitted = "";
  let work;
  let fits = [];
  const fitAll = function* (pattern, found) {
    for (let width = 1; width <= most; width++) found.push(yield* fit(pattern, width));
  };
  return function* (pattern) {
    const key = JSON.stringify(pattern);
    if (key !== fitted) {
      fits = [];
      work = fitAll(pattern, fits);
      fitted = key;
    }
    while (!work.next().done) yield;
    return fits;
  };
}
function evenly(chosen) {
  return chosen.map((row) => {
    const n = row.filter(Boolean).length;
    return row.map((on) => n === 0 ? 1 / row.length : on ? 1 / n : 0);
  });
}
function rowsFound(pattern, weights) {
  const most = pattern.map(largest);
  return weights.filter((row, i) => pattern[i][argmax(row)] === most[i]).length;
}
function pairs(pattern) {
  return pattern.map((row) => upTo(row.length).filter((j) => Math.abs(row[j] - 0.5) < 0.01)).filter((both) => both.length === 2);
}
function project([x, y, z], turn) {
  const [a, tilt] = [turn * Math.PI / 180, TILT_DEGREES * Math.PI / 180];
  const depth = z * Math.cos(a) - x * Math.sin(a);
  return [
    x * Math.cos(a) + z * Math.sin(a),
    y * Math.cos(tilt) - depth * Math.sin(tilt),
    y * Math.sin(tilt) + depth * Math.cos(tilt)
  ];
}
function describeFit(width, misplaced, right, n, tried) {
  const loss = misplaced[width - 1];
  const wrong = loss < ROUNDS_TO_ZERO ? "less than 0.01" : formatFixed(loss);
  const start = `With width ${width}, the right key gets the most in ${right[width - 1]} of ${n} rows, and ${wrong} of the weight is on wrong keys`;
  if (loss >= ROUNDS_TO_ZERO) return [`${start}: this is not the pattern.`, ""];
  const smaller = upTo(width - 1).map((i) => i + 1);
  const rest = smaller.some((w) => tried.has(w) && misplaced[w - 1] < ROUNDS_TO_ZERO) ? "A smaller width is enough too." : smaller.every((w) => tried.has(w)) ? "No smaller width was enough." : "Is a smaller width enough? Try it.";
  return [`${start}: this is the pattern, to two digits.`, rest];
}
function describeRow(tokens, query, pattern, weights) {
  const [asks, gets] = [pattern, weights].map((matrix) => {
    const rounded = matrix[query].map((w) => Number(formatFixed(w, 3)));
    return describeTop(rounded, (j) => `“${tokens[j]}”`, "weight", "most weight on ");
  });
  return `In row “${tokens[query]}” the pattern has ${asks}; the head has ${gets}.`;
}

// src/pattern_fit/view.js
var YOUR_OWN = "your own";
var PLANE_HALF_WIDTH = 1.35;
var [DOT_RADIUS, WORD_HEIGHT, MIN_DISTANCE, ARROW_TIP] = [0.1, 0.14, 0.25, 0.07];
var DEPTH_GROWTH = 0.4;
function makePlane(tokens, nTurnSteps, change) {
  const degrees = (turn) => 360 * turn / nTurnSteps;
  const caption = make("figcaption");
  const turning = makeSlider({
    label: "turn the keys",
    max: nTurnSteps - 1,
    show: (step) => `${degrees(step)}°`,
    change
  });
  const chains = makeDrawing("path", {
    fill: "none",
    stroke: "currentColor",
    "stroke-opacity": 0.45,
    "stroke-width": 0.02
  });
  const beam = makeDrawing("path", { class: "mha-query-arrow" });
  const level = makeDrawing("path", { class: "mha-tie-line" });
  const discs = tokens.map(() => makeDrawing("circle", { r: DOT_RADIUS }));
  const points = discs.map((disc) => makeDrawing("g", {}, disc));
  const viewBox = `${-PLANE_HALF_WIDTH} ${-PLANE_HALF_WIDTH} ${2 * PLANE_HALF_WIDTH} ${2 * PLANE_HALF_WIDTH}`;
  const svg = makeDrawing("svg", { viewBox }, chains, level, beam, ...points);
  const words = tokens.map((text) => make("span", {}, text.slice(0, 2)));
  const picture = make("div", { "aria-hidden": "true" }, svg, ...words);
  const node = make("figure", { class: "mha-plane" }, caption, picture, turning.node);
  const draw = ({ queries, keys, weights }, query, joined, turn) => {
    const width = keys[0].length;
    picture.hidden = width > 3;
    turning.node.hidden = width !== 3;
    turning.set(turn);
    caption.textContent = describePlane(tokens[query], width, joined.length > 0);
    if (width > 3) return;
    const size = largest(keys.map((key) => Math.hypot(...key))) || 1;
    const onPlane = (key) => width === 3 ? project(key, degrees(turn)) : [key[0], key[1] ?? 0, 0];
    const flat = keys.map((key) => onPlane(key).map((part) => part / size));
    flat.forEach(([x2, y2, depth], j) => {
      const under = flat.slice(0, j).filter(([a, b]) => Math.hypot(a - x2, b - y2) < MIN_DISTANCE);
      points[j].setAttribute("transform", `translate(${x2} ${-y2})`);
      discs[j].setAttribute("r", String(DOT_RADIUS * (1 + DEPTH_GROWTH * depth)));
      words[j].style.left = toPercent(x2);
      words[j].style.top = toPercent(-y2 - WORD_HEIGHT * (under.length + 1));
      points[j].style.setProperty("--mha-fill", `${Math.round(100 * weights[query][j])}%`);
    });
    const lines = joined.map((both) => both.map((j) => `${flat[j][0]} ${-flat[j][1]}`));
    chains.setAttribute("d", lines.map(([from, to]) => `M${from}L${to}`).join(""));
    const length = Math.hypot(...queries[query]) || 1;
    const [x, y] = onPlane(queries[query]);
    const [u, v] = [x, -y].map((part) => part / length);
    beam.setAttribute("d", arrow(u, v));
    const reach = largest(flat.map(([a, b]) => a * u - b * v));
    const across = `M${reach * u - 3 * v} ${reach * v + 3 * u}l${6 * v} ${-6 * u}`;
    level.setAttribute("d", width === 3 ? "" : across);
  };
  return { node, draw };
}
var toPercent = (x) => `${100 * (x + PLANE_HALF_WIDTH) / (2 * PLANE_HALF_WIDTH)}%`;
function describePlane(token, width, joined) {
  if (width > 3) {
    return `Keys of width ${width} do not fit on a page. Choose width 1, 2 or 3 to see them.`;
  }
  const lines = joined ? " Lines join two keys that one query attends to." : "";
  const near = width === 3 ? " Nearer keys are larger." : "";
  return `The keys as points, and the direction of query “${token}” as an arrow.${lines}${near}`;
}
function arrow(u, v) {
  const [x, y] = [1.22 * u, 1.22 * v];
  const [a, b] = [-u - v, u - v].map((part) => part * ARROW_TIP);
  const [c, d] = [-u + v, -u - v].map((part) => part * ARROW_TIP);
  return `M0 0L${x} ${y}m${a} ${b}L${x} ${y}l${c} ${d}`;
}
function makeMatrices(tokens, model) {
  const maps = ["the pattern", "the head"].map((title) => makeHeatmap(title, tokens, tokens));
  const painter = makePainter("your pattern; pressed cells are attended to", tokens, tokens, {
    get: () => model.get("your_pattern"),
    set: (your_pattern) => setTraits(model, { your_pattern }),
    point: ([query]) => {
      if (query !== model.get("query")) setTraits(model, { query });
    }
  });
  const hint = make(
    "p",
    { class: "mha-note" },
    "Press cells, or use space. ✓ = attend here, evenly."
  );
  const desk = makeScroll(painter.node, hint);
  const node = make("div", { class: "mha-grid mha-fits" }, maps[0].node, desk, maps[1].node);
  const drawMap = (map, matrix, query) => {
    map.draw(matrix, "weights", 0, 1);
    map.mark(query);
  };
  const drawPattern = (pattern, query) => {
    const paints = model.get("pattern") === YOUR_OWN;
    maps[0].node.hidden = paints;
    desk.hidden = !paints;
    painter.draw(model.get("your_pattern"));
    drawMap(maps[0], pattern, query);
  };
  const drawHead = (weights, query) => drawMap(maps[1], weights, query);
  return { node, maps, drawPattern, drawHead };
}
function makeControls(tokens, model) {
  const choice = makeChoice({
    label: "pattern",
    options: [...model.get("names"), YOUR_OWN].map((name) => ({ value: name, text: name })),
    change: (pattern) => {
      const d_head = pattern === YOUR_OWN ? Math.min(model.get("d_head"), 3) : model.get("d_head");
      setTraits(model, { pattern, d_head });
    }
  });
  const width = makeSlider({
    label: "width d_head",
    max: tokens.length - 2,
    show: (step) => String(step + 1),
    change: (step) => setTraits(model, { d_head: step + 1 })
  });
  const query = makeSlider({
    label: "query",
    max: tokens.length - 1,
    show: (step) => formatToken(tokens, step),
    change: (step) => setTraits(model, { query: step })
  });
  const node = make("div", { class: "mha-controls" }, width.node, query.node);
  const set = () => {
    choice.set(model.get("pattern"));
    width.set(model.get("d_head") - 1);
    query.set(model.get("query"));
  };
  return { parts: [make("div", { class: "mha-top-row" }, choice.node), node], set };
}
function setup(root, model) {
  const tokens = model.get("tokens");
  const controls = makeControls(tokens, model);
  root.append(...controls.parts);
  const matrices = makeMatrices(tokens, model);
  const plane = makePlane(tokens, model.get("n_turn_steps"), (turn) => setTraits(model, { turn }));
  const widths = upTo(tokens.length - 1).map((i) => String(i + 1));
  const title = "Rows in which the right key gets the most, and weight on wrong keys";
  const losses = makeBarTable(title, ["width", "right", "wrong"], widths);
  const below = make("div", { class: "mha-two-columns" }, plane.node, losses.node);
  const bar = makeColorBar("weights", "0", "1", "weight");
  root.append(matrices.node, bar);
  const say = makeLiveRegion(root);
  root.append(below);
  chooseQuery(matrices.node, matrices.maps, model, () => tokens.length);
  const fitsTo = makeFits(tokens.length - 1);
  const triedFor = /* @__PURE__ */ new Map();
  const asked = () => {
    const known = model.get("patterns")[model.get("names").indexOf(model.get("pattern"))];
    return known ?? evenly(model.get("your_pattern"));
  };
  const currentState = function* () {
    const target = asked();
    const fits = yield* fitsTo(target);
    const chosen = traits(model, "pattern", "d_head", "query", "turn");
    const misplaced = fits.map((one) => one.misplaced);
    const right = fits.map((one) => rowsFound(target, one.weights));
    return { ...fits[chosen.d_head - 1], ...chosen, target, misplaced, right };
  };
  return {
    observes: ["pattern", "your_pattern", "d_head", "query", "turn"],
    stateForTests: () => finish(currentState()),
    *draw() {
      controls.set();
      matrices.drawPattern(asked(), model.get("query"));
      const { d_head, query, turn, target, misplaced, right, ...best } = yield* currentState();
      matrices.drawHead(best.weights, query);
      plane.draw(best, query, pairs(target), turn);
      const key = JSON.stringify(target);
      const tried = (triedFor.get(key) ?? /* @__PURE__ */ new Set()).add(d_head);
      triedFor.set(key, tried);
      const texts = misplaced.map(
        (loss, i) => tried.has(i + 1) ? [`${right[i]} of ${tokens.length}`, formatFixed(loss)] : ["?", "?"]
      );
      losses.draw(
        texts,
        misplaced.map((loss, i) => tried.has(i + 1) ? loss : 0)
      );
      losses.rows.forEach((row, i) => {
        row.classList.toggle("mha-chosen", i + 1 === d_head);
      });
      say(
        ...describeFit(d_head, misplaced, right, tokens.length, tried),
        describeRow(tokens, query, target, best.weights)
      );
    }
  };
}
var view_default = makeWidget("A pattern of weights, and heads of every width", setup);
export {
  view_default as default
};
