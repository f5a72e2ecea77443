import type { Conventions } from '../conventions/conventions.ts';
import { isTemplate } from '../conventions/roles.ts';
import { IndexLostError } from '../index/index-port.ts';
import type { NoteMetadata } from '../note/metadata.ts';
import type { VaultPath } from '../path.ts';
import type { Clock, Log, Metadata, Vault, VaultFile } from '../ports.ts';
import { Pending } from './pending.ts';
import { readFiles } from './read-files.ts';
import type { FileRead } from './read-files.ts';
import { isCanvas, isRead } from './shelf.ts';
import type { Shelf } from './shelf.ts';
import { Slices } from './slices.ts';
import { summarise } from './summarise.ts';

export interface CatchUpParts {
  readonly vault: Vault;
  readonly metadata: Metadata;
  readonly clock: Clock;
  readonly log: Log;
  /** Bytes of a note above which only its names are kept. */
  readonly largestNote: () => number;
}

/**
 * Brings files in step that changed: one loop reads them, several ahead, and takes them in one after another, in
 * slices. It always takes a file as it is when it is read, so that neither the order nor the number of events matters.
 */
export class CatchUp {
  readonly #parts: CatchUpParts;
  readonly #shelf: Shelf;
  readonly #conventions: () => Conventions;
  readonly #pending = new Pending();
  /** Taken from `#pending` and not yet in step, with the number of batches that hold it. */
  readonly #inWork = new Map<VaultPath, number>();
  #waiters: (() => void)[] = [];
  #stopped = false;
  /** Called after each batch, with its paths. */
  onStep: (paths: readonly VaultPath[]) => void = () => undefined;

  constructor(parts: CatchUpParts, shelf: Shelf, conventions: () => Conventions) {
    this.#parts = parts;
    this.#shelf = shelf;
    this.#conventions = conventions;
  }

  /** How many files are not in step. */
  get behind(): number {
    return this.#pending.size + this.#inWork.size;
  }

  isBehind(path: VaultPath): boolean {
    return this.#pending.has(path) || this.#inWork.has(path);
  }

