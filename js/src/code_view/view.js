// CodeView runs a small language model of Python in the page, on code that the reader types.

import { paint } from "../shared/colors.js";
import { makeButton, makeInput, makeLiveRegion, makePicker } from "../shared/controls.js";
import { make, makeRows, setStyle, write } from "../shared/dom.js";
import {
  describeWrongLength,
  formatBytes,
  formatCount,
  formatFixed,
  formatPercent,
} from "../shared/format.js";
import { colorByHead, makeColorBar, N_HEAD_COLORS } from "../shared/heatmap.js";
import { withLink } from "../shared/link.js";
import { toggled, upTo } from "../shared/math.js";
import { finish } from "../shared/slices.js";
import { makeChips } from "../shared/token_chips.js";
import { namesOf, parseIndex, parseIndices } from "../shared/url_state.js";
import { makeWidget, setTraits } from "../shared/widget.js";
import { makeBytePairs } from "./byte_pairs.js";
import {
  describeAttention,
  describeLoss,
  describeNext,
  explainBrokenLetter,
  explainLoss,
  formatModelHead,
  heaviestKeys,
  makeReader,
  quoteWord,
  topGuesses,
} from "./code_model.js";
import { loadedModel, loadModel } from "./load_model.js";

/**
 * @typedef {object} State
 * @property {import("./load_model.js").ModelReference} model
 * @property {[name: string, text: string][]} examples
 * @property {number} max_characters
 * @property {number} max_tokens No more than the model's context.
 * @property {string} text
 * @property {number} position The chosen token. -1 means the last one, and so does a position
 *   beyond the end.
 * @property {number} head The chosen head, counted through all layers.
 * @property {number[]} off The heads that are off, counted in the same way.
 * @property {number[]} mlps_off The layers whose MLP is off.
 */

/** @typedef {import("../shared/widget.js").WidgetModel<State>} WidgetModel */
/** @typedef {import("../shared/safetensors.js").CodeModel} CodeModel */
/** @typedef {import("./code_model.js").ShownToken} ShownToken */
/** @typedef {import("./code_model.js").Run} Run */
/** @typedef {ReturnType<typeof prepareModel>} PreparedModel */

const YOUR_OWN = "your own";
const LOAD_FAILED =
  "The model could not be loaded here. It runs in the built book, and in a notebook whose kernel runs.";

/** @param {import("../shared/safetensors.js").Sizes} sizes */
const countHeads = ({ n_layers, n_heads }) => n_layers * n_heads;

/**
 * Gives a node a head's color, unless there are more heads than colors.
 * @param {import("../shared/safetensors.js").Sizes} sizes
 * @param {HTMLElement} node
 * @param {number} head
 */
function colorIfEnough(sizes, node, head) {
  if (countHeads(sizes) <= N_HEAD_COLORS) colorByHead(node, head);
}

/** @satisfies {import("../shared/url_state.js").Choices} */
const CHOICES = {
  text: (text, get) => (describeWrongLength(text, get("max_characters")) ? undefined : text),
  position: (text, get) => parseIndex(text, get("max_tokens"), -1),
  head: (text, get) => parseIndex(text, countHeads(get("model").sizes)),
  off: (text, get) => parseIndices(text, countHeads(get("model").sizes)),
  mlps_off: (text, get) => parseIndices(text, get("model").sizes.n_layers),
};

/**
 * Makes the text field and the menu of examples.
 * @param {WidgetModel} model
 * @param {(text: string) => string} refuse
 * @param {() => void} ask Loads the model.
 */
function makeText(model, refuse, ask) {
  const examples = model.get("examples");
  let ownText = "";
  let adopted = ""; // an example that the reader has made their own
  const picker = makePicker({
    label: "example",
    options: [YOUR_OWN, ...examples.map(([name]) => name)],
    change: (i) => {
      // A text that was refused as too long stays in the field until an example replaces it.
      const mine = input.input.ariaInvalid === "true" ? "" : ownText;
      const text = i > 0 ? examples[i - 1][1] : mine || model.get("text");
      adopted = i > 0 ? "" : text;
      if (i > 0) input.complain("");
      if (text !== model.get("text")) setTraits(model, { text, position: -1 });
      set();
      ask();
      if (i > 0) return;
      input.input.focus();
      input.input.select();
    },
  });
  const input = makeInput({
    label: `type Python, up to ${model.get("max_tokens")} tokens`,
    size: 5,
    long: true,
    refuse,
    change: (text) => {
      // A reader who types at the end wants to see which token comes next there.
      const atEnd = input.input.selectionStart === text.length;
      setTraits(model, atEnd ? { text, position: -1 } : { text });
    },
  });
  const node = make("div", { class: "mha-code-input" });
  if (examples.length > 0) node.append(picker.node);
  node.append(input.node);
  const set = () => {
    const text = model.get("text");
    const index = text === adopted ? -1 : examples.findIndex(([, example]) => example === text);
    if (index < 0) ownText = text;
    picker.set(index + 1);
    input.set(text);
  };
  return { node, set, complain: input.complain, field: input.input };
}

