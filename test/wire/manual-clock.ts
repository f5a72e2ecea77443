import type { LinkClock } from '../../src/wire/clock.ts';

/** A clock that stands still until a test moves it. */
export class ManualClock implements LinkClock {
  #now = 1_000_000;
  #tasks: { at: number; task: () => void }[] = [];

  now(): number {
    return this.#now;
  }

  after(ms: number, task: () => void): () => void {
    const entry = { at: this.#now + ms, task };
    this.#tasks.push(entry);
    return () => {
      this.#tasks = this.#tasks.filter((other) => other !== entry);
    };
  }

  /** Runs what is due on the way, in order. */
  advance(ms: number): void {
    const end = this.#now + ms;
    for (;;) {
      const next = this.#tasks.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
      if (next === undefined) break;
      this.#now = Math.max(this.#now, next.at);
      this.#run(next);
    }
    this.#now = end;
  }

  /** The machine sleeps: time passes, and what came due meanwhile runs late, once. */
  sleep(ms: number): void {
    this.#now += ms;
    for (const due of this.#tasks.filter(({ at }) => at <= this.#now)) this.#run(due);
  }

  get waiting(): number {
    return this.#tasks.length;
  }

  #run(entry: { at: number; task: () => void }): void {
    this.#tasks = this.#tasks.filter((other) => other !== entry);
    entry.task();
  }
}
