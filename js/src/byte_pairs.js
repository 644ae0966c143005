// Byte-pair encoding: the bytes of a text, whose pairs are merged in the order that was learned.
//
// Source: Radford et al. 2019, "Language Models are Unsupervised Multitask Learners" (GPT-2): how a
// text is first cut into pieces, and which characters represent bytes; Sennrich et al. 2016,
// "Neural Machine Translation of Rare Words with Subword Units", for the pairs.

import { upTo } from "./numbers.js";

/** @typedef {ReturnType<typeof makeBytePairs>} BytePairs */

const FILE_START = "<|file|>"; // the token between two files, number 0
// Pairs are merged within a piece. Not \s: unlike Unicode's white space, which tokenizers use, it
// contains U+FEFF and lacks U+0085.
const PIECES =
  /'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\p{White_Space}\p{L}\p{N}]+|\p{White_Space}+(?!\P{White_Space})|\p{White_Space}+/gu;

/** A character for each byte: its own where it is visible, otherwise one from U+0100 on. */
const SIGNS = (() => {
  let next = 0x100;
  return upTo(256).map((byte) => {
    const seen = (byte > 32 && byte < 127) || (byte > 160 && byte !== 173);
    return String.fromCharCode(seen ? byte : next++);
  });
})();
const BYTES = new Map(SIGNS.map((sign, byte) => [sign, byte]));

/**
 * Makes the functions that encode texts and decode tokens.
 * @param {string[]} merges Pairs "a b", in the order in which they are merged.
 */
export function makeBytePairs(merges) {
  const tokens = [FILE_START, ...[...SIGNS].sort(), ...merges.map((pair) => pair.replace(" ", ""))];
  const numbers = new Map(tokens.map((token, i) => [token, i]));
  const ranks = new Map(merges.map((pair, rank) => [pair, rank]));
  const [encoder, decoder] = [new TextEncoder(), new TextDecoder("utf-8", { ignoreBOM: true })];

  /**
   * The tokens of a piece: merges the pair learned first until no known pair is left.
   * @param {string} piece
   */
  function merge(piece) {
    const parts = [...encoder.encode(piece)].map((byte) => SIGNS[byte]);
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
    /** @param {string} text Half of a surrogate pair is read as "�". */
    encode: (text) => (text.match(PIECES) ?? []).flatMap(merge),
    /** The text of each token; "�" where it is a part of a letter. @param {number[]} list */
    words: (list) =>
      list.map((token) => {
        const bytes = [...tokens[token]].map((sign) => BYTES.get(sign) ?? 0);
        return decoder.decode(Uint8Array.from(bytes));
      }),
  };
}