  /**
   * Notes that a file wants to be read; the caller sees to it that `workOff` runs. `urgent`: before all that are not,
   * since somebody has just written it.
   */
  add(path: VaultPath, urgent = false): void {
    if (this.#stopped || !isRead(path)) return;
    if (urgent) this.#pending.addUrgent(path);
    else this.#pending.add(path);
  }

  /** The files that are not in step. */
  paths(): readonly VaultPath[] {
    return [...new Set([...this.#pending.all(), ...this.#inWork.keys()])];
  }

  /** Moves files that wait to the front. */
  hurry(paths: readonly VaultPath[]): void {
    for (const path of paths) if (this.#pending.has(path)) this.#pending.addUrgent(path);
  }

  stop(): void {
    this.#stopped = true;
    this.#pending.clear();
    this.stepped();
  }

  /** Resolves after the next batch, or when there will be none. */
  nextStep(): Promise<void> {
    if (this.#stopped) return Promise.resolve();
    return new Promise((resolve) => this.#waiters.push(resolve));
  }

  stepped(): void {
    for (const resolve of this.#waiters.splice(0)) resolve();
  }

  /**
   * Works until nothing waits: one batch is read while the one before is taken in and the one before that is indexed, which
   * may be done by another thread. Only one may run at a time.
   */
  async workOff(): Promise<void> {
    let indexed = Promise.resolve();
    for (let batch = this.#nextBatch(); batch !== null;) {
      const { paths, reads } = await batch;
      batch = this.#nextBatch();
      const flushed = await this.#takeIn(reads);
      await indexed;
      indexed = Promise.all(flushed).then(() => this.#finish(paths));
      batch ??= this.#nextBatch();
      if (batch !== null) continue;
      await indexed;
      batch = this.#nextBatch();
    }
  }

  /** The metadata of a note; empty, and logged, where the host fails at it. */
  async metadataOf(path: VaultPath, text: string): Promise<NoteMetadata> {
    try {
      return await this.#parts.metadata.of(path, text);
    } catch (error) {
      this.#parts.log.error(`no metadata of a note: ${String(error)}`);
      return {};
    }
  }

  #nextBatch(): Promise<Batch> | null {
    if (this.#stopped || this.#pending.size === 0) return null;
    const sizeOf = (path: VaultPath): number => this.#shelf.files.get(path)?.size ?? 0;
    const paths = this.#pending.take(BATCH_NOTES, BATCH_BYTES, sizeOf);
    for (const path of paths) this.#inWork.set(path, (this.#inWork.get(path) ?? 0) + 1);
    const wanted = paths.filter((path) => this.#isWanted(path) && sizeOf(path) <= this.#parts.largestNote());
    return readFiles(this.#parts.vault, wanted).then((done) => {
      const byPath = new Map(done.map((read) => [read.path, read]));
      return { paths, reads: paths.map((path) => byPath.get(path) ?? { path, kind: 'unread' }) };
    });
  }

  /** Whether a file is there, and of a kind that is read. */
  #isWanted(path: VaultPath): boolean {
    return this.#shelf.files.has(path) && !isTemplate(path, this.#conventions());
  }

  /** Resolves when all are taken in, to what resolves when the index holds them or has failed at it. */
  async #takeIn(reads: readonly (FileRead | Unread)[]): Promise<readonly Promise<void>[]> {
    const slices = new Slices(this.#parts.clock);
    const flushed: Promise<void>[] = [];
    for (const read of reads) {
      if (this.#stopped) break;
      await this.#takeInOne(read);
      if (this.#shelf.isFull) flushed.push(this.#flush());
      await slices.pause();
    }
    if (!this.#stopped) flushed.push(this.#flush());
    return flushed;
  }

  async #takeInOne(read: FileRead | Unread): Promise<void> {
    const { path } = read;
    if (read.kind === 'gone') this.#shelf.removeFile(path);
    const text = read.kind === 'text' ? read.text : null;
    const metadata = text === null || isCanvas(path) ? {} : await this.metadataOf(path, text);
    // Looked up only now: the file may have gone while its metadata was made.
    const file = this.#shelf.files.get(path);
    if (file === undefined || !this.#isWanted(path)) this.#shelf.dropNote(path);
    else if (read.kind === 'failed') this.#shelf.dropNote(path, { reason: 'unreadable', detail: read.reason });
    else if (isCanvas(path)) this.#shelf.keepCanvas(path, text ?? '');
    else this.#keep(file, text, metadata);
  }

  /** `text` null: the note is too large to be read, and known by its names only. */
  #keep(file: VaultFile, text: string | null, metadata: NoteMetadata): void {
    const summary = summarise(file, metadata, this.#conventions());
    this.#shelf.keepNote(summary, text ?? '', metadata, text === null ? { reason: 'too_large' } : undefined);
  }

  async #flush(): Promise<void> {
    try {
      await this.#shelf.flush();
    } catch (error) {
      // What was lost has been told of, and is taken in again.
      if (!(error instanceof IndexLostError)) this.#parts.log.error(`notes were not indexed: ${String(error)}`);
    }
  }

  #finish(paths: readonly VaultPath[]): void {
    for (const path of paths) {
      const batches = this.#inWork.get(path) ?? 0;
      if (batches > 1) this.#inWork.set(path, batches - 1);
      else this.#inWork.delete(path);
    }
    this.onStep(paths);
    this.stepped();
  }
}

interface Unread {
  readonly path: VaultPath;
  readonly kind: 'unread';
}

interface Batch {
  readonly paths: readonly VaultPath[];
  readonly reads: readonly (FileRead | Unread)[];
}

// A batch is what is read ahead while another is taken in: it bounds the texts in memory, and how long an urgent file
// waits for its turn.
const BATCH_NOTES = 64;
const BATCH_BYTES = 256 * 1024;
