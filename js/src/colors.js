// Colours, as the figures have them: for weights from the ground to the head's own colour, 0 to 1;
// indigo to red for signed numbers, -1 to 1, two hues that no head has.

// These colours lie at even distances, close enough to interpolate linearly between them.
const SIGNED_COLORS =
  "2a2287 4548ae 656dd7 8e9aed bfc7f7 f7f6f6 f4bab8 e48182 c74a51 9e2030 6e0017";
const N_SHADES = 256;
const NAN_COLOR = pack([153, 153, 153]);

/** @typedef {"weights" | "signed"} Colors */

const SIGNED_SHADES = table(SIGNED_COLORS.split(" ").map(readHex));
/** Tables of the ramps met so far, by their ends. @type {Map<string, number[]>} */
const RAMPS = new Map();
/** What each canvas shows, to paint it again in another theme. @type {WeakMap<Element, () => void>} */
const PAINTED = new WeakMap();

/**
 * A colour as a canvas keeps it in memory: blue, green and red from the high end, opaque.
 * @param {number[]} rgb
 */
function pack([red, green, blue]) {
  return (255 << 24) | (blue << 16) | (green << 8) | red;
}

/** @param {string} hex */
function readHex(hex) {
  return [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
}

/** @param {number[][]} colors Two or more. */
function table(colors) {
  return Array.from({ length: N_SHADES }, (_, i) => {
    const at = (i / (N_SHADES - 1)) * (colors.length - 1);
    const low = Math.min(Math.floor(at), colors.length - 2);
    return pack(colors[low].map((c, k) => Math.round(c + (colors[low + 1][k] - c) * (at - low))));
  });
}

/**
 * The ramp from the ground to the colour of a node's head, or to ink: what the style sheet gives it.
 * @param {Element} node
 */
function rampOf(node) {
  const { backgroundColor, color } = getComputedStyle(node);
  const ends = `${backgroundColor} ${color}`;
  const known = RAMPS.get(ends);
  if (known) return known;
  const [from, to] = [backgroundColor, color].map((text) => (text.match(/\d+/g) ?? []).map(Number));
  const ramp = table([from, to].map((rgb) => rgb.slice(0, 3)));
  RAMPS.set(ends, ramp);
  return ramp;
}

/** Paints a node's canvases again, in the colours that they have by now. @param {Element} node */
export function repaint(node) {
  for (const canvas of node.querySelectorAll("canvas")) PAINTED.get(canvas)?.();
}

/**
 * Draws rows of numbers, one pixel a number; CSS makes the pixels large. A canvas outside the page
 * has no colours yet: it is drawn by `repaint`.
 * @param {HTMLCanvasElement} canvas
 * @param {ArrayLike<number>[]} rows What is not a number is drawn grey.
 * @param {Colors} colors
 * @param {number} low Number of the first colour.
 * @param {number} high Number of the last.
 */
export function paint(canvas, rows, colors, low, high) {
  const [height, width] = [rows.length, rows[0].length];
  const shown = rows.map((row) => Float32Array.from(row));
  const draw = () => {
    if (!canvas.isConnected) return;
    const shades = colors === "signed" ? SIGNED_SHADES : rampOf(canvas);
    if (canvas.width !== width || canvas.height !== height) {
      canvas.width = width;
      canvas.height = height;
    }
    const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
    const image = context.createImageData(width, height);
    const pixels = new Uint32Array(image.data.buffer);
    for (let i = 0, k = 0; i < height; i++) {
      for (let j = 0; j < width; j++, k++) {
        const at = Math.floor(N_SHADES * ((shown[i][j] - low) / (high - low)));
        const color = shades[Math.min(N_SHADES - 1, Math.max(0, at))];
        pixels[k] = Number.isNaN(at) ? NAN_COLOR : color;
      }
    }
    context.putImageData(image, 0, 0);
  };
  PAINTED.set(canvas, draw);
  draw();
}
