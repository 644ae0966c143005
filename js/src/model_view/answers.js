// Finds what a model answers at each position and where an answer came from, and describes both.

import {
  formatCountOf,
  formatFixed,
  formatList,
  formatToken,
  formatWeight,
} from "../shared/format.js";
import { argmax, descending, total, upTo } from "../shared/math.js";
import { headName, layerOfHead } from "../shared/model.js";
import { continuesText, explainUnasked, formatQuestion, rightAnswer } from "./task_questions.js";

/** @typedef {import("../shared/model.js").Run} Run */
/** @typedef {ReturnType<typeof import("../shared/model.js").trace>} Trace */
/** @typedef {ReturnType<typeof import("../shared/model.js").findEarlierStep>} EarlierStep */

/**
 * @typedef {object} Task
 * @property {string} alphabet
 * @property {string[]} questions What is asked at each position, such as "two back".
 * @property {number[]} back For each question, how many positions back its answer is; -1 for the
 *   next letter.
 */

/**
 * What is shown about the chosen position.
 * @typedef {object} ShownPosition
 * @property {import("../shared/model.js").AttentionModel} model
 * @property {Run} run
 * @property {string} text
 * @property {number} position
 * @property {number[]} off
 * @property {EarlierStep} before
 * @property {Task} task
 */

const TERMS_SHOWN = 4; // a trace shows its largest terms one by one, and sums up the rest
const MIN_MARKED_FRACTION = 0.15; // a position that brings more of the positive terms is marked
const MIN_SECOND_WEIGHT = 0.25; // a second position with more weight than this is named

/**
 * Returns the probability of each letter as the answer to one question.
 * @param {Run} run
 * @param {number} position
 * @param {number} k The question.
 * @param {Task} task
 */
export function answerProbabilities(run, position, k, { alphabet }) {
  return run.answers[position].slice(k * alphabet.length, (k + 1) * alphabet.length);
}

/**
 * Returns how an answer is marked: right, wrong, or not at all where no right answer is known.
 * @param {string | null} right
 * @param {string} letter
 */
export function markAnswer(right, letter) {
  if (right === null) return { kind: "mha-unasked", mark: "" };
  return letter === right
    ? { kind: "mha-right-answer", mark: "✓" }
    : { kind: "mha-wrong-answer", mark: "✗" };
}

/**
 * Returns the answer to one question at each position; null where the question is not asked.
 * @param {number} k The question.
 * @param {Pick<ShownPosition, "run" | "text" | "task">} view
 */
export function answersToQuestion(k, { run, text, task }) {
  return upTo(text.length).map((position) => {
    const right = rightAnswer(text, position, task.back, k);
    if (right === null && !continuesText(text, position, task.back[k])) return null;
    const id = argmax(answerProbabilities(run, position, k, task));
    return { id, letter: task.alphabet[id], right, ...markAnswer(right, task.alphabet[id]) };
  });
}

/**
 * Says how many answers to a question are right, and which are wrong.
 * @param {number} k The question.
 * @param {ReturnType<typeof answersToQuestion>} answers
 * @param {Pick<ShownPosition, "text" | "task">} view
 */
export function describeAnswers(k, answers, { text, task: { questions, back } }) {
  const known = answers.filter((answer) => answer && answer.right !== null);
  const wrong = answers.flatMap((answer, position) =>
    answer?.mark === "✗" ? [`“${answer.letter}” at ${formatToken(text, position)}`] : [],
  );
  const hits = `${known.length - wrong.length} of ${known.length} right`;
  return [
    `${formatQuestion(questions[k], back[k])}? ${hits}`,
    wrong.length > 0 ? ` Wrong: ${wrong.join(", ")}.` : "",
  ];
}

/**
 * Names an answer: “b” two back.
 * @param {number} answer
 * @param {Task} task
 */
export const formatAnswer = (answer, { alphabet, questions }) =>
  `“${alphabet[answer % alphabet.length]}” ${questions[Math.floor(answer / alphabet.length)]}`;

/** @typedef {{ name: string, source: string, product: string, value: number }} LogitTerm */

/**
 * Returns the terms of an answer's logit, the largest first: what each head contributed from each
 * position, and what the token's own letter and position contributed.
 * @param {Trace} trace
 * @param {Pick<ShownPosition, "model" | "text">} view
 * @returns {LogitTerm[]}
 */
export function logitTerms({ parts, token }, { model, text }) {
  const fromHeads = parts.map(({ head, position, weight, contribution, value }) => {
    const who = headName(model, head);
    const where = `from ${formatToken(text, position)}`;
    const product = `${formatWeight(weight)} × ${formatFixed(contribution)}`;
    return { name: `${who}, ${where}`, source: `${where}, through ${who}`, product, value };
  });
  const rest = Object.entries(token).map(([what, value]) => {
    const name = `the token's own ${what}`;
    return { name, source: `from ${name}`, product: "", value };
  });
  const all = [...fromHeads, ...rest];
  return descending(all.map(({ value }) => Math.abs(value))).map((i) => all[i]);
}

