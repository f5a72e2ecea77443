import { VaultError } from '../core/errors.ts';
import type { VaultFile } from '../core/ports.ts';
import { errorCode } from './disk.ts';
import type { Listing } from './listing.ts';
import type { Place } from './look.ts';
import { scan } from './scan.ts';
import type { FolderWatch } from './watch.ts';

/** One pass over the whole folder, which several may follow while it runs. */
interface Pass {
  readonly batches: (readonly VaultFile[])[];
  /** Whether every folder was watched before this pass read it. */
  readonly watched: boolean;
  done: boolean;
  readonly finished: Promise<void>;
  /** Resolves at the next batch or at the end. */
  more: Promise<void>;
}

/** Passes over the whole folder, one at a time: for the first listing, for rescans, and to lay watches. */
export class Survey {
  readonly #place: Place;
  readonly #listing: Listing;
  readonly #watch: FolderWatch;
  #pass: Pass | null = null;
  #next: Promise<void> | null = null;
  #complete = false;

  constructor(place: Place, listing: Listing, watch: FolderWatch) {
    this.#place = place;
    this.#listing = listing;
    this.#watch = watch;
  }

  /**
   * Every file, in batches. Follows the pass under way where events tell of anything it has already gone by, else
   * begins one. Throws VaultError 'vault_unavailable' where the folder itself cannot be listed.
   */
  async *files(): AsyncGenerator<readonly VaultFile[], void, void> {
    const running = this.#pass;
    if (running !== null && !running.watched) await running.finished.catch(ignore);
    const pass = this.#pass ?? this.#begin();
    for (let at = 0; ;) {
      const { more, done } = pass;
      for (; at < pass.batches.length; at++) yield pass.batches[at] ?? [];
      // Whoever followed a pass learns of its failure too.
      if (done) return pass.finished;
      await more;
    }
  }

  /** A pass that begins after this call; what differs from the listing reaches the watch. */
  again(): Promise<void> {
    if (this.#pass === null) return this.#begin().finished;
    this.#next ??= this.#pass.finished.catch(ignore).then(() => {
      this.#next = null;
      return (this.#pass ?? this.#begin()).finished;
    });
    return this.#next;
  }

  /** Resolves when no pass is under way or due. */
  async settled(): Promise<void> {
    for (let wait = this.#next ?? this.#pass?.finished; wait !== undefined; wait = this.#next ?? this.#pass?.finished) {
      await wait.catch(ignore);
    }
  }

  #begin(): Pass {
    let wake = (): void => undefined;
    const sleep = (): Promise<void> => new Promise((resolve) => (wake = resolve));
    const batches: (readonly VaultFile[])[] = [];
    const next = (): void => {
      const woken = wake;
      pass.more = sleep();
      woken();
    };
    const finished = this.#run((files) => {
      batches.push(files);
      next();
    });
    const pass: Pass = { batches, watched: this.#watch.mode === 'events', done: false, finished, more: sleep() };
    const end = (): void => {
      pass.done = true;
      this.#pass = null;
      next();
    };
    finished.then(end, end);
    this.#pass = pass;
    return pass;
  }

  async #run(onFiles: (files: readonly VaultFile[]) => void): Promise<void> {
    try {
      for await (const { files, changes } of scan(this.#place, this.#listing, [this.#listing.root], this.#watch)) {
        // The files of the first pass are the listing itself, not news.
        if (this.#complete) this.#watch.found(changes);
        onFiles(files);
      }
      this.#complete = true;
    } catch (error) {
      throw new VaultError('vault_unavailable', { reason: errorCode(error) });
    }
  }
}

function ignore(): void {
  // Whoever follows the pass gets its failure.
}
