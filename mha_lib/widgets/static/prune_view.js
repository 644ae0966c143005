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
var mean = (list) => total(list) / list.length;
function largest(list) {
  let top = Number.NEGATIVE_INFINITY;
  for (const x of list) top = Math.max(top, x);
  return top;
}
function smallest(list) {
  let least = Number.POSITIVE_INFINITY;
  for (const x of list) least = Math.min(least, x);
  return least;
}
var argmax = (list) => list.indexOf(largest(list));
var descending = (list) => upTo(list.length).sort((a, b) => list[b] - list[a]);

// src/shared/format.js
function formatFixed(x, digits = 2) {
  const text = x.toFixed(digits);
  return Number(text) === 0 ? text.replace("-", "") : text.replace("-", "−");
}
function formatCountOf(n, thing) {
  return `${n} ${thing}${n === 1 ? "" : "s"}`;
}
function formatList(words) {
  return [words.slice(0, -1).join(", "), words.at(-1)].filter(Boolean).join(" and ");
}

// src/shared/heatmap.js
var N_HEAD_COLORS = 8;
function colorByHead(node, head) {
  node.style.setProperty("--mha-hue", head < N_HEAD_COLORS ? `var(--mha-head-${head})` : "initial");
}

// src/prune_view/prune.js
var YOUR_OWN = "your own";
var toSubset = (heads) => total(heads.map((head) => 2 ** head));
var headsInSubset = (subset) => upTo(32).filter((head) => subset >>> head & 1);
function subsetsBySize(n) {
  const sizes = upTo(n + 1).map(() => []);
  for (const subset of upTo(2 ** n)) sizes[headsInSubset(subset).length].push(subset);
  return sizes;
}
function lineAlong(name, order, table) {
  const sets = upTo(order.length + 1).map((k) => order.slice(0, k));
  return { name, sets, accuracies: sets.map((heads) => table[toSubset(heads)]) };
}
var oneAtATime = (table, n) => descending(upTo(n).map((head) => table[2 ** head]));
function greedy(table, n) {
  const order = [];
  while (order.length < n) {
    const left = upTo(n).filter((head) => !order.includes(head));
    const after = left.map((head) => table[toSubset([...order, head])]);
    order.push(left[argmax(after)]);
  }
  return order;
}
function bestLine(table, sizes) {
  const sets = sizes.map((subsets) => subsets[argmax(subsets.map((subset) => table[subset]))]);
  return {
    name: "best",
    sets: sets.map(headsInSubset),
    accuracies: sets.map((subset) => table[subset])
  };
}
function randomLine(table, sizes) {
  const accuracies = sizes.map((subsets) => mean(subsets.map((subset) => table[subset])));
  return { name: "random", sets: null, accuracies };
}
function computeLines(givenLines, table, n) {
  const given = givenLines.map(({ name, heads, accuracies }) => {
    if (heads && !accuracies) return lineAlong(name, heads, table);
    const sets = heads && upTo(heads.length + 1).map((k) => heads.slice(0, k));
    return { name, sets, accuracies: accuracies ?? [] };
  });
  if (!table.length) return given;
  const sizes = subsetsBySize(n);
  return [
    ...given,
    lineAlong("one at a time", oneAtATime(table, n), table),
    lineAlong("greedy", greedy(table, n), table),
    bestLine(table, sizes),
    randomLine(table, sizes)
  ];
}
var yourLine = (order, table) => lineAlong(YOUR_OWN, order, table);
function toggleHead(removed, head, n) {
  const heads = toggled(removed, head);
  return { your_order: completeOrder(heads, n), n_removed: heads.length };
}
var completeOrder = (heads, n) => [...heads, ...upTo(n).filter((h) => !heads.includes(h))];
var MAX_NAMED_HEADS = 12;
function formatHeads(heads, perLayer) {
  const layers = [...new Set(heads.map((head) => Math.floor(head / perLayer)))];
  return layers.sort((a, b) => a - b).map((layer) => {
    const here = heads.filter((head) => Math.floor(head / perLayer) === layer);
    const numbers = here.map((head) => head % perLayer).sort((a, b) => a - b);
    return `layer ${layer}: head${here.length > 1 ? "s" : ""} ${formatList(numbers.map(String))}`;
  }).join("; ");
}
function formatHeadsLeft(heads, layers, perLayer) {
  const left = upTo(layers).map(
    (layer) => perLayer - heads.filter((head) => Math.floor(head / perLayer) === layer).length
  );
  return `left in layers 0 to ${layers - 1}: ${formatList(left.map(String))}`;
}
function describeRemoved(removed, { layers, heads }) {
  const names = removed.length > MAX_NAMED_HEADS ? formatHeadsLeft(removed, layers, heads) : formatHeads(removed, heads);
  const empty = upTo(layers).filter(
    (layer) => upTo(heads).every((head) => removed.includes(layer * heads + head))
  );
  const [subject, verb] = empty.length > 1 ? ["Layers", "have"] : ["Layer", "has"];
  const none = empty.length > 0 ? `${subject} ${formatList(empty.map(String))} ${verb} no head left.` : "";
  return [names, none];
}
function describeBest(line, nRemoved, heads, ideal) {
  if (line === ideal || nRemoved === 0) return "";
  const bestAccuracy = formatFixed(ideal.accuracies[nRemoved]);
  if (bestAccuracy === formatFixed(line.accuracies[nRemoved]))
    return "The best choice of equally many heads leaves no more.";
  return `The best choice of equally many heads leaves ${bestAccuracy}: ${formatHeads(ideal.sets?.[nRemoved] ?? [], heads)}.`;
}
function describeCut(measure, lost) {
  const size = formatFixed(Math.abs(lost));
  const raised = lost < 0 && Number(size) > 0;
  return raised ? `The last cut raised the ${measure} by ${size}.` : `The last cut cost ${size}.`;
}
function describeRemoval(line, nRemoved, sizes, ideal) {
  const accuracy = line.accuracies[nRemoved];
  const set = line.sets?.[nRemoved];
  const [names, none] = describeRemoved(set ?? [], sizes);
  const gone = `${nRemoved} of ${formatCountOf(sizes.layers * sizes.heads, "head")} removed`;
  const cut = nRemoved > 0 && line !== ideal;
  return [
    `${gone}${names && `: ${names}`}.`,
    none,
    `The ${sizes.measure} is ${formatFixed(accuracy)}${set ? "" : ", the mean over choices"}.`,
    cut ? describeCut(sizes.measure, line.accuracies[nRemoved - 1] - accuracy) : "",
    ideal ? describeBest(line, nRemoved, sizes.heads, ideal) : ""
  ];
}
function nearestSubset(table, subsets, height) {
  return headsInSubset(subsets[argmax(subsets.map((subset) => -Math.abs(table[subset] - height)))]);
}
var nearestLine = (lines, nRemoved, height) => lines[argmax(lines.map(({ accuracies }) => -Math.abs(accuracies[nRemoved] - height)))];

