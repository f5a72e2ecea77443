/**
 * Flushes of folders, shared: whoever asks while one of the same folder is under way waits for the next, which begins
 * once that has ended and serves all who have asked by then. What was done before asking is durable after it.
 */
export class SharedFlush {
  readonly #running = new Map<string, Promise<void>>();
  readonly #next = new Map<string, Promise<void>>();

  /** `folder`: its identity. `flush` is the asker's own way to do it, open for as long as the asker waits. */
  async ask(folder: string, flush: () => Promise<void>): Promise<void> {
    const joined = this.#next.get(folder);
    if (joined !== undefined) return joined;
    const running = this.#running.get(folder);
    const ours = running === undefined ? this.#begin(folder, flush) : this.#after(folder, running, flush);
    return ours;
  }

  async #after(folder: string, running: Promise<void>, flush: () => Promise<void>): Promise<void> {
    const ours = running
      .catch(() => undefined)
      .then(() => {
        this.#next.delete(folder);
        return this.#begin(folder, flush);
      });
    this.#next.set(folder, ours);
    return ours;
  }

  async #begin(folder: string, flush: () => Promise<void>): Promise<void> {
    const ours = flush();
    this.#running.set(folder, ours);
    try {
      await ours;
    } finally {
      if (this.#running.get(folder) === ours) this.#running.delete(folder);
    }
  }
}
