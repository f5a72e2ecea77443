import type { SnapshotPart, SnapshotStore } from '../../src/core/ports.ts';

/** A snapshot store in memory, which remembers what was asked of it. */
export interface MemorySnapshots extends SnapshotStore {
  readonly saves: number;
  /** What is kept now; a test may put something else in its place. */
  kept: { readonly identity: string; readonly parts: readonly SnapshotPart[] } | null;
}

export function memorySnapshots(): MemorySnapshots {
  let saves = 0;
  const store: MemorySnapshots = {
    kept: null,
    get saves() {
      return saves;
    },
    load: (identity) => Promise.resolve(store.kept?.identity === identity ? store.kept.parts.map(copied) : null),
    save: (identity, parts) => {
      saves++;
      store.kept = { identity, parts: parts.map(copied) };
      return Promise.resolve();
    },
  };
  return store;
}

function copied(part: SnapshotPart): SnapshotPart {
  return typeof part === 'string' ? part : part.slice();
}
