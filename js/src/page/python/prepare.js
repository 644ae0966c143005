// Rewrites an answer's code before MicroPython runs it.

import { parser } from "@lezer/python";

/** @type {Record<string, string>} */
const IN_PLACE_NAMES = {
  "+=": "add",
  "-=": "sub",
  "*=": "mul",
  "/=": "truediv",
  "//=": "floordiv",
  "%=": "mod",
  "**=": "pow",
  "@=": "matmul",
  "&=": "and",
  "|=": "or",
  "^=": "xor",
};

/** @typedef {import("@lezer/common").SyntaxNode} Node */

// The functions that replace displays with a star, such as [*a, b], which MicroPython lacks.
/** @type {Record<string, string>} */
const DISPLAY_FUNCTIONS = {
  ArrayExpression: "__list__",
  SetExpression: "__set__",
  TupleExpression: "__tuple__",
};

// Matches valid Python that this parser rejects: a star in an index or after `in`, a `/` in a
// lambda, parentheses after `with`, an index in a decorator.
const UNPARSED_SYNTAX =
  /[\w\])]\[\s*\*|\bin\s+\*|\blambda\b[^:\n]*\/\s*[,:]|\bwith\s*\(|^\s*@.*\[/m;

/**
 * Rewrites code so that MicroPython accepts it, and returns whether it is valid Python. Line
 * numbers stay the same.
 *
 * In MicroPython a class can define no augmented assignments but += and -=, and values have no
 * __format__. It rejects a star in a display, `x=` in an f-string, and `/` among parameters.
 *
 * @param {string} code
 */
export function prepare(code) {
  let valid = true;
  const tree = parser.parse(code);
  tree.iterate({
    enter({ type }) {
      valid &&= !type.isError;
    },
  });
  if (!valid) return { text: code, valid: UNPARSED_SYNTAX.test(code) };
  return { text: between(tree.topNode, 0, code.length), valid };

  /** @type {(node: Node) => string} */
  function rewritten(node) {
    if (node.name === "UpdateStatement") return updated(node);
    if (node.name === "FormatString") return `(${pieces(node).join(" + ")})`;
    if (node.name === "ContinuedString" && node.getChild("FormatString")) return joined(node);
    if (node.name === "ParamList") return between(node).replace(/(,\s*)\/\s*(,|(?=\)?$))/, "$1");
    if (node.name in DISPLAY_FUNCTIONS && node.getChild("*") && !isTarget(node))
      return `${DISPLAY_FUNCTIONS[node.name]}(${between(node).slice(1, -1)})`;
    if (node.name === "DictionaryExpression" && node.getChild("**")) return merged(node);
    return between(node);
  }

  /** @type {(node: Node) => Node[]} */
  function children(node) {
    const all = [];
    for (let child = node.firstChild; child; child = child.nextSibling) all.push(child);
    return all;
  }

  /**
   * Returns the text of a part of a node, with its children rewritten and the rest unchanged.
   * @type {(node: Node, from?: number, to?: number) => string}
   */
  function between(node, from = node.from, to = node.to) {
    let text = "";
    let done = from;
    for (const child of children(node)) {
      if (child.from < from || child.to > to) continue;
      text += code.slice(done, child.from) + rewritten(child);
      done = child.to;
    }
    return text + code.slice(done, to);
  }

  /** @type {(node: Node) => string} */
  function updated(node) {
    const operator = /** @type {Node} */ (node.getChild("UpdateOp"));
    const name = IN_PLACE_NAMES[code.slice(operator.from, operator.to)];
    if (!name) return between(node);
    const target = between(node, node.from, operator.from).trimEnd();
    const value = between(node, operator.to).trim();
    return `${target} = __in_place__("${name}", ${target}, (${value}))`;
  }

  /**
   * Returns whether this display is the target of an assignment or loop.
   * @type {(node: Node) => boolean}
   */
  function isTarget(node) {
    let top = node;
    while (top.parent && top.parent.name in DISPLAY_FUNCTIONS) top = top.parent;
    if (!/^(Assign|For)Statement$|Comprehension/.test(top.parent?.name ?? "")) return false;
    for (let next = top.nextSibling; next; next = next.nextSibling)
      if (next.name === "AssignOp" || next.name === "in") return true;
    return false;
  }

  /** Joins adjacent strings, some of which are f-strings. @type {(node: Node) => string} */
  function joined(node) {
    const parts = children(node).filter(({ name }) => /String$/.test(name));
    const gaps = parts.map((part, i) => (i ? `${code.slice(parts[i - 1].to, part.from)}+ ` : ""));
    return `(${parts.map((part, i) => gaps[i] + rewritten(part)).join("")})`;
  }

  /** @type {(node: Node) => string} */
  function merged(node) {
    const items = between(node, node.from + 1, node.to - 1);
    const stars = children(node).filter(({ name }) => name === "**");
    if (stars.length > 1 || !/^\s*\*\*/.test(items)) return between(node);
    const [value] = children(node).filter(({ from }) => from >= stars[0].to);
    const rest = between(node, value.to, node.to - 1).replace(",", " ");
    return `__dict__(${rewritten(value)}, {${rest}})`;
  }

  /**
   * Splits an f-string, or a format inside one, into pieces.
   * @type {(node: Node, string?: Node) => string[]}
   */
  function pieces(node, string = node) {
    const [opening, prefix, quote] = /^(\w*)("""|'''|"|')/.exec(
      code.slice(string.from, string.to),
    ) ?? ["", "", ""];
    const plain = prefix.replace(/f/i, "");
    const format = node !== string;
    const end = format ? node.to : node.to - quote.length;
    /** @type {string[]} */
    const literals = [];
    let done = node.from + (format ? 1 : opening.length);
    const write = (/** @type {number} */ to) => {
      const text = code.slice(done, to).replaceAll("{{", "{").replaceAll("}}", "}");
      const last = text.endsWith(quote[0]) ? `${text.slice(0, -1)}\\${quote[0]}` : text;
      if (text || (to === end && !literals.length)) literals.push(plain + quote + last + quote);
    };
    for (const child of children(node)) {
      if (child.name !== "FormatReplacement") continue;
      write(child.from);
      literals.push(...replaced(child, string));
      done = child.to;
    }
    write(end);
    return literals;
  }

  /** @type {(node: Node, string: Node) => string[]} */
  function replaced(node, string) {
    const from = node.from + 1;
    const selfDoc = node.getChild("FormatSelfDoc");
    const conversion = node.getChild("FormatConversion");
    const format = node.getChild("FormatSpec");
    const ends = [selfDoc, conversion, format].flatMap((part) => (part ? [part.from] : []));
    let value = `(${between(node, from, Math.min(...ends, node.to - 1))})`;
    const kind = conversion ? code[conversion.from + 1] : selfDoc && !format ? "r" : "";
    if (kind) value = kind === "s" ? `str(${value})` : `repr(${value})`;
    const how = format ? pieces(format, string).join(" + ") : '""';
    const name =
      selfDoc &&
      code.slice(from, Math.min(...ends.filter((end) => end > selfDoc.from), node.to - 1));
    return [...(name ? [JSON.stringify(name)] : []), `__format__(${value}, ${how})`];
  }
}
