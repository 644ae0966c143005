// The search: shows results while the reader types, in the theme's dialog (Ctrl+K, "/", the
// magnifier) and on the search page. search.js finds them. It is loaded, with its index, when a
// search field first gets the focus.

import { isTextInput } from "./elements.js";

/**
 * @typedef {import("./search.js").Result} SearchResult
 * @typedef {import("./search.js").Piece} SearchPiece
 * @typedef {(query: string, limit?: number) => SearchResult[]} Search
 * @typedef {{ bookSearch: typeof import("./search.js"),
 *   bookIndex: import("./search.js").Index }} SearchScripts
 */

const SEARCH_FOLDER = new URL(
  "../search/",
  /** @type {HTMLScriptElement} */ (document.currentScript).src,
);
const BOOK = new URL("../../", SEARCH_FOLDER);
const MAX_RESULTS = { dialog: 10, page: 30 };
const TYPING_MS = 60; // so long after a key the results follow
const ANNOUNCING_MS = 600; // so long after the results their number is announced

/** @param {string} name @returns {Promise<unknown>} */
function addScript(name) {
  const script = document.createElement("script");
  script.src = new URL(name, SEARCH_FOLDER).href;
  return new Promise((resolve, reject) => {
    script.addEventListener("load", resolve);
    script.addEventListener("error", () => reject(new Error(`${name} was not loaded`)));
    document.head.append(script);
  });
}

/** @type {Promise<Search> | null} */
let loading = null;

/**
 * Loads the engine, its index and the styles; returns the function that searches.
 * @returns {Promise<Search>}
 */
function loadSearch() {
  const styles = document.createElement("link");
  styles.rel = "stylesheet";
  styles.href = new URL("search.css", SEARCH_FOLDER).href;
  document.head.append(styles);
  const scripts = /** @type {SearchScripts} */ (/** @type {unknown} */ (globalThis));
  return Promise.all([addScript("engine.js"), addScript("index.js")]).then(() =>
    scripts.bookSearch.makeSearch(scripts.bookIndex),
  );
}

/**
 * Makes an element with a class and children.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} name
 * @param {string} className
 * @param {...(Node | string)} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
function element(name, className, ...children) {
  const node = document.createElement(name);
  node.className = className;
  node.append(...children);
  return node;
}

/** Returns text in which the words that were found are in <mark>. @param {SearchPiece[]} pieces */
const marked = (pieces) =>
  pieces.map(({ text, marked }) => (marked ? element("mark", "", text) : text));

/**
 * Makes a result a link: its page, its title, and the sentence that was found.
 * @param {SearchResult} result
 */
function resultLink({ url, title, page, kind, sentence, isCode }) {
  const isPage = title.map(({ text }) => text).join("") === page;
  const where = kind === "figure" ? `Figure in ${page}` : page;
  const link = element(
    "a",
    "search-result",
    element("span", "search-where", isPage ? "" : where),
    element("span", "search-title", ...marked(title)),
    element(isCode ? "code" : "span", "search-sentence", ...marked(sentence)),
  );
  link.href = new URL(url, BOOK).href;
  return link;
}

/** @type {(query: string, count: number, max: number) => string} */
const summaryOf = (query, count, max) => {
  if (count === 0) return `Nothing found for “${query}”.`;
  if (count === 1) return "1 result";
  return `${count === max ? `The first ${count}` : count} results`;
};

/**
 * Searches while the reader types in a field.
 * @param {HTMLInputElement} input
 * @param {HTMLElement} status Where the number of results is announced.
 * @param {number} max
 * @param {(query: string, results: SearchResult[]) => void} show
 */
function searchAsOneTypes(input, status, max, show) {
  let [timer, announcing] = [0, 0];
  let asked = "";
  /** @param {string} text */
  const say = (text, delay = ANNOUNCING_MS) => {
    clearTimeout(announcing);
    announcing = setTimeout(() => {
      status.textContent = text;
    }, delay);
  };
  const search = async () => {
    const query = input.value;
    if (query === asked) return;
    asked = query;
    loading ??= loadSearch();
    try {
      const find = await loading;
      if (asked !== query) return; // a newer query is on its way
      const results = query.trim().length > 1 ? find(query, max) : [];
      show(query, results);
      say(query.trim().length > 1 ? summaryOf(query.trim(), results.length, max) : "");
    } catch (error) {
      loading = null;
      asked = "";
      const { message } = /** @type {Error} */ (error);
      say(`The search could not be loaded: ${message}.`, 0);
    }
  };
  input.addEventListener("focus", () => {
    loading ??= loadSearch();
    loading.catch(() => {}); // reported when a reader types
  });
  input.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(search, TYPING_MS);
  });
  return search;
}

