import { classAt, DIGIT, LOWER, MARK, UPPER, widthAt } from './char-class.ts';
import { flat, foldText } from './fold.ts';

/** How a term may be treated further: as it stands, or as a word of a Latin or a Cyrillic language that has a stem. */
export const EXACT = 0;
export const LATIN = 1;
export const CYRILLIC = 2;
/** The whole of an identifier or compound, whose parts follow: as it stands. */
export const JOINED = 3;

export type TermKind = typeof EXACT | typeof LATIN | typeof CYRILLIC | typeof JOINED;
export type Emit = (term: string, kind: TermKind) => void;

/** Hashes and encoded data fill an index with what nobody asks for; longer tokens are dropped, not cut. */
export const LONGEST_TERM = 64;

/** Emits a term unless it is empty or too long; what is emitted holds no other text in memory. */
export function put(term: string, kind: TermKind, emit: Emit): void {
  if (term.length > 0 && term.length <= LONGEST_TERM) emit(flat(term), kind);
}

/** What the characters of a word told while its end was looked for. */
export const BEYOND_ASCII = 1;
export const HAS_DIGIT = 2;
export const INNER_CAPITAL = 4;
export const HAS_LOWER = 8;

/** Where the word that begins here ends, and its flags: `end * 16 + flags`, one number so that nothing is allocated. */
export function measureWord(text: string, from: number, to: number): number {
  let at = from;
  let flags = 0;
  while (at < to) {
    const found = classAt(text, at);
    if (found === LOWER) flags |= HAS_LOWER;
    else if (found === UPPER) flags |= at > from ? INNER_CAPITAL : 0;
    else if (found === DIGIT) flags |= HAS_DIGIT;
    else if (found !== MARK) break;
    if (text.charCodeAt(at) > 127) {
      flags |= BEYOND_ASCII;
      at += widthAt(text, at);
    } else at++;
  }
  return at * 16 + flags;
}

/** Emits the word between two places: whole, and by part where inner capitals divide it. */
export function putWord(text: string, from: number, to: number, flags: number, emit: Emit): void {
  // Marks may fold away, so the raw length only bounds the work.
  if (to - from > 4 * LONGEST_TERM) return;
  const raw = text.slice(from, to);
  if ((flags & INNER_CAPITAL) !== 0 && (flags & HAS_LOWER) !== 0) {
    const parts = splitCapitals(raw);
    if (parts.length > 1) {
      put(foldText(raw), JOINED, emit);
      if (!looksRandom(raw)) for (const part of parts) putFolded(part, emit);
      return;
    }
  }
  if ((flags & BEYOND_ASCII) !== 0) putFolded(raw, emit);
  else put(raw.toLowerCase(), (flags & HAS_DIGIT) === 0 ? LATIN : EXACT, emit);
}

interface Folded {
  readonly term: string;
  readonly kind: TermKind;
}

const folded = new Map<string, Folded>();
const FOLDED_REMEMBERED = 50_000;

/** Emits a folded word; words beyond ASCII are remembered, since folding them costs a microsecond each. */
function putFolded(raw: string, emit: Emit): void {
  let found = folded.get(raw);
  if (found === undefined) {
    const term = flat(foldText(raw).replaceAll("'", ''));
    found = { term, kind: kindOf(term) };
    if (folded.size >= FOLDED_REMEMBERED) folded.clear();
    folded.set(flat(raw), found);
  }
  put(found.term, found.kind, emit);
}

function kindOf(term: string): TermKind {
  if (/^[a-z]+$/.test(term)) return LATIN;
  return /^[\u0430-\u045f]+$/.test(term) ? CYRILLIC : EXACT;
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
