// ModelView: a trained attention that runs in the page; the reader types, and every number answers.

import { askFor, goesOn, wanted, whyNot } from "../asked.js";
import { makeButton, makeChoice, makeInput, makeSay, onArrows } from "../controls.js";
import { make, makeRows, setStyle, write } from "../dom.js";
import { makeLetters, makeRoom } from "../letters.js";
import { makeBar, makeMap, wear } from "../maps.js";
import {
  headName,
  headsOf,
  layerOf,
  numbersOf,
  run,
  stepBefore,
  tellSilence,
  trace,
} from "../model.js";
import {
  counted,
  percent,
  series,
  tellCount,
  tellShort,
  tellWeight,
  total,
  upTo,
} from "../numbers.js";
import { makePipeline } from "../pipeline.js";
import { makeWidget, put } from "../widget.js";

/**
 * @typedef {object} State
 * @property {import("../model.js").Weights[]} models
 * @property {string} alphabet
 * @property {string[]} questions What is asked at each place, in words.
 * @property {number[]} back How many places back each answer stands; -1 for the next letter.
 * @property {string} text
 * @property {number} model The one that runs.
 * @property {number} place The chosen one.
 * @property {number[]} off Heads that are switched off, counted through all layers.
 * @property {number} answer The one that is traced, among questions * letters; -1 for none.
 * @property {"what it looks at" | "every number"} view
 */

/** @typedef {import("../widget.js").Model<State>} Model */
/** @typedef {import("../model.js").Run} Run */

const GUESSES = 3;
const TOP = 4; // terms of a trace that are told one by one
const MUCH = 0.15; // the share of what speaks for an answer from which a place is marked

/** @param {Run} now @param {number} place @param {number} k @param {number} n */
const sharesOf = (now, place, k, n) => now.answers[place].slice(k * n, (k + 1) * n);

/**
 * The chosen place; the last one, where the text has become shorter.
 * @param {Model} model
 */
const placeOf = (model) => Math.min(model.get("place"), model.get("text").length - 1);

/** @param {import("../model.js").Weights[]} models */
const mostHeads = (models) => Math.max(...models.map((one) => headsOf(one).length));

/** @param {number[]} shares */
const best = (shares) => shares.indexOf(Math.max(...shares));

/**
 * How an answer is marked; not at all where none is known to be right.
 * @param {string | null} right
 * @param {string} said
 */
function judge(right, said) {
  if (right === null) return { kind: "mha-unasked", mark: "" };
  return said === right ? { kind: "mha-right", mark: "✓" } : { kind: "mha-false", mark: "✗" };
}

/**
 * The controls over the picture: which model, which heads, which letters.
 * @param {Model} model
 */
function makeControls(model) {
  const [models, alphabet] = [model.get("models"), model.get("alphabet")];
  const length = models[0].places.length;
  const choice = makeChoice({
    label: "model",
    options: models.map(({ name }, value) => ({ value, text: name })),
    change: (value) => put(model, { model: value, off: [], answer: -1 }),
  });
  const heads = upTo(mostHeads(models)).map((h) => {
    const button = makeButton("", () => {
      const off = model.get("off");
      put(model, { off: off.includes(h) ? off.filter((o) => o !== h) : [...off, h] });
    });
    button.classList.add("mha-switch");
    wear(button, h);
    return button;
  });
  const [first, last] = [alphabet[0], alphabet.at(-1)];
  const input = makeInput({
    label: `type letters, ${first} to ${last}:`,
    size: length,
    refuse(text) {
      const strange = [...text].find((letter) => !alphabet.includes(letter));
      if (strange) return `“${strange}” is not in the alphabet: ${first} to ${last}.`;
      if (text.length > length) return `That is ${text.length} letters; it reads ${length}.`;
      return text ? "" : "Type at least one letter.";
    },
    change: (text) => put(model, { text, answer: -1 }),
  });
  const count = make("span", { class: "mha-count" });
  const top = make("div", { class: "mha-models" });
  if (models.length > 1) top.append(choice.node);
  top.append(count);
  const node = make("div", { class: "mha-desk-top" }, top, input.node);
  setStyle(input.node, { letters: length });
  node.append(make("div", { class: "mha-switches" }, ...heads));
  const same = models.every(({ parameters }) => parameters === models[0].parameters);
  const set = () => {
    const [now, off] = [models[model.get("model")], model.get("off")];
    choice.set(model.get("model"));
    input.set(model.get("text"));
    const told = tellCount(now.parameters);
    count.textContent = `${told} numbers${same && models.length > 1 ? " either way" : ""}`;
    heads.forEach((button, h) => {
      button.hidden = h >= headsOf(now).length;
      button.textContent = `${headName(now, h)}: ${off.includes(h) ? "off" : "on"}`;
      button.setAttribute("aria-pressed", String(!off.includes(h)));
    });
  };
  return { node, set };
}

