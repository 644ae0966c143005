// Names a number that the reader asks about, and formats the table of its terms.

import { formatCountOf, formatNumber } from "./format.js";
import { descending, total } from "./math.js";
import { headName } from "./model.js";

const TERMS_SHOWN = 5; // the largest terms are shown one by one, the rest as a sum

/**
 * Returns the rows of an explanation's table: the largest terms, the rest, the bias, the divisor,
 * the result. Terms whose first factor is 0, such as most terms of a one-hot token, have no row.
 * @param {import("./model.js").Explanation} explanation
 */
export function formatExplanation({ value, terms, divisor, bias }) {
  const some = terms.filter(({ factors }) => factors[0] !== 0);
  const order = descending(some.map((term) => Math.abs(term.value))).map((i) => some[i]);
  const rest = order.slice(TERMS_SHOWN);
  /** @type {(name: string, x: number | undefined) => string[][]} */
  const line = (name, x) => (x === undefined ? [] : [[name, "", formatNumber(x)]]);
  const left = rest.length > 0 ? total(rest.map((term) => term.value)) : undefined;
  return [
    ...order
      .slice(0, TERMS_SHOWN)
      .map(({ name, factors, value }) => [
        name,
        factors.map(formatNumber).join(" × "),
        formatNumber(value),
      ]),
    ...line(formatCountOf(rest.length, "smaller one"), left),
    ...line("bias", bias),
    ...line("divided by", divisor),
    ...line("gives", value),
  ];
}

/**
 * Names a number, at the start of a sentence.
 * @param {import("./model.js").AttentionModel} model
 * @param {import("./model.js").AskedNumber} asked
 * @param {import("./model.js").Naming} words
 * @param {string[]} answers
 */
export function nameNumber(model, { stage, index, row, column }, { position }, answers) {
  const from = position(row);
  const head = headName(model, index);
  const output = model.layers.length > 1 ? `the output of layer ${index}` : "the output";
  const names = {
    x: `Number ${column} of the vector of ${from}`,
    Q: `Number ${column} of the query of ${from} in ${head}`,
    K: `Number ${column} of the key of ${from} in ${head}`,
    V: `Number ${column} of the value of ${from} in ${head}`,
    scores: `The score of ${from} for ${position(column)} in ${head}`,
    weights: `The weight of ${position(column)} for ${from} in ${head}`,
    average: `Number ${column} of the average of ${from} in ${head}`,
    written: `Number ${column} of what ${head} adds for ${from}`,
    sum: `Number ${column} of ${output} for ${from}`,
    logits: `The logit of ${answers[column]} at ${from}`,
    answers: `The probability of ${answers[column]} at ${from}`,
  };
  return names[stage];
}
