// Loops over typed arrays, for the small language model.

import { dot } from "../shared/math.js";

const NORM_EPSILON = 1e-6;

/**
 * Applies RMSNorm: divides each row by its root mean square and multiplies it by the factors.
 * @param {Float32Array} x
 * @param {Float32Array} factors One per column.
 */
export function rmsNorm(x, factors) {
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
export function multiplyByTranspose(
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
export function softmaxInPlace(list, n) {
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
export function logSumExp(list, from, to) {
  let top = list[from];
  for (let k = from + 1; k < to; k++) if (list[k] > top) top = list[k];
  let sum = 0;
  for (let k = from; k < to; k++) sum += Math.exp(list[k] - top);
  return top + Math.log(sum);
}
