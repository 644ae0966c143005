// The search: results while one types, in the theme's dialog (Ctrl+K, the magnifier) and on the
// search page. js/src/page/search.js finds them. It is loaded, with its index, when a search field gets
// the focus for the first time.

const SEARCH_FOLDER = new URL("search/", document.currentScript.src);
const BOOK = new URL("../../", SEARCH_FOLDER);
const MAX_RESULTS = { dialog: 10, page: 30 };
const TYPING_MS = 60; // so long after a key the results follow
const ANNOUNCING_MS = 600; // so long after the results their number is announced

function addScript(name) {
  const script = document.createElement("script");
  script.src = new URL(name, SEARCH_FOLDER);
  return new Promise((resolve, reject) => {
    script.addEventListener("load", resolve);
    script.addEventListener("error", () => reject(new Error(`${name} was not loaded`)));
    document.head.append(script);
  });
}

let loading = null;

// The function that searches, once everything that it needs is loaded.
function loadSearch() {
  const styles = document.createElement("link");
  styles.rel = "stylesheet";
  styles.href = new URL("search.css", SEARCH_FOLDER);
  document.head.append(styles);
  return Promise.all([addScript("engine.js"), addScript("index.js")]).then(() =>
    globalThis.bookSearch.makeSearch(globalThis.bookIndex),
  );
}

function element(name, className, ...children) {
  const made = document.createElement(name);
  made.className = className;
  made.append(...children);
  return made;
}

// Text with the words that were found in <mark>.
const marked = (pieces) =>
  pieces.map(({ text, marked }) => (marked ? element("mark", "", text) : text));

// A result as a link: its page, its title, and the sentence that was found.
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
  link.href = new URL(url, BOOK);
  return link;
}

const summaryOf = (query, count, max) => {
  if (count === 0) return `Nothing found for “${query}”.`;
  if (count === 1) return "1 result";
  return `${count === max ? `The first ${count}` : count} results`;
};

// Shows results under a field: `show(query, results)` fills in what it is given.
function searchAsOneTypes(input, status, max, show) {
  let [timer, announcing] = [0, 0];
  let asked = "";
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
      say(`The search could not be loaded: ${error.message}.`, 0);
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

// In the dialog the field is a combobox: arrow keys choose a result, Enter opens it. Without a
// choice, Enter leads to the search page.
function addSearchToDialog(dialog) {
  const input = dialog.querySelector("input");
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
  dialog.querySelector("form").after(element("div", "search-panel", list, status));

  let chosen = -1;
  const choose = (number) => {
    const options = [...list.children];
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
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.isComposing || count === 0) return;
    if (step) {
      event.preventDefault();
      // From the field down to the first, from the last one back to the field, and the other way.
      choose(((chosen + 1 + step + count + 1) % (count + 1)) - 1);
    } else if (event.key === "Enter" && chosen >= 0) {
      event.preventDefault();
      list.children[chosen].click();
    }
  });
  // A result may be on the page that is open, so the dialog is closed first.
  list.addEventListener("click", (event) => {
    const isPlain = !(event.ctrlKey || event.metaKey || event.shiftKey);
    if (isPlain && event.target.closest("a")) dialog.close();
  });
}

// On the search page, results are a list of links.
function addSearchToPage(container) {
  const input = document.querySelector(".bd-search-container form input");
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

document.addEventListener("DOMContentLoaded", () => {
  const dialog = document.querySelector("#pst-search-dialog");
  const container = document.querySelector(".bd-search-container #search-results");
  if (dialog) addSearchToDialog(dialog);
  if (container) addSearchToPage(container);
});
