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

/** What an index keeps of one passage: its place, and each term's weighted frequency in steps. */
export interface WeighedPassage {
  readonly firstLine: number;
  readonly lastLine: number;
  readonly headings: readonly string[];
  readonly terms: ReadonlyMap<string, number>;
  /** Sum of all weighted frequencies, in steps. */
  readonly length: number;
}

/** A byte holds a weighted frequency; what is beyond has long been saturated. */
export const MOST_STEPS = 255;
/** Sixteen bits hold a passage's length. */
export const MOST_LENGTH = 65_535;

/** A note that has names but no text is found by them, at its first line. */
const NAMELY: IndexedPassage = { firstLine: 1, lastLine: 1, headings: [], prose: '', code: '' };

/**
 * The passages of a note, weighed one at a time: whoever consumes them may pause between two. The note's names stand
 * in the heading field of every passage; its tags in the tag field of every passage.
 */
export function* weighed(note: IndexedNote, reader: TermReader): Generator<WeighedPassage> {
  const names = note.names.flatMap((name) => [...reader.prose(name)]);
  const tags = note.tags.flatMap((tag) => [...reader.tag(tag)]);
  for (const passage of note.passages.length > 0 ? note.passages : [NAMELY]) {
    const terms = new Map<string, number>();
    let length = count(terms, names, FIELD_WEIGHTS.heading) + count(terms, tags, FIELD_WEIGHTS.tags);
    for (const heading of passage.headings) length += count(terms, reader.prose(heading), FIELD_WEIGHTS.heading);
    length += count(terms, reader.prose(passage.prose), FIELD_WEIGHTS.prose);
    if (passage.code !== '') length += count(terms, reader.code(passage.code), FIELD_WEIGHTS.code);
    const { firstLine, lastLine, headings } = passage;
    yield { firstLine, lastLine, headings, terms, length: Math.min(length, MOST_LENGTH) };
  }
}

/** Adds `weight` for each term; returns what was added in all. */
function count(into: Map<string, number>, terms: readonly string[], weight: number): number {
  for (const term of terms) into.set(term, (into.get(term) ?? 0) + weight);
  return terms.length * weight;
}
