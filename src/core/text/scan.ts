import { classAt, DENSE, DIGIT, HANGUL, LOWER, MARK, OTHER, PICTURE, UPPER, widthAt } from './char-class.ts';
import { readCompound } from './compound.ts';
import { foldText } from './fold.ts';
import { put } from './term.ts';
import type { Term } from './term.ts';
import { putPair } from './word.ts';

/**
 * Reads text from left to right and returns every term in order: folded words, identifiers whole and by part, character
 * pairs of scripts without spaces, emoji. One pass; each character is looked at a bounded number of times.
 */
export function scanTerms(text: string): Term[] {
  const terms: Term[] = [];
  scanInto(terms, text, true);
  return terms;
}

/** `urls` is false inside a URL: one that holds another is read once. */
function scanInto(terms: Term[], text: string, urls: boolean): void {
  for (let at = 0; at < text.length;) at = scanStep(terms, text, at, urls);
}

/** Adds the terms of what begins at this place, nothing where nothing does; returns where to go on, further in the text. */
export function scanStep(terms: Term[], text: string, at: number, urls: boolean): number {
  const to = text.length;
  switch (classAt(text, at)) {
    case LOWER:
    case UPPER:
    case DIGIT: {
      const url = urls ? urlAt(text, at) : null;
      if (url === null) return isEncodedData(text, at) ? pastEncodedData(text, at) : readCompound(text, at, to, terms);
      scanInto(terms, url.words, false);
      return url.end;
    }
    case DENSE:
      return readRun(text, at, to, DENSE, terms);
    case HANGUL:
      return readRun(text, at, to, HANGUL, terms);
    case PICTURE: {
      const end = at + widthAt(text, at);
      putPair(text.slice(at, end), terms);
      return end;
    }
    case OTHER:
      return isDotNet(text, at) ? putDotNet(at, terms) : at + widthAt(text, at);
    default:
      return at + widthAt(text, at);
  }
}

/** A run of a script without spaces as pairs of neighbours; a Hangul word also whole; one character by itself. */
function readRun(text: string, at: number, to: number, kind: number, into: Term[]): number {
  let end = at;
  while (end < to) {
    const found = classAt(text, end);
    if (found !== kind && found !== MARK) break;
    end += widthAt(text, end);
  }
  const folded = foldText(text.slice(at, end));
  if (kind === HANGUL) put(folded, 'exact', into);
  let before = 0;
  let place = widthAt(folded, 0);
  if (kind === DENSE && place >= folded.length && folded !== '') putPair(folded, into);
  while (place < folded.length) {
    const next = place + widthAt(folded, place);
    if (kind === DENSE || next - before < folded.length) putPair(folded.slice(before, next), into);
    before = place;
    place = next;
  }
  return end;
}

function isDotNet(text: string, at: number): boolean {
  if (text.charCodeAt(at) !== 46 || !/^\.net$/i.test(text.slice(at, at + 4))) return false;
  const before = at === 0 ? OTHER : classAt(text, at - 1);
  const after = at + 4 >= text.length ? OTHER : classAt(text, at + 4);
  return !isWordClass(before) && !isWordClass(after) && !/[+#.]/.test(text.charAt(at - 1));
}

function putDotNet(at: number, into: Term[]): number {
  put('dotnet', 'exact', into);
  return at + 4;
}

function isWordClass(found: number): boolean {
  return found === LOWER || found === UPPER || found === DIGIT;
}

/** A URL as it is read: the words of its host and path, and where it ends. */
export interface UrlWords {
  readonly words: string;
  readonly end: number;
}

/** The URL that begins at this place; null where none does. Its query string and its fragment say nothing to a reader. */
export function urlAt(text: string, at: number): UrlWords | null {
  const first = text.charCodeAt(at) | 32;
  if (first !== 104 && first !== 102) return null; // h, f
  SCHEME.lastIndex = at;
  if (!SCHEME.test(text)) return null;
  const start = SCHEME.lastIndex;
  URL_UNITS.lastIndex = start;
  const end = URL_UNITS.test(text) ? URL_UNITS.lastIndex : start;
  const whole = text.slice(start, end);
  const cut = whole.search(/[?#]/);
  const words = cut < 0 ? whole : whole.slice(0, cut);
  return { words: words.includes('%') ? decoded(words) : words, end };
}

const SCHEME = /(?:https?|ftp|file):\/\//iy;
const URL_UNITS = /[^\s()<>[\]"'`{}|\\^]+/y;

/** What follows `base64,` in a data URL says nothing to a reader. */
function isEncodedData(text: string, at: number): boolean {
  return (text.charCodeAt(at) | 32) === 98 && text.startsWith('base64,', at); // b
}

function pastEncodedData(text: string, at: number): number {
  ENCODED_UNITS.lastIndex = at + 'base64,'.length;
  return ENCODED_UNITS.test(text) ? ENCODED_UNITS.lastIndex : at + 'base64,'.length;
}

const ENCODED_UNITS = /[A-Za-z0-9+/=]+/y;

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
