// Draws the thumbnails of all heads, and the map and the measures of the chosen head.

import { makeChoice } from "../shared/controls.js";
import { make, makeBarTable, write } from "../shared/dom.js";
import { formatSmall } from "../shared/format.js";
import { makeHeatmap } from "../shared/heatmap.js";
import { makeOverview } from "../shared/overview.js";
import { setTraits } from "../shared/widget.js";
import {
  CHANGE,
  formatChange,
  formatMeasure,
  MEASURE_NAMES,
  OF_PAIR,
  SORTS,
  sortHeads,
  TO_WORD,
} from "./sentence.js";

/** @import { Matrix } from "../shared/math.js" */

const MEASURES_NOTE =
  "Means over the tokens of this sentence: the weight on the token before, on the next token, on [CLS] and on [SEP] (each from all others), and on other occurrences of the same token; and how even a row is (broad): 1 if all keys get equal weights. Effect: 1 − the cosine of the sentence's vectors with all heads and without this one.";

/**
 * Makes the thumbnails of all heads and what is shown of the chosen one.
 * @param {import("../shared/widget.js").WidgetModel<{ head: number, sort: string }>} model
 * @param {string[][]} titles
 */
export function makeGallery(model, titles) {
  const nHeads = titles[0].length;
  const overview = makeOverview(titles, (layer, head) =>
    setTraits(model, { head: layer * nHeads + head }),
  );
  const sortChoice = makeChoice({
    label: "order",
    options: [...SORTS].map(([value, text]) => ({ value, text })),
    change: (value) => setTraits(model, { sort: value }),
  });
  const pairLabels = [...sortChoice.node.children].slice(-OF_PAIR.length);
  const title = make("span");
  const map = makeHeatmap(title, [], []);
  const group = make("div", { role: "group", tabindex: 0 }, map.node);
  const names = MEASURE_NAMES.map((name) => /** @type {string} */ (SORTS.get(name)));
  const bars = makeBarTable("This head", [], names);
  const summary = make("summary", {}, "what is measured");
  const explanation = make("details", { class: "mha-more" }, summary, MEASURES_NOTE);
  const measures = make("div", {}, bars.node, explanation);
  const content = make("div", {}, overview.node, group, measures);
  const waiting = make("p", { class: "mha-note" });
  const orderNote = make("p", { class: "mha-note" });
  const node = make("div", { class: "mha-gallery" }, sortChoice.node, orderNote, waiting, content);
  /** @type {Matrix<Float32Array>[][] | null} */
  let painted = null;
  return {
    node,
    reveal: () => overview.reveal(),
    /** The element in which arrow keys choose the query. */
    group,
    map,
    /** @param {number} left The number of heads whose effect is still computed. */
    wait(left) {
      waiting.hidden = left === 0;
      write(waiting, left > 0 ? `Computing the effects of ${left} heads …` : "");
    },
    /**
     * Draws the chosen head.
     * @param {[layer: number, head: number]} chosen
     * @param {Matrix<Float32Array>} rows
     * @param {number} query
     * @param {number[]} off The heads that are off, counted through all layers.
     */
    drawHead([layer, head], rows, query, off) {
      const isOff = off.includes(layer * nHeads + head);
      write(title, `layer ${layer}, head ${head}${isOff ? ", off" : ""}`);
      group.setAttribute("aria-label", `${title.textContent}; arrow up and down choose the query`);
      overview.crossOut(off);
      map.draw(rows, "weights", 0, 1);
      map.mark(query);
      overview.choose(layer, head);
    },
    /**
     * @param {number[]} values The chosen head's measures; NaN for an effect that is not computed yet,
     *   and for another measure that the sentence does not have.
     */
    drawMeasures(values) {
      /** @type {(x: number, name: string) => string} */
      const format = (x, name) => {
        if (Number.isNaN(x)) return name === "effect" ? "…" : "–";
        return formatMeasure(name, x);
      };
      bars.draw(
        values.map((x, i) => [format(x, MEASURE_NAMES[i])]),
        values.map((x) => Math.min(1, Math.max(0, x || 0))),
      );
    },
    /**
     * Paints the thumbnails, unless they show these weights already.
     * @param {Matrix<Float32Array>[][]} weights
     */
    *paint(weights) {
      if (painted === weights) return;
      painted = null;
      yield* overview.paint(weights, ["weights", 0, 1]);
      painted = weights;
    },
    /**
     * Chooses an order.
     * @param {string} order
     * @param {string[]} names What a reader reads of each order of `OF_PAIR`; "" removes it.
     * @param {string} note Why the thumbnails are not in this order, or what their numbers are; "" for
     *   none.
     */
    chooseOrder(order, names, note) {
      write(orderNote, note);
      orderNote.hidden = note === "";
      pairLabels.forEach((label, i) => {
        if (names[i] === "") label.remove();
        else {
          label.lastChild?.replaceWith(names[i]);
          // Moving the label would take the focus from its button.
          if (label.parentNode !== sortChoice.node) sortChoice.node.append(label);
        }
      });
      sortChoice.set(order);
    },
    /**
     * Sorts the thumbnails, and shows the first ones or the chosen one.
     * @param {number[]} values A value per head; without values, heads are sorted by layer.
     * @param {string} by
     * @param {boolean} [fromTop] Whether to show the first ones, if there are values.
     */
    sort(values, by, fromTop = false) {
      const small = by === "effect" || by === TO_WORD ? formatSmall : undefined;
      const format = by === CHANGE ? formatChange : small;
      if (values.length > 0) overview.sort(sortHeads(values, by), values, format);
      else overview.sort();
      if (fromTop && values.length > 0) overview.scrollToTop();
      else overview.reveal();
    },
  };
}
