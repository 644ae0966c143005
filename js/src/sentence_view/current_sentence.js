// Computes what SentenceView shows: the sentence, the query, and what a head that is off changes.

import { unpack } from "../shared/heads.js";
import { makeEncoderReader, readEncoder } from "./encoder.js";
import { cosine, measureInSentence } from "./sentence.js";
import { makeWordPieces } from "./word_pieces.js";

/** @import { ReadSentence } from "./sentence.js" */
/** @typedef {ReturnType<typeof prepareModel>} LoadedModel */
/** @typedef {ReturnType<typeof makeCurrentSentence>} CurrentSentence */

/**
 * @typedef {object} Precomputed
 * @property {string} text
 * @property {string[]} tokens
 * @property {import("../shared/heads.js").Packed} weights
 * @property {number[]} without For each head, the cosine of the vectors with and without it.
 */
/**
 * @typedef {object} Current What is shown.
 * @property {ReadSentence} sentence
 * @property {ReadSentence} whole The sentence with all heads on.
 * @property {ReadSentence | null} before What the sentence is compared with: the sentence before
 *   it in the list, or the list's first sentence for a typed sentence.
 * @property {number} asked The position that was asked for; the sentence may be shorter.
 * @property {number} query
 * @property {number[]} off
 * @property {number | null} changed The cosine of the vectors; null if it is not known.
 * @property {boolean} wanted Whether it is the sentence that the reader wants.
 */

/**
 * Prepares a loaded model.
 * @param {ArrayBuffer} file
 */
export function prepareModel(file) {
  const encoder = readEncoder(file);
  const pieces = makeWordPieces(encoder.vocabulary);
  const read = makeEncoderReader(encoder);
  return { ...pieces, read };
}

/**
 * Returns the token ids of a sentence. If there are too many, the last ones before [SEP] are left out.
 * @param {LoadedModel} loaded
 * @param {string} text
 * @param {number} maxTokens
 */
function idsOf({ encode }, text, maxTokens) {
  const ids = encode(text);
  const end = /** @type {number} */ (ids.at(-1));
  return ids.length > maxTokens ? [...ids.slice(0, maxTokens - 1), end] : ids;
}

/**
 * Runs the model on a text, without some heads. Also returns the sentence with all heads on, and the
 * cosine of the vectors with and without the heads.
 * @param {LoadedModel} loaded
 * @param {string} text
 * @param {number[]} off
 * @param {number} maxTokens
 */
function* readText(loaded, text, off, maxTokens) {
  const ids = idsOf(loaded, text, maxTokens);
  const whole = yield* loaded.read(ids);
  const run = off.length > 0 ? yield* loaded.read(ids, off) : whole;
  const tokens = ids.map(loaded.piece);
  return {
    sentence: { text, tokens, weights: run.weights },
    whole: { text, tokens, weights: whole.weights },
    changed: cosine(whole.vector, run.vector),
  };
}

/**
 * Returns where the chosen word is in a new sentence; null if nothing needs to change. The chosen
 * word stays chosen, unless the reader chose another position. If the new sentence is shorter and
 * lacks the word, its own last word is chosen.
 * @param {Current} previous
 * @param {ReadSentence} sentence
 * @param {number} asked
 */
function followWord(previous, { text, tokens }, asked) {
  if (text === previous.sentence.text || asked !== previous.asked) return null;
  const { asked: wanted, query } = previous;
  const word = wanted === query ? previous.sentence.tokens[query] : ""; // none: it was too short
  const last = tokens.length - 1;
  if (tokens[Math.min(asked, last)] === word) return null;
  if (tokens.includes(word)) return tokens.indexOf(word);
  return asked >= last && last > 1 ? last - 1 : null; // the last word, and not [SEP]
}

/**
 * Keeps what is shown, and computes it anew.
 * @param {Precomputed[]} sentences
 * @param {number} maxTokens
 */
