// ModelView runs a trained attention model in the page, on letters that the reader types, and
// explains every number.

import {
  makeButton,
  makeChoice,
  makeInput,
  makeLiveRegion,
  makeScroll,
  onArrows,
} from "../shared/controls.js";
import { make, makeRows, setStyle, write } from "../shared/dom.js";
import { formatCount, formatPercent, formatToken } from "../shared/format.js";
import { colorByHead, makeColorBar, makeHeatmap } from "../shared/heatmap.js";
import { withLink } from "../shared/link.js";
import { argmax, descending, toggled, upTo } from "../shared/math.js";
import {
  allHeads,
  describeHeadsOff,
  findEarlierStep,
  headName,
  run,
  stageSizes,
  trace,
} from "../shared/model.js";
import { namesOf, oneOf, parseIndex, parseIndices } from "../shared/url_state.js";
import { makeWidget, setTraits, traits } from "../shared/widget.js";
import {
  answerProbabilities,
  answersToQuestion,
  attentionByHead,
  describeAnswers,
  describePosition,
  describeSource,
  formatAnswer,
  formatTerms,
  logitTerms,
  markAnswer,
} from "./answers.js";
import { makeLetters, makeRowLayout } from "./letters.js";
import { makePipeline } from "./pipeline.js";
import { formatQuestion, rightAnswer } from "./task_questions.js";

/**
 * @typedef {object} State
 * @property {import("../shared/model.js").AttentionModel[]} models
 * @property {string} alphabet Like `questions` and `back`, from a Task (mha_lib.book.tiny).
 * @property {string[]} questions
 * @property {number[]} back
 * @property {string} text
 * @property {number} model The model that runs.
 * @property {number} position The chosen position.
 * @property {number[]} off The heads that are switched off, counted through all layers.
 * @property {number} answer The traced answer, among questions * letters; -1 if none is traced.
 * @property {boolean} numbers Whether the reader can choose "every number".
 * @property {"attention" | "every number"} view
 * @property {[] | [stage: Stage, index: number, column: number]} asked The number of the
 *   chosen position that the reader asks about; empty for the score of head 0's largest weight.
 */

/** @typedef {import("../shared/widget.js").WidgetModel<State>} WidgetModel */
/** @typedef {import("../shared/model.js").Run} Run */
/** @typedef {import("../shared/model.js").Stage} Stage */
/** @typedef {import("./answers.js").Task} Task */

const GUESSES_SHOWN = 3;
const VIEWS = /** @type {const} */ (["attention", "every number"]);

/**
 * Says why a text is refused; "" if it is not.
 * @param {string} text
 * @param {string} alphabet
 * @param {number} length The largest number of letters.
 */
function refuse(text, alphabet, length) {
  const strange = [...text].find((letter) => !alphabet.includes(letter));
  if (strange) return `“${strange}” is not in the alphabet: ${alphabet[0]} to ${alphabet.at(-1)}.`;
  if (text.length > length) return `That is ${text.length} letters; the model reads ${length}.`;
  return text ? "" : "Type at least one letter.";
}

/** @satisfies {import("../shared/url_state.js").Choices} */
const CHOICES = {
  text: (text, get) =>
    refuse(text, get("alphabet"), get("models")[0].positions.length) ? undefined : text,
  model: (text, get) => parseIndex(text, get("models").length),
  position: (text, get) => parseIndex(text, get("text").length),
  off: (text, get) => parseIndices(text, allHeads(get("models")[get("model")]).length),
  answer: (text, get) => parseIndex(text, get("alphabet").length * get("questions").length, -1),
  view: (text, get) => oneOf(text, get("numbers") ? VIEWS : VIEWS.slice(0, 1)),
  asked: (text, get) => {
    if (text === "") return [];
    const [stage, which = "", column = "", ...extra] = text.split(",");
    const sizes = new Map(
      Object.entries(stageSizes(get("models")[get("model")], get("text").length)),
    );
    const [count, width] = sizes.get(stage) ?? [0, 0];
    const numbers = [parseIndex(which, count), parseIndex(column, width)];
    return numbers.includes(undefined) || extra.length > 0 ? undefined : [stage, ...numbers];
  },
};

