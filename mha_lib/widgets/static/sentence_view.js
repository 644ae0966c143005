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
function makeInput({ label, size, long = false, refuse, change }) {
  const plain = { autocapitalize: "none", autocomplete: "off", spellcheck: "false" };
  const input = long ? make("textarea", { rows: size, ...plain }) : make("input", { type: "text", size, ...plain });
  const wrong = make("output", { class: "mha-input-error" });
  const typed = () => long ? input.value : input.value.trim().toLowerCase();
  const complain = (why) => {
    write(wrong, why);
    input.setAttribute("aria-invalid", String(why !== ""));
  };
  input.addEventListener("input", () => {
    const text = typed();
    complain(refuse(text));
    if (!wrong.textContent) change(text);
  });
  const node = make(
    "div",
    { class: "mha-text-input" },
    make("label", {}, `${label} `, input),
    wrong
  );
  let last = "";
  const set = (text) => {
    const stays = long ? text === last : document.activeElement === input;
    const typing = stays && wrong.textContent !== "";
    last = text;
    const shown = long ? text.replace(/\r\n?/g, "\n") : text;
    if (typing || typed() === shown) return;
    input.value = shown;
    complain("");
  };
  return { node, input, set, complain };
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
function dot(a, b, from = 0, to = a.length) {
  let sum = 0;
  for (let k = from; k < to; k++) sum += a[k] * b[k];
  return sum;
}
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
function formatWeight(weight) {
  return weight >= 0.995 ? "1" : formatFixed(weight).slice(1);
}
function formatSignificant(x, digits) {
  const text = x.toPrecision(digits);
  return text.includes("e") ? String(Number(text)) : text;
}
var formatCount = (n) => n.toLocaleString("en-US");
var BYTE_UNITS = {
  1e3: ["bytes", "kB", "MB", "GB", "TB"],
  1024: ["bytes", "KiB", "MiB", "GiB"]
};
function formatBytes(n, step = 1e3) {
  const power = BYTE_UNITS[step].findLastIndex((_, p) => n >= 0.9995 * step ** p);
  const size = n / step ** Math.max(0, power);
  const digits = power < 1 || size >= 99.95 ? formatCount(Math.round(size)) : formatSignificant(size, 3);
  return `${digits} ${BYTE_UNITS[step][Math.max(0, power)]}`;
}
var formatToken = (tokens, position) => `“${tokens[position]}” (${position})`;
function formatHead(head, perLayer, nLayers) {
  const name = `head ${head % perLayer}`;
  return nLayers > 1 ? `layer ${Math.floor(head / perLayer)}, ${name}` : name;
}
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
function describeWrongLength(text, most) {
  if (!text) return "Type at least one character.";
  const { length } = [...text];
  if (length <= most) return "";
  return `That is ${formatCount(length)} characters; the limit is ${formatCount(most)}.`;
}

// src/shared/safetensors.js
function decodeBase64(base64) {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  return bytes;
}
function openFile(buffer) {
  const start = 8 + Number(new DataView(buffer).getBigUint64(0, true));
  const text = new TextDecoder().decode(new Uint8Array(buffer, 8, start - 8));
  const { __metadata__: about, ...head } = JSON.parse(text);
  const offsets = (name) => (
    /** @type {Header} */
    head[name].data_offsets.map((at) => start + at)
  );
  return {
    about,
    /** Returns a copy of the bytes, because a view would have to be aligned. @param {string} name */
    bytes: (name) => buffer.slice(...offsets(name)),
    /** Returns a view of whole numbers in 8 bits. @param {string} name */
    int8: (name) => {
      const [from, to] = offsets(name);
      return new Int8Array(buffer, from, to - from);
    }
  };
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

// src/shared/gelu.js
var SMALL_NUMERATOR = [
  3.1611237438705655,
  113.86415415105016,
  377.485237685302,
  3209.3775891384694
];
var SMALL_DENOMINATOR = [23.601290952344122, 244.02463793444417, 1282.6165260773723];
var LARGE_NUMERATOR = [
  0.5641884969886701,
  8.883149794388377,
  66.11919063714163,
  298.6351381974001,
  881.952221241769,
  1712.0476126340707,
  2051.0783778260716
];
var LARGE_DENOMINATOR = [
  15.744926110709835,
  117.6939508913125,
  537.1811018620099,
  1621.3895745666903,
  3290.7992357334597,
  4362.619090143247,
  3439.3676741437216
];
function erf(x) {
  const size = Math.abs(x);
  if (size > 4) return Math.sign(x);
  if (size <= 0.46875) {
    const square = x * x;
    let [above2, below2] = [0.18577770618460315 * square, square];
    for (let i = 0; i < 3; i++) {
      above2 = (above2 + SMALL_NUMERATOR[i]) * square;
      below2 = (below2 + SMALL_DENOMINATOR[i]) * square;
    }
    return x * (above2 + SMALL_NUMERATOR[3]) / (below2 + 2844.236833439171);
  }
  let [above, below] = [2153115354744038e-23 * size, size];
  for (let i = 0; i < 7; i++) {
    above = (above + LARGE_NUMERATOR[i]) * size;
    below = (below + LARGE_DENOMINATOR[i]) * size;
  }
  const left = Math.exp(-size * size) * (above + 1230.3393547979972) / (below + 1230.3393548037495);
  return Math.sign(x) * (1 - left);
}
function gelu(list) {
  for (let i = 0; i < list.length; i++) list[i] *= (1 + erf(list[i] * Math.SQRT1_2)) / 2;
}

// src/sentence_view/encoder.js
var NORM_EPSILON = 1e-12;
var ROWS_AT_ONCE = 4;
var COLUMNS_PER_SLICE = 256;
function readEncoder(buffer) {
  const { about, bytes, int8 } = openFile(buffer);
  const sizes = JSON.parse(about.sizes);
  const floats = (name) => new Float32Array(bytes(name));
  const norm = (name) => ({ weight: floats(`${name}.weight`), bias: floats(`${name}.bias`) });
  const linear = (name) => ({
    whole: int8(`${name}.weight`),
    scales: floats(`${name}.weight scale`),
    bias: floats(`${name}.bias`)
  });
  return {
    sizes,
    vocabulary: about.vocabulary.split("\n"),
    words: int8("word_embeddings.weight"),
    wordScales: floats("word_embeddings.weight scale"),
    positions: floats("position_embeddings.weight"),
    kinds: floats("token_type_embeddings.weight"),
    norm: norm("LayerNorm"),
    layers: upTo(sizes.n_layers).map((i) => ({
      query: linear(`layer.${i}.attention.self.query`),
      key: linear(`layer.${i}.attention.self.key`),
      value: linear(`layer.${i}.attention.self.value`),
      output: linear(`layer.${i}.attention.output.dense`),
      afterAttention: norm(`layer.${i}.attention.output.LayerNorm`),
      widen: linear(`layer.${i}.intermediate.dense`),
      narrow: linear(`layer.${i}.output.dense`),
      afterMlp: norm(`layer.${i}.output.LayerNorm`)
    }))
  };
}
function* applyLinear(x, { whole, scales, bias }) {
  const columns = scales.length;
  const width = whole.length / columns;
  const out = new Float64Array(x.length / width * columns);
  const left = new Float64Array(width);
  const right = new Float64Array(width);
  for (let column = 0; column < columns; column += 2) {
    if (column > 0 && column % COLUMNS_PER_SLICE === 0) yield;
    unpackRow(whole, column * width, left);
    unpackRow(whole, (column + 1) * width, right);
    multiplyTwo(x, width, left, right, out, columns, column);
    for (let to = column; to < out.length; to += columns) {
      out[to] = out[to] * scales[column] + bias[column];
      out[to + 1] = out[to + 1] * scales[column + 1] + bias[column + 1];
    }
  }
  return out;
}
function unpackRow(whole, from, row) {
  for (let k = 0; k < row.length; k++) row[k] = whole[from + k];
}
function multiplyTwo(x, width, left, right, out, columns, column) {
  for (let a = 0, to = column; a < x.length; a += ROWS_AT_ONCE * width) {
    const b = a + width;
    const c = b + width;
    const d = c + width;
    let al = 0;
    let bl = 0;
    let cl = 0;
    let dl = 0;
    let ar = 0;
    let br = 0;
    let cr = 0;
    let dr = 0;
    for (let k = 0; k < width; k++) {
      const l = left[k];
      const r = right[k];
      const xa = x[a + k];
      const xb = x[b + k];
      const xc = x[c + k];
      const xd = x[d + k];
      al += l * xa;
      bl += l * xb;
      cl += l * xc;
      dl += l * xd;
      ar += r * xa;
      br += r * xb;
      cr += r * xc;
      dr += r * xd;
    }
    out[to] = al;
    out[to + 1] = ar;
    to += columns;
    out[to] = bl;
    out[to + 1] = br;
    to += columns;
    out[to] = cl;
    out[to + 1] = cr;
    to += columns;
    out[to] = dl;
    out[to + 1] = dr;
    to += columns;
  }
}
function addAndNorm(x, written, { weight, bias }) {
  const width = weight.length;
  for (let from = 0; from < x.length; from += width) {
    let sum = 0;
    for (let k = 0; k < width; k++) {
      x[from + k] += written[from + k];
      sum += x[from + k];
    }
    const mean2 = sum / width;
    let squares = 0;
    for (let k = 0; k < width; k++) squares += (x[from + k] - mean2) ** 2;
    const scale = 1 / Math.sqrt(squares / width + NORM_EPSILON);
    for (let k = 0; k < width; k++)
      x[from + k] = (x[from + k] - mean2) * scale * weight[k] + bias[k];
  }
}
function embed({ sizes, words, wordScales, positions, kinds, norm }, ids) {
  const width = sizes.d_model;
  const rows = Math.ceil(ids.length / ROWS_AT_ONCE) * ROWS_AT_ONCE;
  const x = new Float64Array(rows * width);
  for (const [i, id] of ids.entries()) {
    for (let k = 0; k < width; k++)
      x[i * width + k] = words[id * width + k] * wordScales[id] + positions[i * width + k] + kinds[k];
  }
  addAndNorm(x, new Float64Array(x.length), norm);
  return x;
}
function attend([Q, K, V], { n_heads, d_model }, n, isOff) {
  const d_head = d_model / n_heads;
  const averages = new Float64Array(Q.length);
  const scores = new Float64Array(n);
  const weights = upTo(n_heads).map(
    (head) => upTo(n).map((i) => {
      const query = i * d_model + head * d_head;
      for (let j = 0; j < n; j++) {
        const key = j * d_model + head * d_head;
        let match = 0;
        for (let k = 0; k < d_head; k++) match += Q[query + k] * K[key + k];
        scores[j] = match / Math.sqrt(d_head);
      }
      const row = softmax(scores, new Float64Array(n));
      for (let j = 0; j < n && !isOff(head); j++) {
        const value = j * d_model + head * d_head;
        for (let k = 0; k < d_head; k++) averages[query + k] += row[j] * V[value + k];
      }
      return Float32Array.from(row);
    })
  );
  return { weights, averages };
}
function sentenceVector(x, n, width) {
  const sum = new Float64Array(width);
  for (let i = 0; i < n * width; i++) sum[i % width] += x[i];
  const length = Math.sqrt(dot(sum, sum));
  return sum.map((entry) => entry / length);
}
function makeEncoderReader(model) {
  const { sizes, layers } = model;
  const none = { weights: [], vector: new Float64Array() };
  let allOn = { sentence: "", states: [], reading: none };
  let someOff = { sentence: "", off: "", reading: none };
  return function* (ids, off = []) {
    const n = ids.length;
    const sentence = ids.join();
    if (off.length === 0 && allOn.sentence === sentence) return allOn.reading;
    if (someOff.sentence === sentence && someOff.off === off.join()) return someOff.reading;
    const first = off.length > 0 ? Math.floor(Math.min(...off) / sizes.n_heads) : 0;
    const known = allOn.sentence === sentence ? first : 0;
    const x = known > 0 ? allOn.states[known].slice() : embed(model, ids);
    const states = allOn.states.slice(0, known);
    const weights = allOn.reading.weights.slice(0, known);
    for (const [l, layer] of layers.entries()) {
      if (l < known) continue;
      states.push(x.slice());
      const projected = [];
      for (const part of [layer.query, layer.key, layer.value]) {
        projected.push(yield* applyLinear(x, part));
        yield;
      }
      const seen = attend(projected, sizes, n, (head) => off.includes(l * sizes.n_heads + head));
      weights.push(seen.weights);
      yield;
      addAndNorm(x, yield* applyLinear(seen.averages, layer.output), layer.afterAttention);
      yield;
      const wide = yield* applyLinear(x, layer.widen);
      gelu(wide);
      yield;
      addAndNorm(x, yield* applyLinear(wide, layer.narrow), layer.afterMlp);
      yield;
    }
    const reading = { weights, vector: sentenceVector(x, n, sizes.d_model) };
    if (off.length === 0) allOn = { sentence, states, reading };
    else someOff = { sentence, off: off.join(), reading };
    return reading;
  };
}

// src/shared/load_script.js
function addScript(name) {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = `${document.documentElement.dataset.content_root ?? ""}_static/models/${name}.js`;
    script.onload = () => {
      script.remove();
      resolve();
    };
    script.onerror = () => {
      script.remove();
      reject(new Error("no such script"));
    };
    document.head.append(script);
  });
}

