// What a model answers at each place of a text, where an answer came from, and both in words.

import { headName, layerOf } from "./model.js";
import {
  argmax,
  counted,
  descending,
  series,
  tellShort,
  tellToken,
  tellWeight,
  total,
  upTo,
} from "./numbers.js";
import { askFor, goesOn, wanted, whyNot } from "./task_questions.js";

/** @typedef {import("./model.js").Run} Run */
/** @typedef {ReturnType<typeof import("./model.js").trace>} Trace */
/** @typedef {ReturnType<typeof import("./model.js").stepBefore>} Before */

/**
 * @typedef {object} Task
 * @property {string} alphabet
 * @property {string[]} questions What is asked at each place, in words.
 * @property {number[]} back How many places back each answer stands; -1 for the next letter.
 */

/**
 * What is seen at the chosen place.
 * @typedef {object} View
 * @property {import("./model.js").Weights} model
 * @property {Run} run
 * @property {string} text
 * @property {number} place
 * @property {number[]} off
 * @property {Before} before
 * @property {Task} task
 */

const TOP = 4; // terms of a trace that are shown one by one
const MUCH = 0.15; // a place is marked from this share of what speaks for an answer
const STRONG = 0.25; // a second place is named from this weight

/**
 * The share of each letter as the answer to one question.
 * @param {Run} run
 * @param {number} place
 * @param {number} k The question.
 * @param {Task} task
 */
export function sharesOf(run, place, k, { alphabet }) {
  return run.answers[place].slice(k * alphabet.length, (k + 1) * alphabet.length);
}

/**
 * How an answer is marked; not at all where none is known to be right.
 * @param {string | null} right
 * @param {string} letter
 */
export function judge(right, letter) {
  if (right === null) return { kind: "mha-unasked", mark: "" };
  return letter === right ? { kind: "mha-right", mark: "✓" } : { kind: "mha-false", mark: "✗" };
}

/**
 * The answer to one question at each place; null where it is not asked.
 * @param {number} k The question.
 * @param {Pick<View, "run" | "text" | "task">} view
 */
export function answersTo(k, { run, text, task }) {
  return upTo(text.length).map((place) => {
    const right = wanted(text, place, task.back, k);
    if (right === null && !goesOn(text, place, task.back[k])) return null;
    const id = argmax(sharesOf(run, place, k, task));
    return { id, letter: task.alphabet[id], right, ...judge(right, task.alphabet[id]) };
  });
}

/**
 * How many answers to a question are right, and which are wrong.
 * @param {number} k The question.
 * @param {ReturnType<typeof answersTo>} answers
 * @param {Pick<View, "text" | "task">} view
 */
export function tellAnswers(k, answers, { text, task: { questions, back } }) {
  const known = answers.filter((answer) => answer && answer.right !== null);
  const wrong = answers.flatMap((answer, place) =>
    answer?.mark === "✗" ? [`“${answer.letter}” at ${tellToken(text, place)}`] : [],
  );
  const hits = `${known.length - wrong.length} of ${known.length} right`;
  return [
    `${askFor(questions[k], back[k])}? ${hits}`,
    wrong.length > 0 ? ` Wrong: ${wrong.join(", ")}.` : "",
  ];
}

/**
 * An answer by its number: “b” two back.
 * @param {number} answer
 * @param {Task} task
 */
export const tellAnswer = (answer, { alphabet, questions }) =>
  `“${alphabet[answer % alphabet.length]}” ${questions[Math.floor(answer / alphabet.length)]}`;

/** @typedef {{ name: string, source: string, product: string, value: number }} Part */

/**
 * What an answer was made of, the largest first: what each head brought from each place, and what
 * the token's own letter and place say.
 * @param {Trace} trace
 * @param {Pick<View, "model" | "text">} view
 * @returns {Part[]}
 */
export function partsOf({ parts, token }, { model, text }) {
  const brought = parts.map(({ head, place, weight, says, value }) => {
    const [who, where] = [headName(model, head), `from ${tellToken(text, place)}`];
    const product = `${tellWeight(weight)} × ${tellShort(says)}`;
    return { name: `${who}, ${where}`, source: `${where}, through ${who}`, product, value };
  });
  const rest = Object.entries(token).map(([what, value]) => {
    const name = `the token's own ${what}`;
    return { name, source: `from ${name}`, product: "", value };
  });
  const all = [...brought, ...rest];
  return descending(all.map(({ value }) => Math.abs(value))).map((i) => all[i]);
}

