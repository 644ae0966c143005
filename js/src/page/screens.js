// Measures the parts of a page, and finds what a screen shows of them. Heights are measured from the
// header's lower edge, because the header stays visible.

import { partsOf } from "./steps.js";

/** @typedef {{ part: Element, top: number, bottom: number }} Box Heights below the header. */

/** @param {Element} header */
const edgeOf = (header) => header.getBoundingClientRect().bottom;

/** Returns the height that is left for the page. @param {Element} header */
export const roomBelow = (header) => Math.max(100, innerHeight - edgeOf(header));

/** Returns the height of two lines. */
export const twoLines = () =>
  2.5 * Number.parseFloat(getComputedStyle(document.documentElement).fontSize);

/** @type {(header: Element, part: Element) => Box} */
export function measure(header, part) {
  const { top, bottom } = part.getBoundingClientRect();
  return { part, top: top - edgeOf(header), bottom: bottom - edgeOf(header) };
}

/** Measures the parts that are not hidden. @type {(header: Element, parts: Element[]) => Box[]} */
const boxesOf = (header, parts) =>
  parts.map((part) => measure(header, part)).filter(({ top, bottom }) => bottom > top);

/** Measures the parts of a step. @type {(header: Element, step: Element[]) => Box[]} */
export const boxesOfStep = (header, step) => boxesOf(header, step.flatMap(partsOf));

/**
 * Finds the visible step: the first that begins in the upper half of the screen, otherwise the one
 * that continues there. Also returns the step's first visible part.
 * @param {Element} header
 * @param {Element[][]} steps
 */
export function findVisibleStep(header, steps) {
  const starts = steps.map((step) => boxesOfStep(header, step)[0]?.top ?? Number.POSITIVE_INFINITY);
  const begins = starts.findIndex((top) => top > -twoLines() && top < roomBelow(header) / 2);
  if (begins >= 0) return { step: begins, part: partsOf(steps[begins][0])[0] };
  const step = Math.max(
    0,
    starts.findLastIndex((top) => top <= 0),
  );
  const boxes = boxesOfStep(header, steps[step]);
  return { step, part: boxes.find(({ bottom }) => bottom > twoLines() / 2)?.part };
}

/**
 * Returns the scroll positions for a long step. Each screen begins with the element that the
 * previous one cut off, so that figures are shown whole. If that element is longer than the screen,
 * the next screen begins with one of its children, otherwise it repeats two lines. A widget that
 * fills the screen is shown without its code.
 * @param {Element} header
 * @param {Element[]} step
 */
export function scrollStops(header, step) {
  const room = roomBelow(header);
  const boxes = boxesOfStep(header, step).flatMap((box) => {
    const long = box.bottom - box.top > room && box.part.matches("div.cell");
    return long ? boxesOf(header, [...box.part.children]) : [box];
  });
  const stops = [0];
  const end = boxes[boxes.length - 1].bottom + scrollY;
  for (let from = 0; end > from + room; stops.push(from)) from = nextStop(header, boxes, from);
  return stops;
}

/** @type {(header: Element, boxes: Box[], from: number) => number} */
function nextStop(header, boxes, from) {
  const room = roomBelow(header);
  const far = from + room;
  /** @param {Box} box */
  const top = (box) => box.top + scrollY - twoLines() / 4;
  /** @param {Box} box */
  const isCut = (box) => box.bottom + scrollY > far;
  let cut = boxes.find(isCut);
  while (cut && top(cut) < from + room / 4)
    cut = boxesOf(header, [...cut.part.children]).find(isCut);
  return cut ? Math.min(top(cut), far) : far - Math.min(twoLines(), room / 2);
}
