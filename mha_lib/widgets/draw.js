// What all widgets draw with. Joined in front of each widget's own module.

// Text goes in as text, never as markup: a token may be "<img onerror=...>".
function make(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value == null) continue;
    node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children);
  return node;
}

// The widget's root, which follows the page's theme: the book's switch, Jupyter's, or the system's.
function makeRoot(el, label) {
  const root = make("section", { class: "mha", "aria-label": label });
  const system = matchMedia("(prefers-color-scheme: dark)");
  const follow = () => {
    const book = document.documentElement.dataset.theme;
    const jupyter = document.body.dataset.jpThemeLight;
    const dark = book ? book === "dark" : jupyter ? jupyter === "false" : system.matches;
    root.dataset.theme = dark ? "dark" : "light";
  };
  follow();
  system.addEventListener("change", follow);
  const watch = new MutationObserver(follow);
  watch.observe(document.documentElement, { attributeFilter: ["data-theme"] });
  watch.observe(document.body, { attributeFilter: ["data-jp-theme-light"] });
  el.append(root);
  const stop = () => {
    system.removeEventListener("change", follow);
    watch.disconnect();
    root.remove();
  };
  return { root, stop };
}

// A sentence that is read out when it changes, once the reader has stopped moving.
function makeSay(root) {
  const seen = make("p", { class: "mha-say" });
  seen.setAttribute("aria-live", "polite");
  root.append(seen);
  return (text) => {
    if (seen.textContent !== text) seen.textContent = text;
  };
}

function makeSlider({ label, min = 0, max, step = 1, value, show = String, change }) {
  const output = make("output", {}, show(value));
  const input = make("input", { type: "range", min, max, step, value, "aria-label": label });
  input.setAttribute("aria-valuetext", show(value));
  const set = (next) => {
    input.value = next;
    output.textContent = show(Number(input.value));
    input.setAttribute("aria-valuetext", output.textContent);
  };
  input.addEventListener("input", () => {
    set(input.value);
    change(Number(input.value));
  });
  const node = make("div", { class: "mha-control" }, make("span", {}, label, output), input);
  return { node, set };
}

let groups = 0;
function makeChoice({ label, options, value, change }) {
  const group = `mha-choice-${++groups}-${Math.random().toString(36).slice(2)}`;
  const node = make("fieldset", { class: "mha-choice" }, make("legend", {}, label));
  const inputs = options.map(({ value: own, text }) => {
    const input = make("input", { type: "radio", name: group, value: own });
    input.checked = own === value;
    input.addEventListener("change", () => change(own));
    node.append(make("label", {}, input, text));
    return input;
  });
  const set = (next) => inputs.forEach((input, i) => (input.checked = options[i].value === next));
  return { node, set };
}

// Colours, as matplotlib has them: viridis for 0 to 1, PuOr for -1 to 1.
const VIRIDIS = ["440154", "482475", "414487", "355f8d", "2a788e", "21918c", "22a884", "44bf70", "7ad151", "bddf26", "fde725"];
const PUOR = ["7f3b08", "b35806", "e08214", "fdb863", "fee0b6", "f7f7f7", "d8daeb", "b2abd2", "8073ac", "542788", "2d004b"];
const table = (anchors) => {
  const rgb = anchors.map((hex) => [0, 2, 4].map((i) => parseInt(hex.slice(i, i + 2), 16)));
  return Array.from({ length: 256 }, (_, i) => {
    const at = (i / 255) * (anchors.length - 1);
    const low = Math.min(Math.floor(at), anchors.length - 2);
    const color = rgb[low].map((c, k) => Math.round(c + (rgb[low + 1][k] - c) * (at - low)));
    return (255 << 24) | (color[2] << 16) | (color[1] << 8) | color[0];
  });
};
const COLORS = { weights: table(VIRIDIS), signed: table(PUOR) };

