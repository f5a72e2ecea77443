import type { Clock, Log } from '../ports.ts';
import type { Shelf } from './shelf.ts';
import type { SnapshotKeeper, Standing } from './snapshot-keeper.ts';

/** So many changed files, or this share of all, are worth a snapshot at once: reading them again would be felt. */
const MANY = 200;
const SHARE = 0.02;
/** Milliseconds after which fewer are kept too. */
const SOON_MS = 5 * 60_000;
/**
 * Between two snapshots so many times as long as the last one took passes, and so many milliseconds: each writes down the
 * whole vault, so moves of much linked notes, one after another, would else spend a third of their time on it.
 */
const REST_TIMES = 50;
const REST_MS = 5_000;
/** Milliseconds that the end of a host waits for its last snapshot: an agent's program that leaves is given little more. */
const LAST_MS = 700;

/** Decides when what a library knows is written down: when enough has changed, when some time has passed, at the end. */
export class Saving {
  readonly #keeper: SnapshotKeeper;
  readonly #shelf: Shelf;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #standing: () => Standing;
  #unsaved = 0;
  #due = false;
  #resting = false;
  #restUntil = 0;
  #running: Promise<void> | null = null;
  #end: () => void = () => undefined;
  readonly #ended: Promise<void>;
  #stopped = false;

  constructor(keeper: SnapshotKeeper, shelf: Shelf, tools: { clock: Clock; log: Log }, standing: () => Standing) {
    this.#keeper = keeper;
    this.#shelf = shelf;
    this.#clock = tools.clock;
    this.#log = tools.log;
    this.#standing = standing;
    this.#ended = new Promise((resolve) => (this.#end = resolve));
  }

  /** So many files have been brought in step; during the first pass nothing is written yet. */
  changed(files: number): void {
    this.#unsaved += files;
    if (this.#stopped || this.#unsaved === 0 || !this.#standing().whole) return;
    if (this.#unsaved >= Math.max(MANY, this.#shelf.files.size * SHARE)) void this.#rested();
    else if (!this.#due) void this.#later();
  }

  /** Writes now, or goes along with the writing under way; never rejects. */
  now(): Promise<void> {
    this.#running ??= this.#save().finally(() => (this.#running = null));
    return this.#running;
  }

  /** Writes for the last time, if there is anything new, within bounded time. */
  async last(): Promise<void> {
    this.#stopped = true;
    this.#end();
    const written = (async () => {
      await this.#running;
      if (this.#unsaved > 0 && this.#shelf.notes.size > 0) await this.now();
    })();
    await Promise.race([written, this.#clock.after(LAST_MS, written)]);
  }

  async #rested(): Promise<void> {
    if (this.#resting) return;
    this.#resting = true;
    const left = this.#restUntil - this.#clock.tick();
    if (left > 0) await this.#clock.after(left, this.#ended);
    this.#resting = false;
    if (!this.#stopped && this.#unsaved > 0) await this.now();
  }

  async #later(): Promise<void> {
    this.#due = true;
    await this.#clock.after(SOON_MS, this.#ended);
    this.#due = false;
    if (!this.#stopped && this.#unsaved > 0) await this.now();
  }

  async #save(): Promise<void> {
    const unsaved = this.#unsaved;
    this.#unsaved = 0;
    const from = this.#clock.tick();
    try {
      await this.#keeper.save(this.#shelf, this.#standing());
      const took = this.#clock.tick() - from;
      this.#restUntil = from + took + Math.max(REST_MS, took * REST_TIMES);
      this.#log.debug(`the index is kept for the next start: ${Math.round(took)} ms`);
    } catch (error) {
      this.#unsaved += unsaved;
      this.#log.warn(`the index is not kept for the next start (${error instanceof Error ? error.name : 'unknown'})`);
    }
  }
}
