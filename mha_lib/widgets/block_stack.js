// BlockStack: x times [W_0 W_1 ...] in cells, and where each number lies in four storages.

const STORAGES = ["per head", "stacked", "packed", "interleaved"];
const PROJECTIONS = ["Q", "K", "V"];
const HUES = [205, 25, 150, 325, 265, 85, 0, 180];
const GAP = 1 / 3; // between two matrices, in cells
const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
const upTo = (n) => Array.from({ length: n }, (_, i) => i);

// A storage's blocks from left to right, found by projection and head: `column` is where a block
// begins in its matrix, `left` where it is drawn.
function arrange(storage, nHeads, dHead) {
  const pairs = PROJECTIONS.flatMap((p) => upTo(nHeads).map((head) => [p, head]));
  if (storage === "interleaved") pairs.sort((a, b) => a[1] - b[1]);
  const names = { "per head": (p, head) => `W_${p}[${head}]`, stacked: (p) => `W_${p}` };
  const blocks = {};
  const filled = {};
  let left = 0;
  for (const [p, head] of pairs) {
    const matrix = names[storage]?.(p, head) ?? "W_QKV";
    const column = filled[matrix] ?? 0;
    if (column === 0 && left > 0) left += GAP;
    blocks[p + head] = { p, head, matrix, column, left };
    filled[matrix] = column + dHead;
    left += dHead;
  }
  return blocks;
}

const list = (words) => [words.slice(0, -1).join(", "), words.at(-1)].filter(Boolean).join(" and ");
const range = (from, to) => (from === to ? `${from}` : `${from} to ${to}`);

// Where a head's queries, keys and values are made: "columns 4 to 5 of W_Q, W_K and W_V".
function tellColumns(blocks, head, dHead) {
  const runs = [];
  for (const { matrix, column } of PROJECTIONS.map((p) => blocks[p + head])) {
    const last = runs.at(-1);
    if (last?.matrix === matrix && last.end === column) last.end += dHead;
    else runs.push({ matrix, column, end: column + dHead });
  }
  const ranges = new Set(runs.map(({ column, end }) => range(column, end - 1)));
  const matrices = new Set(runs.map(({ matrix }) => matrix));
  return `columns ${list([...ranges])} of ${list([...matrices])}`;
}

function setStyle(node, values) {
  for (const [name, value] of Object.entries(values)) node.style.setProperty(`--mha-${name}`, value);
}

// An empty grid under a caption, its sizes in cells.
function makeField(columns, rows) {
  const caption = make("figcaption");
  const field = make("div", { class: "mha-field" });
  setStyle(field, { columns, rows });
  const node = make("figure", { class: "mha-map" }, caption, makeScroll(field));
  return { node, field, title: (text) => (caption.textContent = text) };
}

// A cell or a label in a field. `x` and `y` are set here, or with each change of storage.
function makePart(field, { text = "", wide = 0, x = 0, y = 0, ...what }) {
  const node = make("span", { class: wide ? "mha-tag" : "mha-cell", "aria-hidden": "true" }, text);
  setStyle(node, { x, y, wide, ...(what.head >= 0 && { hue: HUES[what.head] }) });
  field.append(node);
  return { node, ...what };
}

// The three projections and, under the same columns, what they make of x.
function fillStrip(field, blocks, { dModel, dHead, nTokens, number }) {
  const under = dModel + 1.4;
  return Object.values(blocks).flatMap(({ p, head }) => [
    { p, head, text: p.toLowerCase() + head, wide: dHead },
    { p, head, text: p + head, wide: dHead, y: under },
    ...upTo(dHead).flatMap((column) => [
      ...upTo(dModel).map((row) => {
        const cell = [p, head, row, column];
        return { p, head, column, cell, text: String(number(cell)), y: row + 1 };
      }),
      ...upTo(nTokens).map((token) => ({ p, head, column, y: under + 1 + token })),
    ]),
  ]).map((part) => makePart(field, part));
}

function fillOut(field, { dModel, dHead, nHeads }) {
  return upTo(nHeads).flatMap((head) => [
    makePart(field, { head, text: String(head), wide: 1, y: head * dHead }),
    ...upTo(dHead * dModel).map((i) =>
      makePart(field, { head, x: (i % dModel) + 1, y: head * dHead + Math.floor(i / dModel) }),
    ),
  ]);
}

function makePlaces() {
  const node = make("table", { class: "mha-places" }, make("caption", {}, "the same number in each storage"));
  const cells = STORAGES.map((storage) => {
    const cell = make("td");
    node.append(make("tr", {}, make("th", { scope: "row" }, storage), cell));
    return cell;
  });
  const draw = (find, shown) =>
    cells.forEach((cell, i) => {
      cell.textContent = find(STORAGES[i]);
      cell.parentNode.classList.toggle("mha-now", STORAGES[i] === shown);
    });
  return { node, draw };
}

