// HeadsView shows one matrix per head, as small multiples or, if there are many heads, as
// thumbnails with one head enlarged and its arcs. The chosen query's row is marked in each matrix.
// If there are several texts, the reader chooses one.

import {
  chooseQuery,
  makeButton,
  makeChoice,
  makeLiveRegion,
  makePicker,
  makeSlider,
} from "../shared/controls.js";
import { make, makeBarTable, setStyle, write } from "../shared/dom.js";
import { formatCountOf, formatFixed, formatNumber, formatToken } from "../shared/format.js";
import {
  BY_LAYER,
  describeLacking,
  MEASURES,
  makeUnpacker,
  measureHead,
  rankDescending,
} from "../shared/heads.js";
import { colorByHead, makeColorBar, makeHeatmap, widthForLabels } from "../shared/heatmap.js";
import { withLink } from "../shared/link.js";
import { largest, upTo } from "../shared/math.js";
import { makeOverview } from "../shared/overview.js";
import { ARCS, makeArcsChoice, makeChips } from "../shared/token_chips.js";
import { describeTopKeys, describeTopOfHeads, makeTopKeys } from "../shared/top_keys.js";
import { namesOf, oneOf, parseIndex } from "../shared/url_state.js";
import { makeWidget, setTraits, traits } from "../shared/widget.js";

/**
 * @typedef {object} State
 * @property {import("../shared/heads.js").Packed[]} matrices The matrices of each text.
 * @property {string[][]} tokens For each text, the label of each query.
 * @property {string[][]} key_tokens For each text, the label of each key.
 * @property {string[][]} titles For each layer, the title of each head.
 * @property {"weights" | "scores"} kind
 * @property {number} query
 * @property {number} head The enlarged head; -1 for none.
 * @property {number} layer
 * @property {number} text
 * @property {string} sort How thumbnails are sorted: "layer and head", or by a measure.
 * @property {import("../shared/token_chips.js").Arcs} arcs
 */

/** @typedef {[colors: import("../shared/colors.js").Colors, low: number, high: number]} Scale */

const MAX_SMALL_MAP_PX = 210; // three such maps fit into a page
const MAX_SMALL_MULTIPLES = 16; // more heads are thumbnails
const MAX_ARC_TOKENS = 64; // a longer text is shaded, without arcs
const MAX_LISTED_HEADS = 32; // of a layer whose arcs are drawn

/** @satisfies {import("../shared/url_state.js").Choices} */
const CHOICES = {
  text: (text, get) => parseIndex(text, get("tokens").length),
  query: (text, get) => parseIndex(text, get("tokens")[get("text")].length),
  head: (text, get) => parseIndex(text, get("titles")[0].length, -1),
  layer: (text, get) => parseIndex(text, get("titles").length),
  sort: (text, get) =>
    oneOf(text, get("kind") === "weights" ? [BY_LAYER, ...MEASURES] : [BY_LAYER]),
  arcs: (text) => oneOf(text, [...ARCS.keys()]),
};

const MEASURES_NOTE =
  "Means over the queries: the weight on the token before, on the next token, on the first token (from all others), and on other occurrences of the same token; and how even a row is: 1 if all keys that it uses get equal weights.";
const LEGEND = "Under each head: layer.head, and its measure.";
const MEAN_NOTE =
  "One matrix. nn.MultiheadAttention gives the mean of its heads, unless it is called with average_attn_weights=False.";

/**
 * Returns one scale for all texts, layers and heads: 0 to 1 for weights, ± the largest value for
 * scores.
 * @param {import("../shared/heads.js").Unpacker} matricesOf
 * @param {number} nTexts
 * @param {State["kind"]} kind
 * @returns {Scale}
 */
function scaleOf(matricesOf, nTexts, kind) {
  if (kind === "weights") return ["weights", 0, 1];
  const rows = upTo(nTexts).flatMap((text) => matricesOf(text).flat(2));
  const limit = largest(rows.map((row) => largest(row.map(Math.abs)))) || 1;
  return ["signed", -limit, limit];
}

/**
 * @typedef {object} Pictures The pictures of a text's heads.
 * @property {HTMLElement} node
 * @property {HTMLElement} group The element in which arrow keys choose the query.
 * @property {import("../shared/heatmap.js").Heatmap[]} maps
 * @property {(text: number) => void} label Labels the maps with a text's tokens.
 * @property {(text: number, layer: number, head: number) => Generator} draw Draws a layer and head.
 */

