import * as zlib from 'node:zlib';

/**
 * CRC-32 as in gzip (ISO 3309), of bytes that follow those of which `before` is the sum. Node has it since 20.15; the app
 * may run on an older one.
 */
export const crc32: (bytes: Uint8Array, before?: number) => number =
  'crc32' in zlib ? (bytes, before = 0) => zlib.crc32(bytes, before) : crc32ByTable;

/** The same without help, ten times slower. */
export function crc32ByTable(bytes: Uint8Array, before = 0): number {
  table ??= makeTable();
  let crc = ~before;
  for (const byte of bytes) crc = (crc >>> 8) ^ (table[(crc ^ byte) & 0xff] ?? 0);
  return ~crc >>> 0;
}

let table: Uint32Array | null = null;

function makeTable(): Uint32Array {
  return Uint32Array.from({ length: 256 }, (_, byte) => {
    let crc = byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
    return crc;
  });
}
