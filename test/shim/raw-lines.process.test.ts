import { execFileSync, spawn } from 'node:child_process';
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { cp, mkdir, readdir, rename, symlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeTempDir } from '../support/temp-dir.ts';
import type { TempDir } from '../support/temp-dir.ts';
import { AShim, BUILT_SHIM } from './support/a-shim.ts';

// The built program with its own engine, driven by raw lines as any program that knows nothing of MCP could.

const example = fileURLToPath(new URL('../../examples/vault', import.meta.url));
let dir: TempDir;
let vault: string;
let shims: AShim[];

beforeEach(async () => {
  dir = await makeTempDir();
  vault = dir.at('notes');
  shims = [];
  await cp(example, vault, { recursive: true });
});
afterEach(async () => {
  for (const shim of shims) shim.kill();
  await Promise.all(shims.map(({ exit }) => exit));
  await dir.remove();
});

function start(args: readonly string[], command: readonly string[] = [process.execPath, BUILT_SHIM]): AShim {
  const env = { PATH: process.env['PATH'] ?? '', HOME: dir.path, VAULT_MCP_HOME: dir.at('state') };
  const [file = '', ...words] = [...command, ...args];
  const child = spawn(file, words, { cwd: dir.path, env, stdio: 'pipe' });
  const shim = new AShim(child as ChildProcessWithoutNullStreams);
  shims.push(shim);
  return shim;
}

const initialize = {
  id: 0,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
};
const search = (id: number | string, query: string, more: object = {}) => ({
  id,
  method: 'tools/call',
  params: { name: 'vault_search', arguments: { query, ...more } },
});

describe('the handshake', () => {
  it('is answered for a vault that is absent, and for one that would hang whoever opened it', async () => {
    const trap = dir.at('trap');
    execFileSync('mkfifo', [trap]);
    for (const path of [dir.at('absent'), trap]) {
      const shim = start(['--vault', path]);
      shim.says(initialize, { id: null, method: 'notifications/initialized' }, { id: 1, method: 'tools/list' });
      expect(await shim.answer(0)).toMatchObject({ result: { serverInfo: { name: 'vault-mcp' } } });
      expect(await shim.answer(1)).toHaveProperty('result.tools');
      shim.says(search(2, 'tide'));
      expect(await shim.textOf(2)).toMatch(/^\[vault_unavailable\]/);
      shim.child.stdin.end();
      expect(await shim.exit).toBe(0);
      expect(shim.lines).toHaveLength(3);
    }
    expect(await readdir(dir.path)).not.toContain('state');
  });

  it('and ten calls in the same write, a null id among them, are answered once each', async () => {
    const shim = start(['--vault', vault]);
    const calls = Array.from({ length: 10 }, (_, at) => search(at + 1, 'spring tides', { limit: 1 }));
    shim.says(initialize, { id: null, method: 'notifications/initialized' }, ...calls);
    for (const { id } of calls) expect(await shim.textOf(id)).toContain('spring-tides.md:');
    await shim.heard();
    for (const { id } of [initialize, ...calls]) expect(shim.answersTo(id)).toHaveLength(1);
    expect(shim.got).toHaveLength(11);
  });
});

it('300 KB of Cyrillic, CJK and emoji, cut into 7-byte pieces, reach the engine and come back whole', async () => {
  const shim = start(['--vault', vault]);
  shim.says(initialize, { method: 'notifications/initialized' });
  const question = `${'Прилив, 世界 🌊👩‍👧 こんにちは '.repeat(6000)}конец`;
  const ask = {
    jsonrpc: '2.0',
    id: 'long',
    method: 'prompts/get',
    params: { name: 'recall', arguments: { question } },
  };
  const line = Buffer.from(`${JSON.stringify(ask)}\n`);
  expect(line.length).toBeGreaterThan(300_000);
  for (let at = 0; at < line.length; at += 7) shim.write(line.subarray(at, at + 7));
  const { result } = await shim.answer('long');
  const [message] = (result as { messages: readonly { content: { text: string } }[] }).messages;
  expect(message?.content.text.split('\n')[0]).toBe(`Answer this question from my notes: ${question}`);
});

describe('the end', () => {
  it('of input ends it when idle, with no process, thread, lock or endpoint left', async () => {
    const shim = start(['--vault', vault]);
    shim.says(initialize, { method: 'notifications/initialized' }, search(1, 'tide'));
    await shim.answer(1);
    const pid = shim.child.pid ?? 0;
    const [endpoint = ''] = await readdir(dir.at('state', 'endpoints'));
    const { url } = JSON.parse(readFileSync(dir.at('state', 'endpoints', endpoint), 'utf8')) as { url: string };
    expect(childrenOf(pid)).toEqual([]);
    shim.child.stdin.end();
    expect(await shim.exit).toBe(0);
    expect(() => process.kill(pid, 0)).toThrow('ESRCH');
    await expect(fetch(url.replace('ws:', 'http:'))).rejects.toThrow();
    expect(await readdir(dir.at('state', 'endpoints'))).toEqual([]);
    // Whoever comes next finds no lock in the way.
    const next = start(['--vault', vault]);
    next.says(initialize, search(1, 'tide'));
    expect(await next.textOf(1)).not.toMatch(/^\[/);
  });

  it('of input in the middle of indexing ends it too', async () => {
    const shim = start(['--vault', vault]);
    shim.says(initialize, { method: 'notifications/initialized' });
    shim.says({ id: 1, method: 'tools/call', params: { name: 'vault_status', arguments: {} } });
    await shim.answer(1);
    shim.child.stdin.end();
    expect(await shim.exit).toBe(0);
    expect(shim.stderr).toBe('');
  });
});

describe('the start', () => {
  it('from a path with spaces and other letters, through a symlink and by import() serves a vault of such a name', async () => {
    const place = dir.at('a path with spaces', 'и юникод');
    await mkdir(place, { recursive: true });
    await rename(vault, `${place}/мои заметки`);
    await cp(dirname(BUILT_SHIM), `${place}/dist`, { recursive: true });
    const program = `${place}/dist/vault-mcp.mjs`;
    await symlink(program, dir.at('link to it'));
    const importing = `await import(${JSON.stringify(pathToFileURL(program).href)})`;
    const commands = [
      [process.execPath, program],
      [process.execPath, dir.at('link to it')],
      [process.execPath, '--input-type=module', '-e', importing, '--'],
    ];
    for (const command of commands) {
      const shim = start(['--vault', `${place}/мои заметки`], command);
      shim.says(initialize, { method: 'notifications/initialized' }, search(1, 'spring tides', { limit: 1 }));
      expect(await shim.textOf(1)).toContain('spring-tides.md:');
      shim.child.stdin.end();
      expect(await shim.exit).toBe(0);
    }
  });
});

/** Processes that this one has started; where the system tells none, none are seen. */
function childrenOf(pid: number): readonly string[] {
  try {
    return readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
      readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean),
    );
  } catch {
    return [];
  }
}