/**
 * Every place's answers, in line with the letters, right or wrong.
 * @param {Model} model
 * @param {number} length
 */
function makeAnswers(model, length) {
  const [questions, back, alphabet] = [
    model.get("questions"),
    model.get("back"),
    model.get("alphabet"),
  ];
  const lines = questions.map((question, k) => {
    const cells = upTo(length).map(() => make("span", { class: "mha-chip" }));
    const live = { "aria-live": "polite", "aria-atomic": "true" };
    const words = make("span", { class: "mha-of", ...live });
    const faults = make("span", { class: "mha-heard" });
    const line = make("div", { class: "mha-line", "aria-hidden": "true" }, ...cells);
    const node = make("div", { class: "mha-look" }, words, faults, line);
    return { k, question, words, faults, cells, node };
  });
  const node = make("div", { class: "mha-answers" }, ...lines.map((line) => line.node));
  const setRoom = makeRoom(node, length);
  /** @param {Run} now */
  const draw = (now) => {
    const [text, place, answer] = [model.get("text"), placeOf(model), model.get("answer")];
    const n = alphabet.length;
    setRoom(text);
    for (const { k, question, words, faults, cells } of lines) {
      /** @type {string[]} */
      const wrong = [];
      let all = 0;
      cells.forEach((cell, i) => {
        const right = i < text.length ? wanted(text, i, back, k) : null;
        const there = right !== null || goesOn(text, i, back[k]);
        const says = there ? best(sharesOf(now, i, k, n)) : 0;
        const { kind, mark } = judge(right, alphabet[says]);
        if (right !== null) all += 1;
        if (kind === "mha-false") wrong.push(`“${alphabet[says]}” at “${text[i]}” (${i})`);
        cell.textContent = there ? `${alphabet[says]}${mark}` : "";
        cell.className = `mha-chip ${there ? kind : ""}`;
        const traced = i === place && Math.floor(answer / n) === k;
        cell.classList.toggle("mha-lit", there && (answer >= 0 ? traced : i === place));
        cell.onclick = there ? () => put(model, { place: i, answer: k * n + says }) : null;
      });
      write(words, `${askFor(question, back[k])}? ${all - wrong.length} of ${all} right`);
      write(faults, wrong.length > 0 ? ` Wrong: ${wrong.join(", ")}.` : "");
    }
  };
  return { node, draw };
}

/**
 * The best guesses at the chosen place, each of them a button that asks where it came from.
 * @param {Model} model
 */
function makeGuesses(model) {
  const [questions, back, alphabet] = [
    model.get("questions"),
    model.get("back"),
    model.get("alphabet"),
  ];
  const n = alphabet.length;
  const panels = questions.map((question, k) => {
    const title = make("p");
    const lines = upTo(Math.min(GUESSES, n)).map(() => {
      const [bar, share, letter] = [make("div"), make("span"), make("b")];
      const button = makeButton("", () => put(model, { answer: Number(button.dataset.answer) }));
      button.append(letter, make("span", { class: "mha-rail" }, bar), share);
      button.addEventListener("pointerenter", (event) => {
        if (event.pointerType === "mouse") button.click();
      });
      return { button, bar, share, letter };
    });
    const buttons = lines.map(({ button }) => button);
    return { question, k, title, lines, node: make("div", {}, title, ...buttons) };
  });
  const node = make("div", { class: "mha-guesses" }, ...panels.map((panel) => panel.node));
  /** @param {Run} now */
  const draw = (now) => {
    const [text, place, answer] = [model.get("text"), placeOf(model), model.get("answer")];
    for (const { question, k, title, lines } of panels) {
      const right = wanted(text, place, back, k);
      const known = right === null ? "" : ` is “${right}”`;
      const [before, after] = askFor(question, back[k]).split(question);
      title.replaceChildren(before, make("b", {}, question), `${after}${known}; the model says`);
      const shares = sharesOf(now, place, k, n);
      const order = upTo(n).sort((a, b) => shares[b] - shares[a]);
      lines.forEach(({ button, bar, share, letter }, i) => {
        const guess = order[i];
        const { kind, mark } = judge(right, alphabet[guess]);
        letter.textContent = alphabet[guess];
        share.textContent = `${percent(shares[guess])}${mark === "✓" ? " ✓" : ""}`;
        bar.className = kind;
        setStyle(bar, { share: `${100 * shares[guess]}%` });
        button.dataset.answer = String(k * n + guess);
        button.setAttribute("aria-pressed", String(answer === k * n + guess));
        const words = `${alphabet[guess]} ${question}, ${share.textContent}; where from?`;
        button.setAttribute("aria-label", words);
      });
    }
  };
  return { node, draw };
}

