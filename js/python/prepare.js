// What is done to an answer before MicroPython runs it.

import { parser } from "@lezer/python";

/** @type {Record<string, string>} */
const NAMES = {
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

/**
 * The code with a call in place of each augmented assignment, of which MicroPython lets a class
 * change its meaning for + and - alone; and whether Python's grammar has the code. Lines stay.
 *
 * @param {string} code
 */
export function prepare(code) {
  let text = "";
  let done = 0;
  let valid = true;
  parser.parse(code).iterate({
    enter({ node }) {
      valid &&= !node.type.isError;
      const operator = node.name === "UpdateStatement" && node.getChild("UpdateOp");
      const name = operator && NAMES[code.slice(operator.from, operator.to)];
      if (!name) return;
      const target = code.slice(node.from, operator.from).trimEnd();
      const value = code.slice(operator.to, node.to).trim();
      text += `${code.slice(done, node.from)}${target} = __in_place__("${name}", ${target}, (${value}))`;
      done = node.to;
    },
  });
  return { text: text + code.slice(done), valid };
}
