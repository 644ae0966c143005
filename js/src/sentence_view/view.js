// SentenceView shows every head of a real model, all-MiniLM-L6-v2, in a sentence: a precomputed one,
// or one that the reader types, after the page has loaded the model.

import {
  makeButton,
  makeChoice,
  makeInput,
  makeLiveRegion,
  makePicker,
  onArrows,
} from "../shared/controls.js";
import { make, makeBarTable, write } from "../shared/dom.js";
import { describeWrongLength, formatBytes, formatFixed, formatToken } from "../shared/format.js";
import { BY_LAYER, unpack } from "../shared/heads.js";
import { makeColorBar, makeHeatmap } from "../shared/heatmap.js";
import { withLink } from "../shared/link.js";
import { upTo } from "../shared/math.js";
import { makeOverview } from "../shared/overview.js";
import { finish } from "../shared/slices.js";
import { ARCS, makeArcsChoice, makeChips } from "../shared/token_chips.js";
import { describeTopOfHeads, makeTopKeys } from "../shared/top_keys.js";
import { namesOf, oneOf, parseIndex, parseIndices } from "../shared/url_state.js";
import { makeWidget, setTraits, traits } from "../shared/widget.js";
import { makeEncoderReader, readEncoder } from "./encoder.js";
import { bytesToLoad, findModel, loadFile } from "./load.js";
import {
  cosine,
  describeBefore,
  describeHead,
  describeOff,
  describeOrder,
  formatCosine,
  MEASURE_NAMES,
  measureInSentence,
  quoteSentence,
  SORTS,
  sortHeads,
  titlesOf,
} from "./sentence.js";
import { makeWordPieces } from "./word_pieces.js";

/** @import { ReadSentence } from "./sentence.js" */

/**
 * @typedef {object} Precomputed
 * @property {string} text
 * @property {string[]} tokens
 * @property {import("../shared/heads.js").Packed} weights
 * @property {number[]} without For each head, the cosine of the vectors with and without it.
 */
/**
 * @typedef {object} State
 * @property {Precomputed[]} sentences
 * @property {number} max_characters
 * @property {number} max_tokens With [CLS] and [SEP]: the model's file has no more positions.
 * @property {string} text
 * @property {number} query
 * @property {number} head Counted through all layers.
 * @property {number[]} off The heads that are off, counted in the same way.
 * @property {string} sort
 * @property {import("../shared/token_chips.js").Arcs} arcs
 */
/** @typedef {import("../shared/widget.js").WidgetModel<State>} WidgetModel */
/** @typedef {ReturnType<typeof prepareModel>} LoadedModel */

const YOUR_OWN = "your own";
const LOAD_FAILED = "The model could not be loaded. The precomputed sentences still work.";
const NO_MODEL =
  "Only precomputed sentences are here, because this page was made without the model. In a book that was built with it, you can also type your own sentence.";
const MEASURES_NOTE =
  "Means over the tokens of this sentence: the weight on the token before, on the next token, on [CLS] and on [SEP] (each from all others), and on other occurrences of the same token; and how even a row is (broad): 1 if all keys get equal weights. Effect: 1 − the cosine of the sentence's vectors with all heads and without this one.";

/** @param {(name: "sentences") => Precomputed[]} get */
function sizesOf(get) {
  const [nLayers, nHeads] = get("sentences")[0].weights.shape;
  return { nLayers, nHeads, all: nLayers * nHeads };
}

/** @satisfies {import("../shared/url_state.js").Choices} */
const CHOICES = {
  text: (given, get) => (describeWrongLength(given, get("max_characters")) ? undefined : given),
  query: (given, get) => parseIndex(given, get("max_tokens")),
  head: (given, get) => parseIndex(given, sizesOf(get).all),
  off: (given, get) => parseIndices(given, sizesOf(get).all),
  sort: (given) => oneOf(given, [...SORTS.keys()]),
  arcs: (given) => oneOf(given, [...ARCS.keys()]),
};

