// A small attention model, computed number by number, and what each number was made of.
//
// x -> in each layer: Q, K, V -> scores -> weights -> mix -> written -> sum -> answers.

import { softmax, total, upTo } from "./numbers.js";

/** @typedef {number[][]} Matrix */

/**
 * @typedef {object} Layer
 * @property {Matrix[]} W_Q (heads, d_model, d_head)
 * @property {Matrix[]} W_K
 * @property {Matrix[]} W_V
 * @property {Matrix[]} W_O (heads, d_head, d_model)
 */

/**
 * @typedef {object} Weights A model as Python sends it. Heads are counted through all layers.
 * @property {string} name
 * @property {number} parameters
 * @property {Matrix} letters A row a letter: what it adds to a token.
 * @property {Matrix} places A row a place.
 * @property {string[]} features What each number of a token stands for.
 * @property {Layer[]} layers All with as many heads.
 * @property {boolean} residual Whether a layer adds to its input, or takes its place.
 * @property {boolean} causal Whether a place looks at itself and at earlier places alone.
 * @property {Matrix} readout (d_model, questions * letters)
 * @property {number[]} bias (questions * letters)
 */

/**
 * @typedef {object} Head What one head makes of a text: a row a place.
 * @property {Matrix} Q
 * @property {Matrix} K
 * @property {Matrix} V
 * @property {Matrix} scores -Infinity where a key is blocked.
 * @property {Matrix} weights
 * @property {Matrix} mix
 * @property {Matrix} written Zero where the head is off.
 */

/**
 * @typedef {object} Run
 * @property {Matrix} x
 * @property {Head[]} heads Of all layers, in their order.
 * @property {Matrix[]} sums What comes out of each layer.
 * @property {Matrix} logits
 * @property {Matrix} answers Shares, for each question of their own.
 */

/** @typedef {"x" | keyof Head | "sum" | "logits" | "answers"} Stage */

/**
 * @typedef {object} Asked A number.
 * @property {Stage} stage
 * @property {number} of Of a sum its layer, of a head's stages the head, else 0.
 * @property {number} row
 * @property {number} column
 */

/** @param {Weights} model */
const perLayer = (model) => model.layers[0].W_Q.length;

/** @param {Weights} model */
export const headsOf = (model) => upTo(model.layers.length * perLayer(model));

/**
 * @param {Weights} model
 * @param {number} head
 */
export const layerOf = (model, head) => Math.floor(head / perLayer(model));

/**
 * "head 1", or "layer 0, head 1" where there are several layers.
 * @param {Weights} model
 * @param {number} head
 */
export function headName(model, head) {
  const own = `head ${head % perLayer(model)}`;
  return model.layers.length > 1 ? `layer ${layerOf(model, head)}, ${own}` : own;
}

/**
 * One matrix of a head.
 * @param {Weights} model
 * @param {keyof Layer} name
 * @param {number} head
 */
const matrixOf = (model, name, head) =>
  model.layers[layerOf(model, head)][name][head % perLayer(model)];

/**
 * What the numbers that go into a layer stand for, or those that come out of the last one.
 * @param {Weights} model
 * @param {number} layer
 */
export const featuresAt = (model, layer) =>
  layer === 0 || model.residual ? model.features : numbered(model.features);

/**
 * A plain loop: long texts are computed anew at every key.
 * @param {Matrix} a
 * @param {Matrix} b
 */
function multiply(a, b) {
  return a.map((row) => {
    const out = new Array(b[0].length).fill(0);
    for (let k = 0; k < b.length; k++) {
      for (let j = 0; j < out.length; j++) out[j] += row[k] * b[k][j];
    }
    return out;
  });
}

/**
 * @param {Matrix} a
 * @param {Matrix} b
 */
function add(a, b) {
  return a.map((row, i) => row.map((x, j) => x + b[i][j]));
}

/** @param {Matrix} a */
const transpose = (a) => a[0].map((_, j) => columnOf(a, j));

/**
 * @param {Matrix} x
 * @param {Weights} model
 * @param {number} h
 * @param {boolean} off
 * @returns {Head}
 */
