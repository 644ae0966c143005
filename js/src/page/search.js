// Finds sections, questions, words, captions and entries of the reference. MiniSearch finds single
// words; what is here reads a query as people type it, ranks what its words found, and picks the
// sentence to show. Nothing here touches a page.

import MiniSearch from "minisearch";

/**
 * @typedef {[page: number, anchor: string, kind: string, title: string, passages: string[],
 *   code: string[]]} Entry
 * @typedef {{ pages: [url: string, title: string][], entries: Entry[], synonyms: string[][] }} Index
 * @typedef {{ text: string, marked: boolean }} Piece
 * @typedef {{ url: string, title: Piece[], page: string, kind: string, sentence: Piece[],
 *   isCode: boolean }} Result
 * @typedef {Map<number, { score: number, worth: number, terms: string[] }>} Found
 *   What one word found, by entry. `worth` is 1 for the word itself, less for a part or a synonym.
 * @typedef {{ text: string, its: Set<string>, isCode: boolean }} Line  A sentence, and its terms.
 */

const BOOSTS = { title: 4, names: 3, text: 1, code: 0.4, page: 0.7 };
/** Factors of the score, by the kind of an entry. @type {Record<string, number>} */
const KIND_FACTORS = {
  question: 1.15,
  symptom: 1.15,
  section: 1,
  word: 1.1,
  page: 0.8,
  exercise: 0.6,
  figure: 0.6,
  reference: 0.5,
};
const SYNONYM_WEIGHT = 0.75; // compared with the word itself
const PARTS_WEIGHT = 0.6; // of the parts of a name, compared with the name
const MAX_PHRASE = 4; // words in a synonym
const MAX_COMPARED = 60; // results whose sentences are compared
const MIN_SCORE_FRACTION = 0.08; // of the best score: results with less are not shown
const MAX_PER_PAGE = 4; // more results of a page come after all others
const FIRST_SENTENCE_BONUS = 0.6; // if the title matches the query
const EXACT_TITLE_BONUS = 1.5; // if the title is the query
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
    its: termsIn(text),
    isCode: i >= sentences.length,
  }));
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
 * The names by which an entry of the reference is asked for: with ever fewer of its modules. A plain
 * word such as "heads" counts only if it is a function of the library itself.
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
  const found = new Map();
  for (const group of groups) {
    const phrases = group.map((text) => wordsOf(text).map(stem));
    for (const one of phrases) {
      const key = one.join(" ");
      const others = phrases.filter((other) => other.join(" ") !== key);
      found.set(key, [...(found.get(key) ?? []), ...others]);
    }
  }
  return found;
}

/** Adds what was found, where it is better. */
function merge(/** @type {Found} */ into, /** @type {Found} */ from, /** @type {number} */ worth) {
  for (const [id, { score, terms }] of from) {
    const old = into.get(id);
    into.set(id, {
      score: Math.max(old?.score ?? 0, score * worth),
      worth: Math.max(old?.worth ?? 0, worth),
      terms: [...(old?.terms ?? []), ...terms],
    });
  }
}

