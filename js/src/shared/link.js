// Adds "Copy link to this" below a widget in a page. The link opens the page with the widget as it
// is now.

import { makeButton } from "./controls.js";
import { make } from "./dom.js";
import { formatFragment, namesOf, parseFragment, parseIndices, readChoices } from "./url_state.js";
import { setTraits, traits } from "./widget.js";

/** @typedef {import("./url_state.js").Choices} Choices */
/** @typedef {import("./url_state.js").Get} Get */
/** @typedef {import("./url_state.js").ChoicesRead & { folds: number[] }} LinkRead */

const FOLDS_KEY = "open"; // the name of the choice that lists the open folds
const READER_EVENTS = ["pointerdown", "wheel", "touchstart", "keydown", "hashchange"];
const SCROLL_FRAMES = 120; // two seconds on most screens
const MAX_FOLDS = 99; // more than any widget has
const OWN_HOSTS = ["", "localhost", "127.0.0.1", "[::1]"]; // a page from a file has no host

/**
 * Adds "Copy link to this" to a widget, wherever the page has a URL of its own.
 * @template {object} State
 * @param {import("./widget.js").Widget<State>} widget
 * @param {Choices} choices
 * @param {(get: Get) => Partial<State>} [settle] Returns corrections of choices that no longer fit
 *   each other.
 */
export function withLink(widget, choices, settle = () => ({})) {
  const names = /** @type {(keyof State & string)[]} */ (namesOf(choices));
  /** @type {typeof widget.render} */
  const render = (context) => {
    const { model, el, link } = context;
    if (!link) return widget.render(context);
    const now = () => /** @type {State} */ (traits(model, ...names));
    const start = now();
    const read = () => readLink(el, link, choices, model.get);
    const opened = read();
    if (opened?.values) setTraits(model, /** @type {State} */ (opened.values)); // before drawing
    const stop = widget.render({ ...context, openedByLink: !!opened?.values });

    const root = /** @type {HTMLElement} */ (el.querySelector(".mha"));
    const folds = makeFolds(root);
    const row = makeRow(root, () =>
      formatFragment(link, { ...now(), ...settle(model.get), ...folds.get() }),
    );
    /**
     * Shows what a link says. If any part of it is refused, restores the start and says why.
     * @param {LinkRead} linkRead
     */
    const applyLink = ({ values, folds: open, wrong }) => {
      const refusal = wrong || folds.findError(open);
      setTraits(model, /** @type {State} */ (refusal ? start : values));
      folds.open(refusal ? [] : open);
      row.clear();
      row.refuse(refusal);
      scrollToWidget(el);
    };
    const readAndApply = () => {
      const linkRead = read();
      if (linkRead) applyLink(linkRead);
    };
    if (opened) applyLink(opened);
    else document.addEventListener("DOMContentLoaded", readAndApply, { once: true });
    addEventListener("hashchange", readAndApply);
    for (const name of names) model.on(`change:${name}`, row.clear);
    return () => {
      for (const name of names) model.off(`change:${name}`, row.clear);
      document.removeEventListener("DOMContentLoaded", readAndApply);
      removeEventListener("hashchange", readAndApply);
      stop();
    };
  };
  return { ...widget, choices, settle, render };
}

/**
 * Returns what the page's URL says about a widget; null if it says nothing.
 * @param {HTMLElement} el
 * @param {string} link The widget's name in URLs.
 * @param {Choices} choices
 * @param {Get} get
 * @returns {LinkRead | null}
 */
function readLink(el, link, choices, get) {
  const parsed = parseFragment(location.hash);
  if (parsed?.name !== link) {
    const lost = parsed && isLost(parsed, el);
    return lost ? { values: null, folds: [], wrong: `it shows another ${parsed.className}` } : null;
  }
  const folded = !new URLSearchParams(parsed.query).has(FOLDS_KEY);
  /** @type {Choices} */
  const all = { ...choices, [FOLDS_KEY]: (text) => parseIndices(text, MAX_FOLDS) };
  const { values, wrong } = readChoices(parsed.query, folded ? choices : all, get);
  const { [FOLDS_KEY]: folds = [], ...others } = values ?? {};
  return { values: values && others, folds: /** @type {number[]} */ (folds), wrong };
}

/**
 * Returns whether this widget should report that the widget in the URL is not on the page. Of all
 * widgets of that class, only the first one reports it.
 * @param {{ name: string, className: string }} parsed
 * @param {HTMLElement} el
 */
