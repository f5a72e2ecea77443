import { LATIN_LANGUAGES } from './stem.ts';
import type { StemLanguage } from './stem.ts';
import { BIT } from './stop-words.ts';
import type { Term } from './term.ts';

/** How many stop words of each Latin language stand among the first terms of a text, in the order of `LATIN_LANGUAGES`. */
export function countStopWords(terms: readonly Term[]): readonly number[] {
  const counts = LATIN_LANGUAGES.map(() => 0);
  const to = Math.min(terms.length, TERMS_LOOKED_AT);
  for (let at = 0; at < to; at++) {
    const stop = terms[at]?.stop ?? 0;
    if (stop === 0) continue;
    LATIN_LANGUAGES.forEach((language, place) => {
      if ((stop & BIT[language]) !== 0) counts[place] = (counts[place] ?? 0) + 1;
    });
  }
  return counts;
}

/** The language with the most stop words; English where fewer than `needed` were found, or where it has as many. */
export function likeliest(counts: readonly number[], needed: number): StemLanguage {
  let best = 0;
  counts.forEach((count, at) => {
    if (count > (counts[best] ?? 0)) best = at;
  });
  return (counts[best] ?? 0) >= needed ? (LATIN_LANGUAGES[best] ?? 'en') : 'en';
}

/** Enough to know a language by; more would only cost. */
const TERMS_LOOKED_AT = 400;
