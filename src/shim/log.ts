/** Lines on stderr: what happened to the pipe, never what stands in a note, never a token. */

export type LogLevel = 'debug' | 'info' | 'warn' | 'error';
export type Threshold = LogLevel | 'silent';

export const THRESHOLDS: readonly Threshold[] = ['debug', 'info', 'warn', 'error', 'silent'];

export interface ErrorStream {
  readonly writableLength: number;
  write(text: string): boolean;
  on(event: 'error', listener: (error: Error) => void): unknown;
}

/** Lines in a burst, and how many a second refill it. A client that does not read stderr must not hold us up. */
const BURST = 50;
const REFILL_PER_SECOND = 10;
/** Bytes not yet taken by the reader of stderr above which lines are dropped. */
const BACKLOG = 64 * 1024;
/** Characters of one line. */
const LONGEST = 400;

export class StderrLog {
  private readonly openStream: () => ErrorStream;
  private stream: ErrorStream | null = null;
  private readonly threshold: number;
  private readonly now: () => number;
  private tokens = BURST;
  private filledAt: number;
  private dropped = 0;
  private broken = false;

  /** `openStream` is asked for the first line only: to open stderr costs milliseconds of a start that prints nothing. */
  constructor(openStream: () => ErrorStream, threshold: Threshold, now: () => number = Date.now) {
    this.openStream = openStream;
    this.threshold = THRESHOLDS.indexOf(threshold);
    this.now = now;
    this.filledAt = now();
  }

  write(level: LogLevel, message: string): void {
    if (THRESHOLDS.indexOf(level) < this.threshold || this.broken) return;
    const stream = this.opened();
    const now = this.now();
    this.tokens = Math.min(BURST, this.tokens + ((now - this.filledAt) / 1000) * REFILL_PER_SECOND);
    this.filledAt = now;
    if (this.tokens < 1 || stream.writableLength > BACKLOG) {
      this.dropped++;
      return;
    }
    this.tokens--;
    const missed = this.dropped === 0 ? '' : ` (${this.dropped} lines left out before this)`;
    this.dropped = 0;
    stream.write(`[vault-mcp] ${new Date(now).toISOString()} ${level}: ${oneLine(message)}${missed}\n`);
  }

  private opened(): ErrorStream {
    if (this.stream !== null) return this.stream;
    this.stream = this.openStream();
    // A reader that went away is no reason to fail, only to be silent.
    this.stream.on('error', () => (this.broken = true));
    return this.stream;
  }
}

function oneLine(message: string): string {
  const flat = message.replaceAll(/\p{Cc}+/gu, ' ');
  return flat.length > LONGEST ? `${flat.slice(0, LONGEST)}…` : flat;
}
