// What every widget stands in: a section that follows the page's theme, redrawn when a trait changes.

import { repaint } from "./colors.js";
import { make } from "./dom.js";
import { makeSlices } from "./slices.js";

/**
 * A widget's traits, held by a kernel through anywidget, or by `mount.js` in a page without one.
 * @template {object} State
 * @typedef {object} Model
 * @property {State} [attributes] From it types are inferred; nothing reads it.
 * @property {<Name extends keyof State>(name: Name) => State[Name]} get
 * @property {<Name extends keyof State>(name: Name, value: State[Name]) => void} set
 * @property {(event: string, hear: (message?: any) => void) => void} on
 * @property {(event: string, hear: (message?: any) => void) => void} off
 * @property {() => void} save_changes
 * @property {(message: object) => void} [send] To the kernel, where there is one.
 */

/**
 * A widget's parts, wired.
 * @template {object} State
 * @typedef {object} WidgetParts
 * @property {(keyof State & string)[]} observes Traits whose change asks for a drawing.
 * @property {() => void | Generator} draw Where it yields, the rest may wait for another task. What
 *   asks for a drawing ends the one before, so each draws all that may have changed.
 * @property {() => object} stateForTests What is drawn, for the tests.
 */

/**
 * What anywidget, or `mount.js`, asks for a widget.
 * @template {object} State
 * @typedef {object} RenderArguments
 * @property {Model<State>} model
 * @property {HTMLElement} el
 * @property {string} [link] What an address calls the widget; none where there is a kernel.
 * @property {boolean} [followed] Whether the page's address leads to it.
 */

/**
 * @template {object} State
 * @typedef {{ render: (given: RenderArguments<State>) => () => void }} Widget
 */

/**
 * A widget from the function that wires its parts.
 * @template {object} State
 * @param {string} label
 * @param {(root: HTMLElement, model: Model<State>, followed: boolean) => WidgetParts<State>} setup
 * @returns {Widget<State>}
 */
export function makeWidget(label, setup) {
  return {
    render({ model, el, followed = false }) {
      const { root, stop } = makeRoot(label);
      el.append(root);
      const { observes, draw, stateForTests } = setup(root, model, followed);
      Object.assign(root, { stateForTests });
      repaint(root);
      const quit = listen(root, model, observes, draw);
      return () => {
        quit();
        stop();
      };
    },
  };
}

/**
 * The section; its theme is the book's switch's, Jupyter's, or the system's.
 * @param {string} label
 */
function makeRoot(label) {
  const root = make("section", { class: "mha", "aria-label": label });
  const system = matchMedia("(prefers-color-scheme: dark)");
  const follow = () => {
    const book = document.documentElement.dataset.theme;
    const jupyter = document.body.dataset.jpThemeLight;
    const dark = book ? book === "dark" : jupyter ? jupyter === "false" : system.matches;
    root.dataset.theme = dark ? "dark" : "light";
    repaint(root);
  };
  follow();
  system.addEventListener("change", follow);
  const watch = new MutationObserver(follow);
  watch.observe(document.documentElement, { attributeFilter: ["data-theme"] });
  watch.observe(document.body, { attributeFilter: ["data-jp-theme-light"] });
  const stop = () => {
    system.removeEventListener("change", follow);
    watch.disconnect();
    root.remove();
  };
  return { root, stop };
}

/**
 * Draws now, and in the next frame after changes, however many there are.
 * @template {object} State
 * @param {HTMLElement} root
 * @param {Model<State>} model
 * @param {(keyof State & string)[]} names
 * @param {WidgetParts<State>["draw"]} draw
 */
function listen(root, model, names, draw) {
  const slices = makeSlices(root);
  const start = () => slices.start(draw);
  let frame = 0;
  const ask = () => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(start);
  };
  for (const name of names) model.on(`change:${name}`, ask);
  start();
  return () => {
    cancelAnimationFrame(frame);
    slices.stop();
    for (const name of names) model.off(`change:${name}`, ask);
  };
}

/**
 * Some traits by their names.
 * @template {object} State
 * @template {keyof State} Name
 * @param {Model<State>} model
 * @param {...Name} names
 */
export const traits = (model, ...names) =>
  /** @type {Pick<State, Name>} */ (
    Object.fromEntries(names.map((name) => [name, model.get(name)]))
  );

/**
 * Sets traits, and tells the kernel.
 * @template {object} State
 * @param {Model<State>} model
 * @param {Partial<State>} changes
 */
export function setTraits(model, changes) {
  for (const name of /** @type {(keyof State)[]} */ (Object.keys(changes))) {
    model.set(name, /** @type {State[keyof State]} */ (changes[name]));
  }
  model.save_changes();
}