export function makeCurrentSentence(sentences, maxTokens) {
  /** @type {Map<string, ReadSentence>} */
  const unpacked = new Map();
  /** @param {Precomputed} sentence */
  const unpackOnce = ({ text, tokens, weights }) => {
    if (!unpacked.has(text)) unpacked.set(text, { text, tokens, weights: unpack(weights) });
    return /** @type {ReadSentence} */ (unpacked.get(text));
  };
  let begun = false; // whether a sentence has been shown
  let returning = { text: "", query: 0 }; // to a sentence whose position is known
  /** @type {Current} */
  let now = {
    sentence: unpackOnce(sentences[0]),
    whole: unpackOnce(sentences[0]),
    before: null,
    asked: 0,
    query: 0,
    off: [],
    changed: null,
    wanted: true,
  };
  /** What each head changes in the sentence that is shown; NaN if it was not computed yet. */
  let effects = { text: "", values: /** @type {number[]} */ ([]) };

  /**
   * Returns the sentence for a text, and what the heads that are off change in it. It depends on
   * the reader's choices alone, so that a link can restore it.
   * @param {string} text
   * @param {number[]} off
   * @param {LoadedModel | null} loaded
   */
  function* findSentence(text, off, loaded) {
    const known = sentences.find((sentence) => sentence.text === text);
    const wanted = known !== undefined || loaded !== null;
    const whole = unpackOnce(known ?? sentences[0]);
    if (loaded && (!known || off.length > 0)) {
      const read = yield* readText(loaded, text, off, maxTokens);
      return { ...read, whole: known ? whole : read.whole, wanted };
    }
    const changed = known && off.length === 1 ? known.without[off[0]] : null;
    return { sentence: whole, whole, changed, wanted };
  }

  return {
    now: () => now,
    effects: () => effects.values,
    precomputed: sentences.map(unpackOnce),

    /**
     * Says that the reader returns to a sentence and to a position in it. Otherwise the position
     * would follow the chosen word.
     * @param {string} text
     * @param {number} query
     */
    returnTo(text, query) {
      returning = { text, query };
    },

    /**
     * Computes what is shown, without drawing it.
     * @param {(name: any) => any} get Returns the reader's choices: `text`, `off` and `query`.
     * @param {LoadedModel | null} loaded
     */
    *compute(get, loaded) {
      const off = get("off");
      const found = yield* findSentence(get("text"), off, loaded);
      const { sentence } = found;
      const index = sentences.findIndex(({ text }) => text === sentence.text);
      if (effects.text !== sentence.text) {
        const nHeads = sentence.weights.flat().length;
        const without = sentences[index]?.without ?? Array(nHeads).fill(Number.NaN);
        effects = { text: sentence.text, values: without.map((x) => 1 - x) };
      }
      const compared = sentences[index < 0 ? 0 : index - 1];
      const before = compared ? unpackOnce(compared) : null;
      const returns = returning.text === sentence.text && returning.query === get("query");
      if (returns) returning.text = "";
      const followed = begun && !returns ? followWord(now, sentence, get("query")) : null;
      const asked = followed ?? get("query");
      const query = Math.min(asked, sentence.tokens.length - 1);
      now = { ...found, before, asked, query, off };
      begun = true;
    },

    /**
     * Computes the effects of some heads on a typed sentence, as far as they are not known.
     * @param {number[]} wanted
     * @param {LoadedModel | null} loaded
     * @param {(left: number) => void} [report]
     */
    *computeEffects(wanted, loaded, report) {
      const { text, values } = effects;
      const left = wanted.filter((k) => Number.isNaN(values[k]));
      if (!loaded || left.length === 0) return;
      const ids = idsOf(loaded, text, maxTokens);
      const { vector } = yield* loaded.read(ids);
      for (const [done, k] of left.entries()) {
        report?.(left.length - done);
        const without = yield* loaded.read(ids, [k]);
        values[k] = 1 - cosine(vector, without.vector);
      }
    },

    /** Returns a measure of every head. @param {string} name */
    measure(name) {
      if (name === "effect") return effects.values;
      const { tokens, weights } = now.sentence;
      return weights.flat().map((rows) => measureInSentence(rows, tokens)[name]);
    },
  };
}
