import type { Log } from '../ports.ts';
import type { VaultPath } from '../path.ts';
import { applyOne, HalfDone, standingsOf, takeBack, type Standing } from './apply.ts';
import { finishNative } from './apply-native.ts';
import { filesOf } from './changed-files.ts';
import type { Warning } from './desk.ts';
import { diffOf } from './diff.ts';
import { commitOf, makeDueCommits } from './due-commits.ts';
import type { Journal, JournalEntry } from './journal.ts';
import { holdsEdits, keepsMost } from './merge.ts';
import { isNative, pathsOfAct, settledOperations, type Act } from './native-act.ts';
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
    const acts = await parts.journal.acts(entry);
    if (acts === null) continue;
    const lost: Warning[] = [];
    const how = entry.state === 'applied' ? 'finished' : await settleActs(parts, entry, acts, lost);
    if (how === 'finished') await close(parts, entry, (await parts.journal.operations(entry)) ?? [], lost);
    settled.push({ id: entry.id, how });
    parts.log.warn(`change ${entry.id} was left open and is now settled: ${how}`);
  }
  await makeDueCommits(parts.journal, parts.history);
  return settled;
}

async function settleActs(
  parts: RecoverParts,
  entry: JournalEntry,
  acts: readonly Act[],
  lost: Warning[],
): Promise<Settled['how']> {
  return isNative(acts)
    ? settleNative(parts, entry, acts, lost)
    : settle(
        parts,
        entry,
        acts.filter((act): act is Operation => act.act !== 'nativeMove' && act.act !== 'settle'),
      );
}

/**
 * A move through the app is finished, here or there: what has not moved is moved, and every link that does not lead where
 * it has to is repaired, whoever wrote the rest of its note. Links that nothing could save are added to `lost`.
 */
async function settleNative(
  { vault, journal, revisionOf }: RecoverParts,
  entry: JournalEntry,
  acts: readonly Act[],
  lost: Warning[],
): Promise<Settled['how']> {
  const plain = settledOperations(acts, {}).filter(({ act }) => act !== 'edit');
  const standings = await standingsOf(vault, plain, revisionOf);
  const moved = plain.filter((_, index) => standings[index] === 'after');
  if (standings.includes('other') || !moved.some(({ act }) => act === 'move')) {
    if (!standings.includes('other') && (await takenBack(vault, plain, standings))) {
      await dropFolders(vault, entry.newFolders);
      await journal.failed(entry.id);
      return moved.length === 0 ? 'never_begun' : 'taken_back';
    }
    await journal.partial(entry.id, doneFiles(plain, standings));
    return 'partial';
  }
  const isDone = new Set(moved.map((operation) => pathsOf(operation).join('\n')));
  const left = acts.filter((act) => act.act !== 'settle' && !isDone.has(pathsOfAct(act).join('\n')));
  try {
    const notes = await finishNative({ vault, revisionOf }, acts, left);
    await journal.applied(entry.id, {}, notes.wrote);
    lost.push(...notes.lost);
    return 'finished';
  } catch (error) {
    if (!(error instanceof HalfDone)) throw error;
    await journal.partial(entry.id, error.paths);
    return 'partial';
  }
}

async function settle(
  { vault, journal, revisionOf }: RecoverParts,
  entry: JournalEntry,
  operations: readonly Operation[],
): Promise<Settled['how']> {
  const found = await standingsOf(vault, operations, revisionOf);
  const standings = await withLaterEdits(vault, operations, found);
  const begun = standings.includes('after');
  if (!begun && !standings.includes('other')) {
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
  // What others have written into, on top of ours, can not be taken back to the byte.
  const isExact = found.every((standing, index) => standing === standings[index]);
  if (isExact && (await takenBack(vault, operations, standings))) {
    await dropFolders(vault, entry.newFolders);
    await journal.failed(entry.id);
    return begun ? 'taken_back' : 'never_begun';
  }
  await journal.partial(entry.id, doneFiles(operations, standings));
  return 'partial';
}

/** A note that holds all we wrote, and something else that was written since, was reached. */
async function withLaterEdits(
  vault: WritableVault,
  operations: readonly Operation[],
  standings: readonly Standing[],
): Promise<readonly Standing[]> {
  const known = operations.map(async (operation, index): Promise<Standing> => {
    const standing = standings[index] ?? 'other';
    if (standing !== 'other' || (operation.act !== 'edit' && operation.act !== 'create')) return standing;
    const text = (await vault.read(operation.path)) ?? '';
    const isOurs =
      operation.act === 'edit' ? holdsEdits(operation.text, operation.edits, text) : keepsMost(operation.text, text);
    return isOurs ? 'after' : 'other';
  });
  return Promise.all(known);
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
  lost: readonly Warning[],
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
      warnings: [...lost, ...commit.warnings],
      committed: commit.committed,
      repeated: false,
    },
    commit.due,
  );
}
