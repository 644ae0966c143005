// Computes a model's accuracy as heads are removed one after another, in several orders.
//
// A set of removed heads is stored as an integer whose bit k is set if head k is removed.

import { formatCountOf, formatFixed, formatList } from "../shared/format.js";
import { argmax, descending, mean, toggled, total, upTo } from "../shared/math.js";

/**
 * @typedef {object} Line
 * @property {string} name
 * @property {number[]} accuracies The accuracy with 0, 1, ... heads removed.
 * @property {number[][] | null} sets The heads that are removed then; null if the accuracies are
 *   means over sets.
 */

/**
 * @typedef {object} GivenLine A line as Python sends it.
 * @property {string} name
 * @property {number[] | null} heads The heads in their order of removal; null if the accuracies are
 *   means over several orders.
 * @property {number[] | null} accuracies Null if the table of all subsets has them.
 */

export const YOUR_OWN = "your own";

/** @param {number[]} heads */
export const toSubset = (heads) => total(heads.map((head) => 2 ** head));

/** @param {number} subset */
const headsInSubset = (subset) => upTo(32).filter((head) => (subset >>> head) & 1);

/**
 * Groups all subsets by the number of removed heads.
 * @param {number} n The number of heads.
 */
export function subsetsBySize(n) {
  /** @type {number[][]} */
  const sizes = upTo(n + 1).map(() => []);
  for (const subset of upTo(2 ** n)) sizes[headsInSubset(subset).length].push(subset);
  return sizes;
}

/**
 * @param {string} name
 * @param {number[]} order
 * @param {number[]} table
 * @returns {Line}
 */
function lineAlong(name, order, table) {
  const sets = upTo(order.length + 1).map((k) => order.slice(0, k));
  return { name, sets, accuracies: sets.map((heads) => table[toSubset(heads)]) };
}

/**
 * Sorts the heads by the accuracy without each head, the least harmful head first.
 * @param {number[]} table
 * @param {number} n
 */
export const oneAtATime = (table, n) => descending(upTo(n).map((head) => table[2 ** head]));

/**
 * Orders the heads greedily: after each removal, all remaining heads are measured again.
 * @param {number[]} table
 * @param {number} n
 */
export function greedy(table, n) {
  /** @type {number[]} */
  const order = [];
  while (order.length < n) {
    const left = upTo(n).filter((head) => !order.includes(head));
    const after = left.map((head) => table[toSubset([...order, head])]);
    order.push(left[argmax(after)]);
  }
  return order;
}

/**
 * Returns the line of the best subset of each size.
 * @param {number[]} table
 * @param {number[][]} sizes
 * @returns {Line}
 */
function bestLine(table, sizes) {
  const sets = sizes.map((subsets) => subsets[argmax(subsets.map((subset) => table[subset]))]);
  return {
    name: "best",
    sets: sets.map(headsInSubset),
    accuracies: sets.map((subset) => table[subset]),
  };
}

/**
 * Returns the line of the mean over all subsets of each size: what random removal gives on average.
 * @param {number[]} table
 * @param {number[][]} sizes
 * @returns {Line}
 */
function randomLine(table, sizes) {
  const accuracies = sizes.map((subsets) => mean(subsets.map((subset) => table[subset])));
  return { name: "random", sets: null, accuracies };
}

/**
 * Returns the lines that Python sent, and the lines computed from the table of all subsets.
 * @param {GivenLine[]} givenLines
 * @param {number[]} table The accuracy without each subset of heads; empty if it is unknown.
 * @param {number} n
 * @returns {Line[]}
 */
export function computeLines(givenLines, table, n) {
  const lines = givenLines.map(({ name, heads, accuracies }) => {
    if (heads && !accuracies) return lineAlong(name, heads, table);
    const sets = heads && upTo(heads.length + 1).map((k) => heads.slice(0, k));
    return { name, sets, accuracies: accuracies ?? [] };
  });
  if (!table.length) return lines;
  const sizes = subsetsBySize(n);
  return [
    ...lines,
    lineAlong("one at a time", oneAtATime(table, n), table),
    lineAlong("greedy", greedy(table, n), table),
    bestLine(table, sizes),
    randomLine(table, sizes),
  ];
}

/**
 * Returns the line of the reader's own order.
 * @param {number[]} order An order of all heads.
 * @param {number[]} table
 */
export const yourLine = (order, table) => lineAlong(YOUR_OWN, order, table);

/**
 * Returns the reader's order after a click on a head, which removes the head next or puts it back.
 * @param {number[]} removed
 * @param {number} head
 * @param {number} n
 */
export function toggleHead(removed, head, n) {
  const heads = toggled(removed, head);
  return { your_order: completeOrder(heads, n), n_removed: heads.length };
}

/**
 * Returns an order of all heads that begins with these.
 * @param {number[]} heads
 * @param {number} n
 */
export const completeOrder = (heads, n) => [...heads, ...upTo(n).filter((h) => !heads.includes(h))];

