// MaskPainter: a boolean mask to paint, and what three readers make of the same array.

// `empty` is what a row that may attend to nothing gets, as torch 2.13 gives it on a CPU (the
// module with need_weights=True).
const READERS = {
  ours: { name: "this book", blocks: false, empty: 0 },
  mha: { name: "nn.MultiheadAttention", blocks: true, empty: NaN },
  sdpa: { name: "SDPA", blocks: false, empty: 0 },
};
const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
const eachReader = (make) =>
  Object.fromEntries(Object.entries(READERS).map(([id, reader]) => [id, make(reader, id)]));

function softmax(scores, allowed, empty) {
  const open = scores.filter((_, j) => allowed[j]);
  if (!open.length) return scores.map(() => empty);
  const top = Math.max(...open);
  const raised = scores.map((score, j) => (allowed[j] ? Math.exp(score - top) : 0));
  const sum = raised.reduce((a, b) => a + b);
  return raised.map((r) => r / sum);
}

// The queries are the last of the keys' positions, as in causal_mask.
function presets(nQueries, nKeys) {
  const fill = (rule) =>
    Array.from({ length: nQueries }, (_, i) => Array.from({ length: nKeys }, (_, j) => rule(i, j)));
  const all = {
    all: fill(() => true),
    causal: nKeys >= nQueries && fill((i, j) => j <= i + nKeys - nQueries),
    "padding: last two keys": nKeys > 2 && fill((i, j) => j < nKeys - 2),
    "one row all False": fill((i) => i !== Math.floor(nQueries / 2)),
  };
  return Object.entries(all).filter(([, mask]) => mask);
}

function describe(mask) {
  const cells = mask.flat();
  const on = cells.filter(Boolean).length;
  const rows = (n) => `${n} row${n === 1 ? "" : "s"}`;
  const full = mask.filter((row) => row.every(Boolean)).length;
  const nothing = mask.filter((row) => !row.some(Boolean)).length;
  return [
    `True in ${on} of ${cells.length} cells. This book and SDPA (F.scaled_dot_product_attention) ` +
      `let these ${on} through, nn.MultiheadAttention the other ${cells.length - on}.`,
    full && `${rows(full)} all True: nn.MultiheadAttention blocks every key and gives NaN (in training, with need_weights=False, zeros).`,
    nothing && `${rows(nothing)} all False: zeros in this book and in SDPA; nn.MultiheadAttention blocks no key.`,
  ].filter(Boolean).join(" ");
}

// Calls `point` with row and column of what the pointer or the focus is on, `set` to paint.
function makePainter(tokens, keys, { get, set, point }) {
  const span = (role, ...inside) => make("span", { role }, ...inside);
  const buttons = tokens.map((query) =>
    keys.map((key) => make("button", { type: "button", tabindex: -1, "aria-label": `${query} to ${key}` })),
  );
  const head = keys.map((key) => span("columnheader", make("span", {}, key)));
  const rows = buttons.map((row, i) => {
    const cells = row.map((button) => span("gridcell", button));
    return make("div", { role: "row" }, span("rowheader", tokens[i]), ...cells);
  });
  const corner = span("columnheader", "query");
  const top = make("div", { role: "row" }, corner, ...head);
  const label = "mask; pressed is True; queries down, keys across";
  const node = make("div", { class: "mha-painter", role: "grid", "aria-label": label }, top, ...rows);
  const at = new Map(buttons.flatMap((row, i) => row.map((button, j) => [button, [i, j]])));

  // One button is in the tab order; arrow keys move on from it.
  const enter = (button, tabIndex) => button && (button.tabIndex = tabIndex);
  let inOrder = buttons[0]?.[0];
  enter(inOrder, 0);
  node.addEventListener("focusin", ({ target }) => {
    enter(inOrder, -1);
    enter((inOrder = target), 0);
    point(at.get(target));
  });
  node.addEventListener("keydown", (event) => {
    const [i, j] = at.get(event.target);
    const [down, right] = ARROWS[event.key] ?? [];
    const ends = { Home: buttons[i][0], End: buttons[i].at(-1) };
    if (!ARROWS[event.key] && !ends[event.key]) return;
    event.preventDefault();
    (ends[event.key] ?? buttons[i + down]?.[j + right])?.focus();
  });

  // A pointer paints what its first cell becomes. Keys arrive as a click without a pointer.
  let brush = null;
  node.addEventListener("pointerdown", (event) => {
    const cell = at.get(event.target);
    if (cell && event.isPrimary && event.button === 0) set(cell, (brush = !get(cell)));
  });
  node.addEventListener("pointermove", (event) => {
    if (event.buttons !== 1) brush = null;
    for (const { clientX, clientY } of [...(event.getCoalescedEvents?.() ?? []), event]) {
      const cell = at.get(node.getRootNode().elementFromPoint(clientX, clientY));
      if (cell) point(cell);
      if (cell && brush !== null && get(cell) !== brush) set(cell, brush);
    }
  });
  node.addEventListener("click", ({ detail, target }) => {
    const cell = at.get(target);
    if (cell && detail === 0) set(cell, !get(cell));
  });
  const draw = (mask) => {
    for (const [button, [i, j]] of at) {
      button.setAttribute("aria-pressed", String(mask[i][j]));
      button.textContent = mask[i][j] ? "✓" : "";
    }
  };
  return { node, draw };
}

