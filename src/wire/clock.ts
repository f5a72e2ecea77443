/** Time as the link needs it, lent by whoever runs it: hosts take it from `node:timers`, tests from their own hand. */
export interface LinkClock {
  /** Milliseconds since 1970, by the wall clock, so that a sleep of the machine shows as a gap. */
  now(): number;
  /** Runs `task` once after `ms` milliseconds; the returned function calls it off. Keeps no process alive. */
  after(ms: number, task: () => void): () => void;
}