/**
 * Says where most of an answer came from.
 * @param {string} answer
 * @param {LogitTerm[]} parts The largest first.
 */
export function describeSource(answer, parts) {
  const top = parts.find(({ value }) => value > 0);
  return top
    ? `${answer} comes mainly ${top.source}.`
    : `Nothing that it attends to raises ${answer}.`;
}

/**
 * Returns the rows of a trace's table: the largest terms, the rest, the bias, and their sum.
 * @param {LogitTerm[]} parts The largest first.
 * @param {number} bias
 */
export function formatTerms(parts, bias) {
  const values = parts.map(({ value }) => value);
  const rest = values.slice(TERMS_SHOWN);
  return [
    ...parts
      .slice(0, TERMS_SHOWN)
      .map(({ name, product, value }) => [name, product, formatFixed(value)]),
    ...(rest.length > 0
      ? [[`all the rest, ${formatCountOf(rest.length, "term")}`, "", formatFixed(total(rest))]]
      : []),
    ["bias", "", formatFixed(bias)],
    ["sum", "", formatFixed(bias + total(values))],
  ];
}

/** @param {string} text @param {number} position @param {number} weight */
const formatAttended = (text, position, weight) =>
  `${formatToken(text, position)} with ${formatFixed(weight)}`;

/** Says what each head attends to. @param {ShownPosition} view */
function describeAttention({ model, run, text, position, off }) {
  const attended = run.heads.map(({ weights }, h) => {
    if (off.includes(h)) return `${headName(model, h)} is off`;
    const [first, second] = descending(weights[position]);
    const positions = weights[position][second] > MIN_SECOND_WEIGHT ? [first, second] : [first];
    const named = positions.map((j) => formatAttended(text, j, weights[position][j]));
    return `${headName(model, h)} attends to ${formatList(named)}`;
  });
  return `From ${formatToken(text, position)}: ${attended.join("; ")}.`;
}

/** Says what the model answers, and whether that is right. @param {ShownPosition} view */
function describeGuesses({ run, text, position, task }) {
  const guesses = task.questions.map((question, k) => {
    const start = k === 0 ? question[0].toUpperCase() + question.slice(1) : question;
    const letter = task.alphabet[argmax(answerProbabilities(run, position, k, task))];
    const { mark } = markAnswer(rightAnswer(text, position, task.back, k), letter);
    return `${start} it says “${letter}”${mark && (mark === "✓" ? ", right" : ", wrong")}`;
  });
  const why = explainUnasked(text, position, task.back);
  return `${guesses.join("; ")}.${why && ` ${why}`}`;
}

/** Says what the heads of the previous layer attended to. @param {ShownPosition} view */
function describeEarlierLayer({ model, text, before }) {
  if (!before) return "";
  const attended = before.attended.map(
    ({ head, position, weight }) =>
      `${formatAttended(text, position, weight)} (${headName(model, head)})`,
  );
  const from = formatToken(text, before.from);
  return `Dashed: before that, ${from} itself had attended to ${formatList(attended)}.`;
}

/** Returns the sentences under the letters. @param {ShownPosition} view */
export const describePosition = (view) => [
  describeAttention(view),
  describeEarlierLayer(view),
  describeGuesses(view),
];

/**
 * Returns what each head attends to, and which positions raise the traced answer. If there are
 * several layers, the first layer's heads are drawn below the letters; if there is one, every
 * second head is.
 * @param {ShownPosition} view
 * @param {Trace | null} trace
 * @returns {import("./letters.js").HeadAttention[]}
 */
export function attentionByHead({ model, run, position, off, before }, trace) {
  const parts = trace?.parts ?? [];
  const values = [...parts.map(({ value }) => value), ...Object.values(trace?.token ?? {})];
  const least = MIN_MARKED_FRACTION * total(values.map((value) => Math.max(0, value)));
  return run.heads.map(({ weights }, h) => {
    const strong = parts.filter(({ head, value }) => head === h && value > least);
    const earlier = (before?.attended ?? []).filter(({ head }) => head === h);
    return {
      name: headName(model, h),
      weights: weights[position],
      off: off.includes(h),
      below: model.layers.length > 1 ? layerOfHead(model, h) === 0 : h % 2 === 1,
      lit: new Set(strong.map((part) => part.position)),
      before: earlier.map((look) => ({ ...look, from: before?.from ?? position })),
    };
  });
}
