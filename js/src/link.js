// "Copy link to this", below a widget in a page: an address that opens the page at this moment.

import { makeButton } from "./controls.js";
import { make } from "./dom.js";
import { formatFragment, namesOf, parseFragment, parseIndices, readChoices } from "./url_state.js";
import { setTraits, traits } from "./widget.js";

/** @typedef {import("./url_state.js").Choices} Choices */
/** @typedef {import("./url_state.js").Get} Get */
/** @typedef {import("./url_state.js").Found & { folds: number[] }} Found */

const FOLDS_KEY = "open"; // in a link, the folds that stand open, where some do
const READER_EVENTS = ["pointerdown", "wheel", "touchstart", "keydown", "hashchange"];
const SCROLL_FRAMES = 120; // two seconds on most screens
const MAX_FOLDS = 99; // no widget has as many folds

/**
 * A widget with links to its moments, wherever it stands in a page of its own address.
 * @template {object} State
 * @param {import("./widget.js").Widget<State>} widget
 * @param {Choices} choices
 * @param {(get: Get) => Partial<State>} [settle] What is drawn of choices that no longer fit others.
 */
export function withLink(widget, choices, settle = () => ({})) {
  const names = /** @type {(keyof State & string)[]} */ (namesOf(choices));
  /** @type {typeof widget.render} */
  const render = (given) => {
    const { model, el, link } = given;
    if (!link) return widget.render(given);
    const now = () => /** @type {State} */ (traits(model, ...names));
    const start = now();
    const seek = () => find(el, link, choices, model.get);
    /** @param {Record<string, unknown> | null} values The start, where there are none. */
    const set = (values) => setTraits(model, /** @type {State} */ (values ?? start));
    const opened = seek();
    if (opened) set(opened.values); // before anything is drawn
    const stop = widget.render({ ...given, followed: !!opened?.values });

    const root = /** @type {HTMLElement} */ (el.querySelector(".mha"));
    const folds = makeFolds(root);
    const row = makeRow(root, () =>
      formatFragment(link, { ...now(), ...settle(model.get), ...folds.get() }),
    );
    /** @param {Found} found */
    const show = (found) => {
      const wrong = found.wrong || folds.set(found.folds);
      if (wrong) {
        set(null);
        folds.set([]);
      }
      row.clear();
      row.refuse(wrong);
      goTo(el);
    };
    const follow = () => {
      const found = seek();
      if (!found) return;
      set(found.values);
      show(found);
    };
    if (opened) show(opened);
    else document.addEventListener("DOMContentLoaded", follow, { once: true });
    addEventListener("hashchange", follow);
    for (const name of names) model.on(`change:${name}`, row.clear);
    return () => {
      for (const name of names) model.off(`change:${name}`, row.clear);
      removeEventListener("hashchange", follow);
      stop();
    };
  };
  return { ...widget, choices, settle, render };
}

/**
 * What the page's address says of a widget; null for nothing.
 * @param {HTMLElement} el
 * @param {string} link What an address calls the widget.
 * @param {Choices} choices
 * @param {Get} get
 * @returns {Found | null}
 */
function find(el, link, choices, get) {
  const taken = parseFragment(location.hash);
  if (taken?.name !== link) {
    const lost = taken && isLost(taken, el);
    return lost ? { values: null, folds: [], wrong: `it shows another ${taken.of}` } : null;
  }
  const folded = !new URLSearchParams(taken.query).has(FOLDS_KEY);
  /** @type {Choices} */
  const all = { ...choices, [FOLDS_KEY]: (text) => parseIndices(text, MAX_FOLDS) };
  const { values, wrong } = readChoices(taken.query, folded ? choices : all, get);
  const { [FOLDS_KEY]: folds = [], ...others } = values ?? {};
  return { values: values && others, folds: /** @type {number[]} */ (folds), wrong };
}

/**
 * Whether the page, once it is read, lacks the widget that an address asks for, and this one is its
 * first of that class, and so the one to say it.
 * @param {{ name: string, of: string }} taken
 * @param {HTMLElement} el
 */
function isLost({ name, of }, el) {
  if (document.readyState === "loading") return false;
  /** @type {NodeListOf<HTMLElement>} */
  const containers = document.querySelectorAll("[data-mha-link]");
  const links = [...containers].map((container) => container.dataset.mhaLink ?? "");
  return !links.includes(name) && containers[links.findIndex((l) => l.startsWith(`${of}-`))] === el;
}

/** Shows a widget to a reader who followed a link to it. @param {HTMLElement} el */
function goTo(el) {
  for (let at = el.closest("details"); at; at = at.parentElement?.closest("details") ?? null) {
    at.open = true;
  }
  el.id = location.hash.slice(1); // so that the browser keeps to it while the page is loaded
  // Other widgets above may be drawn later and push it down. So it is kept in sight for some frames,
  // or until the reader does something.
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

/** Which of a widget's folds stand open. @param {HTMLElement} root */
function makeFolds(root) {
  const folds = [...root.querySelectorAll("details")];
  return {
    get() {
      const open = folds.flatMap((fold, i) => (fold.open ? [i] : []));
      return open.length > 0 ? { [FOLDS_KEY]: open } : {};
    },
    /** What is wrong with them, "" where nothing is. @param {number[]} open */
    set(open) {
      if (open.some((i) => !folds[i])) return `${FOLDS_KEY} cannot be “${open}”`;
      folds.forEach((fold, i) => {
        fold.open = open.includes(i);
      });
      return "";
    },
  };
}

/**
 * Below a widget the button and what becomes of it, above it why a link was refused.
 * @param {HTMLElement} root
 * @param {() => string} fragment The fragment for what is shown.
 */
function makeRow(root, fragment) {
  const refused = make("p", { class: "mha-refused", role: "status" });
  const said = make("output");
  /** @type {HTMLInputElement | undefined} */
  let field;
  const clear = () => {
    field?.remove();
    said.textContent = refused.textContent = "";
  };
  const press = async () => {
    clear();
    const address = `${location.href.split("#")[0]}#${fragment()}`;
    if (await copied(address)) {
      said.textContent = "Copied.";
      return;
    }
    field = make("input", { type: "text", readonly: true, "aria-label": "link to this" });
    field.value = address;
    node.append(field);
    field.select();
    said.textContent = "The browser refuses to copy: take the link from this field.";
  };
  const node = make("div", { class: "mha-link" }, makeButton("Copy link to this", press), said);
  root.prepend(refused);
  root.append(node);
  /** @param {string} wrong What is; "" for nothing. */
  const refuse = (wrong) => {
    refused.textContent = wrong && `The link does not fit this page: ${wrong}.`;
  };
  return { clear, refuse };
}

/** Whether a text was copied; over a plain network a browser has no clipboard. @param {string} text */
async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
