// Made by `make widgets` from js/src; edit there.
"use strict";
(() => {
  // src/page/mount.js
  function makeModel(state) {
    const listeners = /* @__PURE__ */ new Map();
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
        listeners.set(event, (listeners.get(event) ?? /* @__PURE__ */ new Set()).add(listener));
      },
      /**
       * @param {string} event
       * @param {() => void} listener
       */
      off(event, listener) {
        listeners.get(event)?.delete(listener);
      },
      save_changes() {
      }
    };
  }
  function read(kind, mark) {
    return document.querySelector(`[data-mha-${kind}="${mark}"]`)?.textContent ?? "";
  }
  function nameLink(container) {
    if (document.readyState !== "loading" || !location.pathname.startsWith("/")) return;
    const name = container.dataset.mhaName ?? "";
    const before = document.querySelectorAll(`[data-mha-name="${name}"][data-mha-link]`).length;
    container.dataset.mhaLink = before > 0 ? `${name}-${before + 1}` : name;
  }
  async function mount(container) {
    container.dataset.mounted = "";
    nameLink(container);
    const { mha, mhaLink: link } = container.dataset;
    const model = makeModel(JSON.parse(read("state", mha)));
    const source = new Blob([read("module", mha)], { type: "text/javascript" });
    const url = URL.createObjectURL(source);
    const { default: widget } = await import(url);
    URL.revokeObjectURL(url);
    widget.render({ model, el: container, link });
  }
  var containers = document.querySelectorAll("[data-mha]:not([data-mounted])");
  for (const container of containers) mount(container);
})();
