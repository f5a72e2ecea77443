import { describe, expect, it } from 'vitest';
import { presetOf } from '../../../src/core/conventions/presets.ts';
import { findHome, homeQuery, STANDS_OUT, type Home } from '../../../src/core/learn/find-home.ts';
import { readLesson, type LearnRequest } from '../../../src/core/learn/lesson.ts';
import type { NoteSummary } from '../../../src/core/note/note.ts';
import { listedPath, type VaultPath } from '../../../src/core/path.ts';
import type { Retriever, SearchHit, SearchRequest } from '../../../src/core/retrieve/retriever.ts';
import { LESSON } from './a-learner.ts';

interface Ranked {
  readonly path: string;
  readonly score: number;
  readonly type?: string;
  readonly tags?: readonly string[];
  readonly via?: string;
  /** Default: the lesson's own text. */
  readonly text?: string;
}

/** A home judged on a ranking that the test lays down. */
async function judge(
  ranking: readonly Ranked[],
  lesson: Partial<LearnRequest> = {},
): Promise<Home & { asked: SearchRequest[] }> {
  const asked: SearchRequest[] = [];
  const notes = new Map<VaultPath, NoteSummary>();
  for (const { path, type = 'wiki', tags = [] } of ranking) {
    const at = listedPath(path);
    notes.set(at, { path: at, title: '', aliases: [], type, status: null, tags, properties: [], size: 1, mtimeMs: 1 });
  }
  const retriever: Retriever = {
    search: (request) => {
      asked.push(request);
      const hits = ranking.slice(request.skip, request.skip + request.limit).map(hitOf);
      return Promise.resolve({ hits, found: ranking.length, capped: false, suggestions: [], behind: 0 });
    },
  };
  const whole = { ...LESSON, ...lesson };
  const home = await findHome(readLesson(whole), whole.domain, {
    conventions: presetOf('en'),
    retriever,
    library: {
      notes,
      open: (path) => {
        const text = ranking.find((one) => one.path === path)?.text ?? whole.insight;
        return Promise.resolve({ path, text, revision: '', metadata: {} });
      },
    },
  });
  return { ...home, asked };
}

function hitOf({ path, score, via }: Ranked): SearchHit {
  const viaLinkFrom = via === undefined ? null : listedPath(via);
  const place = { firstLine: 1, lastLine: 1, headings: [], lines: [''], cut: false, more: [] };
  return { path: listedPath(path), title: '', score, viaLinkFrom, ...place };
}

const note = '02-wiki/docker/networks.md';
const other = '02-wiki/docker/volumes.md';