const MAX_NAMED_HEADS = 12; // if more heads are removed, they are counted by layer

/**
 * Names heads, layer by layer: "layer 0: heads 1 and 3; layer 1: head 2".
 * @param {number[]} heads
 * @param {number} perLayer
 */
export function formatHeads(heads, perLayer) {
  const layers = [...new Set(heads.map((head) => Math.floor(head / perLayer)))];
  return layers
    .sort((a, b) => a - b)
    .map((layer) => {
      const here = heads.filter((head) => Math.floor(head / perLayer) === layer);
      const numbers = here.map((head) => head % perLayer).sort((a, b) => a - b);
      return `layer ${layer}: head${here.length > 1 ? "s" : ""} ${formatList(numbers.map(String))}`;
    })
    .join("; ");
}

/**
 * Counts the heads that each layer has left: "left in layers 0 to 2: 3, 4 and 0".
 * @param {number[]} heads The removed heads.
 * @param {number} layers
 * @param {number} perLayer
 */
function formatHeadsLeft(heads, layers, perLayer) {
  const left = upTo(layers).map(
    (layer) => perLayer - heads.filter((head) => Math.floor(head / perLayer) === layer).length,
  );
  return `left in layers 0 to ${layers - 1}: ${formatList(left.map(String))}`;
}

/** @typedef {{ layers: number, heads: number, measure: string }} Sizes `heads` is the number
 *   of heads in each layer. */

/**
 * Says which heads are removed, and which layers have none left.
 * @param {number[]} removed
 * @param {Sizes} sizes
 */
function describeRemoved(removed, { layers, heads }) {
  const names =
    removed.length > MAX_NAMED_HEADS
      ? formatHeadsLeft(removed, layers, heads)
      : formatHeads(removed, heads);
  const empty = upTo(layers).filter((layer) =>
    upTo(heads).every((head) => removed.includes(layer * heads + head)),
  );
  const [subject, verb] = empty.length > 1 ? ["Layers", "have"] : ["Layer", "has"];
  const none =
    empty.length > 0 ? `${subject} ${formatList(empty.map(String))} ${verb} no head left.` : "";
  return [names, none];
}

/**
 * Says which accuracy the best choice of as many heads leaves.
 * @param {Line} line
 * @param {number} nRemoved
 * @param {number} heads
 * @param {Line} ideal
 */
function describeBest(line, nRemoved, heads, ideal) {
  if (line === ideal || nRemoved === 0) return "";
  const bestAccuracy = formatFixed(ideal.accuracies[nRemoved]);
  if (bestAccuracy === formatFixed(line.accuracies[nRemoved]))
    return "The best choice of as many heads leaves no more.";
  return `The best choice of as many heads leaves ${bestAccuracy}: ${formatHeads(ideal.sets?.[nRemoved] ?? [], heads)}.`;
}

/**
 * Says how the last cut changed the accuracy.
 * @param {string} measure
 * @param {number} lost
 */
function describeCut(measure, lost) {
  const size = formatFixed(Math.abs(lost));
  const raised = lost < 0 && Number(size) > 0;
  return raised ? `The last cut raised the ${measure} by ${size}.` : `The last cut cost ${size}.`;
}

/**
 * Says which heads are removed, the accuracy, how the last cut changed it, and what the best choice
 * of heads leaves.
 * @param {Line} line The chosen line.
 * @param {number} nRemoved
 * @param {Sizes} sizes
 * @param {Line} [ideal] The best subsets, if they are known.
 */
export function describeRemoval(line, nRemoved, sizes, ideal) {
  const accuracy = line.accuracies[nRemoved];
  const set = line.sets?.[nRemoved];
  const [names, none] = describeRemoved(set ?? [], sizes);
  const gone = `${nRemoved} of ${formatCountOf(sizes.layers * sizes.heads, "head")} removed`;
  // The best set of one size need not contain the best set of the size before, so no cut leads from
  // one to the other.
  const cut = nRemoved > 0 && line !== ideal;
  return [
    `${gone}${names && `: ${names}`}.`,
    none,
    `The ${sizes.measure} is ${formatFixed(accuracy)}${set ? "" : ", the mean over choices"}.`,
    cut ? describeCut(sizes.measure, line.accuracies[nRemoved - 1] - accuracy) : "",
    ideal ? describeBest(line, nRemoved, sizes.heads, ideal) : "",
  ];
}

/**
 * Returns the heads of the given subset whose accuracy is nearest to a height.
 * @param {number[]} table
 * @param {number[]} subsets
 * @param {number} height
 */
export function nearestSubset(table, subsets, height) {
  return headsInSubset(subsets[argmax(subsets.map((subset) => -Math.abs(table[subset] - height)))]);
}

/**
 * Returns the line that is nearest to a height after this many removals.
 * @param {Line[]} lines
 * @param {number} nRemoved
 * @param {number} height
 */
export const nearestLine = (lines, nRemoved, height) =>
  lines[argmax(lines.map(({ accuracies }) => -Math.abs(accuracies[nRemoved] - height)))];
