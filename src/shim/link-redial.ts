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
    this.#in(pause * (0.75 + this.#options.random() / 4));
  }

  /** Cuts a pause short; does nothing while none is on. */
  now(): void {
    if (this.#callOff !== null) this.#in(0);
  }

  /** Connected: forgets the failures and rests. */
  rest(): void {
    this.#failures = 0;
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
