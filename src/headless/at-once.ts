/** Milliseconds that a call to the disk may take on this thread: a local disk answers from memory in a hundredth of it. */
const QUICK_MS = 1;
/** Calls that are left to another thread once one took longer: this disk is far away, asleep, or busy. */
const CALLS_ELSEWHERE = 1_000;

/**
 * One kind of call to a disk, made on this thread for as long as the disk answers at once: by way of another thread it
 * costs ten times as much. Each kind has a record of its own, since a disk that knows the stats of a file from memory may
 * have to fetch its bytes.
 */
export class AtOnce {
  #elsewhere = 0;

  /** `here` answers or throws; `there` does the same call on another thread. */
  run<T>(here: () => T, there: () => Promise<T>): Promise<T> {
    if (this.#elsewhere > 0) {
      this.#elsewhere--;
      return there();
    }
    return new Promise((resolve) => {
      const from = performance.now();
      try {
        resolve(here());
      } finally {
        if (performance.now() - from > QUICK_MS) this.#elsewhere = CALLS_ELSEWHERE;
      }
    });
  }
}
