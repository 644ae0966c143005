// Runs a small attention model, keeps every intermediate number, and explains each of them.
//
// x -> in each layer: Q, K, V -> scores -> weights -> average -> written -> sum -> answers.

import { formatHead } from "./format.js";
import { argmax, dot, largest, softmax, total, upTo } from "./math.js";

/** @import { Matrix } from "./math.js" */

/**
 * @typedef {object} LayerMatrices
 * @property {Matrix[]} W_Q (heads, d_model, d_head)
 * @property {Matrix[]} W_K
 * @property {Matrix[]} W_V
 * @property {Matrix[]} W_O (heads, d_head, d_model)
 */

/**
 * @typedef {object} AttentionModel A model, as Python sends it. Heads are numbered through all
 *   layers.
 * @property {string} name
 * @property {number} parameters
 * @property {Matrix} letter_vectors The vector of each letter.
 * @property {Matrix} positions The vector of each position.
 * @property {string[]} features The name of each dimension of a token's vector.
 * @property {LayerMatrices[]} layers All have the same number of heads.
 * @property {boolean} residual Whether a layer adds to its input, or replaces it.
 * @property {boolean} causal Whether a position attends only to itself and to earlier ones.
 * @property {Matrix} readout (d_model, questions * letters)
 * @property {number[]} bias (questions * letters)
 */

/**
 * @typedef {object} HeadStages What one head computes, one row per position.
 * @property {Matrix} Q
 * @property {Matrix} K
 * @property {Matrix} V
 * @property {Matrix} scores -Infinity where a key is blocked.
 * @property {Matrix} weights
 * @property {Matrix} average
 * @property {Matrix} written Zero where the head is off.
 */

/**
 * @typedef {object} Run
 * @property {Matrix} x
 * @property {HeadStages[]} heads The heads of all layers, in order.
 * @property {Matrix[]} sums The output of each layer.
 * @property {Matrix} logits
 * @property {Matrix} answers Probabilities; those of one question sum to 1.
 */

/** @typedef {"x" | keyof HeadStages | "sum" | "logits" | "answers"} Stage */

/**
 * @typedef {object} AskedNumber A number that the reader asks about.
 * @property {Stage} stage
 * @property {number} index For "sum" the layer, for a head's stages the head, otherwise 0.
 * @property {number} row
 * @property {number} column
 */

/** @param {AttentionModel} model */
const headsPerLayer = (model) => model.layers[0].W_Q.length;

/** @param {AttentionModel} model */
export const allHeads = (model) => upTo(model.layers.length * headsPerLayer(model));

/** @type {(model: AttentionModel, head: number) => number} */
export const layerOfHead = (model, head) => Math.floor(head / headsPerLayer(model));

/** @type {(model: AttentionModel, layer: number) => number[]} */
export const headsOfLayer = (model, layer) =>
  upTo(headsPerLayer(model)).map((h) => layer * headsPerLayer(model) + h);

/**
 * Names a head: "head 1", or "layer 0, head 1" if there are several layers.
 * @param {AttentionModel} model
 * @param {number} head
 */
export const headName = (model, head) =>
  formatHead(head, headsPerLayer(model), model.layers.length);

/** @type {(model: AttentionModel, name: keyof LayerMatrices, head: number) => Matrix} */
const headMatrix = (model, name, head) =>
  model.layers[layerOfHead(model, head)][name][head % headsPerLayer(model)];

/**
 * Returns the names of the dimensions of a layer's input, or of the last layer's output.
 * @param {AttentionModel} model
 * @param {number} layer
 */
export const featureNames = (model, layer) =>
  layer === 0 || model.residual ? model.features : numberNames(model.features);

/**
 * Multiplies two matrices, in plain loops for speed: every key press computes the whole text again.
 * @param {Matrix} a
 * @param {Matrix} b
 */
export function multiply(a, b) {
  return a.map((row) => {
    const out = new Array(b[0].length).fill(0);
    for (let k = 0; k < b.length; k++) {
      for (let j = 0; j < out.length; j++) out[j] += row[k] * b[k][j];
    }
    return out;
  });
}

/** @type {(a: Matrix, b: Matrix) => Matrix} */
export const add = (a, b) => a.map((row, i) => row.map((x, j) => x + b[i][j]));

