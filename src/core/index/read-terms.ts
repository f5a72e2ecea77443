import { sharedBook, type ReadTerms } from '../text/term-book.ts';
import { tagTerms, type StemLanguage } from '../text/tokens.ts';
import type { IndexedNote } from './passage-index.ts';
import type { TermReader } from './weigh.ts';

/** Reads a note's text in the language that the note as a whole seems to be in. */
export function readerFor(note: IndexedNote): TermReader {
  const { passages } = note;
  const sample = sharedBook.sample(proseOf(note));
  const { language } = sample;
  let place = 0;
  const prose = (text: string): ReadTerms => {
    // Passages come in their order; what was read for the language is not read again.
    const read = passages[place]?.prose === text ? sharedBook.sampled(sample, place++) : null;
    return read ?? sharedBook.prose(text, language);
  };
  return {
    language,
    prose,
    code: (text) => sharedBook.code(text),
    tag: (tag) => sharedBook.exactly(knownTag(tag, language)),
  };
}

/** Terms of tags by language and tag: a vault has few, each on many notes. */
const tags = new Map<string, readonly string[]>();
const MOST_TAGS = 2_048;

function knownTag(tag: string, language: StemLanguage): readonly string[] {
  const key = `${language} ${tag}`;
  const known = tags.get(key);
  if (known !== undefined) return known;
  const terms = tagTerms(tag, language);
  if (tags.size >= MOST_TAGS) tags.clear();
  tags.set(key, terms);
  return terms;
}

function* proseOf(note: IndexedNote): Generator<string> {
  for (const { prose } of note.passages) yield prose;
}
