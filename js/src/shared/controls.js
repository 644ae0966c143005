// Makes sliders, choices, buttons and text fields, and the live regions that announce changes.

import { make, setStyle, write } from "./dom.js";
import { setTraits } from "./widget.js";

/** What each arrow key means: how many rows down and columns right. */
const ARROWS = new Map([
  ["ArrowUp", [-1, 0]],
  ["ArrowDown", [1, 0]],
  ["ArrowLeft", [0, -1]],
  ["ArrowRight", [0, 1]],
]);

/**
 * Calls `go` when an arrow key is pressed, with the number of rows down and of columns right.
 * @param {HTMLElement} node
 * @param {(down: number, right: number, event: KeyboardEvent) => void} go
 * @param {boolean} [sideways] Whether the left and right keys count.
 */
export function onArrows(node, go, sideways = true) {
  node.addEventListener("keydown", (event) => {
    const [down, right] = ARROWS.get(event.key) ?? [0, 0];
    if (!down && !(right && sideways)) return;
    event.preventDefault();
    go(down, right, event);
  });
}

/**
 * Calls `go` when Home or End is pressed, with true for End.
 * @param {HTMLElement} node
 * @param {(last: boolean, event: KeyboardEvent) => void} go
 */
export function onEnds(node, go) {
  node.addEventListener("keydown", (event) => {
    if (event.key !== "Home" && event.key !== "End") return;
    event.preventDefault();
    go(event.key === "End", event);
  });
}

/**
 * Lets a pointer on a map, and the arrow keys on the group of maps, choose the query.
 * @template {{ query: number }} State
 * @param {HTMLElement} group
 * @param {import("./heatmap.js").Heatmap[]} maps
 * @param {import("./widget.js").WidgetModel<State>} model
 * @param {() => number} nQueries
 */
export function chooseQuery(group, maps, model, nQueries) {
  /** @param {number} query */
  const go = (query) => {
    const exists = query >= 0 && query < nQueries();
    if (exists && query !== model.get("query")) setTraits(model, /** @type {State} */ ({ query }));
  };
  for (const map of maps) map.onPoint(([query]) => go(query));
  onArrows(group, (down) => go(model.get("query") + down), false);
}

/** @typedef {string | { heard: string }} Sentence Only screen readers get `heard`. */

/**
 * Adds a live region, and returns the function that sets its sentences. A screen reader announces
 * only the sentences that changed, and each of them as a whole.
 * @param {HTMLElement} parent
 */
export function makeLiveRegion(parent) {
  const region = make("p", { class: "mha-sentences", "aria-live": "polite" });
  parent.append(region);
  /** @type {HTMLElement[]} */
  const spans = [];
  /** @param {...Sentence} sentences In the same order every time; "" where there is none. */
  const say = (...sentences) => {
    sentences.forEach((sentence, i) => {
      const text = typeof sentence === "string" ? sentence : sentence.heard;
      if (!spans[i]) {
        spans[i] = make("span", {
          "aria-atomic": "true",
          class: sentence !== text && "mha-screen-reader",
        });
        region.append(spans[i], " ");
      }
      write(spans[i], text);
    });
  };
  return Object.assign(say, { node: region });
}

/**
 * @typedef {object} SliderOptions
 * @property {string} label
 * @property {number} max The last step, until `set` changes it; the first step is 0.
 * @property {(step: number) => string} [show] Returns a step in words.
 * @property {(step: number) => void} change
 */

/** Makes a slider with a label and its value in words. @param {SliderOptions} options */
export function makeSlider({ label, max, show = String, change }) {
  // A screen reader already reads the slider's value; a live output would repeat it.
  const output = make("output", { "aria-live": "off" });
  const input = make("input", { type: "range", min: 0, max, step: 1, "aria-label": label });
  /** @type {(step: number, last?: number) => void} */
  const set = (step, last = max) => {
    const text = show(step);
    input.max = String(last); // before the value, which the old maximum would limit
    input.value = String(step);
    write(output, text);
    if (input.getAttribute("aria-valuetext") !== text) input.setAttribute("aria-valuetext", text);
  };
  input.addEventListener("input", () => {
    set(Number(input.value), Number(input.max));
    change(Number(input.value));
  });
  const node = make("div", { class: "mha-control" }, make("span", {}, label, output), input);
  return { node, set };
}

let groups = 0;

/**
 * @template {string | number} Value
 * @typedef {object} ChoiceOptions
 * @property {string} label
 * @property {{ value: Value, text: string }[]} options
 * @property {(value: Value) => void} change
 */

