// A zip archive that is the same for the same files, wherever it is made: fixed dates, no compression (compressors
// differ in bytes from one version to the next), entries in the given order.
import { crc32 } from 'node:zlib';

/** 1 January 1980, the first day that a zip archive can name. */
const DATE = 0x0021;
const VERSION = 20;
/** Made on Unix, so that the mode stands in the upper half of the external attributes. */
const MADE_BY = (3 << 8) | VERSION;
const UTF8_NAMES = 0x0800;

/** @param files each `{ name, bytes, mode }`, `name` with `/`, `mode` as of a regular file, such as 0o644. */
export function zip(files) {
  const locals = [];
  const directory = [];
  let offset = 0;
  for (const { name, bytes, mode } of files) {
    const path = Buffer.from(name, 'utf8');
    const common = Buffer.alloc(26);
    common.writeUInt16LE(VERSION, 0);
    common.writeUInt16LE(UTF8_NAMES, 2);
    common.writeUInt16LE(DATE, 8);
    common.writeUInt32LE(crc32(bytes), 10);
    common.writeUInt32LE(bytes.length, 14);
    common.writeUInt32LE(bytes.length, 18);
    common.writeUInt16LE(path.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), common, path, bytes]);
    const madeBy = Buffer.alloc(2);
    madeBy.writeUInt16LE(MADE_BY);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(((0o100000 | mode) << 16) >>> 0, 6);
    rest.writeUInt32LE(offset, 10);
    directory.push(Buffer.from('PK\x01\x02', 'latin1'), madeBy, common, rest, path);
    locals.push(local);
    offset += local.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, central, end]);
}

/**
 * The files of an archive that `zip` made, by its directory: `{ name, bytes, mode }`. Throws for one that is damaged or
 * compressed.
 */
export function unzip(archive) {
  const end = archive.length - 22;
  if (archive.toString('latin1', end, end + 4) !== 'PK\x05\x06') throw new Error('no zip archive without a comment');
  const files = [];
  let at = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left--) {
    const size = archive.readUInt32LE(at + 24);
    const nameLength = archive.readUInt16LE(at + 28);
    const name = archive.toString('utf8', at + 46, at + 46 + nameLength);
    const local = archive.readUInt32LE(at + 42);
    const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
    const bytes = archive.subarray(start, start + size);
    const stored = archive.readUInt16LE(at + 10) === 0;
    if (!stored || crc32(bytes) !== archive.readUInt32LE(at + 16)) throw new Error(`${name} is damaged`);
    files.push({ name, bytes, mode: (archive.readUInt32LE(at + 38) >>> 16) & 0o777 });
    at += 46 + nameLength + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
  }
  return files;
}
