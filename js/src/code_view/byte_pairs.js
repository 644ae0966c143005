// Splits a text into tokens by byte-pair encoding. Each byte is a token at first. Then pairs of
// neighboring tokens are merged into one token, in the order in which the pairs were learned.
//
// Sources: the merging is from Sennrich et al. 2016, "Neural Machine Translation of Rare Words with
// Subword Units". How a text is first cut into pieces, and which characters represent bytes, is
// GPT-2's: Radford et al. 2019, "Language Models are Unsupervised Multitask Learners".

import { upTo } from "../shared/math.js";

/** @typedef {ReturnType<typeof makeBytePairs>} BytePairs */

const FILE_START = "<|file|>"; // the token between two files, number 0
// Pairs are merged only within a piece. The pattern does not use \s: tokenizers use Unicode's white
// space, which lacks U+FEFF and contains U+0085.
const PIECES =
  /'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\p{White_Space}\p{L}\p{N}]+|\p{White_Space}+(?!\P{White_Space})|\p{White_Space}+/gu;

/** The character that represents each byte: its own if it is visible, otherwise one from U+0100. */
const BYTE_CHARACTERS = (() => {
  let next = 0x100;
  return upTo(256).map((byte) => {
    const visible = (byte > 32 && byte < 127) || (byte > 160 && byte !== 173);
    return String.fromCharCode(visible ? byte : next++);
  });
})();
const BYTES = new Map(BYTE_CHARACTERS.map((character, byte) => [character, byte]));

/**
 * Makes the functions that encode texts and decode tokens.
 * @param {string[]} merges Pairs "a b", in the order in which they are merged.
 */
export function makeBytePairs(merges) {
  const tokens = [
    FILE_START,
    ...[...BYTE_CHARACTERS].sort(),
    ...merges.map((pair) => pair.replace(" ", "")),
  ];
  const numbers = new Map(tokens.map((token, i) => [token, i]));
  const ranks = new Map(merges.map((pair, rank) => [pair, rank]));
  const [encoder, decoder] = [new TextEncoder(), new TextDecoder("utf-8", { ignoreBOM: true })];

  /**
   * Splits a piece into tokens: again and again merges the pair with the lowest rank, that is, the one
   * learned first, until no learned pair is left.
   * @param {string} piece
   */
  function merge(piece) {
    const parts = [...encoder.encode(piece)].map((byte) => BYTE_CHARACTERS[byte]);
    for (;;) {
      let best = Number.POSITIVE_INFINITY;
      let first = 0;
      for (let i = 0; i + 1 < parts.length; i++) {
        const rank = ranks.get(`${parts[i]} ${parts[i + 1]}`) ?? best;
        if (rank < best) {
          best = rank;
          first = i;
        }
      }
      if (best === Number.POSITIVE_INFINITY) break;
      parts.splice(first, 2, parts[first] + parts[first + 1]);
    }
    return parts.map((part) => /** @type {number} */ (numbers.get(part)));
  }

  return {
    /** Encodes a text; half of a surrogate pair becomes "�". @param {string} text */
    encode: (text) => (text.match(PIECES) ?? []).flatMap(merge),
    /**
     * Returns the text of each token; "�" for a token that is only part of a character.
     * @param {number[]} list
     */
    words: (list) =>
      list.map((token) => {
        const bytes = [...tokens[token]].map((character) => BYTES.get(character) ?? 0);
        return decoder.decode(Uint8Array.from(bytes));
      }),
  };
}
