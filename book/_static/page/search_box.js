// Made by `make widgets` from js/src; edit there.
"use strict";
(() => {
  // src/page/search_box.js
  var SEARCH_FOLDER = new URL(
    "../search/",
    /** @type {HTMLScriptElement} */
    document.currentScript.src
  );
  var BOOK = new URL("../../", SEARCH_FOLDER);
  var MAX_RESULTS = { dialog: 10, page: 30 };
  var TYPING_MS = 60;
  var ANNOUNCING_MS = 600;
  function addScript(name) {
    const script = document.createElement("script");
    script.src = new URL(name, SEARCH_FOLDER).href;
    return new Promise((resolve, reject) => {
      script.addEventListener("load", resolve);
      script.addEventListener("error", () => reject(new Error(`${name} was not loaded`)));
      document.head.append(script);
    });
  }
  var loading = null;
  function loadSearch() {
    const styles = document.createElement("link");
    styles.rel = "stylesheet";
    styles.href = new URL("search.css", SEARCH_FOLDER).href;
    document.head.append(styles);
    const scripts = (
      /** @type {SearchScripts} */
      /** @type {unknown} */
      globalThis
    );
    return Promise.all([addScript("engine.js"), addScript("index.js")]).then(
      () => scripts.bookSearch.makeSearch(scripts.bookIndex)
    );
  }
  function element(name, className, ...children) {
    const made = document.createElement(name);
    made.className = className;
    made.append(...children);
    return made;
  }
  var marked = (pieces) => pieces.map(({ text, marked: marked2 }) => marked2 ? element("mark", "", text) : text);
  function resultLink({ url, title, page, kind, sentence, isCode }) {
    const isPage = title.map(({ text }) => text).join("") === page;
    const where = kind === "figure" ? `Figure in ${page}` : page;
    const link = element(
      "a",
      "search-result",
      element("span", "search-where", isPage ? "" : where),
      element("span", "search-title", ...marked(title)),
      element(isCode ? "code" : "span", "search-sentence", ...marked(sentence))
    );
    link.href = new URL(url, BOOK).href;
    return link;
  }
  var summaryOf = (query, count, max) => {
    if (count === 0) return `Nothing found for “${query}”.`;
    if (count === 1) return "1 result";
    return `${count === max ? `The first ${count}` : count} results`;
  };
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
        if (asked !== query) return;
        const results = query.trim().length > 1 ? find(query, max) : [];
        show(query, results);
        say(query.trim().length > 1 ? summaryOf(query.trim(), results.length, max) : "");
      } catch (error) {
        loading = null;
        asked = "";
        const { message } = (
          /** @type {Error} */
          error
        );
        say(`The search could not be loaded: ${message}.`, 0);
      }
    };
    input.addEventListener("focus", () => {
      loading ??= loadSearch();
      loading.catch(() => {
      });
    });
    input.addEventListener("input", () => {
      clearTimeout(timer);
      timer = setTimeout(search, TYPING_MS);
    });
    return search;
  }
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
    input.type = "text";
    input.enterKeyHint = "search";
    input.role = "combobox";
    input.ariaAutoComplete = "list";
    input.ariaExpanded = "false";
    input.setAttribute("aria-controls", list.id);
    dialog.querySelector("form")?.after(element("div", "search-panel", list, status));
    let chosen = -1;
    const choose = (number) => {
      const options = (
        /** @type {HTMLElement[]} */
        [...list.children]
      );
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
        choose((chosen + 1 + step + count + 1) % (count + 1) - 1);
      } else if (event.key === "Enter" && chosen >= 0) {
        event.preventDefault();
        list.children[chosen].click();
      }
    });
    list.addEventListener("click", (event) => {
      const isPlain = !(event.ctrlKey || event.metaKey || event.shiftKey);
      if (isPlain && event.target instanceof Element && event.target.closest("a")) dialog.close();
    });
  }
  function addSearchToPage(container) {
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
  document.addEventListener("DOMContentLoaded", () => {
    const dialog = document.querySelector("#pst-search-dialog");
    const container = document.querySelector(".bd-search-container #search-results");
    if (dialog) addSearchToDialog(dialog);
    if (container) addSearchToPage(container);
  });
})();
