import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { readEndpointFile } from '../../src/node/endpoint-file.ts';
import { identifyVault } from '../../src/node/state-folder.ts';
import { vaultIdOfPath } from '../../src/wire/state-folder.ts';
import { sha256 } from '../../src/node/sha256.ts';
import { fakeApp, type FakeApp } from '../support/obsidian/fake-app.ts';
import { tempDir } from '../support/temp-dir.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const require = createRequire(import.meta.url);

interface Loaded extends FakeApp {
  readonly plugin: { onload(): Promise<void>; unload(): void };
  readonly folder: string;
  readonly state: string;
  readonly vaultId: string;
}

/** The built main.js, loaded as the app loads it, over a copy of the example vault. */
async function load(): Promise<Loaded> {
  const folder = (await tempDir()).path;
  const state = (await tempDir()).path;
  cpSync(join(root, 'examples/vault'), folder, { recursive: true });
  vi.stubEnv('VAULT_MCP_HOME', state);
  onTestFinished(() => void vi.unstubAllEnvs());
  const app = fakeApp(folder);
  const exported: { exports: { default?: new (app: unknown, manifest: unknown) => Loaded['plugin'] } } = {
    exports: {},
  };
  const code = readFileSync(join(root, 'main.js'), 'utf8');
  const load = new Function('require', 'module', 'exports', code) as (...given: unknown[]) => void;
  load((name: string) => (name === 'obsidian' ? app.module : (require(name) as unknown)), exported, exported.exports);
  const manifest = JSON.parse(readFileSync(join(root, 'manifest.json'), 'utf8')) as unknown;
  if (exported.exports.default === undefined) throw new Error('main.js exports no plugin');
  const plugin = new exported.exports.default(app.app, manifest);
  return { ...app, plugin, folder, state, vaultId: vaultIdOfPath((text) => sha256(text), folder) };
}

async function serving(loaded: Loaded): Promise<void> {
  await loaded.plugin.onload();
  onTestFinished(() => loaded.plugin.unload());
  await vi.waitFor(async () => expect(await readEndpointFile(loaded.state, loaded.vaultId)).not.toBeNull(), 10_000);
}

async function connect(loaded: Loaded, program = join(root, 'dist/vault-mcp.mjs')): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  const env = { ...(process.env as Record<string, string>), VAULT_MCP_HOME: loaded.state };
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [program, '--vault', loaded.folder], env }),
  );
  onTestFinished(() => client.close());
  return client;
}

async function ask(client: Client, name: string, args: Record<string, unknown>): Promise<string> {
  const result = await client.callTool({ name, arguments: args });
  return (result.content as { text: string }[]).map(({ text }) => text).join('\n');
}

async function textsOf({ vault }: Loaded): Promise<Readonly<Record<string, string>>> {
  const all: [string, string][] = [];
  for (const file of vault.getMarkdownFiles()) all.push([file.path, await vault.read(file)]);
  return Object.fromEntries(all.sort(([a], [b]) => (a < b ? -1 : 1)));
}

