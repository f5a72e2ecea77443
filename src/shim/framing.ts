import { LINE_LIMIT } from '../wire/limits.ts';

import { LineProbe } from './probe-line.ts';
import type { Probed } from './probe-line.ts';

/**
 * Cuts a byte stream into lines at 0x0A. Bytes are collected in a list and joined once a line, so that a
 * character cut by a chunk's border stays whole and cost grows with the input only.
 */

/** Bytes. A little below what the link carries, so that a line that was put right still fits. */
export const MAX_LINE_BYTES = LINE_LIMIT - 1024;

/** So many small pieces of one line are joined early: a list of millions costs more than the bytes. */
const MAX_PIECES = 4096;

export interface LineSink {
  /** A line without its ending, a trailing CR, and a leading byte order mark; blank lines never come. */
  line(bytes: Uint8Array): void;
  /** A line over the cap, dropped; whose it was, as far as could be told. */
  tooLong(probed: Probed, byteCount: number): void;
}

export class LineSplitter {
  private readonly sink: LineSink;
  private readonly cap: number;
  /** The line so far: blocks already joined, then pieces as they came. */
  private blocks: Uint8Array[] = [];
  private pieces: Uint8Array[] = [];
  private size = 0;
  private probe: LineProbe | null = null;

  constructor(sink: LineSink, cap = MAX_LINE_BYTES) {
    this.sink = sink;
    this.cap = cap;
  }

  push(chunk: Uint8Array): void {
    let from = 0;
    for (;;) {
      const at = chunk.indexOf(0x0a, from);
      if (at === -1) break;
      this.take(chunk.subarray(from, at));
      this.endLine();
      from = at + 1;
    }
    if (from < chunk.length) this.take(chunk.subarray(from));
  }

  /** The stream has ended: what stands after the last newline is a line too. */
  end(): void {
    this.endLine();
  }

  private take(piece: Uint8Array): void {
    this.size += piece.length;
    if (this.probe === null && this.size <= this.cap) {
      if (piece.length > 0) this.pieces.push(piece);
      if (this.pieces.length >= MAX_PIECES) this.blocks.push(Buffer.concat(this.pieces.splice(0)));
      return;
    }
    const probe = this.probe ?? this.startProbe();
    probe.feed(piece);
  }

  private startProbe(): LineProbe {
    const probe = new LineProbe();
    for (const bytes of this.takeAll()) probe.feed(bytes);
    this.probe = probe;
    return probe;
  }

  private endLine(): void {
    const { size, probe } = this;
    const parts = this.takeAll();
    this.size = 0;
    this.probe = null;
    if (probe !== null) {
      this.sink.tooLong(probe.result(), size);
      return;
    }
    const bytes = trimmed(parts.length === 1 && parts[0] !== undefined ? parts[0] : Buffer.concat(parts, size));
    if (bytes.length > 0) this.sink.line(bytes);
  }

  private takeAll(): Uint8Array[] {
    const parts = [...this.blocks, ...this.pieces];
    this.blocks = [];
    this.pieces = [];
    return parts;
  }
}

/** Without a byte order mark, blanks before and after, and a CR. */
function trimmed(bytes: Uint8Array): Uint8Array {
  let start = 0;
  let end = bytes.length;
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) start = 3;
  while (start < end && isBlank(bytes[start])) start++;
  while (end > start && isBlank(bytes[end - 1])) end--;
  return bytes.subarray(start, end);
}

function isBlank(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x09 || byte === 0x0d;
}
