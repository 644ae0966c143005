// Measures all heads in a sentence, and describes what one head attends to.

import {
  describeTop,
  formatFixed,
  formatHead,
  formatNumber,
  formatSignificant,
  formatToken,
} from "../shared/format.js";
import {
  BY_LAYER,
  describeLacking,
  MEASURES,
  measureHead,
  rankDescending,
} from "../shared/heads.js";
import { dot, indicesOfLargest, mean, total, upTo } from "../shared/math.js";

/** @import { Matrix } from "../shared/math.js" */
/**
 * A sentence whose weights are known.
 * @typedef {object} ReadSentence
 * @property {string} text
 * @property {string[]} tokens Its word pieces.
 * @property {Matrix<Float32Array>[][]} weights (layers, heads)
 */
/**
 * A word that is looked for in every sentence.
 * @typedef {object} Word
 * @property {string} word A word piece, which the model has in lower case.
 * @property {number} nth Which of its occurrences, from 0.
 */

/** The order by the weight from the chosen word to another one. */
export const TO_WORD = "to word";

/** The order by how much this weight changes against another sentence. */
export const CHANGE = "change";
/** The orders that need a word to which the chosen one attends. */
export const OF_PAIR = [TO_WORD, CHANGE];

/** What thumbnails can be sorted by, with the words that a reader sees. @type {Map<string, string>} */
export const SORTS = new Map([
  [BY_LAYER, BY_LAYER],
  ["previous", "previous"],
  ["next", "next"],
  ["first", "[CLS]"],
  ["last", "[SEP]"],
  ["same word", "same word"],
  ["broad", "broad"],
  ["effect", "effect"],
  [TO_WORD, ""], // its words depend on the sentence
  [CHANGE, "change of this weight"],
]);
/** The measures that need only a head's weights. */
const OF_WEIGHTS = [...MEASURES.slice(0, 3), "last", ...MEASURES.slice(3)];
/** The names of the measures, in the order in which they are shown. */
export const MEASURE_NAMES = [...OF_WEIGHTS, "effect"];

/**
 * Measures a head, as in `heads.js`, and also the weight on the last token, [SEP], from all others.
 * @param {Matrix<Float32Array>} rows
 * @param {string[]} tokens
 * @returns {Record<string, number>}
 */
export function measureInSentence(rows, tokens) {
  const last = tokens.length - 1;
  return {
    ...measureHead(rows, tokens, tokens),
    last: mean(rows.slice(0, last).map((row) => row[last])),
  };
}

/**
 * Returns all heads, counted through all layers, from the largest value to the smallest; changes are
 * sorted by their size.
 * @param {number[]} values
 * @param {string} [by]
 */
export const sortHeads = (values, by) =>
  rankDescending(by === CHANGE ? values.map(Math.abs) : values);

/**
 * Computes the cosine of two vectors of length 1.
 * @param {Float64Array} vector
 * @param {Float64Array} other
 */
export const cosine = (vector, other) => dot(vector, other);

/**
 * Changes the rows of some heads by the same factors by which the rows of a similar model change, and
 * scales each to its sum before.
 * @param {Matrix<Float32Array>[]} heads
 * @param {Matrix<Float32Array>[]} before The similar model's.
 * @param {Matrix<Float32Array>[]} after
 * @returns {Matrix<Float32Array>[]}
 */
export const changeAlike = (heads, before, after) =>
  heads.map((rows, h) =>
    rows.map((row, i) => {
      const factor = (/** @type {number} */ j) =>
        before[h][i][j] > 0 ? after[h][i][j] / before[h][i][j] : 1;
      const changed = Float64Array.from(row, (weight, j) => weight * factor(j));
      const scale = total([...row]) / total([...changed]);
      return Float32Array.from(changed, (weight) => weight * scale);
    }),
  );

/**
 * Formats a cosine; only equal vectors have 1.
 * @param {number} x
 */
export const formatCosine = (x) => (x < 1 && x > 0.9999 ? "above 0.9999" : formatFixed(x, 4));