// src/prune_view/view.js
var DASHES = ["", "7 4", "2 4", "12 3 2 3", "1 6", "14 6", "4 2 1 2 1 2", "9 2"];
var MAX_TICKS = 13;
function makeHeads(model, press) {
  const [layers, heads] = [model.get("n_layers"), model.get("n_heads")];
  const canChooseHeads = model.get("subsets").length > 0;
  const cells = upTo(layers * heads).map((k) => {
    const cell = canChooseHeads ? make("button", { type: "button" }) : make("span");
    cell.classList.add("mha-head-cell");
    cell.append(canChooseHeads ? `head ${k % heads}` : `${k % heads}`);
    colorByHead(cell, k % heads);
    cell.addEventListener("click", () => canChooseHeads && press(k));
    return cell;
  });
  const rows = upTo(layers).map((layer) => {
    const row = cells.slice(layer * heads, (layer + 1) * heads);
    return make("div", {}, make("span", { class: "mha-layer" }, `layer ${layer}`), ...row);
  });
  const node = make(
    "div",
    { class: "mha-head-grid", "aria-hidden": !canChooseHeads && "true" },
    ...rows
  );
  setStyle(node, { heads });
  node.classList.toggle("mha-small", !canChooseHeads);
  const draw = (removed) => {
    cells.forEach((cell, k) => {
      const gone = removed?.includes(k) ?? false;
      cell.classList.toggle("mha-removed", gone);
      cell.classList.toggle("mha-unknown", removed === null);
      if (!canChooseHeads) return;
      const name = `layer ${Math.floor(k / heads)}, head ${k % heads}`;
      cell.setAttribute("aria-pressed", String(!gone));
      cell.setAttribute("aria-label", `${name}: ${gone ? "removed" : "on"}`);
    });
  };
  return { node, draw };
}
var dashOf = (i) => ({ class: "mha-line-sample", "stroke-dasharray": DASHES[i % DASHES.length] });
function makePlot(names, n, low, measure) {
  const cloud = makeDrawing("path", { class: "mha-subset-dots" });
  const lines = names.map((_, i) => makeDrawing("polyline", dashOf(i)));
  const mark = makeDrawing("path", { class: "mha-current-dot" });
  const picture = makeDrawing(
    "svg",
    { viewBox: `-0.5 ${-1.04} ${n + 1} ${1.08 - low}`, preserveAspectRatio: "none" },
    cloud,
    ...lines,
    mark
  );
  const step = Math.ceil(n / (MAX_TICKS - 1));
  const across = (k) => 100 * (k + 0.5) / (n + 1);
  const below = upTo(Math.floor(n / step) + 1).map((i) => {
    const tick = make("span", {}, String(i * step));
    tick.style.left = `${across(i * step)}%`;
    return tick;
  });
  const heights = [0, 0.25, 0.5, 0.75, 1].map((height) => {
    const tick = make("span", {}, formatFixed(height));
    tick.style.top = `${100 * (1.04 - height) / (1.08 - low)}%`;
    return tick;
  });
  const area = make("div", { class: "mha-area" }, picture);
  const title = make("figcaption", {}, `${measure} against heads removed`);
  const left = make("div", { class: "mha-y-axis" }, ...heights);
  const under = make("div", { class: "mha-axis" }, ...below);
  const node = make(
    "figure",
    { class: "mha-plot", "aria-hidden": "true" },
    title,
    left,
    area,
    under
  );
  const draw = (drawn, chosen, nRemoved, reached) => {
    drawn.forEach(({ name, accuracies }, i) => {
      const ownEnd = i === chosen ? nRemoved + 1 : 0;
      const seen = accuracies.slice(0, name === YOUR_OWN ? ownEnd : reached + 1);
      lines[i].setAttribute("points", seen.map((accuracy, k) => `${k},${-accuracy}`).join(" "));
      lines[i].classList.toggle("mha-followed", i === chosen);
    });
    mark.before(lines[chosen]);
    mark.setAttribute("d", `M${nRemoved} ${-drawn[chosen].accuracies[nRemoved]}${DOT}`);
  };
  const drawDots = (dots) => {
    cloud.setAttribute("d", dots.map(([k, accuracy]) => `M${k} ${-accuracy}${DOT}`).join(""));
  };
  const onPoint = (point) => {
    area.addEventListener("pointerdown", ({ clientX, clientY }) => {
      const box = area.getBoundingClientRect();
      const x = (clientX - box.left) / box.width * (n + 1) - 0.5;
      const y = 1.04 - (clientY - box.top) / box.height * (1.08 - low);
      point(Math.max(0, Math.min(n, Math.round(x))), y);
    });
  };
  return { node, draw, drawDots, onPoint };
}
function makeLines(names, change) {
  const options = names.map((name) => ({ value: name, text: name }));
  const choice = makeChoice({ label: "line", options, change });
  choice.node.classList.add("mha-line-choice");
  const values = [...choice.node.querySelectorAll("label")].map((label, i) => {
    const line = makeDrawing("line", { x1: 0, x2: 28, y1: 4, y2: 4, ...dashOf(i) });
    const sample = makeDrawing("svg", { viewBox: "0 0 28 8", "aria-hidden": "true" }, line);
    const value = make("b", { "aria-hidden": "true" });
    label.prepend(sample);
    label.append(" ", value);
    return value;
  });
  const draw = (lines, chosen, nRemoved) => {
    choice.set(names[chosen]);
    lines.forEach(({ accuracies: all }, i) => {
      write(values[i], names[i] === YOUR_OWN && i !== chosen ? "" : formatFixed(all[nRemoved]));
    });
  };
  return { node: choice.node, draw };
}
function makeRemoval(model) {
  const table = model.get("subsets");
  const n = model.get("n_layers") * model.get("n_heads");
  const fixed = computeLines(model.get("lines"), table, n);
  const steps = fixed[0].accuracies.length - 1;
  const sizes = table.length > 0 ? subsetsBySize(n) : [];
  const lines = () => table.length > 0 ? [...fixed, yourLine(model.get("your_order"), table)] : fixed;
  const currentState = () => {
    const all = lines();
    const chosen = Math.max(
      0,
      all.findIndex(({ name }) => name === model.get("line"))
    );
    const nRemoved = model.get("n_removed");
    return { lines: all, chosen, nRemoved, removed: all[chosen].sets?.[nRemoved] ?? null };
  };
  const chooseLine = (line) => {
    const order = model.get("your_order");
    const begin = line === YOUR_OWN && order.every((head, k) => head === k);
    setTraits(model, {
      line,
      your_order: begin ? completeOrder(currentState().removed ?? [], n) : order
    });
  };
  const press = (head) => setTraits(model, { line: YOUR_OWN, ...toggleHead(currentState().removed ?? [], head, n) });
  const point = (nRemoved, height) => {
    if (table.length > 0) {
      const order = completeOrder(nearestSubset(table, sizes[nRemoved], height), n);
      setTraits(model, { line: YOUR_OWN, your_order: order, n_removed: nRemoved });
      return;
    }
    setTraits(model, { line: nearestLine(fixed, nRemoved, height).name, n_removed: nRemoved });
  };
  const dots = sizes.flatMap((subsets, k) => subsets.map((subset) => [k, table[subset]]));
  return {
    steps,
    lines,
    currentState,
    chooseLine,
    press,
    point,
    dots: (
      /** @type {[number, number][]} */
      dots
    )
  };
}
function setup(root, model) {
  const removal = makeRemoval(model);
  const canChooseHeads = model.get("subsets").length > 0;
  const names = removal.lines().map(({ name }) => name);
  const low = smallest([0, ...removal.lines().flatMap(({ accuracies }) => accuracies)]);
  const { n_layers: layers, n_heads, measure } = traits(model, "n_layers", "n_heads", "measure");
  const sizes = { layers, heads: n_heads, measure };
  const choice = makeLines(names, removal.chooseLine);
  const slider = makeSlider({
    label: "heads removed",
    max: removal.steps,
    change: (k) => setTraits(model, { n_removed: k })
  });
  const heads = makeHeads(model, removal.press);
  const plot = makePlot(names, removal.steps, low, sizes.measure);
  plot.drawDots(removal.dots);
  plot.onPoint(removal.point);
  root.append(choice.node, slider.node, heads.node);
  const say = makeLiveRegion(root);
  root.append(plot.node);
  let reached = canChooseHeads ? 0 : removal.steps;
  return {
    observes: ["line", "n_removed", "your_order"],
    stateForTests: () => removal.currentState(),
    draw() {
      const state = removal.currentState();
      const chosen = state.lines[state.chosen];
      choice.draw(state.lines, state.chosen, state.nRemoved);
      slider.set(state.nRemoved);
      heads.draw(state.removed);
      reached = Math.max(reached, state.nRemoved);
      plot.draw(state.lines, state.chosen, state.nRemoved, reached);
      const ideal = canChooseHeads ? state.lines.find(({ name }) => name === "best") : void 0;
      say(...describeRemoval(chosen, state.nRemoved, sizes, ideal));
    }
  };
}
var view_default = makeWidget("Accuracy against heads removed", setup);
export {
  view_default as default
};
