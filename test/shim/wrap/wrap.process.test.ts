import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { BUILT_SHIM, Bench } from '../support/a-shim.ts';
import type { AShim } from '../support/a-shim.ts';

// The wrapper as built, before a real server that misbehaves as it is told (test/support/servers/odd-server.mjs).

const ODD_SERVER = fileURLToPath(new URL('../../support/servers/odd-server.mjs', import.meta.url));

let bench: Bench;
let oddLog: string;
beforeEach(async () => {
  bench = await Bench.make();
  oddLog = join(bench.folder, 'odd.log');
});
afterEach(() => bench.close());

function wrapped(options: readonly string[] = [], env: Readonly<Record<string, string>> = {}): AShim {
  const command = [process.execPath, BUILT_SHIM, 'wrap', ...options, '--', process.execPath, ODD_SERVER];
  return bench.start({ command, args: [], env: { ODD_LOG: oddLog, ODD_STRICT: '1', ...env } });
}

async function ready(shim: AShim): Promise<void> {
  shim.initializes();
  shim.says({ id: 'list', method: 'tools/list' });
  await shim.answer('list');
}

async function noted(): Promise<readonly string[]> {
  return (await readFile(oddLog, 'utf8')).split('\n').filter((line) => line !== '');
}

describe('the four faults that wrappers are written for', () => {
  it('a null id on a notification: taken off, so that a strict server lives on', async () => {
    const shim = wrapped();
    shim.says(
      { id: 0, method: 'initialize', params: { protocolVersion: '2024-11-05' } },
      '{"jsonrpc":"2.0","id":null,"method":"notifications/initialized"}',
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"read"},"trace":1}',
    );
    expect(await shim.textOf(1)).toBe('done (life 1)');
    expect(shim.stderr).toContain('put right: notifications/initialized');
  });

  it('calls in the same write as initialize: held back until the handshake is over, in order', async () => {
    const shim = wrapped();
    shim.initializes();
    for (let id = 1; id <= 10; id++) shim.calls(id, { say: `${id}` }, 'write');
    for (let id = 1; id <= 10; id++) expect(await shim.textOf(id)).toBe(`${id} (life 1)`);
    const heard = (await noted()).filter((line) => line.startsWith('got ') && line !== 'got tools/call');
    expect(heard).toEqual(['got initialize', 'got notifications/initialized']);
    expect((await noted()).filter((line) => line.startsWith('called'))).toEqual(
      Array.from({ length: 10 }, (_, n) => `called write ${n + 1}`),
    );
  });

  it('characters cut by the borders of chunks, both ways: every one arrives whole', async () => {
    const shim = wrapped([], { ODD_CHUNK: '7' });
    await ready(shim);
    const text = 'Ж你🙂é'.repeat(500);
    const line = Buffer.from(
      `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'read', arguments: { say: text } } })}\n`,
    );
    for (let at = 0; at < line.length; at += 997) shim.write(line.subarray(at, at + 997));
    expect(await shim.textOf(1)).toBe(`${text} (life 1)`);
  });

  it('a server that hangs: ended by the watchdog; the read goes out again, the write is told honestly, once', async () => {
    const shim = wrapped(['--watchdog', '400ms']);
    await ready(shim);
    shim.calls(1, { say: 'r', then: 'hang', lives: 1 }, 'read');
    shim.calls(2, { say: 'w', then: 'hang' }, 'write');
    expect(await shim.textOf(1)).toBe('r (life 2)');
    expect(await shim.textOf(2)).toMatch(/^\[outcome_unknown\] The server gave no answer within 0\.4 s/);
    expect((await noted()).filter((line) => line === 'called write w')).toHaveLength(1);
    expect(shim.answersTo('init')).toHaveLength(1);
    expect(shim.stderr).toMatch(/\[vault-mcp\] \d{4}-\d\d-\d\dT[\d:.]+Z warn: WATCHDOG: no answer within 400 ms/);
  });
});

