// SplitExplorer: h heads and one head on the same projections; what joins them, and what does not.

// A square matrix of doubles, flat for sums and in rows for drawing, in the same memory.
function matrix(n) {
  const flat = new Float64Array(n * n);
  flat.rows = Array.from({ length: n }, (_, i) => flat.subarray(i * n, i * n + n));
  return flat;
}
const makeHead = (n) => ({ dots: matrix(n), logs: matrix(n), weights: matrix(n) });
const largestOf = (row) => row.reduce((top, x) => Math.max(top, x));
const plain = ({ rows }) => rows.map((row) => [...row]);

// Dot products of queries and keys over one head's columns.
function match({ dots }, queries, keys, from, to) {
  queries.forEach((query, i) =>
    keys.forEach((key, j) => {
      let dot = 0;
      for (let c = from; c < to; c++) dot += query[c] * key[c];
      dots.rows[i][j] = dot;
    }),
  );
}

// Scores in `logs` become weights and their logs: a softmax over each row. The largest score is
// taken off first, so that no exponential overflows.
function softmax({ logs, weights }) {
  logs.rows.forEach((row, i) => {
    const top = largestOf(row);
    let sum = 0;
    for (const score of row) sum += Math.exp(score - top);
    const log = Math.log(sum);
    for (let j = 0; j < row.length; j++) weights.rows[i][j] = Math.exp((row[j] = row[j] - top - log));
  });
}

// |single - multi| / |multi|: outputs before W_O, each head with its own columns of the values.
function outputsApart(heads, single, columns) {
  let [apart, length] = [0, 0];
  columns.forEach((column, c) => {
    const { weights } = heads[Math.floor((c * heads.length) / columns.length)];
    for (let k = 0; k < weights.length; ) {
      let [multi, one] = [0, 0];
      for (let j = 0; j < column.length; j++, k++) {
        multi += weights[k] * column[j];
        one += single[k] * column[j];
      }
      apart += (one - multi) ** 2;
      length += multi ** 2;
    }
  });
  return apart === 0 ? 0 : Math.sqrt(apart / length);
}

// Gives the function that computes all matrices and numbers. Memory is taken once and reused.
function makeSplit(most, [queries, keys, values]) {
  const [n, dModel] = [queries.length, queries[0].length];
  const columns = Array.from(values[0], (_, c) => Float64Array.from(values, (row) => row[c]));
  const pool = Array.from({ length: most }, () => makeHead(n));
  const [one, product] = [makeHead(n), makeHead(n)];
  const [single, mean, difference] = [one.weights, matrix(n), matrix(n)];
  match(one, queries, keys, 0, dModel);
  let heads = [];
  return (h, scale) => {
    const dHead = dModel / h;
    if (heads.length !== h) {
      heads = pool.slice(0, h);
      heads.forEach((head, i) => match(head, queries, keys, i * dHead, (i + 1) * dHead));
    }
    const weigh = (head, width) => {
      const factor = scale ** 2 / Math.sqrt(width); // W_Q and W_K both carry the scale
      for (let k = 0; k < n * n; k++) head.logs[k] = factor * head.dots[k];
      softmax(head);
    };
    weigh(one, dModel);
    for (const head of heads) weigh(head, dHead);
    // The product of p^(1/√h) over the heads, as a sum of logs: a weight of e^-800 is 0 in double
    // precision and would blot out its key, but its log, -800, loses nothing.
    let [variation, largest] = [0, 0];
    for (let k = 0; k < n * n; k++) {
      let [logs, sum] = [0, 0];
      for (const head of heads) {
        logs += head.logs[k];
        sum += head.weights[k];
        variation += Math.abs(head.weights[k] - single[k]) / (2 * n * h);
      }
      product.logs[k] = logs / Math.sqrt(h);
      mean[k] = sum / h;
      difference[k] = mean[k] - single[k];
    }
    softmax(product);
    for (const { weights } of heads) for (const row of weights.rows) largest += largestOf(row) / (n * h);
    return {
      ...{ n_heads: h, scale, single, mean, difference, largest },
      heads: heads.map(({ weights }) => weights),
      product: product.weights,
      outputs_difference: outputsApart(heads, single, columns),
      total_variation: variation,
      product_difference: single.reduce((most, p, k) => Math.max(most, Math.abs(p - product.weights[k])), 0),
    };
  };
}

// What to see, in a sentence.
function story({ n_heads, scale, outputs_difference, largest }) {
  if (n_heads === 1) return "One head of many is the single head: all matrices are the same.";
  if (scale === 0) return "All scores are 0, every row is uniform: one head and many agree.";
  const chosen = largest > 0.99 ? "Nearly every row has chosen one key" : "";
  // 1e-12 is what rounding leaves of 0. Close is not equal.
  const agree = outputs_difference < 1e-12 ? "agree" : "nearly agree";
  if (outputs_difference < 0.01) return `${chosen ? `${chosen}, the same in all heads` : "Rows are nearly alike in all heads"}: one head and many ${agree} on these tokens.`;
  if (chosen) return `${chosen}, but not the same in all heads: they saturate, and still differ from one head.`;
  return "The product of the heads is the single head’s matrix; their mean is another one.";
}

// The places of the scale's slider: 0, then 0.001 to 30 in equal ratios, with 1 among them.
const scaleAt = (place) => (place > 0 ? Math.min(30, 10 ** ((place - 61) / 20)) : 0);
const placeOf = (scale) => (scale > 0 ? Math.max(1, Math.round(61 + 20 * Math.log10(scale))) : 0);

