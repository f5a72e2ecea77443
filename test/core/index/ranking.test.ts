import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { CompactIndex } from '../../../src/core/index/compact-index.ts';
import { MiniSearchIndex } from '../../../src/core/index/minisearch-index.ts';
import type { IndexedNote, PassageIndex, PassageQuery } from '../../../src/core/index/passage-index.ts';
import { listedPath, type VaultPath } from '../../../src/core/path.ts';
import { noteOf, plainWords } from '../../contracts/passage-index.ts';
import { plainRanking } from './plain-bm25f.ts';
import { quickClock } from './quick-clock.ts';

const word = fc.constantFrom('owl', 'bat', 'cat', 'elk', 'fox', 'gnu', 'ox', 'сова', '梟', 'x', 'y', 'z');
const text = fc.array(word, { maxLength: 12 }).map((words) => words.join(' '));
const passage = fc.record({ prose: text, code: text, headings: fc.array(text, { maxLength: 2 }) });
const content = fc.record({
  passages: fc.array(passage, { maxLength: 5 }),
  names: fc.array(text, { maxLength: 2 }),
  tags: fc.array(word, { maxLength: 2 }),
});
const name = fc.integer({ min: 0, max: 11 }).map((number) => `${number}.md`);
const note = fc.tuple(name, content).map(([path, { passages, ...rest }]) => noteOf(path, passages, rest));
const notes = fc.uniqueArray(note, { maxLength: 12, selector: ({ path }) => path });
const names: fc.Arbitrary<VaultPath[]> = fc.array(name.map(listedPath), { maxLength: 8 });
const weights = fc.dictionary(name, fc.constantFrom(0.4, 0.7, 1));

const query: fc.Arbitrary<PassageQuery> = fc
  .record({
    terms: fc.array(
      fc.record({
        term: word,
        weight: fc.constantFrom(1, 1, 0.8, 0.6, 0),
        word: fc.option(fc.integer({ min: 0, max: 2 }), { nil: undefined }),
      }),
      { maxLength: 5 },
    ),
    limit: fc.integer({ min: 1, max: 12 }),
    among: fc.option(names, { nil: undefined }),
    without: fc.oneof(
      { weight: 3, arbitrary: fc.constant([]) },
      { weight: 1, arbitrary: fc.array(word, { maxLength: 2 }) },
    ),
    weightOf: weights,
  })
  .map(({ terms, limit, among, without, weightOf }) => ({
    terms: distinctForms(terms),
    limit,
    without,
    ...(among === undefined ? {} : { among: new Set(among) }),
    weightOf: new Map(Object.entries(weightOf).map(([path, weight]) => [listedPath(path), weight])),
  }));

/** Drops a form named twice within one word, which means nothing. */
function distinctForms(terms: readonly { term: string; weight: number; word: number | undefined }[]) {
  const seen = new Set<string>();
  return terms.flatMap(({ term, weight, word: group }) => {
    if (group === undefined) return [{ term, weight }];
    const key = `${group} ${term}`;
    if (seen.has(key)) return [];
    seen.add(key);
    return [{ term, weight, word: group }];
  });
}

type Step =
  { readonly put: readonly IndexedNote[] } | { readonly remove: readonly VaultPath[] } | { readonly compact: true };
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.array(note, { maxLength: 4 }).map((put) => ({ put })) },
  { weight: 3, arbitrary: names.map((remove) => ({ remove })) },
  { weight: 1, arbitrary: fc.constant({ compact: true } as const) },
);

async function take(index: PassageIndex, one: Step): Promise<void> {
  if ('put' in one) await index.put(one.put);
  else if ('remove' in one) await index.remove(one.remove);
  else await index.compact();
}

function compact(passages = 3): CompactIndex {
  return new CompactIndex(quickClock(), { readerFor: plainWords, bounds: { passages, postings: 10_000 } });
}

function expectSameRanking(
  found: readonly { path: string; score: number }[],
  wanted: readonly { path: string; score: number }[],
): void {
  expect(found.map((one) => one.path)).toEqual(wanted.map((one) => one.path));
  found.forEach(({ score }, at) => expect(score).toBeCloseTo(wanted[at]?.score ?? NaN, 9));
}

