// Stores what a reader chose or wrote, in the reader's browser.

import { MAX_CHARACTERS } from "./numbers.js";

export const MAX_STORED_CHARACTERS = 100_000;

/**
 * Stores a text under a name. It never leaves the browser. If the browser stores nothing, as in a
 * private window, the text lasts as long as the page.
 * @param {string} name
 */
export function makeStore(name) {
  /** @type {string | null} */
  let unsaved = null;
  /** @type {<T>(action: () => T) => T | null} */
  const attempt = (action) => {
    try {
      return action();
    } catch {
      return null;
    }
  };
  const get = () => unsaved ?? attempt(() => localStorage.getItem(name));
  /** @param {string | null} text */
  const set = (text) => {
    unsaved = text;
    attempt(() => (text ? localStorage.setItem(name, text) : localStorage.removeItem(name)));
  };
  /**
   * Reads a stored value from JSON. A value that does not fit, such as an answer to an older
   * version of the book, is deleted.
   * @param {(value: unknown) => boolean} fits
   */
  const read = (fits) => {
    const text = get();
    if (text === null) return null;
    const isShort = text.length <= MAX_STORED_CHARACTERS;
    const value = isShort ? attempt(() => JSON.parse(text)) : null;
    if (value !== null && fits(value)) return value;
    set(null);
    return null;
  };
  return { get, set, read };
}

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
