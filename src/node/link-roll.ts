import type { LinkClock } from '../wire/clock.ts';
import { SESSIONS_KEPT, SESSION_KEPT_MS, SILENT_SHIM_MS } from '../wire/limits.ts';
import type { HostSession } from './link-session.ts';

/**
 * The sessions of a host: found again by id and shim, kept for a while without a socket, and freed of a socket that has
 * been silent too long (its machine slept, or its process froze; it may come back and resume).
 */
export class SessionRoll {
  readonly #clock: LinkClock;
  readonly #sessions = new Map<string, HostSession>();
  /** Sessions without a socket, the longest-lost first, with what calls their end off. */
  readonly #lost = new Map<HostSession, () => void>();
  #stopRounds: (() => void) | null = null;

  constructor(clock: LinkClock) {
    this.#clock = clock;
  }

  all(): readonly HostSession[] {
    return [...this.#sessions.values()];
  }

  get connected(): number {
    return this.#sessions.size - this.#lost.size;
  }

  add(session: HostSession): void {
    this.#sessions.set(session.id, session);
    this.#stopRounds ??= this.#nextRound();
  }

  /** A session that this shim may go on with. */
  find(id: string, shim: string): HostSession | null {
    const session = this.#sessions.get(id);
    return session?.shim.id === shim ? session : null;
  }

  /** Its socket broke: keeps it for a while, and not more such sessions than are allowed. */
  keep(session: HostSession): void {
    this.wake(session);
    this.#lost.set(
      session,
      this.#clock.after(SESSION_KEPT_MS, () => session.end('expired')),
    );
    if (this.#lost.size <= SESSIONS_KEPT) return;
    for (const oldest of this.#lost.keys()) return oldest.end('expired');
  }

  /** It has a socket again, or has ended. */
  wake(session: HostSession): void {
    this.#lost.get(session)?.();
    this.#lost.delete(session);
  }

  remove(session: HostSession): void {
    this.wake(session);
    this.#sessions.delete(session.id);
    if (this.#sessions.size === 0) this.close();
  }

  /** Stops the rounds; sessions are ended by whoever closes. */
  close(): void {
    this.#stopRounds?.();
    this.#stopRounds = null;
  }

  #nextRound(): () => void {
    const due = this.#clock.now() + ROUND_MS;
    return this.#clock.after(ROUND_MS, () => {
      // A round that comes late means that this process was frozen itself: what arrived meanwhile is not yet read.
      const late = this.#clock.now() - due > ROUND_MS;
      for (const session of this.all()) {
        if (late) session.heard();
        else if (session.connected && this.#clock.now() - session.lastHeard > SILENT_SHIM_MS)
          session.dropSocket('silent');
      }
      this.#stopRounds = this.#nextRound();
    });
  }
}

const ROUND_MS = SILENT_SHIM_MS / 3;
