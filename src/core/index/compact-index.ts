import { Slices, type Pacer } from '../library/slices.ts';
import type { VaultPath } from '../path.ts';
import type { SnapshotPart } from '../ports.ts';
import { CompactEngine, type Bounds } from './compact-engine.ts';
import type { IndexedNote, LastingIndex, NoteEvidence } from './passage-index.ts';
import type { RankedQuery } from './sent-scopes.ts';
import { sharedBook } from '../text/term-book.ts';
import { readerFor } from './read-terms.ts';
import type { ReaderFor } from './weigh.ts';

export interface CompactIndexOptions {
  /** How text becomes terms; by default as this product reads it. */
  readonly readerFor?: ReaderFor;
  /** When the newest notes are sealed. */
  readonly bounds?: Bounds;
  /** Milliseconds of work between two breaths. */
  readonly sliceMs?: number;
}

/** Milliseconds of work between two breaths. Half a library's slice: both may share one thread and one turn of it. */
const SLICE_MS = 4;

/** Steps between two looks at the clock: each is a small fraction of a slice, and a look costs as much as some of them. */
const STEPS_A_LOOK = 4;

/** Sealed parts beyond which a `put` waits for merging to catch up: searches look into each. */
const MOST_PARTS = 24;

/**
 * The passage index on typed arrays. Changes are made one after another in slices, with a breath between two, so that
 * the thread stays free; searches are answered at once from what has been put so far. Merging goes on behind.
 */
export class CompactIndex implements LastingIndex {
  private readonly engine: CompactEngine;
  private readonly slices: Slices;
  /** Of all work so far: a hundred short works in a row are as long as one of a hundred steps. */
  private steps = 0;
  private changes: Promise<unknown> = Promise.resolve();
  private tidying: Promise<void> | null = null;

  constructor(clock: Pacer, options: CompactIndexOptions = {}) {
    this.engine = new CompactEngine(options.readerFor ?? readerFor, options.bounds);
    this.slices = new Slices(clock, options.sliceMs ?? SLICE_MS);
  }

  put(notes: readonly IndexedNote[]): Promise<void> {
    return this.change(async () => {
      for (const note of notes) await this.run(this.engine.put(note));
      if (this.engine.parts > MOST_PARTS) await this.tidied();
      else this.tidySoon();
    });
  }

  remove(paths: readonly VaultPath[]): Promise<void> {
    return this.change(async () => {
      for (const path of paths) {
        this.engine.remove(path);
        await this.slices.pause();
      }
      this.tidySoon();
    });
  }

  search(query: RankedQuery): Promise<readonly NoteEvidence[]> {
    return answer(() => this.engine.search(query));
  }

  known(terms: readonly string[]): Promise<readonly boolean[]> {
    return answer(() => terms.map((term) => this.engine.known(term)));
  }

  near(term: string, limit: number): Promise<readonly string[]> {
    return this.run(this.engine.near(term, limit));
  }

  languages(): Promise<readonly { readonly language: string; readonly notes: number }[]> {
    return answer(() => this.engine.languages());
  }

  size(): Promise<{ notes: number; passages: number; terms: number; bytes: number }> {
    return answer(() => this.engine.size());
  }

  paths(): Promise<readonly VaultPath[]> {
    return answer(() => this.engine.paths());
  }

  async written(): Promise<readonly SnapshotPart[]> {
    let parts: readonly SnapshotPart[] = [];
    await this.change(async () => {
      await this.run(this.engine.seal());
      parts = this.engine.written();
    });
    return parts;
  }

  async read(parts: readonly SnapshotPart[]): Promise<boolean> {
    let taken = false;
    await this.change(async () => {
      taken = await this.run(this.engine.read(parts));
    });
    return taken;
  }

  compact(): Promise<void> {
    return this.change(async () => {
      await this.tidied();
      await this.run(this.engine.seal());
      await this.run(this.engine.compact());
      // What was learnt to read a whole vault is not needed for the notes that change from now on.
      sharedBook.forget();
    });
  }

  /** Runs changes in the order they were asked for; one that fails does not stop the next. */
  private change(work: () => Promise<void>): Promise<void> {
    const done = this.changes.then(work);
    this.changes = done.catch(() => undefined);
    return done;
  }

  /** Merging, begun if it is not under way. */
  private tidied(): Promise<void> {
    this.tidying ??= this.run(this.engine.tidy()).finally(() => {
      this.tidying = null;
    });
    return this.tidying;
  }

  /** Merges without making anyone wait. Should it fail, the next change tries again and `compact` says so. */
  private tidySoon(): void {
    if (this.engine.untidy) this.tidied().catch(() => undefined);
  }

  private async run<T>(work: Generator<void, T>): Promise<T> {
    let step = work.next();
    for (; step.done !== true; step = work.next())
      if (++this.steps % STEPS_A_LOOK === 0 && this.slices.over) await this.slices.pause();
    return step.value;
  }
}

function answer<T>(work: () => T): Promise<T> {
  return new Promise((resolve) => resolve(work()));
}