/**
 * Makes a map for each head of a layer, under a button that enlarges it.
 * @param {State} state
 * @param {import("../shared/heads.js").Unpacker} matricesOf
 * @param {Scale} scale
 * @param {(head: number) => void} zoom
 * @returns {Pictures}
 */
function makeMultiples({ tokens, key_tokens: keys, titles }, matricesOf, scale, zoom) {
  const buttons = titles[0].map((_, h) => makeButton("", () => zoom(h)));
  const maps = buttons.map((button) => makeHeatmap(button, [], [])); // `label` sets the labels
  const called = "heads; arrow up and down choose the query";
  const attributes = {
    class: "mha-grid mha-button-maps",
    role: "group",
    tabindex: 0,
    "aria-label": called,
  };
  maps.forEach((map, h) => {
    colorByHead(map.node, h);
  });
  const node = make("div", attributes, ...maps.map((map) => map.node));
  // All texts get the same width: the largest that their labels need, ignoring texts that need too
  // much.
  const needed = tokens
    .map((words, t) => widthForLabels(words, keys[t]))
    .filter((width) => width <= MAX_SMALL_MAP_PX);
  setStyle(node, { "min-map-width": `${largest([0, ...needed])}px` });
  let drawn = "";
  return {
    node,
    group: node,
    maps,
    label(text) {
      for (const map of maps) map.label(tokens[text], keys[text]);
    },
    *draw(text, layer, head) {
      const enlarged = maps.map((_, h) => h === head);
      maps.forEach(({ node }, h) => {
        buttons[h].setAttribute("aria-pressed", String(enlarged[h]));
        node.classList.toggle("mha-large", enlarged[h]);
      });
      if (drawn === `${text} ${layer}`) return; // enlarging a head changes no picture
      drawn = "";
      for (const [h, title] of titles[layer].entries()) {
        write(buttons[h], title);
        buttons[h].setAttribute("aria-label", `enlarge ${title}`);
        maps[h].node.setAttribute("aria-label", title);
        maps[h].draw(matricesOf(text)[layer][h], ...scale);
        yield;
      }
      drawn = `${text} ${layer}`;
    },
  };
}

/**
 * Makes a paragraph of the text, whose tokens are shaded by one row of weights; a tap on a token
 * makes it the query.
 * @param {(position: number) => void} choose
 */
function makeStrip(choose) {
  const node = make("p", { class: "mha-strip", "aria-hidden": "true" });
  node.addEventListener("click", ({ target }) => {
    const position = [...node.children].indexOf(/** @type {Element} */ (target));
    if (position >= 0) choose(position);
  });
  return {
    node,
    /** @param {string[]} tokens */
    label(tokens) {
      node.replaceChildren(...tokens.flatMap((token) => [make("span", {}, token), " "]));
    },
    /**
     * @param {Float32Array} row
     * @param {number} query The position to mark; -1 marks none.
     */
    draw(row, query) {
      const top = largest(row) || 1;
      for (const [j, span] of /** @type {HTMLElement[]} */ ([...node.children]).entries()) {
        span.style.setProperty("--mha-fill", `${(45 * row[j]) / top}%`);
        span.classList.toggle("mha-query-token", j === query);
      }
    },
  };
}

/**
 * Makes thumbnails of all heads, which the reader can sort by a measure, and a large map of the
 * chosen head.
 * @param {State} state
 * @param {import("../shared/heads.js").Unpacker} matricesOf
 * @param {Scale} scale
 * @param {import("../shared/widget.js").WidgetModel<State>} model
 * @returns {Pictures}
 */
