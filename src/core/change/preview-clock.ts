import type { Clock } from '../ports.ts';

/** A plan keeps its clock for half an hour, so that the minute in a daily line does not make it stale. */
const KEPT_MS = 30 * 60_000;
const MOST_PLANS = 512;

/** When each plan that was previewed was made: the approved call plans again at that same moment. */
export class PreviewClock {
  readonly #clock: Clock;
  readonly #plans = new Map<string, { readonly now: number; readonly until: number }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  remember(revision: string, now: number): void {
    this.#plans.delete(revision);
    this.#plans.set(revision, { now, until: this.#clock.now() + KEPT_MS });
    const oldest = this.#plans.keys().next();
    if (this.#plans.size > MOST_PLANS && oldest.done !== true) this.#plans.delete(oldest.value);
  }

  /** The moment to plan at (ms since 1970): the preview's where it is remembered, else now. */
  timeOf(revision: string | null): number {
    const plan = revision === null ? undefined : this.#plans.get(revision);
    const now = this.#clock.now();
    return plan !== undefined && plan.until > now ? plan.now : now;
  }
}
