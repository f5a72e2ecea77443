import { describe, expect, it } from 'vitest';
import { VaultError } from '../../src/core/errors.ts';
import { listedPath } from '../../src/core/path.ts';
import type { Vault, VaultFile } from '../../src/core/ports.ts';
import { aVault } from '../support/a-vault.ts';
import type { VaultBuilder } from '../support/a-vault.ts';
import { hear } from '../support/vault-events.ts';

/** A vault under test, and the hand of a user who changes it from outside. It ends with the test. */
export interface VaultUnderTest {
  readonly vault: Vault;
  write(path: string, content: string | Uint8Array): Promise<void>;
  remove(path: string): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  /** Resolves once changes are noticed. */
  watching(): Promise<unknown>;
}

/** What every adapter of the Vault port promises; `open` gets the files that the vault begins with. */
export function itIsAVault(name: string, open: (files: VaultBuilder) => Promise<VaultUnderTest>): void {
  const path = listedPath;

  describe(`${name} as a Vault: listing and reading`, () => {
    it('lists notes and attachments at any depth, each once, with sizes in bytes', async () => {
      const { vault } = await open(
        aVault().note('Tides', 'é').note('a/b/c/Deep', 'x').attachment('img/Chart.png').filler(1200),
      );
      const files = await listed(vault);
      expect(files.size).toBe(1203);
      expect(files.get('Tides.md')?.size).toBe(2);
      expect(files.get('img/Chart.png')?.size).toBe(8);
      expect(files.has('a/b/c/Deep.md')).toBe(true);
    });

    it('knows a file as it lists it, and nothing of one that is not there', async () => {
      const { vault } = await open(aVault().note('Tides', '# Tides'));
      const files = await listed(vault);
      expect(await vault.stat(path('Tides.md'))).toEqual(files.get('Tides.md'));
      expect(await vault.stat(path('Absent.md'))).toBeNull();
      expect(await vault.stat(path('no/such/folder/Absent.md'))).toBeNull();
      expect(await vault.read(path('Absent.md'))).toBeNull();
      expect(await vault.readBytes(path('no/Absent.png'), 10)).toBeNull();
    });

    it('reads the whole text, line ends as they are, without a BOM', async () => {
      const { vault } = await open(aVault().file('a.md', '\ufeff# Tides\r\n\r\nüber 🌊\n').file('empty.md', ''));
      expect(await vault.read(path('a.md'))).toBe('# Tides\r\n\r\nüber 🌊\n');
      expect(await vault.read(path('empty.md'))).toBe('');
    });

    it('reads a file that was made after the listing', async () => {
      const { vault, write } = await open(aVault().note('a', 'one'));
      await listed(vault);
      await write('new/b.md', 'two');
      expect(await vault.read(path('new/b.md'))).toBe('two');
      expect((await vault.stat(path('new/b.md')))?.size).toBe(3);
    });

    it.each([
      ['UTF-16 with a mark', Uint8Array.of(0xff, 0xfe, 0x41, 0x00)],
      ['UTF-16 without one', Uint8Array.of(0x41, 0x00, 0x42, 0x00)],
      ['Latin-1', Uint8Array.of(0x63, 0x61, 0x66, 0xe9)],
      ['an overlong form', Uint8Array.of(0xc0, 0xaf)],
      ['half a character', Uint8Array.of(0x61, 0xf0, 0x9f, 0x8c)],
      ['a picture under a note’s name', Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d)],
    ])('refuses %s as text and says why', async (_name, bytes) => {
      const { vault } = await open(aVault().file('odd.md', bytes));
      await expect(vault.read(path('odd.md'))).rejects.toEqual(
        new VaultError('unreadable', { path: path('odd.md'), reason: 'not_utf8' }),
      );
      expect(await vault.readBytes(path('odd.md'), 100)).toEqual(bytes);
    });

    it('gives bytes up to the limit and refuses more', async () => {
      const { vault } = await open(aVault().attachment('a.bin', new Uint8Array(1000).fill(7)));
      expect((await vault.readBytes(path('a.bin'), 1000))?.length).toBe(1000);
      await expect(vault.readBytes(path('a.bin'), 999)).rejects.toMatchObject({
        code: 'unreadable',
        params: { path: 'a.bin', reason: 'too_large' },
      });
    });

    it('knows names by their composed form, whatever form they came in', async () => {
      const { vault } = await open(aVault().note('Cafe\u0301/A\u030a', 'x'));
      expect([...(await listed(vault)).keys()]).toEqual(['Café/Å.md']);
      expect(await vault.read(path('Café/Å.md'))).toBe('x');
      expect(await vault.stat(path('Cafe\u0301/A\u030a.md'))).not.toBeNull();
    });
  });

  describe(`${name} as a Vault: events`, () => {
    it('tells of a new file, a changed one, a removed one', async () => {
      const { vault, write, remove, watching } = await open(aVault().note('a', 'one').note('b', 'two'));
      await listed(vault);
      const heard = hear(vault);
      await watching();
      await write('c.md', 'three');
      await heard.until((said) => said.includes('changed c.md'));
      await write('a.md', 'one and more');
      await heard.until((said) => said.includes('changed a.md'));
      await remove('b.md');
      await heard.until((said) => said.includes('removed b.md'));
      const last = heard.all.filter((event) => event.kind === 'changed').at(-1);
      expect(last?.file).toEqual(await vault.stat(path('a.md')));
    });

    it('tells of a rename as one event with the new file', async () => {
      const { vault, rename, watching } = await open(aVault().note('Old', 'same bytes'));
      await listed(vault);
      const heard = hear(vault);
      await watching();
      await rename('Old.md', 'New.md');
      await heard.until((said) => said.length > 0);
      expect(heard.said()).toEqual(['renamed Old.md → New.md']);
      expect((await listed(vault)).has('New.md')).toBe(true);
      expect(await vault.read(path('Old.md'))).toBeNull();
    });

    it('is silent to a listener that left, and tells the others', async () => {
      const { vault, write, watching } = await open(aVault().note('a', 'one'));
      await listed(vault);
      const gone = hear(vault);
      const stays = hear(vault);
      await watching();
      gone.stop();
      await write('a.md', 'two');
      await stays.until((said) => said.includes('changed a.md'));
      expect(gone.said()).toEqual([]);
    });
  });
}

/** Everything a vault lists, by path; fails where a path comes twice. */
export async function listed(vault: Vault): Promise<Map<string, VaultFile>> {
  const files = new Map<string, VaultFile>();
  for await (const batch of vault.list()) {
    for (const file of batch) {
      expect(files.has(file.path), `${file.path} listed twice`).toBe(false);
      files.set(file.path, file);
    }
  }
  return files;
}
