// SentenceView shows every head of a real model, all-MiniLM-L6-v2, in a sentence: a precomputed one,
// or one that the reader types, after the page has loaded the model.

import { makeButton, makeInput, makeLiveRegion, makePicker, onArrows } from "../shared/controls.js";
import { make, setStyle, write } from "../shared/dom.js";
import { describeWrongLength, formatBytes, formatToken } from "../shared/format.js";
import { BY_LAYER } from "../shared/heads.js";
import { makeColorBar } from "../shared/heatmap.js";
import { withLink } from "../shared/link.js";
import { upTo } from "../shared/math.js";
import { finish } from "../shared/slices.js";
import { ARCS, makeArcsChoice, makeChips } from "../shared/token_chips.js";
import { describeTopOfHeads, makeTopKeys } from "../shared/top_keys.js";
import { namesOf, oneOf, parseIndex, parseIndices } from "../shared/url_state.js";
import { makeWidget, setTraits } from "../shared/widget.js";
import { makeComparison } from "./comparison.js";
import { makeCurrentSentence, prepareModel, readOther } from "./current_sentence.js";
import { makeGallery } from "./gallery.js";
import { makeKept } from "./kept.js";
import { bytesToLoad, findModel, loadFile } from "./load.js";
import {
  CHANGE,
  describeBefore,
  describeChange,
  describeHead,
  describeOff,
  describeOrder,
  describeTo,
  describeUnsorted,
  formatCosine,
  formatPair,
  MEASURE_NAMES,
  measureInSentence,
  OF_PAIR,
  placesOf,
  quoteSentence,
  SORTS,
  TO_WORD,
  titlesOf,
  wordAt,
} from "./sentence.js";

/** @import { Current, LoadedModel, Precomputed } from "./current_sentence.js" */
/** @import { Line } from "../shared/top_keys.js" */

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
 * @property {string} to The word whose weight from the query is shown; "" for none.
 */
/** @typedef {import("../shared/widget.js").WidgetModel<State>} WidgetModel */

const MAX_WORD_CHARACTERS = 100;
const YOUR_OWN = "your own";
const READY = "The model is ready. Type a sentence of your own.";
const LOAD_FAILED = "The model could not be loaded. The precomputed sentences still work.";
const COMPUTING = "The effects of all heads in this sentence are being computed.";
const LEFT_OUT = "Arcs to [CLS] and [SEP] are left out; the table has them.";
const NO_MODEL =
  "Only precomputed sentences are here, because this page was made without the model. In a book that was built with it, you can also type your own sentence.";

/** @param {(name: "sentences") => Precomputed[]} get */
function sizesOf(get) {
  const [nLayers, nHeads] = get("sentences")[0].weights.shape;
  return { nLayers, nHeads, all: nLayers * nHeads };
}

/** @satisfies {import("../shared/url_state.js").Choices} */
const CHOICES = {
  text: (text, get) => (describeWrongLength(text, get("max_characters")) ? undefined : text),
  query: (text, get) => parseIndex(text, get("max_tokens")),
  head: (text, get) => parseIndex(text, sizesOf(get).all),
  off: (text, get) => parseIndices(text, sizesOf(get).all),
  sort: (text) => oneOf(text, [...SORTS.keys()]),
  arcs: (text) => oneOf(text, [...ARCS.keys()]),
  to: (text) => ([...text].length <= MAX_WORD_CHARACTERS ? text : undefined),
};

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

/**
 * Makes the menu of words that the query may attend to. A chosen word sorts the thumbnails.
 * @param {WidgetModel} model
 */
function makeTo(model) {
  const select = make("select", { class: "mha-words", "aria-label": "weight to" });
  select.addEventListener("change", () => {
    const to = select.value;
    const sort = model.get("sort");
    if (to) setTraits(model, { to, sort: sort === CHANGE ? CHANGE : TO_WORD });
    else setTraits(model, { to, sort: OF_PAIR.includes(sort) ? BY_LAYER : sort });
  });
  let listed = "";
  return {
    node: make("label", { class: "mha-to" }, "weight to ", select),
    /** @param {string[]} tokens @param {string} to */
    draw(tokens, to) {
      const words = [...new Set(tokens)];
      const key = JSON.stringify([words, to]);
      if (listed === key) return;
      listed = key;
      const missing = to !== "" && !words.includes(to);
      const options = words.map((word) => make("option", { value: word }, word));
      if (missing) options.push(make("option", { value: to }, `${to} (not here)`));
      select.replaceChildren(make("option", { value: "" }, "any word"), ...options);
      select.value = to;
    },
  };
}

