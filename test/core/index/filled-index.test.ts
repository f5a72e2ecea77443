import { describe, expect, it, onTestFinished } from 'vitest';
import { CompactIndex } from '../../../src/core/index/compact-index.ts';
import { FilledIndex, WORTH_A_THREAD } from '../../../src/core/index/filled-index.ts';
import { IndexLostError, type IndexWorker } from '../../../src/core/index/index-port.ts';
import { listedPath } from '../../../src/core/path.ts';
import { lastingIndexContract } from '../../contracts/lasting-index.ts';
import { asking, noteOf, passageIndexContract, plainWords } from '../../contracts/passage-index.ts';
import { silent } from '../../support/memory-host.ts';
import { memoryWorker } from './index-threads.ts';
import { quickClock } from './quick-clock.ts';

interface Filled {
  readonly index: FilledIndex;
  /** Threads that were started, each with how it can be killed, and whether it was ended. */
  readonly threads: { kill(): void; ended: boolean }[];
}

function filled(): Filled {
  const threads: Filled['threads'] = [];
  const start = (): IndexWorker => {
    const worker = memoryWorker({ readerFor: plainWords });
    let tell: (reason: string) => void = () => undefined;
    const thread = {
      kill: (): void => {
        worker.end();
        tell('killed');
      },
      ended: false,
    };
    threads.push(thread);
    onTestFinished(() => worker.end());
    return {
      ...worker,
      onDeath: (listener) => (tell = listener),
      end: () => {
        thread.ended = true;
        worker.end();
      },
    };
  };
  const clock = quickClock();
  const home = (): CompactIndex => new CompactIndex(clock, { readerFor: plainWords });
  return { index: new FilledIndex({ start, clock, log: silent, home }), threads };
}

function expecting(): Filled {
  const made = filled();
  made.index.expect(WORTH_A_THREAD);
  return made;
}

passageIndexContract('an index that another thread fills', () => expecting().index);
passageIndexContract('an index that no thread fills', () => filled().index);
lastingIndexContract('an index that no thread fills', () => filled().index);

const owls = Array.from({ length: 40 }, (_, at) => noteOf(`${at}.md`, [`owl number${at}`]));

describe('an index that another thread fills', () => {
  it('is brought home by compact, and its thread ended', async () => {
    const { index, threads } = expecting();
    await index.put(owls);
    const before = await index.search(asking('owl', 50));
    await index.compact();
    expect(threads).toEqual([expect.objectContaining({ ended: true })]);
    expect(await index.search(asking('owl', 50))).toEqual(before);
    await index.put([noteOf('new.md', ['owl'])]);
    await index.compact();
    expect(await index.search(asking('owl', 50))).toHaveLength(41);
    expect(threads).toHaveLength(1);
    expect(index.life).toBe(0);
  });

  it('loses nothing of what is put, removed and asked while it is brought home', async () => {
    const { index } = expecting();
    await index.put(owls);
    const home = index.compact();
    const changes = [
      index.put([noteOf('new.md', ['owl']), noteOf('3.md', ['bat'])]),
      index.remove([listedPath('4.md')]),
      index.compact(),
    ];
    expect(await index.search(asking('owl', 50))).toHaveLength(40);
    await Promise.all([home, ...changes]);
    const found = (await index.search(asking('owl', 50))).map(({ path }) => path);
    expect(found).toHaveLength(39);
    expect(found).toContain('new.md');
    expect((await index.paths()).length).toBe(40);
    expect((await index.size()).notes).toBe(40);
  });

  it('starts no thread for few notes, for one that holds some, or a second time', async () => {
    const few = filled();
    few.index.expect(WORTH_A_THREAD - 1);
    const some = filled();
    await some.index.put(owls);
    some.index.expect(WORTH_A_THREAD);
    const twice = expecting();
    twice.index.expect(WORTH_A_THREAD);
    expect([few, some, twice].map(({ threads }) => threads.length)).toEqual([0, 0, 1]);
  });

  it('goes on in this thread where none is to be had', async () => {
    const start = (): IndexWorker => {
      throw new Error('no threads here');
    };
    const clock = quickClock();
    const home = (): CompactIndex => new CompactIndex(clock, { readerFor: plainWords });
    const index = new FilledIndex({ start, clock, log: silent, home });
    index.expect(WORTH_A_THREAD);
    await index.put(owls);
    expect(await index.search(asking('owl', 50))).toHaveLength(40);
  });

  it('says that all was lost when the thread dies, fails what is asked, and goes on in this thread', async () => {
    const { index, threads } = expecting();
    let lost = 0;
    index.onLost(() => lost++);
    await index.put(owls);
    const asked = index.search(asking('owl'));
    threads[0]?.kill();
    await expect(asked).rejects.toBeInstanceOf(IndexLostError);
    expect([lost, index.life]).toEqual([1, 1]);
    expect(await index.search(asking('owl'))).toEqual([]);
    await index.put(owls.slice(0, 5));
    expect(await index.search(asking('owl'))).toHaveLength(5);
    index.expect(WORTH_A_THREAD);
    expect(threads).toHaveLength(1);
  });

  it('says so too when the thread dies while it is brought home', async () => {
    const { index, threads } = expecting();
    let lost = 0;
    index.onLost(() => lost++);
    await index.put(owls);
    const home = index.compact();
    const late = index.put([noteOf('late.md', ['owl'])]);
    threads[0]?.kill();
    await expect(home).rejects.toBeInstanceOf(IndexLostError);
    await late;
    expect(lost).toBe(1);
    expect((await index.search(asking('owl'))).map(({ path }) => path)).toEqual(['late.md']);
  });

  it('ends its thread when it is closed', async () => {
    const { index, threads } = expecting();
    await index.put(owls);
    index.close();
    expect(threads[0]?.ended).toBe(true);
    await expect(index.search(asking('owl'))).rejects.toBeInstanceOf(IndexLostError);
  });
});
