// Runs a small language model of Python token by token, and describes its output.
//
// tokens -> in each layer: norm, attention, norm, MLP -> norm -> probabilities of the next token

import {
  formatCountOf,
  formatFixed,
  formatHead,
  formatList,
  formatPercent,
} from "../shared/format.js";
import { gelu } from "../shared/gelu.js";
import { descending, dot, upTo } from "../shared/math.js";
import { showWord } from "../shared/token_words.js";

/** @typedef {import("../shared/safetensors.js").CodeModel} CodeModel */

/**
 * @typedef {object} ScoredKey How the chosen head scores one key for the chosen position.
 * @property {number} key The key's position.
 * @property {number} match The dot product of query and key, divided by √d_head.
 * @property {number} distance The head's learned bias for this distance.
 * @property {number} score The sum of match and distance.
 * @property {number} weight
 */

/** @typedef {ReturnType<typeof makeReader>} Reader */
/** @typedef {ReturnType<Reader> extends Generator<any, infer R> ? NonNullable<R> : never} Run A
 *   result, valid until the reader's next call. */

const NORM_EPSILON = 1e-6;
const ROWS_PER_SLICE = 16; // rows of logits that one slice computes
const LOGIT_SCALE = 3;

/**
 * Applies RMSNorm: divides each row by its root mean square and multiplies it by the factors.
 * @param {Float32Array} x
 * @param {Float32Array} factors One per column.
 */
function rmsNorm(x, factors) {
  const width = factors.length;
  const normed = new Float32Array(x.length);
  for (let from = 0; from < x.length; from += width) {
    const scale = 1 / Math.sqrt(dot(x, x, from, from + width) / width + NORM_EPSILON);
    for (let k = 0; k < width; k++) normed[from + k] = x[from + k] * scale * factors[k];
  }
  return normed;
}

/**
 * Multiplies x by the transpose of a matrix. The loop takes four rows of x and two rows of the
 * matrix at a time, so that each number is fetched once for several products, which takes a third
 * of the time. The loops destructure no arrays: until that is compiled, it takes longer than
 * everything else.
 * @param {Float32Array} x
 * @param {number} width The length of a row.
 * @param {Float32Array} matrix
 * @param {Float32Array} [out] Filled and returned.
 */
function multiplyByTranspose(
  x,
  width,
  matrix,
  out = new Float32Array((x.length / width) * (matrix.length / width)),
) {
  const [rows, columns] = [x.length / width, matrix.length / width];
  const [fours, twos] = [rows - (rows % 4), columns - (columns % 2)];
  for (let i = 0; i < fours; i += 4) {
    const a = i * width;
    const [b, c, d] = [a + width, a + 2 * width, a + 3 * width];
    for (let column = 0; column < twos; column += 2) {
      const left = column * width;
      const right = left + width;
      let al = 0;
      let bl = 0;
      let cl = 0;
      let dl = 0;
      let ar = 0;
      let br = 0;
      let cr = 0;
      let dr = 0;
      for (let k = 0; k < width; k++) {
        const l = matrix[left + k];
        const r = matrix[right + k];
        const xa = x[a + k];
        const xb = x[b + k];
        const xc = x[c + k];
        const xd = x[d + k];
        al += l * xa;
        bl += l * xb;
        cl += l * xc;
        dl += l * xd;
        ar += r * xa;
        br += r * xb;
        cr += r * xc;
        dr += r * xd;
      }
      const to = i * columns + column;
      out[to] = al;
      out[to + 1] = ar;
      out[to + columns] = bl;
      out[to + columns + 1] = br;
      out[to + 2 * columns] = cl;
      out[to + 2 * columns + 1] = cr;
      out[to + 3 * columns] = dl;
      out[to + 3 * columns + 1] = dr;
    }
  }
  // Computes the rows and columns that the blocks of 4 × 2 left over.
  for (let i = 0; i < rows; i++) {
    for (let column = i < fours ? twos : 0; column < columns; column++) {
      const from = column * width;
      let sum = 0;
      for (let k = 0; k < width; k++) sum += matrix[from + k] * x[i * width + k];
      out[i * columns + column] = sum;
    }
  }
  return out;
}

/**
 * Replaces the first n numbers by their softmax.
 * @param {Float64Array} list
 * @param {number} n
 */