/** The formulas differ in the last bits, so notes that are equal but for those are put in one order. */
function settleTies(ranking: readonly { path: string; score: number }[]): { path: string; score: number }[] {
  return ranking
    .map(({ path, score }) => ({ path, score: Number(score.toFixed(9)) }))
    .sort((a, b) => b.score - a.score || (a.path < b.path ? -1 : 1));
}

describe('the ranking of the compact index', () => {
  it('is that of the plain formula on any vault and question', async () => {
    await fc.assert(
      fc.asyncProperty(notes, query, async (vault, asked) => {
        const index = compact();
        await index.put(vault);
        const whole = { ...asked, limit: 100 };
        expectSameRanking(settleTies(await index.search(whole)), settleTies(plainRanking(vault, whole)));
        expect(await index.search(asked)).toEqual((await index.search(whole)).slice(0, asked.limit));
      }),
      { numRuns: 300 },
    );
  });

  it("is MiniSearch's where length plays no part and every word is asked for by itself", async () => {
    await fc.assert(
      fc.asyncProperty(notes, fc.uniqueArray(word, { maxLength: 5 }), async (vault, words) => {
        const referee = new MiniSearchIndex({ readerFor: plainWords });
        // Lengths are made equal by giving every note one passage of twelve distinct words, in some order.
        const alike = vault.map(({ path, passages }, at) => noteOf(path, [twelveWords(passages[0]?.prose ?? '', at)]));
        const index = compact();
        await referee.put(alike);
        await index.put(alike);
        const asked = { terms: words.map((term) => ({ term, weight: 1 })), limit: 100 };
        expectSameRanking(settleTies(await index.search(asked)), settleTies(await referee.search(asked)));
      }),
      { numRuns: 100 },
    );
  });

  it('depends on what the vault holds, not on how it came about', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 25 }),
        fc.array(query, { minLength: 3, maxLength: 3 }),
        async (steps, asked) => {
          const index = compact();
          const vault = new Map<VaultPath, IndexedNote>();
          for (const one of steps) {
            await take(index, one);
            if ('put' in one) for (const each of one.put) vault.set(each.path, each);
            else if ('remove' in one) for (const path of one.remove) vault.delete(path);
          }
          const fresh = compact(1_000);
          await fresh.put([...vault.values()]);
          for (const each of asked) expect(await index.search(each)).toEqual(await fresh.search(each));
          const wanted = await fresh.size();
          expect(await index.size()).toMatchObject({ notes: wanted.notes, passages: wanted.passages });
          expect(await index.languages()).toEqual(await fresh.languages());
          const asks = ['owl', 'bat', 'cat', 'gnu', 'ox', 'x', 'сова', '梟', 'none'];
          expect(await index.known(asks)).toEqual(await fresh.known(asks));
          for (const term of ['ow', 'cwt', 'xx', 'сов'])
            expect(await index.near(term, 5)).toEqual(await fresh.near(term, 5));
        },
      ),
      { numRuns: 150 },
    );
  });

  it('is that of a state between two changes, whenever it is asked for while they go on', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), query, async (steps, asked) => {
        const states: string[] = [];
        const slow = compact(1_000);
        states.push(JSON.stringify(await slow.search(asked)));
        for (const single of steps.flatMap(oneByOne)) {
          await take(slow, single);
          states.push(JSON.stringify(await slow.search(asked)));
        }
        const index = compact(2);
        let going = true;
        const done = Promise.all(steps.map((one) => take(index, one))).finally(() => (going = false));
        let at = 0;
        while (going) {
          const seen = JSON.stringify(await index.search(asked));
          while (at < states.length && states[at] !== seen) at++;
          expect(at).toBeLessThan(states.length);
          await Promise.resolve();
        }
        await done;
      }),
      { numRuns: 60 },
    );
  });
});

function oneByOne(one: Step): Step[] {
  if ('put' in one) return one.put.map((each) => ({ put: [each] }));
  if ('remove' in one) return one.remove.map((path) => ({ remove: [path] }));
  return [one];
}

/** Twelve distinct words, some of them taken from `from`; so that every passage is as long as any other. */
function twelveWords(from: string, seed: number): string {
  const taken = [...new Set(from.split(' ').filter(Boolean))];
  const rest = Array.from({ length: 12 }, (_, at) => `filler${seed}-${at}`);
  return [...taken, ...rest].slice(0, 12).join(' ');
}
