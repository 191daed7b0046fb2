// @ts-check
// Finds the pages of a site in its index. Does not use the DOM.

/** @typedef {[url: string, title: string, description: string, sections: [id: string, heading: string, text: string][]]} Page */
/** @typedef {Map<number, number>} Scores of the sections of a page, by number */
/** @typedef {{ score: number, mass: number, sections: Scores }} Hit */
/** @typedef {{ url: string, title: string, heading: string, text: string, label: string, matched: Set<string> }} Result with the words to mark */
/** @typedef {[words: string, postings: string]} WordFile */
/**
 * @typedef {object} Index
 * @property {number} pages
 * @property {[label: string, weight: number][]} collections
 * @property {string} of
 * @property {string[]} suggestions
 * @property {string[][]} synonyms
 * @property {WordFile} [words]
 * @property {Page[]} [records]
 * @property {string} [files] URL with `{mark}`
 * @property {[first: string, mark: string][]} [wordFiles]
 * @property {[first: number, mark: string][]} [recordFiles]
 */

const BASE = 45;
const WORD = /[\p{Alphabetic}\p{N}\p{M}]+/gu;

/** Characters of scripts without spaces between words, as in `words.rs` of the crate `content`. */
const UNSPACED = "\\u0e00-\\u0eff\\u1000-\\u109f\\u1780-\\u17ff\\u3005-\\u3007\\u3040-\\u30ff\\u3400-\\u4dbf\\u4e00-\\u9fff\\uf900-\\ufaff\\uff66-\\uff9d\\u{20000}-\\u{323af}";
const RUN = new RegExp(`[${UNSPACED}]{2,}|[^${UNSPACED}]+|.`, "gu");
const PAIRS = new RegExp(`^[${UNSPACED}]{2}`, "u");

/** Splits a word at scripts without spaces, which are read as pairs of characters. @param {string} word */
function parts(word) {
  return (word.match(RUN) ?? []).flatMap((run) => {
    const letters = PAIRS.test(run) ? [...run] : [];
    return letters.length ? letters.slice(1).map((letter, at) => `${letters[at]}${letter}`) : run;
  });
}

