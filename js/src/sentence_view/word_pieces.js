// Splits a sentence into BERT's word pieces, as Hugging Face's `tokenizers` does for lower-case
// models.

const SPECIAL = /(\[(?:CLS|SEP|UNK|PAD|MASK)\])/;
const MAX_WORD_CHARACTERS = 100; // a longer word is unknown

/** @param {number} code */
const isChinese = (code) =>
  (code >= 0x4e00 && code <= 0x9fff) ||
  (code >= 0x3400 && code <= 0x4dbf) ||
  (code >= 0x20000 && code <= 0x2a6df) ||
  (code >= 0x2a700 && code <= 0x2b73f) ||
  (code >= 0x2b740 && code <= 0x2b81f) ||
  (code >= 0x2b920 && code <= 0x2ceaf) ||
  (code >= 0xf900 && code <= 0xfaff) ||
  (code >= 0x2f800 && code <= 0x2fa1f);

/**
 * Cleans one character: spaces of all kinds become a space, and what cannot be seen is removed.
 * @param {string} sign
 */
function clean(sign) {
  if (/[\t\n\r]/.test(sign)) return " ";
  if (sign === "\ufffd" || /[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/u.test(sign)) return "";
  if (/\p{White_Space}/u.test(sign)) return " ";
  return isChinese(sign.codePointAt(0) ?? 0) ? ` ${sign} ` : sign;
}

/**
 * Returns the words and punctuation marks of a sentence, in lower case and without accents.
 * @param {string} text
 */
function splitWords(text) {
  const cleaned = Array.from(text, clean).join("");
  const bare = cleaned.normalize("NFD").replace(/\p{Mn}/gu, "");
  // Each letter for itself, because toLowerCase writes the last sigma of a word in another way.
  const lower = Array.from(bare, (sign) => sign.toLowerCase()).join("");
  return lower.match(/[\p{P}$+<=>^`|~]|[^\p{P}$+<=>^`|~\p{White_Space}]+/gu) ?? [];
}

/**
 * Makes a tokenizer.
 * @param {string[]} vocabulary The word pieces, in the order of their ids.
 */
export function makeWordPieces(vocabulary) {
  const ids = new Map(vocabulary.map((piece, id) => [piece, id]));
  /** @param {string} piece */
  const idOf = (piece) => /** @type {number} */ (ids.get(piece));
  /** @param {string} word */
  const idsOfWord = (word) => {
    const signs = Array.from(word);
    /** @type {number[]} */
    const pieceIds = [];
    if (signs.length > MAX_WORD_CHARACTERS) return [idOf("[UNK]")];
    for (let from = 0; from < signs.length; ) {
      let to = signs.length;
      const piece = () => (from > 0 ? "##" : "") + signs.slice(from, to).join("");
      while (to > from && !ids.has(piece())) to--;
      if (to === from) return [idOf("[UNK]")];
      pieceIds.push(idOf(piece()));
      from = to;
    }
    return pieceIds;
  };
  return {
    /** Returns the ids of a sentence's pieces, between those of [CLS] and [SEP]. @param {string} text */
    encode(text) {
      const middle = text
        .split(SPECIAL)
        .flatMap((part, i) => (i % 2 ? [idOf(part)] : splitWords(part).flatMap(idsOfWord)));
      return [idOf("[CLS]"), ...middle, idOf("[SEP]")];
    },
    /** @param {number} id */
    piece: (id) => vocabulary[id],
  };
}
