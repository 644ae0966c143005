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
  let frame2 = 0;
  const redrawSoon = () => {
    cancelAnimationFrame(frame2);
    frame2 = requestAnimationFrame(redraw);
  };
  for (const name of names) model.on(`change:${name}`, redrawSoon);
  return () => {
    cancelAnimationFrame(frame2);
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
function largest(list) {
  let top = Number.NEGATIVE_INFINITY;
  for (const x of list) top = Math.max(top, x);
  return top;
}
var argmax = (list) => list.indexOf(largest(list));
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
function formatBrief(x) {
  const size = Math.abs(x);
  if (size === 0 || size >= 5e-3 && size < 1e4) return formatCell(x, "0");
  return size >= 1e-4 && size < 1 ? x.toPrecision(1).replace("-", "−") : formatNumber(x);
}
var formatCell = (x, zero = "") => String(Number(x.toFixed(2))).replace("-", "−").replace(/^(−?)0\./, `$1${zero}.`);
function formatHead(head, perLayer, nLayers) {
  const name = `head ${head % perLayer}`;
  return nLayers > 1 ? `layer ${Math.floor(head / perLayer)}, ${name}` : name;
}

// src/shared/heatmap.js
var N_HEAD_COLORS = 8;
function colorByHead(node, head) {
  node.style.setProperty("--mha-hue", head < N_HEAD_COLORS ? `var(--mha-head-${head})` : "initial");
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

// src/shared/model.js
var headsPerLayer = (model) => model.layers[0].W_Q.length;
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
function stageNumbers(stages, stage, index) {
  if (stage === "sum") return stages.sums[index];
  return stage === "x" || stage === "logits" || stage === "answers" ? stages[stage] : stages.heads[index]?.[stage];
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

// src/shared/explanation.js
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

// src/layer_view/layer.js
function makeLayer(x, parameters, tokens) {
  const model = {
    name: "",
    parameters: 0,
    letter_vectors: [],
    positions: [],
    features: x[0].map((_, i) => `number ${i}`),
    layers: [parameters],
    residual: false,
    causal: false,
    readout: [],
    bias: []
  };
  const run = { ...runLayers(x, [parameters], model), logits: [], answers: [] };
  const nameToken = (i) => {
    const again = tokens.filter((token) => token === tokens[i]).length > 1;
    return `“${tokens[i]}”${again ? ` (${i})` : ""}`;
  };
  return { model, run, nameToken };
}
function matrixSizes(x, { W_Q, W_V }) {
  const [n, dModel, heads] = [x.length, x[0].length, W_Q.length];
  const [dHead, dValue] = [W_Q[0][0].length, W_V[0][0].length];
  return {
    x: [1, n, dModel],
    W_Q: [heads, dModel, dHead],
    W_K: [heads, dModel, dHead],
    W_V: [heads, dModel, dValue],
    Q: [heads, n, dHead],
    K: [heads, n, dHead],
    V: [heads, n, dValue],
    weights: [heads, n, n],
    average: [heads, n, dValue],
    concatenated: [heads, n, dValue],
    W_O: [heads, dValue, dModel],
    sum: [1, n, dModel]
  };
}
var isParameter = (stage) => stage.startsWith("W_");
function matrixNumbers({ model, run }, stage, index) {
  if (isParameter(stage)) return model.layers[0][stage][index];
  return stageNumbers(run, stage === "concatenated" ? "average" : stage, index);
}
var firstAskedCell = ({ run }, row) => ({
  stage: "weights",
  index: 0,
  row,
  column: argmax(run.heads[0].weights[row])
});
function nextCell(sizes, { stage, index, row, column }, down, right) {
  const [heads, rows, columns] = sizes[stage];
  const [across, along] = [stage === "concatenated", stage === "W_O"];
  const move = (index2, steps, size) => Math.min(Math.max(index2 + steps, 0), size - 1);
  const i = move(row + (along ? index * rows : 0), down, along ? heads * rows : rows);
  const j = move(
    column + (across ? index * columns : 0),
    right,
    across ? heads * columns : columns
  );
  const head = along ? Math.floor(i / rows) : across ? Math.floor(j / columns) : index;
  return { stage, index: head, row: along ? i % rows : i, column: across ? j % columns : j };
}
function productTable(caption, what, sides, terms, last = []) {
  const names = terms.map(({ name }) => name.replace("number ", ""));
  const factors = sides.map((side, k) => [
    side,
    ...terms.map((term) => formatBrief(term.factors[k])),
    ...["", ...last.slice(1)].map(() => "")
  ]);
  const values = terms.map(({ value }) => value);
  const products2 = ["product", ...values.map(formatBrief), formatBrief(total(values))];
  return {
    caption,
    columns: [what, ...names, "sum", ...last.slice(0, 1)],
    lines: [...factors, [...products2, ...last.slice(1)]]
  };
}
function softmaxTable(raised, weights, marked, query, subtracted) {
  const values = raised.map(({ value }) => value);
  return {
    caption: `the softmax over all scores of ${query}`,
    columns: ["token", ...raised.map(({ name }) => name), "sum"],
    lines: [
      [`score${subtracted}`, ...raised.map(({ factors }) => formatBrief(factors[0])), ""],
      [subtracted ? "e to it" : "e^score", ...values.map(formatBrief), formatBrief(total(values))],
      ["weight", ...weights.map(formatBrief), "1"]
    ],
    marked
  };
}
function explainCell(layer, asked) {
  const { model, run, nameToken } = layer;
  const { stage, index, row, column } = asked;
  const token = nameToken(row);
  const value = formatBrief(matrixNumbers(layer, stage, index)[row][column]);
  const words = { position: nameToken, alphabet: [] };
  const text = upTo(run.x.length);
  const explanationOf = (stage2, index2) => explain(model, run, text, { stage: stage2, index: index2, row, column }, words);
  const nameAndValue = (stage2) => `${nameNumber(model, { ...asked, stage: stage2 }, words, [])} is ${value}:`;
  if (isParameter(stage)) {
    const name = `Row ${row}, column ${column} of ${stage} in head ${index} is ${value}:`;
    const rule = "a parameter. Training sets it, and it is the same for every input.";
    return { sentences: [name, rule], tables: [], frames: [] };
  }
  if (stage === "x") {
    const rule = "part of what goes into the layer. Every head gets all of x.";
    return { sentences: [nameAndValue("x"), rule], tables: [], frames: [] };
  }
  if (stage === "concatenated") {
    const joinedColumn = index * run.heads[index].average[row].length + column;
    const name = `Number ${joinedColumn} of the concatenated averages of ${token} is ${value}:`;
    const rule = `number ${column} of the average in head ${index}, copied.`;
    const copied = { stage: "average", index, row, rows: 1, column };
    return { sentences: [name, rule], tables: [], frames: [copied] };
  }
  if (stage === "sum") return explainOutput(layer, asked, nameAndValue("sum"), explanationOf);
  const explanation = explanationOf(stage, index);
  const frames = (
    /** @type {Frame[]} */
    explanation.sources
  );
  if (stage === "weights") {
    const score = explanationOf("scores", index);
    const { raised = [], divisor = 1 } = explanation;
    const { factors, value: power } = raised[column];
    const subtracted = score.value - factors[0];
    const after = Math.abs(subtracted) > 1 ? ` − ${formatBrief(subtracted)}` : "";
    const exponent = `${formatBrief(score.value)}${after}`;
    const raisedScore = `e^${after ? `(${exponent})` : exponent} = ${formatBrief(power)}`;
    const why = after && " (Subtracting the largest score from all changes no weight.)";
    const key = nameToken(column);
    const root = `÷ √${score.terms.length}`;
    const caption2 = `the score of ${token} for ${key}`;
    const sum = [root, formatBrief(score.value)];
    return {
      sentences: [
        nameAndValue(stage),
        `${raisedScore}, divided by the sum over all tokens, ${formatBrief(divisor)}.${why}`
      ],
      tables: [
        productTable(caption2, "number", ["query", "key"], score.terms, sum),
        softmaxTable(raised, run.heads[index].weights[row], column, token, after)
      ],
      frames: (
        /** @type {Frame[]} */
        score.sources
      )
    };
  }
  const [what, ...sides] = stage === "average" ? ["token", "weight", "value"] : ["number", "x", `W_${stage}`];
  const caption = stage === "average" ? `the weights of ${token} times column ${column} of V` : `the row of ${token} in x times column ${column} of W_${stage}`;
  return {
    sentences: [nameAndValue(stage), `${explanation.rule}.`],
    tables: [productTable(caption, what, sides, explanation.terms)],
    frames
  };
}
function explainOutput({ run, nameToken }, { row, column }, name, explanationOf) {
  const heads = run.heads.map((_, h) => explanationOf("written", h));
  const parts = explanationOf("sum", 0).terms.map(
    (part) => `${part.name} adds ${formatBrief(part.value)}`
  );
  const terms = heads.flatMap((head) => head.terms).map((term, i) => ({ ...term, name: `number ${i}` }));
  const caption = `the concatenated row of ${nameToken(row)} times column ${column} of W_O`;
  const table = productTable(caption, "number", ["average", "W_O"], terms);
  return {
    sentences: [name, `${parts.join(", ")}.`],
    tables: [{ ...table, heads: heads.flatMap(({ terms: terms2 }, h) => terms2.map(() => h)) }],
    frames: heads.flatMap(
      ({ sources }) => sources.map(
        (source) => source.stage === "average" ? { ...source, stage: (
          /** @type {const} */
          "concatenated"
        ) } : (
          /** @type {Frame} */
          source
        )
      )
    )
  };
}

// src/layer_view/view.js
var MIN_WIDE_PX = 600;
var TOUCH_MARGIN_PX = 12;
var DIGIT_WIDTH_PX = 6.8;
var CHOICES = {
  asked: (given, get) => {
    if (given === "") return [];
    const [stage, ...indices] = given.split(",");
    const sizes = new Map(Object.entries(matrixSizes(get("x"), get("parameters")))).get(stage);
    const found = indices.map((text, i) => parseIndex(text, sizes?.[i] ?? 0));
    return found.length !== 3 || found.includes(void 0) ? void 0 : [stage, ...found];
  }
};
function parseDrawing(text) {
  const read = new DOMParser().parseFromString(text, "text/html").querySelector("svg");
  const node = document.importNode(
    /** @type {SVGSVGElement} */
    read,
    true
  );
  node.removeAttribute("display");
  const groups = node.querySelectorAll("[data-stage]");
  let inputs = 0;
  const matrices = [...groups].map((group) => {
    const { stage: stageName, head = "0", box = "" } = group.dataset;
    const [left, top, cell, rowHeight, rows, columns] = box.split(" ").map(Number);
    const joined = stageName === "average" && group.closest("[data-part=concatenation]");
    const stage = (
      /** @type {Stage} */
      joined ? "concatenated" : stageName
    );
    const texts = group.querySelectorAll("text");
    if (texts.length > 0) texts[0].previousElementSibling?.remove();
    for (const one of texts) one.remove();
    const size = { x: left, y: top, width: cell * columns, height: rowHeight * rows };
    group.prepend(makeDrawing("rect", { ...size, fill: "transparent" }));
    return {
      node: group,
      stage,
      index: Number(head),
      copy: stage === "x" ? inputs++ : Number(head),
      label: (group.getAttribute("aria-label") ?? "").split(";")[0],
      printed: texts.length > 0,
      box: { left, top, cell, rowHeight, rows, columns }
    };
  });
  const marks = makeDrawing("g", { "aria-hidden": "true", class: "mha-marks" });
  node.append(marks);
  return { node, matrices, marks };
}
function frame({ box }, numbers, { row, rows, column }, kind) {
  const { left, top, cell, rowHeight } = box;
  const columns = column === void 0 ? upTo(box.columns) : [column];
  const size = {
    x: left + columns[0] * cell,
    y: top + row * rowHeight,
    width: columns.length * cell,
    height: rows * rowHeight
  };
  const texts = upTo(rows).flatMap(
    (i) => columns.map((j) => {
      const text = formatCell(numbers[row + i][j]);
      const wide = text.length * DIGIT_WIDTH_PX > cell && { textLength: cell - 1 };
      const corner = { x: left + (j + 0.5) * cell, y: top + (row + i) * rowHeight + 13 };
      return makeDrawing("text", { ...corner, ...wide, lengthAdjust: "spacingAndGlyphs" }, text);
    })
  );
  const kinds = kind === "mha-followed" ? [kind] : ["mha-halo", kind];
  return { lines: kinds.map((name) => makeDrawing("rect", { ...size, class: name })), texts };
}
function makeTable({ caption, columns, lines, marked, heads = [] }) {
  const top = columns.map((name, j) => {
    const head = make("th", { scope: "col" }, name);
    if (j - 1 in heads) colorByHead(head, heads[j - 1]);
    return head;
  });
  const rows = lines.map(([name, ...cells], i) => {
    const result = i === lines.length - 1 ? cells.length - 1 : -1;
    const now = marked ?? result;
    const boxes = cells.map((text, j) => make("td", { class: j === now && "mha-current" }, text));
    return make("tr", {}, make("th", { scope: "row" }, name), ...boxes);
  });
  return make("table", {}, make("caption", {}, caption), make("tr", {}, ...top), ...rows);
}
function setup(root, model) {
  const x = model.get("x");
  const parameters = model.get("parameters");
  const layer = makeLayer(x, parameters, model.get("tokens"));
  const sizes = matrixSizes(x, parameters);
  const [wide, tall] = [parseDrawing(model.get("wide")), parseDrawing(model.get("tall"))];
  let drawing = wide;
  let hovered = null;
  const chosen = () => {
    const asked = model.get("asked");
    if (asked.length === 0) return firstAskedCell(layer, model.get("row"));
    const [stage, index, row, column] = asked;
    return { stage, index, row, column };
  };
  const now = () => hovered ?? chosen();
  const choose = ({ stage, index, row, column }) => {
    hovered = null;
    setTraits(model, { asked: [stage, index, row, column] });
    redraw();
  };
  const figure = make("div", { class: "mha-layer-drawing" });
  const panel = make("div", { class: "mha-sum-panel" });
  const steps = make("div", { class: "mha-steps", role: "group", "aria-label": "another number" });
  for (
    const [sign, name, down, right] of
    /** @type {const} */
    [
      ["←", "the number before", 0, -1],
      ["↑", "the number above", -1, 0],
      ["↓", "the number below", 1, 0],
      ["→", "the number after", 0, 1]
    ]
  ) {
    const button = makeButton(sign, () => choose(nextCell(sizes, chosen(), down, right)));
    button.setAttribute("aria-label", name);
    steps.append(button);
  }
  const words = make("div", {});
  const say = makeLiveRegion(words);
  const tables = make("div", { class: "mha-sum-tables" });
  const scroll = makeScroll(tables);
  for (const [name, value] of [
    ["role", "region"],
    ["aria-label", "the sum"],
    ["tabindex", "0"]
  ]) {
    scroll.setAttribute(name, value);
  }
  panel.append(steps, words, scroll);
  const hint = "Point at any number, or tap it. What it was computed from gets a dashed frame.";
  const ruler = make("div", {});
  root.append(make("p", { class: "mha-note" }, hint), figure, ruler, panel);
  const followed = () => {
    const { stage, row } = now();
    return isParameter(stage) ? model.get("row") : row;
  };
  const holds = ({ stage, index, copy: copy2 }, asked, frame2) => stage === frame2.stage && (stage === "x" ? asked.stage === "x" || copy2 === asked.index : index === frame2.index);
  const redraw = () => {
    const asked = now();
    const { sentences, tables: sums, frames } = explainCell(layer, asked);
    const row = followed();
    const lines = [];
    const texts = /* @__PURE__ */ new Map();
    for (const matrix of drawing.matrices) {
      const numbers = matrixNumbers(layer, matrix.stage, matrix.index);
      const drawFrame = (cells, kind) => {
        const framed = frame(matrix, numbers, cells, kind);
        lines.push(...framed.lines);
        for (const text of framed.texts) {
          texts.set([text.getAttribute("x"), text.getAttribute("y")].join(), text);
        }
      };
      if (matrix.printed) drawFrame({ row, rows: 1 }, "mha-followed");
      for (const one of frames) if (holds(matrix, asked, one)) drawFrame(one, "mha-source-frame");
      const askedCell = { ...asked, rows: 1 };
      if (holds(matrix, asked, askedCell)) drawFrame(askedCell, "mha-asked-frame");
      const said = numbers[row]?.map(formatBrief).join(", ");
      const whose = isParameter(matrix.stage) ? "" : `; the row of ${layer.nameToken(row)} is ${said}`;
      const label = `${matrix.label}${whose}; arrow keys choose a number`;
      if (matrix.node.getAttribute("aria-label") !== label) {
        matrix.node.setAttribute("aria-label", label);
      }
    }
    drawing.marks.replaceChildren(...lines, ...texts.values());
    say.node.setAttribute("aria-live", hovered ? "off" : "polite");
    say(...sentences);
    tables.replaceChildren(...sums.map(makeTable));
  };
  for (const { node, matrices } of [wide, tall]) {
    const find = ({ clientX, clientY }, near) => {
      const { left, top, width } = node.getBoundingClientRect();
      const scale = width / node.viewBox.baseVal.width;
      const [x2, y] = [(clientX - left) / scale, (clientY - top) / scale];
      const found = matrices.map(({ stage, index, box }) => {
        const along = (coordinate, from, size, count) => {
          const index2 = Math.min(Math.max(Math.floor((coordinate - from) / size), 0), count - 1);
          return [index2, Math.max(from - coordinate, coordinate - from - size * count, 0)];
        };
        const [column, beside] = along(x2, box.left, box.cell, box.columns);
        const [row, above] = along(y, box.top, box.rowHeight, box.rows);
        return { far: Math.hypot(beside, above), asked: { stage, index, row, column } };
      });
      const best = found.reduce((a, b) => b.far < a.far ? b : a);
      return best.far <= near ? best.asked : null;
    };
    node.addEventListener("pointermove", (event) => {
      const found = event.pointerType === "touch" ? null : find(event, 0);
      if (!found || String(Object.values(found)) === String(Object.values(now()))) return;
      hovered = found;
      redraw();
    });
    node.addEventListener("pointerleave", () => {
      if (!hovered) return;
      hovered = null;
      redraw();
    });
    node.addEventListener("click", (event) => {
      const found = find(event, TOUCH_MARGIN_PX);
      if (found) choose(found);
    });
    for (const { node: group, stage, index } of matrices) {
      group.setAttribute("role", "application");
      group.setAttribute("tabindex", "0");
      group.addEventListener("focus", () => {
        const covered = group.getBoundingClientRect().bottom - panel.getBoundingClientRect().top;
        if (covered > 0 && group.matches(":focus-visible"))
          scrollBy({ top: covered + TOUCH_MARGIN_PX });
      });
      onArrows(
        /** @type {any} */
        group,
        (down, right) => {
          const asked = chosen();
          const here = asked.stage === stage && asked.index === index;
          const firstRow = isParameter(stage) ? 0 : followed();
          const from = here ? asked : { stage, index, row: firstRow, column: 0 };
          const next = nextCell(sizes, from, down, right);
          choose(next);
          const block = matrices.find((one) => one.stage === stage && one.index === next.index);
          if (next.index !== index) block?.node.focus();
        }
      );
    }
  }
  watchWidth(ruler, (width) => {
    const fits = width < MIN_WIDE_PX ? tall : wide;
    if (fits === drawing && drawing.node.parentNode) return;
    drawing = fits;
    figure.replaceChildren(drawing.node);
    redraw();
  });
  return {
    observes: namesOf(CHOICES),
    stateForTests: () => {
      const asked = now();
      const { stage, index, row, column } = asked;
      const value = matrixNumbers(layer, stage, index)[row][column];
      return { ...layer.run, asked, value, ...explainCell(layer, asked) };
    },
    draw: redraw
  };
}
var widget = makeWidget("A layer of attention, number by number", setup);
var view_default = withLink(widget, CHOICES);
export {
  view_default as default
};
