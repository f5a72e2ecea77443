import type { Journal, JournalEntry } from './journal.ts';
import type { CommitRequest, History } from './write-ports.ts';

/** Commits that could not be made earlier, in their order; what still cannot be made stays due, and all behind it. */
export async function makeDueCommits(journal: Journal, history: History): Promise<void> {
  for (const entry of journal.due()) {
    const outcome = await history.commit(commitOf(entry));
    if (outcome.due) return;
    await journal.committed(entry.id);
  }
}

/** The commit that an entry of the journal is still owed. */
export function commitOf(entry: JournalEntry): CommitRequest {
  return {
    subject: entry.subject,
    paths: entry.paths,
    trailer: { client: entry.client, tool: entry.tool, change: entry.id },
  };
}
