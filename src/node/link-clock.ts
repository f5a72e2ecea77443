import { clearTimeout, setTimeout } from 'node:timers';
import type { LinkClock } from '../wire/clock.ts';

/** Node's own timers: a page's timers stop in hidden windows, and the plugin lives in a page. */
export const nodeClock: LinkClock = {
  now: () => Date.now(),
  after: (ms, task) => {
    const timer = setTimeout(task, ms);
    timer.unref();
    return () => clearTimeout(timer);
  },
};
