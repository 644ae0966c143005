// Runs a BERT whose matrices are stored in 8 bits, with a scale for each row.
//
// ids -> word + position + kind, norm -> in each layer: attention, add, norm, MLP, add, norm
// -> mean of the tokens, scaled to length 1

import { gelu } from "../shared/gelu.js";
import { dot, softmax, upTo } from "../shared/math.js";
import { openFile } from "../shared/safetensors.js";

const NORM_EPSILON = 1e-12;
const ROWS_AT_ONCE = 4;
const COLUMNS_PER_SLICE = 256;

/**
 * @typedef {object} Sizes
 * @property {number} n_layers
 * @property {number} n_heads Heads in each layer.
 * @property {number} d_model
 * @property {number} d_mlp
 */
/**
 * A matrix whose rows give one entry of the output each.
 * @typedef {object} Linear
 * @property {Int8Array} whole
 * @property {Float32Array} scales One per row.
 * @property {Float32Array} bias
 */
/** @typedef {{ weight: Float32Array, bias: Float32Array }} Norm */
/** @typedef {ReturnType<typeof readEncoder>} Encoder */
/**
 * @typedef {object} Reading What the model makes of a sentence.
 * @property {Float32Array[][][]} weights (layers, heads, queries, keys)
 * @property {Float64Array} vector The sentence's.
 */

/**
 * Reads a model that `tools/sphinx_extensions/sentence_model.py` wrote.
 * @param {ArrayBuffer} buffer
 */
export function readEncoder(buffer) {
  const { about, bytes, int8 } = openFile(buffer);
  /** @type {Sizes} */
  const sizes = JSON.parse(about.sizes);
  /** @param {string} name */
  const floats = (name) => new Float32Array(bytes(name));
  /** @param {string} name @returns {Norm} */
  const norm = (name) => ({ weight: floats(`${name}.weight`), bias: floats(`${name}.bias`) });
  /** @param {string} name @returns {Linear} */
  const linear = (name) => ({
    whole: int8(`${name}.weight`),
    scales: floats(`${name}.weight scale`),
    bias: floats(`${name}.bias`),
  });
  return {
    sizes,
    vocabulary: about.vocabulary.split("\n"),
    words: int8("word_embeddings.weight"),
    wordScales: floats("word_embeddings.weight scale"),
    positions: floats("position_embeddings.weight"),
    kinds: floats("token_type_embeddings.weight"),
    norm: norm("LayerNorm"),
    layers: upTo(sizes.n_layers).map((i) => ({
      query: linear(`layer.${i}.attention.self.query`),
      key: linear(`layer.${i}.attention.self.key`),
      value: linear(`layer.${i}.attention.self.value`),
      output: linear(`layer.${i}.attention.output.dense`),
      afterAttention: norm(`layer.${i}.attention.output.LayerNorm`),
      widen: linear(`layer.${i}.intermediate.dense`),
      narrow: linear(`layer.${i}.output.dense`),
      afterMlp: norm(`layer.${i}.output.LayerNorm`),
    })),
  };
}

/**
 * Applies a linear layer to each row of x, in slices. Two rows of the matrix are unpacked at a time
 * and multiplied with four rows of x, so that each number is fetched once for several products.
 * @param {Float64Array} x A multiple of four rows.
 * @param {Linear} linear An even number of rows.
 * @returns {Generator<undefined, Float64Array>}
 */
export function* applyLinear(x, { whole, scales, bias }) {
  const columns = scales.length;
  const width = whole.length / columns;
  const out = new Float64Array((x.length / width) * columns);
  const left = new Float64Array(width);
  const right = new Float64Array(width);
  for (let column = 0; column < columns; column += 2) {
    if (column > 0 && column % COLUMNS_PER_SLICE === 0) yield;
    unpackRow(whole, column * width, left);
    unpackRow(whole, (column + 1) * width, right);
    multiplyTwo(x, width, left, right, out, columns, column);
    for (let to = column; to < out.length; to += columns) {
      out[to] = out[to] * scales[column] + bias[column];
      out[to + 1] = out[to + 1] * scales[column + 1] + bias[column + 1];
    }
  }
  return out;
}

/**
 * @param {Int8Array} whole
 * @param {number} from
 * @param {Float64Array} row
 */
function unpackRow(whole, from, row) {
  for (let k = 0; k < row.length; k++) row[k] = whole[from + k];
}

/**
 * Writes each row of x, times two vectors, into two neighboring columns of `out`.
 * @param {Float64Array} x
 * @param {number} width
 * @param {Float64Array} left
 * @param {Float64Array} right
 * @param {Float64Array} out
 * @param {number} columns
 * @param {number} column
 */
