import { codeTerms, proseTerms, queryTerms, tagTerms } from '../text/tokens.ts';

/** How much of a lesson a note speaks of already. */
export interface SharedWords {
  /** Words of the lesson that the note holds, and all that count. */
  readonly shared: number;
  readonly all: number;
}

/**
 * Counts the words of a lesson that a note holds in any form. Stop words do not count, nor do those of `themes` (domain and
 * tags): all notes of a domain share them. Linear.
 */
export function sharedWords(lesson: string, note: string, themes: readonly string[]): SharedWords {
  const common = new Set(themes.flatMap((theme) => [...tagTerms(theme), ...proseTerms(theme)]));
  const held = new Set([...proseTerms(note), ...codeTerms(note)]);
  const words = queryTerms(lesson).words.filter(({ terms }) => !terms.some((term) => common.has(term)));
  return { shared: words.filter(({ terms }) => terms.some((term) => held.has(term))).length, all: words.length };
}

/**
 * Whether the note speaks of the same subject. Standing out says little where few notes are near: in a small vault the only
 * note of a domain stands out for every lesson. Judged (`bench/learn`): lessons of other subjects share a fifth of their words at most,
 * lessons that belong to the note a quarter and more.
 */
export function sameSubject({ shared, all }: SharedWords): boolean {
  return shared >= LEAST_SHARE * all && shared >= Math.min(LEAST_WORDS, all);
}

const LEAST_SHARE = 0.25;
const LEAST_WORDS = 3;
