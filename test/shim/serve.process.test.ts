import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BUILT_SHIM, Bench } from './support/a-shim.ts';

// `serve` as a person sees it: with a terminal of its own, which `script` of the system lends, and without.

/** Listens nowhere, and reads a vault of 1,200 notes in two looks; ends when it is told to. */
const ENGINE = `
import { parentPort } from 'node:worker_threads';
const says = (indexed, ready) => parentPort.postMessage({ indexing: { indexed, total: 1200, ready } });
parentPort.postMessage({ ready: 'ws://127.0.0.1:12345/link' });
says(600, false);
says(1200, true);
parentPort.on('message', () => { parentPort.postMessage({ stopped: true }); parentPort.close(); });
`;

/** Serves; once the file is there it says more, and ends its process as a signal would. */
const lateEngine = (file: string): string => `
import { watch, existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { parentPort } from 'node:worker_threads';
const file = ${JSON.stringify(file)};
parentPort.postMessage({ ready: 'ws://127.0.0.1:12345/link' });
parentPort.on('message', () => { parentPort.postMessage({ stopped: true }); parentPort.close(); });
const watcher = watch(dirname(file), () => {
  if (!existsSync(file)) return;
  watcher.close();
  for (const indexed of [600, 1200]) parentPort.postMessage({ indexing: { indexed, total: 1200, ready: indexed === 1200 } });
  process.kill(process.pid, 'SIGTERM');
});
`;

// As util-linux has it: another system's takes its command in another way.
const hasScript = spawnSync('script', ['--version'], { encoding: 'utf8' }).stdout?.includes('util-linux') === true;
if (!hasScript) console.warn('skipped: no `script` of util-linux here, so there is no terminal to serve on');

let bench: Bench;
beforeEach(async () => {
  bench = await Bench.make();
  await writeFile(join(bench.folder, 'indexing.mjs'), ENGINE);
});
afterEach(() => bench.close());

/** Serves until it says that it is ready, then ends it; what it has written to where a person looks. */
async function served(onTerminal: boolean, env: Readonly<Record<string, string>> = {}): Promise<string> {
  const words = [process.execPath, BUILT_SHIM, 'serve', '--vault', bench.vault];
  const line = `exec ${words.map((word) => `'${word}'`).join(' ')}`;
  const command = onTerminal ? ['script', '-qec', line, join(bench.folder, 'typescript')] : words;
  const shim = bench.start({
    command,
    args: [],
    env: { VAULT_MCP_ENGINE: join(bench.folder, 'indexing.mjs'), TERM: 'xterm', ...env },
  });
  const seen = (): string => (onTerminal ? shim.lines.join('\n') : shim.stderr);
  await shim.until(() => seen().includes('ready:'));
  shim.child.kill('SIGTERM');
  await shim.exit;
  if (!onTerminal) expect(shim.lines).toEqual([]); // standard output is for MCP alone
  return seen();
}

describe('serve', () => {
  it.skipIf(!hasScript)('draws how far it is over one line of a terminal, then says what it serves', async () => {
    const seen = await served(true);
    expect(seen).toContain('serving');
    expect(seen).toContain('127.0.0.1:12345');
    expect(seen).toMatch(/\r\u001b\[K█+\u001b\[2m░+\u001b\[0m indexing: 600 of 1,200 notes\r\u001b\[K/);
    expect(seen).toMatch(/ready: Вольт and notes, 1,200 notes/);
  });

  it.skipIf(!hasScript)('draws without colour where none is wanted', async () => {
    const seen = await served(true, { NO_COLOR: '1' });
    expect(seen).toContain('indexing: 600 of 1,200 notes');
    expect(seen.replaceAll('\r\u001b[K', '')).not.toContain('\u001b');
  });

  it('goes on where nobody reads any more what it says', async () => {
    const leaves = join(bench.folder, 'the reader left');
    await writeFile(join(bench.folder, 'late.mjs'), lateEngine(leaves));
    const shim = bench.start({
      command: [process.execPath, BUILT_SHIM, 'serve', '--vault', bench.vault],
      args: [],
      env: { VAULT_MCP_ENGINE: join(bench.folder, 'late.mjs') },
    });
    await shim.until(() => shim.stderr.includes('serving'));
    shim.child.stderr.destroy();
    await once(shim.child.stderr, 'close');
    await writeFile(leaves, '');
    expect(await shim.exit).toBe(0);
  });

  it('writes plain lines where there is no terminal', async () => {
    const seen = await served(false);
    expect(seen).not.toMatch(/[\r\u001b]/);
    expect(seen.trim().split('\n')).toEqual([
      `vault-mcp: serving ${bench.vault} to agents, on 127.0.0.1:12345`,
      'vault-mcp: indexing: 600 of 1,200 notes',
      'vault-mcp: ready: Вольт and notes, 1,200 notes',
    ]);
  });
});
