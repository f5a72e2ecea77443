import type { LinkClock } from '../wire/clock.ts';
import { HEARTBEAT_BUSY_MS, HEARTBEAT_IDLE_MS, HEARTBEAT_MISSES, PROBE_MS, SLEEP_PERIODS } from '../wire/limits.ts';

export interface HeartbeatOptions {
  readonly clock: LinkClock;
  readonly busy: () => boolean;
  readonly ping: (n: number) => void;
  /** The socket is not to be trusted any more. The host may well live: nothing is killed. */
  readonly dead: (why: 'missed' | 'slept') => void;
}

/** Tells a dead socket from a slow call: any unit heard is a sign of life, only silence after a ping is not. */
export class Heartbeat {
  readonly #options: HeartbeatOptions;
  #callOff: (() => void) | null = null;
  #count = 0;
  #lastPing = 0;
  #misses = 0;
  #awaited = false;

  constructor(options: HeartbeatOptions) {
    this.#options = options;
  }

  start(): void {
    this.stop();
    this.#lastPing = this.#options.clock.now();
    this.heard();
    this.#beatLater();
  }

  stop(): void {
    this.#callOff?.();
    this.#callOff = null;
  }

  heard(): void {
    this.#awaited = false;
    this.#misses = 0;
  }

  #beatLater(): void {
    const due = this.#options.clock.now() + HEARTBEAT_BUSY_MS;
    this.#callOff = this.#options.clock.after(HEARTBEAT_BUSY_MS, () => this.#beat(due));
  }

  #beat(due: number): void {
    const now = this.#options.clock.now();
    if (now - due > SLEEP_PERIODS * HEARTBEAT_BUSY_MS) return this.#probe();
    if (this.#awaited && ++this.#misses >= HEARTBEAT_MISSES) return this.#options.dead('missed');
    const period = this.#options.busy() ? HEARTBEAT_BUSY_MS : HEARTBEAT_IDLE_MS;
    if (this.#awaited || now - this.#lastPing >= period) this.#ping();
    this.#beatLater();
  }

  /** This process was frozen or the machine slept: whether the socket survived shows within a second. */
  #probe(): void {
    this.#ping();
    this.#callOff = this.#options.clock.after(PROBE_MS, () => {
      if (this.#awaited) this.#options.dead('slept');
      else this.#beatLater();
    });
  }

  #ping(): void {
    this.#awaited = true;
    this.#lastPing = this.#options.clock.now();
    this.#options.ping(++this.#count);
  }
}
