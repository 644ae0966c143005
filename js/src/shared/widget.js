// Makes the frame of every widget: a section that follows the page's theme and is redrawn whenever
// a trait changes.

import { repaint } from "./colors.js";
import { make } from "./dom.js";
import { makeSlices } from "./slices.js";

/**
 * Gets and sets a widget's traits. It is anywidget's model if there is a kernel, otherwise the
 * object that `mount.js` makes.
 * @template {object} State
 * @typedef {object} WidgetModel
 * @property {State} [attributes] Only for type inference.
 * @property {<Name extends keyof State>(name: Name) => State[Name]} get
 * @property {<Name extends keyof State>(name: Name, value: State[Name]) => void} set
 * @property {(event: string, listener: (message?: any) => void) => void} on
 * @property {(event: string, listener: (message?: any) => void) => void} off
 * @property {() => void} save_changes
 * @property {(message: object) => void} [send] Sends a message to the kernel, if there is one.
 */

/**
 * What a widget's `setup` returns.
 * @template {object} State
 * @typedef {object} WidgetParts
 * @property {(keyof State & string)[]} observes The traits whose change redraws the widget.
 * @property {() => void | Generator} draw Draws the widget. If it is a generator, the rest may wait
 *   for another task at each yield. A new call ends an unfinished one, so each call draws
 *   everything that may have changed.
 * @property {() => object} stateForTests The numbers that are drawn.
 */

/**
 * What anywidget, or `mount.js`, passes to `render`.
 * @template {object} State
 * @typedef {object} RenderArguments
 * @property {WidgetModel<State>} model
 * @property {HTMLElement} el
 * @property {string} [link] The widget's name in URLs; undefined with a kernel.
 * @property {boolean} [openedByLink] Whether the page's URL is a link to this widget.
 */

/**
 * @template {object} State
 * @typedef {{ render: (given: RenderArguments<State>) => () => void }} Widget
 */

/**
 * Makes a widget from the function that sets up its parts.
 * @template {object} State
 * @param {string} label
 * @param {(root: HTMLElement, model: WidgetModel<State>, openedByLink: boolean,
 *   redraw: () => void) => WidgetParts<State>} setup
 * @returns {Widget<State>}
 */
export function makeWidget(label, setup) {
  return {
    render({ model, el, openedByLink = false }) {
      const { root, stop } = makeRoot(label);
      el.append(root);
      const slices = makeSlices(root);
      /** @type {WidgetParts<State> | undefined} */
      let parts; // undefined while `setup` runs
      const redraw = () => parts && slices.start(parts.draw);
      parts = setup(root, model, openedByLink, redraw);
      Object.assign(root, { stateForTests: parts.stateForTests });
      repaint(root);
      redraw();
      const stopListening = listen(model, parts.observes, redraw);
      return () => {
        stopListening();
        slices.stop();
        stop();
      };
    },
  };
}

/**
 * Makes the section. It follows the theme chosen in the book, otherwise Jupyter's, otherwise the
 * system's.
 * @param {string} label
 */
function makeRoot(label) {
  const root = make("section", { class: "mha", "aria-label": label });
  const system = matchMedia("(prefers-color-scheme: dark)");
  const updateTheme = () => {
    const book = document.documentElement.dataset.theme;
    const jupyter = document.body.dataset.jpThemeLight;
    const dark = book ? book === "dark" : jupyter ? jupyter === "false" : system.matches;
    root.dataset.theme = dark ? "dark" : "light";
    repaint(root);
  };
  updateTheme();
  system.addEventListener("change", updateTheme);
  const watch = new MutationObserver(updateTheme);
  watch.observe(document.documentElement, { attributeFilter: ["data-theme"] });
  watch.observe(document.body, { attributeFilter: ["data-jp-theme-light"] });
  const stop = () => {
    system.removeEventListener("change", updateTheme);
    watch.disconnect();
    root.remove();
  };
  return { root, stop };
}

/**
 * Redraws in the next frame after a change, once for any number of changes.
 * @template {object} State
 * @param {WidgetModel<State>} model
 * @param {(keyof State & string)[]} names
 * @param {() => void} redraw
 */
function listen(model, names, redraw) {
  let frame = 0;
  const redrawSoon = () => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(redraw);
  };
  for (const name of names) model.on(`change:${name}`, redrawSoon);
  return () => {
    cancelAnimationFrame(frame);
    for (const name of names) model.off(`change:${name}`, redrawSoon);
  };
}

/**
 * Returns the values of some traits, by name.
 * @template {object} State
 * @template {keyof State} Name
 * @param {WidgetModel<State>} model
 * @param {...Name} names
 */
export const traits = (model, ...names) =>
  /** @type {Pick<State, Name>} */ (
    Object.fromEntries(names.map((name) => [name, model.get(name)]))
  );

/**
 * Sets traits, and saves them to the kernel.
 * @template {object} State
 * @param {WidgetModel<State>} model
 * @param {Partial<State>} changes
 */
export function setTraits(model, changes) {
  for (const name of /** @type {(keyof State)[]} */ (Object.keys(changes))) {
    model.set(name, /** @type {State[keyof State]} */ (changes[name]));
  }
  model.save_changes();
}