describe('the note that a lesson belongs in', () => {
  it('is the best one, if it stands out by 1.8 from the next note', async () => {
    expect(STANDS_OUT).toBe(1.8);
    const out = await judge([
      { path: note, score: 1.8 },
      { path: other, score: 1 },
    ]);
    expect(out.path).toBe(note);
    expect(out.reason).toMatchObject({ code: 'same_subject', path: note, rival: other, ratio: 1.8 });
    const near = await judge([
      { path: note, score: 1.79 },
      { path: other, score: 1 },
    ]);
    expect(near.path).toBeNull();
    expect(near.reason).toEqual({ code: 'not_distinct', path: note, rival: other, ratio: 1.79 });
  });

  it('is none where nothing was found', async () => {
    expect((await judge([])).reason).toEqual({ code: 'nothing_found' });
  });

  it('needs no other note to stand out from', async () => {
    const { path, reason } = await judge([{ path: note, score: 0.1 }]);
    expect(path).toBe(note);
    expect(reason.ratio).toBeUndefined();
  });

  it.each(['03-projects/shop/README.md', '99-archive/networks.md', '01-raw/networks.md', 'networks.md'])(
    'is none where the best note lies elsewhere: %s',
    async (path) => {
      const home = await judge([
        { path, score: 9 },
        { path: note, score: 1 },
      ]);
      expect(home.path).toBeNull();
      expect(home.reason).toEqual({ code: 'best_elsewhere', path });
      expect(home.candidates).toEqual([note]);
    },
  );

  it('is none where the best note is there by a link only', async () => {
    const { path, reason } = await judge([{ path: note, score: 9, via: other }]);
    expect(path).toBeNull();
    expect(reason).toEqual({ code: 'only_linked', path: note });
  });

  it('lies in the domain, or shares a tag whatever its case', async () => {
    const elsewhere = '02-wiki/networking/bridges.md';
    expect((await judge([{ path: elsewhere, score: 9 }])).reason).toEqual({ code: 'unrelated', path: elsewhere });
    const tagged = await judge([{ path: elsewhere, score: 9, tags: ['Bridge'] }], { tags: ['bridge'] });
    expect(tagged.path).toBe(elsewhere);
    expect(tagged.reason.tag).toBe('bridge');
  });

  it('holds at least a quarter of the lesson’s words, and three', async () => {
    const far = await judge([{ path: note, score: 9, text: 'Containers and other things, of which this says much.' }]);
    expect(far.path).toBeNull();
    expect(far.reason).toMatchObject({ code: 'other_subject', path: note, words: { shared: 1 } });
  });

  it('does not count the words of its domain and tags, which its neighbours hold too', async () => {
    const lesson = { title: 'Docker containers on Linux', insight: 'Docker containers need Linux.', tags: ['linux'] };
    const { reason } = await judge([{ path: note, score: 9, tags: ['linux'], text: 'Docker on Linux.' }], lesson);
    expect(reason.words).toEqual({ shared: 0, all: 2 });
  });

  it('is never a map of content, a day or the index, which are no rivals either', async () => {
    const { path, reason } = await judge([
      { path: '02-wiki/docker/docker-moc.md', score: 9 },
      { path: '04-daily/2026-01-01.md', score: 8, type: 'daily' },
      { path: '00-index/index-knowledge.md', score: 7 },
      { path: '02-wiki/docker/map.md', score: 6, type: 'moc' },
      { path: note, score: 5 },
      { path: other, score: 2 },
    ]);
    expect(path).toBe(note);
    expect(reason.ratio).toBe(2.5);
  });

  it('is compared with the next note even when lists fill the first page of the search', async () => {
    const lists = Array.from({ length: 9 }, (_, at) => ({ path: `04-daily/${at}.md`, score: 9, type: 'daily' }));
    const { reason, asked } = await judge([...lists, { path: note, score: 5 }, { path: other, score: 4 }]);
    expect(reason).toMatchObject({ code: 'not_distinct', rival: other });
    expect(asked.map(({ skip }) => skip)).toEqual([0, 8]);
  });

  it('is searched for outside the raw folder and without a stronger hop', async () => {
    const { asked } = await judge([]);
    expect(asked[0]).toMatchObject({ includeRaw: false, followLinks: false });
  });
});

describe('the words that a home is searched by', () => {
  it('come from title and text, each once, without marks that a search would obey', () => {
    const { query, cut } = homeQuery('Bridge -networks', '"isolate" containers: bridge');
    expect(query.split(' ')).toEqual(expect.arrayContaining(['bridge', 'containers']));
    expect(query).not.toMatch(/["-]/);
    expect(cut).toBe(false);
  });

  it('are those behind one long string of characters, too', () => {
    const blob = Array.from({ length: 20 }, (_, at) => `${'q'.repeat(58)}${String(at).padStart(2, '0')}`).join(' ');
    expect(homeQuery('', `${blob} bridge`).query).toMatch(/(?:^| )bridge$/);
    expect(homeQuery('', `${'x'.repeat(1_136)} bridge`).query).toBe('bridge');
  });

  it('are at most 64 and 1,024 units, of the first 8,192 units of the lesson, which is said', () => {
    const many = Array.from({ length: 2_000 }, (_, at) => `w${at}x`).join(' ');
    const { query, cut } = homeQuery('title', many);
    expect(query.split(' ').length).toBeLessThanOrEqual(64);
    expect(query.length).toBeLessThanOrEqual(1_024);
    expect(cut).toBe(true);
  });
});
