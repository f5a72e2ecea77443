import { isConflictCopy } from '../conventions/conflict-copy.ts';
import { createNameIndex } from '../index/names.ts';
import type { NameIndex } from '../index/names.ts';
import type { VaultPath } from '../path.ts';
import type { Clock } from '../ports.ts';
import type { Library } from './library.ts';
import { Slices } from './slices.ts';

/**
 * The names of a library's notes, for near misses. They are asked for seldom and weigh nearly four kilobytes a note, so
 * they are gathered when they are first wanted, in slices, and brought in step when they are wanted again.
 */
export class LiveNames {
  readonly #library: Library;
  readonly #clock: Clock;
  readonly #names: NameIndex = createNameIndex();
  /** Notes that are to be looked at before the next answer: changes come by the hundred, and nobody may ask. */
  readonly #stale = new Set<VaultPath>();
  #gathering: Promise<void> | null = null;
  #end: (() => void) | null = null;

  constructor(library: Library, clock: Clock) {
    this.#library = library;
    this.#clock = clock;
  }

  /** The names of all notes that the library knows by now. */
  async whole(): Promise<NameIndex> {
    this.#end ??= this.#begin();
    while (this.#stale.size > 0) {
      this.#gathering ??= this.#gather().finally(() => (this.#gathering = null));
      await this.#gathering;
    }
    return this.#names;
  }

  close(): void {
    this.#end?.();
  }

  #begin(): () => void {
    for (const path of this.#library.notes.keys()) this.#stale.add(path);
    return this.#library.onChange(({ changed, removed }) => {
      for (const path of [...changed, ...removed]) this.#stale.add(path);
    });
  }

  async #gather(): Promise<void> {
    const slices = new Slices(this.#clock);
    for (const path of this.#stale) {
      this.#stale.delete(path);
      this.#renew(path);
      await slices.pause();
    }
  }

  #renew(path: VaultPath): void {
    const note = this.#library.notes.get(path);
    if (note === undefined || isConflictCopy(path)) this.#names.remove(path);
    else this.#names.put({ path, names: [note.title, ...note.aliases], tags: note.tags });
  }
}
