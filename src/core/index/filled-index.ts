import type { VaultPath } from '../path.ts';
import type { Clock, Log, SnapshotPart } from '../ports.ts';
import { CompactIndex } from './compact-index.ts';
import type { IndexWorker } from './index-port.ts';
import type { IndexedNote, LastingIndex, NoteEvidence, PassageQuery } from './passage-index.ts';
import { RemoteIndex } from './remote-index.ts';

export interface FilledIndexParts {
  /** Starts a thread with an index in it. May throw where there is none to be had. */
  readonly start: () => IndexWorker;
  readonly clock: Clock;
  readonly log: Log;
  /** Makes an empty index in this thread; by default one that reads text as this product does. */
  readonly home?: () => LastingIndex;
}

/** Fewer notes are put in less time than a thread takes to pay for its start. */
export const WORTH_A_THREAD = 1_000;

/**
 * An index in this thread that another one fills where a whole vault is about to be put: `expect` starts the thread, all is
 * put there and asked there, and `compact` brings home what it has made and ends it. Should the thread die before that, all
 * that was put is lost, which is told of, and the index goes on in this thread.
 */
export class FilledIndex implements LastingIndex {
  life = 0;
  private readonly parts: FilledIndexParts;
  private current: LastingIndex;
  private worker: IndexWorker | null = null;
  private isEmpty = true;
  /** The end of a queue of changes that wait for what is brought home; null while nothing is. */
  private waiting: Promise<unknown> | null = null;
  private tellLost: () => void = () => undefined;

  constructor(parts: FilledIndexParts) {
    this.parts = parts;
    this.current = this.home();
  }

  onLost(listener: () => void): void {
    this.tellLost = listener;
  }

  close(): void {
    const { current } = this;
    this.endThread();
    if (current instanceof RemoteIndex) current.lose('the index was closed');
  }

  expect(notes: number): void {
    if (notes < WORTH_A_THREAD || !this.isEmpty || this.worker !== null) return;
    const { start, clock, log } = this.parts;
    try {
      const worker = start();
      const remote = new RemoteIndex(worker, clock);
      worker.onDeath((reason) => this.died(remote, reason));
      this.worker = worker;
      this.current = remote;
    } catch (error) {
      log.debug(`no thread fills the index: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  put(notes: readonly IndexedNote[]): Promise<void> {
    this.isEmpty = false;
    return this.change((index) => index.put(notes));
  }

  remove(paths: readonly VaultPath[]): Promise<void> {
    return this.change((index) => index.remove(paths));
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
    const work = (index: LastingIndex): Promise<void> =>
      index instanceof RemoteIndex ? this.bringHome(index) : index.compact();
    const { current, waiting } = this;
    const leaves = waiting === null && current instanceof RemoteIndex;
    return leaves ? this.queue(work(current)) : this.change(work);
  }

  size(): Promise<{ notes: number; passages: number; terms: number; bytes: number }> {
    return this.current.size();
  }

  written(): Promise<readonly SnapshotPart[]> {
    return this.change((index) => index.written());
  }

  read(parts: readonly SnapshotPart[]): Promise<boolean> {
    this.isEmpty = false;
    return this.change((index) => index.read(parts));
  }

  paths(): Promise<readonly VaultPath[]> {
    return this.change((index) => index.paths());
  }

  private change<T>(work: (index: LastingIndex) => Promise<T>): Promise<T> {
    const { waiting } = this;
    return waiting === null ? work(this.current) : this.queue(waiting.then(() => work(this.current)));
  }

  /** Lets changes wait until this one is made. */
  private queue<T>(change: Promise<T>): Promise<T> {
    const end = change.then(nothing, nothing).then(() => {
      if (this.waiting === end) this.waiting = null;
    });
    this.waiting = end;
    return change;
  }

  private async bringHome(remote: RemoteIndex): Promise<void> {
    await remote.compact();
    const home = this.home();
    if (!(await home.read(await remote.written()))) throw new Error('what another thread has filled does not fit');
    if (this.current !== remote) return;
    this.current = home;
    // Questions that are open there are answered there.
    await remote.drained();
    this.endThread();
  }

  private died(remote: RemoteIndex, reason: string): void {
    if (this.worker === null) return;
    this.worker = null;
    remote.lose(reason);
    if (remote !== this.current) return;
    this.parts.log.warn(`the thread that filled the index ended (${reason}): it is built anew in this one`);
    this.current = this.home();
    this.life++;
    this.tellLost();
  }

  private home(): LastingIndex {
    const { home, clock } = this.parts;
    return home === undefined ? new CompactIndex(clock) : home();
  }

  private endThread(): void {
    this.worker?.end();
    this.worker = null;
  }
}

function nothing(): void {
  // Whoever asked for the change hears of its end.
}