/**
 * Returns a function that searches an index. Preparing it yields often, so that a page stays responsive.
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
  const documents = entries.map(([page, , kind, title, passages, code], id) => {
    const isReference = kind === "reference";
    if (isReference)
      for (const name of namesOf(title)) byName.set(name, [...(byName.get(name) ?? []), id]);
    return {
      id,
      title: isReference ? title.split(".").at(-1) : title,
      names: kind === "word" ? title : "",
      text: passages.join("\n"),
      code: code.join("\n"),
      page: pages[page][1],
    };
  });
  await engine.addAllAsync(documents, { chunkSize: 40 });
  const synonymsOf = synonymsByPhrase(synonyms);
  /** @type {Map<string, Found>} */
  const knownFinds = new Map();
  /** @type {Map<number, Line[]>} */
  const knownLines = new Map();

  /**
   * What one term finds. Only a term that the book lacks may be misspelled or the beginning of a
   * longer one; but the last term of a query may be unfinished.
   * @param {string} term
   * @param {boolean} isLast
   */
  function find(term, isLast) {
    const key = `${term} ${isLast}`;
    const known = knownFinds.get(key);
    if (known) return known;
    const isKnown = vocabulary.has(term);
    const results = engine.search(term, {
      prefix: isLast ? term.length > 1 : !isKnown && term.length > 3,
      fuzzy: isKnown || term.length < 4 || /\d/.test(term) ? false : 0.25,
      weights: { prefix: isKnown ? 0.05 : 0.5, fuzzy: 0.4 },
    });
    /** @type {Found} */
    const found = new Map(results.map(({ id, score, terms }) => [id, { score, worth: 1, terms }]));
    if (knownFinds.size > MAX_CACHED_TERMS) knownFinds.clear();
    knownFinds.set(key, found);
    return found;
  }

  /**
   * The entries that have all of some terms.
   * @param {string[]} terms
   * @param {boolean} isLast
   */
  function findAll(terms, isLast) {
    const [first, ...others] = terms.map((term, i) => find(term, isLast && i === terms.length - 1));
    if (others.length === 0) return first;
    /** @type {Found} */
    const found = new Map();
    for (const [id, one] of first) {
      const rest = others.map((other) => other.get(id));
      if (rest.every((other) => other !== undefined)) {
        const all = [one, ...rest];
        const score = all.reduce((sum, { score }) => sum + score, 0) / Math.sqrt(all.length);
        found.set(id, { score, worth: 1, terms: all.flatMap(({ terms }) => terms) });
      }
    }
    return found;
  }

  /**
   * What each word of a query finds: by itself, by its parts or by a synonym.
   * @param {string} query
   */
  function findWords(query) {
    const all = wordsOf(query);
    const telling = all.filter((word) => !STOP_WORDS.has(word.toLowerCase()) && word.length > 1);
    const words = telling.length > 0 ? telling : all;
    const isUnfinished = !/[\s(]$/.test(query);
    const found = words.map((word, i) => {
      const isLast = isUnfinished && i === words.length - 1;
      const [whole, ...parts] = termsOf(word);
      const its = new Map(find(whole, isLast));
      if (parts.length > 0) merge(its, findAll(parts, isLast), PARTS_WEIGHT);
      return its;
    });
    // A phrase that has synonyms may contain words that say nothing: "what for".
    const [stems, telltale] = [all.map(stem), words.map(stem)];
    for (let length = MAX_PHRASE; length > 0; length--) {
      for (let start = 0; start + length <= all.length; start++) {
        const phrase = stems.slice(start, start + length);
        for (const synonym of synonymsOf.get(phrase.join(" ")) ?? []) {
          const its = findAll(synonym, false);
          for (const one of phrase) {
            const word = found[telltale.indexOf(one)];
            if (word) merge(word, its, SYNONYM_WEIGHT / Math.sqrt(length));
          }
        }
      }
    }
    return found;
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
   * A result as a page shows it.
   * @param {number} id
   * @param {{ text: string, isCode: boolean }} shown
   * @param {Set<string>[]} terms
   * @returns {Result}
   */
  function toResult(id, { text, isCode }, terms) {
    const [page, anchor, kind, title] = entries[id];
    const all = new Set(terms.flatMap((one) => [...one]));
    return {
      url: `${pages[page][0]}#${anchor}`,
      title: mark(title, all),
      page: pages[page][1],
      kind,
      sentence: mark(shorten(text, all), all),
      isCode,
    };
  }

  return function search(query, limit = 10) {
    const found = findWords(query);
    // A word that few entries have weighs most; one that none has weighs nothing.
    const wordWeights = found.map((its) =>
      its.size ? Math.log(1 + entries.length / its.size) : 0,
    );
    const totalWeight = wordWeights.reduce((sum, one) => sum + one, 0);
    /** @type {Map<number, number>} */
    const sums = new Map();
    for (const its of found)
      for (const [id, { score }] of its) sums.set(id, (sums.get(id) ?? 0) + score);
    const ranked = [...sums].map(([id, sum]) => {
      const covered = found.reduce(
        (part, its, i) => part + (its.get(id)?.worth ?? 0) * wordWeights[i],
        0,
      );
      return { id, score: sum * (covered / totalWeight) ** 2 * KIND_FACTORS[entries[id][2]] };
    });
    ranked.sort((a, b) => b.score - a.score);
    // An entry of the reference with just this name comes first.
    const exact = new Set(byName.get(bare(query)));
    const best = [...exact].map((id) => ({ id, score: 0 }));
    best.push(...ranked.slice(0, MAX_COMPARED).filter(({ id }) => !exact.has(id)));
    const compared = best.map(({ id, score }) => {
      const terms = found.map((its) => new Set(its.get(id)?.terms));
      const inTitle = share(termsIn(entries[id][3]), terms, wordWeights);
      const shown = pick(lines(id), terms, wordWeights, exact.has(id) ? 1 : inTitle);
      const isName = namesIn(entries[id]).some((name) => phraseOf(name) === phraseOf(query));
      const asShown =
        score * (1 + 0.5 * shown.share + 0.8 * inTitle ** 2 + (isName ? EXACT_TITLE_BONUS : 0));
      return { id, score: asShown, toResult: () => toResult(id, shown, terms) };
    });
    const others = compared.slice(exact.size).sort((a, b) => b.score - a.score);
    const near = others.filter(({ score }) => score > MIN_SCORE_FRACTION * others[0].score);
    const kept = [...compared.slice(0, exact.size), ...near];
    const results = /** @type {typeof kept} */ (fewPerPage(kept));
    return results.slice(0, limit).map((one) => one.toResult());
  };
}

/**
 * How much of a query a text has, from 0 to 1, by what its words tell.
 * @param {Set<string>} its  The text's terms.
 * @param {Set<string>[]} terms  What each word of the query may be.
 * @param {number[]} wordWeights
 */
function share(its, terms, wordWeights) {
  let [has, all] = [0, 0];
  terms.forEach((one, i) => {
    all += wordWeights[i];
    if ([...one].some((term) => its.has(term))) has += wordWeights[i];
  });
  return has / (all || 1);
}

/**
 * The sentence or line of code that has most of a query. If the title has it, the first sentence is
 * the answer, unless another one has much more.
 * @param {Line[]} lines
 * @param {Set<string>[]} terms
 * @param {number[]} wordWeights
 * @param {number} inTitle
 */
function pick(lines, terms, wordWeights, inTitle) {
  let best = { text: "", share: 0, isCode: false };
  let most = -1;
  lines.forEach(({ text, its, isCode }, i) => {
    const has = share(its, terms, wordWeights);
    const worth =
      has + (i === 0 ? FIRST_SENTENCE_BONUS * inTitle : 0) - (isCode ? CODE_PENALTY : 0);
    if (worth > most + 1e-9) [best, most] = [{ text, share: has, isCode }, worth];
  });
  return best;
}

/**
 * A long sentence, cut to what is around its first word that was found.
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
 * A text in pieces, of which the words that were found are marked.
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