/** @param {Matrix} a */
export const transpose = (a) => a[0].map((_, j) => columnAt(a, j));

/** @type {(x: Matrix, layer: LayerMatrices, h: number, causal: boolean, off: boolean) => HeadStages} */
function runHead(x, { W_Q, W_K, W_V, W_O }, h, causal, off) {
  const [Q, K, V] = [W_Q, W_K, W_V].map((matrices) => multiply(x, matrices[h]));
  const root = Math.sqrt(Q[0].length);
  const scores = multiply(Q, transpose(K)).map((row, i) =>
    row.map((score, j) => (causal && j > i ? Number.NEGATIVE_INFINITY : score / root)),
  );
  const weights = scores.map((row) => softmax(row, row.slice()));
  const average = multiply(weights, V);
  const through = multiply(average, W_O[h]);
  const written = off ? through.map((row) => row.map(() => 0)) : through;
  return { Q, K, V, scores, weights, average, written };
}

/**
 * Returns the tokens' vectors: each letter's vector plus its position's.
 * @param {AttentionModel} model
 * @param {number[]} text The letters, as indices.
 */
export const embed = ({ letter_vectors, positions }, text) =>
  text.map((letter, position) =>
    letter_vectors[letter].map((value, j) => value + positions[position][j]),
  );

/**
 * Computes all stages before the readout.
 * @param {Matrix} x The tokens' vectors.
 * @param {LayerMatrices[]} layers
 * @param {object} options
 * @param {boolean} options.residual
 * @param {boolean} options.causal
 * @param {number[]} [options.off] The heads that are switched off, numbered through all layers.
 */
export function runLayers(x, layers, { residual, causal, off = [] }) {
  /** @type {HeadStages[]} */
  const heads = [];
  /** @type {Matrix[]} */
  const sums = [];
  for (const layer of layers) {
    const input = sums.at(-1) ?? x;
    const before = heads.length;
    const layerHeads = layer.W_Q.map((_, h) =>
      runHead(input, layer, h, causal, off.includes(before + h)),
    );
    const parts = layerHeads.map(({ written }) => written);
    heads.push(...layerHeads);
    sums.push((residual ? [input, ...parts] : parts).reduce(add));
  }
  return { x, heads, sums };
}

/**
 * Computes the logits from rows of the last layer's output.
 * @type {(model: AttentionModel, rows: Matrix) => Matrix}
 */
export const computeLogits = (model, rows) =>
  multiply(rows, model.readout).map((row) => row.map((logit, a) => logit + model.bias[a]));

/**
 * Runs the model: every stage, up to the answers at every position.
 * @param {AttentionModel} model
 * @param {number[]} text
 * @param {number[]} off
 * @returns {Run}
 */
export function run(model, text, off) {
  const { layers, residual, causal } = model;
  const { x, heads, sums } = runLayers(embed(model, text), layers, { residual, causal, off });
  const logits = computeLogits(model, sums[sums.length - 1]);
  const n = model.letter_vectors.length;
  const answers = logits.map((row) =>
    upTo(row.length / n).flatMap((k) => softmax(row.slice(k * n, (k + 1) * n), [])),
  );
  return { x, heads, sums, logits, answers };
}

/**
 * Returns the numbers of a stage, one row per position.
 * @param {Run} stages
 * @param {Stage} stage
 * @param {number} index The layer or head, as in AskedNumber.
 */
export function stageNumbers(stages, stage, index) {
  if (stage === "sum") return stages.sums[index];
  return stage === "x" || stage === "logits" || stage === "answers"
    ? stages[stage]
    : stages.heads[index]?.[stage];
}

/**
 * Counts, for each stage, its heads or layers, and its numbers per position.
 * @param {AttentionModel} model
 * @param {number} positions
 * @returns {Record<Stage, [number, number]>}
 */
export function stageSizes({ layers, readout, bias }, positions) {
  const heads = layers.length * layers[0].W_Q.length;
  const [dHead, dValue] = [layers[0].W_Q[0][0].length, layers[0].W_V[0][0].length];
  return {
    x: [1, readout.length],
    Q: [heads, dHead],
    K: [heads, dHead],
    V: [heads, dValue],
    scores: [heads, positions],
    weights: [heads, positions],
    average: [heads, dValue],
    written: [heads, readout.length],
    sum: [layers.length, readout.length],
    logits: [1, bias.length],
    answers: [1, bias.length],
  };
}

