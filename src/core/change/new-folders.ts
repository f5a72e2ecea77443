import { folderOf } from '../path.ts';
import type { VaultPath } from '../path.ts';
import type { Operation } from './operations.ts';
import type { WritableVault } from './write-ports.ts';

/**
 * Folders that a change will have to make, outermost first; looked at before its first byte is written, and kept with it
 * in the journal: whoever takes the change back takes them away too.
 */
export async function newFolders(vault: WritableVault, operations: readonly Operation[]): Promise<readonly string[]> {
  const missing = new Set<string>();
  const there = new Set<string>(['']);
  for (const operation of operations) {
    if (operation.act === 'edit' || operation.act === 'trash') continue;
    const found: string[] = [];
    let at = folderOf(operation.act === 'move' ? operation.to : operation.path);
    while (!there.has(at) && !missing.has(at)) {
      // A folder is asked about like a file: the vault knows what stands under a name.
      const isMissing = (await vault.standing(at as VaultPath)) === 'nothing';
      if (isMissing) found.unshift(at);
      else there.add(at);
      if (!isMissing) break;
      at = folderOf(at);
    }
    for (const folder of found) missing.add(folder);
  }
  return [...missing];
}

/** Takes away those of these folders (outermost first) that hold nothing. */
export async function dropFolders(vault: WritableVault, folders: readonly string[]): Promise<void> {
  for (const folder of [...folders].reverse()) await vault.dropEmptyFolder(folder, folderOf(folder));
}

/** What a change that stands whole leaves empty: the folders that it moved the last file out of, and their parents. */
export async function dropLeftFolders(vault: WritableVault, operations: readonly Operation[]): Promise<void> {
  const left = new Set(operations.flatMap((o) => (o.act === 'move' ? [folderOf(o.from)] : [])));
  for (const folder of left) await vault.dropEmptyFolder(folder);
}
