/** Which terms of a vocabulary are close to a given one. Counted in UTF-16 units. */

/** Whether one edit makes `a` of `b`: a unit added, left out or changed, or two neighbours swapped. Never for equal ones. */
export function oneEditApart(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (long.length - short.length > 1) return false;
  let from = 0;
  while (from < short.length && short.charCodeAt(from) === long.charCodeAt(from)) from++;
  if (long.length > short.length) return short.slice(from) === long.slice(from + 1);
  if (from === short.length) return false;
  if (short.slice(from + 1) === long.slice(from + 1)) return true;
  return (
    short.charCodeAt(from) === long.charCodeAt(from + 1) &&
    short.charCodeAt(from + 1) === long.charCodeAt(from) &&
    short.slice(from + 2) === long.slice(from + 2)
  );
}

/** Shorter terms have no neighbours by edit: too much of a vocabulary is one letter away from them. */
const SHORTEST_EDITED = 3;

/** Whether `near` counts as a misspelt `term`. */
export function isEdit(term: string, near: string): boolean {
  return term.length >= SHORTEST_EDITED && oneEditApart(term, near);
}

/** What a vocabulary holds close to a term: a term, and how many passages hold it. */
export type Neighbours = Map<string, number>;

/**
 * The neighbours in the order that `PassageIndex.near` promises: one edit first, then longer terms, `limit` of each;
 * commonest first.
 */
export function orderNear(term: string, found: Neighbours, limit: number): readonly string[] {
  const byHolders = [...found].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).map(([near]) => near);
  const edits = byHolders.filter((near) => isEdit(term, near));
  const longer = byHolders.filter((near) => near.startsWith(term) && near !== term && !isEdit(term, near));
  return [...edits.slice(0, limit), ...longer.slice(0, limit)];
}
