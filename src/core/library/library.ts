import type { LinkGraph, LinkResolver } from '../graph/graph.ts';
import type { Note, NoteSummary } from '../note/note.ts';
import type { VaultPath } from '../path.ts';
import type { SkippedFile, VaultFile } from '../ports.ts';

/** The vault as tools see it: every note in brief, the link graph, and whether the index has caught up. */
export interface Library {
  readonly notes: ReadonlyMap<VaultPath, NoteSummary>;
  /** Every file, notes and attachments. */
  readonly files: ReadonlyMap<VaultPath, VaultFile>;
  readonly graph: LinkGraph;
  readonly resolver: LinkResolver;
  /**
   * The first whole pass: how far it is. `total` is null while the folder is still being listed. `ready`: it has ended, or
   * what is known from before stands in for it; `compared`: that has been compared with every file of the vault.
   */
  progress(): {
    readonly indexed: number;
    readonly total: number | null;
    readonly ready: boolean;
    readonly compared: boolean;
  };
  /** Waits until `ready`, at most `ms`. */
  opened(ms: number): Promise<void>;
  /** Waits until changes known now are indexed, at most `ms`; resolves to how many notes are still behind. */
  settled(ms: number): Promise<number>;
  /** The text of a note as it is on disk now, as `open` reads it but without judging it anew where nothing changed. */
  text(path: VaultPath): Promise<string | null>;
  /** The note as it is on disk now (and re-indexed first if it changed); null when there is none. */
  open(path: VaultPath): Promise<Note | null>;
  skipped(): readonly SkippedFile[];
  /** Calls back after each step in which notes or canvas files were brought in step; the returned function ends it. */
  onChange(listener: (change: LibraryChange) => void): () => void;
}

export interface LibraryChange {
  /** New, changed or renamed to; known now as they are. */
  readonly changed: readonly VaultPath[];
  readonly removed: readonly VaultPath[];
}
