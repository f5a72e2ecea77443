import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connectLink } from '../../src/shim/link.ts';
import type { FreshSession, Link } from '../../src/shim/link.ts';
import type { LinkClock } from '../../src/wire/clock.ts';
import { reached } from '../node/link-rig.ts';

let built: string;
let folder: string;
let hosts: ChildProcess[] = [];
let link: Link;

beforeAll(async () => {
  built = await mkdtemp(join(tmpdir(), 'vault-mcp-host-'));
  await build({
    entryPoints: ['test/node/lock-contender.ts'],
    outfile: join(built, 'host.mjs'),
    bundle: true,
    platform: 'node',
    format: 'esm',
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
    logLevel: 'silent',
  });
});
afterAll(() => rm(built, { recursive: true, force: true }));
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vault-mcp-link-'));
  link = connectLink(
    {
      endpointFile: join(folder, 'endpoints', 'vault-0001.json'),
      shim: { id: 'shim', version: '0.1.0', pid: process.pid, lang: '', client: () => '' },
      callsInFlight: () => 1,
      log: () => undefined,
    },
    { clock: quickClock },
  );
});
afterEach(async () => {
  await link.close();
  for (const host of hosts.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null)) {
    const ended = once(host, 'exit');
    host.kill('SIGKILL');
    await ended;
  }
  hosts = [];
  await rm(folder, { recursive: true, force: true });
});

describe('a link to a host in another process', () => {
  it('outlives a frozen host: the session goes on when it thaws', async () => {
    const fresh: FreshSession[] = [];
    link.onFreshSession((session) => fresh.push(session));
    const host = await serve();
    link.open();
    await reached(link, 'ready');
    host.kill('SIGSTOP');
    await reached(link, 'lost');
    await new Promise<void>((resolve) => link.onTrouble(({ code }) => code === 'silent' && resolve()));
    const answer = link.query('asked-while-frozen');
    host.kill('SIGCONT');
    await reached(link, 'ready');
    expect(await answer).toEqual({ state: 'absent' });
    expect(fresh).toHaveLength(1);
  });

  it('finds the next host after kill -9, as one of a new generation', async () => {
    const fresh: FreshSession[] = [];
    link.onFreshSession((session) => fresh.push(session));
    const host = await serve();
    link.open();
    for (let life = 0, current = host; life < 3; life++) {
      await reached(link, 'ready');
      const lost = reached(link, 'lost');
      current.kill('SIGKILL');
      await lost;
      current = await serve();
    }
    await reached(link, 'ready');
    expect(fresh.map(({ first }) => first)).toEqual([true, false, false, false]);
    expect(new Set(fresh.map(({ generation }) => generation)).size).toBe(4);
  });
});

async function serve(): Promise<ChildProcess> {
  const host = fork(join(built, 'host.mjs'), [folder], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  hosts.push(host);
  await once(host, 'message');
  const acquired = once(host, 'message');
  host.send('acquire');
  expect((await acquired)[0]).toHaveProperty('acquired');
  return host;
}

/** Real time with long pauses shortened, so that a frozen host is missed soon. */
const quickClock: LinkClock = {
  now: () => Date.now() * 20,
  after: (ms, task) => {
    const timer = setTimeout(task, ms / 20);
    return () => clearTimeout(timer);
  },
};
