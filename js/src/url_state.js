// A moment of a widget as a fragment of an address: its name, and all that a reader chose,
// "HeadsView-3fa2c1?text=0&query=2". What does not fit is refused whole.

/** @typedef {(trait: any) => any} Get A trait's value. */

/**
 * What a reader may choose, by trait: the value of a text, undefined where it is refused. These are
 * the rules of the widget's Python class, in an order in which each finds what it asks for.
 * @typedef {Record<string, (text: string, get: Get) => unknown>} Choices
 */

/**
 * @typedef {object} Found
 * @property {Record<string, unknown> | null} values Each choice's, or null where one does not fit.
 * @property {string} wrong What does not fit.
 */

const MAX_QUERY_CHARACTERS = 2000; // characters; chat programs and mail cut longer addresses
const MAX_SHOWN_CHARACTERS = 40; // characters of a refused value that are shown
/** What links made earlier call a choice. @type {Record<string, string>} */
const OLD_NAMES = { place: "position" };

/** @template {string} Name @param {Record<Name, unknown>} choices */
export const namesOf = (choices) => /** @type {Name[]} */ (Object.keys(choices));

/**
 * @param {string} name The widget's.
 * @param {Record<string, unknown>} values
 */
export function formatFragment(name, values) {
  const texts = Object.entries(values).map(([choice, value]) => [choice, String(value)]);
  return `${name}?${new URLSearchParams(texts)}`.replaceAll("%2C", ","); // lists stay readable
}

/**
 * The name of a widget's class, its own name and its choices; null for another fragment.
 * @param {string} fragment
 */
export function parseFragment(fragment) {
  const [, name, of, query] = /^#?((\w+)-[0-9a-f]{6}(?:-\d+)?)\?(.*)$/s.exec(fragment) ?? [];
  return name === undefined ? null : { name, of, query };
}

/**
 * Each choice's value; or what is wrong with the first that does not fit.
 * @param {string} query
 * @param {Choices} choices
 * @param {Get} get
 * @returns {Found}
 */
export function readChoices(query, choices, get) {
  /** @param {string} wrong */
  const refuse = (wrong) => ({ values: null, wrong });
  if (query.length > MAX_QUERY_CHARACTERS)
    return refuse(`it is longer than ${MAX_QUERY_CHARACTERS} characters`);
  const given = [...new URLSearchParams(query)].map(([name, text]) => [
    Object.hasOwn(choices, name) || !Object.hasOwn(OLD_NAMES, name) ? name : OLD_NAMES[name],
    text,
  ]);
  const strange = given.find(([name]) => !Object.hasOwn(choices, name));
  if (strange) return refuse(`nothing here is called “${short(strange[0])}”`);
  /** @type {Record<string, unknown>} */
  const values = {};
  /** @type {Get} */
  const now = (name) => (Object.hasOwn(values, name) ? values[name] : get(name));
  for (const [name, rule] of Object.entries(choices)) {
    const texts = given.filter(([choice]) => choice === name).map(([, text]) => text);
    if (texts.length !== 1) return refuse(`${name} occurs ${texts.length} times in it`);
    const value = rule(texts[0], now);
    if (value === undefined) return refuse(`${name} cannot be “${short(texts[0])}”`);
    values[name] = value;
  }
  return { values, wrong: "" };
}

/** @param {string} text */
function short(text) {
  const signs = [...text];
  return signs.length > MAX_SHOWN_CHARACTERS
    ? `${signs.slice(0, MAX_SHOWN_CHARACTERS).join("")}…`
    : text;
}

/** A finite number, as JavaScript writes it: no "1e3", no "007". @param {string} text */
export function parseNumber(text) {
  const number = Number(text);
  return Number.isFinite(number) && String(number) === text ? number : undefined;
}

/**
 * An index from `least` to `size` - 1.
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
 * Such indices, between commas.
 * @param {string} text
 * @param {number} size
 */
export function parseIndices(text, size) {
  const all = text === "" ? [] : text.split(",").map((one) => parseIndex(one, size));
  return all.includes(undefined) ? undefined : all;
}

/**
 * One of some names or numbers.
 * @template {string | number} Value
 * @param {string} text
 * @param {readonly Value[]} known
 */
export const oneOf = (text, known) => known.find((value) => String(value) === text);
