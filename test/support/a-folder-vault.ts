import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { onTestFinished } from 'vitest';
import { openFolderVault } from '../../src/headless/folder-vault.ts';
import type { FolderVault, FolderVaultOptions } from '../../src/headless/folder-vault.ts';
import type { VaultUnderTest } from '../contracts/vault.ts';
import type { VaultBuilder } from './a-vault.ts';
import type { TempDir } from './temp-dir.ts';

export interface FolderVaultUnderTest extends VaultUnderTest {
  readonly vault: FolderVault;
  readonly dir: TempDir;
}

/** Writes the files into a temp folder and opens it; both go when the test ends. */
export async function openOnDisk(files: VaultBuilder, options: FolderVaultOptions = {}): Promise<FolderVaultUnderTest> {
  const dir = await files.onDisk();
  const vault = await openFolderVault(dir.path, options);
  onTestFinished(() => vault.close());
  return {
    vault,
    dir,
    write: async (path, content) => {
      await mkdir(dirname(dir.at(path)), { recursive: true });
      await writeFile(dir.at(path), content);
    },
    remove: (path) => rm(dir.at(path), { recursive: true }),
    rename: (from, to) => rename(dir.at(from), dir.at(to)),
    watching: () => vault.watching(),
  };
}
