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
function makePicker({ label, options, change }) {
  const shown = make("div", { "aria-hidden": "true" });
  const items = options.map((text, index) => make("option", { value: index }, text));
  const select = make("select", { "aria-label": label }, ...items);
  const menu = make("div", { class: "mha-menu" }, shown, select);
  const node = make("div", { class: "mha-control mha-picker" }, make("span", {}, label), menu);
  const set = (index) => {
    select.value = String(index);
    write(shown, options[index]);
  };
  select.addEventListener("change", () => {
    set(Number(select.value));
    change(Number(select.value));
  });
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
function formatWeight(weight) {
  return weight >= 0.995 ? "1" : formatFixed(weight).slice(1);
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
function formatCountOf(n, thing) {
  return `${n} ${thing}${n === 1 ? "" : "s"}`;
}
function formatList(words) {
  return [words.slice(0, -1).join(", "), words.at(-1)].filter(Boolean).join(" and ");
}

// src/shared/safetensors.js
function decodeBase64(base64) {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  return bytes;
}

// src/shared/heads.js
var WEIGHT_STEPS = 6e4;
function unpack({ shape: [nLayers, nHeads, nQueries, nKeys], type, data }) {
  const bytes = decodeBase64(data);
  const numbers = type === "float32" ? new Float32Array(bytes.buffer) : Float32Array.from(new Uint16Array(bytes.buffer), (whole) => whole / WEIGHT_STEPS);
  const rows = upTo(nLayers * nHeads * nQueries).map(
    (i) => numbers.subarray(i * nKeys, (i + 1) * nKeys)
  );
  const matrix = (layer, head) => upTo(nQueries).map((i) => rows[(layer * nHeads + head) * nQueries + i]);
  return upTo(nLayers).map((layer) => upTo(nHeads).map((head) => matrix(layer, head)));
}
function makeUnpacker(texts) {
  const unpacked = [];
  return (text) => {
    unpacked[text] ??= unpack(texts[text]);
    return unpacked[text];
  };
}
var BY_LAYER = "layer and head";
var MEASURES = (
  /** @type {const} */
  ["previous", "next", "first", "same word", "broad"]
);
function evenness(row) {
  const used = row.filter((weight) => weight > 0);
  if (used.length < 2) return Number.NaN;
  const sum = total(used);
  let entropy = 0;
  for (const weight of used) entropy -= weight / sum * Math.log(weight / sum);
  return entropy / Math.log(used.length);
}
function measureHead(rows, tokens, keys) {
  const keysAreTokens = tokens.length === keys.length && tokens.every((token, i) => token === keys[i]);
  const last = tokens.length - 1;
  const same = tokens.map(
    (token, i) => upTo(keys.length).filter((j) => keys[j] === token && !(keysAreTokens && i === j))
  );
  const [before, after] = keysAreTokens ? [rows.slice(1), rows.slice(0, last)] : [[], []];
  const repeated = upTo(rows.length).filter((i) => same[i].length > 0);
  return {
    previous: mean(before.map((row, i) => row[i])),
    next: mean(after.map((row, i) => row[i + 1])),
    first: mean((keysAreTokens ? before : rows).map((row) => row[0])),
    "same word": mean(repeated.map((i) => total(same[i].map((j) => rows[i][j])))),
    broad: mean(rows.map(evenness).filter((even) => !Number.isNaN(even)))
  };
}
function rankDescending(list) {
  return descending(list.map((x) => Number.isNaN(x) ? Number.NEGATIVE_INFINITY : x));
}
function shrink(rows, most) {
  const step = Math.ceil(Math.max(rows.length, rows[0].length) / most);
  if (step === 1) return rows;
  const width = Math.ceil(rows[0].length / step);
  return upTo(Math.ceil(rows.length / step)).map((i) => {
    const small = new Float32Array(width).fill(Number.NEGATIVE_INFINITY);
    for (const row of rows.slice(i * step, (i + 1) * step)) {
      for (let j = 0; j < row.length; j++) {
        const column = Math.floor(j / step);
        if (row[j] > small[column]) small[column] = row[j];
      }
    }
    return small;
  });
}

// src/shared/heatmap.js
var [LINE_PX, LETTER_PX, MAX_LABEL_PX] = [11, 6, 60];
var N_HEAD_COLORS = 8;
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
function colorByHead(node, head) {
  node.style.setProperty("--mha-hue", head < N_HEAD_COLORS ? `var(--mha-head-${head})` : "initial");
}
function makeColorBar(colors, low, high, text) {
  const canvas = make("canvas", { "aria-hidden": "true" });
  paint(canvas, [upTo(64).map((i) => i / 63)], colors, 0, 1);
  const [from, to, what] = [low, high, text].map((words) => make("span", {}, words));
  return make("div", { class: "mha-bar" }, from, canvas, to, what);
}

// src/shared/url_state.js
var MAX_QUERY_CHARACTERS = 2e3;
var MAX_SHOWN_CHARACTERS = 40;
var namesOf = (choices) => (
  /** @type {Name[]} */
  Object.keys(choices)
);
function formatFragment(name, values) {
  const texts = Object.entries(values).map(([choice, value]) => [choice, String(value)]);
  return `${name}?${new URLSearchParams(texts)}`.replaceAll("%2C", ",");
}
function parseFragment(fragment) {
  const match = /^#?((\w+)-[0-9a-f]{6}(?:-\d+)?)\?(.*)$/s.exec(fragment);
  const [, name, className, query] = match ?? [];
  return name === void 0 ? null : { name, className, query };
}
function readChoices(query, choices, get) {
  const refuse = (wrong) => ({ values: null, wrong });
  if (query.length > MAX_QUERY_CHARACTERS)
    return refuse(`it is longer than ${MAX_QUERY_CHARACTERS} characters`);
  const given = [...new URLSearchParams(query)];
  const strange = given.find(([name]) => !Object.hasOwn(choices, name));
  if (strange) return refuse(`nothing here is called “${short(strange[0])}”`);
  const values = {};
  const now = (name) => Object.hasOwn(values, name) ? values[name] : get(name);
  for (const [name, rule] of Object.entries(choices)) {
    const texts = given.filter(([choice]) => choice === name).map(([, text]) => text);
    if (texts.length === 0) return refuse(`${name} is missing`);
    if (texts.length > 1) return refuse(`${name} is given ${formatTimes(texts.length)}`);
    const value = rule(texts[0], now);
    if (value === void 0) return refuse(`${name} cannot be “${short(texts[0])}”`);
    values[name] = value;
  }
  return { values, wrong: "" };
}
var formatTimes = (n) => n === 2 ? "twice" : `${n} times`;
function short(text) {
  const signs = [...text];
  return signs.length > MAX_SHOWN_CHARACTERS ? `${signs.slice(0, MAX_SHOWN_CHARACTERS).join("")}…` : text;
}
function parseNumber(text) {
  const number = Number(text);
  return Number.isFinite(number) && String(number) === text ? number : void 0;
}
function parseIndex(text, size, least = 0) {
  const number = parseNumber(text);
  return number !== void 0 && Number.isInteger(number) && number >= least && number < size ? number : void 0;
}
function parseIndices(text, size) {
  const all = text === "" ? [] : text.split(",").map((one) => parseIndex(one, size));
  return all.includes(void 0) ? void 0 : all;
}
var oneOf = (text, known) => known.find((value) => String(value) === text);

// src/shared/link.js
var FOLDS_KEY = "open";
var READER_EVENTS = ["pointerdown", "wheel", "touchstart", "keydown", "hashchange"];
var SCROLL_FRAMES = 120;
var MAX_FOLDS = 99;
var OWN_HOSTS = ["", "localhost", "127.0.0.1", "[::1]"];
function withLink(widget, choices, settle = () => ({})) {
  const names = (
    /** @type {(keyof State & string)[]} */
    namesOf(choices)
  );
  const render = (given) => {
    const { model, el, link } = given;
    if (!link) return widget.render(given);
    const now = () => (
      /** @type {State} */
      traits(model, ...names)
    );
    const start = now();
    const read = () => readLink(el, link, choices, model.get);
    const opened = read();
    if (opened?.values) setTraits(
      model,
      /** @type {State} */
      opened.values
    );
    const stop = widget.render({ ...given, openedByLink: !!opened?.values });
    const root = (
      /** @type {HTMLElement} */
      el.querySelector(".mha")
    );
    const folds = makeFolds(root);
    const row = makeRow(
      root,
      () => formatFragment(link, { ...now(), ...settle(model.get), ...folds.get() })
    );
    const applyLink = ({ values, folds: open, wrong }) => {
      const refusal = wrong || folds.findError(open);
      setTraits(
        model,
        /** @type {State} */
        refusal ? start : values
      );
      folds.open(refusal ? [] : open);
      row.clear();
      row.refuse(refusal);
      scrollToWidget(el);
    };
    const readAndApply = () => {
      const found = read();
      if (found) applyLink(found);
    };
    if (opened) applyLink(opened);
    else document.addEventListener("DOMContentLoaded", readAndApply, { once: true });
    addEventListener("hashchange", readAndApply);
    for (const name of names) model.on(`change:${name}`, row.clear);
    return () => {
      for (const name of names) model.off(`change:${name}`, row.clear);
      document.removeEventListener("DOMContentLoaded", readAndApply);
      removeEventListener("hashchange", readAndApply);
      stop();
    };
  };
  return { ...widget, choices, settle, render };
}
function readLink(el, link, choices, get) {
  const parsed = parseFragment(location.hash);
  if (parsed?.name !== link) {
    const lost = parsed && isLost(parsed, el);
    return lost ? { values: null, folds: [], wrong: `it shows another ${parsed.className}` } : null;
  }
  const folded = !new URLSearchParams(parsed.query).has(FOLDS_KEY);
  const all = { ...choices, [FOLDS_KEY]: (text) => parseIndices(text, MAX_FOLDS) };
  const { values, wrong } = readChoices(parsed.query, folded ? choices : all, get);
  const { [FOLDS_KEY]: folds = [], ...others } = values ?? {};
  return { values: values && others, folds: (
    /** @type {number[]} */
    folds
  ), wrong };
}
function isLost({ name, className }, el) {
  if (document.readyState === "loading") return false;
  const containers = document.querySelectorAll("[data-mha-link]");
  const links = [...containers].map((container) => container.dataset.mhaLink ?? "");
  if (links.includes(name)) return false;
  return containers[links.findIndex((link) => link.startsWith(`${className}-`))] === el;
}
function scrollToWidget(el) {
  let fold = el.closest("details");
  while (fold) {
    fold.open = true;
    fold = fold.parentElement?.closest("details") ?? null;
  }
  el.id = location.hash.slice(1);
  let [frames, top] = [SCROLL_FRAMES, Number.NaN];
  const keep = () => {
    const now = el.getBoundingClientRect().top + scrollY;
    if (now !== top) el.scrollIntoView();
    top = now;
    if (frames-- > 0) requestAnimationFrame(keep);
  };
  keep();
  const stop = () => {
    frames = 0;
  };
  for (const act of READER_EVENTS)
    addEventListener(act, stop, { once: true, capture: true, passive: true });
}
function makeFolds(root) {
  const folds = [...root.querySelectorAll("details")];
  return {
    get() {
      const open = folds.flatMap((fold, i) => fold.open ? [i] : []);
      return open.length > 0 ? { [FOLDS_KEY]: open } : {};
    },
    /** Says which folds do not exist; "" if all do. @param {number[]} numbers */
    findError: (numbers) => numbers.some((i) => !folds[i]) ? `${FOLDS_KEY} cannot be “${numbers}”` : "",
    /** Opens these folds and closes the others. @param {number[]} numbers */
    open(numbers) {
      folds.forEach((fold, i) => {
        fold.open = numbers.includes(i);
      });
    }
  };
}
function makeRow(root, fragment) {
  const refused = make("p", { class: "mha-refused", role: "status" });
  const said = make("output");
  let field;
  const clear = () => {
    field?.remove();
    said.textContent = refused.textContent = "";
  };
  const press = async () => {
    clear();
    const end = `#${fragment()}`;
    const address = location.href.split("#")[0] + end;
    if (await copy(address)) {
      said.append("Copied.", ...describeReach(end));
      return;
    }
    field = make("input", { type: "text", readonly: true, "aria-label": "link to this" });
    field.value = address;
    node.append(field);
    field.select();
    said.append(
      "The browser does not allow copying: copy the link from this field.",
      ...describeReach(end)
    );
  };
  const node = make("div", { class: "mha-link" }, makeButton("Copy link to this", press), said);
  root.prepend(refused);
  root.append(node);
  const refuse = (wrong) => {
    refused.textContent = wrong && `The link does not fit this page: ${wrong}.`;
  };
  return { clear, refuse };
}
function describeReach(end) {
  if (!OWN_HOSTS.includes(location.hostname)) return [];
  const alone = " Only this computer can open this link.";
  const published = document.querySelector("link[rel=canonical]");
  return published ? [
    `${alone} Others can open `,
    make("a", { href: published.href + end }, "the same page online"),
    "."
  ] : [
    `${alone} To let a class open it, serve the book with “make serve ROOM=1” and copy the link there.`
  ];
}
async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

// src/shared/overview.js
var MAX_THUMBNAIL_PX = 48;
function makeOverview(titles, choose) {
  const nHeads = titles[0].length;
  const cells = titles.flatMap(
    (row, layer) => row.map((title, head) => {
      const canvas = make("canvas", { "aria-hidden": "true" });
      const value = make("span");
      const attributes = { type: "button", role: "radio", title: `layer ${layer}, ${title}` };
      const button = make("button", attributes, canvas, value);
      button.addEventListener("click", () => choose(layer, head));
      return { layer, head, title, canvas, value, button };
    })
  );
  const grid = make("div", { class: "mha-overview", role: "radiogroup", "aria-label": "heads" });
  setStyle(grid, { heads: nHeads });
  const [numbers, layers] = [nHeads, titles.length].map(
    (n) => upTo(n).map((i) => make("span", { class: "mha-number", "aria-hidden": "true" }, String(i)))
  );
  const corner = make("span", { class: "mha-number", "aria-hidden": "true" }, "layer");
  const node = makeScroll(grid);
  let order = upTo(cells.length);
  let chosen = 0;
  onArrows(grid, (down, right) => {
    const top = cells[order[0]].button.offsetTop;
    const columns = order.filter((i) => cells[i].button.offsetTop === top).length;
    const next = order.indexOf(chosen) + down * columns + right;
    if (!(next in order)) return;
    const { layer, head, button } = cells[order[next]];
    choose(layer, head);
    button.focus();
  });
  return {
    node,
    /**
     * Yields after each head.
     * @param {Matrix<Float32Array>[][]} matrices (layers, heads)
     * @param {[colors: import("./colors.js").Colors, low: number, high: number]} scale
     */
    *paint(matrices, scale) {
      for (const { layer, head, canvas } of cells) {
        paint(canvas, shrink(matrices[layer][head], MAX_THUMBNAIL_PX), ...scale);
        yield;
      }
    },
    /**
     * Sorts the thumbnails and labels each with its value. Without an order, sorts by layer and
     * head.
     * @param {number[]} [sorted]
     * @param {number[]} [values] A value per head, counted through all layers.
     */
    sort(sorted, values = []) {
      order = sorted ?? upTo(cells.length);
      grid.classList.toggle("mha-sorted", sorted !== void 0);
      cells.forEach(({ layer, head, title, value, button }, i) => {
        const shown = Number.isNaN(values[i]) ? "–" : formatWeight(values[i] ?? 0);
        write(value, sorted ? `${layer}.${head}
${shown}` : "");
        const label = `layer ${layer}, ${title}`;
        button.setAttribute("aria-label", sorted ? `${label}, ${shown}` : label);
      });
      const buttons = order.map((i) => cells[i].button);
      const rows = layers.map((layer, l) => [
        layer,
        ...buttons.slice(l * nHeads, (l + 1) * nHeads)
      ]);
      grid.replaceChildren(...sorted ? buttons : [corner, ...numbers, ...rows.flat()]);
    },
    /**
     * @param {number} layer
     * @param {number} head
     */
    choose(layer, head) {
      chosen = layer * nHeads + head;
      cells.forEach(({ button }, i) => {
        button.setAttribute("aria-checked", String(i === chosen));
        button.tabIndex = i === chosen ? 0 : -1;
      });
    }
  };
}

// src/shared/token_words.js
var showControl = (sign) => sign < " " ? String.fromCharCode(9216 + sign.charCodeAt(0)) : sign === "" ? "␣" : "�";
function showWord(word) {
  return word.replace(/\n/g, "↵").replace(/ /g, "·").replace(/\t/g, "→").replace(/\p{Cc}/gu, showControl).replace(/\p{White_Space}/gu, "␣").replace(/\p{Cf}/gu, "�");
}
var WHITESPACE_NAMES = /* @__PURE__ */ new Map([
  ["\n", "newline"],
  [" ", "space"],
  ["	", "tab"]
]);
function spellWord(word) {
  const parts = word.match(/\n+|\t+| +|[^\n\t ]+/g) ?? [];
  return parts.map((part) => {
    const name = WHITESPACE_NAMES.get(part[0]);
    if (!name) return showWord(part);
    return part.length > 1 ? `${part.length} ${name}s` : name;
  }).join(", ");
}

// src/shared/token_chips.js
var [MAX_ARCS, MIN_ARC_WEIGHT] = [6, 0.1];
var [MIN_STROKE_PX, MAX_STROKE_PX] = [1.5, 6.5];
var MAX_INDENT_SPACES = 16;
var indent = (word) => Math.min(MAX_INDENT_SPACES, word.length - 1 - word.lastIndexOf("\n"));
var positionsWithArcs = (weights) => descending(weights).slice(0, MAX_ARCS).filter((position) => weights[position] >= MIN_ARC_WEIGHT);
function arc(from, to, origin) {
  const [x, y] = [from.x + from.width / 2 - origin.x, from.y - origin.y];
  const [toX, top] = [to.x + to.width / 2 - origin.x, to.y - origin.y];
  if (from === to) return `M${x - 5} ${y}C${x - 11} ${y - 18} ${x + 11} ${y - 18} ${x + 5} ${y}`;
  if (to.y > from.y + from.height / 2) {
    const half2 = (y + from.height + top) / 2;
    return `M${x} ${y + from.height}C${x} ${half2} ${toX} ${half2} ${toX} ${top}`;
  }
  if (to.y >= from.y - 1) {
    const high = y - Math.min(26, 9 + 0.09 * Math.abs(x - toX));
    return `M${x} ${y}C${x} ${high} ${toX} ${high} ${toX} ${top}`;
  }
  const foot = top + to.height;
  const half = (y + foot) / 2;
  return `M${x} ${y}C${x} ${half} ${toX} ${half} ${toX} ${foot}`;
}
function makeChips(go, chosen, code = true) {
  const arcs = makeDrawing("svg", { "aria-hidden": "true" });
  const lines = make("div");
  const node = make(
    "div",
    {
      class: "mha-chips",
      role: "group",
      tabindex: 0,
      "aria-label": "tokens; arrow keys, Home and End choose one"
    },
    lines,
    arcs
  );
  let chips = [];
  let weights = [];
  let drawnWords = "";
  const inNextLine = (down) => {
    const from = chosen();
    const boxes = chips.map((chip) => chip.getBoundingClientRect());
    const { x, y, width } = boxes[from];
    const others = boxes.map((box, i) => ({ i, box })).filter(({ box }) => (box.y - y) * down > 1);
    if (others.length === 0) return from;
    const line = others.at(down > 0 ? 0 : -1)?.box.y;
    const far = (box) => Math.abs(box.x + box.width / 2 - x - width / 2);
    const near = others.filter(({ box }) => box.y === line);
    return near.sort((a, b) => far(a.box) - far(b.box))[0].i;
  };
  onArrows(node, (down, right) => go(right ? chosen() + right : inNextLine(down)));
  onEnds(node, (last) => go(last ? chips.length - 1 : 0));
  const drawArcs = () => {
    if (chips.length === 0 || !node.checkVisibility()) return;
    const origin = arcs.getBoundingClientRect();
    const from = chips[chosen()].getBoundingClientRect();
    const paths = positionsWithArcs(weights).map((position) => {
      const to = position === chosen() ? from : chips[position].getBoundingClientRect();
      return makeDrawing("path", {
        d: arc(from, to, origin),
        "stroke-width": MIN_STROKE_PX + (MAX_STROKE_PX - MIN_STROKE_PX) * weights[position]
      });
    });
    arcs.replaceChildren(...paths);
  };
  new ResizeObserver(drawArcs).observe(node);
  const layOut = (words) => {
    const key = JSON.stringify(words);
    if (key === drawnWords) return;
    drawnWords = key;
    chips = words.map((word, position) => {
      const label = `${code ? spellWord(word) : word}, position ${position}`;
      const button = make("button", { type: "button", tabindex: -1, "aria-label": label });
      button.textContent = code || !word.trim() ? showWord(word) : word;
      button.addEventListener("click", () => go(position));
      return button;
    });
    const rows = [make("div")];
    chips.forEach((chip, i) => {
      rows[rows.length - 1].append(chip);
      if (!words[i].includes("\n") || i + 1 === chips.length) return;
      const row = make("div");
      setStyle(row, { indent: indent(words[i]) });
      rows.push(row);
    });
    lines.replaceChildren(...rows);
  };
  const draw = (words, now, off) => {
    layOut(words);
    weights = now;
    node.classList.toggle("mha-dropped", off);
    chips.forEach((chip, i) => {
      chip.setAttribute("aria-pressed", String(i === chosen()));
      chip.classList.toggle("mha-later", code && i > chosen());
      setStyle(chip, { fill: weights[i] });
    });
    drawArcs();
  };
  return { node, draw };
}

// src/shared/top_keys.js
var MAX_NAMED_KEYS = 3;
var MIN_SHOWN_WEIGHT = 5e-4;
var MAX_SPOKEN_HEADS = 5;
function describeTopKeys(lines, keys) {
  const tops = lines.map(({ title, row, what, chosen }) => ({
    title,
    chosen,
    top: describeTop(row, (j) => formatToken(keys, j), what)
  }));
  if (lines.length === 1) return `${tops[0].top}.`;
  if (tops.every(({ top }) => top === tops[0].top)) return `in every picture, ${tops[0].top}.`;
  const order = [...tops.filter(({ chosen }) => chosen), ...tops.filter(({ chosen }) => !chosen)];
  const parts = order.slice(0, MAX_SPOKEN_HEADS).map(({ title, top }) => `${title}, ${top}`);
  if (tops.length > MAX_SPOKEN_HEADS)
    parts.push(`and ${tops.length - MAX_SPOKEN_HEADS} more in the table`);
  return `${parts.join("; ")}.`;
}
function topKeys({ row, what }, keys) {
  const sizes = what === "difference" ? row.map(Math.abs) : row;
  const tied = indicesOfLargest(sizes);
  if (tied.length === 0) return { positions: [], words: "NaN" };
  const all = tied.length > 1 && tied.length === row.length;
  if (what !== "difference" && (all || tied.length > MAX_NAMED_KEYS)) {
    const equal = describeTie(what, row[tied[0]], tied.length, row.length);
    const words = all ? equal : `${equal}: ${tied.map((j) => keys[j]).join(", ")}`;
    return { positions: [], words };
  }
  const most = descending(sizes).slice(0, MAX_NAMED_KEYS);
  const positions = most.filter((j) => what === "score" || sizes[j] >= MIN_SHOWN_WEIGHT);
  return { positions, words: "less than 0.001 on every key" };
}
function makeTopKeys(keys) {
  const repeated = keys.map((key) => keys.indexOf(key) !== keys.lastIndexOf(key));
  const node = make("table", { class: "mha-keys", "aria-label": "top keys" });
  const cells = (line) => {
    const { positions, words } = topKeys(line, keys);
    if (positions.length === 0) return [make("td", { colspan: MAX_NAMED_KEYS }, words)];
    return positions.map((j) => {
      const position = repeated[j] ? [make("span", { class: "mha-screen-reader" }, ` (${j})`)] : [];
      return make("td", {}, keys[j], ...position, ` ${formatNumber(line.row[j])}`);
    });
  };
  const draw = (lines) => {
    const rows = lines.map((line) => {
      const head = make("th", { scope: "row" }, line.title);
      return make("tr", { class: line.chosen && "mha-chosen" }, head, ...cells(line));
    });
    node.replaceChildren(...rows);
  };
  return { node, draw };
}

// src/heads_view/view.js
var MAX_SMALL_MAP_PX = 210;
var MAX_SMALL_MULTIPLES = 16;
var MAX_ARC_TOKENS = 64;
var CHOICES = {
  text: (given, get) => parseIndex(given, get("tokens").length),
  query: (given, get) => parseIndex(given, get("tokens")[get("text")].length),
  head: (given, get) => parseIndex(given, get("titles")[0].length, -1),
  layer: (given, get) => parseIndex(given, get("titles").length),
  sort: (given, get) => oneOf(given, get("kind") === "weights" ? [BY_LAYER, ...MEASURES] : [BY_LAYER])
};
var MEASURES_NOTE = "Means over the queries: the weight on the token before, on the next token, on the first token (from all others), and on other occurrences of the same token; and how even a row is: 1 if all keys that it uses get equal weights.";
var MEAN_NOTE = "One matrix. nn.MultiheadAttention gives the mean of its heads, unless it is called with average_attn_weights=False.";
function scaleOf(matricesOf, nTexts, kind) {
  if (kind === "weights") return ["weights", 0, 1];
  const rows = upTo(nTexts).flatMap((text) => matricesOf(text).flat(2));
  const limit = largest(rows.map((row) => largest(row.map(Math.abs)))) || 1;
  return ["signed", -limit, limit];
}
function makeMultiples({ tokens, key_tokens: keys, titles }, matricesOf, scale, zoom) {
  const buttons = titles[0].map((_, h) => makeButton("", () => zoom(h)));
  const maps = buttons.map((button) => makeHeatmap(button, [], []));
  const called = "heads; arrow up and down choose the query";
  const attributes = {
    class: "mha-grid mha-button-maps",
    role: "group",
    tabindex: 0,
    "aria-label": called
  };
  maps.forEach((map, h) => {
    colorByHead(map.node, h);
  });
  const node = make("div", attributes, ...maps.map((map) => map.node));
  const needed = tokens.map((words, t) => widthForLabels(words, keys[t])).filter((width) => width <= MAX_SMALL_MAP_PX);
  setStyle(node, { "min-map-width": `${largest([0, ...needed])}px` });
  let drawn = "";
  return {
    node,
    group: node,
    maps,
    label(text) {
      for (const map of maps) map.label(tokens[text], keys[text]);
    },
    *draw(text, layer, head) {
      const enlarged = maps.map((_, h) => h === head);
      maps.forEach(({ node: node2 }, h) => {
        buttons[h].setAttribute("aria-pressed", String(enlarged[h]));
        node2.classList.toggle("mha-large", enlarged[h]);
      });
      if (drawn === `${text} ${layer}`) return;
      drawn = "";
      for (const [h, title] of titles[layer].entries()) {
        write(buttons[h], title);
        buttons[h].setAttribute("aria-label", `enlarge ${title}`);
        maps[h].node.setAttribute("aria-label", title);
        maps[h].draw(matricesOf(text)[layer][h], ...scale);
        yield;
      }
      drawn = `${text} ${layer}`;
    }
  };
}
function makeStrip(choose) {
  const node = make("p", { class: "mha-strip", "aria-hidden": "true" });
  node.addEventListener("click", ({ target }) => {
    const position = [...node.children].indexOf(
      /** @type {Element} */
      target
    );
    if (position >= 0) choose(position);
  });
  return {
    node,
    /** @param {string[]} tokens */
    label(tokens) {
      node.replaceChildren(...tokens.flatMap((token) => [make("span", {}, token), " "]));
    },
    /**
     * @param {Float32Array} row
     * @param {number} query The position to mark; -1 marks none.
     */
    draw(row, query) {
      const top = largest(row) || 1;
      for (
        const [j, span] of
        /** @type {HTMLElement[]} */
        [...node.children].entries()
      ) {
        span.style.setProperty("--mha-fill", `${45 * row[j] / top}%`);
        span.classList.toggle("mha-query-token", j === query);
      }
    }
  };
}
function makeGallery({ tokens, key_tokens: keys, titles, kind }, matricesOf, scale, model) {
  const overview = makeOverview(titles, (layer, head) => setTraits(model, { layer, head }));
  const weights = kind === "weights";
  const sort = makeChoice({
    label: "order",
    options: [BY_LAYER, ...MEASURES].map((value) => ({ value, text: value })),
    change: (value) => setTraits(model, { sort: value })
  });
  const legend = make("p", { class: "mha-note" }, "Under each head: layer.head, and its measure.");
  const title = make("span");
  const map = makeHeatmap(title, [], []);
  const group = make("div", { role: "group", tabindex: 0 }, map.node);
  const bars = makeBarTable("This head", [], [...MEASURES]);
  const seen = make("div", {}, overview.node, group);
  const node = make("div", { class: "mha-gallery" }, seen);
  if (weights) {
    const words = make("details", { class: "mha-more" }, make("summary", {}, "what is measured"));
    words.append(MEASURES_NOTE);
    node.prepend(sort.node, legend);
    seen.append(make("div", {}, bars.node, words));
  }
  const measures = tokens.map(() => titles.map(() => []));
  const measuresOf = (text, layer, head) => {
    const row = measures[text][layer];
    row[head] ??= measureHead(matricesOf(text)[layer][head], tokens[text], keys[text]);
    return row[head];
  };
  let painted = -1;
  let drawn = "";
  let sorted = "";
  return {
    node,
    group,
    maps: [map],
    label: (text) => map.label(tokens[text], keys[text]),
    *draw(text, layer, head) {
      const by = model.get("sort");
      sort.set(by);
      legend.hidden = by === BY_LAYER;
      if (sorted !== `${text} ${by}`) {
        const heads = titles.flatMap((row, l) => row.map((_, h) => [l, h]));
        const values2 = [];
        for (const [l, h] of weights && by !== BY_LAYER ? heads : []) {
          values2.push(measuresOf(text, l, h)[by]);
          yield;
        }
        if (values2.length > 0) overview.sort(rankDescending(values2), values2);
        else overview.sort();
        sorted = `${text} ${by}`;
        yield;
      }
      if (painted !== text) {
        painted = -1;
        yield* overview.paint(matricesOf(text), scale);
        painted = text;
      }
      if (drawn === `${text} ${layer} ${head}`) return;
      drawn = `${text} ${layer} ${head}`;
      overview.choose(layer, head);
      write(title, `layer ${layer}, ${titles[layer][head]}`);
      group.setAttribute("aria-label", `${title.textContent}; arrow up and down choose the query`);
      map.draw(matricesOf(text)[layer][head], ...scale);
      if (!weights) return;
      const values = MEASURES.map((name) => measuresOf(text, layer, head)[name]);
      const texts = values.map((x) => [Number.isNaN(x) ? "–" : formatFixed(x)]);
      bars.draw(
        texts,
        values.map((x) => x || 0)
      );
    }
  };
}
function setup(root, model) {
  const state = (
    /** @type {State} */
    traits(model, "matrices", "kind", "titles", "tokens", "key_tokens")
  );
  const { kind, titles, tokens, key_tokens: keys } = state;
  const matricesOf = makeUnpacker(state.matrices);
  const scale = scaleOf(matricesOf, tokens.length, kind);
  const many = titles.flat().length > MAX_SMALL_MULTIPLES;
  const shown = () => tokens[model.get("text")];
  const last = (text2) => tokens[text2].length - 1;
  const what = kind === "scores" ? "score" : "weight";
  const text = makePicker({
    label: "text",
    options: tokens.map((words) => words.join(" ")),
    change: (t) => setTraits(model, { text: t, query: Math.min(model.get("query"), last(t)) })
  });
  const queries = makeSlider({
    label: "query",
    max: last(0),
    show: (i) => formatToken(shown(), i),
    change: (i) => setTraits(model, { query: i })
  });
  const layer = makeSlider({
    label: "layer",
    max: titles.length - 1,
    change: (i) => setTraits(model, { layer: i })
  });
  const zoom = (head) => setTraits(model, { head: model.get("head") === head ? -1 : head });
  const pictures = many ? makeGallery(state, matricesOf, scale, model) : makeMultiples(state, matricesOf, scale, zoom);
  let topKeys2 = makeTopKeys([]);
  const controls = make("div", { class: "mha-controls" });
  if (tokens.length > 1) controls.append(text.node);
  controls.append(queries.node);
  if (titles.length > 1 && !many) controls.append(layer.node);
  const [colors, ...ends] = scale;
  const [low, high] = kind === "weights" ? ["0", "1"] : ends.map(formatNumber);
  const bar = makeColorBar(colors, low, high, `${kind}, one scale for all`);
  root.append(controls, pictures.node, bar);
  const keysAreTokens = () => shown().join("\n") === keys[model.get("text")].join("\n");
  const strip = makeStrip((query) => {
    if (keysAreTokens()) setTraits(model, { query });
  });
  const chips = makeChips(
    (query) => {
      if (query >= 0 && query < shown().length) setTraits(model, { query });
    },
    () => drawnQuery,
    false
  );
  const hasArcs = () => keysAreTokens() && shown().length <= MAX_ARC_TOKENS;
  if (many && kind === "weights") root.append(chips.node, strip.node);
  const say = makeLiveRegion(root);
  root.append(topKeys2.node);
  if (titles.every((heads) => heads.join() === "head 0"))
    root.append(make("p", { class: "mha-note" }, MEAN_NOTE));
  chooseQuery(pictures.group, pictures.maps, model, () => shown().length);
  let drawnText = -1;
  let drawnQuery = 0;
  return {
    observes: namesOf(CHOICES),
    stateForTests: () => {
      const { text: text2, layer: layer2 } = traits(model, "text", "layer");
      return { matrices: matricesOf(text2)[layer2].map((rows) => rows.map((row) => [...row])) };
    },
    *draw() {
      const { text: t, layer: l } = traits(model, "text", "layer");
      const chosen = many ? Math.max(0, model.get("head")) : model.get("head");
      const q = Math.min(model.get("query"), last(t));
      if (drawnText !== t) {
        pictures.label(t);
        strip.label(keys[t]);
        const table = makeTopKeys(keys[t]);
        topKeys2.node.replaceWith(table.node);
        topKeys2 = table;
        text.set(t);
        drawnText = t;
        yield;
      }
      queries.set(q, last(t));
      layer.set(l);
      for (const map of pictures.maps) map.mark(q);
      yield* pictures.draw(t, l, chosen);
      const shownHeads = many ? [chosen] : upTo(titles[l].length);
      const lines = shownHeads.map((h) => ({
        title: titles[l][h],
        row: matricesOf(t)[l][h][q],
        what,
        chosen: h === chosen && !many
      }));
      topKeys2.draw(lines);
      drawnQuery = q;
      chips.node.hidden = !hasArcs();
      strip.node.hidden = hasArcs();
      if (hasArcs()) chips.draw(shown(), lines[0].row, false);
      else strip.draw(lines[0].row, keysAreTokens() ? q : -1);
      const textNumber = `Text ${t + 1} of ${tokens.length}, ${formatCountOf(tokens[t].length, "token")}.`;
      const which = many ? `Layer ${l}, ${titles[l][chosen]}.` : "";
      const query = `Query ${formatToken(tokens[t], q)}, the marked row. Top keys:`;
      const heard = describeTopKeys(lines, keys[t]);
      say(tokens.length > 1 ? textNumber : "", which, query, { heard });
    }
  };
}
var view_default = withLink(makeWidget("Attention, head by head", setup), CHOICES);
export {
  view_default as default
};
