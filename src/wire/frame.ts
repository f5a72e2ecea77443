/**
 * Websocket frames (RFC 6455, 5.2) as the link sends them: one whole binary message each, no extension. They are written
 * here, since a library that frames takes a unit as one piece: its header and its line would have to be copied together
 * first, and a line may have 8 MiB.
 */

/** What a frame goes out on: a socket of Node's, of which this room knows no more. */
export interface Connection {
  cork(): void;
  uncork(): void;
  write(bytes: Uint8Array): unknown;
}

/**
 * Puts units on a connection. What is written within one turn of the event loop leaves as one write: most of what a small
 * unit costs is the system's call.
 */
export class UnitWriter {
  readonly #connection: Connection;
  readonly #masked: boolean;
  readonly #soon: (task: () => void) => void;
  #isHeld = false;

  /**
   * `masked`: as a client must (5.3); the mask is zero, since it only keeps web caches from misreading frames.
   * `soon` runs a task when what is being done has been done, before anything else is read.
   */
  constructor(connection: Connection, masked: boolean, soon: (task: () => void) => void) {
    this.#connection = connection;
    this.#masked = masked;
    this.#soon = soon;
  }

  /** `header` is ASCII; the line's bytes follow it. A long line is not copied: it must not change until it is sent. */
  write(header: string, line: Uint8Array | null): void {
    if (!this.#isHeld) {
      this.#isHeld = true;
      this.#connection.cork();
      this.#soon(() => this.flush());
    }
    const lineLength = line?.length ?? 0;
    const isJoined = lineLength < JOIN_BELOW;
    const size = header.length + lineLength;
    const start = headSize(size) + (this.#masked ? MASK_SIZE : 0);
    const bytes = new Uint8Array(start + header.length + (isJoined ? lineLength : 0));
    writeHead(bytes, size, this.#masked);
    for (let at = 0; at < header.length; at++) bytes[start + at] = header.charCodeAt(at);
    if (line !== null && isJoined) bytes.set(line, start + header.length);
    this.#connection.write(bytes);
    if (line !== null && !isJoined) this.#connection.write(line);
  }

  /** Lets go of what was written: to be called before the connection is ended by force. */
  flush(): void {
    if (!this.#isHeld) return;
    this.#isHeld = false;
    this.#connection.uncork();
  }
}

/** Bytes; below it a copy is cheaper than a piece of its own. */
const JOIN_BELOW = 16 * 1024;

const FINAL_BINARY = 0x82;
const MASKED = 0x80;
const MASK_SIZE = 4;
/** Sizes up to this one stand in the second byte; up to 16 bits in two bytes more, and above in eight. */
const LARGEST_SHORT = 125;
const LARGEST_MIDDLE = 0xffff;

function headSize(size: number): number {
  return size <= LARGEST_SHORT ? 2 : size <= LARGEST_MIDDLE ? 4 : 10;
}

/** `size` is below 2^32. */
function writeHead(bytes: Uint8Array, size: number, masked: boolean): void {
  const width = headSize(size) - 2;
  bytes[0] = FINAL_BINARY;
  bytes[1] = (width === 0 ? size : width === 2 ? 126 : 127) | (masked ? MASKED : 0);
  for (let at = 0; at < Math.min(width, 4); at++) bytes[1 + width - at] = (size >>> (8 * at)) & 0xff;
}
