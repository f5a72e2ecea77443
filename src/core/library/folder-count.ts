import { folderOf } from '../path.ts';

/** What a vault shows of its own conventions: the folders that hold something, and in how many notes each key stands. */
export interface VaultSurvey {
  readonly folders: Iterable<string>;
  readonly keys: ReadonlyMap<string, number>;
}

/** Counts the files of each folder, so that a folder is known to be there as long as it holds one. */
export class FolderCount {
  readonly #counts = new Map<string, number>();
  readonly #tops = new Map<string, number>();
  #changes = 0;

  add(path: string): void {
    const folder = folderOf(path);
    add(this.#counts, folder, 1);
    if (add(this.#tops, topOf(folder), 1) === 1) this.#changes++;
  }

  remove(path: string): void {
    const folder = folderOf(path);
    add(this.#counts, folder, -1);
    if (add(this.#tops, topOf(folder), -1) === 0) this.#changes++;
  }

  /** Folders that hold a file themselves, without slashes at the ends; '' for the vault's root. */
  names(): Iterable<string> {
    return this.#counts.keys();
  }

  /** Grows whenever a folder at the top of the vault appears or vanishes. */
  get changesAtTop(): number {
    return this.#changes;
  }
}

function topOf(folder: string): string {
  return folder.split('/', 1)[0] ?? '';
}

function add(counts: Map<string, number>, key: string, by: number): number {
  const count = (counts.get(key) ?? 0) + by;
  if (count > 0) counts.set(key, count);
  else counts.delete(key);
  return count;
}