describe('a server that ends', () => {
  it('crashes, hangs, answers late by turns: every request has one answer, and the session goes on', async () => {
    const shim = wrapped(['--watchdog', '500ms']);
    await ready(shim);
    const turns = [{ then: 'crash' }, { then: 'hang' }, { after: 300 }, { then: 'block' }, {}] as const;
    for (const [turn, args] of turns.entries()) {
      shim.calls(`r${turn}`, { ...args, lives: turn + 1 }, 'read');
      shim.calls(`w${turn}`, { say: `w${turn}` }, 'write');
      await Promise.all([shim.answer(`r${turn}`), shim.answer(`w${turn}`)]);
    }
    await shim.heard();
    for (const [turn] of turns.entries()) {
      expect(shim.answersTo(`r${turn}`)).toHaveLength(1);
      expect(shim.answersTo(`w${turn}`)).toHaveLength(1);
      expect((await noted()).filter((line) => line === `called write w${turn}`).length).toBeLessThan(2);
    }
    expect(await shim.textOf('r4')).toMatch(/^done/);
    shim.says({ id: 'again', method: 'initialize', params: { protocolVersion: '2025-11-25' } });
    const first = await shim.answer('init');
    expect((await shim.answer('again'))['result']).toEqual(first['result']);
  });

  it.each([
    ['another list of tools', '1', 1],
    ['the same list of tools', '0', 0],
  ])(
    'comes back with %s: the client is told only of a change, and only when nothing is on its way',
    async (_what, grows, told) => {
      const shim = wrapped([], { ODD_GROWS: grows });
      await ready(shim);
      shim.calls(1, { then: 'crash', lives: 1, say: 'again' }, 'read');
      expect(await shim.textOf(1)).toContain('again');
      // The server answers in order: its list has come when this one is answered.
      shim.calls(2, { say: 'later' }, 'read');
      await shim.answer(2);
      await shim.heard();
      const methods = shim.got.map(({ method, id }) => method ?? id);
      expect(methods.filter((method) => method === 'notifications/tools/list_changed')).toHaveLength(told);
      expect(methods.filter((id) => typeof id === 'number')).toEqual([1, 2]);
    },
  );

  it('a read that brings it down each time is given up after three tries; the next call is served', async () => {
    const shim = wrapped();
    await ready(shim);
    shim.calls(1, { say: 'deadly', then: 'crash' }, 'read');
    expect(await shim.textOf(1)).toMatch(/^\[server_unavailable\] The server was started again several times/);
    expect((await noted()).filter((line) => line === 'called read deadly')).toHaveLength(3);
    shim.calls(2, {}, 'read');
    expect(await shim.textOf(2)).toMatch(/^done/);
  });

  it('more often than allowed: each call is told so, in words, and is not left waiting', async () => {
    const shim = wrapped(['--restarts', '1']);
    await ready(shim);
    shim.calls(1, { then: 'crash' }, 'write');
    shim.calls(2, { then: 'crash' }, 'write');
    await Promise.all([shim.answer(1), shim.answer(2)]);
    await ready2(shim);
    shim.calls(3, { then: 'crash' }, 'write');
    await shim.answer(3);
    shim.calls(4, {}, 'read');
    shim.says({ id: 5, method: 'tools/list' });
    expect(await shim.textOf(4)).toMatch(/^\[server_unavailable\].*1 restarts within 10 minutes, last: exit code 9/);
    expect(await shim.answer(5)).toMatchObject({ error: { code: 1001 } });
  });

  it('before it has ever answered: initialize waits for a life that does', async () => {
    const shim = wrapped([], { ODD_CRASHES: '2' });
    await ready(shim);
    expect((await shim.answer('init'))['result']).toMatchObject({ serverInfo: { name: 'odd', version: '3' } });
    expect(shim.stderr).toContain('odd server: life 2 ends at once');
  });

  it('before it has ever answered, again and again: initialize is refused with the reason', async () => {
    const shim = wrapped([], { ODD_CRASHES: '99' });
    shim.initializes();
    expect(await shim.answer('init')).toMatchObject({ error: { message: expect.stringContaining('exit code 7') } });
  });

  it('there is no such command: said at once, and the wrapper stays', async () => {
    const shim = bench.start({
      command: [process.execPath, BUILT_SHIM, 'wrap', '--', 'no-such-server-here'],
      args: [],
    });
    shim.initializes();
    expect(await shim.answer('init')).toMatchObject({
      error: { message: expect.stringMatching(/"no-such-server-here" could not be started: .*ENOENT/) },
    });
    await shim.heard();
  });

  it('closes its input and lives on: counts as ended', async () => {
    const shim = wrapped();
    await ready(shim);
    shim.calls(1, { then: 'deaf', lives: 1 }, 'read');
    await shim.until(() => {
      shim.says({ id: `${Math.random()}`, method: 'resources/list' });
      return shim.stderr.includes('the server has ended');
    });
    expect(await shim.textOf(1)).toBe('done (life 2)');
  });
});

