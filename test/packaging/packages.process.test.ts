import { execFile } from 'node:child_process';
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';

import { beforeAll, describe, expect, it } from 'vitest';

import { unzip, zip } from '../../scripts/zip.mjs';
import { tools } from '../../src/mcp/tools/index.ts';
import { tempDir } from '../support/temp-dir.ts';

// What users install: the npm package and the bundle, made by their scripts from the built files.

const root = join(import.meta.dirname, '..', '..');

interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

function run(
  file: string,
  args: readonly string[],
  more: { cwd?: string; env?: NodeJS.ProcessEnv } = {},
): Promise<Ran> {
  return new Promise((resolve) => {
    execFile(file, [...args], { cwd: root, maxBuffer: 1 << 26, ...more }, (error, out, err) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : error === null ? 0 : -1, out, err }),
    );
  });
}

/** Runs a script of this project; resolves to what it printed. Fails when it does. */
async function script(name: string, ...args: readonly string[]): Promise<string> {
  const { code, out, err } = await run(process.execPath, [join(root, 'scripts', name), ...args]);
  expect(code, `${name}: ${err}${out}`).toBe(0);
  return out;
}

const pathIn = (printed: string): string => printed.trimEnd().split('\n').at(-1) ?? '';

describe('the first minute', () => {
  it('as the README has it, with an empty home and no network, and by the bundle: a cited answer each time', async () => {
    const transcript = await script('first-minute.mjs');
    console.log(transcript);
    // The terminal's, the agent's, the bundle's.
    expect(transcript.match(/^02-wiki\/auth\/jwt-expiry\.md:10-12 /gm)).toHaveLength(3);
    expect(transcript).toContain('added 1 package');
  });
});

describe('the npm package', () => {
  it('is the same bytes each time, and holds what runs and its notices, nothing else', async () => {
    const [first, second] = [await tempDir(), await tempDir()];
    const paths = [
      pathIn(await script('pack-npm.mjs', '--to', first.path)),
      pathIn(await script('pack-npm.mjs', '--to', second.path)),
    ];
    const [one, other] = await Promise.all(paths.map((path) => readFile(path)));
    expect(one?.equals(other ?? Buffer.alloc(0))).toBe(true);
    expect((await readdir(first.at('npm'))).sort()).toEqual([
      ...['LICENSE', 'README.md', 'THIRD-PARTY.md', 'engine.mjs', 'package.json', 'vault-mcp.mjs'],
    ]);
  });

  it('has the version of the plugin, one command and no dependency', async () => {
    const folder = await tempDir();
    await script('pack-npm.mjs', '--to', folder.path, '--repository', 'someone/somewhere');
    const described = JSON.parse(await readFile(folder.at('npm', 'package.json'), 'utf8')) as Record<string, unknown>;
    const { version } = JSON.parse(await readFile(join(root, 'manifest.json'), 'utf8')) as { version: string };
    expect(described).toMatchObject({
      name: 'obsidian-vault-mcp',
      version,
      bin: { 'vault-mcp': 'vault-mcp.mjs' },
      repository: { url: 'git+https://github.com/someone/somewhere.git' },
    });
    for (const key of Object.keys(described)) expect(key).not.toMatch(/dependencies|scripts/i);
  });

  it('installs into an empty folder from an empty cache, offline, as the only package, and doctor is content', async () => {
    const folder = await tempDir();
    const archive = pathIn(await script('pack-npm.mjs', '--to', folder.path));
    const project = folder.at('empty project');
    await mkdir(folder.at('notes'));
    await mkdir(project);
    await writeFile(folder.at('notes', 'tides.md'), '# Tides\n\nSpring tides come after the full moon.\n');
    const env = {
      PATH: process.env['PATH'],
      HOME: folder.path,
      npm_config_cache: folder.at('cache'),
      npm_config_offline: 'true',
    };
    const install = await run('npm', ['install', '--no-audit', '--no-fund', archive], { cwd: project, env });
    expect(install.code, install.err).toBe(0);
    const installed = (await readdir(join(project, 'node_modules'))).filter((name) => !name.startsWith('.'));
    expect(installed).toEqual(['obsidian-vault-mcp']);
    const program = join(project, 'node_modules', '.bin', 'vault-mcp');
    const examined = await run(program, ['doctor', '--vault', folder.at('notes')], { cwd: project, env });
    expect(examined.code, examined.out).toBe(0);
    const found = await run(program, ['search', 'full moon', '--vault', folder.at('notes')], { cwd: project, env });
    expect(found.out).toMatch(/^tides\.md:1-3 /m);
  });
});

describe('the bundle for Claude Desktop', () => {
  let archive: Buffer;
  let path: string;
  beforeAll(async () => {
    path = pathIn(await script('pack-mcpb.mjs'));
    archive = await readFile(path);
  });

  it('is the same bytes each time', async () => {
    const folder = await tempDir();
    const again = pathIn(await script('pack-mcpb.mjs', '--to', folder.path));
    expect(basename(again)).toBe(basename(path));
    expect((await readFile(again)).equals(archive)).toBe(true);
  });

  it('names every tool as the server does, and nothing of this machine', () => {
    const file = unzip(archive).find(({ name }) => name === 'manifest.json');
    const text = file?.bytes.toString('utf8') ?? '';
    const manifest = JSON.parse(text) as { tools: unknown; server: { entry_point: string } };
    expect(manifest.tools).toEqual(tools.map(({ name, description }) => ({ name, description })));
    expect(text).not.toContain(root);
    expect(unzip(archive).map(({ name }) => name)).toContain(manifest.server.entry_point);
  });

  it('is valid to the MCPB project’s own validator', async (context) => {
    const { code, out, err } = await run(process.execPath, [join(root, 'scripts/validate-bundle.mjs'), path]);
    if (code === 3) return context.skip(`the validator could not be installed: ${err.trim().slice(0, 200)}`);
    expect(code, out).toBe(0);
    expect(out).toContain('passes');
  });

  it('is refused by that validator where the manifest has a member that nobody knows', async (context) => {
    const folder = await tempDir();
    const spoilt = unzip(archive).map((file) => {
      if (file.name !== 'manifest.json') return file;
      const manifest = { ...(JSON.parse(file.bytes.toString('utf8')) as object), surprise: true };
      return { ...file, bytes: Buffer.from(JSON.stringify(manifest)) };
    });
    await writeFile(folder.at('spoilt.mcpb'), zip(spoilt));
    const { code, err } = await run(process.execPath, [
      join(root, 'scripts/validate-bundle.mjs'),
      folder.at('spoilt.mcpb'),
    ]);
    if (code === 3) return context.skip(`the validator could not be installed: ${err.trim().slice(0, 200)}`);
    expect(code).toBe(1);
  });
});

describe('notices and the bill of materials', () => {
  it('name every package inside the shipped files, each with its licence', async () => {
    await script('notices.mjs', '--check');
    const bill = JSON.parse(await script('bill-of-materials.mjs')) as {
      readonly components: readonly { readonly name: string; readonly licenses: readonly unknown[] }[];
    };
    const names = bill.components.map(({ name }) => name);
    expect(names).toEqual([...names].sort());
    // Built into the server's package by its authors: no lockfile names it.
    expect(names).toContain('@cfworker/json-schema');
    expect(names).toContain('ws');
    const notices = await readFile(join(root, 'THIRD-PARTY.md'), 'utf8');
    for (const { name, licenses } of bill.components) {
      expect(licenses).toHaveLength(1);
      expect(notices).toContain(`\`${name}\``);
    }
  });
});
