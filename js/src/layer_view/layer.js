// Explains every number of a drawn layer: its name, the sum that gives it, and where in the drawing
// the terms of this sum are.

import { nameNumber } from "../shared/explanation.js";
import { formatBrief } from "../shared/format.js";
import { argmax, total, upTo } from "../shared/math.js";
import { explain, runLayers, stageNumbers } from "../shared/model.js";

/** @import { Matrix } from "../shared/math.js" */
/** @typedef {import("../shared/model.js").LayerMatrices} LayerMatrices */
/** @typedef {import("../shared/model.js").Explanation} Explanation */
/** @typedef {import("../shared/model.js").Term} Term */
/** @typedef {import("../shared/model.js").AttentionModel} AttentionModel */

/** @typedef {"Q" | "K" | "V" | "weights" | "average"} HeadStage */
/** @typedef {"x" | keyof LayerMatrices | HeadStage | "concatenated" | "sum"} Stage */

/**
 * @typedef {object} AskedCell A number of the drawing.
 * @property {Stage} stage
 * @property {number} index The number's head; 0 if it belongs to no head.
 * @property {number} row
 * @property {number} column In the concatenated averages, the column within the head.
 */

/**
 * @typedef {object} Frame A frame around some rows of a matrix, or around one column of them.
 * @property {Stage} stage
 * @property {number} index
 * @property {number} row
 * @property {number} rows
 * @property {number} [column]
 */

/**
 * @typedef {object} Table The computation of a sum, one column per term.
 * @property {string} caption
 * @property {string[]} columns The header cells; the first is above the names of the rows.
 * @property {string[][]} lines
 * @property {number} [marked] The column of the number that the reader asked about.
 * @property {number[]} [heads] The head of each term.
 */

/** @typedef {{ sentences: string[], tables: Table[], frames: Frame[] }} CellExplanation */

/**
 * @typedef {object} DrawnLayer
 * @property {AttentionModel} model
 * @property {import("../shared/model.js").Run} run
 * @property {(token: number) => string} nameToken
 */

/**
 * Computes a layer of attention on the tokens' vectors.
 * @param {Matrix} x
 * @param {LayerMatrices} parameters
 * @param {string[]} tokens
 * @returns {DrawnLayer}
 */
export function makeLayer(x, parameters, tokens) {
  /** @type {AttentionModel} */
  const model = {
    name: "",
    parameters: 0,
    letter_vectors: [],
    positions: [],
    features: x[0].map((_, i) => `number ${i}`),
    layers: [parameters],
    residual: false,
    causal: false,
    readout: [],
    bias: [],
  };
  const run = { ...runLayers(x, [parameters], model), logits: [], answers: [] };
  /** @param {number} i */
  const nameToken = (i) => {
    const again = tokens.filter((token) => token === tokens[i]).length > 1;
    return `“${tokens[i]}”${again ? ` (${i})` : ""}`;
  };
  return { model, run, nameToken };
}

/**
 * Counts, for each stage, its matrices, their rows and their columns.
 * @param {Matrix} x
 * @param {LayerMatrices} parameters
 * @returns {Record<Stage, [number, number, number]>}
 */
export function matrixSizes(x, { W_Q, W_V }) {
  const [n, dModel, heads] = [x.length, x[0].length, W_Q.length];
  const [dHead, dValue] = [W_Q[0][0].length, W_V[0][0].length];
  return {
    x: [1, n, dModel],
    W_Q: [heads, dModel, dHead],
    W_K: [heads, dModel, dHead],
    W_V: [heads, dModel, dValue],
    Q: [heads, n, dHead],
    K: [heads, n, dHead],
    V: [heads, n, dValue],
    weights: [heads, n, n],
    average: [heads, n, dValue],
    concatenated: [heads, n, dValue],
    W_O: [heads, dValue, dModel],
    sum: [1, n, dModel],
  };
}

/**
 * @param {Stage} stage
 * @returns {stage is keyof LayerMatrices}
 */
export const isParameter = (stage) => stage.startsWith("W_");

/** @type {(layer: DrawnLayer, stage: Stage, index: number) => Matrix} */
export function matrixNumbers({ model, run }, stage, index) {
  if (isParameter(stage)) return model.layers[0][stage][index];
  return stageNumbers(run, stage === "concatenated" ? "average" : stage, index);
}

