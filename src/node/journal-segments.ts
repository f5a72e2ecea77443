import { constants } from 'node:fs';
import { lstat, open, readFile, readdir, rm, truncate } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import type { RecordRef } from '../core/change/write-ports.ts';
import type { Log } from '../core/ports.ts';
import { decodeRecord, recordsIn } from './journal-record.ts';
import { syncFolder } from './sync-folder.ts';

/** One file of the journal. */
export interface Segment {
  readonly number: number;
  /** Bytes of its whole records. */
  bytes: number;
  /** Bytes that the file has, zeros ahead included. */
  reserved: number;
  /** When it was last appended to, ms since 1970. */
  endMs: number;
}

/** Bytes. No segment of ours comes near; a larger file is not ours to hold in memory. */
const LARGEST_SEGMENT = 1024 * 1024 * 1024;

// O_NOFOLLOW does not exist on Windows.
const { O_RDONLY, O_RDWR, O_CREAT, O_EXCL, O_NOFOLLOW = 0 } = constants;
const SAFE_READ = O_RDONLY | O_NOFOLLOW;
const NEW_FILE = O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW;

/** The segments of a journal in their folder: `000001.log` and on. */
export class SegmentFolder {
  readonly #folder: string;
  readonly #log: Log;

  constructor(folder: string, log: Log) {
    this.#folder = folder;
    this.#log = log;
  }

  /** In order of their numbers; files of other names are not ours. */
  async find(): Promise<readonly Segment[]> {
    const segments: Segment[] = [];
    for (const name of await readdir(this.#folder)) {
      const number = Number(/^(\d{6,15})\.log$/.exec(name)?.[1] ?? NaN);
      if (!Number.isSafeInteger(number) || name !== nameOf(number)) continue;
      const stats = await lstat(join(this.#folder, name));
      if (stats.isFile()) segments.push({ number, bytes: stats.size, reserved: stats.size, endMs: stats.mtimeMs });
    }
    return segments.sort((a, b) => a.number - b.number);
  }

  /** A new empty one, for its owner alone. Throws EEXIST where anything has its name. */
  create(number: number): Promise<FileHandle> {
    return open(this.#pathOf(number), NEW_FILE, 0o600);
  }

  /** Makes the names of the segments durable. */
  sync(): Promise<void> {
    return syncFolder(this.#folder);
  }

  /** What it holds, zeros ahead left out; null, and said to the log, where it cannot be read. */
  async bytesOf({ number, bytes }: Segment): Promise<Buffer | null> {
    if (bytes > LARGEST_SEGMENT) {
      this.#log.warn(`the journal's segment ${number} is larger than any that was written; it is passed over`);
      return null;
    }
    try {
      // What lies beyond is being written at this moment.
      return (await readFile(this.#pathOf(number), { flag: SAFE_READ })).subarray(0, bytes);
    } catch {
      this.#log.warn(`the journal's segment ${number} cannot be read; it is passed over`);
      return null;
    }
  }

  /** The text of one record; null where none lies there. */
  async read({ segment, offset, length }: RecordRef): Promise<string | null> {
    try {
      const file = await open(this.#pathOf(segment), SAFE_READ);
      try {
        const bytes = Buffer.alloc(length);
        const count = await readAll(file, bytes, offset);
        return decodeRecord(bytes.subarray(0, count), 0, segment, offset);
      } finally {
        await file.close();
      }
    } catch {
      return null;
    }
  }

  /** A crash may have left half a record, and zeros laid down ahead, at the end of a segment: they are cut off. */
  async mendTail(segment: Segment): Promise<void> {
    const bytes = await this.bytesOf(segment);
    if (bytes === null) return;
    const records = recordsIn(bytes, segment.number);
    let step = records.next();
    while (step.done !== true) step = records.next();
    const { end } = step.value;
    if (end === segment.bytes) return;
    const torn = lengthWithoutZeros(bytes.subarray(end));
    if (torn > 0) this.#log.warn(`the journal ended in ${torn} bytes that are no whole record; they were cut off`);
    await truncate(this.#pathOf(segment.number), end);
    [segment.bytes, segment.reserved] = [end, end];
  }

  async remove({ number }: Segment): Promise<void> {
    await rm(this.#pathOf(number), { force: true });
  }

  #pathOf(segment: number): string {
    return join(this.#folder, nameOf(segment));
  }
}

function nameOf(number: number): string {
  return `${String(number).padStart(6, '0')}.log`;
}

function lengthWithoutZeros(bytes: Buffer): number {
  let length = bytes.length;
  while (length > 0 && bytes[length - 1] === 0) length--;
  return length;
}

async function readAll(file: FileHandle, into: Buffer, from: number): Promise<number> {
  let count = 0;
  while (count < into.length) {
    const { bytesRead } = await file.read(into, count, into.length - count, from + count);
    if (bytesRead === 0) break;
    count += bytesRead;
  }
  return count;
}
