// Writes what a reader chose in a widget as a URL fragment, and reads it back. The fragment has the
// widget's name and its choices, "HeadsView-3fa2c1?text=0&query=2". If any part of a fragment is
// wrong, all of it is refused.

/** @typedef {(trait: any) => any} Get Returns a trait's value. */

/**
 * What a reader may choose: for each trait, a rule that parses its text, or returns undefined to
 * refuse it. The widget's Python class has the same rules. A rule may use the values of the traits
 * before its own.
 * @typedef {Record<string, (text: string, get: Get) => unknown>} Choices
 */

/**
 * @typedef {object} ChoicesRead
 * @property {Record<string, unknown> | null} values The value of each choice; null if one is
 *   refused.
 * @property {string} wrong What is wrong; "" if nothing is.
 */

const MAX_QUERY_CHARACTERS = 2000; // chat and mail programs cut off longer URLs
const MAX_SHOWN_CHARACTERS = 40; // a message shows the beginning of a refused value

/** @template {string} Name @param {Record<Name, unknown>} choices */
export const namesOf = (choices) => /** @type {Name[]} */ (Object.keys(choices));

/**
 * @param {string} name The widget's name in URLs.
 * @param {Record<string, unknown>} values
 */
export function formatFragment(name, values) {
  const texts = Object.entries(values).map(([choice, value]) => [choice, String(value)]);
  return `${name}?${new URLSearchParams(texts)}`.replaceAll("%2C", ","); // lists stay readable
}

/**
 * Splits a fragment into the widget's name, its class name and its choices; null if it is not a
 * widget's.
 * @param {string} fragment
 */
export function parseFragment(fragment) {
  const match = /^#?((\w+)-[0-9a-f]{6}(?:-\d+)?)\?(.*)$/s.exec(fragment);
  const [, name, className, query] = match ?? [];
  return name === undefined ? null : { name, className, query };
}

/**
 * Returns the value of each choice, or what is wrong with the first that is refused.
 * @param {string} query
 * @param {Choices} choices
 * @param {Get} get
 * @returns {ChoicesRead}
 */
export function readChoices(query, choices, get) {
  /** @param {string} wrong */
  const refuse = (wrong) => ({ values: null, wrong });
  if (query.length > MAX_QUERY_CHARACTERS)
    return refuse(`it is longer than ${MAX_QUERY_CHARACTERS} characters`);
  const pairs = [...new URLSearchParams(query)];
  const strange = pairs.find(([name]) => !Object.hasOwn(choices, name));
  if (strange) return refuse(`nothing here is called “${short(strange[0])}”`);
  /** @type {Record<string, unknown>} */
  const values = {};
  /** @type {Get} */
  const now = (name) => (Object.hasOwn(values, name) ? values[name] : get(name));
  for (const [name, rule] of Object.entries(choices)) {
    const texts = pairs.filter(([choice]) => choice === name).map(([, text]) => text);
    if (texts.length === 0) return refuse(`${name} is missing`);
    if (texts.length > 1) return refuse(`${name} is given ${formatTimes(texts.length)}`);
    const value = rule(texts[0], now);
    if (value === undefined) return refuse(`${name} cannot be “${short(texts[0])}”`);
    values[name] = value;
  }
  return { values, wrong: "" };
}

/** @param {number} n At least 2. */
const formatTimes = (n) => (n === 2 ? "twice" : `${n} times`);

/** @param {string} text */
function short(text) {
  const signs = [...text];
  return signs.length > MAX_SHOWN_CHARACTERS
    ? `${signs.slice(0, MAX_SHOWN_CHARACTERS).join("")}…`
    : text;
}

/**
 * Parses a finite number that is written as JavaScript writes it: not "1e3", not "007".
 * @param {string} text
 */
export function parseNumber(text) {
  const number = Number(text);
  return Number.isFinite(number) && String(number) === text ? number : undefined;
}

/**
 * Parses an index from `least` to `size` - 1.
 * @param {string} text
 * @param {number} size
 */
export function parseIndex(text, size, least = 0) {
  const number = parseNumber(text);
  return number !== undefined && Number.isInteger(number) && number >= least && number < size
    ? number
    : undefined;
}

/**
 * Parses indices below `size`, separated by commas.
 * @param {string} text
 * @param {number} size
 */
export function parseIndices(text, size) {
  const all = text === "" ? [] : text.split(",").map((part) => parseIndex(part, size));
  return all.includes(undefined) ? undefined : all;
}

/**
 * Returns the known name or number that a text spells; undefined if there is none.
 * @template {string | number} Value
 * @param {string} text
 * @param {readonly Value[]} known
 */
export const oneOf = (text, known) => known.find((value) => String(value) === text);