/**
 * Makes, for each head, a small map of its weights and a switch, and for each layer a switch for
 * its MLP.
 * @param {WidgetModel} model
 */
function makeHeads(model) {
  const { sizes } = model.get("model");
  const named = /** @type {CodeModel} */ ({ sizes });
  const heads = upTo(countHeads(sizes)).map((head) => {
    const [canvas, mark] = [
      make("canvas", { "aria-hidden": "true" }),
      make("div", { class: "mha-mark" }),
    ];
    const name = formatModelHead(named, head);
    const choose = makeButton("", () => setTraits(model, { head }));
    choose.setAttribute("aria-label", name);
    choose.title = name;
    choose.append(make("div", { class: "mha-picture" }, canvas, mark));
    const toggle = makeButton("", () => setTraits(model, { off: toggled(model.get("off"), head) }));
    toggle.classList.add("mha-switch");
    const node = make("div", { class: "mha-thumb" }, choose, toggle);
    colorIfEnough(sizes, node, head);
    return { node, name, canvas, mark, choose, toggle };
  });
  const mlps = upTo(sizes.n_layers).map((layer) => {
    const toggle = makeButton("", () =>
      setTraits(model, { mlps_off: toggled(model.get("mlps_off"), layer) }),
    );
    toggle.classList.add("mha-switch");
    return toggle;
  });
  const rows = mlps.map((mlp, layer) => {
    const layerHeads = heads.slice(layer * sizes.n_heads, (layer + 1) * sizes.n_heads);
    const name = make("span", { class: "mha-layer" }, `layer ${layer}`);
    const nodes = layerHeads.map(({ node }) => node);
    return make("div", { class: "mha-thumbs" }, make("div", {}, name, mlp), ...nodes);
  });
  const about =
    "press a map to choose its head; queries down, keys across; the frame is the chosen token";
  const node = make(
    "div",
    { class: "mha-thin-mark" },
    ...rows,
    makeColorBar("weights", "0", "1", about),
  );
  /** @param {Run} run @param {ShownToken} view */
  function* draw(run, { position, head, off, mlpsOff }) {
    for (const [h, { node, name, canvas, mark, choose, toggle }] of heads.entries()) {
      paint(canvas, run.weights(h), "weights", 0, 1);
      mark.style.top = `${(100 * position) / run.n}%`;
      mark.style.height = `${100 / run.n}%`;
      choose.setAttribute("aria-pressed", String(h === head));
      const on = !off.includes(h);
      node.classList.toggle("mha-thumb-off", !on);
      write(toggle, `${h % sizes.n_heads}: ${on ? "on" : "off"}`);
      toggle.setAttribute("aria-label", `${name}: ${on ? "on" : "off"}`);
      toggle.setAttribute("aria-pressed", String(on));
      yield;
    }
    mlps.forEach((toggle, layer) => {
      const on = !mlpsOff.includes(layer);
      write(toggle, `MLP: ${on ? "on" : "off"}`);
      toggle.setAttribute("aria-label", `layer ${layer}, MLP: ${on ? "on" : "off"}`);
      toggle.setAttribute("aria-pressed", String(on));
    });
  }
  /**
   * Returns the switch of the first head that is off, otherwise of the first MLP that is off.
   * @param {ShownToken} view
   */
  const firstSwitchedOff = ({ off, mlpsOff }) =>
    off.length > 0 ? heads[Math.min(...off)].toggle : mlps[Math.min(...mlpsOff)];
  return { node, draw, firstSwitchedOff };
}

