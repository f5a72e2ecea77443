import { isConflictCopy } from '../conventions/conflict-copy.ts';
import { createNameIndex } from '../index/names.ts';
import type { NameIndex } from '../index/names.ts';
import type { VaultPath } from '../path.ts';
import type { Clock } from '../ports.ts';
import type { Library } from './library.ts';
import { Slices } from './slices.ts';

/**
 * The names of a library's notes, for near misses. They are asked for seldom and weigh nearly four kilobytes a note, so
 * they are gathered when they are first wanted, in slices, and kept in step from then on.
 */
export class LiveNames {
  readonly #library: Library;
  readonly #clock: Clock;
  readonly #names: NameIndex = createNameIndex();
  #gathered: Promise<void> | null = null;
  #end: () => void = () => undefined;

  constructor(library: Library, clock: Clock) {
    this.#library = library;
    this.#clock = clock;
  }

  /** The names of all notes that the library knows by now. */
  async whole(): Promise<NameIndex> {
    this.#gathered ??= this.#gather();
    await this.#gathered;
    return this.#names;
  }

  close(): void {
    this.#end();
  }

  async #gather(): Promise<void> {
    this.#end = this.#library.onChange(({ changed, removed }) => {
      for (const path of [...changed, ...removed]) this.#renew(path);
    });
    const slices = new Slices(this.#clock);
    for (const path of [...this.#library.notes.keys()]) {
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
