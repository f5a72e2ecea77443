import { describe, expect, it } from 'vitest';
import { WriteQueue } from '../../../src/core/change/write-queue.ts';
import type { Clock } from '../../../src/core/ports.ts';

/** A clock whose waits end when they are told to; and tasks that do. */
function rig() {
  const waits: (() => void)[] = [];
  const clock: Clock = {
    now: () => 0,
    tick: () => 0,
    breathe: () => Promise.resolve(),
    after: (_ms, until) => {
      const told = new Promise<void>((resolve) => waits.push(resolve));
      return until === undefined ? told : Promise.race([told, until.then(() => undefined)]);
    },
  };
  const ends: (() => void)[] = [];
  const task = (name: string, begun: string[]) => (): Promise<string> => {
    begun.push(name);
    return new Promise((resolve) => ends.push(() => resolve(name)));
  };
  return { queue: new WriteQueue(clock), waits, ends, task };
}

const aTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('the queue of writes', () => {
  it('lets one write at a time, in order of arrival', async () => {
    const { queue, ends, task } = rig();
    const begun: string[] = [];
    const done = [queue.run(task('a', begun)), queue.run(task('b', begun)), queue.run(task('c', begun))];
    await aTurn();
    expect(begun).toEqual(['a']);
    for (const expected of [
      ['a', 'b'],
      ['a', 'b', 'c'],
    ]) {
      ends.at(-1)?.();
      await aTurn();
      expect(begun).toEqual(expected);
    }
    ends.at(-1)?.();
    expect((await Promise.all(done)).map(({ overlapped }) => overlapped)).toEqual([false, false, false]);
  });

  it('says nothing of a write that takes longer than its slot while it is alone', async () => {
    const { queue, waits, ends, task } = rig();
    const alone = queue.run(task('slow', []));
    await aTurn();
    waits[0]?.();
    await aTurn();
    ends[0]?.();
    expect(await alone).toEqual({ value: 'slow', overlapped: false });
  });

  it('lets the next begin when a slot is over, and tells both that they ran side by side', async () => {
    const { queue, waits, ends, task } = rig();
    const begun: string[] = [];
    const both = [queue.run(task('slow', begun)), queue.run(task('next', begun))];
    await aTurn();
    expect(begun).toEqual(['slow']);
    waits[0]?.();
    await aTurn();
    expect(begun).toEqual(['slow', 'next']);
    for (const end of ends) end();
    expect(await Promise.all(both)).toEqual([
      { value: 'slow', overlapped: true },
      { value: 'next', overlapped: true },
    ]);
    expect(queue.idle).toBe(true);
  });

  it('goes on behind a write that failed', async () => {
    const { queue, ends, task } = rig();
    const failed = queue.run(() => Promise.reject(new Error('no')));
    const next = queue.run(task('next', []));
    await expect(failed).rejects.toThrow('no');
    await aTurn();
    ends[0]?.();
    expect(await next).toEqual({ value: 'next', overlapped: false });
  });
});
