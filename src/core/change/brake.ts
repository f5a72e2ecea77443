import type { Clock } from '../ports.ts';

const WINDOW_MS = 60_000;

/** How many notes each client has changed within the last minute: a runaway agent is stopped while it is cheap. */
export class Brake {
  readonly #clock: Clock;
  readonly #changes = new Map<string, { readonly at: number; readonly notes: number }[]>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  count(client: string, notes: number): void {
    const kept = this.#kept(client);
    kept.push({ at: this.#clock.tick(), notes });
    this.#changes.set(client, kept);
  }

  recent(client: string): number {
    return this.#kept(client).reduce((sum, { notes }) => sum + notes, 0);
  }

  #kept(client: string): { readonly at: number; readonly notes: number }[] {
    const since = this.#clock.tick() - WINDOW_MS;
    return (this.#changes.get(client) ?? []).filter(({ at }) => at > since);
  }
}
