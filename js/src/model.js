// A small attention model, computed number by number, and what each number was made of.
//
// One layer without a residual: x -> Q, K, V -> scores -> weights -> mix -> written -> sum -> answers.

import { softmax, total, upTo } from "./numbers.js";

/** @typedef {number[][]} Matrix */

/**
 * @typedef {object} Weights A model as Python sends it.
 * @property {string} name
 * @property {number} parameters
 * @property {Matrix} letters A row a letter: what it adds to a token.
 * @property {Matrix} places A row a place.
 * @property {string[]} features What each number of a token stands for.
 * @property {Matrix[]} W_Q (heads, d_model, d_head)
 * @property {Matrix[]} W_K
 * @property {Matrix[]} W_V
 * @property {Matrix[]} W_O (heads, d_head, d_model)
 * @property {Matrix} readout (d_model, questions * letters)
 * @property {number[]} bias (questions * letters)
 */

/**
 * @typedef {object} Head What one head makes of a text: a row a place.
 * @property {Matrix} Q
 * @property {Matrix} K
 * @property {Matrix} V
 * @property {Matrix} scores
 * @property {Matrix} weights
 * @property {Matrix} mix
 * @property {Matrix} written Zero where the head is off.
 */

/**
 * @typedef {object} Run
 * @property {Matrix} x
 * @property {Head[]} heads
 * @property {Matrix} sum
 * @property {Matrix} logits
 * @property {Matrix} answers Shares, for each question of their own.
 */

/** @typedef {"x" | keyof Head | "sum" | "logits" | "answers"} Stage */

/** @typedef {{ stage: Stage, head: number, row: number, column: number }} Asked A number. */

/**
 * @param {Matrix} a
 * @param {Matrix} b
 */
function multiply(a, b) {
  return a.map((row) => b[0].map((_, j) => total(row.map((x, k) => x * b[k][j]))));
}

/**
 * @param {Matrix} a
 * @param {Matrix} b
 */
function add(a, b) {
  return a.map((row, i) => row.map((x, j) => x + b[i][j]));
}

/**
 * @param {Matrix} x
 * @param {Weights} model
 * @param {number} h
 * @param {boolean} off
 * @returns {Head}
 */
function runHead(x, { W_Q, W_K, W_V, W_O }, h, off) {
  const [Q, K, V] = [W_Q[h], W_K[h], W_V[h]].map((W) => multiply(x, W));
  const root = Math.sqrt(Q[0].length);
  const scores = Q.map((q) => K.map((k) => total(q.map((c, i) => c * k[i])) / root));
  const weights = scores.map((row) => softmax(row, row.slice()));
  const mix = multiply(weights, V);
  const through = multiply(mix, W_O[h]);
  const written = off ? through.map((row) => row.map(() => 0)) : through;
  return { Q, K, V, scores, weights, mix, written };
}

/**
 * Answers at every place of a text.
 * @param {Weights} model
 * @param {number[]} text Indices of letters.
 * @param {number[]} off Heads that are switched off.
 * @returns {Run}
 */
export function run(model, text, off) {
  const x = add(
    text.map((letter) => model.letters[letter]),
    text.map((_, place) => model.places[place]),
  );
  const heads = model.W_Q.map((_, h) => runHead(x, model, h, off.includes(h)));
  const sum = heads.map(({ written }) => written).reduce(add);
  const logits = multiply(sum, model.readout).map((row) => row.map((l, a) => l + model.bias[a]));
  const n = model.letters.length;
  const answers = logits.map((row) =>
    upTo(row.length / n).flatMap((k) => {
      const own = row.slice(k * n, (k + 1) * n);
      return softmax(own, own.slice());
    }),
  );
  return { x, heads, sum, logits, answers };
}

/**
 * The numbers of a stage, a row a place.
 * @param {Run} run
 * @param {Stage} stage
 * @param {number} head
 */
export function numbersOf(run, stage, head) {
  return stage in run
    ? /** @type {Matrix} */ (run[/** @type {keyof Run} */ (stage)])
    : run.heads[head][/** @type {keyof Head} */ (stage)];
}

/** @typedef {{ name: string, factors: number[], value: number }} Term */

/**
 * @typedef {object} Reason What a number was made of: its terms' sum, and what was done to that.
 * @property {number} value
 * @property {Term[]} terms
 * @property {string} rule
 * @property {number} [divisor]
 * @property {number} [bias]
 * @property {[stage: Stage, row: number | null][]} sources Rows of other stages; null for all.
 */

/**
 * @typedef {object} Words
 * @property {(place: number) => string} place
 * @property {string[]} alphabet
 */

/**
 * @param {string[]} names
 * @param {number[]} left
 * @param {number[]} right
 * @returns {Term[]}
 */
function products(names, left, right) {
  return left.map((a, i) => ({ name: names[i], factors: [a, right[i]], value: a * right[i] }));
}