/** Makes the table of likely next tokens, with a bar for each probability. */
function makeNext() {
  const caption = make("caption");
  const body = make("tbody");
  const node = make("table", { class: "mha-next" }, caption, body);
  /**
   * @param {ShownToken} view
   * @param {(token: number) => string} word
   * @param {Float64Array | null} before The probabilities with everything on; null if nothing is
   *   off.
   */
  const draw = ({ words, position, guesses }, word, before) => {
    write(
      caption,
      `What comes after ${quoteWord(words[position])} (${position})${before ? "; the line: with all on" : ""}`,
    );
    const rows = guesses.map(({ token, rank, probability, isNext }) => {
      const name = make("th", { scope: "row" }, quoteWord(word(token)), isNext ? " ✓" : "");
      const bar = make("div");
      const rail = make("div", { class: "mha-rail" }, bar);
      setStyle(bar, { fill: `${100 * probability}%` });
      if (before) {
        const line = make("i");
        setStyle(line, { fill: `${100 * before[token]}%` });
        rail.append(line);
      }
      const cells = [
        make("td", { "aria-hidden": "true" }, rail),
        make("td", {}, formatPercent(probability)),
      ];
      if (before) cells.push(make("td", {}, `was ${formatPercent(before[token])}`));
      const far = rank > guesses.length;
      if (far) name.append(make("span", { class: "mha-layer" }, `number ${rank}`));
      return make(
        "tr",
        {
          class: [isNext && "mha-right-answer", far && "mha-lower-rank"].filter(Boolean).join(" "),
        },
        name,
        ...cells,
      );
    });
    body.replaceChildren(...rows);
  };
  return { node, draw };
}

/** Makes the table that shows how the chosen head's scores are computed. */
function makeParts() {
  const caption = make("caption");
  const body = make("tbody");
  const heads = ["token", "back", "match", "distance", "score", "weight"];
  const top = make(
    "thead",
    {},
    make("tr", {}, ...heads.map((h) => make("th", { scope: "col" }, h))),
  );
  const table = make("table", { class: "mha-parts" }, caption, top, body);
  const note = make("p", { class: "mha-note" });
  const node = make("div", {}, table, note);
  /** @param {ShownToken} view */
  const draw = ({ model, words, position, head, parts }) => {
    const name = formatModelHead(model, head);
    write(
      caption,
      `What ${name} attends to from ${quoteWord(words[position])} (${position}), and why`,
    );
    const lines = heaviestKeys(parts).map(({ key, match, distance, score, weight }) => [
      quoteWord(words[key]),
      String(position - key),
      ...[match, distance, score, weight].map((number) => formatFixed(number)),
    ]);
    body.replaceChildren(...makeRows(lines));
    const d_head = model.sizes.d_model / model.sizes.n_heads;
    const text =
      `match: query times key, divided by √${d_head}; distance: the head's learned bias ` +
      "for this many tokens back; score: their sum. The weights are the softmax of all scores.";
    write(note, text);
  };
  return { node, draw };
}

/**
 * Prepares the model with two readers: one runs the whole model, the other runs it without the
 * parts that are off.
 * @param {CodeModel} model
 * @param {number} limit The largest number of tokens.
 */
function prepareModel(model, limit) {
  const pairs = makeBytePairs(model.merges);
  const vocabulary = pairs.words(upTo(model.sizes.vocabulary));
  return {
    model,
    limit,
    encode: pairs.encode,
    word: (/** @type {number} */ token) => vocabulary[token],
    whole: makeReader(model, limit),
    left: makeReader(model, limit),
  };
}

/**
 * @param {HTMLElement} root
 * @param {WidgetModel} model
 * @param {boolean} openedByLink
 * @param {() => void} redraw
 * @returns {import("../shared/widget.js").WidgetParts<State>}
 */
