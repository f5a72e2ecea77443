import type { Log } from '../ports.ts';
import type { VaultPath } from '../path.ts';
import { applyOne, standingsOf, takeBack, type Standing } from './apply.ts';
import { filesOf } from './changed-files.ts';
import { commitOf } from './change-desk.ts';
import { diffOf } from './diff.ts';
import type { Journal, JournalEntry } from './journal.ts';
import { dropFolders, dropLeftFolders } from './new-folders.ts';
import { pathsOf, type Operation } from './operations.ts';
import type { History, WritableVault } from './write-ports.ts';

/** How one open change was settled. */
export interface Settled {
  readonly id: string;
  readonly how: 'finished' | 'taken_back' | 'never_begun' | 'partial';
}

export interface RecoverParts {
  readonly vault: WritableVault;
  readonly journal: Journal;
  readonly history: History;
  readonly log: Log;
  readonly revisionOf: (text: string) => string;
}

/**
 * Settles the changes that a host left open when it died, oldest first, before anything else is written. Finished when
 * every act still to do finds its file as it was; taken back when every act done finds its file as it left it; else
 * somebody has written since and nothing is touched: the change is partial, and said so.
 */
export async function recover(parts: RecoverParts): Promise<readonly Settled[]> {
  const settled: Settled[] = [];
  for (const entry of parts.journal.entries()) {
    if (entry.state !== 'intent' && entry.state !== 'applied') continue;
    const operations = await parts.journal.operations(entry);
    if (operations === null) continue;
    const how = entry.state === 'applied' ? 'finished' : await settle(parts, entry, operations);
    if (how === 'finished') await close(parts, entry, operations);
    settled.push({ id: entry.id, how });
    parts.log.warn(`change ${entry.id} was left open and is now settled: ${how}`);
  }
  return settled;
}

async function settle(
  { vault, journal, revisionOf }: RecoverParts,
  entry: JournalEntry,
  operations: readonly Operation[],
): Promise<Settled['how']> {
  const standings = await standingsOf(vault, operations, revisionOf);
  const begun = standings.includes('after');
  if (!begun) {
    await dropFolders(vault, entry.newFolders);
    await journal.failed(entry.id);
    return 'never_begun';
  }
  if (!standings.includes('other')) {
    const tokens: Record<string, string> = {};
    for (const [index, operation] of operations.entries()) {
      if (standings[index] !== 'before') continue;
      const token = await applyOne(vault, operation);
      if (token !== null && operation.act === 'trash') tokens[operation.path] = token;
    }
    await journal.applied(entry.id, tokens);
    return 'finished';
  }
  if (await takenBack(vault, operations, standings)) {
    await dropFolders(vault, entry.newFolders);
    await journal.failed(entry.id);
    return 'taken_back';
  }
  await journal.partial(entry.id, doneFiles(operations, standings));
  return 'partial';
}

/**
 * Taking back is right only if each file that was reached stands as it was left; a file that somebody else changed
 * before it was reached does not hinder that.
 */
async function takenBack(
  vault: WritableVault,
  operations: readonly Operation[],
  standings: readonly Standing[],
): Promise<boolean> {
  const lastDone = standings.lastIndexOf('after');
  if (standings.slice(0, lastDone + 1).includes('other')) return false;
  for (const [index, operation] of [...operations.entries()].reverse()) {
    if (standings[index] === 'after' && !(await takeBack(vault, operation, null))) return false;
  }
  return true;
}

function doneFiles(operations: readonly Operation[], standings: readonly Standing[]): readonly VaultPath[] {
  return [
    ...new Set(operations.flatMap((operation, index) => (standings[index] === 'after' ? pathsOf(operation) : []))),
  ];
}

/** The commit that was due is made, and the answer that nobody got is written down for whoever asks again. */
async function close(
  { vault, journal, history }: RecoverParts,
  entry: JournalEntry,
  operations: readonly Operation[],
): Promise<void> {
  await dropLeftFolders(vault, operations);
  await dropFolders(vault, journal.foldersOf(entry.undoes));
  const commit = await history.commit(commitOf(entry));
  await journal.done(
    entry.id,
    {
      kind: 'applied',
      change: entry.id,
      facts: await journal.facts(entry),
      files: filesOf(operations),
      diff: diffOf(operations).text.slice(0, 65_536),
      warnings: commit.warnings,
      committed: commit.committed,
      repeated: false,
    },
    commit.due,
  );
}