/**
 * Adds results to the dialog, where the field is a combobox: arrow keys choose a result, Enter
 * opens it. Without a choice, Enter leads to the search page.
 * @param {HTMLDialogElement} dialog
 */
function addSearchToDialog(dialog) {
  const input = dialog.querySelector("input");
  if (!input) return;
  const list = element("div", "search-results");
  const status = element("p", "search-status");
  list.id = "search-list";
  list.role = "listbox";
  list.ariaLabel = "Results";
  list.hidden = true;
  status.role = "status";
  input.type = "text"; // a combobox may not have the type "search"
  input.enterKeyHint = "search";
  input.role = "combobox";
  input.ariaAutoComplete = "list";
  input.ariaExpanded = "false";
  input.setAttribute("aria-controls", list.id);
  dialog.querySelector("form")?.after(element("div", "search-panel", list, status));

  let chosen = -1;
  /** @param {number} number */
  const choose = (number) => {
    const options = /** @type {HTMLElement[]} */ ([...list.children]);
    options[chosen]?.setAttribute("aria-selected", "false");
    chosen = number;
    const option = options[chosen];
    option?.setAttribute("aria-selected", "true");
    option?.scrollIntoView({ block: "nearest" });
    if (option) input.setAttribute("aria-activedescendant", option.id);
    else input.removeAttribute("aria-activedescendant");
  };
  searchAsOneTypes(input, status, MAX_RESULTS.dialog, (_, results) => {
    const options = results.map((result, i) => {
      const option = resultLink(result);
      option.id = `search-option-${i}`;
      option.role = "option";
      option.ariaSelected = "false";
      option.tabIndex = -1;
      return option;
    });
    list.replaceChildren(...options);
    list.scrollTop = 0;
    list.hidden = options.length === 0;
    input.ariaExpanded = `${options.length > 0}`;
    choose(-1);
  });
  input.addEventListener("keydown", (event) => {
    const count = list.children.length;
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (event.isComposing || count === 0) return;
    if (step) {
      event.preventDefault();
      // Arrow keys cycle through the field and the results.
      choose(((chosen + 1 + step + count + 1) % (count + 1)) - 1);
    } else if (event.key === "Enter" && chosen >= 0) {
      event.preventDefault();
      /** @type {HTMLElement} */ (list.children[chosen]).click();
    }
  });
  // A result may be on the page that is open, so the dialog is closed first.
  list.addEventListener("click", (event) => {
    const isPlain = !(event.ctrlKey || event.metaKey || event.shiftKey);
    if (isPlain && event.target instanceof Element && event.target.closest("a")) dialog.close();
  });
}

/** Adds results to the search page, as a list of links. @param {Element} container */
function addSearchToPage(container) {
  /** @type {HTMLInputElement | null} */
  const input = document.querySelector(".bd-search-container form input");
  if (!input) return;
  const heading = element("h2", "", "Search Results");
  const status = element("p", "search-status");
  const list = element("ol", "search-results");
  status.role = "status";
  container.append(heading, status, list);
  const name = document.title;
  const search = searchAsOneTypes(input, status, MAX_RESULTS.page, (query, results) => {
    document.title = query ? `${query} - ${name}` : name;
    list.replaceChildren(...results.map((result) => element("li", "", resultLink(result))));
  });
  input.value = new URLSearchParams(location.search).get("q") ?? "";
  if (input.value) search();
}

/**
 * Opens the dialog, as the magnifier does: on other sites of documentation "/" does that. Otherwise
 * the letter p of a query typed after "/" would present the page.
 * @param {KeyboardEvent} event
 */
function openBySlash(event) {
  const modified = event.ctrlKey || event.altKey || event.metaKey;
  const elsewhere = isTextInput(event.target) || document.querySelector("dialog[open]");
  if (event.key !== "/" || modified || event.repeat || elsewhere) return;
  event.preventDefault(); // the field gets the focus, and must not get the key
  /** @type {HTMLElement | null} */ (document.querySelector(".search-button__button"))?.click();
}

document.addEventListener("keydown", openBySlash);
document.addEventListener("DOMContentLoaded", () => {
  /** @type {HTMLDialogElement | null} */
  const dialog = document.querySelector("#pst-search-dialog");
  const container = document.querySelector(".bd-search-container #search-results");
  if (dialog) addSearchToDialog(dialog);
  if (container) addSearchToPage(container);
});
