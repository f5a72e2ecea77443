import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readEndpointFile } from '../../src/node/endpoint-file.ts';
import { askForHandOver } from '../../src/node/link-dial.ts';

interface Said {
  readonly acquired?: string;
  readonly heldBy?: number;
  readonly why?: string;
  readonly ours?: boolean;
}

let built: string;
let folder: string;
let children: ChildProcess[] = [];

beforeAll(async () => {
  built = await mkdtemp(join(tmpdir(), 'vault-mcp-contender-'));
  await build({
    entryPoints: ['test/node/lock-contender.ts'],
    outfile: join(built, 'contender.mjs'),
    bundle: true,
    platform: 'node',
    format: 'esm',
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
    logLevel: 'silent',
  });
});
afterAll(() => rm(built, { recursive: true, force: true }));
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vault-mcp-lock-'));
});
afterEach(async () => {
  await Promise.all(children.map(kill));
  children = [];
  await rm(folder, { recursive: true, force: true });
});

describe('the lock of a vault, between processes', () => {
  it('gives ten contenders one owner, and another one after each kill -9 of the owner', async () => {
    let contenders = await Promise.all(Array.from({ length: 10 }, start));
    const generations = new Set<string>();
    while (contenders.length > 4) {
      const said = await Promise.all(contenders.map((child) => tell(child, 'acquire')));
      const winners = said.flatMap(({ acquired }) => (acquired === undefined ? [] : [acquired]));
      expect(winners).toHaveLength(1);
      generations.add(winners[0] ?? '');
      const owner = contenders[said.findIndex(({ acquired }) => acquired !== undefined)];
      const held = await Promise.all(contenders.map((child) => tell(child, 'ours')));
      expect(held.filter(({ ours }) => ours)).toHaveLength(1);
      if (owner !== undefined) await kill(owner);
      contenders = contenders.filter((child) => child !== owner);
    }
    expect(generations.size).toBe(6);
  });

  it('leaves a frozen owner its lock, however silent it is', async () => {
    const [owner, other] = [await start(), await start()];
    await tell(owner, 'acquire');
    owner.kill('SIGSTOP');
    expect(await tell(other, 'acquire')).toEqual({ heldBy: owner.pid, why: 'silent' });
    owner.kill('SIGCONT');
    expect(await tell(owner, 'ours')).toEqual({ ours: true });
    expect(await tell(other, 'acquire')).toEqual({ heldBy: owner.pid, why: 'answers' });
  });

  it('takes over from a thread that died in a process that lives, from within and from outside', async () => {
    const [owner, other] = [await start(), await start()];
    expect(await tell(owner, 'thread', 'acquired')).toHaveProperty('acquired');
    expect(await tell(other, 'acquire')).toEqual({ heldBy: owner.pid, why: 'answers' });
    await tell(owner, 'end-thread', 'ended');
    expect(await tell(owner, 'thread', 'acquired')).toHaveProperty('acquired');
    await tell(owner, 'end-thread', 'ended');
    expect(await tell(other, 'acquire')).toHaveProperty('acquired');
  });

  it('is handed over by the owner on request through its link', async () => {
    const [owner, other] = [await start(), await start()];
    await tell(owner, 'acquire');
    const endpoint = await readEndpointFile(folder, 'vault-0001');
    if (endpoint === null) throw new Error('the owner published no endpoint');
    expect(await askForHandOver(endpoint, { version: '0.1.0', name: 'plugin' }, 5000)).toBe('released');
    expect(await tell(owner, 'ours')).toEqual({ ours: false });
    expect(await tell(other, 'acquire')).toHaveProperty('acquired');
    expect(await askForHandOver(endpoint, { version: '0.1.0', name: 'plugin' }, 5000)).toBe('released');
    await kill(owner);
    expect(await askForHandOver(endpoint, { version: '0.1.0', name: 'plugin' }, 5000)).toBe('gone');
  });
});

async function start(): Promise<ChildProcess> {
  const child = fork(join(built, 'contender.mjs'), [folder], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  children.push(child);
  await once(child, 'message');
  return child;
}

/** Gives an order and resolves with the answer to it (of the kind waited for, where a thread says more than one thing). */
async function tell(child: ChildProcess, order: string, kind?: string): Promise<Said> {
  const answer = new Promise<Said>((resolve) => {
    const listen = (said: Said): void => {
      if (kind !== undefined && !(kind in said)) return;
      child.off('message', listen);
      resolve(said);
    };
    child.on('message', listen);
  });
  child.send(order);
  return answer;
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}
