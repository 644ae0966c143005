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

// src/shared/math.js
function upTo(n) {
  return Array.from({ length: n }, (_, i) => i);
}
function total(list) {
  let sum = 0;
  for (const x of list) sum += x;
  return sum;
}
var divisors = (n) => upTo(n + 1).filter((i) => n % i === 0);
var divisorUpTo = (n, limit) => divisors(n).findLast((i) => i <= limit) ?? 1;
function largest(list) {
  let top = Number.NEGATIVE_INFINITY;
  for (const x of list) top = Math.max(top, x);
  return top;
}

// src/shared/format.js
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
var formatMemory = (n) => `${n / 1e9} GB`;
var formatRate = (n) => `${formatBytes(n)}/s`;
function formatCountOf(n, thing) {
  return `${n} ${thing}${n === 1 ? "" : "s"}`;
}

// src/shared/heatmap.js
var N_HEAD_COLORS = 8;
function colorByHead(node, head) {
  node.style.setProperty("--mha-hue", head < N_HEAD_COLORS ? `var(--mha-head-${head})` : "initial");
}

// src/shared/device_sharding.js
function headsPerDevice(heads, devices) {
  const [each, remainder] = [Math.floor(heads / devices), heads % devices];
  return upTo(devices).map((device) => each + Number(device < remainder));
}

