import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { open, readdir, rename, rm, stat } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { endianness } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers';
import { promisify } from 'node:util';
import { deflate, inflate } from 'node:zlib';
import type { Log, SnapshotPart, SnapshotStore } from '../core/ports.ts';
import { crc32 } from './checksum.ts';
import { syncFolder } from './sync-folder.ts';

/**
 * One file, `snapshot.bin`, in the vault's folder below `index/` of the state folder:
 *
 *     8 bytes   VMCPSNAP
 *     4 bytes   format, 4 bytes length of the head, 4 bytes CRC-32 of the head; little-endian
 *     the head  JSON: identity, byte order of the columns, and of each part its kind, its length in bytes and its CRC-32
 *     the parts one after another: texts deflated, which makes them a third; columns as they are
 *
 * Nothing is behind them, so every byte of the file is covered by a sum or by a comparison.
 */
const NAME = 'snapshot.bin';
const MAGIC = 'VMCPSNAP';
const FORMAT = 1;
const PREFIX_BYTES = 20;
/** Bytes; a head has some sixty a part, and there are at most a few hundred parts. */
const LONGEST_HEAD = 1024 * 1024;
/** Bytes summed or handed to the system at once: about a millisecond where the sum is computed in JavaScript. */
const STEP = 256 * 1024;
/** Of deflating: higher ones take three times as long and save a tenth. */
const LEVEL = 3;
/** Milliseconds after which a half-written copy belongs to nobody any more. */
const ABANDONED_MS = 10 * 60_000;

// O_NOFOLLOW does not exist on Windows.
const { O_RDONLY, O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW = 0 } = constants;

interface Head {
  readonly identity: string;
  readonly order: string;
  readonly parts: readonly { readonly kind: 'text' | 'bytes'; readonly length: number; readonly sum: number }[];
}

/** The snapshot of one vault in this folder, which is the owner's alone. */
export function snapshotFile(folder: string, log: Log): SnapshotStore {
  return {
    load: async (identity) => {
      try {
        const found = await read(join(folder, NAME), identity);
        if (typeof found !== 'string') return found;
        log.info(`the index is built anew: its snapshot is ${found}`);
      } catch (error) {
        if (codeOf(error) !== 'ENOENT')
          log.warn(`the index is built anew: its snapshot is unreadable (${codeOf(error)})`);
      }
      return null;
    },
    save: async (identity, parts) => {
      await sweep(folder);
      await write(folder, identity, parts);
    },
  };
}

/** The parts, or what is wrong with the file. */
async function read(path: string, identity: string): Promise<readonly SnapshotPart[] | string> {
  const file = await open(path, O_RDONLY | O_NOFOLLOW);
  try {
    const { size } = await file.stat();
    const head = await readHead(file, size);
    if (typeof head === 'string') return head;
    if (head.identity !== identity || head.order !== endianness()) return 'of another version or other settings';
    const parts: Promise<SnapshotPart>[] = [];
    let at = size - head.parts.reduce((sum, { length }) => sum + length, 0);
    for (const { kind, length, sum } of head.parts) {
      const bytes = await readAt(file, at, length);
      if (bytes === null || (await sumOf(bytes)) !== sum) return 'damaged';
      parts.push(kind === 'text' ? inflated(bytes) : Promise.resolve(new Uint8Array(bytes.buffer, 0, length)));
      at += length;
    }
    return await Promise.all(parts);
  } finally {
    await file.close();
  }
}

async function readHead(file: FileHandle, size: number): Promise<Head | string> {
  const prefix = await readAt(file, 0, PREFIX_BYTES);
  if (prefix === null || prefix.toString('latin1', 0, 8) !== MAGIC) return 'damaged';
  if (prefix.readUInt32LE(8) !== FORMAT) return 'of another format';
  const length = prefix.readUInt32LE(12);
  const bytes = length > LONGEST_HEAD ? null : await readAt(file, PREFIX_BYTES, length);
  if (bytes === null || crc32(bytes) !== prefix.readUInt32LE(16)) return 'damaged';
  // Ours to the last bit, by its sum.
  const head = JSON.parse(bytes.toString('utf8')) as Head;
  const end = head.parts.reduce((sum, part) => sum + part.length, PREFIX_BYTES + length);
  return end === size ? head : 'damaged';
}

/** That many bytes in memory of their own, where a column of any width may begin; null where the file ends before. */
async function readAt(file: FileHandle, at: number, length: number): Promise<Buffer<ArrayBuffer> | null> {
  const bytes = Buffer.from(new ArrayBuffer(length));
  for (let done = 0; done < length;) {
    const { bytesRead } = await file.read(bytes, done, length - done, at + done);
    if (bytesRead === 0) return null;
    done += bytesRead;
  }
  return bytes;
}

async function write(folder: string, identity: string, parts: readonly SnapshotPart[]): Promise<void> {
  const bodies: Uint8Array[] = [];
  for (const part of parts) bodies.push(typeof part === 'string' ? await deflated(part) : part);
  const head = await headOf(identity, parts, bodies);
  const prefix = Buffer.alloc(PREFIX_BYTES);
  prefix.write(MAGIC, 'latin1');
  [FORMAT, head.length, crc32(head)].forEach((number, at) => prefix.writeUInt32LE(number, 8 + 4 * at));
  const temporary = join(folder, `${NAME}.${randomBytes(6).toString('hex')}.tmp`);
  try {
    const file = await open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600);
    try {
      for (const bytes of [prefix, head, ...bodies]) {
        for (let at = 0; at < bytes.length;)
          at += (await file.write(bytes, at, Math.min(STEP, bytes.length - at))).bytesWritten;
      }
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, join(folder, NAME));
    await syncFolder(folder);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

async function headOf(
  identity: string,
  parts: readonly SnapshotPart[],
  bodies: readonly Uint8Array[],
): Promise<Buffer> {
  const described: Head['parts'][number][] = [];
  for (const [at, bytes] of bodies.entries()) {
    const kind = typeof parts[at] === 'string' ? 'text' : 'bytes';
    described.push({ kind, length: bytes.length, sum: await sumOf(bytes) });
  }
  const head: Head = { identity, order: endianness(), parts: described };
  return Buffer.from(JSON.stringify(head), 'utf8');
}

/** By a thread of Node's own. */
async function deflated(text: string): Promise<Buffer> {
  return promisify(deflate)(Buffer.from(text, 'utf8'), { level: LEVEL });
}

async function inflated(bytes: Uint8Array): Promise<string> {
  return (await promisify(inflate)(bytes)).toString('utf8');
}

/** CRC-32, with a breath for others now and then. */
async function sumOf(bytes: Uint8Array): Promise<number> {
  let sum = crc32(bytes.subarray(0, STEP));
  for (let at = STEP; at < bytes.length; at += STEP) {
    if (at % (4 * STEP) === 0) await new Promise((resolve) => setImmediate(resolve));
    sum = crc32(bytes.subarray(at, at + STEP), sum);
  }
  return sum;
}

/** Takes away what hosts that were killed while they wrote have left behind. */
async function sweep(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.startsWith(`${NAME}.`) || !name.endsWith('.tmp')) continue;
    const path = join(folder, name);
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Infinity }));
    if (Date.now() - mtimeMs > ABANDONED_MS) await rm(path, { force: true });
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'EUNKNOWN';
}
