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
  const to = text.length;
  let at = 0;
  while (at < to) {
    switch (classAt(text, at)) {
      case LOWER:
      case UPPER:
      case DIGIT:
        if (urls && isUrl(text, at)) at = readUrl(text, at, to, terms);
        else at = isEncodedData(text, at) ? pastEncodedData(text, at, to) : readCompound(text, at, to, terms);
        break;
      case DENSE:
        at = readRun(text, at, to, DENSE, terms);
        break;
      case HANGUL:
        at = readRun(text, at, to, HANGUL, terms);
        break;
      case PICTURE: {
        const end = at + widthAt(text, at);
        putPair(text.slice(at, end), terms);
        at = end;
        break;
      }
      case OTHER:
        at = isDotNet(text, at) ? putDotNet(at, terms) : at + widthAt(text, at);
        break;
      default:
        at += widthAt(text, at);
    }
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

function isUrl(text: string, at: number): boolean {
  const first = text.charCodeAt(at) | 32;
  if (first !== 104 && first !== 102) return false; // h, f
  return /^(https?|ftp|file):\/\/$/i.test(text.slice(at, schemeEnd(text, at)));
}

/** Just past `://` when it stands within the eight units of the longest scheme, else where it began. */
function schemeEnd(text: string, at: number): number {
  const colon = text.slice(at, at + 8).indexOf('://');
  return colon < 0 ? at : at + colon + 3;
}

/** Host and path words of a URL, once each place; the query string and the fragment say nothing to a reader. */
function readUrl(text: string, at: number, to: number, into: Term[]): number {
  const start = schemeEnd(text, at);
  let end = start;
  while (end < to && !URL_END.test(text.charAt(end))) end++;
  const cut = text.slice(start, end).search(/[?#]/);
  const words = cut < 0 ? text.slice(start, end) : text.slice(start, start + cut);
  const plain = words.includes('%') ? decoded(words) : words;
  scanInto(into, plain, false);
  return Math.max(end, at + 1);
}

/** What follows `base64,` in a data URL says nothing to a reader. */
function isEncodedData(text: string, at: number): boolean {
  return (text.charCodeAt(at) | 32) === 98 && text.startsWith('base64,', at); // b
}

function pastEncodedData(text: string, at: number, to: number): number {
  let end = at + 'base64,'.length;
  while (end < to && /[A-Za-z0-9+/=]/.test(text.charAt(end))) end++;
  return end;
}

const URL_END = /[\s()<>[\]"'`{}|\\^]/;

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
