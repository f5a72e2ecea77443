import { sortInSteps } from '../index/sort-in-steps.ts';
import { isNote } from '../path.ts';
import type { VaultPath } from '../path.ts';
import type { VaultFile } from '../ports.ts';
import { isRead } from './shelf.ts';

/** What a first pass has before it. */
export interface FirstReads {
  /** Every note of the vault. */
  readonly notes: readonly VaultFile[];
  /** The files to be read that are news, the newest first: they are asked about most. */
  readonly newestFirst: readonly VaultFile[];
}

/** Sorts out the files of a vault, in steps, since there may be very many. `news`: those that are not known as they are now. */
export function* firstReads(
  files: ReadonlyMap<VaultPath, VaultFile>,
  news: ReadonlySet<VaultPath>,
): Generator<void, FirstReads> {
  const notes: VaultFile[] = [];
  const wanted: VaultFile[] = [];
  for (const file of files.values()) {
    if (isNote(file.path)) notes.push(file);
    if (news.has(file.path) && isRead(file.path)) wanted.push(file);
    yield;
  }
  return { notes, newestFirst: yield* sortInSteps(wanted, byAge) };
}

function byAge(a: VaultFile, b: VaultFile): number {
  return b.mtimeMs - a.mtimeMs || (a.path < b.path ? -1 : 1);
}