// src/cache_calculator/cache.js
var [LATENCY, LATENCY_PER_ROUND] = [6.6, 0.6];
var SUMS_PER_LAYER = 2;
function groupQueryHeads({ n_heads, n_kv_heads }) {
  const size = n_heads / n_kv_heads;
  return upTo(n_kv_heads).map((key) => upTo(size).map((i) => key * size + i));
}
function kvHeadsPerDevice({ n_heads, n_kv_heads }, nDevices) {
  const size = n_heads / n_kv_heads;
  let first = 0;
  return headsPerDevice(n_heads, nDevices).map((count) => {
    const queries = upTo(count).map((i) => first + i);
    first += count;
    return [...new Set(queries.map((query) => Math.floor(query / size)))];
  });
}
function countWeights({ sizes, parameters, published }) {
  const { n_layers, n_heads, n_kv_heads, d_head } = sizes;
  if (!published) {
    const kv = 2 * n_layers * n_kv_heads * d_head * n_heads * d_head;
    return { all: parameters, kv: Math.min(kv, parameters) };
  }
  const fewer = published.n_kv_heads - n_kv_heads;
  const all = published.parameters - fewer * published.per_kv_head;
  return { all, kv: n_kv_heads * published.per_kv_head };
}
function costs(choice) {
  const { sizes, tokens, batch, n_bytes, weight_bits, n_devices, device } = choice;
  const token = 2 * sizes.n_layers * sizes.n_kv_heads * sizes.d_head * n_bytes;
  const conversation = token * tokens;
  const { all, kv } = countWeights(choice);
  const kvHeads = kvHeadsPerDevice(sizes, n_devices).map(({ length }) => length);
  const most = largest(kvHeads);
  const parametersHeld = (all - kv) / n_devices + kv / sizes.n_kv_heads * most;
  const weights = Math.ceil(parametersHeld * weight_bits / 8);
  const conversationBytes = conversation / sizes.n_kv_heads * most;
  const inTables = (choice.published?.in_tables ?? 0) * weight_bits / 8;
  const read = weights - inTables / n_devices + conversationBytes * batch;
  const seconds = read / device.bandwidth;
  return {
    token,
    conversation,
    cache: conversation * batch,
    weights: all * weight_bits / 8,
    fullest: {
      kvHeads: most,
      weights,
      conversation: conversationBytes,
      cache: conversationBytes * batch,
      read
    },
    copies: total(kvHeads) / sizes.n_kv_heads,
    maxBatch: Math.max(0, Math.floor((device.memory - weights) / conversationBytes)),
    seconds,
    rate: batch / seconds
    // tokens per second, over all conversations
  };
}
var fewestDevices = (choice) => choice.deviceCounts.find((n_devices) => costs({ ...choice, n_devices }).maxBatch > 0);
function describeGroups({ n_heads, n_kv_heads }) {
  if (n_heads === 1) return "The one query head has the one KV head.";
  if (n_kv_heads === n_heads) return "Each query head has a KV head of its own.";
  if (n_kv_heads === 1) return `All ${n_heads} query heads share one KV head.`;
  return `Each of the ${n_kv_heads} KV heads serves ${n_heads / n_kv_heads} query heads.`;
}
function describeCopies({ sizes, n_devices }, { fullest, copies }) {
  if (n_devices === 1) return "";
  const each = `A device holds ${fullest.kvHeads} of ${formatCountOf(sizes.n_kv_heads, "KV head")}`;
  if (copies === 1) return `${each}.`;
  const times = Number.isInteger(copies) ? `on ${copies} devices` : "on several devices";
  return `${each}: each, with its cache, is ${times}.`;
}
function describePublished({ sizes, weight_bits, published }) {
  if (!published || published.n_kv_heads === sizes.n_kv_heads) return "";
  const [now, then] = [sizes.n_kv_heads, published.n_kv_heads];
  const times = now > then ? `1/${now / then} of the cache` : `${then / now} times the cache`;
  const size = Math.abs(then - now) * published.per_kv_head * weight_bits / 8;
  const weights = `${formatBytes(size)} ${now > then ? "less" : "more"} in weights`;
  return `As published, with ${formatCountOf(then, "KV head")}, it takes ${times} and ${weights}.`;
}
function describeMemory(choice, { fullest, maxBatch }) {
  const { batch, n_devices, device } = choice;
  const weights = formatBytes(fullest.weights);
  const room = formatMemory(device.memory);
  const one = n_devices === 1;
  const take = one ? `The weights take ${weights}` : `Each of ${n_devices} devices holds ${weights}`;
  const taken = one ? take : `${take} of the weights`;
  if (fullest.weights > device.memory) {
    const enough = fewestDevices(choice);
    const hold = enough ? ` ${enough} such devices hold all of them.` : "";
    return `${taken}, more than ${room}.${hold}`;
  }
  const over = batch > maxBatch ? `, not ${batch}` : "";
  const many = `${formatCount(maxBatch)} such conversation${maxBatch === 1 ? "" : "s"}${over}.`;
  if (one) return `${taken}; the rest of ${room} holds ${many}`;
  return `${taken} and ${formatBytes(fullest.conversation)} of a conversation; ${room} hold ${many}`;
}
function describeTime({ sizes, batch, n_devices }, { fullest, maxBatch, seconds, rate }) {
  if (batch > maxBatch) return "";
  const where = n_devices === 1 ? "" : " on each device";
  const read = `A decode step reads ${formatBytes(fullest.read)}${where}`;
  const time = `${read}: at least ${formatSignificant(1e3 * seconds, 3)} ms`;
  if (n_devices > 1) return `${time}. ${describeLatency(sizes, n_devices)}`;
  const tokens = `at most ${formatCount(Math.round(rate))} tokens a second`;
  const each = batch === 1 ? "" : `, ${formatCount(Math.round(1 / seconds))} a conversation`;
  return `${time}, ${tokens}${each}.`;
}
function describeLatency({ n_layers }, nDevices) {
  const latency = LATENCY + 2 * (nDevices - 1) * LATENCY_PER_ROUND;
  const sums = SUMS_PER_LAYER * n_layers;
  return `With ${SUMS_PER_LAYER} sums per layer, the devices also add up ${sums} times; at the ${formatSignificant(latency, 3)} µs of latency that NVIDIA's NCCL expects by NVLink${nDevices > 8 ? " (an H100 server has eight devices on it)" : ""}, ${formatSignificant(sums * latency / 1e3, 3)} ms more.`;
}
function describeContext({ tokens, published }) {
  if (!published || tokens <= published.context) return "";
  return ` ${published.name} takes at most ${formatCount(published.context)} tokens.`;
}
function describeCosts(choice) {
  const { sizes, tokens } = choice;
  const found = costs(choice);
  const factors = [
    "2",
    formatCountOf(sizes.n_layers, "layer"),
    formatCountOf(sizes.n_kv_heads, "KV head"),
    `${sizes.d_head} numbers`,
    formatCountOf(choice.n_bytes, "byte")
  ];
  return [
    `A token takes ${factors.join(" × ")} = ${formatCount(found.token)} bytes.`,
    `A conversation of ${formatCount(tokens)} tokens takes ${formatBytes(found.conversation)}.${describeContext(choice)}`,
    describeMemory(choice, found),
    describeTime(choice, found),
    describeGroups(sizes),
    describeCopies(choice, found),
    describePublished(choice)
  ];
}
var formatDevice = ({ name, bandwidth }) => `${name}, ${formatRate(bandwidth)}`;
function describeSources({ published, device }) {
  const sizes = published ? `${formatCount(published.parameters)} weights as published; sizes from ${published.source}. ` : "";
  const except = published?.in_tables ? ", except an embedding table, of which a step reads a few rows" : "";
  return `${sizes}Memory and bandwidth from ${device.source}. Only weights and cache are counted; the time is that of reading them once${except}.`;
}

