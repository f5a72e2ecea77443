import { describe, expect, it } from 'vitest';

import { presetOf } from '../../../src/core/conventions/presets.ts';
import { searchedVault } from './a-retriever.ts';

const BIRDS = {
  'birds/Barn owl.md': '# Barn owl\n\nHunts voles at night.\n\n## Nest\n\nIn barns and hollow trees.\n',
  'birds/Kestrel.md': '# Kestrel\n\nHovers over fields and hunts voles by day.\n',
  'Trees.md': '# Trees\n\nOak, elm and ash; hollow ones hold nests.\n',
};

describe('a search', () => {
  it('answers with one entry a note, its address and its lines as they stand in the file', async () => {
    const vault = await searchedVault(BIRDS);
    const { hits, found, capped, behind, suggestions } = await vault.ask('barn, hollow trees');
    expect(hits.map((hit) => hit.path)).toEqual(['birds/Barn owl.md', 'Trees.md']);
    expect(hits[0]).toMatchObject({
      title: 'Barn owl',
      firstLine: 7,
      lastLine: 7,
      headings: ['Nest'],
      lines: ['In barns and hollow trees.'],
      cut: false,
      viaLinkFrom: null,
    });
    expect({ found, capped, behind, suggestions }).toEqual({ found: 2, capped: false, behind: 0, suggestions: [] });
  });

  it('finds a note by title, file name, alias and tag alone', async () => {
    const vault = await searchedVault({
      'x/Bubo bubo.md': { text: 'A large bird.', title: 'Eagle owl', aliases: ['Uhu'], tags: ['raptor/nocturnal'] },
      'other.md': 'Nothing of the kind.',
    });
    for (const query of ['eagle', 'bubo', 'uhu', 'raptor', 'nocturnal'])
      expect(await vault.paths(query)).toEqual(['x/Bubo bubo.md']);
  });

  it('finds an empty note by its name and shows its first line', async () => {
    const vault = await searchedVault({ 'Penguin.md': '' });
    const { hits } = await vault.ask('penguin');
    expect(hits[0]).toMatchObject({ path: 'Penguin.md', firstLine: 1, lines: [''], cut: false });
  });

  it('gives `limit` notes, however many passages match, and goes on where a page ended', async () => {
    const notes = Object.fromEntries(
      Array.from({ length: 9 }, (_, at) => [`${at}.md`, `## One\n\nowl\n\n## Two\n\nowl ${'and more '.repeat(at)}\n`]),
    );
    const vault = await searchedVault(notes);
    const all = await vault.paths('owl');
    expect(new Set(all).size).toBe(9);
    const pages = [];
    for (const skip of [0, 4, 8]) pages.push(...(await vault.paths('owl', { limit: 4, skip })));
    expect(pages).toEqual(all);
    expect((await vault.ask('owl', { limit: 4, skip: 8 })).found).toBe(9);
    expect(await vault.paths('owl', { skip: 20 })).toEqual([]);
  });

  it('names up to two further passages of the note', async () => {
    const vault = await searchedVault({
      'a.md': '## One\n\nowl\n\n## Two\n\nowl owl\n\n## Three\n\nowl\n\n## Four\n\nowl\n',
    });
    const [hit] = (await vault.ask('owl')).hits;
    expect(hit?.headings).toEqual(['Two']);
    expect(hit?.more).toEqual([
      { line: 1, headings: ['One'] },
      { line: 9, headings: ['Three'] },
    ]);
  });

  it('refuses a question without any word', async () => {
    const vault = await searchedVault(BIRDS);
    for (const query of ['', '  ?! ', '-owl'])
      await expect(vault.ask(query)).rejects.toMatchObject({ code: 'empty_query' });
  });

  it('stops for a caller who has gone', async () => {
    const vault = await searchedVault(BIRDS);
    const request = { query: 'owl', limit: 5, skip: 0, includeRaw: false, followLinks: false, windowChars: 280 };
    await expect(vault.retriever.search(request, { aborted: true })).rejects.toMatchObject({ code: 'cancelled' });
  });

  it('gives the same order with MiniSearch behind it', async () => {
    const [compact, referee] = [await searchedVault(BIRDS), await searchedVault(BIRDS, { engine: 'minisearch' })];
    for (const query of ['hunts voles at night', 'barn', 'kestrel fields', 'trees hold nests']) {
      expect(await compact.paths(query)).toEqual(await referee.paths(query));
    }
  });
});