/**
 * Corrects choices that do not exist in a shorter text or another model: the position becomes the
 * last one, and no number is asked about.
 * @param {import("../shared/url_state.js").Get} get
 */
const settle = (get) => ({
  position: Math.min(get("position"), get("text").length - 1),
  asked: /** @type {State["asked"]} */ (CHOICES.asked(String(get("asked")), get) ?? []),
});

/** Returns the chosen position. @param {WidgetModel} model */
const positionOf = (model) => settle(model.get).position;

/** @param {import("../shared/model.js").AttentionModel[]} models */
const mostHeads = (models) => Math.max(...models.map((model) => allHeads(model).length));

/** Makes the controls above the picture: model, heads and letters. @param {WidgetModel} model */
function makeControls(model) {
  const [models, alphabet] = [model.get("models"), model.get("alphabet")];
  const length = models[0].positions.length;
  const choice = makeChoice({
    label: "model",
    options: models.map(({ name }, value) => ({ value, text: name })),
    change: (value) => setTraits(model, { model: value, off: [], answer: -1 }),
  });
  const heads = upTo(mostHeads(models)).map((h) => {
    const button = makeButton("", () => {
      const off = toggled(model.get("off"), h);
      setTraits(model, { off, answer: -1 }); // because the answer's trace may have changed
    });
    button.classList.add("mha-switch");
    colorByHead(button, h);
    return button;
  });
  const [first, last] = [alphabet[0], alphabet.at(-1)];
  const input = makeInput({
    label: `type letters, ${first} to ${last}:`,
    size: length,
    refuse: (text) => refuse(text, alphabet, length),
    change: (text) => setTraits(model, { text, answer: -1 }),
  });
  const count = make("span", { class: "mha-count" });
  const top = make("div", { class: "mha-models" });
  if (models.length > 1) top.append(choice.node);
  top.append(count);
  const node = make("div", { class: "mha-top-row" }, top, input.node);
  setStyle(input.node, { letters: length });
  node.append(make("div", { class: "mha-head-switches" }, ...heads));
  const same = models.every(({ parameters }) => parameters === models[0].parameters);
  const set = () => {
    const now = models[model.get("model")];
    const off = model.get("off");
    choice.set(model.get("model"));
    input.set(model.get("text"));
    const either = same && models.length > 1 ? " either way" : "";
    count.textContent = `${formatCount(now.parameters)} parameters${either}`;
    heads.forEach((button, h) => {
      button.hidden = h >= allHeads(now).length;
      button.textContent = `${headName(now, h)}: ${off.includes(h) ? "off" : "on"}`;
      button.setAttribute("aria-pressed", String(!off.includes(h)));
    });
  };
  return { node, set };
}

/**
 * Makes a row of answers for each question, aligned with the letters and marked right or wrong.
 * @param {WidgetModel} model
 * @param {number} length
 * @param {Task} task
 */
