import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { listedPath as path } from '../../src/core/path.ts';
import { itIsAVault } from '../contracts/vault.ts';
import { itIsAWritableVault } from '../contracts/writable-vault.ts';
import { aVault } from '../support/a-vault.ts';
import { TextFileView } from '../support/obsidian/fake-workspace.ts';
import { openInApp } from './open-app-vault.ts';

vi.mock('obsidian', () => import('../support/obsidian/module.ts'));

itIsAVault('the open vault', (files) => openInApp(files));
itIsAWritableVault('the open vault', (files) => openInApp(files));

describe('a note that is open in an editor', () => {
  it('is written where nothing was typed', async () => {
    const { vault, fake } = await openInApp(aVault().note('a', 'one'));
    const view = await fake.workspace.open('a.md');
    expect(await vault.replace(path('a.md'), 'one', 'two')).toBe(true);
    await vi.waitFor(() => expect(view.getViewData()).toBe('two'));
    expect(view.lost).toEqual([]);
  });

  it('is not written over what was typed and not yet saved: that is on disk then, and the plan is made anew', async () => {
    const { vault, fake } = await openInApp(aVault().note('a', 'one'));
    const view = await fake.workspace.open('a.md');
    view.type('one and more');
    expect(await vault.replace(path('a.md'), 'one', 'two')).toBe(false);
    expect(await vault.read(path('a.md'))).toBe('one and more');
    expect(await vault.replace(path('a.md'), 'one and more', 'one and more, two')).toBe(true);
    await vi.waitFor(() => expect(view.getViewData()).toBe('one and more, two'));
    expect(view.lost).toEqual([]);
  });

  it('is not written over what is typed between the saving and the writing', async () => {
    const { vault, fake } = await openInApp(aVault().note('a', 'one'));
    const view = await fake.workspace.open('a.md');
    const { process } = fake.vault;
    fake.vault.process = (file, change) => {
      view.type('one, and a word typed just now');
      return process.call(fake.vault, file, change);
    };
    expect(await vault.replace(path('a.md'), 'one', 'two')).toBe(false);
    fake.vault.process = process;
    expect(await vault.read(path('a.md'))).toBe('one');
    expect(view.getViewData()).toBe('one, and a word typed just now');
    expect(view.lost).toEqual([]);
  });

  it('keeps what was typed into another kind of view', async () => {
    const { vault, fake } = await openInApp(aVault().file('board.canvas', '{}'));
    const view = await fake.workspace.open('board.canvas', TextFileView);
    view.type('{"nodes":[]}');
    expect(await vault.replace(path('board.canvas'), '{}', '{"edges":[]}')).toBe(false);
    expect(await vault.read(path('board.canvas'))).toBe('{"nodes":[]}');
  });

  it('takes its unsaved words along into the trash', async () => {
    const { vault, fake, dir } = await openInApp(aVault().note('a', 'one'));
    (await fake.workspace.open('a.md')).type('one and more');
    const token = await vault.trash(path('a.md'));
    expect(readFileSync(dir.at(token ?? ''), 'utf8')).toBe('one and more');
  });

  it('with Windows line ends is not taken for changed', async () => {
    const { vault, fake } = await openInApp(aVault().file('a.md', 'one\r\ntwo'));
    const view = await fake.workspace.open('a.md');
    view.data = 'one\ntwo';
    expect(await vault.replace(path('a.md'), 'one\r\ntwo', 'one\r\ntwo\r\nthree')).toBe(true);
  });
});

