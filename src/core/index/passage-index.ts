import type { VaultPath } from '../path.ts';

/**
 * Ranked search over passages. One interface and one contract suite (test/contracts/passage-index.ts), so that
 * what stands behind it stays the choice of a file. Every method may be answered from another thread.
 */
export interface PassageIndex {
  /** Adds a note, or replaces all its passages. */
  put(notes: readonly IndexedNote[]): Promise<void>;
  remove(paths: readonly VaultPath[]): Promise<void>;
  /** The best notes by direct evidence, best first; ties by path in code-unit order. */
  search(query: PassageQuery): Promise<readonly NoteEvidence[]>;
  /** Which of these index terms the vault knows. */
  known(terms: readonly string[]): Promise<readonly boolean[]>;
  /** Terms of the vocabulary close to an unknown one: by prefix and by one edit; at most `limit`, best first. */
  near(term: string, limit: number): Promise<readonly string[]>;
  /** How much is held: notes, passages, distinct terms and bytes (an estimate). */
  size(): Promise<{ notes: number; passages: number; terms: number; bytes: number }>;
}

export interface IndexedNote {
  readonly path: VaultPath;
  /** Title, file name and aliases: they count in the heading field of every passage of the note. */
  readonly names: readonly string[];
  readonly tags: readonly string[];
  readonly passages: readonly IndexedPassage[];
}

export interface IndexedPassage {
  readonly firstLine: number;
  readonly lastLine: number;
  readonly headings: readonly string[];
  /** Text outside fenced code, without the passage's own heading line. */
  readonly prose: string;
  /** Text inside fenced code. */
  readonly code: string;
}

export interface PassageQuery {
  /** Index terms with their weights (1 for a word of the question, less for a guess at one). */
  readonly terms: readonly { readonly term: string; readonly weight: number }[];
  /** Only these notes count; absent: all. Applied before any cut. */
  readonly among?: ReadonlySet<VaultPath>;
  /** Multiplies the score of a note (type, archive); 1 where absent. */
  readonly weightOf?: ReadonlyMap<VaultPath, number>;
  /** How many notes at most. */
  readonly limit: number;
}

export interface NoteEvidence {
  readonly path: VaultPath;
  readonly score: number;
  /** The best passages, best first, at most three. */
  readonly passages: readonly { readonly firstLine: number; readonly lastLine: number; readonly headings: readonly string[]; readonly score: number }[];
}
