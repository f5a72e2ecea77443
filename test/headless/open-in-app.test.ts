import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { isForeignDisk } from '../../src/headless/foreign-disk.ts';
import { isOpenInApp } from '../../src/headless/open-in-app.ts';
import { tempDir, type TempDir } from '../support/temp-dir.ts';

/** A process that has ended, so that nobody has its id. */
const ended = (): number => spawnSync(process.execPath, ['--version']).pid;

/** The folder in which the app keeps its list, with its lock held by that process. */
async function anApp(list: unknown, pid: number | null, host = hostname()): Promise<{ dir: TempDir; file: string }> {
  const dir = await tempDir();
  const file = dir.at('config/obsidian.json');
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, typeof list === 'string' ? list : JSON.stringify(list));
  if (pid !== null) await symlink(`${host}-${pid}`, dir.at('config/SingletonLock'));
  return { dir, file };
}

const vaults = (path: string, open: unknown) => ({ vaults: { a1: { path, ts: 1, open }, b2: { path: '/elsewhere' } } });

describe.skipIf(process.platform === 'win32')('a vault is open in the app', () => {
  const root = '/home/user/vault';

  it('where the app marks it so and runs', async () => {
    const { file } = await anApp(vaults(root, true), process.pid);
    expect(await isOpenInApp(root, ['/no/such/obsidian.json', file])).toBe(true);
  });

  it('by its real name, whatever link the app opened it by', async () => {
    const { dir } = await anApp({}, null);
    await mkdir(dir.at('real'));
    await symlink(dir.at('real'), dir.at('link'));
    const { file } = await anApp(vaults(dir.at('link'), true), process.pid);
    expect(await isOpenInApp(dir.at('real'), [file])).toBe(true);
  });

  it.each([
    ['the app is closed: it marks what it will open again', vaults(root, true), null],
    ['the app fell over', vaults(root, true), ended()],
    ['another vault is open', vaults('/home/user/other', true), process.pid],
    ['it is only known', vaults(root, undefined), process.pid],
    ['the list is of another shape', { vaults: [root] }, process.pid],
    ['the list is no JSON', '{ "vaults": ', process.pid],
  ])('not where %s', async (_why, list, pid) => {
    const { file } = await anApp(list, pid);
    expect(await isOpenInApp(root, [file])).toBe(false);
  });

  it('not where the lock is of another machine, whose home folder this is too', async () => {
    const { file } = await anApp(vaults(root, true), process.pid, 'another-machine');
    expect(await isOpenInApp(root, [file])).toBe(false);
  });
});

describe('a foreign disk', () => {
  it.each([
    ['/mnt/c/Users/me/vault', '5.15.90.1-microsoft-standard-WSL2', 'linux', true],
    ['/mnt/d', '4.4.0-19041-Microsoft', 'linux', true],
    ['/home/me/vault', '5.15.90.1-microsoft-standard-WSL2', 'linux', false],
    ['/mnt/data/vault', '5.15.90.1-microsoft-standard-WSL2', 'linux', false],
    ['/mnt/c/vault', '6.8.0-31-generic', 'linux', false],
    ['/mnt/c/vault', 'microsoft', 'darwin', false],
  ])('%s on %s', (root, kernel, platform, expected) => {
    expect(isForeignDisk(root, kernel, platform)).toBe(expected);
  });
});