// Draws rows of numbers, one pixel per number; CSS makes the pixels large. `low` to `high` is the
// range of the colours. What is not a number is drawn grey.
function paint(canvas, rows, colors, low, high) {
  const [height, width] = [rows.length, rows[0].length];
  if (canvas.width !== width || canvas.height !== height) {
    canvas.width = width;
    canvas.height = height;
  }
  const context = canvas.getContext("2d");
  const image = context.createImageData(width, height);
  const pixels = new Uint32Array(image.data.buffer);
  for (let i = 0, k = 0; i < height; i++) {
    for (let j = 0; j < width; j++, k++) {
      const share = (rows[i][j] - low) / (high - low);
      const at = Math.round(255 * Math.min(1, Math.max(0, share)));
      pixels[k] = Number.isFinite(share) ? colors[at] : 0xff999999;
    }
  }
  context.putImageData(image, 0, 0);
}

// A heat map with its title and the tokens on both axes: queries down, keys across.
function makeMap({ title, rows, columns, height = null }) {
  const canvas = make("canvas", { "aria-hidden": "true" });
  const picture = make("div", { class: "mha-picture" }, canvas);
  picture.style.aspectRatio = height ?? `${columns.length} / ${rows.length}`;
  const mark = make("div", { class: "mha-mark", hidden: true });
  picture.append(mark);
  const few = Math.max(rows.length, columns.length) <= 16;
  const side = make("div", { class: "mha-rows", "aria-hidden": "true" });
  const foot = make("div", { class: "mha-cols", "aria-hidden": "true" });
  if (few) {
    side.append(...rows.map((text) => make("span", {}, text)));
    foot.append(...columns.map((text) => make("span", {}, text)));
  }
  const caption = make("figcaption", {}, title);
  const node = make("figure", { class: "mha-map" }, caption, make("div", {}, side, picture, foot));
  return {
    node,
    picture,
    title: (text) => (caption.textContent = text),
    draw: (numbers, colors, low, high) => paint(canvas, numbers, COLORS[colors], low, high),
    mark: (row) => {
      mark.hidden = row == null;
      mark.style.top = `${(100 * row) / rows.length}%`;
      mark.style.height = `${100 / rows.length}%`;
    },
    // Row and column of the cell under a pointer, or null beside the picture.
    cell: (event) => {
      const box = picture.getBoundingClientRect();
      const i = Math.floor(((event.clientY - box.top) / box.height) * rows.length);
      const j = Math.floor(((event.clientX - box.left) / box.width) * columns.length);
      return i >= 0 && j >= 0 && i < rows.length && j < columns.length ? [i, j] : null;
    },
  };
}

function makeBar({ colors, low, high, text }) {
  const canvas = make("canvas", { "aria-hidden": "true" });
  const ramp = Array.from({ length: 64 }, (_, i) => i / 63);
  paint(canvas, [ramp], COLORS[colors], 0, 1);
  const [from, to] = [make("span", {}, low), make("span", {}, high)];
  const node = make("div", { class: "mha-bar" }, from, canvas, to, make("span", {}, text));
  return { node, set: (a, b) => ([from.textContent, to.textContent] = [a, b]) };
}

// What is wider than its place scrolls, and fades at an edge that hides more of it.
function makeScroll(...children) {
  const node = make("div", { class: "mha-scroll" }, ...children);
  const look = () => {
    node.classList.toggle("mha-before", node.scrollLeft > 1);
    node.classList.toggle("mha-after", node.scrollLeft + node.clientWidth < node.scrollWidth - 1);
  };
  node.addEventListener("scroll", look, { passive: true });
  new ResizeObserver(look).observe(node);
  return node;
}

// Numbers as a reader wants them: three digits, and a true minus.
function tell(x) {
  if (!Number.isFinite(x)) return Number.isNaN(x) ? "not a number" : x > 0 ? "∞" : "−∞";
  const size = Math.abs(x);
  const text = size !== 0 && (size < 0.001 || size >= 10000) ? x.toExponential(1) : x.toFixed(3);
  return text.replace("-", "−");
}

// Changes of traits, from the page or from Python, lead to one drawing in the next frame.
function listen(model, names, draw) {
  let asked = 0;
  const ask = () => {
    cancelAnimationFrame(asked);
    asked = requestAnimationFrame(draw);
  };
  for (const name of names) model.on(`change:${name}`, ask);
  draw();
  return () => {
    cancelAnimationFrame(asked);
    for (const name of names) model.off(`change:${name}`, ask);
  };
}

function put(model, changes) {
  for (const [name, value] of Object.entries(changes)) model.set(name, value);
  model.save_changes();
}
