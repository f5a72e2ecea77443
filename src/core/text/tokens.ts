import { foldText } from './fold.ts';
import { countStopWords, likeliest } from './language.ts';
import { scanTerms } from './scan.ts';
import { LATIN_LANGUAGES } from './stem.ts';
import type { StemLanguage } from './stem.ts';
import { BIT } from './stop-words.ts';
import { LONGEST_TERM, stemmedText } from './term.ts';
import { sharedBook } from './term-book.ts';
import type { Term } from './term.ts';

export type { StemLanguage } from './stem.ts';

/**
 * The index terms of prose, in order of the text: folded, words by their stem, identifiers and everything else as
 * they stand. Stop words are kept. `language` is the note's (`guessLanguage` of its whole prose); absent, it is guessed
 * from this text. Cyrillic words take the Russian stem in any case. Every term is flat: fit to be a long-lived key.
 */
export function proseTerms(text: string, language?: StemLanguage): string[] {
  return sharedBook.prose(text, language ?? sharedBook.languageOf(text)).list();
}

/** The index terms of the parts of one text, each as `proseTerms` gives them in the language of the whole; read only once. */
export function proseTermsOf(parts: readonly string[]): string[][] {
  const sample = sharedBook.sample(parts);
  return parts.map((part, place) =>
    (sharedBook.sampled(sample, place) ?? sharedBook.prose(part, sample.language)).list(),
  );
}

/** The index terms of code, in order: as `proseTerms`, without stemming. */
export function codeTerms(text: string): string[] {
  return sharedBook.code(text).list();
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
    if (whole !== '' && whole.length <= LONGEST_TERM) found.add(whole);
    for (const term of scanTerms(segment)) found.add(term.text).add(stemmedText(term, language));
  }
  return [...found];
}

/** The language of a text's Latin words by its stop words; English where they do not say. */
export function guessLanguage(text: string): StemLanguage {
  return sharedBook.languageOf(text);
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
  const terms = scanTerms(text);
  const counts = countStopWords(terms);
  const stems = new Set<StemLanguage>([likeliest(counts, 1), ...(languages ?? LATIN_LANGUAGES)]);
  const stopping = stoppingBits(counts);
  const names = acronyms(text);
  const words = new Map<string, QueryWord>();
  const stopped = new Map<string, QueryWord>();
  for (const term of terms) {
    const isStop = (term.stop & stopping) !== 0 && !names.has(term.text);
    (isStop ? stopped : words).set(term.text, { word: term.text, terms: alternatives(term, stems) });
  }
  const kept = words.size > 0 ? words : stopped;
  return {
    terms: [...new Set([...kept.values()].flatMap((each) => each.terms))],
    stopped: words.size > 0 ? [...stopped.keys()].filter((word) => !words.has(word)) : [],
    words: [...kept.values()],
  };
}

/** Tags nested deeper than this are read to this depth. */
const DEEPEST_TAG = 16;
/** A language is believed in a query with this many of its stop words. */
const EVIDENCE = 2;

/** The stems of a word in each language, the likeliest first, then the word itself. */
function alternatives(term: Term, languages: Iterable<StemLanguage>): readonly string[] {
  const found = new Set<string>();
  for (const language of languages)
    if (language !== 'ru' || term.kind === 'cyrillic') found.add(stemmedText(term, language));
  return [...found.add(term.text)];
}

/**
 * Whose stop words leave a query: English, Russian (by its script) and Portuguese always; another language's only where
 * the query shows it twice, since `die`, `son` or `sur` are words elsewhere.
 */
function stoppingBits(counts: readonly number[]): number {
  return LATIN_LANGUAGES.reduce(
    (bits, language, at) => ((counts[at] ?? 0) >= EVIDENCE ? bits | BIT[language] : bits),
    BIT.en | BIT.ru | BIT.pt,
  );
}

/** Words in capitals in a query that also has small letters: OS, IT, WHO are then names, not stop words. */
function acronyms(text: string): ReadonlySet<string> {
  if (!/\p{Ll}/u.test(text)) return new Set();
  return new Set((text.match(/(?<!\p{L})\p{Lu}{2,8}(?!\p{L})/gu) ?? []).map(foldText));
}
