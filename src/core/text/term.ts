import { stemOf } from './stem.ts';
import type { StemLanguage } from './stem.ts';
import { stopLanguages } from './stop-words.ts';

/** How a term may be treated further. */
export type TermKind =
  /** As it stands: identifiers, numbers, character pairs. */
  | 'exact'
  /** The whole of an identifier or compound; its parts follow. */
  | 'joined'
  /** A word of a Latin or of a Cyrillic language: it has a stem. */
  | 'latin'
  | 'cyrillic';

/** A folded piece of a text as the scanner found it. */
export interface Term {
  /** Folded; it may point into the text it was found in. */
  readonly text: string;
  readonly kind: TermKind;
  /** The languages in which it is a stop word, as a sum of `BIT`s. */
  readonly stop: number;
  /** Where inner capitals divide a word: what follows it. */
  readonly parts: readonly Term[];
}

/** Hashes and encoded data fill an index with what nobody asks for; longer tokens are dropped, not cut. */
export const LONGEST_TERM = 64;

export function createTerm(text: string, kind: TermKind, parts: readonly Term[] = NONE): Term {
  const stop = kind === 'latin' || kind === 'cyrillic' ? stopLanguages(text) : 0;
  return { text, kind, stop, parts };
}

const NONE: readonly Term[] = [];

/** Adds a term unless it is empty or too long. */
export function put(text: string, kind: TermKind, into: Term[]): void {
  if (text.length > 0 && text.length <= LONGEST_TERM) into.push(createTerm(text, kind));
}

/** The index term of prose: the stem of a word, all else as it stands. `latin` is the language of Latin words. */
export function stemmedText({ text, kind }: Term, latin: StemLanguage): string {
  return kind === 'latin' || kind === 'cyrillic' ? stemOf(text, kind === 'cyrillic' ? 'ru' : latin) : text;
}
