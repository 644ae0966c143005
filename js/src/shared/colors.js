// Colors the figures: weights, 0 to 1, on a ramp from the background to the head's color; signed
// numbers, -1 to 1, from indigo to red, two hues that no head has.

/** @import { Matrix, Row } from "./math.js" */

// Evenly spaced colors, so close that linear interpolation between them is accurate.
const SIGNED_COLORS =
  "2a2287 4548ae 656dd7 8e9aed bfc7f7 f7f6f6 f4bab8 e48182 c74a51 9e2030 6e0017";
const N_SHADES = 256;
const NAN_COLOR = packColor([153, 153, 153]);

/** @typedef {"weights" | "signed"} Colors */

const SIGNED_SHADES = makeShades(SIGNED_COLORS.split(" ").map(readHex));
/** The ramps that have been made, by the colors at their ends. @type {Map<string, number[]>} */
const RAMPS = new Map();
/**
 * For each canvas, the function that paints it again, for another theme.
 * @type {WeakMap<Element, () => void>}
 */
const REPAINTERS = new WeakMap();

/**
 * Packs an opaque color as a canvas stores it: from the highest byte, alpha, blue, green, red.
 * @param {number[]} rgb
 */
function packColor([red, green, blue]) {
  return (255 << 24) | (blue << 16) | (green << 8) | red;
}

/** @param {string} hex */
function readHex(hex) {
  return [0, 2, 4].map((start) => Number.parseInt(hex.slice(start, start + 2), 16));
}

/** Interpolates shades between two or more colors. @param {number[][]} colors */
function makeShades(colors) {
  return Array.from({ length: N_SHADES }, (_, i) => {
    const position = (i / (N_SHADES - 1)) * (colors.length - 1);
    const low = Math.min(Math.floor(position), colors.length - 2);
    const [from, to] = [colors[low], colors[low + 1]];
    return packColor(from.map((c, k) => Math.round(c + (to[k] - c) * (position - low))));
  });
}

/**
 * Returns the ramp from the background to the color of a node's head, or to ink, as the style sheet
 * sets them.
 * @param {Element} node
 */
function headRamp(node) {
  const { backgroundColor, color } = getComputedStyle(node);
  const ends = `${backgroundColor} ${color}`;
  const known = RAMPS.get(ends);
  if (known) return known;
  const [from, to] = [backgroundColor, color].map((text) => (text.match(/\d+/g) ?? []).map(Number));
  const ramp = makeShades([from, to].map((rgb) => rgb.slice(0, 3)));
  RAMPS.set(ends, ramp);
  return ramp;
}

/** Paints the canvases in a node again, in their current colors. @param {Element} node */
export function repaint(node) {
  for (const canvas of node.querySelectorAll("canvas")) REPAINTERS.get(canvas)?.();
}

/**
 * Draws rows of numbers, one pixel per number; CSS enlarges the pixels. A canvas outside the page
 * has no colors yet; `repaint` draws it later.
 * @param {HTMLCanvasElement} canvas
 * @param {Matrix<Row>} rows NaN is drawn gray.
 * @param {Colors} colors
 * @param {number} low The number that gets the first color.
 * @param {number} high The number that gets the last color.
 */
export function paint(canvas, rows, colors, low, high) {
  const [height, width] = [rows.length, rows[0].length];
  const numbers = rows.map((row) => Float32Array.from(row));
  const draw = () => {
    if (!canvas.isConnected) return;
    const shades = colors === "signed" ? SIGNED_SHADES : headRamp(canvas);
    if (canvas.width !== width || canvas.height !== height) {
      canvas.width = width;
      canvas.height = height;
    }
    const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
    const image = context.createImageData(width, height);
    const pixels = new Uint32Array(image.data.buffer);
    for (let i = 0, k = 0; i < height; i++) {
      for (let j = 0; j < width; j++, k++) {
        const shade = Math.floor(N_SHADES * ((numbers[i][j] - low) / (high - low)));
        const color = shades[Math.min(N_SHADES - 1, Math.max(0, shade))];
        pixels[k] = Number.isNaN(shade) ? NAN_COLOR : color;
      }
    }
    context.putImageData(image, 0, 0);
  };
  REPAINTERS.set(canvas, draw);
  draw();
}
