import { cpSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, vi } from 'vitest';
import { fileName } from '../../src/core/path.ts';
import { foldersFor, openWindow, type AppWindow } from './a-window.ts';
import { liveAgent, type AgentDiary } from './a-live-agent.ts';

const example = fileURLToPath(new URL('../../examples/vault', import.meta.url));
const copied = (folder: string): void => cpSync(example, folder, { recursive: true });
/** Fifty unless a quick look wants fewer: half a second each on an idle machine, more where others work too. */
const rounds = Number(process.env['VAULT_MCP_ROUNDS'] ?? 50);
const patience = { timeout: 30_000, interval: 20 };

/** Files, sockets and pipes that this process has open; -1 where the system does not show them. */
function openFiles(): number {
  return existsSync('/proc/self/fd') ? readdirSync('/proc/self/fd').length : -1;
}

async function served(window: AppWindow, by: 'obsidian' | 'headless' | null): Promise<void> {
  await vi.waitFor(async () => expect(await window.host()).toBe(by), patience);
}

/** Everything is given back: what is open is what was open before the plugin came. */
async function quiet(window: AppWindow, before: Readonly<Record<string, number>>): Promise<void> {
  await vi.waitFor(async () => {
    const { hanging, ...open } = await window.counts();
    expect(hanging).toBe(0);
    for (const [kind, count] of Object.entries(open)) expect(count, kind).toBeLessThanOrEqual(before[kind] ?? 0);
  }, patience);
}

function expectAllAnswered(diary: AgentDiary, folder: string, least: number): void {
  expect(diary.refused).toEqual([]);
  expect(diary.answered).toBeGreaterThanOrEqual(least);
  for (const path of diary.written) {
    expect(readFileSync(join(folder, path), 'utf8')).toContain(
      `# ${fileName(path).replace('-', ' ').replace('.md', '')}\n`,
    );
  }
}

describe('the plugin in its window, while agents keep calling', () => {
  it(
    'is disabled and enabled fifty times: every call is answered, and nothing stays open',
    { timeout: 300_000 },
    async () => {
      const { folder, state } = await foldersFor(copied);
      const window = await openWindow(folder, state);
      const before = await window.counts();
      await window.enable();
      await served(window, 'obsidian');
      const agents = await Promise.all([liveAgent(folder, state), liveAgent(folder, state)]);
      const calling = agents.map((agent, at) => agent.keepCalling(`round${at}`));
      let filesEarly = Infinity;
      for (let round = 1; round <= rounds; round++) {
        await Promise.all(calling.map((each) => each.nextAnswer()));
        await window.disable();
        await quiet(window, before);
        if (round === 5) filesEarly = openFiles();
        await window.enable();
        await served(window, 'obsidian');
      }
      const diaries = await Promise.all(calling.map((each) => each.stop()));
      await window.disable();
      await quiet(window, before);
      for (const diary of diaries) expectAllAnswered(diary, folder, rounds);
      // A file that is just being read or written is closed in a moment.
      await vi.waitFor(() => expect(openFiles()).toBeLessThanOrEqual(filesEarly), patience);
    },
  );

  it('is gone with its reloaded window, and the next one serves on', async () => {
    const { folder, state } = await foldersFor(copied);
    const window = await openWindow(folder, state);
    await window.enable();
    await served(window, 'obsidian');
    const agent = await liveAgent(folder, state);
    const calling = agent.keepCalling('reload');
    let files = 0;
    for (let round = 1; round <= 6; round++) {
      await calling.nextAnswer();
      await window.reload();
      const gone = await window.generation();
      await window.enable();
      // An agent's own engine may have served meanwhile: it hands the vault over.
      await vi.waitFor(async () => {
        expect(await window.host()).toBe('obsidian');
        expect(await window.generation()).not.toBe(gone);
      }, patience);
      if (round === 3) files = openFiles();
    }
    const after = openFiles();
    expectAllAnswered(await calling.stop(), folder, 6);
    expect(after).toBeLessThanOrEqual(files + 2);
    expect(await window.host()).toBe('obsidian');
  });

  it('serves two vaults from two windows of one app, each its own agents', async () => {
    const [a, b] = [await foldersFor(copied), await foldersFor(copied)];
    const state = a.state;
    const windows = [await openWindow(a.folder, state), await openWindow(b.folder, state)];
    for (const window of windows) await window.enable();
    for (const window of windows) await served(window, 'obsidian');
    const agents = [await liveAgent(a.folder, state), await liveAgent(b.folder, state)];
    await agents[0]?.ask('vault_write_note', { path: 'only-a.md', content: '# Wombats\n' });
    expect(await agents[0]?.ask('vault_search', { query: 'wombats' })).toContain('only-a.md');
    expect(await agents[1]?.ask('vault_search', { query: 'wombats' })).not.toContain('only-a.md');
    await windows[0]?.disable();
    expect(await agents[1]?.ask('vault_search', { query: 'tides' })).toContain('spring-tides.md');
    expect(existsSync(join(b.folder, 'only-a.md'))).toBe(false);
  });

  it('takes the vault over from a headless host and gives it back, and the agent notices nothing', async () => {
    const { folder, state } = await foldersFor(copied);
    const window = await openWindow(folder, state);
    const before = await window.counts();
    const agent = await liveAgent(folder, state);
    await agent.ask('vault_status', {});
    await served(window, 'headless');
    const calling = agent.keepCalling('hand');
    for (let round = 0; round < 2; round++) {
      await window.enable();
      await served(window, 'obsidian');
      await window.disable();
      await served(window, 'headless');
      await quiet(window, before);
    }
    expectAllAnswered(await calling.stop(), folder, 4);
  });

  it('registers its commands for the app’s command line, and takes them back', async () => {
    const { folder, state } = await foldersFor(copied);
    const window = await openWindow(folder, state);
    await window.enable();
    await served(window, 'obsidian');
    expect(await window.cli()).toEqual(['vault-mcp:search', 'vault-mcp:status', 'vault-mcp:doctor']);
    await window.disable();
    expect(await window.cli()).toEqual([]);
  });
});
