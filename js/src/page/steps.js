// Splits a page into the steps of a presentation.

export const SECTION = ":is(article#text, section) > section"; // not a widget: that is in a div

/** Returns the sections of the page. */
export function findSections() {
  /** @type {NodeListOf<HTMLElement>} */
  const sections = document.querySelectorAll(SECTION);
  return [...sections];
}

/** Returns what is in a section but not in its subsections. @param {Element} section */
export const partsOf = (section) =>
  [...section.children].filter((part) => part.localName !== "section");

/**
 * Returns the sections of each step. Each step shows one section without its subsections. A section
 * with only a heading is shown together with the next one.
 * @param {HTMLElement[]} sections
 */
export function findSteps(sections) {
  /** @type {HTMLElement[][]} */
  const steps = [];
  /** @type {HTMLElement[]} */
  let opened = [];
  for (const section of sections) {
    opened.push(section);
    const bare = partsOf(section).every((part) => /^h\d$/.test(part.localName));
    if (bare && section.querySelector(":scope > section")) continue;
    steps.push(opened);
    opened = [];
  }
  return steps;
}
