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
var formatToken = (tokens, position) => `“${tokens[position]}” (${position})`;
function formatPercent(fraction) {
  if (fraction > 0 && fraction < 0.01) return "below 1%";
  return fraction > 0.99 && fraction < 1 ? "above 99%" : `${Math.round(100 * fraction)}%`;
}
function formatList(words) {
  return [words.slice(0, -1).join(", "), words.at(-1)].filter(Boolean).join(" and ");
}

// src/shared/model.js
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
var columnAt = (matrix, j) => matrix.map((row) => row[j]);

// src/readings/readings.js
var VERBS = ["is", "are"];
var replaced = (list, position, value) => list.map((x, i) => i === position ? value : x);
function toAttentionModel({ W_Q, W_K, W_V, W_O, readout, ...tables }) {
  const layers = [{ W_Q, W_K, W_V, W_O }];
  const kind = { residual: true, causal: true, parameters: 0, features: [] };
  return { ...tables, ...kind, layers, readout: transpose(readout) };
}
function runLastRow(model, text) {
  const last = text.length - 1;
  const { x, heads } = runLayers(embed(model, text), model.layers, model);
  return {
    x: x[last],
    scores: heads.map(({ scores }) => scores[last]),
    written: heads.map(({ V }, h) => multiply(V, model.layers[0].W_O[h]))
  };
}
var softmaxRows = (scores) => scores.map((row) => softmax(row, row.slice()));
function answerProbabilities(model, { x, written }, weights) {
  const parts = written.map((rows, h) => multiply([weights[h]], rows));
  const [logits] = computeLogits(model, [[x], ...parts].reduce(add));
  return softmax(logits, logits.slice());
}
function computeReadings(sent, text, head, partners) {
  const model = toAttentionModel(sent);
  const seen = runLastRow(model, text);
  const weights = softmaxRows(seen.scores);
  const heads = upTo(weights.length);
  const chosen = head < 0 ? heads : [head];
  const keys = upTo(text.length);
  const sizes = heads.map(
    (h) => keys.map((j) => weights[h][j] * Math.hypot(...seen.written[h][j]))
  );
  const all = total(sizes.flat());
  const probabilities = answerProbabilities(model, seen, weights);
  const says = argmax(probabilities);
  const loses = (changed) => probabilities[says] - answerProbabilities(model, seen, changed)[says];
  const without = (rows, key, value) => rows.map((row, h) => chosen.includes(h) ? replaced(row, key, value) : row);
  return {
    probabilities,
    weight: keys.map((j) => mean(chosen.map((h) => weights[h][j]))),
    size: keys.map((j) => total(chosen.map((h) => sizes[h][j])) / all),
    drop: keys.map((j) => loses(without(weights, j, 0))),
    mask: keys.map(
      (j) => (
        // If the text has only one word, masking its key would leave no key to attend to.
        keys.length < 2 ? loses(without(weights, j, 0)) : loses(softmaxRows(without(seen.scores, j, Number.NEGATIVE_INFINITY)))
      )
    ),
    change: keys.map((j) => {
      const other = partners[text[j]];
      if (other < 0) return null;
      const changed = runLastRow(model, replaced(text, j, other));
      return probabilities[says] - answerProbabilities(model, changed, softmaxRows(changed.scores))[says];
    })
  };
}
function flippingWords(readings, name) {
  const losses = readings[name];
  const probability = Math.max(...readings.probabilities);
  return upTo(losses.length).filter((j) => probability - (losses[j] ?? 0) < 0.5);
}
function cutText(text, numbers, nouns) {
  const positions = upTo(text.length).filter((i) => numbers[i] >= 0);
  return text.slice(0, positions[nouns - 1] + 1);
}
var shownHead = ({ W_Q }, head) => W_Q.length === 1 ? 0 : Math.min(head, W_Q.length - 1);
function describeReadings(words, numbers, head, readings) {
  const { probabilities, weight } = readings;
  const flipped = (name) => formatList(flippingWords(readings, name).map((i) => formatToken(words, i))) || "no word";
  const says = argmax(probabilities);
  const right = numbers.find((number) => number >= 0) === says ? "right" : "wrong";
  const top = argmax(weight);
  const who = head < 0 ? "The mean of the heads" : `Head ${head}`;
  return [
    `The model says “${VERBS[says]}” with ${formatPercent(probabilities[says])}, ${right}.`,
    `${who} gives most weight, ${formatFixed(weight[top])}, to ${formatToken(words, top)}.`,
    `Dropping a term flips the answer at ${flipped("drop")};`,
    `masking a key, at ${flipped("mask")};`,
    `changing the word, at ${flipped("change")}.`
  ];
}

