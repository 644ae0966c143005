// Computes what SentenceView shows: the sentence, the query, and what a head that is off changes.

import { unpack } from "../shared/heads.js";
import { makeEncoderReader, readEncoder } from "./encoder.js";
import {
  CHANGE,
  changeAlike,
  cosine,
  findWithBoth,
  findWord,
  measureInSentence,
  placesOf,
  TO_WORD,
  weightOn,
  wordAt,
} from "./sentence.js";
import { makeWordPieces } from "./word_pieces.js";

/** @import { ReadSentence, Word } from "./sentence.js" */
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
 * @property {Word} chosen The word that was chosen last; the sentence may lack it.
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
  const readOther = makeEncoderReader(encoder); // it leaves what `read` keeps of its last sentence
  return { ...pieces, read, readOther };
}

/**
 * Runs the model on a sentence that is not the one that is shown.
 * @param {LoadedModel} loaded
 * @param {string} text
 * @param {number} maxTokens
 * @returns {Generator<undefined, ReadSentence>}
 */
export function* readOther(loaded, text, maxTokens) {
  const ids = idsOf(loaded, text, maxTokens);
  const { weights } = yield* loaded.readOther(ids);
  return { text, tokens: ids.map(loaded.piece), weights };
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
 * Returns the position that is shown in a sentence: where it has the chosen word or, if it lacks it, the
 * reader's choice for this sentence or the position that was asked for. Past the end of the words, the
 * last word is shown, and not [SEP].
 * @param {string[]} tokens
 * @param {Word} chosen
 * @param {number} asked
 * @param {number} [own] The reader's choice.
 */
function placeIn(tokens, chosen, asked, own) {
  const place = findWord(tokens, chosen);
  if (place >= 0) return place;
  const last = tokens.length - 1;
  if (own !== undefined && own <= last) return own;
  return asked >= last && last > 1 ? last - 1 : Math.min(asked, last);
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
  /** @type {WeakMap<ReadSentence["weights"], ReadSentence>} By the weights that the model computed. */
  const corrected = new WeakMap();
  let isNew = true; // whether the position was chosen, and its word not yet read
  /** @type {Map<string, number>} What the reader chose in sentences without the chosen word. */
  const ownPlaces = new Map();
  /** @type {Current} */
  let now = {
    sentence: unpackOnce(sentences[0]),
    whole: unpackOnce(sentences[0]),
    before: null,
    asked: 0,
    query: 0,
    chosen: wordAt(sentences[0].tokens, 0),
    off: [],
    changed: null,
    wanted: true,
  };
  /** What each head changes in the sentence that is shown; NaN if it was not computed yet. */
  let effects = { text: "", values: /** @type {number[]} */ ([]) };

  /**
   * Returns a precomputed sentence without some heads. The loaded model's parameters are rounded, so
   * its weights differ a little from the precomputed ones even where a head that is off changes
   * nothing: in its own layer, and before it. So only the changes are taken from the loaded model.
   * @param {ReadSentence} known
   * @param {ReadSentence} whole What the loaded model computed with all heads on.
   * @param {ReadSentence} without What it computed without the heads.
   * @param {number[]} off
   */
  const correctOnce = (known, whole, without, off) => {
    let sentence = corrected.get(without.weights);
    if (!sentence) {
      const first = Math.floor(Math.min(...off) / known.weights[0].length);
      const weights = known.weights.map((heads, l) =>
        l > first ? changeAlike(heads, whole.weights[l], without.weights[l]) : heads,
      );
      sentence = { ...known, weights };
      corrected.set(without.weights, sentence);
    }
    return sentence;
  };

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
    const stored = known && off.length === 1 ? known.without[off[0]] : null;
    if (loaded && (!known || off.length > 0)) {
      const read = yield* readText(loaded, text, off, maxTokens);
      if (!known) return { ...read, wanted };
      const sentence = correctOnce(whole, read.whole, read.sentence, off);
      return { sentence, whole, changed: stored ?? read.changed, wanted };
    }
    return { sentence: whole, whole, changed: stored, wanted };
  }

  /**
   * Returns the sentence against which the weight on a word is compared: the one before or, if it lacks
   * a word, the first precomputed one that has both; null if there is none.
   * @param {string} to
   */
  const findOther = (to) => {
    const { whole, before, query } = now;
    if (!whole.tokens.includes(to)) return null;
    const known = sentences.map(unpackOnce).filter(({ text }) => text !== whole.text);
    return findWithBoth(before ? [before, ...known] : known, wordAt(whole.tokens, query), to);
  };

  return {
    now: () => now,
    findOther,
    effects: () => effects.values,
    /** Returns how many heads have an effect that was not computed yet. */
    countUnknown: () => effects.values.filter(Number.isNaN).length,
    precomputed: sentences.map(unpackOnce),

    /** Says that the reader chose a position, even if it is the one that is shown. */
    choose() {
      isNew = true;
    },
    /**
     * Chooses a position for one sentence, which is shown while it lacks the chosen word.
     * @param {string} text
     * @param {number} place -1 for none.
     */
    chooseIn(text, place) {
      if (place < 0) ownPlaces.delete(text);
      else ownPlaces.set(text, place);
    },
    /** @param {string} text */
    chosenIn: (text) => ownPlaces.get(text),

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
      const wish = get("query");
      if (wish !== now.asked) isNew = true;
      const wished = Math.min(wish, sentence.tokens.length - 1);
      const chosen = isNew ? wordAt(sentence.tokens, wished) : now.chosen;
      // Of a sentence that is not the one that was asked for, no word is remembered.
      if (found.wanted) isNew = false;
      const query = placeIn(sentence.tokens, chosen, wish, ownPlaces.get(sentence.text));
      now = { ...found, before, asked: query === wished ? wish : query, query, chosen, off };
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

    /**
     * Returns a measure of every head; [] for the weight on a word that the sentence lacks, for its
     * change without another sentence, and for a measure that no head has in this sentence. Changes
     * are those with all heads on.
     * @param {string} name
     * @param {string} to The word.
     */
    measure(name, to) {
      if (name === "effect") return effects.values;
      if (name === CHANGE) {
        const other = findOther(to);
        if (!other) return [];
        const { whole, query } = now;
        const from = findWord(other.tokens, wordAt(whole.tokens, query));
        const before = other.weights.flat().map((rows) => weightOn(other.tokens, rows[from], to));
        return whole.weights
          .flat()
          .map((rows, k) => weightOn(whole.tokens, rows[query], to) - before[k]);
      }
      const { tokens, weights } = now.sentence;
      if (name === TO_WORD) {
        if (placesOf(tokens, to).length === 0) return [];
        return weights.flat().map((rows) => weightOn(tokens, rows[now.query], to));
      }
      const values = weights.flat().map((rows) => measureInSentence(rows, tokens)[name]);
      return values.every(Number.isNaN) ? [] : values;
    },
  };
}
