// Presents a page on a projector, in large type and one section at a time; PageDown and PageUp turn
// the sections. Or shows one exercise alone, in the same type. book.css hides and enlarges elements,
// but nothing moves, so widgets keep their state. The script does not request full screen, because a
// browser would leave it at the next page; with the browser's own key (F11) it lasts.

import { isTextInput, make } from "./elements.js";
import {
  boxesOfStep,
  findVisibleStep,
  measure,
  roomBelow,
  scrollStops,
  twoLines,
} from "./screens.js";
import { findSections, findSteps, partsOf, SECTION } from "./steps.js";
import { ANSWER, findQuote, QUESTION } from "./vote.js";

/**
 * Shows one exercise alone if the page's address says which: `one_head.html?exercise=1`. So a class
 * can work on it without titles and solutions on the screen. Returns whether it does.
 */
function showExercise() {
  const number = new URLSearchParams(location.search).get("exercise");
  const section = findSections().find(({ id }) => id.startsWith(`exercise-${number}-`));
  if (!section) return false;
  document.documentElement.dataset.presenting = "";
  document.documentElement.dataset.exercise = "";
  section.dataset.presented = "";
  markCells(section, /^One solution\b/, "data-solution");
  const href = `${location.pathname}#${section.id}`;
  const link = make("a", { href, textContent: "This exercise in its chapter" });
  section.append(make("p", { className: "to-chapter" }, link)); // hidden until the answer is right
  return true;
}

/**
 * Marks the cells with a fold of this title; book.css hides them.
 * @param {ParentNode} parent
 * @param {RegExp} title
 * @param {string} mark
 */
function markCells(parent, title, mark) {
  for (const summary of parent.querySelectorAll(".cell details.hide > summary"))
    if (title.test(summary.textContent?.trim() ?? ""))
      summary.closest(".cell")?.setAttribute(mark, "");
}

/**
 * Makes a button that a key presses too.
 * @param {string} name
 * @param {string} icon
 * @param {string} key
 * @param {() => void} press
 */
function makeKeyButton(name, icon, key, press) {
  const [button, sign] = [document.createElement("button"), document.createElement("i")];
  sign.className = `fa-solid ${icon}`;
  button.append(sign);
  button.type = "button";
  button.className = "btn btn-sm pst-navbar-icon";
  button.title = `${name} (${key})`;
  button.ariaLabel = name;
  button.setAttribute("aria-keyshortcuts", key);
  button.addEventListener("click", press);
  return button;
}

/**
 * @typedef {object} Presentation
 * @property {Element} header
 * @property {HTMLElement[]} sections
 * @property {HTMLElement[][]} steps The sections that each step shows.
 * @property {HTMLElement[]} quotes The vote and its answer. Each stays hidden, with what follows it
 *   in its section, until the presenter presses Next. Otherwise the lower edge of the screen could
 *   cut a vote in two.
 * @property {HTMLElement} toggle The button that starts and ends presenting.
 * @property {HTMLElement} bar
 * @property {HTMLElement} status
 * @property {number} current The step that is shown.
 * @property {Saved | null} saved The state of the page before presenting; null when not presenting.
 */
/**
 * @typedef {object} Saved
 * @property {{ fold: HTMLDetailsElement, open: boolean }[]} folds Whether each fold was open.
 * @property {number} from Where the page was scrolled to.
 * @property {string} screen What presenting began with.
 */

/** @param {number} top */
const scroll = (top) => scrollTo({ top, behavior: "instant" });

/** Returns what is on the screen, to compare it later. @param {Presentation} presentation */
const screenOf = ({ current }) => `${current} ${scrollY}`;

/** @param {Presentation} presentation */
const stopsOf = ({ header, steps, current }) => scrollStops(header, steps[current]);

/** Shows the vote and its answer. @param {Presentation} presentation */
function reveal({ quotes }) {
  for (const quote of quotes) quote.removeAttribute("data-waits");
}

/** Closes all folds outside of widgets. Returns them, each with whether it was open. */
function closeFolds() {
  /** @type {NodeListOf<HTMLDetailsElement>} */
  const all = document.querySelectorAll("article details");
  const folds = [...all].filter((fold) => !fold.closest(".mha"));
  const saved = folds.map((fold) => ({ fold, open: fold.open }));
  for (const fold of folds) fold.open = false;
  return saved;
}