function runHead(x, model, h, off) {
  const names = /** @type {const} */ (["W_Q", "W_K", "W_V"]);
  const [Q, K, V] = names.map((name) => multiply(x, matrixOf(model, name, h)));
  const root = Math.sqrt(Q[0].length);
  const scores = multiply(Q, transpose(K)).map((row, i) =>
    row.map((score, j) => (model.causal && j > i ? Number.NEGATIVE_INFINITY : score / root)),
  );
  const weights = scores.map((row) => softmax(row, row.slice()));
  const mix = multiply(weights, V);
  const through = multiply(mix, matrixOf(model, "W_O", h));
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
  /** @type {Head[]} */
  const heads = [];
  /** @type {Matrix[]} */
  const sums = [];
  for (const layer of upTo(model.layers.length)) {
    const input = layer === 0 ? x : sums[layer - 1];
    const of = headsOf(model).filter((h) => layerOf(model, h) === layer);
    const own = of.map((h) => runHead(input, model, h, off.includes(h)));
    const parts = own.map(({ written }) => written);
    heads.push(...own);
    sums.push((model.residual ? [input, ...parts] : parts).reduce(add));
  }
  const last = sums[sums.length - 1];
  const logits = multiply(last, model.readout).map((row) => row.map((l, a) => l + model.bias[a]));
  const n = model.letters.length;
  const answers = logits.map((row) =>
    upTo(row.length / n).flatMap((k) => {
      const own = row.slice(k * n, (k + 1) * n);
      return softmax(own, own.slice());
    }),
  );
  return { x, heads, sums, logits, answers };
}

/**
 * The numbers of a stage, a row a place.
 * @param {Run} run
 * @param {Stage} stage
 * @param {number} of As in Asked.
 */
export function numbersOf(run, stage, of) {
  if (stage === "sum") return run.sums[of];
  return stage === "x" || stage === "logits" || stage === "answers"
    ? run[stage]
    : run.heads[of][stage];
}

/** @typedef {{ name: string, factors: number[], value: number }} Term */

/** @typedef {{ stage: Stage, of: number, row: number, rows: number }} Source Rows of a stage. */

/**
 * @typedef {object} Reason What a number was made of: its terms' sum, and what was done to that.
 * @property {number} value
 * @property {Term[]} terms
 * @property {string} rule
 * @property {number} [divisor]
 * @property {number} [bias]
 * @property {Source[]} sources
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
function columnOf(matrix, j) {
  return matrix.map((row) => row[j]);
}

/** @param {ArrayLike<unknown>} list */
function numbered(list) {
  return Array.from(list, (_, i) => `number ${i}`);
}

/**
 * @param {number[]} scores
 * @param {number} own
 * @param {string[]} names
 * @param {Source} source
 * @returns {Omit<Reason, "value">}
 */
function shares(scores, own, names, source) {
  const top = Math.max(...scores);
  const raised = scores.map((score) => Math.exp(score - top));
  const softmax = `a softmax of the ${source.stage}: e to its own (less the largest), as a share`;
  return {
    rule: raised[own] === 0 && scores[own] === -Infinity ? BLOCKED : `${softmax} of all of them`,
    terms: [{ name: names[own], factors: [], value: raised[own] }],
    divisor: total(raised),
    sources: [source],
  };
}

const BLOCKED = "blocked: a place looks at itself and at earlier ones alone";

/**
 * Where a number came from.
 * @param {Weights} model
 * @param {Run} run
 * @param {number[]} text
 * @param {Asked} asked
 * @param {Words} words
 * @returns {Reason}
 */
export function explain(model, run, text, asked, words) {
  const { stage, of, row, column } = asked;
  const value = numbersOf(run, stage, of)[row][column];
  if (stage === "x") return { value, ...explainToken(model, text, asked, words) };
  if (stage === "sum") return { value, ...explainSum(model, run, asked) };
  if (stage === "logits" || stage === "answers")
    return { value, ...explainAnswer(model, run, asked, words) };
  return {
    value,
    ...explainHead(
      model,
      run,
      { ...asked, stage },
      text.map((_, i) => words.place(i)),
    ),
  };
}

/**
 * @param {Weights} model
 * @param {number[]} text
 * @param {Asked} asked
 * @param {Words} words
 * @returns {Omit<Reason, "value">}
 */
function explainToken({ letters, places }, text, { row, column }, words) {
  return {
    rule: "what the letter adds, and what the place adds",
    terms: [
      { name: `letter ${words.place(row)}`, factors: [], value: letters[text[row]][column] },
      { name: `place ${row}`, factors: [], value: places[row][column] },
    ],
    sources: [],
  };
}