/** @typedef {{ name: string, factors: number[], value: number }} Term */

/**
 * @typedef {object} Source Some rows of a stage or of a parameter matrix, or one column of them.
 * @property {Stage | keyof LayerMatrices} stage
 * @property {number} index
 * @property {number} row
 * @property {number} rows
 * @property {number} [column]
 */

/**
 * @typedef {object} Explanation How a number was computed: it is the sum of the terms and the bias,
 *   divided by the divisor.
 * @property {number} value
 * @property {Term[]} terms
 * @property {string} rule
 * @property {number} [divisor]
 * @property {number} [bias]
 * @property {Term[]} [raised] For a softmax, each score and e to its power.
 * @property {Source[]} sources
 */

/**
 * @typedef {object} Naming How an explanation names positions and letters.
 * @property {(position: number) => string} position
 * @property {string[]} alphabet
 */

/** @type {(names: string[], left: number[], right: number[]) => Term[]} */
const products = (names, left, right) =>
  left.map((a, i) => ({ name: names[i], factors: [a, right[i]], value: a * right[i] }));

/** @type {(matrix: Matrix, j: number) => number[]} */
const columnAt = (matrix, j) => matrix.map((row) => row[j]);

/** @param {ArrayLike<unknown>} list */
const numberNames = (list) => Array.from(list, (_, i) => `number ${i}`);

/** @typedef {Omit<Explanation, "value">} Explained */
/**
 * @typedef {object} Question
 * @property {AttentionModel} model
 * @property {Run} stages
 * @property {number[]} text
 * @property {AskedNumber} asked
 * @property {Naming} words
 */

const BLOCKED = "blocked: a position attends only to itself and to earlier ones";
const LARGE_EXPONENT = 9; // e to a larger power has more than four digits

/** @type {(scores: number[], position: number, names: string[], source: Source) => Explained} */
function explainSoftmax(scores, position, names, source) {
  const top = largest(scores);
  const less = Math.abs(top) > LARGE_EXPONENT ? top : 0;
  const raised = scores.map((score, i) => {
    const power = score - less;
    return { name: names[i], factors: [power], value: Math.exp(power) };
  });
  const power = `e to the power of its own${less ? " (less the largest)" : ""}`;
  const softmax = `the softmax of the ${source.stage}: ${power}, divided by the sum of all of these`;
  return {
    rule: scores[position] === Number.NEGATIVE_INFINITY ? BLOCKED : softmax,
    terms: [{ ...raised[position], factors: [] }],
    divisor: total(raised.map(({ value }) => value)),
    raised,
    sources: [source],
  };
}

/**
 * Explains how a number was computed.
 * @param {AttentionModel} model
 * @param {Run} stages
 * @param {number[]} text
 * @param {AskedNumber} asked
 * @param {Naming} words
 * @returns {Explanation}
 */
export function explain(model, stages, text, asked, words) {
  const { stage, index, row, column } = asked;
  const value = stageNumbers(stages, stage, index)[row][column];
  const question = { model, stages, text, asked, words };
  if (stage === "x") return { value, ...explainToken(question) };
  if (stage === "sum") return { value, ...explainSum(question) };
  if (stage === "logits" || stage === "answers") return { value, ...explainAnswer(question) };
  return { value, ...explainHead(question, stage) };
}

/** @type {(question: Question) => Explained} */
function explainToken({
  model: { letter_vectors, positions },
  text,
  asked: { row, column },
  words,
}) {
  return {
    rule: "the letter's vector plus the position's",
    terms: [
      {
        name: `letter ${words.position(row)}`,
        factors: [],
        value: letter_vectors[text[row]][column],
      },
      { name: `position ${row}`, factors: [], value: positions[row][column] },
    ],
    sources: [],
  };
}

/**
 * Returns a layer's input at a position. For `layer` = number of layers, that is the last layer's
 * output.
 * @param {Run} stages
 * @param {number} layer
 * @param {number} row
 */
