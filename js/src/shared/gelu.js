// Computes the error function, and GELU with it.

// W. J. Cody 1969, "Rational Chebyshev approximations for the error function", Mathematics of
// Computation 23, 631-637. Beyond 4 the function differs from 1 by less than 1.6e-8.
const SMALL_NUMERATOR = [
  3.1611237438705655, 113.86415415105016, 377.485237685302, 3209.3775891384694,
];
const SMALL_DENOMINATOR = [23.601290952344122, 244.02463793444417, 1282.6165260773723];
const LARGE_NUMERATOR = [
  0.5641884969886701, 8.883149794388377, 66.11919063714163, 298.6351381974001, 881.952221241769,
  1712.0476126340707, 2051.0783778260716,
];
const LARGE_DENOMINATOR = [
  15.744926110709835, 117.6939508913125, 537.1811018620099, 1621.3895745666903, 3290.7992357334597,
  4362.619090143247, 3439.3676741437216,
];

/** Computes the error function. @param {number} x */
export function erf(x) {
  const size = Math.abs(x);
  if (size > 4) return Math.sign(x);
  if (size <= 0.46875) {
    const square = x * x;
    let [above, below] = [0.18577770618460315 * square, square];
    for (let i = 0; i < 3; i++) {
      above = (above + SMALL_NUMERATOR[i]) * square;
      below = (below + SMALL_DENOMINATOR[i]) * square;
    }
    return (x * (above + SMALL_NUMERATOR[3])) / (below + 2844.236833439171);
  }
  let [above, below] = [2.153115354744038e-8 * size, size];
  for (let i = 0; i < 7; i++) {
    above = (above + LARGE_NUMERATOR[i]) * size;
    below = (below + LARGE_DENOMINATOR[i]) * size;
  }
  const left =
    (Math.exp(-size * size) * (above + 1230.3393547979972)) / (below + 1230.3393548037495);
  return Math.sign(x) * (1 - left);
}

/** Applies GELU to each number, in place. @param {Float32Array | Float64Array} list */
export function gelu(list) {
  for (let i = 0; i < list.length; i++) list[i] *= (1 + erf(list[i] * Math.SQRT1_2)) / 2;
}
