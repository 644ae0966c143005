// Does the arithmetic of torch.py: elementwise operations, products and sums. Numbers are doubles
// in MicroPython's memory. A tensor is passed as two addresses: the first is that of its numbers,
// the second that of a row of integers, the tensor's offset and its step along each axis.

/** @type {Record<string, (...entries: any[]) => any>} */
const OPERATIONS = {
  same: (a) => a,
  add: (a, b) => a + b,
  sub: (a, b) => a - b,
  mul: (a, b) => a * b,
  truediv: (a, b) => a / b,
  floordiv: (a, b) => Math.floor(a / b),
  mod: (a, b) => a - b * Math.floor(a / b),
  pow: (a, b) => a ** b,
  maximum: (a, b) => Math.max(a, b),
  minimum: (a, b) => Math.min(a, b),
  neg: (a) => -a,
  abs: Math.abs,
  round: (a) => (Math.abs(a % 1) === 0.5 ? 2 * Math.round(a / 2) : Math.round(a)), // halves to even
  exp: Math.exp,
  log: Math.log,
  sqrt: Math.sqrt,
  rsqrt: (a) => 1 / Math.sqrt(a),
  reciprocal: (a) => 1 / a,
  sigmoid: (a) => 1 / (1 + Math.exp(-a)),
  tanh: Math.tanh,
  isnan: Number.isNaN,
  isinf: (a) => Math.abs(a) === Number.POSITIVE_INFINITY,
  isfinite: Number.isFinite,
  lt: (a, b) => a < b,
  le: (a, b) => a <= b,
  gt: (a, b) => a > b,
  ge: (a, b) => a >= b,
  eq: (a, b) => a === b,
  ne: (a, b) => a !== b,
  and: (a, b) => a & b,
  or: (a, b) => a | b,
  xor: (a, b) => a ^ b,
  invert: (a) => ~a,
  not: (a) => !a,
  where: (condition, a, b) => (condition ? a : b),
};

/**
 * Returns the index of the entry that comes before all others. As in torch, NaN comes before all
 * numbers.
 *
 * @param {number[]} values
 * @param {(a: number, b: number) => boolean} before
 */
const first = (values, before) =>
  values.reduce((best, value, i) => {
    if (Number.isNaN(values[best])) return best;
    return Number.isNaN(value) || before(value, values[best]) ? i : best;
  }, 0);

/** @type {Record<string, (values: number[]) => any>} */
const REDUCTIONS = {
  sum: (values) => values.reduce((sum, value) => sum + value, 0),
  prod: (values) => values.reduce((product, value) => product * value, 1),
  max: (values) => values[REDUCTIONS.argmax(values)],
  min: (values) => values[REDUCTIONS.argmin(values)],
  argmax: (values) => first(values, (a, b) => a > b),
  argmin: (values) => first(values, (a, b) => a < b),
  any: (values) => values.some(Boolean),
  all: (values) => values.every(Boolean),
};

/** @type {Record<string, (value: any) => number>} */
const CASTS = {
  bool: (value) => (value ? 1 : 0),
  int64: Math.trunc,
  float32: Math.fround,
  float64: (value) => value,
};

/**
 * Calls `visit` for every index into these sizes, with each tensor's offset there. The last axis
 * varies fastest.
 *
 * @param {number[]} sizes
 * @param {number[][]} steps Each tensor's step along each axis.
 * @param {number[]} starts Each tensor's first offset.
 * @param {(offsets: number[]) => void} visit
 */
function walk(sizes, steps, starts, visit, axis = 0) {
  if (axis === sizes.length) return visit(starts);
  const offsets = [...starts];
  for (let i = 0; i < sizes[axis]; i++) {
    walk(sizes, steps, offsets, visit, axis + 1);
    for (let t = 0; t < offsets.length; t++) offsets[t] += steps[t][axis];
  }
}

/**
 * Makes the two functions that torch.py calls. Their last arguments are the address of a row of
 * sizes, then the two addresses of each tensor, beginning with the tensor that is written.
 *
 * @param {{ getValue: (address: number, type: string) => number,
 *   setValue: (address: number, value: number, type: string) => void }} memory
 */
export function makeKernels({ getValue, setValue }) {
  /** @type {(address: number, count: number) => number[]} */
  const row = (address, count) =>
    Array.from({ length: count }, (_, i) => getValue(address + 4 * i, "i32"));
  /** @type {(axes: number, addresses: number[]) => any} */
  const read = (axes, [sizes, ...addresses]) => {
    const numbers = addresses.filter((_, i) => i % 2 === 0);
    const layouts = addresses
      .filter((_, i) => i % 2 === 1)
      .map((address) => row(address, axes + 1));
    return {
      sizes: row(sizes, axes),
      starts: layouts.map(([offset]) => offset),
      steps: layouts.map(([, ...steps]) => steps),
      /** @type {(offsets: number[]) => number[]} */
      entries: (offsets) =>
        offsets.slice(1).map((offset, i) => getValue(numbers[i + 1] + 8 * offset, "double")),
      /** @type {(offset: number, value: number) => void} */
      write: (offset, value) => setValue(numbers[0] + 8 * offset, value, "double"),
    };
  };
  return {
    /**
     * Applies an operation to the other tensors' entries at each index, and writes the results into
     * the first tensor.
     *
     * @param {string} name
     * @param {string} type
     * @param {number} axes
     * @param {number[]} addresses
     */
    map(name, type, axes, ...addresses) {
      const { sizes, starts, steps, entries, write } = read(axes, addresses);
      walk(sizes, steps, starts, (offsets) => {
        write(offsets[0], CASTS[type](OPERATIONS[name](...entries(offsets))));
      });
    },
    /**
     * Multiplies the other tensors' entries at each index, reduces the products along the last
     * `folded` axes, and writes the results into the first tensor.
     *
     * @param {string} name
     * @param {string} type
     * @param {number} folded
     * @param {number} axes
     * @param {number[]} addresses
     */
    fold(name, type, folded, axes, ...addresses) {
      const { sizes, starts, steps, entries, write } = read(axes, addresses);
      const kept = axes - folded;
      const inner = steps.map((/** @type {number[]} */ along) => along.slice(kept));
      walk(sizes.slice(0, kept), steps, starts, (offsets) => {
        /** @type {number[]} */
        const products = [];
        walk(sizes.slice(kept), inner, offsets, (innerOffsets) => {
          products.push(
            entries(innerOffsets).reduce(
              (/** @type {number} */ a, /** @type {number} */ b) => a * b,
            ),
          );
        });
        write(offsets[0], CASTS[type](REDUCTIONS[name](products)));
      });
    },
  };
}