// One reader's weights. A row of NaN says so in a word.
function makeReading({ name, blocks }, tokens, keys, point) {
  const title = `${name}\nTrue = ${blocks ? "blocked" : "may attend"}`;
  const map = makeMap({ title, rows: tokens, columns: keys });
  map.node.lastChild.style.gridTemplateColumns = `auto minmax(0, ${34 * keys.length}px)`;
  const words = tokens.map(() => make("span", {}, "NaN"));
  map.picture.append(make("div", { class: "mha-nans" }, ...words));
  const look = (event) => {
    const cell = map.cell(event);
    if (cell) point(cell);
  };
  map.picture.addEventListener("pointermove", look);
  map.picture.addEventListener("pointerdown", look);
  const draw = (weights) => {
    if (weights.length) map.draw(weights, "weights", 0, 1);
    words.forEach((word, i) => word.classList.toggle("mha-nan", weights[i].some(Number.isNaN)));
  };
  return { node: map.node, draw };
}

function render({ model, el }) {
  const { root, stop } = makeRoot(el, "A mask, read three ways");
  const [tokens, keys] = ["tokens", "key_tokens"].map((n) => model.get(n));
  const scores = model.get("scores").map((row) => row.map((s) => (Number.isFinite(s) ? s : NaN)));
  const getMask = () => tokens.map((_, i) => keys.map((_, j) => Boolean(model.get("mask")[i]?.[j])));
  const readAll = (mask) =>
    eachReader(({ blocks, empty }) =>
      scores.map((row, i) => softmax(row, mask[i].map((on) => on !== blocks), empty)),
    );

  const bar = make("div", { class: "mha-choice mha-presets", role: "group", "aria-label": "masks" }, "set the mask to");
  const offers = presets(tokens.length, keys.length).map(([name, mask]) => {
    const button = make("button", { type: "button" }, name);
    button.addEventListener("click", () => put(model, { mask }));
    bar.append(button);
    return { button, mask: String(mask) };
  });
  let pointed = null;
  const point = (cell) => {
    pointed = cell;
    tellCell();
  };
  const painter = makePainter(tokens, keys, {
    get: ([i, j]) => getMask()[i][j],
    set: ([i, j], on) => put(model, { mask: getMask().map((row, r) => (r === i ? row.with(j, on) : row)) }),
    point,
  });
  const readings = eachReader((reader) => makeReading(reader, tokens, keys, point));
  const words = make("div", { class: "mha-words" });
  const hint = make("p", { class: "mha-note" }, "✓ = True. Click, drag, or press space.");
  const desk = make("div", { class: "mha-desk" }, makeScroll(painter.node, hint), words);
  const grid = make("div", { class: "mha-grid mha-readings" }, ...Object.values(readings).map((r) => r.node));
  const scale = makeBar({ colors: "weights", low: "0", high: "1", text: "weights, one scale for all; grey is NaN" });
  root.append(bar, desk, grid, scale.node);
  const [sayMask, sayCell] = [makeSay(words), makeSay(words)];

  const tellCell = () => {
    if (!pointed) return sayCell("Point at a cell, or move with the arrow keys.");
    const [[i, j], mask] = [pointed, getMask()];
    const rows = readAll(mask);
    const told = eachReader(({ name }, id) => `${name} ${tell(rows[id][i][j]).replace("not a number", "NaN")}`);
    sayCell(
      `Query “${tokens[i]}” (${i}), key “${keys[j]}” (${j}): score ${tell(scores[i][j])}, ` +
        `mask ${mask[i][j] ? "True" : "False"}. Weight in ${Object.values(told).join(", ")}.`,
    );
  };
  root.numbers = () => {
    const rows = readAll(getMask());
    const plain = eachReader((_, id) => rows[id].map((row) => row.map((w) => (Number.isNaN(w) ? null : w))));
    return { ...plain, mask: getMask() };
  };
  const quit = listen(model, ["mask"], () => {
    const mask = getMask();
    const rows = readAll(mask);
    painter.draw(mask);
    eachReader((_, id) => readings[id].draw(rows[id]));
    for (const { button, mask: own } of offers) button.setAttribute("aria-pressed", String(own === String(mask)));
    sayMask(describe(mask));
    tellCell();
  });
  return () => {
    quit();
    stop();
  };
}

export default { render };
