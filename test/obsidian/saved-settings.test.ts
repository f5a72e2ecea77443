import type { Plugin } from 'obsidian';
import { describe, expect, it } from 'vitest';
import { AppDeviceBook } from '../../src/obsidian/device-book.ts';
import { SavedSettings } from '../../src/obsidian/saved-settings.ts';
import { fakeApp } from '../support/obsidian/fake-app.ts';
import { tempDir } from '../support/temp-dir.ts';

/** As a file that is no JSON. */
const UNREADABLE = Symbol('unreadable');

interface PluginUnderTest {
  readonly plugin: Plugin;
  saved(): unknown;
  /** What the app gives for the plugin's data from now on, and what its file holds. */
  outside(data: unknown): void;
  onDisk(text: string): Promise<void>;
}

async function aPlugin(data: unknown): Promise<PluginUnderTest> {
  let stored = data;
  const { app } = fakeApp((await tempDir()).path);
  const dir = '.obsidian/plugins/vault-mcp';
  const plugin = {
    app,
    manifest: { id: 'vault-mcp', dir },
    loadData: () => (stored === UNREADABLE ? Promise.reject(new SyntaxError('JSON')) : Promise.resolve(stored)),
    saveData: (given: unknown) => {
      stored = given;
      return Promise.resolve();
    },
  };
  return {
    plugin: plugin as unknown as Plugin,
    saved: () => stored,
    outside: (given) => void (stored = given),
    onDisk: async (text) => {
      await app.vault.adapter.mkdir(dir);
      await app.vault.adapter.write(`${dir}/data.json`, text);
    },
  };
}

describe('the settings of the screens', () => {
  it('are saved one after another, beside keys of other versions, and act at once', async () => {
    const { plugin, saved } = await aPlugin({ future: { kept: true } });
    const settings = await SavedSettings.load(plugin);
    let told = 0;
    settings.onChange(() => told++);
    await Promise.all([
      settings.write('access.vaultReadOnly', true),
      settings.write('domains', [{ name: 'auth', description: '' }]),
    ]);
    expect(saved()).toMatchObject({ future: { kept: true }, access: { vaultReadOnly: true } });
    expect(settings.current.domains).toEqual([{ name: 'auth', description: '' }]);
    expect(settings.now.visibility.isReadOnly).toBeTypeOf('function');
    expect(told).toBe(2);
  });

  it('take no value that is of no use, and say why', async () => {
    const { plugin, saved } = await aPlugin({});
    const settings = await SavedSettings.load(plugin);
    expect(settings.check('access.changesPerMinute', -1)).not.toEqual([]);
    expect((await settings.write('access.changesPerMinute', -1))[0]?.code).toBe('out_of_range');
    expect(saved()).toEqual({});
  });

  it('follow the file when Sync or another program has changed it', async () => {
    const { plugin, outside } = await aPlugin({});
    const settings = await SavedSettings.load(plugin);
    outside({ git: { commit: false } });
    await settings.reload();
    expect(settings.current.git.commit).toBe(false);
  });

  it.each(['throws', 'is null, as for none'])(
    'hide what they hid while a file of them cannot be read (what the app gives for it %s), and are not overwritten',
    async (given) => {
      const { plugin, outside, onDisk } = await aPlugin({ access: { hidden: ['Private'] } });
      const settings = await SavedSettings.load(plugin);
      await onDisk('{ "access": ');
      outside(given === 'throws' ? UNREADABLE : null);
      await settings.reload();
      expect(settings.now.unreadable).toBe(true);
      expect(settings.current.access).toMatchObject({ hidden: ['Private'], vaultReadOnly: true });
      expect(await settings.write('access.hidden', [])).not.toEqual([]);
      outside({ access: { hidden: ['Private'] } });
      await settings.reload();
      expect(settings.now.unreadable).toBe(false);
      expect(settings.current.access.vaultReadOnly).toBe(false);
    },
  );

  it('are the defaults where none were saved', async () => {
    const { plugin } = await aPlugin(null);
    const settings = await SavedSettings.load(plugin);
    expect(settings.now.unreadable).toBe(false);
    expect(settings.current.access.vaultReadOnly).toBe(false);
  });

  it('of a device stay on the device, whatever its storage held before', async () => {
    const { app } = fakeApp((await tempDir()).path);
    app.saveLocalStorage('vault-mcp', { client: 'no such client', gitPath: 7 });
    const device = new AppDeviceBook(app);
    let changed = 0;
    device.onGitPath(() => changed++);
    expect([device.client, device.gitPath, device.welcomed]).toEqual(['claude-code', '', false]);
    device.set({ client: 'zed' });
    device.set({ gitPath: '/usr/bin/git' });
    expect(changed).toBe(1);
    expect(new AppDeviceBook(app).client).toBe('zed');
  });
});