/**
 * What an answer was made of, the largest first: what each head brought from each place, and what
 * the token itself says.
 * @param {ReturnType<typeof trace>} found
 * @param {(head: number) => string} named
 * @param {(place: number) => string} told
 */
function partsOf(found, named, told) {
  const brought = found.parts.map(({ head, place, weight, says, value }) => ({
    from: `${named(head)}, from ${told(place)}`,
    source: `from ${told(place)}, through ${named(head)}`,
    product: `${tellWeight(weight)} × ${tellShort(says)}`,
    value,
  }));
  const own = Object.entries(found.token).map(([what, value]) => {
    const from = `the token's own ${what}`;
    return { from, source: `from ${from}`, product: "", value };
  });
  return [...brought, ...own].sort((a, b) => Math.abs(b.value) - Math.abs(a.value));
}

/**
 * Where most of an answer came from.
 * @param {string} name
 * @param {ReturnType<typeof partsOf>} parts The largest first.
 */
function tellSource(name, parts) {
  const top = parts.find(({ value }) => value > 0);
  return top ? `${name} comes most ${top.source}.` : `Nothing that it reads speaks for ${name}.`;
}

/**
 * Where an answer came from, in a sentence and a table. Both have their room before an answer is
 * chosen, so that nothing moves under the pointer that chooses one.
 */
function makeTrace() {
  const hint = make("p", { class: "mha-hint" }, "↑ Choose an answer: where did it come from?");
  const first = make("div", { class: "mha-same-place" }, hint);
  const say = makeSay(first);
  const title = make("p", { class: "mha-title" });
  const body = make("tbody");
  const table = make("table", { class: "mha-trace", "aria-label": "where it came from" }, body);
  const room = make("table", { class: "mha-room", "aria-hidden": "true" });
  room.append(...makeRows(upTo(TOP + 3).map(() => ["\u00a0"])));
  const below = make("div", { class: "mha-same-place" }, room, table);
  const node = make("div", { class: "mha-traced" }, first, title, below);
  /**
   * @param {ReturnType<typeof partsOf> | null} parts
   * @param {number} bias
   * @param {string} name
   * @param {boolean} deep Whether there are several layers.
   */
  const draw = (parts, bias, name, deep) => {
    node.classList.toggle("mha-empty", !parts);
    node.classList.toggle("mha-lengthy", deep);
    // Without the answer's name, which stands in the sentence, this takes as many lines for each.
    title.textContent =
      "What speaks for an answer (its logit above the mean of all letters): each weight, times what the " +
      "value there contributes through W_O and the readout" +
      (deep ? ". What an earlier head did for a later one counts as the later one's" : "");
    say(parts ? tellSource(name, parts) : "");
    if (!parts) return;
    const lines = parts
      .slice(0, TOP)
      .map(({ from, product, value }) => [from, product, tellShort(value)]);
    const rest = parts.slice(TOP);
    const left = total(rest.map(({ value }) => value));
    if (rest.length > 0)
      lines.push([`all the rest, ${counted(rest.length, "term")}`, "", tellShort(left)]);
    lines.push(["bias", "", tellShort(bias)]);
    const sum = bias + total(parts.map(({ value }) => value));
    lines.push(["together", "", tellShort(sum)]);
    body.replaceChildren(...makeRows(lines));
  };
  return { node, said: say.node, draw };
}

/**
 * Each head's map, as many rows and columns as letters.
 * @param {(place: number) => void} go
 * @param {() => number} place
 */
function makeMaps(go, place) {
  const label = "maps; arrow up and down choose a place";
  const attributes = { class: "mha-grid mha-two", role: "group", tabindex: 0, "aria-label": label };
  const grid = make("div", attributes);
  const bar = makeBar("weights", "0", "1", "weights, one scale for all");
  const node = make("div", {}, grid, bar);
  onArrows(grid, (down) => go(place() + down), false);
  /** @type {import("../maps.js").HeatMap[]} */
  let maps = [];
  /**
   * @param {string} text
   * @param {string[]} names Of the heads.
   * @param {boolean} deep Whether there are several layers.
   */
  const layOut = (text, names, deep) => {
    grid.classList.toggle("mha-deep", deep);
    maps = names.map((name, h) => {
      const title = make("span", { class: "mha-of" }, `${name}: what every letter looks at`);
      const map = makeMap(title, [...text], [...text]);
      wear(map.node, h);
      map.onPoint(([row]) => go(row));
      return map;
    });
    grid.replaceChildren(...maps.map((map) => map.node));
  };
  /**
   * @param {Run} now
   * @param {number[]} off
   */
  const draw = (now, off) => {
    maps.forEach((map, h) => {
      map.draw(now.heads[h].weights, "weights", 0, 1);
      map.mark(place());
      map.node.classList.toggle("mha-off", off.includes(h));
    });
  };
  return { node, layOut, draw };
}

