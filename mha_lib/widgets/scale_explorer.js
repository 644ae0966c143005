// ScaleExplorer: how far scores spread as a head grows wider, and what the softmax makes of them.

const [PAIRS, KEYS] = [1000, 8];
const REACH = 32; // the histogram's axis, -32 to 32 at every setting, so that spreads compare
const SPAN = 2 * REACH + 1;
const total = (list) => list.reduce((sum, x) => sum + x, 0);

// Normal random numbers that a seed repeats: mulberry32 gives uniform ones, and Box and Muller's
// transform makes a normal one of two of them.
function makeNormal(seed) {
  let state = seed;
  const uniform = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  return () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform());
}

// Real dot products of vectors of width 2^level: of many pairs, and of one query with a few keys.
// Each level doubles the vectors of the one before, when first asked for. So the reader lengthens
// the same vectors, and narrow ones cost next to nothing.
function makeDots(seed) {
  const levels = [];
  const lengthen = (level) => {
    const normal = makeNormal(16 * seed + level);
    const { pairs, row } = levels[level - 1] ?? { pairs: Array(PAIRS).fill(0), row: Array(KEYS).fill(0) };
    const query = Array.from({ length: level ? 2 ** (level - 1) : 1 }, normal);
    return {
      row: row.map((dot) => query.reduce((sum, q) => sum + q * normal(), dot)),
      pairs: pairs.map((dot) => query.reduce((sum) => sum + normal() * normal(), dot)),
    };
  };
  return (level) => {
    while (levels.length <= level) levels.push(lengthen(levels.length));
    return levels[level];
  };
}

function softmax(scores) {
  const top = Math.max(...scores);
  const raised = scores.map((score) => Math.exp(score - top));
  return raised.map((r) => r / total(raised));
}

function compute(dots, d_head, divisor) {
  const by = { none: 1, "sqrt(d_head)": Math.sqrt(d_head), d_head }[divisor];
  const { pairs, row } = dots(Math.log2(d_head));
  const [scores, row_scores] = [pairs, row].map((list) => list.map((dot) => dot / by));
  const mean = total(scores) / PAIRS;
  const bins = Array(SPAN).fill(0); // of width 1, around the whole numbers
  for (const score of scores) {
    const bin = Math.round(score) + REACH;
    if (bin in bins) bins[bin] += 1 / PAIRS;
  }
  const weights = softmax(row_scores);
  // The softmax's derivative is diag(p) - p pᵀ; its size, the root of its summed squares.
  const derivative = weights.flatMap((p, i) => weights.map((q, j) => (i === j ? p : 0) - p * q));
  return {
    ...{ d_head, divisor, scores, bins, row_scores, weights },
    deviation: Math.sqrt(total(scores.map((s) => (s - mean) ** 2)) / (PAIRS - 1)),
    entropy: total(weights.map((p) => (p > 0 ? -p * Math.log(p) : 0))),
    reaction: Math.hypot(...derivative),
  };
}

const percent = (share) => `${share > 0 && share < 0.01 ? "below 1" : Math.round(100 * share)} %`;

function drawing(tag, attributes, ...children) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

// The histogram. Its shapes stretch with the page; its words stand outside and do not.
function makeHistogram() {
  const [bars, spread] = ["mha-bars", "mha-spread"].map((name) => drawing("path", { class: name }));
  const box = { viewBox: `${-SPAN / 2} 0 ${SPAN} 1`, preserveAspectRatio: "none", "aria-hidden": "true" };
  const ticks = [-30, -20, -10, 0, 10, 20, 30].map((tick) => make("span", { style: `left: ${(100 * (tick + SPAN / 2)) / SPAN}%` }, tell(tick).replace(".000", "")));
  const caption = make("figcaption");
  const axis = make("div", { class: "mha-axis", "aria-hidden": "true" }, ...ticks);
  const note = `score of a random query and key; ${PAIRS} pairs in bars of width 1; dashed: one standard deviation from 0`;
  const node = make("figure", { class: "mha-histogram" }, caption, drawing("svg", box, bars, spread), axis, make("p", { class: "mha-note" }, note));
  const draw = ({ bins, deviation }) => {
    const top = Math.max(...bins);
    const beyond = 1 - total(bins);
    bars.setAttribute("d", bins.map((share, i) => `M${i - SPAN / 2 + 0.1} 1v${-share / top}h.8V1z`).join(""));
    spread.setAttribute("d", `M${-deviation} 0v1M${deviation} 0v1`);
    const outside = beyond > 1e-9 ? `, ${percent(beyond)} of the pairs lie beyond the axis` : "";
    caption.textContent = `Scores: standard deviation ${tell(deviation)}; the tallest bar holds ${percent(top)}${outside}`;
  };
  return { node, draw };
}

