/** Items sorted at once: about a millisecond. */
const RUN = 1_024;
/** Items merged between two pauses. */
const MERGED_A_STEP = 4_096;

/**
 * Sorts items with a pause after each bounded step, equal ones in the order they had; the list given is not changed. No
 * `order`: strings, by code units.
 */
export function* sortInSteps<T extends string | object>(
  items: readonly T[],
  order?: (a: T, b: T) => number,
): Generator<void, readonly T[]> {
  const inOrder = order === undefined ? (a: T, b: T) => a <= b : (a: T, b: T) => order(a, b) <= 0;
  let runs: T[][] = [];
  for (let from = 0; from < items.length; from += RUN) {
    runs.push(items.slice(from, from + RUN).sort(order));
    yield;
  }
  while (runs.length > 1) {
    const wider: T[][] = [];
    for (let at = 0; at < runs.length; at += 2) {
      const [left = [], right = []] = runs.slice(at, at + 2);
      wider.push(right.length === 0 ? left : yield* mergeTwo(left, right, inOrder));
    }
    runs = wider;
  }
  return runs[0] ?? [];
}

function* mergeTwo<T>(left: readonly T[], right: readonly T[], inOrder: (a: T, b: T) => boolean): Generator<void, T[]> {
  const merged: T[] = [];
  let l = 0;
  let r = 0;
  while (l < left.length || r < right.length) {
    const a = left[l];
    const b = right[r];
    if (a !== undefined && (b === undefined || inOrder(a, b))) {
      merged.push(a);
      l++;
    } else if (b !== undefined) {
      merged.push(b);
      r++;
    }
    if (merged.length % MERGED_A_STEP === 0) yield;
  }
  return merged;
}
