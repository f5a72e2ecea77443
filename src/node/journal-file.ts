// The page's own timers stop in hidden windows; Node's do not.
import { clearTimeout, setTimeout } from 'node:timers';
import { VaultError } from '../core/errors.ts';
import type { JournalStore, RecordRef } from '../core/change/write-ports.ts';
import type { Log } from '../core/ports.ts';
import { HEADER_BYTES, recordsIn } from './journal-record.ts';
import { SegmentWriter } from './journal-segment-writer.ts';
import { SegmentFolder } from './journal-segments.ts';
import type { Segment } from './journal-segments.ts';
import { privateFolder } from './state-folder.ts';

export interface JournalFile extends JournalStore {
  /** Ends after what was appended is durable. Nothing may be appended afterwards. */
  close(): Promise<void>;
}

export interface JournalFileOptions {
  readonly log: Log;
  /** Bytes after which a segment is full; a record is never split. */
  readonly segmentBytes?: number;
}

const SEGMENT_BYTES = 8 * 1024 * 1024;
/** A name that somebody else has taken is passed over, this often in a row. */
const NAMES_TRIED = 16;
/** Milliseconds after which a record that nobody waits for is flushed, unless another's flush has taken it along. */
const FLUSH_AFTER_MS = 100;

/**
 * Opens the journal in a folder (absolute; made for its owner alone where it is missing): segments `000001.log` and on,
 * each only ever appended to. Only one may have it open, which the vault's lock sees to. Throws what the disk throws.
 */
export async function openJournalFile(folder: string, options: JournalFileOptions): Promise<JournalFile> {
  await privateFolder(folder);
  const files = new SegmentFolder(folder, options.log);
  const segments = await files.find();
  const newest = segments.at(-1);
  if (newest !== undefined) await files.mendTail(newest);
  return new SegmentedJournal(files, segments, options);
}

interface Waiting {
  readonly text: string;
  /** Whether a loss of power must not take it any more when it is answered. */
  readonly durable: boolean;
  readonly resolve: (ref: RecordRef) => void;
  readonly reject: (error: unknown) => void;
}

class SegmentedJournal implements JournalFile {
  readonly #files: SegmentFolder;
  readonly #segments: Map<number, Segment>;
  readonly #log: Log;
  readonly #segmentBytes: number;
  /** The segment being filled. Each opening begins one of its own, so that no two writers ever share a file. */
  #current: SegmentWriter | null = null;
  #next: number;
  #waiting: Waiting[] = [];
  #turns: Promise<unknown> = Promise.resolve();
  #timer: NodeJS.Timeout | null = null;

  constructor(
    files: SegmentFolder,
    segments: readonly Segment[],
    { log, segmentBytes = SEGMENT_BYTES }: JournalFileOptions,
  ) {
    this.#files = files;
    this.#segments = new Map(segments.map((segment) => [segment.number, segment]));
    this.#log = log;
    this.#segmentBytes = segmentBytes;
    this.#next = Math.max(0, ...this.#segments.keys()) + 1;
  }

  async *records(): AsyncGenerator<{ readonly ref: RecordRef; readonly text: string }, void, void> {
    for (const segment of [...this.#segments.values()]) {
      const bytes = await this.#files.bytesOf(segment);
      if (bytes === null) continue;
      const records = recordsIn(bytes, segment.number);
      let step = records.next();
      for (; step.done !== true; step = records.next()) {
        const { text, offset, length } = step.value;
        yield { ref: { segment: segment.number, offset, length }, text };
      }
      const { damaged } = step.value;
      if (damaged > 0)
        this.#log.warn(`the journal is damaged in ${damaged} places; the records there were passed over`);
    }
  }

  append(text: string): Promise<RecordRef> {
    return this.#take(text, true);
  }

  note(text: string): Promise<RecordRef> {
    return this.#take(text, false);
  }

  async read(ref: RecordRef): Promise<string | null> {
    const known = this.#segments.get(ref.segment);
    const { offset, length } = ref;
    const fits = known !== undefined && offset >= 0 && length > HEADER_BYTES && offset + length <= known.bytes + 1;
    return fits ? this.#files.read(ref) : null;
  }

  size(): number {
    let bytes = 0;
    for (const segment of this.#segments.values()) bytes += segment.bytes;
    return bytes;
  }

  async prune(before: number, mostBytes: number): Promise<void> {
    const old = this.#oldSegments(before, mostBytes);
    if (old.length > 0) await this.#inTurn(() => this.#drop(old));
  }

  clear(): Promise<void> {
    return this.#inTurn(async () => {
      await this.#endSegment();
      await this.#drop([...this.#segments.values()]);
    });
  }

