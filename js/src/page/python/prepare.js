// Rewrites Python before MicroPython runs it: an answer in the page, and the library's files while
// build.js bundles them.

import { parser } from "@lezer/python";

/** @type {Record<string, string>} */
const IN_PLACE_NAMES = {
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

// Matches valid Python that neither this parser nor `repair` reads: `with a as b.c`, adjacent strings
// in a pattern, two stars in an index.
const UNREAD_SYNTAX =
  /\bwith\b.*\bas\s+([[(]|\w+[.[])|\bcase\b.*["']\s*\w*["']|[\w\])]\[[^\]\n]*\*[^\]\n]*,\s*\*/;

// Lines whose header `repair` can rewrite for the parser.
const HEADER = /^[ \t]*((?:match|case|for|with)\b|@)/gm;
const TOKEN = /\w*("""|'''|"|')(?:\\.|(?!\1).)*\1|#[^\n]*|\w+|:=|\\\n|./sy;

/**
 * Rewrites Python so that MicroPython accepts it. Line numbers stay the same. Functions such as
 * __format__, which it calls, are in micropython/syntax.py.
 *
 * MicroPython has no `match`, no star in a display or an index, no step in a slice, no `x=` in an
 * f-string, no `/` among parameters, no parentheses around contexts, no private names of a class, and
 * only names and calls as decorators. A class can define no augmented assignments but += and -=.
 * Values have no __format__, and types no union. Comments and docstrings are left out.
 *
 * @param {string} source
 * @returns {{ text: string, valid: boolean, line?: number }} The text; whether it is valid Python;
 *   and, if nothing was rewritten because the parser cannot read it, the line that it cannot read.
 */
export function prepare(source) {
  let code = source;
  let tree = parser.parse(code);
  for (let error = firstError(tree); error >= 0; error = firstError(tree)) {
    const repaired = repair(code, error);
    if (repaired === code) {
      const line = code.slice(0, error).split("\n").length;
      return { text: source, valid: UNREAD_SYNTAX.test(source), line };
    }
    code = repaired;
    tree = parser.parse(code);
  }
  return { text: between(tree.topNode, 0, code.length), valid: true };

  /** Returns where the parser first met what is not Python, or -1. */
  function firstError(/** @type {import("@lezer/common").Tree} */ tree) {
    let found = -1;
    tree.iterate({
      enter({ type, node }) {
        if (found < 0 && type.isError && !isPython(node)) found = node.from;
      },
    });
    return found;
  }

  /**
   * Returns whether an error of the parser is valid Python that it reads well enough: a star in an
   * index, a `/` in a lambda, `yield` alone, an empty pattern, a dotted key in a pattern.
   * @type {(error: Node) => boolean}
   */
  function isPython({ from, to, parent }) {
    const text = code.slice(from, to);
    const inside = parent?.name ?? "";
    if (text === "*") return /^(MemberExpression|UpdateStatement|TypeDef)$|Compre/.test(inside);
    if (text === "/") return inside === "ParamList";
    if (inside === "MappingPattern")
      return text === "}" ? /^\{\s*\}$/.test(textOf(parent)) : /^(\.\w+)+$/.test(text);
    if (inside === "LiteralPattern") return /^[[(]\s*[\])]$/.test(textOf(parent?.parent));
    return !text && inside === "YieldExpression";
  }

  /** @type {(node?: Node | null) => string} */
  function textOf(node) {
    return node ? code.slice(node.from, node.to) : "";
  }

  /** @type {(node: Node) => string} */
  function rewritten(node) {
    if (node.name === "Comment") return "";
    if (isDocstring(node)) return `pass${"\n".repeat(lines(textOf(node)) - 1)}`;
    if (node.name === "MatchStatement") return matched(node);
    if (node.name === "UpdateStatement") return updated(node);
    if (node.name === "FormatString") return `(${pieces(node).join(" + ")})`;
    if (node.name === "ContinuedString" && node.getChild("FormatString")) return joined(node);
    if (node.name === "ParamList") return between(node).replace(/(,\s*)\/\s*(,|(?=\)?$))/, "$1");
    if (node.name in DISPLAY_FUNCTIONS && node.getChild("*") && !isTarget(node))
      return `${DISPLAY_FUNCTIONS[node.name]}(${between(node).slice(1, -1)})`;
    if (node.name === "DictionaryExpression" && node.getChild("**")) return merged(node);
    if (node.name === "MemberExpression") return member(node);
    if (node.name === "BinaryExpression" && isUnion(node))
      return `(${between(node).replace(/\s*\|/g, ",")})`;
    if (/^(Variable|Property)Name$/.test(node.name)) return ownName(node);
    if (/^((Return|Assign|Yield)Statement|YieldExpression)$/.test(node.name)) return assigned(node);
    return between(node);
  }

  /** @type {(node: Node) => boolean} */
  function isDocstring(node) {
    const [only, more] = node.name === "ExpressionStatement" ? children(node) : [];
    return only?.name === "String" && !more;
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
    const name = IN_PLACE_NAMES[textOf(operator)];
    const target = between(node, node.from, operator.from).trimEnd();
    const value = row(node, operator.to);
    if (!name) return `${target} ${textOf(operator)} ${value}`;
    const part = /** @type {Node} */ (node.firstChild);
    // A call in the target must run once.
    if (part.name !== "MemberExpression" || !target.includes("("))
      return `${target} = __in_place__("${name}", ${target}, (${value}))`;
    const owner = /** @type {Node} */ (part.firstChild);
    const key =
      code[part.to - 1] === "]" ? `__key__${member(part, owner.to)}` : textOf(part.lastChild);
    const [where, how] = key.startsWith("__") ? [key, "item"] : [`"${key}"`, "attribute"];
    return `__in_place_${how}__("${name}", ${rewritten(owner)}, ${where}, (${value}))`;
  }

  /** @type {(node: Node, from: number) => boolean} */
  function hasStar(node, from) {
    return children(node).some((child) => child.from >= from && textOf(child) === "*");
  }

  /**
   * Returns the values after `from`, such as `*a, b`; as a tuple if one has a star.
   * @type {(node: Node, from: number) => string}
   */
  function row(node, from) {
    const text = between(node, from).trim();
    return hasStar(node, from) ? `__tuple__(${text})` : text;
  }

  /** @type {(node: Node) => string} */
  function assigned(node) {
    const ends = node.getChildren("AssignOp").map(({ to }) => to);
    const from = ends.at(-1) ?? node.firstChild?.to ?? node.to;
    if (!hasStar(node, from)) return between(node);
    return `${between(node, node.from, from)} ${row(node, from)}`;
  }

  /** Rewrites an index with a star. @type {(node: Node, from?: number) => string} */
  function member(node, from = node.from) {
    const all = children(node);
    const open = all.find(({ name, from: at }) => name === "[" && at >= from);
    if (!open) return between(node, from);
    if (node.getChildren(":").length === 2 && !node.getChild(",") && from === node.from)
      return `__stepped__(${between(node, from, open.from)})${between(node, open.from)}`;
    if (!hasStar(node, from)) return between(node, from);
    const commas = all.filter(({ name }) => name === ",");
    const entries = [...commas.map(({ from }) => from), node.to - 1].map((to, i) => {
      const start = i ? commas[i - 1].to : open.to;
      const slice = all.some(
        (child) => child.name === ":" && child.from >= start && child.to <= to,
      );
      return slice ? `__key__[${between(node, start, to)}]` : between(node, start, to);
    });
    return `${between(node, from, open.to)}__tuple__(${entries.join(",")})]`;
  }

  /**
   * Returns whether this is the `A | B` of isinstance(x, A | B).
   * @type {(node: Node) => boolean}
   */
  function isUnion(node) {
    let top = node;
    while (/^(Binary|Parenthesized|Tuple)Expression$/.test(top.parent?.name ?? ""))
      top = /** @type {Node} */ (top.parent);
    const called = /^is(instance|subclass)\(/.test(textOf(top.parent?.parent));
    return (
      called && top.prevSibling?.name === "," && /^[\w.\s()]+(\|[\w.\s()]+)+$/.test(textOf(node))
    );
  }

  /**
   * Returns a name as Python sees it: in a class A, `__x` is `_A__x`.
   * @type {(node: Node) => string}
   */
  function ownName(node) {
    const name = textOf(node);
    if (!/^__\w*[^_]_?$/.test(name)) return name;
    let around = node.parent;
    while (around && around.name !== "ClassDefinition") around = around.parent;
    const owner = textOf(around?.getChild("VariableName")).replace(/^_+/, "");
    return owner ? `_${owner}${name}` : name;
  }

  /**
   * Returns whether this display is the target of an assignment or loop.
   * @type {(node: Node) => boolean}
   */
  function isTarget(node) {
    let top = node;
    while (top.parent && top.parent.name in DISPLAY_FUNCTIONS) top = top.parent;
    if (!/^(Assign|For)Statement$|Comprehension/.test(top.parent?.name ?? "")) return false;
    for (let next = top.nextSibling; next; next = next.nextSibling) {
      if (next.name === "AssignOp" || next.name === "in") return true;
      if (next.name === "for") return false; // a comprehension's entry
    }
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
    const commas = node.getChildren(",");
    const ends = [...commas.map(({ from }) => from), node.to - 1];
    const dicts = ends.map((to, i) => {
      const from = i ? commas[i - 1].to : node.from + 1;
      const inside = children(node).filter((child) => child.from >= from && child.to <= to);
      const [first] = inside.filter(({ name }) => name !== "Comment");
      if (first?.name === "**") return code.slice(from, first.from) + between(node, first.to, to);
      return first ? `{${between(node, from, to)}}` : code.slice(from, to);
    });
    return `__dict__(${dicts.join(",")})`;
  }

  /**
   * Rewrites `match` into `if` and `elif`, each case on its own line.
   * @type {(node: Node) => string}
   */
  function matched(node) {
    const body = /** @type {Node} */ (node.getChild("MatchBody"));
    const subject = `__match_${node.from}__`;
    let text = `if [${subject} := (${between(node, node.from + 5, body.from).trim()})]`;
    let done = body.from;
    for (const clause of children(body)) {
      text += code.slice(done, clause.from);
      if (clause.name === "MatchClause") text += tried(clause, subject);
      else text += rewritten(clause);
      done = clause.to;
    }
    return text.replace(/^(\s*)elif/m, "$1if");
  }

  /** @type {(clause: Node, subject: string) => string} */
  function tried(clause, subject) {
    const body = /** @type {Node} */ (clause.getChild("Body"));
    const guard = clause.getChild("Guard");
    /** @type {Map<string, string>} */
    const names = new Map();
    const open = clause.getChild(",");
    const test = (open ? sequence : pattern)(open ? clause : patterns(clause)[0], subject, names);
    const bound = [...names].map(([name, value]) => `[${name} := ${value}]`);
    const if_ = guard ? [`(${between(guard, guard.from + 2).trim()})`] : [];
    const condition = all([test, ...bound, ...if_]);
    const lost = lines(code.slice(clause.from, body.from)) - lines(condition);
    return `elif (${condition}${"\n".repeat(lost)})${rewritten(body)}`;
  }

  /** @type {(text: string) => number} */
  function lines(text) {
    return text.split("\n").length;
  }

  /** @type {(tests: string[]) => string} */
  function all(tests) {
    return tests.filter((test) => test !== "True").join(" and ") || "True";
  }

  /** @type {(node: Node) => Node[]} */
  function patterns(node) {
    return children(node).filter(
      (child) => /Pattern$/.test(child.name) && child.to > child.from, // an empty one is no pattern
    );
  }

  /**
   * Returns an expression that tests whether a value matches, and adds the names that are bound
   * once the whole pattern does.
   * @typedef {(node: Node, value: string, names: Map<string, string>) => string} Test
   * @type {Test}
   */
  function pattern(node, value, names) {
    const text = textOf(node);
    switch (node.name) {
      case "CapturePattern":
        if (text !== "_") names.set(text, value);
        return "True";
      case "LiteralPattern":
        return `${value} ${/^(None|True|False)$/.test(text) ? "is" : "=="} ${text}`;
      case "AttributePattern":
        return `${value} == ${text}`;
      case "AsPattern": {
        const test = pattern(patterns(node)[0], value, names);
        names.set(textOf(node.lastChild), value);
        return test;
      }
      case "OrPattern":
        return either(node, value, names);
      case "MappingPattern":
        return mapping(node, value, names);
      case "ClassPattern":
        return instance(node, value, names);
      default: {
        const group = text[0] === "(" && patterns(node).length === 1 && !node.getChild(",");
        return group ? pattern(patterns(node)[0], value, names) : sequence(node, value, names);
      }
    }
  }

  /** @type {Test} */
  function either(node, value, names) {
    const choices = patterns(node);
    const last = /** @type {Node} */ (choices.at(-1));
    if (last.name === "AsPattern") {
      // The parser takes `1 | 2 as n` as `1 | (2 as n)`.
      choices[choices.length - 1] = patterns(last)[0];
      names.set(textOf(last.lastChild), value);
    }
    const tests = choices.map((choice) => {
      /** @type {Map<string, string>} */
      const own = new Map();
      const test = pattern(choice, value, own);
      const kept = [...own].map(([name, part]) => {
        names.set(name, `__${name}_${node.from}__`);
        return `[${names.get(name)} := ${part}]`;
      });
      return all([test, ...kept]);
    });
    return `(${tests.join(" or ")})`;
  }

  /**
   * Returns a test of a value that has parts, and of the parts.
   * @type {(node: Node, split: string, parts: Node[], names: Map<string, string>) => string}
   */
  function split(node, call, parts, names) {
    const found = `__match_${node.from}_${node.to}__`;
    const tests = parts.map((part, i) => pattern(part, `${found}[${i}]`, names));
    return all([`(${found} := ${call}) is not None`, ...tests]);
  }

  /** @type {Test} */
  function sequence(node, value, names) {
    const entries = patterns(node);
    const star = entries.findIndex(({ name }) => name === "StarPattern");
    const [before, after] = star < 0 ? [entries.length, null] : [star, entries.length - star - 1];
    const parts = entries.map((entry, i) => (i === star ? patterns(entry)[0] : entry));
    const call = `__match_sequence__(${value}, ${before}, ${after ?? "None"})`;
    return split(node, call, parts, names);
  }

  /** @type {Test} */
  function mapping(node, value, names) {
    const keys = [];
    const parts = [];
    let rest = false;
    let from = node.from + 1;
    for (const child of children(node)) {
      if (child.name === "**") rest = true;
      if (child.name === ":") keys.push(code.slice(from, child.from).trim());
      if (child.name === ",") from = child.to;
      if (child.name === ":" || child.name === "**") parts.push(patternAfter(child));
    }
    const call = `__match_mapping__(${value}, [${keys.join(", ")}], ${rest ? "True" : "False"})`;
    return split(node, call, parts, names);
  }

  /** @type {(node: Node) => Node} */
  function patternAfter(node) {
    let next = node.nextSibling;
    while (next && !/Pattern$/.test(next.name)) next = next.nextSibling;
    return /** @type {Node} */ (next);
  }

  /** @type {Test} */
  function instance(node, value, names) {
    const list = /** @type {Node} */ (node.getChild("PatternArgList"));
    const given = patterns(list);
    const named = given.filter(({ name }) => name === "KeywordPattern");
    const keys = named.map((entry) => `"${textOf(entry.firstChild)}"`);
    const kind = textOf(node.firstChild);
    const count = given.length - named.length;
    const call = `__match_class__(${[value, kind, count, ...keys].join(", ")})`;
    const parts = given.map((entry) => (named.includes(entry) ? patterns(entry)[0] : entry));
    return split(node, call, parts, names);
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

/**
 * Rewrites the header that an error of the parser is in, if the parser lacks this form of it.
 * Returns the code unchanged if it does not know the form.
 *
 * @param {string} code
 * @param {number} error
 */
function repair(code, error) {
  const headers = [...code.matchAll(HEADER)].filter(({ index }) => index <= error);
  const header = headers.at(-1);
  if (!header) return code;
  const [start, keyword] = header;
  const from = header.index + start.length;
  const tokens = headerTokens(code, from, keyword === "@");
  const to = from + tokens.join("").length;
  if (error > to + 1) return code;
  const put = (/** @type {string[]} */ ...parts) =>
    code.slice(0, from) + parts.join("") + code.slice(to);
  const text = tokens.join("");
  if (keyword === "@" && text.trim() && !text.startsWith("__decorator__("))
    return put(`__decorator__(${text})`);
  if (keyword === "match" && !isOneGroup(tokens)) return put(` (${text.trim()})`);
  if (keyword === "with" && isOneGroup(tokens)) return put(" ", ungrouped(tokens));
  if (keyword !== "for" && keyword !== "case") return code;
  const at = outermost(tokens).indexOf(keyword === "for" ? "in" : "if");
  if (at < 0) return code;
  const [before, after] = [tokens.slice(0, at + 1), tokens.slice(at + 1)];
  const rest = after.join("").trim();
  return !rest || isOneGroup(after) ? code : put(...before, ` (${rest})`);
}

/** Returns the tokens from there to the header's colon, or to the end of the line. */
function headerTokens(/** @type {string} */ code, /** @type {number} */ from, toEnd = false) {
  const tokens = [];
  let depth = 0;
  let lambdas = 0;
  TOKEN.lastIndex = from;
  for (let found = TOKEN.exec(code); found; found = TOKEN.exec(code)) {
    const [token] = found;
    if (depth === 0 && (token === "\n" || token[0] === "#")) break;
    if (depth === 0 && token === ":" && !toEnd && lambdas-- === 0) break;
    depth += "([{".includes(token) ? 1 : ")]}".includes(token) ? -1 : 0;
    lambdas += token === "lambda" && depth === 0 ? 1 : 0;
    tokens.push(token);
  }
  return tokens;
}

/** Returns the tokens, with those inside brackets and the closing brackets emptied. */
function outermost(/** @type {string[]} */ tokens) {
  let depth = 0;
  return tokens.map((token) => {
    if (")]}".includes(token)) depth--;
    const shown = depth ? "" : token;
    if ("([{".includes(token)) depth++;
    return shown;
  });
}

/** Returns whether these are one pair of parentheses, and nothing else. */
function isOneGroup(/** @type {string[]} */ tokens) {
  const outside = outermost(tokens).join("").trim();
  return outside === "()";
}

/** Returns contexts without the parentheses around them. */
function ungrouped(/** @type {string[]} */ tokens) {
  const inside = tokens.slice(tokens.indexOf("(") + 1, tokens.lastIndexOf(")"));
  const last = inside.findLastIndex((token) => token.trim() && token[0] !== "#");
  return inside
    .map((token, i) => (token[0] === "#" || (i === last && token === ",") ? "" : token))
    .map((token) => (token === "\n" ? "\\\n" : token))
    .join("");
}
