import { describe, expect, it } from 'vitest';
import { caughtUp } from '../../../src/core/rewrite/caught-up.ts';

/** A library whose first pass ends, or does not, while it is waited for. */
function library(readyBefore: boolean, readyAfter: boolean) {
  let ready = readyBefore;
  const waited: number[] = [];
  return {
    waited,
    progress: () => ({ indexed: 0, total: 9, ready: true, compared: ready }),
    settled: (ms: number) => {
      waited.push(ms);
      ready = readyAfter;
      return Promise.resolve(3);
    },
  };
}

describe('a plan about links', () => {
  it('waits for the first pass, and refuses where that does not end', async () => {
    await expect(caughtUp(library(false, false))).rejects.toMatchObject({
      code: 'vault_unavailable',
      params: { reason: 'still_indexing' },
    });
    await expect(caughtUp(library(false, true))).resolves.toBeUndefined();
  });

  it('waits a little for news, and goes on with what is known', async () => {
    const known = library(true, true);
    await caughtUp(known);
    expect(known.waited).toEqual([2_000]);
  });
});
