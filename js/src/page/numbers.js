// Reads numbers as people write them.
//
//   answer  = [[name] ("=" | "≈" | "~")] (sum | ["+" | "-"] literal "%") ["."]
//   sum     = product {("+" | "-") product}
//   product = signed {("*" | "/") signed | factor}   16√2 and 2(3) multiply, but not after a "/":
//                                                    1/2√3 needs brackets
//   signed  = ["+" | "-"] power
//   power   = factor [("^" | "**") signed]           2⁹ is 2^(9)
//   factor  = "√" ["+" | "-"] factor | "(" sum ")" | literal     √16/4 is 1, and √1/16 is 1/16
//   literal = decimal [fraction] | fraction          a mixed number: 1½, 1 1/2
//   decimal = digits [("." | ",") digits] ["e" ["+" | "-"] digits]
//
// Digits may be in groups of three, separated by commas, spaces, apostrophes or underscores, or by
// full stops if there are two of them or a decimal comma follows. So one comma followed by exactly
// three digits separates thousands (1,500; 12,345e2), unless the digits before it cannot be a group
// (0,125; 1234,567); every other single comma is a decimal comma (1,5; 12,5000). One full stop is
// always a decimal point (1.500).

const HOW_TO_WRITE = "write it like 0.25, 1/4, 25%, 16√2, 2^9 or 4,096";
export const MAX_CHARACTERS = 1000; // more nested brackets could overflow the stack

