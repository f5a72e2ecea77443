import { describe, expect, it } from 'vitest';
import { tellIndexing } from '../../src/mcp/indexing-progress.ts';
import { memoryServices } from './support/memory-services.ts';
import { tideVault } from './support/tide-vault.ts';

type Progress = Parameters<typeof tellIndexing>[0]['library']['progress'] extends () => infer P ? P : never;

/** Services whose first pass is at each of these places in turn, at each look; then ready. */
async function passing(...places: readonly (readonly [indexed: number, total: number | null])[]) {
  const { library, clock } = await memoryServices(tideVault());
  let look = 0;
  const progress = (): Progress => {
    const [indexed, total] = places[look] ?? [9, 9];
    return { indexed, total, ready: look++ >= places.length, compared: true };
  };
  const waits: number[] = [];
  return {
    waits,
    library: Object.assign(Object.create(library) as typeof library, { progress }),
    clock: { ...clock, after: (ms: number) => Promise.resolve(void waits.push(ms)) },
  };
}

describe('a call that waits for the first pass', () => {
  it('tells how many notes are indexed, of how many, once they are counted', async () => {
    const services = await passing([0, null], [0, 9], [4, 9], [8, 9]);
    const told: unknown[] = [];
    const call = new Promise(() => undefined);
    await tellIndexing(services, (...each) => void told.push(each), call);
    expect(told).toEqual([
      [0, 9],
      [4, 9],
      [8, 9],
    ]);
    expect(services.waits).toEqual([100, 100, 100, 100]);
  });

  it.each([
    ['answered', () => Promise.resolve('done')],
    ['refused', () => Promise.reject(new Error('refused'))],
  ])('tells nothing more once it is %s', async (_how, ended) => {
    const services = await passing(...Array.from({ length: 1000 }, (_, n) => [n, 1000] as const));
    const told: unknown[] = [];
    await tellIndexing(services, (...each) => void told.push(each), ended());
    expect(told.length).toBeLessThan(3);
  });

  it('tells nothing of a vault that is indexed', async () => {
    const services = await passing();
    const told: unknown[] = [];
    await tellIndexing(services, (...each) => void told.push(each), new Promise(() => undefined));
    expect(told).toEqual([]);
    expect(services.waits).toEqual([]);
  });
});
