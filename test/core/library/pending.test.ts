import { describe, expect, it } from 'vitest';
import { Pending } from '../../../src/core/library/pending.ts';
import { listedPath } from '../../../src/core/path.ts';

const [a, b, c] = ['a.md', 'b.md', 'c.md'].map(listedPath) as [never, never, never];

describe('what is pending', () => {
  it('is taken in the order it came, each path once', () => {
    const pending = new Pending();
    [a, b, a, c].forEach((path) => pending.add(path));
    expect(pending.take(10, 100, () => 1)).toEqual([a, b, c]);
    expect(pending.size).toBe(0);
  });

  it('is taken urgent first', () => {
    const pending = new Pending();
    [a, b, c].forEach((path) => pending.add(path));
    pending.addUrgent(c);
    pending.add(c);
    expect(pending.take(2, 100, () => 1)).toEqual([c, a]);
    expect(pending.has(b)).toBe(true);
  });

  it('is taken within the budget, but never nothing', () => {
    const pending = new Pending();
    [a, b, c].forEach((path) => pending.add(path));
    expect(pending.take(10, 5, () => 9)).toEqual([a]);
    expect(pending.take(10, 5, () => 2)).toEqual([b, c]);
    expect(pending.take(10, 5, () => 2)).toEqual([]);
  });
});
