// All heads of all layers as thumbnails, in their places or sorted; one of them is chosen.

import { paint } from "./colors.js";
import { makeScroll, onArrows } from "./controls.js";
import { make, setStyle, write } from "./dom.js";
import { shrink } from "./heads.js";
import { tellWeight, upTo } from "./numbers.js";

const PIXELS = 48; // of a thumbnail, at most

/**
 * @param {string[][]} titles For each layer a title a head.
 * @param {(layer: number, head: number) => void} choose
 */
export function makeOverview(titles, choose) {
  const nHeads = titles[0].length;
  const cells = titles.flatMap((row, layer) =>
    row.map((title, head) => {
      const [canvas, value] = [make("canvas", { "aria-hidden": "true" }), make("span")];
      const attributes = { type: "button", role: "radio", title: `layer ${layer}, ${title}` };
      const button = make("button", attributes, canvas, value);
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

  onArrows(grid, (down, right) => {
    const top = cells[order[0]].button.offsetTop;
    const columns = order.filter((i) => cells[i].button.offsetTop === top).length;
    const at = order.indexOf(chosen) + down * columns + right;
    if (!(at in order)) return;
    const { layer, head, button } = cells[order[at]];
    choose(layer, head);
    button.focus();
  });
  return {
    node,
    /**
     * It yields after each head.
     * @param {Float32Array[][][]} matrices (layers, heads)
     * @param {[colors: import("./colors.js").Colors, low: number, high: number]} scale
     */
    *paint(matrices, scale) {
      for (const { layer, head, canvas } of cells) {
        paint(canvas, shrink(matrices[layer][head], PIXELS), ...scale);
        yield;
      }
    },
    /**
     * Thumbnails in an order of their own, each with its number; without one, by layer and head.
     * @param {number[]} [places]
     * @param {number[]} [values] A head's, in its place.
     */
    sort(places, values = []) {
      order = places ?? upTo(cells.length);
      grid.classList.toggle("mha-sorted", places !== undefined);
      cells.forEach(({ layer, head, title, value, button }, i) => {
        const told = Number.isNaN(values[i]) ? "–" : tellWeight(values[i] ?? 0);
        write(value, places ? `${layer}.${head}\n${told}` : "");
        const label = `layer ${layer}, ${title}`;
        button.setAttribute("aria-label", places ? `${label}, ${told}` : label);
      });
      const buttons = order.map((i) => cells[i].button);
      const rows = layers.map((layer, l) => [
        layer,
        ...buttons.slice(l * nHeads, (l + 1) * nHeads),
      ]);
      grid.replaceChildren(...(places ? buttons : [corner, ...numbers, ...rows.flat()]));
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
