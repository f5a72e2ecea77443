import { describe, expect, it } from 'vitest';
import { SharedFlush } from '../../src/headless/shared-flush.ts';

/** A flush that ends when it is told to, and the order in which such flushes began. */
function flushes() {
  const begun: string[] = [];
  const ends = new Map<string, { readonly resolve: () => void; readonly reject: (error: Error) => void }>();
  const flush = (name: string) => (): Promise<void> => {
    begun.push(name);
    return new Promise((resolve, reject) => ends.set(name, { resolve, reject }));
  };
  return { begun, flush, ends };
}

const aTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('flushes of one folder', () => {
  it('asked for while one is under way share the next, which begins after it', async () => {
    const { begun, flush, ends } = flushes();
    const shared = new SharedFlush();
    const first = shared.ask('f', flush('first'));
    const second = shared.ask('f', flush('second'));
    const third = shared.ask('f', flush('third'));
    await aTurn();
    expect(begun).toEqual(['first']);
    ends.get('first')?.resolve();
    await first;
    await aTurn();
    expect(begun).toEqual(['first', 'second']);
    ends.get('second')?.resolve();
    await Promise.all([second, third]);
    const last = shared.ask('f', flush('last'));
    expect(begun).toEqual(['first', 'second', 'last']);
    ends.get('last')?.resolve();
    await last;
  });

  it('that fail fail for all who shared them, and for nobody else', async () => {
    const { flush, ends } = flushes();
    const shared = new SharedFlush();
    const first = shared.ask('f', flush('first'));
    const joined = [shared.ask('f', flush('second')), shared.ask('f', flush('third'))];
    ends.get('first')?.reject(new Error('full'));
    await expect(first).rejects.toThrow('full');
    await aTurn();
    ends.get('second')?.resolve();
    await Promise.all(joined);
  });

  it('do not wait for those of other folders', async () => {
    const { begun, flush, ends } = flushes();
    const shared = new SharedFlush();
    const both = [shared.ask('f', flush('f')), shared.ask('g', flush('g'))];
    expect(begun).toEqual(['f', 'g']);
    for (const end of ends.values()) end.resolve();
    await Promise.all(both);
  });

  it('are one for all who were announced before the first of them asked', async () => {
    const { begun, flush, ends } = flushes();
    const shared = new SharedFlush();
    const [a, b, gone] = [shared.join('f'), shared.join('f'), shared.join('f')];
    const first = a.flush(flush('a'));
    const late = shared.join('f');
    const second = b.flush(flush('b'));
    await aTurn();
    expect(begun).toEqual([]);
    gone.leave();
    await aTurn();
    expect(begun).toEqual(['b']);
    ends.get('b')?.resolve();
    await Promise.all([first, second]);
    const last = late.flush(flush('late'));
    late.leave();
    expect(begun).toEqual(['b', 'late']);
    ends.get('late')?.resolve();
    await last;
  });

  it('wait for nobody who has left, and for nobody of another folder', async () => {
    const { begun, flush, ends } = flushes();
    const shared = new SharedFlush();
    shared.join('f').leave();
    shared.join('other');
    const only = shared.join('f').flush(flush('only'));
    expect(begun).toEqual(['only']);
    ends.get('only')?.reject(new Error('full'));
    await expect(only).rejects.toThrow('full');
  });
});
