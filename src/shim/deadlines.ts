import type { LinkClock } from '../wire/clock.ts';

import type { Call } from './calls.ts';

/** Every request is answered within this time: the strictest clients give up near 60 s, and some never do. */
export const DEADLINE_MS = 45_000;

/** How long a host may take, where that is another time than a request may wait for one. */
export interface Watch {
  /** Milliseconds from the moment a call is handed over, or from its last sign of progress; null for no limit. */
  readonly ms: number | null;
  /** The time has passed and the call is not answered. */
  readonly overdue: (call: Call) => void;
}

/** The one timer that each call has: first while it waits for a host, then, under a watch, while the host works. */
export class Deadlines {
  private readonly clock: LinkClock;
  private readonly watch: Watch | undefined;
  private readonly timeUp: (call: Call) => void;

  constructor(clock: LinkClock, watch: Watch | undefined, timeUp: (call: Call) => void) {
    this.clock = clock;
    this.watch = watch;
    this.timeUp = timeUp;
  }

  /** The call begins to wait. */
  start(call: Call): void {
    if (!call.isStream) this.set(call, DEADLINE_MS, () => this.timeUp(call));
  }

  /** A host has it now. */
  handedOver(call: Call): void {
    const { watch } = this;
    if (watch === undefined) return;
    call.stopDeadline();
    const { ms } = watch;
    if (ms !== null && !call.isStream) this.set(call, ms, () => watch.overdue(call));
  }

  /** The host has shown that it works on it. */
  progressed(call: Call): void {
    if (call.stage === 'sent') this.handedOver(call);
  }

  /** Its host is gone: it waits again. */
  waitsAgain(call: Call): void {
    if (this.watch === undefined) return;
    this.start(call);
  }

  private set(call: Call, ms: number, task: () => void): void {
    call.stopDeadline();
    call.stopDeadline = this.clock.after(ms, task);
  }
}
