// Presents a page on a projector, in large type and one section at a time; PageDown and PageUp turn
// the sections. Or shows one exercise alone, in the same type. book.css hides and enlarges elements,
// but nothing moves, so widgets keep their state. The script does not request full screen, because a
// browser would leave it at the next page; with the browser's own key (F11) it lasts.

import { make } from "./elements.js";
import { ANSWER, findQuote, QUESTION } from "./vote.js";

const TEXT_INPUTS = // elements in which the letter p is text
  "input:not([type=range], [type=radio], [type=checkbox]), textarea, select, [contenteditable]";
const SECTION = ":is(article#text, section) > section"; // not a widget: that is in a div

/**
 * Shows one exercise alone if the page's address says which: `one_head.html?exercise=1`. So a class
 * can work on it without titles and solutions on the screen. Returns whether it does.
 */
function showExercise() {
  const number = new URLSearchParams(location.search).get("exercise");
  /** @type {NodeListOf<HTMLElement>} */
  const sections = document.querySelectorAll(SECTION);
  const section = [...sections].find(({ id }) => id.startsWith(`exercise-${number}-`));
  if (!section) return false;
  document.documentElement.dataset.presenting = "";
  document.documentElement.dataset.exercise = "";
  section.dataset.presented = "";
  for (const summary of section.querySelectorAll(".cell details.hide > summary"))
    if (/^One solution\b/.test(summary.textContent.trim()))
      summary.closest(".cell")?.setAttribute("data-solution", ""); // book.css hides it
  const href = `${location.pathname}#${section.id}`;
  const link = make("a", { href, textContent: "This exercise in its chapter" });
  section.append(make("p", { className: "to-chapter" }, link)); // hidden until the answer is right
  return true;
}

/** @typedef {{ part: Element, top: number, bottom: number }} Box Heights below the header. */

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

