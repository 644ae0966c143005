// Judges answers to exercises. Nothing here touches the page.

import { readNumber, readPair } from "./numbers.js";

/**
 * How a page takes the answer to an exercise, as `mha_lib/book/exercises/_page.py` writes it.
 * @typedef {object} PageExercise
 * @property {string} name The chapter's file and the exercise's number: "stacking.2".
 * @property {boolean} [code] Whether it can be answered in Python.
 * @property {string} [label] What a number to type is.
 * @property {[value: number, relativeTolerance: number, verdict: string][]} [numbers]
 * @property {Part[]} [parts]
 * @property {string[]} [sentences] All verdicts on choices.
 * @property {number[]} [verdicts] For each combination of options, the index of its verdict.
 * @property {string} [table] What a table to fill in is.
 * @property {string[]} [rows]
 * @property {string[]} [columns]
 * @property {boolean} [painted] Whether the reader paints the table's cells.
 * @property {[entries: number[], verdict: string][]} [known] Tables with their verdicts; the right
 *   one comes first.
 * @property {string[]} [texts] The label of each text field.
 *
 * @typedef {Required<Pick<PageExercise, "parts" | "sentences" | "verdicts">>} ChoiceExercise
 * @typedef {Required<Pick<PageExercise, "table" | "rows" | "columns" | "known">>
 *   & { painted?: boolean }} TableExercise
 *
 * @typedef {{ label: string, options: (string | number)[] }} Part
 */

/** Formats a number as Python prints it. @param {import("./numbers.js").ReadNumber} read */
function formatNumber({ value, whole }) {
  const digits = `${whole ?? ""}`;
  if (digits) return digits.length > 40 ? `${digits.slice(0, 18)}...${digits.slice(-19)}` : digits;
  if (value !== 0 && (Math.abs(value) < 1e-4 || Math.abs(value) >= 1e16))
    return value.toExponential().replace(/e([-+])(\d)$/, "e$10$2");
  return Number.isInteger(value) ? `${value}.0` : `${value}`;
}

/**
 * Judges a typed number. All verdicts are the notebook's, word for word.
 * @param {NonNullable<PageExercise["numbers"]>} numbers
 * @param {string} text
 */
export function judgeNumber(numbers, text) {
  if (!text.trim()) return "not answered yet.";
  const read = readNumber(text);
  if ("refused" in read) return `${read.refused}.`;
  const { value } = read;
  /** @param {[value: number, relativeTolerance: number, verdict: string]} known */
  const near = ([other, limit]) =>
    value === other ||
    Math.abs(value - other) <= limit * Math.max(Math.abs(value), Math.abs(other));
  return numbers.find(near)?.[2] ?? `not yet: ${formatNumber(read)} is not right.`;
}

/**
 * Judges the chosen option of each part. The last part varies fastest in the list of verdicts.
 * @param {ChoiceExercise} exercise
 * @param {number[]} chosen
 */
export function judgeChoice({ parts, sentences, verdicts }, chosen) {
  if (chosen.includes(-1)) return "not answered yet.";
  const index = parts.reduce((all, { options }, i) => all * options.length + chosen[i], 0);
  return sentences[verdicts[index]];
}

/**
 * Formats a number with this many digits, as Python's format "g" does.
 * @param {number} value
 * @param {number} digits
 */
function formatGeneral(value, digits) {
  // Python rounds halves to the even digit; JavaScript does not.
  const exact = value.toPrecision(digits + 20);
  const down = exact.replace(/([02468]\.?)5(?=\.?0{19}(e|$))/, (_, even) => `${even}4`);
  const rounded = Number(Number(down).toPrecision(digits));
  const power = rounded === 0 ? 0 : Math.floor(Math.log10(Math.abs(rounded)));
  return power < -4 || power >= digits
    ? rounded.toExponential().replace(/e([-+])(\d)$/, "e$10$2")
    : `${rounded}`;
}

/**
 * Formats a number with enough digits to distinguish it from another, at least four.
 * @param {number} number
 * @param {number} other
 */
function formatApart(number, other) {
  let digits = 4;
  while (formatGeneral(number, digits) === formatGeneral(other, digits)) digits += 1;
  return formatGeneral(number, digits);
}

/**
 * Names a cell of a table by its labels. If there is only one row, it is not named.
 * @param {TableExercise} table
 * @param {number} i
 */
function nameCell({ rows, columns }, i) {
  const column = `in column “${columns[i % columns.length]}”`;
  return rows.length > 1
    ? `in row “${rows[Math.floor(i / columns.length)]}”, ${column.slice(3)}`
    : column;
}

/**
 * Judges a table that was typed or painted.
 * @param {TableExercise} table
 * @param {(string | boolean)[]} answers
 */
