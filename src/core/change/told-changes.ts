import type { VaultPath } from '../path.ts';
import type { PastChange, RecentChange } from './desk.ts';
import type { DeskParts } from './desk-parts.ts';
import type { JournalEntry } from './journal.ts';

/** What the journal tells of changes: to agents without those that concern a hidden file, to the user all of them. */
export class ToldChanges {
  readonly #parts: Pick<DeskParts, 'journal' | 'isHidden'>;

  constructor(parts: Pick<DeskParts, 'journal' | 'isHidden'>) {
    this.#parts = parts;
  }

  /** See ChangeDesk. */
  recent(limit: number): readonly RecentChange[] {
    return this.#kept()
      .filter((entry) => entry.undoneBy === null && this.mayTell(entry))
      .slice(0, limit)
      .map(recentChange);
  }

  /** See ChangeDesk. */
  past(limit: number, skip = 0): readonly PastChange[] {
    return this.#kept()
      .slice(skip, skip + limit)
      .map((entry) => ({
        ...recentChange(entry),
        session: entry.session,
        undoes: entry.undoes,
        undoneBy: entry.undoneBy,
      }));
  }

  /** See ChangeDesk. */
  async diffOf(change: string): Promise<string | null> {
    const { journal } = this.#parts;
    const entry = journal.get(change);
    return entry === null ? null : ((await journal.outcome(entry))?.diff ?? null);
  }

  /** Whether agents may know of a change: it concerns no file that is hidden from them now. */
  mayTell({ paths }: Pick<JournalEntry, 'paths'>): boolean {
    return !paths.some((path) => this.hides(path));
  }

  hides(path: string): boolean {
    return this.#parts.isHidden?.(path as VaultPath) ?? false;
  }

  /** Newest first, without those of which nothing stands. */
  #kept(): readonly JournalEntry[] {
    return this.#parts.journal
      .entries()
      .filter(({ state }) => state !== 'failed')
      .reverse();
  }
}

function recentChange({ id, state, at, tool, client, subject, paths, committed }: JournalEntry): RecentChange {
  return {
    change: id,
    at,
    tool,
    client,
    subject,
    paths,
    state: state === 'partial' ? 'partial' : state === 'done' ? 'done' : 'open',
    committed,
  };
}
