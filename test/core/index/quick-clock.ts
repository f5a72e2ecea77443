import type { Clock } from '../../../src/core/ports.ts';

/** A clock on which every reading is a millisecond later: so that work is cut into slices as on a slow machine. */
export function quickClock(): Clock {
  let time = 0;
  return {
    now: () => time,
    tick: () => ++time,
    after: () => Promise.resolve(),
    breathe: () => Promise.resolve(),
  };
}
