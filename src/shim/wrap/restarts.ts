/** Restarts within this time count against the limit; older ones are forgiven. Milliseconds. */
export const WINDOW_MS = 10 * 60_000;
/** Pauses before a start, doubling with each start that came to nothing. */
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5000;

/** How often, and how soon, something that ends is started again. Times are milliseconds since 1970. */
export class Restarts {
  private readonly limit: number;
  private times: number[] = [];
  private futile = 0;

  constructor(limit: number) {
    this.limit = limit;
  }

  /** It has done something useful. */
  worked(): void {
    this.futile = 0;
  }

  /** Milliseconds to wait before the next start, which is hereby counted; null where it must not be started again. */
  next(now: number): number | null {
    this.forgive(now);
    if (this.times.length >= this.limit) return null;
    this.times.push(now);
    const pause = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** this.futile);
    this.futile++;
    return pause;
  }

  /** How many there were within the window. */
  count(now: number): number {
    this.forgive(now);
    return this.times.length;
  }

  private forgive(now: number): void {
    this.times = this.times.filter((time) => now - time < WINDOW_MS);
  }
}
