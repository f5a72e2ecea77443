import { describe, expect, it } from 'vitest';

import type { IndexedNote, PassageIndex } from '../../src/core/index/passage-index.ts';
import { listedPath, type VaultPath } from '../../src/core/path.ts';
import { plainWords, words } from './plain-words.ts';

export { plainWords };

export interface PassageSketch {
  readonly prose?: string;
  readonly code?: string;
  readonly headings?: readonly string[];
}

/** A note from a sketch: passages of three lines each; no names unless given. */
export function noteOf(
  path: string,
  passages: readonly (string | PassageSketch)[],
  { names = [], tags = [] }: { names?: readonly string[]; tags?: readonly string[] } = {},
): IndexedNote {
  return {
    path: listedPath(path),
    names,
    tags,
    passages: passages.map((sketch, at) => {
      const { prose = '', code = '', headings = [] } = typeof sketch === 'string' ? { prose: sketch } : sketch;
      return { firstLine: 1 + at * 3, lastLine: 3 + at * 3, headings, prose, code };
    }),
  };
}

/** A query of plain words, each of weight 1. */
export function asking(text: string, limit = 10): { terms: { term: string; weight: number }[]; limit: number } {
  return { terms: words(text).map((term) => ({ term, weight: 1 })), limit };
}

async function paths(index: PassageIndex, text: string, limit = 10): Promise<readonly string[]> {
  return (await index.search(asking(text, limit))).map((note) => note.path);
}

const path = listedPath;