/**
 * A number of a head, from its own stages or from what goes into its layer.
 * @param {Weights} model
 * @param {Run} run
 * @param {Asked & { stage: keyof Head }} asked
 * @param {string[]} places
 * @returns {Omit<Reason, "value">}
 */
function explainHead(model, run, { stage, of, row, column }, places) {
  const head = run.heads[of];
  const seen = model.causal ? row + 1 : places.length;
  /** @type {(stage: Stage, row: number, rows?: number) => Source} */
  const source = (stage, row, rows = 1) => ({ stage, of, row, rows });
  const reasons = {
    Q: () => project("W_Q"),
    K: () => project("W_K"),
    V: () => project("W_V"),
    scores: () =>
      column >= seen
        ? { rule: BLOCKED, terms: [], sources: [] }
        : {
            rule: "query times key, number by number; then divided by the root of the width",
            terms: products(numbered(head.Q[row]), head.Q[row], head.K[column]),
            divisor: Math.sqrt(head.Q[row].length),
            sources: [source("Q", row), source("K", column)],
          },
    weights: () => shares(head.scores[row], column, places, source("scores", row)),
    mix: () => ({
      rule: `weight times value, added over all places${model.causal ? " so far" : ""}`,
      terms: products(places, head.weights[row], columnOf(head.V, column)).slice(0, seen),
      sources: [source("weights", row), source("V", 0, seen)],
    }),
    written: () => ({
      rule: "the mix times a column of W_O",
      terms: products(
        numbered(head.mix[row]),
        head.mix[row],
        columnOf(matrixOf(model, "W_O", of), column),
      ),
      sources: [source("mix", row)],
    }),
  };
  /**
   * @param {keyof Layer} name
   * @returns {Omit<Reason, "value">}
   */
  function project(name) {
    const layer = layerOf(model, of);
    const input = inputOf(layer, row);
    const numbers = numbersOf(run, input.stage, input.of)[row];
    const names = featuresAt(model, layer);
    const terms = products(names, numbers, columnOf(matrixOf(model, name, of), column));
    const what = layer === 0 ? "the token" : `what layer ${layer - 1} gave`;
    return {
      rule: `${what} times a column of ${name}`,
      terms: terms.filter(({ factors }) => factors[0] !== 0),
      sources: [input],
    };
  }
  return reasons[stage]();
}

/**
 * A row of what goes into a layer.
 * @param {number} layer
 * @param {number} row
 * @returns {Source}
 */
function inputOf(layer, row) {
  return layer === 0
    ? { stage: "x", of: 0, row, rows: 1 }
    : { stage: "sum", of: layer - 1, row, rows: 1 };
}

/**
 * @param {Weights} model
 * @param {Run} run
 * @param {Asked} asked
 * @returns {Omit<Reason, "value">}
 */
function explainSum(model, run, { of: layer, row, column }) {
  const own = headsOf(model).filter((h) => layerOf(model, h) === layer);
  const terms = own.map((h) => ({
    name: headName(model, h),
    factors: /** @type {number[]} */ ([]),
    value: run.heads[h].written[row][column],
  }));
  /** @type {Source[]} */
  const sources = own.map((of) => ({ stage: "written", of, row, rows: 1 }));
  if (!model.residual) return { rule: "what the heads write, added", terms, sources };
  const input = inputOf(layer, row);
  const name = layer === 0 ? "the token" : `what layer ${layer - 1} gave`;
  const value = numbersOf(run, input.stage, input.of)[row][column];
  return {
    rule: "what came in, and what the heads write, added",
    terms: [{ name, factors: [], value }, ...terms],
    sources: [input, ...sources],
  };
}

/**
 * A logit, or the share that it gives.
 * @param {Weights} model
 * @param {Run} run
 * @param {Asked} asked
 * @param {Words} words
 * @returns {Omit<Reason, "value">}
 */
function explainAnswer(model, { sums, logits }, { stage, row, column }, { alphabet }) {
  const depth = model.layers.length;
  if (stage === "logits") {
    const names = featuresAt(model, depth);
    return {
      rule: "the sum times a column of the readout, and a bias",
      terms: products(names, sums[depth - 1][row], columnOf(model.readout, column)),
      bias: model.bias[column],
      sources: [inputOf(depth, row)],
    };
  }
  const from = alphabet.length * Math.floor(column / alphabet.length);
  const own = logits[row].slice(from, from + alphabet.length);
  return shares(own, column - from, alphabet, { stage: "logits", of: 0, row, rows: 1 });
}