// src/readings/view.js
var TITLES = {
  weight: "weight",
  size: "weight × size",
  drop: "term dropped",
  mask: "key masked",
  change: "word changed"
};
var NAMES = (
  /** @type {Name[]} */
  Object.keys(TITLES)
);
var EFFECTS = (
  /** @type {("drop" | "mask" | "change")[]} */
  ["drop", "mask", "change"]
);
function shownWords(model) {
  const [numbers, vocabulary] = [model.get("numbers"), model.get("vocabulary")];
  const numbersOf = (words2) => words2.map((word) => numbers[vocabulary.indexOf(word)]);
  const words = cutText(model.get("text"), numbersOf(model.get("text")), model.get("nouns"));
  return { words, numbers: numbersOf(words), ids: words.map((word) => vocabulary.indexOf(word)) };
}
function makeControls(model) {
  const [models, numbers, vocabulary] = [
    model.get("models"),
    model.get("numbers"),
    model.get("vocabulary")
  ];
  const which = makeChoice({
    label: "model",
    options: models.map(({ name }, value) => ({ value, text: name })),
    change: (value) => setTraits(model, { model: value })
  });
  const heads = models.map(({ W_Q }) => {
    if (W_Q.length < 2) return null;
    const heads2 = upTo(W_Q.length).map((h) => ({ value: h, text: `head ${h}` }));
    const options = [...heads2, { value: -1, text: "mean of the heads" }];
    return makeChoice({ label: "read", options, change: (head) => setTraits(model, { head }) });
  });
  const most = model.get("text").filter((w) => numbers[vocabulary.indexOf(w)] >= 0).length;
  const nouns = makeChoice({
    label: "nouns",
    options: upTo(most).map((i) => ({ value: i + 1, text: String(i + 1) })),
    change: (value) => setTraits(model, { nouns: value })
  });
  const node = make("div", { class: "mha-reading-controls" });
  if (models.length > 1) node.append(which.node);
  node.append(...heads.flatMap((choice) => choice?.node ?? []));
  if (most > 1) node.append(nouns.node);
  const set = () => {
    which.set(model.get("model"));
    nouns.set(model.get("nouns"));
    heads.forEach((choice, i) => {
      if (!choice) return;
      choice.node.hidden = i !== model.get("model");
      choice.set(shownHead(models[i], model.get("head")));
    });
  };
  return { node, set };
}
function makeAnswer() {
  const lines = VERBS.map((verb) => {
    const bar = make("div");
    const percentage = make("span");
    const rail = make("span", { class: "mha-rail", "aria-hidden": "true" }, bar);
    return { bar, percentage, node: make("div", {}, make("b", {}, verb), rail, percentage) };
  });
  const node = make("div", { class: "mha-verbs" }, ...lines.map((line) => line.node));
  const draw = (probabilities) => {
    lines.forEach(({ bar, percentage }, i) => {
      setStyle(bar, { fill: `${100 * probabilities[i]}%` });
      write(percentage, formatPercent(probabilities[i]));
    });
  };
  return { node, draw };
}
function makeCell() {
  const bar = make("div");
  const number = make("span");
  const node = make("td", {}, make("div", { class: "mha-rail", "aria-hidden": "true" }, bar));
  node.append(number);
  const draw = (value, flipped) => {
    setStyle(bar, { fill: `${100 * Math.max(0, value ?? 0)}%` });
    write(number, value === null ? "–" : `${formatFixed(value)}${flipped ? " ⇄" : ""}`);
    node.classList.toggle("mha-flipped", flipped);
  };
  return { node, draw };
}
function makeTable(model) {
  const [vocabulary, partners] = [model.get("vocabulary"), model.get("partners")];
  const lines = model.get("text").map((first, i) => {
    const button = makeButton("", () => {
      const text = model.get("text").slice();
      text[i] = vocabulary[partners[vocabulary.indexOf(text[i])]];
      setTraits(model, { text });
    });
    const fixed = partners[vocabulary.indexOf(first)] < 0;
    const cells = NAMES.map(makeCell);
    const word = make("th", { scope: "row" }, fixed ? first : button);
    const node2 = make("tr", {}, word, ...cells.map((cell) => cell.node));
    return { button, fixed, cells, node: node2 };
  });
  const above = make(
    "tr",
    {},
    make("td"),
    make("th", { scope: "colgroup", colspan: 2 }, "what is read"),
    make("th", { scope: "colgroup", colspan: 3 }, "what the answer loses")
  );
  const heads = NAMES.map((name) => make("th", { scope: "col" }, TITLES[name]));
  const rows = lines.map(({ node: node2 }) => node2);
  const node = make("table", {
    class: "mha-reading-table",
    "aria-label": "readings, a row per word"
  });
  node.append(above, make("tr", {}, make("th", { scope: "col" }, "word"), ...heads), ...rows);
  const draw = (now) => {
    const flipped = Object.fromEntries(EFFECTS.map((name) => [name, flippingWords(now, name)]));
    lines.forEach(({ button, fixed, cells, node: node2 }, i) => {
      node2.hidden = i >= now.weight.length;
      if (node2.hidden) return;
      if (!fixed) {
        const word = model.get("text")[i];
        const other = vocabulary[partners[vocabulary.indexOf(word)]];
        write(button, word);
        button.setAttribute("aria-label", `${word}, position ${i}; exchange it for ${other}`);
      }
      NAMES.forEach((name, k) => {
        cells[k].draw(now[name][i], flipped[name]?.includes(i) ?? false);
      });
    });
  };
  return { node, draw };
}
function setup(root, model) {
  const controls = makeControls(model);
  const table = makeTable(model);
  const answer = makeAnswer();
  root.append(controls.node, table.node, answer.node);
  const say = makeLiveRegion(root);
  const note = "Click a framed word to exchange it. All bars go from 0 to 1. ⇄: the answer flips. –: no other word fits there.";
  root.append(make("p", { class: "mha-note" }, note));
  const now = () => {
    const sent = model.get("models")[model.get("model")];
    const head = shownHead(sent, model.get("head"));
    const text = shownWords(model);
    return { text, head, ...computeReadings(sent, text.ids, head, model.get("partners")) };
  };
  return {
    observes: ["model", "head", "text", "nouns"],
    stateForTests: now,
    draw() {
      const { text, head, ...readings } = now();
      controls.set();
      table.draw(readings);
      answer.draw(readings.probabilities);
      say(...describeReadings(text.words, text.numbers, head, readings));
    }
  };
}
var view_default = makeWidget("Readings of one row of attention", setup);
export {
  view_default as default
};
