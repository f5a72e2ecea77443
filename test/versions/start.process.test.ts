import { execFileSync, spawn } from 'node:child_process';
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { chmod, cp, mkdir, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AShim, BUILT_SHIM } from '../shim/support/a-shim.ts';
import { makeTempDir } from '../support/temp-dir.ts';
import type { TempDir } from '../support/temp-dir.ts';

// The built program under each Node that is at hand: this one, and those that `node test/versions/fetch.mjs` has brought.

const cache = fileURLToPath(new URL('../../node_modules/.cache/vault-mcp/node', import.meta.url));
/** The majors that users have; 18 runs the pipe alone. */
const MAJORS = ['18', '20', '22', '24'];

function nodeOf(major: string): string | null {
  if (process.versions.node.startsWith(`${major}.`)) return process.execPath;
  const packages = join(cache, major, 'node_modules');
  const names = existsSync(packages) ? readdirSync(packages).filter((name) => name.startsWith('node-')) : [];
  const files = names.map((name) => join(packages, name, 'bin', 'node'));
  return files.find((file) => existsSync(file)) ?? null;
}

let dir: TempDir;
let place: string;
beforeAll(async () => {
  dir = await makeTempDir();
  place = dir.at('path with spaces', 'и юникод');
  await mkdir(place, { recursive: true });
  await cp(fileURLToPath(new URL('../../examples/vault', import.meta.url)), join(place, 'мои заметки'), {
    recursive: true,
  });
  await cp(dirname(BUILT_SHIM), join(place, 'dist'), { recursive: true });
  await symlink(join(place, 'dist', 'vault-mcp.mjs'), dir.at('link to it'));
});
afterAll(() => dir.remove());

const majors = [...new Set([...MAJORS, ...(existsSync(cache) ? readdirSync(cache) : [])])];

describe.each(majors)('Node %s', (major) => {
  const node = nodeOf(major);
  if (node === null) {
    console.log(`Node ${major} is not at hand: node test/versions/fetch.mjs ${major}`);
    it.skip('is not at hand', () => undefined);
    return;
  }

  it.each(['as a file', 'through a symlink', 'by import()'])(
    'starts the pipe %s, from a path with spaces and other letters',
    async (way) => {
      const program = join(place, 'dist', 'vault-mcp.mjs');
      const importing = `await import(${JSON.stringify(pathToFileURL(program).href)})`;
      const words = {
        'as a file': [program],
        'through a symlink': [dir.at('link to it')],
        'by import()': ['--input-type=module', '-e', importing, '--'],
      }[way] ?? [program];
      const env = { PATH: process.env['PATH'] ?? '', HOME: dir.path, VAULT_MCP_HOME: dir.at('state') };
      const child = spawn(node, [...words, '--vault', join(place, 'мои заметки')], { cwd: dir.path, env });
      const shim = new AShim(child as ChildProcessWithoutNullStreams);
      try {
        shim.initializes();
        shim.says({ id: 1, method: 'tools/list' });
        shim.calls(2, { query: 'spring tides', limit: 1 });
        expect(await shim.answer('init')).toHaveProperty('result.serverInfo');
        expect(await shim.answer(1)).toHaveProperty('result.tools');
        const text = await shim.textOf(2);
        if (Number(major) < 20) expect(text).toMatch(/^\[vault_unavailable\].*Node 20/);
        else expect(text).toContain('spring-tides.md:');
        shim.child.stdin.end();
        expect(await shim.exit).toBe(0);
        expect(shim.got).toHaveLength(3);
      } finally {
        shim.kill();
      }
    },
  );

  it.skipIf(Number(major) < 22)('keeps the engine’s code compiled, for its user alone, and runs from it', async () => {
    const state = dir.at(`state of ${major}`);
    const code = join(state, 'code');
    const kept = (): readonly string[] => (existsSync(code) ? readdirSync(code, { recursive: true }).map(String) : []);
    const env = { PATH: process.env['PATH'] ?? '', HOME: dir.path, VAULT_MCP_HOME: state };
    const answered = async (): Promise<void> => {
      const words = [join(place, 'dist', 'vault-mcp.mjs'), '--vault', join(place, 'мои заметки')];
      const shim = new AShim(spawn(node, words, { cwd: dir.path, env }) as ChildProcessWithoutNullStreams);
      try {
        shim.initializes();
        shim.calls(1, { query: 'spring tides', limit: 1 });
        expect(await shim.textOf(1)).toContain('spring-tides.md:');
        shim.child.stdin.end();
        expect(await shim.exit).toBe(0);
      } finally {
        shim.kill();
      }
    };
    await mkdir(state, { mode: 0o755 }); // open to others: nothing is run from there
    await chmod(state, 0o755);
    await answered();
    expect(kept()).toEqual([]);
    await answered(); // the engine has closed it
    expect(kept()).not.toEqual([]);
    expect(statSync(code).mode & 0o777).toBe(0o700);
    await answered();
  });

  it('tells its version and its use', () => {
    const program = join(place, 'dist', 'vault-mcp.mjs');
    expect(execFileSync(node, [program, '--version'], { encoding: 'utf8' })).toMatch(/^\d+\.\d+\.\d+\n$/);
    expect(execFileSync(node, [program, '--help'], { encoding: 'utf8' })).toContain('--vault');
  });
});
