import { FIELD_WEIGHTS } from '../retrieve/constants.ts';
import type { IndexedNote, IndexedPassage } from './passage-index.ts';

/** How the text of one note becomes index terms: given to an index, so that it knows nothing of languages. */
export interface TermReader {
  /** The language that the note is read in, by a short name. */
  readonly language: string;
  prose(text: string): readonly string[];
  code(text: string): readonly string[];
  /** A tag without its `#`. */
  tag(tag: string): readonly string[];
}

/** The reader for a note. */
export type ReaderFor = (note: IndexedNote) => TermReader;

/** Takes passages as they are weighed: the terms of one field after another, then its end. */
export interface PassageSink {
  /** Each of the terms occurred once more, and weighs that many steps. */
  count(terms: readonly string[], steps: number): void;
  /** The passage is complete. */
  endPassage(place: Pick<IndexedPassage, 'firstLine' | 'lastLine' | 'headings'>): void;
}

/** A byte holds a weighted frequency; what is beyond has long been saturated. */
export const MOST_STEPS = 255;
/** Sixteen bits hold a passage's length. */
export const MOST_LENGTH = 65_535;

/** A note that has names but no text is found by them, at its first line. */
const NAMELY: IndexedPassage = { firstLine: 1, lastLine: 1, headings: [], prose: '', code: '' };

/**
 * Weighs the passages of a note, with a pause after each. The note's names stand in the heading field of every passage, its
 * tags in the tag field of every passage.
 */
export function* weigh(note: IndexedNote, reader: TermReader, into: PassageSink): Generator<void> {
  const names = note.names.flatMap((name) => [...reader.prose(name)]);
  const tags = note.tags.flatMap((tag) => [...reader.tag(tag)]);
  for (const passage of note.passages.length > 0 ? note.passages : [NAMELY]) {
    into.count(names, FIELD_WEIGHTS.heading);
    into.count(tags, FIELD_WEIGHTS.tags);
    for (const heading of passage.headings) into.count(reader.prose(heading), FIELD_WEIGHTS.heading);
    into.count(reader.prose(passage.prose), FIELD_WEIGHTS.prose);
    if (passage.code !== '') into.count(reader.code(passage.code), FIELD_WEIGHTS.code);
    into.endPassage(passage);
    yield;
  }
}
