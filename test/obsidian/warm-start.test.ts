import { readdirSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { aVault } from '../support/a-vault.ts';
import { tempDir } from '../support/temp-dir.ts';
import { openAppOver } from './open-served-app.ts';

vi.mock('obsidian', () => import('../support/obsidian/module.ts'));

const NOTES = 40;

/** Notes of yesterday: what was written a moment ago is read again in any case. */
async function aFolder(): Promise<string> {
  let files = aVault();
  for (let at = 0; at < NOTES; at++) files = files.note(`n${at}`, `Quokka ${at} sees [[n${(at + 1) % NOTES}]].`, '');
  const { path } = await files.onDisk();
  const yesterday = Date.now() / 1000 - 86_400;
  for (const name of readdirSync(path)) utimesSync(join(path, name), yesterday, yesterday);
  return path;
}

it('a window opened again reads only the notes that have changed since, and knows the same', async () => {
  const [folder, state] = [await aFolder(), (await tempDir()).path];
  const first = await openAppOver(folder, state);
  expect(new Set(first.fake.vault.reads).size).toBe(NOTES);
  await first.host.close();
  first.fake.user.write('n7.md', 'Wombat instead, see [[n9]].\n');
  first.fake.user.write('fresh.md', 'A fresh bilby.\n');
  first.fake.user.remove('n8.md');

  const second = await openAppOver(folder, state);
  expect([...new Set(second.fake.vault.reads)].sort()).toEqual(['fresh.md', 'n7.md']);
  const { library } = second.host;
  expect(library.notes.size).toBe(NOTES);
  expect(library.graph.in('n9.md' as never)).toEqual(['n7.md']);
  expect((await second.call('vault_search', { query: 'wombat' })).text).toContain('n7.md:1');
  expect((await second.call('vault_search', { query: 'bilby' })).text).toContain('fresh.md:1');
  expect((await second.call('vault_search', { query: 'quokka 12' })).text).toContain('n12.md:1');
  expect((await second.call('vault_search', { query: 'quokka 8' })).text).not.toContain('n8.md:');
});

it('a window opened with other exclusions starts with what is to be seen now', async () => {
  const [folder, state] = [await aFolder(), (await tempDir()).path];
  await (await openAppOver(folder, state, { data: { excludedFiles: 'hide' } })).host.close();
  const second = await openAppOver(folder, state, {
    data: { excludedFiles: 'hide' },
    config: { userIgnoreFilters: ['n3.md'] },
  });
  expect(second.host.library.notes.size).toBe(NOTES - 1);
  expect((await second.call('vault_search', { query: 'quokka 3' })).text).not.toContain('n3.md:');
});
