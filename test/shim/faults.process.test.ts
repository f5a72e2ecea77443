import { afterEach, beforeEach, expect, it } from 'vitest';

import { Bench } from './support/a-shim.ts';

// Faults that pipes to MCP servers are known for, on the built program with a host whose answers the test tells.

let bench: Bench;
beforeEach(async () => (bench = await Bench.make()));
afterEach(() => bench.close());

it('ten calls in one write with initialize: all answered, once each, in spite of a host that starts late (rows 9, 26)', async () => {
  const shim = bench.start();
  const calls = Array.from({ length: 10 }, (_, id) => ({
    id,
    method: 'tools/call',
    params: { name: 'vault_search', arguments: { say: `${id}` } },
  }));
  shim.says(
    { id: 'init', method: 'initialize', params: { protocolVersion: '2025-06-18' } },
    '{"jsonrpc":"2.0","id":null,"method":"notifications/initialized"}',
    ...calls,
  );
  await shim.until(() => shim.lines.length === 11);
  expect(shim.got[0]?.['id']).toBe('init');
  for (let id = 0; id < 10; id++) expect(await shim.textOf(id)).toBe(`${id}`);
  const seen = await bench.seen();
  expect(seen.slice(1, 3).map((line) => (JSON.parse(line) as { method: string }).method)).toEqual([
    'initialize',
    'notifications/initialized',
  ]);
});

it('a ping is answered at once while calls hang (row 34)', async () => {
  const shim = bench.start();
  shim.initializes();
  shim.calls(1, { then: 'nothing' });
  shim.says({ id: 'ping', method: 'ping' });
  expect(await shim.answer('ping')).toEqual({ jsonrpc: '2.0', id: 'ping', result: {} });
});

it('an engine that falls takes neither the pipe nor a read with it (rows 27, 28)', async () => {
  const shim = bench.start();
  shim.initializes();
  shim.calls(1, { say: 'before' });
  await shim.answer(1);
  shim.calls(2, { after: 300, say: 'survived' });
  shim.calls(3, { then: 'throw' }, 'vault_write_note');
  expect(await shim.textOf(2)).toBe('survived');
  const seen = await bench.seen();
  expect(seen.filter((line) => line === 'started').length).toBeGreaterThan(1);
  expect(seen.filter((line) => line.includes('"initialize"')).length).toBeGreaterThan(1);
  expect(shim.answersTo('init')).toHaveLength(1);
});

it('an engine that uses up its memory ends without the pipe', async () => {
  const shim = bench.start({ env: { VAULT_MCP_ENGINE_HEAP_MB: '64' } });
  shim.initializes();
  shim.calls(1, { then: 'exhaust' });
  await shim.until(() => shim.stderr.includes('the engine fell'));
  await shim.heard();
  shim.calls(2, { say: 'another engine' });
  expect(await shim.textOf(2)).toBe('another engine');
});

it('nothing but answers stands on stdout, whatever the host’s packages print (row 53)', async () => {
  const shim = bench.start({ args: ['--vault', bench.vault, '--log-level', 'debug'] });
  shim.initializes();
  shim.calls(1, { then: 'print' });
  await shim.answer(1);
  await shim.until(() => shim.stderr.includes('must not stand on stdout'));
  expect(shim.got.every((message) => message['jsonrpc'] === '2.0')).toBe(true);
  expect(shim.got).toHaveLength(2);
});

it('a tool’s result with isError, and a host’s error, are passed on (row 33); an answer to nobody is not', async () => {
  const shim = bench.start();
  shim.initializes();
  shim.says({
    id: 1,
    method: 'tools/call',
    params: { name: 'vault_search', arguments: {}, _meta: { progressToken: 'p' } },
  });
  await shim.answer(1);
  expect(shim.got.slice(1).map((message) => message['method'] ?? 'answer')).toEqual([
    'notifications/progress',
    'answer',
  ]);
});

it('two clients have two sessions: nobody gets another’s answers or progress (row 7)', async () => {
  const [one, two] = [bench.start(), bench.start()];
  for (const shim of [one, two]) shim.initializes();
  for (let id = 0; id < 20; id++) {
    one.calls(id, { say: `one ${id}` });
    two.calls(id, { say: `two ${id}` });
  }
  for (let id = 0; id < 20; id++) {
    expect(await one.textOf(id)).toBe(`one ${id}`);
    expect(await two.textOf(id)).toBe(`two ${id}`);
  }
  expect(one.lines).toHaveLength(21);
  expect(two.lines).toHaveLength(21);
});

it('settings come by words on the line, so that a client that strips the environment changes nothing (row 68)', async () => {
  const shim = bench.start({ args: ['--when-closed', 'wait', '--vault', bench.vault] });
  shim.initializes();
  shim.calls(1);
  expect(await shim.textOf(1)).toMatch(/^\[vault_unavailable\] Obsidian is closed/);
  expect(await bench.seen()).toEqual([]);
});

it('1,000 lines of noise on stderr are cut short, and hold nobody up (row 54)', async () => {
  const shim = bench.start();
  shim.child.stderr.pause();
  shim.initializes();
  shim.says(...Array.from({ length: 1000 }, (_, n) => `noise ${n}`));
  await shim.heard();
  shim.child.stderr.resume();
  await shim.heard();
  expect(shim.stderr.split('\n').length).toBeLessThan(200);
  expect(shim.stderr).not.toContain('noise');
});