/**
 * Shows a step. With the focus on its heading, a screen reader reads that; otherwise the status has
 * the heading.
 * @type {(presentation: Presentation, step: number, focus: boolean) => void}
 */
function showStep(presentation, step, focus) {
  const { sections, steps, status } = presentation;
  presentation.current = step;
  for (const section of sections)
    section.toggleAttribute("data-presented", steps[step].includes(section));
  document.documentElement.dataset.presenting = step === steps.length - 1 ? "last" : "";
  /** @type {HTMLElement | null} */
  const heading = steps[step][0].querySelector(":scope > :is(h1, h2, h3, h4)");
  const title = document.createElement("span");
  title.className = "visually-hidden";
  status.replaceChildren(`${step + 1} of ${steps.length}`, title);
  if (!heading) return;
  if (!focus) {
    title.textContent = `: ${heading.textContent.replace(/#$/, "")}`;
    return;
  }
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
  heading.addEventListener("blur", () => heading.removeAttribute("tabindex"), { once: true });
}

/**
 * Scrolls to a part. The first part of a step is shown with everything above it.
 * @param {Presentation} presentation
 * @param {Element} [part]
 */
function scrollToPart({ header, steps, current, saved }, part) {
  const first = saved && part === partsOf(steps[current][0])[0];
  if (part) scroll(first ? 0 : scrollY + measure(header, part).top - twoLines() / 4);
}

/**
 * Puts the step into the address, so that a copied link or a reload leads to it.
 * @param {Presentation} presentation
 */
const setAddress = ({ steps, current }) =>
  history.replaceState(history.state, "", `#${steps[current][0].id}`);

/**
 * Goes to the next step if the end of this one is visible, otherwise to its next screen. With -1,
 * goes back in the same way.
 * @param {Presentation} presentation
 * @param {1 | -1} direction
 */
function turn(presentation, direction) {
  const { header, steps, quotes, bar, current } = presentation;
  const end = boxesOfStep(header, steps[current]).at(-1)?.bottom ?? 0;
  const ended = end < roomBelow(header) + 1;
  const onward = ended ? [] : stopsOf(presentation).filter((stop) => stop > scrollY + 1);
  const back = stopsOf(presentation).filter((stop) => stop < scrollY - 1);
  const next = direction > 0 ? onward[0] : back.at(-1);
  const waiting = quotes.find((quote) => quote.matches("[data-presented] > [data-waits]"));
  if (next !== undefined) scroll(next);
  else if (direction > 0 && waiting) {
    waiting.removeAttribute("data-waits");
    scrollToPart(presentation, waiting);
  } else if (steps[current + direction]) {
    showStep(presentation, current + direction, !bar.contains(document.activeElement));
    scroll(direction < 0 ? (stopsOf(presentation).at(-1) ?? 0) : 0);
    setAddress(presentation);
  }
}

/**
 * Uses the storage by which the presentation continues in other chapters and after a reload. If
 * the browser stores nothing, the presenter must press the key again.
 * @template T
 * @param {(storage: Storage) => T} action
 */
function tryStorage(action) {
  try {
    return action(sessionStorage);
  } catch {
    return null;
  }
}

/** Starts presenting with what is on the screen. @param {Presentation} presentation */
function begin(presentation) {
  const { header, steps, quotes, toggle } = presentation;
  const { step, part } = findVisibleStep(header, steps);
  const active = document.activeElement;
  const from = scrollY;
  for (const quote of quotes)
    quote.toggleAttribute("data-waits", measure(header, quote).top > roomBelow(header) / 2);
  const saved = { folds: closeFolds(), from, screen: "" };
  presentation.saved = saved;
  const focus = active !== toggle && !steps[step].some((section) => section.contains(active));
  showStep(presentation, step, focus);
  scrollToPart(presentation, part);
  const [vote] = quotes;
  if (vote && vote !== part) {
    const { top, bottom } = measure(header, vote);
    if (top > 0 && bottom > roomBelow(header)) vote.dataset.waits = "";
  }
  saved.screen = screenOf(presentation);
  setAddress(presentation);
  tryStorage((storage) => storage.setItem("presenting", "yes"));
}

/**
 * Ends presenting. If the presenter has not moved, the page is as it was before; otherwise it shows
 * what was presented last.
 * @param {Presentation} presentation
 * @param {Saved} saved
 */