describe('the built plugin, inside an app', () => {
  it('serves the open vault to the real shim', async () => {
    const loaded = await load();
    await serving(loaded);
    const client = await connect(loaded);
    expect(await ask(client, 'vault_status', {})).toContain('Served by Obsidian');
    expect(await ask(client, 'vault_search', { query: 'logged out at midnight' })).toMatch(
      /^02-wiki\/auth\/jwt-expiry.md:/m,
    );
    expect(await ask(client, 'vault_backlinks', { path: '02-wiki/auth/jwt-expiry.md' })).toContain('auth-moc.md:12');
  });

  it('carries out every tool, and takes all of it back to the byte', async () => {
    const loaded = await load();
    loaded.vault.config['alwaysUpdateLinks'] = true;
    loaded.vault.config['trashOption'] = 'local';
    const before = await textsOf(loaded);
    await serving(loaded);
    const client = await connect(loaded);
    const note = '02-wiki/auth/jwt-expiry.md';
    const calls: readonly (readonly [string, Record<string, unknown>, RegExp])[] = [
      ['vault_status', {}, /Obsidian/],
      ['vault_search', { query: 'spring tides' }, /spring-tides\.md:\d/],
      ['vault_list', { folder: '02-wiki' }, /jwt-expiry\.md/],
      ['vault_get_note', { path: note }, /n-[0-9a-f]+/],
      ['vault_backlinks', { path: note }, /auth-moc\.md:\d/],
      ['vault_graph', { around: note }, /auth-moc/],
      ['vault_tags', {}, /#/],
      ['vault_write_note', { path: 'new/quokka.md', content: '# Quokka\n\nLives on [[jwt-expiry]].\n' }, /quokka\.md/],
      ['vault_edit_note', { path: 'new/quokka.md', old_text: 'Lives', new_text: 'Dwells #fauna' }, /\+.*Dwells/],
      ['vault_rename_tag', { from: 'fauna', to: 'animals' }, /\+.*#animals/],
      [
        'vault_learn',
        {
          title: 'Quokkas smile',
          insight: 'They only look as if they smiled.',
          context: 'Asked at the zoo.',
          domain: 'auth',
        },
        /Quokkas smile/,
      ],
      ['vault_move', { from: note, to: '02-wiki/auth/token-expiry.md' }, /token-expiry\.md/],
      ['vault_delete', { path: 'new/quokka.md' }, /quokka\.md/],
      ['vault_undo', { since: '2000-01-01' }, /undo/i],
    ];
    expect(new Set(calls.map(([name]) => name)).size).toBe((await client.listTools()).tools.length);
    for (const [name, args, answer] of calls) {
      const text = await ask(client, name, args);
      expect(text, name).not.toMatch(/^\[\w+\]/);
      expect(text, name).toMatch(answer);
    }
    expect(loaded.fileManager.renames).toContain(`${note} → 02-wiki/auth/token-expiry.md`);
    expect(await textsOf(loaded)).toEqual(before);
  });

  it('is found by every shim whatever stands in its settings as the vault’s id', async () => {
    for (const data of ['{}', '{"vaultId":"../no/id"}', '{"vaultId":"shared-by-sync-01"}', 'no JSON at all']) {
      const loaded = await load();
      mkdirSync(join(loaded.folder, '.obsidian/plugins/vault-mcp'), { recursive: true });
      writeFileSync(join(loaded.folder, '.obsidian/plugins/vault-mcp/data.json'), data);
      const { id } = await identifyVault(loaded.folder);
      await loaded.plugin.onload().catch(() => undefined);
      if (data.startsWith('{')) {
        await vi.waitFor(async () => expect((await readEndpointFile(loaded.state, id))?.host).toBe('obsidian'), 10_000);
        expect(readdirSync(join(loaded.state, 'locks'))).toEqual([id]);
        expect(await ask(await connect(loaded), 'vault_status', {})).toContain('Served by Obsidian');
        expect(readdirSync(join(loaded.state, 'locks'))).toEqual([id]);
      }
      loaded.plugin.unload();
    }
  });

  it('finds what the user has just written, renamed and removed', async () => {
    const loaded = await load();
    await serving(loaded);
    const client = await connect(loaded);
    loaded.user.write('Fresh.md', '# Fresh\n\nQuokkas are marsupials.\n');
    expect(await ask(client, 'vault_search', { query: 'quokkas' })).toMatch(/^Fresh.md:\d/m);
    loaded.user.rename('Fresh.md', 'Renamed.md');
    expect(await ask(client, 'vault_search', { query: 'quokkas' })).toMatch(/^Renamed.md:\d/m);
    loaded.user.remove('Renamed.md');
    expect(await ask(client, 'vault_search', { query: 'quokkas' })).not.toMatch(/Renamed.md:\d/);
  });

  it('takes over from a headless host while its agent stays connected', async () => {
    const loaded = await load();
    const client = await connect(loaded);
    expect(await ask(client, 'vault_status', {})).not.toContain('Served by Obsidian');
    expect((await readEndpointFile(loaded.state, loaded.vaultId))?.host).toBe('headless');
    await loaded.plugin.onload();
    onTestFinished(() => loaded.plugin.unload());
    await vi.waitFor(
      async () => expect((await readEndpointFile(loaded.state, loaded.vaultId))?.host).toBe('obsidian'),
      15_000,
    );
    expect(await ask(client, 'vault_search', { query: 'spring tides' })).toContain('spring-tides.md:');
  });

  it('leaves no listener, endpoint or socket behind when it is disabled, and can be enabled again', async () => {
    const loaded = await load();
    for (let round = 0; round < 3; round++) {
      await loaded.plugin.onload();
      await vi.waitFor(async () => expect(await readEndpointFile(loaded.state, loaded.vaultId)).not.toBeNull(), 10_000);
      loaded.plugin.unload();
      await vi.waitFor(async () => expect(await readEndpointFile(loaded.state, loaded.vaultId)).toBeNull(), 10_000);
      await vi.waitFor(() => expect(loaded.listeners()).toBe(0), 10_000);
    }
  });

  it('installs a connector that answers by itself when the app is closed', async () => {
    const loaded = await load();
    await serving(loaded);
    loaded.registrations.commands.get('vault-mcp:install-connector')?.callback?.();
    const program = join(loaded.state, 'bin', 'vault-mcp.mjs');
    await vi.waitFor(() => expect(existsSync(program)).toBe(true), 10_000);
    expect(statSync(program).mode & 0o077).toBe(0);
    expect(existsSync(join(loaded.state, 'bin', '0.1.0', 'engine.mjs'))).toBe(true);
    loaded.plugin.unload();
    const client = await connect(loaded, program);
    expect(await ask(client, 'vault_search', { query: 'spring tides' })).toContain('spring-tides.md:');
  });
});
