import { watch } from 'node:fs';
import type { FSWatcher } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { LinkClock } from '../wire/clock.ts';
import { BACKOFF_FIRST_MS, BACKOFF_LONGEST_MS } from '../wire/limits.ts';

export interface RedialOptions {
  readonly endpointFile: string;
  readonly clock: LinkClock;
  /** In [0, 1). */
  readonly random: () => number;
  readonly dial: () => void;
}

/**
 * When to dial again: after a pause that doubles up to two seconds, and at once when the endpoint file changes. Where
 * there is no file there is nobody to dial, so it is looked for at the longest pause, besides being watched for.
 */
export class Redial {
  readonly #options: RedialOptions;
  #failures = 0;
  #hurriedAt = -Infinity;
  /** Something has changed while a dial was on its way, which may have come too early to see it. */
  #hasNews = false;
  #callOff: (() => void) | null = null;
  #watcher: FSWatcher | null = null;

  constructor(options: RedialOptions) {
    this.#options = options;
  }

  /** A dial failed, or a socket broke: dials again after a while. */
  later(nobodyThere: boolean): void {
    this.#watchFile();
    const doubled = BACKOFF_FIRST_MS * 2 ** Math.min(this.#failures++, 10);
    const pause = nobodyThere ? BACKOFF_LONGEST_MS : Math.min(doubled, BACKOFF_LONGEST_MS);
    this.#in(this.#hasNews ? 0 : pause * (0.75 + this.#options.random() / 4));
    this.#hasNews = false;
  }

  /** Something has changed: cuts a pause short. */
  now(): void {
    if (this.#callOff === null) this.#hasNews = true;
    else this.#in(0);
  }

  /**
   * Somebody waits, and nothing is known to have changed: cuts a pause short, but no oftener than once in the longest
   * pause. A client that calls again and again must not dial at its own rate.
   */
  hurry(): void {
    const now = this.#options.clock.now();
    if (this.#callOff === null || now - this.#hurriedAt < BACKOFF_LONGEST_MS) return;
    this.#hurriedAt = now;
    this.#in(0);
  }

  /** Connected: forgets the failures and rests. */
  rest(): void {
    this.#failures = 0;
    this.#hasNews = false;
    this.stop();
  }

  stop(): void {
    this.#callOff?.();
    this.#callOff = null;
    this.#watcher?.close();
    this.#watcher = null;
  }

  #in(ms: number): void {
    this.#callOff?.();
    this.#callOff = this.#options.clock.after(ms, () => {
      this.#callOff = null;
      this.#options.dial();
    });
  }

  #watchFile(): void {
    if (this.#watcher !== null) return;
    const name = basename(this.#options.endpointFile);
    try {
      // The folder, not the file: the file is replaced as a whole, and may not be there yet.
      const watcher = watch(dirname(this.#options.endpointFile), { persistent: false }, (_event, changed) => {
        if (changed === null || changed === name) this.now();
      });
      watcher.on('error', () => {
        watcher.close();
        if (this.#watcher === watcher) this.#watcher = null;
      });
      this.#watcher = watcher;
    } catch {
      this.#watcher = null; // no folder yet: the next pause tries again
    }
  }
}
