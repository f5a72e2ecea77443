import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CliData, Plugin } from 'obsidian';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { registerCli } from '../../src/obsidian/cli.ts';
import { SavedSettings } from '../../src/obsidian/saved-settings.ts';
import { VaultService } from '../../src/obsidian/vault-service.ts';
import { aVault } from '../support/a-vault.ts';
import { silent } from '../support/memory-host.ts';
import { fakeApp } from '../support/obsidian/fake-app.ts';
import { tempDir } from '../support/temp-dir.ts';

vi.mock('obsidian', () => import('../support/obsidian/module.ts'));

interface CommandLine {
  readonly service: VaultService;
  readonly state: string;
  run(command: string, given?: CliData): Promise<string>;
}

/** The plugin's commands in the app's command line, over a vault that is served as far as the test lets it. */
async function commandLine(): Promise<CommandLine> {
  const { path } = await aVault()
    .note('zoo/quokka', 'Quokkas smile, says [[keeper]].', '')
    .note('keeper', 'Knows every quokka.', '')
    .onDisk();
  const state = (await tempDir()).path;
  vi.stubEnv('VAULT_MCP_HOME', state);
  onTestFinished(() => void vi.unstubAllEnvs());
  const { app } = fakeApp(path);
  const handlers = new Map<string, (given: CliData) => string | Promise<string>>();
  const plugin = {
    app,
    manifest: { id: 'vault-mcp', version: '1.2.3' },
    loadData: () => Promise.resolve({ git: { commit: false } }),
    registerCliHandler: (command: string, _about: string, _flags: unknown, handler: (given: CliData) => string) =>
      void handlers.set(command, handler),
  } as unknown as Plugin;
  const settings = await SavedSettings.load(plugin);
  const service = new VaultService({
    app,
    version: '1.2.3',
    log: silent,
    settings: () => settings.now,
    refreshSettings: () => settings.refresh(),
    ask: null,
  });
  onTestFinished(() => service.stop());
  registerCli(plugin, service);
  return {
    service,
    state,
    run: async (command, given = {}) => (await handlers.get(command)?.(given)) ?? 'no such command',
  };
}

async function served(line: CommandLine): Promise<void> {
  line.service.start();
  await vi.waitFor(() => expect(line.service.host?.library.progress().ready).toBe(true), 10_000);
}

describe('the commands in the app’s own command line', () => {
  it('search prints what an agent would read, and takes folder and limit', async () => {
    const line = await commandLine();
    await served(line);
    const all = await line.run('vault-mcp:search', { query: 'quokka' });
    expect(all).toMatch(/^keeper\.md:1/m);
    expect(all).toMatch(/^zoo\/quokka\.md:1/m);
    const some = await line.run('vault-mcp:search', { query: 'quokka', folder: 'zoo' });
    expect(some).toMatch(/^zoo\/quokka\.md:1/m);
    expect(some).not.toContain('keeper.md:1');
    const one = await line.run('vault-mcp:search', { query: 'quokka', limit: '1' });
    expect(one.match(/^\S+\.md:1/gm)).toHaveLength(1);
    expect(await line.run('vault-mcp:search', { query: '' })).toMatch(/^\[\w+\]/);
    expect(await line.run('vault-mcp:search', { query: 'quokka', limit: 'many' })).toMatch(/^\[invalid_input\].*limit/);
  });

  it('status prints what agents are told of the vault', async () => {
    const line = await commandLine();
    await served(line);
    const text = await line.run('vault-mcp:status');
    expect(text).toContain('Served by Obsidian, vault-mcp 1.2.3');
    expect(text).toMatch(/2 notes/);
    expect(text).not.toContain(line.state);
  });

  it('doctor prints a line for each step, and none of the secrets that it has looked at', async () => {
    const line = await commandLine();
    await served(line);
    const before = await line.run('vault-mcp:doctor');
    expect(before.split('\n').map((step) => step.slice(0, step.indexOf(':')))).toEqual([
      'ok   plugin',
      'ok   vault served from this window',
      'ok   endpoint file',
      'ok   link',
      'FAIL connector',
      'FAIL engine of this version',
      'ok   index',
    ]);
    expect(before).toContain(`of obsidian, pid ${process.pid}`);
    expect(before).toContain('2 notes');
    expect(before).not.toContain(line.state);
    expect(before).not.toMatch(/[0-9a-f]{32}/);
    mkdirSync(join(line.state, 'bin/1.2.3'), { recursive: true });
    writeFileSync(join(line.state, 'bin/vault-mcp.mjs'), '');
    writeFileSync(join(line.state, 'bin/1.2.3/engine.mjs'), '');
    expect(await line.run('vault-mcp:doctor')).not.toContain('FAIL');
  });

  it('all say so while the vault is not served from here', async () => {
    const line = await commandLine();
    expect(await line.run('vault-mcp:search', { query: 'quokka' })).toBe(
      'This vault is not served from here: starting.',
    );
    expect(await line.run('vault-mcp:status')).toBe('This vault is not served from here: starting.');
    const steps = (await line.run('vault-mcp:doctor')).split('\n');
    expect(steps).toContain('FAIL vault served from this window: starting');
    expect(steps).toContain('FAIL endpoint file: not there');
    expect(steps).toContain('FAIL link: nobody');
    await served(line);
    await line.service.stop();
    expect(await line.run('vault-mcp:status')).toBe('This vault is not served from here: stopped.');
  });
});
