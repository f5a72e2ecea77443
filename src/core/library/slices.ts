import type { Clock } from '../ports.ts';

/** Milliseconds of work between two breaths: a quarter of a frame is left to everyone else on the thread. */
export const SLICE_MS = 8;

/** What of a clock it takes to share a thread. */
export type Pacer = Pick<Clock, 'tick' | 'breathe'>;

/** Cuts long work into slices, so that whoever shares the thread never waits long. */
export class Slices {
  readonly #clock: Pacer;
  readonly #length: number;
  #end: number;

  constructor(clock: Pacer, length: number = SLICE_MS) {
    this.#clock = clock;
    this.#length = length;
    this.#end = clock.tick() + length;
  }

  /** Whether the present slice is used up: then `pause`. */
  get over(): boolean {
    return this.#clock.tick() >= this.#end;
  }

  /** Lets other work go first if the slice is used up, and begins the next one. */
  async pause(): Promise<void> {
    if (!this.over) return;
    await this.#clock.breathe();
    this.begin();
  }

  /** Begins a slice now: after any other wait the time before it does not count. */
  begin(): void {
    this.#end = this.#clock.tick() + this.#length;
  }
}
