import { onTestFinished } from 'vitest';
import { systemClock } from '../../src/node/clock.ts';
import { AppVault } from '../../src/obsidian/app-vault.ts';
import type { WritableVaultUnderTest } from '../contracts/writable-vault.ts';
import type { VaultBuilder } from '../support/a-vault.ts';
import { fakeApp, type FakeApp } from '../support/obsidian/fake-app.ts';
import type { TempDir } from '../support/temp-dir.ts';

export interface AppVaultUnderTest extends WritableVaultUnderTest {
  readonly vault: AppVault;
  readonly fake: FakeApp;
  readonly dir: TempDir;
  /** Notes that the adapter has said it wrote. */
  readonly wrote: readonly string[];
}

/** Writes the files into a temp folder and opens it in an app; both go when the test ends. */
export async function openInApp(
  files: VaultBuilder,
  trash: 'system' | 'local' | 'none' = 'local',
): Promise<AppVaultUnderTest> {
  const dir = await files.onDisk();
  const fake = fakeApp(dir.path);
  fake.vault.config['trashOption'] = trash;
  onTestFinished(() => fake.workspace.closeAll());
  const wrote: string[] = [];
  const vault = new AppVault(fake.app, {
    clock: systemClock,
    trash: () => (trash === 'local' ? 'vault' : trash),
    wrote: (path) => void wrote.push(path),
  });
  return {
    vault,
    fake,
    dir,
    wrote,
    write: async (path, content) => void (await Promise.resolve(fake.user.write(path, content))),
    remove: async (path) => void (await Promise.resolve(fake.user.remove(path))),
    rename: async (from, to) => void (await Promise.resolve(fake.user.rename(from, to))),
    watching: () => Promise.resolve(),
  };
}
