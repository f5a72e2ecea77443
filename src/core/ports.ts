import type { NoteMetadata } from './note/metadata.ts';
import type { VaultPath } from './path.ts';

/** What a host must lend to core. Each port has a contract suite in test/contracts that every adapter passes. */

export interface VaultFile {
  readonly path: VaultPath;
  /** Bytes. */
  readonly size: number;
  /** Milliseconds since 1970; whole or fractional, compared only for equality and order. */
  readonly mtimeMs: number;
  /**
   * When anything of the file last changed, as the system counts it; absent where the host cannot know. Two looks that
   * agree in size and mtime but not in this are of two texts: a program may set mtime back, never this.
   */
  readonly ctimeMs?: number;
}

export type VaultEvent =
  | { readonly kind: 'changed'; readonly file: VaultFile }
  | { readonly kind: 'removed'; readonly path: VaultPath }
  /** The same bytes under another name: an index may carry over what it knows. */
  | { readonly kind: 'renamed'; readonly from: VaultPath; readonly file: VaultFile };

/** A file that the vault leaves out, and why: never opened blindly, always said. */
export interface SkippedFile {
  readonly path: string;
  readonly reason: SkipReason;
  readonly detail?: string;
}

export type SkipReason =
  | 'hard_link'
  | 'outside_link'
  | 'symlink'
  | 'not_a_file'
  | 'unreadable'
  | 'unlistable_folder'
  | 'not_utf8'
  | 'too_large'
  | 'not_downloaded'
  | 'name_twin'
  /** A name that no path of ours can hold: control characters, a backslash, bytes that are not UTF-8. */
  | 'bad_name';

export interface Vault {
  /** The vault's name as the user knows it. */
  readonly name: string;
  /** Every file that counts, notes and attachments, in no order. Yields now and then, so that no list blocks long. */
  list(): AsyncIterable<readonly VaultFile[]>;
  /** The file as it is now; null where there is none (or it is left out). */
  stat(path: VaultPath): Promise<VaultFile | null>;
  /** The whole text without BOM; null where there is none. Throws VaultError 'unreadable' when it cannot be text. */
  read(path: VaultPath): Promise<string | null>;
  /** The bytes of an attachment, at most `limit` of them refused beyond; null where there is none. */
  readBytes(path: VaultPath, limit: number): Promise<Uint8Array | null>;
  /** Calls back after each change, in order; the returned function ends it. */
  watch(listener: (events: readonly VaultEvent[]) => void): () => void;
  /**
   * Resolves when the listeners have been told of every change that the system has told of by now; changes of our own
   * under way are not waited for. Absent: they are told at once.
   */
  heard?(): Promise<void>;
  /** What is left out at present, and why. */
  skipped(): readonly SkippedFile[];
}

export interface Metadata {
  /** What the host knows of a note whose text is `text`: the app's own record, or our parser's. */
  of(path: VaultPath, text: string): NoteMetadata | Promise<NoteMetadata>;
}

export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /**
   * Resolves after that many milliseconds, or as soon as `until` settles (its timer is then gone, so that thousands of
   * waits leave nothing behind); never keeps a process alive.
   */
  after(ms: number, until?: Promise<unknown>): Promise<void>;
  /** Lets other work of this thread go first; resolves as soon as the host may go on. */
  breathe(): Promise<void>;
  /** A monotonic reading in milliseconds, for budgets. */
  tick(): number;
}

export interface Log {
  debug(message: string): void;
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

/** SHA-256 of the UTF-8 of a text, in lower-case hex: core has no crypto of its own. */
export type Sha256 = (text: string) => string;

/** What stops long work; an AbortSignal fits as it is. */
export interface Cancellation {
  readonly aborted: boolean;
  /** Absent where nothing can be aborted any more while it is looked at. */
  addEventListener?(type: 'abort', listener: () => void): void;
  removeEventListener?(type: 'abort', listener: () => void): void;
}

/** A part of a snapshot: text, or the bytes of a column of numbers. */
export type SnapshotPart = string | Uint8Array;

/**
 * Keeps what a library knows from one life of a host to the next. It is only ever a help: whatever is damaged, cut
 * short, of another identity or another format is as good as absent.
 */
export interface SnapshotStore {
  /**
   * The parts that were last kept under this identity, in order, each in memory of its own; null where there are none
   * that are whole. Never throws.
   */
  load(identity: string): Promise<readonly SnapshotPart[] | null>;
  /** Puts these parts in the place of the last ones: all of them or nothing. Throws where they cannot be kept. */
  save(identity: string, parts: readonly SnapshotPart[]): Promise<void>;
}