/**
 * What a reader sees at the chosen place, in words: where the heads look, and what the model says.
 * @param {Model} model
 * @param {Run} now
 * @param {ReturnType<typeof stepBefore>} before
 * @param {(head: number) => string} named
 * @param {(place: number) => string} told
 */
function story(model, now, before, named, told) {
  const [place, off, text] = [placeOf(model), model.get("off"), model.get("text")];
  /** @param {{ place: number, weight: number }} look */
  const at = ({ place, weight }) => `${told(place)} with ${tellShort(weight)}`;
  const looks = now.heads.map(({ weights }, h) => {
    if (off.includes(h)) return `${named(h)} is off`;
    const row = weights[place].map((weight, j) => ({ place: j, weight }));
    const order = row.sort((a, b) => b.weight - a.weight);
    const tops = order.filter(({ weight }) => weight > 0.25).slice(0, 2);
    return `${named(h)} looks at ${series((tops.length > 0 ? tops : order.slice(0, 1)).map(at))}`;
  });
  const then = (before?.looks ?? []).map((look) => `${at(look)} (${named(look.head)})`);
  const earlier = before
    ? `Dashed: before that, ${told(before.from)} itself had looked at ${series(then)}.`
    : "";
  const [alphabet, back] = [model.get("alphabet"), model.get("back")];
  const says = model.get("questions").map((question, k) => {
    const start = k === 0 ? question[0].toUpperCase() + question.slice(1) : question;
    const guess = alphabet[best(sharesOf(now, place, k, alphabet.length))];
    const right = wanted(text, place, back, k);
    return `${start} it says “${guess}”${right === null ? "" : guess === right ? ", right" : ", wrong"}`;
  });
  const early = [whyNot(text, place, back)].filter(Boolean).map((why) => ` ${why}`);
  const from = `From ${told(place)}: ${looks.join("; ")}.`;
  return [from, earlier, `${says.join("; ")}.${early}`];
}

/**
 * What each head looks at from a place, and which of it speaks for the traced answer. The first of
 * several layers stands below the letters; of one layer, every other head.
 * @param {import("../model.js").Weights} model
 * @param {Run} now
 * @param {number} place
 * @param {number[]} off
 * @param {ReturnType<typeof trace> | null} found
 * @param {ReturnType<typeof stepBefore>} before
 */
function looksFrom(model, now, place, off, found, before) {
  const parts = found?.parts ?? [];
  const values = [...parts.map(({ value }) => value), ...Object.values(found?.token ?? {})];
  const speaks = total(values.map((value) => Math.max(0, value)));
  return now.heads.map(({ weights }, h) => {
    const own = parts.filter((part) => part.head === h && part.value > MUCH * speaks);
    const earlier = (before?.looks ?? []).filter(({ head }) => head === h);
    return {
      name: headName(model, h),
      weights: weights[place],
      off: off.includes(h),
      below: model.layers.length > 1 ? layerOf(model, h) === 0 : h % 2 === 1,
      lit: new Set(own.map((part) => part.place)),
      before: earlier.map((look) => ({ ...look, from: before?.from ?? place })),
    };
  });
}

/**
 * @param {HTMLElement} root
 * @param {Model} model
 * @returns {import("../widget.js").Wired<State>}
 */
