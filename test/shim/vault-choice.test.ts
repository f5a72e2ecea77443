import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { publishEndpoint } from '../../src/node/endpoint-file.ts';
import { newToken } from '../../src/node/link-proving.ts';
import { vaultIdOf } from '../../src/shim/endpoint.ts';
import { openerOf } from '../../src/shim/open-app.ts';
import { chooseVault } from '../../src/shim/vault-choice.ts';
import type { VaultVerdict } from '../../src/shim/vault-choice.ts';

let folder: string;
let stateFolder: string;
let appList: string;

beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'vault-mcp-choice-')));
  stateFolder = join(folder, 'state');
  appList = join(folder, 'obsidian.json');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function vaultAt(...names: readonly string[]): Promise<string> {
  const path = join(folder, ...names);
  await mkdir(join(path, '.obsidian'), { recursive: true });
  return path;
}

/** Puts an endpoint file there, as a host of this vault would. */
async function serves(path: string, name: string, pid = 1): Promise<string> {
  const id = await vaultIdOf(path);
  const host = {
    host: 'headless',
    url: 'ws://127.0.0.1:9/link',
    token: newToken(),
    generation: 'g',
    started: 1,
  } as const;
  await publishEndpoint(stateFolder, { vault: { id, name, path }, ...host, pid, version: '1.0.0' });
  return id;
}

function choose(asked?: string, cwd = folder): Promise<VaultVerdict> {
  return chooseVault({ asked, cwd, stateFolder, isAlive: (pid) => pid === 1, appLists: [appList] });
}

async function pathOf(asked?: string, cwd?: string): Promise<string> {
  const verdict = await choose(asked, cwd);
  return verdict.kind === 'chosen' ? verdict.vault.path : verdict.kind;
}

describe('a vault that is asked for', () => {
  it('may be a path, relative ones from the working directory, a symlink or with a slash at its end', async () => {
    const path = await vaultAt('notes', 'мои заметки');
    expect(await pathOf(path)).toBe(path);
    expect(await pathOf('./notes/мои заметки/')).toBe(path);
    expect(await pathOf('../мои заметки', join(folder, 'notes', 'x'))).toBe(path);
  });

  it('may be the name or the id of a vault that is served, or that Obsidian knows', async () => {
    const served = await vaultAt('a', 'Served');
    const known = await vaultAt('b', 'Known');
    const id = await serves(served, 'Diário');
    await writeFile(
      appList,
      JSON.stringify({ vaults: { ab12: { path: known }, cd34: { path: join(folder, 'gone') } } }),
    );
    expect(await pathOf('diário')).toBe(served);
    expect(await pathOf('Dia\u0301rio'.normalize('NFD'))).toBe(served);
    expect(await pathOf(id)).toBe(served);
    expect(await pathOf('known')).toBe(known);
    expect(await pathOf(await vaultIdOf(known))).toBe(known);
  });

  it('of a name that two vaults have is not guessed: both are listed', async () => {
    const paths = [await vaultAt('a', 'Notes'), await vaultAt('b', 'Notes')];
    for (const path of paths) await serves(path, 'Notes');
    const verdict = await choose('notes');
    expect(verdict).toMatchObject({
      kind: 'ambiguous',
      choices: [
        { name: 'Notes', served: true },
        { name: 'Notes', served: true },
      ],
    });
  });

  it('that is nowhere, or is a file, is said to be so', async () => {
    await writeFile(join(folder, 'file.md'), '');
    expect(await pathOf('nowhere')).toBe('not_found');
    expect(await pathOf('file.md')).toBe('not_a_folder');
  });
});

describe('a vault that nobody asked for', () => {
  it('is the only one with a living host', async () => {
    const path = await vaultAt('a');
    await serves(path, 'A');
    await serves(await vaultAt('b'), 'B', 2);
    expect(await pathOf()).toBe(path);
  });

  it('is else the one around the working directory', async () => {
    const path = await vaultAt('c');
    await mkdir(join(path, 'deep', 'er'), { recursive: true });
    expect(await pathOf(undefined, join(path, 'deep', 'er'))).toBe(path);
    for (const name of ['a', 'b']) await serves(await vaultAt(name), name);
    expect(await pathOf(undefined, join(path, 'deep'))).toBe(path);
  });

  it('is else one of a list', async () => {
    for (const name of ['a', 'b']) await serves(await vaultAt(name), name);
    expect(await choose()).toMatchObject({ kind: 'none', choices: [{ name: 'a' }, { name: 'b' }] });
  });
});

it('opens the app without a shell, whatever stands in the vault’s path', () => {
  const address = `obsidian://open?path=${encodeURIComponent('/x/$(touch y); & "z"')}`;
  for (const platform of ['darwin', 'win32', 'linux']) expect(openerOf(address, platform).at(-1)).toBe(address);
  expect(address).not.toMatch(/[\s"&;]/);
});
