import { classAt, DIGIT, LOWER, MARK, UPPER, widthAt } from './char-class.ts';
import { foldText } from './fold.ts';
import { createTerm, LONGEST_TERM } from './term.ts';
import type { Term, TermKind } from './term.ts';

/** What the characters of a word told while its end was looked for. */
export const HAS_LOWER = 1;
export const INNER_CAPITAL = 2;

/**
 * Where the word that begins here ends, and its flags: `end * 4 + flags`, one number, so that nothing is allocated for
 * each word of a vault.
 */
export function measureWord(text: string, from: number, to: number): number {
  let at = from;
  let flags = 0;
  while (at < to) {
    const found = classAt(text, at);
    if (found === LOWER) flags |= HAS_LOWER;
    else if (found === UPPER) flags |= at > from ? INNER_CAPITAL : 0;
    else if (found !== DIGIT && found !== MARK) break;
    at += text.charCodeAt(at) < 0xd800 ? 1 : widthAt(text, at);
  }
  return at * 4 + flags;
}

/** Adds the word between two places: whole, and by part where inner capitals divide it. */
export function putWord(text: string, from: number, to: number, flags: number, into: Term[]): void {
  // Marks fold away, so a long word may be short enough folded; this only bounds the work.
  if (to - from > LONGEST_RAW) return;
  const raw = text.slice(from, to);
  const term = read(raw, flags);
  if (term.text.length > LONGEST_TERM || term.text === '') return;
  into.push(term);
  for (const part of term.parts) into.push(part);
}

/** The term of a character or a pair of them from a script without spaces. */
export function putPair(folded: string, into: Term[]): void {
  into.push(read(folded, 0));
}

export const LONGEST_RAW = 4 * LONGEST_TERM;

function read(raw: string, flags: number): Term {
  const text = foldText(raw).replaceAll("'", '');
  const divided = (flags & INNER_CAPITAL) !== 0 && (flags & HAS_LOWER) !== 0 ? splitCapitals(raw) : [];
  if (divided.length < 2) return createTerm(text, kindOf(text));
  return createTerm(text, 'joined', looksRandom(raw) ? [] : divided.map((part) => read(part, 0)));
}

function kindOf(text: string): TermKind {
  if (/^[a-z]+$/.test(text)) return 'latin';
  return /^[\u0430-\u045f]+$/.test(text) ? 'cyrillic' : 'exact';
}

/** `getUserName` → get, User, Name; `HTMLParser` → HTML, Parser; digits stay with what stands before them. */
function splitCapitals(raw: string): string[] {
  return raw.split(/(?<=[\p{Ll}\p{Nd}\p{M}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u);
}

/** Encoded data: long, with digits, and changing between small letters, capitals and digits at every other step. */
function looksRandom(raw: string): boolean {
  if (raw.length < 20 || !/\d/.test(raw)) return false;
  const changes = raw.match(/[a-z](?=[A-Z\d])|[A-Z](?=[a-z\d])|\d(?=[A-Za-z])/g)?.length ?? 0;
  return changes > raw.length * 0.42;
}
