// Shows tokens of code and text, and spells them out for a screen reader.

/** Replaces a control character by its picture in Unicode. @param {string} sign */
const showControl = (sign) =>
  sign < " " ? String.fromCharCode(0x2400 + sign.charCodeAt(0)) : sign === "\x85" ? "␣" : "�";

/** Shows a token, with symbols for characters that cannot be seen. @param {string} word */
export function showWord(word) {
  return word
    .replace(/\n/g, "↵")
    .replace(/ /g, "·")
    .replace(/\t/g, "→")
    .replace(/\p{Cc}/gu, showControl)
    .replace(/\p{White_Space}/gu, "␣")
    .replace(/\p{Cf}/gu, "�");
}

const WHITESPACE_NAMES = new Map([
  ["\n", "newline"],
  [" ", "space"],
  ["\t", "tab"],
]);

/** Spells out a token for a screen reader: "newline, 3 spaces". @param {string} word */
export function spellWord(word) {
  const parts = word.match(/\n+|\t+| +|[^\n\t ]+/g) ?? [];
  return parts
    .map((part) => {
      const name = WHITESPACE_NAMES.get(part[0]);
      if (!name) return showWord(part);
      return part.length > 1 ? `${part.length} ${name}s` : name;
    })
    .join(", ");
}