/** What every passage index does. `make` gives an empty one that reads text as `plainWords` does. */
export function passageIndexContract(name: string, make: () => PassageIndex): void {
  describe(`${name} keeps the contract of a passage index`, () => {
    it('finds a note by any word of the question, the one with more of them first', async () => {
      const index = make();
      await index.put([noteOf('a.md', ['red apple']), noteOf('b.md', ['red brick']), noteOf('c.md', ['green leaf'])]);
      expect(await paths(index, 'red apple')).toEqual(['a.md', 'b.md']);
      expect(await paths(index, 'nothing such')).toEqual([]);
    });

    it('answers nothing from an empty index, for an empty question and for a limit of none', async () => {
      const index = make();
      expect(await paths(index, 'red')).toEqual([]);
      await index.put([noteOf('a.md', ['red'])]);
      expect(await paths(index, '')).toEqual([]);
      expect(await paths(index, 'red', 0)).toEqual([]);
    });

    it('tells lines and headings of the best passages, best first, three at most', async () => {
      const index = make();
      const passages = [
        'filler text',
        { prose: 'owl', headings: ['Birds', 'At night'] },
        'owl owl owl',
        'owl and much else that is not about it at all',
        `owl ${'among many other words '.repeat(9)}`,
      ];
      await index.put([noteOf('a.md', passages), noteOf('b.md', ['sparrow'])]);
      const [note] = await index.search(asking('owl'));
      expect(note?.passages).toHaveLength(3);
      expect(note?.passages[0]).toMatchObject({ firstLine: 7, lastLine: 9, headings: [] });
      const birds = note?.passages.find((passage) => passage.firstLine === 4);
      expect(birds).toMatchObject({ lastLine: 6, headings: ['Birds', 'At night'] });
      const scores = note?.passages.map((passage) => passage.score) ?? [];
      expect(scores).toEqual([...scores].sort((a, b) => b - a));
      expect(note?.score).toBeGreaterThan(scores[0] ?? Infinity);
    });

    it('weighs a heading above a tag, a tag above prose, prose above code', async () => {
      const index = make();
      await index.put([
        noteOf('code.md', [{ code: 'owl', prose: 'x x x' }]),
        noteOf('heading.md', [{ prose: 'x x x', headings: ['owl'] }]),
        noteOf('prose.md', ['owl x x x']),
        noteOf('tag.md', ['x x x'], { tags: ['owl'] }),
      ]);
      expect(await paths(index, 'owl')).toEqual(['heading.md', 'tag.md', 'prose.md', 'code.md']);
    });

    it('finds a note by its names, also one without any text, at its first line', async () => {
      const index = make();
      await index.put([
        noteOf('a.md', ['about trees'], { names: ['Oak', 'Quercus'] }),
        noteOf('b.md', [], { names: ['Elm'] }),
      ]);
      expect(await paths(index, 'Quercus')).toEqual(['a.md']);
      const [elm] = await index.search(asking('Elm'));
      expect(elm?.passages).toMatchObject([{ firstLine: 1, lastLine: 1, headings: [] }]);
    });

    it('replaces a note whole', async () => {
      const index = make();
      await index.put([noteOf('a.md', ['old text', 'older text']), noteOf('b.md', ['other'])]);
      await index.put([noteOf('a.md', ['new words'])]);
      expect(await paths(index, 'old older')).toEqual([]);
      expect(await paths(index, 'new')).toEqual(['a.md']);
      expect(await index.known(['old', 'new'])).toEqual([false, true]);
      expect(await index.size()).toMatchObject({ notes: 2, passages: 2 });
    });

    it('keeps the last of two versions put together', async () => {
      const index = make();
      await index.put([noteOf('a.md', ['first']), noteOf('a.md', ['second'])]);
      expect(await paths(index, 'first second')).toEqual(['a.md']);
      expect(await index.known(['first', 'second'])).toEqual([false, true]);
    });

    it('forgets a removed note, takes it back, and does not mind an unknown path', async () => {
      const index = make();
      await index.put([noteOf('a.md', ['red']), noteOf('b.md', ['red'])]);
      await index.remove([path('a.md'), path('unknown.md')]);
      expect(await paths(index, 'red')).toEqual(['b.md']);
      await index.put([noteOf('a.md', ['red again'])]);
      expect(await paths(index, 'again')).toEqual(['a.md']);
      await index.remove([path('a.md'), path('b.md')]);
      expect(await paths(index, 'red again')).toEqual([]);
      expect(await index.size()).toMatchObject({ notes: 0, passages: 0 });
    });

    it('orders equal notes by path', async () => {
      const index = make();
      await index.put(['c.md', 'a.md', 'B.md', 'ä.md', 'b.md'].map((name) => noteOf(name, ['same words'])));
      expect(await paths(index, 'same')).toEqual(['B.md', 'a.md', 'b.md', 'c.md', path('ä.md')]);
      expect(await paths(index, 'same', 2)).toEqual(['B.md', 'a.md']);
    });

    it('limits to some notes before it cuts, and leaves scores as they are', async () => {
      const index = make();
      await index.put(['a.md', 'b.md', 'c.md', 'd.md'].map((name, at) => noteOf(name, [`owl ${'x '.repeat(at * 3)}`])));
      const all = await index.search(asking('owl'));
      const some = await index.search({
        ...asking('owl', 2),
        among: new Set([path('c.md'), path('d.md'), path('gone.md')]),
      });
      expect(some.map((note) => note.path)).toEqual(['c.md', 'd.md']);
      expect(some.map((note) => note.score)).toEqual(all.slice(2).map((note) => note.score));
    });

    it('leaves out notes that hold an unwanted term anywhere', async () => {
      const index = make();
      await index.put([
        noteOf('a.md', ['owl', 'bat']),
        noteOf('b.md', ['owl']),
        noteOf('c.md', ['owl'], { tags: ['cat'] }),
      ]);
      const found = await index.search({ ...asking('owl'), without: ['bat', 'cat', 'none'] });
      expect(found.map((note) => note.path)).toEqual(['b.md']);
      expect(await paths(index, 'owl')).toHaveLength(3);
    });

    it('multiplies a score by the weight of its note before it cuts', async () => {
      const index = make();
      await index.put([noteOf('a.md', ['owl']), noteOf('b.md', ['owl x x x'])]);
      const plain = await index.search(asking('owl'));
      const weightOf = new Map<VaultPath, number>([[path('a.md'), 0.25]]);
      const [first] = await index.search({ ...asking('owl', 1), weightOf });
      expect(first?.path).toBe('b.md');
      const weighed = await index.search({ ...asking('owl'), weightOf });
      expect(weighed[1]?.score).toBeCloseTo((plain[0]?.score ?? NaN) * 0.25, 10);
    });

    it('counts a guess for less than a word of the question', async () => {
      const index = make();
      await index.put([noteOf('a.md', ['owl']), noteOf('b.md', ['bat'])]);
      const terms = [
        { term: 'owl', weight: 0.5 },
        { term: 'bat', weight: 1 },
        { term: 'cat', weight: 0 },
      ];
      const [bat, owl] = await index.search({ terms, limit: 10 });
      expect(bat?.path).toBe('b.md');
      expect(owl?.score).toBeCloseTo((bat?.score ?? NaN) * 0.5, 10);
    });

    it('gives passages only to the notes that they were asked for', async () => {
      const index = make();
      await index.put(['a.md', 'b.md'].map((name) => noteOf(name, ['owl'])));
      const found = await index.search({ ...asking('owl'), detailed: 1 });
      expect(found.map((note) => note.passages.length)).toEqual([1, 0]);
    });

    it('counts rarity over the living vault only', async () => {
      const grown = make();
      await grown.put([noteOf('a.md', ['owl bat']), noteOf('b.md', ['owl'])]);
      await grown.put([noteOf('c.md', ['owl', 'owl']), noteOf('d.md', ['x x x x x x'])]);
      await grown.remove([path('c.md'), path('d.md')]);
      const fresh = make();
      await fresh.put([noteOf('b.md', ['owl']), noteOf('a.md', ['owl bat'])]);
      const [one, other] = [await grown.search(asking('owl bat')), await fresh.search(asking('owl bat'))];
      expect(one.map((note) => note.path)).toEqual(other.map((note) => note.path));
      one.forEach((note, at) => expect(note.score).toBeCloseTo(other[at]?.score ?? NaN, 10));
    });

    it('counts the languages of its notes, the commonest first', async () => {
      const index = make();
      await index.put(['fr1', 'en1', 'en2', 'de1'].map((name) => noteOf(`${name}.md`, ['text'])));
      await index.put([noteOf('en1.md', ['again']), noteOf('es.md', [])]);
      await index.remove([path('de1.md'), path('none.md')]);
      const languages = await index.languages();
      expect(languages).toEqual([
        { language: 'e', notes: 3 },
        { language: 'f', notes: 1 },
      ]);
    });

    it('knows what the vault knows, in any script', async () => {
      const index = make();
      await index.put([noteOf('a.md', ['сова 梟 owl 🦉'], { names: ['Coruja'], tags: ['ave'] })]);
      const terms = ['сова', '梟', '🦉', 'Coruja', 'ave', 'ow', 'owls', ''];
      expect(await index.known(terms)).toEqual([true, true, true, true, true, false, false, false]);
      expect(await paths(index, '🦉')).toEqual(['a.md']);
    });

    it('names terms one edit away, then longer ones, the commonest first', async () => {
      const index = make();
      await index.put([
        noteOf('a.md', ['wether weather weathers', 'weather']),
        noteOf('b.md', ['leather weathering weathered', 'weathered waether heather feather']),
      ]);
      expect(await index.near('weather', 10)).toEqual([
        'feather',
        'heather',
        'leather',
        'waether',
        'weathers',
        'wether',
        'weathered',
        'weathering',
      ]);
      expect(await index.near('weather', 1)).toEqual(['feather', 'weathered']);
      expect(await index.near('wea', 2)).toEqual(['weather', 'weathered']);
      expect(await index.near('nothing', 5)).toEqual([]);
    });

    it('names near terms beyond Latin script', async () => {
      const index = make();
      await index.put([noteOf('a.md', ['заметка заметки замётка метка ノート'])]);
      expect(await index.near('заметку', 5)).toEqual(['заметка', 'заметки']);
      expect(await index.near('ノー', 5)).toEqual(['ノート']);
    });

    it('is the same after it was compacted', async () => {
      const index = make();
      await index.put(
        Array.from({ length: 20 }, (_, at) => noteOf(`${at}.md`, [`owl ${'x '.repeat(at)}`, `bat${at % 3}`])),
      );
      await index.remove([path('3.md')]);
      const before = await index.search(asking('owl bat1', 30));
      await index.compact();
      expect(await index.search(asking('owl bat1', 30))).toEqual(before);
      expect(await index.near('bat', 5)).toEqual(['bat1', 'bat0', 'bat2']);
      expect(await index.size()).toMatchObject({ notes: 19, passages: 38 });
    });
  });
}
