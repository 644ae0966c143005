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
import { logSumExp, multiplyByTranspose, rmsNorm, softmaxInPlace } from "./loops.js";

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

const ROWS_PER_SLICE = 16; // rows of logits that one slice computes
const LOGIT_SCALE = 3;

/** @typedef {CodeModel["layers"][number]} Layer */
/**
 * @typedef {object} Results Queries, keys, values, weights and logits, up to some position of the code.
 *   Each array has room for the longest code.
 * @property {number} limit The largest number of positions.
 * @property {{ Q: Float32Array, K: Float32Array, V: Float32Array }[]} layers For each layer, a row of
 *   d_model per position.
 * @property {Float32Array[]} weights For each head of all layers, `limit` keys per position.
 * @property {Float32Array} logits A row of the vocabulary per position.
 * @property {Float64Array} logSums For each position, log of the sum of exp(logit).
 */
/**
 * @typedef {object} Changed What a new run computes: the positions from `from` on.
 * @property {number[]} tokens
 * @property {number} from
 * @property {number[]} off Heads that are off, counted through all layers.
 * @property {number[]} mlpsOff Layers whose MLP is off.
 */

/**
 * Makes room for results.
 * @param {CodeModel["sizes"]} sizes
 * @param {number} limit
 * @returns {Results}
 */
function makeResults({ vocabulary, n_layers, n_heads, d_model }, limit) {
  const rows = () => new Float32Array(limit * d_model);
  return {
    limit,
    layers: upTo(n_layers).map(() => ({ Q: rows(), K: rows(), V: rows() })),
    weights: upTo(n_layers * n_heads).map(() => new Float32Array(limit * limit)),
    logits: new Float32Array(limit * vocabulary),
    logSums: new Float64Array(limit),
  };
}

/**
 * Returns the embeddings of the tokens from `from` on.
 * @param {CodeModel} model
 * @param {Changed} changed
 */
function embed({ embedding, sizes: { d_model } }, { tokens, from }) {
  const x = new Float32Array((tokens.length - from) * d_model);
  for (let i = from; i < tokens.length; i++) {
    const row = embedding.subarray(tokens[i] * d_model, (tokens[i] + 1) * d_model);
    x.set(row, (i - from) * d_model);
  }
  return x;
}

/**
 * Adds what a layer computed to the residual stream.
 * @param {Float32Array} x
 * @param {Float32Array} written
 */
function addTo(x, written) {
  for (let k = 0; k < x.length; k++) x[k] += written[k];
}

/**
 * Stores one head's weights, and writes its averages into its columns of `mix`; if it is off, they
 * stay 0.
 * @param {CodeModel} model
 * @param {Results} results
 * @param {Changed} changed
 * @param {number} head Counted through all layers.
 * @param {Float32Array} mix
 */
function attendHead({ sizes, layers }, results, { tokens, from, off }, head, mix) {
  const { context, n_heads, d_model } = sizes;
  const { limit } = results;
  const [layer, h] = [Math.floor(head / n_heads), head % n_heads];
  const { Q, K, V } = results.layers[layer];
  const { distances } = layers[layer];
  const weights = results.weights[head];
  const d_head = d_model / n_heads;
  const scale = 1 / Math.sqrt(d_head);
  const scores = new Float64Array(tokens.length);
  const isOff = off.includes(head);
  const firstColumn = h * d_head;
  for (let i = from; i < tokens.length; i++) {
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
      weights[i * limit + j] = weight;
      if (isOff) continue;
      for (let k = 0, value = j * d_model + firstColumn; k < d_head; k++)
        mix[to + k] += weight * V[value + k];
    }
  }
}

/**
 * Adds the output of a layer's attention to x. Stores the layer's queries, keys, values and weights.
 * @param {CodeModel} model
 * @param {Results} results
 * @param {Changed} changed
 * @param {number} l The layer's index.
 * @param {Float32Array} x
 */
function* addAttention(model, results, changed, l, x) {
  const { n_heads, d_model } = model.sizes;
  const { beforeAttention, W_Q, W_K, W_V, W_O } = model.layers[l];
  const { Q, K, V } = results.layers[l];
  const normed = rmsNorm(x, beforeAttention);
  const [start, end] = [changed.from * d_model, changed.tokens.length * d_model];
  multiplyByTranspose(normed, d_model, W_Q, Q.subarray(start, end));
  multiplyByTranspose(normed, d_model, W_K, K.subarray(start, end));
  multiplyByTranspose(normed, d_model, W_V, V.subarray(start, end));
  yield;
  const mix = new Float32Array(x.length);
  for (let h = 0; h < n_heads; h++) attendHead(model, results, changed, l * n_heads + h, mix);
  addTo(x, multiplyByTranspose(mix, d_model, W_O));
  yield;
}

/**
 * Adds the output of a layer's MLP to x.
 * @param {CodeModel["sizes"]} sizes
 * @param {Layer} layer
 * @param {Float32Array} x
 */