describe('filters of a search', () => {
  const vaultOf = () =>
    searchedVault({
      '01-raw/clip.md': 'owl owl owl owl',
      '02-wiki/birds/owl.md': { text: 'owl', type: 'wiki', status: 'active', tags: ['Bird/Raptor', 'night'] },
      '02-wiki/birds-of-prey/kite.md': { text: 'owl and kite', type: 'wiki', status: 'paused', tags: ['bird'] },
      '03-projects/birds/plan.md': { text: 'owl plan', type: 'project', tags: ['birdhouse', 'night'] },
    });

  it('hide raw notes unless they are asked for', async () => {
    const vault = await vaultOf();
    expect(await vault.paths('owl')).not.toContain('01-raw/clip.md');
    expect(await vault.paths('owl', { includeRaw: true })).toContain('01-raw/clip.md');
    expect((await vault.ask('owl')).found).toBe(3);
  });

  it('take a folder by whole segments', async () => {
    const vault = await vaultOf();
    expect(await vault.paths('owl', { folder: '02-wiki/birds' })).toEqual(['02-wiki/birds/owl.md']);
    expect(await vault.paths('owl', { folder: '/02-wiki/birds/' })).toEqual(['02-wiki/birds/owl.md']);
    expect(await vault.paths('owl', { folder: '' })).toHaveLength(3);
    expect(await vault.paths('owl', { folder: 'nowhere' })).toEqual([]);
  });

  it('take type and status as they are, and all tags with their children in any case', async () => {
    const vault = await vaultOf();
    expect(await vault.paths('owl', { type: 'project' })).toEqual(['03-projects/birds/plan.md']);
    expect(await vault.paths('owl', { status: 'paused' })).toEqual(['02-wiki/birds-of-prey/kite.md']);
    expect((await vault.paths('owl', { tags: ['BIRD'] })).slice().sort()).toEqual([
      '02-wiki/birds-of-prey/kite.md',
      '02-wiki/birds/owl.md',
    ]);
    expect(await vault.paths('owl', { tags: ['#bird', 'night'] })).toEqual(['02-wiki/birds/owl.md']);
  });

  it('count before anything is cut', async () => {
    const crowd = Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`crowd/${at}.md`, 'owl owl']));
    const vault = await searchedVault({ ...crowd, 'quiet/a.md': `one owl ${'among much else '.repeat(50)}` });
    expect(await vault.paths('owl', { folder: 'quiet' })).toEqual(['quiet/a.md']);
    expect(await vault.ask('owl')).toMatchObject({ found: 200, capped: true });
  });

  it('hold for linked notes too', async () => {
    const vault = await searchedVault({
      'a.md': { text: 'owl', links: ['01-raw/b.md', 'c.md', 'picture.png'] },
      '01-raw/b.md': 'linked',
      'c.md': { text: 'linked', type: 'wiki' },
    });
    expect(await vault.paths('owl')).toEqual(['a.md', 'c.md']);
    expect(await vault.paths('owl', { type: 'note' })).toEqual(['a.md']);
  });

  it('follow a note that is moved out of the raw folder or changes its type', async () => {
    const vault = await vaultOf();
    await vault.change('02-wiki/new.md', { text: 'owl', type: 'wiki', tags: ['bird'] });
    expect(await vault.paths('owl', { tags: ['bird'] })).toContain('02-wiki/new.md');
    await vault.change('02-wiki/new.md', { text: 'owl', type: 'wiki' });
    expect(await vault.paths('owl', { tags: ['bird'] })).not.toContain('02-wiki/new.md');
  });
});

