// Made by `make widgets` from js/src; edit there.

// src/shared/dom.js
var DOT = "h1e-4";
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
function dot(a, b, from = 0, to = a.length) {
  let sum = 0;
  for (let k = from; k < to; k++) sum += a[k] * b[k];
  return sum;
}
var divisors = (n) => upTo(n + 1).filter((i) => n % i === 0);
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
  const plain2 = size === 0 || size >= 1e-3 && size < 1e4;
  return plain2 ? formatFixed(x, 3) : x.toExponential(1).replaceAll("-", "−");
}
function formatSignificant(x, digits) {
  const text = x.toPrecision(digits);
  return text.includes("e") ? String(Number(text)) : text;
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
function withLink(widget2, choices, settle = () => ({})) {
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
  return { ...widget2, choices, settle, render };
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

// src/split_explorer/split.js
function makeMatrix(n) {
  const flat = new Float64Array(n * n);
  return { flat, rows: Array.from({ length: n }, (_, i) => flat.subarray(i * n, i * n + n)) };
}
function makeHeadMatrices(n) {
  return { dotProducts: makeMatrix(n), logWeights: makeMatrix(n), weights: makeMatrix(n) };
}
function setDotProducts({ dotProducts }, queries, keys, from, to) {
  queries.forEach((query, i) => {
    keys.forEach((key, j) => {
      dotProducts.rows[i][j] = dot(query, key, from, to);
    });
  });
}
function setWeights({ logWeights, weights }) {
  logWeights.rows.forEach((scores, i) => {
    softmax(scores, weights.rows[i], scores);
  });
}
function setScores({ dotProducts, logWeights }, factor) {
  for (let k = 0; k < dotProducts.flat.length; k++)
    logWeights.flat[k] = factor * dotProducts.flat[k];
}
function multiplyHeads(product, heads) {
  for (let k = 0; k < product.logWeights.flat.length; k++) {
    let sum = 0;
    for (const { logWeights } of heads) sum += logWeights.flat[k];
    product.logWeights.flat[k] = sum / Math.sqrt(heads.length);
  }
  setWeights(product);
}
function outputsDifference(heads, single, columns) {
  let [difference, length] = [0, 0];
  columns.forEach((column, c) => {
    const { weights } = heads[Math.floor(c * heads.length / columns.length)];
    single.forEach((row, i) => {
      const multi = dot(weights.rows[i], column);
      difference += (dot(row, column) - multi) ** 2;
      length += multi ** 2;
    });
  });
  return difference === 0 ? 0 : Math.sqrt(difference / length);
}
function makeSplit(most, [queries, keys, values]) {
  const n = queries.length;
  const dModel = queries[0].length;
  const columns = Array.from(values[0], (_, c) => Float64Array.from(values, (row) => row[c]));
  const pool = Array.from({ length: most }, () => makeHeadMatrices(n));
  const [one, product] = [makeHeadMatrices(n), makeHeadMatrices(n)];
  const single = one.weights;
  setDotProducts(one, queries, keys, 0, dModel);
  let heads = [];
  return (h, scale) => {
    const dHead = dModel / h;
    if (heads.length !== h) {
      heads = pool.slice(0, h);
      heads.forEach((head, i) => {
        setDotProducts(head, queries, keys, i * dHead, (i + 1) * dHead);
      });
    }
    for (const head of heads) setScores(head, scale ** 2 / Math.sqrt(dHead));
    setScores(one, scale ** 2 / Math.sqrt(dModel));
    for (const head of [one, ...heads]) setWeights(head);
    multiplyHeads(product, heads);
    let difference = 0;
    single.flat.forEach((weight, k) => {
      difference = Math.max(difference, Math.abs(weight - product.weights.flat[k]));
    });
    const topWeights = heads.flatMap(({ weights }) => weights.rows.map(largest));
    return {
      n_heads: h,
      scale,
      mean_top_weight: mean(topWeights),
      single: single.rows,
      product: product.weights.rows,
      heads: heads.map(({ weights }) => weights.rows),
      outputs_difference: outputsDifference(heads, single.rows, columns),
      product_difference: difference
    };
  };
}
function* sweepScale(compute, h) {
  const differences = [];
  for (const step of upTo(LAST_STEP + 1)) {
    differences.push(compute(h, scaleAt(step)).outputs_difference);
    yield;
  }
  return differences;
}
function describeSweep(differences) {
  const most = largest(differences);
  if (most < 1e-12) return "Difference of the outputs: 0 at every scale";
  const scale = formatScale(scaleAt(differences.indexOf(most)));
  return `Difference of the outputs, by scale: at most ${formatNumber(most)}, at ${scale}`;
}
function describeSplit({ n_heads, scale, outputs_difference, mean_top_weight }) {
  if (n_heads === 1) return "With one head, all matrices are the same.";
  if (scale === 0) return "All scores are 0, so every row is uniform: one head and many agree.";
  const saturated = mean_top_weight > 0.99 ? "Nearly every row puts its weight on one key" : "";
  if (outputs_difference < 0.01) {
    const agree = outputs_difference < 1e-12 ? "agree" : "nearly agree";
    const same = saturated ? `${saturated}, the same in all heads` : "Rows are nearly the same in all heads";
    return `${same}: one head and many ${agree} on these tokens.`;
  }
  if (saturated) {
    return `${saturated}, but not the same in all heads: saturated heads still differ from one head.`;
  }
  return "The product of the heads is the single head’s matrix.";
}
function describeRow({ single, heads }, tokens, query) {
  const one = describeTop(
    single[query],
    (j) => formatToken(tokens, j),
    "weight",
    "most weight on "
  );
  const row = `Query ${formatToken(tokens, query)}, the marked row, has ${one} in the single head`;
  const [best, tie] = indicesOfLargest(single[query]);
  if (best === void 0 || tie !== void 0) return `${row}.`;
  const agreeing = heads.filter((rows) => indicesOfLargest(rows[query]).includes(best)).length;
  return `${row}; ${agreeing} of ${formatCountOf(heads.length, "head")} agree${agreeing === 1 ? "s" : ""}.`;
}
var MIN_VISIBLE_DIFFERENCE = 5e-4;
function makeChangeReport(maps) {
  let before = [];
  return (split) => {
    const now = maps.map(({ name }) => split[name].flatMap((row) => [...row]));
    const old = before;
    before = now;
    if (old.length === 0) return "";
    const listMaps = (changed) => {
      const moves = now.map(
        (list, m) => list.some((x, k) => Math.abs(x - old[m][k]) >= MIN_VISIBLE_DIFFERENCE)
      );
      const titles = maps.filter((_, m) => moves[m] === changed).map(({ title }) => title);
      return titles.length === maps.length ? "all maps above" : formatList(titles) || "none";
    };
    return `${formatCountOf(split.n_heads, "head")}, ${formatScale(split.scale)}: outputs differ by ${formatNumber(split.outputs_difference)}. Changed: ${listMaps(true)}; unchanged: ${listMaps(false)}.`;
  };
}
function formatScale(scale) {
  return `× ${Number(formatSignificant(scale, 2))}`;
}
var [STEP_OF_1, STEPS_PER_DECADE] = [61, 20];
var LAST_STEP = 91;
function scaleAt(step) {
  return step > 0 ? Math.min(30, 10 ** ((step - STEP_OF_1) / STEPS_PER_DECADE)) : 0;
}
function stepOf(scale) {
  if (scale === 0) return 0;
  return Math.max(1, Math.round(STEP_OF_1 + STEPS_PER_DECADE * Math.log10(scale)));
}

// src/split_explorer/view.js
var MAX_LABELED_HEADS = 4;
var MAX_FRAMED_TOKENS = 16;
var possibleCounts = (get) => divisors(get("projections")[0][0].length).filter((n_heads) => n_heads <= get("max_heads"));
var CHOICES = {
  n_heads: (given, get) => oneOf(given, possibleCounts(get)),
  scale: (given) => {
    const scale = parseNumber(given) ?? -1;
    return scale === 0 || scale >= 1e-3 && scale <= 30 ? scale : void 0;
  },
  query: (given, get) => parseIndex(given, get("tokens").length)
};
var JOINED = (
  /** @type {const} */
  [
    { name: "single", title: "single head" },
    { name: "product", title: "product of heads" }
  ]
);
var MEASURES = (
  /** @type {const} */
  {
    outputs_difference: "outputs of one head and many, relative difference",
    product_difference: "weights, largest difference of product and single head"
  }
);
function makeSliders(model, counts) {
  const factor = (step) => {
    const scale2 = model.get("scale");
    return formatScale(stepOf(scale2) === step ? scale2 : scaleAt(step));
  };
  const heads = makeSlider({
    label: "heads",
    max: counts.length - 1,
    show: (i) => String(counts[i]),
    change: (i) => setTraits(model, { n_heads: counts[i] })
  });
  const scale = makeSlider({
    label: "scale of W_Q and W_K",
    max: LAST_STEP,
    show: factor,
    change: (step) => setTraits(model, { scale: scaleAt(step) })
  });
  const query = makeSlider({
    label: "query",
    max: model.get("tokens").length - 1,
    show: (i) => formatToken(model.get("tokens"), i),
    change: (i) => setTraits(model, { query: i })
  });
  const node = make("div", { class: "mha-controls" }, heads.node, scale.node, query.node);
  const set = () => {
    heads.set(counts.indexOf(model.get("n_heads")));
    scale.set(stepOf(model.get("scale")));
    query.set(model.get("query"));
  };
  return { node, set };
}
function makeMatrices(tokens, most) {
  const joined = JOINED.map(({ title }) => makeHeatmap(title, tokens, tokens));
  const heads = upTo(most).map((i) => makeHeatmap(`head ${i}`, tokens, tokens));
  heads.forEach((map, i) => {
    colorByHead(map.node, i);
  });
  const [top, below] = [joined, heads].map(
    (maps) => make("div", { class: "mha-grid" }, ...maps.map(({ node }) => node))
  );
  const draw = (split) => {
    JOINED.forEach(({ name }, i) => {
      joined[i].draw(split[name], "weights", 0, 1);
    });
    heads.forEach((map, i) => {
      map.node.hidden = i >= split.n_heads;
      if (i < split.n_heads) map.draw(split.heads[i], "weights", 0, 1);
    });
    below.classList.toggle("mha-unlabeled", split.n_heads > MAX_LABELED_HEADS);
  };
  return { top, below, maps: [...joined, ...heads], draw };
}
var SCALE_TICKS = { 0: 0, 0.01: 21, 0.1: 41, 1: 61, 10: 81 };
function makeCurve(choose) {
  const [line, spot] = ["mha-curve", "mha-current-dot"].map(
    (name) => makeDrawing("path", { class: name })
  );
  const frame = { viewBox: `0 -1.08 ${LAST_STEP} 1.16`, preserveAspectRatio: "none" };
  const area = makeDrawing("svg", frame, line, spot);
  const ticks = Object.entries(SCALE_TICKS).map(([text, step]) => {
    const tick = make("span", {}, `× ${text}`);
    tick.style.left = `${100 * step / LAST_STEP}%`;
    return tick;
  });
  const caption = make("figcaption");
  const under = make("div", { class: "mha-axis" }, ...ticks);
  const node = make("figure", { class: "mha-histogram mha-sweep" }, caption, area, under);
  area.setAttribute("aria-hidden", "true");
  under.setAttribute("aria-hidden", "true");
  area.addEventListener("pointerdown", ({ clientX }) => {
    const { left, width } = area.getBoundingClientRect();
    choose(Math.round(LAST_STEP * (clientX - left) / width));
  });
  const draw = (differences, step) => {
    const most = Math.max(1e-12, ...differences);
    const heights = differences.map((difference) => -difference / most);
    line.setAttribute("d", `M${heights.map((height, i) => `${i} ${height}`).join("L")}`);
    spot.setAttribute("d", `M${step} ${heights[step]}${DOT}`);
    write(caption, describeSweep(differences));
  };
  return { node, draw };
}
function makeMeasures() {
  const lines = Object.values(MEASURES).map((text) => {
    const cell = make("td");
    return { cell, row: make("tr", {}, make("th", { scope: "row" }, text), cell) };
  });
  const attributes = { class: "mha-measures", "aria-label": "measures" };
  const node = make("table", attributes, ...lines.map(({ row }) => row));
  const draw = (split) => {
    const names = (
      /** @type {(keyof typeof MEASURES)[]} */
      Object.keys(MEASURES)
    );
    names.forEach((name, i) => {
      lines[i].cell.textContent = formatNumber(split[name]);
    });
  };
  return { node, draw };
}
function makeRowTable(tokens) {
  const table = makeTopKeys(tokens);
  const summary = make("summary", {}, "The marked row in numbers: each map’s top keys");
  const node = make("details", { class: "mha-more" }, summary, table.node);
  const draw = (split, query) => {
    const lines = JOINED.map(({ name, title }) => ({
      title,
      row: split[name][query],
      what: "weight"
    }));
    split.heads.forEach((rows, i) => {
      lines.push({ title: `head ${i}`, row: rows[query], what: "weight" });
    });
    table.draw(lines);
  };
  return { node, draw };
}
function setup(root, model) {
  const tokens = model.get("tokens");
  const projections = model.get("projections").map((rows2) => rows2.map((row) => Float64Array.from(row)));
  const counts = possibleCounts((trait) => model.get(trait));
  const most = Math.max(...counts);
  const [compute, ahead] = [makeSplit(most, projections), makeSplit(most, projections)];
  const sliders = makeSliders(model, counts);
  const matrices = makeMatrices(tokens, most);
  const measures = makeMeasures();
  const curve = makeCurve((step) => setTraits(model, { scale: scaleAt(step) }));
  const label = "matrices; arrow up and down choose the query";
  const group = make("div", { role: "group", tabindex: 0, "aria-label": label });
  group.classList.toggle("mha-thin-mark", tokens.length > MAX_FRAMED_TOKENS);
  group.append(matrices.top, makeColorBar("weights", "0", "1", "weights, one scale for all"));
  const say = makeLiveRegion(group);
  const note = "Head by head: queries down, keys across, tokens as above.";
  group.append(measures.node, make("p", { class: "mha-note" }, note), matrices.below);
  const rows = makeRowTable(tokens);
  root.append(sliders.node, curve.node, group, rows.node);
  chooseQuery(group, matrices.maps, model, () => tokens.length);
  let drawn = null;
  const reportChange = makeChangeReport(JOINED);
  let changeReport = "";
  const current = () => {
    const h = model.get("n_heads");
    const scale = model.get("scale");
    if (drawn?.n_heads !== h || drawn.scale !== scale) {
      drawn = compute(h, scale);
      matrices.draw(drawn);
      measures.draw(drawn);
      changeReport = reportChange(drawn);
    }
    return drawn;
  };
  const known = /* @__PURE__ */ new Map();
  const differences = function* () {
    const h = model.get("n_heads");
    const all = known.get(h) ?? (yield* sweepScale(ahead, h));
    known.set(h, all);
    return all;
  };
  return {
    observes: namesOf(CHOICES),
    stateForTests: () => ({ ...plain(current()), differences: finish(differences()) }),
    *draw() {
      const split = current();
      const q = model.get("query");
      sliders.set();
      for (const map of matrices.maps) map.mark(q);
      rows.draw(split, q);
      say({ heard: changeReport }, describeSplit(split), describeRow(split, tokens, q));
      curve.draw(yield* differences(), stepOf(model.get("scale")));
    }
  };
}
function plain(split) {
  const lists = (rows) => rows.map((row) => [...row]);
  const matrices = JOINED.map(({ name }) => [name, lists(split[name])]);
  return { ...split, ...Object.fromEntries(matrices), heads: split.heads.map(lists) };
}
var widget = makeWidget("One head and many, on the same projections", setup);
var view_default = withLink(widget, CHOICES);
export {
  view_default as default
};