/**
 * Returns the number that is explained at first: a token's largest weight in head 0.
 * @param {DrawnLayer} layer
 * @param {number} row
 * @returns {AskedCell}
 */
export const firstAskedCell = ({ run }, row) => ({
  stage: "weights",
  index: 0,
  row,
  column: argmax(run.heads[0].weights[row]),
});

/**
 * Returns the number next to another; at an edge, the same one. The heads' concatenated averages
 * are next to each other, and their blocks of W_O one below the other.
 * @param {Record<Stage, [number, number, number]>} sizes
 * @param {AskedCell} asked
 * @param {number} down
 * @param {number} right
 * @returns {AskedCell}
 */
export function nextCell(sizes, { stage, index, row, column }, down, right) {
  const [heads, rows, columns] = sizes[stage];
  const [across, along] = [stage === "concatenated", stage === "W_O"];
  /** @type {(index: number, steps: number, size: number) => number} */
  const move = (index, steps, size) => Math.min(Math.max(index + steps, 0), size - 1);
  const i = move(row + (along ? index * rows : 0), down, along ? heads * rows : rows);
  const j = move(
    column + (across ? index * columns : 0),
    right,
    across ? heads * columns : columns,
  );
  const head = along ? Math.floor(i / rows) : across ? Math.floor(j / columns) : index;
  return { stage, index: head, row: along ? i % rows : i, column: across ? j % columns : j };
}

/**
 * Returns the table of a row times a column, term by term.
 * @param {string} caption
 * @param {string} what What the terms are, such as "token".
 * @param {string[]} sides The names of the two factors.
 * @param {Term[]} terms
 * @param {string[]} [last] The header and the number of one more column.
 * @returns {Table}
 */
function productTable(caption, what, sides, terms, last = []) {
  const names = terms.map(({ name }) => name.replace("number ", ""));
  const factors = sides.map((side, k) => [
    side,
    ...terms.map((term) => formatBrief(term.factors[k])),
    ...["", ...last.slice(1)].map(() => ""),
  ]);
  const values = terms.map(({ value }) => value);
  const products = ["product", ...values.map(formatBrief), formatBrief(total(values))];
  return {
    caption,
    columns: [what, ...names, "sum", ...last.slice(0, 1)],
    lines: [...factors, [...products, ...last.slice(1)]],
  };
}

/**
 * Returns the table of the softmax of a row of scores.
 * @param {Term[]} raised
 * @param {number[]} weights
 * @param {number} marked
 * @param {string} query
 * @param {string} subtracted What is subtracted from each score first; "" if nothing is.
 * @returns {Table}
 */
function softmaxTable(raised, weights, marked, query, subtracted) {
  const values = raised.map(({ value }) => value);
  return {
    caption: `the softmax over all scores of ${query}`,
    columns: ["token", ...raised.map(({ name }) => name), "sum"],
    lines: [
      [`score${subtracted}`, ...raised.map(({ factors }) => formatBrief(factors[0])), ""],
      [subtracted ? "e to it" : "e^score", ...values.map(formatBrief), formatBrief(total(values))],
      ["weight", ...weights.map(formatBrief), "1"],
    ],
    marked,
  };
}

/**
 * Returns what a number of the drawing is, the terms that it is computed from, and where these are.
 * @param {DrawnLayer} layer
 * @param {AskedCell} asked
 * @returns {CellExplanation}
 */
