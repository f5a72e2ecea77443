import { VaultError } from '../errors.ts';
import type { VaultPath } from '../path.ts';
import type { Operation } from './operations.ts';
import type { WritableVault } from './write-ports.ts';

/** Looked at for every act before the first byte is written; a name that an earlier act frees is free. */
export async function checkPreconditions(vault: WritableVault, operations: readonly Operation[]): Promise<void> {
  const freed = new Set<VaultPath>();
  const filled = new Set<VaultPath>();
  for (const operation of operations) {
    const path = operation.act === 'move' ? operation.to : operation.path;
    const fills = operation.act === 'create' || operation.act === 'restore' || operation.act === 'move';
    if (fills && (filled.has(path) || !(freed.has(path) || (await isFree(vault, operation))))) {
      throw new VaultError('already_exists', { path });
    }
    if (fills) filled.add(path);
    if (operation.act === 'move' || operation.act === 'trash') {
      const left = operation.act === 'move' ? operation.from : operation.path;
      freed.add(left);
      filled.delete(left);
    }
  }
}

async function isFree(vault: WritableVault, operation: Operation): Promise<boolean> {
  if (operation.act === 'move') {
    return sameButCase(operation.from, operation.to) || (await vault.standing(operation.to)) === 'nothing';
  }
  return operation.act === 'edit' || (await vault.standing(operation.path)) === 'nothing';
}

/** A rename that changes only case or composition: on some disks both names are one file. */
function sameButCase(a: string, b: string): boolean {
  return a.normalize('NFC').toLowerCase() === b.normalize('NFC').toLowerCase();
}
