import { describe, expect, it } from 'vitest';

import { Restarts, WINDOW_MS } from '../../../src/shim/wrap/restarts.ts';

describe('restarts', () => {
  it('pause longer while they come to nothing, and shortly after one that worked', () => {
    const restarts = new Restarts(10);
    expect([0, 0, 0].map(() => restarts.next(0))).toEqual([100, 200, 400]);
    restarts.worked();
    expect(restarts.next(0)).toBe(100);
  });

  it('never pause longer than five seconds', () => {
    const restarts = new Restarts(100);
    const pauses = Array.from({ length: 50 }, () => restarts.next(0) ?? 0);
    expect(Math.max(...pauses)).toBe(5000);
  });

  it('are refused beyond the limit, until the oldest are out of the window', () => {
    const restarts = new Restarts(2);
    restarts.next(0);
    restarts.next(1000);
    expect(restarts.next(2000)).toBeNull();
    expect(restarts.next(WINDOW_MS)).not.toBeNull();
    expect(restarts.next(WINDOW_MS + 1)).toBeNull();
  });

  it('a limit of none allows none', () => {
    expect(new Restarts(0).next(0)).toBeNull();
  });
});