// A pointer on a map, and the arrow keys on the group of maps, choose the query.
function chooseQuery(group, maps, model, n) {
  const go = (row) => row >= 0 && row < n && row !== model.get("query") && put(model, { query: row });
  for (const map of maps) {
    const point = (event) => go(map.cell(event)?.[0]);
    map.picture.addEventListener("pointermove", point);
    map.picture.addEventListener("pointerdown", point);
  }
  group.addEventListener("keydown", (event) => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!by) return;
    event.preventDefault();
    go(model.get("query") + by);
  });
}

const MEASURES = {
  outputs_difference: "outputs of one head and many, relative difference",
  total_variation: "weights, mean total variation of a head from the single head",
  product_difference: "weights, largest difference of product and single head",
};

function render({ model, el }) {
  const { root, stop } = makeRoot(el, "One head and many, on the same projections");
  const get = (name) => model.get(name);
  const tokens = get("tokens");
  const projections = get("projections").map((rows) => rows.map((row) => Float64Array.from(row)));
  const dModel = projections[0][0].length;
  const divisors = Array.from({ length: 16 }, (_, i) => i + 1).filter((h) => dModel % h === 0);
  const compute = makeSplit(divisors.at(-1), projections);
  const token = (i) => `“${tokens[i]}” (${i})`;

  const slider = (label, max, name, show, at, place) => {
    const change = (i) => put(model, { [name]: at(i) });
    const made = makeSlider({ label, max, value: place(get(name)), show, change });
    return { node: made.node, update: () => made.set(place(get(name))) };
  };
  const same = (i) => i;
  // A scale that Python set may lie between two places: what is shown is the scale itself.
  const factor = (place) => `× ${+(placeOf(get("scale")) === place ? get("scale") : scaleAt(place)).toPrecision(2)}`;
  const sliders = [
    slider("heads", divisors.length - 1, "n_heads", (i) => String(divisors[i]), (i) => divisors[i], (h) => divisors.indexOf(h)),
    slider("scale of W_Q and W_K", 91, "scale", factor, scaleAt, placeOf),
    slider("query", tokens.length - 1, "query", token, same, same),
  ];

  const makeNamed = (title) => makeMap({ title, rows: tokens, columns: tokens });
  const joined = ["single head", "product of heads", "mean of heads", "mean minus single"].map(makeNamed);
  const heads = Array.from({ length: divisors.at(-1) }, (_, i) => makeNamed(`head ${i}`));
  const [top, below] = [joined, heads].map((maps) => make("div", { class: "mha-grid" }, ...maps.map(({ node }) => node)));
  const cells = Object.keys(MEASURES).map(() => make("td"));
  const lines = Object.values(MEASURES).map((text, i) => make("tr", {}, make("th", { scope: "row" }, text), cells[i]));
  const note = make("p", { class: "mha-note" }, "Head by head: queries down, keys across, tokens as above.");
  const group = make("div", { role: "group", tabindex: 0, "aria-label": "matrices; arrow up and down choose the query" });
  if (tokens.length > 16) group.className = "mha-fine";
  group.append(
    top,
    makeBar({ colors: "weights", low: "0", high: "1", text: "weights, one scale for all" }).node,
    makeBar({ colors: "signed", low: "−1", high: "1", text: "mean minus single" }).node,
  );
  const say = makeSay(group);
  group.append(make("table", { class: "mha-measures" }, ...lines), note, below);
  root.append(make("div", { class: "mha-controls" }, ...sliders.map(({ node }) => node)), group);
  chooseQuery(group, [...joined, ...heads], model, tokens.length);

  let drawn = {};
  root.numbers = () => {
    const matrices = ["single", "product", "mean", "difference"].map((name) => [name, plain(drawn[name])]);
    return { ...drawn, ...Object.fromEntries(matrices), heads: drawn.heads.map(plain) };
  };
  const drawMatrices = (h, scale) => {
    drawn = compute(h, scale);
    ["single", "product", "mean"].forEach((name, i) => joined[i].draw(drawn[name].rows, "weights", 0, 1));
    joined[3].draw(drawn.difference.rows, "signed", -1, 1);
    heads.forEach((map, i) => (map.node.hidden = i >= h) || map.draw(drawn.heads[i].rows, "weights", 0, 1));
    below.classList.toggle("mha-bare", h > 4);
    Object.keys(MEASURES).forEach((name, i) => (cells[i].textContent = tell(drawn[name])));
  };

  const looks = (row) => {
    const best = row.indexOf(largestOf(row));
    return best < 0 ? "nothing" : `${token(best)} with ${tell(row[best])}`;
  };
  const quit = listen(model, ["n_heads", "scale", "query"], () => {
    const [h, scale, q] = ["n_heads", "scale", "query"].map(get);
    if (drawn.n_heads !== h || drawn.scale !== scale) drawMatrices(h, scale);
    for (const { update } of sliders) update();
    for (const map of [...joined, ...heads]) map.mark(q);
    say(`${story(drawn)} Query ${token(q)}, the marked row, has most weight on ${looks(drawn.single.rows[q])} in the single head, on ${looks(drawn.mean.rows[q])} in the mean.`);
  });
  return () => {
    quit();
    stop();
  };
}

export default { render };
