import { codeTerms, guessLanguage, proseTerms, tagTerms } from '../text/tokens.ts';
import type { IndexedNote } from './passage-index.ts';
import type { TermReader } from './weigh.ts';

/** UTF-16 units of a note by which its language is known. */
const SAMPLE = 4_000;

/** Reads a note's text in the language that the note as a whole seems to be in. */
export function readerFor(note: IndexedNote): TermReader {
  const language = guessLanguage(sample(note));
  return {
    language,
    prose: (text) => proseTerms(text, language),
    code: codeTerms,
    tag: (tag) => tagTerms(tag, language),
  };
}

function sample(note: IndexedNote): string {
  let text = '';
  for (const { prose } of note.passages) {
    text += `${prose}\n`;
    if (text.length > SAMPLE) break;
  }
  return text;
}