/** @param {string} text */
export const quoteSentence = (text) => `“${text}”`;

const SPECIAL = ["[CLS]", "[SEP]"];
/** Returns whether a token has a letter or digit, and is no special one. @param {string} token */
const isWord = (token) => !SPECIAL.includes(token) && /[\p{L}\p{N}]/u.test(token);

/**
 * Says what a head attends to most from a token. If that is [CLS] or [SEP], it also says which word
 * has the largest weight.
 * @param {ReadSentence} sentence
 * @param {number} head Counted through all layers.
 * @param {number} query
 */
export function describeHead({ tokens, weights }, head, query) {
  const nHeads = weights[0].length;
  const row = weights[Math.floor(head / nHeads)][head % nHeads][query];
  const name = formatHead(head, nHeads, weights.length);
  const format = (/** @type {number} */ j) => formatToken(tokens, j);
  const top = describeTop(row, format, "weight", "most to ");
  const best = indicesOfLargest(row);
  const isSpecial = best.length > 0 && best.every((j) => SPECIAL.includes(tokens[j]));
  const ofWords = row.map((weight, j) => (isWord(tokens[j]) ? weight : Number.NEGATIVE_INFINITY));
  const word =
    isSpecial && tokens.some(isWord)
      ? `, of the words ${describeTop(ofWords, format, "weight", "most to ")}`
      : "";
  return `From ${formatToken(tokens, query)}, ${name} attends ${top}${word}.`;
}

/**
 * Returns all positions of a word.
 * @param {string[]} tokens
 * @param {string} word
 */
export const placesOf = (tokens, word) => upTo(tokens.length).filter((i) => tokens[i] === word);

/**
 * Returns the word at a position.
 * @param {string[]} tokens
 * @param {number} position
 * @returns {Word}
 */
export function wordAt(tokens, position) {
  const word = tokens[position];
  return { word, nth: placesOf(tokens, word).indexOf(position) };
}

/**
 * Returns where a sentence has a word: the same occurrence, or the first if there are fewer; -1 if it
 * does not occur.
 * @param {string[]} tokens
 * @param {Word} word
 */
export function findWord(tokens, { word, nth }) {
  const places = placesOf(tokens, word);
  return places[nth] ?? places[0] ?? -1;
}

/**
 * Formats a token with its position and, if the word occurs several times, which one it is: “the” (6),
 * number 2 of 2.
 * @param {string[]} tokens
 * @param {number} position
 */
export function formatPlace(tokens, position) {
  const { word, nth } = wordAt(tokens, position);
  const { length } = placesOf(tokens, word);
  const token = formatToken(tokens, position);
  return length > 1 ? `${token}, number ${nth + 1} of ${length}` : token;
}

/**
 * Returns the weight on a word, summed if it occurs several times; NaN if it does not occur.
 * @param {string[]} tokens
 * @param {Float32Array} row
 * @param {string} word
 */
export function weightOn(tokens, row, word) {
  const places = placesOf(tokens, word);
  return places.length > 0 ? total(places.map((j) => row[j])) : Number.NaN;
}

/**
 * Formats the weight on a word that the sentence has: "0.030", "0.030 on both", "0.030 on all 3".
 * @param {string[]} tokens
 * @param {Float32Array} row
 * @param {string} word
 */
export function formatWeightOn(tokens, row, word) {
  const { length } = placesOf(tokens, word);
  const weight = formatNumber(weightOn(tokens, row, word));
  return length > 1 ? `${weight} on ${length > 2 ? `all ${length}` : "both"}` : weight;
}

/**
 * Says what weight a head gives to the word that the reader asks for; "" without one, or if the
 * sentence lacks it.
 * @param {ReadSentence} sentence
 * @param {number} head Counted through all layers.
 * @param {number} query
 * @param {string} to
 */
export function describeTo({ tokens, weights }, head, query, to) {
  if (placesOf(tokens, to).length === 0) return "";
  return `To “${to}”: ${formatWeightOn(tokens, weights.flat()[head][query], to)}.`;
}

