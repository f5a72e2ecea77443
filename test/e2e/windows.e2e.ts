import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { browser } from '@wdio/globals';
import { startWdioSession } from 'wdio-obsidian-service';
import { agentsGone, anAgent, endpointOf, isListening, PLUGIN, served, vaultPath } from './served-app.ts';

const root = join(import.meta.dirname, '../..');

describe('windows that come and go', () => {
  afterEach(agentsGone);

  it('two vaults at once are each served at an address of their own', async () => {
    const first = await served();
    const folder = mkdtempSync(join(tmpdir(), 'vault-mcp-e2e-second-'));
    cpSync(join(root, 'examples/vault'), folder, { recursive: true });
    const second = await startWdioSession({
      cacheDir: join(import.meta.dirname, '.obsidian-cache'),
      capabilities: {
        browserName: 'obsidian',
        'wdio:obsidianOptions': {
          appVersion: browser.getObsidianVersion(),
          installerVersion: browser.getObsidianInstallerVersion(),
          plugins: [root],
          vault: folder,
          copy: false,
        },
      },
    });
    try {
      const other = await served(folder);
      assert.notEqual(other.url, first.url);
      assert.equal(await isListening(first), true);
      await (await anAgent(folder)).ask('vault_write_note', { path: 'only-here.md', content: '# Wombats\n' });
      const elsewhere = await (await anAgent()).ask('vault_search', { query: 'wombats' });
      assert.doesNotMatch(elsewhere, /only-here\.md/);
    } finally {
      await second.deleteSession();
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('a plugin that is switched off listens no more, and does again when it is switched on', async () => {
    const before = await served();
    const page = browser.getObsidianPage();
    await page.disablePlugin(PLUGIN);
    await browser.waitUntil(async () => !(await isListening(before)), { timeout: 1_000 });
    assert.equal((await endpointOf(vaultPath()))?.generation === before.generation, false);
    await page.enablePlugin(PLUGIN);
    await served(vaultPath(), before.generation);
  });

  it('a reloaded window serves again, and the agent of before goes on', async () => {
    const before = await served();
    const { ask } = await anAgent();
    assert.match(await ask('vault_status', {}), /Served by Obsidian/);
    await browser.executeObsidianCommand('app:reload');
    await served(vaultPath(), before.generation);
    assert.match(await ask('vault_search', { query: 'spring tides' }), /spring-tides\.md:/);
  });
});
