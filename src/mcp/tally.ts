/** Names with how often each came, most frequent first, ties by name. */
export type Tally = { readonly name: string; readonly count: number }[];

/** Counts names without regard to case, each shown as it was first met. */
export function tallyOf(names: Iterable<string>): Tally {
  const met = new Map<string, { name: string; count: number }>();
  for (const name of names) {
    const key = name.toLowerCase();
    const entry = met.get(key);
    if (entry === undefined) met.set(key, { name, count: 1 });
    else entry.count++;
  }
  return [...met.values()].sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));
}
