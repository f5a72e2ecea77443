import type { VaultPath } from '../path.ts';
import type { NoteMetadata } from './metadata.ts';

/** A note as it was read: `text` is what the file holds, without a BOM. */
export interface Note {
  readonly path: VaultPath;
  readonly text: string;
  /** `n-` and the first 32 hex digits of the SHA-256 of the text's UTF-8 without BOM; the same in both hosts. */
  readonly revision: string;
  readonly metadata: NoteMetadata;
}

/** What the library keeps of every note; small, since a vault may hold fifty thousand. */
export interface NoteSummary {
  readonly path: VaultPath;
  /** The first level-1 heading outside fences, else the file name without `.md`. */
  readonly title: string;
  readonly aliases: readonly string[];
  /** By the conventions in force: the note's own, else its folder's role, a daily name, or `*-moc`. */
  readonly type: string;
  readonly status: string | null;
  /** Frontmatter and inline tags, without `#`, each once, as first written. */
  readonly tags: readonly string[];
  /** Scalar and list properties of the frontmatter, as text: for lists of properties in use. */
  readonly properties: readonly string[];
  /** Bytes of the file. */
  readonly size: number;
  /** Milliseconds since 1970. */
  readonly mtimeMs: number;
  /** The frontmatter's own date of creation as text (ISO where YAML made it a date), by the conventions' key. */
  readonly created?: string;
  /** Words of the YAML parser where the frontmatter could not be read. */
  readonly frontmatterError?: string;
}
