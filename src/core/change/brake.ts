import type { Clock } from '../ports.ts';
import type { VaultPath } from '../path.ts';

const WINDOW_MS = 60_000;

/**
 * Which existing notes each client has changed within the last minute: a runaway agent is stopped while it is cheap. A
 * note counts once, however often it is changed; a new note takes nothing from anybody and does not count.
 */
export class Brake {
  readonly #clock: Clock;
  readonly #changed = new Map<string, Map<VaultPath, number>>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  count(client: string, notes: readonly VaultPath[]): void {
    const kept = this.#kept(client);
    for (const note of notes) kept.set(note, this.#clock.tick());
    this.#changed.set(client, kept);
  }

  /** How many it has been, and would be with these as well. */
  would(client: string, notes: readonly VaultPath[]): { readonly before: number; readonly after: number } {
    const kept = this.#kept(client);
    return { before: kept.size, after: new Set([...kept.keys(), ...notes]).size };
  }

  #kept(client: string): Map<VaultPath, number> {
    const since = this.#clock.tick() - WINDOW_MS;
    return new Map([...(this.#changed.get(client) ?? [])].filter(([, at]) => at > since));
  }
}
