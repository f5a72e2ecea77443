import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { cpSync, existsSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { readEndpointFile } from '../../src/node/endpoint-file.ts';
import { vaultIdOfPath } from '../../src/wire/state-folder.ts';
import { sha256 } from '../../src/node/sha256.ts';
import { fakeApp, type FakeApp } from '../support/obsidian/fake-app.ts';
import { tempDir } from '../support/temp-dir.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const require = createRequire(import.meta.url);

interface Loaded extends FakeApp {
  readonly plugin: { onload(): Promise<void>; unload(): void; commands: { id: string; callback: () => void }[] };
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

describe('the built plugin, inside an app', () => {
  it('serves the open vault to the real shim', async () => {
    const loaded = await load();
    await serving(loaded);
    const client = await connect(loaded);
    expect(await ask(client, 'vault_status', {})).toContain('Obsidian');
    expect(await ask(client, 'vault_search', { query: 'logged out at midnight' })).toMatch(
      /^02-wiki\/auth\/jwt-expiry.md:/m,
    );
    expect(await ask(client, 'vault_backlinks', { path: '02-wiki/auth/jwt-expiry.md' })).toContain('auth-moc.md:12');
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
    expect(await ask(client, 'vault_status', {})).not.toContain('Obsidian app');
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
    loaded.plugin.commands.find(({ id }) => id === 'install-connector')?.callback();
    const program = join(loaded.state, 'bin', 'vault-mcp.mjs');
    await vi.waitFor(() => expect(loaded.notices.join()).toContain(program), 10_000);
    expect(statSync(program).mode & 0o077).toBe(0);
    expect(existsSync(join(loaded.state, 'bin', '0.1.0', 'engine.mjs'))).toBe(true);
    loaded.plugin.unload();
    const client = await connect(loaded, program);
    expect(await ask(client, 'vault_search', { query: 'spring tides' })).toContain('spring-tides.md:');
  });
});
