// HeadsView: per-head matrices as small multiples; a query marks its row in every head.

function render({ model, el }) {
  const { root, stop } = makeRoot(el, "Attention, head by head");
  const [layers, tokens, keys] = ["matrices", "tokens", "key_tokens"].map((n) => model.get(n));
  const nHeads = layers[0].length;
  const name = (list, i) => `“${list[i]}” (${i})`;
  const scores = model.get("kind") === "scores";
  const limit = scores ? Math.max(...layers.flat(3).map(Math.abs)) || 1 : 1;
  const range = scores ? ["signed", -limit, limit] : ["weights", 0, 1];

  const controls = make("div", { class: "mha-controls" });
  const query = makeSlider({
    label: "query",
    max: tokens.length - 1,
    value: model.get("query"),
    show: (i) => name(tokens, i),
    change: (i) => put(model, { query: i }),
  });
  controls.append(query.node);
  const layer = makeSlider({
    label: "layer",
    max: layers.length - 1,
    value: model.get("layer"),
    change: (i) => put(model, { layer: i }),
  });
  if (layers.length > 1) controls.append(layer.node);

  const grid = make("div", { class: "mha-grid" });
  const maps = layers[0].map((_, h) => {
    const map = makeMap({ title: "", rows: tokens, columns: keys });
    const zoom = make("button", { type: "button" }, `head ${h}`);
    zoom.addEventListener("click", () => put(model, { head: model.get("head") === h ? -1 : h }));
    map.node.querySelector("figcaption").replaceChildren(zoom);
    const choose = (event) => {
      const cell = map.cell(event);
      if (cell && cell[0] !== model.get("query")) put(model, { query: cell[0] });
    };
    map.picture.addEventListener("pointermove", choose);
    map.picture.addEventListener("pointerdown", choose);
    grid.append(map.node);
    return { ...map, zoom };
  });
  const [low, high] = scores ? [tell(-limit), tell(limit)] : ["0", "1"];
  const bar = makeBar({ colors: range[0], low, high, text: `${model.get("kind")}, one scale for all` });
  const list = make("table");
  root.append(controls, grid, bar.node);
  const say = makeSay(root);
  root.append(list);

  // Arrow keys anywhere on the pictures move the query, as the slider does.
  grid.tabIndex = 0;
  grid.setAttribute("role", "group");
  grid.setAttribute("aria-label", "heads; arrow up and down choose the query");
  grid.addEventListener("keydown", (event) => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!by) return;
    event.preventDefault();
    const next = model.get("query") + by;
    if (next >= 0 && next < tokens.length) put(model, { query: next });
  });

  root.numbers = () => ({ matrices: layers[model.get("layer")] });

  let drawn = -1;
  const quit = listen(model, ["query", "head", "layer"], () => {
    const [q, chosen, l] = ["query", "head", "layer"].map((n) => model.get(n));
    const heads = layers[l];
    if (drawn !== l) heads.forEach((rows, h) => maps[h].draw(rows, ...range));
    drawn = l;
    query.set(q);
    layer.set(l);
    maps.forEach((map, h) => {
      map.mark(q);
      map.zoom.setAttribute("aria-pressed", String(h === chosen));
      map.node.style.gridColumn = h === chosen ? "1 / -1" : "";
      map.node.style.maxWidth = h === chosen ? "420px" : "";
      map.node.style.order = h === chosen ? -1 : 0;
    });
    const rows = heads.map(({ [q]: row }, h) => {
      const best = keys.map((_, j) => j).sort((a, b) => row[b] - row[a]).slice(0, 3);
      const told = best.filter((j) => scores || row[j] >= 0.0005); // not 0.000
      const top = told.map((j) => make("td", {}, `${keys[j]} ${tell(row[j])}`));
      const what = { class: h === chosen && "mha-chosen" };
      return make("tr", what, make("th", { scope: "row" }, `head ${h}`), ...top);
    });
    list.replaceChildren(make("caption", { hidden: true }, "top keys"), ...rows);
    say(`Query ${name(tokens, q)}: its row is marked in each of ${nHeads} heads. Top keys:`);
  });
  return () => {
    quit();
    stop();
  };
}

export default { render };
