// Which letter is asked for at each place of a text, and how a question is put into words.

/**
 * Whether a question is about the letter that comes next, which no place behind it holds.
 * @param {number} back How many places back the answer stands; -1 for the next letter.
 */
const isNext = (back) => back < 0;

/**
 * The right answer; null where the question is not asked.
 *
 * What stands further back is asked for from the first place that has an answer to each question.
 * The next letter is asked for where the letter has stood before: there is something to go by.
 * @param {string} text
 * @param {number} place
 * @param {number[]} back Of every question.
 * @param {number} k The question.
 */
export function wanted(text, place, back, k) {
  const there = isNext(back[k])
    ? place + 1 < text.length && stoodBefore(text, place)
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
 * @param {string} text
 * @param {number} place
 */
const stoodBefore = (text, place) => text.indexOf(text[place]) < place;

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
  return `No “${text[place]}” stands before this one, so there is nothing to go by.`;
}
