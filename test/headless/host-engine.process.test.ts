import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openServedFolder } from '../../src/headless/host.ts';
import { serveVault } from '../../src/serve/vault-server.ts';
import type { ServerOptions, VaultServer } from '../../src/serve/vault-server.ts';
import { askedToolsHash, toolsHash } from '../../src/serve/tools-hash.ts';
import { recordManifest } from '../../src/mcp/manifest.ts';
import { tools } from '../../src/mcp/tools/index.ts';
import { endpointFileOf, readEndpointFile } from '../../src/node/endpoint-file.ts';
import { gitFacts } from '../../src/node/git-facts.ts';
import { askForHandOver } from '../../src/node/link-dial.ts';
import { sha256 } from '../../src/node/sha256.ts';
import { connectLink } from '../../src/shim/link.ts';
import type { Link } from '../../src/shim/link.ts';
import { aVault } from '../support/a-vault.ts';
import { silent } from '../support/memory-host.ts';
import { tempDir } from '../support/temp-dir.ts';

const run = promisify(execFile);
const VAULT_ID = 'vault-under-test';
const ENGINE = new URL('../../dist/engine.mjs', import.meta.url);
const readOnlyTools = tools.filter(({ annotations }) => annotations.readOnlyHint).map(({ name }) => name);

interface Rig {
  readonly options: ServerOptions & { readonly folder: string };
  readonly lost: Promise<void>;
}

async function rig(notes = 20): Promise<Rig> {
  const vault = await aVault().filler(notes).note('Tides', '# Tides', 'A spring tide comes twice a month.').onDisk();
  const state = await tempDir();
  let tell = (): void => undefined;
  const lost = new Promise<void>((resolve) => (tell = resolve));
  const options = {
    kind: 'headless' as const,
    vaultId: VAULT_ID,
    folder: vault.path,
    open: () => openServedFolder({ folder: vault.path, version: '0.1.0', log: silent }),
    stateFolder: state.path,
    version: '0.1.0',
    lang: '',
    log: silent,
    onLost: () => tell(),
  };
  return { options, lost };
}

async function started(options: ServerOptions): Promise<VaultServer> {
  const start = await serveVault(options);
  if (start.kind !== 'serving') throw new Error(`not serving: ${start.kind}`);
  onTestFinished(() => start.server.stop());
  return start.server;
}

/** A link that has opened, and a way to ask one JSON-RPC request over it. */
async function linked(stateFolder: string, lang = ''): Promise<{ link: Link; ask: Ask }> {
  const link = connectLink({
    endpointFile: endpointFileOf(stateFolder, VAULT_ID),
    shim: { id: `shim-${++shims}`, version: '0.1.0', pid: process.pid, lang, client: () => 'a test' },
    callsInFlight: () => 0,
    log: () => undefined,
  });
  onTestFinished(() => link.close());
  const waiting = new Map<number, (result: Answer) => void>();
  link.onLine((line) => {
    const { id, result } = JSON.parse(line.toString()) as { id?: number; result: Answer };
    if (id !== undefined) waiting.get(id)?.(result);
  });
  const ready = new Promise<void>((resolve) => link.onFreshSession(() => resolve()));
  link.open();
  await ready;
  const ask: Ask = (id, method, params) =>
    new Promise((resolve) => {
      waiting.set(id, resolve);
      const line = JSON.stringify({ jsonrpc: '2.0', id, method, params });
      link.send(line, { key: null, class: 'safe', expiresAt: null });
    });
  await ask(0, 'initialize', {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 't', version: '0' },
  });
  return { link, ask };
}

let shims = 0;
type Answer = { readonly content?: readonly { readonly text?: string }[] };
type Ask = (id: number, method: string, params: object) => Promise<Answer>;

const search = { name: 'vault_search', arguments: { query: 'spring tide' } };
const textOf = ({ content }: Answer): string => content?.[0]?.text ?? '';

describe('the engine', () => {
  it('serves several agents over the link, each in its own language', async () => {
    const { options } = await rig();
    const engine = await started(options);
    const english = await linked(options.stateFolder);
    const russian = await linked(options.stateFolder, 'ru');
    const [one, other] = await Promise.all([
      english.ask(1, 'tools/call', search),
      russian.ask(1, 'tools/call', search),
    ]);
    expect(textOf(one)).toContain('Tides.md:1');
    expect(textOf(other)).toContain('Tides.md:1');
    expect(textOf(other)).toMatch(/[а-я]/);
    expect(textOf(one)).not.toMatch(/[а-я]/);
    expect(english.link.host).toMatchObject({ kind: 'headless', readOnlyTools, toolsHash: await toolsHash('0.1.0') });
    expect(engine.url).toBe((await readEndpointFile(options.stateFolder, VAULT_ID))?.url);
  });

  it('tells the same of its tools as the manifest that shims carry', async () => {
    expect(await askedToolsHash('0.1.0')).toBe((await recordManifest('0.1.0', sha256)).toolsHash);
  });

  it('leaves neither endpoint nor lock when it stops, and answers what it has begun', async () => {
    const { options } = await rig(400);
    const engine = await started(options);
    const { ask } = await linked(options.stateFolder);
    const asked = ask(1, 'tools/call', search);
    await ask(2, 'ping', {});
    await engine.stop();
    expect(textOf(await asked)).toContain('Tides.md:1');
    expect(await readEndpointFile(options.stateFolder, VAULT_ID)).toBeNull();
    await started(options);
  });

  it('hands its vault over to a host that asks for it', async () => {
    const { options, lost } = await rig();
    await started(options);
    const endpoint = await readEndpointFile(options.stateFolder, VAULT_ID);
    if (endpoint === null) throw new Error('nothing was published');
    expect(await askForHandOver(endpoint, { version: '0.1.0', name: 'the app' }, 5_000)).toBe('released');
    await lost;
    expect(await readEndpointFile(options.stateFolder, VAULT_ID)).toBeNull();
  });

  it('fails without leaving a lock where the vault cannot be opened', async () => {
    const { options } = await rig();
    const open = () => openServedFolder({ folder: `${options.folder}/nowhere`, version: '0.1.0', log: silent });
    const nowhere = { ...options, open };
    await expect(serveVault(nowhere)).rejects.toMatchObject({ code: 'vault_unavailable' });
    await started(options);
  });
});

