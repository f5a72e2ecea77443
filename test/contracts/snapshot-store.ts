import { describe, expect, it } from 'vitest';
import type { SnapshotPart, SnapshotStore } from '../../src/core/ports.ts';

/** What every adapter of the SnapshotStore port promises; `open` gives an empty one. */
export function itIsASnapshotStore(name: string, open: () => Promise<SnapshotStore>): void {
  describe(`${name} as a SnapshotStore`, () => {
    const parts: readonly SnapshotPart[] = [
      '{"a":1}',
      '',
      'über 🌊 \u2028\n',
      new Uint8Array(0),
      Uint8Array.from({ length: 600_003 }, (_, at) => at * 7),
      new Uint8Array(new Uint32Array([1, 2, 0xffffffff]).buffer),
    ];

    it('has nothing at first', async () => {
      const store = await open();
      expect(await store.load('one')).toBeNull();
    });

    it('gives back every part as it was, in order', async () => {
      const store = await open();
      await store.save('one', parts);
      for (let times = 0; times < 2; times++) {
        const loaded = (await store.load('one')) ?? [];
        expect(loaded).toHaveLength(parts.length);
        expect(loaded.map((part, at) => isSame(part, parts[at]))).toEqual(parts.map(() => true));
      }
    });

    it('gives bytes at which a column of any width may begin', async () => {
      const store = await open();
      await store.save('one', parts);
      const column = (await store.load('one'))?.[5];
      if (!(column instanceof Uint8Array)) throw new Error('no bytes');
      expect([...new Uint32Array(column.buffer, column.byteOffset, 3)]).toEqual([1, 2, 0xffffffff]);
    });

    it('keeps only the last, and gives it to nobody who asks for another', async () => {
      const store = await open();
      await store.save('one', ['old']);
      await store.save('two', ['new']);
      expect(await store.load('one')).toBeNull();
      expect(await store.load('two')).toEqual(['new']);
      await store.save('two', []);
      expect(await store.load('two')).toEqual([]);
    });
  });
}

/** Of long bytes a plain comparison says only that they differ, and takes minutes for it. */
function isSame(a: SnapshotPart | undefined, b: SnapshotPart | undefined): boolean {
  if (!(a instanceof Uint8Array) || !(b instanceof Uint8Array)) return a === b;
  return a.length === b.length && a.every((byte, at) => byte === b[at]);
}
