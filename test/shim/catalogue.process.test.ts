import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { spawn } from 'node:child_process';
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { cp, mkdir, readFile, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { AShim, BUILT_SHIM, Bench } from './support/a-shim.ts';

// Rows of the catalogue of faults (see fault-table.test.ts) that no other story tells, on the built program.

let bench: Bench;
beforeEach(async () => (bench = await Bench.make()));
afterEach(() => bench.close());

describe('what a host says out of place', () => {
  it('an error of the host without an id reaches nobody', async () => {
    const shim = bench.start();
    shim.initializes();
    shim.calls(1, { then: 'nobody', say: 'after it' });
    expect(await shim.textOf(1)).toBe('after it');
    expect(shim.got.map(({ id }) => id)).toEqual(['init', 1]);
  });

  it('progress after the answer is swallowed', async () => {
    const shim = bench.start();
    shim.initializes();
    const params = { name: 'vault_search', arguments: { then: 'late-progress' }, _meta: { progressToken: 'p' } };
    shim.says({ id: 1, method: 'tools/call', params });
    await shim.answer(1);
    shim.calls(2);
    await shim.answer(2);
    expect(shim.got.slice(1).map(({ method, id }) => method ?? id)).toEqual(['notifications/progress', 1, 2]);
  });

  it('a changed list is told once nothing is on its way', async () => {
    const shim = bench.start();
    shim.initializes();
    shim.calls(1, { after: 200 });
    shim.calls(2, { then: 'list-changed', after: 50 });
    await shim.until(() => shim.got.some(({ method }) => method === 'notifications/tools/list_changed'));
    expect(shim.got.map(({ method, id }) => method ?? id)).toEqual(['init', 2, 1, 'notifications/tools/list_changed']);
  });
});

describe('what a client says out of order', () => {
  it('a call before initialize waits for it, and runs once', async () => {
    const shim = bench.start();
    shim.calls(1, { say: 'run' });
    await shim.heard();
    expect(await bench.seen()).toEqual([]);
    shim.initializes();
    expect(await shim.textOf(1)).toBe('run');
    expect(shim.got.map(({ id }) => id)).toEqual(['init', 1]);
  });

  it('server/discover, then initialize under two ids: each is answered, the second as the first', async () => {
    const shim = bench.start();
    const version = '2026-07-28';
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': version,
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    shim.says({ id: 'probe', method: 'server/discover', params: { _meta } });
    const offer = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'x', version: '1' } };
    shim.says({ id: 1, method: 'initialize', params: offer }, { id: 0, method: 'initialize', params: offer });
    expect(await shim.answer('probe')).toMatchObject({ result: { supportedVersions: [version] } });
    const first = await shim.answer(1);
    expect((await shim.answer(0))['result']).toEqual(first['result']);
  });

  it('a line just below the cap, in chunks of any size, goes through and comes back whole', async () => {
    const shim = bench.start();
    shim.initializes();
    const say = 'я'.repeat(3.9 * 1024 * 1024);
    const line = JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'vault_search', arguments: { say } },
    });
    shim.write(`${line}\n`);
    expect(await shim.textOf(1)).toBe(say);
  });
});

describe('a host that cannot be had', () => {
  it.each([
    ['cuts every caller off', (socket: Socket) => void socket.destroy()],
    ['says nothing to anybody', () => undefined],
  ])('its port now belongs to a program that %s: another host is started', async (_what, meet) => {
    const shim = bench.start();
    shim.initializes();
    shim.calls(1);
    await shim.answer(1);
    const folder = join(bench.home, 'endpoints');
    const [file = ''] = await readdir(folder);
    const endpoint = await readFile(join(folder, file), 'utf8');
    shim.kill();
    await shim.exit;
    const sockets = new Set<Socket>();
    const stranger = createServer((socket) => {
      sockets.add(socket.on('error', () => undefined));
      meet(socket);
    });
    await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => {
      for (const socket of sockets) socket.destroy();
      stranger.close();
    });
    const { port } = stranger.address() as AddressInfo;
    await writeFile(join(folder, file), endpoint.replace(/127\.0\.0\.1:\d+/, `127.0.0.1:${port}`), { mode: 0o600 });
    const next = bench.start();
    next.initializes();
    next.calls(1, { say: 'served' });
    expect(await next.textOf(1)).toBe('served');
  });

  it('a call that hangs is answered within its deadline, a read and a write in their own words', async () => {
    const shim = bench.start();
    shim.initializes();
    shim.calls(1, { then: 'nothing' });
    shim.calls(2, { then: 'nothing' }, 'vault_write_note');
    expect(await shim.textOf(1)).toMatch(/^\[timed_out\]/);
    expect(await shim.textOf(2)).toMatch(/^\[not_applied\]/);
  });
});

