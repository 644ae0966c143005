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

// src/shared/math.js
function upTo(n) {
  return Array.from({ length: n }, (_, i) => i);
}

// src/shared/heatmap.js
var N_HEAD_COLORS = 8;
function colorByHead(node, head) {
  node.style.setProperty("--mha-hue", head < N_HEAD_COLORS ? `var(--mha-head-${head})` : "initial");
}

// src/shared/format.js
function formatList(words) {
  return [words.slice(0, -1).join(", "), words.at(-1)].filter(Boolean).join(" and ");
}

// src/block_stack/storage.js
var STORAGES = (
  /** @type {const} */
  ["per head", "stacked", "packed", "interleaved"]
);
var PROJECTIONS = (
  /** @type {const} */
  ["Q", "K", "V"]
);
var GAP_CELLS = 1 / 3;
var MATRIX_NAMES = {
  "per head": (p, head) => `W_${p}[${head}]`,
  stacked: (p) => `W_${p}`,
  packed: () => "W_QKV",
  interleaved: () => "W_QKV"
};
function arrangeBlocks(storage, { nHeads, dHead }) {
  const pairs = PROJECTIONS.flatMap((p) => upTo(nHeads).map((head) => ({ p, head })));
  if (storage === "interleaved") pairs.sort((a, b) => a.head - b.head);
  const filled = /* @__PURE__ */ new Map();
  let left = 0;
  return pairs.map(({ p, head }) => {
    const matrix = MATRIX_NAMES[storage](p, head);
    const column = filled.get(matrix) ?? 0;
    if (column === 0 && left > 0) left += GAP_CELLS;
    const block = { p, head, matrix, column, left };
    filled.set(matrix, column + dHead);
    left += dHead;
    return block;
  });
}
function stripWidth(blocks, { dHead }) {
  return Math.max(...blocks.map(({ left }) => left)) + dHead;
}
function findBlock(blocks, p, head) {
  return (
    /** @type {Block} */
    blocks.find((block) => block.p === p && block.head === head)
  );
}
function locate(blocks, [p, head, row, column]) {
  const block = findBlock(blocks, p, head);
  return [block.matrix, row, block.column + column];
}
function formatIndices(blocks, cell) {
  const [matrix, row, column] = locate(blocks, cell);
  return [`${matrix}[${row}, ${column}]`, `weight[${column}, ${row}]`];
}
function nextCell(blocks, { dModel, dHead }, [p, head, row, column], down, right) {
  const to = blocks.indexOf(findBlock(blocks, p, head)) * dHead + column + right;
  const block = blocks[Math.floor(to / dHead)];
  const exists = block && row + down >= 0 && row + down < dModel;
  return exists ? [block.p, block.head, row + down, to % dHead] : null;
}
function cellNumber({ nHeads, dModel, dHead }, [p, head, row, column]) {
  return ((PROJECTIONS.indexOf(p) * nHeads + head) * dModel + row) * dHead + column;
}
var range = (from, to) => from === to ? `${from}` : `${from} to ${to}`;
function formatColumns(blocks, head, dHead) {
  const runs = [];
  for (const { matrix, column } of PROJECTIONS.map((p) => findBlock(blocks, p, head))) {
    const last = runs.at(-1);
    if (last?.matrix === matrix && last.end === column) last.end += dHead;
    else runs.push({ matrix, column, end: column + dHead });
  }
  const ranges = new Set(runs.map(({ column, end }) => range(column, end - 1)));
  const matrices = new Set(runs.map(({ matrix }) => matrix));
  return `columns ${formatList([...ranges])} of ${formatList([...matrices])}`;
}
var MAX_NAMED_MATRICES = 3;
function formatMatrices(blocks, { nHeads, dModel, dHead }) {
  const names = [...new Set(blocks.map(({ matrix }) => matrix))];
  const listed = names.length > MAX_NAMED_MATRICES ? `${names[0]} … ${names.at(-1)}` : names.join(", ");
  const width = PROJECTIONS.length * nHeads * dHead / names.length;
  return `${listed}: ${names.length} × (${dModel}, ${width}); below, x times each`;
}
var formatRows = (head, dHead) => `rows ${range(head * dHead, (head + 1) * dHead - 1)}`;
function describeHeadAndCell(sizes, blocks, { head, storage, cell }) {
  const columns = formatColumns(blocks, head, sizes.dHead);
  const about = `Head ${head} has ${columns}, and ${formatRows(head, sizes.dHead)} of W_O.`;
  if (!cell.length) return ["", { heard: "" }, about, "Choose a number, by pointer or arrow keys."];
  const [p, h, row, column] = cell;
  const number = cellNumber(sizes, cell);
  return [
    `Number ${number}: W_${p}, head ${h}, row ${row}, column ${column}.`,
    { heard: `It is ${formatIndices(blocks, cell)[0]}, ${storage}.` },
    about,
    ""
  ];
}

