import { classAt, DENSE, DIGIT, HANGUL, LOWER, MARK, OTHER, PICTURE, UPPER, widthAt } from './char-class.ts';
import { readCompound } from './compound.ts';
import { foldText } from './fold.ts';
import type { Emit } from './word.ts';
import { EXACT, put } from './word.ts';

/**
 * Reads text from left to right and emits every term in order: folded words, identifiers whole and by part, character
 * pairs of scripts without spaces, emoji. One pass; each character is looked at a bounded number of times.
 */
export function scanTerms(text: string, emit: Emit): void {
  scanRange(text, true, emit);
}

/** `urls` is false inside a URL: one that holds another is read once. */
function scanRange(text: string, urls: boolean, emit: Emit): void {
  const to = text.length;
  let at = 0;
  while (at < to) {
    switch (classAt(text, at)) {
      case LOWER:
      case UPPER:
      case DIGIT:
        at = urls && isUrl(text, at) ? readUrl(text, at, to, emit) : readCompound(text, at, to, emit);
        break;
      case DENSE:
        at = readRun(text, at, to, DENSE, emit);
        break;
      case HANGUL:
        at = readRun(text, at, to, HANGUL, emit);
        break;
      case PICTURE: {
        const end = at + widthAt(text, at);
        put(text.slice(at, end), EXACT, emit);
        at = end;
        break;
      }
      case OTHER:
        at = isDotNet(text, at) ? emitDotNet(at, emit) : at + widthAt(text, at);
        break;
      default:
        at += widthAt(text, at);
    }
  }
}

/** A run of a script without spaces as pairs of neighbours; a Hangul word also whole; one character by itself. */
function readRun(text: string, at: number, to: number, kind: number, emit: Emit): number {
  let end = at;
  while (end < to) {
    const found = classAt(text, end);
    if (found !== kind && found !== MARK) break;
    end += widthAt(text, end);
  }
  const folded = foldText(text.slice(at, end));
  if (kind === HANGUL) put(folded, EXACT, emit);
  let last = '';
  let count = 0;
  for (const char of folded) {
    if (count > 0 && (kind === DENSE || folded.length > 2)) put(last + char, EXACT, emit);
    last = char;
    count++;
  }
  if (kind === DENSE && count === 1) put(folded, EXACT, emit);
  return end;
}

function isDotNet(text: string, at: number): boolean {
  if (text.charCodeAt(at) !== 46 || !/^\.net$/i.test(text.slice(at, at + 4))) return false;
  const before = at === 0 ? OTHER : classAt(text, at - 1);
  const after = at + 4 >= text.length ? OTHER : classAt(text, at + 4);
  return !isWordClass(before) && !isWordClass(after) && !/[+#.]/.test(text.charAt(at - 1));
}

function emitDotNet(at: number, emit: Emit): number {
  put('dotnet', EXACT, emit);
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
function readUrl(text: string, at: number, to: number, emit: Emit): number {
  const start = schemeEnd(text, at);
  let end = start;
  while (end < to && !URL_END.test(text.charAt(end))) end++;
  const cut = text.slice(start, end).search(/[?#]/);
  const words = cut < 0 ? text.slice(start, end) : text.slice(start, start + cut);
  const plain = words.includes('%') ? decoded(words) : words;
  scanRange(plain, false, emit);
  return Math.max(end, at + 1);
}

const URL_END = /[\s()<>[\]"'`{}|\\^]/;

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
