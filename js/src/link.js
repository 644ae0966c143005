// "Copy link to this", below a widget in a page: an address that opens the page at this moment.

import { makeButton } from "./controls.js";
import { make } from "./dom.js";
import { indices, namesOf, read, take, write } from "./moment.js";
import { setTraits, traits } from "./widget.js";

/** @typedef {import("./moment.js").Choices} Choices */
/** @typedef {import("./moment.js").Get} Get */

const FOLDS = "open"; // in a link, the folds that stand open, where some do
const MANY = 99; // no widget has as many folds

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
  const render = (place) => {
    const { model, el, link } = place;
    if (!link) return widget.render(place);
    const { get } = model;
    const now = () => /** @type {State} */ (traits(model, ...names));
    const start = now();
    const open = () => {
      const found = find(el, link, choices, get);
      if (found?.values) setTraits(model, /** @type {State} */ (found.values));
      return found;
    };
    const opened = open(); // before anything is drawn
    const stop = widget.render(place);

    const root = /** @type {HTMLElement} */ (el.querySelector(".mha"));
    const folds = [...root.querySelectorAll("details")];
    const row = makeRow(() => {
      const unfolded = folds.flatMap((fold, i) => (fold.open ? [i] : []));
      const values = { ...now(), ...settle(get) };
      return write(link, unfolded.length > 0 ? { ...values, [FOLDS]: unfolded } : values);
    });
    const refused = make("p", { class: "mha-refused", role: "status" });
    root.prepend(refused);
    root.append(row.node);
    const clear = () => {
      row.clear();
      refused.textContent = "";
    };
    /** @param {ReturnType<typeof open>} found */
    const show = (found) => {
      if (!found) return;
      const there = found.folds.every((i) => folds[i]);
      const wrong = there ? found.wrong : `${FOLDS} cannot be “${found.folds}”`;
      if (wrong) setTraits(model, start);
      folds.forEach((fold, i) => {
        fold.open = !wrong && found.folds.includes(i);
      });
      clear();
      if (wrong) refused.textContent = `The link does not fit this page: ${wrong}.`;
      goTo(el);
    };
    show(opened);
    for (const name of names) model.on(`change:${name}`, clear);
    const follow = () => show(open());
    addEventListener("hashchange", follow);
    if (!opened) document.addEventListener("DOMContentLoaded", follow, { once: true });
    return () => {
      for (const name of names) model.off(`change:${name}`, clear);
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
 */
function find(el, link, choices, get) {
  const taken = take(location.hash);
  if (taken?.name === link) {
    const given = new URLSearchParams(taken.query);
    const rules = { ...choices, [FOLDS]: (/** @type {string} */ text) => indices(text, MANY) };
    const { values, wrong } = read(taken.query, given.has(FOLDS) ? rules : choices, get);
    const { [FOLDS]: folds = [], ...others } = values ?? {};
    return { values: values && others, wrong, folds: /** @type {number[]} */ (folds) };
  }
  const lost = taken && isLost(taken, el);
  return lost ? { values: null, wrong: `it shows another ${taken.of}`, folds: [] } : null;
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
  const places = document.querySelectorAll("[data-mha-link]");
  const links = [...places].map((place) => place.dataset.mhaLink ?? "");
  return !links.includes(name) && places[links.findIndex((l) => l.startsWith(`${of}-`))] === el;
}

/** Shows a widget to a reader who followed a link to it. @param {HTMLElement} el */
function goTo(el) {
  for (let at = el.closest("details"); at; at = at.parentElement?.closest("details") ?? null) {
    at.open = true;
  }
  el.id = location.hash.slice(1); // so that the browser keeps to it while the page is loaded
  el.scrollIntoView();
}

/**
 * The button, and what becomes of it.
 * @param {() => string} tell The fragment for what is shown.
 */
function makeRow(tell) {
  const said = make("output");
  /** @type {HTMLInputElement | undefined} */
  let field;
  const clear = () => {
    field?.remove();
    said.textContent = "";
  };
  const press = async () => {
    clear();
    const address = `${location.href.split("#")[0]}#${tell()}`;
    if (await copied(address)) {
      said.textContent = "Copied.";
      return;
    }
    // Without a clipboard, as over plain http, the reader copies it by hand.
    field = make("input", { type: "text", readonly: true, "aria-label": "link to this" });
    field.value = address;
    node.append(field);
    field.select();
    said.textContent = "The browser refuses to copy: take the link from this field.";
  };
  const node = make("div", { class: "mha-link" }, makeButton("Copy link to this", press), said);
  return { node, clear };
}

/** Whether a text could be copied. @param {string} text */
async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
