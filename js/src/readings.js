// One row of attention in a model of one layer, residual and causal: what the last word reads, and
// what the model's answer, "is" or "are", loses when a word is taken away or another one put there.

import { softmax, total, upTo } from "./numbers.js";

/** @typedef {number[][]} Matrix */

/**
 * @typedef {object} Weights A model as Python sends it.
 * @property {string} name
 * @property {Matrix} letters A row a word: what it adds to a token.
 * @property {Matrix} places A row a place.
 * @property {Matrix[]} W_Q (heads, d_model, d_head)
 * @property {Matrix[]} W_K
 * @property {Matrix[]} W_V
 * @property {Matrix[]} W_O (heads, d_head, d_model)
 * @property {Matrix} readout (2, d_model): a row for "is", a row for "are".
 * @property {number[]} bias
 */

/**
 * @typedef {object} Look What the last word sees of a text, head by head.
 * @property {number[]} x The last word's token.
 * @property {Matrix} scores (heads, keys)
 * @property {Matrix[]} written (heads, keys, d_model): what a key writes where its weight is 1.
 */

/**
 * @typedef {object} Readings
 * @property {number[]} shares Of "is" and "are", of the two alone.
 * @property {number[]} weight A number a word, like all that follow.
 * @property {number[]} size A share of all that is written, in all heads.
 * @property {number[]} drop What the answer's share loses.
 * @property {number[]} mask
 * @property {(number | null)[]} change Null where no other word may stand.
 */

/**
 * A row times a matrix.
 * @param {number[]} row
 * @param {Matrix} W
 */
function through(row, W) {
  return W[0].map((_, j) => total(row.map((x, i) => x * W[i][j])));
}

/**
 * @param {number[]} a
 * @param {number[]} b
 */
const dot = (a, b) => total(a.map((x, i) => x * b[i]));

/**
 * A copy with another number at one place.
 * @param {number[]} list
 * @param {number} place
 * @param {number} value
 */
const put = (list, place, value) => list.map((x, i) => (i === place ? value : x));

/**
 * @param {Weights} model
 * @param {number[]} text
 * @returns {Look}
 */
function look(model, text) {
  const tokens = text.map((word, i) => model.letters[word].map((x, c) => x + model.places[i][c]));
  const x = tokens[tokens.length - 1];
  const root = Math.sqrt(model.W_Q[0][0].length);
  const scores = model.W_Q.map((W, h) => {
    const query = through(x, W);
    return tokens.map((token) => dot(query, through(token, model.W_K[h])) / root);
  });
  const written = model.W_V.map((W, h) =>
    tokens.map((token) => through(through(token, W), model.W_O[h])),
  );
  return { x, scores, written };
}

/**
 * The last place may look at every place before it, so its row has no key to mask.
 * @param {Matrix} scores
 */
const weigh = (scores) => scores.map((row) => softmax(row, row.slice()));

/**
 * The shares of the two answers where the heads read with these weights.
 * @param {Weights} model
 * @param {Look} seen
 * @param {Matrix} weights
 */
function answer(model, { x, written }, weights) {
  const sum = x.map((c, k) =>
    written.reduce((all, rows, h) => all + total(rows.map((row, j) => weights[h][j] * row[k])), c),
  );
  const logits = model.readout.map((line, a) => dot(sum, line) + model.bias[a]);
  return softmax(logits, logits.slice());
}

/**
 * Every reading, at the last word.
 * @param {Weights} model
 * @param {number[]} text
 * @param {number} head The one that is read; -1 for all, whose weights are averaged.
 * @param {number[]} partners The word that may stand in a word's place; -1 for none.
 * @returns {Readings}
 */
export function read(model, text, head, partners) {
  const seen = look(model, text);
  const weights = weigh(seen.scores);
  const heads = upTo(weights.length);
  const chosen = head < 0 ? heads : [head];
  const keys = upTo(text.length);
  const sizes = heads.map((h) =>
    keys.map((j) => weights[h][j] * Math.hypot(...seen.written[h][j])),
  );
  const all = total(sizes.flat());
  const shares = answer(model, seen, weights);
  const says = shares[1] > shares[0] ? 1 : 0;
  /** @param {Matrix} changed */
  const loses = (changed) => shares[says] - answer(model, seen, changed)[says];
  /**
   * The rows without a key, in the chosen heads alone.
   * @param {Matrix} rows
   * @param {number} key
   * @param {number} value
   */
  const without = (rows, key, value) =>
    rows.map((row, h) => (chosen.includes(h) ? put(row, key, value) : row));
  return {
    shares,
    weight: keys.map((j) => total(chosen.map((h) => weights[h][j])) / chosen.length),
    size: keys.map((j) => total(chosen.map((h) => sizes[h][j])) / all),
    drop: keys.map((j) => loses(without(weights, j, 0))),
    mask: keys.map((j) =>
      // A text of one word has no other key to look at.
      keys.length < 2
        ? loses(without(weights, j, 0))
        : loses(weigh(without(seen.scores, j, Number.NEGATIVE_INFINITY))),
    ),
    change: keys.map((j) => {
      const other = partners[text[j]];
      if (other < 0) return null;
      const there = look(model, put(text, j, other));
      return shares[says] - answer(model, there, weigh(there.scores))[says];
    }),
  };
}

/**
 * Where the answer flips: it has lost more than brings it to a half.
 * @param {Readings} readings
 * @param {"drop" | "mask" | "change"} name
 */
export function flips(readings, name) {
  const losses = readings[name];
  const own = Math.max(...readings.shares);
  return upTo(losses.length).filter((j) => own - (losses[j] ?? 0) < 0.5);
}
