/** Milliseconds that a call to the disk may take on this thread: a local disk answers from memory in a hundredth of it. */
const QUICK_MS = 1;
/** Calls that are left to another thread once one took longer: this disk is far away, asleep, or busy. */
const CALLS_ELSEWHERE = 1_000;
/** Milliseconds of such calls in one turn of the event loop; the rest of the turn's are left to another thread. */
const TURN_MS = 4;

/** What calls to the disk have taken of the present turn of this thread: many quick ones in a row block it too. */
export class Turn {
  #spent = 0;

  get isOver(): boolean {
    return this.#spent >= TURN_MS;
  }

  spend(ms: number): void {
    if (this.#spent === 0) setImmediate(() => (this.#spent = 0));
    // So small that the clock does not see it, it still is the first of its turn.
    this.#spent += Math.max(ms, Number.EPSILON);
  }
}

/**
 * One kind of call to a disk, made on this thread for as long as the disk answers at once: by way of another thread it
 * costs ten times as much. Each kind has a record of its own, since a disk that knows the stats of a file from memory may
 * have to fetch its bytes; a turn is shared by all.
 */
export class AtOnce {
  readonly #turn: Turn;
  #elsewhere = 0;

  constructor(turn: Turn) {
    this.#turn = turn;
  }

  /** `here` answers or throws; `there` does the same call on another thread. */
  run<T>(here: () => T, there: () => Promise<T>): Promise<T> {
    if (this.#turn.isOver) return there();
    if (this.#elsewhere > 0) {
      this.#elsewhere--;
      return there();
    }
    return new Promise((resolve) => {
      const from = performance.now();
      try {
        resolve(here());
      } finally {
        const took = performance.now() - from;
        this.#turn.spend(took);
        if (took > QUICK_MS) this.#elsewhere = CALLS_ELSEWHERE;
      }
    });
  }
}
