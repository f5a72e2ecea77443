import { isNote } from '../path.ts';
import type { VaultPath } from '../path.ts';
import type { Vault, VaultEvent, VaultFile } from '../ports.ts';
import type { CatchUp } from './catch-up.ts';
import type { Shelf } from './shelf.ts';
import type { SnapshotKeeper } from './snapshot-keeper.ts';

export interface NewsParts {
  readonly vault: Vault;
  readonly keeper?: SnapshotKeeper;
}

/**
 * Word of files, from the vault's events and from its listing: takes it to the shelf, and has what differs read again.
 * Until it is known what a snapshot holds, word is only kept.
 */
export class News {
  readonly #parts: NewsParts;
  readonly #shelf: Shelf;
  readonly #catchUp: CatchUp;
  #early: VaultEvent[] | null = [];
  /** Files known from a snapshot of which nothing has been heard since; null once the vault's listing has told of all. */
  #unheard: Set<VaultPath> | null = new Set();

  constructor(parts: NewsParts, shelf: Shelf, catchUp: CatchUp) {
    this.#parts = parts;
    this.#shelf = shelf;
    this.#catchUp = catchUp;
  }

  /** Whether word is only kept so far. */
  get isEarly(): boolean {
    return this.#early !== null;
  }

  /** Whether all that was known from a snapshot has been compared with the vault. */
  get isCompared(): boolean {
    return this.#unheard === null;
  }

  /** How many files may stand otherwise than is known: until all is compared there may be some that nobody knows of. */
  get unheard(): number {
    return this.#unheard === null ? 0 : Math.max(1, this.#unheard.size);
  }

  /** From now on word is taken up at once; gives what came before. */
  begin(): readonly VaultEvent[] {
    const early = this.#early ?? [];
    this.#early = null;
    return early;
  }

  /** Of these nothing has been heard yet. */
  expect(paths: Iterable<VaultPath>): void {
    this.#unheard = new Set(paths);
  }

  /** All files have been heard of, or there is nothing to compare. */
  compared(): void {
    this.#unheard = null;
  }

  /** `urgent`: somebody has just changed these files, and asks about them next. */
  take(events: readonly VaultEvent[], urgent = false): void {
    for (const event of events) {
      if (this.#early !== null) this.#early.push(event);
      else if (event.kind === 'removed') this.remove(event.path, urgent);
      else if (event.kind === 'renamed') this.#rename(event.from, event.file, urgent);
      else if (this.#shelf.isNews(event.file)) this.#change(event.file, urgent);
      else this.#unheard?.delete(event.file.path);
    }
  }

  remove(path: VaultPath, urgent = false): void {
    this.#unheard?.delete(path);
    if (this.#shelf.removeFile(path)) this.#add(path, urgent);
  }

  /** Has every note read again. */
  readAllAgain(): void {
    for (const path of this.#shelf.files.keys()) if (isNote(path)) this.#add(path);
  }

  /** How the files stand now, as events; of one that cannot be looked at nothing is said. */
  async lookAt(paths: readonly VaultPath[]): Promise<readonly VaultEvent[]> {
    const { vault } = this.#parts;
    const events = paths.map(async (path): Promise<readonly VaultEvent[]> => {
      const file = await vault.stat(path).catch(() => undefined);
      if (file === undefined) return [];
      return file === null ? [{ kind: 'removed', path }] : [{ kind: 'changed', file }];
    });
    return (await Promise.all(events)).flat();
  }

  #change(file: VaultFile, urgent: boolean): void {
    this.#unheard?.delete(file.path);
    this.#shelf.putFile(file);
    this.#add(file.path, urgent);
  }

  #rename(from: VaultPath, file: VaultFile, urgent: boolean): void {
    const summary = this.#shelf.notes.get(from);
    this.remove(from, urgent);
    this.#change(file, urgent);
    // Known at once under its new name; its place in the index follows, since its name is part of it.
    if (summary && isNote(file.path)) this.#shelf.carryOver(summary, file);
  }

  #add(path: VaultPath, urgent = false): void {
    this.#parts.keeper?.changing(path);
    this.#catchUp.add(path, urgent);
  }
}
