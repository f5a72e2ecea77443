import { setImmediate } from 'node:timers/promises';
import type { VaultFile } from '../core/ports.ts';
import type { Change } from './changes.ts';
import { errorCode, isAbsent } from './disk.ts';
import { ITSELF } from './listing.ts';
import type { Applied, Folder, Listing } from './listing.ts';
import { lookInto } from './look.ts';
import type { FolderView, Place } from './look.ts';

/** A part of a scan: the files of some folders, and how they differ from the listing before. */
export interface ScanBatch {
  readonly files: readonly VaultFile[];
  readonly changes: readonly Change[];
}

export interface ScanHooks {
  /** Called before a folder is read, so that no change after the reading goes unseen. */
  readonly enter: (folder: Folder) => void;
  readonly leave: (folder: Folder) => void;
}

/** Folders read together. Four threads serve the disk, so more would only queue. */
const FOLDERS_AT_ONCE = 8;
/** Files a batch may hold, so that whoever takes it can let others in between. */
const BATCH = 500;
/** How often a folder that keeps changing under the scan is read again. */
const TRIES = 4;

/**
 * Reads the folders given and all below them into the listing and yields what it meets. Folders that vanish
 * meanwhile are left to the next event. Throws what the disk throws when the vault's own root cannot be listed.
 */
export async function* scan(
  place: Place,
  listing: Listing,
  start: readonly Folder[],
  hooks: ScanHooks,
): AsyncGenerator<ScanBatch, void, void> {
  const waiting = [...start];
  let files: VaultFile[] = [];
  let changes: Change[] = [];
  for (let group = waiting.splice(0, FOLDERS_AT_ONCE); group.length > 0; group = waiting.splice(0, FOLDERS_AT_ONCE)) {
    await Promise.all(
      group.map(async (folder) => {
        hooks.enter(folder);
        for (const change of await readFolder(place, listing, folder, hooks)) changes.push(change);
      }),
    );
    for (const folder of group) {
      if (folder.gone) continue;
      for (const { file } of folder.files.values()) files.push(file);
      waiting.push(...folder.folders.values());
    }
    for (; files.length >= BATCH; [files, changes] = [files.slice(BATCH), []]) {
      yield { files: files.slice(0, BATCH), changes };
      await setImmediate();
    }
  }
  if (files.length > 0 || changes.length > 0) yield { files, changes };
}

/** Reads one folder, or only some names in it, into the listing: the changes, with those of folders that left. */
export async function readFolder(
  place: Place,
  listing: Listing,
  folder: Folder,
  hooks: Pick<ScanHooks, 'leave'>,
  only: ReadonlySet<string> | null = null,
): Promise<readonly Change[]> {
  const applied = await freshView(place, listing, folder, only !== null && mayHaveTwins(folder, only) ? null : only);
  for (const left of applied?.left ?? []) hooks.leave(left);
  return applied?.changes ?? [];
}

/** Which of two names for one path counts can only be told with both in sight. */
function mayHaveTwins(folder: Folder, only: ReadonlySet<string>): boolean {
  for (const { reason } of folder.skipped.values()) if (reason === 'name_twin') return true;
  for (const name of only) {
    const key = name.normalize('NFC');
    if (key !== name || (folder.files.get(key)?.name ?? key) !== key) return true;
  }
  return false;
}

/** Looks until nothing else was applied meanwhile: an older look must not overwrite a newer one. */
async function freshView(
  place: Place,
  listing: Listing,
  folder: Folder,
  only: ReadonlySet<string> | null,
): Promise<Applied | null> {
  for (let tries = 1; !folder.gone; tries++) {
    const { version } = folder;
    const view = await viewOf(place, listing, folder, only);
    if (folder.gone || view === null) return null;
    if (folder.version === version || tries >= TRIES) return listing.apply(folder, view, only, Date.now());
  }
  return null;
}

/** Null where the folder vanished or the trouble is likely to pass: what was known of it stays. */
async function viewOf(
  place: Place,
  listing: Listing,
  folder: Folder,
  only: ReadonlySet<string> | null,
): Promise<FolderView | null> {
  try {
    return await lookInto(place, folder, only);
  } catch (error) {
    if (folder.path === '') throw error;
    if (isAbsent(error)) return null;
    const code = errorCode(error);
    const skipped = { path: folder.path, reason: 'unlistable_folder', detail: code } as const;
    if (code === 'EACCES' || code === 'EPERM')
      return { files: new Map(), folders: new Map(), skipped: new Map([[ITSELF, skipped]]) };
    listing.markFolder(folder, skipped);
    return null;
  }
}
