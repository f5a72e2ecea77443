import type { ReaderFor } from '../../src/core/index/weigh.ts';
import { TermBook, type ReadTerms } from '../../src/core/text/term-book.ts';

/** Words between spaces, as they stand: so that a test says exactly which terms there are. The first letter of a path is its language. */
export const plainWords: ReaderFor = (note) => {
  const read = (text: string): ReadTerms => plainBook.exactly(words(text));
  return { language: note.path.slice(0, 1), prose: read, code: read, tag: read };
};

const plainBook = new TermBook();

export function words(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== '');
}
