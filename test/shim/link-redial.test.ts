import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { Redial } from '../../src/shim/link-redial.ts';
import { BACKOFF_LONGEST_MS } from '../../src/wire/limits.ts';

import { ManualClock } from '../wire/manual-clock.ts';

let clock: ManualClock;
let dials: number;
let redial: Redial;
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vault-mcp-redial-'));
  clock = new ManualClock();
  dials = 0;
  redial = new Redial({ endpointFile: join(folder, 'v.json'), clock, random: () => 1, dial: () => void dials++ });
});
afterEach(async () => {
  redial.stop();
  await rm(folder, { recursive: true });
});

/** Every dial fails at once. `callEvery`: milliseconds between two calls of a client; returns dials within `ms`. */
function dialsWithin(ms: number, callEvery: number, nobodyThere: boolean): number {
  let seen = dials;
  const from = dials;
  redial.later(nobodyThere);
  for (let at = 0; at < ms; at += callEvery) {
    redial.hurry();
    clock.advance(callEvery);
    while (dials > seen) {
      seen++;
      redial.later(nobodyThere);
    }
  }
  return dials - from;
}

describe('pauses between dials', () => {
  it('are cut short for a client that waits, at most once in two seconds however often it calls', () => {
    const minute = 60_000;
    for (const nobodyThere of [true, false]) {
      const often = dialsWithin(minute, 10, nobodyThere);
      // One dial in each longest pause by itself, one more for those who wait, and the first few of a doubling pause.
      expect(often).toBeLessThanOrEqual((2 * minute) / BACKOFF_LONGEST_MS + 10);
      expect(often).toBeGreaterThanOrEqual(minute / BACKOFF_LONGEST_MS);
      redial.rest();
    }
  });

  it('are cut short at once for the first who waits', () => {
    redial.later(true);
    redial.hurry();
    clock.advance(0);
    expect(dials).toBe(1);
  });

  it('are cut short by every piece of news', () => {
    for (let news = 1; news <= 5; news++) {
      redial.later(true);
      redial.now();
      clock.advance(0);
      expect(dials).toBe(news);
    }
  });

  it('are left out when news came while a dial was on its way, once', () => {
    redial.now();
    redial.later(true);
    clock.advance(0);
    expect(dials).toBe(1);
    redial.later(true);
    clock.advance(0);
    expect(dials).toBe(1);
  });

  it('end when the endpoint file is written', async () => {
    redial.later(true);
    await writeFile(join(folder, 'v.json'), '{}');
    for (let turn = 0; turn < 500 && dials === 0; turn++) {
      await new Promise((resolve) => setTimeout(resolve, 10));
      clock.advance(0);
    }
    expect(dials).toBe(1);
  });
});
