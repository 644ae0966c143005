// Finds sections, questions, words, captions and entries of the reference. MiniSearch finds the
// entries with one word. This module splits a query into words, combines what they find, ranks the
// entries, and picks the sentence of each to show. Nothing here touches a page.
//
// The score of an entry for a query:
//
//     score    = (sum of MiniSearch's scores of the words) * coverage² * KIND_FACTORS[kind]
//     coverage = (sum of rarity * quality) / (sum of rarity), over the words of the query
//     rarity   = log(1 + number of entries / number of entries with the word); 0 if none has it
//     quality  = 1 if the entry has the word itself; less for parts of a name or for a synonym;
//                0 if it has neither the word, a part of it, nor a synonym
//
// For the MAX_COMPARED best entries, the score is then multiplied by
//
//     1 + SENTENCE_BONUS * (coverage of the sentence shown)
//       + TITLE_BONUS * (coverage of the title)² + EXACT_TITLE_BONUS if the title is the query
//       + WHY_BONUS * (coverage of the title) if both begin with "why"
//
// where a sentence or a title has each word of the query (quality 1) or does not have it (0). The
// coverage of a title is the highest of the title itself and of the phrases that people type for it. An
// entry of the reference whose name is the query comes before all other entries.

import MiniSearch from "minisearch";

/**
 * @typedef {[page: number, anchor: string, kind: string, title: string, passages: string[],
 *   code: string[], asked?: string[]]} Entry The anchor is empty if it follows from the title.
 *   `asked` has other phrases that people type for it.
 * @typedef {{ pages: [url: string, title: string][], entries: Entry[], synonyms: string[][] }} Index
 * @typedef {{ text: string, marked: boolean }} Piece
 * @typedef {{ url: string, title: Piece[], page: string, kind: string, sentence: Piece[],
 *   isCode: boolean }} Result
 * @typedef {Map<number, { score: number, quality: number, terms: string[] }>} Hits
 *   The entries that have a word, by their indices, and the terms that they have of it.
 * @typedef {{ text: string, terms: Set<string>, isCode: boolean }} Line A sentence, or a line of
 *   code, and its terms.
 */

const BOOSTS = { title: 4, names: 3, asked: 4, text: 1, code: 0.4, page: 0.7 };
/** Factors of the score, by the kind of an entry. @type {Record<string, number>} */
const KIND_FACTORS = {
  question: 1.35,
  symptom: 1.35,
  section: 1,
  word: 1.1,
  message: 0.9,
  page: 0.8,
  exercise: 0.6,
  figure: 0.6,
  reference: 0.5,
};
const SYNONYM_QUALITY = 0.75;
const PARTS_QUALITY = 0.6; // of the parts of a name
const MAX_PHRASE = 4; // words in a synonym
const MAX_COMPARED = 60; // results whose sentences are compared
const MIN_SCORE_FRACTION = 0.08; // of the best score: results with less are not shown
const MAX_PER_PAGE = 4; // more results of a page come after all others
const FIRST_SENTENCE_BONUS = 0.6; // times the title's coverage
const SENTENCE_BONUS = 0.5;
const TITLE_BONUS = 0.8;
const EXACT_TITLE_BONUS = 1.5; // if the title is the query
const WHY_BONUS = 2.5;
const CODE_PENALTY = 0.3; // of a line of code, compared with a sentence
const MAX_SHOWN_CHARACTERS = 190; // of a result's sentence
const MAX_CACHED_TERMS = 500;

// Words that say nothing about the subject of a query.
const STOP_WORDS = new Set(
  `a about am an and any are as at be been but by can could did do does doing dont for from get
  gets give given gives has have how i if in into is it its me my of on one or should so some than
  that the their them then there these they this those to too use used using was we were what when
  where which while who why will with would you your vs versus`.split(/\s+/),
);

