/**
 * Bytes of an index: strings, and numbers of variable length.
 *
 * Strings are stored unit by unit: each UTF-16 unit becomes one to three bytes as UTF-8 would write it, a surrogate
 * too. So any string comes back as it was, and the order of the bytes is JavaScript's own order of strings.
 */

/** Bytes that grow at their end. */
export class ByteWriter {
  bytes: Uint8Array;
  length = 0;

  constructor(capacity = 256) {
    this.bytes = new Uint8Array(capacity);
  }

  /** A writer that has written these bytes, and keeps them as they are. */
  static of(bytes: Uint8Array): ByteWriter {
    const writer = new ByteWriter(0);
    writer.bytes = bytes;
    writer.length = bytes.length;
    return writer;
  }

  /** Makes room for `more` bytes beyond the present end. */
  reserve(more: number): void {
    if (this.length + more <= this.bytes.length) return;
    const grown = new Uint8Array(Math.max(this.bytes.length * 2, this.length + more));
    grown.set(this.bytes.subarray(0, this.length));
    this.bytes = grown;
  }

  byte(value: number): void {
    this.reserve(1);
    this.bytes[this.length++] = value;
  }

  /** Seven bits a byte, the low ones first; up to 2^32 - 1. */
  varint(value: number): void {
    this.reserve(5);
    let rest = value;
    while (rest > 0x7f) {
      this.bytes[this.length++] = (rest & 0x7f) | 0x80;
      rest >>>= 7;
    }
    this.bytes[this.length++] = rest;
  }

  text(text: string): void {
    this.reserve(text.length * 3);
    const bytes = this.bytes;
    let at = this.length;
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i);
      if (unit < 0x80) {
        bytes[at++] = unit;
      } else if (unit < 0x800) {
        bytes[at++] = 0xc0 | (unit >> 6);
        bytes[at++] = 0x80 | (unit & 0x3f);
      } else {
        bytes[at++] = 0xe0 | (unit >> 12);
        bytes[at++] = 0x80 | ((unit >> 6) & 0x3f);
        bytes[at++] = 0x80 | (unit & 0x3f);
      }
    }
    this.length = at;
  }

  /** Copies `source` from `from` up to `to`. */
  copy(source: Uint8Array, from: number, to: number): void {
    this.reserve(to - from);
    // A plain loop beats subarray + set for the few bytes that most postings have.
    if (to - from < 48) {
      const bytes = this.bytes;
      let at = this.length;
      for (let i = from; i < to; i++) bytes[at++] = source[i] ?? 0;
      this.length = at;
      return;
    }
    this.bytes.set(source.subarray(from, to), this.length);
    this.length += to - from;
  }

  /** The bytes written, in an array of their own length. */
  finish(): Uint8Array {
    return this.length === this.bytes.length ? this.bytes : this.bytes.slice(0, this.length);
  }
}

/** The bytes of a string. */
export function encodeText(text: string): Uint8Array {
  const writer = new ByteWriter(text.length * 3);
  writer.text(text);
  return writer.finish();
}

/** The string written in `bytes` from `from` up to `to`. */
export function decodeText(bytes: Uint8Array, from: number, to: number): string {
  let text = '';
  for (let i = from; i < to;) {
    const first = bytes[i++] ?? 0;
    if (first < 0x80) {
      text += String.fromCharCode(first);
    } else if (first < 0xe0) {
      text += String.fromCharCode(((first & 0x1f) << 6) | ((bytes[i++] ?? 0) & 0x3f));
    } else {
      const second = (bytes[i++] ?? 0) & 0x3f;
      text += String.fromCharCode(((first & 0x0f) << 12) | (second << 6) | ((bytes[i++] ?? 0) & 0x3f));
    }
  }
  return text;
}

/** Below 0, 0 or above: how bytes `from..to` of one array compare with those of another. */
export function compareBytes(
  a: Uint8Array,
  aFrom: number,
  aTo: number,
  b: Uint8Array,
  bFrom: number,
  bTo: number,
): number {
  const shared = Math.min(aTo - aFrom, bTo - bFrom);
  for (let i = 0; i < shared; i++) {
    const difference = (a[aFrom + i] ?? 0) - (b[bFrom + i] ?? 0);
    if (difference !== 0) return difference;
  }
  return aTo - aFrom - (bTo - bFrom);
}
