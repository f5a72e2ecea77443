import { nextTick } from 'node:process';

/** The client's end of stdout, as far as it is needed. */
export interface OutputStream {
  readonly writableLength: number;
  cork(): void;
  uncork(): void;
  write(data: Uint8Array | string): boolean;
  on(event: 'error' | 'drain' | 'close', listener: () => void): unknown;
}

export interface OutputEvents {
  /** The client reads slower than we write: bring no more until `onDrain`. */
  readonly onFull: () => void;
  readonly onDrain: () => void;
  /** Nobody reads any more; nothing is written after this. */
  readonly onBroken: () => void;
}

/** Below this a line and its end are joined; above it they go out as two pieces of one write, without a copy. */
const JOIN_BELOW = 16 * 1024;

/** One JSON text a line to the client, and nothing else. Lines of one turn of the event loop leave as one write. */
export class Output {
  private readonly stream: OutputStream;
  private readonly events: OutputEvents;
  private broken = false;
  private full = false;
  private isHeld = false;

  constructor(stream: OutputStream, events: OutputEvents) {
    this.stream = stream;
    this.events = events;
    stream.on('error', () => this.breakOff());
    stream.on('close', () => this.breakOff());
    stream.on('drain', () => this.drained());
  }

  /** Bytes that the client has not taken yet. */
  get pending(): number {
    return this.broken ? 0 : this.stream.writableLength;
  }

  line(line: Uint8Array | string): void {
    if (this.broken) return;
    this.hold();
    if (this.put(line) || this.full) return;
    this.full = true;
    this.events.onFull();
  }

  private put(line: Uint8Array | string): boolean {
    if (typeof line === 'string') return this.stream.write(`${line}\n`);
    if (line.length < JOIN_BELOW) return this.stream.write(Buffer.concat([line, NEWLINE]));
    this.stream.write(line);
    return this.stream.write(NEWLINE);
  }

  private hold(): void {
    if (this.isHeld) return;
    this.isHeld = true;
    this.stream.cork();
    nextTick(() => {
      this.isHeld = false;
      this.stream.uncork();
    });
  }

  private drained(): void {
    if (!this.full) return;
    this.full = false;
    this.events.onDrain();
  }

  private breakOff(): void {
    if (this.broken) return;
    this.broken = true;
    this.events.onBroken();
  }
}

const NEWLINE = Buffer.from('\n');
