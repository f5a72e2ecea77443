import type { VaultPath } from '../path.ts';
import type { SnapshotPart } from '../ports.ts';
import type { IndexedNote, PassageQuery } from './passage-index.ts';

/** One end of a line between two threads: messages arrive whole, in order, as copies. */
export interface IndexPort {
  /** Sends a message that can be copied; memory named in `transfer` is handed over instead. */
  post(message: unknown, transfer?: readonly ArrayBuffer[]): void;
  /** Calls back with each message from the other end. Called once. */
  onMessage(listener: (message: unknown) => void): void;
}

/** A thread with an index in it, as the host's thread sees it. */
export interface IndexWorker extends IndexPort {
  /** Calls back when the thread ended without being told to, or never began. Called once. */
  onDeath(listener: (reason: string) => void): void;
  /** Ends the thread at once. */
  end(): void;
}

/** What is asked of an index in another thread. Each number belongs to one question and its answer. */
export type Asked =
  | { readonly ask: 'put'; readonly notes: readonly IndexedNote[] }
  | { readonly ask: 'remove'; readonly paths: readonly VaultPath[] }
  | { readonly ask: 'search'; readonly query: SentQuery }
  | { readonly ask: 'known'; readonly terms: readonly string[] }
  | { readonly ask: 'near'; readonly term: string; readonly limit: number }
  /** Takes over the parts that came before in messages of their own. */
  | { readonly ask: 'read' }
  | { readonly ask: 'languages' | 'compact' | 'size' | 'written' | 'paths' };

export type ToIndex =
  | (Asked & { readonly id: number })
  /** A part of a snapshot to be read. */
  | { readonly part: SnapshotPart }
  /** Names notes: the first of these paths has the number `from`, the next one more. */
  | { readonly from: number; readonly paths: readonly VaultPath[] }
  /** Keeps a set of notes, or their weights, in the place of what had this number. */
  | { readonly keep: number; readonly scope: NoteBits | NoteWeights };

export type FromIndex =
  /** Sent once, first: there is an index. */
  | { readonly ready: true }
  /** A piece of an answer that is long. */
  | { readonly id: number; readonly some: readonly unknown[] }
  /** That was the last piece. */
  | { readonly id: number; readonly whole: true }
  | { readonly id: number; readonly done: unknown }
  | { readonly id: number; readonly failed: string };

/** A query as it is sent: large sets of notes are sent once, kept, and stand here as a number. */
export interface SentQuery extends Omit<PassageQuery, 'among' | 'weightOf' | 'revision'> {
  readonly among?: number | readonly VaultPath[];
  readonly weightOf?: number;
}

/** A set of notes: bit n says whether the note of that number is in it. */
export interface NoteBits {
  readonly bits: Uint32Array<ArrayBuffer>;
}

/** What notes weigh: `weights[i]` is that of the note `notes[i]`. */
export interface NoteWeights {
  readonly notes: Uint32Array<ArrayBuffer>;
  readonly weights: Float64Array<ArrayBuffer>;
}

/** All that an index held is gone with its thread; whoever asked may ask again. */
export class IndexLostError extends Error {
  override readonly name = 'IndexLostError';
}