describe('weights of notes', () => {
  it('rank the archive, excluded files, maps and dailies below plain notes of the same words', async () => {
    const text = 'owl notes of the season';
    const vault = await searchedVault(
      {
        '99-archive/a.md': text,
        'b/excluded.md': text,
        'c/birds-moc.md': { text, type: 'moc' },
        '04-daily/2026-05-01.md': { text, type: 'daily' },
        'z.md': text,
      },
      { isDemoted: (path) => path.startsWith('b/') },
    );
    const { hits } = await vault.ask('owl season');
    expect(hits[0]?.path).toBe('z.md');
    const { weights } = presetOf('en');
    const scoreOf = (path: string): number =>
      (hits.find((hit) => hit.path === path)?.score ?? NaN) / (hits[0]?.score ?? NaN);
    expect(scoreOf('99-archive/a.md')).toBeLessThan(1);
    expect(scoreOf('b/excluded.md')).toBeCloseTo(weights.excluded, 1);
  });

  it('are lifted from a map of content that is asked for by name', async () => {
    const vault = await searchedVault({
      'birds-moc.md': { text: 'Owls, kites and all others.', title: 'Birds', type: 'moc' },
      'a.md': 'Some birds sing, other birds do not.',
    });
    expect((await vault.paths('birds'))[0]).toBe('birds-moc.md');
    const named = (await vault.ask('birds')).hits.find((hit) => hit.path === 'birds-moc.md');
    const plain = await searchedVault({
      'birds-moc.md': { text: 'Owls, kites and all others.', title: 'Birds', type: 'note' },
      'a.md': 'Some birds sing, other birds do not.',
    });
    expect(named?.score).toBeCloseTo((await plain.ask('birds')).hits[0]?.score ?? NaN, 10);
    const demoted = (await vault.ask('owls')).hits[0];
    expect(demoted?.score).toBeCloseTo(
      ((await plain.ask('owls')).hits[0]?.score ?? NaN) * (presetOf('en').weights.byType['moc'] ?? 1),
      10,
    );
  });
});

describe('one hop along links', () => {
  const vaultOf = () =>
    searchedVault({
      'a.md': { text: 'owl owl', links: ['linked.md', 'a.md', 'b.md'] },
      'b.md': 'owl among many other words that say something else',
      'linked.md': 'nothing of the kind\n\nat all',
      'source.md': { text: 'nothing either', links: ['a.md'] },
    });

  it('brings in what the best notes link to, and says by which of them', async () => {
    const vault = await vaultOf();
    const { hits, found } = await vault.ask('owl');
    expect(hits.map((hit) => [hit.path, hit.viaLinkFrom])).toEqual([
      ['a.md', null],
      ['b.md', null],
      ['linked.md', 'a.md'],
    ]);
    expect(hits[2]).toMatchObject({ firstLine: 1, lines: ['nothing of the kind', '', 'at all'] });
    expect(found).toBe(3);
  });

  it('goes further when two notes are asked for', async () => {
    const vault = await vaultOf();
    const scoreOf = async (followLinks: boolean): Promise<number> =>
      (await vault.ask('owl', { followLinks })).hits.find((hit) => hit.path === 'linked.md')?.score ?? NaN;
    expect(await scoreOf(true)).toBeGreaterThan(2 * (await scoreOf(false)));
  });

  it('takes the greatest of several shares, not their sum', async () => {
    const hub = { text: 'owl', links: ['target.md'] };
    const one = await searchedVault({ '1.md': hub, '2.md': 'owl', '3.md': 'owl', 'target.md': 'else' });
    const three = await searchedVault({ '1.md': hub, '2.md': hub, '3.md': hub, 'target.md': 'else' });
    const scoreOf = async (vault: typeof one): Promise<number> =>
      (await vault.ask('owl')).hits.find((hit) => hit.path === 'target.md')?.score ?? NaN;
    expect(await scoreOf(three)).toBeCloseTo(await scoreOf(one), 10);
  });
});

