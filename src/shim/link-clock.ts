import { clearTimeout, setTimeout } from 'node:timers';
import type { LinkClock } from '../wire/clock.ts';

export const shimClock: LinkClock = {
  now: () => Date.now(),
  after: (ms, task) => {
    const timer = setTimeout(task, ms);
    timer.unref();
    return () => clearTimeout(timer);
  },
};
