import assert from 'node:assert/strict';
import { browser } from '@wdio/globals';
import { agentsGone, anAgent, served } from './served-app.ts';

describe('an agent beside the app', () => {
  before(async () => void (await served()));
  afterEach(agentsGone);

  it('gets its tools, searches, and edits only what it has read', async () => {
    const { client, ask } = await anAgent();
    assert.match(await ask('vault_status', {}), /Served by Obsidian/);
    assert.equal((await client.listTools()).tools.length, 14);
    assert.match(await ask('vault_search', { query: 'logged out at midnight' }), /^02-wiki\/auth\/jwt-expiry\.md:/m);

    const page = browser.getObsidianPage();
    await page.write('e2e.md', '# Quokka\n\nLives on an island.\n');
    const revision = /n-[0-9a-f]+/.exec(await ask('vault_get_note', { path: 'e2e.md' }))?.[0];
    const edit = { path: 'e2e.md', old_text: 'Lives', new_text: 'Dwells' };
    assert.match(
      await ask('vault_edit_note', { ...edit, expected_revision: `n-${'0'.repeat(32)}` }),
      /^\[revision_conflict\]/,
    );
    assert.match(await page.read('e2e.md'), /Lives/);
    assert.match(await ask('vault_edit_note', { ...edit, expected_revision: revision }), /\+Dwells/);
    assert.match(await page.read('e2e.md'), /Dwells/);
    assert.doesNotMatch(await ask('vault_undo', {}), /^\[/);
    assert.match(await page.read('e2e.md'), /Lives/);
  });
});