/**
 * Prepares a loaded model.
 * @param {ArrayBuffer} file
 */
function prepareModel(file) {
  const encoder = readEncoder(file);
  const pieces = makeWordPieces(encoder.vocabulary);
  const read = makeEncoderReader(encoder);
  return { ...pieces, read };
}

/**
 * Makes the menu of sentences and the field for another one.
 * @param {WidgetModel} model
 * @param {(text: string) => string} refuse
 * @param {boolean} canType
 */
function makeText(model, refuse, canType) {
  const texts = model.get("sentences").map(({ text }) => text);
  let ownText = "";
  const picker = makePicker({
    label: "sentence",
    options: canType ? [YOUR_OWN, ...texts] : texts,
    change: (i) => {
      const chosen = canType ? i - 1 : i;
      input.complain("");
      setTraits(model, { text: chosen < 0 ? ownText || model.get("text") : texts[chosen] });
      set();
      if (chosen < 0) input.input.focus();
    },
  });
  const input = makeInput({
    label: "or type your own",
    size: 2,
    long: true,
    refuse,
    change: (text) => {
      ownText = text;
      setTraits(model, { text });
    },
  });
  const node = make("div", { class: "mha-sentence-input" }, picker.node);
  if (canType) node.append(input.node);
  const set = () => {
    const text = model.get("text");
    const index = texts.indexOf(text);
    picker.set(canType ? index + 1 : Math.max(0, index));
    input.set(text);
  };
  return { node, set, input };
}

/** Makes the button that loads the model, and its progress bar. @param {number} bytes */
function makeLoad(bytes) {
  const button = make("button", { type: "button" }, `Load the model: ${formatBytes(bytes)}, once`);
  const bar = make("progress", { max: 1, value: 0, "aria-label": "loaded" });
  const status = make("span", { role: "status" });
  bar.hidden = true;
  const node = make("div", { class: "mha-load" }, button, bar, status);
  return { node, button, bar, status };
}

/**
 * Makes the thumbnails of all heads and what is shown of the chosen one.
 * @param {WidgetModel} model
 * @param {string[][]} titles
 */
function makeHeads(model, titles) {
  const nHeads = titles[0].length;
  const overview = makeOverview(titles, (layer, head) =>
    setTraits(model, { head: layer * nHeads + head }),
  );
  const sort = makeChoice({
    label: "order",
    options: [...SORTS].map(([value, text]) => ({ value, text })),
    change: (value) => setTraits(model, { sort: value }),
  });
  const title = make("span");
  const map = makeHeatmap(title, [], []);
  const group = make("div", { role: "group", tabindex: 0 }, map.node);
  const names = MEASURE_NAMES.map((name) => /** @type {string} */ (SORTS.get(name)));
  const bars = makeBarTable("This head", [], names);
  const words = make("details", { class: "mha-more" }, make("summary", {}, "what is measured"));
  words.append(MEASURES_NOTE);
  const seen = make("div", {}, overview.node, group, make("div", {}, bars.node, words));
  const waiting = make("p", { class: "mha-note" });
  const node = make("div", { class: "mha-gallery" }, sort.node, waiting, seen);
  /** @param {number} left The number of heads whose effect is still computed. */
  const wait = (left) => {
    waiting.hidden = left === 0;
    write(waiting, left > 0 ? `Computing the effects of ${left} heads …` : "");
  };
  return { node, overview, sort, title, map, group, bars, wait };
}

/**
 * @param {HTMLElement} root
 * @param {WidgetModel} model
 * @param {boolean} _
 * @param {() => void} redraw
 * @returns {import("../shared/widget.js").WidgetParts<State>}
 */