function makeAnswers(model, length, task) {
  const lines = task.questions.map(() => {
    const cells = upTo(length).map(() => make("span", { class: "mha-chip" }));
    const live = { "aria-live": "polite", "aria-atomic": "true" };
    const words = make("span", { class: "mha-row-title", ...live });
    const faults = make("span", { class: "mha-screen-reader" });
    const line = make("div", { class: "mha-line", "aria-hidden": "true" }, ...cells);
    const node = make("div", { class: "mha-letter-row" }, words, faults, line);
    return { words, faults, cells, node };
  });
  const node = make("div", { class: "mha-answers" }, ...lines.map((line) => line.node));
  const setLayout = makeRowLayout(node, length);
  /** @param {import("./answers.js").ShownPosition} view */
  const draw = (view) => {
    const n = task.alphabet.length;
    const traced = model.get("answer");
    setLayout(view.text);
    lines.forEach(({ words, faults, cells }, k) => {
      const answers = answersToQuestion(k, view);
      cells.forEach((cell, i) => {
        const answer = answers[i];
        cell.textContent = answer ? answer.letter + answer.mark : "";
        cell.className = `mha-chip ${answer?.kind ?? ""}`;
        const lit = i === view.position && (traced < 0 || Math.floor(traced / n) === k);
        cell.classList.toggle("mha-highlighted", !!answer && lit);
        cell.onclick =
          answer && (() => setTraits(model, { position: i, answer: k * n + answer.id }));
      });
      const [count, wrong] = describeAnswers(k, answers, view);
      write(words, count);
      write(faults, wrong);
    });
  };
  return { node, draw };
}

/**
 * Makes the list of the best guesses at the chosen position; each is a button that traces it.
 * @param {WidgetModel} model
 * @param {Task} task
 */
function makeGuesses(model, task) {
  const { questions, back, alphabet } = task;
  const n = alphabet.length;
  const panels = questions.map((question, k) => {
    const title = make("p");
    const lines = upTo(Math.min(GUESSES_SHOWN, n)).map(() => {
      const bar = make("div");
      const percentage = make("span");
      const letter = make("b");
      const button = makeButton("", () =>
        setTraits(model, { answer: Number(button.dataset.answer) }),
      );
      button.append(letter, make("span", { class: "mha-rail" }, bar), percentage);
      return { button, bar, percentage, letter };
    });
    const buttons = lines.map(({ button }) => button);
    return { question, k, title, lines, node: make("div", {}, title, ...buttons) };
  });
  const node = make("div", { class: "mha-guesses" }, ...panels.map((panel) => panel.node));
  /** @param {Run} now */
  const draw = (now) => {
    const text = model.get("text");
    const position = positionOf(model);
    const answer = model.get("answer");
    for (const { question, k, title, lines } of panels) {
      const right = rightAnswer(text, position, back, k);
      const known = right === null ? "" : ` is “${right}”`;
      const [before, after] = formatQuestion(question, back[k]).split(question);
      title.replaceChildren(before, make("b", {}, question), `${after}${known}; the model says`);
      const probabilities = answerProbabilities(now, position, k, task);
      const order = descending(probabilities);
      lines.forEach(({ button, bar, percentage, letter }, i) => {
        const guess = order[i];
        const { kind, mark } = markAnswer(right, alphabet[guess]);
        letter.textContent = alphabet[guess];
        percentage.textContent = `${formatPercent(probabilities[guess])}${mark === "✓" ? " ✓" : ""}`;
        bar.className = kind;
        setStyle(bar, { fill: `${100 * probabilities[guess]}%` });
        button.dataset.answer = String(k * n + guess);
        button.setAttribute("aria-pressed", String(answer === k * n + guess));
        const words = `${alphabet[guess]} ${question}, ${percentage.textContent}; where from?`;
        button.setAttribute("aria-label", words);
      });
    }
  };
  return { node, draw };
}

/** Makes the panel that traces the chosen answer: a sentence and a table. */
function makeTrace() {
  const hint = make("p", { class: "mha-hint" }, "↑ Choose an answer: where did it come from?");
  const result = make("div");
  const say = makeLiveRegion(result);
  const title = make("p", { class: "mha-title" });
  const body = make("tbody");
  const table = make("table", { class: "mha-trace", "aria-label": "where it came from" }, body);
  result.append(title, table);
  const node = make("div", { class: "mha-trace-panel" }, hint, result);
  /**
   * @param {import("./answers.js").LogitTerm[] | null} parts
   * @param {number} bias
   * @param {string} answer
   * @param {boolean} deep Whether there are several layers.
   */
  const draw = (parts, bias, answer, deep) => {
    hint.hidden = !!parts;
    title.hidden = table.hidden = !parts;
    title.textContent =
      "What raises this answer, compared with the mean of all letters: weight times value, through " +
      "W_O and the readout" +
      (deep
        ? ". What an earlier head contributes through a later one counts as the later one's"
        : "");
    say(parts ? describeSource(answer, parts) : "");
    if (parts) body.replaceChildren(...makeRows(formatTerms(parts, bias)));
  };
  return { node, sentence: say.node, draw };
}

