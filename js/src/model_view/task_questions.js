// Finds the letter that each question asks for at each position, and words the questions.

import { upTo } from "../shared/math.js";

/**
 * Returns whether a question is about the next letter.
 * @param {number} back How many positions back the answer is; -1 for the next letter.
 */
const isNext = (back) => back < 0;

/**
 * Returns the right answer; null if the question is not asked.
 *
 * Questions about earlier letters are asked from the first position at which all of them have an
 * answer. The question about the next letter is asked where the text gives a clue: if the text
 * repeats a block, from the block's second copy on; otherwise where the same letter has occurred
 * before.
 * @param {string} text
 * @param {number} position
 * @param {number[]} back For each question, how many positions back its answer is.
 * @param {number} k The question.
 */
export function rightAnswer(text, position, back, k) {
  const asked = isNext(back[k])
    ? position + 1 < text.length && hasClue(text, position)
    : position >= Math.max(...back);
  return asked ? text[position - back[k]] : null;
}

/**
 * Returns whether an answer continues the text, so that no letter of the text can confirm it.
 * @param {string} text
 * @param {number} position
 * @param {number} back
 */
export const continuesText = (text, position, back) => isNext(back) && position === text.length - 1;

/**
 * Returns the length of the block that a text repeats from its first letter to its end; 0 if there
 * is none.
 * @param {string} text
 */
function repeatedLength(text) {
  const repeats = (/** @type {number} */ n) => text.slice(n) === text.slice(0, -n);
  return upTo(text.length).find((n) => n > 0 && repeats(n)) ?? 0;
}

/**
 * @param {string} text
 * @param {number} position
 */
function hasClue(text, position) {
  const block = repeatedLength(text);
  return block ? position >= block : text.indexOf(text[position]) < position;
}

/**
 * Words a question: "the letter two back", "the next letter".
 * @param {string} question
 * @param {number} back
 */
export const formatQuestion = (question, back) =>
  isNext(back) ? `the ${question} letter` : `the letter ${question}`;

/**
 * Says why nothing is asked at a position; "" if something is.
 * @param {string} text
 * @param {number} position
 * @param {number[]} back
 */
export function explainUnasked(text, position, back) {
  if (rightAnswer(text, position, back, 0) !== null) return "";
  if (!isNext(back[0]))
    return "Too few letters come before this position, so nothing was asked here.";
  if (continuesText(text, position, back[0]))
    return "The text ends here: this is how it would go on.";
  if (repeatedLength(text)) return "Nothing has repeated yet, so there is nothing to go by.";
  return `There is no earlier “${text[position]}”, so there is nothing to go by.`;
}