function softmaxInPlace(list, n) {
  let top = list[0];
  for (let j = 1; j < n; j++) top = Math.max(top, list[j]);
  let sum = 0;
  for (let j = 0; j < n; j++) {
    list[j] = Math.exp(list[j] - top);
    sum += list[j];
  }
  for (let j = 0; j < n; j++) list[j] /= sum;
}

/**
 * Computes the logarithm of the sum of the exponentials of a range.
 * @param {Float32Array} list
 * @param {number} from
 * @param {number} to
 */
function logSumExp(list, from, to) {
  let top = list[from];
  for (let k = from + 1; k < to; k++) if (list[k] > top) top = list[k];
  let sum = 0;
  for (let k = from; k < to; k++) sum += Math.exp(list[k] - top);
  return top + Math.log(sum);
}

/**
 * Makes a function that runs the model on a text, in slices. The function keeps its results:
 * because attention is causal and uses only distances between positions, everything before the
 * first changed token stays valid.
 * @param {CodeModel} model
 * @param {number} limit The largest number of tokens.
 */
export function makeReader(model, limit) {
  const { vocabulary, context, n_layers, n_heads, d_model } = model.sizes;
  const d_head = d_model / n_heads;
  const scale = 1 / Math.sqrt(d_head);
  const room = () => new Float32Array(limit * d_model);
  const kept = model.layers.map(() => ({ Q: room(), K: room(), V: room() }));
  const weights = upTo(n_layers * n_heads).map(() => new Float32Array(limit * limit));
  const logits = new Float32Array(limit * vocabulary);
  const logSums = new Float64Array(limit); // for each position, log of the sum of exp(logit)
  const scores = new Float64Array(limit);
  /** @type {number[]} */
  let before = []; // the tokens whose results are kept
  let beforeOff = "";
  let latest = ""; // the arguments of the last call

  /**
   * Returns the concatenated averages of a layer's heads, for the positions from `from` on.
   * @param {number} layer
   * @param {number} from
   * @param {number} n
   * @param {number[]} off
   */
  const attend = (layer, from, n, off) => {
    const [{ Q, K, V }, { distances }] = [kept[layer], model.layers[layer]];
    const mix = new Float32Array((n - from) * d_model);
    for (let h = 0; h < n_heads; h++) {
      const head = layer * n_heads + h;
      const firstColumn = h * d_head;
      for (let i = from; i < n; i++) {
        const query = i * d_model + firstColumn;
        for (let j = 0; j <= i; j++) {
          let match = 0;
          for (let k = 0, key = j * d_model + firstColumn; k < d_head; k++)
            match += Q[query + k] * K[key + k];
          scores[j] = match * scale + distances[h * context + i - j];
        }
        softmaxInPlace(scores, i + 1);
        const to = (i - from) * d_model + firstColumn;
        for (let j = 0; j <= i; j++) {
          const weight = scores[j];
          weights[head][i * limit + j] = weight;
          if (off.includes(head)) continue; // its average stays 0
          for (let k = 0, value = j * d_model + firstColumn; k < d_head; k++)
            mix[to + k] += weight * V[value + k];
        }
      }
    }
    return mix;
  };

  /**
   * Computes the results for the tokens from `from` on; earlier tokens already have results.
   * @param {number[]} tokens
   * @param {number} from
   * @param {number[]} off
   * @param {number[]} mlpsOff
   */
  function* compute(tokens, from, off, mlpsOff) {
    const n = tokens.length;
    const x = new Float32Array((n - from) * d_model);
    for (let i = from; i < n; i++) {
      const row = model.embedding.subarray(tokens[i] * d_model, (tokens[i] + 1) * d_model);
      x.set(row, (i - from) * d_model);
    }
    /** @param {Float32Array} written */
    const add = (written) => {
      for (let k = 0; k < x.length; k++) x[k] += written[k];
    };
    for (const [l, layer] of model.layers.entries()) {
      const normed = rmsNorm(x, layer.beforeAttention);
      const { Q, K, V } = kept[l];
      multiplyByTranspose(normed, d_model, layer.W_Q, Q.subarray(from * d_model, n * d_model));
      multiplyByTranspose(normed, d_model, layer.W_K, K.subarray(from * d_model, n * d_model));
      multiplyByTranspose(normed, d_model, layer.W_V, V.subarray(from * d_model, n * d_model));
      yield;
      add(multiplyByTranspose(attend(l, from, n, off), d_model, layer.W_O));
      yield;
      if (mlpsOff.includes(l)) continue;
      const wide = multiplyByTranspose(rmsNorm(x, layer.beforeMlp), d_model, layer.widen);
      gelu(wide);
      add(multiplyByTranspose(wide, model.sizes.d_mlp, layer.narrow));
      yield;
    }
    const last = rmsNorm(x, model.norm);
    const sharper = LOGIT_SCALE / Math.sqrt(d_model);
    for (let k = 0; k < last.length; k++) last[k] *= sharper;
    for (let i = from; i < n; i += ROWS_PER_SLICE) {
      const end = Math.min(i + ROWS_PER_SLICE, n);
      const rows = last.subarray((i - from) * d_model, (end - from) * d_model);
      multiplyByTranspose(
        rows,
        d_model,
        model.embedding,
        logits.subarray(i * vocabulary, end * vocabulary),
      );
      for (let row = i; row < end; row++)
        logSums[row] = logSumExp(logits, row * vocabulary, (row + 1) * vocabulary);
      yield;
    }
  }

  /**
   * @param {number[]} tokens
   * @param {number[]} [off] Heads that are off, counted through all layers.
   * @param {number[]} [mlpsOff] Layers whose MLP is off.
   * @returns The results; null if a call with other arguments came in between.
   */
  return function* (tokens, off = [], mlpsOff = []) {
    const n = tokens.length;
    const nowOff = JSON.stringify([off, mlpsOff]);
    const request = JSON.stringify([tokens, nowOff]);
    latest = request;
    let from = 0;
    while (nowOff === beforeOff && from < n && before[from] === tokens[from]) from++;
    if (from < n) {
      [before, beforeOff] = [tokens.slice(0, from), nowOff]; // the rest may never be finished
      for (const _ of compute(tokens, from, off, mlpsOff)) {
        yield;
        if (latest !== request) return null;
      }
    }
    before = [...tokens];
    return {
      n,
      /** Returns a head's weights, one row per position. @param {number} head */
      weights: (head) => upTo(n).map((i) => weights[head].subarray(i * limit, i * limit + n)),
      /** Returns, for each token, the probability that it comes next. @param {number} position */
      probabilities: (position) =>
        Float64Array.from(
          logits.subarray(position * vocabulary, (position + 1) * vocabulary),
          (logit) => Math.exp(logit - logSums[position]),
        ),
      /**
       * Returns the mean of -log of the probability of the actual next token; NaN if there is none.
       */
      loss: () => {
        let sum = 0;
        for (let i = 0; i + 1 < n; i++) sum += logSums[i] - logits[i * vocabulary + tokens[i + 1]];
        return sum / (n - 1);
      },
      /**
       * Returns how a head scores each key for a position.
       * @param {number} head
       * @param {number} position
       * @returns {ScoredKey[]}
       */
      parts: (head, position) => {
        const [layer, h] = [Math.floor(head / n_heads), head % n_heads];
        const firstColumn = h * d_head;
        const [q, k] = [kept[layer].Q, kept[layer].K].map(
          (all) => (/** @type {number} */ i) =>
            all.subarray(i * d_model + firstColumn, i * d_model + firstColumn + d_head),
        );
        return upTo(position + 1).map((key) => {
          const match = dot(q(position), k(key)) * scale;
          const distance = model.layers[layer].distances[h * context + position - key];
          const weight = weights[head][position * limit + key];
          return { key, match, distance, score: match + distance, weight };
        });
      },
    };
  };
}

