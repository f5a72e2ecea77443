/** Numbers, each once, in order of entry. Nearly all such sets hold one or two: one stands for itself. */
export type IdSet = number | readonly number[] | ReadonlySet<number>;

/** Beyond so many, looking through an array costs more than a Set takes room. */
const MOST_IN_ARRAY = 16;

/** `ids` with one more: the same set, changed, or a new one in its place. */
export function withId(ids: IdSet | undefined, id: number): IdSet {
  if (ids === undefined || ids === id) return id;
  if (typeof ids === 'number') return [ids, id];
  if (ids instanceof Set) return ids.add(id);
  const array = ids as readonly number[];
  if (array.includes(id)) return array;
  // Not pushed: that makes room for seventeen more.
  return array.length < MOST_IN_ARRAY ? [...array, id] : new Set(array).add(id);
}

/** `ids` without one: the same set, changed, or another; undefined where nothing is left. */
export function withoutId(ids: IdSet | undefined, id: number): IdSet | undefined {
  if (ids === undefined || ids === id) return undefined;
  if (typeof ids === 'number') return ids;
  if (ids instanceof Set) {
    ids.delete(id);
    return ids.size === 0 ? undefined : ids;
  }
  const left = (ids as readonly number[]).filter((each) => each !== id);
  return left.length > 1 ? left : left[0];
}

export function idsIn(ids: IdSet | undefined): Iterable<number> {
  if (ids === undefined) return [];
  return typeof ids === 'number' ? [ids] : ids;
}