/** Returns the words of a text, by the rules of `words.rs`. @param {string} text */
export function words(text) {
  const folded = text
    .toLowerCase()
    .replace(/['’\u0300-\u036f\u200c\u200d\u093c\u09bc\u0a3c\u0abc\u0b3c\u0c3c\u0cbc\u0d3c]/g, "")
    .replace(/ς/g, "σ")
    .replace(/[\u0901\u0981\u0a01\u0a81\u0b01\u0c01\u0c81\u0d01]/g, (mark) => String.fromCharCode(mark.charCodeAt(0) + 1));
  return (folded.match(WORD) ?? []).flatMap(parts);
}

/** Returns start and end of each part of a text that has a matched word. @param {string} text @param {Set<string>} matched */
export function marks(text, matched) {
  /** @type {[start: number, end: number][]} */
  const found = [];
  for (const { 0: word, index } of text.matchAll(/[\p{Alphabetic}\p{N}\p{M}'’]+/gu)) {
    let at = index;
    for (const run of word.match(RUN) ?? []) {
      const isMatched = words(run).map((one) => matched.has(one));
      const letters = PAIRS.test(run) ? [...run] : [run];
      letters.forEach((letter, number) => {
        const last = found.at(-1);
        if (letters.length > 1 ? isMatched[number] || isMatched[number - 1] : isMatched.includes(true)) {
          if (last?.[1] === at) last[1] += letter.length;
          else found.push([at, at + letter.length]);
        }
        at += letter.length;
      });
    }
  }
  return found;
}

/** Words that say nothing about the subject of a query. They are searched for only if it has no others, or in a synonym. */
const FILLERS = new Set(
  "a an and are at be by can do does for from get has have how i if in is it me my need of on or our so that the their this to want was we what when where which who why will with you your".split(" "),
);

/** Returns an English word without its ending. @param {string} word */
function stem(word) {
  if (word.length < 4 || /[^a-z]/.test(word)) return word;
  return word.replace(/(?<=...)(at(?:e|es|ed|ing|ions?)|ings?|ments?|ials?|(?<=[svw])als?|(?<=....)ers?|ied|ies|ed|es|s|y|e)$/, (end) => (/^(ie|y)/.test(end) ? "i" : ""));
}

/** Returns whether two stems may belong to the same word: `regist` of "register", `registr` of "registration". @param {string} a @param {string} b */
const isSimilar = (a, b) => a.length > 4 && b.length > 4 && Math.abs(a.length - b.length) < 2 && (a.startsWith(b) || b.startsWith(a));

/**
 * Returns how well an indexed word fits a word of the query, from 0 to 1. @param {string} word @param {string} indexed
 * @param {boolean} isTyped whether the word may be incomplete
 */
function fit(word, indexed, isTyped) {
  if (word === indexed) return 1;
  if (word[0] === indexed[0]) {
    const [own, other] = [stem(word), stem(indexed)];
    if (own === other) return 0.8;
    if (isSimilar(own, other)) return 0.7;
  }
  if (indexed.startsWith(word)) {
    return isTyped || word.length > 2 ? (isTyped ? 0.75 : 0.6) * (0.6 + (0.4 * word.length) / indexed.length) : 0;
  }
  // The query has a longer form. Endings of Indic scripts follow shorter words.
  const shortest = /[^\0-\x7f]/.test(word) ? 3 : 5;
  return indexed.length >= shortest && word.length - indexed.length < 4 && word.startsWith(indexed) ? 0.5 : 0;
}

/** Returns how well an indexed word fits a word with one typing error. @param {string} word @param {string} indexed @returns {number} */
function nearlyFit(word, indexed) {
  if (word.length < 4 || /\d/.test(word)) return 0;
  let at = 0;
  while (at < word.length && word[at] === indexed[at]) at++;
  const rest = word.slice(at);
  // A short word that is incomplete and misspelled could be almost any word.
  const unfinished = word.length > 5 ? 0.3 : 0;
  const swapped = (rest[1] ?? "") + (rest[0] ?? "") + rest.slice(2);
  let best = 0;
  for (const [start, end] of /** @type {[number, string][]} */ ([[at, rest.slice(1)], [at + 1, rest.slice(1)], [at + 1, rest], [at, swapped]])) {
    if (indexed.startsWith(end, start)) best = Math.max(best, start + end.length === indexed.length ? 0.45 : unfinished);
  }
  // A stem with an error: "regstration" for "registrations".
  return best || (stem(word) !== word && stem(word).length > 4 ? nearlyFit(stem(word), stem(indexed)) * 0.9 : 0);
}

/** Calls a function with each page, section and impact of postings. @param {string} postings @param {(page: number, section: number, impact: number) => void} found */
function read(postings, found) {
  let at = postings.indexOf("!") + 1;
  const digit = () => {
    const code = postings.charCodeAt(at++);
    return code - (code > 92 ? 36 : 35);
  };
  const number = () => {
    let value = 0;
    for (;;) {
      const next = digit();
      value = value * BASE + (next % BASE);
      if (next < BASE) return value;
    }
  };
  let page = 0;
  while (at < postings.length) {
    page += number();
    for (;;) {
      const section = number();
      const impact = digit();
      found(page, section, impact % BASE);
      if (impact >= BASE) break;
    }
  }
}

/**
 * Returns a function that finds pages. `load` returns the JSON of a URL; each is loaded once.
 * @param {string} url of the index
 * @param {(url: string) => Promise<any>} load
 */
export function searcher(url, load) {
  /** @type {Map<string, Promise<any>>} */
  const loaded = new Map();
  /** @param {string} url @returns {Promise<any>} */
  const get = (url) => {
    const known = loaded.get(url) ?? load(url);
    loaded.set(url, known);
    // A failed request is tried again next time.
    known.catch(() => loaded.delete(url));
    return known;
  };
  /** @returns {Promise<Index>} */
  const getIndex = () => get(url);

  /** Returns the index of the file that has a word or page. @template T @param {[T, string][]} files @param {T} wanted */
  const fileOf = (files, wanted) => Math.max(0, files.findLastIndex(([first]) => first <= wanted));

  /** Returns the URL of a file of a large index. @param {Index} index @param {string} mark */
  const urlOf = (index, mark) => (index.files ?? "").replace("{mark}", mark);

  /** The words of each file with their postings. @type {WeakMap<object, [string, string][]>} */
  const entries = new WeakMap();
  /** @param {WordFile} file */
  const entriesOf = (file) => {
    let known = entries.get(file);
    if (!known) {
      const postings = file[1].split(" ");
      known = file[0].split(" ").map((word, at) => [word, postings[at] ?? ""]);
      entries.set(file, known);
    }
    return known;
  };

  /** Returns indexed words that may match a word, with postings. @param {Index} index @param {string} word @returns {Promise<[string, string][]>} */
  async function candidates(index, word) {
    if (index.words) return entriesOf(index.words);
    const files = index.wordFiles ?? [];
    // Other forms of the word have the same beginning; most are in the same file.
    const beginning = word.slice(0, Math.max(3, word.length - 3));
    const own = fileOf(files, word);
    const near = [own];
    if (own > 0 && beginning < (files[own]?.[0] ?? "")) near.push(own - 1);
    if (files[own + 1]?.[0].startsWith(beginning)) near.push(own + 1);
    const parts = await Promise.all(near.map((at) => get(urlOf(index, files[at]?.[1] ?? ""))));
    return parts.flatMap(entriesOf);
  }

  /**
   * Returns the pages with a word. @param {Index} index @param {string} word @param {boolean} isTyped
   * @param {Set<string>} matched receives the indexed words
   */
  async function lookUp(index, word, isTyped, matched, isPhrase = false) {
    let known = await candidates(index, word);
    /** @param {(indexed: string) => number} quality @returns {[string, number, string][]} */
    const fitting = (quality) => known.flatMap(([indexed, postings]) => {
      const value = quality(indexed);
      return value > 0 ? [[indexed, value, postings]] : [];
    });
    let terms = fitting((indexed) => fit(word, indexed, isTyped));
    // "investmnt" may be a form of "invest", or "investment" with an error.
    if (terms.every(([indexed]) => !indexed.startsWith(word))) {
      terms = fitting((indexed) => Math.max(fit(word, indexed, isTyped), nearlyFit(word, indexed) * 1.5));
    }
    if (!terms.length && !index.words && word.length > 3) {
      // The error may be in the first letters, so that another file has the word.
      const others = [word.slice(1), (word[1] ?? "") + word[0] + word.slice(2)];
      known = (await Promise.all(others.map((other) => candidates(index, other)))).flat();
      terms = fitting((indexed) => nearlyFit(word, indexed));
    }
    /** @type {Map<number, Scores>} */
    const pages = new Map();
    // Words that only resemble the word are counted only if the site does not have it in any form, and found only if it may be
    // incomplete, too.
    const least = terms.some(([, value]) => value >= 0.8) ? 0.7 : 0;
    if (!isTyped) terms = terms.filter(([, value]) => value >= least);
    const counted = new Set();
    let most = 0;
    let isCommon = false;
    for (const [indexed, value, postings] of terms) {
      // The number of pages with the word precedes the "!" of reduced postings, unless the word is common.
      const [, total] = /^(\d*)!/.exec(postings) ?? [];
      // Common words of a phrase, such as "goods and services tax", are not marked, nor is "GSTR" for "gst".
      if (value >= least && (!isPhrase || total !== "")) matched.add(indexed);
      if (value >= 0.8 && total === "") isCommon = true;
      if (value >= least) most = Math.max(most, Number(total ?? 0));
      read(postings, (page, section, impact) => {
        if (value >= least) counted.add(page);
        const sections = pages.get(page) ?? new Map();
        pages.set(page, sections);
        sections.set(section, Math.max(sections.get(section) ?? 0, impact * value));
      });
    }
    const count = isCommon ? index.pages * 2 : Math.max(most, counted.size);
    // A word that only resembles a word of the site may be from another language.
    const certainty = terms.some(([indexed]) => fit(word, indexed, isTyped)) ? 1 : 0.5;
    return { pages, idf: count ? Math.log(1 + index.pages / count) * certainty : 0 };
  }

  /** @param {Map<number, Hit>} hits @param {number} page @returns {Hit} */
  const hitOf = (hits, page) => {
    const hit = hits.get(page) ?? { score: 0, mass: 0, sections: new Map() };
    hits.set(page, hit);
    return hit;
  };

  /** Adds the impacts of a word in a page to its hit. @param {Hit} hit @param {Scores} sections @param {number} factor */
  function add(hit, sections, factor) {
    let sum = 0;
    for (const [section, impact] of sections) {
      sum += impact;
      hit.sections.set(section, (hit.sections.get(section) ?? 0) + impact * factor);
    }
    const best = Math.max(...sections.values());
    hit.score += (best + 0.08 * Math.min(sum - best, 50)) * factor;
  }

  /**
   * Returns the pages with some words of the query, or with a synonym of them. @param {Index} index @param {string[]} span
   * @param {string[][]} others @param {boolean} isTyped @param {Set<string>} typed receives the indexed words that were typed
   * @param {Set<string>} similar receives those of synonyms
   */
  async function hitsOf(index, span, others, isTyped, typed, similar) {
    const own = await Promise.all(
      // In a phrase such as "goods and services tax", "and" is not marked.
      span.map((word, at) => lookUp(index, word, isTyped && at === span.length - 1, span.length > 1 && FILLERS.has(word) ? new Set() : typed)),
    );
    /** @type {Map<number, Hit>} */
    const hits = new Map();
    let total = 0;
    for (const { pages, idf } of own) {
      total += idf;
      for (const [page, sections] of pages) {
        const hit = hitOf(hits, page);
        hit.mass += idf;
        add(hit, sections, idf);
      }
    }
    for (const other of others) {
      /** @type {Set<string>} */
      const terms = new Set();
      const parts = await Promise.all(other.map((word) => lookUp(index, word, false, terms, other.length > 1)));
      const mean = parts.reduce((sum, part) => sum + part.idf, 0) / parts.length;
      // A rare synonym is worth no more than the word itself.
      const factor = total ? Math.min(1, total / span.length / mean) : 1;
      total ||= mean * span.length;
      for (const page of parts[0]?.pages.keys() ?? []) {
        if (!parts.every(({ pages }) => pages.has(page))) continue;
        const hit = { score: 0, mass: total, sections: new Map() };
        for (const part of parts) add(hit, part.pages.get(page) ?? new Map(), (0.85 * factor * part.idf * span.length) / parts.length);
        const known = hitOf(hits, page);
        if (hit.score <= known.score) continue;
        // The result links to the section with the words themselves, if there is one.
        if (known.sections.size) hit.sections = known.sections;
        hits.set(page, hit);
      }
      for (const term of terms) similar.add(term);
    }
    return { hits, total };
  }

  /** Splits the query into spans, each with its synonyms. @param {Index} index @param {string[]} query */
  function spans(index, query) {
    /** @type {{ span: string[], others: string[][] }[]} */
    const found = [];
    for (let at = 0; at < query.length; ) {
      let length = 1;
      /** @type {string[][]} */
      let others = [];
      for (const group of index.synonyms) {
        const phrases = group.map((phrase) => phrase.split(" "));
        for (const phrase of phrases) {
          const fits = phrase.every((word, i) => stem(word) === stem(query[at + i] ?? ""));
          if (!fits || phrase.length < length || (phrase.length === length && others.length)) continue;
          length = phrase.length;
          others = phrases.filter((other) => other !== phrase);
        }
      }
      found.push({ span: query.slice(at, at + length), others });
      at += length;
    }
    const telling = found.filter(({ span, others }) => others.length || !FILLERS.has(span[0] ?? ""));
    return telling.length ? telling : found;
  }

  /** @param {Index} index @param {number} page @returns {Promise<Page | undefined>} */
  async function record(index, page) {
    if (index.records) return index.records[page - 1];
    const files = index.recordFiles ?? [];
    const file = files[fileOf(files, page)];
    return file && (await get(urlOf(index, file[1])))[page - file[0]];
  }

  /** Returns the best pages. @param {string} text @param {number} [limit] */
  async function find(text, limit = 8) {
    const index = await getIndex();
    // A single letter is an article or an initial, unless it is being typed.
    const query = words(text).filter((word, at, all) => !/^[a-z]$/.test(word) || at === all.length - 1);
    const isTyped = /[\p{Alphabetic}\p{N}\p{M}]$/u.test(text);
    /** @type {Set<string>} */
    const typed = new Set();
    /** @type {Set<string>} */
    const similar = new Set();
    const found = spans(index, query);
    const parts = await Promise.all(
      found.map(({ span, others }, at) => hitsOf(index, span, others, isTyped && at === found.length - 1, typed, similar)),
    );
    const total = parts.reduce((sum, part) => sum + part.total, 0);
    /** @type {Map<number, Hit>} */
    const pages = new Map();
    for (const { hits } of parts) {
      for (const [page, one] of hits) {
        const hit = hitOf(pages, page);
        hit.score += one.score;
        hit.mass += one.mass;
        for (const [section, score] of one.sections) hit.sections.set(section, (hit.sections.get(section) ?? 0) + score);
      }
    }
    const ranked = [...pages].map(([page, { score, mass, sections }]) => {
      let best = 0;
      for (const [section, value] of sections) if (value > (sections.get(best) ?? 0)) best = section;
      const [label, weight] = index.collections[index.of.charCodeAt(page - 1) - 97 || 0] ?? ["", 1];
      const coverage = total ? mass / total : 0;
      return { page, best, label, coverage, score: (score + 0.5 * (sections.get(best) ?? 0)) * coverage ** 2 * weight };
    });
    const most = Math.max(0, ...ranked.map(({ coverage }) => coverage));
    const shown = ranked
      .filter(({ coverage }) => coverage >= most / 2)
      .sort((a, b) => b.score - a.score || a.page - b.page)
      .slice(0, limit);
    const results = await Promise.all(
      shown.map(async ({ page, best, label }) => {
        const [url = "", title = "", description = "", sections = []] = (await record(index, page)) ?? [];
        const [id, heading = "", excerpt = ""] = sections[best] ?? [];
        const text = (best && excerpt) || description || excerpt;
        // What was typed is marked, or, if the result does not show it, what means the same.
        const matched = words(`${title} ${heading} ${text}`).some((word) => typed.has(word)) ? typed : similar;
        return { url: id ? `${url}#${id}` : url, title, heading, text, label, matched };
      }),
    );
    return { results };
  }

  return { find, suggestions: async () => (await getIndex()).suggestions };
}
