import { describe, expect, it } from 'vitest';
import { noteWeights } from '../../../src/core/conventions/note-weight.ts';
import { presetOf } from '../../../src/core/conventions/presets.ts';

const english = presetOf('en');

describe('the weight of a note', () => {
  const weight = (
    note: { readonly path: string; readonly type: string },
    ...rest: Parameters<typeof noteWeights>
  ): number => {
    const { byType, byPlace } = noteWeights(...rest)(note);
    return byType * byPlace;
  };

  it('tells raw notes by their folder', () => {
    const weigh = noteWeights(english);
    const paths = ['01-raw/a.md', '01-RAW/sub/b.md', '01-raw-notes/c.md', 'd.md'];
    expect(paths.map((path) => weigh({ path, type: 'note' }).raw)).toEqual([true, true, false, false]);
  });

  it('multiplies type and archive', () => {
    expect(weight({ path: '02-wiki/a.md', type: 'wiki' }, english)).toBe(1);
    expect(weight({ path: '02-wiki/a-moc.md', type: 'moc' }, english)).toBe(0.3);
    expect(weight({ path: '99-archive/a.md', type: 'wiki' }, english)).toBe(0.4);
    expect(weight({ path: '99-archive/a.md', type: 'daily' }, english)).toBeCloseTo(0.12);
  });

  it('demotes files that the user excluded', () => {
    expect(weight({ path: 'a.md', type: 'note' }, english, (path) => path === 'a.md')).toBe(0.4);
  });

  it('demotes what a sync service left beside a note, wherever it lies', () => {
    expect(weight({ path: 'a (conflicted copy 2026-11-30).md', type: 'note' }, english)).toBe(0.2);
    expect(weight({ path: '99-archive/a_conflict-20261130-101010.md', type: 'moc' }, english)).toBeCloseTo(0.024);
  });

  it('finds the weight of a role whose word is the vault’s own', () => {
    const renamed = { ...english, types: { ...english.types, moc: 'map' } };
    expect(weight({ path: 'a.md', type: 'map' }, renamed)).toBe(0.3);
  });

  it('is not fooled by a type that every object answers to', () => {
    expect(weight({ path: 'a.md', type: 'constructor' }, english)).toBe(1);
  });
});