function layerInput(stages, layer, row) {
  /** @type {Source & { stage: Stage }} */
  const source =
    layer === 0
      ? { stage: "x", index: 0, row, rows: 1 }
      : { stage: "sum", index: layer - 1, row, rows: 1 };
  const name = layer === 0 ? "the token's vector" : `the output of layer ${layer - 1}`;
  return { source, name, numbers: stageNumbers(stages, source.stage, source.index)[row] };
}

/**
 * Explains a query, key or value: the layer's input times a column.
 * @param {Question} question
 * @param {keyof LayerMatrices} name
 * @returns {Explained}
 */
function explainProjection({ model, stages, asked: { index, row, column } }, name) {
  const layer = layerOfHead(model, index);
  const input = layerInput(stages, layer, row);
  const weights = columnAt(headMatrix(model, name, index), column);
  return {
    rule: `${input.name} times column ${column} of ${name}`,
    terms: products(featureNames(model, layer), input.numbers, weights),
    sources: [input.source, { stage: name, index, row: 0, rows: weights.length, column }],
  };
}

/** @type {(question: Question, stage: keyof HeadStages) => Explained} */
function explainHead(question, stage) {
  const { model, stages, text, asked, words } = question;
  const { index, row, column } = asked;
  const head = stages.heads[index];
  const positions = text.map((_, i) => words.position(i));
  const nAttended = model.causal ? row + 1 : positions.length;
  /** @type {(stage: Stage, row: number, rows?: number) => Source} */
  const source = (stage, row, rows = 1) => ({ stage, index, row, rows });
  const reasons = {
    Q: () => explainProjection(question, "W_Q"),
    K: () => explainProjection(question, "W_K"),
    V: () => explainProjection(question, "W_V"),
    scores: () =>
      column >= nAttended
        ? { rule: BLOCKED, terms: [], sources: [] }
        : {
            rule: "the dot product of query and key, divided by the square root of their width",
            terms: products(numberNames(head.Q[row]), head.Q[row], head.K[column]),
            divisor: Math.sqrt(head.Q[row].length),
            sources: [source("Q", row), source("K", column)],
          },
    weights: () => explainSoftmax(head.scores[row], column, positions, source("scores", row)),
    average: () => ({
      rule: `weight times value, added over all tokens${model.causal ? " so far" : ""}`,
      terms: products(positions, head.weights[row], columnAt(head.V, column)).slice(0, nAttended),
      sources: [source("weights", row), { ...source("V", 0, nAttended), column }],
    }),
    written: () => {
      const weights = columnAt(headMatrix(model, "W_O", index), column);
      /** @type {Source} */
      const block = { stage: "W_O", index, row: 0, rows: weights.length, column };
      return {
        rule: `the average times column ${column} of W_O`,
        terms: products(numberNames(head.average[row]), head.average[row], weights),
        sources: [source("average", row), block],
      };
    },
  };
  return reasons[stage]();
}

/** @type {(question: Question) => Explained} */
function explainSum({ model, stages, asked: { index: layer, row, column } }) {
  const heads = headsOfLayer(model, layer);
  const terms = heads.map((h) => ({
    name: headName(model, h),
    factors: /** @type {number[]} */ ([]),
    value: stages.heads[h].written[row][column],
  }));
  /** @type {Source[]} */
  const sources = heads.map((h) => ({ stage: "written", index: h, row, rows: 1 }));
  if (!model.residual) return { rule: "what the heads add up to", terms, sources };
  const { source, name, numbers } = layerInput(stages, layer, row);
  return {
    rule: "what came in, and what each head adds",
    terms: [{ name, factors: [], value: numbers[column] }, ...terms],
    sources: [source, ...sources],
  };
}

/** Explains a logit, or the probability that it gives. @type {(question: Question) => Explained} */
function explainAnswer({ model, stages, asked: { stage, row, column }, words: { alphabet } }) {
  const depth = model.layers.length;
  if (stage === "logits") {
    const { source, numbers } = layerInput(stages, depth, row);
    return {
      rule: "the sum times a column of the readout, and a bias",
      terms: products(featureNames(model, depth), numbers, columnAt(model.readout, column)),
      bias: model.bias[column],
      sources: [source],
    };
  }
  const from = alphabet.length * Math.floor(column / alphabet.length);
  const logits = stages.logits[row].slice(from, from + alphabet.length);
  return explainSoftmax(logits, column - from, alphabet, {
    stage: "logits",
    index: 0,
    row,
    rows: 1,
  });
}

