import { foldText } from './fold.ts';
import { countStopWords, likeliest } from './language.ts';
import { scanTerms } from './scan.ts';
import { LATIN_LANGUAGES, stemOf } from './stem.ts';
import type { StemLanguage } from './stem.ts';
import { isStopWord } from './stop-words.ts';
import { CYRILLIC, JOINED, LATIN, LONGEST_TERM, put } from './word.ts';
import type { TermKind } from './word.ts';

export type { StemLanguage } from './stem.ts';

/**
 * The index terms of prose, in order of the text: folded, words by their stem, identifiers and everything else as
 * they stand. Stop words are kept. `language` is the note's (`guessLanguage` of its whole prose); absent, it is guessed
 * from this text. Cyrillic words take the Russian stem in any case. Every term is flat: fit to be a long-lived key.
 */
export function proseTerms(text: string, language?: StemLanguage): string[] {
  const { terms, kinds } = scanned(text);
  const latin = language ?? guessed(terms, kinds);
  for (let at = 0; at < terms.length; at++) {
    const kind = kinds[at];
    if (kind === LATIN) terms[at] = stemOf(terms[at] ?? '', latin);
    else if (kind === CYRILLIC) terms[at] = stemOf(terms[at] ?? '', 'ru');
  }
  return terms;
}

/** The index terms of code, in order: as `proseTerms`, without stemming. */
export function codeTerms(text: string): string[] {
  return scanned(text).terms;
}

/**
 * The index terms of a tag (with or without `#`): each prefix of a nested tag in its joined form, and its words both as they
 * stand and stemmed; each once. `Project/Alpha-X` → project, projectalphax, alpha, x, alphax.
 */
export function tagTerms(tag: string, language: StemLanguage = 'en'): string[] {
  const found = new Set<string>();
  let whole = '';
  for (const segment of tag.replace(/^#/, '').split('/', DEEPEST_TAG)) {
    whole += foldText(segment).replace(/[^\p{L}\p{N}\p{M}]/gu, '');
    put(whole, JOINED, (term) => found.add(term));
    const { terms, kinds } = scanned(segment);
    terms.forEach((term, at) => {
      found.add(term);
      found.add(stemmed(term, kinds[at], language));
    });
  }
  return [...found];
}

/** The language of a text's Latin words by its stop words; English where they do not say. */
export function guessLanguage(text: string): StemLanguage {
  const { terms, kinds } = scanned(text.length > GUESSED_FROM ? text.slice(0, GUESSED_FROM) : text);
  return guessed(terms, kinds);
}

export interface QueryWord {
  /** The word as it was folded. */
  readonly word: string;
  /** The index terms that stand for it, the likeliest first: its stems, then itself (identifiers, code). */
  readonly terms: readonly string[];
}

export interface QueryTerms {
  /** Every index term to look up, each once, in order of the query. */
  readonly terms: readonly string[];
  /** Stop words left out; empty where nothing else was in the query, since then they are looked up. */
  readonly stopped: readonly string[];
  /** The same terms by word of the query: those of one word are alternatives, not further evidence. */
  readonly words: readonly QueryWord[];
}

/**
 * The index terms of a question, from the tokenizer that indexed. A word stands for its stem in each of `languages` (those that
 * the vault's notes use; absent, English, and the language the question itself seems to be in) and for itself.
 */
export function queryTerms(text: string, languages?: readonly StemLanguage[]): QueryTerms {
  const { terms, kinds } = scanned(text);
  const counts = countStopWords(terms);
  const own = likeliest(counts, 1);
  const stems = new Set<StemLanguage>([own, ...(languages ?? LATIN_LANGUAGES)]);
  const stopping = stopLanguagesOf(counts);
  const capitals = acronyms(text);
  const words = new Map<string, QueryWord>();
  const stopped = new Map<string, QueryWord>();
  terms.forEach((word, at) => {
    const kind = kinds[at];
    const isStop =
      (kind === LATIN || kind === CYRILLIC) && !capitals.has(word) && stopping.some((l) => isStopWord(word, l));
    (isStop ? stopped : words).set(word, { word, terms: alternatives(word, kind, stems) });
  });
  const kept = words.size > 0 ? words : stopped;
  return {
    terms: [...new Set([...kept.values()].flatMap((each) => each.terms))],
    stopped: words.size > 0 ? [...stopped.keys()].filter((word) => !words.has(word)) : [],
    words: [...kept.values()],
  };
}

/** Tags nested deeper than this are read to this depth. */
const DEEPEST_TAG = 16;
/** UTF-16 units that suffice to know a language by. */
const GUESSED_FROM = 4_000;
/** A language is believed in a text with this many of its stop words. */
const EVIDENCE = 2;

interface Scanned {
  readonly terms: string[];
  readonly kinds: TermKind[];
}

function scanned(text: string): Scanned {
  const terms: string[] = [];
  const kinds: TermKind[] = [];
  scanTerms(text, (term, kind) => {
    terms.push(term);
    kinds.push(kind);
  });
  return { terms, kinds };
}

function guessed(terms: readonly string[], kinds: readonly TermKind[]): StemLanguage {
  return likeliest(countStopWords(latinOnly(terms, kinds)), EVIDENCE);
}

function* latinOnly(terms: readonly string[], kinds: readonly TermKind[]): Iterable<string> {
  for (let at = 0; at < terms.length; at++) if (kinds[at] === LATIN) yield terms[at] ?? '';
}

function stemmed(word: string, kind: TermKind | undefined, language: StemLanguage): string {
  if (kind === LATIN) return stemOf(word, language);
  return kind === CYRILLIC ? stemOf(word, 'ru') : word;
}

function alternatives(word: string, kind: TermKind | undefined, languages: Iterable<StemLanguage>): readonly string[] {
  const found = new Set<string>();
  for (const language of languages)
    if (language !== 'ru' || kind === CYRILLIC) found.add(stemmed(word, kind, language));
  found.add(word);
  return [...found];
}

/**
 * Whose stop words leave a query: English, Russian (by its script) and Portuguese always; another language's only where the
 * query shows it twice, since `die`, `son` or `sur` are words elsewhere.
 */
function stopLanguagesOf(counts: readonly number[]): readonly StemLanguage[] {
  const seen = LATIN_LANGUAGES.filter((language, at) => language === 'pt' || (counts[at] ?? 0) >= EVIDENCE);
  return [...new Set<StemLanguage>(['en', 'ru', ...seen])];
}

/** Words in capitals in a query that also has small letters: OS, IT, WHO are then names, not stop words. */
function acronyms(text: string): ReadonlySet<string> {
  if (!/\p{Ll}/u.test(text)) return new Set();
  const found = text.match(/(?<!\p{L})\p{Lu}{2,8}(?!\p{L})/gu) ?? [];
  return new Set(found.filter((word) => word.length <= LONGEST_TERM).map(foldText));
}