/**
 * Makes a map for each head, with one row and one column per letter.
 * @param {(position: number) => void} go
 * @param {() => number} position
 */
function makeMaps(go, position) {
  const label = "maps; arrow up and down choose a position";
  const attributes = {
    class: "mha-grid mha-large-maps",
    role: "group",
    tabindex: 0,
    "aria-label": label,
  };
  const grid = make("div", attributes);
  const bar = makeColorBar("weights", "0", "1", "weights, one scale for all");
  const node = make("div", {}, grid, bar);
  onArrows(grid, (down) => go(position() + down), false);
  /** @type {import("../shared/heatmap.js").Heatmap[]} */
  let maps = [];
  /**
   * @param {string} text
   * @param {string[]} names The heads' names.
   * @param {boolean} deep Whether there are several layers.
   */
  const layOut = (text, names, deep) => {
    grid.classList.toggle("mha-deep", deep);
    maps = names.map((name, h) => {
      const title = make(
        "span",
        { class: "mha-row-title" },
        `${name}: what every letter attends to`,
      );
      const map = makeHeatmap(title, [...text], [...text]);
      colorByHead(map.node, h);
      map.onPoint(([row]) => go(row));
      return map;
    });
    grid.replaceChildren(...maps.map((map) => map.node));
  };
  /** @type {(now: Run, off: number[]) => void} */
  const draw = (now, off) => {
    maps.forEach((map, h) => {
      map.draw(now.heads[h].weights, "weights", 0, 1);
      map.mark(position());
      map.node.classList.toggle("mha-off", off.includes(h));
    });
  };
  return { node, layOut, draw };
}

/**
 * @param {HTMLElement} root
 * @param {WidgetModel} model
 * @returns {import("../shared/widget.js").WidgetParts<State>}
 */