/**
 * Makes the button that loads the model, and its progress bar, which disappear when it is loaded, and
 * the status.
 * @param {import("./load.js").ModelParts} parts
 * @param {(loaded: LoadedModel, focused: boolean) => void} done Also gets whether the button had the
 *   focus.
 */
function makeLoader(parts, done) {
  const size = formatBytes(bytesToLoad(parts));
  const button = make("button", { type: "button" }, `Load the model: ${size}, once`);
  const bar = make("progress", { max: 1, value: 0, "aria-label": "loaded" });
  const status = make("div", { role: "status" });
  bar.hidden = true;
  const row = make("div", { class: "mha-load" }, button, bar);
  const node = make("div", {}, row, status);
  let loading = false;
  button.addEventListener("click", async () => {
    if (loading) return;
    loading = true;
    bar.hidden = false;
    write(status, "loading …");
    try {
      const file = await loadFile(parts, (fraction) => {
        bar.value = fraction;
      });
      const loaded = prepareModel(file);
      const focused = document.activeElement === button;
      row.remove();
      write(status, READY);
      done(loaded, focused);
    } catch {
      bar.hidden = true;
      write(status, LOAD_FAILED);
    }
    loading = false;
  });
  return { node, status };
}

/**
 * Makes the buttons that switch heads off and on.
 * @param {WidgetModel} model
 * @param {() => boolean} canCombine Returns whether several heads can be off. Without the model, only
 *   the effect of one head is known.
 */
function makeSwitches(model, canCombine) {
  const toggle = makeButton("", () => {
    const [off, head] = [model.get("off"), model.get("head")];
    const others = canCombine() ? off.filter((other) => other !== head) : [];
    setTraits(model, { off: off.includes(head) ? others : [...others, head] });
  });
  const allOn = makeButton("all on", () => {
    setTraits(model, { off: [] });
    toggle.focus({ preventScroll: true }); // because the pressed button is removed
  });
  const node = make("div", { class: "mha-cost" }, toggle);
  /** @type {(off: number[], head: number) => void} */
  const draw = (off, head) => {
    const isOff = off.includes(head);
    write(toggle, isOff ? "switch this head on" : "switch this head off");
    toggle.setAttribute("aria-pressed", String(isOff));
    if (off.length > 0) node.append(allOn);
    else allOn.remove();
  };
  return { node, draw };
}

/**
 * Makes the table of the keys to which each head of a layer attends most.
 * @param {import("../shared/top_keys.js").HeadActions} actions
 */
function makeLayerTable(actions) {
  const title = make("p", { class: "mha-layer-title" });
  let topKeys = makeTopKeys([]);
  const node = make("div", { class: "mha-layer-heads" }, title, topKeys.node);
  return {
    node,
    /** @param {string[]} tokens */
    label(tokens) {
      const table = makeTopKeys(tokens, actions);
      topKeys.node.replaceWith(table.node);
      topKeys = table;
    },
    /** @type {(heading: string, lines: Line[]) => void} */
    draw(heading, lines) {
      write(title, heading);
      topKeys.draw(lines);
    },
  };
}

/**
 * Makes the fold of everything about the other heads. It opens when the reader's choices can be seen
 * only there.
 * @param {number} count
 * @param {() => void} opened
 */
function makeAllHeads(count, opened) {
  const summary = make("summary", {}, make("b", {}, `all ${count} heads`));
  const node = make("details", { class: "mha-more mha-all-heads" }, summary);
  // Unlike a note, what is in it has the size and color of the rest.
  Object.assign(node.style, { color: "inherit", fontSize: "inherit" });
  node.addEventListener("toggle", () => node.open && opened());
  let chosen = JSON.stringify([BY_LAYER, ""]);
  return {
    node,
    /** @param {string} sort @param {string} to */
    openFor(sort, to) {
      const now = JSON.stringify([sort, to]);
      if (now !== chosen && (sort !== BY_LAYER || to !== "")) node.open = true;
      chosen = now;
    },
  };
}

/**
 * Returns a line per head of a layer: its row of weights for the query.
 * @param {Current} now
 * @param {number} layer
 * @param {number} chosen The chosen head of the layer.
 * @returns {Line[]}
 */
