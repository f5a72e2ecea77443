import type { Conventions } from '../conventions/conventions.ts';
import type { LastingIndex } from '../index/passage-index.ts';
import type { VaultPath } from '../path.ts';
import type { Clock, Log, SnapshotPart, SnapshotStore } from '../ports.ts';
import { isRead } from './shelf.ts';
import type { Shelf } from './shelf.ts';
import { Slices } from './slices.ts';
import { readRows, RowWriter } from './written-rows.ts';

/** Where a library keeps what it knows between two lives of its host. */
export interface Keeping {
  readonly store: SnapshotStore;
  /** What a snapshot must agree with to be of use: asked anew each time, since settings change. */
  readonly identity: () => string;
}

export interface KeeperParts {
  readonly keeping: Keeping;
  readonly index: LastingIndex;
  readonly clock: Clock;
  readonly log: Log;
}

/** What a snapshot gave back. */
export interface Kept {
  /** Whether it held the whole vault of its time: the first pass had ended. */
  readonly whole: boolean;
  /** The conventions by which its notes were read. */
  readonly conventions: Conventions;
  /** Files that have to be read again, whatever their stats say. */
  readonly again: readonly VaultPath[];
}

/** The state of a library at the moment it is written. */
export interface Standing {
  readonly whole: boolean;
  readonly conventions: Conventions;
  /** Files that the library is not in step with. */
  readonly behind: () => Iterable<VaultPath>;
}

interface Outline extends Pick<Standing, 'whole' | 'conventions'> {
  /** Files that changed, or were behind, while it was made. */
  readonly meanwhile: readonly VaultPath[];
  /** Parts that hold words and rows. */
  readonly words: number;
  readonly rows: number;
  /** Files written, and parts in all. */
  readonly files: number;
  readonly parts: number;
}

/** Milliseconds before a snapshot in which a file's stats may not tell two versions of it apart: disks count in ticks, up to two seconds. */
const DOUBTFUL_MS = 2_000;

/** Writes what a library knows, and gives it back: files, notes and links from the shelf, passages from the index. */
export class SnapshotKeeper {
  readonly #parts: KeeperParts;
  /** Files that changed while a snapshot is made: it may hold them half old, half new. Null while none is made. */
  #meanwhile: Set<VaultPath> | null = null;
  #lastIdentity: string | null = null;

  constructor(parts: KeeperParts) {
    this.#parts = parts;
  }

  /** Fills an empty shelf and an empty index; null where there is nothing to trust, and both are as they were. */
  async restore(shelf: Shelf): Promise<Kept | null> {
    const { keeping, index, clock, log } = this.#parts;
    const identity = keeping.identity();
    try {
      const parts = await keeping.store.load(identity);
      if (parts === null) return null;
      const outline = JSON.parse(String(parts[0])) as Outline;
      const rowsEnd = 1 + outline.words + outline.rows;
      if (outline.parts !== parts.length) throw new Error('parts of it are missing');
      if (!(await index.read(parts.slice(rowsEnd)))) throw new Error('its columns do not fit together');
      const again = [...outline.meanwhile, ...(await this.#fill(shelf, parts, outline, new Slices(clock)))];
      this.#lastIdentity = identity;
      return { whole: outline.whole, conventions: outline.conventions, again };
    } catch (error) {
      log.warn(
        `the index is built anew: its snapshot is of no use (${error instanceof Error ? error.message : 'unknown'})`,
      );
      await index.remove(await index.paths());
      shelf.clear();
      return null;
    }
  }

  /** Writes everything down, in slices. Throws where it cannot be kept. */
  async save(shelf: Shelf, standing: Standing): Promise<void> {
    const { keeping, index } = this.#parts;
    const identity = keeping.identity();
    const meanwhile = new Set(standing.behind());
    this.#meanwhile = meanwhile;
    try {
      // What other settings hide now must not stay behind among the words of notes that are gone.
      if (this.#lastIdentity !== null && this.#lastIdentity !== identity) await index.compact();
      const passages = await index.written();
      const rows = await this.#rowsOf(shelf, standing, meanwhile, passages.length);
      await keeping.store.save(identity, [...rows, ...passages]);
      this.#lastIdentity = identity;
    } finally {
      this.#meanwhile = null;
    }
  }

  /** Tells of files that are about to change, or may have. */
  changing(path: VaultPath): void {
    this.#meanwhile?.add(path);
  }

  async #fill(shelf: Shelf, parts: readonly SnapshotPart[], outline: Outline, slices: Slices): Promise<VaultPath[]> {
    const texts = parts.slice(1, 1 + outline.words + outline.rows).filter((part) => typeof part === 'string');
    const again: VaultPath[] = [];
    let files = 0;
    for (const some of readRows(texts.slice(0, outline.words), texts.slice(outline.words))) {
      for (const known of some) {
        shelf.restore(known);
        files++;
        if (known.again) again.push(known.file.path);
      }
      await slices.pause();
    }
    if (files !== outline.files) throw new Error('files are missing from it');
    const strangers = (await this.#parts.index.paths()).filter((path) => !shelf.notes.has(path));
    if (strangers.length > 0) await this.#parts.index.remove(strangers);
    return again;
  }

  async #rowsOf(
    shelf: Shelf,
    { whole, conventions }: Standing,
    meanwhile: ReadonlySet<VaultPath>,
    passages: number,
  ): Promise<readonly string[]> {
    const { clock, index } = this.#parts;
    const slices = new Slices(clock);
    const indexed = new Set(await index.paths());
    const doubtful = clock.now() - DOUBTFUL_MS;
    const writer = new RowWriter();
    let files = 0;
    for (const path of [...shelf.files.keys()]) {
      const known = shelf.known(path);
      if (known === null) continue;
      const { note, file } = known;
      // A note that the index does not hold (yet) is as good as new.
      if (note !== null && !indexed.has(path)) continue;
      writer.add({ ...known, again: known.again || (isRead(path) && file.mtimeMs > doubtful) });
      files++;
      await slices.pause();
    }
    const { words, rows } = writer.parts();
    const outline: Outline = {
      whole,
      conventions,
      meanwhile: [...meanwhile],
      words: words.length,
      rows: rows.length,
      files,
      parts: 1 + words.length + rows.length + passages,
    };
    return [JSON.stringify(outline), ...words, ...rows];
  }
}
