// Keeps the reader's sentences, and the claim that they test.

import { makeStore } from "../shared/stored.js";

/** @import { ReadSentence } from "./sentence.js" */

export const MAX_KEPT = 8;
export const MAX_CLAIM_CHARACTERS = 200;

const NO_PLACE = -1; // of a sentence without a word of its own

/**
 * @typedef {object} Stored
 * @property {string} claim
 * @property {string[]} sentences
 * @property {number[]} [places] For each sentence, the position of its own word; earlier pages stored
 *   none.
 */

/**
 * Returns whether a stored value can be what a page has stored.
 * @param {unknown} value
 * @param {number} maxCharacters The most characters of a sentence.
 */
export function fitsKept(value, maxCharacters) {
  /** @param {unknown} text @param {number} most */
  const isText = (text, most) => typeof text === "string" && [...text].length <= most;
  if (typeof value !== "object" || value === null) return false;
  const { claim, sentences, places } = /** @type {Partial<Record<string, unknown>>} */ (value);
  return (
    isText(claim, MAX_CLAIM_CHARACTERS) &&
    Array.isArray(sentences) &&
    sentences.length <= MAX_KEPT &&
    new Set(sentences).size === sentences.length &&
    sentences.every((text) => text !== "" && isText(text, maxCharacters)) &&
    (places === undefined ||
      (Array.isArray(places) &&
        places.length === sentences.length &&
        places.every((place) => Number.isInteger(place) && place >= NO_PLACE)))
  );
}

/**
 * Keeps sentences, in the browser if the widget has a name there.
 * @param {number} maxCharacters
 * @param {string} [name] The widget's name in URLs; without one, nothing is stored.
 */
export function makeKept(maxCharacters, name) {
  const store = name ? makeStore(`sentences ${name}`) : null;
  const stored = /** @type {Stored | null} */ (
    store?.read((value) => fitsKept(value, maxCharacters)) ?? null
  );
  let claim = stored?.claim ?? "";
  /** @type {Map<string, ReadSentence | null>} Null for a sentence that the model has not read yet. */
  const sentences = new Map(stored?.sentences.map((text) => [text, null]));
  /** @type {Map<string, number>} Where sentences have their own words. */
  const places = new Map();
  stored?.sentences.forEach((text, i) => {
    const place = stored.places?.[i] ?? NO_PLACE;
    if (place > NO_PLACE) places.set(text, place);
  });
  const isEmpty = () => claim === "" && sentences.size === 0;
  const save = () => {
    const texts = [...sentences.keys()];
    const placeOf = (/** @type {string} */ text) => places.get(text) ?? NO_PLACE;
    const now = { claim, sentences: texts, places: texts.map(placeOf) };
    store?.set(isEmpty() ? null : JSON.stringify(now));
  };
  return {
    isStored: store !== null,
    isEmpty,
    isFull: () => sentences.size >= MAX_KEPT,
    sentences,
    places,
    claim: () => claim,
    /** @param {string} text */
    setClaim(text) {
      claim = text;
      save();
    },
    /**
     * Keeps a sentence with its own word.
     * @param {ReadSentence} sentence
     * @param {number} place
     */
    keep(sentence, place) {
      if (sentences.size >= MAX_KEPT) return;
      sentences.set(sentence.text, sentence);
      places.set(sentence.text, place);
      save();
    },
    /**
     * Gives a sentence that is kept another word of its own.
     * @param {string} text
     * @param {number} place -1 for none.
     */
    pin(text, place) {
      if (place > NO_PLACE) places.set(text, place);
      else places.delete(text);
      save();
    },
    /** @param {string} text */
    remove(text) {
      sentences.delete(text);
      places.delete(text);
      save();
    },
    /** Returns the texts that the model has not read. */
    unread: () => [...sentences].flatMap(([text, sentence]) => (sentence ? [] : [text])),
    /** Remembers what the model made of a sentence that is kept. @param {ReadSentence} sentence */
    fill(sentence) {
      if (sentences.get(sentence.text) === null) sentences.set(sentence.text, sentence);
    },
  };
}