describe('the real engine behind it', () => {
  let shim: AShim;
  beforeEach(async () => {
    await cp(fileURLToPath(new URL('../../examples/vault', import.meta.url)), bench.vault, { recursive: true });
    const env = { PATH: process.env['PATH'] ?? '', HOME: bench.folder, VAULT_MCP_HOME: bench.home };
    const child = spawn(process.execPath, [BUILT_SHIM, '--vault', bench.vault], { cwd: bench.folder, env });
    shim = new AShim(child as ChildProcessWithoutNullStreams);
    onTestFinished(async () => {
      shim.kill();
      await shim.exit;
    });
    shim.initializes();
  });

  interface Listed {
    readonly name: string;
    readonly inputSchema: Readonly<Record<string, unknown>>;
    readonly outputSchema?: { readonly type?: unknown };
    readonly annotations: Readonly<Record<string, unknown>>;
  }

  it('its tools: few, plainly named, no two alike but for punctuation, every root a plain object', async () => {
    shim.says({ id: 1, method: 'tools/list' });
    const { tools } = (await shim.answer(1))['result'] as { readonly tools: readonly Listed[] };
    expect(tools.length).toBeLessThanOrEqual(25);
    for (const { name, inputSchema, outputSchema, annotations } of tools) {
      expect(name).toMatch(/^[a-z][a-z0-9_]{0,31}$/);
      expect(inputSchema).toMatchObject({ type: 'object' });
      for (const word of ['anyOf', 'oneOf', 'allOf', '$ref']) expect(inputSchema, name).not.toHaveProperty(word);
      if (outputSchema !== undefined) expect(outputSchema.type, name).toBe('object');
      expect(Object.keys(annotations)).toEqual(
        expect.arrayContaining(['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint']),
      );
    }
    expect(new Set(tools.map(({ name }) => name.replaceAll('_', ''))).size).toBe(tools.length);
  });

  it('its answers: some text always, structured parts where a schema promises them, far below what clients cut', async () => {
    shim.calls(1, { query: 'tide' });
    shim.calls(2, {}, 'vault_status');
    shim.says({ id: 3, method: 'tools/list' });
    const { tools } = (await shim.answer(3))['result'] as { readonly tools: readonly Listed[] };
    for (const [id, name] of [
      [1, 'vault_search'],
      [2, 'vault_status'],
    ] as const) {
      const { result } = await shim.answer(id);
      expect((await shim.textOf(id)).length).toBeGreaterThan(20);
      const promised = tools.find((tool) => tool.name === name)?.outputSchema !== undefined;
      expect('structuredContent' in (result as object), name).toBe(promised);
      expect(JSON.stringify(result).length).toBeLessThan(40_000);
    }
  });

  it('an unknown tool is refused as the protocol says, a bad argument as a result that a model can read', async () => {
    shim.calls(1, {}, 'no_such_tool');
    expect(await shim.answer(1)).toMatchObject({ error: { code: -32602 } });
    shim.calls(2, { query: 7 });
    expect(await shim.textOf(2)).toMatch(/^\[invalid_input\]/);
  });

  it('a list or number given as its JSON text is read as such', async () => {
    shim.calls(1, { query: 'tide', limit: '1' });
    expect(await shim.textOf(1)).toContain('.md:');
  });

  it('an answer over the cap is an error under its id, and the connection lives', async () => {
    await mkdir(join(bench.vault, 'large'));
    await writeFile(join(bench.vault, 'large', 'large.md'), `# Large\n\n${'word '.repeat(2_000_000)}`);
    shim.calls(1, { query: 'tide' });
    await shim.answer(1);
    shim.says({ id: 2, method: 'resources/read', params: { uri: 'vault://note/large/large.md' } });
    shim.calls(3, { query: 'tide' });
    expect(await shim.answer(2)).toMatchObject({ error: { code: 1004 } });
    expect(await shim.textOf(3)).toContain('.md:');
  });

  it('its token and its places are open to this user alone', async () => {
    shim.calls(1, { query: 'tide' });
    await shim.answer(1);
    const modeOf = async (path: string): Promise<number> => (await stat(path)).mode & 0o777;
    const folder = join(bench.home, 'endpoints');
    const [file = ''] = await readdir(folder);
    expect([await modeOf(bench.home), await modeOf(folder), await modeOf(join(folder, file))]).toEqual([
      0o700, 0o700, 0o600,
    ]);
  });
});
