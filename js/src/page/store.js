// Stores what a reader chose or wrote in a page, and says whether it fits.

import { MAX_CHARACTERS } from "./numbers.js";

export { MAX_STORED_CHARACTERS, makeStore } from "../shared/stored.js";

/**
 * Returns whether a stored value can be an answer to this exercise.
 * @param {import("./judge.js").PageExercise} exercise
 * @param {number} count The number of its controls.
 * @param {unknown} answers
 */
export function fits({ parts, table, columns = [], painted, rows = [] }, count, answers) {
  /** @param {unknown} value */
  const isText = (value) => typeof value === "string" && value.length <= MAX_CHARACTERS;
  /** @param {unknown} value */
  const isCell = (value) => (painted ? typeof value === "boolean" : isText(value));
  if (!Array.isArray(answers) || answers.length !== count) return false;
  if (parts)
    return answers.every(
      (i, part) => Number.isInteger(i) && i >= -1 && i < parts[part].options.length,
    );
  if (!table) return answers.every(isText);
  const [cells] = answers;
  return (
    Array.isArray(cells) && cells.length === rows.length * columns.length && cells.every(isCell)
  );
}