/**
 * What answers where a layer without a head passes nothing on, or no head is on at all; "" elsewhere.
 * @param {Weights} model
 * @param {number[]} off
 */
export function tellSilence(model, off) {
  const on = headsOf(model).filter((h) => !off.includes(h));
  if (model.residual) {
    const own = "each place answers from its own token and the bias";
    return on.length > 0 ? "" : `No head is on: ${own}.`;
  }
  const layers = upTo(model.layers.length);
  const empty = layers.find((layer) => on.every((h) => layerOf(model, h) !== layer));
  if (empty === undefined) return "";
  const which = on.length > 0 ? `No head of layer ${empty}` : "No head";
  return `${which} is on: the bias alone answers, the same at every place.`;
}

/** @typedef {{ head: number, place: number, weight: number, says: number, value: number }} Part */

/**
 * What spoke for an answer, rather than for the average letter: each head whose writing reaches the
 * readout, from each place; and with a residual the token's own letter and place. With the bias
 * these add up to the answer's logit above the mean of its question's.
 *
 * What a head of an earlier layer did for the heads of a later one is no part of its own.
 * @param {Weights} model
 * @param {Run} run
 * @param {number[]} text
 * @param {number} row
 * @param {number} answer
 * @param {number[]} off
 */
export function trace(model, run, text, row, answer, off) {
  const n = model.letters.length;
  const from = n * Math.floor(answer / n);
  const mean = (/** @type {number[]} */ list) => total(list.slice(from, from + n)) / n;
  const speaks = model.readout.map((line) => line[answer] - mean(line));
  const last = model.layers.length - 1;
  const heads = headsOf(model).filter((h) => model.residual || layerOf(model, h) === last);
  const parts = heads
    .filter((h) => !off.includes(h))
    .flatMap((h) => partsOf(model, run, row, h, speaks));
  const token = [model.letters[text[row]], model.places[row]].map((line) => dot(line, speaks));
  return {
    bias: model.bias[answer] - mean(model.bias),
    parts,
    token: model.residual ? { letter: token[0], place: token[1] } : {},
  };
}

/**
 * What one head brings from each place to something that reads the last layer's numbers.
 * @param {Weights} model
 * @param {Run} run
 * @param {number} row
 * @param {number} head
 * @param {number[]} speaks
 * @returns {Part[]}
 */
function partsOf(model, run, row, head, speaks) {
  const { weights, V } = run.heads[head];
  const through = matrixOf(model, "W_O", head).map((line) => dot(line, speaks));
  const seen = model.causal ? row + 1 : weights.length;
  return weights[row].slice(0, seen).map((weight, place) => {
    const says = dot(V[place], through);
    return { head, place, weight, says, value: weight * says };
  });
}

/**
 * @param {number[]} a
 * @param {number[]} b
 */
function dot(a, b) {
  return total(a.map((x, i) => x * b[i]));
}

const STRONG = 0.25; // the least weight with which a place counts as looked at

/**
 * The step before: of the place that the last layer looks at most, where the layer below it had
 * looked from there. Null where there is no such layer or look, or it looks at the place itself.
 * @param {Weights} model
 * @param {Run} run
 * @param {number} row
 * @param {number[]} off
 */
export function stepBefore(model, run, row, off) {
  const last = model.layers.length - 1;
  const on = headsOf(model).filter((h) => !off.includes(h));
  const own = on.filter((h) => layerOf(model, h) === last);
  const looked = run.x.map((_, j) => total(own.map((h) => run.heads[h].weights[row][j])));
  const from = looked.indexOf(Math.max(...looked));
  if (last === 0 || from === row || looked[from] < STRONG) return null;
  const looks = on
    .filter((h) => layerOf(model, h) === last - 1)
    .flatMap((head) =>
      run.heads[head].weights[from].map((weight, place) => ({ head, place, weight })),
    );
  const strong = looks.filter(({ weight }) => weight >= STRONG);
  return strong.length > 0 ? { from, looks: strong } : null;
}
