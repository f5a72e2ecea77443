import { describe, expect, it } from 'vitest';
import type { LastingIndex, PassageIndex } from '../../src/core/index/passage-index.ts';
import { listedPath } from '../../src/core/path.ts';
import { asking, noteOf } from './passage-index.ts';

/** What every index promises that can be written down. `make` gives an empty one that reads text as `plainWords` does. */
export function lastingIndexContract(name: string, make: () => LastingIndex): void {
  describe(`${name} can be written down and read again`, () => {
    it('holds the same afterwards, also what was changed and removed', async () => {
      const index = make();
      await fill(index);
      const copy = make();
      expect(await copy.read(await index.written())).toBe(true);
      expect(await answersOf(copy)).toEqual(await answersOf(index));
    });

    it('goes on from there as if nothing had been', async () => {
      const index = make();
      await fill(index);
      const copy = make();
      await copy.read(await index.written());
      for (const each of [index, copy]) {
        await each.put([noteOf('3.md', ['owl again']), noteOf('new.md', ['bat bat', 'сова 梟'])]);
        await each.remove([listedPath('4.md')]);
      }
      expect(await answersOf(copy)).toEqual(await answersOf(index));
      await copy.compact();
      expect(await answersOf(copy)).toEqual(await answersOf(index));
      const third = make();
      expect(await third.read(await copy.written())).toBe(true);
      expect(await answersOf(third)).toEqual(await answersOf(index));
    });

    it('is not changed by what happens to it after it was written', async () => {
      const index = make();
      await fill(index);
      const before = await answersOf(index);
      const written = await index.written();
      await index.remove([listedPath('3.md'), listedPath('5.md')]);
      await index.put([noteOf('6.md', ['other'])]);
      await index.compact();
      const copy = make();
      await copy.read(written);
      expect(await answersOf(copy)).toEqual(before);
    });

    it('may be empty', async () => {
      const copy = make();
      expect(await copy.read(await make().written())).toBe(true);
      expect(await copy.paths()).toEqual([]);
      await copy.put([noteOf('a.md', ['owl'])]);
      expect(await copy.search(asking('owl'))).toHaveLength(1);
    });

    it('takes nothing over where it holds something, or where parts do not fit together', async () => {
      const index = make();
      await fill(index);
      const written = await index.written();
      expect(await index.read(written)).toBe(false);
      for (const parts of [
        [],
        written.slice(0, -1),
        written.slice(1),
        [...written, new Uint8Array(3)],
        ['x', 'y', 'z'],
      ]) {
        const copy = make();
        expect(await copy.read(parts).catch(() => false)).toBe(false);
        expect(await copy.paths()).toEqual([]);
        await copy.put([noteOf('a.md', ['owl'])]);
        expect(await copy.search(asking('owl'))).toHaveLength(1);
      }
    });
  });
}

async function fill(index: PassageIndex): Promise<void> {
  await index.put(
    Array.from({ length: 12 }, (_, at) =>
      noteOf(`${at}.md`, [{ prose: `owl ${'x '.repeat(at)}`, headings: [`H${at}`, 'Sub'] }, `bat${at % 3}`], {
        names: [`name${at}`],
      }),
    ),
  );
  await index.remove([listedPath('1.md'), listedPath('2.md')]);
  await index.put([noteOf('5.md', ['fox сова']), noteOf('empty.md', [], { names: ['Elm'] })]);
}

async function answersOf(index: LastingIndex): Promise<unknown> {
  const { notes, passages } = await index.size();
  return {
    notes,
    passages,
    paths: [...(await index.paths())].sort(),
    languages: await index.languages(),
    found: await index.search(asking('owl bat bat1 fox сова 梟 Elm name3', 50)),
    known: await index.known(['owl', 'bat1', 'fox', 'gnu', 'name1', 'name5']),
    near: await index.near('bat', 5),
  };
}