describe('what the app and the disk know differently', () => {
  it('a byte order mark stays', async () => {
    const { vault, dir } = await openInApp(aVault().file('a.md', '\ufeffone'));
    expect(await vault.replace(path('a.md'), 'one', 'two')).toBe(true);
    expect(readFileSync(dir.at('a.md'), 'utf8')).toBe('\ufefftwo');
  });

  it('bytes that are no text are never written back', async () => {
    const { vault, dir, fake } = await openInApp(aVault().note('a', 'caf\ufffd'));
    writeFileSync(dir.at('a.md'), Uint8Array.of(0x63, 0x61, 0x66, 0xe9));
    fake.vault.notice('a.md');
    await expect(vault.replace(path('a.md'), 'caf\ufffd', 'coffee')).rejects.toMatchObject({ code: 'unreadable' });
    expect([...readFileSync(dir.at('a.md'))]).toEqual([0x63, 0x61, 0x66, 0xe9]);
  });

  it('a change from outside that the app has not noticed is not written over', async () => {
    const { vault, dir } = await openInApp(aVault().note('a', 'one'));
    writeFileSync(dir.at('a.md'), 'from outside');
    expect(await vault.replace(path('a.md'), 'one', 'two')).toBe(false);
    expect(readFileSync(dir.at('a.md'), 'utf8')).toBe('from outside');
  });

  it('a file that came to the disk a moment ago, or that the app hides, is in the way of a new one', async () => {
    const { vault, dir } = await openInApp(aVault().note('a', 'one'));
    writeFileSync(dir.at('b.md'), 'from outside');
    expect(await vault.standing(path('b.md'))).toBe('foreign');
    await expect(vault.create(path('b.md'), 'x')).rejects.toMatchObject({ code: 'already_exists' });
    await expect(vault.move(path('a.md'), path('b.md'))).rejects.toMatchObject({ code: 'already_exists' });
    expect(readFileSync(dir.at('b.md'), 'utf8')).toBe('from outside');
  });

  it('a new note goes into the folder whatever the disk calls it', async () => {
    const { vault, dir } = await openInApp(aVault().note('Cafe\u0301/a', 'x'));
    await vault.create(path('Café/b.md'), 'y');
    await vault.create(path('Café/deep/c.md'), 'z');
    expect(readdirSync(dir.path)).toEqual(['Cafe\u0301']);
    expect(await vault.read(path('Café/deep/c.md'))).toBe('z');
  });

  it.each(['.obsidian/app.md', '.trash/a.md', 'sub/.hidden/a.md', '../a.md', '/etc/a.md'])(
    'nothing is ever written as %s',
    async (name) => {
      const { vault, dir } = await openInApp(aVault().note('a', 'one'));
      const refusal = { code: 'invalid_path' };
      await expect(vault.create(path(name), 'x')).rejects.toMatchObject(refusal);
      await expect(vault.replace(path(name), 'x', 'y')).rejects.toMatchObject(refusal);
      await expect(vault.move(path('a.md'), path(name))).rejects.toMatchObject(refusal);
      await expect(vault.trash(path(name))).rejects.toMatchObject(refusal);
      await expect(vault.restore('.trash/a.md', path(name))).rejects.toMatchObject(refusal);
      expect(readdirSync(dir.path)).toEqual(['a.md']);
    },
  );

  it.each(['.trash/../a.md', '.obsidian/app.json', 'a.md', '.trash', '.trash/', '../.trash/x'])(
    'nothing is ever brought back by the token %s',
    async (token) => {
      const { vault } = await openInApp(
        aVault().note('a', 'one').file('.obsidian/app.json', '{}').note('.trash/a', 'x'),
      );
      expect(await vault.restore(token, path('b.md'))).toBe(false);
      expect(await vault.stat(path('b.md'))).toBeNull();
    },
  );
});

describe('trash as the user has set it', () => {
  it.each(['system', 'none'] as const)(
    '%s: the file is gone, and nothing says where it could be got from',
    async (set) => {
      const { vault, dir, fake } = await openInApp(aVault().note('a', 'one'), set);
      expect(await vault.trash(path('a.md'))).toBeNull();
      expect(existsSync(dir.at('a.md'))).toBe(false);
      expect(fake.fileManager.systemTrash).toEqual(set === 'system' ? ['a.md'] : []);
    },
  );

  it('the place in the vault’s own trash is found among others of the name', async () => {
    const { vault } = await openInApp(
      aVault().note('.trash/a', 'older').note('sub/a', 'mine').note('.trash/sub/a', 'no'),
    );
    const token = await vault.trash(path('sub/a.md'));
    expect(token).toBe('.trash/a 2.md');
    expect(await vault.restore(token ?? '', path('sub/a.md'))).toBe(true);
    expect(await vault.read(path('sub/a.md'))).toBe('mine');
  });
});

it('a folder in which the app sees nothing but the disk holds something stays', async () => {
  const { vault, dir } = await openInApp(aVault().note('a/note', 'x').file('a/.keep', ''));
  await vault.move(path('a/note.md'), path('note.md'));
  await vault.dropEmptyFolder('a');
  expect(existsSync(dir.at('a', '.keep'))).toBe(true);
});

it('a move touches no link: its plan writes them', async () => {
  const { vault, fake } = await openInApp(aVault().note('a', 'x').note('b', '[[a]]'));
  await vault.move(path('a.md'), path('c.md'));
  expect(await vault.read(path('b.md'))).toBe('[[a]]');
  expect(fake.fileManager.renames).toEqual([]);
});