function setup(root, model, openedByLink, redraw) {
  const { hash, bytes, parameters } = model.get("model");
  /** @type {PreparedModel | null} */
  let ready = null;

  /** Prepares the model, if the page has loaded it. */
  function* prepare() {
    const loaded = yield* loadedModel(hash);
    if (loaded && !ready) ready = prepareModel(loaded, model.get("max_tokens"));
    return ready;
  }
  let loading = false;
  const loadNow = async () => {
    if (loading || ready) return;
    loading = true;
    root.ariaBusy = "true";
    write(status, "loading …");
    try {
      await loadModel(hash, model);
      write(status, "");
      if (document.activeElement === button) text.field.focus();
    } catch {
      write(status, LOAD_FAILED);
    }
    loading = false;
    root.ariaBusy = "false";
    if (status.textContent !== LOAD_FAILED) redraw();
  };
  /** Loads the model when the reader does anything else, but not again after a failure. */
  const loadUnlessFailed = () => {
    if (status.textContent !== LOAD_FAILED) loadNow();
  };
  /** @param {string} text */
  const wrongIn = (text) => {
    const wrong = describeWrongLength(text, model.get("max_characters"));
    if (wrong || !ready) return wrong;
    const { length } = ready.encode(text);
    return length > ready.limit ? `That is ${length} tokens; the model reads ${ready.limit}.` : "";
  };

  const text = makeText(model, wrongIn, loadUnlessFailed);
  const button = makeButton(`Load the model: ${formatBytes(bytes)}, once`, loadNow);
  const status = make("span", { role: "status" });
  const parameterCount = make(
    "span",
    { class: "mha-count" },
    `${formatCount(parameters)} parameters`,
  );
  const load = make("div", { class: "mha-load" }, button, parameterCount, status);
  /** @type {(position: number) => void} */
  const go = (position) => {
    if (position >= 0 && position < now.run.n && position !== now.view.position)
      setTraits(model, { position });
  };
  const chips = makeChips(go, () => now.view.position);
  const heads = makeHeads(model);
  const [next, parts] = [makeNext(), makeParts()];
  const broken = make("p", { class: "mha-note" });
  const body = make("div", { class: "mha-read" }, chips.node, broken);
  const say = makeLiveRegion(body);
  const cost = make("div", { class: "mha-cost" });
  const sayCost = makeLiveRegion(cost);
  const allOn = makeButton("all on", () => {
    const first = heads.firstSwitchedOff(now.view);
    setTraits(model, { off: [], mlps_off: [] });
    first.focus({ preventScroll: true }); // because the pressed button is removed
  });
  const nats = make("p", { class: "mha-note" });
  body.append(
    heads.node,
    cost,
    nats,
    make("div", { class: "mha-two-columns" }, next.node, parts.node),
  );
  root.append(text.node, load, body);

  /** @type {{ run: Run, whole: Run, tokens: number[], view: ShownToken, before: Float64Array | null }} */
  let now;
  /**
   * Computes what is shown; returns false if another call interrupted it.
   * @param {PreparedModel} ready
   */
  function* compute(ready) {
    const tokens = ready.encode(model.get("text")).slice(0, ready.limit);
    const off = model.get("off");
    const mlpsOff = model.get("mlps_off");
    const head = model.get("head");
    const wanted = model.get("position");
    const last = tokens.length - 1;
    const position = wanted < 0 ? last : Math.min(wanted, last);
    const whole = yield* ready.whole(tokens);
    const changed = off.length + mlpsOff.length > 0;
    const run = changed ? yield* ready.left(tokens, off, mlpsOff) : whole;
    if (!whole || !run) return false;
    const words = tokens.map(ready.word);
    const guesses = topGuesses(run.probabilities(position), tokens[position + 1]);
    const parts = run.parts(head, position);
    const view = { model: ready.model, words, position, head, off, mlpsOff, guesses, parts };
    now = { run, whole, tokens, view, before: changed ? whole.probabilities(position) : null };
    return true;
  }
  body.hidden = true;
  let drawn = false;
  function* draw() {
    text.set();
    const loaded = yield* prepare();
    if (!loaded) {
      if (drawn || openedByLink) loadUnlessFailed(); // the reader, Python or a link has chosen something
      drawn = true;
      return;
    }
    if (!(yield* compute(loaded))) return;
    load.remove();
    body.hidden = false;
    const wrong = wrongIn(model.get("text"));
    if (wrong) text.complain(wrong);
    const { run, whole, view, before } = now;
    const { words, position, head, off, mlpsOff } = view;
    chips.draw(words, run.weights(head)[position], off.includes(head));
    colorIfEnough(loaded.model.sizes, chips.node, head);
    write(broken, explainBrokenLetter(words));
    broken.hidden = !broken.textContent;
    yield;
    yield* heads.draw(run, view);
    next.draw(view, loaded.word, before);
    yield;
    parts.draw(view);
    yield;
    say(describeAttention(view), describeNext(view.guesses, loaded.word, before));
    // While the reader types, it would be announced again at every key press.
    const typing = document.activeElement === text.field;
    sayCost.node.setAttribute("aria-live", typing ? "off" : "polite");
    sayCost(describeLoss(loaded.model, off, mlpsOff, whole.loss(), run.loss()));
    if (!before) allOn.remove();
    else if (!allOn.parentNode) cost.append(allOn);
    write(nats, explainLoss(loaded.model));
  }
  return {
    observes: namesOf(CHOICES),
    draw,
    stateForTests: () => {
      const loaded = finish(prepare());
      if (!loaded) return { loaded: false };
      finish(compute(loaded));
      const { run, whole, tokens, view } = now;
      return {
        loaded: true,
        tokens,
        words: view.words,
        position: view.position,
        head: view.head,
        weights: upTo(countHeads(loaded.model.sizes)).map((h) =>
          run.weights(h).map((row) => [...row]),
        ),
        probabilities: [...run.probabilities(view.position)],
        before: now.before && [...now.before],
        guesses: view.guesses,
        loss: whole.loss(),
        loss_now: run.loss(),
        parts: view.parts,
      };
    },
  };
}

const widget = makeWidget("A language model of Python, running in the page", setup);
export default withLink(widget, CHOICES);