/**
 * Where most of an answer came from.
 * @param {string} answer
 * @param {Part[]} parts The largest first.
 */
export function tellSource(answer, parts) {
  const top = parts.find(({ value }) => value > 0);
  return top
    ? `${answer} comes most ${top.source}.`
    : `Nothing that it reads speaks for ${answer}.`;
}

/**
 * The lines of a trace's table: the largest parts, the rest, the bias, and their sum.
 * @param {Part[]} parts The largest first.
 * @param {number} bias
 */
export function tellParts(parts, bias) {
  const values = parts.map(({ value }) => value);
  const rest = values.slice(TOP);
  return [
    ...parts.slice(0, TOP).map(({ name, product, value }) => [name, product, tellShort(value)]),
    ...(rest.length > 0
      ? [[`all the rest, ${counted(rest.length, "term")}`, "", tellShort(total(rest))]]
      : []),
    ["bias", "", tellShort(bias)],
    ["together", "", tellShort(bias + total(values))],
  ];
}

/** @param {string} text @param {number} place @param {number} weight */
const tellLook = (text, place, weight) => `${tellToken(text, place)} with ${tellShort(weight)}`;

/** Where each head looks. @param {View} view */
function tellLooks({ model, run, text, place, off }) {
  const looks = run.heads.map(({ weights }, h) => {
    if (off.includes(h)) return `${headName(model, h)} is off`;
    const [first, second] = descending(weights[place]);
    const places = weights[place][second] > STRONG ? [first, second] : [first];
    const named = places.map((j) => tellLook(text, j, weights[place][j]));
    return `${headName(model, h)} attends to ${series(named)}`;
  });
  return `From ${tellToken(text, place)}: ${looks.join("; ")}.`;
}

/** What the model says, and whether it is right. @param {View} view */
function tellGuesses({ run, text, place, task }) {
  const guesses = task.questions.map((question, k) => {
    const start = k === 0 ? question[0].toUpperCase() + question.slice(1) : question;
    const letter = task.alphabet[argmax(sharesOf(run, place, k, task))];
    const { mark } = judge(wanted(text, place, task.back, k), letter);
    return `${start} it says “${letter}”${mark && (mark === "✓" ? ", right" : ", wrong")}`;
  });
  const why = whyNot(text, place, task.back);
  return `${guesses.join("; ")}.${why && ` ${why}`}`;
}

/** Where the heads had looked before. @param {View} view */
function tellBefore({ model, text, before }) {
  if (!before) return "";
  const looks = before.looks.map(
    ({ head, place, weight }) => `${tellLook(text, place, weight)} (${headName(model, head)})`,
  );
  const from = tellToken(text, before.from);
  return `Dashed: before that, ${from} itself had looked at ${series(looks)}.`;
}

/** The sentences under the letters. @param {View} view */
export const story = (view) => [tellLooks(view), tellBefore(view), tellGuesses(view)];

/**
 * What each head attends to, and which of it speaks for the traced answer. The first of several
 * layers stands below the letters; of one layer, every other head.
 * @param {View} view
 * @param {Trace | null} trace
 * @returns {import("./letters.js").Look[]}
 */
export function looksFrom({ model, run, place, off, before }, trace) {
  const parts = trace?.parts ?? [];
  const values = [...parts.map(({ value }) => value), ...Object.values(trace?.token ?? {})];
  const least = MUCH * total(values.map((value) => Math.max(0, value)));
  return run.heads.map(({ weights }, h) => {
    const strong = parts.filter(({ head, value }) => head === h && value > least);
    const earlier = (before?.looks ?? []).filter(({ head }) => head === h);
    return {
      name: headName(model, h),
      weights: weights[place],
      off: off.includes(h),
      below: model.layers.length > 1 ? layerOf(model, h) === 0 : h % 2 === 1,
      lit: new Set(strong.map((part) => part.place)),
      before: earlier.map((look) => ({ ...look, from: before?.from ?? place })),
    };
  });
}
