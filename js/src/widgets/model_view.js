// ModelView: a trained attention that runs in the page; the reader types, and every number answers.

import { makeButton, makeChoice, makeInput, makeSay, onArrows } from "../controls.js";
import { make, makeRows, setStyle, write } from "../dom.js";
import { makeLetters, tellWeight } from "../letters.js";
import { makeBar, makeMap, wear } from "../maps.js";
import { numbersOf, run, trace } from "../model.js";
import { counted, percent, series, total, upTo } from "../numbers.js";
import { makePipeline } from "../pipeline.js";
import { makeWidget, put } from "../widget.js";

/**
 * @typedef {object} State
 * @property {import("../model.js").Weights[]} models
 * @property {string} alphabet
 * @property {string[]} questions What is asked at each place, in words.
 * @property {number[]} back How many places back each answer stands.
 * @property {string} text
 * @property {number} model The one that runs.
 * @property {number} place The chosen one.
 * @property {number[]} off Heads that are switched off.
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

/**
 * Two digits, and a true minus.
 * @param {number} x
 */
const short = (x) => x.toFixed(2).replace("-", "−");

/** @param {number[]} shares */
const best = (shares) => shares.indexOf(Math.max(...shares));

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
  const most = Math.max(...models.map(({ W_Q }) => W_Q.length));
  const heads = upTo(most).map((h) => {
    const button = makeButton(`head ${h}`, () => {
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
  node.append(make("div", { class: "mha-switches" }, ...heads));
  const same = models.every(({ parameters }) => parameters === models[0].parameters);
  const set = () => {
    const [now, off] = [models[model.get("model")], model.get("off")];
    choice.set(model.get("model"));
    input.set(model.get("text"));
    const told = now.parameters.toLocaleString("en");
    count.textContent = `${told} numbers${same && models.length > 1 ? " either way" : ""}`;
    heads.forEach((button, h) => {
      button.hidden = h >= now.W_Q.length;
      button.textContent = `head ${h}: ${off.includes(h) ? "off" : "on"}`;
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
  setStyle(node, { places: length });
  const asked = Math.max(...back);
  /** @param {Run} now */
  const draw = (now) => {
    const [text, place, answer] = [model.get("text"), placeOf(model), model.get("answer")];
    const n = alphabet.length;
    for (const { k, question, words, faults, cells } of lines) {
      /** @type {string[]} */
      const wrong = [];
      cells.forEach((cell, i) => {
        const there = i < text.length && i >= asked;
        const says = there ? best(sharesOf(now, i, k, n)) : 0;
        const right = there && alphabet[says] === text[i - back[k]];
        if (there && !right) wrong.push(`“${alphabet[says]}” at “${text[i]}” (${i})`);
        cell.textContent = there ? `${alphabet[says]}${right ? "✓" : "✗"}` : "";
        cell.className = `mha-chip ${there ? (right ? "mha-right" : "mha-false") : ""}`;
        const traced = i === place && Math.floor(answer / n) === k;
        cell.classList.toggle("mha-lit", there && (answer >= 0 ? traced : i === place));
        cell.onclick = there ? () => put(model, { place: i, answer: k * n + says }) : null;
      });
      const all = Math.max(0, text.length - asked);
      write(words, `the letter ${question}? ${all - wrong.length} of ${all} right`);
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
  const [questions, alphabet] = [model.get("questions"), model.get("alphabet")];
  const n = alphabet.length;
  const asked = Math.max(...model.get("back"));
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
      const right = text[place - model.get("back")[k]];
      const known = place >= asked ? ` is “${right}”` : "";
      title.replaceChildren("the letter ", make("b", {}, question), `${known}; the model says`);
      const shares = sharesOf(now, place, k, n);
      const order = upTo(n).sort((a, b) => shares[b] - shares[a]);
      lines.forEach(({ button, bar, share, letter }, i) => {
        const guess = order[i];
        const good = place >= asked && alphabet[guess] === right;
        letter.textContent = alphabet[guess];
        share.textContent = `${percent(shares[guess])}${good ? " ✓" : ""}`;
        bar.className = good ? "mha-right" : place >= asked ? "mha-false" : "mha-unasked";
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
 * Where an answer came from, in a table: each head from each place.
 * @param {(place: number) => string} told
 */
function makeTrace(told) {
  const title = make("p", { class: "mha-title" });
  const body = make("tbody");
  const table = make("table", { class: "mha-trace", "aria-label": "where it came from" }, body);
  const hint = make("p", { class: "mha-hint" }, "↑ Choose an answer: where did it come from?");
  const node = make("div", {}, hint, title, table);
  /**
   * @param {ReturnType<typeof trace> | null} found
   * @param {string} name
   */
  const draw = (found, name) => {
    table.hidden = title.hidden = !found;
    hint.hidden = Boolean(found);
    if (!found) return;
    title.textContent =
      `What speaks for ${name} (its logit above the mean of all letters): each weight, times what ` +
      "the value there contributes through W_O and the readout";
    const order = [...found.terms].sort((a, b) => Math.abs(b.value) - Math.abs(a.value));
    const lines = order.slice(0, TOP).map(({ head, place, weight, says, value }) => {
      const from = `head ${head}, from ${told(place)}`;
      return [from, `${tellWeight(weight)} × ${short(says)}`, short(value)];
    });
    const rest = order.slice(TOP);
    const left = total(rest.map(({ value }) => value));
    if (rest.length > 0)
      lines.push([`all the rest, ${counted(rest.length, "term")}`, "", short(left)]);
    lines.push(["bias", "", short(found.bias)]);
    const sum = found.bias + total(found.terms.map(({ value }) => value));
    lines.push(["together", "", short(sum)]);
    body.replaceChildren(...makeRows(lines));
  };
  return { node, draw };
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
   * @param {number} nHeads
   */
  const layOut = (text, nHeads) => {
    maps = upTo(nHeads).map((h) => {
      const title = make("span", { class: "mha-of" }, `head ${h}: what every letter looks at`);
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
 * @param {(place: number) => string} told
 */
function story(model, now, told) {
  const [place, off, alphabet] = [placeOf(model), model.get("off"), model.get("alphabet")];
  const looks = now.heads.map(({ weights }, h) => {
    if (off.includes(h)) return `head ${h} is off`;
    const row = weights[place];
    const order = upTo(row.length).sort((a, b) => row[b] - row[a]);
    const tops = order.filter((j) => row[j] > 0.25).slice(0, 2);
    const at = (tops.length > 0 ? tops : order.slice(0, 1)).map(
      (j) => `${told(j)} with ${row[j].toFixed(2)}`,
    );
    return `head ${h} looks at ${series(at)}`;
  });
  const asked = Math.max(...model.get("back"));
  const says = model.get("questions").map((question, k) => {
    const start = k === 0 ? question[0].toUpperCase() + question.slice(1) : question;
    const guess = alphabet[best(sharesOf(now, place, k, alphabet.length))];
    const right = guess === model.get("text")[place - model.get("back")[k]];
    return `${start} it says “${guess}”${place < asked ? "" : right ? ", right" : ", wrong"}`;
  });
  const early = place < asked ? " Nothing stands that far back here, so it was never asked." : "";
  return [`From ${told(place)}: ${looks.join("; ")}.`, `${says.join("; ")}.${early}`];
}

/**
 * @param {HTMLElement} root
 * @param {Model} model
 * @returns {import("../widget.js").Wired<State>}
 */
function wire(root, model) {
  const [models, alphabet] = [model.get("models"), model.get("alphabet")];
  const [length, n] = [models[0].places.length, alphabet.length];
  const most = Math.max(...models.map(({ W_Q }) => W_Q.length));
  /** @param {number} place */
  const told = (place) => `“${model.get("text")[place]}” (${place})`;
  /** @param {number} answer */
  const answerName = (answer) =>
    `“${alphabet[answer % n]}” ${model.get("questions")[Math.floor(answer / n)]}`;
  const answers = upTo(models[0].bias.length).map(answerName);

  const controls = makeControls(model);
  const chips = makeAnswers(model, length);
  const guesses = makeGuesses(model);
  const traced = makeTrace(told);
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
  const letters = makeLetters(length, most, go, () => placeOf(model));
  const maps = makeMaps(go, () => placeOf(model));
  const every = make("div");
  const bars = makeBar("signed", "less", "more", "0 is white; each stage has a scale of its own");
  const below = make("div", {}, maps.node, make("div", {}, every, bars));
  const [looks, numbers] = below.children;
  root.append(controls.node, letters.node, chips.node);
  const say = makeSay(root);
  root.append(guesses.node, traced.node, view.node, below);

  /** @type {import("../model.js").Asked | null} */
  let asked = null;
  let [shown, ran] = ["", ""];
  /** @type {ReturnType<typeof makePipeline> | null} */
  let pipeline = null;
  /** @type {Run} */
  let now;

  const compute = () => {
    const key = JSON.stringify([model.get("model"), model.get("text"), model.get("off")]);
    if (key !== ran) {
      const ids = [...model.get("text")].map((letter) => alphabet.indexOf(letter));
      now = run(models[model.get("model")], ids, model.get("off"));
    }
    ran = key;
  };
  /** Lays out what stands below, anew for another model or text. */
  const layOut = () => {
    const [text, all] = [model.get("text"), model.get("view") === "every number"];
    looks.toggleAttribute("hidden", all);
    numbers.toggleAttribute("hidden", !all);
    const key = JSON.stringify([model.get("model"), text]);
    if (key !== shown) {
      maps.layOut(text, now.heads.length);
      pipeline = null;
    }
    shown = key;
    if (!all || pipeline) return;
    const columns = answers.map((_, a) => alphabet[a % n]);
    pipeline = makePipeline(models[model.get("model")], text, columns, answers, (number) => {
      asked = number;
      if (number.row === placeOf(model)) drawNumbers();
      else go(number.row);
    });
    every.replaceChildren(pipeline.node);
  };
  /** @param {import("../model.js").Asked} asked */
  const rowOf = ({ stage, head }) => numbersOf(now, stage, head)[0];
  /** Frames the asked number, which stands in the chosen place's row, and tells about it. */
  const drawNumbers = () => {
    if (!pipeline) return;
    const [text, row] = [model.get("text"), placeOf(model)];
    // Another model, or a shorter text, may no longer have the number.
    const there = asked && asked.head < now.heads.length && asked.column in rowOf(asked);
    if (!asked || !there) {
      asked = { stage: "scores", head: 0, row, column: best(now.heads[0].weights[row]) };
    }
    asked.row = row;
    const ids = [...text].map((letter) => alphabet.indexOf(letter));
    pipeline.answer(now, ids, asked, { place: told, alphabet: [...alphabet] });
  };
  return {
    hears: ["model", "text", "place", "off", "answer", "view"],
    numbers: () => {
      compute();
      return { ...now, place: placeOf(model), answer: model.get("answer"), asked };
    },
    draw() {
      compute();
      layOut();
      const [place, off, answer] = [placeOf(model), model.get("off"), model.get("answer")];
      const found = answer < 0 ? null : trace(models[model.get("model")], now, place, answer, off);
      const speaks = total((found?.terms ?? []).map(({ value }) => Math.max(0, value)));
      const lit = now.heads.map((_, h) => {
        const own = (found?.terms ?? []).filter((t) => t.head === h && t.value > MUCH * speaks);
        return new Set(own.map((term) => term.place));
      });
      controls.set();
      view.set(model.get("view"));
      letters.draw(
        model.get("text"),
        place,
        now.heads.map(({ weights }) => weights[place]),
        off,
        lit,
      );
      chips.draw(now);
      guesses.draw(now);
      traced.draw(found, found ? answerName(answer) : "");
      maps.draw(now, off);
      if (model.get("view") === "every number") {
        pipeline?.draw(now, place);
        drawNumbers();
      }
      const from = found && [...found.terms].sort((a, b) => b.value - a.value)[0];
      const source = from && `${answerName(answer)} comes most from ${told(from.place)}`;
      // A reader who walks through the numbers hears about those.
      say.node.setAttribute("aria-live", every.matches(":focus-within") ? "off" : "polite");
      say(...story(model, now, told), source ? `${source}, through head ${from.head}.` : "");
    },
  };
}

export default makeWidget("A trained attention, running in the page", wire);
