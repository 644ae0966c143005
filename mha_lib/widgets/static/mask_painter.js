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
function makeButton(text, press) {
  const button = make("button", { type: "button" }, text);
  button.addEventListener("click", press);
  return button;
}

// src/shared/math.js
function upTo(n) {
  return Array.from({ length: n }, (_, i) => i);
}
function largest(list) {
  let top = Number.NEGATIVE_INFINITY;
  for (const x of list) top = Math.max(top, x);
  return top;
}
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
function formatList(words) {
  return [words.slice(0, -1).join(", "), words.at(-1)].filter(Boolean).join(" and ");
}

// src/mask_painter/masks.js
var READERS = [
  { id: "ours", name: "this book", blocks: false, empty: 0 },
  { id: "mha", name: "nn.MultiheadAttention", blocks: true, empty: Number.NaN },
  { id: "sdpa", name: "SDPA", blocks: false, empty: 0 }
];
function readMask({ blocks, empty }, scores, mask) {
  return scores.map((row, i) => {
    const open = row.map((score, j) => mask[i][j] === blocks ? Number.NEGATIVE_INFINITY : score);
    if (mask[i].every((on) => on === blocks)) return row.map(() => empty);
    return softmax(
      open,
      /** @type {number[]} */
      []
    );
  });
}
function presets(nQueries, nKeys) {
  const makeMask = (rule) => Array.from({ length: nQueries }, (_, i) => Array.from({ length: nKeys }, (_2, j) => rule(i, j)));
  const all = [
    ["all", makeMask(() => true)],
    ["causal", nKeys >= nQueries && makeMask((i, j) => j <= i + nKeys - nQueries)],
    ["padding: last two keys", nKeys > 2 && makeMask((_, j) => j < nKeys - 2)],
    ["one row all False", makeMask((i) => i !== Math.floor(nQueries / 2))]
  ];
  return all.flatMap(([name, mask]) => mask ? [{ name, mask }] : []);
}
function formatRows(rows, nRows) {
  if (rows.length === 1) return `Row ${rows[0]} is`;
  return `${rows.length === nRows ? `All ${nRows} rows` : `Rows ${formatList(rows.map(String))}`} are`;
}
function describeCell({ scores, tokens, key_tokens, mask }, [i, j], weights) {
  const each = READERS.map(({ name }, r) => `${name} ${formatNumber(weights[r][i][j])}`);
  return `Query ${formatToken(tokens, i)}, key ${formatToken(key_tokens, j)}: score ${formatNumber(scores[i][j])}, mask ${mask[i][j] ? "True" : "False"}. Weight in ${each.join(", ")}.`;
}
function describeMask(mask) {
  const cells = mask.flat();
  const on = cells.filter(Boolean).length;
  const rows = (all) => upTo(mask.length).filter((i) => mask[i].every((entry) => entry === all));
  const [full, nothing] = [rows(true), rows(false)];
  return [
    `True in ${on} of ${cells.length} cells. This book and SDPA (F.scaled_dot_product_attention) let these ${on} through, nn.MultiheadAttention the other ${cells.length - on}.`,
    full.length > 0 ? `${formatRows(full, mask.length)} all True: nn.MultiheadAttention blocks every key and gives NaN (in training, with need_weights=False, zeros).` : "",
    nothing.length > 0 ? `${formatRows(nothing, mask.length)} all False: zeros in this book and in SDPA; nn.MultiheadAttention blocks no key.` : ""
  ];
}

// src/mask_painter/view.js
var MAX_CELL_PX = 34;
function makePresets(offers, set) {
  const label = "set the mask to";
  const buttons = offers.map(({ name, mask }) => makeButton(name, () => set(mask)));
  const attributes = { class: "mha-choice mha-presets", role: "group", "aria-label": label };
  const draw = (mask) => {
    offers.forEach((offer, i) => {
      buttons[i].setAttribute("aria-pressed", String(String(offer.mask) === String(mask)));
    });
  };
  return { node: make("div", attributes, label, ...buttons), draw };
}
function makeReading({ name, blocks }, tokens, keys) {
  const title = `${name}
True = ${blocks ? "blocked" : "may attend"}`;
  const map = makeHeatmap(title, tokens, keys);
  map.body.style.gridTemplateColumns = `auto minmax(0, ${MAX_CELL_PX * keys.length}px)`;
  const words = tokens.map(() => make("span", {}, "NaN"));
  map.picture.append(make("div", { class: "mha-nans", "aria-hidden": "true" }, ...words));
  const draw = (weights) => {
    map.draw(weights, "weights", 0, 1);
    words.forEach((word, i) => {
      word.classList.toggle("mha-nan", weights[i].some(Number.isNaN));
    });
  };
  return { node: map.node, onPoint: map.onPoint, draw };
}
function setup(root, model) {
  const { tokens, key_tokens, scores } = traits(model, "tokens", "key_tokens", "scores");
  const readAll = () => READERS.map((reader) => readMask(reader, scores, model.get("mask")));
  let pointed = null;
  const point = (cell) => {
    pointed = cell;
    sayPointed();
  };
  const sayPointed = () => {
    if (!pointed) return sayCell("Choose a cell, by pointer or arrow keys.");
    const state = traits(model, "scores", "tokens", "key_tokens", "mask");
    sayCell(describeCell(state, pointed, readAll()));
  };
  const offers = makePresets(
    presets(tokens.length, key_tokens.length),
    (mask) => setTraits(model, { mask })
  );
  const painter = makePainter("mask; pressed is True", tokens, key_tokens, {
    get: () => model.get("mask"),
    set: (mask) => setTraits(model, { mask }),
    point
  });
  const readings = READERS.map((reader) => makeReading(reader, tokens, key_tokens));
  for (const reading of readings) reading.onPoint(point);
  const words = make("div", { class: "mha-painter-text" });
  const hint = make("p", { class: "mha-note" }, "✓ = True. Press, drag, or use space.");
  const desk = make("div", { class: "mha-painter-row" }, makeScroll(painter.node, hint), words);
  const grid = make("div", { class: "mha-grid mha-readings" }, ...readings.map((r) => r.node));
  const bar = makeColorBar("weights", "0", "1", "weights, one scale for all; hatched is NaN");
  root.append(offers.node, desk, grid, bar);
  const [sayMask, sayCell] = [makeLiveRegion(words), makeLiveRegion(words)];
  return {
    observes: ["mask"],
    stateForTests() {
      const plain = (rows) => rows.map((row) => row.map((w) => Number.isNaN(w) ? null : w));
      const weights = readAll().map((rows, r) => [READERS[r].id, plain(rows)]);
      return { ...Object.fromEntries(weights), mask: model.get("mask") };
    },
    draw() {
      const mask = model.get("mask");
      const weights = readAll();
      painter.draw(mask);
      offers.draw(mask);
      readings.forEach((reading, r) => {
        reading.draw(weights[r]);
      });
      sayPointed();
      sayMask(...describeMask(mask));
    }
  };
}
var view_default = makeWidget("A mask, read three ways", setup);
export {
  view_default as default
};