function wire(root, model) {
  const [models, alphabet] = [model.get("models"), model.get("alphabet")];
  const [length, n] = [models[0].places.length, alphabet.length];
  /** @param {number} place */
  const told = (place) => `“${model.get("text")[place]}” (${place})`;
  /** @param {number} answer */
  const answerName = (answer) =>
    `“${alphabet[answer % n]}” ${model.get("questions")[Math.floor(answer / n)]}`;
  const answers = upTo(models[0].bias.length).map(answerName);
  const shown = () => models[model.get("model")];
  const isDeep = () => shown().layers.length > 1;
  /** @param {number} head */
  const named = (head) => headName(shown(), head);
  const ids = () => [...model.get("text")].map((letter) => alphabet.indexOf(letter));

  const controls = makeControls(model);
  const chips = makeAnswers(model, length);
  const guesses = makeGuesses(model);
  const traced = makeTrace();
  const view = makeChoice({
    label: "show",
    options: [
      { value: "what it looks at", text: "what it looks at" },
      { value: "every number", text: "every number" },
    ],
    change: (value) => put(model, { view: /** @type {State["view"]} */ (value) }),
  });
  /** @param {number} place */
  const go = (place) => {
    const there = place >= 0 && place < model.get("text").length;
    if (there && place !== placeOf(model)) put(model, { place, answer: -1 });
  };
  const letters = makeLetters(length, mostHeads(models), go, () => placeOf(model));
  const maps = makeMaps(go, () => placeOf(model));
  const every = make("div");
  const grey = models.some(({ causal }) => causal) ? "; what is blocked is grey" : "";
  const scales = `0 is white; each stage has a scale of its own${grey}`;
  const bars = makeBar("signed", "less", "more", scales);
  const below = make("div", {}, maps.node, make("div", {}, every, bars));
  const [looks, numbers] = below.children;
  root.append(controls.node, letters.node, chips.node);
  const say = makeSay(root);
  root.append(guesses.node, traced.node, view.node, below);

  /** @type {import("../model.js").Asked | null} */
  let asked = null;
  let [laid, ran] = ["", ""];
  /** @type {ReturnType<typeof makePipeline> | null} */
  let pipeline = null;
  /** @type {Run} */
  let now;

  const compute = () => {
    const key = JSON.stringify([model.get("model"), model.get("text"), model.get("off")]);
    if (key !== ran) now = run(shown(), ids(), model.get("off"));
    ran = key;
  };
  /** Lays out what stands below, anew for another model or text. */
  const layOut = () => {
    const [text, all] = [model.get("text"), model.get("view") === "every number"];
    looks.toggleAttribute("hidden", all);
    numbers.toggleAttribute("hidden", !all);
    const key = JSON.stringify([model.get("model"), text]);
    if (key !== laid) {
      maps.layOut(text, headsOf(shown()).map(named), isDeep());
      pipeline = null;
    }
    laid = key;
    if (!all || pipeline) return;
    const columns = answers.map((_, a) => alphabet[a % n]);
    pipeline = makePipeline(shown(), text, columns, answers, (number) => {
      asked = number;
      if (number.row === placeOf(model)) drawNumbers();
      else go(number.row);
    });
    every.replaceChildren(pipeline.node);
  };
  /** @param {import("../model.js").Asked} asked */
  const isThere = ({ stage, of, column }) => {
    const many = { sum: now.sums.length, x: 1, logits: 1, answers: 1 };
    const there = of < (many[/** @type {keyof typeof many} */ (stage)] ?? now.heads.length);
    return there && column in numbersOf(now, stage, of)[0];
  };
  /** Frames the asked number, which stands in the chosen place's row, and tells about it. */
  const drawNumbers = () => {
    if (!pipeline) return;
    const row = placeOf(model);
    // Another model, or a shorter text, may no longer have the number.
    if (!asked || !isThere(asked)) {
      asked = { stage: "scores", of: 0, row, column: best(now.heads[0].weights[row]) };
    }
    asked.row = row;
    pipeline.answer(now, ids(), asked, { place: told, alphabet: [...alphabet] });
  };
  return {
    hears: ["model", "text", "place", "off", "answer", "view"],
    numbers: () => {
      compute();
      const before = stepBefore(shown(), now, placeOf(model), model.get("off"));
      return { ...now, before, place: placeOf(model), answer: model.get("answer"), asked };
    },
    draw() {
      compute();
      layOut();
      const [place, off, answer] = [placeOf(model), model.get("off"), model.get("answer")];
      const found = answer < 0 ? null : trace(shown(), now, ids(), place, answer, off);
      const parts = found && partsOf(found, named, told);
      const before = stepBefore(shown(), now, place, off);
      controls.set();
      view.set(model.get("view"));
      letters.draw(model.get("text"), place, looksFrom(shown(), now, place, off, found, before));
      chips.draw(now);
      guesses.draw(now);
      maps.draw(now, off);
      if (model.get("view") === "every number") {
        pipeline?.draw(now, place);
        drawNumbers();
      }
      // A reader who walks through the numbers hears about those.
      const live = every.matches(":focus-within") ? "off" : "polite";
      for (const said of [say.node, traced.said]) said.setAttribute("aria-live", live);
      say(...story(model, now, before, named, told), tellSilence(shown(), off));
      traced.draw(parts, found?.bias ?? 0, found ? answerName(answer) : "", isDeep());
    },
  };
}

export default makeWidget("A trained attention, running in the page", wire);
