// Starts the widgets in a page without a kernel: the built book, a stored or exported notebook.
//
// For each widget the page has a container, a state and a module. Equal widgets share the elements
// that hold state and module.

/** Makes a plain object that replaces anywidget's model. @param {Record<string, unknown>} state */
function makeModel(state) {
  /** @type {Map<string, Set<() => void>>} */
  const listeners = new Map();
  return {
    /** @param {string} name */
    get: (name) => state[name],
    /**
     * @param {string} name
     * @param {unknown} value
     */
    set(name, value) {
      state[name] = value;
      for (const listener of listeners.get(`change:${name}`) ?? []) listener();
    },
    /**
     * @param {string} event
     * @param {() => void} listener
     */
    on(event, listener) {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener));
    },
    /**
     * @param {string} event
     * @param {() => void} listener
     */
    off(event, listener) {
      listeners.get(event)?.delete(listener);
    },
    save_changes() {},
  };
}

/**
 * Returns the text of the script element that holds a widget's state or module.
 * @param {"state" | "module"} kind
 * @param {string | undefined} mark
 */
function read(kind, mark) {
  return document.querySelector(`[data-mha-${kind}="${mark}"]`)?.textContent ?? "";
}

/**
 * Sets the widget's name in URLs, with a number if several widgets of the page have the same name.
 * No name is set in a notebook, which has a URL of its own and adds widgets after the page has
 * loaded, nor in a frame whose URL has no path.
 * @param {HTMLElement} container
 */
function nameLink(container) {
  if (document.readyState !== "loading" || !location.pathname.startsWith("/")) return;
  const name = container.dataset.mhaName ?? "";
  const before = document.querySelectorAll(`[data-mha-name="${name}"][data-mha-link]`).length;
  container.dataset.mhaLink = before > 0 ? `${name}-${before + 1}` : name;
}

/** @param {HTMLElement} container */
async function mount(container) {
  container.dataset.mounted = ""; // first, before another script searches for containers
  nameLink(container);
  const { mha, mhaLink: link } = container.dataset;
  const model = makeModel(JSON.parse(read("state", mha)));
  const source = new Blob([read("module", mha)], { type: "text/javascript" });
  const url = URL.createObjectURL(source);
  const { default: widget } = await import(url);
  URL.revokeObjectURL(url);
  widget.render({ model, el: container, link });
}

/** @type {NodeListOf<HTMLElement>} */
const containers = document.querySelectorAll("[data-mha]:not([data-mounted])");
for (const container of containers) mount(container);