function present() {
  const root = document.documentElement;
  const header = document.querySelector(".bd-header-article");
  /** @type {NodeListOf<HTMLElement>} */
  const found = document.querySelectorAll(SECTION);
  const sections = [...found];
  if (!header || sections.length === 0) return;

  // Each step shows one section without its subsections. A section with only a heading is shown
  // together with the next one.
  /** @param {Element} section */
  const parts = (section) => [...section.children].filter((part) => part.localName !== "section");
  /** @type {HTMLElement[][]} */
  const steps = [];
  /** @type {HTMLElement[]} */
  let opened = [];
  for (const section of sections) {
    opened.push(section);
    const bare = parts(section).every((part) => /^h\d$/.test(part.localName));
    if (bare && section.querySelector(":scope > section")) continue;
    steps.push(opened);
    opened = [];
  }

  // The vote and its answer are hidden, each with the rest of its section, until the presenter
  // continues. So a vote comes whole onto the screen, not cut off by its lower edge.
  const quotes = [QUESTION, ANSWER].map(findQuote).filter((quote) => quote !== undefined);
  const reveal = () => quotes.map((quote) => quote.removeAttribute("data-waits"));

  for (const summary of document.querySelectorAll("article .cell details.hide > summary"))
    if (/^imports\b/.test(summary.textContent.trim()))
      summary.closest(".cell")?.setAttribute("data-imports", ""); // book.css hides it while presenting

  let current = 0; // the step that is shown
  /**
   * The state of the page before presenting, and what was shown first; null when not presenting.
   * @type {{ folds: [HTMLDetailsElement, boolean][], from: number, shown?: string } | null}
   */
  let saved = null;
  const toggle = makeKeyButton("Present", "fa-person-chalkboard", "p", () => change());
  const status = Object.assign(document.createElement("span"), { role: "status" });
  const bar = Object.assign(document.createElement("div"), { className: "steps" });
  bar.append(
    makeKeyButton("Back", "fa-chevron-left", "PageUp", () => turn(-1)),
    status,
    makeKeyButton("Next", "fa-chevron-right", "PageDown", () => turn(1)),
  );
  toggle.ariaPressed = "false";
  header.querySelector(".article-header-buttons")?.prepend(toggle);
  header.querySelector(".header-article-items__start")?.append(bar);

  // Heights are measured from the header's lower edge, because the header stays visible.
  const edge = () => header.getBoundingClientRect().bottom;
  const room = () => Math.max(100, innerHeight - edge());
  const lines = () => 2.5 * Number.parseFloat(getComputedStyle(root).fontSize); // two lines' height
  /** @param {number} top */
  const scroll = (top) => scrollTo({ top, behavior: "instant" });
  /** @type {(part: Element) => Box} */
  const measure = (part) => {
    const { top, bottom } = part.getBoundingClientRect();
    return { part, top: top - edge(), bottom: bottom - edge() };
  };
  /** @param {Element[]} all */
  const boxes = (all) => all.map(measure).filter(({ top, bottom }) => bottom > top);
  /** @param {Element[]} step */
  const seen = (step) => boxes(step.flatMap(parts));

  // Finds the visible step: the first that begins in the upper half of the screen, otherwise the
  // one that continues there.
  function findVisibleStep() {
    const starts = steps.map((step) => seen(step)[0]?.top ?? Number.POSITIVE_INFINITY);
    const begins = starts.findIndex((top) => top > -lines() && top < room() / 2);
    if (begins >= 0) return { step: begins, part: parts(steps[begins][0])[0] };
    const step = Math.max(
      0,
      starts.findLastIndex((top) => top <= 0),
    );
    return { step, part: seen(steps[step]).find(({ bottom }) => bottom > lines() / 2)?.part };
  }

  // Returns the scroll positions for a long step. Each screen begins with the element that the
  // previous one cut off, so that figures are shown whole. If that element is longer than the
  // screen, the next screen begins with one of its children, otherwise it repeats two lines. A
  // widget that fills the screen is shown without its code.
  function scrollStops() {
    const all = seen(steps[current]).flatMap((box) => {
      const long = box.bottom - box.top > room() && box.part.matches("div.cell");
      return long ? boxes([...box.part.children]) : [box];
    });
    const stops = [0];
    const end = all[all.length - 1].bottom + scrollY;
    for (let from = 0; end > from + room(); stops.push(from)) {
      const far = from + room();
      /** @param {Box} box */
      const top = (box) => box.top + scrollY - lines() / 4;
      /** @param {Box} box */
      const isCut = (box) => box.bottom + scrollY > far;
      let cut = all.find(isCut);
      while (cut && top(cut) < from + room() / 4) cut = boxes([...cut.part.children]).find(isCut);
      from = cut ? Math.min(top(cut), far) : far - Math.min(lines(), room() / 2);
    }
    return stops;
  }

  /** @type {(step: number, focus: boolean) => void} */
  function show(step, focus) {
    current = step;
    for (const section of sections)
      section.toggleAttribute("data-presented", steps[current].includes(section));
    root.dataset.presenting = current === steps.length - 1 ? "last" : "";
    /** @type {HTMLElement | null} */
    const heading = steps[current][0].querySelector(":scope > :is(h1, h2, h3, h4)");
    const title = document.createElement("span");
    title.className = "visually-hidden";
    status.replaceChildren(`${current + 1} of ${steps.length}`, title);
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
   * @param {Element} [part]
   */
  function scrollToPart(part) {
    const first = saved && part === parts(steps[current][0])[0];
    if (part) scroll(first ? 0 : scrollY + measure(part).top - lines() / 4);
  }

  // After this, a copied link or a reload leads to the step.
  const setAddress = () => history.replaceState(history.state, "", `#${steps[current][0].id}`);

  /**
   * Goes to the next step if the end of this one is visible, otherwise to its next screen. With -1,
   * goes back in the same way.
   * @param {1 | -1} direction
   */
  function turn(direction) {
    const ended = (seen(steps[current]).at(-1)?.bottom ?? 0) < room() + 1;
    const onward = ended ? [] : scrollStops().filter((stop) => stop > scrollY + 1);
    const back = scrollStops().filter((stop) => stop < scrollY - 1);
    const next = direction > 0 ? onward[0] : back.at(-1);
    const waiting = quotes.find((quote) => quote.matches("[data-presented] > [data-waits]"));
    if (next !== undefined) scroll(next);
    else if (direction > 0 && waiting) {
      waiting.removeAttribute("data-waits");
      scrollToPart(waiting);
    } else if (steps[current + direction]) {
      show(current + direction, !bar.contains(document.activeElement));
      scroll(direction < 0 ? (scrollStops().at(-1) ?? 0) : 0);
      setAddress();
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

  function change() {
    const { step, part } = findVisibleStep();
    const active = document.activeElement;
    const now = `${current} ${scrollY}`;
    if (saved) {
      const { folds, from, shown } = saved;
      saved = null;
      for (const [fold, open] of folds) fold.open = open;
      delete root.dataset.presenting;
      reveal();
      for (const section of sections) section.removeAttribute("data-presented");
      if (bar.contains(active)) toggle.focus();
      if (now === shown) {
        scroll(from);
        // In the next frame the widgets above become visible again and move the page.
        requestAnimationFrame(() => requestAnimationFrame(() => scroll(from)));
      } else scrollToPart(part);
      tryStorage((storage) => storage.removeItem("presenting"));
    } else {
      /** @type {NodeListOf<HTMLDetailsElement>} */
      const all = document.querySelectorAll("article details");
      /** @type {[HTMLDetailsElement, boolean][]} */
      const folds = [...all]
        .filter((fold) => !fold.closest(".mha"))
        .map((fold) => [fold, fold.open]);
      saved = { folds, from: scrollY };
      for (const quote of quotes)
        quote.toggleAttribute("data-waits", measure(quote).top > room() / 2);
      for (const [fold] of folds) fold.open = false;
      show(step, active !== toggle && !steps[step].some((section) => section.contains(active)));
      scrollToPart(part);
      const vote = quotes[0];
      const cut = vote && measure(vote).top > 0 && measure(vote).bottom > room();
      if (cut && vote !== part) vote.dataset.waits = "";
      saved.shown = `${current} ${scrollY}`;
      setAddress();
      tryStorage((storage) => storage.setItem("presenting", "yes"));
    }
    toggle.ariaPressed = String(saved !== null);
  }

  // Shows the element to which the address leads.
  function follow() {
    const target = document.getElementById(location.hash.slice(1));
    const section = target?.closest(SECTION);
    const step = steps.findIndex((one) => one.some((other) => other === section));
    if (!target || step < 0) return;
    /** @type {HTMLDialogElement | null} */
    const contents = document.querySelector("dialog[open]"); // whose link was clicked
    contents?.close();
    show(step, true);
    if (!target.checkVisibility()) reveal();
    if (target === steps[step][0]) scroll(0);
    else target.scrollIntoView({ behavior: "instant" });
  }

  addEventListener("hashchange", () => saved && follow());
  // Sphinx also handles Escape, so this listener is in the capture phase.
  /** @param {KeyboardEvent} event */
  const press = (event) => {
    const { key } = event;
    const modified = event.ctrlKey || event.altKey || event.metaKey || event.shiftKey;
    if (modified || document.querySelector("dialog[open]")) return;
    const inText = event.target instanceof Element && event.target.closest(TEXT_INPUTS);
    const letter = /^p$/i.test(key) && !event.repeat && !inText;
    if (letter || (saved && key === "Escape")) change();
    if (!saved || !/^Page(Down|Up)$/.test(key)) return;
    event.preventDefault(); // even in a slider, because the presenter has no other way to continue
    turn(key === "PageDown" ? 1 : -1);
  };
  addEventListener("keydown", press, true);
  // This waits until exercises.js has added its buttons.
  document.addEventListener("DOMContentLoaded", () => {
    if (!tryStorage((storage) => storage.getItem("presenting"))) return;
    const address = location.hash;
    change();
    if (address) {
      history.replaceState(history.state, "", address);
      follow();
    }
  });
}

if (!showExercise()) present();
