import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import { browser } from '@wdio/globals';
import { agentsGone, anAgent, served } from './served-app.ts';

/** After this time out of sight, windows are throttled as hard as they ever are. */
const HIDDEN_MS = 120_000;

interface WithWindow {
  readonly electronWindow: { minimize(): void; restore(): void };
}

describe('a window out of sight', () => {
  afterEach(async () => {
    await agentsGone();
    await browser.executeObsidian(() => (window as unknown as WithWindow).electronWindow.restore());
  });

  it('still answers after two minutes; how fast is printed', async () => {
    await served();
    const { ask } = await anAgent();
    await ask('vault_status', {});
    await browser.executeObsidian(() => (window as unknown as WithWindow).electronWindow.minimize());
    await setTimeout(HIDDEN_MS);
    for (let call = 1; call <= 3; call++) {
      const from = performance.now();
      assert.match(await ask('vault_search', { query: 'spring tides' }), /spring-tides\.md:/);
      console.log(`hidden window, call ${call}: ${(performance.now() - from).toFixed(0)} ms`);
    }
    await ask('vault_write_note', { path: 'hidden.md', content: '# Written out of sight\n' });
    assert.match(await browser.getObsidianPage().read('hidden.md'), /out of sight/);
  });
});