function makeGallery({ tokens, key_tokens: keys, titles, kind }, matricesOf, scale, model) {
  const overview = makeOverview(titles, (layer, head) => setTraits(model, { layer, head }));
  const weights = kind === "weights";
  const sort = makeChoice({
    label: "order",
    options: [BY_LAYER, ...MEASURES].map((value) => ({ value, text: value })),
    change: (value) => setTraits(model, { sort: value }),
  });
  const legend = make("p", { class: "mha-note" }, LEGEND);
  const title = make("span");
  const map = makeHeatmap(title, [], []);
  const group = make("div", { role: "group", tabindex: 0 }, map.node);
  const bars = makeBarTable("This head", [], [...MEASURES]);
  const content = make("div", {}, overview.node, group);
  const node = make("div", { class: "mha-gallery" }, content);
  if (weights) {
    const explanation = make(
      "details",
      { class: "mha-more" },
      make("summary", {}, "what is measured"),
    );
    explanation.append(MEASURES_NOTE);
    node.prepend(sort.node, legend);
    content.append(make("div", {}, bars.node, explanation));
  }
  /** @type {Record<string, number>[][][]} For each text, layer and head that was measured so far. */
  const measures = tokens.map(() => titles.map(() => []));
  /** @type {(text: number, layer: number, head: number) => Record<string, number>} */
  const measuresOf = (text, layer, head) => {
    const row = measures[text][layer];
    row[head] ??= measureHead(matricesOf(text)[layer][head], tokens[text], keys[text]);
    return row[head];
  };
  let painted = -1;
  let drawn = "";
  let sorted = "";
  return {
    node,
    group,
    maps: [map],
    label: (text) => map.label(tokens[text], keys[text]),
    *draw(text, layer, head) {
      const by = model.get("sort");
      sort.set(by);
      legend.hidden = by === BY_LAYER;
      if (sorted !== `${text} ${by}`) {
        const heads = titles.flatMap((row, l) => row.map((_, h) => [l, h]));
        /** @type {number[]} */
        const values = [];
        for (const [l, h] of weights && by !== BY_LAYER ? heads : []) {
          values.push(measuresOf(text, l, h)[by]);
          yield;
        }
        const isLacking = values.length > 0 && values.every(Number.isNaN);
        const keysAreTokens = tokens[text].join("\n") === keys[text].join("\n");
        write(legend, isLacking ? describeLacking(by, keysAreTokens) : LEGEND);
        if (values.length > 0 && !isLacking) overview.sort(rankDescending(values), values);
        else overview.sort();
        sorted = `${text} ${by}`;
        yield;
      }
      if (painted !== text) {
        painted = -1;
        yield* overview.paint(matricesOf(text), scale);
        painted = text;
      }
      if (drawn === `${text} ${layer} ${head}`) return;
      drawn = `${text} ${layer} ${head}`;
      overview.choose(layer, head);
      write(title, `layer ${layer}, ${titles[layer][head]}`);
      group.setAttribute("aria-label", `${title.textContent}; arrow up and down choose the query`);
      map.draw(matricesOf(text)[layer][head], ...scale);
      if (!weights) return;
      const values = MEASURES.map((name) => measuresOf(text, layer, head)[name]);
      const texts = values.map((x) => [Number.isNaN(x) ? "–" : formatFixed(x)]);
      bars.draw(
        texts,
        values.map((x) => x || 0),
      );
    },
  };
}

/**
 * @param {HTMLElement} root
 * @param {import("../shared/widget.js").WidgetModel<State>} model
 * @returns {import("../shared/widget.js").WidgetParts<State>}
 */
