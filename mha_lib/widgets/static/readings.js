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
function write(node, text) {
  if (node.textContent !== text) node.textContent = text;
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
function tellShort(x, digits = 2) {
  const text = x.toFixed(digits);
  return Number(text) === 0 ? text.replace("-", "") : text.replace("-", "−");
}
function percent(share) {
  if (share > 0 && share < 0.01) return "below 1 %";
  return share > 0.99 && share < 1 ? "above 99 %" : `${Math.round(100 * share)} %`;
}
function series(words) {
  return [words.slice(0, -1).join(", "), words.at(-1)].filter(Boolean).join(" and ");
}

// src/readings.js
function through(row, W) {
  return W[0].map((_, j) => total(row.map((x, i) => x * W[i][j])));
}
var dot = (a, b) => total(a.map((x, i) => x * b[i]));
var put2 = (list, place, value) => list.map((x, i) => i === place ? value : x);
function look(model, text) {
  const tokens = text.map((word, i) => model.letters[word].map((x2, c) => x2 + model.places[i][c]));
  const x = tokens[tokens.length - 1];
  const root = Math.sqrt(model.W_Q[0][0].length);
  const scores = model.W_Q.map((W, h) => {
    const query = through(x, W);
    return tokens.map((token) => dot(query, through(token, model.W_K[h])) / root);
  });
  const written = model.W_V.map(
    (W, h) => tokens.map((token) => through(through(token, W), model.W_O[h]))
  );
  return { x, scores, written };
}
var weigh = (scores) => scores.map((row) => softmax(row, row.slice()));
function answer(model, { x, written }, weights) {
  const sum = x.map(
    (c, k) => written.reduce((all, rows, h) => all + total(rows.map((row, j) => weights[h][j] * row[k])), c)
  );
  const logits = model.readout.map((line, a) => dot(sum, line) + model.bias[a]);
  return softmax(logits, logits.slice());
}
function read(model, text, head, partners) {
  const seen = look(model, text);
  const weights = weigh(seen.scores);
  const heads = upTo(weights.length);
  const chosen = head < 0 ? heads : [head];
  const keys = upTo(text.length);
  const sizes = heads.map(
    (h) => keys.map((j) => weights[h][j] * Math.hypot(...seen.written[h][j]))
  );
  const all = total(sizes.flat());
  const shares = answer(model, seen, weights);
  const says = shares[1] > shares[0] ? 1 : 0;
  const loses = (changed) => shares[says] - answer(model, seen, changed)[says];
  const without = (rows, key, value) => rows.map((row, h) => chosen.includes(h) ? put2(row, key, value) : row);
  return {
    shares,
    weight: keys.map((j) => total(chosen.map((h) => weights[h][j])) / chosen.length),
    size: keys.map((j) => total(chosen.map((h) => sizes[h][j])) / all),
    drop: keys.map((j) => loses(without(weights, j, 0))),
    mask: keys.map(
      (j) => (
        // A text of one word has no other key to look at.
        keys.length < 2 ? loses(without(weights, j, 0)) : loses(weigh(without(seen.scores, j, Number.NEGATIVE_INFINITY)))
      )
    ),
    change: keys.map((j) => {
      const other = partners[text[j]];
      if (other < 0) return null;
      const there = look(model, put2(text, j, other));
      return shares[says] - answer(model, there, weigh(there.scores))[says];
    })
  };
}
function flips(readings, name) {
  const losses = readings[name];
  const own = Math.max(...readings.shares);
  return upTo(losses.length).filter((j) => own - (losses[j] ?? 0) < 0.5);
}

// src/widgets/readings.js
var VERBS = ["is", "are"];
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
function shown(model) {
  const [numbers, vocabulary] = [model.get("numbers"), model.get("vocabulary")];
  const ids = model.get("text").map((word) => vocabulary.indexOf(word));
  const nouns = upTo(ids.length).filter((i) => numbers[ids[i]] >= 0);
  return ids.slice(0, nouns[model.get("nouns") - 1] + 1);
}
function headOf(model) {
  const heads = model.get("models")[model.get("model")].W_Q.length;
  return heads === 1 ? 0 : Math.min(model.get("head"), heads - 1);
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
    change: (value) => put(model, { model: value })
  });
  const heads = models.map(({ W_Q }) => {
    if (W_Q.length < 2) return null;
    const own = upTo(W_Q.length).map((h) => ({ value: h, text: `head ${h}` }));
    const options = [...own, { value: -1, text: "mean of the heads" }];
    return makeChoice({ label: "read", options, change: (head) => put(model, { head }) });
  });
  const most = model.get("text").filter((w) => numbers[vocabulary.indexOf(w)] >= 0).length;
  const nouns = makeChoice({
    label: "nouns",
    options: upTo(most).map((i) => ({ value: i + 1, text: String(i + 1) })),
    change: (value) => put(model, { nouns: value })
  });
  const node = make("div", { class: "mha-reads-top" });
  if (models.length > 1) node.append(which.node);
  node.append(...heads.flatMap((choice) => choice?.node ?? []));
  if (most > 1) node.append(nouns.node);
  const set = () => {
    which.set(model.get("model"));
    nouns.set(model.get("nouns"));
    heads.forEach((choice, i) => {
      if (!choice) return;
      choice.node.hidden = i !== model.get("model");
      choice.set(headOf(model));
    });
  };
  return { node, set };
}
function makeAnswer() {
  const lines = VERBS.map((verb) => {
    const [bar, share] = [make("div"), make("span")];
    const rail = make("span", { class: "mha-rail", "aria-hidden": "true" }, bar);
    return { bar, share, node: make("div", {}, make("b", {}, verb), rail, share) };
  });
  const node = make("div", { class: "mha-verbs" }, ...lines.map((line) => line.node));
  const draw = (shares) => {
    lines.forEach(({ bar, share }, i) => {
      setStyle(bar, { share: `${100 * shares[i]}%` });
      write(share, percent(shares[i]));
    });
  };
  return { node, draw };
}
function makeCell() {
  const [bar, number] = [make("div"), make("span")];
  const node = make("td", {}, make("div", { class: "mha-rail", "aria-hidden": "true" }, bar));
  node.append(number);
  const draw = (value, flipped) => {
    setStyle(bar, { share: `${100 * Math.max(0, value ?? 0)}%` });
    write(number, value === null ? "–" : `${tellShort(value)}${flipped ? " ⇄" : ""}`);
    node.classList.toggle("mha-flips", flipped);
  };
  return { node, draw };
}
function makeTable(model) {
  const [vocabulary, partners] = [model.get("vocabulary"), model.get("partners")];
  const lines = model.get("text").map((first, i) => {
    const button = makeButton("", () => {
      const text = model.get("text").slice();
      text[i] = vocabulary[partners[vocabulary.indexOf(text[i])]];
      put(model, { text });
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
  const node = make("table", { class: "mha-reads", "aria-label": "readings, a line a word" });
  node.append(above, make("tr", {}, make("th", { scope: "col" }, "word"), ...heads), ...rows);
  const draw = (now) => {
    const flipped = Object.fromEntries(EFFECTS.map((name) => [name, flips(now, name)]));
    lines.forEach(({ button, fixed, cells, node: node2 }, i) => {
      node2.hidden = i >= now.weight.length;
      if (node2.hidden) return;
      if (!fixed) {
        const word = model.get("text")[i];
        const other = vocabulary[partners[vocabulary.indexOf(word)]];
        write(button, word);
        button.setAttribute("aria-label", `${word}, place ${i}; exchange it for ${other}`);
      }
      NAMES.forEach((name, k) => {
        cells[k].draw(now[name][i], flipped[name]?.includes(i) ?? false);
      });
    });
  };
  return { node, draw };
}
function story(model, ids, now) {
  const [vocabulary, numbers] = [model.get("vocabulary"), model.get("numbers")];
  const told = (i) => `“${vocabulary[ids[i]]}” (${i})`;
  const list = (places) => places.length > 0 ? series(places.map(told)) : "no word";
  const [says, first] = [
    now.shares[1] > now.shares[0] ? 1 : 0,
    ids.findIndex((w) => numbers[w] >= 0)
  ];
  const right = numbers[ids[first]] === says ? "right" : "wrong";
  const top = now.weight.indexOf(Math.max(...now.weight));
  const head = headOf(model);
  const who = head < 0 ? "The mean of the heads" : `Head ${head}`;
  return [
    `The model says “${VERBS[says]}” with ${percent(now.shares[says])}, ${right}.`,
    `${who} gives most weight, ${tellShort(now.weight[top])}, to ${told(top)}.`,
    `To drop a term flips the answer at ${list(flips(now, "drop"))};`,
    `to mask a key, at ${list(flips(now, "mask"))};`,
    `to change the word, at ${list(flips(now, "change"))}.`
  ];
}
function wire(root, model) {
  const [controls, table, answer2] = [makeControls(model), makeTable(model), makeAnswer()];
  root.append(controls.node, table.node, answer2.node);
  const say = makeSay(root);
  const note = "Click a framed word to exchange it. All bars go from 0 to 1. ⇄: the answer flips. –: no other word may stand there.";
  root.append(make("p", { class: "mha-note" }, note));
  const now = () => {
    const ids = shown(model);
    const own = model.get("models")[model.get("model")];
    return { ids, ...read(own, ids, headOf(model), model.get("partners")) };
  };
  return {
    hears: ["model", "head", "text", "nouns"],
    numbers: now,
    draw() {
      const { ids, ...readings } = now();
      controls.set();
      table.draw(readings);
      answer2.draw(readings.shares);
      say(...story(model, ids, readings));
    }
  };
}
var readings_default = makeWidget("Readings of one row of attention", wire);
export {
  readings_default as default
};
