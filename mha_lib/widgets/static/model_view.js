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
function makeRows(lines) {
  return lines.map(([first, ...others]) => {
    const cells = others.map((text) => make("td", {}, text));
    return make("tr", {}, make("th", { scope: "row" }, first), ...cells);
  });
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
  const run2 = () => {
    const end = performance.now() + SLICE_MS;
    while (work && !work.next().done) {
      if (performance.now() < end) continue;
      timer = setTimeout(run2);
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
      run2();
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
function makeButton(text, press) {
  const button = make("button", { type: "button" }, text);
  button.addEventListener("click", press);
  return button;
}
function makeInput({ label, size, long = false, refuse: refuse2, change }) {
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
    complain(refuse2(text));
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
var toggled = (list, number) => list.includes(number) ? list.filter((other) => other !== number) : [...list, number];
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
var argmax = (list) => list.indexOf(largest(list));
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
function formatWeight(weight) {
  return weight >= 0.995 ? "1" : formatFixed(weight).slice(1);
}
var formatCount = (n) => n.toLocaleString("en-US");
var formatToken = (tokens, position) => `“${tokens[position]}” (${position})`;
function formatHead(head, perLayer, nLayers) {
  const name = `head ${head % perLayer}`;
  return nLayers > 1 ? `layer ${Math.floor(head / perLayer)}, ${name}` : name;
}
function formatPercent(fraction) {
  if (fraction > 0 && fraction < 0.01) return "below 1%";
  return fraction > 0.99 && fraction < 1 ? "above 99%" : `${Math.round(100 * fraction)}%`;
}
function formatCountOf(n, thing) {
  return `${n} ${thing}${n === 1 ? "" : "s"}`;
}
function formatList(words) {
  return [words.slice(0, -1).join(", "), words.at(-1)].filter(Boolean).join(" and ");
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
  const refuse2 = (wrong) => ({ values: null, wrong });
  if (query.length > MAX_QUERY_CHARACTERS)
    return refuse2(`it is longer than ${MAX_QUERY_CHARACTERS} characters`);
  const given = [...new URLSearchParams(query)];
  const strange = given.find(([name]) => !Object.hasOwn(choices, name));
  if (strange) return refuse2(`nothing here is called “${short(strange[0])}”`);
  const values = {};
  const now = (name) => Object.hasOwn(values, name) ? values[name] : get(name);
  for (const [name, rule] of Object.entries(choices)) {
    const texts = given.filter(([choice]) => choice === name).map(([, text]) => text);
    if (texts.length === 0) return refuse2(`${name} is missing`);
    if (texts.length > 1) return refuse2(`${name} is given ${formatTimes(texts.length)}`);
    const value = rule(texts[0], now);
    if (value === void 0) return refuse2(`${name} cannot be “${short(texts[0])}”`);
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
function withLink(widget2, choices, settle2 = () => ({})) {
  const names = (
    /** @type {(keyof State & string)[]} */
    namesOf(choices)
  );
  const render = (given) => {
    const { model, el, link } = given;
    if (!link) return widget2.render(given);
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
    const stop = widget2.render({ ...given, openedByLink: !!opened?.values });
    const root = (
      /** @type {HTMLElement} */
      el.querySelector(".mha")
    );
    const folds = makeFolds(root);
    const row = makeRow(
      root,
      () => formatFragment(link, { ...now(), ...settle2(model.get), ...folds.get() })
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
  return { ...widget2, choices, settle: settle2, render };
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
  const refuse2 = (wrong) => {
    refused.textContent = wrong && `The link does not fit this page: ${wrong}.`;
  };
  return { clear, refuse: refuse2 };
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

// src/shared/model.js
var headsPerLayer = (model) => model.layers[0].W_Q.length;
var allHeads = (model) => upTo(model.layers.length * headsPerLayer(model));
var layerOfHead = (model, head) => Math.floor(head / headsPerLayer(model));
var headsOfLayer = (model, layer) => upTo(headsPerLayer(model)).map((h) => layer * headsPerLayer(model) + h);
var headName = (model, head) => formatHead(head, headsPerLayer(model), model.layers.length);
var headMatrix = (model, name, head) => model.layers[layerOfHead(model, head)][name][head % headsPerLayer(model)];
var featureNames = (model, layer) => layer === 0 || model.residual ? model.features : numberNames(model.features);
function multiply(a, b) {
  return a.map((row) => {
    const out = new Array(b[0].length).fill(0);
    for (let k = 0; k < b.length; k++) {
      for (let j = 0; j < out.length; j++) out[j] += row[k] * b[k][j];
    }
    return out;
  });
}
var add = (a, b) => a.map((row, i) => row.map((x, j) => x + b[i][j]));
var transpose = (a) => a[0].map((_, j) => columnAt(a, j));
function runHead(x, { W_Q, W_K, W_V, W_O }, h, causal, off) {
  const [Q, K, V] = [W_Q, W_K, W_V].map((matrices) => multiply(x, matrices[h]));
  const root = Math.sqrt(Q[0].length);
  const scores = multiply(Q, transpose(K)).map(
    (row, i) => row.map((score, j) => causal && j > i ? Number.NEGATIVE_INFINITY : score / root)
  );
  const weights = scores.map((row) => softmax(row, row.slice()));
  const average = multiply(weights, V);
  const through = multiply(average, W_O[h]);
  const written = off ? through.map((row) => row.map(() => 0)) : through;
  return { Q, K, V, scores, weights, average, written };
}
var embed = ({ letter_vectors, positions }, text) => text.map(
  (letter, position) => letter_vectors[letter].map((value, j) => value + positions[position][j])
);
function runLayers(x, layers, { residual, causal, off = [] }) {
  const heads = [];
  const sums = [];
  for (const layer of layers) {
    const input = sums.at(-1) ?? x;
    const before = heads.length;
    const layerHeads = layer.W_Q.map(
      (_, h) => runHead(input, layer, h, causal, off.includes(before + h))
    );
    const parts = layerHeads.map(({ written }) => written);
    heads.push(...layerHeads);
    sums.push((residual ? [input, ...parts] : parts).reduce(add));
  }
  return { x, heads, sums };
}
var computeLogits = (model, rows) => multiply(rows, model.readout).map((row) => row.map((logit, a) => logit + model.bias[a]));
function run(model, text, off) {
  const { layers, residual, causal } = model;
  const { x, heads, sums } = runLayers(embed(model, text), layers, { residual, causal, off });
  const logits = computeLogits(model, sums[sums.length - 1]);
  const n = model.letter_vectors.length;
  const answers = logits.map(
    (row) => upTo(row.length / n).flatMap((k) => softmax(row.slice(k * n, (k + 1) * n), []))
  );
  return { x, heads, sums, logits, answers };
}
function stageNumbers(stages, stage, index) {
  if (stage === "sum") return stages.sums[index];
  return stage === "x" || stage === "logits" || stage === "answers" ? stages[stage] : stages.heads[index]?.[stage];
}
function stageSizes({ layers, readout, bias }, positions) {
  const heads = layers.length * layers[0].W_Q.length;
  const [dHead, dValue] = [layers[0].W_Q[0][0].length, layers[0].W_V[0][0].length];
  return {
    x: [1, readout.length],
    Q: [heads, dHead],
    K: [heads, dHead],
    V: [heads, dValue],
    scores: [heads, positions],
    weights: [heads, positions],
    average: [heads, dValue],
    written: [heads, readout.length],
    sum: [layers.length, readout.length],
    logits: [1, bias.length],
    answers: [1, bias.length]
  };
}
var products = (names, left, right) => left.map((a, i) => ({ name: names[i], factors: [a, right[i]], value: a * right[i] }));
var columnAt = (matrix, j) => matrix.map((row) => row[j]);
var numberNames = (list) => Array.from(list, (_, i) => `number ${i}`);
var BLOCKED = "blocked: a position attends only to itself and to earlier ones";
var LARGE_EXPONENT = 9;
function explainSoftmax(scores, position, names, source) {
  const top = largest(scores);
  const less = Math.abs(top) > LARGE_EXPONENT ? top : 0;
  const raised = scores.map((score, i) => {
    const power2 = score - less;
    return { name: names[i], factors: [power2], value: Math.exp(power2) };
  });
  const power = `e to the power of its own${less ? " (less the largest)" : ""}`;
  const softmax2 = `the softmax of the ${source.stage}: ${power}, divided by the sum of all of these`;
  return {
    rule: scores[position] === Number.NEGATIVE_INFINITY ? BLOCKED : softmax2,
    terms: [{ ...raised[position], factors: [] }],
    divisor: total(raised.map(({ value }) => value)),
    raised,
    sources: [source]
  };
}
function explain(model, stages, text, asked, words) {
  const { stage, index, row, column } = asked;
  const value = stageNumbers(stages, stage, index)[row][column];
  const question = { model, stages, text, asked, words };
  if (stage === "x") return { value, ...explainToken(question) };
  if (stage === "sum") return { value, ...explainSum(question) };
  if (stage === "logits" || stage === "answers") return { value, ...explainAnswer(question) };
  return { value, ...explainHead(question, stage) };
}
function explainToken({
  model: { letter_vectors, positions },
  text,
  asked: { row, column },
  words
}) {
  return {
    rule: "the letter's vector plus the position's",
    terms: [
      {
        name: `letter ${words.position(row)}`,
        factors: [],
        value: letter_vectors[text[row]][column]
      },
      { name: `position ${row}`, factors: [], value: positions[row][column] }
    ],
    sources: []
  };
}
function layerInput(stages, layer, row) {
  const source = layer === 0 ? { stage: "x", index: 0, row, rows: 1 } : { stage: "sum", index: layer - 1, row, rows: 1 };
  const name = layer === 0 ? "the token's vector" : `the output of layer ${layer - 1}`;
  return { source, name, numbers: stageNumbers(stages, source.stage, source.index)[row] };
}
function explainProjection({ model, stages, asked: { index, row, column } }, name) {
  const layer = layerOfHead(model, index);
  const input = layerInput(stages, layer, row);
  const weights = columnAt(headMatrix(model, name, index), column);
  return {
    rule: `${input.name} times column ${column} of ${name}`,
    terms: products(featureNames(model, layer), input.numbers, weights),
    sources: [input.source, { stage: name, index, row: 0, rows: weights.length, column }]
  };
}
function explainHead(question, stage) {
  const { model, stages, text, asked, words } = question;
  const { index, row, column } = asked;
  const head = stages.heads[index];
  const positions = text.map((_, i) => words.position(i));
  const seen = model.causal ? row + 1 : positions.length;
  const source = (stage2, row2, rows = 1) => ({ stage: stage2, index, row: row2, rows });
  const reasons = {
    Q: () => explainProjection(question, "W_Q"),
    K: () => explainProjection(question, "W_K"),
    V: () => explainProjection(question, "W_V"),
    scores: () => column >= seen ? { rule: BLOCKED, terms: [], sources: [] } : {
      rule: "the dot product of query and key, divided by the square root of their width",
      terms: products(numberNames(head.Q[row]), head.Q[row], head.K[column]),
      divisor: Math.sqrt(head.Q[row].length),
      sources: [source("Q", row), source("K", column)]
    },
    weights: () => explainSoftmax(head.scores[row], column, positions, source("scores", row)),
    average: () => ({
      rule: `weight times value, added over all tokens${model.causal ? " so far" : ""}`,
      terms: products(positions, head.weights[row], columnAt(head.V, column)).slice(0, seen),
      sources: [source("weights", row), { ...source("V", 0, seen), column }]
    }),
    written: () => {
      const weights = columnAt(headMatrix(model, "W_O", index), column);
      const block = { stage: "W_O", index, row: 0, rows: weights.length, column };
      return {
        rule: `the average times column ${column} of W_O`,
        terms: products(numberNames(head.average[row]), head.average[row], weights),
        sources: [source("average", row), block]
      };
    }
  };
  return reasons[stage]();
}
function explainSum({ model, stages, asked: { index: layer, row, column } }) {
  const heads = headsOfLayer(model, layer);
  const terms = heads.map((h) => ({
    name: headName(model, h),
    factors: (
      /** @type {number[]} */
      []
    ),
    value: stages.heads[h].written[row][column]
  }));
  const sources = heads.map((h) => ({ stage: "written", index: h, row, rows: 1 }));
  if (!model.residual) return { rule: "what the heads add up to", terms, sources };
  const { source, name, numbers } = layerInput(stages, layer, row);
  return {
    rule: "what came in, and what each head adds",
    terms: [{ name, factors: [], value: numbers[column] }, ...terms],
    sources: [source, ...sources]
  };
}
function explainAnswer({ model, stages, asked: { stage, row, column }, words: { alphabet } }) {
  const depth = model.layers.length;
  if (stage === "logits") {
    const { source, numbers } = layerInput(stages, depth, row);
    return {
      rule: "the sum times a column of the readout, and a bias",
      terms: products(featureNames(model, depth), numbers, columnAt(model.readout, column)),
      bias: model.bias[column],
      sources: [source]
    };
  }
  const from = alphabet.length * Math.floor(column / alphabet.length);
  const logits = stages.logits[row].slice(from, from + alphabet.length);
  return explainSoftmax(logits, column - from, alphabet, {
    stage: "logits",
    index: 0,
    row,
    rows: 1
  });
}
function describeHeadsOff(model, off) {
  const on = allHeads(model).filter((h) => !off.includes(h));
  if (model.residual) {
    const rest = "each position answers from its own token and the bias";
    return on.length > 0 ? "" : `No head is on: ${rest}.`;
  }
  const layers = upTo(model.layers.length);
  const empty = layers.find((layer) => on.every((h) => layerOfHead(model, h) !== layer));
  if (empty === void 0) return "";
  const which = on.length > 0 ? `No head of layer ${empty}` : "No head";
  return `${which} is on: the bias alone answers, the same at every position.`;
}
function trace(model, stages, text, row, answer, off) {
  const n = model.letter_vectors.length;
  const from = n * Math.floor(answer / n);
  const mean = (list) => total(list.slice(from, from + n)) / n;
  const readout = model.readout.map((line) => line[answer] - mean(line));
  const last = model.layers.length - 1;
  const heads = model.residual ? allHeads(model) : headsOfLayer(model, last);
  const parts = heads.filter((h) => !off.includes(h)).flatMap((h) => traceHead(model, stages, row, h, readout));
  const token = [model.letter_vectors[text[row]], model.positions[row]].map(
    (line) => dot(line, readout)
  );
  return {
    bias: model.bias[answer] - mean(model.bias),
    parts,
    token: model.residual ? { letter: token[0], position: token[1] } : {}
  };
}
function traceHead(model, stages, row, head, readout) {
  const { weights, V } = stages.heads[head];
  const through = headMatrix(model, "W_O", head).map((line) => dot(line, readout));
  const seen = model.causal ? row + 1 : weights.length;
  return weights[row].slice(0, seen).map((weight, position) => {
    const contribution = dot(V[position], through);
    return { head, position, weight, contribution, value: weight * contribution };
  });
}
var MIN_ATTENDED_WEIGHT = 0.25;
function findEarlierStep(model, stages, row, off) {
  const last = model.layers.length - 1;
  const on = allHeads(model).filter((h) => !off.includes(h));
  const lastHeads = on.filter((h) => layerOfHead(model, h) === last);
  const totalWeights = stages.x.map(
    (_, j) => total(lastHeads.map((h) => stages.heads[h].weights[row][j]))
  );
  const from = argmax(totalWeights);
  if (last === 0 || from === row || totalWeights[from] < MIN_ATTENDED_WEIGHT) return null;
  const attended = on.filter((h) => layerOfHead(model, h) === last - 1).flatMap(
    (head) => stages.heads[head].weights[from].map((weight, position) => ({ head, position, weight }))
  );
  const strong = attended.filter(({ weight }) => weight >= MIN_ATTENDED_WEIGHT);
  return strong.length > 0 ? { from, attended: strong } : null;
}

// src/model_view/task_questions.js
var isNext = (back) => back < 0;
function rightAnswer(text, position, back, k) {
  const asked = isNext(back[k]) ? position + 1 < text.length && hasClue(text, position) : position >= Math.max(...back);
  return asked ? text[position - back[k]] : null;
}
var continuesText = (text, position, back) => isNext(back) && position === text.length - 1;
function repeatedLength(text) {
  const repeats = (n) => text.slice(n) === text.slice(0, -n);
  return upTo(text.length).find((n) => n > 0 && repeats(n)) ?? 0;
}
function hasClue(text, position) {
  const block = repeatedLength(text);
  return block ? position >= block : text.indexOf(text[position]) < position;
}
var formatQuestion = (question, back) => isNext(back) ? `the ${question} letter` : `the letter ${question}`;
function explainUnasked(text, position, back) {
  if (rightAnswer(text, position, back, 0) !== null) return "";
  if (!isNext(back[0]))
    return "Too few letters come before this position, so nothing was asked here.";
  if (continuesText(text, position, back[0]))
    return "The text ends here: this is how it would go on.";
  if (repeatedLength(text)) return "Nothing has repeated yet, so there is nothing to go by.";
  return `There is no earlier “${text[position]}”, so there is nothing to go by.`;
}

// src/model_view/answers.js
var TERMS_SHOWN = 4;
var MIN_MARKED_FRACTION = 0.15;
var MIN_SECOND_WEIGHT = 0.25;
function answerProbabilities(run2, position, k, { alphabet }) {
  return run2.answers[position].slice(k * alphabet.length, (k + 1) * alphabet.length);
}
function markAnswer(right, letter) {
  if (right === null) return { kind: "mha-unasked", mark: "" };
  return letter === right ? { kind: "mha-right-answer", mark: "✓" } : { kind: "mha-wrong-answer", mark: "✗" };
}
function answersToQuestion(k, { run: run2, text, task }) {
  return upTo(text.length).map((position) => {
    const right = rightAnswer(text, position, task.back, k);
    if (right === null && !continuesText(text, position, task.back[k])) return null;
    const id = argmax(answerProbabilities(run2, position, k, task));
    return { id, letter: task.alphabet[id], right, ...markAnswer(right, task.alphabet[id]) };
  });
}
function describeAnswers(k, answers, { text, task: { questions, back } }) {
  const known = answers.filter((answer) => answer && answer.right !== null);
  const wrong = answers.flatMap(
    (answer, position) => answer?.mark === "✗" ? [`“${answer.letter}” at ${formatToken(text, position)}`] : []
  );
  const hits = `${known.length - wrong.length} of ${known.length} right`;
  return [
    `${formatQuestion(questions[k], back[k])}? ${hits}`,
    wrong.length > 0 ? ` Wrong: ${wrong.join(", ")}.` : ""
  ];
}
var formatAnswer = (answer, { alphabet, questions }) => `“${alphabet[answer % alphabet.length]}” ${questions[Math.floor(answer / alphabet.length)]}`;
function logitTerms({ parts, token }, { model, text }) {
  const fromHeads = parts.map(({ head, position, weight, contribution, value }) => {
    const who = headName(model, head);
    const where = `from ${formatToken(text, position)}`;
    const product = `${formatWeight(weight)} × ${formatFixed(contribution)}`;
    return { name: `${who}, ${where}`, source: `${where}, through ${who}`, product, value };
  });
  const rest = Object.entries(token).map(([what, value]) => {
    const name = `the token's own ${what}`;
    return { name, source: `from ${name}`, product: "", value };
  });
  const all = [...fromHeads, ...rest];
  return descending(all.map(({ value }) => Math.abs(value))).map((i) => all[i]);
}
function describeSource(answer, parts) {
  const top = parts.find(({ value }) => value > 0);
  return top ? `${answer} comes mainly ${top.source}.` : `Nothing that it attends to raises ${answer}.`;
}
function formatTerms(parts, bias) {
  const values = parts.map(({ value }) => value);
  const rest = values.slice(TERMS_SHOWN);
  return [
    ...parts.slice(0, TERMS_SHOWN).map(({ name, product, value }) => [name, product, formatFixed(value)]),
    ...rest.length > 0 ? [[`all the rest, ${formatCountOf(rest.length, "term")}`, "", formatFixed(total(rest))]] : [],
    ["bias", "", formatFixed(bias)],
    ["sum", "", formatFixed(bias + total(values))]
  ];
}
var formatAttended = (text, position, weight) => `${formatToken(text, position)} with ${formatFixed(weight)}`;
function describeAttention({ model, run: run2, text, position, off }) {
  const attended = run2.heads.map(({ weights }, h) => {
    if (off.includes(h)) return `${headName(model, h)} is off`;
    const [first, second] = descending(weights[position]);
    const positions = weights[position][second] > MIN_SECOND_WEIGHT ? [first, second] : [first];
    const named = positions.map((j) => formatAttended(text, j, weights[position][j]));
    return `${headName(model, h)} attends to ${formatList(named)}`;
  });
  return `From ${formatToken(text, position)}: ${attended.join("; ")}.`;
}
function describeGuesses({ run: run2, text, position, task }) {
  const guesses = task.questions.map((question, k) => {
    const start = k === 0 ? question[0].toUpperCase() + question.slice(1) : question;
    const letter = task.alphabet[argmax(answerProbabilities(run2, position, k, task))];
    const { mark } = markAnswer(rightAnswer(text, position, task.back, k), letter);
    return `${start} it says “${letter}”${mark && (mark === "✓" ? ", right" : ", wrong")}`;
  });
  const why = explainUnasked(text, position, task.back);
  return `${guesses.join("; ")}.${why && ` ${why}`}`;
}
function describeEarlierLayer({ model, text, before }) {
  if (!before) return "";
  const attended = before.attended.map(
    ({ head, position, weight }) => `${formatAttended(text, position, weight)} (${headName(model, head)})`
  );
  const from = formatToken(text, before.from);
  return `Dashed: before that, ${from} itself had attended to ${formatList(attended)}.`;
}
var describePosition = (view) => [
  describeAttention(view),
  describeEarlierLayer(view),
  describeGuesses(view)
];
function attentionByHead({ model, run: run2, position, off, before }, trace2) {
  const parts = trace2?.parts ?? [];
  const values = [...parts.map(({ value }) => value), ...Object.values(trace2?.token ?? {})];
  const least = MIN_MARKED_FRACTION * total(values.map((value) => Math.max(0, value)));
  return run2.heads.map(({ weights }, h) => {
    const strong = parts.filter(({ head, value }) => head === h && value > least);
    const earlier = (before?.attended ?? []).filter(({ head }) => head === h);
    return {
      name: headName(model, h),
      weights: weights[position],
      off: off.includes(h),
      below: model.layers.length > 1 ? layerOfHead(model, h) === 0 : h % 2 === 1,
      lit: new Set(strong.map((part) => part.position)),
      before: earlier.map((look) => ({ ...look, from: before?.from ?? position }))
    };
  });
}

// src/model_view/letters.js
var LETTER_WIDTH = 40;
var [MIN_LETTERS, ARC_HEIGHT] = [12, 56];
var [ARC_SHIFT, ARC_FLATTENING] = [12, 0.8];
var [MIN_STROKE, MAX_STROKE] = [1.2, 11];
var MIN_ARC_WEIGHT = 0.02;
var MIN_NUMBER_WEIGHT = 5e-3;
function arc(from, to, { height, lane, lanes }) {
  const aside = (lane - (lanes - 1) / 2) * Math.min(ARC_SHIFT, LETTER_WIDTH / 2 / lanes);
  const [a, b] = [from, to].map((position) => (position + 0.5) * LETTER_WIDTH + aside);
  if (from === to) return `M${a - 7} 0C${a - 15} -22 ${a + 15} -22 ${a + 7} 0`;
  const top = -Math.min(height / 0.78, 18 + 15 * Math.abs(from - to)) * ARC_FLATTENING ** lane;
  return `M${a} 0C${a} ${top} ${b} ${top} ${b} 0`;
}
function formatAttended2(weights, text) {
  const positions = descending(weights).filter((j) => weights[j] >= MIN_NUMBER_WEIGHT);
  return positions.map((j) => `${formatToken(text, j)} with ${formatFixed(weights[j])}`).join(", ");
}
var strokeWidth = (weight) => MIN_STROKE + (MAX_STROKE - MIN_STROKE) * weight;
function makeHeadRow(head, length) {
  const cells = upTo(length).map(() => make("span", { "aria-hidden": "true" }));
  const words = make("span", { class: "mha-row-title", "aria-hidden": "true" });
  const heard = make("span", { class: "mha-screen-reader" });
  const line = make("div", { class: "mha-line" }, ...cells);
  const node = make("div", { class: "mha-letter-row" }, words, heard, line);
  const arcs = makeDrawing("g", {});
  for (const part of [node, arcs]) colorByHead(part, head);
  const drawArcs = ({ weights, off, lit, before }, position, text, room) => {
    const seen = upTo(off ? 0 : text.length).filter((j) => weights[j] >= MIN_ARC_WEIGHT);
    const looks = seen.map(
      (j) => makeDrawing("path", {
        d: arc(j, position, room),
        "stroke-width": strokeWidth(weights[j]),
        class: lit.size > 0 && !lit.has(j) ? "mha-faded" : null
      })
    );
    const earlier = before.map(
      ({ from, position: position2, weight }) => makeDrawing("path", {
        d: arc(position2, from, room),
        "stroke-width": strokeWidth(weight / 2),
        class: "mha-earlier"
      })
    );
    arcs.replaceChildren(...looks, ...earlier);
  };
  const draw = (look, position, text, room) => {
    const { name, weights, off, lit } = look;
    words.textContent = `${name} ${off ? "is off" : "attends to"}`;
    write(heard, `${words.textContent} ${off ? "" : formatAttended2(weights, text)}`);
    node.classList.toggle("mha-off", off);
    cells.forEach((cell, j) => {
      const weight = off ? 0 : weights[j] ?? 0;
      cell.textContent = weight < MIN_NUMBER_WEIGHT ? "" : formatWeight(weight);
      cell.classList.toggle("mha-highlighted", lit.has(j));
      setStyle(cell, { fill: `${Math.round(100 * weight)}%` });
    });
    drawArcs(look, position, text, room);
  };
  return { node, arcs, draw };
}
var slotsFor = (text, length) => Math.min(length, Math.max(MIN_LETTERS, text.length));
function makeRowLayout(node, length) {
  return (text) => {
    const slots = slotsFor(text, length);
    setStyle(node, { slots });
    for (const line of node.querySelectorAll(".mha-line")) {
      [...line.children].forEach((cell, i) => {
        cell.toggleAttribute("hidden", i >= slots);
      });
    }
    return slots;
  };
}
function makeLetters(length, nHeads, go, chosen) {
  const buttons = upTo(length).map((position) => {
    const button = make("button", { type: "button", tabindex: -1 });
    button.addEventListener("click", () => go(position));
    return button;
  });
  const parts = upTo(nHeads).map((head) => makeHeadRow(head, length));
  const groups2 = [0, 1].map(() => makeDrawing("g", {}));
  const drawings = groups2.map((group) => makeDrawing("svg", { "aria-hidden": "true" }, group));
  const row = make("div", { class: "mha-line mha-text" }, ...buttons);
  const label = "letters; arrow left and right choose a position";
  const attributes = { class: "mha-letters", role: "group", tabindex: 0, "aria-label": label };
  const node = make("div", attributes, drawings[0], row, drawings[1]);
  const setLayout = makeRowLayout(node, length);
  onArrows(node, (down, right) => {
    go(chosen() + (right || down));
    buttons[chosen()].scrollIntoView({ block: "nearest", inline: "nearest" });
  });
  let arranged = "";
  const arrange = (looks) => {
    const key = looks.map(({ below: below2 }) => Number(below2)).join("");
    if (key === arranged) return;
    arranged = key;
    const sides = [false, true].map((side) => parts.filter((_, h) => looks[h]?.below === side));
    groups2.forEach((group, i) => {
      group.replaceChildren(...sides[i].map(({ arcs }) => arcs));
    });
    const [above, below] = sides.map((side) => side.map((part) => part.node));
    node.replaceChildren(...above, drawings[0], row, drawings[1], ...below);
    drawings.forEach((drawing, i) => {
      drawing.toggleAttribute("hidden", sides[i].length === 0);
    });
  };
  const draw = (text, position, looks) => {
    arrange(looks);
    const slots = setLayout(text);
    const heights = [ARC_HEIGHT * slots / MIN_LETTERS, ARC_HEIGHT];
    drawings.forEach((drawing, i) => {
      drawing.setAttribute("viewBox", `0 0 ${LETTER_WIDTH * slots} ${heights[i]}`);
    });
    groups2[0].setAttribute("transform", `translate(0 ${heights[0]})`);
    groups2[1].setAttribute("transform", "scale(1 -1)");
    buttons.forEach((button, i) => {
      button.hidden = i >= text.length;
      button.textContent = text[i] ?? "";
      button.setAttribute("aria-pressed", String(i === position));
      if (button.hidden) button.removeAttribute("aria-label");
      else button.setAttribute("aria-label", `${text[i]}, position ${i}`);
    });
    looks.forEach((look, head) => {
      const side = looks.flatMap(({ below }, h) => below === look.below ? [h] : []);
      const [lane, lanes] = [side.indexOf(head), side.length];
      parts[head].draw(look, position, text, { height: heights[Number(look.below)], lane, lanes });
    });
  };
  return { node, draw };
}

// src/shared/explanation.js
var TERMS_SHOWN2 = 5;
function formatExplanation({ value, terms, divisor, bias }) {
  const some = terms.filter(({ factors }) => factors[0] !== 0);
  const order = descending(some.map((term) => Math.abs(term.value))).map((i) => some[i]);
  const rest = order.slice(TERMS_SHOWN2);
  const line = (name, x) => x === void 0 ? [] : [[name, "", formatNumber(x)]];
  const left = rest.length > 0 ? total(rest.map((term) => term.value)) : void 0;
  return [
    ...order.slice(0, TERMS_SHOWN2).map(({ name, factors, value: value2 }) => [
      name,
      factors.map(formatNumber).join(" × "),
      formatNumber(value2)
    ]),
    ...line(formatCountOf(rest.length, "smaller one"), left),
    ...line("bias", bias),
    ...line("divided by", divisor),
    ...line("gives", value)
  ];
}
function nameNumber(model, { stage, index, row, column }, { position }, answers) {
  const from = position(row);
  const head = headName(model, index);
  const output = model.layers.length > 1 ? `the output of layer ${index}` : "the output";
  const names = {
    x: `Number ${column} of the vector of ${from}`,
    Q: `Number ${column} of the query of ${from} in ${head}`,
    K: `Number ${column} of the key of ${from} in ${head}`,
    V: `Number ${column} of the value of ${from} in ${head}`,
    scores: `The score of ${from} for ${position(column)} in ${head}`,
    weights: `The weight of ${position(column)} for ${from} in ${head}`,
    average: `Number ${column} of the average of ${from} in ${head}`,
    written: `Number ${column} of what ${head} adds for ${from}`,
    sum: `Number ${column} of ${output} for ${from}`,
    logits: `The logit of ${answers[column]} at ${from}`,
    answers: `The probability of ${answers[column]} at ${from}`
  };
  return names[stage];
}

// src/model_view/pipeline.js
var panelsOfHead = (x) => [
  [
    { stage: "Q", title: `Q = ${x} W_Q` },
    { stage: "K", title: `K = ${x} W_K` },
    { stage: "V", title: `V = ${x} W_V` }
  ],
  [
    { stage: "scores", title: "scores = Q Kᵀ / √d" },
    { stage: "weights", title: "weights: softmax", bounded: true }
  ],
  [
    { stage: "average", title: "average" },
    { stage: "written", title: "written = average W_O" }
  ]
];
var INPUT_PANELS = [{ stage: "x", title: "x: letter and position" }];
var OUTPUT_PANELS = [
  { stage: "logits", title: "logits: readout" },
  { stage: "answers", title: "answers: softmax", bounded: true }
];
var inputName = (layer) => layer === 0 ? "x" : `x${"₀₁₂₃₄"[layer]}`;
function sumPanel({ layers, residual }, layer) {
  const sum = residual ? `${inputName(layer)} + the heads` : "sum of the heads";
  const named = layers.length > 1 ? `${inputName(layer + 1)} = ${sum}` : sum;
  return { stage: "sum", title: named };
}
function makeStage({ stage, title, bounded = false }, index, owner, rows, columns, ask) {
  const map = makeHeatmap(title, rows, columns);
  const label = `${title}${owner}; arrow keys choose a number`;
  map.picture.setAttribute("role", "application");
  map.picture.setAttribute("tabindex", "0");
  map.picture.setAttribute("aria-label", label);
  map.node.style.flexGrow = String(columns.length);
  let [row, column] = [0, 0];
  const choose = ([i, j]) => {
    if (!(i in rows && j in columns)) return;
    [row, column] = [i, j];
    ask({ stage, index, row, column });
  };
  map.onPoint(choose, false);
  onArrows(map.picture, (down, right) => choose([row + down, column + right]));
  const draw = (run2, limit, position) => {
    const colors = bounded ? "weights" : "signed";
    map.draw(drawable(stageNumbers(run2, stage, index)), colors, bounded ? 0 : -limit, limit);
    map.mark(position);
    row = position;
  };
  const frame = (asked, sources) => {
    const here = asked.stage === stage && asked.index === index;
    if (here) [row, column] = [asked.row, asked.column];
    const boxes = here ? [{ top: row, left: column, height: 1, width: 1, kind: "mha-asked" }] : [];
    for (const source of sources) {
      if (source.stage !== stage || source.index !== index) continue;
      const { row: top, rows: height, column: left = 0 } = source;
      const width = source.column === void 0 ? columns.length : 1;
      boxes.push({ top, left, height, width, kind: "mha-source" });
    }
    map.frame(boxes);
  };
  return { stage, index, node: map.node, draw, frame };
}
var drawable = (numbers) => numbers.map((row) => row.map((x) => x === Number.NEGATIVE_INFINITY ? Number.NaN : x));
function makeExplanation() {
  const body = make("tbody");
  const node = make("div", { class: "mha-reason" });
  const say = makeLiveRegion(node);
  const table = make("table", { "aria-label": "its terms" }, body);
  node.append(table);
  const draw = (name, explanation) => {
    const blocked = explanation.value === Number.NEGATIVE_INFINITY;
    table.hidden = blocked;
    const start = blocked ? `${name} is not counted:` : `${name} is ${formatNumber(explanation.value)}:`;
    say(start, `${explanation.rule}.`);
    body.replaceChildren(...makeRows(formatExplanation(explanation)));
  };
  return { node, draw };
}
function makePipeline(model, text, letters, answers, ask) {
  const rows = [...text];
  const numbered = (n) => upTo(n).map(String);
  const depth = model.layers.length;
  const dHead = model.layers[0].W_Q[0][0].length;
  const features = (layer) => featureNames(model, layer).map((name) => name.replace(/^\w+ |[“”]/g, ""));
  const columns = (stage, index) => {
    if (stage === "x") return features(0);
    if (stage === "sum") return features(index + 1);
    if (stage === "written") return features(layerOfHead(model, index) + 1);
    if (stage === "scores" || stage === "weights") return rows;
    return stage === "logits" || stage === "answers" ? letters : numbered(dHead);
  };
  const makeStages = (panels, index, owner = "") => panels.map((p) => makeStage(p, index, owner, rows, columns(p.stage, index), ask));
  const makeLine = (stages2) => make("div", { class: "mha-flow" }, ...stages2.map((s) => s.node));
  const makeHead = (h) => {
    const owner = headName(model, h);
    const panels = panelsOfHead(inputName(layerOfHead(model, h)));
    const lines = panels.map((line) => makeStages(line, h, ` of ${owner}`));
    const title = make("p", { class: "mha-row-title" }, owner);
    const node2 = make("div", { class: "mha-head-panel" }, title, ...lines.map(makeLine));
    colorByHead(node2, h);
    return { stages: lines.flat(), node: node2 };
  };
  const before = makeStages(INPUT_PANELS, 0);
  const explanation = makeExplanation();
  const node = make("div", { class: depth > 1 && "mha-deep" });
  const first = make("div", { class: "mha-first" }, makeLine(before), explanation.node);
  const parts = [{ into: node, node: first, stages: before }];
  for (const layer of upTo(depth)) {
    const heads = make("div", { class: "mha-heads" });
    parts.push({ into: node, node: heads, stages: [] });
    for (const h of headsOfLayer(model, layer)) parts.push({ into: heads, ...makeHead(h) });
    const output = layer === depth - 1 ? makeStages(OUTPUT_PANELS, 0) : [];
    const line = [...makeStages([sumPanel(model, layer)], layer), ...output];
    parts.push({ into: node, node: makeLine(line), stages: line });
  }
  const stages = parts.flatMap((part) => part.stages);
  const draw = function* (run2, position) {
    const limits = /* @__PURE__ */ new Map();
    for (const { stage, index } of stages) {
      const sizes = stageNumbers(run2, stage, index).flat().map(Math.abs);
      const limit = largest(sizes.filter(Number.isFinite));
      limits.set(stage, Math.max(limits.get(stage) ?? 0, limit) || 1);
    }
    for (const part of parts) {
      if (!part.node.parentNode) part.into.append(part.node);
      for (const one of part.stages) {
        const bounded = one.stage === "weights" || one.stage === "answers";
        one.draw(run2, bounded ? 1 : limits.get(one.stage) ?? 1, position);
        yield;
      }
    }
  };
  const answer = (run2, ids, asked, words) => {
    const why = explain(model, run2, ids, asked, words);
    for (const one of stages) one.frame(asked, why.sources);
    explanation.draw(nameNumber(model, asked, words, answers), why);
  };
  return { node, draw, answer };
}

// src/model_view/view.js
var GUESSES_SHOWN = 3;
var VIEWS = (
  /** @type {const} */
  ["attention", "every number"]
);
function refuse(text, alphabet, length) {
  const strange = [...text].find((letter) => !alphabet.includes(letter));
  if (strange) return `“${strange}” is not in the alphabet: ${alphabet[0]} to ${alphabet.at(-1)}.`;
  if (text.length > length) return `That is ${text.length} letters; the model reads ${length}.`;
  return text ? "" : "Type at least one letter.";
}
var CHOICES = {
  text: (given, get) => refuse(given, get("alphabet"), get("models")[0].positions.length) ? void 0 : given,
  model: (given, get) => parseIndex(given, get("models").length),
  position: (given, get) => parseIndex(given, get("text").length),
  off: (given, get) => parseIndices(given, allHeads(get("models")[get("model")]).length),
  answer: (given, get) => parseIndex(given, get("alphabet").length * get("questions").length, -1),
  view: (given) => oneOf(given, VIEWS),
  asked: (given, get) => {
    if (given === "") return [];
    const [stage, which = "", column = "", ...more] = given.split(",");
    const sizes = new Map(
      Object.entries(stageSizes(get("models")[get("model")], get("text").length))
    );
    const [count, width] = sizes.get(stage) ?? [0, 0];
    const numbers = [parseIndex(which, count), parseIndex(column, width)];
    return numbers.includes(void 0) || more.length > 0 ? void 0 : [stage, ...numbers];
  }
};
var settle = (get) => ({
  position: Math.min(get("position"), get("text").length - 1),
  asked: (
    /** @type {State["asked"]} */
    CHOICES.asked(String(get("asked")), get) ?? []
  )
});
var positionOf = (model) => settle(model.get).position;
var mostHeads = (models) => Math.max(...models.map((one) => allHeads(one).length));
function makeControls(model) {
  const [models, alphabet] = [model.get("models"), model.get("alphabet")];
  const length = models[0].positions.length;
  const choice = makeChoice({
    label: "model",
    options: models.map(({ name }, value) => ({ value, text: name })),
    change: (value) => setTraits(model, { model: value, off: [], answer: -1 })
  });
  const heads = upTo(mostHeads(models)).map((h) => {
    const button = makeButton("", () => {
      const off = toggled(model.get("off"), h);
      setTraits(model, { off, answer: -1 });
    });
    button.classList.add("mha-switch");
    colorByHead(button, h);
    return button;
  });
  const [first, last] = [alphabet[0], alphabet.at(-1)];
  const input = makeInput({
    label: `type letters, ${first} to ${last}:`,
    size: length,
    refuse: (text) => refuse(text, alphabet, length),
    change: (text) => setTraits(model, { text, answer: -1 })
  });
  const count = make("span", { class: "mha-count" });
  const top = make("div", { class: "mha-models" });
  if (models.length > 1) top.append(choice.node);
  top.append(count);
  const node = make("div", { class: "mha-top-row" }, top, input.node);
  setStyle(input.node, { letters: length });
  node.append(make("div", { class: "mha-head-switches" }, ...heads));
  const same = models.every(({ parameters }) => parameters === models[0].parameters);
  const set = () => {
    const now = models[model.get("model")];
    const off = model.get("off");
    choice.set(model.get("model"));
    input.set(model.get("text"));
    const either = same && models.length > 1 ? " either way" : "";
    count.textContent = `${formatCount(now.parameters)} parameters${either}`;
    heads.forEach((button, h) => {
      button.hidden = h >= allHeads(now).length;
      button.textContent = `${headName(now, h)}: ${off.includes(h) ? "off" : "on"}`;
      button.setAttribute("aria-pressed", String(!off.includes(h)));
    });
  };
  return { node, set };
}
function makeAnswers(model, length, task) {
  const lines = task.questions.map(() => {
    const cells = upTo(length).map(() => make("span", { class: "mha-chip" }));
    const live = { "aria-live": "polite", "aria-atomic": "true" };
    const words = make("span", { class: "mha-row-title", ...live });
    const faults = make("span", { class: "mha-screen-reader" });
    const line = make("div", { class: "mha-line", "aria-hidden": "true" }, ...cells);
    const node2 = make("div", { class: "mha-letter-row" }, words, faults, line);
    return { words, faults, cells, node: node2 };
  });
  const node = make("div", { class: "mha-answers" }, ...lines.map((line) => line.node));
  const setLayout = makeRowLayout(node, length);
  const draw = (view) => {
    const n = task.alphabet.length;
    const traced = model.get("answer");
    setLayout(view.text);
    lines.forEach(({ words, faults, cells }, k) => {
      const answers = answersToQuestion(k, view);
      cells.forEach((cell, i) => {
        const answer = answers[i];
        cell.textContent = answer ? answer.letter + answer.mark : "";
        cell.className = `mha-chip ${answer?.kind ?? ""}`;
        const lit = i === view.position && (traced < 0 || Math.floor(traced / n) === k);
        cell.classList.toggle("mha-highlighted", !!answer && lit);
        cell.onclick = answer && (() => setTraits(model, { position: i, answer: k * n + answer.id }));
      });
      const [count, wrong] = describeAnswers(k, answers, view);
      write(words, count);
      write(faults, wrong);
    });
  };
  return { node, draw };
}
function makeGuesses(model, task) {
  const { questions, back, alphabet } = task;
  const n = alphabet.length;
  const panels = questions.map((question, k) => {
    const title = make("p");
    const lines = upTo(Math.min(GUESSES_SHOWN, n)).map(() => {
      const bar = make("div");
      const percentage = make("span");
      const letter = make("b");
      const button = makeButton(
        "",
        () => setTraits(model, { answer: Number(button.dataset.answer) })
      );
      button.append(letter, make("span", { class: "mha-rail" }, bar), percentage);
      return { button, bar, percentage, letter };
    });
    const buttons = lines.map(({ button }) => button);
    return { question, k, title, lines, node: make("div", {}, title, ...buttons) };
  });
  const node = make("div", { class: "mha-guesses" }, ...panels.map((panel) => panel.node));
  const draw = (now) => {
    const text = model.get("text");
    const position = positionOf(model);
    const answer = model.get("answer");
    for (const { question, k, title, lines } of panels) {
      const right = rightAnswer(text, position, back, k);
      const known = right === null ? "" : ` is “${right}”`;
      const [before, after] = formatQuestion(question, back[k]).split(question);
      title.replaceChildren(before, make("b", {}, question), `${after}${known}; the model says`);
      const probabilities = answerProbabilities(now, position, k, task);
      const order = descending(probabilities);
      lines.forEach(({ button, bar, percentage, letter }, i) => {
        const guess = order[i];
        const { kind, mark } = markAnswer(right, alphabet[guess]);
        letter.textContent = alphabet[guess];
        percentage.textContent = `${formatPercent(probabilities[guess])}${mark === "✓" ? " ✓" : ""}`;
        bar.className = kind;
        setStyle(bar, { fill: `${100 * probabilities[guess]}%` });
        button.dataset.answer = String(k * n + guess);
        button.setAttribute("aria-pressed", String(answer === k * n + guess));
        const words = `${alphabet[guess]} ${question}, ${percentage.textContent}; where from?`;
        button.setAttribute("aria-label", words);
      });
    }
  };
  return { node, draw };
}
function makeTrace() {
  const hint = make("p", { class: "mha-hint" }, "↑ Choose an answer: where did it come from?");
  const found = make("div");
  const say = makeLiveRegion(found);
  const title = make("p", { class: "mha-title" });
  const body = make("tbody");
  const table = make("table", { class: "mha-trace", "aria-label": "where it came from" }, body);
  found.append(title, table);
  const node = make("div", { class: "mha-trace-panel" }, hint, found);
  const draw = (parts, bias, answer, deep) => {
    hint.hidden = !!parts;
    title.hidden = table.hidden = !parts;
    title.textContent = "What raises an answer (its logit above the mean of all letters): each weight, times what the value there contributes through W_O and the readout" + (deep ? ". What an earlier head contributes through a later one counts as the later one's" : "");
    say(parts ? describeSource(answer, parts) : "");
    if (parts) body.replaceChildren(...makeRows(formatTerms(parts, bias)));
  };
  return { node, sentence: say.node, draw };
}
function makeMaps(go, position) {
  const label = "maps; arrow up and down choose a position";
  const attributes = {
    class: "mha-grid mha-large-maps",
    role: "group",
    tabindex: 0,
    "aria-label": label
  };
  const grid = make("div", attributes);
  const bar = makeColorBar("weights", "0", "1", "weights, one scale for all");
  const node = make("div", {}, grid, bar);
  onArrows(grid, (down) => go(position() + down), false);
  let maps = [];
  const layOut = (text, names, deep) => {
    grid.classList.toggle("mha-deep", deep);
    maps = names.map((name, h) => {
      const title = make(
        "span",
        { class: "mha-row-title" },
        `${name}: what every letter attends to`
      );
      const map = makeHeatmap(title, [...text], [...text]);
      colorByHead(map.node, h);
      map.onPoint(([row]) => go(row));
      return map;
    });
    grid.replaceChildren(...maps.map((map) => map.node));
  };
  const draw = (now, off) => {
    maps.forEach((map, h) => {
      map.draw(now.heads[h].weights, "weights", 0, 1);
      map.mark(position());
      map.node.classList.toggle("mha-off", off.includes(h));
    });
  };
  return { node, layOut, draw };
}
function setup(root, model) {
  const [models, alphabet] = [model.get("models"), model.get("alphabet")];
  const length = models[0].positions.length;
  const n = alphabet.length;
  const task = traits(model, "alphabet", "questions", "back");
  const answerNames = upTo(models[0].bias.length).map((answer) => formatAnswer(answer, task));
  const shown = () => models[model.get("model")];
  const isDeep = () => shown().layers.length > 1;
  const ids = () => [...model.get("text")].map((letter) => alphabet.indexOf(letter));
  const controls = makeControls(model);
  const chips = makeAnswers(model, length, task);
  const guesses = makeGuesses(model, task);
  const traced = makeTrace();
  const choice = makeChoice({
    label: "show",
    options: VIEWS.map((value) => ({ value, text: value })),
    change: (view) => setTraits(model, { view })
  });
  const go = (position) => {
    const exists = position >= 0 && position < model.get("text").length;
    if (exists && position !== positionOf(model)) setTraits(model, { position, answer: -1 });
  };
  const letters = makeLetters(length, mostHeads(models), go, () => positionOf(model));
  const maps = makeMaps(go, () => positionOf(model));
  const every = make("div");
  const gray = models.some(({ causal }) => causal) ? "; blocked scores are gray" : "";
  const scales = `0 is white; each stage has a scale of its own${gray}`;
  const bars = makeColorBar("signed", "less", "more", scales);
  const below = make("div", {}, maps.node, make("div", {}, every, bars));
  const [looks, numbers] = below.children;
  root.append(controls.node, makeScroll(letters.node, chips.node));
  const say = makeLiveRegion(root);
  root.append(guesses.node, traced.node, choice.node, below);
  let laid = "";
  let ran = "";
  let pipeline = null;
  let now;
  const compute = () => {
    const key = JSON.stringify([model.get("model"), model.get("text"), model.get("off")]);
    if (key !== ran) now = run(shown(), ids(), model.get("off"));
    ran = key;
  };
  const layOut = () => {
    const text = model.get("text");
    const all = model.get("view") === "every number";
    looks.toggleAttribute("hidden", all);
    numbers.toggleAttribute("hidden", !all);
    const key = JSON.stringify([model.get("model"), text]);
    if (key !== laid) {
      const names = allHeads(shown()).map((head) => headName(shown(), head));
      maps.layOut(text, names, isDeep());
      pipeline = null;
    }
    laid = key;
    if (!all || pipeline) return;
    const columns = answerNames.map((_, a) => alphabet[a % n]);
    pipeline = makePipeline(
      shown(),
      text,
      columns,
      answerNames,
      ({ stage, index, row, column }) => {
        setTraits(model, { asked: [stage, index, column] });
        go(row);
      }
    );
    every.replaceChildren(pipeline.node);
  };
  const askedNow = () => {
    const row = positionOf(model);
    const { asked } = settle(model.get);
    if (asked.length === 0)
      return { stage: "scores", index: 0, row, column: argmax(now.heads[0].weights[row]) };
    const [stage, index, column] = asked;
    return { stage, index, row, column };
  };
  const drawNumbers = () => {
    if (!pipeline) return;
    const position = (i) => formatToken(model.get("text"), i);
    pipeline.answer(now, ids(), askedNow(), { position, alphabet: [...alphabet] });
  };
  return {
    observes: namesOf(CHOICES),
    stateForTests: () => {
      compute();
      const before = findEarlierStep(shown(), now, positionOf(model), model.get("off"));
      return {
        ...now,
        before,
        position: positionOf(model),
        answer: model.get("answer"),
        asked: askedNow()
      };
    },
    *draw() {
      controls.set();
      choice.set(model.get("view"));
      compute();
      yield;
      layOut();
      yield;
      const position = positionOf(model);
      const off = model.get("off");
      const answer = model.get("answer");
      const before = findEarlierStep(shown(), now, position, off);
      const text = model.get("text");
      const seen = { model: shown(), run: now, text, position, off, before, task };
      const traceOf = answer < 0 ? null : trace(shown(), now, ids(), position, answer, off);
      yield;
      letters.draw(text, position, attentionByHead(seen, traceOf));
      yield;
      chips.draw(seen);
      yield;
      guesses.draw(now);
      yield;
      maps.draw(now, off);
      yield;
      if (pipeline && model.get("view") === "every number") {
        yield* pipeline.draw(now, position);
        drawNumbers();
        yield;
      }
      const live = every.matches(":focus-within") ? "off" : "polite";
      for (const node of [say.node, traced.sentence]) node.setAttribute("aria-live", live);
      say(...describePosition(seen), describeHeadsOff(shown(), off));
      const parts = traceOf && logitTerms(traceOf, seen);
      traced.draw(parts, traceOf?.bias ?? 0, answerNames[answer] ?? "", isDeep());
    }
  };
}
var widget = makeWidget("A trained attention model, running in the page", setup);
var view_default = withLink(widget, CHOICES, settle);
export {
  view_default as default
};