function multiplyTwo(x, width, left, right, out, columns, column) {
  for (let a = 0, to = column; a < x.length; a += ROWS_AT_ONCE * width) {
    const b = a + width;
    const c = b + width;
    const d = c + width;
    let al = 0;
    let bl = 0;
    let cl = 0;
    let dl = 0;
    let ar = 0;
    let br = 0;
    let cr = 0;
    let dr = 0;
    for (let k = 0; k < width; k++) {
      const l = left[k];
      const r = right[k];
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
    out[to] = al;
    out[to + 1] = ar;
    to += columns;
    out[to] = bl;
    out[to + 1] = br;
    to += columns;
    out[to] = cl;
    out[to + 1] = cr;
    to += columns;
    out[to] = dl;
    out[to + 1] = dr;
    to += columns;
  }
}

/**
 * Adds `written` to x and applies LayerNorm to each row, in place.
 * @param {Float64Array} x
 * @param {Float64Array} written
 * @param {Norm} norm
 */
function addAndNorm(x, written, { weight, bias }) {
  const width = weight.length;
  for (let from = 0; from < x.length; from += width) {
    let sum = 0;
    for (let k = 0; k < width; k++) {
      x[from + k] += written[from + k];
      sum += x[from + k];
    }
    const mean = sum / width;
    let squares = 0;
    for (let k = 0; k < width; k++) squares += (x[from + k] - mean) ** 2;
    const scale = 1 / Math.sqrt(squares / width + NORM_EPSILON);
    for (let k = 0; k < width; k++)
      x[from + k] = (x[from + k] - mean) * scale * weight[k] + bias[k];
  }
}

/**
 * Returns the tokens before the first layer, with rows of zeros up to a multiple of four.
 * @param {Encoder} model
 * @param {number[]} ids
 */
function embed({ sizes, words, wordScales, positions, kinds, norm }, ids) {
  const width = sizes.d_model;
  const rows = Math.ceil(ids.length / ROWS_AT_ONCE) * ROWS_AT_ONCE;
  const x = new Float64Array(rows * width);
  for (const [i, id] of ids.entries()) {
    for (let k = 0; k < width; k++)
      x[i * width + k] =
        words[id * width + k] * wordScales[id] + positions[i * width + k] + kinds[k];
  }
  addAndNorm(x, new Float64Array(x.length), norm);
  return x;
}

/**
 * Computes the weights of a layer's heads, and their averages, next to each other.
 * @param {Float64Array[]} projected Queries, keys and values.
 * @param {Sizes} sizes
 * @param {number} n How many rows are tokens.
 * @param {(head: number) => boolean} isOff
 */
function attend([Q, K, V], { n_heads, d_model }, n, isOff) {
  const d_head = d_model / n_heads;
  const averages = new Float64Array(Q.length);
  const scores = new Float64Array(n);
  const weights = upTo(n_heads).map((head) =>
    upTo(n).map((i) => {
      const query = i * d_model + head * d_head;
      for (let j = 0; j < n; j++) {
        const key = j * d_model + head * d_head;
        let match = 0;
        for (let k = 0; k < d_head; k++) match += Q[query + k] * K[key + k];
        scores[j] = match / Math.sqrt(d_head);
      }
      const row = softmax(scores, new Float64Array(n));
      for (let j = 0; j < n && !isOff(head); j++) {
        const value = j * d_model + head * d_head;
        for (let k = 0; k < d_head; k++) averages[query + k] += row[j] * V[value + k];
      }
      return Float32Array.from(row);
    }),
  );
  return { weights, averages };
}

/**
 * Returns the mean of the tokens, scaled to length 1.
 * @param {Float64Array} x
 * @param {number} n
 * @param {number} width
 */
function sentenceVector(x, n, width) {
  const sum = new Float64Array(width);
  for (let i = 0; i < n * width; i++) sum[i % width] += x[i];
  const length = Math.sqrt(dot(sum, sum));
  return sum.map((entry) => entry / length);
}

/**
 * Makes a function that runs the model, in slices. It keeps what the last sentence gave with all
 * heads on, and the tokens before each layer, so that it can begin at the first layer with a head
 * that is off; and what it gave last with heads off.
 * @param {Encoder} model
 */
export function makeEncoderReader(model) {
  const { sizes, layers } = model;
  const none = { weights: [], vector: new Float64Array() };
  /** @type {{ sentence: string, states: Float64Array[], reading: Reading }} */
  let allOn = { sentence: "", states: [], reading: none };
  /** @type {{ sentence: string, off: string, reading: Reading }} */
  let someOff = { sentence: "", off: "", reading: none };

  /**
   * @param {number[]} ids
   * @param {number[]} [off] Heads that are off, counted through all layers.
   * @returns {Generator<undefined, Reading>}
   */
  return function* (ids, off = []) {
    const n = ids.length;
    const sentence = ids.join();
    if (off.length === 0 && allOn.sentence === sentence) return allOn.reading;
    if (someOff.sentence === sentence && someOff.off === off.join()) return someOff.reading;
    const first = off.length > 0 ? Math.floor(Math.min(...off) / sizes.n_heads) : 0;
    const known = allOn.sentence === sentence ? first : 0;
    const x = known > 0 ? allOn.states[known].slice() : embed(model, ids);
    const states = allOn.states.slice(0, known);
    const weights = allOn.reading.weights.slice(0, known);
    for (const [l, layer] of layers.entries()) {
      if (l < known) continue;
      states.push(x.slice());
      const projected = [];
      for (const part of [layer.query, layer.key, layer.value]) {
        projected.push(yield* applyLinear(x, part));
        yield;
      }
      const attention = attend(projected, sizes, n, (head) =>
        off.includes(l * sizes.n_heads + head),
      );
      weights.push(attention.weights);
      yield;
      addAndNorm(x, yield* applyLinear(attention.averages, layer.output), layer.afterAttention);
      yield;
      const wide = yield* applyLinear(x, layer.widen);
      gelu(wide);
      yield;
      addAndNorm(x, yield* applyLinear(wide, layer.narrow), layer.afterMlp);
      yield;
    }
    const reading = { weights, vector: sentenceVector(x, n, sizes.d_model) };
    if (off.length === 0) allOn = { sentence, states, reading };
    else someOff = { sentence, off: off.join(), reading };
    return reading;
  };
}