// src/sentence_view/load.js
var page = (
  /** @type {any} */
  globalThis
);
function findModel() {
  const meta = document.querySelector('meta[name="mha-sentence-model"]');
  if (!meta) return null;
  const [name, parts, bytes] = (meta.getAttribute("content") ?? "").split(" ");
  return { name, parts: Number(parts), bytes: Number(bytes) };
}
var bytesToLoad = ({ bytes }) => Math.ceil(bytes / 3) * 4;
async function loadParts({ name, parts, bytes }, progress) {
  const file = new Uint8Array(bytes);
  page.bookModels ??= {};
  for (let i = 0, end = 0; i < parts; i++) {
    const key = `${name}/${i}`;
    await addScript(key);
    const part = decodeBase64(page.bookModels[key] ?? "");
    delete page.bookModels[key];
    file.set(part, end);
    end += part.length;
    progress((i + 1) / parts);
  }
  return file.buffer;
}
async function loadFile(model, progress) {
  page.bookEncoders ??= {};
  if (!page.bookEncoders[model.name]) {
    const listeners = /* @__PURE__ */ new Set();
    const file = loadParts(model, (done) => {
      for (const listener of listeners) listener(done);
    });
    page.bookEncoders[model.name] = { file, listeners };
  }
  const asked = page.bookEncoders[model.name];
  asked.listeners.add(progress);
  try {
    return await asked.file;
  } catch (error) {
    delete page.bookEncoders[model.name];
    throw error;
  } finally {
    asked.listeners.delete(progress);
  }
}

