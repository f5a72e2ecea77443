import type { CallMeta } from './call.ts';
import type { LinkClock } from './clock.ts';
import { ACK_AFTER_BYTES, ACK_AFTER_MS, ACK_AFTER_UNITS, HIGH_WATER, HIGH_WATER_UNITS } from './limits.ts';
import { Outbox } from './outbox.ts';
import { dataHeader, printUnit } from './unit.ts';
import type { DataUnit } from './unit.ts';

/** Puts one unit on the socket: an ASCII header and, for data, the bytes that follow it. */
export type WriteUnit = (header: string, line: Uint8Array | null) => void;

export interface StreamOptions {
  readonly clock: LinkClock;
  /** Takes a line of the peer. A promise holds the peer back (by withheld acknowledgements) while too much is pending. */
  readonly deliver: (line: Uint8Array, meta: CallMeta) => void | Promise<void>;
  /** What is held fell below HIGH_WATER again. */
  readonly onRoom: () => void;
}

/**
 * Both directions of one session, the same at either end: lines go in and come out in order, once each, over as many
 * sockets as it takes. Acknowledged means: received in order by the other end, which had room for it.
 */
export class LinkStream {
  readonly #options: StreamOptions;
  readonly #outbox = new Outbox();
  #write: WriteUnit | null = null;
  #wasHigh = false;

  #received = 0;
  /** What may be acknowledged: stays behind `#received` while this end is congested. */
  #ackable = 0;
  #ackSent = 0;
  #unackedBytes = 0;
  #cancelAck: (() => void) | null = null;

  #paused = false;
  #held: DataUnit[] = [];
  #pendingBytes = 0;
  #pendingUnits = 0;

  constructor(options: StreamOptions) {
    this.#options = options;
  }

  /** Whether a peer that has received so many of our lines can be served from what is held. */
  fits(peerReceived: number): boolean {
    return this.#outbox.reaches(peerReceived);
  }

  /** Goes on over a new socket; false where the peer's count does not fit, so that the session cannot go on. */
  attach(write: WriteUnit, peerReceived: number): boolean {
    if (!this.#outbox.rewind(peerReceived)) return false;
    this.#write = write;
    this.#flush();
    this.#ackIfDue(true);
    return true;
  }

  detach(): void {
    this.#write = null;
    this.#cancelAck?.();
    this.#cancelAck = null;
  }

  /** Accepts a line for the peer; returns its number. */
  push(line: Uint8Array, meta: CallMeta): number {
    const seq = this.#outbox.push(line, meta);
    if (this.#outbox.bytes > HIGH_WATER) this.#wasHigh = true;
    this.#flush();
    return seq;
  }

  /** Takes a data unit of the peer. `gap`: a number was skipped; `bad_ack`: it acknowledges what was never sent. */
  receive(unit: DataUnit): 'ok' | 'duplicate' | 'gap' | 'bad_ack' {
    if (unit.seq > this.#received + 1) return 'gap';
    if (!this.acknowledge(unit.ack)) return 'bad_ack';
    if (unit.seq <= this.#received) return 'duplicate';
    this.#received = unit.seq;
    this.#unackedBytes += unit.line.length;
    this.#pendingBytes += unit.line.length;
    this.#pendingUnits++;
    if (this.#paused) this.#held.push(unit);
    else this.#deliver(unit);
    this.#ackIfDue(false);
    return 'ok';
  }

  /** The peer has everything up to `seq`; false where that was never sent. */
  acknowledge(seq: number): boolean {
    if (seq <= this.#outbox.acknowledged) return true;
    if (!this.#outbox.acknowledge(seq)) return false;
    this.#flush();
    if (this.#wasHigh && this.#outbox.bytes <= HIGH_WATER) {
      this.#wasHigh = false;
      this.#options.onRoom();
    }
    return true;
  }

  pause(): void {
    this.#paused = true;
  }

  /** Delivers what was received and held back by `pause`, paused or not: the last words of a session that has ended. */
  drain(): void {
    for (const unit of this.#held.splice(0)) this.#deliver(unit);
  }

  resume(): void {
    this.#paused = false;
    while (!this.#paused) {
      const unit = this.#held.shift();
      if (unit === undefined) break;
      this.#deliver(unit);
    }
    this.#ackIfDue(false);
  }

  /** Highest number received in order. */
  get received(): number {
    return this.#received;
  }

  /** Highest number of ours that the peer acknowledged. */
  get acknowledged(): number {
    return this.#outbox.acknowledged;
  }

  get bufferedBytes(): number {
    return this.#outbox.bytes;
  }

  /** Whether more is held than may be: the session must be given up. */
  get overflows(): boolean {
    return this.#outbox.overflows(this.#write !== null);
  }

  #flush(): void {
    while (this.#write !== null) {
      const next = this.#outbox.next();
      if (next === null) return;
      this.#write(dataHeader(next.seq, this.#ackNow(), next.meta), next.line);
    }
  }

  #deliver(unit: DataUnit): void {
    const done = (): void => {
      this.#pendingBytes -= unit.line.length;
      this.#pendingUnits--;
    };
    const taken = this.#options.deliver(unit.line, unit.meta);
    if (taken === undefined) return done();
    const settled = (): void => {
      done();
      this.#ackIfDue(false);
    };
    taken.then(settled, settled);
  }

  get #congested(): boolean {
    return this.#paused || this.#pendingBytes > HIGH_WATER || this.#pendingUnits > HIGH_WATER_UNITS;
  }

  /** The number to acknowledge, as if it were sent now. */
  #ackNow(): number {
    if (!this.#congested) this.#ackable = this.#received;
    this.#ackSent = this.#ackable;
    this.#unackedBytes = 0;
    return this.#ackable; // a timer that is on may run out idle: cheaper than one timer per line
  }

  #ackIfDue(now: boolean): void {
    if (this.#write === null || this.#congested || this.#ackSent >= this.#received) return;
    if (now || this.#received - this.#ackSent >= ACK_AFTER_UNITS || this.#unackedBytes >= ACK_AFTER_BYTES) {
      this.#write(printUnit({ kind: 'ack', ack: this.#ackNow() }), null);
      return;
    }
    this.#cancelAck ??= this.#options.clock.after(ACK_AFTER_MS, () => {
      this.#cancelAck = null;
      this.#ackIfDue(true);
    });
  }
}