function end(presentation, { folds, from, screen }) {
  const { header, steps, sections, bar, toggle } = presentation;
  const { part } = findVisibleStep(header, steps);
  const moved = screenOf(presentation) !== screen;
  const active = document.activeElement;
  presentation.saved = null;
  for (const { fold, open } of folds) fold.open = open;
  delete document.documentElement.dataset.presenting;
  reveal(presentation);
  for (const section of sections) section.removeAttribute("data-presented");
  if (bar.contains(active)) toggle.focus();
  if (moved) scrollToPart(presentation, part);
  else {
    scroll(from);
    // In the next frame the widgets above become visible again and move the page.
    requestAnimationFrame(() => requestAnimationFrame(() => scroll(from)));
  }
  tryStorage((storage) => storage.removeItem("presenting"));
}

/** Starts or ends presenting. @param {Presentation} presentation */
function change(presentation) {
  if (presentation.saved) end(presentation, presentation.saved);
  else begin(presentation);
  presentation.toggle.ariaPressed = String(presentation.saved !== null);
}

/** Shows the element to which the address leads. @param {Presentation} presentation */
function follow(presentation) {
  const { steps } = presentation;
  const target = document.getElementById(location.hash.slice(1));
  const section = target?.closest(SECTION);
  const step = steps.findIndex((sections) => sections.some((other) => other === section));
  if (!target || step < 0) return;
  /** @type {HTMLDialogElement | null} */
  const contents = document.querySelector("dialog[open]"); // whose link was clicked
  contents?.close();
  showStep(presentation, step, true);
  if (!target.checkVisibility()) reveal(presentation);
  if (target === steps[step][0]) scroll(0);
  else target.scrollIntoView({ behavior: "instant" });
}

/**
 * Handles the keys of the presenter.
 * @param {Presentation} presentation
 * @param {KeyboardEvent} event
 */
function press(presentation, event) {
  const { key } = event;
  const modified = event.ctrlKey || event.altKey || event.metaKey || event.shiftKey;
  if (modified || document.querySelector("dialog[open]")) return;
  const letter = /^p$/i.test(key) && !event.repeat && !isTextInput(event.target);
  if (letter || (presentation.saved && key === "Escape")) change(presentation);
  if (!presentation.saved || !/^Page(Down|Up)$/.test(key)) return;
  event.preventDefault(); // even in a slider, because the presenter has no other way to continue
  turn(presentation, key === "PageDown" ? 1 : -1);
}

/** Continues presenting, if the reader was presenting on the page before. @param {Presentation} presentation */
function resume(presentation) {
  if (!tryStorage((storage) => storage.getItem("presenting"))) return;
  const address = location.hash;
  change(presentation);
  if (address) {
    history.replaceState(history.state, "", address);
    follow(presentation);
  }
}

/** Adds the buttons and keys of the presenter to the page. */
function addPresenting() {
  const header = document.querySelector(".bd-header-article");
  const sections = findSections();
  if (!header || sections.length === 0) return;
  markCells(document, /^imports\b/, "data-imports");
  const toggle = makeKeyButton("Present", "fa-person-chalkboard", "p", () => change(presentation));
  const status = Object.assign(document.createElement("span"), { role: "status" });
  const bar = Object.assign(document.createElement("div"), { className: "steps" });
  bar.append(
    makeKeyButton("Back", "fa-chevron-left", "PageUp", () => turn(presentation, -1)),
    status,
    makeKeyButton("Next", "fa-chevron-right", "PageDown", () => turn(presentation, 1)),
  );
  toggle.ariaPressed = "false";
  header.querySelector(".article-header-buttons")?.prepend(toggle);
  header.querySelector(".header-article-items__start")?.append(bar);
  /** @type {Presentation} */
  const presentation = {
    header,
    sections,
    steps: findSteps(sections),
    quotes: [QUESTION, ANSWER].map(findQuote).filter((quote) => quote !== undefined),
    toggle,
    bar,
    status,
    current: 0,
    saved: null,
  };

  addEventListener("hashchange", () => presentation.saved && follow(presentation));
  // Sphinx also handles Escape, so this listener is in the capture phase.
  addEventListener("keydown", (event) => press(presentation, event), true);
  // This waits until exercises.js has added its buttons.
  document.addEventListener("DOMContentLoaded", () => resume(presentation));
}

if (!showExercise()) addPresenting();