/**
 * @param {Matrix} matrix
 * @param {number} j
 */
const columnOf = (matrix, j) => matrix.map((row) => row[j]);

/** @param {ArrayLike<unknown>} list */
const numbered = (list) => Array.from(list, (_, i) => `number ${i}`);

/**
 * Where a number came from.
 * @param {Weights} model
 * @param {Run} run
 * @param {number[]} text
 * @param {Asked} asked
 * @param {Words} words
 * @returns {Reason}
 */
export function explain(model, run, text, { stage, head, row, column }, words) {
  const { x, heads, sum, logits } = run;
  const of = heads[head];
  const value = numbersOf(run, stage, head)[row][column];
  const places = text.map((_, place) => words.place(place));
  /** @type {Record<Stage, () => Omit<Reason, "value">>} */
  const reasons = {
    x: () => ({
      rule: "what the letter adds, and what the place adds",
      terms: [
        {
          name: `letter ${words.place(row)}`,
          factors: [],
          value: model.letters[text[row]][column],
        },
        { name: `place ${row}`, factors: [], value: model.places[row][column] },
      ],
      sources: [],
    }),
    Q: () => project(model.W_Q[head], "W_Q"),
    K: () => project(model.W_K[head], "W_K"),
    V: () => project(model.W_V[head], "W_V"),
    scores: () => ({
      rule: "query times key, number by number; then divided by the root of the width",
      terms: products(numbered(of.Q[row]), of.Q[row], of.K[column]),
      divisor: Math.sqrt(of.Q[row].length),
      sources: [
        ["Q", row],
        ["K", column],
      ],
    }),
    weights: () => shares(of.scores[row], column, places, "scores"),
    mix: () => ({
      rule: "weight times value, added over all places",
      terms: products(places, of.weights[row], columnOf(of.V, column)),
      sources: [
        ["weights", row],
        ["V", null],
      ],
    }),
    written: () => ({
      rule: "the mix times a column of W_O",
      terms: products(numbered(of.mix[row]), of.mix[row], columnOf(model.W_O[head], column)),
      sources: [["mix", row]],
    }),
    sum: () => ({
      rule: "what the heads write, added",
      terms: heads.map(({ written }, h) => ({
        name: `head ${h}`,
        factors: [],
        value: written[row][column],
      })),
      sources: [["written", row]],
    }),
    logits: () => ({
      rule: "the sum times a column of the readout, and a bias",
      terms: products(model.features, sum[row], columnOf(model.readout, column)),
      bias: model.bias[column],
      sources: [["sum", row]],
    }),
    answers: () => {
      const n = words.alphabet.length;
      const from = n * Math.floor(column / n);
      return shares(logits[row].slice(from, from + n), column - from, words.alphabet, "logits");
    },
  };
  /**
   * @param {Matrix} W
   * @param {string} name
   * @returns {Omit<Reason, "value">}
   */
  function project(W, name) {
    const terms = products(model.features, x[row], columnOf(W, column));
    const rule = `the token times a column of ${name}`;
    return { rule, terms: terms.filter(({ factors }) => factors[0] !== 0), sources: [["x", row]] };
  }
  /**
   * @param {number[]} scores
   * @param {number} own
   * @param {string[]} names
   * @param {"scores" | "logits"} from
   * @returns {Omit<Reason, "value">}
   */
  function shares(scores, own, names, from) {
    const top = Math.max(...scores);
    const raised = scores.map((score) => Math.exp(score - top));
    return {
      rule: `a softmax of the ${from}: e to its own (less the largest), as a share of all of them`,
      terms: [{ name: names[own], factors: [], value: raised[own] }],
      divisor: total(raised),
      sources: [[from, row]],
    };
  }
  return { value, ...reasons[stage]() };
}

/**
 * What spoke for an answer, rather than for the average letter: each head, from each place. With
 * the bias these add up to the answer's logit above the mean of its question's.
 * @param {Weights} model
 * @param {Run} run
 * @param {number} row
 * @param {number} answer
 * @param {number[]} off
 */
export function trace(model, run, row, answer, off) {
  const n = model.letters.length;
  const from = n * Math.floor(answer / n);
  const mean = (/** @type {number[]} */ list) => total(list.slice(from, from + n)) / n;
  const speaks = model.readout.map((line) => line[answer] - mean(line));
  const terms = run.heads.flatMap(({ weights, V }, head) => {
    if (off.includes(head)) return [];
    const through = model.W_O[head].map((line) => total(line.map((w, i) => w * speaks[i])));
    return V.map((v, place) => {
      const says = total(v.map((c, i) => c * through[i]));
      return { head, place, weight: weights[row][place], says, value: weights[row][place] * says };
    });
  });
  return { bias: model.bias[answer] - mean(model.bias), terms };
}
