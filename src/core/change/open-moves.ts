import { VaultError } from '../errors.ts';
import type { Log } from '../ports.ts';
import type { StillMoving } from './still-moving.ts';

export interface OpenMovesParts {
  readonly log: Log;
  readonly stillOwner: () => boolean | Promise<boolean>;
  /** Runs a task when its turn among the changes comes. */
  readonly inTurn: (task: () => Promise<void>) => Promise<unknown>;
}

/**
 * Changes that wait for the app to move a file. Each is gone on with when the app is done with it, in a turn of its own;
 * what a host leaves open when it ends is settled by the next one, which finds it in the journal.
 */
export class OpenMoves {
  readonly #parts: OpenMovesParts;
  #closed = false;

  constructor(parts: OpenMovesParts) {
    this.#parts = parts;
  }

  /** `goOn` throws where the change could not be made, or is open again. */
  follow(change: string, { end }: StillMoving, goOn: () => Promise<unknown>): void {
    void end.then(() => this.#goOn(change, goOn));
  }

  /** Nothing is gone on with any more. */
  close(): void {
    this.#closed = true;
  }

  async #goOn(change: string, goOn: () => Promise<unknown>): Promise<void> {
    const { inTurn, log, stillOwner } = this.#parts;
    try {
      await inTurn(async () => {
        // The journal is another host's by now.
        if (this.#closed || !(await stillOwner())) return;
        await goOn();
      });
    } catch (error) {
      const why = error instanceof VaultError ? String(error.code) : error instanceof Error ? error.name : 'unknown';
      log.warn(`change ${change}, for which the app was waited, was not made as planned: ${why}`);
    }
  }
}