const GROUPED = [
  String.raw`(?:,\d{3})+(?:\.\d+)?`,
  String.raw`(?: \d{3})+(?:[.,]\d+)?`,
  String.raw`(?:'\d{3})+(?:[.,]\d+)?`,
  String.raw`(?:_\d{3})+(?:\.\d+)?`,
  String.raw`(?:\.\d{3}){2,}(?:,\d+)?`,
  String.raw`\.\d{3},\d+`,
].join("|");
const DECIMAL = new RegExp(
  String.raw`(?:([1-9]\d{0,2}(?:${GROUPED}))|\d+(?:\.\d*|,\d+)?|[.,]\d+)(?:e[-+]?\d+)?(?![\d.,'_])`,
  "iy",
);
const FRACTION = / ?([¼-¾⅐-⅞↉])/y;
const MIXED = / (\d+)\/(\d+)(?! ?[\d.,'_/^*])/y;
const ROOT = /√|(?:math\.|np\.)?sqrt/iy;
const IMPLICIT_FACTOR = /^ ?(?:\(|√|(?:math\.|np\.)?sqrt)/i;
const TIMES = /\*(?!\*)| x |x ?(?=10 ?(?:\^|\*\*))/iy;
const NAME = /^(?:[\p{L}_][\p{L}\p{N}_ ]*)?(?::=|[=≈≃≅~∼]) ?/u;

/**
 * Replaces characters that look alike or mean the same by a single spelling.
 * @param {string} text
 */
function normalize(text) {
  return text
    .replace(/[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, "") // invisible characters
    .replace(/[⁺⁻]?[⁰¹²³⁴-⁹]+/g, (power) => `^(${power.normalize("NFKC")})`)
    .replace(/['’‘ʼ′´`]/g, "'")
    .replace(/[^¼-¾⅐-⅞↉]+/g, (part) => part.normalize("NFKC"))
    .replace(/[−–—‒‐‑﹣]/g, "-")
    .replace(/[×·⋅∙•∗✕✖]/g, "*")
    .replace(/[÷∕⁄]/g, "/")
    .replace(/\s+/g, " ")
    .replace(/per ?cent(?= ?\.?$)/i, "%")
    .trim()
    .replace(/([\d)%¼-¾⅐-⅞↉]) ?\.$/, "$1");
}

/**
 * Parses a number. If it cannot be read, throws an error whose message says why.
 * @param {string} text
 */
function parse(text) {
  let index = 0;
  /** @type {(why?: string) => never} */
  const fail = (why = `cannot be read as a number: ${HOW_TO_WRITE}`) => {
    throw new Error(why);
  };
  /**
   * Matches a pattern at the index or after one space, and moves the index to the pattern's end.
   * @param {RegExp} pattern
   */
  const take = (pattern) => {
    for (const start of [index, text[index] === " " ? index + 1 : -1]) {
      pattern.lastIndex = start;
      const match = start < 0 ? null : pattern.exec(text);
      if (!match) continue;
      index = pattern.lastIndex;
      return match;
    }
    return null;
  };
  /** @param {number} value */
  const finite = (value) => {
    if (Number.isNaN(value)) fail("has no real value: give a finite number");
    return Number.isFinite(value) ? value : fail("is too large: give a finite number");
  };
  /** @type {(above: number, below: number) => number} */
  const divide = (above, below) =>
    below === 0 ? fail("divides by zero: give a finite number") : finite(above / below);

  /** @returns {number} */
  function literal() {
    const vulgar = () => {
      const sign = take(FRACTION)?.[1];
      if (!sign) return null;
      const [above, below] = sign.normalize("NFKC").split("⁄").map(Number);
      return divide(above, below);
    };
    const match = take(DECIMAL);
    if (!match) return vulgar() ?? fail();
    const [typed, grouped] = match;
    let plain = typed.replace(",", ".");
    if (grouped) {
      const separator = typed.match(/\D/)?.[0] ?? "";
      plain = typed.replaceAll(separator, "").replace(",", ".");
    }
    const value = finite(Number(plain));
    if (!/^\d+$/.test(typed)) return value;
    MIXED.lastIndex = index;
    const [all, above, below] = MIXED.exec(text) ?? [];
    if (!all) return value + (vulgar() ?? 0);
    index += all.length;
    return Number(above) < Number(below) ? value + Number(above) / Number(below) : fail();
  }
  /** @returns {number} */
  function factor() {
    if (take(ROOT)) {
      const sign = take(/[-+]/y)?.[0] === "-" ? -1 : 1;
      return finite(Math.sqrt(sign * factor()));
    }
    if (!take(/\(/y)) return literal();
    const value = sum();
    return take(/\)/y) ? value : fail();
  }
  /** @returns {number} */
  function power() {
    const base = factor();
    if (!take(/\^|\*\*/y)) return base;
    const exponent = signed();
    return base === 0 && exponent < 0 ? divide(1, 0) : finite(base ** exponent);
  }
  /** @returns {number} */
  function signed() {
    const sign = take(/[-+]/y)?.[0] === "-" ? -1 : 1;
    return sign * power();
  }
  /** @returns {number} */
  function product() {
    let value = signed();
    for (let divided = false; ; ) {
      if (take(TIMES)) value = finite(value * signed());
      else if (take(/\//y)) {
        divided = true;
        value = divide(value, signed());
      } else if (IMPLICIT_FACTOR.test(text.slice(index)))
        value = divided ? fail() : finite(value * power());
      else return value;
    }
  }
  /** @returns {number} */
  function sum() {
    let value = product();
    for (let sign = take(/[-+]/y); sign; sign = take(/[-+]/y))
      value = finite(value + (sign[0] === "-" ? -1 : 1) * product());
    return value;
  }

  const percent = /^([-+ ]*)([^-+*/^()√a-z]+) ?%$/i.exec(text);
  if (percent) text = (percent[1] + percent[2]).trim();
  if (/^[-+]?(inf|infinity|∞|nan)$/i.test(text)) fail("is not finite: give a finite number");
  const value = sum();
  if (index < text.length) fail();
  return percent ? value / 100 : value;
}

/** @typedef {{ value: number, whole: bigint | null, refused?: undefined }} ReadNumber */

/**
 * Reads a typed number. Returns its value, also as a BigInt if only digits were typed, or a sentence
 * that says why it cannot be read.
 * @param {string} typed
 * @returns {ReadNumber | { refused: string }}
 */
export function readNumber(typed) {
  const text = normalize(typed).replace(NAME, "");
  const quoted = typed.trim().length > 30 ? `${typed.trim().slice(0, 29)}…` : typed.trim();
  try {
    const value = parse(typed.length > MAX_CHARACTERS ? "" : text);
    return { value, whole: /^[-+]?\d+$/.test(text) ? BigInt(text.replace("+", "")) : null };
  } catch (error) {
    return { refused: `“${quoted}” ${/** @type {Error} */ (error).message}` };
  }
}

/**
 * Reads two numbers, with or without brackets. They are separated by the least ambiguous separator
 * that occurs: a semicolon, otherwise a comma next to a space, a space, or a comma. Returns null if
 * there are not exactly two numbers.
 * @param {string} typed
 */
export function readPair(typed) {
  const text = normalize(typed);
  const inner = /^[([](.*)[)\]]$/.exec(text)?.[1];
  for (const candidate of inner === undefined ? [text] : [inner, text]) {
    const separator = [/;/, / ,|, /, / /, /,/].find((separator) =>
      separator.test(candidate.trim()),
    );
    const read = separator ? candidate.trim().split(separator).map(readNumber) : [];
    const values = read.flatMap((number) => (number.refused === undefined ? [number.value] : []));
    if (read.length === 2 && values.length === 2) return values;
  }
  return null;
}
