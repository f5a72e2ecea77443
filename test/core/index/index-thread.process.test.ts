import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { startIndexThread, type IndexThread } from '../../../bench/index-thread.ts';
import { RemoteIndex } from '../../../src/core/index/remote-index.ts';
import type { LastingIndex } from '../../../src/core/index/passage-index.ts';
import { lastingIndexContract } from '../../contracts/lasting-index.ts';
import { passageIndexContract } from '../../contracts/passage-index.ts';
import { workerText } from './index-threads.ts';
import { quickClock } from './quick-clock.ts';
import { randomSteps } from './random-steps.ts';

// The same code as the plugin's worker, but for the words of a text.
const plain = await workerText('test/core/index/plain-index-worker.mjs');
const threads: IndexThread[] = [];
afterAll(() => threads.forEach((thread) => thread.end()));

function make(): LastingIndex {
  const thread = startIndexThread(plain);
  onTestFinished(() => thread.end());
  threads.push(thread);
  return new RemoteIndex(thread, quickClock());
}

passageIndexContract('an index in a thread of its own', make);
lastingIndexContract('an index in a thread of its own', make);

describe('an index in the worker that the plugin ships', () => {
  it('equals one in this thread after many random steps', async () => {
    const thread = startIndexThread(await workerText());
    onTestFinished(() => thread.end());
    const clock = quickClock();
    const index = new RemoteIndex(thread, clock);
    expect(await randomSteps({ seed: 20_261_202, steps: 1_500, checkEvery: 500, clock, index })).toBeNull();
  });
});