// One softmax row: a line per key, with its score, its weight, and the weight as a bar.
function makeRow() {
  const lines = Array.from({ length: KEYS }, () => [make("td"), make("td"), make("div")]);
  const rows = lines.map(([score, weight, bar], j) => make("tr", {}, make("th", { scope: "row" }, `key ${j}`), score, weight, make("td", { "aria-hidden": "true" }, bar)));
  const head = ["key", "score", "weight"].map((text) => make("th", { scope: "col" }, text));
  const node = make("table", { class: "mha-shares" }, make("caption", {}, `One query, ${KEYS} keys: softmax of the scores`), make("tr", {}, ...head, make("td")), ...rows);
  const draw = ({ row_scores, weights }) => lines.forEach(([score, weight, bar], j) => {
    [score.textContent, weight.textContent] = [row_scores, weights].map((list) => tell(list[j]));
    bar.style.width = `${100 * weights[j]}%`;
  });
  return { node, draw };
}

// What to see, in a sentence.
function story({ d_head, divisor, weights }) {
  if (d_head === 1) return "At width 1 the three divisors are the same: there is nothing to undo yet.";
  if (divisor === "sqrt(d_head)") return "Divided by √d_head, scores spread by about 1 at every width: the softmax mixes, and reacts.";
  if (divisor === "d_head") return "Divided by d_head, scores shrink as the head grows wider: the softmax nears the plain mean, whatever the query asks.";
  const chosen = Math.max(...weights) > 0.99;
  return `Undivided, scores spread as √d_head: ${chosen ? "here the softmax has chosen one key, and hardly reacts any more." : "the wider the head, the more the softmax chooses instead of mixing."}`;
}

const NOTE = "Entropy tells how evenly the weights are spread. Reaction is the size of diag(p) − p pᵀ, the matrix that every gradient on its way to the scores is multiplied by. It is largest, 0.5, where two keys share all weight evenly, and 0 where one key has it all.";

function render({ model, el }) {
  const { root, stop } = makeRoot(el, "Width of a head and spread of its scores");
  const width = makeSlider({
    label: "width d_head",
    max: 10,
    value: Math.log2(model.get("d_head")),
    show: (power) => String(2 ** power),
    change: (power) => put(model, { d_head: 2 ** power }),
  });
  const options = Object.entries({ none: "nothing", "sqrt(d_head)": "√d_head", d_head: "d_head" });
  const divisor = makeChoice({
    label: "scores divided by",
    options: options.map(([value, text]) => ({ value, text })),
    value: model.get("divisor"),
    change: (value) => put(model, { divisor: value }),
  });
  const again = make("button", { type: "button" });
  again.addEventListener("click", () => put(model, { seed: (model.get("seed") + 1) % 10000 }));
  const [shown, row, facts] = [makeHistogram(), makeRow(), make("p", { class: "mha-facts" })];
  root.append(make("div", { class: "mha-controls mha-level" }, width.node, divisor.node, again));
  const say = makeSay(root);
  root.append(shown.node, row.node, facts, make("p", { class: "mha-note" }, NOTE));

  let [dots, drawn] = [null, {}];
  root.numbers = () => drawn;
  const quit = listen(model, ["d_head", "divisor", "seed"], () => {
    const [d_head, by, seed] = ["d_head", "divisor", "seed"].map((name) => model.get(name));
    if (drawn.seed !== seed) dots = makeDots(seed);
    drawn = { ...compute(dots, d_head, by), seed };
    width.set(Math.log2(d_head));
    divisor.set(by);
    again.textContent = `other vectors (seed ${seed})`;
    shown.draw(drawn);
    row.draw(drawn);
    const { entropy, reaction } = drawn;
    facts.textContent = `Entropy ${tell(entropy)} nats, ${percent(entropy / Math.log(KEYS))} of log ${KEYS}, the most there can be. Reaction ${tell(reaction)}, ${percent(2 * reaction)} of the most there can be.`;
    say(story(drawn));
  });
  return () => {
    quit();
    stop();
  };
}

export default { render };
