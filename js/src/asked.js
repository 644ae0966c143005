// Which letter is asked for at each place of a text, and how a question is put into words.

import { upTo } from "./numbers.js";

/**
 * Whether a question is about the letter that comes next, which no place behind it holds.
 * @param {number} back How many places back the answer stands; -1 for the next letter.
 */
const isNext = (back) => back < 0;

/**
 * The right answer; null where the question is not asked.
 *
 * What stands further back is asked for from the first place that has an answer to each question.
 * The next letter is asked for where there is something to go by: once the text repeats a block;
 * and, in a text that repeats none, where the letter has stood before.
 * @param {string} text
 * @param {number} place
 * @param {number[]} back Of every question.
 * @param {number} k The question.
 */
export function wanted(text, place, back, k) {
  const there = isNext(back[k])
    ? place + 1 < text.length && hasClue(text, place)
    : place >= Math.max(...back);
  return there ? text[place - back[k]] : null;
}

/**
 * Whether an answer is the model's own continuation of the text: no letter says whether it is right.
 * @param {string} text
 * @param {number} place
 * @param {number} back
 */
export const goesOn = (text, place, back) => isNext(back) && place === text.length - 1;

/**
 * How long the block is that a text repeats, from its first letter to its end; 0 where it does not.
 * @param {string} text
 */
function blockOf(text) {
  const repeats = (/** @type {number} */ n) => text.slice(n) === text.slice(0, -n);
  return upTo(text.length).find((n) => n > 0 && repeats(n)) ?? 0;
}

/**
 * @param {string} text
 * @param {number} place
 */
function hasClue(text, place) {
  const block = blockOf(text);
  return block ? place >= block : text.indexOf(text[place]) < place;
}

/**
 * "the letter two back", "the next letter".
 * @param {string} question
 * @param {number} back
 */
export const askFor = (question, back) =>
  isNext(back) ? `the ${question} letter` : `the letter ${question}`;

/**
 * Why nothing is asked at a place; "" where something is.
 * @param {string} text
 * @param {number} place
 * @param {number[]} back
 */
export function whyNot(text, place, back) {
  if (wanted(text, place, back, 0) !== null) return "";
  if (!isNext(back[0])) return "Nothing stands that far back here, so it was never asked.";
  if (goesOn(text, place, back[0])) return "The text ends here: this is how it would go on.";
  if (blockOf(text)) return "Nothing has come again yet, so there is nothing to go by.";
  return `No “${text[place]}” stands before this one, so there is nothing to go by.`;
}