/**
 * Says what still answers if no head is on, or no head of some layer; otherwise "".
 * @param {AttentionModel} model
 * @param {number[]} off
 */
export function describeHeadsOff(model, off) {
  const on = allHeads(model).filter((h) => !off.includes(h));
  if (model.residual) {
    const rest = "each position answers from its own token and the bias";
    return on.length > 0 ? "" : `No head is on: ${rest}.`;
  }
  const layers = upTo(model.layers.length);
  const empty = layers.find((layer) => on.every((h) => layerOfHead(model, h) !== layer));
  if (empty === undefined) return "";
  const which = on.length > 0 ? `No head of layer ${empty}` : "No head";
  return `${which} is on: the bias alone answers, the same at every position.`;
}

/** @typedef {{ head: number, position: number, weight: number, contribution: number, value: number }} TraceTerm */

/**
 * Splits an answer's logit, minus the mean logit of its question, into terms. Each head whose
 * output reaches the readout gives one term for each position that it attends to. The bias is also
 * a term, and so are the token's letter and position if there is a residual connection.
 *
 * What a head of a later layer adds is its own contribution, even where it read an earlier head.
 * @param {AttentionModel} model
 * @param {Run} stages
 * @param {number[]} text
 * @param {number} row
 * @param {number} answer
 * @param {number[]} off
 */
export function trace(model, stages, text, row, answer, off) {
  const n = model.letter_vectors.length;
  const from = n * Math.floor(answer / n);
  const mean = (/** @type {number[]} */ list) => total(list.slice(from, from + n)) / n;
  const readout = model.readout.map((line) => line[answer] - mean(line));
  const last = model.layers.length - 1;
  const heads = model.residual ? allHeads(model) : headsOfLayer(model, last);
  const parts = heads
    .filter((h) => !off.includes(h))
    .flatMap((h) => traceHead(model, stages, row, h, readout));
  const token = [model.letter_vectors[text[row]], model.positions[row]].map((line) =>
    dot(line, readout),
  );
  return {
    bias: model.bias[answer] - mean(model.bias),
    parts,
    token: model.residual ? { letter: token[0], position: token[1] } : {},
  };
}

/**
 * Returns what one head adds, from each position, to a number that is read off the last layer.
 * @param {AttentionModel} model
 * @param {Run} stages
 * @param {number} row
 * @param {number} head
 * @param {number[]} readout
 * @returns {TraceTerm[]}
 */
function traceHead(model, stages, row, head, readout) {
  const { weights, V } = stages.heads[head];
  const through = headMatrix(model, "W_O", head).map((line) => dot(line, readout));
  const nAttended = model.causal ? row + 1 : weights.length;
  return weights[row].slice(0, nAttended).map((weight, position) => {
    const contribution = dot(V[position], through);
    return { head, position, weight, contribution, value: weight * contribution };
  });
}

const MIN_ATTENDED_WEIGHT = 0.25; // a head that gives less does not count as attending

/**
 * Returns what the layer below attends to from the position that the last layer attends to most.
 * Null if there is no layer below, if no weight is large enough, or if the position attends to
 * itself.
 * @param {AttentionModel} model
 * @param {Run} stages
 * @param {number} row
 * @param {number[]} off
 */
export function findEarlierStep(model, stages, row, off) {
  const last = model.layers.length - 1;
  const on = allHeads(model).filter((h) => !off.includes(h));
  const lastHeads = on.filter((h) => layerOfHead(model, h) === last);
  const totalWeights = stages.x.map((_, j) =>
    total(lastHeads.map((h) => stages.heads[h].weights[row][j])),
  );
  const from = argmax(totalWeights);
  if (last === 0 || from === row || totalWeights[from] < MIN_ATTENDED_WEIGHT) return null;
  const attended = on
    .filter((h) => layerOfHead(model, h) === last - 1)
    .flatMap((head) =>
      stages.heads[head].weights[from].map((weight, position) => ({ head, position, weight })),
    );
  const strong = attended.filter(({ weight }) => weight >= MIN_ATTENDED_WEIGHT);
  return strong.length > 0 ? { from, attended: strong } : null;
}
