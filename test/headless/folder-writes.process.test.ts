import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { link, lstat, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { build } from 'esbuild';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openFolderVault } from '../../src/headless/folder-vault.ts';
import { tempName, writerOf } from '../../src/headless/write-temp.ts';
import { listed } from '../contracts/vault.ts';
import { makeTempDir, tempDir } from '../support/temp-dir.ts';
import type { TempDir } from '../support/temp-dir.ts';

let built: TempDir;
let children: ChildProcess[] = [];

beforeAll(async () => {
  built = await makeTempDir();
  await build({
    entryPoints: ['test/headless/write-child.ts'],
    outfile: built.at('child.mjs'),
    bundle: true,
    platform: 'node',
    format: 'esm',
    logLevel: 'silent',
  });
});
afterAll(() => built.remove());
afterEach(async () => {
  await Promise.all(children.map(kill));
  children = [];
});

async function start(...words: readonly string[]): Promise<ChildProcess> {
  const child = fork(built.at('child.mjs'), [...words], { stdio: 'ignore' });
  children.push(child);
  await once(child, 'message');
  return child;
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

async function files(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => !entry.isDirectory()).map((entry) => join(entry.parentPath, entry.name));
}

const isWhole = (text: string): boolean => {
  const mark = /^begin (.+)\n/.exec(text)?.[1];
  return mark !== undefined && text.endsWith(`\nend ${mark}\n`) && text.length > 7_000;
};

describe('processes that write one vault', () => {
  it('that create the same note at once: exactly one does, and its text is there', async () => {
    const dir = await tempDir();
    const writers = await Promise.all(['a', 'b', 'c', 'd'].map((text) => start('create', dir.path, text)));
    const said = writers.map((writer) => once(writer, 'message'));
    for (const writer of writers) writer.send('now');
    const ends = (await Promise.all(said)).map(([word]: unknown[]) => word);
    expect([...ends].sort()).toEqual(['already_exists', 'already_exists', 'already_exists', 'created']);
    expect(await readFile(dir.at('new', 'same.md'), 'utf8')).toBe('abcd'[ends.indexOf('created')]);
    expect(await readdir(dir.at('new'))).toEqual(['same.md']);
  });

  it('that are killed at any moment leave whole notes, and nothing that the next start does not take away', async () => {
    const dir = await tempDir();
    await writeFile(dir.at('note.md'), `begin 0\n${'line of no account\n'.repeat(400)}end 0\n`);
    let leftovers = 0;
    for (let kills = 0; kills < 50; kills++) {
      const child = await start('loop', dir.path);
      // Not waiting for anything: the moment of the kill is what the test is about.
      await setTimeout(5 + ((kills * 29) % 97) + Math.random() * 5);
      await kill(child);
      const vault = await openFolderVault(dir.path);
      leftovers += await vault.sweep();
      const found = await files(dir.path);
      expect(found.filter((file) => file.includes('.vault-mcp'))).toEqual([]);
      for (const file of found) {
        expect(isWhole(await readFile(file, 'utf8')), file).toBe(true);
        expect((await lstat(file)).nlink, file).toBe(1);
      }
      expect((await listed(vault)).has('note.md')).toBe(true);
      expect(vault.skipped()).toEqual([]);
      await vault.close();
    }
    console.log(`50 kills: ${(await files(dir.path)).length} notes whole, ${leftovers} leftovers taken away`);
  });
});

describe('leftovers', () => {
  /** Names that another process made, which lives no more. */
  async function ofTheDead(kind: 'tmp' | 'move' | 'part'): Promise<string> {
    const child = await start('create', built.path);
    const mine = await tempName(kind);
    const name = mine.replace(`.${process.pid.toString(36)}.`, `.${(child.pid ?? 0).toString(36)}.`);
    expect(await writerOf(name)).not.toBe('alive');
    await kill(child);
    expect(await writerOf(name)).toBe('gone');
    return name;
  }

  it('of a living writer, of another machine, and other programs’ dot files stay', async () => {
    const dir = await tempDir();
    const mine = await tempName('tmp');
    expect(await writerOf(mine)).toBe('alive');
    const elsewhere = mine.replace(/^(\.vault-mcp\.)[0-9a-f]{6}/, '$1000000');
    const theirs = ['.note.md.tmp', '.vault-mcp.tmp', '.vault-mcp.x-y-z.1.2.3.tmp', '.sync.ffs_db'];
    for (const name of [mine, elsewhere, ...theirs]) await writeFile(dir.at(name), 'x');
    const vault = await openFolderVault(dir.path);
    expect(await vault.sweep()).toBe(0);
    expect((await readdir(dir.path)).length).toBe(6);
  });

  it('of a dead writer go, in the trash too; of an earlier run of the machine as well', async () => {
    const dir = await tempDir();
    await mkdir(dir.at('.trash', 'sub'), { recursive: true });
    const dead = await ofTheDead('tmp');
    const beforeRestart = (await tempName('tmp')).replace(/-[0-9a-f]{6}-/, '-000000-');
    await writeFile(dir.at(dead), 'x');
    await writeFile(dir.at('.trash', 'sub', beforeRestart), 'x');
    const vault = await openFolderVault(dir.path);
    expect(await vault.sweep()).toBe(2);
    expect(await files(dir.path)).toEqual([]);
  });

  it('a note that was made but still has its temporary name counts again', async () => {
    const dir = await tempDir();
    await writeFile(dir.at('a.md'), 'x');
    await link(dir.at('a.md'), dir.at(await ofTheDead('tmp')));
    const vault = await openFolderVault(dir.path);
    expect([...(await listed(vault)).keys()]).toEqual([]);
    expect(await vault.sweep()).toBe(1);
    expect([...(await listed(vault)).keys()]).toEqual(['a.md']);
  });

  it('a move that stopped with both names there is ended', async () => {
    const dir = await tempDir();
    await mkdir(dir.at('.trash'));
    await writeFile(dir.at('a.md'), 'x');
    await link(dir.at('a.md'), dir.at('.trash', 'a.md'));
    await writeFile(dir.at(await ofTheDead('move')), JSON.stringify(['a.md', '.trash/a.md']));
    const vault = await openFolderVault(dir.path);
    expect(await vault.sweep()).toBe(1);
    expect(await files(dir.path)).toEqual([dir.at('.trash', 'a.md')]);
  });

  it('a note on its way between two spellings comes home', async () => {
    const dir = await tempDir();
    const part = await ofTheDead('part');
    await writeFile(dir.at(part), 'the user’s text');
    await writeFile(dir.at(await ofTheDead('move')), JSON.stringify([part, 'Note.md']));
    const vault = await openFolderVault(dir.path);
    await vault.sweep();
    expect(await files(dir.path)).toEqual([dir.at('Note.md')]);
    expect(await readFile(dir.at('Note.md'), 'utf8')).toBe('the user’s text');
  });

  it('a note of a move that names other files, or none, harms nothing', async () => {
    const dir = await tempDir();
    await writeFile(dir.at('a.md'), 'a');
    await writeFile(dir.at('b.md'), 'b');
    await link(dir.at('a.md'), dir.at('c.md'));
    for (const ends of [['a.md', 'b.md'], ['a.md', 'absent.md'], ['../a.md', 'c.md'], ['a.md'], 'x', null]) {
      await writeFile(dir.at(await ofTheDead('move')), JSON.stringify(ends));
    }
    const vault = await openFolderVault(dir.path);
    expect(await vault.sweep()).toBe(6);
    expect((await readdir(dir.path)).sort()).toEqual(['a.md', 'b.md', 'c.md']);
  });
});
