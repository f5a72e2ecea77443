/** Names with how often each came, most frequent first, ties by name. */
export type Tally = { readonly name: string; readonly count: number }[];

/** Counts names without regard to case, each shown as it was first met. */
export class Counting {
  readonly #met = new Map<string, { name: string; count: number }>();

  add(name: string): void {
    const key = name.toLowerCase();
    const entry = this.#met.get(key);
    if (entry === undefined) this.#met.set(key, { name, count: 1 });
    else entry.count++;
  }

  /** Names by how often they came. */
  get tally(): Tally {
    return [...this.#met.values()].sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));
  }
}

/** Counts names that are all there at once. */
export function tallyOf(names: Iterable<string>): Tally {
  const counting = new Counting();
  for (const name of names) counting.add(name);
  return counting.tally;
}