const linesOf = ({ sentence, query, off }, layer, chosen) =>
  sentence.weights[layer].map((rows, h, { length }) => ({
    title: `head ${h}${off.includes(layer * length + h) ? " (off)" : ""}`,
    row: rows[query],
    what: "weight",
    chosen: h === chosen,
  }));

/**
 * Returns a line for the arcs without the weights on the first and the last token, [CLS] and [SEP].
 * Most heads attend to them, and their arcs would hide those to words.
 * @template {{ row: ArrayLike<number> }} Drawn
 * @param {Drawn} line
 * @returns {Drawn}
 */
function withoutSpecial(line) {
  const last = line.row.length - 1;
  return { ...line, row: Array.from(line.row, (w, i) => (i === 0 || i === last ? 0 : w)) };
}

/**
 * Returns the sentences of the live region.
 * @param {Current} now
 * @param {number} head
 * @param {Line[]} layerLines The lines of its layer, if all heads of the layer have arcs; otherwise
 *   none.
 * @param {{ nLayers: number, nHeads: number, all: number }} sizes
 * @param {string} to
 */
function describeCurrent({ sentence, before, query, off, changed }, head, layerLines, sizes, to) {
  const { tokens } = sentence;
  const rows = layerLines.map(({ row }) => row);
  return [
    describeHead(sentence, head, query),
    describeTo(sentence, head, query, to),
    rows.length > 0 ? describeTopOfHeads(rows, tokens) : "",
    before ? describeBefore(before, wordAt(tokens, query), head) : "",
    describeOff(off, changed, sizes),
  ];
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
  const sizes = sizesOf(model.get);
  const { nLayers, nHeads } = sizes;
  const current = makeCurrentSentence(model.get("sentences"), maxTokens);
  const parts = findModel();
  /** @type {LoadedModel | null} */
  let loaded = null;
  const choices = () => JSON.stringify(namesOf(CHOICES).map((name) => model.get(name)));
  let readyFor = ""; // the choices for which the page says that the model is ready

  /** @param {string} typed */
  const wrongIn = (typed) => {
    const wrong = describeWrongLength(typed, model.get("max_characters"));
    if (wrong || !loaded) return wrong;
    const { length } = loaded.encode(typed);
    return length > maxTokens ? `That is ${length} tokens; the limit is ${maxTokens}.` : "";
  };
  /** @param {number} query */
  const chooseQuery = (query) => {
    if (query < 0 || query >= current.now().sentence.tokens.length) return;
    current.choose();
    if (query === model.get("query")) redraw();
    else setTraits(model, { query });
  };
  const text = makeText(model, wrongIn, parts !== null);
  const loader =
    parts &&
    makeLoader(parts, (ready, focused) => {
      loaded = ready;
      readyFor = choices();
      if (focused) text.input.input.focus();
      redraw();
    });
  const missing = make("p", { class: "mha-note" });
  const chips = makeChips(chooseQuery, () => current.now().query, false);
  const arcs = makeArcsChoice((arcs) => setTraits(model, { arcs }));
  const to = makeTo(model);
  const switches = makeSwitches(model, () => loaded !== null);
  const gallery = makeGallery(model, titlesOf(nLayers, nHeads));
  const layerTable = makeLayerTable({
    choose: (h) => setTraits(model, { head: model.get("head") - (model.get("head") % nHeads) + h }),
    point: chips.point,
  });
  // A widget has a name in URLs in a page without a kernel; in a notebook, nothing is stored.
  const link = root.parentElement?.dataset.mhaLink;
  const kept = makeKept(model.get("max_characters"), link);
  for (const [text, place] of kept.places) current.chooseIn(text, place);
  const comparison = makeComparison(current.precomputed, kept, {
    show: (text) => setTraits(model, { text }),
    chooseIn(text, place) {
      current.chooseIn(text, place);
      redraw();
    },
    chosenIn: current.chosenIn,
    redraw,
  });
  root.append(text.node, loader?.node ?? make("p", { class: "mha-note" }, NO_MODEL), missing);
  const leftOut = make("p", { class: "mha-note" }, LEFT_OUT);
  root.append(chips.node, arcs.node, leftOut);
  const say = makeLiveRegion(root);
  const bar = makeColorBar("weights", "0", "1", "one scale for all");
  const allHeads = makeAllHeads(sizes.all, gallery.reveal);
  allHeads.node.append(to.node, gallery.node, bar, layerTable.node);
  root.append(switches.node, allHeads.node, comparison.node);
  onArrows(gallery.group, (down) => chooseQuery(current.now().query + down), false);
  gallery.map.onPoint(([query]) => chooseQuery(query));

  function* compute() {
    yield* current.compute(model.get, loaded);
    const { asked } = current.now();
    if (asked === model.get("query")) return;
    setTraits(model, { query: asked }); // it follows its word
    readyFor = choices(); // not a change that the reader made
  }

  /** Says what is wrong with the text that was typed, or that the sentence is not precomputed. */
  const drawNotes = () => {
    const [typed, { wanted }] = [model.get("text"), current.now()];
    const wrong = wrongIn(typed);
    if (wrong) text.input.complain(wrong);
    const hint = parts ? " Load the model to see it." : "";
    write(missing, wanted ? "" : `${quoteSentence(typed)} is not precomputed.${hint}`);
    missing.hidden = wanted;
    root.classList.toggle("mha-stale", !wanted);
  };

  let told = { what: "", height: 0 };
  /**
   * Keeps the height of the longest sentences so far: a map that moved while another token is chosen
   * would slip away under the pointer.
   */
  const keepHeight = () => {
    const choices = ["head", "arcs", "to", "off"].map((name) =>
      model.get(/** @type {any} */ (name)),
    );
    const what = JSON.stringify([current.now().sentence.text, choices, root.clientWidth]);
    if (told.what !== what) setStyle(say.node, { told: "0px" });
    const before = told.what === what ? told.height : 0;
    told = { what, height: Math.max(before, say.node.getBoundingClientRect().height) };
    setStyle(say.node, { told: `${told.height}px` });
  };

  /** Draws what the chosen head attends to. @param {number} head */
  const drawHead = (head) => {
    const now = current.now();
    const { sentence, query, off } = now;
    const { tokens, weights } = sentence;
    const [l, h] = [Math.floor(head / nHeads), head % nHeads];
    const lines = linesOf(now, l, h);
    const layerLines = model.get("arcs") === "layer" ? lines : [];
    const ofHeads = lines.map(({ row, chosen }, i) => ({
      head: i,
      row,
      chosen,
      off: off.includes(l * nHeads + i),
    }));
    const drawn = layerLines.length > 0 ? ofHeads.map(withoutSpecial) : [ofHeads[h]];
    arcs.set(model.get("arcs"));
    leftOut.hidden = layerLines.length === 0;
    to.draw(tokens, model.get("to"));
    allHeads.openFor(model.get("sort"), model.get("to"));
    chips.draw(tokens, weights[l][h][query], off.includes(head), drawn);
    switches.draw(off, head);
    // Near the arcs, if its rows point at them.
    const above = layerLines.length > 0 ? say.node : bar;
    if (layerTable.node.previousElementSibling !== above) above.after(layerTable.node);
    layerTable.draw(`All heads of layer ${l}, from ${formatToken(tokens, query)}`, lines);
    comparison.draw(now, head, model.get("to"));
    gallery.drawHead([l, h], weights[l][h], query, off);
    const typing = document.activeElement === text.input.input;
    // While the reader types, it would be announced again at every key press.
    say.node.setAttribute("aria-live", typing ? "off" : "polite");
    const sentences = describeCurrent(now, head, layerLines, sizes, model.get("to"));
    say(...sentences);
    keepHeight();
    return sentences;
  };

  /** Draws the measures of the chosen head. @param {number} head */
  const drawMeasures = (head) => {
    const { tokens, weights } = current.now().sentence;
    const measures = measureInSentence(weights.flat()[head], tokens);
    measures.effect = current.effects()[head];
    gallery.drawMeasures(MEASURE_NAMES.map((name) => measures[name]));
  };

  let labeled = ""; // the tokens for which the map and the table have labels
  let sorted = ""; // what the thumbnails were sorted for
  let sortedTokens = ""; // the tokens for which they were sorted last
  /**
   * Until the effects are known, removes the order and the numbers of another sentence.
   * @param {string[]} sentences The sentences of the live region.
   */
  const waitForEffects = (sentences) => {
    const left = current.countUnknown();
    if (model.get("sort") !== "effect" || left === 0) return;
    gallery.wait(left);
    if (sorted !== COMPUTING) gallery.sort([], BY_LAYER);
    sorted = COMPUTING;
    say(...sentences, { heard: COMPUTING });
  };
  /**
   * Names the weight by which the thumbnails are sorted, or its change.
   * @param {string} order
   * @param {Current["sentence"]} sentence
   * @param {number} query
   * @param {string} to
   */
  const nameWeight = (order, { text, tokens }, query, to) => {
    const pair = formatPair(tokens, query, to);
    const other = order === CHANGE ? current.findOther(to) : null;
    return other ? describeChange(pair, text, other.text) : `the weight from ${pair}`;
  };
  /**
   * Sorts the thumbnails, if anything changed. Computes the effects of all heads if that is the order.
   * @param {string[]} sentences The sentences of the live region.
   */
  function* sortThumbnails(sentences) {
    const order = model.get("sort");
    const { sentence, query, off } = current.now();
    const to = model.get("to");
    const pair = OF_PAIR.includes(order) ? nameWeight(order, sentence, query, to) : "";
    if (order === "effect") {
      yield* current.computeEffects(upTo(sizes.all), loaded, gallery.wait);
      gallery.wait(0);
    }
    const key = JSON.stringify([order, labeled, off, pair && [query, pair]]);
    if (sorted === key) return;
    const isOther = !["", labeled].includes(sortedTokens);
    const values = order === BY_LAYER ? [] : current.measure(order, to);
    yield;
    gallery.sort(values, order, isOther);
    const by = values.length === 0 && OF_PAIR.includes(order) ? BY_LAYER : order;
    const name = OF_PAIR.includes(by) ? pair : undefined;
    say(...sentences, { heard: describeOrder(by, values, nHeads, name) });
    sorted = key;
    sortedTokens = labeled;
  }

  /** Reads the kept sentences that the page has stored, and compares them. */
  function* readKept() {
    for (const text of loaded ? kept.unread() : []) {
      kept.fill(yield* readOther(/** @type {LoadedModel} */ (loaded), text, maxTokens));
      comparison.draw(current.now(), model.get("head"), model.get("to"));
      yield;
    }
  }

  /** Draws the choice of the order. */
  const drawOrder = () => {
    const [to, sort] = [model.get("to"), model.get("sort")];
    const { sentence, query, off } = current.now();
    const has = placesOf(sentence.tokens, to).length > 0;
    const pair = has ? formatPair(sentence.tokens, query, to) : "";
    const change = current.findOther(to) ? /** @type {string} */ (SORTS.get(CHANGE)) : "";
    const known = sort === CHANGE ? change !== "" : has || sort !== TO_WORD;
    const isChange = known && sort === CHANGE;
    const all = off.length > 0 ? ", with all heads on" : "";
    const note = isChange
      ? `Each number is ${nameWeight(sort, sentence, query, to)}${all}.`
      : describeUnsorted(sort, sentence.tokens);
    gallery.chooseOrder(known ? sort : BY_LAYER, [pair, change], note);
  };

  return {
    observes: namesOf(CHOICES),
    *draw() {
      text.set();
      if (loader && loaded && readyFor !== choices()) write(loader.status, "");
      gallery.wait(0);
      yield* compute();
      const { tokens, weights } = current.now().sentence;
      const head = model.get("head");
      drawNotes();
      if (labeled !== tokens.join(" ")) {
        labeled = tokens.join(" ");
        gallery.map.label(tokens, tokens);
        layerTable.label(tokens);
        yield;
      }
      const sentences = drawHead(head);
      drawMeasures(head);
      waitForEffects(sentences);
      yield;
      if (sorted === "") gallery.sort([], BY_LAYER); // a canvas must be on the page when it is painted
      yield* gallery.paint(weights);
      drawOrder();
      yield* current.computeEffects([head], loaded);
      drawMeasures(head);
      yield* sortThumbnails(sentences);
      yield* readKept();
    },
    stateForTests: () => {
      finish(compute());
      const { sentence, before, query, chosen, off, changed, wanted } = current.now();
      return {
        loaded: loaded !== null,
        text: sentence.text,
        tokens: sentence.tokens,
        weights: sentence.weights.map((heads) => heads.map((rows) => rows.map((row) => [...row]))),
        before: before?.text ?? null,
        query,
        word: chosen.word,
        to: model.get("to"),
        off,
        changed,
        cosine: changed === null ? "" : formatCosine(changed),
        effects: current.effects(),
        wanted,
      };
    },
  };
}

export default withLink(makeWidget("A real model's attention in a sentence", setup), CHOICES);
