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
var divisors = (n) => upTo(n + 1).filter((i) => n % i === 0);
var divisorUpTo = (n, limit) => divisors(n).findLast((i) => i <= limit) ?? 1;

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

// src/shared/device_sharding.js
var CUTS = (
  /** @type {const} */
  ["between heads", "packed matrix in equal parts"]
);
var MATRICES = (
  /** @type {const} */
  ["Q", "K", "V", "O"]
);
var kvHeadsFor = (nHeads, { heads, kvHeads }) => kvHeads < heads ? divisorUpTo(nHeads, kvHeads) : nHeads;
function headsPerDevice(heads, devices) {
  const [each, remainder] = [Math.floor(heads / devices), heads % devices];
  return upTo(devices).map((device) => each + Number(device < remainder));
}
function cutBetweenHeads({ devices, heads, kvHeads, dHead }) {
  const group = heads / kvHeads;
  const counts = headsPerDevice(heads, devices);
  return counts.flatMap((count, device) => {
    const first = total(counts.slice(0, device));
    const queries = upTo(count).map((i) => first + i);
    const keys = [...new Set(queries.map((head) => Math.floor(head / group)))];
    return MATRICES.flatMap(
      (matrix) => (matrix === "K" || matrix === "V" ? keys : queries).map((head) => {
        return { matrix, head, device, from: 0, to: dHead };
      })
    );
  });
}
function cutInEqualParts(blocks, devices, dHead) {
  const wide = blocks.length * dHead;
  const ends = upTo(devices + 1).map((device) => Math.round(device * wide / devices));
  return upTo(devices).flatMap(
    (device) => blocks.flatMap((block, i) => {
      const from = Math.max(0, ends[device] - i * dHead);
      const to = Math.min(dHead, ends[device + 1] - i * dHead);
      return from < to ? [{ ...block, device, from, to }] : [];
    })
  );
}
function cutMatrices(sizes, cut) {
  if (cut === "between heads") return cutBetweenHeads(sizes);
  const { devices, heads, kvHeads, dHead } = sizes;
  const blocks = (matrix, n) => upTo(n).map((head) => ({ matrix, head }));
  const packed = [...blocks("Q", heads), ...blocks("K", kvHeads), ...blocks("V", kvHeads)];
  return [packed, blocks("O", heads)].flatMap((each) => cutInEqualParts(each, devices, dHead));
}
function parametersPerDevice(pieces, { devices, dModel }) {
  return upTo(devices).map(
    (device) => total(pieces.map((piece) => piece.device === device ? dModel * (piece.to - piece.from) : 0))
  );
}
function completeHeads(pieces, { devices, heads, kvHeads, dHead }) {
  const has = (matrix, head, device) => pieces.some(
    (piece) => piece.matrix === matrix && piece.head === head && piece.device === device && piece.to - piece.from === dHead
  );
  return upTo(heads).filter((head) => {
    const key = Math.floor(head * kvHeads / heads);
    return upTo(devices).some((m) => has("Q", head, m) && has("K", key, m) && has("V", key, m));
  });
}
function communication({ devices, tokens, dModel, bytes }) {
  const summed = devices > 1 ? tokens * dModel * bytes : 0;
  return { summed, sent: 2 * (devices - 1) * summed / devices };
}
function formatHeads(pieces, dHead) {
  const whole = pieces.filter(({ from, to }) => to - from === dHead).map(({ head }) => head);
  const parts = pieces.filter(({ from, to }) => to - from < dHead).map(({ head }) => head);
  const [first, last] = [whole[0], whole.at(-1)];
  const range = first === last ? `${first}` : `${first}–${last}`;
  const named = (before) => parts.filter((head) => head < first === before).map((head) => `part of ${head}`);
  const ranges = whole.length > 0 ? [range] : [];
  return [...named(true), ...ranges, ...named(false)].join(", ") || "none";
}
function describeCopies(pieces, { devices, kvHeads, dModel, dHead }) {
  const keys = pieces.filter(({ matrix }) => matrix === "K");
  const devicesPerKey = upTo(kvHeads).map((key) => keys.filter((k) => k.head === key).length);
  const copies = keys.length - kvHeads;
  if (copies === 0) return "";
  const most = Math.max(...devicesPerKey);
  const numbers = formatCount(2 * copies * dModel * dHead);
  const where = most === devices ? "all" : `up to ${most}`;
  const extra = copies === 1 ? "1 copy" : `${copies} copies`;
  return `A KV head is on ${where} devices: ${extra}, ${numbers} more parameters.`;
}
function describeEqualParts(pieces, sizes) {
  const heads = completeHeads(pieces, sizes);
  const verb = heads.length === 1 ? "has" : "have";
  const together = heads.length === 0 ? "No head has its" : `${formatCountOf(heads.length, "head")} of ${sizes.heads} ${verb}`;
  return `${together} queries, keys and values on one device. A device that reads its part as the [queries, keys, values] of its own heads computes something else.`;
}
function describeHeadCounts(counts) {
  const idle = upTo(counts.length).filter((device) => counts[device] === 0);
  const [subject, verb] = idle.length > 1 ? ["Devices", "have"] : ["Device", "has"];
  const none = idle.length > 0 ? ` ${subject} ${formatList(idle.map(String))} ${verb} none.` : "";
  return `${counts.join(" + ")}.${none}`;
}
function describeFullest(pieces, sizes) {
  const parameters = parametersPerDevice(pieces, sizes);
  const one = { ...sizes, devices: 1 };
  const [all] = parametersPerDevice(cutBetweenHeads(one), one);
  const most = Math.max(...parameters);
  const who = most === Math.min(...parameters) ? "Each device" : "The fullest device";
  return `${who} holds ${formatPercent(most / all)} of the ${formatCount(all)} parameters.`;
}
function describeCommunication(sizes, copied) {
  const { summed, sent } = communication(sizes);
  const idle = sizes.heads < sizes.devices ? ", even one without heads," : "";
  const size = `${formatCount(sizes.tokens)} × ${formatCount(sizes.dModel)}`;
  return `Forward, ${size} values are summed (${formatBytes(summed)}); for this, each device${idle} sends ${formatBytes(sent)}. Backward, as many values are summed${copied ? ", and the gradients of the copies" : ""}.`;
}
function describeSharding(pieces, sizes, cut) {
  const { devices, heads } = sizes;
  const on = `${formatCountOf(heads, "head")} on ${formatCountOf(devices, "device")}`;
  if (devices === 1) return [`${on}: nothing is communicated.`, "", "", ""];
  const fullest = describeFullest(pieces, sizes);
  if (cut !== "between heads") return [`${on}.`, describeEqualParts(pieces, sizes), fullest, ""];
  const copies = describeCopies(pieces, sizes);
  const counts = describeHeadCounts(headsPerDevice(heads, devices));
  return [`${on}: ${counts}`, copies, fullest, describeCommunication(sizes, copies !== "")];
}
function formatMatrix(matrix, blocks, { dModel, dHead }) {
  const shape = matrix === "O" ? [blocks * dHead, dModel] : [dModel, blocks * dHead];
  return `W_${matrix} (${shape.map(formatCount).join(" × ")})`;
}
function formatDeviceRows(pieces, sizes) {
  return parametersPerDevice(pieces, sizes).map((numbers, device) => {
    const here = pieces.filter((piece) => piece.device === device);
    const heads = MATRICES.map(
      (matrix) => formatHeads(
        here.filter((piece) => piece.matrix === matrix),
        sizes.dHead
      )
    );
    const size = `${formatCount(numbers)} (${formatBytes(sizes.bytes * numbers)})`;
    return [String(device), ...heads, size];
  });
}

