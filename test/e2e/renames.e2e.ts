import assert from 'node:assert/strict';
import { browser } from '@wdio/globals';
import { agentsGone, anAgent, served, type UndeclaredApp } from './served-app.ts';

async function updateLinks(on: boolean): Promise<void> {
  await browser.executeObsidian(({ app }, value) => {
    (app as unknown as UndeclaredApp).vault.setConfig('alwaysUpdateLinks', value);
  }, on);
}

async function dialogs(): Promise<number> {
  return browser.executeObsidian(() => activeDocument.querySelectorAll('.modal-container').length);
}

async function notes(): Promise<void> {
  const page = browser.getObsidianPage();
  await page.resetVault();
  await page.write('e2e/Tides.md', '# Tides\n');
  await page.write('e2e/Other.md', '# Other\n');
  await page.write('linking.md', '[[Tides#Tides|the tides]] and [md](e2e/Tides.md) and [[Other]]\n');
  await page.write('front.md', '---\nup: "[[Tides]]"\n---\n');
}

describe('a note moved by an agent', () => {
  before(async () => void (await served()));
  afterEach(async () => {
    await agentsGone();
    await updateLinks(false);
  });

  for (const on of [false, true]) {
    it(`keeps its links while the app ${on ? 'updates them itself' : 'would ask'}, and opens no dialog`, async () => {
      await notes();
      await updateLinks(on);
      const { ask } = await anAgent();
      const answer = await ask('vault_move', { from: 'e2e/Tides.md', to: 'sea/High tides.md' });
      assert.doesNotMatch(answer, /^\[/);
      assert.equal(await dialogs(), 0);
      const backlinks = await ask('vault_backlinks', { path: 'sea/High tides.md' });
      assert.match(backlinks, /linking\.md/);
      assert.match(backlinks, /front\.md/);
      assert.doesNotMatch(await ask('vault_undo', {}), /^\[/);
      const page = browser.getObsidianPage();
      assert.equal(await page.read('linking.md'), '[[Tides#Tides|the tides]] and [md](e2e/Tides.md) and [[Other]]\n');
    });
  }

  it('is still running while a dialog of the app is open, and done when it is closed', async () => {
    await notes();
    // The user's own rename, for which the app asks.
    await browser.executeObsidian(async ({ app }) => {
      const file = app.vault.getFileByPath('e2e/Other.md');
      if (file !== null) await app.fileManager.renameFile(file, 'e2e/Another.md');
    });
    await browser.waitUntil(async () => (await dialogs()) === 1);
    await updateLinks(true);
    const { ask } = await anAgent();
    assert.match(await ask('vault_move', { from: 'e2e/Tides.md', to: 'sea/Tides.md' }), /^\[still_running\]/);
    assert.match(await ask('vault_status', {}), /not ended yet/);
    await browser.executeObsidian(() => {
      activeDocument.querySelector<HTMLElement>('.modal-container .mod-cta, .modal-container button')?.click();
    });
    await browser.waitUntil(async () => !(await ask('vault_status', {})).includes('not ended yet'), {
      timeout: 30_000,
    });
    assert.match(await ask('vault_backlinks', { path: 'sea/Tides.md' }), /linking\.md/);
  });
});
