// Made by `make widgets` from js/src; edit there.

// src/dom.js
function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value == null) continue;
    node.setAttribute(name, value === true ? "" : String(value));
  }
  node.append(...children);
}
function make(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  fill(node, attributes, children);
  return node;
}
function makeDrawing(tag, attributes, ...children) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
  fill(node, attributes, children);
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

// src/widget.js
function makeWidget(label, wire2) {
  return {
    /** @param {{ model: Model<State>, el: HTMLElement }} place */
    render({ model, el }) {
      const { root, stop } = makeRoot(label);
      el.append(root);
      const { hears, draw, numbers } = wire2(root, model);
      Object.assign(root, { numbers });
      const quit = listen(model, hears, draw);
      return () => {
        quit();
        stop();
      };
    }
  };
}
function makeRoot(label) {
  const root = make("section", { class: "mha", "aria-label": label });
  const system = matchMedia("(prefers-color-scheme: dark)");
  const follow = () => {
    const book = document.documentElement.dataset.theme;
    const jupyter = document.body.dataset.jpThemeLight;
    const dark = book ? book === "dark" : jupyter ? jupyter === "false" : system.matches;
    root.dataset.theme = dark ? "dark" : "light";
  };
  follow();
  system.addEventListener("change", follow);
  const watch = new MutationObserver(follow);
  watch.observe(document.documentElement, { attributeFilter: ["data-theme"] });
  watch.observe(document.body, { attributeFilter: ["data-jp-theme-light"] });
  const stop = () => {
    system.removeEventListener("change", follow);
    watch.disconnect();
    root.remove();
  };
  return { root, stop };
}
function listen(model, names, draw) {
  let asked = 0;
  const ask = () => {
    cancelAnimationFrame(asked);
    asked = requestAnimationFrame(draw);
  };
  for (const name of names) model.on(`change:${name}`, ask);
  draw();
  return () => {
    cancelAnimationFrame(asked);
    for (const name of names) model.off(`change:${name}`, ask);
  };
}
function put(model, changes) {
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

// src/controls.js
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
function makeSay(parent) {
  const seen = make("p", { class: "mha-say", "aria-live": "polite" });
  parent.append(seen);
  const spans = [];
  const say = (...sentences) => {
    sentences.forEach((sentence, i) => {
      const text = typeof sentence === "string" ? sentence : sentence.heard;
      if (!spans[i]) {
        spans[i] = make("span", { "aria-atomic": "true", class: sentence !== text && "mha-heard" });
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
function makeInput({ label, size, refuse, change }) {
  const input = make("input", {
    type: "text",
    size,
    autocapitalize: "none",
    autocomplete: "off",
    spellcheck: "false"
  });
  const wrong = make("output", { class: "mha-wrong" });
  input.addEventListener("input", () => {
    const text = input.value.trim().toLowerCase();
    wrong.textContent = refuse(text);
    input.setAttribute("aria-invalid", String(wrong.textContent !== ""));
    if (!wrong.textContent) change(text);
  });
  const node = make("div", { class: "mha-type" }, make("label", {}, `${label} `, input), wrong);
  const set = (text) => {
    const typing = document.activeElement === input && wrong.textContent !== "";
    if (typing || input.value.trim().toLowerCase() === text) return;
    input.value = text;
    wrong.textContent = "";
    input.setAttribute("aria-invalid", "false");
  };
  return { node, set };
}

// src/colors.js
var VIRIDIS = `
  440154 46085c 471063 481769 481d6f 482475 472a7a 46307e 453781 433d84 414287 3f4889
  3d4e8a 3a538b 38598c 355e8d 33638d 31688e 2e6d8e 2c718e 2a768e 297b8e 27808e 25848e
  23898e 218e8d 20928c 1f978b 1e9c89 1fa188 21a585 24aa83 28ae80 2eb37c 35b779 3dbc74
  46c06f 50c46a 5ac864 65cb5e 70cf57 7cd250 89d548 95d840 a2da37 b0dd2f bddf26 cae11f
  d8e219 e5e419 f1e51d fde725`;
var PUOR = "7f3b08 b35806 e08214 fdb863 fee0b6 f7f6f6 d8daeb b2abd2 8073ac 542788 2d004b";
var STEPS = 256;
var NOT_A_NUMBER = pack([153, 153, 153]);
var TABLES = { weights: table(VIRIDIS), signed: table(PUOR) };
function pack([red, green, blue]) {
  return 255 << 24 | blue << 16 | green << 8 | red;
}
function table(anchors) {
  const colors = anchors.trim().split(/\s+/).map((hex) => [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)));
  return Array.from({ length: STEPS }, (_, i) => {
    const at = i / (STEPS - 1) * (colors.length - 1);
    const low = Math.min(Math.floor(at), colors.length - 2);
    return pack(colors[low].map((c, k) => Math.round(c + (colors[low + 1][k] - c) * (at - low))));
  });
}
function paint(canvas, rows, colors, low, high) {
  const [height, width] = [rows.length, rows[0].length];
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
      const at = Math.floor(STEPS * ((rows[i][j] - low) / (high - low)));
      const color = TABLES[colors][Math.min(STEPS - 1, Math.max(0, at))];
      pixels[k] = Number.isNaN(at) ? NOT_A_NUMBER : color;
    }
  }
  context.putImageData(image, 0, 0);
}

// src/numbers.js
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
function softmax(scores, weights, logs = []) {
  const top = largest(scores);
  let sum = 0;
  for (let j = 0; j < scores.length; j++) sum += Math.exp(scores[j] - top);
  const log = Math.log(sum);
  for (let j = 0; j < scores.length; j++) {
    logs[j] = scores[j] - top - log;
    weights[j] = Math.exp(logs[j]);
  }
  return weights;
}
function tell(x) {
  if (Number.isNaN(x)) return "NaN";
  const size = Math.abs(x);
  if (size === Number.POSITIVE_INFINITY) return x > 0 ? "∞" : "−∞";
  const text = size !== 0 && (size < 1e-3 || size >= 1e4) ? x.toExponential(1) : x.toFixed(3);
  return text.replaceAll("-", "−");
}
function percent(share) {
  return `${share > 0 && share < 0.01 ? "below 1" : Math.round(100 * share)} %`;
}
function counted(n, thing) {
  return `${n} ${thing}${n === 1 ? "" : "s"}`;
}
function series(words) {
  return [words.slice(0, -1).join(", "), words.at(-1)].filter(Boolean).join(" and ");
}

// src/maps.js
var [LINE, LETTER, WIDEST] = [11, 6, 60];
var HEADS = 8;
var MOST = 32;
function makeMap(title, rows, columns) {
  const canvas = make("canvas", { "aria-hidden": "true" });
  const mark = make("div", { class: "mha-mark", hidden: true });
  const framed = make("div", { class: "mha-framed" });
  const picture = make("div", { class: "mha-picture" }, canvas, mark, framed);
  picture.style.aspectRatio = `${columns.length} / ${rows.length}`;
  const most = Math.max(rows.length, columns.length);
  const longest = largest(rows.map((text) => text.length));
  const [side, foot] = Object.entries({ "mha-rows": rows, "mha-cols": columns }).map(
    ([name, texts]) => {
      const spans = most <= MOST ? texts.map((text) => make("span", {}, text)) : [];
      return make("div", { class: name, "aria-hidden": "true" }, ...spans);
    }
  );
  const body = make("div", {}, side, picture, foot);
  const node = make("figure", { class: "mha-map" }, make("figcaption", {}, title), body);
  const look = () => {
    const beside = Math.min(WIDEST, LETTER * (longest + 1));
    node.classList.toggle("mha-crowded", node.clientWidth - beside < LINE * most);
  };
  new ResizeObserver(look).observe(node);
  return {
    node,
    body,
    picture,
    /**
     * @param {ArrayLike<number>[]} numbers
     * @param {import("./colors.js").Colors} colors
     * @param {number} low
     * @param {number} high
     */
    draw: (numbers, colors, low, high) => paint(canvas, numbers, colors, low, high),
    /** @param {number} row */
    mark(row) {
      mark.hidden = false;
      mark.style.top = `${100 * row / rows.length}%`;
      mark.style.height = `${100 / rows.length}%`;
    },
    /**
     * Frames blocks of cells, in place of those framed before.
     * @param {{ top: number, left: number, height: number, width: number, kind: string }[]} boxes
     */
    frame(boxes) {
      framed.replaceChildren(
        ...boxes.map(({ top, left, height, width, kind }) => {
          const box = make("div", { class: kind });
          box.style.inset = [top, columns.length - left - width, rows.length - top - height, left].map((far, i) => `${100 * far / (i % 2 ? columns : rows).length}%`).join(" ");
          return box;
        })
      );
    },
    /**
     * Calls `point` with row and column of the cell under a pointer.
     * @param {(cell: number[]) => void} point
     * @param {boolean} [moves] Whether a pointer that only passes counts.
     */
    onPoint(point, moves = true) {
      const look2 = ({ clientX, clientY }) => {
        const { left, top, width, height } = picture.getBoundingClientRect();
        const i = Math.floor((clientY - top) / height * rows.length);
        const j = Math.floor((clientX - left) / width * columns.length);
        if (i in rows && j in columns) point([i, j]);
      };
      if (moves) picture.addEventListener("pointermove", look2);
      picture.addEventListener("pointerdown", look2);
    }
  };
}
function wear(node, head) {
  node.style.setProperty("--mha-own", head < HEADS ? `var(--mha-head-${head})` : "initial");
}
function makeBar(colors, low, high, text) {
  const canvas = make("canvas", { "aria-hidden": "true" });
  paint(canvas, [upTo(64).map((i) => i / 63)], colors, 0, 1);
  const [from, to, what] = [low, high, text].map((words) => make("span", {}, words));
  return make("div", { class: "mha-bar" }, from, canvas, to, what);
}

// src/letters.js
var [UNIT, HEIGHT] = [40, 56];
var [THIN, THICK] = [1.2, 11];
var SEEN = 0.02;
var TOLD = 5e-3;
function arc(from, to) {
  const [a, b] = [from, to].map((place) => (place + 0.5) * UNIT);
  if (from === to) return `M${a - 7} 0C${a - 15} -22 ${a + 15} -22 ${a + 7} 0`;
  const top = -Math.min(HEIGHT / 0.78, 18 + 15 * Math.abs(from - to));
  return `M${a} 0C${a} ${top} ${b} ${top} ${b} 0`;
}
function tellWeight(weight) {
  return weight >= 0.995 ? "1" : weight.toFixed(2).slice(1);
}
function tellLook(weights, text) {
  const order = upTo(weights.length).sort((a, b) => weights[b] - weights[a]);
  const seen = order.filter((j) => weights[j] >= TOLD);
  return seen.map((j) => `“${text[j]}” (${j}) with ${weights[j].toFixed(2)}`).join(", ");
}
function makeLook(head, length) {
  const cells = upTo(length).map(() => make("span", { "aria-hidden": "true" }));
  const words = make("span", { class: "mha-of", "aria-hidden": "true" });
  const heard = make("span", { class: "mha-heard" });
  const line = make("div", { class: "mha-line" }, ...cells);
  const node = make("div", { class: "mha-look" }, words, heard, line);
  const arcs = makeDrawing("g", {});
  for (const part of [node, arcs]) wear(part, head);
  const draw = (place, weights, off, lit, text) => {
    words.textContent = `head ${head} ${off ? "is off" : "looks at"}`;
    write(heard, `${words.textContent} ${off ? "" : tellLook(weights, text)}`);
    node.classList.toggle("mha-off", off);
    cells.forEach((cell, j) => {
      const weight = off ? 0 : weights[j] ?? 0;
      cell.textContent = weight < TOLD ? "" : tellWeight(weight);
      cell.classList.toggle("mha-lit", lit.has(j));
      setStyle(cell, { share: `${Math.round(100 * weight)}%` });
    });
    const drawn = off ? [] : weights.map((weight, j) => ({ weight, j }));
    arcs.replaceChildren(
      ...drawn.filter(({ weight }) => weight >= SEEN).map(
        ({ weight, j }) => makeDrawing("path", {
          d: arc(j, place),
          "stroke-width": (THIN + (THICK - THIN) * weight).toFixed(2),
          class: lit.size > 0 && !lit.has(j) ? "mha-faded" : null
        })
      )
    );
  };
  return { node, arcs, draw };
}
function makeLetters(length, nHeads, go, chosen) {
  const buttons = upTo(length).map((place) => {
    const button = make("button", { type: "button", tabindex: -1 });
    button.addEventListener("click", () => go(place));
    return button;
  });
  const looks = upTo(nHeads).map((head) => makeLook(head, length));
  const sides = [0, 1].map((side) => looks.filter((_, head) => head % 2 === side));
  const drawings = sides.map((side, below) => {
    const turn = below ? `scale(1 -1)` : `translate(0 ${HEIGHT})`;
    const all = makeDrawing("g", { transform: turn }, ...side.map(({ arcs }) => arcs));
    const viewBox = `0 0 ${UNIT * length} ${HEIGHT}`;
    return makeDrawing("svg", { viewBox, "aria-hidden": "true" }, all);
  });
  const row = make("div", { class: "mha-line mha-text" }, ...buttons);
  const label = "letters; arrow left and right choose a place";
  const node = make(
    "div",
    { class: "mha-letters", role: "group", tabindex: 0, "aria-label": label },
    ...sides[0].map((look) => look.node),
    drawings[0],
    row,
    drawings[1],
    ...sides[1].map((look) => look.node)
  );
  setStyle(node, { places: length });
  onArrows(node, (down, right) => go(chosen() + (right || down)));
  const draw = (text, place, weights, off, lit) => {
    buttons.forEach((button, i) => {
      button.hidden = i >= text.length;
      button.textContent = text[i] ?? "";
      button.setAttribute("aria-pressed", String(i === place));
      button.setAttribute("aria-label", `${text[i]}, place ${i}`);
    });
    looks.forEach((look, head) => {
      const there = head < weights.length;
      look.node.hidden = !there;
      const own = there ? weights[head] : [];
      look.draw(place, own, off.includes(head), lit[head] ?? /* @__PURE__ */ new Set(), text);
    });
    drawings[1].toggleAttribute("hidden", weights.length < 2);
  };
  return { node, draw };
}

// src/model.js
function multiply(a, b) {
  return a.map((row) => b[0].map((_, j) => total(row.map((x, k) => x * b[k][j]))));
}
function add(a, b) {
  return a.map((row, i) => row.map((x, j) => x + b[i][j]));
}
function runHead(x, { W_Q, W_K, W_V, W_O }, h, off) {
  const [Q, K, V] = [W_Q[h], W_K[h], W_V[h]].map((W) => multiply(x, W));
  const root = Math.sqrt(Q[0].length);
  const scores = Q.map((q) => K.map((k) => total(q.map((c, i) => c * k[i])) / root));
  const weights = scores.map((row) => softmax(row, row.slice()));
  const mix = multiply(weights, V);
  const through = multiply(mix, W_O[h]);
  const written = off ? through.map((row) => row.map(() => 0)) : through;
  return { Q, K, V, scores, weights, mix, written };
}
function run(model, text, off) {
  const x = add(
    text.map((letter) => model.letters[letter]),
    text.map((_, place) => model.places[place])
  );
  const heads = model.W_Q.map((_, h) => runHead(x, model, h, off.includes(h)));
  const sum = heads.map(({ written }) => written).reduce(add);
  const logits = multiply(sum, model.readout).map((row) => row.map((l, a) => l + model.bias[a]));
  const n = model.letters.length;
  const answers = logits.map(
    (row) => upTo(row.length / n).flatMap((k) => {
      const own = row.slice(k * n, (k + 1) * n);
      return softmax(own, own.slice());
    })
  );
  return { x, heads, sum, logits, answers };
}
function numbersOf(run2, stage, head) {
  return stage in run2 ? (
    /** @type {Matrix} */
    run2[
      /** @type {keyof Run} */
      stage
    ]
  ) : run2.heads[head][
    /** @type {keyof Head} */
    stage
  ];
}
function products(names, left, right) {
  return left.map((a, i) => ({ name: names[i], factors: [a, right[i]], value: a * right[i] }));
}
var columnOf = (matrix, j) => matrix.map((row) => row[j]);
var numbered = (list) => Array.from(list, (_, i) => `number ${i}`);
function explain(model, run2, text, { stage, head, row, column }, words) {
  const { x, heads, sum, logits } = run2;
  const of = heads[head];
  const value = numbersOf(run2, stage, head)[row][column];
  const places = text.map((_, place) => words.place(place));
  const reasons = {
    x: () => ({
      rule: "what the letter adds, and what the place adds",
      terms: [
        {
          name: `letter ${words.place(row)}`,
          factors: [],
          value: model.letters[text[row]][column]
        },
        { name: `place ${row}`, factors: [], value: model.places[row][column] }
      ],
      sources: []
    }),
    Q: () => project(model.W_Q[head], "W_Q"),
    K: () => project(model.W_K[head], "W_K"),
    V: () => project(model.W_V[head], "W_V"),
    scores: () => ({
      rule: "query times key, number by number; then divided by the root of the width",
      terms: products(numbered(of.Q[row]), of.Q[row], of.K[column]),
      divisor: Math.sqrt(of.Q[row].length),
      sources: [
        ["Q", row],
        ["K", column]
      ]
    }),
    weights: () => shares(of.scores[row], column, places, "scores"),
    mix: () => ({
      rule: "weight times value, added over all places",
      terms: products(places, of.weights[row], columnOf(of.V, column)),
      sources: [
        ["weights", row],
        ["V", null]
      ]
    }),
    written: () => ({
      rule: "the mix times a column of W_O",
      terms: products(numbered(of.mix[row]), of.mix[row], columnOf(model.W_O[head], column)),
      sources: [["mix", row]]
    }),
    sum: () => ({
      rule: "what the heads write, added",
      terms: heads.map(({ written }, h) => ({
        name: `head ${h}`,
        factors: [],
        value: written[row][column]
      })),
      sources: [["written", row]]
    }),
    logits: () => ({
      rule: "the sum times a column of the readout, and a bias",
      terms: products(model.features, sum[row], columnOf(model.readout, column)),
      bias: model.bias[column],
      sources: [["sum", row]]
    }),
    answers: () => {
      const n = words.alphabet.length;
      const from = n * Math.floor(column / n);
      return shares(logits[row].slice(from, from + n), column - from, words.alphabet, "logits");
    }
  };
  function project(W, name) {
    const terms = products(model.features, x[row], columnOf(W, column));
    const rule = `the token times a column of ${name}`;
    return { rule, terms: terms.filter(({ factors }) => factors[0] !== 0), sources: [["x", row]] };
  }
  function shares(scores, own, names, from) {
    const top = Math.max(...scores);
    const raised = scores.map((score) => Math.exp(score - top));
    return {
      rule: `a softmax of the ${from}: e to its own (less the largest), as a share of all of them`,
      terms: [{ name: names[own], factors: [], value: raised[own] }],
      divisor: total(raised),
      sources: [[from, row]]
    };
  }
  return { value, ...reasons[stage]() };
}
function trace(model, run2, row, answer, off) {
  const n = model.letters.length;
  const from = n * Math.floor(answer / n);
  const mean = (list) => total(list.slice(from, from + n)) / n;
  const speaks = model.readout.map((line) => line[answer] - mean(line));
  const terms = run2.heads.flatMap(({ weights, V }, head) => {
    if (off.includes(head)) return [];
    const through = model.W_O[head].map((line) => total(line.map((w, i) => w * speaks[i])));
    return V.map((v, place) => {
      const says = total(v.map((c, i) => c * through[i]));
      return { head, place, weight: weights[row][place], says, value: weights[row][place] * says };
    });
  });
  return { bias: model.bias[answer] - mean(model.bias), terms };
}

// src/pipeline.js
var OF_A_HEAD = [
  [
    { stage: "Q", title: "Q = x W_Q" },
    { stage: "K", title: "K = x W_K" },
    { stage: "V", title: "V = x W_V" }
  ],
  [
    { stage: "scores", title: "scores = Q Kᵀ / √d" },
    { stage: "weights", title: "weights: softmax", bounded: true }
  ],
  [
    { stage: "mix", title: "mix = weights V" },
    { stage: "written", title: "written = mix W_O" }
  ]
];
var BEFORE = [{ stage: "x", title: "x: letter and place" }];
var AFTER = [
  { stage: "sum", title: "sum of the heads" },
  { stage: "logits", title: "logits: readout" },
  { stage: "answers", title: "answers: softmax", bounded: true }
];
var TOP = 5;
function makeStage({ stage, title, bounded = false }, head, rows, columns, ask) {
  const map = makeMap(title, rows, columns);
  const whose = ["x", "sum", "logits", "answers"].includes(stage) ? "" : ` of head ${head}`;
  const label = `${title}${whose}; arrow keys choose a number`;
  for (const [name, value] of Object.entries({
    role: "application",
    // else a screen reader keeps the arrow keys for itself
    tabindex: "0",
    "aria-label": label
  })) {
    map.picture.setAttribute(name, value);
  }
  map.node.style.flexGrow = String(columns.length);
  let [row, column] = [0, 0];
  const choose = ([i, j]) => {
    if (!(i in rows && j in columns)) return;
    [row, column] = [i, j];
    ask({ stage, head, row, column });
  };
  map.onPoint(choose, false);
  onArrows(map.picture, (down, right) => choose([row + down, column + right]));
  const draw = (run2, limit, place) => {
    const numbers = numbersOf(run2, stage, head);
    const colors = bounded ? "weights" : "signed";
    map.draw(numbers, colors, bounded ? 0 : -limit, limit);
    map.mark(place);
    row = place;
  };
  const frame = (asked, sources) => {
    const shared = !whose || head === asked.head || asked.stage === "sum";
    const here = asked.stage === stage && (!whose || head === asked.head);
    if (here) [row, column] = [asked.row, asked.column];
    const boxes = here ? [{ top: row, left: column, height: 1, width: 1, kind: "mha-asked" }] : [];
    for (const [source, i] of sources) {
      if (source !== stage || !shared) continue;
      const height = i === null ? rows.length : 1;
      boxes.push({ top: i ?? 0, left: 0, height, width: columns.length, kind: "mha-source" });
    }
    map.frame(boxes);
  };
  return { stage, head, node: map.node, draw, frame };
}
function makeReason() {
  const body = make("tbody");
  const node = make("div", { class: "mha-reason" });
  const say = makeSay(node);
  node.append(make("table", { "aria-label": "what it is made of" }, body));
  const draw = (name, { value, rule, terms, divisor, bias }) => {
    say(`${name} is ${tell(value)}:`, `${rule}.`);
    const order = [...terms].sort((a, b) => Math.abs(b.value) - Math.abs(a.value));
    const [top, rest] = [order.slice(0, TOP), order.slice(TOP)];
    const lines = top.map(({ name: name2, factors, value: value2 }) => [
      name2,
      factors.map(tell).join(" × "),
      tell(value2)
    ]);
    if (rest.length > 0) {
      lines.push([
        counted(rest.length, "smaller one"),
        "",
        tell(total(rest.map((term) => term.value)))
      ]);
    }
    if (bias !== void 0) lines.push(["bias", "", tell(bias)]);
    if (divisor !== void 0) lines.push(["divided by", "", tell(divisor)]);
    lines.push(["gives", "", tell(value)]);
    body.replaceChildren(...makeRows(lines));
  };
  return { node, draw };
}
function makePipeline(model, text, letters, answers, ask) {
  const rows = [...text];
  const numbered2 = (n) => upTo(n).map(String);
  const [dModel, dHead] = [model.features.length, model.W_Q[0][0].length];
  const columns = (stage) => {
    if (stage === "x") return model.features.map((name) => name.replace(/^\w+ |[“”]/g, ""));
    if (stage === "sum" || stage === "written") return numbered2(dModel);
    if (stage === "scores" || stage === "weights") return rows;
    return stage === "logits" || stage === "answers" ? letters : numbered2(dHead);
  };
  const makeLine = (panels, head) => {
    const stages2 = panels.map((p) => makeStage(p, head, rows, columns(p.stage), ask));
    return { stages: stages2, node: make("div", { class: "mha-flow" }, ...stages2.map(({ node: node2 }) => node2)) };
  };
  const [before, after] = [BEFORE, AFTER].map((panels) => makeLine(panels, 0));
  const heads = model.W_Q.map((_, h) => {
    const lines = OF_A_HEAD.map((panels) => makeLine(panels, h));
    const title = make("p", { class: "mha-of" }, `head ${h}`);
    const node2 = make("div", { class: "mha-own" }, title, ...lines.map((line) => line.node));
    wear(node2, h);
    return { stages: lines.flatMap((line) => line.stages), node: node2 };
  });
  const stages = [before, ...heads, after].flatMap((part) => part.stages);
  const reason = makeReason();
  const first = make("div", { class: "mha-first" }, before.node, reason.node);
  const inner = make("div", { class: "mha-heads" }, ...heads.map(({ node: node2 }) => node2));
  const node = make("div", {}, first, inner, after.node);
  const draw = (run2, place) => {
    const limits = /* @__PURE__ */ new Map();
    for (const { stage, head } of stages) {
      const own = largest(numbersOf(run2, stage, head).flat().map(Math.abs));
      limits.set(stage, Math.max(limits.get(stage) ?? 0, own) || 1);
    }
    for (const one of stages) {
      const bounded = one.stage === "weights" || one.stage === "answers";
      one.draw(run2, bounded ? 1 : limits.get(one.stage) ?? 1, place);
    }
  };
  const answer = (run2, ids, asked, words) => {
    const told = explain(model, run2, ids, asked, words);
    for (const one of stages) one.frame(asked, told.sources);
    reason.draw(nameOf(asked, words, answers), told);
  };
  return { node, draw, answer };
}
function nameOf({ stage, head, row, column }, { place }, answers) {
  const from = place(row);
  const names = {
    x: `Number ${column} of the token ${from}`,
    Q: `Number ${column} of the query of ${from} in head ${head}`,
    K: `Number ${column} of the key of ${from} in head ${head}`,
    V: `Number ${column} of the value of ${from} in head ${head}`,
    scores: `The score of ${from} for ${place(column)} in head ${head}`,
    weights: `The weight of ${place(column)} for ${from} in head ${head}`,
    mix: `Number ${column} of what head ${head} mixes for ${from}`,
    written: `Number ${column} of what head ${head} writes for ${from}`,
    sum: `Number ${column} of the output for ${from}`,
    logits: `The logit of ${answers[column]} at ${from}`,
    answers: `The share of ${answers[column]} at ${from}`
  };
  return names[stage];
}

// src/widgets/model_view.js
var GUESSES = 3;
var TOP2 = 4;
var MUCH = 0.15;
var sharesOf = (now, place, k, n) => now.answers[place].slice(k * n, (k + 1) * n);
var placeOf = (model) => Math.min(model.get("place"), model.get("text").length - 1);
var short = (x) => x.toFixed(2).replace("-", "−");
var best = (shares) => shares.indexOf(Math.max(...shares));
function makeControls(model) {
  const [models, alphabet] = [model.get("models"), model.get("alphabet")];
  const length = models[0].places.length;
  const choice = makeChoice({
    label: "model",
    options: models.map(({ name }, value) => ({ value, text: name })),
    change: (value) => put(model, { model: value, off: [], answer: -1 })
  });
  const most = Math.max(...models.map(({ W_Q }) => W_Q.length));
  const heads = upTo(most).map((h) => {
    const button = makeButton(`head ${h}`, () => {
      const off = model.get("off");
      put(model, { off: off.includes(h) ? off.filter((o) => o !== h) : [...off, h] });
    });
    button.classList.add("mha-switch");
    wear(button, h);
    return button;
  });
  const [first, last] = [alphabet[0], alphabet.at(-1)];
  const input = makeInput({
    label: `type letters, ${first} to ${last}:`,
    size: length,
    refuse(text) {
      const strange = [...text].find((letter) => !alphabet.includes(letter));
      if (strange) return `“${strange}” is not in the alphabet: ${first} to ${last}.`;
      if (text.length > length) return `That is ${text.length} letters; it reads ${length}.`;
      return text ? "" : "Type at least one letter.";
    },
    change: (text) => put(model, { text, answer: -1 })
  });
  const count = make("span", { class: "mha-count" });
  const top = make("div", { class: "mha-models" });
  if (models.length > 1) top.append(choice.node);
  top.append(count);
  const node = make("div", { class: "mha-desk-top" }, top, input.node);
  node.append(make("div", { class: "mha-switches" }, ...heads));
  const same = models.every(({ parameters }) => parameters === models[0].parameters);
  const set = () => {
    const [now, off] = [models[model.get("model")], model.get("off")];
    choice.set(model.get("model"));
    input.set(model.get("text"));
    const told = now.parameters.toLocaleString("en");
    count.textContent = `${told} numbers${same && models.length > 1 ? " either way" : ""}`;
    heads.forEach((button, h) => {
      button.hidden = h >= now.W_Q.length;
      button.textContent = `head ${h}: ${off.includes(h) ? "off" : "on"}`;
      button.setAttribute("aria-pressed", String(!off.includes(h)));
    });
  };
  return { node, set };
}
function makeAnswers(model, length) {
  const [questions, back, alphabet] = [
    model.get("questions"),
    model.get("back"),
    model.get("alphabet")
  ];
  const lines = questions.map((question, k) => {
    const cells = upTo(length).map(() => make("span", { class: "mha-chip" }));
    const live = { "aria-live": "polite", "aria-atomic": "true" };
    const words = make("span", { class: "mha-of", ...live });
    const faults = make("span", { class: "mha-heard" });
    const line = make("div", { class: "mha-line", "aria-hidden": "true" }, ...cells);
    const node2 = make("div", { class: "mha-look" }, words, faults, line);
    return { k, question, words, faults, cells, node: node2 };
  });
  const node = make("div", { class: "mha-answers" }, ...lines.map((line) => line.node));
  setStyle(node, { places: length });
  const asked = Math.max(...back);
  const draw = (now) => {
    const [text, place, answer] = [model.get("text"), placeOf(model), model.get("answer")];
    const n = alphabet.length;
    for (const { k, question, words, faults, cells } of lines) {
      const wrong = [];
      cells.forEach((cell, i) => {
        const there = i < text.length && i >= asked;
        const says = there ? best(sharesOf(now, i, k, n)) : 0;
        const right = there && alphabet[says] === text[i - back[k]];
        if (there && !right) wrong.push(`“${alphabet[says]}” at “${text[i]}” (${i})`);
        cell.textContent = there ? `${alphabet[says]}${right ? "✓" : "✗"}` : "";
        cell.className = `mha-chip ${there ? right ? "mha-right" : "mha-false" : ""}`;
        const traced = i === place && Math.floor(answer / n) === k;
        cell.classList.toggle("mha-lit", there && (answer >= 0 ? traced : i === place));
        cell.onclick = there ? () => put(model, { place: i, answer: k * n + says }) : null;
      });
      const all = Math.max(0, text.length - asked);
      write(words, `the letter ${question}? ${all - wrong.length} of ${all} right`);
      write(faults, wrong.length > 0 ? ` Wrong: ${wrong.join(", ")}.` : "");
    }
  };
  return { node, draw };
}
function makeGuesses(model) {
  const [questions, alphabet] = [model.get("questions"), model.get("alphabet")];
  const n = alphabet.length;
  const asked = Math.max(...model.get("back"));
  const panels = questions.map((question, k) => {
    const title = make("p");
    const lines = upTo(Math.min(GUESSES, n)).map(() => {
      const [bar, share, letter] = [make("div"), make("span"), make("b")];
      const button = makeButton("", () => put(model, { answer: Number(button.dataset.answer) }));
      button.append(letter, make("span", { class: "mha-rail" }, bar), share);
      button.addEventListener("pointerenter", (event) => {
        if (event.pointerType === "mouse") button.click();
      });
      return { button, bar, share, letter };
    });
    const buttons = lines.map(({ button }) => button);
    return { question, k, title, lines, node: make("div", {}, title, ...buttons) };
  });
  const node = make("div", { class: "mha-guesses" }, ...panels.map((panel) => panel.node));
  const draw = (now) => {
    const [text, place, answer] = [model.get("text"), placeOf(model), model.get("answer")];
    for (const { question, k, title, lines } of panels) {
      const right = text[place - model.get("back")[k]];
      const known = place >= asked ? ` is “${right}”` : "";
      title.replaceChildren("the letter ", make("b", {}, question), `${known}; the model says`);
      const shares = sharesOf(now, place, k, n);
      const order = upTo(n).sort((a, b) => shares[b] - shares[a]);
      lines.forEach(({ button, bar, share, letter }, i) => {
        const guess = order[i];
        const good = place >= asked && alphabet[guess] === right;
        letter.textContent = alphabet[guess];
        share.textContent = `${percent(shares[guess])}${good ? " ✓" : ""}`;
        bar.className = good ? "mha-right" : place >= asked ? "mha-false" : "mha-unasked";
        setStyle(bar, { share: `${100 * shares[guess]}%` });
        button.dataset.answer = String(k * n + guess);
        button.setAttribute("aria-pressed", String(answer === k * n + guess));
        const words = `${alphabet[guess]} ${question}, ${share.textContent}; where from?`;
        button.setAttribute("aria-label", words);
      });
    }
  };
  return { node, draw };
}
function makeTrace(told) {
  const title = make("p", { class: "mha-title" });
  const body = make("tbody");
  const table2 = make("table", { class: "mha-trace", "aria-label": "where it came from" }, body);
  const hint = make("p", { class: "mha-hint" }, "↑ Choose an answer: where did it come from?");
  const node = make("div", {}, hint, title, table2);
  const draw = (found, name) => {
    table2.hidden = title.hidden = !found;
    hint.hidden = Boolean(found);
    if (!found) return;
    title.textContent = `What speaks for ${name} (its logit above the mean of all letters): each weight, times what the value there contributes through W_O and the readout`;
    const order = [...found.terms].sort((a, b) => Math.abs(b.value) - Math.abs(a.value));
    const lines = order.slice(0, TOP2).map(({ head, place, weight, says, value }) => {
      const from = `head ${head}, from ${told(place)}`;
      return [from, `${tellWeight(weight)} × ${short(says)}`, short(value)];
    });
    const rest = order.slice(TOP2);
    const left = total(rest.map(({ value }) => value));
    if (rest.length > 0)
      lines.push([`all the rest, ${counted(rest.length, "term")}`, "", short(left)]);
    lines.push(["bias", "", short(found.bias)]);
    const sum = found.bias + total(found.terms.map(({ value }) => value));
    lines.push(["together", "", short(sum)]);
    body.replaceChildren(...makeRows(lines));
  };
  return { node, draw };
}
function makeMaps(go, place) {
  const label = "maps; arrow up and down choose a place";
  const attributes = { class: "mha-grid mha-two", role: "group", tabindex: 0, "aria-label": label };
  const grid = make("div", attributes);
  const bar = makeBar("weights", "0", "1", "weights, one scale for all");
  const node = make("div", {}, grid, bar);
  onArrows(grid, (down) => go(place() + down), false);
  let maps = [];
  const layOut = (text, nHeads) => {
    maps = upTo(nHeads).map((h) => {
      const title = make("span", { class: "mha-of" }, `head ${h}: what every letter looks at`);
      const map = makeMap(title, [...text], [...text]);
      wear(map.node, h);
      map.onPoint(([row]) => go(row));
      return map;
    });
    grid.replaceChildren(...maps.map((map) => map.node));
  };
  const draw = (now, off) => {
    maps.forEach((map, h) => {
      map.draw(now.heads[h].weights, "weights", 0, 1);
      map.mark(place());
      map.node.classList.toggle("mha-off", off.includes(h));
    });
  };
  return { node, layOut, draw };
}
function story(model, now, told) {
  const [place, off, alphabet] = [placeOf(model), model.get("off"), model.get("alphabet")];
  const looks = now.heads.map(({ weights }, h) => {
    if (off.includes(h)) return `head ${h} is off`;
    const row = weights[place];
    const order = upTo(row.length).sort((a, b) => row[b] - row[a]);
    const tops = order.filter((j) => row[j] > 0.25).slice(0, 2);
    const at = (tops.length > 0 ? tops : order.slice(0, 1)).map(
      (j) => `${told(j)} with ${row[j].toFixed(2)}`
    );
    return `head ${h} looks at ${series(at)}`;
  });
  const asked = Math.max(...model.get("back"));
  const says = model.get("questions").map((question, k) => {
    const start = k === 0 ? question[0].toUpperCase() + question.slice(1) : question;
    const guess = alphabet[best(sharesOf(now, place, k, alphabet.length))];
    const right = guess === model.get("text")[place - model.get("back")[k]];
    return `${start} it says “${guess}”${place < asked ? "" : right ? ", right" : ", wrong"}`;
  });
  const early = place < asked ? " Nothing stands that far back here, so it was never asked." : "";
  return [`From ${told(place)}: ${looks.join("; ")}.`, `${says.join("; ")}.${early}`];
}
function wire(root, model) {
  const [models, alphabet] = [model.get("models"), model.get("alphabet")];
  const [length, n] = [models[0].places.length, alphabet.length];
  const most = Math.max(...models.map(({ W_Q }) => W_Q.length));
  const told = (place) => `“${model.get("text")[place]}” (${place})`;
  const answerName = (answer) => `“${alphabet[answer % n]}” ${model.get("questions")[Math.floor(answer / n)]}`;
  const answers = upTo(models[0].bias.length).map(answerName);
  const controls = makeControls(model);
  const chips = makeAnswers(model, length);
  const guesses = makeGuesses(model);
  const traced = makeTrace(told);
  const view = makeChoice({
    label: "show",
    options: [
      { value: "what it looks at", text: "what it looks at" },
      { value: "every number", text: "every number" }
    ],
    change: (value) => put(model, { view: (
      /** @type {State["view"]} */
      value
    ) })
  });
  const go = (place) => {
    const there = place >= 0 && place < model.get("text").length;
    if (there && place !== placeOf(model)) put(model, { place, answer: -1 });
  };
  const letters = makeLetters(length, most, go, () => placeOf(model));
  const maps = makeMaps(go, () => placeOf(model));
  const every = make("div");
  const bars = makeBar("signed", "less", "more", "0 is white; each stage has a scale of its own");
  const below = make("div", {}, maps.node, make("div", {}, every, bars));
  const [looks, numbers] = below.children;
  root.append(controls.node, letters.node, chips.node);
  const say = makeSay(root);
  root.append(guesses.node, traced.node, view.node, below);
  let asked = null;
  let [shown, ran] = ["", ""];
  let pipeline = null;
  let now;
  const compute = () => {
    const key = JSON.stringify([model.get("model"), model.get("text"), model.get("off")]);
    if (key !== ran) {
      const ids = [...model.get("text")].map((letter) => alphabet.indexOf(letter));
      now = run(models[model.get("model")], ids, model.get("off"));
    }
    ran = key;
  };
  const layOut = () => {
    const [text, all] = [model.get("text"), model.get("view") === "every number"];
    looks.toggleAttribute("hidden", all);
    numbers.toggleAttribute("hidden", !all);
    const key = JSON.stringify([model.get("model"), text]);
    if (key !== shown) {
      maps.layOut(text, now.heads.length);
      pipeline = null;
    }
    shown = key;
    if (!all || pipeline) return;
    const columns = answers.map((_, a) => alphabet[a % n]);
    pipeline = makePipeline(models[model.get("model")], text, columns, answers, (number) => {
      asked = number;
      if (number.row === placeOf(model)) drawNumbers();
      else go(number.row);
    });
    every.replaceChildren(pipeline.node);
  };
  const rowOf = ({ stage, head }) => numbersOf(now, stage, head)[0];
  const drawNumbers = () => {
    if (!pipeline) return;
    const [text, row] = [model.get("text"), placeOf(model)];
    const there = asked && asked.head < now.heads.length && asked.column in rowOf(asked);
    if (!asked || !there) {
      asked = { stage: "scores", head: 0, row, column: best(now.heads[0].weights[row]) };
    }
    asked.row = row;
    const ids = [...text].map((letter) => alphabet.indexOf(letter));
    pipeline.answer(now, ids, asked, { place: told, alphabet: [...alphabet] });
  };
  return {
    hears: ["model", "text", "place", "off", "answer", "view"],
    numbers: () => {
      compute();
      return { ...now, place: placeOf(model), answer: model.get("answer"), asked };
    },
    draw() {
      compute();
      layOut();
      const [place, off, answer] = [placeOf(model), model.get("off"), model.get("answer")];
      const found = answer < 0 ? null : trace(models[model.get("model")], now, place, answer, off);
      const speaks = total((found?.terms ?? []).map(({ value }) => Math.max(0, value)));
      const lit = now.heads.map((_, h) => {
        const own = (found?.terms ?? []).filter((t) => t.head === h && t.value > MUCH * speaks);
        return new Set(own.map((term) => term.place));
      });
      controls.set();
      view.set(model.get("view"));
      letters.draw(
        model.get("text"),
        place,
        now.heads.map(({ weights }) => weights[place]),
        off,
        lit
      );
      chips.draw(now);
      guesses.draw(now);
      traced.draw(found, found ? answerName(answer) : "");
      maps.draw(now, off);
      if (model.get("view") === "every number") {
        pipeline?.draw(now, place);
        drawNumbers();
      }
      const from = found && [...found.terms].sort((a, b) => b.value - a.value)[0];
      const source = from && `${answerName(answer)} comes most from ${told(from.place)}`;
      say.node.setAttribute("aria-live", every.matches(":focus-within") ? "off" : "polite");
      say(...story(model, now, told), source ? `${source}, through head ${from.head}.` : "");
    }
  };
}
var model_view_default = makeWidget("A trained attention, running in the page", wire);
export {
  model_view_default as default
};
