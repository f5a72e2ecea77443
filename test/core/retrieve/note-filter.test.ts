import { describe, expect, it } from 'vitest';
import type { Conventions } from '../../../src/core/conventions/conventions.ts';
import { presetOf } from '../../../src/core/conventions/presets.ts';
import type { LibraryChange } from '../../../src/core/library/library.ts';
import type { NoteSummary } from '../../../src/core/note/note.ts';
import { listedPath, type VaultPath } from '../../../src/core/path.ts';
import { NoteFilter } from '../../../src/core/retrieve/note-filter.ts';
import type { SearchRequest } from '../../../src/core/retrieve/retriever.ts';
import { quickClock } from '../index/quick-clock.ts';

const NOTES = 200;
const everything: SearchRequest = {
  query: 'owl',
  limit: 6,
  skip: 0,
  includeRaw: false,
  followLinks: false,
  windowChars: 280,
};

describe('the filter of a search', () => {
  it('looks at all notes in slices, and no question is answered from half of them', async () => {
    const { filter, pauses } = filteredVault();
    const scopes = await Promise.all([filter.scopeOf(everything), filter.scopeOf(everything)]);
    expect(scopes.map(({ among }) => among?.size)).toEqual([NOTES / 2, NOTES / 2]);
    expect(pauses()).toBeGreaterThan(10);
  });

  it('looks again under other conventions, also for a question that comes in the midst of it', async () => {
    const { filter, agree } = filteredVault();
    await filter.scopeOf(everything);
    agree({ ...presetOf('en'), folders: { ...presetOf('en').folders, raw: 'B' } });
    const first = filter.scopeOf(everything);
    await Promise.resolve();
    const second = filter.scopeOf(everything);
    for (const { among } of await Promise.all([first, second])) {
      expect(among?.size).toBe(NOTES / 2);
      expect(among?.has(listedPath('A/0.md'))).toBe(true);
    }
  });

  it('takes up what changes while it looks', async () => {
    const { filter, move } = filteredVault();
    const asked = filter.scopeOf(everything);
    move(listedPath('A/0.md'), listedPath('B/0a.md'));
    const { among } = await asked;
    expect(among?.size).toBe(NOTES / 2 + 1);
    expect(among?.has(listedPath('A/0.md'))).toBe(false);
  });
});

/** Half of the notes lie in A, which holds raw notes at first, and half in B. */
function filteredVault() {
  const notes = new Map<VaultPath, NoteSummary>();
  const add = (path: VaultPath): unknown =>
    notes.set(path, {
      path,
      title: path,
      aliases: [],
      type: 'note',
      status: null,
      tags: [],
      properties: [],
      size: 1,
      mtimeMs: 0,
    });
  for (let at = 0; at < NOTES / 2; at++) for (const folder of ['A', 'B']) add(listedPath(`${folder}/${at}.md`));
  let tell: (change: LibraryChange) => void = () => undefined;
  const onChange = (listener: (change: LibraryChange) => void) => {
    tell = listener;
    return () => undefined;
  };
  let conventions: Conventions = { ...presetOf('en'), folders: { ...presetOf('en').folders, raw: 'A' } };
  let paused = 0;
  const clock = quickClock();
  const pacer = { tick: clock.tick, breathe: () => Promise.resolve(void paused++) };
  const library = { notes, onChange };
  return {
    filter: new NoteFilter({ library, conventions: () => conventions, isDemoted: () => false, pacer }),
    pauses: () => paused,
    agree: (other: Conventions) => (conventions = other),
    move: (from: VaultPath, to: VaultPath) => {
      notes.delete(from);
      add(to);
      tell({ changed: [to], removed: [from] });
    },
  };
}
