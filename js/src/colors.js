// Colours, as the figures have them: viridis for weights, 0 to 1; indigo to red for signed numbers,
// -1 to 1, two hues that no head has.

// These colours lie at even distances, close enough to interpolate linearly between them.
const VIRIDIS = `
  440154 46085c 471063 481769 481d6f 482475 472a7a 46307e 453781 433d84 414287 3f4889
  3d4e8a 3a538b 38598c 355e8d 33638d 31688e 2e6d8e 2c718e 2a768e 297b8e 27808e 25848e
  23898e 218e8d 20928c 1f978b 1e9c89 1fa188 21a585 24aa83 28ae80 2eb37c 35b779 3dbc74
  46c06f 50c46a 5ac864 65cb5e 70cf57 7cd250 89d548 95d840 a2da37 b0dd2f bddf26 cae11f
  d8e219 e5e419 f1e51d fde725`;
const SIGNED = "2a2287 4548ae 656dd7 8e9aed bfc7f7 f7f6f6 f4bab8 e48182 c74a51 9e2030 6e0017";
const STEPS = 256;
const NOT_A_NUMBER = pack([153, 153, 153]);

/** @typedef {"weights" | "signed"} Colors */

/** @type {Record<Colors, number[]>} */
const TABLES = { weights: table(VIRIDIS), signed: table(SIGNED) };

/**
 * A colour as a canvas keeps it in memory: blue, green and red from the high end, opaque.
 * @param {number[]} rgb
 */
function pack([red, green, blue]) {
  return (255 << 24) | (blue << 16) | (green << 8) | red;
}

/** @param {string} anchors */
function table(anchors) {
  const colors = anchors
    .trim()
    .split(/\s+/)
    .map((hex) => [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)));
  return Array.from({ length: STEPS }, (_, i) => {
    const at = (i / (STEPS - 1)) * (colors.length - 1);
    const low = Math.min(Math.floor(at), colors.length - 2);
    return pack(colors[low].map((c, k) => Math.round(c + (colors[low + 1][k] - c) * (at - low))));
  });
}

/**
 * Draws rows of numbers, one pixel a number; CSS makes the pixels large.
 * @param {HTMLCanvasElement} canvas
 * @param {ArrayLike<number>[]} rows What is not a number is drawn grey.
 * @param {Colors} colors
 * @param {number} low Number of the first colour.
 * @param {number} high Number of the last.
 */
export function paint(canvas, rows, colors, low, high) {
  const [height, width] = [rows.length, rows[0].length];
  if (canvas.width !== width || canvas.height !== height) {
    canvas.width = width;
    canvas.height = height;
  }
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  const image = context.createImageData(width, height);
  const pixels = new Uint32Array(image.data.buffer);
  for (let i = 0, k = 0; i < height; i++) {
    for (let j = 0; j < width; j++, k++) {
      const at = Math.floor(STEPS * ((rows[i][j] - low) / (high - low)));
      const color = TABLES[colors][Math.min(STEPS - 1, Math.max(0, at))];
      pixels[k] = Number.isNaN(at) ? NOT_A_NUMBER : color;
    }
  }
  context.putImageData(image, 0, 0);
}
