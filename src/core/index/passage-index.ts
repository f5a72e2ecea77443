import type { VaultPath } from '../path.ts';
import type { SnapshotPart } from '../ports.ts';

/**
 * Ranked search over passages. One interface and one contract suite (test/contracts/passage-index.ts), so that
 * what stands behind it stays the choice of a file. Every method may be answered from another thread.
 */
export interface PassageIndex {
  /**
   * Another number says that all that was held was lost with the thread that held it; absent: that cannot happen. Answers
   * from before and after do not go together.
   */
  readonly life?: number;
  /** Calls back when all that was held was lost: it has to be put again. Absent: that cannot happen. Called once. */
  onLost?(listener: () => void): void;
  /** Ends what runs for it; questions still open fail. Absent: nothing does. */
  close?(): void;
  /** So many notes are about to be put into an index that holds none; absent: that is all the same. */
  expect?(notes: number): void;
  /** Adds a note, or replaces all its passages. */
  put(notes: readonly IndexedNote[]): Promise<void>;
  remove(paths: readonly VaultPath[]): Promise<void>;
  /** The best notes by direct evidence, best first; ties by path in code-unit order. */
  search(query: PassageQuery): Promise<readonly NoteEvidence[]>;
  /** Which of these index terms the vault knows. */
  known(terms: readonly string[]): Promise<readonly boolean[]>;
  /**
   * Terms of the vocabulary close to one: first those one edit away (a unit added, left out or changed, or two
   * neighbours swapped), then those that begin with it; each by how many passages hold them, then in code-unit order;
   * at most `limit` of each kind. The term itself is not among them.
   */
  near(term: string, limit: number): Promise<readonly string[]>;
  /** How many notes are read in each language, the commonest first: whose word forms a question should try. */
  languages(): Promise<readonly { readonly language: string; readonly notes: number }[]>;
  /** Brings what is held into its quickest form; worth calling once a whole vault has been put. */
  compact(): Promise<void>;
  /**
   * How much is held: notes, passages, terms and bytes. Bytes are an estimate; terms are those of the vocabulary,
   * where one that was removed or is held in two parts may still be counted until the next `compact`.
   */
  size(): Promise<{ notes: number; passages: number; terms: number; bytes: number }>;
}

/** An index that can be written down and read again, so that a vault need not be read anew in the next life of a host. */
export interface LastingIndex extends PassageIndex {
  /** All that has been put and not removed by now. */
  written(): Promise<readonly SnapshotPart[]>;
  /** Takes over what an index of the same make has written, whole or (false) not at all. Only while nothing is held. */
  read(parts: readonly SnapshotPart[]): Promise<boolean>;
  /** The paths of all notes held, in no order. */
  paths(): Promise<readonly VaultPath[]>;
}

export interface IndexedNote {
  readonly path: VaultPath;
  /**
   * Title, file name and aliases: they count in the heading field of every passage of the note. A note without
   * passages is found by them at its first line.
   */
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
  readonly terms: readonly QueryTerm[];
  /** Only these notes count; absent: all. Applied before any cut. */
  readonly among?: ReadonlySet<VaultPath>;
  /** Notes that hold one of these terms do not count. */
  readonly without?: readonly string[];
  /** Multiplies the score of a note (type, archive); 1 where absent. */
  readonly weightOf?: ReadonlyMap<VaultPath, number>;
  /** Another number says that `among` or `weightOf` may have changed though they are the same objects; absent: they may. */
  readonly revision?: number;
  /** How many notes at most. */
  readonly limit: number;
  /** How many of them, from the best on, carry their passages; absent: all. The others have an empty list. */
  readonly detailed?: number;
}

/** An index term to look up. */
export interface QueryTerm {
  readonly term: string;
  /** 1 for a word of the question, less for a guess at one. */
  readonly weight: number;
  /**
   * Terms with the same number are forms of one word: it weighs as much as its heaviest form, is as rare as all of them
   * together, and an occurrence of a lighter form counts in proportion. Absent: the term stands for itself. An index
   * that cannot do this counts each for itself.
   */
  readonly word?: number;
}

export interface NoteEvidence {
  readonly path: VaultPath;
  readonly score: number;
  /** The best passages, best first, at most three. */
  readonly passages: readonly {
    readonly firstLine: number;
    readonly lastLine: number;
    readonly headings: readonly string[];
    readonly score: number;
  }[];
}
