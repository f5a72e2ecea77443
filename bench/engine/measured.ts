import type { IndexedNote } from '../../src/core/index/passage-index.ts';

/** A question as engines take it: index terms for those that use our tokens, plain words for those that have their own. */
export interface Asked {
  readonly terms: readonly string[];
  readonly words: readonly string[];
}

/** An engine as it is measured: notes in batches, questions in, ranked paths out. */
export interface Measured {
  /** Adds notes, or replaces those that are there. */
  put(notes: readonly IndexedNote[]): Promise<void>;
  /** Called once after all notes were put. */
  built(): Promise<void>;
  /** The paths of the best notes, at most `TOP`. */
  search(asked: Asked): Promise<readonly string[]>;
  /** Writes the index down; how many bytes, and how to read it again. Absent where an engine cannot. */
  save?(): Promise<{ readonly bytes: number; load(): Promise<void> }>;
}

export const TOP = 10;

/** A note's passages as a library that ranks passages takes them. */
export interface Entry {
  readonly id: string;
  readonly heading: string;
  readonly tags: string;
  readonly prose: string;
  readonly code: string;
}

export function entriesOf(note: IndexedNote): Entry[] {
  return note.passages.map(({ headings, prose, code }, at) => {
    const heading = [...note.names, ...headings].join('\n');
    return { id: `${note.path}\n${at}`, heading, tags: note.tags.join('\n'), prose, code };
  });
}

/** A note is as good as its best passage: the notes of ranked passages, each once. */
export function notesOf(ids: readonly string[]): readonly string[] {
  return [...new Set(ids.map((id) => id.split('\n')[0] ?? ''))].slice(0, TOP);
}
