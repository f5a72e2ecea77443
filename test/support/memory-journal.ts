import type { JournalStore, RecordRef } from '../../src/core/change/write-ports.ts';

/** A journal store in memory. `copy` is what a crash at this moment would leave. */
export interface MemoryJournal extends JournalStore {
  copy(): MemoryJournal;
}

export function memoryJournal(records: readonly string[] = []): MemoryJournal {
  const kept = [...records];
  const refOf = (index: number): RecordRef => ({ segment: 0, offset: index, length: kept[index]?.length ?? 0 });
  const append = (text: string): Promise<RecordRef> => Promise.resolve(refOf(kept.push(text) - 1));
  return {
    copy: () => memoryJournal(kept),
    async *records() {
      for (const [index, text] of kept.entries()) yield await Promise.resolve({ ref: refOf(index), text });
    },
    append,
    note: append,
    read: ({ segment, offset }) => Promise.resolve((segment === 0 ? kept[offset] : undefined) ?? null),
    size: () => kept.reduce((sum, text) => sum + text.length, 0),
    prune: () => Promise.resolve(),
    clear: () => {
      kept.length = 0;
      return Promise.resolve();
    },
  };
}
