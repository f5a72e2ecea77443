import type { LinkResolver } from '../graph/graph.ts';
import { FileResolver } from '../graph/resolve.ts';
import type { VaultPath } from '../path.ts';

/** Files that are going to be elsewhere, and files that are going to be. */
export interface FileChange {
  readonly moved: ReadonlyMap<VaultPath, VaultPath>;
  readonly created: ReadonlySet<VaultPath>;
}

/**
 * What links will lead to once files have moved, seen before anything has: the vault's resolver with the change laid
 * over it. A link can only lead to files of its own last name, so each name's files are laid out when first asked for.
 */
export class NewFiles {
  readonly #base: LinkResolver;
  readonly #moved: ReadonlyMap<VaultPath, VaultPath>;
  readonly #byName = new Map<string, FileResolver>();
  /** Keys of all names under which a file comes or goes, with the files that come. */
  readonly #touched = new Map<string, VaultPath[]>();

  constructor(base: LinkResolver, { moved, created }: FileChange) {
    this.#base = base;
    this.#moved = moved;
    for (const [from, to] of moved) {
      this.#touch(from);
      this.#touch(to).push(to);
    }
    for (const path of created) this.#touch(path).push(path);
  }

  /** The file that a link path written in `source` (its path after the change) will lead to; null: to nothing. */
  resolve(linkPath: string, source: VaultPath): VaultPath | null {
    if (linkPath === '') return source;
    return this.#filesNamed(FileResolver.nameKey(linkPath)).resolve(linkPath, source);
  }

  /** Where a file of now will be. */
  placeOf(path: VaultPath): VaultPath {
    return this.#moved.get(path) ?? path;
  }

  /** Whether a file of this name comes or goes: a link of another name keeps its meaning where its source stays. */
  touches(linkPath: string): boolean {
    return this.#touched.has(FileResolver.nameKey(linkPath));
  }

  /** One path of each name that {@link touches}. */
  touchedNames(): Iterable<string> {
    return this.#touched.keys();
  }

  #touch(path: VaultPath): VaultPath[] {
    const key = FileResolver.nameKey(path);
    const known = this.#touched.get(key);
    if (known !== undefined) return known;
    const coming: VaultPath[] = [];
    this.#touched.set(key, coming);
    return coming;
  }

  #filesNamed(key: string): FileResolver {
    const known = this.#byName.get(key);
    if (known !== undefined) return known;
    const files = new FileResolver();
    // Notes are found by their name, with `.md` and without; a note may itself be called `x.md`.
    for (const name of [key, `${key}.md`, `${key}.md.md`]) {
      for (const path of this.#base.candidates(name)) if (!this.#moved.has(path)) files.add(path);
    }
    for (const path of this.#touched.get(key) ?? []) files.add(path);
    this.#byName.set(key, files);
    return files;
  }
}