function setup(root, model, _, redraw) {
  const maxTokens = model.get("max_tokens");
  const sentences = model.get("sentences");
  const sizes = sizesOf(model.get);
  const { nLayers, nHeads } = sizes;
  const built = findModel();
  /** @type {LoadedModel | null} */
  let ready = null;
  let loading = false;

  const load = makeLoad(built ? bytesToLoad(built) : 0);
  load.button.addEventListener("click", async () => {
    if (!built || loading) return;
    loading = true;
    load.bar.hidden = false;
    write(load.status, "loading …");
    try {
      const file = await loadFile(built, (done) => {
        load.bar.value = done;
      });
      ready = prepareModel(file);
      const focused = document.activeElement === load.button;
      load.node.remove();
      if (focused) text.input.input.focus();
      redraw();
    } catch {
      load.bar.hidden = true;
      write(load.status, LOAD_FAILED);
    }
    loading = false;
  });
  /** @param {string} typed */
  const wrongIn = (typed) => {
    const wrong = describeWrongLength(typed, model.get("max_characters"));
    if (wrong || !ready) return wrong;
    const { length } = ready.encode(typed);
    return length > maxTokens ? `That is ${length} tokens; the limit is ${maxTokens}.` : "";
  };
  const text = makeText(model, wrongIn, built !== null);
  const missing = make("p", { class: "mha-note" });
  const chips = makeChips(
    (query) => {
      if (query >= 0 && query < now.shown.tokens.length) setTraits(model, { query });
    },
    () => now.query,
    false,
  );
  const arcs = makeArcsChoice((arcs) => setTraits(model, { arcs }));
  const toggle = makeButton("", () => {
    const [off, head] = [model.get("off"), model.get("head")];
    // Without the model, only the effect of one head is known.
    const others = ready ? off.filter((other) => other !== head) : [];
    setTraits(model, { off: off.includes(head) ? others : [...others, head] });
  });
  const allOn = makeButton("all on", () => {
    setTraits(model, { off: [] });
    toggle.focus({ preventScroll: true }); // because the pressed button is removed
  });
  const switches = make("div", { class: "mha-cost" }, toggle);
  const heads = makeHeads(model, titlesOf(nLayers, nHeads));
  const layerTitle = make("p", { class: "mha-layer-title" });
  let topKeys = makeTopKeys([]);
  const layer = make("div", { class: "mha-layer-heads" }, layerTitle, topKeys.node);
  root.append(text.node, built ? load.node : make("p", { class: "mha-note" }, NO_MODEL), missing);
  root.append(chips.node, arcs.node);
  const say = makeLiveRegion(root);
  root.append(switches, heads.node, makeColorBar("weights", "0", "1", "one scale for all"), layer);
  onArrows(
    heads.group,
    (down) => {
      const query = now.query + down;
      if (query >= 0 && query < now.shown.tokens.length) setTraits(model, { query });
    },
    false,
  );
  heads.map.onPoint(([query]) => setTraits(model, { query }));

  /** @type {Map<string, ReadSentence>} */
  const unpacked = new Map();
  /** @param {Precomputed} sentence */
  const unpackOnce = ({ text, tokens, weights }) => {
    if (!unpacked.has(text)) unpacked.set(text, { text, tokens, weights: unpack(weights) });
    return /** @type {ReadSentence} */ (unpacked.get(text));
  };
  let begun = false; // whether a sentence has been shown
  /** What each head changes in the sentence that is shown; NaN if it was not computed yet. */
  let effects = { text: "", values: /** @type {number[]} */ ([]) };

  /**
   * @typedef {object} Now What is shown.
   * @property {ReadSentence} shown
   * @property {ReadSentence | null} before What the sentence is compared with: the sentence before
   *   it in the list, or the list's first sentence for a typed sentence.
   * @property {number} asked The position that was asked for; the sentence may be shorter.
   * @property {number} query
   * @property {number[]} off
   * @property {number | null} changed The cosine of the vectors; null if it is not known.
   * @property {boolean} wanted Whether it is the sentence that the reader wants.
   */
  /** @type {Now} */
  let now = {
    shown: unpackOnce(sentences[0]),
    before: null,
    asked: 0,
    query: 0,
    off: [],
    changed: null,
    wanted: true,
  };

  /** @param {LoadedModel} loaded @param {string} typed */
  const idsOf = ({ encode }, typed) => {
    const ids = encode(typed);
    const end = /** @type {number} */ (ids.at(-1));
    return ids.length > maxTokens ? [...ids.slice(0, maxTokens - 1), end] : ids;
  };

  /** Computes what is shown, without drawing it. */
  function* compute() {
    const { text: typed, off } = traits(model, "text", "off");
    const known = sentences.find((sentence) => sentence.text === typed);
    /** @type {ReadSentence} */
    let shown = now.shown;
    /** @type {number | null} */
    let changed = null;
    const wanted = known !== undefined || ready !== null;
    // What is shown depends on the traits alone, so that a link can restore it.
    if (known) shown = unpackOnce(known);
    else if (!ready) shown = unpackOnce(sentences[0]);
    if (ready && (!known || off.length > 0)) {
      const ids = idsOf(ready, typed);
      const whole = yield* ready.read(ids);
      const run = off.length > 0 ? yield* ready.read(ids, off) : whole;
      shown = { text: typed, tokens: ids.map(ready.piece), weights: run.weights };
      changed = cosine(whole.vector, run.vector);
    } else if (known && off.length === 1) changed = known.without[off[0]];
    const sameText = shown.text === now.shown.text;
    const index = sentences.findIndex((sentence) => sentence.text === shown.text);
    if (effects.text !== shown.text) {
      const without = sentences[index]?.without ?? Array(sizes.all).fill(Number.NaN);
      effects = { text: shown.text, values: without.map((x) => 1 - x) };
    }
    const compared = sentences[index < 0 ? 0 : index - 1];
    const before = compared ? unpackOnce(compared) : null;
    const [asked, last] = [model.get("query"), shown.tokens.length - 1];
    let query = Math.min(asked, last);
    // The chosen word stays chosen in another sentence, unless the reader chose another position.
    const word = now.shown.tokens[now.query];
    const follows = begun && !sameText && asked === now.asked && shown.tokens[query] !== word;
    if (follows && shown.tokens.includes(word)) {
      query = shown.tokens.indexOf(word);
      setTraits(model, { query });
    }
    now = { shown, before, asked: model.get("query"), query, off, changed, wanted };
    begun = true;
  }

  /**
   * Computes the effects of some heads on a typed sentence, as far as they are not known.
   * @param {number[]} wanted
   * @param {(left: number) => void} [report]
   */
  function* computeEffects(wanted, report) {
    const { text: typed, values } = effects;
    const left = wanted.filter((k) => Number.isNaN(values[k]));
    if (!ready || left.length === 0) return;
    const ids = idsOf(ready, typed);
    const { vector } = yield* ready.read(ids);
    for (const [done, k] of left.entries()) {
      report?.(left.length - done);
      const without = yield* ready.read(ids, [k]);
      values[k] = 1 - cosine(vector, without.vector);
    }
  }

  /** @param {string} name */
  const valuesOf = (name) => {
    if (name === "effect") return effects.values;
    const { tokens, weights } = now.shown;
    return weights.flat().map((rows) => measureInSentence(rows, tokens)[name]);
  };

  let [drawnTokens, painted, sorted] = ["", /** @type {unknown} */ (null), ""];
  function* draw() {
    text.set();
    heads.wait(0);
    yield* compute();
    const { shown, before, query, off, changed, wanted } = now;
    const { tokens, weights } = shown;
    const head = model.get("head");
    const [l, h] = [Math.floor(head / nHeads), head % nHeads];
    const wrong = wrongIn(model.get("text"));
    if (wrong) text.input.complain(wrong);
    const needs = `${quoteSentence(model.get("text"))} is not precomputed. ${built ? "Load the model to see it." : ""}`;
    write(missing, wanted ? "" : needs.trim());
    missing.hidden = wanted;
    root.classList.toggle("mha-stale", !wanted);
    if (drawnTokens !== tokens.join(" ")) {
      drawnTokens = tokens.join(" ");
      heads.map.label(tokens, tokens);
      const table = makeTopKeys(tokens);
      topKeys.node.replaceWith(table.node);
      topKeys = table;
      yield;
    }
    const whole = model.get("arcs") === "layer";
    arcs.set(model.get("arcs"));
    const others = whole ? weights[l].filter((_, i) => i !== h).map((rows) => rows[query]) : [];
    chips.draw(tokens, weights[l][h][query], off.includes(head), others);
    const isOff = off.includes(head);
    write(toggle, isOff ? "switch this head on" : "switch this head off");
    toggle.setAttribute("aria-pressed", String(isOff));
    if (off.length > 0) switches.append(allOn);
    else allOn.remove();
    const lines = weights[l].map((rows, i) => ({
      title: `head ${i}`,
      row: rows[query],
      what: /** @type {const} */ ("weight"),
      chosen: i === h,
    }));
    write(layerTitle, `All heads of layer ${l}, from ${formatToken(tokens, query)}`);
    topKeys.draw(lines);
    const typing = document.activeElement === text.input.input;
    // While the reader types, it would be announced again at every key press.
    say.node.setAttribute("aria-live", typing ? "off" : "polite");
    const said = [
      describeHead(shown, head, query),
      whole
        ? describeTopOfHeads(
            lines.map(({ row }) => row),
            tokens,
          )
        : "",
      before ? describeBefore(before, tokens[query], head, query) : "",
      describeOff(off, changed, sizes),
    ];
    say(...said);
    write(heads.title, `layer ${l}, head ${h}`);
    heads.group.setAttribute(
      "aria-label",
      `${heads.title.textContent}; arrow up and down choose the query`,
    );
    heads.map.draw(weights[l][h], "weights", 0, 1);
    heads.map.mark(query);
    heads.overview.choose(l, h);
    const measures = measureInSentence(weights[l][h], tokens);
    const drawBars = () => {
      const values = MEASURE_NAMES.map((name) =>
        name === "effect" ? effects.values[head] : measures[name],
      );
      heads.bars.draw(
        values.map((x) => [Number.isNaN(x) ? "…" : formatFixed(x)]),
        values.map((x) => Math.min(1, Math.max(0, x || 0))),
      );
    };
    drawBars();
    yield;
    if (sorted === "") heads.overview.sort(); // a canvas must be on the page when it is painted
    if (painted !== weights) {
      painted = null;
      yield* heads.overview.paint(weights, ["weights", 0, 1]);
      painted = weights;
    }
    const by = model.get("sort");
    heads.sort.set(by);
    yield* computeEffects([head]);
    drawBars();
    if (by === "effect") {
      yield* computeEffects(upTo(sizes.all), heads.wait);
      heads.wait(0);
    }
    const key = `${by} ${drawnTokens} ${off}`;
    if (sorted !== key) {
      const all = by === BY_LAYER ? [] : valuesOf(by);
      yield;
      if (all.length > 0) heads.overview.sort(sortHeads(all), all);
      else heads.overview.sort();
      say(...said, { heard: describeOrder(by, all, nHeads) });
      sorted = key;
    }
  }
  return {
    observes: namesOf(CHOICES),
    draw,
    stateForTests: () => {
      finish(compute());
      const { shown, before, query, off, changed, wanted } = now;
      return {
        loaded: ready !== null,
        text: shown.text,
        tokens: shown.tokens,
        weights: shown.weights.map((heads) => heads.map((rows) => rows.map((row) => [...row]))),
        before: before?.text ?? null,
        query,
        off,
        changed,
        cosine: changed === null ? "" : formatCosine(changed),
        effects: effects.values,
        wanted,
      };
    },
  };
}

export default withLink(makeWidget("A real model's attention in a sentence", setup), CHOICES);
