import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'obsidian';
import { describe, expect, it, vi } from 'vitest';
import { SavedSettings } from '../../src/obsidian/saved-settings.ts';
import { call } from '../mcp/support/call-tool.ts';
import { aVault } from '../support/a-vault.ts';
import { serveInApp } from './open-served-app.ts';

vi.mock('obsidian', () => import('../support/obsidian/module.ts'));

describe('a data.json that cannot be read', () => {
  it('closes the vault to writing, is named in vault_status, and is not overwritten', async () => {
    const spoilt = '{ "access": { "hidden": ["Private"]';
    const files = aVault().note('A', 'x').file('data.json', spoilt);
    const { fake } = await serveInApp(files);
    const at = join(fake.vault.adapter.root, 'data.json');
    const plugin = {
      app: fake.app,
      loadData: async () => JSON.parse(await fake.vault.adapter.read('data.json')) as unknown,
      saveData: (data: unknown) => writeFile(at, JSON.stringify(data)),
    };
    const settings = await SavedSettings.load(plugin as unknown as Plugin);
    expect(settings.current.access.vaultReadOnly).toBe(true);
    const { host } = await serveInApp(aVault().note('A', 'x'), { settings: () => settings.now });
    const { structured } = await call(host.services, 'vault_status');
    expect(structured).toMatchObject({ warnings: ["The plugin's settings cannot be read; writing is off."] });
    expect((await call(host.services, 'vault_edit_note', { path: 'A.md', old_text: 'x', new_text: 'y' })).text).toMatch(
      /^\[read_only\]/,
    );
    expect(await settings.write('access.vaultReadOnly', false)).toEqual([
      { path: 'access.vaultReadOnly', code: 'not_a_record' },
    ]);
    expect(await fake.vault.adapter.read('data.json')).toBe(spoilt);
    await writeFile(at, '{"git":{"commit":false}}');
    await settings.reload();
    expect(settings.current).toMatchObject({ access: { vaultReadOnly: false }, git: { commit: false } });
  });
});
