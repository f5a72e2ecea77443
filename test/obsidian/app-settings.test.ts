import { describe, expect, it, vi } from 'vitest';
import { aVault } from '../support/a-vault.ts';
import { serveInApp, type ServedAppUnderTest } from './open-served-app.ts';

vi.mock('obsidian', () => import('../support/obsidian/module.ts'));

const config = { trashOption: 'local' };
const files = aVault()
  .note('home', '[[Attic/dust]] ![[pic.png]]', '')
  .note('Attic/dust', 'Quokkas here.', '')
  .attachment('pic.png')
  .attachment('other.png');

async function finds(served: ServedAppUnderTest, path: string): Promise<boolean> {
  return (await served.call('vault_search', { query: 'quokkas' })).text.includes(`${path}:`);
}

/** How the app tells of a change of its settings: from its memory, or by its file alone. */
const ways: readonly (readonly [string, (served: ServedAppUnderTest, name: string, value: unknown) => void])[] = [
  ['told by the app', (served, name, value) => served.fake.user.set(name, value)],
  [
    'told by nothing but its file',
    (served, name, value) => {
      Object.defineProperty(served.fake.vault, 'getConfig', { value: undefined });
      served.fake.vault.config[name] = value;
      served.fake.user.saveSettings();
    },
  ],
];

describe.each(ways)('a change of the app’s settings while agents work, %s', (_way, set) => {
  it('excluded files are hidden from the next call on, and come back', async () => {
    const served = await serveInApp(files, { config, data: { excludedFiles: 'hide', git: { commit: false } } });
    expect(await finds(served, 'Attic/dust.md')).toBe(true);
    set(served, 'userIgnoreFilters', ['Attic/']);
    expect((await served.call('vault_get_note', { path: 'Attic/dust.md' })).text).toMatch(/^\[note_not_found\]/);
    expect(await finds(served, 'Attic/dust.md')).toBe(false);
    set(served, 'userIgnoreFilters', []);
    expect((await served.call('vault_get_note', { path: 'Attic/dust.md' })).isError).toBe(false);
    await vi.waitFor(async () => expect(await finds(served, 'Attic/dust.md')).toBe(true));
  });

  it('deleted files go to the trash that is set now, and what undo cannot bring back is said', async () => {
    const served = await serveInApp(files, { config });
    served.fake.user.saveSettings();
    const first = await served.call('vault_delete', { path: 'other.png', confirm: true });
    expect(first.isError, first.text).toBe(false);
    expect(first.text).not.toContain('undo cannot bring it back');
    set(served, 'trashOption', 'system');
    const second = await served.call('vault_delete', { path: 'pic.png', confirm: true });
    expect(second.text).toContain('pic.png is in no trash that undo can reach; undo cannot bring it back');
    expect(served.fake.fileManager.systemTrash).toEqual(['pic.png']);
    expect((await served.call('vault_undo', {})).isError).toBe(true);
    const note = await served.call('vault_delete', { path: 'Attic/dust.md', confirm: true });
    expect(note.text).not.toContain('undo cannot bring it back');
    expect((await served.call('vault_undo', {})).isError).toBe(false);
    expect((await served.texts())['Attic/dust.md']).toBe('Quokkas here.\n');
  });
});

describe('the user’s own link settings', () => {
  it('decide each move anew: through the app while it updates links, by the plan while it asks', async () => {
    const served = await serveInApp(files, { config });
    await served.call('vault_move', { from: 'Attic/dust.md', to: 'a/dust.md' });
    expect(served.fake.fileManager.renames).toEqual([]);
    served.fake.user.set('alwaysUpdateLinks', true);
    await served.call('vault_move', { from: 'a/dust.md', to: 'b/dust.md' });
    expect(served.fake.fileManager.renames).toEqual(['a/dust.md → b/dust.md']);
    served.fake.user.set('alwaysUpdateLinks', false);
    await served.call('vault_move', { from: 'b/dust.md', to: 'c/dust.md' });
    expect(served.fake.fileManager.renames).toHaveLength(1);
  });
});
