import type { CallMeta } from './call.ts';
import { BACKLOG_BYTES, BACKLOG_UNITS, WINDOW_BYTES, WINDOW_UNITS } from './limits.ts';

export interface KeptLine {
  readonly seq: number;
  readonly line: Uint8Array;
  readonly meta: CallMeta;
}

/**
 * One direction of a session, sending end: numbers lines, keeps each until it is acknowledged, and says which may be
 * sent next. Pure bookkeeping; every operation costs constant time, amortised.
 */
export class Outbox {
  /** Lines not yet acknowledged, oldest first, from `#head` on. */
  #kept: (KeptLine | undefined)[] = [];
  #head = 0;
  #bytes = 0;
  #acked = 0;
  #sent = 0;
  #sentBytes = 0;

  /** Accepts a line and returns its number. */
  push(line: Uint8Array, meta: CallMeta): number {
    const seq = this.#acked + this.units + 1;
    this.#kept.push({ seq, line, meta });
    this.#bytes += line.length;
    return seq;
  }

  /** The next line that the window lets through, counted as sent from now on; null where there is none. */
  next(): KeptLine | null {
    const line = this.#at(this.#sent + 1);
    const onTheirWay = this.#sent - this.#acked;
    if (line === undefined || onTheirWay >= WINDOW_UNITS) return null;
    if (onTheirWay > 0 && this.#sentBytes + line.line.length > WINDOW_BYTES) return null;
    this.#sent = line.seq;
    this.#sentBytes += line.line.length;
    return line;
  }

  /** The peer has taken everything up to `seq`. False where that was never sent: the peer is not to be trusted. */
  acknowledge(seq: number): boolean {
    if (seq > this.#sent) return false;
    while (this.#acked < seq) this.#forgetFirst();
    return true;
  }

  /** Whether everything behind that number is still held, and the number itself was sent. */
  reaches(received: number): boolean {
    return this.#acked <= received && received <= this.#sent;
  }

  /** After a break: goes on behind the last number that the peer received. False where that is impossible. */
  rewind(received: number): boolean {
    if (!this.reaches(received)) return false;
    while (this.#sent > received) {
      this.#sentBytes -= this.#at(this.#sent)?.line.length ?? 0;
      this.#sent--;
    }
    return true;
  }

  get acknowledged(): number {
    return this.#acked;
  }

  /** Lines and bytes held, sent or not. */
  get units(): number {
    return this.#kept.length - this.#head;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** More than may be held for a peer whose socket is gone (the window) or open (the backlog). */
  overflows(connected: boolean): boolean {
    const units = connected ? BACKLOG_UNITS : WINDOW_UNITS;
    const bytes = connected ? BACKLOG_BYTES : WINDOW_BYTES;
    return this.units > units || (this.#bytes > bytes && this.units > 1);
  }

  #at(seq: number): KeptLine | undefined {
    return this.#kept[this.#head + seq - this.#acked - 1];
  }

  #forgetFirst(): void {
    const size = this.#kept[this.#head]?.line.length ?? 0;
    this.#kept[this.#head] = undefined; // lets go of its bytes at once
    this.#bytes -= size;
    this.#sentBytes -= size;
    this.#acked++;
    this.#head++;
    // Empty places are removed in batches, so that the list is not shifted once per line.
    if (this.#head >= 64 && this.#head * 2 >= this.#kept.length) {
      this.#kept = this.#kept.slice(this.#head);
      this.#head = 0;
    }
  }
}