export function judgeTable(table, answers) {
  const { painted, known } = table;
  const empty = painted ? [] : [...answers.keys()].filter((i) => !String(answers[i]).trim());
  if (painted ? !answers.includes(true) : empty.length === answers.length)
    return "not answered yet.";
  if (empty.length) return `a number is missing ${nameCell(table, empty[0])}.`;
  /** @type {number[]} */
  const values = [];
  for (const [i, entry] of answers.entries()) {
    const read = typeof entry === "string" ? readNumber(entry) : { value: Number(entry) };
    if ("refused" in read) return `${nameCell(table, i)}: ${read.refused}.`;
    values.push(read.value);
  }
  /** @param {number[]} entries */
  const wrongIn = (entries) =>
    [...entries.keys()].filter(
      (i) => Math.abs(values[i] - entries[i]) > 1e-9 + 1e-6 * Math.abs(entries[i]),
    );
  const same = known.find(([entries]) => !wrongIn(entries).length);
  if (same) return same[1];
  const right = known[0][0];
  const [first, ...others] = wrongIn(right);
  const things = painted ? "cells" : "numbers";
  const [wrong, all] = [1 + others.length, right.length];
  const count =
    wrong === all
      ? `all ${all} ${things} are`
      : `${wrong} of the ${all} ${things} ${others.length ? "are" : "is"}`;
  const gave = painted
    ? `${answers[first] ? "you painted it" : "you left it blank"}`
    : `you gave ${formatApart(values[first], right[first])}`;
  const which = `${others.length ? "the first " : ""}${nameCell(table, first)}`;
  return `not yet: ${count} wrong, ${which}: ${gave}.`;
}

/**
 * Says what is wrong with letters that should distinguish the circuit from "seven positions back".
 * @param {string} typed
 */
function judgeLetters(typed) {
  const text = typed.replace(/\s/g, "").toLowerCase();
  if (!/^[a-p]{32}$/.test(text)) return "give 32 letters, a to p";
  const periods = [...Array(13).keys()].map((i) => i + 4);
  const period = periods.find((p) => text.slice(p) === text.slice(0, -p));
  if (!period) return "the letters must repeat a block of 4 to 16 letters to the end";
  const asked = [...Array(31).keys()].filter((i) => i >= period);
  const lucky = asked.filter((i) => i >= 7 && text[i - 7] === text[i + 1]);
  if (lucky.length === asked.length)
    return "here the letter seven positions back is always the next one";
  return lucky.length
    ? `at position ${lucky[0]} the letter seven positions back happens to be the next one`
    : null;
}

/**
 * Says what is wrong with three vectors that a head should write so that their sum is zero.
 * @param {string[]} typed
 */
function judgeWritten(typed) {
  const weights = [0.6, 0.3, 0.1];
  const written = typed.map((text) => readPair(text) ?? []);
  const sizes = written.map((row, i) => Math.hypot(...row.map((x) => weights[i] * x)));
  if (Math.min(...sizes) < 1e-6) return "each key writes something";
  if (!(sizes[0] < sizes[1] && sizes[1] < sizes[2])) {
    const sizesText = sizes.map((size) => formatGeneral(size, 4)).join(", ");
    return `the sizes must grow from the first key to the last; they are ${sizesText}`;
  }
  const total = [0, 1].map((x) => weights.reduce((sum, w, i) => sum + w * written[i][x], 0));
  if (Math.hypot(...total) <= 1e-3 * sizes[2]) return null;
  const [x, y] = total.map((x) => formatGeneral(Number(x.toFixed(6)) + 0, 3));
  return `the terms must add up to (0, 0); they add up to (${x}, ${y})`;
}

/**
 * The judges of text fields, by the name of the exercise. `reads` returns null for a text that it
 * cannot read, and `such` says what it can read.
 * @type {Record<string, { judge: (texts: string[]) => string | null,
 *   reads?: (text: string) => unknown, such?: string }>}
 */
const JUDGES = {
  "circuit.2": { judge: ([text]) => judgeLetters(text) },
  "reading_weights.2": {
    reads: readPair,
    such: "two finite numbers, such as (1.5, 0)",
    judge: judgeWritten,
  },
};

/**
 * Judges text fields.
 * @param {{ name: string, texts: string[] }} exercise
 * @param {string[]} texts
 */
export function judgeTexts({ name, texts: labels }, texts) {
  if (!texts.some((text) => text.trim())) return "not answered yet.";
  const { reads, such, judge } = JUDGES[name];
  const strange = reads ? texts.findIndex((text) => !reads(text)) : -1;
  if (strange >= 0) return `${labels[strange].split(":")[0]}: give ${such}.`;
  const sentence = judge(texts);
  return sentence ? `not yet: ${sentence}.` : "correct.";
}