// src/sentence_view/sentence.js
var SORTS = /* @__PURE__ */ new Map([
  [BY_LAYER, BY_LAYER],
  ["previous", "previous"],
  ["next", "next"],
  ["first", "[CLS]"],
  ["last", "[SEP]"],
  ["same word", "same word"],
  ["broad", "broad"],
  ["effect", "effect"]
]);
var OF_WEIGHTS = [...MEASURES.slice(0, 3), "last", ...MEASURES.slice(3)];
var MEASURE_NAMES = [...OF_WEIGHTS, "effect"];
function measureInSentence(rows, tokens) {
  const last = tokens.length - 1;
  return {
    ...measureHead(rows, tokens, tokens),
    last: mean(rows.slice(0, last).map((row) => row[last]))
  };
}
var sortHeads = (values) => rankDescending(values);
var cosine = (one, other) => dot(one, other);
var formatCosine = (x) => x < 1 && x > 0.9999 ? "above 0.9999" : formatFixed(x, 4);
var quoteSentence = (text) => `“${text}”`;
function describeHead({ tokens, weights }, head, query) {
  const nHeads = weights[0].length;
  const row = weights[Math.floor(head / nHeads)][head % nHeads][query];
  const name = formatHead(head, nHeads, weights.length);
  const top = describeTop(row, (j) => formatToken(tokens, j), "weight", "most to ");
  return `From ${formatToken(tokens, query)}, ${name} attends ${top}.`;
}
function describeBefore(before, word, head, query) {
  const at = before.tokens[query] === word ? query : before.tokens.indexOf(word);
  if (at < 0) return "";
  const said = describeHead(before, head, at);
  return `In ${quoteSentence(before.text)}: ${said[0].toLowerCase()}${said.slice(1)}`;
}
function describeOff(off, changed, { nHeads, nLayers }) {
  if (off.length === 0) return "";
  const names = [...off].sort((a, b) => a - b).map((head) => formatHead(head, nHeads, nLayers));
  const who = names.length > 3 ? `these ${names.length} heads` : names.join("; ");
  if (changed === null) return `To compute the sentence without ${who}, load the model.`;
  return `Without ${who}, the sentence's vector has a cosine of ${formatCosine(changed)} with the whole one.`;
}
function describeOrder(by, values, nHeads) {
  const name = SORTS.get(by);
  if (values.length === 0) return `Sorted by ${name}.`;
  const [first] = sortHeads(values);
  const who = formatHead(first, nHeads, values.length / nHeads);
  return `Sorted by ${name}: first ${who}, with ${formatFixed(values[first])}.`;
}
var titlesOf = (nLayers, nHeads) => upTo(nLayers).map(() => upTo(nHeads).map((head) => `head ${head}`));

