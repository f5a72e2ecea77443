import type { Clock } from '../ports.ts';
import type { VaultPath } from '../path.ts';
import { notesChanged } from './changed-files.ts';
import type { Operation } from './operations.ts';

const WINDOW_MS = 60_000;
/** Notes of a client's own making that are remembered; beyond, the oldest count as anybody's. */
const MOST_MADE = 10_000;

/**
 * Which notes of the user each client has changed within the last minute: a runaway agent is stopped while it is cheap. A
 * note counts once, however often it is changed; a note that the client has made itself takes nothing from anybody, neither
 * when it is made nor later, and does not count.
 */
export class Brake {
  readonly #clock: Clock;
  readonly #changed = new Map<string, Map<VaultPath, number>>();
  readonly #made = new Map<string, Set<VaultPath>>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  count(client: string, operations: readonly Operation[]): void {
    const kept = this.#kept(client);
    for (const note of this.#ofOthers(client, operations)) kept.set(note, this.#clock.tick());
    this.#changed.set(client, kept);
    this.#remember(client, operations);
  }

  /** How many it has been, and would be with these as well. */
  would(client: string, operations: readonly Operation[]): { readonly before: number; readonly after: number } {
    const kept = this.#kept(client);
    return { before: kept.size, after: new Set([...kept.keys(), ...this.#ofOthers(client, operations)]).size };
  }

  /** Somebody has looked at what this client does: its minute begins anew. */
  release(client: string): void {
    this.#changed.delete(client);
  }

  #kept(client: string): Map<VaultPath, number> {
    const since = this.#clock.tick() - WINDOW_MS;
    return new Map([...(this.#changed.get(client) ?? [])].filter(([, at]) => at > since));
  }

  #ofOthers(client: string, operations: readonly Operation[]): readonly VaultPath[] {
    const made = this.#made.get(client);
    if (made === undefined) return notesChanged(operations);
    const before = new Map(operations.flatMap((o) => (o.act === 'move' ? [[o.to, o.from] as const] : [])));
    return notesChanged(operations).filter((path) => !made.has(before.get(path) ?? path));
  }

  #remember(client: string, operations: readonly Operation[]): void {
    const made = this.#made.get(client) ?? new Set();
    this.#made.set(client, made);
    for (const operation of operations) {
      if (operation.act === 'create') made.add(operation.path);
      else if (operation.act === 'move' && made.delete(operation.from)) made.add(operation.to);
      else if (operation.act === 'trash') made.delete(operation.path);
    }
    for (const oldest of made) {
      if (made.size <= MOST_MADE) break;
      made.delete(oldest);
    }
  }
}
