// Made by `make widgets` from js/src; edit there.

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
var toggled = (list, number) => list.includes(number) ? list.filter((other) => other !== number) : [...list, number];
function dot(a, b, from = 0, to = a.length) {
  let sum = 0;
  for (let k = from; k < to; k++) sum += a[k] * b[k];
  return sum;
}
var descending = (list) => upTo(list.length).sort((a, b) => list[b] - list[a]);

// src/shared/format.js
function formatFixed(x, digits = 2) {
  const text = x.toFixed(digits);
  return Number(text) === 0 ? text.replace("-", "") : text.replace("-", "−");
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
function describeWrongLength(text, most) {
  if (!text) return "Type at least one character.";
  const { length } = [...text];
  if (length <= most) return "";
  return `That is ${formatCount(length)} characters; the limit is ${formatCount(most)}.`;
}

// src/shared/heatmap.js
var N_HEAD_COLORS = 8;
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

// src/code_view/byte_pairs.js
var FILE_START = "<|file|>";
var PIECES = /'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\p{White_Space}\p{L}\p{N}]+|\p{White_Space}+(?!\P{White_Space})|\p{White_Space}+/gu;
var BYTE_CHARACTERS = (() => {
  let next = 256;
  return upTo(256).map((byte) => {
    const visible = byte > 32 && byte < 127 || byte > 160 && byte !== 173;
    return String.fromCharCode(visible ? byte : next++);
  });
})();
var BYTES = new Map(BYTE_CHARACTERS.map((character, byte) => [character, byte]));
function makeBytePairs(merges) {
  const tokens = [
    FILE_START,
    ...[...BYTE_CHARACTERS].sort(),
    ...merges.map((pair) => pair.replace(" ", ""))
  ];
  const numbers = new Map(tokens.map((token, i) => [token, i]));
  const ranks = new Map(merges.map((pair, rank) => [pair, rank]));
  const [encoder, decoder] = [new TextEncoder(), new TextDecoder("utf-8", { ignoreBOM: true })];
  function merge(piece) {
    const parts = [...encoder.encode(piece)].map((byte) => BYTE_CHARACTERS[byte]);
    for (; ; ) {
      let best = Number.POSITIVE_INFINITY;
      let first = 0;
      for (let i = 0; i + 1 < parts.length; i++) {
        const rank = ranks.get(`${parts[i]} ${parts[i + 1]}`) ?? best;
        if (rank < best) {
          best = rank;
          first = i;
        }
      }
      if (best === Number.POSITIVE_INFINITY) break;
      parts.splice(first, 2, parts[first] + parts[first + 1]);
    }
    return parts.map((part) => (
      /** @type {number} */
      numbers.get(part)
    ));
  }
  return {
    /** Encodes a text; half of a surrogate pair becomes "�". @param {string} text */
    encode: (text) => (text.match(PIECES) ?? []).flatMap(merge),
    /**
     * Returns the text of each token; "�" for a token that is only part of a character.
     * @param {number[]} list
     */
    words: (list) => list.map((token) => {
      const bytes = [...tokens[token]].map((character) => BYTES.get(character) ?? 0);
      return decoder.decode(Uint8Array.from(bytes));
    })
  };
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

// src/code_view/code_model.js
var NORM_EPSILON = 1e-6;
var ROWS_PER_SLICE = 16;
var LOGIT_SCALE = 3;
function rmsNorm(x, factors) {
  const width = factors.length;
  const normed = new Float32Array(x.length);
  for (let from = 0; from < x.length; from += width) {
    const scale = 1 / Math.sqrt(dot(x, x, from, from + width) / width + NORM_EPSILON);
    for (let k = 0; k < width; k++) normed[from + k] = x[from + k] * scale * factors[k];
  }
  return normed;
}
function multiplyByTranspose(x, width, matrix, out = new Float32Array(x.length / width * (matrix.length / width))) {
  const [rows, columns] = [x.length / width, matrix.length / width];
  const [fours, twos] = [rows - rows % 4, columns - columns % 2];
  for (let i = 0; i < fours; i += 4) {
    const a = i * width;
    const [b, c, d] = [a + width, a + 2 * width, a + 3 * width];
    for (let column = 0; column < twos; column += 2) {
      const left = column * width;
      const right = left + width;
      let al = 0;
      let bl = 0;
      let cl = 0;
      let dl = 0;
      let ar = 0;
      let br = 0;
      let cr = 0;
      let dr = 0;
      for (let k = 0; k < width; k++) {
        const l = matrix[left + k];
        const r = matrix[right + k];
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
      const to = i * columns + column;
      out[to] = al;
      out[to + 1] = ar;
      out[to + columns] = bl;
      out[to + columns + 1] = br;
      out[to + 2 * columns] = cl;
      out[to + 2 * columns + 1] = cr;
      out[to + 3 * columns] = dl;
      out[to + 3 * columns + 1] = dr;
    }
  }
  for (let i = 0; i < rows; i++) {
    for (let column = i < fours ? twos : 0; column < columns; column++) {
      const from = column * width;
      let sum = 0;
      for (let k = 0; k < width; k++) sum += matrix[from + k] * x[i * width + k];
      out[i * columns + column] = sum;
    }
  }
  return out;
}
function softmaxInPlace(list, n) {
  let top = list[0];
  for (let j = 1; j < n; j++) top = Math.max(top, list[j]);
  let sum = 0;
  for (let j = 0; j < n; j++) {
    list[j] = Math.exp(list[j] - top);
    sum += list[j];
  }
  for (let j = 0; j < n; j++) list[j] /= sum;
}
function logSumExp(list, from, to) {
  let top = list[from];
  for (let k = from + 1; k < to; k++) if (list[k] > top) top = list[k];
  let sum = 0;
  for (let k = from; k < to; k++) sum += Math.exp(list[k] - top);
  return top + Math.log(sum);
}
function makeReader(model, limit) {
  const { vocabulary, context, n_layers, n_heads, d_model } = model.sizes;
  const d_head = d_model / n_heads;
  const scale = 1 / Math.sqrt(d_head);
  const room = () => new Float32Array(limit * d_model);
  const kept = model.layers.map(() => ({ Q: room(), K: room(), V: room() }));
  const weights = upTo(n_layers * n_heads).map(() => new Float32Array(limit * limit));
  const logits = new Float32Array(limit * vocabulary);
  const logSums = new Float64Array(limit);
  const scores = new Float64Array(limit);
  let before = [];
  let beforeOff = "";
  let latest = "";
  const attend = (layer, from, n, off) => {
    const [{ Q, K, V }, { distances }] = [kept[layer], model.layers[layer]];
    const mix = new Float32Array((n - from) * d_model);
    for (let h = 0; h < n_heads; h++) {
      const head = layer * n_heads + h;
      const firstColumn = h * d_head;
      for (let i = from; i < n; i++) {
        const query = i * d_model + firstColumn;
        for (let j = 0; j <= i; j++) {
          let match = 0;
          for (let k = 0, key = j * d_model + firstColumn; k < d_head; k++)
            match += Q[query + k] * K[key + k];
          scores[j] = match * scale + distances[h * context + i - j];
        }
        softmaxInPlace(scores, i + 1);
        const to = (i - from) * d_model + firstColumn;
        for (let j = 0; j <= i; j++) {
          const weight = scores[j];
          weights[head][i * limit + j] = weight;
          if (off.includes(head)) continue;
          for (let k = 0, value = j * d_model + firstColumn; k < d_head; k++)
            mix[to + k] += weight * V[value + k];
        }
      }
    }
    return mix;
  };
  function* compute(tokens, from, off, mlpsOff) {
    const n = tokens.length;
    const x = new Float32Array((n - from) * d_model);
    for (let i = from; i < n; i++) {
      const row = model.embedding.subarray(tokens[i] * d_model, (tokens[i] + 1) * d_model);
      x.set(row, (i - from) * d_model);
    }
    const add = (written) => {
      for (let k = 0; k < x.length; k++) x[k] += written[k];
    };
    for (const [l, layer] of model.layers.entries()) {
      const normed = rmsNorm(x, layer.beforeAttention);
      const { Q, K, V } = kept[l];
      multiplyByTranspose(normed, d_model, layer.W_Q, Q.subarray(from * d_model, n * d_model));
      multiplyByTranspose(normed, d_model, layer.W_K, K.subarray(from * d_model, n * d_model));
      multiplyByTranspose(normed, d_model, layer.W_V, V.subarray(from * d_model, n * d_model));
      yield;
      add(multiplyByTranspose(attend(l, from, n, off), d_model, layer.W_O));
      yield;
      if (mlpsOff.includes(l)) continue;
      const wide = multiplyByTranspose(rmsNorm(x, layer.beforeMlp), d_model, layer.widen);
      gelu(wide);
      add(multiplyByTranspose(wide, model.sizes.d_mlp, layer.narrow));
      yield;
    }
    const last = rmsNorm(x, model.norm);
    const sharper = LOGIT_SCALE / Math.sqrt(d_model);
    for (let k = 0; k < last.length; k++) last[k] *= sharper;
    for (let i = from; i < n; i += ROWS_PER_SLICE) {
      const end = Math.min(i + ROWS_PER_SLICE, n);
      const rows = last.subarray((i - from) * d_model, (end - from) * d_model);
      multiplyByTranspose(
        rows,
        d_model,
        model.embedding,
        logits.subarray(i * vocabulary, end * vocabulary)
      );
      for (let row = i; row < end; row++)
        logSums[row] = logSumExp(logits, row * vocabulary, (row + 1) * vocabulary);
      yield;
    }
  }
  return function* (tokens, off = [], mlpsOff = []) {
    const n = tokens.length;
    const nowOff = JSON.stringify([off, mlpsOff]);
    const request = JSON.stringify([tokens, nowOff]);
    latest = request;
    let from = 0;
    while (nowOff === beforeOff && from < n && before[from] === tokens[from]) from++;
    if (from < n) {
      [before, beforeOff] = [tokens.slice(0, from), nowOff];
      for (const _ of compute(tokens, from, off, mlpsOff)) {
        yield;
        if (latest !== request) return null;
      }
    }
    before = [...tokens];
    return {
      n,
      /** Returns a head's weights, one row per position. @param {number} head */
      weights: (head) => upTo(n).map((i) => weights[head].subarray(i * limit, i * limit + n)),
      /** Returns, for each token, the probability that it comes next. @param {number} position */
      probabilities: (position) => Float64Array.from(
        logits.subarray(position * vocabulary, (position + 1) * vocabulary),
        (logit) => Math.exp(logit - logSums[position])
      ),
      /**
       * Returns the mean of -log of the probability of the actual next token; NaN if there is none.
       */
      loss: () => {
        let sum = 0;
        for (let i = 0; i + 1 < n; i++) sum += logSums[i] - logits[i * vocabulary + tokens[i + 1]];
        return sum / (n - 1);
      },
      /**
       * Returns how a head scores each key for a position.
       * @param {number} head
       * @param {number} position
       * @returns {ScoredKey[]}
       */
      parts: (head, position) => {
        const [layer, h] = [Math.floor(head / n_heads), head % n_heads];
        const firstColumn = h * d_head;
        const [q, k] = [kept[layer].Q, kept[layer].K].map(
          (all) => (i) => all.subarray(i * d_model + firstColumn, i * d_model + firstColumn + d_head)
        );
        return upTo(position + 1).map((key) => {
          const match = dot(q(position), k(key)) * scale;
          const distance = model.layers[layer].distances[h * context + position - key];
          const weight = weights[head][position * limit + key];
          return { key, match, distance, score: match + distance, weight };
        });
      }
    };
  };
}
var KEYS_SHOWN = 6;
var heaviestKeys = (parts) => descending(parts.map(({ weight }) => weight)).slice(0, KEYS_SHOWN).map((i) => parts[i]);
var GUESSES_SHOWN = 8;
function topGuesses(probabilities, next) {
  const order = descending(probabilities);
  const ranks = upTo(Math.min(GUESSES_SHOWN, order.length));
  const rank = next === void 0 ? -1 : order.indexOf(next);
  if (rank >= ranks.length) ranks.push(rank);
  return ranks.map((i) => ({
    token: order[i],
    rank: i + 1,
    probability: probabilities[order[i]],
    isNext: order[i] === next
  }));
}
var explainBrokenLetter = (words) => words.some((word) => word.includes("�")) ? "�: one byte of a letter that takes several" : "";
var quoteWord = (word) => `“${showWord(word)}”`;
var formatBack = (back) => back === 0 ? "itself" : `${back} back`;
var formatModelHead = ({ sizes }, head) => formatHead(head, sizes.n_heads, sizes.n_layers);
function describeAttention({ model, words, position, head, off, parts }) {
  const [{ key, weight }] = heaviestKeys(parts);
  const target = key === position ? "itself" : `${quoteWord(words[key])}, ${formatBack(position - key)}`;
  const name = `${formatModelHead(model, head)}${off.includes(head) ? " (off: its output is dropped)" : ""}`;
  return `From ${quoteWord(words[position])} (${position}), ${name} attends most to ${target}: ${formatFixed(weight)}.`;
}
function describeNext(guesses, word, before) {
  const first = guesses[0];
  const came = guesses.find(({ isNext }) => isNext);
  const whole = before ? ` (${formatPercent(before[first.token])} with all on)` : "";
  const expects = `Next: ${quoteWord(word(first.token))} ${formatPercent(first.probability)}${whole}`;
  if (!came) return `${expects}.`;
  if (came === first) return `${expects}, which is right.`;
  const probability = formatPercent(came.probability);
  const was = before && formatPercent(before[came.token]);
  const next = `the text has ${quoteWord(word(came.token))}, its guess ${came.rank}, ${probability}`;
  if (was && was !== probability) return `${expects}; ${next} (was ${was}).`;
  return `${expects}; ${next}.`;
}
var MAX_NAMED_PARTS = 4;
function describeLoss(model, off, mlpsOff, whole, left) {
  if (Number.isNaN(whole)) return "A single token has no next token yet, so there is no loss.";
  const all = `Loss on this text, in nats a token: ${formatFixed(whole)} with all on`;
  const heads = [...off].sort((a, b) => a - b).map((head) => formatModelHead(model, head));
  const mlps = [...mlpsOff].sort((a, b) => a - b).map((layer) => `the MLP of layer ${layer}`);
  if (heads.length + mlps.length === 0) return `${all}.`;
  const many = heads.length + mlps.length > MAX_NAMED_PARTS;
  const counts = [
    heads.length > 0 ? formatCountOf(heads.length, "head") : "",
    mlps.length > 0 ? formatCountOf(mlps.length, "MLP") : ""
  ].filter(Boolean);
  const names = many ? formatList(counts) : [...heads, ...mlps].join("; ");
  return `${all}, ${formatFixed(left)} without ${names}.`;
}
var explainLoss = ({ sizes: { vocabulary } }) => `The mean of −log of the probability that the model gave to the actual next token: 0 is certain and right; log ${vocabulary} = ${formatFixed(Math.log(vocabulary))} is a blind guess.`;

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
function* readCodeModel(base64) {
  const { about, bytes } = openFile(decodeBase64(base64).buffer);
  const plain = (name) => new Float32Array(bytes(name));
  const rows = (name) => {
    const whole = new Int8Array(bytes(name));
    const steps = plain(`${name} step`);
    const numbers = new Float32Array(whole.length);
    const width = whole.length / steps.length;
    for (let row = 0, i = 0; row < steps.length; row++) {
      for (let k = 0; k < width; k++, i++) numbers[i] = whole[i] * steps[row];
    }
    return numbers;
  };
  const sizes = JSON.parse(about.sizes);
  yield;
  const [embedding, norm] = [rows("embedding"), plain("norm.weight")];
  const layers = [];
  for (let i = 0; i < sizes.n_layers; i++) {
    yield;
    layers.push({
      beforeAttention: plain(`layers.${i}.before_attention.weight`),
      W_Q: rows(`layers.${i}.attention.W_Q`),
      W_K: rows(`layers.${i}.attention.W_K`),
      W_V: rows(`layers.${i}.attention.W_V`),
      W_O: rows(`layers.${i}.attention.W_O`),
      distances: plain(`layers.${i}.distances`),
      beforeMlp: plain(`layers.${i}.before_mlp.weight`),
      widen: rows(`layers.${i}.widen.weight`),
      narrow: rows(`layers.${i}.narrow.weight`)
    });
  }
  return { sizes, merges: about.merges.split("\n").filter(Boolean), embedding, norm, layers };
}

// src/code_view/load_model.js
var page = (
  /** @type {any} */
  globalThis
);
var KERNEL_TIMEOUT_MS = 2e4;
function* loadedModel(hash) {
  page.bookModelsRead ??= {};
  const text = page.bookModels?.[hash];
  if (text && !page.bookModelsRead[hash]) page.bookModelsRead[hash] = yield* readCodeModel(text);
  return page.bookModelsRead[hash];
}
function askKernel(hash, model) {
  return new Promise((resolve, reject) => {
    const receive = ({ hash: received, base64 }) => {
      if (received !== hash || !base64) return;
      end();
      resolve(base64);
    };
    const timeout = setTimeout(() => {
      end();
      reject(new Error("the kernel did not answer"));
    }, KERNEL_TIMEOUT_MS);
    const end = () => {
      clearTimeout(timeout);
      model.off("msg:custom", receive);
    };
    model.on("msg:custom", receive);
    model.send?.({ wanted: hash });
  });
}
async function loadScript(hash) {
  await addScript(hash);
  const text = page.bookModels?.[hash];
  if (!text) throw new Error("the script has another model");
  return text;
}
async function loadModel(hash, model) {
  page.bookModels ??= {};
  page.bookModelsAsked ??= {};
  if (page.bookModels[hash]) return;
  page.bookModelsAsked[hash] ??= model.send ? askKernel(hash, model) : loadScript(hash);
  try {
    page.bookModels[hash] = await page.bookModelsAsked[hash];
  } finally {
    delete page.bookModelsAsked[hash];
  }
}

// src/code_view/view.js
var YOUR_OWN = "your own";
var LOAD_FAILED = "The model could not be loaded here. It runs in the built book, and in a notebook whose kernel runs.";
var countHeads = ({ n_layers, n_heads }) => n_layers * n_heads;
function colorIfEnough(sizes, node, head) {
  if (countHeads(sizes) <= N_HEAD_COLORS) colorByHead(node, head);
}
var CHOICES = {
  text: (given, get) => describeWrongLength(given, get("max_characters")) ? void 0 : given,
  position: (given, get) => parseIndex(given, get("max_tokens"), -1),
  head: (given, get) => parseIndex(given, countHeads(get("model").sizes)),
  off: (given, get) => parseIndices(given, countHeads(get("model").sizes)),
  mlps_off: (given, get) => parseIndices(given, get("model").sizes.n_layers)
};
function makeText(model, refuse, ask) {
  const examples = model.get("examples");
  let ownText = "";
  let adopted = "";
  const picker = makePicker({
    label: "example",
    options: [YOUR_OWN, ...examples.map(([name]) => name)],
    change: (i) => {
      const mine = input.input.ariaInvalid === "true" ? "" : ownText;
      const text = i > 0 ? examples[i - 1][1] : mine || model.get("text");
      adopted = i > 0 ? "" : text;
      if (i > 0) input.complain("");
      if (text !== model.get("text")) setTraits(model, { text, position: -1 });
      set();
      ask();
      if (i > 0) return;
      input.input.focus();
      input.input.select();
    }
  });
  const input = makeInput({
    label: `type Python, up to ${model.get("max_tokens")} tokens`,
    size: 5,
    long: true,
    refuse,
    change: (text) => {
      const atEnd = input.input.selectionStart === text.length;
      setTraits(model, atEnd ? { text, position: -1 } : { text });
    }
  });
  const node = make("div", { class: "mha-code-input" });
  if (examples.length > 0) node.append(picker.node);
  node.append(input.node);
  const set = () => {
    const text = model.get("text");
    const index = text === adopted ? -1 : examples.findIndex(([, example]) => example === text);
    if (index < 0) ownText = text;
    picker.set(index + 1);
    input.set(text);
  };
  return { node, set, complain: input.complain, field: input.input };
}
function makeHeads(model) {
  const { sizes } = model.get("model");
  const named = (
    /** @type {CodeModel} */
    { sizes }
  );
  const heads = upTo(countHeads(sizes)).map((head) => {
    const [canvas, mark] = [
      make("canvas", { "aria-hidden": "true" }),
      make("div", { class: "mha-mark" })
    ];
    const name = formatModelHead(named, head);
    const choose = makeButton("", () => setTraits(model, { head }));
    choose.setAttribute("aria-label", name);
    choose.title = name;
    choose.append(make("div", { class: "mha-picture" }, canvas, mark));
    const toggle = makeButton("", () => setTraits(model, { off: toggled(model.get("off"), head) }));
    toggle.classList.add("mha-switch");
    const node2 = make("div", { class: "mha-thumb" }, choose, toggle);
    colorIfEnough(sizes, node2, head);
    return { node: node2, name, canvas, mark, choose, toggle };
  });
  const mlps = upTo(sizes.n_layers).map((layer) => {
    const toggle = makeButton(
      "",
      () => setTraits(model, { mlps_off: toggled(model.get("mlps_off"), layer) })
    );
    toggle.classList.add("mha-switch");
    return toggle;
  });
  const rows = mlps.map((mlp, layer) => {
    const layerHeads = heads.slice(layer * sizes.n_heads, (layer + 1) * sizes.n_heads);
    const name = make("span", { class: "mha-layer" }, `layer ${layer}`);
    const nodes = layerHeads.map(({ node: node2 }) => node2);
    return make("div", { class: "mha-thumbs" }, make("div", {}, name, mlp), ...nodes);
  });
  const about = "press a map to choose its head; queries down, keys across; the frame is the chosen token";
  const node = make(
    "div",
    { class: "mha-thin-mark" },
    ...rows,
    makeColorBar("weights", "0", "1", about)
  );
  function* draw(run, { position, head, off, mlpsOff }) {
    for (const [h, { node: node2, name, canvas, mark, choose, toggle }] of heads.entries()) {
      paint(canvas, run.weights(h), "weights", 0, 1);
      mark.style.top = `${100 * position / run.n}%`;
      mark.style.height = `${100 / run.n}%`;
      choose.setAttribute("aria-pressed", String(h === head));
      const on = !off.includes(h);
      node2.classList.toggle("mha-thumb-off", !on);
      write(toggle, `${h % sizes.n_heads}: ${on ? "on" : "off"}`);
      toggle.setAttribute("aria-label", `${name}: ${on ? "on" : "off"}`);
      toggle.setAttribute("aria-pressed", String(on));
      yield;
    }
    mlps.forEach((toggle, layer) => {
      const on = !mlpsOff.includes(layer);
      write(toggle, `MLP: ${on ? "on" : "off"}`);
      toggle.setAttribute("aria-label", `layer ${layer}, MLP: ${on ? "on" : "off"}`);
      toggle.setAttribute("aria-pressed", String(on));
    });
  }
  const firstSwitchedOff = ({ off, mlpsOff }) => off.length > 0 ? heads[Math.min(...off)].toggle : mlps[Math.min(...mlpsOff)];
  return { node, draw, firstSwitchedOff };
}
function makeNext() {
  const caption = make("caption");
  const body = make("tbody");
  const node = make("table", { class: "mha-next" }, caption, body);
  const draw = ({ words, position, guesses }, word, before) => {
    write(
      caption,
      `What comes after ${quoteWord(words[position])} (${position})${before ? "; the line: with all on" : ""}`
    );
    const rows = guesses.map(({ token, rank, probability, isNext }) => {
      const name = make("th", { scope: "row" }, quoteWord(word(token)), isNext ? " ✓" : "");
      const bar = make("div");
      const rail = make("div", { class: "mha-rail" }, bar);
      setStyle(bar, { fill: `${100 * probability}%` });
      if (before) {
        const line = make("i");
        setStyle(line, { fill: `${100 * before[token]}%` });
        rail.append(line);
      }
      const cells = [
        make("td", { "aria-hidden": "true" }, rail),
        make("td", {}, formatPercent(probability))
      ];
      if (before) cells.push(make("td", {}, `was ${formatPercent(before[token])}`));
      const far = rank > guesses.length;
      if (far) name.append(make("span", { class: "mha-layer" }, `number ${rank}`));
      return make(
        "tr",
        {
          class: [isNext && "mha-right-answer", far && "mha-lower-rank"].filter(Boolean).join(" ")
        },
        name,
        ...cells
      );
    });
    body.replaceChildren(...rows);
  };
  return { node, draw };
}
function makeParts() {
  const caption = make("caption");
  const body = make("tbody");
  const heads = ["token", "back", "match", "distance", "score", "weight"];
  const top = make(
    "thead",
    {},
    make("tr", {}, ...heads.map((h) => make("th", { scope: "col" }, h)))
  );
  const table = make("table", { class: "mha-parts" }, caption, top, body);
  const note = make("p", { class: "mha-note" });
  const node = make("div", {}, table, note);
  const draw = ({ model, words, position, head, parts }) => {
    const name = formatModelHead(model, head);
    write(
      caption,
      `What ${name} attends to from ${quoteWord(words[position])} (${position}), and why`
    );
    const lines = heaviestKeys(parts).map(({ key, match, distance, score, weight }) => [
      quoteWord(words[key]),
      String(position - key),
      ...[match, distance, score, weight].map((number) => formatFixed(number))
    ]);
    body.replaceChildren(...makeRows(lines));
    const d_head = model.sizes.d_model / model.sizes.n_heads;
    const text = `match: query times key, divided by √${d_head}; distance: the head's learned bias for this many tokens back; score: their sum. The weights are the softmax of all scores.`;
    write(note, text);
  };
  return { node, draw };
}
function prepareModel(model, limit) {
  const pairs = makeBytePairs(model.merges);
  const vocabulary = pairs.words(upTo(model.sizes.vocabulary));
  return {
    model,
    limit,
    encode: pairs.encode,
    word: (token) => vocabulary[token],
    whole: makeReader(model, limit),
    left: makeReader(model, limit)
  };
}
function setup(root, model, openedByLink, redraw) {
  const { hash, bytes, parameters } = model.get("model");
  let ready = null;
  function* prepare() {
    const found = yield* loadedModel(hash);
    if (found && !ready) ready = prepareModel(found, model.get("max_tokens"));
    return ready;
  }
  let loading = false;
  const loadNow = async () => {
    if (loading || ready) return;
    loading = true;
    root.ariaBusy = "true";
    write(status, "loading …");
    try {
      await loadModel(hash, model);
      write(status, "");
      if (document.activeElement === button) text.field.focus();
    } catch {
      write(status, LOAD_FAILED);
    }
    loading = false;
    root.ariaBusy = "false";
    if (status.textContent !== LOAD_FAILED) redraw();
  };
  const loadUnlessFailed = () => {
    if (status.textContent !== LOAD_FAILED) loadNow();
  };
  const wrongIn = (text2) => {
    const wrong = describeWrongLength(text2, model.get("max_characters"));
    if (wrong || !ready) return wrong;
    const { length } = ready.encode(text2);
    return length > ready.limit ? `That is ${length} tokens; the model reads ${ready.limit}.` : "";
  };
  const text = makeText(model, wrongIn, loadUnlessFailed);
  const button = makeButton(`Load the model: ${formatBytes(bytes)}, once`, loadNow);
  const status = make("span", { role: "status" });
  const parameterCount = make(
    "span",
    { class: "mha-count" },
    `${formatCount(parameters)} parameters`
  );
  const load = make("div", { class: "mha-load" }, button, parameterCount, status);
  const go = (position) => {
    if (position >= 0 && position < now.run.n && position !== now.view.position)
      setTraits(model, { position });
  };
  const chips = makeChips(go, () => now.view.position);
  const heads = makeHeads(model);
  const [next, parts] = [makeNext(), makeParts()];
  const broken = make("p", { class: "mha-note" });
  const body = make("div", { class: "mha-read" }, chips.node, broken);
  const say = makeLiveRegion(body);
  const cost = make("div", { class: "mha-cost" });
  const sayCost = makeLiveRegion(cost);
  const allOn = makeButton("all on", () => {
    const first = heads.firstSwitchedOff(now.view);
    setTraits(model, { off: [], mlps_off: [] });
    first.focus({ preventScroll: true });
  });
  const nats = make("p", { class: "mha-note" });
  body.append(
    heads.node,
    cost,
    nats,
    make("div", { class: "mha-two-columns" }, next.node, parts.node)
  );
  root.append(text.node, load, body);
  let now;
  function* compute(ready2) {
    const tokens = ready2.encode(model.get("text")).slice(0, ready2.limit);
    const off = model.get("off");
    const mlpsOff = model.get("mlps_off");
    const head = model.get("head");
    const wanted = model.get("position");
    const last = tokens.length - 1;
    const position = wanted < 0 ? last : Math.min(wanted, last);
    const whole = yield* ready2.whole(tokens);
    const changed = off.length + mlpsOff.length > 0;
    const run = changed ? yield* ready2.left(tokens, off, mlpsOff) : whole;
    if (!whole || !run) return false;
    const words = tokens.map(ready2.word);
    const guesses = topGuesses(run.probabilities(position), tokens[position + 1]);
    const parts2 = run.parts(head, position);
    const view = { model: ready2.model, words, position, head, off, mlpsOff, guesses, parts: parts2 };
    now = { run, whole, tokens, view, before: changed ? whole.probabilities(position) : null };
    return true;
  }
  body.hidden = true;
  let drawn = false;
  function* draw() {
    text.set();
    const loaded = yield* prepare();
    if (!loaded) {
      if (drawn || openedByLink) loadUnlessFailed();
      drawn = true;
      return;
    }
    if (!(yield* compute(loaded))) return;
    load.remove();
    body.hidden = false;
    const wrong = wrongIn(model.get("text"));
    if (wrong) text.complain(wrong);
    const { run, whole, view, before } = now;
    const { words, position, head, off, mlpsOff } = view;
    chips.draw(words, run.weights(head)[position], off.includes(head));
    colorIfEnough(loaded.model.sizes, chips.node, head);
    write(broken, explainBrokenLetter(words));
    broken.hidden = !broken.textContent;
    yield;
    yield* heads.draw(run, view);
    next.draw(view, loaded.word, before);
    yield;
    parts.draw(view);
    yield;
    say(describeAttention(view), describeNext(view.guesses, loaded.word, before));
    const typing = document.activeElement === text.field;
    sayCost.node.setAttribute("aria-live", typing ? "off" : "polite");
    sayCost(describeLoss(loaded.model, off, mlpsOff, whole.loss(), run.loss()));
    if (!before) allOn.remove();
    else if (!allOn.parentNode) cost.append(allOn);
    write(nats, explainLoss(loaded.model));
  }
  return {
    observes: namesOf(CHOICES),
    draw,
    stateForTests: () => {
      const loaded = finish(prepare());
      if (!loaded) return { loaded: false };
      finish(compute(loaded));
      const { run, whole, tokens, view } = now;
      return {
        loaded: true,
        tokens,
        words: view.words,
        position: view.position,
        head: view.head,
        weights: upTo(countHeads(loaded.model.sizes)).map(
          (h) => run.weights(h).map((row) => [...row])
        ),
        probabilities: [...run.probabilities(view.position)],
        before: now.before && [...now.before],
        guesses: view.guesses,
        loss: whole.loss(),
        loss_now: run.loss(),
        parts: view.parts
      };
    }
  };
}
var widget = makeWidget("A language model of Python, running in the page", setup);
var view_default = withLink(widget, CHOICES);
export {
  view_default as default
};
