import type { VaultPath } from '../path.ts';

/** Paths that wait to be brought in step: each once, in the order in which they came, urgent ones first. */
export class Pending {
  readonly #urgent = new Set<VaultPath>();
  readonly #usual = new Set<VaultPath>();

  get size(): number {
    return this.#urgent.size + this.#usual.size;
  }

  has(path: VaultPath): boolean {
    return this.#urgent.has(path) || this.#usual.has(path);
  }

  all(): readonly VaultPath[] {
    return [...this.#urgent, ...this.#usual];
  }

  add(path: VaultPath): void {
    if (!this.#urgent.has(path)) this.#usual.add(path);
  }

  addUrgent(path: VaultPath): void {
    this.#usual.delete(path);
    this.#urgent.add(path);
  }

  clear(): void {
    this.#urgent.clear();
    this.#usual.clear();
  }

  /** Takes the next paths: at most `most` of them, and no more than `budget` by `costOf`, but always one. */
  take(most: number, budget: number, costOf: (path: VaultPath) => number): VaultPath[] {
    const taken: VaultPath[] = [];
    let cost = 0;
    for (const waiting of [this.#urgent, this.#usual]) {
      for (const path of waiting) {
        cost += costOf(path);
        if (taken.length > 0 && (taken.length >= most || cost > budget)) return taken;
        waiting.delete(path);
        taken.push(path);
      }
    }
    return taken;
  }
}
