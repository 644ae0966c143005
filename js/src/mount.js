// Starts the widgets in a page without a kernel: the built book, a stored or exported notebook.
//
// For each widget the page has a container, a state and a module. Equal widgets share state and
// module.

/** A plain object in place of anywidget's model. @param {Record<string, unknown>} state */
function makeModel(state) {
  /** @type {Map<string, Set<() => void>>} */
  const heard = new Map();
  return {
    /** @param {string} name */
    get: (name) => state[name],
    /**
     * @param {string} name
     * @param {unknown} value
     */
    set(name, value) {
      state[name] = value;
      for (const hear of heard.get(`change:${name}`) ?? []) hear();
    },
    /**
     * @param {string} event
     * @param {() => void} hear
     */
    on(event, hear) {
      heard.set(event, (heard.get(event) ?? new Set()).add(hear));
    },
    /**
     * @param {string} event
     * @param {() => void} hear
     */
    off(event, hear) {
      heard.get(event)?.delete(hear);
    },
    save_changes() {},
  };
}

/**
 * The text of the script element that holds a widget's state or module.
 * @param {"state" | "module"} kind
 * @param {string | undefined} mark
 */
function read(kind, mark) {
  return document.querySelector(`[data-mha-${kind}="${mark}"]`)?.textContent ?? "";
}

/**
 * Sets the widget's name in URLs, numbered if several widgets of the page have the same name. It is
 * not set in a notebook, which adds widgets after the page has loaded and has a URL of its own, nor
 * in a frame whose URL has no path.
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
  container.dataset.mounted = ""; // at once, before another script looks for containers
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