  close(): Promise<void> {
    return this.#inTurn(() => this.#endSegment());
  }

  #take(text: string, durable: boolean): Promise<RecordRef> {
    if (text.includes('\n')) return Promise.reject(new TypeError('a record of the journal is one line'));
    return new Promise((resolve, reject) => {
      this.#waiting.push({ text, durable, resolve, reject });
      // Whoever comes while a flush runs finds the next one ordered by the first of them, and shares it.
      if (this.#waiting.length === 1) void this.#inTurn(() => this.#writeWaiting());
    });
  }

  #inTurn<T>(task: () => Promise<T>): Promise<T> {
    const turn = this.#turns.then(task);
    this.#turns = turn.catch(() => undefined);
    return turn;
  }

  async #writeWaiting(): Promise<void> {
    const batch = this.#waiting;
    this.#waiting = [];
    // Several segments' worth of records is written segment by segment.
    while (batch.length > 0) {
      try {
        const writer = await this.#open();
        const refs = await this.#write(writer, batch);
        for (const [index, { resolve }] of batch.splice(0, refs.length).entries()) {
          const ref = refs[index];
          if (ref !== undefined) resolve(ref);
        }
      } catch (error) {
        for (const { reject } of batch.splice(0)) reject(asVaultError(error));
        await this.#endSegment().catch(() => undefined);
      }
    }
  }

  /** Writes as many of the batch as the segment takes, and makes them durable together where one of them has to be. */
  async #write(writer: SegmentWriter, batch: readonly Waiting[]): Promise<readonly RecordRef[]> {
    const from = writer.segment.bytes;
    const refs = await writer.write(batch.map(({ text }) => text));
    if (!batch.slice(0, refs.length).some(({ durable }) => durable)) {
      this.#flushSoon();
      return refs;
    }
    try {
      await writer.flush();
      return refs;
    } catch (error) {
      await writer.takeBack(from);
      throw error;
    }
  }

  #flushSoon(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      const flushed = this.#inTurn(async () => this.#current?.flush());
      flushed.catch((error: unknown) => this.#log.error(`the journal could not be flushed (${codeOf(error)})`));
    }, FLUSH_AFTER_MS).unref();
  }

  async #open(): Promise<SegmentWriter> {
    if (this.#current !== null && !this.#current.isFull) return this.#current;
    await this.#endSegment();
    const writer = await this.#newSegment();
    this.#current = writer;
    this.#segments.set(writer.segment.number, writer.segment);
    await this.#files.sync();
    return writer;
  }

  async #newSegment(): Promise<SegmentWriter> {
    for (let tries = 1; ; tries++) {
      const number = this.#next++;
      try {
        const segment: Segment = { number, bytes: 0, reserved: 0, endMs: Date.now() };
        return new SegmentWriter(segment, await this.#files.create(number), this.#segmentBytes);
      } catch (error) {
        if (codeOf(error) !== 'EEXIST' || tries === NAMES_TRIED) throw error;
      }
    }
  }

  async #endSegment(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    const current = this.#current;
    this.#current = null;
    await current?.end();
  }

  #oldSegments(before: number, mostBytes: number): readonly Segment[] {
    const old: Segment[] = [];
    let kept = this.size();
    for (const segment of this.#segments.values()) {
      if (segment === this.#current?.segment || (segment.endMs >= before && kept <= mostBytes)) break;
      kept -= segment.bytes;
      old.push(segment);
    }
    return old;
  }

  async #drop(segments: readonly Segment[]): Promise<void> {
    for (const segment of segments) {
      await this.#files.remove(segment);
      this.#segments.delete(segment.number);
    }
    await this.#files.sync();
  }
}

/** Without the message, which names the machine's folders. */
function asVaultError(error: unknown): VaultError {
  return new VaultError('not_applied', { reason: 'failed', detail: codeOf(error) });
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'EUNKNOWN';
}