export function explainCell(layer, asked) {
  const { model, run, nameToken } = layer;
  const { stage, index, row, column } = asked;
  const token = nameToken(row);
  const value = formatBrief(matrixNumbers(layer, stage, index)[row][column]);
  const words = { position: nameToken, alphabet: [] };
  const text = upTo(run.x.length);
  /** @type {(stage: import("../shared/model.js").Stage, index: number) => Explanation} */
  const explanationOf = (stage, index) =>
    explain(model, run, text, { stage, index, row, column }, words);
  /** @param {import("../shared/model.js").Stage} stage */
  const nameAndValue = (stage) =>
    `${nameNumber(model, { ...asked, stage }, words, [])} is ${value}:`;

  if (isParameter(stage)) {
    const name = `Row ${row}, column ${column} of ${stage} in head ${index} is ${value}:`;
    const rule = "a parameter. Training sets it, and it is the same for every input.";
    return { sentences: [name, rule], tables: [], frames: [] };
  }
  if (stage === "x") {
    const rule = "part of what goes into the layer. Every head gets all of x.";
    return { sentences: [nameAndValue("x"), rule], tables: [], frames: [] };
  }
  if (stage === "concatenated") {
    const joinedColumn = index * run.heads[index].average[row].length + column;
    const name = `Number ${joinedColumn} of the concatenated averages of ${token} is ${value}:`;
    const rule = `number ${column} of the average in head ${index}, copied.`;
    /** @type {Frame} */
    const copied = { stage: "average", index, row, rows: 1, column };
    return { sentences: [name, rule], tables: [], frames: [copied] };
  }
  if (stage === "sum") return explainOutput(layer, asked, nameAndValue("sum"), explanationOf);

  const explanation = explanationOf(stage, index);
  const frames = /** @type {Frame[]} */ (explanation.sources);
  if (stage === "weights") {
    const score = explanationOf("scores", index);
    const { raised = [], divisor = 1 } = explanation;
    const { factors, value: power } = raised[column];
    const subtracted = score.value - factors[0]; // the largest score, if e to its power would be too large
    const after = Math.abs(subtracted) > 1 ? ` − ${formatBrief(subtracted)}` : "";
    const exponent = `${formatBrief(score.value)}${after}`;
    const raisedScore = `e^${after ? `(${exponent})` : exponent} = ${formatBrief(power)}`;
    const why = after && " (Subtracting the largest score from all changes no weight.)";
    const key = nameToken(column);
    const root = `÷ √${score.terms.length}`;
    const caption = `the score of ${token} for ${key}`;
    const sum = [root, formatBrief(score.value)];
    return {
      sentences: [
        nameAndValue(stage),
        `${raisedScore}, divided by the sum over all tokens, ${formatBrief(divisor)}.${why}`,
      ],
      tables: [
        productTable(caption, "number", ["query", "key"], score.terms, sum),
        softmaxTable(raised, run.heads[index].weights[row], column, token, after),
      ],
      frames: /** @type {Frame[]} */ (score.sources),
    };
  }
  const [what, ...sides] =
    stage === "average" ? ["token", "weight", "value"] : ["number", "x", `W_${stage}`];
  const caption =
    stage === "average"
      ? `the weights of ${token} times column ${column} of V`
      : `the row of ${token} in x times column ${column} of W_${stage}`;
  return {
    sentences: [nameAndValue(stage), `${explanation.rule}.`],
    tables: [productTable(caption, what, sides, explanation.terms)],
    frames,
  };
}

/**
 * Explains a number of the output: the row of concatenated averages times a column of W_O. Each
 * head adds its part of this sum.
 * @param {DrawnLayer} layer
 * @param {AskedCell} asked
 * @param {string} name
 * @param {(stage: "sum" | "written", index: number) => Explanation} explanationOf
 * @returns {CellExplanation}
 */
function explainOutput({ run, nameToken }, { row, column }, name, explanationOf) {
  const heads = run.heads.map((_, h) => explanationOf("written", h));
  const parts = explanationOf("sum", 0).terms.map(
    (part) => `${part.name} adds ${formatBrief(part.value)}`,
  );
  const terms = heads
    .flatMap((head) => head.terms)
    .map((term, i) => ({ ...term, name: `number ${i}` }));
  const caption = `the concatenated row of ${nameToken(row)} times column ${column} of W_O`;
  const table = productTable(caption, "number", ["average", "W_O"], terms);
  return {
    sentences: [name, `${parts.join(", ")}.`],
    tables: [{ ...table, heads: heads.flatMap(({ terms }, h) => terms.map(() => h)) }],
    frames: heads.flatMap(({ sources }) =>
      sources.map((source) =>
        source.stage === "average"
          ? { ...source, stage: /** @type {const} */ ("concatenated") }
          : /** @type {Frame} */ (source),
      ),
    ),
  };
}
