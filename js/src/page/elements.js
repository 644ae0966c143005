// Makes elements, brings one onto the screen, and says where a letter is text.

const TEXT_INPUTS =
  "input:not([type=range], [type=radio], [type=checkbox]), textarea, select, [contenteditable]";

/**
 * Whether a letter that is typed there is text, and no key of the page.
 * @param {EventTarget | null} target
 */
export function isTextInput(target) {
  return target instanceof Element && target.closest(TEXT_INPUTS) !== null;
}

/**
 * Makes an element with its properties and children.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, unknown>} properties
 * @param {...(Node | string)} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function make(tag, properties, ...children) {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
}

/**
 * Scrolls as little as it takes to have an element on the screen.
 * @param {Element} element
 */
export function bringIntoView(element) {
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  element.scrollIntoView({ block: "nearest", behavior: still ? "instant" : "smooth" });
}
