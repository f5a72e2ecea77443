import { LATIN_LANGUAGES } from './stem.ts';
import type { StemLanguage } from './stem.ts';
import { BIT, stopLanguages } from './stop-words.ts';

/** How many stop words each Latin language finds among folded words, in the order of `LATIN_LANGUAGES`. */
export function countStopWords(words: Iterable<string>): readonly number[] {
  const counts = LATIN_LANGUAGES.map(() => 0);
  let looked = 0;
  for (const word of words) {
    if (++looked > WORDS_LOOKED_AT) break;
    const bits = stopLanguages(word);
    if (bits === 0) continue;
    LATIN_LANGUAGES.forEach((language, at) => {
      if ((bits & BIT[language]) !== 0) counts[at] = (counts[at] ?? 0) + 1;
    });
  }
  return counts;
}

/** The language with the most stop words: English where too few were found to say, or where it is as good. */
export function likeliest(counts: readonly number[], needed: number): StemLanguage {
  let best = 0;
  counts.forEach((count, at) => {
    if (count > (counts[best] ?? 0)) best = at;
  });
  return (counts[best] ?? 0) >= needed ? (LATIN_LANGUAGES[best] ?? 'en') : 'en';
}

/** Enough words to know a language by; more would only cost. */
const WORDS_LOOKED_AT = 500;