// src/sentence_view/word_pieces.js
var SPECIAL = /(\[(?:CLS|SEP|UNK|PAD|MASK)\])/;
var MAX_WORD_CHARACTERS = 100;
var isChinese = (code) => code >= 19968 && code <= 40959 || code >= 13312 && code <= 19903 || code >= 131072 && code <= 173791 || code >= 173824 && code <= 177983 || code >= 177984 && code <= 178207 || code >= 178464 && code <= 183983 || code >= 63744 && code <= 64255 || code >= 194560 && code <= 195103;
function clean(sign) {
  if (/[\t\n\r]/.test(sign)) return " ";
  if (sign === "�" || /[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/u.test(sign)) return "";
  if (/\p{White_Space}/u.test(sign)) return " ";
  return isChinese(sign.codePointAt(0) ?? 0) ? ` ${sign} ` : sign;
}
function splitWords(text) {
  const cleaned = Array.from(text, clean).join("");
  const bare = cleaned.normalize("NFD").replace(/\p{Mn}/gu, "");
  const lower = Array.from(bare, (sign) => sign.toLowerCase()).join("");
  return lower.match(/[\p{P}$+<=>^`|~]|[^\p{P}$+<=>^`|~\p{White_Space}]+/gu) ?? [];
}
function makeWordPieces(vocabulary) {
  const ids = new Map(vocabulary.map((piece, id) => [piece, id]));
  const idOf = (piece) => (
    /** @type {number} */
    ids.get(piece)
  );
  const idsOfWord = (word) => {
    const signs = Array.from(word);
    const found = [];
    if (signs.length > MAX_WORD_CHARACTERS) return [idOf("[UNK]")];
    for (let from = 0; from < signs.length; ) {
      let to = signs.length;
      const piece = () => (from > 0 ? "##" : "") + signs.slice(from, to).join("");
      while (to > from && !ids.has(piece())) to--;
      if (to === from) return [idOf("[UNK]")];
      found.push(idOf(piece()));
      from = to;
    }
    return found;
  };
  return {
    /** Returns the ids of a sentence's pieces, between those of [CLS] and [SEP]. @param {string} text */
    encode(text) {
      const middle = text.split(SPECIAL).flatMap((part, i) => i % 2 ? [idOf(part)] : splitWords(part).flatMap(idsOfWord));
      return [idOf("[CLS]"), ...middle, idOf("[SEP]")];
    },
    /** @param {number} id */
    piece: (id) => vocabulary[id]
  };
}

// src/sentence_view/view.js
var YOUR_OWN = "your own";
var LOAD_FAILED = "The model could not be loaded. The precomputed sentences still work.";
var NO_MODEL = "Only precomputed sentences are here, because this page was made without the model. In a book that was built with it, you can also type your own sentence.";
var MEASURES_NOTE = "Means over the tokens of this sentence: the weight on the token before, on the next token, on [CLS] and on [SEP] (each from all others), and on other occurrences of the same token; and how even a row is (broad): 1 if all keys get equal weights. Effect: 1 − the cosine of the sentence's vectors with all heads and without this one.";
function sizesOf(get) {
  const [nLayers, nHeads] = get("sentences")[0].weights.shape;
  return { nLayers, nHeads, all: nLayers * nHeads };
}
var CHOICES = {
  text: (given, get) => describeWrongLength(given, get("max_characters")) ? void 0 : given,
  query: (given, get) => parseIndex(given, get("max_tokens")),
  head: (given, get) => parseIndex(given, sizesOf(get).all),
  off: (given, get) => parseIndices(given, sizesOf(get).all),
  sort: (given) => oneOf(given, [...SORTS.keys()])
};
function prepareModel(file) {
  const encoder = readEncoder(file);
  const pieces = makeWordPieces(encoder.vocabulary);
  const read = makeEncoderReader(encoder);
  return { ...pieces, read };
}
function makeText(model, refuse, canType) {
  const texts = model.get("sentences").map(({ text }) => text);
  let ownText = "";
  const picker = makePicker({
    label: "sentence",
    options: canType ? [YOUR_OWN, ...texts] : texts,
    change: (i) => {
      const chosen = canType ? i - 1 : i;
      input.complain("");
      setTraits(model, { text: chosen < 0 ? ownText || model.get("text") : texts[chosen] });
      set();
      if (chosen < 0) input.input.focus();
    }
  });
  const input = makeInput({
    label: "or type your own",
    size: 2,
    long: true,
    refuse,
    change: (text) => {
      ownText = text;
      setTraits(model, { text });
    }
  });
  const node = make("div", { class: "mha-sentence-input" }, picker.node);
  if (canType) node.append(input.node);
  const set = () => {
    const text = model.get("text");
    const index = texts.indexOf(text);
    picker.set(canType ? index + 1 : Math.max(0, index));
    input.set(text);
  };
  return { node, set, input };
}
function makeLoad(bytes) {
  const button = make("button", { type: "button" }, `Load the model: ${formatBytes(bytes)}, once`);
  const bar = make("progress", { max: 1, value: 0, "aria-label": "loaded" });
  const status = make("span", { role: "status" });
  bar.hidden = true;
  const node = make("div", { class: "mha-load" }, button, bar, status);
  return { node, button, bar, status };
}
function makeHeads(model, titles) {
  const nHeads = titles[0].length;
  const overview = makeOverview(
    titles,
    (layer, head) => setTraits(model, { head: layer * nHeads + head })
  );
  const sort = makeChoice({
    label: "order",
    options: [...SORTS].map(([value, text]) => ({ value, text })),
    change: (value) => setTraits(model, { sort: value })
  });
  const title = make("span");
  const map = makeHeatmap(title, [], []);
  const group = make("div", { role: "group", tabindex: 0 }, map.node);
  const names = MEASURE_NAMES.map((name) => (
    /** @type {string} */
    SORTS.get(name)
  ));
  const bars = makeBarTable("This head", [], names);
  const words = make("details", { class: "mha-more" }, make("summary", {}, "what is measured"));
  words.append(MEASURES_NOTE);
  const seen = make("div", {}, overview.node, group, make("div", {}, bars.node, words));
  const waiting = make("p", { class: "mha-note" });
  const node = make("div", { class: "mha-gallery" }, sort.node, waiting, seen);
  const wait = (left) => {
    waiting.hidden = left === 0;
    write(waiting, left > 0 ? `Computing the effects of ${left} heads …` : "");
  };
  return { node, overview, sort, title, map, group, bars, wait };
}
function setup(root, model, _, redraw) {
  const maxTokens = model.get("max_tokens");
  const sentences = model.get("sentences");
  const sizes = sizesOf(model.get);
  const { nLayers, nHeads } = sizes;
  const built = findModel();
  let ready = null;
  let loading = false;
  const load = makeLoad(built ? bytesToLoad(built) : 0);
  load.button.addEventListener("click", async () => {
    if (!built || loading) return;
    loading = true;
    load.bar.hidden = false;
    write(load.status, "loading …");
    try {
      const file = await loadFile(built, (done) => {
        load.bar.value = done;
      });
      ready = prepareModel(file);
      const focused = document.activeElement === load.button;
      load.node.remove();
      if (focused) text.input.input.focus();
      redraw();
    } catch {
      load.bar.hidden = true;
      write(load.status, LOAD_FAILED);
    }
    loading = false;
  });
  const wrongIn = (typed) => {
    const wrong = describeWrongLength(typed, model.get("max_characters"));
    if (wrong || !ready) return wrong;
    const { length } = ready.encode(typed);
    return length > maxTokens ? `That is ${length} tokens; the limit is ${maxTokens}.` : "";
  };
  const text = makeText(model, wrongIn, built !== null);
  const missing = make("p", { class: "mha-note" });
  const chips = makeChips(
    (query) => {
      if (query >= 0 && query < now.shown.tokens.length) setTraits(model, { query });
    },
    () => now.query,
    false
  );
  const toggle = makeButton("", () => {
    const [off, head] = [model.get("off"), model.get("head")];
    const others = ready ? off.filter((other) => other !== head) : [];
    setTraits(model, { off: off.includes(head) ? others : [...others, head] });
  });
  const allOn = makeButton("all on", () => {
    setTraits(model, { off: [] });
    toggle.focus({ preventScroll: true });
  });
  const switches = make("div", { class: "mha-cost" }, toggle);
  const heads = makeHeads(model, titlesOf(nLayers, nHeads));
  const layerTitle = make("p", { class: "mha-layer-title" });
  let topKeys2 = makeTopKeys([]);
  const layer = make("div", { class: "mha-layer-heads" }, layerTitle, topKeys2.node);
  root.append(text.node, built ? load.node : make("p", { class: "mha-note" }, NO_MODEL), missing);
  root.append(chips.node);
  const say = makeLiveRegion(root);
  root.append(switches, heads.node, makeColorBar("weights", "0", "1", "one scale for all"), layer);
  onArrows(
    heads.group,
    (down) => {
      const query = now.query + down;
      if (query >= 0 && query < now.shown.tokens.length) setTraits(model, { query });
    },
    false
  );
  heads.map.onPoint(([query]) => setTraits(model, { query }));
  const unpacked = /* @__PURE__ */ new Map();
  const unpackOnce = ({ text: text2, tokens, weights }) => {
    if (!unpacked.has(text2)) unpacked.set(text2, { text: text2, tokens, weights: unpack(weights) });
    return (
      /** @type {ReadSentence} */
      unpacked.get(text2)
    );
  };
  let begun = false;
  let effects = { text: "", values: (
    /** @type {number[]} */
    []
  ) };
  let now = {
    shown: unpackOnce(sentences[0]),
    before: null,
    asked: 0,
    query: 0,
    off: [],
    changed: null,
    wanted: true
  };
  const idsOf = ({ encode }, typed) => {
    const ids = encode(typed);
    const end = (
      /** @type {number} */
      ids.at(-1)
    );
    return ids.length > maxTokens ? [...ids.slice(0, maxTokens - 1), end] : ids;
  };
  function* compute() {
    const { text: typed, off } = traits(model, "text", "off");
    const known = sentences.find((sentence) => sentence.text === typed);
    let shown = now.shown;
    let changed = null;
    const wanted = known !== void 0 || ready !== null;
    if (known) shown = unpackOnce(known);
    else if (!ready) shown = unpackOnce(sentences[0]);
    if (ready && (!known || off.length > 0)) {
      const ids = idsOf(ready, typed);
      const whole = yield* ready.read(ids);
      const run = off.length > 0 ? yield* ready.read(ids, off) : whole;
      shown = { text: typed, tokens: ids.map(ready.piece), weights: run.weights };
      changed = cosine(whole.vector, run.vector);
    } else if (known && off.length === 1) changed = known.without[off[0]];
    const sameText = shown.text === now.shown.text;
    const index = sentences.findIndex((sentence) => sentence.text === shown.text);
    if (effects.text !== shown.text) {
      const without = sentences[index]?.without ?? Array(sizes.all).fill(Number.NaN);
      effects = { text: shown.text, values: without.map((x) => 1 - x) };
    }
    const compared = sentences[index < 0 ? 0 : index - 1];
    const before = compared ? unpackOnce(compared) : null;
    const [asked, last] = [model.get("query"), shown.tokens.length - 1];
    let query = Math.min(asked, last);
    const word = now.shown.tokens[now.query];
    const follows = begun && !sameText && asked === now.asked && shown.tokens[query] !== word;
    if (follows && shown.tokens.includes(word)) {
      query = shown.tokens.indexOf(word);
      setTraits(model, { query });
    }
    now = { shown, before, asked: model.get("query"), query, off, changed, wanted };
    begun = true;
  }
  function* computeEffects(wanted, report) {
    const { text: typed, values } = effects;
    const left = wanted.filter((k) => Number.isNaN(values[k]));
    if (!ready || left.length === 0) return;
    const ids = idsOf(ready, typed);
    const { vector } = yield* ready.read(ids);
    for (const [done, k] of left.entries()) {
      report?.(left.length - done);
      const without = yield* ready.read(ids, [k]);
      values[k] = 1 - cosine(vector, without.vector);
    }
  }
  const valuesOf = (name) => {
    if (name === "effect") return effects.values;
    const { tokens, weights } = now.shown;
    return weights.flat().map((rows) => measureInSentence(rows, tokens)[name]);
  };
  let [drawnTokens, painted, sorted] = [
    "",
    /** @type {unknown} */
    null,
    ""
  ];
  function* draw() {
    text.set();
    heads.wait(0);
    yield* compute();
    const { shown, before, query, off, changed, wanted } = now;
    const { tokens, weights } = shown;
    const head = model.get("head");
    const [l, h] = [Math.floor(head / nHeads), head % nHeads];
    const wrong = wrongIn(model.get("text"));
    if (wrong) text.input.complain(wrong);
    const needs = `${quoteSentence(model.get("text"))} is not precomputed. ${built ? "Load the model to see it." : ""}`;
    write(missing, wanted ? "" : needs.trim());
    missing.hidden = wanted;
    root.classList.toggle("mha-stale", !wanted);
    if (drawnTokens !== tokens.join(" ")) {
      drawnTokens = tokens.join(" ");
      heads.map.label(tokens, tokens);
      const table = makeTopKeys(tokens);
      topKeys2.node.replaceWith(table.node);
      topKeys2 = table;
      yield;
    }
    chips.draw(tokens, weights[l][h][query], off.includes(head));
    const isOff = off.includes(head);
    write(toggle, isOff ? "switch this head on" : "switch this head off");
    toggle.setAttribute("aria-pressed", String(isOff));
    if (off.length > 0) switches.append(allOn);
    else allOn.remove();
    const lines = weights[l].map((rows, i) => ({
      title: `head ${i}`,
      row: rows[query],
      what: (
        /** @type {const} */
        "weight"
      ),
      chosen: i === h
    }));
    write(layerTitle, `All heads of layer ${l}, from ${formatToken(tokens, query)}`);
    topKeys2.draw(lines);
    const typing = document.activeElement === text.input.input;
    say.node.setAttribute("aria-live", typing ? "off" : "polite");
    const said = [
      describeHead(shown, head, query),
      before ? describeBefore(before, tokens[query], head, query) : "",
      describeOff(off, changed, sizes)
    ];
    say(...said);
    write(heads.title, `layer ${l}, head ${h}`);
    heads.group.setAttribute(
      "aria-label",
      `${heads.title.textContent}; arrow up and down choose the query`
    );
    heads.map.draw(weights[l][h], "weights", 0, 1);
    heads.map.mark(query);
    heads.overview.choose(l, h);
    const measures = measureInSentence(weights[l][h], tokens);
    const drawBars = () => {
      const values = MEASURE_NAMES.map(
        (name) => name === "effect" ? effects.values[head] : measures[name]
      );
      heads.bars.draw(
        values.map((x) => [Number.isNaN(x) ? "…" : formatFixed(x)]),
        values.map((x) => Math.min(1, Math.max(0, x || 0)))
      );
    };
    drawBars();
    yield;
    if (sorted === "") heads.overview.sort();
    if (painted !== weights) {
      painted = null;
      yield* heads.overview.paint(weights, ["weights", 0, 1]);
      painted = weights;
    }
    const by = model.get("sort");
    heads.sort.set(by);
    yield* computeEffects([head]);
    drawBars();
    if (by === "effect") {
      yield* computeEffects(upTo(sizes.all), heads.wait);
      heads.wait(0);
    }
    const key = `${by} ${drawnTokens} ${off}`;
    if (sorted !== key) {
      const all = by === BY_LAYER ? [] : valuesOf(by);
      yield;
      if (all.length > 0) heads.overview.sort(sortHeads(all), all);
      else heads.overview.sort();
      say(...said, { heard: describeOrder(by, all, nHeads) });
      sorted = key;
    }
  }
  return {
    observes: namesOf(CHOICES),
    draw,
    stateForTests: () => {
      finish(compute());
      const { shown, before, query, off, changed, wanted } = now;
      return {
        loaded: ready !== null,
        text: shown.text,
        tokens: shown.tokens,
        weights: shown.weights.map((heads2) => heads2.map((rows) => rows.map((row) => [...row]))),
        before: before?.text ?? null,
        query,
        off,
        changed,
        cosine: changed === null ? "" : formatCosine(changed),
        effects: effects.values,
        wanted
      };
    }
  };
}
var view_default = withLink(makeWidget("A real model's attention in a sentence", setup), CHOICES);
export {
  view_default as default
};