function isLost({ name, className }, el) {
  if (document.readyState === "loading") return false;
  /** @type {NodeListOf<HTMLElement>} */
  const containers = document.querySelectorAll("[data-mha-link]");
  const links = [...containers].map((container) => container.dataset.mhaLink ?? "");
  if (links.includes(name)) return false;
  return containers[links.findIndex((link) => link.startsWith(`${className}-`))] === el;
}

/** Shows a widget to a reader who followed a link to it. @param {HTMLElement} el */
function scrollToWidget(el) {
  let fold = el.closest("details");
  while (fold) {
    fold.open = true;
    fold = fold.parentElement?.closest("details") ?? null;
  }
  el.id = location.hash.slice(1); // so that the browser keeps it in view while the page loads
  // Widgets above may be drawn later and push this one down. So this scrolls to it again in every
  // frame, for two seconds or until the reader does something.
  let [frames, top] = [SCROLL_FRAMES, Number.NaN];
  const keep = () => {
    const now = el.getBoundingClientRect().top + scrollY;
    if (now !== top) el.scrollIntoView();
    top = now;
    if (frames-- > 0) requestAnimationFrame(keep);
  };
  keep();
  const stop = () => {
    frames = 0;
  };
  for (const act of READER_EVENTS)
    addEventListener(act, stop, { once: true, capture: true, passive: true });
}

/** Gets, checks and sets which of a widget's folds are open. @param {HTMLElement} root */
function makeFolds(root) {
  const folds = [...root.querySelectorAll("details")];
  return {
    get() {
      const open = folds.flatMap((fold, i) => (fold.open ? [i] : []));
      return open.length > 0 ? { [FOLDS_KEY]: open } : {};
    },
    /** Says which folds do not exist; "" if all do. @param {number[]} numbers */
    findError: (numbers) =>
      numbers.some((i) => !folds[i]) ? `${FOLDS_KEY} cannot be “${numbers}”` : "",
    /** Opens these folds and closes the others. @param {number[]} numbers */
    open(numbers) {
      folds.forEach((fold, i) => {
        fold.open = numbers.includes(i);
      });
    },
  };
}

/**
 * Makes the button below a widget with its status, and a line above the widget that says why a link
 * was refused.
 * @param {HTMLElement} root
 * @param {() => string} fragment Returns the fragment of a link to what is shown.
 */
function makeRow(root, fragment) {
  const linkError = make("p", { class: "mha-refused", role: "status" });
  const copyStatus = make("output");
  /** @type {HTMLInputElement | undefined} */
  let field;
  const clear = () => {
    field?.remove();
    copyStatus.textContent = linkError.textContent = "";
  };
  const press = async () => {
    clear();
    const end = `#${fragment()}`;
    const address = location.href.split("#")[0] + end;
    if (await copy(address)) {
      copyStatus.append("Copied.", ...describeReach(end));
      return;
    }
    field = make("input", { type: "text", readonly: true, "aria-label": "link to this" });
    field.value = address;
    node.append(field);
    field.select();
    copyStatus.append(
      "The browser does not allow copying: copy the link from this field.",
      ...describeReach(end),
    );
  };
  const node = make(
    "div",
    { class: "mha-link" },
    makeButton("Copy link to this", press),
    copyStatus,
  );
  root.prepend(linkError);
  root.append(node);
  /** Says why a link was refused. @param {string} wrong What is wrong; "" if nothing is. */
  const refuse = (wrong) => {
    linkError.textContent = wrong && `The link does not fit this page: ${wrong}.`;
  };
  return { clear, refuse };
}

/**
 * Says whether only this computer can open a link to this page, and how other people could.
 * @param {string} end The link's fragment.
 */
function describeReach(end) {
  if (!OWN_HOSTS.includes(location.hostname)) return [];
  const alone = " Only this computer can open this link.";
  /** @type {HTMLLinkElement | null} */
  const published = document.querySelector("link[rel=canonical]");
  return published
    ? [
        `${alone} Others can open `,
        make("a", { href: published.href + end }, "the same page online"),
        ".",
      ]
    : [
        `${alone} To let a class open it, serve the book with “make serve ROOM=1” and copy the link there.`,
      ];
}

/**
 * Copies a text, and returns whether that worked: over plain http, browsers allow no copying.
 * @param {string} text
 */
async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
