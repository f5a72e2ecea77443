/** Strings sorted at once: about a millisecond. */
const RUN = 1_024;
/** Strings merged between two pauses. */
const MERGED_A_STEP = 4_096;

/** Sorts strings in code-unit order with a pause after each bounded step; the list given is not changed. */
export function* sortInSteps(strings: readonly string[]): Generator<void, readonly string[]> {
  let runs: string[][] = [];
  for (let from = 0; from < strings.length; from += RUN) {
    runs.push(strings.slice(from, from + RUN).sort());
    yield;
  }
  while (runs.length > 1) {
    const wider: string[][] = [];
    for (let at = 0; at < runs.length; at += 2) {
      const [left = [], right = []] = runs.slice(at, at + 2);
      wider.push(right.length === 0 ? left : yield* mergeTwo(left, right));
    }
    runs = wider;
  }
  return runs[0] ?? [];
}

function* mergeTwo(left: readonly string[], right: readonly string[]): Generator<void, string[]> {
  const merged: string[] = [];
  let l = 0;
  let r = 0;
  while (l < left.length || r < right.length) {
    const a = left[l];
    const b = right[r];
    if (b === undefined || (a !== undefined && a <= b)) {
      merged.push(a ?? '');
      l++;
    } else {
      merged.push(b);
      r++;
    }
    if (merged.length % MERGED_A_STEP === 0) yield;
  }
  return merged;
}