describe.skipIf(!existsSync(ENGINE))('the engine’s file, as a thread', () => {
  async function thread(
    data: object,
  ): Promise<{ worker: Worker; next: () => Promise<unknown>; exit: Promise<number> }> {
    const worker = new Worker(ENGINE, { workerData: data, stdout: true, stderr: true });
    onTestFinished(async () => void (await worker.terminate()));
    const said: unknown[] = [];
    const waiting: ((message: unknown) => void)[] = [];
    worker.on('message', (message) => {
      const first = waiting.shift();
      if (first) first(message);
      else said.push(message);
    });
    const next = (): Promise<unknown> =>
      said.length > 0 ? Promise.resolve(said.shift()) : new Promise((resolve) => waiting.push(resolve));
    return { worker, next, exit: new Promise((resolve) => worker.once('exit', resolve)) };
  }

  it('says where it serves, stops when told to, and ends by itself', async () => {
    const { options } = await rig();
    const { folder: vaultPath, vaultId, stateFolder, version } = options;
    const { worker, next, exit } = await thread({
      vaultPath,
      vaultId,
      stateFolder,
      version,
      lang: '',
      logLevel: 'error',
    });
    const ready = (await next()) as { ready: string };
    expect(ready.ready).toBe((await readEndpointFile(stateFolder, vaultId))?.url);
    const { ask } = await linked(stateFolder);
    expect(textOf(await ask(1, 'tools/call', search))).toContain('Tides.md:1');
    worker.postMessage({ stop: true });
    expect(await next()).toEqual({ stopped: true });
    expect(await exit).toBe(0);
  });

  it('says why it cannot serve, without a path of the machine', async () => {
    const { options } = await rig();
    const { vaultId, stateFolder, version } = options;
    const data = { vaultPath: '/nowhere/at/all', vaultId, stateFolder, version, lang: '', logLevel: 'silent' };
    const { next, exit } = await thread(data);
    expect(await next()).toEqual({ failed: 'vault_unavailable: ENOENT' });
    expect(await exit).toBe(0);
  });

  it('says that it lost its vault when another host asks for it', async () => {
    const { options } = await rig();
    const { folder: vaultPath, vaultId, stateFolder, version } = options;
    const { next, exit } = await thread({ vaultPath, vaultId, stateFolder, version, lang: '', logLevel: 'silent' });
    await next();
    const endpoint = await readEndpointFile(stateFolder, vaultId);
    if (endpoint === null) throw new Error('nothing was published');
    expect(await askForHandOver(endpoint, { version, name: 'the app' }, 5_000)).toBe('released');
    expect(await next()).toEqual({ lost: true });
    expect(await exit).toBe(0);
  });
});

describe('what git says of a vault', () => {
  const git = (cwd: string, ...args: string[]): Promise<unknown> =>
    run('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...args], { cwd });

  it('is nothing where there is no git or no repository', async () => {
    const dir = await aVault().note('A', 'x').onDisk();
    expect(await gitFacts(dir.path)).toEqual({ state: 'none', reason: 'not_a_repository' });
    expect(await gitFacts(dir.path, 'no-such-git')).toEqual({ state: 'none', reason: 'no_git' });
  });

  it('names the branch and tells changes of the vault’s own part of the repository', async () => {
    const dir = await aVault().note('vault/A', 'x').note('beside/B', 'x').onDisk();
    await git(dir.path, 'init', '-q', '-b', 'trunk');
    expect(await gitFacts(dir.at('vault'))).toEqual({ state: 'repository', branch: 'trunk', clean: false });
    await git(dir.path, 'add', '.');
    await git(dir.path, 'commit', '-q', '-m', 'first');
    expect(await gitFacts(dir.at('vault'))).toEqual({ state: 'repository', branch: 'trunk', clean: true });
    await aVault().note('beside/B', 'y').onDisk();
    await run('sh', ['-c', 'echo more >> beside/B.md'], { cwd: dir.path });
    expect(await gitFacts(dir.at('vault'))).toMatchObject({ clean: true });
    await git(dir.path, 'checkout', '-q', '--detach');
    expect(await gitFacts(dir.path)).toEqual({ state: 'repository', branch: null, clean: false });
  });
});