// src/shared/heatmap.js
var N_HEAD_COLORS = 8;
function colorByHead(node, head) {
  node.style.setProperty("--mha-hue", head < N_HEAD_COLORS ? `var(--mha-head-${head})` : "initial");
}

// src/device_sharding/view.js
var COLUMNS = ["device", "queries", "keys", "values", "rows of W_O", "parameters"];
function readSizes(model) {
  return {
    devices: model.get("n_devices"),
    heads: model.get("n_heads"),
    kvHeads: model.get("n_kv_heads"),
    dModel: model.get("d_model"),
    dHead: model.get("d_head"),
    tokens: model.get("tokens"),
    bytes: model.get("bytes_per_number")
  };
}
function makeControls(model) {
  const devices = makeSlider({
    label: "devices",
    max: model.get("max_devices") - 1,
    show: (step) => String(step + 1),
    change: (step) => setTraits(model, { n_devices: step + 1 })
  });
  const heads = makeSlider({
    label: "heads",
    max: model.get("max_heads") - 1,
    show: (step) => String(step + 1),
    change: (step) => setTraits(model, { n_heads: step + 1, n_kv_heads: kvHeadsFor(step + 1, readSizes(model)) })
  });
  const kvHeads = makeSlider({
    label: "KV heads",
    max: 0,
    show: (step) => String(divisors(model.get("n_heads"))[step]),
    change: (step) => setTraits(model, { n_kv_heads: divisors(model.get("n_heads"))[step] })
  });
  const tokens = makeSlider({
    label: "tokens",
    max: Math.log2(model.get("max_tokens")),
    show: (step) => formatCount(2 ** step),
    change: (step) => setTraits(model, { tokens: 2 ** step })
  });
  const cut = makeChoice({
    label: "cut",
    options: CUTS.map((value) => ({ value, text: value })),
    change: (value) => setTraits(model, { cut: value })
  });
  const sliders = [devices, heads, kvHeads, tokens].map(({ node: node2 }) => node2);
  const node = make("div", {}, make("div", { class: "mha-controls" }, ...sliders), cut.node);
  const set = (sizes) => {
    devices.set(sizes.devices - 1);
    heads.set(sizes.heads - 1);
    const all = divisors(sizes.heads);
    kvHeads.set(all.indexOf(sizes.kvHeads), all.length - 1);
    tokens.set(Math.log2(sizes.tokens));
    cut.set(model.get("cut"));
  };
  return { node, set };
}
var countBlocks = (pieces, dHead) => pieces.every(({ from, to }) => to - from === dHead) ? pieces.length : 1;
function makeBlock(head, pieces, dHead) {
  const copies = countBlocks(pieces, dHead);
  const parts = pieces.map(({ device, from, to }) => {
    const whole = to - from === dHead;
    const part = make("span", {}, whole ? String(device) : "");
    colorByHead(part, device);
    part.style.flexGrow = String(to - from);
    return part;
  });
  const copied = copies > 1 ? " mha-copies" : "";
  const label = copies > 1 ? `${head} × ${copies}` : String(head);
  const number = make("span", { class: `mha-head-number${copied}` }, label);
  const block = make("div", { class: `mha-block${copied}` }, ...parts);
  for (const node of [number, block]) setStyle(node, { copies });
  return [number, block];
}
function makeMatrix() {
  const caption = make("figcaption");
  const blocks = make("div", { class: "mha-blocks" });
  const node = make("figure", { class: "mha-sharded-matrix" }, caption, blocks);
  const draw = (matrix, pieces, sizes) => {
    const n = matrix === "K" || matrix === "V" ? sizes.kvHeads : sizes.heads;
    caption.textContent = formatMatrix(matrix, n, sizes);
    node.classList.toggle("mha-rowwise", matrix === "O");
    const heads = upTo(n).map(
      (head) => pieces.filter((piece) => piece.matrix === matrix && piece.head === head)
    );
    setStyle(node, { blocks: total(heads.map((own) => countBlocks(own, sizes.dHead))) });
    blocks.replaceChildren(...heads.flatMap((own, head) => makeBlock(head, own, sizes.dHead)));
  };
  return { node, draw };
}
function makeSum() {
  const node = make("p", { class: "mha-device-sum", "aria-hidden": "true" });
  const draw = ({ devices, heads, tokens, dModel }, visible) => {
    const parts = upTo(Math.min(devices, heads)).flatMap((device) => {
      const part = make("b", {}, `device ${device}`);
      colorByHead(part, device);
      return device > 0 ? [" + ", part] : [part];
    });
    const size = `${formatCount(tokens)} × ${formatCount(dModel)}`;
    node.replaceChildren("summed over the devices: ", ...parts, ` = output (${size})`);
    node.hidden = !visible;
  };
  return { node, draw };
}
function describeBlocks(pieces, cut, dHead) {
  const numbers = "The number in a block is its device; the number at its edge is its head.";
  if (cut !== "between heads") {
    const divided = pieces.some(({ from, to }) => to - from < dHead);
    return divided ? `${numbers} A block of several colors is cut between devices.` : numbers;
  }
  const heads = pieces.filter(({ matrix }) => matrix === "K").map(({ head }) => head);
  const copies = heads.filter((head) => head === 0).length;
  if (heads.length === new Set(heads).size) return numbers;
  if (copies < 2) return `${numbers} Under a bracket are copies: each device holds the whole head.`;
  return `${numbers} “0 × ${copies}”: ${copies} devices hold copies of the whole KV head 0.`;
}
function makeDeviceTable() {
  const body = make("tbody");
  const head = make("tr", {}, ...COLUMNS.map((text) => make("th", { scope: "col" }, text)));
  const name = { class: "mha-device-table", "aria-label": "What each device holds" };
  const node = make("table", name, make("thead", {}, head), body);
  const draw = (lines) => body.replaceChildren(...makeRows(lines));
  return { node, draw };
}
function setup(root, model) {
  const controls = makeControls(model);
  const matrices = MATRICES.map((matrix) => ({ matrix, ...makeMatrix() }));
  const nodes = matrices.map(({ node }) => node);
  const note = make("p", { class: "mha-note" });
  const [sum, deviceTable] = [makeSum(), makeDeviceTable()];
  root.append(controls.node);
  root.append(make("div", { class: "mha-sharded-matrices", "aria-hidden": "true" }, ...nodes));
  root.append(note, sum.node);
  const say = makeLiveRegion(root);
  root.append(deviceTable.node);
  const now = () => {
    const sizes = readSizes(model);
    const pieces = cutMatrices(sizes, model.get("cut"));
    return {
      sizes,
      pieces,
      parameters: parametersPerDevice(pieces, sizes),
      communication: communication(sizes)
    };
  };
  return {
    observes: ["n_devices", "n_heads", "n_kv_heads", "tokens", "cut"],
    stateForTests: now,
    draw() {
      const { sizes, pieces } = now();
      controls.set(sizes);
      for (const { matrix, draw } of matrices) draw(matrix, pieces, sizes);
      note.textContent = describeBlocks(pieces, model.get("cut"), sizes.dHead);
      deviceTable.draw(formatDeviceRows(pieces, sizes));
      sum.draw(sizes, sizes.devices > 1 && model.get("cut") === "between heads");
      say(...describeSharding(pieces, sizes, model.get("cut")));
    }
  };
}
var view_default = makeWidget("Attention divided among devices", setup);
export {
  view_default as default
};
