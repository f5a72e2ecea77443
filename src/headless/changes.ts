import type { VaultPath } from '../core/path.ts';
import type { VaultEvent } from '../core/ports.ts';
import { isSame } from './look.ts';
import type { FileSeen } from './look.ts';

/** What became of one path: `before` null where it is new, `after` null where it is gone. */
export interface Change {
  readonly path: VaultPath;
  readonly before: FileSeen | null;
  readonly after: FileSeen | null;
  /** Counts as a change even if both look the same: the disk's clock is too coarse to tell. */
  readonly sure: boolean;
}

interface Pending extends Change {
  readonly sinceMs: number;
}

/**
 * Changes on their way to the listeners: several of one path become one, a file that left and one that came with the
 * same identity become a rename, and a file that only left waits a little for its second half.
 */
export class ChangeQueue {
  readonly #pending = new Map<VaultPath, Pending>();

  /** `nowMs` by any steady clock, the same as in `take`. */
  add({ path, before, after, sure }: Change, nowMs: number): void {
    const known = this.#pending.get(path);
    const first = known === undefined ? before : known.before;
    const change = { path, before: first, after, sure: sure || known?.sure === true, sinceMs: nowMs };
    const nothing = first === null ? after === null : !change.sure && after !== null && isSame(first, after);
    if (nothing) this.#pending.delete(path);
    else this.#pending.set(path, change);
  }

  /**
   * Events due now, in order of the changes; departures younger than `graceMs` stay unless they found their arrival or
   * are `certain`, known to have none.
   */
  take(nowMs: number, graceMs: number, certain?: ReadonlySet<VaultPath>): readonly VaultEvent[] {
    const departed = this.#departures();
    const events: VaultEvent[] = [];
    const leave = new Set<VaultPath>();
    for (const { path, before, after } of this.#pending.values()) {
      if (after === null) continue;
      const from = before === null ? departed.get(fingerprint(after))?.pop() : undefined;
      if (from !== undefined) leave.add(from);
      leave.add(path);
      events.push(
        from === undefined ? { kind: 'changed', file: after.file } : { kind: 'renamed', from, file: after.file },
      );
    }
    for (const path of leave) this.#pending.delete(path);
    for (const { path, after, sinceMs } of [...this.#pending.values()]) {
      if (after !== null || (nowMs - sinceMs < graceMs && certain?.has(path) !== true)) continue;
      this.#pending.delete(path);
      events.push({ kind: 'removed', path });
    }
    return events;
  }

  /** Whether departures still wait for their second half. */
  get waiting(): boolean {
    return this.#pending.size > 0;
  }

  #departures(): Map<string, VaultPath[]> {
    const departed = new Map<string, VaultPath[]>();
    for (const { path, before, after } of this.#pending.values()) {
      if (after !== null || before === null) continue;
      const mark = fingerprint(before);
      const paths = departed.get(mark);
      if (paths === undefined) departed.set(mark, [path]);
      else paths.push(path);
    }
    return departed;
  }
}

/** Inode numbers are used again at once, so the size and the time of the last write must agree too. */
function fingerprint({ identity, file }: FileSeen): string {
  return `${identity}:${file.size}:${file.mtimeMs}`;
}