// src/cache_calculator/view.js
var YOUR_OWN = "your own";
var OBSERVED = [
  "model",
  "device",
  "n_devices",
  "n_layers",
  "n_heads",
  "n_kv_heads",
  "d_head",
  "parameters",
  "tokens",
  "batch",
  "n_bytes",
  "weight_bits"
];
var MAX_COLORED_HEADS = 8;
var MAX_NUMBERED_HEADS = 16;
var MAX_NUMBERED_COPIES = 8;
var N_COMMON_SLIDERS = 4;
var BITS_IN_BYTES = { 16: "2 bytes", 8: "1 byte", 4: "½ byte" };
function makeListSlider(label, values, change) {
  const slider = makeSlider({
    label,
    max: values().length - 1,
    show: (step) => formatCount(values()[step]),
    change: (step) => change(values()[step])
  });
  const set = (value) => {
    const all = values();
    slider.set(
      all.findLastIndex((x) => x <= value),
      all.length - 1
    );
  };
  return { node: slider.node, set };
}
function makeControls(model) {
  const [models, devices] = [model.get("models"), model.get("known_devices")];
  const offered = model.get("offered");
  const names = [...models.map(({ name }) => name), YOUR_OWN];
  const choose = (index) => {
    const { n_layers, n_heads, n_kv_heads, d_head } = models[index] ?? chosenSizes(model);
    const changes = { model: names[index], n_layers, n_heads, n_kv_heads, d_head };
    const before = publishedModel(model);
    const parameters = offered.parameters.findLast((n) => n <= (before?.parameters ?? 0));
    setTraits(model, models[index] || !parameters ? changes : { ...changes, parameters });
  };
  const picker = makePicker({ label: "model", options: names, change: choose });
  const device = makePicker({
    label: "device",
    options: devices.map(formatDevice),
    change: (index) => setTraits(model, { device: devices[index].name })
  });
  const steps = [
    ["n_kv_heads", "KV heads", () => divisors(model.get("n_heads"))],
    ["tokens", "tokens", () => offered.tokens],
    ["batch", "conversations", () => offered.batch],
    ["n_devices", "devices", () => offered.n_devices],
    ["n_layers", "layers", () => offered.n_layers],
    [
      "n_heads",
      "query heads",
      () => offered.n_heads,
      (n_heads) => ({ n_kv_heads: divisorUpTo(n_heads, model.get("n_kv_heads")) })
    ],
    ["d_head", "width of a head", () => offered.d_head],
    ["parameters", "weights", () => offered.parameters]
  ];
  const sliders = steps.map(([name, label, values, also]) => {
    const change = (value) => setTraits(model, { [name]: value, ...also?.(value) });
    const { node, set } = makeListSlider(label, values, change);
    return { node, draw: () => set(model.get(name)) };
  });
  const numbers = makeChoice({
    label: "a cached value takes",
    options: offered.n_bytes.map((value) => ({ value, text: BITS_IN_BYTES[8 * value] })),
    change: (n_bytes) => setTraits(model, { n_bytes })
  });
  const weights = makeChoice({
    label: "a weight takes",
    options: offered.weight_bits.map((value) => ({ value, text: BITS_IN_BYTES[value] })),
    change: (weight_bits) => setTraits(model, { weight_bits })
  });
  const nodes = sliders.map(({ node }) => node);
  const controls = make(
    "div",
    { class: "mha-controls" },
    picker.node,
    device.node,
    ...nodes.slice(0, N_COMMON_SLIDERS)
  );
  const sizes = make("div", { class: "mha-controls" }, ...nodes.slice(N_COMMON_SLIDERS));
  const bytes = make("div", { class: "mha-controls" }, numbers.node, weights.node);
  const draw = () => {
    picker.set(names.indexOf(model.get("model")));
    device.set(deviceIndex(model));
    sizes.hidden = model.get("model") !== YOUR_OWN;
    for (const slider of sliders) slider.draw();
    numbers.set(model.get("n_bytes"));
    weights.set(model.get("weight_bits"));
  };
  return { nodes: [controls, sizes, bytes], draw };
}
var deviceIndex = (model) => model.get("known_devices").findIndex(({ name }) => name === model.get("device"));
var publishedModel = (model) => model.get("models").find(({ name }) => name === model.get("model"));
var chosenSizes = (model) => traits(model, "n_layers", "n_heads", "n_kv_heads", "d_head");
function makeGroup(queries, key, numbered, devices) {
  const middle = queries.length / 2;
  const paths = queries.map((_, i) => `M${i + 0.5} 0L${middle} 1`).join("");
  const dots = queries.map((_, i) => `M${i + 0.5} 0${DOT}`).join("");
  const lines = makeDrawing(
    "svg",
    { viewBox: `0 0 ${queries.length} 1`, preserveAspectRatio: "none" },
    makeDrawing("path", { class: "mha-sharing-lines", d: paths }),
    makeDrawing("path", { class: "mha-query-dots", d: numbered ? "" : dots })
  );
  const ends = queries.length > 1 ? `${queries[0]}–${queries.at(-1)}` : `${queries[0]}`;
  const names = numbered ? queries.map((i) => make("span", {}, `${i}`)) : [make("span", {}, ends)];
  const number = devices.length > MAX_NUMBERED_COPIES ? "" : `${key}`;
  const blocks = upTo(Math.max(1, devices.length)).map(() => make("b", {}, number));
  const holders = number ? formatDevices(devices) : `KV head ${key}: ${formatDevices(devices)}`;
  return make(
    "div",
    { class: "mha-group" },
    make("div", { class: "mha-queries" }, ...names),
    lines,
    make("div", { class: "mha-kv-blocks" }, ...blocks),
    make("div", { class: "mha-holders" }, holders)
  );
}
function formatDevices(devices) {
  if (devices.length < 2) return devices.map((device) => `device ${device}`).join();
  return `devices ${devices[0]}–${devices.at(-1)}`;
}
function makeSharingPicture() {
  const container = make("div", { class: "mha-groups" });
  const caption = make("figcaption");
  const node = make("figure", { class: "mha-sharing", "aria-hidden": "true" }, caption, container);
  let drawn = "";
  const draw = (sizes, nDevices) => {
    const key = `${sizes.n_heads} ${sizes.n_kv_heads} ${nDevices}`;
    if (key === drawn) return;
    drawn = key;
    const numbered = sizes.n_heads <= MAX_NUMBERED_HEADS;
    const all = groupQueryHeads(sizes);
    const held = kvHeadsPerDevice(sizes, nDevices);
    const holders = all.map(
      (_, head) => upTo(nDevices).filter((device) => held[device].includes(head))
    );
    const most = largest(holders.map(({ length }) => length));
    const copied = most > 1;
    const label = copied ? most > MAX_NUMBERED_COPIES ? 150 : 80 : 34;
    const least = Math.max(label, all[0].length * (numbered ? 20 : 7));
    const below = copied ? "a block for each device that holds their KV head" : "their KV heads";
    write(caption, `One layer: query heads above; below, ${below}`);
    setStyle(container, { "min-width": `${least}px` });
    container.classList.toggle("mha-singles", sizes.n_heads === sizes.n_kv_heads);
    const nodes = all.map(
      (queries, i) => makeGroup(queries, i, numbered, copied ? holders[i] : [])
    );
    if (all.length <= MAX_COLORED_HEADS) nodes.forEach(colorByHead);
    container.replaceChildren(...nodes);
  };
  return { node, draw };
}
function makeBars() {
  const rows = ["weights", "cache"].map((name) => {
    const bar = make("div");
    const value = make("span");
    const rail = make("div", { class: "mha-rail" }, bar);
    const row = make("div", { class: `mha-bytes-row mha-${name}-bar` }, name, rail, value);
    return { row, bar, value };
  });
  const mark = make("i");
  const caption = make("figcaption");
  const node = make(
    "figure",
    { class: "mha-bytes", "aria-hidden": "true" },
    caption,
    make("div", { class: "mha-bytes-rows" }, ...rows.map(({ row }) => row), mark)
  );
  const draw = ({ weights, cache }, memory, devices) => {
    const scale = largest([memory, weights + cache]);
    [weights, cache].forEach((size, i) => {
      const start = i > 0 ? weights : 0;
      setStyle(rows[i].bar, {
        fill: `${100 * size / scale}%`,
        start: `${100 * start / scale}%`
      });
      write(rows[i].value, formatBytes(size));
    });
    const each = devices === 1 ? "" : `One of the ${devices} devices. `;
    write(
      caption,
      `${each}The cache is drawn after the weights; the line marks ${formatMemory(memory)}`
    );
    setStyle(node, { memory: memory / scale });
  };
  return { node, draw };
}
function setup(root, model) {
  const choice = () => ({
    sizes: chosenSizes(model),
    ...traits(model, "tokens", "batch", "n_bytes", "weight_bits", "n_devices", "parameters"),
    device: model.get("known_devices")[deviceIndex(model)],
    deviceCounts: model.get("offered").n_devices,
    published: publishedModel(model)
  });
  const controls = makeControls(model);
  const sharing = makeSharingPicture();
  const bars = makeBars();
  root.append(...controls.nodes);
  const say = makeLiveRegion(root);
  const source = make("p", { class: "mha-note" });
  root.append(bars.node, sharing.node, source);
  return {
    observes: OBSERVED,
    stateForTests: () => ({
      ...chosenSizes(model),
      ...costs(choice()),
      groups: groupQueryHeads(chosenSizes(model))
    }),
    draw() {
      const now = choice();
      controls.draw();
      sharing.draw(now.sizes, now.n_devices);
      bars.draw(costs(now).fullest, now.device.memory, now.n_devices);
      say(...describeCosts(now));
      write(source, describeSources(now));
    }
  };
}
var view_default = makeWidget("Bytes of weights and of a cache, and the time to read them", setup);
export {
  view_default as default
};