const WORD = /[\p{L}\p{N}]+(?:(?:[_'’]|(?<=\p{N})\.(?=\p{N}))[\p{L}\p{N}_]+)*|√/gu;
const PART = /(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})|_/u;
const WHY = /^why\b/i; // A question about a fault ends with it: "It does nothing. Why?"
const SENTENCE_END = /(?<=(?<!\b(?:al|e\.g|i\.e))[.?!][”")]?)\s+(?=[\p{Lu}\p{N}“"(])/u;

/** A word without case, accents, plural and endings, in American spelling. @param {string} word */
export function stem(word) {
  let part = word
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/['’](s|t)?$/, "$1")
    .replace(/['’]/g, "");
  if (part === "√") return "sqrt";
  if (part.length < 4 || /[\d_.]/.test(part)) return part;
  part = part
    .replace(/^(matri|verti|indi)ces$/, "$1x")
    .replace(/^axes$/, "axis")
    .replace(/ies$/, "y")
    .replace(/(ss|x|ch|sh)es$/, "$1")
    .replace(/([^aius])s$/, "$1")
    .replace(/our(s|ed|ing|al|ly)?$/, "or$1")
    .replace(/is(ation|e[drs]?|ing)$/, "iz$1")
    .replace(/ys(e[drs]?|ing)$/, "yz$1")
    .replace(/tre$/, "ter");
  const root = part
    .replace(/ization$/, "iz")
    .replace(/ation$/, "at")
    .replace(/(?<=.{3})(ing|ed|er|ly)$/, "");
  if (root !== part && /[aeiouy]/.test(root))
    part = root.replace(/([^aeiouslz])\1$/, "$1").replace(/ll$/, "l");
  return part.length > 4 ? part.replace(/e$/, "") : part;
}

/** @type {Map<string, string[]>} */
const knownTerms = new Map();

/**
 * The terms of a word: its stem and, of a name in code, the stems of its parts.
 * @param {string} word
 */
export function termsOf(word) {
  let terms = knownTerms.get(word);
  if (!terms) {
    const parts = word.split(PART);
    const named = parts.length > 1 ? parts.filter((part) => part.length > 1) : [];
    terms = [...new Set([word, ...named].map(stem))];
    knownTerms.set(word, terms);
  }
  return terms;
}

/** @param {string} text @returns {string[]} */
const wordsOf = (text) => text.match(WORD) ?? [];
/** @param {string} text */
const termsIn = (text) => new Set(wordsOf(text).flatMap(termsOf));

/** A phrase as its stems. @param {string} text */
const phraseOf = (text) => wordsOf(text).map(stem).join(" ");

/** The sentences of an entry, then its lines of code. @param {Entry} entry @returns {Line[]} */
function linesOf([, , , , passages, code]) {
  const sentences = passages.flatMap((passage) => passage.split(SENTENCE_END));
  return [...sentences, ...code].map((text, i) => ({
    text,
    terms: termsIn(text),
    isCode: i >= sentences.length,
  }));
}

/**
 * The anchor that a result leads to. Of a title, it is what docutils makes of it.
 * @param {Entry} entry
 */
export function anchorOf([, anchor, kind, title]) {
  if (anchor || kind === "reference") return anchor || title;
  return title
    .toLowerCase()
    .normalize("NFKD")
    .replace(/[^\0-\x7f]/g, "")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^[-0-9]+|-+$/g, "");
}

/** The title of an entry; a word of the glossary may have several. @param {Entry} entry */
const namesIn = ([, , kind, title]) => (kind === "word" ? title.split(", ") : [title]);

/** A name of the library without a call's parentheses. @param {string} name */
const bare = (name) =>
  name
    .trim()
    .replace(/\(.*\)?$/, "")
    .toLowerCase();

/**
 * The names by which readers ask for an entry of the reference: the full name, then with fewer and
 * fewer modules before it. A plain word such as "heads" counts only if it is a function of the
 * library itself.
 * @param {string} title
 */
function namesOf(title) {
  const modules = title.split(".").slice(0, -1);
  const isMain = modules.length < 3 && modules.every((part) => /^(?!book$)[a-z]/.test(part));
  const parts = bare(title).split(".");
  const names = parts.map((_, i) => parts.slice(i).join("."));
  return isMain || !/^[a-z]+$/.test(title.split(".").at(-1) ?? "") ? names : names.slice(0, -1);
}

/**
 * The synonyms of each phrase, as stems; the phrase is its stems, joined by blanks.
 * @param {string[][]} groups
 */
function synonymsByPhrase(groups) {
  /** @type {Map<string, string[][]>} */
  const synonyms = new Map();
  for (const group of groups) {
    const phrases = group.map((text) => wordsOf(text).map(stem));
    for (const phrase of phrases) {
      const key = phrase.join(" ");
      const others = phrases.filter((other) => other.join(" ") !== key);
      synonyms.set(key, [...(synonyms.get(key) ?? []), ...others]);
    }
  }
  return synonyms;
}

/**
 * Adds hits of a word's parts or of a synonym to the hits of the word. If an entry has both kinds
 * of hits, the higher score and quality count.
 * @param {Hits} into
 * @param {Hits} from
 * @param {number} quality
 */
function merge(into, from, quality) {
  for (const [id, { score, terms }] of from) {
    const old = into.get(id);
    into.set(id, {
      score: Math.max(old?.score ?? 0, score * quality),
      quality: Math.max(old?.quality ?? 0, quality),
      terms: [...(old?.terms ?? []), ...terms],
    });
  }
}

/**
 * Returns a function that searches an index. It is prepared in short steps, between which the page
 * can react to the reader.
 * @param {Index} index
 * @returns {Promise<(query: string, limit?: number) => Result[]>}
 */
export async function makeSearch({ pages, entries, synonyms }) {
  /** @type {Set<string>} */
  const vocabulary = new Set();
  const engine = new MiniSearch({
    fields: Object.keys(BOOSTS),
    tokenize: wordsOf,
    processTerm: (word) => {
      const terms = termsOf(word);
      for (const term of terms) vocabulary.add(term);
      return terms;
    },
    searchOptions: {
      boost: BOOSTS,
      tokenize: (text) => [text],
      processTerm: (term) => term,
    },
  });
  /** @type {Map<string, number[]>} */
  const byName = new Map();
  const documents = entries.map(([page, , kind, title, passages, code, asked = []], id) => {
    const isReference = kind === "reference";
    if (isReference)
      for (const name of namesOf(title)) byName.set(name, [...(byName.get(name) ?? []), id]);
    return {
      id,
      title: isReference ? title.split(".").at(-1) : title,
      names: kind === "word" ? title : "",
      asked: asked.join("\n"),
      text: passages.join("\n"),
      code: code.join("\n"),
      page: pages[page][1],
    };
  });
  await engine.addAllAsync(documents, { chunkSize: 40 });
  const synonymsOf = synonymsByPhrase(synonyms);
  /** @type {Map<string, Hits>} */
  const knownHits = new Map();
  /** @type {Map<number, Line[]>} */
  const knownLines = new Map();

  /**
   * Finds the entries that have a term. If no entry has it, it may be misspelled or the beginning of
   * a longer one, so similar and longer terms count too. The last term of a query always may be the
   * beginning of a longer one, because the reader may still be typing.
   * @param {string} term
   * @param {boolean} isLast
   */
  function findTerm(term, isLast) {
    const key = `${term} ${isLast}`;
    const known = knownHits.get(key);
    if (known) return known;
    const isKnown = vocabulary.has(term);
    const results = engine.search(term, {
      prefix: isLast ? term.length > 1 : !isKnown && term.length > 3,
      fuzzy: isKnown || term.length < 4 || /\d/.test(term) ? false : 0.25,
      weights: { prefix: isKnown ? 0.05 : 0.5, fuzzy: 0.4 },
    });
    /** @type {Hits} */
    const hits = new Map(results.map(({ id, score, terms }) => [id, { score, quality: 1, terms }]));
    if (knownHits.size > MAX_CACHED_TERMS) knownHits.clear();
    knownHits.set(key, hits);
    return hits;
  }

  /**
   * Finds the entries that have all of these terms.
   * @param {string[]} terms
   * @param {boolean} isLast
   */
  function findAll(terms, isLast) {
    const [first, ...others] = terms.map((term, i) =>
      findTerm(term, isLast && i === terms.length - 1),
    );
    if (others.length === 0) return first;
    /** @type {Hits} */
    const hits = new Map();
    for (const [id, hit] of first) {
      const rest = others.map((other) => other.get(id));
      if (rest.every((other) => other !== undefined)) {
        const all = [hit, ...rest];
        const score = all.reduce((sum, { score }) => sum + score, 0) / Math.sqrt(all.length);
        hits.set(id, { score, quality: 1, terms: all.flatMap(({ terms }) => terms) });
      }
    }
    return hits;
  }

  /**
   * Finds, for each word of a query, the entries that have it, its parts, or a synonym. Stop words
   * are left out, unless the query consists of stop words.
   * @param {string} query
   * @returns {Hits[]}
   */
  function findWords(query) {
    const all = wordsOf(query);
    const subject = all.filter((word) => !STOP_WORDS.has(word.toLowerCase()) && word.length > 1);
    const words = subject.length > 0 ? subject : all;
    const isUnfinished = !/[\s(]$/.test(query);
    const hitsOfWords = words.map((word, i) => {
      const isLast = isUnfinished && i === words.length - 1;
      const [whole, ...parts] = termsOf(word);
      const hits = new Map(findTerm(whole, isLast));
      if (parts.length > 0) merge(hits, findAll(parts, isLast), PARTS_QUALITY);
      return hits;
    });
    // A phrase that has synonyms may contain stop words: "what for".
    const [stems, stemsOfWords] = [all.map(stem), words.map(stem)];
    for (let length = MAX_PHRASE; length > 0; length--) {
      for (let start = 0; start + length <= all.length; start++) {
        const phrase = stems.slice(start, start + length);
        for (const synonym of synonymsOf.get(phrase.join(" ")) ?? []) {
          const hits = findAll(synonym, false);
          for (const phraseStem of phrase) {
            const hitsOfWord = hitsOfWords[stemsOfWords.indexOf(phraseStem)];
            if (hitsOfWord) merge(hitsOfWord, hits, SYNONYM_QUALITY / Math.sqrt(length));
          }
        }
      }
    }
    return hitsOfWords;
  }

  function lines(/** @type {number} */ id) {
    const known = knownLines.get(id) ?? linesOf(entries[id]);
    knownLines.set(id, known);
    return known;
  }

  /** Moves results beyond MAX_PER_PAGE of each page to the end. */
  function fewPerPage(/** @type {{ id: number }[]} */ results) {
    /** @type {Map<number, number>} */
    const counts = new Map();
    const isEarly = results.map(({ id }) => {
      const [page] = entries[id];
      const count = (counts.get(page) ?? 0) + 1;
      counts.set(page, count);
      return count <= MAX_PER_PAGE;
    });
    return [false, true].flatMap((late) => results.filter((_, i) => isEarly[i] !== late));
  }

  /**
   * Makes a result as a page shows it.
   * @param {number} id
   * @param {{ text: string, isCode: boolean }} sentence
   * @param {Set<string>[]} terms
   * @returns {Result}
   */
  function toResult(id, { text, isCode }, terms) {
    const [page, , kind, title] = entries[id];
    const all = new Set(terms.flatMap((termsOfWord) => [...termsOfWord]));
    return {
      url: `${pages[page][0]}#${anchorOf(entries[id])}`,
      title: mark(title, all),
      page: pages[page][1],
      kind,
      sentence: mark(shorten(text, all), all),
      isCode,
    };
  }

  /**
   * Returns the score of each entry that has a word of the query, the best first.
   * @param {Hits[]} hitsOfWords
   * @param {number[]} rarities
   */
  function rank(hitsOfWords, rarities) {
    /** @type {Map<number, number>} */
    const sums = new Map();
    for (const hits of hitsOfWords)
      for (const [id, { score }] of hits) sums.set(id, (sums.get(id) ?? 0) + score);
    const ranked = [...sums].map(([id, sum]) => {
      const qualities = hitsOfWords.map((hits) => hits.get(id)?.quality ?? 0);
      const factor = KIND_FACTORS[entries[id][2]];
      return { id, score: sum * coverage(qualities, rarities) ** 2 * factor };
    });
    return ranked.sort((a, b) => b.score - a.score);
  }

  /** Searches the index. The formula of the score is at the top of this file. */
  return function search(query, limit = 10) {
    const hitsOfWords = findWords(query);
    const rarities = hitsOfWords.map((hits) =>
      hits.size ? Math.log(1 + entries.length / hits.size) : 0,
    );
    const exact = new Set(byName.get(bare(query)));
    const best = [...exact].map((id) => ({ id, score: 0 }));
    const ranked = rank(hitsOfWords, rarities);
    best.push(...ranked.slice(0, MAX_COMPARED).filter(({ id }) => !exact.has(id)));
    const compared = best.map(({ id, score }) => {
      const termsOfWords = hitsOfWords.map((hits) => new Set(hits.get(id)?.terms));
      const [, , , title, , , asked = []] = entries[id];
      const titles = [title, ...asked].map((text) => termsIn(text));
      const titleCoverage = Math.max(
        ...titles.map((terms) => coverageBy(terms, termsOfWords, rarities)),
      );
      const firstBonus = FIRST_SENTENCE_BONUS * (exact.has(id) ? 1 : titleCoverage);
      const sentence = pick(lines(id), termsOfWords, rarities, firstBonus);
      const isTitle = namesIn(entries[id]).some((name) => phraseOf(name) === phraseOf(query));
      const bonus =
        SENTENCE_BONUS * sentence.coverage +
        TITLE_BONUS * titleCoverage ** 2 +
        (isTitle ? EXACT_TITLE_BONUS : 0) +
        (WHY.test(query.trim()) && WHY.test(entries[id][3]) ? WHY_BONUS * titleCoverage : 0);
      const result = () => toResult(id, sentence, termsOfWords);
      return { id, score: score * (1 + bonus), toResult: result };
    });
    const others = compared.slice(exact.size).sort((a, b) => b.score - a.score);
    const near = others.filter(({ score }) => score > MIN_SCORE_FRACTION * others[0].score);
    const kept = [...compared.slice(0, exact.size), ...near];
    const results = /** @type {typeof kept} */ (fewPerPage(kept));
    return results.slice(0, limit).map((entry) => entry.toResult());
  };
}

/**
 * Returns how much of a query is covered, from 0 to 1; a rare word counts more than a common one.
 * @param {number[]} qualities For each word of the query, how well it is matched, from 0 to 1.
 * @param {number[]} rarities
 */
function coverage(qualities, rarities) {
  const covered = qualities.reduce((sum, quality, i) => sum + quality * rarities[i], 0);
  return covered / (rarities.reduce((sum, rarity) => sum + rarity, 0) || 1);
}

/**
 * Returns how much of a query a title or a sentence covers.
 * @param {Set<string>} terms The terms of the title or sentence.
 * @param {Set<string>[]} termsOfWords For each word of the query, the terms that match it.
 * @param {number[]} rarities
 */
function coverageBy(terms, termsOfWords, rarities) {
  const has = termsOfWords.map((wanted) => ([...wanted].some((term) => terms.has(term)) ? 1 : 0));
  return coverage(has, rarities);
}

/**
 * Returns the sentence, or line of code, that covers most of a query. A bonus for the first
 * sentence prefers it, unless another one covers much more.
 * @param {Line[]} lines
 * @param {Set<string>[]} termsOfWords
 * @param {number[]} rarities
 * @param {number} firstBonus
 */
function pick(lines, termsOfWords, rarities, firstBonus) {
  let best = { text: "", coverage: 0, isCode: false };
  let highest = -1;
  lines.forEach(({ text, terms, isCode }, i) => {
    const covered = coverageBy(terms, termsOfWords, rarities);
    const value = covered + (i === 0 ? firstBonus : 0) - (isCode ? CODE_PENALTY : 0);
    // More than rounding, so that of two equal sentences the first is shown.
    if (value > highest + 1e-9) [best, highest] = [{ text, coverage: covered, isCode }, value];
  });
  return best;
}

/**
 * Cuts a long sentence to the part around the first word that was found.
 * @param {string} text
 * @param {Set<string>} terms
 */
function shorten(text, terms) {
  if (text.length <= MAX_SHOWN_CHARACTERS) return text;
  const pieces = mark(text, terms);
  const first = pieces.findIndex(({ marked }) => marked);
  const before = pieces.slice(0, Math.max(first, 0));
  const at = before.reduce((sum, piece) => sum + piece.text.length, 0);
  const start =
    at < MAX_SHOWN_CHARACTERS * 0.7 ? 0 : text.indexOf(" ", at - MAX_SHOWN_CHARACTERS / 3) + 1;
  const rest = text.slice(start, start + MAX_SHOWN_CHARACTERS);
  const isEnd = start + rest.length >= text.length;
  return `${start ? "… " : ""}${isEnd ? rest : `${rest.slice(0, rest.lastIndexOf(" "))} …`}`;
}

/**
 * Splits a text into pieces, and marks those that are words of the query.
 * @param {string} text
 * @param {Set<string>} terms
 * @returns {Piece[]}
 */
export function mark(text, terms) {
  /** @type {Piece[]} */
  const pieces = [];
  let end = 0;
  for (const match of text.matchAll(WORD)) {
    const isFound = termsOf(match[0]).some((term) => terms.has(term));
    if (!isFound || STOP_WORDS.has(match[0].toLowerCase())) continue;
    if (match.index > end) pieces.push({ text: text.slice(end, match.index), marked: false });
    pieces.push({ text: match[0], marked: true });
    end = match.index + match[0].length;
  }
  if (end < text.length) pieces.push({ text: text.slice(end), marked: false });
  return pieces;
}
