import type { Clock } from '../ports.ts';

/** How long a task may hold its turn; the timer starts with the task, not with its waiting. */
export const SLOT_MS = 60_000;

/**
 * One task at a time, in order of arrival. A task that takes longer than its slot goes on, but no longer holds up the
 * others; from then on, whoever ran beside another is told so.
 */
export class WriteQueue {
  readonly #clock: Clock;
  readonly #slotMs: number;
  #tail: Promise<void> = Promise.resolve();
  #running = 0;
  #waiting = 0;
  readonly #overlapped = new Set<symbol>();
  readonly #active = new Set<symbol>();

  constructor(clock: Clock, slotMs = SLOT_MS) {
    this.#clock = clock;
    this.#slotMs = slotMs;
  }

  /** Nobody runs and nobody waits. */
  get idle(): boolean {
    return this.#running === 0 && this.#waiting === 0;
  }

  /** Resolves when no task that is known now runs any more. */
  async drained(): Promise<void> {
    while (!this.idle) await this.#tail.then(() => this.#clock.breathe());
  }

  /** `overlapped` tells, at the end, whether another task ran at the same time. */
  run<T>(task: () => Promise<T>): Promise<{ readonly value: T; readonly overlapped: boolean }> {
    this.#waiting++;
    const turn = this.#tail.then(() => this.#start(task));
    // The next turn comes when this one settles or its slot is over; how it ends is its caller's matter.
    this.#tail = turn.then(
      ({ slot }) => slot,
      () => undefined,
    );
    return turn.then(({ result }) => result);
  }

  #start<T>(task: () => Promise<T>): {
    slot: Promise<void>;
    result: Promise<{ readonly value: T; readonly overlapped: boolean }>;
  } {
    this.#waiting--;
    this.#running++;
    const mark = Symbol('task');
    if (this.#active.size > 0) for (const other of [...this.#active, mark]) this.#overlapped.add(other);
    this.#active.add(mark);
    const settled = this.#settle(task, mark);
    const quiet = settled.then(
      () => undefined,
      () => undefined,
    );
    return { slot: this.#clock.after(this.#slotMs, quiet), result: settled };
  }

  async #settle<T>(task: () => Promise<T>, mark: symbol): Promise<{ readonly value: T; readonly overlapped: boolean }> {
    try {
      const value = await task();
      return { value, overlapped: this.#overlapped.has(mark) };
    } finally {
      this.#active.delete(mark);
      this.#overlapped.delete(mark);
      this.#running--;
    }
  }
}