function render({ model, el }) {
  const { root, stop } = makeRoot(el, "Heads side by side, and how they are stored");
  const [nHeads, dModel, dHead, nTokens] = ["n_heads", "d_model", "d_head", "n_tokens"].map((n) => model.get(n));
  const width = nHeads * dHead;
  const layouts = Object.fromEntries(STORAGES.map((s) => [s, arrange(s, nHeads, dHead)]));
  // The number that a cell carries wherever it goes: its turn in W_Q, W_K, W_V, head by head.
  const number = ([p, head, row, column]) =>
    ((PROJECTIONS.indexOf(p) * nHeads + head) * dModel + row) * dHead + column;
  const where = (storage, [p, head, row, column]) => {
    const block = layouts[storage][p + head];
    return [block.matrix, row, block.column + column];
  };

  const choices = Object.entries({ head: upTo(nHeads), storage: STORAGES }).map(([label, values]) => {
    const options = values.map((value) => ({ value, text: String(value) }));
    const choice = makeChoice({ label, options, value: model.get(label), change: (v) => put(model, { [label]: v }) });
    return { label, ...choice };
  });
  choices[0].node.querySelectorAll("label").forEach((label, head) => {
    label.classList.add("mha-hue");
    setStyle(label, { hue: HUES[head] });
  });

  const strip = makeField(3 * width + GAP * (3 * nHeads - 1), dModel + nTokens + 2.4);
  const x = makeField(dModel, nTokens);
  const out = makeField(dModel + 1, width);
  x.title(`x (${nTokens}, ${dModel}): every head reads all of it`);
  const parts = [
    ...fillStrip(strip.field, layouts.stacked, { dModel, dHead, nTokens, number }),
    ...fillOut(out.field, { dModel, dHead, nHeads }),
    ...upTo(nTokens * dModel).map((i) => {
      const row = i % dModel; // a column of x meets this row of every weight
      return makePart(x.field, { row, x: row, y: Math.floor(i / dModel) });
    }),
  ];
  const partOf = new Map(parts.map((part) => [part.node, part]));
  const places = makePlaces();
  root.append(make("div", { class: "mha-controls" }, ...choices.map((c) => c.node)), strip.node);
  const say = makeSay(root);
  root.append(places.node, make("div", { class: "mha-rest" }, x.node, out.node));

  root.addEventListener("pointermove", ({ target }) => {
    const { cell } = partOf.get(target) ?? {};
    if (cell && String(cell) !== String(model.get("cell"))) put(model, { cell });
  });
  root.addEventListener("click", ({ target }) => {
    const { head, cell } = partOf.get(target) ?? {};
    if (head >= 0) put(model, { head, ...(cell && { cell }) });
  });
  strip.field.tabIndex = 0;
  strip.field.setAttribute("role", "group");
  strip.field.setAttribute("aria-label", "weights; arrow keys choose a cell and its head");
  // Left and right walk the columns in the order that is shown.
  const walk = ([p, head, row, column], [down, right]) => {
    const order = Object.values(layouts[model.get("storage")]);
    const to = order.findIndex((b) => b.p === p && b.head === head) * dHead + column + right;
    const next = order[Math.floor(to / dHead)];
    return next && upTo(dModel).includes(row + down) && [next.p, next.head, row + down, to % dHead];
  };
  strip.field.addEventListener("keydown", (event) => {
    const by = ARROWS[event.key];
    if (!by) return;
    event.preventDefault();
    const from = model.get("cell");
    const cell = from.length ? walk(from, by) : ["Q", model.get("head"), 0, 0];
    if (!cell) return;
    put(model, { cell, head: cell[1] });
    const { node } = parts.find((part) => String(part.cell) === String(cell));
    node.scrollIntoView({ block: "nearest", inline: "nearest" });
  });
  root.numbers = () => {
    const storage = model.get("storage");
    const cells = parts.flatMap(({ cell }) => (cell ? [[cell.join("/"), where(storage, cell)]] : []));
    return { storage, positions: Object.fromEntries(cells) };
  };

  const quit = listen(model, ["head", "storage", "cell"], () => {
    const [head, storage, cell] = ["head", "storage", "cell"].map((n) => model.get(n));
    const [p, h, row, column] = cell;
    for (const choice of choices) choice.set(model.get(choice.label));
    for (const part of parts) {
      const block = layouts[storage][part.p + part.head];
      if (block) setStyle(part.node, { x: block.left + (part.column ?? 0) });
      // What the chosen number is multiplied with, and the column it is summed into.
      const summed = part.p === p && part.head === h && part.column === column && !part.cell;
      part.node.classList.toggle("mha-lit", part.head === head);
      part.node.classList.toggle("mha-here", String(part.cell) === String(cell));
      part.node.classList.toggle("mha-meets", cell.length > 0 && (summed || part.row === row));
    }
    const names = [...new Set(Object.values(layouts[storage]).map((b) => b.matrix))];
    const listed = names.length > 3 ? `${names[0]} … ${names.at(-1)}` : names.join(", ");
    strip.title(`${listed}: ${names.length} × (${dModel}, ${(3 * width) / names.length}); below, x times each`);
    const rows = `rows ${range(head * dHead, (head + 1) * dHead - 1)}`;
    out.title(`W_O (${width}, ${dModel}): head ${head} meets ${rows}`);
    places.draw((s) => {
      const [matrix, ...at] = cell.length ? where(s, cell) : [];
      return matrix ? `${matrix}[${at.join(", ")}]` : "–";
    }, storage);
    const named = `Number ${number(cell)}: W_${p}, head ${h}, row ${row}, column ${column}.`;
    say(
      `Head ${head} is ${tellColumns(layouts[storage], head, dHead)}, and meets ${rows} of W_O. ` +
        (cell.length ? named : "Point at a number, or move with the arrow keys."),
    );
  });
  return () => {
    quit();
    stop();
  };
}

export default { render };
