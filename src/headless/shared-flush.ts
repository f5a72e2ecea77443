/**
 * Writers of one folder that are under way together: the flush that the first of them asks for waits until each of the
 * others has asked too, or has left.
 */
interface Group {
  /** Those who have neither asked nor left. */
  awaited: number;
  readonly flushed: Promise<void>;
  begin(flush: () => Promise<void>): void;
  /** How the last who asked would do it. */
  flush: (() => Promise<void>) | null;
}

/** One writer's part in a group. */
export interface FlushShare {
  /** Resolves when what was done in the folder before is durable. At most once. */
  flush(how: () => Promise<void>): Promise<void>;
  /** Nobody waits for this writer any more; after `flush` it means nothing. */
  leave(): void;
}

/**
 * Flushes of folders, shared: whoever asks while one of the same folder is under way waits for the next, which begins
 * once that has ended and serves all who have asked by then. What was done before asking is durable after it.
 */
export class SharedFlush {
  readonly #running = new Map<string, Promise<void>>();
  readonly #next = new Map<string, Promise<void>>();

  readonly #groups = new Map<string, Group>();

  /**
   * Announces that a change in this folder (its identity) is under way and will want a flush. Those announced before the
   * first of them asks share one.
   */
  join(folder: string): FlushShare {
    const group = this.#groups.get(folder) ?? this.#newGroup(folder);
    group.awaited++;
    let isIn = true;
    const settle = (): void => {
      isIn = false;
      if (--group.awaited === 0 && group.flush !== null) group.begin(group.flush);
    };
    return {
      flush: (how) => {
        // Whoever comes from now on is of the next group: nobody waits for ever.
        if (this.#groups.get(folder) === group) this.#groups.delete(folder);
        group.flush = how;
        settle();
        return group.flushed;
      },
      leave: () => {
        if (isIn) settle();
        if (group.awaited === 0 && this.#groups.get(folder) === group) this.#groups.delete(folder);
      },
    };
  }

  #newGroup(folder: string): Group {
    let begin: Group['begin'] = () => undefined;
    const flushed = new Promise<void>((resolve, reject) => {
      begin = (flush) => void this.ask(folder, flush).then(resolve, reject);
    });
    const group: Group = { awaited: 0, flushed, begin, flush: null };
    this.#groups.set(folder, group);
    return group;
  }

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
