import { FIELD_WEIGHTS } from '../retrieve/constants.ts';
import type { ReadTerms } from '../text/term-book.ts';
import type { IndexedNote, IndexedPassage } from './passage-index.ts';

/**
 * How the text of one note becomes index terms: given to an index, so that it knows nothing of languages. What a method
 * returns holds until the next is called.
 */
export interface TermReader {
  /** The language that the note is read in, by a short name. */
  readonly language: string;
  prose(text: string): ReadTerms;
  code(text: string): ReadTerms;
  /** A tag without its `#`. */
  tag(tag: string): ReadTerms;
}

/** The reader for a note. */
export type ReaderFor = (note: IndexedNote) => TermReader;

/** Takes passages as they are weighed: the terms of one field after another, then its end. */
export interface PassageSink {
  /** A note begins. */
  beginNote(): void;
  /** Each of the terms occurs once more in every passage of the note, and weighs that many steps. */
  countEverywhere(terms: ReadTerms, steps: number): void;
  /** Each of the terms occurs once more in this passage, and weighs that many steps. */
  count(terms: ReadTerms, steps: number): void;
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
  into.beginNote();
  for (const name of note.names) into.countEverywhere(reader.prose(name), FIELD_WEIGHTS.heading);
  for (const tag of note.tags) into.countEverywhere(reader.tag(tag), FIELD_WEIGHTS.tags);
  for (const passage of note.passages.length > 0 ? note.passages : [NAMELY]) {
    for (const heading of passage.headings) into.count(reader.prose(heading), FIELD_WEIGHTS.heading);
    into.count(reader.prose(passage.prose), FIELD_WEIGHTS.prose);
    if (passage.code !== '') into.count(reader.code(passage.code), FIELD_WEIGHTS.code);
    into.endPassage(passage);
    yield;
  }
}
