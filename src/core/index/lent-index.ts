import type { VaultPath } from '../path.ts';
import type { Clock, Log, SnapshotPart } from '../ports.ts';
import { CompactIndex } from './compact-index.ts';
import type { IndexWorker } from './index-port.ts';
import type { IndexedNote, LastingIndex, NoteEvidence, PassageQuery } from './passage-index.ts';
import { RemoteIndex } from './remote-index.ts';

export interface LentIndexParts {
  /** Starts a thread with an index in it. May throw where there is none to be had. */
  readonly start: () => IndexWorker;
  readonly clock: Clock;
  readonly log: Log;
}

/** Deaths within this time after which no further thread is tried: something kills them. */
const MOST_DEATHS = 3;
const DEATHS_FORGOTTEN_MS = 60 * 60_000;

/**
 * An index in a thread that the host lends. Should that thread die, another takes its place, empty, and whoever fills it is
 * told; where none is to be had, or they go on dying, the index runs in the host's own thread.
 */
export class LentIndex implements LastingIndex {
  life = 0;
  private readonly parts: LentIndexParts;
  private current: LastingIndex;
  private worker: IndexWorker | null = null;
  private deaths: number[] = [];
  private tellLost: () => void = () => undefined;
  private closed = false;

  constructor(parts: LentIndexParts) {
    this.parts = parts;
    this.current = this.begun();
  }

  onLost(listener: () => void): void {
    this.tellLost = listener;
  }

  close(): void {
    this.closed = true;
    this.worker?.end();
    if (this.current instanceof RemoteIndex) this.current.lose('the index was closed');
  }

  put(notes: readonly IndexedNote[]): Promise<void> {
    return this.current.put(notes);
  }

  remove(paths: readonly VaultPath[]): Promise<void> {
    return this.current.remove(paths);
  }

  search(query: PassageQuery): Promise<readonly NoteEvidence[]> {
    return this.current.search(query);
  }

  known(terms: readonly string[]): Promise<readonly boolean[]> {
    return this.current.known(terms);
  }

  near(term: string, limit: number): Promise<readonly string[]> {
    return this.current.near(term, limit);
  }

  languages(): Promise<readonly { readonly language: string; readonly notes: number }[]> {
    return this.current.languages();
  }

  compact(): Promise<void> {
    return this.current.compact();
  }

  size(): Promise<{ notes: number; passages: number; terms: number; bytes: number }> {
    return this.current.size();
  }

  written(): Promise<readonly SnapshotPart[]> {
    return this.current.written();
  }

  read(parts: readonly SnapshotPart[]): Promise<boolean> {
    return this.current.read(parts);
  }

  paths(): Promise<readonly VaultPath[]> {
    return this.current.paths();
  }

  /** An index in a thread of its own, or in this one where no other is to be had. */
  private begun(): LastingIndex {
    const { start, clock } = this.parts;
    let worker: IndexWorker;
    try {
      worker = start();
    } catch (error) {
      return this.inThisThread(error instanceof Error ? error.message : String(error));
    }
    const remote = new RemoteIndex(worker, clock);
    let ready = false;
    remote.onReady = () => (ready = true);
    worker.onDeath((reason) => this.died(remote, reason, ready));
    this.worker = worker;
    return remote;
  }

  /** `ready`: it had come to life before. One that never does is not tried again. */
  private died(remote: RemoteIndex, reason: string, ready: boolean): void {
    if (this.closed || remote !== this.current) return;
    const { clock, log } = this.parts;
    const now = clock.tick();
    this.worker = null;
    this.deaths = [...this.deaths.filter((at) => now - at < DEATHS_FORGOTTEN_MS), now];
    this.life++;
    if (ready && this.deaths.length < MOST_DEATHS) {
      log.warn(`the index was lost with its thread (${reason}) and is built anew in another`);
      this.current = this.begun();
    } else this.current = this.inThisThread(reason);
    remote.lose(reason);
    this.tellLost();
  }

  private inThisThread(reason: string): LastingIndex {
    const { clock, log } = this.parts;
    log.warn(
      `the index has no thread of its own (${reason}): it works in slices of 4 ms, between which this one is free; longer blocks cannot be ruled out`,
    );
    return new CompactIndex(clock);
  }
}