// src/block_stack/view.js
var PRODUCT_GAP_CELLS = 1.4;
function makeField(columns, rows) {
  const caption = make("figcaption");
  const field = make("div", { class: "mha-cell-grid" });
  setStyle(field, { columns, rows });
  const node = make("figure", { class: "mha-map" }, caption, makeScroll(field));
  const title = (text) => {
    caption.textContent = text;
  };
  return { node, field, title };
}
function addPart(field, part) {
  const { text = "", wide = 0, x = 0, y = 0, head } = part;
  const node = make(
    "span",
    { class: wide ? "mha-cell-label" : "mha-cell", "aria-hidden": "true" },
    text
  );
  setStyle(node, { x, y, "label-width": wide });
  if (head !== void 0) colorByHead(node, head);
  field.append(node);
  return { node, ...part };
}
function blockParts({ p, head }, sizes) {
  const { dModel, dHead, nTokens } = sizes;
  const under = dModel + PRODUCT_GAP_CELLS;
  return [
    { p, head, text: p.toLowerCase() + head, wide: dHead },
    { p, head, text: p + head, wide: dHead, y: under },
    ...upTo(dHead).flatMap((column) => [
      ...upTo(dModel).map((row) => {
        const cell = [p, head, row, column];
        const text = String(cellNumber(sizes, cell));
        return { p, head, column, cell, text, x: column, y: row + 1 };
      }),
      ...upTo(nTokens).map((token) => ({ p, head, column, x: column, y: under + 1 + token }))
    ])
  ];
}
function makeBlocks(field, blocks, sizes) {
  return blocks.map((block) => {
    const node = make("div", { class: "mha-moving" });
    field.append(node);
    return { ...block, node, parts: blockParts(block, sizes).map((part) => addPart(node, part)) };
  });
}
function outputParts({ dModel, dHead, nHeads }) {
  return upTo(nHeads).flatMap((head) => [
    { head, text: String(head), wide: 1, y: head * dHead },
    ...upTo(dHead).flatMap(
      (row) => upTo(dModel).map((column) => ({ head, x: column + 1, y: head * dHead + row }))
    )
  ]);
}
function inputParts({ dModel, nTokens }) {
  return upTo(nTokens).flatMap((y) => upTo(dModel).map((row) => ({ row, x: row, y })));
}
function makeLocations() {
  const lines = STORAGES.map((storage) => {
    const cells = [make("td"), make("td")];
    const row = make("tr", {}, make("th", { scope: "row" }, storage), ...cells);
    return { storage, cells, row };
  });
  const caption = make("caption", {}, "the same number in each storage");
  const names = ["storage", "W of x @ W", "its nn.Linear"].map(
    (name) => make("th", { scope: "col" }, name)
  );
  const rows = [make("tr", {}, ...names), ...lines.map(({ row }) => row)];
  const node = make("table", { class: "mha-locations" }, caption, ...rows);
  const draw = (find, shown) => {
    for (const { storage, cells, row } of lines) {
      find(storage).forEach((location, i) => {
        cells[i].textContent = location;
      });
      row.classList.toggle("mha-current", storage === shown);
    }
  };
  return { node, draw };
}
function makeChoices(model) {
  const heads = upTo(model.get("n_heads")).map((value) => ({ value, text: String(value) }));
  const head = makeChoice({
    label: "head",
    options: heads,
    change: (value) => {
      const [p, , row, column] = model.get("cell");
      const cell = p && { cell: (
        /** @type {Cell} */
        [p, value, row, column]
      ) };
      setTraits(model, { head: value, ...cell });
    }
  });
  head.node.querySelectorAll("label").forEach((label, i) => {
    label.classList.add("mha-head-label");
    colorByHead(label, i);
  });
  const storage = makeChoice({
    label: "storage",
    options: STORAGES.map((value) => ({ value, text: value })),
    change: (value) => setTraits(model, { storage: value })
  });
  const node = make("div", { class: "mha-controls" }, head.node, storage.node);
  const set = () => {
    head.set(model.get("head"));
    storage.set(model.get("storage"));
  };
  return { node, set };
}
function highlightParts(parts, head, cell) {
  const [p, h, row, column] = cell;
  for (const part of parts) {
    const { classList } = part.node;
    const inColumn = part.p === p && part.head === h && part.column === column;
    const isChosen = inColumn && part.cell?.[2] === row;
    const isMultiplied = !part.cell && (inColumn || part.row === row);
    classList.toggle("mha-highlighted", part.head === head);
    classList.toggle("mha-chosen-cell", cell.length > 0 && isChosen);
    classList.toggle("mha-multiplied", cell.length > 0 && isMultiplied);
  }
}
function placeBlocks(moving, blocks, cell) {
  for (const { node, p, head } of moving) {
    node.style.transform = `translateX(calc(var(--mha-unit) * ${findBlock(blocks, p, head).left}))`;
    node.style.zIndex = p === cell[0] && head === cell[1] ? "1" : "";
  }
}
function addChoosing(root, field, parts, model, next) {
  const partOf = new Map(parts.map((part) => [part.node, part]));
  root.addEventListener("pointermove", ({ target }) => {
    const cell = partOf.get(target)?.cell;
    if (cell && String(cell) !== String(model.get("cell"))) setTraits(model, { cell });
  });
  root.addEventListener("click", ({ target }) => {
    const { head, cell } = partOf.get(target) ?? {};
    if (head !== void 0) setTraits(model, { head, ...cell && { cell } });
  });
  field.tabIndex = 0;
  field.setAttribute("role", "application");
  field.setAttribute("aria-label", "weights; arrow keys choose a cell and its head");
  onArrows(field, (down, right) => {
    const from = model.get("cell");
    const first = ["Q", model.get("head"), 0, 0];
    const cell = from.length ? next(from, down, right) : first;
    if (!cell) return;
    setTraits(model, { cell, head: cell[1] });
    const part = parts.find((part2) => String(part2.cell) === String(cell));
    part?.node.scrollIntoView({ block: "nearest", inline: "nearest" });
  });
}
function setup(root, model) {
  const sizes = {
    nHeads: model.get("n_heads"),
    dModel: model.get("d_model"),
    dHead: model.get("d_head"),
    nTokens: model.get("n_tokens")
  };
  const { nHeads, dModel, dHead, nTokens } = sizes;
  const width = nHeads * dHead;
  const blocksOf = (storage) => arrangeBlocks(storage, sizes);
  const choices = makeChoices(model);
  const start = blocksOf(model.get("storage"));
  const strip = makeField(stripWidth(start, sizes), dModel + nTokens + PRODUCT_GAP_CELLS + 1);
  const x = makeField(dModel, nTokens);
  const out = makeField(dModel + 1, width);
  x.title(`x (${nTokens}, ${dModel}): every head reads all of it`);
  const moving = makeBlocks(strip.field, start, sizes);
  const stripParts = moving.flatMap((block) => block.parts);
  const parts = [
    ...stripParts,
    ...outputParts(sizes).map((part) => addPart(out.field, part)),
    ...inputParts(sizes).map((part) => addPart(x.field, part))
  ];
  const locations = makeLocations();
  root.append(choices.node, strip.node);
  const say = makeLiveRegion(root);
  root.append(locations.node, make("div", { class: "mha-inputs-outputs" }, x.node, out.node));
  addChoosing(
    root,
    strip.field,
    parts,
    model,
    (cell, down, right) => nextCell(blocksOf(model.get("storage")), sizes, cell, down, right)
  );
  return {
    observes: ["head", "storage", "cell"],
    stateForTests() {
      const storage = model.get("storage");
      const blocks = blocksOf(storage);
      const cells = stripParts.flatMap(
        ({ cell }) => cell ? [[cell.join("/"), locate(blocks, cell)]] : []
      );
      return { storage, positions: Object.fromEntries(cells) };
    },
    draw() {
      const { head, storage, cell } = traits(model, "head", "storage", "cell");
      const blocks = blocksOf(storage);
      choices.set();
      placeBlocks(moving, blocks, cell);
      setStyle(strip.field, { columns: stripWidth(blocks, sizes) });
      highlightParts(parts, head, cell);
      strip.title(formatMatrices(blocks, sizes));
      out.title(`W_O (${width}, ${dModel}): head ${head} has ${formatRows(head, dHead)}`);
      locations.draw((s) => {
        return cell.length ? formatIndices(blocksOf(s), cell) : ["none chosen", ""];
      }, storage);
      say(...describeHeadAndCell(sizes, blocks, { head, storage, cell }));
    }
  };
}
var view_default = makeWidget("Concatenated heads, and how they are stored", setup);
export {
  view_default as default
};
