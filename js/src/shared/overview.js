// Shows all heads of all layers as thumbnails, by layer or sorted; the reader chooses one of them.

import { paint } from "./colors.js";
import { makeScroll, onArrows } from "./controls.js";
import { make, setStyle, write } from "./dom.js";
import { formatWeight } from "./format.js";
import { shrink } from "./heads.js";
import { upTo } from "./math.js";

/** @import { Matrix } from "./math.js" */

const MAX_THUMBNAIL_PX = 48;
const OUTLINE_PX = 3; // of the chosen thumbnail

/**
 * @param {string[][]} titles A title for each head, by layer.
 * @param {(layer: number, head: number) => void} choose
 */
export function makeOverview(titles, choose) {
  const nHeads = titles[0].length;
  const cells = titles.flatMap((row, layer) =>
    row.map((title, head) => {
      const canvas = make("canvas", { "aria-hidden": "true" });
      const value = make("span");
      const button = make("button", { type: "button", role: "radio" }, canvas, value);
      button.addEventListener("click", () => choose(layer, head));
      return { layer, head, title, canvas, value, button };
    }),
  );
  const grid = make("div", { class: "mha-overview", role: "radiogroup", "aria-label": "heads" });
  setStyle(grid, { heads: nHeads });
  const [numbers, layers] = [nHeads, titles.length].map((n) =>
    upTo(n).map((i) => make("span", { class: "mha-number", "aria-hidden": "true" }, String(i))),
  );
  const corner = make("span", { class: "mha-number", "aria-hidden": "true" }, "layer");
  const node = makeScroll(grid);
  let order = upTo(cells.length);
  let chosen = 0;
  /** @type {{ isSorted: boolean, measures: string[] }} */
  let labeled = { isSorted: false, measures: [] };
  /** @type {number[]} */
  let off = [];
  const label = () => {
    cells.forEach(({ layer, title, button }, i) => {
      const isOff = off.includes(i);
      const name = `layer ${layer}, ${title}${isOff ? ", off" : ""}`;
      button.title = name;
      button.setAttribute(
        "aria-label",
        labeled.isSorted ? `${name}, ${labeled.measures[i]}` : name,
      );
      button.classList.toggle("mha-off", isOff);
    });
  };

  onArrows(grid, (down, right) => {
    const top = cells[order[0]].button.offsetTop;
    const columns = order.filter((i) => cells[i].button.offsetTop === top).length;
    const next = order.indexOf(chosen) + down * columns + right;
    if (!(next in order)) return;
    const { layer, head, button } = cells[order[next]];
    choose(layer, head);
    button.focus();
  });
  return {
    node,
    /**
     * Yields after each head.
     * @param {Matrix<Float32Array>[][]} matrices (layers, heads)
     * @param {[colors: import("./colors.js").Colors, low: number, high: number]} scale
     */
    *paint(matrices, scale) {
      for (const { layer, head, canvas } of cells) {
        paint(canvas, shrink(matrices[layer][head], MAX_THUMBNAIL_PX), ...scale);
        yield;
      }
    },
    /**
     * Sorts the thumbnails and labels each with its value. Without an order, sorts by layer and
     * head. A thumbnail that has the focus keeps it.
     * @param {number[]} [sorted]
     * @param {number[]} [values] A value per head, counted through all layers.
     * @param {(value: number) => string} [format]
     */
    sort(sorted, values = [], format = formatWeight) {
      order = sorted ?? upTo(cells.length);
      grid.classList.toggle("mha-sorted", sorted !== undefined);
      const measures = cells.map((_, i) =>
        Number.isNaN(values[i]) ? "–" : format(values[i] ?? 0),
      );
      cells.forEach(({ layer, head, value }, i) => {
        write(value, sorted ? `${layer}.${head}\n${measures[i]}` : "");
      });
      labeled = { isSorted: sorted !== undefined, measures };
      label();
      const buttons = order.map((i) => cells[i].button);
      const rows = layers.map((layer, l) => [
        layer,
        ...buttons.slice(l * nHeads, (l + 1) * nHeads),
      ]);
      const focused = buttons.find((button) => button === document.activeElement);
      grid.replaceChildren(...(sorted ? buttons : [corner, ...numbers, ...rows.flat()]));
      focused?.focus({ preventScroll: true });
    },
    /** Crosses out heads that are off. @param {number[]} heads Counted through all layers. */
    crossOut(heads) {
      off = heads;
      label();
    },
    /** Scrolls to the first thumbnails. */
    scrollToTop() {
      node.scrollTop = 0;
    },
    /** Scrolls the thumbnails, but not the page, until the chosen one is visible. */
    reveal() {
      const box = node.getBoundingClientRect();
      const { top, bottom } = cells[chosen].button.getBoundingClientRect();
      const [above, below] = [top - OUTLINE_PX - box.top, bottom + OUTLINE_PX - box.bottom];
      if (above < 0) node.scrollTop += above;
      else if (below > 0) node.scrollTop += below;
    },
    /**
     * @param {number} layer
     * @param {number} head
     */
    choose(layer, head) {
      chosen = layer * nHeads + head;
      cells.forEach(({ button }, i) => {
        button.setAttribute("aria-checked", String(i === chosen));
        button.tabIndex = i === chosen ? 0 : -1;
      });
    },
  };
}
