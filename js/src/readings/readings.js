// Reads one row of attention in a causal model of one layer with a residual connection: what the
// last word attends to, and how much probability the model's answer, "is" or "are", loses when a
// word is removed or replaced.

import { formatFixed, formatList, formatPercent, formatToken } from "../shared/format.js";
import { argmax, mean, softmax, total, upTo } from "../shared/math.js";
import { add, computeLogits, embed, multiply, runLayers, transpose } from "../shared/model.js";

/** @import { Matrix } from "../shared/math.js" */
/** @typedef {import("../shared/model.js").AttentionModel} AttentionModel */
/**
 * A model of one layer that answers "is" or "are", as Python sends it.
 * @typedef {Pick<AttentionModel, "name" | "letter_vectors" | "positions" | "readout" | "bias">
 *   & import("../shared/model.js").LayerMatrices} VerbModel
 */

/**
 * @typedef {object} LastRow What the heads compute for the last word.
 * @property {number[]} x The last word's vector.
 * @property {Matrix} scores (heads, keys)
 * @property {Matrix[]} written (heads, keys, d_model): what a key with a weight of 1 adds to the
 *   output.
 */

/**
 * @typedef {object} Readings
 * @property {number[]} probabilities The probabilities of "is" and "are", which sum to 1.
 * @property {number[]} weight The weight of each word. All that follows is also one number per
 *   word.
 * @property {number[]} size Weight times the length of what is added, as a fraction of the sum over
 *   all heads.
 * @property {number[]} drop How much the answer's probability falls without the word's term.
 * @property {number[]} mask How much it falls if the word's key is masked.
 * @property {(number | null)[]} change How much it falls with another word; null if none fits.
 */

export const VERBS = ["is", "are"];

/**
 * Returns a copy of a list with one number replaced.
 * @param {number[]} list
 * @param {number} position
 * @param {number} value
 */
const replaced = (list, position, value) => list.map((x, i) => (i === position ? value : x));

/**
 * Converts a model to the form that model.js runs.
 * @param {VerbModel} sent
 * @returns {AttentionModel}
 */
function toAttentionModel({ W_Q, W_K, W_V, W_O, readout, ...tables }) {
  const layers = [{ W_Q, W_K, W_V, W_O }];
  const kind = { residual: true, causal: true, parameters: 0, features: [] };
  return { ...tables, ...kind, layers, readout: transpose(readout) };
}

/**
 * @param {AttentionModel} model
 * @param {number[]} text
 * @returns {LastRow}
 */
function runLastRow(model, text) {
  const last = text.length - 1;
  const { x, heads } = runLayers(embed(model, text), model.layers, model);
  return {
    x: x[last],
    scores: heads.map(({ scores }) => scores[last]),
    written: heads.map(({ V }, h) => multiply(V, model.layers[0].W_O[h])),
  };
}

/**
 * Returns the weights for the last position's scores. It may attend to every position, so nothing
 * is masked.
 * @param {Matrix} scores
 */
const softmaxRows = (scores) => scores.map((row) => softmax(row, row.slice()));

/**
 * Returns the probabilities of the two answers if the heads attend with these weights.
 * @param {AttentionModel} model
 * @param {LastRow} seen
 * @param {Matrix} weights
 */
function answerProbabilities(model, { x, written }, weights) {
  const parts = written.map((rows, h) => multiply([weights[h]], rows));
  const [logits] = computeLogits(model, [[x], ...parts].reduce(add));
  return softmax(logits, logits.slice());
}

/**
 * Computes all readings, at the last word.
 * @param {VerbModel} sent
 * @param {number[]} text
 * @param {number} head The head that is read; -1 for the mean of all heads.
 * @param {number[]} partners For each word, the word that may replace it; -1 if there is none.
 * @returns {Readings}
 */
