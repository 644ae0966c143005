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

const LONGEST = 2000; // characters; chat programs and mail cut longer addresses
const TOLD = 40; // characters of a refused value that are shown

/** @template {string} Name @param {Record<Name, unknown>} choices */
export const namesOf = (choices) => /** @type {Name[]} */ (Object.keys(choices));

/**
 * @param {string} name The widget's.
 * @param {Record<string, unknown>} values
 */
export function write(name, values) {
  const told = Object.entries(values).map(([choice, value]) => [choice, String(value)]);
  return `${name}?${new URLSearchParams(told)}`.replaceAll("%2C", ","); // lists stay readable
}

/**
 * The name of a widget's class, its own name and its choices; null for another fragment.
 * @param {string} fragment
 */
export function take(fragment) {
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
export function read(query, choices, get) {
  /** @param {string} wrong */
  const refuse = (wrong) => ({ values: null, wrong });
  if (query.length > LONGEST) return refuse(`it is longer than ${LONGEST} characters`);
  const given = [...new URLSearchParams(query)];
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
  return signs.length > TOLD ? `${signs.slice(0, TOLD).join("")}…` : text;
}

/** A finite number, as JavaScript writes it: no "1e3", no "007". @param {string} text */
export function numeral(text) {
  const number = Number(text);
  return Number.isFinite(number) && String(number) === text ? number : undefined;
}

/**
 * An index from `least` to `size` - 1.
 * @param {string} text
 * @param {number} size
 */
export function index(text, size, least = 0) {
  const number = numeral(text);
  return number !== undefined && Number.isInteger(number) && number >= least && number < size
    ? number
    : undefined;
}

/**
 * Such indices, between commas.
 * @param {string} text
 * @param {number} size
 */
export function indices(text, size) {
  const all = text === "" ? [] : text.split(",").map((one) => index(one, size));
  return all.includes(undefined) ? undefined : all;
}

/**
 * One of some names or numbers.
 * @template {string | number} Value
 * @param {string} text
 * @param {readonly Value[]} known
 */
export const oneOf = (text, known) => known.find((value) => String(value) === text);