/**
 * Says what the same head attends to from the same word in the sentence that this one is compared
 * with; "" if that sentence does not have the word.
 * @param {ReadSentence} before
 * @param {Word} word
 * @param {number} head
 */
export function describeBefore(before, word, head) {
  const at = findWord(before.tokens, word);
  if (at < 0) return "";
  const sentence = describeHead(before, head, at);
  return `In ${quoteSentence(before.text)}: ${sentence[0].toLowerCase()}${sentence.slice(1)}`;
}

/**
 * Says what happens to the sentence's vector without some heads.
 * @param {number[]} off Counted through all layers.
 * @param {number | null} changed The cosine with the whole vector; null if it is not known.
 * @param {{ nHeads: number, nLayers: number }} sizes
 */
export function describeOff(off, changed, { nHeads, nLayers }) {
  if (off.length === 0) return "";
  const names = [...off].sort((a, b) => a - b).map((head) => formatHead(head, nHeads, nLayers));
  const who = names.length > 3 ? `these ${names.length} heads` : names.join("; ");
  if (changed === null) return `To compute the sentence without ${who}, load the model.`;
  return `Without ${who}, the sentence's vector has a cosine of ${formatCosine(changed)} with the whole one.`;
}

/** Formats a change of a weight: "+.11", "−.02", "0". @param {number} x */
export function formatChange(x) {
  const text = formatFixed(x);
  if (Number(text) === 0) return "0";
  return `${x > 0 ? "+" : ""}${text.replace(/^(−?)0/, "$1")}`;
}

/** Formats a measure; effects are small. @param {string} name @param {number} x */
export function formatMeasure(name, x) {
  if (name === CHANGE) return formatChange(x);
  return name === "effect" ? formatSignificant(x, 2) : formatFixed(x);
}

/**
 * Says what the numbers under thumbnails are that are sorted by change.
 * @param {string} pair
 * @param {string} text
 * @param {string} other The text of the other sentence.
 */
export const describeChange = (pair, text, other) =>
  `the weight from ${pair} in ${quoteSentence(text)} minus that in ${quoteSentence(other)}`;

/**
 * Returns the first of some sentences that has a word, and the word to which it attends; null if none
 * has both.
 * @param {ReadSentence[]} sentences
 * @param {Word} word
 * @param {string} to
 */
export const findWithBoth = (sentences, word, to) =>
  sentences.find(({ tokens }) => findWord(tokens, word) >= 0 && tokens.includes(to)) ?? null;

/**
 * Names the order by the weight from one word to another: “it” to “street”.
 * @param {string[]} tokens
 * @param {number} query
 * @param {string} to
 */
export const formatPair = (tokens, query, to) => `“${tokens[query]}” to “${to}”`;

/**
 * Says why the thumbnails are not sorted by a measure; "" if they are.
 * @param {string} by
 * @param {string[]} tokens
 */
export const describeUnsorted = (by, tokens) =>
  by === "same word" && new Set(tokens).size === tokens.length ? describeLacking(by) : "";

/**
 * Says by what the thumbnails are sorted, and which head comes first; or that no head has the measure.
 * @param {string} by
 * @param {number[]} values A value per head, counted through all layers; [] if there is no measure.
 * @param {number} nHeads
 * @param {string} [name] What a reader reads.
 */
export function describeOrder(by, values, nHeads, name = SORTS.get(by)) {
  if (values.length === 0) return by === BY_LAYER ? `Sorted by ${name}.` : describeLacking(by);
  const [first] = sortHeads(values, by);
  const who = formatHead(first, nHeads, values.length / nHeads);
  return `Sorted by ${name}: first ${who}, with ${formatMeasure(by, values[first])}.`;
}

/** Lists the titles of heads by layer. @param {number} nLayers @param {number} nHeads */
export const titlesOf = (nLayers, nHeads) =>
  upTo(nLayers).map(() => upTo(nHeads).map((head) => `head ${head}`));