const KEYS_SHOWN = 6;
/** Returns the keys with the largest weights. @param {ScoredKey[]} parts */
export const heaviestKeys = (parts) =>
  descending(parts.map(({ weight }) => weight))
    .slice(0, KEYS_SHOWN)
    .map((i) => parts[i]);

const GUESSES_SHOWN = 8;

/**
 * @typedef {object} Guess
 * @property {number} token
 * @property {number} rank 1 for the likeliest token.
 * @property {number} probability
 * @property {boolean} isNext Whether it is the actual next token.
 */

/**
 * Returns the likeliest tokens, followed by the actual next token if it is not among them.
 * @param {Float64Array} probabilities
 * @param {number | undefined} next
 * @returns {Guess[]}
 */
export function topGuesses(probabilities, next) {
  const order = descending(probabilities);
  const ranks = upTo(Math.min(GUESSES_SHOWN, order.length));
  const rank = next === undefined ? -1 : order.indexOf(next);
  if (rank >= ranks.length) ranks.push(rank);
  return ranks.map((i) => ({
    token: order[i],
    rank: i + 1,
    probability: probabilities[order[i]],
    isNext: order[i] === next,
  }));
}

/** Explains "�", if a token is only a part of a letter; otherwise "". @param {string[]} words */
export const explainBrokenLetter = (words) =>
  words.some((word) => word.includes("\ufffd")) ? "�: one byte of a letter that takes several" : "";

