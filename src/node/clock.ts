import { performance } from 'node:perf_hooks';
// The page's own timers stop in hidden windows; Node's do not.
import { clearTimeout, setImmediate, setTimeout } from 'node:timers';
import type { Clock } from '../core/ports.ts';

/** The clock of the machine; `after` never keeps a process alive. */
export const systemClock: Clock = {
  now: () => Date.now(),
  tick: () => performance.now(),
  after: (ms, until) =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      timer.unref();
      const early = (): void => {
        clearTimeout(timer);
        resolve();
      };
      until?.then(early, early);
    }),
  breathe: () =>
    new Promise((resolve) => {
      setImmediate(resolve);
    }),
};