function setup(root, model) {
  const state = /** @type {State} */ (
    traits(model, "matrices", "kind", "titles", "tokens", "key_tokens")
  );
  const { kind, titles, tokens, key_tokens: keys } = state;
  const matricesOf = makeUnpacker(state.matrices);
  const scale = scaleOf(matricesOf, tokens.length, kind);
  const many = titles.flat().length > MAX_SMALL_MULTIPLES;
  const currentTokens = () => tokens[model.get("text")];
  /** @param {number} text */
  const last = (text) => tokens[text].length - 1;
  /** @type {import("../shared/top_keys.js").Line["what"]} */
  const what = kind === "scores" ? "score" : "weight";

  const text = makePicker({
    label: "text",
    options: tokens.map((words) => words.join(" ")),
    change: (t) => setTraits(model, { text: t, query: Math.min(model.get("query"), last(t)) }),
  });
  const queries = makeSlider({
    label: "query",
    max: last(0),
    show: (i) => formatToken(currentTokens(), i),
    change: (i) => setTraits(model, { query: i }),
  });
  const layer = makeSlider({
    label: "layer",
    max: titles.length - 1,
    change: (i) => setTraits(model, { layer: i }),
  });
  /** @param {number} head */
  const zoom = (head) => setTraits(model, { head: model.get("head") === head ? -1 : head });
  const pictures = many
    ? makeGallery(state, matricesOf, scale, model)
    : makeMultiples(state, matricesOf, scale, zoom);
  let topKeys = makeTopKeys([]);
  const controls = make("div", { class: "mha-controls" });
  if (tokens.length > 1) controls.append(text.node);
  controls.append(queries.node);
  if (titles.length > 1 && !many) controls.append(layer.node);
  const [colors, ...ends] = scale;
  const [low, high] = kind === "weights" ? ["0", "1"] : ends.map(formatNumber);
  const bar = makeColorBar(colors, low, high, `${kind}, one scale for all`);
  root.append(controls, pictures.node, bar);
  const keysAreTokens = () => currentTokens().join("\n") === keys[model.get("text")].join("\n");
  const strip = makeStrip((query) => {
    if (keysAreTokens()) setTraits(model, { query });
  });
  const chips = makeChips(
    (query) => {
      if (query >= 0 && query < currentTokens().length) setTraits(model, { query });
    },
    () => drawnQuery,
    false,
  );
  const hasArcs = () => keysAreTokens() && currentTokens().length <= MAX_ARC_TOKENS;
  const arcs = makeArcsChoice((arcs) => setTraits(model, { arcs }));
  const actions = {
    choose: (/** @type {number} */ head) => setTraits(model, { head }),
    point: chips.point,
  };
  if (many && kind === "weights") root.append(chips.node, arcs.node, strip.node);
  const say = makeLiveRegion(root);
  root.append(topKeys.node);
  if (titles.every((heads) => heads.join() === "head 0"))
    root.append(make("p", { class: "mha-note" }, MEAN_NOTE));
  chooseQuery(pictures.group, pictures.maps, model, () => currentTokens().length);

  let drawnText = -1;
  let drawnQuery = 0;
  return {
    observes: namesOf(CHOICES),
    stateForTests: () => {
      const { text, layer } = traits(model, "text", "layer");
      return { matrices: matricesOf(text)[layer].map((rows) => rows.map((row) => [...row])) };
    },
    *draw() {
      const { text: t, layer: l } = traits(model, "text", "layer");
      const chosen = many ? Math.max(0, model.get("head")) : model.get("head");
      const q = Math.min(model.get("query"), last(t)); // because a kernel may set the text before the query
      if (drawnText !== t) {
        pictures.label(t);
        strip.label(keys[t]);
        const table = makeTopKeys(keys[t], many ? actions : undefined);
        topKeys.node.replaceWith(table.node);
        topKeys = table;
        text.set(t);
        drawnText = t;
        yield;
      }
      queries.set(q, last(t));
      layer.set(l);
      for (const map of pictures.maps) map.mark(q);
      yield* pictures.draw(t, l, chosen);
      const shownHeads = many ? [chosen] : upTo(titles[l].length);
      const lines = shownHeads.map((h) => ({
        title: titles[l][h],
        row: matricesOf(t)[l][h][q],
        what,
        chosen: h === chosen && !many,
      }));
      drawnQuery = q;
      chips.node.hidden = !hasArcs();
      arcs.node.hidden = !hasArcs();
      strip.node.hidden = hasArcs();
      arcs.set(model.get("arcs"));
      const rows = model.get("arcs") === "layer" ? matricesOf(t)[l].map((head) => head[q]) : [];
      const ofHeads = rows.map((row, head) => ({ head, row, chosen: head === chosen }));
      const only = { head: chosen, row: lines[0].row, chosen: true };
      const drawn = ofHeads.length > 0 ? ofHeads : [only];
      const isListed = many && hasArcs() && rows.length > 1 && rows.length <= MAX_LISTED_HEADS;
      topKeys.draw(
        isListed
          ? ofHeads.map(({ row, chosen }, h) => ({ title: titles[l][h], row, what, chosen }))
          : lines,
      );
      if (hasArcs()) chips.draw(currentTokens(), lines[0].row, false, drawn);
      else strip.draw(lines[0].row, keysAreTokens() ? q : -1);
      const textNumber = `Text ${t + 1} of ${tokens.length}, ${formatCountOf(tokens[t].length, "token")}.`;
      const which = many ? `Layer ${l}, ${titles[l][chosen]}.` : "";
      const query = `Query ${formatToken(tokens[t], q)}, the marked row. Top keys:`;
      const heard = describeTopKeys(lines, keys[t]);
      const ofLayer = rows.length > 0 && hasArcs() ? describeTopOfHeads(rows, keys[t]) : "";
      say(tokens.length > 1 ? textNumber : "", which, ofLayer, query, { heard });
    },
  };
}

export default withLink(makeWidget("Attention, head by head", setup), CHOICES);
