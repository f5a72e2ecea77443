import type { VaultPath } from '../path.ts';
import type { SnapshotPart } from '../ports.ts';
import { Slices, type Pacer } from '../library/slices.ts';
import { IndexLostError, type Asked, type FromIndex, type IndexPort, type ToIndex } from './index-port.ts';
import type { IndexedNote, LastingIndex, NoteEvidence, PassageQuery } from './passage-index.ts';
import { SentScopes } from './sent-scopes.ts';

/** UTF-16 units of notes on their way at once; more wait here, so that texts do not pile up in the other thread. */
const MOST_UNITS_ON_THE_WAY = 512 * 1024;

interface Question {
  readonly resolve: (done: unknown) => void;
  readonly reject: (error: Error) => void;
  readonly some: unknown[];
}

/**
 * An index in another thread. Questions are posted as they come and answered in any order; changes take effect in the
 * order in which they were asked for.
 */
export class RemoteIndex implements LastingIndex {
  private readonly port: IndexPort;
  private readonly slices: Slices;
  private readonly scopes: SentScopes;
  private readonly open = new Map<number, Question>();
  private next = 0;
  private onTheWay = 0;
  private waiting: (() => void)[] = [];
  private whenAnswered: (() => void)[] = [];
  /** The end of the changes' queue at this end. */
  private changes: Promise<unknown> = Promise.resolve();
  private lost: string | null = null;
  /** Called when the other end says that there is an index. */
  onReady: () => void = () => undefined;

  constructor(port: IndexPort, clock: Pacer) {
    this.port = port;
    this.slices = new Slices(clock);
    this.scopes = new SentScopes({ post: (message, transfer) => this.post(message as ToIndex, transfer) });
    port.onMessage((message) => this.take(message as FromIndex));
  }

  put(notes: readonly IndexedNote[]): Promise<void> {
    const units = notes.reduce((sum, note) => sum + unitsOf(note), 0);
    return this.change(async () => {
      while (this.onTheWay > 0 && this.onTheWay + units > MOST_UNITS_ON_THE_WAY && this.lost === null) {
        await new Promise<void>((resolve) => this.waiting.push(resolve));
      }
      this.onTheWay += units;
      return { asked: { ask: 'put', notes }, answered: () => this.arrived(units) };
    });
  }

  remove(paths: readonly VaultPath[]): Promise<void> {
    return this.change(() => Promise.resolve({ asked: { ask: 'remove', paths } }));
  }

  search(query: PassageQuery): Promise<readonly NoteEvidence[]> {
    return this.ask({ ask: 'search', query: this.scopes.sent(query) });
  }

  known(terms: readonly string[]): Promise<readonly boolean[]> {
    return this.ask({ ask: 'known', terms });
  }

  near(term: string, limit: number): Promise<readonly string[]> {
    return this.ask({ ask: 'near', term, limit });
  }

  languages(): Promise<readonly { readonly language: string; readonly notes: number }[]> {
    return this.ask({ ask: 'languages' });
  }

  size(): Promise<{ notes: number; passages: number; terms: number; bytes: number }> {
    return this.ask({ ask: 'size' });
  }

  paths(): Promise<readonly VaultPath[]> {
    return this.ask({ ask: 'paths' });
  }

  compact(): Promise<void> {
    return this.change(() => Promise.resolve({ asked: { ask: 'compact' } }));
  }

  written(): Promise<readonly SnapshotPart[]> {
    return this.change(() => Promise.resolve({ asked: { ask: 'written' } }));
  }

  /** Parts go over one by one, with a breath between: copying millions of bytes takes its time. */
  read(parts: readonly SnapshotPart[]): Promise<boolean> {
    return this.change(async () => {
      this.slices.begin();
      for (const part of parts) {
        this.post({ part });
        await this.slices.pause();
      }
      return { asked: { ask: 'read' } };
    });
  }

  /** Resolves when no question is open any more. */
  async drained(): Promise<void> {
    while (this.open.size > 0) await new Promise<void>((resolve) => this.whenAnswered.push(resolve));
  }

  /** The other thread is gone: whatever is asked, and will be, fails with `IndexLostError`. */
  lose(reason: string): void {
    this.lost = reason;
    for (const { reject } of this.open.values()) reject(new IndexLostError(reason));
    this.open.clear();
    this.wake();
    this.tellAnswered();
  }

  /** Asks for changes one after another; the answers of several may be awaited at once. */
  private change<T>(prepare: () => Promise<{ readonly asked: Asked; readonly answered?: () => void }>): Promise<T> {
    const posted = this.changes.then(prepare).then(({ asked, answered }) => {
      const done = this.ask<T>(asked);
      if (answered !== undefined) done.then(answered, answered);
      return { done };
    });
    this.changes = posted.catch(() => undefined);
    return posted.then(({ done }) => done);
  }

  private arrived(units: number): void {
    this.onTheWay -= units;
    this.wake();
  }

  private wake(): void {
    for (const resolve of this.waiting.splice(0)) resolve();
  }

  private ask<T>(asked: Asked): Promise<T> {
    const { lost } = this;
    if (lost !== null) return Promise.reject(new IndexLostError(lost));
    return new Promise<T>((resolve, reject) => {
      const id = this.next++;
      this.open.set(id, { resolve: resolve as (done: unknown) => void, reject, some: [] });
      this.post({ ...asked, id });
    });
  }

  private post(message: ToIndex, transfer?: readonly ArrayBuffer[]): void {
    if (this.lost === null) this.port.post(message, transfer);
  }

  private take(message: FromIndex): void {
    if ('ready' in message) return this.onReady();
    const question = this.open.get(message.id);
    if (question === undefined) return;
    if ('some' in message) {
      for (const each of message.some) question.some.push(each);
      return;
    }
    this.open.delete(message.id);
    if ('failed' in message) question.reject(new Error(message.failed));
    else question.resolve('whole' in message ? question.some : message.done);
    if (this.open.size === 0) this.tellAnswered();
  }

  private tellAnswered(): void {
    for (const resolve of this.whenAnswered.splice(0)) resolve();
  }
}

function unitsOf({ passages }: IndexedNote): number {
  return passages.reduce((sum, { prose, code }) => sum + prose.length + code.length, 0);
}
