import { describe, expect, it } from 'vitest';
import type { WritableVault } from '../../src/core/change/write-ports.ts';
import { listedPath as path } from '../../src/core/path.ts';
import { aVault } from '../support/a-vault.ts';
import type { VaultBuilder } from '../support/a-vault.ts';
import { hear } from '../support/vault-events.ts';
import { listed } from './vault.ts';
import type { VaultUnderTest } from './vault.ts';

export interface WritableVaultUnderTest extends VaultUnderTest {
  readonly vault: WritableVault;
}

/** What every adapter of the WritableVault port promises; `open` gets the files that the vault begins with. */
export function itIsAWritableVault(
  name: string,
  open: (files: VaultBuilder) => Promise<WritableVaultUnderTest>,
  { keepsEmptyFolders = true } = {},
): void {
  const said = async (vault: WritableVault, act: () => Promise<unknown>, enough: number) => {
    await listed(vault);
    const heard = hear(vault);
    await act();
    await heard.until((all) => all.length >= enough);
    return heard.said();
  };

  describe(`${name} as a WritableVault: creating`, () => {
    it('makes a note with exactly this text, and the folders on its way', async () => {
      const { vault } = await open(aVault().note('a', 'x'));
      await vault.create(path('new/deep/Maré.md'), 'one\r\ntwo 🌊');
      expect(await vault.read(path('new/deep/Maré.md'))).toBe('one\r\ntwo 🌊');
      expect([...(await listed(vault)).keys()].sort()).toEqual(['a.md', 'new/deep/Maré.md']);
    });

    it('makes an empty note', async () => {
      const { vault } = await open(aVault());
      await vault.create(path('empty.md'), '');
      expect(await vault.read(path('empty.md'))).toBe('');
    });

    it('never writes over anything, not even a blank note', async () => {
      const { vault } = await open(aVault().note('a', 'mine').note('blank', ' '));
      for (const taken of ['a.md', 'blank.md']) {
        await expect(vault.create(path(taken), 'yours')).rejects.toMatchObject({
          code: 'already_exists',
          params: { path: taken },
        });
      }
      expect(await vault.read(path('a.md'))).toBe('mine');
    });

    it('lets one of many win who create the same note at once', async () => {
      const { vault } = await open(aVault());
      const tries = Array.from({ length: 8 }, (_, index) => vault.create(path('a/same.md'), `text ${index}`));
      const ends = await Promise.allSettled(tries);
      const winner = ends.findIndex(({ status }) => status === 'fulfilled');
      expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      expect(await vault.read(path('a/same.md'))).toBe(`text ${winner}`);
    });

    it('tells its listeners', async () => {
      const { vault } = await open(aVault().note('a', 'x'));
      expect((await said(vault, () => vault.create(path('b/c.md'), 'x'), 1))[0]).toBe('changed b/c.md');
    });
  });

  describe(`${name} as a WritableVault: replacing`, () => {
    it('writes the new text where the old one is as expected', async () => {
      const { vault } = await open(aVault().note('a', 'one'));
      expect(await vault.replace(path('a.md'), 'one', 'two')).toBe(true);
      expect(await vault.read(path('a.md'))).toBe('two');
      expect(await vault.replace(path('a.md'), 'two', 'three')).toBe(true);
      expect(await vault.read(path('a.md'))).toBe('three');
    });

    it('writes nothing where it is not, or where there is no note', async () => {
      const { vault } = await open(aVault().note('a', 'one'));
      expect(await vault.replace(path('a.md'), 'other', 'two')).toBe(false);
      expect(await vault.replace(path('absent.md'), 'one', 'two')).toBe(false);
      expect(await vault.replace(path('no/folder.md'), '', 'two')).toBe(false);
      expect([...(await listed(vault)).keys()]).toEqual(['a.md']);
      expect(await vault.read(path('a.md'))).toBe('one');
    });

    it('notices a change made from outside since it last looked', async () => {
      const { vault, write } = await open(aVault().note('a', 'one'));
      expect(await vault.read(path('a.md'))).toBe('one');
      await write('a.md', 'six');
      expect(await vault.replace(path('a.md'), 'one', 'two')).toBe(false);
      expect(await vault.read(path('a.md'))).toBe('six');
    });

    it('lets one of many win who expect the same text', async () => {
      const { vault } = await open(aVault().note('a', 'one'));
      const tries = Array.from({ length: 8 }, (_, index) => vault.replace(path('a.md'), 'one', `text ${index}`));
      const won = await Promise.all(tries);
      expect(won.filter(Boolean)).toHaveLength(1);
      expect(await vault.read(path('a.md'))).toBe(`text ${won.indexOf(true)}`);
    });

    it('tells its listeners', async () => {
      const { vault } = await open(aVault().note('a', 'x'));
      expect((await said(vault, () => vault.replace(path('a.md'), 'x', 'xy'), 1))[0]).toBe('changed a.md');
    });
  });

  describe(`${name} as a WritableVault: moving`, () => {
    it('gives notes and attachments another name, byte for byte, and makes the folders', async () => {
      const bytes = Uint8Array.of(0xef, 0xbb, 0xbf, 0x61, 0x0d, 0x0a);
      const { vault } = await open(aVault().file('a.md', bytes).attachment('img/x.png'));
      await vault.move(path('a.md'), path('new/deep/b.md'));
      await vault.move(path('img/x.png'), path('new/x.png'));
      expect([...(await listed(vault)).keys()].sort()).toEqual(['new/deep/b.md', 'new/x.png']);
      expect(await vault.readBytes(path('new/deep/b.md'), 100)).toEqual(bytes);
    });

    it('never onto anything', async () => {
      const { vault } = await open(aVault().note('a', 'a').note('b', 'b'));
      const refusal = { code: 'already_exists', params: { path: 'b.md' } };
      await expect(vault.move(path('a.md'), path('b.md'))).rejects.toMatchObject(refusal);
      await expect(vault.move(path('b.md'), path('b.md'))).rejects.toMatchObject(refusal);
      expect(await vault.read(path('b.md'))).toBe('b');
      expect(await vault.read(path('a.md'))).toBe('a');
    });

    it('refuses a note that is not there', async () => {
      const { vault } = await open(aVault().note('a', 'a'));
      await expect(vault.move(path('absent.md'), path('b.md'))).rejects.toMatchObject({ code: 'note_not_found' });
      await expect(vault.move(path('no/x.md'), path('new/b.md'))).rejects.toMatchObject({ code: 'note_not_found' });
      expect(await vault.standing(path('new'))).toBe('nothing');
    });

    it('changes the case of a name', async () => {
      const { vault } = await open(aVault().note('notes', 'x'));
      await vault.move(path('notes.md'), path('Notes.md'));
      expect([...(await listed(vault)).keys()]).toEqual(['Notes.md']);
      expect(await vault.read(path('Notes.md'))).toBe('x');
    });

    it('tells its listeners of one rename', async () => {
      const { vault } = await open(aVault().note('a', 'x'));
      const all = await said(vault, () => vault.move(path('a.md'), path('b/c.md')), 1);
      expect(all[0]).toBe('renamed a.md → b/c.md');
    });
  });

  describe(`${name} as a WritableVault: trash`, () => {
    it('takes a file away and brings it back as it was', async () => {
      const bytes = Uint8Array.of(0xef, 0xbb, 0xbf, 0x61, 0x0d, 0x0a);
      const { vault } = await open(aVault().file('sub/a.md', bytes).attachment('x.png'));
      const [a, x] = [await vault.trash(path('sub/a.md')), await vault.trash(path('x.png'))];
      expect([...(await listed(vault)).keys()]).toEqual([]);
      expect(await vault.stat(path('sub/a.md'))).toBeNull();
      expect(await vault.restore(a ?? '', path('sub/a.md'))).toBe(true);
      expect(await vault.restore(x ?? '', path('other/y.png'))).toBe(true);
      expect(await vault.readBytes(path('sub/a.md'), 100)).toEqual(bytes);
      expect([...(await listed(vault)).keys()].sort()).toEqual(['other/y.png', 'sub/a.md']);
    });

    it('keeps files of the same name apart', async () => {
      const { vault } = await open(aVault().note('a', 'first'));
      const first = await vault.trash(path('a.md'));
      await vault.create(path('a.md'), 'second');
      const second = await vault.trash(path('a.md'));
      expect(second).not.toBe(first);
      expect(await vault.restore(first ?? '', path('one.md'))).toBe(true);
      expect(await vault.restore(second ?? '', path('two.md'))).toBe(true);
      expect([await vault.read(path('one.md')), await vault.read(path('two.md'))]).toEqual(['first', 'second']);
    });

    it('brings nothing back twice, by no other token, and never over anything', async () => {
      const { vault } = await open(aVault().note('a', 'x').note('b', 'y'));
      const token = (await vault.trash(path('a.md'))) ?? '';
      await expect(vault.restore(token, path('b.md'))).rejects.toMatchObject({ code: 'already_exists' });
      expect(await vault.restore(token, path('a.md'))).toBe(true);
      expect(await vault.restore(token, path('c.md'))).toBe(false);
      expect(await vault.restore('b.md', path('c.md'))).toBe(false);
      expect(await vault.restore('', path('c.md'))).toBe(false);
      expect([...(await listed(vault)).keys()].sort()).toEqual(['a.md', 'b.md']);
    });

    it('refuses a file that is not there', async () => {
      const { vault } = await open(aVault());
      await expect(vault.trash(path('a.md'))).rejects.toMatchObject({ code: 'note_not_found' });
      await expect(vault.trash(path('no/a.md'))).rejects.toMatchObject({ code: 'note_not_found' });
    });

    it('tells its listeners', async () => {
      const { vault } = await open(aVault().note('a', 'x'));
      expect(await said(vault, () => vault.trash(path('a.md')), 1)).toEqual(['removed a.md']);
    });
  });

  describe(`${name} as a WritableVault: what stands under a name`, () => {
    it.each([
      ['a.md', 'note'],
      ['blank.md', 'blank'],
      ['empty.md', 'blank'],
      ['spaces.md', 'blank'],
      ['x.png', 'file'],
      ['empty.txt', 'file'],
      ['sub', 'folder'],
      ['absent.md', 'nothing'],
      ['no/absent.md', 'nothing'],
    ])('%s: %s', async (name, standing) => {
      const { vault } = await open(
        aVault()
          .note('a', 'x')
          .note('blank', ' \t\r\n\u00a0')
          .note('empty', '')
          .note('spaces', ' '.repeat(200_000))
          .attachment('x.png')
          .file('empty.txt', '')
          .note('sub/b', 'x'),
      );
      expect(await vault.standing(path(name))).toBe(standing);
    });

    it('is seen at once after our own writing', async () => {
      const { vault } = await open(aVault());
      await vault.create(path('a.md'), 'x');
      expect(await vault.standing(path('a.md'))).toBe('note');
      await vault.trash(path('a.md'));
      expect(await vault.standing(path('a.md'))).toBe('nothing');
    });
  });

  describe(`${name} as a WritableVault: empty folders`, () => {
    it('go when their last note has moved out, with their parents', async () => {
      const { vault } = await open(aVault().note('a/b/c/note', 'x').note('keep', 'x'));
      await vault.move(path('a/b/c/note.md'), path('note.md'));
      await vault.dropEmptyFolder('a/b/c');
      expect(await vault.standing(path('a'))).toBe('nothing');
      expect(await vault.read(path('keep.md'))).toBe('x');
    });

    it('go up to the folder that is to stay, though that is empty too', async () => {
      const { vault } = await open(aVault().note('own/a/b/x', 'x').note('other/x', 'x'));
      await vault.move(path('own/a/b/x.md'), path('other/y.md'));
      await vault.dropEmptyFolder('own/a/b', 'own');
      if (keepsEmptyFolders) expect(await vault.standing(path('own'))).toBe('folder');
      expect(await vault.standing(path('own/a'))).toBe('nothing');
      await vault.dropEmptyFolder('own', 'own');
      if (keepsEmptyFolders) expect(await vault.standing(path('own'))).toBe('folder');
      await vault.dropEmptyFolder('own');
      expect(await vault.standing(path('own'))).toBe('nothing');
    });

    it('stay while anything is in them, and the vault itself stays', async () => {
      const { vault } = await open(aVault().note('a/b/note', 'x').note('a/other', 'x'));
      await vault.dropEmptyFolder('a/b');
      expect(await vault.standing(path('a/b'))).toBe('folder');
      await vault.move(path('a/b/note.md'), path('note.md'));
      await vault.dropEmptyFolder('a/b');
      expect(await vault.standing(path('a/b'))).toBe('nothing');
      expect(await vault.standing(path('a'))).toBe('folder');
      await vault.dropEmptyFolder('');
      expect(await vault.read(path('note.md'))).toBe('x');
    });
  });
}
