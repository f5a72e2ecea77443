import { setImmediate, setTimeout } from 'node:timers/promises';

import type { Clock } from '../src/core/ports.ts';

/** The clock of a Node program. */
export const benchClock: Clock = {
  now: () => Date.now(),
  tick: () => performance.now(),
  after: (ms) => setTimeout(ms, undefined, { ref: false }),
  breathe: () => setImmediate(),
};