describe('words, phrases and exclusions', () => {
  it('guess at words that the vault lacks: a typo, and a word begun', async () => {
    const vault = await searchedVault(BIRDS);
    expect((await vault.paths('kestrle'))[0]).toBe('birds/Kestrel.md');
    expect((await vault.paths('kest'))[0]).toBe('birds/Kestrel.md');
    expect((await vault.paths('hollwo trees'))[0]).toBe('Trees.md');
  });

  it('never guess at words that it has', async () => {
    const vault = await searchedVault({ 'a.md': 'vole', 'b.md': 'mole', 'c.md': 'volery' });
    expect(await vault.paths('vole')).toEqual(['a.md']);
  });

  it('offer known words where the vault has none of the question', async () => {
    const vault = await searchedVault(BIRDS, {
      suggest: (words, limit) => [`${words.join('+')}?`, 'x'].slice(0, limit),
    });
    expect((await vault.ask('zzzzzz qqqqqq')).suggestions).toEqual(['zzzzzz+qqqqqq?', 'x']);
    expect((await vault.ask('zzzzzz owl')).suggestions).toEqual([]);
    expect(await vault.ask('zzzzzz')).toMatchObject({ hits: [], found: 0 });
  });

  it('hold a quoted phrase word for word, in text or in a name', async () => {
    const vault = await searchedVault({
      'a.md': 'The barn owl hunts.',
      'b.md': 'An owl in a barn.',
      'c.md': { text: 'Tyto alba.', title: 'The Barn  Owl' },
      'd.md': 'A **barn\nowl** again.',
    });
    expect((await vault.paths('"barn owl"')).slice().sort()).toEqual(['a.md', 'c.md', 'd.md']);
    expect(await vault.paths('"barn owl" hunts')).toContain('a.md');
    expect(await vault.paths('"owl barn"')).toEqual([]);
  });

  it('leave out notes with an unwanted word or phrase', async () => {
    const vault = await searchedVault({ 'a.md': 'owl at night', 'b.md': 'owl by day', 'c.md': 'owl in the barn' });
    expect((await vault.paths('owl -night')).slice().sort()).toEqual(['b.md', 'c.md']);
    expect((await vault.paths('owl -"by day" -barn')).slice().sort()).toEqual(['a.md']);
  });

  it('find words of any script, with accents or without', async () => {
    const vault = await searchedVault({
      'pt.md': 'Uma ligação entre estações de trem.',
      'ru.md': 'Заметка о совах и лесах.',
      'zh.md': '猫头鹰在夜间捕猎。',
      'ja.md': 'フクロウは夜に狩りをします。',
      'c.md': 'Notes on C++ and getUserName.',
    });
    const wanted = [
      ['ligação', 'pt.md'],
      ['ligacao estacao', 'pt.md'],
      ['сова', 'ru.md'],
      ['猫头鹰', 'zh.md'],
      ['フクロウ', 'ja.md'],
      ['cpp', 'c.md'],
      ['C++', 'c.md'],
      ['user name', 'c.md'],
      ['getUserName', 'c.md'],
    ] as const;
    for (const [query, path] of wanted) expect([query, (await vault.paths(query))[0]]).toEqual([query, path]);
  });
});

describe('freshness of a search', () => {
  it('says how many notes are behind', async () => {
    const vault = await searchedVault(BIRDS);
    vault.behind = 3;
    expect((await vault.ask('owl')).behind).toBe(3);
  });

  it('shows lines of the file as it is now, though it has changed since it was indexed', async () => {
    const vault = await searchedVault({ 'a.md': '## One\n\nowl\n', 'b.md': 'owl' });
    vault.edit('a.md', { text: 'New first line.\n\n## Zero\n\nNothing.\n\n## One\n\nAn owl again.\n' });
    const hit = (await vault.ask('owl')).hits.find(({ path }) => path === 'a.md');
    expect(hit).toMatchObject({ firstLine: 9, lastLine: 9, headings: ['One'], lines: ['An owl again.'] });
  });

  it('drops a note that is gone or says nothing of it any more, and fills its place', async () => {
    const vault = await searchedVault({
      'a.md': 'owl owl owl',
      'b.md': 'owl owl',
      'c.md': 'owl',
      'd.md': 'an owl or so',
    });
    vault.erase('a.md');
    vault.edit('b.md', { text: 'a kite' });
    expect(await vault.paths('owl', { limit: 2 })).toEqual(['c.md', 'd.md']);
  });
});

describe('the window of a hit', () => {
  it('lies where the words are, marked where the passage goes on, never longer than asked', async () => {
    const filler = Array.from({ length: 40 }, (_, at) => `Sentence number ${at} says nothing.`);
    const text = ['## Long', '', ...filler.slice(0, 20), 'Here an owl sits.', ...filler.slice(20)].join('\n');
    const vault = await searchedVault({ 'a.md': text });
    const [hit] = (await vault.ask('owl', { windowChars: 120 })).hits;
    expect(hit?.lines.join('\n')).toContain('Here an owl sits.');
    expect(hit?.cut).toBe(true);
    expect(hit?.lines.join('\n').length).toBeLessThanOrEqual(124);
    const lines = text.split('\n');
    const shown = hit?.lines.map((line) => line.replaceAll('…', '').trim()) ?? [];
    expect(shown).toEqual(lines.slice((hit?.firstLine ?? 0) - 1, hit?.lastLine).map((line) => line.trim()));
  });
});