/**
 * Makes radio buttons in a row, under their label.
 * @template {string | number} Value
 * @param {ChoiceOptions<Value>} options
 */
export function makeChoice({ label, options, change }) {
  groups += 1; // no two groups on the page may have the same name
  const group = `mha-choice-${groups}-${Math.random().toString(36).slice(2)}`;
  const node = make("fieldset", { class: "mha-choice" }, make("legend", {}, label));
  const inputs = options.map(({ value, text }) => {
    const input = make("input", { type: "radio", name: group, value });
    input.addEventListener("change", () => change(value));
    node.append(make("label", {}, input, text));
    return input;
  });
  /** @param {Value} value */
  const set = (value) => {
    options.forEach((option, i) => {
      inputs[i].checked = option.value === value;
    });
  };
  return { node, set };
}

/**
 * @typedef {object} PickerOptions
 * @property {string} label
 * @property {string[]} options
 * @property {(index: number) => void} change
 */

/**
 * Makes a menu whose options are as long as sentences. A select cuts off the chosen option, so an
 * element above it shows the whole text, on several lines.
 * @param {PickerOptions} options
 */
export function makePicker({ label, options, change }) {
  const chosenText = make("div", { "aria-hidden": "true" });
  const items = options.map((text, index) => make("option", { value: index }, text));
  const select = make("select", { "aria-label": label }, ...items);
  const menu = make("div", { class: "mha-menu" }, chosenText, select);
  const node = make("div", { class: "mha-control mha-picker" }, make("span", {}, label), menu);
  /** @param {number} index */
  const set = (index) => {
    select.value = String(index);
    write(chosenText, options[index]);
  };
  select.addEventListener("change", () => {
    set(Number(select.value));
    change(Number(select.value));
  });
  return { node, set };
}

/**
 * Makes a box that scrolls sideways if its content is wider than the page. It fades at an edge that
 * hides some of the content.
 * @param {...Node} children
 */
export function makeScroll(...children) {
  const node = make("div", { class: "mha-scroll" }, ...children);
  const updateFades = () => {
    const before = node.scrollLeft;
    const after = node.scrollWidth - node.clientWidth - before;
    node.classList.toggle("mha-before", before > 1);
    node.classList.toggle("mha-after", after > 1);
    setStyle(node, { before: `${before}px`, after: `${after}px` });
  };
  node.addEventListener("scroll", updateFades, { passive: true });
  const watch = new ResizeObserver(updateFades);
  for (const part of [node, ...node.children]) watch.observe(part);
  return node;
}

/**
 * Makes a button.
 * @param {string} text
 * @param {(event: MouseEvent) => void} press
 */
export function makeButton(text, press) {
  const button = make("button", { type: "button" }, text);
  button.addEventListener("click", press);
  return button;
}

/**
 * @typedef {object} InputOptions
 * @property {string} label
 * @property {number} size How many letters the field shows, or how many lines if it is long.
 * @property {boolean} [long] Whether the field is multi-line; its text is then neither trimmed nor
 *   lowercased.
 * @property {(text: string) => string} refuse Says why a text is refused; "" if it is not.
 * @property {(text: string) => void} change
 */

/**
 * Makes a text field that reports what is wrong with the text.
 * @param {InputOptions} options
 */
export function makeInput({ label, size, long = false, refuse, change }) {
  const plain = { autocapitalize: "none", autocomplete: "off", spellcheck: "false" };
  const input = long
    ? make("textarea", { rows: size, ...plain })
    : make("input", { type: "text", size, ...plain });
  const wrong = make("output", { class: "mha-input-error" });
  const typed = () => (long ? input.value : input.value.trim().toLowerCase());
  /** Shows what is wrong. @param {string} why "" if nothing is. */
  const complain = (why) => {
    write(wrong, why);
    input.setAttribute("aria-invalid", String(why !== ""));
  };
  input.addEventListener("input", () => {
    const text = typed();
    complain(refuse(text));
    if (!wrong.textContent) change(text);
  });
  const node = make(
    "div",
    { class: "mha-text-input" },
    make("label", {}, `${label} `, input),
    wrong,
  );
  let last = "";
  /** @param {string} text */
  const set = (text) => {
    // A wrong text and its message stay while the reader types, or in a long field until the
    // accepted text changes.
    const stays = long ? text === last : document.activeElement === input;
    const typing = stays && wrong.textContent !== "";
    last = text;
    const fieldText = long ? text.replace(/\r\n?/g, "\n") : text; // a textarea changes line ends so
    if (typing || typed() === fieldText) return;
    input.value = fieldText;
    complain("");
  };
  return { node, input, set, complain };
}
