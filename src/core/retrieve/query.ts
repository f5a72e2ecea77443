import { foldText } from '../text/fold.ts';
import { queryTerms } from '../text/tokens.ts';
import type { QueryTerms, StemLanguage } from '../text/tokens.ts';

/** A question as its words, its exact phrases, and what a note must not hold. */
export interface ParsedQuery {
  /** The words to rank by, those of the phrases included; no stop words, unless there is nothing else. */
  readonly wanted: QueryTerms;
  /** What a note must hold word for word, as written between the quotes. See `phraseFinder`. */
  readonly phrases: readonly string[];
  readonly unwanted: readonly Unwanted[];
}

/** What excludes a note: any of `terms`; where there are none, the phrase itself in its text. */
export interface Unwanted {
  readonly text: string;
  readonly terms: readonly string[];
}

/** UTF-16 units of a query that are read; the rest is passed over. */
export const LONGEST_QUERY = 1_024;
/** Words of a query that are looked up. */
export const MOST_WORDS = 64;

/**
 * Reads a query: `"a phrase"` (typographic quotes too), `-word` and `-"a phrase"` to exclude, all else words. A quote that is not
 * closed is no quote; a hyphen excludes only at the begin of a word, and `--flag` is a word. `languages` as for `queryTerms`.
 * Nothing wanted (`wanted.words` empty) where the query holds no letter or digit, or exclusions only.
 */
export function parseQuery(text: string, languages?: readonly StemLanguage[]): ParsedQuery {
  const pieces = piecesOf(cutAtCodePoint(text, LONGEST_QUERY));
  const little = stopWordsAmong(pieces, languages);
  const wanted = pieces.filter((piece, at) => !piece.minus || isPartOfSentence(piece, pieces[at - 1], little));
  const unwanted = pieces.filter((piece) => !wanted.includes(piece));
  return {
    wanted: firstWords(queryTerms(wanted.map((piece) => piece.text).join(' '), languages)),
    phrases: wanted.filter(({ quoted }) => quoted).map((piece) => piece.text),
    unwanted: unwanted.map((piece) =>
      piece.quoted ? { text: piece.text, terms: [] } : unwantedWord(piece.text, languages),
    ),
  };
}

interface Piece {
  readonly text: string;
  readonly quoted: boolean;
  readonly minus: boolean;
}

function piecesOf(text: string): readonly Piece[] {
  const pieces: Piece[] = [];
  for (const found of text.matchAll(PIECE)) {
    const { minus, a, b, c, d, plain = '' } = found.groups ?? {};
    const phrase = (a ?? b ?? c ?? d)?.trim();
    const piece = { text: phrase ?? plain, quoted: phrase !== undefined, minus: minus !== undefined };
    if (hasWord(piece.text)) pieces.push(piece);
  }
  return pieces;
}

/** The stop words of a query that has a hyphen to judge; in other queries nobody asks. */
function stopWordsAmong(pieces: readonly Piece[], languages: readonly StemLanguage[] | undefined): ReadonlySet<string> {
  if (!pieces.some(({ minus }) => minus)) return new Set();
  return new Set(queryTerms(pieces.map((piece) => piece.text).join(' '), languages).stopped);
}

/**
 * Whether a hyphen before a word is a sentence's own and excludes nothing: in `Ein- und -ausgabe` or `a list with -v`, where a
 * little word goes before it, and before a single letter, which is a flag of a command (`commit -m`).
 */
function isPartOfSentence(piece: Piece, before: Piece | undefined, little: ReadonlySet<string>): boolean {
  if (piece.quoted) return false;
  if (/^[a-z]$/i.test(piece.text)) return true;
  if (before === undefined || before.quoted || before.minus) return false;
  const word = foldText(before.text);
  return little.has(word) && !NEGATIONS.has(word);
}

/** Little words after which a hyphen excludes all the same: `but not -draft`. */
const NEGATIONS = new Set(['not', 'no', 'nao', 'nicht', 'ohne', 'without', 'sem', 'sin', 'sans', 'pas', 'не', 'без']);

/**
 * A test whether a text holds a phrase: case, accents, width, punctuation, markup and line breaks aside, whole words only
 * (in scripts without spaces, anywhere). Linear in the text.
 */
export function phraseFinder(phrase: string): (text: string) => boolean {
  const sought = bare(phrase).trim();
  if (sought === '') return () => false;
  const before = DENSE_START.test(sought) ? '' : ' ';
  const after = DENSE_END.test(sought) ? '' : ' ';
  return (text) => ` ${bare(text)} `.includes(before + sought + after);
}

/** The first units of a text, at most `limit`, never half of a surrogate pair. */
export function cutAtCodePoint(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const last = text.charCodeAt(limit - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? limit - 1 : limit);
}

// A phrase in one of four styles of quotes, or a run without spaces and quotes; either may have an excluding hyphen.
const PIECE =
  /(?:(?<!\S)(?<minus>-)(?=[^\s-]))?(?:"(?<a>[^"]*)"|\u201c(?<b>[^\u201c\u201d]*)\u201d|\u00ab(?<c>[^\u00ab\u00bb]*)\u00bb|\u300c(?<d>[^\u300c\u300d]*)\u300d|(?<plain>[^\s"\u201c\u201d\u00ab\u00bb\u300c\u300d]+))/gu;

const DENSE_LETTER =
  '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}\\u30fc]';
const DENSE_START = new RegExp(`^${DENSE_LETTER}`, 'u');
const DENSE_END = new RegExp(`${DENSE_LETTER}\\p{M}*$`, 'u');

/** Words and single spaces; `+` and `#` stay where they end a word (`C++`, `C#`). */
function bare(text: string): string {
  return foldText(text)
    .replace(/[^\p{L}\p{N}\p{M}+#]+|(?<![\p{L}\p{N}+#])[+#]+/gu, ' ')
    .replace(/ {2,}/g, ' ');
}

function hasWord(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}

/** A plain word excludes by its terms; one that the tokenizer divides, by its text. */
function unwantedWord(text: string, languages: readonly StemLanguage[] | undefined): Unwanted {
  const { words } = queryTerms(text, languages);
  return { text, terms: words.length === 1 ? (words[0]?.terms ?? []) : [] };
}

function firstWords(query: QueryTerms): QueryTerms {
  if (query.words.length <= MOST_WORDS) return query;
  const words = query.words.slice(0, MOST_WORDS);
  return { ...query, words, terms: [...new Set(words.flatMap((each) => each.terms))] };
}
