import type { PassageIndex, QueryTerm } from '../index/passage-index.ts';
import { isEdit } from '../index/near-terms.ts';
import type { QueryWord } from '../text/tokens.ts';
import { EDIT_WEIGHT, MOST_NEAR, PREFIX_WEIGHT, SHORTEST_GUESSED } from './constants.ts';

/** The words of a question as the vault may answer them. */
export interface ExpandedWords {
  /** What to look up: for each word the forms that the vault knows, or guesses at a word that it lacks. */
  readonly terms: readonly QueryTerm[];
  /** The same by word, for whoever shows where they stand. */
  readonly words: readonly QueryWord[];
  /** Words that the vault lacks, as folded. */
  readonly unknown: readonly string[];
}

/** Asks the index which words it knows, and for neighbours of those it does not. */
export async function expandWords(words: readonly QueryWord[], index: PassageIndex): Promise<ExpandedWords> {
  const asked = [...new Set(words.flatMap((word) => word.terms))];
  const known = await index.known(asked);
  const vocabulary = new Set(asked.filter((_term, at) => known[at] === true));
  const forms = await Promise.all(words.map((word) => formsOf(word, vocabulary, index)));
  return {
    terms: forms.flatMap((each, word) => each.map((form) => ({ ...form, word }))),
    words: words.map(({ word }, at) => ({ word, terms: (forms[at] ?? []).map((form) => form.term) })),
    unknown: words.filter(({ terms }) => !terms.some((term) => vocabulary.has(term))).map(({ word }) => word),
  };
}

type Form = Pick<QueryTerm, 'term' | 'weight'>;

async function formsOf(
  word: QueryWord,
  vocabulary: ReadonlySet<string>,
  index: PassageIndex,
): Promise<readonly Form[]> {
  const held = word.terms.filter((term) => vocabulary.has(term));
  if (held.length > 0) return held.map((term) => ({ term, weight: 1 }));
  const guesses = new Map<string, number>();
  for (const term of word.terms.filter((each) => each.length >= SHORTEST_GUESSED)) {
    for (const near of await index.near(term, MOST_NEAR)) {
      const weight = isEdit(term, near) ? EDIT_WEIGHT : PREFIX_WEIGHT;
      guesses.set(near, Math.max(weight, guesses.get(near) ?? 0));
    }
  }
  return [...guesses].map(([term, weight]) => ({ term, weight }));
}
