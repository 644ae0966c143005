// Reads a stored code model from a safetensors file in base64, which has one byte per weight.
//
// The file has the length of the header in eight bytes, the header as JSON, and the tensors.

/** @typedef {{ [name: string]: { dtype: string, data_offsets: [number, number] } }} Header */

/**
 * @typedef {object} CodeLayer Matrices are flat; each of their rows gives one entry of the output.
 * @property {Float32Array} beforeAttention The factors of the norm.
 * @property {Float32Array} W_Q
 * @property {Float32Array} W_K
 * @property {Float32Array} W_V
 * @property {Float32Array} W_O
 * @property {Float32Array} distances (heads, context)
 * @property {Float32Array} beforeMlp
 * @property {Float32Array} widen
 * @property {Float32Array} narrow
 */

/**
 * @typedef {object} Sizes The model's sizes, by their names in Python.
 * @property {number} vocabulary
 * @property {number} context
 * @property {number} n_layers
 * @property {number} n_heads The number of heads in each layer.
 * @property {number} d_model
 * @property {number} d_mlp
 */

/**
 * @typedef {object} CodeModel
 * @property {Sizes} sizes
 * @property {string[]} merges
 * @property {Float32Array} embedding (vocabulary, d_model)
 * @property {Float32Array} norm
 * @property {CodeLayer[]} layers
 */

/** Decodes base64. @param {string} base64 */
export function decodeBase64(base64) {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  return bytes;
}

/**
 * Opens a file. Returns its texts, and functions that give a tensor's bytes.
 * @param {ArrayBuffer} buffer
 */
export function openFile(buffer) {
  const start = 8 + Number(new DataView(buffer).getBigUint64(0, true));
  const text = new TextDecoder().decode(new Uint8Array(buffer, 8, start - 8));
  /** @type {{ __metadata__: Record<string, string> } & Header} */
  const { __metadata__: about, ...head } = JSON.parse(text);
  /** @param {string} name */
  const offsets = (name) => /** @type {Header} */ (head)[name].data_offsets.map((at) => start + at);
  return {
    about,
    /** Returns a copy of the bytes, because a view would have to be aligned. @param {string} name */
    bytes: (name) => buffer.slice(...offsets(name)),
    /** Returns a view of whole numbers in 8 bits. @param {string} name */
    int8: (name) => {
      const [from, to] = offsets(name);
      return new Int8Array(buffer, from, to - from);
    },
  };
}

/**
 * Reads a model that `mha_lib.book.code_model.save` wrote. Each slice reads one layer.
 * @param {string} base64
 * @returns {Generator<undefined, CodeModel>}
 */
export function* readCodeModel(base64) {
  const { about, bytes } = openFile(decodeBase64(base64).buffer);
  /** @param {string} name */
  const plain = (name) => new Float32Array(bytes(name));
  /** Reads a matrix that is stored as int8 with a step size for each row. @param {string} name */
  const rows = (name) => {
    const whole = new Int8Array(bytes(name));
    const steps = plain(`${name} step`);
    const numbers = new Float32Array(whole.length);
    const width = whole.length / steps.length;
    for (let row = 0, i = 0; row < steps.length; row++) {
      for (let k = 0; k < width; k++, i++) numbers[i] = whole[i] * steps[row];
    }
    return numbers;
  };
  /** @type {Sizes} */
  const sizes = JSON.parse(about.sizes);
  yield;
  const [embedding, norm] = [rows("embedding"), plain("norm.weight")];
  /** @type {CodeLayer[]} */
  const layers = [];
  for (let i = 0; i < sizes.n_layers; i++) {
    yield;
    layers.push({
      beforeAttention: plain(`layers.${i}.before_attention.weight`),
      W_Q: rows(`layers.${i}.attention.W_Q`),
      W_K: rows(`layers.${i}.attention.W_K`),
      W_V: rows(`layers.${i}.attention.W_V`),
      W_O: rows(`layers.${i}.attention.W_O`),
      distances: plain(`layers.${i}.distances`),
      beforeMlp: plain(`layers.${i}.before_mlp.weight`),
      widen: rows(`layers.${i}.widen.weight`),
      narrow: rows(`layers.${i}.narrow.weight`),
    });
  }
  return { sizes, merges: about.merges.split("\n").filter(Boolean), embedding, norm, layers };
}