/** Quotes a token in a sentence. @param {string} word */
export const quoteWord = (word) => `“${showWord(word)}”`;

/** Says how far back a key is: "itself", "3 back". @param {number} back */
export const formatBack = (back) => (back === 0 ? "itself" : `${back} back`);

/**
 * @typedef {object} ShownToken What is shown about the chosen position.
 * @property {CodeModel} model
 * @property {string[]} words
 * @property {number} position
 * @property {number} head
 * @property {number[]} off
 * @property {number[]} mlpsOff
 * @property {ScoredKey[]} parts
 * @property {Guess[]} guesses
 */

/** Names a head. @param {CodeModel} model @param {number} head */
export const formatModelHead = ({ sizes }, head) => formatHead(head, sizes.n_heads, sizes.n_layers);

/** Says what the chosen head attends to most. @param {ShownToken} view */
export function describeAttention({ model, words, position, head, off, parts }) {
  const [{ key, weight }] = heaviestKeys(parts);
  const target =
    key === position ? "itself" : `${quoteWord(words[key])}, ${formatBack(position - key)}`;
  const name = `${formatModelHead(model, head)}${off.includes(head) ? " (off: its output is dropped)" : ""}`;
  return `From ${quoteWord(words[position])} (${position}), ${name} attends most to ${target}: ${formatFixed(weight)}.`;
}

/**
 * Says what the model predicts, and what comes next in the text.
 * @param {Guess[]} guesses
 * @param {(token: number) => string} word
 * @param {ArrayLike<number> | null} before The probabilities with everything on; null if nothing is
 *   off.
 */
export function describeNext(guesses, word, before) {
  const first = guesses[0];
  const came = guesses.find(({ isNext }) => isNext);
  const whole = before ? ` (${formatPercent(before[first.token])} with all on)` : "";
  const expects = `Next: ${quoteWord(word(first.token))} ${formatPercent(first.probability)}${whole}`;
  if (!came) return `${expects}.`;
  if (came === first) return `${expects}, which is right.`;
  const probability = formatPercent(came.probability);
  const was = before && formatPercent(before[came.token]);
  const next = `the text has ${quoteWord(word(came.token))}, its guess ${came.rank}, ${probability}`;
  if (was && was !== probability) return `${expects}; ${next} (was ${was}).`;
  return `${expects}; ${next}.`;
}

const MAX_NAMED_PARTS = 4; // if more parts are off, they are only counted

/**
 * Says what is off, and how much that raises the loss.
 * @param {CodeModel} model
 * @param {number[]} off
 * @param {number[]} mlpsOff
 * @param {number} whole The loss with everything on.
 * @param {number} left The loss without the parts that are off.
 */
export function describeLoss(model, off, mlpsOff, whole, left) {
  if (Number.isNaN(whole)) return "A single token has no next token yet, so there is no loss.";
  const all = `Loss on this text, in nats a token: ${formatFixed(whole)} with all on`;
  const heads = [...off].sort((a, b) => a - b).map((head) => formatModelHead(model, head));
  const mlps = [...mlpsOff].sort((a, b) => a - b).map((layer) => `the MLP of layer ${layer}`);
  if (heads.length + mlps.length === 0) return `${all}.`;
  const many = heads.length + mlps.length > MAX_NAMED_PARTS;
  const counts = [
    heads.length > 0 ? formatCountOf(heads.length, "head") : "",
    mlps.length > 0 ? formatCountOf(mlps.length, "MLP") : "",
  ].filter(Boolean);
  const names = many ? formatList(counts) : [...heads, ...mlps].join("; ");
  return `${all}, ${formatFixed(left)} without ${names}.`;
}

/** Explains the loss, and gives the loss of a blind guess. @param {CodeModel} model */
export const explainLoss = ({ sizes: { vocabulary } }) =>
  "The mean of −log of the probability that the model gave to the actual next token: 0 is certain and " +
  `right; log ${vocabulary} = ${formatFixed(Math.log(vocabulary))} is a blind guess.`;
