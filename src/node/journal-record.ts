import { crc32 } from './checksum.ts';

/**
 * One record in a segment: `<length> <checksum> <text>` and a line end, the two numbers as eight hex digits, the length
 * in bytes of UTF-8. The checksum covers where the record lies too, so that bytes which look like a record are none
 * anywhere else: not inside a note that a record carries, not in a copy of another segment.
 */
export const HEADER_BYTES = 18;
const LINE_END = 0x0a;

/** The bytes of a record at this place. Throws TypeError for text with a line end. */
export function encodeRecord(text: string, segment: number, offset: number): Buffer {
  if (text.includes('\n')) throw new TypeError('a record of the journal is one line');
  const body = Buffer.from(text, 'utf8');
  const record = Buffer.allocUnsafe(HEADER_BYTES + body.length + 1);
  record.write(`${hex(body.length)} ${hex(sumOf(body, segment, offset))} `, 'latin1');
  body.copy(record, HEADER_BYTES);
  record[record.length - 1] = LINE_END;
  return record;
}

/** The text of the record that begins at `at` in these bytes, which lie at `offset` of their segment; else null. */
export function decodeRecord(bytes: Buffer, at: number, segment: number, offset: number): string | null {
  if (bytes.length < at + HEADER_BYTES) return null;
  const header = HEADER.exec(bytes.toString('latin1', at, at + HEADER_BYTES));
  if (header === null) return null;
  const [length, sum] = [parseInt(header[1] ?? '', 16), parseInt(header[2] ?? '', 16)];
  const from = at + HEADER_BYTES;
  if (from + length > bytes.length) return null;
  const body = bytes.subarray(from, from + length);
  return sumOf(body, segment, offset) === sum ? body.toString('utf8') : null;
}

/** What a segment holds. `end`: where its last whole record ends; `damaged`: stretches passed over before that. */
export interface SegmentEnd {
  readonly end: number;
  readonly damaged: number;
}

/** A record found, with all its bytes counted: header and line end too. */
export interface Found {
  readonly offset: number;
  readonly length: number;
  readonly text: string;
}

/** The whole records of a segment, in order; after a damaged stretch it goes on at the next line that is one. */
export function* recordsIn(bytes: Buffer, segment: number): Generator<Found, SegmentEnd, void> {
  let [at, end, damaged] = [0, 0, 0];
  while (at < bytes.length) {
    const text = decodeRecord(bytes, at, segment, at);
    if (text === null) {
      const line = bytes.indexOf(LINE_END, at);
      if (line < 0) break;
      at = line + 1;
      continue;
    }
    if (at > end) damaged++;
    const length = HEADER_BYTES + parseInt(bytes.toString('latin1', at, at + 8), 16);
    const whole = bytes[at + length] === LINE_END;
    yield { offset: at, length: length + 1, text };
    at += length + 1;
    end = Math.min(at, bytes.length);
    // A line end that rotted, or was never written, takes nothing with it: what follows is looked at as it is.
    if (!whole) damaged++;
  }
  return { end, damaged };
}

const HEADER = /^([0-9a-f]{8}) ([0-9a-f]{8}) $/;

function sumOf(body: Buffer, segment: number, offset: number): number {
  return crc32(body, crc32(Buffer.from(`${segment}:${offset}:${body.length}`, 'latin1')));
}

function hex(number: number): string {
  return number.toString(16).padStart(8, '0');
}
