import { execFileSync } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { mkdir, readFile, readdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { BUILT_SHIM, Bench } from './support/a-shim.ts';
import type { AShim } from './support/a-shim.ts';

// How the built program starts, and how it ends with its client. None of these asserts a time: a process that stays
// ends the test by its limit.

let bench: Bench;
beforeEach(async () => (bench = await Bench.make()));
afterEach(() => bench.close());

async function withHost(): Promise<AShim> {
  const shim = bench.start();
  shim.initializes();
  shim.calls('warm-up');
  await shim.answer('warm-up');
  return shim;
}

describe('the end of the client', () => {
  it('stdin ends when idle: it goes, with 0, and its host has let the vault go (row 15)', async () => {
    const shim = await withHost();
    shim.child.stdin.end();
    expect(await shim.exit).toBe(0);
    expect((await bench.seen()).at(-1)).toBe('stopped');
    expect(await readdir(join(bench.home, 'endpoints'))).toEqual([]);
  });

  it('stdin ends with a call in flight: it is answered first', async () => {
    const shim = await withHost();
    shim.calls(1, { after: 400, say: 'in time' });
    shim.child.stdin.end();
    expect(await shim.exit).toBe(0);
    expect(await shim.textOf(1)).toBe('in time');
  });

  it('stdin ends with a call that never ends: the grace is bounded', async () => {
    const shim = await withHost();
    shim.calls(1, { then: 'nothing' });
    shim.child.stdin.end();
    expect(await shim.exit).toBe(0);
  });

  it('one write and the end of input: all of it is answered, the last line without a line end too', async () => {
    const shim = bench.start();
    const initialize = { jsonrpc: '2.0', id: 1, method: 'initialize', params: { protocolVersion: '2025-11-25' } };
    shim.child.stdin.end(`${JSON.stringify(initialize)}\n{"jsonrpc":"2.0","id":2,"method":"tools/list"}`);
    expect(await shim.exit).toBe(0);
    expect(shim.got.map((message) => message['id'])).toEqual([1, 2]);
  });

  it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('%s: it goes with 0 and its host lets go', async (signal) => {
    const shim = await withHost();
    shim.child.kill(signal);
    expect(await shim.exit).toBe(0);
    expect((await bench.seen()).at(-1)).toBe('stopped');
  });

  it('nobody reads stdout any more: it goes, without a word on it (rows 13, 14)', async () => {
    const shim = await withHost();
    shim.child.stdout.destroy();
    shim.says({ id: 1, method: 'ping' });
    expect(await shim.exit).toBe(0);
    expect(shim.stderr).not.toContain('EPIPE');
  });

  it('nobody reads stderr any more: it goes on', async () => {
    const shim = bench.start({ args: ['--vault', bench.vault, '--log-level', 'debug'] });
    shim.child.stderr.destroy();
    shim.initializes();
    for (let id = 1; id <= 3; id++) {
      shim.says('no JSON');
      shim.calls(id);
      await shim.answer(id);
    }
    shim.child.stdin.end();
    expect(await shim.exit).toBe(0);
  });

  it('a client that never says a word: it goes with the end of input (row 17)', async () => {
    const shim = bench.start();
    shim.child.stdin.end();
    expect(await shim.exit).toBe(0);
    expect(shim.lines).toEqual([]);
  });

  it('the parent is gone while the pipe stays open elsewhere: it goes (rows 16, 18)', async () => {
    // Both ends of the shim's stdin are open in the test, so that it never ends.
    const pipe = join(bench.folder, 'stdin');
    execFileSync('mkfifo', [pipe]);
    const stdin = openSync(pipe, 'r+');
    const words = JSON.stringify([BUILT_SHIM, '--vault', bench.vault, '--log-level', 'info']);
    const launcher = `
      require('node:child_process').spawn(process.execPath, ${words}, { stdio: 'inherit' });
      setTimeout(() => process.exit(0), 500);`;
    const shim = bench.start({ command: [process.execPath, '-e', launcher], args: [], stdin });
    // The launcher's pipes are the shim's as well: they close when both have ended.
    await shim.exit;
    closeSync(stdin);
    expect(shim.stderr).toContain('leaving: the parent process is gone');
  });
});

describe('the start', () => {
  it('of a throw-away probe touches nothing: no state folder, no engine (row 61)', async () => {
    const shim = bench.start();
    shim.initializes();
    for (const method of ['tools/list', 'resources/templates/list', 'prompts/list', 'ping'])
      shim.says({ id: method, method });
    await shim.answer('ping');
    shim.child.stdin.end();
    expect(await shim.exit).toBe(0);
    expect(shim.got).toHaveLength(5);
    expect(await bench.seen()).toEqual([]);
    expect((await readdir(bench.folder)).sort()).toEqual(['engine.mjs', 'Вольт and notes'].sort());
  });

  it('does not fail over a vault that is not there: the tools say so (rows 32, 66)', async () => {
    const shim = bench.start({ args: ['--vault', join(bench.folder, 'nowhere')] });
    shim.initializes();
    shim.calls(1);
    expect(await shim.textOf(1)).toMatch(/^\[vault_unavailable\]/);
    await mkdir(join(bench.folder, 'nowhere'));
    shim.calls(2, { say: 'there now' });
    expect(await shim.textOf(2)).toBe('there now');
  });

  it('without a vault says what could be chosen, in the language asked for', async () => {
    const shim = bench.start({ args: [], env: { VAULT_LANG: 'ru' } });
    shim.initializes();
    shim.calls(1);
    expect(await shim.textOf(1)).toMatch(/^\[vault_unavailable\] Хранилище не выбрано/);
  });

  it('takes the vault around the working directory, from VAULT_PATH, or from anywhere on the line', async () => {
    await mkdir(join(bench.vault, '.obsidian'));
    await mkdir(join(bench.vault, 'a', 'b'), { recursive: true });
    const starts = [
      { args: [], cwd: join(bench.vault, 'a', 'b') },
      { args: [], env: { VAULT_PATH: bench.vault } },
      { args: ['--log-level', 'error', '--vault', 'Вольт and notes'] },
      { args: ['--vault=./Вольт and notes', '--no-such-option'] },
    ];
    for (const start of starts) {
      const shim = bench.start(start);
      shim.initializes();
      shim.calls(1);
      expect(await shim.textOf(1)).toBe('done');
      shim.child.stdin.end();
      await shim.exit;
    }
  });

  it('joins the only host there is when no vault is named', async () => {
    const first = await withHost();
    const second = bench.start({ args: [] });
    second.initializes();
    second.calls(1, { say: 'joined' });
    expect(await second.textOf(1)).toBe('joined');
    expect((await bench.seen()).filter((line) => line === 'started')).toHaveLength(1);
    first.child.stdin.end();
    await first.exit;
    second.calls(2, { say: 'taken over' });
    expect(await second.textOf(2)).toBe('taken over');
  });

  it('works when imported, through a symlink, and from a path with spaces and other letters', async () => {
    const folder = join(bench.folder, 'path with spaces', 'и юникод');
    await mkdir(folder, { recursive: true });
    const copy = join(folder, 'vault-mcp.mjs');
    await writeFile(copy, await readFile(BUILT_SHIM));
    const link = join(bench.folder, 'link.mjs');
    await symlink(copy, link);
    const commands = [
      [process.execPath, copy],
      [process.execPath, link],
      [
        process.execPath,
        '--input-type=module',
        '-e',
        `await import(${JSON.stringify(pathToFileURL(copy).href)})`,
        '--',
      ],
    ];
    for (const command of commands) {
      const shim = bench.start({ command });
      shim.initializes();
      shim.calls(1);
      expect(await shim.textOf(1)).toBe('done');
      shim.child.stdin.end();
      expect(await shim.exit).toBe(0);
    }
  });

  it('tells its version and its use, and refuses a command it does not know', async () => {
    const version = bench.start({ args: ['--version'] });
    await version.exit;
    const { version: packaged } = JSON.parse(await readFile(join(BUILT_SHIM, '../../package.json'), 'utf8')) as {
      version: string;
    };
    expect(version.lines).toEqual([packaged]);
    const help = bench.start({ args: ['--help'] });
    expect(await help.exit).toBe(0);
    expect(help.lines.join('\n')).toContain('--when-closed');
    const unknown = bench.start({ args: ['sevre'] });
    expect(await unknown.exit).toBe(2);
    expect(unknown.stderr).toContain('no command "sevre"');
    expect(unknown.lines).toEqual([]);
  });
});

it('a reader that is slow for a while loses nothing and holds the host back (row 54 for stdout)', async () => {
  const shim = await withHost();
  shim.child.stdout.pause();
  const say = 'x'.repeat(200_000);
  for (let id = 1; id <= 100; id++) shim.calls(id, { say });
  await shim.until(() => true);
  shim.child.stdout.resume();
  await shim.answer(100);
  expect(shim.got.filter((message) => typeof message['id'] === 'number')).toHaveLength(100);
});

it('one call from the command line prints its text', async () => {
  const call = bench.start({ args: ['call', 'vault_search', '{"say":"printed"}', '--vault', bench.vault] });
  expect(await call.exit).toBe(0);
  expect(call.lines).toEqual(['printed']);
  const wrong = bench.start({ args: ['call', 'vault_search', 'not json'] });
  expect(await wrong.exit).toBe(2);
});

it('serve hosts a vault until it is told to end; other shims use it', async () => {
  const server = bench.start({ args: ['serve', '--vault', bench.vault] });
  await server.until(() => server.stderr.includes('serving'));
  const shim = await withHost();
  expect((await bench.seen()).filter((line) => line === 'started')).toHaveLength(1);
  server.child.kill('SIGTERM');
  expect(await server.exit).toBe(0);
  shim.calls(1, { say: 'still here' });
  expect(await shim.textOf(1)).toBe('still here');
});
