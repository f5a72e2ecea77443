import { describe, expect, it } from 'vitest';
import type { JournalStore } from '../../src/core/change/write-ports.ts';

/** What every adapter of the JournalStore port promises; `open` gives an empty one. */
export function itIsAJournalStore(name: string, open: () => Promise<JournalStore>): void {
  describe(`${name} as a JournalStore`, () => {
    it('is empty at first', async () => {
      const store = await open();
      expect(store.size()).toBe(0);
      expect(await texts(store)).toEqual([]);
    });

    it('gives back every record in the order written, and each by its reference', async () => {
      const store = await open();
      const written = ['{"a":1}', '', 'über 🌊 \u2028', 'x'.repeat(100_000), '00000001 00000000 y'];
      const refs = [];
      for (const text of written) refs.push(await store.append(text));
      expect(await texts(store)).toEqual(written);
      for (const [index, ref] of refs.entries()) expect(await store.read(ref)).toBe(written[index]);
      const seen = [];
      for await (const { ref } of store.records()) seen.push(ref);
      expect(seen).toEqual(refs);
    });

    it('keeps the order of records appended at once', async () => {
      const store = await open();
      const written = Array.from({ length: 200 }, (_, index) => `record ${index}`);
      const refs = await Promise.all(written.map((text) => store.append(text)));
      expect(await texts(store)).toEqual(written);
      for (const [index, ref] of refs.entries()) expect(await store.read(ref)).toBe(written[index]);
    });

    it('keeps the order of records appended and noted in turns', async () => {
      const store = await open();
      const written = Array.from({ length: 60 }, (_, index) => `record ${index}`);
      const refs = await Promise.all(written.map((text, at) => (at % 3 === 0 ? store.append(text) : store.note(text))));
      expect(await texts(store)).toEqual(written);
      for (const [index, ref] of refs.entries()) expect(await store.read(ref)).toBe(written[index]);
    });

    it('reads nothing by a reference that it never gave', async () => {
      const store = await open();
      const { segment, offset, length } = await store.append('only one');
      expect(await store.read({ segment: segment + 1, offset, length })).toBeNull();
      expect(await store.read({ segment, offset: offset + 1, length })).toBeNull();
      expect(await store.read({ segment, offset: 1e9, length })).toBeNull();
    });

    it('grows by what is kept', async () => {
      const store = await open();
      await store.append('a'.repeat(1000));
      const before = store.size();
      await store.append('b'.repeat(1000));
      expect(before).toBeGreaterThanOrEqual(1000);
      expect(store.size() - before).toBeGreaterThanOrEqual(1000);
    });

    it('forgets nothing while everything is young and small enough', async () => {
      const store = await open();
      for (const text of ['a', 'b', 'c']) await store.append(text);
      await store.prune(0, Number.MAX_SAFE_INTEGER);
      expect(await texts(store)).toEqual(['a', 'b', 'c']);
    });

    it('forgets the oldest first, and never what it is writing', async () => {
      const store = await open();
      const written = Array.from({ length: 20 }, (_, index) => `${index} ${'x'.repeat(100)}`);
      for (const text of written) await store.append(text);
      await store.prune(0, 500);
      const left = await texts(store);
      expect(left.length).toBeGreaterThan(0);
      expect(left).toEqual(written.slice(-left.length));
    });

    it('forgets everything on demand, and takes new records afterwards', async () => {
      const store = await open();
      const old = await store.append('old');
      await store.clear();
      expect(store.size()).toBe(0);
      expect(await texts(store)).toEqual([]);
      expect(await store.read(old)).toBeNull();
      const ref = await store.append('new');
      expect(await texts(store)).toEqual(['new']);
      expect(await store.read(ref)).toBe('new');
    });
  });
}

export async function texts(store: JournalStore): Promise<readonly string[]> {
  const all: string[] = [];
  for await (const { text } of store.records()) all.push(text);
  return all;
}
