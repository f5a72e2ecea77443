import { execFile } from 'node:child_process';
import { chmod, copyFile, cp, mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';

import { parse as parseToml } from 'smol-toml';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parse as parseYaml } from 'yaml';

import { printEndpoint } from '../../src/wire/endpoint.ts';
import { vaultIdOf } from '../../src/shim/endpoint.ts';

import { BUILT_SHIM, Bench } from './support/a-shim.ts';

// What a person types: config, doctor, call, search, --help, as the built program.

interface Server {
  readonly command: string;
  readonly args: readonly string[];
}

interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

let bench: Bench;
beforeEach(async () => (bench = await Bench.make()));
afterEach(() => bench.close());

function run(file: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Ran> {
  const all = {
    PATH: process.env['PATH'] ?? '',
    HOME: bench.folder,
    VAULT_MCP_HOME: bench.home,
    STUB_LOG: bench.stubLog,
  };
  return new Promise((resolve) => {
    execFile(file, [...args], { env: { ...all, ...env }, cwd: bench.folder }, (error, out, err) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : error === null ? 0 : -1, out, err }),
    );
  });
}

const vaultMcp = (args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Ran> =>
  run(process.execPath, [BUILT_SHIM, ...args], env);
const withStub = (): Readonly<Record<string, string>> => ({ VAULT_MCP_ENGINE: join(bench.folder, 'engine.mjs') });

describe('config', () => {
  /**
   * A place that every quoting rule has something to say to; the program must start from there as written. Only the
   * backslash is left to the vault's path: Node loads no module from a folder with one in its name.
   */
  async function oddPlace(): Promise<string> {
    const folder = join(bench.folder, 'a "b" \'c\' $HOME `id` д');
    await mkdir(folder);
    const program = join(folder, 'vault-mcp.mjs');
    await copyFile(BUILT_SHIM, program);
    return program;
  }

  it('for claude-code is a command that a shell hands over word by word', async () => {
    const program = await oddPlace();
    const { out, code } = await run(process.execPath, [program, 'config', 'claude-code', '--vault', bench.vault]);
    expect(code).toBe(0);
    const bin = join(bench.folder, 'bin');
    await mkdir(bin);
    await writeFile(join(bin, 'claude'), '#!/bin/sh\nprintf "%s\\n" "$@"\n', { mode: 0o755 });
    const { out: words } = await run('/bin/sh', ['-c', out], { PATH: `${bin}:${process.env['PATH'] ?? ''}` });
    expect(words.split('\n').slice(0, -1)).toEqual([
      ...['mcp', 'add', '--env', `VAULT_MCP_HOME=${bench.home}`, '--transport', 'stdio', '--scope', 'user', 'vault'],
      ...['--', process.execPath, program, '--vault', bench.vault],
    ]);
  });

  it.each([
    ['cursor', JSON.parse, 'mcpServers'],
    ['codex', parseToml, 'mcp_servers'],
    ['hermes', parseYaml, 'mcp_servers'],
  ] as const)('for %s starts the program as it is written', async (client, parse, key) => {
    const program = await oddPlace();
    const backslashed = 'notes \\new\\table "x"';
    await mkdir(join(bench.folder, backslashed));
    const { out, err } = await run(process.execPath, [program, 'config', client, '--vault', `${backslashed}/`]);
    expect(err).toContain('Put this into');
    const config = (parse as (text: string) => unknown)(out) as Record<string, Record<string, Server>>;
    const { command, args } = config[key]?.['vault'] ?? { command: '', args: [] };
    const shim = bench.start({ command: [command, ...args], args: [] });
    shim.initializes();
    shim.calls(1, { say: 'from where it was told' });
    expect(await shim.textOf(1)).toBe('from where it was told');
    expect(args.at(-1)).toBe(join(bench.folder, backslashed));
  });

  it('says that a copy in the cache of npx will not stay', async () => {
    const cached = join(bench.folder, '_npx', 'a1b2');
    await mkdir(cached, { recursive: true });
    await copyFile(BUILT_SHIM, join(cached, 'vault-mcp.mjs'));
    const { err } = await run(process.execPath, [join(cached, 'vault-mcp.mjs'), 'config', 'cursor']);
    expect(err).toContain('npm install --global obsidian-vault-mcp');
    expect((await vaultMcp(['config', 'cursor'])).err).not.toContain('npx');
  });

  it('names no client, an unknown one, or an impossible name: exit code 2, nothing on stdout', async () => {
    for (const args of [[], ['notepad'], ['gemini', '--name', 'my_notes'], ['cursor', '--name', 'a b']]) {
      const { code, out } = await vaultMcp(['config', ...args]);
      expect({ code, out }).toEqual({ code: 2, out: '' });
    }
  });
});

describe('doctor', () => {
  interface Report {
    readonly ok: boolean;
    readonly steps: readonly { step: string; status: string; found: string; cure: string | null }[];
  }
  async function examined(env: Readonly<Record<string, string>> = withStub()): Promise<Ran & { report: Report }> {
    const ran = await vaultMcp(['doctor', '--json', '--vault', bench.vault], env);
    return { ...ran, report: JSON.parse(ran.out) as Report };
  }
  const statusOf = (report: Report, name: string): string | undefined =>
    report.steps.find(({ step }) => step === name)?.status;

  it('where all is well: each step by name, exit code 0, and nothing of the notes', async () => {
    await writeFile(join(bench.vault, 'secret.md'), 'vault SECRET WORDS');
    const { code, report, out } = await examined();
    expect(report.steps.map(({ step }) => step)).toEqual([
      ...['node', 'program', 'state folder', 'vault', 'vault folder', 'endpoint file', 'host', 'lock', 'engine'],
      ...['answers', 'git'],
    ]);
    expect({ code, ok: report.ok }).toEqual({ code: 0, ok: true });
    expect(statusOf(report, 'answers')).toBe('ok');
    expect(statusOf(report, 'endpoint file')).toBe('skipped');
    expect(out).not.toContain('SECRET');
  });

  it('meets a host that is there, and never prints its token', async () => {
    const shim = bench.start();
    shim.initializes();
    shim.calls(1);
    await shim.answer(1);
    const { code, out, report } = await examined();
    expect(code).toBe(0);
    expect(statusOf(report, 'endpoint file')).toBe('ok');
    expect(statusOf(report, 'host')).toBe('ok');
    expect(out).not.toMatch(/[A-Za-z0-9_-]{43}/);
  });

  it('an endpoint file that is open to others: refused, with what to do', async () => {
    await writeEndpoint(1, 0o644);
    const { code, report } = await examined();
    expect(code).toBe(1);
    expect(statusOf(report, 'endpoint file')).toBe('failed');
    expect(report.steps.find(({ step }) => step === 'endpoint file')?.cure).toContain('remove the file');
    expect(statusOf(report, 'answers')).toBe('failed');
  });

  it('a stale endpoint file: said, and not held against it', async () => {
    await writeEndpoint(await freePort(), 0o600);
    const { code, report } = await examined();
    expect(statusOf(report, 'host')).toBe('skipped');
    expect(code).toBe(0);
  });

  it('a state folder that is open to others, and one that is a link: failed', async () => {
    await mkdir(bench.home, { mode: 0o755 });
    await chmod(bench.home, 0o755);
    const open = await examined();
    expect(statusOf(open.report, 'state folder')).toBe('failed');
    expect(open.code).toBe(1);
    await rm(bench.home, { recursive: true });
    await symlink(bench.folder, bench.home);
    expect(statusOf((await examined()).report, 'state folder')).toBe('failed');
  });

  it('an engine of another version, and none: named as the step that fails', async () => {
    const program = join(bench.folder, 'alone', 'vault-mcp.mjs');
    await mkdir(dirname(program));
    await cp(BUILT_SHIM, program);
    const missing = await run(process.execPath, [program, 'doctor', '--json', '--vault', bench.vault]);
    expect(missing.code).toBe(1);
    expect(statusOf(JSON.parse(missing.out) as Report, 'engine')).toBe('failed');
    await writeFile(join(dirname(program), 'engine.mjs'), 'throw new Error("another version")\n');
    const { out } = await run(process.execPath, [program, 'doctor', '--json', '--vault', bench.vault]);
    const engine = (JSON.parse(out) as Report).steps.find(({ step }) => step === 'engine');
    expect(engine).toMatchObject({
      status: 'failed',
      found: expect.stringContaining('not of this program’s version'.replace('’', "'")),
    });
  });

  it('no such vault: the step that fails is the vault, and the way to name one is said', async () => {
    const { code, out } = await vaultMcp(['doctor', '--vault', 'nowhere'], withStub());
    expect(code).toBe(1);
    expect(out).toMatch(/^failed\s+vault\s+there is no "nowhere"\n\s+→ Name it by its path or id/m);
    expect(out).toMatch(/Failed: vault\.\n$/);
    expect(out).not.toContain('\u001b');
  });

  it('a wrong command line: exit code 2', async () => {
    expect((await vaultMcp(['doctor', '--jsn'])).code).toBe(2);
  });

  async function writeEndpoint(port: number, mode: number): Promise<void> {
    const id = await vaultIdOf(bench.vault);
    const folder = join(bench.home, 'endpoints');
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const vault = { id, name: 'Notes', path: bench.vault };
    const text = printEndpoint({
      vault,
      host: 'headless',
      url: `ws://127.0.0.1:${port}/link`,
      token: 'T'.repeat(43),
      generation: 'g',
      pid: process.pid,
      started: 0,
      version: '0.0.0',
    });
    await writeFile(join(folder, `${id}.json`), text, { mode });
    await chmod(join(folder, `${id}.json`), mode);
  }

  function freePort(): Promise<number> {
    return new Promise((resolve) => {
      const server = createServer().listen(0, '127.0.0.1', () => {
        const { port } = server.address() as { port: number };
        server.close(() => resolve(port));
      });
    });
  }
});

describe('call and search', () => {
  it('print the text, and nothing else on stdout', async () => {
    const call = await vaultMcp(['call', 'vault_search', '{"say":"found"}', '--vault', bench.vault], withStub());
    expect(call).toMatchObject({ code: 0, out: 'found\n' });
    const search = await vaultMcp(['search', 'two', 'words', '--vault', bench.vault], withStub());
    expect(search).toMatchObject({ code: 0, out: 'done\n' });
    const asked = (await bench.seen()).filter((line) => line.includes('tools/call')).at(-1) ?? '';
    expect((JSON.parse(asked) as { params: unknown }).params).toEqual({
      name: 'vault_search',
      arguments: { query: 'two words' },
    });
  });

  it('refused by the tool: its text, and exit code 1', async () => {
    const { code, out } = await vaultMcp(['search', 'x', '--vault', 'nowhere'], withStub());
    expect(code).toBe(1);
    expect(out).toMatch(/^\[vault_unavailable\]/);
  });

  it.each([['call'], ['call', 'vault_search', '[1]'], ['call', 'vault_search', '{}', 'more'], ['search']])(
    'wrong words (%s %s): exit code 2',
    async (...args) => {
      expect(await vaultMcp(args.filter((word) => word !== undefined))).toMatchObject({ code: 2, out: '' });
    },
  );
});

describe('manners', () => {
  it('--help fits a terminal of 80 by 24, and names every command and exit code', async () => {
    const { out, code } = await vaultMcp(['--help']);
    expect(code).toBe(0);
    const lines = out.trimEnd().split('\n');
    expect(lines.length).toBeLessThan(24);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
    for (const word of ['serve', 'search', 'call', 'doctor', 'config', 'wrap', 'Exit codes'])
      expect(out).toContain(word);
  });

  it('ends as ever, without a trace, where nobody waits for what it prints', async () => {
    for (const words of [['--help'], ['config', 'claude-code'], ['doctor', '--vault', bench.vault]]) {
      const shim = bench.start({ command: [process.execPath, BUILT_SHIM, ...words], args: [] });
      shim.child.stdout.destroy();
      expect(await shim.exit).toBe(0);
      expect(shim.stderr).not.toMatch(/EPIPE|node:/);
    }
  });

  it('an unknown command: exit code 2, and nothing on stdout', async () => {
    expect(await vaultMcp(['servr'])).toMatchObject({ code: 2, out: '', err: expect.stringContaining('"servr"') });
  });
});