describe('what is not a fault', () => {
  it('a slow call that shows progress outlives the watchdog', async () => {
    const shim = wrapped(['--watchdog', '500ms']);
    await ready(shim);
    const params = { name: 'write', arguments: { then: 'progress', after: 1500 }, _meta: { progressToken: 'p' } };
    shim.says({ id: 1, method: 'tools/call', params });
    expect(await shim.textOf(1)).toBe('done (life 1)');
  });

  it('--watchdog off: a call may take as long as it likes', async () => {
    const shim = wrapped(['--watchdog', 'off']);
    await ready(shim);
    shim.calls(1, { after: 700 }, 'write');
    expect(await shim.textOf(1)).toBe('done (life 1)');
    expect(shim.stderr).not.toContain('WATCHDOG');
  });

  it('a ping is answered while the server cannot', async () => {
    const shim = wrapped(['--watchdog', 'off']);
    await ready(shim);
    shim.calls(1, { then: 'block' }, 'read');
    await shim.heard();
    shim.child.stdin.end();
    expect(await shim.exit).toBe(0);
  });

  it('an answer over the cap: its call is told, and nothing else suffers', async () => {
    const shim = wrapped();
    await ready(shim);
    shim.calls(1, { then: 'flood' }, 'read');
    expect(await shim.answer(1)).toMatchObject({ error: { message: expect.stringContaining('too large') } });
    shim.calls(2, {}, 'read');
    expect(await shim.textOf(2)).toBe('done (life 1)');
  });
});

describe('the end of the client', () => {
  it.each(['stdin', 'SIGTERM'] as const)('%s: the server and all that it has started end too', async (how) => {
    const shim = wrapped();
    await ready(shim);
    shim.calls(1, { then: 'grandchild' }, 'write');
    const grandchild = Number(await shim.textOf(1));
    if (how === 'stdin') shim.child.stdin.end();
    else shim.child.kill('SIGTERM');
    expect(await shim.exit).toBe(0);
    await gone(grandchild);
  });

  it('a server that does not answer to the end of its input is ended with it', async () => {
    const shim = wrapped(['--watchdog', 'off']);
    await ready(shim);
    shim.calls(1, { then: 'block' }, 'read');
    shim.child.stdin.end();
    expect(await shim.exit).toBe(0);
  });

  it('no command: exit code 2', async () => {
    const shim = bench.start({ command: [process.execPath, BUILT_SHIM, 'wrap'], args: [] });
    expect(await shim.exit).toBe(2);
  });
});

/** Waits until the server that was started again has answered. */
async function ready2(shim: AShim): Promise<void> {
  shim.says({ id: 'list2', method: 'tools/list' });
  await shim.answer('list2');
}

async function gone(pid: number): Promise<void> {
  for (;;) {
    const state = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
    if (state === '' || state.includes(') Z ')) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