function addMlp({ d_model, d_mlp }, { beforeMlp, widen, narrow }, x) {
  const wide = multiplyByTranspose(rmsNorm(x, beforeMlp), d_model, widen);
  gelu(wide);
  addTo(x, multiplyByTranspose(wide, d_mlp, narrow));
}

/**
 * Stores the logits of the positions from `from` on.
 * @param {CodeModel} model
 * @param {Results} results
 * @param {Changed} changed
 * @param {Float32Array} x The output of the last layer.
 */
function* computeLogits({ sizes, norm, embedding }, { logits, logSums }, { tokens, from }, x) {
  const { vocabulary, d_model } = sizes;
  const last = rmsNorm(x, norm);
  const sharper = LOGIT_SCALE / Math.sqrt(d_model);
  for (let k = 0; k < last.length; k++) last[k] *= sharper;
  for (let i = from; i < tokens.length; i += ROWS_PER_SLICE) {
    const end = Math.min(i + ROWS_PER_SLICE, tokens.length);
    const rows = last.subarray((i - from) * d_model, (end - from) * d_model);
    const out = logits.subarray(i * vocabulary, end * vocabulary);
    multiplyByTranspose(rows, d_model, embedding, out);
    for (let row = i; row < end; row++)
      logSums[row] = logSumExp(logits, row * vocabulary, (row + 1) * vocabulary);
    yield;
  }
}

/**
 * Computes the results for the tokens from `from` on; earlier tokens already have results.
 * @param {CodeModel} model
 * @param {Results} results
 * @param {Changed} changed
 */
function* compute(model, results, changed) {
  const x = embed(model, changed);
  for (const [l, layer] of model.layers.entries()) {
    yield* addAttention(model, results, changed, l, x);
    if (changed.mlpsOff.includes(l)) continue;
    addMlp(model.sizes, layer, x);
    yield;
  }
  yield* computeLogits(model, results, changed, x);
}

/**
 * Returns how a head scores each key for a position.
 * @param {CodeModel} model
 * @param {Results} results
 * @param {number} head Counted through all layers.
 * @param {number} position
 * @returns {ScoredKey[]}
 */
function scoreKeys({ sizes, layers }, results, head, position) {
  const { context, n_heads, d_model } = sizes;
  const [layer, h] = [Math.floor(head / n_heads), head % n_heads];
  const { Q, K } = results.layers[layer];
  const d_head = d_model / n_heads;
  const scale = 1 / Math.sqrt(d_head);
  /** @type {(rows: Float32Array, i: number) => Float32Array} */
  const rowOfHead = (rows, i) =>
    rows.subarray(i * d_model + h * d_head, i * d_model + (h + 1) * d_head);
  const query = rowOfHead(Q, position);
  return upTo(position + 1).map((key) => {
    const match = dot(query, rowOfHead(K, key)) * scale;
    const distance = layers[layer].distances[h * context + position - key];
    const weight = results.weights[head][position * results.limit + key];
    return { key, match, distance, score: match + distance, weight };
  });
}

/**
 * Returns the functions that read a run's results.
 * @param {CodeModel} model
 * @param {Results} results
 * @param {number[]} tokens
 */
function makeRun(model, results, tokens) {
  const { limit, weights, logits, logSums } = results;
  const { vocabulary } = model.sizes;
  const n = tokens.length;
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
     */
    parts: (head, position) => scoreKeys(model, results, head, position),
  };
}

/**
 * Makes a function that runs the model on a text, in slices. The function keeps its results:
 * because attention is causal and uses only distances between positions, everything before the
 * first changed token stays valid.
 * @param {CodeModel} model
 * @param {number} limit The largest number of tokens.
 */
export function makeReader(model, limit) {
  const results = makeResults(model.sizes, limit);
  /** @type {number[]} */
  let before = []; // the tokens whose results are kept
  let beforeOff = "";
  let latest = ""; // the arguments of the last call
  /**
   * @param {number[]} tokens
   * @param {number[]} [off] Heads that are off, counted through all layers.
   * @param {number[]} [mlpsOff] Layers whose MLP is off.
   * @returns The results; null if a call with other arguments came in between.
   */
  return function* (tokens, off = [], mlpsOff = []) {
    const nowOff = JSON.stringify([off, mlpsOff]);
    const request = JSON.stringify([tokens, nowOff]);
    latest = request;
    let from = 0;
    while (nowOff === beforeOff && from < tokens.length && before[from] === tokens[from]) from++;
    if (from < tokens.length) {
      [before, beforeOff] = [tokens.slice(0, from), nowOff]; // the rest may never be finished
      for (const _ of compute(model, results, { tokens, from, off, mlpsOff })) {
        yield;
        if (latest !== request) return null;
      }
    }
    before = [...tokens];
    return makeRun(model, results, tokens);
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