export function computeReadings(sent, text, head, partners) {
  const model = toAttentionModel(sent);
  const lastRow = runLastRow(model, text);
  const weights = softmaxRows(lastRow.scores);
  const heads = upTo(weights.length);
  const chosen = head < 0 ? heads : [head];
  const keys = upTo(text.length);
  const sizes = heads.map((h) =>
    keys.map((j) => weights[h][j] * Math.hypot(...lastRow.written[h][j])),
  );
  const all = total(sizes.flat());
  const probabilities = answerProbabilities(model, lastRow, weights);
  const says = argmax(probabilities);
  /** @param {Matrix} changed */
  const loses = (changed) =>
    probabilities[says] - answerProbabilities(model, lastRow, changed)[says];
  /**
   * Replaces one key's number in the rows of the chosen heads.
   * @param {Matrix} rows
   * @param {number} key
   * @param {number} value
   */
  const without = (rows, key, value) =>
    rows.map((row, h) => (chosen.includes(h) ? replaced(row, key, value) : row));
  return {
    probabilities,
    weight: keys.map((j) => mean(chosen.map((h) => weights[h][j]))),
    size: keys.map((j) => total(chosen.map((h) => sizes[h][j])) / all),
    drop: keys.map((j) => loses(without(weights, j, 0))),
    mask: keys.map((j) =>
      // If the text has only one word, masking its key would leave no key to attend to.
      keys.length < 2
        ? loses(without(weights, j, 0))
        : loses(softmaxRows(without(lastRow.scores, j, Number.NEGATIVE_INFINITY))),
    ),
    change: keys.map((j) => {
      const other = partners[text[j]];
      if (other < 0) return null;
      const changed = runLastRow(model, replaced(text, j, other));
      return (
        probabilities[says] - answerProbabilities(model, changed, softmaxRows(changed.scores))[says]
      );
    }),
  };
}

/**
 * Returns the words at which the answer flips: its probability falls below one half.
 * @param {Readings} readings
 * @param {"drop" | "mask" | "change"} name
 */
export function flippingWords(readings, name) {
  const losses = readings[name];
  const probability = Math.max(...readings.probabilities);
  return upTo(losses.length).filter((j) => probability - (losses[j] ?? 0) < 0.5);
}

/**
 * Returns the words up to the last noun shown.
 * @param {string[]} text
 * @param {number[]} numbers For each word, 0 if it is a singular noun, 1 if it is a plural,
 *   otherwise -1.
 * @param {number} nouns How many nouns are shown.
 */
export function cutText(text, numbers, nouns) {
  const positions = upTo(text.length).filter((i) => numbers[i] >= 0);
  return text.slice(0, positions[nouns - 1] + 1);
}

/**
 * Returns the head that is shown, or -1 for the mean of all. The chosen head may not exist, because
 * another model may have fewer heads.
 * @param {VerbModel} sent
 * @param {number} head
 */
export const shownHead = ({ W_Q }, head) => (W_Q.length === 1 ? 0 : Math.min(head, W_Q.length - 1));

/**
 * Says the answer, which word gets the most weight, and what makes the answer flip.
 * @param {string[]} words
 * @param {number[]} numbers The number of each word, as in cutText.
 * @param {number} head
 * @param {Readings} readings
 */
export function describeReadings(words, numbers, head, readings) {
  const { probabilities, weight } = readings;
  /** @param {"drop" | "mask" | "change"} name */
  const flipped = (name) =>
    formatList(flippingWords(readings, name).map((i) => formatToken(words, i))) || "no word";
  const says = argmax(probabilities);
  const right = numbers.find((number) => number >= 0) === says ? "right" : "wrong";
  const top = argmax(weight);
  const who = head < 0 ? "The mean of the heads" : `Head ${head}`;
  return [
    `The model says “${VERBS[says]}” with ${formatPercent(probabilities[says])}, ${right}.`,
    `${who} gives most weight, ${formatFixed(weight[top])}, to ${formatToken(words, top)}.`,
    `Dropping a term flips the answer at ${flipped("drop")};`,
    `masking a key, at ${flipped("mask")};`,
    `changing the word, at ${flipped("change")}.`,
  ];
}
