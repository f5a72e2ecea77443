import { describe, expect, it } from 'vitest';

import { quickClock } from './quick-clock.ts';
import { randomSteps } from './random-steps.ts';

// `node bench/engine/steps.mjs` goes a hundred thousand steps and watches the memory.
describe('an index after thousands of random steps', () => {
  it('equals one built afresh, and is no larger however often its notes were replaced', async () => {
    const sizes: number[] = [];
    const bounds = { steps: 3_000, checkEvery: 500 };
    const onCheck = (_step: number, size: { readonly bytes: number }): void => void sizes.push(size.bytes);
    expect(await randomSteps({ seed: 20_261_201, ...bounds, clock: quickClock(), onCheck })).toBeNull();
    expect(sizes).toHaveLength(6);
    // Notes come in as fast as they go from the second check on; what is dead waits for a merge, but does not pile up.
    expect(Math.max(...sizes.slice(3))).toBeLessThan(2 * Math.max(...sizes.slice(1, 3)));
  });
});
