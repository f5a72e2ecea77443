import { sharedBook, type ReadTerms } from '../text/term-book.ts';
import { tagTerms } from '../text/tokens.ts';
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
    tag: (tag) => sharedBook.exactly(tagTerms(tag, language)),
  };
}

function* proseOf(note: IndexedNote): Generator<string> {
  for (const { prose } of note.passages) yield prose;
}
