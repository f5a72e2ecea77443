import { describe, expect, it, onTestFinished } from 'vitest';
import type { LastingIndex } from '../../../src/core/index/passage-index.ts';
import { RemoteIndex } from '../../../src/core/index/remote-index.ts';
import { listedPath } from '../../../src/core/path.ts';
import { lastingIndexContract } from '../../contracts/lasting-index.ts';
import { asking, noteOf, passageIndexContract, plainWords } from '../../contracts/passage-index.ts';
import { memoryWorker } from './index-threads.ts';
import { quickClock } from './quick-clock.ts';

function make(): LastingIndex {
  const worker = memoryWorker({ readerFor: plainWords });
  onTestFinished(() => worker.end());
  return new RemoteIndex(worker, quickClock());
}

passageIndexContract('an index at the other end of a port', make);
lastingIndexContract('an index at the other end of a port', make);

describe('what a question to another thread is limited to', () => {
  const many = Array.from({ length: 300 }, (_, at) => listedPath(`${at}.md`));

  it('is sent again only under another revision, or another set', async () => {
    const posted: unknown[] = [];
    const worker = memoryWorker({ readerFor: plainWords });
    onTestFinished(() => worker.end());
    const post: typeof worker.post = (message, transfer) => {
      posted.push(message);
      worker.post(message, transfer);
    };
    const index = new RemoteIndex({ ...worker, post }, quickClock());
    await index.put(many.map((path) => noteOf(path, ['owl'])));
    const among = new Set(many.slice(0, 100));
    const weightOf = new Map(many.map((path, at) => [path, at === 42 ? 5 : 1]));
    const ask = async (revision: number): Promise<readonly string[]> =>
      (await index.search({ ...asking('owl', 300), among, weightOf, revision })).map(({ path }) => path);
    const sent = (): number =>
      posted.filter((message) => typeof message === 'object' && message !== null && 'keep' in message).length;
    const first = await ask(1);
    expect(first).toHaveLength(100);
    expect(first[0]).toBe('42.md');
    expect(await ask(1)).toEqual(first);
    expect(sent()).toBe(2);
    among.add(listedPath('250.md'));
    among.delete(listedPath('42.md'));
    const second = await ask(2);
    expect(second).toContain('250.md');
    expect(second).not.toContain('42.md');
    expect(sent()).toBe(4);
  });

  it('stays right when more sets are in use than are kept', async () => {
    const index = make();
    await index.put(many.map((path) => noteOf(path, ['owl'])));
    const sets = Array.from({ length: 20 }, (_, at) => new Set(many.slice(at, at + 100)));
    const found = await Promise.all(
      [...sets, ...sets].map((among) => index.search({ ...asking('owl', 300), among, revision: 1 })),
    );
    found.forEach((notes, at) =>
      expect(notes.map(({ path }) => path).sort()).toEqual([...(sets[at % 20] ?? [])].sort()),
    );
  });

  it('holds for notes that came, went and came again under their old name', async () => {
    const index = make();
    await index.put(many.map((path) => noteOf(path, ['owl'])));
    const among = new Set(many.slice(0, 100));
    await index.remove(many.slice(50));
    await index.put([noteOf('60.md', ['owl']), noteOf('200.md', ['owl'])]);
    const found = await index.search({ ...asking('owl', 300), among, revision: 1 });
    expect(found.map(({ path }) => path)).toContain('60.md');
    expect(found).toHaveLength(51);
  });
});