function setup(root, model) {
  const [models, alphabet] = [model.get("models"), model.get("alphabet")];
  const length = models[0].positions.length;
  const n = alphabet.length;
  const task = traits(model, "alphabet", "questions", "back");
  const answerNames = upTo(models[0].bias.length).map((answer) => formatAnswer(answer, task));
  const currentModel = () => models[model.get("model")];
  const isDeep = () => currentModel().layers.length > 1;
  const ids = () => [...model.get("text")].map((letter) => alphabet.indexOf(letter));

  const controls = makeControls(model);
  const chips = makeAnswers(model, length, task);
  const guesses = makeGuesses(model, task);
  const traced = makeTrace();
  const choice = makeChoice({
    label: "show",
    options: VIEWS.map((value) => ({ value, text: value })),
    change: (view) => setTraits(model, { view }),
  });
  /** @param {number} position */
  const go = (position) => {
    const exists = position >= 0 && position < model.get("text").length;
    if (exists && position !== positionOf(model)) setTraits(model, { position, answer: -1 });
  };
  const letters = makeLetters(length, mostHeads(models), go, () => positionOf(model));
  const maps = makeMaps(go, () => positionOf(model));
  const every = make("div");
  const gray = models.some(({ causal }) => causal) ? "; blocked scores are gray" : "";
  const scales = `0 is white; each stage has a scale of its own${gray}`;
  const bars = makeColorBar("signed", "less", "more", scales);
  const below = make("div", {}, maps.node, make("div", {}, every, bars));
  const [looks, numbers] = below.children;
  root.append(controls.node, makeScroll(letters.node, chips.node));
  const say = makeLiveRegion(root);
  root.append(guesses.node, traced.node);
  if (model.get("numbers")) root.append(choice.node);
  root.append(below);

  let laid = "";
  let ran = "";
  /** @type {ReturnType<typeof makePipeline> | null} */
  let pipeline = null;
  /** @type {Run} */
  let now;

  const compute = () => {
    const key = JSON.stringify([model.get("model"), model.get("text"), model.get("off")]);
    if (key !== ran) now = run(currentModel(), ids(), model.get("off"));
    ran = key;
  };
  /** Lays out what is below the answers. Another model or text needs a new layout. */
  const layOut = () => {
    const text = model.get("text");
    const all = model.get("view") === "every number";
    looks.toggleAttribute("hidden", all);
    numbers.toggleAttribute("hidden", !all);
    const key = JSON.stringify([model.get("model"), text]);
    if (key !== laid) {
      const names = allHeads(currentModel()).map((head) => headName(currentModel(), head));
      maps.layOut(text, names, isDeep());
      pipeline = null;
    }
    laid = key;
    if (!all || pipeline) return;
    const columns = answerNames.map((_, a) => alphabet[a % n]);
    pipeline = makePipeline(
      currentModel(),
      text,
      columns,
      answerNames,
      ({ stage, index, row, column }) => {
        setTraits(model, { asked: [stage, index, column] });
        go(row);
      },
    );
    every.replaceChildren(pipeline.node);
  };
  /** @returns {import("../shared/model.js").AskedNumber} */
  const askedNow = () => {
    const row = positionOf(model);
    const { asked } = settle(model.get);
    if (asked.length === 0)
      return { stage: "scores", index: 0, row, column: argmax(now.heads[0].weights[row]) };
    const [stage, index, column] = asked;
    return { stage, index, row, column };
  };
  /** Frames and explains the number asked about, in the chosen position's row. */
  const drawNumbers = () => {
    if (!pipeline) return;
    /** @param {number} i */
    const position = (i) => formatToken(model.get("text"), i);
    pipeline.answer(now, ids(), askedNow(), { position, alphabet: [...alphabet] });
  };
  return {
    observes: namesOf(CHOICES),
    stateForTests: () => {
      compute();
      const before = findEarlierStep(currentModel(), now, positionOf(model), model.get("off"));
      return {
        ...now,
        before,
        position: positionOf(model),
        answer: model.get("answer"),
        asked: askedNow(),
      };
    },
    *draw() {
      controls.set();
      choice.set(model.get("view"));
      compute();
      yield;
      layOut();
      yield;
      const position = positionOf(model);
      const off = model.get("off");
      const answer = model.get("answer");
      const before = findEarlierStep(currentModel(), now, position, off);
      const text = model.get("text");
      const shownPosition = { model: currentModel(), run: now, text, position, off, before, task };
      const traceOf = answer < 0 ? null : trace(currentModel(), now, ids(), position, answer, off);
      yield;
      letters.draw(text, position, attentionByHead(shownPosition, traceOf));
      yield;
      chips.draw(shownPosition);
      yield;
      guesses.draw(now);
      yield;
      maps.draw(now, off);
      yield;
      if (pipeline && model.get("view") === "every number") {
        yield* pipeline.draw(now, position);
        drawNumbers();
        yield;
      }
      // While the reader moves among the numbers, only the explanations of numbers are announced.
      const live = every.matches(":focus-within") ? "off" : "polite";
      for (const node of [say.node, traced.sentence]) node.setAttribute("aria-live", live);
      say(...describePosition(shownPosition), describeHeadsOff(currentModel(), off));
      const parts = traceOf && logitTerms(traceOf, shownPosition);
      traced.draw(parts, traceOf?.bias ?? 0, answerNames[answer] ?? "", isDeep());
    },
  };
}

const widget = makeWidget("A trained attention model, running in the page", setup);
export default withLink(widget, CHOICES, settle);
