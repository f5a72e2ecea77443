import { VaultError } from '../errors.ts';
import type { Operation } from './operations.ts';
import type { WritableVault } from './write-ports.ts';

/** Looked at for every step before the first byte is written. */
export async function checkPreconditions(vault: WritableVault, operations: readonly Operation[]): Promise<void> {
  for (const operation of operations) {
    if (operation.act === 'create' || operation.act === 'restore') {
      const standing = await vault.standing(operation.path);
      const free = standing === 'nothing' || (operation.act === 'create' && standing === 'blank');
      if (!free) throw new VaultError('already_exists', { path: operation.path });
    }
    if (operation.act === 'move' && !sameButCase(operation.from, operation.to)) {
      if ((await vault.standing(operation.to)) !== 'nothing') {
        throw new VaultError('already_exists', { path: operation.to });
      }
    }
  }
}

/** A rename that changes only case or composition: on some disks both names are one file. */
function sameButCase(a: string, b: string): boolean {
  return a.normalize('NFC').toLowerCase() === b.normalize('NFC').toLowerCase();
}
