import type { WritableVault } from '../../src/core/change/write-ports.ts';
import { VaultError } from '../../src/core/errors.ts';
import { isNote, listedPath, type VaultPath } from '../../src/core/path.ts';
import { memoryVault, type MemoryVault, type MemoryVaultOptions } from './memory-vault.ts';

/** A memory vault that can be written, that can be made to fail, and whose whole content can be compared. */
export interface WritableMemoryVault extends WritableVault, MemoryVault {
  /** Every file's text by path, sorted. */
  content(): Promise<Readonly<Record<string, string>>>;
  /** Called before each write of ours; may throw, or change the vault as another program would. */
  beforeWrite: ((act: string, path: VaultPath) => void) | null;
}

export function writableMemoryVault(
  files: Readonly<Record<string, string | Uint8Array>> = {},
  options?: MemoryVaultOptions,
): WritableMemoryVault {
  const vault = memoryVault(files, options);
  const trashed = new Map<string, Uint8Array>();
  let tokens = 0;
  let turns: Promise<unknown> = Promise.resolve();
  // Looking and writing are one step, as on a disk.
  const inTurn = <T>(step: () => Promise<T>): Promise<T> => {
    const turn = turns.then(step);
    turns = turn.catch(() => undefined);
    return turn;
  };

  const bytes = async (path: VaultPath): Promise<Uint8Array> => {
    const found = await vault.readBytes(path, Infinity);
    if (found === null) throw new VaultError('note_not_found', { path, closest: [] });
    return found;
  };
  const refuseTaken = async (path: VaultPath): Promise<void> => {
    if ((await vault.stat(path)) !== null) throw new VaultError('already_exists', { path });
  };

  const writable: WritableMemoryVault = {
    ...vault,
    beforeWrite: null,
    async content() {
      const all: [string, string][] = [];
      for await (const batch of vault.list()) {
        for (const { path } of batch) all.push([path, new TextDecoder().decode(await bytes(path))]);
      }
      return Object.fromEntries(all.sort(([a], [b]) => (a < b ? -1 : 1)));
    },
    async standing(path) {
      if ((await vault.stat(path)) === null) {
        const folder = `${path}/`;
        for await (const batch of vault.list()) if (batch.some((f) => f.path.startsWith(folder))) return 'folder';
        return 'nothing';
      }
      if (!isNote(path)) return 'file';
      return ((await vault.read(path)) ?? '').trim() === '' ? 'blank' : 'note';
    },
    async create(path, text) {
      writable.beforeWrite?.('create', path);
      await inTurn(async () => {
        await refuseTaken(path);
        vault.put(path, text);
      });
    },
    async replace(path, expected, text) {
      writable.beforeWrite?.('replace', path);
      return inTurn(async () => {
        if ((await vault.read(path)) !== expected) return false;
        vault.put(path, text);
        return true;
      });
    },
    async move(from, to) {
      writable.beforeWrite?.('move', from);
      await bytes(from);
      await refuseTaken(to);
      vault.rename(from, to);
    },
    async trash(path) {
      writable.beforeWrite?.('trash', path);
      const token = `t${tokens++}`;
      trashed.set(token, await bytes(path));
      vault.remove(path);
      return token;
    },
    async restore(token, path) {
      const kept = trashed.get(token);
      if (kept === undefined) return false;
      await refuseTaken(path);
      vault.put(listedPath(path), kept);
      trashed.delete(token);
      return true;
    },
    dropEmptyFolder: () => Promise.resolve(),
  };
  return writable;
}
